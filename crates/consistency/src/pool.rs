//! Transactions that are sent to a pool of connections.
//!
//! A pool picks a connection for every statement: the one that was returned
//! last, or a new one if all are busy. Two clients that send `BEGIN`, some
//! statements and `COMMIT` to a pool therefore get connections in turns, and a
//! statement runs outside of the transaction it was meant for, or inside
//! another client's. `stray` looks for the shortest run in which that
//! happens, and [`finding`] tells it after a replay.

use std::collections::{BTreeSet, VecDeque};

use aplomb_report::{
    Code, Finding, LaneKind, Outcome, Replay, Span, Step, Suggestion, Unconfirmed, Witness,
};

/// What a statement is to a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It begins one.
    Begins,
    /// It begins one on a connection that the client keeps to itself.
    Holds,
    /// It belongs to the one that is open.
    Runs,
    /// It ends one.
    Ends,
    /// It stands between the statements of a transaction that was begun on a
    /// connection of its own.
    Astray,
}

/// A statement that a client sends to a pool.
#[derive(Clone, Debug)]
pub struct Sent {
    /// How the user wrote it.
    pub label: String,
    /// Where.
    pub span: Option<Span>,
    /// What it is to a transaction.
    pub role: Role,
}

/// One thing that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Move {
    /// A client sends its next statement.
    Send(usize),
    /// The statement of a client is done and its connection is free again.
    Done(usize),
}

/// Clients in front of a pool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    clients: Vec<Client>,
    /// The connections that are free; the last one is taken first.
    free: Vec<usize>,
    /// How many connections there are.
    opened: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Client {
    sent: usize,
    /// The connection that works for it.
    busy: Option<usize>,
    /// The connection on which its transaction was begun.
    begun: Option<usize>,
}

impl State {
    fn new(clients: usize) -> State {
        State { clients: vec![Client::default(); clients], free: Vec::new(), opened: 0 }
    }

    /// What can happen next.
    fn moves(&self, scripts: &[&[Sent]]) -> Vec<Move> {
        let clients = self.clients.iter().enumerate();
        let moves = clients.filter_map(|(index, client)| match client.busy {
            Some(_) => Some(Move::Done(index)),
            None if client.sent < scripts[index].len() => Some(Move::Send(index)),
            None => None,
        });
        moves.collect()
    }

    /// Lets something happen; the connection, and whether the statement sent is
    /// not on the connection of its transaction.
    fn perform(&mut self, scripts: &[&[Sent]], step: Move) -> (usize, bool) {
        match step {
            Move::Send(index) => {
                let connection = self.free.pop().unwrap_or_else(|| {
                    self.opened += 1;
                    self.opened
                });
                let client = &mut self.clients[index];
                let role = scripts[index][client.sent].role;
                client.sent += 1;
                client.busy = Some(connection);
                let lost = client.begun.is_some_and(|begun| begun != connection);
                match role {
                    Role::Begins | Role::Holds => client.begun = Some(connection),
                    Role::Ends => client.begun = None,
                    Role::Runs | Role::Astray => {}
                }
                (connection, lost && !matches!(role, Role::Begins | Role::Holds))
            }
            Move::Done(index) => {
                let client = &mut self.clients[index];
                let connection = client.busy.take().unwrap_or_default();
                if scripts[index][client.sent - 1].role != Role::Holds {
                    self.free.push(connection);
                }
                (connection, false)
            }
        }
    }
}

/// A statement that ran somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ran {
    client: usize,
    statement: usize,
    connection: usize,
}

/// The shortest run in which a statement is not on the connection of its
/// transaction.
fn stray(scripts: &[&[Sent]]) -> Option<Vec<Move>> {
    let mut seen = BTreeSet::new();
    let mut waiting = VecDeque::from([(State::new(scripts.len()), Vec::new())]);
    while let Some((state, run)) = waiting.pop_front() {
        for step in state.moves(scripts) {
            let mut next = state.clone();
            let (_, lost) = next.perform(scripts, step);
            let longer = [run.clone(), vec![step]].concat();
            if lost {
                return Some(longer);
            }
            if seen.insert(next.clone()) {
                waiting.push_back((next, longer));
            }
        }
    }
    None
}

/// Clients that send statements to a pool; judges a run by executing it from
/// the start.
struct Pool<'a> {
    scripts: Vec<&'a [Sent]>,
}

impl Pool<'_> {
    /// Whether a statement is on another connection than the one on which its transaction was
    /// begun: read off where everything ran, in the order in which it did.
    fn is_astray(&self, ran: &[Ran], last: &Ran) -> bool {
        let own = ran.iter().filter(|it| it.client == last.client && it.statement < last.statement);
        let mut begun = None;
        for it in own {
            match self.scripts[it.client][it.statement].role {
                Role::Begins | Role::Holds => begun = Some(it.connection),
                Role::Ends => begun = None,
                Role::Runs | Role::Astray => {}
            }
        }
        begun.is_some_and(|begun| begun != last.connection)
    }

    /// Where each statement of a run runs.
    fn execute(&self, run: &[Move]) -> Vec<Ran> {
        let mut state = State::new(self.scripts.len());
        let mut ran = Vec::new();
        for &step in run {
            let (connection, _) = state.perform(&self.scripts, step);
            if let Move::Send(client) = step {
                let statement = state.clients[client].sent - 1;
                ran.push(Ran { client, statement, connection });
            }
        }
        ran
    }
}

impl Replay for Pool<'_> {
    type Candidate = Vec<Move>;

    fn judge(&mut self, run: &Vec<Move>) -> Result<Witness, Unconfirmed> {
        let ran = self.execute(run);
        let last = ran.last().filter(|last| self.is_astray(&ran, last));
        let last = last.ok_or_else(|| Unconfirmed::new("every statement is where it belongs"))?;
        let sent = &self.scripts[last.client][last.statement];
        let mut story = Witness::builder(format!(
            "`{}` runs on another connection than the `{}` of its transaction, so it is not part \
             of it.",
            sent.label, self.scripts[last.client][0].label
        ));
        let names = ["client", "another client"].into_iter().take(self.scripts.len());
        let lanes: Vec<_> = names.map(|name| story.lane(LaneKind::Process, name)).collect();
        for it in &ran {
            let sent = &self.scripts[it.client][it.statement];
            let outcome = Outcome::ok(format!("on connection {}", it.connection));
            let step = Step::new(lanes[it.client], &*sent.label).outcome(outcome);
            let step = if it == last { step.offending() } else { step };
            story.step(match &sent.span {
                Some(span) => step.at(span.clone()),
                None => step,
            });
        }
        Ok(story.finish())
    }
}

/// The finding, if some client sends a transaction, or a part of one, to a pool.
pub fn finding(clients: &[Vec<Sent>]) -> Option<Finding> {
    let has = |role: Role| move |client: &&Vec<Sent>| client.iter().any(|it| it.role == role);
    let astray = clients.iter().flatten().find(|sent| sent.role == Role::Astray);
    if let Some(sent) = astray {
        let begin = Sent { label: "BEGIN".into(), span: None, role: Role::Holds };
        return told(&[&[begin, sent.clone()]]);
    }
    let mut torn = clients.iter().filter(has(Role::Begins));
    let first = torn.next()?;
    told(&[first, torn.next().unwrap_or(first)])
}

fn told(scripts: &[&[Sent]]) -> Option<Finding> {
    let run = stray(scripts)?;
    let mut pool = Pool { scripts: scripts.to_vec() };
    let (code, subject) = (Code::TRANSACTION_ON_A_POOL, "transactions");
    let title = "the statements of a transaction are sent to a pool, which may run each on \
                 another connection";
    let finding = match pool.confirm(&run) {
        Ok(story) => Finding::violated(code, subject, title, story),
        Err(why) => Finding::unconfirmed(Code::INVARIANT_UNKNOWN, subject, title, &why),
    };
    let ran = pool.execute(&run);
    let strays = ran.last().map(|it| &scripts[it.client][it.statement]);
    let finding = match strays.and_then(|sent| sent.span.clone()) {
        Some(span) => finding.at(span, "may run on any connection"),
        None => finding,
    };
    Some(finding.suggest(Suggestion::new(
        "take one connection for the whole transaction (pool.connect(), pool.getConnection()), \
         send every statement to it, and release it at the end",
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(roles: &[Role]) -> Vec<Sent> {
        let sent = |role: &Role| Sent { label: format!("{role:?}"), span: None, role: *role };
        roles.iter().map(sent).collect()
    }

    #[test]
    fn a_transaction_on_a_pool_is_torn_apart() {
        let one = script(&[Role::Begins, Role::Runs, Role::Ends]);
        let pool = Pool { scripts: vec![one.as_slice(), one.as_slice()] };
        let run = stray(&pool.scripts).unwrap();
        let ran = pool.execute(&run);
        let last = ran.last().unwrap();
        let begun = ran.iter().find(|it| it.client == last.client).unwrap();
        assert!(last.connection != begun.connection, "{ran:?}");
        assert!(pool.is_astray(&ran, last));
        assert!(finding(&[one.clone(), one]).is_some());
    }

    #[test]
    fn the_judge_believes_no_run_that_tears_nothing_apart() {
        let one = script(&[Role::Begins, Role::Runs, Role::Ends]);
        let mut pool = Pool { scripts: vec![one.as_slice(), one.as_slice()] };
        let run = stray(&pool.scripts).unwrap();
        assert!(pool.confirm(&run).is_ok());
        assert!(pool.confirm(&run[..run.len() - 1].to_vec()).is_err());
        assert!(pool.confirm(&Vec::new()).is_err());
    }

    #[test]
    fn single_statements_and_a_client_alone_are_not() {
        let single = script(&[Role::Runs, Role::Runs]);
        assert!(finding(&[single.clone(), single]).is_none());
        assert!(finding(&[script(&[Role::Runs, Role::Astray])]).is_some());
        let alone = script(&[Role::Begins, Role::Runs, Role::Ends]);
        assert!(stray(&[alone.as_slice()]).is_none());
    }
}
