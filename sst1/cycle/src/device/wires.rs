//! The blocks' handshakes as wires, for waveforms.
//!
//! For: names, widths and values a clock of what blocks hand to each other.
//! Not for: keeping or writing them; a [`Probe`](crate::probe::Probe) does.
//!
//! A handshake is a pair of wires. `valid` says that something stood in the register at the clock's
//! start; `ready` that it was taken in this clock; with two lanes, that at least one was, and a count
//! stands beside it. Where nothing stood there, nobody was asked, and `ready` is unknown. Other wires are numbers at the clock's start, or how often something happened
//! in it.

mod table;
#[cfg(test)]
mod tests;

use super::Cycle;
use table::{Kind, Row};

/// What a wire's values are called.
pub type Names = fn(u32) -> &'static str;

/// A wire.
#[derive(Clone, Debug)]
pub struct Wire {
    /// The block: `fbi`, `color_cache`, `tmu0`, ...
    pub block: String,
    /// Its name within the block.
    pub name: String,
    /// Bits.
    pub width: u32,
    /// What its values are called, where they have names.
    pub names: Option<Names>,
}

/// A row of the table, of a texture unit or of the card.
#[derive(Clone, Copy, Debug)]
struct Place {
    row: &'static Row,
    unit: usize,
}

/// The wires of a card, and what is needed to find their values.
#[derive(Clone, Debug)]
pub struct Wires {
    places: Vec<Place>,
    /// Clocks that had passed at the last look.
    at: Option<u64>,
    /// Of each row then: its level or validity, and its count.
    before: Vec<(u32, u64)>,
    values: Vec<Option<u32>>,
}

impl Wires {
    /// The wires of `card`.
    pub fn new(card: &Cycle) -> Self {
        let units =
            (0..card.tmus.len()).flat_map(|unit| table::unit().map(move |row| Place { row, unit }));
        let places = table::card().map(|row| Place { row, unit: 0 }).chain(units).collect();
        Self { places, at: None, before: Vec::new(), values: Vec::new() }
    }

    /// Their names, in the order of the values.
    pub fn list(&self) -> Vec<Wire> {
        let mut wires = Vec::new();
        for place in &self.places {
            let Row { block, name, kind } = place.row;
            let block = block.replace('#', &place.unit.to_string());
            let wire =
                |name: String, width, names| Wire { block: block.clone(), name, width, names };
            match kind {
                Kind::Handshake { .. } => {
                    wires.push(wire(format!("{name}_valid"), 1, None));
                    wires.push(wire(format!("{name}_ready"), 1, None));
                }
                Kind::Level { width, .. } | Kind::Count { width, .. } => {
                    wires.push(wire((*name).to_owned(), *width, None));
                }
                Kind::Named { width, of, .. } => {
                    wires.push(wire((*name).to_owned(), *width, Some(*of)));
                }
            }
        }
        wires
    }

    /// The values in the clock that ended last, `None` where unknown. Nothing unless the look before
    /// was a clock ago.
    pub fn look(&mut self, card: &Cycle) -> Option<&[Option<u32>]> {
        let follows = self.at.is_some_and(|at| at + 1 == card.now);
        let places = self.places.iter();
        let now: Vec<(u32, u64)> =
            places.map(|place| place.row.kind.look(card, place.unit)).collect();
        self.at = Some(card.now);
        let before = std::mem::replace(&mut self.before, now);
        if !follows {
            return None;
        }
        self.values.clear();
        for ((place, before), now) in self.places.iter().zip(before).zip(&self.before) {
            let happened = now.1.wrapping_sub(before.1) as u32;
            match place.row.kind {
                Kind::Handshake { .. } => {
                    let valid = before.0 != 0;
                    self.values.push(Some(u32::from(valid)));
                    self.values.push(valid.then_some(u32::from(happened > 0)));
                }
                Kind::Level { .. } => self.values.push(Some(before.0)),
                Kind::Count { .. } => self.values.push(Some(happened)),
                Kind::Named { .. } => self.values.push(Some(now.0)),
            }
        }
        Some(&self.values)
    }
}
