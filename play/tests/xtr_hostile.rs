//! Shared Xenos streams with bytes changed: the reference engine plays them to their end within the
//! work that it is allowed, whatever they say.
//!
//! What is changed is the same in every run. `AFTERIMAGE_TRACES` names the folder of shared traces;
//! without it nothing is tried.

use base_trace::{Options, Source};
use play::xtr::{Reached, Rendering};
use xenos_renderer::Renderer;
use xenos_soft::Soft;
use xenos_xtr::Reader;

/// Small streams of different kinds.
const STREAMS: [&str; 4] =
    ["04_primitive_types", "13_resolve_variants", "15_memexport", "17_alpha_mask_kill"];
/// Of each.
const MUTATIONS: u64 = 100;
/// What is allowed between two copies or frames: a clear of a whole screen, and some more.
const WORK: u64 = 1 << 21;

/// Xorshift; any seed but 0.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }
}

/// Changes up to eight bytes behind the header: bits, bytes, and words to what is extreme.
fn mutate(bytes: &mut [u8], random: &mut Random) {
    let start = xenos_xtr::HEADER_BYTES;
    for _ in 0..=random.below(8) {
        let at = start + random.below(bytes.len() - start - 4);
        match random.below(4) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.below(256) as u8,
            2 => bytes[at..at + 4].fill([0, 0xFF][random.below(2)]),
            _ => bytes.swap(at, start + random.below(bytes.len() - start)),
        }
    }
}

fn play(bytes: Vec<u8>) -> Option<u64> {
    let source = Source::from_bytes(bytes, Options::default().with_sha256(false)).ok()?;
    let mut rendering = Rendering::new(Reader::new(source).ok()?, Soft::new);
    loop {
        rendering.renderer_mut().limit_work(WORK);
        // A record that is malformed ends a trace as its end does.
        if matches!(rendering.advance(), Ok(Reached::End) | Err(_)) {
            break;
        }
        let shown = rendering.renderer().presented();
        assert!(shown.is_none_or(|it| it.words.len() == (it.width * it.height) as usize));
    }
    Some(rendering.renderer().statistics().draws)
}

#[test]
fn mutated_streams_are_played_to_their_end() {
    let paths = base_corpus::xenos().expect("streams");
    for path in paths {
        let name = base_corpus::name(&path);
        let Some(number) = STREAMS.iter().position(|stream| name.ends_with(stream)) else {
            continue;
        };
        let mut source = Source::open(&path, Options::default()).expect("a trace");
        let whole = source.read_rest(1 << 24).expect("it is whole");
        let mut draws = 0;
        for mutation in 0..MUTATIONS {
            let mut random = Random((1 + mutation) << 8 | number as u64 | 1 << 40);
            let mut bytes = whole.clone();
            mutate(&mut bytes, &mut random);
            draws += play(bytes).unwrap_or(0);
        }
        assert!(draws > 0, "{name}: nothing was drawn");
    }
}
