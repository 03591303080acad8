//! Depth and stencil tests.

#[cfg(test)]
mod tests;

use base_word::Word;
use serde::{Deserialize, Serialize};

use crate::index;
use crate::words::{Compare, RbDepthcontrol, RbStencilrefmask, StencilOp};

/// Depth and stencil tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DepthStencil {
    /// RB_DEPTHCONTROL.
    pub control: RbDepthcontrol,
    /// RB_STENCILREFMASK: of front faces, or of all.
    pub front: RbStencilrefmask,
    /// RB_STENCILREFMASK_BF: of back faces.
    pub back: RbStencilrefmask,
}

/// One face's stencil fields.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    function: Compare,
    fail: StencilOp,
    pass: StencilOp,
    depth_fail: StencilOp,
    masks: RbStencilrefmask,
}

impl Side {
    /// What a test that changes nothing looks like.
    const IDLE: Self = Self {
        function: Compare::Always,
        fail: StencilOp::Keep,
        pass: StencilOp::Keep,
        depth_fail: StencilOp::Keep,
        masks: RbStencilrefmask::from_raw(0),
    };

    fn normalized(mut self, depth: Compare) -> Self {
        // What the outcome of a test rules out.
        if self.function == Compare::Always {
            self.fail = StencilOp::Keep;
        }
        if self.function == Compare::Never || depth == Compare::Never {
            self.pass = StencilOp::Keep;
        }
        if self.function == Compare::Never || depth == Compare::Always {
            self.depth_fail = StencilOp::Keep;
        }
        let mut masks = self.masks.normalized();
        if masks.stencilwritemask() == 0 {
            (self.fail, self.pass, self.depth_fail) =
                (StencilOp::Keep, StencilOp::Keep, StencilOp::Keep);
        }
        let ops = [self.fail, self.pass, self.depth_fail];
        if ops == [StencilOp::Keep; 3] {
            masks = masks.with_stencilwritemask(0);
        }
        let compared = !matches!(self.function, Compare::Always | Compare::Never);
        if !compared {
            masks = masks.with_stencilmask(0);
        }
        // The reference is stored whole, and compared through the mask.
        let stored = if ops.contains(&StencilOp::Replace) { masks.stencilwritemask() } else { 0 };
        let seen = stored | masks.stencilmask();
        masks = masks.with_stencilref(masks.stencilref() & seen);
        Self { masks, ..self }
    }
}

impl DepthStencil {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        Self {
            control: RbDepthcontrol::from_raw(read(index::RB_DEPTHCONTROL)),
            front: RbStencilrefmask::from_raw(read(index::RB_STENCILREFMASK)),
            back: RbStencilrefmask::from_raw(read(index::RB_STENCILREFMASK_BF)),
        }
    }

    /// Without don't-care bits. Depth is neither tested nor written where the test is off; back
    /// faces have no fields of their own unless they are enabled or where they equal the front's;
    /// operations that no outcome reaches are `Keep`; masks and reference bits that nothing looks
    /// at are 0; a test that neither drops nor changes anything is off.
    #[must_use]
    pub fn normalized(self) -> Self {
        let mut control = self.control.normalized();
        let writes = control.z_enable() && control.z_write_enable();
        if !control.z_enable() || (control.zfunc() == Compare::Always && !writes) {
            control =
                control.with_z_enable(false).with_z_write_enable(false).with_zfunc(Compare::Always);
        }
        if control.zfunc() == Compare::Never {
            control = control.with_z_write_enable(false);
        }
        let (mut front, mut back) = (Side::IDLE, Side::IDLE);
        if control.stencil_enable() {
            front = self.front_side().normalized(control.zfunc());
            back = front;
            if control.backface_enable() {
                back = self.back_side().normalized(control.zfunc());
            }
        }
        let test = front != Side::IDLE || back != Side::IDLE;
        let two_sided = front != back;
        if !two_sided {
            back = Side { function: Compare::Never, ..Side::IDLE };
        }
        let control = control
            .with_stencil_enable(test)
            .with_backface_enable(two_sided)
            .with_stencilfunc(front.function)
            .with_stencilfail(front.fail)
            .with_stencilzpass(front.pass)
            .with_stencilzfail(front.depth_fail)
            .with_stencilfunc_bf(back.function)
            .with_stencilfail_bf(back.fail)
            .with_stencilzpass_bf(back.pass)
            .with_stencilzfail_bf(back.depth_fail);
        Self { control, front: front.masks, back: back.masks }
    }

    fn front_side(self) -> Side {
        Side {
            function: self.control.stencilfunc(),
            fail: self.control.stencilfail(),
            pass: self.control.stencilzpass(),
            depth_fail: self.control.stencilzfail(),
            masks: self.front,
        }
    }

    fn back_side(self) -> Side {
        Side {
            function: self.control.stencilfunc_bf(),
            fail: self.control.stencilfail_bf(),
            pass: self.control.stencilzpass_bf(),
            depth_fail: self.control.stencilzfail_bf(),
            masks: self.back,
        }
    }
}
