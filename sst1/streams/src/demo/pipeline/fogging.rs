//! Fog: a row of stripes whose W, Z or alpha changes from left to right.

use sst1_regs::words::{FogAlpha, FogEntry, FogMode, Rgb};

use super::{Painter, Tile, textured};
use crate::Values;

fn on() -> FogMode {
    FogMode::default().with_enable(true)
}

/// The disc repeated, near at the left and far at the right, Z and alpha growing.
fn fog(p: &mut Painter<'_, '_>, mode: FogMode) {
    let table = std::array::from_fn(|n| {
        let fog = |entry: u32| (entry.saturating_sub(3) * 21).min(255);
        let (even, odd) = (2 * n as u32, 2 * n as u32 + 1);
        let delta = |entry: u32| (fog(entry + 1) - fog(entry)) * 4;
        FogEntry::default()
            .with_even_fog(fog(even))
            .with_even_delta(delta(even))
            .with_odd_fog(fog(odd))
            .with_odd_delta(delta(odd))
    });
    p.bus.fog_table(&table);
    let fog = Rgb::default().with_red(214).with_green(196).with_blue(170);
    // What is added as it is has to be dim.
    let dim = Rgb::default().with_red(90).with_green(30).with_blue(60);
    p.bus.fog_color(if mode.constant() { dim } else { fog });
    p.bus.fbz_color_path(textured());
    p.bus.fog_mode(mode);
    let at = |distance: f64, part: f64, s: f64, t: f64| {
        let rgba = [255.0, 255.0, 255.0, 255.0 * part];
        Values::at_distance(distance, rgba, 65535.0 * part, [[s, t]; 3])
    };
    p.bind(0, p.maps.disc, super::texels().with_perspective(true));
    p.whole_with(&[
        at(1.5, 0.0, 0.0, 0.0),
        at(9.0, 1.0, 256.0, 0.0),
        at(9.0, 1.0, 256.0, 256.0),
        at(1.5, 0.0, 0.0, 256.0),
    ]);
}

pub(super) const TILES: &[Tile] = &[
    ("FOG OFF", |p| fog(p, FogMode::default())),
    ("FOG TABLE", |p| fog(p, on())),
    ("FOG ALPHA", |p| fog(p, on().with_alpha_source(FogAlpha::IteratedAlpha))),
    ("FOG Z", |p| fog(p, on().with_alpha_source(FogAlpha::IteratedZ))),
    ("FOG CONSTANT", |p| {
        fog(p, on().with_constant(true));
    }),
    ("FOG TO BLACK", |p| {
        let mode = on().with_alpha_source(FogAlpha::IteratedAlpha);
        fog(p, mode.with_zero_fog_color(true));
    }),
    ("FOG ALONE", |p| {
        let mode = on().with_alpha_source(FogAlpha::IteratedAlpha);
        fog(p, mode.with_zero_color(true));
    }),
    ("NOTHING", |p| {
        fog(p, on().with_zero_color(true).with_zero_fog_color(true));
    }),
];
