//! Seconds a frame of the Xenos reference engine, stream by stream, and what the frames hold.
//!
//! `cargo bench -p play --bench render [-- PART]`: streams whose path has PART in it, else the
//! largest; its first frames alone where a stream has many.

use std::time::Instant;

use play::xtr::Rendering;
use xenos_renderer::Renderer;
use xenos_soft::Soft;
use xenos_xtr::Reader;

/// Frames of a stream that are drawn at most.
const FRAMES: u64 = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let part = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    println!("{:<32} frames  s/frame  Msamples/s  Mpixels/s  Minstructions/s  draws/s", "stream");
    for path in base_corpus::xenos_chosen(part.as_deref())? {
        let source = base_trace::Source::open(&path, base_trace::Options::default())?;
        let mut rendering = Rendering::new(Reader::new(source)?, Soft::new);
        let begun = Instant::now();
        let mut frames = 0;
        while frames < FRAMES && rendering.next_frame()?.is_some() {
            frames += 1;
        }
        let seconds = begun.elapsed().as_secs_f64();
        let statistics = rendering.renderer().statistics();
        let rate = |count: u64| count as f64 / seconds / 1e6;
        println!(
            "{:<32} {frames:>6} {:>8.3} {:>11.2} {:>10.2} {:>16.1} {:>8.0}",
            base_corpus::name(&path),
            seconds / frames.max(1) as f64,
            rate(statistics.samples),
            rate(statistics.pixels),
            rate(statistics.instructions),
            statistics.draws as f64 / seconds,
        );
    }
    Ok(())
}
