//! Texts that go through a `Buffer`: most often from base 64, or to it.

use crate::machine::Machine;
use crate::{Call, Node, Operator, Term};

/// How bytes are written as a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Base64,
}

/// The encoding of an argument; that of texts if nothing is given.
fn encoding(machine: &mut Machine<'_>, given: Option<Term>) -> Option<Encoding> {
    let Some(given) = given else { return Some(Encoding::Utf8) };
    match machine.terms().as_str(given)?.to_lowercase().as_str() {
        "utf8" | "utf-8" => Some(Encoding::Utf8),
        "base64" => Some(Encoding::Base64),
        _ => None,
    }
}

/// `Buffer.from(text, "base64").toString()` and the like, if nothing else was done to the
/// buffer meanwhile.
pub(super) fn text(machine: &mut Machine<'_>, name: &str, call: &Call) -> Option<Term> {
    if name != "Buffer.from().toString" || call.arguments.len() > 1 {
        return None;
    }
    let to = encoding(machine, call.argument(0))?;
    let Node::Apply(Operator::Member(_), member) = machine.terms().node(call.callee).clone() else {
        return None;
    };
    let buffer = machine.freeze(member[0]);
    let Node::Apply(Operator::Called, made) = machine.terms().node(buffer).clone() else {
        return None;
    };
    let (data, from) = match made[1..] {
        [data] => (data, None),
        [data, from] => (data, Some(from)),
        _ => return None,
    };
    let is_text = machine.terms().is_text(data) || machine.terms().as_str(data).is_some();
    match (encoding(machine, from)?, to) {
        // Only texts are given with an encoding.
        (Encoding::Base64, Encoding::Utf8) => {
            Some(machine.terms().pure("base64.b64decode", &[data]))
        }
        (Encoding::Utf8, Encoding::Base64) if is_text => {
            Some(machine.terms().pure("base64.b64encode", &[data]))
        }
        (one, other) => (one == other && is_text).then_some(data),
    }
}
