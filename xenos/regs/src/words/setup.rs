//! Primitive assembly's words: clipping, culling, viewport, points, lines, visibility.
//!
//! Facts: specification digest `xenos-hardware` section 1.4; documented.

use base_word::{field_enum, word};

field_enum! {
    /// PA_SU_SC_MODE_CNTL: which winding is the front.
    pub enum Face: 1 {
        /// counter-clockwise
        CounterClockwise = 0 => "ccw",
        /// clockwise
        Clockwise = 1 => "cw",
    }
}

field_enum! {
    /// Whether polygons are drawn as other primitives.
    pub enum PolygonMode: 2 {
        /// as they are
        Disabled = 0 => "disabled",
        /// front and back each as their own type
        Dual = 1 => "dual",
        /// reserved
        Reserved2 = 2 => "reserved-2",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// What polygons are drawn as in dual mode.
    pub enum PolygonType: 3 {
        /// points
        Points = 0 => "points",
        /// lines
        Lines = 1 => "lines",
        /// triangles
        Triangles = 2 => "triangles",
        /// reserved
        Reserved3 = 3 => "reserved-3",
        /// reserved
        Reserved4 = 4 => "reserved-4",
        /// reserved
        Reserved5 = 5 => "reserved-5",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// reserved
        Reserved7 = 7 => "reserved-7",
    }
}

field_enum! {
    /// Where a pixel's centre is.
    pub enum PixelCenter: 1 {
        /// at whole coordinates
        D3d = 0 => "d3d",
        /// at halves
        OpenGl = 1 => "opengl",
    }
}

field_enum! {
    /// How window coordinates are rounded.
    pub enum VertexRounding: 2 {
        /// toward zero
        Truncate = 0 => "truncate",
        /// to nearest
        Nearest = 1 => "nearest",
        /// to nearest, ties to even
        ToEven = 2 => "to-even",
        /// to nearest, ties to odd
        ToOdd = 3 => "to-odd",
    }
}

field_enum! {
    /// The grid of window coordinates.
    pub enum VertexQuantization: 3 {
        /// sixteenths of a pixel
        Sixteenth = 0 => "1/16",
        /// eighths
        Eighth = 1 => "1/8",
        /// quarters
        Quarter = 2 => "1/4",
        /// halves
        Half = 3 => "1/2",
        /// whole pixels
        Whole = 4 => "1",
        /// reserved
        Reserved5 = 5 => "reserved-5",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// reserved
        Reserved7 = 7 => "reserved-7",
    }
}

word! {
    /// What is clipped, culled and killed.
    pub struct PaClClipCntl = "PA_CL_CLIP_CNTL" {
        /// user clip planes in use, plane 0 at bit 0
        ucp_ena: uint(0..=5),
        /// unused
        reserved_6: reserved(6..=13),
        /// how points meet user planes
        ps_ucp_mode: uint(14..=15),
        /// no clipping
        clip_disable: flag(16),
        /// user planes drop whole primitives only
        ucp_cull_only_ena: flag(17),
        /// edge flags at the boundary
        boundary_edge_flag_ena: flag(18),
        /// depth from 0 to w, else -w to w
        dx_clip_space_def: flag(19),
        /// clip errors are not detected
        dis_clip_err_detect: flag(20),
        /// one killed vertex drops the primitive, else all must be
        vtx_kill_or: flag(21),
        /// NaN in x and y is kept
        xy_nan_retain: flag(22),
        /// NaN in z is kept
        z_nan_retain: flag(23),
        /// NaN in w is kept
        w_nan_retain: flag(24),
        /// unused
        reserved_25: reserved(25..=31),
    }
}

word! {
    /// Culling, polygon mode and offset, and other switches of setup.
    pub struct PaSuScModeCntl = "PA_SU_SC_MODE_CNTL" {
        /// front faces are dropped
        cull_front: flag(0),
        /// back faces are dropped
        cull_back: flag(1),
        /// which winding is the front
        face: Face(2),
        /// whether polygons become other primitives
        poly_mode: PolygonMode(3..=4),
        /// what front faces become
        polymode_front_ptype: PolygonType(5..=7),
        /// what back faces become
        polymode_back_ptype: PolygonType(8..=10),
        /// polygon offset on front faces
        poly_offset_front_enable: flag(11),
        /// polygon offset on back faces
        poly_offset_back_enable: flag(12),
        /// polygon offset on what has no faces
        poly_offset_para_enable: flag(13),
        /// unused
        reserved_14: reserved(14),
        /// multisampling
        msaa_enable: flag(15),
        /// the window offset is added to vertices
        vtx_window_offset_enable: flag(16),
        /// unused
        reserved_17: reserved(17..=18),
        /// flat values come from the last vertex
        provoking_vtx_last: flag(19),
        /// no perspective correction
        persp_corr_dis: flag(20),
        /// the reset index restarts primitives
        multi_prim_ib_ena: flag(21),
        /// unused
        reserved_22: reserved(22),
        /// quads in order
        quad_order_enable: flag(23),
        /// one quad a clock
        sc_one_quad_per_clock: flag(24),
        /// wait for the back end between triangles
        wait_rb_idle_all_tri: flag(25),
        /// unused
        reserved_26: reserved(26..=31),
    }
}

word! {
    /// Which parts of the viewport transform apply.
    pub struct PaClVteCntl = "PA_CL_VTE_CNTL" {
        /// x scale
        vport_x_scale_ena: flag(0),
        /// x offset
        vport_x_offset_ena: flag(1),
        /// y scale
        vport_y_scale_ena: flag(2),
        /// y offset
        vport_y_offset_ena: flag(3),
        /// z scale
        vport_z_scale_ena: flag(4),
        /// z offset
        vport_z_offset_ena: flag(5),
        /// unused
        reserved_6: reserved(6..=7),
        /// x and y are divided by w already
        vtx_xy_fmt: flag(8),
        /// z is divided by w already
        vtx_z_fmt: flag(9),
        /// w is w, else it is 1/w already
        vtx_w0_fmt: flag(10),
        /// of counters
        perfcounter_ref: flag(11),
        /// unused
        reserved_12: reserved(12..=31),
    }
}

word! {
    /// A point's size where the shader gives none.
    pub struct PaSuPointSize = "PA_SU_POINT_SIZE" {
        /// half the height, 12.4 pixels
        height: uint(0..=15),
        /// half the width, 12.4 pixels
        width: uint(16..=31),
    }
}

word! {
    /// Limits of a point's size where the shader gives it.
    pub struct PaSuPointMinmax = "PA_SU_POINT_MINMAX" {
        /// smallest radius, 12.4 pixels
        min_size: uint(0..=15),
        /// largest radius, 12.4 pixels
        max_size: uint(16..=31),
    }
}

word! {
    /// A line's width.
    pub struct PaSuLineCntl = "PA_SU_LINE_CNTL" {
        /// half the width, 12.4 pixels
        width: uint(0..=15),
        /// unused
        reserved_16: reserved(16..=31),
    }
}

word! {
    /// A line's pattern; no implementation reads it.
    pub struct PaScLineStipple = "PA_SC_LINE_STIPPLE" {
        /// the pattern
        line_pattern: uint(0..=15),
        /// how often a bit is repeated
        repeat_count: uint(16..=23),
        /// unused
        reserved_24: reserved(24..=27),
        /// order of bits
        pattern_bit_order: flag(28),
        /// when the pattern starts again
        auto_reset_cntl: uint(29..=30),
        /// unused
        reserved_31: reserved(31),
    }
}

word! {
    /// Multipass pixel shaders; no implementation reads it.
    pub struct PaScMpassPsCntl = "PA_SC_MPASS_PS_CNTL" {
        /// vectors a pass
        mpass_pix_vec_per_pass: uint(0..=19),
        /// unused
        reserved_20: reserved(20..=30),
        /// in use
        mpass_ps_ena: flag(31),
    }
}

word! {
    /// The visibility query in use.
    pub struct PaScVizQuery = "PA_SC_VIZ_QUERY" {
        /// in use
        viz_query_ena: flag(0),
        /// which
        viz_query_id: uint(1..=6),
        /// pixels are dropped after the hierarchical test
        kill_pix_post_hi_z: flag(7),
        /// pixels are dropped after the detail mask
        kill_pix_post_detail_mask: flag(8),
        /// unused
        reserved_9: reserved(9..=31),
    }
}

word! {
    /// How lines are drawn; no implementation reads it.
    pub struct PaScLineCntl = "PA_SC_LINE_CNTL" {
        /// Bresenham control
        bres_cntl: uint(0..=7),
        /// Bresenham control in use
        use_bres_cntl: flag(8),
        /// width grows with the slope
        expand_line_width: flag(9),
        /// the last pixel is drawn
        last_pixel: flag(10),
        /// unused
        reserved_11: reserved(11..=31),
    }
}

word! {
    /// Multisampling; no implementation reads it.
    pub struct PaScAaConfig = "PA_SC_AA_CONFIG" {
        /// the count's code
        msaa_num_samples: uint(0..=2),
        /// unused
        reserved_3: reserved(3..=12),
        /// farthest sample from the centre
        max_sample_dist: uint(13..=16),
        /// unused
        reserved_17: reserved(17..=31),
    }
}

word! {
    /// How window coordinates are placed and rounded.
    pub struct PaSuVtxCntl = "PA_SU_VTX_CNTL" {
        /// where a pixel's centre is
        pix_center: PixelCenter(0),
        /// how coordinates are rounded
        round_mode: VertexRounding(1..=2),
        /// their grid
        quant_mode: VertexQuantization(3..=5),
        /// unused
        reserved_6: reserved(6..=31),
    }
}

word! {
    /// Which samples may be covered; no implementation reads it.
    pub struct PaScAaMask = "PA_SC_AA_MASK" {
        /// a bit a sample
        aa_mask: uint(0..=15),
        /// unused
        reserved_16: reserved(16..=31),
    }
}
