//! Small .xtr traces in the making.

use xenos_xtr::{BufferStart, Compression, Header, PacketStart, Record, TraceEvent, Writer};

/// A trace in the making.
pub(crate) struct Xtr {
    writer: Writer<Vec<u8>>,
    /// Where the next packet lies.
    address: u32,
}

/// A vertex program of one control-flow pair that ends at once, and a word behind it.
pub(crate) const PROGRAM: [u32; 4] = [0x0000_0001, 0x0000_2000, 0, 0xDEAD_BEEF];

impl Xtr {
    pub(crate) fn new() -> Self {
        let header = Header::new(0x1234_5678);
        let writer = Writer::new(Vec::new(), &header, Compression::LikeXenia).unwrap();
        Self { writer, address: 0x1000 }
    }

    pub(crate) fn record(&mut self, record: &Record<'_>) {
        self.writer.record(record).unwrap();
    }

    pub(crate) fn begin(&mut self, words: &[u32]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        self.record(&Record::PacketStart(PacketStart { base: self.address, words: &bytes }));
        self.address += bytes.len() as u32;
    }

    /// A packet that runs.
    pub(crate) fn packet(&mut self, words: &[u32]) {
        self.begin(words);
        self.record(&Record::PacketEnd);
    }

    /// A type-3 packet that runs.
    pub(crate) fn command(&mut self, opcode: u32, payload: &[u32]) {
        let header = 3 << 30 | (payload.len() as u32 - 1) << 16 | opcode << 8;
        self.packet(&[&[header], payload].concat());
    }

    /// A register write.
    pub(crate) fn write(&mut self, register: u32, value: u32) {
        self.packet(&[register, value]);
    }

    /// Packets in an indirect buffer.
    pub(crate) fn nested(&mut self, inside: impl FnOnce(&mut Self)) {
        self.begin(&[0xC001_3F00, 0x8000]);
        let back = std::mem::replace(&mut self.address, 0x8000);
        self.record(&Record::IndirectBufferStart(BufferStart { base: 0x8000, words: &[] }));
        inside(self);
        self.record(&Record::IndirectBufferEnd);
        self.record(&Record::PacketEnd);
        self.address = back;
    }

    /// Loads [`PROGRAM`] as the vertex program.
    pub(crate) fn program(&mut self) {
        self.command(0x2B, &[&[0, PROGRAM.len() as u32], &PROGRAM[..]].concat());
    }

    /// Three automatic indices as triangles, or, in the copy mode, as a copy.
    pub(crate) fn draw(&mut self) {
        self.command(0x36, &[3 << 16 | 2 << 6 | 4]);
    }

    /// A swap and the mark behind the frame.
    pub(crate) fn swap(&mut self) {
        self.command(0x64, &[0x5357_4150, 0x1E00_0000, 320, 192]);
        self.record(&Record::Event(TraceEvent::Swap));
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.writer.finish().unwrap().0
    }
}

/// Two frames: a nested draw, one that is skipped, a copy that clears; and a draw behind the last mark.
pub(crate) fn two_frames() -> Vec<u8> {
    let mut trace = Xtr::new();
    trace.record(&Record::PrimaryBufferStart(BufferStart { base: 0x1000, words: &[] }));
    trace.write(0x2000, 0x0001_0140);
    trace.write(0x2208, 4);
    trace.write(0x2104, 0xF);
    trace.program();
    trace.nested(|trace| {
        trace.packet(&[0x8000_0000]);
        trace.draw();
    });
    trace.swap();
    // No bin selected: the next predicated packet is skipped.
    trace.command(0x60, &[0]);
    trace.command(0x61, &[0]);
    trace.packet(&[3 << 30 | 0x36 << 8 | 1, 3 << 16 | 2 << 6 | 4]);
    trace.write(0x2208, 6);
    trace.write(0x2318, 0x0010_0300);
    trace.draw();
    trace.swap();
    trace.write(0x2208, 4);
    trace.draw();
    trace.record(&Record::PrimaryBufferEnd);
    trace.finish()
}
