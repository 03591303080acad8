//! What a page is made of.

/// A whole report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The trace's name.
    pub title: String,
    /// What it is, in a sentence.
    pub subtitle: String,
    /// What is wrong with the trace, or why the run ended early.
    pub warnings: Vec<String>,
    /// The largest figures.
    pub tiles: Vec<Tile>,
    /// Facts of the stream, name and value.
    pub facts: Vec<(String, String)>,
    /// A picture for the top of the page.
    pub hero: Option<Picture>,
    /// Pictures of frames.
    pub frames: Vec<Picture>,
    /// Which frames those are, in a sentence.
    pub frames_note: String,
    /// Values a frame.
    pub timeline: Vec<Series>,
    /// The first frame of the timeline.
    pub first_frame: u64,
    /// Histograms.
    pub bars: Vec<Bars>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Which textures those are, in a sentence.
    pub textures_note: String,
    /// The trace held against a contract.
    pub coverage: Option<Coverage>,
    /// What was refused.
    pub refusals: Vec<Refusal>,
    /// The census.
    pub tables: Vec<Table>,
    /// Titles of tables of the census in which nothing was found.
    pub empty_tables: Vec<String>,
    /// Who made the page, and how.
    pub colophon: String,
}

/// A large figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// What it is.
    pub name: String,
    /// The figure.
    pub value: String,
    /// More on it.
    pub note: String,
}

/// A picture as a PNG file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// What it shows.
    pub caption: String,
}

/// A value a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    /// What is counted, as a heading.
    pub name: String,
    /// What is counted, behind a number: `triangles`.
    pub unit: String,
    /// The values, from the report's first frame on; where one stands for several frames, the highest
    /// of them.
    pub values: Vec<u64>,
    /// Frames that a value stands for; the last one may stand for fewer.
    pub each: u64,
    /// Frames in all.
    pub frames: u64,
    /// The sum over all frames.
    pub sum: u64,
    /// The first frame with the highest value.
    pub most_frame: u64,
}

/// A histogram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bars {
    /// The heading.
    pub title: String,
    /// A sentence on it.
    pub note: String,
    /// What is counted, as a column heading.
    pub unit: String,
    /// The bars, in order.
    pub bars: Vec<Bar>,
}

/// A bar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    /// The class.
    pub name: String,
    /// How many.
    pub count: u64,
}

/// A texture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texture {
    /// Its picture; the caption is its format and size.
    pub picture: Picture,
    /// How it is sampled.
    pub key: String,
    /// Where it is used first, and how often.
    pub note: String,
}

/// A trace held against a contract.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The contract's name.
    pub contract: String,
    /// Whether the census held everything.
    pub valid: bool,
    /// Entries inside.
    pub inside: u64,
    /// Items of the contract that the trace does not use.
    pub unused: u64,
    /// How many entries are outside.
    pub outside_count: u64,
    /// Those that are shown.
    pub outside: Vec<Outside>,
    /// Records of first occurrences are addresses of packets.
    pub addresses: bool,
}

/// Something that a contract does not allow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// The table.
    pub table: String,
    /// The key.
    pub key: String,
    /// How often.
    pub count: u64,
    /// Frame of the first occurrence.
    pub frame: u64,
    /// Record of the first occurrence.
    pub record: u64,
}

/// Something refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// Its stable name.
    pub id: String,
    /// What was asked for.
    pub title: String,
    /// The register and word concerned.
    pub what: String,
    /// How often.
    pub count: u64,
    /// Where first.
    pub first: String,
}

/// A table of the census.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Its title.
    pub title: String,
    /// The rows that are shown.
    pub rows: Vec<Row>,
    /// Rows there are.
    pub entries: u64,
    /// The sum of all rows; none where they count different things.
    pub total: Option<u64>,
    /// What rows sum besides, as a column's heading; empty where they sum nothing.
    pub value: String,
    /// Occurrences that found no room.
    pub overflow: u64,
    /// Records of first occurrences are addresses of packets.
    pub addresses: bool,
}

/// A row of the census.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The key.
    pub key: String,
    /// In all.
    pub count: u64,
    /// What is summed besides.
    pub value: u64,
    /// On average a frame, in tenths.
    pub mean_tenths: u64,
    /// Most a frame.
    pub worst: u64,
    /// In which.
    pub worst_frame: u64,
    /// Frames with it.
    pub frames: u64,
    /// Frame of the first occurrence.
    pub first_frame: u64,
    /// Its record.
    pub first_record: u64,
}
