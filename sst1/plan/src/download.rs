//! Texture downloads.
//!
//! Facts: digest sections 4.6 and 9.6; `download`, `download_order`, `level_parity`.

use sst1_board::{State, TextureAddress, refusal};
use sst1_core::level;
use sst1_facts::{Download, DownloadOrder, TextureCache};

use crate::UnitPlan;

/// Where a download went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downloaded {
    /// Byte address of the first texel, before it is masked.
    pub first: u32,
    /// What addresses are masked with.
    pub mask: u32,
    /// Bytes written.
    pub bytes: u32,
}

/// Writes `data` at an address of the texture aperture; the unit is the address's, and `plan` that
/// unit's. `None`: nothing was written.
pub fn download(
    state: &mut State,
    plan: &UnitPlan,
    address: TextureAddress,
    data: u32,
) -> Option<Downloaded> {
    let unit = address.tmu as usize;
    let (Some(tmu), Some(level)) =
        (state.tmus.get_mut(unit), plan.addressed.get(address.lod as usize))
    else {
        // Drivers write to units and levels that are not there, on purpose.
        return None;
    };
    let lod = plan.lod_word;
    if lod.direct_write() {
        state.log.refuse(&refusal::TEXTURE_DIRECT, "tLOD", lod.raw());
    }
    let texel_bytes = plan.format.texel_bytes();
    let s = match (texel_bytes, plan.sequential) {
        (2, _) => address.s_bytes >> 2 << 1,
        (_, false) => address.s_bytes >> 3 << 2,
        (_, true) => address.s_bytes & 0xFC,
    };
    let (t, mask) = (address.t, tmu.memory.mask());
    let masked = state.profile.download == Download::Masked;
    let texels = if masked {
        if level::left_out(lod, address.lod) || t >= level.height() {
            return None;
        }
        level.width().saturating_sub(s).min(4 / texel_bytes)
    } else {
        4 / texel_bytes
    };
    if texels == 0 {
        return None;
    }
    let mut data = data;
    if state.profile.download_order == DownloadOrder::Honoured {
        if lod.download_byte_swizzle() {
            data = data.swap_bytes();
        }
        if lod.download_word_swap() {
            data = data.rotate_left(16);
        }
    }
    let first = level.address(s, t, texel_bytes);
    if state.profile.texture_cache == TextureCache::B86 {
        state.texture_cache.download(unit, first, mask);
    }
    let count = (texels * texel_bytes) as usize;
    let start = (first & mask) as usize;
    if let Some(bytes) = tmu.memory.bytes_mut().get_mut(start..start + count) {
        bytes.copy_from_slice(&data.to_le_bytes()[..count]);
    } else {
        for (i, byte) in data.to_le_bytes().into_iter().take(count).enumerate() {
            tmu.memory.write8(first.wrapping_add(i as u32), byte);
        }
    }
    Some(Downloaded { first, mask, bytes: texels * texel_bytes })
}
