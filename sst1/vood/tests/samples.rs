//! A file of every version that was ever written is still read, and still written the same.
//!
//! The samples were laid out by hand from `docs/vood.md`.

use std::io::Cursor;

use base_trace::{Options, Source};
use sst1_vood::{Command, Config, Header, Item, Reader, Record, StateImage, StateRegister, Writer};

const TRACE_1: &[u8] = include_bytes!("samples/trace-1.vood");
const STATE_2: &[u8] = include_bytes!("samples/state-2.bin");

fn source(bytes: &[u8]) -> Source {
    Source::from_bytes(bytes.to_vec(), Options::default()).unwrap()
}

fn header() -> Header {
    Header {
        pci_base_addr: 0xF000_0000,
        cpu_speed_hz: 133_000_000,
        pci_speed_hz: 33_000_000,
        entry_count: 8,
        reserved: [1, 2, 3, 4],
        ..Header::new(2, 4, 2)
    }
}

/// One record of several kinds, one that stands for three operations, and the long one.
fn items() -> [Item; 8] {
    let record = |timestamp, command, address, data, count| {
        let timestamp_end = timestamp + count - 1;
        Item::Record(Record { timestamp, timestamp_end, command, address, data, count })
    };
    let config = Config {
        timestamp: 6,
        h_disp: 640,
        v_disp: 480,
        refresh_hz: 60,
        pixel_clock_hz: 25_175_000,
        reserved: 0,
    };
    [
        record(0, Command::WriteRegL, 0x110, 0x4201, 1),
        record(1, Command::WriteTexL, 0x80_0000, 0xAABB_CCDD, 3),
        record(4, Command::WriteFbW, 0x40_0002, 0xF81F, 1),
        record(5, Command::ReadFbL, 0x40_0000, 0xF81F_0000, 1),
        Item::Config(config),
        record(6, Command::Swap, 1, 1, 1),
        record(7, Command::WriteRegL, 0x128, 1, 1),
        record(8, Command::Vsync, 0, 0, 1),
    ]
}

#[test]
fn version_1_of_the_trace_is_read() {
    let mut reader = Reader::new(source(TRACE_1)).unwrap();
    assert_eq!(*reader.header(), header());
    let found: Vec<Item> = reader.entries().map(|entry| entry.unwrap().item).collect();
    assert_eq!(found, items());
}

#[test]
fn version_1_of_the_trace_is_written() {
    let mut writer = Writer::new(Cursor::new(Vec::new()), &header()).unwrap();
    for item in items() {
        match item {
            Item::Record(record) => writer.record(&record).unwrap(),
            Item::Config(config) => writer.config(&config).unwrap(),
        }
    }
    assert_eq!(writer.finish_counted().unwrap().0.into_inner(), TRACE_1);
}

#[test]
fn version_2_of_the_state_image_is_read_and_written() {
    let image = StateImage::read(&mut source(STATE_2)).unwrap();
    let wanted = StateImage {
        frame_number: 7,
        voodoo_type: 1,
        row_stride: 1280,
        draw_offset: 614_400,
        aux_offset: 1_228_800,
        h_disp: 640,
        v_disp: 480,
        registers: vec![
            StateRegister { address: 0x110, value: 0x4201 },
            StateRegister { address: 0x214, value: 0xA0 },
        ],
        frame_buffer: vec![1, 2, 3, 4, 5, 6],
        textures: vec![vec![10, 11, 12, 13], vec![20, 21, 22, 23]],
        ..StateImage::default()
    };
    assert_eq!(image, wanted);
    let mut bytes = Vec::new();
    image.write(&mut bytes).unwrap();
    assert_eq!(bytes, STATE_2);
}
