//! Copies out of EDRAM into guest memory, and the clears after them.

use xenos_edram::{Surface, sample_count};
use xenos_front::{Draw, State};
use xenos_memory::{GuestMemory, Writer};
use xenos_regs::fetch::VertexFetch;
use xenos_regs::index;
use xenos_regs::state::Rectangle;
use xenos_renderer::Resolved;
use xenos_resolve::{Plan, Unplanned};

use crate::refusals::refusal;
use crate::soft::Soft;

/// Side of the squares that are stored one after the other: a macro tile, whose texels lie near one
/// another.
const SQUARE: i32 = 32;

impl Soft {
    /// Does a copy and its clears.
    pub(crate) fn copy(&mut self, state: &State<'_>, copy: &Draw<'_>) {
        let read = |register: u16| state.registers.get(register);
        let Some(corners) = corners(state, &self.memory) else {
            let word = read(index::SHADER_CONSTANT_FETCH);
            self.refusals.refuse(&refusal::COPY_VERTICES, "SHADER_CONSTANT_FETCH_00_0", word);
            return;
        };
        let plan = match Plan::new(read, corners) {
            Ok(plan) => plan,
            Err(reason) => {
                let (register, at) = place(reason);
                self.refusals.refuse(&refusal::COPY, register, read(at));
                return;
            }
        };
        if plan.rectangle.is_empty() {
            let pitch = read(index::RB_SURFACE_INFO);
            self.refusals.refuse(&refusal::COPY_EMPTY, "RB_SURFACE_INFO", pitch);
            return;
        }
        let it = plan.rectangle;
        let texels = u64::from((it.right - it.left).unsigned_abs())
            * u64::from((it.bottom - it.top).unsigned_abs());
        if !self.budget.spend(2 * texels, &mut self.refusals) {
            return;
        }
        self.resolved = self.store_texels(&plan, copy.number);
        self.statistics.copies += 1;
        let rectangle = plan.rectangle;
        for (surface, words) in [plan.clears.color, plan.clears.depth].into_iter().flatten() {
            self.fill(&surface, rectangle, words);
        }
    }

    /// Writes every texel of a copy, a macro tile at a time, in runs of bytes that touch.
    fn store_texels(&mut self, plan: &Plan, copy: u64) -> Option<Resolved> {
        let rectangle = plan.rectangle;
        let (mut first, mut last) = (u32::MAX, 0);
        let mut texels: Vec<(u32, xenos_resolve::Texel)> = Vec::new();
        let mut run: Vec<u8> = Vec::new();
        for (left, top) in squares(rectangle) {
            texels.clear();
            for y in top..(top | (SQUARE - 1)).saturating_add(1).min(rectangle.bottom) {
                for x in left..(left | (SQUARE - 1)).saturating_add(1).min(rectangle.right) {
                    let words = plan
                        .samples
                        .numbers()
                        .map(|s| plan.source.read(&self.edram, x as u32, y as u32, s));
                    texels.push((plan.destination.address(x, y), plan.texel(words)));
                }
            }
            // Of several texels at one address the last one stays, so their order is kept.
            texels.sort_by_key(|(address, _)| *address);
            let mut rest = texels.as_slice();
            while let Some((start, _)) = rest.first() {
                run.clear();
                let mut count = 0;
                for (address, texel) in rest {
                    if *address as usize != *start as usize + run.len() {
                        break;
                    }
                    run.extend_from_slice(texel.bytes());
                    count += 1;
                }
                if self.memory.write_bytes(Writer::Gpu, *start, &run).is_err() {
                    self.refusals.refuse(&refusal::MEMORY_OUTSIDE, "RB_COPY_DEST_BASE", *start);
                } else {
                    self.statistics.resolved += run.len() as u64;
                    first = first.min(*start);
                    last = last.max(*start + run.len() as u32);
                }
                // A texel of no bytes would never be passed; there is none, but nothing may hang.
                rest = rest.get(count.max(1)..).unwrap_or_default();
            }
        }
        (first < last).then(|| Resolved { copy, address: first, bytes: last - first })
    }

    /// Sets all samples of a rectangle.
    fn fill(&mut self, surface: &Surface, rectangle: Rectangle, words: [u32; 2]) {
        for y in rectangle.top..rectangle.bottom {
            for x in rectangle.left..rectangle.right {
                for sample in 0..sample_count(surface.samples()) {
                    surface.write(&mut self.edram, x as u32, y as u32, sample, words);
                }
            }
        }
    }
}

/// The squares that a rectangle touches: where each begins within it.
fn squares(rectangle: Rectangle) -> impl Iterator<Item = (i32, i32)> {
    let steps = |from: i32, to: i32| {
        (from & !(SQUARE - 1)..to).step_by(SQUARE as usize).map(move |at| at.max(from))
    };
    steps(rectangle.top, rectangle.bottom)
        .flat_map(move |top| steps(rectangle.left, rectangle.right).map(move |left| (left, top)))
}

/// The three vertices that vertex constant 0 points at.
fn corners(state: &State<'_>, memory: &GuestMemory) -> Option<[[f32; 2]; 3]> {
    let fetch = VertexFetch::of_vertices(state.registers.vertex_fetch(0)).ok()?;
    if fetch.bytes() != 24 {
        return None;
    }
    let mut words = [0; 6];
    memory.read_words(fetch.address(), &mut words).ok()?;
    let number = |n: usize| f32::from_bits(xenos_eval::swapped(words[n], fetch.d1.endian()));
    Some([0, 2, 4].map(|n| [number(n), number(n + 1)]))
}

/// The register that a copy fails by.
fn place(reason: Unplanned) -> (&'static str, u16) {
    match reason {
        Unplanned::Corner => ("SHADER_CONSTANT_FETCH_00_0", index::SHADER_CONSTANT_FETCH),
        Unplanned::Command(_) => ("RB_COPY_CONTROL", index::RB_COPY_CONTROL),
        Unplanned::Samples => ("RB_SURFACE_INFO", index::RB_SURFACE_INFO),
        Unplanned::Source(_) => ("RB_COLOR_INFO", index::RB_COLOR_INFO),
        Unplanned::Destination(_) | Unplanned::Endian(_) => {
            ("RB_COPY_DEST_INFO", index::RB_COPY_DEST_INFO)
        }
    }
}

#[cfg(test)]
mod tests;
