//! How long walking takes, one thread: large triangles by samples, and tiny ones from vertex to mask.
//!
//! `cargo bench -p xenos-raster`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use xenos_raster::{Fate, Primitive, Setup, Vertex, center};
use xenos_regs::index;
use xenos_regs::state::Rectangle;
use xenos_regs::words::MsaaSamples;

/// Each figure is of this long at least.
const TIME: Duration = Duration::from_millis(400);

fn timed(mut f: impl FnMut()) -> Duration {
    let start = Instant::now();
    let mut runs = 0;
    while start.elapsed() < TIME {
        f();
        runs += 1;
    }
    start.elapsed() / runs
}

fn setup() -> Setup {
    // 1280x720, clipping as Direct3D has it, w is w, 1/16 pixel to even, OpenGL centres.
    let viewport = [640.0f32, 640.0, -360.0, 360.0, 1.0, 0.0];
    Setup::gather(|register| match register {
        index::PA_CL_CLIP_CNTL => 1 << 19,
        index::PA_CL_VTE_CNTL => 0x43F,
        index::PA_SU_VTX_CNTL => 5,
        index::PA_CL_VPORT_XSCALE..=index::PA_CL_VPORT_ZOFFSET => {
            viewport[(register - index::PA_CL_VPORT_XSCALE) as usize].to_bits()
        }
        _ => 0,
    })
}

fn main() {
    let setup = setup();
    let scissor = Rectangle { left: 0, top: 0, right: 1280, bottom: 720 };
    let whole = [[-1.0, 1.0], [3.0, 1.0], [-1.0, -3.0]]
        .map(|[x, y]: [f32; 2]| Vertex::at([x, y, 0.5, 1.0]));
    let triangle = Primitive::Triangle([0, 1, 2]);
    let mut shapes = Vec::new();
    for samples in [MsaaSamples::X1, MsaaSamples::X2, MsaaSamples::X4] {
        let area = setup.area(scissor, 1280, samples);
        let mut count = 0;
        let walking = timed(|| {
            shapes.clear();
            assert_eq!(setup.shapes(triangle, &whole, &mut shapes), Fate::Drawn);
            count = 0;
            for quad in shapes[0].quads(&area, &area.rows()) {
                black_box(quad);
                count += 1;
            }
        });
        let valued = timed(|| {
            let shape = shapes[0];
            for quad in shape.quads(&area, &area.rows()) {
                for pixel in 0..4 {
                    let at = center(quad.pixel(pixel));
                    black_box((shape.weights(at), shape.depth(at)));
                }
            }
        });
        println!(
            "1280x720 {samples:?}: {count} quads in {walking:?}, with weights and depth {valued:?}"
        );
    }
    let area = setup.area(scissor, 1280, MsaaSamples::X4);
    for size in [1.0f32, 4.0, 16.0] {
        let side = size / 640.0;
        let mut place = 0u32;
        let one = timed(|| {
            // 64 a call, so that the clock does not count.
            for _ in 0..64 {
                place = place.wrapping_mul(1664525).wrapping_add(1013904223);
                let [x, y] = [place >> 8, place].map(|bits| (bits & 0xFFFF) as f32 / 36000.0 - 0.9);
                let corners = [[x, y], [x + side, y], [x, y - side]]
                    .map(|[x, y]| Vertex::at([x, y, 0.5, 1.0]));
                shapes.clear();
                black_box(setup.shapes(triangle, &corners, &mut shapes));
                for shape in &shapes {
                    black_box(shape.quads(&area, &area.rows()).count());
                }
            }
        });
        println!("triangles of {size} pixels at 4x: {:?} each", one / 64);
    }
}
