//! A whole replay: any bytes as a trace, on both engines, with a budget.
//!
//! Input: a byte that chooses engine, profile and vsync, then the trace; a header is put in front if
//! the bytes do not start with one.
#![no_main]

use base_trace::{Layout, Opened, Options, Source, TraceKind};
use libfuzzer_sys::fuzz_target;
use play::{EngineKind, Player, ProfileChoice, Setup, Step};
use sst1_vood::{Header, Trace};

/// Work after which an input is long enough.
const BUDGET: u64 = 2_000_000;

fuzz_target!(|data: &[u8]| {
    let Some((head, body)) = data.split_first() else { return };
    let mut bytes = Vec::new();
    if !body.starts_with(b"DOOV") {
        bytes.extend(Header::new(1, 1, u32::from(head >> 3) % 3 + 1).to_bytes());
    }
    bytes.extend_from_slice(body);
    let Ok(source) = Source::from_bytes(bytes, Options::default().with_sha256(false)) else {
        return;
    };
    let opened =
        Opened { kind: TraceKind::Vood, layout: Layout::Stream, trace: source, state: None };
    let Ok(trace) = Trace::from_opened(opened) else { return };
    let setup = Setup {
        profile: ProfileChoice::new(if head & 2 == 0 { "hardware" } else { "86box" }, &[])
            .expect("a profile"),
        vsync: head & 4 != 0,
        budget: Some(BUDGET),
        ..Setup::default()
    };
    let engine = EngineKind::ALL[usize::from(head & 1)];
    let Ok(mut player) = Player::new(trace, engine, setup) else { return };
    while let Ok(Step::Swap { .. }) = player.advance() {}
});
