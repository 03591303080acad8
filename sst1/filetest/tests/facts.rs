//! Every value of every disputed fact shows in a case that claims it: words, reads, pixels on the
//! monitor or bytes of texture memory are not those of the hardware's value.

use sst1_board::{BoardConfig, Card, ConfigError, Device};
use sst1_facts::{FACTS, Profile};
use sst1_filetest::{Case, Decides, embedded, observe};
use sst1_soft::Soft;

fn soft(board: BoardConfig, profile: Profile) -> Result<Box<dyn Device>, ConfigError> {
    Ok(Box::new(Card::<Soft>::new(board, profile)?))
}

fn decides(case: &Case, fact: &str, hardware: &str, value: &str) -> Decides {
    let run = |value| observe(case, fact, value, &soft).unwrap_or_else(|e| panic!("{e}"));
    run(value).against(&run(hardware), case)
}

#[test]
fn every_value_of_every_fact_decides_something_in_its_own_case() {
    let files = embedded().unwrap();
    let mut silent = Vec::new();
    for fact in FACTS {
        let hardware = Profile::hardware().get(fact.name).unwrap();
        for value in fact.values.iter().filter(|value| value.name != hardware) {
            let cases = files.iter().flat_map(|file| &file.cases).filter(|c| c.shows(fact.name));
            let all: Vec<_> = cases.map(|c| decides(c, fact.name, hardware, value.name)).collect();
            if !all.iter().any(Decides::shows) {
                silent.push(format!("{}={}", fact.name, value.name));
            }
        }
    }
    assert!(silent.is_empty(), "shown by no case: {}", silent.join(", "));
}
