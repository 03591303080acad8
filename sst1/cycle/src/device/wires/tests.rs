use sst1_board::{BoardConfig, Device, Width};
use sst1_facts::Profile;
use sst1_regs::offset;

use super::*;
use crate::config::Config;
use crate::probe::Probe;

/// Keeps every clock's values.
#[derive(Debug)]
struct Keeper {
    wires: Wires,
    next: u64,
    clocks: Vec<Vec<Option<u32>>>,
}

impl Probe for Keeper {
    fn due(&self) -> u64 {
        self.next
    }

    fn look(&mut self, card: &Cycle) {
        self.next = card.clocks() + 1;
        if let Some(values) = self.wires.look(card) {
            self.clocks.push(values.to_vec());
        }
    }
}

fn card(config: Config, probed: bool, skips: bool) -> Cycle {
    let mut card = Cycle::new(config, BoardConfig::default(), Profile::hardware()).unwrap();
    card.set_skips(skips);
    if probed {
        let keeper = Keeper { wires: Wires::new(&card), next: 0, clocks: Vec::new() };
        card.set_probe(Box::new(keeper));
    }
    card.config_write(0x40, 1, Width::Word);
    for (at, data) in [
        (offset::FBI_INIT1, 10 << 4),
        (offset::FBI_INIT2, 150 << 11),
        (offset::VIDEO_DIMENSIONS, 0x1E0 << 16 | 0x27F),
        (offset::CLIP_LEFT_RIGHT, 64),
        (offset::CLIP_LOWY_HIGHY, 32),
        // Colour and depth, with a depth test; textured.
        (offset::FBZ_MODE, 1 << 14 | 1 << 9 | 1 << 10 | 1 << 4 | 7 << 5 | 1),
        (offset::FBZ_COLOR_PATH, 1 << 27 | 1),
        (offset::START_W, 1 << 30),
        (offset::DSDX, 1 << 18),
        (offset::VERTEX_BX, 20 * 16),
        (offset::VERTEX_BY, 20 * 16),
        (offset::VERTEX_CY, 20 * 16),
        (offset::TRIANGLE_CMD, 0),
        (offset::TRIANGLE_CMD, 0),
        (offset::FASTFILL_CMD, 0),
    ] {
        card.put(at, data);
    }
    card.run();
    card
}

fn kept(mut card: Cycle) -> Keeper {
    let probe: Box<dyn std::any::Any> = card.take_probe().unwrap();
    *probe.downcast().unwrap()
}

#[test]
fn each_taking_is_a_clock_of_valid_and_ready() {
    let card = card(Config::zsst(), true, true);
    let counters = card.counters();
    let handshakes = [
        ("fbi", "retire", counters.pixels_retired),
        ("fbi", "issue", counters.pixels_issued),
        ("fbi", "join_head", counters.join_done),
        ("tmu0", "result", counters.tmu_results),
        ("front", "command", 3),
        ("color_cache", "request", counters.color_cache_fill_request),
        ("aux_cache", "request", counters.aux_cache_fill_request),
        ("tmu0_cache", "request", counters.texture_fill_request),
    ];
    let keeper = kept(card);
    let list = keeper.wires.list();
    for (block, name, count) in handshakes {
        let of = |suffix: &str| {
            let wanted = format!("{name}_{suffix}");
            list.iter().position(|w| w.block == block && w.name == wanted).unwrap()
        };
        let (valid, ready) = (of("valid"), of("ready"));
        let both = |clock: &&Vec<Option<u32>>| clock[valid] == Some(1) && clock[ready] == Some(1);
        let taken = keeper.clocks.iter().filter(both).count() as u64;
        assert_eq!(taken, count, "{block}.{name}");
        let unknown =
            |clock: &Vec<Option<u32>>| (clock[valid] == Some(0)) == clock[ready].is_none();
        assert!(keeper.clocks.iter().all(unknown), "{block}.{name}");
    }
    assert!(counters.color_cache_fill_request == 0 && counters.aux_cache_fill_request > 0);
}

#[test]
fn counts_sum_to_counters_with_two_lanes_too() {
    for config in [Config::zsst(), Config::afterimage()] {
        let card = card(config, true, true);
        let counters = card.counters();
        let keeper = kept(card);
        let list = keeper.wires.list();
        for (block, name, count) in [
            ("fbi", "candidates", counters.raster_candidates),
            ("fbi", "covered", counters.pixels_issued),
            ("fbi", "dispatched", counters.pixels_issued),
            ("fbi", "joined", counters.join_done),
            ("fbi", "retired", counters.pixels_retired),
            ("tmu0", "samples", counters.tmu_samples),
            ("tmu0", "results", counters.tmu_results),
            ("tmu0_cache", "lookups", counters.texture_lookup),
            ("aux_cache", "misses", counters.aux_cache_miss),
            ("aux_cache", "beats", counters.aux_cache_fill_beat),
            ("memory", "requests", counters.memory_requests),
        ] {
            let of = |wire: &Wire| wire.block == block && wire.name == name;
            let wire = list.iter().position(of).unwrap();
            let sum: u64 =
                keeper.clocks.iter().filter_map(|clock| clock[wire]).map(u64::from).sum();
            assert_eq!(sum, count, "{block}.{name}");
        }
    }
}

#[test]
fn values_fit_their_wires_and_names_are_unique() {
    for config in [Config::zsst(), Config::sst1(), Config::afterimage()] {
        fits(&kept(card(config, true, true)));
    }
}

fn fits(keeper: &Keeper) {
    let list = keeper.wires.list();
    for (index, wire) in list.iter().enumerate() {
        let same = |other: &Wire| other.block == wire.block && other.name == wire.name;
        assert_eq!(list.iter().position(same), Some(index), "{wire:?}");
        let most = keeper.clocks.iter().filter_map(|clock| clock[index]).max().unwrap_or(0);
        assert!(u64::from(most) < 1 << wire.width, "{wire:?}: {most}");
    }
    assert!(keeper.clocks.iter().all(|clock| clock.len() == list.len()));
}

#[test]
fn a_probe_changes_nothing_and_sees_the_same_however_clocks_pass() {
    for config in [Config::zsst(), Config::sst1(), Config::afterimage()] {
        let [plain, skipping, stepping] =
            [(false, true), (true, true), (true, false)].map(|(p, s)| card(config, p, s));
        assert_eq!(plain.clocks(), skipping.clocks());
        assert_eq!(plain.counters(), skipping.counters());
        assert_eq!(plain.stalls(), skipping.stalls());
        assert_eq!(plain.clocks(), stepping.clocks());
        let (clocks, first) = (skipping.clocks(), kept(skipping));
        assert_eq!(first.clocks.len() as u64, clocks);
        for (clock, (a, b)) in first.clocks.iter().zip(&kept(stepping).clocks).enumerate() {
            assert_eq!(a, b, "clock {clock}");
        }
    }
}

#[test]
fn a_copy_is_not_looked_at() {
    let mut copy = card(Config::zsst(), true, true).clone();
    assert!(copy.take_probe().is_none());
}
