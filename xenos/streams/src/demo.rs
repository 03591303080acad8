//! Demos: short streams with pictures worth looking at.
//!
//! For: showing what the chip does, as examples and as test material that needs no foreign files.
//! Not for: covering states systematically.

mod hdr;
mod light;
mod scene;
mod shaders;
mod turntable;

use std::io::Write;

use xenos_xtr::Totals;

use crate::{Stream, StreamError};

/// A demo.
#[derive(Clone, Copy, Debug)]
pub struct Demo {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows, one line.
    pub title: &'static str,
    /// Frames of one turn, each ended by a swap; it can be written with more or fewer.
    pub frames: u32,
    which: Which,
}

#[derive(Clone, Copy, Debug)]
enum Which {
    Turntable,
    Hdr,
}

impl Demo {
    /// Writes the stream, `frames` of it, as an `.xtr` trace.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write<W: Write>(&self, output: W, frames: u32) -> Result<(W, Totals), StreamError> {
        let mut stream = Stream::new(output);
        match self.which {
            Which::Turntable => turntable::write(&mut stream, frames),
            Which::Hdr => hdr::write(&mut stream, frames),
        }
        stream.finish()
    }
}

static DEMOS: &[Demo] = &[
    Demo {
        name: "xenos-turntable",
        title: "a turntable with a shadow map copied from the depth surface",
        frames: 8,
        which: Which::Turntable,
    },
    Demo {
        name: "xenos-hdr",
        title: "an HDR frame in three bands: shadow, reflection cube, bloom, tone mapping",
        frames: 2,
        which: Which::Hdr,
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
