//! Local files: what is read is a function of its name and of all that was written before.
//!
//! At the beginning of an attempt, files are those of the deployment. Files are not told apart:
//! whatever was written may be what is read.

use crate::machine::{Call, Machine, Path, Stop};
use crate::{Outcome, Term};

/// Holds what was written so far.
const FILES: &str = "aplomb:files";
const WRITTEN: &str = "written";

/// What makes files and buffers, and works on them: the modules, and the function `open`.
const OF_FILES: [&str; 10] = [
    "open()",
    "io.",
    "csv.",
    "pathlib.",
    "Path()",
    "gzip.",
    "zipfile.",
    "tarfile.",
    "shutil.",
    "fs/promises.",
];

/// What gives the content of a file.
const READING: [&str; 10] = [
    "read",
    "readline",
    "readlines",
    "readinto",
    "read_text",
    "read_bytes",
    "getvalue",
    "getbuffer",
    "readFile",
    "namelist",
];

/// What functions of these modules begin with that write files.
const WRITING: [&str; 6] = ["write", "append", "copy", "move", "make_archive", "unpack"];

impl Machine<'_> {
    /// Notes what is written to some file.
    pub fn write_file(&mut self, given: &[Term]) -> Result<(), Stop> {
        let given: Vec<Term> = given.iter().map(|&value| self.freeze(value)).collect();
        if !given.iter().any(|&value| self.terms().depends(value, |_| true)) {
            return Ok(());
        }
        let mut parts: Vec<Term> = self.written_files()?.into_iter().collect();
        parts.extend(given);
        let written = self.terms().pure("written", &parts);
        let files = self.terms().external(FILES);
        self.set(files, WRITTEN, written)
    }

    /// All that was written to files so far, if anything was.
    pub fn written_files(&mut self) -> Result<Option<Term>, Stop> {
        let files = self.terms().external(FILES);
        let written = self.get(files, WRITTEN)?;
        let is_there = Path::of(self.terms(), written).is_none_or(|path| &*path.root != FILES);
        Ok(is_there.then_some(written))
    }
}

/// `open(...)` and the like: everything that is read from it depends on what was written before.
pub(super) fn open(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let mut call = call.clone();
    call.arguments.extend(machine.written_files()?);
    Ok(machine.chain(&call))
}

impl Machine<'_> {
    /// A call that has to do with files or with buffers, which are like them: notes what it
    /// writes, and gives what it reads or opens, if that depends on something written.
    pub fn file_call(&mut self, name: &str, call: &Call) -> Option<Outcome> {
        if !OF_FILES.iter().any(|module| name.starts_with(module)) {
            return None;
        }
        let method = name.rsplit('.').next().unwrap_or(name);
        let reads = READING.contains(&method);
        let is_method = name.contains("()");
        if !reads && (is_method || WRITING.iter().any(|verb| method.starts_with(verb))) {
            return self.write_file(&call.arguments).err().map(Err);
        }
        let written = match self.written_files() {
            Ok(written) => written?,
            Err(stop) => return Some(Err(stop)),
        };
        if !reads {
            return Some(open(self, call));
        }
        let content = self.chain(call);
        Some(Ok(self.terms().pure("local file", &[content, written])))
    }
}
