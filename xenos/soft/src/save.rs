//! The engine's state as bytes.

use xenos_renderer::LoadError;

use crate::queries::Queries;
use crate::soft::Soft;

/// Version of the layout: version, counters, queries' bits, EDRAM; all little-endian.
const VERSION: u32 = 1;
const HEAD: usize = 4 + 4 * 4 + 2 * 8;

pub(crate) fn save(soft: &Soft) -> Vec<u8> {
    let edram = soft.edram.bytes();
    let mut bytes = Vec::with_capacity(HEAD + edram.len());
    let queries = &soft.queries;
    let counters = [queries.total, queries.depth_failed, queries.passed, queries.stencil_failed];
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(counters.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend([queries.visible, queries.open].iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(edram);
    bytes
}

pub(crate) fn load(soft: &mut Soft, bytes: &[u8]) -> Result<(), LoadError> {
    let wanted = HEAD + soft.edram.bytes().len();
    let wrong = LoadError::Length { got: bytes.len(), wanted };
    let mut at = 0;
    let mut next = |length: usize| {
        let part = bytes.get(at..at + length);
        at += length;
        part
    };
    let mut word = || -> Option<u32> { Some(u32::from_le_bytes(next(4)?.try_into().ok()?)) };
    let version = word().ok_or(wrong)?;
    if version != VERSION {
        return Err(LoadError::Version(version));
    }
    let mut words = [0; 8];
    for place in &mut words {
        *place = word().ok_or(wrong)?;
    }
    let long = |low: usize| u64::from(words[low]) | u64::from(words[low + 1]) << 32;
    let edram = bytes.get(HEAD..).ok_or(wrong)?;
    soft.edram.load_bytes(edram).map_err(|_| wrong)?;
    soft.queries = Queries {
        total: words[0],
        depth_failed: words[1],
        passed: words[2],
        stencil_failed: words[3],
        visible: long(4),
        open: long(6),
    };
    Ok(())
}
