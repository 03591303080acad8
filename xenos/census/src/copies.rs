//! Copies out of EDRAM: their keys, and the memory that they write.
//!
//! Facts: docs/census-xenos.md; specification digest `xenos-hardware` section 6.

use std::collections::HashMap;

use base_word::{bits, sign_extend};
use xenos_front::Registers;
use xenos_memory::{GuestMemory, MEMORY_BYTES};
use xenos_regs::words::{
    ColorFormat, CopyCommand, CopySampleSelect, DataFormat, DepthFormat, Endian128, MsaaSamples,
    RbCopyDestInfo, RbCopyDestPitch,
};

use crate::keys::surface;
use crate::names::{COPY_SOURCE, named, yes};
use crate::pages::Pages;
use crate::registers::{self as reg, COLOR_INFO};
use crate::tables::{Tables, Which};
use crate::tiles::Area;

/// Numbers of pages that are kept, of all areas together.
const MOST_PAGES: usize = 1 << 19;

/// Remembers which pages copies write, since most copies come again in every frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    areas: HashMap<Area, Vec<u32>>,
    /// Page numbers in them, one an area besides.
    kept: usize,
}

/// A rectangle that a copy's vertices span, in pixels, before any offset and scissor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// First column and row.
    pub from: [i64; 2],
    /// First column and row beyond.
    pub to: [i64; 2],
}

impl Copies {
    /// Counts a copy, if its frame counts, and marks the pages that it writes.
    pub(crate) fn copy(
        &mut self,
        registers: &Registers,
        memory: &GuestMemory,
        tables: &mut Tables,
        pages: &mut Pages,
    ) {
        let rectangle = copy_rectangle(registers, memory);
        let area = rectangle.and_then(|rectangle| area(registers, rectangle));
        if tables.on {
            let bytes = area.map_or(0, |area| area.bytes());
            tables.count(Which::Resolves, &resolve(registers), bytes);
            tables.count(Which::Edram, &bases(registers), 0);
            let size = rectangle.map_or("size=none".to_owned(), |Rectangle { from, to }| {
                format!("size={}x{}", to[0] - from[0], to[1] - from[1])
            });
            tables.count(Which::ResolveSizes, &size, 0);
            let clear = clears(registers);
            if clear != "none" {
                tables.count(Which::Clears, &format!("what={clear} after=copy"), 0);
            }
            tables.count(Which::Summary, "what=copies", 0);
        }
        let Some(area) = area else { return };
        if self.kept >= MOST_PAGES && !self.areas.contains_key(&area) {
            self.areas.clear();
            self.kept = 0;
        }
        let kept = &mut self.kept;
        let found = self.areas.entry(area).or_insert_with(|| {
            let found = area.pages();
            *kept += found.len() + 1;
            found
        });
        for page in &*found {
            pages.resolved(*page, memory);
        }
    }
}

/// The number of the source colour; none of a depth copy.
fn color(control: u32) -> Option<u32> {
    Some(bits(control, 2, 0)).filter(|source| *source < 4)
}

/// What a copy clears.
fn clears(registers: &Registers) -> &'static str {
    let control = registers.get(reg::COPY_CONTROL);
    let of_color = control & 0x100 != 0 && color(control).is_some();
    match (of_color, control & 0x200 != 0) {
        (true, true) => "both",
        (true, false) => "color",
        (false, true) => "depth",
        (false, false) => "none",
    }
}

fn resolve(registers: &Registers) -> String {
    let control = registers.get(reg::COPY_CONTROL);
    let info = registers.get(reg::COPY_DEST_INFO);
    let (source, format, own) = if let Some(number) = color(control) {
        let word = registers.get(COLOR_INFO[number as usize & 3]);
        let format = named::<ColorFormat>(bits(word, 19, 16));
        (COPY_SOURCE[number as usize & 3], format, surface::bias(word))
    } else {
        let word = registers.get(reg::DEPTH_INFO);
        ("depth", named::<DepthFormat>(bits(word, 16, 16)), 0)
    };
    format!(
        "source={source} format={format} source-bias={own} msaa={} select={} dest={} pitch={} \
         bias={} endian={} swap={} clear={} array={} command={}",
        named::<MsaaSamples>(bits(registers.get(reg::SURFACE_INFO), 17, 16)),
        named::<CopySampleSelect>(bits(control, 6, 4)),
        named::<DataFormat>(bits(info, 12, 7)),
        bits(registers.get(reg::COPY_DEST_PITCH), 13, 0),
        sign_extend(bits(info, 21, 16), 6),
        named::<Endian128>(bits(info, 2, 0)),
        yes(info & 0x100_0000 != 0),
        clears(registers),
        yes(info & 8 != 0),
        named::<CopyCommand>(bits(control, 21, 20)),
    )
}

/// Where what is copied, and what is cleared of depth, lies in EDRAM.
fn bases(registers: &Registers) -> String {
    let control = registers.get(reg::COPY_CONTROL);
    let base = |info: u16| bits(registers.get(info), 10, 0).to_string();
    let mut colors = ["none"; 4];
    let color = color(control);
    let own = color.map(|number| base(COLOR_INFO[number as usize & 3]));
    if let (Some(number), Some(own)) = (color, &own) {
        colors[number as usize & 3] = own;
    }
    let takes_depth = color.is_none() || control & 0x200 != 0;
    let depth = if takes_depth { base(reg::DEPTH_INFO) } else { "none".to_owned() };
    surface::place(registers, "copy", &colors, &depth)
}

/// The three vertices of a copy, which vertex fetch constant 0 names.
pub fn copy_vertices(registers: &Registers, memory: &GuestMemory) -> Option<[[f32; 2]; 3]> {
    let (place, size) = (registers.get(reg::FETCH), registers.get(reg::FETCH + 1));
    if place & 3 != 3 || bits(size, 25, 2) != 6 {
        return None;
    }
    let mut words = [0; 6];
    memory.read_words(place & !3 & (MEMORY_BYTES - 1), &mut words).ok()?;
    let [a, b, c, d, e, f] = words.map(|word| f32::from_bits(exchanged(word, size & 3)));
    Some([[a, b], [c, d], [e, f]])
}

/// The rectangle of [`copy_vertices`].
pub fn copy_rectangle(registers: &Registers, memory: &GuestMemory) -> Option<Rectangle> {
    let vertices = copy_vertices(registers, memory)?;
    let half = if registers.get(reg::VTX_CNTL) & 1 == 0 { 0.5 } else { 0.0 };
    let mut found = Rectangle { from: [i64::MAX; 2], to: [i64::MIN; 2] };
    for (at, value) in vertices.into_iter().flatten().enumerate() {
        if !value.is_finite() {
            return None;
        }
        let fixed = ((f64::from(value) + half) * 256.0).round_ties_even() as i64;
        let side = at % 2;
        found.from[side] = found.from[side].min(fixed);
        found.to[side] = found.to[side].max(fixed);
    }
    let pixel = |fixed: i64| fixed.saturating_add(127) >> 8;
    Some(Rectangle { from: found.from.map(pixel), to: found.to.map(pixel) })
}

/// A word of big-endian memory as the GPU sees it.
fn exchanged(word: u32, endian: u32) -> u32 {
    match endian {
        0 => word.swap_bytes(),
        1 => word.rotate_left(16),
        2 => word,
        _ => word.swap_bytes().rotate_left(16),
    }
}

/// What a copy of the rectangle writes; nothing if it writes nothing.
fn area(registers: &Registers, rectangle: Rectangle) -> Option<Area> {
    let control = registers.get(reg::COPY_CONTROL);
    let info = RbCopyDestInfo::from_raw(registers.get(reg::COPY_DEST_INFO));
    let block = info.copy_dest_format().block();
    let depth = color(control).is_none();
    let bytes = if depth { 4 } else { block.bits / 8 };
    let pixels = block.width * block.height == 1 && bytes.is_power_of_two();
    if bits(control, 21, 20) == 3 || !(pixels || depth) {
        return None;
    }
    let signed = |word: u32| [15, 31].map(|hi| i64::from(sign_extend(word >> (hi - 15), 15)));
    let offset = signed(registers.get(reg::WINDOW_OFFSET));
    let moves = registers.get(reg::SC_MODE_CNTL) >> 16 & 1 != 0;
    let corner = |number| {
        let word = registers.get(number);
        [i64::from(bits(word, 13, 0)), i64::from(bits(word, 29, 16))]
    };
    let window = [corner(reg::WINDOW_SCISSOR_TL), corner(reg::WINDOW_SCISSOR_BR)];
    let fixed = registers.get(reg::WINDOW_SCISSOR_TL) >> 31 != 0;
    let screen = [reg::SCREEN_SCISSOR_TL, reg::SCREEN_SCISSOR_BR];
    let screen = screen.map(|number| signed(registers.get(number)));
    let pitch = i64::from(bits(registers.get(reg::SURFACE_INFO), 13, 0));
    let (mut from, mut to) = ([0; 2], [0; 2]);
    for side in 0..2 {
        let shift = if moves { offset[side] } else { 0 };
        let scissor = if fixed { 0 } else { offset[side] };
        let cut = |value: i64| value.max(0);
        let low = cut(window[0][side] + scissor).max(cut(screen[0][side]));
        let high = cut(window[1][side] + scissor).min(cut(screen[1][side]));
        let first = rectangle.from[side].saturating_add(shift).max(low);
        let last = rectangle.to[side].saturating_add(shift).min(high);
        if first >= last {
            return None;
        }
        let last = (last + 7) & !7;
        let last = if side == 0 { last.min(pitch & !7) } else { last };
        (from[side], to[side]) = ((first & !7) as u32, last.max(0) as u32);
    }
    let place = RbCopyDestPitch::from_raw(registers.get(reg::COPY_DEST_PITCH));
    let rounded = |value: u32| value.next_multiple_of(32);
    let slice = info.copy_dest_slice();
    let volume = info.copy_dest_array().then(|| (rounded(place.copy_dest_height()), slice));
    Some(Area {
        base: registers.get(reg::COPY_DEST_BASE),
        pitch: rounded(place.copy_dest_pitch()),
        volume,
        shift: bytes.trailing_zeros(),
        from,
        to,
    })
}
