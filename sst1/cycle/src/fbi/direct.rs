//! Fills and LFB writes.
//!
//! For: how long they take and which words go through the combiners when. Their values are in memory
//! already when they begin, since nothing else is at work; what passes through the combiners are
//! the same words again.
//! Not for: values, which are [`sst1_plan`]'s.
//!
//! Facts: digest 1.2 (Other operations).

use sst1_board::{State, Width};
use sst1_facts::Profile;
use sst1_plan::Plan;
use sst1_plan::lfb::{self, Bytes};

use super::pipe::STAGES;
use crate::combiner::WriteCombiner;
use crate::command::Extent;
use crate::config::Filling;
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

    /// Where it writes colours, and depths or alphas.
    pub fn extents(&self) -> [Extent; 2] {
        match self {
            Self::Fill(fill) => fill.extents(),
            // Few words, and drained before a triangle follows.
            Self::Lfb(_) => [Extent::ALL; 2],
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

/// A fill: a word a clock, or as many pixels as lie in a group of so many bytes.
#[derive(Clone, Debug)]
pub struct Fill {
    plan: FillPlan,
    rows: [i32; 2],
    /// Columns of the strip in work.
    across: [i32; 2],
    column: i32,
    row: i32,
    /// Whether the pixel's colour is written and its auxiliary word is next.
    second: bool,
    /// Bytes of a group of neighbouring pixels; 0: a word a clock.
    group: u32,
    /// Pixels left.
    left: u64,
}

#[derive(Clone, Debug)]
struct FillPlan {
    columns: [i32; 2],
    /// Columns of a strip, counted from the screen's edge.
    strip: i32,
    geometry: sst1_plan::Geometry,
    color: bool,
    aux: bool,
    /// Whether the rectangle has pixels.
    any: bool,
}

impl Fill {
    /// The fill that the registers ask for, in strips of so many columns; 0: in whole rows. One pixel's time passes even for an empty rectangle.
    pub fn new(plan: &Plan, profile: &Profile, aux: bool, width: Filling, strip: u32) -> Self {
        let geometry = &plan.geometry;
        let (columns, rows) = sst1_plan::filled(plan, profile);
        let (columns, rows) = ([columns.start, columns.end], [rows.start, rows.end]);
        let side = |[start, end]: [i32; 2]| (end - start).max(0) as u64;
        let pixels = side(columns) * side(rows);
        let mut fill = Self {
            rows,
            across: columns,
            column: columns[0],
            row: rows[0],
            second: false,
            group: match width {
                Filling::Word => 0,
                Filling::Pair => 4,
                Filling::Beat => BEAT as u32,
            },
            left: pixels.max(1),
            plan: FillPlan {
                columns,
                strip: if strip == 0 { i32::MAX } else { strip as i32 },
                geometry: geometry.clone(),
                color: plan.fbi.rgb_write,
                aux,
                any: pixels > 0,
            },
        };
        fill.begin_strip(columns[0]);
        fill
    }

    /// Goes to the first row of the strip that `first` lies in.
    fn begin_strip(&mut self, first: i32) {
        let FillPlan { columns, strip, .. } = self.plan;
        let end = (first.div_euclid(strip) + 1).saturating_mul(strip);
        self.across = [first, end.min(columns[1])];
        (self.column, self.row) = (first, self.rows[0]);
    }

    fn extents(&self) -> [Extent; 2] {
        let (plan, geometry) = (&self.plan, &self.plan.geometry);
        let ends = [self.rows[0], self.rows[1] - 1].map(|row| i64::from(geometry.memory_row(row)));
        let first = ends[0].min(ends[1]) * i64::from(geometry.stride);
        let last = ends[0].max(ends[1]) * i64::from(geometry.stride);
        let columns = plan.columns.map(|column| 2 * i64::from(column));
        let at = |used: bool, base: u32| {
            let extent = Extent { start: first + columns[0], end: last + columns[1] };
            if used { extent.plus(base.into()) } else { Extent::default() }
        };
        [at(plan.color && plan.any, geometry.draw), at(plan.aux && plan.any, geometry.aux)]
    }

    fn clock(&mut self, state: &State, writes: [&mut WriteCombiner; 2]) -> bool {
        if self.group > 0 { self.group(state, writes) } else { self.word(state, writes) }
    }

    /// The next pixels of the row, up to the end of a group of colours and of auxiliary words, if
    /// both combiners take them.
    fn group(&mut self, state: &State, [colors, auxes]: [&mut WriteCombiner; 2]) -> bool {
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
        let left = |place: &u32| (self.group - place % self.group).div_ceil(2);
        let most = places.iter().flatten().map(left).min().unwrap_or(self.group / 2);
        let pixels = most.min((self.across[1] - self.column) as u32);
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
        if self.column >= self.across[1] {
            self.column = self.across[0];
            self.row += 1;
            if self.row >= self.rows[1] && self.across[1] < self.plan.columns[1] {
                self.begin_strip(self.across[1]);
            }
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
        let pixels = lfb::bytes(plan, state, offset, data, width);
        let mut steps = Vec::new();
        if plan.lfb.pipeline {
            for pixel in pixels.into_iter().flatten() {
                // Set-up, prefetch, evaluate, pipe, colour, aux, finish.
                let fbi = &plan.fbi;
                let reads_aux =
                    fbi.depth_test.is_some() || (fbi.blend.is_some() && fbi.alpha_planes);
                let Bytes { color, aux, .. } = pixel;
                let color_read = fbi.blend.is_some().then_some(color);
                let aux_read = reads_aux.then_some(aux);
                let writes_aux = state.fbi.fbz_mode.aux_write();
                steps.extend([
                    Step::Pass(1),
                    Step::Prefetch([color_read, aux_read]),
                    Step::Pass(1 + STAGES),
                    Step::Color(fbi.rgb_write.then_some(color)),
                    Step::Aux(writes_aux.then_some(aux)),
                    Step::Pass(1),
                ]);
            }
        } else {
            let stored = |Bytes { color, aux, stored }| {
                [stored[0].then_some(color), stored[1].then_some(aux)]
            };
            let [first, second] = pixels.map(|pixel| pixel.map_or([None; 2], stored));
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
