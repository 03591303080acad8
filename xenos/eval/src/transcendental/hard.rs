//! Arguments whose value lies so near the middle of two numbers that doubles cannot tell which.
//!
//! For: rounding these right; all others are right already. Not for: anything else.
//! Facts: `docs/hardware/xenos-microcode.md`, its hard cases, found by trying every argument and
//! computed by arithmetic of 400 bits.

/// The value for one of these arguments.
fn of(table: &[(u32, u32)], x: f32) -> Option<f32> {
    let bits = x.to_bits();
    table.iter().find(|(argument, _)| *argument == bits).map(|(_, value)| f32::from_bits(*value))
}

/// Two to the power.
pub(super) fn exp2(x: f32) -> Option<f32> {
    const TABLE: &[(u32, u32)] = &[
        (0xB52D1F9A, 0x3F7FFFF8),
        (0xB8D3D026, 0x3F7FFB69),
        (0x3A07857C, 0x3F800BBE),
        (0xBAEC2B40, 0x3F7FAE34),
        (0x3B429D37, 0x3F804385),
        (0xBCF3A937, 0x3F7AC6B1),
    ];
    of(TABLE, x)
}

/// The sine, which is odd.
pub(super) fn sin(x: f32) -> Option<f32> {
    const TABLE: &[(u32, u32)] = &[
        (0x4371ADE3, 0x3E62DA56),
        (0x46199998, 0xBEB1FA5D),
        (0x55CAFB2A, 0xBF7E7A17),
        (0x5DADD689, 0xBF74FC9E),
        (0x5F208D82, 0x3F2C7688),
        (0x61DFC847, 0xBF0094DF),
        (0x6446CEC0, 0xBF6995BD),
        (0x67A9242B, 0xBF7FAB81),
        (0x73243F06, 0x3E943A84),
        (0x79D1F6D3, 0xBF7A88EE),
        (0x7A5AACDB, 0x3EDA83BB),
    ];
    of(TABLE, x.abs()).map(|value| if x < 0.0 { -value } else { value })
}

/// The cosine, which is even.
pub(super) fn cos(x: f32) -> Option<f32> {
    const TABLE: &[(u32, u32)] = &[
        (0x39800000, 0x3F800000),
        (0x3C107FE6, 0x3F7FFD74),
        (0x424790CE, 0x3F6E4C01),
        (0x55E5235D, 0xBE83C11A),
        (0x5922AA80, 0x3F08AEBF),
        (0x59443C0A, 0x3F425F62),
        (0x5F18B878, 0x3F7F14BB),
        (0x6115CB11, 0x3F78142F),
        (0x61703976, 0x3EDACC56),
        (0x7908CD73, 0x3F798BB5),
        (0x7A4B1A27, 0x3F7C54DA),
    ];
    of(TABLE, x.abs())
}
