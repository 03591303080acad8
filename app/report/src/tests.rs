use super::*;

fn example() -> Report {
    let picture = Picture { png: vec![1, 2, 3], width: 4, height: 3, caption: "frame 0".into() };
    let row = Row { key: "fog(<enable>)".into(), count: 7, frames: 2, ..Row::default() };
    Report {
        title: "<script>alert(1)</script>.vood".into(),
        subtitle: "2 frames".into(),
        tiles: vec![Tile { name: "frames".into(), value: "2".into(), note: String::new() }],
        hero: Some(picture.clone()),
        frames: vec![picture.clone()],
        timeline: vec![Series {
            name: "Triangles".into(),
            unit: "triangles".into(),
            values: (0..1000).collect(),
            each: 1,
            frames: 1000,
            sum: 499_500,
            most_frame: 1059,
        }],
        first_frame: 60,
        bars: vec![Bars {
            bars: vec![Bar { name: "1 pixel".into(), count: 3 }],
            ..Bars::default()
        }],
        textures: vec![Texture { picture, ..Texture::default() }],
        coverage: Some(Coverage {
            contract: "c.toml".into(),
            valid: true,
            inside: 3,
            outside_count: 1,
            outside: vec![Outside { key: "swap".into(), ..Outside::default() }],
            ..Coverage::default()
        }),
        tables: vec![Table {
            rows: vec![row],
            entries: 9,
            total: Some(10),
            value: "dwords".into(),
            ..Table::default()
        }],
        empty_tables: vec!["Waits".into()],
        ..Report::default()
    }
}

#[test]
fn nothing_from_the_data_is_markup() {
    let html = page(&example());
    assert!(!html.contains("<script") && html.contains("&lt;script&gt;"));
    assert!(html.contains("fog(&lt;enable&gt;)"));
}

#[test]
fn the_page_carries_everything_itself() {
    let html = page(&example());
    assert!(html.contains("data:image/png;base64,AQID"));
    for outside in ["http:", "https:", "src=\"/", "@import", "url("] {
        assert!(!html.contains(outside), "{outside}");
    }
}

#[test]
fn long_timelines_are_bundled_and_show_the_highest() {
    let html = page(&example());
    assert_eq!(html.matches("<rect").count(), 200);
    assert!(html.contains("frame 1055: 999 triangles") && html.contains("stands for 5 frames"));
    assert!(html.contains("mean 499.5 triangles a frame, most 999 in frame 1059"));
    let mut report = example();
    report.timeline[0].each = 4;
    assert!(page(&report).contains("stands for 20 frames"));
}

#[test]
fn elements_are_closed_in_order() {
    let html = page(&example());
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric() && c != '/').next().unwrap();
        match name {
            "" | "meta" | "link" | "img" | "br" | "wbr" => {}
            closing if closing.starts_with('/') => {
                assert_eq!(open.pop(), Some(&closing[1..]), "{tag}");
            }
            opening => open.push(opening),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn tables_have_what_rows_sum_besides_and_say_what_was_not_found() {
    let html = page(&example());
    assert!(html.contains(">dwords</th>") && html.contains("9 entries, 10<"));
    assert!(html.contains("Looked for, and not found: Waits."));
    let mut report = example();
    report.tables[0].total = None;
    assert!(page(&report).contains("9 entries<"));
}

#[test]
fn an_empty_report_is_a_page() {
    let html = page(&Report::default());
    assert!(html.contains("Nothing: all that the trace asks for"));
}
