//! Is there a run without crashes that shows the same?

use super::{Behaviour, Draw, Event, Freshness, Instance, Next, Run, RunError, Stores, reply};
use aplomb_symbolic::{Node, Operator, Term, Terms};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Whether a behaviour can be shown without a retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A retry-free run shows it.
    Shown,
    /// All retry-free runs were tried; none shows it.
    Impossible,
    /// The search was cut off.
    Unknown,
}

/// A state, as far as it matters for what can follow.
type Place = (Vec<Instance>, Stores, usize);

/// The search for a retry-free run.
pub struct RetryFree<'a> {
    behaviours: &'a [&'a dyn Behaviour],
    start: Stores,
    /// How many states may be visited.
    pub limit: usize,
}

impl<'a> RetryFree<'a> {
    /// Runs of these instances from these contents.
    pub fn new(behaviours: &'a [&'a dyn Behaviour], start: Stores) -> Self {
        RetryFree { behaviours, start, limit: 50_000 }
    }

    /// Whether some run shows exactly these events and leaves these contents.
    /// Fresh values are chosen among those that the run in question drew. Also
    /// says how many states were visited.
    pub fn shows(
        &self,
        terms: &mut Terms,
        events: &[Event],
        stores: &Stores,
        draws: &[Draw],
    ) -> (Answer, usize) {
        let mut seen = FxHashSet::default();
        let answer = self.search(terms, events, stores, draws, &mut seen);
        (answer, seen.len())
    }

    /// Whether the first instance can fail without a crash, alone. Fresh values are
    /// chosen as in [`RetryFree::shows`]. Also says how many states were visited.
    pub fn fails(&self, terms: &mut Terms, draws: &[Draw]) -> (Answer, usize) {
        let mut first = Run::new(self.behaviours, self.start.clone());
        first.invoke(0);
        let mut open = vec![first];
        let mut visited = 0;
        while let Some(mut run) = open.pop() {
            visited += 1;
            if visited > self.limit {
                return (Answer::Unknown, visited);
            }
            match run.next(terms, 0) {
                Next::Draw { source, kind, kept, .. } => {
                    let mut values = choices(draws, 0, source, kept);
                    if values.is_empty() {
                        values.push(run.draw(terms, 0, source, kind, kept));
                    }
                    open.extend(drawing(&run, 0, values));
                }
                Next::Fail => return (Answer::Shown, visited),
                Next::Respond(_) => {}
                Next::Stuck(_) => return (Answer::Unknown, visited),
                Next::Step { .. } => match run.advance(terms, 0, reply) {
                    Ok(_) => open.push(run),
                    Err(RunError::Stuck(_)) => return (Answer::Unknown, visited),
                },
            }
        }
        (Answer::Impossible, visited)
    }

    fn search(
        &self,
        terms: &mut Terms,
        events: &[Event],
        stores: &Stores,
        draws: &[Draw],
        seen: &mut FxHashSet<Place>,
    ) -> Answer {
        let mut open = vec![Run::new(self.behaviours, self.start.clone())];
        let mut undecided = false;
        while let Some(run) = open.pop() {
            if run.events.len() == events.len() {
                if run.stores == *stores {
                    return Answer::Shown;
                }
                undecided |= stores_may_agree(terms, &run.stores, stores);
            }
            if seen.len() >= self.limit {
                return Answer::Unknown;
            }
            if !seen.insert((run.instances.clone(), run.stores.clone(), run.events.len())) {
                continue;
            }
            match self.successors(terms, &run, events, draws, &mut open) {
                Ok(doubtful) => undecided |= doubtful,
                Err(RunError::Stuck(_)) => return Answer::Unknown,
            }
        }
        if undecided { Answer::Unknown } else { Answer::Impossible }
    }

    fn successors(
        &self,
        terms: &mut Terms,
        run: &Run<'a>,
        events: &[Event],
        draws: &[Draw],
        open: &mut Vec<Run<'a>>,
    ) -> Result<bool, RunError> {
        let mut doubtful = false;
        let expected = events.get(run.events.len());
        if let Some(Event::Invoked(instance)) = expected {
            let mut next = run.clone();
            next.invoke(*instance);
            open.push(next);
        }
        for instance in 0..run.instances.len() {
            let state = &run.instances[instance];
            if !state.started || state.ended {
                continue;
            }
            match run.next(terms, instance) {
                Next::Draw { source, kind, kept, .. } => {
                    let mut values = choices(draws, instance, source, kept);
                    if values.is_empty() {
                        values.push(unseen(terms, instance, source, kind, kept));
                    }
                    open.extend(drawing(run, instance, values));
                }
                Next::Stuck(why) => return Err(RunError::Stuck(why)),
                _ => {
                    let mut next = run.clone();
                    let reply = match expected {
                        Some(Event::Called(_, _, _, reply)) => Some(*reply),
                        _ => None,
                    };
                    next.advance(terms, instance, |terms, _| {
                        reply.unwrap_or_else(|| terms.undefined())
                    })?;
                    // An event must be the one expected next.
                    if next.events.len() == run.events.len() {
                        open.push(next);
                    } else if let (Some(seen), Some(expected)) = (next.events.last(), expected) {
                        let (seen, expected) = (as_read(terms, seen), as_read(terms, expected));
                        if seen == expected {
                            open.push(next);
                        } else {
                            doubtful |= events_may_agree(terms, &seen, &expected);
                        }
                    }
                }
            }
        }
        Ok(doubtful)
    }
}

/// An event as whoever sees it reads it: a JSON text in a response stands for its value, in which
/// the order of the fields says nothing.
fn as_read(terms: &mut Terms, event: &Event) -> Event {
    match event {
        Event::Responded(instance, value) => Event::Responded(*instance, read(terms, *value)),
        other => other.clone(),
    }
}

/// A value in which JSON texts have their fields in order.
fn read(terms: &mut Terms, value: Term) -> Term {
    match terms.node(value).clone() {
        Node::String(text) if text.starts_with(['{', '[']) => {
            let said = terms.apply(Operator::JsonParse, &[value]);
            match terms.node(said) {
                Node::Record(..) | Node::List(_) => terms.apply(Operator::JsonText, &[said]),
                _ => value,
            }
        }
        Node::Record(names, fields) => {
            let fields: Vec<_> =
                names.iter().cloned().zip(fields.iter().map(|&field| read(terms, field))).collect();
            terms.record(fields)
        }
        Node::List(items) => {
            let items: Vec<Term> = items.iter().map(|&item| read(terms, item)).collect();
            terms.list(items)
        }
        _ => value,
    }
}

/// Whether two terms that are not the same may still be the same value: something
/// is computed that nobody knows how to compute. A function that is applied to
/// different values in the same way gives different values, as far as we know.
fn may_agree(terms: &mut Terms, left: Term, right: Term) -> bool {
    if left == right {
        return true;
    }
    if differ(terms, left, right) {
        return false;
    }
    let same = terms.equal(left, right);
    match terms.as_bool(same) {
        Some(answer) => answer,
        None => !same_form(terms, left, right),
    }
}

/// Whether two terms have parts that cannot be the same, whatever else they have.
fn differ(terms: &Terms, left: Term, right: Term) -> bool {
    let may_be_missing = |term: Term| {
        matches!(
            terms.node(term),
            Node::Undefined | Node::Absent | Node::Symbol(_) | Node::Apply(..)
        )
    };
    match (terms.node(left), terms.node(right)) {
        (Node::Record(names, values), Node::Record(others, there)) => {
            let mine = |name: &Arc<str>| names.iter().position(|n| n == name).map(|i| values[i]);
            let theirs = |name: &Arc<str>| others.iter().position(|n| n == name).map(|i| there[i]);
            names.iter().chain(others.iter()).any(|name| match (mine(name), theirs(name)) {
                (Some(a), Some(b)) => differ(terms, a, b),
                (Some(only), None) | (None, Some(only)) => !may_be_missing(only),
                (None, None) => false,
            })
        }
        (Node::List(left), Node::List(right)) => {
            left.len() != right.len()
                || left.iter().zip(right.iter()).any(|(&a, &b)| differ(terms, a, b))
        }
        // Texts of objects tell all their fields.
        (Node::Apply(Operator::JsonText, a), Node::Apply(Operator::JsonText, b)) => {
            let is_object = |term| matches!(terms.node(term), Node::Record(..) | Node::List(_));
            is_object(a[0]) && is_object(b[0]) && differ(terms, a[0], b[0])
        }
        (
            Node::Bool(_) | Node::Number(_) | Node::String(_) | Node::Null,
            Node::Bool(_) | Node::Number(_) | Node::String(_) | Node::Null,
        ) => left != right,
        _ => false,
    }
}

/// Whether two terms differ in constants only.
fn same_form(terms: &Terms, left: Term, right: Term) -> bool {
    let of_constants = |term| terms.arguments(term).is_empty();
    match (terms.node(left), terms.node(right)) {
        (Node::Apply(operator, _), Node::Apply(other, _)) if operator != other => false,
        (Node::Record(keys, _), Node::Record(others, _)) if keys != others => false,
        (Node::Apply(..), Node::Apply(..))
        | (Node::Record(..), Node::Record(..))
        | (Node::List(_), Node::List(_)) => {
            let (left, right) = (terms.arguments(left), terms.arguments(right));
            left.len() == right.len()
                && left.iter().zip(right).all(|(&a, &b)| a == b || same_form(terms, a, b))
        }
        _ => of_constants(left) && of_constants(right),
    }
}

fn events_may_agree(terms: &mut Terms, left: &Event, right: &Event) -> bool {
    match (left, right) {
        (Event::Responded(a, x), Event::Responded(b, y)) if a == b => may_agree(terms, *x, *y),
        (Event::Called(a, service, x, _), Event::Called(b, other, y, _))
            if a == b && service == other =>
        {
            may_agree(terms, *x, *y)
        }
        _ => false,
    }
}

fn stores_may_agree(terms: &mut Terms, left: &Stores, right: &Stores) -> bool {
    left.cells.len() == right.cells.len()
        && left.cells.iter().all(|(cell, content)| {
            // Most cells are the same; only the others are worth comparing with all.
            right.cells.get(cell) == Some(content)
                || right.cells().any(|(store, key, other)| {
                    cell.0 == store
                        && may_agree(terms, cell.1, key)
                        && may_agree(terms, *content, other)
                })
        })
}

/// The ways in which a run goes on when an instance draws one of these values.
fn drawing<'a>(run: &Run<'a>, instance: usize, values: Vec<Term>) -> Vec<Run<'a>> {
    let ways = values.into_iter().map(|value| {
        let mut next = run.clone();
        next.instances[instance].answers.push(value);
        next
    });
    ways.collect()
}

/// A value that a retry-free run draws where the run in question drew nothing: one of the same
/// kind, since programs compute with it. What is kept is the same for all instances.
fn unseen(
    terms: &mut Terms,
    instance: usize,
    source: usize,
    kind: Freshness,
    kept: Option<Term>,
) -> Term {
    let place = source as f64 + if kept.is_some() { 0.0 } else { 20.0 * instance as f64 };
    match (kind, kept) {
        (Freshness::Unique, Some(name)) => {
            let name = format!("unseen-{}", terms.show(name));
            terms.string(name)
        }
        (Freshness::Unique, None) => terms.string(format!("unseen-{instance}-{source}")),
        (Freshness::Number | Freshness::Order | Freshness::Answer, _) => {
            terms.number(1500.0 + place)
        }
        (Freshness::Fraction, _) => terms.number((0.987_654_321 + 0.071_828_182 * place).fract()),
    }
}

/// The values a retry-free run may draw: those that the run in question drew at
/// the same place, in one attempt or the other. Different places never give the
/// same value. Of what is kept there is one value for each name.
fn choices(draws: &[Draw], instance: usize, source: usize, kept: Option<Term>) -> Vec<Term> {
    let mut values: Vec<Term> = draws
        .iter()
        .filter(|draw| match kept {
            Some(_) => draw.kept == kept,
            None => draw.instance == instance && draw.source == source,
        })
        .map(|draw| draw.value)
        .collect();
    values.sort_unstable();
    values.dedup();
    values
}
