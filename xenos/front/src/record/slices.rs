//! Events without what they borrow, and with it again.

use crate::{Draw, Event, Indices, MemoryWrite};

/// An event that borrows nothing, with its words and bytes beside it.
pub(super) fn split<'a>(event: &Event<'a>) -> (Event<'static>, &'a [u32], &'a [u8]) {
    let draw = |draw: &Draw<'a>| {
        let (indices, words) = match draw.indices {
            Indices::Auto => (Indices::Auto, &[][..]),
            Indices::Memory { address, size } => (Indices::Memory { address, size }, &[][..]),
            Indices::Immediate(words) => (Indices::Immediate(&[]), words),
        };
        let Draw { number, packet, initiator, query, predicated, .. } = *draw;
        (Draw { number, packet, initiator, indices, query, predicated }, words)
    };
    match event {
        Event::Draw(one) => {
            let (one, words) = draw(one);
            (Event::Draw(one), words, &[])
        }
        Event::Copy(one) => {
            let (one, words) = draw(one);
            (Event::Copy(one), words, &[])
        }
        Event::MemoryWrite(write) => {
            let MemoryWrite { cause, address, words } = *write;
            (Event::MemoryWrite(MemoryWrite { cause, address, words: &[] }), words, &[])
        }
        Event::Upload { address, bytes } => {
            (Event::Upload { address: *address, bytes: &[] }, &[], bytes)
        }
        Event::Edram(bytes) => (Event::Edram(&[]), &[], bytes),
        Event::Clear(clear) => (Event::Clear(*clear), &[], &[]),
        Event::SampleCounts { address } => (Event::SampleCounts { address: *address }, &[], &[]),
        Event::VisibilityQuery { id, end } => {
            (Event::VisibilityQuery { id: *id, end: *end }, &[], &[])
        }
        Event::Initiated { event } => (Event::Initiated { event: *event }, &[], &[]),
        Event::Interrupt { cpus } => (Event::Interrupt { cpus: *cpus }, &[], &[]),
        Event::Wait { condition, met } => {
            (Event::Wait { condition: *condition, met: *met }, &[], &[])
        }
        Event::Swap(swap) => (Event::Swap(*swap), &[], &[]),
        Event::FrameMark => (Event::FrameMark, &[], &[]),
    }
}

/// The event with its words and bytes.
pub(super) fn join<'a>(event: &Event<'static>, words: &'a [u32], bytes: &'a [u8]) -> Event<'a> {
    let draw = |draw: &Draw<'static>| match draw.indices {
        Indices::Immediate(_) => Draw { indices: Indices::Immediate(words), ..*draw },
        Indices::Auto | Indices::Memory { .. } => *draw,
    };
    match event {
        Event::Draw(one) => Event::Draw(draw(one)),
        Event::Copy(one) => Event::Copy(draw(one)),
        Event::MemoryWrite(write) => Event::MemoryWrite(MemoryWrite { words, ..*write }),
        Event::Upload { address, .. } => Event::Upload { address: *address, bytes },
        Event::Edram(_) => Event::Edram(bytes),
        other => *other,
    }
}
