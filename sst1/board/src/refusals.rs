//! Why a board or an engine refuses.

base_refusal::refusals! {
    /// Every reason that a board or an SST-1 engine refuses for.
    REGISTER_UNKNOWN = "sst1.register-unknown",
        "a write to an offset that holds no register", "the write is dropped";
    REGISTER_FOREIGN = "sst1.register-foreign",
        "a write to a register that only later chips have", "the write is dropped";
    REGISTER_NARROW = "sst1.register-narrow",
        "a 16-bit access to a register or to texture memory", "writes are dropped, reads give half";
    INIT_LOCKED = "sst1.init-locked",
        "a write to fbiInit while initEnable[0] is clear", "the write is dropped";
    LFB_FORMAT = "sst1.lfb-format",
        "an LFB write in a reserved format", "the write is dropped";
    LFB_NARROW = "sst1.lfb-narrow",
        "a 16-bit LFB write in a 32-bit format", "the write is dropped";
    LFB_DEPTH_COLOR = "sst1.lfb-depth-color",
        "a depth-only LFB write through the pipeline where its colour is undefined",
        "its colour is 0";
    BUFFER_RESERVED = "sst1.buffer-reserved",
        "drawing to or reading from a reserved buffer code", "the front buffer is used";
    COLOR_PATH_RESERVED = "sst1.color-path-reserved",
        "a triangle with a reserved code in fbzColorPath", "the code selects 0";
    TEXTURE_FORMAT = "sst1.texture-format",
        "a textured triangle with a reserved texture format", "texels are 0";
    TEXTURE_COMBINE_RESERVED = "sst1.texture-combine-reserved",
        "a textured triangle with a reserved factor in textureMode", "the factor is 0";
    TEXTURE_LEVEL = "sst1.texture-level",
        "a textured triangle whose LOD range ends beyond level 8 or is empty",
        "the level is held at 8";
    TEXTURE_DIRECT = "sst1.texture-direct",
        "a download with tLOD[27], direct writes", "it is taken as an ordinary download";
    RASTER_OUTSIDE = "sst1.raster-outside",
        "a triangle that covers columns or rows outside 0..1023", "those pixels are not drawn";
    MEMORY_OUTSIDE = "sst1.memory-outside",
        "drawing beyond the end of frame-buffer memory", "reads give 0, writes are dropped";
    FIFO_FORCED = "sst1.fifo-forced",
        "a swap that waits for a retrace while a read needs its result or the FIFO is full",
        "the swap happens at once";
    CLUT_INDEX = "sst1.clut-index",
        "a write beyond entry 32 of the colour look-up table", "the write is dropped";
}
