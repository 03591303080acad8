//! What the registers of an SST-1 ask for.
//!
//! For: everything that is constant from triangle to triangle, decoded lazily, at the first command
//! after a change: which values must be iterated, which steps a pixel takes, where pixels go
//! ([`Plan`]); and the commands that touch memory a word at a time, for every engine but the
//! reference: LFB accesses, fills and downloads.
//! Not for: a triangle's pixels, which each engine draws in its own way; arithmetic, which is
//! `sst1-core`'s; anything that must survive a saved state.
#![forbid(unsafe_code)]

mod chain;
mod closed;
mod download;
mod fastfill;
mod fbi;
mod geometry;
mod iterants;
pub mod lfb;
mod parameters;
mod unit;

pub use chain::{Chain, Step};
pub use closed::Closed;
pub use download::{Downloaded, download};
pub use fastfill::{fill, filled};
pub use fbi::{AuxStore, DitherPlan, FbiPlan};
pub use geometry::{Geometry, SIDE, StipplePlan};
pub use iterants::{A, B, G, INTS, LONGS, R, W, Z, base, keep_adjusted, unit_s};
pub use lfb::LfbPlan;
pub use parameters::{parameter, vertex};
pub use unit::{Bilinear, Division, LodRule, UnitPlan};

use base_refusal::RefusalKind;
use sst1_board::{Fbi, Layout, State, Touched};
use sst1_core::Lane;
use sst1_regs::words::FbiInit3;

/// Words of frame-buffer memory that addresses can reach: 32-bit byte addresses wrap.
pub const WORD_MASK: u32 = u32::MAX >> 1;

/// A refusal that every command of a kind counts while the state lasts: reason, register, value.
pub type Standing = (&'static RefusalKind, &'static str, u32);

/// Everything decoded.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Where pixels go.
    pub geometry: Geometry,
    /// FBI's registers.
    pub fbi: FbiPlan,
    /// What LFB writes need beside.
    pub lfb: LfbPlan,
    /// The texture units' registers.
    pub units: [UnitPlan; 3],
    /// Which units a pixel asks.
    pub chain: Chain,
    stale: Stale,
    /// What FBI's part was decoded from.
    seen: Option<Seen>,
}

/// Everything that FBI's part of the plan depends on, the profile aside.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    fbi: Fbi,
    layout: Layout,
    init3: FbiInit3,
    height: u32,
}

impl Seen {
    fn of(state: &State) -> Self {
        // The stipple register is read anew by every triangle.
        let fbi = Fbi { stipple: 0, ..state.fbi.clone() };
        let (init3, height) = (state.init.fbi_init3, state.picture_height());
        Self { fbi, layout: state.layout(), init3, height }
    }
}

/// What has to be decoded again.
#[derive(Clone, Copy, Debug)]
struct Stale {
    fbi: bool,
    lfb: bool,
    units: [bool; 3],
    chain: bool,
}

impl Default for Stale {
    fn default() -> Self {
        Self { fbi: true, lfb: true, units: [true; 3], chain: true }
    }
}

impl Plan {
    /// Marks what depends on `what`.
    #[inline]
    pub fn touched(&mut self, what: Touched) {
        match what {
            Touched::Fbi => self.stale.fbi = true,
            Touched::Tmu(tmu) => {
                if let Some(stale) = self.stale.units.get_mut(tmu) {
                    *stale = true;
                }
                self.stale.chain = true;
            }
            Touched::All => {
                self.stale = Stale::default();
                self.seen = None;
            }
        }
    }

    /// Whether anything that triangles need may be stale.
    #[inline]
    pub fn is_stale(&self) -> bool {
        self.stale.fbi || self.stale.chain
    }

    /// Decodes what is stale, for a triangle, and says which units were decoded anew.
    #[inline]
    pub fn refresh(&mut self, state: &State) -> [bool; 3] {
        if self.stale.fbi {
            self.refresh_fbi(state);
        }
        if self.stale.chain { self.decode(state) } else { [false; 3] }
    }

    fn decode(&mut self, state: &State) -> [bool; 3] {
        let anew =
            std::array::from_fn(|unit| unit < state.tmus.len() && self.refresh_unit(state, unit));
        self.chain = Chain::new(state, &self.fbi, &self.units);
        self.fbi.need_iterants(&self.chain, &self.units);
        self.stale.chain = false;
        anew
    }

    /// Decodes what fills need, and says whether anything differs.
    #[inline]
    pub fn refresh_fbi(&mut self, state: &State) -> bool {
        if !self.stale.fbi {
            return false;
        }
        self.stale.fbi = false;
        // Programs write the same values again and again.
        let seen = Seen::of(state);
        if self.seen.as_ref() == Some(&seen) {
            return false;
        }
        self.seen = Some(seen);
        self.geometry = Geometry::new(state);
        self.fbi = FbiPlan::new(state);
        self.stale.lfb = true;
        self.stale.chain = true;
        true
    }

    /// Decodes what LFB writes need.
    #[inline]
    pub fn refresh_lfb(&mut self, state: &State) {
        self.refresh_fbi(state);
        if self.stale.lfb {
            self.lfb = LfbPlan::new(state);
            self.stale.lfb = false;
        }
    }

    /// Decodes what a download to `unit` needs, and says whether it was stale.
    #[inline]
    pub fn refresh_unit(&mut self, state: &State, unit: usize) -> bool {
        if !self.stale.units.get(unit).copied().unwrap_or(false) {
            return false;
        }
        self.units[unit] = UnitPlan::new(state, unit);
        self.stale.units[unit] = false;
        self.stale.chain = true;
        true
    }
}

/// Red, green, blue, alpha of a colour register.
pub fn channels(word: u32) -> [Lane; 4] {
    [16, 8, 0, 24].map(|shift| (word >> shift & 0xFF) as Lane)
}
