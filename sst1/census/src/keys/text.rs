//! Words as text: the fields that are not zero.

use std::fmt::Write as _;

use sst1_regs::{FieldKind, Word};

/// The fields of `word` that are not zero, as `name` for flags and `name=value` else, in the order
/// of bits; reserved bits are left out. Fields that `skip` names are left out too.
pub fn fields_text<W: Word>(word: W, skip: &[&str]) -> String {
    let mut text = String::new();
    for field in W::FIELDS {
        let bits = field.get(word.raw());
        if bits == 0 || field.kind == FieldKind::Reserved || skip.contains(&field.name) {
            continue;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(field.name);
        // Writing to a string does not fail.
        let _ = match field.kind {
            FieldKind::Flag | FieldKind::Reserved => Ok(()),
            FieldKind::Unsigned => write!(text, "={bits}"),
            FieldKind::Signed => {
                let width = field.hi - field.lo + 1;
                write!(text, "={}", base_word::sign_extend(bits, width))
            }
            FieldKind::Enumerated => {
                let value = field.values.iter().find(|v| v.code == bits);
                write!(text, "={}", value.map_or("?", |v| v.name))
            }
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_regs::words::{Compare, FbzMode};

    #[test]
    fn only_what_is_set_is_named() {
        let mode = FbzMode::default()
            .with_clip(true)
            .with_depth_test(true)
            .with_depth_function(Compare::LessEqual)
            .with_reserved_21(7);
        assert_eq!(fields_text(mode, &[]), "clip depth_test depth_function=less-equal");
        assert_eq!(fields_text(mode, &["clip"]), "depth_test depth_function=less-equal");
    }
}
