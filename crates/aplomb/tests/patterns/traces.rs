//! The traces of an application's functions, as the engine of `aplomb check`
//! takes them.

use aplomb_cloud::{Application, Models, Trigger};
use aplomb_idempotence::{App, Delivery};
use aplomb_script::{FrontEnd, OnDisk, Program};
use aplomb_script_js::JavaScript;
use aplomb_script_py::Python;
use aplomb_symbolic::{Limits, Terms, execute};

/// Reads and executes all functions of an application.
pub fn traces(application: &Application) -> App {
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let models = Models::new(application);
    let mut program = Program::default();
    let mut functions = Vec::new();
    // The first execution learns which attributes are keys of which table.
    for pass in 0..2 {
        if pass == 1 && !models.learnt_something() {
            break;
        }
        functions.clear();
        for handler in &application.handlers {
            let root = &application.root;
            let module = program.load(&front_ends, &OnDisk, root, &handler.file).unwrap();
            let mut terms = Terms::new();
            let entry = handler.entry(module);
            let trace = execute(&program, &models, &mut terms, Limits::default(), &entry);
            let delivery = match handler.trigger {
                Trigger::Request => Delivery::Request,
                Trigger::Asynchronous => Delivery::Asynchronous,
                Trigger::Queue => Delivery::Queue,
                Trigger::Stream => Delivery::Stream,
            };
            functions.push((handler.name.as_str().into(), terms, trace, delivery));
        }
    }
    App::new(functions)
}
