//! `Map`, `Set` and their weak relatives.

use super::super::argument;
use super::super::sequence::{apply, each};
use super::object::{Listing, listed};
use crate::machine::{Arguments, Body, Field, Flavour, Machine, Record, Segment};
use crate::{Operator, Outcome, Term};

/// `new Map(entries)`, `new Set(items)`.
pub(super) fn construct(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let flavour = match name {
        "Map" | "WeakMap" => Flavour::Map,
        "Set" | "WeakSet" => Flavour::Set,
        "Object" => {
            return Some(Ok(match arguments.at(0) {
                Some(value) if machine.object(value).is_some() => value,
                _ => machine.new_record::<&str>([]),
            }));
        }
        _ => return None,
    };
    let items = argument(machine, arguments, 0);
    if let Err(stop) = machine.require_iterable(items) {
        return Some(Err(stop));
    }
    if matches!(flavour, Flavour::Set) {
        return Some(machine.new_set(items));
    }
    let map = machine.allocate(Body::Record(Record::new(flavour)));
    let (zero, one) = (machine.terms().number(0.0), machine.terms().number(1.0));
    let list = machine.as_sequence(items);
    let filled = each(machine, list, &mut |m, entry, _| {
        if m.terms().is_constant(entry) && m.object(entry).is_none() && !m.is_external(entry) {
            return m.throw_error("TypeError", "Iterator value is not an entry object");
        }
        let key = m.get_index(entry, zero)?;
        let value = m.get_index(entry, one)?;
        m.store_field(map, key, value)?;
        Ok(value)
    });
    Some(filled.map(|()| map))
}

impl Machine<'_> {
    /// An empty map.
    pub fn new_map(&mut self) -> Term {
        self.allocate(Body::Record(Record::new(Flavour::Map)))
    }
}

/// Methods of maps and sets.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let (key, value) = (argument(machine, arguments, 0), argument(machine, arguments, 1));
    let key = machine.resolve(key);
    let is_set = matches!(machine.record(receiver)?.flavour, Flavour::Set);
    Some(match name {
        "get" => Ok(entry(machine, receiver, key)),
        "set" => machine.store_field(receiver, key, value).map(|()| receiver),
        "add" => {
            machine.note_pushed(receiver, key);
            let present = machine.terms().bool(true);
            machine.insert_segment(receiver, &Segment::Item(Field { value: key, present }));
            Ok(receiver)
        }
        "has" => Ok(has(machine, receiver, key)),
        "delete" => {
            let had = has(machine, receiver, key);
            machine.remove_field(receiver, key);
            Ok(had)
        }
        "clear" => {
            machine.note_removed(receiver, None);
            if let Some(record) = machine.record_mut(receiver) {
                record.fields.clear();
                record.base = None;
            }
            Ok(machine.terms().undefined())
        }
        "keys" | "values" | "entries" => {
            let made = match name {
                "keys" => machine.keys_of(receiver),
                "values" if is_set => Ok(machine.as_sequence(receiver)),
                "values" => listed(machine, receiver, Listing::Values),
                _ => listed(machine, receiver, Listing::Entries),
            };
            made.inspect(|&made| machine.watch_items(made, &[receiver]))
        }
        "forEach" => {
            let entries = match listed(machine, receiver, Listing::Entries) {
                Ok(entries) => entries,
                Err(stop) => return Some(Err(stop)),
            };
            let (zero, one) = (machine.terms().number(0.0), machine.terms().number(1.0));
            let done = each(machine, entries, &mut |m, pair, _| {
                let (k, v) = (m.get_index(pair, zero)?, m.get_index(pair, one)?);
                apply(m, key, &[v, k, receiver])
            });
            done.map(|()| machine.terms().undefined())
        }
        _ => return None,
    })
}

fn entry(machine: &mut Machine<'_>, map: Term, key: Term) -> Term {
    let Some(record) = machine.record(map).cloned() else { return machine.terms().undefined() };
    if machine.terms().is_constant(key) {
        let field = record.field(machine.terms(), key);
        let undefined = machine.terms().undefined();
        return machine.terms().ite(field.present, field.value, undefined);
    }
    if let Some(entry) = machine.linked_entry(map, key) {
        return entry;
    }
    let (frozen, frozen_key) = (machine.freeze(map), machine.freeze(key));
    let value = machine.terms().apply(Operator::Select, &[frozen, frozen_key]);
    machine.note_picked(value, map, frozen_key);
    value
}

fn has(machine: &mut Machine<'_>, map: Term, key: Term) -> Term {
    machine.settle_items(map);
    let Some(record) = machine.record(map).cloned() else { return machine.terms().bool(false) };
    if machine.terms().is_constant(key) && record.base.is_none() {
        return record.field(machine.terms(), key).present;
    }
    let (frozen, key) = (machine.freeze(map), machine.freeze(key));
    machine.terms().apply(Operator::Has, &[frozen, key])
}
