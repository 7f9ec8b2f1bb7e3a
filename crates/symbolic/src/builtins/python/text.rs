//! Methods of strings and bytes.

use super::super::sequence::join;
use super::super::strings::{capitalised, find, find_last, pad, replaced};
use super::super::{argument, number, string};
use super::format::format_method;
use crate::machine::{Arguments, Guise, ListKind, Machine};
use crate::{Node, Operator, Outcome, Term};

/// Methods of strings.
pub(super) fn is_method(name: &str) -> bool {
    matches!(
        name,
        "format"
            | "join"
            | "split"
            | "rsplit"
            | "splitlines"
            | "strip"
            | "lstrip"
            | "rstrip"
            | "lower"
            | "upper"
            | "title"
            | "capitalize"
            | "casefold"
            | "swapcase"
            | "replace"
            | "startswith"
            | "endswith"
            | "find"
            | "rfind"
            | "encode"
            | "decode"
            | "isdigit"
            | "isnumeric"
            | "isalpha"
            | "isalnum"
            | "isspace"
            | "isupper"
            | "islower"
            | "zfill"
            | "ljust"
            | "rjust"
            | "center"
            | "partition"
            | "rpartition"
            | "hex"
            | "format_map"
            | "removeprefix"
            | "removesuffix"
            | "translate"
            | "expandtabs"
            | "isdecimal"
            | "isidentifier"
    )
}

/// A method of a string, or of an unknown value that is taken for one.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    if !is_method(name) && !matches!(name, "count" | "index") {
        return None;
    }
    if let Some(text) = string(machine, receiver)
        && let Some(outcome) = constant(machine, &text, name, arguments)
    {
        let is_bytes = name == "encode" || machine.is_disguised(receiver, Guise::Bytes);
        return Some(outcome.inspect(|&made| {
            if is_bytes {
                machine.disguise(made, Guise::Bytes);
                let pieces = machine.items(made).unwrap_or_default();
                pieces.into_iter().for_each(|piece| machine.disguise(piece, Guise::Bytes));
            }
        }));
    }
    if name == "join" {
        let list = argument(machine, arguments, 0);
        let list = machine.in_some_order(list);
        return Some(join(machine, list, receiver));
    }
    let mut all = vec![receiver];
    all.extend_from_slice(&arguments.positional);
    all.extend(arguments.named.iter().map(|(_, value)| *value));
    let value = machine.frozen_pure(name, &all);
    Some(Ok(match name {
        "split" | "rsplit" | "splitlines" => machine.list_of(value),
        "partition" | "rpartition" => {
            let pieces = machine.list_of(value);
            if let Some(list) = machine.list_mut(pieces) {
                list.kind = ListKind::Tuple;
            }
            pieces
        }
        // Text and bytes are not told apart.
        "encode" | "decode" if utf8(machine, arguments, false) => receiver,
        "startswith" | "endswith" => machine.terms().apply(Operator::Truthy, &[value]),
        name if name.starts_with("is") => machine.terms().apply(Operator::Truthy, &[value]),
        _ => value,
    }))
}

/// What may stand at the beginning of a text in UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

fn constant(
    machine: &mut Machine<'_>,
    text: &str,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let part = arguments.at(0).and_then(|a| string(machine, a));
    let second = arguments.at(1).and_then(|a| string(machine, a));
    let count = arguments.at(0).and_then(|a| number(machine, a)).map(|n| n.max(0.0) as usize);
    let set = |part: &Option<std::sync::Arc<str>>| -> Option<Vec<char>> {
        match part {
            Some(part) => Some(part.chars().collect()),
            None if arguments.positional.is_empty() => Some(" \t\n\r\u{b}\u{c}".chars().collect()),
            None => None,
        }
    };
    let value: String = match name {
        "find" | "rfind" | "index" | "startswith" | "endswith" if arguments.at(1).is_some() => {
            return None;
        }
        "format" => return Some(format_method(machine, text, arguments)),
        "join" => {
            let separator = machine.terms().string(text);
            let list = machine.in_some_order(arguments.at(0)?);
            let list = machine.as_sequence(list);
            let is_text = |item: &Term| {
                !matches!(machine.view(*item), Node::Number(_) | Node::Bool(_) | Node::Null)
                    && machine.list(*item).is_none()
            };
            if !machine.is_concrete()
                && !{
                    let items = machine.list(list).map(|list| machine.certain_items_of(list));
                    items.unwrap_or_default().iter().all(is_text)
                }
            {
                return Some(machine.throw_error("TypeError", "sequence item: expected str"));
            }
            return Some(join(machine, list, separator));
        }
        "casefold" if !text.is_ascii() => return None,
        "lower" | "casefold" => text.to_lowercase(),
        "upper" => text.to_uppercase(),
        "capitalize" => capitalised(text),
        "title" if !text.chars().all(|c| c.is_ascii_alphabetic() || c == ' ') => return None,
        "title" => text.split(' ').map(capitalised).collect::<Vec<_>>().join(" "),
        "strip" | "lstrip" | "rstrip" if part.is_none() && !text.is_ascii() => return None,
        "strip" => text.trim_matches(&*set(&part)?).into(),
        "lstrip" => text.trim_start_matches(&*set(&part)?).into(),
        "rstrip" => text.trim_end_matches(&*set(&part)?).into(),
        "encode" if marks_its_start(machine, arguments) => format!("{BYTE_ORDER_MARK}{text}"),
        "decode" if marks_its_start(machine, arguments) => {
            text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).into()
        }
        "encode" | "decode" if !utf8(machine, arguments, text.is_ascii()) => {
            let span = machine.span();
            return Some(Ok(machine.problem("an encoding that is not UTF-8", span)));
        }
        "encode" | "decode" => text.into(),
        "removeprefix" => text.strip_prefix(&*part?).unwrap_or(text).into(),
        "removesuffix" => text.strip_suffix(&*part?).unwrap_or(text).into(),
        "replace" => match arguments.at(2) {
            Some(limit) => match number(machine, limit)? {
                limit if limit < 0.0 => replaced(text, &part?, &second?, usize::MAX)?,
                limit => replaced(text, &part?, &second?, limit as usize)?,
            },
            None => replaced(text, &part?, &second?, usize::MAX)?,
        },
        "zfill" => match text.strip_prefix('-') {
            Some(digits) => {
                format!("-{}", pad(digits, count?.saturating_sub(1), "0", true)?)
            }
            None => pad(text, count?, "0", true)?,
        },
        "ljust" | "rjust" => {
            let filler = second.unwrap_or_else(|| " ".into());
            pad(text, count?, &filler, name == "rjust")?
        }
        "split" | "rsplit" | "splitlines" => return split(machine, text, name, arguments),
        "startswith" | "endswith" => {
            let parts = match part {
                Some(part) => vec![part],
                None => {
                    let items = machine.items(arguments.at(0)?)?;
                    items
                        .into_iter()
                        .map(|item| string(machine, item))
                        .collect::<Option<Vec<_>>>()?
                }
            };
            let holds = parts.iter().any(|part| match name {
                "startswith" => text.starts_with(&**part),
                _ => text.ends_with(&**part),
            });
            return Some(Ok(machine.terms().bool(holds)));
        }
        "find" | "rfind" => {
            let found =
                if name == "find" { find(text, &part?, 0) } else { find_last(text, &part?) };
            return Some(Ok(machine.terms().number(found.map_or(-1.0, |i| i as f64))));
        }
        "index" => {
            return Some(match find(text, &part?, 0) {
                Some(index) => Ok(machine.terms().number(index as f64)),
                None => machine.throw_saying("ValueError", "substring not found"),
            });
        }
        "count" if arguments.at(1).is_some() => return None,
        "count" => return Some(Ok(machine.terms().number(text.matches(&*part?).count() as f64))),
        _ if name.starts_with("is") && !text.is_ascii() => return None,
        "isdigit" | "isnumeric" | "isdecimal" => return all(machine, text, |c| c.is_numeric()),
        "isalpha" => return all(machine, text, char::is_alphabetic),
        "isalnum" => return all(machine, text, char::is_alphanumeric),
        "isspace" => return all(machine, text, char::is_whitespace),
        "isupper" => {
            let holds = text == text.to_uppercase() && text != text.to_lowercase();
            return Some(Ok(machine.terms().bool(holds)));
        }
        "islower" => {
            let holds = text == text.to_lowercase() && text != text.to_uppercase();
            return Some(Ok(machine.terms().bool(holds)));
        }
        "partition" | "rpartition" => {
            let part = part?;
            let split = if name == "partition" {
                text.split_once(&*part)
            } else {
                text.rsplit_once(&*part)
            };
            let pieces = match split {
                Some((before, behind)) => [before, &part, behind],
                None if name == "partition" => [text, "", ""],
                None => ["", "", text],
            };
            let pieces = pieces.map(|piece| machine.terms().string(piece));
            return Some(Ok(machine.new_tuple(pieces)));
        }
        _ => return None,
    };
    Some(Ok(machine.terms().string(value)))
}

/// The name of the encoding that is asked for, if one is: empty where it is not known.
fn encoding(machine: &Machine<'_>, arguments: &Arguments) -> Option<String> {
    let named = arguments.named("encoding", 0)?;
    let name = string(machine, named).map(|name| name.to_lowercase().replace('_', "-"));
    Some(name.unwrap_or_default())
}

/// Whether an encoding, if one is named, is UTF-8, or gives the same bytes for such a text.
fn utf8(machine: &Machine<'_>, arguments: &Arguments, ascii: bool) -> bool {
    match encoding(machine, arguments).as_deref() {
        None | Some("utf-8" | "utf8") => true,
        Some("ascii" | "us-ascii" | "latin-1" | "latin1" | "iso-8859-1" | "cp1252") => ascii,
        _ => false,
    }
}

/// Whether a text in this encoding begins with a mark.
fn marks_its_start(machine: &Machine<'_>, arguments: &Arguments) -> bool {
    encoding(machine, arguments).is_some_and(|name| name == "utf-8-sig")
}

fn all(machine: &mut Machine<'_>, text: &str, test: impl Fn(char) -> bool) -> Option<Outcome> {
    let holds = !text.is_empty() && text.chars().all(test);
    Some(Ok(machine.terms().bool(holds)))
}

fn split(
    machine: &mut Machine<'_>,
    text: &str,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let separator = arguments.named("sep", 0);
    let separator = match separator {
        Some(separator) => match string(machine, separator) {
            Some(text) => Some(text),
            None if matches!(machine.view(separator), Node::Null) => None,
            None => return None,
        },
        None => None,
    };
    let limit = match arguments.named("maxsplit", 1) {
        Some(limit) => number(machine, limit)?,
        None => -1.0,
    };
    let limit = if limit < 0.0 { usize::MAX } else { limit as usize + 1 };
    let is_plain =
        text.is_ascii() && !text.contains(['\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}']);
    if name == "splitlines" && (!is_plain || arguments.at(0).is_some() || text.contains('\r')) {
        return None;
    }
    if separator.as_deref().is_some_and(str::is_empty) {
        return Some(machine.throw_saying("ValueError", "empty separator"));
    }
    if separator.is_none() && (!is_plain || limit != usize::MAX) && name != "splitlines" {
        return None;
    }
    let parts: Vec<&str> = match (name, &separator) {
        ("splitlines", _) => text.lines().collect(),
        ("rsplit", Some(separator)) => {
            let mut parts: Vec<&str> = text.rsplitn(limit, &**separator).collect();
            parts.reverse();
            parts
        }
        (_, Some(separator)) => text.splitn(limit, &**separator).collect(),
        (_, None) => text.split_whitespace().collect(),
    };
    let parts: Vec<Term> = parts.into_iter().map(|part| machine.terms().string(part)).collect();
    Some(Ok(machine.new_list(parts)))
}
