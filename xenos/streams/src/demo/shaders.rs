//! The demos' programs, as text.
//!
//! Vertex constants: 0 to 3 the view's rows, 4 to 6 the object's, 8 to 10 the rows that lead to the
//! shadow map. Pixel constants: `SURFACE` says.

use crate::mesh;

/// A vertex of a shape: place in the world, normal, coordinates, place in the shadow map.
pub(super) fn vertex() -> String {
    let fetch = mesh::FETCH;
    format!(
        "vs
        {fetch}
            dp4 r4.x, r1, c4
            dp4 r4.y, r1, c5
            dp4 r4.z, r1, c6
            max r4.w, r1.w, r1.w
            dp3 r6.x, r2, c4
            dp3 r6.y, r2, c5
            dp3 r6.z, r2, c6
            dp4 r7.x, r4, c8
            dp4 r7.y, r4, c9
            dp4 r7.z, r4, c10
            dp4 r5.x, r4, c0
            dp4 r5.y, r4, c1
            dp4 r5.z, r4, c2
            dp4 r5.w, r4, c3
            max oPos, r5, r5
            max o0.xyz, r4, r4
            max o1.xyz, r6, r6
            max o2.xy, r3, r3
            max o3.xyz, r7, r7
        "
    )
}

/// A vertex of a shape of which only the depth is drawn.
pub(super) fn depth_vertex() -> String {
    let fetch = mesh::FETCH.lines().find(|line| line.contains("vfetch_full")).unwrap_or_default();
    format!(
        "vs
        {fetch}
            dp4 r4.x, r1, c4
            dp4 r4.y, r1, c5
            dp4 r4.z, r1, c6
            max r4.w, r1.w, r1.w
            dp4 r5.x, r4, c0
            dp4 r5.y, r4, c1
            dp4 r5.z, r4, c2
            dp4 r5.w, r4, c3
            max oPos, r5, r5
        "
    )
}

/// A corner of a rectangle over everything, at the far depth: place and coordinates. Constant 11 is
/// half a pixel to the left and up, for pixels' centres are at integers.
pub(super) const QUAD_VERTEX: &str = "vs
    vfetch_full r1, r0.x, vf0, DataFormat=FMT_32_32_32_32_FLOAT, Stride=4, MustBeOne=true
    add oPos.xy11, r1, c11
    max o0.xy, r1.zwzw, r1.zwzw
";

/// The same, and the direction in which the viewer sees it: constants 12 to 14 are the middle's,
/// and what right and up add.
pub(super) const SKY_VERTEX: &str = "vs
    vfetch_full r1, r0.x, vf0, DataFormat=FMT_32_32_32_32_FLOAT, Stride=4, MustBeOne=true
    mad r2.xyz, r1.x, c13, c12
    mad r2.xyz, r1.y, c14, r2
    add oPos.xy11, r1, c11
    max o0.xyz, r2, r2
";

/// Lit surfaces. Constants: 0 eye, 1 direction to the sun, 2 its colour, 3 light from above,
/// 4 from below; 5 tint, 6 (reflected straight on, power and strength of the highlight), 7 tint of
/// reflections and what they grow by at grazing angles, 8 (alpha, its growth with reflections);
/// 9 (bias of shadows, 1/8, 1.5, 0.5), 10 (1, 0, 2, 4), 12 on pairs of lamps: place and
/// falloff, colour. Textures: 0 shadow map, 1 colour, 2 cube. Loop 0 counts lamps.
const SURFACE: &str = "ps
    tfetch2D r4.xyz1, r2.xy, tf1
    mul r4.xyz, r4, r4
    mul r4.xyz, r4, c5
    dp3 r5.w, r1, r1
    rsq r5.w, r5.w
    mul r1.xyz, r1, r5.w
    add r6.xyz, c0, -r0
    dp3 r6.w, r6, r6
    rsq r6.w, r6.w
    mul r6.xyz, r6, r6.w
    dp3 r7.w, r1, r6
    max_sat r6.w, r7.w, r7.w
    add r7.w, r7.w, r7.w
    mad r7.xyz, r1, r7.w, -r6
    add_sat r3.z, r3.z, -c9.x
    tfetch2D r8.x___, r3.xy, tf0, OffsetX=-0.5, OffsetY=-1.5
    tfetch2D r8._x__, r3.xy, tf0, OffsetX=1.5, OffsetY=-0.5
    tfetch2D r8.__x_, r3.xy, tf0, OffsetX=0.5, OffsetY=1.5
    tfetch2D r8.___x, r3.xy, tf0, OffsetX=-1.5, OffsetY=0.5
    tfetch2D r9.x___, r3.xy, tf0, OffsetX=-0.5, OffsetY=0.5
    tfetch2D r9._x__, r3.xy, tf0, OffsetX=0.5, OffsetY=-0.5
    tfetch2D r9.__x_, r3.xy, tf0, OffsetX=2.5, OffsetY=1.5
    tfetch2D r9.___x, r3.xy, tf0, OffsetX=-1.5, OffsetY=-2.5
    sge r8, r8, r3.z
    sge r9, r9, r3.z
    add r8, r8, r9
    dp4 r8.w, r8, c9.y
    dp3_sat r8.z, r1, c1
    mul r8.z, r8.z, r8.w
    mad r9.w, r1.y, c9.w, c9.w
    add r9.xyz, c3, -c4
    mad r9.xyz, r9, r9.w, c4
    mad r9.xyz, c2, r8.z, r9
    loop i0
        add r10.xyz, c[12+aL], -r0
        dp3 r10.w, r10, r10
        rsq r11.x, r10.w
        mul r10.xyz, r10, r11.x
        dp3_sat r11.y, r10, r1
        mad r11.z, r10.w, c[12+aL].w, c10.x
        rcp r11.z, r11.z
        mul r11.y, r11.y, r11.z
        mad r9.xyz, r11.y, c[13+aL], r9
    endloop i0
    mul r4.xyz, r4, r9
    dp3_sat r10.x, r7, c1
    log r10.x, r10.x
    mul r10.x, r10.x, c6.y
    exp r10.x, r10.x
    mul r10.x, r10.x, c6.z
    mul r10.x, r10.x, r8.w
    mad r4.xyz, c2, r10.x, r4
    add r10.y, c10.x, -r6.w
    mul r10.z, r10.y, r10.y
    mul r10.z, r10.z, r10.z
    mul r10.y, r10.y, r10.z
    mad r10.y, r10.y, c7.w, c6.x
";

/// What surfaces with a reflection add.
const REFLECTION: &str = "
    cube r11, r7.zzxy, r7.yxzz
    rcp r11.z, r_abs11.z
    mad r11.xy, r11, r11.z, c9.z
    tfetchCube r12.xyz_, r11.yxw, tf2
    mul r12.xyz, r12, c7
    mad r4.xyz, r12, r10.y, r4
";

/// A lit surface with a reflection; alpha for floors that the world mirrors itself in.
pub(super) fn reflecting() -> String {
    format!(
        "{SURFACE}{REFLECTION}
            mad r4.w, r10.y, c8.y, c8.x
            max oC0, r4, r4
        "
    )
}

/// The same as others reflect it: what it mirrors is light from above and below alone.
pub(super) fn distant() -> String {
    format!(
        "{SURFACE}
            mad r11.w, r7.y, c9.w, c9.w
            add r11.xyz, c3, -c4
            mad r11.xyz, r11, r11.w, c4
            mul r11.xyz, r11, c10.w
            mul r11.xyz, r11, c7
            mad r4.xyz, r11, r10.y, r4
            max r4.w, c10.x, c10.x
            max oC0, r4, r4
        "
    )
}

/// A lit surface, its colour compressed as displays want it.
pub(super) fn plain() -> String {
    format!(
        "{SURFACE}
            mul r10.xyz, r10.y, c7
            add r4.xyz, r4, r10
            add r5.xyz, r4, c10.x
            rcp r5.x, r5.x
            rcp r5.y, r5.y
            rcp r5.z, r5.z
            mul r4.xyz, r4, r5
            sqrt r4.x, r4.x
            sqrt r4.y, r4.y
            sqrt r4.z, r4.z
            max r4.w, c10.x, c10.x
            max oC0, r4, r4
        "
    )
}

/// What shines by itself: constant 5, a little less at the rim. Constant 9 as above.
pub(super) const GLOWING: &str = "ps
    dp3 r5.w, r1, r1
    rsq r5.w, r5.w
    mul r1.xyz, r1, r5.w
    add r6.xyz, c0, -r0
    dp3 r6.w, r6, r6
    rsq r6.w, r6.w
    mul r6.xyz, r6, r6.w
    dp3_sat r6.w, r1, r6
    mad r6.w, r6.w, c9.w, c9.w
    mul r4.xyz, c5, r6.w
    max r4.w, c10.x, c10.x
    max oC0, r4, r4
";
