//! A stream drawn again and again with other habits, to say why pixels differ from Xenia's.

use std::collections::BTreeMap;
use std::path::Path;

use base_pixels::Rgb8;
use xenos_soft::Habits;

use crate::explained::{self, ANISOTROPY, BOTH, Cause, FILTER, MOVED, ONE_FILTER};
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
    /// Without moving anything.
    plain: Rgb8,
}

impl Range {
    fn new(picture: &Rgb8) -> Self {
        let (least, most) = (picture.data.clone(), picture.data.clone());
        Self { least, most, plain: picture.clone() }
    }

    fn widen(&mut self, picture: &Rgb8) {
        for ((least, most), value) in self.least.iter_mut().zip(&mut self.most).zip(&picture.data) {
            *least = (*least).min(*value);
            *most = (*most).max(*value);
        }
    }

    /// How far a byte lies outside.
    fn outside(&self, n: usize, value: u8) -> u8 {
        self.least[n].saturating_sub(value).max(value.saturating_sub(self.most[n]))
    }
}

/// A frame drawn every way.
struct Frame {
    /// With the engine's own filters.
    own: Range,
    /// Without anisotropy.
    single: Range,
    /// Without it, and with one filter for all sizes, as Xenia takes it.
    one: Range,
    /// Where anisotropy changes something in any way.
    depends: Vec<bool>,
}

fn frames(path: &Path) -> Result<BTreeMap<u64, Frame>, String> {
    let mut all: BTreeMap<u64, Frame> = BTreeMap::new();
    for moved in WAYS {
        let draw = |anisotropy, one_filter| {
            check::frames(path, Habits { moved, anisotropy, one_filter, idle: false })
        };
        let (own, single, one) = (draw(true, false)?, draw(false, false)?, draw(false, true)?);
        for (((number, own), (_, single)), (_, one)) in own.into_iter().zip(single).zip(one) {
            let frame = all.entry(number).or_insert_with(|| Frame {
                own: Range::new(&own),
                single: Range::new(&single),
                one: Range::new(&one),
                depends: vec![false; own.data.len() / 3],
            });
            frame.own.widen(&own);
            frame.single.widen(&single);
            frame.one.widen(&one);
            for (at, depends) in frame.depends.iter_mut().enumerate() {
                *depends |= own.data[3 * at..3 * at + 3] != single.data[3 * at..3 * at + 3];
            }
        }
    }
    Ok(all)
}

impl Frame {
    /// Why a pixel differs from Xenia's; `None` if it does not.
    fn cause(&self, at: usize, wanted: &Rgb8) -> Option<Cause> {
        let bytes = 3 * at..3 * at + 3;
        let near = |range: &Range, steps: u8| {
            bytes.clone().all(|n| range.outside(n, wanted.data[n]) <= steps)
        };
        let equals = |range: &Range| {
            bytes.clone().all(|n| range.plain.data[n].abs_diff(wanted.data[n]) <= 1)
        };
        // One filter is a cause where it changes something that anisotropy alone does not.
        let one = self.one.plain.data[bytes.clone()] != self.single.plain.data[bytes.clone()];
        if equals(&self.own) {
            None
        } else if one && equals(&self.one) {
            Some(ONE_FILTER)
        } else if near(&self.own, 1) {
            Some(MOVED)
        } else if one && near(&self.one, 1) {
            Some(ONE_FILTER)
        } else if self.depends[at] {
            Some(ANISOTROPY)
        } else if near(&self.own, FILTER_STEPS) || near(&self.one, FILTER_STEPS) {
            Some(FILTER)
        } else {
            Some(BOTH)
        }
    }
}

const FOUND: [(&str, Cause); 5] = [
    ("ONE_FILTER", ONE_FILTER),
    ("MOVED", MOVED),
    ("ANISOTROPY", ANISOTROPY),
    ("FILTER", FILTER),
    ("BOTH", BOTH),
];

/// Counts causes anew and holds them against what is written down. Frames with other causes are not
/// looked at: those are of what Xenia lacks.
pub(crate) fn stream(path: &Path) -> Result<(), String> {
    let name = base_corpus::name(path);
    let folder = path.parent().ok_or("a stream lies in a folder")?;
    let mut faults = Vec::new();
    for (number, frame) in frames(path)? {
        let file = folder.join("xenia").join(format!("{name}_f{number}.png"));
        let Some(wanted) = pictures::read(&file)? else { continue };
        let written = explained::causes(&name, number);
        if written.iter().any(|row| FOUND.iter().all(|(_, cause)| *cause != row.0)) {
            continue;
        }
        let mut counted = [0u64; FOUND.len()];
        for at in 0..frame.depends.len() {
            let cause = frame.cause(at, &wanted);
            if let Some(n) = FOUND.iter().position(|row| Some(row.1) == cause) {
                counted[n] += 1;
            }
        }
        let of = |cause| written.iter().find(|row| row.0 == cause).map_or(0, |row| row.1);
        if counted != FOUND.map(|row| of(row.1)) {
            let rows = FOUND.iter().zip(counted).filter(|row| row.1 > 0);
            let rows: Vec<String> = rows.map(|((name, _), n)| format!("({name}, {n})")).collect();
            faults.push(format!("frame(\"{name}\", {number}, &[{}]),", rows.join(", ")));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}
