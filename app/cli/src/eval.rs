//! `afterimage eval`: a microcode program run on one vertex or quad.

mod checked;
mod given;
mod human;
mod number;
mod results;
mod state;
mod steps;
mod stream;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use play::xtr::Listing;
use xenos_eval::{Constants, Group, Limits, Prepared, Report, Unspecified, run as evaluate};
use xenos_ucode::Stage;

use crate::disasm::{StageName, by_name};
use crate::exit::{Exit, Usage};
use crate::program::{self, Read};
use crate::{input, out};
use checked::Checked;
use given::Given;
use results::{Outcome, Results};
use steps::{Kept, Steps};
use stream::{DrawPlace, Place, Wanted};

/// Elements of memory export after which a run ends: they are all printed.
const MOST_STORED: usize = 100_000;

/// Run a microcode program on one vertex or one quad of pixels
///
/// The program is a file of big-endian dwords (its name ends in .bin, or it has a zero byte), or assembly
/// text. With --trace and --draw it runs on the memory, constants and indices of that draw of an .xtr
/// trace, in the place of the draw's own program of its stage; without a file the draw's own program runs.
/// Everything else starts as 0 and is given by options: NAME=VALUES, a value being a
/// decimal number, or a word as 0x and hexadecimal digits; names are those of listings.
///
/// Printed are exports, stored memory and the registers at the end; with --steps each instruction with
/// what it wrote (docs/eval.md). What a result means stands in docs/hardware/xenos-microcode.md; what in a
/// run has no specified meaning is named there, and counted here.
///
/// The program is held against the rules (docs/microcode-rules.md) before; what is found is printed on
/// standard error. One that breaks a rule is not run unless --invalid is given, and the exit code is 3; a
/// run that a bound ends, --limit or 100,000 elements of memory export, is printed, and the exit code is 4.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage eval program.vs.bin --reg r0=7 --const c0=1,0,0,0 --steps
  afterimage eval shader.txt --stage pixel --reg r0=0.5,0.25 --reg r0@1=0.75,0.25 --texel 1,0.5,0,1
  afterimage eval shader.txt --covered 0,1,3 --steps --registers all
  afterimage eval fetch.vs.bin --fetch vf95=0x1003,0x42 --memory 0x1000=0x3f800000,0x40000000
  afterimage eval loop.txt --stage vertex --loop i0=4,0,1 --bool b3=1 --inputs more.json
  afterimage eval --trace game.xtr --draw 120 --vertex 2 --steps
  afterimage eval --trace game.xtr --frame 3 --draw 17 --stage pixel --json
  afterimage eval changed.ps.asm --trace game.xtr --draw 120 --steps
  afterimage eval broken.ps.bin --invalid

Inputs as JSON, 4 MiB at most: an object of the options' names with objects of names and lists, words being
strings, and with the list of texel (no files are opened from there),
  {\"reg\": {\"r0\": [0.5, 0.25]}, \"memory\": {\"0x1000\": [\"0x3f800000\"]}, \"texel\": [1, 0.5, 0, 1]}")]
pub(crate) struct Arguments {
    /// The program, or - for standard input; may be left out with --trace
    #[arg(required_unless_present = "trace")]
    file: Option<PathBuf>,
    /// Its stage, where neither its name (NAME.vs.bin, NAME.ps.asm) nor its text says it; without a file,
    /// which of the draw's programs (the vertex program if nothing is said)
    #[arg(long)]
    stage: Option<StageName>,
    /// Take constants, memory and indices, and without a file the program, from this .xtr trace
    #[arg(long, requires = "draw")]
    trace: Option<PathBuf>,
    /// At the draw of this number in the trace, or with --frame in that frame, from 0, as `draws` counts
    #[arg(long, value_name = "N", requires = "trace")]
    draw: Option<u64>,
    /// Count the draw within this frame, from 0
    #[arg(long, value_name = "N", requires = "draw")]
    frame: Option<u64>,
    /// The vertex of this number in the draw; of a pixel program, the first of the triangle whose
    /// interpolators it gets
    #[arg(long, value_name = "N", requires = "trace", default_value_t = 0)]
    vertex: u32,
    #[command(flatten)]
    given: given::Options,
    /// Lanes of the quad that the primitive covers, the others being helpers: 0,1,3
    #[arg(long, value_name = "LANES", value_delimiter = ',')]
    covered: Option<Vec<usize>>,
    /// Print every instruction with what it wrote
    #[arg(long, visible_alias = "trace-steps")]
    steps: bool,
    /// Registers that are printed with each step
    #[arg(long, value_name = "WHICH", default_value = "written", requires = "steps")]
    registers: Shown,
    /// Run a program that breaks rules as well, as it is read
    #[arg(long, visible_alias = "no-validate")]
    invalid: bool,
    /// Control-flow instructions run at most
    #[arg(long, value_name = "N", default_value_t = xenos_eval::FLOW_LIMIT)]
    limit: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Registers that a step shows.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// Those that it wrote
    Written,
    /// Those that it wrote, then all of them as they are after it
    All,
}

/// A program with everything that it needs.
struct Job {
    listing: Listing,
    constants: Constants,
    /// Registers as they are at the start; the lanes that are active are those shown.
    group: Group,
    given: Given,
    /// The draw whose inputs these are.
    draw: Option<DrawPlace>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let mut job = job(arguments)?;
    job.given.apply(&mut job.constants, &mut job.group);
    if let Some(covered) = &arguments.covered {
        cover(&mut job.group, covered)?;
    }
    let path = arguments.file.as_deref().or(arguments.trace.as_deref());
    let shown = path.map(input::shown).unwrap_or_default();
    let checked = Checked::of(&job.listing, shown.clone());
    checked.say();
    let mut bound = None;
    let outcome = (checked.is_sound() || arguments.invalid).then(|| {
        let (outcome, report) = evaluated(arguments, &mut job);
        let bounds = [Unspecified::FlowLimit, Unspecified::StoreLimit];
        bound = bounds.into_iter().find(|bound| report.times(*bound) != 0);
        outcome
    });
    let ran = outcome.is_some();
    let results = Results::of(&job.listing, job.draw, &checked.remarks, outcome);
    if arguments.json {
        out::json(&results)?;
    } else {
        out::text(human::text(&results))?;
    }
    if let Some(bound) = bound {
        out::error(format!("afterimage: {shown}: {bound}: the program was ended there\n"));
    }
    checked.ending(ran)?;
    Ok(if bound.is_some() { Exit::Refused } else { Exit::Done })
}

/// Runs it.
fn evaluated(arguments: &Arguments, job: &mut Job) -> (Outcome, Report) {
    let Job { listing, constants, group, given, .. } = job;
    let ready = Prepared::new(&listing.program);
    let registers = ready.registers().max(state::held(group));
    let kept = match (arguments.steps, arguments.registers) {
        (false, _) => Kept::Nothing,
        (true, Shown::Written) => Kept::Written,
        (true, Shown::All) => Kept::All(registers),
    };
    let mut steps = Steps::new(listing.stage(), kept);
    let limits = Limits { flow: arguments.limit, elements: MOST_STORED };
    let report = evaluate(&ready, constants, group, given, given, &mut steps, &limits);
    steps.finish(group);
    (Outcome::of(group, registers, &report, steps), report)
}

/// Sets which lanes count.
fn cover(group: &mut Group, lanes: &[usize]) -> anyhow::Result<()> {
    group.covered = 0;
    for lane in lanes {
        if *lane >= xenos_eval::QUAD || group.active >> lane & 1 == 0 {
            return Err(Usage::error(format!("--covered {lane}: there is no such lane")));
        }
        group.covered |= 1 << lane;
    }
    Ok(())
}

/// A job out of a file, a trace, or both.
fn job(arguments: &Arguments) -> anyhow::Result<Job> {
    let given = Given::of(&arguments.given)?;
    let asked = arguments.stage.map(StageName::stage);
    let program = arguments.file.as_deref().map(|file| read(file, asked)).transpose()?;
    let Some(trace) = &arguments.trace else {
        let missing = || Usage::error("a program or --trace is needed");
        return program.map(|listing| by_file(listing, given)).ok_or_else(missing);
    };
    let (draw, frame) = (arguments.draw.unwrap_or(0), arguments.frame);
    let place = Place { draw, frame, vertex: arguments.vertex };
    let wanted = match (program, &arguments.file) {
        (Some(listing), Some(file)) => Wanted::Other(Box::new(listing), input::shown(file)),
        _ => Wanted::Own(asked.unwrap_or(Stage::Vertex)),
    };
    stream::job(trace, place, wanted, given)
}

/// Reads a program. A name that says another stage than was asked for is a mistake in one of them.
fn read(path: &Path, asked: Option<Stage>) -> anyhow::Result<Listing> {
    if let (Some(asked), Some(named)) = (asked, by_name(path))
        && asked != named
    {
        let [asked, named] = [asked, named].map(stream::name);
        let shown = input::shown(path);
        return Err(Usage::error(format!("{shown}: --stage {asked}, but its name says {named}")));
    }
    Ok(match program::read(path, asked)? {
        Read::Text(program) => Listing::of(program.stage, &program.words()),
        Read::Words(stage, words) => Listing::of(stage, &words),
    })
}

/// A job with inputs by hand alone.
fn by_file(listing: Listing, given: Given) -> Job {
    let stage = listing.stage();
    let mut group = Group::new();
    let lanes = match stage {
        Stage::Vertex => 1,
        Stage::Pixel => 0xF,
    };
    group.reset(lanes, lanes, 0);
    Job { listing, constants: Constants::new(stage), group, given, draw: None }
}
