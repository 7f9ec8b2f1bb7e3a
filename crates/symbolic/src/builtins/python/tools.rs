//! What the standard library does with functions and containers: `functools`, `dataclasses`,
//! `collections`, `itertools`.

use super::super::sequence::{apply, each};
use super::super::{argument, string};
use super::container;
use crate::machine::{
    Arguments, Body, CONTEXT_MANAGER, Flavour, FunctionValue, Guise, ListKind, Machine, Record,
};
use crate::{Node, Operator, Outcome, Stop, Term};

/// What the parent of a Counter is known by, with what it gives for what it has not counted.
pub(crate) const COUNTS: &str = "__counts__";

/// Functions of functions.
pub(super) fn of_functions(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    Some(match name {
        "functools.wraps" | "wraps" => Ok(machine.native_function("wraps", vec![first])),
        "functools.update_wrapper" => {
            let wrapped = argument(machine, arguments, 1);
            Ok(named_like(machine, first, wrapped))
        }
        "contextlib.contextmanager" | "contextlib.asynccontextmanager" => {
            Ok(machine.native_function(CONTEXT_MANAGER, vec![first]))
        }
        "functools.lru_cache"
        | "functools.cache"
        | "abc.abstractmethod"
        | "typing.overload"
        | "typing.final"
        | "functools.singledispatch"
        | "functools.cached_property"
        | "typing.no_type_check"
        | "asyncio.coroutine"
        | "enum.unique"
        | "typing.runtime_checkable" => {
            if name.ends_with("cached_property") && machine.is_function(first) {
                if !machine.changes_its_own(first) {
                    let span = machine.span();
                    machine.problem("a property that is computed once and does more", span);
                }
                let accessor = FunctionValue::Accessor { get: Some(first), set: None };
                return Some(Ok(machine.new_function(accessor)));
            }
            let is_cache = name.ends_with("cache");
            match machine.is_function(first) || machine.is_class(first) {
                true if is_cache => Ok(machine.native_function("cached", vec![first])),
                false if is_cache => Ok(machine.native_function("cache", Vec::new())),
                true => Ok(first),
                false => Ok(machine.native_function("identity", Vec::new())),
            }
        }
        "dataclasses.dataclass" | "dataclass" => {
            if machine.is_class(first) {
                let yes = machine.terms().bool(true);
                machine.put_field(first, "__dataclass__", yes);
                Ok(first)
            } else {
                let frozen = arguments.named.iter().any(|(name, flag)| {
                    &**name == "frozen" && machine.terms().as_bool(*flag) != Some(false)
                });
                let name = if frozen { "frozen dataclass" } else { "dataclasses.dataclass" };
                Ok(machine.native_function(name, Vec::new()))
            }
        }
        "functools.partial" => {
            let mut rest = arguments.clone();
            rest.positional = arguments.positional.get(1..).unwrap_or_default().to_vec();
            let bound = FunctionValue::Bound { target: first, receiver: None, arguments: rest };
            Ok(machine.new_function(bound))
        }
        "functools.reduce" => reduce(machine, arguments),
        "operator.itemgetter" => {
            Ok(machine.native_function("getter of item", arguments.positional.clone()))
        }
        "operator.attrgetter" => {
            Ok(machine.native_function("getter of attribute", arguments.positional.clone()))
        }
        "typing.cast" => Ok(argument(machine, arguments, 1)),
        "typing.NewType" => Ok(machine.native_function("identity", Vec::new())),
        "dataclasses.field" => Ok(super::data::field(machine, arguments)),
        "dataclasses.asdict" if machine.class_of(first).is_some() => {
            super::data::dumped(machine, first)
        }
        "dataclasses.asdict" => {
            let copy = machine.new_record::<&str>([]);
            machine.spread_into(copy, first).map(|()| copy)
        }
        "dataclasses.astuple" if machine.class_of(first).is_some() => {
            super::data::as_tuple(machine, first)
        }
        "dataclasses.replace" => super::data::replaced(machine, first, &arguments.named),
        _ => return None,
    })
}

/// A function that has the name of another one from now on.
pub(super) fn named_like(machine: &mut Machine<'_>, function: Term, other: Term) -> Term {
    if machine.is_function(function)
        && let Some(name) = machine.function_member(other, "__name__")
    {
        let side = machine.side_object(function);
        machine.put_field(side, "__name__", name);
    }
    function
}

fn reduce(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome {
    let (function, list) = (argument(machine, arguments, 0), argument(machine, arguments, 1));
    let list = machine.as_sequence(list);
    let (start, rest) = match (arguments.at(2), machine.items(list)) {
        (Some(start), _) => (start, list),
        (None, Some(items)) if !items.is_empty() => {
            let rest = machine.new_list(items[1..].iter().copied());
            (items[0], rest)
        }
        (None, _) => (machine.terms().null(), list),
    };
    let sum = machine.hidden(start);
    each(machine, rest, &mut |m, item, _| {
        let before = m.read_hidden(sum);
        let after = apply(m, function, &[before, item])?;
        m.write_hidden(sum, after);
        Ok(after)
    })?;
    Ok(machine.read_hidden(sum))
}

/// `collections` and `itertools`.
pub(super) fn of_containers(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    Some(match name {
        "collections.defaultdict" => {
            let holder = machine.allocate(Body::Record(Record::new(Flavour::Instance)));
            if !matches!(machine.view(first), Node::Undefined | Node::Null) {
                machine.put_field(holder, "__default_factory__", first);
            }
            let mut record = Record::new(Flavour::Plain);
            record.parent = Some(holder);
            let made = machine.allocate(Body::Record(record));
            let given = Arguments {
                positional: arguments.positional.get(1..).unwrap_or_default().to_vec(),
                ..arguments.clone()
            };
            let filled = super::functions::dictionary(machine, &given);
            filled.and_then(|filled| machine.spread_into(made, filled)).map(|()| made)
        }
        "collections.OrderedDict" => super::functions::dictionary(machine, arguments)
            .inspect(|&made| machine.disguise(made, Guise::Special)),
        "collections.Counter" => counter(machine, arguments),
        "collections.deque" | "collections.namedtuple" if !arguments.named.is_empty() => {
            let span = machine.span();
            Ok(machine.problem(format!("options of {name} are not supported"), span))
        }
        "collections.deque" if arguments.named("maxlen", 1).is_some() => {
            let span = machine.span();
            Ok(machine.problem("a deque with maxlen is not supported", span))
        }
        "collections.deque" => {
            let copy = machine.new_list([]);
            // It is no list, and equals none.
            machine.disguise(copy, Guise::Special);
            machine.append_all(copy, first).map(|()| copy)
        }
        "collections.namedtuple" => {
            let names = argument(machine, arguments, 1);
            let names = match string(machine, names) {
                Some(text) => {
                    let split = text.split([',', ' ']).filter(|name| !name.is_empty());
                    split.map(|name| machine.terms().string(name)).collect()
                }
                None => machine.items(names).unwrap_or_default(),
            };
            Ok(machine.native_function("named tuple", names))
        }
        "itertools.chain" => chain(machine, &arguments.positional),
        "itertools.chain.from_iterable" => {
            let list = machine.as_sequence(first);
            let items = machine.items(list);
            match items {
                Some(items) => chain(machine, &items),
                None => {
                    let flat = machine.frozen_pure("chain", &[list]);
                    Ok(machine.list_of(flat))
                }
            }
        }
        "itertools.islice" if arguments.positional.len() > 3 => {
            let all = machine.frozen_pure(name, &arguments.positional);
            Ok(machine.list_of(all))
        }
        "itertools.islice" => {
            let null = machine.terms().null();
            let list = machine.as_sequence(first);
            let (start, end) = match arguments.positional.get(1..) {
                Some([end]) => (null, *end),
                Some([start, end, ..]) => (*start, *end),
                _ => (null, null),
            };
            super::super::slice(machine, list, start, end, null)
        }
        // Iterators without end, which stand somewhere.
        "itertools.count" | "itertools.cycle" => {
            let all = machine.frozen_pure(name, &arguments.positional);
            Ok(machine.list_of(all))
        }
        "itertools.zip_longest" => {
            let filler = arguments.named.iter().find(|(name, _)| &**name == "fillvalue");
            let filler = filler.map_or_else(|| machine.terms().null(), |(_, value)| *value);
            rows(machine, &arguments.positional, Some(filler))
        }
        _ => return None,
    })
}

/// How often each item occurs. What is counted by somebody else is not supported.
fn counter(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome {
    let list = argument(machine, arguments, 0);
    if machine.record(list).is_some_and(|record| !matches!(record.flavour, Flavour::Set))
        || !arguments.named.is_empty()
        || arguments.named_rest.is_some()
    {
        let span = machine.span();
        return Ok(machine.problem("a Counter made of counts is not supported", span));
    }
    let holder = machine.allocate(Body::Record(Record::new(Flavour::Instance)));
    let nothing = machine.terms().number(0.0);
    machine.put_field(holder, COUNTS, nothing);
    let mut record = Record::new(Flavour::Plain);
    record.parent = Some(holder);
    let result = machine.allocate(Body::Record(record));
    machine.disguise(result, Guise::Special);
    let one = machine.terms().number(1.0);
    let zero = machine.terms().number(0.0);
    let list = machine.as_sequence(list);
    each(machine, list, &mut |m, item, _| {
        let key = m.field_key(item);
        let known = m.contains(result, key)?;
        let before = m.branch(known, |m| m.get_index(result, key), |_| Ok(zero))?;
        let after = m.terms().apply(Operator::Add, &[before, one]);
        m.store_field(result, key, after)?;
        Ok(after)
    })?;
    Ok(result)
}

fn chain(machine: &mut Machine<'_>, lists: &[Term]) -> Outcome {
    let result = machine.new_list([]);
    for &list in lists {
        let list = machine.as_sequence(list);
        machine.append_all(result, list)?;
    }
    Ok(result)
}

/// Rows of the items at the same places of several lists.
pub(super) fn zip(machine: &mut Machine<'_>, lists: &[Term]) -> Outcome {
    rows(machine, lists, None)
}

/// Rows of the items at the same places of several lists: up to the end of the shortest one, or
/// of the longest one where something stands for what is missing.
fn rows(machine: &mut Machine<'_>, lists: &[Term], filler: Option<Term>) -> Outcome {
    let mut columns = Vec::new();
    for (index, &list) in lists.iter().enumerate() {
        let is_iterator = machine.list(list).is_some_and(|it| it.kind == ListKind::Iterator);
        if is_iterator && lists[..index].contains(&list) {
            let span = machine.span();
            machine.problem("taking items from one iterator at two places is not supported", span);
        }
        let list = machine.in_some_order(list);
        let list = machine.as_sequence(list);
        columns.push((list, machine.items(list)));
    }
    let known: Option<Vec<Vec<Term>>> = columns.iter().map(|(_, items)| items.clone()).collect();
    let Some(known) = known else {
        let mut lists: Vec<Term> = columns.iter().map(|(list, _)| *list).collect();
        lists.extend(filler);
        let name = if filler.is_some() { "zip_longest" } else { "zip" };
        let rows = machine.frozen_pure(name, &lists);
        return Ok(machine.list_of(rows));
    };
    let lengths = known.iter().map(Vec::len);
    let count = if filler.is_some() { lengths.max() } else { lengths.min() }.unwrap_or(0);
    let rows: Vec<Term> = (0..count)
        .map(|row| {
            let cells = known.iter().filter_map(|column| column.get(row).copied().or(filler));
            machine.new_tuple(cells.collect::<Vec<_>>())
        })
        .collect();
    Ok(machine.new_list(rows))
}

/// A sorted copy of a list; keys and direction as the arguments say.
pub(super) fn sorted(machine: &mut Machine<'_>, list: Term, arguments: &Arguments) -> Outcome {
    let named = |name: &str| {
        arguments.named.iter().find(|(given, _)| &**given == name).map(|(_, value)| *value)
    };
    let key = named("key").filter(|&key| !matches!(machine.view(key), Node::Null));
    let reverse = match named("reverse") {
        Some(flag) => machine.truth(flag),
        None => machine.terms().bool(false),
    };
    machine.branch(
        reverse,
        |m| sorted_in_direction(m, list, key, true),
        |m| sorted_in_direction(m, list, key, false),
    )
}

fn sorted_in_direction(
    machine: &mut Machine<'_>,
    list: Term,
    key: Option<Term>,
    reverse: bool,
) -> Outcome {
    // Items with equal keys stay in the order in which they were.
    let list = match key {
        Some(_) => machine.in_some_order(list),
        None => machine.unordered(list),
    };
    let list = machine.as_sequence(list);
    let known = match machine.items(list) {
        Some(items) => container::sort_items(machine, items, key, reverse)?,
        None => None,
    };
    match known {
        Some(items) => Ok(machine.new_list(items)),
        None => {
            let order = machine.terms().bool(reverse);
            let mut described = vec![list, order];
            container::describe_key(machine, &mut described, key);
            let sorted = machine.frozen_pure("sorted", &described);
            Ok(machine.list_of(sorted))
        }
    }
}

/// Appends the items of any collection to a list.
pub(super) fn collected(machine: &mut Machine<'_>, source: Term, list: Term) -> Result<(), Stop> {
    let span = machine.span();
    let source = machine.resolve(source);
    if machine.lookup_method(source, "__iter__")? {
        let items = machine.invoke_method(source, "__iter__", Arguments::default(), span)?;
        return machine.append_all(list, items);
    }
    machine.append_all(list, source)
}

/// A dictionary of key-value pairs.
pub(super) fn dictionary_of(machine: &mut Machine<'_>, pairs: Term) -> Outcome {
    let result = machine.new_record::<&str>([]);
    let (zero, one) = (machine.terms().number(0.0), machine.terms().number(1.0));
    each(machine, pairs, &mut |m, pair, _| {
        let key = m.get_index(pair, zero)?;
        let value = m.get_index(pair, one)?;
        let key = m.field_key(key);
        m.store_field(result, key, value)?;
        Ok(value)
    })?;
    Ok(result)
}
