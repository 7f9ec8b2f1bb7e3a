//! Functions of texts, where each text is one of a few that are known: those of the program,
//! where no parameter and no row may bring others.
//!
//! Of other texts nothing is known but which are the same, so what a function makes of them
//! is not known either.

use aplomb_sql::form::Product;
use aplomb_sql::{Evaluated, Failure};
use aplomb_symbolic::{Machine, Node, Operator, Term};

use super::kinds;
use super::names::{Names, alike, depends_on_collation};

/// The most combinations of texts that are looked at.
const MOST: usize = 64;

/// A value that is known: a text, a number, or null.
#[derive(Clone, PartialEq)]
enum Known {
    Null,
    Number(i64),
    Text(String),
}

/// What a function gives for values that are known.
enum Given {
    Null,
    Truth(bool),
    Number(usize),
    Text(String),
}

/// Whether a function is one of texts.
fn is_of_texts(function: &str) -> bool {
    let functions = "lower upper concat || length char_length character_length octet_length \
        substring substr left right trim ltrim rtrim replace reverse like ilike";
    functions.split_whitespace().any(|known| known == function)
}

/// What a function of texts gives; none if it is no function of texts.
pub(super) fn of_texts(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    function: &str,
    values: &[Term],
) -> Option<Evaluated> {
    if !is_of_texts(function) {
        return None;
    }
    Some(match_simply(names, machine, function, values).unwrap_or_else(|| {
        let Some(combinations) = combinations(names, machine, values) else {
            return Failure::because(format!(
                "what `{function}` makes of a text that is not known is not supported"
            ));
        };
        let mut result = machine.terms().null();
        for (when, known) in combinations.into_iter().rev() {
            let value = apply(names.product, function, &known)?;
            let terms = machine.terms();
            let value = match value {
                Given::Null => terms.null(),
                Given::Truth(truth) => terms.bool(truth),
                Given::Number(number) => terms.number(number as f64),
                Given::Text(text) => terms.string(text.as_str()),
            };
            result = terms.ite(when, value, result);
        }
        Ok(result)
    }))
}

/// A pattern that says what a text is, or nothing about it.
fn match_simply(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    function: &str,
    values: &[Term],
) -> Option<Evaluated> {
    let (&[text, pattern], "like") = (values, function) else { return None };
    let Node::String(pattern) = machine.view(pattern).clone() else { return None };
    if !kinds::is_text(names, machine, text) {
        return None;
    }
    let value = if pattern.chars().all(|it| it == '%') && !pattern.is_empty() {
        machine.terms().bool(true)
    } else if !pattern.contains(['%', '_', '\\']) && !pattern.ends_with(' ') {
        let pattern = machine.terms().string(&*pattern);
        let text = aplomb_sql::Names::known(names, machine, text);
        machine.terms().equal(text, pattern)
    } else {
        return None;
    };
    Some(Ok(aplomb_sql::unless_null(names, machine, &[text], value)))
}

/// The values that a term may have, each with its condition; none if they are not known.
fn choices(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    value: Term,
) -> Option<Vec<(Term, Known)>> {
    let known = match machine.view(value).clone() {
        Node::Null | Node::Undefined => Known::Null,
        Node::String(text) => Known::Text(text.to_string()),
        Node::Number(number) if number.get().fract() == 0.0 => Known::Number(number.get() as i64),
        Node::Apply(Operator::Ite, parts) => {
            let not = machine.terms().not(parts[0]);
            let mut all = Vec::new();
            for (part, taken) in [(parts[1], parts[0]), (parts[2], not)] {
                for (when, known) in choices(names, machine, part)? {
                    all.push((machine.terms().and(taken, when), known));
                }
            }
            return (all.len() <= MOST).then_some(all);
        }
        _ if kinds::is_text(names, machine, value) => return one_of_all(names, machine, value),
        _ => return None,
    };
    Some(vec![(machine.terms().bool(true), known)])
}

/// The texts that there may be, of which a value is one.
fn one_of_all(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    value: Term,
) -> Option<Vec<(Term, Known)>> {
    let texts = {
        let mut recording = names.vocabulary.recording();
        recording.asks_for_texts = true;
        recording.texts.clone()
    };
    let known = texts.iter().map(|text| {
        let other = machine.terms().string(text.clone());
        (machine.terms().equal(value, other), Known::Text(text.to_string()))
    });
    let known: Vec<(Term, Known)> = known.collect();
    (!known.is_empty()).then_some(known)
}

/// All that some terms may be together.
fn combinations(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    values: &[Term],
) -> Option<Vec<(Term, Vec<Known>)>> {
    let yes = machine.terms().bool(true);
    let mut all = vec![(yes, Vec::new())];
    for &value in values {
        let choices = choices(names, machine, value)?;
        if all.len() * choices.len() > MOST {
            return None;
        }
        let mut next = Vec::new();
        for (before, known) in &all {
            for (condition, choice) in &choices {
                let when = machine.terms().and(*before, *condition);
                next.push((when, [&known[..], std::slice::from_ref(choice)].concat()));
            }
        }
        all = next;
    }
    Some(all)
}

/// What a function gives.
fn apply(product: Product, function: &str, values: &[Known]) -> Result<Given, Failure> {
    let postgres = product == Product::Postgres;
    let skips_null = function == "concat" && postgres;
    if !skips_null && values.contains(&Known::Null) {
        return Ok(Given::Null);
    }
    let texts = values.iter().filter_map(|value| match value {
        Known::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    let numbers = values.iter().filter_map(|value| match value {
        Known::Number(number) => usize::try_from(*number).ok(),
        _ => None,
    });
    let numbers: Vec<usize> = numbers.collect();
    let nulls = values.iter().filter(|value| **value == Known::Null).count();
    let plain = texts.iter().all(|text| text.is_ascii());
    if texts.len() + numbers.len() + nulls != values.len() || !plain {
        return Failure::because(format!(
            "`{function}` of what is no text of plain letters is not supported"
        ));
    }
    let given = |text: String| Ok(Given::Text(text));
    let part = |text: &str, from: usize, length: usize| -> String {
        text.chars().skip(from).take(length).collect()
    };
    match (function, texts.as_slice(), numbers.as_slice()) {
        ("lower", [text], []) => given(text.to_lowercase()),
        ("upper", [text], []) => given(text.to_uppercase()),
        ("concat" | "||", texts, []) => given(texts.concat()),
        ("length" | "char_length" | "character_length" | "octet_length", [text], []) => {
            Ok(Given::Number(text.len()))
        }
        ("substring" | "substr", [text], &[from]) if from > 0 => {
            given(part(text, from - 1, text.len()))
        }
        ("substring" | "substr", [text], &[from, length]) if from > 0 => {
            given(part(text, from - 1, length))
        }
        ("left", [text], &[length]) => given(part(text, 0, length)),
        ("right", [text], &[length]) => {
            given(part(text, text.len().saturating_sub(length), text.len()))
        }
        ("trim", [text], []) => given(text.trim_matches(' ').into()),
        ("ltrim", [text], []) => given(text.trim_start_matches(' ').into()),
        ("rtrim", [text], []) => given(text.trim_end_matches(' ').into()),
        ("reverse", [text], []) => given(text.chars().rev().collect()),
        ("replace", [text, from, to], []) if !from.is_empty() => given(text.replace(from, to)),
        ("like", [text, pattern], []) if postgres => fits(pattern, text).map(Given::Truth),
        ("ilike", [text, pattern], []) => {
            fits(&pattern.to_lowercase(), &text.to_lowercase()).map(Given::Truth)
        }
        // Whether `A` is like `a` is up to the collation.
        ("like", [text, pattern], []) => {
            let exact = fits(pattern, text)?;
            let folded = fits(&pattern.to_lowercase(), &text.to_lowercase())?;
            match exact == folded && !alike(text, pattern) {
                true => Ok(Given::Truth(exact)),
                false => Failure::because(depends_on_collation(text, pattern)),
            }
        }
        _ => Failure::because(format!("`{function}` of these values is not supported")),
    }
}

/// Whether a text fits a pattern of LIKE.
fn fits(pattern: &str, text: &str) -> Result<bool, Failure> {
    let mut parts: Vec<Part> = Vec::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        parts.push(match letter {
            '%' => Part::Any,
            '_' => Part::One,
            '\\' => match letters.next() {
                Some(letter) => Part::Letter(letter),
                None => return Failure::because("a pattern of LIKE ends with its escape"),
            },
            letter => Part::Letter(letter),
        });
    }
    // Which prefixes of the text fit the parts so far.
    let text: Vec<char> = text.chars().collect();
    let mut fit = vec![false; text.len() + 1];
    fit[0] = true;
    for part in parts {
        let mut next = vec![false; text.len() + 1];
        for end in 0..=text.len() {
            next[end] = match part {
                Part::Any => fit[..=end].contains(&true),
                Part::One => end > 0 && fit[end - 1],
                Part::Letter(letter) => end > 0 && fit[end - 1] && text[end - 1] == letter,
            };
        }
        fit = next;
    }
    Ok(fit[text.len()])
}

#[derive(Clone, Copy)]
enum Part {
    Any,
    One,
    Letter(char),
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_are_those_of_like() {
        let cases = [
            ("", "", true),
            ("%", "", true),
            ("a%", "ann", true),
            ("a%", "bob", false),
            ("%n", "ann", true),
            ("a_n", "ann", true),
            ("a_", "ann", false),
            ("x\\_y", "x_y", true),
            ("x\\_y", "xzy", false),
            ("%a%b%", "xxaxxbxx", true),
            ("%a%b%", "xxbxxaxx", false),
        ];
        for (pattern, text, fit) in cases {
            assert_eq!(fits(pattern, text).ok(), Some(fit), "{text} LIKE {pattern}");
        }
    }
}
