//! Demos: short streams with pictures worth looking at.
//!
//! For: showing what the card does, as examples and as test material that needs no foreign files.
//! Not for: covering states systematically; random states do that.

mod card;
mod lit_scene;
mod pipeline;
mod texture_formats;

use std::io::{Seek, Write};

use sst1_board::BoardConfig;
use sst1_vood::{Totals, WriteError};

use crate::{Sink, VoodSink};

/// A demo.
#[derive(Clone, Copy, Debug)]
pub struct Demo {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows, one line.
    pub title: &'static str,
    /// Frames, each ended by a swap.
    pub frames: u32,
    /// The board it is for. initEnable\[0\] has to be set, as replays do.
    pub board: BoardConfig,
    /// Writes the stream.
    pub write: fn(&mut dyn Sink),
}

impl Demo {
    /// Writes the stream as a VOOD trace with the number of records filled in.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write_vood<W: Write + Seek>(&self, output: W) -> Result<(W, Totals), WriteError> {
        let mut sink = VoodSink::new(output, self.board)?;
        (self.write)(&mut sink);
        sink.finish_counted()
    }

    /// Writes the stream as a VOOD trace to an output that cannot seek, such as a compressor.
    ///
    /// # Errors
    /// Those of the output.
    pub fn stream_vood<W: Write>(&self, output: W) -> Result<(W, Totals), WriteError> {
        let mut sink = VoodSink::new(output, self.board)?;
        (self.write)(&mut sink);
        sink.finish()
    }
}

/// 2 MiB of frame buffer and 2 MiB of textures a unit, as the usual board has.
const fn board(tmus: u32) -> BoardConfig {
    BoardConfig { frame_buffer_bytes: 2 << 20, texture_bytes: 2 << 20, tmus }
}

static DEMOS: &[Demo] = &[
    Demo {
        name: "lit-scene",
        title: "a lit scene at dusk: reflections, fog, soft shadows, stained glass",
        frames: lit_scene::FRAMES,
        board: board(1),
        write: lit_scene::write,
    },
    Demo {
        name: "texture-formats",
        title: "all texture formats over a checker, mip levels and filters",
        frames: 1,
        board: board(1),
        write: texture_formats::write,
    },
    Demo {
        name: "pipeline",
        title: "combining, sampling, blending, fog, tests and dithering, a tile each",
        frames: 1,
        board: board(2),
        write: pipeline::write,
    },
];

/// All demos.
pub fn demos() -> &'static [Demo] {
    DEMOS
}

/// The demo of that name.
pub fn demo(name: &str) -> Option<&'static Demo> {
    demos().iter().find(|demo| demo.name == name)
}
