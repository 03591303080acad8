//! Triangle sizes in covered pixels.

/// The size class of a triangle that covers `pixels` pixels inside the clip rectangle.
pub fn triangle_size(pixels: u64) -> &'static str {
    match pixels {
        0 => "0 pixels",
        1 => "1 pixel",
        2..=3 => "2-3 pixels",
        4..=7 => "4-7 pixels",
        8..=15 => "8-15 pixels",
        16..=31 => "16-31 pixels",
        32..=63 => "32-63 pixels",
        64..=127 => "64-127 pixels",
        128..=255 => "128-255 pixels",
        256..=511 => "256-511 pixels",
        512..=1023 => "512-1023 pixels",
        1024..=4095 => "1024-4095 pixels",
        4096..=16383 => "4096-16383 pixels",
        16384..=65535 => "16384-65535 pixels",
        _ => "65536 pixels and more",
    }
}
