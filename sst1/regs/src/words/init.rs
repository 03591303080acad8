//! fbiInit0-4 and initEnable.

use base_word::word;

word! {
    /// fbiInit0.
    pub struct FbiInit0 = "fbiInit0" {
        /// VGA pass-through control; 1: Voodoo drives the monitor
        vga_pass: flag(0),
        /// graphics reset
        graphics_reset: flag(1),
        /// FIFO reset
        fifo_reset: flag(2),
        /// register writes with address bit 21 have their bytes reversed
        register_byte_swizzle: flag(3),
        /// PCI stalls at the high-water mark
        stall_pci: flag(4),
        /// reserved
        reserved_5: reserved(5),
        /// PCI FIFO low-water mark
        pci_fifo_low_water: uint(6..=10),
        /// LFB writes go through the memory FIFO
        lfb_memory_fifo: flag(11),
        /// texture writes go through the memory FIFO
        texture_memory_fifo: flag(12),
        /// the memory FIFO is on
        memory_fifo_enable: flag(13),
        /// memory FIFO high-water mark, bits 15:5
        memory_fifo_high_water: uint(14..=24),
        /// write-burst high-water mark
        write_burst_high_water: uint(25..=30),
        /// reserved
        reserved_31: reserved(31),
    }
}

word! {
    /// fbiInit1.
    pub struct FbiInit1 = "fbiInit1" {
        /// function number; read only
        function_number: uint(0),
        /// PCI write wait states
        pci_write_wait: flag(1),
        /// two-board configuration; read only
        two_boards: flag(2),
        /// LFB reads are enabled
        lfb_read_enable: flag(3),
        /// 64-pixel tiles in X, halved: the row stride is this times 128 bytes
        tiles_x: uint(4..=7),
        /// video reset
        video_reset: flag(8),
        /// sync override
        sync_override: flag(9),
        /// hsync value
        hsync_value: flag(10),
        /// vsync value
        vsync_value: flag(11),
        /// blank the screen
        blank: flag(12),
        /// drive the data pins
        drive_data: flag(13),
        /// drive the blank pin
        drive_blank: flag(14),
        /// drive the sync pins
        drive_syncs: flag(15),
        /// drive dclk
        drive_dclk: flag(16),
        /// vclk input select
        vclk_input: flag(17),
        /// clk2x delay
        clk2x_delay: uint(18..=19),
        /// vclk source
        vclk_source: uint(20..=21),
        /// 24 bits a pixel video output
        output_24bpp: flag(22),
        /// scan-line interleave
        sli: flag(23),
        /// reserved; 86Box adds 2,048 bytes of row stride
        reserved_24: reserved(24),
        /// edge filter
        edge_filter: flag(25),
        /// invert clk2x
        invert_clk2x: flag(26),
        /// delay
        delay_27: uint(27..=28),
        /// delay
        delay_29: uint(29..=30),
        /// disables fast turnaround
        no_fast_turnaround: flag(31),
    }
}

word! {
    /// fbiInit2.
    pub struct FbiInit2 = "fbiInit2" {
        /// video dither subtraction
        video_dither_subtract: flag(0),
        /// DRAM banking size
        dram_banking_size: flag(1),
        /// reserved
        reserved_2: reserved(2..=3),
        /// triple buffering
        triple_buffer: flag(4),
        /// fast RAS
        fast_ras: flag(5),
        /// generated output enable
        generated_oe: flag(6),
        /// fast read-ahead-write
        fast_read_ahead_write: flag(7),
        /// pass-through dithering
        passthrough_dither: flag(8),
        /// swap algorithm
        swap_algorithm: uint(9..=10),
        /// size of a buffer in 4 KiB
        buffer_offset: uint(11..=19),
        /// DRAM banking
        banking: flag(20),
        /// read-ahead FIFO
        read_ahead_fifo: flag(21),
        /// refresh
        refresh_enable: flag(22),
        /// refresh load value
        refresh_load: uint(23..=31),
    }
}

word! {
    /// fbiInit3.
    pub struct FbiInit3 = "fbiInit3" {
        /// the alternate register map is on for addresses with bit 21
        triangle_remap: flag(0),
        /// video FIFO threshold
        video_fifo_threshold: uint(1..=5),
        /// texture mapping is off
        disable_texturing: flag(6),
        /// reserved
        reserved_7: reserved(7),
        /// memory type; read only
        memory_type: uint(8..=10),
        /// reset value of the VGA_PASS pin; read only
        vga_pass_reset: flag(11),
        /// hard-coded base address 0x1F000000; read only
        hardcoded_base: flag(12),
        /// FBI to TREX delay
        fbi_to_trex_delay: uint(13..=16),
        /// TREX to FBI FIFO threshold
        trex_to_fbi_threshold: uint(17..=21),
        /// Y of the last line, for a bottom origin
        y_origin_swap: uint(22..=31),
    }
}

word! {
    /// fbiInit4.
    pub struct FbiInit4 = "fbiInit4" {
        /// PCI read wait states: 0 means 1, 1 means 2
        pci_read_wait: flag(0),
        /// LFB read-ahead
        lfb_read_ahead: flag(1),
        /// memory FIFO low-water mark for the PCI FIFO
        memory_fifo_low_water: uint(2..=7),
        /// first row of the memory FIFO
        memory_fifo_start: uint(8..=17),
        /// last row of the memory FIFO
        memory_fifo_stop: uint(18..=27),
        /// reserved
        reserved_28: reserved(28..=31),
    }
}

word! {
    /// initEnable, in PCI configuration space at 0x40.
    pub struct InitEnable = "initEnable" {
        /// writes to fbiInit registers are enabled
        fbi_init_writes: flag(0),
        /// writes to the PCI FIFO are enabled
        pci_fifo_writes: flag(1),
        /// fbiInit2 and fbiInit3 read as DAC data and video checksum
        remap_dac_reads: flag(2),
        /// reserved
        reserved_3: reserved(3),
        /// snoop 0: enable
        snoop0_enable: flag(4),
        /// snoop 0: I/O
        snoop0_io: flag(5),
        /// snoop 0: read
        snoop0_read: flag(6),
        /// snoop 1: enable
        snoop1_enable: flag(7),
        /// snoop 1: I/O
        snoop1_io: flag(8),
        /// snoop 1: read
        snoop1_read: flag(9),
        /// owner of the SLI bus
        sli_owner: flag(10),
        /// SLI slave
        sli_slave: flag(11),
        /// reserved
        reserved_12: reserved(12..=31),
    }
}
