//! The model of Paxos that `bench/consensus` measures, for stateright: 3 acceptors, 2 values.
//!
//! Messages are never removed, starting a round is no step of its own, and a proposal says which
//! round it continues: exactly the states of `aplomb consensus paxos --no-symmetry`.

use std::time::Instant;

use stateright::{Checker, Model, Property};

const ACCEPTORS: usize = 3;
const QUORUM: usize = 2;
const VALUES: u8 = 2;
const MOST_ROUNDS: usize = 4;

/// The round of a vote, or 0, and its value.
type Vote = (u8, u8);

#[derive(Clone, Copy, Debug, Default, Hash, PartialEq, Eq)]
struct Acceptor {
    promise: u8,
    vote: Vote,
    joins: [Option<Vote>; MOST_ROUNDS],
    votes: [bool; MOST_ROUNDS],
}

#[derive(Clone, Debug, Default, Hash, PartialEq, Eq)]
struct State {
    acceptors: [Acceptor; ACCEPTORS],
    /// The value and the parent of each round's proposal.
    proposals: [Option<(u8, u8)>; MOST_ROUNDS],
    decided: [bool; MOST_ROUNDS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Action {
    Join { round: u8, acceptor: usize },
    Propose { round: u8, value: u8, parent: u8 },
    Vote { round: u8, acceptor: usize },
    Decide { round: u8 },
}

struct Paxos {
    rounds: u8,
}

impl Paxos {
    fn proposals(&self, state: &State, round: u8, actions: &mut Vec<Action>) {
        let joins = || state.acceptors.iter().filter_map(|a| a.joins[round as usize - 1]);
        for parent in 0..=self.rounds {
            let quorum = joins().filter(|vote| vote.0 <= parent).count() >= QUORUM;
            if !quorum || !joins().any(|vote| vote.0 == parent) {
                continue;
            }
            for value in 0..VALUES {
                if parent == 0 || joins().any(|vote| vote == (parent, value)) {
                    actions.push(Action::Propose { round, value, parent });
                }
            }
        }
    }
}

impl Model for Paxos {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State::default()]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        for round in 1..=self.rounds {
            let index = round as usize - 1;
            for (acceptor, local) in state.acceptors.iter().enumerate() {
                if local.promise < round && local.joins[index].is_none() {
                    actions.push(Action::Join { round, acceptor });
                }
                let proposed = state.proposals[index].is_some();
                if proposed && local.promise <= round && !local.votes[index] {
                    actions.push(Action::Vote { round, acceptor });
                }
            }
            if state.proposals[index].is_none() {
                self.proposals(state, round, actions);
            }
            let votes = state.acceptors.iter().filter(|local| local.votes[index]).count();
            if votes >= QUORUM && !state.decided[index] {
                actions.push(Action::Decide { round });
            }
        }
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        let mut next = state.clone();
        match action {
            Action::Join { round, acceptor } => {
                let local = &mut next.acceptors[acceptor];
                local.joins[round as usize - 1] = Some(local.vote);
                local.promise = round;
            }
            Action::Propose { round, value, parent } => {
                next.proposals[round as usize - 1] = Some((value, parent));
            }
            Action::Vote { round, acceptor } => {
                let (value, _) = state.proposals[round as usize - 1]?;
                let local = &mut next.acceptors[acceptor];
                local.votes[round as usize - 1] = true;
                local.vote = (round, value);
                local.promise = round;
            }
            Action::Decide { round } => next.decided[round as usize - 1] = true,
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("agreement", |_, state: &State| {
            let decided = state.decided.iter().zip(&state.proposals);
            let mut values =
                decided.filter(|(is, _)| **is).filter_map(|(_, proposal)| Some(proposal.as_ref()?.0));
            let first = values.next();
            values.all(|value| Some(value) == first)
        })]
    }
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(3);
    let threads = std::env::args().nth(2).and_then(|threads| threads.parse().ok()).unwrap_or(2);
    let start = Instant::now();
    let checker = Paxos { rounds }.checker().threads(threads).spawn_bfs().join();
    let seconds = start.elapsed().as_secs_f64();
    let states = checker.unique_state_count();
    println!(
        "{states} states, {} transitions, {seconds:.3} s, {:.0} states/s, {}",
        checker.state_count(),
        states as f64 / seconds,
        if checker.discoveries().is_empty() { "holds" } else { "does not hold" },
    );
}
