//! A stream drawn again and again with other habits, to say why pixels differ from Xenia's.

use std::collections::BTreeMap;
use std::path::Path;

use base_pixels::Rgb8;
use xenos_soft::Habits;

use crate::explained::{self, ANISOTROPY, BOTH, FILTER, MOVED};
use crate::{check, pictures};

/// Every way to move vertices by at most a step.
const WAYS: [[i8; 2]; 9] =
    [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]];

/// Steps of 1/255 that a filter of the host loses at most: it works in eight bits, and rounds behind
/// each of the two directions and the two levels.
const FILTER_STEPS: u8 = 3;

/// What pictures of one frame have at each byte: the least and the greatest of any way.
struct Range {
    least: Vec<u8>,
    most: Vec<u8>,
    plain: Rgb8,
}

impl Range {
    fn widen(&mut self, picture: &Rgb8) {
        for ((least, most), value) in self.least.iter_mut().zip(&mut self.most).zip(&picture.data) {
            *least = (*least).min(*value);
            *most = (*most).max(*value);
        }
    }
}

/// Every frame's range, with anisotropy and without, and where a way differs by it.
fn ranges(path: &Path) -> Result<BTreeMap<u64, (Range, Vec<bool>)>, String> {
    let mut all: BTreeMap<u64, (Range, Vec<bool>)> = BTreeMap::new();
    for moved in WAYS {
        let with = check::frames(path, Habits { moved, ..Habits::default() })?;
        let without = check::frames(path, Habits { moved, anisotropy: false, idle: false })?;
        for ((number, picture), (_, other)) in with.into_iter().zip(without) {
            let (range, depends) = all.entry(number).or_insert_with(|| {
                let (least, most) = (picture.data.clone(), picture.data.clone());
                let depends = vec![false; picture.data.len() / 3];
                (Range { least, most, plain: picture.clone() }, depends)
            });
            range.widen(&picture);
            for (at, depends) in depends.iter_mut().enumerate() {
                *depends |= picture.data[3 * at..3 * at + 3] != other.data[3 * at..3 * at + 3];
            }
        }
    }
    Ok(all)
}

/// Counts causes anew and holds them against what is written down.
pub(crate) fn stream(path: &Path) -> Result<(), String> {
    let name = base_corpus::name(path);
    let folder = path.parent().ok_or("a stream lies in a folder")?;
    let mut faults = Vec::new();
    for (number, (range, depends)) in ranges(path)? {
        let file = folder.join("xenia").join(format!("{name}_f{number}.png"));
        let Some(wanted) = pictures::read(&file)? else { continue };
        let [mut moved, mut anisotropy, mut filter, mut rest] = [0u64; 4];
        for (at, depends) in depends.into_iter().enumerate() {
            let bytes = 3 * at..3 * at + 3;
            let apart = |n: usize| range.plain.data[n].abs_diff(wanted.data[n]) > 1;
            let inside = |n: usize| {
                let value = wanted.data[n];
                value >= range.least[n].saturating_sub(1)
                    && value <= range.most[n].saturating_add(1)
            };
            if !bytes.clone().any(apart) {
                continue;
            }
            let outside = |n: usize| {
                let (value, least, most) = (wanted.data[n], range.least[n], range.most[n]);
                least.saturating_sub(value).max(value.saturating_sub(most))
            };
            match (bytes.clone().all(inside), depends) {
                (true, _) => moved += 1,
                (false, true) => anisotropy += 1,
                (false, false) if bytes.clone().all(|n| outside(n) <= FILTER_STEPS) => filter += 1,
                (false, false) => rest += 1,
            }
        }
        let written = explained::causes(&name, number);
        let of = |cause| written.iter().find(|row| row.0 == cause).map_or(0, |row| row.1);
        let counted = [moved, anisotropy, filter, rest];
        if counted != [MOVED, ANISOTROPY, FILTER, BOTH].map(of) {
            let rows = ["MOVED", "ANISOTROPY", "FILTER", "BOTH"].into_iter().zip(counted);
            let rows = rows.filter(|row| row.1 > 0).map(|(cause, n)| format!("({cause}, {n})"));
            let rows: Vec<String> = rows.collect();
            faults.push(format!("frame(\"{name}\", {number}, &[{}]),", rows.join(", ")));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}
