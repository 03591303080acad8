//! Every bit of every register word belongs to exactly one field.

use sst1_regs::{CONFIG_REGISTERS, REGISTERS, partition_fault};

/// Names words whose fields overlap or leave bits out.
pub(crate) fn check() -> Vec<String> {
    let words = REGISTERS
        .iter()
        .flat_map(|r| (0..r.words).map(move |word| (r.name, r.fields(word))))
        .chain(CONFIG_REGISTERS.iter().map(|r| (r.name, r.fields)));
    words
        .filter(|(_, fields)| !fields.is_empty())
        .filter_map(|(name, fields)| partition_fault(fields).map(|why| format!("{name}: {why}")))
        .collect()
}
