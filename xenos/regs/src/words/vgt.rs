//! The vertex grouper's words: draws, indices, events, tessellation.
//!
//! Facts: specification digest `xenos-hardware` sections 1.2, 1.4 and `pm4`; documented.

use super::Endian;
use base_word::{field_enum, word};

field_enum! {
    /// What vertices become; codes from 16 on are patches on the tessellation path, else 2D forms.
    pub enum PrimitiveType: 6 {
        /// nothing
        None = 0 => "none",
        /// points
        Points = 1 => "points",
        /// separate lines
        Lines = 2 => "lines",
        /// joined lines
        LineStrip = 3 => "line-strip",
        /// separate triangles
        Triangles = 4 => "triangles",
        /// triangles around the first vertex
        TriangleFan = 5 => "triangle-fan",
        /// triangles along a strip
        TriangleStrip = 6 => "triangle-strip",
        /// unknown in detail
        TrianglesWithWFlags = 7 => "triangles-with-w-flags",
        /// three corners of a rectangle each
        Rectangles = 8 => "rectangles",
        /// reserved
        Reserved9 = 9 => "reserved-9",
        /// reserved
        Reserved10 = 10 => "reserved-10",
        /// reserved
        Reserved11 = 11 => "reserved-11",
        /// joined lines, closed
        LineLoop = 12 => "line-loop",
        /// separate quadrangles
        Quads = 13 => "quads",
        /// quadrangles along a strip
        QuadStrip = 14 => "quad-strip",
        /// one polygon
        Polygon = 15 => "polygon",
        /// patches of lines, or 2D copy rectangles, version 0
        Copy0OrLinePatch = 16 => "line-patch",
        /// patches of triangles, or 2D copy rectangles, version 1
        Copy1OrTrianglePatch = 17 => "triangle-patch",
        /// patches of quadrangles, or 2D copy rectangles, version 2
        Copy2OrQuadPatch = 18 => "quad-patch",
        /// 2D copy rectangles, version 3
        Copy3 = 19 => "2d-copy-3",
        /// 2D filled rectangles
        FillRectangles = 20 => "2d-fill",
        /// 2D joined lines
        Line2d = 21 => "2d-line-strip",
        /// 2D triangles along a strip
        Triangle2d = 22 => "2d-triangle-strip",
        /// reserved
        Reserved23 = 23 => "reserved-23",
        /// reserved
        Reserved24 = 24 => "reserved-24",
        /// reserved
        Reserved25 = 25 => "reserved-25",
        /// reserved
        Reserved26 = 26 => "reserved-26",
        /// reserved
        Reserved27 = 27 => "reserved-27",
        /// reserved
        Reserved28 = 28 => "reserved-28",
        /// reserved
        Reserved29 = 29 => "reserved-29",
        /// reserved
        Reserved30 = 30 => "reserved-30",
        /// reserved
        Reserved31 = 31 => "reserved-31",
        /// reserved
        Reserved32 = 32 => "reserved-32",
        /// reserved
        Reserved33 = 33 => "reserved-33",
        /// reserved
        Reserved34 = 34 => "reserved-34",
        /// reserved
        Reserved35 = 35 => "reserved-35",
        /// reserved
        Reserved36 = 36 => "reserved-36",
        /// reserved
        Reserved37 = 37 => "reserved-37",
        /// reserved
        Reserved38 = 38 => "reserved-38",
        /// reserved
        Reserved39 = 39 => "reserved-39",
        /// reserved
        Reserved40 = 40 => "reserved-40",
        /// reserved
        Reserved41 = 41 => "reserved-41",
        /// reserved
        Reserved42 = 42 => "reserved-42",
        /// reserved
        Reserved43 = 43 => "reserved-43",
        /// reserved
        Reserved44 = 44 => "reserved-44",
        /// reserved
        Reserved45 = 45 => "reserved-45",
        /// reserved
        Reserved46 = 46 => "reserved-46",
        /// reserved
        Reserved47 = 47 => "reserved-47",
        /// reserved
        Reserved48 = 48 => "reserved-48",
        /// reserved
        Reserved49 = 49 => "reserved-49",
        /// reserved
        Reserved50 = 50 => "reserved-50",
        /// reserved
        Reserved51 = 51 => "reserved-51",
        /// reserved
        Reserved52 = 52 => "reserved-52",
        /// reserved
        Reserved53 = 53 => "reserved-53",
        /// reserved
        Reserved54 = 54 => "reserved-54",
        /// reserved
        Reserved55 = 55 => "reserved-55",
        /// reserved
        Reserved56 = 56 => "reserved-56",
        /// reserved
        Reserved57 = 57 => "reserved-57",
        /// reserved
        Reserved58 = 58 => "reserved-58",
        /// reserved
        Reserved59 = 59 => "reserved-59",
        /// reserved
        Reserved60 = 60 => "reserved-60",
        /// reserved
        Reserved61 = 61 => "reserved-61",
        /// reserved
        Reserved62 = 62 => "reserved-62",
        /// reserved
        Reserved63 = 63 => "reserved-63",
    }
}

field_enum! {
    /// Where a draw's indices come from.
    pub enum SourceSelect: 2 {
        /// memory
        Dma = 0 => "dma",
        /// the packet itself
        Immediate = 1 => "immediate",
        /// counted from 0
        Auto = 2 => "auto",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// Whether a draw takes its setup from the primitive or from registers.
    pub enum MajorMode: 2 {
        /// from the primitive
        Implicit = 0 => "implicit",
        /// from registers
        Explicit = 1 => "explicit",
        /// reserved
        Reserved2 = 2 => "reserved-2",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// The width of an index.
    pub enum IndexSize: 1 {
        /// 16 bits
        Bits16 = 0 => "16",
        /// 32 bits
        Bits32 = 1 => "32",
    }
}

field_enum! {
    /// The way of vertices through the grouper.
    pub enum OutputPath: 2 {
        /// vertices are shared
        Reuse = 0 => "reuse",
        /// patches are taken apart
        Tessellation = 1 => "tessellation",
        /// vertices are not shared
        Passthrough = 2 => "passthrough",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// How a patch is taken apart.
    pub enum TessellationMode: 2 {
        /// into whole numbers of parts
        Discrete = 0 => "discrete",
        /// with a fractional part
        Continuous = 1 => "continuous",
        /// by a factor for each edge
        Adaptive = 2 => "adaptive",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// What VGT_EVENT_INITIATOR and the event packets ask for.
    pub enum Event: 6 {
        /// vertex shader deallocation
        VsDealloc = 0 => "VS_DEALLOC",
        /// pixel shader deallocation
        PsDealloc = 1 => "PS_DEALLOC",
        /// vertex shading is done, with a time stamp
        VsDoneTs = 2 => "VS_DONE_TS",
        /// pixel shading is done, with a time stamp
        PsDoneTs = 3 => "PS_DONE_TS",
        /// caches are flushed, with a time stamp
        CacheFlushTs = 4 => "CACHE_FLUSH_TS",
        /// a context is done
        ContextDone = 5 => "CONTEXT_DONE",
        /// flush caches
        CacheFlush = 6 => "CACHE_FLUSH",
        /// a visibility query begins
        VizqueryStart = 7 => "VIZQUERY_START",
        /// a visibility query ends
        VizqueryEnd = 8 => "VIZQUERY_END",
        /// the scan converter waits
        ScWaitWc = 9 => "SC_WAIT_WC",
        /// of multipass pixel shaders
        MpassPsCpRefetch = 10 => "MPASS_PS_CP_REFETCH",
        /// of multipass pixel shaders
        MpassPsRstStart = 11 => "MPASS_PS_RST_START",
        /// of multipass pixel shaders
        MpassPsIncrStart = 12 => "MPASS_PS_INCR_START",
        /// reset the pixel counter
        RstPixCnt = 13 => "RST_PIX_CNT",
        /// reset the vertex counter
        RstVtxCnt = 14 => "RST_VTX_CNT",
        /// flush tiles
        TileFlush = 15 => "TILE_FLUSH",
        /// reserved
        Reserved16 = 16 => "reserved-16",
        /// reserved
        Reserved17 = 17 => "reserved-17",
        /// reserved
        Reserved18 = 18 => "reserved-18",
        /// reserved
        Reserved19 = 19 => "reserved-19",
        /// flush and invalidate caches, with a time stamp
        CacheFlushAndInvTs = 20 => "CACHE_FLUSH_AND_INV_TS_EVENT",
        /// sample counts are reported
        ZpassDone = 21 => "ZPASS_DONE",
        /// flush and invalidate caches
        CacheFlushAndInv = 22 => "CACHE_FLUSH_AND_INV_EVENT",
        /// start counters
        PerfcounterStart = 23 => "PERFCOUNTER_START",
        /// stop counters
        PerfcounterStop = 24 => "PERFCOUNTER_STOP",
        /// screen extents begin
        ScreenExtInit = 25 => "SCREEN_EXT_INIT",
        /// screen extents are reported
        ScreenExtRpt = 26 => "SCREEN_EXT_RPT",
        /// vertex fetches are done, with a time stamp
        VsFetchDoneTs = 27 => "VS_FETCH_DONE_TS",
        /// reserved
        Reserved28 = 28 => "reserved-28",
        /// reserved
        Reserved29 = 29 => "reserved-29",
        /// reserved
        Reserved30 = 30 => "reserved-30",
        /// reserved
        Reserved31 = 31 => "reserved-31",
        /// reserved
        Reserved32 = 32 => "reserved-32",
        /// reserved
        Reserved33 = 33 => "reserved-33",
        /// reserved
        Reserved34 = 34 => "reserved-34",
        /// reserved
        Reserved35 = 35 => "reserved-35",
        /// reserved
        Reserved36 = 36 => "reserved-36",
        /// reserved
        Reserved37 = 37 => "reserved-37",
        /// reserved
        Reserved38 = 38 => "reserved-38",
        /// reserved
        Reserved39 = 39 => "reserved-39",
        /// reserved
        Reserved40 = 40 => "reserved-40",
        /// reserved
        Reserved41 = 41 => "reserved-41",
        /// reserved
        Reserved42 = 42 => "reserved-42",
        /// reserved
        Reserved43 = 43 => "reserved-43",
        /// reserved
        Reserved44 = 44 => "reserved-44",
        /// reserved
        Reserved45 = 45 => "reserved-45",
        /// reserved
        Reserved46 = 46 => "reserved-46",
        /// reserved
        Reserved47 = 47 => "reserved-47",
        /// reserved
        Reserved48 = 48 => "reserved-48",
        /// reserved
        Reserved49 = 49 => "reserved-49",
        /// reserved
        Reserved50 = 50 => "reserved-50",
        /// reserved
        Reserved51 = 51 => "reserved-51",
        /// reserved
        Reserved52 = 52 => "reserved-52",
        /// reserved
        Reserved53 = 53 => "reserved-53",
        /// reserved
        Reserved54 = 54 => "reserved-54",
        /// reserved
        Reserved55 = 55 => "reserved-55",
        /// reserved
        Reserved56 = 56 => "reserved-56",
        /// reserved
        Reserved57 = 57 => "reserved-57",
        /// reserved
        Reserved58 = 58 => "reserved-58",
        /// reserved
        Reserved59 = 59 => "reserved-59",
        /// reserved
        Reserved60 = 60 => "reserved-60",
        /// reserved
        Reserved61 = 61 => "reserved-61",
        /// reserved
        Reserved62 = 62 => "reserved-62",
        /// reserved
        Reserved63 = 63 => "reserved-63",
    }
}

word! {
    /// A write starts an event.
    pub struct VgtEventInitiator = "VGT_EVENT_INITIATOR" {
        /// which
        event: Event(0..=5),
        /// unused
        reserved_6: reserved(6..=31),
    }
}

word! {
    /// How many indices memory holds, and their byte order.
    pub struct VgtDmaSize = "VGT_DMA_SIZE" {
        /// indices, in words of the index width
        num_words: uint(0..=23),
        /// unused
        reserved_24: reserved(24..=29),
        /// byte order
        swap_mode: Endian(30..=31),
    }
}

word! {
    /// A draw: what, from where, how many.
    pub struct VgtDrawInitiator = "VGT_DRAW_INITIATOR" {
        /// primitive
        prim_type: PrimitiveType(0..=5),
        /// where indices come from
        source_select: SourceSelect(6..=7),
        /// where setup comes from
        major_mode: MajorMode(8..=9),
        /// unused
        reserved_10: reserved(10),
        /// width of an index
        index_size: IndexSize(11),
        /// not the end of a packet
        not_eop: flag(12),
        /// unused
        reserved_13: reserved(13..=15),
        /// indices drawn
        num_indices: uint(16..=31),
    }
}

word! {
    /// A vertex index, as the limits, the offset and the reset index hold it.
    pub struct VtxIndex = "VGT_VTX_INDX" {
        /// the index
        indx: uint(0..=23),
        /// unused
        reserved_24: reserved(24..=31),
    }
}

word! {
    /// The way of vertices through the grouper.
    pub struct VgtOutputPathCntl = "VGT_OUTPUT_PATH_CNTL" {
        /// which
        path_select: OutputPath(0..=1),
        /// unused
        reserved_2: reserved(2..=31),
    }
}

word! {
    /// How patches are taken apart.
    pub struct VgtHosCntl = "VGT_HOS_CNTL" {
        /// which
        tess_mode: TessellationMode(0..=1),
        /// unused
        reserved_2: reserved(2..=31),
    }
}

word! {
    /// How many vertices are kept for reuse; no effect on results.
    pub struct VgtVertexReuseBlockCntl = "VGT_VERTEX_REUSE_BLOCK_CNTL" {
        /// depth
        vtx_reuse_depth: uint(0..=2),
        /// unused
        reserved_3: reserved(3..=31),
    }
}
