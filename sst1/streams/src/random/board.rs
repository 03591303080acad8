//! Random boards and their initialisation.

use sst1_board::BoardConfig;
use sst1_regs::words::{FbiInit0, FbiInit1, FbiInit2, FbiInit3, VideoDimensions};

use super::parameters::Addressing;
use super::rng::Rng;
use super::{HEIGHT, WIDTH};
use crate::Bus;

/// Pages that a buffer of the frame takes.
const PAGES: u32 = (WIDTH * 2 * HEIGHT).div_ceil(4096);

/// A board that random streams of this seed are for: small memories, so that wrapping and ends of
/// memory are met, and one to three units.
pub fn board(seed: u64) -> BoardConfig {
    let mut rng = Rng::new(seed ^ 0xB0A2_D000);
    BoardConfig {
        frame_buffer_bytes: 1 << rng.pick(&[16, 16, 17]),
        texture_bytes: 1 << rng.pick(&[16, 16, 16, 18]),
        tmus: rng.pick(&[1, 1, 2, 2, 3]),
    }
}

/// Initialisation registers, mostly those of the usual frame; says how addresses are formed now.
pub(super) fn init(rng: &mut Rng, bus: &mut Bus<'_>, usual: bool) -> Addressing {
    let mut rare = |n: u32| !usual && rng.one_in(n);
    let (swizzle, reset, foreign_stride, bit24) = (rare(20), rare(15), rare(25), rare(30));
    let (foreign_pages, no_texture, foreign_origin, foreign_size) =
        (rare(25), rare(20), rare(8), rare(30));
    let (triple, remap) = (!usual && rng.chance(30), !usual && rng.chance(40));
    bus.fbi_init0(
        FbiInit0::default().with_register_byte_swizzle(swizzle).with_graphics_reset(reset),
    );
    let tiles = if foreign_stride { rng.below(16) } else { 1 };
    bus.fbi_init1(
        FbiInit1::default()
            .with_lfb_read_enable(true)
            .with_tiles_x(tiles)
            .with_reserved_24(u32::from(bit24)),
    );
    let pages = if foreign_pages { rng.below(8) } else { PAGES };
    bus.fbi_init2(FbiInit2::default().with_buffer_offset(pages).with_triple_buffer(triple));
    let origin = if foreign_origin { rng.below(1024) } else { HEIGHT - 1 };
    bus.fbi_init3(
        FbiInit3::default()
            .with_triangle_remap(remap)
            .with_disable_texturing(no_texture)
            .with_y_origin_swap(origin),
    );
    let height = if foreign_size { rng.pick(&[1, 386, 402, 482, 602, 1023]) } else { HEIGHT };
    bus.video_dimensions(
        VideoDimensions::default().with_width_minus_1(WIDTH - 1).with_height(height),
    );
    Addressing { remap, swizzle }
}
