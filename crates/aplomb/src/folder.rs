//! A folder stands for the files in it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use aplomb_report::Report;

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
        let message = format!("no {} files in {}", wanted.join(" or "), path.display());
        return Err(InputError::refused(message));
    }
    inside.sort();
    Ok(inside)
}

/// Asks about a file, or about each file of a folder; one report of `command` has all answers.
pub fn each(
    path: &Path,
    extensions: &[&str],
    command: &str,
    mut ask: impl FnMut(&Path) -> Result<Report, InputError>,
) -> Result<Report, InputError> {
    if !path.is_dir() {
        return ask(path);
    }
    let files = files(path, extensions)?;
    let parts = files.iter().map(|file| ask(file)).collect::<Result<Vec<_>, _>>()?;
    Ok(Report::of_folder(command, &path.display().to_string(), parts))
}
