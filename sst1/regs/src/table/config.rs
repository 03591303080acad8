//! The PCI configuration registers.
//!
//! Facts: SST-1 specification 1.61; what zSST and 86Box answer stands in the notes.

use crate::register::{Access, SPECIFICATION};
use crate::words::InitEnable;
use base_word::Confidence;
use base_word::{Field, Word};

/// One PCI configuration register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigRegister {
    /// The name in the field's own spelling.
    pub name: &'static str,
    /// Byte offset in configuration space.
    pub offset: u32,
    /// Size in bytes.
    pub bytes: u32,
    /// Who may read and write.
    pub access: Access,
    /// The value at power-on.
    pub reset: u32,
    /// The bits that a write changes.
    pub writable: u32,
    /// Named fields; may be empty.
    pub fields: &'static [Field],
    /// Where the facts stand: a section of the register digest (`sst1-zsst-z486.md`).
    pub section: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// How well the row is known.
    pub confidence: Confidence,
    /// What the register is for.
    pub meaning: &'static str,
    /// Where other implementations differ; may be empty.
    pub note: &'static str,
}

impl ConfigRegister {
    const fn constant(name: &'static str, offset: u32, bytes: u32, reset: u32) -> Self {
        Self {
            name,
            offset,
            bytes,
            access: Access::ReadOnly,
            reset,
            writable: 0,
            fields: &[],
            section: "4.6",
            source: SPECIFICATION,
            confidence: Confidence::Documented,
            meaning: "",
            note: "",
        }
    }

    const fn writable(self, access: Access, writable: u32) -> Self {
        Self { access, writable, ..self }
    }

    const fn fields(self, fields: &'static [Field]) -> Self {
        Self { fields, ..self }
    }

    const fn meaning(self, meaning: &'static str) -> Self {
        Self { meaning, ..self }
    }

    const fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    const fn inferred(self, source: &'static str) -> Self {
        Self { source, confidence: Confidence::Inferred, ..self }
    }
}

/// The PCI configuration registers, by ascending offset.
pub static CONFIG_REGISTERS: &[ConfigRegister] = &[
    ConfigRegister::constant("vendorID", 0x00, 2, 0x121A).meaning("The maker."),
    ConfigRegister::constant("deviceID", 0x02, 2, 0x0001).meaning("The card."),
    ConfigRegister::constant("command", 0x04, 2, 0)
        .writable(Access::ReadWrite, 0x0002)
        .meaning("Bit 1 lets the card answer memory accesses."),
    ConfigRegister::constant("status", 0x06, 2, 0)
        .meaning("PCI status.")
        .note("Revision 2 may announce fast decoding by a strap."),
    ConfigRegister::constant("revisionID", 0x08, 1, 2)
        .inferred("zSST and 86Box for 2; 1 for first silicon is a conclusion")
        .meaning("1 is first silicon, 2 the second."),
    ConfigRegister::constant("classCode", 0x09, 3, 0)
        .meaning("The class of device.")
        .note("zSST and 86Box answer 0x040000."),
    ConfigRegister::constant("cacheLineSize", 0x0C, 1, 0).meaning("Not used."),
    ConfigRegister::constant("latencyTimer", 0x0D, 1, 0).meaning("Not used."),
    ConfigRegister::constant("headerType", 0x0E, 1, 0).meaning("A header of the plain kind."),
    ConfigRegister::constant("BIST", 0x0F, 1, 0).meaning("No self test."),
    ConfigRegister::constant("memBaseAddr", 0x10, 4, 0xFF00_0000)
        .writable(Access::ReadWrite, 0xFF00_0000)
        .meaning("Base of the card's 16 MiB."),
    ConfigRegister::constant("interruptLine", 0x3C, 1, 5)
        .writable(Access::ReadWrite, 0xFF)
        .inferred("SST-1 specification 1.61 for the value; that it is writable is PCI's rule")
        .meaning("The interrupt's route, for software.")
        .note("zSST answers 0 and keeps no write."),
    ConfigRegister::constant("interruptPin", 0x3D, 1, 1)
        .meaning("The card is wired to INTA.")
        .note("zSST answers 0."),
    ConfigRegister::constant("minGnt", 0x3E, 1, 0).meaning("Not used."),
    ConfigRegister::constant("maxLat", 0x3F, 1, 0).meaning("Not used."),
    ConfigRegister::constant("initEnable", 0x40, 4, 0)
        .writable(Access::ReadWrite, 0x0000_0FF7)
        .fields(InitEnable::FIELDS)
        .meaning("Opens the initialisation registers and sets snooping and interleave.")
        .note("zSST acts on bits 0 and 2 only."),
    ConfigRegister::constant("busSnoop0", 0x44, 4, 0)
        .writable(Access::WriteOnly, u32::MAX)
        .meaning("An address whose PCI cycles switch VGA pass-through; reads as 0."),
    ConfigRegister::constant("busSnoop1", 0x48, 4, 0)
        .writable(Access::WriteOnly, u32::MAX)
        .meaning("Another such address; reads as 0."),
    ConfigRegister::constant("cfgStatus", 0x4C, 4, 0)
        .meaning("The status register, seen through configuration space.")
        .note("Not in zSST. The power-on value is that of status."),
];
