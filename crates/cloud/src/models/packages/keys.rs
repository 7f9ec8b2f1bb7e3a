//! Keys by which a service recognises a repetition, where there are some.

use crate::assumptions;
use aplomb_symbolic::{Machine, Node, Operator, Outcome, Term};

/// Sends something by whose key a repetition is recognised: with the key where there is one,
/// and without where the program itself says that there may be none.
pub(in crate::models) fn where_present(
    machine: &mut Machine<'_>,
    key: Option<Term>,
    send: impl Fn(&mut Machine<'_>, Option<Term>) -> Outcome,
) -> Outcome {
    let Some(key) = key else { return send(machine, None) };
    let key = machine.freeze(key);
    let present = presence(machine, key);
    machine.branch(present, |machine| send(machine, Some(key)), |machine| send(machine, None))
}

/// When a key is there, as far as the program asks.
fn presence(machine: &mut Machine<'_>, key: Term) -> Term {
    match machine.terms().node(key).clone() {
        Node::Undefined | Node::Null => machine.terms().bool(false),
        Node::String(text) => machine.terms().bool(!text.is_empty()),
        Node::Apply(Operator::Ite, parts) => {
            let then = presence(machine, parts[1]);
            let otherwise = match of_one_record(machine, parts[1], parts[2]) {
                // Another spelling of a header.
                true => is_something(machine, parts[2]),
                false => presence(machine, parts[2]),
            };
            machine.terms().ite(parts[0], then, otherwise)
        }
        Node::List(keys) => {
            let mut all = machine.terms().bool(true);
            for &key in keys.iter() {
                let present = presence(machine, key);
                all = machine.terms().and(all, present);
            }
            all
        }
        Node::Apply(Operator::Select, parts) if machine.is_doubted(parts[0]) => {
            is_something(machine, key)
        }
        _ => machine.terms().bool(true),
    }
}

fn is_something(machine: &mut Machine<'_>, value: Term) -> Term {
    let terms = machine.terms();
    let (undefined, null) = (terms.undefined(), terms.null());
    let (missing, empty) = (terms.equal(value, undefined), terms.equal(value, null));
    let nothing = terms.or(missing, empty);
    terms.not(nothing)
}

/// Whether two values are fields of the same record.
fn of_one_record(machine: &mut Machine<'_>, one: Term, other: Term) -> bool {
    let record = |term: Term| match machine.view(term) {
        Node::Apply(Operator::Select, parts) => Some(parts[0]),
        _ => None,
    };
    record(one).is_some() && record(one) == record(other)
}

/// A key among the arguments by which the service recognises a repetition.
pub(in crate::models) fn idempotency_key(machine: &mut Machine<'_>, request: Term) -> Option<Term> {
    let Node::List(values) = machine.terms().node(request).clone() else { return None };
    let key = values.iter().find_map(|&value| key_in_record(machine, value))?;
    machine.assume(&assumptions::IDEMPOTENCY_KEY);
    Some(key)
}

/// The key in options, or in the headers that they name.
fn key_in_record(machine: &mut Machine<'_>, options: Term) -> Option<Term> {
    let Node::Record(names, fields) = machine.terms().node(options).clone() else { return None };
    let keys = ["idempotencykey", "idempotency_key", "idempotency-key"];
    for (name, &field) in names.iter().zip(fields.iter()) {
        if keys.contains(&name.to_lowercase().as_str()) {
            return Some(field);
        }
        if &**name == "headers"
            && let Some(key) = key_in_record(machine, field)
        {
            return Some(key);
        }
    }
    None
}
