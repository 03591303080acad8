//! Who wrote a page last and when, counted in notifications, and stamps on ranges.
//!
//! A notification takes a ticket, marks its pages with it, and is then published by being counted.
//! A stamp remembers both numbers. Nothing published since: nothing that the reader can have been
//! told of was written, one compare. Otherwise the marks are compared with the ticket.
//!
//! Why two numbers: with one, a notification between taking and marking could be taken for seen by
//! a reader that compares in that moment, and its mark would never be looked at again. A reader that
//! sees a ticket also sees the stores before it (release and acquire on the ticket), so a mark that
//! is not newer than the stamp's ticket is one whose bytes the reader saw.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Extent, MEMORY_BYTES, PAGE_BYTES, REGION_BYTES};

/// When something was written, as a number that grows; 0 is never.
pub type Generation = u64;

/// Who writes memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Writer {
    /// The processor: the running game, or a trace's record of what it wrote.
    Cpu,
    /// The GPU itself: resolves, exports, fences, write-backs.
    Gpu,
}

const WRITERS: usize = 2;

impl Writer {
    const fn index(self) -> usize {
        match self {
            Self::Cpu => 0,
            Self::Gpu => 1,
        }
    }
}

/// What has to be kept to ask later whether a range was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    extent: Extent,
    published: u64,
    ticket: Generation,
}

impl Stamp {
    /// The range.
    pub fn extent(&self) -> Extent {
        self.extent
    }
}

/// The marks of both writers on a page or region.
type Marks = [AtomicU64; WRITERS];

#[derive(Debug)]
pub(crate) struct Generations {
    tickets: AtomicU64,
    published: AtomicU64,
    pages: Box<[Marks]>,
    regions: Box<[Marks]>,
}

impl Generations {
    pub(crate) fn new() -> Self {
        let marks = |size| (0..MEMORY_BYTES / size).map(|_| Marks::default()).collect();
        let (pages, regions) = (marks(PAGE_BYTES), marks(REGION_BYTES));
        Self { tickets: AtomicU64::new(0), published: AtomicU64::new(0), pages, regions }
    }

    pub(crate) fn notify(&self, writer: Writer, extent: Extent) {
        if extent.is_empty() {
            return;
        }
        let ticket = self.tickets.fetch_add(1, Ordering::AcqRel) + 1;
        for (marks, size) in [(&self.regions, REGION_BYTES), (&self.pages, PAGE_BYTES)] {
            for mark in pieces(marks, extent, size) {
                mark[writer.index()].fetch_max(ticket, Ordering::Relaxed);
            }
        }
        self.published.fetch_add(1, Ordering::Release);
    }

    pub(crate) fn stamp(&self, extent: Extent) -> Stamp {
        let published = self.published.load(Ordering::Acquire);
        Stamp { extent, published, ticket: self.tickets.load(Ordering::Acquire) }
    }

    #[inline]
    pub(crate) fn unchanged(&self, stamp: &mut Stamp) -> bool {
        let published = self.published.load(Ordering::Acquire);
        stamp.published == published || self.compare(stamp, published)
    }

    #[inline(never)]
    fn compare(&self, stamp: &mut Stamp, published: u64) -> bool {
        let extent = stamp.extent;
        let newer =
            |marks: &Marks| marks.iter().any(|mark| mark.load(Ordering::Relaxed) > stamp.ticket);
        for (index, marks) in extent.pieces(REGION_BYTES).zip(region_marks(self, extent)) {
            if newer(marks) {
                let start = (index * REGION_BYTES).max(extent.start());
                let end = ((index + 1) * REGION_BYTES).min(extent.end());
                // A region that lies in the range whole needs no look at its pages.
                let Ok(part) = Extent::new(start, end - start) else { return false };
                let whole = part.bytes() == REGION_BYTES;
                if whole || pieces(&self.pages, part, PAGE_BYTES).iter().any(newer) {
                    return false;
                }
            }
        }
        // What is published later is compared with the marks again; the ticket stays, for the
        // bytes that were read are as old as they were.
        stamp.published = published;
        true
    }

    pub(crate) fn last_write(&self, writer: Writer, extent: Extent) -> Generation {
        let mark = |marks: &Marks| marks[writer.index()].load(Ordering::Relaxed);
        // Published writes are to be seen.
        self.published.load(Ordering::Acquire);
        pieces(&self.pages, extent, PAGE_BYTES).iter().map(mark).max().unwrap_or(0)
    }

    pub(crate) fn written(&self, page: usize) -> bool {
        let marks = self.pages.get(page);
        marks.is_some_and(|marks| marks.iter().any(|mark| mark.load(Ordering::Relaxed) > 0))
    }
}

fn region_marks(generations: &Generations, extent: Extent) -> &[Marks] {
    pieces(&generations.regions, extent, REGION_BYTES)
}

fn pieces(marks: &[Marks], extent: Extent, size: u32) -> &[Marks] {
    let range = extent.pieces(size);
    marks.get(range.start as usize..range.end as usize).unwrap_or_default()
}
