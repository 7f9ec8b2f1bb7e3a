//! Schemas of mongoose: what a program declares of documents, and the functions that it gives
//! them. A schema is an external with a name of its own, made where the program makes it.

use super::shape;
use crate::mentions::has_word;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, PathSegment, Stop, Term};
use std::sync::Arc;

/// How schemas are named; the place where one is made follows.
const SCHEMA: &str = "aplomb:mongoose schema:";

/// The schemas of models, by the names of these.
const MODELS: &str = "aplomb:mongoose models";

/// What a hook is given to say that it is done.
const NEXT: &str = "aplomb:mongoose next";

/// Members of a schema.
const DECLARED: &str = "obj";
const OPTIONS: &str = "options";
const METHODS: &str = "methods";
const STATICS: &str = "statics";
const HOOKS: &str = "hooks";
const PLUGIN: &str = "plugin that is not known";

/// Plugins that add methods or checks, and leave operations as they are.
const PLUGINS: [&str; 6] = [
    "mongoose-paginate",
    "mongoose-paginate-v2",
    "mongoose-aggregate-paginate",
    "mongoose-aggregate-paginate-v2",
    "mongoose-unique-validator",
    "mongoose-lean-virtuals",
];

/// A schema that the program makes.
#[derive(Clone, Copy)]
pub(super) struct Schema(Term);

/// A function that runs before or after an operation.
pub(super) struct Hook {
    pub(super) is_before: bool,
    /// The operation; `None` if it is not known which.
    pub(super) operation: Option<Arc<str>>,
    pub(super) function: Term,
}

/// `new mongoose.Schema(declarations, options)`.
pub(super) fn make(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let none = machine.new_record::<&str>([]);
    let declared = call.argument(0).unwrap_or(none);
    let given = call.argument(1).unwrap_or(none);
    let place = format!("{SCHEMA}{}:{}", call.span.file.0, call.span.start);
    let mut before = 0;
    let schema = loop {
        let schema = machine.terms().external(format!("{place}:{before}"));
        let hooks = machine.get(schema, HOOKS)?;
        if !machine.is_list(hooks) {
            break schema;
        }
        before += 1;
    };
    let hooks = machine.new_list([]);
    for (name, value) in [(DECLARED, declared), (OPTIONS, given), (HOOKS, hooks)] {
        machine.set(schema, name, value)?;
    }
    for name in [METHODS, STATICS] {
        let members = machine.get(given, name)?;
        let members = match machine.fields(members) {
            Some(fields) => machine.new_record(fields),
            None => machine.new_record::<&str>([]),
        };
        machine.set(schema, name, members)?;
    }
    let mut asked = Vec::new();
    functions(machine, declared, 0, &mut asked);
    let options = machine.fields(given).unwrap_or_default().into_iter();
    asked.extend(options.filter(|(n, _)| !matches!(&**n, METHODS | STATICS)).map(|(_, v)| v));
    refuse_acting(machine, call, asked);
    Ok(schema)
}

/// The values in declarations beside types and defaults: validators, transformations.
fn functions(machine: &mut Machine<'_>, declared: Term, depth: usize, found: &mut Vec<Term>) {
    if depth > 8 || machine.is_function(declared) || Path::of(machine.terms(), declared).is_some() {
        return;
    }
    if let Some(items) = machine.items(declared) {
        return items.into_iter().for_each(|item| functions(machine, item, depth + 1, found));
    }
    for (name, value) in machine.fields(declared).unwrap_or_default() {
        match &*name {
            "default" | "type" | "ref" if machine.is_function(value) => {}
            _ if machine.is_function(value) => found.push(value),
            _ => functions(machine, value, depth + 1, found),
        }
    }
}

/// Says so if one of these functions, which mongoose calls whenever it likes, does more than
/// compute.
fn refuse_acting(machine: &mut Machine<'_>, call: &Call, arguments: Vec<Term>) {
    machine.escape_acting(&Call { arguments, named: Vec::new(), ..call.clone() });
}

/// What a call on a schema means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    if &*path.root == NEXT {
        let error = call
            .argument(0)
            .filter(|&error| !matches!(machine.terms().node(error), Node::Undefined | Node::Null));
        return Some(match error {
            Some(error) => machine.throw(error),
            None => Ok(machine.terms().undefined()),
        });
    }
    let schema =
        path.root.starts_with(SCHEMA).then(|| machine.terms().external(path.root.clone()))?;
    Some(match path.segments.as_slice() {
        [PathSegment::Member(method)] if matches!(&**method, "virtual" | "path") => {
            refuse_acting(machine, call, call.arguments.clone());
            Ok(machine.chain(call))
        }
        [PathSegment::Member(method)] => {
            Schema(schema).called(machine, call, method).map(|()| schema)
        }
        // `schema.virtual(name).get(function)`: what it gives is not known.
        [PathSegment::Member(of), ..] if &**of == "virtual" => {
            refuse_acting(machine, call, call.arguments.clone());
            Ok(call.receiver.unwrap_or(call.callee))
        }
        _ => {
            machine.escape_all(call);
            Ok(machine.chain(call))
        }
    })
}

impl Schema {
    /// The schema that a value is.
    pub(super) fn of(machine: &mut Machine<'_>, value: Term) -> Option<Schema> {
        match machine.view(value) {
            Node::External(name) if name.starts_with(SCHEMA) => Some(Schema(value)),
            _ => None,
        }
    }

    /// The schema of the model of a name.
    pub(super) fn of_model(machine: &mut Machine<'_>, name: Term) -> Option<Schema> {
        let name = machine.terms().as_str(name)?.clone();
        let models = machine.terms().external(MODELS);
        let schema = machine.get(models, &name).ok()?;
        Schema::of(machine, schema)
    }

    /// Notes that it is that of a model.
    pub(super) fn note_model(self, machine: &mut Machine<'_>, name: Term) -> Result<(), Stop> {
        let Some(name) = machine.terms().as_str(name).cloned() else { return Ok(()) };
        let models = machine.terms().external(MODELS);
        machine.set(models, &name, self.0)
    }

    /// The value that stands for it.
    pub(super) fn term(self) -> Term {
        self.0
    }

    fn called(self, machine: &mut Machine<'_>, call: &Call, method: &str) -> Result<(), Stop> {
        match method {
            "pre" | "post" => return self.add_hooks(machine, call, method == "pre"),
            "method" | "static" => {
                let members = if method == "method" { METHODS } else { STATICS };
                let members = machine.get(self.0, members)?;
                let Some(first) = call.argument(0) else { return Ok(()) };
                let named = match (machine.terms().as_str(first).cloned(), call.argument(1)) {
                    (Some(name), Some(function)) => vec![(name, function)],
                    _ => machine.fields(first).unwrap_or_default(),
                };
                for (name, function) in named {
                    machine.set(members, &name, function)?;
                }
            }
            "plugin" => {
                let Some(plugin) = call.argument(0) else { return Ok(()) };
                if machine.is_function(plugin) {
                    let options = call.argument(1).unwrap_or(self.0);
                    return machine.call(plugin, None, &[self.0, options]).map(drop);
                }
                let root = Path::of(machine.terms(), plugin).map(|path| path.root);
                if !root.is_some_and(|root| PLUGINS.contains(&&*root)) {
                    machine.set(self.0, PLUGIN, plugin)?;
                }
            }
            "add" => {
                let declared = machine.get(self.0, DECLARED)?;
                let more = call.argument(0).and_then(|more| machine.fields(more));
                match more {
                    Some(more) if machine.fields(declared).is_some() => {
                        for (name, value) in more {
                            machine.set(declared, &name, value)?;
                        }
                    }
                    _ => {
                        let nothing = machine.terms().undefined();
                        machine.set(self.0, DECLARED, nothing)?;
                    }
                }
            }
            "set" => {
                let options = machine.get(self.0, OPTIONS)?;
                let name = call.argument(0).and_then(|name| machine.terms().as_str(name).cloned());
                if let (Some(name), Some(value)) = (name, call.argument(1)) {
                    machine.set(options, &name, value)?;
                }
                refuse_acting(machine, call, call.arguments.clone());
            }
            "index" => refuse_acting(machine, call, call.arguments.clone()),
            _ => machine.escape_all(call),
        }
        Ok(())
    }

    fn add_hooks(self, machine: &mut Machine<'_>, call: &Call, before: bool) -> Result<(), Stop> {
        let (Some(first), Some(&function)) = (call.argument(0), call.arguments.last()) else {
            return Ok(());
        };
        let names = machine.items(first).unwrap_or_else(|| vec![first]);
        let hooks = machine.get(self.0, HOOKS)?;
        let mut all = machine.items(hooks).unwrap_or_default();
        for name in names {
            let before = machine.terms().bool(before);
            all.push(machine.new_list([before, name, function]));
        }
        let all = machine.new_list(all);
        machine.set(self.0, HOOKS, all)
    }

    /// The record of declarations.
    pub(super) fn declared(self, machine: &mut Machine<'_>) -> Option<Term> {
        machine.get(self.0, DECLARED).ok()
    }

    /// The fields that it declares, if they are known.
    pub(super) fn fields(self, machine: &mut Machine<'_>) -> Option<Vec<shape::Field>> {
        let declared = self.declared(machine)?;
        shape::fields(machine, declared)
    }

    /// Whether it says that an option is that.
    pub(super) fn says(self, machine: &mut Machine<'_>, option: &str, value: bool) -> bool {
        let options = machine.get(self.0, OPTIONS);
        let said = options.and_then(|options| machine.get(options, option));
        said.is_ok_and(|said| matches!(machine.terms().node(said), Node::Bool(is) if *is == value))
    }

    /// Whether it says `timestamps`, or may say so.
    pub(super) fn is_timed(self, machine: &mut Machine<'_>) -> bool {
        let options = machine.get(self.0, OPTIONS);
        let Ok(asked) = options.and_then(|options| machine.get(options, "timestamps")) else {
            return true;
        };
        let asked = machine.terms().apply(Operator::Truthy, &[asked]);
        machine.terms().as_bool(asked) != Some(false)
    }

    /// The methods that it gives to documents.
    pub(super) fn methods(self, machine: &mut Machine<'_>) -> Vec<(Arc<str>, Term)> {
        self.members(machine, METHODS)
    }

    /// A function that it gives to the model.
    pub(super) fn of_models(self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        let members = self.members(machine, STATICS);
        members.into_iter().find(|(known, _)| &**known == name).map(|(_, function)| function)
    }

    fn members(self, machine: &mut Machine<'_>, of: &str) -> Vec<(Arc<str>, Term)> {
        let members = machine.get(self.0, of).ok();
        members.and_then(|members| machine.fields(members)).unwrap_or_default()
    }

    /// What runs around operations, in order.
    pub(super) fn hooks(self, machine: &mut Machine<'_>) -> Vec<Hook> {
        let hooks = machine.get(self.0, HOOKS).ok().and_then(|hooks| machine.items(hooks));
        let read = |hook: Term| {
            let items = machine.items(hook)?;
            let [before, name, function] = items.as_slice() else { return None };
            Some(Hook {
                is_before: machine.terms().is_true(*before),
                operation: machine.terms().as_str(*name).cloned(),
                function: *function,
            })
        };
        hooks.unwrap_or_default().into_iter().filter_map(read).collect()
    }

    /// Runs what is to run before, or after, an operation on a document.
    pub(super) fn run(
        self,
        machine: &mut Machine<'_>,
        before: bool,
        operation: &str,
        document: Term,
    ) -> Result<(), Stop> {
        for hook in self.hooks(machine) {
            if hook.is_before != before || hook.operation.as_deref() != Some(operation) {
                continue;
            }
            let next = machine.function(NEXT, &[]);
            let arguments = if before { vec![next] } else { vec![document, next] };
            let done = machine.call(hook.function, Some(document), &arguments)?;
            machine.settle(done)?;
        }
        Ok(())
    }

    /// Says so if something runs around an operation that is not run here, or a plugin may
    /// change what operations do.
    pub(super) fn refuse_hooks(self, machine: &mut Machine<'_>, operation: &str, run: &[&str]) {
        let span = machine.span();
        let hooks = self.hooks(machine).into_iter();
        let around = hooks.filter(|hook| match hook.operation.as_deref() {
            Some(name) => name == operation && !run.contains(&name),
            None => true,
        });
        if around.count() > 0 {
            let message = format!("a hook of mongoose around `{operation}` is not supported");
            machine.problem(message, span);
        }
        let plugin = machine.get(self.0, PLUGIN).ok();
        let plugin = plugin.and_then(|plugin| Path::of(machine.terms(), plugin));
        // A member that nobody set is a step of a chain.
        if let Some(plugin) = plugin.filter(|plugin| !plugin.root.starts_with(SCHEMA)) {
            let message = format!("the plugin {plugin} of a schema is not supported");
            machine.problem(message, span);
        }
    }
}

/// Says so if a model has a schema that is not known here, and the program gives schemas
/// functions.
pub(super) fn refuse_unknown(machine: &mut Machine<'_>) {
    struct Gives;
    let words = [".pre(", ".post(", ".plugin(", ".loadClass(", ".methods", ".statics", "default:"];
    if has_word::<Gives>(machine.program(), &words) {
        let span = machine.span();
        machine.problem("the schema of a model is not known", span);
    }
}
