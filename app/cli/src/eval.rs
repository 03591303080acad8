//! `afterimage eval`: a microcode program run on one vertex or quad.

mod given;
mod shown;
mod stream;

use std::path::{Path, PathBuf};

use anyhow::Context;
use play::xtr::Listing;
use xenos_eval::{Constants, Group, Limits, Prepared, Report, Unspecified, run as evaluate};
use xenos_ucode::Stage;

use crate::disasm::StageName;
use crate::exit::{BadInput, Exit, Usage};
use crate::program::{self, Read};
use crate::{input, out};
use given::Given;
use shown::{Results, Steps};

/// Elements of memory export after which a run ends: they are all printed.
const MOST_STORED: usize = 100_000;

/// Run a microcode program on one vertex or one quad of pixels
///
/// The program is a file of big-endian dwords (its name ends in .bin, or it has a zero byte), or assembly
/// text; or, with --trace, what an .xtr trace draws with at a draw, with the constants, memory and indices
/// of that draw. Everything else starts as 0 and is given by options: NAME=VALUES, a value being a
/// decimal number, or a word as 0x and hexadecimal digits; names are those of listings. What a result
/// means stands in docs/hardware/xenos-microcode.md; what in a run has no specified meaning is named
/// there, and counted here. A malformed program is run as it is read, and the exit code is 3; a run that
/// a bound ends, --limit or 100,000 elements of memory export, is printed, and the exit code is 4.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage eval program.vs.bin --reg r0=7 --const c0=1,0,0,0 --steps
  afterimage eval shader.txt --stage pixel --reg r0=0.5,0.25 --reg r0@1=0.75,0.25 --texel 1,0.5,0,1
  afterimage eval fetch.vs.bin --fetch vf95=0x1003,0x42 --memory 0x1000=0x3f800000,0x40000000
  afterimage eval loop.txt --stage vertex --loop i0=4,0,1 --bool b3=1 --inputs more.json
  afterimage eval --trace game.xtr --draw 120 --vertex 2 --steps
  afterimage eval --trace game.xtr --draw 120 --stage pixel --json

Inputs as JSON, 4 MiB at most: an object of the options' names with objects of names and lists, words being
strings, and with the list of texel (no files are opened from there),
  {\"reg\": {\"r0\": [0.5, 0.25]}, \"memory\": {\"0x1000\": [\"0x3f800000\"]}, \"texel\": [1, 0.5, 0, 1]}")]
pub(crate) struct Arguments {
    /// The program, or - for standard input; none with --trace
    #[arg(required_unless_present = "trace", conflicts_with = "trace")]
    file: Option<PathBuf>,
    /// Its stage, where neither its name (NAME.vs.bin, NAME.ps.asm) nor its text says it; with --trace, which
    /// of the draw's programs (the vertex program if nothing is said)
    #[arg(long)]
    stage: Option<StageName>,
    /// Take program, constants, memory and indices from this .xtr trace
    #[arg(long, requires = "draw")]
    trace: Option<PathBuf>,
    /// At the draw of this number, from 0
    #[arg(long, value_name = "N", requires = "trace")]
    draw: Option<u64>,
    /// The vertex of this number in the draw; of a pixel program, the first of the triangle whose
    /// interpolators it gets
    #[arg(long, value_name = "N", requires = "trace", default_value_t = 0)]
    vertex: u32,
    #[command(flatten)]
    given: given::Options,
    /// Print every instruction with what it changed
    #[arg(long, visible_alias = "trace-steps")]
    steps: bool,
    /// Control-flow instructions run at most
    #[arg(long, value_name = "N", default_value_t = xenos_eval::FLOW_LIMIT)]
    limit: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A program with everything that it needs.
struct Job {
    listing: Listing,
    constants: Constants,
    /// Registers as they are at the start; the lanes that are active are those shown.
    group: Group,
    given: Given,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let mut job = match (&arguments.file, &arguments.trace) {
        (Some(file), _) => by_file(arguments, file)?,
        (None, Some(trace)) => {
            let place =
                stream::Place { draw: arguments.draw.unwrap_or(0), vertex: arguments.vertex };
            let stage = arguments.stage.map_or(Stage::Vertex, StageName::stage);
            let given = Given::of(&arguments.given)?;
            stream::job(trace, place, stage, given)?
        }
        (None, None) => return Err(Usage::error("a program or --trace is needed")),
    };
    let ready = Prepared::new(&job.listing.program);
    job.given.apply(&mut job.constants, &mut job.group);
    let mut steps = Steps::new(job.listing.stage(), &job.group, arguments.steps);
    let limits = Limits { flow: arguments.limit, elements: MOST_STORED };
    let group = &mut job.group;
    let report: Report =
        evaluate(&ready, &job.constants, group, &job.given, &job.given, &mut steps, &limits);
    let results = Results::of(&job.listing, group, &report, steps);
    if arguments.json {
        out::json(&results)?;
    } else {
        out::text(results.text())?;
    }
    let path = arguments.file.as_deref().or(arguments.trace.as_deref());
    ending(path.map(input::shown).unwrap_or_default(), &job.listing, &report)
}

fn by_file(arguments: &Arguments, path: &Path) -> anyhow::Result<Job> {
    let listing = match program::read(path, arguments.stage.map(StageName::stage))? {
        Read::Text(program) => Listing::of(program.stage, &program.words()),
        Read::Words(stage, words) => Listing::of(stage, &words),
    };
    let stage = listing.stage();
    let mut group = Group::new();
    let lanes = match stage {
        Stage::Vertex => 1,
        Stage::Pixel => 0xF,
    };
    group.reset(lanes, lanes, 0);
    let (constants, given) = (Constants::new(stage), Given::of(&arguments.given)?);
    Ok(Job { listing, constants, group, given })
}

/// How a run ends that was printed: a malformed program and a bound that was reached are no success.
fn ending(shown: String, listing: &Listing, report: &Report) -> anyhow::Result<Exit> {
    let bounds = [Unspecified::FlowLimit, Unspecified::StoreLimit];
    let bound = bounds.into_iter().find(|bound| report.times(*bound) != 0);
    if let Some(bound) = bound {
        out::error(format!("afterimage: {shown}: {bound}: the program was ended there\n"));
    }
    match listing.findings.as_slice() {
        [] => Ok(if bound.is_some() { Exit::Refused } else { Exit::Done }),
        [first, rest @ ..] => {
            let more =
                if rest.is_empty() { String::new() } else { format!(", and {} more", rest.len()) };
            Err(BadInput(format!("malformed: {first}{more}"))).context(shown)
        }
    }
}
