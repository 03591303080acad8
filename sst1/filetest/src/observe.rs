//! What a case shows of a disputed fact: the same program, with several values of it.
//!
//! For: running a case with a fact decided one way or another, and counting what is different.
//! Not for: judging the case, which is [`run`](crate::run)'s business.

use crate::run::{Outcome, execute};
use crate::vary::Variation;
use crate::{Case, CaseError, Claim, Command, Expectation, Make, Subject};

/// What is different between two runs of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decides {
    /// Words of frame-buffer memory (front, back and auxiliary buffer): those that differ at the end
    /// or, if these are more, where the case looked on the way.
    pub words: u64,
    /// Register reads that return something else, those of counters among them.
    pub register_reads: u64,
    /// Frame-buffer reads that return something else.
    pub lfb_reads: u64,
    /// Pixels on the monitor that the case looks at.
    pub screen: u64,
    /// Bytes of texture memory that the case looks at.
    pub texture_bytes: u64,
    /// Reasons of refusal that the case counts and that are given more or less often.
    pub refusals: u64,
}

impl Decides {
    /// Whether a program or a person could see it: refusals alone are no difference.
    pub fn shows(&self) -> bool {
        Self { refusals: 0, ..*self } != Self::default()
    }
}

/// What a program did.
pub struct Observed(Outcome);

/// Runs a case with `fact` decided as `value`, and everything else as the case has it.
///
/// # Errors
/// When there is no such value, or the board cannot be built.
pub fn observe(
    case: &Case,
    fact: &str,
    value: &str,
    make: &Make<'_>,
) -> Result<Observed, CaseError> {
    let mut profile = case.profile.clone();
    profile.set(fact, value)?;
    execute(case, profile, Variation::NONE, make).map(Observed)
}

impl Observed {
    /// What is different from another run of the same case.
    pub fn against(&self, other: &Self, case: &Case) -> Decides {
        let (mine, theirs) = (&self.0, &other.0);
        let at_the_end =
            mine.memory.iter().zip(&theirs.memory).filter(|(a, b)| a != b).count() as u64;
        let mut decides = Decides::default();
        let expectations = case.steps.iter().filter_map(|step| match &step.command {
            Command::Expect(expectation) => Some(expectation),
            _ => None,
        });
        for ((expectation, a), b) in expectations.zip(&mine.found).zip(&theirs.found) {
            let unequal = a.iter().zip(b).filter(|(a, b)| a != b).count() as u64;
            *match expectation {
                Expectation::Pixels { .. } => &mut decides.words,
                Expectation::Screen { .. } => &mut decides.screen,
                Expectation::Register { .. } => &mut decides.register_reads,
                Expectation::Lfb { .. } => &mut decides.lfb_reads,
                Expectation::Texture { .. } => &mut decides.texture_bytes,
                Expectation::Refusal { .. } => &mut decides.refusals,
            } += unequal;
        }
        decides.words = decides.words.max(at_the_end);
        decides
    }
}

impl Case {
    /// Whether a claim of this case is that it depends on a disputed fact.
    pub fn shows(&self, fact: &str) -> bool {
        self.covers.iter().any(|cover| {
            let of = matches!(&cover.subject, Subject::Fact { name, .. } if *name == fact);
            of && cover.claim == Claim::Changes
        })
    }
}
