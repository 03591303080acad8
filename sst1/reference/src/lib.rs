//! The plain engine of the SST-1: the project's statement of what the chip computes.
//!
//! For: drawing every triangle, fill, frame-buffer and texture write one pixel at a time, in the
//! order of the chip's pipeline, with each rule in a room of its own and its source beside it. It is
//! meant to be read as a specification, and to be what faster engines are compared with.
//! Not for: speed. There are no derived values that outlive a command, and nothing is cached except
//! where the rule itself is a cache ([`bind`]). Not for the bus, registers or swaps either: those
//! are `sst1-board`'s. Nothing is shared with the other engines, so that agreement means something.
//!
//! Facts: the SST-1 digest, by section number (5: arithmetic rules, 9: 86Box exactly); disputed ones
//! are read from [`Profile`](sst1_facts::Profile) where they live; corners that nothing decides
//! follow `docs/hardware/sst1-decisions.md`, called "the decisions page" in comments.
//!
//! The way of a triangle's pixel through the rooms:
//!
//! | stage | room |
//! |---|---|
//! | register words to numbers | [`convert`] |
//! | sub-pixel adjustment, values at a pixel | [`iterate`] |
//! | rows, columns, clipping | [`edges`], [`clip`] |
//! | stipple, depth | [`stipple`], [`depth`] |
//! | S, T over W; level of detail | [`perspective`], [`lod`], [`log`], [`reciplog`] |
//! | level tables, texel formats, sampling | [`level`], [`texel`], [`sample`], [`bind`] |
//! | texture combine | [`units`], [`texcombine`] |
//! | colour sources and combine | [`sources`], [`combine`] |
//! | fog, alpha test, blending, dither, writing | [`fog`], [`blend`], [`dither`], [`pixel`], [`target`] |
//!
//! [`triangle`] drives these; [`fill`], [`lfb`] and [`download`] are the other commands.
#![forbid(unsafe_code)]
#![warn(rustdoc::all)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the rooms are the subject, and all of them are private"
)]

mod bind;
mod blend;
mod clip;
mod color;
mod combine;
mod convert;
mod depth;
mod dither;
mod download;
mod edges;
mod engine;
mod fill;
mod fog;
mod iterate;
mod level;
mod lfb;
mod lod;
mod log;
mod perspective;
mod pixel;
mod reciplog;
mod refuse;
mod sample;
mod sources;
mod stipple;
mod target;
mod texcombine;
mod texel;
mod triangle;
mod units;

pub use engine::Reference;
