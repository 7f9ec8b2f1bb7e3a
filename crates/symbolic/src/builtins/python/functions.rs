//! Built-in functions.

use super::super::sequence::{apply, each, keep_if};
use super::super::{argument, files, length, number, string};
use super::{container, format, tools};
use crate::machine::{
    Arguments, Body, Exit, Flavour, FunctionValue, Guise, ListKind, Machine, Record, Segment,
    is_open_class,
};
use crate::{Call, Node, Operator, Outcome, Path, Reference, Stop, Term, assumptions};
use aplomb_script::BinaryOperator;

/// A call of a built-in function.
pub(super) fn call(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
    call: &Call,
) -> Option<Outcome> {
    if let Some(outcome) = of_collections(machine, name, arguments) {
        return Some(outcome);
    }
    let first = argument(machine, arguments, 0);
    let second = argument(machine, arguments, 1);
    Some(match name {
        "print" | "breakpoint" => {
            let file = call.named("file");
            machine.escape_acting(call);
            machine.fill(name, file, &arguments.positional);
            Ok(machine.terms().null())
        }
        "str" if arguments.positional.is_empty() => Ok(machine.terms().string("")),
        "str" => machine.text_of(first),
        "repr" => machine.repr_of(first),
        "ascii" => {
            let text = machine.repr_of(first);
            text.map(|text| match string(machine, text).is_some_and(|text| text.is_ascii()) {
                true => text,
                false => machine.frozen_pure(name, &[first]),
            })
        }
        "bytearray" => Ok(machine.chain(call)),
        "bytes" | "memoryview" => Ok(bytes(machine, first)),
        "int" => integer(machine, arguments),
        "float" => float(machine, first),
        "bool" => Ok(machine.truth(first)),
        "abs" | "round" | "pow" | "divmod" => arithmetic(machine, name, arguments),
        "format" => {
            let specification = string(machine, second).unwrap_or_else(|| "".into());
            format::specified(machine, first, &specification)
        }
        "chr" if number(machine, first).is_some_and(|n| !(0.0..=1_114_111.0).contains(&n)) => {
            machine.throw_error("ValueError", "chr() arg not in range(0x110000)")
        }
        "ord" if string(machine, first).is_some_and(|text| text.chars().count() != 1) => {
            machine.throw_error("TypeError", "ord() expected a character")
        }
        "chr" => Ok(match number(machine, first).and_then(|n| char::from_u32(n as u32)) {
            Some(c) => machine.terms().string(c.to_string()),
            None => machine.frozen_pure("chr", &[first]),
        }),
        "ord" => Ok(match string(machine, first).and_then(|s| s.chars().next()) {
            Some(c) => machine.terms().number(f64::from(u32::from(c))),
            None => machine.frozen_pure("ord", &[first]),
        }),
        "hex" | "oct" | "bin" => Ok(machine.frozen_pure(name, &[first])),
        // Different in every process.
        "hash" if machine.is_guarded() && machine.object(first).is_some() => {
            Ok(machine.problem("whether hash() raises is not known", call.span))
        }
        "hash" | "id" => machine.fresh(name, call.span, false),
        "isinstance" => Ok(machine.is_instance(first, second)),
        "issubclass" => Ok(is_subclass(machine, first, second)),
        "type" if arguments.at(1).is_some() => {
            Ok(machine.problem("a class that is made by type() is not supported", call.span))
        }
        "type" => type_of(machine, first),
        "callable" => {
            let first = machine.resolve(first);
            // What a call gave may be anything.
            let given = !machine.is_function(first)
                && matches!(machine.view(first), Node::Symbol(_) | Node::Apply(..))
                && !matches!(machine.view(first), Node::Apply(Operator::Member(_), _));
            if given {
                let callable = machine.frozen_pure(name, &[first]);
                return Some(Ok(machine.terms().apply(Operator::Truthy, &[callable])));
            }
            let callable = machine.is_callable(first);
            Ok(machine.terms().bool(callable))
        }
        "hasattr" => has_attribute(machine, first, second),
        "getattr" => get_attribute(machine, first, second, arguments.at(2)),
        "setattr" => {
            let name = machine.key_text(second);
            let value = argument(machine, arguments, 2);
            machine.set_attribute(first, &name, value).map(|()| machine.terms().null())
        }
        "delattr" => machine.delete_index(first, second).map(|()| machine.terms().null()),
        "vars" | "dir" => machine.attributes_of(first),
        "object" => Ok(machine.allocate(Body::Record(Record::new(Flavour::Instance)))),
        "property" => {
            let set = arguments.at(1);
            Ok(machine.new_function(FunctionValue::Accessor { get: Some(first), set }))
        }
        "staticmethod" => Ok(machine.new_function(FunctionValue::Static(first))),
        "classmethod" => Ok(machine.new_function(FunctionValue::OfClass(first))),
        // Its items are what the function gives, called any number of times.
        "iter" if arguments.positional.len() > 1 && !machine.only_computes(first) => {
            let span = call.span;
            Ok(machine.problem("iter() of a function is not supported", span))
        }
        "iter" => {
            let first = machine.in_some_order(first);
            if machine.list(first).is_some_and(|list| list.kind == ListKind::Iterator) {
                return Some(Ok(first));
            }
            let copy = machine.new_list([]);
            let made = machine.append_all(copy, first).map(|()| machine.as_iterator(copy));
            made.inspect(|&made| machine.watch_items(made, &[first]))
        }
        "next" => next(machine, first, arguments.at(1)),
        "open" => {
            machine.assume(&assumptions::DEPLOYED_FILES);
            files::open(machine, call)
        }
        "input" | "exec" | "eval" | "compile" | "__import__" | "globals" | "locals" => {
            let span = call.span;
            Ok(machine.problem(format!("{name}() is not supported"), span))
        }
        _ => return None,
    })
}

/// Functions of collections.
fn of_collections(machine: &mut Machine<'_>, name: &str, arguments: &Arguments) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    let second = argument(machine, arguments, 1);
    let given = !arguments.positional.is_empty();
    Some(match name {
        "len" => match machine.lookup_method(first, "__len__") {
            Ok(true) => {
                let span = machine.span();
                machine.invoke_method(first, "__len__", Arguments::default(), span)
            }
            Ok(false) => length(machine, first),
            Err(stop) => Err(stop),
        },
        "list" | "tuple" => {
            let copy = if name == "tuple" { machine.new_tuple([]) } else { machine.new_list([]) };
            if !given {
                return Some(Ok(copy));
            }
            let first = machine.in_some_order(first);
            match tools::collected(machine, first, copy) {
                Ok(()) => Ok(copy),
                Err(stop) => Err(stop),
            }
        }
        "set" => machine.new_set(first),
        // It is of another type.
        "frozenset" => {
            machine.new_set(first).inspect(|&made| machine.disguise(made, Guise::Special))
        }
        "dict" => dictionary(machine, arguments),
        "range" if arguments.at(2).and_then(|step| number(machine, step)) == Some(0.0) => {
            machine.throw_error("ValueError", "the step of a range is zero")
        }
        "range" => {
            let range = range(machine, arguments);
            if let Some(list) = machine.list_mut(range) {
                list.kind = ListKind::View;
            }
            Ok(range)
        }
        "enumerate" => {
            let pairs = enumerate(machine, first, arguments.named("start", 1));
            let pairs = pairs.map(|pairs| machine.as_iterator(pairs));
            pairs.inspect(|&pairs| machine.watch_items(pairs, &[first]))
        }
        "zip" => {
            let strict = arguments.named.iter().any(|(name, _)| &**name == "strict");
            if strict {
                let span = machine.span();
                machine.problem("zip() with `strict` is not supported", span);
            }
            let rows = tools::zip(machine, &arguments.positional);
            let rows = rows.map(|rows| machine.as_iterator(rows));
            rows.inspect(|&rows| machine.watch_items(rows, &arguments.positional))
        }
        "map" => {
            let lists = &arguments.positional[1.min(arguments.positional.len())..];
            let made = machine.lazily(|m| map(m, first, lists));
            made.inspect(|&made| machine.watch_items(made, lists))
        }
        "filter" => {
            let made = machine.lazily(|m| filter(m, first, second));
            made.inspect(|&made| machine.watch_items(made, &[second]))
        }
        "sorted" => tools::sorted(machine, first, arguments),
        "reversed" => {
            let list = machine.as_sequence(first);
            match machine.items(list) {
                Some(mut items) => {
                    items.reverse();
                    let reversed = machine.new_list(items);
                    let reversed = machine.as_iterator(reversed);
                    machine.watch_whole(reversed, list);
                    Ok(reversed)
                }
                None => {
                    let reversed = machine.frozen_pure("reverse", &[list]);
                    let reversed = machine.list_of(reversed);
                    Ok(machine.as_iterator(reversed))
                }
            }
        }
        "sum" => sum(machine, first, arguments.named("start", 1)),
        "min" | "max" => extreme(machine, name, arguments),
        "any" | "all" => any(machine, first, name == "all"),
        _ => return None,
    })
}

/// `bytes(…)`: a text that was encoded is kept as it is.
fn bytes(machine: &mut Machine<'_>, of: Term) -> Term {
    let of = machine.resolve(of);
    if machine.object(of).is_some() || matches!(machine.view(of), Node::Number(_) | Node::Bool(_)) {
        let span = machine.span();
        return machine.problem("bytes of numbers are not supported", span);
    }
    machine.disguise(of, Guise::Bytes);
    of
}

/// Whether a text is that of a number without a prefix, as far as its form goes: underscores
/// stand between digits only.
fn is_plain_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let prefix = digits
        .get(..2)
        .is_some_and(|start| matches!(start, "0x" | "0X" | "0b" | "0B" | "0o" | "0O"));
    text.is_ascii()
        && !prefix
        && !digits.starts_with('_')
        && !digits.ends_with('_')
        && !digits.contains("__")
}

fn integer(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome {
    let first = argument(machine, arguments, 0);
    let base = arguments.named("base", 1).and_then(|b| number(machine, b)).unwrap_or(10.0) as u32;
    match machine.view(first).clone() {
        Node::Number(value) if !value.get().is_finite() => {
            let class = if value.get().is_nan() { "ValueError" } else { "OverflowError" };
            machine.throw_error(class, "cannot convert float to integer")
        }
        Node::String(text) if base != 10 && !is_plain_number(text.trim()) || base == 0 => {
            let span = machine.span();
            Ok(machine.problem("int() of a number with a prefix is not supported", span))
        }
        Node::String(text) if !text.is_ascii() || text.trim().len() > 15 => {
            let span = machine.span();
            Ok(machine.problem("int() of such a text is not supported", span))
        }
        Node::Number(value) => Ok(machine.terms().number(value.get().trunc())),
        Node::Bool(value) => Ok(machine.terms().number(f64::from(u8::from(value)))),
        Node::Undefined => Ok(machine.terms().number(0.0)),
        Node::Null => machine.throw_error("TypeError", "int() argument must be a string"),
        Node::String(text) => {
            let digits = text.trim().replace('_', "");
            let base = if (2..=36).contains(&base) { base } else { 10 };
            match i64::from_str_radix(&digits, base) {
                Ok(value) if is_plain_number(text.trim()) => {
                    Ok(machine.terms().number(value as f64))
                }
                _ => {
                    let message = format!("invalid literal for int() with base {base}: '{text}'");
                    machine.throw_error("ValueError", &message)
                }
            }
        }
        _ if is_collection(machine, first) => {
            machine.throw_error("TypeError", "int() argument must be a string")
        }
        _ => {
            refuse_computed(machine, first, "int()");
            Ok(machine.frozen_pure("int", &[first]))
        }
    }
}

/// Says so if a text is made into a number that is computed of constants, but not here, and a
/// handler of the program sees whether that raises.
fn refuse_computed(machine: &mut Machine<'_>, value: Term, shown: &str) {
    let computed = matches!(machine.view(value), Node::Apply(..))
        && !machine.terms().is_number(value)
        && !machine.terms().is_truth(value)
        && !machine.terms().depends(value, |_| true);
    if computed && machine.is_guarded() && !machine.is_concrete() {
        let span = machine.span();
        machine.problem(format!("whether {shown} raises is not known"), span);
    }
}

/// Whether a value is a list, a set or a dictionary, which no number is made of.
fn is_collection(machine: &Machine<'_>, value: Term) -> bool {
    machine.is_list(value) || machine.is_dictionary(value)
}

fn float(machine: &mut Machine<'_>, value: Term) -> Outcome {
    let made = |machine: &mut Machine<'_>, value: f64| {
        let value = machine.terms().number(value);
        machine.disguise(value, Guise::Float);
        Ok(value)
    };
    match machine.view(value).clone() {
        Node::Number(value) => made(machine, value.get()),
        Node::Bool(truth) => made(machine, f64::from(u8::from(truth))),
        Node::Undefined => made(machine, 0.0),
        Node::Null => machine.throw_error("TypeError", "float() argument must be a string"),
        Node::String(text) if !text.is_ascii() => {
            let span = machine.span();
            Ok(machine.problem("float() of such a text is not supported", span))
        }
        Node::String(text) => match text.trim().replace('_', "").parse::<f64>() {
            Ok(value) if is_plain_number(text.trim()) => made(machine, value),
            _ => {
                let message = format!("could not convert string to float: '{text}'");
                machine.throw_error("ValueError", &message)
            }
        },
        _ if is_collection(machine, value) => {
            machine.throw_error("TypeError", "float() argument must be a string")
        }
        _ => {
            refuse_computed(machine, value, "float()");
            Ok(machine.frozen_pure("float", &[value]))
        }
    }
}

fn arithmetic(machine: &mut Machine<'_>, name: &str, arguments: &Arguments) -> Outcome {
    if name == "divmod" {
        let divisor = argument(machine, arguments, 1);
        machine.divide_by_zero(BinaryOperator::Divide, divisor)?;
    }
    let numbers: Option<Vec<f64>> =
        arguments.positional.iter().map(|&a| number(machine, a)).collect();
    let value = numbers.and_then(|n| match (name, n.as_slice()) {
        ("abs", [x]) => Some(x.abs()),
        ("round", [x]) => Some(round_half_even(*x)),
        // The nearest of the numbers with that many digits to what the float is exactly.
        ("round", [x, digits]) if (0.0..=15.0).contains(digits) => {
            format!("{x:.*}", *digits as usize).parse().ok()
        }
        ("round", [x, digits]) if *digits < 0.0 => {
            let scale = 10f64.powf(-digits);
            Some(round_half_even(x / scale) * scale)
        }
        ("pow", [x, y]) => Some(x.powf(*y)),
        _ => None,
    });
    Ok(match value {
        Some(value) => {
            let value = machine.terms().number(value);
            if name != "round" || arguments.positional.len() > 1 {
                machine.inherit_guise(value, &arguments.positional);
            }
            let negative =
                |m: &Machine<'_>, &power: &Term| number(m, power).is_some_and(|n| n < 0.0);
            if name == "pow"
                && arguments.positional.get(1).is_some_and(|power| negative(machine, power))
            {
                machine.disguise(value, Guise::Float);
            }
            value
        }
        None => machine.frozen_pure(name, &arguments.positional),
    })
}

fn round_half_even(value: f64) -> f64 {
    let rounded = value.round();
    let tie = (value - value.trunc()).abs() == 0.5;
    if tie && rounded % 2.0 != 0.0 { rounded - value.signum() } else { rounded }
}

/// The type of a value.
pub(in crate::builtins) fn type_of(machine: &mut Machine<'_>, first: Term) -> Outcome {
    if let Some(class) = machine.class_of(first) {
        return Ok(class);
    }
    if let Some(record) = machine.record(first)
        && let Flavour::Error(names) = &record.flavour
        && let Some(name) = names.first().filter(|name| !is_open_class(name)).cloned()
    {
        return Ok(machine.terms().external(name));
    }
    if let Some(told) = super::super::doubt_type(machine, first) {
        return Ok(told);
    }
    if let Some(kinds) = super::super::kinds_of(machine, first) {
        return Ok(machine.terms().external(kinds[0]));
    }
    Ok(machine.frozen_pure("type", &[first]))
}

/// Whether a class is another one, or descends from it or from one of several.
fn is_subclass(machine: &mut Machine<'_>, class: Term, other: Term) -> Term {
    if machine.list(other).is_some()
        && let Some(others) = machine.items(other)
    {
        let mut any = machine.terms().bool(false);
        for other in others {
            let one = is_subclass(machine, class, other);
            any = machine.terms().or(any, one);
        }
        return any;
    }
    let mut ancestors = machine.ancestors(class);
    ancestors.push(class);
    if ancestors.contains(&other) {
        return machine.terms().bool(true);
    }
    if machine.is_class(other) && machine.is_class(class) {
        let all_known = ancestors.iter().all(|&ancestor| machine.is_class(ancestor));
        if all_known {
            return machine.terms().bool(false);
        }
    }
    if let Some(name) = Path::of(machine.terms(), other).map(|path| path.last().to_string()) {
        for ancestor in ancestors {
            let Some(path) = Path::of(machine.terms(), ancestor) else { continue };
            let names = super::super::exception_names(path.last());
            if names.iter().any(|known| **known == *name) {
                return machine.terms().bool(true);
            }
        }
    }
    let span = machine.span();
    let answer = machine.problem("issubclass() of classes of the language or of a library", span);
    machine.terms().apply(Operator::Truthy, &[answer])
}

/// Attributes of texts, bytes and numbers that are not listed for each of these.
const OF_CONSTANTS: [&str; 18] = [
    "real",
    "imag",
    "numerator",
    "denominator",
    "conjugate",
    "bit_length",
    "bit_count",
    "to_bytes",
    "from_bytes",
    "is_integer",
    "as_integer_ratio",
    "fromhex",
    "maketrans",
    "isascii",
    "isprintable",
    "istitle",
    "index",
    "count",
];

fn has_attribute(machine: &mut Machine<'_>, object: Term, name: Term) -> Outcome {
    let name = machine.key_text(name);
    if name.starts_with("__") && !name.ends_with("__") {
        let span = machine.span();
        let told = machine.problem("`hasattr` of a private name is not supported", span);
        return Ok(machine.terms().apply(Operator::Truthy, &[told]));
    }
    let unknown = machine.record(object).is_some_and(|record| record.base.is_some());
    if machine.record(object).is_some() && !machine.is_external(object) && !unknown {
        let found = match machine.is_disguised(object, Guise::Written) {
            true => None,
            false => machine.lookup(object, &name)?,
        };
        if found.is_none() && name.starts_with("__") {
            let span = machine.span();
            let told = machine.problem("a special method that is asked for", span);
            return Ok(machine.terms().apply(Operator::Truthy, &[told]));
        }
        let own = found.is_some() || super::has_method(machine, object, &name);
        return Ok(machine.terms().bool(own));
    }
    if machine.terms().is_constant(object) && !machine.is_external(object) {
        let has = super::has_method(machine, object, &name);
        if !has && (name.starts_with("__") || OF_CONSTANTS.contains(&&*name)) {
            let span = machine.span();
            let told = machine.problem("a special method that is asked for", span);
            return Ok(machine.terms().apply(Operator::Truthy, &[told]));
        }
        return Ok(machine.terms().bool(has));
    }
    let name = machine.terms().string(name);
    let value = machine.frozen_pure("hasattr", &[object, name]);
    Ok(machine.terms().apply(Operator::Truthy, &[value]))
}

/// Whether a value of the language certainly has no attribute of this name, as far as the
/// program asks instead of relying on it.
fn lacks_attribute(machine: &mut Machine<'_>, object: Term, name: &str) -> Result<bool, Stop> {
    if machine.is_external(object) || machine.record(object).is_some_and(|r| r.base.is_some()) {
        return Ok(false);
    }
    let is_known = machine.object(object).is_some() || machine.terms().is_constant(object);
    let own = super::has_method(machine, object, name);
    Ok(is_known && !own && machine.lookup(object, name)?.is_none())
}

fn get_attribute(
    machine: &mut Machine<'_>,
    object: Term,
    name: Term,
    default: Option<Term>,
) -> Outcome {
    // Which member of a package's object it is tells what a call does.
    if machine.is_external(object) && machine.terms().as_str(name).is_none() {
        return match machine.view(name).clone() {
            Node::Apply(Operator::Ite, parts) => machine.branch(
                parts[0],
                |m| get_attribute(m, object, parts[1], default),
                |m| get_attribute(m, object, parts[2], default),
            ),
            _ => machine.get_index(object, name),
        };
    }
    let name = machine.key_text(name);
    match default {
        None => machine.get_attribute(object, &name),
        Some(default) if lacks_attribute(machine, object, &name)? => Ok(default),
        Some(default) => machine.handled(
            |m| m.get_attribute(object, &name),
            |m, value| {
                // Unknown objects may lack the attribute.
                let undefined = m.terms().undefined();
                let missing = m.terms().equal(value, undefined);
                Ok(m.terms().ite(missing, default, value))
            },
            |_, _| Ok(default),
        ),
    }
}

fn next(machine: &mut Machine<'_>, iterator: Term, default: Option<Term>) -> Outcome {
    let iterator = machine.in_some_order(iterator);
    let iterator = machine.resolve(iterator);
    machine.ask_iterator(iterator);
    let value = next_of(machine, iterator, default)?;
    // What a library made remembers by itself where it stands.
    let is_foreign = machine.list(iterator).is_none();
    Ok(if is_foreign { machine.reading(iterator, value) } else { value })
}

fn next_of(machine: &mut Machine<'_>, iterator: Term, default: Option<Term>) -> Outcome {
    let list = match machine.list(iterator).is_some() {
        true => iterator,
        false => machine.as_sequence(iterator),
    };
    machine.note_advanced(list);
    let segments = machine.segments(list);
    if segments.is_empty() {
        return match default {
            Some(default) => Ok(default),
            None => machine.throw_saying("StopIteration", ""),
        };
    }
    // The first item that is there.
    let mut value = match default {
        Some(default) => default,
        None => machine.terms().undefined(),
    };
    let first_certain = segments.iter().position(
        |segment| matches!(segment, Segment::Item(field) if machine.terms().is_true(field.present)),
    );
    if let Some(place) = first_certain {
        for segment in segments[..=place].iter().rev() {
            value = match segment {
                Segment::Item(field) => machine.terms().ite(field.present, field.value, value),
                Segment::Many { .. } => machine.frozen_pure("next", &[list, value]),
            };
        }
        if place == 0 {
            return super::super::sequence::take(machine, list, true);
        }
        super::super::sequence::become_unknown(machine, list, "rest", &[]);
        return Ok(value);
    }
    if let [Segment::Item(field)] = segments.as_slice() {
        return Ok(machine.terms().ite(field.present, field.value, value));
    }
    let next = machine.frozen_pure("next", &[list, value]);
    // The iterator stands after it now.
    super::super::sequence::become_unknown(machine, list, "rest", &[]);
    Ok(next)
}

pub(super) fn dictionary(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome {
    let result = machine.new_record::<&str>([]);
    if let Some(source) = arguments.at(0) {
        let source = match machine.list(source).is_some() {
            true => tools::dictionary_of(machine, source)?,
            false => source,
        };
        machine.spread_into(result, source)?;
    }
    for (name, value) in &arguments.named {
        machine.put_field(result, name, *value);
    }
    if let Some(rest) = arguments.named_rest {
        machine.spread_into(result, rest)?;
    }
    Ok(result)
}

/// Ranges longer than this stay unknown.
const LONGEST_RANGE: f64 = 2_000.0;

fn range(machine: &mut Machine<'_>, arguments: &Arguments) -> Term {
    let zero = machine.terms().number(0.0);
    let one = machine.terms().number(1.0);
    let (start, stop, step) = match arguments.positional.as_slice() {
        [stop] => (zero, *stop, one),
        [start, stop] => (*start, *stop, one),
        [start, stop, step, ..] => (*start, *stop, *step),
        [] => (zero, zero, one),
    };
    let bounds = (number(machine, start), number(machine, stop), number(machine, step));
    if let (Some(start), Some(stop), Some(step)) = bounds
        && step != 0.0
        && ((stop - start) / step) < LONGEST_RANGE
    {
        let mut items = Vec::new();
        let mut at = start;
        while (step > 0.0 && at < stop) || (step < 0.0 && at > stop) {
            items.push(machine.terms().number(at));
            at += step;
        }
        return machine.new_list(items);
    }
    let range = match step == one {
        true => machine.frozen_pure("range", &[start, stop]),
        false => machine.frozen_pure("range", &[start, stop, step]),
    };
    machine.list_of(range)
}

fn enumerate(machine: &mut Machine<'_>, list: Term, start: Option<Term>) -> Outcome {
    let result = machine.new_list([]);
    let list = machine.in_some_order(list);
    let list = machine.as_sequence(list);
    each(machine, list, &mut |m, item, index| {
        let index = match start {
            Some(start) => m.terms().apply(Operator::Add, &[index, start]),
            None => index,
        };
        let pair = m.new_tuple([index, item]);
        m.push(result, pair);
        Ok(pair)
    })?;
    Ok(result)
}

fn map(machine: &mut Machine<'_>, function: Term, lists: &[Term]) -> Outcome {
    let rows = match lists {
        [only] => {
            let list = machine.in_some_order(*only);
            machine.as_sequence(list)
        }
        _ => tools::zip(machine, lists)?,
    };
    let several = lists.len() > 1;
    let result = machine.new_list([]);
    each(machine, rows, &mut |m, item, _| {
        let value = match m.items(item) {
            Some(items) if several => apply(m, function, &items)?,
            None if several => {
                let places = (0..lists.len()).map(|place| m.terms().number(place as f64));
                let places: Vec<Term> = places.collect();
                let items: Result<Vec<Term>, Stop> =
                    places.into_iter().map(|place| m.get_index(item, place)).collect();
                apply(m, function, &items?)?
            }
            _ => apply(m, function, &[item])?,
        };
        m.push(result, value);
        Ok(value)
    })?;
    Ok(result)
}

fn filter(machine: &mut Machine<'_>, function: Term, list: Term) -> Outcome {
    let result = machine.new_list([]);
    let list = machine.in_some_order(list);
    let list = machine.as_sequence(list);
    let by_truth = matches!(machine.view(function), Node::Null);
    each(machine, list, &mut |m, item, _| {
        let value = if by_truth { item } else { apply(m, function, &[item])? };
        keep_if(m, result, item, value)
    })?;
    Ok(result)
}

fn sum(machine: &mut Machine<'_>, list: Term, start: Option<Term>) -> Outcome {
    let start = match start {
        Some(start) => start,
        None => machine.terms().number(0.0),
    };
    let total = machine.hidden(start);
    let list = machine.as_sequence(list);
    each(machine, list, &mut |m, item, _| {
        let before = m.read_hidden(total);
        let after = m.binary(BinaryOperator::Add, before, item)?;
        m.write_hidden(total, after);
        Ok(after)
    })?;
    Ok(machine.read_hidden(total))
}

fn extreme(machine: &mut Machine<'_>, name: &str, arguments: &Arguments) -> Outcome {
    let key = arguments.named.iter().find(|(n, _)| &**n == "key").map(|(_, key)| *key);
    let default = arguments.named.iter().find(|(n, _)| &**n == "default").map(|(_, d)| *d);
    let list = match arguments.positional.as_slice() {
        [only] => {
            // The first of several with equal keys is taken.
            let ordered = match key {
                Some(_) => machine.in_some_order(*only),
                None => *only,
            };
            machine.as_sequence(ordered)
        }
        several => machine.new_list(several.iter().copied()),
    };
    let mut described = vec![list];
    container::describe_key(machine, &mut described, key);
    let Some(items) = machine.items(list) else {
        return Ok(machine.frozen_pure(name, &described));
    };
    if items.is_empty() {
        return match default {
            Some(default) => Ok(default),
            None => machine.throw_error("ValueError", "arg is an empty sequence"),
        };
    }
    let reverse = name == "max";
    match container::sort_items(machine, items, key, reverse)? {
        Some(sorted) => Ok(sorted[0]),
        None => Ok(machine.frozen_pure(name, &described)),
    }
}

fn any(machine: &mut Machine<'_>, list: Term, all: bool) -> Outcome {
    let start = machine.terms().bool(all);
    let answer = machine.hidden(start);
    let iterator = list;
    let list = machine.as_sequence(iterator);
    machine.leave_iterator(iterator);
    each(machine, list, &mut |m, item, _| {
        let mut condition = m.truth(item);
        if all {
            condition = m.terms().not(condition);
        }
        m.branch(
            condition,
            |m| {
                let found = m.terms().bool(!all);
                m.write_hidden(answer, found);
                let undefined = m.terms().undefined();
                Err(m.exit(Exit::Break(None), undefined))
            },
            |_| Ok(item),
        )
    })?;
    let answer = machine.read_hidden(answer);
    Ok(machine.truth(answer))
}

impl Machine<'_> {
    /// A tuple.
    pub fn new_tuple(&mut self, items: impl IntoIterator<Item = Term>) -> Term {
        let tuple = self.new_list(items);
        if let Some(list) = self.list_mut(tuple) {
            list.kind = ListKind::Tuple;
        }
        tuple
    }

    /// A list of the machine's own as an iterator, which is gone once it was read.
    pub(crate) fn as_iterator(&mut self, list: Term) -> Term {
        if let Some(list) = self.list_mut(list) {
            list.kind = ListKind::Iterator;
        }
        self.forget_watched(list);
        list
    }

    /// Whether an object's class defines a method.
    pub(crate) fn lookup_method(&mut self, object: Term, name: &str) -> Result<bool, Stop> {
        let object = self.resolve(object);
        let is_object = matches!(self.view(object), Node::Reference(Reference::Object(_)));
        if !is_object || self.is_dictionary(object) || self.record(object).is_none() {
            return Ok(false);
        }
        let found = self.lookup(object, name)?;
        Ok(found.is_some_and(|found| {
            self.is_function(found) || Path::of(self.terms(), found).is_some()
        }))
    }
}
