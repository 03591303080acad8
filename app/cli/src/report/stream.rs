//! A report's facts on the stream, and what was refused.

use ::report::{Refusal, Report, counted, number};
use base_census::Census;
use play::{Input, Player, RefusalRow};

/// What the player knows.
pub(crate) fn fill(report: &mut Report, census: &Census, player: &Player) {
    let (state, tally, setup) = (player.state(), player.tally(), player.setup());
    let config = state.config;
    let header = player.reader().header();
    let (width, height) = (state.picture_width(), state.picture_height());
    report.subtitle = format!(
        "An SST-1 bus stream: {}, {}, {width} × {height} pixels, {}.",
        counted(tally.operations, "operation", "operations"),
        counted(tally.frames, "swap", "swaps"),
        counted(u64::from(config.tmus), "texture unit", "texture units"),
    );
    let ranges = census.ranges.iter().map(|r| format!("{} to {}", r.start, r.end - 1));
    let set = setup.profile.set().iter().map(|(fact, value)| format!("{fact}={value}"));
    let profile: Vec<_> = std::iter::once(setup.profile.base().to_owned()).chain(set).collect();
    let textures = number(u64::from(config.texture_bytes >> 10));
    let facts = [
        ("kind", "VOOD 1, SST-1 bus stream".to_owned()),
        ("board type", header.voodoo_type.to_string()),
        ("frame buffer", format!("{} KiB", number(u64::from(config.frame_buffer_bytes >> 10)))),
        ("texture memory", format!("{} × {textures} KiB", config.tmus)),
        ("operations", number(tally.operations)),
        ("swaps", number(tally.frames)),
        ("frames counted", ranges.collect::<Vec<_>>().join(", ")),
        ("triangles drawn", number(state.triangles)),
        ("pixels covered", number(state.pixels_total[0])),
        ("pixels passed", number(state.pixels_total[1])),
        ("frame-buffer reads", number(tally.reads)),
        ("of them unlike recorded", number(tally.read_mismatches)),
        ("profile", profile.join(", ")),
        ("engine", player.device().engine().to_owned()),
    ];
    report.facts.extend(facts.map(|(name, value)| (name.to_owned(), value)));
    report.refusals = player.refusals().iter().map(refusal).collect();
    report.colophon = colophon("docs/census.md");
}

/// Who made the page; `census` names what describes the tables.
pub(crate) fn colophon(census: &str) -> String {
    format!(
        "Made by afterimage {}. The census is described in {census}; `afterimage census` gives it in \
         full.",
        env!("CARGO_PKG_VERSION")
    )
}

pub(crate) fn refusal(row: &RefusalRow) -> Refusal {
    let frame = row.first.frame.map_or_else(String::new, |frame| format!("frame {frame}, "));
    let record = row.first.record.map_or_else(|| "before".to_owned(), |r| format!("record {r}"));
    Refusal {
        id: row.id.clone(),
        title: row.title.clone(),
        what: format!("{} {:#010x}", row.register, row.value),
        count: row.count,
        first: frame + &record,
    }
}

/// What is stored of the trace, once its reader is given back.
pub(crate) fn fill_input(report: &mut Report, input: &Input) {
    let mut facts = vec![("file".to_owned(), input.name.clone())];
    if let Some(bytes) = input.bytes {
        facts.push(("stored bytes".to_owned(), number(bytes)));
    }
    for (name, digest) in [("SHA-256", &input.sha256), ("state's SHA-256", &input.state_sha256)] {
        if let Some(digest) = digest {
            facts.push((name.to_owned(), digest.clone()));
        }
    }
    report.facts.splice(0..0, facts);
}
