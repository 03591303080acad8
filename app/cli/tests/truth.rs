//! `afterimage truth` from outside.

mod common;

use std::collections::BTreeSet;

use common::{Room, Stream};
use serde_json::{Value, json};
use sst1_facts::{FACTS, Profile};
use sst1_regs::offset;

/// A sample of the JSON's version, as it was written when that was published.
const SAMPLE_1: &str = include_str!("samples/truth-1.json");

/// A fill that is dithered or cut, depending on a fact.
fn fills() -> Vec<u8> {
    let mut stream = Stream::new();
    stream.write(offset::FBZ_MODE, 1 << 14 | 1 << 10 | 1 << 9 | 1 << 8 | 1);
    stream.frame(0x0084_8484);
    stream.frame(0x0000_0000);
    stream.finish()
}

#[test]
fn every_fact_decides_something_in_its_own_case() {
    let run = Room::new().run("truth sst1 --json");
    assert_eq!(run.code, 0, "{}", run.err);
    let truth = run.json();
    let facts = truth["facts"].as_array().unwrap();
    let names: Vec<_> = facts.iter().map(|fact| fact["name"].as_str().unwrap()).collect();
    assert_eq!(names, FACTS.iter().map(|fact| fact.name).collect::<Vec<_>>());
    for (fact, known) in facts.iter().zip(FACTS) {
        let values = fact["values"].as_array().unwrap();
        assert_eq!(values.len(), known.values.len(), "{}", known.name);
        assert_eq!(values[0]["name"].as_str(), Profile::hardware().get(known.name));
        assert_eq!(values[0]["hardware"], true);
        assert!(!fact["cases"].as_array().unwrap().is_empty(), "{}", known.name);
        for value in &values[1..] {
            let decides = &value["decides"];
            let kinds = ["words", "register_reads", "lfb_reads", "screen", "texture_bytes"];
            let sum: u64 = kinds.iter().filter_map(|kind| decides[*kind].as_u64()).sum();
            assert!(sum > 0, "{}={}", known.name, value["name"]);
        }
    }
}

#[test]
fn the_table_fits_in_100_columns_and_names_every_fact() {
    let room = Room::new();
    let run = room.run("truth sst1");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for line in run.out.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    for fact in FACTS {
        assert!(run.out.lines().any(|line| line.split(' ').next() == Some(fact.name)));
    }
    let names: Vec<_> = FACTS.iter().map(|fact| fact.name).collect();
    let run = room.run(&format!("truth sst1 --fact {}", names.join(" --fact ")));
    for line in run.out.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    let markdown = room.run("truth sst1 --markdown").out;
    let values = FACTS.iter().map(|fact| fact.values.len() - 1).sum::<usize>();
    assert_eq!(markdown.lines().count(), 2 + values);
}

#[test]
fn one_fact_has_its_meanings_and_its_cases() {
    let room = Room::new();
    let run = room.run("truth sst1 --fact saturate");
    assert_eq!(run.code, 0, "{}", run.err);
    for part in ["What source factor 15 scales.", "86box", "documented (digest", "Differs: 1 word."]
    {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    assert!(run.out.contains("sst1/blend.test:") && !run.out.contains("fog_z"), "{}", run.out);
}

#[test]
fn against_a_profile_only_what_differs_there() {
    let truth = Room::new().run("truth sst1 --against hardware,lod=quarter-27 --json").json();
    assert_eq!(truth["against"], "hardware,lod=quarter-27");
    let facts = truth["facts"].as_array().unwrap();
    assert_eq!((facts.len(), &facts[0]["name"]), (1, &json!("lod")));
    let values: Vec<_> =
        facts[0]["values"].as_array().unwrap().iter().map(|v| &v["name"]).collect();
    assert_eq!(values, ["half-30", "quarter-27"]);
}

#[test]
fn what_does_not_exist_is_wrong_usage_with_what_is_close() {
    let room = Room::new();
    for (arguments, close) in [
        ("truth sst1 --fact fog", "fog_both"),
        ("truth sst1 --fact satruate", "saturate"),
        ("truth sst", "sst1"),
        ("truth sst1 --against 68box", "86box"),
        ("truth sst1 --against 86box,lod=x", "half-30"),
        ("truth sst1 -", "standard input"),
        ("truth sst1 missing.vood", "missing.vood"),
    ] {
        let run = room.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments}: {}", run.err);
        assert!(run.err.contains(close), "{arguments}: {}", run.err);
    }
}

#[test]
fn in_traces_the_words_that_hang_on_a_fact() {
    let room = Room::new();
    room.file("a.vood", &fills());
    let facts = "--fact fastfill_color --fact edges --fact stw_format";
    let run = room.run(&format!("truth sst1 a.vood a.vood {facts} --json"));
    assert_eq!(run.code, 0, "{}", run.err);
    let truth = run.json();
    let trace = &truth["traces"][1];
    assert_eq!((&trace["name"], &trace["frames"]), (&json!("a.vood"), &json!(2)));
    let decided = trace["decided"].as_array().unwrap();
    // One other value, three, and two.
    assert_eq!(decided.len(), 6);
    // 0x84 in red is between 16 and 17 of 31: at some places it becomes 17. Front and back show it.
    let words = decided[0]["words"].as_u64().unwrap();
    assert!(words > 0 && decided[0]["first"]["buffer"] == "front", "{decided:?}");
    assert!(decided[1..].iter().all(|one| one["words"] == 0 && one["first"].is_null()));
    let sum = &truth["facts"][0]["values"][1]["traces"];
    assert_eq!(*sum, json!({ "words": 2 * words, "traces": 2 }));
    let less = room.run(&format!("truth sst1 a.vood a.vood {facts} --json --memory 0")).json();
    assert_eq!(less, truth);
    let human = room.run("truth sst1 a.vood");
    assert!(human.out.contains(&format!("{words} words in 1 trace\n")), "{}", human.out);
    let long = room.run("truth sst1 a.vood --fact fastfill_color");
    assert!(long.out.contains("frame 0 front ("), "{}", long.out);
    let whole = fills();
    room.file("cut.vood", &whole[..whole.len() - 1]);
    let run = room.run("truth sst1 cut.vood --fact edges");
    assert_eq!(run.code, 3);
    assert!(run.err.contains("cut.vood"), "{}", run.err);
}

/// Every path of names in a value; lists count by what is in them.
fn shape(value: &Value, path: &str, paths: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                paths.insert(format!("{path}.{name}"));
                shape(value, &format!("{path}.{name}"), paths);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| shape(item, path, paths)),
        _ => {}
    }
}

#[test]
fn version_1_of_the_json() {
    let room = Room::new();
    room.file("a.vood", &fills());
    let paths = |truth: &Value| {
        let mut paths = BTreeSet::new();
        shape(truth, "", &mut paths);
        paths
    };
    let with = room.run("truth sst1 a.vood --fact fastfill_color --json").json();
    let without = room.run("truth sst1 --fact fastfill_color --json").json();
    let sample: Value = serde_json::from_str(SAMPLE_1).unwrap();
    let [sample_with, sample_without] = [&sample[0], &sample[1]];
    assert_eq!((&with["format"], &with["version"]), (&json!("afterimage truth"), &json!(1)));
    assert_eq!(paths(&with), paths(sample_with));
    assert_eq!(paths(&without), paths(sample_without));
}
