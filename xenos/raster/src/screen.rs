//! From an exported position to the fixed-point grid of the surface.
//!
//! For: the three forms of a position, viewport, window offset, half pixel, rounding to the grid,
//! and the viewport's rectangle. Not for: clipping.
//! Facts: `docs/hardware/xenos-raster.md`, rules S1 to S7.

use xenos_regs::index;
use xenos_regs::state::{Rectangle, Viewport};
use xenos_regs::words::{
    PaClVteCntl, PaScWindowOffset, PaSuScModeCntl, PaSuVtxCntl, PixelCenter, VertexQuantization,
    VertexRounding,
};

/// Steps of the grid in a pixel: the finest that PA_SU_VTX_CNTL knows. Rule S5.
pub const SUBPIXELS: i64 = 16;
/// Positions lie within this of the surface's origin, in steps: 2^20 pixels. Rule S6.
pub const RANGE: i64 = 1 << 24;

/// A place on the surface in steps, x to the right and y down; pixel n is from 16n to 16n + 16.
pub type Place = [i64; 2];

/// Why a position has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unplaceable {
    /// A coordinate is infinite or no number, as exported or once divided and scaled.
    #[error("a vertex has no finite position")]
    NotFinite,
    /// Farther from the origin than the fixed-point range reaches, with clipping disabled.
    #[error("a vertex lies beyond the range of window coordinates")]
    OutOfRange,
}

/// A vertex on the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Where.
    pub at: Place,
    /// Depth, usually 0 to 1.
    pub z: f64,
    /// 1/w; not finite or zero where a shader leaves nothing to correct by.
    pub reciprocal: f64,
}

/// What is visible with clipping enabled: from left and top, inclusive, to right and bottom,
/// exclusive, in steps. Rule S7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// First column of steps.
    pub left: i64,
    /// First row of steps.
    pub top: i64,
    /// First column beyond.
    pub right: i64,
    /// First row beyond.
    pub bottom: i64,
}

impl View {
    /// Whether all steps of these pixels are visible.
    pub const fn holds(self, pixels: Rectangle) -> bool {
        self.left <= pixels.left as i64 * SUBPIXELS
            && self.top <= pixels.top as i64 * SUBPIXELS
            && self.right >= pixels.right as i64 * SUBPIXELS
            && self.bottom >= pixels.bottom as i64 * SUBPIXELS
    }
}

/// The grid that window coordinates are rounded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    rounding: VertexRounding,
    /// Steps of 1/16 pixel from one point of the grid to the next.
    steps: i64,
}

impl Grid {
    /// The grid of a register. Reserved codes are whole pixels (rule S5).
    pub fn new(control: PaSuVtxCntl) -> Self {
        let steps = match control.quant_mode() {
            VertexQuantization::Sixteenth => 1,
            VertexQuantization::Eighth => 2,
            VertexQuantization::Quarter => 4,
            VertexQuantization::Half => 8,
            _ => 16,
        };
        Self { rounding: control.round_mode(), steps }
    }

    /// The point of the grid for a coordinate in pixels, in steps. Saturates; no number gives 0.
    pub fn round(self, pixels: f64) -> i64 {
        // Multiplying and dividing by powers of two is exact here.
        let scaled = pixels * (SUBPIXELS as f64) / self.steps as f64;
        let whole = match self.rounding {
            VertexRounding::Truncate => scaled.trunc(),
            VertexRounding::Nearest => scaled.round(),
            VertexRounding::ToEven => scaled.round_ties_even(),
            VertexRounding::ToOdd => round_ties_odd(scaled),
        };
        (whole as i64).saturating_mul(self.steps)
    }
}

#[expect(clippy::float_cmp, reason = "halves and whole numbers are exact")]
fn round_ties_odd(value: f64) -> f64 {
    let below = value.floor();
    // Halves of numbers this small are exact; greater ones are whole.
    if value - below != 0.5 {
        return value.round_ties_even();
    }
    let even = value.round_ties_even();
    if even == below { below + 1.0 } else { below }
}

/// From positions to places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    control: PaClVteCntl,
    /// Of x, y and z.
    pub scale: [f64; 3],
    /// Of x, y and z; window offset and half pixel are in it.
    pub offset: [f64; 3],
    /// Where places may lie.
    pub grid: Grid,
    /// The half pixel in x's and y's offset.
    half: f64,
}

impl Screen {
    /// The transform of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        let viewport = Viewport::gather(&read);
        let vertex = PaSuVtxCntl::from_raw(read(index::PA_SU_VTX_CNTL));
        let mode = PaSuScModeCntl::from_raw(read(index::PA_SU_SC_MODE_CNTL));
        let window = PaScWindowOffset::from_raw(read(index::PA_SC_WINDOW_OFFSET));
        let [xs, xo, ys, yo, zs, zo] = viewport.applied().map(f64::from);
        let half = match vertex.pix_center() {
            PixelCenter::D3d => 0.5,
            PixelCenter::OpenGl => 0.0,
        };
        let mut moved = [half; 2];
        if mode.vtx_window_offset_enable() {
            moved[0] += f64::from(window.window_x_offset());
            moved[1] += f64::from(window.window_y_offset());
        }
        Self {
            control: viewport.control,
            scale: [xs, ys, zs],
            offset: [xo + moved[0], yo + moved[1], zo],
            grid: Grid::new(vertex),
            half,
        }
    }

    /// The rectangle that the view volume's sides leave, with guard factors for x and y.
    pub fn view(&self, guard: [f64; 2]) -> View {
        let side = |axis: usize, sign: f64| {
            let middle = self.offset[axis] - self.half;
            let at = middle + sign * self.scale[axis].abs() * guard[axis];
            if at.is_nan() { sign as i64 * RANGE } else { self.grid.round(at).clamp(-RANGE, RANGE) }
        };
        View { left: side(0, -1.0), top: side(1, -1.0), right: side(0, 1.0), bottom: side(1, 1.0) }
    }

    /// A position in clip space: nothing divided yet. Rule S1.
    ///
    /// # Errors
    /// A coordinate that is no finite number.
    pub fn clip_space(&self, position: [f64; 4]) -> Result<[f64; 4], Unplaceable> {
        let [x, y, z, w] = position;
        let w = if self.control.vtx_w0_fmt() { w } else { 1.0 / w };
        let whole = |value: f64, divided: bool| if divided { value * w } else { value };
        let xy = self.control.vtx_xy_fmt();
        let result = [whole(x, xy), whole(y, xy), whole(z, self.control.vtx_z_fmt()), w];
        if result.iter().all(|value| value.is_finite()) {
            Ok(result)
        } else {
            Err(Unplaceable::NotFinite)
        }
    }

    /// The place of an exported position. Rules S1 to S6.
    ///
    /// # Errors
    /// A position that cannot be represented.
    pub fn place(&self, position: [f64; 4]) -> Result<Placed, Unplaceable> {
        let [x, y, z, w] = position;
        let inverse = !self.control.vtx_w0_fmt();
        let divide = |value: f64, divided: bool| match (divided, inverse) {
            (true, _) => value,
            (false, true) => value * w,
            (false, false) => value / w,
        };
        let xy = self.control.vtx_xy_fmt();
        let point = [divide(x, xy), divide(y, xy), divide(z, self.control.vtx_z_fmt())];
        self.scaled(point, if inverse { w } else { 1.0 / w })
    }

    /// The place of a position in clip space.
    ///
    /// # Errors
    /// A position that cannot be represented.
    pub fn project(&self, clip: [f64; 4]) -> Result<Placed, Unplaceable> {
        let [x, y, z, w] = clip;
        self.scaled([x / w, y / w, z / w], 1.0 / w)
    }

    fn scaled(&self, point: [f64; 3], reciprocal: f64) -> Result<Placed, Unplaceable> {
        let [x, y, z]: [f64; 3] =
            core::array::from_fn(|axis| point[axis] * self.scale[axis] + self.offset[axis]);
        if !(x.is_finite() && y.is_finite() && z.is_finite()) {
            return Err(Unplaceable::NotFinite);
        }
        let at = [self.grid.round(x), self.grid.round(y)];
        if at.iter().any(|step| !(-RANGE..=RANGE).contains(step)) {
            return Err(Unplaceable::OutOfRange);
        }
        Ok(Placed { at, z, reciprocal })
    }
}

#[cfg(test)]
mod tests;
