//! What is wrong with one instruction, whatever stands around it.

use super::{Remarks, Rule};
use crate::alu::{Alu, Target};
use crate::codes::{AnisotropyFilter, ArbitraryFilter, Change, FetchOpcode, VectorOpcode};
use crate::fetch::TextureFetch;
use crate::instruction::Instruction;
use crate::pieces::FetchSwizzle;
use crate::program::Stage;

pub(super) fn instruction(
    stage: Stage,
    instruction: &Instruction,
    address: u32,
    remarks: &mut Remarks,
) {
    match instruction {
        Instruction::Alu(alu) => self::alu(stage, alu, address, remarks),
        Instruction::VertexFetch(fetch) => {
            if !fetch.must_be_one {
                remarks.at(Rule::MustBeOne, address, "the bit is clear");
            }
            // A full fetch that writes nothing still serves mini fetches.
            if fetch.mini && fetch.destination_swizzle == FetchSwizzle::KEEP {
                remarks.at(Rule::NothingFetched, address, "every component is kept");
            }
        }
        Instruction::TextureFetch(fetch) => texture(stage, fetch, address, remarks),
    }
}

fn alu(stage: Stage, alu: &Alu, address: u32, remarks: &mut Remarks) {
    let both = alu.vector_mask.0 & alu.scalar_mask.0 & 15;
    let one_register = alu.vector_destination == alu.scalar_destination
        && alu.vector_destination_relative == alu.scalar_destination_relative;
    if !alu.export && both != 0 && one_register {
        let text = format!("r{}.{}", alu.vector_destination, crate::pieces::Mask(both));
        remarks.at(Rule::SharedComponent, address, text);
    }
    let kills =
        alu.vector_opcode.changes() == Change::Kill || alu.scalar_opcode.changes() == Change::Kill;
    if kills && stage == Stage::Vertex {
        remarks.at(Rule::KillInVertex, address, "it kills");
    }
    if alu.export && alu.vector_target(stage).target == Target::MemoryAddress {
        let whole = alu.vector_opcode == VectorOpcode::Mad && alu.vector_written().0 == 15;
        if !whole {
            let text = format!("eA is written by {}", alu.vector_opcode.mnemonic());
            remarks.at(Rule::EaOpcode, address, text);
        }
    }
}

fn texture(stage: Stage, fetch: &TextureFetch, address: u32, remarks: &mut Remarks) {
    if fetch.opcode.is_set() {
        return;
    }
    if fetch.destination_swizzle == FetchSwizzle::KEEP {
        remarks.at(Rule::NothingFetched, address, "every component is kept");
    }
    if fetch.anisotropy == AnisotropyFilter::Undefined6
        || fetch.arbitrary_filter == ArbitraryFilter::Undefined6
    {
        remarks.at(Rule::FilterCode, address, "code 6");
    }
    let implicit = fetch.opcode == FetchOpcode::Fetch
        && fetch.use_computed_lod
        && !fetch.use_register_gradients;
    let explicit = matches!(fetch.opcode, FetchOpcode::Gradients | FetchOpcode::ComputedLod);
    if stage == Stage::Vertex && (implicit || explicit) {
        remarks.at(Rule::NoGradients, address, fetch.opcode.name());
    }
}
