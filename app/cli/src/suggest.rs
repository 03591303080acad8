//! Names that are close to one that does not exist.

/// How many are suggested.
const MOST: usize = 5;

/// `close are a, b; ` or nothing.
pub(crate) fn close<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let mut found: Vec<_> = known.filter_map(|k| Some((distance(name, k)?, k))).collect();
    found.sort_unstable();
    let names: Vec<_> = found.into_iter().take(MOST).map(|(_, known)| known).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => format!("close is {one}; "),
        names => format!("close are {}; ", names.join(", ")),
    }
}

/// How far apart two names are: 0 where one is in the other, else single letters changed, if few.
fn distance(name: &str, known: &str) -> Option<usize> {
    let name = name.to_lowercase().replace('-', "_");
    if name.is_empty() {
        return None;
    }
    if known.contains(&name) || name.contains(known) {
        return Some(0);
    }
    // Whatever is longer than any name is none of them, and not worth the work.
    let bound = known.len() / 3;
    (name.len().abs_diff(known.len()) <= bound)
        .then(|| base_text::edits(&name, known))
        .filter(|edits| *edits <= bound)
}

#[cfg(test)]
mod tests {
    use super::close;

    #[test]
    fn parts_and_slips_are_close() {
        let known = || ["fog_z", "fog_both", "edges", "saturate"].into_iter();
        assert_eq!(close("fog", known()), "close are fog_both, fog_z; ");
        assert_eq!(close("Fog-Z", known()), "close is fog_z; ");
        assert_eq!(close("saturation", known()), "");
        assert_eq!(close("satruate", known()), "close is saturate; ");
        assert_eq!(close("egdes", known()), "");
        assert_eq!(close("edge", known()), "close is edges; ");
        assert_eq!(close("", known()), "");
    }
}
