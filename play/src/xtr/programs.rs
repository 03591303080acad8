//! Programs as they are loaded, told by their own words.

use std::collections::{BTreeSet, HashMap};
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

/// Programs that are kept taken apart at most; a large one takes half a megabyte.
const MOST_KEPT: usize = 1024;

/// Programs of a processor, taken apart once while they are in use.
#[derive(Debug, Default)]
pub struct Programs(HashMap<u32, Arc<Listing>>);

impl Programs {
    /// The program that a processor loaded.
    pub fn of(&mut self, shader: &Shader) -> Arc<Listing> {
        if self.0.len() >= MOST_KEPT && !self.0.contains_key(&shader.id()) {
            self.0.clear();
        }
        let listing = self.0.entry(shader.id()).or_insert_with(|| Arc::new(listing(shader)));
        Arc::clone(listing)
    }
}

fn listing(shader: &Shader) -> Listing {
    let stage = match shader.stage() {
        xenos_front::Stage::Vertex => Stage::Vertex,
        xenos_front::Stage::Pixel => Stage::Pixel,
    };
    Listing::of(stage, shader.words())
}

/// The programs that a trace loads, each distinct one once.
#[derive(Debug)]
pub struct Loads {
    player: XtrPlayer,
    /// Numbers that the processor gave to what was looked at.
    ids: BTreeSet<u32>,
    /// Programs by stage and words; loads may differ behind a program's end.
    seen: BTreeSet<(Stage, String)>,
}

struct Taker<'a> {
    ids: &'a mut BTreeSet<u32>,
    loaded: Vec<Listing>,
}

impl Sink for Taker<'_> {
    fn event(&mut self, _: &State<'_>, _: &Event<'_>) {}

    fn shader(&mut self, _: xenos_front::Stage, shader: &Arc<Shader>) {
        if self.ids.insert(shader.id()) {
            self.loaded.push(listing(shader));
        }
    }
}

impl Loads {
    /// The programs that `player` goes on to load.
    pub fn new(player: XtrPlayer) -> Self {
        let (ids, seen) = (BTreeSet::new(), BTreeSet::new());
        Self { player, ids, seen }
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
        let Self { player, ids, seen } = self;
        let place = player.place();
        let mut taker = Taker { ids, loaded: Vec::new() };
        let goes_on = player.step(&mut taker)?;
        for listing in taker.loaded {
            if seen.insert((listing.stage(), listing.sha1.clone())) {
                each(place, &listing)?;
            }
        }
        Ok(goes_on)
    }
}
