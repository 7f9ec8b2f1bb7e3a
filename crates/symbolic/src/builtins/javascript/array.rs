//! Arrays.

use super::super::sequence::{
    apply, become_unknown, changeable, each, join, keep_if, order, replace_items, slice,
    sort_by_keys, take,
};
use super::super::{argument, length, number};
use crate::machine::{Arguments, Body, Exit, Guise, List, ListKind, Machine, Segment};
use crate::{Node, Operator, Outcome, Stop, Term};
use std::cmp::Ordering;

/// Methods that only arrays have, so that they tell what an unknown value is.
pub(super) fn is_only_of_arrays(name: &str) -> bool {
    is_method(name)
        && !matches!(
            name,
            "slice"
                | "includes"
                | "indexOf"
                | "lastIndexOf"
                | "concat"
                | "at"
                | "toString"
                | "keys"
                | "values"
                | "entries"
        )
}

/// Methods of arrays.
pub(super) fn is_method(name: &str) -> bool {
    matches!(
        name,
        "map"
            | "forEach"
            | "filter"
            | "reduce"
            | "reduceRight"
            | "some"
            | "every"
            | "find"
            | "findIndex"
            | "findLast"
            | "flatMap"
            | "flat"
            | "push"
            | "pop"
            | "shift"
            | "unshift"
            | "splice"
            | "slice"
            | "concat"
            | "join"
            | "reverse"
            | "sort"
            | "includes"
            | "indexOf"
            | "lastIndexOf"
            | "keys"
            | "values"
            | "entries"
            | "at"
            | "fill"
            | "toString"
            | "toSorted"
            | "toReversed"
            | "copyWithin"
            | "findLastIndex"
    )
}

/// `new Array(n)`, `Array.of(…)`, `Array.from(…)`.
pub(super) fn construct(machine: &mut Machine<'_>, name: &str, arguments: &Arguments) -> Outcome {
    if name == "Array.from" {
        return from(machine, arguments);
    }
    if let ("Array", [only]) = (name, arguments.positional.as_slice())
        && let Some(count) = number(machine, *only)
    {
        if count < 0.0 || count.fract() != 0.0 {
            return machine.throw_error("RangeError", "Invalid array length");
        }
        let list = holes(machine, "Array", count);
        machine.disguise(list, Guise::Holes);
        return Ok(list);
    }
    Ok(machine.new_list(arguments.positional.iter().copied()))
}

/// Longer lists are not written out.
const MOST_HOLES: f64 = 1_000.0;

/// A list of so many undefined values.
fn holes(machine: &mut Machine<'_>, name: &str, count: f64) -> Term {
    if count > MOST_HOLES {
        let count = machine.terms().number(count);
        let list = machine.frozen_pure(name, &[count]);
        return machine.list_of(list);
    }
    let hole = machine.terms().undefined();
    machine.new_list(std::iter::repeat_n(hole, count.max(0.0) as usize))
}

fn from(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome {
    let source = argument(machine, arguments, 0);
    let source = machine.resolve(source);
    let plain = machine.record(source).is_some() && !machine.is_dictionary(source);
    let items = if plain {
        let count = machine.get(source, "length")?;
        match number(machine, count) {
            Some(count) => {
                let items = holes(machine, "Array.from", count);
                for index in 0..machine.items(items).map_or(0, |items| items.len()) {
                    let key = machine.terms().number(index as f64);
                    let value = machine.get_index(source, key)?;
                    machine.set_index(items, key, value)?;
                }
                items
            }
            None => {
                let list = machine.frozen_pure("Array.from", &[source]);
                machine.list_of(list)
            }
        }
    } else {
        let copy = machine.new_list([]);
        machine.append_all(copy, source)?;
        copy
    };
    match arguments.at(1) {
        Some(function) => map(machine, items, function),
        None => Ok(items),
    }
}

/// A method of an array, or of an unknown value that is taken for one.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    if !is_method(name) {
        return None;
    }
    let first = argument(machine, arguments, 0);
    let skips = ["map", "forEach", "filter", "reduce", "reduceRight", "some", "every"];
    let looks = ["flatMap", "flat", "indexOf", "lastIndexOf", "sort", "slice", "concat"];
    if name == "fill" {
        machine.undisguise(receiver);
    } else if (skips.contains(&name) || looks.contains(&name))
        && let Some(told) = machine.doubt(receiver, Guise::Holes, name)
    {
        return Some(Ok(told));
    }
    if let Some(outcome) = change(machine, receiver, name, arguments) {
        return Some(outcome);
    }
    let list = machine.as_sequence(receiver);
    Some(match name {
        "map" => map(machine, list, first),
        "forEach" => {
            each(machine, list, &mut |m, item, index| apply(m, first, &[item, index, list]))
                .map(|()| machine.terms().undefined())
        }
        "filter" => filter(machine, list, first),
        "reduce" | "reduceRight" => reduce(machine, list, first, arguments.at(1), name),
        "some" | "every" => some(machine, list, first, name == "every"),
        "find" => find(machine, list, first, false),
        "findIndex" => find(machine, list, first, true),
        "findLast" | "findLastIndex" => find_last(machine, list, first, name),
        "flatMap" => map(machine, list, first).and_then(|mapped| flat(machine, mapped)),
        "flat" => flat_to(machine, list, arguments.at(0)),
        "slice" => {
            let (start, end) = (argument(machine, arguments, 0), argument(machine, arguments, 1));
            let step = machine.terms().null();
            slice(machine, list, start, end, step)
        }
        "concat" => concat(machine, list, &arguments.positional),
        "join" | "toString" => {
            let separator = match arguments.at(0) {
                Some(separator) if !matches!(machine.view(separator), Node::Undefined) => separator,
                _ => machine.terms().string(","),
            };
            join(machine, list, separator)
        }
        "includes" | "indexOf" | "lastIndexOf" if arguments.at(1).is_some() => {
            let mut all = vec![list];
            all.extend_from_slice(&arguments.positional);
            let value = machine.frozen_pure(&format!("{name} from"), &all);
            Ok(match name {
                "includes" => machine.terms().apply(Operator::Truthy, &[value]),
                _ => value,
            })
        }
        "includes" => includes(machine, list, first),
        "indexOf" | "lastIndexOf" => index_of(machine, list, first, name),
        "keys" | "entries" => {
            let made = numbered(machine, list, name == "entries");
            made.inspect(|&made| machine.watch_items(made, &[list]))
        }
        "values" => Ok(list),
        "at" => at(machine, list, first),
        "toSorted" | "toReversed" => {
            let copy = machine.new_list([]);
            machine.append_all(copy, list).and_then(|()| {
                let name = if name == "toSorted" { "sort" } else { "reverse" };
                change(machine, copy, name, arguments).unwrap_or(Ok(copy))
            })
        }
        _ => return None,
    })
}

/// Methods that change the array.
fn change(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    if !matches!(
        name,
        "push" | "unshift" | "pop" | "shift" | "splice" | "reverse" | "sort" | "fill"
    ) {
        return None;
    }
    let list = changeable(machine, receiver)?;
    Some(match name {
        "push" => {
            for &item in &arguments.positional {
                machine.push(list, item);
            }
            let appended = match arguments.rest {
                Some(rest) => machine.append_all(list, rest),
                None => Ok(()),
            };
            appended.and_then(|()| length(machine, list))
        }
        "unshift" => {
            let front = machine.new_list(arguments.positional.iter().copied());
            let segments = machine.segments(front);
            if let Some(list) = machine.list_mut(list) {
                list.segments.splice(0..0, segments);
            }
            length(machine, list)
        }
        "pop" => take(machine, list, false),
        "shift" => take(machine, list, true),
        "splice" => splice(machine, list, arguments),
        "reverse" => {
            match machine.items(list) {
                Some(mut items) => {
                    items.reverse();
                    replace_items(machine, list, items);
                }
                None => become_unknown(machine, list, "reverse", &[]),
            }
            Ok(list)
        }
        "sort" => sort(machine, list, arguments.at(0)).map(|()| list),
        _ => {
            let value = argument(machine, arguments, 0);
            match machine.items(list) {
                Some(mut items) => {
                    let Some((start, end)) = stretch(machine, arguments, items.len()) else {
                        become_unknown(machine, list, "fill", &arguments.positional);
                        return Some(Ok(list));
                    };
                    items[start..end.max(start)].fill(value);
                    replace_items(machine, list, items);
                }
                None => become_unknown(machine, list, "fill", &[value]),
            }
            Ok(list)
        }
    })
}

/// The stretch of an array that the second and third argument name.
fn stretch(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    count: usize,
) -> Option<(usize, usize)> {
    let place = |index: usize, default: usize| match arguments.at(index) {
        Some(at) if !matches!(machine.view(at), Node::Undefined) => {
            let at = number(machine, at)?.trunc();
            let at = if at < 0.0 { at + count as f64 } else { at };
            Some(at.clamp(0.0, count as f64) as usize)
        }
        _ => Some(default),
    };
    Some((place(1, 0)?, place(2, count)?))
}

fn map(machine: &mut Machine<'_>, list: Term, function: Term) -> Outcome {
    let mapped = machine.new_list([]);
    each(machine, list, &mut |m, item, index| {
        let value = apply(m, function, &[item, index, list])?;
        m.push(mapped, value);
        Ok(value)
    })?;
    Ok(mapped)
}

fn filter(machine: &mut Machine<'_>, list: Term, function: Term) -> Outcome {
    let kept = machine.new_list([]);
    each(machine, list, &mut |m, item, index| {
        let value = apply(m, function, &[item, index, list])?;
        keep_if(m, kept, item, value)
    })?;
    Ok(kept)
}

fn reduce(
    machine: &mut Machine<'_>,
    list: Term,
    function: Term,
    initial: Option<Term>,
    name: &str,
) -> Outcome {
    let turned = name == "reduceRight";
    let whole = list;
    let list = match machine.items(list) {
        Some(mut items) if turned => {
            items.reverse();
            machine.new_list(items)
        }
        _ => list,
    };
    let items = machine.items(list);
    let count = items.as_ref().map_or(0, Vec::len);
    let skipped = f64::from(u8::from(initial.is_none()));
    let (initial, rest) = match (initial, items) {
        (Some(initial), _) => (initial, list),
        (None, Some(items)) if !items.is_empty() => {
            let rest = machine.new_list(items[1..].iter().copied());
            (items[0], rest)
        }
        (None, Some(_)) => {
            let message = "Reduce of empty array with no initial value";
            return machine.throw_error("TypeError", message);
        }
        (None, None) => (machine.terms().undefined(), list),
    };
    let sum = machine.hidden(initial);
    each(machine, rest, &mut |m, item, index| {
        let index = match number(m, index) {
            Some(index) if turned => m.terms().number(count as f64 - 1.0 - skipped - index),
            Some(index) => m.terms().number(index + skipped),
            None => index,
        };
        let list = whole;
        let before = m.read_hidden(sum);
        let after = apply(m, function, &[before, item, index, list])?;
        m.write_hidden(sum, after);
        Ok(after)
    })?;
    Ok(machine.read_hidden(sum))
}

fn some(machine: &mut Machine<'_>, list: Term, function: Term, all: bool) -> Outcome {
    let start = machine.terms().bool(all);
    let answer = machine.hidden(start);
    each(machine, list, &mut |m, item, index| {
        let value = apply(m, function, &[item, index, list])?;
        let mut condition = m.truth(value);
        if all {
            condition = m.terms().not(condition);
        }
        m.branch(
            condition,
            |m| {
                let found = m.terms().bool(!all);
                m.write_hidden(answer, found);
                leave(m)
            },
            |_| Ok(item),
        )
    })?;
    let answer = machine.read_hidden(answer);
    Ok(machine.truth(answer))
}

/// Ends the iteration that is going on.
fn leave(machine: &mut Machine<'_>) -> Outcome {
    let undefined = machine.terms().undefined();
    Err(machine.exit(Exit::Break(None), undefined))
}

fn find(machine: &mut Machine<'_>, list: Term, function: Term, by_index: bool) -> Outcome {
    let start = match by_index {
        true => machine.terms().number(-1.0),
        false => machine.terms().undefined(),
    };
    let found = machine.hidden(start);
    each(machine, list, &mut |m, item, index| {
        let value = apply(m, function, &[item, index, list])?;
        let condition = m.truth(value);
        m.branch(
            condition,
            |m| {
                m.write_hidden(found, if by_index { index } else { item });
                leave(m)
            },
            |_| Ok(item),
        )
    })?;
    Ok(machine.read_hidden(found))
}

/// `findLast`, `findLastIndex`: from the end.
fn find_last(machine: &mut Machine<'_>, list: Term, function: Term, name: &str) -> Outcome {
    let Some(mut items) = machine.items(list) else {
        return Ok(machine.frozen_pure(name, &[list, function]));
    };
    let last = items.len() as f64 - 1.0;
    items.reverse();
    let turned = machine.new_list(items);
    let start = match name {
        "findLast" => machine.terms().undefined(),
        _ => machine.terms().number(-1.0),
    };
    let found = machine.hidden(start);
    each(machine, turned, &mut |m, item, index| {
        let place = number(m, index).map_or(f64::NAN, |index| last - index);
        let index = m.terms().number(place);
        let value = apply(m, function, &[item, index, list])?;
        let condition = m.truth(value);
        m.branch(
            condition,
            |m| {
                m.write_hidden(found, if name == "findLast" { item } else { index });
                leave(m)
            },
            |_| Ok(item),
        )
    })?;
    Ok(machine.read_hidden(found))
}

/// `flat(depth)`.
fn flat_to(machine: &mut Machine<'_>, list: Term, depth: Option<Term>) -> Outcome {
    let depth = depth.map_or(Some(1.0), |depth| number(machine, depth));
    let Some(depth) = depth else {
        let span = machine.span();
        return Ok(machine.problem("how deep a list is flattened is not known", span));
    };
    let mut result = machine.new_list([]);
    machine.append_all(result, list)?;
    for _ in 0..depth.clamp(0.0, 16.0) as usize {
        result = flat(machine, result)?;
    }
    Ok(result)
}

fn flat(machine: &mut Machine<'_>, list: Term) -> Outcome {
    let result = machine.new_list([]);
    let span = machine.span();
    machine.iterate(list, None, span, &mut |m, item| {
        let item = m.resolve(item);
        let is_list = m.list(item).is_some()
            || matches!(m.view(item), Node::List(_) | Node::Symbol(_) | Node::Apply(..));
        if is_list {
            m.doubt(item, Guise::Holes, "flat");
            m.append_all(result, item)?;
        } else {
            m.push(result, item);
        }
        Ok(item)
    })?;
    Ok(result)
}

fn concat(machine: &mut Machine<'_>, list: Term, others: &[Term]) -> Outcome {
    let result = machine.new_list([]);
    machine.append_all(result, list)?;
    for &other in others {
        let other = machine.resolve(other);
        let single = machine.record(other).is_some()
            || machine.terms().is_constant(other) && machine.list(other).is_none();
        if single {
            machine.push(result, other);
        } else {
            machine.append_all(result, other)?;
        }
    }
    Ok(result)
}

/// Unlike `indexOf`, it finds NaN.
fn includes(machine: &mut Machine<'_>, list: Term, item: Term) -> Outcome {
    let item = machine.resolve(item);
    let nan = matches!(machine.view(item), Node::Number(n) if n.get().is_nan());
    if nan && machine.items(list).is_some_and(|items| items.contains(&item)) {
        return Ok(machine.terms().bool(true));
    }
    machine.contains_item(list, item)
}

fn index_of(machine: &mut Machine<'_>, list: Term, item: Term, name: &str) -> Outcome {
    let Some(items) = machine.items(list) else {
        return Ok(machine.frozen_pure(name, &[list, item]));
    };
    let mut answer = machine.terms().number(-1.0);
    let places: Vec<(usize, Term)> = items.into_iter().enumerate().collect();
    let ordered: Vec<_> = match name {
        "indexOf" => places.into_iter().rev().collect(),
        _ => places,
    };
    for (index, candidate) in ordered {
        let equal = machine.equals(candidate, item);
        let index = machine.terms().number(index as f64);
        answer = machine.terms().ite(equal, index, answer);
    }
    Ok(answer)
}

fn numbered(machine: &mut Machine<'_>, list: Term, entries: bool) -> Outcome {
    let result = machine.new_list([]);
    each(machine, list, &mut |m, item, index| {
        let value = if entries { m.new_list([index, item]) } else { index };
        m.push(result, value);
        Ok(value)
    })?;
    Ok(result)
}

fn at(machine: &mut Machine<'_>, list: Term, index: Term) -> Outcome {
    match (machine.items(list), number(machine, index)) {
        (Some(items), Some(index)) => {
            let place = if index < 0.0 { index + items.len() as f64 } else { index };
            let item = (place >= 0.0).then(|| items.get(place as usize)).flatten();
            Ok(item.copied().unwrap_or_else(|| machine.terms().undefined()))
        }
        _ => {
            let frozen = machine.freeze(list);
            Ok(machine.terms().apply(Operator::Select, &[frozen, index]))
        }
    }
}

fn splice(machine: &mut Machine<'_>, list: Term, arguments: &Arguments) -> Outcome {
    let items = machine.items(list);
    let start = arguments.at(0).and_then(|start| number(machine, start));
    let (Some(items), Some(start)) = (items, start) else {
        let removed = machine.frozen_pure("spliced", &[list]);
        become_unknown(machine, list, "splice", &arguments.positional);
        return Ok(machine.list_of(removed));
    };
    let count = items.len();
    let start = if start < 0.0 { (start + count as f64).max(0.0) } else { start };
    let start = (start as usize).min(count);
    let removed = match arguments.at(1) {
        Some(amount) => number(machine, amount).unwrap_or(0.0).max(0.0) as usize,
        None => count - start,
    };
    let end = (start + removed).min(count);
    let mut kept = items;
    let inserted: Vec<Term> = arguments.positional.iter().skip(2).copied().collect();
    let taken: Vec<Term> = kept.splice(start..end, inserted).collect();
    replace_items(machine, list, kept);
    Ok(machine.new_list(taken))
}

fn sort(machine: &mut Machine<'_>, list: Term, compare: Option<Term>) -> Result<(), Stop> {
    let Some(items) = machine.items(list) else {
        if compare.is_none() {
            machine.forget_order(list);
        }
        let compare: Vec<Term> = compare.into_iter().collect();
        become_unknown(machine, list, "sort", &compare);
        return Ok(());
    };
    let sorted = match compare.filter(|&f| machine.is_callable(f)) {
        Some(compare) => sort_with(machine, &items, compare)?,
        None => {
            // By default, as texts.
            let mut keyed = Vec::new();
            for &item in &items {
                let key = machine.text_of(item)?;
                keyed.push((key, item));
            }
            sort_by_keys(machine, keyed, order)
        }
    };
    match sorted {
        Some(sorted) => replace_items(machine, list, sorted),
        None => {
            let compare: Vec<Term> = compare.into_iter().collect();
            become_unknown(machine, list, "sort", &compare);
        }
    }
    Ok(())
}

/// Insertion sort by a function of the program; `None` if it does not decide.
fn sort_with(
    machine: &mut Machine<'_>,
    items: &[Term],
    compare: Term,
) -> Result<Option<Vec<Term>>, Stop> {
    let mut sorted: Vec<Term> = Vec::with_capacity(items.len());
    for &item in items {
        let mut place = sorted.len();
        while place > 0 {
            // Asked in the order in which engines do: a function that only says whether the
            // first is the larger one leaves everything where it is.
            let answer = apply(machine, compare, &[item, sorted[place - 1]])?;
            let answer = machine.number_of(answer);
            let Some(answer) = number(machine, answer) else { return Ok(None) };
            if answer.partial_cmp(&0.0) != Some(Ordering::Less) {
                break;
            }
            place -= 1;
        }
        sorted.insert(place, item);
    }
    Ok(Some(sorted))
}

/// A list of the items of several stretches.
pub(super) fn of_segments(machine: &mut Machine<'_>, segments: Vec<Segment>) -> Term {
    machine.allocate(Body::List(List { segments, kind: ListKind::List }))
}
