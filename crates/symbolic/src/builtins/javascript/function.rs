//! Methods of functions.

use super::super::argument;
use crate::machine::{Arguments, FunctionValue, Machine};
use crate::{Node, Outcome, Term};
use aplomb_script::Span;

/// `call`, `apply`, `bind`.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    let this =
        arguments.at(0).filter(|&this| !matches!(machine.view(this), Node::Undefined | Node::Null));
    let rest: Vec<Term> = arguments.positional.iter().skip(1).copied().collect();
    Some(match name {
        "call" => machine.invoke(receiver, this, Arguments::of(&rest), span),
        "apply" => {
            let list = argument(machine, arguments, 1);
            let mut given = Arguments::default();
            match machine.items(list) {
                Some(items) => given.positional = items,
                None if matches!(machine.view(list), Node::Undefined | Node::Null) => {}
                None => given.rest = Some(machine.freeze(list)),
            }
            machine.invoke(receiver, this, given, span)
        }
        "bind" => {
            let arguments = Arguments::of(&rest);
            let bound = FunctionValue::Bound { target: receiver, receiver: this, arguments };
            Ok(machine.new_function(bound))
        }
        "toString" => Ok(machine.terms().string("function")),
        _ => return None,
    })
}
