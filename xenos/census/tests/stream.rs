//! Small streams made by hand, through the live feed: what each table counts of them.

use std::sync::Arc;

use base_census::Census;
use xenos_census::Counting;
use xenos_front::{Direct, Ignore, LiveFeed, Outcome};
use xenos_memory::{GuestMemory, Writer};
use xenos_ucode::codes::{FetchOpcode, VertexFormat};
use xenos_ucode::{
    Alu, ControlFlow, Exec, FetchSwizzle, Instruction, Mask, Sequence, TextureFetch, VertexFetch,
};

const RING: u32 = 0x10_0000;
const BUFFER: u32 = 0x20_0000;

/// A guest: its memory, its command processor, what is counted.
struct Guest {
    memory: Arc<GuestMemory>,
    live: LiveFeed,
    counting: Counting,
}

impl Guest {
    fn new() -> Self {
        let memory = Arc::new(GuestMemory::new());
        let counting = Counting::new(Arc::clone(&memory), Ignore);
        Self { live: LiveFeed::new(Arc::clone(&memory)), counting, memory }
    }

    fn store(&self, address: u32, words: &[u32]) {
        self.memory.write_words(Writer::Cpu, address, words).expect("inside");
    }

    /// Runs packets in the ring.
    fn run(&mut self, words: &[u32]) {
        self.store(RING, words);
        self.live.set_ring(RING, words.len() as u32 + 1);
        self.live.set_write_pointer(words.len() as u32);
        let mut sink = Direct { memory: &self.memory, inner: &mut self.counting };
        while let Outcome::Waiting(_) = self.live.run(u64::MAX, &mut sink) {
            self.live.give_up_wait();
        }
    }

    fn finish(self) -> Census {
        self.counting.finish("stream").0
    }
}

/// Count and sum of a key.
fn entry(census: &Census, table: &str, key: &str) -> (u64, u64) {
    let rows = &census.tables[table].entries;
    let Some(entry) = rows.get(key) else {
        panic!("{table} lacks `{key}`: {:?}", rows.keys().collect::<Vec<_>>());
    };
    (entry.count, entry.value)
}

fn keys<'a>(census: &'a Census, table: &str) -> Vec<&'a str> {
    census.tables[table].entries.keys().map(String::as_str).collect()
}

fn type3(opcode: u32, payload: &[u32]) -> Vec<u32> {
    let mut words = vec![0xC000_0000 | (payload.len() as u32 - 1) << 16 | opcode << 8];
    words.extend(payload);
    words
}

fn predicated(mut words: Vec<u32>) -> Vec<u32> {
    words[0] |= 1;
    words
}

fn set(register: u32, values: &[u32]) -> Vec<u32> {
    let mut words = vec![(values.len() as u32 - 1) << 16 | register];
    words.extend(values);
    words
}

/// Triangles from no memory, three vertices.
fn draw() -> Vec<u32> {
    type3(0x36, &[0x0003_0084])
}

fn swap() -> Vec<u32> {
    type3(0x64, &[0x5357_4150, 0x100_0000, 640, 480])
}

fn program(fetches: u16, instructions: &[Instruction]) -> Vec<u32> {
    let sequence = Sequence((0..fetches).fold(0, |bits, at| bits | 1 << (2 * at)));
    let count = instructions.len() as u8;
    let exec = Exec { address: 1, count, sequence, ..Exec::default() };
    let second = ControlFlow::from_bits(0);
    let mut words = ControlFlow::pair_words([ControlFlow::ExecEnd(exec), second]).to_vec();
    words.extend(instructions.iter().flat_map(Instruction::to_words));
    words
}

fn load(stage: u32, program: &[u32]) -> Vec<u32> {
    let mut payload = vec![stage, program.len() as u32];
    payload.extend(program);
    type3(0x2B, &payload)
}

fn export(register: u8) -> Instruction {
    let alu =
        Alu { export: true, vector_destination: register, vector_mask: Mask::ALL, ..Alu::nop() };
    Instruction::Alu(alu)
}

fn vertex_program() -> Vec<u32> {
    let full = VertexFetch {
        format: VertexFormat::F32_32_32Float,
        stride: 8,
        must_be_one: true,
        destination_swizzle: FetchSwizzle::XYZW,
        ..VertexFetch::default()
    }
    .with_constant(95);
    let mini = VertexFetch {
        format: VertexFormat::F8_8_8_8,
        offset: 3,
        signed: true,
        mini: true,
        ..VertexFetch::default()
    };
    let fetches = [full, mini].map(Instruction::VertexFetch);
    program(2, &[fetches[0], fetches[1], export(62)])
}

fn pixel_program() -> Vec<u32> {
    let fetch = TextureFetch {
        constant: 2,
        lod_bias: -3,
        ..TextureFetch::plain(FetchOpcode::Fetch, xenos_ucode::codes::Dimension::D2)
    };
    program(1, &[Instruction::TextureFetch(fetch), export(0)])
}

/// Programs, colour and depth, one colour that is written, a texture of 64 x 32.
fn scene() -> Vec<u32> {
    let mut words = load(0, &vertex_program());
    words.extend(load(1, &pixel_program()));
    words.extend(set(0x2000, &[1280, 0]));
    words.extend(set(0x2104, &[0xF]));
    words.extend(set(0x2182, &[0xFFFF]));
    words.extend(set(0x2201, &[0x0001_0001]));
    words.extend(set(0x2208, &[4]));
    words.extend(set(0x2282, &[8]));
    words.extend(set(0x2312, &[0xFFFF]));
    words.extend(set(0x48BE, &[3, 0x1A]));
    let texture = [2 | 2 << 10, 0x0040_0006, 31 << 13 | 63, 0x0D10, 0, 1 << 9];
    words.extend(set(0x480C, &texture));
    words
}

#[test]
fn a_draw_counts_once_for_each_of_its_keys() {
    let mut guest = Guest::new();
    guest.run(&scene());
    guest.run(&[draw(), draw(), set(0x2201, &[0x0706_0106]), draw(), swap(), draw()].concat());
    let census = guest.finish();
    let one = |table: &str, key: &str| entry(&census, table, key);
    let triangles = "primitive=triangles source=auto index=none endian=none reset=no path=reuse";
    assert_eq!(one("primitives", triangles), (4, 12));
    let surface = "pitch=1280 msaa=1x color0=8_8_8_8 color1=none color2=none color3=none depth=none \
                   mode=color-depth offset=0,0";
    assert_eq!(one("surfaces", surface), (4, 0));
    let state = |blend: &str| {
        format!(
            "depth=off stencil=off mask=0x000F blend0={blend} blend1=off blend2=off blend3=off \
             alpha-test=off alpha-to-mask=off"
        )
    };
    assert_eq!(one("pixel-states", &state("off")).0, 2);
    let blend = "source-alpha:add:one/source-alpha:add:one-minus-source-alpha";
    assert_eq!(one("pixel-states", &state(blend)).0, 2);
    let format = |name: &str| format!("format={name} number=fraction endian=8in32");
    assert_eq!(one("vertex-formats", &format("32_32_32_FLOAT sign=unsigned")).0, 4);
    assert_eq!(one("vertex-formats", &format("8_8_8_8 sign=signed")).0, 4);
    assert_eq!(one("vertex-layouts", "stride=8 fetches=32_32_32_FLOAT@0,8_8_8_8@3s").0, 4);
    let texture = "stage=pixel dimension=2d format=8_8_8_8 size=64x32x1 tiled=no packed=no \
                   mips=0..0 signs=uuuu endian=none swizzle=xyzw exponent=0 from=cpu";
    assert_eq!(one("textures", texture).0, 4);
    let sampler = "mag=point min=point mip=point aniso=disabled clamp=clamp-to-last,repeat,repeat \
                   border=abgr-black lod-bias=-6";
    assert_eq!(one("samplers", sampler).0, 4);
    assert_eq!(
        keys(&census, "shader-features"),
        [
            "stage=pixel feature=texture-fetch",
            "stage=vertex feature=mini-fetch",
            "stage=vertex feature=vertex-fetch",
        ]
    );
    assert_eq!(keys(&census, "unmodelled"), <[&str; 0]>::default());
    // Two blends make two states; the first draw comes after everything that the scene sets.
    assert_eq!(keys(&census, "pipelines").len(), 2);
    let scene = "changed=surface+setup+sequencer+backend+fetch";
    let changes = [scene, "changed=backend", "changed=none"].map(|key| one("changes", key).0);
    assert_eq!(changes, [1, 1, 2]);
    assert_eq!(one("summary", "what=frames").0, 1);
    assert_eq!(one("summary", "what=unfinished-frames").0, 1);
    assert_eq!(one("summary", "what=copies").0, 0);
    let primitive = &census.tables["primitives"].entries[triangles];
    assert_eq!((primitive.frames, primitive.worst, primitive.worst_frame), (2, 3, 0));
    assert_eq!(primitive.first.record, u64::from(RING));
    let text = census.to_lines().expect("text");
    assert_eq!(Census::from_lines(&text).expect("read"), census);
}

#[test]
fn predication_and_short_packets() {
    let mut guest = Guest::new();
    guest.run(&scene());
    let short = vec![0xC000_3E01, 0x100];
    let words = [
        predicated(draw()),
        type3(0x60, &[0]),
        predicated(draw()),
        predicated(set_constant(4, 1)),
        type3(0x61, &[0]),
        predicated(draw()),
        predicated(set_constant(4, 2)),
        predicated(swap()),
        short,
    ];
    guest.run(&words.concat());
    let census = guest.finish();
    let one = |table: &str, key: &str| entry(&census, table, key);
    assert_eq!(one("packets", "kind=DRAW_INDX_2 predicated=yes"), (3, 6));
    assert_eq!(one("skipped", "kind=DRAW_INDX_2 predicated=yes"), (1, 2));
    assert_eq!(one("predication", "masks=all packets=run").0, 1);
    assert_eq!(one("predication", "masks=some packets=run").0, 2);
    assert_eq!(one("predication", "masks=some packets=skipped").0, 3);
    assert_eq!(one("packets", "kind=REG_TO_MEM predicated=yes"), (1, 2));
    // Of the two predicated ones only the first.
    assert_eq!(one("constants", "path=SET_CONSTANT to=register"), (1, 1));
    assert_eq!(one("summary", "what=draws").0, 2);
    assert_eq!(one("summary", "what=swaps").0, 0);
}

/// SET_CONSTANT of one word.
fn set_constant(kind: u32, value: u32) -> Vec<u32> {
    type3(0x2D, &[kind << 16 | 0x10, value])
}

#[test]
fn constants_by_path_and_target() {
    let mut guest = Guest::new();
    guest.store(0x5000, &[1, 2, 3, 4, 5]);
    let words = [
        // Across the border of ALU and fetch constants.
        type3(0x55, &[0x47FF, 1, 2]),
        type3(0x56, &[0x4900, 7, 8]),
        set_constant(3, 5),
        set_constant(9, 5),
        type3(0x2F, &[0x5000, 4 << 16 | 0x100, 5]),
        // One register three times; two registers of one target.
        vec![0x0002_8000 | 0x2208, 1, 2, 0],
        vec![0x4000_0000 | 0x578 | 0x579 << 11, 1, 2],
        // Beyond the file.
        type3(0x55, &[0x5002, 1, 2]),
        // A register's bits; a register if memory holds 1.
        type3(0x21, &[0x01DD, 0, 4]),
        type3(0x45, &[0x13, 0x5002, 1, u32::MAX, 0x2205, 9]),
        type3(0x45, &[0x13, 0x5002, 2, u32::MAX, 0x2206, 9]),
    ];
    guest.run(&words.concat());
    let census = guest.finish();
    let rows: Vec<(&str, u64, u64)> = census.tables["constants"]
        .entries
        .iter()
        .map(|(key, entry)| (&**key, entry.count, entry.value))
        .collect();
    assert_eq!(
        rows,
        [
            ("path=LOAD_ALU_CONSTANT to=register", 1, 5),
            ("path=SET_CONSTANT to=loop", 1, 1),
            ("path=SET_CONSTANT2 to=alu", 1, 1),
            ("path=SET_CONSTANT2 to=fetch", 1, 1),
            ("path=SET_CONSTANT2 to=register", 1, 2),
            ("path=SET_SHADER_CONSTANTS to=boolean", 1, 2),
            ("path=type0_one_register to=register", 1, 3),
            ("path=type1 to=register", 1, 2),
        ]
    );
    let one = |register: &str| entry(&census, "registers", &format!("register={register}")).0;
    assert_eq!([one("RB_MODECONTROL"), one("SCRATCH_ADDR")], [3, 1]);
    assert_eq!(one("PA_SU_SC_MODE_CNTL"), 1);
    assert_eq!([one("ALU_CONSTANTS"), one("FETCH_CONSTANTS"), one("0x5003")], [1, 1, 1]);
    assert!(!keys(&census, "registers").contains(&"register=PA_CL_VTE_CNTL"));
}

#[test]
fn buffers_are_held_against_the_frame_before() {
    let mut guest = Guest::new();
    guest.run(&scene());
    let words = [draw(), draw()].concat();
    let call = |length: usize| type3(0x3F, &[BUFFER, length as u32]);
    let frame = |length: usize| [call(length), swap()].concat();
    guest.store(BUFFER, &words);
    guest.run(&frame(words.len()));
    guest.run(&frame(words.len()));
    guest.store(BUFFER, &[draw(), type3(0x36, &[0x0006_0084])].concat());
    guest.run(&frame(words.len()));
    guest.run(&swap());
    guest.run(&frame(words.len()));
    let census = guest.finish();
    let one = |identity: &str| entry(&census, "buffers", &format!("identity={identity} nesting=1"));
    assert_eq!([one("new"), one("same"), one("changed")], [(2, 8), (1, 4), (1, 4)]);
    let draws =
        |identity: &str| entry(&census, "buffer-draws", &format!("identity={identity} draws=2..3"));
    assert_eq!([draws("new"), draws("same"), draws("changed")], [(2, 4), (1, 2), (1, 2)]);
    let triangles = "primitive=triangles source=auto index=none endian=none reset=no path=reuse";
    assert_eq!(entry(&census, "primitives", triangles), (8, 6 + 6 + 9 + 9));
    assert_eq!(entry(&census, "packets", "kind=DRAW_INDX_2 predicated=no"), (8, 16));
    assert_eq!(entry(&census, "summary", "what=frames").0, 5);
}

#[test]
fn a_swap_inside_a_buffer_ends_the_frame_there() {
    let mut guest = Guest::new();
    let words = [set(0x2000, &[1]), swap(), set(0x2000, &[2]), vec![0x8000_0000]].concat();
    guest.store(BUFFER, &words);
    let call = type3(0x3F, &[BUFFER, words.len() as u32]);
    guest.run(&[call.clone(), call].concat());
    let census = guest.finish();
    let writes = &census.tables["registers"].entries["register=RB_SURFACE_INFO"];
    assert_eq!((writes.count, writes.frames, writes.worst, writes.worst_frame), (4, 3, 2, 1));
    let buffers = &census.tables["buffers"];
    assert_eq!(
        buffers.entries.keys().collect::<Vec<_>>(),
        ["identity=new nesting=1", "identity=same nesting=1"]
    );
}

#[test]
fn stores_waits_events_and_interrupts() {
    let mut guest = Guest::new();
    let words = [
        set(0x578, &[1]),
        set(0x1DC, &[0xFF, 0x9000]),
        set(0x578, &[1, 2]),
        type3(0x3D, &[0x6000, 1, 2, 3]),
        type3(0x3E, &[0x2208, 0x6000]),
        type3(0x45, &[0x113, 0x6004, 2, u32::MAX, 0x7000, 9]),
        type3(0x58, &[0x14, 0x6000, 5]),
        type3(0x5A, &[0x03, 0x6001]),
        type3(0x5B, &[0x15]),
        type3(0x46, &[0x06]),
        type3(0x23, &[7]),
        type3(0x54, &[3]),
        type3(0x3C, &[0x13, 0x6000, 5, u32::MAX, 1]),
        type3(0x3C, &[0x00, 0x2208, 5, u32::MAX, 1]),
    ];
    guest.run(&words.concat());
    let census = guest.finish();
    let table = |name: &str| -> Vec<(String, u64, u64)> {
        let rows = census.tables[name].entries.iter();
        rows.map(|(key, entry)| (key.clone(), entry.count, entry.value)).collect()
    };
    let row = |key: &str, count, value| (key.to_owned(), count, value);
    assert_eq!(
        table("fences"),
        [
            row("kind=COND_WRITE", 1, 1),
            row("kind=EVENT_WRITE_SHD", 1, 1),
            row("kind=MEM_WRITE", 1, 3),
            row("kind=REG_TO_MEM", 1, 1),
            row("kind=scratch", 2, 2),
        ]
    );
    let events = [
        "event=CACHE_FLUSH",
        "event=CACHE_FLUSH_AND_INV_TS_EVENT",
        "event=PS_DONE_TS",
        "event=ZPASS_DONE",
    ];
    assert_eq!(table("events"), events.map(|key| row(key, 1, 0)));
    assert_eq!(table("interrupts"), [row("cpus=0x03", 1, 0)]);
    let waits = ["on=memory function=equal", "on=register function=never"];
    assert_eq!(table("waits"), waits.map(|key| row(key, 1, 0)));
    let polls = ["memory=0x00006000", "register=RB_MODECONTROL"];
    assert_eq!(table("polls"), polls.map(|key| row(key, 1, 0)));
    assert_eq!(table("reports"), [row("address=0x00000000", 1, 0)]);
    let effects = ["effect=occlusion-report", "effect=screen-extents", "effect=visibility-query"];
    assert_eq!(table("side-effects"), effects.map(|key| row(key, 1, 0)));
}

#[test]
fn a_copy_makes_textures_resolved_until_somebody_writes() {
    let mut guest = Guest::new();
    guest.run(&scene());
    let vertices = [0.0f32, 0.0, 64.0, 0.0, 64.0, 32.0].map(f32::to_bits);
    guest.store(0x8000, &vertices);
    let copy = [
        set(0x4800, &[0x8003, 6 << 2 | 2]),
        set(0x200E, &[0, 4096 << 16 | 4096]),
        set(0x2081, &[0, 4096 << 16 | 4096]),
        set(0x2208, &[6]),
        set(0x2318, &[0x100, 0x40_0000, 32 << 16 | 64, 6 << 7]),
        draw(),
        set(0x2208, &[4]),
    ]
    .concat();
    guest.run(&[copy, draw()].concat());
    guest.store(0x40_0000, &[0]);
    guest.run(&draw());
    let census = guest.finish();
    let from = |from: &str| {
        let rows = census.tables["textures"].entries.iter();
        rows.filter(|(key, _)| key.ends_with(from)).map(|(_, entry)| entry.count).sum::<u64>()
    };
    assert_eq!((from("from=resolve"), from("from=cpu")), (1, 1));
    assert_eq!(keys(&census, "resolve-sizes"), ["size=64x32"]);
    assert_eq!(keys(&census, "clears"), ["what=color after=copy"]);
    let resolve = "source=color0 format=8_8_8_8 source-bias=0 msaa=1x select=0 dest=8_8_8_8 \
                   pitch=64 bias=0 endian=none swap=no clear=color array=no command=raw";
    assert_eq!(entry(&census, "resolves", resolve), (1, 64 * 32 * 4));
    let at = |work: &str| {
        format!(
            "work={work} pitch=1280 msaa=1x color0=0 color1=none color2=none color3=none depth=none"
        )
    };
    assert_eq!(entry(&census, "edram", &at("copy")).0, 1);
    assert_eq!(entry(&census, "edram", &at("draw")).0, 2);
    let pairs: Vec<_> = census.tables["shader-pairs"].entries.iter().collect();
    assert!(pairs[0].0.ends_with(" pixel=copy") || pairs[1].0.ends_with(" pixel=copy"));
    let programs = census.tables["shaders"].entries.iter();
    let counts: Vec<_> = programs.map(|(key, entry)| (&key[..12], entry.count)).collect();
    assert_eq!(counts, [("stage=pixel ", 2), ("stage=vertex", 3)]);
}
