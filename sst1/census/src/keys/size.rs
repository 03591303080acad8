//! Classes of sizes: triangles by covered pixels, frames by overdraw.

/// Size classes of triangles, by [`triangle_size`].
pub const TRIANGLE_SIZES: [&str; 15] = [
    "0 pixels",
    "1 pixel",
    "2-3 pixels",
    "4-7 pixels",
    "8-15 pixels",
    "16-31 pixels",
    "32-63 pixels",
    "64-127 pixels",
    "128-255 pixels",
    "256-511 pixels",
    "512-1023 pixels",
    "1024-4095 pixels",
    "4096-16383 pixels",
    "16384-65535 pixels",
    "65536 pixels and more",
];

/// The size class of a triangle that covers `pixels` pixels inside the clip rectangle.
#[inline]
pub fn triangle_size(pixels: u64) -> usize {
    match pixels.checked_ilog2() {
        None => 0,
        Some(log @ 0..10) => log as usize + 1,
        Some(10..12) => 11,
        Some(12..14) => 12,
        Some(14..16) => 13,
        Some(_) => 14,
    }
}

/// Overdraw classes of frames, by [`overdraw`].
pub const OVERDRAW: [&str; 7] = [
    "nothing drawn",
    "up to half a picture",
    "up to 1 picture",
    "up to 2 pictures",
    "up to 4 pictures",
    "up to 8 pictures",
    "more than 8 pictures",
];

/// The overdraw class of a frame: pixels covered by triangles and by LFB writes through the
/// pipeline, against the `area` of the picture.
pub fn overdraw(covered: u64, area: u64) -> usize {
    if covered == 0 {
        return 0;
    }
    let limits = [1, 2, 4, 8, 16].iter().position(|halves| covered * 2 <= area * halves);
    limits.map_or(OVERDRAW.len() - 1, |class| class + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_begin_where_they_say() {
        for (index, name) in TRIANGLE_SIZES.iter().enumerate() {
            let first = name.split(['-', ' ']).next().unwrap_or_default();
            let first: u64 = first.parse().expect("a number");
            assert_eq!(triangle_size(first), index, "{name}");
            assert_eq!(triangle_size(first.saturating_sub(1)), index.saturating_sub(1), "{name}");
        }
        assert_eq!(triangle_size(u64::MAX), 14);
    }

    #[test]
    fn overdraw_counts_pictures() {
        let class = |covered| OVERDRAW[overdraw(covered, 100)];
        assert_eq!((class(0), class(50)), ("nothing drawn", "up to half a picture"));
        assert_eq!((class(51), class(101)), ("up to 1 picture", "up to 2 pictures"));
        assert_eq!((class(800), class(801)), ("up to 8 pictures", "more than 8 pictures"));
        assert_eq!(OVERDRAW[overdraw(1, 0)], "more than 8 pictures");
    }
}
