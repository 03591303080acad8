//! What the preset `afterimage` reaches on the memory of `zsst`, and how near `sst1` comes to the
//! specification of the original card.

use sst1_cycle::config::Config;
use sst1_streams::scene::{self, Clear, Pixels, Scene};

use crate::{cleared, drawn};

fn pixels_a_clock(config: Config, scene: &Scene) -> f64 {
    scene.covered() as f64 / drawn(config, scene) as f64
}

/// The same memory and port as in the published design.
#[test]
fn the_memory_is_that_of_the_published_design() {
    assert_eq!(Config::afterimage().memory, Config::zsst().memory);
    assert_eq!(Config::afterimage().hertz, Config::zsst().hertz);
    assert_eq!(Config::afterimage().host_clocks, Config::zsst().host_clocks);
}

/// 64 triangles of 1,000 pixels, back to back.
#[test]
fn a_steady_state_keeps_the_pipeline_busy() {
    for (lanes, textured, blended) in [(1, 0.97, 0.93), (2, 1.85, 1.20)] {
        let config = Config { lanes, ..Config::afterimage() };
        let reached = pixels_a_clock(config, &scene::steady(Pixels::Textured));
        assert!(reached >= textured, "{lanes} lanes, textured: {reached}");
        let reached = pixels_a_clock(config, &scene::steady(Pixels::TexturedBlended));
        assert!(reached >= blended, "{lanes} lanes, with depth and blending: {reached}");
    }
}

/// Triangles of 25 pixels, against the published design.
#[test]
fn small_triangles_are_drawn_three_times_as_fast() {
    for pixels in [Pixels::Textured, Pixels::TexturedBlended] {
        let scene = scene::rate(pixels, 25).unwrap();
        let (ours, published) =
            (drawn(Config::afterimage(), &scene), drawn(Config::zsst(), &scene));
        assert!(published >= 3 * ours, "{pixels:?}: {published} and {ours} clocks");
    }
}

/// Digest 3: thousands of triangles a second, of 10, 25, 50 and 1,000 pixels.
const SPECIFIED: [(Pixels, [u32; 4]); 4] = [
    (Pixels::Flat, [1911, 1096, 644, 42]),
    (Pixels::Shaded, [1231, 968, 550, 37]),
    (Pixels::TexturedShaded, [828, 823, 655, 43]),
    (Pixels::TexturedShadedBlended, [826, 807, 549, 37]),
];
/// Digest 3: a clear of 640 by 480 pixels, in seconds.
const SPECIFIED_CLEAR: f64 = 3.45e-3;

fn near(what: &str, reached: f64, specified: f64) {
    let ratio = reached / specified;
    println!("| {what} | {specified} | {reached:.1} | {ratio:.3} |");
    assert!((0.85..=1.15).contains(&ratio), "{what}: {reached} of {specified}");
}

/// Every row of the specification's table within 15 %.
#[test]
fn the_original_card_draws_as_fast_as_specified() {
    let config = Config::sst1();
    for (pixels, rows) in SPECIFIED {
        for (size, specified) in [10, 25, 50, 1000].into_iter().zip(rows) {
            let scene = scene::rate(pixels, size).unwrap();
            let seconds = drawn(config, &scene) as f64 / config.hertz as f64;
            let rate = f64::from(scene.layout.count) / seconds / 1e3;
            near(&scene.name(), rate, specified.into());
        }
    }
}

/// Colours, depths or both, within 15 %.
#[test]
fn the_original_card_clears_as_fast_as_specified() {
    let config = Config::sst1();
    for clear in Clear::ALL {
        let seconds = cleared(config, clear) as f64 / config.hertz as f64;
        near(&format!("{clear:?}"), 1e3 * seconds, 1e3 * SPECIFIED_CLEAR);
    }
}
