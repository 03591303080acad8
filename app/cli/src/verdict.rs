//! `afterimage verdict`: a trace held against a contract.

use std::path::PathBuf;

use base_census::{Outside, Verdict};
use play::CensusPlan;
use serde::Serialize;

use crate::counted::{self, Chip, Given, Playing, Whole};
use crate::exit::Exit;
use crate::numbered::counted;
use crate::{files, out, table};

/// Say what a trace uses that a contract does not allow
///
/// Every entry outside is named, with its count and where it occurs first: frame and record, or
/// of an .xtr trace frame and the packet's address. `check` is another name of this verb. The JSON is
/// described in docs/json.md. Exit code 4 if there is one,
/// or if the census overflowed or is partial and so cannot tell. Of a malformed trace or one with a
/// used-up budget, what lies before is held against the contract, and the exit code is 3 or 4.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage verdict new.vood.zst --contract known.toml
  afterimage check new.xtr --contract known.toml
  afterimage verdict new.jsonl --contract known.toml --json")]
pub(crate) struct Arguments {
    /// A trace or a census, by content; - is standard input
    input: PathBuf,
    /// The contract
    #[arg(long, value_name = "FILE")]
    contract: PathBuf,
    /// Let a partial census keep the contract
    #[arg(long)]
    allow_partial: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    playing: Playing,
}

#[derive(Serialize)]
struct Report<'a> {
    source: &'a str,
    keeps: bool,
    /// How disputed facts were decided where the stream was counted.
    profile: Option<&'a str>,
    /// Likewise where the contract was made.
    contract_profile: Option<&'a str>,
    #[serde(flatten)]
    verdict: &'a Verdict,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let (path, contract_path) = (&arguments.input, &arguments.contract);
    files::one_stdin(&[path.clone(), contract_path.clone()])?;
    let contract = counted::contract(contract_path)?;
    let given = counted::open(path)?;
    counted::same_chip((contract_path, &contract.chip), (path, given.chip()))?;
    let (census, whole) = match given {
        Given::Census(census) => {
            arguments.playing.unused("a census", path)?;
            (census, Whole::Yes)
        }
        other @ Given::Contract(_) => return Err(other.instead_of("a trace or a census", path)),
        trace => {
            // Windows are not looked at.
            let plan = CensusPlan { window: u64::MAX, ..CensusPlan::default() };
            counted::of_trace(path, trace, &arguments.playing, &plan)?
        }
    };
    let chip = Chip::named(&census.chip);
    let verdict = base_census::verdict(&census, &contract, arguments.allow_partial)?;
    let keeps = verdict.keeps();
    let (profile, contract_profile) = (census.profile.as_deref(), contract.profile.as_deref());
    if arguments.json {
        let source = &census.source;
        out::json(&Report { source, keeps, profile, contract_profile, verdict: &verdict })?;
    } else {
        out::text(human(chip, &census.source, &verdict))?;
        if let (Some(own), Some(other)) = (profile, contract_profile)
            && own != other
        {
            out::text(format!("counted under {own}, and the contract was made under {other}\n"))?;
        }
    }
    whole.end(if keeps { Exit::Done } else { Exit::Refused })
}

fn human(chip: Chip, source: &str, verdict: &Verdict) -> String {
    let row = |outside: &Outside| {
        [
            outside.table.clone(),
            outside.count.to_string(),
            format!("frame {}", outside.first.frame),
            chip.place(outside.first),
            outside.key.clone(),
        ]
    };
    let head = ["table", "count", "first", "at", "outside"].map(str::to_owned);
    let rows = verdict.outside.iter().map(row);
    let rows: Vec<_> =
        (!verdict.outside.is_empty()).then_some(head).into_iter().chain(rows).collect();
    let validity = match &verdict.partial {
        Some(reason) => {
            let tell = if verdict.valid { "" } else { " and cannot tell" };
            format!("; the census is partial{tell}: {}", base_text::reason(reason))
        }
        None if verdict.valid => String::new(),
        None => "; the census overflowed and cannot tell".to_owned(),
    };
    table::columns(&rows)
        + &format!(
            "{source}: {} outside the contract, {} inside{validity}\n",
            counted(verdict.outside.len(), "entry", "entries"),
            verdict.inside
        )
}
