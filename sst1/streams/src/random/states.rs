//! The endless sequence of random pipeline states.

use sst1_board::Width;
use sst1_regs::offset;
use sst1_regs::words::{
    ClipLeftRight, ClipLowYHighY, FbzMode, LfbFormat, LfbMode, LfbWriteBuffer, TLod, TextureMode,
    ZaColor,
};

use super::parameters::Addressing;
use super::rng::Rng;
use super::texture::Unit;
use super::{HEIGHT, WIDTH, board, geometry, lfb, parameters, pixel, texture};
use crate::{Bus, Operation};

/// Base addresses in units of 8 bytes that a stream keeps coming back to, so that decoded textures
/// are met again.
const PLACES: usize = 6;
/// Bytes of texture memory that are filled at the start.
const FILLED: u32 = 1 << 16;

/// Random pipeline states, without end. Each item is one state: the register writes that lead to
/// it from the state before, and one to four commands. The first item fills the memories.
#[derive(Clone, Debug)]
pub struct States {
    rng: Rng,
    tmus: u32,
    started: bool,
    places: [u32; PLACES],
    addressing: Addressing,
    units: [Unit; 3],
    fbz_mode: FbzMode,
    lfb_mode: LfbMode,
    chroma_key: u32,
}

impl States {
    pub(super) fn new(seed: u64, tmus: u32) -> Self {
        let mut rng = Rng::new(seed);
        let places = std::array::from_fn(|_| match rng.below(4) {
            // Aligned to pages of a decoded cache, or not; in memory that is filled, or anywhere.
            0 => rng.below(FILLED / 8) & !127,
            1..3 => rng.below(FILLED / 8),
            _ => rng.below(1 << 19),
        });
        Self {
            rng,
            tmus: tmus.clamp(1, 3),
            started: false,
            places,
            addressing: Addressing::default(),
            units: [Unit::default(); 3],
            fbz_mode: FbzMode::default(),
            lfb_mode: LfbMode::default(),
            chroma_key: 0,
        }
    }

    /// A register write in one of the ways of addressing it.
    fn put(&mut self, out: &mut Vec<Operation>, at: u32, chips: u32, data: u32) {
        let (offset, data) = self.addressing.form(&mut self.rng, at, chips, data);
        Bus::new(out).register(offset, data);
    }

    /// A write to an FBI register; sometimes to texture units only, where it must not arrive.
    fn put_fbi(&mut self, out: &mut Vec<Operation>, at: u32, data: u32) {
        let chips = match self.rng.below(60) {
            0 => self.rng.below(16),
            1..6 => 1,
            _ => 0,
        };
        self.put(out, at, chips, data);
    }

    /// Random memories, tables and registers.
    fn start(&mut self, out: &mut Vec<Operation>) {
        self.addressing = board::init(&mut self.rng, &mut Bus::new(out), true);
        let mode = TextureMode::default().with_format(sst1_regs::words::TextureFormat::Argb4444);
        for at in [offset::TEXTURE_MODE, offset::T_LOD, offset::TEX_BASE_ADDR] {
            Bus::new(out).register(at, if at == offset::TEXTURE_MODE { mode.raw() } else { 0 });
        }
        for unit in 0..self.tmus {
            for word in 0..FILLED / 4 {
                let (t, s) = (word >> 7, (word & 127) * 2);
                let at = crate::texture::texel_offset(unit, 0, t, s, 2, false);
                let data = self.rng.word();
                Bus::new(out).write(at, data, Width::Word);
            }
        }
        let front = LfbMode::default().with_write_format(LfbFormat::Rgb565);
        let back = front.with_write_buffer(LfbWriteBuffer::Back);
        for mode in [front, back, front.with_write_format(LfbFormat::Depth)] {
            Bus::new(out).lfb_mode(mode);
            lfb::fill(&mut self.rng, out);
        }
        for group in 0..GROUPS {
            self.group(out, group);
        }
    }

    /// One state's operations.
    fn state(&mut self, out: &mut Vec<Operation>) {
        for group in 0..GROUPS {
            if self.rng.chance(LIKELY[group as usize % LIKELY.len()]) {
                self.group(out, group);
            }
        }
        self.triangles(out);
        for _ in 0..self.rng.between(0, 3) {
            self.command(out);
        }
    }

    fn group(&mut self, out: &mut Vec<Operation>, group: u32) {
        match group {
            0 => self.addressing = board::init(&mut self.rng, &mut Bus::new(out), false),
            1 => {
                self.fbz_mode = pixel::fbz_mode(&mut self.rng);
                self.put_fbi(out, offset::FBZ_MODE, self.fbz_mode.raw());
            }
            2 => {
                let word = pixel::color_path(&mut self.rng).raw();
                self.put_fbi(out, offset::FBZ_COLOR_PATH, word);
            }
            3 => {
                let word = pixel::alpha_mode(&mut self.rng).raw();
                self.put_fbi(out, offset::ALPHA_MODE, word);
            }
            4 => {
                let word = pixel::fog_mode(&mut self.rng).raw();
                self.put_fbi(out, offset::FOG_MODE, word);
            }
            5 => {
                self.lfb_mode = pixel::lfb_mode(&mut self.rng);
                self.put_fbi(out, offset::LFB_MODE, self.lfb_mode.raw());
            }
            6 => self.clip(out),
            7 => self.constants(out),
            8 => self.fog_table(out),
            9 => {
                let pattern = self.rng.pick(&[u32::MAX, 1, 0x8000_0000, 0xAAAA_5555]);
                let pattern = if self.rng.chance(60) { self.rng.word() } else { pattern };
                self.put_fbi(out, offset::STIPPLE, pattern);
            }
            10 => self.maps(out),
            11 => self.tables(out),
            _ => self.trex_init(out),
        }
    }

    fn clip(&mut self, out: &mut Vec<Operation>) {
        let rng = &mut self.rng;
        let mut range = |size: u32| match rng.below(40) {
            0 => (rng.below(1024), rng.below(1024)),
            1..3 => (rng.below(size), rng.below(size)),
            3..8 => (rng.below(size), size + rng.below(64)),
            8..18 => {
                let (a, b) = (rng.below(size + 1), rng.below(size + 1));
                (a.min(b), a.max(b))
            }
            _ => (0, size),
        };
        let ((left, right), (low, high)) = (range(WIDTH), range(HEIGHT));
        let columns = ClipLeftRight::default().with_left(left).with_right(right);
        let rows = ClipLowYHighY::default().with_low(low).with_high(high);
        self.put_fbi(out, offset::CLIP_LEFT_RIGHT, columns.raw());
        self.put_fbi(out, offset::CLIP_LOWY_HIGHY, rows.raw());
    }

    fn constants(&mut self, out: &mut Vec<Operation>) {
        let color1 = pixel::color(&mut self.rng);
        self.chroma_key =
            if self.rng.chance(50) { color1 } else { pixel::color(&mut self.rng) } & 0xFF_FFFF;
        let za =
            ZaColor::default().with_depth(pixel::depth(&mut self.rng)).with_alpha(self.rng.word());
        let fog = pixel::color(&mut self.rng);
        let color0 = pixel::color(&mut self.rng);
        for (at, word) in [
            (offset::COLOR0, color0),
            (offset::COLOR1, color1),
            (offset::CHROMA_KEY, self.chroma_key),
            (offset::ZA_COLOR, za.raw()),
            (offset::FOG_COLOR, fog),
        ] {
            self.put_fbi(out, at, word);
        }
    }

    fn fog_table(&mut self, out: &mut Vec<Operation>) {
        for n in 0..32 {
            let entry = pixel::fog_entry(&mut self.rng, n).raw();
            self.put_fbi(out, offset::FOG_TABLE + 4 * n, entry);
        }
    }

    /// textureMode, tLOD, tDetail and the base addresses of one unit or of all.
    fn maps(&mut self, out: &mut Vec<Operation>) {
        let one = self.rng.below(self.tmus);
        let all = self.rng.chance(30);
        let chips = if all { 0 } else { 2 << one };
        let mode: TextureMode = texture::mode(&mut self.rng);
        let lod: TLod = texture::lod(&mut self.rng);
        let detail = texture::detail(&mut self.rng).raw();
        for (n, unit) in (0u32..).zip(&mut self.units) {
            if all || n == one {
                *unit = Unit { mode, lod };
            }
        }
        self.put(out, offset::TEXTURE_MODE, chips, mode.raw());
        self.put(out, offset::T_LOD, chips, lod.raw());
        self.put(out, offset::T_DETAIL, chips, detail);
        for n in 0..if self.rng.chance(60) { 1 } else { 4 } {
            let place = self.rng.pick(&self.places);
            let base = if self.rng.chance(85) { place } else { self.rng.word() };
            self.put(out, offset::TEX_BASE_ADDR + 4 * n, chips, base);
        }
    }

    /// Entries of the NCC tables and of the palette.
    fn tables(&mut self, out: &mut Vec<Operation>) {
        let chips = if self.rng.chance(60) { 0 } else { 2 << self.rng.below(self.tmus) };
        if self.rng.chance(60) {
            let table = self.rng.below(2);
            let first = if table == 0 { offset::NCC_TABLE0 } else { offset::NCC_TABLE1 };
            for word in 0..12 {
                if self.rng.chance(70) {
                    let data = texture::ncc_word(&mut self.rng, table, word);
                    self.put(out, first + 4 * word, chips, data);
                }
            }
        } else {
            let most = if self.rng.chance(80) { 12 } else { 256 };
            for _ in 0..self.rng.below(most) {
                let word = 4 + self.rng.below(8);
                let data = self.rng.word() | 1 << 31;
                self.put(out, offset::NCC_TABLE0 + 4 * word, chips, data);
            }
        }
    }

    fn trex_init(&mut self, out: &mut Vec<Operation>) {
        let chips = if self.rng.chance(50) { 0 } else { 2 << self.rng.below(self.tmus) };
        let configuration = u32::from(self.rng.one_in(6)) << 18;
        let other = self.rng.word();
        self.put(out, offset::TREX_INIT1, chips, configuration | (other & !(1 << 18)));
        self.put(out, offset::TREX_INIT0, chips, other);
    }

    fn command(&mut self, out: &mut Vec<Operation>) {
        match self.rng.below(100) {
            0..60 => self.triangles(out),
            60..72 => {
                let format = self.lfb_mode.write_format();
                let wide = (4..15).contains(&(format as u32));
                lfb::writes(&mut self.rng, wide, out);
            }
            72..77 => lfb::reads(&mut self.rng, out),
            77..83 => self.put_fbi(out, offset::FASTFILL_CMD, 0),
            83..87 => {
                // The bits about retraces do not count where swaps happen at once.
                let word = self.rng.word();
                self.put_fbi(out, offset::SWAPBUFFER_CMD, word);
            }
            87..90 => {
                let word = self.rng.word();
                self.put_fbi(out, offset::NOP_CMD, word);
            }
            90..92 => {
                let register = self.rng.pick(&READABLE);
                Bus::new(out).read(register, Width::Word);
            }
            _ => {
                let unit = self.rng.below(self.tmus);
                let bound = self.units.get(unit as usize).copied().unwrap_or_default();
                for (offset, data) in texture::download(&mut self.rng, unit, bound) {
                    Bus::new(out).write(offset, data, Width::Word);
                }
            }
        }
    }

    fn triangles(&mut self, out: &mut Vec<Operation>) {
        for _ in 0..self.rng.between(1, 4) {
            self.triangle(out);
        }
    }

    fn triangle(&mut self, out: &mut Vec<Operation>) {
        let outline = geometry::outline(&mut self.rng, self.fbz_mode.clip());
        let flat = (self.fbz_mode.chroma_key() && self.rng.chance(25)).then_some(self.chroma_key);
        let writes =
            parameters::triangle(&mut self.rng, &outline, self.tmus, flat, self.addressing);
        for (offset, data) in writes {
            Bus::new(out).register(offset, data);
        }
    }
}

/// Groups of registers that are set together.
const GROUPS: u32 = 13;
/// In how many of 100 states each group is set anew.
const LIKELY: [u32; GROUPS as usize] = [6, 75, 75, 65, 50, 40, 35, 35, 5, 20, 60, 8, 4];

/// Registers whose value a program may depend on while drawing.
const READABLE: [u32; 9] = [
    offset::STATUS,
    offset::FBI_PIXELS_IN,
    offset::FBI_CHROMA_FAIL,
    offset::FBI_ZFUNC_FAIL,
    offset::FBI_AFUNC_FAIL,
    offset::FBI_PIXELS_OUT,
    offset::STIPPLE,
    offset::FBZ_MODE,
    offset::FOG_COLOR,
];

impl Iterator for States {
    type Item = Vec<Operation>;

    fn next(&mut self) -> Option<Vec<Operation>> {
        let mut out = Vec::new();
        if self.started {
            self.state(&mut out);
        } else {
            self.started = true;
            self.start(&mut out);
        }
        Some(out)
    }
}
