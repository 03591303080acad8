//! Clocks that scenes take: as numbers that do not change ([`golden`]), and as the goals that
//! presets are for ([`goals`]).

mod goals;
mod golden;

use sst1_board::{BoardConfig, Device, Width};
use sst1_cycle::Cycle;
use sst1_cycle::config::Config;
use sst1_facts::Profile;
use sst1_streams::Sink;
use sst1_streams::scene::{Clear, Scene};

/// The host, as fast as the card lets it be.
struct Host<'a>(&'a mut Cycle);

impl Sink for Host<'_> {
    fn write(&mut self, offset: u32, data: u32, width: Width) {
        let mut event = self.0.write(offset, data, width);
        while event.is_some() {
            event = self.0.run();
        }
    }

    fn read(&mut self, offset: u32, width: Width) {
        self.0.read(offset, width);
    }
}

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
