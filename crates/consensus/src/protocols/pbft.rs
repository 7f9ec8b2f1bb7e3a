//! PBFT (3.7), for one sequence number.
//!
//! Of `3f + 1` processes `f` may be Byzantine; quorums have `2f + 1`, so two of them have a
//! correct process in common. A Byzantine process can sign anything in its own name at any time:
//! it counts in every quorum, its `ROUND-CHANGE` reports no vote or any vote that a certificate
//! supports, and as a leader it proposes to each process whatever messages can justify.
//!
//! # Where this deviates from the thesis
//!
//! - A round adds when its certificate (a quorum of `JOIN` with the same content) can first be
//!   made. The thesis waits for an honest `VOTE`, but a Byzantine process can use the certificate
//!   before that: the mutant `labels-as-printed` is a correct protocol with a false alarm.
//! - A proposal carries the `ROUND-CHANGE` messages of a quorum, not only the votes in them, else
//!   a Byzantine leader leaves one out (mutant `votes-only`).
//! - A process reports its vote also if it has decided: mutant `drops-decided`.
//! - The content of a proposal is a value and the round that it continues.
//! - The first round starts without `ROUND-CHANGE`, as in Figure 3.3.
//!
//! # Steps that rule nothing out
//!
//! Some messages only make more possible, and are sent at once:
//!
//! - `JOIN` changes nothing for who sends it, but that it cannot join anything else in the round.
//!   There is nothing else if a correct leader has proposed. If the leader lies, everything that it
//!   can ever justify is there once everybody has entered the round or passed by it, and it is
//!   settled which lower rounds have a certificate. The same is true of the choice of a correct
//!   leader that has not proposed yet.
//! - `VOTE` changes what its sender reports. In the last round nobody asks, nor in an earlier one if
//!   all later leaders are correct, and have proposed or gone on.
//! - Nobody but the laws looks at decisions.
//!
//! Certificates must be unique, so that there is nothing else to vote for. A `JOIN` may add the
//! round sooner. Nothing that was missing is there then: who decides sees a certificate of `JOIN`,
//! so P2 cannot be broken, and only what has such a certificate is voted for or claimed, and so
//! becomes a parent, so P3 cannot. The mutants that are named in `Pbft::new` do without one of
//! that, and are explored in every order.

use super::certificates::Certificates;
use super::content::Content;
use super::{Bounds, Entry, Expected, Mutant, Setup};
use crate::bits::{Bits, Field, Grid, Layout, bits_for};
use crate::protocol::{
    Decisions, Description, Enabled, Instance, Labels, Process, Protocol, Value,
};
use crate::qtree::{Law, Snapshot, Version};

/// The second process is Byzantine: it leads the second round.
const SECOND: Bounds = Bounds::new(4, 2, 2, 1).with_byzantine(0b10);
const FIRST: Bounds = Bounds::new(4, 1, 2, 1).with_byzantine(0b1);

pub(super) const ENTRY: Entry = Entry {
    name: "pbft",
    what: "PBFT: a third of the processes may lie, within what signatures allow.",
    bounds: SECOND,
    mutants: &[
        Mutant {
            name: "quorum-2f",
            what: "Quorums have 2f members, and the leader of the first round lies.",
            expected: Expected::Law(Law::P1),
            bounds: FIRST.with_quorums(2, 2),
        },
        Mutant {
            name: "quorum-2f-correct-leaders",
            what: "Quorums have 2f members, and no leader lies.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(4, 2, 2, 1).with_byzantine(0b1000).with_quorums(2, 2),
        },
        Mutant {
            name: "two-liars",
            what: "Two of four processes lie.",
            expected: Expected::Law(Law::P1),
            bounds: Bounds::new(4, 1, 2, 1).with_byzantine(0b1001),
        },
        Mutant {
            name: "votes-only",
            what: "A proposal carries votes, but not who had none to report.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "drops-decided",
            what: "A process that has decided does not report its vote any more.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "votes-without-certificate",
            what: "A reported vote needs no certificate.",
            expected: Expected::Law(Law::P3),
            bounds: SECOND,
        },
        Mutant {
            name: "choice-unchecked",
            what: "Nobody checks whether the leader has selected the highest vote.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "votes-early",
            what: "A process votes for what it has joined, without a certificate.",
            expected: Expected::Law(Law::P3),
            bounds: SECOND,
        },
        Mutant {
            name: "decides-on-joins",
            what: "A process decides when a quorum has joined, without votes.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "silent-round-change",
            what: "A process that gives up its round does not report its vote.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "votes-in-old-rounds",
            what: "A process votes in a round that it has left.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "small-round-change-quorum",
            what: "A proposal needs one ROUND-CHANGE less than a quorum.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "vote-value-unchecked",
            what: "Nobody checks that the leader proposes the value of the vote it continues.",
            expected: Expected::Law(Law::P3a),
            bounds: SECOND,
        },
        Mutant {
            name: "few-votes",
            what: "A process decides with one vote less than a quorum.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "leader-forgets-votes",
            what: "A correct leader proposes afresh, and the others believe it.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(4, 2, 2, 1).with_byzantine(0b1000),
        },
        Mutant {
            name: "votes-of-all-rounds",
            what: "A process counts votes for a value that were cast in other rounds.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "labels-as-printed",
            what: "Correct, but a round is labelled as added with the first honest vote.",
            expected: Expected::Law(Law::P3),
            bounds: Bounds::new(4, 2, 2, 1).with_byzantine(0b1),
        },
    ],
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mutation {
    VotesOnly,
    DropsDecided,
    VotesWithoutCertificate,
    ChoiceUnchecked,
    LabelsAsPrinted,
    VotesEarly,
    DecidesOnJoins,
    SilentRoundChange,
    VotesInOldRounds,
    SmallRoundChangeQuorum,
    VoteValueUnchecked,
    FewVotes,
    VotesOfAllRounds,
    LeaderForgetsVotes,
}

/// A step. Rounds count from 1, values from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A process gives up its round and reports its highest vote.
    RoundChange {
        /// The round that it enters.
        round: u8,
        /// The process.
        process: u8,
    },
    /// A correct leader proposes.
    Propose {
        /// The round.
        round: u8,
        /// What it proposes.
        content: Content,
    },
    /// A process accepts a proposal.
    Join {
        /// The round.
        round: u8,
        /// What was proposed.
        content: Content,
        /// The process.
        process: u8,
    },
    /// A process has seen a quorum of `JOIN`.
    Vote {
        /// The round.
        round: u8,
        /// For what.
        content: Content,
        /// The process.
        process: u8,
    },
    /// A process has seen a quorum of `VOTE`.
    Decide {
        /// The round.
        round: u8,
        /// For what.
        content: Content,
        /// The process.
        process: u8,
    },
}

/// Where things are. What belongs to a process lies in its column.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// One less than the round.
    round: Field,
    /// `ROUND-CHANGE`, by round: 0, or one more than the code of the vote reported (0 for none).
    /// The parent in that code is the round of the vote.
    change: Grid<1>,
    /// The codes of what was joined, voted for and decided, by round.
    joined: Grid<1>,
    voted: Grid<1>,
    decided: Grid<1>,
    /// What correct leaders have proposed.
    proposed: Grid<1>,
}

/// PBFT, with states of `W` words.
#[derive(Clone, Debug)]
pub(super) struct Pbft<const W: usize> {
    certificates: Certificates,
    mutation: Option<Mutation>,
    /// Whether steps that rule nothing out are taken at once.
    reduction: bool,
    places: Places,
}

impl<const W: usize> Pbft<W> {
    /// The model, unless its states do not fit.
    pub(super) fn new(setup: &Setup<'_>) -> Option<Self> {
        let bounds = setup.bounds;
        let mutation = match setup.mutant {
            Some("votes-only") => Some(Mutation::VotesOnly),
            Some("drops-decided") => Some(Mutation::DropsDecided),
            Some("votes-without-certificate") => Some(Mutation::VotesWithoutCertificate),
            Some("choice-unchecked") => Some(Mutation::ChoiceUnchecked),
            Some("votes-early") => Some(Mutation::VotesEarly),
            Some("decides-on-joins") => Some(Mutation::DecidesOnJoins),
            Some("silent-round-change") => Some(Mutation::SilentRoundChange),
            Some("votes-in-old-rounds") => Some(Mutation::VotesInOldRounds),
            Some("small-round-change-quorum") => Some(Mutation::SmallRoundChangeQuorum),
            Some("vote-value-unchecked") => Some(Mutation::VoteValueUnchecked),
            Some("votes-of-all-rounds") => Some(Mutation::VotesOfAllRounds),
            Some("few-votes") => Some(Mutation::FewVotes),
            Some("leader-forgets-votes") => Some(Mutation::LeaderForgetsVotes),
            Some("labels-as-printed") => Some(Mutation::LabelsAsPrinted),
            _ => None,
        };
        let rounds = bounds.rounds;
        let content = Content::count(rounds, bounds.values);
        let mut layout = Layout::default();
        let round = layout.number(rounds - 1);
        let change = layout.grid([rounds], bits_for(content + 1));
        let joined = layout.grid([rounds], bits_for(content));
        let voted = layout.grid([rounds], bits_for(content));
        let decided = layout.grid([rounds], bits_for(content));
        let column = layout.columns(bounds.processes);
        let proposed = layout.grid([rounds], bits_for(content));
        let places = Places { round, change, joined, voted, decided, proposed };
        let fits = layout.used() <= Bits::<W>::SIZE;
        let certificates = Certificates::new(setup, column);
        let needs_every_order = matches!(
            mutation,
            Some(
                Mutation::VotesInOldRounds
                    | Mutation::LabelsAsPrinted
                    | Mutation::VotesWithoutCertificate
                    | Mutation::VotesEarly
                    | Mutation::DropsDecided
            )
        );
        let reduction = setup.reduction && certificates.are_unique() && !needs_every_order;
        fits.then_some(Self { certificates, mutation, reduction, places })
    }

    fn has(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    fn round_of(&self, state: &Bits<W>, process: Process) -> usize {
        state.get(self.certificates.of(process, self.places.round)) as usize + 1
    }

    /// The vote with the highest round that a process has sent, as the value and that round.
    fn highest_vote(&self, state: &Bits<W>, process: Process) -> Option<Content> {
        let voted = |round| self.certificates.content(state, &self.places.voted, round, process);
        let vote = |round| Some(Content::new(voted(round)?.value.into(), round));
        let hides = |round| {
            let decided = self.certificates.content(state, &self.places.decided, round, process);
            self.has(Mutation::DropsDecided) && decided.is_some()
                || self.has(Mutation::SilentRoundChange)
        };
        (1..=self.certificates.bounds.rounds)
            .rev()
            .find_map(vote)
            .filter(|vote| !hides(vote.parent.into()))
    }

    /// What a process reports with its `ROUND-CHANGE`, if it has sent one.
    fn reported(&self, state: &Bits<W>, round: usize, process: Process) -> Option<Option<Content>> {
        let code = state.get(self.certificates.of(process, self.places.change.at([round - 1])));
        let code = code.checked_sub(1)?;
        Some(Content::decode(code, self.certificates.bounds.values))
    }

    /// Whether a Byzantine process can report a vote for that value in that round.
    fn can_be_claimed(&self, state: &Bits<W>, vote: Content) -> bool {
        let round = usize::from(vote.parent);
        let mut contents =
            self.certificates.contents(round).filter(|content| content.value == vote.value);
        self.certificates.liars() > 0
            && (self.has(Mutation::VotesWithoutCertificate)
                || contents
                    .any(|c| self.certificates.can_show(state, &self.places.joined, round, c)))
    }

    /// Whether a quorum of `ROUND-CHANGE` messages justifies the proposal of a leader. Only what a
    /// Byzantine leader shows can be incomplete.
    fn is_justified(&self, state: &Bits<W>, round: usize, content: Content, honest: bool) -> bool {
        if round == 1 {
            return content.parent == 0;
        }
        let forgets = self.has(Mutation::LeaderForgetsVotes) && honest && content.parent == 0;
        let hides_votes = self.has(Mutation::VotesOnly) && !honest || forgets;
        let reported = |p: Process| self.reported(state, round, p);
        let vote_round = |vote: Option<Content>| vote.map_or(0, |vote| vote.parent);
        let not_higher = self.certificates.bounds.correct().filter_map(reported);
        let not_higher =
            not_higher.filter(|&vote| hides_votes || vote_round(vote) <= content.parent);
        let is_unchecked = self.has(Mutation::ChoiceUnchecked) && !honest;
        let supporters = not_higher.count() + self.certificates.liars();
        let missing = usize::from(self.has(Mutation::SmallRoundChangeQuorum));
        if supporters + missing < self.certificates.quorum && !is_unchecked {
            return false;
        }
        let any_value = self.has(Mutation::VoteValueUnchecked) && !honest;
        let is_it = |vote: Content| vote == content || any_value && vote.parent == content.parent;
        let is_reported =
            self.certificates.bounds.correct().any(|p| reported(p).flatten().is_some_and(is_it));
        content.parent == 0 || is_reported || self.can_be_claimed(state, content)
    }

    fn justified(
        &self,
        state: &Bits<W>,
        round: usize,
        honest: bool,
    ) -> impl Iterator<Item = Content> {
        self.certificates
            .contents(round)
            .filter(move |&c| self.is_justified(state, round, c, honest))
    }

    /// Whether what can be proposed in a round is known for ever: everybody has entered it or
    /// passed by it, and it is settled which votes liars can claim.
    fn reports_are_final(&self, state: &Bits<W>, round: usize) -> bool {
        let certificates = &self.certificates;
        let current = |process| self.round_of(state, process);
        let is_settled =
            |lower| certificates.is_settled(state, &self.places.joined, lower, current);
        self.reduction
            && certificates.bounds.correct().all(|process| current(process) >= round)
            && (certificates.liars() == 0 || (0..round).all(is_settled))
    }

    /// Whether nobody will ever look at what processes report about a round: the leaders of all
    /// later ones are correct, and have proposed or gone on.
    fn nobody_listens_after(&self, state: &Bits<W>, round: usize) -> bool {
        let bounds = &self.certificates.bounds;
        let mut later = round + 1..=bounds.rounds;
        self.reduction
            && later.all(|later| {
                let leader = bounds.leader(later);
                !bounds.is_byzantine(leader)
                    && (state.get(self.places.proposed.at([later - 1])) != 0
                        || self.round_of(state, leader) > later)
            })
    }

    /// Where the labels see a round added: in its certificate, or as printed in a vote.
    fn is_added(&self, state: &Bits<W>, round: usize, content: Content) -> bool {
        match self.has(Mutation::LabelsAsPrinted) {
            true => self
                .certificates
                .senders(state, &self.places.voted, round, content)
                .next()
                .is_some(),
            false => self.certificates.can_show(state, &self.places.joined, round, content),
        }
    }

    fn is_decided(&self, state: &Bits<W>, round: usize) -> bool {
        let decided =
            |p| self.certificates.content(state, &self.places.decided, round, p).is_some();
        self.certificates.bounds.correct().any(decided)
    }
}

impl<const W: usize> Protocol for Pbft<W> {
    type State = Bits<W>;
    type Action = Action;
    type Round = u8;

    fn version(&self) -> Version {
        Version::SingleDecree
    }

    fn processes(&self) -> usize {
        self.certificates.bounds.processes
    }

    fn initial(&self) -> Bits<W> {
        Bits::ZERO
    }

    fn actions(&self, state: &Bits<W>, enabled: &mut Enabled<'_, Action>) {
        for round in 1..=self.certificates.bounds.rounds {
            let leader = self.certificates.bounds.leader(round);
            let is_proposed = state.get(self.places.proposed.at([round - 1])) != 0;
            if !self.certificates.bounds.is_byzantine(leader)
                && self.round_of(state, leader) == round
                && !is_proposed
            {
                let propose = |content| Action::Propose { round: round as u8, content };
                let proposals = self.justified(state, round, true).map(propose);
                enabled.push_choice(self.reports_are_final(state, round), leader, proposals);
            }
        }
        for process in self.certificates.bounds.correct() {
            let current = self.round_of(state, process);
            for round in current + 1..=self.certificates.bounds.rounds {
                let (round, process_number) = (round as u8, process as u8);
                enabled.push(process, Action::RoundChange { round, process: process_number });
            }
            let first = if self.has(Mutation::VotesInOldRounds) { 1 } else { current };
            for round in first..=current {
                self.round_actions(state, round, process, enabled);
            }
        }
    }

    fn next(&self, state: &Bits<W>, action: &Action) -> Bits<W> {
        let mut next = *state;
        let (places, certificates) = (&self.places, &self.certificates);
        match *action {
            Action::RoundChange { round, process } => {
                let (r, p) = (usize::from(round), process.into());
                let values = certificates.bounds.values;
                let vote = self.highest_vote(state, p).map_or(0, |vote| vote.code(values));
                next.set(certificates.of(p, places.change.at([r - 1])), vote + 1);
                next.set(certificates.of(p, places.round), r as u64 - 1);
            }
            Action::Propose { round, content } => {
                let place = places.proposed.at([usize::from(round) - 1]);
                next.set(place, content.code(certificates.bounds.values));
            }
            Action::Join { round, content, process } => {
                certificates.send(&mut next, &places.joined, round, process, content);
            }
            Action::Vote { round, content, process } => {
                certificates.send(&mut next, &places.voted, round, process, content);
            }
            Action::Decide { round, content, process } => {
                certificates.send(&mut next, &places.decided, round, process, content);
            }
        }
        next
    }

    fn labels(&self, state: &Bits<W>, action: &Action, labels: &mut Labels<u8>) {
        match *action {
            Action::Join { round, content, .. } | Action::Vote { round, content, .. } => {
                let (r, before) = (usize::from(round), state);
                let after = self.next(state, action);
                if !self.is_added(before, r, content) && self.is_added(&after, r, content) {
                    labels.add(0, round, content.value(), content.parent());
                }
            }
            Action::Decide { round, .. } => {
                if !self.is_decided(state, round.into()) {
                    labels.commit(0, round);
                }
                labels.decides = true;
            }
            _ => {}
        }
    }

    fn tree(&self, state: &Bits<W>, _instance: Instance, tree: &mut Snapshot<u8, Value>) {
        for round in 1..=self.certificates.bounds.rounds {
            for content in
                self.certificates.contents(round).filter(|&c| self.is_added(state, round, c))
            {
                tree.add(round as u8, content.value(), content.parent());
            }
            if self.is_decided(state, round) {
                tree.commit(round as u8);
            }
        }
    }

    fn decisions(&self, state: &Bits<W>, decisions: &mut Decisions) {
        for process in self.certificates.bounds.correct() {
            for round in 1..=self.certificates.bounds.rounds {
                if let Some(content) =
                    self.certificates.content(state, &self.places.decided, round, process)
                {
                    decisions.value(0, content.value());
                }
            }
        }
    }

    fn is_client_value(&self, value: Value) -> bool {
        usize::from(value.0) < self.certificates.bounds.values
    }

    fn canonical(&self, state: &Bits<W>) -> Option<Bits<W>> {
        let Places { change, joined, voted, decided, proposed, .. } = &self.places;
        let certificates = &self.certificates;
        certificates.canonical(state, |renaming| {
            let mut renamed = *state;
            [joined, voted, decided]
                .iter()
                .for_each(|kind| certificates.rename(&mut renamed, kind, renaming));
            for round in 0..certificates.bounds.rounds {
                certificates.rename_code(&mut renamed, proposed.at([round]), 0, renaming);
                for process in certificates.bounds.correct() {
                    let report = certificates.of(process, change.at([round]));
                    certificates.rename_code(&mut renamed, report, 1, renaming);
                }
            }
            renamed
        })
    }

    fn describe(&self, state: &Bits<W>, action: &Action) -> Description {
        let text =
            |name, round: u8, content: Content| format!("{name}({round}, {})", content.value());
        match *action {
            Action::RoundChange { round, process } => {
                let vote = match self.highest_vote(state, process.into()) {
                    Some(vote) => {
                        format!(" with a vote for {} in round {}", vote.value(), vote.parent)
                    }
                    None => " without a vote".to_owned(),
                };
                Description::new(process.into(), "ROUND-CHANGE", format!("({round}){vote}"))
                    .sending(format!("ROUND-CHANGE({round})"))
            }
            Action::Propose { round, content } => {
                let reporters =
                    self.certificates.with_liars(self.certificates.bounds.correct().filter(|&p| {
                        let vote = self.reported(state, round.into(), p);
                        vote.is_some_and(|vote| vote.map_or(0, |v| v.parent) <= content.parent)
                    }));
                let reporters = reporters.filter(|_| round > 1);
                let content_text = format!("({round}, {})", content.value());
                Description::new(
                    self.certificates.bounds.leader(round.into()),
                    "PROPOSE",
                    content_text,
                )
                .receiving_from(reporters, |_| format!("ROUND-CHANGE({round})"))
                .sending(text("PROPOSE", round, content))
            }
            Action::Join { round, content, process } => {
                let content_text = match content.parent {
                    0 => format!("({round}, {})", content.value()),
                    parent => format!("({round}, {}) of round {parent}", content.value()),
                };
                let leader = self.certificates.bounds.leader(round.into());
                Description::new(process.into(), "JOIN", content_text)
                    .receiving(leader, text("PROPOSE", round, content))
                    .sending(text("JOIN", round, content))
            }
            Action::Vote { round, content, process } => {
                let joined =
                    self.certificates.senders(state, &self.places.joined, round.into(), content);
                Description::new(process.into(), "VOTE", format!("({round}, {})", content.value()))
                    .receiving_from(self.certificates.with_liars(joined), |_| {
                        text("JOIN", round, content)
                    })
                    .sending(text("VOTE", round, content))
            }
            Action::Decide { round, content, process } => {
                let voted =
                    self.certificates.senders(state, &self.places.voted, round.into(), content);
                let content_text = format!("({round}, {})", content.value());
                Description::new(process.into(), "DECIDE", content_text)
                    .receiving_from(self.certificates.with_liars(voted), |_| {
                        text("VOTE", round, content)
                    })
            }
        }
    }
}

impl<const W: usize> Pbft<W> {
    /// What a process can do in its round.
    fn round_actions(
        &self,
        state: &Bits<W>,
        round: usize,
        process: Process,
        enabled: &mut Enabled<'_, Action>,
    ) {
        let places = &self.places;
        let (r, p) = (round as u8, process as u8);
        let is_silent = |grid| self.certificates.content(state, grid, round, process).is_none();
        if is_silent(&places.joined) {
            if self.certificates.bounds.is_byzantine(self.certificates.bounds.leader(round)) {
                let join = |content| Action::Join { round: r, content, process: p };
                let joins = self.justified(state, round, false).map(join);
                enabled.push_choice(self.reports_are_final(state, round), process, joins);
            } else {
                let code = state.get(places.proposed.at([round - 1]));
                if let Some(content) = Content::decode(code, self.certificates.bounds.values) {
                    let join = Action::Join { round: r, content, process: p };
                    enabled.push_choice(self.reduction, process, [join]);
                }
            }
        }
        for content in self.certificates.contents(round) {
            let certified = |grid| self.certificates.can_show(state, grid, round, content);
            let has_joined = || {
                let joined = self.certificates.content(state, &places.joined, round, process);
                joined == Some(content)
            };
            let may_vote =
                certified(&places.joined) || self.has(Mutation::VotesEarly) && has_joined();
            if is_silent(&places.voted) && may_vote {
                let vote = Action::Vote { round: r, content, process: p };
                enabled.push_choice(self.nobody_listens_after(state, round), process, [vote]);
            }
            let almost = || {
                let voters = self.certificates.senders(state, &places.voted, round, content);
                voters.count() + self.certificates.liars() + 1 >= self.certificates.quorum
            };
            let in_any_round = || {
                let vote = |p, round| self.certificates.content(state, &places.voted, round, p);
                let rounds = 1..=self.certificates.bounds.rounds;
                let voted = |&p: &Process| {
                    let mut votes = rounds.clone().filter_map(|round| vote(p, round));
                    votes.any(|vote| vote.value == content.value)
                };
                let voters = self.certificates.bounds.correct().filter(voted);
                voters.count() + self.certificates.liars() >= self.certificates.quorum
            };
            let may_decide = certified(&places.joined)
                && (certified(&places.voted)
                    || self.has(Mutation::DecidesOnJoins)
                    || self.has(Mutation::VotesOfAllRounds) && in_any_round()
                    || self.has(Mutation::FewVotes) && almost());
            if is_silent(&places.decided) && may_decide {
                let decide = Action::Decide { round: r, content, process: p };
                enabled.push_choice(self.reduction, process, [decide]);
            }
        }
    }
}
