//! A folder trace's start state: from a VSTA image to a card.
//!
//! Registers are written through the bus in their order, except commands, which are no state; then
//! the memories are copied. The buffers' numbers follow from the image's draw offset where it is a
//! multiple of the buffer size; the displayed buffer is the one before.

use base_refusal::Place;
use sst1_board::{Device, State, Width};
use sst1_regs::{Format, register_at};
use sst1_vood::StateImage;

use crate::PlayError;

pub(crate) fn load(device: &mut dyn Device, image: &StateImage) -> Result<(), PlayError> {
    device.log_mut().at(Place::default());
    for register in &image.registers {
        let command =
            register_at(register.address).is_some_and(|r| matches!(r.format, Format::Command(_)));
        if !command {
            device.write(register.address, register.value, Width::Word);
        }
    }
    let mut state = State::from_bytes(&device.save()?)?;
    let words = image.frame_buffer.chunks_exact(2).map(|w| u16::from_le_bytes([w[0], w[1]]));
    state.frame_buffer.words_mut().iter_mut().zip(words).for_each(|(to, from)| *to = from);
    for (unit, texture) in state.tmus.iter_mut().zip(&image.textures) {
        unit.memory.bytes_mut().iter_mut().zip(texture).for_each(|(to, from)| *to = *from);
    }
    number_buffers(&mut state, image.draw_offset);
    device.load(&state.to_bytes()?)?;
    Ok(())
}

fn number_buffers(state: &mut State, draw_offset: u32) {
    let unit = state.init.fbi_init2.buffer_offset() * 4096;
    let buffers = if state.triple_buffering() { 3 } else { 2 };
    if unit != 0 && draw_offset.is_multiple_of(unit) && draw_offset / unit < buffers {
        state.video.draw = draw_offset / unit;
        state.video.displayed = (state.video.draw + buffers - 1) % buffers;
    }
}
