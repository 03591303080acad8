//! Register reads. Facts: digest section 4, `docs/hardware/sst1-reads.md`.

use sst1_facts::{StatusBuffer, StatusMemoryFifo, StatusRetrace, WriteOnlyReads};
use sst1_regs::words::Status;
use sst1_regs::{Access as Permission, offset, register_at};

use crate::State;

/// What 86Box adds to fbiInit3 on reads: a memory type.
const B86_INIT3: u32 = 0x600;

impl State {
    /// The status word. Writes are executed at once, so the card is busy only while a swap waits.
    pub fn status(&self) -> u32 {
        let waiting = self.waiting.len() as u32;
        let pending = self.video.pending.is_some();
        let busy = pending || waiting > 0;
        // 64 entries of PCI FIFO in front of 65,536 of memory FIFO.
        let free = (64 - waiting.min(64)).min(63);
        let buffer = match self.profile.status_buffer {
            StatusBuffer::Shown => self.video.displayed,
            StatusBuffer::Zero => 0,
        };
        let in_retrace = self.video.in_retrace;
        let memory_fifo_free = match self.profile.status_memory_fifo {
            StatusMemoryFifo::Counted => 0xFFFF - waiting.saturating_sub(64).min(0xFFFF),
            StatusMemoryFifo::Full => 0xFFFF,
        };
        Status::default()
            .with_pci_fifo_free(free)
            .with_not_in_retrace(match self.profile.status_retrace {
                StatusRetrace::ZeroInside => !in_retrace,
                StatusRetrace::OneInside => in_retrace,
            })
            .with_fbi_busy(busy)
            .with_trex_busy(busy)
            .with_busy(busy)
            .with_displayed_buffer(buffer)
            .with_memory_fifo_free(memory_fifo_free)
            .with_swaps_pending(u32::from(pending))
            .raw()
    }

    /// What texture space reads as.
    pub(crate) fn read_texture(&self) -> u32 {
        match self.profile.write_only_reads {
            WriteOnlyReads::Zero | WriteOnlyReads::ZeroButColors => 0,
            WriteOnlyReads::Ones | WriteOnlyReads::OnesAlone => u32::MAX,
        }
    }

    /// The word that the register at `at` (0x000-0x3FC) reads as.
    pub(crate) fn read_register(&self, at: u32) -> u32 {
        let write_only = self.read_texture();
        let rule = self.profile.write_only_reads;
        if rule == WriteOnlyReads::ZeroButColors {
            match at {
                offset::FOG_COLOR => return self.fbi.fog_color.raw(),
                offset::ZA_COLOR => return self.fbi.za_color.raw(),
                offset::CHROMA_KEY => return self.fbi.chroma_key.raw(),
                _ => {}
            }
        }
        if register_at(at).is_none_or(|r| r.access == Permission::WriteOnly) {
            return write_only;
        }
        let b86 = rule == WriteOnlyReads::Ones;
        let dac = self.pci.init_enable.remap_dac_reads();
        match at {
            offset::STATUS => self.status(),
            offset::FBZ_COLOR_PATH => self.fbi.color_path.raw(),
            offset::FOG_MODE => self.fbi.fog_mode.raw(),
            offset::ALPHA_MODE => self.fbi.alpha_mode.raw(),
            offset::FBZ_MODE => self.fbi.fbz_mode.raw(),
            offset::LFB_MODE => self.fbi.lfb_mode.raw(),
            offset::CLIP_LEFT_RIGHT => self.fbi.clip_left_right.raw(),
            offset::CLIP_LOWY_HIGHY => self.fbi.clip_low_high.raw(),
            offset::STIPPLE => self.fbi.stipple,
            offset::COLOR0 => self.fbi.color0.raw(),
            offset::COLOR1 => self.fbi.color1.raw(),
            offset::FBI_PIXELS_IN => self.counters.pixels_in,
            offset::FBI_CHROMA_FAIL => self.counters.chroma_fail,
            offset::FBI_ZFUNC_FAIL => self.counters.zfunc_fail,
            offset::FBI_AFUNC_FAIL => self.counters.afunc_fail,
            offset::FBI_PIXELS_OUT => self.counters.pixels_out,
            offset::V_RETRACE => self.video.line & 0xFFF,
            offset::BACK_PORCH | offset::VIDEO_DIMENSIONS if b86 => write_only,
            offset::BACK_PORCH => self.init.back_porch,
            offset::VIDEO_DIMENSIONS => self.init.video_dimensions.raw(),
            offset::FBI_INIT0 => self.init.fbi_init0.raw(),
            offset::FBI_INIT1 => self.init.fbi_init1.raw(),
            offset::FBI_INIT2 if dac => u32::from(self.dac.latch()),
            offset::FBI_INIT2 => self.init.fbi_init2.raw(),
            offset::FBI_INIT3 if b86 => self.init.fbi_init3.raw() | B86_INIT3,
            offset::FBI_INIT3 if dac && rule != WriteOnlyReads::OnesAlone => 0,
            offset::FBI_INIT3 => self.init.fbi_init3.raw(),
            offset::FBI_INIT4 => self.init.fbi_init4.raw(),
            _ => write_only,
        }
    }
}
