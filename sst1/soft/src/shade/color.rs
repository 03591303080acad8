//! The colour path: operands, chroma key, alpha mask, combine units, alpha test.
//!
//! Facts: digest sections 5.7 and 9.4 steps 6, 7, 9.

use sst1_core::Lane;
use sst1_core::combine::{Add, ColorLocal, Factor, LocalAlpha, Other, Unit, channel};
use sst1_core::lane;
use sst1_regs::words::Compare;

use sst1_plan::{A, B, FbiPlan, G, R, Z};

use crate::batch::{Batch, Colors, LANES, Lanes, Operands};
use crate::constants::Constants;

/// Iterated values as channels.
#[inline]
pub(super) fn inputs(fbi: &FbiPlan, batch: &mut Batch, lanes: usize) {
    for (place, c) in [(R, 0), (G, 1), (B, 2), (A, 3)] {
        if fbi.ints[place] {
            let values = &batch.inputs.ints[place][..lanes];
            let channels = &mut batch.operands.iterated[c][..lanes];
            if fbi.color24 {
                channels.iter_mut().zip(values).for_each(|(c, v)| *c = lane::iterated(*v, true));
            } else {
                channels.iter_mut().zip(values).for_each(|(c, v)| *c = lane::iterated(*v, false));
            }
        }
    }
    if fbi.needs_z_channel {
        let values = &batch.inputs.ints[Z][..lanes];
        for (channel, z) in batch.operands.z_channel[..lanes].iter_mut().zip(values) {
            *channel = lane::z_channel(*z);
        }
    }
}

/// A plan's colour path over a batch.
pub(super) struct Selected<'a> {
    fbi: &'a FbiPlan,
    constants: &'a Constants,
    len: usize,
}

impl<'a> Selected<'a> {
    pub(super) fn new(fbi: &'a FbiPlan, constants: &'a Constants, len: usize) -> Self {
        Self { fbi, constants, len }
    }

    fn c_other<'b>(&'b self, operands: &'b Operands, c: usize) -> &'b Lanes {
        match self.fbi.path.c_other {
            Other::Iterated => &operands.iterated[c],
            Other::Texture => &operands.texture[c],
            Other::Color1 => &self.constants.color1[c],
            Other::Zero => &self.constants.zero,
        }
    }

    fn a_other<'b>(&'b self, operands: &'b Operands) -> &'b Lanes {
        match self.fbi.path.a_other {
            Other::Iterated => &operands.iterated[3],
            Other::Texture => &operands.texture[3],
            Other::Color1 => &self.constants.color1[3],
            Other::Zero => &self.constants.zero,
        }
    }

    fn c_local<'b>(&'b self, operands: &'b Operands, c: usize) -> &'b Lanes {
        match self.fbi.path.c_local {
            ColorLocal::Iterated => &operands.iterated[c],
            ColorLocal::Color0 => &self.constants.color0[c],
            ColorLocal::ByTexture => &operands.chosen[c % 3],
        }
    }

    fn a_local<'b>(&'b self, operands: &'b Operands) -> &'b Lanes {
        match self.fbi.path.a_local {
            LocalAlpha::Iterated => &operands.iterated[3],
            LocalAlpha::Color0 => &self.constants.color0[3],
            LocalAlpha::IteratedZ => &operands.z_channel,
            LocalAlpha::Zero => &self.constants.zero,
        }
    }

    /// Ends pixels whose c_other is the chroma key and says how many.
    pub(super) fn chroma_key(&self, batch: &mut Batch) -> u32 {
        let Some([r, g, b]) = self.fbi.chroma_key else { return 0 };
        let operands = &batch.operands;
        let [red, green, blue] = [0, 1, 2].map(|c| self.c_other(operands, c));
        batch.live.retain(|i| red[i] != r || green[i] != g || blue[i] != b)
    }

    /// Ends pixels whose a_other is even and says how many.
    pub(super) fn alpha_mask(&self, batch: &mut Batch) -> u32 {
        if !self.fbi.alpha_mask {
            return 0;
        }
        let alpha = self.a_other(&batch.operands);
        batch.live.retain(|i| alpha[i] & 1 != 0)
    }

    /// Both combine units.
    pub(super) fn combine(&self, batch: &mut Batch, lanes: usize) {
        debug_assert!(self.len <= lanes && lanes <= LANES);
        if self.fbi.path.c_local == ColorLocal::ByTexture {
            choose(&self.constants.color0, &mut batch.operands, lanes);
        }
        let [r, g, b, a] = &mut batch.color;
        for (c, color) in [r, g, b].into_iter().enumerate() {
            self.unit(self.fbi.path.color, c, &batch.operands, color, lanes);
        }
        if self.fbi.needs_alpha {
            self.unit(self.fbi.path.alpha, 3, &batch.operands, a, lanes);
        }
    }

    #[inline(always)]
    fn unit(&self, unit: Unit, c: usize, operands: &Operands, out: &mut Lanes, lanes: usize) {
        let zero = &self.constants.zero;
        let (other, local) = if c == 3 {
            (self.a_other(operands), self.a_local(operands))
        } else {
            (self.c_other(operands, c), self.c_local(operands, c))
        };
        let factor = match unit.factor {
            Factor::Zero => zero,
            Factor::CLocal => local,
            Factor::AOther => self.a_other(operands),
            Factor::ALocal => self.a_local(operands),
            Factor::TextureAlpha => &operands.texture[3],
            Factor::TextureRgb => &operands.texture[c],
        };
        let add = match unit.add {
            Add::Nothing => zero,
            Add::CLocal => local,
            Add::ALocal => self.a_local(operands),
        };
        let other = if unit.other { other } else { zero };
        let local = if unit.subtract { local } else { zero };
        let (complement, invert) = (unit.complement, unit.invert);
        let lists = other[..lanes]
            .iter()
            .zip(&local[..lanes])
            .zip(factor[..lanes].iter().zip(&add[..lanes]));
        for (out, ((other, local), (factor, add))) in out[..lanes].iter_mut().zip(lists) {
            *out = channel(*other, *local, *factor, complement, *add, invert);
        }
    }
}

/// c_local by bit 7 of the texel's alpha.
fn choose(color0: &Colors, operands: &mut Operands, lanes: usize) {
    let alpha = &operands.texture[3][..lanes];
    for (c, chosen) in operands.chosen.iter_mut().enumerate() {
        let sources = operands.iterated[c][..lanes].iter().zip(&color0[c][..lanes]);
        for ((chosen, alpha), (iterated, constant)) in
            chosen[..lanes].iter_mut().zip(alpha).zip(sources)
        {
            *chosen = if alpha & 0x80 != 0 { *constant } else { *iterated };
        }
    }
}

/// Ends pixels whose alpha fails the test and says how many.
pub(super) fn alpha_test(batch: &mut Batch, function: Compare, reference: Lane) -> u32 {
    let alpha = &batch.color[3];
    batch.live.retain(|i| function.passes(alpha[i] as u32, reference as u32))
}
