//! The profiles: one value for every fact, by whom to follow.
//!
//! For: making a profile by name. A party that is not known to hold a value of a fact is taken to do
//! what the hardware does; `docs/hardware/sst1-facts.md` says where that is so.
//! Not for: the facts ([`crate::FACTS`]).

use crate::{Profile, UnknownFact};

/// The profiles there are, by name.
pub const PROFILES: &[(&str, MakeProfile)] = &[
    ("hardware", Profile::hardware),
    ("86box", Profile::b86),
    ("zsst", Profile::zsst),
    ("mame", Profile::mame),
];

/// Makes a profile.
pub type MakeProfile = fn() -> Profile;

impl Profile {
    /// This project's best knowledge of the chip; the default.
    pub fn hardware() -> Self {
        Self::of("hardware")
    }

    /// 86Box's interpreter, slips included.
    pub fn b86() -> Self {
        Self::of("b86")
    }

    /// zSST, an implementation in logic.
    pub fn zsst() -> Self {
        Self::of("zsst")
    }

    /// The MAME line of programs, as `voodoo_emu.cpp` has it.
    pub fn mame() -> Self {
        Self::of("mame")
    }

    /// The profile called `name`.
    ///
    /// # Errors
    /// When there is none.
    pub fn by_name(name: &str) -> Result<Self, UnknownFact> {
        PROFILES.iter().find(|(known, _)| *known == name).map(|(_, make)| make()).ok_or_else(|| {
            let known: Vec<_> = PROFILES.iter().map(|(known, _)| *known).collect();
            UnknownFact::Profile(name.to_owned(), known.join(", "))
        })
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::hardware()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FACTS;

    #[test]
    fn every_fact_has_a_hardware_value_and_a_b86_value_once() {
        for fact in FACTS {
            let holders = |party| fact.values.iter().filter(|v| v.parties.contains(&party)).count();
            for party in ["hardware", "b86"] {
                assert_eq!(holders(party), 1, "{} and {party}", fact.name);
            }
            for party in ["zsst", "mame", "spinal"] {
                assert!(holders(party) <= 1, "{} is held twice by {party}", fact.name);
            }
        }
    }

    #[test]
    fn every_party_has_a_name_that_is_known() {
        let known = ["hardware", "b86", "zsst", "mame", "spinal"];
        for value in FACTS.iter().flat_map(|fact| fact.values) {
            for party in value.parties {
                assert!(known.contains(party), "{} is held by {party}", value.name);
            }
        }
    }

    #[test]
    fn a_party_that_is_not_known_to_hold_a_value_follows_the_hardware() {
        for fact in FACTS {
            for (party, profile) in [("zsst", Profile::zsst()), ("mame", Profile::mame())] {
                let held = fact.values.iter().find(|v| v.parties.contains(&party));
                let expected = held.map_or(Profile::hardware().get(fact.name), |v| Some(v.name));
                assert_eq!(profile.get(fact.name), expected, "{} of {party}", fact.name);
            }
        }
    }

    #[test]
    fn facts_are_set_and_read_by_name() {
        let mut profile = Profile::hardware();
        for fact in FACTS {
            for value in fact.values {
                profile.set(fact.name, value.name).expect("a listed value");
                assert_eq!(profile.get(fact.name), Some(value.name));
            }
        }
        assert!(profile.set("no-such-fact", "x").is_err());
        assert!(profile.set("lod", "x").is_err());
        assert_eq!(Profile::b86().get("lod"), Some("quarter-27"));
    }
}
