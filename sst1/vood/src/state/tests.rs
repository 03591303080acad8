use super::*;
use base_trace::Options;
use proptest::prelude::*;

fn read(bytes: &[u8]) -> Result<StateImage, VoodError> {
    StateImage::read(&mut Source::from_bytes(bytes.to_vec(), Options::default()).unwrap())
}

fn image() -> StateImage {
    StateImage {
        frame_number: 7,
        voodoo_type: 1,
        row_stride: 1280,
        reserved: [8, 9],
        registers: vec![StateRegister { address: 0x110, value: 3 }],
        frame_buffer: vec![1, 2, 3],
        textures: vec![vec![4, 5], vec![6, 7]],
        ..StateImage::default()
    }
}

fn bytes(image: &StateImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    image.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn what_is_written_is_read_and_every_cut_is_an_error() {
    let bytes = bytes(&image());
    assert_eq!(&bytes[..4], b"VSTA");
    assert_eq!(bytes.len(), 64 + 8 + 3 + 4);
    assert_eq!(read(&bytes).unwrap(), image());
    for length in 0..bytes.len() {
        let error = read(&bytes[..length]).unwrap_err();
        assert!(
            matches!(error, VoodError::Malformed { fault: Fault::Truncated { .. }, .. }),
            "{length}: {error}"
        );
    }
    let longer = [&bytes[..], &[0]].concat();
    let error = read(&longer).unwrap_err();
    assert!(matches!(error, VoodError::Malformed { offset: 79, fault: Fault::Trailing, .. }));
}

#[test]
fn hostile_sizes_are_refused() {
    for at in [16, 20, 24, 28] {
        let mut bytes = bytes(&image());
        bytes[at..at + 4].fill(0xFF);
        let error = read(&bytes).unwrap_err();
        let VoodError::Malformed { offset, fault: Fault::Bounds { .. }, .. } = error else {
            panic!("{error}");
        };
        assert_eq!(offset, at as u64);
    }
}

#[test]
fn what_would_be_refused_is_not_written() {
    let uneven = StateImage { textures: vec![vec![1], vec![1, 2]], ..image() };
    assert!(uneven.write(Vec::new()).is_err());
    assert!(StateImage { textures: Vec::new(), ..image() }.write(Vec::new()).is_err());
    assert!(StateImage { frame_buffer: Vec::new(), ..image() }.write(Vec::new()).is_err());
}

proptest! {
    #[test]
    fn a_changed_byte_is_an_error_or_an_image(at in 0usize..79, value in any::<u8>()) {
        let mut bytes = bytes(&image());
        bytes[at] = value;
        if let Ok(image) = read(&bytes) {
            prop_assert_eq!(self::bytes(&image), bytes);
        }
    }
}
