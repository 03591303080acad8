//! How much one submission may make the processor do.

/// What a submission may cost: all that runs between two moves of the write pointer, or until the
/// ring is set anew. Streams of strangers can ask for far more than they are long: buffers that each
/// run many others, or the same kilobyte again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Packets, those of nested buffers among them.
    pub packets: u64,
    /// Words of buffers that are run, and of constants and programs that are read.
    pub words: u64,
}

impl Default for Limits {
    /// 67 million packets and a billion words: hundreds of frames of a large game, and a few seconds.
    fn default() -> Self {
        Self { packets: 1 << 26, words: 1 << 30 }
    }
}
