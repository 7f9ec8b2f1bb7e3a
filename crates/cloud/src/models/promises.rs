//! Packages that run functions of promises, some at a time: `p-map`, `p-limit` and the like.
//! How many run at once decides the order only.

use super::packages::deliver;
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Outcome, Path, Term};

/// Packages that run a function for each item of a collection.
const EACH: [&str; 3] = ["p-map", "p-map-series", "p-each-series"];

/// What a call into these packages means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    if machine.dialect().language != Language::JavaScript {
        return None;
    }
    let path = Path::of(machine.terms(), call.callee)?;
    match path.to_string().as_str() {
        name if EACH.contains(&name) => {
            let [items, function, ..] = call.arguments[..] else { return None };
            // A function that asks for the position of its item.
            takes_one(machine, function).then_some(())?;
            Some(machine.promise(|machine| {
                let results = machine.together(|machine| {
                    machine.for_each(items, &mut |machine, item| {
                        let item = machine.settle(item)?;
                        let done = machine.call(function, None, &[item])?;
                        machine.settle(done)
                    })
                })?;
                Ok(if name == "p-each-series" { items } else { results })
            }))
        }
        "p-limit" => Some(Ok(machine.chain(call))),
        // `limit(() => …)`, `limit(send, message)`
        "p-limit()" => {
            let (&function, given) = call.arguments.split_first()?;
            let given = given.to_vec();
            let mut plain = call.clone();
            plain.arguments.clear();
            Some(deliver(machine, &plain, |machine| {
                let done = machine.call(function, None, &given)?;
                machine.settle(done)
            }))
        }
        _ => None,
    }
}

/// Whether a function has one parameter at most.
fn takes_one(machine: &mut Machine<'_>, function: Term) -> bool {
    let count = machine.get(function, "length").ok();
    count.is_some_and(
        |count| matches!(machine.view(count), Node::Number(count) if count.get() <= 1.0),
    )
}
