//! The test cases that show a fact, and what another value of it changes in them.

use anyhow::Context;
use play::EngineKind;
use sst1_board::BoardConfig;
use sst1_facts::Profile;
use sst1_filetest::{Case, TestFile, observe};

use super::entry::{CaseRow, Decided, Entry, Shown};

/// The cases that claim to depend on a fact.
fn showing<'a>(files: &'a [TestFile], fact: &'a str) -> impl Iterator<Item = (&'a str, &'a Case)> {
    let cases = |file: &'a TestFile| file.cases.iter().map(move |case| (file.name.as_str(), case));
    files.iter().flat_map(cases).filter(move |(_, case)| case.shows(fact))
}

/// Lists the cases of a fact.
pub(super) fn list(entry: &mut Entry, files: &[TestFile]) {
    let row = |(file, case): (&str, &Case)| CaseRow {
        file: file.to_owned(),
        case: case.name.clone(),
        line: case.place.line,
        decides: Vec::new(),
    };
    entry.cases = showing(files, entry.name).map(row).collect();
}

/// Runs the cases of all facts with every value.
pub(super) fn run(
    entries: &mut [Entry],
    files: &[TestFile],
    engine: EngineKind,
) -> anyhow::Result<()> {
    let make = |board: BoardConfig, profile: Profile| engine.card(board, profile);
    for entry in entries {
        let (hardware, others) = (entry.hardware(), entry.others().collect::<Vec<_>>());
        for (row, (_, case)) in entry.cases.iter_mut().zip(showing(files, entry.name)) {
            let at = || format!("{}:{}: {}", row.file, row.line, row.case);
            let base = observe(case, entry.name, hardware, &make).with_context(at)?;
            for value in &others {
                let other = observe(case, entry.name, value, &make).with_context(at)?;
                let decides = other.against(&base, case);
                let shown = Shown::from(decides);
                row.decides.push(Decided { value, shown });
                if let Some(row) = entry.values.iter_mut().find(|row| row.name == *value)
                    && decides.shows()
                {
                    // A case that shows pixels says more than one that shows reads.
                    let better = |known: Shown| known.words == 0 && shown.words > 0;
                    if row.decides.is_none_or(better) {
                        row.decides = Some(shown);
                    }
                }
            }
        }
    }
    Ok(())
}
