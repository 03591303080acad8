//! Whether a case's lines speak of lanes that are there, and its expectations look at something.
//!
//! For: refusing, when a file is read, what would hold whatever a program does.
//! Not for: whether an expectation holds; `expect` knows that.
//! Facts: the lanes and expectations of `docs/filetests-xenos.md`.

use base_filetest::ParseError;
use xenos_ucode::Stage;

use crate::expect::What;
use crate::packets::PacketLine;
use crate::spot::{LANES, by_lane, each};
use crate::state::State;
use crate::value::Want;
use crate::{Case, Expectation, Step};

/// Lanes of a quad, which requests have.
const QUAD: u64 = 0b1111;

/// The lanes of a case.
#[derive(Clone, Copy)]
struct Lanes {
    /// How many the group has.
    count: u32,
    /// Those of the group.
    all: u64,
    /// Those that run.
    active: u64,
}

impl Case {
    /// Lanes of its group.
    pub fn lanes(&self) -> u32 {
        let named = self.steps.iter().rev().find_map(|step| match step.state {
            State::Lanes(lanes) => Some(lanes),
            _ => None,
        });
        named.unwrap_or(if self.program.stage == Stage::Vertex { 1 } else { 4 })
    }
}

/// Complains about the first line of a case that speaks of nothing.
pub(crate) fn check(case: &Case) -> Result<(), ParseError> {
    let count = case.lanes().clamp(1, LANES);
    let all = u64::MAX >> (LANES - count);
    let mut lanes = Lanes { count, all, active: all };
    let mut covered = false;
    for Step { place, state } in &case.steps {
        let checked = match state {
            State::Active(_) if covered => {
                Err("`active` stands in front of `covered`, which it sets anew".to_owned())
            }
            State::Active(0) => Err("no lane runs".to_owned()),
            State::Active(mask) => {
                lanes.active = *mask;
                lanes.inside(*mask)
            }
            State::Covered(mask) => {
                covered = true;
                lanes.running(*mask)
            }
            State::Temporary { spot, values, .. } => lanes.spoken(spot.lanes, values).map(|_| ()),
            State::Predicate { lanes: named, values } => lanes.spoken(*named, values).map(|_| ()),
            State::Edram(..) | State::EdramAll(_) => Err("EDRAM belongs to a scene".to_owned()),
            State::Packets(packets) if packets.iter().any(PacketLine::renders) => {
                Err("what a renderer does belongs to a scene".to_owned())
            }
            _ => Ok(()),
        };
        checked.map_err(|message| ParseError::at(place.clone(), message))?;
    }
    for Expectation { place, what, .. } in &case.expectations {
        lanes.expected(what).map_err(|message| ParseError::at(place.clone(), message))?;
    }
    Ok(())
}

/// Complains if nothing is said.
fn something(said: bool) -> Result<(), String> {
    if said { Ok(()) } else { Err("nothing but `_` is expected".to_owned()) }
}

fn says(want: Want) -> bool {
    want != Want::Any
}

impl Lanes {
    fn inside(self, mask: u64) -> Result<(), String> {
        match each(mask & !self.all).next() {
            Some(lane) => Err(format!("lane {lane} is not there: the group has {}", self.count)),
            None => Ok(()),
        }
    }

    fn running(self, mask: u64) -> Result<(), String> {
        self.inside(mask)?;
        match each(mask & !self.active).next() {
            Some(lane) => Err(format!("lane {lane} does not run")),
            None => Ok(()),
        }
    }

    /// The lanes that a line speaks of, each with its values.
    fn spoken<T>(
        self,
        named: Option<u64>,
        values: &[Vec<T>],
    ) -> Result<Vec<(usize, &[T])>, String> {
        self.inside(named.unwrap_or(0))?;
        by_lane(named.unwrap_or(self.all), values)
            .ok_or_else(|| "as many groups of values as lanes, or one".to_owned())
    }

    /// Whether an expectation by lane looks at lanes that run, and only at those.
    fn looked<T: Copy>(
        self,
        named: Option<u64>,
        wanted: &[Vec<T>],
        says: impl Fn(T) -> bool,
    ) -> Result<(), String> {
        self.running(named.unwrap_or(0))?;
        let spoken = self.spoken(named, wanted)?;
        let idle = |lane: usize| self.active >> lane & 1 == 0;
        let of_idle =
            spoken.iter().find(|(lane, group)| idle(*lane) && group.iter().copied().any(&says));
        // One group for all of them speaks of those that run.
        if let Some((lane, _)) = of_idle.filter(|_| wanted.len() > 1) {
            return Err(format!("lane {lane} does not run, so nothing is expected of it"));
        }
        something(
            spoken.iter().any(|(lane, group)| !idle(*lane) && group.iter().copied().any(&says)),
        )
    }

    fn expected(self, what: &What) -> Result<(), String> {
        match what {
            What::Values { spot, wanted, exactly, .. } => {
                self.looked(spot.lanes, wanted, says)?;
                exactly.as_ref().map_or(Ok(()), |exactly| self.looked(spot.lanes, exactly, says))
            }
            What::Singles { lanes, wanted, .. } => self.looked(*lanes, wanted, |_| true),
            What::Request { name, lanes, wanted, .. } => request(name, *lanes, wanted),
            What::Memory(_, wanted) => something(wanted.iter().copied().any(says)),
            What::MemoryExport { lane, data, element, base, wanted, .. } => {
                let named = [lane, data, element, base].iter().any(|part| part.is_some());
                self.inside(lane.map_or(0, |lane| 1u64.checked_shl(lane).unwrap_or(0)))?;
                something(named || wanted.iter().copied().any(says))
            }
            _ => Ok(()),
        }
    }
}

/// Parts of requests that are there once a lane have values by lane, all others one value.
fn request(name: &str, lanes: Option<u64>, wanted: &[Vec<String>]) -> Result<(), String> {
    let axis = name.strip_prefix(['h', 'v']).unwrap_or(name);
    if name != "lod" && !matches!(axis, "x" | "y" | "z") {
        return match (lanes, wanted) {
            (Some(_), _) => Err(format!("`{name}` is not there by lane")),
            (None, [group]) if group.len() == 1 => Ok(()),
            _ => Err(format!("`{name}` has one value")),
        };
    }
    if let Some(lane) = each(lanes.unwrap_or(0) & !QUAD).next() {
        return Err(format!("lane {lane} is not there: a request has 4"));
    }
    if wanted.iter().any(|group| group.len() != 1) {
        return Err(format!("`{name}` has one value a lane"));
    }
    by_lane(lanes.unwrap_or(QUAD), wanted)
        .ok_or_else(|| "as many groups of values as lanes, or one".to_owned())?;
    something(wanted.iter().flatten().any(|value| value != "_"))
}

#[cfg(test)]
mod tests;
