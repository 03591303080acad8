use super::*;
use base_word::FieldValue;

fn texture(dimension: Dimension, size: u32) -> TextureFetch {
    let mut words = [0; 6];
    words[0] = TextureFetch0::default().with_fetch_type(FetchType::Texture).raw();
    words[2] = size;
    words[5] = TextureFetch5::default().with_dimension(dimension).raw();
    TextureFetch::from_words(words)
}

#[test]
fn sizes_follow_the_dimension() {
    let flat = TextureSize2d::default().with_width(1279).with_height(719).with_stack_depth(5);
    let extent = texture(Dimension::D2, flat.raw()).extent();
    assert_eq!(extent, Extent { width: 1280, height: 720, depth: 1 });
    let mut stacked = texture(Dimension::D2, flat.raw());
    stacked.d1 = stacked.d1.with_stacked(true);
    assert_eq!(stacked.extent().depth, 6);
    let solid = TextureSize3d::default().with_width(31).with_height(15).with_depth(7);
    let extent = texture(Dimension::D3, solid.raw()).extent();
    assert_eq!(extent, Extent { width: 32, height: 16, depth: 8 });
    assert_eq!(texture(Dimension::D1, 0xFF00_00FF).extent().width, 256);
    assert_eq!(texture(Dimension::Cube, flat.raw()).extent().depth, 6);
}

#[test]
fn a_constant_of_another_type_is_named() {
    assert_eq!(TextureFetch::of_texture([3, 0, 0, 0, 0, 0]), Err(FetchType::Vertex));
    assert_eq!(VertexFetch::of_vertices([2, 0]), Err(FetchType::Texture));
    let words = [0x0123_4003, 0x1000_0012];
    let fetch = VertexFetch::of_vertices(words).expect("type 3");
    assert_eq!(fetch.words(), words);
    assert_eq!(fetch.address(), 0x0123_4000);
    assert_eq!(fetch.d1.endian(), crate::words::Endian::Swap8In32);
    assert_eq!(fetch.bytes(), 4 * 4);
    assert_eq!(fetch.normalized().d1.reserved_26(), 0);
}

#[test]
fn normalising_twice_is_normalising_once() {
    for seed in 0..1000u32 {
        let words = core::array::from_fn(|n| (seed + n as u32).wrapping_mul(0x9E37_79B9));
        let fetch = TextureFetch::from_words(words);
        let once = fetch.normalized();
        assert_eq!(once, once.normalized());
        assert_eq!(once.extent(), fetch.extent());
        assert_eq!(once.levels(), fetch.levels());
        assert_eq!(TextureFetch::from_words(fetch.words()), fetch);
    }
}

#[test]
fn levels_need_a_mip_address() {
    let size = TextureSize2d::default().with_width(63).with_height(63).raw();
    let mut fetch = texture(Dimension::D2, size);
    fetch.d4 = fetch.d4.with_mip_max_level(15);
    assert_eq!(fetch.levels(), (0, 0));
    fetch.d5 = fetch.d5.with_mip_address(1);
    assert_eq!(fetch.levels(), (1, 6));
    fetch.d1 = fetch.d1.with_base_address(2);
    assert_eq!(fetch.levels(), (0, 6));
}

#[test]
fn every_swizzle_code_has_a_variant() {
    assert_eq!(Swizzle::from_bits(5), Swizzle::One);
}
