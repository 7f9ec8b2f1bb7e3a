//! Python: globals, and which file knows the methods of which kind of value.

pub(super) mod concurrency;
mod container;
pub(super) mod data;
pub(super) mod exceptions;
pub(super) mod format;
pub(super) mod functions;
mod heap;
pub(super) mod modules;
mod text;
pub(super) mod tools;

use super::argument;
use super::sequence::apply;
use crate::machine::{
    Arguments, Body, CONTEXT_MANAGER, Flavour, FunctionValue, GENERATOR_CONTEXT, Guise, Machine,
};
use crate::{Call, Node, Operator, Outcome, Reference, Term};
use aplomb_script::Span;

/// A global that is a value rather than a function or class.
pub(super) fn global(machine: &mut Machine<'_>, name: &str) -> Option<Term> {
    Some(match name {
        "None" => machine.terms().null(),
        "True" => machine.terms().bool(true),
        "False" => machine.terms().bool(false),
        "IOError" | "EnvironmentError" => machine.terms().external("OSError"),
        "NotImplemented" | "Ellipsis" => machine.terms().external(name),
        "__name__" => machine.terms().string("module"),
        _ => return None,
    })
}

/// A member of a standard module that is a value.
pub(super) fn member(machine: &mut Machine<'_>, path: &str, name: &str) -> Option<Term> {
    Some(match (path, name) {
        // What a call gives has the name of its class, if it has one.
        (_, "__name__" | "__qualname__") if !path.contains('(') => {
            let last = path.rsplit('.').next().unwrap_or(path);
            machine.terms().string(last)
        }
        ("math", "pi") => machine.terms().number(std::f64::consts::PI),
        ("math", "e") => machine.terms().number(std::f64::consts::E),
        ("math", "inf") => machine.terms().number(f64::INFINITY),
        ("math", "nan") => machine.terms().number(f64::NAN),
        ("string", "ascii_lowercase") => machine.terms().string("abcdefghijklmnopqrstuvwxyz"),
        ("string", "ascii_uppercase") => machine.terms().string("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("string", "ascii_letters") => {
            machine.terms().string("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        }
        ("string", "digits") => machine.terms().string("0123456789"),
        ("sys", "path" | "argv") => machine.new_list([]),
        ("sys", "maxsize") => machine.terms().number(9_223_372_036_854_775_807.0),
        ("os", "sep") => machine.terms().string("/"),
        ("os", "linesep") => machine.terms().string("\n"),
        ("http.HTTPStatus", _) | ("HTTPStatus", _) => return http_status(machine, name),
        _ => return None,
    })
}

fn http_status(machine: &mut Machine<'_>, name: &str) -> Option<Term> {
    let code = match name {
        "OK" => 200.0,
        "CREATED" => 201.0,
        "ACCEPTED" => 202.0,
        "NO_CONTENT" => 204.0,
        "BAD_REQUEST" => 400.0,
        "UNAUTHORIZED" => 401.0,
        "FORBIDDEN" => 403.0,
        "NOT_FOUND" => 404.0,
        "CONFLICT" => 409.0,
        "INTERNAL_SERVER_ERROR" => 500.0,
        _ => return None,
    };
    Some(machine.terms().number(code))
}

/// Calls of global functions and of members of standard modules.
pub(super) fn call(
    machine: &mut Machine<'_>,
    name: &str,
    call: &Call,
    arguments: &Arguments,
) -> Option<Outcome> {
    let plain = !name.contains(['.', '(']);
    if plain
        && super::is_exception(name)
        && (exceptions::parent(name).is_some() || name == "BaseException")
    {
        let message = argument(machine, arguments, 0);
        if name == "KeyError" && arguments.positional.len() == 1 {
            return Some(Ok(machine.key_error(message)));
        }
        let error = machine.error(&[name], message, &[]);
        if arguments.positional.len() > 1 {
            let all = machine.new_tuple(arguments.positional.iter().copied());
            let shown = machine.frozen_pure("the text of several arguments", &[all]);
            machine.put_field(error, "args", all);
            machine.put_field(error, "message", shown);
        }
        return Some(Ok(error));
    }
    if plain && let Some(outcome) = functions::call(machine, name, arguments, call) {
        return Some(outcome);
    }
    if let Some(outcome) = data::of_model(machine, name, call) {
        return Some(outcome);
    }
    // A method of a class, called with the object in front.
    if let Some((class @ ("str" | "list" | "dict" | "set" | "bytes"), method)) =
        name.split_once('.')
        && let [object, rest @ ..] = arguments.positional.as_slice()
        && !matches!(
            (class, method),
            ("dict", "fromkeys") | ("bytes", "fromhex") | ("str", "maketrans")
        )
    {
        let given = Arguments { positional: rest.to_vec(), ..arguments.clone() };
        // The class's own, whatever the class of the object has by that name.
        if matches!(method, "__init__" | "constructor") {
            let class = machine.terms().external(class);
            return Some(machine.initialise_external(class, *object, given, call.span));
        }
        if machine.class_of(*object).is_some()
            && let Ok(Some(own)) = machine.lookup(*object, method)
            && machine.is_closure(own)
        {
            let message = format!(
                "{name}, called on an object whose class has a method of that name, is not \
                 supported"
            );
            return Some(Ok(machine.problem(message, call.span)));
        }
        return Some(machine.invoke_method(*object, method, given, call.span));
    }
    modules::call(machine, name, arguments, call)
}

/// Functions that the machine made.
pub(super) fn native(
    machine: &mut Machine<'_>,
    name: &str,
    data: &[Term],
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    Some(match name {
        // Decorators that give back what they get.
        "identity" => Ok(argument(machine, arguments, 0)),
        // `@functools.wraps(f)`
        "wraps" => {
            let function = argument(machine, arguments, 0);
            Ok(tools::named_like(machine, function, data[0]))
        }
        // What `@contextmanager` makes of a generator: it runs when a `with` block enters it.
        CONTEXT_MANAGER => {
            let call = FunctionValue::Bound {
                target: data[0],
                receiver: None,
                arguments: arguments.clone(),
            };
            let call = machine.new_function(call);
            Ok(machine.native_function(GENERATOR_CONTEXT, vec![call]))
        }
        // `@functools.lru_cache(…)`, and what it makes of a function.
        "cache" => {
            let function = argument(machine, arguments, 0);
            Ok(machine.native_function("cached", vec![function]))
        }
        "cached" => machine.called_once(data[0], arguments.clone(), span).inspect(|&value| {
            machine.note_kept(value);
        }),
        "getter of attribute" | "getter of item" => {
            let object = argument(machine, arguments, 0);
            let mut found = Vec::new();
            for &key in data {
                let value = match name {
                    "getter of item" => machine.get_index(object, key),
                    _ => {
                        let name = machine.key_text(key);
                        machine.get_attribute(object, &name)
                    }
                };
                match value {
                    Ok(value) => found.push(value),
                    Err(stop) => return Some(Err(stop)),
                }
            }
            match found.as_slice() {
                [only] => Ok(*only),
                _ => Ok(machine.new_tuple(found)),
            }
        }
        "setter of property" => {
            let set = argument(machine, arguments, 0);
            let get = data.first().copied();
            Ok(machine.new_function(FunctionValue::Accessor { get, set: Some(set) }))
        }
        "frozen dataclass" => {
            let class = argument(machine, arguments, 0);
            let yes = machine.terms().bool(true);
            machine.put_field(class, "__dataclass__", yes);
            machine.put_field(class, "__frozen__", yes);
            Ok(class)
        }
        "named tuple" => named_tuple(machine, data, arguments),
        "call" => {
            let all = arguments.clone();
            machine.invoke(data[0], None, all, span)
        }
        _ => return None,
    })
}

fn named_tuple(machine: &mut Machine<'_>, names: &[Term], arguments: &Arguments) -> Outcome {
    let record = crate::machine::Record::new(Flavour::Instance);
    let tuple = machine.allocate(Body::Record(record));
    machine.disguise(tuple, Guise::Special);
    for (index, &name) in names.iter().enumerate() {
        let name = machine.key_text(name);
        if let Some(value) = arguments.named(&name, index) {
            machine.put_field(tuple, &name, value);
        }
    }
    Ok(tuple)
}

/// Methods of values.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    if let Some(object) = machine.object(receiver) {
        let flavour = match &object.body {
            Body::List(_) => {
                return container::list(machine, receiver, name, arguments)
                    .or_else(|| iterator_method(machine, receiver, name, arguments));
            }
            Body::Promise(_) => return future_method(machine, receiver, name, arguments),
            Body::Record(record) => record.flavour.clone(),
        };
        return match flavour {
            Flavour::Set => container::set(machine, receiver, name, arguments),
            Flavour::Plain | Flavour::Map => {
                container::dictionary(machine, receiver, name, arguments)
                    .or_else(|| text::method(machine, receiver, name, arguments))
                    .or_else(|| member_function(machine, receiver, name, arguments, span))
            }
            _ => instance_method(machine, receiver, name, arguments),
        };
    }
    match machine.view(receiver).clone() {
        _ if name == "__str__" => Some(machine.text_of(receiver)),
        Node::String(_) => text::method(machine, receiver, name, arguments),
        Node::Reference(Reference::Function(_)) => {
            function_method(machine, receiver, name, arguments, span)
        }
        Node::Number(_) | Node::Bool(_) => number_method(machine, receiver, name, arguments),
        Node::Undefined | Node::Null => None,
        Node::List(_) | Node::Record(..) => {
            let thawed = machine.thaw(receiver);
            method(machine, thawed, name, arguments, span)
        }
        _ => unknown_method(machine, receiver, name, arguments),
    }
}

/// A function kept in a dictionary that is used as a namespace.
fn member_function(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    match machine.lookup(receiver, name) {
        Ok(Some(function)) => Some(machine.invoke(function, None, arguments.clone(), span)),
        Ok(None) => None,
        Err(stop) => Some(Err(stop)),
    }
}

/// Methods of values whose kind is not known: the name tells.
fn unknown_method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    if machine.terms().is_text(receiver) || text::is_method(name) {
        return text::method(machine, receiver, name, arguments);
    }
    if container::is_dictionary_method(name) && !matches!(name, "pop" | "copy" | "clear") {
        return container::dictionary(machine, receiver, name, arguments);
    }
    if name == "pop" && arguments.at(0).is_some_and(|key| machine.terms().is_text(key)) {
        return container::dictionary(machine, receiver, name, arguments);
    }
    // A copy is of the type that it is a copy of.
    if name == "copy" && matches!(machine.view(receiver), Node::Apply(Operator::Pure(_), _)) {
        return Some(Ok(machine.frozen_pure(name, &[receiver])));
    }
    if container::is_list_method(name) {
        return container::list(machine, receiver, name, arguments);
    }
    number_method(machine, receiver, name, arguments)
        .or_else(|| instance_method(machine, receiver, name, arguments))
}

/// Methods of numbers, dates and matches: they only compute.
fn number_method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let known = matches!(
        name,
        "isoformat"
            | "strftime"
            | "timestamp"
            | "date"
            | "time"
            | "total_seconds"
            | "astimezone"
            | "weekday"
            | "isoweekday"
            | "timetuple"
            | "utctimetuple"
            | "toordinal"
            | "quantize"
            | "is_integer"
            | "bit_length"
            | "to_integral_value"
            | "normalize"
            | "group"
            | "groups"
            | "groupdict"
            | "span"
            | "start"
            | "end"
            | "match"
            | "search"
            | "findall"
            | "sub"
            | "fullmatch"
            | "finditer"
            | "digest"
            | "hexdigest"
            | "as_tuple"
            | "tobytes"
            | "isocalendar"
            | "utcoffset"
            | "to_eng_string"
            | "sqrt"
            | "days"
            | "conjugate"
    );
    if !known && name != "replace" {
        return None;
    }
    let mut all = vec![receiver];
    all.extend_from_slice(&arguments.positional);
    for (name, value) in &arguments.named {
        let name = machine.terms().string(name.clone());
        all.extend([name, *value]);
    }
    Some(Ok(machine.frozen_pure(name, &all)))
}

/// What instances have that do not define it themselves.
fn instance_method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    if let Some(items) = machine.items_of_named_tuple(receiver) {
        return named_tuple_method(machine, receiver, items, name, arguments);
    }
    Some(match name {
        "__str__" | "__repr__" => machine.text_of(receiver),
        "with_traceback" | "add_note" => Ok(receiver),
        "dict" | "model_dump" | "_asdict" | "asdict" => {
            let copy = machine.new_record::<&str>([]);
            machine.spread_into(copy, receiver).map(|()| copy)
        }
        "json" | "model_dump_json" if machine.record(receiver).is_some() => {
            let frozen = machine.freeze(receiver);
            Ok(machine.terms().apply(Operator::JsonText, &[frozen]))
        }
        "__init__" | "__init_subclass__" | "__enter__" | "__exit__" => Ok(receiver),
        "get" | "keys" | "values" | "items" => {
            return container::dictionary(machine, receiver, name, arguments);
        }
        _ => return None,
    })
}

/// Methods of tuples whose items have names.
fn named_tuple_method(
    machine: &mut Machine<'_>,
    receiver: Term,
    items: Vec<Term>,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    Some(match name {
        "_replace" => {
            let copy = machine.object(receiver).map(|object| object.body.clone());
            let copy = copy.map_or(receiver, |body| machine.allocate(body));
            machine.disguise(copy, Guise::Special);
            for (field, value) in &arguments.named {
                machine.put_field(copy, field, *value);
            }
            Ok(copy)
        }
        "_asdict" => {
            let copy = machine.new_record::<&str>([]);
            machine.spread_into(copy, receiver).map(|()| copy)
        }
        "index" | "count" => {
            let tuple = machine.new_tuple(items);
            return container::list(machine, tuple, name, arguments);
        }
        _ => {
            let span = machine.span();
            Ok(machine.problem(format!("{name} of a named tuple is not supported"), span))
        }
    })
}

/// What generators have; they are lists here.
fn iterator_method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    match name {
        "send"
            if arguments.at(0).is_some_and(|given| !matches!(machine.view(given), Node::Null)) =>
        {
            let span = machine.span();
            Some(Ok(machine.problem("send() to a generator is not supported", span)))
        }
        "__next__" | "send" => Some(super::sequence::take(machine, receiver, true)),
        "close" | "__iter__" => Some(Ok(receiver)),
        _ => None,
    }
}

/// What futures and tasks have.
fn future_method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    Some(match name {
        "result" | "get" => machine.settle(receiver),
        "done" => Ok(machine.terms().bool(true)),
        "exception" => machine.handled(
            |m| m.settle(receiver),
            |m, _| Ok(m.terms().null()),
            |_, exception| Ok(exception),
        ),
        "add_done_callback" => {
            let callback = argument(machine, arguments, 0);
            apply(machine, callback, &[receiver])
        }
        "cancel" | "is_alive" => Ok(machine.terms().bool(false)),
        // A thread runs when it is made.
        "start" => Ok(machine.terms().null()),
        "join" => machine.settle(receiver).map(|_| machine.terms().null()),
        _ => return None,
    })
}

fn function_method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    match (machine.function_value(receiver).as_deref(), name) {
        (_, "__call__") => Some(machine.invoke(receiver, None, arguments.clone(), span)),
        (Some(FunctionValue::Accessor { get, .. }), "setter") => {
            let set = argument(machine, arguments, 0);
            let accessor = FunctionValue::Accessor { get: *get, set: Some(set) };
            Some(Ok(machine.new_function(accessor)))
        }
        (_, "cache_clear") => Some(Ok(machine.terms().null())),
        _ => None,
    }
}

/// Whether a value has a built-in method of this name.
pub(super) fn names_a_method(name: &str) -> bool {
    container::is_list_method(name)
        || container::is_set_method(name)
        || container::is_dictionary_method(name)
        || text::is_method(name)
        || name.starts_with("__")
}

pub(super) fn has_method(machine: &Machine<'_>, object: Term, name: &str) -> bool {
    if machine.list(object).is_some() {
        return container::is_list_method(name);
    }
    if let Some(record) = machine.record(object) {
        return match record.flavour {
            Flavour::Set => container::is_set_method(name),
            Flavour::Plain | Flavour::Map => container::is_dictionary_method(name),
            _ => false,
        };
    }
    matches!(machine.view(object), Node::String(_)) && text::is_method(name)
}

/// Attributes of values that are computed.
pub(super) fn attribute(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Outcome> {
    match name {
        "__class__" => match machine.class_of(object) {
            Some(class) => Some(Ok(class)),
            None => Some(functions::type_of(machine, object)),
        },
        "__dict__" => Some(machine.attributes_of(object)),
        "__doc__" | "__mro__" | "__bases__" | "__wrapped__" | "__module__" | "__annotations__" => {
            let span = machine.span();
            Some(Ok(machine.problem(format!("{name} is not supported"), span)))
        }
        "__traceback__" => Some(Ok(machine.terms().null())),
        "__cause__" | "__context__" => {
            let span = machine.span();
            Some(Ok(machine.problem("what caused an exception is not supported", span)))
        }
        // A member of an enumeration that is also a text or a number.
        "value" if machine.terms().is_text(object) || machine.terms().is_number(object) => {
            Some(Ok(object))
        }
        "name" if machine.terms().is_text(object) || machine.terms().is_number(object) => {
            Some(Ok(machine.frozen_pure("name of the member", &[object])))
        }
        // Identifiers are kept as their texts.
        "hex" | "int" | "urn" | "bytes" if matches!(machine.view(object), Node::String(_)) => {
            Some(Ok(machine.frozen_pure(name, &[object])))
        }
        "setter" | "getter" | "deleter" => match machine.function_value(object).as_deref() {
            Some(FunctionValue::Accessor { get: Some(get), .. }) => {
                Some(Ok(machine.native_function("setter of property", vec![*get])))
            }
            _ => None,
        },
        _ => None,
    }
}
