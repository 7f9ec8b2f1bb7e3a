//! Paxos and its relatives: one machine, and rules that tell them apart.
//!
//! Acceptors *join* rounds and *vote*; the leader of a round *proposes* and *decides*. A single
//! decree is one slot; Multi-Paxos has a slot for every sequence number, and joins once for all of
//! them. The state is the set of messages sent: what an acceptor has promised and voted for is
//! stored beside it only because a restart may lose it.

mod names;
mod places;
mod rules;
mod words;

use places::Places;
use rules::Mask;
pub(super) use rules::{Mutation, Quorums, Rules};

use smallvec::SmallVec;

use crate::bits::{Bits, Field, Fields, Word};
use crate::protocol::{
    Decisions, Description, Enabled, Instance, Labels, Process, Protocol, Value,
};
use crate::qtree::{Snapshot, Version};

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

/// How many acceptors there can be.
const MOST_ACCEPTORS: usize = 16;

/// What up to `N` acceptors have sent, read off a state once for everything that depends on it.
/// The compiler knows `N`, and not how many acceptors there are; what lies beyond is 0.
struct Sent<const N: usize> {
    promises: [u64; N],
    /// Rounds joined, one bit each.
    joins: [u64; N],
    /// Values voted for by round and slot, one bit each.
    votes: [u64; N],
}

/// The acceptors of which something is true. There are no jumps in here that depend on the state:
/// the processor would guess half of them wrong.
#[inline]
fn those<const N: usize>(sent: &[u64; N], wanted: impl Fn(u64) -> bool) -> Mask {
    let one = |acceptor: usize| Mask::from(wanted(sent[acceptor])) << acceptor;
    (0..N).map(one).fold(0, |all, one| all | one)
}

/// The members of a set, in ascending order.
#[inline]
fn members(mut set: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// What belongs to no acceptor, read off a state; at once if it fits into a word.
#[derive(Clone, Copy)]
struct Common<'s, const W: usize> {
    state: &'s Bits<W>,
    word: Option<u64>,
    /// Where the word begins in the state.
    at: Field,
}

impl<const W: usize> Common<'_, W> {
    #[inline]
    fn get(&self, field: Field) -> u64 {
        match self.word {
            Some(word) => field.within(self.at).of_word(word),
            None => self.state.get(field),
        }
    }
}

/// What a `JOIN` says about a slot: the round of the highest vote, or 0, and its value.
#[derive(Clone, Copy, Default)]
struct Report {
    acceptor: u8,
    round: u8,
    value: u8,
}

/// What several reports say together, one bit for each acceptor or value.
#[derive(Default)]
struct Votes {
    acceptors: Mask,
    /// Those who have not voted.
    without: Mask,
    values: u64,
}

impl Votes {
    fn of<'r>(reports: impl Iterator<Item = &'r Report>) -> Self {
        let mut votes = Self::default();
        for report in reports {
            votes.acceptors |= 1 << report.acceptor;
            match report.round {
                0 => votes.without |= 1 << report.acceptor,
                _ => votes.values |= 1 << report.value,
            }
        }
        votes
    }
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
        // What an acceptor has sent is read at once.
        let readable = rules.rounds <= 64 && places.all_votes.width() <= 64;
        let fits = used <= Bits::<W>::SIZE && rules.acceptors <= MOST_ACCEPTORS;
        (fits && sortable && readable).then(|| Self { rules: rules.clone(), places })
    }

    fn leader(&self, round: usize) -> Process {
        (round - 1) % self.rules.acceptors
    }

    fn value(&self, index: usize) -> Value {
        let is_stop = self.rules.has_stop && index + 1 == self.rules.values;
        if is_stop { Value::STOP } else { Value(index as u8) }
    }

    /// Who has sent `JOIN(round)`.
    fn joined(&self, state: &Bits<W>, round: usize) -> Mask {
        let joined = |acceptor| state.get(self.places.of(acceptor, self.places.joined));
        self.acceptors_that(|acceptor| joined(acceptor) & 1 << (round - 1) != 0)
    }

    /// The highest round up to `round` that an acceptor has joined, or 0.
    fn last_joined(&self, state: &Bits<W>, round: usize, acceptor: Process) -> usize {
        let joined = state.get(self.places.of(acceptor, self.places.joined));
        let up_to_round = joined & (u64::MAX >> (64 - round));
        (u64::BITS - up_to_round.leading_zeros()) as usize
    }

    /// Reads what belongs to an acceptor: of a column that fits into a word, with one look at the
    /// state.
    #[inline]
    fn reader(&self, state: &Bits<W>, acceptor: Process) -> impl Fn(Field) -> u64 {
        let column = self.places.column;
        let word = (column.width() <= 64).then(|| state.get(self.places.of(acceptor, column)));
        move |field| match word {
            Some(word) => field.of_word(word),
            None => state.get(self.places.of(acceptor, field)),
        }
    }

    /// What `JOIN(round)` of `acceptor` reports for `slot`.
    fn reported(&self, state: &Bits<W>, round: usize, slot: usize, acceptor: Process) -> Report {
        let read = self.reader(state, acceptor);
        let place = [round - 1, slot];
        Report {
            acceptor: acceptor as u8,
            round: read(self.places.join_round.at(place)) as u8,
            value: read(self.places.join_value.at(place)) as u8,
        }
    }

    fn votes(&self, round: usize, slot: usize, acceptor: Process) -> Field {
        self.places.of(acceptor, self.places.votes.at([round - 1, slot]))
    }

    /// What belongs to no acceptor.
    #[inline]
    fn common<'s>(&self, state: &'s Bits<W>) -> Common<'s, W> {
        let at = self.places.common;
        let word = (at.width() <= 64).then(|| state.get(at));
        Common { state, word, at }
    }

    /// The parent of the proposal of `value`, if there is one; 0 is the root.
    fn proposal(
        &self,
        common: &Common<'_, W>,
        round: usize,
        slot: usize,
        value: usize,
    ) -> Option<usize> {
        let parent = common.get(self.places.proposal(round - 1, slot, value)) as usize;
        parent.checked_sub(1)
    }

    /// The values that a round proposes, one bit each.
    #[inline]
    fn proposed(&self, common: &Common<'_, W>, round: usize, slot: usize) -> u64 {
        let proposals = common.get(self.places.proposals.at([round - 1, slot]));
        self.places.values(proposals).fold(0, |all, (value, _)| all | 1 << value)
    }

    #[inline]
    fn decided(&self, common: &Common<'_, W>, round: usize, slot: usize) -> u64 {
        common.get(self.places.decided.at([round - 1, slot]))
    }

    /// The values that some round has decided, one bit each.
    fn decided_ever(&self, state: &Bits<W>, slot: usize) -> u64 {
        let common = &self.common(state);
        let rounds = (1..self.rules.rounds + 1).map(|round| self.decided(common, round, slot));
        rounds.fold(0, |all, decided| all | decided)
    }

    /// All acceptors.
    fn all(&self) -> Mask {
        (1 << self.rules.acceptors) - 1
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

    /// What all acceptors have sent.
    #[inline]
    fn sent<const N: usize>(&self, state: &Bits<W>) -> Sent<N> {
        let mut sent = Sent { promises: [0; N], joins: [0; N], votes: [0; N] };
        for acceptor in 0..self.rules.acceptors.min(N) {
            let read = self.reader(state, acceptor);
            sent.promises[acceptor] = read(self.places.promise);
            sent.joins[acceptor] = read(self.places.joined);
            sent.votes[acceptor] = read(self.places.all_votes);
        }
        sent
    }

    /// The column of an acceptor, if it fits into a word.
    #[inline]
    fn column(&self, acceptor: Process) -> Option<Field> {
        let column = self.places.column;
        (column.width() <= 64).then(|| self.places.of(acceptor, column))
    }

    /// Who may join a round that has started, unless it has joined already.
    #[inline]
    fn may_join<const N: usize>(&self, sent: &Sent<N>, round: usize) -> Mask {
        let lowest_left = match self.rules.has(Mutation::JoinsAfterVoting) {
            true => round as u64 + 1,
            false => round as u64,
        };
        let left = match self.rules.mutation {
            Some(Mutation::JoinsOldRounds | Mutation::AnswersOldRounds) => 0,
            _ => those(&sent.promises, |promise| promise >= lowest_left),
        };
        self.rules.join_quorums.members(round) & !left
    }

    /// Who may vote in a round, unless it has voted so already.
    #[inline]
    fn may_vote<const N: usize>(&self, sent: &Sent<N>, round: usize) -> Mask {
        let left = match self.rules.mutation {
            Some(Mutation::VotesInOldRounds) => 0,
            _ => those(&sent.promises, |promise| promise > round as u64),
        };
        let left = match self.rules.has(Mutation::VotesOnce) {
            true => left | those(&sent.votes, |votes| votes != 0),
            false => left,
        };
        self.rules.vote_quorums.members(round) & !left
    }

    /// Whether the leader of a round may turn to a slot.
    fn may_propose(
        &self,
        common: &Common<'_, W>,
        round: usize,
        slot: usize,
        proposed: u64,
    ) -> bool {
        let twice = self.rules.has(Mutation::ProposesTwice) && proposed.is_power_of_two();
        if proposed != 0 && !twice {
            return false;
        }
        let stop = self.rules.values - 1;
        let stopped = self.rules.leader_stops
            && (0..slot).any(|slot| self.proposal(common, round, slot, stop).is_some());
        let in_turn = slot == 0
            || self.rules.has(Mutation::AnyOrder)
            || match self.rules.pipelined {
                true => self.proposed(common, round, slot - 1) != 0,
                false => self.decided(common, round, slot - 1) != 0,
            };
        in_turn && !stopped
    }

    /// The proposals that the `JOIN` messages of a quorum allow: parents and values.
    ///
    /// Few states come here. Within the loop over rounds, what it needs would be computed for all.
    #[inline(never)]
    fn choices(
        &self,
        state: &Bits<W>,
        round: usize,
        slot: usize,
        joined: Mask,
        mut push: impl FnMut(usize, usize),
    ) {
        let rules = &self.rules;
        if !rules.join_quorums.contains(round, joined) {
            // It does not wait.
            (0..rules.values).for_each(|value| push(0, value));
            return;
        }
        let mut reports = [Report::default(); MOST_ACCEPTORS];
        let mut count = 0;
        for acceptor in members(joined) {
            let answered = match rules.has(Mutation::JoinsOfOtherRounds) {
                true => self.last_joined(state, round, acceptor),
                false => round,
            };
            reports[count] = self.reported(state, answered, slot, acceptor);
            count += 1;
        }
        let reports = &reports[..count];
        let of_all = Votes::of(reports.iter());
        let rounds = || reports.iter().map(|report| report.round);
        let mut not_beyond = 0;
        let mut next = rounds().min();
        while let Some(parent) = next {
            next = rounds().filter(|&round| round > parent).min();
            let exactly = Votes::of(reports.iter().filter(|report| report.round == parent));
            // A round is the highest of some quorum if those that report nothing higher are one.
            not_beyond |= exactly.acceptors;
            let supporters = match rules.has(Mutation::LowestVote) && parent > 0 {
                true => of_all.acceptors & !not_beyond | exactly.acceptors | of_all.without,
                false => not_beyond,
            };
            if !rules.join_quorums.contains(round, supporters) {
                continue;
            }
            let ignores = rules.has(Mutation::IgnoresVotes);
            let is_free = parent == 0 || ignores || rules.has(Mutation::OwnValue);
            let voted = match rules.has(Mutation::ValueOfAnyVote) {
                true => of_all.values,
                false => exactly.values,
            };
            for value in (0..rules.values).filter(|value| is_free || voted & 1 << value != 0) {
                push(if ignores { 0 } else { parent.into() }, value);
            }
            if rules.has(Mutation::InventsValue) && parent == 0 {
                push(0, rules.values);
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
        match self.rules.acceptors {
            0..=3 => self.actions_of::<3>(state, enabled),
            4..=8 => self.actions_of::<8>(state, enabled),
            _ => self.actions_of::<MOST_ACCEPTORS>(state, enabled),
        }
    }

    fn next(&self, state: &Bits<W>, action: &Action) -> Bits<W> {
        let mut next = *state;
        match *action {
            Action::Start { round } => next.set(self.places.started.at([round as usize - 1]), 1),
            Action::Join { round, acceptor } => match self.column(acceptor.into()) {
                Some(column) => {
                    let mut word = Word(next.get(column));
                    self.join(&mut word, round as usize, 0);
                    next.set(column, word.0);
                }
                None => self.join(&mut next, round as usize, acceptor.into()),
            },
            Action::Propose { round, slot, value, parent } => {
                let place = self.places.proposal(round as usize - 1, slot as usize, value as usize);
                next.set(place, u64::from(parent) + 1);
            }
            Action::Vote { round, slot, value, acceptor } => {
                let (r, s, v) = (round as usize, slot as usize, value as usize);
                match self.column(acceptor.into()) {
                    Some(column) => {
                        let mut word = Word(next.get(column));
                        self.vote(&mut word, r, s, v, 0);
                        next.set(column, word.0);
                    }
                    None => self.vote(&mut next, r, s, v, acceptor.into()),
                }
            }
            Action::Decide { round, slot, value } => {
                let place = self.places.decided.at([round as usize - 1, slot as usize]);
                next.insert(place, value as usize);
            }
            Action::Restart { acceptor } => self.restart(&mut next, acceptor as usize),
        }
        next
    }

    #[inline]
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
        let (slot, common) = (instance as usize, &self.common(state));
        for round in 1..self.rules.rounds + 1 {
            let proposals = common.get(self.places.proposals.at([round - 1, slot]));
            for (value, parent) in self.places.values(proposals) {
                let parent = (parent != 0).then_some(parent as u8);
                tree.add(round as u8, self.value(value), parent);
            }
            if self.decided(common, round, slot) != 0 {
                tree.commit(round as u8);
            }
        }
    }

    fn decisions(&self, state: &Bits<W>, decisions: &mut Decisions) {
        for slot in 0..self.rules.slots {
            for value in members(self.decided_ever(state, slot)) {
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
        let decided = |slot| self.decided_ever(state, slot);
        let stop = self.rules.values - 1;
        let stopped = (0..self.rules.slots).find(|&slot| decided(slot) & 1 << stop != 0)?;
        let later = (stopped + 1..self.rules.slots).find(|&slot| decided(slot) != 0)?;
        let (stopped, later) = (stopped + 1, later + 1);
        Some(format!(
            "a command is decided for sequence number {later}, although the command to stop is decided for sequence number {stopped}"
        ))
    }

    #[inline]
    fn canonical(&self, state: &Bits<W>) -> Option<Bits<W>> {
        if self.rules.symmetry { self.representative(state) } else { None }
    }

    fn describe(&self, state: &Bits<W>, action: &Action) -> Description {
        self.description(state, action)
    }
}

impl<const W: usize> Synod<W> {
    /// What can be done by up to `N` acceptors.
    fn actions_of<const N: usize>(&self, state: &Bits<W>, enabled: &mut Enabled<'_, Action>) {
        let (sent, common) = (&self.sent::<N>(state), &self.common(state));
        for round in 1..self.rules.rounds + 1 {
            let r = round as u8;
            let started =
                !self.rules.start_is_a_step || common.get(self.places.started.at([round - 1])) != 0;
            if !started {
                enabled.push(self.leader(round), Action::Start { round: r });
            }
            let mut joined = those(&sent.joins, |joins| joins >> (round - 1) & 1 != 0);
            if started {
                for acceptor in members(self.may_join(sent, round) & !joined & self.all()) {
                    enabled.push(acceptor, Action::Join { round: r, acceptor: acceptor as u8 });
                }
            }
            match self.rules.mutation {
                Some(Mutation::JoinsOfOtherRounds) => {
                    joined = self.acceptors_that(|a| self.last_joined(state, round, a) > 0);
                }
                Some(Mutation::LeaderJoinsSilently) => joined |= 1 << self.leader(round),
                _ => {}
            }
            for slot in 0..self.rules.slots {
                self.slot_actions(common, round, slot, joined, sent, enabled);
            }
        }
        if self.rules.loses_state && common.get(self.places.restarted) == 0 {
            for acceptor in 0..self.rules.acceptors {
                enabled.push(acceptor, Action::Restart { acceptor: acceptor as u8 });
            }
        }
    }

    /// What can be done for a slot in a round that `joined` have joined.
    #[inline]
    fn slot_actions<const N: usize>(
        &self,
        common: &Common<'_, W>,
        round: usize,
        slot: usize,
        joined: Mask,
        sent: &Sent<N>,
        enabled: &mut Enabled<'_, Action>,
    ) {
        let (r, s) = (round as u8, slot as u8);
        let proposed = self.proposed(common, round, slot);
        // Those for whom there is nothing left but to vote in the last round.
        let settled = match round == self.rules.rounds && self.rules.last_round_is_final() {
            true => those(&sent.promises, |promise| promise == round as u64),
            false => 0,
        };
        let is_quorum = || match self.rules.mutation {
            Some(Mutation::EveryRoundAtOnce) => true,
            Some(Mutation::FirstRoundAtOnce) if round == 1 => true,
            _ => self.rules.join_quorums.contains(round, joined),
        };
        if self.may_propose(common, round, slot, proposed) && is_quorum() {
            let mut choices = SmallVec::<[Action; 8]>::new();
            self.choices(common.state, round, slot, joined, |parent, value| {
                if proposed & 1 << value == 0 {
                    let (value, parent) = (value as u8, parent as u8);
                    choices.push(Action::Propose { round: r, slot: s, value, parent });
                }
            });
            // Nobody can join any more, so that the leader will never have another choice.
            let is_final = settled & self.all() == self.all() && self.rules.proposals_come_first();
            enabled.push_choice(is_final, self.leader(round), choices);
        }
        let decides_on_joins = self.rules.has(Mutation::DecidesOnJoins);
        let every_value = (1 << self.rules.all_values()) - 1;
        let is_votable =
            if self.rules.has(Mutation::VotesForUnproposed) { every_value } else { proposed };
        let concerned = if decides_on_joins { every_value } else { is_votable };
        if concerned == 0 {
            return;
        }
        let may_vote = self.may_vote(sent, round) & self.all();
        let decided = self.decided(common, round, slot);
        for value in members(concerned) {
            let v = value as u8;
            let bit = ((round - 1) * self.rules.slots + slot) * self.rules.all_values() + value;
            let voters = those(&sent.votes, |votes| votes >> bit & 1 != 0);
            if is_votable & 1 << value != 0 {
                for acceptor in members(may_vote & !voters) {
                    let a = acceptor as u8;
                    let vote = Action::Vote { round: r, slot: s, value: v, acceptor: a };
                    enabled.push_choice(settled & 1 << acceptor != 0, acceptor, [vote]);
                }
            }
            let supporters = if decides_on_joins {
                joined
            } else if self.rules.has(Mutation::CountsVotesOfAllRounds) {
                let rounds = 1..=self.rules.rounds;
                rounds.fold(0, |all, round| all | self.voters(common.state, round, slot, value))
            } else {
                match self.rules.mutation {
                    Some(Mutation::LeaderCountsItself) => voters | 1 << self.leader(round),
                    Some(Mutation::JoinsCountAsVotes) => voters | joined,
                    Some(Mutation::AnyValueCounts) => members(every_value)
                        .fold(0, |all, value| all | self.voters(common.state, round, slot, value)),
                    _ => voters,
                }
            };
            let is_decided = decided & 1 << value != 0;
            if !is_decided && self.rules.vote_quorums.contains(round, supporters) {
                // Votes stay, and all that a decision changes is that the leader may turn to the
                // next slot.
                let decide = Action::Decide { round: r, slot: s, value: v };
                enabled.push_choice(self.rules.reduction, self.leader(round), [decide]);
            }
        }
    }

    /// `JOIN(round)` tells the highest vote in every slot, and promises to leave lower rounds.
    #[inline]
    fn join(&self, state: &mut impl Fields, round: usize, acceptor: Process) {
        let places = &self.places;
        let of = |field| places.of(acceptor, field);
        state.insert(of(places.joined), round - 1);
        for slot in 0..self.rules.slots {
            if slot > 0 && self.rules.has(Mutation::ReportsFirstSlotOnly) {
                break;
            }
            let told = if self.rules.has(Mutation::MixesSlots) { 0 } else { slot };
            let vote_round = state.get(of(places.vote_round.at([told])));
            let of_first = self.rules.has(Mutation::FirstSlotValue)
                && vote_round > 0
                && state.get(of(places.vote_round.at([0]))) > 0;
            let valued = if of_first { 0 } else { told };
            let vote_value = state.get(of(places.vote_value.at([valued])));
            let told_round = match self.rules.has(Mutation::ReportsPromise) && vote_round > 0 {
                true => state.get(of(places.promise)),
                false => vote_round,
            };
            state.set(of(places.join_round.at([round - 1, slot])), told_round);
            state.set(of(places.join_value.at([round - 1, slot])), vote_value);
        }
        if self.rules.has(Mutation::ForgetsVoteOnJoin) {
            self.forget_votes(state, acceptor);
        }
        if !self.rules.has(Mutation::JoinWithoutPromise) {
            let kept = match self.rules.has(Mutation::AnswersOldRounds) {
                true => state.get(of(places.promise)),
                false => 0,
            };
            state.set(of(places.promise), kept.max(round as u64));
        }
    }

    #[inline]
    fn vote(
        &self,
        state: &mut impl Fields,
        round: usize,
        slot: usize,
        value: usize,
        acceptor: Process,
    ) {
        let places = &self.places;
        let of = |field| places.of(acceptor, field);
        state.insert(self.votes(round, slot, acceptor), value);
        let last = state.get(of(places.vote_round.at([slot])));
        let keeps = last > 0 && self.rules.has(Mutation::KeepsFirstVote);
        if last <= round as u64 && !keeps {
            state.set(of(places.vote_round.at([slot])), round as u64);
            state.set(of(places.vote_value.at([slot])), value as u64);
        }
        if !self.rules.has(Mutation::VoteWithoutPromise) {
            let promise = state.get(of(places.promise)).max(round as u64);
            state.set(of(places.promise), promise);
        }
    }

    fn forget_votes(&self, state: &mut impl Fields, acceptor: Process) {
        let places = &self.places;
        for slot in 0..self.rules.slots {
            state.set(places.of(acceptor, places.vote_round.at([slot])), 0);
            state.set(places.of(acceptor, places.vote_value.at([slot])), 0);
        }
    }

    fn restart(&self, state: &mut Bits<W>, acceptor: Process) {
        let places = &self.places;
        state.set(places.restarted, 1);
        if !self.rules.has(Mutation::ForgetsVote) {
            state.set(places.of(acceptor, places.promise), 0);
        }
        if !self.rules.has(Mutation::ForgetsPromise) {
            self.forget_votes(state, acceptor);
        }
    }
}
