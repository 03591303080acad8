use std::sync::atomic::AtomicU64;

use sst1_cycle::config::{Config, MemoryConfig};
use sst1_cycle::stall::Cause;
use sst1_facts::Profile;
use sst1_streams::scene::Pixels;

use super::*;
use crate::Setup;

fn small() -> Drawing {
    scenes("1-right-64x32.textured-blended.64x2").pop().unwrap()
}

fn timed(scene: &Drawing, plan: &TimingPlan) -> Timing {
    time_scene(scene, Profile::hardware(), plan).unwrap()
}

#[test]
fn a_scene_has_its_pixels_and_every_clock_a_cause() {
    for config in [Config::zsst(), Config::sst1(), Config::afterimage()] {
        let scene = small();
        let timing = timed(&scene, &TimingPlan::new(config));
        assert_eq!((timing.pixels, timing.triangles), (scene.size().1, 1));
        assert_eq!(timing.stalls.total(), timing.clocks);
        let useful = timing.stalls.of(Cause::Pixel);
        let lanes = u64::from(config.lanes);
        assert!((timing.pixels / lanes..=timing.pixels).contains(&useful));
        assert_eq!((timing.counters.clocks, timing.counters.pixels_retired), (timing.clocks, 1024));
        assert!(timing.first > 0, "downloads take clocks that are not measured");
    }
}

#[test]
fn series_and_waveforms_change_nothing_and_add_up() {
    let plain = timed(&small(), &TimingPlan::new(Config::zsst()));
    let plan =
        TimingPlan { series: true, waves: Some(100..150), ..TimingPlan::new(Config::zsst()) };
    let watched = timed(&small(), &plan);
    assert_eq!((plain.clocks, plain.counters), (watched.clocks, watched.counters));
    let series = watched.series.unwrap();
    let mut end = 0;
    let mut pixels = 0;
    for (from, to, counters, stalls) in series.bins() {
        assert_eq!((from, to - from), (end, stalls.total()));
        end = to;
        pixels += counters.pixels_retired;
    }
    assert_eq!((end, pixels), (plain.clocks, plain.pixels));
    let waves = watched.waves.unwrap();
    assert_eq!((waves.changes[0].clock, waves.end), (100, 150));
    let first = waves.changes.iter().filter(|change| change.clock == 100).count();
    assert_eq!(first, waves.wires.len(), "each wire begins with a value");
    assert!(waves.changes.is_sorted_by_key(|change| change.clock));
}

#[test]
fn a_long_series_has_few_moments_at_even_distances() {
    let scene = Drawing::Triangles(sst1_streams::scene::steady(Pixels::Textured));
    let plan = TimingPlan { series: true, ..TimingPlan::new(Config::zsst()) };
    let series = timed(&scene, &plan).series.unwrap();
    assert!((100..=514).contains(&series.moments.len()), "{}", series.moments.len());
    let inner = &series.moments[..series.moments.len() - 1];
    for (number, moment) in (0..).zip(inner) {
        assert_eq!(moment.clock, number * series.step);
    }
}

#[test]
fn scenes_have_names() {
    assert_eq!(scenes("cold-textured").len(), 16);
    assert_eq!(scenes("cold-blended").len(), 16);
    assert_eq!(scenes("rates").len(), 16);
    assert_eq!(scenes("25-pixels").len(), 6);
    assert_eq!(scenes("clears").len(), 3);
    assert!(scenes("nothing").is_empty());
    let all = scenes("all");
    for scene in &all {
        assert_eq!(scenes(&scene.name()), [*scene], "{}", scene.name());
    }
    assert_eq!(all.iter().filter(|scene| specified(scene).is_some()).count(), 16);
}

fn axes(texts: &[&str]) -> Vec<Axis> {
    texts.iter().map(|text| Axis::read(text).unwrap()).collect()
}

#[test]
fn a_grid_is_the_same_whatever_the_number_of_threads() {
    let scene = small();
    let grid =
        Grid::new(&Config::zsst(), &[], axes(&["texture.fills=1,8", "rob=8,64", "walker=spans"]));
    let grid = grid.unwrap();
    let values: Vec<String> = grid.cells.iter().map(|cell| cell.values.join(" ")).collect();
    assert_eq!(values, ["1 8 spans", "1 64 spans", "8 8 spans", "8 64 spans"]);
    let plan = TimingPlan::new(Config::zsst());
    let setup = Setup::default();
    let what = Sweep::Scene { scene: &scene, setup: &setup };
    let clocks = |jobs| {
        let done = AtomicU64::new(0);
        let outcomes = sweep(&what, &grid, &plan, jobs, &done).unwrap();
        assert_eq!(done.into_inner(), 4);
        outcomes.iter().map(|outcome| outcome.timing.as_ref().unwrap().clocks).collect::<Vec<_>>()
    };
    let single: Vec<u64> =
        grid.cells.iter().map(|cell| timed(&scene, &TimingPlan::new(cell.config)).clocks).collect();
    assert_eq!(clocks(1), single);
    assert_eq!(clocks(3), single);
    assert!(single[0] > single[3]);
}

/// Each row has the values that it is written under, whichever axis comes first.
#[test]
fn the_order_of_axes_loses_no_value() {
    let set = [("memory.beat".to_owned(), "50".to_owned()), ("rob".to_owned(), "32".to_owned())];
    let axes = axes(&["memory.latency=1000,2000", "memory=port"]);
    let grid = Grid::new(&Config::zsst(), &set, axes).unwrap();
    for (cell, latency) in grid.cells.iter().zip([1000, 2000]) {
        assert_eq!(cell.config.memory, MemoryConfig::Port { latency, beat: 50 });
        assert_eq!(cell.config.rob, 32);
    }
}

#[test]
fn grids_that_cannot_be() {
    let wrong =
        |texts: &[&str]| Grid::new(&Config::zsst(), &[], axes(texts)).unwrap_err().to_string();
    assert!(wrong(&["rob=1", "rob=2"]).contains("twice"));
    assert!(wrong(&["memory=ddr,ideal", "memory.slots=8"]).contains("memory=ideal memory.slots=8"));
    assert!(wrong(&["rob=8,0"]).contains("rob=0: rob: 0 is not in 1 to 4096"));
    assert!(Axis::read("rob=8,16,08").unwrap_err().to_string().contains("08 is given twice"));
    for text in ["rob", "=3", "rob=", "rob=1,,2"] {
        assert!(matches!(Axis::read(text), Err(GridError::Axis(_))), "{text}");
    }
    let many: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
    let long = format!("rob={}", many.join(","));
    assert!(wrong(&[&long, &long.replace("rob", "join")]).contains("1000000 combinations"));
}
