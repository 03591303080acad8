//! The performance counters, by number and name.
//!
//! For: one table that blocks fill, that JSON shows by name and a reader finds by number.
//! Not for: attributing clocks to causes, and not for a series over time: differences of two
//! [`Counters`] are one.
//!
//! Facts: digest 1.6. The encoding of counter 1 is not published; here it is one of our own. That
//! 55 to 59 count requests, that 26, 37 and 44 count the lookups that missed, once each when they are
//! answered, and that 139 counts clocks in which a write is taken, is inferred. There is no bridge between
//! the card and its memory here: 136 stays 0.

mod fill;
#[cfg(test)]
mod tests;

use serde::Serialize;

/// Version of the set, counter 0.
pub const VERSION: u64 = 0x0001_0000;

/// A counter of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// 0 to 77, and 128 to 143 for the board's.
    pub number: u32,
    /// The field's name.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
    /// Whether it is a greatest value and not a sum.
    pub max: bool,
    get: fn(&Counters) -> u64,
}

/// Declares the fields and the table together, so that neither can miss one.
macro_rules! counters {
    ($($number:literal $name:ident $kind:ident $about:literal)*) => {
        /// All counters.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        pub struct Counters {
            $(#[doc = $about] pub $name: u64,)*
        }

        /// The table, by number.
        pub static TABLE: &[Row] = &[
            $(Row {
                number: $number,
                name: stringify!($name),
                about: $about,
                max: counters!(@max $kind),
                get: |counters| counters.$name,
            },)*
        ];

        impl Counters {
            /// What was counted since `earlier`; greatest values stay as they are.
            #[must_use]
            pub fn since(&self, earlier: &Self) -> Self {
                Self { $($name: counters!(@since $kind self earlier $name),)* }
            }
        }
    };
    (@max sum) => { false };
    (@max max) => { true };
    (@max fixed) => { false };
    (@since sum $now:ident $earlier:ident $name:ident) => {
        $now.$name.wrapping_sub($earlier.$name)
    };
    (@since $kind:ident $now:ident $earlier:ident $name:ident) => { $now.$name };
}

counters! {
    0 version fixed "Version of the set."
    1 geometry fixed "Sizes: texture, colour and aux cache in KiB, texture fills; a byte each."
    2 clocks sum "Clocks."
    3 busy_clocks sum "Clocks in which the pipeline was not idle."
    4 raster_candidates sum "Pixel centres that the walker looked at."
    5 pixels_issued sum "Pixels issued."
    6 pixels_retired sum "Pixels retired."
    7 tmu_samples sum "Samples that texture units took."
    8 tmu_results sum "Results that texture units gave."
    9 join_alloc sum "Pixels that entered the join."
    10 join_done sum "Pixels that left the join."
    11 pass sum "Pixels that passed every test."
    12 chroma_fail sum "Pixels that failed the chroma key."
    13 depth_fail sum "Pixels that failed the depth test."
    14 alpha_fail sum "Pixels that failed the alpha test."
    15 color_lookups sum "Colour reads asked for."
    16 aux_lookups sum "Aux reads asked for."
    17 color_updates sum "Words that the colour combiner took."
    18 aux_updates sum "Words that the aux combiner took."
    19 color_drains sum "Lines that the colour combiner drained."
    20 aux_drains sum "Lines that the aux combiner drained."
    21 color_forwards sum "Colour reads that pending writes overrode."
    22 aux_forwards sum "Aux reads that pending writes overrode."
    23 texture_lookup sum "Texture cache: lookups."
    24 texture_hit sum "Texture cache: lookups that found all lines."
    25 texture_miss sum "Texture cache: lookups that did not."
    26 texture_replay sum "Texture cache: lookups that missed and were answered from the wait queue."
    27 texture_demand_alloc sum "Texture cache: fills begun for a lookup."
    28 texture_prefetch_alloc sum "Texture cache: fills begun ahead."
    29 texture_fill_request sum "Texture cache: fill requests that memory took."
    30 texture_fill_beat sum "Texture cache: beats that came."
    31 texture_fill_done sum "Texture cache: fills finished."
    32 texture_fill_error sum "Texture cache: lookups outside memory."
    33 texture_invalidate sum "Texture cache: invalidations."
    34 color_cache_lookup sum "Colour cache: lookups."
    35 color_cache_hit sum "Colour cache: lookups that found the line."
    36 color_cache_miss sum "Colour cache: lookups that did not."
    37 color_cache_replay sum "Colour cache: lookups that missed and were answered from the wait queue."
    38 color_cache_demand_alloc sum "Colour cache: fills begun for a lookup."
    39 color_cache_fill_request sum "Colour cache: fill requests that memory took."
    40 color_cache_fill_beat sum "Colour cache: beats that came."
    41 aux_cache_lookup sum "Aux cache: lookups."
    42 aux_cache_hit sum "Aux cache: lookups that found the line."
    43 aux_cache_miss sum "Aux cache: lookups that did not."
    44 aux_cache_replay sum "Aux cache: lookups that missed and were answered from the wait queue."
    45 aux_cache_demand_alloc sum "Aux cache: fills begun for a lookup."
    46 aux_cache_fill_request sum "Aux cache: fill requests that memory took."
    47 aux_cache_fill_beat sum "Aux cache: beats that came."
    48 memory_requests sum "Requests that memory took."
    49 memory_writes sum "Of these, writes."
    50 memory_read_beats_requested sum "Beats that reads asked for."
    51 memory_response_beats sum "Beats that came."
    52 memory_response_last sum "Beats that were a read's last."
    53 memory_errors sum "Responses with an error; this memory has none."
    54 memory_bytes_written sum "Bytes written."
    55 memory_texture sum "Requests of texture caches."
    56 memory_color sum "Requests of the colour cache."
    57 memory_aux sum "Requests of the aux cache."
    58 memory_fb_write sum "Requests of the write combiners."
    59 memory_scan_out sum "Requests of scan-out."
    60 upload_requests sum "Requests of texture uploads."
    61 tmu_arbitration_wait sum "Clocks in which a texture unit asked and was not served."
    62 fbi_arbitration_wait sum "Clocks in which FBI asked and was not served."
    63 response_backpressure sum "Clocks in which a beat was not taken; clients here take every one."
    64 rob_sum sum "Entries of the reorder buffer, over clocks."
    65 rob_max max "The most at a time."
    66 texture_wait_sum sum "Lookups that wait in the texture cache, over clocks."
    67 texture_wait_max max "The most at a time."
    68 texture_fills_sum sum "Fills under way in the texture cache, over clocks."
    69 texture_fills_max max "The most at a time."
    70 pending_sum sum "Pixels issued and not retired, over clocks."
    71 pending_max max "The most at a time."
    72 join_sum sum "Pixels in the join, over clocks."
    73 join_max max "The most at a time."
    74 color_wait_max max "The most lookups that waited in the colour cache."
    75 color_fills_max max "The most fills under way in the colour cache."
    76 aux_wait_max max "The most lookups that waited in the aux cache."
    77 aux_fills_max max "The most fills under way in the aux cache."
    128 board_cycles sum "Board: clocks."
    129 board_fbi_active sum "Board: clocks in which FBI was active."
    130 board_swaps sum "Board: swaps."
    131 board_host_blocked sum "Board: clocks in which the host was held."
    132 board_host_writes sum "Board: host writes."
    133 board_host_reads sum "Board: host reads."
    134 board_host_responses sum "Board: responses to the host."
    135 board_request_fifo_full sum "Board: clocks in which the request FIFO was full."
    136 board_bridge_full sum "Board: clocks in which the memory bridge was full; not modelled, 0."
    137 board_cpu_accept_wait sum "Board: clocks in which the CPU waited to be accepted."
    138 board_cpu_read_wait sum "Board: clocks in which the CPU waited for a read."
    139 board_fbi_cpu_overlap sum "Board: clocks in which FBI was active and took a write of the host."
    140 board_both_idle sum "Board: clocks in which neither did."
    141 board_write_beats sum "Board: beats written."
    142 board_read_beats sum "Board: beats read."
    143 board_write_responses sum "Board: writes acknowledged."
}

impl Counters {
    /// The counter of a number.
    pub fn get(&self, number: u32) -> Option<u64> {
        TABLE.iter().find(|row| row.number == number).map(|row| (row.get)(self))
    }

    /// Every counter with its row, by number.
    pub fn rows(&self) -> impl Iterator<Item = (&'static Row, u64)> {
        TABLE.iter().map(|row| (row, (row.get)(self)))
    }
}
