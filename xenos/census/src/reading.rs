//! Reading a census of this chip: tables, their order and titles, and what of them a contract holds.

use base_census::{Census, Entry};

/// What a census of this chip calls it.
pub const CHIP: &str = "xenos";

/// What an item of a contract is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Colour and depth targets.
    Surface,
    /// Copies out of EDRAM, with what they clear.
    Resolve,
    /// How textures are laid out and read.
    TextureLayout,
    /// Primitives and indices.
    Primitive,
    /// Vertex elements and how they lie together.
    VertexLayout,
    /// Filters, clamps and biases.
    Sampler,
    /// What becomes of a pixel and of the primitive it comes from.
    PixelState,
    /// Programs and what they use.
    Shader,
    /// What is shown.
    FrontBuffer,
    /// What the processor or memory sees.
    SideEffect,
}

impl Kind {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Surface,
        Self::Resolve,
        Self::TextureLayout,
        Self::Primitive,
        Self::VertexLayout,
        Self::Sampler,
        Self::PixelState,
        Self::Shader,
        Self::FrontBuffer,
        Self::SideEffect,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Surface => "surface",
            Self::Resolve => "resolve",
            Self::TextureLayout => "texture layout",
            Self::Primitive => "primitive",
            Self::VertexLayout => "vertex layout",
            Self::Sampler => "sampler",
            Self::PixelState => "pixel state",
            Self::Shader => "shader",
            Self::FrontBuffer => "front buffer",
            Self::SideEffect => "side effect",
        }
    }
}

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its name in files.
    pub name: &'static str,
    /// Its title in reports.
    pub title: &'static str,
    /// What `value` sums; empty where it sums nothing.
    pub value: &'static str,
    /// What its entries are in a contract; none where they only describe a stream.
    pub kind: Option<Kind>,
}

const fn table(
    name: &'static str,
    title: &'static str,
    value: &'static str,
    kind: Option<Kind>,
) -> TableRow {
    TableRow { name, title, value, kind }
}

/// How many of a census's frames have not ended: 1 if a packet follows the last swap, else 0.
/// They are among the frames that [`Census::frames`] counts, since entries may occur in them.
pub fn unfinished_frames(census: &Census) -> u64 {
    let summary = census.tables.get("summary");
    let entry = summary.and_then(|summary| summary.entries.get("what=unfinished-frames"));
    entry.map_or(0, |entry| entry.count.min(census.frames()))
}

/// Every table, in the order that reports show them.
pub const TABLES: [TableRow; 35] = [
    table("packets", "Packets", "dwords", None),
    table("skipped", "Packets that were not executed", "dwords", None),
    table("predication", "Predicated packets", "", Some(Kind::SideEffect)),
    table("registers", "Register writes", "", None),
    table("constants", "Packets that write constants and registers", "dwords", None),
    table("primitives", "Primitives and indices", "vertices", Some(Kind::Primitive)),
    table("surfaces", "Surfaces", "", Some(Kind::Surface)),
    table("edram", "Where surfaces lie in EDRAM", "", Some(Kind::Surface)),
    table("pixel-states", "Depth, stencil, masks, blending", "", Some(Kind::PixelState)),
    table("raster-states", "Primitive assembly and viewport", "", Some(Kind::PixelState)),
    table("vertex-formats", "Vertex elements", "", Some(Kind::VertexLayout)),
    table("vertex-layouts", "Vertex layouts", "", Some(Kind::VertexLayout)),
    table("textures", "Textures, as they are fetched", "", Some(Kind::TextureLayout)),
    table("samplers", "Samplers", "", Some(Kind::Sampler)),
    table("shaders", "Programs", "", Some(Kind::Shader)),
    table("shader-pairs", "Pairs of programs", "", Some(Kind::Shader)),
    table("shader-features", "What programs use", "", Some(Kind::Shader)),
    table("pipelines", "State, primitive and programs together", "", None),
    table("changes", "Registers that change between draws", "", None),
    table("resolves", "Resolves", "bytes", Some(Kind::Resolve)),
    table("resolve-sizes", "Resolves, by size", "", Some(Kind::Resolve)),
    table("clears", "Clears", "", Some(Kind::Resolve)),
    table("front-buffers", "Pictures shown", "", Some(Kind::FrontBuffer)),
    table("gamma", "Gamma ramps", "", Some(Kind::FrontBuffer)),
    table("buffers", "Indirect buffers, against the frame before", "dwords", None),
    table("buffer-draws", "Indirect buffers, by their draws", "draws", None),
    table("waits", "Waits", "", Some(Kind::SideEffect)),
    table("polls", "What waits look at", "", None),
    table("fences", "Stores by packets", "dwords", Some(Kind::SideEffect)),
    table("events", "Events", "", Some(Kind::SideEffect)),
    table("reports", "Where sample counts go", "", None),
    table("interrupts", "Interrupts", "", Some(Kind::SideEffect)),
    table("side-effects", "Side effects", "", Some(Kind::SideEffect)),
    table("unmodelled", "State that no source models", "", Some(Kind::PixelState)),
    table("summary", "Summary", "", None),
];

/// Whether a census of this chip has a table of that name.
pub fn is_table(name: &str) -> bool {
    TABLES.iter().any(|table| table.name == name)
}

/// What the entries of a table are in a contract.
pub fn kind_of(name: &str) -> Option<Kind> {
    TABLES.iter().find(|table| table.name == name).and_then(|table| table.kind)
}

/// A table in reading order.
pub type Rows<'a> = Vec<(&'a str, &'a Entry)>;

/// The rows of a table by count, most first.
pub fn rows<'a>(census: &'a Census, table: &str) -> Rows<'a> {
    let Some(found) = census.tables.get(table) else { return Vec::new() };
    let mut rows: Rows<'a> = found.entries.iter().map(|(key, entry)| (&**key, entry)).collect();
    rows.sort_by(|(a, x), (b, y)| (y.count, a).cmp(&(x.count, b)));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Which;

    #[test]
    fn tables_stand_where_the_code_looks_for_them() {
        let name = |which: Which| TABLES[which as usize].name;
        assert_eq!(name(Which::Packets), "packets");
        assert_eq!(name(Which::Primitives), "primitives");
        assert_eq!(name(Which::ShaderFeatures), "shader-features");
        assert_eq!(name(Which::Pipelines), "pipelines");
        assert_eq!(name(Which::Resolves), "resolves");
        assert_eq!(name(Which::Buffers), "buffers");
        assert_eq!(name(Which::Polls), "polls");
        assert_eq!(name(Which::Reports), "reports");
        assert_eq!(name(Which::Summary), "summary");
        assert!(is_table("gamma") && !is_table("textures of units"));
        for kind in Kind::ALL {
            assert!(TABLES.iter().any(|table| table.kind == Some(kind)), "{}", kind.name());
        }
    }
}
