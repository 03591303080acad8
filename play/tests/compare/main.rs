//! `xenos-eval` against `tools/xenos_eval.py`, an evaluator of other make, bit for bit.
//!
//! Jobs and results are those of `docs/xenos-eval-compare.md`: random programs, some with bits turned,
//! and programs of the shared streams with the constants and vertex buffers of their first draw;
//! registers are random, special numbers among them. Needs `python3` with `mpmath`, and skips, saying
//! so, without. `AFTERIMAGE_COMPARE=all` takes everything instead of a small selection
//! (`tools/compare_evaluators.sh`).

mod job;
mod numbers;
mod random;
mod streams;
mod unit;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use xenos_eval::Unspecified;
use xenos_ucode::Program;

use job::Job;

/// What is compared.
struct Extent {
    random: u64,
    /// A part of the names of streams, and how many of their programs.
    streams: (&'static str, usize),
    jobs: usize,
    units: usize,
}

const SMALL: Extent = Extent { random: 12, streams: ("21_shader_flow", 4), jobs: 4, units: 5 };
const ALL: Extent = Extent { random: 300, streams: ("", usize::MAX), jobs: 10, units: 10 };

/// Programs that one file of jobs holds.
const AT_ONCE: usize = 16;

/// A program, and what its stream gave it.
struct Tried {
    name: String,
    program: Program,
    own: Option<Job>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Why the other evaluator cannot run; nothing if it can.
fn lacks() -> Option<String> {
    match Command::new("python3").args(["-c", "import mpmath"]).output() {
        Err(error) => Some(format!("python3: {error}")),
        Ok(done) if !done.status.success() => Some("python3 has no mpmath".to_owned()),
        Ok(_) => None,
    }
}

fn tried(extent: &Extent) -> Vec<Tried> {
    let (part, most) = extent.streams;
    let mut tried: Vec<Tried> = streams::programs(part)
        .into_iter()
        .take(most)
        .map(|found| Tried { name: found.sha1, program: found.program, own: Some(found.own) })
        .collect();
    tried.extend((0..extent.random).map(|seed| Tried {
        name: format!("random program {seed}"),
        program: random::random_program(seed),
        own: None,
    }));
    tried
}

/// The other evaluator's results.
fn other(from: &Path, programs: &[Tried], jobs: &[Job]) -> Vec<Value> {
    let jobs: Vec<Value> =
        jobs.iter().map(|job| job.json(programs[job.program].program.stage)).collect();
    let programs: Vec<&Program> = programs.iter().map(|tried| &tried.program).collect();
    let file =
        json!({"format": "xenos-eval-jobs", "version": 1, "programs": programs, "jobs": jobs});
    let to = from.with_extension("results");
    fs::write(from, file.to_string()).expect("jobs are written");
    let script = root().join("tools/xenos_eval.py");
    let done = Command::new("python3").arg(script).arg(from).arg(&to).output().expect("python3");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let results = fs::read_to_string(&to).expect("results");
    fs::remove_file(&to).expect("results go");
    let mut results: Value = serde_json::from_str(&results).expect("results are JSON");
    assert_eq!(
        (&results["format"], &results["version"]),
        (&json!("xenos-eval-results"), &json!(1))
    );
    match results["results"].take() {
        Value::Array(results) => results,
        other => panic!("{other}"),
    }
}

/// Where two values differ, with both.
fn differences(place: &str, ours: &Value, theirs: &Value, found: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                differences(&format!("{place}.{key}"), &ours[key], &theirs[key], found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (a, b)) in a.iter().zip(b).enumerate() {
                differences(&format!("{place}[{at}]"), a, b, found);
            }
        }
        (Value::String(a), Value::String(b)) if a != b && a.len() == b.len() => {
            for (at, (a, b)) in
                a.split(' ').zip(b.split(' ')).enumerate().filter(|(_, (a, b))| a != b)
            {
                found.push(format!("{place} word {at}: {a}, the other {b}"));
            }
        }
        _ if ours == theirs => {}
        _ => found.push(format!("{place}: {ours}, the other {theirs}")),
    }
}

#[derive(Default)]
struct Totals {
    jobs: usize,
    lanes: usize,
    inputs: usize,
    stored: usize,
    differ: usize,
    events: BTreeMap<String, u64>,
}

#[test]
fn both_evaluators_give_the_same() {
    if let Some(reason) = lacks() {
        println!("skipped: {reason}");
        eprintln!("skipped: the other evaluator cannot run: {reason}");
        return;
    }
    let all = std::env::var("AFTERIMAGE_COMPARE").is_ok_and(|extent| extent == "all");
    let extent = if all { ALL } else { SMALL };
    let programs = tried(&extent);
    let folder = std::env::temp_dir().join(format!("afterimage-compare-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut totals = Totals::default();
    for (number, part) in programs.chunks(AT_ONCE).enumerate() {
        let file = folder.join(format!("jobs-{number}.json"));
        let differed = totals.differ;
        compare(&file, part, &extent, &mut totals);
        if totals.differ == differed {
            fs::remove_file(&file).expect("the file goes");
        } else {
            println!("{} holds these jobs, numbered from 0", file.display());
        }
    }
    // It stays if anything differed.
    let _ = fs::remove_dir(&folder);
    println!(
        "{} programs, {} jobs, {} inputs, {} lanes, {} elements stored",
        programs.len(),
        totals.jobs,
        totals.inputs,
        totals.lanes,
        totals.stored
    );
    for (event, count) in &totals.events {
        println!("{count:8} {event}");
    }
    assert_eq!(totals.differ, 0, "jobs differ");
    if all {
        // Inputs of pixels are not the program's, and not compared.
        let names = Unspecified::ALL.iter().map(|event| event.name());
        let never: Vec<&str> = names.filter(|name| !totals.events.contains_key(*name)).collect();
        assert_eq!(never, ["param-gen-register"], "events that no job met");
    }
}

fn compare(file: &Path, part: &[Tried], extent: &Extent, totals: &mut Totals) {
    let mut jobs = Vec::new();
    for (place, tried) in part.iter().enumerate() {
        for number in 0..extent.jobs {
            // One job of five has other constants than the stream's.
            let own = tried.own.as_ref().filter(|_| number % 5 != 4);
            let job = random::job(place, &tried.name, &tried.program, number, extent.units, own);
            jobs.push(job);
        }
    }
    let theirs = other(file, part, &jobs);
    assert_eq!(theirs.len(), jobs.len());
    for (number, (job, theirs)) in jobs.iter().zip(&theirs).enumerate() {
        let ours = job.evaluate(&part[job.program].program);
        totals.jobs += 1;
        totals.inputs += extent.units;
        totals.lanes += job.lanes.len();
        totals.stored += ours["stored"].as_array().map_or(0, Vec::len);
        for (event, count) in ours["events"].as_object().into_iter().flatten() {
            *totals.events.entry(event.clone()).or_default() += count.as_u64().unwrap_or(0);
        }
        let mut found = Vec::new();
        differences("", &ours, theirs, &mut found);
        if !found.is_empty() {
            totals.differ += 1;
            println!("{number}, {}: {} differences", job.name, found.len());
            found.iter().take(6).for_each(|line| println!("    {line}"));
        }
    }
}
