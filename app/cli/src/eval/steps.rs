//! The steps of a run: what was run, in which lanes, and what it wrote.
//!
//! For: watching and keeping. Not for: printing (`human`, `results`).

use serde::Serialize;
use xenos_eval::{Executed, Group, LaneMask, Observer, Step, TextureRegister, Writes, each};
use xenos_ucode::{Mask, Stage, Style, flow_line, line};

use super::number::{Lanes, Number};
use super::state::{LaneState, Stored, name, state};

/// Steps kept at most: an endless program makes a million.
const MOST_STEPS: usize = 100_000;

/// Steps kept at most if each holds all registers.
const MOST_WHOLE_STEPS: usize = 2_000;

/// A register that was written in a lane.
#[derive(Serialize)]
pub(crate) struct Wrote {
    pub(super) lane: usize,
    pub(super) register: String,
    /// By component; null where it was not written.
    pub(super) values: Vec<Option<Number>>,
}

/// A lane's predicate or address register.
#[derive(Serialize)]
pub(crate) struct Special<T> {
    pub(super) lane: usize,
    pub(super) value: T,
}

/// The full vertex fetch that mini fetches of a lane go on from.
#[derive(Serialize)]
pub(crate) struct Full {
    pub(super) lane: usize,
    /// The fetch constant's slot.
    pub(super) constant: u8,
    /// Dwords from the constant's address.
    pub(super) element: i64,
}

/// Something that was run.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(super) flow: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) address: Option<u32>,
    pub(super) text: String,
    /// Lanes that ran it.
    pub(super) active: Lanes,
    /// Lanes of those that it had effect in.
    pub(super) lanes: Lanes,
    pub(super) loop_index: i32,
    /// Lanes whose predicate is set after it.
    pub(super) predicate: Lanes,
    pub(super) killed: Lanes,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) wrote: Vec<Wrote>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) p0: Vec<Special<bool>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) a0: Vec<Special<i16>>,
    /// Lanes that it killed.
    #[serde(skip_serializing_if = "nobody")]
    pub(super) kills: Lanes,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) full_fetch: Vec<Full>,
    /// What was stored when it was done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stored: Vec<Stored>,
    /// All registers after it, if they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) state: Option<Vec<LaneState>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn nobody(lanes: &Lanes) -> bool {
    lanes.is_empty()
}

/// What is kept of each step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Nothing.
    Nothing,
    /// What was written.
    Written,
    /// That, and so many temporaries with everything beside them.
    All(usize),
}

/// Watches a run.
pub(crate) struct Steps {
    stage: Stage,
    kept: Kept,
    pub(super) rows: Vec<Row>,
    pub(super) left_out: u64,
    /// Elements of memory export that were stored before the last row.
    stored: usize,
}

impl Steps {
    pub(crate) fn new(stage: Stage, kept: Kept) -> Self {
        Self { stage, kept, rows: Vec::new(), left_out: 0, stored: 0 }
    }

    /// Gives the last row what was stored since it was run: an alloc stores, and so does the end. The
    /// order of elements is that of their units, and of those there is one here.
    fn store(&mut self, group: &Group) {
        let all = &group.memory_exports;
        if let Some(row) = self.rows.last_mut().filter(|_| self.left_out == 0) {
            row.stored.extend(all.iter().skip(self.stored).map(Stored::of));
        }
        self.stored = all.len();
    }

    /// The run is over.
    pub(crate) fn finish(&mut self, group: &Group) {
        if self.kept != Kept::Nothing {
            self.store(group);
        }
    }

    fn row(&self, step: &Step<'_>) -> Row {
        let group = step.group;
        let (address, text) = match step.what {
            Executed::Flow(flow) => (None, flow_line(flow, self.stage)),
            Executed::Instruction { address, instruction } => {
                let missing = || "no such instruction".to_owned();
                let text =
                    instruction.map_or_else(missing, |i| line(i, self.stage, Style::Complete));
                (Some(address), text)
            }
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let writes = step.writes();
        let state = match self.kept {
            Kept::All(count) if address.is_some() => Some(state(group, count)),
            _ => None,
        };
        let special = |lanes: LaneMask| Lanes::of(lanes).each();
        Row {
            flow: step.flow,
            address,
            text: words.join(" "),
            active: Lanes::of(step.control),
            lanes: Lanes::of(step.lanes),
            loop_index: step.loop_index,
            predicate: Lanes::of(group.predicate & group.active),
            killed: Lanes::of(group.killed),
            wrote: wrote(group, &writes),
            p0: special(writes.predicate)
                .map(|lane| Special { lane, value: group.predicate >> lane & 1 != 0 })
                .collect(),
            a0: special(writes.address)
                .map(|lane| Special { lane, value: group.address[lane] })
                .collect(),
            kills: Lanes::of(writes.killed),
            full_fetch: special(writes.full_fetch)
                .filter_map(|lane| group.full_fetch[lane].map(|full| (lane, full)))
                .map(|(lane, full)| Full { lane, constant: full.constant, element: full.element })
                .collect(),
            stored: Vec::new(),
            state,
        }
    }
}

/// Registers with numbers in them: temporaries, exports, the previous result, the texture unit's.
fn wrote(group: &Group, writes: &Writes) -> Vec<Wrote> {
    let mut all = Vec::new();
    let mut add = |register: &str, lanes: LaneMask, mask: Mask, values: &[[f32; 64]]| {
        for lane in each(lanes & 0xF) {
            let value =
                |(at, lanes): (u32, &[f32; 64])| mask.has(at).then(|| Number::of(lanes[lane]));
            let values = (0..).zip(values).map(value).collect();
            all.push(Wrote { lane, register: register.to_owned(), values });
        }
    };
    for written in &writes.registers {
        if let Some(vector) = group.vector(written.target) {
            add(&name(written.target), written.lanes, written.mask, vector);
        }
    }
    add("ps", writes.previous, Mask::ALL, std::slice::from_ref(&group.previous));
    if let Some((register, lanes)) = writes.texture {
        let texture = &group.texture;
        let (name, values) = match register {
            TextureRegister::Lod => ("lod", std::slice::from_ref(&texture.lod)),
            TextureRegister::GradientH => ("gradH", &texture.gradient_h[..]),
            TextureRegister::GradientV => ("gradV", &texture.gradient_v[..]),
        };
        add(name, lanes, Mask::ALL, values);
    }
    all
}

impl Observer for Steps {
    fn step(&mut self, step: &Step<'_>) {
        let most = match self.kept {
            Kept::Nothing => return,
            Kept::Written => MOST_STEPS,
            Kept::All(_) => MOST_WHOLE_STEPS,
        };
        self.store(step.group);
        if self.rows.len() == most {
            self.left_out += 1;
            return;
        }
        let row = self.row(step);
        self.rows.push(row);
    }
}
