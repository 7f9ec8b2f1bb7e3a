//! Local files: what is read is a function of its name and of all that was written before.
//!
//! At the beginning of an attempt, files are those of the deployment, but for those in `/tmp`:
//! there is what earlier invocations have left, if the instance is warm. What the system shows
//! as files (`/dev/urandom`, `/proc/uptime`, `/etc/hostname`) is new each time. Files are not told
//! apart: whatever was written may be what is read.

use crate::machine::{Machine, Path, Stop};
use crate::{Call, Meaning, Node, Operator, Origin, Outcome, PureFunction, Term};
use aplomb_script::{Language, Name};

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

/// Whether a call of this names the directory that outlives invocations.
fn is_temporary_folder(called: &str) -> bool {
    PureFunction::named(called).is(Meaning::TemporaryFolder)
}

/// Paths below which the system tells what is new each time, or belongs to the machine.
const SYSTEM: [&str; 6] = ["/dev/", "/proc/", "/sys/", "/run/", "/etc/hostname", "/etc/machine-id"];

/// What tells something about files, by how its name begins.
const LOOKING: [&str; 18] = [
    "read", "exists", "isfile", "isdir", "is_file", "is_dir", "getsize", "getmtime", "listdir",
    "stat", "lstat", "walk", "scandir", "access", "glob", "iterdir", "open", "load",
];

/// The fields with which JavaScript tells the times of a file.
const TIMES: [&str; 8] =
    ["atime", "mtime", "ctime", "birthtime", "atimeMs", "mtimeMs", "ctimeMs", "birthtimeMs"];

/// What tells whether there is a file, by how its name begins.
const ASKING: [&str; 3] = ["exists", "isfile", "is_file"];

/// What fails where there is no file, by how its name begins.
const NEEDING: [&str; 19] = [
    "read", "stat", "lstat", "access", "open", "getsize", "getmtime", "listdir", "scandir",
    "iterdir", "unlink", "remove", "rmdir", "rmtree", "rename", "replace", "truncate", "chmod",
    "utime",
];

/// What fails where there is something already, by how its name begins.
const BEGINNING: [&str; 4] = ["mkdir", "makedirs", "symlink", "link"];

/// What a name contains that may make a file at a path which it is given.
const MAKING: [&str; 26] = [
    "write",
    "save",
    "download",
    "extract",
    "copy",
    "move",
    "rename",
    "createWrite",
    "mkdir",
    "makedirs",
    "link",
    "unpack",
    "archive",
    "dump",
    "export",
    "output",
    "to_",
    "toFile",
    "convert",
    "run",
    "exec",
    "spawn",
    "call",
    "system",
    "ZipFile",
    "render",
];

/// Whether a file is there, of what an earlier invocation may have left.
const THERE: &str = "whether a file is there";

fn begins(method: &str, verbs: &[&str]) -> bool {
    verbs.iter().any(|verb| method.starts_with(verb))
}

/// The function that a path leads to.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Whether what has this name may make a file at a path that it is given, whatever was there.
fn makes_files(name: &str) -> bool {
    let is_made = |verb: &&str| last(name).contains(*verb);
    MAKING.iter().any(is_made) && !last(name).contains("append")
}

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
    let given = call.arguments.clone();
    let mode = call.named_or("mode", 1).and_then(|mode| machine.terms().as_str(mode).cloned());
    match mode.as_deref().and_then(|mode| mode.chars().next()) {
        Some('w') => machine.note_paths(&given),
        Some('x') => {
            machine.require_none(&given)?;
            machine.note_paths(&given);
        }
        begin => {
            if begin != Some('a') {
                machine.require_file(&given)?;
            }
            call.arguments.extend(machine.left_in(&given));
        }
    }
    call.arguments.extend(machine.written_files()?);
    Ok(machine.chain(&call))
}

impl Machine<'_> {
    /// Whether a value is a path below the directory that outlives invocations.
    fn is_temporary(&mut self, value: Term) -> bool {
        let parts = self.terms().parts(&[value]);
        parts.into_iter().any(|part| match self.view(part).clone() {
            Node::String(text) => text.starts_with("/tmp"),
            Node::Apply(Operator::Pure(function), _) => function.is(Meaning::TemporaryFolder),
            _ => Path::of(self.terms(), part).is_some_and(|path| {
                path.to_string().strip_suffix("()").is_some_and(is_temporary_folder)
            }),
        })
    }

    /// Whether a value is the path of a temporary file.
    pub(crate) fn is_temporary_file(&mut self, value: Term) -> bool {
        let value = self.freeze(value);
        self.is_temporary_path(value)
    }

    /// Whether a value is the path of a temporary file itself, not just made of one.
    fn is_temporary_path(&mut self, value: Term) -> bool {
        match self.view(value).clone() {
            Node::String(text) => text.starts_with("/tmp"),
            Node::Apply(Operator::Concat, parts) => self.is_temporary_path(parts[0]),
            Node::Apply(Operator::Pure(function), parts) => {
                let name = function.name();
                function.is(Meaning::TemporaryFolder)
                    || begins(last(name), &["join", "resolve", "normalize"])
                        && parts.first().is_some_and(|&first| self.is_temporary_path(first))
            }
            _ => {
                let is_path = |path: Path| matches!(&*path.root, "pathlib" | "Path" | "os");
                Path::of(self.terms(), value).is_some_and(is_path) && self.is_temporary(value)
            }
        }
    }

    /// What a function that only computes finds in the temporary files whose paths it is given:
    /// all that was written so far, and what earlier invocations have left. If it may make
    /// files, what it is given is written.
    pub fn given_files(&mut self, name: &str, given: &[Term]) -> Vec<Term> {
        let given: Vec<Term> = given.iter().map(|&value| self.freeze(value)).collect();
        let paths: Vec<Term> = given
            .iter()
            .flat_map(|&value| match self.terms().node(value) {
                Node::List(items) => items.to_vec(),
                _ => vec![value],
            })
            .collect();
        let paths: Vec<Term> = paths
            .into_iter()
            .filter(|&path| self.is_temporary_path(path) || self.is_of_system(path))
            .collect();
        if paths.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<Term> = self.written_files().ok().flatten().into_iter().collect();
        for path in paths {
            found.extend(self.left_in(&[path]));
        }
        if makes_files(name) && self.write_file(&given).is_err() {
            let span = self.span();
            self.problem("what is written to a file is not supported", span);
        }
        found
    }

    /// Notes that whoever is given these paths may have made files there.
    fn note_paths(&mut self, given: &[Term]) {
        for &value in given {
            let value = self.freeze(value);
            // Paths among the arguments of a program.
            let paths = match self.terms().node(value) {
                Node::List(items) => items.to_vec(),
                _ => vec![value],
            };
            for path in paths {
                if self.is_temporary(path) {
                    let when = self.path();
                    self.own_files.push((path, when));
                }
            }
        }
    }

    /// Notes what a call makes of the paths that it is given.
    pub(crate) fn note_made(&mut self, name: &str, given: &[Term], named: &[(Name, Term)]) {
        if makes_files(name) && !self.is_tolerant(given, named) {
            // What is copied or moved comes first.
            let skipped = usize::from(begins(last(name), &["copy", "move", "rename"]));
            self.note_paths(given.get(skipped..).unwrap_or_default());
        }
    }

    /// What earlier invocations of a warm instance may have left at a path, unless this one
    /// has made something there on every way that leads here.
    pub fn left_in(&mut self, given: &[Term]) -> Option<Term> {
        let path = self.freeze(*given.first()?);
        if self.is_of_system(path) {
            let (shown, span) = (self.terms().show(path).to_string(), self.span());
            let told = self.fresh(&format!("what the system tells in {shown}"), span, false);
            // The run is over; it stops at the next step.
            return Some(told.unwrap_or_else(|_| self.terms().undefined()));
        }
        if !self.is_temporary(path) || self.is_new_name(path) {
            return None;
        }
        let made = self.own_files.clone();
        let is_own = made.into_iter().any(|(own, when)| {
            own == path && !self.is_root(path) && self.known(when) == Some(true)
        });
        (!is_own).then(|| self.of_instance("what is left in /tmp"))
    }

    /// Whether a path leads to what the system tells, which is always there.
    fn is_of_system(&mut self, path: Term) -> bool {
        match self.view(path).clone() {
            Node::String(text) => begins(&text, &SYSTEM) && &*text != "/dev/null",
            Node::Apply(Operator::Concat, parts) => self.is_of_system(parts[0]),
            Node::Apply(Operator::Pure(function), parts) => {
                begins(last(function.name()), &["Path", "join", "resolve", "normalize"])
                    && parts.first().is_some_and(|&first| self.is_of_system(first))
            }
            _ => {
                let is_path = Path::of(self.terms(), path)
                    .is_some_and(|path| matches!(&*path.root, "pathlib" | "Path"));
                let parts = self.terms().parts(&[path]);
                is_path && parts.into_iter().any(|part| self.is_text_of_system(part))
            }
        }
    }

    fn is_text_of_system(&mut self, part: Term) -> bool {
        matches!(self.view(part), Node::String(text) if begins(text, &SYSTEM))
    }

    /// Whether a path is the directory itself, which is always there.
    fn is_root(&mut self, path: Term) -> bool {
        let called = Path::of(self.terms(), path).map(|path| path.to_string());
        match self.view(path) {
            Node::String(text) => text.trim_end_matches('/') == "/tmp",
            Node::Apply(Operator::Pure(function), _) => function.is(Meaning::TemporaryFolder),
            _ => called.is_some_and(|called| is_temporary_folder(called.trim_end_matches("()"))),
        }
    }

    /// Whether nothing can have had this name before.
    fn is_new_name(&mut self, path: Term) -> bool {
        let terms = self.terms();
        terms.depends(path, |symbol| terms.symbol(symbol).origin == Origin::Fresh { unique: true })
    }

    /// Whether a file is there that only an earlier invocation can have made.
    fn is_left(&mut self, given: &[Term]) -> Option<Term> {
        let path = self.freeze(*given.first()?);
        if self.is_of_system(path) || self.is_root(path) {
            return None;
        }
        let left = self.left_in(given)?;
        let there = self.terms().pure(THERE, &[path, left]);
        Some(self.terms().apply(Operator::Truthy, &[there]))
    }

    /// Raises where the file at a path is not there.
    fn require_file(&mut self, given: &[Term]) -> Outcome {
        match self.is_left(given) {
            Some(there) => {
                let missing = self.terms().not(there);
                self.raise_if(missing, ("FileNotFoundError", "ENOENT"), "no such file or directory")
            }
            None => Ok(self.terms().undefined()),
        }
    }

    /// Raises where there is something at a path.
    fn require_none(&mut self, given: &[Term]) -> Outcome {
        match self.is_left(given) {
            Some(there) => {
                self.raise_if(there, ("FileExistsError", "EEXIST"), "file already exists")
            }
            None => Ok(self.terms().undefined()),
        }
    }

    fn raise_if(&mut self, when: Term, (class, code): (&str, &str), message: &str) -> Outcome {
        self.branch(
            when,
            |m| {
                let message = m.terms().string(format!("{code}: {message}"));
                let code = m.terms().string(code);
                let error = match m.dialect().language {
                    Language::Python => m.error(&[class, "OSError"], message, &[]),
                    Language::JavaScript => m.error(&["Error"], message, &[("code", code)]),
                };
                let error = m.open(error);
                m.throw(error)
            },
            |m| Ok(m.terms().undefined()),
        )
    }

    /// Raises where a call finds no file, or one, at the path that it is given and cannot do
    /// without, or with.
    pub(super) fn require_path(
        &mut self,
        name: &str,
        given: &[Term],
        named: &[(Name, Term)],
    ) -> Outcome {
        let method = last(name);
        let nothing = self.terms().undefined();
        if self.is_tolerant(given, named) || name == "os.open" {
            return Ok(nothing);
        }
        if begins(method, &["open"]) {
            let mode = given.get(1).and_then(|&mode| self.terms().as_str(mode).cloned());
            return match mode.as_deref() {
                Some(mode) if mode.contains('x') => self.require_none(given),
                Some(mode) if mode.starts_with(['w', 'a']) => Ok(nothing),
                _ => self.require_file(given),
            };
        }
        match () {
            () if begins(method, &NEEDING) || matches!(method, "rm" | "rmSync") => {
                self.require_file(given)
            }
            () if begins(method, &BEGINNING) => self.require_none(given),
            () => Ok(nothing),
        }
    }

    /// Whether options say that it does not matter what is there.
    fn is_tolerant(&mut self, given: &[Term], named: &[(Name, Term)]) -> bool {
        let tolerant = ["force", "recursive", "exist_ok", "ignore_errors", "missing_ok"];
        let is_set = |machine: &mut Self, flag: Term| machine.terms().as_bool(flag) == Some(true);
        let mut by_name = named.iter().filter(|(name, _)| tolerant.contains(&&**name));
        by_name.any(|(_, flag)| is_set(self, *flag))
            || given.iter().skip(1).any(|&options| {
                let options = self.freeze(options);
                let is_record = matches!(self.view(options), Node::Record(..));
                let mut flags = tolerant.iter().filter(|_| is_record);
                flags.any(|name| {
                    let flag = self.terms().field(options, name);
                    is_set(self, flag)
                })
            })
    }

    /// Whether a file is there, if that is what a function tells.
    pub(super) fn asked_for_file(&mut self, name: &str, given: &[Term]) -> Option<Term> {
        begins(last(name), &ASKING).then(|| self.is_left(given)).flatten()
    }
}

/// Whether a function tells something about the file that it is given, by its name.
fn is_looking(name: &str) -> bool {
    begins(last(name), &LOOKING) && !name.starts_with("child_process")
}

impl Machine<'_> {
    /// A call that has to do with files or with buffers, which are like them: notes what it
    /// writes, and gives what it reads or opens, if that depends on something written.
    pub fn file_call(&mut self, name: &str, call: &Call) -> Option<Outcome> {
        if !OF_FILES.iter().any(|module| name.starts_with(module)) {
            return None;
        }
        // What a method of a path is about is the path.
        let subject = match name.starts_with("pathlib.Path()") || name.starts_with("Path()") {
            true => call.receiver.into_iter().chain(call.arguments.iter().copied()).collect(),
            false if name.contains("()") => Vec::new(),
            false => call.arguments.clone(),
        };
        if self.left_in(&subject).is_some() {
            if name.starts_with("fs/promises.") {
                return Some(self.promise(|m| match m.left_file(name, &subject, call)? {
                    Some(found) => Ok(found),
                    None => m.write_file(&call.arguments).map(|()| m.terms().undefined()),
                }));
            }
            match self.left_file(name, &subject, call) {
                Ok(None) => {}
                Ok(Some(found)) => return Some(Ok(found)),
                Err(stop) => return Some(Err(stop)),
            }
        }
        let mode = call.named_or("mode", 1).and_then(|mode| self.terms().as_str(mode).cloned());
        let compresses =
            mode.as_ref().is_some_and(|mode| mode.starts_with(['w', 'x']) && mode.ends_with("gz"));
        if let Err(stop) = self.stamp_compressed(name, mode.as_deref(), call) {
            return Some(Err(stop));
        }
        if name == "tarfile.open" && compresses {
            let message = "the header of what tarfile compresses has the time, which is new on \
                           every attempt";
            self.problem(message, call.span);
        }
        if let Some(times) = self.times_of_file(name, &subject).transpose() {
            return Some(times);
        }
        if name.starts_with("os.") {
            return None;
        }
        let method = last(name);
        let reads = READING.contains(&method);
        let is_method = name.contains("()");
        if !reads && (is_method || begins(method, &WRITING)) {
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

    /// The header of what gzip compresses has the time, unless another one is given: it goes
    /// where the rest goes, into a buffer or a file.
    fn stamp_compressed(
        &mut self,
        name: &str,
        mode: Option<&str>,
        call: &Call,
    ) -> Result<(), Stop> {
        let writes = mode.is_some_and(|mode| mode.starts_with(['w', 'a', 'x']));
        if !matches!(name, "gzip.open" | "gzip.GzipFile")
            || !writes
            || call.named("mtime").is_some()
        {
            return Ok(());
        }
        let time = self.fresh("time of an archive", call.span, false)?;
        let named = call.named.iter().map(|(_, value)| *value);
        let given: Vec<Term> = call.arguments.iter().copied().chain(named).collect();
        let filled = given.into_iter().any(|into| self.fill("write", Some(into), &[time]));
        if filled { Ok(()) } else { self.write_file(&[time]) }
    }

    /// What a call tells about the times of a file that this attempt has written: they are
    /// those of a clock. Files of the deployment have the times of the deployment.
    pub(super) fn times_of_file(
        &mut self,
        name: &str,
        subject: &[Term],
    ) -> Result<Option<Term>, Stop> {
        let method = last(name);
        let is_time = ["getmtime", "getctime", "getatime"].contains(&method);
        if !is_time && !begins(method, &["stat", "lstat", "fstat"]) {
            return Ok(None);
        }
        let file = match subject.first() {
            Some(&file) => self.freeze(file),
            None => self.terms().undefined(),
        };
        if !self.is_temporary(file) && self.written_files()?.is_none() {
            return Ok(None);
        }
        let span = self.span();
        if is_time {
            return self.fresh(name, span, false).map(Some);
        }
        if self.dialect().language == Language::Python {
            let message = format!(
                "what {name} tells of a file that was written has times in it, which are new on \
                 every attempt; os.path.getsize and the like tell one thing at a time"
            );
            return Ok(Some(self.problem(message, span)));
        }
        let time = self.fresh("time of a file", span, false)?;
        let mut parts = subject.to_vec();
        parts.extend(self.written_files()?);
        let others = self.frozen_pure(name, &parts);
        Ok(Some(self.new_record_over(others, TIMES.map(|field| (field, time)))))
    }

    /// What a call tells about a path where an earlier invocation may have left something.
    fn left_file(
        &mut self,
        name: &str,
        subject: &[Term],
        call: &Call,
    ) -> Result<Option<Term>, Stop> {
        let method = last(name);
        if matches!(method, "open" | "ZipFile" | "TarFile") && subject == call.arguments {
            return open(self, call).map(Some);
        }
        self.require_path(name, subject, &call.named)?;
        if let Some(there) = self.asked_for_file(name, subject) {
            return Ok(Some(there));
        }
        if !is_looking(name) {
            self.note_made(name, subject, &call.named);
            return Ok(None);
        }
        let mut parts = vec![self.chain(call)];
        parts.extend(self.left_in(subject));
        parts.extend(self.written_files()?);
        Ok(Some(self.terms().pure("local file", &parts)))
    }
}
