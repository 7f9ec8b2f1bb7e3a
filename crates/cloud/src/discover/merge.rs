//! Deployment descriptions in several parts, which packages put together.

use aplomb_symbolic::{Call, Machine, Node, Outcome, Term};

/// What a call that merges records means: `deepmerge`, `merge` of lodash.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let name = machine.path_of(call.callee)?.to_string();
    let lists = match name.as_str() {
        "lodash.merge" | "lodash/merge" | "lodash/merge.js" => Lists::ByPlace,
        "deepmerge" | "deepmerge.all" => Lists::OneAfterTheOther,
        _ => return None,
    };
    let parts = match name.ends_with(".all") {
        true => machine.items(call.argument(0)?)?,
        // What follows are options.
        false if lists == Lists::OneAfterTheOther && call.arguments.len() != 2 => return None,
        false => call.arguments.clone(),
    };
    let parts: Vec<Term> = parts.into_iter().map(|part| machine.freeze(part)).collect();
    let merged = parts.into_iter().reduce(|all, part| merged(machine, all, part, lists))?;
    Some(Ok(machine.thaw(merged)))
}

/// How lists are merged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lists {
    ByPlace,
    OneAfterTheOther,
}

/// Two parts of a description as one: the second one goes first where they disagree.
fn merged(machine: &mut Machine<'_>, first: Term, second: Term, lists: Lists) -> Term {
    let (one, other) = (machine.view(first).clone(), machine.view(second).clone());
    match (one, other) {
        (Node::Record(names, values), Node::Record(more, others)) => {
            let mut all: Vec<_> = names.iter().cloned().zip(values.iter().copied()).collect();
            for (name, &value) in more.iter().zip(others.iter()) {
                match all.iter().position(|(known, _)| known == name) {
                    Some(at) => all[at].1 = merged(machine, all[at].1, value, lists),
                    None => all.push((name.clone(), value)),
                }
            }
            machine.terms().record(all)
        }
        (Node::List(items), Node::List(more)) => {
            let mut all = items.to_vec();
            match lists {
                Lists::OneAfterTheOther => all.extend(more.iter().copied()),
                Lists::ByPlace => {
                    for (at, &item) in more.iter().enumerate() {
                        match all.get(at).copied() {
                            Some(known) => all[at] = merged(machine, known, item, lists),
                            None => all.push(item),
                        }
                    }
                }
            }
            machine.terms().list(all)
        }
        (_, Node::Undefined) => first,
        _ => second,
    }
}
