use super::*;
use crate::index;

fn text(index: u16, word: u32) -> String {
    Value { index: u32::from(index), word }.to_string()
}

#[test]
fn values_are_printed_by_their_fields() {
    assert_eq!(
        text(index::RB_SURFACE_INFO, 0x0002_0140),
        "surface_pitch=320 msaa_samples=4x hiz_pitch=0"
    );
    assert_eq!(
        text(index::RB_COLOR_INFO, 0x03F3_0001).split(' ').next_back(),
        Some("color_exp_bias=-1")
    );
    assert_eq!(text(index::RB_ALPHA_REF, 0x3F00_0000), "0.5");
    assert_eq!(text(index::RB_DEPTH_CLEAR, 0xFFFF_FF00), "0xFFFFFF00");
    assert_eq!(text(0x0001, 7), "0x00000007");
}

#[test]
fn reserved_bits_appear_only_where_they_are_set() {
    assert_eq!(text(index::RB_MODECONTROL, 4), "edram_mode=color-depth");
    assert_eq!(text(index::RB_MODECONTROL, 0x84), "edram_mode=color-depth reserved_3=0x10");
}
