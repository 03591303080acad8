//! What one program uses and the other does not.

use std::collections::{BTreeMap, BTreeSet};

use super::OneSided;
use crate::alu::Index;
use crate::analysis::{Analysis, VertexFetchUse};
use crate::pieces::Mask;

/// By kind, what one of two has alone; kinds without any are left out.
pub(super) fn one_sided(a: &Analysis, b: &Analysis) -> BTreeMap<&'static str, OneSided> {
    let (mut a, mut b) = (uses(a), uses(b));
    let kinds: BTreeSet<&'static str> = a.keys().chain(b.keys()).copied().collect();
    let mut all = BTreeMap::new();
    for kind in kinds {
        let (a, b) = (a.remove(kind).unwrap_or_default(), b.remove(kind).unwrap_or_default());
        if a != b {
            let only_a = a.difference(&b).cloned().collect();
            let only_b = b.difference(&a).cloned().collect();
            all.insert(kind, OneSided { only_a, only_b });
        }
    }
    all
}

type Uses = BTreeMap<&'static str, BTreeSet<String>>;

fn uses(analysis: &Analysis) -> Uses {
    let mut uses = Uses::new();
    let mut add = |kind, name: String| {
        uses.entry(kind).or_default().insert(name);
    };
    for number in &analysis.float_constants.absolute {
        add("constants", format!("c{number}"));
    }
    for (number, index) in &analysis.float_constants.relative {
        let register = if *index == Index::Address { "a0" } else { "aL" };
        add("constants", format!("c[{number}+{register}]"));
    }
    for number in &analysis.booleans {
        add("boolean-constants", format!("b{number}"));
    }
    for number in &analysis.loop_constants {
        add("loop-constants", format!("i{number}"));
    }
    for fetch in &analysis.vertex_fetches {
        add("vertex-fetches", vertex(fetch));
    }
    for (number, dimensions) in analysis.textures() {
        for dimension in dimensions {
            add("textures", format!("tf{number} {}", dimension.name()));
        }
    }
    for (number, mask) in &analysis.inputs {
        add("inputs", masked(&format!("r{number}"), *mask));
    }
    let exports = &analysis.exports;
    for (number, mask) in &exports.interpolators {
        add("interpolators", masked(&format!("o{number}"), *mask));
    }
    for (number, mask) in &exports.colors {
        add("exports", masked(&format!("oC{number}"), *mask));
    }
    for (name, mask) in [("oPos", exports.position), ("oPts", exports.point_size)] {
        if !mask.is_empty() {
            add("exports", masked(name, mask));
        }
    }
    if exports.depth {
        add("exports", "oDepth".to_owned());
    }
    if exports.memory.addresses != 0 {
        add("exports", "eA".to_owned());
    }
    for number in &exports.memory.data {
        add("exports", format!("eM{number}"));
    }
    for number in &exports.undefined {
        add("exports", format!("export{number}"));
    }
    let others = [
        (analysis.kills, "kill"),
        (analysis.predicate.sets != 0, "predicate"),
        (analysis.writes_address, "address register"),
        (analysis.reads_loop_register, "loop register"),
        (analysis.gradients.implicit, "implicit gradients"),
        (analysis.gradients.explicit, "explicit gradients"),
        (analysis.gradients.sets_registers, "gradient registers"),
        (analysis.gradients.sets_lod, "LOD register"),
    ];
    for (_, name) in others.into_iter().filter(|(used, _)| *used) {
        add("others", name.to_owned());
    }
    uses
}

fn masked(name: &str, mask: Mask) -> String {
    format!("{name}.{mask}")
}

fn vertex(fetch: &VertexFetchUse) -> String {
    let stream = 95 - i64::from(fetch.constant);
    let mut text = format!("vf{stream} {}", fetch.format.name());
    for (flag, word) in [(fetch.signed, " signed"), (fetch.integer, " integer")] {
        text.push_str(if flag { word } else { "" });
    }
    text + &format!(", offset {}, stride {}", fetch.offset, fetch.stride)
}
