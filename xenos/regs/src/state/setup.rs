//! Primitive assembly: culling, polygon offset, user planes, interpolators.

use base_word::Word;
use serde::{Deserialize, Serialize};

use crate::index;
use crate::words::{
    MsaaSamples, PaClClipCntl, PaSuScModeCntl, PolygonMode, PolygonType, SampleControl,
    SqContextMisc, SqInterpolatorCntl, SqProgramCntl,
};

/// Culling, polygon mode and polygon offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Raster {
    /// PA_SU_SC_MODE_CNTL.
    pub mode: PaSuScModeCntl,
    /// Scale and offset of front faces, then of back faces, as floats' bits.
    pub offsets: [u32; 4],
}

impl Raster {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        Self {
            mode: PaSuScModeCntl::from_raw(read(index::PA_SU_SC_MODE_CNTL)),
            offsets: core::array::from_fn(|n| {
                read(index::PA_SU_POLY_OFFSET_FRONT_SCALE + n as u16)
            }),
        }
    }

    /// Without don't-care bits: polygon types need dual mode, offsets need their enable bits, and
    /// switches of scheduling do not count.
    #[must_use]
    pub fn normalized(self) -> Self {
        let mut mode = self
            .mode
            .normalized()
            .with_quad_order_enable(false)
            .with_sc_one_quad_per_clock(false)
            .with_wait_rb_idle_all_tri(false);
        if mode.poly_mode() != PolygonMode::Dual {
            mode = mode
                .with_polymode_front_ptype(PolygonType::Points)
                .with_polymode_back_ptype(PolygonType::Points);
        }
        let mut offsets = self.offsets;
        if !mode.poly_offset_front_enable() && !mode.poly_offset_para_enable() {
            offsets[..2].fill(0);
        }
        if !mode.poly_offset_back_enable() {
            offsets[2..].fill(0);
        }
        Self { mode, offsets }
    }
}

/// Clipping and user clip planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClipPlanes {
    /// PA_CL_CLIP_CNTL.
    pub control: PaClClipCntl,
    /// The planes, as floats' bits.
    pub planes: [[u32; 4]; 6],
}

impl ClipPlanes {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        let plane =
            |n: usize| core::array::from_fn(|c| read(index::PA_CL_UCP_0_X + (4 * n + c) as u16));
        Self {
            control: PaClClipCntl::from_raw(read(index::PA_CL_CLIP_CNTL)),
            planes: core::array::from_fn(plane),
        }
    }

    /// Without don't-care bits: planes that are not in use are 0, and rules for planes need one.
    #[must_use]
    pub fn normalized(self) -> Self {
        let mut control = self.control.normalized();
        let used = control.ucp_ena();
        if used == 0 {
            control = control.with_ps_ucp_mode(0).with_ucp_cull_only_ena(false);
        }
        let mut planes = self.planes;
        for (n, plane) in planes.iter_mut().enumerate() {
            if used >> n & 1 == 0 {
                *plane = [0; 4];
            }
        }
        Self { control, planes }
    }
}

/// Where interpolators are taken, and what else a pixel shader is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interpolators {
    /// SQ_PROGRAM_CNTL.
    pub program: SqProgramCntl,
    /// SQ_CONTEXT_MISC.
    pub context: SqContextMisc,
    /// SQ_INTERPOLATOR_CNTL.
    pub control: SqInterpolatorCntl,
}

impl Interpolators {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        Self {
            program: SqProgramCntl::from_raw(read(index::SQ_PROGRAM_CNTL)),
            context: SqContextMisc::from_raw(read(index::SQ_CONTEXT_MISC)),
            control: SqInterpolatorCntl::from_raw(read(index::SQ_INTERPOLATOR_CNTL)),
        }
    }

    /// Without don't-care bits. Where interpolators are taken matters only with several samples,
    /// and one by one only if the sample control says both; the generated register's number
    /// matters only if it is generated; switches of scheduling do not count.
    #[must_use]
    pub fn normalized(self, samples: MsaaSamples) -> Self {
        let mut context = self
            .context
            .normalized()
            .with_inst_pred_optimize(false)
            .with_perfcounter_ref(false)
            .with_yield_optimize(false)
            .with_tx_cache_sel(false);
        let mut control = self.control;
        if samples == MsaaSamples::X1 {
            context = context.with_sc_sample_cntl(SampleControl::Centers);
        }
        if context.sc_sample_cntl() != SampleControl::Both {
            control = control.with_sampling_pattern(0);
        }
        if !self.program.param_gen() {
            context = context.with_param_gen_pos(0);
        }
        Self { program: self.program.normalized(), context, control }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_need_their_enable_bits() {
        let all = Raster { mode: PaSuScModeCntl::from_raw(0), offsets: [1, 2, 3, 4] };
        assert_eq!(all.normalized().offsets, [0; 4]);
        let para = Raster { mode: all.mode.with_poly_offset_para_enable(true), ..all };
        assert_eq!(para.normalized().offsets, [1, 2, 0, 0]);
        let back = Raster { mode: all.mode.with_poly_offset_back_enable(true), ..all };
        assert_eq!(back.normalized().offsets, [0, 0, 3, 4]);
        let types = all.mode.with_polymode_front_ptype(PolygonType::Lines);
        assert_eq!(Raster { mode: types, ..all }.normalized(), all.normalized());
        let dual = types.with_poly_mode(PolygonMode::Dual);
        assert_eq!(Raster { mode: dual, ..all }.normalized().mode, dual);
    }

    #[test]
    fn planes_need_their_enable_bits() {
        let state =
            ClipPlanes { control: PaClClipCntl::from_raw(0x0002_C002), planes: [[7; 4]; 6] };
        let normal = state.normalized();
        assert_eq!(normal.planes.iter().filter(|plane| **plane == [7; 4]).count(), 1);
        assert_eq!(normal.control, state.control);
        let none = ClipPlanes { control: state.control.with_ucp_ena(0), ..state };
        assert_eq!(none.normalized(), ClipPlanes::default());
    }

    #[test]
    fn sampling_patterns_need_samples_and_both_kinds() {
        let both = SqContextMisc::default().with_sc_sample_cntl(SampleControl::Both);
        let state = Interpolators {
            context: both.with_param_gen_pos(9),
            control: SqInterpolatorCntl::from_raw(0xFFFF_0000),
            ..Interpolators::default()
        };
        assert_eq!(state.normalized(MsaaSamples::X1).control.raw(), 0);
        assert_eq!(state.normalized(MsaaSamples::X4).control, state.control);
        assert_eq!(state.normalized(MsaaSamples::X4).context, both);
    }
}
