//! Packets: kinds, registers that they name, constants by path, predication.
//!
//! A whole buffer is one list, made when its decoded program is seen first; packets that come alone
//! are counted one by one.

use xenos_front::{PacketNote, Path, Program, WriteNote};
use xenos_pm4::Kind;
use xenos_regs::{Naming, register_at};

use crate::names::OPCODES;
use crate::parts::{PartId, Parts, Share};
use crate::quick::QuickMap;
use crate::tables::{Row, Tables, Which};

/// Lists that are kept; beyond them everything is forgotten and made anew.
const MOST_PARTS: usize = 1 << 16;
/// Rows of registers that are kept by index; higher indexes are looked up.
const NAMED: usize = 0x5003;
const ALU: std::ops::Range<u32> = 0x4000..0x4800;
const FETCH: std::ops::Range<u32> = 0x4800..0x48C0;
const BOOLEAN: std::ops::Range<u32> = 0x4900..0x4908;
const LOOP: std::ops::Range<u32> = 0x4908..0x4928;

/// What a predicated packet is counted by: its kind, and whether it ran and all bins are there.
const OUTCOMES: usize = 4;

/// Counts packets.
#[derive(Clone, Debug)]
pub(crate) struct Packets {
    parts: Parts,
    /// Lists of ranges of programs: serial, first packet, first packet behind.
    programs: QuickMap<(u64, u32, u32), PartId>,
    /// Rows of kinds, predicated ones behind the others.
    kinds: Vec<Option<Row>>,
    registers: Vec<Option<Row>>,
    /// Lists of predicated packets by kind and outcome.
    outcomes: Vec<Option<PartId>>,
    /// Rows while a list is made: how often, what sum, where first; in the order of occurrence.
    shares: Vec<Share>,
    place_of: QuickMap<(u8, u32), usize>,
    total: Option<Row>,
}

impl Default for Packets {
    fn default() -> Self {
        Self {
            parts: Parts::default(),
            programs: QuickMap::default(),
            kinds: vec![None; 2 * Kind::COUNT],
            registers: vec![None; NAMED],
            outcomes: vec![None; OUTCOMES * Kind::COUNT],
            shares: Vec::new(),
            place_of: QuickMap::default(),
            total: None,
        }
    }
}

/// A kind's name in keys, without the mark of predication.
fn name(kind: Kind) -> String {
    match kind {
        Kind::TYPE0 => "type0".to_owned(),
        Kind::TYPE0_ONE_REGISTER => "type0-onereg".to_owned(),
        Kind::TYPE1 => "type1".to_owned(),
        Kind::TYPE2 => "type2".to_owned(),
        Kind::NULL => "type0-null".to_owned(),
        kind => {
            let code = kind.opcode().unwrap_or(0);
            let known = OPCODES.iter().find(|(known, _)| *known == code);
            known.map_or_else(|| format!("OPCODE_0x{code:02X}"), |(_, name)| (*name).to_owned())
        }
    }
}

fn kind_key(kind: Kind, predicated: bool) -> String {
    format!("kind={}{}", name(kind), if predicated { "(pred)" } else { "" })
}

/// The key of a register, arrays as one.
fn register_key(register: u32) -> String {
    let array = match register {
        r if ALU.contains(&r) => Some("ALU_CONSTANTS"),
        r if FETCH.contains(&r) => Some("FETCH_CONSTANTS"),
        r if BOOLEAN.contains(&r) => Some("BOOLEAN_CONSTANTS"),
        r if LOOP.contains(&r) => Some("LOOP_CONSTANTS"),
        _ => None,
    };
    let row = register_at(register).filter(|row| row.naming == Naming::One && !row.name.is_empty());
    match (array, row) {
        (Some(array), _) => format!("register={array}"),
        (None, Some(row)) => format!("register={}", row.name),
        (None, None) => format!("register=0x{register:04X}"),
    }
}

const fn path_name(path: Path) -> Option<&'static str> {
    match path {
        Path::Type0 => Some("type0"),
        Path::Type0OneRegister => Some("type0-one"),
        Path::Type1 => Some("type1"),
        Path::SetConstant => Some("set-constant"),
        Path::SetConstant2 => Some("set-constant2"),
        Path::SetShaderConstants => Some("set-shader-constants"),
        Path::LoadAluConstant => Some("load-alu-constant"),
        Path::Modify => None,
    }
}

/// What constants a register belongs to, and the first register that may belong to others.
fn target(register: u32) -> (&'static str, u32) {
    match register {
        r if ALU.contains(&r) => ("alu", ALU.end),
        r if FETCH.contains(&r) => ("fetch", FETCH.end),
        r if BOOLEAN.contains(&r) => ("boolean", BOOLEAN.end),
        r if LOOP.contains(&r) => ("loop", LOOP.end),
        r if r < ALU.start => ("register", ALU.start),
        r if r < BOOLEAN.start => ("register", BOOLEAN.start),
        _ => ("register", u32::MAX),
    }
}

impl Packets {
    /// Packets of a program were taken; predicated ones are counted apart.
    pub(crate) fn taken(
        &mut self,
        program: &Program,
        from: u32,
        to: u32,
        executed: bool,
        tables: &mut Tables,
    ) {
        let Some(notes) = program.notes() else { return };
        let packets = notes.packets().get(from as usize..to as usize).unwrap_or_default();
        let total = *self.total.get_or_insert_with(|| tables.row(Which::Summary, "what=packets"));
        let place = |note: &PacketNote| program.address().wrapping_add(note.word * 4);
        let Some(first) = packets.first().map(place) else { return };
        tables.add_at(total, packets.len() as u64, 0, first);
        let serial = program.serial();
        if serial == 0 || !executed {
            for (number, note) in (from..).zip(packets) {
                if !note.predicated {
                    let writes = if executed { notes.writes_of(number) } else { &[] };
                    self.packet(note, writes, place(note), tables);
                }
            }
            return;
        }
        let key = (serial, from, to);
        let part = if let Some(part) = self.programs.get(&key) {
            *part
        } else {
            if self.parts.len() >= MOST_PARTS {
                self.forget(tables);
            }
            for (number, note) in (from..).zip(packets) {
                if !note.predicated {
                    let offset = place(note).wrapping_sub(first);
                    self.add(note, notes.writes_of(number), offset, tables);
                }
            }
            let part = self.parts.add(self.shares.drain(..));
            self.place_of.clear();
            self.programs.insert(key, part);
            part
        };
        self.parts.count(part, 1, 0, first, tables);
    }

    /// A predicated packet was executed or skipped.
    #[inline]
    pub(crate) fn predicated(
        &mut self,
        program: &Program,
        packet: u32,
        run: bool,
        all_bins: bool,
        tables: &mut Tables,
    ) {
        let Some(notes) = program.notes() else { return };
        let Some(note) = notes.packets().get(packet as usize) else { return };
        let outcome = usize::from(run) << 1 | usize::from(all_bins);
        let place = program.address().wrapping_add(note.word * 4);
        let part = self.outcomes.get(note.kind.index() * OUTCOMES + outcome).copied().flatten();
        let part = part.unwrap_or_else(|| self.outcome(note.kind, run, all_bins, tables));
        self.parts.count(part, 1, u64::from(note.dwords), place, tables);
        if run && !matches!(note.kind, DRAW_INDX | DRAW_INDX_2) {
            for write in notes.writes_of(packet) {
                self.write(write, place, tables);
            }
            self.constants(notes.writes_of(packet), place, tables);
        }
    }

    fn outcome(&mut self, kind: Kind, run: bool, all_bins: bool, tables: &mut Tables) -> PartId {
        let key = kind_key(kind, true);
        let mut shares = vec![Share::of(tables.row(Which::Packets, &key)).summing()];
        if !run {
            shares.push(Share::of(tables.row(Which::Skipped, &key)).summing());
        }
        let masks = if all_bins { "all" } else { "some" };
        let packets = if run { "run" } else { "skipped" };
        let key = format!("masks={masks} packets={packets}");
        shares.push(Share::of(tables.row(Which::Predication, &key)));
        let part = self.parts.add(shares);
        let place = kind.index() * OUTCOMES + (usize::from(run) << 1 | usize::from(all_bins));
        if let Some(outcome) = self.outcomes.get_mut(place) {
            *outcome = Some(part);
        }
        part
    }

    /// The condition of a conditional write held.
    pub(crate) fn conditional(&mut self, register: u32, tables: &mut Tables) {
        let row = self.register(register, tables);
        tables.add(row, 1, 0);
    }

    /// Counts what is pending; the frame ends.
    pub(crate) fn end_frame(&mut self, tables: &mut Tables) {
        self.parts.end_frame(tables);
    }

    fn forget(&mut self, tables: &mut Tables) {
        self.parts.end_frame(tables);
        self.parts.clear();
        self.programs.clear();
        self.outcomes.fill(None);
    }

    /// Counts one packet.
    fn packet(&mut self, note: &PacketNote, writes: &[WriteNote], place: u32, tables: &mut Tables) {
        let row = self.kind(note.kind, tables);
        tables.add_at(row, 1, u64::from(note.dwords), place);
        for write in writes {
            self.write(write, place, tables);
        }
        self.constants(writes, place, tables);
    }

    fn kind(&mut self, kind: Kind, tables: &mut Tables) -> Row {
        let at = kind.index();
        if let Some(row) = self.kinds.get(at).copied().flatten() {
            return row;
        }
        let row = tables.row(Which::Packets, &kind_key(kind, false));
        self.kinds[at] = Some(row);
        row
    }

    fn register(&mut self, register: u32, tables: &mut Tables) -> Row {
        if let Some(row) = self.registers.get(register as usize).copied().flatten() {
            return row;
        }
        let row = tables.row(Which::Registers, &register_key(register));
        if let Some(kept) = self.registers.get_mut(register as usize) {
            *kept = Some(row);
        }
        row
    }

    /// Calls `each` with the rows of written registers and how often each is written.
    fn rows_of(
        &mut self,
        write: &WriteNote,
        tables: &mut Tables,
        mut each: impl FnMut(&mut Self, &mut Tables, Row, u64),
    ) {
        if write.path == Path::Type0OneRegister || write.count == 1 {
            let row = self.register(write.first, tables);
            return each(self, tables, row, u64::from(write.count));
        }
        let end = write.first + write.count;
        let mut at = write.first;
        while at < end {
            // Arrays are one key.
            let (name, border) = target(at);
            let next = if name == "register" { at + 1 } else { border.min(end) };
            let row = self.register(at, tables);
            each(self, tables, row, u64::from(next - at));
            at = next;
        }
    }

    fn write(&mut self, write: &WriteNote, place: u32, tables: &mut Tables) {
        self.rows_of(write, tables, |_, tables, row, times| tables.add_at(row, times, 0, place));
    }

    fn constants(&mut self, writes: &[WriteNote], place: u32, tables: &mut Tables) {
        for (row, dwords) in constant_rows(writes, tables) {
            tables.add_at(row, 1, dwords, place);
        }
    }

    /// Adds a packet to the list that is being made.
    fn add(&mut self, note: &PacketNote, writes: &[WriteNote], offset: u32, tables: &mut Tables) {
        let row = self.kind(note.kind, tables);
        self.share(row, 1, u64::from(note.dwords), offset);
        for write in writes {
            self.rows_of(write, tables, |own, _, row, times| own.share(row, times, 0, offset));
        }
        for (row, dwords) in constant_rows(writes, tables) {
            self.share(row, 1, dwords, offset);
        }
    }

    fn share(&mut self, row: Row, times: u64, value: u64, offset: u32) {
        let next = self.shares.len();
        let place = *self.place_of.entry(row.key()).or_insert(next);
        match self.shares.get_mut(place) {
            Some(share) => {
                share.times += times;
                share.value += value;
            }
            None => self.shares.push(Share { times, value, offset, ..Share::of(row) }),
        }
    }
}

const DRAW_INDX: Kind = Kind::of_opcode(xenos_pm4::opcode::DRAW_INDX);
const DRAW_INDX_2: Kind = Kind::of_opcode(xenos_pm4::opcode::DRAW_INDX_2);

/// The rows of what constants a packet writes, each once, with the dwords that go there.
fn constant_rows(writes: &[WriteNote], tables: &mut Tables) -> Vec<(Row, u64)> {
    let mut rows: Vec<(&'static str, &'static str, u64)> = Vec::new();
    for write in writes {
        let Some(path) = path_name(write.path) else { continue };
        let mut add = |to: &'static str, dwords: u32| match rows
            .iter_mut()
            .find(|(known, name, _)| *known == path && *name == to)
        {
            Some((_, _, sum)) => *sum += u64::from(dwords),
            None => rows.push((path, to, u64::from(dwords))),
        };
        if write.path == Path::Type0OneRegister {
            if write.count > 0 {
                add(target(write.first).0, write.count);
            }
            continue;
        }
        let end = write.first + write.count;
        let mut at = write.first;
        while at < end {
            let (name, border) = target(at);
            let next = border.min(end);
            add(name, next - at);
            at = next;
        }
    }
    let row = |(path, to, dwords): (&str, &str, u64)| {
        (tables.row(Which::Constants, &format!("path={path} to={to}")), dwords)
    };
    rows.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_pages() {
        assert_eq!(kind_key(Kind::of_opcode(0x22), true), "kind=DRAW_INDX(pred)");
        assert_eq!(kind_key(Kind::of_opcode(0x25), false), "kind=OPCODE_0x25");
        assert_eq!(kind_key(Kind::NULL, false), "kind=type0-null");
        assert_eq!(register_key(0x47FF), "register=ALU_CONSTANTS");
        assert_eq!(register_key(0x48C0), "register=0x48C0");
        assert_eq!(register_key(0x2208), "register=RB_MODECONTROL");
        assert_eq!(register_key(0x7FFF), "register=0x7FFF");
        assert_eq!([target(0x48C0), target(0x3FFF)], [("register", 0x4900), ("register", 0x4000)]);
    }

    #[test]
    fn a_packet_counts_once_in_each_target() {
        let mut tables = Tables::default();
        let write = WriteNote { packet: 0, path: Path::Type0, first: 0x47FE, count: 4 };
        let rows = constant_rows(&[write], &mut tables);
        let alu = tables.row(Which::Constants, "path=type0 to=alu");
        let fetch = tables.row(Which::Constants, "path=type0 to=fetch");
        assert_eq!(rows, [(alu, 2), (fetch, 2)]);
        let registers =
            [Path::Type1; 2].map(|path| WriteNote { path, first: 5, count: 1, ..write });
        assert_eq!(constant_rows(&registers, &mut tables).len(), 1);
    }
}
