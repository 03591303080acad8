use super::*;
use base_word::partition_fault;

#[test]
fn every_bit_of_every_word_belongs_to_one_field() {
    for row in REGISTERS {
        let fields = row.fields();
        assert!(fields.is_empty() || partition_fault(fields).is_none(), "{}", row.name);
    }
    for number in 0..6 {
        for dimension in [
            crate::fetch::Dimension::D1,
            crate::fetch::Dimension::D2,
            crate::fetch::Dimension::D3,
            crate::fetch::Dimension::Cube,
        ] {
            let fields = crate::texture_fetch_fields(number, dimension);
            assert_eq!(partition_fault(fields), None, "dword {number}");
        }
    }
    for number in 0..2 {
        assert_eq!(partition_fault(crate::vertex_fetch_fields(number)), None);
    }
}

#[test]
fn rows_ascend_and_look_ups_find_them() {
    assert!(REGISTERS.windows(2).all(|pair| pair[0].last() < pair[1].index));
    for row in REGISTERS {
        for index in row.index..=row.last() {
            assert_eq!(register_at(u32::from(index)), Some(row));
        }
    }
    assert_eq!(register_at(0), None);
    assert_eq!(register_at(FILE_WORDS as u32), None);
    assert_eq!(register_at(u32::MAX), None);
}

#[test]
fn every_name_finds_its_index() {
    for index in 0..FILE_WORDS as u32 {
        let name = Name(index).to_string();
        assert_eq!(by_name(&name), Some(index as u16), "{name}");
    }
    let known = [
        ("RB_SURFACE_INFO", 0x2000),
        ("SHADER_CONSTANT_012_X", 0x4030),
        ("SHADER_CONSTANT_511_W", 0x47FF),
        ("SHADER_CONSTANT_FETCH_31_5", 0x48BF),
        ("SHADER_CONSTANT_BOOL_032_063", 0x4901),
        ("SHADER_CONSTANT_LOOP_31", 0x4927),
        ("SHADER_CONSTANT_FLUSH_FETCH_2", 0x5002),
        ("REG_0001", 1),
    ];
    for (name, index) in known {
        assert_eq!(by_name(name), Some(index), "{name}");
        assert_eq!(Name(u32::from(index)).to_string(), name);
    }
}

#[test]
fn names_of_nothing_find_nothing() {
    let wrong = [
        "",
        "_",
        "SHADER_CONSTANT",
        "SHADER_CONSTANT_512_X",
        "SHADER_CONSTANT_12_X",
        "SHADER_CONSTANT_012_V",
        "SHADER_CONSTANT_FETCH_32_0",
        "SHADER_CONSTANT_FETCH_00_6",
        "SHADER_CONSTANT_BOOL_001_031",
        "SHADER_CONSTANT_LOOP_32",
        "REG_5003",
        "REG_00001",
        "RB_SURFACE_INF",
        "SHADER_CONSTANT_99999999_X",
    ];
    for name in wrong {
        assert_eq!(by_name(name), None, "{name}");
    }
}

#[test]
fn side_effects_of_ranges_are_those_of_their_registers() {
    let effects: Vec<u32> = (0..FILE_WORDS as u32 + 200).filter(|&i| has_side_effect(i)).collect();
    assert_eq!(effects.len(), 1 + 8 + 1 + 1 + 4 + 3 + 3);
    for first in (0..FILE_WORDS as u32 + 100).step_by(7) {
        for count in [0, 1, 2, 63, 64, 65, 129] {
            let one = (first..first + count).any(has_side_effect);
            assert_eq!(any_side_effect(first, count), one, "{first:#x} {count}");
        }
    }
    assert!(any_side_effect(0, u32::MAX));
    assert!(!any_side_effect(u32::MAX, u32::MAX));
    assert_eq!(side_effect(0x57A), SideEffect::ScratchWriteBack(2));
    assert_eq!(side_effect(0x2000), SideEffect::None);
}
