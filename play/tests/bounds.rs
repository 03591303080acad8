//! Work that a few bytes ask for ends within its bounds.

mod common;

use std::io::Write;
use std::sync::{Arc, Mutex};

use common::{Stream, five_frames, player, trace};
use play::{Ended, EngineKind, Export, ExportRequest, Setup, Step};
use sst1_regs::offset;
use sst1_vood::Command;

#[derive(Clone, Default)]
struct Text(Arc<Mutex<Vec<u8>>>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_export_ends_at_its_bytes_within_a_record() {
    let mut stream = Stream::new();
    stream.repeat(Command::WriteRegL, offset::NOP_CMD, 0, u32::MAX);
    let texts = [Text::default(), Text::default()];
    let request = ExportRequest { most_bytes: Some(100_000), ..ExportRequest::default() };
    let setup = Setup { budget: Some(u64::MAX), ..Setup::default() };
    let source = trace(&stream.finish(), None);
    let export = Export::new(source, EngineKind::Soft, setup, request, texts.clone()).unwrap();
    let exported = export.run().unwrap();
    assert_eq!((exported.ended, exported.full), (Ended::Budget, true));
    let bytes = texts[0].0.lock().unwrap().len();
    assert!((100_000..300_000).contains(&bytes), "{bytes}");
    assert!(texts[0].0.lock().unwrap().ends_with(b"w4 000120 00000000\n"));
    assert!(texts[1].0.lock().unwrap().ends_with(b"end 0\n"));
}

#[test]
fn playing_a_little_at_a_time_changes_nothing() {
    let bytes = five_frames();
    let mut whole = player(&bytes, Setup::default());
    let mut frames = 0;
    while let Step::Swap { .. } = whole.advance().unwrap() {
        frames += 1;
    }
    let mut little = player(&bytes, Setup::default());
    let mut swaps = 0;
    loop {
        match little.advance_some().unwrap() {
            Some(Step::Swap { .. }) => swaps += 1,
            Some(_) => break,
            None => {}
        }
    }
    assert_eq!((swaps, little.tally()), (frames, whole.tally()));
}
