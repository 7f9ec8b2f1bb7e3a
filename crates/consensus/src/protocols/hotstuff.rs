//! HotStuff (3.5): agreement on a branch of a tree of commands.
//!
//! A leader proposes a node below the highest certified node that it hears of; processes *join*,
//! then *prepare to commit*, then *commit*, each after a certificate of the step before. Whoever
//! has sent `COMMIT_VOTE` is locked on that node: it joins only nodes whose parent is of a higher
//! round, or that extend it. Certificates travel by themselves here, so the leader's broadcasts
//! between these steps are no steps of their own.
//!
//! # Where this deviates from the thesis
//!
//! - A round adds when its certificate (a quorum of `JOIN`) can first be made, not when
//!   `PRECOMMIT` is first sent: a Byzantine leader can keep the certificate, and use it as a
//!   parent later. The mutant `labels-as-printed` is a correct protocol with a false alarm.
//! - The overview lets a process join whenever the *new* node is of a higher round than its lock,
//!   which is always so: that is no lock at all (mutant `no-lock`). The JOIN action is right.
//!
//! # Steps that rule nothing out
//!
//! Some messages only make more possible, and are sent at once. Where that is so does not depend
//! on what is to be checked, but on what this model looks at before a step:
//!
//! - `JOIN` changes nothing for who sends it, but that it cannot join another node of the round.
//!   If a correct leader has made its proposal there is no other. If the leader lies there is none
//!   that is not there yet once it is settled which lower rounds have a certificate: a node whose
//!   parent is certified, and which the lock of a process does not let it join, is never joined,
//!   for locks only rise.
//! - `PROPOSE` is a choice that is complete once everybody has entered the round or passed by it,
//!   and, for what liars can claim, it is settled which lower rounds have a certificate.
//! - `PRECOMMIT_VOTE` changes what its sender will report. Nobody listens to that if all later
//!   rounds have a leader that lies, has proposed, or has gone on.
//! - `COMMIT_VOTE` locks its sender. In the last round, once it has joined, it joins no more.
//! - Nobody but the laws looks at decisions.
//!
//! Certificates must be unique, so that there is nothing else to vote for. A `JOIN` may add the
//! round sooner. Nothing that was missing is there then: who prepares to commit sees a certificate
//! of `JOIN`, so P2 cannot be broken, and a parent has its certificate before anybody joins a
//! child, so P3 cannot. The mutants that are named in `HotStuff::new` do without one of that, and
//! are explored in every order.

use super::certificates::Certificates;
use super::content::Content;
use super::{Bounds, Entry, Expected, Mutant, Setup};
use crate::bits::{Bits, Field, Grid, Layout, bits_for};
use crate::protocol::{
    Decisions, Description, Enabled, Instance, Labels, Process, Protocol, Value,
};
use crate::qtree::{Law, Snapshot, Version};

/// The second process is Byzantine: it leads the second round.
const SECOND: Bounds = Bounds::new(4, 2, 1, 1).with_byzantine(0b10);

pub(super) const ENTRY: Entry = Entry {
    name: "hotstuff",
    what: "HotStuff: a branch of commands, three phases of votes, a third of the processes may lie.",
    bounds: SECOND,
    mutants: &[
        Mutant {
            name: "no-lock",
            what: "A process joins any node of a higher round (the overview of the thesis).",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "lock-off-by-one",
            what: "A process joins nodes whose parent is one round below its lock.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "votes-in-old-rounds",
            what: "A process votes in rounds that it has left.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "quorum-2f",
            what: "Quorums have 2f members.",
            expected: Expected::Law(Law::P1),
            bounds: Bounds::new(4, 1, 2, 1).with_byzantine(0b1).with_quorums(2, 2),
        },
        Mutant {
            name: "two-liars",
            what: "Two of four processes lie.",
            expected: Expected::Law(Law::P1),
            bounds: Bounds::new(4, 1, 2, 1).with_byzantine(0b1001),
        },
        Mutant {
            name: "labels-as-printed",
            what: "Correct, but a round is labelled as added when PRECOMMIT reaches somebody.",
            expected: Expected::Law(Law::P3),
            bounds: Bounds::new(4, 2, 1, 1).with_byzantine(0b1),
        },
        Mutant {
            name: "votes-without-certificate",
            what: "A process prepares to commit a proposal that no quorum has joined.",
            expected: Expected::Law(Law::P2),
            bounds: SECOND,
        },
        Mutant {
            name: "parent-unchecked",
            what: "A process joins a node whose parent has no certificate.",
            expected: Expected::Law(Law::P3),
            bounds: SECOND,
        },
        Mutant {
            name: "decides-early",
            what: "A node is decided when a quorum has prepared to commit it, before any lock.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "few-commit-votes",
            what: "A node is decided with one COMMIT_VOTE less than a quorum.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "decides-on-joins",
            what: "A node is decided when a quorum has joined it.",
            expected: Expected::Law(Law::P4),
            bounds: SECOND,
        },
        Mutant {
            name: "mixed-certificate",
            what: "A certificate counts who has joined in a round, whichever node.",
            expected: Expected::Law(Law::P2),
            bounds: Bounds::new(4, 1, 2, 1).with_byzantine(0b1),
        },
        Mutant {
            name: "leader-ignores-reports",
            what: "A correct leader always continues the root; locks make up for it.",
            expected: Expected::Harmless,
            bounds: Bounds::new(4, 2, 1, 1).with_byzantine(0b1000),
        },
        Mutant {
            name: "locks-early",
            what: "A process is locked as soon as it prepares to commit.",
            expected: Expected::Harmless,
            bounds: SECOND,
        },
        Mutant {
            name: "own-branch-only",
            what: "A process joins nothing but what continues its lock: nothing wrong, but it may have to wait for ever.",
            expected: Expected::Harmless,
            bounds: Bounds::new(4, 2, 1, 1).with_byzantine(0b1000),
        },
        Mutant {
            name: "compares-rounds-only",
            what: "A process joins a node whose parent is not below its lock, without looking at branches.",
            expected: Expected::Harmless,
            bounds: Bounds::new(4, 2, 1, 1).with_byzantine(0b1000),
        },
        Mutant {
            name: "small-round-change-quorum",
            what: "The leader hears from one process less than a quorum; locks make up for it.",
            expected: Expected::Harmless,
            bounds: Bounds::new(4, 2, 1, 1).with_byzantine(0b1000),
        },
        Mutant {
            name: "two-phases",
            what: "A process commits, and is locked, as soon as it sees that a quorum has joined.",
            expected: Expected::Harmless,
            bounds: SECOND,
        },
        Mutant {
            name: "lowest-parent",
            what: "The leader continues the lowest node that it hears of.",
            expected: Expected::Harmless,
            bounds: SECOND,
        },
    ],
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mutation {
    NoLock,
    LockOffByOne,
    VotesInOldRounds,
    LabelsAsPrinted,
    TwoPhases,
    LowestParent,
    VotesWithoutCertificate,
    ParentUnchecked,
    DecidesEarly,
    FewCommitVotes,
    DecidesOnJoins,
    MixedCertificate,
    LeaderIgnoresReports,
    LocksEarly,
    OwnBranchOnly,
    ComparesRoundsOnly,
    SmallRoundChangeQuorum,
}

/// A step. Rounds count from 1, values from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A process gives up its round and reports the highest node that it has prepared.
    RoundChange {
        /// The round that it enters.
        round: u8,
        /// The process.
        process: u8,
    },
    /// A correct leader proposes a node.
    Propose {
        /// The round.
        round: u8,
        /// The node.
        content: Content,
    },
    /// A process takes the next step for a node.
    Send {
        /// Which step.
        phase: Phase,
        /// The round.
        round: u8,
        /// The node.
        content: Content,
        /// The process.
        process: u8,
    },
    /// Somebody shows a quorum of `COMMIT_VOTE`.
    Decide {
        /// The round.
        round: u8,
        /// The node.
        content: Content,
    },
}

/// The three messages that a process sends for a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// It accepts the proposal.
    Join,
    /// It has seen that a quorum has joined.
    PrecommitVote,
    /// It has seen that a quorum has seen that, and is locked.
    CommitVote,
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Self::Join => "JOIN",
            Self::PrecommitVote => "PRECOMMIT_VOTE",
            Self::CommitVote => "COMMIT_VOTE",
        }
    }
}

/// Where things are. What belongs to a process lies in its column.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// One less than the round.
    round: Field,
    /// `ROUND-CHANGE`, by round: 0, or one more than the round of the node reported.
    change: Grid<1>,
    /// The codes of the nodes for which each message was sent, by round.
    joined: Grid<1>,
    precommitted: Grid<1>,
    committed: Grid<1>,
    /// What correct leaders have proposed.
    proposed: Grid<1>,
    /// The nodes decided.
    decided: Grid<1>,
}

/// HotStuff, with states of `W` words.
#[derive(Clone, Debug)]
pub(super) struct HotStuff<const W: usize> {
    certificates: Certificates,
    mutation: Option<Mutation>,
    /// Whether steps that rule nothing out are taken at once.
    reduction: bool,
    places: Places,
}

impl<const W: usize> HotStuff<W> {
    /// The model, unless its states do not fit.
    pub(super) fn new(setup: &Setup<'_>) -> Option<Self> {
        let bounds = setup.bounds;
        let mutation = match setup.mutant {
            Some("no-lock") => Some(Mutation::NoLock),
            Some("lock-off-by-one") => Some(Mutation::LockOffByOne),
            Some("votes-in-old-rounds") => Some(Mutation::VotesInOldRounds),
            Some("labels-as-printed") => Some(Mutation::LabelsAsPrinted),
            Some("two-phases") => Some(Mutation::TwoPhases),
            Some("lowest-parent") => Some(Mutation::LowestParent),
            Some("votes-without-certificate") => Some(Mutation::VotesWithoutCertificate),
            Some("parent-unchecked") => Some(Mutation::ParentUnchecked),
            Some("decides-early") => Some(Mutation::DecidesEarly),
            Some("few-commit-votes") => Some(Mutation::FewCommitVotes),
            Some("decides-on-joins") => Some(Mutation::DecidesOnJoins),
            Some("mixed-certificate") => Some(Mutation::MixedCertificate),
            Some("leader-ignores-reports") => Some(Mutation::LeaderIgnoresReports),
            Some("locks-early") => Some(Mutation::LocksEarly),
            Some("own-branch-only") => Some(Mutation::OwnBranchOnly),
            Some("compares-rounds-only") => Some(Mutation::ComparesRoundsOnly),
            Some("small-round-change-quorum") => Some(Mutation::SmallRoundChangeQuorum),
            _ => None,
        };
        let rounds = bounds.rounds;
        let content = bits_for(Content::count(rounds, bounds.values));
        let mut layout = Layout::default();
        let round = layout.number(rounds - 1);
        let change = layout.grid([rounds], bits_for(rounds + 1));
        let joined = layout.grid([rounds], content);
        let precommitted = layout.grid([rounds], content);
        let committed = layout.grid([rounds], content);
        let column = layout.columns(bounds.processes);
        let proposed = layout.grid([rounds], content);
        let decided = layout.grid([rounds], content);
        let places = Places { round, change, joined, precommitted, committed, proposed, decided };
        let certificates = Certificates::new(setup, column);
        let needs_every_order = matches!(
            mutation,
            Some(
                Mutation::VotesInOldRounds
                    | Mutation::LabelsAsPrinted
                    | Mutation::VotesWithoutCertificate
                    | Mutation::ParentUnchecked
                    | Mutation::FewCommitVotes
                    | Mutation::MixedCertificate
            )
        );
        let reduction = setup.reduction && certificates.are_unique() && !needs_every_order;
        let fits = layout.used() <= Bits::<W>::SIZE;
        fits.then_some(Self { certificates, mutation, reduction, places })
    }

    fn has(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    fn kind(&self, phase: Phase) -> &Grid<1> {
        match phase {
            Phase::Join => &self.places.joined,
            Phase::PrecommitVote => &self.places.precommitted,
            Phase::CommitVote => &self.places.committed,
        }
    }

    fn round_of(&self, state: &Bits<W>, process: Process) -> usize {
        state.get(self.certificates.of(process, self.places.round)) as usize + 1
    }

    /// The highest round in which a process has sent a message of a phase, or 0: its `preNode`
    /// and its `votedNode`.
    fn highest(&self, state: &Bits<W>, phase: Phase, process: Process) -> usize {
        let sent = |&round: &usize| {
            self.certificates.content(state, self.kind(phase), round, process).is_some()
        };
        (1..=self.certificates.bounds.rounds).rev().find(sent).unwrap_or(0)
    }

    fn prepared(&self, state: &Bits<W>, process: Process) -> usize {
        let phase = match self.has(Mutation::TwoPhases) {
            true => Phase::CommitVote,
            false => Phase::PrecommitVote,
        };
        self.highest(state, phase, process)
    }

    /// The node that a process reports with its `ROUND-CHANGE`, if it has sent one.
    fn reported(&self, state: &Bits<W>, round: usize, process: Process) -> Option<usize> {
        let place = self.certificates.of(process, self.places.change.at([round - 1]));
        (state.get(place) as usize).checked_sub(1)
    }

    /// Whether a node can be a parent: it is the root, or its certificate can be shown.
    fn is_certified(&self, state: &Bits<W>, round: usize) -> bool {
        round == 0 || self.certificates.shown(state, &self.places.joined, round).is_some()
    }

    /// The parents that a correct leader can select from a quorum of `ROUND-CHANGE` messages.
    fn parents(&self, state: &Bits<W>, round: usize) -> impl Iterator<Item = usize> {
        (0..round).filter(move |&parent| {
            let bounds = &self.certificates.bounds;
            let reports = || bounds.correct().filter_map(|p| self.reported(state, round, p));
            let fits = |&report: &usize| match self.mutation {
                Some(Mutation::LowestParent) => report >= parent,
                Some(Mutation::LeaderIgnoresReports) => parent == 0,
                _ => report <= parent,
            };
            let claimed = self.certificates.liars() > 0 && self.is_certified(state, parent);
            let is_first = round == 1 && parent == 0;
            let missing = usize::from(self.has(Mutation::SmallRoundChangeQuorum));
            let enough = reports().filter(fits).count() + self.certificates.liars() + missing
                >= self.certificates.quorum;
            is_first || enough && (claimed || reports().any(|report| report == parent))
        })
    }

    /// Whether the node of `round` is the root, `ancestor`, or above it.
    fn extends(&self, state: &Bits<W>, mut round: usize, ancestor: usize) -> bool {
        while round > ancestor {
            let node = self.certificates.shown(state, &self.places.joined, round);
            round = node.map_or(0, |content| content.parent.into());
        }
        round == ancestor
    }

    /// Whether the lock of a process lets it join a node: `JOIN` of 3.5.1.
    fn may_join(&self, state: &Bits<W>, content: Content, process: Process) -> bool {
        let lock = match self.has(Mutation::LocksEarly) {
            true => self.highest(state, Phase::PrecommitVote, process),
            false => self.highest(state, Phase::CommitVote, process),
        };
        let parent = usize::from(content.parent);
        match self.mutation {
            Some(Mutation::NoLock) => true,
            Some(Mutation::LockOffByOne) => lock <= parent + 1,
            Some(Mutation::ComparesRoundsOnly) => lock <= parent,
            Some(Mutation::OwnBranchOnly) => self.extends(state, parent, lock),
            _ => lock < parent || self.extends(state, parent, lock),
        }
    }

    /// Whether it is known for ever which lower rounds can be the parent of a node of `round`.
    fn parents_are_settled(&self, state: &Bits<W>, round: usize) -> bool {
        let current = |process| self.round_of(state, process);
        let joined = &self.places.joined;
        (0..round).all(|parent| self.certificates.is_settled(state, joined, parent, current))
    }

    /// Whether a process that takes a step in a round rules nothing out.
    fn is_free(&self, state: &Bits<W>, phase: Phase, round: usize, process: Process) -> bool {
        let bounds = &self.certificates.bounds;
        let locks = phase == Phase::CommitVote || self.has(Mutation::LocksEarly);
        self.reduction
            && match phase {
                Phase::Join => {
                    !bounds.is_byzantine(bounds.leader(round))
                        || self.parents_are_settled(state, round)
                }
                _ if locks => {
                    let joined = &self.places.joined;
                    round == bounds.rounds
                        && self.certificates.content(state, joined, round, process).is_some()
                }
                _ => (round + 1..=bounds.rounds).all(|later| {
                    let leader = bounds.leader(later);
                    bounds.is_byzantine(leader)
                        || state.get(self.places.proposed.at([later - 1])) != 0
                        || self.round_of(state, leader) > later
                }),
            }
    }

    /// The nodes that somebody proposes to a process in a round.
    fn proposals(&self, state: &Bits<W>, round: usize) -> Vec<Content> {
        let bounds = &self.certificates.bounds;
        if bounds.is_byzantine(bounds.leader(round)) {
            let contents = self.certificates.contents(round);
            let is_certified = |c: &Content| {
                self.has(Mutation::ParentUnchecked) || self.is_certified(state, c.parent.into())
            };
            return contents.filter(is_certified).collect();
        }
        let code = state.get(self.places.proposed.at([round - 1]));
        Content::decode(code, bounds.values).into_iter().collect()
    }

    /// Where the labels see a round added: in its certificate, or as printed in what follows.
    fn is_added(&self, state: &Bits<W>, round: usize, content: Content) -> bool {
        let (certificates, places) = (&self.certificates, &self.places);
        match self.has(Mutation::LabelsAsPrinted) {
            true => certificates.senders(state, &places.precommitted, round, content).count() > 0,
            false => certificates.can_show(state, &places.joined, round, content),
        }
    }

    /// What can be decided in a round: there is a certificate of `COMMIT_VOTE`.
    fn decidable(&self, state: &Bits<W>, round: usize) -> Option<Content> {
        let (certificates, places) = (&self.certificates, &self.places);
        match self.mutation {
            Some(Mutation::DecidesEarly) => certificates.shown(state, &places.precommitted, round),
            Some(Mutation::DecidesOnJoins) => certificates.shown(state, &places.joined, round),
            Some(Mutation::FewCommitVotes) => certificates.contents(round).find(|&content| {
                let votes = certificates.senders(state, &places.committed, round, content);
                votes.count() + certificates.liars() + 1 >= certificates.quorum
            }),
            _ => certificates.shown(state, &places.committed, round),
        }
    }

    /// Whether a process sees a certificate for a node, of messages of one kind.
    fn sees(&self, state: &Bits<W>, kind: &Grid<1>, round: usize, content: Content) -> bool {
        let certificates = &self.certificates;
        if !self.has(Mutation::MixedCertificate) {
            return certificates.can_show(state, kind, round, content);
        }
        let is_sent = |p: &Process| certificates.content(state, kind, round, *p).is_some();
        let senders = certificates.bounds.correct().filter(is_sent).count();
        senders + certificates.liars() >= certificates.quorum
            && certificates.senders(state, kind, round, content).next().is_some()
    }

    /// The message that must have a certificate before a process sends one of a phase.
    fn before(&self, phase: Phase) -> Option<&Grid<1>> {
        match phase {
            Phase::Join => None,
            Phase::PrecommitVote if self.has(Mutation::VotesWithoutCertificate) => None,
            Phase::PrecommitVote => Some(&self.places.joined),
            Phase::CommitVote if self.has(Mutation::TwoPhases) => Some(&self.places.joined),
            Phase::CommitVote => Some(&self.places.precommitted),
        }
    }

    fn phases(&self) -> &'static [Phase] {
        match self.has(Mutation::TwoPhases) {
            true => &[Phase::Join, Phase::CommitVote],
            false => &[Phase::Join, Phase::PrecommitVote, Phase::CommitVote],
        }
    }
}

impl<const W: usize> Protocol for HotStuff<W> {
    type State = Bits<W>;
    type Action = Action;
    type Round = u8;

    fn version(&self) -> Version {
        Version::StateMachineReplication
    }

    fn processes(&self) -> usize {
        self.certificates.bounds.processes
    }

    fn initial(&self) -> Bits<W> {
        Bits::ZERO
    }

    fn actions(&self, state: &Bits<W>, enabled: &mut Enabled<'_, Action>) {
        let bounds = &self.certificates.bounds;
        for round in 1..=bounds.rounds {
            let (leader, r) = (bounds.leader(round), round as u8);
            let is_proposed = state.get(self.places.proposed.at([round - 1])) != 0;
            let leads = !bounds.is_byzantine(leader) && self.round_of(state, leader) == round;
            if leads && !is_proposed {
                let contents = self.parents(state, round).flat_map(|parent| {
                    (0..bounds.values).map(move |value| Content::new(value, parent))
                });
                let proposals = contents.map(|content| Action::Propose { round: r, content });
                let everybody_is_here = bounds.correct().all(|p| self.round_of(state, p) >= round);
                let is_final = self.reduction
                    && everybody_is_here
                    && (self.certificates.liars() == 0 || self.parents_are_settled(state, round));
                enabled.push_choice(is_final, leader, proposals);
            }
            let decided = state.get(self.places.decided.at([round - 1]));
            if let Some(content) = self.decidable(state, round)
                && content.code(bounds.values) != decided
            {
                let decide = Action::Decide { round: r, content };
                enabled.push_choice(self.reduction, leader, [decide]);
            }
        }
        for process in bounds.correct() {
            let current = self.round_of(state, process);
            for round in current + 1..=bounds.rounds {
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
        let values = self.certificates.bounds.values;
        match *action {
            Action::RoundChange { round, process } => {
                let (round, process) = (usize::from(round), process.into());
                let place = self.certificates.of(process, self.places.change.at([round - 1]));
                next.set(place, self.prepared(state, process) as u64 + 1);
                next.set(self.certificates.of(process, self.places.round), round as u64 - 1);
            }
            Action::Propose { round, content } => {
                let place = self.places.proposed.at([usize::from(round) - 1]);
                next.set(place, content.code(values));
            }
            Action::Send { phase, round, content, process } => {
                self.certificates.send(&mut next, self.kind(phase), round, process, content);
            }
            Action::Decide { round, content } => {
                let place = self.places.decided.at([usize::from(round) - 1]);
                next.set(place, content.code(values));
            }
        }
        next
    }

    fn labels(&self, state: &Bits<W>, action: &Action, labels: &mut Labels<u8>) {
        match *action {
            Action::Send { round, content, .. } => {
                let (r, after) = (usize::from(round), self.next(state, action));
                if !self.is_added(state, r, content) && self.is_added(&after, r, content) {
                    labels.add(0, round, self.command(r, content), content.parent());
                }
            }
            Action::Decide { round, .. } => {
                labels.commit(0, round);
                labels.decides = true;
            }
            Action::RoundChange { .. } | Action::Propose { .. } => {}
        }
    }

    fn tree(&self, state: &Bits<W>, _instance: Instance, tree: &mut Snapshot<u8, Value>) {
        for round in 1..=self.certificates.bounds.rounds {
            let contents = self.certificates.contents(round);
            for content in contents.filter(|&content| self.is_added(state, round, content)) {
                tree.add(round as u8, self.command(round, content), content.parent());
            }
            if state.get(self.places.decided.at([round - 1])) != 0 {
                tree.commit(round as u8);
            }
        }
    }

    /// A decision is about all commands on the way from the root. Commands of different rounds
    /// are different, so that a path is told by its rounds.
    fn decisions(&self, state: &Bits<W>, decisions: &mut Decisions) {
        let bounds = &self.certificates.bounds;
        for round in 1..=bounds.rounds {
            let code = state.get(self.places.decided.at([round - 1]));
            let Some(decided) = Content::decode(code, bounds.values) else { continue };
            let parent = |&(_, content): &(usize, Content)| {
                let below = usize::from(content.parent);
                let node = (below != 0)
                    .then(|| self.certificates.shown(state, &self.places.joined, below));
                Some((below, node.flatten()?))
            };
            let path = std::iter::successors(Some((round, decided)), parent);
            let mut path: Vec<Value> =
                path.map(|(round, content)| self.command(round, content)).collect();
            path.reverse();
            decisions.sequence(0, path);
        }
    }

    fn is_client_value(&self, value: Value) -> bool {
        usize::from(value.0) < self.certificates.bounds.rounds * self.certificates.bounds.values
    }

    fn canonical(&self, state: &Bits<W>) -> Option<Bits<W>> {
        let Places { joined, precommitted, committed, proposed, decided, .. } = &self.places;
        let certificates = &self.certificates;
        certificates.canonical(state, |renaming| {
            let mut renamed = *state;
            [joined, precommitted, committed]
                .iter()
                .for_each(|kind| certificates.rename(&mut renamed, kind, renaming));
            for round in 0..certificates.bounds.rounds {
                certificates.rename_code(&mut renamed, proposed.at([round]), 0, renaming);
                certificates.rename_code(&mut renamed, decided.at([round]), 0, renaming);
            }
            renamed
        })
    }

    fn describe(&self, state: &Bits<W>, action: &Action) -> Description {
        let bounds = &self.certificates.bounds;
        let node = |round: u8, content: Content| match content.parent {
            0 => format!("({round}, {}) on the root", self.command(round.into(), content)),
            parent => {
                format!("({round}, {}) on round {parent}", self.command(round.into(), content))
            }
        };
        let message = |name, round: u8, content| format!("{name}{}", node(round, content));
        match *action {
            Action::RoundChange { round, process } => {
                let prepared = match self.prepared(state, process.into()) {
                    0 => format!("({round}) with nothing prepared"),
                    node => format!("({round}) with round {node} prepared"),
                };
                Description::new(process.into(), "ROUND-CHANGE", prepared)
                    .sending(format!("ROUND-CHANGE({round})"))
            }
            Action::Propose { round, content } => {
                let reports =
                    bounds.correct().filter(|&p| self.reported(state, round.into(), p).is_some());
                let reports = self.certificates.with_liars(reports).filter(|_| round > 1);
                Description::new(bounds.leader(round.into()), "PROPOSE", node(round, content))
                    .receiving_from(reports, |_| format!("ROUND-CHANGE({round})"))
                    .sending(message("PROPOSE", round, content))
            }
            Action::Send { phase, round, content, process } => {
                let step = Description::new(process.into(), phase.name(), node(round, content))
                    .sending(message(phase.name(), round, content));
                let Some(kind) = self.before(phase) else {
                    let leader = bounds.leader(round.into());
                    return step.receiving(leader, message("PROPOSE", round, content));
                };
                let name = match std::ptr::eq(kind, &self.places.joined) {
                    true => Phase::Join.name(),
                    false => Phase::PrecommitVote.name(),
                };
                let senders = self.certificates.senders(state, kind, round.into(), content);
                let senders = self.certificates.with_liars(senders);
                step.receiving_from(senders, |_| message(name, round, content))
            }
            Action::Decide { round, content } => {
                let kind = &self.places.committed;
                let senders = self.certificates.senders(state, kind, round.into(), content);
                Description::new(bounds.leader(round.into()), "DECIDE", node(round, content))
                    .receiving_from(self.certificates.with_liars(senders), |_| {
                        message(Phase::CommitVote.name(), round, content)
                    })
            }
        }
    }
}

impl<const W: usize> HotStuff<W> {
    /// The command of a node: no two rounds have the same.
    fn command(&self, round: usize, content: Content) -> Value {
        Value(((round - 1) * self.certificates.bounds.values) as u8 + content.value)
    }

    /// What a process can do in a round.
    fn round_actions(
        &self,
        state: &Bits<W>,
        round: usize,
        process: Process,
        enabled: &mut Enabled<'_, Action>,
    ) {
        for &phase in self.phases() {
            if self.certificates.content(state, self.kind(phase), round, process).is_some() {
                continue;
            }
            let mut contents = match self.before(phase) {
                None => self.proposals(state, round),
                Some(_) => self.certificates.contents(round).collect(),
            };
            contents.retain(|&content| match self.before(phase) {
                None => self.may_join(state, content, process),
                Some(kind) => self.sees(state, kind, round, content),
            });
            if contents.is_empty() {
                continue;
            }
            let (r, p) = (round as u8, process as u8);
            let send = |content| Action::Send { phase, round: r, content, process: p };
            let is_free = self.is_free(state, phase, round, process);
            enabled.push_choice(is_free, process, contents.into_iter().map(send));
        }
    }
}
