//! Small streams for the tests of this crate.
#![allow(dead_code, reason = "each test uses a part of it")]

use base_trace::{Layout, Options, Source};
use play::{EngineKind, Player, Setup, Step};
use sst1_regs::offset;
use sst1_vood::{Command, Header, Reader, Record, StateImage, Trace, Writer};

pub(crate) const HEADER: Header = Header::new(1, 1, 1);
/// swapbufferCMD with bit 0: at a retrace.
pub(crate) const AT_RETRACE: u32 = 1;

/// A stream in the making.
pub(crate) struct Stream(pub(crate) Writer<Vec<u8>>);

impl Stream {
    /// A 64x32 screen, 16 KiB a buffer, dithering off, colour and depth writes to the back buffer.
    pub(crate) fn new() -> Self {
        let mut stream = Self(Writer::new(Vec::new(), &HEADER).unwrap());
        for (at, data) in [
            (offset::FBI_INIT1, 1 << 4),
            (offset::FBI_INIT2, 4 << 11),
            (offset::VIDEO_DIMENSIONS, 32 << 16 | 63),
            (offset::CLIP_LEFT_RIGHT, 64),
            (offset::CLIP_LOWY_HIGHY, 32),
            (offset::FBZ_MODE, 1 << 14 | 1 << 10 | 1 << 9 | 1),
        ] {
            stream.write(at, data);
        }
        stream
    }

    pub(crate) fn write(&mut self, address: u32, data: u32) {
        self.0.operation(Command::WriteRegL, address, data).unwrap();
    }

    /// Fills the back buffer with a colour, and shows it.
    pub(crate) fn frame(&mut self, color: u32) {
        self.write(offset::COLOR1, color);
        self.write(offset::ZA_COLOR, color & 0xFFFF);
        self.write(offset::FASTFILL_CMD, 0);
        self.0.swap(0, offset::SWAPBUFFER_CMD, 0).unwrap();
    }

    /// An operation that is repeated.
    pub(crate) fn repeat(&mut self, command: Command, address: u32, data: u32, count: u32) {
        let (timestamp, timestamp_end) = (0, 0);
        let record = Record { timestamp, timestamp_end, command, address, data, count };
        self.0.record(&record).unwrap();
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0.finish().unwrap().0
    }
}

/// Five frames of different colours, the last three by one record, and some work after them.
pub(crate) fn five_frames() -> Vec<u8> {
    let mut stream = Stream::new();
    stream.frame(0x00FF_0000);
    // Nothing is there: refused.
    stream.write(0x138, 7);
    stream.frame(0x0000_FF00);
    stream.write(0x138, 8);
    stream.write(offset::COLOR1, 0x0000_00FF);
    stream.write(offset::FASTFILL_CMD, 0);
    stream.repeat(Command::WriteRegL, offset::SWAPBUFFER_CMD, 0, 3);
    stream.write(offset::COLOR1, 0x00FF_FFFF);
    stream.write(offset::FASTFILL_CMD, 0);
    stream.write(0x3FC, 9);
    stream.finish()
}

pub(crate) fn trace(bytes: &[u8], state: Option<StateImage>) -> Trace {
    let source = Source::from_bytes(bytes.to_vec(), Options::default()).unwrap();
    let reader = Reader::new(source).unwrap();
    Trace { reader, state, state_stored: None, layout: Layout::Stream }
}

pub(crate) fn player(bytes: &[u8], setup: Setup) -> Player {
    Player::new(trace(bytes, None), EngineKind::Soft, setup).unwrap()
}

/// Plays to the end; gives the number of swaps.
pub(crate) fn to_end(player: &mut Player) -> u64 {
    let mut swaps = 0;
    loop {
        match player.advance().unwrap() {
            Step::Swap { .. } => swaps += 1,
            Step::End => return swaps,
            Step::Budget => panic!("stopped at a budget"),
        }
    }
}
