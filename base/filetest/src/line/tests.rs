use super::*;

fn words(text: &str) -> Vec<(&str, u32)> {
    Line::new("x".into(), 1, text).tokens.iter().map(|t| (t.text, t.column)).collect()
}

#[test]
fn marks_are_words_and_comments_are_none() {
    assert_eq!(words("  pixel 3,-4 ; here"), [("pixel", 3), ("3", 9), (",", 10), ("-4", 11)]);
    assert_eq!(words("a=1 b"), [("a", 1), ("=", 2), ("1", 3), ("b", 5)]);
    assert!(words(" ; only a comment").is_empty());
}

#[test]
fn complaints_stand_at_the_word_or_behind_the_last() {
    let mut line = Line::new("dir/f.test".into(), 7, "pixel 3 ; x");
    line.word("a command").expect("there is one");
    assert_eq!(line.fail("no").to_string(), "dir/f.test:7:7: no");
    line.word("x").expect("there is one");
    let error = line.need(",").expect_err("nothing is left");
    assert_eq!(error.to_string(), "dir/f.test:7:8: `,` is missing");
}

#[test]
fn names_have_no_strange_characters() {
    for name in ["a", "r300_b-side.1", "7"] {
        assert_eq!(Line::new("f".into(), 1, name).name().unwrap(), name);
    }
    for name in ["a\0", "a/b", "\u{7}", "a\u{202e}"] {
        let error = Line::new("f".into(), 1, name).name().unwrap_err().to_string();
        assert!(error.starts_with("f:1:") && !error.contains(|c: char| c.is_control()), "{error}");
    }
}
