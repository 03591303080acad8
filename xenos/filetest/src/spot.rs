//! What a line speaks of: a name, components, lanes; and values by lane.

use base_filetest::{Line, ParseError, number};

/// Lanes of a group at most.
pub const LANES: u32 = 64;

/// A name with components and lanes: `r0.xy@2-3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The name.
    pub name: String,
    /// The components named, in their order; all four if none is.
    pub components: Vec<u8>,
    /// Whether components were named.
    pub some: bool,
    /// The lanes named; all of the group if none is.
    pub lanes: Option<u64>,
}

impl Spot {
    /// Reads one.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let (rest, lanes) = match text.split_once('@') {
            Some((rest, lanes)) => (rest, Some(lanes_of(lanes)?)),
            None => (text, None),
        };
        let (name, letters) = match rest.split_once('.') {
            Some((name, letters)) => (name, Some(letters)),
            None => (rest, None),
        };
        let mut components = Vec::new();
        for letter in letters.unwrap_or("xyzw").chars() {
            match "xyzw".find(letter) {
                Some(index) if !components.contains(&(index as u8)) => components.push(index as u8),
                _ => return Err(format!("`{text}`: components are some of x, y, z, w, each once")),
            }
        }
        if name.is_empty() || components.is_empty() {
            return Err(format!("`{text}` is no name with components"));
        }
        Ok(Self { name: name.to_owned(), components, some: letters.is_some(), lanes })
    }

    /// The number behind a prefix, below `limit`: 7 of `r7`.
    pub(crate) fn numbered(&self, prefix: &str, limit: u32) -> Option<u32> {
        numbered(&self.name, prefix, limit)
    }
}

/// The number behind a prefix, below `limit`.
pub(crate) fn numbered(name: &str, prefix: &str, limit: u32) -> Option<u32> {
    let digits = name.strip_prefix(prefix)?;
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|number| plain && *number < limit)
}

fn lanes_of(text: &str) -> Result<u64, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (number::integer(first)?, number::integer(last)?);
    if first > last || last >= LANES {
        return Err(format!("`@{text}`: lanes are 0 to 63, ascending"));
    }
    Ok((u64::MAX >> (63 - last)) & (u64::MAX << first))
}

/// Takes groups of values, separated by `|`, up to one of `stops` or the line's end. Every group has
/// `count` values, if a count is given.
pub(crate) fn groups<T>(
    line: &mut Line<'_>,
    count: Option<usize>,
    stops: &[&str],
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<Vec<T>>, ParseError> {
    let mut groups = Vec::new();
    loop {
        let mut group = Vec::new();
        while line.peek().is_some_and(|word| word != "|" && !stops.contains(&word)) {
            group.push(line.parsed("a value", &read)?);
        }
        if group.is_empty() {
            return Err(line.fail("a value is missing"));
        }
        if count.is_some_and(|count| count != group.len()) {
            let message = format!("{} value(s), not {}", count.unwrap_or_default(), group.len());
            return Err(line.fail(message));
        }
        groups.push(group);
        if !line.eat("|") {
            return Ok(groups);
        }
    }
}

/// The lanes of a mask, ascending.
pub(crate) fn each(mask: u64) -> impl Iterator<Item = usize> {
    (0..LANES as usize).filter(move |lane| mask >> lane & 1 != 0)
}

/// Each lane of `lanes` with its group: one group holds for all. `None` if the numbers differ.
pub(crate) fn by_lane<T>(lanes: u64, groups: &[Vec<T>]) -> Option<Vec<(usize, &[T])>> {
    let count = lanes.count_ones() as usize;
    match groups {
        [one] => Some(each(lanes).map(|lane| (lane, one.as_slice())).collect()),
        _ if groups.len() == count => {
            Some(each(lanes).zip(groups.iter().map(Vec::as_slice)).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_have_components_and_lanes() {
        let spot = Spot::read("r7.zx@4-7").unwrap();
        assert_eq!((spot.numbered("r", 64), spot.components), (Some(7), vec![2, 0]));
        assert_eq!(spot.lanes, Some(0xF0));
        assert_eq!(Spot::read("r0@63").unwrap().lanes, Some(1 << 63));
        for wrong in ["r0.xx", "r0.", ".x", "r0@64", "r0@3-1", "r0@"] {
            assert!(Spot::read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Spot::read("r64").unwrap().numbered("r", 64), None);
        assert_eq!(Spot::read("r+1").unwrap().numbered("r", 64), None);
    }

    #[test]
    fn one_group_holds_for_all_lanes() {
        assert_eq!(by_lane(0b101, &[vec![7]]).unwrap(), [(0, &[7][..]), (2, &[7][..])]);
        assert!(by_lane(0b101, &[vec![7], vec![8], vec![9]]).is_none());
    }
}
