//! Clocks that scenes take: as numbers that do not change ([`golden`]), and as the goals that
//! presets are for ([`goals`]).

mod counters;
mod goals;
mod golden;

use sst1_board::{BoardConfig, Device, Width};
use sst1_cycle::Cycle;
use sst1_cycle::config::Config;
use sst1_facts::Profile;
use sst1_streams::scene::{Clear, Scene};
use sst1_streams::{Host, Sink};

fn card(config: Config, board: BoardConfig) -> Cycle {
    let mut card = Cycle::new(config, board, Profile::hardware()).unwrap();
    card.config_write(0x40, 1, Width::Word);
    card
}

/// Clocks of a scene's drawing.
fn drawn(config: Config, scene: &Scene) -> u64 {
    clocks(config, |host| scene.prepare(host), |host| scene.draw(host))
}

/// Clocks of a clear.
fn cleared(config: Config, clear: Clear) -> u64 {
    clocks(config, |host| clear.prepare(host), |host| clear.draw(host))
}

fn clocks(config: Config, prepare: impl Fn(&mut dyn Sink), draw: impl Fn(&mut dyn Sink)) -> u64 {
    let mut card = card(config, BoardConfig::default());
    prepare(&mut Host(&mut card));
    card.run();
    let begun = card.clocks();
    draw(&mut Host(&mut card));
    card.run();
    card.clocks() - begun
}
