//! The name that may have been meant.

/// The name nearest to `wanted`: one whose last part it is or is a few letters away, else one that is a
/// few letters away as a whole. Of several, `preferred` has the first word.
pub(super) fn nearest(
    wanted: &str,
    preferred: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    let near = |name: &'static str| {
        let part = name.rsplit('.').next().unwrap_or(name);
        let letters = distance(wanted, part).min(distance(wanted, name));
        (letters, !name.starts_with(preferred), name)
    };
    let (letters, _, name) =
        names.map(near).min_by_key(|(letters, other, _)| (*letters, *other))?;
    (letters <= 1 + wanted.len() / 3).then_some(name)
}

/// Letters to put in, take out or change.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.bytes().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}
