//! The demos: the same records as ever, nothing refused, what they are there to show, pictures.

use base_pixels::{FNV_PRIME, FNV_START};
use play::CensusPlan;
use play::xtr::{Rendering, census};
use xenos_renderer::Renderer;
use xenos_soft::Soft;
use xenos_streams::{Demo, demo, demos};
use xenos_xtr::{Reader, Record};

/// Hash of each demo's records. They change with the demo alone: not with the machine, and not with
/// how bodies are compressed.
const STREAMS: [(&str, u64); 2] =
    [("xenos-turntable", 0x3165_a332_dd61_a092), ("xenos-hdr", 0xf549_837f_ebab_2b61)];

/// Keys that a stream's census must hold, by table: all of a line's words in one key.
type Kinds = &'static [(&'static str, &'static str)];

/// The turntable's: depth drawn alone, copied as stored, sampled as depth; four samples averaged;
/// levels in two formats.
const TURNTABLE: Kinds = &[
    ("surfaces", "msaa=1x color0=none depth=D24S8 mode=depth-only"),
    ("surfaces", "msaa=4x color0=8_8_8_8 depth=D24S8 mode=color-depth"),
    ("resolves", "source=depth format=D24S8 msaa=1x dest=8_8_8_8 clear=depth command=raw"),
    ("resolves", "source=color0 format=8_8_8_8 msaa=4x select=0123 dest=8_8_8_8 command=convert"),
    ("textures", "format=24_8 from=resolve"),
    ("textures", "format=DXT1 packed=yes mips=0..8 from=cpu"),
    ("textures", "format=8_8_8_8 packed=yes mips=0..8 from=cpu"),
    ("samplers", "mag=linear min=linear mip=linear aniso=8"),
    ("front-buffers", "width=640 height=360 format=8_8_8_8"),
];

/// The HDR frame's, as a racing game draws: the kinds of issue 7, and those beside them.
const HDR: Kinds = &[
    ("surfaces", "pitch=1280 msaa=4x color0=2_10_10_10_FLOAT depth=D24FS8 offset=0,0"),
    ("surfaces", "pitch=1280 msaa=4x color0=2_10_10_10_FLOAT depth=D24FS8 offset=0,-256"),
    ("surfaces", "pitch=1280 msaa=4x color0=2_10_10_10_FLOAT depth=D24FS8 offset=0,-512"),
    ("surfaces", "pitch=1040 msaa=1x color0=none depth=D24S8 mode=depth-only"),
    ("surfaces", "pitch=320 msaa=2x color0=2_10_10_10_FLOAT depth=D24FS8"),
    ("surfaces", "pitch=320 msaa=1x color0=2_10_10_10_FLOAT depth=none"),
    ("surfaces", "pitch=80 msaa=1x color0=2_10_10_10_FLOAT depth=none"),
    ("surfaces", "pitch=1280 msaa=1x color0=2_10_10_10_AS_10_10_10_10 depth=none"),
    ("predication", "masks=some packets=run"),
    ("predication", "masks=some packets=skipped"),
    (
        "resolves",
        "source=color0 format=2_10_10_10_FLOAT msaa=4x select=0123 dest=2_10_10_10 bias=-2 \
         clear=both",
    ),
    ("resolves", "format=2_10_10_10_FLOAT msaa=2x select=01 dest=2_10_10_10 bias=-2 clear=both"),
    ("resolves", "format=2_10_10_10_FLOAT msaa=1x dest=2_10_10_10 pitch=320 bias=-4 clear=color"),
    ("resolves", "format=2_10_10_10_FLOAT msaa=1x dest=2_10_10_10 pitch=160 bias=-4 clear=color"),
    ("resolves", "format=2_10_10_10_FLOAT msaa=1x dest=2_10_10_10 pitch=80 bias=-2 clear=color"),
    ("resolves", "source=depth format=D24FS8 msaa=4x select=0 dest=8_8_8_8 command=raw"),
    ("resolves", "source=depth format=D24S8 msaa=1x select=0 dest=8_8_8_8 command=raw"),
    ("resolves", "format=2_10_10_10_AS_10_10_10_10 msaa=1x dest=2_10_10_10 bias=0"),
    ("textures", "dimension=cube format=2_10_10_10_AS_16_16_16_16 exponent=2 from=resolve"),
    ("textures", "size=1280x720x1 format=2_10_10_10_AS_16_16_16_16 exponent=2 from=resolve"),
    ("textures", "format=24_8 from=resolve"),
    ("textures", "format=24_8_FLOAT from=resolve"),
    ("textures", "format=DXT1 packed=yes from=cpu"),
    ("pixel-states", "blend0=source-alpha:add:one-minus-source-alpha/one:add:zero"),
    ("clears", "what=both after=copy"),
    ("shader-features", "stage=pixel feature=cube"),
    ("front-buffers", "width=1280 height=720 format=2_10_10_10_AS_16_16_16_16"),
    ("gamma", "table=pwl linear=yes"),
];

fn written(demo: &Demo, frames: u32) -> Vec<u8> {
    let (bytes, totals) = demo.write(Vec::new(), frames).expect("written");
    assert_eq!(totals.bytes, bytes.len() as u64, "{}", demo.name);
    bytes
}

fn reader(bytes: Vec<u8>) -> Reader {
    let source = base_trace::Source::from_bytes(bytes, base_trace::Options::default());
    Reader::new(source.expect("opened")).expect("a header")
}

fn hash(bytes: Vec<u8>) -> u64 {
    let mut hash = FNV_START;
    let mut put = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME);
        }
    };
    let every = reader(bytes).for_each(|entry| {
        put(&(entry.record.kind() as u32).to_le_bytes());
        match entry.record {
            Record::PrimaryBufferStart(start) | Record::IndirectBufferStart(start) => {
                put(&start.base.to_le_bytes());
            }
            Record::PacketStart(packet) => {
                put(&packet.base.to_le_bytes());
                put(packet.words);
            }
            Record::MemoryRead(memory) | Record::MemoryWrite(memory) => {
                put(&memory.base.to_le_bytes());
                put(memory.bytes);
            }
            Record::EdramSnapshot(bytes) => put(bytes),
            Record::Registers(registers) => put(registers.values.bytes()),
            Record::GammaRamp(ramp) => put(ramp.values.bytes()),
            Record::PrimaryBufferEnd
            | Record::IndirectBufferEnd
            | Record::PacketEnd
            | Record::Event(_) => {}
        }
    });
    every.expect("whole records");
    hash
}

#[test]
fn every_demo_is_the_stream_that_it_was() {
    for demo in demos() {
        let found = hash(written(demo, demo.frames));
        let pinned = STREAMS.iter().find(|(name, _)| *name == demo.name).expect("a pinned demo").1;
        assert_eq!(found, pinned, "{}: {found:#018x} now", demo.name);
    }
}

#[test]
fn demos_use_what_they_are_there_to_show_and_nothing_is_refused() {
    for (name, kinds) in [("xenos-turntable", TURNTABLE), ("xenos-hdr", HDR)] {
        let demo = demo(name).expect("listed");
        let found =
            census(reader(written(demo, demo.frames)), name, &CensusPlan::default(), |_, _, _| {});
        assert!(found.whole && found.fault.is_none(), "{name}: {:?}", found.fault);
        assert_eq!(found.player.frames(), u64::from(demo.frames), "{name}");
        let refused: Vec<_> = found.player.processor().refusals().rows().collect();
        assert!(refused.is_empty(), "{name}: {refused:?}");
        for (table, words) in kinds {
            let rows = &found.census.tables[*table].entries;
            let holds = |key: &String| {
                let key: Vec<&str> = key.split(' ').collect();
                words.split(' ').all(|word| key.contains(&word))
            };
            let keys: Vec<_> = rows.keys().collect();
            assert!(rows.keys().any(holds), "{name}: {table} lacks `{words}`: {keys:#?}");
        }
    }
}

/// A frame's picture, and that the engine drew all of it.
fn picture(name: &str) -> (u32, u32, Vec<u8>) {
    let demo = demo(name).expect("listed");
    let mut rendering = Rendering::new(reader(written(demo, 1)), Soft::new);
    assert_eq!(rendering.next_frame().expect("played"), Some(0), "{name}");
    let engine = rendering.renderer();
    let refused: Vec<_> = engine.refusals().rows().collect();
    assert!(refused.is_empty(), "{name}: {refused:?}");
    let shown = engine.presented().expect("a picture");
    (shown.width, shown.height, shown.rgb8())
}

/// The mean of a rectangle's pixels.
fn mean(picture: &(u32, u32, Vec<u8>), [x, y, right, bottom]: [u32; 4]) -> [u32; 3] {
    let mut sums = [0; 3];
    for row in y..bottom {
        for column in x..right {
            let at = ((row * picture.0 + column) * 3) as usize;
            for (sum, value) in sums.iter_mut().zip(&picture.2[at..at + 3]) {
                *sum += u32::from(*value);
            }
        }
    }
    sums.map(|sum| sum / ((right - x) * (bottom - y)))
}

#[test]
fn the_turntable_shows_wood_and_a_red_ball() {
    let picture = picture("xenos-turntable");
    assert_eq!((picture.0, picture.1), (640, 360));
    let [r, g, b] = mean(&picture, [300, 280, 340, 310]);
    assert!(r > g && g > b, "wood is {r},{g},{b}");
    let [r, g, b] = mean(&picture, [420, 165, 445, 180]);
    assert!(r > 2 * g && r > 2 * b, "the ball is {r},{g},{b}");
}

#[test]
fn the_court_has_a_warm_sky_over_a_board() {
    let picture = picture("xenos-hdr");
    assert_eq!((picture.0, picture.1), (1280, 720));
    let [r, g, b] = mean(&picture, [850, 20, 1000, 60]);
    assert!(r > g && b > g / 2, "the sky is {r},{g},{b}");
    // No band is left out: rows on both sides of a border show the same sky.
    let [above, below] = [[900, 250, 1000, 255], [900, 257, 1000, 262]].map(|r| mean(&picture, r));
    assert!(above.iter().zip(below).all(|(a, b)| a.abs_diff(b) < 6), "{above:?} {below:?}");
}
