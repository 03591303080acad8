//! The name that may have been meant.

/// The name nearest to `wanted`: one whose last part it is, else one a few letters away.
pub(super) fn nearest(
    wanted: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    let near = |name: &'static str| {
        let part = name.rsplit('.').next().unwrap_or(name);
        let distance = if part == wanted { 1 } else { distance(wanted, name) };
        (distance, name)
    };
    let (distance, name) = names.map(near).min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + wanted.len() / 3).then_some(name)
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
