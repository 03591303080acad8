//! Every bit of every register word belongs to exactly one field.

use sst1_regs::{CONFIG_REGISTERS, REGISTERS, partition_fault};

/// Names words whose fields overlap or leave bits out.
pub(crate) fn check() -> Vec<String> {
    let words = REGISTERS
        .iter()
        .flat_map(|r| (0..r.words).map(move |word| (r.name, r.fields(word))))
        .chain(CONFIG_REGISTERS.iter().map(|r| (r.name, r.fields)))
        .chain(xenos_regs::REGISTERS.iter().map(|r| (r.name, r.fields())))
        .chain(fetch_dwords());
    words
        .filter(|(_, fields)| !fields.is_empty())
        .filter_map(|(name, fields)| partition_fault(fields).map(|why| format!("{name}: {why}")))
        .collect()
}

/// The dwords of the Xenos' fetch constants, which are registers of no fixed format.
fn fetch_dwords() -> impl Iterator<Item = (&'static str, &'static [xenos_regs::Field])> {
    use xenos_regs::fetch::Dimension;
    let dimensions = [Dimension::D1, Dimension::D2, Dimension::D3, Dimension::Cube];
    let textures = dimensions.into_iter().flat_map(|dimension| {
        (0..6).map(move |dword| xenos_regs::texture_fetch_fields(dword, dimension))
    });
    let vertices = (0..2).map(xenos_regs::vertex_fetch_fields);
    textures.map(|f| ("texture fetch", f)).chain(vertices.map(|f| ("vertex fetch", f)))
}
