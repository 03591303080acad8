use super::*;

fn at(byte: u32) -> Address {
    Address::frame(byte)
}

fn filled(combiner: &mut WriteCombiner, line: u32) {
    for word in 0..8 {
        assert!(combiner.update(at(line + 2 * word), (line + word) as u16, 3));
    }
}

fn written(combiner: &WriteCombiner) -> Option<(Address, [u8; BEAT], u16)> {
    combiner.request().map(|request| match request.operation {
        Operation::Write { data, strobes } => (request.address, data, strobes),
        other => panic!("{other:?}"),
    })
}

/// Digest 1.2: updates to the active line merge, with byte enables; requests are 1 beat, tag 0x01.
#[test]
fn updates_to_one_line_merge() {
    let mut combiner = WriteCombiner::new(Client::ColorWrite, 1);
    assert!(combiner.update(at(0x102), 0xAABB, 3));
    assert!(combiner.update(at(0x102), 0x1122, 2));
    assert!(combiner.update(at(0x10E), 0x3344, 1));
    assert_eq!(combiner.request(), None);
    combiner.flush();
    let (address, data, strobes) = written(&combiner).unwrap();
    assert_eq!((address, strobes), (at(0x100), 0b0100_0000_0000_1100));
    assert_eq!((data[2], data[3], data[14]), (0xBB, 0x11, 0x44));
    assert_eq!(combiner.request().unwrap().tag, 0x01);
}

/// Digest 1.2: when all 16 strobes are set the active line moves to the drain slot.
#[test]
fn a_full_line_drains_by_itself() {
    let mut combiner = WriteCombiner::new(Client::ColorWrite, 1);
    filled(&mut combiner, 0x40);
    assert_eq!(written(&combiner).unwrap().2, u16::MAX);
    assert!(!combiner.idle());
    combiner.accept_request();
    assert!(combiner.idle());
}

/// Digest 1.2: or an update to another line arrives.
#[test]
fn another_line_pushes_the_active_one_out() {
    let mut combiner = WriteCombiner::new(Client::AuxWrite, 1);
    assert!(combiner.update(at(0x40), 1, 3));
    assert!(combiner.update(at(0x50), 2, 3));
    assert_eq!(written(&combiner).unwrap().0, at(0x40));
}

/// Digest 1.2: if the drain slot is still occupied and memory does not accept it in this clock, the
/// update waits; if memory does, it does not.
#[test]
fn an_update_waits_for_the_drain_slot() {
    let mut combiner = WriteCombiner::new(Client::ColorWrite, 1);
    assert!(combiner.update(at(0x40), 1, 3));
    assert!(combiner.update(at(0x50), 2, 3));
    assert!(!combiner.ready(at(0x60)));
    assert!(!combiner.update(at(0x60), 3, 3));
    assert!(combiner.update(at(0x52), 4, 3), "the active line still merges");
    combiner.accept_request();
    assert!(combiner.update(at(0x60), 3, 3));
    assert_eq!(written(&combiner).unwrap().0, at(0x50));
    assert_eq!(combiner.counts, CombinerCounts { updates: 4, stalls: 1, drains: 2, forwards: 0 });
}

/// Digest 1.2: a full line that found the drain slot occupied follows as soon as it is free.
#[test]
fn a_full_line_waits_for_the_drain_slot() {
    let mut combiner = WriteCombiner::new(Client::ColorWrite, 1);
    filled(&mut combiner, 0x40);
    filled(&mut combiner, 0x50);
    combiner.accept_request();
    assert_eq!(written(&combiner).unwrap().0, at(0x50));
}

/// Digest 1.2: the probe returns the newest pending bytes, active over drain; data handed to memory
/// is not forwarded.
#[test]
fn the_newest_pending_bytes_override_memory() {
    let mut combiner = WriteCombiner::new(Client::ColorWrite, 1);
    assert!(combiner.update(at(0x40), 0x1111, 3));
    assert!(combiner.update(at(0x50), 0x2222, 3));
    assert!(combiner.update(at(0x50), 0x3333, 1));
    let probe = |combiner: &mut WriteCombiner, byte| {
        let mut word = 0xFEFE;
        let any = combiner.forward(at(byte), &mut word);
        (any, word)
    };
    assert_eq!(probe(&mut combiner, 0x40), (true, 0x1111));
    assert_eq!(probe(&mut combiner, 0x50), (true, 0x2233));
    assert_eq!(probe(&mut combiner, 0x52), (false, 0xFEFE));
    combiner.accept_request();
    assert_eq!(probe(&mut combiner, 0x40), (false, 0xFEFE));
    // The same line, draining and active: the active byte wins, the draining one shows beside it.
    combiner.flush();
    assert!(combiner.update(at(0x50), 0x4455, 2));
    assert_eq!(probe(&mut combiner, 0x50), (true, 0x4433));
    assert_eq!(combiner.counts.forwards, 3);
}

/// More drain slots than the published one: lines leave in the order in which they were pushed.
#[test]
fn more_drain_slots_keep_the_order() {
    let mut combiner = WriteCombiner::new(Client::ColorWrite, 2);
    for (line, word) in [(0x40, 1), (0x50, 2), (0x40, 3)] {
        assert!(combiner.update(at(line), word, 3));
    }
    assert!(!combiner.ready(at(0x60)));
    let mut word = 0;
    assert!(combiner.forward(at(0x40), &mut word));
    assert_eq!(word, 3);
    combiner.accept_request();
    combiner.flush();
    let order: Vec<_> = std::iter::from_fn(|| {
        let line = written(&combiner).map(|(address, data, _)| (address.byte(), data[0]));
        combiner.accept_request();
        line
    })
    .collect();
    assert_eq!(order, [(0x50, 2), (0x40, 3)]);
}

/// Rows of neighbouring triangles meet in the same beats: with several lines gathered they merge; a
/// line too many pushes out the one begun first.
#[test]
fn several_lines_are_gathered_at_a_time() {
    let mut combiner = WriteCombiner::gathering(Client::ColorWrite, 2, 1);
    for at_byte in [0x40, 0x80, 0x42, 0x82] {
        assert!(combiner.update(at(at_byte), at_byte as u16, 3));
    }
    assert_eq!(combiner.request(), None);
    assert!(combiner.update(at(0xC0), 1, 3));
    let (address, _, strobes) = written(&combiner).unwrap();
    assert_eq!((address, strobes), (at(0x40), 0xF));
    assert!(combiner.update(at(0x84), 2, 3), "still gathered");
    assert!(!combiner.update(at(0x100), 3, 3), "no line and no drain slot");
    let mut word = 0;
    assert!(combiner.forward(at(0x82), &mut word));
    assert_eq!(word, 0x82);
}

/// A full line that found the drain slot occupied follows as soon as it is free, before older ones.
#[test]
fn a_full_line_among_several_drains_first() {
    let mut combiner = WriteCombiner::gathering(Client::ColorWrite, 3, 1);
    filled(&mut combiner, 0x40);
    assert!(combiner.update(at(0x80), 1, 3));
    filled(&mut combiner, 0x50);
    assert_eq!(written(&combiner).unwrap().0, at(0x40));
    combiner.accept_request();
    assert_eq!(written(&combiner).unwrap().0, at(0x50));
    combiner.accept_request();
    assert_eq!(combiner.request(), None);
    combiner.flush();
    assert_eq!(written(&combiner).unwrap().0, at(0x80));
}
