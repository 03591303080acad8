use super::*;

#[test]
fn every_preset_has_a_name_and_passes_the_check() {
    for (name, _) in PRESETS {
        Config::preset(name).unwrap().validate().unwrap();
    }
    let error = Config::preset("zst").unwrap_err();
    assert_eq!(error.to_string(), "no preset `zst`; there are zsst, sst1, afterimage");
}

/// Every key reads back what was set, and keys are named once.
#[test]
fn keys_round_trip() {
    let mut names = Vec::new();
    for memory in ["ddr", "ideal", "edo", "port"] {
        let mut config = Config::zsst();
        config.set("memory", memory).unwrap();
        for key in keys() {
            let Some(value) = config.get(key.name) else { continue };
            let other = match value.as_str() {
                "true" => "false".to_owned(),
                "false" => "true".to_owned(),
                "box" => "spans".to_owned(),
                "word" => "beat".to_owned(),
                "bits" => "folded".to_owned(),
                "ddr" | "ideal" | "edo" | "port" => continue,
                number => (number.parse::<u64>().unwrap() + 1).to_string(),
            };
            let before = config;
            config.set(key.name, &other).unwrap();
            assert_eq!(config.get(key.name).as_deref(), Some(other.as_str()));
            config.set(key.name, &value).unwrap();
            assert_eq!(config, before, "{}", key.name);
            names.push(key.name);
        }
    }
    for key in keys() {
        assert!(key.name == "memory" || names.contains(&key.name), "{}", key.name);
        assert_eq!(keys().filter(|other| other.name == key.name).count(), 1, "{}", key.name);
        assert!(!key.about.is_empty());
    }
}

/// Every field has a key: as many keys as the serialised form has leaves.
#[test]
fn every_field_has_a_key() {
    for (memory, own) in [("ddr", 8), ("ideal", 0), ("edo", 10), ("port", 2)] {
        let mut config = Config::zsst();
        config.set("memory", memory).unwrap();
        let set = keys().filter(|key| config.get(key.name).is_some()).count();
        // Fields of `Config` itself, of `Overlap`, of three caches (texels are always coherent); the memory's kind and its own.
        assert_eq!(set, 20 + 3 + 3 * 11 - 1 + 1 + own, "{memory}");
    }
}

#[test]
fn faults_are_named() {
    let mut config = Config::zsst();
    let mut error = |text: &str| config.assign(text).unwrap_err().to_string();
    assert_eq!(error("texture.fill=4"), "no key `texture.fill`; `texture.fills`?");
    assert_eq!(error("reorder=true"), "no key `reorder`; `memory.reorder`?");
    assert_eq!(error("wobble=4"), "no key `wobble`");
    assert_eq!(error("rob=many"), "rob: `many` is not a number");
    assert_eq!(error("walker=zigzag"), "walker: `zigzag` is not box or spans");
    assert_eq!(
        error("memory.banks=2"),
        "memory.banks: the memory `ddr` has no such key; another `memory` may"
    );
    assert_eq!(error("rob"), "`rob`: key=value is wanted");
}

/// The part of a key that caches share means the texture cache's, which is what most look at.
#[test]
fn what_may_have_been_meant() {
    let meant = |text: &str| Config::zsst().assign(text).unwrap_err().to_string();
    for part in ["fills", "prefetch", "bytes", "window"] {
        let expected = format!("no key `{part}`; `texture.{part}`?");
        assert_eq!(meant(&format!("{part}=4")), expected);
    }
    assert_eq!(meant("latency=4"), "no key `latency`; `memory.latency`?");
    assert_eq!(meant("prefetches=4"), "no key `prefetches`; `texture.prefetch`?");
    assert_eq!(meant("depth=4"), "no key `depth`; `overlap.depth`?");
}

#[test]
fn the_memory_is_chosen_before_its_figures() {
    let set = |settings: &[(&str, &str)]| {
        let mut config = Config::zsst();
        config.set_all(settings.iter().copied()).map(|()| config.memory)
    };
    let port = MemoryConfig::Port { latency: 70, beat: 100 };
    assert_eq!(set(&[("memory.latency", "70"), ("memory", "port")]), Ok(port));
    assert_eq!(set(&[("memory", "port"), ("memory.latency", "70")]), Ok(port));
    assert_eq!(
        set(&[("memory.latency", "7"), ("memory", "port"), ("memory.latency", "70")]),
        Ok(port)
    );
    assert!(matches!(
        set(&[("memory.slots", "8"), (" memory ", "port")]),
        Err(ConfigError::Elsewhere { key: "memory.slots", memory: "port" })
    ));
}

#[test]
fn dashes_do_for_underscores() {
    let mut config = Config::zsst();
    config.assign("texture.fills-per-clock = 2").unwrap();
    assert_eq!(config.texture.fills_per_clock, 2);
}

#[test]
fn sizes_that_no_block_can_have_are_refused() {
    let refused = |text: &str| {
        let mut config = Config::zsst();
        config.assign(text).unwrap();
        config.validate().unwrap_err().to_string()
    };
    assert_eq!(refused("texture.bytes=3000"), "texture.bytes: 3000 is not a power of two");
    assert_eq!(refused("texture.bytes=64"), "texture.bytes: 64 is not in 128 to 1048576");
    assert_eq!(refused("color.window=2"), "color.window: 2 is not in 1 to 1");
    assert_eq!(refused("texture.window=3"), "texture.window: 3 is not in 1 to 2");
    assert_eq!(refused("aux.fills=17"), "aux.fills: 17 is not in 1 to 16");
    assert_eq!(refused("memory.slots=65"), "memory.slots: 65 is not in 1 to 64");
    assert_eq!(refused("host_hundredths=100"), "host_hundredths: 100 is not in 0 to 99");
    assert_eq!(refused("scan_out_beats=0"), "scan_out_beats: 0 is not in 1 to 256");
    assert_eq!(refused("rob=0"), "rob: 0 is not in 1 to 4096");
    assert_eq!(refused("hertz=0"), "hertz: 0 is not in 1 to 4294967294");
}

/// What is shown beside a key is what the check accepts.
#[test]
fn keys_name_their_values() {
    for memory in ["ddr", "ideal", "edo", "port"] {
        let mut config = Config::zsst();
        config.set("memory", memory).unwrap();
        for key in keys() {
            let values = key.values(&config);
            assert_eq!(values.is_some(), config.get(key.name).is_some(), "{}", key.name);
        }
    }
    let of = |name: &str| {
        let key = keys().find(|key| key.name == name).unwrap();
        key.values(&Config::zsst()).unwrap()
    };
    assert_eq!(of("rob"), "1 to 4096");
    assert_eq!(of("lanes"), "1 to 2");
    assert_eq!(of("texture.window"), "1 to 2");
    assert_eq!(of("walker"), "box or spans");
    assert_eq!(of("memory"), "ddr, ideal, edo or port");
    assert_eq!(of("scan_out"), "true or false");
    assert_eq!(of("texture.bytes"), "128 to 1048576, a power of two");
    assert_eq!(of("memory.period"), "1 to 2147483648, a power of two");
    assert_eq!(of("hertz"), "1 to 4294967294");
}

/// Writes that gather have to have room.
#[test]
fn a_burst_has_room() {
    let mut config = Config::sst1();
    config.set("memory.burst", "9").unwrap();
    let error = config.validate().unwrap_err();
    assert_eq!(error.to_string(), "memory.burst: 9 is not in 1 to 8");
}

/// Digest 2, "Defaults", and 1.2, 1.3: the published sizes.
#[test]
fn the_published_design_has_the_published_sizes() {
    let zsst = Config::zsst();
    let MemoryConfig::Ddr(ddr) = zsst.memory else { panic!("{:?}", zsst.memory) };
    assert_eq!((ddr.slots, ddr.latency, ddr.jitter), (16, 26, 4));
    assert_eq!((ddr.period, ddr.long, ddr.writes, ddr.write_service), (64, 48, 8, 2));
    assert_eq!((zsst.color.bytes, zsst.color.line, zsst.color.ways), (4096, 64, 1));
    assert_eq!((zsst.texture.bytes, zsst.texture.ways, zsst.texture.prefetch), (8192, 2, 2));
    assert_eq!((zsst.rob, zsst.join, zsst.output, zsst.pending), (64, 64, 64, 64));
}
