//! PM4: the packets of the Xenos' command streams.
//!
//! For: words to typed packets and back, and as text with register and field names.
//! Not for: executing them; that is `xenos-front`.
//! Facts: specification digest `pm4`.
#![forbid(unsafe_code)]

mod decode;
mod encode;
mod error;
mod fields;
mod kind;
pub mod opcode;
mod packet;
mod text;
mod words;

pub use decode::{Header, decode, decode_recorded};
pub use encode::encode;
pub use error::{EncodeError, PacketError};
pub use fields::{
    BufferLength, ConstantSelect, ConstantSize, EndianAddress, EventShdInitiator, InterruptCpus,
    LoadAddress, RegisterOperand, RegisterSelect, ShaderAddress, ShaderExtent, ShaderType,
    VizQueryToken, VizToken, WaitFunction,
};
pub use kind::Kind;
pub use packet::{
    Command, Condition, ConstantTarget, IndexSource, Packet, Payload, Place, RegisterRun,
    RmwOperand, SWAP_SIGNATURE,
};
pub use text::disassemble;
pub use words::{Words, to_bytes};
