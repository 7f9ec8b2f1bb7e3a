//! `collections` and `itertools`, and what builds collections of others.

use super::super::sequence::each;
use super::super::{argument, string};
use super::container;
use crate::machine::{Arguments, Body, Flavour, Guise, Machine, Record};
use crate::{Node, Operator, Outcome, Stop, Term};

/// A function of `collections` or `itertools`.
pub(super) fn call(
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
            Ok(machine.allocate(Body::Record(record)))
        }
        "collections.OrderedDict" => super::functions::dictionary(machine, arguments)
            .inspect(|&made| machine.disguise(made, Guise::Special)),
        "collections.Counter" => counter(machine, first),
        "collections.deque" if arguments.named("maxlen", 1).is_some() => {
            let span = machine.span();
            Ok(machine.problem("a deque with maxlen is not supported", span))
        }
        "collections.deque" => {
            let copy = machine.new_list([]);
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
        "itertools.zip_longest" => zip(machine, &arguments.positional),
        _ => return None,
    })
}

fn counter(machine: &mut Machine<'_>, list: Term) -> Outcome {
    let result = machine.new_record::<&str>([]);
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
    let mut columns = Vec::new();
    for &list in lists {
        let list = machine.in_some_order(list);
        let list = machine.as_sequence(list);
        columns.push((list, machine.items(list)));
    }
    let known: Option<Vec<Vec<Term>>> = columns.iter().map(|(_, items)| items.clone()).collect();
    let Some(known) = known else {
        let lists: Vec<Term> = columns.iter().map(|(list, _)| *list).collect();
        let rows = machine.frozen_pure("zip", &lists);
        return Ok(machine.list_of(rows));
    };
    let count = known.iter().map(Vec::len).min().unwrap_or(0);
    let rows: Vec<Term> = (0..count)
        .map(|row| machine.new_tuple(known.iter().map(|column| column[row]).collect::<Vec<_>>()))
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
        Some(flag) => {
            let flag = machine.truth(flag);
            machine.terms().is_true(flag)
        }
        None => false,
    };
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
