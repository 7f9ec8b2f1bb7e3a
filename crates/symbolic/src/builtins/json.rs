//! JSON, with the order of keys that the program sees.

use super::text::{javascript_number, python_number};
use super::time;
use crate::machine::{Body, Flavour, Guise, Machine, Mark, Segment};
use crate::{Node, Operator, Outcome, Term, assumptions};
use aplomb_script::Language;
use serde_json::Value;

/// Values nested deeper than this are not written.
const DEEPEST: usize = 64;

/// How JSON is laid out.
#[derive(Clone)]
pub(super) struct Layout {
    /// Between items and between key and value.
    pub(super) separators: (String, String),
    /// One level of indentation.
    pub(super) indent: Option<String>,
    /// Escape everything that is not ASCII.
    pub(super) ascii: bool,
    pub(super) sorted: bool,
    /// A function of the program says what is written of other things.
    pub(super) adapts: bool,
}

impl Layout {
    pub(super) fn javascript() -> Self {
        let separators = (",".into(), ":".into());
        Layout { separators, indent: None, ascii: false, sorted: false, adapts: false }
    }

    pub(super) fn python() -> Self {
        let separators = (", ".into(), ": ".into());
        Layout { separators, indent: None, ascii: true, sorted: false, adapts: false }
    }
}

/// Parses a JSON text into objects.
pub(super) fn parse(machine: &mut Machine<'_>, text: Term) -> Outcome {
    let text = machine.resolve(text);
    let python = machine.dialect().language == Language::Python;
    match machine.view(text).clone() {
        Node::String(constant) => match serde_json::from_str::<Value>(&constant) {
            Ok(value) => Ok(build(machine, &value)),
            Err(_) if python && ["NaN", "Infinity"].iter().any(|name| constant.contains(name)) => {
                let span = machine.span();
                Ok(machine.problem("JSON with numbers that are none is not supported", span))
            }
            Err(error) => {
                let class = if python { "JSONDecodeError" } else { "SyntaxError" };
                machine.throw_error(class, &error.to_string())
            }
        },
        Node::Undefined | Node::Null => {
            let class = if python { "TypeError" } else { "SyntaxError" };
            machine.throw_error(class, "this is no JSON")
        }
        Node::Apply(Operator::Ite, parts) => {
            machine.branch(parts[0], |m| parse(m, parts[1]), |m| parse(m, parts[2]))
        }
        _ => {
            machine.assume(&assumptions::JSON);
            let frozen = machine.freeze(text);
            if machine.is_part_of_input(frozen) {
                let class = if python { "JSONDecodeError" } else { "SyntaxError" };
                machine.may_raise(class, |m| {
                    let valid = m.terms().pure("is JSON", &[frozen]);
                    let valid = m.terms().apply(Operator::Truthy, &[valid]);
                    m.terms().not(valid)
                })?;
            }
            let value = machine.terms().apply(Operator::JsonParse, &[frozen]);
            machine.looks_at(value);
            Ok(machine.thaw(value))
        }
    }
}

fn build(machine: &mut Machine<'_>, value: &Value) -> Term {
    match value {
        Value::Array(items) => {
            let items: Vec<Term> = items.iter().map(|item| build(machine, item)).collect();
            machine.new_list(items)
        }
        Value::Object(fields) => {
            let fields: Vec<(&String, Term)> =
                fields.iter().map(|(key, value)| (key, build(machine, value))).collect();
            machine.new_record(fields)
        }
        scalar => {
            let term = machine.terms().from_json(scalar);
            if matches!(scalar, Value::Number(number) if number.is_f64())
                && machine.dialect().language == Language::Python
            {
                machine.disguise(term, Guise::Float);
            }
            let large = matches!(scalar, Value::Number(number)
                if number.as_f64().is_none_or(|n| n.abs() >= 9_007_199_254_740_992.0));
            if large {
                let span = machine.span();
                return machine.problem("a number as large in JSON is not supported", span);
            }
            term
        }
    }
}

/// A value as JSON text.
pub(super) fn text(machine: &mut Machine<'_>, value: Term, layout: &Layout) -> Outcome {
    let value = machine.resolve(value);
    if layout.separators.0 == "," && matches!(machine.view(value), Node::Undefined) {
        return Ok(machine.terms().undefined());
    }
    if !layout.sorted {
        machine.refuse_disorder_below(value);
    }
    let mut out = String::new();
    if write(machine, value, layout, 0, &mut out).is_some() {
        return Ok(machine.terms().string(out));
    }
    // What is read back from it is not what was written.
    if changes(machine, value, 0) {
        return Ok(machine.frozen_pure("JSON.stringify", &[value]));
    }
    let frozen = machine.freeze(value);
    Ok(machine.terms().apply(Operator::JsonText, &[frozen]))
}

/// Whether a value has something in it that JSON leaves out or writes as something else.
fn changes(machine: &mut Machine<'_>, value: Term, depth: usize) -> bool {
    let value = machine.resolve(value);
    let python = machine.dialect().language == Language::Python;
    let Some(object) = machine.object(value).cloned() else {
        return match machine.view(value) {
            Node::Number(number) => !number.get().is_finite(),
            // Fields that are undefined are left out, which is how they read.
            _ => !python && machine.is_function(value),
        };
    };
    if depth > DEEPEST || machine.spend_on_value().is_none() {
        return true;
    }
    match &object.body {
        Body::List(list) => {
            let items: Vec<Term> = list.segments.iter().filter_map(Segment::item).collect();
            items.into_iter().any(|item| {
                !python && matches!(machine.view(item), Node::Undefined)
                    || changes(machine, item, depth + 1)
            })
        }
        Body::Record(_) if machine.is_listed_error(value) => true,
        Body::Record(record) => {
            let keyed = matches!(record.flavour, Flavour::Map | Flavour::Set);
            let odd = |key: &Term| machine.terms().as_str(*key).is_none();
            if keyed && !python || python && record.fields.keys().any(odd) {
                return true;
            }
            let values: Vec<Term> = record.fields.values().map(|field| field.value).collect();
            values.into_iter().any(|value| changes(machine, value, depth + 1))
        }
        Body::Promise(_) => true,
    }
}

/// Whether a value has objects in it that Python writes by a hook only.
pub(super) fn needs_hook(machine: &mut Machine<'_>, value: Term, depth: usize) -> bool {
    let value = machine.resolve(value);
    let Some(object) = machine.object(value).cloned().filter(|_| depth < DEEPEST) else {
        return false;
    };
    if machine.spend_on_value().is_none() {
        return true;
    }
    let values: Vec<Term> = match &object.body {
        Body::List(list) => list.segments.iter().filter_map(Segment::item).collect(),
        Body::Record(record) if matches!(record.flavour, Flavour::Plain | Flavour::Map) => {
            record.fields.values().map(|field| field.value).collect()
        }
        Body::Record(_) | Body::Promise(_) => return true,
    };
    values.into_iter().any(|value| needs_hook(machine, value, depth + 1))
}

fn write(
    machine: &mut Machine<'_>,
    value: Term,
    layout: &Layout,
    depth: usize,
    out: &mut String,
) -> Option<()> {
    if depth > DEEPEST {
        let span = machine.span();
        machine.problem("the JSON of what contains itself, or is nested deeply", span);
        return None;
    }
    machine.spend_on_value()?;
    let value = machine.resolve(value);
    match machine.view(value).clone() {
        Node::Undefined | Node::Null | Node::Absent => out.push_str("null"),
        Node::Bool(truth) => out.push_str(if truth { "true" } else { "false" }),
        Node::Number(number) if machine.dialect().language == Language::Python => {
            machine.doubt_number(value, "the JSON");
            out.push_str(&match number.get() {
                number if number.is_nan() => "NaN".into(),
                number if number == f64::INFINITY => "Infinity".into(),
                number if number == f64::NEG_INFINITY => "-Infinity".into(),
                number => python_number(number),
            });
        }
        Node::Number(number) if number.get().is_finite() => {
            out.push_str(&javascript_number(number.get()));
        }
        Node::Number(_) => out.push_str("null"),
        Node::String(text) => {
            machine.doubt(value, Guise::Bytes, "the JSON");
            quote(&text, layout.ascii, out);
        }
        Node::Record(..) | Node::List(_) => {
            let thawed = machine.thaw(value);
            return write(machine, thawed, layout, depth, out);
        }
        _ if omitted(machine, value) => out.push_str("null"),
        _ => return write_object(machine, value, layout, depth, out),
    }
    Some(())
}

fn write_object(
    machine: &mut Machine<'_>,
    value: Term,
    layout: &Layout,
    depth: usize,
    out: &mut String,
) -> Option<()> {
    let object = machine.object(value)?.clone();
    match &object.body {
        Body::List(list) => {
            if list.is_odd() && machine.dialect().language == Language::Python {
                refuse_raising(machine, layout);
            }
            let items = machine.items(value)?;
            write_sequence(layout, depth, out, ('[', ']'), items.len(), &mut |index, out| {
                write(machine, items[index], layout, depth + 1, out)
            })
        }
        Body::Record(record) if matches!(record.flavour, Flavour::Date) => {
            let moment = machine.date_time(value)?;
            let Node::Number(number) = machine.view(moment) else { return None };
            if number.get().is_nan() {
                out.push_str("null");
                return Some(());
            }
            let text = time::iso(number.get())?;
            quote(&text, layout.ascii, out);
            Some(())
        }
        // What the program assigned is not all there is.
        Body::Record(_) if machine.is_external(value) || machine.is_listed_error(value) => None,
        Body::Record(record) => {
            if record.base.is_some() || matches!(record.flavour, Flavour::Class(_)) {
                return None;
            }
            machine.refuse_getters(value);
            if matches!(record.flavour, Flavour::Instance) {
                machine.doubt(value, Guise::Special, "the JSON");
            }
            let keyed = matches!(record.flavour, Flavour::Map | Flavour::Set);
            let raises = matches!(record.flavour, Flavour::Set | Flavour::Instance);
            if raises && machine.dialect().language == Language::Python {
                refuse_raising(machine, layout);
            }
            let mut fields = Vec::new();
            let own = machine.lookup(value, "toJSON").ok().flatten();
            if own.is_some_and(|own| machine.is_closure(own)) && depth > 0 {
                let span = machine.span();
                machine
                    .problem("an object inside another that defines toJSON is not supported", span);
            }
            let python = machine.dialect().language == Language::Python;
            if python && record.fields.keys().any(|&key| machine.terms().as_str(key).is_none()) {
                let odd =
                    |key: &Term| !matches!(machine.view(*key), Node::String(_) | Node::Number(_));
                if record.fields.keys().any(odd) {
                    let span = machine.span();
                    machine.problem("the JSON of a dictionary with such keys", span);
                }
            }
            for (key, field) in machine.in_key_order(record) {
                let skipped = keyed && machine.dialect().language == Language::JavaScript;
                if skipped || machine.known(field.present)? && omitted(machine, field.value) {
                    continue;
                }
                if machine.known(field.present)? {
                    fields.push((machine.key_text(key), field.value));
                }
            }
            if layout.sorted {
                fields.sort_by(|a, b| a.0.cmp(&b.0));
            }
            write_sequence(layout, depth, out, ('{', '}'), fields.len(), &mut |index, out| {
                let (key, value) = &fields[index];
                quote(key, layout.ascii, out);
                out.push_str(&layout.separators.1);
                write(machine, *value, layout, depth + 1, out)
            })
        }
        Body::Promise(_) => None,
    }
}

/// Says so if something is written as JSON that has no such form, and a handler sees that.
fn refuse_raising(machine: &mut Machine<'_>, layout: &Layout) {
    if machine.is_tried() && !layout.adapts && !machine.is_concrete() {
        let span = machine.span();
        machine.problem("the JSON of something that has none raises", span);
    }
}

/// What JSON.stringify leaves out.
fn omitted(machine: &Machine<'_>, value: Term) -> bool {
    machine.dialect().language == Language::JavaScript
        && (matches!(machine.view(value), Node::Undefined)
            || machine.is_function(value)
            || machine.mark_of(value) == Some(Mark::Symbol))
}

fn write_sequence(
    layout: &Layout,
    depth: usize,
    out: &mut String,
    (open, close): (char, char),
    count: usize,
    item: &mut dyn FnMut(usize, &mut String) -> Option<()>,
) -> Option<()> {
    out.push(open);
    for index in 0..count {
        if index > 0 {
            out.push_str(if layout.indent.is_some() { "," } else { &layout.separators.0 });
        }
        if let Some(indent) = &layout.indent {
            out.push('\n');
            out.push_str(&indent.repeat(depth + 1));
        }
        item(index, out)?;
    }
    if let (Some(indent), true) = (&layout.indent, count > 0) {
        out.push('\n');
        out.push_str(&indent.repeat(depth));
    }
    out.push(close);
    Some(())
}

fn quote(text: &str, ascii: bool, out: &mut String) {
    let quoted = Value::from(text).to_string();
    if !ascii {
        out.push_str(&quoted);
        return;
    }
    for c in quoted.chars() {
        if c.is_ascii() && c != '\u{7f}' {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
}
