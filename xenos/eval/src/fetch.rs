//! What vertex and texture fetches have in common: where they run, and their destination.
//!
//! For: destination swizzles. Not for: what is fetched.
//! Facts: `docs/hardware/xenos-microcode.md`, rules A4 and V13.

use xenos_ucode::FetchSwizzle;
use xenos_ucode::codes::FetchComponent;

use crate::group::Group;
use crate::lanes::{LANES, LaneMask, Vector, ZEROS, write};
use crate::operand::wrapped;
use crate::report::{Seen, Unspecified};

/// Where a fetch runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) loop_index: i32,
    /// Lanes that it has effect in.
    pub(crate) lanes: LaneMask,
}

/// Writes what was fetched.
pub(crate) fn destination(
    (number, relative): (u8, bool),
    swizzle: FetchSwizzle,
    place: Place,
    value: &Vector,
    group: &mut Group,
    seen: &mut Seen,
) {
    if swizzle.mask().is_empty() {
        return;
    }
    let offset = if relative { place.loop_index } else { 0 };
    let register = wrapped(i32::from(number) + offset, place.lanes, seen);
    for (at, out) in (0..).zip(group.registers[register].iter_mut()) {
        match swizzle.component(at) {
            FetchComponent::Keep => {}
            FetchComponent::Zero => write(out, &ZEROS, place.lanes),
            FetchComponent::One => write(out, &[1.0; LANES], place.lanes),
            FetchComponent::Undefined6 => {
                seen.note(Unspecified::FetchSwizzle6, place.lanes);
                write(out, &ZEROS, place.lanes);
            }
            component => write(out, &value[component as usize & 3], place.lanes),
        }
    }
}
