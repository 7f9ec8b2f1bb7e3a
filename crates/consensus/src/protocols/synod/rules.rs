//! What tells Paxos and its relatives apart.

/// A set of processes, one bit each.
pub(super) type Mask = u64;

/// Which sets of processes are quorums.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum Quorums {
    /// All with at least so many members.
    AtLeast(u32),
    /// In each round, all that have these members (Cheap Paxos).
    Members(Vec<Mask>),
}

impl Quorums {
    pub(super) fn contains(&self, round: usize, members: Mask) -> bool {
        match self {
            // Quorums are small, and not every processor can count.
            Self::AtLeast(size) => {
                *size == 0 || (1..*size).fold(members, |rest, _| rest & rest.wrapping_sub(1)) != 0
            }
            Self::Members(active) => {
                let active = active[(round - 1) % active.len()];
                members & active == active
            }
        }
    }

    /// Who takes part in a round at all.
    pub(super) fn members(&self, round: usize) -> Mask {
        match self {
            Self::AtLeast(_) => Mask::MAX,
            Self::Members(active) => active[(round - 1) % active.len()],
        }
    }
}

/// A mistake, or a liberty, that an implementer might take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Mutation {
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
    /// The proposer continues the lowest vote that it is told of.
    LowestVote,
    /// The proposer continues the highest vote, with the value of whichever vote it is told of.
    ValueOfAnyVote,
    /// Voting in a round promises nothing.
    VoteWithoutPromise,
    /// The leader counts votes for its value of whichever round.
    CountsVotesOfAllRounds,
    /// Acceptors that have told of their vote once do not tell of it again.
    ForgetsVoteOnJoin,
    /// Acceptors report the first vote that they have cast, not the last.
    KeepsFirstVote,
    /// Acceptors report what they voted for in the first slot as their vote for every slot.
    MixesSlots,
    /// The leader takes a `JOIN` of a lower round for one of its own.
    JoinsOfOtherRounds,
    /// Acceptors vote for what nobody has proposed.
    VotesForUnproposed,
    /// A restart loses the promise alone.
    ForgetsPromise,
    /// A restart loses the votes alone.
    ForgetsVote,
    /// The leader counts itself as a voter, whether or not it has voted.
    LeaderCountsItself,
    /// Acceptors join rounds that they have left, and turn back to them.
    JoinsOldRounds,
    /// Acceptors answer the start of a round that they have left, and keep their promise.
    AnswersOldRounds,
    /// Acceptors report their vote for a slot with the value that they voted for in the first one.
    FirstSlotValue,
    /// The leader proposes for slots in any order.
    AnyOrder,
    /// Acceptors report their vote as one of the round that they have joined last.
    ReportsPromise,
    /// The leader of the first round does not wait for anybody to join (harmless).
    FirstRoundAtOnce,
    /// No leader waits for anybody to join.
    EveryRoundAtOnce,
    /// The leader counts who has joined as if it had voted.
    JoinsCountAsVotes,
    /// The leader counts itself among those who have joined, with nothing to report.
    LeaderJoinsSilently,
    /// The leader counts votes of its round for whichever value (harmless).
    AnyValueCounts,
    /// Acceptors vote once and never again (harmless).
    VotesOnce,
}

/// What tells the relatives apart.
#[derive(Clone, Debug)]
pub(in super::super) struct Rules {
    pub(in super::super) acceptors: usize,
    pub(in super::super) rounds: usize,
    pub(in super::super) values: usize,
    pub(in super::super) slots: usize,
    pub(in super::super) join_quorums: Quorums,
    pub(in super::super) vote_quorums: Quorums,
    /// The leader proposes for a slot before it has decided the one before.
    pub(in super::super) pipelined: bool,
    /// The last value is the command to stop (Stoppable Paxos).
    pub(in super::super) has_stop: bool,
    /// A leader that has proposed to stop proposes nothing for later slots.
    pub(in super::super) leader_stops: bool,
    /// One acceptor may lose its durable state and restart.
    pub(in super::super) loses_state: bool,
    /// Starting a round is a step of its own. It is always possible, so nothing is lost without.
    pub(in super::super) start_is_a_step: bool,
    /// Runs that differ in the names of acceptors or values only are explored once.
    pub(in super::super) symmetry: bool,
    /// Steps that rule nothing out are taken before anything else happens.
    pub(in super::super) reduction: bool,
    pub(in super::super) mutation: Option<Mutation>,
}

impl Rules {
    pub(super) fn has(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    /// Whether acceptors that have promised to leave all rounds but the last one vote there at
    /// once, and the leader proposes there at once when all have: see `Synod::slot_actions`.
    ///
    /// Such acceptors never join again, so that nobody is told of their votes, and one vote does not
    /// stand in the way of another. These mutants, and whoever forgets a promise, make one of that
    /// untrue.
    pub(super) fn last_round_is_final(&self) -> bool {
        let may_turn_back = matches!(
            self.mutation,
            Some(
                Mutation::JoinsAfterVoting
                    | Mutation::JoinsOldRounds
                    | Mutation::AnswersOldRounds
                    | Mutation::VotesOnce
            )
        );
        self.reduction && !self.loses_state && !may_turn_back
    }

    /// Whether a leader makes one proposal for each slot, one after the other, and nobody votes or
    /// decides before: proposing sooner then rules nothing out, nor does it add what was missing.
    pub(super) fn proposals_come_first(&self) -> bool {
        !matches!(
            self.mutation,
            Some(
                Mutation::ProposesTwice
                    | Mutation::AnyOrder
                    | Mutation::VotesForUnproposed
                    | Mutation::DecidesOnJoins
            )
        )
    }

    /// How many values can occur.
    pub(super) fn all_values(&self) -> usize {
        self.values + usize::from(self.has(Mutation::InventsValue))
    }
}
