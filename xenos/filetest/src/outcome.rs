//! What a run gives, whoever ran it.

use std::collections::BTreeMap;

use xenos_ucode::Target;

use crate::setup::Register;
use crate::texture::Request;

/// An exported register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Its components, as bits.
    pub values: Register,
    /// Lanes that wrote each component.
    pub written: [u64; 4],
}

/// An element that memory export sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryExport {
    /// The lane.
    pub lane: u32,
    /// Which of eM0 to eM4 it is.
    pub data: u8,
    /// The element's number.
    pub element: u32,
    /// Where element 0 is, in dwords.
    pub base: u32,
    /// The value.
    pub value: [u32; 4],
    /// Where its first byte goes, in bytes.
    pub address: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What a run gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Temporaries at the end, as bits.
    pub temporaries: Vec<Register>,
    /// Exported registers, those that were written.
    pub exports: BTreeMap<Target, Export>,
    /// The predicate.
    pub predicate: u64,
    /// The address register by lane.
    pub address: Vec<i32>,
    /// The previous scalar result by lane, as bits.
    pub previous: Vec<u32>,
    /// Lanes killed.
    pub killed: u64,
    /// Memory export, in order.
    pub memory_exports: Vec<MemoryExport>,
    /// What the texture unit was asked, in order.
    pub requests: Vec<Request>,
    /// What happened without a specified meaning, with how often.
    pub unspecified: BTreeMap<String, u64>,
    /// Instructions executed.
    pub instructions: u64,
    /// Why the run ended early, if it did.
    pub fault: Option<String>,
}
