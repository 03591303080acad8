//! The command processor: any words as ring and buffers, run in steps of any length; and an .xtr
//! trace of any bytes through both feeds.
#![no_main]

use std::sync::Arc;

use base_trace::{Options, Source};
use libfuzzer_sys::fuzz_target;
use xenos_front::{Direct, Ignore, LiveFeed, Outcome, Pace, Processor, RebuiltFeed, TraceFeed};
use xenos_memory::{GuestMemory, Writer};
use xenos_xtr::Reader;

const RING: u32 = 0x1000;
const RING_WORDS: u32 = 0x400;

/// Packets after which an input is long enough: most would be nothing, in buffers that reach into
/// memory that nobody wrote.
const ENOUGH: u64 = 20_000;

fn live(data: &[u8]) {
    let Some((limits, rest)) = data.split_at_checked(8) else { return };
    let memory = Arc::new(GuestMemory::new());
    // The first part is the ring, the rest lies where short addresses point to.
    let (ring, buffers) = rest.split_at(rest.len().min(RING_WORDS as usize * 4 - 8) & !3);
    memory.write_bytes(Writer::Cpu, RING, ring).unwrap();
    memory.write_bytes(Writer::Cpu, 0, &buffers[..buffers.len().min(0x1000)]).unwrap();
    let mut feed = LiveFeed::new(memory.clone());
    let mut sink = Direct { memory: &memory, inner: Ignore };
    feed.set_ring(RING, RING_WORDS);
    feed.set_write_pointer(ring.len() as u32 / 4);
    for limit in limits.iter().cycle().take(64) {
        let limit = (u64::from(*limit) * 64).min(ENOUGH - feed.counts().packets());
        match feed.run(limit, &mut sink) {
            Outcome::Waiting(_) => feed.give_up_wait(),
            Outcome::Limit if feed.counts().packets() == ENOUGH => break,
            Outcome::Limit | Outcome::Idle => {}
        }
    }
}

fn trace(data: &[u8]) {
    let reader = || {
        let options = Options::default().with_sha256(false);
        Reader::new(Source::from_bytes(data.to_vec(), options).ok()?).ok()
    };
    let (Some(mut first), Some(mut second)) = (reader(), reader()) else { return };
    let memory = Arc::new(GuestMemory::new());
    let mut sink = Direct { memory: &memory, inner: Ignore };
    let mut feed = TraceFeed::new(Processor::new(memory.clone()));
    let mut left = 100_000;
    while let (true, Ok(Some(entry))) = (left > 0, first.next_record()) {
        feed.record(&entry, &mut sink);
        left -= 1;
    }
    let memory = Arc::new(GuestMemory::new());
    let mut sink = Direct { memory: &memory, inner: Ignore };
    let mut feed = RebuiltFeed::new(LiveFeed::new(memory.clone()), Pace::Far);
    let mut left = 100_000;
    while let (true, Ok(Some(entry))) = (left > 0, second.next_record()) {
        feed.record(&entry.record, &mut sink);
        left -= 1;
    }
    feed.finish(&mut sink);
}

fuzz_target!(|data: &[u8]| {
    match data.split_first() {
        Some((0, rest)) => live(rest),
        _ => trace(data),
    }
});
