//! What makes something new of a call that otherwise only computes: functions that draw and
//! that it is given, words that stand for the present, templates that contain code.

use super::packages::draws;
use crate::assumptions;
use aplomb_symbolic::{Call, Machine, Node, Operator, Path, Term};

/// Functions of the languages that give something new, by how their paths begin.
const DRAWING: [&str; 15] = [
    "Math.random",
    "Date.now",
    "performance.now",
    "process.hrtime",
    "process.uptime",
    "crypto.random",
    "crypto.getRandomValues",
    "time.time",
    "time.monotonic",
    "time.perf_counter",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
    "random.",
];

/// Packages that turn texts with code in them into texts.
const TEMPLATES: [&str; 8] = [
    "ejs",
    "pug",
    "nunjucks",
    "jinja2",
    "lodash.template",
    "underscore.template",
    "mako",
    "django.template",
];

/// What code in a template says that gives something new.
const NEW_IN_TEMPLATES: [&str; 9] =
    ["now", "date", "today", "random", "shuffle", "uuid", "lipsum", "performance", "crypto"];

/// Packages to which `now` and `today` are times.
const WITH_WORDS: [&str; 7] =
    ["numpy.datetime64", "pandas.", "joi", "@hapi/joi", "yup", "arrow", "dateparser"];

/// Why what a call gives may be new, if it may; in words.
pub(super) fn reason(machine: &mut Machine<'_>, name: &str, call: &Call) -> Option<String> {
    let named = call.named.iter().map(|(_, value)| *value);
    let given: Vec<Term> = call.arguments.iter().copied().chain(named).collect();
    let given: Vec<Term> = given.into_iter().map(|value| machine.freeze(value)).collect();
    if let Some(function) = drawing(machine, &given) {
        return Some(format!(
            "{function}, which gives something new on every call, is given to {name}, and it is \
             not known what becomes of it"
        ));
    }
    if WITH_WORDS.iter().any(|package| name.starts_with(package)) {
        let is_word = |text: &str| matches!(text.to_lowercase().as_str(), "now" | "today");
        let terms = machine.terms();
        if given.iter().any(|&value| terms.as_str(value).is_some_and(|text| is_word(text))) {
            return Some(format!("{name} takes the present time where it is given that word"));
        }
    }
    in_template(machine, name, &given)
}

/// A function that gives something new, among what a call is given.
fn drawing(machine: &mut Machine<'_>, given: &[Term]) -> Option<String> {
    let terms = machine.terms();
    let mut names = terms.parts(given);
    // What something is a member of, or was called, is not given itself.
    let owners: Vec<Term> = names
        .iter()
        .filter(|&&part| {
            let owned = [Operator::Called, Operator::Constructed];
            matches!(terms.node(part), Node::Apply(Operator::Member(_), _))
                || matches!(terms.node(part), Node::Apply(operator, _) if owned.contains(operator))
        })
        .filter_map(|&part| terms.arguments(part).first().copied())
        .collect();
    names.retain(|part| {
        matches!(terms.node(*part), Node::External(_) | Node::Apply(Operator::Member(_), _))
            && !owners.contains(part)
    });
    names.into_iter().find_map(|part| {
        let path = Path::of(machine.terms(), part)?.to_string();
        let known = DRAWING.iter().any(|begin| path.starts_with(begin));
        (known || draws(&path)).then_some(path)
    })
}

/// Whether a template says something new. Of those that are not written in the program it is
/// taken for granted that they do not.
fn in_template(machine: &mut Machine<'_>, name: &str, given: &[Term]) -> Option<String> {
    if !TEMPLATES.iter().any(|package| name.starts_with(package)) {
        return None;
    }
    let text = given.first().and_then(|&text| machine.terms().as_str(text).cloned());
    match text {
        Some(text) => {
            let text = text.to_lowercase();
            let word = NEW_IN_TEMPLATES.iter().find(|word| text.contains(**word))?;
            Some(format!("a template that says `{word}` is not supported: it may be new each time"))
        }
        None => {
            machine.assume(&assumptions::TEMPLATES);
            None
        }
    }
}
