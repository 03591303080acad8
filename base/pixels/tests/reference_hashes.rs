//! The hash of every shared reference picture is the one that its frame list states.
//!
//! `AFTERIMAGE_TRACES` names the folder that holds `sst1/ref`; without it nothing is tested.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base_pixels::{Words16, decode_gray16, encode_gray16, fnv1a_words};

/// Seven traces (`test25_*`) whose stored `frame003` is one and the same picture and not the one in
/// their frame lists; the lists agree with `final_front`, so the stored pictures are the strays.
/// They must go on differing, and in this way, or this list is out of date.
const STRAY_TRACES: &str = "test25_";
const STRAY_PICTURE: &str = "frame003";
const STRAY_HASH: u64 = 0x33343d823bc5a994;

/// Hashes by picture name (`frame003`, `final_aux`), from `frames.txt`.
fn stated(text: &str) -> BTreeMap<String, u64> {
    let mut hashes = BTreeMap::new();
    let hash = |digits: &str| u64::from_str_radix(digits, 16).expect("a hash");
    for line in text.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["final", ..] => {
                let pairs = words[1..4].iter().filter_map(|word| word.split_once('='));
                hashes.extend(pairs.map(|(name, h)| (format!("final_{name}"), hash(h))));
            }
            [number, shown, ..] => {
                hashes.insert(format!("frame{number:0>3}"), hash(shown));
            }
            _ => {}
        }
    }
    hashes
}

fn check_folder(folder: &Path) -> usize {
    let stated = stated(&fs::read_to_string(folder.join("frames.txt")).expect("the frame list"));
    let size = fs::read_to_string(folder.join("size.txt")).expect("the size");
    let size: Vec<u32> = size.split_whitespace().map(|n| n.parse().expect("a size")).collect();
    let trace = folder.file_name().expect("a name").to_string_lossy();
    let mut checked = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let Some((name, _)) = name.strip_suffix(".zst").and_then(|name| name.split_once('.'))
        else {
            continue;
        };
        let bytes = zstd::decode_all(fs::File::open(&path).expect("a file")).expect("unpacked");
        let picture = Words16::from_le_bytes(size[0], size[1], &bytes).expect("of that size");
        let (found, expected) = (fnv1a_words(&picture.data), stated.get(name).copied());
        if trace.starts_with(STRAY_TRACES) && name == STRAY_PICTURE {
            assert_eq!(found, STRAY_HASH, "{}", path.display());
            assert_ne!(Some(found), expected, "{}", path.display());
        } else {
            assert_eq!(Some(found), expected, "{}", path.display());
        }
        if checked == 0 {
            let file = encode_gray16(&picture).expect("a PNG");
            assert_eq!(decode_gray16(&file).expect("read back"), picture);
        }
        checked += 1;
    }
    checked
}

#[test]
fn hashes_are_those_of_the_frame_lists() {
    let Some(folder) = std::env::var_os("AFTERIMAGE_TRACES") else {
        eprintln!("skipped: AFTERIMAGE_TRACES is not set, so there are no reference pictures");
        return;
    };
    let entries = fs::read_dir(Path::new(&folder).join("sst1/ref")).expect("the references");
    let checked: usize = entries.map(|entry| check_folder(&entry.expect("an entry").path())).sum();
    assert!(checked > 0, "no reference pictures");
    eprintln!("{checked} pictures hashed");
}
