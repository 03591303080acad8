//! The player on small streams: counts, events, faults, retraces, budgets.

mod common;

use common::{AT_RETRACE, HEADER, Stream, five_frames, player, to_end, trace};
use play::{EngineKind, PlayError, Player, Setup, Step};
use sst1_board::Buffer;
use sst1_regs::offset;
use sst1_vood::{Command, Fault, Header, StateImage, StateRegister, VoodError, Writer};

#[test]
fn every_executed_swap_is_a_stop_and_the_end_stays() {
    let mut player = player(&five_frames(), Setup::default());
    let front = |player: &Player| player.device().picture(Buffer::Front).words[0];
    let mut colors = Vec::new();
    while let Step::Swap { frame } = player.advance().unwrap() {
        assert_eq!(frame, colors.len() as u64);
        colors.push(front(&player));
    }
    assert_eq!(colors, [0xF800, 0x07E0, 0x001F, 0x07E0, 0x001F]);
    assert_eq!(player.advance().unwrap(), Step::End);
    let tally = player.tally();
    // Six to set up, four and a SWAP record a frame twice, two and three swaps, and the rest.
    assert_eq!((tally.frames, tally.operations), (5, 6 + 5 + 1 + 5 + 1 + 5 + 3));
}

#[test]
fn what_is_refused_is_named_with_its_place() {
    let mut player = player(&five_frames(), Setup::default());
    to_end(&mut player);
    let rows = player.refusals();
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!((row.id.as_str(), row.value, row.count), ("sst1.register-unknown", 7, 3));
    assert_eq!((row.first.record, row.first.frame), (Some(11), Some(1)));
    assert_eq!(row.first.offset, Some(64 + 11 * 24));
}

#[test]
fn a_fault_comes_after_everything_before_it() {
    let mut bytes = five_frames();
    let length = bytes.len();
    bytes.truncate(length - 10);
    let mut player = player(&bytes, Setup::default());
    for frame in 0..5 {
        assert_eq!(player.advance().unwrap(), Step::Swap { frame });
    }
    let error = player.advance().unwrap_err();
    let PlayError::Trace(VoodError::Malformed { offset, fault, .. }) = error else {
        panic!("{error}");
    };
    assert_eq!(offset, length as u64 - 24);
    assert_eq!(fault, Fault::Truncated { wanted: 24, found: 14 });
}

#[test]
fn other_boards_and_their_fifo_are_refused_by_name() {
    let header = Header { voodoo_type: 3, ..HEADER };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    writer.operation(Command::WriteCmdFifo, 0x200000, 5).unwrap();
    let mut player = player(&writer.finish().unwrap().0, Setup::default());
    to_end(&mut player);
    let ids: Vec<_> = player.refusals().into_iter().map(|row| (row.id, row.value)).collect();
    assert_eq!(ids, [("play.board-type".to_owned(), 3), ("play.command-fifo".to_owned(), 5)]);
}

#[test]
fn swaps_wait_for_as_many_retraces_as_they_ask_for() {
    let mut stream = Stream::new();
    stream.write(offset::SWAPBUFFER_CMD, AT_RETRACE);
    stream.write(offset::SWAPBUFFER_CMD, 3 << 1 | AT_RETRACE);
    stream.write(offset::SWAPBUFFER_CMD, 0);
    let bytes = stream.finish();
    let mut waiting = player(&bytes, Setup { vsync: true, ..Setup::default() });
    assert_eq!(to_end(&mut waiting), 3);
    assert_eq!(waiting.tally().retraces, 1 + 4);
    let mut immediate = player(&bytes, Setup::default());
    assert_eq!((to_end(&mut immediate), immediate.tally().retraces), (3, 0));
}

#[test]
fn vsync_records_are_the_retraces_once_there_are_any() {
    let mut stream = Stream::new();
    stream.repeat(Command::Vsync, 0, 0, 1);
    stream.write(offset::SWAPBUFFER_CMD, AT_RETRACE);
    // Waits behind the swap.
    stream.write(offset::COLOR0, 1);
    stream.repeat(Command::Vsync, 0, 0, 2);
    stream.write(offset::SWAPBUFFER_CMD, 2 << 1 | AT_RETRACE);
    let bytes = stream.finish();
    let mut player = player(&bytes, Setup { vsync: true, ..Setup::default() });
    assert_eq!(player.advance().unwrap(), Step::Swap { frame: 0 });
    assert_eq!((player.tally().retraces, player.position().index), (2, 9));
    // One is left of the record, and the trace's end supplies the others.
    assert_eq!(player.advance().unwrap(), Step::Swap { frame: 1 });
    assert_eq!(player.state().fbi.color0.raw(), 1);
    assert_eq!((player.tally().retraces, player.advance().unwrap()), (2 + 1 + 2, Step::End));
}

#[test]
fn a_read_waits_for_the_swap_before_it() {
    let mut stream = Stream::new();
    stream.repeat(Command::Vsync, 0, 0, 1);
    stream.write(offset::SWAPBUFFER_CMD, AT_RETRACE);
    stream.repeat(Command::ReadRegL, offset::STATUS, 0, 1);
    stream.repeat(Command::ReadFbL, 0x400000, 0x1234, 1);
    let mut player = player(&stream.finish(), Setup { vsync: true, ..Setup::default() });
    assert_eq!(player.advance().unwrap(), Step::Swap { frame: 0 });
    assert_eq!((player.position().index, player.tally().reads), (9, 0));
    assert_eq!(player.advance().unwrap(), Step::End);
    assert_eq!((player.tally().reads, player.tally().read_mismatches), (1, 1));
}

#[test]
fn a_budget_stops_hostile_counts() {
    let mut stream = Stream::new();
    stream.repeat(Command::WriteRegL, offset::FASTFILL_CMD, 0, u32::MAX);
    let bytes = stream.finish();
    let mut stopped = player(&bytes, Setup { budget: Some(100_000), ..Setup::default() });
    assert_eq!(stopped.advance().unwrap(), Step::Budget);
    assert_eq!(stopped.advance().unwrap(), Step::Budget);
    assert_eq!(stopped.tally().operations, 6 + 45);
    assert_eq!(stopped.refusals()[0].id, "play.budget");
    // Without a budget repetitions are bounded all the same.
    let mut bounded = player(&bytes, Setup::default());
    assert_eq!(bounded.advance().unwrap(), Step::Budget);
    // Records that do nothing take no time, whatever their count.
    let mut stream = Stream::new();
    for _ in 0..100 {
        stream.repeat(Command::FrameEnd, 0, 0, u32::MAX);
    }
    let mut player = player(&stream.finish(), Setup::default());
    assert_eq!(to_end(&mut player), 0);
    assert_eq!(player.tally().operations, 6 + 100 * u64::from(u32::MAX));
}

#[test]
fn a_state_image_is_where_a_folder_trace_begins() {
    let mut image = StateImage {
        draw_offset: 0,
        frame_buffer: vec![0; 1 << 20],
        textures: vec![vec![0; 1 << 20]],
        ..StateImage::default()
    };
    for (address, value) in [
        (offset::FBI_INIT1, 1 << 4),
        (offset::FBI_INIT2, 4 << 11),
        (offset::VIDEO_DIMENSIONS, 32 << 16 | 63),
        // A command, which is no state: it is not executed.
        (offset::SWAPBUFFER_CMD, 0),
    ] {
        image.registers.push(StateRegister { address, value });
    }
    image.frame_buffer[0x4000..0x4002].copy_from_slice(&[0x34, 0x12]);
    image.textures[0][5] = 6;
    let bytes = Writer::new(Vec::new(), &HEADER).unwrap().finish().unwrap().0;
    let player =
        Player::new(trace(&bytes, Some(image)), EngineKind::Soft, Setup::default()).unwrap();
    let state = player.state();
    assert_eq!((state.video.draw, state.video.displayed, state.video.swaps), (0, 1, 0));
    assert_eq!(player.device().picture(Buffer::Front).words[0], 0x1234);
    assert_eq!(state.tmus[0].memory.read8(5), 6);
}
