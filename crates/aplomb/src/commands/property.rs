//! `aplomb property`: properties drawn and tested.

use std::{
    collections::HashSet,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use aplomb_monitor::{Place, Property, PropertyFile, Rule};
use aplomb_report::{Diagnostic, Report, SCHEMA, Span};
use clap::{Args, Subcommand};
use serde_json::json;

use super::Answer;
use crate::{
    arguments::{Display, Format},
    error::InputError,
    folder,
};

/// What to do with properties.
#[derive(Debug, Args)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What can be done with properties.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Draw the state machine of a property as SVG
    Show {
        /// A file with properties (YAML or JSON)
        file: PathBuf,
        /// Which property, if the file has several
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// Run the examples that files with properties have
    Test {
        /// Files with properties (YAML or JSON), or folders of them
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// Draws or tests properties.
pub fn run(arguments: &Arguments, display: &Display) -> Result<Answer, InputError> {
    match &arguments.action {
        Action::Show { file, name } => show(file, name.as_deref()).map(Answer::Text),
        Action::Test { files } => test(files, display.format()),
    }
}

/// The files with properties that the user means: a folder stands for those in it.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, InputError> {
    let inside = paths.iter().map(|path| folder::files(path, &["yaml", "yml", "json"]));
    Ok(inside.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Reads files with properties, each with its name; warnings go to the report.
pub fn load(
    paths: &[PathBuf],
    report: &mut Report,
) -> Result<Vec<(String, PropertyFile)>, InputError> {
    let mut loaded = Vec::new();
    for path in files(paths)? {
        loaded.push((path.display().to_string(), read(&path)?));
    }
    let mut warn = |name: &str, place: Place, message: String| {
        let line = u32::try_from(place.line).unwrap_or(u32::MAX);
        let span = Span::lines(name.to_owned(), line, line);
        report.diagnose(Diagnostic::warning(message).at(span, "here"));
    };
    let properties = loaded.iter().flat_map(|(_, file): &(String, PropertyFile)| &file.properties);
    let heard: HashSet<&str> = properties.flat_map(Property::events).collect();
    for (name, file) in &loaded {
        for warning in &file.warnings {
            warn(name, warning.place, warning.message.clone());
        }
        for (event, place) in file.rules.iter().flat_map(Rule::emitted) {
            if !heard.contains(event) {
                warn(name, place, format!("a rule emits `{event}`, and no property listens to it"));
            }
        }
    }
    Ok(loaded)
}

fn read(path: &Path) -> Result<PropertyFile, InputError> {
    let text = fs::read_to_string(path)
        .map_err(|source| InputError::Unreadable { path: path.to_owned(), source })?;
    PropertyFile::parse(&text).map_err(|problems| {
        let problems: Vec<String> =
            problems.iter().map(|problem| format!("{}:{problem}", path.display())).collect();
        InputError::refused(problems.join("\n"))
    })
}

fn show(path: &Path, name: Option<&str>) -> Result<String, InputError> {
    let file = read(path)?;
    let names = || file.properties.iter().map(Property::name).collect::<Vec<_>>().join(", ");
    let property = match (name, file.properties.as_slice()) {
        (Some(name), properties) => properties.iter().find(|it| it.name() == name),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    let property = property.ok_or_else(|| {
        InputError::refused(format!("name one property with --name; there are: {}", names()))
    })?;
    Ok(property.diagram(&[]).render())
}

fn test(paths: &[PathBuf], format: Format) -> Result<Answer, InputError> {
    let mut results = Vec::new();
    for path in &files(paths)? {
        let file = read(path)?;
        for example in &file.examples {
            results.push((path.display().to_string(), example.clone(), example.run(&file)));
        }
    }
    if results.is_empty() {
        return Err(InputError::refused(
            "there is nothing to test: write `examples` beside `properties`, each with `events` and \
             what to `expect`",
        ));
    }
    let failed = results.iter().filter(|(_, _, mismatches)| !mismatches.is_empty()).count();
    let text = match format {
        Format::Json => {
            let one = |(file, example, mismatches): &(String, aplomb_monitor::Example, Vec<_>)| {
                let mismatches: &Vec<aplomb_monitor::Mismatch> = mismatches;
                json!({
                    "file": file,
                    "example": example.name,
                    "line": example.place.line,
                    "passed": mismatches.is_empty(),
                    "mismatches": mismatches.iter().map(|it| json!({
                        "line": it.place.line, "message": it.message,
                    })).collect::<Vec<_>>(),
                })
            };
            let results: Vec<_> = results.iter().map(one).collect();
            let command = "property test";
            let answer = json!({
                "schema": SCHEMA, "command": command, "examples": results, "failed": failed,
            });
            format!("{answer:#}\n")
        }
        Format::Human => {
            let mut text = String::new();
            for (file, example, mismatches) in &results {
                let mark = if mismatches.is_empty() { "ok" } else { "FAILED" };
                let _ = writeln!(text, "{mark:<6} {file}:{}: {}", example.place.line, example.name);
                for mismatch in mismatches {
                    let _ =
                        writeln!(text, "       line {}: {}", mismatch.place.line, mismatch.message);
                }
            }
            let examples = if results.len() == 1 { "example" } else { "examples" };
            let _ = writeln!(text, "{} {examples}, {failed} failed", results.len());
            text
        }
        format => {
            let offered = "human and json";
            return Err(InputError::NoSuchFormat { command: "property test", format, offered });
        }
    };
    Ok(Answer::Checked { text, passed: failed == 0 })
}
