//! The verbs that look into .xtr traces, on small streams made here.

mod common;

use common::xtr::{PROGRAM, Xtr, two_frames};
use common::{Room, clean_frames};
use serde_json::{Value, json};
use sha1::{Digest, Sha1};
use xenos_xtr::{Memory, Record};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON in each line")).collect()
}

/// That a run ends with that code, and says so.
fn ends(room: &Room, arguments: &str, code: i32, part: &str) {
    let run = room.run(arguments);
    assert_eq!(run.code, code, "{arguments}: {}{}", run.out, run.err);
    assert!(run.err.contains(part), "{arguments}: {}", run.err);
}

fn room() -> Room {
    let room = Room::new();
    room.file("a.xtr", &two_frames());
    room.file("a.vood", &clean_frames());
    room
}

#[test]
fn info_prints_the_object_and_no_more() {
    let room = room();
    let run = room.run("info a.xtr --json");
    assert_eq!(run.code, 0, "{}", run.err);
    let expected = json!({
        "kind": "xtr", "frames": 2, "swaps": 2, "draws": 2, "copies": 1,
        "packets": {
            "type0": 6, "type2": 1, "DRAW_INDX_2": 4, "IM_LOAD_IMMEDIATE": 1, "INDIRECT_BUFFER": 1,
            "SET_BIN_MASK_LO": 1, "SET_BIN_MASK_HI": 1, "XE_SWAP": 2,
        },
    });
    assert_eq!(run.json(), expected);
    assert_eq!(room.run_with("info - --json", &two_frames()).json(), expected);
    let human = room.run("info a.xtr").out;
    for part in ["XTR 1", "12345678", "nothing was refused", "packet DRAW_INDX_2"] {
        assert!(human.contains(part), "{part}: {human}");
    }
    assert_eq!(room.run("info a.vood --json").json()["kind"], "vood");
    ends(&room, "info a.xtr --registers", 2, "--registers");
}

#[test]
fn info_counts_what_is_refused() {
    let room = Room::new();
    let mut trace = Xtr::new();
    trace.command(0x11, &[1, 2]);
    trace.command(0x11, &[1, 2]);
    trace.command(0x3C, &[0x13, 0x5002, 7, u32::MAX, 0]);
    room.file("a.xtr", &trace.finish());
    let run = room.run("info a.xtr");
    assert_eq!(run.code, 0);
    let row = |id: &str| {
        let line = run.out.lines().find(|line| line.starts_with(id)).expect(id);
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("xenos.opcode-unknown")[1], "2");
    assert_eq!(row("xenos.wait-never-met")[3], "0x00005000");
    let known = room.run("refusals").out;
    assert!(known.contains("xenos.wait-never-met"));
}

#[test]
fn packets_are_nested_named_and_numbered() {
    let room = room();
    let run = room.run("packets a.xtr");
    assert_eq!(run.code, 0, "{}", run.err);
    let has = |part: &str| assert!(run.out.contains(part), "{part}: {}", run.out);
    has("frame 0\n");
    has("frame 2\n");
    has("  sha1=");
    has("2000 RB_SURFACE_INFO = 00010140  surface_pitch=320 msaa_samples=2x");
    // The buffer's packet stands before what is in it, which is indented.
    has("00008000    type2\n");
    has("00008004    DRAW_INDX_2  ; draw 0\n");
    has("DRAW_INDX_2  ; copy 0");
    has("predicated  ; skipped: no bin is selected");
    let at = |part: &str| run.out.find(part).expect(part);
    assert!(at("INDIRECT_BUFFER") < at("type2") && at("type2") < at("draw 0"));

    let frame = room.run("packets a.xtr --frame 1").out;
    assert!(
        frame.starts_with("frame 1\n") && !frame.contains("draw 0") && frame.contains("copy 0")
    );
    let draw = room.run("packets a.xtr --draw 1").out;
    assert!(draw.starts_with("frame 0\n") && draw.ends_with("num_indices=3\n"), "{draw}");
    assert!(draw.contains("XE_SWAP") && draw.contains("; draw 1") && !draw.contains("; draw 0"));
    // With a frame, the number counts within it.
    let nth = room.run("packets a.xtr --frame 2 --draw 0").out;
    assert!(nth.starts_with("frame 2\n") && nth.contains("; draw 1") && !nth.contains("XE_SWAP"));
    for (arguments, part) in [
        ("packets a.xtr --draw 2", "there are 2 draws"),
        ("packets a.xtr --frame 3", "--frame 3: there are 3 frames"),
        ("packets a.xtr --frame 1 --draw 0", "frame 1 has 0 draws"),
        ("packets a.xtr --frame 2 --draw 1", "draw 1 of the trace is draw 0 of that frame"),
        ("draws a.xtr --frame 3", "--frame 3: there are 3 frames"),
        ("draws a.xtr --frame 3 --draw 0", "--frame 3: there are 3 frames"),
        ("draws a.xtr --frame 0 --copy 0", "frame 0 has 0 copies"),
        ("draws a.xtr --all", "--draw or --copy"),
    ] {
        ends(&room, arguments, 2, part);
        assert_eq!(room.run(arguments).out, "", "{arguments}");
    }
    ends(&room, "packets a.vood", 2, "a VOOD trace");
}

#[test]
fn packets_as_json_lines() {
    let room = room();
    let run = room.run("packets a.xtr --json");
    let lines = lines(&run.out);
    assert_eq!(lines[0], json!({ "format": "xtr-packets", "version": 1 }));
    let info = room.run("info a.xtr --json").json();
    let total: u64 = info["packets"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert_eq!(lines.len() as u64 - 1, total);
    let first = &lines[1];
    assert_eq!(
        (&first["kind"], &first["address"], &first["nesting"]),
        (&json!("type0"), &json!(0x1000), &json!(0))
    );
    let write = &first["writes"][0];
    assert_eq!(write["name"], "RB_SURFACE_INFO");
    assert_eq!(write["fields"]["msaa_samples"], "2x");
    let of = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).collect::<Vec<_>>();
    assert_eq!(of("INDIRECT_BUFFER")[0]["outcome"], "buffer");
    let draws = of("DRAW_INDX_2");
    let made: Vec<_> =
        draws.iter().map(|line| (line["draw"].as_u64(), line["copy"].as_u64())).collect();
    assert_eq!(made, [(Some(0), None), (None, None), (None, Some(0)), (Some(1), None)]);
    assert_eq!((&draws[1]["outcome"], &draws[1]["predicated"]), (&json!("skipped"), &json!(true)));
    assert_eq!((&draws[0]["nesting"], &draws[0]["frame"]), (&json!(1), &json!(0)));
}

#[test]
fn draws_in_lines_and_one_whole() {
    let room = room();
    let run = room.run("draws a.xtr");
    assert_eq!(run.code, 0, "{}", run.err);
    let starts: Vec<_> =
        run.out.lines().map(|line| line.get(..9).unwrap_or_default().trim()).collect();
    assert_eq!(starts, ["number", "draw 0", "copy 0", "draw 1"]);
    assert!(run.out.contains("320 2x c0:8_8_8_8@0"), "{}", run.out);
    assert_eq!(room.run("draws a.xtr --frame 1").out.lines().count(), 2);
    assert_eq!(room.run("draws a.xtr --frame 2").out.lines().count(), 2);
    let nth = room.run("draws a.xtr --frame 2 --draw 0 --json").json();
    assert_eq!((&nth["draw"]["number"], &nth["draw"]["nth"]), (&json!(1), &json!(0)));
    let rows = lines(&room.run("draws a.xtr --json").out);
    assert_eq!(rows[0], json!({ "format": "xtr-draws", "version": 1 }));
    assert_eq!(rows.len(), 4);
    let copy = &rows[2];
    assert_eq!((&copy["what"], &copy["copy"]["source"]), (&json!("copy"), &json!("color0")));
    assert_eq!((&copy["copy"]["clear_depth"], &copy["pixel_shader"]), (&json!(0), &Value::Null));

    let whole = room.run("draws a.xtr --draw 0");
    assert!(whole.out.contains("RB_SURFACE_INFO") && whole.out.contains("surface_pitch=320"));
    let state = room.run("draws a.xtr --draw 0 --json").json();
    assert_eq!((&state["version"], &state["draw"]["count"]), (&json!(1), &json!(3)));
    let registers = state["registers"].as_array().unwrap();
    let mode = registers.iter().find(|row| row["name"] == "RB_MODECONTROL").unwrap();
    assert_eq!(mode["fields"]["edram_mode"], "color-depth");
    assert_eq!(state["programs"][0]["dwords"], 3);
    assert_eq!(room.run("draws a.xtr --copy 0 --json").json()["draw"]["frame"], 1);
    ends(&room, "draws a.xtr --draw 2", 2, "there are 2 draws");
    ends(&room, "draws a.xtr --copy 1", 2, "there is 1 copy");
}

#[test]
fn addresses_in_fields_are_hexadecimal() {
    let text = "vs\n vfetch r0, r0.x, vf0, DataFormat=FMT_32_FLOAT, Stride=1\n max oPos, r0, r0";
    let words = xenos_ucode::assemble(None, text).unwrap().words();
    let mut trace = Xtr::new();
    trace.write(0x2208, 4);
    // Vertex data of slot 95.
    trace.write(0x48BE, 0x0012_3400 | 3);
    trace.write(0x48BF, 0x400 | 2);
    trace.command(0x2B, &[&[0, words.len() as u32], &words[..]].concat());
    trace.draw();
    trace.swap();
    let room = Room::new();
    room.file("a.xtr", &trace.finish());
    let whole = room.run("draws a.xtr --draw 0").out;
    assert!(whole.contains("address=0x00123400"), "{whole}");
    let state = room.run("draws a.xtr --draw 0 --json").json();
    assert_eq!(state["fetches"][0]["fields"]["address"], 0x0012_3400);
}

/// Depth alone, with a window offset, drawn by indices that begin strips anew; and memory that is loaded.
#[test]
fn what_a_draw_depends_on_is_in_its_line() {
    let room = Room::new();
    let mut trace = Xtr::new();
    trace.write(0x2000, 0x0001_0140);
    trace.write(0x2208, 5);
    trace.write(0x2205, 1 << 21 | 1 << 16);
    trace.write(0x2103, 0xABCD);
    trace.write(0x2080, 0x7FF0_0008);
    trace.write(0x2181, 0);
    trace.program();
    // A pixel program is loaded, and takes no part.
    trace.command(0x2B, &[&[1, PROGRAM.len() as u32], &PROGRAM[..]].concat());
    trace.begin(&[0xC002_2F00, 0x9000, 0, 4]);
    let bytes: Vec<u8> = [1.0_f32, 2.0, 3.0, 4.0].iter().flat_map(|v| v.to_be_bytes()).collect();
    trace.record(&Record::MemoryRead(Memory { base: 0x9000, bytes: &bytes }));
    trace.record(&Record::PacketEnd);
    trace.command(0x36, &[3 << 16 | 2 << 6 | 6]);
    trace.command(0x22, &[0, 3 << 16 | 6, 0xA000, 1 << 30 | 3]);
    trace.swap();
    trace.packet(&[0xC000_1000, 0]);
    room.file("a.xtr", &trace.finish());

    let list = room.run("draws a.xtr").out;
    let line = list.lines().nth(2).expect("the second draw");
    for part in
        ["memory16:8in16", "reset=ABCD", "depth-only", "window-offset=8,-16:vertices+scissor"]
    {
        assert!(line.contains(part), "{part}: {line}");
    }
    let rows = lines(&room.run("draws a.xtr --json").out);
    assert_eq!(
        (&rows[2]["pixel_shader"], &rows[2]["indices"]["reset"]),
        (&Value::Null, &json!(0xABCD))
    );
    // Registers that are 0 only when asked for.
    let whole = |more: &str| room.run(&format!("draws a.xtr --frame 0 --draw 1{more}")).out;
    assert!(whole("").contains("more are 0: --all") && !whole("").contains("RB_BLENDCONTROL1"));
    assert!(
        whole(" --all").contains("RB_BLENDCONTROL1") && !whole(" --all").contains("--all prints")
    );

    let packets = room.run("packets a.xtr").out;
    assert!(packets.contains("4000 SHADER_CONSTANT_000_X = 3F800000  1.0"), "{packets}");
    assert!(packets.contains("\nbehind the last frame\n"), "{packets}");
    let rows = lines(&room.run("packets a.xtr --json").out);
    let of = |kind: &str| rows.iter().find(|row| row["kind"] == kind).expect(kind);
    let load = of("LOAD_ALU_CONSTANT");
    assert_eq!((&load["writes"][3]["number"], &load["fields"]["dwords"]), (&json!(4.0), &json!(4)));
    let draw = &of("DRAW_INDX")["fields"];
    assert_eq!((&draw["dma_base"], &draw["swap_mode"]), (&json!(0xA000), &json!("8in16")));
    assert_eq!(of("IM_LOAD_IMMEDIATE")["program"].as_str().map(str::len), Some(40));
    ends(&room, "packets a.xtr --frame 1", 2, "there is 1 frame, from 0");
    ends(&room, "draws a.xtr --frame 1 --json", 2, "there is 1 frame, from 0");
}

fn sha1(bytes: &[u8]) -> String {
    Sha1::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

#[test]
fn programs_are_written_and_read_back() {
    let room = room();
    let run = room.run("shaders a.xtr -o out --json");
    assert_eq!(run.code, 0, "{}", run.err);
    // The word behind the end is none of the program's.
    let own: Vec<u8> = PROGRAM[..3].iter().flat_map(|word| word.to_be_bytes()).collect();
    let name = sha1(&own);
    let list = run.json();
    assert_eq!(list["programs"][0]["sha1"], name.as_str());
    assert_eq!((&list["version"], &list["programs"][0]["type"]), (&json!(1), &json!("vs")));
    let files = [".vs.bin", ".vs.json", ".vs.txt"].map(|ending| format!("{name}{ending}"));
    assert_eq!(room.names("out"), files);
    assert_eq!(room.bytes(&format!("out/{}", files[0])), own);
    let analysis: Value =
        serde_json::from_slice(&room.bytes(&format!("out/{}", files[1]))).unwrap();
    assert_eq!((&analysis["sha1"], &analysis["dwords"]), (&json!(name), &json!(3)));
    assert_eq!((&analysis["version"], &analysis["findings"]), (&json!(1), &json!([])));
    let listing = String::from_utf8(room.bytes(&format!("out/{}", files[2]))).unwrap();
    assert!(listing.contains("exece"));
    // The same by name, by option, and from standard input.
    assert_eq!(room.run(&format!("disasm out/{}", files[0])).out, listing);
    assert_eq!(room.run_with("disasm --stage vertex -", &own).out, listing);
    assert_eq!(room.run_with("disasm --stage vs - --uses", &own).json(), analysis);
    ends(&room, "disasm -", 2, "--stage vertex or --stage pixel");
    let listed = room.run("shaders a.xtr");
    assert!(listed.code == 0 && listed.out.ends_with("1 vertex and 0 pixel programs\n"));
    ends(&room, "shaders a.xtr -o a.xtr", 2, "no folder");
    ends(&room, "shaders a.xtr -o -", 2, "-o -");
    // A trace that is called as its own program would be is not written over.
    std::fs::create_dir(room.path("b")).unwrap();
    let trace = room.file(&format!("b/{}", files[0]), &two_frames());
    ends(&room, &format!("shaders b/{} -o b", files[0]), 2, "would replace the input");
    assert_eq!(std::fs::read(trace).unwrap(), two_frames());
}

#[test]
fn malformed_programs_are_listed_and_named() {
    let room = Room::new();
    let run = room.run_with("disasm --stage pixel -", &[0; 7]);
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    room.file("none.ps.bin", &[]);
    ends(&room, "disasm none.ps.bin", 3, "no whole dwords");
    // Control flow that never ends.
    room.file("cut.ps.bin", &[0; 12]);
    let run = room.run("disasm cut.ps.bin");
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("cnop") && run.out.contains("// malformed: "), "{}", run.out);
    assert!(run.err.contains("malformed: "), "{}", run.err);
    ends(&room, "disasm missing.ps.bin", 2, "missing");
    room.file("huge.ps.bin", &vec![0; (1 << 20) + 4]);
    ends(&room, "disasm huge.ps.bin", 3, "more than");
}

#[test]
fn what_stands_before_a_fault_is_told() {
    let room = Room::new();
    let bytes = two_frames();
    let verbs = ["info c.xtr --json", "packets c.xtr", "draws c.xtr", "shaders c.xtr -o out"];
    let step = bytes.len() / 23;
    for cut in (0..bytes.len()).step_by(step).chain([bytes.len() - 1]) {
        room.file("c.xtr", &bytes[..cut]);
        for verb in verbs {
            let run = room.run(verb);
            assert!(run.code == 3 || run.code == 0, "{verb} of {cut}: {} {}", run.code, run.err);
            if cut < 48 {
                assert_eq!(run.code, 3, "{verb} of {cut}");
            }
        }
    }
    // Cut inside the last record.
    room.file("c.xtr", &bytes[..bytes.len() - 1]);
    let info = room.run("info c.xtr --json");
    assert_eq!((info.code, &info.json()["draws"]), (3, &json!(2)));
    assert!(info.err.contains("cut short"), "{}", info.err);
    assert_eq!(room.run("packets c.xtr").out, room.run_with("packets -", &bytes).out);
    let whole = room.run_with("draws -", &bytes);
    assert_eq!((whole.code, room.run("draws c.xtr").out), (0, whole.out));
    assert_eq!(room.run("shaders c.xtr -o again").code, 3);
    assert_eq!(room.names("again").len(), 3);
    // A frame before the fault is whole.
    assert_eq!(room.run("packets c.xtr --frame 0").code, 0);
    // An unknown record, and a packet that has no end.
    let mut trace = Xtr::new();
    trace.begin(&[0x2000, 5]);
    let mut bytes = trace.finish();
    bytes.extend([0xFF; 4]);
    room.file("d.xtr", &bytes);
    let run = room.run("packets d.xtr");
    assert_eq!(run.code, 3);
    assert!(
        run.out.contains("not run") && run.err.contains("unknown record"),
        "{}{}",
        run.out,
        run.err
    );
}

#[test]
fn malformed_packets_are_shown_and_passed_over() {
    let room = Room::new();
    let mut trace = Xtr::new();
    // Shorter than its header says, shorter than its opcode needs, unknown, and too long.
    trace.packet(&[0x0005_2000, 1]);
    trace.packet(&[0xC000_3C00, 1]);
    trace.command(0x11, &[7]);
    trace.packet(&[0x8000_0000, 0x8000_0000]);
    trace.draw();
    room.file("a.xtr", &trace.finish());
    let run = room.run("packets a.xtr");
    assert_eq!(run.code, 0);
    assert_eq!(run.out.matches("malformed: ").count(), 2, "{}", run.out);
    assert!(run.out.contains("UNKNOWN_11") && run.out.contains("1 words more"), "{}", run.out);
    let rows = lines(&room.run("packets a.xtr --json").out);
    assert_eq!((&rows[1]["kind"], &rows[1]["words"]), (&Value::Null, &json!(2)));
    assert_eq!(room.run("draws a.xtr").out.lines().count(), 2);
}

#[test]
fn a_small_trace_cannot_ask_for_any_amount_of_memory() {
    let room = Room::new();
    let mut trace = Xtr::new();
    // Each load names 65,535 words, of which one is another than before.
    for word in 0..1200_u32 {
        trace.begin(&[0xC001_2700, 0x0001_0000, 0xFFFF]);
        let bytes = word.to_be_bytes();
        trace.record(&Record::MemoryRead(Memory { base: 0x0001_0000, bytes: &bytes }));
        trace.record(&Record::PacketEnd);
    }
    let bytes = trace.finish();
    assert!(bytes.len() < 100_000);
    room.file("a.xtr", &bytes);
    let run = room.run("info a.xtr");
    assert!(run.code == 0 && run.out.contains("xenos.programs-full"), "{}{}", run.out, run.err);
    let programs = run.out.lines().find_map(|line| line.strip_prefix("loaded programs"));
    assert_eq!(programs.map(str::trim), Some("1023"), "{}", run.out);
}

#[test]
fn other_verbs_say_what_the_file_is() {
    let room = room();
    assert_eq!(room.run("export a.vood -o vood").code, 0);
    for verb in [
        "export a.xtr -o out",
        "bisect a.xtr",
        "truth sst1 a.xtr",
        "locate a.xtr --hashes vood/hashes.txt",
        "timing a.xtr",
        "sweep a.xtr --set memory.reorder=true",
    ] {
        let run = room.run(verb);
        assert!(run.code == 2 || run.code == 3, "{verb}: {} {}", run.code, run.err);
        assert!(run.err.contains(".xtr trace"), "{verb}: {}", run.err);
    }
    ends(&room, "export a.xtr -o out", 2, "census, contract, check and report read it");
    room.file("short.xtr", &two_frames()[..20]);
    room.file("empty.xtr", &[]);
    for verb in ["info", "census", "contract", "report -o out.html"] {
        ends(&room, &format!("{verb} short.xtr"), 3, "20 bytes: too short for an .xtr trace");
        ends(&room, &format!("{verb} empty.xtr"), 3, "empty");
    }
    for verb in ["draws a.vood", "shaders a.vood -o out"] {
        ends(&room, verb, 2, "a VOOD trace of an SST-1");
    }
    room.file("text.xtr", b"something else");
    ends(&room, "packets text.xtr", 3, "not an .xtr trace");
    ends(&room, "info text.xtr", 3, "neither a VOOD trace (SST-1) nor an .xtr trace (Xenos)");
    ends(&room, "packets missing.xtr", 2, "missing.xtr");
    std::fs::create_dir(room.path("folder")).unwrap();
    room.file("folder/trace.bin", &two_frames());
    assert_eq!(room.run("info folder --json").code, 0);
    room.file("folder/state.bin", b"VSTA");
    ends(&room, "info folder --json", 2, "no state.bin");
}

#[test]
fn registers_of_the_xenos() {
    let room = Room::new();
    assert!(room.run("registers xenos").out.contains("RB_DEPTHCONTROL"));
    assert!(room.run("registers xenos --markdown").out.contains("# Xenos registers"));
    let one = room.run("registers xenos 0x2200").out;
    assert!(one.contains("RB_DEPTHCONTROL") && one.contains("stencil_enable"), "{one}");
    for arguments in ["RB_DEPTHCONTROL 0x8777", "rb_depthcontrol=0x8777"] {
        let value = room.run(&format!("registers xenos {arguments} --json")).json();
        let fields = value[0]["fields"].as_array().unwrap();
        let function = fields.iter().find(|field| field["name"] == "zfunc").unwrap();
        assert_eq!(function["choice"], "always");
    }
    let float = room.run("registers xenos SHADER_CONSTANT_012_X 0x3F800000 --json").json();
    assert_eq!((&float[0]["number"], &float[0]["index"]), (&json!(1.0), &json!(0x4030)));
    let list = room.run("registers xenos rb_color --json").json();
    assert!(list.as_array().unwrap().len() > 3);
    for name in ["ALU_CONSTANTS", "fetch_constants", "BOOLEAN_CONSTANTS", "LOOP_CONSTANTS", "4801"]
    {
        assert_eq!(room.run(&format!("registers xenos {name}")).code, 0, "{name}");
    }
    ends(&room, "registers xenos nothing", 2, "no register");
    ends(&room, "registers xenos RB_COLOR=1", 2, "not one register");
    ends(&room, "registers xenos SHADER_CONSTANT 1", 2, "is a range");
    ends(&room, "registers xenos RB_DEPTHCONTROL x", 2, "no 32-bit number");
    ends(&room, "registers xenos RB_DEPTHCONTROL=1 2", 2, "twice");
    assert_eq!(room.run("registers sst1 fbzMode 0x4001 --json").json()["value"], 0x4001);
}
