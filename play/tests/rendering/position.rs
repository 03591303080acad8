//! The file of a saved position, and what is refused.

use play::xtr::{PositionError, Rendering, XTR_SAVE_VERSION};
use xenos_soft::Soft;

use crate::pictures::frames;
use crate::seen::{Seen, frame, reader, rendering, rest};

/// A position after frame 1 of four, written by version 1.
const VERSION_1: &[u8] = include_bytes!("../samples/xtr-position-v1.aim");
const VARIABLE: &str = "AFTERIMAGE_BLESS";

fn saved(bytes: &[u8]) -> Vec<u8> {
    let mut rendering = rendering(bytes);
    frame(&mut rendering);
    frame(&mut rendering);
    rendering.save().unwrap().unwrap()
}

fn resume(bytes: &[u8], position: &[u8]) -> Result<Vec<Seen>, PositionError> {
    Rendering::resume(reader(bytes), position, Soft::new).map(|mut rendering| rest(&mut rendering))
}

#[test]
fn version_1_is_still_read() {
    let bytes = frames(4);
    if std::env::var_os(VARIABLE).is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples/xtr-position-v1.aim");
        std::fs::write(path, saved(&bytes)).unwrap();
        return;
    }
    assert_eq!(XTR_SAVE_VERSION, 1);
    let all = rest(&mut rendering(&bytes));
    assert_eq!(resume(&bytes, VERSION_1).unwrap(), all[2..]);
}

#[test]
fn what_is_no_position_is_refused_by_name() {
    let bytes = frames(4);
    let position = saved(&bytes);
    let refused = |position: &[u8]| resume(&bytes, position).unwrap_err();
    assert!(matches!(refused(b""), PositionError::Magic));
    assert!(matches!(refused(b"AIM-XTRP\x01\0\0"), PositionError::Magic));
    assert!(matches!(refused(b"AIM-PLAY\x01\0\0\0"), PositionError::Magic));
    let mut other = position.clone();
    other[8] = 200;
    assert!(matches!(refused(&other), PositionError::Version { found: 200 }));
    assert!(refused(&other).to_string().contains("version 200"));
    let cut = &position[..position.len() - 9];
    assert!(matches!(refused(cut), PositionError::Body(_)));
    let mut damaged = position.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x10;
    assert!(matches!(refused(&damaged), PositionError::Body(_)));
}

#[test]
fn another_trace_is_refused_by_name() {
    let bytes = frames(4);
    let position = saved(&bytes);
    assert!(matches!(
        resume(&frames(1), &position),
        Err(PositionError::TraceShort { .. } | PositionError::OtherRecords { .. })
    ));
    let mut titled = bytes.clone();
    titled[44] ^= 1;
    assert!(matches!(resume(&titled, &position), Err(PositionError::OtherRecords { .. })));
    // What follows the position may be another: a trace that is still being written.
    assert_eq!(resume(&frames(9), &position).unwrap().len(), 7);
    let fault = &bytes[..bytes.len() / 3];
    assert!(matches!(
        resume(fault, &position),
        Err(PositionError::Trace(_) | PositionError::TraceShort { .. })
    ));
}
