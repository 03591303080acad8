use super::*;
use proptest::prelude::*;
use xenos_regs::words::{PrimitiveType as T, VgtDrawInitiator};

/// A sequence: a letter is a vertex, `.` a restart.
fn sequence(text: &str) -> impl Iterator<Item = Indexed> {
    text.chars().map(|c| match c {
        '.' => Indexed::Restart,
        other => Indexed::Vertex(u32::from(other)),
    })
}

/// Primitives as the sequence's letters.
fn spelled(kind: T, text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let words: Vec<String> = primitives(kind, sequence(text))
        .unwrap()
        .into_iter()
        .map(|primitive| {
            let count = match primitive {
                Primitive::Point(_) => 1,
                Primitive::Line(_) => 2,
                _ => 3,
            };
            primitive.vertices()[..count].iter().map(|n| letters[*n as usize]).collect()
        })
        .collect();
    words.join(" ")
}

#[test]
fn every_type_takes_its_vertices_in_order() {
    let cases = [
        (T::None, "abc", ""),
        (T::Points, "ab.c", "a b c"),
        (T::Lines, "abcde", "ab cd"),
        (T::LineStrip, "abcd", "ab bc cd"),
        (T::LineLoop, "abcd", "ab bc cd da"),
        (T::LineLoop, "a", ""),
        (T::Triangles, "abcdefgh", "abc def"),
        (T::TriangleFan, "abcde", "bca cda dea"),
        (T::Polygon, "abcde", "bca cda dea"),
        (T::TriangleStrip, "abcdef", "abc cbd cde edf"),
        (T::Rectangles, "abcdefg", "abc def"),
        (T::Quads, "abcdefghi", "abc acd efg egh"),
        (T::QuadStrip, "abcdefg", "abd adc cdf cfe"),
        (T::QuadStrip, "abc", ""),
    ];
    for (kind, text, expected) in cases {
        assert_eq!(spelled(kind, text), expected, "{kind:?} {text}");
    }
}

#[test]
fn restarts_begin_anew_and_drop_what_is_incomplete() {
    let cases = [
        (T::TriangleStrip, "abcd.efgh", "abc cbd efg gfh"),
        (T::TriangleStrip, "abc.de.fgh.", "abc fgh"),
        (T::TriangleFan, "abcd.efg", "bca cda fge"),
        (T::LineStrip, "abc..de", "ab bc de"),
        (T::LineLoop, "abc.de", "ab bc ca de ed"),
        (T::Triangles, "ab.cde", "cde"),
        (T::Quads, "abcd.ab.efgh", "abc acd efg egh"),
    ];
    for (kind, text, expected) in cases {
        assert_eq!(spelled(kind, text), expected, "{kind:?} {text}");
    }
}

#[test]
fn what_is_not_taken_apart_is_named() {
    let none = || sequence("");
    assert_eq!(
        primitives(T::TrianglesWithWFlags, none()),
        Err(Unsupported::WithWFlags(T::TrianglesWithWFlags))
    );
    assert_eq!(primitives(T::Reserved9, none()), Err(Unsupported::Reserved(T::Reserved9)));
    let patch = T::Copy1OrTrianglePatch;
    assert_eq!(primitives(patch, none()), Err(Unsupported::Patches(patch)));
    assert_eq!(primitives(T::Line2d, none()), Err(Unsupported::TwoDimensional(T::Line2d)));
    let message = Unsupported::Reserved(T::Reserved63).to_string();
    assert!(message.contains("reserved"), "{message}");
}

proptest! {
    /// Any sequence: numbers stay inside, and name no restart.
    #[test]
    fn numbers_name_vertices(code in 0u32..64, restarts in prop::collection::vec(any::<bool>(), 0..60)) {
        let kind = VgtDrawInitiator::from_raw(code).prim_type();
        let sequence = restarts.iter().map(|r| if *r { Indexed::Restart } else { Indexed::Vertex(0) });
        for primitive in primitives(kind, sequence).unwrap_or_default() {
            for number in primitive.vertices() {
                prop_assert!(!restarts[number as usize]);
            }
        }
    }
}
