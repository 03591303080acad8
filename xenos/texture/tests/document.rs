//! The table of formats in `docs/hardware/xenos-texture.md` is the code's.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use base_word::FieldValue;
use xenos_regs::words::DataFormat;
use xenos_texture::format::{Decoder, FORMATS};

const BEGIN: &str = "<!-- formats: BLESS=1 cargo test -p xenos-texture --test document -->\n";
const END: &str = "<!-- end -->";

fn texel(decoder: Decoder) -> String {
    let letters = ["R", "G", "B", "A"];
    let counted =
        |count: u8, what: &str| format!("{} {what}", letters[..usize::from(count)].concat());
    match decoder {
        Decoder::Fixed(bits) => {
            let parts = letters.iter().zip(bits).filter(|(_, bits)| *bits > 0);
            let parts: Vec<String> = parts.map(|(name, bits)| format!("{name}{bits}")).collect();
            format!("fixed {}", parts.join(" "))
        }
        Decoder::Halves(count) => counted(count, "half floats"),
        Decoder::Singles(count) => counted(count, "floats"),
        Decoder::Depth24 => "stencil 8, fixed depth 24".into(),
        Decoder::Depth20e4 => "stencil 8, float depth 24".into(),
        Decoder::Bits { highest_first: true } => "fixed R1, highest bit first".into(),
        Decoder::Bits { highest_first: false } => "fixed R1, lowest bit first".into(),
        Decoder::Words { components } => {
            let parts = letters.iter().take(usize::from(components));
            let parts: Vec<String> = parts.map(|name| format!("{name}8")).collect();
            format!("fixed {} a texel", parts.join(" "))
        }
        Decoder::Shared { green: [first, second], red, blue } => {
            format!("fixed, bytes: G {first} and {second}, R {red}, B {blue}")
        }
        Decoder::Dxt1 => "four or three colours".into(),
        Decoder::Dxt23 => "explicit alpha, four colours".into(),
        Decoder::Dxt45 => "interpolated alpha, four colours".into(),
        Decoder::Dxn => "R, G interpolated".into(),
        Decoder::Ctx1 => "R, G in one colour block".into(),
        Decoder::Dxt3A => "R explicit".into(),
        Decoder::Dxt5A => "R interpolated".into(),
        Decoder::Dxt3A1111 => "R bit 3, G 2, B 1, A 0".into(),
        Decoder::None => "**no decoder**".into(),
    }
}

fn name(format: DataFormat) -> &'static str {
    let value = DataFormat::VALUES.iter().find(|value| value.code == format.to_bits());
    value.map_or("", |value| value.name)
}

fn table() -> String {
    let mut text = String::from(
        "| code | name | block | bytes | texel | confidence | copy stores it |\n|---|---|---|---|---|---|---|\n",
    );
    for row in &FORMATS {
        let storage = row.storage;
        let _ = writeln!(
            text,
            "| {} | {} | {}x{} | {} | {} | {} | {} |",
            row.format.to_bits(),
            name(row.format),
            storage.width,
            storage.height,
            storage.bytes,
            texel(row.decoder),
            row.confidence.name(),
            if row.is_copy_destination() { "yes" } else { "" },
        );
    }
    text
}

#[test]
fn the_documents_table_is_the_codes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hardware/xenos-texture.md");
    let text = fs::read_to_string(&path).expect("the document");
    let (before, rest) = text.split_once(BEGIN).expect("where the table begins");
    let (_, after) = rest.split_once(END).expect("where it ends");
    let expected = format!("{before}{BEGIN}{}{END}{after}", table());
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &expected).expect("written");
        return;
    }
    assert!(text == expected, "{} is old: run with BLESS=1", path.display());
}
