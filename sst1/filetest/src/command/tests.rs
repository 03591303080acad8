use super::*;

fn parse(text: &str) -> Result<Vec<Command>, String> {
    Command::parse(&mut Line::new("f".into(), 1, text)).map_err(|error| error.to_string())
}

fn raws(text: &str) -> Vec<(u32, u32)> {
    let commands = parse(text).expect("known");
    commands
        .iter()
        .map(|command| match command {
            Command::Raw { offset, data, .. } => (*offset, *data),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn texels_lie_where_the_format_puts_them() {
    assert_eq!(raws("texels16 tmu=1 lod=2 t=3 s=2 : 0x1111 0x2222"), [(0xA4_0604, 0x2222_1111)]);
    assert_eq!(
        raws("texels8 t=1: 1 2 3 4 5 6 7 8"),
        [(0x80_0200, 0x0403_0201), (0x80_0208, 0x0807_0605)]
    );
    assert_eq!(raws("texels8 s=4 sequential: 1 2 3 4"), [(0x80_0004, 0x0403_0201)]);
    assert!(parse("texels8: 1 2 3").is_err());
}

#[test]
fn lfb_accesses_have_three_widths() {
    assert_eq!(raws("lfb half 3,2 = 0xF800"), [(0x40_1006, 0xF800)]);
    assert_eq!(raws("lfb wide 3,2 = 1"), [(0x40_200C, 1)]);
    assert_eq!(raws("write half 0x800000 = 2"), [(0x80_0000, 2)]);
}

#[test]
fn palette_entries_are_ncc_words() {
    let commands = parse("palette 5 = 0x112233").expect("known");
    let [Command::Register { target, value }] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!((target.offset(), *value), (0x338, Value::Word(0x8211_2233)));
}

#[test]
fn unknown_words_are_named() {
    assert_eq!(parse("fastfil").expect_err("unknown"), "f:1:1: no register is called `fastfil`");
}
