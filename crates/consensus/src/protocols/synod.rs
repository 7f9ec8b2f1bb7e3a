//! Paxos and its relatives: one machine, and rules that tell them apart.
//!
//! Acceptors *join* rounds and *vote*; the leader of a round *proposes* and *decides*. A single
//! decree is one slot; Multi-Paxos has a slot for every sequence number, and joins once for all of
//! them. The state is the set of messages sent: what an acceptor has promised and voted for is
//! stored beside it only because a restart may lose it.

mod names;
mod words;

use crate::bits::{Bits, Field, Grid, Layout, bits_for};
use crate::protocol::{
    Decisions, Description, Enabled, Instance, Labels, Process, Protocol, Value,
};
use crate::qtree::{Snapshot, Version};

/// A set of processes, one bit each.
type Mask = u64;

/// Which sets of processes are quorums.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Quorums {
    /// All with at least so many members.
    AtLeast(u32),
    /// In each round, all that have these members (Cheap Paxos).
    Members(Vec<Mask>),
}

impl Quorums {
    fn contains(&self, round: usize, members: Mask) -> bool {
        match self {
            Self::AtLeast(size) => members.count_ones() >= *size,
            Self::Members(active) => {
                let active = active[(round - 1) % active.len()];
                members & active == active
            }
        }
    }

    /// Whether a process takes part in a round at all.
    fn includes(&self, round: usize, process: Process) -> bool {
        match self {
            Self::AtLeast(_) => true,
            Self::Members(active) => active[(round - 1) % active.len()] & 1 << process != 0,
        }
    }
}

/// A mistake, or a liberty, that an implementer might take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mutation {
    /// The proposer ignores the votes that it is told about.
    IgnoresVotes,
    /// The proposer continues the highest vote, but with a value of its own.
    OwnValue,
    /// Acceptors vote in rounds that they have left.
    VotesInOldRounds,
    /// Joining a round promises nothing.
    JoinWithoutPromise,
    /// The leader proposes a second value in its round.
    ProposesTwice,
    /// The leader decides when enough have joined.
    DecidesOnJoins,
    /// Acceptors report what they voted for in the first slot alone.
    ReportsFirstSlotOnly,
    /// Acceptors join a round in which they have voted already (harmless).
    JoinsAfterVoting,
    /// The leader proposes what no client asked for.
    InventsValue,
}

/// What tells the relatives apart.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) acceptors: usize,
    pub(super) rounds: usize,
    pub(super) values: usize,
    pub(super) slots: usize,
    pub(super) join_quorums: Quorums,
    pub(super) vote_quorums: Quorums,
    /// The leader proposes for a slot before it has decided the one before.
    pub(super) pipelined: bool,
    /// The last value is the command to stop (Stoppable Paxos).
    pub(super) has_stop: bool,
    /// A leader that has proposed to stop proposes nothing for later slots.
    pub(super) leader_stops: bool,
    /// One acceptor may lose its durable state and restart.
    pub(super) loses_state: bool,
    /// Starting a round is a step of its own. It is always possible, so nothing is lost without.
    pub(super) start_is_a_step: bool,
    /// Runs that differ in the names of acceptors or values only are explored once.
    pub(super) symmetry: bool,
    pub(super) mutation: Option<Mutation>,
}

impl Rules {
    pub(super) fn has(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    /// How many values can occur.
    fn all_values(&self) -> usize {
        self.values + usize::from(self.has(Mutation::InventsValue))
    }
}

/// Where things are in a state. What belongs to an acceptor lies in its column; the columns come
/// first. Rounds count from 1 and have their place one lower; a parent of 0 is the root.
#[derive(Clone, Copy, Debug)]
struct Places {
    column: Field,
    promise: Field,
    /// The highest vote in each slot, by round (0 for none) and value.
    vote_round: Grid<1>,
    vote_value: Grid<1>,
    /// `JOIN` for each round, and what it says about each slot.
    joined: Grid<1>,
    join_round: Grid<2>,
    join_value: Grid<2>,
    /// The values for which `VOTE` was sent, by round and slot.
    votes: Grid<2>,
    /// `PROPOSE`, by round, slot and value: 0, or one more than the parent.
    proposal: Grid<3>,
    /// The values decided, by round and slot.
    decided: Grid<2>,
    started: Grid<1>,
    restarted: Field,
}

impl Places {
    /// The places, and how many bits there are.
    fn new(rules: &Rules) -> (Self, usize) {
        let (rounds, slots, values) = (rules.rounds, rules.slots, rules.all_values());
        let (round, value) = (bits_for(rounds), bits_for(values - 1));
        let mut layout = Layout::default();
        let promise = layout.number(rounds);
        let vote_round = layout.grid([slots], round);
        let vote_value = layout.grid([slots], value);
        let joined = layout.grid([rounds], 1);
        let join_round = layout.grid([rounds, slots], round);
        let join_value = layout.grid([rounds, slots], value);
        let votes = layout.grid([rounds, slots], values);
        let column = layout.columns(rules.acceptors);
        let proposal = layout.grid([rounds, slots, values], bits_for(rounds + 1));
        let decided = layout.grid([rounds, slots], values);
        let started = layout.grid([rounds], 1);
        let restarted = layout.bits(1);
        let places = Self {
            column,
            promise,
            vote_round,
            vote_value,
            joined,
            join_round,
            join_value,
            votes,
            proposal,
            decided,
            started,
            restarted,
        };
        (places, layout.used())
    }

    /// The place of something that acceptor 0 has, for another acceptor.
    #[inline]
    fn of(&self, acceptor: Process, field: Field) -> Field {
        field.shifted(acceptor * self.column.width())
    }
}

/// A step. Rounds count from 1, slots and values from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The leader starts its round.
    Start {
        /// The round.
        round: u8,
    },
    /// An acceptor answers the start of a round with what it has voted for.
    Join {
        /// The round.
        round: u8,
        /// The acceptor.
        acceptor: u8,
    },
    /// The leader has heard from a quorum, and proposes.
    Propose {
        /// The round.
        round: u8,
        /// For which slot.
        slot: u8,
        /// Which value.
        value: u8,
        /// The round of the vote that it continues, or 0.
        parent: u8,
    },
    /// An acceptor votes for a proposal.
    Vote {
        /// The round.
        round: u8,
        /// In which slot.
        slot: u8,
        /// For which value.
        value: u8,
        /// The acceptor.
        acceptor: u8,
    },
    /// The leader has got the votes of a quorum.
    Decide {
        /// The round.
        round: u8,
        /// For which slot.
        slot: u8,
        /// Which value.
        value: u8,
    },
    /// An acceptor restarts and has forgotten everything.
    Restart {
        /// The acceptor.
        acceptor: u8,
    },
}

/// The machine, with states of `W` words.
#[derive(Clone, Debug)]
pub(super) struct Synod<const W: usize> {
    rules: Rules,
    places: Places,
}

impl<const W: usize> Synod<W> {
    /// The machine, unless its states do not fit.
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let (places, used) = Places::new(rules);
        // Only whole columns can be sorted.
        let sortable = places.column.width() <= 64 || !rules.symmetry;
        let fits = used <= Bits::<W>::SIZE && sortable;
        fits.then(|| Self { rules: rules.clone(), places })
    }

    fn leader(&self, round: usize) -> Process {
        (round - 1) % self.rules.acceptors
    }

    fn value(&self, index: usize) -> Value {
        let is_stop = self.rules.has_stop && index + 1 == self.rules.values;
        if is_stop { Value::STOP } else { Value(index as u8) }
    }

    fn promise(&self, state: &Bits<W>, acceptor: Process) -> usize {
        state.get(self.places.of(acceptor, self.places.promise)) as usize
    }

    fn joined(&self, state: &Bits<W>, round: usize, acceptor: Process) -> bool {
        state.get(self.places.of(acceptor, self.places.joined.at([round - 1]))) != 0
    }

    /// The vote that `JOIN(round)` of `acceptor` reports for `slot`: its round, or 0, and value.
    fn reported(
        &self,
        state: &Bits<W>,
        round: usize,
        slot: usize,
        acceptor: Process,
    ) -> (usize, usize) {
        let place = |grid: &Grid<2>| self.places.of(acceptor, grid.at([round - 1, slot]));
        let vote_round = state.get(place(&self.places.join_round)) as usize;
        (vote_round, state.get(place(&self.places.join_value)) as usize)
    }

    fn votes(&self, round: usize, slot: usize, acceptor: Process) -> Field {
        self.places.of(acceptor, self.places.votes.at([round - 1, slot]))
    }

    /// The parent of the proposal of `value`, if there is one; 0 is the root.
    fn proposal(&self, state: &Bits<W>, round: usize, slot: usize, value: usize) -> Option<usize> {
        let parent = state.get(self.places.proposal.at([round - 1, slot, value])) as usize;
        parent.checked_sub(1)
    }

    fn decided(&self, state: &Bits<W>, round: usize, slot: usize) -> u64 {
        state.get(self.places.decided.at([round - 1, slot]))
    }

    fn acceptors_that(&self, wanted: impl Fn(Process) -> bool) -> Mask {
        let acceptors = (0..self.rules.acceptors).filter(|&acceptor| wanted(acceptor));
        acceptors.fold(0, |mask, acceptor| mask | 1 << acceptor)
    }

    fn voters(&self, state: &Bits<W>, round: usize, slot: usize, value: usize) -> Mask {
        self.acceptors_that(|acceptor| {
            state.get(self.votes(round, slot, acceptor)) & 1 << value != 0
        })
    }

    fn can_join(&self, state: &Bits<W>, round: usize, acceptor: Process) -> bool {
        let promise = self.promise(state, acceptor);
        let left =
            promise > round || promise == round && !self.rules.has(Mutation::JoinsAfterVoting);
        let started =
            !self.rules.start_is_a_step || state.get(self.places.started.at([round - 1])) != 0;
        started
            && !left
            && self.rules.join_quorums.includes(round, acceptor)
            && !self.joined(state, round, acceptor)
    }

    fn can_vote(
        &self,
        state: &Bits<W>,
        round: usize,
        slot: usize,
        value: usize,
        acceptor: Process,
    ) -> bool {
        let left =
            self.promise(state, acceptor) > round && !self.rules.has(Mutation::VotesInOldRounds);
        !left
            && self.rules.vote_quorums.includes(round, acceptor)
            && state.get(self.votes(round, slot, acceptor)) & 1 << value == 0
    }

    /// Whether the leader of a round may turn to a slot.
    fn may_propose(&self, state: &Bits<W>, round: usize, slot: usize) -> bool {
        let has_proposed = |slot| {
            let values = 0..self.rules.all_values();
            values.filter(|&value| self.proposal(state, round, slot, value).is_some()).count()
        };
        let limit = if self.rules.has(Mutation::ProposesTwice) { 2 } else { 1 };
        let stop = self.rules.values - 1;
        let stopped = self.rules.leader_stops
            && (0..slot).any(|slot| self.proposal(state, round, slot, stop).is_some());
        let in_turn = slot == 0
            || match self.rules.pipelined {
                true => has_proposed(slot - 1) > 0,
                false => self.decided(state, round, slot - 1) != 0,
            };
        has_proposed(slot) < limit && in_turn && !stopped
    }

    /// The proposals that a quorum of `JOIN` messages allows: parents and values.
    fn choices(
        &self,
        state: &Bits<W>,
        round: usize,
        slot: usize,
        mut push: impl FnMut(usize, usize),
    ) {
        let joined = self.acceptors_that(|acceptor| self.joined(state, round, acceptor));
        if !self.rules.join_quorums.contains(round, joined) {
            return;
        }
        let is_joined = |acceptor: Process| joined & 1 << acceptor != 0;
        // A round is the highest of some quorum if those that report nothing higher are one.
        for parent in 0..=self.rules.rounds {
            let report = |acceptor| self.reported(state, round, slot, acceptor);
            let at_most = self.acceptors_that(|a| is_joined(a) && report(a).0 <= parent);
            let exactly = self.acceptors_that(|a| is_joined(a) && report(a).0 == parent);
            if exactly == 0 || !self.rules.join_quorums.contains(round, at_most) {
                continue;
            }
            let ignores = self.rules.has(Mutation::IgnoresVotes);
            let is_free = parent == 0 || ignores || self.rules.has(Mutation::OwnValue);
            for value in 0..self.rules.values {
                let is_voted = || {
                    (0..self.rules.acceptors).any(|a| exactly & 1 << a != 0 && report(a).1 == value)
                };
                if is_free || is_voted() {
                    push(if ignores { 0 } else { parent }, value);
                }
            }
            if self.rules.has(Mutation::InventsValue) && parent == 0 {
                push(0, self.rules.values);
            }
        }
    }
}

impl<const W: usize> Protocol for Synod<W> {
    type State = Bits<W>;
    type Action = Action;
    type Round = u8;

    fn version(&self) -> Version {
        Version::SingleDecree
    }

    fn processes(&self) -> usize {
        self.rules.acceptors
    }

    fn initial(&self) -> Bits<W> {
        Bits::ZERO
    }

    fn actions(&self, state: &Bits<W>, enabled: &mut Enabled<'_, Action>) {
        for round in 1..=self.rules.rounds {
            let leader = self.leader(round);
            let r = round as u8;
            let started = state.get(self.places.started.at([round - 1])) != 0;
            if self.rules.start_is_a_step && !started {
                enabled.push(leader, Action::Start { round: r });
            }
            for acceptor in 0..self.rules.acceptors {
                if self.can_join(state, round, acceptor) {
                    enabled.push(acceptor, Action::Join { round: r, acceptor: acceptor as u8 });
                }
            }
            for slot in 0..self.rules.slots {
                self.slot_actions(state, round, slot, enabled);
            }
        }
        if self.rules.loses_state && state.get(self.places.restarted) == 0 {
            for acceptor in 0..self.rules.acceptors {
                enabled.push(acceptor, Action::Restart { acceptor: acceptor as u8 });
            }
        }
    }

    fn next(&self, state: &Bits<W>, action: &Action) -> Bits<W> {
        let mut next = *state;
        match *action {
            Action::Start { round } => next.set(self.places.started.at([round as usize - 1]), 1),
            Action::Join { round, acceptor } => {
                self.join(&mut next, round as usize, acceptor as usize);
            }
            Action::Propose { round, slot, value, parent } => {
                let place = [round as usize - 1, slot as usize, value as usize];
                next.set(self.places.proposal.at(place), u64::from(parent) + 1);
            }
            Action::Vote { round, slot, value, acceptor } => {
                let (r, s) = (round as usize, slot as usize);
                self.vote(&mut next, r, s, value as usize, acceptor as usize);
            }
            Action::Decide { round, slot, value } => {
                let place = self.places.decided.at([round as usize - 1, slot as usize]);
                next.insert(place, value as usize);
            }
            Action::Restart { acceptor } => self.restart(&mut next, acceptor as usize),
        }
        next
    }

    fn labels(&self, _state: &Bits<W>, action: &Action, labels: &mut Labels<u8>) {
        match *action {
            // The linearization points of 3.4.1.2 and 3.8.2.
            Action::Propose { round, slot, value, parent } => {
                let parent = (parent != 0).then_some(parent);
                labels.add(slot, round, self.value(value as usize), parent);
            }
            Action::Decide { round, slot, .. } => {
                labels.commit(slot, round);
                labels.decides = true;
            }
            _ => {}
        }
    }

    fn tree(&self, state: &Bits<W>, instance: Instance, tree: &mut Snapshot<u8, Value>) {
        let slot = instance as usize;
        for round in 1..=self.rules.rounds {
            for value in 0..self.rules.all_values() {
                if let Some(parent) = self.proposal(state, round, slot, value) {
                    let parent = (parent != 0).then_some(parent as u8);
                    tree.add(round as u8, self.value(value), parent);
                }
            }
            if self.decided(state, round, slot) != 0 {
                tree.commit(round as u8);
            }
        }
    }

    fn decisions(&self, state: &Bits<W>, decisions: &mut Decisions) {
        for slot in 0..self.rules.slots {
            let rounds = (1..=self.rules.rounds).map(|round| self.decided(state, round, slot));
            let decided = rounds.fold(0, |all, decided| all | decided);
            for value in (0..self.rules.all_values()).filter(|value| decided & 1 << value != 0) {
                decisions.value(slot as Instance, self.value(value));
            }
        }
    }

    fn is_client_value(&self, value: Value) -> bool {
        value == Value::STOP || usize::from(value.0) < self.rules.values
    }

    /// Stoppable Paxos: independent trees cannot see what happens between slots.
    fn broken_promise(&self, state: &Bits<W>) -> Option<String> {
        if !self.rules.has_stop {
            return None;
        }
        let decided = |slot| {
            let rounds = (1..=self.rules.rounds).map(|round| self.decided(state, round, slot));
            rounds.fold(0, |all, decided| all | decided)
        };
        let stop = self.rules.values - 1;
        let stopped = (0..self.rules.slots).find(|&slot| decided(slot) & 1 << stop != 0)?;
        let later = (stopped + 1..self.rules.slots).find(|&slot| decided(slot) != 0)?;
        let (stopped, later) = (stopped + 1, later + 1);
        Some(format!(
            "a command is decided for sequence number {later}, although the command to stop is              decided for sequence number {stopped}"
        ))
    }

    fn canonical(&self, state: &Bits<W>) -> Option<Bits<W>> {
        if !self.rules.symmetry {
            return None;
        }
        let mut renamed = self.rename_values(state);
        self.sort_acceptors(&mut renamed);
        (renamed != *state).then_some(renamed)
    }

    fn describe(&self, state: &Bits<W>, action: &Action) -> Description {
        self.description(state, action)
    }
}

impl<const W: usize> Synod<W> {
    fn slot_actions(
        &self,
        state: &Bits<W>,
        round: usize,
        slot: usize,
        enabled: &mut Enabled<'_, Action>,
    ) {
        let leader = self.leader(round);
        let (r, s) = (round as u8, slot as u8);
        if self.may_propose(state, round, slot) {
            self.choices(state, round, slot, |parent, value| {
                if self.proposal(state, round, slot, value).is_none() {
                    let (value, parent) = (value as u8, parent as u8);
                    enabled.push(leader, Action::Propose { round: r, slot: s, value, parent });
                }
            });
        }
        for value in 0..self.rules.all_values() {
            let v = value as u8;
            let is_proposed = self.proposal(state, round, slot, value).is_some();
            for acceptor in (0..self.rules.acceptors).filter(|_| is_proposed) {
                if self.can_vote(state, round, slot, value, acceptor) {
                    let acceptor_number = acceptor as u8;
                    let vote =
                        Action::Vote { round: r, slot: s, value: v, acceptor: acceptor_number };
                    enabled.push(acceptor, vote);
                }
            }
            let supporters = if self.rules.has(Mutation::DecidesOnJoins) {
                self.acceptors_that(|acceptor| self.joined(state, round, acceptor))
            } else if is_proposed {
                self.voters(state, round, slot, value)
            } else {
                continue;
            };
            let is_decided = self.decided(state, round, slot) & 1 << value != 0;
            if !is_decided && self.rules.vote_quorums.contains(round, supporters) {
                enabled.push(leader, Action::Decide { round: r, slot: s, value: v });
            }
        }
    }

    /// `JOIN(round)` tells the highest vote in every slot, and promises to leave lower rounds.
    fn join(&self, state: &mut Bits<W>, round: usize, acceptor: Process) {
        let places = &self.places;
        let of = |field| places.of(acceptor, field);
        state.set(of(places.joined.at([round - 1])), 1);
        for slot in 0..self.rules.slots {
            if slot > 0 && self.rules.has(Mutation::ReportsFirstSlotOnly) {
                break;
            }
            let vote_round = state.get(of(places.vote_round.at([slot])));
            let vote_value = state.get(of(places.vote_value.at([slot])));
            state.set(of(places.join_round.at([round - 1, slot])), vote_round);
            state.set(of(places.join_value.at([round - 1, slot])), vote_value);
        }
        if !self.rules.has(Mutation::JoinWithoutPromise) {
            state.set(of(places.promise), round as u64);
        }
    }

    fn vote(
        &self,
        state: &mut Bits<W>,
        round: usize,
        slot: usize,
        value: usize,
        acceptor: Process,
    ) {
        let places = &self.places;
        let of = |field| places.of(acceptor, field);
        state.insert(self.votes(round, slot, acceptor), value);
        if state.get(of(places.vote_round.at([slot]))) <= round as u64 {
            state.set(of(places.vote_round.at([slot])), round as u64);
            state.set(of(places.vote_value.at([slot])), value as u64);
        }
        let promise = state.get(of(places.promise)).max(round as u64);
        state.set(of(places.promise), promise);
    }

    fn restart(&self, state: &mut Bits<W>, acceptor: Process) {
        let places = &self.places;
        state.set(places.restarted, 1);
        state.set(places.of(acceptor, places.promise), 0);
        for slot in 0..self.rules.slots {
            state.set(places.of(acceptor, places.vote_round.at([slot])), 0);
            state.set(places.of(acceptor, places.vote_value.at([slot])), 0);
        }
    }
}
