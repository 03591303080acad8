//! A renderer on a thread of its own, behind the command processor.
//!
//! The decoding thread runs the live feed into a [`Recorder`]; batches of events go through a queue
//! to the renderer, whose [`Replayer`] has the same state at every event. The renderer stores what
//! events say, so fences appear in memory only when it has come to them. `cargo run -p xenos-front
//! --example lagging`; the queue is two channels of the standard library.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use xenos_front::{
    Batch, Channel, Direct, Event, LiveFeed, Need, Outcome, Recorder, Replayer, Sink, State,
};
use xenos_memory::{GuestMemory, Writer};

const RING: u32 = 0x1000;
const RING_WORDS: u32 = 256;
const FENCE: u32 = 0x4000;
const FRAMES: u32 = if cfg!(miri) { 4 } else { 1_000 };

/// What goes to the renderer.
enum Message {
    /// Events, in order.
    Batch(Batch),
    /// Answer when everything before is done, with the word of a register if one is needed.
    Drain(Need, Sender<Option<u32>>),
}

/// The decoding thread's end of the queue.
struct Queue {
    to_renderer: Sender<Message>,
    /// Batches that came back, with their memory.
    used: Arc<Mutex<Vec<Batch>>>,
}

impl Channel for Queue {
    fn publish(&mut self, batch: Batch) {
        // A renderer that is gone takes nothing any more; whoever joins its thread learns why.
        let _ = self.to_renderer.send(Message::Batch(batch));
    }

    fn empty(&mut self) -> Batch {
        self.used.lock().ok().and_then(|mut used| used.pop()).unwrap_or_default()
    }

    fn drain(&mut self, need: &Need) -> Option<u32> {
        let (answer, answered) = channel();
        self.to_renderer.send(Message::Drain(*need, answer)).ok()?;
        answered.recv().ok().flatten()
    }
}

/// A renderer that only counts.
#[derive(Default)]
struct Renderer {
    draws: u64,
    swaps: u64,
}

impl Sink for Renderer {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        match event {
            // Registers, programs and ramps as they were at the draw, however late it comes here.
            Event::Draw(_) => self.draws += u64::from(state.registers.get(0x2104) & 1),
            Event::Swap(_) => self.swaps += 1,
            _ => {}
        }
    }
}

fn render(memory: &GuestMemory, messages: Receiver<Message>, used: &Mutex<Vec<Batch>>) -> Renderer {
    let mut replayer = Replayer::new();
    let mut renderer = Renderer::default();
    for message in messages {
        match message {
            Message::Batch(mut batch) => {
                replayer.replay(&batch, &mut Direct { memory, inner: &mut renderer });
                batch.clear();
                if let Ok(mut used) = used.lock() {
                    used.push(batch);
                }
            }
            Message::Drain(need, answer) => {
                // Copies that are still on their way to memory are finished here. This renderer
                // knows no register better than the file does.
                let (Need::Memory(_) | Need::Register(_)) = need;
                let _ = answer.send(None);
            }
        }
    }
    renderer
}

fn main() {
    let memory = Arc::new(GuestMemory::new());
    let used = Arc::new(Mutex::new(Vec::new()));
    let (to_renderer, messages) = channel();
    let mut recorder = Recorder::new(Queue { to_renderer, used: Arc::clone(&used) });
    let mut live = LiveFeed::new(Arc::clone(&memory));
    live.set_ring(RING, RING_WORDS);

    let renderer = std::thread::scope(|scope| {
        let (shared, returned) = (&memory, &used);
        let renderer = scope.spawn(move || render(shared, messages, returned));
        let mut at = 0;
        for frame in 1..=FRAMES {
            let packets = [
                0x0000_2104,
                0xF, // RB_COLOR_MASK
                0xC001_3600,
                0x0003_0084,
                3, // DRAW_INDX_2
                0xC002_5800,
                0x14,
                FENCE | 2,
                frame, // EVENT_WRITE_SHD: a fence
                0xC003_6400,
                0x5357_4150,
                0,
                64,
                64, // XE_SWAP
            ];
            for word in packets {
                memory.write_words(Writer::Cpu, RING + at * 4, &[word]).expect("inside");
                at = (at + 1) % RING_WORDS;
            }
            live.set_write_pointer(at);
            assert_eq!(live.run(u64::MAX, &mut recorder), Outcome::Idle);
        }
        // The last batch, then the end of the queue, which ends the renderer.
        drop(recorder.finish());
        renderer.join().expect("the renderer")
    });

    let frames = u64::from(FRAMES);
    println!("{frames} frames: {} draws, {} swaps", renderer.draws, renderer.swaps);
    assert_eq!((renderer.draws, renderer.swaps), (frames, frames));
    assert_eq!(memory.read_word(FENCE), Ok(FRAMES), "the last fence");
    assert!(live.processor().refusals().is_empty(), "{:?}", live.processor().refusals());
}
