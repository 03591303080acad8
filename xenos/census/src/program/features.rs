//! The features of programs, by docs/census-xenos.md.

use xenos_front::Stage;
use xenos_ucode::{Alu, ControlFlow, TextureFetch, VertexFetch};

use super::Summary;

/// Whether a texture fetch takes samples through a fetch constant.
pub(super) fn samples(fetch: &TextureFetch) -> bool {
    matches!(fetch.opcode.code(), 1 | 16 | 17 | 19)
}

impl Summary {
    fn has(&mut self, feature: &'static str, there: bool) {
        if there {
            self.features.insert(feature);
        }
    }

    pub(super) fn control(&mut self, flow: &ControlFlow) {
        // Whether a branch depends on the predicate, or else on a boolean.
        let depends = match flow {
            ControlFlow::Call(call) if !call.unconditional => Some(call.predicated),
            ControlFlow::Jump(jump) if !jump.unconditional => Some(jump.predicated),
            _ => None,
        };
        match flow {
            ControlFlow::LoopStart(_) => self.has("loop", true),
            ControlFlow::LoopEnd(end) => self.has("predicate", end.predicated_break),
            ControlFlow::Call(_) => self.has("call", true),
            ControlFlow::Jump(_) => self.has("jump", true),
            ControlFlow::CondExec(_)
            | ControlFlow::CondExecEnd(_)
            | ControlFlow::CondExecClean(_)
            | ControlFlow::CondExecCleanEnd(_) => self.has("boolean", true),
            ControlFlow::PredExec(_) | ControlFlow::PredExecEnd(_) => self.has("predicate", true),
            _ => {}
        }
        self.has("predicate", depends == Some(true));
        self.has("boolean", depends == Some(false));
    }

    pub(super) fn alu_features(&mut self, alu: &Alu) {
        let (vector, scalar) = (alu.vector_opcode.code(), alu.scalar_opcode.code());
        self.has("predicate", alu.predicated);
        self.has("kill", matches!(vector, 24..=27) || matches!(scalar, 35..=39));
        self.has("cube", vector == 18);
        self.has("address", vector == 29 || matches!(scalar, 23 | 24));
        self.has("relative-constants", alu.later_constants_relative || alu.first_constant_relative);
        let sources = [
            (alu.temporary_1, alu.source_1),
            (alu.temporary_2, alu.source_2),
            (alu.temporary_3, alu.source_3),
        ];
        let relative = alu.vector_destination_relative
            || alu.scalar_destination_relative && !alu.export
            || sources.iter().any(|(temporary, source)| *temporary && source & 0x40 != 0);
        self.has("relative-registers", relative);
    }

    pub(super) fn vertex_features(&mut self, fetch: &VertexFetch) {
        self.has("vertex-fetch", true);
        self.has("mini-fetch", fetch.mini);
        self.has("predicate", fetch.predicated);
        self.has("relative-registers", fetch.source_relative || fetch.destination_relative);
    }

    pub(super) fn texture_features(&mut self, fetch: &TextureFetch) {
        let code = fetch.opcode.code();
        self.has("texture-fetch", true);
        self.has("predicate", fetch.predicated);
        self.has("relative-registers", fetch.source_relative || fetch.destination_relative);
        self.has("gradients", matches!(code, 18 | 25 | 26) || fetch.use_register_gradients);
        self.has("register-lod", code == 24 || fetch.use_register_lod);
        self.has("computed-lod", code == 17);
        self.has("weights", code == 19);
        self.has("border-fraction", code == 16);
        let moved = [fetch.offset_x, fetch.offset_y, fetch.offset_z] != [0; 3];
        self.has("unnormalized", samples(fetch) && fetch.unnormalized);
        self.has("texture-offset", samples(fetch) && moved);
    }

    /// What follows from the exports.
    pub(super) fn by_exports(&mut self) {
        let pixel = self.stage == Stage::Pixel;
        let colors = (self.exports & 0xF).count_ones();
        self.has("depth-export", pixel && self.exports_to(61));
        self.has("many-colors", pixel && colors > 1);
        self.has("point-size", !pixel && self.exports_to(63));
        self.has("memexport", self.exports_memory());
    }
}
