//! Local files: what is read is a function of its name and of all that was written before.
//!
//! At the beginning of an attempt, files are those of the deployment, but for those in `/tmp`:
//! there is what earlier invocations have left, if the instance is warm. Files are not told
//! apart: whatever was written may be what is read.

use crate::machine::{Call, Machine, Path, Stop};
use crate::{Node, Operator, Outcome, Term};

/// Holds what was written so far.
const FILES: &str = "aplomb:files";
const WRITTEN: &str = "written";

/// What makes files and buffers, and works on them: the modules, and the function `open`.
const OF_FILES: [&str; 9] = [
    "open()",
    "os.",
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

/// What names the directory that outlives invocations.
const TEMPORARY: [&str; 2] = ["os.tmpdir", "tempfile.gettempdir"];

/// What tells something about files, by how its name begins.
const LOOKING: [&str; 18] = [
    "read", "exists", "isfile", "isdir", "is_file", "is_dir", "getsize", "getmtime", "listdir",
    "stat", "lstat", "walk", "scandir", "access", "glob", "iterdir", "open", "load",
];

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
    let mode = call.named_or("mode", 1).and_then(|mode| machine.terms().as_str(mode).cloned());
    match mode.is_some_and(|mode| mode.starts_with(['w', 'x'])) {
        true => machine.note_paths(&call.arguments),
        false => call.arguments.extend(machine.left_in(&call.arguments)),
    }
    call.arguments.extend(machine.written_files()?);
    Ok(machine.chain(&call))
}

impl Machine<'_> {
    /// A path below the directory that outlives invocations, if the value is one.
    fn temporary(&mut self, value: Term) -> Option<String> {
        let parts = self.terms().parts(&[value]);
        let is_temporary = parts.into_iter().any(|part| match self.view(part).clone() {
            Node::String(text) => text.starts_with("/tmp"),
            Node::Apply(Operator::Pure(function), _) => TEMPORARY.contains(&&**function.name()),
            _ => Path::of(self.terms(), part).is_some_and(|path| {
                path.to_string().strip_suffix("()").is_some_and(|name| TEMPORARY.contains(&name))
            }),
        });
        is_temporary.then(|| self.terms().show(value).to_string())
    }

    /// Notes that whoever is given these paths may have made files there.
    pub(crate) fn note_paths(&mut self, given: &[Term]) {
        for &value in given {
            let value = self.freeze(value);
            let path = self.temporary(value);
            self.own_files.extend(path);
        }
    }

    /// What earlier invocations of a warm instance may have left at a path, unless this one
    /// has made something there.
    pub fn left_in(&mut self, given: &[Term]) -> Option<Term> {
        let value = self.freeze(*given.first()?);
        let path = self.temporary(value)?;
        let path = path.trim_matches('"');
        let is_own = self.own_files.iter().any(|own| {
            let own = own.trim_matches('"');
            path.starts_with(own) && own != "/tmp" || own.starts_with(path) && path != "/tmp"
        });
        (!is_own).then(|| self.of_instance("what is left in /tmp"))
    }
}

/// Whether a function tells something about the file that it is given, by its name.
pub(crate) fn is_looking(name: &str) -> bool {
    let function = name.rsplit('.').next().unwrap_or(name);
    LOOKING.iter().any(|verb| function.starts_with(verb)) && !name.starts_with("child_process")
}

impl Machine<'_> {
    /// A call that has to do with files or with buffers, which are like them: notes what it
    /// writes, and gives what it reads or opens, if that depends on something written.
    pub fn file_call(&mut self, name: &str, call: &Call) -> Option<Outcome> {
        if !OF_FILES.iter().any(|module| name.starts_with(module)) {
            return None;
        }
        let method = name.rsplit('.').next().unwrap_or(name);
        if name.starts_with("os.") || name.starts_with("fs/promises.") && is_looking(method) {
            let left = is_looking(method).then(|| self.left_in(&call.arguments)).flatten();
            if let Some(left) = left {
                let content = self.chain(call);
                return Some(Ok(self.terms().pure("local file", &[content, left])));
            }
            if name.starts_with("os.") {
                return None;
            }
        }
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
