use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use proptest::prelude::*;

use crate::{
    Extent, GuestMemory, HostBlock, MEMORY_BYTES, Outside, PAGE_BYTES, REGION_BYTES, Writer,
};

fn extent(address: u32, bytes: u32) -> Extent {
    Extent::new(address, bytes).expect("inside")
}

fn host(words: u32) -> Arc<Box<[AtomicU32]>> {
    Arc::new((0..words).map(|_| AtomicU32::new(0)).collect())
}

#[test]
fn words_and_bytes_are_the_guests() {
    for memory in [GuestMemory::new(), GuestMemory::borrowed(host(0x2_0000))] {
        memory.write_words(Writer::Cpu, 0xFFFE, &[0x0102_0304, 0x0506_0708]).expect("inside");
        let mut bytes = [0; 10];
        memory.read_bytes(0xFFFB, &mut bytes).expect("inside");
        assert_eq!(bytes, [0, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
        memory.write_bytes(Writer::Gpu, 0xFFFE, &[9, 10, 11]).expect("inside");
        assert_eq!(memory.read_word(0xFFFC), Ok(0x0102_090A));
        assert_eq!(memory.read_word(0x1_0003), Ok(0x0B06_0708));
        // The upper three bits choose a view of the same memory.
        assert_eq!(memory.read_word(0xA000_FFFC), Ok(0x0102_090A));
    }
}

#[test]
fn nothing_reaches_over_the_end() {
    let memory = GuestMemory::new();
    let last = MEMORY_BYTES - 4;
    memory.write_words(Writer::Cpu, last, &[7]).expect("inside");
    assert_eq!(memory.read_word(last), Ok(7));
    let outside = Outside { address: last, bytes: 8 };
    assert_eq!(memory.read_words(last, &mut [0; 2]), Err(outside));
    assert_eq!(memory.write_words(Writer::Cpu, last, &[0; 2]), Err(outside));
    let outside = Outside { address: last + 3, bytes: 2 };
    assert_eq!(memory.read_bytes(last + 3, &mut [0; 2]), Err(outside));
    assert_eq!(memory.write_bytes(Writer::Cpu, last + 3, &[0; 2]), Err(outside));
    assert_eq!(memory.read_word(last), Ok(7));
    assert!(Extent::of_words(0, u32::MAX).is_err());
    assert_eq!(Extent::new(0, MEMORY_BYTES), Ok(Extent::ALL));
}

#[test]
fn what_nobody_wrote_reads_zero_and_is_told() {
    let memory = GuestMemory::new();
    memory.write_words(Writer::Cpu, 0x1_0000, &[1]).expect("inside");
    let mut words = [5; 8];
    memory.read_words(0xFFF0, &mut words).expect("inside");
    assert_eq!(words, [0, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(memory.absent_words_read(), 4);
    assert!(memory.is_absent(0xFFFF) && !memory.is_absent(0x1_FFFF));
    assert_eq!(memory.unwritten_pages(extent(0xF000, 3 * PAGE_BYTES)), 2);
    // A host's block may be short.
    let memory = GuestMemory::borrowed(host(2));
    memory.write_words(Writer::Gpu, 4, &[1, 2, 3]).expect("inside");
    memory.read_words(0, &mut words).expect("inside");
    assert_eq!((words, memory.absent_words_read()), ([0, 1, 0, 0, 0, 0, 0, 0], 6));
}

#[test]
fn stamps_know_pages_and_writers() {
    let memory = GuestMemory::new();
    let range = extent(2 * PAGE_BYTES + 8, 4);
    let mut stamp = memory.stamp(range);
    assert!(memory.unchanged(&mut stamp));
    memory.notify(Writer::Cpu, extent(PAGE_BYTES, PAGE_BYTES));
    memory.notify(Writer::Gpu, extent(3 * PAGE_BYTES, 1));
    memory.notify(Writer::Gpu, extent(2 * PAGE_BYTES, 0));
    assert!(memory.unchanged(&mut stamp));
    assert_eq!(memory.last_write(Writer::Cpu, range), 0);
    memory.notify(Writer::Gpu, extent(3 * PAGE_BYTES - 1, 2));
    for _ in 0..2 {
        assert!(!memory.unchanged(&mut stamp));
    }
    assert!(memory.last_write(Writer::Gpu, range) > memory.last_write(Writer::Cpu, range));
    stamp = memory.stamp(range);
    assert!(memory.unchanged(&mut stamp));
    // Whole regions are judged without their pages, parts of them with.
    let mut long = memory.stamp(extent(REGION_BYTES / 2, 4 * REGION_BYTES));
    memory.notify(Writer::Cpu, extent(0, REGION_BYTES / 2));
    memory.notify(Writer::Cpu, extent(4 * REGION_BYTES + REGION_BYTES / 2, PAGE_BYTES));
    assert!(memory.unchanged(&mut long));
    memory.notify(Writer::Cpu, extent(2 * REGION_BYTES + 5, 1));
    assert!(!memory.unchanged(&mut long));
    let mut all = memory.stamp(Extent::ALL);
    memory.notify(Writer::Cpu, extent(MEMORY_BYTES - 1, 1));
    assert!(!memory.unchanged(&mut all));
}

proptest! {
    /// The two levels say what one mark a page would.
    #[test]
    fn a_stamp_breaks_if_and_only_if_a_page_was_written(
        start in 0u32..3 * REGION_BYTES,
        bytes in 1u32..3 * REGION_BYTES,
        writes in proptest::collection::vec((0u32..6 * REGION_BYTES, 1u32..PAGE_BYTES * 3), 0..4),
    ) {
        let memory = GuestMemory::new();
        memory.notify(Writer::Gpu, Extent::ALL);
        let range = extent(start, bytes);
        let mut stamp = memory.stamp(range);
        let mut hit = false;
        for (at, length) in writes {
            let written = extent(at, length);
            memory.notify(Writer::Cpu, written);
            let (a, b) = (range.pieces(PAGE_BYTES), written.pieces(PAGE_BYTES));
            hit |= a.start < b.end && b.start < a.end;
            prop_assert_eq!(memory.unchanged(&mut stamp), !hit);
        }
    }

    #[test]
    fn bytes_written_are_read(
        at in 0xFFE0u32..0x1_0020,
        bytes in proptest::collection::vec(any::<u8>(), 0..70),
        from in 0xFFD0u32..0x1_0030,
        length in 0usize..90,
    ) {
        let memory = GuestMemory::new();
        memory.write_bytes(Writer::Cpu, 0xFF00, &[0xEE; 0x300]).expect("inside");
        memory.write_bytes(Writer::Cpu, at, &bytes).expect("inside");
        let mut out = vec![0; length];
        memory.read_bytes(from, &mut out).expect("inside");
        for (offset, byte) in out.iter().enumerate() {
            let index = (from as usize + offset).checked_sub(at as usize);
            let expected = index.and_then(|index| bytes.get(index)).copied().unwrap_or(0xEE);
            prop_assert_eq!(*byte, expected);
        }
    }
}

/// Two threads: one writes and tells, one caches. The cache is never older than what was told.
#[test]
fn what_was_told_is_never_missed() {
    const WORDS: u32 = 64;
    // Under Miri every step counts.
    let rounds = if cfg!(miri) { 60 } else { 100_000 };
    let block = host(2 * PAGE_BYTES / 4);
    let memory = GuestMemory::borrowed(block.clone());
    let told = AtomicU32::new(0);
    let (mut hits, mut misses) = (0u32, 0u32);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for round in 1..=rounds {
                // Every other round writes a page that the reader does not look at.
                let page = round % 2;
                let first = (page * PAGE_BYTES / 4) as usize;
                for word in &block.words()[first..first + WORDS as usize] {
                    word.store(round.to_be(), Ordering::Relaxed);
                }
                memory.notify(Writer::Cpu, extent(page * PAGE_BYTES, WORDS * 4));
                told.store(round, Ordering::Release);
            }
        });
        let range = extent(0, WORDS * 4);
        let mut cached: Option<(crate::Stamp, [u32; WORDS as usize])> = None;
        loop {
            let known = told.load(Ordering::Acquire);
            let valid = cached.as_mut().is_some_and(|(stamp, _)| memory.unchanged(stamp));
            if valid {
                hits += 1;
            } else {
                let mut words = [0; WORDS as usize];
                let stamp = memory.stamp(range);
                memory.read_words(0, &mut words).expect("inside");
                cached = Some((stamp, words));
                misses += 1;
            }
            let words = &cached.as_ref().expect("cached").1;
            let oldest = known & !1;
            assert!(words.iter().all(|word| *word >= oldest), "{known}: {words:?}");
            if known == rounds {
                break;
            }
        }
    });
    assert!(misses > 0, "{hits} hits, {misses} misses");
}

/// A host that learns of writes by protecting pages.
struct Protecting {
    words: Box<[AtomicU32]>,
    armed: Box<[AtomicBool]>,
    /// Every extent that was watched.
    watched: Mutex<Vec<Extent>>,
}

impl HostBlock for Protecting {
    fn words(&self) -> &[AtomicU32] {
        &self.words
    }

    fn watch(&self, extent: Extent) {
        for page in extent.pieces(PAGE_BYTES) {
            self.armed[page as usize].store(true, Ordering::SeqCst);
        }
        self.watched.lock().expect("a lock").push(extent);
    }
}

impl Protecting {
    /// A store by the guest: faults on an armed page, disarms it, stores, notifies.
    fn store(&self, memory: &GuestMemory, word: u32, value: u32) {
        let fault = self.armed[(word * 4 / PAGE_BYTES) as usize].swap(false, Ordering::SeqCst);
        self.words[word as usize].store(value.to_be(), Ordering::Relaxed);
        if fault {
            memory.notify(Writer::Cpu, extent(word * 4, 4));
        }
    }
}

#[test]
fn a_page_is_armed_for_every_stamp_and_notifies_once() {
    let host = Arc::new(Protecting {
        words: (0..4096).map(|_| AtomicU32::new(0)).collect(),
        armed: (0..4).map(|_| AtomicBool::new(false)).collect(),
        watched: Mutex::default(),
    });
    let memory = GuestMemory::borrowed(host.clone());
    let range = extent(PAGE_BYTES, 16);
    let mut stamp = memory.stamp(range);
    host.store(&memory, 5, 1);
    assert!(memory.unchanged(&mut stamp));
    host.store(&memory, 1025, 2);
    host.store(&memory, 1026, 3);
    assert!(!memory.unchanged(&mut stamp));
    assert_eq!(memory.read_word(PAGE_BYTES + 4), Ok(2));
    assert_eq!(memory.last_write(Writer::Cpu, range), 1, "one fault");
    stamp = memory.stamp(range);
    assert!(memory.unchanged(&mut stamp));
    host.store(&memory, 1026, 4);
    assert!(!memory.unchanged(&mut stamp));
    assert_eq!(host.watched.lock().expect("a lock").len(), 2);
}

#[test]
fn zeros_take_no_space_and_are_there() {
    let memory = GuestMemory::new();
    let zeros = vec![0; 0x3_0000];
    memory.write_bytes(Writer::Cpu, 0x1_0002, &zeros).expect("inside");
    assert!(format!("{memory:?}").contains("Owned(0 x"), "{memory:?}");
    assert!(!memory.is_absent(0x1_0000) && memory.is_absent(0xFFFF));
    let mut words = [5; 4];
    memory.read_words(0x2_0000, &mut words).expect("inside");
    assert_eq!((words, memory.absent_words_read()), ([0; 4], 0));
    // What is there is overwritten, and what is not comes into being around what is written.
    memory.write_bytes(Writer::Cpu, 0x2_FFFF, &[1, 2]).expect("inside");
    memory.write_words(Writer::Gpu, 0x2_FFFC, &[0]).expect("inside");
    let mut bytes = [9; 8];
    memory.read_bytes(0x2_FFFC, &mut bytes).expect("inside");
    assert_eq!(bytes, [0, 0, 0, 0, 2, 0, 0, 0]);
    let extent = extent(0x1_0000, 0x3_1000);
    assert_eq!(memory.unwritten_pages(extent), 0);
}
