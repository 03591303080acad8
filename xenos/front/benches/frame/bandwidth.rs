//! What this machine's memory gives one thread: the bar that a decoder is held against.

use std::hint::black_box;
use std::time::Instant;

/// Words of the buffer: 256 MiB, far more than any cache holds.
const WORDS: usize = 1 << 25;
/// Times that each is measured; the best one counts.
const TIMES: u32 = 5;

/// Bytes a nanosecond.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bandwidth {
    pub(crate) read: f64,
    pub(crate) write: f64,
}

impl Bandwidth {
    pub(crate) fn measure() -> Self {
        let mut buffer = vec![1u64; WORDS];
        let bytes = (WORDS * size_of::<u64>()) as f64;
        let (mut read, mut write) = (0.0f64, 0.0f64);
        for time in 0..TIMES {
            let start = Instant::now();
            black_box(buffer.iter().fold(0u64, |sum, word| sum.wrapping_add(*word)));
            read = read.max(bytes / start.elapsed().as_nanos() as f64);
            let start = Instant::now();
            buffer.fill(u64::from(time));
            black_box(&mut buffer);
            write = write.max(bytes / start.elapsed().as_nanos() as f64);
        }
        Self { read, write }
    }

    /// Nanoseconds that so many bytes take.
    pub(crate) fn floor(&self, read: f64, written: f64) -> f64 {
        read / self.read + written / self.write
    }
}
