use super::*;
use xenos_memory::Writer;
use xenos_regs::words::{Endian, VgtDmaSize, VgtDrawInitiator};

fn draw(indices: Indices<'_>, size: IndexSize) -> Draw<'_> {
    let initiator = VgtDrawInitiator::from_raw(0).with_index_size(size);
    Draw { number: 0, packet: 0, initiator, indices, query: None, predicated: false }
}

#[test]
fn indices_are_read_by_width_order_and_size() {
    let memory = GuestMemory::new();
    memory.write_bytes(Writer::Cpu, 0x100, &[1, 2, 3, 4, 5, 6, 7, 8]).expect("inside");
    let stored = |endian, count, size, number| {
        let dma = VgtDmaSize::from_raw(0).with_num_words(count).with_swap_mode(endian);
        let indices = Indices::Memory { address: 0x100, size: dma };
        stored_index(&draw(indices, size), &memory, number)
    };
    let (narrow, wide) = (IndexSize::Bits16, IndexSize::Bits32);
    assert_eq!(stored(Endian::None, 4, narrow, 1), 0x0403);
    assert_eq!(stored(Endian::Swap8In16, 4, narrow, 1), 0x0304);
    assert_eq!(stored(Endian::None, 2, wide, 1), 0x0807_0605);
    assert_eq!(stored(Endian::Swap8In32, 2, wide, 1), 0x0506_0708);
    assert_eq!(stored(Endian::Swap16In32, 2, wide, 0), 0x0201_0403);
    // Behind the size that the draw names, though memory goes on.
    assert_eq!(stored(Endian::None, 2, narrow, 2), 0);
    assert_eq!(stored(Endian::None, 1, wide, 1), 0);
}

#[test]
fn indices_of_the_packet_and_of_nowhere() {
    let memory = GuestMemory::new();
    let words = [0x0002_0001, 7];
    let packet =
        |size, number| stored_index(&draw(Indices::Immediate(&words), size), &memory, number);
    assert_eq!([0, 1, 2, 4].map(|n| packet(IndexSize::Bits16, n)), [1, 2, 7, 0]);
    assert_eq!([0, 1, 2].map(|n| packet(IndexSize::Bits32, n)), [0x0002_0001, 7, 0]);
    assert_eq!(stored_index(&draw(Indices::Auto, IndexSize::Bits16), &memory, 9), 9);
    let dma = VgtDmaSize::from_raw(0).with_num_words(9);
    let beyond = Indices::Memory { address: 0xFFFF_FFF0, size: dma };
    assert_eq!(stored_index(&draw(beyond, IndexSize::Bits16), &memory, 3), 0);
}
