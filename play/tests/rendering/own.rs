//! A small stream made here.

use play::Failure;
use play::xtr::{Rendering, TrimError, resolved_picture, trim};
use xenos_renderer::Renderer;
use xenos_soft::Soft;
use xenos_xtr::RecordKind;

use crate::pictures::{FRONT, SIZE, color, frames};
use crate::seen::{Seen, frame, memory, on_threads, reader, rendering, rest, summary, trimmed};

/// Everything that is seen of a stream.
fn whole(bytes: &[u8]) -> Vec<Seen> {
    let mut rendering = rendering(bytes);
    let all = rest(&mut rendering);
    assert!(rendering.refusals().is_empty(), "{:?}", rendering.refusals());
    all
}

#[test]
fn the_stream_shows_what_it_is_for() {
    let bytes = frames(5);
    let all = whole(&bytes);
    assert_eq!(all.len(), 5);
    for n in 1..5 {
        assert_ne!(all[n].picture, all[n - 1].picture);
        assert_ne!(all[n].edram, all[n - 1].edram);
        assert_eq!((all[n].copies.len(), all[n].copies[0].0), (1, FRONT));
    }
    let mut rendering = rendering(&bytes);
    for n in 0..3 {
        frame(&mut rendering);
        let shown = rendering.renderer().presented().unwrap();
        let expected = if n == 0 { 0 } else { color(n - 1) };
        assert_eq!(shown.words[0], expected, "frame {n}");
    }
    // The lower half of frame 1 is still what frame 0 showed, and that was nothing.
    let mut rendering = on_threads(&bytes, 2);
    frame(&mut rendering);
    frame(&mut rendering);
    let shown = rendering.renderer().presented().unwrap();
    assert_eq!(shown.words[(SIZE * SIZE - 1) as usize], 0);
    let player = rendering.player();
    let picture = resolved_picture(&player.processor().state(), player.memory());
    // The swap's constant lies where the rectangle's vertices were.
    assert_eq!(picture, None);
}

#[test]
fn a_copy_is_shown_as_a_picture() {
    let bytes = frames(2);
    let mut rendering = rendering(&bytes);
    // The first frame's copy, its end, and the second's copy.
    for _ in 0..3 {
        rendering.advance().unwrap();
    }
    let player = rendering.player();
    let picture = resolved_picture(&player.processor().state(), player.memory()).unwrap();
    assert_eq!((picture.width, picture.height), (SIZE, SIZE / 2));
    let [red, green, blue, _] = color(0).to_le_bytes();
    assert_eq!(picture.rgb8[..6], [red, green, blue, red, green, blue]);
}

#[test]
fn a_position_can_be_gone_on_from_at_every_frame() {
    let bytes = frames(5);
    let mut at_once = rendering(&bytes);
    let all = rest(&mut at_once);
    for saved in 0..5 {
        let mut first = rendering(&bytes);
        for _ in 0..=saved {
            frame(&mut first);
        }
        let position = first.save().unwrap().unwrap();
        let resume =
            |position: &[u8]| Rendering::resume(reader(&bytes), position, Soft::new).unwrap();
        let mut then = resume(&position);
        assert_eq!(then.player().depth(), first.player().depth());
        assert_eq!(then.player().place(), first.player().place());
        assert_eq!(memory(&then), memory(&first));
        // And from there once more, at once and after another frame.
        assert!(then.save().unwrap().unwrap() == position, "saved again it is the same");
        if saved < 4 {
            assert_eq!(frame(&mut then).as_ref(), all.get(saved + 1));
            then = resume(&then.save().unwrap().unwrap());
            assert_eq!(rest(&mut then), all[saved + 2..]);
        } else {
            assert_eq!(rest(&mut then), []);
        }
        assert_eq!(summary(&then), summary(&at_once));
        assert_eq!(memory(&then), memory(&at_once));
    }
    assert!(on_threads(&bytes, 1).save().unwrap().is_none(), "not asked for");
}

#[test]
fn every_range_of_frames_can_be_cut_out() {
    let bytes = frames(5);
    let all = whole(&bytes);
    for first in 0..5 {
        for end in first + 1..=5 {
            let cut = trimmed(&bytes, first as u64..end as u64);
            assert_eq!(whole(&cut), all[first..end], "{first}..{end}");
            // And what was cut can be cut.
            let once_more = trimmed(&cut, 0..(end - first) as u64);
            assert_eq!(whole(&once_more), all[first..end]);
        }
    }
    assert_eq!(whole(&trimmed(&bytes, 3..u64::MAX)), all[3..]);
    let cut = trimmed(&trimmed(&bytes, 1..5), 2..3);
    assert_eq!(whole(&cut), all[3..4]);
}

#[test]
fn what_is_open_at_a_cut_is_opened_again() {
    use RecordKind as K;
    // Frame 1 ends inside of a buffer, and so does its last record.
    let cut = trimmed(&frames(4), 2..3);
    let mut reader = reader(&cut);
    let mut stack = Vec::new();
    let mut marks = 0;
    while let Some(entry) = reader.next_record().unwrap() {
        match entry.record.kind() {
            kind @ (K::PrimaryBufferStart | K::IndirectBufferStart | K::PacketStart) => {
                stack.push(kind);
            }
            K::PrimaryBufferEnd => assert_eq!(stack.pop(), Some(K::PrimaryBufferStart)),
            K::IndirectBufferEnd => assert_eq!(stack.pop(), Some(K::IndirectBufferStart)),
            K::PacketEnd => assert_eq!(stack.pop(), Some(K::PacketStart)),
            K::Event => marks += 1,
            _ => {}
        }
    }
    assert_eq!((stack, marks), (vec![K::PrimaryBufferStart], 1));
}

#[test]
fn frames_that_are_not_there_and_faults() {
    let bytes = frames(2);
    let cut = |bytes: &[u8], frames: std::ops::Range<u64>| {
        trim(reader(bytes), &frames, Soft::new, Vec::new()).map(|(_, trimmed)| trimmed.frames)
    };
    assert!(matches!(cut(&bytes, 2..3), Err(TrimError::NoFrames { there: 2 })));
    assert_eq!(cut(&bytes, 1..9).unwrap(), 1);
    let broken = &bytes[..bytes.len() - 3];
    assert!(matches!(cut(broken, 1..9), Err(TrimError::Trace(_))));
    assert_eq!(cut(broken, 0..2).unwrap(), 2, "the fault lies behind");
    // A rendering goes up to the fault.
    let mut rendering = rendering(broken);
    assert!(frame(&mut rendering).is_some() && frame(&mut rendering).is_some());
    let end = loop {
        match rendering.advance() {
            Ok(_) => {}
            Err(fault) => break fault,
        }
    };
    assert!(Failure::of_xtr(&end).record.is_some());
}
