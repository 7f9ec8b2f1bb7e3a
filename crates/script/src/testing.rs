//! Golden tests and mutation tests that every front end shares.
//!
//! A fixture file holds cases: a title, a source, and what it becomes.
//!
//! ```text
//! === title
//! source
//! ---
//! the module as text, then its diagnostics
//! ```
//!
//! Write the title and the source, run the tests with `UPDATE_EXPECT=1`, and
//! read what was added. `name.ext.txt` holds cases for files called `name.ext`.

use crate::{
    Diagnostic, FrontEnd, Module, NESTING_LIMIT, Node, Program, Severity, SourceFile, Span,
};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Checks all cases of all fixtures in a folder.
pub fn check_fixtures(front_end: &dyn FrontEnd, folder: &str) {
    for fixture in fixtures(folder) {
        let mut actual = String::new();
        for (title, source) in &fixture.cases {
            let (program, module) = load(front_end, &fixture.name, source);
            writeln!(actual, "=== {title}\n{source}---").expect("strings take text");
            actual.push_str(&show(&program, &module));
        }
        expect_test::expect_file![&fixture.path].assert_eq(&actual);
    }
}

struct Fixture {
    path: PathBuf,
    /// What its sources are called.
    name: PathBuf,
    /// Titles and sources.
    cases: Vec<(String, String)>,
}

fn fixtures(folder: &str) -> Vec<Fixture> {
    let entries = std::fs::read_dir(folder).expect("the fixtures are there");
    let fixture = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the fixture can be read");
        let name = path.file_stem().expect("the fixture has a name").into();
        Fixture { path, name, cases: cases(&text) }
    };
    entries.map(|entry| fixture(entry.expect("the folder can be read").path())).collect()
}

/// Titles and sources of the cases of a fixture.
pub fn cases(fixture: &str) -> Vec<(String, String)> {
    let mut cases: Vec<(String, String)> = Vec::new();
    let mut in_source = false;
    for line in fixture.split_inclusive('\n') {
        if let Some(title) = line.strip_prefix("=== ") {
            cases.push((title.trim_end().into(), String::new()));
            in_source = true;
        } else if line == "---\n" {
            in_source = false;
        } else if let Some((_, source)) = cases.last_mut().filter(|_| in_source) {
            source.push_str(line);
        }
    }
    cases
}

/// One file as a program of its own.
pub fn load(front_end: &dyn FrontEnd, name: &Path, source: &str) -> (Program, Module) {
    let files: HashMap<PathBuf, String> = [(name.to_path_buf(), source.to_string())].into();
    let mut program = Program::default();
    let id = program
        .load(&[front_end], &files, Path::new(""), name)
        .expect("the file is there and its language is known");
    let module = program.module(id).clone();
    (program, module)
}

/// A module and all diagnostics of its program as text.
pub fn show(program: &Program, module: &Module) -> String {
    let mut text = module.display(program).to_string();
    for Diagnostic { severity, span, message } in &program.diagnostics {
        let (line, column) =
            program.file(span.file).map_or((0, 0), |file| file.line_column(span.start));
        let severity = match severity {
            Severity::Warning => "warning",
            Severity::Error | Severity::Syntax => "error",
        };
        writeln!(text, "{line}:{column} {severity}: {message}").expect("strings take text");
    }
    text
}

/// Checks what holds of every program, whatever it was made from: spans lie
/// within their file on character boundaries, and nesting is bounded.
pub fn check_invariants(program: &Program) {
    let spans = program.nodes().filter_map(Node::span);
    let functions = program.functions.iter().map(|function| function.span);
    let classes = program.classes.iter().map(|class| class.span);
    let diagnostics = program.diagnostics.iter().map(|diagnostic| diagnostic.span);
    for span in spans.chain(functions).chain(classes).chain(diagnostics) {
        check_span(program.file(span.file).expect("spans name a file"), span);
    }
    let tops = program.modules.iter().flat_map(|module| &module.body);
    let bodies = program.functions.iter().flat_map(|function| &function.body);
    let mut open: Vec<(Node<'_>, usize)> =
        tops.chain(bodies).map(|statement| (Node::Statement(statement), 1)).collect();
    while let Some((node, depth)) = open.pop() {
        // Some constructs are lowered to a few nested nodes.
        assert!(depth <= 3 * NESTING_LIMIT, "nested {depth} deep");
        open.extend(node.children().into_iter().map(|child| (child, depth + 1)));
    }
}

fn check_span(file: &SourceFile, span: Span) {
    let (start, end) = (span.start as usize, span.end as usize);
    assert!(
        start <= end && file.text.is_char_boundary(start) && file.text.is_char_boundary(end),
        "{span:?} in a file of {} bytes",
        file.text.len()
    );
}

/// Mutates the sources of each fixture in a folder and checks that each mutant
/// is parsed without a panic to a program that keeps the invariants.
pub fn check_mutations(front_end: &dyn FrontEnd, folder: &str, mutants: usize) {
    for Fixture { name, cases, .. } in fixtures(folder) {
        let mut random = Random(cases.len() as u64);
        for _ in 0..mutants {
            let mut mutant = cases[random.below(cases.len())].1.clone();
            for _ in 0..=random.below(4) {
                mutant = mutated(&mutant, &cases[random.below(cases.len())].1, &mut random);
            }
            parse(front_end, &name, &mutant);
        }
    }
}

/// Parses a text as a file, checks what holds of every program, and gives what
/// was made of it.
pub fn parse(front_end: &dyn FrontEnd, name: &Path, text: &str) -> String {
    let started = Instant::now();
    let (program, module) = load(front_end, name, text);
    let start: String = text.chars().take(40).collect();
    let failed = program.diagnostics.iter().any(|d| d.message.contains("the parser failed"));
    assert!(!failed, "the parser panicked on {text:?}");
    check_invariants(&program);
    let shown = show(&program, &module);
    let taken = started.elapsed();
    assert!(taken < Duration::from_secs(60), "{start:?} took {taken:?}");
    shown
}

/// Checks that the spans of the top-level statements are these pieces of the
/// text, and that there is nothing to say about it.
pub fn check_statement_spans(
    front_end: &dyn FrontEnd,
    name: &Path,
    text: &str,
    statements: &[&str],
) {
    let (program, module) = load(front_end, name, text);
    let spans: Vec<&str> = module
        .body
        .iter()
        .map(|statement| &text[statement.span.start as usize..statement.span.end as usize])
        .collect();
    assert_eq!(spans, statements);
    assert!(program.diagnostics.is_empty(), "{:?}", program.diagnostics);
}

/// Cuts a piece out and puts nothing, a piece of another source, or one of some
/// awkward texts in its place.
fn mutated(source: &str, other: &str, random: &mut Random) -> String {
    const AWKWARD: [&str; 12] =
        ["(", "}", "`${", "'", "\"\"\"", "\\", "\u{0}", "é", "\r\n", "?.", "f'{", "*"];
    let piece = |text: &str, random: &mut Random| {
        let start = text.floor_char_boundary(random.below(text.len() + 1));
        let end = text.ceil_char_boundary(start + random.below(12));
        (start, end)
    };
    let (start, end) = piece(source, random);
    let inserted = match random.below(3) {
        0 => "",
        1 => {
            let (start, end) = piece(other, random);
            &other[start..end]
        }
        _ => AWKWARD[random.below(AWKWARD.len())],
    };
    format!("{}{inserted}{}", &source[..start], &source[end..])
}

/// SplitMix64: the same mutations on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}
