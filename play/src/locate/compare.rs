//! The observer that compares command by command.

use std::collections::BTreeMap;

use sst1_board::State;
use sst1_stimulus::{
    Detail, Digest, Drawn, HashLine, Hashes, Observer, Registers, Spot, explained,
};

use super::Theirs;
use super::report::{
    Area, DetailCompared, DetailPixel, Located, Parted, PixelDifference, Unequal, Whole,
};
use crate::Ended;

pub(super) struct Compare {
    hashes: Hashes,
    /// Index of the line that is compared next.
    next: usize,
    detail: Option<Detail>,
    registers: Option<Registers>,
    /// What words changed since the last compared command were then, only where commands are left out.
    earlier: BTreeMap<u32, u16>,
    /// The last command that was equal, and what is compared after it.
    last: Option<(u64, Digest)>,
    commands: u64,
    parted: Option<Parted>,
    compared: Option<DetailCompared>,
}

impl Compare {
    pub(super) fn new(theirs: Theirs) -> Self {
        Self {
            hashes: theirs.hashes.unwrap_or_default(),
            next: 0,
            detail: theirs.detail,
            registers: None,
            earlier: BTreeMap::new(),
            last: None,
            commands: 0,
            parted: None,
            compared: None,
        }
    }

    /// Whether everything that was asked for has parted, so that the rest does not matter.
    pub(super) fn settled(&self) -> bool {
        let detail = self.detail.is_none() || self.compared.is_some();
        detail && (self.parted.is_some() || (self.hashes.lines.is_empty() && self.detail.is_some()))
    }

    /// The result; `ended` says how far the trace was played.
    pub(super) fn result(&mut self, ended: Ended) -> Located {
        let whole = ended == Ended::End;
        let rest = self.hashes.lines.get(self.next);
        let surplus = rest.filter(|_| whole).map(|line| line.number);
        let missing = self.detail.as_ref().filter(|_| whole).map(|detail| DetailCompared {
            command: detail.number,
            found: false,
            differing: detail.changes.len().max(1) as u64,
            differing_before: 0,
            first: None,
        });
        Located {
            commands: self.commands,
            listed: self.hashes.lines.len() as u64,
            equal: self.next as u64 - u64::from(self.parted.is_some()),
            complete: matches!(ended, Ended::End | Ended::Frames),
            ended,
            parted: self.parted.take(),
            surplus,
            detail: self.compared.take().or(missing),
        }
    }

    fn compare_hashes(&mut self, drawn: &Drawn<'_>) {
        if self.parted.is_some() {
            return;
        }
        let Some(line) = self.hashes.lines.get(self.next).copied() else { return };
        if line.number != drawn.number {
            for change in drawn.changes {
                self.earlier.entry(change.index).or_insert(change.before);
            }
            return;
        }
        self.next += 1;
        let unequal = unequal(&line, drawn);
        if unequal.is_empty() {
            self.earlier.clear();
            self.last = Some((drawn.number, drawn.digest));
        } else {
            self.parted = self.registers.as_ref().map(|registers| {
                parted(drawn, &line, unequal, registers, &self.earlier, self.last)
            });
        }
    }

    fn compare_detail(&mut self, drawn: &Drawn<'_>) {
        let Some(detail) = self.detail.as_ref().filter(|d| d.number == drawn.number) else {
            return;
        };
        let Some(registers) = &self.registers else { return };
        let mut words: BTreeMap<u32, [Option<[u16; 2]>; 2]> = BTreeMap::new();
        for (side, changes) in [drawn.changes, &detail.changes].into_iter().enumerate() {
            for change in changes {
                words.entry(change.index).or_default()[side] = Some([change.before, change.after]);
            }
        }
        let found = detail.kind == drawn.kind;
        let mut result = DetailCompared {
            command: detail.number,
            found,
            differing: u64::from(!found),
            differing_before: 0,
            first: None,
        };
        for (index, [ours, theirs]) in words {
            // A file may list words that the command wrote without changing them.
            let idle = |word: Option<[u16; 2]>| word.is_none_or(|[before, after]| before == after);
            let before = ours.zip(theirs).is_some_and(|(a, b)| a[0] != b[0]);
            if (ours == theirs || (idle(ours) && idle(theirs))) && !before {
                continue;
            }
            result.differing += 1;
            result.differing_before += u64::from(before);
            let address = index * 2;
            let spot = Spot::of(registers.layout(), address);
            result.first.get_or_insert(DetailPixel { spot, address, ours, theirs });
        }
        self.compared = Some(result);
    }
}

impl Observer for Compare {
    fn begins(&mut self, state: &State) {
        self.registers = Some(Registers::of(state));
    }

    fn drawn(&mut self, drawn: &Drawn<'_>) {
        self.commands += 1;
        self.compare_hashes(drawn);
        self.compare_detail(drawn);
    }

    fn finished(&self) -> bool {
        self.settled()
    }
}

fn unequal(line: &HashLine, drawn: &Drawn<'_>) -> Vec<Unequal> {
    let (ours, theirs) = (&drawn.digest, &line.digest);
    let buffers = (ours.displayed, ours.draw) != (theirs.displayed, theirs.draw);
    [
        (Unequal::Kind, drawn.kind != line.kind),
        (Unequal::Record, line.record.is_some() && line.record != drawn.place.record),
        (Unequal::Buffers, buffers),
        (Unequal::Color, ours.color != theirs.color),
        (Unequal::Aux, ours.aux != theirs.aux),
    ]
    .into_iter()
    .filter_map(|(what, unequal)| unequal.then_some(what))
    .collect()
}

fn parted(
    drawn: &Drawn<'_>,
    line: &HashLine,
    unequal: Vec<Unequal>,
    registers: &Registers,
    earlier: &BTreeMap<u32, u16>,
    last: Option<(u64, Digest)>,
) -> Parted {
    // What each word was at the last equal command.
    let mut before = earlier.clone();
    for change in drawn.changes {
        before.entry(change.index).or_insert(change.before);
    }
    let memory = drawn.state.frame_buffer.words();
    let boundary = (registers.layout().aux / 2) as usize;
    let (color, aux) = memory.split_at(boundary.min(memory.len()));
    // Before the first command memory is zero, unless the trace has a state image.
    let was = last.map_or_else(Digest::default, |(_, digest)| digest);
    let (ours, theirs) = (drawn.digest, line.digest);
    let (mut pixels, mut unexplained) = (Vec::new(), Vec::new());
    for what in &unequal {
        let (ours, theirs, was, words, first) = match what {
            Unequal::Color => (ours.color, theirs.color, was.color, color, 0),
            Unequal::Aux => (ours.aux, theirs.aux, was.aux, aux, color.len() as u32),
            Unequal::Kind | Unequal::Record | Unequal::Buffers => continue,
        };
        let difference = theirs.wrapping_sub(ours);
        let found = (first..)
            .zip(words)
            .find_map(|(index, ours)| Some((index, *ours, explained(difference, index, *ours)?)));
        match found {
            Some((index, ours, theirs)) => pixels.push(PixelDifference {
                spot: Spot::of(registers.layout(), index * 2),
                address: index * 2,
                before: before.get(&index).copied().unwrap_or(ours),
                ours,
                theirs,
                bits: ours ^ theirs,
            }),
            None => unexplained.push(Whole { memory: *what, nothing_written: was == theirs }),
        }
    }
    let first = last.map_or(0, |(number, _)| number + 1);
    Parted {
        command: drawn.number,
        kind: drawn.kind.name(),
        their_kind: line.kind.name(),
        record: drawn.place.record,
        their_record: line.record,
        offset: drawn.place.offset,
        frame: drawn.place.frame,
        last_equal: last.map(|(number, _)| number),
        unlisted: drawn.number - first,
        unequal,
        ours,
        theirs,
        wrote: areas(registers, before.keys().copied()),
        pixels,
        unexplained,
        registers: registers.shown(),
    }
}

fn areas(registers: &Registers, words: impl Iterator<Item = u32>) -> Vec<Area> {
    let mut areas: Vec<Area> = Vec::new();
    for index in words {
        let Spot { buffer, x, y } = Spot::of(registers.layout(), index * 2);
        match areas.iter_mut().find(|area| area.buffer == buffer) {
            Some(area) => {
                area.words += 1;
                area.x = [area.x[0].min(x), area.x[1].max(x)];
                area.y = [area.y[0].min(y), area.y[1].max(y)];
            }
            None => areas.push(Area { buffer, words: 1, x: [x, x], y: [y, y] }),
        }
    }
    areas
}
