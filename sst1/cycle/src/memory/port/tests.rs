use crate::{
    config::MemoryConfig,
    memory::Memory,
    testing::{Plain, read},
};

/// Digest 3: bytes of a request and MiB/s on the KV260, one request outstanding, 100 MHz.
const MEASURED: [(u32, f64); 9] = [
    (16, 53.0),
    (32, 102.1),
    (64, 189.2),
    (128, 336.5),
    (256, 555.6),
    (512, 820.1),
    (1024, 1060.5),
    (2048, 1254.6),
    (4096, 1369.8),
];

/// MiB/s of back-to-back requests, one under way at a time.
fn rate(config: &MemoryConfig, bytes: u32) -> f64 {
    const REQUESTS: u32 = 50;
    let mut memory = Memory::new(config);
    let mut store = Plain::pattern(4096);
    let (mut asked, mut done) = (0, 0);
    while done < REQUESTS {
        done += memory.beats().iter().filter(|beat| beat.last).count() as u32;
        let request = read(0, (bytes / 16) as u16, 0);
        if asked == done && asked < REQUESTS && memory.ready(&request) {
            memory.accept(&mut store, &request);
            asked += 1;
        }
        if done < REQUESTS {
            memory.clock(&mut store);
        }
    }
    f64::from(bytes * REQUESTS) / memory.now() as f64 * 100e6 / f64::from(1 << 20)
}

/// Digest 3: each point of the measured curve within 2 % from two parameters, fitted:
/// 29 clocks to the first beat, then a beat a clock. Errors, in percent:
/// -0.72, -0.37, +0.81, +0.77, -0.13, -0.77, +0.09, -0.21, +0.41.
#[test]
fn two_parameters_give_the_measured_curve() {
    let errors: Vec<f64> = MEASURED
        .iter()
        .map(|&(bytes, measured)| (rate(&MemoryConfig::kv260(), bytes) / measured - 1.0) * 100.0)
        .collect();
    let expected = [-0.72, -0.37, 0.81, 0.77, -0.13, -0.77, 0.09, -0.21, 0.41];
    for (error, expected) in errors.iter().zip(expected) {
        assert!(error.abs() < 2.0, "{errors:.2?}");
        assert!((error - expected).abs() < 0.01, "{errors:.2?}");
    }
}

/// Costs below and beside whole clocks: hundredths add up within a request.
#[test]
fn hundredths_of_a_clock_add_up() {
    let half = MemoryConfig::Port { latency: 1000, beat: 150 };
    // 10 + 3 * 1.5 = 14.5: a request a 15 clocks.
    let rate = rate(&half, 64);
    assert!((rate - 64.0 / 15.0 * 100e6 / f64::from(1 << 20)).abs() < 0.1, "{rate}");
}
