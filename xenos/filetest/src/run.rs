//! Runs a case, then proves what it claims to cover.

use std::collections::BTreeMap;

use base_filetest::{Miss, Place};
use xenos_regs::index;
use xenos_ucode::{Program, validate};

use crate::claim::{Claim, Cover, Subject, To, Words};
use crate::expect::{Seen, What};
use crate::setup::Setup;
use crate::state::replaced;
use crate::vary::programs;
use crate::{Case, Executor};

/// Why a case fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// The state cannot be made.
    #[error("{place}: {message}")]
    State {
        /// The line.
        place: Place,
        /// Why.
        message: String,
    },
    /// Expectations do not hold.
    #[error("{}", Miss::lines(.0))]
    Misses(Vec<Miss>),
    /// A claim is about what the case does not have.
    #[error("{place}: {key}: the case does not have it")]
    Absent {
        /// Where the claim stands.
        place: Place,
        /// The claim.
        key: String,
    },
    /// No expectation fails although the covered thing was changed.
    #[error("{place}: {key}: {instead} in its place changes nothing that the case expects")]
    NoDifference {
        /// Where the claim stands.
        place: Place,
        /// The claim.
        key: String,
        /// What was in its place.
        instead: String,
    },
    /// Something changes with what is said to do nothing.
    #[error("{place}: {key}: said to do nothing, but then\n{}", Miss::lines(.misses))]
    NotInert {
        /// Where the claim stands.
        place: Place,
        /// The claim.
        key: String,
        /// What then does not hold.
        misses: Vec<Miss>,
    },
}

/// Runs a case as it stands and once or more for each claim.
///
/// # Errors
/// When an expectation does not hold or a claim is not true.
pub fn run(case: &Case, executor: &dyn Executor) -> Result<(), CaseError> {
    let setup = setup(case, &case.program, None)?;
    let misses = misses(case, &setup, executor, true);
    if !misses.is_empty() {
        return Err(CaseError::Misses(misses));
    }
    for cover in &case.covers {
        prove(case, cover, &setup, executor)?;
    }
    Ok(())
}

/// What a case runs on, with a program in its own's place, and packets of a kind left out.
fn setup(case: &Case, program: &Program, omit: Option<&str>) -> Result<Setup, CaseError> {
    let mut setup = Setup::new(program.clone(), case.lanes());
    let whole = xenos_regs::words::SqConst::default().with_last(255);
    setup.set_register(u32::from(Setup::window(program.stage)), whole.raw());
    for step in &case.steps {
        let applied = step.state.apply(&mut setup, omit);
        applied.map_err(|message| CaseError::State { place: step.place.clone(), message })?;
    }
    Ok(setup)
}

/// What is wrong with a program, by name.
fn findings(program: &Program) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    let decoded = Program::decode(program.stage, &program.words());
    for finding in &decoded.findings {
        let name = serde_json::to_value(finding).ok();
        let name = name.as_ref().and_then(|value| value.get("finding")?.as_str());
        *counts.entry(name.unwrap_or("unnamed").to_owned()).or_default() += 1;
    }
    counts
}

/// What the validator says of a program, by rule.
fn remarks(program: &Program) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for remark in validate(program) {
        *counts.entry(remark.rule.name().to_owned()).or_default() += 1;
    }
    counts
}

/// Runs a program; expectations that do not hold. `stray` says whether findings, faults and events
/// that the case does not speak of count.
fn misses(case: &Case, setup: &Setup, executor: &dyn Executor, stray: bool) -> Vec<Miss> {
    let outcome = executor.run(setup);
    let findings = findings(&setup.program);
    let seen = Seen {
        setup,
        outcome: &outcome,
        findings: &findings,
        remarks: &remarks(&setup.program),
        oracle: executor.is_oracle(),
    };
    let mut misses: Vec<Miss> = case
        .expectations
        .iter()
        .filter_map(|expectation| {
            let text = format!("{}: {}", expectation.text, expectation.miss(&seen)?);
            Some(Miss { place: expectation.place.clone(), text })
        })
        .collect();
    if !stray {
        return misses;
    }
    let mut add = |text: String| misses.push(Miss { place: case.place.clone(), text });
    let told = |what: &dyn Fn(&What) -> bool| case.expectations.iter().any(|e| what(&e.what));
    for (name, count) in &outcome.unspecified {
        if !told(&|what| matches!(what, What::Unspecified(known, _) if known == name)) {
            add(format!("unspecified {name}: {count}, and the case expects none"));
        }
    }
    for (name, count) in &findings {
        if !told(&|what| matches!(what, What::Finding(known, _) if known == name)) {
            add(format!("finding {name}: {count}, and the case expects none"));
        }
    }
    if let Some(fault) = &outcome.fault
        && !told(&|what| matches!(what, What::Fault(_)))
    {
        add(format!("the run ends with `{fault}`"));
    }
    misses
}

fn prove(
    case: &Case,
    cover: &Cover,
    plain: &Setup,
    executor: &dyn Executor,
) -> Result<(), CaseError> {
    let (place, key) = (cover.place.clone(), cover.key.clone());
    let absent = || CaseError::Absent { place: cover.place.clone(), key: cover.key.clone() };
    let mut variants = Vec::new();
    match &cover.subject {
        Subject::Packet(kind) => variants.push(setup(case, &case.program, Some(kind))?),
        Subject::Booleans => {
            let mut other = plain.clone();
            for word in 0..8 {
                let register = u32::from(index::SHADER_CONSTANT_BOOL) + word;
                other.set_register(register, !other.register(register));
            }
            variants.push(other);
        }
        Subject::State { words, bits, from, to } => {
            let mut other = plain.clone();
            let mut changed = false;
            for register in registers(plain, *words) {
                let word = other.register(register);
                let value = word >> bits.0 & base_word::mask(bits.1 - bits.0 + 1);
                if from.is_some_and(|from| from != value) {
                    continue;
                }
                let value = match to {
                    To::Value(value) => *value,
                    To::Opposite => !value,
                };
                let new = replaced(word, *bits, value);
                changed |= new != word;
                other.set_register(register, new);
            }
            if changed {
                variants.push(other);
            }
        }
        Subject::Opcode { .. } | Subject::Field { .. } | Subject::Form(_) => {
            for program in programs(&case.program, cover) {
                variants.push(setup(case, &program, None)?);
            }
        }
    }
    if variants.is_empty() {
        return Err(absent());
    }
    for variant in variants {
        let misses = misses(case, &variant, executor, false);
        match cover.claim {
            Claim::Changes if misses.is_empty() => {
                let instead = instead(case, &variant);
                return Err(CaseError::NoDifference { place, key, instead });
            }
            Claim::Inert if !misses.is_empty() => {
                return Err(CaseError::NotInert { place, key, misses });
            }
            Claim::Changes | Claim::Inert => {}
        }
    }
    Ok(())
}

/// The first line of a variant's listing that differs.
fn instead(case: &Case, variant: &Setup) -> String {
    let own = xenos_ucode::disassemble(&case.program);
    let other = xenos_ucode::disassemble(&variant.program);
    let differing = own.lines().zip(other.lines()).find(|(own, other)| own != other);
    differing.map_or("the other value".to_owned(), |(_, other)| {
        let text = other.rsplit("*/").next().unwrap_or(other);
        format!("`{}`", text.split_whitespace().collect::<Vec<_>>().join(" "))
    })
}

/// Registers that a claim about state is about: constants by their type, loops that count.
fn registers(setup: &Setup, words: Words) -> Vec<u32> {
    let fetch = u32::from(index::SHADER_CONSTANT_FETCH);
    let kind = |register: u32| setup.register(register) & 3;
    match words {
        Words::Texture(dword) => {
            let slots = (0..32).map(|slot| fetch + slot * 6).filter(|first| kind(*first) == 2);
            slots.map(|first| first + u32::from(dword)).collect()
        }
        Words::Vertex(dword) => {
            let of_texture = |slot: u32| kind(fetch + slot / 3 * 6) == 2;
            let slots = (0..96).filter(|slot| kind(fetch + slot * 2) == 3 && !of_texture(*slot));
            slots.map(|slot| fetch + slot * 2 + u32::from(dword)).collect()
        }
        Words::Loop => {
            let first = u32::from(index::SHADER_CONSTANT_LOOP);
            (first..first + 32).filter(|register| setup.register(*register) != 0).collect()
        }
        Words::Window => vec![u32::from(Setup::window(setup.program.stage))],
        Words::Register(register) => vec![u32::from(register)],
    }
}

#[cfg(test)]
mod tests;
