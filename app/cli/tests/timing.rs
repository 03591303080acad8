//! `timing`, `sweep` and `presets`: shapes, sums, files, and how they end.

mod common;

use common::{Room, Stream};
use serde_json::Value;
use sst1_regs::offset;
use vcd::{Command, IdCode, Parser, ScopeItem};

/// Three frames with a fill and two triangles of 200 pixels each.
fn drawn() -> Vec<u8> {
    let mut stream = Stream::new();
    for frame in 0..3 {
        stream.write(offset::COLOR1, 0x10_2030 * (frame + 1));
        stream.write(offset::FASTFILL_CMD, 0);
        stream.write(offset::START_R, 0x80 << 12);
        for (at, data) in [
            (offset::VERTEX_AX, 0),
            (offset::VERTEX_AY, 0),
            (offset::VERTEX_BX, 20 * 16),
            (offset::VERTEX_BY, 20 * 16),
            (offset::VERTEX_CX, 0),
            (offset::VERTEX_CY, 20 * 16),
            (offset::TRIANGLE_CMD, 0),
            (offset::TRIANGLE_CMD, 0),
            (offset::SWAPBUFFER_CMD, 0),
        ] {
            stream.write(at, data);
        }
    }
    stream.finish()
}

fn room() -> Room {
    let room = Room::new();
    room.file("a.vood", &drawn());
    room
}

fn json(room: &Room, arguments: &str) -> Value {
    let run = room.run(arguments);
    assert_eq!(run.code, 0, "{arguments}: {}", run.err);
    run.json()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_report_has_the_promised_keys_and_its_causes_sum_to_all_clocks() {
    let room = room();
    for preset in ["zsst", "sst1", "afterimage", "zsst,memory=ideal"] {
        let report = json(&room, &format!("timing a.vood --json --preset {preset}"));
        assert_eq!((&report["format"], &report["preset"]), (&1.into(), &preset.into()));
        let clocks = number(&report["clocks"]);
        let stalls = report["stalls"].as_array().unwrap();
        assert_eq!(stalls.iter().map(|row| number(&row["clocks"])).sum::<u64>(), clocks);
        let hundredths = |row: &Value| (row["percent"].as_f64().unwrap() * 100.0).round() as u64;
        assert_eq!(stalls.iter().map(hundredths).sum::<u64>(), 10_000);
        let pixels = number(&report["pixels"]);
        assert_eq!((number(&report["triangles"]), &stalls[0]["cause"]), (6, &"pixel".into()));
        let lanes = number(&report["config"]["lanes"]);
        assert!((pixels / lanes..=pixels).contains(&number(&stalls[0]["clocks"])));
        assert_eq!(report["counters"]["pixels_retired"], report["pixels"]);
        let per_clock = report["pixels_per_clock"].as_f64().unwrap();
        assert!((per_clock - pixels as f64 / clocks as f64).abs() < 1e-12);
        let hertz = number(&report["hertz"]);
        let rate = report["mpixel_per_s"].as_f64().unwrap();
        assert!((rate - per_clock * hertz as f64 / 1e6).abs() < 1e-9);
        assert_eq!(report["config"]["hertz"], report["hertz"]);
        let frames = report["frames"].as_array().unwrap();
        assert_eq!(frames.len(), 3);
        assert!(frames.iter().map(|frame| number(&frame["clocks"])).sum::<u64>() <= clocks);
        assert_eq!(report["input"]["name"], "a.vood");
    }
}

#[test]
fn text_sums_to_a_hundred_percent_and_counters_have_numbers() {
    let room = room();
    let run = room.run("timing a.vood --counters");
    assert_eq!(run.code, 0, "{}", run.err);
    let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let begins = run.out.lines().position(|line| line.starts_with("cause")).unwrap();
    let table: Vec<_> = run.out.lines().skip(begins + 1).map(cells).collect();
    let ends = table.iter().position(|row| row[0] == "total").unwrap();
    let percent = |row: &Vec<String>| row[2].replace('.', "").parse::<u64>().unwrap();
    assert_eq!(table[..ends].iter().map(percent).sum::<u64>(), 10_000);
    assert_eq!(table[ends][2], "100.00");
    assert!(run.out.contains("pixels_retired") && run.out.contains("texture_fills_max"));
    assert!(!room.run("timing a.vood").out.contains("texture_fills_max"));
}

#[test]
fn configuration_is_set_by_preset_key_and_megahertz() {
    let room = room();
    let report = json(
        &room,
        "timing a.vood --json --preset zsst,rob=32 --set memory.slots=32 --set walker=spans --mhz 12.5 --profile 86box --fact lod=half-30",
    );
    assert_eq!(report["config"]["rob"], 32);
    assert_eq!(report["config"]["memory.slots"], 32);
    assert_eq!(report["config"]["walker"], "spans");
    assert_eq!(report["hertz"], 12_500_000);
    assert_eq!((&report["profile"], &report["facts"]["lod"]), (&"86box".into(), &"half-30".into()));
}

#[test]
fn frames_share_the_clocks() {
    let room = room();
    let of = |frames: &str| {
        let report = json(&room, &format!("timing a.vood --json --frames {frames}"));
        (number(&report["clocks"]), report["frames"].as_array().unwrap().clone())
    };
    let (all, frames) = of("..");
    let parts = ["0", "1", "2.."].map(of);
    assert_eq!(parts.iter().map(|(clocks, _)| clocks).sum::<u64>(), all);
    for (number, (_, part)) in parts.iter().enumerate() {
        assert_eq!(part, &[frames[number].clone()]);
    }
    let beyond = room.run("timing a.vood --frames 5..");
    assert_eq!(beyond.code, 2);
    assert!(beyond.err.contains("has 3 frames"), "{}", beyond.err);
}

#[test]
fn several_presets_are_compared() {
    let room = room();
    let run = room.run("timing a.vood --preset zsst --preset afterimage");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.matches("a.vood").count(), 2, "{}", run.out);
    let rows = json(&room, "timing a.vood --preset zsst --preset afterimage --json");
    let single = json(&room, "timing a.vood --preset afterimage --json");
    assert_eq!(rows["rows"][1], single);
    assert_eq!(room.run("timing a.vood --preset zsst --preset sst1 --plot a.svg").code, 2);
}

/// The waveform's wires by `block.name`, and its commands.
fn waves(bytes: &[u8]) -> (Vec<(String, IdCode)>, Vec<Command>) {
    let mut parser = Parser::new(bytes);
    let header = parser.parse_header().unwrap();
    let card = header.find_scope(&["card"]).unwrap();
    let mut wires = Vec::new();
    for item in &card.items {
        match item {
            ScopeItem::Var(wire) => wires.push((wire.reference.clone(), wire.code)),
            ScopeItem::Scope(block) => {
                for item in &block.items {
                    let ScopeItem::Var(wire) = item else { continue };
                    wires.push((format!("{}.{}", block.identifier, wire.reference), wire.code));
                }
            }
            _ => {}
        }
    }
    (wires, parser.map(Result::unwrap).collect())
}

#[test]
fn waveforms_parse_back_and_show_each_pixel() {
    let room = room();
    let report = json(&room, "timing a.vood --json --vcd a.vcd --clocks 0..200000");
    let (wires, commands) = waves(&room.bytes("a.vcd"));
    let code = |name: &str| wires.iter().find(|(known, _)| known == name).expect(name).1;
    let (clk, valid, ready) = (code("clk"), code("fbi.retire_valid"), code("fbi.retire_ready"));
    let [mut is_valid, mut is_ready] = [false; 2];
    let (mut clocks, mut pixels) = (0, 0);
    for command in commands {
        match command {
            Command::ChangeScalar(id, value) if id == valid => is_valid = value == vcd::Value::V1,
            Command::ChangeScalar(id, value) if id == ready => is_ready = value == vcd::Value::V1,
            Command::ChangeScalar(id, vcd::Value::V0) if id == clk => {
                clocks += 1;
                pixels += u64::from(is_valid && is_ready);
            }
            _ => {}
        }
    }
    assert_eq!((clocks, pixels), (number(&report["clocks"]), number(&report["pixels"])));

    room.run("timing a.vood --vcd b.vcd --clocks 100..140");
    let (_, part) = waves(&room.bytes("b.vcd"));
    let times = part.iter().filter_map(|command| match command {
        Command::Timestamp(time) => Some(*time),
        _ => None,
    });
    let times: Vec<u64> = times.collect();
    assert_eq!((times[0], times[times.len() - 1]), (100 * 10_000, 140 * 10_000));
    assert!(part.iter().any(|c| matches!(c, Command::ChangeString(_, name) if !name.is_empty())));
    assert_eq!(room.run("timing a.vood --clocks 0..5").code, 2, "without --vcd");
    let all = number(&report["clocks"]);
    let beyond = room.run(&format!("timing a.vood --vcd c.vcd --clocks 100..{}", all + 1));
    assert_eq!(beyond.code, 0);
    assert!(beyond.err.contains(&format!("{all} clocks were measured")), "{}", beyond.err);
    let none = room.run(&format!("timing a.vood --vcd c.vcd --clocks {}..", all + 1));
    assert!(none.err.contains("the waveforms are empty"), "{}", none.err);
    let within = room.run(&format!("timing a.vood --vcd c.vcd --clocks 100..{all}"));
    assert!(!within.err.contains("--clocks"), "{}", within.err);
}

/// Every output says how its figures were made.
#[test]
fn what_is_set_is_told() {
    let room = room();
    let how = "--preset zsst,rob=32 --set walker=spans --profile 86box --fact lod=half-30";
    let run = room.run(&format!("timing a.vood {how} --plot a.svg --vcd a.vcd"));
    let head = "a.vood, preset zsst,rob=32,walker=spans, 100 MHz, profile 86box,lod=half-30\n";
    assert!(run.out.starts_with(head), "{}", run.out);
    for file in ["a.svg", "a.vcd"] {
        let text = String::from_utf8(room.bytes(file)).unwrap();
        for part in ["preset zsst,rob=32,walker=spans", "profile 86box,lod=half-30"] {
            assert!(text.contains(part), "{file}: {part}");
        }
    }
    let several = room.run("timing a.vood --preset zsst --preset sst1 --set rob=32 --mhz 40");
    for row in ["zsst,rob=32,hertz=40000000", "sst1,rob=32,hertz=40000000", "profile hardware"] {
        assert!(several.out.contains(row), "{}", several.out);
    }
    let grid = "--preset zsst,rob=32 --profile 86box --fact lod=half-30 --frames 1..";
    let sweep = json(&room, &format!("sweep a.vood {grid} --set drains=1,4 -o a.csv --json"));
    assert_eq!(sweep["preset"], "zsst,rob=32");
    assert_eq!((&sweep["profile"], &sweep["facts"]["lod"]), (&"86box".into(), &"half-30".into()));
    assert_eq!((&sweep["frames"], &sweep["config"]["rob"]), (&"1..".into(), &32.into()));
    assert!(sweep["config"]["drains"].is_null(), "not the same in all rows");
    let rows = String::from_utf8(room.bytes("a.csv")).unwrap();
    let begins = "\n1,a.vood,\"zsst,rob=32\",86box,lod=half-30,1..,4,end,";
    assert!(rows.contains(begins), "{rows}");
}

#[test]
fn a_sweep_chooses_the_memory_before_its_figures() {
    let room = room();
    let rows = |keys: &str| json(&room, &format!("sweep a.vood {keys} --json"))["rows"].clone();
    let clocks = |rows: &Value, at: usize| number(&rows[at]["clocks"]);
    let one = rows("--set memory.latency=1000,2000 --set memory=ddr,port");
    let other = rows("--set memory=ddr,port --set memory.latency=1000,2000");
    assert_eq!([0, 1, 2, 3].map(|at| clocks(&one, at)), [0, 2, 1, 3].map(|at| clocks(&other, at)));
    assert_ne!(clocks(&one, 1), clocks(&one, 3));
}

#[test]
fn the_plot_and_the_series_are_files_of_their_own() {
    let room = room();
    let report = json(&room, "timing a.vood --json --plot a.svg --series a.csv");
    let picture = String::from_utf8(room.bytes("a.svg")).unwrap();
    assert!(picture.starts_with("<svg xmlns") && picture.ends_with("</svg>\n"));
    for text in
        ["a.vood, preset zsst", "Pixels", "What the clocks went to", "Memory", "pixel</text>"]
    {
        assert!(picture.contains(text), "{text}");
    }
    room.run("timing a.vood --plot b.svg");
    assert_eq!(room.bytes("a.svg"), room.bytes("b.svg"));

    let series = String::from_utf8(room.bytes("a.csv")).unwrap();
    let mut lines = series.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(head[..4], ["format", "from", "to", "stall_pixel"]);
    let column = |name: &str| head.iter().position(|known| *known == name).unwrap();
    let (mut end, mut pixels) = ("0".to_owned(), 0);
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!((cells.len(), cells[0], cells[1]), (head.len(), "1", end.as_str()));
        end = cells[2].to_owned();
        pixels += cells[column("pixels_retired")].parse::<u64>().unwrap();
    }
    assert_eq!(end.parse::<u64>().unwrap(), number(&report["clocks"]));
    assert_eq!(pixels, number(&report["pixels"]));
}

#[test]
fn a_sweep_has_the_rows_of_single_timings_whatever_the_number_of_jobs() {
    let room = room();
    let keys = "--set drains=1,4 --set walker=box,spans --set setup=1,20";
    let one = json(&room, &format!("sweep a.vood {keys} --jobs 1 -o 1.csv --plot 1.svg --json"));
    let three = json(&room, &format!("sweep a.vood {keys} --jobs 3 -o 3.csv --plot 3.svg --json"));
    assert_eq!(one, three);
    assert_eq!(room.bytes("1.csv"), room.bytes("3.csv"));
    assert_eq!(room.bytes("1.svg"), room.bytes("3.svg"));
    let rows = one["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &one["keys"]), (8, &serde_json::json!(["drains", "walker", "setup"])));
    assert_eq!(rows[1]["values"], serde_json::json!(["1", "box", "20"]));
    for row in rows {
        let values = row["values"].as_array().unwrap();
        let set: Vec<String> = ["drains", "walker", "setup"]
            .iter()
            .zip(values)
            .map(|(key, value)| format!("--set {key}={}", value.as_str().unwrap()))
            .collect();
        let single = json(&room, &format!("timing a.vood --json {}", set.join(" ")));
        for key in ["clocks", "pixels", "counters"] {
            assert_eq!(row[key], single[key]);
        }
    }
    assert_ne!(rows[0]["clocks"], rows[1]["clocks"]);
    let text = String::from_utf8(room.bytes("1.csv")).unwrap();
    let head = "format,stream,preset,profile,facts,frames,drains,walker,setup,ended,hertz,clocks,pixels,pixels_per_clock,mpixel_per_s,triangles,stall_pixel,";
    assert!(text.starts_with(head), "{text}");
    assert_eq!(text.lines().count(), 9);
    assert!(text.lines().skip(1).all(|line| line.starts_with("1,a.vood,zsst,hardware,,0..,")));
    assert!(room.run(&format!("sweep a.vood {keys}")).out.contains("fewest clocks: "));
}

#[test]
fn scenes_are_listed_measured_and_swept() {
    let room = Room::new();
    let list = json(&room, "timing --scene list --json");
    assert_eq!(list[0]["scenes"].as_array().unwrap().len(), 16);
    assert!(room.run("timing --scene list").out.contains("1024-right-10x5.flat"));
    let one = json(&room, "timing --scene 1024-right-10x5.flat --json");
    assert_eq!(
        (&one["pixels"], &one["specified_triangles_per_s"]),
        (&25_600.into(), &1_096_000.into())
    );
    let group = json(&room, "timing --scene steady --preset zsst --preset afterimage --json");
    assert_eq!(group["rows"].as_array().unwrap().len(), 4);
    assert!(room.run("timing --scene steady").out.contains("zsst: "));
    let clears = json(&room, "timing --scene clears --preset sst1 --json");
    assert_eq!(clears["rows"][2]["scene"], "clear-both");
    assert!((1_700_000 / 10..1_800_000 / 10).contains(&number(&clears["rows"][2]["clocks"])));
    let sweep = json(&room, "sweep --scene 1024-right-10x5.flat --set walker=box,spans --json");
    assert_eq!(sweep["rows"][0]["clocks"], one["clocks"]);
    assert_eq!(room.run("sweep --scene steady --set rob=8,16").code, 2);
    assert_eq!(room.run("timing --scene nothing").code, 2);
}

#[test]
fn presets_show_every_key() {
    let room = Room::new();
    let all = json(&room, "presets --json");
    assert_eq!((&all["format"], all["presets"].as_array().unwrap().len()), (&1.into(), 3));
    let keys = all["keys"].as_array().unwrap();
    let text = room.run("presets").out;
    for key in keys {
        assert!(text.contains(key["key"].as_str().unwrap()) && key["about"] != "", "{key}");
    }
    let rob = keys.iter().find(|key| key["key"] == "rob").unwrap();
    assert_eq!(rob["values"], "1 to 4096");
    assert!(keys.iter().all(|key| key["values"].is_string()) && text.contains("box or spans"));
    let edo = json(&room, "presets zsst,memory=edo --json");
    assert_eq!(edo["presets"][0]["config"]["memory"], "edo");
    assert_eq!(room.run("presets nothing").code, 2);
}

#[test]
fn wrong_usage_is_2_and_says_what_is_possible() {
    let room = room();
    for (arguments, says) in [
        ("timing a.vood --set texture.fill=3", "texture.fills"),
        ("timing a.vood --set rob=many", "a number"),
        ("timing a.vood --set rob", "key=value"),
        ("timing a.vood --set rob=0", "1 to 4096"),
        ("timing a.vood --preset zsts", "zsst"),
        ("timing a.vood --preset sst1 --set memory.slots=8", "memory"),
        ("timing a.vood --mhz fast", "megahertz"),
        ("timing a.vood --fact nothing=1", "there are"),
        ("timing a.vood --vcd a.vcd --clocks 9..3", "no clock"),
        ("timing", "--scene"),
        ("timing missing.vood", "missing.vood"),
        ("timing - --preset zsst --preset sst1", "standard input"),
        ("sweep a.vood", "--set"),
        ("sweep a.vood --set rob=1,,2", "key=value,value"),
        ("sweep a.vood --set memory=ddr,ideal --set memory.slots=8,16", "memory=ideal"),
        ("sweep a.vood --set rob=1 --set rob=2", "twice"),
        ("timing a.vood --set fills=3", "texture.fills"),
        ("timing a.vood --set lod=half-30", "--fact"),
        ("sweep a.vood --set lod=half-30", "--fact"),
        ("timing a.vood --preset nothing", "there are zsst, sst1, afterimage"),
        ("timing a.vood --set hertz=1000 --mhz 70", "--mhz"),
        ("sweep a.vood --set hertz=1000,2000 --mhz 70", "--mhz"),
        ("sweep a.vood --set rob=8,8", "8 is given twice"),
        ("sweep a.vood --set memory.slots=8,16 --set memory=ddr,port", "memory.slots"),
        ("sweep - --set rob=1,2", "standard input"),
        ("sweep a.vood --set rob=8,16 --frames 7..", "not so many frames"),
        ("sweep a.vood --set rob=8,16 --jobs 0", "jobs"),
    ] {
        let run = room.run(arguments);
        assert_eq!(run.code, 2, "{arguments}: {}", run.err);
        assert!(run.err.contains(says), "{arguments}: {}", run.err);
    }
}

#[test]
fn malformed_traces_are_measured_up_to_the_fault_and_budgets_end_in_4() {
    let room = room();
    let whole = room.bytes("a.vood");
    room.file("cut.vood", &whole[..whole.len() - 40]);
    let run = room.run("timing cut.vood --json");
    assert_eq!(run.code, 3);
    assert_eq!((&run.json()["ended"], &run.json()["complete"]), (&"fault".into(), &false.into()));
    assert!(number(&run.json()["pixels"]) > 0);
    let run = room.run("sweep cut.vood --set rob=8,16 -o cut.csv");
    assert_eq!(run.code, 3);
    let rows = String::from_utf8(room.bytes("cut.csv")).unwrap();
    assert_eq!(rows.matches(",fault,").count(), 2, "{rows}");
    assert_eq!(room.run_with("timing - --json", &whole).code, 0);
    assert_eq!(room.run("timing a.vood --budget 1000").code, 4);
    assert_eq!(room.run("sweep a.vood --set rob=8,16 --budget 1000").code, 4);
}

#[test]
fn the_verbs_have_help_with_an_example() {
    let room = Room::new();
    for verb in ["timing", "sweep", "presets"] {
        let run = room.run(&format!("{verb} --help"));
        assert_eq!(run.code, 0);
        assert!(run.out.contains("Examples") && run.out.contains(&format!("afterimage {verb}")));
    }
}

#[test]
fn outputs_replace_neither_the_input_nor_each_other() {
    let room = room();
    for wrong in [
        "timing a.vood --plot a.vood",
        "timing a.vood --series ./a.vood",
        "timing a.vood --vcd a.vood",
        "timing a.vood --plot b --series b",
        "timing a.vood --plot b --series ./././b",
        "timing a.vood --plot -",
        "sweep a.vood --set rob=8 -o a.vood",
        "sweep a.vood --set rob=8 --plot a.vood",
    ] {
        assert_eq!(room.run(wrong).code, 2, "{wrong}");
    }
    assert_eq!(room.bytes("a.vood"), drawn());
    assert_eq!(room.run("timing a.vood --plot none/b.svg").code, 1, "no such folder");
}

#[test]
fn clocks_count_against_the_budget() {
    let mut stream = Stream::new();
    for (at, data) in [
        (offset::VERTEX_AX, 0x8000),
        (offset::VERTEX_AY, 0x8000),
        (offset::VERTEX_BX, 0x7FFF),
        (offset::VERTEX_BY, 0x8010),
        (offset::VERTEX_CX, 0x8000),
        (offset::VERTEX_CY, 0x7FFF),
    ] {
        stream.write(at, data);
    }
    // Nothing of it lies on the screen, and the published walker looks at millions of centres.
    stream.repeat(offset::TRIANGLE_CMD, 0x8000_0000, 1_000_000);
    let room = Room::new();
    room.file("a.vood", &stream.finish());
    let run = room.run("timing a.vood --json");
    assert_eq!(run.code, 4, "{}", run.err);
    assert_eq!(run.json()["ended"], "budget");
}

#[test]
fn frames_behind_the_last_and_budgets_of_scenes_are_wrong_usage() {
    let room = room();
    for wrong in [
        "timing a.vood --frames 3",
        "timing a.vood --frames 4",
        "sweep a.vood --set rob=8 --frames 3..5",
        "timing --scene steady --budget 1",
        "sweep --scene 1-right-64x32.textured.64x2 --set rob=8 --budget 1",
    ] {
        assert_eq!(room.run(wrong).code, 2, "{wrong}");
    }
    assert_eq!(room.run("timing a.vood --frames 2").code, 0);
    let run = room.run("sweep a.vood --set rob=8 --counters -o counters.csv");
    assert_eq!(run.code, 0, "{}", run.err);
    let text = String::from_utf8(room.bytes("counters.csv")).unwrap();
    let mut names: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let columns = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), columns, "each column has a name of its own");
}
