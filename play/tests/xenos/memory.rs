//! Guest bytes that copies and exports left, beside the streams.

use std::path::Path;

use xenos_memory::GuestMemory;

/// Dumps of depths as floats of 24 bits, which Xenia wrote and cut where the reference converter
/// rounds to nearest even (digest `xenos-hardware` 4.4; the list beside the streams calls the
/// rounding open): words whose depth is one more than the dump's.
const ROUNDED: &[(&str, usize)] = &[("11_shadow_depth_resolve_f0_1c100000.bin.zst", 12288)];

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
        let rounded = ROUNDED.iter().find(|(name, _)| *name == file).map(|row| row.1);
        if let Some(rounded) = rounded {
            let word = |bytes: &[u8], n: usize| {
                bytes
                    .get(n..n + 4)
                    .and_then(|word| word.try_into().ok())
                    .map_or(0, u32::from_be_bytes)
            };
            let all = (0..wanted.len()).step_by(4);
            let more = all.filter(|n| word(&found, *n) == word(&wanted, *n).wrapping_add(1 << 8));
            let more: Vec<usize> = more.collect();
            if more.len() != rounded {
                faults.push(format!("frame {frame}: {} depths of {file} are one more", more.len()));
            }
            for n in more {
                found[n..n + 4].copy_from_slice(&wanted[n..n + 4]);
            }
        }
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
