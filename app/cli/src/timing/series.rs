//! Causes and counters over time as CSV; `docs/timing.md` specifies the columns.

use std::fmt::Write as _;

use play::timing::Series;
use sst1_cycle::counters::TABLE;
use sst1_cycle::stall::Cause;

/// Version of this format, in each line's first column.
const FORMAT: u32 = 1;

pub(super) fn csv(series: &Series) -> String {
    let mut text = "format,from,to".to_owned();
    for cause in Cause::ALL {
        let _ = write!(text, ",stall_{}", cause.name().replace('-', "_"));
    }
    for row in TABLE {
        let _ = write!(text, ",{}", row.name);
    }
    text.push('\n');
    for (from, to, counters, stalls) in series.bins() {
        let _ = write!(text, "{FORMAT},{from},{to}");
        for cause in Cause::ALL {
            let _ = write!(text, ",{}", stalls.of(cause));
        }
        for (_, value) in counters.rows() {
            let _ = write!(text, ",{value}");
        }
        text.push('\n');
    }
    text
}
