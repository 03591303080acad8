//! The picture: title, panels, legends.

use std::fmt::Write as _;

use crate::axes::Ruler;
use crate::data::{Panel, Plot};
use crate::marks;
use crate::text::{escape, place};

/// Sizes in the picture's units.
const WIDTH: f64 = 1000.0;
const HEAD: f64 = 56.0;
const LEFT: f64 = 62.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 48.0;
const GAP: f64 = 14.0;
/// Room for half of the last label below an axis.
const RIGHT: f64 = 26.0;
const LEGEND: f64 = 150.0;
const LINE: f64 = 15.0;
/// Height of a panel's drawing: alone in its row, and beside others.
const HEIGHTS: [f64; 2] = [190.0, 170.0];

/// Colours for light and for dark ground.
const PALETTE: [[&str; 2]; crate::COLORS] = [
    ["#2b8a3e", "#69db7c"],
    ["#1864ab", "#74c0fc"],
    ["#d9480f", "#ffa94d"],
    ["#c92a2a", "#ff8787"],
    ["#6741d9", "#b197fc"],
    ["#0b7285", "#66d9e8"],
    ["#e8a008", "#ffe066"],
    ["#a61e4d", "#faa2c1"],
    ["#7f4f24", "#d4a373"],
    ["#5c940d", "#c0eb75"],
    ["#364fc7", "#91a7ff"],
    ["#087f5b", "#38d9a9"],
    ["#862e9c", "#e599f7"],
    ["#495057", "#ced4da"],
    ["#f08c00", "#ffc078"],
    ["#1098ad", "#99e9f2"],
    ["#c2255c", "#fcc2d7"],
    ["#74b816", "#d8f5a2"],
    ["#868e96", "#868e96"],
];

/// Colours of ground, text, lesser text and lines, likewise.
const GROUND: [[&str; 4]; 2] =
    [["#fff", "#1d1b18", "#655f57", "#dfdad1"], ["#16181b", "#eae7e1", "#a29c92", "#2f3237"]];

/// Plain rules, so that programs which know neither variables nor preferences show the light one.
fn style() -> String {
    let colors = |dark: usize| {
        let [ground, ink, soft, line] = GROUND[dark];
        let mut rules = format!(
            ".ground{{fill:{ground}}}text{{fill:{ink}}}.soft{{fill:{soft}}}.grid{{stroke:{line}}}"
        );
        for (number, pair) in PALETTE.iter().enumerate() {
            let color = pair[dark];
            let _ = write!(rules, ".k{number}{{stroke:{color}}}.f{number}{{fill:{color}}}");
        }
        rules
    };
    format!(
        "<style>text{{font:12px system-ui,sans-serif}}.title{{font-size:17px;font-weight:600}}\
         .name{{font-weight:600}}.grid{{fill:none}}\
         .line{{fill:none;stroke-width:1.6;stroke-linejoin:round}}{light}\
         @media (prefers-color-scheme:dark){{{dark}}}</style>",
        light = colors(0),
        dark = colors(1),
    )
}

/// The picture as SVG.
pub fn svg(plot: &Plot) -> String {
    let columns = plot.columns.clamp(1, plot.panels.len().max(1));
    let height = HEIGHTS[usize::from(columns > 1)];
    let width = WIDTH / columns as f64;
    let mut drawn = String::new();
    let mut top = HEAD;
    for row in plot.panels.chunks(columns) {
        for (column, panel) in row.iter().enumerate() {
            drawn += &one(panel, [column as f64 * width, top], [width, height], columns > 1);
        }
        // Below each other, legends of panels side by side need what they need.
        let lines = row.iter().map(|panel| marks::legend(&panel.marks).len()).max().unwrap_or(0);
        let legend = lines as f64 * LINE;
        top += if columns > 1 {
            TOP + height + BOTTOM + legend
        } else {
            TOP + height.max(legend) + BOTTOM
        };
    }
    let (title, note) = (escape(&plot.title), escape(&plot.note));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {total}\" role=\"img\" \
         aria-labelledby=\"title note\"><title id=\"title\">{title}</title>\
         <desc id=\"note\">{note}</desc>{style}<rect class=\"ground\" width=\"{WIDTH}\" \
         height=\"{total}\"/><text class=\"title\" x=\"{GAP}\" y=\"26\">{title}</text>\
         <text class=\"soft\" x=\"{GAP}\" y=\"44\">{note}</text>{drawn}</svg>\n",
        total = place(top),
        style = style(),
    )
}

/// A panel whose upper left corner is at `corner`; `below`: its legend stands below it.
fn one(panel: &Panel, corner: [f64; 2], [width, height]: [f64; 2], below: bool) -> String {
    let [left, top] = [corner[0] + LEFT, corner[1] + TOP];
    let right = corner[0] + width - if below { RIGHT } else { RIGHT + LEGEND };
    let bottom = top + height;
    let [along, up] = marks::values(&panel.marks);
    let x = Ruler::new(&panel.x, along.into_iter(), [left, right], if below { 5 } else { 9 });
    let y = Ruler::new(&panel.y, up.into_iter(), [bottom, top], 5);
    let mut drawn = format!(
        "<text class=\"name\" x=\"{}\" y=\"{}\">{}</text>",
        place(left),
        place(top - 10.0),
        escape(&panel.title)
    );
    for tick in &y.ticks {
        let Some(at) = y.place(tick.at) else { continue };
        let _ = write!(
            drawn,
            "<path class=\"grid\" d=\"M{} {at}H{}\"/><text class=\"soft\" x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{}</text>",
            place(left),
            place(right),
            place(left - 6.0),
            place(at + 4.0),
            escape(&tick.label),
            at = place(at),
        );
    }
    for tick in &x.ticks {
        let Some(at) = x.place(tick.at) else { continue };
        let _ = write!(
            drawn,
            "<path class=\"grid\" d=\"M{at} {}v4\"/><text class=\"soft\" x=\"{at}\" y=\"{}\" \
             text-anchor=\"middle\">{}</text>",
            place(bottom),
            place(bottom + 17.0),
            escape(&tick.label),
            at = place(at),
        );
    }
    drawn += &marks::draw(&panel.marks, &x, &y);
    let _ = write!(
        drawn,
        "<path class=\"grid\" d=\"M{l} {t}V{b}H{r}\"/><text class=\"soft\" x=\"{m}\" y=\"{}\" \
         text-anchor=\"middle\">{}</text><text class=\"soft\" transform=\"translate({} {}) \
         rotate(-90)\" text-anchor=\"middle\">{}</text>",
        place(bottom + 33.0),
        escape(&panel.x.label),
        place(corner[0] + 14.0),
        place(f64::midpoint(top, bottom)),
        escape(&panel.y.label),
        l = place(left),
        t = place(top),
        b = place(bottom),
        r = place(right),
        m = place(f64::midpoint(left, right)),
    );
    let start = if below { [left, bottom + 44.0] } else { [right + GAP, top] };
    for (line, (name, color)) in marks::legend(&panel.marks).into_iter().enumerate() {
        let y = start[1] + line as f64 * LINE;
        let _ = write!(
            drawn,
            "<rect class=\"f{color}\" x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" rx=\"2\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            place(start[0]),
            place(y),
            place(start[0] + 15.0),
            place(y + 9.5),
            escape(name),
        );
    }
    drawn
}
