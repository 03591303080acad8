//! What the guest's processor reads from registers.
//!
//! Facts: specification digest `xenos-hardware` section 1.1.

use xenos_memory::Extent;
use xenos_regs::{
    Confidence, FILE_WORDS, Group, SideEffect, answer, index, register_at, side_effect,
};

use super::LiveFeed;
use crate::refusals::refusal;
use crate::{Need, Sink};

/// COHER_STATUS_HOST's busy bit.
const BUSY: u32 = 1 << 31;

/// Where a word that was read comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// What was last written, by packets or by the host.
    Stored,
    /// How far the ring was read.
    ReadPointer,
    /// A request for coherency, which is finished by asking for it.
    Coherency,
    /// What the renderer counted or saw; what is stored where it does not say.
    Renderer,
    /// The same word always, which programs expect.
    Fixed,
    /// A word that stands for a display that is not there.
    Faked,
    /// Nothing: there is no such register.
    Outside,
}

/// A word that the guest's processor reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The word.
    pub word: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// Who says so.
    pub source: &'static str,
    /// How well it is known that the console would answer likewise.
    pub confidence: Confidence,
}

impl LiveFeed {
    /// What the guest's processor reads from a register now. A register that the renderer determines,
    /// and a request for coherency, make the sink wait for the renderer.
    pub fn read_register<S: Sink + ?Sized>(&mut self, register: u32, sink: &mut S) -> Reading {
        if let Some(known) = answer(register) {
            let origin = if known.faked { Origin::Faked } else { Origin::Fixed };
            let (word, source, confidence) = (known.word, known.source, known.confidence);
            return Reading { word, origin, source, confidence };
        }
        let Some(number) = u16::try_from(register).ok().filter(|at| usize::from(*at) < FILE_WORDS)
        else {
            self.processor.refuse(&refusal::REGISTER_OUTSIDE, "MMIO", register);
            let (source, confidence) = ("docs/hardware", Confidence::Guessed);
            return Reading { word: 0, origin: Origin::Outside, source, confidence };
        };
        let stored = self.processor.registers.get(number);
        let row = register_at(register);
        let inferred = |word, origin| {
            let (source, confidence) = ("the digest of registers", Confidence::Inferred);
            Reading { word, origin, source, confidence }
        };
        if number == index::CP_RB_RPTR {
            let source = row.map_or("nobody names it", |row| row.source);
            return Reading { source, ..inferred(self.read_pointer(), Origin::ReadPointer) };
        }
        if side_effect(register) == SideEffect::Coherency {
            if stored & BUSY != 0 {
                self.processor.sync(Extent::ALL, sink);
                self.processor.store(register, &[0], sink);
            }
            return inferred(self.processor.registers.get(number), Origin::Coherency);
        }
        let queries = index::PA_SC_VIZ_QUERY_STATUS_0..=index::PA_SC_VIZ_QUERY_STATUS_0 + 1;
        if queries.contains(&number) || row.is_some_and(|row| row.block == Group::Counters) {
            let known = self.processor.ask(Need::Register(number), sink);
            return inferred(known.unwrap_or(stored), Origin::Renderer);
        }
        let source = row.map_or("nobody names it", |row| row.source);
        let confidence = row.map_or(Confidence::Guessed, |row| row.confidence);
        Reading { word: stored, origin: Origin::Stored, source, confidence }
    }
}
