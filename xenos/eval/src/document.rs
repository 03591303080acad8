//! The document's own numbers, held against the evaluator: check values, hard cases, event names.
//!
//! For: tests alone. Facts: `docs/hardware/xenos-microcode.md`, which is read here.

use std::collections::BTreeSet;

use base_word::FieldValue;
use xenos_ucode::codes::{ScalarOpcode, SignedMode, VectorOpcode, VertexFormat};

use crate::lanes::{LANES, Lanes, Vector, ZERO_VECTOR, ZEROS};
use crate::report::Unspecified;
use crate::scalar::scalar;
use crate::transcendental;
use crate::unpack::{Layout, unpack};
use crate::vector::{Effect, vector};
use crate::{cube, float};

const DOCUMENT: &str = include_str!("../../../docs/hardware/xenos-microcode.md");

/// The text of a section.
fn section(title: &str) -> &'static str {
    let start = DOCUMENT.find(&format!("\n## {title}\n")).expect("the section") + 1;
    let rest = &DOCUMENT[start..];
    rest[3..].find("\n## ").map_or(rest, |end| &rest[..end + 3])
}

/// The cells of a section's table rows.
fn rows(title: &str) -> impl Iterator<Item = Vec<&'static str>> {
    section(title)
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("|---"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .skip(1)
}

fn words(text: &str) -> Option<Vec<u32>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let parsed: Vec<u32> =
        words.iter().filter_map(|word| u32::from_str_radix(word, 16).ok()).collect();
    (parsed.len() == words.len() && !parsed.is_empty()).then_some(parsed)
}

fn lanes(word: u32) -> Lanes {
    [float::flush(f32::from_bits(word)); LANES]
}

/// A vector opcode on operands that hold the same in every component, unless more words are there.
fn by_vector(opcode: VectorOpcode, sources: [&[u32]; 3]) -> (Vector, Effect) {
    let spread = |source: &[u32]| -> Vector {
        std::array::from_fn(|at| {
            lanes(source.get(at).or(source.last()).copied().unwrap_or_default())
        })
    };
    let mut out = ZERO_VECTOR;
    let effect = vector(opcode, &sources.map(spread), 15, &mut out);
    (out, effect)
}

fn by_scalar(opcode: ScalarOpcode, a: u32, b: u32, previous: u32) -> (u32, Effect) {
    let mut out = ZEROS;
    let effect = scalar(opcode, &lanes(a), &lanes(b), &lanes(previous), u64::MAX, &mut out);
    assert!(out.iter().all(|lane| lane.to_bits() == out[0].to_bits()));
    (out[0].to_bits(), effect)
}

/// Evaluates a row of the check values; none if it is another crate's.
fn check(rule: &str, operation: &str, operands: &[u32]) -> Option<Vec<u32>> {
    use ScalarOpcode as S;
    use VectorOpcode as V;
    let name = operation.split([' ', ',']).next().unwrap_or_default();
    let pair =
        |opcode| vec![by_vector(opcode, [&operands[..1], &operands[1..], &[]]).0[0][0].to_bits()];
    let one = |opcode| vec![by_scalar(opcode, operands[0], 0, 0).0];
    let result = match (rule, name) {
        ("F6", "add") => pair(V::Add),
        ("F7", "mul") => pair(V::Mul),
        ("A21", "max") => pair(V::Max),
        ("A22", "min") => pair(V::Min),
        ("A23", "seq") => pair(V::Seq),
        ("A23", "sne") => pair(V::Sne),
        ("A23", "sge") => pair(V::Sge),
        ("F8" | "A26", _) => {
            let opcode = [V::Mad, V::CndEq, V::CndGe].into_iter().find(|v| v.mnemonic() == name)?;
            let sources = [&operands[..1], &operands[1..2], &operands[2..]];
            vec![by_vector(opcode, sources).0[0][0].to_bits()]
        }
        ("F10", "floor") => one(S::Floors),
        ("F10", "trunc") => one(S::Truncs),
        ("F10", "frc") => one(S::Frcs),
        ("A27", _) => {
            vec![by_vector(V::Dp4, [&operands[..4], &operands[4..], &[]]).0[0][0].to_bits()]
        }
        ("A28", _) => {
            vec![by_vector(V::Dp3, [&operands[..3], &operands[3..], &[]]).0[0][0].to_bits()]
        }
        ("A29", _) => {
            let sources = [&operands[..2], &operands[2..4], &operands[4..]];
            vec![by_vector(V::Dp2Add, sources).0[0][0].to_bits()]
        }
        ("A31", _) => vec![by_vector(V::Max4, [operands, &[], &[]]).0[0][0].to_bits()],
        ("A30", _) => {
            let [x, y, z] = operands.try_into().ok()?;
            let (out, _) = by_vector(V::Cube, [&[z, z, x, y], &[y, x, z, z], &[]]);
            let again = cube::face(lanes(x)[0], lanes(y)[0], lanes(z)[0]);
            assert_eq!(again.map(f32::to_bits), out.each_ref().map(|c| c[3].to_bits()));
            out.iter().map(|component| component[0].to_bits()).collect()
        }
        ("A42", _) => vec![by_scalar(S::MulsPrev2, operands[0], operands[1], operands[2]).0],
        ("F11", _) => {
            let opcode = (0..64).map(S::from_bits).find(|s| s.mnemonic() == name)?;
            one(opcode)
        }
        ("F14", _) => vec![float::clamp(lanes(operands[0])[0]).to_bits()],
        ("V9", _) => {
            vec![layout(VertexFormat::F16_16Float, &[], operands[0], 0)]
        }
        ("V8" | "V8, V11", _) => {
            let words: Vec<&str> = operation.split(", ").collect();
            let format = match words[0] {
                "8 bits" => VertexFormat::F8_8_8_8,
                "10 bits" => VertexFormat::F2_10_10_10,
                "11 bits" => VertexFormat::F10_11_11,
                "16 bits" => VertexFormat::F16_16,
                "32 bits" => VertexFormat::F32,
                // The last component of the widest format.
                _ => {
                    return Some(vec![layout(
                        VertexFormat::F2_10_10_10,
                        &words,
                        operands[0] << 30,
                        3,
                    )]);
                }
            };
            vec![layout(format, &words, operands[0], 0)]
        }
        _ => return None,
    };
    Some(result)
}

fn layout(format: VertexFormat, words: &[&str], raw: u32, component: usize) -> u32 {
    let has = |name: &str| words.contains(&name);
    let exponent = words.iter().find_map(|word| word.strip_prefix("exponent "));
    let layout = Layout {
        format,
        signed: has("signed"),
        integer: has("integer"),
        mode: if has("no-zero") { SignedMode::NoZero } else { SignedMode::ClampMinusOne },
        exponent: exponent.map_or(0, |exponent| exponent.parse().expect("an exponent")),
    };
    unpack(layout, [raw, 0, 0, 0])[component].to_bits()
}

#[test]
fn check_values_come_out() {
    let (mut checked, mut left) = (0, Vec::new());
    for row in rows("Check values") {
        let [rule, operation, operands, expected] = row[..] else { panic!("{row:?}") };
        let values = words(operands).zip(words(expected));
        let result = values.and_then(|(operands, expected)| {
            let result = check(rule, operation, &operands)?;
            Some((result, expected))
        });
        match result {
            Some((result, expected)) => {
                assert_eq!(result, expected, "{row:?}: {result:08X?}");
                checked += 1;
            }
            None => left.push((rule, operation)),
        }
    }
    assert!(checked >= 160, "{checked} checked");
    // What this table cannot be read for is tested beside its code.
    let left: BTreeSet<&str> = left.into_iter().map(|(rule, _)| rule).collect();
    let expected = BTreeSet::from(["A32", "A36", "A53", "A54", "E8"]);
    assert_eq!(left, expected);
}

#[test]
fn addresses_and_counters_come_out() {
    for row in rows("Check values") {
        let [rule, operation, operands, expected] = row[..] else { panic!("{row:?}") };
        let opcode = match (rule, operation) {
            ("A36", "a0 by maxa") => ScalarOpcode::MaxAs,
            ("A36", _) => ScalarOpcode::MaxAsf,
            ("A53", _) => ScalarOpcode::SetpInv,
            ("A54", _) => ScalarOpcode::SetpPop,
            _ => continue,
        };
        for (operand, expected) in operands.split(" / ").zip(expected.split(" / ")) {
            let operand = words(operand).expect("a word")[0];
            match by_scalar(opcode, operand, 0, 0) {
                (_, Effect::Address(a0)) => {
                    assert_eq!(
                        i32::from(a0[7]),
                        expected.parse::<i32>().expect("a number"),
                        "{row:?}"
                    );
                }
                (result, Effect::Predicate(p0)) => {
                    let text = format!("p0 = {}, {result:08X}", p0 & 1);
                    assert_eq!(text, expected, "{row:?}");
                }
                other => panic!("{row:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn hard_cases_are_rounded_right() {
    let mut count = 0;
    for line in section("Hard cases").lines() {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let [name, argument, "=", result, _] = parts[..] else { continue };
        let [argument, result] =
            [argument, result].map(|word| u32::from_str_radix(word, 16).unwrap());
        let function = match name {
            "exp" => transcendental::exp2,
            "sin" => transcendental::sin,
            "cos" => transcendental::cos,
            _ => continue,
        };
        count += 1;
        let got = function(f32::from_bits(argument)).to_bits();
        assert_eq!(got, result, "{name} {argument:08X}: {got:08X}");
        if name != "exp" {
            let mirrored = function(f32::from_bits(argument | 1 << 31)).to_bits();
            assert_eq!(mirrored, if name == "sin" { result ^ 1 << 31 } else { result });
        }
    }
    assert_eq!(count, 28);
}

#[test]
fn events_have_the_documents_names() {
    let named: BTreeSet<&str> =
        rows("Unspecified events").map(|row| row[0].trim_matches('`')).collect();
    for event in Unspecified::ALL {
        assert!(named.contains(event.name()), "{event} is not in the document");
    }
    // The rest is the texture unit's.
    let ours: BTreeSet<&str> = Unspecified::ALL.iter().map(|event| event.name()).collect();
    for event in named.difference(&ours) {
        let row = rows("Unspecified events").find(|row| row[0].trim_matches('`') == *event);
        assert!(row.expect("a row")[1].starts_with('S'), "{event} is not counted");
    }
}
