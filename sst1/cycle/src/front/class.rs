//! What a write waits for before it leaves the FIFO.
//!
//! Facts: digest 1.1 (Host handshake, Drains) and the columns F and S of section 4, as the register
//! table has them.

use sst1_board::{Access, Region};
use sst1_regs::{offset, register_at};

/// How a write passes the FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Around it: initialisation and video registers.
    Around,
    /// Popped at once.
    Free,
    /// Popped when everything before is finished: registers marked "sync".
    Sync,
    /// The same, but it is a texture unit's table, which commands do not carry with them.
    Table,
    /// Popped when no command waits; latches one.
    Command,
    /// swapbufferCMD.
    Swap,
}

fn register(at: u32) -> Class {
    match at {
        offset::TRIANGLE_CMD | offset::FTRIANGLE_CMD | offset::FASTFILL_CMD => Class::Command,
        offset::SWAPBUFFER_CMD => Class::Swap,
        offset::FBI_INIT4..0x240 => Class::Around,
        offset::TREX_INIT0..0x400 => Class::Table,
        _ if register_at(at).is_some_and(|register| register.sync) => Class::Sync,
        _ => Class::Free,
    }
}

impl Class {
    /// The class of a write.
    #[inline]
    pub fn of(access: &Access) -> Self {
        match Region::of(access.offset) {
            // The alternate map exchanges triangle parameters only, which are all alike.
            Region::Register => register(access.offset & 0x3FC),
            Region::Lfb | Region::Texture => Self::Command,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_board::Width;

    #[test]
    fn registers_have_the_classes_of_the_map() {
        let of = |offset| Class::of(&Access { offset, data: 0, width: Width::Word });
        assert_eq!(of(offset::DAC_DATA), Class::Around);
        assert_eq!(of(offset::STATUS), Class::Free);
        assert_eq!(of(0x0F0), Class::Free, "a gradient");
        assert_eq!(of(offset::ALPHA_MODE), Class::Free);
        assert_eq!(of(offset::FBZ_MODE), Class::Sync);
        assert_eq!(of(offset::NOP_CMD), Class::Sync);
        assert_eq!(of(offset::FOG_TABLE + 4 * 31), Class::Sync);
        assert_eq!(of(offset::T_LOD), Class::Free);
        assert_eq!(of(offset::NCC_TABLE1), Class::Table);
        assert_eq!(of(offset::FTRIANGLE_CMD | 1 << 10), Class::Command);
        assert_eq!(of(offset::SWAPBUFFER_CMD), Class::Swap);
        assert_eq!(of(0x40_0000 + offset::DAC_DATA), Class::Command, "LFB");
        assert_eq!(of(0x80_0000), Class::Command, "a download");
    }
}
