//! A copy out of EDRAM.

use base_word::Word;
use serde::{Deserialize, Serialize};

use crate::index;
use crate::words::{CopySource, NumberFormat, RbCopyControl, RbCopyDestInfo, RbCopyDestPitch};

/// What a copy takes, gives and clears, apart from its place and its rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EdramCopy {
    /// RB_COPY_CONTROL.
    pub control: RbCopyControl,
    /// RB_COPY_DEST_INFO.
    pub info: RbCopyDestInfo,
    /// RB_COPY_DEST_PITCH.
    pub pitch: RbCopyDestPitch,
    /// RB_DEPTH_CLEAR.
    pub depth_clear: u32,
    /// RB_COLOR_CLEAR and RB_COLOR_CLEAR_LO.
    pub color_clear: [u32; 2],
}

impl EdramCopy {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        Self {
            control: RbCopyControl::from_raw(read(index::RB_COPY_CONTROL)),
            info: RbCopyDestInfo::from_raw(read(index::RB_COPY_DEST_INFO)),
            pitch: RbCopyDestPitch::from_raw(read(index::RB_COPY_DEST_PITCH)),
            depth_clear: read(index::RB_DEPTH_CLEAR),
            color_clear: [read(index::RB_COLOR_CLEAR), read(index::RB_COLOR_CLEAR_LO)],
        }
    }

    /// Whether depth and stencil are copied.
    pub fn is_depth(self) -> bool {
        !matches!(
            self.control.copy_src_select(),
            CopySource::Color0 | CopySource::Color1 | CopySource::Color2 | CopySource::Color3
        )
    }

    /// Without don't-care bits. Inferred: a copy of depth has neither exponent, exchange nor
    /// number format, and clears no colour; a slice and a height need a 3D destination; clear
    /// values need their enable bits.
    #[must_use]
    pub fn normalized(self) -> Self {
        let mut control = self.control.normalized();
        let mut info = self.info.normalized();
        let mut pitch = self.pitch.normalized();
        if self.is_depth() {
            control =
                control.with_copy_src_select(CopySource::Depth).with_color_clear_enable(false);
            info = info
                .with_copy_dest_exp_bias(0)
                .with_copy_dest_swap(false)
                .with_copy_dest_number(NumberFormat::UnsignedFraction);
        }
        if !info.copy_dest_array() {
            info = info.with_copy_dest_slice(0);
            pitch = pitch.with_copy_dest_height(0);
        }
        let depth_clear = if control.depth_clear_enable() { self.depth_clear } else { 0 };
        let color_clear = if control.color_clear_enable() { self.color_clear } else { [0; 2] };
        Self { control, info, pitch, depth_clear, color_clear }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_values_need_a_clear() {
        let copy = EdramCopy { depth_clear: 1, color_clear: [2, 3], ..EdramCopy::default() };
        assert_eq!(copy.normalized(), EdramCopy::default());
        let both = EdramCopy { control: RbCopyControl::from_raw(0x300), ..copy };
        assert_eq!(both.normalized(), both);
        let depth = EdramCopy { control: RbCopyControl::from_raw(0x307), ..copy };
        assert!(depth.is_depth());
        let normal = depth.normalized();
        assert_eq!((normal.depth_clear, normal.color_clear), (1, [0, 0]));
        assert_eq!(normal.control.raw(), 0x204);
        assert_eq!(normal, normal.normalized());
    }
}
