//! What keys need to know of a program: which instructions are reached, what they fetch and export.
//!
//! For: a summary of a loaded program, made once. Not for: what `xenos-ucode` says of programs to
//! people; what counts as reached here is what docs/census-xenos.md says, which is simpler.

use std::collections::{BTreeMap, BTreeSet};

use sha1::{Digest, Sha1};
use xenos_front::{Shader, Stage};
use xenos_ucode::{Alu, ControlFlow, Instruction, TextureFetch, VertexFetch};

mod features;

/// A vertex element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Element {
    pub(crate) offset: i32,
    pub(crate) format: u8,
    pub(crate) signed: bool,
    pub(crate) integer: bool,
}

/// What an instruction says of a sampler where the constant's own does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Overrides {
    pub(crate) mag: u32,
    pub(crate) min: u32,
    pub(crate) mip: u32,
    pub(crate) anisotropy: u32,
    pub(crate) lod_bias: i32,
}

/// What keys need to know of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) stage: Stage,
    /// SHA-1 of the program's dwords, in hexadecimal.
    pub(crate) sha1: String,
    /// Export registers that are written, a bit each.
    pub(crate) exports: u64,
    /// Vertex elements by slot and stride, each in the order of keys.
    pub(crate) layouts: BTreeMap<(u32, u8), BTreeSet<Element>>,
    /// Samples by texture slot.
    pub(crate) samples: BTreeMap<u8, BTreeSet<Overrides>>,
    /// Names of features.
    pub(crate) features: BTreeSet<&'static str>,
}

impl Summary {
    /// Looks at a program.
    pub(crate) fn of(shader: &Shader) -> Self {
        let words = shader.words();
        let reached = reached(words);
        let mut summary = Self {
            stage: shader.stage(),
            sha1: sha1(words.get(..reached.dwords).unwrap_or(words)),
            exports: 0,
            layouts: BTreeMap::new(),
            samples: BTreeMap::new(),
            features: BTreeSet::new(),
        };
        let mut full = None;
        for flow in &reached.flow {
            summary.control(flow);
            let Some(exec) = flow.exec() else { continue };
            for index in 0..exec.count {
                let at = (exec.address + index) as usize * 3;
                let Some(words) = words.get(at..at + 3).and_then(|words| words.try_into().ok())
                else {
                    continue;
                };
                match Instruction::from_words(words, exec.sequence.is_fetch(index)) {
                    Instruction::Alu(alu) => summary.alu(&alu),
                    Instruction::VertexFetch(fetch) => summary.vertex(&fetch, &mut full),
                    Instruction::TextureFetch(fetch) => summary.texture(&fetch),
                }
            }
        }
        summary.by_exports();
        summary
    }

    /// What it holds, roughly, in elements.
    pub(crate) fn weight(&self) -> usize {
        let elements = self.layouts.values().map(BTreeSet::len);
        let samples = self.samples.values().map(BTreeSet::len);
        16 + elements.chain(samples).sum::<usize>()
    }

    /// The first ten digits of its name.
    pub(crate) fn short(&self) -> &str {
        self.sha1.get(..10).unwrap_or(&self.sha1)
    }

    /// Whether it exports to a register.
    pub(crate) fn exports_to(&self, register: u32) -> bool {
        self.exports >> register & 1 != 0
    }

    /// Whether it writes guest memory.
    pub(crate) fn exports_memory(&self) -> bool {
        self.exports >> 32 & 0x3F != 0
    }

    fn alu(&mut self, alu: &Alu) {
        self.alu_features(alu);
        let zeros = alu.scalar_destination_relative;
        if alu.export && (zeros || !alu.vector_mask.is_empty() || !alu.scalar_mask.is_empty()) {
            self.exports |= 1 << (alu.vector_destination & 63);
        }
    }

    fn vertex(&mut self, fetch: &VertexFetch, full: &mut Option<(u32, u8)>) {
        self.vertex_features(fetch);
        if !fetch.mini {
            *full = Some((fetch.constant(), fetch.stride));
        }
        // A mini fetch without a full one before it fetches nothing that is known.
        if let Some(place) = *full {
            let (offset, format) = (fetch.offset, fetch.format.code());
            let element = Element { offset, format, signed: fetch.signed, integer: fetch.integer };
            self.layouts.entry(place).or_default().insert(element);
        }
    }

    fn texture(&mut self, fetch: &TextureFetch) {
        self.texture_features(fetch);
        if features::samples(fetch) {
            let overrides = Overrides {
                mag: u32::from(fetch.mag_filter.code()),
                min: u32::from(fetch.min_filter.code()),
                mip: u32::from(fetch.mip_filter.code()),
                anisotropy: u32::from(fetch.anisotropy.code()),
                lod_bias: i32::from(fetch.lod_bias),
            };
            self.samples.entry(fetch.constant).or_default().insert(overrides);
        }
    }
}

/// What control gets to.
struct Reached {
    /// Control-flow instructions, by number.
    flow: Vec<ControlFlow>,
    /// The program's length.
    dwords: usize,
}

/// Follows control from the first instruction on, the lowest number first.
fn reached(words: &[u32]) -> Reached {
    // Targets have 13 bits.
    let flow = |number: u32| {
        let at = number as usize / 2 * 3;
        let pair: [u32; 3] = words.get(at..at + 3)?.try_into().ok()?;
        ControlFlow::pair(pair).get(number as usize % 2).copied()
    };
    let mut found: BTreeMap<u32, ControlFlow> = BTreeMap::new();
    let mut work = BTreeSet::from([0]);
    let mut end = u32::MAX;
    while let Some(number) = work.pop_first() {
        if number >= end || found.contains_key(&number) {
            continue;
        }
        let Some(instruction) = flow(number) else { continue };
        found.insert(number, instruction);
        if let Some(exec) = instruction.exec()
            && exec.count > 0
        {
            end = end.min(exec.address * 2);
        }
        let goes_on = match instruction {
            ControlFlow::ExecEnd(_) | ControlFlow::Return(_) => false,
            ControlFlow::Jump(jump) => !jump.unconditional,
            _ => true,
        };
        if goes_on {
            work.insert(number + 1);
        }
        work.extend(instruction.target());
    }
    found.retain(|number, _| *number < end);
    let whole = (words.len() / 3) as u32;
    let behind = found.values().filter_map(ControlFlow::exec).filter(|exec| exec.count > 0);
    let behind = behind.filter(|exec| exec.address < whole);
    let last = behind.map(|exec| (exec.address + exec.count).min(whole)).max();
    let pairs = found.keys().next_back().map_or(0, |number| number / 2 + 1);
    Reached { flow: found.into_values().collect(), dwords: last.unwrap_or(pairs) as usize * 3 }
}

fn sha1(words: &[u32]) -> String {
    sha1_of(&words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>())
}

/// SHA-1 in hexadecimal.
pub(crate) fn sha1_of(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha1::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
