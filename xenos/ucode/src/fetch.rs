//! Fetch instructions: 96 bits.
//!
//! For: vertex and texture fetches as types.
//! Not for: what a fetch returns.
//! Facts: digest sections 2.5 and 2.6 (documented).

use crate::codes::{
    AnisotropyFilter, ArbitraryFilter, Component, Dimension, FetchOpcode, SampleLocation,
    SignedMode, TextureFilter, VertexFormat,
};
use crate::part::{Layout, Reserved, instruction};
use crate::pieces::{FetchSwizzle, SourceSwizzle};

instruction! {
    /// A vertex fetch, full or mini. A mini fetch takes source, constant, stride and rounding of the
    /// last full one; its own fields of these names have no effect.
    pub struct VertexFetch = "vfetch", 96 bits, tag 0 ..= 4 {
        /// the register that holds the index
        source: u8(5..=10),
        /// aL is added to its number
        source_relative: bool(11),
        /// the destination register
        destination: u8(12..=17),
        /// aL is added to its number
        destination_relative: bool(18),
        /// set in every known program
        must_be_one: bool(19),
        /// the fetch constant: a third of its number
        constant_index: u8(20..=24),
        /// the fetch constant: which of three
        constant_select: u8(25..=26),
        /// dwords to prefetch, minus one
        prefetch_minus_1: u8(27..=29),
        /// the source's component
        source_component: Component(30..=31),
        /// what is written
        destination_swizzle: FetchSwizzle(32..=43),
        /// components are signed
        signed: bool(44),
        /// components are integers, not fractions
        integer: bool(45),
        /// how signed fractions reach -1
        signed_mode: SignedMode(46),
        /// the index is rounded, not cut
        index_rounded: bool(47),
        /// the element's format
        format: VertexFormat(48..=53),
        /// unused
        reserved_54: Reserved(54..=55),
        /// results are multiplied by two to this power
        exponent: i8(56..=61),
        /// a mini fetch
        mini: bool(62),
        /// has effect only if the predicate agrees
        predicated: bool(63),
        /// dwords between elements
        stride: u8(64..=71),
        /// dwords from an element's start
        offset: i32(72..=94),
        /// the predicate's value that agrees
        predicate_condition: bool(95),
    }
}

impl VertexFetch {
    /// The fetch constant's number, 0 to 95 (a select of 3 reaches 96).
    pub const fn constant(&self) -> u32 {
        self.constant_index as u32 * 3 + self.constant_select as u32
    }

    /// The fetch with the fetch constant replaced.
    #[must_use]
    pub const fn with_constant(mut self, number: u32) -> Self {
        self.constant_index = (number / 3) as u8;
        self.constant_select = (number % 3) as u8;
        self
    }

    /// The fetch without what has no effect: reserved bits, the condition of what is not
    /// predicated, and in a mini fetch what the full one decides.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let mut fetch = self.without_reserved();
        fetch.predicate_condition &= fetch.predicated;
        if fetch.constant_index < 31 {
            // A select of 3 is the next index's first.
            fetch = fetch.with_constant(fetch.constant());
        }
        if fetch.mini {
            fetch.source = 0;
            fetch.source_relative = false;
            fetch.source_component = Component::X;
            fetch = fetch.with_constant(0);
            fetch.index_rounded = false;
            fetch.stride = 0;
        }
        fetch
    }
}

instruction! {
    /// A texture fetch, or an instruction of the texture unit.
    pub struct TextureFetch = "tfetch", 96 bits {
        /// which; never the vertex fetch
        opcode: FetchOpcode(0..=4),
        /// the register that holds the coordinates
        source: u8(5..=10),
        /// aL is added to its number
        source_relative: bool(11),
        /// the destination register
        destination: u8(12..=17),
        /// aL is added to its number
        destination_relative: bool(18),
        /// pixels outside the primitive are not fetched
        fetch_valid_only: bool(19),
        /// the fetch constant
        constant: u8(20..=24),
        /// coordinates are texels
        unnormalized: bool(25),
        /// the source's components
        source_swizzle: SourceSwizzle(26..=31),
        /// what is written
        destination_swizzle: FetchSwizzle(32..=43),
        /// the filter when magnified
        mag_filter: TextureFilter(44..=45),
        /// the filter when minified
        min_filter: TextureFilter(46..=47),
        /// the filter between levels
        mip_filter: TextureFilter(48..=49),
        /// the limit of anisotropy
        anisotropy: AnisotropyFilter(50..=52),
        /// a filter that was given up
        arbitrary_filter: ArbitraryFilter(53..=55),
        /// the filter between layers when magnified
        volume_mag_filter: TextureFilter(56..=57),
        /// the filter between layers when minified
        volume_min_filter: TextureFilter(58..=59),
        /// the computed level of detail counts
        use_computed_lod: bool(60),
        /// the LOD register counts
        use_register_lod: bool(61),
        /// unused
        reserved_62: Reserved(62),
        /// has effect only if the predicate agrees
        predicated: bool(63),
        /// gradients come from registers
        use_register_gradients: bool(64),
        /// where in the pixel
        sample_location: SampleLocation(65),
        /// added to the level of detail, in sixteenths
        lod_bias: i8(66..=72),
        /// unused
        reserved_73: Reserved(73..=77),
        /// the texture's dimension
        dimension: Dimension(78..=79),
        /// texels added to the first coordinate, in halves
        offset_x: i8(80..=84),
        /// texels added to the second coordinate, in halves
        offset_y: i8(85..=89),
        /// texels added to the third coordinate, in halves
        offset_z: i8(90..=94),
        /// the predicate's value that agrees
        predicate_condition: bool(95),
    }
}

impl TextureFetch {
    /// Source components that are read.
    pub fn source_components(&self) -> u32 {
        self.opcode.fixed_components().unwrap_or_else(|| self.dimension.components())
    }

    /// A fetch that overrides nothing: filters from the constant, the computed level of detail, the
    /// primitive's pixels alone. Sample location and the filter that was given up are the codes 0,
    /// as in every program of the console's compiler.
    pub fn plain(opcode: FetchOpcode, dimension: Dimension) -> Self {
        Self {
            opcode,
            dimension,
            fetch_valid_only: true,
            destination_swizzle: FetchSwizzle::XYZW,
            source_swizzle: SourceSwizzle(0b10_01_00),
            mag_filter: TextureFilter::Keep,
            min_filter: TextureFilter::Keep,
            mip_filter: TextureFilter::Keep,
            anisotropy: AnisotropyFilter::Keep,
            volume_mag_filter: TextureFilter::Keep,
            volume_min_filter: TextureFilter::Keep,
            use_computed_lod: true,
            ..Self::default()
        }
    }

    /// The fetch without what has no effect: reserved bits, the condition of what is not
    /// predicated, coordinates that are not read; for those that set registers of the texture unit
    /// also destination, constant and everything that changes a sample.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let mut fetch = self.without_reserved();
        fetch.predicate_condition &= fetch.predicated;
        if fetch.opcode.is_set() {
            fetch = Self {
                source: fetch.source,
                source_relative: fetch.source_relative,
                source_swizzle: fetch.source_swizzle,
                predicated: fetch.predicated,
                predicate_condition: fetch.predicate_condition,
                destination_swizzle: FetchSwizzle::KEEP,
                ..Self::plain(fetch.opcode, Dimension::D1)
            };
        }
        let read = fetch.source_components();
        // The console's compiler repeats the first.
        let first = fetch.source_swizzle.component(0);
        let component =
            |index| if index < read { fetch.source_swizzle.component(index) } else { first };
        fetch.source_swizzle = SourceSwizzle::of([component(0), component(1), component(2)]);
        // Offsets count for coordinates that the dimension has.
        let coordinates = fetch.dimension.components();
        if coordinates < 2 {
            fetch.offset_y = 0;
        }
        if coordinates < 3 {
            fetch.offset_z = 0;
        }
        fetch
    }
}
