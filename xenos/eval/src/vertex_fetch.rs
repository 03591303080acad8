//! Vertex fetch: an index to an element's components.
//!
//! For: indices, addresses, bounds, what a mini fetch takes over, the destination.
//! Not for: how an element's dwords become numbers (`unpack`).
//! Facts: `docs/hardware/xenos-microcode.md`, rules V1 to V5 and V12 to V14.

use xenos_regs::fetch::VertexFetch as Constant;
use xenos_ucode::VertexFetch;
use xenos_ucode::codes::FetchComponent;

use crate::constants::Constants;
use crate::endian::swapped;
use crate::fetch::{Place, destination};
use crate::float::flush;
use crate::group::{FullFetch, Group};
use crate::lanes::{Vector, ZERO_VECTOR, each};
use crate::operand::wrapped;
use crate::report::{Seen, Unspecified};
use crate::unpack::{Layout, unpack};

/// Vertex fetch constants that there are.
const VERTEX_CONSTANTS: u32 = 96;

/// Guest memory, as fetches see it.
pub trait Memory {
    /// The dword at an address in dwords (not bytes): its four bytes read as a big-endian number.
    fn dword(&self, address: u32) -> u32;
}

impl<M: Memory + ?Sized> Memory for &M {
    fn dword(&self, address: u32) -> u32 {
        (**self).dword(address)
    }
}

/// Memory of zeros.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMemory;

impl Memory for NoMemory {
    fn dword(&self, _: u32) -> u32 {
        0
    }
}

/// Runs a fetch.
pub(crate) fn run<M: Memory + ?Sized>(
    fetch: &VertexFetch,
    place: Place,
    constants: &Constants,
    memory: &M,
    group: &mut Group,
    seen: &mut Seen,
) {
    let lanes = place.lanes;
    // The source is read before the destination is written (rule V1).
    if !fetch.mini {
        start(fetch, place, group, seen);
    }
    if fetch.destination_swizzle.mask().is_empty() {
        return;
    }
    let layout = Layout {
        format: fetch.format,
        signed: fetch.signed,
        integer: fetch.integer,
        mode: fetch.signed_mode,
        exponent: fetch.exponent,
    };
    let mut result: Vector = ZERO_VECTOR;
    let mut started = 0;
    for lane in each(lanes) {
        let Some(full) = group.full_fetch[lane] else {
            // Four zeros, whatever the format makes of zeros (rule V2).
            seen.note(Unspecified::MiniWithoutFull, 1 << lane);
            continue;
        };
        started |= 1 << lane;
        let words = element(fetch, lane, full, constants, memory, seen);
        for (component, value) in result.iter_mut().zip(unpack(layout, words)) {
            component[lane] = value;
        }
    }
    if fetch.format.is_defined() {
        let lacks = (0..4).any(|at| {
            let component = fetch.destination_swizzle.component(at);
            component <= FetchComponent::W && component as u32 >= fetch.format.components()
        });
        seen.note_if(lacks, Unspecified::ComponentLacking, started);
    } else {
        seen.note(Unspecified::VertexFormat, started);
    }
    let to = (fetch.destination, fetch.destination_relative);
    destination(to, fetch.destination_swizzle, place, &result, group, seen);
}

/// A lane's element, in the chip's byte order (rules V4 and V5).
fn element<M: Memory + ?Sized>(
    fetch: &VertexFetch,
    lane: usize,
    full: FullFetch,
    constants: &Constants,
    memory: &M,
    seen: &mut Seen,
) -> [u32; 4] {
    let mut words = [0; 4];
    if u32::from(full.constant) >= VERTEX_CONSTANTS {
        seen.note(Unspecified::FetchConstantSlot, 1 << lane);
        return words;
    }
    let Ok(constant) = Constant::of_vertices(constants.vertex_fetch(full.constant.into())) else {
        seen.note(Unspecified::FetchConstantType, 1 << lane);
        return words;
    };
    for (at, word) in (0..).zip(words.iter_mut().take(fetch.format.dwords() as usize)) {
        let offset = full.element + i64::from(fetch.offset) + at;
        if (0..i64::from(constant.d1.size())).contains(&offset) {
            let address = constant.d0.address().wrapping_add(offset as u32);
            *word = swapped(memory.dword(address), constant.d1.endian());
        }
    }
    words
}

/// Keeps where a full fetch starts (rules V2 and V3).
fn start(fetch: &VertexFetch, place: Place, group: &mut Group, seen: &mut Seen) {
    let offset = if fetch.source_relative { place.loop_index } else { 0 };
    let register = wrapped(i32::from(fetch.source) + offset, place.lanes, seen);
    let source = &group.registers[register][fetch.source_component as usize];
    for lane in each(place.lanes) {
        // A single number and a half have an exact sum in double precision, unless the number is so
        // small that it cannot matter.
        let number = f64::from(flush(source[lane]));
        let floor = libm::floor(if fetch.index_rounded { number + 0.5 } else { number });
        // Held to 32 bits; a NaN becomes 0.
        let index = i64::from(floor as i32);
        group.full_fetch[lane] = Some(FullFetch {
            constant: fetch.constant() as u8,
            element: index * i64::from(fetch.stride),
        });
    }
}
