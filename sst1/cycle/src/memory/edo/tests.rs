use crate::{
    config::{EdoConfig, MemoryConfig},
    memory::Memory,
    port::{Client, Request},
    testing::{Plain, play, read, write},
};

const CONFIG: EdoConfig =
    EdoConfig { row: 5, column: 2, banks: 2, page: 2048, turnaround: 3, queue: 4 };

fn clocks(requests: &[(u64, Request)]) -> Vec<(u64, u8)> {
    let mut memory = Memory::new(&MemoryConfig::Edo(CONFIG));
    let seen = play(&mut memory, &mut Plain::pattern(1 << 16), 300, requests);
    seen.into_iter().map(|(clock, beat)| (clock, beat.tag)).collect()
}

/// Digest 3: 400 MB/s a path at 50 MHz: 8 bytes a clock, so a beat every second clock.
#[test]
fn an_open_page_streams_eight_bytes_a_clock() {
    let seen = clocks(&[(0, read(0, 16, 1))]);
    let steps: Vec<_> = seen.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    assert_eq!(steps, [2; 15]);
}

/// Both banks open their rows one clock apart: issued in clocks 1 and 2, data in 6 and 7.
#[test]
fn a_new_row_costs_its_activation() {
    assert_eq!(clocks(&[(0, read(0, 1, 1))]), [(7, 1)]);
    // The second read finds the page open (issued in 51 and 52, data in 53 and 54); the third, a
    // page of both banks further on, does not.
    let requests = [(0, read(0, 1, 1)), (50, read(16, 1, 2)), (100, read(4096, 1, 3))];
    assert_eq!(clocks(&requests)[1..], [(54, 2), (107, 3)]);
}

/// Digest 3: the paths are private.
#[test]
fn paths_do_not_compete() {
    let texture = Request { client: Client::Texture(0), ..read(0, 4, 2) };
    let seen = clocks(&[(0, read(0, 4, 1)), (0, texture)]);
    assert_eq!(seen[..4], [(7, 1), (7, 2), (9, 1), (9, 2)]);
}

#[test]
fn turning_the_path_around_costs_clocks() {
    let straight = [(0, read(0, 1, 1)), (1, read(16, 1, 2))];
    let turned = [(0, read(0, 1, 1)), (1, write(32, [0; 16], 0xFFFF)), (2, read(16, 1, 2))];
    let (straight, turned) = (clocks(&straight)[1].0, clocks(&turned)[1].0);
    // Two turns of three clocks, the write's two accesses, and the waits for data between them.
    assert!(turned >= straight + 2 * 3 + 2, "{straight} {turned}");
}

#[test]
fn a_half_beat_is_one_access() {
    let finish = |strobes| {
        let mut memory = Memory::new(&MemoryConfig::Edo(CONFIG));
        let mut bytes = Plain::pattern(64);
        memory.accept(&mut bytes, &write(0, [0; 16], strobes));
        while !memory.writes_idle() {
            memory.clock(&mut bytes);
        }
        memory.now()
    };
    assert_eq!(finish(0xFFFF), finish(0x00FF) + 1);
}
