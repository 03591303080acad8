//! The scene's textures, all computed.

use crate::Image;
use crate::maths::{PI, cos, exp, fractal, mix, mix3, sin, smooth};

/// One texture of the floor: two by two slabs of marble with bevelled edges.
pub(super) fn floor() -> Image {
    Image::from_shader(256, 256, |u, v| {
        let (x, y) = (u * 2.0, v * 2.0);
        let dark = (x.floor() as i64 + y.floor() as i64) % 2 == 1;
        let (in_x, in_y) = (x - x.floor(), y - y.floor());
        let seed = x.floor() as u64 * 7 + y.floor() as u64 * 13;
        let warp = fractal(u, v, 4, 4, 11 + seed);
        let vein = 1.0 - (sin((u * 2.0 + v + warp * 3.2) * 2.0 * PI)).abs();
        let vein = smooth(0.72, 1.0, vein) * fractal(u, v, 6, 3, 5 + seed);
        let grain = fractal(u, v, 32, 3, 3) - 0.5;
        let base = if dark {
            mix3([0.105, 0.135, 0.185], [0.42, 0.47, 0.52], vein * 0.8)
        } else {
            mix3([0.86, 0.82, 0.76], [0.60, 0.55, 0.52], vein)
        };
        // A joint around each slab, lit on two sides.
        let edge = in_x.min(in_y).min(1.0 - in_x).min(1.0 - in_y);
        let joint = smooth(0.006, 0.016, edge);
        let rim = if in_x.min(in_y) < (1.0 - in_x).min(1.0 - in_y) { 0.10 } else { -0.08 };
        let bevel = rim * (1.0 - smooth(0.014, 0.034, edge));
        let shade = 1.0 + grain * 0.10 + bevel;
        let [r, g, b] = base.map(|c| mix(0.10, c * shade, joint));
        [r, g, b, 1.0]
    })
}

/// What polished gold mirrors, as a picture of all directions: dusk above, floor below.
pub(super) fn gold() -> Image {
    Image::from_shader(128, 128, |u, v| {
        let (x, y) = (2.0 * u - 1.0, 1.0 - 2.0 * v);
        let r = (x * x + y * y).sqrt().min(1.0);
        let wave = 0.06 * sin(x * 5.0) + 0.04 * (fractal(u, v, 4, 3, 21) - 0.5);
        let height = y + wave;
        let sky = mix3([1.0, 0.80, 0.42], [0.46, 0.30, 0.13], smooth(0.0, 0.85, height));
        let floor = mix3([0.55, 0.32, 0.10], [0.16, 0.07, 0.03], smooth(0.0, 0.8, -height));
        let horizon = smooth(-0.06, 0.05, height);
        let mut color = mix3(floor, sky, horizon);
        // Checks of the floor shimmer in the lower half.
        let checks = sin(x * 16.0 / (0.3 - height.min(0.0))) * sin(7.0 / (0.22 - height.min(0.0)));
        let glint = smooth(0.0, 0.35, -height) * (1.0 - smooth(0.4, 0.9, -height));
        color = color.map(|c| c * (1.0 + 0.30 * glint * if checks > 0.0 { 1.0 } else { -1.0 }));
        // The lamp, a bright window, and the sun's streak.
        let window = smooth(0.20, 0.13, (x + 0.46).abs()) * smooth(0.20, 0.13, (y - 0.55).abs());
        let bars = if (x + 0.46).abs() < 0.012 || (y - 0.55).abs() < 0.012 { 0.35 } else { 1.0 };
        color = mix3(color, [1.0, 0.98, 0.90], window * bars);
        let streak = exp(-(height - 0.05) * (height - 0.05) * 90.0) * smooth(-0.9, 0.4, -x);
        color = mix3(color, [1.0, 0.90, 0.62], 0.75 * streak);
        let rim = smooth(0.80, 1.0, r);
        let [red, green, blue] = mix3(color, [0.95, 0.66, 0.36], 0.55 * rim);
        [red, green, blue, 1.0]
    })
}

/// Glazed tiles with a star of eight points.
pub(super) fn tiles() -> Image {
    Image::from_shader(128, 128, |u, v| {
        let (x, y) = ((u * 2.0).fract() * 2.0 - 1.0, (v * 2.0).fract() * 2.0 - 1.0);
        let (ax, ay) = (x.abs(), y.abs());
        let square = ax.max(ay);
        let diamond = (ax + ay) * std::f64::consts::FRAC_1_SQRT_2;
        let star = square.min(diamond);
        let ring = (x * x + y * y).sqrt();
        let mottle = fractal(u, v, 8, 4, 31);
        let blue = mix3([0.05, 0.20, 0.44], [0.10, 0.36, 0.62], mottle);
        let turquoise = mix3([0.12, 0.55, 0.58], [0.24, 0.72, 0.70], mottle);
        let ivory = mix3([0.88, 0.84, 0.72], [0.97, 0.94, 0.86], mottle);
        let ochre = mix3([0.80, 0.50, 0.14], [0.92, 0.66, 0.24], mottle);
        let mut color = blue;
        color = mix3(color, ivory, smooth(0.70, 0.68, star));
        color = mix3(color, turquoise, smooth(0.62, 0.60, star));
        color = mix3(color, ivory, smooth(0.36, 0.345, ring));
        color = mix3(color, ochre, smooth(0.29, 0.275, ring));
        color = mix3(color, blue, smooth(0.12, 0.105, ring));
        let corner = ((1.0 - ax) * (1.0 - ax) + (1.0 - ay) * (1.0 - ay)).sqrt();
        color = mix3(color, ochre, smooth(0.27, 0.255, corner));
        let joint = smooth(0.985, 0.955, square);
        let [r, g, b] = color.map(|c| mix(0.22, c, joint));
        [r, g, b, 1.0]
    })
}

/// A weathered chest: planks in an iron frame with rivets.
pub(super) fn chest() -> Image {
    Image::from_shader(128, 128, |u, v| {
        let plank = (v * 5.0).floor();
        let in_plank = v * 5.0 - plank;
        let shift = plank * 0.37;
        let fibre = fractal((u * 0.25 + shift).fract(), v, 3, 2, 41)
            + 0.7 * fractal((u + shift).fract(), (v * 4.0).fract(), 4, 5, 42);
        let rings = sin((fibre * 9.0 + v * 40.0) * 1.3);
        let tone = 0.5 + 0.22 * rings + 0.35 * (fractal(u, v, 16, 3, 44) - 0.5);
        let hue = (plank * 0.618).fract() * 0.18;
        let wood = mix3([0.33, 0.17, 0.08], [0.68 - hue, 0.42 - hue * 0.6, 0.20], tone);
        let gap = smooth(0.02, 0.07, in_plank.min(1.0 - in_plank));
        let mut color = wood.map(|c| c * mix(0.35, 1.0, gap));
        let edge = u.min(v).min(1.0 - u).min(1.0 - v);
        let brace = edge.min(((u - v).abs() - 0.0).max(0.02) * 0.9 + 0.06);
        let frame = smooth(0.125, 0.115, edge).max(smooth(0.098, 0.088, brace));
        let rust = fractal(u, v, 8, 4, 46);
        let iron = mix3([0.30, 0.31, 0.34], [0.42, 0.28, 0.18], smooth(0.45, 0.75, rust));
        let bevel = 1.0 + 0.35 * (smooth(0.03, 0.0, edge) - smooth(0.095, 0.12, edge));
        color = mix3(color, iron.map(|c| c * bevel), frame);
        for (cx, cy) in RIVETS {
            let (dx, dy) = (u - cx, v - cy);
            let d = (dx * dx + dy * dy).sqrt();
            let lit = 0.75 + 9.0 * (-dx - dy);
            color = mix3(color, [0.62, 0.60, 0.58].map(|c: f64| c * lit), smooth(0.034, 0.026, d));
        }
        let [r, g, b] = color;
        [r, g, b, 1.0]
    })
}

const RIVETS: [(f64, f64); 8] = [
    (0.06, 0.06),
    (0.94, 0.06),
    (0.06, 0.94),
    (0.94, 0.94),
    (0.5, 0.06),
    (0.5, 0.94),
    (0.06, 0.5),
    (0.94, 0.5),
];

/// Jasper: bands of stone for the ball.
pub(super) fn jasper() -> Image {
    Image::from_shader(128, 128, |u, v| {
        let warp = fractal(u, v, 3, 5, 51);
        let bands = 0.5 + 0.5 * sin((v * 3.0 + warp * 2.4) * 2.0 * PI);
        let fine = 0.5 + 0.5 * sin((v * 14.0 + warp * 7.0) * 2.0 * PI);
        let base = mix3([0.44, 0.08, 0.07], [0.86, 0.42, 0.22], bands);
        let base = mix3(base, [0.95, 0.80, 0.62], 0.55 * smooth(0.75, 1.0, fine * bands));
        let speck = smooth(0.62, 0.80, fractal(u, v, 12, 3, 53));
        let [r, g, b] = mix3(base, [0.16, 0.07, 0.10], 0.8 * speck);
        [r, g, b, 1.0]
    })
}

/// A round window of coloured glass in lead.
pub(super) fn glass() -> Image {
    const PANES: [[f64; 3]; 6] = [
        [0.90, 0.16, 0.14],
        [0.98, 0.66, 0.10],
        [0.10, 0.34, 0.86],
        [0.10, 0.62, 0.36],
        [0.56, 0.16, 0.66],
        [0.10, 0.66, 0.78],
    ];
    Image::from_shader(128, 128, |u, v| {
        let (x, y) = (2.0 * u - 1.0, 2.0 * v - 1.0);
        let r = (x * x + y * y).sqrt();
        let mut lead = f64::MAX;
        let mut pane = 0;
        // Twelve sectors, found by the nearest of twelve directions.
        let mut best = f64::MIN;
        for n in 0..12 {
            let angle = PI * f64::from(n) / 6.0;
            let along = x * cos(angle) + y * sin(angle);
            if along > best {
                (best, pane) = (along, n as usize);
            }
            let border = PI * (f64::from(n) + 0.5) / 6.0;
            if x * cos(border) + y * sin(border) > 0.0 && r > 0.22 {
                lead = lead.min((y * cos(border) - x * sin(border)).abs());
            }
        }
        for ring in [0.22, 0.60, 0.90] {
            lead = lead.min((r - ring).abs());
        }
        let ring = if r < 0.22 {
            0
        } else if r < 0.60 {
            1
        } else if r < 0.90 {
            2
        } else {
            3
        };
        let index = match ring {
            0 => 1,
            1 => pane % 2 * 2,
            2 => 1 + pane % 3 * 2,
            _ => 5,
        };
        let (ex, ey) = (1.0 - x.abs(), 1.0 - y.abs());
        lead = lead.min(ex.min(ey) - 0.02);
        let streak = 0.80 + 0.40 * fractal(u, v, 5, 4, 61);
        let color = PANES[index].map(|c| c * streak);
        let metal = smooth(0.040, 0.022, lead);
        let [red, green, blue] = mix3(color, [0.07, 0.07, 0.09], metal);
        [red, green, blue, mix(0.46, 1.0, metal)]
    })
}

/// A glow: bright in the middle, nothing at the edge.
pub(super) fn glow() -> Image {
    Image::from_shader(64, 64, |u, v| {
        let (x, y) = (2.0 * u - 1.0, 2.0 * v - 1.0);
        let r = (x * x + y * y).sqrt();
        let light = (exp(-r * r * 5.0) - exp(-5.0)).max(0.0) / (1.0 - exp(-5.0));
        [light, light, light, light]
    })
}
