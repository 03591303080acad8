//! Packets: kinds, registers that they name, constants by path, predication.
//!
//! A whole buffer is one list, made when its decoded program is seen first; packets that come alone
//! are counted one by one.

use std::ops::Range;

use xenos_front::{Bins, PacketNote, Path, Program, WriteNote, split_writes};
use xenos_pm4::{Kind, opcode};
use xenos_regs::{Naming, register_at};

use crate::names::yes;
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

/// The tables that lists of packets have rows of are the first ones.
const LISTED: usize = Which::Constants as usize + 1;
/// Rows of a table that lists can have.
const MOST_ROWS: usize = 1 << 16;
/// Not in the list.
const NO_SHARE: u32 = u32::MAX;

/// No list is kept.
const NO_PART: PartId = PartId::MAX;

/// Counts packets.
#[derive(Clone, Debug)]
pub(crate) struct Packets {
    parts: Parts,
    /// Lists of ranges of programs: serial, first packet, first packet behind, outcome.
    programs: QuickMap<(u64, u32, u32, Option<Bins>), PartId>,
    /// Rows of kinds, predicated ones behind the others.
    kinds: Vec<Option<Row>>,
    registers: Vec<Option<Row>>,
    skipped: Vec<Option<Row>>,
    /// Rows of predication, by whether packets run and whether all bins are there.
    outcomes: [Option<Row>; 4],
    /// Rows while a list is made: how often, what sum, where first; in the order of occurrence.
    shares: Vec<Share>,
    /// Where a row stands among them, by table and row.
    place_of: [Vec<u32>; LISTED],
    constants: [Option<Row>; PATHS * TARGETS.len()],
    total: Option<Row>,
}

impl Default for Packets {
    fn default() -> Self {
        Self {
            parts: Parts::default(),
            programs: QuickMap::default(),
            kinds: vec![None; 2 * Kind::COUNT],
            registers: vec![None; NAMED],
            skipped: vec![None; Kind::COUNT],
            outcomes: [None; 4],
            shares: Vec::new(),
            place_of: std::array::from_fn(|_| Vec::new()),
            constants: [None; PATHS * TARGETS.len()],
            total: None,
        }
    }
}

fn kind_key(kind: Kind, predicated: bool) -> String {
    format!("kind={kind} predicated={}", yes(predicated))
}

/// The key of a register, arrays as one.
pub(crate) fn register_key(register: u32) -> String {
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

/// Names of what constants registers belong to.
const TARGETS: [&str; 5] = ["register", "alu", "fetch", "boolean", "loop"];
/// Ways that constants have; REG_RMW is none.
const PATHS: usize = 7;

/// A way's number, and the kind of packets that go it.
const fn path_kind(path: Path) -> Option<(usize, Kind)> {
    match path {
        Path::Type0 => Some((0, Kind::TYPE0)),
        Path::Type0OneRegister => Some((1, Kind::TYPE0_ONE_REGISTER)),
        Path::Type1 => Some((2, Kind::TYPE1)),
        Path::SetConstant => Some((3, Kind::of_opcode(opcode::SET_CONSTANT))),
        Path::SetConstant2 => Some((4, Kind::of_opcode(opcode::SET_CONSTANT2))),
        Path::SetShaderConstants => Some((5, Kind::of_opcode(opcode::SET_SHADER_CONSTANTS))),
        Path::LoadAluConstant => Some((6, Kind::of_opcode(opcode::LOAD_ALU_CONSTANT))),
        Path::Modify => None,
    }
}

/// The number of what a register belongs to, and the first register that may belong to others.
#[inline]
fn target(register: u32) -> (usize, u32) {
    match register {
        r if r < ALU.start => (0, ALU.start),
        r if r < ALU.end => (1, ALU.end),
        r if r < FETCH.end => (2, FETCH.end),
        r if r < BOOLEAN.start => (0, BOOLEAN.start),
        r if r < BOOLEAN.end => (3, BOOLEAN.end),
        r if r < LOOP.end => (4, LOOP.end),
        _ => (0, u32::MAX),
    }
}

/// How many dwords a packet's writes bring to each target; all writes of a packet go one way.
fn by_target(writes: &[WriteNote]) -> [u64; TARGETS.len()] {
    let mut dwords = [0; TARGETS.len()];
    for write in writes {
        let step = if write.path == Path::Type0OneRegister { 0 } else { write.count };
        let (mut at, end) = (write.first, write.first + step);
        if step == 0 {
            dwords[target(at).0] += u64::from(write.count);
        }
        while at < end {
            let (number, border) = target(at);
            let next = border.min(end);
            dwords[number] += u64::from(next - at);
            at = next;
        }
    }
    dwords
}

impl Packets {
    /// How many packets from the first of a range on are fills.
    pub(crate) fn fills(program: &Program, range: Range<u32>) -> u32 {
        let notes = program.notes().map(xenos_front::Notes::packets).unwrap_or_default();
        let packets = notes.get(range.start as usize..range.end as usize).unwrap_or_default();
        let fill = |note: &&PacketNote| matches!(note.kind, Kind::TYPE2 | Kind::NULL);
        packets.iter().take_while(fill).count() as u32
    }

    /// Packets of a program were taken, predicated ones with this outcome. Without one they are
    /// counted apart.
    pub(crate) fn taken(
        &mut self,
        program: &Program,
        range: Range<u32>,
        executed: bool,
        bins: Option<Bins>,
        tables: &mut Tables,
    ) {
        let Some(notes) = program.notes() else { return };
        let Range { start: from, end: to } = range;
        let packets = notes.packets().get(from as usize..to as usize).unwrap_or_default();
        let total = *self.total.get_or_insert_with(|| tables.row(Which::Summary, "what=packets"));
        let place = |note: &PacketNote| program.address().wrapping_add(note.word * 4);
        let Some(first) = packets.first().map(place) else { return };
        tables.add_at(total, packets.len() as u64, 0, first);
        let key = (program.serial(), from, to, bins);
        let known = if key.0 == 0 { None } else { self.programs.get(&key).copied() };
        let part = known.unwrap_or_else(|| {
            if self.parts.is_full(MOST_PARTS) {
                self.forget(tables);
            }
            let mut rest = notes.writes_from(from);
            for (number, note) in (from..).zip(packets) {
                let (own, others) = split_writes(rest, number);
                rest = others;
                let writes = if executed { own } else { &[] };
                if !(note.predicated && note.whole) {
                    self.add(note, writes, place(note).wrapping_sub(first), tables);
                } else if let Some(bins) = bins {
                    let writes = if bins.run { writes } else { &[] };
                    self.add(note, writes, place(note).wrapping_sub(first), tables);
                    self.outcome(note, bins, place(note).wrapping_sub(first), tables);
                }
            }
            if key.0 == 0 {
                self.count_shares(first, tables);
                return NO_PART;
            }
            let part = self.take_shares();
            self.programs.insert(key, part);
            part
        });
        if part != NO_PART {
            self.parts.count(part, 1, 0, first, tables);
        }
    }

    /// A predicated packet was executed or skipped.
    pub(crate) fn predicated(
        &mut self,
        program: &Program,
        packet: u32,
        bins: Bins,
        tables: &mut Tables,
    ) {
        let Some(notes) = program.notes() else { return };
        let Some(note) = notes.packets().get(packet as usize) else { return };
        let place = program.address().wrapping_add(note.word * 4);
        let writes = if bins.run { notes.writes_of(packet) } else { &[] };
        self.add(note, writes, 0, tables);
        self.outcome(note, bins, 0, tables);
        self.count_shares(place, tables);
    }

    /// Adds what became of a predicated packet to the list that is being made.
    fn outcome(&mut self, note: &PacketNote, bins: Bins, offset: u32, tables: &mut Tables) {
        let run = bins.run && note.kind != SWAP;
        if !run {
            let row = *self.skipped[note.kind.index()]
                .get_or_insert_with(|| tables.row(Which::Skipped, &kind_key(note.kind, true)));
            self.share(row, 1, u64::from(note.dwords), offset);
        }
        let place = usize::from(run) << 1 | usize::from(bins.all);
        let row = *self.outcomes[place].get_or_insert_with(|| {
            let masks = if bins.all { "all" } else { "some" };
            let packets = if run { "run" } else { "skipped" };
            tables.row(Which::Predication, &format!("masks={masks} packets={packets}"))
        });
        self.share(row, 1, 0, offset);
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
    }

    fn kind(&mut self, note: &PacketNote, tables: &mut Tables) -> Row {
        let PacketNote { kind, predicated, .. } = *note;
        let at = kind.index() + if predicated { Kind::COUNT } else { 0 };
        if let Some(row) = self.kinds.get(at).copied().flatten() {
            return row;
        }
        let row = tables.row(Which::Packets, &kind_key(kind, predicated));
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
            let (number, border) = target(at);
            let next = if number == 0 { at + 1 } else { border.min(end) };
            let row = self.register(at, tables);
            each(self, tables, row, u64::from(next - at));
            at = next;
        }
    }

    /// Calls `each` with the rows of what constants a packet writes, each once, and the dwords that
    /// go there.
    fn constants_of(
        &mut self,
        writes: &[WriteNote],
        tables: &mut Tables,
        mut each: impl FnMut(&mut Self, &mut Tables, Row, u64),
    ) {
        let Some((path, kind)) = writes.first().and_then(|write| path_kind(write.path)) else {
            return;
        };
        for (number, dwords) in by_target(writes).into_iter().enumerate() {
            if dwords == 0 {
                continue;
            }
            let place = path * TARGETS.len() + number;
            let row = self.constants[place].unwrap_or_else(|| {
                let key = format!("path={kind} to={}", TARGETS[number]);
                let row = tables.row(Which::Constants, &key);
                self.constants[place] = Some(row);
                row
            });
            each(self, tables, row, dwords);
        }
    }

    /// Adds a packet to the list that is being made.
    fn add(&mut self, note: &PacketNote, writes: &[WriteNote], offset: u32, tables: &mut Tables) {
        let row = self.kind(note, tables);
        self.share(row, 1, u64::from(note.dwords), offset);
        for write in writes {
            self.rows_of(write, tables, |own, _, row, times| own.share(row, times, 0, offset));
        }
        self.constants_of(writes, tables, |own, _, row, dwords| own.share(row, 1, dwords, offset));
    }

    #[inline]
    fn share(&mut self, row: Row, times: u64, value: u64, offset: u32) {
        let (table, number) = row.key();
        let places = &mut self.place_of[table as usize % LISTED];
        let number = number as usize;
        if number >= places.len() {
            // Rows are counted from 0; the one for keys without room is far away.
            places.resize((number + 1).min(MOST_ROWS), NO_SHARE);
        }
        let Some(place) = places.get_mut(number) else {
            return self.shares.push(Share { times, value, offset, ..Share::of(row) });
        };
        if let Some(share) = self.shares.get_mut(*place as usize) {
            share.times += times;
            share.value += value;
        } else {
            *place = self.shares.len() as u32;
            self.shares.push(Share { times, value, offset, ..Share::of(row) });
        }
    }

    /// The list that was made.
    fn take_shares(&mut self) -> PartId {
        self.forget_places();
        self.parts.add(self.shares.drain(..))
    }

    /// Counts the list that was made once, at a place.
    fn count_shares(&mut self, place: u32, tables: &mut Tables) {
        self.forget_places();
        for share in self.shares.drain(..) {
            let place = place.wrapping_add(share.offset);
            tables.add_at(share.row, share.times, share.value, place);
        }
    }

    fn forget_places(&mut self) {
        for share in &self.shares {
            let (table, number) = share.row.key();
            if let Some(place) = self.place_of[table as usize % LISTED].get_mut(number as usize) {
                *place = NO_SHARE;
            }
        }
    }
}

const SWAP: Kind = Kind::of_opcode(opcode::XE_SWAP);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_pages() {
        assert_eq!(kind_key(Kind::of_opcode(0x22), true), "kind=DRAW_INDX predicated=yes");
        assert_eq!(kind_key(Kind::of_opcode(0x25), false), "kind=SET_STATE predicated=no");
        assert_eq!(kind_key(Kind::NULL, false), "kind=null predicated=no");
        assert_eq!(register_key(0x47FF), "register=ALU_CONSTANTS");
        assert_eq!(register_key(0x48C0), "register=0x48C0");
        assert_eq!(register_key(0x2208), "register=RB_MODECONTROL");
        assert_eq!(register_key(0x7FFF), "register=0x7FFF");
        assert_eq!([target(0x48C0), target(0x3FFF)], [(0, 0x4900), (0, 0x4000)]);
    }

    #[test]
    fn dwords_go_to_targets() {
        let write = WriteNote { packet: 0, path: Path::Type0, first: 0x47FE, count: 4 };
        assert_eq!(by_target(&[write]), [0, 2, 2, 0, 0]);
        let one = WriteNote { path: Path::Type0OneRegister, first: 0x4900, ..write };
        assert_eq!(by_target(&[one]), [0, 0, 0, 4, 0]);
        let two =
            [5, 0x4908].map(|first| WriteNote { path: Path::Type1, first, count: 1, ..write });
        assert_eq!(by_target(&two), [1, 0, 0, 0, 1]);
        assert_eq!(by_target(&[WriteNote { count: 0, ..write }]), [0; 5]);
    }
}
