//! Where buffers lie in frame-buffer memory, and pictures of them.

use sst1_facts::StrideBit24;

use crate::State;

/// A buffer that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// The displayed one.
    Front,
    /// The one drawn to.
    Back,
    /// Depth or alpha.
    Aux,
}

/// Byte addresses of the buffers. Facts: digest section 9.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The displayed buffer.
    pub front: u32,
    /// The buffer drawn to.
    pub back: u32,
    /// The auxiliary buffer.
    pub aux: u32,
    /// Bytes from a row to the next, in all buffers.
    pub stride: u32,
    /// Bytes from a buffer to the next.
    pub unit: u32,
}

/// A buffer's words, rows from the top without padding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// 565 colours, or depth or alpha.
    pub words: Vec<u16>,
}

impl State {
    /// Where the buffers lie now.
    pub fn layout(&self) -> Layout {
        let unit = self.init.fbi_init2.buffer_offset() * 4096;
        let triple = self.triple_buffering();
        let mut stride = self.init.fbi_init1.tiles_x() * 128;
        if self.profile.stride_bit24 == StrideBit24::Adds2048
            && self.init.fbi_init1.reserved_24() != 0
        {
            stride += 2048;
        }
        Layout {
            front: self.video.displayed * unit,
            back: self.video.draw * unit,
            aux: if triple { 3 } else { 2 } * unit,
            stride,
            unit,
        }
    }

    /// Width of the picture, 1 to 4,096 pixels.
    pub fn picture_width(&self) -> u32 {
        (self.init.video_dimensions.raw() & 0xFFF) + 1
    }

    /// Height of the picture, 0 to 4,095 lines. Programs ask for two lines more than four usual
    /// modes have; they are not part of the picture.
    pub fn picture_height(&self) -> u32 {
        match self.init.video_dimensions.raw() >> 16 & 0xFFF {
            lines @ (386 | 402 | 482 | 602) => lines - 2,
            lines => lines,
        }
    }

    /// What a buffer holds, as the picture's width by its height. Words beyond memory are 0.
    pub fn picture(&self, buffer: Buffer) -> Picture {
        let layout = self.layout();
        let base = match buffer {
            Buffer::Front => layout.front,
            Buffer::Back => layout.back,
            Buffer::Aux => layout.aux,
        };
        let (width, height) = (self.picture_width(), self.picture_height());
        let memory = self.frame_buffer.words();
        let mut words = Vec::with_capacity((width * height) as usize);
        for y in 0..height {
            let first = (base + y * layout.stride) as usize / 2;
            let last = (first + width as usize).min(memory.len());
            words.extend_from_slice(memory.get(first..last).unwrap_or(&[]));
            words.resize(((y + 1) * width) as usize, 0);
        }
        Picture { width, height, words }
    }
}
