//! A small encoder of DXT1.
//!
//! For: opaque blocks of the demos' own pictures: the two ends are the corners of the colours' box
//! along its longer diagonal, moved in a little; each texel takes the nearest of the four colours.
//! Facts: specification digest `xenos-hardware` section 3.7.

use super::Image;

/// Eight bytes as memory holds them, with bytes exchanged in 16 bits.
pub(crate) fn block(image: &Image, x: u32, y: u32) -> [u8; 8] {
    let texels: [[i32; 3]; 16] = std::array::from_fn(|n| {
        let n = n as u32;
        let [r, g, b, _] = image.at(x * 4 + n % 4, y * 4 + n / 4);
        [r, g, b].map(i32::from)
    });
    let [mut low, mut high] = bounds(&texels);
    // Which of the box's diagonals: components that fall while green rises change ends.
    let centre: [i32; 3] = std::array::from_fn(|c| i32::midpoint(low[c], high[c]));
    for component in [0, 2] {
        let slope: i32 =
            texels.iter().map(|t| (t[component] - centre[component]) * (t[1] - centre[1])).sum();
        if slope < 0 {
            std::mem::swap(&mut low[component], &mut high[component]);
        }
    }
    let (mut first, mut second) = (pack(high), pack(low));
    if first < second {
        std::mem::swap(&mut first, &mut second);
    }
    let mut codes = 0u32;
    // Equal ends would mean the form with a transparent code; code 0 is right in both.
    if first != second {
        let ends = [unpack(first), unpack(second)];
        let between = |a: i32, b: i32| (2 * a + b) / 3;
        let palette: [[i32; 3]; 4] = [
            ends[0],
            ends[1],
            std::array::from_fn(|c| between(ends[0][c], ends[1][c])),
            std::array::from_fn(|c| between(ends[1][c], ends[0][c])),
        ];
        for (n, texel) in texels.iter().enumerate() {
            let distance = |colour: &[i32; 3]| -> i32 {
                colour.iter().zip(texel).map(|(a, b)| (a - b) * (a - b)).sum()
            };
            let best = (0..4u32).min_by_key(|code| distance(&palette[*code as usize]));
            codes |= best.unwrap_or(0) << (2 * n);
        }
    }
    let [a, b] = first.to_le_bytes();
    let [c, d] = second.to_le_bytes();
    let [e, f, g, h] = codes.to_le_bytes();
    [b, a, d, c, f, e, h, g]
}

/// The box's corners, a sixteenth of its size inside.
fn bounds(texels: &[[i32; 3]; 16]) -> [[i32; 3]; 2] {
    let mut low = [255; 3];
    let mut high = [0; 3];
    for texel in texels {
        for c in 0..3 {
            low[c] = low[c].min(texel[c]);
            high[c] = high[c].max(texel[c]);
        }
    }
    for c in 0..3 {
        let inset = (high[c] - low[c]) / 16;
        low[c] += inset;
        high[c] -= inset;
    }
    [low, high]
}

fn pack([r, g, b]: [i32; 3]) -> u16 {
    let part = |value: i32, most: i32| ((value * most + 127) / 255) as u16;
    part(r, 31) << 11 | part(g, 63) << 5 | part(b, 31)
}

fn unpack(colour: u16) -> [i32; 3] {
    let (r, g, b) = (i32::from(colour >> 11), i32::from(colour >> 5 & 63), i32::from(colour & 31));
    [r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2]
}
