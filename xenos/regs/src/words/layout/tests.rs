use super::*;
use base_word::FieldValue;

#[test]
fn vertex_elements_are_whole_dwords() {
    for code in 0..64 {
        let format = DataFormat::from_bits(code);
        let Some(layout) = format.vertex_layout() else { continue };
        assert_eq!(layout.dwords() * 32, format.block().bits, "{format:?}");
        assert!((1..=4).contains(&layout.components()));
    }
    assert_eq!(DataFormat::K111110.vertex_layout().map(|l| l.bits), Some([10, 11, 11, 0]));
    assert_eq!(DataFormat::Dxt1.vertex_layout(), None);
}

#[test]
fn swapping_twice_changes_nothing() {
    for code in 0..4 {
        let endian = Endian::from_bits(code);
        assert_eq!(endian.swap(endian.swap(0x1234_5678)), 0x1234_5678);
    }
    assert_eq!(Endian::Swap8In16.swap(0x1234_5678), 0x3412_7856);
    assert_eq!(Endian::Swap8In32.swap(0x1234_5678), 0x7856_3412);
    assert_eq!(Endian::Swap16In32.swap(0x1234_5678), 0x5678_1234);
}

#[test]
fn samples_of_64_bits_are_the_three_wide_formats() {
    let wide = (0..16).filter(|&c| ColorFormat::from_bits(c).sample_bits() == 64).count();
    assert_eq!(wide, 3);
}
