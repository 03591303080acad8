//! The HDR frame: a court at dusk, drawn as the console's big racing games draw.
//!
//! For: a shadow map, a reflection cube of six faces, the picture in three predicated bands at four
//! samples a pixel into 7e3 with float depth, averaged with an exponent of -2, a chain of bloom,
//! tone mapping into 10 bits, and the swap.
//!
//! Each pass is what its own file says; this one has the frame's order, and the surfaces.

mod bloom;
mod court;
mod passes;
mod programs;

use std::io::Write;

use xenos_regs::words::{ColorFormat, DataFormat, DepthFormat, MsaaSamples};

use court::Court;
use passes::Frame;
use programs::Shaders;

use super::scene::Cover;
use crate::state::Target;
use crate::texture::Texture;
use crate::{Commands, Stream};

/// The picture.
const WIDTH: u32 = 1280;
const HEIGHT: u32 = 720;
/// First row and rows of each band: 1,024 tiles of colour and as many of depth hold 256 rows.
const BANDS: [(u32, u32); 3] = [(0, 256), (256, 256), (512, 208)];
/// The shadow map's side.
const SHADOW: u32 = 1024;
/// A face's side.
const FACE: u32 = 256;
/// The farthest depth: of D24S8, and of D24FS8, where it is the float 1.
const FAR: u32 = 0xFFFF_FF00;
const FAR_FLOAT: u32 = 0xF000_0000;

const MAP: Target = Target {
    pitch: 1040,
    samples: MsaaSamples::X1,
    color: None,
    depth: Some((0, DepthFormat::D24S8)),
    width: SHADOW,
    height: SHADOW,
};

const CUBE: Target = Target {
    pitch: 320,
    samples: MsaaSamples::X2,
    color: Some((0, ColorFormat::Float2101010)),
    depth: Some((128, DepthFormat::D24FS8)),
    width: FACE,
    height: FACE,
};

const SCENE: Target = Target {
    pitch: WIDTH,
    samples: MsaaSamples::X4,
    color: Some((0, ColorFormat::Float2101010)),
    depth: Some((1024, DepthFormat::D24FS8)),
    width: WIDTH,
    height: HEIGHT,
};

const DISPLAY: Target = Target {
    pitch: WIDTH,
    samples: MsaaSamples::X1,
    color: Some((0, ColorFormat::Fixed2101010As10)),
    depth: None,
    width: WIDTH,
    height: HEIGHT,
};

/// What copies fill.
struct Filled {
    shadow: Texture,
    cube: Texture,
    scene: Texture,
    depth: Texture,
    front: Texture,
    bloom: bloom::Chain,
}

/// Memory that every frame writes anew, at the same addresses: so what runs it can stay the same.
struct Room {
    /// Rows of the two views of the picture: the viewer's, and its mirror image's below the floor.
    views: [u32; 2],
    /// And their eyes.
    eyes: [u32; 2],
    /// Where the chip stores the screen extents of what it drew.
    extents: u32,
}

/// All that frames share.
struct Hdr {
    room: Room,
    shaders: Shaders,
    court: Court,
    cover: Cover,
    filled: Filled,
}

/// Writes the stream.
pub(super) fn write<W: Write>(stream: &mut Stream<W>, frames: u32) {
    let hdr = Hdr::new(stream);
    let mut start = Commands::default();
    start.defaults();
    stream.run(&start);
    for frame in 0..frames {
        Frame::new(&hdr, frame).draw(stream);
    }
}

impl Hdr {
    fn new<W: Write>(stream: &mut Stream<W>) -> Self {
        let heap = &mut stream.heap;
        let filled = Filled {
            shadow: Texture::target(heap, DataFormat::K248, SHADOW, SHADOW),
            cube: Texture::cube_target(heap, DataFormat::K2101010As16, FACE),
            scene: Texture::target(heap, DataFormat::K2101010As16, WIDTH, HEIGHT),
            depth: Texture::target(heap, DataFormat::K248Float, WIDTH, HEIGHT),
            front: Texture::target(heap, DataFormat::K2101010As16, WIDTH, HEIGHT),
            bloom: bloom::Chain::new(heap),
        };
        let room = Room {
            views: [heap.allocate(64, 16), heap.allocate(64, 16)],
            eyes: [heap.allocate(16, 16), heap.allocate(16, 16)],
            extents: heap.allocate(16, 16),
        };
        Self {
            room,
            shaders: Shaders::new(stream),
            court: Court::new(stream),
            cover: Cover::new(stream),
            filled,
        }
    }
}
