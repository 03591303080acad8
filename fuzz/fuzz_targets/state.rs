//! Saved states: any bytes are refused by name or load, and what loads saves again the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sst1_board::State;

fuzz_target!(|data: &[u8]| {
    let mut framed = b"AIM-SST1\x01\0\0\0".to_vec();
    framed.extend_from_slice(data);
    for bytes in [data, framed.as_slice()] {
        if let Ok(state) = State::from_bytes(bytes) {
            let again = state.to_bytes().expect("a loaded state saves");
            let twice = State::from_bytes(&again).expect("a saved state loads");
            assert!(twice.to_bytes().expect("and saves") == again);
        }
    }
});
