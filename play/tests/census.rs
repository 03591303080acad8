//! Censuses of whole streams: parts merge to the whole, and counting changes no picture.

mod common;

use std::ops::Range;

use base_census::{Census, Frames};
use base_trace::{Layout, Options, Source};
use play::{CensusPlan, CensusPlayer, Ended, EngineKind, Player, Setup, Step};
use sst1_board::Buffer;
use sst1_regs::offset;
use sst1_vood::{Command, Reader, Trace};

use common::{Stream, five_frames};

fn trace(bytes: &[u8]) -> Trace {
    let source = Source::from_bytes(bytes.to_vec(), Options::default()).unwrap();
    let reader = Reader::new(source).unwrap();
    Trace { reader, state: None, state_stored: None, layout: Layout::Stream }
}

fn count(bytes: &[u8], frames: Range<u64>, window: u64) -> (Census, Ended, Vec<u64>) {
    let plan = CensusPlan { window, frames, ..CensusPlan::default() };
    let mut player = CensusPlayer::new(trace(bytes), Setup::default(), &plan).unwrap();
    let mut seen = Vec::new();
    let (ended, fault) = player.run(|_, frame| seen.push(frame));
    assert!(fault.is_none());
    (player.census("stream"), ended, seen)
}

#[test]
fn the_parts_of_a_stream_merge_to_the_whole() {
    let bytes = five_frames();
    for window in [1, 2, 60] {
        let (whole, ended, _) = count(&bytes, 0..u64::MAX, window);
        assert_eq!(ended, Ended::End);
        for cut in 0..7 {
            let (mut parts, ..) = count(&bytes, cut..u64::MAX, window);
            parts.merge(&count(&bytes, 0..cut, window).0).unwrap();
            assert_eq!(parts, whole, "cut at {cut}, windows of {window}");
        }
    }
}

#[test]
fn a_run_stops_behind_the_frames_that_are_counted() {
    let bytes = five_frames();
    let (census, ended, seen) = count(&bytes, 1..3, 60);
    assert_eq!((ended, seen), (Ended::Frames, vec![1, 2]));
    assert_eq!((census.frames(), census.ranges.len()), (2, 1));
    let (empty, ended, _) = count(&bytes, 0..0, 60);
    assert_eq!((ended, empty.frames()), (Ended::Frames, 0));
    assert!(empty.tables.values().all(|table| table.entries.is_empty()));
}

#[test]
fn windows_at_cuts_tell_what_occurs_between_them() {
    let bytes = five_frames();
    let (each, ..) = count(&bytes, 0..u64::MAX, 1);
    for cuts in [[1, 3], [2, 4], [0, 5], [4, 900]] {
        let plan = CensusPlan { cuts: cuts.into(), ..CensusPlan::default() };
        let mut player = CensusPlayer::new(trace(&bytes), Setup::default(), &plan).unwrap();
        player.run(|_, _| ());
        let census = player.census("stream");
        let frames = Frames { start: cuts[0], end: cuts[1] };
        assert!(census.tells(frames));
        for (name, table) in &census.tables {
            for (key, entry) in &table.entries {
                let sharp = &each.tables[name].entries[key];
                let occurs = each.occurs_in(sharp, frames);
                assert_eq!(census.occurs_in(entry, frames), occurs, "{cuts:?}: {key}");
                assert!(entry.windows.len() <= 3);
            }
        }
    }
}

#[test]
fn windows_double_where_there_would_be_too_many() {
    let mut stream = Stream::new();
    stream.repeat(Command::WriteRegL, offset::SWAPBUFFER_CMD, 0, 9_000);
    let bytes = stream.finish();
    let (fine, ..) = count(&bytes, 0..u64::MAX, 1);
    let (wide, ..) = count(&bytes, 0..u64::MAX, 2);
    assert_eq!(fine, wide);
    let windows = &fine.tables["commands"].entries["swapbufferCMD"].windows;
    assert_eq!((fine.window, windows.len(), windows[&0]), (2, 4_500, 2));
    // Parts merge to the whole, also where the first had no reason to double.
    let (mut parts, ..) = count(&bytes, 100..u64::MAX, 1);
    let (first, ..) = count(&bytes, 0..100, 1);
    assert_eq!(first.window, 1);
    parts.merge(&first).unwrap();
    assert_eq!(parts, fine);
}

#[test]
fn sums_follow_the_frames() {
    let bytes = five_frames();
    let mut player =
        CensusPlayer::new(trace(&bytes), Setup::default(), &CensusPlan::default()).unwrap();
    let mut sums = Vec::new();
    player.run(|player, _| sums.push(player.sums().triangles));
    assert_eq!(sums, [0; 5]);
}

#[test]
fn counting_changes_no_picture() {
    let bytes = five_frames();
    let mut plain = Player::new(trace(&bytes), EngineKind::Soft, Setup::default()).unwrap();
    let mut pictures = Vec::new();
    while let Step::Swap { .. } = plain.advance().unwrap() {
        pictures.push(plain.device().picture(Buffer::Front));
    }
    let mut counted =
        CensusPlayer::new(trace(&bytes), Setup::default(), &CensusPlan::default()).unwrap();
    let mut seen = Vec::new();
    counted.run(|player, _| seen.push(player.player().device().picture(Buffer::Front)));
    assert_eq!(seen, pictures);
}
