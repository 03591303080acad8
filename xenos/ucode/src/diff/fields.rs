//! The fields in which two rows differ, by name and value.

use super::FieldChange;
use super::dropped::instruction_fields;
use super::rows::Item;
use crate::alu::{Alu, Index, Operand, Register, ScalarSources, Target};
use crate::codes::Component;
use crate::flow::{Condition, ControlFlow};
use crate::instruction::Instruction;
use crate::part::Layout;
use crate::pieces::{FetchSwizzle, Mask, SourceSwizzle};
use crate::program::Stage;

type Fields = Vec<(&'static str, String)>;

/// What differs.
pub(super) fn changes(a: &Item, a_stage: Stage, b: &Item, b_stage: Stage) -> Vec<FieldChange> {
    let (fields_a, fields_b) = (fields(a, a_stage), fields(b, b_stage));
    let value = |fields: &Fields, name| {
        fields.iter().find(|(other, _)| *other == name).map(|(_, value)| value.clone())
    };
    let mut names: Vec<&'static str> = fields_a.iter().map(|(name, _)| *name).collect();
    names.extend(
        fields_b.iter().map(|(name, _)| *name).filter(|n| !names.contains(n)).collect::<Vec<_>>(),
    );
    let mut changes: Vec<FieldChange> = names
        .into_iter()
        .map(|name| FieldChange { name, a: value(&fields_a, name), b: value(&fields_b, name) })
        .filter(|change| change.a != change.b)
        .collect();
    if changes.is_empty() && a != b {
        // What the names above do not tell apart, as it lies in the words.
        if let (Item::Instruction(a, _), Item::Instruction(b, _)) = (a, b) {
            let pairs = instruction_fields(a).into_iter().zip(instruction_fields(b));
            let differ = pairs.filter(|(a, b)| a != b);
            changes.extend(differ.map(|((name, a), (_, b))| FieldChange {
                name,
                a: Some(format!("{a:#x}")),
                b: Some(format!("{b:#x}")),
            }));
        }
    }
    changes
}

fn fields(item: &Item, stage: Stage) -> Fields {
    match item {
        Item::Flow(control) => flow(control),
        Item::Instruction(instruction, serialized) => {
            let predicate = match instruction.predicate() {
                None => "none",
                Some(true) => "p0",
                Some(false) => "!p0",
            };
            let mut fields =
                vec![("serialized", serialized.to_string()), ("predicate", predicate.to_owned())];
            match instruction {
                Instruction::Alu(operation) => alu(&mut fields, operation, stage),
                Instruction::VertexFetch(fetch) => {
                    fields.push(("constant", format!("vf{}", 95 - i64::from(fetch.constant()))));
                    form(&mut fields, fetch);
                }
                Instruction::TextureFetch(fetch) => {
                    fields.push(("constant", format!("tf{}", fetch.constant)));
                    form(&mut fields, fetch);
                }
            }
            fields
        }
    }
}

fn condition(condition: Condition) -> String {
    let not = |value| if value { "" } else { "!" };
    match condition {
        Condition::Always => "always".to_owned(),
        Condition::Boolean { constant, value } => format!("{}b{constant}", not(value)),
        Condition::Predicate { value } => format!("{}p0", not(value)),
    }
}

fn flow(flow: &ControlFlow) -> Fields {
    let mut fields = Fields::new();
    if let Some(exec) = flow.exec() {
        fields.push(("operation", "exec".to_owned()));
        fields.push(("condition", condition(exec.condition)));
        fields.push(("ends", exec.ends.to_string()));
        fields.push(("yields", exec.yields.to_string()));
        fields.push(("predicate_clean", exec.predicate_clean.to_string()));
        fields.push(("vertex_cache", exec.vertex_cache.to_string()));
    } else {
        fields.push(("operation", flow.opcode().name().to_owned()));
    }
    match flow {
        ControlFlow::Call(_) => fields.push(("condition", condition(flow.condition()))),
        ControlFlow::Jump(jump) => {
            fields.push(("condition", condition(flow.condition())));
            fields.push(("direction", jump.direction.to_string()));
        }
        ControlFlow::LoopStart(form) => {
            fields.push(("constant", format!("i{}", form.constant)));
            fields.push(("repeat", form.repeat.to_string()));
        }
        ControlFlow::LoopEnd(form) => {
            fields.push(("constant", format!("i{}", form.constant)));
            let value = Condition::Predicate { value: form.condition };
            let left = if form.predicated_break { condition(value) } else { "never".to_owned() };
            fields.push(("break_if", left));
        }
        ControlFlow::Alloc(alloc) => {
            fields.push(("kind", alloc.kind.name().to_owned()));
            fields.push(("size", alloc.size.to_string()));
            fields.push(("unserialized", alloc.unserialized.to_string()));
        }
        _ => {}
    }
    fields.push(("address_mode", flow.address_mode().name().to_owned()));
    fields
}

/// The letters of a mask alone.
fn letters(mask: Mask) -> String {
    if mask.is_empty() { "none".to_owned() } else { mask.to_string().replace('_', "") }
}

fn number(name: &str, number: u8, index: Index) -> String {
    match index {
        Index::Static => format!("{name}{number}"),
        Index::Loop => format!("{name}[{number}+aL]"),
        Index::Address => format!("{name}[{number}+a0]"),
    }
}

fn operand(operand: Operand, components: &str) -> String {
    let (name, raw) = match operand.register {
        Register::Temporary(raw) => ("r", raw),
        Register::Constant(raw) => ("c", raw),
    };
    let sign = if operand.negate { "-" } else { "" };
    let name = if operand.absolute { format!("{name}_abs") } else { name.to_owned() };
    format!("{sign}{}.{components}", number(&name, raw, operand.index))
}

fn target(target: Target, index: Index) -> String {
    let (name, raw) = match target {
        Target::Temporary(raw) => ("r", raw),
        Target::Interpolator(raw) => ("o", raw),
        Target::Color(raw) => ("oC", raw),
        Target::MemoryData(raw) => ("eM", raw),
        Target::Undefined(raw) => ("export", raw),
        Target::Position => return "oPos".to_owned(),
        Target::PointSize => return "oPts".to_owned(),
        Target::Depth => return "oDepth".to_owned(),
        Target::MemoryAddress => return "eA".to_owned(),
    };
    number(name, raw, index)
}

fn alu(fields: &mut Fields, alu: &Alu, stage: Stage) {
    if !alu.vector_is_filler() {
        let to = alu.vector_target(stage);
        fields.push(("vector_opcode", alu.vector_opcode.mnemonic().to_owned()));
        fields.push(("vector_destination", target(to.target, to.index)));
        fields.push(("vector_mask", letters(alu.vector_written())));
        fields.push(("vector_clamp", alu.vector_clamp.to_string()));
        let names = ["vector_source_1", "vector_source_2", "vector_source_3"];
        for (name, source) in names.into_iter().zip(alu.vector_operands()) {
            fields.push((name, operand(source, &source.swizzle.to_string())));
        }
    }
    if alu.export {
        fields.push(("zeros", letters(alu.zeros_written())));
        fields.push(("ones", letters(alu.ones_written())));
    }
    if !alu.scalar_is_filler() {
        let to = alu.scalar_target(stage);
        fields.push(("scalar_opcode", alu.scalar_opcode.mnemonic().to_owned()));
        fields.push(("scalar_destination", target(to.target, to.index)));
        fields.push(("scalar_mask", letters(alu.scalar_written())));
        fields.push(("scalar_clamp", alu.scalar_clamp.to_string()));
        let one = |source: Operand, component: Component| operand(source, component.name());
        let sources = match alu.scalar_operands() {
            ScalarSources::None => Vec::new(),
            ScalarSources::One(source, a) => vec![one(source, a)],
            ScalarSources::Two(source, a, b) => vec![one(source, a), one(source, b)],
            ScalarSources::Apart((constant, a), (temporary, b)) => {
                vec![one(constant, a), one(temporary, b)]
            }
        };
        fields.extend(["scalar_source_1", "scalar_source_2"].into_iter().zip(sources));
    }
}

/// All fields of a fetch but those that are told otherwise.
fn form<L: Layout>(fields: &mut Fields, form: &L) {
    form.visit(|field, bits| {
        let told = ["constant", "constant_index", "constant_select", "predicated"];
        if told.contains(&field.name) || field.name == "predicate_condition" {
            return;
        }
        let enumerated = field.values.iter().find(|value| value.code == bits);
        let value = match field.name {
            "destination_swizzle" => FetchSwizzle(bits as u16).to_string(),
            "source_swizzle" => SourceSwizzle(bits as u8).to_string(),
            "source" | "destination" => format!("r{bits}"),
            _ => match (field.kind, enumerated) {
                (_, Some(value)) => value.name.to_owned(),
                (base_word::FieldKind::Flag, None) => (bits != 0).to_string(),
                (base_word::FieldKind::Signed, None) => (bits as i32).to_string(),
                _ => bits.to_string(),
            },
        };
        fields.push((field.name, value));
    });
}
