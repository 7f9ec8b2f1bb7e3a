//! Bad input and usage: one clear message, exit code 2.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use anstyle::{AnsiColor, Style};
use aplomb_report::render::json::ReadError;

use crate::arguments::{Color, Format};

/// Why a command could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// A file could not be read.
    #[error("cannot read {}: {source}", name(path))]
    Unreadable {
        /// The file; `-` is standard input.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is not a report.
    #[error("{} is {source}", name(path))]
    NotAReport {
        /// The file; `-` is standard input.
        path: PathBuf,
        /// Why.
        source: ReadError,
    },
    /// A file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The answer could not be written.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    /// There is no such code.
    #[error("there is no code `{given}`")]
    NoSuchCode {
        /// What the user gave.
        given: String,
        /// What may have been meant.
        nearest: Option<String>,
    },
    /// There is nothing to check.
    #[error("no functions found in {}", path.display())]
    NoFunctions {
        /// Where they were looked for.
        path: PathBuf,
    },
    /// The declarations in `aplomb.toml` cannot be understood.
    #[error("{}: {message}", path.display())]
    Declarations {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// There is no function of this name.
    #[error("there is no function `{given}`; there are: {}", known.join(", "))]
    NoSuchFunction {
        /// What the user gave.
        given: String,
        /// The functions there are.
        known: Vec<String>,
    },
    /// A file does not export the handler.
    #[error("{} exports no `{given}`", file.display())]
    NoSuchExport {
        /// The file.
        file: PathBuf,
        /// What the user gave.
        given: String,
        /// The functions that it exports.
        known: Vec<String>,
    },
    /// Files would be changed that have uncommitted changes.
    #[error("the work tree has uncommitted changes: {}", some(changed))]
    DirtyTree {
        /// The files with changes.
        changed: Vec<String>,
    },
    /// An assumption is not of a known form.
    #[error("{given:?} is not an assumption")]
    NotAnAssumption {
        /// What the user gave.
        given: String,
    },
    /// A handler is not named as `FILE:EXPORT`.
    #[error("{given:?} does not name a handler")]
    NotAHandler {
        /// What the user gave.
        given: String,
    },
    /// A capability cannot do what was asked; it says why and what to do.
    #[error("{0}")]
    Refused(String),
    /// A command does not answer in this form.
    #[error("`aplomb {command}` does not write {}", format.name())]
    NoSuchFormat {
        /// The command.
        command: &'static str,
        /// The form asked for.
        format: Format,
        /// The forms that it writes.
        offered: &'static str,
    },
}

impl InputError {
    /// The exit code of bad input and usage.
    pub const EXIT_CODE: u8 = 2;

    /// What a capability says when it cannot do what was asked.
    pub fn refused(reason: impl ToString) -> InputError {
        InputError::Refused(reason.to_string())
    }

    /// What the user can do.
    pub fn help(&self) -> Option<String> {
        match self {
            InputError::NotAReport { source: ReadError::OtherSchema { .. }, .. } => {
                Some("use the version of aplomb that wrote it, or run the check again".to_owned())
            }
            InputError::NotAReport { .. } => {
                Some("reports are written with --format json".to_owned())
            }
            InputError::NoSuchCode { nearest: Some(nearest), .. } => {
                Some(format!("did you mean `{nearest}`?"))
            }
            InputError::NoSuchCode { nearest: None, .. } => {
                Some("`aplomb explain` lists all codes".to_owned())
            }
            InputError::NoFunctions { .. } => Some(
                "they are listed in serverless.yml, template.yaml or the program of a cdk.json; or \
                 name one with --handler src/app.js:handler"
                    .to_owned(),
            ),
            InputError::NotAHandler { .. } => {
                Some("write FILE:EXPORT, as in src/app.js:handler".to_owned())
            }
            InputError::Declarations { .. } => Some(
                "it may say: pure = [..], effects = [..], setters = [..], and [tables] with the \
                 key attributes of each table"
                    .to_owned(),
            ),
            InputError::NotAnAssumption { .. } => {
                Some("write pure:CALL, effect:CALL, setter:CALL or table:NAME=KEY,KEY".to_owned())
            }
            InputError::DirtyTree { .. } => {
                Some("commit or stash them first, or use --allow-dirty".to_owned())
            }
            InputError::NoSuchFunction { .. } => None,
            InputError::NoSuchExport { known, .. } if known.is_empty() => {
                Some("it exports no function".to_owned())
            }
            InputError::NoSuchExport { given, known, .. } => {
                let exports = format!("it exports {}", known.join(", "));
                Some(match nearest(given, known) {
                    Some(nearest) => format!("did you mean `{nearest}`? {exports}"),
                    None => exports,
                })
            }
            InputError::NoSuchFormat { offered, .. } => Some(format!("it writes {offered}")),
            InputError::Unreadable { .. }
            | InputError::Refused(_)
            | InputError::Unwritable { .. }
            | InputError::Output(_) => None,
        }
    }

    /// Says it on standard error.
    pub fn print(&self, color: Color) {
        let (bad, help_style) = if color.on(&io::stderr()) {
            (AnsiColor::Red.on_default().bold(), AnsiColor::Cyan.on_default())
        } else {
            (Style::new(), Style::new())
        };
        // Where the message cannot be written either, the exit code must do.
        let mut stderr = io::stderr().lock();
        let _ = writeln!(stderr, "{bad}error{bad:#}: {self}");
        if let Some(help) = self.help() {
            let _ = writeln!(stderr, "  {help_style}help{help_style:#}: {help}");
        }
    }
}

/// The name that may have been meant.
fn nearest<'n>(given: &str, known: &'n [String]) -> Option<&'n str> {
    let likeness = |name: &&str| strsim::jaro_winkler(&name.to_lowercase(), &given.to_lowercase());
    let names = known.iter().map(String::as_str);
    let nearest = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(&nearest) > 0.8).then_some(nearest)
}

/// The first few of many.
fn some(names: &[String]) -> String {
    const FEW: usize = 3;
    let few = names.iter().take(FEW).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(FEW) {
        0 => few,
        more => format!("{few} and {more} more"),
    }
}

fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}
