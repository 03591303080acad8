//! A report's facts on the stream, and what was refused.

use ::report::{Refusal, Report};
use base_census::Census;
use play::{Input, Player, RefusalRow};

/// What the player knows.
pub(crate) fn fill(report: &mut Report, census: &Census, player: &Player) {
    let (state, tally, setup) = (player.state(), player.tally(), player.setup());
    let config = state.config;
    let header = player.reader().header();
    let (width, height) = (state.picture_width(), state.picture_height());
    report.subtitle = format!(
        "An SST-1 bus stream: {} operations, {} swaps, {width} x {height} pixels, {}.",
        tally.operations,
        tally.frames,
        match config.tmus {
            1 => "one texture unit".to_owned(),
            units => format!("{units} texture units"),
        },
    );
    let ranges: Vec<_> =
        census.ranges.iter().map(|range| format!("{} to {}", range.start, range.end - 1)).collect();
    let set: Vec<_> =
        setup.profile.set().iter().map(|(fact, value)| format!("{fact}={value}")).collect();
    let mut fact = |name: &str, value: String| report.facts.push((name.to_owned(), value));
    fact("kind", "VOOD 1, SST-1 bus stream".to_owned());
    fact("board type", header.voodoo_type.to_string());
    fact("frame buffer", format!("{} KiB", config.frame_buffer_bytes >> 10));
    let textures = config.texture_bytes >> 10;
    fact("texture memory", format!("{} x {textures} KiB", config.tmus));
    fact("operations", tally.operations.to_string());
    fact("swaps", tally.frames.to_string());
    fact("frames counted", ranges.join(", "));
    fact("triangles drawn", state.triangles.to_string());
    fact("pixels covered", state.pixels_total[0].to_string());
    fact("pixels passed", state.pixels_total[1].to_string());
    fact("LFB reads", format!("{}, {} unlike recorded", tally.reads, tally.read_mismatches));
    fact(
        "profile",
        [setup.profile.base()]
            .into_iter()
            .chain(set.iter().map(|s| &**s))
            .collect::<Vec<_>>()
            .join(", "),
    );
    fact("engine", player.device().engine().to_owned());
    report.refusals = player.refusals().iter().map(refusal).collect();
    report.colophon = format!(
        "Made by afterimage {}. The census is described in docs/census.md; `afterimage census` gives \
         it in full.",
        env!("CARGO_PKG_VERSION")
    );
}

fn refusal(row: &RefusalRow) -> Refusal {
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
        facts.push(("stored bytes".to_owned(), bytes.to_string()));
    }
    for (name, digest) in [("SHA-256", &input.sha256), ("state's SHA-256", &input.state_sha256)] {
        if let Some(digest) = digest {
            facts.push((name.to_owned(), digest.clone()));
        }
    }
    report.facts.splice(0..0, facts);
}
