use super::*;

fn plot() -> Plot {
    let layer = |name: &str, color, values: &[f64]| Layer {
        name: name.to_owned(),
        color,
        values: values.to_vec(),
    };
    let edges = vec![0.0, 10.0, 20.0, 25.0];
    let layers = vec![layer("a <b>", 0, &[0.5, 0.25, 1.0]), layer("rest", 18, &[0.5, 0.75, 0.0])];
    let axis = |label: &str| Axis { label: label.to_owned(), ..Axis::default() };
    let panel = |marks| Panel {
        title: "panel & axes".to_owned(),
        x: axis("clocks"),
        y: axis("share"),
        marks,
    };
    let line = Line {
        name: "line".to_owned(),
        color: 21,
        points: vec![[1.0, 2.0], [f64::NAN, 1.0], [8.0, 3.0]],
    };
    Plot {
        title: "\"title\"".to_owned(),
        note: "note".to_owned(),
        columns: 1,
        panels: vec![
            panel(Marks::Stack { edges: edges.clone(), layers: layers.clone() }),
            panel(Marks::Steps { edges, layers }),
            panel(Marks::Lines(vec![line])),
        ],
    }
}

/// Checks that elements nest, attributes are quoted and text is escaped.
fn well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.trim_end();
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end + 1..];
        assert!(open.is_empty() == rest.is_empty(), "one root");
    }
    assert!(open.is_empty());
}

#[test]
fn a_picture_is_well_formed_and_needs_nothing_else() {
    for columns in [0, 1, 2, 9] {
        let picture = svg(&Plot { columns, ..plot() });
        well_formed(&picture);
        assert!(picture.contains("a &lt;b&gt;") && picture.contains("panel &amp; axes"));
        assert!(picture.contains("prefers-color-scheme:dark"));
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
        assert_eq!(picture.matches("http").count(), 1, "the name space alone");
    }
    well_formed(&svg(&Plot::default()));
}

#[test]
fn what_has_no_name_has_no_legend() {
    let line = |name: &str| Line { name: name.to_owned(), color: 3, points: vec![[1.0, 2.0]] };
    let squares = |name: &str| {
        let marks = Marks::Lines(vec![line(name)]);
        let panel = Panel { marks, ..Panel::default() };
        svg(&Plot { panels: vec![panel], ..Plot::default() }).matches("<rect class=\"f3\"").count()
    };
    assert_eq!((squares("a"), squares("")), (1, 0));
}

#[test]
fn a_stack_is_as_high_as_its_sum() {
    let picture = svg(&plot());
    // Both layers of the first bin reach 1.0, which is the axis' end.
    assert!(picture.contains("<path class=\"f0\" d=\"M62 185H"), "{picture}");
    assert!(picture.contains("<path class=\"f18\" d=\"M62 90H"), "{picture}");
}
