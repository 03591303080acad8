//! Fills and LFB writes.
//!
//! For: how long they take and which words go through the combiners when. Their values are in memory
//! already when they begin, since nothing else is at work; what passes through the combiners are
//! the same words again.
//! Not for: values, which are [`sst1_plan`]'s.
//!
//! Facts: digest 1.2 (Other operations).

use sst1_board::{State, Width};
use sst1_core::lfb::{self, Shape, Written};
use sst1_plan::{Plan, SIDE};

use super::pipe::STAGES;
use crate::combiner::WriteCombiner;
use crate::config::FillWidth;
use crate::port::{Address, BEAT};

/// Colour and auxiliary word of a pixel: whether each is written, and where.
type Words = [Option<u32>; 2];

/// A fill or LFB write at work.
#[derive(Clone, Debug)]
pub enum Direct {
    /// fastfillCMD.
    Fill(Fill),
    /// An LFB write.
    Lfb(Lfb),
}

impl Direct {
    /// Whether nothing is left but the write drain.
    pub fn is_over(&self) -> bool {
        match self {
            Self::Fill(fill) => fill.left == 0,
            Self::Lfb(lfb) => lfb.step >= lfb.steps.len(),
        }
    }

    /// One clock; the combiners are those of colours and of auxiliary words. Returns whether it made
    /// progress.
    pub fn clock(&mut self, now: u64, state: &State, writes: [&mut WriteCombiner; 2]) -> bool {
        match self {
            Self::Fill(fill) => fill.clock(state, writes),
            Self::Lfb(lfb) => lfb.clock(now, state, writes),
        }
    }
}

/// Writes the word that memory holds at `byte` into a combiner. Returns whether it was taken.
fn write(state: &State, combiner: &mut WriteCombiner, byte: u32) -> bool {
    byte >= state.frame_buffer.bytes()
        || combiner.update(Address::frame(byte), state.frame_buffer.read(byte), 3)
}

/// A fill: a word a clock, or as many pixels as lie in a beat.
#[derive(Clone, Debug)]
pub struct Fill {
    plan: FillPlan,
    column: i32,
    row: i32,
    /// Whether the pixel's colour is written and its auxiliary word is next.
    second: bool,
    wide: bool,
    /// Pixels left.
    left: u64,
}

#[derive(Clone, Debug)]
struct FillPlan {
    columns: [i32; 2],
    geometry: sst1_plan::Geometry,
    color: bool,
    aux: bool,
    /// Whether the rectangle has pixels.
    any: bool,
}

impl Fill {
    /// The fill that the registers ask for. One pixel's time passes even for an empty rectangle.
    pub fn new(plan: &Plan, aux: bool, width: FillWidth) -> Self {
        let geometry = &plan.geometry;
        let columns = [geometry.clip_columns.start.max(0), geometry.clip_columns.end.min(SIDE)];
        let rows = [geometry.clip_rows.start.max(0), geometry.clip_rows.end.min(SIDE)];
        let side = |[start, end]: [i32; 2]| (end - start).max(0) as u64;
        let pixels = side(columns) * side(rows);
        Self {
            column: columns[0],
            row: rows[0],
            second: false,
            wide: width == FillWidth::Beat,
            left: pixels.max(1),
            plan: FillPlan {
                columns,
                geometry: geometry.clone(),
                color: plan.fbi.rgb_write,
                aux,
                any: pixels > 0,
            },
        }
    }

    fn clock(&mut self, state: &State, writes: [&mut WriteCombiner; 2]) -> bool {
        if self.wide { self.beat(state, writes) } else { self.word(state, writes) }
    }

    /// The next pixels of the row, up to the end of a beat of colours and of auxiliary words, if
    /// both combiners take them.
    fn beat(&mut self, state: &State, [colors, auxes]: [&mut WriteCombiner; 2]) -> bool {
        let plan = &self.plan;
        if !plan.any {
            self.left = 0;
            return true;
        }
        let geometry = &plan.geometry;
        let row = geometry.memory_row(self.row);
        let place = |used: bool, base| used.then(|| geometry.address(base, row, self.column));
        let places = [place(plan.color, geometry.draw), place(plan.aux, geometry.aux)];
        let bytes = state.frame_buffer.bytes();
        let ready = |writes: &WriteCombiner, place: Option<u32>| {
            place.is_none_or(|byte| byte >= bytes || writes.ready(Address::frame(byte)))
        };
        if !(ready(colors, places[0]) && ready(auxes, places[1])) {
            return false;
        }
        let in_beat = |place: &u32| (BEAT as u32 - place % BEAT as u32).div_ceil(2);
        let most = places.iter().flatten().map(in_beat).min().unwrap_or(BEAT as u32 / 2);
        let pixels = most.min((plan.columns[1] - self.column) as u32);
        for (writes, place) in [(colors, places[0]), (auxes, places[1])] {
            let Some(first) = place else { continue };
            for pixel in 0..pixels {
                write(state, writes, first.wrapping_add(2 * pixel));
            }
        }
        self.left = self.left.saturating_sub(pixels.into());
        self.column += pixels as i32;
        self.end_row();
        true
    }

    fn end_row(&mut self) {
        if self.column >= self.plan.columns[1] {
            self.column = self.plan.columns[0];
            self.row += 1;
        }
    }

    fn word(&mut self, state: &State, [colors, auxes]: [&mut WriteCombiner; 2]) -> bool {
        let plan = &self.plan;
        let geometry = &plan.geometry;
        let address = |base| geometry.address(base, geometry.memory_row(self.row), self.column);
        if !self.second {
            let writes = plan.color && plan.any;
            if writes && !write(state, colors, address(geometry.draw)) {
                return false;
            }
            if plan.aux {
                self.second = true;
                return true;
            }
        } else if plan.any && !write(state, auxes, address(geometry.aux)) {
            return false;
        }
        self.second = false;
        self.left -= 1;
        self.column += 1;
        self.end_row();
        true
    }
}

/// What an LFB write does in a clock, or waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// So many clocks pass.
    Pass(u64),
    /// A word to the colour combiner, if there is one.
    Color(Option<u32>),
    /// A word to the auxiliary combiner.
    Aux(Option<u32>),
    /// A pixel's reads.
    Prefetch(Words),
}

/// An LFB write.
#[derive(Clone, Debug)]
pub struct Lfb {
    steps: Vec<Step>,
    step: usize,
    /// When the present step ends, once it has begun.
    until: Option<u64>,
    /// Reads of the present step that memory has not answered.
    reads: Vec<u32>,
    /// Reads asked for.
    asked: usize,
}

impl Lfb {
    /// The steps of a write that was executed.
    pub fn new(plan: &Plan, state: &State, offset: u32, data: u32, width: Width) -> Self {
        let pixels = pixels(plan, state, offset, data, width);
        let mut steps = Vec::new();
        if plan.lfb.pipeline {
            for pixel in pixels.into_iter().flatten() {
                // Set-up, prefetch, evaluate, pipe, colour, aux, finish.
                let fbi = &plan.fbi;
                let reads_aux =
                    fbi.depth_test.is_some() || (fbi.blend.is_some() && fbi.alpha_planes);
                let [color, aux] = pixel.places;
                let color_read = color.filter(|_| fbi.blend.is_some());
                let aux_read = aux.filter(|_| reads_aux);
                let writes_aux = state.fbi.fbz_mode.aux_write();
                steps.extend([
                    Step::Pass(1),
                    Step::Prefetch([color_read, aux_read]),
                    Step::Pass(1 + STAGES),
                    Step::Color(color.filter(|_| fbi.rgb_write)),
                    Step::Aux(aux.filter(|_| writes_aux)),
                    Step::Pass(1),
                ]);
            }
        } else {
            let [first, second] = pixels.map(|pixel| pixel.map_or([None; 2], LfbPixel::written));
            steps.extend([
                Step::Color(first[0]),
                Step::Color(second[0]),
                Step::Aux(first[1]),
                Step::Aux(second[1]),
            ]);
        }
        Self { steps, step: 0, until: None, reads: Vec::new(), asked: 0 }
    }

    /// The word that a read asks memory for.
    pub fn request(&self) -> Option<u32> {
        self.reads.get(self.asked).copied()
    }

    /// Memory took that request.
    pub fn accept_request(&mut self) {
        self.asked += 1;
    }

    /// An answer came.
    pub fn beat(&mut self) {
        self.reads.pop();
        self.asked -= self.asked.min(1);
    }

    fn clock(&mut self, now: u64, state: &State, [colors, auxes]: [&mut WriteCombiner; 2]) -> bool {
        let Some(step) = self.steps.get(self.step).copied() else { return false };
        let over = match step {
            Step::Pass(clocks) => now + 1 >= *self.until.get_or_insert(now + clocks),
            Step::Color(byte) => byte.is_none_or(|byte| write(state, colors, byte)),
            Step::Aux(byte) => byte.is_none_or(|byte| write(state, auxes, byte)),
            Step::Prefetch(words) => {
                if self.until.is_none() {
                    self.until = Some(now);
                    let bytes = state.frame_buffer.bytes();
                    self.reads = words.into_iter().flatten().filter(|at| *at < bytes).collect();
                    self.reads.is_empty()
                } else {
                    self.reads.is_empty()
                }
            }
        };
        if over {
            self.step += 1;
            self.until = None;
        }
        over
    }

    /// When the present step ends without anybody's help.
    pub fn next(&self) -> Option<u64> {
        match self.steps.get(self.step) {
            Some(Step::Pass(_)) => self.until.map(|until| until.saturating_sub(1)),
            _ => None,
        }
    }
}

/// A pixel of an LFB write.
#[derive(Clone, Copy, Debug)]
struct LfbPixel {
    places: Words,
    /// Whether the data has a colour, and a depth or alpha that is stored.
    has: [bool; 2],
}

impl LfbPixel {
    fn written(self) -> Words {
        let [color, aux] = self.places;
        [color.filter(|_| self.has[0]), aux.filter(|_| self.has[1])]
    }
}

/// The pixels of a write, left and right one.
fn pixels(
    plan: &Plan,
    state: &State,
    offset: u32,
    data: u32,
    width: Width,
) -> [Option<LfbPixel>; 2] {
    let (lfb, geometry) = (&plan.lfb, &plan.geometry);
    let single = match (lfb.shape, width) {
        (Shape::Reserved, _) | (Shape::Single, Width::Half) => return [None; 2],
        (shape, _) => shape == Shape::Single,
    };
    let written = match width {
        Width::Word => Written::word(data),
        Width::Half => Written::half(data, offset & 2 != 0),
    };
    let written = written.ordered(&state.profile, lfb.mode);
    let at = if single { offset >> 1 } else { offset };
    let row = (at >> 11 & 0x3FF) as i32;
    let memory_row = if lfb.flip { geometry.origin - row } else { row };
    let mask = if lfb.wraps_addresses { state.frame_buffer.bytes() - 1 } else { u32::MAX };
    let pixel = |column: i32, data: u32| {
        let unpacked = lfb::unpack(lfb.format, lfb.lanes, data);
        let place = |base| Some(geometry.address(base, memory_row, column) & mask);
        let alpha = unpacked.alpha.is_some() && lfb.bypass_alpha;
        LfbPixel {
            places: [place(lfb.base), place(geometry.aux)],
            has: [unpacked.color.is_some(), unpacked.depth.is_some() || alpha],
        }
    };
    if single {
        return [Some(pixel((at >> 1 & 0x3FF) as i32, written.word)), None];
    }
    let left = (at >> 1 & 0x3FE) as i32;
    std::array::from_fn(|half| {
        let data = written.word >> (16 * half) & 0xFFFF;
        written.halves[half].then(|| pixel(left + half as i32, data))
    })
}
