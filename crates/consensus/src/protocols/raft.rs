//! Raft as the thesis simplifies it (3.6), repaired.
//!
//! A round is an entry of a log: its term and index. A leader sends its whole log; whoever accepts
//! it replaces its own. What is decided is a prefix of the log, whoever created its entries. A
//! candidate votes for itself when it becomes one, as in Raft.
//!
//! # Where the thesis differs from Raft, and what that means
//!
//! - As printed, a leader decides everything that a majority has, also entries of earlier terms.
//!   That is Figure 8 of the Raft paper: two processes decide different logs, and the
//!   linearization points of the thesis, which commit own entries alone, do not show it (mutant
//!   `as-printed`). Here a majority counts only if the last entry is of the leader's own term.
//!   That every new leader first adds an entry of its own is as good (mutant `own-entry-first`).
//! - As printed, undecided entries are added again with every message (mutant `adds-again`). Here
//!   an entry is added when it is first sent.
//! - The prose explains the comparison of logs the wrong way round (mutant `reversed-comparison`).
//! - "We do not need two `VOTERESP` quorums to intersect" is false: terms have no leader by
//!   themselves (mutant `vote-quorums-miss-each-other`). Quorums of votes must intersect each
//!   other and quorums of the log; two quorums of the log need not.
//! - A process with a longer log refuses that of a new leader until it has caught up, which real
//!   Raft solves by comparing previous entries; that concerns progress, not safety.

mod labels;
mod mutants;
mod names;
mod places;
mod words;

use mutants::{Mutation, mutation};
use names::permutations;
use places::Places;

use super::{Bounds, Setup};
use crate::bits::{Bits, Field};
use crate::protocol::{
    Decisions, Description, Enabled, Instance, Labels, Process, Protocol, Value,
};
use crate::qtree::{Snapshot, TermIndex, Version};

/// With more processes than this, trying all orders of them costs more than it saves.
const MOST_PERMUTED: usize = 4;

pub(in crate::protocols) use mutants::ENTRY;

/// A step. Terms count from 1, and lengths of logs from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A process becomes a candidate.
    VoteReq {
        /// Its new term.
        term: u8,
        /// The process.
        process: u8,
    },
    /// A process votes.
    VoteResp {
        /// The term.
        term: u8,
        /// For whom.
        candidate: u8,
        /// The process.
        process: u8,
    },
    /// A leader decides what it can, appends an entry unless it has none, and sends its log.
    LogReq {
        /// Its term.
        term: u8,
        /// The leader.
        process: u8,
        /// What it appends.
        value: Option<u8>,
        /// Whether it replaces its last entry instead.
        overwrites: bool,
    },
    /// A process accepts the log of a leader.
    LogResp {
        /// The leader's term.
        term: u8,
        /// How long that log is.
        length: u8,
        /// How much of it is decided.
        decided: u8,
        /// The process.
        process: u8,
    },
    /// A process restarts and has forgotten what it must not forget.
    Restart {
        /// The process.
        process: u8,
    },
}

/// An entry of a log.
#[derive(Clone, Copy, PartialEq, Eq)]
struct LogEntry {
    term: usize,
    value: usize,
}

/// Raft, with states of `W` words.
#[derive(Clone, Debug)]
pub(super) struct Raft<const W: usize> {
    bounds: Bounds,
    vote_quorum: usize,
    log_quorum: usize,
    /// Who can become the leader of each term; everybody if there is none.
    candidates: Vec<Process>,
    loses_state: bool,
    symmetry: bool,
    mutation: Option<Mutation>,
    places: Places,
}

impl<const W: usize> Raft<W> {
    /// The model, unless its states do not fit.
    pub(super) fn new(setup: &Setup<'_>) -> Option<Self> {
        let bounds = setup.bounds;
        let mutation = mutation(setup.mutant);
        // Two leaders that take turns are enough, and keep the number of states small.
        let take_turns = matches!(
            mutation,
            Some(
                Mutation::AsPrinted | Mutation::DecidesEarlierTerms | Mutation::ComparesLengthsOnly
            )
        );
        let candidates = match take_turns {
            true => (0..bounds.rounds).map(|term| term % 2 * (bounds.processes - 1)).collect(),
            false => Vec::new(),
        };
        let (places, used) = Places::new(&bounds);
        let majority = bounds.majority();
        let (vote_quorum, log_quorum) = bounds.quorums.unwrap_or((majority, majority));
        // Only whole columns can be renamed.
        let can_rename = places.column.width() <= 64 || !setup.symmetry;
        let fits = used <= Bits::<W>::SIZE && can_rename;
        fits.then_some(Self {
            bounds,
            vote_quorum,
            log_quorum,
            candidates,
            loses_state: setup.loses_state,
            symmetry: setup.symmetry && !take_turns && bounds.processes <= MOST_PERMUTED,
            mutation,
            places,
        })
    }

    fn has(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    #[inline]
    fn of(&self, process: Process, field: Field) -> Field {
        field.shifted(process * self.places.column.width())
    }

    fn get(&self, state: &Bits<W>, process: Process, field: Field) -> usize {
        state.get(self.of(process, field)) as usize
    }

    fn encode(&self, entry: LogEntry) -> u64 {
        ((entry.term - 1) * self.bounds.values + entry.value + 1) as u64
    }

    fn decode(&self, code: u64) -> Option<LogEntry> {
        let code = (code as usize).checked_sub(1)?;
        Some(LogEntry { term: code / self.bounds.values + 1, value: code % self.bounds.values })
    }

    fn term_of(&self, code: u64) -> usize {
        self.decode(code).map_or(0, |entry| entry.term)
    }

    /// The term and the length of a process's log: its last entry, as a node of the tree.
    fn last(&self, state: &Bits<W>, process: Process) -> (usize, usize) {
        let length = self.get(state, process, self.places.length);
        if length == 0 {
            return (0, 0);
        }
        let code = state.get(self.of(process, self.places.log.at([length - 1])));
        (self.term_of(code), length)
    }

    fn voters(&self, state: &Bits<W>, term: usize, candidate: Process) -> Vec<Process> {
        let first = if self.has(Mutation::CountsVotesOfAllTerms) { 1 } else { term };
        let votes = |p, term| self.get(state, p, self.places.votes.at([term - 1]));
        let voted = |p: &Process| (first..=term).any(|term| votes(*p, term) & 1 << candidate != 0);
        (0..self.bounds.processes).filter(voted).collect()
    }

    fn is_leader(&self, state: &Bits<W>, process: Process) -> bool {
        let term = self.get(state, process, self.places.term);
        term != 0
            && self.get(state, process, self.places.stands) != 0
            && self.voters(state, term, process).len() >= self.vote_quorum
    }

    /// Whether the leader of a term has sent anything.
    fn has_sent(&self, state: &Bits<W>, term: usize) -> bool {
        (0..=self.bounds.instances)
            .any(|length| state.get(self.places.sent.at([term - 1, length])) != 0)
    }

    /// Who has accepted the log of that length, or a longer one, from the leader of a term.
    fn accepted_by(&self, state: &Bits<W>, term: usize, length: usize) -> Vec<Process> {
        let accepted =
            |p: &Process| self.get(state, *p, self.places.accepted.at([term - 1])) > length;
        (0..self.bounds.processes).filter(accepted).collect()
    }

    /// How much of its log a leader knows to be decided once it has counted the answers.
    fn decided_now(&self, state: &Bits<W>, process: Process) -> usize {
        let term = self.get(state, process, self.places.term);
        let decided = self.get(state, process, self.places.decided);
        let (last_term, length) = self.last(state, process);
        let counts_all = matches!(
            self.mutation,
            Some(Mutation::AsPrinted | Mutation::DecidesEarlierTerms | Mutation::OwnEntryFirst)
        );
        let others = self.accepted_by(state, term, length);
        let supporters = 1 + others.iter().filter(|&&other| other != process).count();
        let can_count = self.has_sent(state, term) && (counts_all || last_term == term);
        if can_count && supporters >= self.log_quorum { length } else { decided }
    }

    fn can_vote(&self, state: &Bits<W>, term: usize, candidate: Process, process: Process) -> bool {
        let own_term = self.get(state, process, self.places.term);
        let has_voted = own_term == term
            && self.get(state, process, self.places.has_voted) != 0
            && !self.has(Mutation::VotesTwice);
        let asked = self.get(state, candidate, self.places.candidate.at([term - 1]));
        let votes = self.get(state, process, self.places.votes.at([term - 1]));
        if asked == 0 || own_term > term || has_voted || votes & 1 << candidate != 0 {
            return false;
        }
        let last_term = self.get(state, candidate, self.places.candidate_term.at([term - 1]));
        let theirs = (last_term, asked - 1);
        match self.mutation {
            Some(Mutation::VotesForAnyLog) => true,
            Some(Mutation::ReversedComparison) => self.last(state, process) >= theirs,
            Some(Mutation::ComparesLengthsOnly) => self.last(state, process).1 <= theirs.1,
            Some(Mutation::ComparesTermsOnly) => self.last(state, process).0 <= theirs.0,
            _ => self.last(state, process) <= theirs,
        }
    }

    /// Whether accepting that log would change anything, and is allowed.
    fn can_accept(&self, state: &Bits<W>, action: &Action, process: Process) -> bool {
        let Action::LogResp { term, length, .. } = *action else { return false };
        let (term, length) = (usize::from(term), usize::from(length));
        let own_term = self.get(state, process, self.places.term);
        let own_length = self.get(state, process, self.places.length);
        let in_time = own_term <= term || self.has(Mutation::AcceptsOldTerms);
        let long_enough = own_length <= length || self.has(Mutation::AcceptsShorterLog);
        let leads = own_term == term && self.is_leader(state, process);
        in_time && long_enough && !leads && self.next(state, action) != *state
    }

    /// The command that the leader of a term proposes: no two terms have the same.
    fn command(&self, entry: LogEntry) -> Value {
        Value(((entry.term - 1) * self.bounds.values + entry.value) as u8)
    }

    fn round(term: usize, index: usize) -> TermIndex {
        TermIndex { term: term as u64, index: index as u64 }
    }
}

impl<const W: usize> Protocol for Raft<W> {
    type State = Bits<W>;
    type Action = Action;
    type Round = TermIndex;

    fn version(&self) -> Version {
        Version::StateMachineReplication
    }

    fn processes(&self) -> usize {
        self.bounds.processes
    }

    fn initial(&self) -> Bits<W> {
        Bits::ZERO
    }

    fn actions(&self, state: &Bits<W>, enabled: &mut Enabled<'_, Action>) {
        for process in 0..self.bounds.processes {
            let own_term = self.get(state, process, self.places.term);
            let number = process as u8;
            for term in own_term + 1..=self.bounds.rounds {
                if self.candidates.get(term - 1).is_none_or(|&candidate| candidate == process) {
                    let term = term as u8;
                    enabled.push(process, Action::VoteReq { term, process: number });
                }
            }
            for term in 1..=self.bounds.rounds {
                for candidate in 0..self.bounds.processes {
                    if self.can_vote(state, term, candidate, process) {
                        let (term, candidate) = (term as u8, candidate as u8);
                        enabled
                            .push(process, Action::VoteResp { term, candidate, process: number });
                    }
                }
                self.accepting(state, term, process, enabled);
            }
            if self.is_leader(state, process) {
                self.leading(state, process, enabled);
            }
            let forgets = self.loses_state
                || matches!(
                    self.mutation,
                    Some(Mutation::ForgetsVote | Mutation::ForgetsLog | Mutation::ForgetsTerm)
                );
            if forgets && state.get(self.places.restarted) == 0 {
                enabled.push(process, Action::Restart { process: number });
            }
        }
    }

    fn next(&self, state: &Bits<W>, action: &Action) -> Bits<W> {
        let mut next = *state;
        let places = &self.places;
        match *action {
            Action::VoteReq { term, process } => {
                let (term, process) = (usize::from(term), process.into());
                let (last_term, length) = self.last(state, process);
                self.enter(&mut next, process, term);
                next.set(self.of(process, places.stands), 1);
                let has_voted = !self.has(Mutation::CandidateVotesForOthers);
                next.set(self.of(process, places.has_voted), has_voted.into());
                next.insert(self.of(process, places.votes.at([term - 1])), process);
                next.set(self.of(process, places.candidate.at([term - 1])), length as u64 + 1);
                let place = self.of(process, places.candidate_term.at([term - 1]));
                let claimed = if self.has(Mutation::ClaimsOwnTerm) { term } else { last_term };
                next.set(place, claimed as u64);
            }
            Action::VoteResp { term, candidate, process } => {
                let (term, process) = (usize::from(term), process.into());
                if !self.has(Mutation::VotesWithoutEnteringTerm) {
                    self.enter(&mut next, process, term);
                    next.set(self.of(process, places.has_voted), 1);
                }
                next.insert(self.of(process, places.votes.at([term - 1])), candidate.into());
            }
            Action::LogReq { process, value, overwrites, .. } => {
                self.send_log(&mut next, process.into(), value, overwrites);
            }
            Action::LogResp { term, length, decided, process } => {
                self.accept(&mut next, term.into(), length.into(), decided.into(), process.into());
            }
            Action::Restart { process } => self.restart(&mut next, process.into()),
        }
        next
    }

    fn labels(&self, state: &Bits<W>, action: &Action, labels: &mut Labels<TermIndex>) {
        match *action {
            Action::LogReq { term, process, value, .. } => {
                labels.decides = true;
                let (term, process) = (usize::from(term), process.into());
                self.commits(state, term, process, labels);
                self.adds(state, term, process, value, labels);
            }
            // A process learns what is decided.
            Action::LogResp { .. } => labels.decides = true,
            _ => {}
        }
    }

    fn tree(&self, state: &Bits<W>, _instance: Instance, tree: &mut Snapshot<TermIndex, Value>) {
        for term in 1..=self.bounds.rounds {
            let mut parent = None;
            for index in 0..self.bounds.instances {
                let code = state.get(self.places.sent_log.at([term - 1, index]));
                let Some(entry) = self.decode(code) else { break };
                let round = Self::round(entry.term, index);
                // Entries of earlier terms are those of earlier leaders.
                if entry.term == term {
                    tree.add(round, self.command(entry), parent);
                    if self.is_committed(state, term, index) {
                        tree.commit(round);
                    }
                }
                parent = Some(round);
            }
        }
    }

    fn decisions(&self, state: &Bits<W>, decisions: &mut Decisions) {
        for process in 0..self.bounds.processes {
            let decided = self.get(state, process, self.places.decided);
            let codes = (0..decided).map(|i| state.get(self.of(process, self.places.log.at([i]))));
            let entries = codes.filter_map(|code| self.decode(code));
            decisions.sequence(0, entries.map(|entry| self.command(entry)));
        }
    }

    fn is_client_value(&self, value: Value) -> bool {
        usize::from(value.0) < self.bounds.rounds * self.bounds.values
    }

    fn canonical(&self, state: &Bits<W>) -> Option<Bits<W>> {
        if !self.symmetry {
            return None;
        }
        let mut least = *state;
        permutations(self.bounds.processes, |order| {
            least = least.min(self.renamed(state, order));
        });
        (least != *state).then_some(least)
    }

    fn describe(&self, state: &Bits<W>, action: &Action) -> Description {
        self.description(state, action)
    }
}

impl<const W: usize> Raft<W> {
    /// A process moves to a term.
    fn enter(&self, state: &mut Bits<W>, process: Process, term: usize) {
        if self.get(state, process, self.places.term) != term {
            state.set(self.of(process, self.places.term), term as u64);
            state.set(self.of(process, self.places.has_voted), 0);
            state.set(self.of(process, self.places.stands), 0);
        }
    }

    /// What a leader can send, unless it would send the same again.
    fn leading(&self, state: &Bits<W>, process: Process, enabled: &mut Enabled<'_, Action>) {
        let term = self.get(state, process, self.places.term);
        let length = self.get(state, process, self.places.length);
        let request = |value, overwrites| Action::LogReq {
            term: term as u8,
            process: process as u8,
            value,
            overwrites,
        };
        let must_append = self.has(Mutation::OwnEntryFirst) && !self.has_sent(state, term);
        let heartbeat = request(None, false);
        if !must_append && self.next(state, &heartbeat) != *state {
            enabled.push(process, heartbeat);
        }
        for value in 0..self.bounds.values as u8 {
            if length < self.bounds.instances {
                enabled.push(process, request(Some(value), false));
            }
            let (last_term, _) = self.last(state, process);
            let overwritten = request(Some(value), true);
            if self.has(Mutation::OverwritesEntry)
                && last_term == term
                && self.next(state, &overwritten) != *state
            {
                enabled.push(process, overwritten);
            }
        }
    }

    /// The logs of a term's leader that a process can accept.
    fn accepting(
        &self,
        state: &Bits<W>,
        term: usize,
        process: Process,
        enabled: &mut Enabled<'_, Action>,
    ) {
        for length in 0..=self.bounds.instances {
            let sent = state.get(self.places.sent.at([term - 1, length]));
            for decided in (0..=self.bounds.instances).filter(|d| sent & 1 << d != 0) {
                let action = Action::LogResp {
                    term: term as u8,
                    length: length as u8,
                    decided: decided as u8,
                    process: process as u8,
                };
                if self.can_accept(state, &action, process) {
                    enabled.push(process, action);
                }
            }
        }
    }

    /// A process replaces its log by what the leader of a term has sent.
    fn accept(
        &self,
        state: &mut Bits<W>,
        term: usize,
        length: usize,
        decided: usize,
        process: Process,
    ) {
        let places = &self.places;
        if self.get(state, process, places.term) < term {
            self.enter(state, process, term);
        }
        if !self.has(Mutation::AnswersWithoutStoring) {
            for index in 0..self.bounds.instances {
                let code = match index < length {
                    true => state.get(places.sent_log.at([term - 1, index])),
                    false => 0,
                };
                state.set(self.of(process, places.log.at([index])), code);
            }
            state.set(self.of(process, places.length), length as u64);
            state.set(self.of(process, places.decided), decided as u64);
        }
        let accepted = self.of(process, places.accepted.at([term - 1]));
        state.set(accepted, state.get(accepted).max(length as u64 + 1));
    }

    fn restart(&self, state: &mut Bits<W>, process: Process) {
        let places = &self.places;
        state.set(places.restarted, 1);
        state.set(self.of(process, places.stands), 0);
        if self.has(Mutation::ForgetsTerm) {
            state.set(self.of(process, places.term), 0);
        }
        if !self.has(Mutation::ForgetsLog) {
            state.set(self.of(process, places.has_voted), 0);
        }
        if !matches!(self.mutation, Some(Mutation::ForgetsVote | Mutation::ForgetsTerm)) {
            (0..self.bounds.instances)
                .for_each(|index| state.set(self.of(process, places.log.at([index])), 0));
            state.set(self.of(process, places.length), 0);
            state.set(self.of(process, places.decided), 0);
        }
    }

    fn send_log(&self, state: &mut Bits<W>, process: Process, value: Option<u8>, overwrites: bool) {
        let places = &self.places;
        let term = self.get(state, process, places.term);
        let decided = self.decided_now(state, process);
        let mut length = self.get(state, process, places.length);
        state.set(self.of(process, places.decided), decided as u64);
        if let Some(value) = value {
            length += usize::from(!overwrites);
            let code = self.encode(LogEntry { term, value: value.into() });
            state.set(self.of(process, places.log.at([length - 1])), code);
            state.set(self.of(process, places.length), length as u64);
        }
        for index in 0..length {
            let code = state.get(self.of(process, places.log.at([index])));
            state.set(places.sent_log.at([term - 1, index]), code);
        }
        state.insert(places.sent.at([term - 1, length]), decided);
    }
}
