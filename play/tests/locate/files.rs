//! Streams, and exports of them.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use play::{EngineKind, Export, ExportRequest, Exported, Setup};
use sst1_board::{BoardConfig, Card};
use sst1_facts::Profile;
use sst1_streams::{Operation, Sink, VoodSink};

use crate::faulty::{Faulty, Fired, SkippedSwap};
use crate::place::Place;

/// A stream to be played more than once.
pub(crate) enum Stream {
    Bytes(Vec<u8>),
    File(PathBuf),
}

/// A demo.
pub(crate) fn demo(name: &str) -> Stream {
    let demo = sst1_streams::demo(name).expect("a demo");
    Stream::Bytes(demo.write_vood(Cursor::new(Vec::new())).unwrap().0.into_inner())
}

/// Random states on a board of two units, with a swap at the end.
pub(crate) fn random(seed: u64, states: usize) -> Stream {
    let board = BoardConfig { frame_buffer_bytes: 1 << 20, texture_bytes: 1 << 20, tmus: 2 };
    let mut sink = VoodSink::new(Cursor::new(Vec::new()), board).unwrap();
    for operation in sst1_streams::random::stream(seed, board, states) {
        match operation {
            Operation::Write(access) => sink.write(access.offset, access.data, access.width),
            Operation::Read { offset, width } => sink.read(offset, width),
        }
    }
    sink.write(0x128, 0, sst1_board::Width::Word);
    Stream::Bytes(sink.finish_counted().unwrap().0.into_inner())
}

/// Texts of an export.
pub(crate) struct Texts {
    pub(crate) hashes: String,
    pub(crate) details: Vec<String>,
}

fn texts(exported: Exported<Vec<u8>>) -> Texts {
    assert!(exported.fault.is_none());
    let details = exported.details.iter().map(|(detail, layout)| detail.to_text(layout)).collect();
    Texts { hashes: String::from_utf8(exported.hashes).unwrap(), details }
}

/// An export by the fast engine.
pub(crate) fn export(stream: &Stream, details: &[u64]) -> Texts {
    let details: BTreeSet<u64> = details.iter().copied().collect();
    let request = ExportRequest { details, ..ExportRequest::default() };
    let outputs = [Vec::new(), Vec::new()];
    let export =
        Export::new(stream.open(), EngineKind::Soft, Setup::default(), request, outputs).unwrap();
    texts(export.run().unwrap())
}

/// The hashes of a card with a planted fault, and where it was planted, if anywhere.
pub(crate) fn export_faulty(stream: &Stream, place: Place) -> (String, Option<Fired>) {
    let trace = stream.open();
    let header = trace.reader.header();
    let board = BoardConfig {
        frame_buffer_bytes: header.fb_size_mb << 20,
        texture_bytes: header.tex_size_mb << 20,
        tmus: header.num_tmus,
    };
    let fired = Arc::new(Mutex::new(None));
    let mut card = Card::<Faulty>::new(board, Profile::default()).unwrap();
    if place != Place::Swap {
        card.inner_mut().plant(place, Arc::clone(&fired));
    }
    let device =
        SkippedSwap::new(Box::new(card), (place == Place::Swap).then(|| Arc::clone(&fired)));
    let outputs = [Vec::new(), Vec::new()];
    let request = ExportRequest::default();
    let export = Export::on(Box::new(device), trace, Setup::default(), request, outputs).unwrap();
    let hashes = texts(export.run().unwrap()).hashes;
    let fired = *fired.lock().unwrap();
    (hashes, fired)
}
