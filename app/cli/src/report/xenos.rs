//! A report on an .xtr trace: figures, a timeline, refusals and the census. Nothing is drawn for it.

use ::report::{Report, Tile, counted, number};
use anyhow::Context;
use base_census::{Contract, Frames};
use play::xtr::{XtrCensus, XtrInfo};
use play::{CensusPlan, Failure, RefusalRow};
use xenos_front::Counts;
use xenos_xtr::Reader;

use super::timeline::{Names, Timeline};
use super::{Arguments, coverage, deliver, figures, stream};
use crate::counted::xenos::play;
use crate::exit::Exit;
use crate::input;

/// What the timeline shows.
const NAMES: Names =
    [("Draws", "draws"), ("Packets", "packets"), ("Copies out of EDRAM", "copies")];

fn values(counts: &Counts) -> [u64; 3] {
    [counts.draws, counts.packets(), counts.copies]
}

pub(super) fn run(
    arguments: &Arguments,
    reader: Reader,
    contract: Option<&(String, Contract)>,
) -> anyhow::Result<Exit> {
    let path = &arguments.trace;
    let plan = CensusPlan { window: u64::MAX, ..CensusPlan::default() };
    let mut timeline = Timeline::of(NAMES);
    let found = play(path, reader, &arguments.playing, &plan, |counts, frame, before| {
        if timeline.frames() == 0 {
            timeline.begin(values(before));
        }
        timeline.frame(frame, values(counts));
    })?;
    let XtrCensus { census, fault, whole, player } = found;
    if census.frames() > timeline.frames() {
        // What follows the last swap.
        let last = census.ranges.last().map_or(0, |range| range.end.saturating_sub(1));
        timeline.frame(last, values(player.processor().counts()));
    }

    let info = XtrInfo::of(&player);
    let [draws, packets, _] = timeline.sums();
    let mut report = Report { title: census.source.clone(), ..Report::default() };
    let frames = frames(&census);
    report.subtitle = format!(
        "A Xenos command stream: {frames}, {}, {}. The pictures are drawn by `afterimage replay`.",
        counted(draws, "draw", "draws"),
        counted(packets, "packet", "packets"),
    );
    timeline.fill(&mut report);
    report.tiles = tiles(&census, timeline.sums());
    (report.tables, report.empty_tables) = figures::tables(&census);
    if let Some((name, contract)) = contract {
        report.coverage = Some(coverage(name, &census, contract)?);
    }
    if let Some(fault) = &fault {
        let message = &Failure::of_error(fault).message;
        let text =
            format!("The trace is malformed: {message}. What follows is of the part before.");
        report.warnings.push(text);
    }
    if census.overflowed() {
        let text = "A table of the census overflowed: it does not hold everything.";
        report.warnings.push(text.to_owned());
    }
    let range = |range: &Frames| format!("{} to {}", range.start, range.end.saturating_sub(1));
    let ranges = census.ranges.iter().map(range).collect::<Vec<_>>().join(", ");
    let header = *player.reader().header();
    let facts = [
        ("kind", "XTR 1, Xenos command stream".to_owned()),
        ("recorded by", base_text::excerpt(&String::from_utf8_lossy(&header.commit))),
        ("title", format!("{:08X}", header.title)),
        ("frames counted", format!("{}: {ranges}", number(census.frames()))),
        // What was played begins with the trace, and ends behind the last frame that counts.
        ("swaps played", number(info.swaps)),
        ("draws played", number(info.draws)),
        ("copies out of EDRAM played", number(info.copies)),
        ("packets played", number(info.packets.total())),
        ("packets skipped", number(player.processor().counts().predicated_off)),
    ];
    report.facts.extend(facts.map(|(name, value)| (name.to_owned(), value)));
    let refused = player.processor().refusals().rows().map(RefusalRow::from);
    report.refusals = refused.map(|row| stream::refusal(&row)).collect();
    report.colophon = stream::colophon("docs/census-xenos.md");
    let source = player.into_reader().into_source();
    stream::fill_input(&mut report, &input::described(path, source, None, whole));

    deliver(arguments, report, |_| {
        format!("{frames} described, without the pictures that replay draws")
    })?;
    match fault {
        Some(fault) => Err(fault).with_context(|| input::shown(path)),
        None => Ok(Exit::Done),
    }
}

/// The frames that were counted, in words.
fn frames(census: &base_census::Census) -> String {
    let unfinished = xenos_census::unfinished_frames(census);
    match (census.frames() - unfinished, unfinished) {
        (0, 1..) => "an unfinished frame".to_owned(),
        (whole, 0) => counted(whole, "frame", "frames"),
        (whole, _) => counted(whole, "frame", "frames") + " and an unfinished one",
    }
}

fn tiles(census: &base_census::Census, [draws, packets, copies]: [u64; 3]) -> Vec<Tile> {
    let frames = census.frames().max(1);
    let short = figures::short;
    let unfinished = xenos_census::unfinished_frames(census);
    let whole = if unfinished > 0 { "counted, and an unfinished one" } else { "counted" };
    let tile = |name: &str, value: u64, note: String| Tile {
        name: name.to_owned(),
        value: short(value),
        note,
    };
    let entries =
        |table: &str| census.tables.get(table).map_or(0, |table| table.entries.len() as u64);
    let a_frame = |sum: u64| format!("{} a frame", short(sum.saturating_add(frames / 2) / frames));
    vec![
        tile("frames", census.frames() - unfinished, whole.to_owned()),
        tile("draws", draws, a_frame(draws)),
        tile("packets", packets, a_frame(packets)),
        tile("copies", copies, a_frame(copies)),
        tile("programs", entries("shaders"), "distinct".to_owned()),
        tile("texture layouts", entries("textures"), "formats, sizes, swizzles".to_owned()),
    ]
}
