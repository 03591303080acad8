//! Saved positions: going on elsewhere is going on.

mod common;

use std::path::{Path, PathBuf};

use common::{Stream, five_frames, player, to_end, trace};
use play::{Ended, EngineKind, Input, PlayError, Player, ProfileChoice, ResumeError, Setup, Step};
use sst1_regs::offset;

fn setup() -> Setup {
    let set = [("lod".to_owned(), "quarter-27".to_owned())];
    let profile = ProfileChoice::new("hardware", &set).unwrap();
    Setup { profile, tmus: Some(2), vsync: true, budget: None, fingerprint: true }
}

/// The summary and the card's state at the end.
fn outcome(mut player: Player) -> (String, Vec<u8>) {
    to_end(&mut player);
    let summary = player.summary(Input::default(), Ended::End, None);
    (serde_json::to_string(&summary).unwrap(), player.device().save().unwrap())
}

fn saved_at(bytes: &[u8], frame: u64) -> Vec<u8> {
    let mut player = player(bytes, setup());
    while player.advance().unwrap() != (Step::Swap { frame }) {}
    player.save().unwrap().unwrap()
}

fn resume(bytes: &[u8], position: &[u8]) -> Result<Player, PlayError> {
    Player::resume(trace(bytes, None), EngineKind::Soft, position, None)
}

#[test]
fn every_frame_can_be_gone_on_from() {
    let bytes = five_frames();
    let whole = outcome(player(&bytes, setup()));
    for frame in 0..5 {
        let position = saved_at(&bytes, frame);
        let mut resumed = resume(&bytes, &position).unwrap();
        if frame < 4 {
            assert_eq!(resumed.advance().unwrap(), Step::Swap { frame: frame + 1 });
            // And from there once more.
            let position = resumed.save().unwrap().unwrap();
            assert_eq!(outcome(resume(&bytes, &position).unwrap()), whole);
        }
        assert_eq!(outcome(resume(&bytes, &position).unwrap()), whole);
    }
}

#[test]
fn writes_that_wait_behind_a_swap_are_kept() {
    let mut stream = Stream::new();
    stream.repeat(sst1_vood::Command::Vsync, 0, 0, 1);
    stream.write(offset::SWAPBUFFER_CMD, 1);
    stream.write(offset::SWAPBUFFER_CMD, 0);
    stream.write(offset::SWAPBUFFER_CMD, 2 << 1 | 1);
    stream.write(offset::COLOR0, 5);
    let bytes = stream.finish();
    let whole = outcome(player(&bytes, setup()));
    for frame in 0..3 {
        let resumed = resume(&bytes, &saved_at(&bytes, frame)).unwrap();
        assert_eq!(outcome(resumed), whole);
    }
}

#[test]
fn another_trace_is_refused_by_name() {
    let bytes = five_frames();
    let position = saved_at(&bytes, 1);
    let refused = |bytes: &[u8]| match resume(bytes, &position) {
        Err(PlayError::Resume(error)) => error,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was resumed"),
    };
    let mut other = bytes.clone();
    other[12] = 2;
    assert!(matches!(refused(&other), ResumeError::OtherHeader));
    let mut other = bytes.clone();
    other[64 + 24 * 7 + 16] ^= 1;
    assert!(matches!(refused(&other), ResumeError::OtherRecords { .. }));
    let short = &bytes[..64 + 24 * 4];
    assert!(matches!(refused(short), ResumeError::TraceShort { found: 4, .. }));
    // What comes later, and how many records there are, may be unknown when a position is saved.
    let mut longer = bytes.clone();
    longer.extend_from_slice(&bytes[bytes.len() - 24..]);
    longer[44] = (longer.len() / 24 - 2) as u8;
    assert!(resume(&longer, &position).is_ok());
}

#[test]
fn damaged_positions_are_named() {
    let bytes = five_frames();
    let position = saved_at(&bytes, 1);
    let refused = |position: &[u8]| match resume(&bytes, position) {
        Err(PlayError::Resume(error)) => error,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was resumed"),
    };
    assert!(matches!(refused(b"AIM-PLA"), ResumeError::Magic));
    assert!(matches!(refused(&bytes), ResumeError::Magic));
    let mut other = position.clone();
    other[8] = 200;
    assert!(matches!(refused(&other), ResumeError::Version { found: 200 }));
    assert!(matches!(refused(&position[..position.len() - 5]), ResumeError::Body(_)));
}

#[test]
fn without_a_fingerprint_nothing_is_saved() {
    assert!(player(&five_frames(), Setup::default()).save().unwrap().is_none());
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/position-v1.aim")
}

/// The card's state inside is a sample of version 1 of that format. `BLESS=1` writes it anew; only
/// right before a version is published.
#[test]
fn version_1_is_still_read() {
    let bytes = five_frames();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(sample(), saved_at(&bytes, 2)).unwrap();
    }
    let position = std::fs::read(sample()).unwrap();
    let resumed = resume(&bytes, &position).unwrap();
    assert_eq!(resumed.tally().frames, 3);
    assert_eq!(outcome(resumed), outcome(player(&bytes, setup())));
}
