//! A small .xtr stream whose pictures depend on all that a place in a trace goes on from.
//!
//! Every frame copies EDRAM to the front buffer and clears it to another colour, so that it shows what
//! the frame before left there; odd ones copy the upper half alone, so that the lower half stays in
//! memory. The gamma table is filled a component a frame, by sequential writes. Frame 3 has a
//! predicated copy that bins chosen in frame 0 skip. Odd frames swap inside of an indirect buffer.

use xenos_regs::index;
use xenos_xtr::{
    BufferStart, Compression, Header, Memory, PacketStart, Record, TraceEvent, Writer,
};

/// Columns and rows of the pictures.
pub(crate) const SIZE: u32 = 32;
/// Where the front buffer is.
pub(crate) const FRONT: u32 = 0x10_0000;
const VERTICES: u32 = 0x3000;
/// 8_8_8_8 as a texture's format.
const FORMAT: u32 = 6;
/// Bytes of each 32-bit word exchanged.
const BIG_ENDIAN: u32 = 2;

struct Stream {
    writer: Writer<Vec<u8>>,
    address: u32,
}

impl Stream {
    fn record(&mut self, record: &Record<'_>) {
        self.writer.record(record).expect("a record that can be written");
    }

    /// A packet that reads memory.
    fn reading(&mut self, words: &[u32], memory: Option<(u32, &[u32])>) {
        self.begin(words);
        if let Some((base, words)) = memory {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
            self.record(&Record::MemoryRead(Memory { base, bytes: &bytes }));
        }
        self.record(&Record::PacketEnd);
    }

    fn begin(&mut self, words: &[u32]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        self.record(&Record::PacketStart(PacketStart { base: self.address, words: &bytes }));
        self.address += bytes.len() as u32;
    }

    fn packet(&mut self, words: &[u32]) {
        self.reading(words, None);
    }

    fn write(&mut self, register: u16, value: u32) {
        self.packet(&[u32::from(register), value]);
    }

    /// A copy of `rows` rows that clears to a colour.
    fn copy(&mut self, rows: u32, color: u32, predicated: bool) {
        self.write(index::RB_COLOR_CLEAR, color);
        let fetch = u32::from(index::SHADER_CONSTANT_FETCH);
        self.packet(&[1 << 16 | fetch, VERTICES | 3, 6 << 2 | BIG_ENDIAN]);
        let corners = [[0.0, 0.0], [SIZE as f32, 0.0], [SIZE as f32, rows as f32]];
        let vertices: Vec<u32> = corners.as_flattened().iter().map(|at| at.to_bits()).collect();
        // Three automatic indices as a rectangle.
        let draw = [3 << 30 | 0x36 << 8 | u32::from(predicated), 3 << 16 | 2 << 6 | 8];
        self.reading(&draw, Some((VERTICES, &vertices)));
    }

    fn swap(&mut self) {
        let fetch = [
            u32::from(index::SHADER_CONSTANT_FETCH) | 5 << 16,
            1 << 31 | (SIZE / 32) << 22 | 2,
            FRONT | BIG_ENDIAN << 6 | FORMAT,
            (SIZE - 1) << 13 | (SIZE - 1),
            3 << 10 | 2 << 7 | 1 << 4,
            0,
            1 << 9,
        ];
        self.packet(&fetch);
        self.packet(&[0xC003_6400, 0x5357_4150, FRONT, SIZE, SIZE]);
        self.record(&Record::Event(TraceEvent::Swap));
        // Belongs to the frame still.
        self.packet(&[0x8000_0000]);
    }
}

/// The colour that frame `n` clears to: no red and no green, which the table's first entry shows.
pub(crate) fn color(n: u32) -> u32 {
    0x8000_0000 | (0x25 * (n + 1)).min(0xFF) << 16
}

/// A stream of so many frames, without its end.
pub(crate) fn frames(count: u32) -> Vec<u8> {
    let writer = Writer::new(Vec::new(), &Header::new(7), Compression::LikeXenia);
    let mut stream = Stream { writer: writer.expect("a header"), address: 0x1000 };
    let buffer = |base| BufferStart { base, words: &[] };
    stream.record(&Record::PrimaryBufferStart(buffer(0x1000)));
    for (register, value) in [
        (index::RB_SURFACE_INFO, SIZE),
        (index::PA_SC_SCREEN_SCISSOR_BR, 8192 << 16 | 8192),
        (index::PA_SC_WINDOW_SCISSOR_TL, 1 << 31),
        (index::PA_SC_WINDOW_SCISSOR_BR, 8192 << 16 | 8192),
        (index::RB_MODECONTROL, 6),
        // Converts, and clears the colour.
        (index::RB_COPY_CONTROL, 1 << 20 | 1 << 8),
        (index::RB_COPY_DEST_BASE, FRONT),
        (index::RB_COPY_DEST_PITCH, SIZE << 16 | SIZE),
        (index::RB_COPY_DEST_INFO, FORMAT << 7 | BIG_ENDIAN),
        (index::DC_LUT_WRITE_EN_MASK, 7),
        (index::DC_LUT_RW_INDEX, 0),
    ] {
        stream.write(register, value);
    }
    // No bin is selected from here on.
    stream.packet(&[0xC001_5100, 0, 0]);
    // A vertex program that ends at once.
    stream.packet(&[0xC004_2B00, 0, 3, 1, 0x2000, 0]);
    for n in 0..count {
        let inside = n % 2 == 1;
        if inside {
            stream.begin(&[0xC001_3F00, 0x8000]);
            stream.record(&Record::IndirectBufferStart(buffer(0x8000)));
        }
        stream.write(index::DC_LUT_SEQ_COLOR, (n + 1) << 12);
        if n == 3 {
            stream.copy(SIZE, 0, true);
        }
        stream.copy(if inside { SIZE / 2 } else { SIZE }, color(n), false);
        stream.swap();
        if inside {
            stream.record(&Record::IndirectBufferEnd);
            stream.record(&Record::PacketEnd);
        }
    }
    // Behind the last swap.
    stream.copy(SIZE, 0, false);
    stream.writer.finish().expect("a trace").0
}
