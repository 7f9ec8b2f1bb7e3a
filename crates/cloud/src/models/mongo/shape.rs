//! What the schema of a model says of its documents: which fields there are, what they are by
//! default, and where subdocuments are, which get an `_id` each.

use super::document::with_id;
use super::schema::Schema;
use super::update::changed_fields;
use crate::models::is_given;
use aplomb_script::Span;
use aplomb_symbolic::{Machine, Node, Operator, Outcome, Path, Term};
use std::sync::Arc;

/// How deep schemas are read.
const DEEPEST: usize = 8;

/// What a field holds.
pub(super) enum Shape {
    /// Text, numbers, anything.
    Value,
    /// Fields; those of a subdocument, with an `_id` of its own if nothing says otherwise.
    Fields { fields: Vec<Field>, has_id: bool, is_timed: bool },
    /// A list of such.
    List(Box<Shape>),
}

/// A field of a document.
pub(super) struct Field {
    pub(super) name: Arc<str>,
    pub(super) shape: Shape,
    /// What it is where nothing is given: a value, or a function that is asked.
    default: Option<Term>,
}

/// The fields that a record of declarations lists, if they are known.
pub(super) fn fields(machine: &mut Machine<'_>, declared: Term) -> Option<Vec<Field>> {
    fields_below(machine, declared, 0)
}

fn fields_below(machine: &mut Machine<'_>, declared: Term, depth: usize) -> Option<Vec<Field>> {
    let listed = machine.fields(declared)?;
    if depth > DEEPEST {
        return None;
    }
    let read = |(name, value): (Arc<str>, Term)| {
        let kind = declared_kind(machine, value);
        let default = kind.and_then(|_| default_of(machine, value));
        Field { name, shape: shape(machine, kind.unwrap_or(value), kind.is_some(), depth), default }
    };
    Some(listed.into_iter().map(read).collect())
}

/// What `{ type: … }` says a field is; `None` if that is no such declaration.
fn declared_kind(machine: &mut Machine<'_>, declared: Term) -> Option<Term> {
    if Schema::of(machine, declared).is_some() || machine.is_list(declared) {
        return None;
    }
    let kind = member(machine, declared, "type")?;
    // A field of that name.
    member(machine, kind, "type").is_none().then_some(kind)
}

fn default_of(machine: &mut Machine<'_>, declared: Term) -> Option<Term> {
    member(machine, declared, "default")
}

/// A member of a record that is written in the program.
fn member(machine: &mut Machine<'_>, record: Term, name: &str) -> Option<Term> {
    if machine.is_function(record) || Path::of(machine.terms(), record).is_some() {
        return None;
    }
    let listed = machine.fields(record)?;
    listed.into_iter().find(|(known, _)| &**known == name).map(|(_, value)| value)
}

/// What a declaration without a `type` says; below a `type`, or in a list, a record is a
/// subdocument.
fn shape(machine: &mut Machine<'_>, declared: Term, is_sub: bool, depth: usize) -> Shape {
    if let Some(schema) = Schema::of(machine, declared) {
        let fields = match schema.declared(machine) {
            Some(declared) => fields_below(machine, declared, depth + 1),
            None => None,
        };
        let has_id = !schema.says(machine, "_id", false);
        let is_timed = schema.is_timed(machine);
        return Shape::Fields { fields: fields.unwrap_or_default(), has_id, is_timed };
    }
    if machine.is_list(declared) {
        let first = machine.items(declared).and_then(|items| items.first().copied());
        let Some(first) = first else { return Shape::List(Box::new(Shape::Value)) };
        let kind = declared_kind(machine, first);
        return Shape::List(Box::new(shape(machine, kind.unwrap_or(first), true, depth + 1)));
    }
    if machine.is_function(declared) || Path::of(machine.terms(), declared).is_some() {
        return Shape::Value;
    }
    match fields_below(machine, declared, depth + 1) {
        Some(fields) => Shape::Fields { fields, has_id: is_sub, is_timed: false },
        None => Shape::Value,
    }
}

/// Whether a document is stored for the first time, so that defaults are asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    Defaults,
    Nothing,
}

/// A document as it is stored: with defaults, and an `_id` for each subdocument.
pub(super) fn cast(
    machine: &mut Machine<'_>,
    fields: &[Field],
    document: Term,
    fill: Fill,
    span: Span,
) -> Outcome {
    let mut cast = document;
    for field in fields {
        let given = machine.terms().field(document, &field.name);
        let value = match fill {
            Fill::Defaults => filled(machine, field, given, cast, span)?,
            Fill::Nothing => given,
        };
        let value = cast_value(machine, &field.shape, value, span)?;
        if value != given {
            let terms = machine.terms();
            let name = terms.string(field.name.clone());
            cast = terms.apply(Operator::With, &[cast, name, value]);
        }
    }
    Ok(cast)
}

/// A field, or what it is by default.
fn filled(
    machine: &mut Machine<'_>,
    field: &Field,
    given: Term,
    document: Term,
    span: Span,
) -> Outcome {
    let terms = machine.terms();
    let undefined = terms.undefined();
    let missing = terms.equal(given, undefined);
    if terms.is_false(missing) || is_given(machine, given) {
        return Ok(given);
    }
    if let Some(default) = field.default {
        let ask = |machine: &mut Machine<'_>| match asked(machine, default) {
            true => {
                let this = machine.thaw(document);
                let value = machine.call(default, Some(this), &[this])?;
                Ok(machine.freeze(value))
            }
            false => Ok(machine.freeze(default)),
        };
        return machine.branch(missing, ask, |_| Ok(given));
    }
    if !machine.terms().is_true(missing) {
        return Ok(given);
    }
    match &field.shape {
        Shape::Value | Shape::Fields { has_id: true, .. } => Ok(given),
        Shape::List(_) => Ok(machine.terms().list([])),
        Shape::Fields { fields, .. } => {
            let empty = machine.terms().record([]);
            let inner = cast(machine, fields, empty, Fill::Defaults, span)?;
            Ok(if inner == empty { given } else { inner })
        }
    }
}

/// Whether a default is a function, of the program or of a package, that gives the value.
fn asked(machine: &mut Machine<'_>, default: Term) -> bool {
    machine.is_function(default) || Path::of(machine.terms(), default).is_some()
}

/// An update that may make the document, with the defaults of fields that neither it nor the
/// filter names.
pub(super) fn with_defaults(
    machine: &mut Machine<'_>,
    fields: &[Field],
    update: Term,
    filter: Term,
    span: Span,
) -> Outcome {
    let Some(changed) = changed_fields(machine.terms(), update) else { return Ok(update) };
    let asked = super::update::fields(machine.terms(), filter).unwrap_or_default();
    let is_named = |name: &str| {
        let same = |known: &Arc<str>| known.split('.').next() == Some(name);
        changed.iter().any(same) || asked.iter().any(|(known, _)| same(known))
    };
    let empty = machine.terms().record([]);
    let undefined = machine.terms().undefined();
    let mut defaults = Vec::new();
    for field in fields.iter().filter(|field| !is_named(&field.name)) {
        let value = filled(machine, field, undefined, empty, span)?;
        if value != undefined {
            defaults.push((field.name.clone(), value));
        }
    }
    if defaults.is_empty() {
        return Ok(update);
    }
    let mut parts = super::update::fields(machine.terms(), update).unwrap_or_default();
    if !parts.iter().any(|(name, _)| name.starts_with('$')) {
        parts = vec![("$set".into(), update)];
    }
    let defaults = machine.terms().record(defaults);
    match parts.iter_mut().find(|(name, _)| &**name == "$setOnInsert") {
        Some((_, said)) => {
            *said = machine.terms().apply(Operator::Merge, &[defaults, *said]);
        }
        None => parts.push(("$setOnInsert".into(), defaults)),
    }
    Ok(machine.terms().record(parts))
}

/// A value as a field of that shape stores it.
pub(super) fn cast_value(
    machine: &mut Machine<'_>,
    shape: &Shape,
    value: Term,
    span: Span,
) -> Outcome {
    match shape {
        Shape::Value => Ok(value),
        Shape::List(element) => {
            if matches!(**element, Shape::Value) || is_given(machine, value) {
                return Ok(value);
            }
            let is_list = match machine.terms().node(value) {
                Node::List(_) => true,
                Node::Apply(operator, _) => matches!(operator, Operator::Append),
                _ => false,
            };
            if !is_list {
                return Ok(value);
            }
            let elements = machine.for_each(value, &mut |machine, item| {
                let item = machine.freeze(item);
                cast_value(machine, element, item, span)
            })?;
            Ok(machine.freeze(elements))
        }
        Shape::Fields { fields, has_id, is_timed } => {
            let is_record = match machine.terms().node(value) {
                Node::Record(..) => true,
                Node::Apply(operator, _) => matches!(operator, Operator::With | Operator::Merge),
                _ => false,
            };
            if !is_record {
                return Ok(value);
            }
            let fill = if *has_id { Fill::Defaults } else { Fill::Nothing };
            let mut value = cast(machine, fields, value, fill, span)?;
            if *has_id {
                (value, _, _) = with_id(machine, value, span)?;
            }
            if *is_timed {
                let now = machine.fresh("timestamps", span, false)?;
                let times = [("createdAt".into(), now), ("updatedAt".into(), now)];
                let times = machine.terms().record(times);
                value = machine.terms().apply(Operator::Merge, &[times, value]);
            }
            Ok(value)
        }
    }
}

/// An update as mongoose sends it: with an `_id` for each subdocument that it stores.
pub(super) fn cast_update(
    machine: &mut Machine<'_>,
    fields: &[Field],
    update: Term,
    span: Span,
) -> Outcome {
    let parts = super::update::fields(machine.terms(), update).unwrap_or_default();
    if !parts.iter().any(|(name, _)| name.starts_with('$')) {
        return cast_named(machine, fields, update, &Adds::Whole, span);
    }
    let mut all = Vec::with_capacity(parts.len());
    for (operator, values) in parts {
        let values = match &*operator {
            "$set" | "$setOnInsert" => cast_named(machine, fields, values, &Adds::Whole, span)?,
            "$push" | "$addToSet" => cast_named(machine, fields, values, &Adds::Elements, span)?,
            _ => values,
        };
        all.push((operator, values));
    }
    Ok(machine.terms().record(all))
}

/// What an update says of a field.
#[derive(PartialEq, Eq)]
enum Adds {
    /// The field as a whole.
    Whole,
    /// An element of the list that it is, or `{ $each: elements }`.
    Elements,
}

/// The values of an update by the names of fields, which may have dots in them.
fn cast_named(
    machine: &mut Machine<'_>,
    fields: &[Field],
    values: Term,
    adds: &Adds,
    span: Span,
) -> Outcome {
    let Some(parts) = super::update::fields(machine.terms(), values) else {
        return match adds {
            Adds::Whole => cast(machine, fields, values, Fill::Nothing, span),
            Adds::Elements => Ok(values),
        };
    };
    let mut all = Vec::with_capacity(parts.len());
    for (name, value) in parts {
        let value = match (at(fields, &name), adds) {
            (Some(shape), Adds::Whole) => cast_value(machine, shape, value, span)?,
            (Some(Shape::List(element)), Adds::Elements) => {
                let each = machine.terms().field(value, "$each");
                match machine.terms().node(each) {
                    Node::Undefined => cast_value(machine, element, value, span)?,
                    _ => {
                        let list = machine.for_each(each, &mut |machine, item| {
                            let item = machine.freeze(item);
                            cast_value(machine, element, item, span)
                        })?;
                        let list = machine.freeze(list);
                        let name = machine.terms().string("$each");
                        machine.terms().apply(Operator::With, &[value, name, list])
                    }
                }
            }
            _ => value,
        };
        all.push((name, value));
    }
    Ok(machine.terms().record(all))
}

/// The shape of a field by its name in an update: `items.0.notes`, `items.$.notes`.
fn at<'a>(fields: &'a [Field], name: &str) -> Option<&'a Shape> {
    let (first, mut rest) = name.split_once('.').unwrap_or((name, ""));
    let mut shape = &fields.iter().find(|field| &*field.name == first)?.shape;
    while !rest.is_empty() {
        if let Shape::Fields { fields, .. } = shape {
            return at(fields, rest);
        }
        let (place, after) = rest.split_once('.').unwrap_or((rest, ""));
        let is_place = place.starts_with('$') || place.bytes().all(|byte| byte.is_ascii_digit());
        shape = match shape {
            Shape::List(element) if is_place => element,
            _ => return None,
        };
        rest = after;
    }
    Some(shape)
}
