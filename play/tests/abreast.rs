//! Profiles side by side: however many boards find room, the result is the same.

mod common;

use common::trace;
use play::{Abreast, Bisection, EngineKind, PlayError, alone, bisect};
use sst1_board::{Access, BoardConfig, Width};
use sst1_facts::Profile;
use sst1_regs::offset;
use sst1_streams::{Operation, Sink, VoodSink, random};

const BOARD: BoardConfig =
    BoardConfig { frame_buffer_bytes: 1 << 20, texture_bytes: 1 << 20, tmus: 2 };

/// Random states with a swap now and then, as a trace.
fn stream() -> Vec<u8> {
    let mut sink = VoodSink::new(Vec::new(), BOARD).unwrap();
    for (number, operations) in random::states(2, BOARD).take(90).enumerate() {
        for operation in operations {
            match operation {
                Operation::Write(Access { offset, data, width }) => {
                    sink.write(offset, data, width);
                }
                Operation::Read { offset, width } => sink.read(offset, width),
            }
        }
        if number % 20 == 19 {
            sink.write(offset::SWAPBUFFER_CMD, 0, Width::Word);
        }
    }
    sink.finish().unwrap().0
}

/// Facts that random states show, so that there are few steps and most of them do something.
const FACTS: [&str; 11] = [
    "fixed_color_start",
    "chip_select",
    "edges",
    "pattern_row",
    "depth_source",
    "stipple_rotation",
    "aux_write",
    "fastfill_color",
    "lfb_y_origin",
    "lfb_order",
    "gamma_expand",
];

/// A profile between 86Box and hardware.
fn between() -> Profile {
    let (mut between, hardware) = (Profile::b86(), Profile::hardware());
    for fact in FACTS {
        between.set(fact, hardware.get(fact).unwrap()).unwrap();
    }
    between
}

fn bisected(bytes: &[u8], memory: u64, budget: Option<u64>) -> (Bisection, u64) {
    let open = || Ok::<_, PlayError>(trace(bytes, None));
    let abreast = Abreast { open: &open, engine: EngineKind::Soft, memory, budget };
    let mut passes = 0;
    let found = bisect(&abreast, &Profile::b86(), &between(), &mut |seen| {
        assert!(seen.pass <= seen.of, "{seen:?}");
        passes = passes.max(seen.pass);
    });
    (found.unwrap(), passes)
}

#[test]
fn a_bisection_does_not_depend_on_memory() {
    let bytes = stream();
    let (whole, passes) = bisected(&bytes, u64::MAX, None);
    assert_eq!(passes, 1);
    assert_eq!(whole.unattributed(), 0);
    assert!(whole.frames > 1 && whole.differing > 500 && whole.transient > 0, "{whole:?}");
    assert!(whole.steps.iter().filter(|step| step.settled > 0).count() > 2, "{whole:?}");
    // Room for some boards, and for the bits of all frames.
    let (some, passes) = bisected(&bytes, 700 << 20, None);
    assert!((2..8).contains(&passes), "{passes}");
    assert_eq!(some, whole);
    // Room for nothing: a step a pass, and every frame by itself.
    let (none, passes) = bisected(&bytes, 0, None);
    assert!(passes >= 2 * none.steps.len() as u64, "{passes}");
    assert_eq!(none, whole);
}

#[test]
fn a_budget_ends_a_bisection_in_the_same_frame_whatever_the_memory() {
    let bytes = stream();
    let (whole, _) = bisected(&bytes, u64::MAX, None);
    assert!(whole.complete);
    // Boards use up this one in different frames.
    let budget = Some(200_000);
    let (bounded, _) = bisected(&bytes, u64::MAX, budget);
    assert!(!bounded.complete && bounded.unattributed() == 0, "{bounded:?}");
    assert!((1..whole.frames).contains(&bounded.frames), "{bounded:?}");
    for memory in [700 << 20, 0] {
        assert_eq!(bisected(&bytes, memory, budget).0, bounded);
    }
    let (nothing, _) = bisected(&bytes, 0, Some(0));
    assert_eq!((nothing.complete, nothing.frames, nothing.pixels), (false, 0, 0));
}

#[test]
fn a_change_alone_does_not_depend_on_memory_and_is_a_bisection_of_one_step() {
    let bytes = stream();
    let open = || Ok::<_, PlayError>(trace(&bytes, None));
    let base = Profile::hardware();
    let names = ["edges", "pattern_row", "fastfill_color", "gamma_expand"];
    let others = names.map(|fact| {
        let mut other = base.clone();
        other.set(fact, Profile::b86().get(fact).unwrap()).unwrap();
        other
    });
    let found = [u64::MAX, 0].map(|memory| {
        let abreast = Abreast { open: &open, engine: EngineKind::Soft, memory, budget: None };
        alone(&abreast, &base, &others, &mut |_| ()).unwrap()
    });
    assert_eq!(found[0], found[1]);
    let abreast = Abreast { open: &open, engine: EngineKind::Reference, memory: 0, budget: None };
    for (other, decided) in others.iter().zip(&found[0].decided) {
        let steps = bisect(&abreast, &base, other, &mut |_| ()).unwrap();
        assert_eq!((steps.frames, steps.pixels), (found[0].frames, found[0].words));
        let step = &steps.steps[0];
        assert_eq!((step.settled, step.changed), (decided.words, decided.words));
        assert_eq!((step.frames, step.first), (decided.frames, decided.first));
    }
    let words: Vec<u64> = found[0].decided.iter().map(|decided| decided.words).collect();
    // The gamma table is behind what is compared.
    assert_eq!(words.last(), Some(&0));
    assert!(words.iter().filter(|words| **words > 0).count() >= 2, "{words:?}");
}
