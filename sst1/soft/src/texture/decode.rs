//! Texture memory to decoded texels.

use sst1_board::TextureMemory;
use sst1_core::level::Level;
use sst1_core::texel::{self, ByteTable};
use sst1_regs::words::TextureFormat;

/// Decodes `level` into `texels`, whose rows are `1 << pitch_log2` apart.
pub(super) fn level(
    memory: &TextureMemory,
    format: TextureFormat,
    table: &ByteTable,
    level: &Level,
    texels: &mut [u32],
    pitch_log2: u32,
) {
    let width = level.width() as usize;
    let texel_bytes = format.texel_bytes();
    for t in 0..level.height() {
        let first = (t as usize) << pitch_log2;
        let Some(row) = texels.get_mut(first..first + width) else { return };
        let start = (level.address(0, t, texel_bytes) & memory.mask()) as usize;
        let bytes = width * texel_bytes as usize;
        if let Some(bytes) = memory.bytes().get(start..start + bytes) {
            decode_row(format, table, bytes, row);
        } else {
            // The row wraps at the end of memory.
            for (s, texel) in row.iter_mut().enumerate() {
                let address = level.address(s as u32, t, texel_bytes);
                *texel = if texel_bytes == 2 {
                    texel::decode16(format, memory.read16(address), table)
                } else {
                    table[usize::from(memory.read8(address))]
                };
            }
        }
    }
}

fn decode_row(format: TextureFormat, table: &ByteTable, bytes: &[u8], row: &mut [u32]) {
    /// One loop a format, so that the decision is made once.
    macro_rules! pairs {
        ($format:expr) => {
            for (texel, pair) in row.iter_mut().zip(bytes.as_chunks::<2>().0) {
                *texel = texel::decode16($format, u16::from_le_bytes(*pair), table);
            }
        };
    }
    match format {
        TextureFormat::Rgb565 => pairs!(TextureFormat::Rgb565),
        TextureFormat::Argb1555 => pairs!(TextureFormat::Argb1555),
        TextureFormat::Argb4444 => pairs!(TextureFormat::Argb4444),
        TextureFormat::Reserved15 => row.fill(0),
        // All others take alpha from the high byte and colour from the table.
        format if format.texel_bytes() == 2 => pairs!(TextureFormat::Ai88),
        _ => {
            for (texel, byte) in row.iter_mut().zip(bytes) {
                *texel = table[usize::from(*byte)];
            }
        }
    }
}
