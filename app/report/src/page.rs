//! The page as a whole.

use std::fmt::Write as _;

use crate::data::{Report, Tile};
use crate::text::{anchor, escape};
use crate::{charts, pictures, tables};

const STYLE: &str = include_str!("style.css");
/// The page may show what it carries and load nothing.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/// The report as an HTML document.
pub fn page(report: &Report) -> String {
    let sections = sections(report);
    let mut links = String::new();
    let mut body = String::new();
    for (title, content) in &sections {
        let id = anchor(title);
        let _ = write!(links, "<li><a href=\"#{id}\">{}</a></li>", escape(title));
        let _ = write!(
            body,
            "<section aria-labelledby=\"{id}\"><h2 id=\"{id}\">{}</h2>{content}</section>",
            escape(title)
        );
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title} - Afterimage</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#content\">Skip to the content</a>\n{head}\n\
         <nav aria-label=\"Sections\"><ul>{links}</ul></nav>\n\
         <main id=\"content\">\n{body}\n</main>\n<footer><p>{colophon}</p></footer>\n\
         </body>\n</html>\n",
        title = escape(&report.title),
        head = head(report),
        colophon = escape(&report.colophon),
    )
}

fn head(report: &Report) -> String {
    let mut warnings = String::new();
    for warning in &report.warnings {
        let _ = write!(warnings, "<p class=\"warning\" role=\"note\">{}</p>", escape(warning));
    }
    let hero = report.hero.as_ref().map_or_else(String::new, |hero| {
        format!(
            "<figure class=\"hero\">{}<figcaption>{}</figcaption></figure>",
            pictures::image(hero, false),
            escape(&hero.caption)
        )
    });
    format!(
        "<header class=\"{}\"><div><p class=\"brand\">Afterimage report</p><h1>{}</h1>\
         <p class=\"subtitle\">{}</p>{warnings}{}</div>{hero}</header>",
        if report.hero.is_some() { "with-hero" } else { "plain" },
        breakable_name(&report.title),
        escape(&report.subtitle),
        tiles(&report.tiles),
    )
}

/// A file's name, which may break behind dots and underscores.
fn breakable_name(name: &str) -> String {
    escape(name).replace('.', ".<wbr>").replace('_', "_<wbr>")
}

fn tiles(tiles: &[Tile]) -> String {
    let mut html = "<dl class=\"tiles\">".to_owned();
    for tile in tiles {
        let _ = write!(
            html,
            "<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>",
            escape(&tile.name),
            escape(&tile.value),
            escape(&tile.note)
        );
    }
    html + "</dl>"
}

/// The sections that have a content.
fn sections(report: &Report) -> Vec<(&'static str, String)> {
    let mut sections = Vec::new();
    let note = |text: &str| format!("<p class=\"note\">{}</p>", escape(text));
    if !report.frames.is_empty() {
        sections.push(("Frames", note(&report.frames_note) + &pictures::sheet(&report.frames)));
    }
    if !report.timeline.is_empty() {
        sections.push(("Timeline", charts::timeline(report)));
    }
    if let Some(coverage) = &report.coverage {
        sections.push(("Contract", tables::coverage(coverage)));
    }
    let bars: String = report.bars.iter().map(charts::histogram).collect();
    if !bars.is_empty() {
        sections.push(("Sizes", format!("<div class=\"columns\">{bars}</div>")));
    }
    if !report.textures.is_empty() {
        let content = note(&report.textures_note) + &pictures::textures(&report.textures);
        sections.push(("Textures", content));
    }
    sections.push(("Refusals", tables::refusals(&report.refusals)));
    let mut census: String = report.tables.iter().map(tables::census).collect();
    if !report.empty_tables.is_empty() {
        census += &note(&format!("Looked for, and not found: {}.", report.empty_tables.join(", ")));
    }
    if !census.is_empty() {
        sections.push(("Census", census));
    }
    let mut facts = "<dl class=\"facts\">".to_owned();
    for (name, value) in &report.facts {
        let _ = write!(facts, "<div><dt>{}</dt><dd>{}</dd></div>", escape(name), escape(value));
    }
    sections.push(("Stream", facts + "</dl>"));
    sections
}
