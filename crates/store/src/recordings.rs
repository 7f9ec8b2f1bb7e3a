//! Recordings, as the files that recorders write into a folder, so that `aplomb replay`
//! reads either.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use sha2::{Digest, Sha256};

use crate::{StoreError, log::sync_folder};

const ENDING: &str = "recording";
/// Names that are longer are shortened.
const LONGEST: usize = 150;

/// The file for the recording of an invocation, in the folder of a store.
pub fn recording_file(store: &Path, invocation: &str) -> PathBuf {
    recordings_folder(store).join(format!("{}.{ENDING}", file_name(invocation)))
}

/// The folder of the recordings, in the folder of a store.
pub fn recordings_folder(store: &Path) -> PathBuf {
    store.join("recordings")
}

/// A name that is safe, and that of no other invocation.
fn file_name(invocation: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let plain = invocation.starts_with(|c: char| c.is_ascii_alphanumeric());
    if plain && invocation.len() <= LONGEST && invocation.chars().all(safe) {
        return invocation.to_owned();
    }
    let cleaned = invocation.chars().take(LONGEST).map(|c| if safe(c) { c } else { '_' });
    let digest = Sha256::digest(invocation.as_bytes());
    let digest: String = digest[..6].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("_{}-{digest}", cleaned.collect::<String>())
}

pub(crate) fn keep(store: &Path, invocation: &str, text: &str) -> Result<(), StoreError> {
    let path = recording_file(store, invocation);
    let part = path.with_extension("part");
    let failed = |source| StoreError::io(&part, source);
    let mut file = File::create(&part).map_err(failed)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
    if let Err(source) = written {
        let _ = fs::remove_file(&part);
        return Err(failed(source));
    }
    // Under its name only when it is whole.
    fs::rename(&part, &path).map_err(failed)?;
    sync_folder(&recordings_folder(store))
}

pub(crate) fn get(store: &Path, invocation: &str) -> Result<Option<String>, StoreError> {
    let path = recording_file(store, invocation);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(StoreError::io(&path, source)),
    }
}

/// The files of all recordings, with the times at which they were written.
fn list(store: &Path) -> Result<Vec<(SystemTime, PathBuf)>, StoreError> {
    let folder = recordings_folder(store);
    let failed = |source| StoreError::io(&folder, source);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        // One that has just been replaced or deleted is not there.
        if let Ok(written) = entry.metadata().and_then(|data| data.modified()) {
            files.push((written, entry.path()));
        }
    }
    Ok(files)
}

pub(crate) fn latest(store: &Path, most: usize) -> Result<Vec<String>, StoreError> {
    let mut files = list(store)?;
    files.retain(|(_, path)| path.extension().is_some_and(|ending| ending == ENDING));
    files.sort_unstable_by(|a, b| b.cmp(a));
    files.truncate(most);
    Ok(files.iter().filter_map(|(_, path)| fs::read_to_string(path).ok()).collect())
}

/// Deletes recordings that were written before a point in time.
pub(crate) fn forget(store: &Path, before: SystemTime) -> Result<(), StoreError> {
    for (_, path) in list(store)?.iter().filter(|(written, _)| *written < before) {
        fs::remove_file(path).map_err(|source| StoreError::io(path, source))?;
    }
    Ok(())
}
