//! Register accesses and commands: tables whose rows follow from the offset, so that counting them
//! looks nothing up.

use base_census::{First, Table};
use sst1_regs::words::NopCmd;
use sst1_regs::{BLOCK_BYTES, REGISTERS, offset, register_at};

use crate::keys::register_class;

const WORDS: usize = BLOCK_BYTES as usize / 4;

/// Keys of the table of commands.
const COMMANDS: [&str; 6] = [
    "triangleCMD",
    "ftriangleCMD",
    "nopCMD",
    "nopCMD, clearing counters",
    "fastfillCMD",
    "swapbufferCMD",
];

/// The rows of a word of the register block.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    register: usize,
    class: usize,
}

/// The tables, and each word's rows.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub(crate) commands: Table<&'static str>,
    pub(crate) registers: Table<&'static str>,
    pub(crate) reads: Table<&'static str>,
    pub(crate) classes: Table<&'static str>,
    rows: Box<[Rows; WORDS]>,
}

impl Default for Words {
    fn default() -> Self {
        let mut names: Vec<&'static str> = REGISTERS.iter().map(|r| r.name).collect();
        names.push("no register");
        let mut classes = vec!["no register"];
        let mut rows = Box::new([Rows::default(); WORDS]);
        for (word, row) in rows.iter_mut().enumerate() {
            let found = register_at(word as u32 * 4);
            let class = found.map_or("no register", register_class);
            let known = classes.iter().position(|known| *known == class);
            row.class = known.unwrap_or_else(|| {
                classes.push(class);
                classes.len() - 1
            });
            let name = found.map_or("no register", |r| r.name);
            row.register = names.iter().position(|known| *known == name).unwrap_or(names.len() - 1);
        }
        Self {
            commands: Table::of_list("commands", &COMMANDS),
            registers: Table::of_list("registers", &names),
            reads: Table::of_list("register reads", &names),
            classes: Table::of_list("register classes", &classes),
            rows,
        }
    }
}

impl Words {
    #[inline]
    fn rows(&self, at: u32) -> Rows {
        self.rows[at as usize / 4 % WORDS]
    }

    /// Counts a write at `at` of the plain register map. Says whether it is a swapbufferCMD.
    #[inline]
    pub(crate) fn write(&mut self, at: u32, data: u32, place: First) -> bool {
        let rows = self.rows(at);
        self.registers.count_row(rows.register, 1, place);
        self.classes.count_row(rows.class, 1, place);
        let command = match at {
            offset::TRIANGLE_CMD => 0,
            offset::FTRIANGLE_CMD => 1,
            offset::NOP_CMD => 2 + usize::from(NopCmd::from_raw(data).clear_counters()),
            offset::FASTFILL_CMD => 4,
            offset::SWAPBUFFER_CMD => 5,
            _ => return false,
        };
        self.commands.count_row(command, 1, place);
        at == offset::SWAPBUFFER_CMD
    }

    /// Triangle commands counted.
    pub(crate) fn triangles(&self) -> u64 {
        self.commands.total(0) + self.commands.total(1)
    }

    /// Counts a read.
    pub(crate) fn read(&mut self, at: u32, place: First) {
        self.reads.count_row(self.rows(at).register, 1, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_its_own_rows() {
        let mut words = Words::default();
        for (at, data) in [(0x080, 0), (0x120, 1), (0x120, 2), (0x16C, 7), (0x1FC, 0), (0x214, 0)] {
            assert!(!words.write(at, data, First::default()));
        }
        assert!(words.write(offset::SWAPBUFFER_CMD, 0, First::default()));
        words.read(0, First::default());
        let keys = |table: &Table<&'static str>| {
            let census = table.census();
            census.entries.iter().map(|(k, e)| format!("{k} {}", e.count)).collect::<Vec<_>>()
        };
        assert_eq!(
            keys(&words.registers),
            [
                "fbiInit1 1",
                "fogTable 1",
                "no register 1",
                "nopCMD 2",
                "swapbufferCMD 1",
                "triangleCMD 1"
            ]
        );
        assert_eq!(
            keys(&words.classes),
            [
                "command, FIFO 1",
                "command, FIFO, sync 3",
                "no register 1",
                "pixel, FIFO, sync 1",
                "video, immediate 1"
            ]
        );
        assert_eq!(
            keys(&words.commands),
            ["nopCMD 1", "nopCMD, clearing counters 1", "swapbufferCMD 1", "triangleCMD 1"]
        );
        assert_eq!(keys(&words.reads), ["status 1"]);
    }
}
