//! Arguments that depend on conditions: a command that one of two branches makes, a
//! list to which an operation is added now and then. Each case is a call of its own.

use aplomb_symbolic::{Machine, Node, Operator, Outcome, Term, Terms};

/// So many conditions are followed; each doubles the cases.
const CONDITIONS: usize = 5;

/// Runs the body for each list that a list of known length may be. `None` if the
/// length is not known.
pub(super) fn for_lists(
    machine: &mut Machine<'_>,
    list: Term,
    body: &dyn Fn(&mut Machine<'_>, &[Term]) -> Outcome,
) -> Option<Outcome> {
    let yes = machine.terms().bool(true);
    let items = conditional_items(machine.terms(), list, yes)?;
    let is_open = |(present, _): &&(Term, Term)| machine.terms().as_bool(*present).is_none();
    if items.iter().filter(is_open).count() > CONDITIONS {
        return None;
    }
    Some(follow(machine, &items, &mut Vec::new(), body))
}

/// The items of a list, with the conditions under which they are there.
fn conditional_items(terms: &mut Terms, list: Term, present: Term) -> Option<Vec<(Term, Term)>> {
    match terms.node(list).clone() {
        Node::List(items) => Some(items.iter().map(|&item| (present, item)).collect()),
        Node::Apply(Operator::Append, parts) => {
            let mut all = Vec::new();
            for &part in parts.iter() {
                all.extend(conditional_items(terms, part, present)?);
            }
            Some(all)
        }
        Node::Apply(Operator::Ite, parts) => {
            let otherwise = terms.not(parts[0]);
            let then = terms.and(present, parts[0]);
            let otherwise = terms.and(present, otherwise);
            let mut all = conditional_items(terms, parts[1], then)?;
            all.extend(conditional_items(terms, parts[2], otherwise)?);
            Some(all)
        }
        _ => None,
    }
}

fn follow(
    machine: &mut Machine<'_>,
    items: &[(Term, Term)],
    chosen: &mut Vec<Term>,
    body: &dyn Fn(&mut Machine<'_>, &[Term]) -> Outcome,
) -> Outcome {
    let Some((&(present, item), rest)) = items.split_first() else { return body(machine, chosen) };
    let mut with = chosen.clone();
    with.push(item);
    machine.branch(
        present,
        |machine| follow(machine, rest, &mut with, body),
        |machine| follow(machine, rest, chosen, body),
    )
}
