//! What a clear stores.
//!
//! Clears happen after copies alone, and store raw words. For: which words. Not for: where.
//! Facts: `docs/hardware/xenos-edram.md`, rules C1 to C3.

use xenos_regs::state::EdramCopy;

use crate::Kind;

/// The words that a clear stores in every sample of a surface of this kind.
pub const fn clear_words(copy: &EdramCopy, kind: Kind) -> [u32; 2] {
    match kind {
        // C1: depth above, stencil below, as the register has them.
        Kind::Depth(_) => [copy.depth_clear, 0],
        // C2 and C3: RB_COLOR_CLEAR is the first word, RB_COLOR_CLEAR_LO the second.
        Kind::Color(color) if crate::format::is_64(color) => copy.color_clear,
        Kind::Color(_) => [copy.color_clear[0], 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xenos_regs::words::{ColorFormat, DepthFormat};

    #[test]
    fn clears_are_raw_words() {
        let copy =
            EdramCopy { depth_clear: 0x1234_5678, color_clear: [1, 2], ..EdramCopy::default() };
        assert_eq!(clear_words(&copy, Kind::Depth(DepthFormat::D24FS8)), [0x1234_5678, 0]);
        assert_eq!(clear_words(&copy, Kind::Color(ColorFormat::Float2101010)), [1, 0]);
        assert_eq!(clear_words(&copy, Kind::Color(ColorFormat::Float3232)), [1, 2]);
    }
}
