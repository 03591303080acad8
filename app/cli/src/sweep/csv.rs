//! The rows as CSV; `docs/timing.md` specifies the columns.

use std::fmt::Write as _;

use sst1_cycle::counters::TABLE;
use sst1_cycle::stall::Cause;

use super::Measured;

/// Version of this format, in each line's first column.
pub(super) const FORMAT: u32 = 1;

pub(super) fn text(measured: &Measured, counters: bool) -> String {
    let mut text = "format,stream,preset,profile,facts,frames".to_owned();
    for axis in &measured.axes {
        let _ = write!(text, ",{}", quoted(&axis.key));
    }
    text += ",ended,hertz,clocks,pixels,pixels_per_clock,mpixel_per_s,triangles";
    for cause in Cause::ALL {
        let _ = write!(text, ",stall_{}", cause.name().replace('-', "_"));
    }
    if counters {
        for row in TABLE {
            let _ = write!(text, ",counter_{}", row.name);
        }
    }
    text.push('\n');
    let facts = measured.profile.set().iter().map(|(fact, value)| format!("{fact}={value}"));
    let facts = facts.collect::<Vec<_>>().join(" ");
    let made = [measured.name.as_str(), &measured.preset, measured.profile.base(), &facts];
    let made = made.map(quoted).join(",");
    for row in &measured.rows {
        let timing = &row.timing;
        let _ = write!(text, "{FORMAT},{made},{}", measured.frames);
        for value in &row.values {
            let _ = write!(text, ",{}", quoted(value));
        }
        let _ = write!(
            text,
            ",{},{},{},{},{:.6},{:.4},{}",
            ended(row.ended),
            timing.config.hertz,
            timing.clocks,
            timing.pixels,
            timing.pixels_per_clock(),
            timing.mpixel_per_s(),
            timing.triangles,
        );
        for cause in Cause::ALL {
            let _ = write!(text, ",{}", timing.stalls.of(cause));
        }
        if counters {
            for (_, value) in timing.counters.rows() {
                let _ = write!(text, ",{value}");
            }
        }
        text.push('\n');
    }
    text
}

const fn ended(ended: play::Ended) -> &'static str {
    match ended {
        play::Ended::End => "end",
        play::Ended::Frames => "frames",
        play::Ended::Budget => "budget",
        play::Ended::Fault => "fault",
    }
}

/// A field, in quotes where it needs them (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn fields_are_quoted_where_they_need_it() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("zsst,rob=\"8\""), "\"zsst,rob=\"\"8\"\"\"");
    }
}
