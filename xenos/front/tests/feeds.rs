//! The two feeds on every shared trace: counts are the manifests', events are the same.
//!
//! `AFTERIMAGE_TRACES` names the folder that holds `xenos/` and `xenos-d3d/`; without it nothing is
//! tested.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, mpsc};

use common::{Witness, name, reader, traces};
use xenos_front::{
    Batch, Channel, Counts, Direct, Ignore, LiveFeed, Need, Pace, Processor, RebuiltFeed, Recorder,
    Replayer, TraceFeed,
};
use xenos_memory::GuestMemory;
use xenos_pm4::Kind;

fn by_trace(path: &Path, look_at: usize) -> (Witness, Processor) {
    let memory = Arc::new(GuestMemory::new());
    let mut feed = TraceFeed::new(Processor::new(memory.clone()));
    let mut sink = Direct { memory: &memory, inner: Witness::new(look_at) };
    feed.play(&mut reader(path), &mut sink).expect("read to the end");
    (sink.inner, feed.into_processor())
}

fn by_live(path: &Path, pace: Pace, look_at: usize) -> (Witness, LiveFeed) {
    let memory = Arc::new(GuestMemory::new());
    let mut feed = RebuiltFeed::new(LiveFeed::new(memory.clone()), pace);
    let mut sink = Direct { memory: &memory, inner: Witness::new(look_at) };
    feed.play(&mut reader(path), &mut sink).expect("read to the end");
    (sink.inner, feed.into_live())
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Row {
    frames: u64,
    draws: u64,
    copies: u64,
    predicated_off: u64,
    packets: BTreeMap<String, u64>,
}

/// The manifest's numbers, under our names.
fn manifest(folder: &Path) -> BTreeMap<String, Row> {
    let text = fs::read_to_string(folder.join("MANIFEST.md")).expect("the manifest");
    let (mut table, mut name) = (BTreeMap::<String, Row>::new(), String::new());
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut name);
        } else if let Some(list) = line.strip_prefix("- size ") {
            let row = table.entry(name.clone()).or_default();
            for item in list.split("; ") {
                let Some((what, number)) = item.rsplit_once(' ') else { continue };
                let Ok(number) = number.parse() else { continue };
                match what {
                    "frames" => row.frames = number,
                    "draws" => row.draws = number,
                    "resolves" => row.copies = number,
                    "predicated-off packets" => row.predicated_off = number,
                    _ => {}
                }
            }
        } else if let Some(list) = line.strip_prefix("- packets: ") {
            let row = table.entry(name.clone()).or_default();
            for item in list.split(", ") {
                let (kind, number) = item.rsplit_once(' ').expect("a kind and a number");
                let kind = match kind {
                    "type0-onereg" => "type0_one_register",
                    "type0-null" => "null",
                    other => other.split(['(', ' ']).next().unwrap_or(other),
                };
                let number: u64 = number.parse().expect("a number");
                *row.packets.entry(kind.to_owned()).or_default() += number;
            }
        }
    }
    table.retain(|_, row| !row.packets.is_empty());
    table
}

fn row(counts: &Counts) -> Row {
    Row {
        frames: counts.frames(),
        draws: counts.draws,
        copies: counts.copies,
        predicated_off: counts.predicated_off,
        packets: counts.kinds().map(|(kind, count)| (kind.to_string(), count)).collect(),
    }
}

#[test]
fn counts_are_the_manifests() {
    let mut compared = 0;
    for path in traces() {
        let table = manifest(path.parent().expect("a folder"));
        let memory = Arc::new(GuestMemory::new());
        let mut feed = TraceFeed::new(Processor::new(memory.clone()));
        let mut sink = Direct { memory: &memory, inner: Ignore };
        feed.play(&mut reader(&path), &mut sink).expect("read to the end");
        let (processor, name) = (feed.processor(), name(&path));
        let key = name.trim_end_matches("_raw");
        let counts = processor.counts();
        assert_eq!(&row(counts), table.get(key).expect("a row"), "{name}");
        assert_eq!(counts.swaps, counts.of(Kind::of_opcode(0x64)), "{name}");
        let refused: Vec<_> = processor.refusals().rows().collect();
        assert!(refused.is_empty(), "{name}: {refused:?}");
        compared += 1;
    }
    eprintln!("{compared} traces compared with their manifests");
}

#[test]
fn both_feeds_give_the_same_events() {
    for path in traces() {
        let name = name(&path);
        let (first, processor) = by_trace(&path, usize::MAX);
        for pace in [Pace::Far, Pace::Packet] {
            let (second, live) = by_live(&path, pace, usize::MAX);
            if first.events != second.events {
                let differs = first.events.iter().zip(&second.events).position(|(a, b)| a != b);
                let at = differs.unwrap_or(first.events.len().min(second.events.len()));
                let (a, b) = (by_trace(&path, at).0.seen, by_live(&path, pace, at).0.seen);
                panic!(
                    "{name}, {pace:?}: event {at} of {} and {}\ntrace: {a}\nlive: {b}\n{:?}",
                    first.events.len(),
                    second.events.len(),
                    live.processor().refusals()
                );
            }
            assert_eq!(live.counts(), processor.counts(), "{name}, {pace:?}");
            let refused: Vec<_> = live.processor().refusals().rows().collect();
            assert!(refused.is_empty(), "{name}, {pace:?}: {refused:?}");
            if pace == Pace::Far {
                let calls = live.call_statistics();
                eprintln!("{name}: {} events, {calls:?}", first.events.len());
            }
        }
    }
}

#[test]
fn raw_twins_give_the_same_events() {
    for raw in traces() {
        let Some(twin) = name(&raw).strip_suffix("_raw").map(str::to_owned) else { continue };
        let packed = raw.with_file_name(format!("{twin}.xtr.zst"));
        assert_eq!(by_trace(&raw, 0).0.events, by_trace(&packed, 0).0.events, "{twin}");
    }
}

/// The other thread's end.
struct Sender {
    batches: mpsc::Sender<Batch>,
    /// How many the other thread has replayed.
    replayed: Arc<(Mutex<u64>, Condvar)>,
    published: u64,
}

impl Channel for Sender {
    fn publish(&mut self, batch: Batch) {
        self.published += 1;
        self.batches.send(batch).expect("somebody receives");
    }

    fn drain(&mut self, _: &Need) -> Option<u32> {
        let (replayed, changed) = &*self.replayed;
        let guard = replayed.lock().expect("a lock");
        drop(changed.wait_while(guard, |count| *count < self.published).expect("a lock"));
        None
    }
}

#[test]
fn another_thread_sees_the_same_events() {
    for path in traces() {
        let replayed = Arc::new((Mutex::new(0), Condvar::new()));
        let (batches, received) = mpsc::channel::<Batch>();
        let other = {
            let replayed = replayed.clone();
            std::thread::spawn(move || {
                // The consumer's memory: it holds what events of before said, never more.
                let memory = Arc::new(GuestMemory::new());
                let mut sink = Direct { memory: &memory, inner: Witness::new(usize::MAX) };
                let mut replayer = Replayer::new();
                for batch in received {
                    replayer.replay(&batch, &mut sink);
                    *replayed.0.lock().expect("a lock") += 1;
                    replayed.1.notify_all();
                }
                sink.inner.events
            })
        };
        let memory = Arc::new(GuestMemory::new());
        let mut feed = TraceFeed::new(Processor::new(memory.clone()));
        let sender = Sender { batches, replayed, published: 0 };
        let mut recorder = Recorder::new(sender).with_own_memory(memory);
        feed.play(&mut reader(&path), &mut recorder).expect("read to the end");
        drop(recorder.finish());
        let events = other.join().expect("the other thread ends");
        assert!(events == by_trace(&path, usize::MAX).0.events, "{}", name(&path));
    }
}
