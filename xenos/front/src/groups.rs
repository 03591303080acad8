//! Registers by what is derived from them together, so that each has a generation of its own.
//!
//! Facts: the blocks are those of the table in `xenos-regs`; the split of constants by stage is
//! Direct3D's habit (vertex shaders from 0, pixel shaders from 256), inferred.

use xenos_regs::{FILE_WORDS, Group, REGISTERS, index};

/// A set of registers that share a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum StateGroup {
    /// Command processor, coherency, display, counters: nothing that a draw depends on.
    Other,
    /// What changes with every draw: event and draw initiators, index buffer.
    Draw,
    /// Surfaces, scissors, window offset.
    Surface,
    /// Vertex grouper: index limits, offset and reset, tessellation.
    Vertex,
    /// Primitive assembly, viewport and scan conversion.
    Setup,
    /// The shaders' resources and interpolation.
    Sequencer,
    /// Depth, stencil, blending, masks.
    Backend,
    /// Copies out of EDRAM.
    Copy,
    /// Float constants 0 to 255.
    AluLow,
    /// Float constants 256 to 511.
    AluHigh,
    /// Fetch constants; each slot has a generation too.
    Fetch,
    /// Booleans and loop constants.
    Flow,
}

impl StateGroup {
    /// How many there are.
    pub const COUNT: usize = 12;

    /// All of them, by their number.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Other,
        Self::Draw,
        Self::Surface,
        Self::Vertex,
        Self::Setup,
        Self::Sequencer,
        Self::Backend,
        Self::Copy,
        Self::AluLow,
        Self::AluHigh,
        Self::Fetch,
        Self::Flow,
    ];

    /// The group of a register; registers outside the file count as [`StateGroup::Other`].
    #[inline]
    pub fn of(register: u32) -> Self {
        GROUPS.get(register as usize).copied().unwrap_or(Self::Other)
    }

    /// How many registers from `register` on belong to its group, at most `most`.
    #[inline]
    pub(crate) fn run(register: u32, most: u32) -> u32 {
        let end = END.get(register as usize).map_or(register + 1, |end| u32::from(*end));
        most.min(end - register)
    }
}

static GROUPS: [StateGroup; FILE_WORDS] = groups();

/// For each register, the first one after it that is of another group.
static END: [u16; FILE_WORDS] = {
    let groups = groups();
    let mut end = [FILE_WORDS as u16; FILE_WORDS];
    let mut at = FILE_WORDS - 1;
    while at > 0 {
        at -= 1;
        end[at] = if groups[at] as u8 == groups[at + 1] as u8 { end[at + 1] } else { at as u16 + 1 };
    }
    end
};

const fn groups() -> [StateGroup; FILE_WORDS] {
    let mut groups = [StateGroup::Other; FILE_WORDS];
    let mut row = 0;
    while row < REGISTERS.len() {
        let register = &REGISTERS[row];
        let mut at = register.index as usize;
        while at <= register.last() as usize && at < FILE_WORDS {
            groups[at] = group(at as u16, register.group);
            at += 1;
        }
        row += 1;
    }
    groups
}

const fn group(register: u16, block: Group) -> StateGroup {
    const FIRST_DRAW: u16 = index::VGT_EVENT_INITIATOR;
    const LAST_DRAW: u16 = index::VGT_IMMED_DATA;
    const HIGH: u16 = index::SHADER_CONSTANT + 1024;
    const AFTER_FETCH: u16 = index::SHADER_CONSTANT_FETCH + 192;
    match block {
        Group::System | Group::Counters | Group::Display => StateGroup::Other,
        _ if register >= FIRST_DRAW && register <= LAST_DRAW => StateGroup::Draw,
        Group::Surface => StateGroup::Surface,
        Group::Vertex => StateGroup::Vertex,
        Group::Setup => StateGroup::Setup,
        Group::Sequencer => StateGroup::Sequencer,
        Group::Backend => StateGroup::Backend,
        Group::Copy => StateGroup::Copy,
        Group::Constants if register < HIGH => StateGroup::AluLow,
        Group::Constants if register < index::SHADER_CONSTANT_FETCH => StateGroup::AluHigh,
        Group::Constants if register < AFTER_FETCH => StateGroup::Fetch,
        Group::Constants if register < index::SHADER_CONSTANT_LOOP + 32 => StateGroup::Flow,
        Group::Constants => StateGroup::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_where_the_table_has_them() {
        let of = StateGroup::of;
        assert_eq!([of(0), of(0x578), of(0x1922), of(0x5002)], [StateGroup::Other; 4]);
        assert_eq!([of(0x2000), of(0x2082)], [StateGroup::Surface; 2]);
        assert_eq!([of(0x21F9), of(0x21FD)], [StateGroup::Draw; 2]);
        assert_eq!([of(0x2200), of(0x2208), of(0x210D)], [StateGroup::Backend; 3]);
        assert_eq!([of(0x2318), of(0x231F)], [StateGroup::Copy; 2]);
        assert_eq!([of(0x43FF), of(0x4400)], [StateGroup::AluLow, StateGroup::AluHigh]);
        assert_eq!([of(0x4800), of(0x48BF)], [StateGroup::Fetch; 2]);
        assert_eq!([of(0x4900), of(0x4927)], [StateGroup::Flow; 2]);
        for (number, group) in StateGroup::ALL.into_iter().enumerate() {
            assert_eq!(group as usize, number);
        }
    }

    #[test]
    fn runs_end_where_groups_do() {
        assert_eq!(StateGroup::run(0x43FE, 100), 2);
        assert_eq!(StateGroup::run(0x4400, 2000), 1024);
        assert_eq!(StateGroup::run(0x5002, 9), 1);
        let mut at = 0;
        while at < FILE_WORDS as u32 {
            let run = StateGroup::run(at, u32::MAX);
            assert!((at..at + run).all(|each| StateGroup::of(each) == StateGroup::of(at)));
            at += run;
        }
        assert_eq!(at, FILE_WORDS as u32);
    }
}
