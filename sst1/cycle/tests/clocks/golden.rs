//! Clocks of the published design and of the original card, as numbers: whatever is added to the
//! model for other configurations, these do not change.

use sst1_board::Device;
use sst1_cycle::config::Config;
use sst1_streams::scene::{self, Pixels};
use sst1_streams::{Operation, Sink, random};

use crate::{Host, card, drawn};

/// Clocks of a stream of random states.
fn random(config: Config, seed: u64) -> u64 {
    let board = random::board(seed);
    let mut card = card(config, board);
    for operation in random::states(seed, board).take(8).flatten() {
        match operation {
            Operation::Write(access) => {
                Host(&mut card).write(access.offset, access.data, access.width);
            }
            Operation::Read { offset, width } => Host(&mut card).read(offset, width),
        }
    }
    while card.run().is_some() || card.run().is_some() {}
    card.clocks()
}

fn clocks(config: Config) -> ([u64; 4], [u64; 4]) {
    let scenes = [
        scene::steady(Pixels::Textured),
        scene::steady(Pixels::TexturedShadedBlended),
        scene::rate(Pixels::TexturedBlended, 25).unwrap(),
        scene::rate(Pixels::Shaded, 50).unwrap(),
    ];
    (scenes.map(|scene| drawn(config, &scene)), [1, 2, 3, 4].map(|seed| random(config, seed)))
}

#[test]
fn of_the_published_design() {
    assert_eq!(
        clocks(Config::zsst()),
        ([114485, 124162, 123747, 151274], [94812, 95465, 78342, 6207415])
    );
}

#[test]
fn of_the_original_card() {
    assert_eq!(
        clocks(Config::sst1()),
        ([67592, 100116, 61702, 90537], [90988, 91804, 64852, 91759])
    );
}
