//! The Xenos' registers, as types and as one table.
//!
//! For: every register of the file 0x0000 to 0x5002 by name; the words that decide a pixel taken
//! apart by field; fetch constants; forms without don't-care bits for state keys.
//! Not for: packets, nor what a register makes the chip do.
//! Facts: specification digest `xenos-hardware` section 1 and `pm4`; names as the field has them.
#![forbid(unsafe_code)]
