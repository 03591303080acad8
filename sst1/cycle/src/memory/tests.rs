use super::*;
use crate::{
    config::{DdrConfig, EdoConfig},
    port::Client,
    testing::{Plain, play, read, write},
};

fn every_kind() -> [MemoryConfig; 4] {
    [
        MemoryConfig::Ddr(DdrConfig::zsst()),
        MemoryConfig::Ideal,
        MemoryConfig::Edo(EdoConfig::sst1()),
        MemoryConfig::Port { latency: 2900, beat: 100 },
    ]
}

#[test]
fn every_memory_reads_what_was_written_and_then_rests() {
    for config in every_kind() {
        let mut memory = Memory::new(&config);
        let mut bytes = Plain::pattern(4096);
        let requests = [(0, write(0x40, [0xEE; 16], 0x00F0)), (60, read(0x40, 2, 7))];
        let seen = play(&mut memory, &mut bytes, 300, &requests);
        let data: Vec<_> = seen.iter().flat_map(|(_, beat)| beat.data).collect();
        assert_eq!(data, bytes.0[0x40..0x60], "{config:?}");
        assert_eq!(data[4..8], [0xEE; 4], "{config:?}");
        assert!(seen.iter().all(|(_, beat)| beat.tag == 7 && beat.client == Client::ColorRead));
        assert_eq!(seen.iter().map(|(_, beat)| beat.last).collect::<Vec<_>>(), [false, true]);
        assert!(memory.idle() && memory.writes_idle(), "{config:?}");
        let MemoryCounts { requests, writes, beats_requested, beats, lasts, bytes_written, .. } =
            memory.counts;
        assert_eq!((requests, writes, beats_requested), (2, 1, 2));
        assert_eq!((beats, lasts, bytes_written), (2, 1, 4));
    }
}

/// A memory that is skipped forward answers in the clock in which one that is stepped does.
#[test]
fn skipping_equals_stepping() {
    for config in every_kind() {
        let requests = [
            (0, read(0x40, 4, 1)),
            (1, write(0x80, [1; 16], 0xFFFF)),
            (2, write(0x90, [2; 16], 0xFFFF)),
            (45, read(0x80, 4, 2)),
        ];
        // The ports with one path or one request take these one after the other.
        let requests: Vec<_> =
            requests.iter().enumerate().map(|(i, (at, r))| (at + 50 * i as u64, *r)).collect();
        let mut bytes = Plain::pattern(4096);
        let stepped = play(&mut Memory::new(&config), &mut bytes, 600, &requests);
        let mut memory = Memory::new(&config);
        let mut bytes = Plain::pattern(4096);
        let (mut skipped, mut clocked) = (Vec::new(), 0);
        while memory.now() <= 600 {
            let now = memory.now();
            skipped.extend(memory.beats().iter().map(|beat| (now, *beat)));
            let due = requests.iter().find(|(at, _)| *at == now);
            if let Some((_, request)) = due {
                memory.accept(&mut bytes, request);
            } else {
                let request = requests.iter().map(|(at, _)| *at).find(|at| *at > now);
                let until = request.unwrap_or(601);
                let quiet = memory.quiet().unwrap_or(u64::MAX).min(until - now);
                if quiet > 0 {
                    memory.skip(quiet);
                    continue;
                }
            }
            clocked += 1;
            memory.clock(&mut bytes);
        }
        assert_eq!(skipped, stepped, "{config:?}");
        assert!(clocked < 50, "{config:?}: {clocked} clocks were stepped");
    }
}

#[test]
fn the_ideal_memory_answers_everybody_in_the_next_clock() {
    let mut memory = Memory::new(&MemoryConfig::Ideal);
    let requests: Vec<_> = (0..8).map(|n| (3, read(64 * n, 4, n as u8))).collect();
    let seen = play(&mut memory, &mut Plain::pattern(1024), 10, &requests);
    assert_eq!(seen.len(), 32);
    assert!(seen.iter().all(|(clock, _)| *clock == 4));
}
