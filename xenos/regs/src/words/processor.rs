//! The command processor's words: scratch write-back, waits, coherency.
//!
//! Facts: specification digest `xenos-hardware` section 1.1; documented.

use base_word::word;

word! {
    /// Which scratch registers are also stored in memory when written.
    pub struct ScratchUmsk = "SCRATCH_UMSK" {
        /// bit n: SCRATCH_REGn is stored at SCRATCH_ADDR + 4n
        mask: uint(0..=7),
        /// unused
        reserved_8: reserved(8..=31),
    }
}

word! {
    /// What the command processor waits for.
    pub struct WaitUntil = "WAIT_UNTIL" {
        /// unused
        reserved_0: reserved(0),
        /// rising edge of vertical sync
        wait_re_vsync: flag(1),
        /// falling edge of vertical sync
        wait_fe_vsync: flag(2),
        /// vertical sync
        wait_vsync: flag(3),
        /// display id 0
        wait_dsply_id0: flag(4),
        /// display id 1
        wait_dsply_id1: flag(5),
        /// display id 2
        wait_dsply_id2: flag(6),
        /// unused
        reserved_7: reserved(7..=9),
        /// the command FIFO
        wait_cmdfifo: flag(10),
        /// unused
        reserved_11: reserved(11..=13),
        /// the 2D part is idle
        wait_2d_idle: flag(14),
        /// the 3D part is idle
        wait_3d_idle: flag(15),
        /// the 2D part is idle and its caches are clean
        wait_2d_idleclean: flag(16),
        /// the 3D part is idle and its caches are clean
        wait_3d_idleclean: flag(17),
        /// unused
        reserved_18: reserved(18..=19),
        /// entries of the command FIFO
        cmdfifo_entries: uint(20..=23),
        /// unused
        reserved_24: reserved(24..=31),
    }
}

word! {
    /// What a coherency request concerns; any write sets the busy bit.
    pub struct CoherStatusHost = "COHER_STATUS_HOST" {
        /// contexts that take part
        matching_contexts: uint(0..=7),
        /// the copy's destination
        rb_copy_dest_base_ena: flag(8),
        /// COHER_DEST_BASE_0
        dest_base_0_ena: flag(9),
        /// COHER_DEST_BASE_1
        dest_base_1_ena: flag(10),
        /// COHER_DEST_BASE_2
        dest_base_2_ena: flag(11),
        /// COHER_DEST_BASE_3
        dest_base_3_ena: flag(12),
        /// COHER_DEST_BASE_4
        dest_base_4_ena: flag(13),
        /// COHER_DEST_BASE_5
        dest_base_5_ena: flag(14),
        /// COHER_DEST_BASE_6
        dest_base_6_ena: flag(15),
        /// COHER_DEST_BASE_7
        dest_base_7_ena: flag(16),
        /// unused
        reserved_17: reserved(17..=23),
        /// the vertex cache
        vc_action_ena: flag(24),
        /// the texture cache
        tc_action_ena: flag(25),
        /// the pglb, whatever it is
        pglb_action_ena: flag(26),
        /// unused
        reserved_27: reserved(27..=30),
        /// busy
        status: flag(31),
    }
}
