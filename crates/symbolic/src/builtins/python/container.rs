//! Methods of dictionaries, lists and sets.

use super::super::sequence::{
    apply, become_unknown, changeable, each, order, replace_items, set_operation, sort_by_keys,
    take,
};
use super::super::{argument, number};
use super::tools::COUNTS;
use crate::machine::{
    Arguments, Body, Field, Flavour, Guise, List, ListKind, Machine, Record, Segment,
};
use crate::{Node, Operator, Outcome, Stop, Term};

/// Methods of dictionaries.
pub(super) fn is_dictionary_method(name: &str) -> bool {
    matches!(
        name,
        "get"
            | "keys"
            | "values"
            | "items"
            | "update"
            | "pop"
            | "setdefault"
            | "copy"
            | "clear"
            | "popitem"
            | "fromkeys"
            | "move_to_end"
            | "most_common"
    )
}

/// Methods of lists.
pub(super) fn is_list_method(name: &str) -> bool {
    matches!(
        name,
        "append"
            | "extend"
            | "insert"
            | "remove"
            | "pop"
            | "index"
            | "count"
            | "sort"
            | "reverse"
            | "copy"
            | "clear"
            | "appendleft"
            | "popleft"
    )
}

/// Methods of sets.
pub(super) fn is_set_method(name: &str) -> bool {
    matches!(
        name,
        "add"
            | "discard"
            | "remove"
            | "union"
            | "intersection"
            | "difference"
            | "update"
            | "copy"
            | "symmetric_difference"
            | "issubset"
            | "issuperset"
            | "isdisjoint"
            | "pop"
            | "clear"
    )
}

/// A method of a dictionary, or of an unknown value that is taken for one.
pub(super) fn dictionary(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let key = argument(machine, arguments, 0);
    let fallback = match arguments.named("default", 1) {
        Some(fallback) => fallback,
        None => machine.terms().null(),
    };
    Some(match name {
        "get" => get(machine, receiver, key, fallback),
        "keys" => machine.keys_of(receiver).map(|keys| as_view(machine, keys)),
        "values" => listed(machine, receiver, false).map(|values| as_view(machine, values)),
        "items" => listed(machine, receiver, true).map(|items| as_view(machine, items)),
        "update" if machine.lookup(receiver, COUNTS).is_ok_and(|counts| counts.is_some()) => {
            let span = machine.span();
            Ok(machine.problem("update() of a Counter is not supported", span))
        }
        "update" => update(machine, receiver, arguments),
        "pop" => pop(machine, receiver, key, arguments.at(1)),
        "setdefault" => {
            let present = match machine.contains(receiver, key) {
                Ok(present) => present,
                Err(stop) => return Some(Err(stop)),
            };
            machine.branch(
                present,
                |m| m.get_index(receiver, key),
                |m| m.set_index(receiver, key, fallback).map(|()| fallback),
            )
        }
        "copy" => {
            let copy = machine.new_record::<&str>([]);
            machine.spread_into(copy, receiver).map(|()| copy)
        }
        "clear" => {
            machine.note_removed(receiver, None);
            if let Some(record) = machine.record_mut(receiver) {
                record.fields.clear();
                record.base = None;
            }
            Ok(machine.terms().null())
        }
        "popitem" => take_last(machine, receiver, arguments),
        "most_common" => Ok(machine.frozen_pure(name, &[receiver])),
        "move_to_end" => move_to_end(machine, receiver, key, arguments),
        _ => return None,
    })
}

/// Whether all entries of a dictionary are known to be there.
fn is_known(machine: &mut Machine<'_>, dictionary: Term) -> bool {
    let Some(record) = machine.record(dictionary).cloned() else { return false };
    record.base.is_none()
        && record.fields.values().all(|field| machine.known(field.present) == Some(true))
}

/// Takes out the entry that was put in last.
fn take_last(machine: &mut Machine<'_>, receiver: Term, arguments: &Arguments) -> Outcome {
    if !is_known(machine, receiver) || arguments.named("last", 0).is_some() {
        let span = machine.span();
        return Ok(machine.problem("popitem() of a dictionary that is not known", span));
    }
    let last = machine
        .record(receiver)
        .and_then(|record| record.fields.last().map(|(&key, field)| (key, field.value)));
    let Some((key, value)) = last else {
        return machine.throw_error("KeyError", "popitem(): dictionary is empty");
    };
    machine.remove_field(receiver, key);
    Ok(machine.new_tuple([key, value]))
}

/// Moves the entry with a key after the others.
fn move_to_end(
    machine: &mut Machine<'_>,
    receiver: Term,
    key: Term,
    arguments: &Arguments,
) -> Outcome {
    let null = machine.terms().null();
    let key = machine.key_in(receiver, key);
    let has = machine.record(receiver).is_some_and(|record| record.fields.contains_key(&key));
    if !has || !is_known(machine, receiver) || arguments.named("last", 1).is_some() {
        let span = machine.span();
        machine.problem("move_to_end() of a dictionary that is not known", span);
        return Ok(null);
    }
    machine.note_filled(receiver);
    if let Some(record) = machine.record_mut(receiver)
        && let Some(field) = record.fields.shift_remove(&key)
    {
        record.fields.insert(key, field);
    }
    Ok(null)
}

/// A list of the machine's own as what a dictionary shows of itself.
fn as_view(machine: &mut Machine<'_>, list: Term) -> Term {
    if let Some(list) = machine.list_mut(list) {
        list.kind = ListKind::View;
    }
    list
}

fn get(machine: &mut Machine<'_>, receiver: Term, key: Term, fallback: Term) -> Outcome {
    let receiver = machine.resolve(receiver);
    if let Node::Apply(Operator::Ite, parts) = machine.view(receiver).clone()
        && machine.must_distribute(receiver)
    {
        return machine.branch(
            parts[0],
            |m| get(m, parts[1], key, fallback),
            |m| get(m, parts[2], key, fallback),
        );
    }
    if let Some((yes, no)) = machine.either_truth(key) {
        return machine.branch(
            key,
            |m| get(m, receiver, yes, fallback),
            |m| get(m, receiver, no, fallback),
        );
    }
    let key = machine.key_in(receiver, key);
    if let Some(record) = machine.record(receiver).cloned()
        && machine.terms().is_constant(key)
    {
        let field = record.field(machine.terms(), key);
        if record.base.is_none() || record.fields.contains_key(&key) {
            return Ok(machine.terms().ite(field.present, field.value, fallback));
        }
        return Ok(or_fallback(machine, field.value, fallback));
    }
    if matches!(machine.view(receiver), Node::Null | Node::Undefined) {
        return machine.missing_member(receiver, "get");
    }
    if let Some((found, function)) = machine.picked_function(receiver, key) {
        return Ok(machine.terms().ite(found, function, fallback));
    }
    if let Some(entry) = machine.linked_entry(receiver, key) {
        return Ok(entry);
    }
    let frozen = machine.freeze(receiver);
    let value = machine.terms().apply(Operator::Select, &[frozen, key]);
    machine.note_picked(value, receiver, key);
    Ok(or_fallback(machine, value, fallback))
}

/// The value, or the fallback where it is undefined.
fn or_fallback(machine: &mut Machine<'_>, value: Term, fallback: Term) -> Term {
    let undefined = machine.terms().undefined();
    let missing = machine.terms().equal(value, undefined);
    machine.terms().ite(missing, fallback, value)
}

/// The values or items of a dictionary as a list.
pub(super) fn listed(machine: &mut Machine<'_>, receiver: Term, items: bool) -> Outcome {
    let receiver = machine.resolve(receiver);
    let keys = machine.keys_of(receiver)?;
    let known = machine.record(receiver).cloned();
    let result = machine.new_list([]);
    for segment in machine.segments(keys) {
        match segment {
            Segment::Item(Field { value: key, present }) => {
                let value = match &known {
                    Some(record) => record.field(machine.terms(), key).value,
                    None => machine.get_index(receiver, key)?,
                };
                let value = if items { machine.new_tuple([key, value]) } else { value };
                if let Some(list) = machine.list_mut(result) {
                    list.segments.push(Segment::Item(Field { value, present }));
                }
            }
            many => {
                let frozen = machine.freeze(receiver);
                let keys = machine
                    .allocate(Body::List(List { segments: vec![many], kind: ListKind::List }));
                each(machine, keys, &mut |m, key, _| {
                    let value = m.terms().apply(Operator::Select, &[frozen, key]);
                    let value = if items { m.new_tuple([key, value]) } else { value };
                    m.push(result, value);
                    Ok(value)
                })?;
            }
        }
    }
    Ok(result)
}

fn update(machine: &mut Machine<'_>, receiver: Term, arguments: &Arguments) -> Outcome {
    if machine.record(receiver).is_none() && !machine.is_external(receiver) {
        let mut record = Record::new(Flavour::Plain);
        record.base = Some(receiver);
        machine.thaw_unknown(receiver, Body::Record(record));
    }
    if let Some(source) = arguments.at(0) {
        let source = match machine.list(source).is_some() {
            true => super::tools::dictionary_of(machine, source)?,
            false => source,
        };
        machine.spread_into(receiver, source)?;
    }
    for (name, value) in &arguments.named {
        let key = machine.terms().string(name.clone());
        machine.store_field(receiver, key, *value)?;
    }
    if let Some(rest) = arguments.named_rest {
        machine.spread_into(receiver, rest)?;
    }
    Ok(machine.terms().null())
}

fn pop(machine: &mut Machine<'_>, receiver: Term, key: Term, fallback: Option<Term>) -> Outcome {
    let value = match fallback {
        Some(fallback) => get(machine, receiver, key, fallback)?,
        None => machine.get_index(receiver, key)?,
    };
    let key = machine.key_in(receiver, key);
    if machine.record(receiver).is_none() {
        let mut record = Record::new(Flavour::Plain);
        record.base = Some(receiver);
        machine.thaw_unknown(receiver, Body::Record(record));
    }
    machine.remove_field(receiver, key);
    Ok(value)
}

/// A method of a list, or of an unknown value that is taken for one.
pub(super) fn list(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    if !is_list_method(name) {
        return None;
    }
    let first = argument(machine, arguments, 0);
    let null = machine.terms().null();
    let list = changeable(machine, receiver)?;
    if matches!(name, "pop" | "popleft") && machine.segments(list).is_empty() {
        return Some(machine.throw_error("IndexError", "pop from what is empty"));
    }
    let kind = machine.list(list).map(|list| list.kind);
    if kind.is_some_and(|kind| kind != ListKind::List)
        && !matches!(name, "index" | "count")
        && !machine.is_concrete()
    {
        let message = format!("object has no attribute '{name}'");
        return Some(machine.throw_error("AttributeError", &message));
    }
    Some(match name {
        "append" => {
            machine.push(list, first);
            Ok(null)
        }
        "appendleft" => insert(machine, list, Some(0.0), first).map(|()| null),
        "extend" => {
            let items = machine.as_sequence(first);
            machine.append_all(list, items).map(|()| null)
        }
        "insert" => {
            let place = number(machine, first);
            let value = argument(machine, arguments, 1);
            insert(machine, list, place, value).map(|()| null)
        }
        "pop" => match arguments.at(0).map(|index| number(machine, index)) {
            None => take(machine, list, false),
            Some(Some(0.0)) => take(machine, list, true),
            Some(_) => {
                let value = machine.get_index(list, first);
                match value {
                    Ok(value) => machine.delete_index(list, first).map(|()| value),
                    Err(stop) => Err(stop),
                }
            }
        },
        "popleft" => take(machine, list, true),
        "remove" => remove(machine, list, first).map(|()| null),
        "index" => index_of(machine, list, first),
        "count" => count(machine, list, first),
        "sort" => {
            let sorted = super::tools::sorted(machine, list, arguments);
            sorted.map(|sorted| {
                let segments = machine.segments(sorted);
                if let Some(list) = machine.list_mut(list) {
                    list.segments = segments;
                }
                null
            })
        }
        "reverse" => {
            match machine.items(list) {
                Some(mut items) => {
                    items.reverse();
                    replace_items(machine, list, items);
                }
                None => become_unknown(machine, list, "reverse", &[]),
            }
            Ok(null)
        }
        "copy" => {
            let copy = machine.new_list([]);
            machine.append_all(copy, list).map(|()| copy)
        }
        _ => {
            replace_items(machine, list, Vec::new());
            Ok(null)
        }
    })
}

fn insert(
    machine: &mut Machine<'_>,
    list: Term,
    place: Option<f64>,
    value: Term,
) -> Result<(), Stop> {
    match (machine.items(list), place) {
        (Some(mut items), Some(place)) => {
            let count = items.len() as f64;
            let place = if place < 0.0 { (place + count).max(0.0) } else { place.min(count) };
            items.insert(place as usize, value);
            replace_items(machine, list, items);
        }
        (None, Some(0.0)) => {
            let present = machine.terms().bool(true);
            if let Some(list) = machine.list_mut(list) {
                list.segments.insert(0, Segment::Item(Field { value, present }));
            }
        }
        _ => become_unknown(machine, list, "insert", &[value]),
    }
    Ok(())
}

fn remove(machine: &mut Machine<'_>, list: Term, item: Term) -> Result<(), Stop> {
    let Some(items) = machine.items(list) else {
        become_unknown(machine, list, "remove", &[item]);
        return Ok(());
    };
    for (index, &candidate) in items.iter().enumerate() {
        let equal = machine.equals(candidate, item);
        match machine.known(equal) {
            Some(true) => {
                let mut items = items;
                items.remove(index);
                replace_items(machine, list, items);
                return Ok(());
            }
            Some(false) => {}
            None => {
                become_unknown(machine, list, "remove", &[item]);
                return Ok(());
            }
        }
    }
    machine.throw_saying("ValueError", "list.remove(x): x not in list").map(drop)
}

fn index_of(machine: &mut Machine<'_>, list: Term, item: Term) -> Outcome {
    let Some(items) = machine.items(list) else {
        return Ok(machine.frozen_pure("index", &[list, item]));
    };
    for (index, candidate) in items.into_iter().enumerate() {
        let equal = machine.equals(candidate, item);
        match machine.known(equal) {
            Some(true) => return Ok(machine.terms().number(index as f64)),
            Some(false) => {}
            None => return Ok(machine.frozen_pure("index", &[list, item])),
        }
    }
    machine.throw_error("ValueError", "item is not in list")
}

fn count(machine: &mut Machine<'_>, list: Term, item: Term) -> Outcome {
    let Some(items) = machine.items(list) else {
        return Ok(machine.frozen_pure("count", &[list, item]));
    };
    let mut parts = Vec::new();
    for candidate in items {
        let equal = machine.equals(candidate, item);
        let terms = machine.terms();
        let (one, none) = (terms.number(1.0), terms.number(0.0));
        parts.push(terms.ite(equal, one, none));
    }
    parts.push(machine.terms().number(0.0));
    Ok(machine.terms().apply(Operator::Add, &parts))
}

/// A method of a set.
pub(super) fn set(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    if !is_set_method(name) {
        return None;
    }
    let first = argument(machine, arguments, 0);
    let null = machine.terms().null();
    Some(match name {
        "add" => {
            let present = machine.terms().bool(true);
            machine.insert_segment(receiver, &Segment::Item(Field { value: first, present }));
            Ok(null)
        }
        "discard" | "remove" => {
            let key = machine.set_key(first);
            let known = is_known(machine, receiver) && machine.terms().is_constant(key);
            let has = machine.record(receiver).is_some_and(|set| set.fields.contains_key(&key));
            if name == "remove" && known && !has {
                return Some(machine.throw_key_error(key));
            }
            machine.remove_field(receiver, key);
            Ok(null)
        }
        "update" => {
            for &items in &arguments.positional {
                let items = machine.as_sequence(items);
                for segment in machine.segments(items) {
                    machine.insert_segment(receiver, &segment);
                }
            }
            Ok(null)
        }
        "copy" => {
            let items = machine.as_sequence(receiver);
            machine.new_set(items).inspect(|&made| of_the_type_of(machine, made, receiver))
        }
        "clear" => {
            machine.note_removed(receiver, None);
            if let Some(record) = machine.record_mut(receiver) {
                record.fields.clear();
                record.base = None;
            }
            Ok(null)
        }
        "union" | "intersection" | "difference" | "symmetric_difference"
            if arguments.positional.len() == 1 =>
        {
            let made = set_operation(machine, name, receiver, first);
            made.inspect(|&made| of_the_type_of(machine, made, receiver))
        }
        "union" | "intersection" | "difference" => {
            let mut result = receiver;
            for &other in &arguments.positional {
                result = match set_operation(machine, name, result, other) {
                    Ok(result) => result,
                    Err(stop) => return Some(Err(stop)),
                };
            }
            machine.new_set(result).inspect(|&made| of_the_type_of(machine, made, receiver))
        }
        "pop" => taken(machine, receiver),
        _ => {
            let value = machine.frozen_pure(name, &[receiver, first]);
            Ok(machine.terms().apply(Operator::Truthy, &[value]))
        }
    })
}

/// What is made of a frozen set is one.
fn of_the_type_of(machine: &mut Machine<'_>, made: Term, of: Term) {
    if machine.is_disguised(of, Guise::Special) {
        machine.disguise(made, Guise::Special);
    }
}

/// Takes the item out of a set that comes first in the order of the instance.
fn taken(machine: &mut Machine<'_>, set: Term) -> Outcome {
    let ordered = machine.in_some_order(set);
    let list = machine.as_sequence(ordered);
    if machine.items(list).is_some_and(|items| items.is_empty()) {
        return machine.throw_error("KeyError", "pop from an empty set");
    }
    let first = machine.terms().number(0.0);
    let item = machine.get_index(list, first)?;
    let key = machine.set_key(item);
    let left = machine.frozen_pure("difference", &[set, key]);
    match machine.terms().is_constant(key) {
        true => machine.remove_field(set, key),
        false => {
            machine.note_removed(set, None);
            if let Some(record) = machine.record_mut(set) {
                record.fields.clear();
                record.base = Some(left);
            }
        }
    }
    Ok(item)
}

/// What an order depends on beside the items. A key function of the language or of a library,
/// such as `hash`, has to compute as those of the program do.
pub(super) fn describe_key(
    machine: &mut Machine<'_>,
    described: &mut Vec<Term>,
    key: Option<Term>,
) {
    if let Some(function) = key.filter(|&key| machine.is_external(key)) {
        machine.applied(function);
    }
    described.extend(key);
}

/// Items sorted by a key function, or `None` if their order is not known.
pub(super) fn sort_items(
    machine: &mut Machine<'_>,
    items: Vec<Term>,
    key: Option<Term>,
    reverse: bool,
) -> Result<Option<Vec<Term>>, Stop> {
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        let key = match key {
            Some(function) => apply(machine, function, &[item])?,
            None => item,
        };
        keyed.push((key, item));
    }
    let kind = |machine: &Machine<'_>, key: Term| match machine.view(key) {
        Node::Number(_) | Node::Bool(_) => Some(0),
        Node::String(_) => Some(1),
        Node::Null => Some(2),
        _ => None,
    };
    let kinds: Option<Vec<u8>> = keyed.iter().map(|(key, _)| kind(machine, *key)).collect();
    if kinds.is_some_and(|kinds| kinds.windows(2).any(|two| two[0] != two[1])) {
        return machine.throw_error("TypeError", "these items have no order").map(|_| None);
    }
    let ordered = |machine: &Machine<'_>, left: Term, right: Term| {
        let order = order(machine, left, right)?;
        Some(if reverse { order.reverse() } else { order })
    };
    Ok(sort_by_keys(machine, keyed, ordered))
}
