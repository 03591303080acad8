//! The performance counters, by number and name.
//!
//! Facts: digest 1.6.
