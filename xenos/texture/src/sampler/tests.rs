use base_word::FieldValue;
use proptest::prelude::*;
use xenos_eval::Gradients;
use xenos_memory::Writer;
use xenos_regs::fetch::{AnisoFilter, ClampMode, Dimension, Swizzle, TextureFilter, TextureSign};
use xenos_regs::words::DataFormat;
use xenos_ucode::codes::FetchOpcode;
use xenos_ucode::{Stage, TextureFetch as Instruction};

use super::*;

const BASE: u32 = 0x0100_0000;
const MIPS: u32 = 0x0200_0000;

/// A linear 2D texture of one level, its components in order, point filters.
fn constant(width: u32, height: u32, format: DataFormat) -> TextureFetch {
    let mut fetch = TextureFetch::from_words([2, 0, 0, 0, 0, 1 << 9]);
    fetch.d0 = fetch.d0.with_pitch(8);
    fetch.d1 = fetch.d1.with_format(format).with_base_address(BASE >> 12);
    fetch.d2 = xenos_regs::fetch::TextureSize::from_raw((width - 1) | ((height - 1) << 13));
    fetch.d3 = fetch.d3.with_swizzle_y(Swizzle::Y).with_swizzle_z(Swizzle::Z);
    fetch.d3 = fetch.d3.with_swizzle_w(Swizzle::W);
    fetch.d0 = fetch.d0.with_clamp_x(ClampMode::ClampToLast).with_clamp_y(ClampMode::ClampToLast);
    fetch
}

/// A 2D texture whose levels 0 to `highest` are wholly 0, 51, 102, ..; linear, 8 bits.
fn levels(memory: &GuestMemory, size: u32, highest: u32) -> TextureFetch {
    let mut fetch = constant(size, size, DataFormat::K8);
    fetch.d4 = fetch.d4.with_mip_max_level(highest);
    fetch.d5 = fetch.d5.with_mip_address(MIPS >> 12);
    fetch.d3 = fetch.d3.with_mip_filter(TextureFilter::Point);
    for (number, level) in crate::layout::Layout::new(&fetch).levels().iter().enumerate() {
        let bytes = vec![51 * number as u8; level.end() as usize];
        memory.write_bytes(Writer::Cpu, level.address, &bytes).expect("inside");
    }
    fetch
}

fn plain(dimension: codes::Dimension) -> Instruction {
    Instruction::plain(FetchOpcode::Fetch, dimension)
}

/// All lanes ask at (x, y, z), without gradients.
fn at<'a>(
    instruction: &'a Instruction,
    fetch: &TextureFetch,
    [x, y, z]: [f32; 3],
) -> TextureRequest<'a> {
    TextureRequest {
        stage: Stage::Pixel,
        instruction,
        constant: fetch.words(),
        coordinates: [[x; 4], [y; 4], [z; 4]],
        gradients: None,
        lod: None,
        lanes: 15,
        covered: 15,
        quad: 0,
    }
}

fn sample(memory: &GuestMemory, request: &TextureRequest<'_>) -> [f32; 4] {
    let cache = TextureCache::default();
    Sampler::new(memory, &cache).sample(request)[0]
}

fn names(sampler: &Sampler<'_>) -> Vec<(&'static str, u64)> {
    sampler.events().map(|(event, count)| (event.name(), count)).collect()
}

#[test]
fn point_and_bilinear_in_a_row() {
    let memory = GuestMemory::new();
    memory.write_bytes(Writer::Cpu, BASE, &[0, 51, 102, 255]).expect("inside");
    let instruction = plain(codes::Dimension::D2);
    let mut fetch = constant(4, 1, DataFormat::K8);
    for (x, expected) in [(0.0, 0.0), (0.3, 0.2), (0.5, 0.4), (0.99, 1.0), (7.0, 1.0)] {
        assert_eq!(sample(&memory, &at(&instruction, &fetch, [x, 0.5, 0.0]))[0], expected);
    }
    fetch.d3 = fetch.d3.with_mag_filter(TextureFilter::Linear);
    let lerp = |a: f32, b: f32, w: f32| a + w * (b - a);
    for (x, expected) in [(0.125, 0.0), (0.25, 0.1), (0.4375, lerp(0.2, 0.4, 0.25)), (1.0, 1.0)] {
        assert_eq!(sample(&memory, &at(&instruction, &fetch, [x, 0.5, 0.0]))[0], expected, "{x}");
    }
}

#[test]
fn the_exponent_is_in_dword_3() {
    let memory = GuestMemory::new();
    memory.write_bytes(Writer::Cpu, BASE, &[255]).expect("inside");
    let instruction = plain(codes::Dimension::D2);
    for (d3, d4, expected) in [
        (0x0000_8000, 0, 0x4180_0000_u32),
        (0x0007_A000, 0, 0x3E00_0000),
        (0, 0x003E_0000, 0x3F80_0000),
    ] {
        let mut words = constant(1, 1, DataFormat::K8).words();
        words[3] |= d3;
        words[4] |= d4;
        let fetch = TextureFetch::from_words(words);
        let texel = sample(&memory, &at(&instruction, &fetch, [0.5, 0.5, 0.0]));
        assert_eq!(texel[0].to_bits(), expected);
    }
}

#[test]
fn swizzle_signs_and_literals() {
    let memory = GuestMemory::new();
    memory.write_bytes(Writer::Cpu, BASE, &[0x81, 51, 255, 64]).expect("inside");
    let instruction = plain(codes::Dimension::D2);
    let mut fetch = constant(1, 1, DataFormat::K8888);
    fetch.d0 = fetch.d0.with_sign_x(TextureSign::Signed).with_sign_y(TextureSign::Biased);
    fetch.d0 = fetch.d0.with_sign_w(TextureSign::Gamma);
    fetch.d3 = fetch.d3.with_swizzle_x(Swizzle::W).with_swizzle_y(Swizzle::X);
    fetch.d3 = fetch.d3.with_swizzle_z(Swizzle::Y).with_swizzle_w(Swizzle::One);
    let texel = sample(&memory, &at(&instruction, &fetch, [0.5, 0.5, 0.0]));
    assert_eq!(texel, [64.0 / 1023.0, -1.0, 2.0 * 0.2 - 1.0, 1.0]);
    fetch.d3 = fetch.d3.with_exp_adjust(2).with_swizzle_y(Swizzle::Zero);
    let texel = sample(&memory, &at(&instruction, &fetch, [0.5, 0.5, 0.0]));
    assert_eq!(texel, [4.0 * (64.0 / 1023.0), 0.0, 4.0 * (2.0 * 0.2 - 1.0), 4.0]);
}

#[test]
fn levels_by_register_and_bias_and_filter() {
    let memory = GuestMemory::new();
    let mut fetch = levels(&memory, 16, 4);
    let mut instruction = plain(codes::Dimension::D2);
    instruction.use_register_lod = true;
    let of = |fetch: &TextureFetch, instruction: &Instruction, lod: f32| {
        let mut request = at(instruction, fetch, [0.3, 0.3, 0.0]);
        request.lod = Some([lod; 4]);
        (sample(&memory, &request)[0] * 5.0 * 1024.0).round() / 1024.0
    };
    for (lod, expected) in [(-3.0, 0.0), (0.49, 0.0), (0.5, 1.0), (2.0, 2.0), (99.0, 4.0)] {
        assert_eq!(of(&fetch, &instruction, lod), expected, "{lod}");
    }
    instruction.lod_bias = 8;
    assert_eq!(of(&fetch, &instruction, 1.0), 2.0);
    fetch.d4 = fetch.d4.with_lod_bias(-64);
    assert_eq!(of(&fetch, &instruction, 4.0), 3.0);
    fetch.d4 = fetch.d4.with_lod_bias(0).with_mip_min_level(2).with_mip_max_level(3);
    assert_eq!((of(&fetch, &instruction, -9.0), of(&fetch, &instruction, 9.0)), (2.0, 3.0));
    instruction.lod_bias = 0;
    fetch.d4 = fetch.d4.with_mip_min_level(0).with_mip_max_level(4);
    fetch.d3 = fetch.d3.with_mip_filter(TextureFilter::Linear);
    assert_eq!(of(&fetch, &instruction, 1.25), 1.25);
    assert_eq!(of(&fetch, &instruction, 3.75), 3.75);
    assert_eq!(of(&fetch, &instruction, 4.75), 4.0);
    fetch.d3 = fetch.d3.with_mip_filter(TextureFilter::BaseMap);
    assert_eq!(of(&fetch, &instruction, 3.0), 0.0);
    instruction.mip_filter = codes::TextureFilter::Point;
    assert_eq!(of(&fetch, &instruction, 3.0), 3.0);
}

fn gradients(h: [f32; 3], v: [f32; 3]) -> Gradients {
    Gradients { h: h.map(|axis| [axis; 4]), v: v.map(|axis| [axis; 4]) }
}

#[test]
fn levels_by_gradients() {
    let memory = GuestMemory::new();
    let mut fetch = levels(&memory, 16, 4);
    let instruction = plain(codes::Dimension::D2);
    let cache = TextureCache::default();
    let sampler = Sampler::new(&memory, &cache);
    let mut request = at(&instruction, &fetch, [0.3, 0.3, 0.0]);
    for (h, v, lod) in [(1.0, 1.0, 0.0), (2.0, 1.0, 1.0), (1.0, 4.0, 2.0), (0.5, 0.25, -1.0)] {
        request.gradients = Some(gradients([h / 16.0, 0.0, 0.0], [0.0, v / 16.0, 0.0]));
        assert_eq!(sampler.computed_lod(&request), [lod; 4]);
    }
    request.gradients = Some(gradients([0.0; 3], [0.0; 3]));
    assert_eq!(sampler.computed_lod(&request), [f32::NEG_INFINITY; 4]);
    assert_eq!(sampler.sample(&request)[0][0], 0.0);
    fetch.d4 = fetch.d4.with_grad_exp_adjust_h(3).with_grad_exp_adjust_v(-2);
    let mut request = at(&instruction, &fetch, [0.3, 0.3, 0.0]);
    request.gradients = Some(gradients([1.0 / 16.0, 0.0, 0.0], [0.0, 4.0 / 16.0, 0.0]));
    assert_eq!(sampler.computed_lod(&request), [3.0; 4]);
    assert_eq!(sampler.sample(&request)[0][0], 0.6);
    // Texel coordinates.
    let unnormalized = Instruction { unnormalized: true, ..instruction };
    let mut request = at(&unnormalized, &fetch, [4.0, 4.0, 0.0]);
    request.gradients = Some(gradients([0.25, 0.0, 0.0], [0.0; 3]));
    assert_eq!(sampler.computed_lod(&request), [1.0; 4]);
}

#[test]
fn cube_levels_of_the_document() {
    let memory = GuestMemory::new();
    let cache = TextureCache::default();
    let sampler = Sampler::new(&memory, &cache);
    let mut fetch = constant(64, 64, DataFormat::K8888);
    fetch.d5 = fetch.d5.with_dimension(Dimension::Cube);
    let instruction = plain(codes::Dimension::Cube);
    let near = [1.992_187_5, 1.5, 4.0];
    let cases = [
        ([1.5, 1.5, 4.0], [1.5 + 1.0 / 64.0, 1.5, 4.0], [1.5, 1.5 + 1.0 / 64.0, 4.0], 0),
        ([1.5, 1.5, 4.0], [1.5 + 1.0 / 16.0, 1.5, 4.0], [1.5, 1.5 + 1.0 / 16.0, 4.0], 0x4000_0000),
        (near, [1.007_812_5, 1.5, 0.0], [1.992_187_5, 1.5 + 1.0 / 128.0, 4.0], 0xBC39_63DD_u32),
    ];
    for (first, right, below, expected) in cases {
        let lanes = [first, right, below, first];
        let mut request = at(&instruction, &fetch, [0.0; 3]);
        request.coordinates = [0, 1, 2].map(|axis| lanes.map(|lane| lane[axis]));
        let way = |to: [f32; 3]| [0, 1, 2].map(|axis| to[axis] - first[axis]);
        request.gradients = Some(gradients(way(right), way(below)));
        let lods = sampler.computed_lod(&request).map(f32::to_bits);
        assert_eq!(lods[..2], [expected; 2], "{first:?}");
    }
    let registers = Instruction { use_register_gradients: true, ..instruction };
    let mut request = at(&registers, &fetch, near);
    request.gradients = Some(gradients([1.0 / 32.0, 0.0, 0.0], [0.0, 1.0 / 32.0, 0.0]));
    assert_eq!(sampler.computed_lod(&request)[0].to_bits(), 0);
}

#[test]
fn cube_faces_and_layers_and_volumes() {
    let memory = GuestMemory::new();
    let instruction = plain(codes::Dimension::Cube);
    let mut fetch = constant(32, 32, DataFormat::K8);
    fetch.d0 = fetch.d0.with_pitch(8);
    // Slices of 32 rows of 256 bytes.
    for slice in 0..6_u8 {
        let bytes = [51 * slice; 8192];
        memory.write_bytes(Writer::Cpu, BASE + 8192 * u32::from(slice), &bytes).expect("inside");
    }
    fetch.d5 = fetch.d5.with_dimension(Dimension::Cube);
    for face in 0..6 {
        let request = at(&instruction, &fetch, [1.3, 1.9, face as f32 + 0.9]);
        assert_eq!(sample(&memory, &request)[0], face as f32 * 51.0 / 255.0);
    }
    let moved = Instruction { offset_z: 4, ..instruction };
    assert_eq!(sample(&memory, &at(&moved, &fetch, [1.5, 1.5, 1.0]))[0], 0.6);
    assert_eq!(sample(&memory, &at(&moved, &fetch, [1.5, 1.5, f32::NAN]))[0], 0.0);

    // Four layers; the third coordinate is 0 to 1, clamped.
    let mut layers = constant(32, 32, DataFormat::K8);
    layers.d2 = xenos_regs::fetch::TextureSize::from_raw(layers.d2.raw() | 3 << 26);
    layers.d1 = layers.d1.with_stacked(true);
    layers.d0 = layers.d0.with_clamp_z(ClampMode::ClampToLast);
    let instruction = plain(codes::Dimension::D3);
    for (z, expected) in [(0.0, 0.0), (0.3, 0.2), (0.74, 0.4), (2.0, 0.6)] {
        assert_eq!(sample(&memory, &at(&instruction, &layers, [0.5, 0.5, z]))[0], expected);
    }
    layers.d4 = layers.d4.with_vol_mag_filter(true);
    let between = sample(&memory, &at(&instruction, &layers, [0.5, 0.5, 0.25]))[0];
    assert!((between - 0.1).abs() < 1e-7);

    // A volume of eight, of which six are written; its slices are rows x 32.
    let mut volume = layers;
    volume.d1 = volume.d1.with_stacked(false);
    volume.d5 = volume.d5.with_dimension(Dimension::D3);
    volume.d2 = xenos_regs::fetch::TextureSize::from_raw(31 | 31 << 11 | 7 << 22);
    let between = sample(&memory, &at(&instruction, &volume, [0.5, 0.5, 3.25 / 8.0]))[0];
    assert!((between - 0.55).abs() < 1e-6, "{between}");
}

#[test]
fn borders_and_their_share() {
    let memory = GuestMemory::new();
    memory.write_bytes(Writer::Cpu, BASE, &[255; 4]).expect("inside");
    let cache = TextureCache::default();
    let sampler = Sampler::new(&memory, &cache);
    let mut fetch = constant(1, 1, DataFormat::K8888);
    fetch.d0 = fetch.d0.with_clamp_x(ClampMode::ClampToBorder);
    fetch.d3 = fetch.d3.with_mag_filter(TextureFilter::Linear);
    fetch.d5 = fetch.d5.with_force_bc_w_to_max(true);
    let instruction = plain(codes::Dimension::D2);
    let request = at(&instruction, &fetch, [0.25, 0.5, 0.0]);
    assert_eq!(sampler.sample(&request)[0], [0.75, 0.75, 0.75, 1.0]);
    assert_eq!(sampler.border_fraction(&request), [0.25; 4]);
    assert_eq!(sampler.weights(&request)[0], [0.75, 0.0, 0.0, 0.0]);
    assert_eq!(names(&sampler), [("border-share", 1)]);
    fetch.d5 = fetch.d5.with_border_color(BorderColor::AcbcryBlack);
    fetch.d0 = fetch.d0.with_clamp_x(ClampMode::ClampToHalfway);
    let request = at(&instruction, &fetch, [9.0, 0.5, 0.0]);
    assert_eq!(sampler.sample(&request)[0], [0.5, 0.75, 0.75, 1.0]);
    assert_eq!(names(&sampler), [("border-color", 1), ("border-share", 1)]);
}

#[test]
fn anisotropy_means_several_samples_along_the_longer_gradient() {
    let memory = GuestMemory::new();
    memory.write_bytes(Writer::Cpu, BASE, &[0, 51, 102, 153, 204, 255, 0, 0]).expect("inside");
    let cache = TextureCache::default();
    let sampler = Sampler::new(&memory, &cache);
    let mut fetch = constant(8, 1, DataFormat::K8);
    fetch.d3 = fetch.d3.with_aniso_filter(AnisoFilter::Max4);
    let instruction = plain(codes::Dimension::D2);
    let mut request = at(&instruction, &fetch, [0.25, 0.5, 0.0]);
    request.gradients = Some(gradients([0.5, 0.0, 0.0], [0.0, 1.0, 0.0]));
    // Four texels long and one across: four samples at texels 0 to 3.
    let texel = sampler.sample(&request)[0][0];
    assert!((texel - 0.3).abs() < 1e-7, "{texel}");
    assert_eq!(sampler.computed_lod(&request), [0.0; 4]);
    assert_eq!(names(&sampler), [("anisotropy", 1)]);
    let off = Instruction { anisotropy: codes::AnisotropyFilter::Disabled, ..instruction };
    let request = TextureRequest { instruction: &off, ..request };
    assert_eq!(sampler.computed_lod(&request), [2.0; 4]);
}

#[test]
fn what_has_no_meaning_is_counted() {
    let memory = GuestMemory::new();
    memory.write_bytes(Writer::Cpu, BASE, &[7; 64]).expect("inside");
    let cache = TextureCache::default();
    let count = |fetch: TextureFetch, instruction: Instruction| {
        let sampler = Sampler::new(&memory, &cache);
        let answer = sampler.sample(&at(&instruction, &fetch, [0.0; 3]))[0];
        (answer[0], names(&sampler))
    };
    let flat = plain(codes::Dimension::D2);
    let fetch = constant(4, 4, DataFormat::K8);
    let mut none = fetch;
    none.d0 = none.d0.with_fetch_type(xenos_regs::fetch::FetchType::Vertex);
    assert_eq!(count(none, flat), (0.0, vec![("fetch-constant-type", 1)]));
    let video = constant(4, 4, DataFormat::K16Mpeg);
    assert_eq!(count(video, flat), (0.0, vec![("texture-format", 1)]));
    let mut integer = fetch;
    integer.d3 = integer.d3.with_num_format(true);
    assert_eq!(count(integer, flat), (7.0, vec![("texture-integer", 1)]));
    let line = plain(codes::Dimension::D1);
    assert_eq!(count(fetch, line).1, [("dimension-mismatch", 1)]);
    assert_eq!(count(fetch, plain(codes::Dimension::D3)).1, []);
    let texels = Instruction { unnormalized: true, ..flat };
    assert_eq!(count(fetch, texels).1, []);
    let mut wrapping = fetch;
    wrapping.d0 = wrapping.d0.with_clamp_y(ClampMode::Mirror);
    assert_eq!(count(wrapping, texels).1, [("unnormalized-wrap", 1)]);
    let mut cube = fetch;
    cube.d5 = cube.d5.with_dimension(Dimension::Cube);
    let texels = Instruction { unnormalized: true, ..plain(codes::Dimension::Cube) };
    assert_eq!(count(cube, texels).1, [("unnormalized-cube", 1)]);
}

#[test]
fn a_sampler_is_shared_by_threads_and_answers_lanes_that_ask() {
    fn sync<T: Sync + Send>(value: T) -> T {
        value
    }
    let memory = GuestMemory::new();
    memory.write_bytes(Writer::Cpu, BASE, &[255; 0x4000]).expect("inside");
    let cache = sync(TextureCache::default());
    let sampler = sync(Sampler::new(&memory, &cache));
    let fetch = constant(64, 64, DataFormat::K8);
    std::thread::scope(|scope| {
        for lane in 0..4 {
            let (sampler, fetch) = (&sampler, &fetch);
            scope.spawn(move || {
                let instruction = plain(codes::Dimension::D2);
                for step in 0..64 {
                    let place = step as f32 / 64.0;
                    let mut request = at(&instruction, fetch, [place, place, 0.0]);
                    request.lanes = 1 << lane;
                    let answer = sampler.sample(&request);
                    for (other, texel) in answer.iter().enumerate() {
                        assert_eq!(texel[0], if other == lane { 1.0 } else { 0.0 });
                    }
                }
            });
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// What is kept is what memory holds, whatever is written in between.
    #[test]
    fn cached_is_direct(
        words in prop::array::uniform6(any::<u32>()),
        format in 0_u32..64,
        asked in 0_u32..4,
        size in any::<u32>(),
        writes in prop::collection::vec((any::<u32>(), prop::collection::vec(any::<u8>(), 1..64)), 1..6),
        places in prop::collection::vec([-2.0_f32..3.0, -2.0_f32..3.0, -1.0_f32..7.0], 1..16),
        lod in -2.0_f32..9.0,
    ) {
        let mut fetch = TextureFetch::from_words(words);
        fetch.d0 = fetch.d0.with_fetch_type(xenos_regs::fetch::FetchType::Texture);
        fetch.d1 = fetch.d1.with_format(DataFormat::from_bits(format)).with_base_address(BASE >> 12);
        fetch.d5 = fetch.d5.with_mip_address(MIPS >> 12);
        // Sizes of some hundred texels in every reading of the word.
        fetch.d2 = xenos_regs::fetch::TextureSize::from_raw(size & 0x0060_E0FF);
        let memory = GuestMemory::new();
        let (kept, none) = (TextureCache::new(1 << 20), TextureCache::new(0));
        let dimension = [codes::Dimension::D1, codes::Dimension::D2, codes::Dimension::D3, codes::Dimension::Cube];
        let mut instruction = plain(dimension[asked as usize]);
        instruction.use_register_lod = true;
        for (at_, bytes) in writes {
            let base = if at_ & 1 == 0 { BASE } else { MIPS };
            memory.write_bytes(Writer::Gpu, base + at_ % 0x4000, &bytes).expect("inside");
            let samplers = [Sampler::new(&memory, &kept), Sampler::new(&memory, &none)];
            for place in &places {
                let mut request = at(&instruction, &fetch, *place);
                request.lod = Some([lod, lod + 1.0, lod - 1.0, 0.0]);
                let [a, b] = samplers.each_ref().map(|sampler| {
                    sampler.sample(&request).map(|texel| texel.map(f32::to_bits))
                });
                prop_assert_eq!(a, b);
            }
            prop_assert_eq!(names(&samplers[0]), names(&samplers[1]));
        }
    }
}

fn bits() -> impl Strategy<Value = [f32; 4]> {
    prop::array::uniform4(prop_oneof![any::<u32>().prop_map(f32::from_bits), -3.0_f32..3.0])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Whatever constant, instruction and coordinates: an answer, the same from cache and memory,
    /// within the room given.
    #[test]
    fn nothing_is_too_odd(
        words in prop::array::uniform6(any::<u32>()),
        codes in prop::array::uniform8(0_u32..8),
        offsets in prop::array::uniform3(-16_i8..16),
        coordinates in [bits(), bits(), bits()],
        h in [bits(), bits(), bits()],
        v in [bits(), bits(), bits()],
        lod in bits(),
    ) {
        use xenos_ucode::codes::{AnisotropyFilter, TextureFilter};
        let mut fetch = TextureFetch::from_words(words);
        fetch.d0 = fetch.d0.with_fetch_type(xenos_regs::fetch::FetchType::Texture);
        let dimensions =
            [codes::Dimension::D1, codes::Dimension::D2, codes::Dimension::D3, codes::Dimension::Cube];
        let filters =
            [TextureFilter::Point, TextureFilter::Linear, TextureFilter::BaseMap, TextureFilter::Keep];
        let filter = |at: usize| filters[codes[at] as usize & 3];
        let anisotropy = [AnisotropyFilter::Max16, AnisotropyFilter::Keep];
        let mut instruction = plain(dimensions[codes[0] as usize & 3]);
        instruction.mag_filter = filter(1);
        instruction.min_filter = filter(2);
        instruction.mip_filter = filter(3);
        instruction.volume_mag_filter = filter(4);
        instruction.volume_min_filter = filter(5);
        instruction.anisotropy = anisotropy[codes[6] as usize & 1];
        instruction.unnormalized = codes[7] & 1 != 0;
        instruction.use_register_gradients = codes[7] & 2 != 0;
        [instruction.offset_x, instruction.offset_y, instruction.offset_z] = offsets;
        let mut request = at(&instruction, &fetch, [0.0; 3]);
        request.coordinates = coordinates;
        request.gradients = (codes[7] & 4 == 0).then_some(Gradients { h, v });
        request.lod = (codes[6] & 4 == 0).then_some(lod);
        let memory = GuestMemory::new();
        let (kept, none) = (TextureCache::new(1 << 20), TextureCache::new(0));
        let samplers = [Sampler::new(&memory, &kept), Sampler::new(&memory, &none)];
        let answers = samplers.each_ref().map(|sampler| {
            let all = |values: [[f32; 4]; 4]| values.map(|value| value.map(f32::to_bits));
            let one = |values: [f32; 4]| values.map(f32::to_bits);
            (
                all(sampler.sample(&request)),
                one(sampler.computed_lod(&request)),
                all(sampler.weights(&request)),
                one(sampler.border_fraction(&request)),
            )
        });
        prop_assert_eq!(answers[0], answers[1]);
        prop_assert!(kept.bytes() <= 1 << 20 && none.bytes() == 0);
    }
}
