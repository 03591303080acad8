//! Programs as they are loaded, told by their own words.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use sha1::{Digest, Sha1};
use xenos_front::{Event, Shader, Sink, State};
use xenos_ucode::{Analysis, Finding, Program, Stage};
use xenos_xtr::XtrError;

use super::{Place, XtrPlayer};

/// A program that was loaded, without the words behind its end.
#[derive(Clone, Debug)]
pub struct Listing {
    /// SHA-1 of its own words as big-endian memory holds them, in hexadecimal digits.
    pub sha1: String,
    /// The program.
    pub program: Program,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// What it uses.
    pub analysis: Analysis,
}

/// Forty hexadecimal digits.
pub fn sha1_hex(bytes: &[u8]) -> String {
    Sha1::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Listing {
    /// The program that begins `words`.
    pub fn of(stage: Stage, words: &[u32]) -> Self {
        let decoded = Program::decode(stage, words);
        let bytes: Vec<u8> = decoded.program.bytes().collect();
        Self {
            sha1: sha1_hex(&bytes),
            analysis: Analysis::of(&decoded.program),
            program: decoded.program,
            findings: decoded.findings,
        }
    }

    /// The stage.
    pub fn stage(&self) -> Stage {
        self.program.stage
    }
}

/// Every program of a processor, taken apart once.
#[derive(Debug, Default)]
pub struct Programs(Vec<Option<Arc<Listing>>>);

impl Programs {
    /// The program that a processor loaded.
    pub fn of(&mut self, shader: &Shader) -> Arc<Listing> {
        let at = shader.id() as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        let listing = || {
            let stage = match shader.stage() {
                xenos_front::Stage::Vertex => Stage::Vertex,
                xenos_front::Stage::Pixel => Stage::Pixel,
            };
            Arc::new(Listing::of(stage, shader.words()))
        };
        match self.0.get_mut(at) {
            Some(known) => Arc::clone(known.get_or_insert_with(listing)),
            None => listing(),
        }
    }
}

/// The programs that a trace loads, each distinct one once.
#[derive(Debug)]
pub struct Loads {
    player: XtrPlayer,
    programs: Programs,
    /// Numbers that the processor gave to what was looked at.
    ids: BTreeSet<u32>,
    /// Programs by stage and words; loads may differ behind a program's end.
    seen: BTreeSet<(Stage, String)>,
}

struct Taker<'a> {
    programs: &'a mut Programs,
    ids: &'a mut BTreeSet<u32>,
    loaded: Vec<Arc<Listing>>,
}

impl Sink for Taker<'_> {
    fn event(&mut self, _: &State<'_>, _: &Event<'_>) {}

    fn shader(&mut self, _: xenos_front::Stage, shader: &Arc<Shader>) {
        if self.ids.insert(shader.id()) {
            self.loaded.push(self.programs.of(shader));
        }
    }
}

impl Loads {
    /// The programs that `player` goes on to load.
    pub fn new(player: XtrPlayer) -> Self {
        let (ids, seen) = (BTreeSet::new(), BTreeSet::new());
        Self { player, programs: Programs::default(), ids, seen }
    }

    /// The player behind.
    pub fn player(&self) -> &XtrPlayer {
        &self.player
    }

    /// Plays one record, and hands over each program that it loads and that was not seen before.
    /// False at the end.
    pub fn step<E: From<XtrError>>(
        &mut self,
        mut each: impl FnMut(Place, &Listing) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Self { player, programs, ids, seen } = self;
        let place = player.place();
        let mut taker = Taker { programs, ids, loaded: Vec::new() };
        let goes_on = player.step(&mut taker)?;
        for listing in taker.loaded {
            if seen.insert((listing.stage(), listing.sha1.clone())) {
                each(place, &listing)?;
            }
        }
        Ok(goes_on)
    }
}
