//! Which pixels a copy takes.
//!
//! Facts: specification digest `xenos-hardware` section 6.1; inferred from Direct3D's use.

use xenos_regs::state::Rectangle;

/// A copy's rectangle is a multiple of so many pixels in both directions.
pub const GRANULARITY: i32 = 8;
/// Rows that a copy has at most.
pub const MAX_HEIGHT: i32 = 16_376;

/// What else decides the rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Pixel centres are at whole coordinates, so that half a pixel is added.
    pub half_pixel: bool,
    /// Added to every corner, in pixels.
    pub window_offset: [i32; 2],
    /// What the scissors leave.
    pub scissor: Rectangle,
    /// The source's pitch in pixels.
    pub pitch: u32,
}

/// The pixels of a copy whose vertices are `corners`; `None` if a corner is not a number, and an
/// empty rectangle if nothing is left.
///
/// To 16.8 fixed point, to nearest even; the smallest and largest of the three; (v + 127) >> 8, so
/// that a corner on a pixel's centre takes it left and above, and not right and below; outwards to
/// multiples of eight; at most the pitch, rounded down.
pub fn rectangle(corners: [[f32; 2]; 3], rules: &Rules) -> Option<Rectangle> {
    let edges = |axis: usize| -> Option<[i32; 2]> {
        let fixed = corners.map(|corner| fixed(corner[axis], rules.half_pixel));
        let [a, b, c] = [fixed[0]?, fixed[1]?, fixed[2]?];
        let offset = rules.window_offset[axis];
        let pixel = |v: i32| ((v + 127) >> 8) + offset;
        Some([pixel(a.min(b).min(c)), pixel(a.max(b).max(c))])
    };
    let ([left, right], [top, bottom]) = (edges(0)?, edges(1)?);
    let scissor = rules.scissor;
    let left = left.clamp(scissor.left, scissor.right.max(scissor.left));
    let right = right.clamp(scissor.left, scissor.right.max(scissor.left));
    let top = top.clamp(scissor.top, scissor.bottom.max(scissor.top));
    let bottom = bottom.clamp(scissor.top, scissor.bottom.max(scissor.top));
    if left >= right || top >= bottom {
        return Some(Rectangle::default());
    }
    let down = |v: i32| v & !(GRANULARITY - 1);
    let up = |v: i32| down(v + GRANULARITY - 1);
    let widest = down(i32::try_from(rules.pitch).unwrap_or(i32::MAX));
    let top = down(top);
    Some(Rectangle {
        left: down(left).min(widest),
        top,
        right: up(right).min(widest),
        bottom: up(bottom).min(top.saturating_add(MAX_HEIGHT)),
    })
}

/// 16.8 fixed point, to nearest even.
fn fixed(value: f32, half_pixel: bool) -> Option<i32> {
    let moved = value + if half_pixel { 0.5 } else { 0.0 };
    // What a surface cannot have is held; its product by 256 is then exact in 64 bits.
    let held = f64::from(moved).clamp(-32768.0, 32767.0);
    (!moved.is_nan()).then(|| (held * 256.0).round_ties_even() as i32)
}

#[cfg(test)]
mod tests;
