//! `afterimage diff`: how pictures differ.

mod compare;
mod load;
mod pairs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use serde::Serialize;

use crate::exit::{Exit, Usage};
use crate::{files, out, table};
use compare::{Difference, RawDifference};
use pairs::Pairs;

/// Compare two pictures, or two folders of pictures by file name
///
/// Pictures are PNG files, or raw words: .rgb565, .aux16 and .u16, compressed or not. Colours are
/// compared by channel, 16-bit grey and raw auxiliary words exactly. What a replay writes of an .xtr
/// trace beside pictures (.words, edram-*.bin, resolve-*.bin) is compared byte by byte. Exit code 5 if anything differs
/// or is missing. A picture may have 64 megapixels (67,108,864), a file 256 MiB; others are refused
/// with exit code 3, so that a comparison takes at most about 1 GiB of memory.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage diff a.png b.png -o difference.png
  afterimage diff out-soft out-reference --json
  afterimage diff a.rgb565 b.rgb565 --size 640x480 -o difference.png")]
pub(crate) struct Arguments {
    /// A picture or a folder
    a: PathBuf,
    /// What it is compared with
    b: PathBuf,
    /// Write the difference picture here; for folders, a folder for the pictures that differ
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Size of raw pictures; without it they are compared as one long row
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// Largest difference of a channel that still passes
    #[arg(long, default_value_t = 0, value_name = "N")]
    tolerance: u16,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Width and height of raw pictures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.parse().ok().filter(|n| (1..=16384).contains(n));
        text.split_once('x')
            .and_then(|(w, h)| Some(Self { width: number(w)?, height: number(h)? }))
            .ok_or_else(|| format!("`{text}` is no size; WxH is expected, for example 640x480"))
    }
}

#[derive(Serialize)]
struct Report {
    same: bool,
    tolerance: u16,
    pictures: BTreeMap<String, Outcome>,
    only_in_a: Vec<String>,
    only_in_b: Vec<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Compared(Difference),
    Raw(RawDifference),
    Incomparable { incomparable: String },
}

impl Outcome {
    fn passes(&self) -> bool {
        match self {
            Self::Compared(difference) => difference.passes,
            Self::Raw(difference) => difference.passes,
            Self::Incomparable { .. } => false,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let pairs = Pairs::find(&arguments.a, &arguments.b)?;
    if let Some(folder) = arguments.output.as_ref().filter(|_| pairs.folders) {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let mut pictures = BTreeMap::new();
    for (name, a, b) in &pairs.both {
        let target = arguments.output.as_ref().map(|path| {
            if pairs.folders { path.join(load::difference_name(name)) } else { path.clone() }
        });
        if let Some(target) = &target {
            files::apart(target, [a.as_path(), b.as_path()])?;
        }
        pictures.insert(name.clone(), one(arguments, a, b, target.as_deref(), pairs.folders)?);
    }
    let complete = pairs.only_in_a.is_empty() && pairs.only_in_b.is_empty();
    let report = Report {
        same: complete && pictures.values().all(Outcome::passes),
        tolerance: arguments.tolerance,
        pictures,
        only_in_a: pairs.only_in_a,
        only_in_b: pairs.only_in_b,
    };
    if arguments.json {
        out::json(&report)?;
    } else {
        out::text(human(&report))?;
    }
    Ok(if report.same { Exit::Done } else { Exit::Differ })
}

/// Compares a pair, and draws the difference where that is wanted: always for two pictures, and in
/// folders if they differ.
fn one(
    arguments: &Arguments,
    a: &Path,
    b: &Path,
    target: Option<&Path>,
    only_if_different: bool,
) -> anyhow::Result<Outcome> {
    let raw = |path: &Path| load::is_raw(&path.file_name().unwrap_or_default().to_string_lossy());
    if raw(a) && raw(b) {
        if target.is_some() && !only_if_different {
            let message = "-o: words and bytes of .xtr traces have no difference picture";
            return Err(Usage::error(message));
        }
        let difference = compare::compare_raw(&load::bytes(a)?, &load::bytes(b)?);
        let incomparable = |incomparable| Outcome::Incomparable { incomparable };
        return Ok(difference.map_or_else(incomparable, Outcome::Raw));
    }
    let (a, b) = (load::picture(a, arguments.size)?, load::picture(b, arguments.size)?);
    let difference = match compare::compare(&a, &b, arguments.tolerance) {
        Ok(difference) => difference,
        Err(incomparable) => return Ok(Outcome::Incomparable { incomparable }),
    };
    if let Some(path) = target
        && !(only_if_different && difference.passes)
    {
        base_trace::write_whole(path, &compare::draw(&a, &b)?)?;
    }
    Ok(Outcome::Compared(difference))
}

fn human(report: &Report) -> String {
    let mut rows = Vec::new();
    for (name, outcome) in &report.pictures {
        let what = match outcome {
            Outcome::Incomparable { incomparable } => incomparable.clone(),
            Outcome::Compared(d) if d.identical == d.pixels => "identical".to_owned(),
            Outcome::Raw(RawDifference { first: None, .. }) => "identical".to_owned(),
            Outcome::Raw(RawDifference { bytes, differing, first: Some(first), .. }) => {
                format!("{differing} of {bytes} bytes differ, the first is byte {first}")
            }
            Outcome::Compared(d) => format!(
                "{:.3} % identical, {} of {} pixels differ, largest difference {}{}",
                d.identical_percent,
                d.pixels - d.identical,
                d.pixels,
                d.largest,
                if d.passes { " (tolerated)" } else { "" },
            ),
        };
        rows.push([name.clone(), what]);
    }
    let mut lines = vec![table::columns(&rows)];
    if let [Outcome::Compared(difference)] = report.pictures.values().collect::<Vec<_>>()[..] {
        lines.push(difference.histogram_text());
    }
    for (names, side) in [(&report.only_in_a, "first"), (&report.only_in_b, "second")] {
        for name in names {
            lines.push(format!("{name}  only in the {side}\n"));
        }
    }
    lines.concat()
}
