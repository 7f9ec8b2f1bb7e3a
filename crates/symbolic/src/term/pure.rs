//! Pure functions that are computed as soon as their arguments are constants,
//! because terms are also built by substitution.

use super::{Meaning, Node, Operator, Term, Terms};
use crate::base64::{from_base64, to_base64};
use crate::token;

/// The number that a database has where a driver gives its text.
fn number_of_database(terms: &Terms, text: Term) -> Option<Term> {
    match terms.node(text) {
        Node::Apply(Operator::Pure(function), parts) if function.is(Meaning::DecimalText) => {
            Some(parts[0])
        }
        _ => None,
    }
}

/// The text that a driver makes of a number of a database.
fn decimal_text(terms: &mut Terms, value: Term, digits: Term) -> Option<Term> {
    let number = match terms.node(value) {
        Node::Number(number) => *number,
        _ => return None,
    };
    let text = match terms.node(digits) {
        Node::Number(digits) => format!("{:.*}", digits.get() as usize, number.get()),
        _ => number.to_string(),
    };
    Some(terms.string(text))
}

/// The number whose text this is: `` `${number}` ``.
pub(super) fn number_of_text(terms: &Terms, text: Term) -> Option<Term> {
    if let Some(number) = number_of_database(terms, text) {
        return Some(number);
    }
    match terms.node(text) {
        Node::Apply(Operator::Concat, parts) => match **parts {
            [only] if terms.is_number(only) => Some(only),
            _ => None,
        },
        _ => None,
    }
}

/// The value of a function of constants, if this is one of those known here.
pub(super) fn compute(terms: &mut Terms, meaning: Meaning, arguments: &[Term]) -> Option<Term> {
    match (meaning, arguments) {
        (Meaning::Plus, [left, right]) => sum(terms, *left, *right),
        (Meaning::DecimalText, [value, digits]) => decimal_text(terms, *value, *digits),
        // The number that a text was made of.
        (Meaning::ToNumber | Meaning::ToFloat, [text])
            if number_of_text(terms, *text).is_some() =>
        {
            number_of_text(terms, *text)
        }
        (Meaning::ParseNumber, [text, ..])
            if number_of_text(terms, *text).is_some_and(|number| is_whole(terms, number)) =>
        {
            number_of_text(terms, *text)
        }
        (Meaning::ToNumber | Meaning::ToFloat, [only]) => {
            let number = number(terms, *only)?;
            Some(terms.number(number))
        }
        (Meaning::ToInteger, [only]) if is_whole(terms, *only) => Some(*only),
        (Meaning::ToInteger, [only]) => {
            let number = number(terms, *only)?.trunc();
            Some(terms.number(number))
        }
        (Meaning::NotANumber, [only]) => {
            let is_nan = match terms.node(*only) {
                Node::Number(number) => number.get().is_nan(),
                Node::Record(..) | Node::List(_) => false,
                _ if terms.is_constant(*only) => false,
                _ => return None,
            };
            Some(terms.bool(is_nan))
        }
        (Meaning::Floor, [only]) => of_number(terms, *only, f64::floor),
        (Meaning::Ceiling, [only]) => of_number(terms, *only, f64::ceil),
        (Meaning::Round, [only]) => of_number(terms, *only, |x| (x + 0.5).floor()),
        (Meaning::Absolute, [only]) => of_number(terms, *only, f64::abs),
        (Meaning::LowerCase, [text]) => of_text(terms, *text, |text| text.to_lowercase()),
        (Meaning::UpperCase, [text]) => of_text(terms, *text, |text| text.to_uppercase()),
        (Meaning::Trim, [text]) => of_text(terms, *text, |text| text.trim().to_string()),
        // Nothing stands in it as a number.
        (Meaning::Decoded, [text]) if !terms.as_str(*text)?.contains(['%', '+']) => Some(*text),
        (Meaning::ToBase64, [text]) => of_text(terms, *text, |text| to_base64(text.as_bytes())),
        (Meaning::FromBase64, [text]) => {
            let bytes = from_base64(terms.as_str(*text)?)?;
            Some(terms.string(String::from_utf8(bytes).ok()?))
        }
        (Meaning::ToToken, [claims]) => {
            let claims = terms.to_json(*claims)?;
            Some(terms.string(token::of_claims(&claims)))
        }
        (Meaning::TokenClaims, [text, options @ ..]) if !asks_for_more(terms, options) => {
            let claims = token::claims(terms.as_str(*text)?)?;
            Some(terms.from_json(&claims))
        }
        (Meaning::TokenClaimsIfAny, [text, options @ ..]) if !asks_for_more(terms, options) => {
            let is_known = terms.is_constant(*text);
            let claims = terms.as_str(*text).and_then(|text| token::claims(text));
            match claims {
                Some(claims) => Some(terms.from_json(&claims)),
                None => is_known.then(|| terms.null()),
            }
        }
        (Meaning::SetDifference, [set, gone]) => set_difference(terms, *set, *gone),
        (Meaning::Union, [set, more]) => union(terms, *set, *more),
        (Meaning::Superset, [set, part]) => superset(terms, *set, *part),
        (Meaning::EndsWith, [text, end]) => has_at(
            terms,
            *text,
            *end,
            |parts| parts.last().copied(),
            |text, end| text.ends_with(end),
        ),
        (Meaning::StartsWith, [text, start]) => has_at(
            terms,
            *text,
            *start,
            |parts| parts.first().copied(),
            |text, start| text.starts_with(start),
        ),
        _ => None,
    }
}

/// Whether options, which may come as one record or by name, may ask for more of a token
/// than its claims.
fn asks_for_more(terms: &Terms, options: &[Term]) -> bool {
    options.iter().any(|&option| match terms.node(option) {
        Node::String(_) => false,
        Node::Record(names, _) => names.iter().any(|name| &**name == "complete"),
        Node::List(items) => !items.iter().all(|&item| terms.is_constant(item)),
        Node::Apply(Operator::Named, named) => asks_for_more(terms, named),
        _ => true,
    })
}

/// Whether a value surely is a whole number.
fn is_whole(terms: &Terms, value: Term) -> bool {
    match terms.node(value) {
        Node::Number(number) => number.get().fract() == 0.0,
        Node::Apply(Operator::Length, _) => true,
        Node::Apply(Operator::Pure(function), _) => function.is(Meaning::ToInteger),
        Node::Apply(Operator::Add | Operator::Multiply, parts) => {
            parts.iter().all(|&part| is_whole(terms, part))
        }
        _ => false,
    }
}

/// The elements of a set, if all are known; nothing is a set without elements.
fn elements(terms: &Terms, set: Term) -> Option<Vec<Term>> {
    match terms.node(set) {
        Node::List(items) => {
            items.iter().all(|&item| terms.is_constant(item)).then(|| items.to_vec())
        }
        Node::Undefined | Node::Null | Node::Absent => Some(Vec::new()),
        _ => None,
    }
}

fn set_difference(terms: &mut Terms, set: Term, gone: Term) -> Option<Term> {
    // What is gone already does not go again.
    if let Node::Apply(Operator::Pure(function), parts) = terms.node(set)
        && function.is(Meaning::SetDifference)
        && parts[1] == gone
    {
        return Some(set);
    }
    let (items, gone) = (elements(terms, set)?, elements(terms, gone)?);
    let left: Vec<Term> = items.into_iter().filter(|item| !gone.contains(item)).collect();
    Some(if left.is_empty() { terms.undefined() } else { terms.list(left) })
}

fn union(terms: &mut Terms, set: Term, more: Term) -> Option<Term> {
    let twice = matches!(terms.node(set), Node::Apply(Operator::Pure(function), parts)
        if function.is(Meaning::Union) && parts[1] == more);
    if twice {
        return Some(set);
    }
    let more = elements(terms, more)?;
    elements(terms, set)?;
    let empty = terms.list([]);
    let start = if matches!(terms.node(set), Node::List(_)) { set } else { empty };
    Some(more.into_iter().fold(start, |set, item| terms.apply(Operator::Insert, &[set, item])))
}

/// A union has what one of its parts has, and perhaps more.
fn superset(terms: &mut Terms, set: Term, part: Term) -> Option<Term> {
    if let Node::Apply(Operator::Pure(function), parts) = terms.node(set).clone()
        && function.is(Meaning::Union)
    {
        if parts[1] == part {
            return Some(terms.bool(true));
        }
        let first = terms.compute(Meaning::Superset, &[parts[0], part]);
        let first = terms.apply(Operator::Truthy, &[first]);
        let both = terms.pure("superset by both", &[parts[0], parts[1], part]);
        let both = terms.apply(Operator::Truthy, &[both]);
        return Some(terms.or(first, both));
    }
    let (items, part) = (elements(terms, set)?, elements(terms, part)?);
    Some(terms.bool(part.iter().all(|item| items.contains(item))))
}

/// `left + right` of two constants.
fn sum(terms: &mut Terms, left: Term, right: Term) -> Option<Term> {
    let constant = |terms: &Terms, term| {
        matches!(
            terms.node(term),
            Node::Undefined | Node::Null | Node::Bool(_) | Node::Number(_) | Node::String(_)
        )
    };
    // Half of the operands may already decide what is meant.
    if terms.is_text(left) || terms.is_text(right) {
        return Some(terms.apply(Operator::Concat, &[left, right]));
    }
    if constant(terms, left) && constant(terms, right) {
        let (left, right) = (number(terms, left)?, number(terms, right)?);
        return Some(terms.number(left + right));
    }
    None
}

/// Whether a text begins or ends with a constant, as far as the part of it there
/// is a constant that is long enough to tell.
fn has_at(
    terms: &mut Terms,
    text: Term,
    wanted: Term,
    part: impl Fn(&[Term]) -> Option<Term>,
    has: impl Fn(&str, &str) -> bool,
) -> Option<Term> {
    let wanted = terms.as_str(wanted)?.clone();
    let part = match terms.node(text) {
        Node::Apply(Operator::Concat, parts) => part(parts)?,
        _ => text,
    };
    let known = terms.as_str(part)?.clone();
    let tells = part == text || known.len() >= wanted.len();
    tells.then(|| terms.bool(has(&known, &wanted)))
}

fn of_text(terms: &mut Terms, term: Term, function: impl Fn(&str) -> String) -> Option<Term> {
    let value = function(terms.as_str(term)?);
    Some(terms.string(value))
}

fn of_number(terms: &mut Terms, term: Term, function: impl Fn(f64) -> f64) -> Option<Term> {
    let Node::Number(number) = terms.node(term) else { return None };
    let value = function(number.get());
    Some(terms.number(value))
}

/// A constant as a number.
pub(super) fn number(terms: &Terms, term: Term) -> Option<f64> {
    Some(match terms.node(term) {
        Node::Number(number) => number.get(),
        Node::Bool(value) => f64::from(u8::from(*value)),
        Node::Null => 0.0,
        Node::Undefined => f64::NAN,
        Node::String(text) => parse_number(text),
        _ => return None,
    })
}

/// A text as JavaScript's `Number` reads it.
pub(crate) fn parse_number(text: &str) -> f64 {
    let text = text.trim();
    if text.is_empty() {
        return 0.0;
    }
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        if let Some(digits) = text.to_ascii_lowercase().strip_prefix(prefix) {
            return u64::from_str_radix(digits, radix).map_or(f64::NAN, |n| n as f64);
        }
    }
    match text {
        "Infinity" | "+Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        _ if text.contains(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E') => f64::NAN,
        _ => text.parse().unwrap_or(f64::NAN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_numbers_for_characters_is_what_it_says() {
        let mut terms = Terms::new();
        for (text, is_known) in [("a/b.csv", true), ("a%2Fb", false), ("a+b", false)] {
            let text = terms.string(text);
            let decoded = terms.compute(Meaning::Decoded, &[text]);
            assert_eq!(decoded == text, is_known);
        }
    }

    #[test]
    fn what_is_whole_stays_as_it_is() {
        let mut terms = Terms::new();
        let list = terms.external("list");
        let length = terms.apply(Operator::Length, &[list]);
        for (number, is_whole) in [(1.0, true), (0.5, false)] {
            let number = terms.number(number);
            let sum = terms.apply(Operator::Add, &[length, number]);
            assert_eq!(terms.compute(Meaning::ToInteger, &[sum]) == sum, is_whole);
        }
    }
}
