//! A file: its setups, its cases and its scenes.
//!
//! Facts: the format of `docs/filetests-xenos.md`, version 1.

use std::collections::BTreeMap;
use std::sync::Arc;

use base_filetest::{INCLUDE_DEPTH, Include, Line, ParseError, Place, check_head};
use xenos_ucode::{Program, Slot, Stage};

use crate::claim::{Claim, Cover};
use crate::expect::{Expectation, What};
use crate::kinds::KindClaim;
use crate::look;
use crate::packets::PacketLine;
use crate::piece::{FieldOf, Piece};
use crate::room::Room;
use crate::scene::{self, Scene, SceneExpectation, SceneWhat};
use crate::state::State;

/// Claims of a case; each is a run or two.
const CLAIMS: usize = 64;
/// Lines of a program.
const PROGRAM_LINES: usize = 4_096;

/// A line of state with its place.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where it stands.
    pub place: Place,
    /// What it says.
    pub state: State,
}

/// A program with what it is expected to do and what it covers.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, unique in the file.
    pub name: String,
    /// Where it begins.
    pub place: Place,
    /// The program.
    pub program: Program,
    /// What it runs on.
    pub steps: Vec<Step>,
    /// What it covers.
    pub covers: Vec<Cover>,
    /// Rules that it shows.
    pub rules: Vec<String>,
    /// What is expected.
    pub expectations: Vec<Expectation>,
}

/// A file of cases and scenes.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// The file, as it was named.
    pub name: String,
    /// Its cases, in order.
    pub cases: Vec<Case>,
    /// Its scenes, in order.
    pub scenes: Vec<Scene>,
}

/// What setups and cases have in common.
#[derive(Clone, Debug, Default)]
struct Body {
    programs: Vec<Program>,
    steps: Vec<Step>,
}

/// What a case or a scene claims and expects.
enum Of {
    Case { covers: Vec<Cover>, expectations: Vec<Expectation> },
    Scene { covers: Vec<KindClaim>, expectations: Vec<SceneExpectation> },
}

impl Of {
    /// How many claims and expectations there are.
    fn counts(&self) -> (usize, usize) {
        match self {
            Self::Case { covers, expectations } => (covers.len(), expectations.len()),
            Self::Scene { covers, expectations } => (covers.len(), expectations.len()),
        }
    }
}

/// A case or a scene that is being read.
struct Open {
    name: String,
    place: Place,
    body: Body,
    rules: Vec<String>,
    of: Of,
}

enum Block {
    Head,
    Setup(String, Body),
    Case(Box<Open>),
}

/// Lines that are gathered up to `end`.
enum Gather {
    Program {
        place: Place,
        stage: Stage,
        words: bool,
        text: String,
        lines: usize,
        /// Whether a comment of several lines is open.
        comment: bool,
    },
    Packets {
        place: Place,
        lines: Vec<PacketLine>,
    },
}

struct Parser {
    setups: BTreeMap<String, Body>,
    cases: Vec<Case>,
    scenes: Vec<Scene>,
    block: Block,
    gather: Option<Gather>,
    room: Room,
}

impl TestFile {
    /// Reads the text of a file; `include` finds the texts of those it names.
    ///
    /// # Errors
    /// Names file, line and column, and what is wrong there.
    pub fn parse(name: &str, text: &str, include: &mut Include<'_>) -> Result<Self, ParseError> {
        let mut parser = Parser {
            setups: BTreeMap::new(),
            cases: Vec::new(),
            scenes: Vec::new(),
            block: Block::Head,
            gather: None,
            room: Room::new(),
        };
        parser.file(name, text, include, 0)?;
        if parser.cases.is_empty() && parser.scenes.is_empty() {
            let place = Place { file: name.into(), line: 1, column: 1 };
            return Err(ParseError::at(place, "no case"));
        }
        Ok(Self { name: name.to_owned(), cases: parser.cases, scenes: parser.scenes })
    }
}

impl Parser {
    fn file(
        &mut self,
        name: &str,
        text: &str,
        include: &mut Include<'_>,
        depth: u32,
    ) -> Result<(), ParseError> {
        let file: Arc<str> = name.into();
        check_head(&file, text)?;
        let mut chip = false;
        for (number, text) in (1..).zip(text.lines()) {
            let mut line = Line::new(Arc::clone(&file), number, text);
            if self.gather.is_some() {
                self.gathered(line, text)?;
                continue;
            }
            if line.done() {
                continue;
            }
            if !chip {
                line.need("chip")?;
                line.need("xenos")?;
                line.end()?;
                chip = true;
            } else if line.eat("include") {
                let place = line.place();
                let path = line.word("a file")?;
                line.end()?;
                if depth >= INCLUDE_DEPTH || !matches!(self.block, Block::Head) {
                    let message = "`include` stands in front of setups and cases, at most 8 deep";
                    return Err(ParseError::at(place, message));
                }
                self.room.include(&place)?;
                let text = include(path).map_err(|source| ParseError::Include { place, source })?;
                self.file(path, &text, include, depth + 1)?;
            } else {
                self.line(&mut line, text, depth)?;
            }
        }
        if let Some(Gather::Program { place, .. } | Gather::Packets { place, .. }) = &self.gather {
            return Err(ParseError::at(place.clone(), "its `end` is missing"));
        }
        self.close()
    }

    fn line(&mut self, line: &mut Line<'_>, text: &str, depth: u32) -> Result<(), ParseError> {
        let place = line.place();
        match line.peek().unwrap_or_default() {
            "case" | "scene" if depth > 0 => {
                Err(line.fail("an included file has setups, not cases"))
            }
            "setup" | "case" | "scene" => self.open(line, place),
            keyword @ ("covers" | "inert") => {
                let claim = if keyword == "covers" { Claim::Changes } else { Claim::Inert };
                let Block::Case(case) = &mut self.block else {
                    return Err(line.fail("a claim belongs to a case"));
                };
                line.need(keyword)?;
                match &mut case.of {
                    Of::Case { covers, .. } => covers.push(Cover::parse(line, claim)?),
                    Of::Scene { .. } if claim == Claim::Inert => {
                        return Err(ParseError::at(place, "a scene claims nothing inert"));
                    }
                    Of::Scene { covers, .. } => covers.push(KindClaim::parse(line)?),
                }
                if case.of.counts().0 > CLAIMS {
                    return Err(ParseError::at(
                        place,
                        format!("a case has at most {CLAIMS} claims"),
                    ));
                }
                Ok(())
            }
            "rule" => {
                let Block::Case(case) = &mut self.block else {
                    return Err(line.fail("a rule belongs to a case"));
                };
                line.need("rule")?;
                while !line.done() {
                    let rule = line.word("a rule")?.to_owned();
                    case.rules.push(rule);
                }
                Ok(())
            }
            "expect" => {
                let Block::Case(case) = &mut self.block else {
                    return Err(line.fail("an expectation belongs to a case"));
                };
                line.need("expect")?;
                let text = text.split(';').next().unwrap_or_default().trim().to_owned();
                match &mut case.of {
                    Of::Case { expectations, .. } => {
                        let what = What::parse(line)?;
                        expectations.push(Expectation { place, text, what });
                    }
                    Of::Scene { expectations, .. } => {
                        let what = SceneWhat::parse(line)?;
                        expectations.push(SceneExpectation { place, text, what });
                    }
                }
                Ok(())
            }
            "use" => {
                line.need("use")?;
                let known = &self.setups;
                let body = line.parsed("a setup", |name| {
                    known.get(name).cloned().ok_or_else(|| format!("no setup is called `{name}`"))
                })?;
                line.end()?;
                for program in body.programs {
                    self.program(&place, program)?;
                }
                self.add(&place, body.steps)
            }
            "program" => {
                line.need("program")?;
                let stage = line.parsed("a stage", |stage| match stage {
                    "vertex" => Ok(Stage::Vertex),
                    "pixel" => Ok(Stage::Pixel),
                    _ => Err(format!("`{stage}` is neither vertex nor pixel")),
                })?;
                let words = line.eat("words");
                line.end()?;
                self.body(&place)?;
                let (text, lines, comment) = (String::new(), 0, false);
                self.gather = Some(Gather::Program { place, stage, words, text, lines, comment });
                Ok(())
            }
            "packets" => {
                line.need("packets")?;
                line.end()?;
                self.body(&place)?;
                self.gather = Some(Gather::Packets { place, lines: Vec::new() });
                Ok(())
            }
            "patch" => {
                line.need("patch")?;
                let body = self.body(&place)?;
                let Some(program) = body.programs.last_mut() else {
                    return Err(ParseError::at(place, "a patch stands behind its program"));
                };
                patch(line, program)
            }
            other => {
                let message = format!("`{other}` begins no line");
                let state = State::parse(line)?.ok_or_else(|| line.fail(message))?;
                self.add(&place.clone(), vec![Step { place, state }])
            }
        }
    }

    /// A line of a program or of packets.
    fn gathered(&mut self, mut line: Line<'_>, text: &str) -> Result<(), ParseError> {
        let comment = matches!(self.gather, Some(Gather::Program { comment: true, .. }));
        let ends = line.peek() == Some("end") && !comment;
        match &mut self.gather {
            Some(Gather::Packets { lines, .. }) if !ends => {
                if !line.done() {
                    lines.push(PacketLine::parse(&mut line)?);
                }
                if lines.len() > PROGRAM_LINES {
                    return Err(line.fail("a script has at most 4096 packets"));
                }
                return Ok(());
            }
            Some(Gather::Program { text: all, lines, comment, words, .. }) if !ends => {
                *lines += 1;
                if *lines > PROGRAM_LINES {
                    return Err(line.fail("a program has at most 4096 lines"));
                }
                // Comments are the assembler's, and words of a list have their own.
                *comment = !*words && crate::source::in_comment(text, *comment);
                all.push_str(text);
                all.push('\n');
                return Ok(());
            }
            _ => {}
        }
        line.need("end")?;
        line.end()?;
        match self.gather.take() {
            Some(Gather::Packets { place, lines }) => {
                let state = State::Packets(lines);
                self.add(&place.clone(), vec![Step { place, state }])
            }
            Some(Gather::Program { place, stage, words, text, .. }) => {
                let program = if words {
                    crate::source::words(&place, stage, &text)?
                } else {
                    crate::source::assembly(&place, stage, &text)?
                };
                self.program(&place, program)
            }
            None => Ok(()),
        }
    }

    fn open(&mut self, line: &mut Line<'_>, place: Place) -> Result<(), ParseError> {
        self.close()?;
        let keyword = line.word("a block")?;
        let name = line.name()?.to_owned();
        line.end()?;
        let setup = keyword == "setup";
        let known = if setup {
            self.setups.contains_key(&name)
        } else {
            self.cases.iter().any(|case| case.name == name)
                || self.scenes.iter().any(|scene| scene.name == name)
        };
        if known {
            return Err(ParseError::at(place, format!("`{name}` is there already")));
        }
        self.block = if setup {
            Block::Setup(name, Body::default())
        } else {
            let of = if keyword == "scene" {
                Of::Scene { covers: Vec::new(), expectations: Vec::new() }
            } else {
                Of::Case { covers: Vec::new(), expectations: Vec::new() }
            };
            let body = Body::default();
            Block::Case(Box::new(Open { name, place, body, rules: Vec::new(), of }))
        };
        Ok(())
    }

    fn body(&mut self, place: &Place) -> Result<&mut Body, ParseError> {
        match &mut self.block {
            Block::Head => {
                Err(ParseError::at(place.clone(), "a line of state belongs to a setup or a case"))
            }
            Block::Setup(_, body) => Ok(body),
            Block::Case(case) => Ok(&mut case.body),
        }
    }

    fn program(&mut self, place: &Place, program: Program) -> Result<(), ParseError> {
        self.room.program(place, &program)?;
        let scene = matches!(&self.block, Block::Case(case) if matches!(case.of, Of::Scene { .. }));
        let setup = matches!(self.block, Block::Setup(..));
        let body = self.body(place)?;
        // A scene has one a stage, and setups may be a scene's.
        let other = |known: &Program| (scene || setup) && known.stage != program.stage;
        if !body.programs.iter().all(other) {
            return Err(ParseError::at(place.clone(), "there is a program already"));
        }
        body.programs.push(program);
        Ok(())
    }

    fn add(&mut self, place: &Place, steps: Vec<Step>) -> Result<(), ParseError> {
        self.room.steps(place, &steps)?;
        self.body(place)?.steps.extend(steps);
        Ok(())
    }

    /// Ends a block; a case has to expect and to cover something.
    fn close(&mut self) -> Result<(), ParseError> {
        match std::mem::replace(&mut self.block, Block::Head) {
            Block::Head => Ok(()),
            Block::Setup(name, body) => {
                self.setups.insert(name, body);
                Ok(())
            }
            Block::Case(case) => {
                let word = match case.of {
                    Of::Case { .. } => "case",
                    Of::Scene { .. } => "scene",
                };
                let fail = |what: &str| {
                    let message = format!("{word} `{}` {what}", case.name);
                    ParseError::at(case.place.clone(), message)
                };
                let (claims, expectations) = case.of.counts();
                if claims == 0 && case.rules.is_empty() {
                    return Err(fail("covers nothing"));
                }
                if expectations == 0 {
                    return Err(fail("expects nothing"));
                }
                let Open { name, place, body, rules, of } = *case;
                match of {
                    Of::Case { covers, expectations } => {
                        let message = format!("case `{name}` has no program");
                        let none = || ParseError::at(place.clone(), message);
                        let program = body.programs.into_iter().next().ok_or_else(none)?;
                        let steps = body.steps;
                        let case =
                            Case { name, place, program, steps, covers, rules, expectations };
                        look::check(&case)?;
                        self.cases.push(case);
                    }
                    Of::Scene { covers, expectations } => {
                        let Body { programs, steps } = body;
                        let scene =
                            Scene { name, place, programs, steps, covers, rules, expectations };
                        scene::check(&scene)?;
                        self.scenes.push(scene);
                    }
                }
                Ok(())
            }
        }
    }
}

/// Takes `[flow] N FIELD=VALUE ...`.
fn patch(line: &mut Line<'_>, program: &mut Program) -> Result<(), ParseError> {
    let of_flow = line.eat("flow");
    let place = line.place();
    let number = line.integer("an instruction")? as usize;
    let missing = || ParseError::at(place.clone(), format!("there is no instruction {number}"));
    let mut piece = if of_flow {
        Piece::Flow(*program.flow.get(number).ok_or_else(missing)?)
    } else {
        match program.slots.get(number) {
            Some(Slot::Used(instruction)) => Piece::Instruction(*instruction),
            _ => return Err(missing()),
        }
    };
    while !line.done() {
        let kind = piece.kind();
        let field = line.parsed("a field", |name| {
            FieldOf::find(kind, name)
                .ok_or_else(|| format!("`{}` has no field `{name}`", kind.name()))
        })?;
        line.need("=")?;
        let value = line.parsed("a value", |text| field.value(text))?;
        piece = field.set(&piece, value);
    }
    store(program, number, piece);
    Ok(())
}

fn store(program: &mut Program, number: usize, piece: Piece) {
    match piece {
        Piece::Flow(other) => {
            if let Some(place) = program.flow.get_mut(number) {
                *place = other;
            }
        }
        Piece::Instruction(other) => {
            if let Some(place) = program.slots.get_mut(number) {
                *place = Slot::Used(other);
            }
        }
    }
}

#[cfg(test)]
mod tests;
