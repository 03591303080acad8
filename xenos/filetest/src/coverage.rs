//! What cases cover, and what they do not.

use std::collections::BTreeMap;

use crate::TestFile;
use crate::claim::Claim;
use crate::kinds::{RequiredKind, required_kinds};
use crate::required::{Requirement, required};

/// Which cases cover what.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    changes: BTreeMap<String, Vec<String>>,
    inert: BTreeMap<String, Vec<String>>,
    rules: BTreeMap<String, Vec<String>>,
    kinds: BTreeMap<String, Vec<String>>,
}

impl Coverage {
    /// Collects the claims of files.
    pub fn of(files: &[TestFile]) -> Self {
        let mut all = Self::default();
        for file in files {
            for case in &file.cases {
                let at = format!("{}: {}", file.name, case.name);
                let add = |claims: &mut BTreeMap<String, Vec<String>>, key: &str| {
                    let places = claims.entry(key.to_owned()).or_default();
                    if !places.contains(&at) {
                        places.push(at.clone());
                    }
                };
                for cover in &case.covers {
                    match cover.claim {
                        Claim::Changes => add(&mut all.changes, &cover.key),
                        Claim::Inert => add(&mut all.inert, &cover.key),
                    }
                }
                for rule in &case.rules {
                    add(&mut all.rules, rule);
                }
            }
            for scene in &file.scenes {
                let at = format!("{}: {}", file.name, scene.name);
                for claim in &scene.covers {
                    all.kinds.entry(claim.key()).or_default().push(at.clone());
                }
            }
        }
        all
    }

    /// The cases that cover a requirement, as `file: case`.
    pub fn cases(&self, requirement: &Requirement) -> &[String] {
        let claims = if requirement.idle { &self.inert } else { &self.changes };
        claims.get(&requirement.key).map_or(&[], Vec::as_slice)
    }

    /// What is required and not covered.
    pub fn gaps(&self) -> Vec<Requirement> {
        required().into_iter().filter(|r| self.cases(r).is_empty()).collect()
    }

    /// The scenes that cover a kind, as `file: scene`.
    pub fn scenes(&self, kind: &RequiredKind) -> &[String] {
        self.kinds.get(&kind.key).map_or(&[], Vec::as_slice)
    }

    /// Kinds that no scene covers.
    pub fn missing_kinds(&self) -> Vec<RequiredKind> {
        required_kinds().into_iter().filter(|kind| self.scenes(kind).is_empty()).collect()
    }

    /// Rules of the document that cases show.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.rules.iter().map(|(rule, cases)| (rule.as_str(), cases.as_slice()))
    }
}
