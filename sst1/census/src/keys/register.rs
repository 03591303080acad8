//! Register accesses by class.

use sst1_regs::{Block, Format, Register};

/// The class of a register write: block, form, FIFO and sync class.
pub fn register_class(register: &Register) -> &'static str {
    let float = matches!(register.format, Format::Float { .. });
    let command = matches!(register.format, Format::Command(_));
    match (register.block, command, float, register.fifo, register.sync) {
        (_, true, _, _, true) => "command, FIFO, sync",
        (_, true, _, _, false) => "command, FIFO",
        (Block::Triangle, _, true, ..) => "triangle, float",
        (Block::Triangle, _, false, ..) => "triangle, fixed",
        (Block::Pixel, _, _, true, true) => "pixel, FIFO, sync",
        (Block::Pixel, _, _, true, false) => "pixel, FIFO",
        (Block::Pixel, _, _, false, _) => "pixel, immediate",
        (Block::Video, ..) => "video, immediate",
        (Block::Texture, _, _, _, true) => "texture, FIFO, sync",
        (Block::Texture, ..) => "texture, FIFO",
    }
}
