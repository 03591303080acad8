//! Guest memory: 512 MiB of physical space, owned or a host's, with write generations.
//!
//! For: bytes and big-endian words by physical address, who wrote a page last and when, and whether
//! what was cached from a range is still true.
//! Not for: what the bytes mean, nor translating virtual addresses.
//! Facts: physical addresses have 29 bits (specification digest `xtr-format`); the rest is design.
//!
//! # Who may do what when
//!
//! All of [`GuestMemory`] works through shared references, from any thread, without locks. A block
//! is a slice of atomic words, each holding four bytes in the guest's order; loads and stores are
//! relaxed, so a single aligned word is never torn, and nothing more is promised about bytes that
//! are written while they are read. What makes caching sound is the order of three steps:
//!
//! 1. a writer stores its bytes;
//! 2. it calls [`GuestMemory::notify`] (done by [`GuestMemory::write_words`] and its kin), which
//!    publishes the stores;
//! 3. only then it tells the reader, by any means that orders memory (a ring pointer stored with
//!    release, a channel, a lock).
//!
//! A reader takes a [`Stamp`], then reads the range, then may keep what it derived. After it was
//! told of a write, [`GuestMemory::unchanged`] cannot say yes any more if the range was written. A
//! write that nobody told of yet may be seen early or late; a stamp never outlives it.
//!
//! A host that learns of writes by page protection gets [`HostBlock::watch`] for every stamp,
//! before the range is read: it arms the pages there, and when one faults it disarms the page, lets
//! the store happen, and notifies. The next stamp arms again.
#![forbid(unsafe_code)]

mod block;
mod extent;
mod generations;
mod memory;

pub use block::HostBlock;
pub use extent::{Extent, MEMORY_BYTES, Outside, PAGE_BYTES, REGION_BYTES, physical};
pub use generations::{Generation, Stamp, Writer};
pub use memory::GuestMemory;
