//! Random instructions.

use base_word::FieldValue;
use xenos_ucode::codes::{
    AnisotropyFilter, ArbitraryFilter, Dimension, FetchComponent, FetchOpcode, RelativeBase,
    SampleLocation, ScalarOpcode, ScalarOperands, SignedMode, VectorOpcode, VertexFormat,
};
use xenos_ucode::{
    Alu, FetchSwizzle, Mask, SourceSwizzle, Stage, Swizzle, TextureFetch, VertexFetch,
};

use crate::Numbers;
use crate::Options;

/// Temporaries that a program writes first, and then reads and writes.
pub(crate) const TEMPORARIES: u32 = 16;

/// What stands around an instruction.
#[derive(Clone, Copy)]
pub(crate) struct Around<'o> {
    pub(crate) options: &'o Options,
    pub(crate) stage: Stage,
    /// A loop is around: aL may be read.
    pub(crate) looped: bool,
    /// An exec with the predicate is around: the instruction has it too.
    pub(crate) predicate: Option<bool>,
}

impl Around<'_> {
    fn predicate(&self, numbers: &mut Numbers) -> Option<bool> {
        self.predicate.or_else(|| numbers.chance(4).then(|| numbers.chance(2)))
    }

    fn by_loop(&self, numbers: &mut Numbers) -> bool {
        self.looped && self.options.relative && numbers.chance(8)
    }
}

/// A source's number with its modifiers, and whether it is a temporary.
fn source(around: &Around<'_>, numbers: &mut Numbers) -> (u8, bool) {
    if numbers.chance(3) {
        return (numbers.below(256) as u8, false);
    }
    let by_loop = around.by_loop(numbers);
    let absolute = numbers.chance(5);
    let number = numbers.below(TEMPORARIES) as u8;
    (number | u8::from(by_loop) << 6 | u8::from(absolute) << 7, true)
}

fn vector_opcode(around: &Around<'_>, numbers: &mut Numbers) -> VectorOpcode {
    loop {
        let opcode = VectorOpcode::from_bits(numbers.below(30));
        let kills = matches!(opcode.code(), 24..=27);
        if !kills || around.stage == Stage::Pixel {
            return opcode;
        }
    }
}

fn scalar_opcode(around: &Around<'_>, numbers: &mut Numbers) -> ScalarOpcode {
    loop {
        let opcode = ScalarOpcode::from_bits(numbers.below(51));
        let kills = matches!(opcode.code(), 35..=39);
        if opcode.is_defined() && (!kills || around.stage == Stage::Pixel) {
            return opcode;
        }
    }
}

/// An ALU instruction to temporaries, both halves at random.
pub(crate) fn alu(around: &Around<'_>, numbers: &mut Numbers) -> Alu {
    let predicate = around.predicate(numbers);
    let [one, two, three] = [(); 3].map(|()| source(around, numbers));
    let mut alu = Alu {
        vector_destination: numbers.below(TEMPORARIES) as u8,
        vector_destination_relative: around.by_loop(numbers),
        scalar_destination: numbers.below(TEMPORARIES) as u8,
        scalar_destination_relative: around.by_loop(numbers),
        absolute_constants: numbers.chance(4),
        vector_mask: Mask(numbers.below(16) as u8),
        scalar_mask: Mask(numbers.below(16) as u8),
        vector_clamp: numbers.chance(6),
        scalar_clamp: numbers.chance(6),
        vector_opcode: vector_opcode(around, numbers),
        scalar_opcode: scalar_opcode(around, numbers),
        swizzle_1: Swizzle(numbers.below(256) as u8),
        swizzle_2: Swizzle(numbers.below(256) as u8),
        swizzle_3: Swizzle(numbers.below(256) as u8),
        negate_1: numbers.chance(4),
        negate_2: numbers.chance(4),
        negate_3: numbers.chance(4),
        predicated: predicate.is_some(),
        predicate_condition: predicate == Some(true),
        source_1: one.0,
        source_2: two.0,
        source_3: three.0,
        temporary_1: one.1,
        temporary_2: two.1,
        temporary_3: three.1,
        ..Alu::nop()
    };
    // Often a half does nothing.
    match numbers.below(6) {
        0 => alu = Alu { vector_opcode: VectorOpcode::Max, vector_mask: Mask(0), ..alu },
        1 | 2 => {
            alu.scalar_opcode = ScalarOpcode::RetainPrev;
            (alu.scalar_mask, alu.scalar_destination) = (Mask(0), 0);
        }
        _ => {}
    }
    if alu.scalar_opcode.operands() == ScalarOperands::ConstantTemporary {
        // The temporary's number lies in opcode, select and swizzle: below 16, like the others.
        alu.swizzle_3.0 &= 0xCF;
        // A third source of the vector half that is a temporary has the constant's number.
        if alu.vector_opcode.operands() == 3 && alu.temporary_3 {
            alu.source_3 &= 0x80 | (TEMPORARIES as u8 - 1);
        }
    }
    if around.options.relative {
        let base = if around.looped { numbers.code(1) } else { RelativeBase::Address };
        alu.relative_base = base;
        alu.first_constant_relative = numbers.chance(4);
        alu.later_constants_relative = numbers.chance(4);
    }
    alu.normalized()
}

/// An ALU instruction to an export register.
pub(crate) fn export(around: &Around<'_>, numbers: &mut Numbers, register: u8) -> Alu {
    Alu {
        export: true,
        vector_destination: register,
        scalar_destination_relative: numbers.chance(3),
        ..alu(around, numbers)
    }
    .normalized()
}

/// A vertex fetch of all kinds.
pub(crate) fn vertex(around: &Around<'_>, numbers: &mut Numbers, mini: bool) -> VertexFetch {
    let predicate = around.predicate(numbers);
    let format = loop {
        let format = VertexFormat::from_bits(numbers.below(64));
        if format.is_defined() {
            break format;
        }
    };
    VertexFetch {
        source: numbers.below(TEMPORARIES) as u8,
        source_relative: around.by_loop(numbers),
        source_component: numbers.code(2),
        destination: numbers.below(TEMPORARIES) as u8,
        destination_relative: around.by_loop(numbers),
        destination_swizzle: written(numbers),
        must_be_one: true,
        prefetch_minus_1: if around.options.hints { numbers.below(8) as u8 } else { 0 },
        signed: numbers.chance(2),
        integer: numbers.chance(2),
        signed_mode: numbers.code::<SignedMode>(1),
        index_rounded: numbers.chance(3),
        format,
        exponent: if numbers.chance(3) { numbers.below(64) as i8 - 32 } else { 0 },
        mini,
        predicated: predicate.is_some(),
        predicate_condition: predicate == Some(true),
        stride: numbers.below(256) as u8,
        offset: match numbers.below(3) {
            0 => 0,
            1 => numbers.below(64) as i32,
            _ => numbers.below(1 << 23) as i32 - (1 << 22),
        },
        ..VertexFetch::default()
    }
    .with_constant(numbers.below(96))
    .normalized()
}

/// Components that a fetch writes: one at least.
fn written(numbers: &mut Numbers) -> FetchSwizzle {
    loop {
        let parts = [(); 4].map(|()| match numbers.below(7) {
            6 => FetchComponent::Keep,
            code => FetchComponent::from_bits(code),
        });
        let swizzle = FetchSwizzle::of(parts);
        if swizzle != FetchSwizzle::KEEP {
            return swizzle;
        }
    }
}

/// A fetch from a texture, or an instruction of the texture unit.
pub(crate) fn texture(around: &Around<'_>, numbers: &mut Numbers) -> TextureFetch {
    let predicate = around.predicate(numbers);
    let mut opcodes = vec![FetchOpcode::BorderFraction, FetchOpcode::Weights, FetchOpcode::SetLod];
    opcodes.extend([FetchOpcode::SetGradientH, FetchOpcode::SetGradientV]);
    if around.stage == Stage::Pixel {
        opcodes.extend([FetchOpcode::ComputedLod, FetchOpcode::Gradients]);
    }
    let opcode = if numbers.chance(2) {
        FetchOpcode::Fetch
    } else {
        numbers.pick(FetchOpcode::Fetch, &opcodes)
    };
    let hints = around.options.hints;
    TextureFetch {
        source: numbers.below(TEMPORARIES) as u8,
        source_relative: around.by_loop(numbers),
        destination: numbers.below(TEMPORARIES) as u8,
        destination_relative: around.by_loop(numbers),
        fetch_valid_only: !numbers.chance(3),
        constant: numbers.below(32) as u8,
        unnormalized: numbers.chance(5),
        source_swizzle: SourceSwizzle(numbers.below(64) as u8),
        destination_swizzle: written(numbers),
        mag_filter: numbers.code(2),
        min_filter: numbers.code(2),
        mip_filter: numbers.code(2),
        anisotropy: numbers.pick(
            AnisotropyFilter::Keep,
            &[AnisotropyFilter::Disabled, AnisotropyFilter::Max1, AnisotropyFilter::Max16],
        ),
        arbitrary_filter: if hints && numbers.chance(4) {
            ArbitraryFilter::Keep
        } else {
            ArbitraryFilter::Sym2x4
        },
        volume_mag_filter: numbers.code(2),
        volume_min_filter: numbers.code(2),
        use_computed_lod: around.stage == Stage::Pixel && numbers.chance(2),
        use_register_lod: numbers.chance(4),
        use_register_gradients: numbers.chance(4),
        sample_location: numbers.code::<SampleLocation>(1),
        lod_bias: if numbers.chance(2) { (numbers.below(128) as i32 - 64) as i8 } else { 0 },
        offset_x: numbers.below(32) as i8 - 16,
        offset_y: numbers.below(32) as i8 - 16,
        offset_z: numbers.below(32) as i8 - 16,
        predicated: predicate.is_some(),
        predicate_condition: predicate == Some(true),
        ..TextureFetch::plain(opcode, numbers.code::<Dimension>(2))
    }
    .normalized()
}
