//! `aplomb render`: a saved report, shown again.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use aplomb_report::{Report, render::json};
use clap::Args;

use crate::{context::Context, error::InputError, folder};

/// Which report.
#[derive(Debug, Args)]
#[command(after_help = "The exit code is that of the report: 1 if something in it is violated.")]
pub struct Arguments {
    /// A report written with --format json, or a folder of such reports; `-` reads standard input
    #[arg(value_name = "REPORT.json")]
    pub report: PathBuf,
}

/// Reads the report. It carries the source lines that it mentions; nothing else
/// is read, because a report from outside could name any file.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Report, InputError> {
    let _progress = context.progress("reading the report");
    folder::each(&arguments.report, &["json"], "render", None, |path| {
        let path = path.to_owned();
        match read(&path) {
            Ok(text) => json::read(&text).map_err(|source| InputError::NotAReport { path, source }),
            Err(source) => Err(InputError::Unreadable { path, source }),
        }
    })
}

fn read(path: &Path) -> io::Result<String> {
    if path.as_os_str() == "-" {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text)?;
        Ok(text)
    } else {
        fs::read_to_string(path)
    }
}
