//! The sequencer's words: what shaders get, give and see.
//!
//! Facts: specification digest `xenos-hardware` sections 1.3 and 1.6; documented.

use base_word::{field_enum, word};

field_enum! {
    /// What a vertex shader exports beside interpolators.
    pub enum VsExportMode: 3 {
        /// the position
        Position = 0 => "position",
        /// the position; the code's difference from 0 is unknown
        Position1 = 1 => "position-1",
        /// position and point size
        Sprite = 2 => "sprite",
        /// position and edge flag
        Edge = 3 => "edge",
        /// position and kill flag
        Kill = 4 => "kill",
        /// position, point size and kill flag
        SpriteKill = 5 => "sprite-kill",
        /// position, edge and kill flags
        EdgeKill = 6 => "edge-kill",
        /// nothing is drawn
        Multipass = 7 => "multipass",
    }
}

field_enum! {
    /// Where interpolators are taken.
    pub enum SampleControl: 2 {
        /// all at the centroid
        Centroids = 0 => "centroids",
        /// all at the centre
        Centers = 1 => "centers",
        /// as SQ_INTERPOLATOR_CNTL says
        Both = 2 => "both",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

word! {
    /// What the two shaders need and export.
    pub struct SqProgramCntl = "SQ_PROGRAM_CNTL" {
        /// vertex shader registers, less 1
        vs_num_reg: uint(0..=5),
        /// unused
        reserved_6: reserved(6..=7),
        /// pixel shader registers, less 1
        ps_num_reg: uint(8..=13),
        /// unused
        reserved_14: reserved(14..=15),
        /// vertex shader resources
        vs_resource: flag(16),
        /// pixel shader resources
        ps_resource: flag(17),
        /// pixel position and facing go to a register
        param_gen: flag(18),
        /// pixel indices are made
        gen_index_pix: flag(19),
        /// interpolators, less 1
        vs_export_count: uint(20..=23),
        /// what else the vertex shader exports
        vs_export_mode: VsExportMode(24..=26),
        /// what the pixel shader exports; not decoded by anybody
        ps_export_mode: uint(27..=30),
        /// vertex indices are made
        gen_index_vtx: flag(31),
    }
}

word! {
    /// Where interpolators are taken, and other switches of the sequencer.
    pub struct SqContextMisc = "SQ_CONTEXT_MISC" {
        /// predicated instructions may be skipped
        inst_pred_optimize: flag(0),
        /// screen positions are made
        sc_output_screen_xy: flag(1),
        /// where interpolators are taken
        sc_sample_cntl: SampleControl(2..=3),
        /// unused
        reserved_4: reserved(4..=7),
        /// which register gets pixel position and facing
        param_gen_pos: uint(8..=15),
        /// of counters
        perfcounter_ref: flag(16),
        /// of scheduling
        yield_optimize: flag(17),
        /// of caches
        tx_cache_sel: flag(18),
        /// unused
        reserved_19: reserved(19..=31),
    }
}

word! {
    /// How each interpolator is computed.
    pub struct SqInterpolatorCntl = "SQ_INTERPOLATOR_CNTL" {
        /// a bit an interpolator: flat or smooth; no implementation reads it
        param_shade: uint(0..=15),
        /// a bit an interpolator: centre, else centroid
        sampling_pattern: uint(16..=31),
    }
}

word! {
    /// Which components of interpolators wrap; no implementation reads it.
    pub struct SqWrapping = "SQ_WRAPPING" {
        /// first of the eight, a bit a component
        param0: uint(0..=3),
        /// second
        param1: uint(4..=7),
        /// third
        param2: uint(8..=11),
        /// fourth
        param3: uint(12..=15),
        /// fifth
        param4: uint(16..=19),
        /// sixth
        param5: uint(20..=23),
        /// seventh
        param6: uint(24..=27),
        /// eighth
        param7: uint(28..=31),
    }
}

word! {
    /// A stage's window in the 512 ALU constants.
    pub struct SqConst = "SQ_CONST" {
        /// first constant
        base: uint(0..=8),
        /// unused
        reserved_9: reserved(9..=11),
        /// number of the last constant, the first being 0
        last: uint(12..=20),
        /// unused
        reserved_21: reserved(21..=31),
    }
}

word! {
    /// A loop's count and index.
    pub struct LoopConstant = "SHADER_CONSTANT_LOOP" {
        /// iterations
        count: uint(0..=7),
        /// first index
        start: uint(8..=15),
        /// added to the index each time
        step: int(16..=23),
        /// unused
        reserved_24: reserved(24..=31),
    }
}
