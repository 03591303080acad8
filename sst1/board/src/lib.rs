//! The Voodoo Graphics board around its pixel engines.
//!
//! For: what every engine shares: the bus and its address decode, the register file, PCI
//! configuration space, texture and frame-buffer memory, buffer layout, swaps and retraces, the
//! DAC, saved states; and the two traits: [`Device`], which a host program or a player drives, and
//! [`Engine`], which draws.
//! Not for: arithmetic. How a register becomes a number, a pixel a colour or an address a texel is
//! each engine's own business, so that two engines can be compared.
//!
//! Facts: sections 4 and 9 of the SST-1 digest; disputed ones are read from
//! [`Profile`](sst1_facts::Profile) where they live.
#![forbid(unsafe_code)]

mod bus;
mod card;
mod config;
mod dac;
mod device;
mod engine;
mod layout;
mod memory;
mod parameters;
mod read;
mod refusals;
mod save;
mod state;
mod texcache;
mod video;
mod write;

pub use bus::{Access, Chips, Region, TextureAddress, Width};
pub use card::Card;
pub use config::ConfigSpace;
pub use dac::Dac;
pub use device::{Device, Event};
pub use engine::{Engine, Touched};
pub use layout::{Buffer, Layout, Picture};
pub use memory::{FrameBuffer, TextureMemory};
pub use parameters::{Coordinates, Iterants, Number, Parameter, Parameters, Slot};
pub use refusals::{REFUSALS, refusal};
pub use save::{STATE_VERSION, StateError};
pub use state::{BoardConfig, ConfigError, Counters, Fbi, Init, State, Tmu};
pub use texcache::{CACHE_ENTRIES, CACHE_TEXELS, CacheKey, LEVEL_OFFSETS, TextureCache};
pub use video::Video;
