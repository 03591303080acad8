use crate::{
    config::{EdoConfig, MemoryConfig},
    memory::Memory,
    port::{Address, BEAT, Bytes, Client, Request},
    testing::{Plain, play, read, write},
};

const CONFIG: EdoConfig = EdoConfig {
    row: 5,
    column: 2,
    banks: 2,
    page: 2048,
    tile: 0,
    halves: false,
    turnaround: 3,
    queue: 4,
    writes: 4,
    burst: 2,
};
/// Chips that take a column a clock, FBI's path in two halves.
const HALVES: EdoConfig = EdoConfig { column: 1, banks: 1, page: 4096, halves: true, ..CONFIG };

fn clocks(requests: &[(u64, Request)]) -> Vec<(u64, u8)> {
    clocks_of(&CONFIG, requests)
}

fn clocks_of(config: &EdoConfig, requests: &[(u64, Request)]) -> Vec<(u64, u8)> {
    let mut memory = Memory::new(&MemoryConfig::Edo(*config));
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
    // The write has its time while nothing reads.
    let turned = [(0, read(0, 1, 1)), (1, write(32, [0; 16], 0xFFFF)), (8, read(16, 1, 2))];
    let (straight, turned) = (clocks(&straight)[1].0, clocks(&turned)[1].0);
    // Two turns of three clocks and the write's two accesses.
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

/// Digest 4.3, fbiInit0\[30:25\]: writes gather and go in bursts.
#[test]
fn reads_go_before_writes_until_enough_have_gathered() {
    let one = write(64, [0; 16], 0xFFFF);
    let reads = [(0, read(0, 1, 1)), (0, read(16, 1, 2)), (0, read(32, 1, 3))];
    let alone = clocks(&reads);
    assert_eq!(clocks(&[&[(0, one)], &reads[..]].concat()), alone);
    let two = [(0, one), (0, write(80, [0; 16], 0xFFFF))];
    let behind = clocks(&[&two, &reads[..]].concat());
    assert_eq!(behind.len(), 3);
    // Four accesses, and one turn: a path begins with reading.
    assert!(behind[0].0 >= alone[0].0 + 4 + 3, "{behind:?}");
}

/// A burst is what had gathered when it began, so that reads do not wait for ever.
#[test]
fn a_burst_ends() {
    let mut memory = Memory::new(&MemoryConfig::Edo(CONFIG));
    let mut bytes = Plain::pattern(4096);
    memory.accept(&mut bytes, &read(0, 1, 1));
    let mut seen = false;
    for _ in 0..200 {
        seen |= !memory.beats().is_empty();
        let more = write(64, [0; 16], 0xFFFF);
        while memory.ready(&more) {
            memory.accept(&mut bytes, &more);
        }
        memory.clock(&mut bytes);
    }
    assert!(seen);
}

/// 32 bits for colours, 32 for depths: a beat takes four clocks, and neither waits for the other.
#[test]
fn halves_do_not_compete() {
    let aux = Request { client: Client::AuxRead, ..read(8192, 2, 2) };
    let seen = clocks_of(&HALVES, &[(0, read(0, 2, 1)), (0, aux)]);
    assert_eq!(seen, [(9, 1), (9, 2), (13, 1), (13, 2)]);
    let whole = clocks_of(&EdoConfig { halves: false, ..HALVES }, &[(0, read(0, 2, 1)), (0, aux)]);
    // Two clocks a beat, and another page.
    assert_eq!(whole, [(7, 1), (9, 1), (15, 2), (17, 2)]);
}

/// What scan-out reads lies in both halves, so that it has 64 bits a clock; both are busy.
#[test]
fn scan_out_reads_both_halves_at_once() {
    let video = Request { client: Client::Video, ..read(0, 4, 1) };
    let seen = clocks_of(&HALVES, &[(0, video)]);
    assert_eq!(seen.iter().map(|(clock, _)| *clock).collect::<Vec<_>>(), [7, 9, 11, 13]);
    for client in [Client::ColorRead, Client::AuxRead] {
        let behind = Request { client, ..read(64, 1, 2) };
        let seen = clocks_of(&HALVES, &[(0, video), (0, behind)]);
        assert_eq!(seen.last(), Some(&(17, 2)), "{client:?}");
    }
}

/// A page is a tile of the picture: rows below one another lie in it, neighbours to the right of
/// its edge do not.
#[test]
fn a_page_is_a_tile() {
    let config = EdoConfig { tile: 64, ..HALVES };
    let stride = 1280;
    let second = |byte: u32| {
        let mut memory = Memory::new(&MemoryConfig::Edo(config));
        let mut bytes = Picture(stride);
        let requests = [(0, read(0, 1, 1)), (50, read(byte, 1, 2))];
        let mut seen = 0;
        while memory.now() <= 100 {
            let now = memory.now();
            if memory.beats().iter().any(|beat| beat.tag == 2) {
                seen = now - 50;
            }
            for (_, request) in requests.iter().filter(|(at, _)| *at == now) {
                memory.accept(&mut bytes, request);
            }
            memory.clock(&mut bytes);
        }
        seen
    };
    let (open, other) = (second(112), second(128));
    assert_eq!(other, open + 4);
    assert_eq!(second(stride), open);
    assert_eq!(second(15 * stride + 112), open);
    assert_eq!(second(16 * stride), other);
}

/// A picture that nobody looks at.
struct Picture(u32);

impl Bytes for Picture {
    fn read(&self, _address: Address) -> [u8; BEAT] {
        [0; BEAT]
    }

    fn write(&mut self, _address: Address, _data: &[u8; BEAT], _strobes: u16) {}

    fn stride(&self) -> u32 {
        self.0
    }
}
