//! The built-in functions, classes and methods of the languages, and the parts
//! of their standard libraries that are language rather than service.
//!
//! On constants they compute; on unknown values they give terms that say what
//! was applied to what.

mod declared;
mod files;
mod javascript;
mod json;
mod python;
mod sequence;
mod strings;
mod text;
mod time;

use crate::machine::{Arguments, Body, Flavour, Guise, ListKind, Machine};
use crate::{Call, Meaning, Node, Operator, Outcome, Path, Reference, Stop, Term, Terms};
use aplomb_script::{Language, Span};
use std::sync::Arc;

pub(crate) use python::concurrency::waits_at_end;
pub(crate) use python::format::format_percent;
pub(crate) use python::tools::COUNTS;
pub(crate) use sequence::{changeable, length, set_operation, slice};

fn language(machine: &Machine<'_>) -> Language {
    machine.dialect().language
}

/// A global name of the language.
pub(crate) fn global(machine: &mut Machine<'_>, name: &str) -> Option<Term> {
    match language(machine) {
        Language::JavaScript => javascript::global(machine, name),
        Language::Python => python::global(machine, name),
    }
}

/// Whether the language or its runtime declares a name.
pub(crate) fn is_declared(machine: &Machine<'_>, name: &str) -> bool {
    declared::is_declared(language(machine), name)
}

/// Whether a module comes with the language.
pub(crate) fn is_module(machine: &Machine<'_>, name: &str) -> bool {
    declared::is_module(language(machine), name)
}

/// A call of a global function or of a member of a standard module.
pub(crate) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let name = path.to_string();
    let arguments = Arguments {
        positional: call.arguments.clone(),
        named: call.named.clone(),
        ..Arguments::default()
    };
    match language(machine) {
        Language::JavaScript => javascript::call(machine, &name, call, &arguments),
        Language::Python => python::call(machine, &name, call, &arguments),
    }
}

/// Whether a member of a standard module only computes, by its path.
pub(crate) fn is_pure(machine: &Machine<'_>, name: &str) -> bool {
    match language(machine) {
        Language::JavaScript => javascript::is_pure(name),
        Language::Python => python::modules::is_pure(name),
    }
}

/// Whether a function of the language or of a standard module gives something else every time,
/// by its path.
pub(crate) fn draws(machine: &Machine<'_>, name: &str) -> bool {
    match language(machine) {
        Language::JavaScript => javascript::draws(name),
        Language::Python => python::modules::draws(name),
    }
}

/// Brings a list into an order that is a function of what is given.
pub(crate) fn shuffled(machine: &mut Machine<'_>, list: Term, by: &[Term]) {
    sequence::become_unknown(machine, list, "shuffle", by);
}

/// Whether nobody sees what a function of the language is given.
pub(crate) fn is_silent(machine: &Machine<'_>, name: &str) -> bool {
    match language(machine) {
        Language::JavaScript => name.starts_with("console."),
        Language::Python => python::modules::is_silent(name),
    }
}

/// Whether what a member of a standard module makes changes afterwards, by its path.
pub(crate) fn changes(machine: &Machine<'_>, name: &str) -> bool {
    let makers = match language(machine) {
        Language::JavaScript => javascript::CHANGING,
        Language::Python => python::modules::CHANGING,
    };
    makers.iter().any(|maker| name.starts_with(maker))
}

/// A call of a function value that the machine or a library made.
pub(crate) fn native(
    machine: &mut Machine<'_>,
    name: &Arc<str>,
    data: &[Term],
    this: Option<Term>,
    arguments: &Arguments,
    span: Span,
) -> Outcome {
    let known = match language(machine) {
        Language::JavaScript => javascript::native(machine, name, data, arguments, span),
        Language::Python => python::native(machine, name, data, arguments, span),
    };
    if let Some(outcome) = known {
        return outcome;
    }
    let callee = machine.terms().external(name.clone());
    let mut all = arguments.clone();
    all.positional.splice(0..0, data.iter().copied());
    machine.invoke_external(callee, this, all, false, span)
}

/// A call of a built-in method of a value.
pub(crate) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    match language(machine) {
        Language::JavaScript => javascript::method(machine, receiver, name, arguments, span),
        Language::Python => python::method(machine, receiver, name, arguments, span),
    }
}

/// Whether a value has a built-in method of this name, for taking it as a value.
pub(crate) fn has_method(machine: &Machine<'_>, object: Term, name: &str) -> bool {
    match language(machine) {
        Language::JavaScript => javascript::has_method(machine, object, name),
        Language::Python => python::has_method(machine, object, name),
    }
}

/// Whether a kind of value of JavaScript has a member of this name that is not modelled as a
/// value.
pub(crate) fn is_unlisted_member(name: &str) -> bool {
    javascript::is_unlisted_member(name)
}

/// Whether some built-in kind of value has a method of this name.
pub(crate) fn names_a_method(machine: &Machine<'_>, name: &str) -> bool {
    match language(machine) {
        Language::JavaScript => javascript::names_a_method(name),
        Language::Python => python::names_a_method(name),
    }
}

/// A built-in attribute of a value (`length`, `size`, `__name__`).
pub(crate) fn attribute(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Outcome> {
    match language(machine) {
        Language::JavaScript => javascript::attribute(machine, object, name),
        Language::Python => python::attribute(machine, object, name),
    }
}

/// A member of a standard module or class that is more than a name.
pub(crate) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    let path = Path::of(machine.terms(), object)?.to_string();
    match language(machine) {
        Language::JavaScript => javascript::member(machine, &path, name),
        Language::Python => python::member(machine, &path, name),
    }
}

/// Whether a term is the environment itself.
pub(crate) fn is_environment(terms: &Terms, term: Term) -> bool {
    matches!(terms.node(term), Node::External(_) | Node::Apply(Operator::Member(_), _))
        && Path::of(terms, term)
            .is_some_and(|path| matches!(path.to_string().as_str(), "os.environ" | "process.env"))
}

/// `object[name]` of something external, where that is not a member.
pub(crate) fn entry(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Outcome> {
    let path = Path::of(machine.terms(), object)?.to_string();
    match path.as_str() {
        "os.environ" | "process.env" => Some(Ok(machine.setting(name))),
        _ => None,
    }
}

/// Whether a global is a class of the language: what it does not define is not there.
pub(crate) fn is_class(machine: &mut Machine<'_>, term: Term) -> bool {
    let Node::External(name) = machine.terms().node(term).clone() else { return false };
    is_exception(&name)
        || matches!(
            &*name,
            "Object"
                | "Array"
                | "Map"
                | "Set"
                | "Promise"
                | "Date"
                | "object"
                | "dict"
                | "list"
                | "str"
                | "int"
                | "float"
                | "set"
                | "tuple"
                | "Function"
                | "EventEmitter"
        )
}

/// Whether a global of JavaScript is an object rather than a function.
pub(crate) fn is_namespace(name: &str) -> bool {
    matches!(
        name,
        "Math"
            | "JSON"
            | "console"
            | "process"
            | "Intl"
            | "globalThis"
            | "Reflect"
            | "Atomics"
            | "crypto"
            | "performance"
    )
}

/// Whether a class name is that of an exception of a language.
pub(crate) fn is_exception(name: &str) -> bool {
    python::exceptions::parent(name).is_some()
        || matches!(name, "BaseException")
        || name.ends_with("Error")
        || name.ends_with("Exception")
}

/// The name of an exception class and those of its ancestors.
pub(crate) fn exception_names(name: &str) -> Vec<Arc<str>> {
    let mut names: Vec<Arc<str>> = vec![name.into()];
    let mut at = name;
    while let Some(parent) = python::exceptions::parent(at) {
        names.push(parent.into());
        at = parent;
    }
    let outside = ["SystemExit", "KeyboardInterrupt", "GeneratorExit", "CancelledError"];
    for root in ["Exception", "BaseException", "Error"] {
        if outside.contains(&name) && root != "BaseException" {
            continue;
        }
        if !names.iter().any(|n| &**n == root) && name != "BaseException" {
            names.push(root.into());
        }
    }
    names
}

/// The classes whose exceptions a context manager swallows.
pub(crate) fn suppressed(machine: &mut Machine<'_>, context: Term) -> Option<Term> {
    let path = Path::of(machine.terms(), context)?;
    if !matches!(path.to_string().as_str(), "contextlib.suppress()" | "suppress()") {
        return None;
    }
    let classes = path.arguments(0)?.to_vec();
    Some(machine.new_list(classes))
}

/// The name of the class of exceptions that a path stands for: some have several.
pub(crate) fn exception_named(path: &Path) -> &str {
    match path.to_string().as_str() {
        "IOError" | "EnvironmentError" | "socket.error" => "OSError",
        "socket.timeout" => "TimeoutError",
        _ => path.last(),
    }
}

/// The class of an exception.
pub(crate) fn kind_of_error(machine: &mut Machine<'_>, error: Term) -> Outcome {
    let error = machine.resolve(error);
    match machine.terms().node(error).clone() {
        Node::Apply(Operator::Ite, parts) if machine.must_distribute(error) => {
            machine.branch(parts[0], |m| kind_of_error(m, parts[1]), |m| kind_of_error(m, parts[2]))
        }
        _ => python::functions::type_of(machine, error),
    }
}

/// Whether instances of a class are compared by their fields (Python's dataclasses).
pub(crate) fn is_data(machine: &mut Machine<'_>, class: Term) -> bool {
    python::data::is_data(machine, class)
}

/// What the language does with a class when its definition was executed.
pub(crate) fn class_defined(machine: &mut Machine<'_>, class: Term) -> Result<(), Stop> {
    python::data::make_members(machine, class)
}

/// The member of an enumeration of Python that a call of its class gives.
pub(crate) fn chosen_member(
    machine: &mut Machine<'_>,
    class: Term,
    arguments: &Arguments,
) -> Option<Outcome> {
    is_enumeration(machine, class)
        .then(|| python::data::chosen_member(machine, class, arguments))?
}

/// Whether something is a class of Python whose values are its members.
pub(crate) fn is_enumeration(machine: &mut Machine<'_>, class: Term) -> bool {
    language(machine) == Language::Python
        && machine.is_class(class)
        && python::data::is_enumeration(machine, class)
}

/// The constructor that the language writes for a class (Python's dataclasses).
pub(crate) fn construct_data(
    machine: &mut Machine<'_>,
    class: Term,
    instance: Term,
    arguments: &Arguments,
) -> Option<Outcome> {
    python::data::construct(machine, class, instance, arguments)
}

/// What the constructor of a built-in class does to an instance of a class that
/// extends it.
pub(crate) fn initialise(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let instance = call.receiver?;
    let path = Path::of(machine.terms(), call.callee)?;
    let name = path.last().to_string();
    if is_exception(&name) {
        let message = match call.argument(0) {
            Some(message) => message,
            None if language(machine) == Language::JavaScript => machine.terms().string(""),
            None => machine.terms().undefined(),
        };
        let class = machine.class_of(instance).and_then(|class| machine.class(class));
        let shown = match (language(machine), class) {
            (Language::Python, Some(class)) => class.name,
            _ => name.as_str().into(),
        };
        machine.describe_error(instance, &shown, message);
        if language(machine) == Language::JavaScript
            && let Some(options) = call.argument(1)
            && machine.record(options).is_some()
        {
            match machine.get(options, "cause") {
                Ok(cause) => machine.put_field(instance, "cause", cause),
                Err(stop) => return Some(Err(stop)),
            }
        }
        if call.arguments.len() > 1 && language(machine) == Language::Python {
            let all = machine.new_tuple(call.arguments.iter().copied());
            machine.put_field(instance, "args", all);
        }
        return Some(Ok(instance));
    }
    if name == "NamedTuple" || name == "BaseModel" || name == "TypedDict" {
        for (name, value) in &call.named {
            machine.put_field(instance, name, *value);
        }
        return Some(Ok(instance));
    }
    matches!(path.to_string().as_str(), "object" | "Object" | "EventEmitter" | "abc.ABC" | "ABC")
        .then_some(Ok(instance))
}

/// Whether a value is of a built-in type, if that can be said.
pub(crate) fn is_of_type(machine: &mut Machine<'_>, value: Term, class: &str) -> Option<Term> {
    if language(machine) == Language::Python
        && let Some(told) = doubt_type(machine, value)
    {
        return Some(machine.terms().apply(Operator::Truthy, &[told]));
    }
    let kinds: &[&str] = kinds_of(machine, value)?;
    let class = class.rsplit('.').next().unwrap_or(class);
    Some(if kinds.contains(&class) {
        machine.terms().bool(true)
    } else {
        machine.terms().bool(false)
    })
}

/// A problem if the type of a constant of Python is not certain.
fn doubt_type(machine: &mut Machine<'_>, value: Term) -> Option<Term> {
    let number = machine.doubt_number(value, "the type");
    let other = number.or_else(|| machine.doubt(value, Guise::Bytes, "the type"));
    other.or_else(|| machine.doubt(value, Guise::Special, "the type"))
}

/// The built-in types a value is an instance of, where that is visible.
fn kinds_of(machine: &Machine<'_>, value: Term) -> Option<&'static [&'static str]> {
    if let Some(object) = machine.object(value) {
        return Some(match &object.body {
            Body::List(list) if list.is_tuple() => &["tuple", "Sequence", "Iterable", "object"],
            Body::List(list) if list.kind == ListKind::Iterator => {
                &["generator", "Generator", "Iterator", "Iterable", "object", "Object"]
            }
            Body::List(list) if list.kind == ListKind::View => return None,
            Body::List(_) => &["list", "Array", "Sequence", "Iterable", "Object", "object"],
            Body::Promise(_) => &["Promise", "Object"],
            Body::Record(record) => match record.flavour {
                Flavour::Plain if record.base.is_some() => return None,
                Flavour::Plain => &["dict", "Mapping", "MutableMapping", "Object", "object"],
                Flavour::Map => &["Map", "dict", "Object"],
                Flavour::Set => &["set", "Set", "Object"],
                Flavour::Date => &["Date", "Object"],
                _ => &["Object", "object"],
            },
        });
    }
    Some(match machine.view(value) {
        // Primitive values of JavaScript are instances of nothing.
        Node::String(_) | Node::Number(_) | Node::Bool(_) | Node::Null | Node::Undefined
            if language(machine) == Language::JavaScript =>
        {
            &[]
        }
        Node::String(_) => &["str", "Sequence", "Iterable", "Hashable", "object"],
        // What was made up for a run that is made again may be any number.
        Node::Number(number) if number.get().fract() == 0.0 && machine.is_concrete() => {
            &["int", "Number", "float", "Decimal", "object"]
        }
        Node::Number(number) if number.get().fract() == 0.0 => {
            &["int", "Number", "Integral", "Real", "Hashable", "object"]
        }
        Node::Number(_) if machine.is_concrete() => &["float", "Number", "Decimal", "object"],
        Node::Number(_) => &["float", "Number", "Real", "Hashable", "object"],
        Node::Bool(_) => &["bool", "int", "Number", "Integral", "Real", "Hashable", "object"],
        Node::Null | Node::Undefined => &["NoneType", "Hashable", "object"],
        Node::Reference(Reference::Function(_)) => &["Function", "Callable", "object"],
        Node::Apply(Operator::Pure(function), _) if function.is(Meaning::RegExp) => {
            &["RegExp", "Object"]
        }
        _ => return None,
    })
}

/// The argument at a position, or undefined.
fn argument(machine: &mut Machine<'_>, arguments: &Arguments, index: usize) -> Term {
    match arguments.at(index) {
        Some(value) => value,
        None => machine.terms().undefined(),
    }
}

/// The number a term is.
fn number(machine: &Machine<'_>, term: Term) -> Option<f64> {
    match machine.view(term) {
        Node::Number(number) => Some(number.get()),
        _ => None,
    }
}

/// The string a term is.
fn string(machine: &Machine<'_>, term: Term) -> Option<Arc<str>> {
    match machine.view(term) {
        Node::String(text) => Some(text.clone()),
        _ => None,
    }
}
