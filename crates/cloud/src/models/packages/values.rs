//! Values that packages give and nobody sees: which of them are new on every call?

use super::arguments;
use super::meaning::Meaning;
use super::programs::{is_another_program, run_program};
use crate::models::dates::{self, Completed};
use crate::models::{novelty, pure};
use aplomb_symbolic::{
    Call, Machine, Meaning as Computed, Node, Operator, Outcome, Path, PureFunction, Term,
};

/// What a call gives that nobody sees.
pub(super) fn value(
    machine: &mut Machine<'_>,
    call: &Call,
    meaning: Meaning,
    name: &str,
    label: &str,
) -> Outcome {
    if is_of_today(machine, name, call) {
        return of_today(machine, name, call);
    }
    note_novelty(machine, call, meaning, name);
    match meaning {
        Meaning::Unique => machine.fresh(label, call.span, true),
        Meaning::Clock if has_time(machine, call, label) => Ok(pure(machine, name, call)),
        Meaning::Seeded if has_seed(machine, call, name) => Ok(pure(machine, name, call)),
        Meaning::Fresh | Meaning::Clock | Meaning::Seeded => fresh(machine, call, label),
        Meaning::Stamped => {
            let mut call = call.clone();
            call.arguments.push(machine.fresh("time of a document", call.span, false)?);
            Ok(pure(machine, name, &call))
        }
        Meaning::Identity => identity(machine, call, label),
        _ if let Some(reads) = claims_of_token(name) => Ok(pure(machine, reads.name(), call)),
        _ if is_another_program(name) => {
            let given = pure(machine, name, call);
            let mut parts = vec![given];
            parts.extend(run_program(machine, call)?);
            Ok(machine.terms().pure(name, &parts))
        }
        _ => Ok(pure(machine, name, call)),
    }
}

/// What functions mean that read the claims of a signed token.
fn claims_of_token(name: &str) -> Option<PureFunction> {
    let meaning = match name {
        "jsonwebtoken.decode" => Computed::TokenClaimsIfAny,
        "jsonwebtoken.verify" | "jwt.decode" | "jose.decodeJwt" | "jose.jwt.decode" => {
            Computed::TokenClaims
        }
        _ => return None,
    };
    Some(meaning.into())
}

/// What a call is given, or something new if that is nothing. Of a number, only a part is
/// that number.
fn identity(machine: &mut Machine<'_>, call: &Call, label: &str) -> Outcome {
    let given = call.argument(0).filter(|&given| {
        !matches!(machine.view(given), Node::Null | Node::Undefined | Node::Number(_))
    });
    let Some(given) = given else { return machine.fresh(label, call.span, true) };
    let frozen = machine.freeze(given);
    // Most programs are given an identifier; one that looks for it may be given nothing.
    let cases = match machine.terms().node(frozen) {
        Node::Apply(Operator::Ite, parts) => parts[1..].to_vec(),
        _ => Vec::new(),
    };
    let terms = machine.terms();
    let is_nothing = |&part: &Term| matches!(terms.node(part), Node::Null | Node::Undefined);
    if !cases.iter().any(is_nothing) {
        return Ok(given);
    }
    let missing = machine.terms().apply(Operator::Truthy, &[frozen]);
    let missing = machine.terms().not(missing);
    let new = machine.fresh(label, call.span, true)?;
    Ok(machine.terms().ite(missing, new, frozen))
}

/// Something made of a fresh value: its methods are functions of it.
pub(super) fn fresh(machine: &mut Machine<'_>, call: &Call, label: &str) -> Outcome {
    let drawn = machine.fresh(label, call.span, false)?;
    let given = arguments(machine, call);
    Ok(machine.terms().pure(label, &[drawn, given]))
}

/// What a JSON text says.
pub(super) fn json(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let Some(text) = call.argument(0) else { return Ok(machine.terms().undefined()) };
    let text = machine.freeze(text);
    let value = machine.terms().apply(Operator::JsonParse, &[text]);
    Ok(machine.thaw(value))
}

/// Whether a call that tells the time is given one.
pub(super) fn has_time(machine: &mut Machine<'_>, call: &Call, label: &str) -> bool {
    if label == "compress" {
        return call.named("mtime").is_some();
    }
    // A format or a zone comes with it; a unit is no time.
    let places = match label {
        "tz" | "strftime" | "isBetween" | "getTimezoneOffset" => 1..usize::MAX,
        "isBefore" | "isAfter" | "isSame" | "isSameOrBefore" | "isSameOrAfter" | "diff" => 0..1,
        _ => 0..usize::MAX,
    };
    let mut positional = call.arguments.iter().enumerate();
    let mut named = ["t", "secs", "timeval", "dt"].iter().filter_map(|name| call.named(name));
    positional.any(|(place, &value)| places.contains(&place) && is_time(machine, value))
        || named.any(|value| is_time(machine, value))
}

/// Whether a value can be the time that a call is about: nothing, an empty list, a time zone
/// and options are none, and what says no year is completed by today.
fn is_time(machine: &mut Machine<'_>, value: Term) -> bool {
    let value = machine.freeze(value);
    let terms = machine.terms();
    match terms.node(value) {
        Node::Null | Node::Undefined => false,
        Node::List(items) => !items.is_empty(),
        Node::Record(names, _) => names.iter().any(|name| name.starts_with(['y', 'Y'])),
        Node::Bool(_) => false,
        Node::Apply(Operator::Pure(function), _) => !is_zone(function.name()),
        _ => Path::of(terms, value).is_none_or(|path| !is_zone(&path.to_string())),
    }
}

/// Whether something is a time zone, by its name.
fn is_zone(name: &str) -> bool {
    ["tz", "timezone", "ZoneInfo"].iter().any(|part| name.contains(part))
}

/// Whether a call that draws is given where to begin.
pub(super) fn has_seed(machine: &mut Machine<'_>, call: &Call, name: &str) -> bool {
    // What was made once has drawn already.
    if name.contains("()") && !name.ends_with(".sample") && !name.ends_with(".resample") {
        return true;
    }
    let named = ["random_state", "seed", "rng", "generator"];
    let seed = named.iter().find_map(|name| call.named(name));
    seed.is_some_and(|seed| !matches!(machine.view(seed), Node::Null | Node::Undefined))
}

/// Whether what a call gives is completed by what day it is.
pub(super) fn is_of_today(machine: &mut Machine<'_>, name: &str, call: &Call) -> bool {
    dates::completed(machine, name, call) == Completed::Always
}

/// A function of what a call is given and of what day it is.
pub(super) fn of_today(machine: &mut Machine<'_>, name: &str, call: &Call) -> Outcome {
    let mut call = call.clone();
    call.arguments.push(machine.fresh("today", call.span, false)?);
    Ok(pure(machine, name, &call))
}

/// Says so if what a call gives may be new for another reason than what it is.
pub(super) fn note_novelty(machine: &mut Machine<'_>, call: &Call, meaning: Meaning, name: &str) {
    // A run with known values only confirms what was found.
    if machine.is_concrete() {
        return;
    }
    let reason = match meaning {
        _ if dates::completed(machine, name, call) == Completed::Perhaps => Some(format!(
            "{name} completes a text that does not say everything by what day it is, and \
             nothing shows here that this one does"
        )),
        Meaning::PerhapsNew => {
            Some(format!("whether {name} gives something new on every call is not known"))
        }
        _ => novelty::reason(machine, name, call),
    };
    if let Some(reason) = reason {
        machine.problem(reason, call.span);
    }
}

/// Whether what a call reads or writes is no more than a value or a file of its own: it
/// names nothing, or something that is visibly no address.
pub(super) fn is_local(machine: &mut Machine<'_>, call: &Call) -> bool {
    let named = ["path_or_buf", "path", "filepath_or_buffer", "excel_writer"];
    let given = named.iter().find_map(|name| call.named(name)).or_else(|| call.argument(0));
    let Some(given) = given else { return true };
    let given = machine.freeze(given);
    let terms = machine.terms();
    match terms.node(given) {
        Node::Null => true,
        Node::String(text) => !text.contains("://"),
        Node::Apply(Operator::Concat, parts) => {
            let first = terms.as_str(parts[0]);
            first.is_some_and(|text| !text.contains("://") && text.starts_with(['/', '.']))
        }
        // A buffer, or something that was read before.
        Node::Apply(Operator::Pure(_) | Operator::Called | Operator::Constructed, _) => true,
        _ => false,
    }
}
