//! Rewriting a program so that it still means the same changes no verdict: names, helpers,
//! classes, promises, modules. Every fixture of the patterns is rewritten in many ways, one
//! after the other, and checked again. A verdict may become *unknown*, or be known where it
//! was not; it never flips between *safe* and *unsafe*.
//!
//! A sample of the comparisons is made each time; `APLOMB_REWRITES=all` makes all of them
//! (use a release build), a number makes that many.

mod javascript;
mod python;

use std::path::{Path, PathBuf};

use aplomb_retry::{Application, Edited, Environment, Options, Word, load_from};

/// The texts of a program, by the names of its files; the first has the handlers.
#[derive(Clone)]
pub struct Sources {
    files: Vec<(PathBuf, String)>,
}

impl Sources {
    /// The file with the handlers.
    pub fn main(&self) -> &str {
        &self.files[0].1
    }

    /// The same with another text of the file with the handlers.
    pub fn with_main(&self, text: String) -> Sources {
        let mut changed = self.clone();
        changed.files[0].1 = text;
        changed
    }

    /// The file with the handlers under another name, and a new one in its place.
    pub fn behind(&self, name: &str, text: String) -> Sources {
        let (path, inner) = self.files[0].clone();
        let mut files = vec![(path.clone(), text), (path.with_file_name(name), inner)];
        files.extend(self.files[1..].iter().cloned());
        Sources { files }
    }
}

/// A way to write the same program differently; nothing if it does not apply.
pub type Rewrite = fn(&Sources, &[String]) -> Option<Sources>;

/// A fixture: a file, its handlers, and the one that is checked.
struct Fixture {
    path: PathBuf,
    handlers: Vec<String>,
    function: usize,
    text: String,
}

/// The handler that a line declares.
fn declared(line: &str) -> Option<String> {
    let python = line.strip_prefix("def ").filter(|rest| rest.contains("(event, context)"));
    let rest = line.strip_prefix("export const ").or(python)?;
    rest.split([' ', '(']).next().map(str::to_string)
}

fn fixtures() -> Vec<Fixture> {
    let mut paths = Vec::new();
    for folder in ["table", "applications"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/patterns").join(folder);
        let entries = std::fs::read_dir(folder).expect("the fixtures are there");
        paths.extend(entries.map(|entry| entry.unwrap().path()));
    }
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let handlers: Vec<String> = text.lines().filter_map(declared).collect();
        let second = text.lines().nth(1).unwrap().trim_start_matches(['/', '#', ' ']);
        let name = second.split(':').next().unwrap();
        let function = handlers.iter().position(|handler| handler == name)?;
        Some(Fixture { path, handlers, function, text })
    };
    paths.into_iter().filter_map(read).collect()
}

/// The verdict on the function of a fixture, with these sources.
fn verdict(fixture: &Fixture, sources: &Sources) -> Word {
    let named = |name: &String| format!("{}:{name}", fixture.path.display());
    let handlers: Vec<String> = fixture.handlers.iter().map(named).collect();
    let folder = fixture.path.parent().unwrap();
    let application = Application::of_handlers(folder, &handlers).unwrap();
    let edited = sources.files.iter();
    let edited = edited.fold(Edited::default(), |edited, (path, text)| edited.with(path, text));
    let mut loaded = load_from(&application, &edited);
    let wrong = &loaded.program.diagnostics;
    assert!(wrong.is_empty(), "{}: {wrong:?}\n{}", fixture.path.display(), sources.main());
    let options =
        Options { environment: Environment::Concurrent, exhaustive: false, ..Options::default() };
    loaded.check(fixture.function, options).row.verdict
}

/// What a verdict says, if it says something.
fn claim(verdict: Word) -> Option<bool> {
    match verdict {
        Word::Safe => Some(true),
        Word::Unsafe | Word::UnsafeConcurrent => Some(false),
        Word::Unknown => None,
    }
}

/// Every comparison: a fixture and one or two rewrites, the second behind the first.
fn comparisons(fixtures: &[Fixture]) -> Vec<(usize, Vec<(&'static str, Rewrite)>)> {
    let mut all = Vec::new();
    for (index, fixture) in fixtures.iter().enumerate() {
        let is_python = fixture.path.extension().is_some_and(|extension| extension == "py");
        let rewrites: &[(&'static str, Rewrite)] =
            if is_python { &python::REWRITES } else { &javascript::REWRITES };
        for &first in rewrites {
            all.push((index, vec![first]));
            all.extend(rewrites.iter().map(|&second| (index, vec![first, second])));
        }
    }
    all
}

#[test]
fn a_rewritten_program_is_judged_as_before() {
    let fixtures = fixtures();
    let all = comparisons(&fixtures);
    let wanted = match std::env::var("APLOMB_REWRITES").ok().as_deref() {
        Some("all") => all.len(),
        Some(number) => number.parse().expect("`all` or a number"),
        None => 60,
    };
    // A stride that shares no factor with their number visits all in turn.
    let stride = (all.len() * 382 / 1000).max(1) | 1;
    let stride = (stride..).find(|stride| greatest_common_divisor(*stride, all.len()) == 1);
    let stride = stride.expect("one is next to every number");
    let (mut compared, mut same, mut flips) = (0, 0, Vec::new());
    let mut known = vec![None; fixtures.len()];
    for turn in 0..all.len() {
        if compared >= wanted {
            break;
        }
        let (index, rewrites) = &all[turn * stride % all.len()];
        let fixture = &fixtures[*index];
        let original = Sources { files: vec![(fixture.path.clone(), fixture.text.clone())] };
        let rewritten = rewrites.iter().try_fold(original.clone(), |sources, (_, rewrite)| {
            rewrite(&sources, &fixture.handlers)
        });
        let Some(rewritten) = rewritten else { continue };
        let before = *known[*index].get_or_insert_with(|| verdict(fixture, &original));
        let after = verdict(fixture, &rewritten);
        compared += 1;
        same += usize::from(before == after);
        let names: Vec<&str> = rewrites.iter().map(|(name, _)| *name).collect();
        let (file, how) = (fixture.path.display(), names.join(", then "));
        if before != after {
            println!("{file} ({how}): {before}, then {after}");
        }
        if let (Some(one), Some(other)) = (claim(before), claim(after))
            && one != other
        {
            flips.push(format!("{file} ({how}): {before}, then {after}\n{}", rewritten.main()));
        }
    }
    println!("{compared} of {} comparisons, {same} with the very same verdict", all.len());
    assert!(compared >= wanted.min(40), "most rewrites must apply");
    assert!(same * 10 >= compared * 9, "{same} of {compared}: rewrites hide too much");
    assert!(flips.is_empty(), "{}", flips.join("\n\n"));
}

fn greatest_common_divisor(left: usize, right: usize) -> usize {
    if right == 0 { left } else { greatest_common_divisor(right, left % right) }
}
