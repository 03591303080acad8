//! What a comparison found.

use serde::Serialize;
use sst1_stimulus::{Digest, RegisterState, Spot};

use crate::Ended;

/// The result of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Located {
    /// Drawing commands executed here: all of the trace where it was played to its end.
    pub commands: u64,
    /// Commands that the hashes file lists.
    pub listed: u64,
    /// Commands compared and found equal.
    pub equal: u64,
    /// Whether everything that was asked for was compared, or parted.
    pub complete: bool,
    /// Why the replay ended; after a parting as after the last frame wanted.
    pub ended: Ended,
    /// The first command after which the hashes part.
    pub parted: Option<Parted>,
    /// The first command that is listed and that the trace does not have.
    pub surplus: Option<u64>,
    /// How the changed words of a command compare.
    pub detail: Option<DetailCompared>,
}

impl Located {
    /// Whether nothing parts.
    pub fn same(&self) -> bool {
        let detail = self.detail.as_ref().is_none_or(|detail| detail.differing == 0);
        self.parted.is_none() && self.surplus.is_none() && detail
    }
}

/// What is not the same after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unequal {
    /// The other side took it for another kind of command: it plays another stream.
    Kind,
    /// The other side took it from another record: it plays another stream, or counts otherwise.
    Record,
    /// Which buffers are displayed and drawn to.
    Buffers,
    /// Colour memory.
    Color,
    /// Auxiliary memory.
    Aux,
}

/// The command after which hashes part.
#[derive(Clone, Debug, Serialize)]
pub struct Parted {
    /// Its number, from 0.
    pub command: u64,
    /// Its kind.
    pub kind: &'static str,
    /// What the other side calls its kind.
    pub their_kind: &'static str,
    /// Index of its record.
    pub record: Option<u64>,
    /// What the other side says of that, if anything.
    pub their_record: Option<u64>,
    /// Byte offset of the record in the decompressed trace.
    pub offset: Option<u64>,
    /// Frames completed before it.
    pub frame: Option<u64>,
    /// The last command that was compared and equal.
    pub last_equal: Option<u64>,
    /// Commands in between that are not listed: the fault may be in one of them.
    pub unlisted: u64,
    /// What is unequal.
    pub unequal: Vec<Unequal>,
    /// What is compared, here.
    pub ours: Digest,
    /// What is compared, there.
    pub theirs: Digest,
    /// What was written here since the last equal command.
    pub wrote: Vec<Area>,
    /// For each hash that a single word explains, that word.
    pub pixels: Vec<PixelDifference>,
    /// Hashes that no single word explains, and what else can be said of them.
    pub unexplained: Vec<Whole>,
    /// The registers before the command.
    pub registers: RegisterState,
}

/// Words written into a buffer, and the smallest rectangle around them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// `front`, `back` or `aux`.
    pub buffer: &'static str,
    /// Words.
    pub words: u64,
    /// First and last column.
    pub x: [u32; 2],
    /// First and last row.
    pub y: [u32; 2],
}

/// The one word that explains a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PixelDifference {
    /// Where.
    #[serde(flatten)]
    pub spot: Spot,
    /// Its byte address.
    pub address: u32,
    /// The word at the last equal command.
    pub before: u16,
    /// The word here.
    pub ours: u16,
    /// The word there.
    pub theirs: u16,
    /// The bits that differ.
    pub bits: u16,
}

/// A hash that more than one word makes different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Whole {
    /// Which.
    pub memory: Unequal,
    /// Their hash is that of the last equal command: nothing was written there.
    pub nothing_written: bool,
}

/// How the words that a command changed compare.
#[derive(Clone, Debug, Serialize)]
pub struct DetailCompared {
    /// The command's number.
    pub command: u64,
    /// Whether the trace has the command, and it is of the same kind.
    pub found: bool,
    /// Words that differ afterwards, or did before.
    pub differing: u64,
    /// Of these, words that were not the same before the command already.
    pub differing_before: u64,
    /// The first one, by address.
    pub first: Option<DetailPixel>,
}

/// A word that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DetailPixel {
    /// Where.
    #[serde(flatten)]
    pub spot: Spot,
    /// Its byte address.
    pub address: u32,
    /// Before and after the command, here; nothing if the command did not change it.
    pub ours: Option<[u16; 2]>,
    /// Likewise there.
    pub theirs: Option<[u16; 2]>,
}
