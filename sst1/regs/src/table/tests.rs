use super::{
    BLOCK_BYTES, CONFIG_REGISTERS, FOREIGN, REGISTERS, alternate_offset, by_name, foreign_at,
    offset, register_at,
};
use crate::register::{Access, Block, Chips, Format};
use crate::words;
use base_word::Confidence;
use base_word::{Field, FieldKind, Word, partition_fault};
use std::collections::BTreeSet;

macro_rules! every_word {
    ($($Word:ident),* $(,)?) => {
        [$( (words::$Word::NAME, words::$Word::FIELDS) ),*]
    };
}

fn every_word() -> Vec<(&'static str, &'static [Field])> {
    every_word![
        AlphaMode,
        BackPorch,
        ClipLeftRight,
        ClipLowYHighY,
        ClutData,
        DacData,
        FbiInit0,
        FbiInit1,
        FbiInit2,
        FbiInit3,
        FbiInit4,
        FbzColorPath,
        FbzMode,
        FogEntry,
        FogMode,
        HSync,
        InitEnable,
        LfbMode,
        MaxRgbDelta,
        NccChroma,
        NccLuma,
        NopCmd,
        Rgb,
        Rgba,
        Status,
        SwapCmd,
        TDetail,
        TLod,
        TexBase,
        TextureMode,
        TrexInit1,
        TriangleCmd,
        VRetrace,
        VSync,
        VideoDimensions,
        ZaColor,
    ]
    .to_vec()
}

fn every_field_list() -> Vec<(&'static str, &'static [Field])> {
    let rows = REGISTERS.iter().flat_map(|row| {
        (0..row.words).map(|word| (row.name, row.fields(word))).collect::<Vec<_>>()
    });
    let config = CONFIG_REGISTERS.iter().map(|row| (row.name, row.fields));
    let listed = rows.chain(config).filter(|(_, fields)| !fields.is_empty());
    every_word().into_iter().chain(listed).collect()
}

#[test]
fn fields_partition_their_words() {
    for (name, fields) in every_field_list() {
        assert_eq!(partition_fault(fields), None, "{name}");
    }
}

#[test]
fn every_word_is_in_a_table() {
    let listed: Vec<&[Field]> = REGISTERS
        .iter()
        .flat_map(|row| [row.fields(0), row.fields(row.words - 1)])
        .chain(CONFIG_REGISTERS.iter().map(|row| row.fields))
        .collect();
    for (name, fields) in every_word() {
        assert!(listed.contains(&fields), "{name}");
    }
}

#[test]
fn enumerations_are_as_wide_as_their_fields() {
    for (name, fields) in every_field_list() {
        for field in fields {
            let codes: Vec<u32> = field.values.iter().map(|value| value.code).collect();
            let expected = match field.kind {
                FieldKind::Enumerated => 1 << (field.hi - field.lo + 1),
                _ => 0,
            };
            assert_eq!(codes, (0..expected).collect::<Vec<u32>>(), "{name}.{}", field.name);
            let flag = field.kind == FieldKind::Flag;
            assert!(!flag || field.hi == field.lo, "{name}.{} is wider than a flag", field.name);
        }
    }
}

#[test]
fn offsets_ascend_without_overlap() {
    for pair in REGISTERS.windows(2) {
        assert!(pair[0].end() <= pair[1].offset, "{} and {}", pair[0].name, pair[1].name);
    }
    for row in REGISTERS {
        assert_eq!(row.offset % 4, 0, "{}", row.name);
        assert!(row.end() <= BLOCK_BYTES, "{}", row.name);
    }
    for pair in CONFIG_REGISTERS.windows(2) {
        assert!(pair[0].offset + pair[0].bytes <= pair[1].offset, "{}", pair[0].name);
    }
}

#[test]
fn every_register_is_there_once() {
    let count = |block| REGISTERS.iter().filter(|row| row.block == block).count();
    assert_eq!(count(Block::Triangle), 62);
    assert_eq!(count(Block::Pixel), 23);
    assert_eq!(count(Block::Video), 13);
    assert_eq!(count(Block::Texture), 11);
    let names: BTreeSet<&str> = REGISTERS.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), REGISTERS.len());
    // 0x004, 0x084, 0x138, 0x13C, 0x1E0-0x1FC, 0x234-0x2FC and 0x384-0x3FC are reserved.
    let words: u32 = REGISTERS.iter().map(|row| row.words).sum();
    assert_eq!(words, 256 - 2 - 2 - 8 - 51 - 31);
}

#[test]
fn every_row_says_something() {
    for row in REGISTERS {
        assert!(!row.name.is_empty() && !row.meaning.is_empty(), "{row:?}");
        assert!(!row.section.is_empty() && !row.source.is_empty(), "{}", row.name);
        assert!(row.meaning.ends_with('.'), "{}", row.name);
        assert!(row.note.is_empty() || row.note.ends_with('.'), "{}", row.name);
    }
    for row in CONFIG_REGISTERS {
        assert!(!row.name.is_empty() && !row.meaning.is_empty(), "{row:?}");
    }
}

#[test]
fn every_word_of_the_block_is_looked_up() {
    for word in (0..BLOCK_BYTES).step_by(4) {
        let slow = REGISTERS.iter().find(|row| (row.offset..row.end()).contains(&word));
        assert_eq!(register_at(word), slow, "{word:#05x}");
    }
    assert_eq!(register_at(0x1DC).map(|row| row.name), Some("fogTable"));
    assert_eq!(register_at(0x380).map(|row| row.name), Some("nccTable1"));
    assert_eq!(register_at(0x84), None);
    assert_eq!(register_at(BLOCK_BYTES + 0x110).map(|row| row.name), Some("fbzMode"));
    assert_eq!(by_name("fbzMode").map(|row| row.offset), Some(offset::FBZ_MODE));
    assert_eq!(by_name("fbiInit5"), None);
}

#[test]
fn the_alternate_map_is_a_permutation() {
    let normal: BTreeSet<u32> = (0..BLOCK_BYTES).step_by(4).map(alternate_offset).collect();
    assert_eq!(normal, (0..BLOCK_BYTES).step_by(4).collect::<BTreeSet<u32>>());
    for row in REGISTERS {
        assert_eq!(alternate_offset(row.alternate.unwrap_or(row.offset)), row.offset);
        assert_eq!(row.alternate.is_some(), row.block == Block::Triangle, "{}", row.name);
    }
}

#[test]
fn the_alternate_map_has_the_documented_order() {
    let red_to_w = [
        (0x020, offset::START_R),
        (0x024, offset::DRDX),
        (0x028, offset::DRDY),
        (0x02C, offset::START_G),
        (0x038, offset::START_B),
        (0x044, offset::START_Z),
        (0x050, offset::START_A),
        (0x05C, offset::START_S),
        (0x068, offset::START_T),
        (0x074, offset::START_W),
        (0x078, offset::DWDX),
        (0x07C, offset::DWDY),
        (0x0AC, offset::FSTART_G),
        (0x0F8, offset::FDWDX),
        (0x100, offset::FTRIANGLE_CMD),
        (0x110, offset::FBZ_MODE),
    ];
    for (alternate, normal) in red_to_w {
        assert_eq!(alternate_offset(alternate), normal, "{alternate:#05x}");
    }
}

#[test]
fn floats_stand_beside_their_fixed_twins() {
    for row in REGISTERS {
        if let Format::Float { of } = row.format {
            let fixed = register_at(of).expect("the twin exists");
            assert!(matches!(fixed.format, Format::Fixed { .. }), "{}", row.name);
            assert_eq!(row.name, format!("f{}", fixed.name));
            assert_eq!(row.meaning, fixed.meaning);
        }
    }
}

#[test]
fn classes_follow_the_memory_map() {
    let class = |name| by_name(name).map(|row| (row.access, row.fifo, row.sync, row.chips));
    let expected = [
        ("status", (Access::ReadWrite, true, false, Chips::FBI)),
        ("startS", (Access::WriteOnly, true, false, Chips::TREX)),
        ("fstartW", (Access::WriteOnly, true, false, Chips::FBI_TREX)),
        ("fbzColorPath", (Access::ReadWrite, true, false, Chips::FBI_TREX)),
        ("fbzMode", (Access::ReadWrite, true, true, Chips::FBI)),
        ("nopCMD", (Access::WriteOnly, true, true, Chips::FBI_TREX)),
        ("fogColor", (Access::WriteOnly, true, true, Chips::FBI)),
        ("fbiPixelsOut", (Access::ReadOnly, false, false, Chips::FBI)),
        ("fbiInit4", (Access::ReadWrite, false, false, Chips::FBI)),
        ("hSync", (Access::WriteOnly, false, false, Chips::FBI)),
        ("textureMode", (Access::WriteOnly, true, false, Chips::TREX)),
        ("trexInit1", (Access::WriteOnly, true, true, Chips::TREX)),
    ];
    for (name, row) in expected {
        assert_eq!(class(name), Some(row), "{name}");
    }
    assert_eq!(Chips::FBI_TREX.select_mask(), 0xF);
}

#[test]
fn drawing_registers_are_those_that_decide_pixels() {
    let draws = |name| by_name(name).is_some_and(crate::Register::draws);
    for name in ["vertexAx", "fbzMode", "fogTable", "color1", "textureMode", "nccTable1"] {
        assert!(draws(name), "{name}");
    }
    for name in ["status", "fbiPixelsIn", "fbiInit3", "vRetrace", "clutData"] {
        assert!(!draws(name), "{name}");
    }
}

#[test]
fn ncc_words_have_two_formats() {
    let table = register_at(offset::NCC_TABLE0).expect("it exists");
    assert_eq!(table.fields(3), words::NccLuma::FIELDS);
    assert_eq!(table.fields(4), words::NccChroma::FIELDS);
}

#[test]
fn foreign_ranges_are_reserved_here() {
    for range in FOREIGN {
        for word in (range.first..=range.last).step_by(4) {
            assert_eq!(register_at(word), None, "{word:#05x}");
            assert_eq!(foreign_at(word), Some(range));
        }
    }
    assert_eq!(foreign_at(0x24C).map(|range| range.name), Some("fbiInit7"));
    assert_eq!(foreign_at(offset::FBZ_MODE), None);
}

#[test]
fn doubtful_rows_name_another_source() {
    for row in REGISTERS.iter().filter(|row| row.confidence >= Confidence::Inferred) {
        assert_ne!(row.source, crate::register::SPECIFICATION, "{}", row.name);
    }
}
