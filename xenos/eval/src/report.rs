//! What a run was: counts, and what in it has no specified meaning.
//!
//! For: names in kebab case that files and messages use.
//! Not for: where it happened; an observer sees the places.
//! Facts: `docs/hardware/xenos-microcode.md` names the events.

use std::fmt;

use crate::lanes::{LaneMask, quads_of};

/// Names and meanings of events.
macro_rules! unspecified {
    ($($(#[doc = $doc:literal])* $Name:ident => $text:literal,)*) => {
        /// Something that a program does which no source gives a meaning; evaluation goes on with
        /// the substitute that the meaning names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Unspecified {
            $($(#[doc = $doc])* $Name,)*
        }

        impl Unspecified {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$Name,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Name => $text,)*
                }
            }

            /// What it is, and with what evaluation goes on.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$Name => concat!($($doc,)*),)*
                }
            }
        }
    };
}

unspecified! {
    /// A vector opcode that is not defined: the result is 0 (rule A37).
    VectorOpcode => "undefined-vector-opcode",
    /// A scalar opcode that is not defined: the result is 0, the previous result too (rule A65).
    ScalarOpcode => "undefined-scalar-opcode",
    /// Both halves set the predicate, or both a0: the scalar one's stays (rule A70).
    BothHalvesSet => "both-halves-set",
    /// The operands of `cube` are not one direction as the assembler spreads it: three of their
    /// components count (rule A30).
    CubeOperands => "cube-operands",
    /// A temporary outside 0 to 63, by aL: its number is taken modulo 64 (rule A4).
    TemporaryWrapped => "temporary-wrapped",
    /// A float constant outside the stage's window: it is 0 (rule A6).
    ConstantOutside => "constant-outside",
    /// An exec's instruction that the program does not have: it is left out (rule C3).
    InstructionMissing => "instruction-missing",
    /// A fifth loop inside one another: control goes to its target (rule C7).
    LoopDepth => "loop-depth",
    /// A loop that starts from the enclosing one's aL (rule C7).
    LoopRepeat => "loop-repeat",
    /// aL beyond -256 to 256: it is clamped (rule C8).
    LoopRegisterClamped => "loop-register-clamped",
    /// A loop's end outside any loop: it does nothing (rule C9).
    LoopEndOutside => "loop-end-outside",
    /// A loop's end names another constant than its start: the start's counts (rule C9).
    LoopConstantsDiffer => "loop-constants-differ",
    /// A fifth call inside one another: it is not taken (rule C11).
    CallDepth => "call-depth",
    /// Control goes to what is not there: the program ends (rule C12).
    RunsOff => "program-runs-off",
    /// More control-flow instructions than the limit: the program ends (rule C13).
    FlowLimit => "flow-limit",
    /// As many elements of memory export as the limit: the run ends (rule C15).
    StoreLimit => "store-limit",
    /// An instruction has an effect on a lane that its quad carries along (rule G8).
    LanesDisagree => "lanes-disagree",
    /// Kill in a vertex program: no lane is killed (rule K4).
    VertexKill => "kill-in-vertex",
    /// A killed lane exports to memory: what it wrote before counts, nothing after (rule K3).
    ExportOfKilled => "export-of-killed",
    /// An export to a register without a meaning: nothing is written (rule E2).
    UndefinedExport => "undefined-export",
    /// A vertex whose position was not wholly written (rule E3).
    PositionUnwritten => "position-unwritten",
    /// A memory export in a format that cannot be packed: nothing is stored (rule E8).
    ExportFormat => "export-format",
    /// A memory export whose number format means nothing for the format: it is taken as 0 (rule E8).
    ExportNumberFormat => "export-number-format",
    /// A memory export whose byte order reaches beyond the element: bytes stay (rule E8).
    ExportEndian => "export-endian",
    /// Memory export data behind a serialised instruction, with an address from before it: it is
    /// stored (rule E9).
    ExportAcrossSerialize => "export-across-serialize",
    /// Position and facing for a register that is not there: they go nowhere (rule I3).
    ParamGenRegister => "param-gen-register",
    /// A mini fetch in a lane that had no full one: four zeros (rule V2).
    MiniWithoutFull => "mini-without-full",
    /// A vertex fetch from a constant that is not of vertices: the dwords are 0 (rule V4).
    FetchConstantType => "fetch-constant-type",
    /// A vertex fetch from constant 96: the dwords are 0 (rule V4).
    FetchConstantSlot => "fetch-constant-slot",
    /// A vertex fetch takes a component that its format lacks: it is 0 (rule V12).
    ComponentLacking => "vertex-component-lacking",
    /// A vertex format that is not defined: every component is 0 (rule V14).
    VertexFormat => "vertex-format",
    /// A fetch whose destination has the undefined code 6: the component becomes 0 (rule V13).
    FetchSwizzle6 => "fetch-swizzle-6",
    /// A fetch takes the LOD register, which was never set: it is 0 (rule T3).
    LodRegisterUnset => "lod-register-unset",
    /// A fetch takes the gradient registers, one of which was never set: it is 0 (rule T3).
    GradientRegisterUnset => "gradient-register-unset",
    /// The computed level of detail in a vertex program without register gradients: it is 0 (rule
    /// T6).
    VertexComputedLod => "vertex-computed-lod",
    /// Gradients in a vertex program: they are 0 (rule T7).
    VertexGradients => "vertex-gradients",
    /// A fetch opcode that is not defined: the answer is 0 (rule T10).
    FetchOpcode => "undefined-fetch-opcode",
    /// The filter that was given up: it is not looked at (rule T10).
    ArbitraryFilter => "arbitrary-filter",
}

/// Events that one instruction met, with the lanes that met them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(Vec<(Unspecified, LaneMask)>);

impl Seen {
    /// Lanes met an event.
    pub(crate) fn note(&mut self, event: Unspecified, lanes: LaneMask) {
        if lanes == 0 {
            return;
        }
        match self.0.iter_mut().find(|(seen, _)| *seen == event) {
            Some((_, all)) => *all |= lanes,
            None => self.0.push((event, lanes)),
        }
    }

    /// Lanes met an event if it happened.
    pub(crate) fn note_if(&mut self, happened: bool, event: Unspecified, lanes: LaneMask) {
        if happened {
            self.note(event, lanes);
        }
    }
}

/// What a run was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Instructions run, each once for all the lanes that run it together.
    pub instructions: u64,
    /// Instructions times lanes.
    pub lane_instructions: u64,
    /// Control-flow instructions run.
    pub flow: u64,
    counts: [u32; Unspecified::ALL.len()],
}

impl Default for Report {
    fn default() -> Self {
        let counts = [0; Unspecified::ALL.len()];
        Self { instructions: 0, lane_instructions: 0, flow: 0, counts }
    }
}

impl Report {
    /// Counts what an instruction met: each event once a unit of `unit` lanes.
    pub(crate) fn count(&mut self, seen: &mut Seen, unit: usize) {
        for (event, lanes) in seen.0.drain(..) {
            let units = if unit == 1 { lanes } else { quads_of(lanes) };
            let count = &mut self.counts[event as usize];
            *count = count.saturating_add(units.count_ones() / unit as u32);
        }
    }

    /// How often something happened: once an instruction and unit (a vertex, or a quad of pixels).
    pub fn times(&self, event: Unspecified) -> u32 {
        self.counts[event as usize]
    }

    /// What happened, with how often.
    pub fn unspecified(&self) -> impl Iterator<Item = (Unspecified, u32)> {
        let all = Unspecified::ALL.iter().zip(self.counts);
        all.filter(|(_, count)| *count != 0).map(|(event, count)| (*event, count))
    }

    /// Adds another run's counts.
    pub fn add(&mut self, other: &Self) {
        self.instructions += other.instructions;
        self.lane_instructions += other.lane_instructions;
        self.flow += other.flow;
        for (count, other) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(other);
        }
    }
}

impl fmt::Display for Unspecified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
