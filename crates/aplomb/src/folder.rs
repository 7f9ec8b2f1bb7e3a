//! A folder stands for the files in it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use aplomb_report::{Cause, Code, Finding, Report};

use crate::error::InputError;

/// The files that `path` stands for: itself, or, if it is a folder, the files in it that have
/// one of these extensions, in the order of their names.
pub fn files(path: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, InputError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)
        .map_err(|source| InputError::Unreadable { path: path.to_owned(), source })?;
    let is_wanted = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension)) && path.is_file()
    };
    let mut inside: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(is_wanted).collect();
    if inside.is_empty() {
        let wanted: Vec<String> =
            extensions.iter().map(|extension| format!(".{extension}")).collect();
        let wanted = match wanted.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} or {last}", others.join(", "))
            }
            _ => wanted.concat(),
        };
        let message = format!("no {wanted} files in {}", path.display());
        return Err(InputError::refused(message));
    }
    inside.sort();
    Ok(inside)
}

/// Asks about a file, or about each file of a folder; one report of `command` has all answers.
/// A file of a folder that cannot be read is *unknown* under this code, and does not hide the
/// others; without a code, or if it is so with all of them, it is refused.
pub fn each(
    path: &Path,
    extensions: &[&str],
    command: &str,
    unread: Option<Code>,
    mut ask: impl FnMut(&Path) -> Result<Report, InputError>,
) -> Result<Report, InputError> {
    if !path.is_dir() {
        return ask(path);
    }
    let files = files(path, extensions)?;
    let (mut parts, mut findings, mut first_error) = (Vec::new(), Vec::new(), None);
    for file in &files {
        match (ask(file), unread) {
            (Ok(part), _) => parts.push(part),
            (Err(error), None) => return Err(error),
            (Err(error), Some(code)) => {
                findings.push(not_read(code, file, &error));
                first_error = first_error.or(Some(error));
            }
        }
    }
    if let Some(error) = first_error.filter(|_| parts.is_empty()) {
        return Err(error);
    }
    let mut report = Report::of_folder(command, &path.display().to_string(), parts);
    findings.into_iter().for_each(|finding| report.push(finding));
    Ok(report)
}

/// What is said of a file that cannot be read, where others can.
pub fn not_read(code: Code, file: &Path, error: &InputError) -> Finding {
    let subject = file.display().to_string();
    let title = "the file could not be read";
    let finding = Finding::unknown(code, subject, title, error.to_string());
    let finding = finding.caused_by(Cause::Unread);
    match error.help() {
        Some(help) => finding.help(help),
        None => finding,
    }
}
