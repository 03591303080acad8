//! What the rasteriser hands to a pixel program: interpolators, position, kind of primitive.
//!
//! For: the lines `vN`, `pixels`, `back`, `points`, `lines` and `point`.
//! Not for: which registers these go to; an executor follows SQ_PROGRAM_CNTL and SQ_CONTEXT_MISC.
//! Facts: rules I2, I3 and I5 of `docs/hardware/xenos-microcode.md`.

use base_filetest::{Line, ParseError};

use crate::setup::Register;
use crate::spot::{LANES, Spot, by_lane, groups};
use crate::value::single;

/// Interpolators of a pixel program.
pub const INTERPOLATORS: usize = 16;

/// What a pixel program is handed.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Interpolators, as bits.
    pub interpolators: Vec<Register>,
    /// Column and row of each lane.
    pub position: [[u32; 2]; LANES as usize],
    /// Lanes of polygons that face back.
    pub back: u64,
    /// Lanes of points.
    pub points: u64,
    /// Lanes of lines.
    pub lines: u64,
    /// Where in a point each lane is, as bits.
    pub point: [[u32; 2]; LANES as usize],
}

impl Default for Inputs {
    fn default() -> Self {
        Self {
            interpolators: vec![[[0; LANES as usize]; 4]; INTERPOLATORS],
            position: [[0; 2]; LANES as usize],
            back: 0,
            points: 0,
            lines: 0,
            point: [[0; 2]; LANES as usize],
        }
    }
}

/// One line about inputs.
#[derive(Clone, Debug)]
pub enum InputLine {
    /// Components of an interpolator.
    Interpolator(u8, Spot, Vec<Vec<u32>>),
    /// Columns and rows.
    Pixels(Vec<Vec<u32>>),
    /// Lanes that face back.
    Back(u64),
    /// Lanes of points.
    Points(u64),
    /// Lanes of lines.
    Lines(u64),
    /// Coordinates in points.
    Point(Vec<Vec<u32>>),
}

impl InputLine {
    /// Takes a line; `None` if it is not about inputs.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Option<Self>, ParseError> {
        let Some(name) = line.peek() else { return Ok(None) };
        if let Ok(spot) = Spot::read(name)
            && let Some(number) = spot.numbered("v", INTERPOLATORS as u32)
        {
            line.word(name)?;
            line.need("=")?;
            let values = groups(line, Some(spot.components.len()), &[], single)?;
            return Ok(Some(Self::Interpolator(number as u8, spot, values)));
        }
        if line.eat("pixels") {
            line.need("=")?;
            let values = groups(line, Some(2), &[], base_filetest::number::integer)?;
            return Ok(Some(Self::Pixels(values)));
        }
        if line.eat("point") {
            line.need("=")?;
            return Ok(Some(Self::Point(groups(line, Some(2), &[], single)?)));
        }
        let of: fn(u64) -> Self = match name {
            "back" => Self::Back,
            "points" => Self::Points,
            "lines" => Self::Lines,
            _ => return Ok(None),
        };
        line.word(name)?;
        Ok(Some(of(line.parsed("a mask", crate::state::lane_mask)?)))
    }

    /// Words that it holds.
    pub(crate) fn words(&self) -> usize {
        match self {
            Self::Interpolator(_, _, values) | Self::Pixels(values) | Self::Point(values) => {
                values.iter().map(Vec::len).sum()
            }
            Self::Back(_) | Self::Points(_) | Self::Lines(_) => 1,
        }
    }

    /// Does what the line says, for `all` lanes of the group.
    ///
    /// # Errors
    /// When there are not as many values as lanes.
    pub(crate) fn apply(&self, inputs: &mut Inputs, all: u64) -> Result<(), String> {
        let pairs = |values: &[Vec<u32>], out: &mut [[u32; 2]; LANES as usize]| {
            let lanes = by_lane(all, values);
            for (lane, values) in lanes.ok_or("as many groups of values as lanes, or one")? {
                if let [x, y] = values[..] {
                    out[lane] = [x, y];
                }
            }
            Ok(())
        };
        match self {
            Self::Interpolator(number, spot, values) => {
                let lanes = by_lane(spot.lanes.unwrap_or(all), values);
                let lanes = lanes.ok_or("as many groups of values as lanes, or one")?;
                let Some(place) = inputs.interpolators.get_mut(usize::from(*number)) else {
                    return Ok(());
                };
                for (lane, values) in lanes {
                    for (component, value) in spot.components.iter().zip(values) {
                        place[usize::from(*component)][lane] = *value;
                    }
                }
                Ok(())
            }
            Self::Pixels(values) => pairs(values, &mut inputs.position),
            Self::Point(values) => pairs(values, &mut inputs.point),
            Self::Back(mask) => {
                inputs.back = *mask;
                Ok(())
            }
            Self::Points(mask) => {
                inputs.points = *mask;
                Ok(())
            }
            Self::Lines(mask) => {
                inputs.lines = *mask;
                Ok(())
            }
        }
    }
}
