//! Fast Paxos (3.8): where nobody has voted, clients speak to the acceptors directly.
//!
//! With `N = 3f + 1` processes every quorum has `2f + 1`. A leader that hears of no vote proposes
//! any value, or opens its round with `ANY`: then every process votes for the first request that
//! reaches it. A leader that hears of votes proposes the value of the highest; if these differ,
//! the one with at least `f + 1` votes; if there is none, any.
//!
//! # Linearization points
//!
//! Those of the thesis are wrong: a later leader can select fast votes of a round whose own leader
//! never collects them, so that the parent was never added (mutant `labels-as-printed`); and if
//! the parent is the root instead, the edge passes by a round that may have committed (mutant
//! `labels-from-root`). Here a fast round adds when that is first needed: when it decides, or when
//! a later leader selects one of its values that has `f + 1` votes in the leader's quorum. A value
//! with fewer votes cannot have been decided, nor one other than the value that was added already;
//! their proposals continue the root.
//!
//! # Steps that rule nothing out
//!
//! - A process that has promised to leave all rounds but the last votes there at once: it never
//!   joins again, so that nobody is told of its vote. In a fast round that is a choice between all
//!   values, otherwise there is one proposal.
//! - When all processes have promised that, and no lower round can still propose, the leader of the
//!   last round has all the choices that it will ever have, and makes one.
//! - Leaders decide at once. What is decided in a fast round tells later leaders which value that
//!   round has added; but a value with the votes of a fast quorum is the only one that can have
//!   `f + 1`, and so the only one that could be added anyway. That is not so with smaller fast
//!   quorums, nor with labels that add when a round decides: then only rounds without children, and
//!   those with a proposal, decide at once.
//!
//! A round adds its own node, or that of its parent, in the step that needs it, so P2 and P3 never
//! wait for somebody else's step.

use super::content::Content;
use super::{Bounds, Entry, Expected, Mutant, Setup};
use crate::bits::{Bits, Field, Grid, Layout, bits_for};
use crate::protocol::{
    Decisions, Description, Enabled, Instance, Labels, Process, Protocol, Value,
};
use crate::qtree::{Law, Snapshot, Version};

const SMALL: Bounds = Bounds::new(4, 2, 2, 1);

pub(super) const ENTRY: Entry = Entry {
    name: "fast-paxos",
    what: "Fast Paxos: clients send their values to the acceptors, without asking the leader.",
    bounds: SMALL,
    mutants: &[
        Mutant {
            name: "small-fast-quorum",
            what: "A fast round decides with f + 1 votes instead of 2f + 1.",
            expected: Expected::Law(Law::P1),
            bounds: SMALL,
        },
        Mutant {
            name: "selects-any-vote",
            what: "The leader selects any of the highest votes, however few they are.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "opens-after-votes",
            what: "The leader lets clients speak to everybody although it learns of a vote.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "small-join-quorum",
            what: "The leader proposes when 2f processes have joined, instead of 2f + 1.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "small-classic-quorum",
            what: "A round with a leader's proposal decides with 2f votes, which meet every quorum that joins.",
            expected: Expected::Harmless,
            bounds: SMALL,
        },
        Mutant {
            name: "labels-as-printed",
            what: "Correct, but a proposal is labelled with the round of the vote as its parent.",
            expected: Expected::Law(Law::P3),
            bounds: SMALL,
        },
        Mutant {
            name: "labels-from-root",
            what: "Correct, but a proposal that selects fast votes is labelled as new.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
    ],
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mutation {
    SmallFastQuorum,
    SelectsAnyVote,
    OpensAfterVotes,
    SmallJoinQuorum,
    SmallClassicQuorum,
    LabelsAsPrinted,
    LabelsFromRoot,
}

/// A step. Rounds count from 1, values from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A process answers the start of a round with its highest vote.
    Join {
        /// The round.
        round: u8,
        /// The process.
        process: u8,
    },
    /// The leader has heard of no vote, and lets clients speak to everybody.
    Any {
        /// The round.
        round: u8,
    },
    /// The leader proposes a value.
    Propose {
        /// The round.
        round: u8,
        /// What it proposes, and the parent in the tree.
        content: Content,
        /// The fast round whose votes it selects, or 0.
        selected: u8,
    },
    /// A process votes.
    Vote {
        /// The round.
        round: u8,
        /// For which value.
        value: u8,
        /// The process.
        process: u8,
    },
    /// The leader has got the votes of a quorum.
    Decide {
        /// The round.
        round: u8,
        /// Which value.
        value: u8,
    },
}

/// Where things are. What belongs to a process lies in its column.
#[derive(Clone, Copy, Debug)]
struct Places {
    column: Field,
    promise: Field,
    joined: Grid<1>,
    /// What `JOIN` reports: the round of the highest vote, or 0, and its value.
    join_round: Grid<1>,
    join_value: Grid<1>,
    /// `VOTE`, by round: 0, or one more than the value.
    vote: Grid<1>,
    any: Grid<1>,
    /// The code of what was proposed.
    proposal: Grid<1>,
    decided: Grid<1>,
}

/// Fast Paxos, with states of `W` words.
#[derive(Clone, Debug)]
pub(super) struct Fast<const W: usize> {
    bounds: Bounds,
    faults: usize,
    join_quorum: usize,
    classic_quorum: usize,
    fast_quorum: usize,
    symmetry: bool,
    /// Whether steps that rule nothing out are taken at once.
    reduction: bool,
    mutation: Option<Mutation>,
    places: Places,
}

impl<const W: usize> Fast<W> {
    /// The model, unless its states do not fit.
    pub(super) fn new(setup: &Setup<'_>) -> Option<Self> {
        let bounds = setup.bounds;
        let mutation = match setup.mutant {
            Some("small-fast-quorum") => Some(Mutation::SmallFastQuorum),
            Some("selects-any-vote") => Some(Mutation::SelectsAnyVote),
            Some("opens-after-votes") => Some(Mutation::OpensAfterVotes),
            Some("small-join-quorum") => Some(Mutation::SmallJoinQuorum),
            Some("small-classic-quorum") => Some(Mutation::SmallClassicQuorum),
            Some("labels-as-printed") => Some(Mutation::LabelsAsPrinted),
            Some("labels-from-root") => Some(Mutation::LabelsFromRoot),
            _ => None,
        };
        let (rounds, values) = (bounds.rounds, bounds.values);
        let mut layout = Layout::default();
        let promise = layout.number(rounds);
        let joined = layout.grid([rounds], 1);
        let join_round = layout.grid([rounds], bits_for(rounds));
        let join_value = layout.grid([rounds], bits_for(values - 1));
        let vote = layout.grid([rounds], bits_for(values));
        let column = layout.columns(bounds.processes);
        let any = layout.grid([rounds], 1);
        let proposal = layout.grid([rounds], bits_for(Content::count(rounds, values)));
        let decided = layout.grid([rounds], values);
        let fits = layout.used() <= Bits::<W>::SIZE && (column.width() <= 64 || !setup.symmetry);
        let faults = (bounds.processes - 1) / 3;
        let quorum = bounds.byzantine_quorum();
        let less = |wrong: Mutation| quorum - usize::from(mutation == Some(wrong));
        let is_small = mutation == Some(Mutation::SmallFastQuorum);
        fits.then_some(Self {
            bounds,
            faults,
            join_quorum: less(Mutation::SmallJoinQuorum),
            classic_quorum: less(Mutation::SmallClassicQuorum),
            fast_quorum: if is_small { faults + 1 } else { quorum },
            symmetry: setup.symmetry,
            reduction: setup.reduction,
            mutation,
            places: Places {
                column,
                promise,
                joined,
                join_round,
                join_value,
                vote,
                any,
                proposal,
                decided,
            },
        })
    }

    #[inline]
    fn of(&self, process: Process, field: Field) -> Field {
        field.shifted(process * self.places.column.width())
    }

    fn joined(&self, state: &Bits<W>, round: usize, process: Process) -> bool {
        state.get(self.of(process, self.places.joined.at([round - 1]))) != 0
    }

    /// The round and the value of the vote that `JOIN` reports.
    fn reported(&self, state: &Bits<W>, round: usize, process: Process) -> (usize, usize) {
        let get = |grid: &Grid<1>| state.get(self.of(process, grid.at([round - 1]))) as usize;
        (get(&self.places.join_round), get(&self.places.join_value))
    }

    fn vote(&self, state: &Bits<W>, round: usize, process: Process) -> Option<usize> {
        let vote = state.get(self.of(process, self.places.vote.at([round - 1]))) as usize;
        vote.checked_sub(1)
    }

    fn is_fast(&self, state: &Bits<W>, round: usize) -> bool {
        state.get(self.places.any.at([round - 1])) != 0
    }

    fn proposal(&self, state: &Bits<W>, round: usize) -> Option<Content> {
        Content::decode(state.get(self.places.proposal.at([round - 1])), self.bounds.values)
    }

    fn decided(&self, state: &Bits<W>, round: usize) -> u64 {
        state.get(self.places.decided.at([round - 1]))
    }

    fn voters(&self, state: &Bits<W>, round: usize, value: usize) -> impl Iterator<Item = Process> {
        (0..self.bounds.processes).filter(move |&p| self.vote(state, round, p) == Some(value))
    }

    /// The value that a fast round has added, if that was needed.
    fn added_by_fast_round(&self, state: &Bits<W>, round: usize) -> Option<usize> {
        let decided = self.decided(state, round);
        if decided != 0 {
            return Some(decided.trailing_zeros() as usize);
        }
        let later = (round + 1..=self.bounds.rounds).filter_map(|r| self.proposal(state, r));
        let mut children = later.filter(|content| usize::from(content.parent) == round);
        children.next().map(|content| content.value.into())
    }

    /// What the leader can do with the `JOIN` messages of a quorum: open the round (`None`), or
    /// propose something, having selected the votes of a fast round or (0) not.
    fn choices(
        &self,
        state: &Bits<W>,
        round: usize,
        mut push: impl FnMut(Option<(Content, usize)>),
    ) {
        for quorum in 0_u64..1 << self.bounds.processes {
            let members = || (0..self.bounds.processes).filter(move |p| quorum & 1 << p != 0);
            if members().count() != self.join_quorum
                || !members().all(|p| self.joined(state, round, p))
            {
                continue;
            }
            let reported = |p| self.reported(state, round, p);
            let highest = members().map(|p| reported(p).0).max().unwrap_or(0);
            if highest == 0 || self.mutation == Some(Mutation::OpensAfterVotes) {
                push(None);
            }
            if highest == 0 {
                (0..self.bounds.values).for_each(|v| push(Some((Content::new(v, 0), 0))));
                continue;
            }
            let votes = |v| members().filter(|&p| reported(p) == (highest, v)).count();
            let values = 0..self.bounds.values;
            let voted = || values.clone().filter(|&value| votes(value) > 0);
            let enough = |value: &usize| votes(*value) > self.faults;
            let any_vote = self.mutation == Some(Mutation::SelectsAnyVote);
            if voted().count() == 1 || any_vote {
                voted().for_each(|value| {
                    push(Some(self.child(state, highest, value, enough(&value))));
                });
            } else if let Some(value) = voted().find(enough) {
                push(Some(self.child(state, highest, value, true)));
            } else {
                values.clone().for_each(|value| push(Some((Content::new(value, 0), 0))));
            }
        }
    }

    /// A proposal that selects votes of the round `highest`.
    fn child(
        &self,
        state: &Bits<W>,
        highest: usize,
        value: usize,
        enough: bool,
    ) -> (Content, usize) {
        if !self.is_fast(state, highest) {
            return (Content::new(value, highest), 0);
        }
        let parent = match self.mutation {
            Some(Mutation::LabelsAsPrinted) => highest,
            Some(Mutation::LabelsFromRoot) => 0,
            _ => {
                let added = self.added_by_fast_round(state, highest);
                let can_be_added = added.is_none_or(|added| added == value);
                if enough && can_be_added { highest } else { 0 }
            }
        };
        (Content::new(value, parent), highest)
    }

    /// Whether a value with the votes of a fast quorum leaves no other with `f + 1`, so that the
    /// laws see a fast round add the same value, whether or not it decides first.
    fn fast_votes_are_clear(&self) -> bool {
        self.bounds.processes - self.fast_quorum <= self.faults && !self.adds_when_decided()
    }

    /// Whether a decision rules nothing out.
    fn decides_at_once(&self, state: &Bits<W>, round: usize) -> bool {
        let has_no_children = round == self.bounds.rounds;
        self.reduction
            && (has_no_children || !self.is_fast(state, round) || self.fast_votes_are_clear())
    }

    /// Whether the leader of the last round will never have another choice.
    fn is_final(&self, state: &Bits<W>, round: usize) -> bool {
        let last = self.bounds.rounds;
        let processes = || 0..self.bounds.processes;
        let promise = |process| state.get(self.of(process, self.places.promise)) as usize;
        let joined = |round| processes().filter(|&p| self.joined(state, round, p)).count();
        self.reduction
            && round == last
            && processes().all(|process| promise(process) == last)
            && self.fast_votes_are_clear()
            && (1..last).all(|lower| {
                self.is_fast(state, lower)
                    || self.proposal(state, lower).is_some()
                    || joined(lower) < self.join_quorum
            })
    }

    /// Whether a fast round adds only when it decides.
    fn adds_when_decided(&self) -> bool {
        matches!(self.mutation, Some(Mutation::LabelsAsPrinted | Mutation::LabelsFromRoot))
    }
}

impl<const W: usize> Protocol for Fast<W> {
    type State = Bits<W>;
    type Action = Action;
    type Round = u8;

    fn version(&self) -> Version {
        Version::SingleDecree
    }

    fn processes(&self) -> usize {
        self.bounds.processes
    }

    fn initial(&self) -> Bits<W> {
        Bits::ZERO
    }

    fn actions(&self, state: &Bits<W>, enabled: &mut Enabled<'_, Action>) {
        for round in 1..=self.bounds.rounds {
            let r = round as u8;
            for process in 0..self.bounds.processes {
                let promise = state.get(self.of(process, self.places.promise)) as usize;
                if promise < round && !self.joined(state, round, process) {
                    enabled.push(process, Action::Join { round: r, process: process as u8 });
                }
                if promise <= round && self.vote(state, round, process).is_none() {
                    let proposal = self.proposal(state, round).map(|c| usize::from(c.value));
                    let is_fast = self.is_fast(state, round);
                    let can_vote = |&value: &usize| is_fast || proposal == Some(value);
                    let vote = |value: usize| Action::Vote {
                        round: r,
                        value: value as u8,
                        process: process as u8,
                    };
                    let votes = (0..self.bounds.values).filter(can_vote).map(vote);
                    let is_last = promise == self.bounds.rounds;
                    enabled.push_choice(self.reduction && is_last, process, votes);
                }
            }
            self.leader_actions(state, round, enabled);
        }
    }

    fn next(&self, state: &Bits<W>, action: &Action) -> Bits<W> {
        let mut next = *state;
        let places = &self.places;
        match *action {
            Action::Join { round, process } => {
                let (round, process) = (usize::from(round), process.into());
                next.set(self.of(process, places.joined.at([round - 1])), 1);
                let vote = (1..=self.bounds.rounds)
                    .rev()
                    .find_map(|r| Some((r, self.vote(state, r, process)?)));
                if let Some((vote_round, value)) = vote {
                    next.set(
                        self.of(process, places.join_round.at([round - 1])),
                        vote_round as u64,
                    );
                    next.set(self.of(process, places.join_value.at([round - 1])), value as u64);
                }
                next.set(self.of(process, places.promise), round as u64);
            }
            Action::Any { round } => next.set(places.any.at([usize::from(round) - 1]), 1),
            Action::Propose { round, content, .. } => {
                let place = places.proposal.at([usize::from(round) - 1]);
                next.set(place, content.code(self.bounds.values));
            }
            Action::Vote { round, value, process } => {
                let vote = self.of(process.into(), places.vote.at([usize::from(round) - 1]));
                next.set(vote, u64::from(value) + 1);
                next.set(self.of(process.into(), places.promise), round.into());
            }
            Action::Decide { round, value } => {
                next.insert(places.decided.at([usize::from(round) - 1]), value.into());
            }
        }
        next
    }

    fn labels(&self, state: &Bits<W>, action: &Action, labels: &mut Labels<u8>) {
        match *action {
            Action::Propose { round, content, .. } => {
                let parent = usize::from(content.parent);
                let adds_parent = parent != 0
                    && self.is_fast(state, parent)
                    && self.added_by_fast_round(state, parent).is_none()
                    && !self.adds_when_decided();
                if adds_parent {
                    labels.add(0, content.parent, content.value(), None);
                }
                labels.add(0, round, content.value(), content.parent());
            }
            Action::Decide { round, value } => {
                let added = match self.adds_when_decided() {
                    true => (self.decided(state, round.into()) != 0).then_some(usize::from(value)),
                    false => self.added_by_fast_round(state, round.into()),
                };
                if self.is_fast(state, round.into()) && added != Some(value.into()) {
                    labels.add(0, round, Value(value), None);
                }
                labels.commit(0, round);
                labels.decides = true;
            }
            _ => {}
        }
    }

    fn tree(&self, state: &Bits<W>, _instance: Instance, tree: &mut Snapshot<u8, Value>) {
        for round in 1..=self.bounds.rounds {
            let is_decided = self.decided(state, round) != 0;
            if let Some(content) = self.proposal(state, round) {
                tree.add(round as u8, content.value(), content.parent());
            } else if self.is_fast(state, round)
                && (is_decided || !self.adds_when_decided())
                && let Some(value) = self.added_by_fast_round(state, round)
            {
                tree.add(round as u8, Value(value as u8), None);
            }
            if is_decided {
                tree.commit(round as u8);
            }
        }
    }

    fn decisions(&self, state: &Bits<W>, decisions: &mut Decisions) {
        for round in 1..=self.bounds.rounds {
            let decided = self.decided(state, round);
            for value in (0..self.bounds.values).filter(|value| decided & 1 << value != 0) {
                decisions.value(0, Value(value as u8));
            }
        }
    }

    fn is_client_value(&self, value: Value) -> bool {
        usize::from(value.0) < self.bounds.values
    }

    fn canonical(&self, state: &Bits<W>) -> Option<Bits<W>> {
        let mut renamed = *state;
        if self.symmetry {
            let column = |process| self.of(process, self.places.column);
            renamed.sort(self.bounds.processes, column);
        }
        (renamed != *state).then_some(renamed)
    }

    fn describe(&self, state: &Bits<W>, action: &Action) -> Description {
        let leader = |round: u8| self.bounds.leader(round.into());
        let joined = |round: u8| {
            let all = 0..self.bounds.processes;
            all.filter(move |&p| self.joined(state, round.into(), p)).collect::<Vec<_>>()
        };
        match *action {
            Action::Join { round, process } => {
                Description::new(process.into(), "JOIN", format!("({round})"))
                    .receiving(leader(round), format!("START({round})"))
                    .sending(format!("JOIN({round})"))
            }
            Action::Any { round } => Description::new(leader(round), "ANY", format!("({round})"))
                .receiving_from(joined(round), |_| format!("JOIN({round})"))
                .sending(format!("ANY({round})")),
            Action::Propose { round, content, selected } => {
                let why = match selected {
                    0 => String::new(),
                    fast => format!(" after fast votes of round {fast}"),
                };
                let text = format!("({round}, {}){why}", content.value());
                Description::new(leader(round), "PROPOSE", text)
                    .receiving_from(joined(round), |_| format!("JOIN({round})"))
                    .sending(format!("PROPOSE({round}, {})", content.value()))
            }
            Action::Vote { round, value, process } => {
                let value = Value(value);
                let request = match self.is_fast(state, round.into()) {
                    true => format!("ANY({round})"),
                    false => format!("PROPOSE({round}, {value})"),
                };
                Description::new(process.into(), "VOTE", format!("({round}, {value})"))
                    .receiving(leader(round), request)
                    .sending(format!("VOTE({round}, {value})"))
            }
            Action::Decide { round, value } => {
                let voters = self.voters(state, round.into(), value.into());
                let value = Value(value);
                Description::new(leader(round), "DECIDE", format!("({round}, {value})"))
                    .receiving_from(voters, |_| format!("VOTE({round}, {value})"))
            }
        }
    }
}

impl<const W: usize> Fast<W> {
    fn leader_actions(&self, state: &Bits<W>, round: usize, enabled: &mut Enabled<'_, Action>) {
        let (leader, r) = (self.bounds.leader(round), round as u8);
        if !self.is_fast(state, round) && self.proposal(state, round).is_none() {
            // Quorums that lead to the same step are one choice.
            let mut choices = Vec::new();
            self.choices(state, round, |choice| {
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            });
            let actions = choices.into_iter().map(|choice| match choice {
                None => Action::Any { round: r },
                Some((content, selected)) => {
                    Action::Propose { round: r, content, selected: selected as u8 }
                }
            });
            enabled.push_choice(self.is_final(state, round), leader, actions);
        }
        let quorum =
            if self.is_fast(state, round) { self.fast_quorum } else { self.classic_quorum };
        for value in 0..self.bounds.values {
            let is_decided = self.decided(state, round) & 1 << value != 0;
            if !is_decided && self.voters(state, round, value).count() >= quorum {
                let decide = Action::Decide { round: r, value: value as u8 };
                enabled.push_choice(self.decides_at_once(state, round), leader, [decide]);
            }
        }
    }
}
