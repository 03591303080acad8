use super::*;
use xenos_memory::Writer;

/// 64 x 64 texels of 8_8_8_8, tiled, at 1 MiB.
fn fetch() -> TextureFetch {
    TextureFetch::from_words([0x8080_0002, 0x0010_0006, 63 | 63 << 13, 0, 0, 1 << 9])
}

fn first(cache: &TextureCache, memory: &GuestMemory) -> f32 {
    let texture = cache.texture(&fetch(), memory).expect("a decoder");
    texture.texel(memory, 0, 0, 0, 0)[0]
}

#[test]
fn a_write_is_seen_by_who_asks_again() {
    let (memory, cache) = (GuestMemory::new(), TextureCache::default());
    assert_eq!(first(&cache, &memory), 0.0);
    memory.write_bytes(Writer::Gpu, 0x0010_0000, &[255]).expect("inside");
    assert_eq!(first(&cache, &memory), 1.0);
    let kept = cache.texture(&fetch(), &memory).expect("a decoder");
    memory.write_bytes(Writer::Cpu, 0x0020_0000, &[255]).expect("inside");
    let again = cache.texture(&fetch(), &memory).expect("a decoder");
    assert!(Arc::ptr_eq(&kept, &again), "a write elsewhere changes nothing");
}

#[test]
fn filters_and_swizzles_share_texels_and_signs_do_not() {
    let (memory, cache) = (GuestMemory::new(), TextureCache::default());
    let mut other = fetch();
    first(&cache, &memory);
    other.d3 = other.d3.with_exp_adjust(3);
    other.d0 = other.d0.with_clamp_x(xenos_regs::fetch::ClampMode::Mirror);
    cache.texture(&other, &memory).expect("a decoder");
    assert_eq!(cache.len(), 1);
    other.d0 = other.d0.with_sign_y(xenos_regs::fetch::TextureSign::Signed);
    cache.texture(&other, &memory).expect("a decoder");
    assert_eq!(cache.len(), 2);
}

#[test]
fn room_is_bounded_and_given_back() {
    let memory = GuestMemory::new();
    // Room for two pieces and their planes.
    let cache = TextureCache::new(40_000);
    for base in 1..20 {
        let mut fetch = fetch();
        fetch.d1 = fetch.d1.with_base_address(base << 8);
        memory.write_bytes(Writer::Cpu, base << 20, &[base as u8]).expect("inside");
        let texture = cache.texture(&fetch, &memory).expect("a decoder");
        for (x, y) in [(0, 0), (40, 0), (0, 40), (40, 40)] {
            let expected = if (x, y) == (0, 0) { base as f32 / 255.0 } else { 0.0 };
            assert_eq!(texture.texel(&memory, 0, 0, x, y)[0], expected);
            assert!(cache.bytes() <= 40_000);
        }
    }
    assert!(cache.len() < 19);
    // At least a piece of each texture, and four at most.
    assert!((19..=4 * 19).contains(&(cache.take_decoded() / 1024)));
    assert_eq!(cache.take_decoded(), 0);
    cache.clear();
    assert_eq!((cache.bytes(), cache.is_empty()), (0, true));
}

#[test]
fn places_outside_are_zeros() {
    let (memory, cache) = (GuestMemory::new(), TextureCache::default());
    memory.write_bytes(Writer::Cpu, 0x0010_0000, &[255; 0x4000]).expect("inside");
    let texture = cache.texture(&fetch(), &memory).expect("a decoder");
    assert_eq!(texture.texel(&memory, 0, 0, 63, 63), [1.0; 4]);
    for (level, slice, x, y) in [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 64, 0), (0, 0, 0, 64)] {
        assert_eq!(texture.texel(&memory, level, slice, x, y), [0.0; 4]);
    }
}

#[test]
fn runs_go_on_at_the_start_of_memory() {
    let (memory, cache) = (GuestMemory::new(), TextureCache::default());
    // 64 x 128 texels of 8 bits in the last page, in rows of 32 bytes that lie over one another.
    let mut fetch = TextureFetch::from_words([0x0040_0002, 0, 63 | 127 << 13, 0, 0, 1 << 9]);
    fetch.d1 = fetch.d1.with_format(xenos_regs::words::DataFormat::K8).with_base_address(0x1_FFFF);
    assert!(!fetch.d0.tiled());
    memory.write_bytes(Writer::Cpu, 0x1FFF_FFE0, &[255; 32]).expect("inside");
    memory.write_bytes(Writer::Cpu, 0, &[51; 32]).expect("inside");
    let texture = cache.texture(&fetch, &memory).expect("a decoder");
    let level = texture.layout().level(0).expect("a level");
    let reader = Reader::new(&fetch).expect("a decoder");
    for x in 0..64 {
        let expected = if x < 32 { 1.0 } else { 0.2 };
        assert_eq!(reader.texel(&memory, level, 0, x, 127)[0], expected);
        assert_eq!(texture.texel(&memory, 0, 0, x, 127)[0], expected);
    }
    let whole = reader.rectangle(&memory, level, 0, [0, 96], [64, 32]);
    assert_eq!((whole[31 * 64][0], whole[31 * 64 + 63][0]), (1.0, 0.2));
}

#[test]
fn textures_of_many_slices_are_forgotten() {
    let (memory, cache) = (GuestMemory::new(), TextureCache::default());
    for base in 1..300 {
        // 4 x 4 x 1024.
        let size = 3 | 3 << 11 | 1023 << 22;
        let mut fetch = TextureFetch::from_words([0x8080_0002, 6, size, 0, 0, 2 << 9]);
        fetch.d1 = fetch.d1.with_base_address(base << 8);
        cache.texture(&fetch, &memory).expect("a decoder");
    }
    assert!((100..257).contains(&cache.len()));
}
