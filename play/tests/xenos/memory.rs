//! Guest bytes that copies and exports left, beside the streams.

use std::path::Path;

use xenos_memory::GuestMemory;

/// Compares every dump of a frame's end.
pub(crate) fn check(
    folder: &Path,
    name: &str,
    frame: u64,
    memory: &GuestMemory,
) -> Result<(), String> {
    let Ok(entries) = folder.join("mem").read_dir() else { return Ok(()) };
    let start = format!("{name}_f{frame}_");
    let mut faults = Vec::new();
    for entry in entries.flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let Some(address) =
            file.strip_prefix(&start).and_then(|rest| rest.strip_suffix(".bin.zst"))
        else {
            continue;
        };
        let address = u32::from_str_radix(address, 16).map_err(|error| error.to_string())?;
        let packed = std::fs::read(entry.path()).map_err(|error| error.to_string())?;
        let wanted = zstd::decode_all(&*packed).map_err(|error| error.to_string())?;
        let mut found = vec![0; wanted.len()];
        memory.read_bytes(address, &mut found).map_err(|error| error.to_string())?;
        let differing: Vec<usize> = (0..wanted.len()).filter(|n| found[*n] != wanted[*n]).collect();
        if let Some(first) = differing.first() {
            let word = first & !3;
            faults.push(format!(
                "frame {frame}: {} of {} bytes differ at {address:08x}, first {first:x}: {:02x?}, expected {:02x?}",
                differing.len(),
                wanted.len(),
                found.get(word..word + 4),
                wanted.get(word..word + 4),
            ));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}
