//! The timeline and the histograms.
//!
//! A timeline's bars are an SVG that is stretched to the page's width; its text is HTML beside it, so
//! that letters keep their size on a phone.

use std::fmt::Write as _;

use crate::data::{Bars, Report, Series};
use crate::text::{anchor, escape, number, tenths};

/// Bars a timeline has at most; with more frames a bar stands for several and shows their most.
const MOST_BARS: usize = 240;
/// Height of a timeline's drawing, in its own units.
const HEIGHT: u64 = 100;

pub(crate) fn timeline(report: &Report) -> String {
    let mut html = String::new();
    let frames = report.timeline.iter().map(|series| series.values.len()).max().unwrap_or(0);
    let bundle = frames.div_ceil(MOST_BARS).max(1);
    for (index, series) in report.timeline.iter().enumerate() {
        html += &one(series, index, bundle, report.first_frame);
    }
    let each = report.timeline.iter().map(|series| series.each).max().unwrap_or(1);
    let bundle = each.max(1).saturating_mul(bundle as u64);
    if bundle > 1 {
        let _ = write!(
            html,
            "<p class=\"note\">A bar stands for {bundle} frames and shows the \
                              highest of them.</p>"
        );
    }
    html
}

fn one(series: &Series, index: usize, bundle: usize, first: u64) -> String {
    let values = &series.values;
    let most = values.iter().copied().max().unwrap_or(0);
    let mean = series.sum.saturating_mul(10) / series.frames.max(1);
    let place = series.most_frame;
    let last = first.saturating_add(series.frames.saturating_sub(1));
    let wide = series.each.max(1).saturating_mul(bundle as u64);
    let bars: Vec<u64> =
        values.chunks(bundle).map(|chunk| chunk.iter().copied().max().unwrap_or(0)).collect();
    let summary = format!(
        "mean {} {unit} a frame, most {} in frame {place}",
        tenths(mean),
        number(most),
        unit = escape(&series.unit),
    );
    let mut drawing = String::new();
    for (number_of_bar, value) in bars.iter().enumerate() {
        let height = scaled(*value, most);
        let frame = first.saturating_add(wide.saturating_mul(number_of_bar as u64));
        let _ = write!(
            drawing,
            "<rect x=\"{number_of_bar}.08\" y=\"{}\" width=\".84\" height=\"{height}\">\
             <title>frame {frame}: {} {}</title></rect>",
            HEIGHT - height,
            number(*value),
            escape(&series.unit),
        );
    }
    format!(
        "<figure class=\"series s{index}\"><figcaption><b>{name}</b> <span>{summary}</span>\
         </figcaption><svg viewBox=\"0 0 {width} {HEIGHT}\" preserveAspectRatio=\"none\" \
         role=\"img\" aria-label=\"{name} a frame: {summary}\">{drawing}</svg>\
         <div class=\"axis\" aria-hidden=\"true\"><span>frame {first}</span>\
         <span>{middle}</span><span>{last}</span></div></figure>",
        name = escape(&series.name),
        width = bars.len().max(1),
        middle = match series.frames {
            0..10 => String::new(),
            frames => first.saturating_add(frames / 2).to_string(),
        },
    )
}

/// A value as a height; what is not zero is seen.
fn scaled(value: u64, most: u64) -> u64 {
    if value == 0 || most == 0 {
        return 0;
    }
    let height = u128::from(value) * u128::from(HEIGHT) / u128::from(most);
    u64::try_from(height).unwrap_or(HEIGHT).clamp(1, HEIGHT)
}

pub(crate) fn histogram(bars: &Bars) -> String {
    let most = bars.bars.iter().map(|bar| bar.count).max().unwrap_or(0);
    let sum = bars.bars.iter().fold(0_u64, |sum, bar| sum.saturating_add(bar.count));
    let mut rows = String::new();
    for bar in &bars.bars {
        let all = u128::from(sum.max(1));
        let share = (u128::from(bar.count) * 1000 + all / 2) / all;
        let share = match u64::try_from(share).unwrap_or(0) {
            0 if bar.count > 0 => "&lt; 0.1".to_owned(),
            share => tenths(share),
        };
        let _ = write!(
            rows,
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{} %</td>\
             <td class=\"bar\"><i style=\"width:{}%\"></i></td></tr>",
            escape(&bar.name),
            number(bar.count),
            share,
            scaled(bar.count, most),
        );
    }
    format!(
        "<div class=\"histogram\"><h3 id=\"{id}\">{title}</h3><p class=\"note\">{note}</p>\
         <table><thead><tr><th scope=\"col\">size</th><th scope=\"col\" class=\"n\">{unit}</th>\
         <th scope=\"col\" class=\"n\">share</th><td></td></tr></thead><tbody>{rows}</tbody></table>\
         </div>",
        id = anchor(&bars.title),
        title = escape(&bars.title),
        note = escape(&bars.note),
        unit = escape(&bars.unit),
    )
}
