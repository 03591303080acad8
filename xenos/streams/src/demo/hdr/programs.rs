//! The HDR frame's own programs.

use std::io::Write;

use super::super::shaders;
use crate::state::Copy;
use crate::{Program, Stream};

/// All programs.
pub(super) struct Shaders {
    pub(super) vertex: Program,
    pub(super) depth_vertex: Program,
    pub(super) quad_vertex: Program,
    pub(super) sky_vertex: Program,
    pub(super) surface: Program,
    pub(super) distant: Program,
    pub(super) glowing: Program,
    pub(super) sky: Program,
    pub(super) bright: Program,
    pub(super) smaller: Program,
    pub(super) blur: Program,
    pub(super) composite: Program,
    pub(super) copy: Program,
}

impl Shaders {
    pub(super) fn new<W: Write>(stream: &mut Stream<W>) -> Self {
        Self {
            vertex: stream.program("hdr vertex", &shaders::vertex()),
            depth_vertex: stream.program("depth vertex", &shaders::depth_vertex()),
            quad_vertex: stream.program("quad vertex", shaders::QUAD_VERTEX),
            sky_vertex: stream.program("sky vertex", shaders::SKY_VERTEX),
            surface: stream.program("surface", &shaders::reflecting()),
            distant: stream.program("distant surface", &shaders::distant()),
            glowing: stream.program("glowing", shaders::GLOWING),
            sky: stream.program("sky", SKY),
            bright: stream.program("bright", BRIGHT),
            smaller: stream.program("smaller", SMALLER),
            blur: stream.program("blur", BLUR),
            composite: stream.program("composite", COMPOSITE),
            copy: stream.program("copy", Copy::PROGRAM),
        }
    }
}

/// A sky with a low sun. Constants: 0 its direction, 1 colour at the horizon, 2 at the zenith,
/// 3 below, 4 the sun's glow, 5 (power of the glow, of the disc, 1, 0.15), 6 (8, 0.3, 0.5, 60),
/// 7 clouds. Texture 1: clouds.
const SKY: &str = "ps
    dp3 r1.w, r0, r0
    rsq r1.w, r1.w
    mul r1.xyz, r0, r1.w
    dp3_sat r2.w, r1, c0
    max_sat r2.x, r1.y, r1.y
    sqrt r2.x, r2.x
    add r3.xyz, c2, -c1
    mad r3.xyz, r3, r2.x, c1
    log r2.y, r2.w
    mul r2.z, r2.y, c5.x
    exp r2.z, r2.z
    mad r3.xyz, c4, r2.z, r3
    mul r4.xy, r1.y, c5.z
    add r4.z, r2.x, c5.w
    max_sat r4.w, r1.y, r1.y
    add r4.w, r4.w, c5.w
    rcp r4.w, r4.w
    mul r4.xy, r1.xzxz, r4.w
    mul r4.xy, r4, c6.y
    tfetch2D r5.x___, r4.xy, tf1
    mul_sat r4.w, r1.y, c6.x
    mul r5.x, r5.x, r4.w
    add r6.xyz, c7, -r3
    mad r6.xyz, c4, r2.z, r6
    mul r5.y, r5.x, c6.z
    mad r3.xyz, r6, r5.y, r3
    mul r2.y, r2.y, c5.y
    exp r2.y, r2.y
    mul r2.y, r2.y, c6.w
    mad r3.xyz, c4, r2.y, r3
    mul_sat r4.w, -r1.y, c6.x
    add r6.xyz, c3, -r3
    mad r3.xyz, r6, r4.w, r3
    max r3.w, c5.z, c5.z
    max oC0, r3, r3
";

/// What is brighter than white, of four by four pixels. Constant 0 (threshold, 1/4, 0, ..).
const BRIGHT: &str = "ps
    tfetch2D r1.xyz_, r0.xy, tf0, OffsetX=-1, OffsetY=-1
    tfetch2D r2.xyz_, r0.xy, tf0, OffsetX=1, OffsetY=-1
    tfetch2D r3.xyz_, r0.xy, tf0, OffsetX=-1, OffsetY=1
    tfetch2D r4.xyz_, r0.xy, tf0, OffsetX=1, OffsetY=1
    add r1.xyz, r1, r2
    add r3.xyz, r3, r4
    add r1.xyz, r1, r3
    mad r1.xyz, r1, c0.y, -c0.x
    max r1.xyz, r1, c0.z
    max r1.w, c0.z, c0.z
    max oC0, r1, r1
";

/// Half the size: four texels, each between four.
const SMALLER: &str = "ps
    tfetch2D r1.xyz_, r0.xy, tf0, OffsetX=-0.5, OffsetY=-0.5
    tfetch2D r2.xyz_, r0.xy, tf0, OffsetX=0.5, OffsetY=-0.5
    tfetch2D r3.xyz_, r0.xy, tf0, OffsetX=-0.5, OffsetY=0.5
    tfetch2D r4.xyz_, r0.xy, tf0, OffsetX=0.5, OffsetY=0.5
    add r1.xyz, r1, r2
    add r3.xyz, r3, r4
    add r1.xyz, r1, r3
    mul r1.xyz, r1, c0.y
    max r1.w, c0.z, c0.z
    max oC0, r1, r1
";

/// Nine texels in a row by five fetches. Constants: 0 (.., .., 0), 1 the inner fetch's distance,
/// 2 the outer's, 3 weights of middle, inner, outer.
const BLUR: &str = "ps
    add r1.xy, r0, c1
    add r2.xy, r0, -c1
    add r3.xy, r0, c2
    add r4.xy, r0, -c2
    tfetch2D r5.xyz_, r0.xy, tf0
    tfetch2D r1.xyz_, r1.xy, tf0
    tfetch2D r2.xyz_, r2.xy, tf0
    tfetch2D r3.xyz_, r3.xy, tf0
    tfetch2D r4.xyz_, r4.xy, tf0
    add r1.xyz, r1, r2
    add r3.xyz, r3, r4
    mul r5.xyz, r5, c3.x
    mad r5.xyz, r1, c3.y, r5
    mad r5.xyz, r3, c3.z, r5
    max r5.w, c0.z, c0.z
    max oC0, r5, r5
";

/// The picture: haze by depth, bloom, a darker rim, a film's curve, gamma. Constants: 0 weights of
/// the bloom's three sizes and exposure, 1 (near, far - near, far, haze), 2 the haze's colour and
/// 1, 3 and 4 the curve (2.51, 0.03, 2.43, 0.59), (0.14, 1/2.2, 0.5, rim), 5 a grain below black.
const COMPOSITE: &str = "ps
    tfetch2D r1.xyz_, r0.xy, tf0
    tfetch2D r2.xyz_, r0.xy, tf1
    tfetch2D r3.xyz_, r0.xy, tf2
    tfetch2D r4.xyz_, r0.xy, tf3
    tfetch2D r5.x___, r0.xy, tf4
    mad r5.y, -r5.x, c1.y, c1.z
    rcp r5.y, r5.y
    mul r5.y, r5.y, c1.x
    mul_sat r5.y, r5.y, c1.w
    sge r5.z, r5.x, c2.w
    add r5.z, c2.w, -r5.z
    mul r5.y, r5.y, r5.z
    add r6.xyz, c2, -r1
    mad r1.xyz, r6, r5.y, r1
    mad r1.xyz, r2, c0.x, r1
    mad r1.xyz, r3, c0.y, r1
    mad r1.xyz, r4, c0.z, r1
    add r6.xy, r0, -c4.z
    mul r6.xy, r6, r6
    add r6.z, r6.x, r6.y
    mad r6.z, -r6.z, c4.w, c2.w
    mul r6.z, r6.z, c0.w
    mul r1.xyz, r1, r6.z
    mad r2.xyz, r1, c3.x, c3.y
    mul r2.xyz, r2, r1
    mad r3.xyz, r1, c3.z, c3.w
    mad r3.xyz, r3, r1, c4.x
    rcp r3.x, r3.x
    rcp r3.y, r3.y
    rcp r3.z, r3.z
    mul_sat r1.xyz, r2, r3
    max r1.xyz, r1, c5.x
    log r1.x, r1.x
    log r1.y, r1.y
    log r1.z, r1.z
    mul r1.xyz, r1, c4.y
    exp r1.x, r1.x
    exp r1.y, r1.y
    exp r1.z, r1.z
    max r1.w, c2.w, c2.w
    max oC0, r1, r1
";
