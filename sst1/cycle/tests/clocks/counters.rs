//! What counters mean whose names leave it open.

use sst1_board::{BoardConfig, Device};
use sst1_cycle::config::Config;
use sst1_cycle::counters::Counters;
use sst1_streams::Host;
use sst1_streams::scene::{self, Pixels};

use crate::card;

fn counted(config: Config) -> Counters {
    let mut card = card(config, BoardConfig::default());
    let scene = scene::rate(Pixels::TexturedBlended, 25).unwrap();
    scene.prepare(&mut Host(&mut card));
    card.run();
    let before = card.counters();
    scene.draw(&mut Host(&mut card));
    card.run();
    card.counters().since(&before)
}

/// Each lookup that missed is answered once out of the queue, and those that found their lines are no
/// replays even where they wait for their turn.
#[test]
fn replays_are_lookups_that_missed() {
    for config in [Config::zsst(), Config::sst1(), Config::afterimage()] {
        let counters = counted(config);
        let caches = [
            [counters.texture_lookup, counters.texture_miss, counters.texture_replay],
            [counters.color_cache_lookup, counters.color_cache_miss, counters.color_cache_replay],
            [counters.aux_cache_lookup, counters.aux_cache_miss, counters.aux_cache_replay],
        ];
        for [lookups, misses, replays] in caches {
            assert!(lookups > 0 && misses > 0);
            assert_eq!(replays, misses);
        }
    }
    assert!(counted(Config::afterimage()).color_cache_miss < 25_600 / 2);
}

/// The host writes while the card draws; where it is the limit, in nearly every clock.
#[test]
fn clocks_in_which_card_and_host_work() {
    for config in [Config::zsst(), Config::afterimage()] {
        let counters = counted(config);
        let overlap = counters.board_fbi_cpu_overlap;
        assert!(overlap <= counters.board_host_writes.min(counters.busy_clocks));
        assert!(overlap * 10 > counters.board_host_writes * 9, "{overlap}");
        assert_eq!(counters.board_bridge_full, 0, "there is no bridge");
    }
}
