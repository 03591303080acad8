//! Random streams reach every disputed fact: another value of it gives another picture, counter,
//! refusal or read value.

use sst1_board::{Card, Device, Width};
use sst1_facts::{FACTS, Profile};
use sst1_reference::Reference;
use sst1_streams::{Operation, random};

/// Facts about the way from the frame buffer to the monitor, which no engine and no read sees, and
/// about retraces, which random streams do not have.
const ON_THE_MONITOR: [&str; 6] = [
    "clut_index_32",
    "clut_in_reset",
    "gamma_expand",
    "status_memory_fifo",
    "swap_timing",
    "swap_blocks",
];
/// Values that cannot show: the register's initialisation is overwritten by every stream, a colour
/// that is cut to 24 bits whenever it is used does not show how it was widened, and every stream is
/// allowed to write the initialisation registers.
const HIDDEN: [(&str, &str); 4] = [
    ("power_on", "zero"),
    ("power_on", "documented"),
    ("fixed_color_start", "zero-extended"),
    ("init_lock", "all"),
];
/// Values that cannot show beside 86Box's: it knows no bottom origin of the LFB and clips no LFB pixels,
/// and streams read no register that only it does not let read.
const HIDDEN_BY_B86: [(&str, &str); 5] = [
    ("lfb_pipeline_origin", "lfbmode-13"),
    ("lfb_read_origin", "by-path"),
    ("lfb_row", "memory"),
    ("lfb_clipped_stipple", "rotates"),
    ("write_only_reads", "ones-alone"),
];
/// Streams to look at, if need be, and states of each.
const STREAMS: u64 = 24;
const STATES: usize = 1000;

/// What a program could tell two cards apart by, after each state.
fn traces(seed: u64, profile: Profile) -> impl Iterator<Item = (u64, Vec<u16>)> {
    let config = random::board(seed);
    let mut card = Card::<Reference>::new(config, profile).expect("a valid board");
    card.config_write(0x40, 1, Width::Word);
    random::states(seed, config).take(STATES).map(move |operations| {
        let mut reads = 0u64;
        for operation in operations {
            match operation {
                Operation::Write(access) => {
                    card.write(access.offset, access.data, access.width);
                }
                Operation::Read { offset, width } => {
                    reads =
                        reads.wrapping_mul(31).wrapping_add(u64::from(card.read(offset, width)));
                }
            }
        }
        let state = card.state();
        let counters = &state.counters;
        for count in [
            counters.pixels_in,
            counters.chroma_fail,
            counters.zfunc_fail,
            counters.afunc_fail,
            counters.pixels_out,
        ] {
            reads = reads.wrapping_mul(31).wrapping_add(u64::from(count));
        }
        (reads.wrapping_add(state.log.total()), state.frame_buffer.words().to_vec())
    })
}

/// Whether a value of a fact shows beside `base`.
fn shows(base: &Profile, fact: &str, value: &str) -> bool {
    let mut other = base.clone();
    other.set(fact, value).expect("a listed value");
    (0..STREAMS).any(|seed| traces(seed, base.clone()).ne(traces(seed, other.clone())))
}

#[test]
fn every_value_of_every_fact_shows() {
    let mut hidden = Vec::new();
    for fact in FACTS.iter().filter(|fact| !ON_THE_MONITOR.contains(&fact.name)) {
        for base in [Profile::hardware(), Profile::b86()] {
            let held = base.get(fact.name);
            for value in fact.values.iter().filter(|value| Some(value.name) != held) {
                let pair = (fact.name, value.name);
                let may_hide = HIDDEN.contains(&pair)
                    || (base == Profile::b86() && HIDDEN_BY_B86.contains(&pair));
                if !may_hide && !shows(&base, fact.name, value.name) {
                    hidden.push(format!("{}: {} beside {held:?}", fact.name, value.name));
                }
            }
        }
    }
    assert!(hidden.is_empty(), "not seen in random streams:\n{}", hidden.join("\n"));
}
