//! The dependency arrows of ARCHITECTURE.md against `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

fn metadata(root: &Path) -> Result<Metadata> {
    Ok(MetadataCommand::new().current_dir(root).no_deps().exec()?)
}

/// Names in backquotes in the cells of Markdown table rows, first cell and last cell.
fn table_rows(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.strip_suffix(" |")?.split('|').collect();
        let first = cells.first()?.trim().trim_end_matches('`');
        Some((first, cells.last()?.trim()))
    })
}

/// Every arrow between members is allowed, and every member has a row.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).context("ARCHITECTURE.md")?;
    let mut found = Vec::new();
    if text.lines().count() > 200 {
        found.push("ARCHITECTURE.md has more than 200 lines".to_owned());
    }
    let rooms = text.split("\n## ").find(|s| s.starts_with("Rooms")).unwrap_or_default();
    let allowed: BTreeMap<&str, BTreeSet<&str>> = table_rows(rooms)
        .map(|(name, list)| (name, list.split(", ").filter(|n| *n != "-").collect()))
        .collect();
    let metadata = metadata(root)?;
    let members: BTreeSet<&str> = metadata.packages.iter().map(|p| p.name.as_str()).collect();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let Some(row) = allowed.get(name) else {
            found.push(format!("{name} has no row in ARCHITECTURE.md"));
            continue;
        };
        for dependency in &package.dependencies {
            let target = dependency.name.as_str();
            if dependency.kind == DependencyKind::Normal
                && members.contains(target)
                && !row.contains(target)
            {
                found.push(format!("{name} depends on {target}"));
            }
        }
    }
    for name in allowed.keys().filter(|name| !members.contains(*name)) {
        found.push(format!("ARCHITECTURE.md lists {name}, which does not exist"));
    }
    Ok(found)
}

/// Every outside dependency has a row in docs/dependencies.md, and every row a user.
pub(crate) fn explained(root: &Path) -> Result<Vec<String>> {
    let path = root.join("docs/dependencies.md");
    let text = std::fs::read_to_string(&path).context("docs/dependencies.md")?;
    let rows: BTreeSet<&str> = table_rows(&text).map(|(name, _)| name).collect();
    let metadata = metadata(root)?;
    let members: BTreeSet<&str> = metadata.packages.iter().map(|p| p.name.as_str()).collect();
    let used: BTreeSet<&str> = metadata
        .packages
        .iter()
        .flat_map(|p| p.dependencies.iter().map(|d| d.name.as_str()))
        .filter(|name| !members.contains(name))
        .collect();
    let unexplained = used.difference(&rows).map(|n| format!("{n} is used and not explained"));
    let unused = rows.difference(&used).map(|n| format!("{n} is explained and not used"));
    Ok(unexplained.chain(unused).collect())
}
