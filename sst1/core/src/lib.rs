//! Bit-exact arithmetic of the SST-1.
//!
//! For: every value the chip computes, as pure functions and small value types: what a register
//! write stores, which columns a row covers, coordinates and LOD, texel decoding and filtering, the
//! combine units, depth, fog, blending, dithering, stippling, LFB formats.
//! Not for: time, drawing, memory or threads; engines ask this crate for values and decide when to
//! compute them and where they go.
//!
//! Facts: sections 5 and 9 of the SST-1 digest and `docs/hardware/sst1-decisions.md`; disputed ones
//! are read from [`Profile`](sst1_facts::Profile). Words that the sources call "int" wrap.
//!
//! Channels of a colour are [`Lane`]s: numbers small enough that eight fit into a vector register,
//! so that a loop over pixels which calls these functions becomes vector code.
#![forbid(unsafe_code)]

pub mod blend;
pub mod combine;
pub mod convert;
pub mod depth;
pub mod dither;
pub mod edges;
pub mod filter;
pub mod fog;
pub mod iterate;
pub mod lane;
pub mod level;
pub mod lfb;
pub mod lod;
pub mod perspective;
pub mod reciplog;
pub mod stipple;
pub mod tcombine;
pub mod texel;

pub use lane::Lane;
