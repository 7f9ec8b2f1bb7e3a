//! From findings to a patch that was verified.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use aplomb_report::{LineIndex, Suggestion};
use aplomb_retry::{Advised, Application, Checked, Handler, Loaded, Options, Word, load};
use aplomb_script::{ModuleId, Span};

use crate::{
    choose::Chooser,
    deployment::{self, Deployment},
    edit::{self, Edit},
    handler,
    identity::Identity,
    native,
    patch::{How, Patch, Wrapped},
    source::is_records,
    verify::Original,
};

/// What to do about effects whose service has no idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effects {
    /// Leave one out rather than repeat it.
    AtMostOnce,
    /// Repeat one rather than leave it out.
    AtLeastOnce,
}

/// How to fix.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What names a request: a ready-made identity of the runtime, or an expression. Without
    /// it the trigger says.
    pub identity: Option<String>,
    /// What to do about effects whose service has no idempotency key. Without it they are not
    /// touched.
    pub effects: Option<Effects>,
    /// Mark items instead of logging writes to them, where that is proved to suffice. Marks
    /// stay in the items, so this is not for items that many requests update.
    pub in_item: bool,
    /// How to check.
    pub options: Options,
}

/// What became of one function.
#[derive(Clone, Debug)]
pub struct Planned {
    /// What `check` says of it as it is.
    pub checked: Checked,
    /// What became of it.
    pub outcome: Outcome,
}

/// What can be done about a function.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It is safe as it is.
    Safe,
    /// Nobody knows whether it is safe.
    Unknown,
    /// With the patch it is safe.
    Fixed(Box<Fixed>),
    /// No patch was found, for this reason.
    NotFixed(String),
}

/// A function that the patch makes safe.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// What `check` says of it with the patch.
    pub checked: Checked,
    /// What it costs a request, in units of writes.
    pub write_units: usize,
    /// The change that makes this function safe, with what it does in words.
    pub suggestion: Suggestion,
    /// The same as a unified diff.
    pub diff: String,
}

/// What to change in an application, and why.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The functions, in the order of the description.
    pub functions: Vec<Planned>,
    /// What the deployment needs besides the code, as text to copy where the description is
    /// not edited.
    pub deployment: Option<String>,
    /// The files that change; the description comes last.
    changed: Vec<Changed>,
}

/// A file that changes.
#[derive(Clone, Debug)]
struct Changed {
    path: PathBuf,
    original: String,
    edits: Vec<Edit>,
    text: String,
}

/// Why files were not written. Nothing was changed.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: std::io::Error,
}

/// Looks for the smallest change that makes the wanted functions of an application safe.
pub fn plan(
    application: &Application,
    settings: &Settings,
    wanted: impl Fn(&str) -> bool,
    mut progress: impl FnMut(&str) + Send,
) -> Plan {
    let loaded = load(application);
    let all: Vec<usize> = (0..loaded.functions.len()).collect();
    let before = loaded.check_all(&all, settings.options, |checked| progress(&checked.row.name));
    let safe = before.iter().filter(|checked| checked.row.verdict == Word::Safe);
    let original = Original {
        application,
        loaded: &loaded,
        safe: safe.map(|checked| checked.row.name.clone()).collect(),
        options: settings.options,
    };
    let planner = Planner { original: &original, settings };
    let mut found: Vec<(Checked, Result<Option<Patch>, String>)> = Vec::new();
    for checked in before.into_iter().filter(|checked| wanted(&checked.row.name)) {
        progress(&checked.row.name);
        let patch = match checked.row.verdict {
            Word::Unsafe | Word::UnsafeConcurrent => planner.patch(&checked).map(Some),
            Word::Unknown if checked.judgement.as_ref().is_some_and(|it| it.needs_lease) => {
                planner.leased(&checked).map(Some)
            }
            Word::Safe | Word::Unknown => Ok(None),
        };
        found.push((checked, patch));
    }
    let unread = loaded.unread(application).into_iter();
    let unread = unread.filter(|checked| wanted(&checked.row.name));
    found.extend(unread.map(|checked| (checked, Ok(None))));
    planner.together(found)
}

/// Looks for patches of functions.
struct Planner<'a> {
    original: &'a Original<'a>,
    settings: &'a Settings,
}

/// What else is patched while a patch is verified, and which functions it has to make safe.
#[derive(Clone, Copy)]
struct Beside<'a> {
    patch: Option<&'a Patch>,
    functions: &'a [&'a str],
}

impl<'a> Beside<'a> {
    /// The only patch, for one function.
    fn nothing(function: &'a &'a str) -> Beside<'a> {
        Beside { patch: None, functions: std::slice::from_ref(function) }
    }

    fn with(&self, patch: &Patch) -> Patch {
        self.patch.map_or_else(|| patch.clone(), |others| others.with(patch))
    }
}

/// How many keys are tried where operations happen several times.
const VARIANTS: usize = 3;

/// How many operations are protected at most when the advice does not suffice.
const MOST_OPERATIONS: usize = 16;

impl Planner<'_> {
    fn loaded(&self) -> &Loaded {
        self.original.loaded
    }

    /// A patch with which a function is safe.
    fn patch(&self, checked: &Checked) -> Result<Patch, String> {
        let (Some(function), Some(judgement)) = (checked.function, &checked.judgement) else {
            return Err("the function could not be read".into());
        };
        let (handler, module) = &self.loaded().functions[function];
        let name = handler.name.as_str();
        if let Some(problem) = self.loaded().cause(function) {
            return Err(format!("what else it does is not known: {}", problem.message));
        }
        let advised = self.loaded().advised(function, judgement);
        let identity = self.identity(handler);
        let source = self.original.source();
        let known = identity.as_ref().ok();
        for patch in native::patches(source, self.loaded(), function, &advised, known) {
            if self.original.verify(&patch, &[name]).is_ok() {
                return Ok(patch);
            }
        }
        let mut why = None;
        for variant in 0..VARIANTS {
            match self.with_runtime(handler, *module, &advised, variant) {
                Ok(patch) => match self.verified(patch, Beside::nothing(&name)) {
                    Ok(patch) => return Ok(self.marked(patch, name)),
                    Err(reason) => why.get_or_insert(reason),
                },
                Err(reason) => {
                    why.get_or_insert(reason);
                    break;
                }
            };
        }
        let why = why.unwrap_or_else(|| "the advisor knows no protection".into());
        if identity.is_err() {
            return Err(why);
        }
        let reduced = self.reduced(handler, *module, function, Beside::nothing(&name));
        reduced.map(|patch| self.marked(patch, name)).ok_or(why)
    }

    /// The patch with marks in items in place of log rows, as far as that suffices.
    fn marked(&self, mut patch: Patch, name: &str) -> Patch {
        let logged = patch.operations.iter().filter(|(_, it)| it.how == How::Once);
        let logged: Vec<Span> = logged.map(|(span, _)| *span).collect();
        for span in logged.into_iter().filter(|_| self.settings.in_item) {
            let marking = patch.protecting(span, How::InItem);
            if self.original.verify(&marking, &[name]).is_ok() {
                patch = marking;
            }
        }
        patch
    }

    /// The patch if it makes functions safe, with a lease where attempts must not overlap.
    fn verified(&self, patch: Patch, beside: Beside<'_>) -> Result<Patch, String> {
        let verify = |patch: &Patch| self.original.verify(&beside.with(patch), beside.functions);
        let Err(why) = verify(&patch) else { return Ok(patch) };
        let leased = self.settings.options.overlap.then(|| patch.with_lease()).flatten();
        match leased.filter(|leased| verify(leased).is_ok()) {
            Some(leased) => Ok(leased),
            None => Err(why),
        }
    }

    /// A patch for a function that is safe unless attempts overlap: they do not.
    fn leased(&self, checked: &Checked) -> Result<Patch, String> {
        let function = checked.function.ok_or("the function could not be read")?;
        let (handler, module) = &self.loaded().functions[function];
        let identity = self.identity(handler)?;
        if identity.is_per_record() {
            return Err("a lease is for one request, and its events are batches of them".into());
        }
        let patch = self.wrapped(Patch::default(), handler, *module, identity)?;
        if patch.handlers.is_empty() {
            return Err("it is wrapped already: give retrySafe the option lease by hand".into());
        }
        self.verified(patch, Beside::nothing(&handler.name.as_str()))
    }

    /// What the user says in so many words comes first; the ready-made identity of another
    /// trigger is for functions whose own trigger names no request.
    fn identity(&self, handler: &Handler) -> Result<Identity, String> {
        let given = self.settings.identity.as_deref().map(Identity::given);
        match (given, Identity::of(handler)) {
            (Some(own @ Identity::Own(_)), _) => Ok(own),
            (_, Ok(of_trigger)) => Ok(of_trigger),
            (Some(given), Err(_)) => Ok(given),
            (None, Err(why)) => Err(why),
        }
    }

    /// The advice, as the runtime has it.
    fn with_runtime(
        &self,
        handler: &Handler,
        module: ModuleId,
        advised: &[Advised<'_>],
        variant: usize,
    ) -> Result<Patch, String> {
        if advised.is_empty() {
            return Err("the advisor knows no protection".into());
        }
        let identity = self.identity(handler)?;
        let mut patch = Patch::default();
        let chooser = self.chooser(handler, &identity, variant);
        for advised in advised {
            chooser.add(&mut patch, advised)?;
        }
        self.wrapped(patch, handler, module, identity)
    }

    fn chooser<'c>(
        &'c self,
        handler: &'c Handler,
        identity: &Identity,
        variant: usize,
    ) -> Chooser<'c> {
        Chooser {
            source: self.original.source(),
            prefix: handler.export.rsplit('.').next().unwrap_or(&handler.export),
            effects: self.settings.effects,
            variant,
            per_record: identity.is_per_record(),
        }
    }

    /// A patch with the handler wrapped, and the loops over records.
    fn wrapped(
        &self,
        mut patch: Patch,
        handler: &Handler,
        module: ModuleId,
        identity: Identity,
    ) -> Result<Patch, String> {
        let source = self.original.source();
        if identity.is_per_record() {
            let mut files = patch.files();
            files.insert(source.program.module(module).file);
            for file in files {
                let records = source.gone_through(file).into_iter().filter(|expr| is_records(expr));
                patch.records.extend(records.map(|expr| expr.span));
            }
        }
        let found = handler::find(source, module, &handler.export);
        let (module, exported) = found.map_err(|error| error.to_string())?;
        let clock = patch.operations.values().any(|protected| protected.how.is_clock());
        let time = clock && !identity.has_time();
        if !handler::is_wrapped(source, exported) {
            let name = handler.export.rsplit('.').next().unwrap_or(&handler.export).to_owned();
            let wrapped = Wrapped { exported, identity, time, lease: false };
            patch.handlers.insert((module, name), wrapped);
        }
        Ok(patch)
    }

    /// Everything that can be protected, and then as little of it as suffices.
    fn reduced(
        &self,
        handler: &Handler,
        module: ModuleId,
        function: usize,
        beside: Beside<'_>,
    ) -> Option<Patch> {
        let identity = self.identity(handler).ok()?;
        let chooser = self.chooser(handler, &identity, 0);
        let mut patch = Patch::default();
        for advised in self.loaded().protectable(function) {
            // What cannot be protected may not have to be.
            let _ = chooser.add(&mut patch, &advised);
        }
        if patch.operations.is_empty() || patch.operations.len() > MOST_OPERATIONS {
            return None;
        }
        let wrap = |patch: Patch| self.wrapped(patch, handler, module, identity.clone()).ok();
        let verifies =
            |patch: &Patch| wrap(patch.clone()).is_some_and(|it| self.verified(it, beside).is_ok());
        if !verifies(&patch) {
            return None;
        }
        let mut spans: Vec<_> = patch.operations.keys().copied().collect();
        spans.sort_by_key(|span| std::cmp::Reverse(patch.operations[span].how.cost()));
        for span in spans {
            let mut fewer = patch.clone();
            fewer.operations.remove(&span);
            if verifies(&fewer) {
                patch = fewer;
            }
        }
        self.verified(wrap(patch)?, beside).ok()
    }

    /// All patches as one, verified once more: what one function does matters to the others.
    fn together(&self, mut found: Vec<(Checked, Result<Option<Patch>, String>)>) -> Plan {
        let mut all = Patch::default();
        let names: Vec<String> =
            found.iter().map(|(checked, _)| checked.row.name.clone()).collect();
        let mut fixed: Vec<&str> = Vec::new();
        for ((checked, patch), name) in found.iter_mut().zip(&names) {
            let Ok(Some(alone)) = patch else { continue };
            fixed.push(name);
            let beside = Beside { patch: Some(&all), functions: &fixed };
            let suits = self.original.verify(&all.with(alone), &fixed).map(|_| alone.clone());
            match suits.or_else(|why| self.more(checked, beside).ok_or(why)) {
                Ok(suitable) => {
                    all = all.with(&suitable);
                    *patch = Ok(Some(suitable));
                }
                Err(why) => {
                    fixed.pop();
                    let why = format!("alone it can be fixed, beside the other fixes not: {why}");
                    *patch = Err(why);
                }
            }
        }
        let after = self.original.check(&all, &fixed).unwrap_or_default();
        let texts = self.original.texts(&all).unwrap_or_default();
        let logging = found.iter().filter(|(checked, patch)| {
            let uses_log = matches!(patch, Ok(Some(patch)) if patch.needs_log());
            uses_log && fixed.contains(&checked.row.name.as_str())
        });
        let logging: Vec<String> = logging.map(|(checked, _)| checked.row.name.clone()).collect();
        let functions = found
            .into_iter()
            .map(|(checked, patch)| {
                let outcome = self.outcome(&checked, patch, &after);
                Planned { checked, outcome }
            })
            .collect();
        let source = self.original.source();
        let mut changed: Vec<Changed> = texts
            .into_iter()
            .map(|(file, (path, text, edits))| Changed {
                path,
                original: source.file(file).to_owned(),
                edits,
                text,
            })
            .collect();
        let path = &self.original.application.source;
        let needed = (!logging.is_empty()).then(|| deployment::needed(path, &logging));
        let deployment = match needed {
            Some(Deployment::Edited { original, edits, text }) => {
                changed.push(Changed { path: path.clone(), original, edits, text });
                None
            }
            Some(Deployment::ToCopy(text)) => Some(text),
            Some(Deployment::Complete) | None => None,
        };
        Plan { functions, deployment, changed }
    }

    /// A patch that protects more of a function than it needs alone: the fixes of others can
    /// make their keys known to it.
    fn more(&self, checked: &Checked, beside: Beside<'_>) -> Option<Patch> {
        let function = checked.function?;
        let (handler, module) = &self.loaded().functions[function];
        self.reduced(handler, *module, function, beside)
    }

    fn outcome(
        &self,
        checked: &Checked,
        patch: Result<Option<Patch>, String>,
        after: &[Checked],
    ) -> Outcome {
        let name = &checked.row.name;
        match (patch, after.iter().find(|after| after.row.name == *name)) {
            (Ok(Some(patch)), Some(after)) => Outcome::Fixed(Box::new(Fixed {
                checked: after.clone(),
                write_units: patch.cost(),
                suggestion: self.suggestion(&patch),
                diff: self.diff(&patch),
            })),
            (Err(why), _) => Outcome::NotFixed(why),
            (Ok(Some(_)), None) => Outcome::NotFixed("the edited source cannot be read".into()),
            (Ok(None), _) if checked.row.verdict == Word::Safe => Outcome::Safe,
            (Ok(None), _) => Outcome::Unknown,
        }
    }

    /// A patch as a unified diff.
    fn diff(&self, patch: &Patch) -> String {
        let texts = self.original.texts(patch).unwrap_or_default();
        let source = self.original.source();
        let shown = texts.iter().map(|(file, (path, _, edits))| {
            edit::diff(&path.display().to_string(), source.file(*file), edits)
        });
        shown.collect()
    }

    /// A patch as a change that a report carries.
    fn suggestion(&self, patch: &Patch) -> Suggestion {
        let cost = match patch.cost() {
            0 => "no write per request".to_owned(),
            1 => "+1 write per request".to_owned(),
            units => format!("+{units} write units per request"),
        };
        let mut suggestion = Suggestion::new(format!("apply this patch ({cost})"));
        for (file, (path, _, edits)) in self.original.texts(patch).unwrap_or_default() {
            let text = self.original.source().file(file);
            let index = LineIndex::new(text);
            for edit in edits {
                let span = index.span(path.display().to_string(), edit.range.clone());
                suggestion = suggestion.edit(span, edit.text);
            }
        }
        suggestion
    }
}

impl Plan {
    /// The files that change.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.changed.iter().map(|changed| changed.path.as_path())
    }

    /// All changes as a unified diff.
    pub fn diff(&self) -> String {
        let diff = |changed: &Changed| {
            edit::diff(&changed.path.display().to_string(), &changed.original, &changed.edits)
        };
        self.changed.iter().map(diff).collect()
    }

    /// Writes all files, or none: each new text is written beside its file first, and then
    /// takes its place.
    pub fn write(&self) -> Result<(), WriteError> {
        let mut ready = Vec::new();
        for changed in &self.changed {
            let failed = |source| WriteError { path: changed.path.clone(), source };
            if std::fs::read_to_string(&changed.path).map_err(failed)? != changed.original {
                let why = "it was changed while the fix was being prepared";
                return Err(failed(std::io::Error::other(why)));
            }
            ready.push((changed, written_beside(&changed.path, &changed.text).map_err(failed)?));
        }
        let mut done: Vec<&Changed> = Vec::new();
        for (changed, file) in ready {
            if let Err(error) = file.persist(&changed.path) {
                // What was written before goes back to what it was.
                for changed in done {
                    let _ = std::fs::write(&changed.path, &changed.original);
                }
                return Err(WriteError { path: changed.path.clone(), source: error.error });
            }
            done.push(changed);
        }
        Ok(())
    }
}

/// A new text beside a file, which has the permissions of the file.
fn written_beside(path: &Path, text: &str) -> std::io::Result<tempfile::NamedTempFile> {
    let permissions = std::fs::metadata(path)?.permissions();
    // Renaming would replace it all the same.
    if permissions.readonly() {
        return Err(std::io::ErrorKind::PermissionDenied.into());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    file.as_file().set_permissions(permissions)?;
    Ok(file)
}
