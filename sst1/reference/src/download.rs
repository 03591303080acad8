//! Downloads to texture memory.
//!
//! Facts: digest 4.6, 9.6 ("Download"); decisions page, "Texture".

use sst1_board::{State, TextureAddress, Tmu, refusal};
use sst1_facts::{Download, DownloadOrder, Profile, SequentialDownload, TextureCache};

use crate::level::{downloaded, is_stored};

/// A 32-bit write at an aperture offset with bit 23 set.
pub(crate) fn write(state: &mut State, offset: u32, data: u32) {
    let address = TextureAddress::of(offset);
    let State { profile, tmus, texture_cache, log, .. } = state;
    let number = address.tmu as usize;
    let mode0 = tmus.first().map(|tmu| tmu.mode);
    // Drivers write to units and levels that do not exist on purpose (4.1).
    let Some(tmu) = tmus.get_mut(number) else {
        return;
    };
    if address.lod > 8 {
        return;
    }
    if tmu.lod.direct_write() {
        log.refuse(&refusal::TEXTURE_DIRECT, "tLOD", tmu.lod.raw());
    }
    let sequential = match (profile.sequential_download, mode0) {
        (SequentialDownload::Tmu0, Some(mode)) => mode.seq_8_download(),
        _ => tmu.mode.seq_8_download(),
    };
    let (start, bytes) = place(profile, tmu, address, sequential, data);
    if bytes.iter().all(Option::is_none) {
        return;
    }
    if profile.texture_cache == TextureCache::B86 {
        texture_cache.download(number, start, tmu.memory.mask());
    }
    for (at, byte) in bytes.into_iter().enumerate() {
        if let Some(byte) = byte {
            tmu.memory.write8(start.wrapping_add(at as u32), byte);
        }
    }
}

/// The byte address of a word, and which of its bytes are stored.
fn place(
    profile: &Profile,
    tmu: &Tmu,
    address: TextureAddress,
    sequential: bool,
    data: u32,
) -> (u32, [Option<u8>; 4]) {
    let level = downloaded(profile, tmu, address.lod);
    let size = tmu.mode.format().texel_bytes();
    let s = first_texel(sequential, size, address.s_bytes);
    let start = level.start + (address.t * level.pitch + s) * size;
    let bytes = ordered(profile, tmu, data).to_le_bytes().map(Some);
    if profile.download == Download::Whole {
        return (start, bytes);
    }
    if address.t >= level.height || !is_stored(tmu, address.lod) {
        return (start, [None; 4]);
    }
    let in_row = |at: usize| s + at as u32 / size < level.width;
    (start, std::array::from_fn(|at| bytes[at].filter(|_| in_row(at))))
}

/// 4.6: the first texel of a word, from address bits 8:2.
fn first_texel(sequential: bool, size: u32, s_bytes: u32) -> u32 {
    if size == 2 {
        s_bytes >> 1
    } else if sequential {
        s_bytes & 0xFC
    } else {
        // Words are eight bytes apart.
        s_bytes >> 1 & 0xFC
    }
}

/// 4.6: bytes reversed, then halves exchanged.
fn ordered(profile: &Profile, tmu: &Tmu, data: u32) -> u32 {
    if profile.download_order == DownloadOrder::Ignored {
        return data;
    }
    let swizzled = if tmu.lod.download_byte_swizzle() { data.swap_bytes() } else { data };
    if tmu.lod.download_word_swap() { swizzled.rotate_left(16) } else { swizzled }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_board::BoardConfig;
    use sst1_regs::words::{TLod, TextureFormat, TextureMode};

    const TEXTURE: u32 = 0x80_0000;

    fn board(profile: Profile, format: TextureFormat, lod: TLod) -> State {
        let mut state = State::new(BoardConfig::default(), profile).expect("a board");
        state.tmus[0].mode = TextureMode::default().with_format(format);
        state.tmus[0].lod = lod;
        state
    }

    fn row(state: &State, start: usize) -> &[u8] {
        &state.tmus[0].memory.bytes()[start..start + 8]
    }

    #[test]
    fn addresses_by_format() {
        // Level 1, row 2, S field 4.
        let offset = TEXTURE | 1 << 17 | 2 << 9 | 4 << 2;
        let mut state = board(Profile::hardware(), TextureFormat::Rgb565, TLod::default());
        write(&mut state, offset, 0x4433_2211);
        assert_eq!(row(&state, 0x20000 + (2 * 128 + 8) * 2)[..4], [0x11, 0x22, 0x33, 0x44]);
        let mut state = board(Profile::hardware(), TextureFormat::P8, TLod::default());
        write(&mut state, offset, 0x4433_2211);
        assert_eq!(row(&state, 0x10000 + 2 * 128 + 8)[..4], [0x11, 0x22, 0x33, 0x44]);
        state.tmus[0].mode = state.tmus[0].mode.with_seq_8_download(true);
        write(&mut state, offset, 0x8877_6655);
        assert_eq!(row(&state, 0x10000 + 2 * 128 + 16)[..4], [0x55, 0x66, 0x77, 0x88]);
    }

    #[test]
    fn the_chip_masks_and_86box_stores_all() {
        // Level 7 is 2x2 at 0x15550.
        let offset = TEXTURE | 7 << 17;
        for (profile, stored) in [
            (Profile::hardware(), [1, 2, 0, 0, 0, 0, 0, 0]),
            (Profile::b86(), [1, 2, 3, 4, 0, 0, 0, 0]),
        ] {
            let mut state = board(profile, TextureFormat::P8, TLod::default());
            write(&mut state, offset, 0x0403_0201);
            assert_eq!(row(&state, 0x15550), stored);
        }
        let mut state = board(Profile::hardware(), TextureFormat::P8, TLod::default());
        write(&mut state, offset | 2 << 9, !0);
        write(&mut state, TEXTURE | 9 << 17, !0);
        write(&mut state, TEXTURE | 1 << 21, !0);
        assert!(state.tmus[0].memory.bytes().iter().all(|byte| *byte == 0));
        assert!(state.log.is_empty());
    }

    #[test]
    fn order_and_direct_writes() {
        let lod = TLod::default()
            .with_download_byte_swizzle(true)
            .with_download_word_swap(true)
            .with_direct_write(true);
        let mut state = board(Profile::hardware(), TextureFormat::P8, lod);
        write(&mut state, TEXTURE, 0x4433_2211);
        assert_eq!(row(&state, 0)[..4], [0x22, 0x11, 0x44, 0x33]);
        assert_eq!(state.log.total(), 1);
    }
}
