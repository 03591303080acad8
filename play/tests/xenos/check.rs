//! A stream rendered and compared, frame by frame.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use base_pixels::Rgb8;
use base_refusal::Refusal;
use play::xtr::Rendering;
use xenos_renderer::Renderer;
use xenos_soft::{Habits, Soft};
use xenos_xtr::Reader;

use crate::cells::{self, Cell};
use crate::{explained, memory, pictures};

/// Pixels that are too far from what they should be.
#[derive(Default)]
struct Differing {
    pixels: u64,
    worst: u8,
    first: Option<(u32, u32)>,
    cells: BTreeMap<String, u64>,
}

fn open(path: &Path) -> Result<Reader, String> {
    let source = base_trace::Source::open(path, base_trace::Options::default())
        .map_err(|error| error.to_string())?;
    Reader::new(source).map_err(|error| error.to_string())
}

/// Whether a frame has a picture of any source beside the stream.
fn has_picture(folder: &Path, name: &str, frame: u64) -> bool {
    let base = name.strip_suffix("_raw").unwrap_or(name);
    let there = |part: &str| folder.join(part).join(format!("{base}_f{frame}.png")).exists();
    there("expected") || there("xenia")
}

/// Plays a stream and hands on each frame that has a picture; the others are left out if `skip`.
fn play(
    path: &Path,
    habits: Habits,
    skip: bool,
    mut take: impl FnMut(&Rendering<Soft>, u64) -> Result<(), String>,
) -> Result<Rendering<Soft>, String> {
    let name = base_corpus::name(path);
    let folder = path.parent().ok_or("a stream lies in a folder")?;
    let mut rendering = Rendering::new(open(path)?, Soft::new);
    for frame in 0.. {
        let idle = skip && !has_picture(folder, &name, frame);
        rendering.renderer_mut().set_habits(Habits { idle, ..habits });
        match rendering.next_frame().map_err(|error| error.to_string())? {
            None => break,
            Some(_) if idle => {}
            Some(frame) => take(&rendering, frame)?,
        }
    }
    Ok(rendering)
}

fn picture(rendering: &Rendering<Soft>) -> Result<Rgb8, String> {
    let shown = rendering.renderer().presented().ok_or("a frame shows nothing")?;
    Rgb8::new(shown.width, shown.height, shown.rgb8()).map_err(|error| error.to_string())
}

/// The pictures of the frames that Xenia's are beside, drawn with some habits.
pub(crate) fn frames(path: &Path, habits: Habits) -> Result<Vec<(u64, Rgb8)>, String> {
    let mut frames = Vec::new();
    play(path, habits, true, |rendering, frame| {
        frames.push((frame, picture(rendering)?));
        Ok(())
    })?;
    Ok(frames)
}

/// Renders a stream and compares all that there is to compare; `whole` draws frames without
/// pictures, too.
pub(crate) fn stream(path: &Path, whole: bool) -> Result<(), String> {
    let name = base_corpus::name(path);
    let folder = path.parent().ok_or("a stream lies in a folder")?;
    let cells = cells::read(folder, &name)?;
    let mut faults = Vec::new();
    let rendering = play(path, Habits::default(), !whole, |rendering, frame| {
        let pictures =
            picture(rendering).and_then(|found| compare(folder, &name, frame, &found, &cells));
        let memory = memory::check(folder, &name, frame, rendering.player().memory());
        faults.extend([pictures, memory].into_iter().filter_map(Result::err));
        Ok(())
    })?;
    let refusals: Vec<Refusal> = rendering
        .renderer()
        .refusals()
        .rows()
        .chain(rendering.player().processor().refusals().rows())
        .cloned()
        .collect();
    for refusal in refusals {
        faults.push(format!(
            "refused: {} {} {:#010x}, {} times, first {:?}",
            refusal.id, refusal.register, refusal.value, refusal.count, refusal.first
        ));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn compare(
    folder: &Path,
    name: &str,
    frame: u64,
    found: &Rgb8,
    cells: &[Cell],
) -> Result<(), String> {
    // A stream of raw records has its twin's pictures.
    let base = name.strip_suffix("_raw").unwrap_or(name);
    let file =
        |part: &str, ending: &str| folder.join(part).join(format!("{base}_f{frame}{ending}"));
    let mut faults = Vec::new();
    let mask = pictures::read(&file("expected", ".mask.png"))?;
    if let Some(wanted) = pictures::read(&file("expected", ".png"))? {
        // The pictures of `xenos` are exact; the cells of `xenos-d3d` have tolerances.
        let within = |x, y| {
            if cells.is_empty() { (0, None) } else { cells::tolerance(cells, frame, x, y) }
        };
        let differing = differing(found, &wanted, mask.as_ref(), within)?;
        if differing.pixels > 0 {
            let case = format!("{name}-f{frame}-expected");
            faults.push(differing.told("expected", frame, &pictures::draw(found, &wanted, &case)));
        }
    }
    if let Some(wanted) = pictures::read(&file("xenia", ".png"))? {
        let differing = differing(found, &wanted, None, |_, _| (1, None))?;
        if differing.pixels != explained::pixels(base, frame) {
            let case = format!("{name}-f{frame}-xenia");
            faults.push(differing.told("xenia", frame, &pictures::draw(found, &wanted, &case)));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn differing<'c>(
    found: &Rgb8,
    wanted: &Rgb8,
    mask: Option<&Rgb8>,
    within: impl Fn(u32, u32) -> (u8, Option<&'c Cell>),
) -> Result<Differing, String> {
    if (found.width, found.height) != (wanted.width, wanted.height) {
        let (a, b) = ((found.width, found.height), (wanted.width, wanted.height));
        return Err(format!("the picture is {a:?} where {b:?} is expected"));
    }
    let mut all = Differing::default();
    for y in 0..found.height {
        for x in 0..found.width {
            let at = 3 * (y * found.width + x) as usize;
            if mask.is_some_and(|mask| mask.data[at] < 128) {
                continue;
            }
            let (tolerance, cell) = within(x, y);
            let distance =
                (0..3).map(|n| found.data[at + n].abs_diff(wanted.data[at + n])).max().unwrap_or(0);
            if distance > tolerance {
                all.pixels += 1;
                all.worst = all.worst.max(distance);
                all.first.get_or_insert((x, y));
                if let Some(cell) = cell {
                    *all.cells.entry(format!("{} ({})", cell.name, cell.k)).or_default() += 1;
                }
            }
        }
    }
    Ok(all)
}

impl Differing {
    fn told(&self, what: &str, frame: u64, drawn: &str) -> String {
        let Self { pixels, worst, first, cells } = self;
        let mut text = format!(
            "frame {frame}: {pixels} pixels differ from {what}, by {worst} at most, first {first:?}; see {drawn}"
        );
        for (cell, pixels) in cells {
            let _ = write!(text, "\n    {pixels} in {cell}");
        }
        text
    }
}
