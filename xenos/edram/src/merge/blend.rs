//! Blending: two factors and an operation for colour, and for alpha.
//!
//! For: numbers in, numbers out, within what the target's components reach.
//! Not for: decoding and encoding.
//! Facts: `docs/hardware/xenos-edram.md`, rules B4 to B8.

use xenos_regs::words::{BlendFactor, BlendOp, RbBlendcontrol};

use crate::format::Reach;

/// The NaN that arithmetic gives (rule B8).
const NAN: f32 = f32::from_bits(0x7FC0_0000);

/// One half of RB_BLENDCONTROL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Half {
    source: BlendFactor,
    op: BlendOp,
    dest: BlendFactor,
}

/// The colours that factors name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colors {
    pub(super) source: [f32; 4],
    pub(super) dest: [f32; 4],
    pub(super) constant: [f32; 4],
}

impl Half {
    pub(super) fn color(control: RbBlendcontrol) -> Self {
        Self {
            source: control.color_srcblend(),
            op: control.color_comb_fcn(),
            dest: control.color_destblend(),
        }
    }

    pub(super) fn alpha(control: RbBlendcontrol) -> Self {
        Self {
            source: control.alpha_srcblend(),
            op: control.alpha_comb_fcn(),
            dest: control.alpha_destblend(),
        }
    }

    /// Source x 1 + destination x 0: the destination is not looked at.
    pub(super) fn is_source(self) -> bool {
        self == Self { source: BlendFactor::One, op: BlendOp::Add, dest: BlendFactor::Zero }
    }

    /// Component `c` (3 is alpha) of the result, unclamped.
    #[inline]
    pub(super) fn apply(self, colors: &Colors, c: usize, reach: Reach) -> f32 {
        let (source, dest) = (colors.source[c], colors.dest[c]);
        match self.op {
            BlendOp::Min => return least(source, dest),
            BlendOp::Max => return greatest(source, dest),
            _ => {}
        }
        let source = term(source, self.source, colors, c, reach);
        let dest = term(dest, self.dest, colors, c, reach);
        match self.op {
            BlendOp::Subtract => difference(source, dest),
            BlendOp::ReverseSubtract => difference(dest, source),
            // Reserved operations add (rule B7).
            _ => match (source, dest) {
                (Some(source), Some(dest)) => number(source + dest),
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => 0.0,
            },
        }
    }
}

/// Whether a factor or an operation is a reserved one.
pub fn is_reserved(control: RbBlendcontrol) -> bool {
    [Half::color(control), Half::alpha(control)].iter().any(|half| {
        let op = matches!(half.op, BlendOp::Reserved5 | BlendOp::Reserved6 | BlendOp::Reserved7);
        let factor = |factor| matches!(factor as u32, 2 | 3 | 17..=31);
        op || factor(half.source) || factor(half.dest)
    })
}

/// A side times its factor; nothing if the factor is zero (rule B5).
#[inline]
fn term(side: f32, factor: BlendFactor, colors: &Colors, c: usize, reach: Reach) -> Option<f32> {
    let Colors { source, dest, constant } = colors;
    let factor = match factor {
        BlendFactor::Zero => return None,
        BlendFactor::SourceColor => source[c],
        BlendFactor::OneMinusSourceColor => 1.0 - source[c],
        BlendFactor::SourceAlpha => source[3],
        BlendFactor::OneMinusSourceAlpha => 1.0 - source[3],
        BlendFactor::DestColor => dest[c],
        BlendFactor::OneMinusDestColor => 1.0 - dest[c],
        BlendFactor::DestAlpha => dest[3],
        BlendFactor::OneMinusDestAlpha => 1.0 - dest[3],
        BlendFactor::ConstantColor => constant[c],
        BlendFactor::OneMinusConstantColor => 1.0 - constant[c],
        BlendFactor::ConstantAlpha => constant[3],
        BlendFactor::OneMinusConstantAlpha => 1.0 - constant[3],
        BlendFactor::SourceAlphaSaturate if c < 3 => least(source[3], number(1.0 - dest[3])),
        // One, alpha's own saturate factor, and reserved factors (rule B7).
        _ => return Some(side),
    };
    let product = number(side * factor);
    // Rule B5: products of fixed components are held to their range, those of floats are not.
    Some(if matches!(reach, Reach::Fixed(..)) { reach.clamp(product) } else { product })
}

/// The first less the second, either of which may be missing.
#[inline]
fn difference(first: Option<f32>, second: Option<f32>) -> f32 {
    match (first, second) {
        (Some(first), Some(second)) => number(first - second),
        (Some(first), None) => first,
        (None, Some(second)) => number(-second),
        (None, None) => 0.0,
    }
}

/// The result of an operation, with the one NaN that there is.
#[inline]
fn number(value: f32) -> f32 {
    if value.is_nan() { NAN } else { value }
}

/// The lesser; of a number and a NaN the number.
#[inline]
fn least(source: f32, dest: f32) -> f32 {
    if source < dest || dest.is_nan() { source } else { dest }
}

/// The greater; of a number and a NaN the number.
#[inline]
fn greatest(source: f32, dest: f32) -> f32 {
    if source > dest || dest.is_nan() { source } else { dest }
}
