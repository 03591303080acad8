//! The census, a contract's verdict, refusals.

use std::fmt::Write as _;

use crate::data::{Coverage, Refusal, Row, Table};
use crate::text::{anchor, counted, escape, number, tenths};

/// Lists with this many rows or fewer are unfolded at first.
const OPEN: u64 = 16;

/// A table of the census, to be unfolded.
pub(crate) fn census(table: &Table) -> String {
    let mut rows = String::new();
    for row in &table.rows {
        rows += &census_row(row, table);
    }
    let mut notes = String::new();
    let more = table.entries.saturating_sub(table.rows.len() as u64);
    if more > 0 {
        let _ = write!(notes, "<p class=\"note\">And {} more.</p>", number(more));
    }
    if table.overflow > 0 {
        let _ = write!(
            notes,
            "<p class=\"note warn\">{} found no room: the table is not complete.</p>",
            counted(table.overflow, "occurrence", "occurrences")
        );
    }
    format!(
        "<details id=\"{id}\"{open}><summary><span>{title}</span> <small>{entries}{total}</small>\
         </summary><table class=\"rows\"><thead><tr><th scope=\"col\">what</th>\
         <th scope=\"col\" class=\"n\">total</th>{value}<th scope=\"col\" class=\"n\">mean</th>\
         <th scope=\"col\" class=\"n\">worst</th><th scope=\"col\" class=\"n\">in frame</th>\
         <th scope=\"col\" class=\"n\">frames</th><th scope=\"col\" class=\"n\">first</th></tr>\
         </thead><tbody>{rows}</tbody></table>{notes}</details>",
        id = anchor(&table.title),
        open = if table.entries <= OPEN { " open" } else { "" },
        title = escape(&table.title),
        entries = counted(table.entries, "entry", "entries"),
        total = table.total.map_or_else(String::new, |total| format!(", {}", number(total))),
        value = match escape(&table.value) {
            value if value.is_empty() => value,
            value => format!("<th scope=\"col\" class=\"n\">{value}</th>"),
        },
    )
}

fn census_row(row: &Row, table: &Table) -> String {
    // Of rows that count different things, none is a share of the others.
    let share =
        table.total.map_or(0, |total| u128::from(row.count) * 100 / u128::from(total.max(1)));
    let cell =
        |label: &str, value: &str| format!("<td class=\"n\" data-l=\"{label}\">{value}</td>");
    format!(
        "<tr><th scope=\"row\"><code>{}</code><i style=\"width:{share}%\"></i></th>{}{}{}{}{}{}{}</tr>",
        escape(&row.key),
        cell("total", &number(row.count)),
        if table.value.is_empty() {
            String::new()
        } else {
            cell(&escape(&table.value), &number(row.value))
        },
        cell("mean", &tenths(row.mean_tenths)),
        cell("worst", &number(row.worst)),
        cell("in frame", &number(row.worst_frame)),
        cell("frames", &number(row.frames)),
        cell(
            "first",
            &format!(
                "{}<small>/{}</small>",
                row.first_frame,
                place(row.first_record, table.addresses)
            )
        ),
    )
}

/// A record's index or a packet's address.
fn place(record: u64, address: bool) -> String {
    if address { format!("{record:08X}") } else { record.to_string() }
}

/// The same, a record's digits in groups.
fn outside_place(record: u64, address: bool) -> String {
    if address { place(record, true) } else { number(record) }
}

/// What a contract says.
pub(crate) fn coverage(coverage: &Coverage) -> String {
    let outside = coverage.outside_count;
    let all = (coverage.inside + outside).max(1);
    let share = coverage.inside.saturating_mul(1000) / all;
    let verdict = match (outside, coverage.valid) {
        (0, true) => "The trace keeps the contract.",
        (0, false) => {
            "A table of the census overflowed: nothing outside was seen, and some may be."
        }
        _ => "The trace does not keep the contract.",
    };
    let mut html = format!(
        "<p class=\"lead\">{verdict}</p><div class=\"meter\" role=\"img\" aria-label=\"{percent} % \
         inside\"><i style=\"width:{width}%\"></i></div><p class=\"note\">{percent} % of the entries \
         are inside <b>{name}</b>: {inside} inside, {out} outside; the contract has {unused} that \
         the trace does not use.</p>",
        percent = tenths(share),
        width = share / 10,
        name = escape(&coverage.contract),
        inside = number(coverage.inside),
        out = number(outside),
        unused = counted(coverage.unused, "item", "items"),
    );
    if outside > 0 {
        let _ = write!(
            html,
            "<details{}><summary><span>Outside the contract</span> <small>{}</small></summary>",
            if outside <= OPEN { " open" } else { "" },
            counted(outside, "entry", "entries"),
        );
        let place = if coverage.addresses { "packet" } else { "record" };
        let _ = write!(
            html,
            "<table class=\"rows\"><thead><tr><th scope=\"col\">outside</th>\
             <th scope=\"col\">table</th><th scope=\"col\" class=\"n\">count</th>\
             <th scope=\"col\" class=\"n\">frame</th><th scope=\"col\" class=\"n\">{place}</th>\
             </tr></thead><tbody>"
        );
        for entry in &coverage.outside {
            let _ = write!(
                html,
                "<tr><th scope=\"row\"><code>{}</code></th><td data-l=\"table\">{}</td>\
                 <td class=\"n\" data-l=\"count\">{}</td><td class=\"n\" data-l=\"frame\">{}</td>\
                 <td class=\"n\" data-l=\"{place}\">{}</td></tr>",
                escape(&entry.key),
                escape(&entry.table),
                number(entry.count),
                number(entry.frame),
                outside_place(entry.record, coverage.addresses),
            );
        }
        html += "</tbody></table>";
        let more = outside.saturating_sub(coverage.outside.len() as u64);
        if more > 0 {
            let _ = write!(html, "<p class=\"note\">And {} more.</p>", number(more));
        }
        html += "</details>";
    }
    html
}

/// What was refused.
pub(crate) fn refusals(refusals: &[Refusal]) -> String {
    if refusals.is_empty() {
        return "<p class=\"lead\">Nothing: all that the trace asks for is supported and defined.</p>"
            .to_owned();
    }
    let mut html = "<table class=\"rows\"><thead><tr><th scope=\"col\">refused</th>\
                    <th scope=\"col\">register</th><th scope=\"col\" class=\"n\">times</th>\
                    <th scope=\"col\" class=\"n\">first</th></tr></thead><tbody>"
        .to_owned();
    for refusal in refusals {
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}<br><code>{}</code></th><td data-l=\"register\"><code>{}</code>\
             </td><td class=\"n\" data-l=\"times\">{}</td><td class=\"n\" data-l=\"first\">{}</td></tr>",
            escape(&refusal.title),
            escape(&refusal.id),
            escape(&refusal.what),
            number(refusal.count),
            escape(&refusal.first),
        );
    }
    html + "</tbody></table>"
}
