//! The table of disputed facts as a Markdown document.

use std::fmt::Write as _;

use crate::{Confidence, FACTS, Fact, NOT_MODELLED, NOT_MODELLED_PIXELS, PROFILES};

/// Names of the parties as the documents spell them.
pub fn party(name: &str) -> &str {
    match name {
        "b86" => "86box",
        "spinal" => "SpinalVoodoo",
        "zsst" => "zSST",
        "mame" => "MAME",
        other => other,
    }
}

/// Parties that have a profile and may be silent about a fact.
const PROFILED: [&str; 2] = ["zsst", "mame"];

fn fact_section(text: &mut String, fact: &Fact) -> std::fmt::Result {
    writeln!(text, "### {}\n", fact.name)?;
    writeln!(
        text,
        "{} (digest {}; the hardware's value is *{}*)\n",
        fact.question.trim().replace("\\[", "[").replace("\\]", "]"),
        fact.source,
        fact.confidence.name()
    )?;
    writeln!(text, "| value | held by | meaning |\n|---|---|---|")?;
    for value in fact.values {
        let parties: Vec<_> = value.parties.iter().map(|p| party(p)).collect();
        writeln!(text, "| `{}` | {} | {} |", value.name, parties.join(", "), value.doc)?;
    }
    let silent: Vec<_> = PROFILED
        .iter()
        .filter(|party| !fact.values.iter().any(|value| value.parties.contains(party)))
        .map(|name| party(name))
        .collect();
    if !silent.is_empty() {
        writeln!(text, "\nNot known, taken as hardware: {}.", silent.join(", "))?;
    }
    writeln!(text)
}

fn render() -> Result<String, std::fmt::Error> {
    let mut text = String::from(
        "<!-- Generated from sst1/facts/src/list.rs by its tests (BLESS=1 rewrites). -->\n\n\
         # SST-1: what sources disagree on\n\n",
    );
    let profiles: Vec<_> = PROFILES.iter().map(|(name, _)| format!("`{name}`")).collect();
    writeln!(
        text,
        "{} facts, each a field of `sst1_facts::Profile`. Profiles: {}. `replay --set fact=value` \
         sets one.\n",
        FACTS.len(),
        profiles.join(", ")
    )?;
    for fact in FACTS {
        fact_section(&mut text, fact)?;
    }
    writeln!(text, "## Inferred or guessed\n")?;
    for fact in FACTS {
        if matches!(fact.confidence, Confidence::Inferred | Confidence::Guessed) {
            writeln!(text, "- `{}`: {}", fact.name, fact.confidence.name())?;
        }
    }
    writeln!(text, "\n## Known, not modelled\n")?;
    writeln!(text, "| what | who | how | why no fact | source |\n|---|---|---|---|---|")?;
    for entry in NOT_MODELLED.iter().chain(NOT_MODELLED_PIXELS) {
        let parties: Vec<_> = entry.parties.iter().map(|p| party(p)).collect();
        let (name, source) = (entry.name, entry.source);
        let parties = parties.join(", ");
        writeln!(text, "| {name} | {parties} | {} | {} | {source} |", entry.what, entry.why)?;
    }
    Ok(text)
}

/// The document, as kept in `docs/hardware/sst1-facts.md`.
pub fn markdown() -> String {
    // Writing to a string does not fail.
    render().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_document_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hardware/sst1-facts.md");
        let text = super::markdown();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, &text).expect("the document can be written");
        }
        let kept = std::fs::read_to_string(path).expect("the document exists");
        assert!(kept == text, "docs/hardware/sst1-facts.md is stale; BLESS=1 rewrites it");
    }
}
