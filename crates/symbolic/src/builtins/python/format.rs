//! Formatting: `%`, `str.format`, f-strings' specifications.

use super::super::strings::LONGEST;
use crate::machine::{Arguments, Machine};
use crate::{Node, Operator, Outcome, Term};

/// `format % values`.
pub(crate) fn format_percent(machine: &mut Machine<'_>, format: Term, values: Term) -> Outcome {
    let Some(template) = machine.terms().as_str(format).cloned() else {
        return Ok(machine.frozen_pure("%", &[format, values]));
    };
    // A list is one value; a tuple has several.
    let items = match machine.list(values).is_some_and(|list| list.is_tuple()) {
        true => machine.items(values),
        false => Some(vec![values]),
    };
    let Some(items) = items else {
        return Ok(machine.frozen_pure("%", &[format, values]));
    };
    let mut parts = Vec::new();
    let mut literal = String::new();
    let mut next = items.into_iter();
    let mut characters = template.chars().peekable();
    while let Some(c) = characters.next() {
        if c != '%' {
            literal.push(c);
            continue;
        }
        let mut specification = String::new();
        let conversion = loop {
            match characters.next() {
                Some('%') if specification.is_empty() => break '%',
                Some(c) if c.is_ascii_alphabetic() => break c,
                Some('(') => {
                    // `%(name)s` takes a field.
                    let name: String = characters.by_ref().take_while(|&c| c != ')').collect();
                    let key = machine.terms().string(name);
                    let value = machine.get_index(values, key)?;
                    next = vec![value].into_iter();
                }
                Some(c) => specification.push(c),
                None => return Ok(machine.frozen_pure("%", &[format, values])),
            }
        };
        if conversion == '%' {
            literal.push('%');
            continue;
        }
        let Some(value) = next.next() else {
            return machine.throw_error("TypeError", "not enough arguments for format string");
        };
        let piece = machine.terms().string(std::mem::take(&mut literal));
        parts.push(piece);
        parts.push(formatted(machine, value, &specification, conversion)?);
    }
    let piece = machine.terms().string(literal);
    parts.push(piece);
    Ok(machine.terms().apply(Operator::Concat, &parts))
}

/// One value in the format `%…c`.
fn formatted(
    machine: &mut Machine<'_>,
    value: Term,
    specification: &str,
    conversion: char,
) -> Outcome {
    if conversion == 'r'
        && let Some(text) = machine.python_repr(value, 0)
    {
        return Ok(machine.terms().string(text));
    }
    if specification.is_empty() && matches!(conversion, 's' | 'd' | 'i') {
        let value = match (conversion, machine.view(value)) {
            ('s', _) => value,
            (_, Node::String(_)) => {
                return machine.throw_error("TypeError", "a real number is required");
            }
            (_, Node::Number(number)) if number.get().fract() != 0.0 => {
                let whole = number.get().trunc();
                machine.terms().number(whole)
            }
            _ => machine.number_of(value),
        };
        return machine.text_of(value);
    }
    // `%5s` stands at the right where `{:5}` stands at the left.
    if conversion == 's' {
        let value = machine.text_of(value)?;
        let full = match specification.strip_prefix('-') {
            Some(width) => format!("<{width}"),
            None => format!(">{specification}"),
        };
        return specified(machine, value, &full);
    }
    let full = format!("{specification}{conversion}");
    specified(machine, value, &full)
}

/// A value formatted by a specification such as `.2f` or `05d`.
pub(super) fn specified(machine: &mut Machine<'_>, value: Term, specification: &str) -> Outcome {
    if specification.is_empty() {
        return machine.text_of(value);
    }
    // The character that fills up may be any.
    let is_filled = specification.chars().nth(1).is_some_and(|side| "<>^=".contains(side));
    let text = match machine.view(value).clone() {
        Node::String(text) => format_text(&text, specification),
        _ if is_filled => None,
        Node::Number(number) => {
            if !specification.ends_with(['f', 'F', '%', 'e', 'g', 'x', 'X', 'b']) {
                machine.doubt_number(value, "the text");
            }
            format_number(number.get(), specification)
        }
        _ => None,
    };
    match text {
        Some(text) => Ok(machine.terms().string(text)),
        None => {
            let specification = machine.terms().string(specification);
            Ok(machine.frozen_pure("format", &[value, specification]))
        }
    }
}

fn format_number(value: f64, specification: &str) -> Option<String> {
    let (flags, kind) = match specification.chars().last()? {
        kind if kind.is_ascii_alphabetic() || kind == '%' => {
            (&specification[..specification.len() - 1], kind)
        }
        _ => (specification, 'd'),
    };
    let (width, precision) = match flags.split_once('.') {
        Some((width, precision)) => (width, Some(size(precision)?)),
        None => (flags, None),
    };
    // What is no number, or infinite, is filled up in other ways; the sign of a zero may show.
    if !value.is_finite() && !width.is_empty() || value == 0.0 && "fF%eg".contains(kind) {
        return None;
    }
    let grouped = width.contains(',');
    let width = width.replace(',', "");
    let zero = width.starts_with('0');
    let width = if width.is_empty() { 0 } else { size(&width)? };
    let mut text = match kind {
        'd' | 'i' | 's' if precision.is_none() => format!("{}", value.trunc()),
        'f' | 'F' => format!("{value:.*}", precision.unwrap_or(6)),
        '%' => format!("{:.*}%", precision.unwrap_or(6), value * 100.0),
        'x' | 'X' | 'b' if value.fract() != 0.0 || value.abs() >= 9e15 => return None,
        'x' | 'X' | 'b' => {
            let (sign, size) = (if value < 0.0 { "-" } else { "" }, value.abs() as u64);
            let digits = match kind {
                'x' => format!("{size:x}"),
                'X' => format!("{size:X}"),
                _ => format!("{size:b}"),
            };
            format!("{sign}{digits}")
        }
        _ => return None,
    };
    if grouped {
        text = with_thousands(&text);
    }
    let missing = width.saturating_sub(text.len());
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) if zero => ("-", digits),
        _ => ("", &*text),
    };
    if grouped && zero {
        return None;
    }
    let filler = if zero { "0" } else { " " };
    Some(format!("{sign}{}{digits}", filler.repeat(missing)))
}

/// How many characters a specification asks for, unless these are too many to write.
fn size(digits: &str) -> Option<usize> {
    digits.parse().ok().filter(|&size: &usize| size < LONGEST)
}

fn with_thousands(text: &str) -> String {
    let (whole, rest) = match text.split_once('.') {
        Some((whole, rest)) => (whole, format!(".{rest}")),
        None => (text, String::new()),
    };
    let (sign, digits) = match whole.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", whole),
    };
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    format!("{sign}{out}{rest}")
}

fn format_text(text: &str, specification: &str) -> Option<String> {
    let specification = specification.strip_suffix('s').unwrap_or(specification);
    let mut characters = specification.chars();
    let filler = characters.next().unwrap_or(' ');
    let (filler, specification) = match characters.next() {
        Some('<' | '>' | '^') => (filler, &specification[filler.len_utf8()..]),
        _ => (' ', specification),
    };
    let filler = filler.to_string();
    let (side, width) = match specification.chars().next() {
        None => return Some(text.into()),
        Some(side @ ('<' | '>' | '^')) => (side, &specification[1..]),
        Some('-') => ('<', &specification[1..]),
        Some(_) => ('<', specification),
    };
    // A zero in front fills up with zeros.
    if width.starts_with('0') {
        return None;
    }
    let width = size(width)?;
    let missing = width.saturating_sub(text.chars().count());
    let (before, behind) = match side {
        '<' => (0, missing),
        '>' => (missing, 0),
        _ => (missing / 2, missing - missing / 2),
    };
    Some(format!("{}{text}{}", filler.repeat(before), filler.repeat(behind)))
}

/// `"…{}…{name}…".format(…)`.
pub(super) fn format_method(
    machine: &mut Machine<'_>,
    template: &str,
    arguments: &Arguments,
) -> Outcome {
    let mut parts = Vec::new();
    let mut literal = String::new();
    let mut next = 0;
    let mut rest = template;
    while let Some(place) = rest.find(['{', '}']) {
        literal.push_str(&rest[..place]);
        let brace = &rest[place..place + 1];
        let tail = &rest[place + 1..];
        if let Some(doubled) = tail.strip_prefix(brace) {
            literal.push_str(brace);
            rest = doubled;
            continue;
        }
        let Some(end) = tail.find('}').filter(|_| brace == "{") else {
            return machine.throw_error("ValueError", "Single '}' encountered in format string");
        };
        let field = &tail[..end];
        if field.contains('{') {
            let span = machine.span();
            return Ok(machine.problem("a format inside another one is not supported", span));
        }
        rest = &tail[end + 1..];
        let (name, specification) = field.split_once(':').unwrap_or((field, ""));
        let (name, conversion) = name.split_once('!').unwrap_or((name, ""));
        let value = format_argument(machine, name, &mut next, arguments)?;
        let piece = machine.terms().string(std::mem::take(&mut literal));
        parts.push(piece);
        let value = match conversion {
            "r" | "a" => machine.repr_of(value)?,
            "s" => machine.text_of(value)?,
            _ => value,
        };
        parts.push(specified(machine, value, specification)?);
    }
    literal.push_str(rest);
    let piece = machine.terms().string(literal);
    parts.push(piece);
    Ok(machine.terms().apply(Operator::Concat, &parts))
}

/// The argument that a replacement field names: `0`, `name`, `name.part`, `name[key]`.
fn format_argument(
    machine: &mut Machine<'_>,
    name: &str,
    next: &mut usize,
    arguments: &Arguments,
) -> Outcome {
    let split = name.find(['.', '[']).unwrap_or(name.len());
    let (first, path) = name.split_at(split);
    let mut value = match first.parse::<usize>() {
        Ok(index) => arguments.at(index),
        Err(_) if first.is_empty() => {
            *next += 1;
            arguments.at(*next - 1)
        }
        Err(_) => {
            let named = arguments.named.iter().find(|(given, _)| &**given == first);
            named.map(|(_, value)| *value)
        }
    };
    if value.is_none()
        && let Some(rest) = arguments.named_rest
    {
        value = Some(machine.terms().field(rest, first));
    }
    let Some(mut value) = value else {
        if first.parse::<usize>().is_err() && !first.is_empty() {
            let key = machine.terms().string(first);
            return machine.throw_key_error(key);
        }
        return machine.throw_error("IndexError", "Replacement index out of range");
    };
    for part in path.split(['.', '[']).filter(|part| !part.is_empty()) {
        match part.strip_suffix(']') {
            Some(key) => {
                let key = match key.parse::<f64>() {
                    Ok(index) => machine.terms().number(index),
                    Err(_) => machine.terms().string(key),
                };
                value = machine.get_index(value, key)?;
            }
            None => value = machine.get_attribute(value, part)?,
        }
    }
    Ok(value)
}
