//! Textures of the shared streams, as their own programs sample them.
//!
//! For: streams whose pictures are rectangles of texels: each rectangle's vertex program and pixel
//! program run in the evaluator, the pixel program over this crate's sampler, and what comes out is
//! compared with the expected picture cell by cell. No EDRAM, no rasteriser: a rectangle's pixels
//! are those whose centres lie in it.
//! Not for: streams with blending, depth or resolves that matter. Of those only that every texture
//! their constants name is the same from the cache and from memory, at every draw.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use base_pixels::{Rgb8, decode_rgb8};
use base_trace::{Options, Source};
use serde_json::Value;
use xenos_eval::{
    Constants, Group, Limits, Memory, NoTextures, Prepared, Vector, first, inputs, run,
};
use xenos_front::{Direct, Event, Processor, Shader, Sink, State, TraceFeed};
use xenos_memory::GuestMemory;
use xenos_regs::fetch::TextureFetch;
use xenos_regs::index;
use xenos_regs::words::{PaSuVtxCntl, PixelCenter, VgtDrawInitiator};
use xenos_texture::{Sampler, TextureCache, texel};
use xenos_ucode::{Program, Stage};
use xenos_xtr::Reader;

/// Streams of flat rectangles of texels.
const STREAMS: [&str; 4] =
    ["02_mips", "04_dims", "06_texture_formats", "07_signs_exp_swizzle_endian"];

struct Guest<'m>(&'m GuestMemory);

impl Memory for Guest<'_> {
    fn dword(&self, address: u32) -> u32 {
        self.0.read_word(address << 2).unwrap_or(0)
    }
}

/// Draws rectangles as they come.
struct Painter {
    memory: Arc<GuestMemory>,
    cache: TextureCache,
    size: [u32; 2],
    pixels: Vec<[f32; 4]>,
    events: Vec<(&'static str, u64)>,
}

/// A rectangle's corner: its place, its interpolators.
struct Corner {
    at: [f32; 2],
    values: Vec<[f32; 4]>,
}

fn prepared(shader: &Shader, stage: Stage) -> Prepared {
    Prepared::new(&Program::decode(stage, shader.words()).program)
}

impl Painter {
    fn corners(&self, state: &State<'_>, initiator: VgtDrawInitiator) -> Option<Vec<Corner>> {
        let program = prepared(state.vertex_shader?, Stage::Vertex);
        let words = state.registers.words();
        let constants = Constants::of_registers(words, Stage::Vertex);
        let mut group = Group::new();
        let indices: Vec<u32> = (0..initiator.num_indices().min(4)).collect();
        inputs::vertices(&mut group, program.registers(), &indices);
        let (guest, limits) = (Guest(&self.memory), Limits::default());
        run(&program, &constants, &mut group, &guest, &NoTextures, &mut (), &limits);
        let float = |register: u16| f32::from_bits(state.registers.get(register));
        let center = PaSuVtxCntl::from_raw(state.registers.get(index::PA_SU_VTX_CNTL)).pix_center();
        let half = if center == PixelCenter::D3d { 0.5 } else { 0.0 };
        let corner = |lane: usize| {
            let [x, y, _, w] = group.exports.position().lane(lane);
            let x = x / w * float(index::PA_CL_VPORT_XSCALE) + float(index::PA_CL_VPORT_XOFFSET);
            let y = y / w * float(index::PA_CL_VPORT_YSCALE) + float(index::PA_CL_VPORT_YOFFSET);
            let values = group.exports.interpolators().iter().take(4).map(|out| out.lane(lane));
            Corner { at: [x + half, y + half], values: values.collect() }
        };
        (indices.len() >= 3).then(|| (0..3).map(corner).collect())
    }

    fn draw(&mut self, state: &State<'_>, initiator: VgtDrawInitiator) -> Option<()> {
        let corners = self.corners(state, initiator)?;
        let [a, b, c] = corners.as_slice() else { return None };
        let program = prepared(state.pixel_shader?, Stage::Pixel);
        let constants = Constants::of_registers(state.registers.words(), Stage::Pixel);
        let memory = Arc::clone(&self.memory);
        let sampler = Sampler::new(&memory, &self.cache);
        // The fourth corner lies across from the second.
        let last = [0, 1].map(|axis| a.at[axis] + c.at[axis] - b.at[axis]);
        let limits = [0, 1].map(|axis| {
            let all = [a.at[axis], b.at[axis], c.at[axis], last[axis]];
            let low = all.into_iter().fold(f32::MAX, f32::min);
            let high = all.into_iter().fold(f32::MIN, f32::max);
            // Pixels whose centres lie in it.
            ((low - 0.5).ceil().max(0.0) as u32, (high - 0.5).ceil().max(0.0) as u32)
        });
        let (right, below) =
            ([b.at[0] - a.at[0], b.at[1] - a.at[1]], [c.at[0] - a.at[0], c.at[1] - a.at[1]]);
        let area = right[0] * below[1] - right[1] * below[0];
        let mut group = Group::new();
        for y in (limits[1].0 & !1..limits[1].1.min(self.size[1])).step_by(2) {
            for x in (limits[0].0 & !1..limits[0].1.min(self.size[0])).step_by(2) {
                let places = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                let values = |at: usize| -> Vector {
                    let mut vector = [[0.0; 64]; 4];
                    for (lane, (x, y)) in places.into_iter().enumerate() {
                        let to = [x as f32 + 0.5 - a.at[0], y as f32 + 0.5 - a.at[1]];
                        let l1 = (to[0] * below[1] - to[1] * below[0]) / area;
                        let l2 = (right[0] * to[1] - right[1] * to[0]) / area;
                        for (component, lanes) in vector.iter_mut().enumerate() {
                            let [a, b, c] = [a, b, c].map(|corner| corner.values[at][component]);
                            lanes[lane] = a + l1 * (b - a) + l2 * (c - a);
                        }
                    }
                    vector
                };
                let interpolators: Vec<Vector> = (0..a.values.len()).map(values).collect();
                inputs::pixels(&mut group, program.registers(), first(4), &interpolators, None);
                let (guest, rules) = (Guest(&memory), Limits::default());
                run(&program, &constants, &mut group, &guest, &sampler, &mut (), &rules);
                for (lane, (x, y)) in places.into_iter().enumerate() {
                    let inside = (limits[0].0..limits[0].1).contains(&x)
                        && (limits[1].0..limits[1].1).contains(&y);
                    if inside && group.exports.colors()[0].any() >> lane & 1 != 0 {
                        let color = group.exports.colors()[0].lane(lane);
                        if let Some(pixel) = self.pixels.get_mut((y * self.size[0] + x) as usize) {
                            *pixel = color;
                        }
                    }
                }
            }
        }
        self.events.extend(sampler.events().map(|(event, count)| (event.name(), count)));
        Some(())
    }
}

impl Sink for &mut Painter {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        if let Event::Draw(draw) = event {
            self.draw(state, draw.initiator);
        }
    }
}

fn feed(path: &Path, memory: &Arc<GuestMemory>, mut inner: impl Sink) {
    let mut feed = TraceFeed::new(Processor::new(Arc::clone(memory)));
    let source = Source::open(path, Options::default().with_sha256(false)).expect("opened");
    let mut reader = Reader::new(source).expect("a trace");
    loop {
        let mut sink = Direct { memory, inner: &mut inner };
        let Some(entry) = reader.next_record().expect("a record") else {
            return feed.finish(&mut sink);
        };
        feed.record(&entry, &mut sink);
    }
}

fn play(path: &Path, size: [u32; 2]) -> Painter {
    let memory = Arc::new(GuestMemory::new());
    let mut painter = Painter {
        memory: Arc::clone(&memory),
        cache: TextureCache::default(),
        size,
        pixels: vec![[0.0; 4]; (size[0] * size[1]) as usize],
        events: Vec::new(),
    };
    feed(path, &memory, &mut painter);
    painter
}

fn picture(path: &Path) -> Rgb8 {
    decode_rgb8(&std::fs::read(path).expect("a picture")).expect("a PNG")
}

/// Cells, cells compared, pixels beyond their cell's tolerance, the first such.
fn compare(painter: &Painter, folder: &Path, name: &str) -> (usize, usize, u64, Option<String>) {
    let text = std::fs::read_to_string(folder.join("cells").join(format!("{name}.json")));
    let cells: Value = serde_json::from_str(&text.expect("cells")).expect("JSON");
    let cells = cells["cells"].as_array().expect("a list").clone();
    let expected = picture(&folder.join("expected").join(format!("{name}_f0.png")));
    let mask = picture(&folder.join("expected").join(format!("{name}_f0.mask.png")));
    let (mut compared, mut wrong, mut worst) = (0, 0, None);
    for cell in cells.iter().filter(|cell| cell["k"] != "mask") {
        compared += 1;
        let number = |value: &Value| value.as_u64().unwrap_or(0) as u32;
        let [x0, y0, x1, y1] = [0, 1, 2, 3].map(|at| number(&cell["rect"][at]));
        let tolerance = i32::try_from(cell["tol"].as_u64().unwrap_or(0)).unwrap_or(0);
        for (y, x) in (y0..y1).flat_map(|y| (x0..x1).map(move |x| (y, x))) {
            let at = (y * painter.size[0] + x) as usize;
            if mask.data[at * 3] == 0 {
                continue;
            }
            let got = painter.pixels[at].map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as i32);
            let [r, g, b] = [0, 1, 2].map(|c| i32::from(expected.data[at * 3 + c]));
            let far = [r - got[0], g - got[1], b - got[2]].map(i32::abs).into_iter().max();
            if far > Some(tolerance) {
                wrong += 1;
                let what = || format!("{} at {x},{y}: {:?} for {:?}", cell["name"], got, [r, g, b]);
                worst = worst.or_else(|| Some(what()));
            }
        }
    }
    (cells.len(), compared, wrong, worst)
}

#[test]
fn rectangles_of_texels_are_as_expected() {
    let paths: Vec<PathBuf> = base_corpus::xenos().expect("readable");
    for path in paths {
        let name = base_corpus::name(&path);
        let folder = path.parent().expect("a folder");
        if !STREAMS.contains(&name.as_str()) || !folder.join("cells").exists() {
            continue;
        }
        let painter = play(&path, [320, 192]);
        let (cells, compared, wrong, worst) = compare(&painter, folder, &name);
        println!("{name}: {compared} of {cells} cells compared, {wrong} pixels wrong");
        let mut names: Vec<_> = painter.events.iter().map(|(name, _)| *name).collect();
        names.dedup();
        names.sort_unstable();
        names.dedup();
        println!("  events: {names:?}; {} KiB of texels", painter.cache.bytes() / 1024);
        assert_eq!(worst, None, "{name}: {wrong} pixels");
    }
}

/// Looks at some texels of every texture constant at every draw.
struct Prober {
    memory: Arc<GuestMemory>,
    cache: TextureCache,
    /// The draw's number spreads the places.
    draws: u32,
    texels: u64,
}

impl Sink for &mut Prober {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        let Event::Draw(_) = event else { return };
        self.draws += 1;
        let first = index::SHADER_CONSTANT_FETCH;
        for slot in 0..32 {
            let word = |at: u16| state.registers.get(first + slot * 6 + at);
            let Ok(fetch) = TextureFetch::of_texture([0, 1, 2, 3, 4, 5].map(word)) else {
                continue;
            };
            let Ok(texture) = self.cache.texture(&fetch, &self.memory) else { continue };
            let levels = texture.layout().levels().iter().enumerate();
            for (number, level) in levels.skip(texture.layout().range.0 as usize) {
                let slices = if level.volume { level.size[2] } else { level.slices };
                let at = |size: u32, factor: u32| self.draws.wrapping_mul(factor) % size;
                let (slice, number) = (at(slices, 7), number as u32);
                let (x, y) = (at(level.size[0], 0x9E37_79B1), at(level.size[1], 0x85EB_CA6B));
                let kept = texture.texel(&self.memory, number, slice, x, y);
                let read = texel(&fetch, &self.memory, number, slice, x, y);
                let read = read.map(|texel| texel.map(f32::to_bits));
                assert_eq!(read, Ok(kept.map(f32::to_bits)), "{fetch:?} {number} {slice} {x} {y}");
                self.texels += 1;
            }
        }
    }
}

#[test]
fn every_texture_of_the_streams_is_the_same_kept_and_read() {
    for path in base_corpus::xenos().expect("readable") {
        let memory = Arc::new(GuestMemory::new());
        let cache = TextureCache::new(8 << 20);
        let mut prober = Prober { memory: Arc::clone(&memory), cache, draws: 0, texels: 0 };
        feed(&path, &memory, &mut prober);
        assert!(prober.cache.bytes() <= 8 << 20);
        let Prober { draws, texels, cache, .. } = prober;
        let (name, kept) = (base_corpus::name(&path), cache.len());
        println!("{name}: {draws} draws, {texels} texels, {kept} textures kept");
    }
}
