//! Forms: what no field of an instruction says alone, and how each is taken away.

use xenos_ucode::codes::ScalarOpcode;
use xenos_ucode::{Alu, ControlFlow, Instruction, Jump, Mask};

use crate::piece::Piece;

/// A form that an instruction may have.
#[derive(Debug)]
pub struct Form {
    /// Its name in claims.
    pub name: &'static str,
    /// What it is, and what stands in its place when a claim is proved.
    pub doc: &'static str,
    /// The instruction without it; `None` where it is not. The number is the instruction's own.
    pub(crate) change: fn(&Piece, u32) -> Option<Piece>,
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

fn alu(piece: &Piece, change: impl Fn(Alu) -> Option<Alu>) -> Option<Piece> {
    let Piece::Instruction(Instruction::Alu(alu)) = piece else { return None };
    change(*alu).map(|alu| Piece::Instruction(Instruction::Alu(alu)))
}

fn jump(piece: &Piece, number: u32, forward: bool) -> Option<Piece> {
    let Piece::Flow(ControlFlow::Jump(jump)) = piece else { return None };
    let there = !jump.unconditional && jump.predicated;
    let matches = there && (u32::from(jump.target) > number) == forward;
    let never = Jump { unconditional: false, predicated: false, condition: true, ..*jump };
    matches.then_some(Piece::Flow(ControlFlow::Jump(Jump { boolean: 255, ..never })))
}

/// All forms.
pub static FORMS: &[Form] = &[
    Form {
        name: "export-ones",
        doc: "an export's components in both masks become 1; they leave the scalar mask",
        change: |piece, _| {
            alu(piece, |a| {
                let kept = Mask(a.scalar_mask.0 & !a.vector_mask.0);
                (!a.ones_written().is_empty()).then_some(Alu { scalar_mask: kept, ..a })
            })
        },
    },
    Form {
        name: "export-zeros",
        doc: "an export's components in no mask become 0; they are not written",
        change: |piece, _| {
            alu(piece, |a| {
                let kept = Alu { scalar_destination_relative: false, ..a };
                (!a.zeros_written().is_empty()).then_some(kept)
            })
        },
    },
    Form {
        name: "export-vector",
        doc: "an export's components in the vector mask alone; they are not written",
        change: |piece, _| {
            alu(piece, |a| {
                let kept = Mask(a.vector_mask.0 & a.scalar_mask.0);
                (a.export && !a.vector_written().is_empty())
                    .then_some(Alu { vector_mask: kept, ..a })
            })
        },
    },
    Form {
        name: "export-scalar",
        doc: "an export's components in the scalar mask alone; they are not written",
        change: |piece, _| {
            alu(piece, |a| {
                let kept = Mask(a.vector_mask.0 & a.scalar_mask.0);
                (a.export && !a.scalar_written().is_empty())
                    .then_some(Alu { scalar_mask: kept, ..a })
            })
        },
    },
    Form {
        name: "scalar-over-vector",
        doc: "both halves write a component of one register; the scalar one leaves it out",
        change: |piece, _| {
            alu(piece, |a| {
                let same = !a.export && a.vector_destination == a.scalar_destination;
                let both = a.vector_mask.0 & a.scalar_mask.0;
                let kept = Mask(a.scalar_mask.0 & !both);
                (same && both != 0).then_some(Alu { scalar_mask: kept, ..a })
            })
        },
    },
    Form {
        name: "previous-without-mask",
        doc: "a scalar operation that writes nothing still sets ps; it keeps it",
        change: |piece, _| {
            alu(piece, |a| {
                let empty = a.scalar_mask.is_empty() && a.scalar_opcode != ScalarOpcode::RetainPrev;
                empty.then_some(Alu { scalar_opcode: ScalarOpcode::RetainPrev, ..a })
            })
        },
    },
    Form {
        name: "jump-forward-predicate",
        doc: "a jump on p0 to what lies behind it; it asks boolean 255 instead",
        change: |piece, number| jump(piece, number, true),
    },
    Form {
        name: "jump-backward-predicate",
        doc: "a jump on p0 to what lies before it; it asks boolean 255 instead",
        change: |piece, number| jump(piece, number, false),
    },
];
