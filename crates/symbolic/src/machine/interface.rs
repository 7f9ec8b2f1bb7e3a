//! How executions are started, and what models of packages can ask for.

use super::Machine;
use super::library::{Library, Outcome};
use super::world::{Run, World};
use crate::{Term, Terms, Trace};
use aplomb_script::{ModuleId, Name, Program, Span};

/// Bounds of an execution; whoever meets one reports a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Statements and expressions evaluated.
    pub fuel: u64,
    /// Calls inside calls.
    pub depth: u32,
    /// Iterations of one loop that are executed one by one.
    pub unroll: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { fuel: 5_000_000, depth: 200, unroll: 64 }
    }
}

/// What to execute: loads modules, makes inputs, calls the function under test.
/// Its value is the response; an exception that leaves it is a failure.
///
/// ```ignore
/// let entry = |machine: &mut Machine| {
///     let exports = machine.module(module)?;
///     let handler = machine.get(exports, "handler")?;
///     let event = machine.input("event");
///     let result = machine.call(handler, None, &[event])?;
///     machine.settle(result)
/// };
/// ```
pub type Entry<'e> = dyn Fn(&mut Machine<'_>) -> Outcome + 'e;

/// Executes for all inputs at once.
pub fn execute(
    _program: &Program,
    _library: &dyn Library,
    _terms: &mut Terms,
    _limits: Limits,
    _entry: &Entry<'_>,
) -> Trace {
    Trace::default()
}

/// Executes in a world that answers: an ordinary interpreter.
pub fn run(
    program: &Program,
    library: &dyn Library,
    terms: &mut Terms,
    limits: Limits,
    world: &mut dyn World,
    entry: &Entry<'_>,
) -> Run {
    let _ = (program, library, terms, limits, world, entry);
    unreachable!("lands with the interpreter")
}

/// What a model can see of a class of the program.
#[derive(Clone, Debug)]
pub struct ClassView {
    /// Its name.
    pub name: Name,
    /// The classes it extends, its own, external or built-in.
    pub parents: Vec<Term>,
    /// The nearest ancestor that is external, e.g. `pynamodb.models.Model`.
    pub external: Option<Term>,
}

impl<'a> Machine<'a> {
    /// The terms.
    pub fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    /// The program being executed.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// Where execution is.
    pub fn span(&self) -> Span {
        self.span
    }

    /// When this point is reached.
    pub fn path(&self) -> Term {
        self.path
    }

    /// Whether a world answers, so that all values are ground.
    pub fn is_concrete(&self) -> bool {
        self.world.is_some()
    }
}

// The rest of the interface; bodies land with the interpreter.
#[allow(unused_variables, missing_docs)]
impl Machine<'_> {
    /// Executes a module, unless it was, and gives its exports as an object
    /// (Python: its names).
    pub fn module(&mut self, module: ModuleId) -> Outcome {
        Ok(self.terms.undefined())
    }

    /// The member of a value as the program would read it (methods, class
    /// attributes, getters, symbolic records). Missing members are `undefined`.
    pub fn get(&mut self, object: Term, name: &str) -> Outcome {
        Ok(self.terms.field(object, name))
    }

    /// As [`Machine::get`] with any key (`object[key]`).
    pub fn get_item(&mut self, object: Term, key: Term) -> Outcome {
        Ok(self.terms.undefined())
    }

    /// Assigns a member as the program would.
    pub fn set(&mut self, object: Term, name: &str, value: Term) -> Result<(), super::Stop> {
        Ok(())
    }

    /// The fields of an object of known shape, in order; `None` for anything else.
    /// Only fields that are there on this path.
    pub fn fields(&mut self, object: Term) -> Option<Vec<(Name, Term)>> {
        None
    }

    /// The items of a list of known length; `None` for anything else.
    pub fn items(&mut self, list: Term) -> Option<Vec<Term>> {
        None
    }

    /// Whether the value is a function or class of the program (or language).
    pub fn is_function(&self, value: Term) -> bool {
        false
    }

    /// Calls a function value.
    pub fn call(&mut self, function: Term, this: Option<Term>, arguments: &[Term]) -> Outcome {
        Ok(self.terms.undefined())
    }

    /// Calls a function once for a list of any length: each item in turn, or one
    /// that stands for all. Gives the list of results.
    pub fn for_each(
        &mut self,
        list: Term,
        body: &mut dyn FnMut(&mut Self, Term) -> Outcome,
    ) -> Outcome {
        Ok(self.terms.undefined())
    }

    /// A new function value that, when called, comes back as a [`super::Call`] of
    /// the external `name` with `data` in front of the arguments.
    pub fn function(&mut self, name: &str, data: &[Term]) -> Term {
        self.terms.undefined()
    }

    /// The class of an instance of a class of the program.
    pub fn class_of(&mut self, instance: Term) -> Option<Term> {
        None
    }

    /// What can be seen of a class of the program.
    pub fn class(&mut self, class: Term) -> Option<ClassView> {
        None
    }

    /// A new instance of a class of the program, without calling its constructor.
    pub fn instance(&mut self, class: Term) -> Term {
        self.terms.undefined()
    }

    /// An exception: the names of its class and that class's ancestors, nearest
    /// first (`["ConditionalCheckFailedException", "ClientError"]`); they decide
    /// which handlers take it. JavaScript's `name`, `message` and `stack` are set.
    pub fn error(&mut self, classes: &[&str], message: Term, fields: &[(&str, Term)]) -> Term {
        self.terms.undefined()
    }

    /// Raises an exception on the whole path.
    pub fn throw(&mut self, exception: Term) -> Outcome {
        Ok(exception)
    }

    /// A promise of the outcome of what `body` does: fulfilled where it gives a
    /// value, rejected where it raises.
    pub fn promise(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        body(self)
    }

    /// What `await` gives: the value of a promise (raising where it is rejected),
    /// any other value itself.
    pub fn settle(&mut self, value: Term) -> Outcome {
        Ok(value)
    }

    /// Calls a Node-style callback `(error, value)` with the outcome of `body`;
    /// its own value is what the callback returns.
    pub fn call_back(
        &mut self,
        callback: Term,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        body(self)
    }

    /// Continues the chain of an external: what a call that only builds something
    /// (`boto3.resource("dynamodb")`) gives when no model says otherwise.
    pub fn chain(&mut self, call: &super::Call) -> Term {
        call.callee
    }

    /// Whether a value counts as true, in the language of the calling module.
    pub fn truth(&mut self, value: Term) -> Term {
        value
    }

    /// The steps recorded inside are started together and may take place in any
    /// order (`Promise.all`).
    pub fn together(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        body(self)
    }
}
