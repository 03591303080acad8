use super::*;

fn alu(alu: Alu) -> Piece {
    Piece::Instruction(Instruction::Alu(alu))
}

#[test]
fn every_field_of_every_kind_is_found_and_set() {
    for kind in Kind::ALL {
        for field in kind.fields() {
            assert!(FieldOf::find(kind, field.name).is_some(), "{}.{}", kind.name(), field.name);
        }
    }
    let clamp = FieldOf::find(Kind::Alu, "vector_clamp").unwrap();
    let set = clamp.set(&alu(Alu::nop()), 1);
    assert_eq!(set, alu(Alu { vector_clamp: true, ..Alu::nop() }));
    assert_eq!(clamp.get(&set), Some(1));
}

#[test]
fn sources_have_parts() {
    let temporary = alu(Alu { source_2: 0x80 | 7, ..Alu::nop() });
    let of = |name| FieldOf::find(Kind::Alu, name).unwrap();
    assert_eq!(of("source_2").get(&temporary), Some(7));
    assert_eq!(of("source_2_absolute").get(&temporary), Some(1));
    assert_eq!(of("source_2_relative").get(&temporary), Some(0));
    let constant = alu(Alu { source_2: 0x87, temporary_2: false, ..Alu::nop() });
    assert_eq!(of("source_2").get(&constant), Some(0x87));
    assert_eq!(of("source_2_absolute").get(&constant), None);
}

#[test]
fn values_have_letters_and_names() {
    let value = |kind, name, text| FieldOf::find(kind, name).unwrap().value(text);
    assert_eq!(value(Kind::Alu, "swizzle_1", "xyzw"), Ok(0));
    assert_eq!(value(Kind::Alu, "swizzle_1", "xxxx"), Ok(0b01_10_11_00));
    assert_eq!(value(Kind::Alu, "vector_mask", "xz"), Ok(5));
    assert_eq!(value(Kind::Alu, "vector_mask", "____"), Ok(0));
    assert_eq!(value(Kind::VertexFetch, "destination_swizzle", "x01_"), Ok(0o7540));
    assert_eq!(value(Kind::TextureFetch, "source_swizzle", "yxw"), Ok(0b11_00_01));
    assert_eq!(value(Kind::VertexFetch, "format", "2_10_10_10"), Ok(7));
    assert_eq!(value(Kind::VertexFetch, "exponent", "-32"), Ok(32));
    assert!(value(Kind::Alu, "swizzle_1", "xyz").is_err());
    assert!(value(Kind::Alu, "vector_clamp", "2").is_err());
}
