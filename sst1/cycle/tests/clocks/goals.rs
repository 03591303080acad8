//! What the preset `afterimage` reaches on the memory of `zsst`.

use sst1_cycle::config::Config;
use sst1_streams::scene::{self, Pixels, Scene};

use crate::drawn;

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
    for (lanes, textured, blended) in [(1, 0.97, 0.93), (2, 1.85, 1.05)] {
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
