//! From a deployed application to the traces of its functions.

use std::{collections::BTreeMap, sync::Arc, time::Duration, time::Instant};

use aplomb_cloud::{Application, Handler, Models, Trigger};
use aplomb_idempotence::{App, Delivery};
use aplomb_script::{FrontEnd, ModuleId, OnDisk, Program, Span};
use aplomb_script_js::JavaScript;
use aplomb_script_py::Python;
use aplomb_symbolic::{Limits, Terms, Trace, execute};

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

/// Loads and executes all functions of an application.
pub fn load(application: &Application) -> Loaded {
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut program = Program::default();
    program.shared.clone_from(&application.shared);
    let mut functions = Vec::new();
    let mut failed = Vec::new();
    for handler in &application.handlers {
        match program.load(&front_ends, &OnDisk, &application.root, &handler.file) {
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
    let mut parts: Vec<(Arc<str>, Terms, Trace, Delivery)> = Vec::new();
    for ((handler, _), (terms, trace, time)) in functions.iter().zip(traces) {
        times.push(time);
        parts.push((handler.name.as_str().into(), terms, trace, delivery(handler.trigger)));
    }
    let mut app = App::new(parts);
    app.examples = Models::examples(&mut app.terms).into_iter().collect();
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
    (terms, trace, start.elapsed())
}

fn delivery(trigger: Trigger) -> Delivery {
    match trigger {
        Trigger::Request => Delivery::Request,
        Trigger::Asynchronous => Delivery::Asynchronous,
        Trigger::Queue => Delivery::Queue,
        Trigger::Stream => Delivery::Stream,
    }
}

/// Source spans as reports write them.
pub struct Places<'a> {
    program: &'a Program,
    names: BTreeMap<u32, String>,
}

impl<'a> Places<'a> {
    /// Spans of a program.
    pub fn new(program: &'a Program) -> Self {
        let names = program
            .files
            .iter()
            .enumerate()
            .map(|(index, file)| (index as u32, file.path.display().to_string()))
            .collect();
        Places { program, names }
    }

    /// A span as a report writes it, if it stands in a file.
    pub fn span(&self, span: Span) -> Option<aplomb_report::Span> {
        let file = self.program.file(span.file)?;
        let start = file.line_column(span.start);
        let end = file.line_column(span.end);
        Some(aplomb_report::Span::between(self.names[&span.file.0].clone(), start, end))
    }
}
