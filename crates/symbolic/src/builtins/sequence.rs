//! Lists, whatever the language calls them.

use super::number;
use crate::machine::{
    Arguments, Body, Field, Flavour, Guise, List, ListKind, Machine, Record, Segment,
};
use crate::{Node, Operator, Outcome, Stop, Term};
use aplomb_script::Language;
use std::cmp::Ordering;

/// Puts an item into a list if a value is true.
pub(super) fn keep_if(machine: &mut Machine<'_>, list: Term, item: Term, value: Term) -> Outcome {
    let condition = machine.truth(value);
    machine.branch(
        condition,
        |machine| {
            machine.push(list, item);
            Ok(item)
        },
        |_| Ok(item),
    )
}

/// The number of items (characters, entries) of a value.
pub(crate) fn length(machine: &mut Machine<'_>, value: Term) -> Outcome {
    let value = machine.resolve(value);
    if let Node::Apply(Operator::Ite, parts) = machine.view(value).clone()
        && machine.must_distribute(value)
    {
        return machine.branch(parts[0], |m| length(m, parts[1]), |m| length(m, parts[2]));
    }
    if machine.dialect().language == Language::Python {
        match machine.view(value).clone() {
            Node::String(text) => {
                if !text.is_ascii()
                    && let Some(told) = machine.doubt(value, Guise::Bytes, "the length")
                {
                    return Ok(told);
                }
                return Ok(machine.terms().number(text.chars().count() as f64));
            }
            Node::Number(_) | Node::Bool(_) | Node::Null => {
                return machine.throw_error("TypeError", "object has no len()");
            }
            _ => {}
        }
        if machine.list(value).is_some_and(|list| list.kind == ListKind::Iterator) {
            return machine.throw_error("TypeError", "an iterator has no len()");
        }
    }
    let Some(object) = machine.object(value).cloned() else {
        if machine.dialect().language == Language::Python
            && let Some(told) = machine.refuse_lost_member(value, "__len__")
        {
            return Ok(told);
        }
        let frozen = machine.freeze(value);
        return Ok(machine.terms().apply(Operator::Length, &[frozen]));
    };
    let mut certain = 0usize;
    let mut parts = Vec::new();
    match &object.body {
        Body::List(list) => {
            for segment in &list.segments {
                match segment {
                    Segment::Item(field) => count(machine, field, &mut certain, &mut parts),
                    Segment::Many { list, present, .. } => {
                        let terms = machine.terms();
                        let many = terms.apply(Operator::Length, &[*list]);
                        let none = terms.number(0.0);
                        parts.push(terms.ite(*present, many, none));
                    }
                }
            }
        }
        Body::Record(record) => {
            if let Some(base) = record.base {
                let frozen = if record.fields.is_empty() { base } else { machine.freeze(value) };
                return Ok(machine.terms().apply(Operator::Length, &[frozen]));
            }
            for field in record.fields.values() {
                count(machine, field, &mut certain, &mut parts);
            }
        }
        Body::Promise(_) => {}
    }
    let certain = machine.terms().number(certain as f64);
    if parts.is_empty() {
        return Ok(certain);
    }
    parts.push(certain);
    Ok(machine.terms().apply(Operator::Add, &parts))
}

fn count(machine: &mut Machine<'_>, field: &Field, certain: &mut usize, parts: &mut Vec<Term>) {
    match machine.known(field.present) {
        Some(true) => *certain += 1,
        Some(false) => {}
        None => {
            let terms = machine.terms();
            let (one, none) = (terms.number(1.0), terms.number(0.0));
            parts.push(terms.ite(field.present, one, none));
        }
    }
}

/// `object[start:end:step]`; bounds are numbers or null.
pub(crate) fn slice(
    machine: &mut Machine<'_>,
    object: Term,
    start: Term,
    end: Term,
    step: Term,
) -> Outcome {
    let object = machine.resolve(object);
    let nothing =
        |m: &Machine<'_>, bound: Term| matches!(m.view(bound), Node::Null | Node::Undefined);
    let bound = |m: &Machine<'_>, bound: Term| match number(m, bound) {
        Some(value) => Some(Some(value as i64)),
        None if nothing(m, bound) => Some(None),
        None => None,
    };
    let bounds = (bound(machine, start), bound(machine, end), bound(machine, step));
    if let (Some(start), Some(end), Some(step)) = bounds {
        let step = step.unwrap_or(1);
        if step == 0 {
            return machine.throw_error("ValueError", "slice step cannot be zero");
        }
        if let Some(text) = machine.terms().as_str(object).cloned() {
            let characters: Vec<char> = text.chars().collect();
            let picked: String =
                indices(characters.len(), start, end, step).map(|i| characters[i]).collect();
            let picked = machine.terms().string(picked);
            machine.inherit_guise(picked, &[object]);
            return Ok(picked);
        }
        if machine.list(object).is_some()
            && let Some(items) = machine.items(object)
        {
            let picked: Vec<Term> =
                indices(items.len(), start, end, step).map(|i| items[i]).collect();
            let kind = machine.list(object).map(|list| list.kind);
            let picked = machine.new_list(picked);
            if let (Some(kind), Some(list)) = (kind, machine.list_mut(picked)) {
                list.kind = kind;
            }
            return Ok(picked);
        }
        if let (None | Some(0), None, 1) = (start, end, step)
            && machine.list(object).is_some()
        {
            let copy = machine.new_list([]);
            machine.append_all(copy, object)?;
            return Ok(copy);
        }
    }
    let is_list = machine.list(object).is_some();
    let frozen = machine.freeze(object);
    let sliced = machine.terms().pure("slice", &[frozen, start, end, step]);
    Ok(if is_list { machine.list_of(sliced) } else { sliced })
}

/// The indices that a slice picks.
fn indices(
    count: usize,
    start: Option<i64>,
    end: Option<i64>,
    step: i64,
) -> impl Iterator<Item = usize> {
    let count = count as i64;
    let clamp = |bound: i64, low: i64, high: i64| {
        let bound = if bound < 0 { bound + count } else { bound };
        bound.clamp(low, high)
    };
    let (mut at, stop) = match step > 0 {
        true => {
            (start.map_or(0, |s| clamp(s, 0, count)), end.map_or(count, |e| clamp(e, 0, count)))
        }
        false => (
            start.map_or(count - 1, |s| clamp(s, -1, count - 1)),
            end.map_or(-1, |e| clamp(e, -1, count - 1)),
        ),
    };
    std::iter::from_fn(move || {
        let inside = if step > 0 { at < stop } else { step < 0 && at > stop };
        inside.then(|| {
            let index = at as usize;
            at += step;
            index
        })
    })
}

/// The items of a list put together as a text.
pub(super) fn join(machine: &mut Machine<'_>, list: Term, separator: Term) -> Outcome {
    let sequence = machine.as_sequence(list);
    let Some(items) = machine.items(sequence) else {
        return Ok(machine.frozen_pure("join", &[sequence, separator]));
    };
    let mut parts = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            parts.push(separator);
        }
        let empty = matches!(machine.view(item), Node::Undefined | Node::Null);
        if !empty {
            parts.push(machine.text_of(item)?);
        }
    }
    Ok(machine.terms().apply(Operator::Concat, &parts))
}

/// Sorts items by keys, if all keys can be compared; `None` if not.
pub(super) fn sort_by_keys(
    machine: &Machine<'_>,
    items: Vec<(Term, Term)>,
    compare: impl Fn(&Machine<'_>, Term, Term) -> Option<Ordering>,
) -> Option<Vec<Term>> {
    let mut sorted: Vec<(Term, Term)> = Vec::with_capacity(items.len());
    for (key, item) in items {
        let mut place = sorted.len();
        while place > 0 && compare(machine, sorted[place - 1].0, key)? == Ordering::Greater {
            place -= 1;
        }
        sorted.insert(place, (key, item));
    }
    Some(sorted.into_iter().map(|(_, item)| item).collect())
}

/// The order of two constants of the same kind, or of lists of them.
pub(super) fn order(machine: &Machine<'_>, left: Term, right: Term) -> Option<Ordering> {
    match (machine.view(left), machine.view(right)) {
        (Node::Number(a), Node::Number(b)) => a.get().partial_cmp(&b.get()),
        (Node::String(a), Node::String(b)) => Some(a.cmp(b)),
        (Node::Bool(a), Node::Bool(b)) => Some(a.cmp(b)),
        _ => {
            let (left, right) = (machine.list(left)?, machine.list(right)?);
            let items = |list: &List| -> Vec<Term> { machine.certain_items_of(list) };
            let (left, right) = (items(left), items(right));
            for (&a, &b) in left.iter().zip(&right) {
                match order(machine, a, b)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(left.len().cmp(&right.len()))
        }
    }
}

/// A list that is treated as one by a method that changes it: unknown values
/// become lists of unknown length.
pub(crate) fn changeable(machine: &mut Machine<'_>, value: Term) -> Option<Term> {
    if machine.list(value).is_some() {
        machine.refuse_frozen(value);
        return Some(value);
    }
    match machine.view(value) {
        Node::Symbol(_) | Node::Apply(..) if !machine.is_external(value) => {
            let present = machine.terms().bool(true);
            let many = Segment::Many { list: value, present, generic: None };
            let body = Body::List(List { segments: vec![many], kind: ListKind::List });
            machine.thaw_unknown(value, body);
            Some(value)
        }
        _ => None,
    }
}

/// Replaces the content of a list by an unknown function of it.
pub(super) fn become_unknown(
    machine: &mut Machine<'_>,
    list: Term,
    function: &str,
    arguments: &[Term],
) {
    let mut all = vec![list];
    all.extend_from_slice(arguments);
    let list_term = machine.frozen_pure(function, &all);
    let present = machine.terms().bool(true);
    let changed = changeable(machine, list);
    if let Some(list) = changed.and_then(|list| machine.list_mut(list)) {
        list.segments = vec![Segment::Many { list: list_term, present, generic: None }];
        return;
    }
    let span = machine.span();
    machine.problem(format!("{function} changes something that is not seen to be a list"), span);
}

/// Replaces the items of a list.
pub(super) fn replace_items(machine: &mut Machine<'_>, list: Term, items: Vec<Term>) {
    let present = machine.terms().bool(true);
    let segments = items.into_iter().map(|value| Segment::Item(Field { value, present })).collect();
    if let Some(list) = machine.list_mut(list) {
        list.segments = segments;
    }
}

/// Takes an item away from the front or the back of a list.
pub(super) fn take(machine: &mut Machine<'_>, list: Term, front: bool) -> Outcome {
    let segments = machine.segments(list);
    let end = if front { segments.first() } else { segments.last() };
    match end {
        None => Ok(machine.terms().undefined()),
        Some(Segment::Item(field)) if machine.known(field.present) == Some(true) => {
            let value = field.value;
            if let Some(list) = machine.list_mut(list) {
                if front {
                    list.segments.remove(0);
                } else {
                    list.segments.pop();
                }
            }
            Ok(value)
        }
        Some(_) => {
            let name = if front { "shift" } else { "pop" };
            let frozen = machine.freeze(list);
            let index = machine.terms().number(if front { 0.0 } else { -1.0 });
            let value = machine.terms().apply(Operator::Select, &[frozen, index]);
            become_unknown(machine, list, name, &[]);
            Ok(value)
        }
    }
}

/// Calls a function with arguments by position.
pub(super) fn apply(machine: &mut Machine<'_>, function: Term, arguments: &[Term]) -> Outcome {
    let span = machine.span();
    machine.invoke(function, None, Arguments::of(arguments), span)
}

/// Runs a body for each item with its index.
pub(super) fn each(
    machine: &mut Machine<'_>,
    list: Term,
    body: &mut dyn FnMut(&mut Machine<'_>, Term, Term) -> Outcome,
) -> Result<(), Stop> {
    let span = machine.span();
    let count = std::cell::Cell::new(Some(0u32));
    let certain = machine.items(list).is_some();
    if !certain {
        count.set(None);
    }
    let frozen = if certain { None } else { Some(machine.freeze(list)) };
    machine.iterate(list, None, span, &mut |m, item| {
        let index = match (count.get(), frozen) {
            (Some(index), _) => {
                count.set(Some(index + 1));
                m.terms().number(f64::from(index))
            }
            (None, frozen) => {
                let item = m.freeze(item);
                let frozen = frozen.unwrap_or(item);
                m.terms().pure("index", &[frozen, item])
            }
        };
        body(m, item, index)
    })
}

/// Union, intersection and so on of two sets.
pub(crate) fn set_operation(
    machine: &mut Machine<'_>,
    name: &str,
    left: Term,
    right: Term,
) -> Outcome {
    let (Some(a), Some(b)) = (members(machine, left), members(machine, right)) else {
        let result = machine.frozen_pure(name, &[left, right]);
        let mut record = Record::new(Flavour::Set);
        record.base = Some(result);
        return Ok(machine.allocate(Body::Record(record)));
    };
    let picked: Vec<Term> = match name {
        "union" => a.iter().chain(&b).copied().collect(),
        "intersection" => a.into_iter().filter(|item| b.contains(item)).collect(),
        "difference" => a.into_iter().filter(|item| !b.contains(item)).collect(),
        _ => {
            let only_b: Vec<Term> = b.iter().copied().filter(|item| !a.contains(item)).collect();
            a.into_iter().filter(|item| !b.contains(item)).chain(only_b).collect()
        }
    };
    let list = machine.new_list(picked);
    machine.new_set(list)
}

/// The members of a collection of constants.
fn members(machine: &mut Machine<'_>, set: Term) -> Option<Vec<Term>> {
    let sequence = machine.as_sequence(set);
    let items = machine.items(sequence)?;
    items.iter().all(|&item| machine.terms().is_constant(item)).then_some(items)
}
