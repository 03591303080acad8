use super::*;
use crate::codes::Component::{W, X, Y, Z};
use crate::part::{Layout, layout_fault};
use crate::program::Stage;

#[test]
fn every_bit_has_one_owner() {
    assert_eq!(layout_fault::<Alu>(), None);
    assert_eq!(layout_fault::<crate::VertexFetch>(), None);
    assert_eq!(layout_fault::<crate::TextureFetch>(), None);
}

#[test]
fn fields_lie_where_the_description_says() {
    let alu = Alu {
        vector_destination: 0x2A,
        scalar_opcode: ScalarOpcode::RetainPrev,
        source_1: 0x81,
        temporary_1: true,
        negate_3: true,
        vector_opcode: VectorOpcode::Mad,
        ..Alu::default()
    };
    let bits = alu.to_bits();
    assert_eq!(bits as u32, 0x2A | 50 << 26);
    assert_eq!((bits >> 32) as u32, 1 << 24);
    assert_eq!((bits >> 64) as u32, 0x81 << 16 | 11 << 24 | 1 << 31);
}

#[test]
fn temporaries_have_modifiers_in_their_number() {
    let alu = Alu { source_2: 0xC5, temporary_2: true, negate_2: true, ..Alu::default() };
    let source = alu.source(2);
    assert_eq!(source.register, Register::Temporary(5));
    assert_eq!(source.index, Index::Loop);
    assert!(source.absolute && source.negate);
}

#[test]
fn the_first_constant_is_relative_by_its_own_bit() {
    let mut alu = Alu {
        first_constant_relative: true,
        relative_base: RelativeBase::Address,
        absolute_constants: true,
        ..Alu::default()
    };
    let index = |alu: &Alu| [1, 2, 3].map(|number| alu.source(number).index);
    assert_eq!(index(&alu), [Index::Address, Index::Static, Index::Static]);
    alu.temporary_1 = true;
    assert_eq!(index(&alu), [Index::Static, Index::Address, Index::Static]);
    alu.temporary_2 = true;
    assert_eq!(index(&alu), [Index::Static, Index::Static, Index::Address]);
    assert!(alu.source(3).absolute && !alu.source(1).absolute);
    alu.first_constant_relative = false;
    alu.later_constants_relative = true;
    assert_eq!(index(&alu), [Index::Static; 3]);
}

#[test]
fn scalar_operands_stand_at_w_and_x() {
    let alu = Alu {
        scalar_opcode: ScalarOpcode::Adds,
        source_3: 9,
        temporary_3: true,
        swizzle_3: Swizzle::of([Y, X, X, Z]),
        ..Alu::default()
    };
    let ScalarSources::Two(source, a, b) = alu.scalar_operands() else { panic!("{alu:?}") };
    assert_eq!((source.register, a, b), (Register::Temporary(9), Z, Y));
}

#[test]
fn a_temporary_is_spread_over_opcode_select_and_swizzle() {
    let alu = Alu {
        scalar_opcode: ScalarOpcode::Addsc1,
        source_3: 200,
        temporary_3: true,
        swizzle_3: Swizzle(0b1110_1001),
        ..Alu::default()
    };
    let ScalarSources::Apart((constant, a), (temporary, b)) = alu.scalar_operands() else {
        panic!("{alu:?}")
    };
    assert_eq!((constant.register, a), (Register::Constant(200), Z));
    assert_eq!((temporary.register, b), (Register::Temporary(0b10_1011), Y));
}

#[test]
fn export_masks_overlap_to_ones_and_leave_zeros() {
    let mut alu = Alu {
        export: true,
        vector_destination: 62,
        vector_mask: Mask(0b0011),
        scalar_mask: Mask(0b0110),
        ..Alu::default()
    };
    assert_eq!(alu.vector_written(), Mask(0b0001));
    assert_eq!(alu.scalar_written(), Mask(0b0100));
    assert_eq!(alu.ones_written(), Mask(0b0010));
    assert_eq!(alu.zeros_written(), Mask(0));
    alu.scalar_destination_relative = true;
    assert_eq!(alu.zeros_written(), Mask(0b1000));
    assert_eq!(alu.written(), Mask::ALL);
    assert_eq!(alu.scalar_target(Stage::Vertex).target, Target::Position);
    assert_eq!(alu.vector_target(Stage::Pixel).target, Target::Undefined(62));
}

#[test]
fn the_normal_form_keeps_what_relative_constants_mean() {
    // A scalar operation whose constant counts as the second, since nobody reads source 2.
    let alu = Alu {
        vector_opcode: VectorOpcode::Frc,
        vector_mask: Mask::ALL,
        temporary_1: true,
        temporary_2: false,
        source_2: 77,
        scalar_opcode: ScalarOpcode::Rcp,
        source_3: 10,
        later_constants_relative: true,
        swizzle_3: Swizzle::of([W, W, W, W]),
        ..Alu::default()
    };
    let normal = alu.normalized();
    assert_eq!(normal.source(3).index, Index::Loop);
    assert_eq!(normal.source(3).register, alu.source(3).register);
    assert!(normal.temporary_2 && normal.source_2 == 0 && normal.first_constant_relative);
    assert_eq!(normal.swizzle_3.component(3), W);
    assert_eq!(normal.normalized(), normal);
}

#[test]
fn operands_that_an_opcode_reads() {
    assert_eq!(VectorOpcode::Dp2Add.reads(3, 0b1111), 1);
    assert_eq!(VectorOpcode::Dp3.reads(1, 0b1000), 7);
    assert_eq!(VectorOpcode::KillEq.reads(2, 0), 15);
    assert_eq!(VectorOpcode::MaxA.reads(1, 0), 8);
    assert_eq!(VectorOpcode::Add.reads(3, 15), 0);
    assert_eq!(ScalarOpcode::Mulsc0.mnemonic(), ScalarOpcode::Mulsc1.mnemonic());
    let undefined = (0..64).filter(|code| {
        use base_word::FieldValue;
        !ScalarOpcode::from_bits(*code).is_defined()
    });
    assert_eq!(undefined.count(), 14);
}
