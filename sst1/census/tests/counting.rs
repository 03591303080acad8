//! Counting on small streams, each number worked by hand.

use base_census::{Census, Entry};
use base_refusal::Place;
use sst1_board::{BoardConfig, Card, Device, Width};
use sst1_census::CensusDevice;
use sst1_facts::Profile;
use sst1_reference::Reference;
use sst1_regs::offset;
use sst1_regs::words::{
    COther, FbzColorPath, FbzMode, LfbFormat, LfbMode, TLod, TextureFormat, TextureMode,
};

const BOARD: BoardConfig =
    BoardConfig { frame_buffer_bytes: 1 << 20, texture_bytes: 1 << 20, tmus: 1 };
const LFB: u32 = 0x40_0000;
const TEXTURES: u32 = 0x80_0000;

/// A card, and the number of the record that is next.
struct Bus<D> {
    card: D,
    record: u64,
}

impl Bus<CensusDevice<Reference>> {
    fn census(&self) -> Census {
        self.card.census("stream")
    }
}

impl<D: Device> Bus<D> {
    /// A 64x32 screen, 16 KiB a buffer, colour written to the back buffer inside the screen.
    fn new(mut card: D) -> Self {
        card.config_write(0x40, 1, Width::Word);
        let mut bus = Self { card, record: 0 };
        bus.write(offset::FBI_INIT1, 1 << 4);
        bus.write(offset::FBI_INIT2, 4 << 11);
        bus.write(offset::VIDEO_DIMENSIONS, 32 << 16 | 63);
        bus.write(offset::CLIP_LEFT_RIGHT, 64);
        bus.write(offset::CLIP_LOWY_HIGHY, 32);
        bus.write(offset::FBZ_MODE, FbzMode::default().with_clip(true).with_rgb_write(true).raw());
        bus
    }

    fn next(&mut self) {
        self.card.log_mut().at(Place::of_record(self.record, 0, 0));
        self.record += 1;
    }

    fn write(&mut self, at: u32, data: u32) {
        self.next();
        self.card.write(at, data, Width::Word);
    }

    fn half(&mut self, at: u32, data: u32) {
        self.next();
        self.card.write(at, data, Width::Half);
    }

    /// A right triangle with legs of `size` pixels at the screen's corner.
    fn triangle(&mut self, size: u32) {
        let corners = [(0, 0), (0, size * 16), (size * 16, size * 16)];
        for (vertex, (x, y)) in (0..).zip(corners) {
            self.write(offset::VERTEX_AX + vertex * 8, x);
            self.write(offset::VERTEX_AX + vertex * 8 + 4, y);
        }
        self.write(offset::TRIANGLE_CMD, 1 << 31);
    }

    fn swap(&mut self) {
        self.write(offset::SWAPBUFFER_CMD, 0);
    }
}

fn counting() -> Bus<CensusDevice<Reference>> {
    Bus::new(CensusDevice::new(BOARD, Profile::hardware()).expect("a board"))
}

fn entry<'a>(census: &'a Census, table: &str, key: &str) -> &'a Entry {
    let entries = &census.tables[table].entries;
    entries.get(key).unwrap_or_else(|| panic!("{table}: no {key} in {:?}", entries.keys()))
}

fn keys(census: &Census, table: &str) -> Vec<String> {
    let entries = &census.tables[table].entries;
    entries.iter().map(|(key, entry)| format!("{key}: {}", entry.count)).collect()
}

#[test]
fn triangles_frames_and_places() {
    let mut bus = counting();
    let first = bus.record + 6;
    // Row y covers the columns whose centre is left of the diagonal: y of them.
    bus.triangle(4); // 0 + 1 + 2 + 3 = 6
    bus.triangle(4);
    bus.swap();
    bus.triangle(8); // 28
    bus.swap();
    bus.triangle(0);
    let census = bus.census();
    assert_eq!(census.ranges[0].end, 3, "the frame that no swap ends is one");
    let triangles = entry(&census, "commands", "triangleCMD");
    assert_eq!((triangles.count, triangles.frames), (4, 3));
    assert_eq!((triangles.worst, triangles.worst_frame), (2, 0));
    assert_eq!((triangles.first.frame, triangles.first.record), (0, first));
    assert_eq!(
        keys(&census, "triangle sizes"),
        ["0 pixels: 1", "16-31 pixels: 1", "4-7 pixels: 2"]
    );
    assert_eq!(keys(&census, "pixels"), ["in: 40", "out: 40"]);
    assert_eq!(keys(&census, "pipelines"), ["color(iterated) fbz(clip rgb_write): 4"]);
    assert_eq!(keys(&census, "pictures"), ["64x32: 2"]);
    assert_eq!(keys(&census, "swaps"), ["double, at once, interval 0: 2"]);
    assert_eq!(keys(&census, "overdraw"), ["nothing drawn: 1", "up to half a picture: 2"]);
    assert_eq!(entry(&census, "registers", "vertexCy").count, 4);
}

#[test]
fn a_state_written_anew_is_the_same_state() {
    let mut bus = counting();
    let mode = FbzMode::default().with_clip(true).with_rgb_write(true);
    for word in [mode, mode.with_dither(true), mode, mode.with_reserved_21(5)] {
        bus.write(offset::FBZ_MODE, word.raw());
        bus.write(offset::COLOR0, word.raw());
        bus.triangle(2);
    }
    assert_eq!(
        keys(&bus.census(), "pipelines"),
        ["color(iterated) fbz(clip dither rgb_write): 1", "color(iterated) fbz(clip rgb_write): 3"]
    );
}

#[test]
fn lfb_accesses_fills_and_bytes() {
    let mut bus = counting();
    let mode = LfbMode::default();
    bus.write(offset::LFB_MODE, mode.raw());
    bus.write(LFB, 0);
    bus.half(LFB + 2, 0);
    bus.next();
    bus.card.read(LFB, Width::Half);
    bus.next();
    bus.card.read(offset::STATUS, Width::Word);
    bus.write(
        offset::LFB_MODE,
        mode.with_pixel_pipeline(true).with_write_format(LfbFormat::Argb8888).raw(),
    );
    bus.write(LFB, 0);
    bus.write(offset::FASTFILL_CMD, 0);
    let census = bus.census();
    assert_eq!(
        keys(&census, "lfb"),
        [
            "read 16-bit read_buffer=front: 1",
            "write 16-bit write_format=rgb565 write_buffer=front: 1",
            "write 32-bit write_format=argb8888 write_buffer=front pixel_pipeline: 1",
            "write 32-bit write_format=rgb565 write_buffer=front: 1",
        ]
    );
    assert_eq!(keys(&census, "lfb pipelines"), ["fbz(clip rgb_write): 1"]);
    assert_eq!(keys(&census, "bytes"), ["LFB read: 2", "LFB written: 10"]);
    assert_eq!(keys(&census, "register reads"), ["status: 1"]);
    assert_eq!(keys(&census, "fills"), ["rgb_write: 1"]);
    // One LFB pixel passed the pipeline, and a fill counts what it writes.
    assert_eq!(keys(&census, "pixels"), ["in: 1", "out: 2049"]);
}

/// A card that is about to draw from an 8x8 texture of format i8 with texels 0x10 and 0x20.
fn textured(card: CensusDevice<Reference>) -> Bus<CensusDevice<Reference>> {
    let mut bus = Bus::new(card);
    let mode = TextureMode::default()
        .with_format(TextureFormat::I8)
        .with_tc_zero_other(true)
        .with_tc_add_clocal(true)
        .with_tca_zero_other(true);
    bus.write(offset::TEXTURE_MODE, mode.raw());
    bus.write(offset::T_LOD, TLod::default().with_lod_min(5 * 4).with_lod_max(5 * 4).raw());
    let path = FbzColorPath::default().with_c_other(COther::Texture).with_texture_enable(true);
    bus.write(offset::FBZ_COLOR_PATH, path.raw());
    for row in 0..8 {
        for word in 0..2 {
            // Level 5, four texels a word, every second word where words are not consecutive.
            bus.write(TEXTURES | 5 << 17 | row << 9 | word << 3, 0x2020_1010);
        }
    }
    bus
}

#[test]
fn textures_are_counted_and_seen() {
    let card = CensusDevice::new(BOARD, Profile::hardware()).expect("a board").with_textures(2);
    let mut bus = textured(card);
    bus.triangle(4);
    bus.triangle(4);
    bus.write(TEXTURES | 5 << 17, 0xFFFF_FFFF);
    bus.triangle(4);
    bus.write(TEXTURES | 5 << 17, 0x0000_0000);
    bus.triangle(4);
    let key = "tmu0 i8 8x8 aspect=1:1 min=point mag=point s=wrap t=wrap lod=5..5";
    let census = bus.census();
    assert_eq!(keys(&census, "textures"), [format!("{key}: 4")]);
    assert_eq!(
        keys(&census, "texture combine"),
        ["tmu0 tc_zero_other tc_add_clocal tca_zero_other: 4"]
    );
    assert_eq!(keys(&census, "bytes"), ["texture, tmu0: 72"]);
    let (sights, more) = bus.card.textures();
    assert!(more, "the third picture found no room");
    assert_eq!((sights.len(), sights[0].triangles, sights[1].triangles), (2, 2, 1));
    assert_eq!((sights[0].width, sights[0].height, &*sights[0].key), (8, 8, key));
    let first: Vec<u32> = sights[0].texels[..4].iter().map(|texel| texel & 0xFF).collect();
    assert_eq!(first, [0x10, 0x10, 0x20, 0x20]);
    assert_eq!(sights[1].texels[..2], [0xFFFF_FFFF; 2]);
}

#[test]
fn frames_that_are_not_wanted_are_drawn_and_not_counted() {
    let card = CensusDevice::new(BOARD, Profile::hardware()).expect("a board").with_frames(1..2);
    let mut bus = Bus::new(card);
    for size in [4, 8, 16] {
        bus.triangle(size);
        bus.swap();
    }
    let census = bus.census();
    assert_eq!(census.frames(), 1);
    assert_eq!(keys(&census, "triangle sizes"), ["16-31 pixels: 1"]);
    assert_eq!(bus.card.state().triangles, 3);
}

#[test]
fn what_comes_before_the_first_record_is_no_part_of_the_stream() {
    let mut card = CensusDevice::<Reference>::new(BOARD, Profile::hardware()).expect("a board");
    card.write(offset::COLOR0, 1, Width::Word);
    let mut bus = Bus { card, record: 0 };
    bus.write(offset::COLOR1, 1);
    assert_eq!(keys(&bus.census(), "registers"), ["color1: 1"]);
}

#[test]
fn counting_changes_nothing() {
    let mut counted = counting();
    let mut plain = Bus::new(Card::<Reference>::new(BOARD, Profile::hardware()).expect("a board"));
    for size in [3, 9, 40] {
        counted.triangle(size);
        counted.swap();
        plain.triangle(size);
        plain.swap();
    }
    assert_eq!(counted.card.save().expect("a state"), plain.card.save().expect("a state"));
    assert_eq!(counted.card.engine(), "reference");
}
