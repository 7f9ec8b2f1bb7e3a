//! `Object` and what all objects have.

use super::super::argument;
use super::super::sequence::each;
use crate::machine::{
    Arguments, Body, Field, Flavour, FunctionValue, MARK_OF_MODULES, Machine, Mark, Record, Segment,
};
use crate::{Node, Operator, Outcome, Stop, Term};

/// `Object.name(…)`.
pub(super) fn call(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    let second = argument(machine, arguments, 1);
    Some(match name {
        "keys" | "getOwnPropertyNames"
            if matches!(machine.view(first), Node::Undefined | Node::Null) =>
        {
            machine.throw_error("TypeError", "Cannot convert undefined or null to object")
        }
        // Methods are not listed among the keys.
        "getOwnPropertyNames" if machine.is_prototype(first) => {
            let span = machine.span();
            Ok(machine.problem("the names of the methods of a class are not supported", span))
        }
        "getOwnPropertyNames" if machine.record(first).is_none() => {
            let span = machine.span();
            Ok(machine.problem(
                "Object.getOwnPropertyNames of a value that is not an object is not supported",
                span,
            ))
        }
        "keys" | "getOwnPropertyNames" | "values" | "entries"
            if machine.record(first).is_some_and(|record| keeps_fields_inside(&record.flavour)) =>
        {
            let span = machine.span();
            Ok(machine.problem("the keys of a Map, a Set or a Date are not supported", span))
        }
        "values" | "entries" if machine.terms().is_text(first) => {
            let span = machine.span();
            Ok(machine.problem("the items of a text as those of an object", span))
        }
        "keys" | "getOwnPropertyNames" => machine.keys_of(first),
        "values" => listed(machine, first, Listing::Values),
        "entries" => listed(machine, first, Listing::Entries),
        "assign" => assign(machine, first, arguments.positional.get(1..).unwrap_or_default()),
        "freeze" | "seal" | "preventExtensions" => {
            machine.mark_as(first, Mark::Frozen);
            Ok(first)
        }
        "isFrozen" | "isSealed" | "isExtensible" => {
            let span = machine.span();
            Ok(machine.problem("asking whether an object is frozen is not supported", span))
        }
        "is" => Ok(same_value(machine, first, second)),
        "create" if arguments.at(1).is_some() => {
            let span = machine.span();
            Ok(machine.problem("Object.create with descriptors is not supported", span))
        }
        "create" => Ok(create(machine, first)),
        "fromEntries" => from_entries(machine, first),
        "defineProperty" => {
            let descriptor = argument(machine, arguments, 2);
            if machine.object(first).is_none() && machine.terms().is_constant(first) {
                let message = "Object.defineProperty called on non-object";
                return Some(machine.throw_error("TypeError", message));
            }
            define(machine, first, second, descriptor).map(|()| first)
        }
        "getPrototypeOf" if machine.class_of(first).is_some() => {
            let span = machine.span();
            Ok(machine.problem("the prototype of an instance is not supported", span))
        }
        "getPrototypeOf" => {
            let parent = machine.record(first).and_then(|record| record.parent);
            Ok(parent.unwrap_or_else(|| machine.terms().null()))
        }
        "setPrototypeOf" => {
            machine.refuse_frozen(first);
            if let Some(record) = machine.record_mut(first) {
                record.parent = Some(second);
            }
            Ok(first)
        }
        "hasOwn" => has_own(machine, first, second),
        _ => return None,
    })
}

/// Whether the fields of a record are not those that the language lists.
fn keeps_fields_inside(flavour: &Flavour) -> bool {
    matches!(flavour, Flavour::Map | Flavour::Set | Flavour::Date)
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Listing {
    Values,
    Entries,
}

/// The values or entries of an object as a list.
pub(super) fn listed(machine: &mut Machine<'_>, object: Term, listing: Listing) -> Outcome {
    let object = machine.resolve(object);
    if let Node::Apply(Operator::Ite, parts) = machine.view(object).clone()
        && machine.must_distribute(object)
    {
        return machine.branch(
            parts[0],
            |m| listed(m, parts[1], listing),
            |m| listed(m, parts[2], listing),
        );
    }
    if matches!(machine.view(object), Node::Undefined | Node::Null) {
        return machine.throw_error("TypeError", "Cannot convert undefined or null to object");
    }
    let keys = machine.keys_of(object)?;
    let known = machine.record(object).cloned();
    let result = machine.new_list([]);
    for segment in machine.segments(keys) {
        match segment {
            Segment::Item(Field { value: key, present }) => {
                let value = match &known {
                    Some(record) => record.clone().field(machine.terms(), key).value,
                    None => machine.get_index(object, key)?,
                };
                let value = match machine.function_value(value).as_deref() {
                    Some(FunctionValue::Accessor { .. }) => machine.get_index(object, key)?,
                    _ => value,
                };
                let item = match listing {
                    Listing::Values => value,
                    Listing::Entries => machine.new_list([key, value]),
                };
                if let Some(list) = machine.list_mut(result) {
                    list.segments.push(Segment::Item(Field { value: item, present }));
                }
            }
            many => {
                // Each key stands for itself and its value.
                let frozen = machine.freeze(object);
                let keys = super::array::of_segments(machine, vec![many]);
                each(machine, keys, &mut |m, key, _| {
                    let value = m.terms().apply(Operator::Select, &[frozen, key]);
                    let item = match listing {
                        Listing::Values => value,
                        Listing::Entries => m.new_list([key, value]),
                    };
                    m.push(result, item);
                    Ok(item)
                })?;
            }
        }
    }
    Ok(result)
}

fn assign(machine: &mut Machine<'_>, target: Term, sources: &[Term]) -> Outcome {
    let target = machine.resolve(target);
    if machine.is_list(target) {
        let span = machine.span();
        return Ok(machine.problem("Object.assign to an array is not supported", span));
    }
    if machine.record(target).is_none() {
        // Gives an unknown value fields of its own.
        if !machine.is_external(target) && machine.function_value(target).is_none() {
            let mut record = Record::new(Flavour::Plain);
            record.base = Some(target);
            machine.thaw_unknown(target, Body::Record(record));
        } else {
            machine.side_object(target);
        }
    }
    machine.refuse_setters(target);
    for &source in sources {
        machine.spread_into(target, source)?;
    }
    Ok(target)
}

fn create(machine: &mut Machine<'_>, parent: Term) -> Term {
    let mut record = Record::new(Flavour::Plain);
    record.parent = machine.record(parent).is_some().then_some(parent);
    let is_bare = matches!(machine.view(parent), Node::Null);
    let object = machine.allocate(Body::Record(record));
    if is_bare {
        machine.mark_as(object, Mark::Bare);
    }
    object
}

/// An object of key-value pairs.
pub(super) fn from_entries(machine: &mut Machine<'_>, entries: Term) -> Outcome {
    let result = machine.new_record::<&str>([]);
    let (zero, one) = (machine.terms().number(0.0), machine.terms().number(1.0));
    let list = machine.as_sequence(entries);
    each(machine, list, &mut |m, entry, _| {
        let key = m.get_index(entry, zero)?;
        let value = m.get_index(entry, one)?;
        let key = m.field_key(key);
        m.store_field(result, key, value)?;
        Ok(value)
    })?;
    Ok(result)
}

fn define(
    machine: &mut Machine<'_>,
    object: Term,
    key: Term,
    descriptor: Term,
) -> Result<(), Stop> {
    let getter = machine.get(descriptor, "get")?;
    let name = machine.key_text(key);
    if machine.is_function(getter) {
        if machine.record(object).is_none() {
            machine.side_object(object);
        }
        machine.define_accessor(object, &name, Some(getter), None);
        return Ok(());
    }
    let listed = machine.get(descriptor, "enumerable")?;
    let changes = machine.get(descriptor, "writable")?;
    let hidden =
        [listed, changes].iter().any(|&flag| !matches!(machine.view(flag), Node::Bool(true)));
    if hidden
        && &*name != MARK_OF_MODULES
        && machine
            .record(object)
            .is_some_and(|r| matches!(r.flavour, Flavour::Plain | Flavour::Instance))
    {
        let span = machine.span();
        machine.problem("a member that is not listed or not writable is not supported", span);
    }
    let value = machine.get(descriptor, "value")?;
    machine.set_attribute(object, &name, value)
}

/// `Object.is`: like `===`, but NaN is itself, and the signs of zeros, which are not followed,
/// matter.
fn same_value(machine: &mut Machine<'_>, left: Term, right: Term) -> Term {
    let (left, right) = (machine.resolve(left), machine.resolve(right));
    let zero = |m: &Machine<'_>, term| matches!(m.view(term), Node::Number(n) if n.get() == 0.0);
    if zero(machine, left) && zero(machine, right) {
        let span = machine.span();
        return machine.problem("the sign of a zero is not supported", span);
    }
    machine.terms().equal(left, right)
}

fn has_own(machine: &mut Machine<'_>, object: Term, key: Term) -> Outcome {
    let key = machine.field_key(key);
    if let Some(record) = machine.record(object).cloned()
        && machine.terms().is_constant(key)
    {
        return Ok(record.field(machine.terms(), key).present);
    }
    let frozen = machine.freeze(object);
    Ok(machine.terms().apply(Operator::Has, &[frozen, key]))
}

/// Methods that every object has.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    Some(match name {
        "hasOwnProperty" | "propertyIsEnumerable" => has_own(machine, receiver, first),
        "toString" | "toLocaleString" => machine.text_of(receiver),
        "valueOf" | "toJSON" | "toObject" => Ok(receiver),
        "isPrototypeOf" => {
            let places = machine.places(first);
            let found = places.contains(&receiver);
            Ok(machine.terms().bool(found))
        }
        _ => return None,
    })
}
