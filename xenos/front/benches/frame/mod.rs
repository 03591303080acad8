//! A trace's last frame, for benches that run it again and again.

use xenos_xtr::{Reader, Record};

/// Address and words of each stretch of the ring in the last whole frame.
pub(crate) fn last_frame(reader: &mut Reader) -> Vec<(u32, u32)> {
    let (mut depth, mut now, mut last) = (0u32, Vec::<(u32, u32)>::new(), Vec::new());
    let mut buffer = false;
    reader
        .for_each(|entry| match entry.record {
            Record::IndirectBufferStart(_) => depth += 1,
            Record::IndirectBufferEnd => depth = depth.saturating_sub(1),
            Record::PrimaryBufferEnd if buffer => last = std::mem::take(&mut now),
            Record::Event(_) => buffer = true,
            Record::PrimaryBufferStart(_) if std::mem::take(&mut buffer) => now.clear(),
            Record::PacketStart(packet) if depth == 0 => {
                let mut words = packet.words.len() as u32 / 4;
                // A recorded indirect buffer lacks its length.
                let header = packet.words.first_chunk().map_or(0, |word| u32::from_be_bytes(*word));
                if header & 0xFFFF_7F00 == 0xC001_3F00 {
                    words = 3;
                }
                match now.last_mut() {
                    Some((base, length)) if *base + *length * 4 == packet.base => *length += words,
                    _ => now.push((packet.base, words)),
                }
            }
            _ => {}
        })
        .expect("read to the end");
    if last.is_empty() { now } else { last }
}
