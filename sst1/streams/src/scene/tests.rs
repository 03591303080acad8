use std::collections::HashSet;

use sst1_board::{BoardConfig, Card, Device};
use sst1_facts::Profile;
use sst1_reference::Reference;

use super::*;
use crate::Operation;

const ALL: [Pixels; 6] = [
    Pixels::Flat,
    Pixels::Textured,
    Pixels::TexturedBlended,
    Pixels::Shaded,
    Pixels::TexturedShaded,
    Pixels::TexturedShadedBlended,
];

fn scenes() -> Vec<Scene> {
    let rates = ALL.into_iter().flat_map(|p| [10, 25, 50, 1000].map(|size| rate(p, size)));
    let mut all: Vec<Scene> = ALL.into_iter().flat_map(cold).chain(rates.flatten()).collect();
    all.extend(ALL.map(steady));
    all
}

/// Draws a scene and returns the card.
fn drawn(scene: &Scene) -> Card<Reference> {
    let config = BoardConfig { frame_buffer_bytes: 2 << 20, texture_bytes: 2 << 20, tmus: 1 };
    let mut card = Card::<Reference>::new(config, Profile::hardware()).expect("a usual board");
    card.config_write(0x40, 1, sst1_board::Width::Word);
    let mut operations: Vec<Operation> = Vec::new();
    scene.prepare(&mut operations);
    scene.draw(&mut operations);
    for operation in operations {
        if let Operation::Write(access) = operation {
            card.write(access.offset, access.data, access.width);
        }
    }
    card
}

#[test]
fn scenes_cover_what_they_say_and_every_pixel_passes() {
    for scene in scenes() {
        let state = drawn(&scene);
        let [covered, passed] = state.state().pixels_total;
        let filled = u64::from(SCREEN.width * SCREEN.height);
        assert_eq!(covered, scene.covered(), "{}", scene.name());
        assert_eq!(passed, covered + filled, "{}: fills count as passed", scene.name());
        assert!(state.state().log.is_empty(), "{}", scene.name());
    }
}

#[test]
fn names_are_unique() {
    let textured = |scene: &Scene| scene.pixels.textured();
    let scenes: HashSet<Scene> = scenes().into_iter().filter(textured).collect();
    let names: HashSet<String> = scenes.iter().map(Scene::name).collect();
    assert_eq!(names.len(), scenes.len());
    assert!(rate(Pixels::Flat, 11).is_none());
}
