//! A file: its setups and its cases.
//!
//! Facts: the format of `docs/filetests.md`, version 1.

use std::collections::BTreeMap;
use std::sync::Arc;

use sst1_board::BoardConfig;
use sst1_facts::Profile;

use crate::{Claim, Command, Cover, Include, ParseError, Place, Step};
use base_filetest::{INCLUDE_DEPTH, INCLUDE_FILES, Line, check_head, number};

/// Steps of a file, setups counted wherever they are used: a bound for those that double.
const STEPS: usize = 100_000;

/// A board and how disputed facts are decided on it.
#[derive(Clone, Debug)]
struct Bench {
    board: BoardConfig,
    profile: Profile,
}

/// A program with what it is expected to do and what it covers.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, unique in the file.
    pub name: String,
    /// Where it begins.
    pub place: Place,
    /// The board.
    pub board: BoardConfig,
    /// How disputed facts are decided.
    pub profile: Profile,
    /// What it covers.
    pub covers: Vec<Cover>,
    /// What is done.
    pub steps: Vec<Step>,
}

/// A file of cases.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// The file, as it was named.
    pub name: String,
    /// Its cases, in order.
    pub cases: Vec<Case>,
}

impl TestFile {
    /// Reads the text of a file; `include` finds the texts of those it names.
    ///
    /// # Errors
    /// Names file, line and column, and what is wrong there.
    pub fn parse(name: &str, text: &str, include: &mut Include<'_>) -> Result<Self, ParseError> {
        let mut parser = Parser {
            bench: Bench { board: BoardConfig::default(), profile: Profile::hardware() },
            setups: BTreeMap::new(),
            cases: Vec::new(),
            block: Block::Head,
            room: STEPS,
            files: INCLUDE_FILES,
        };
        parser.file(name, text, include, 0)?;
        parser.close()?;
        if parser.cases.is_empty() {
            let place = Place { file: name.into(), line: 1, column: 1 };
            return Err(ParseError::at(place, "no case"));
        }
        Ok(Self { name: name.to_owned(), cases: parser.cases })
    }
}

/// What lines belong to.
enum Block {
    /// Nothing yet: board and profile of all that follows.
    Head,
    /// A setup.
    Setup(String),
    /// The last case.
    Case,
}

struct Parser {
    bench: Bench,
    setups: BTreeMap<String, Vec<Step>>,
    cases: Vec<Case>,
    block: Block,
    /// Steps that may still come.
    room: usize,
    /// Files that may still be included.
    files: u32,
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
        for (number, text) in (1..).zip(text.lines()) {
            let mut line = Line::new(Arc::clone(&file), number, text);
            if line.eat("include") {
                let place = line.place();
                let path = line.word("a file")?;
                line.end()?;
                if depth >= INCLUDE_DEPTH || matches!(self.block, Block::Case) {
                    let message = "`include` stands in front of all cases, at most 8 deep";
                    return Err(ParseError::at(place, message));
                }
                self.files = self.files.checked_sub(1).ok_or_else(|| {
                    let message = format!("a file includes at most {INCLUDE_FILES} others");
                    ParseError::at(place.clone(), message)
                })?;
                self.close()?;
                let text = include(path).map_err(|source| ParseError::Include { place, source })?;
                self.file(path, &text, include, depth + 1)?;
                self.block = Block::Head;
            } else if !line.done() {
                self.line(&mut line, depth)?;
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &mut Line<'_>, depth: u32) -> Result<(), ParseError> {
        let place = line.place();
        match line.peek().unwrap_or_default() {
            "case" if depth > 0 => Err(line.fail("an included file has setups, not cases")),
            "setup" | "case" => self.open(line, place),
            "board" | "profile" | "set" => {
                let bench = match (&self.block, self.cases.last_mut()) {
                    (Block::Case, Some(case)) => {
                        let mut bench = Bench { board: case.board, profile: case.profile.clone() };
                        bench.line(line)?;
                        (case.board, case.profile) = (bench.board, bench.profile);
                        return line.end();
                    }
                    (Block::Head, _) => &mut self.bench,
                    _ => return Err(line.fail("a setup has no board or profile")),
                };
                bench.line(line)?;
                line.end()
            }
            keyword @ ("covers" | "inert") => {
                let claim = if keyword == "covers" { Claim::Changes } else { Claim::Inert };
                let (Block::Case, Some(case)) = (&self.block, self.cases.last_mut()) else {
                    return Err(line.fail("a claim belongs to a case"));
                };
                line.word("a claim")?;
                case.covers.push(Cover::parse(line, claim)?);
                Ok(())
            }
            "use" => {
                line.word("use")?;
                let known = &self.setups;
                let steps = line.parsed("a setup", |name| {
                    known.get(name).cloned().ok_or_else(|| format!("no setup is called `{name}`"))
                })?;
                line.end()?;
                self.add(&place, steps)
            }
            _ => {
                let commands = Command::parse(line)?;
                let setup = !matches!(self.block, Block::Case);
                let step = |command| Step { place: place.clone(), command, setup };
                let steps = commands.into_iter().map(step).collect();
                self.add(&place, steps)
            }
        }
    }

    fn open(&mut self, line: &mut Line<'_>, place: Place) -> Result<(), ParseError> {
        self.close()?;
        let setup = line.eat("setup") || !line.eat("case");
        let name = line.name()?.to_owned();
        line.end()?;
        let known = if setup {
            self.setups.contains_key(&name)
        } else {
            self.cases.iter().any(|case| case.name == name)
        };
        if known {
            return Err(ParseError::at(place, format!("`{name}` is there already")));
        }
        if setup {
            self.setups.insert(name.clone(), Vec::new());
            self.block = Block::Setup(name);
        } else {
            self.cases.push(Case {
                name,
                place,
                board: self.bench.board,
                profile: self.bench.profile.clone(),
                covers: Vec::new(),
                steps: Vec::new(),
            });
            self.block = Block::Case;
        }
        Ok(())
    }

    fn add(&mut self, place: &Place, steps: Vec<Step>) -> Result<(), ParseError> {
        self.room = self.room.checked_sub(steps.len()).ok_or_else(|| {
            ParseError::at(
                place.clone(),
                format!(
                    "a file has at most {STEPS} steps, those of the setups that it uses counted"
                ),
            )
        })?;
        self.steps(place)?.extend(steps);
        Ok(())
    }

    fn steps(&mut self, place: &Place) -> Result<&mut Vec<Step>, ParseError> {
        let steps = match &self.block {
            Block::Head => None,
            Block::Setup(name) => self.setups.get_mut(name),
            Block::Case => self.cases.last_mut().map(|case| &mut case.steps),
        };
        steps.ok_or_else(|| ParseError::at(place.clone(), "a command belongs to a setup or a case"))
    }

    /// Ends a block; a case has to expect and to cover something.
    fn close(&mut self) -> Result<(), ParseError> {
        let (Block::Case, Some(case)) = (&self.block, self.cases.last()) else {
            return Ok(());
        };
        let what = if case.covers.is_empty() {
            "covers nothing"
        } else if !case.steps.iter().any(|s| matches!(s.command, Command::Expect(_))) {
            "expects nothing"
        } else {
            return Ok(());
        };
        Err(ParseError::at(case.place.clone(), format!("case `{}` {what}", case.name)))
    }
}

impl Bench {
    /// Takes a line of `board`, `profile` or `set`.
    fn line(&mut self, line: &mut Line<'_>) -> Result<(), ParseError> {
        if line.eat("profile") {
            self.profile = line.parsed("a profile", |name| {
                Profile::by_name(name).map_err(|unknown| unknown.to_string())
            })?;
            return Ok(());
        }
        if line.eat("set") {
            let fact = line.word("a fact")?;
            line.need("=")?;
            return line.parsed("a value", |value| {
                self.profile.set(fact, value).map_err(|unknown| unknown.to_string())
            });
        }
        let place = line.place();
        line.need("board")?;
        while !line.done() {
            let what = line.word("a property")?;
            line.need("=")?;
            let value = line.parsed("a size", number::size)?;
            match what {
                "frame_buffer" => self.board.frame_buffer_bytes = value,
                "texture" => self.board.texture_bytes = value,
                "tmus" => self.board.tmus = value,
                _ => {
                    let message = format!("`{what}` is not frame_buffer, texture or tmus");
                    return Err(ParseError::at(place, message));
                }
            }
        }
        let valid = self.board.validate();
        valid.map(|_| ()).map_err(|error| ParseError::at(place, error.to_string()))
    }
}

#[cfg(test)]
mod tests;
