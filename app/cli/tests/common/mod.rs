//! Running the program on small streams.
#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod xtr;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use sst1_regs::offset;
use sst1_vood::{Command as Operation, Header, Record, Writer};
use tempfile::TempDir;

/// What a run printed and how it ended.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).expect("JSON on standard output")
    }
}

/// A folder for one test.
pub(crate) struct Room(TempDir);

impl Room {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        let path = self.path(name);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn summary(&self, folder: &str) -> Value {
        serde_json::from_slice(&self.bytes(&format!("{folder}/summary.json"))).unwrap()
    }

    /// Runs the program here; arguments are separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.run_with(arguments, &[])
    }

    /// The same with bytes on standard input.
    pub(crate) fn run_with(&self, arguments: &str, input: &[u8]) -> Run {
        let mut child = command(self.0.path(), arguments).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        // A program that does not read its input closes it; that is its right.
        let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Run {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub(crate) fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_afterimage"));
    command.args(arguments.split(' ')).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A stream in the making.
pub(crate) struct Stream(Writer<Vec<u8>>);

impl Stream {
    /// A 64x32 screen, 16 KiB a buffer, colour and depth writes to the back buffer.
    pub(crate) fn new() -> Self {
        let mut stream = Self(Writer::new(Vec::new(), &Header::new(1, 1, 1)).unwrap());
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
        self.0.operation(Operation::WriteRegL, address, data).unwrap();
    }

    /// Fills the back buffer with a colour, and shows it; waits for a retrace if that is on.
    pub(crate) fn frame(&mut self, color: u32) {
        self.write(offset::COLOR1, color);
        self.write(offset::ZA_COLOR, color & 0xFFFF);
        self.write(offset::FASTFILL_CMD, 0);
        self.0.swap(0, offset::SWAPBUFFER_CMD, 1).unwrap();
    }

    /// A register write that is repeated.
    pub(crate) fn repeat(&mut self, address: u32, data: u32, count: u32) {
        let command = Operation::WriteRegL;
        let (timestamp, timestamp_end) = (0, 0);
        let record = Record { timestamp, timestamp_end, command, address, data, count };
        self.0.record(&record).unwrap();
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0.finish().unwrap().0
    }
}

/// Four frames, and something refused after the second.
pub(crate) fn four_frames() -> Vec<u8> {
    let mut stream = Stream::new();
    stream.frame(0xFF0000);
    stream.frame(0x00FF00);
    stream.write(0x138, 7);
    stream.frame(0x0000FF);
    stream.frame(0x123456);
    stream.finish()
}

/// Four frames, nothing refused.
pub(crate) fn clean_frames() -> Vec<u8> {
    let mut stream = Stream::new();
    for color in [0xFF0000, 0x00FF00, 0x0000FF, 0x123456] {
        stream.frame(color);
    }
    stream.finish()
}
