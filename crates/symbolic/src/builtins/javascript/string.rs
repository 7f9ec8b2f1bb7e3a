//! Strings.

use super::super::strings::{LONGEST, find, find_last, pad, replaced, substring};
use super::super::{argument, number, sequence, string};
use super::truth_of_pure;
use crate::machine::{Arguments, Machine};
use crate::{Meaning, Node, Operator, Outcome, Term};

/// Methods that only strings have.
pub(super) fn is_only_of_strings(name: &str) -> bool {
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
                | "valueOf"
        )
}

/// Methods of strings.
pub(super) fn is_method(name: &str) -> bool {
    matches!(
        name,
        "split"
            | "trim"
            | "trimStart"
            | "trimEnd"
            | "toLowerCase"
            | "toUpperCase"
            | "replace"
            | "replaceAll"
            | "substring"
            | "substr"
            | "slice"
            | "startsWith"
            | "endsWith"
            | "includes"
            | "indexOf"
            | "lastIndexOf"
            | "charAt"
            | "charCodeAt"
            | "codePointAt"
            | "padStart"
            | "padEnd"
            | "repeat"
            | "concat"
            | "match"
            | "matchAll"
            | "search"
            | "toString"
            | "valueOf"
            | "localeCompare"
            | "normalize"
            | "at"
            | "test"
            | "exec"
            | "toLocaleLowerCase"
            | "toLocaleUpperCase"
            | "toHexString"
    )
}

/// A method of a string, or of an unknown value that is taken for one.
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
    if let Some(text) = string(machine, receiver)
        && let Some(outcome) = constant(machine, &text, name, arguments)
    {
        return Some(outcome);
    }
    Some(match name {
        // Identifiers are texts here.
        "toString" | "valueOf" | "toHexString" => machine.text_of(receiver),
        "concat" => {
            let is_list = arguments.positional.iter().any(|&a| machine.list(a).is_some());
            if is_list {
                let list = machine.as_sequence(receiver);
                return super::array::method(machine, list, name, arguments);
            }
            let mut parts = vec![receiver];
            for &part in &arguments.positional {
                match machine.text_of(part) {
                    Ok(part) => parts.push(part),
                    Err(stop) => return Some(Err(stop)),
                }
            }
            Ok(machine.terms().apply(Operator::Concat, &parts))
        }
        "includes" if arguments.at(1).is_some() => {
            let mut all = vec![receiver];
            all.extend_from_slice(&arguments.positional);
            Ok(truth_of_pure(machine, "includes from", &all))
        }
        "includes" => {
            let (receiver, first) = (machine.freeze(receiver), machine.freeze(first));
            Ok(machine.terms().apply(Operator::Has, &[receiver, first]))
        }
        "startsWith" | "endsWith" | "test" if arguments.at(1).is_some() => {
            let mut all = vec![receiver];
            all.extend_from_slice(&arguments.positional);
            Ok(truth_of_pure(machine, &format!("{name} from"), &all))
        }
        "test" | "exec" if remembers(machine, receiver) => {
            let mut all = vec![receiver];
            all.extend_from_slice(&arguments.positional);
            // It goes on where it stopped before.
            let asked = machine.ask_pattern(receiver);
            let name = if asked == 0 { name.to_string() } else { format!("{name} after {asked}") };
            Ok(match name.starts_with("test") {
                true => truth_of_pure(machine, &name, &all),
                false => machine.frozen_pure(&name, &all),
            })
        }
        "startsWith" | "endsWith" | "test" => {
            let mut all = vec![receiver];
            all.extend_from_slice(&arguments.positional);
            Ok(truth_of_pure(machine, name, &all))
        }
        "split" | "matchAll" => {
            let mut all = vec![receiver, first];
            all.extend(arguments.positional.get(1..).unwrap_or_default());
            let list = machine.frozen_pure(name, &all);
            Ok(machine.list_of(list))
        }
        _ => {
            let mut all = vec![receiver];
            all.extend_from_slice(&arguments.positional);
            Ok(machine.frozen_pure(name, &all))
        }
    })
}

/// Whether a value is a regular expression that remembers where it stopped.
pub(super) fn remembers(machine: &Machine<'_>, pattern: Term) -> bool {
    let Node::Apply(Operator::Pure(function), parts) = machine.view(pattern) else { return false };
    let flags = parts.get(1).and_then(|&flags| string(machine, flags));
    function.is(Meaning::RegExp) && flags.is_some_and(|flags| flags.contains(['g', 'y']))
}

/// What a regular expression finds that is a plain text (`/\\/g`), and whether it finds all.
fn plain_text(machine: &Machine<'_>, pattern: Term) -> Option<(String, bool)> {
    let Node::Apply(Operator::Pure(function), parts) = machine.view(pattern) else { return None };
    if !function.is(Meaning::RegExp) {
        return None;
    }
    let (source, flags) = (string(machine, *parts.first()?)?, string(machine, *parts.get(1)?)?);
    let mut text = String::new();
    let mut letters = source.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => letters.next().filter(char::is_ascii_punctuation)?,
            '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' => {
                return None;
            }
            plain => plain,
        });
    }
    (!text.is_empty() && matches!(&*flags, "" | "g")).then(|| (text, &*flags == "g"))
}

/// Methods of constants with constant arguments.
fn constant(
    machine: &mut Machine<'_>,
    text: &str,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let first = arguments.at(0);
    let second = arguments.at(1);
    // Places are counted in pieces of 16 bits, of which some characters have two.
    let whole = matches!(name, "trim" | "toString" | "valueOf" | "repeat" | "replaceAll");
    if !whole && text.chars().any(|c| c.len_utf16() > 1) {
        return None;
    }
    let from = second.is_some_and(|at| !matches!(machine.view(at), Node::Undefined));
    if from && matches!(name, "startsWith" | "endsWith" | "includes" | "lastIndexOf") {
        return None;
    }
    let space = |c: char| c.is_whitespace() && c != '\u{85}' || c == '\u{feff}';
    let part = first.and_then(|a| string(machine, a));
    let size = text.chars().count();
    let index = |m: &Machine<'_>, at: Option<Term>, default: f64| match at {
        Some(at) if !matches!(m.view(at), Node::Undefined) => number(m, at),
        _ => Some(default),
    };
    let value: String = match name {
        "trim" => text.trim_matches(space).into(),
        "trimStart" => text.trim_start_matches(space).into(),
        "trimEnd" => text.trim_end_matches(space).into(),
        "toLowerCase" | "toLocaleLowerCase" => text.to_lowercase(),
        "toUpperCase" | "toLocaleUpperCase" => text.to_uppercase(),
        "normalize" => {
            let form = first.filter(|&form| !matches!(machine.view(form), Node::Undefined));
            let form = form.map(|form| string(machine, form));
            match form {
                Some(Some(form)) if !["NFC", "NFD", "NFKC", "NFKD"].contains(&&*form) => {
                    let message = format!("The normalization form should be one of NFC, {form}");
                    return Some(machine.throw_error("RangeError", &message));
                }
                Some(None) => {
                    refuse_raising(machine, name);
                    return None;
                }
                _ if !text.is_ascii() => return None,
                _ => text.into(),
            }
        }
        "toString" | "valueOf" => text.into(),
        // What stands for a part of what was found.
        "replace" | "replaceAll" if string(machine, second?)?.contains('$') => return None,
        "replace" if let Some((part, everywhere)) = first.and_then(|f| plain_text(machine, f)) => {
            let most = if everywhere { usize::MAX } else { 1 };
            replaced(text, &part, &string(machine, second?)?, most)?
        }
        "replace" => replaced(text, &part?, &string(machine, second?)?, 1)?,
        "replaceAll" => replaced(text, &part?, &string(machine, second?)?, usize::MAX)?,
        "substring" => {
            let clamp = |value: f64| {
                if value.is_nan() { 0 } else { value.clamp(0.0, size as f64) as usize }
            };
            let start = clamp(index(machine, first, 0.0)?);
            let end = clamp(index(machine, second, size as f64)?);
            substring(text, start.min(end), start.max(end))
        }
        "substr" => {
            let start = index(machine, first, 0.0)?;
            let start = if start < 0.0 { (start + size as f64).max(0.0) } else { start } as usize;
            let count = index(machine, second, size as f64)?.max(0.0) as usize;
            substring(text, start, start.saturating_add(count))
        }
        "slice" => {
            let undefined = machine.terms().undefined();
            let (start, end) = (first.unwrap_or(undefined), second.unwrap_or(undefined));
            let text = machine.terms().string(text);
            let step = machine.terms().null();
            return Some(sequence::slice(machine, text, start, end, step));
        }
        "charAt" => {
            let at = index(machine, first, 0.0)?;
            let found = (at >= 0.0).then(|| text.chars().nth(at as usize)).flatten();
            found.map(String::from).unwrap_or_default()
        }
        "padStart" | "padEnd" => {
            let width = number(machine, first?)?.max(0.0) as usize;
            let filler = match second {
                Some(filler) => string(machine, filler)?,
                None => " ".into(),
            };
            pad(text, width, &filler, name == "padStart")?
        }
        "repeat" => {
            let count = number(machine, first?)?;
            if count < 0.0 {
                return Some(machine.throw_error("RangeError", "Invalid count value"));
            }
            if count * text.len() as f64 > LONGEST as f64 {
                return None;
            }
            text.repeat(count as usize)
        }
        "split" => return split(machine, text, first, second),
        "startsWith" => return truth(machine, text.starts_with(&*part?)),
        "endsWith" => return truth(machine, text.ends_with(&*part?)),
        "includes" => return truth(machine, text.contains(&*part?)),
        "indexOf" => {
            return place(
                machine,
                find(text, &part?, index(machine, second, 0.0)?.max(0.0) as usize),
            );
        }
        "lastIndexOf" if second.is_some() => return None,
        "lastIndexOf" => return place(machine, find_last(text, &part?)),
        "charCodeAt" | "codePointAt" => {
            let at = index(machine, first, 0.0)?.trunc();
            let found = (at >= 0.0 || at.is_nan()).then(|| text.chars().nth(at as usize)).flatten();
            if name == "codePointAt" && found.is_none() {
                return Some(Ok(machine.terms().undefined()));
            }
            let code = found.map_or(f64::NAN, |c| f64::from(u32::from(c)));
            return Some(Ok(machine.terms().number(code)));
        }
        "at" => {
            let at = index(machine, first, 0.0)?;
            let at = if at < 0.0 { at + size as f64 } else { at };
            let found = (at >= 0.0).then(|| text.chars().nth(at as usize)).flatten();
            return Some(Ok(match found {
                Some(c) => machine.terms().string(c.to_string()),
                None => machine.terms().undefined(),
            }));
        }
        "localeCompare" => {
            let part = part?;
            // The order of a language puts small letters before large ones, and accents late.
            let simple = |text: &str| {
                text.bytes().all(|c| c.is_ascii_lowercase())
                    || text.bytes().all(|c| c.is_ascii_digit())
            };
            let both = format!("{text}{part}");
            if text != &*part && !simple(&both) {
                return None;
            }
            let order = text.cmp(&*part) as i32;
            return Some(Ok(machine.terms().number(f64::from(order))));
        }
        _ => return None,
    };
    Some(Ok(machine.terms().string(value)))
}

/// Says so if a handler of the program sees whether a method throws, which is not known.
fn refuse_raising(machine: &mut Machine<'_>, name: &str) {
    if machine.is_guarded() && !machine.is_concrete() {
        let span = machine.span();
        machine.problem(format!("whether {name} throws is not known"), span);
    }
}

fn truth(machine: &mut Machine<'_>, value: bool) -> Option<Outcome> {
    Some(Ok(machine.terms().bool(value)))
}

fn place(machine: &mut Machine<'_>, found: Option<usize>) -> Option<Outcome> {
    let index = found.map_or(-1.0, |index| index as f64);
    Some(Ok(machine.terms().number(index)))
}

fn split(
    machine: &mut Machine<'_>,
    text: &str,
    separator: Option<Term>,
    limit: Option<Term>,
) -> Option<Outcome> {
    let limit = match limit {
        Some(limit) if !matches!(machine.view(limit), Node::Undefined) => {
            // Counted from the largest number of 32 bits where it is negative.
            match number(machine, limit)? {
                limit if limit < 0.0 => usize::MAX,
                limit => limit as usize,
            }
        }
        _ => usize::MAX,
    };
    let parts: Vec<String> = match separator {
        None => vec![text.into()],
        Some(separator) => {
            let separator = string(machine, separator)?;
            match separator.is_empty() {
                true => text.chars().map(String::from).collect(),
                false => text.split(&*separator).map(String::from).collect(),
            }
        }
    };
    let parts: Vec<Term> =
        parts.into_iter().take(limit).map(|part| machine.terms().string(part)).collect();
    Some(Ok(machine.new_list(parts)))
}
