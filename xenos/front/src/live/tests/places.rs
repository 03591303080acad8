//! Where refusals stand, and which wait is given up.

use super::*;

fn places(bench: &Bench) -> Vec<(&'static str, Option<u64>, Option<u32>)> {
    let rows = bench.live.processor().refusals().rows();
    rows.map(|row| (row.id, row.first.frame, row.first.packet)).collect()
}

fn wait(address: u32) -> [u32; 6] {
    [0xC004_3C00, 0x13, address | 2, 7, u32::MAX, 0]
}

#[test]
fn places_do_not_depend_on_how_far_a_run_goes() {
    let swap = [0xC003_6400, 0x5357_4150, 0, 64, 64];
    for limit in [u64::MAX, 1, 2, 3] {
        let mut bench = Bench::new();
        // In a buffer behind two swaps: registers that begin inside of the file and leave it, behind
        // others that become one step with them; an opcode that is not executed; too short a packet.
        let buffer = [
            &swap[..],
            &swap,
            &[0x0000_5000, 1, 0x0002_5001, 2, 3, 4],
            &[0xC000_2500, 0, 0xC000_3C00, 0],
        ];
        bench.store(0x1000, &buffer.concat());
        bench.ring(&call(0x1000, 20));
        bench.ring(&swap);
        // A program beyond memory, an opcode without a name; a buffer that runs itself.
        bench.ring(&[0xC001_2700, 0x1FFF_FFFC, 8, 0xC000_1100, 0]);
        bench.store(0x2000, &call(0x2000, 3));
        bench.ring(&call(0x2000, 3));
        while bench.run(limit) == Outcome::Limit {}
        let expected = [
            (refusal::INDIRECT_RECURSIVE.id, Some(3), Some(0x2000)),
            (refusal::MEMORY_OUTSIDE.id, Some(3), Some(RING + 8 * 4)),
            (refusal::OPCODE_NOT_EXECUTED.id, Some(2), Some(0x1000 + 16 * 4)),
            (refusal::OPCODE_UNKNOWN.id, Some(3), Some(RING + 11 * 4)),
            (refusal::PACKET_MALFORMED.id, Some(2), Some(0x1000 + 18 * 4)),
            (refusal::REGISTER_OUTSIDE.id, Some(2), Some(0x1000 + 12 * 4)),
        ];
        assert_eq!(places(&bench), expected, "{limit}");
        // What the host does is no packet's.
        bench.live.set_write_pointer(RING_WORDS + 1);
        assert!(places(&bench).contains(&(refusal::RING_POINTER.id, Some(3), None)));
    }
}

#[test]
fn only_the_wait_that_a_run_returned_is_given_up() {
    let mut bench = Bench::new();
    // Nothing waits yet.
    bench.live.give_up_wait();
    bench.ring(&[wait(0x8000), wait(0x9000)].concat());
    assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
    // It is met just when the host gives it up.
    bench.live.give_up_wait();
    bench.store(0x8000, &[7]);
    assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
    assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
    assert!(bench.refused().is_empty());
    // A new ring, another packet in its place, and a pointer elsewhere have another wait.
    bench.live.give_up_wait();
    bench.live.set_ring(RING + 6 * 4, RING_WORDS);
    bench.live.set_write_pointer(6);
    assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
    bench.live.give_up_wait();
    bench.live.set_read_pointer(0);
    assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
    bench.live.give_up_wait();
    bench.store(RING + 6 * 4, &[0xC004_1000]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    bench.live.give_up_wait();
    bench.store(RING + 6 * 4, &wait(0x9000));
    bench.live.set_read_pointer(0);
    assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
    assert!(bench.refused().is_empty());
    // A run of no packets changes nothing.
    bench.live.give_up_wait();
    assert_eq!(bench.run(0), Outcome::Limit);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!(bench.refused(), [(refusal::WAIT_NEVER_MET.id, 1)]);
}

#[test]
fn without_a_ring_nothing_runs() {
    let mut bench = Bench::new();
    bench.ring(&[0x0000_2000, 1, 0x0000_2000, 2]);
    assert_eq!(bench.run(1), Outcome::Limit);
    bench.live.set_ring(MEMORY_BYTES - 4, 2);
    assert_eq!((bench.live.read_pointer(), bench.run(u64::MAX)), (0, Outcome::Idle));
    assert_eq!(bench.get(0x2000), 1, "what was left of the ring is gone with it");
    let mut sink = Seen::default();
    for (register, value) in
        [(index::CP_RB_BASE, RING), (index::CP_RB_CNTL, 0x30A), (index::CP_RB_RPTR_ADDR, 0x100)]
    {
        bench.live.write_register(u32::from(register), value, &mut sink);
        assert_eq!(bench.get(register), value);
    }
    bench.live.write_register(u32::from(index::CP_RB_WPTR), 0, &mut sink);
    assert_eq!(bench.refused(), [(refusal::RING_POINTER.id, 1)]);
    bench.live.write_register(u32::from(index::CP_RB_WPTR), 4, &mut sink);
    bench.live.set_read_pointer(2);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    let absent = (refusal::RING_ABSENT.id, 1);
    assert_eq!(bench.refused(), [absent, absent, (refusal::RING_POINTER.id, 1)]);
}
