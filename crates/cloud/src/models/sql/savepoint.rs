//! Savepoints: what a transaction had written, kept to go back to it.
//!
//! A savepoint keeps the state of the connection as it is; going back forgets what was
//! written since, and gives up the locks that were taken since, as PostgreSQL and SQLite
//! do.

use crate::models::transaction::{Session, State};
use aplomb_sql::STATE;
use aplomb_sql::form::Product;
use aplomb_symbolic::{Machine, Node, Operator, Outcome, Stop, Term};

/// The field of a connection that holds its savepoints: names and states, in order.
const SAVEPOINTS: &str = "savepoints";

/// What to do with savepoints, at the place of one of them.
type At<'b> = dyn Fn(&mut Machine<'_>, &[(Term, Term)], usize) -> Outcome + 'b;

/// What to do with savepoints on one path.
type Body<'b> = dyn Fn(&mut Machine<'_>, Vec<(Term, Term)>) -> Outcome + 'b;

impl Session<'_> {
    /// `SAVEPOINT`.
    pub(super) fn savepoint(&self, machine: &mut Machine<'_>, name: &str) -> Outcome {
        self.with_state(machine, &|machine, state| {
            if !matches!(state, State::Inside(_) | State::Sweeping(_)) {
                let message = format!("`SAVEPOINT {name}` outside of a transaction");
                return Ok(machine.problem(message, self.at.span));
            }
            self.set(machine, &state)?;
            let kept = state.encode(machine);
            let name = machine.terms().string(name);
            self.with_savepoints(machine, &|machine, mut known| {
                known.push((name, kept));
                self.keep(machine, &known)
            })
        })
    }

    /// `ROLLBACK TO`.
    pub(super) fn roll_back_to(&self, machine: &mut Machine<'_>, name: &str) -> Outcome {
        if self.at.product == Product::Mysql {
            let message = format!("`ROLLBACK TO {name}`, after which MySQL keeps its locks");
            return Ok(machine.problem(message, self.at.span));
        }
        self.up_to(machine, name, &|machine, known, at| {
            let state = known[at].1;
            self.keep(machine, &known[..=at])?;
            if let Some(connection) = self.at.connection {
                machine.set(connection, STATE, state)?;
            }
            Ok(machine.terms().undefined())
        })
    }

    /// `RELEASE`.
    pub(super) fn release(&self, machine: &mut Machine<'_>, name: &str) -> Outcome {
        self.up_to(machine, name, &|machine, known, at| self.keep(machine, &known[..at]))
    }

    /// Finds the last savepoint with a name, on every path.
    fn up_to(&self, machine: &mut Machine<'_>, name: &str, body: &At<'_>) -> Outcome {
        let wanted = machine.terms().string(name);
        self.with_savepoints(machine, &|machine, known| match known
            .iter()
            .rposition(|(name, _)| *name == wanted)
        {
            Some(at) => body(machine, &known, at),
            None => {
                let message = format!("there is no savepoint `{name}` here");
                Ok(machine.problem(message, self.at.span))
            }
        })
    }

    /// The transaction ends, and its savepoints with it.
    pub(in crate::models) fn forget_savepoints(
        &self,
        machine: &mut Machine<'_>,
    ) -> Result<(), Stop> {
        let Some(connection) = self.at.connection else { return Ok(()) };
        let savepoints = machine.get(connection, SAVEPOINTS)?;
        match machine.view(savepoints) {
            Node::Apply(Operator::Ite, _) | Node::List(_) => self.keep(machine, &[]).map(drop),
            _ => Ok(()),
        }
    }

    fn keep(&self, machine: &mut Machine<'_>, savepoints: &[(Term, Term)]) -> Outcome {
        let Some(connection) = self.at.connection else { return Ok(machine.terms().undefined()) };
        let savepoints: Vec<Term> =
            savepoints.iter().map(|&(name, state)| machine.terms().list([name, state])).collect();
        let savepoints = machine.terms().list(savepoints);
        machine.set(connection, SAVEPOINTS, savepoints)?;
        Ok(machine.terms().undefined())
    }

    fn with_savepoints(&self, machine: &mut Machine<'_>, body: &Body<'_>) -> Outcome {
        let Some(connection) = self.at.connection else { return body(machine, Vec::new()) };
        let savepoints = machine.get(connection, SAVEPOINTS)?;
        on_each(machine, savepoints, body)
    }
}

/// Takes a choice apart, and a list of savepoints.
fn on_each(machine: &mut Machine<'_>, savepoints: Term, body: &Body<'_>) -> Outcome {
    match machine.view(savepoints).clone() {
        Node::Apply(Operator::Ite, parts) => machine.branch(
            parts[0],
            |machine| on_each(machine, parts[1], body),
            |machine| on_each(machine, parts[2], body),
        ),
        Node::List(items) => {
            let pair = |&item: &Term| match machine.view(item) {
                Node::List(parts) if parts.len() == 2 => Some((parts[0], parts[1])),
                _ => None,
            };
            let known: Vec<(Term, Term)> = items.iter().filter_map(pair).collect();
            body(machine, known)
        }
        _ => body(machine, Vec::new()),
    }
}
