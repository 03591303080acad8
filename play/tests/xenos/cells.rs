//! How far each pixel may be from its expected value: the cells' tolerances.

use std::path::Path;

use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    cells: Vec<Cell>,
}

/// A rectangle of a frame that shows one thing.
#[derive(Deserialize)]
pub(crate) struct Cell {
    /// Frame.
    pub(crate) f: u64,
    pub(crate) name: String,
    /// Left, top, right, bottom.
    pub(crate) rect: [u32; 4],
    /// What it shows; `mask` is not compared.
    pub(crate) k: String,
    #[serde(default)]
    pub(crate) tol: Option<u8>,
}

impl Cell {
    pub(crate) fn holds(&self, x: u32, y: u32) -> bool {
        let [left, top, right, bottom] = self.rect;
        (left..right).contains(&x) && (top..bottom).contains(&y)
    }
}

/// The cells of a stream; none if it has no list.
pub(crate) fn read(folder: &Path, name: &str) -> Result<Vec<Cell>, String> {
    let path = folder.join("cells").join(format!("{name}.json"));
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read(&path).map_err(|error| error.to_string())?;
    let file: File = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    Ok(file.cells)
}

/// The tolerance of a pixel: that of the last cell that holds it, as later cells are drawn over
/// earlier ones; 1 where none says.
pub(crate) fn tolerance(cells: &[Cell], frame: u64, x: u32, y: u32) -> (u8, Option<&Cell>) {
    let cell = cells.iter().rev().find(|cell| cell.f == frame && cell.holds(x, y));
    (cell.and_then(|cell| cell.tol).unwrap_or(1), cell)
}
