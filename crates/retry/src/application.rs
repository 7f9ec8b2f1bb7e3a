//! From a deployed application to the traces of its functions.

use std::{
    cell::RefCell,
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
    time::Instant,
};

use aplomb_cloud::{Application, Handler, Models, Trigger, event};
use aplomb_idempotence::{App, Delivery, Events, MessageId};
use aplomb_script::{Files, FrontEnd, ModuleId, OnDisk, Program, Severity, Span, normal_path};
use aplomb_script_js::JavaScript;
use aplomb_script_py::Python;
use aplomb_symbolic::{Limits, Machine, Node, Terms, Trace, execute};

/// An application whose functions were executed symbolically. A copy shares the
/// sources and has terms of its own.
#[derive(Clone)]
pub struct Loaded {
    /// The sources of all functions.
    pub program: Arc<Program>,
    /// What SDK calls mean in it.
    pub models: Arc<Models>,
    /// The functions that could be loaded, with their modules.
    pub functions: Vec<(Handler, ModuleId)>,
    /// How long each took to execute.
    pub times: Vec<Duration>,
    /// The traces.
    pub app: App,
    /// Handlers that could not be loaded, and why.
    pub failed: Vec<(Handler, String)>,
}

/// One thing that a function does, which a retry does again: a step, or a fresh value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// The call, as the source has it.
    pub label: &'a str,
    /// Where it stands, in bytes of a file of [`Loaded::program`].
    pub span: Span,
}

impl Loaded {
    /// Whatever a function does to stores and services, in the order of its steps.
    pub fn steps(&self, function: usize) -> impl Iterator<Item = Operation<'_>> {
        let steps = &self.app.functions[function].trace.steps;
        steps.iter().map(|step| Operation { label: &step.label, span: step.span })
    }

    /// What the file of a function exports, if it does not export the function: the names of
    /// functions, in order. `None` if it does, or if that is not known before it runs.
    pub fn exports_without(&self, function: usize) -> Option<Vec<String>> {
        let (handler, module) = &self.functions[function];
        let exports = RefCell::new(None);
        let look = |machine: &mut Machine<'_>| {
            let nothing = machine.terms().undefined();
            let module = machine.module(*module)?;
            let mut found = module;
            for name in handler.export.split('.') {
                found = machine.get(found, name)?;
            }
            if matches!(machine.view(found), Node::Undefined | Node::Null) {
                let fields = machine.fields(module).unwrap_or_default().into_iter();
                let functions = fields.filter(|(_, value)| machine.is_function(*value));
                let mut names: Vec<String> = functions.map(|(name, _)| name.to_string()).collect();
                names.sort();
                exports.replace(Some(names));
            }
            Ok(nothing)
        };
        execute(&self.program, &*self.models, &mut Terms::new(), Limits::default(), &look);
        exports.into_inner()
    }

    /// Why the file of a function may export less than it seems: the first place in it that could
    /// not be read.
    pub fn unreadable(&self, function: usize) -> Option<String> {
        let (handler, module) = &self.functions[function];
        let file = self.program.modules[module.0 as usize].file;
        let mut said = self.program.diagnostics.iter();
        let first = said.find(|it| it.severity > Severity::Warning && it.span.file == file)?;
        let (line, column) = self.program.files[file.0 as usize].line_column(first.span.start);
        Some(format!("{}:{line}:{column}: {}", handler.file.display(), first.message))
    }

    /// The values that a function draws afresh with each attempt.
    pub fn sources(&self, function: usize) -> impl Iterator<Item = Operation<'_>> {
        let sources = &self.app.functions[function].trace.sources;
        sources.iter().map(|source| Operation { label: &source.label, span: source.span })
    }
}

/// The disk, with some files edited in memory: what would a change do to the verdicts?
#[derive(Clone, Debug, Default)]
pub struct Edited {
    files: HashMap<PathBuf, String>,
}

impl Edited {
    /// Gives a file another text.
    pub fn with(mut self, path: &Path, text: impl Into<String>) -> Edited {
        self.files.insert(normal_path(path), text.into());
        self
    }
}

impl Files for Edited {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let edited = self.files.read(&normal_path(path));
        edited.or_else(|_| OnDisk.read(path))
    }

    fn is_file(&self, path: &Path) -> bool {
        self.files.is_file(&normal_path(path)) || OnDisk.is_file(path)
    }
}

/// Loads and executes all functions of an application.
pub fn load(application: &Application) -> Loaded {
    load_from(application, &OnDisk)
}

/// Loads and executes all functions of an application whose sources are somewhere else than
/// on disk, or some of them.
pub fn load_from(application: &Application, files: &dyn Files) -> Loaded {
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut program = Program::default();
    program.shared.clone_from(&application.shared);
    let mut functions = Vec::new();
    let mut failed = Vec::new();
    for handler in &application.handlers {
        match program.load(&front_ends, files, &application.root, &handler.file) {
            Ok(module) => functions.push((handler.clone(), module)),
            Err(error) => failed.push((handler.clone(), error.to_string())),
        }
    }
    let models = Models::new(application);
    // The first execution learns which attributes are keys of which table.
    let mut traces = Vec::new();
    for pass in 0..2 {
        traces = functions.iter().map(|function| trace(&program, &models, function)).collect();
        if pass == 0 && !models.learnt_something() {
            break;
        }
    }
    let mut times = Vec::new();
    let mut parts: Vec<(Arc<str>, Terms, Trace, Events)> = Vec::new();
    for ((handler, _), (terms, trace, time)) in functions.iter().zip(traces) {
        times.push(time);
        parts.push((handler.name.as_str().into(), terms, trace, events(handler)));
    }
    let mut app = App::new(parts);
    let missing = application.missing.iter().map(|(name, _)| name);
    let failed_names = failed.iter().map(|(handler, _)| &handler.name);
    app.unread = failed_names.chain(missing).map(|name| name.as_str().into()).collect();
    app.examples = Models::examples(&mut app.terms).into_iter().collect();
    app.whole_fields = models.whole_fields().into_iter().collect();
    Loaded { app, program: Arc::new(program), models: Arc::new(models), functions, times, failed }
}

fn trace(
    program: &Program,
    models: &Models,
    (handler, module): &(Handler, ModuleId),
) -> (Terms, Trace, Duration) {
    let start = Instant::now();
    let mut terms = Terms::new();
    let entry = handler.entry(*module);
    let trace = execute(program, models, &mut terms, Limits::default(), &entry);
    let time = start.elapsed();
    tracing::debug!(
        function = handler.name,
        steps = trace.steps.len(),
        terms = terms.len(),
        ?time,
        "executed for all inputs"
    );
    (terms, trace, time)
}

fn events(handler: &Handler) -> Events {
    let trigger = handler.trigger;
    let delivery = match trigger {
        Trigger::Request => Delivery::Request,
        Trigger::Asynchronous => Delivery::Asynchronous,
        Trigger::Queue => Delivery::Queue,
        Trigger::Stream => Delivery::Stream,
    };
    Events {
        delivery,
        invocation_id: Some(event::INVOCATION_ID),
        message_id: trigger.message_id().map(|path| MessageId { messages: event::MESSAGES, path }),
        store_names: event::BUCKET_NAMES,
        store: handler.bucket.as_deref().map(Into::into),
        change: (trigger == Trigger::Stream).then_some(event::CHANGE),
    }
}
