//! A host program in small: what a recompiled game does to embed the live feed.
//!
//! Two threads share a block of memory that the host owns. The *guest* writes a ring, an indirect
//! buffer and vertices, notifies, moves the write pointer, and waits for fences and interrupts. The
//! *GPU* thread runs the feed; its sink is the host's callbacks. `cargo run -p xenos-front --example
//! host`; the same under Miri or a thread sanitizer, for all of it is safe code.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use xenos_front::{Cause, Direct, Event, LiveFeed, Outcome, Sink, State};
use xenos_memory::{Extent, GuestMemory, Writer};

const RING: u32 = 0x1000;
const RING_WORDS: u32 = 64;
const BUFFER: u32 = 0x2000;
const CONSTANTS: u32 = 0x3000;
const FENCE: u32 = 0x4000;
const HANDSHAKE: u32 = 0x4004;
const FRAMES: u32 = if cfg!(miri) { 8 } else { 2_000 };

/// A bell between the threads.
#[derive(Default)]
struct Bell {
    rung: Mutex<u64>,
    changed: Condvar,
}

impl Bell {
    fn ring(&self) {
        *self.rung.lock().expect("a lock") += 1;
        self.changed.notify_all();
    }

    /// Waits until `done`; looks again whenever the bell rings.
    fn wait_until(&self, done: impl Fn() -> bool) {
        let mut rung = self.rung.lock().expect("a lock");
        while !done() {
            rung = self.changed.wait(rung).expect("a lock");
        }
    }
}

/// The guest's side of the hardware.
#[derive(Default)]
struct Machine {
    write_pointer: AtomicU32,
    interrupts: AtomicU64,
    ended: AtomicU32,
    to_gpu: Bell,
    to_guest: Bell,
}

/// The host's callbacks.
struct Callbacks<'a> {
    machine: &'a Machine,
    fences: u64,
    swaps: u64,
    draws: u64,
    /// The sum of what draws found in a constant that the guest writes anew for each frame.
    sum: u64,
}

impl Sink for Callbacks<'_> {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        match event {
            Event::Draw(_) => {
                self.draws += 1;
                self.sum += u64::from(state.registers.get(0x4000));
            }
            // `Direct` has stored it already.
            Event::MemoryWrite(write) if write.cause == Cause::Fence => {
                self.fences += 1;
                self.machine.to_guest.ring();
            }
            Event::Interrupt { .. } => {
                self.machine.interrupts.fetch_add(1, Ordering::Release);
                self.machine.to_guest.ring();
            }
            Event::Swap(_) => self.swaps += 1,
            _ => {}
        }
    }
}

/// Stores words as the guest's processor does, and notifies.
fn store(block: &[AtomicU32], memory: &GuestMemory, address: u32, words: &[u32]) {
    for (word, value) in block[address as usize / 4..].iter().zip(words) {
        word.store(value.to_be(), Ordering::Relaxed);
    }
    memory.notify(Writer::Cpu, Extent::of_words(address, words.len() as u32).expect("inside"));
}

fn load(block: &[AtomicU32], address: u32) -> u32 {
    u32::from_be(block[address as usize / 4].load(Ordering::Acquire))
}

fn guest(block: &[AtomicU32], memory: &GuestMemory, machine: &Machine) {
    // One buffer for all frames: a constant from memory, a draw.
    let buffer = [0xC002_2F00, CONSTANTS, 0, 1, 0xC000_3600, 0x0003_0084];
    store(block, memory, BUFFER, &buffer);
    let mut at = 0;
    for frame in 1..=FRAMES {
        store(block, memory, CONSTANTS, &[frame]);
        let fill = 0x8000_0000;
        let frame_packets: [u32; 21] = [
            0xC001_3F00,
            BUFFER,
            buffer.len() as u32, // the buffer
            0xC002_5800,
            0x14,
            FENCE | 2,
            frame, // a fence
            0xC000_5400,
            1, // an interrupt
            // Wait until the guest has seen it.
            0xC004_3C00,
            0x13,
            HANDSHAKE | 2,
            frame,
            u32::MAX,
            0x100,
            0xC003_6400,
            0x5357_4150,
            0,
            64,
            64, // swap
            fill,
        ];
        for word in frame_packets {
            store(block, memory, RING + at * 4, &[word]);
            at = (at + 1) % RING_WORDS;
        }
        machine.write_pointer.store(at, Ordering::Release);
        machine.to_gpu.ring();

        machine.to_guest.wait_until(|| load(block, FENCE) == frame);
        let interrupts = u64::from(frame);
        machine.to_guest.wait_until(|| machine.interrupts.load(Ordering::Acquire) == interrupts);
        store(block, memory, HANDSHAKE, &[frame]);
        machine.to_gpu.ring();
    }
    machine.ended.store(1, Ordering::Release);
    machine.to_gpu.ring();
}

fn main() {
    let block: Arc<Box<[AtomicU32]>> = Arc::new((0..0x2000).map(|_| AtomicU32::new(0)).collect());
    let memory = Arc::new(GuestMemory::borrowed(block.clone()));
    let machine = Machine::default();
    let mut callbacks = Callbacks { machine: &machine, fences: 0, swaps: 0, draws: 0, sum: 0 };
    let mut live = LiveFeed::new(memory.clone());
    live.set_ring(RING, RING_WORDS);

    std::thread::scope(|scope| {
        scope.spawn(|| guest(&block, &memory, &machine));
        let mut sink = Direct { memory: &memory, inner: &mut callbacks };
        let mut seen = 0;
        loop {
            let ended = machine.ended.load(Ordering::Acquire) != 0;
            live.set_write_pointer(machine.write_pointer.load(Ordering::Acquire));
            match live.run(u64::MAX, &mut sink) {
                Outcome::Idle if ended => break,
                // Nothing to do, or a wait: until the guest has done something.
                Outcome::Idle | Outcome::Waiting(_) => {
                    let rung = machine.to_gpu.rung.lock().expect("a lock");
                    let unchanged = |count: &mut u64| *count == seen;
                    let rung = machine.to_gpu.changed.wait_while(rung, unchanged).expect("a lock");
                    seen = *rung;
                }
                Outcome::Limit => {}
            }
        }
    });

    let frames = u64::from(FRAMES);
    let calls = live.call_statistics();
    println!(
        "{} frames: {} draws, {} fences, {} swaps; the buffer ran {} times and was decoded {}",
        frames, callbacks.draws, callbacks.fences, callbacks.swaps, calls.runs, calls.decodes
    );
    assert_eq!((callbacks.draws, callbacks.fences, callbacks.swaps), (frames, frames, frames));
    assert_eq!(callbacks.sum, frames * (frames + 1) / 2, "each draw saw its frame's constant");
    assert_eq!((calls.runs, calls.decodes), (frames, 1));
    assert!(live.processor().refusals().is_empty());
}
