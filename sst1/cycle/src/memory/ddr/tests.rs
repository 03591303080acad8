use super::advance;
use crate::{
    config::{DdrConfig, MemoryConfig},
    memory::Memory,
    port::Request,
    testing::{Plain, play, read, write},
};

fn memory(config: DdrConfig) -> Memory {
    Memory::new(&MemoryConfig::Ddr(config))
}

/// As published, but every read waits exactly `latency`.
fn steady(latency: u32) -> DdrConfig {
    DdrConfig { latency, jitter: 0, period: 1 << 31, long: 0, ..DdrConfig::zsst() }
}

fn clocks(config: DdrConfig, requests: &[(u64, Request)]) -> Vec<(u64, u8)> {
    let mut bytes = Plain::pattern(1 << 16);
    let seen = play(&mut memory(config), &mut bytes, 1000, requests);
    seen.into_iter().map(|(clock, beat)| (clock, beat.tag)).collect()
}

/// Digest 2: seed 0x31415926, next = (x<<1) | (x31 ^ x21 ^ x1 ^ x0). By hand: the seed's bits 31, 21
/// and 0 are 0 and bit 1 is 1, so a 1 comes in; then bit 0 alone; then bits 31, 1 and 0.
#[test]
fn the_lfsr_starts_as_worked_out_by_hand() {
    let sequence: Vec<_> =
        std::iter::successors(Some(super::SEED), |x| Some(advance(*x))).take(4).collect();
    assert_eq!(sequence, [0x3141_5926, 0x6282_B24D, 0xC505_649B, 0x8A0A_C937]);
}

/// Digest 2: ready = c + 26 + (x mod 5), and the first data is visible a clock later. The first
/// three values are 826,366,246 (mod 5: 1), 1,652,732,493 (3) and 3,305,464,987 (2).
#[test]
fn latency_is_drawn_from_the_lfsr_once_a_read() {
    let requests = [(0, read(0, 1, 1)), (100, read(64, 1, 2)), (200, read(128, 1, 3))];
    let seen = clocks(DdrConfig::zsst(), &requests);
    assert_eq!(seen, [(28, 1), (100 + 26 + 3 + 1, 2), (200 + 26 + 2 + 1, 3)]);
}

/// Digest 2: the LFSR advances once per accepted read, so writes and waiting do not change a draw.
#[test]
fn writes_do_not_advance_the_lfsr() {
    let requests = [(0, read(0, 1, 1)), (3, write(256, [0; 16], 1)), (100, read(64, 1, 2))];
    assert_eq!(clocks(DdrConfig::zsst(), &requests)[1], (130, 2));
}

/// Digest 2: 48 clocks more if x mod 64 == 0.
#[test]
fn one_draw_in_sixty_four_waits_long() {
    let mut x = super::SEED;
    let before = std::iter::from_fn(|| {
        let draw = x;
        x = advance(x);
        (!draw.is_multiple_of(64)).then_some(draw)
    })
    .count() as u64;
    // `x` is past the value divisible by 64.
    let requests: Vec<_> = (0..=before).map(|n| (n * 100, read(0, 1, 0))).collect();
    let mut bytes = Plain::pattern(64);
    let seen = play(&mut memory(DdrConfig::zsst()), &mut bytes, before * 100 + 99, &requests);
    let last = seen.last().unwrap().0 - before * 100;
    assert!((26 + 48 + 1..=26 + 48 + 5).contains(&last), "{last}");
    assert!(seen[..before as usize].iter().all(|(clock, _)| clock % 100 <= 31));
}

/// Digest 2: expected latency 26 + 2 + 48/64 = 28.75 clocks, plus the register.
#[test]
fn the_mean_latency_is_as_published() {
    let requests: Vec<_> = (0..20_000).map(|n| (n * 100, read(0, 1, 0))).collect();
    let mut bytes = Plain::pattern(64);
    let seen = play(&mut memory(DdrConfig::zsst()), &mut bytes, 2_000_000, &requests);
    let sum: u64 = seen.iter().zip(&requests).map(|((clock, _), (at, _))| clock - at).sum();
    let mean = sum as f64 / seen.len() as f64;
    assert!((mean - 29.75).abs() < 0.1, "{mean}");
}

/// Digest 2: one beat a clock, address +16 per beat, `last` on the final beat.
#[test]
fn a_burst_counts_up() {
    let mut bytes = Plain::pattern(4096);
    let seen = play(&mut memory(steady(26)), &mut bytes, 100, &[(0, read(0x80, 4, 9))]);
    let beats: Vec<_> = seen.iter().map(|(clock, b)| (*clock, b.address.byte(), b.last)).collect();
    assert_eq!(beats, [(27, 0x80, false), (28, 0x90, false), (29, 0xA0, false), (30, 0xB0, true)]);
    assert_eq!(seen[2].1.data[..], bytes.0[0xA0..0xB0]);
}

/// Digest 2: among ready reads the most recently issued is picked, and bursts are never interleaved.
#[test]
fn the_newest_ready_read_is_served_first() {
    let requests: Vec<_> = (0..4).map(|n| (n, read(64 * n as u32, 4, n as u8))).collect();
    let order: Vec<_> = clocks(steady(10), &requests).into_iter().map(|(_, tag)| tag).collect();
    // Read 0 is ready first and alone; when its burst ends all others are ready.
    assert_eq!(order, [0, 0, 0, 0, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1]);
}

/// Digest 2: with reordering off, the oldest.
#[test]
fn without_reordering_the_oldest_is_served_first() {
    let requests: Vec<_> = (0..4).map(|n| (n, read(64 * n as u32, 2, n as u8))).collect();
    let seen = clocks(DdrConfig { reorder: false, ..steady(10) }, &requests);
    assert_eq!(seen.iter().map(|s| s.1).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(seen[7].0, 11 + 7, "a beat a clock");
}

/// Digest 2: a read needs a free slot; a slot is freed with its last beat.
#[test]
fn slots_bound_the_reads_under_way() {
    let mut memory = memory(DdrConfig { slots: 2, ..steady(5) });
    let mut bytes = Plain::pattern(4096);
    let mut accepted = Vec::new();
    while accepted.len() < 4 {
        let request = read(0, 2, 0);
        if memory.ready(&request) {
            accepted.push(memory.now());
            memory.accept(&mut bytes, &request);
        }
        memory.clock(&mut bytes);
    }
    // The first burst is put into the register in clocks 5 and 6, the second in 7 and 8.
    assert_eq!(accepted, [0, 1, 7, 9]);
}

/// Digest 2: data is taken when a beat is put into the response register: a write accepted
/// meanwhile is seen, also by a later beat of a burst in service.
#[test]
fn a_write_is_seen_by_a_later_beat() {
    let mut bytes = Plain(vec![0; 256]);
    let requests = [
        (0, read(0, 4, 0)),
        // Beats are put into the register in clocks 26 to 29.
        (27, write(0x10, [0x55; 16], 0xFFFF)),
        (28, write(0x10, [0x66; 16], 0xFFFF)),
        (29, write(0x30, [0x77; 16], 0xFFFF)),
    ];
    let seen = play(&mut memory(steady(26)), &mut bytes, 60, &requests);
    let first: Vec<_> = seen.iter().map(|(_, beat)| beat.data[0]).collect();
    assert_eq!(first, [0, 0x55, 0, 0x77]);
}

/// Digest 2: writes are accepted while fewer than 8 are queued and leave every 2 clocks, the first
/// in the clock after its acceptance.
#[test]
fn one_write_leaves_every_two_clocks() {
    let mut memory = memory(DdrConfig::zsst());
    let mut bytes = Plain(vec![0; 64]);
    let request = write(0, [1; 16], 0xFFFF);
    let mut accepted = Vec::new();
    while accepted.len() < 20 {
        if memory.ready(&request) {
            accepted.push(memory.now());
            memory.accept(&mut bytes, &request);
        }
        memory.clock(&mut bytes);
    }
    // By clock 14, 15 were accepted and 7 left (in 1, 3, ... 13): 8 are queued; then every second.
    let expected: Vec<u64> = (0..15).chain([16, 18, 20, 22, 24]).collect();
    assert_eq!(accepted, expected);
}

/// Digest 2: the first leaves in the clock after its acceptance; `idle` then.
#[test]
fn a_lone_write_is_acknowledged_in_the_next_clock() {
    let mut memory = memory(DdrConfig::zsst());
    let mut bytes = Plain(vec![0; 64]);
    memory.accept(&mut bytes, &write(0, [1; 16], 0xFFFF));
    memory.clock(&mut bytes);
    assert!(!memory.writes_idle());
    memory.clock(&mut bytes);
    assert!(memory.idle());
}

/// Digest 2: reads and writes do not otherwise interact.
#[test]
fn writes_do_not_slow_reads() {
    let mut requests: Vec<_> = (0..8).map(|n| (n, write(0x100, [0; 16], 1))).collect();
    requests.push((8, read(0, 1, 5)));
    assert_eq!(clocks(steady(26), &requests), [(8 + 27, 5)]);
}
