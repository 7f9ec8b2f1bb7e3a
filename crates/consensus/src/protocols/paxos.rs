//! Single-decree Paxos (3.4.1).
//!
//! Only quorums of the first phase (`JOIN`) and of the second (`VOTE`) need to intersect: that is
//! what P4 rests on. A process joins a round only if it has neither joined nor voted in that round
//! or a higher one. The text of the thesis says "a higher one", its footnote and its proof need
//! what is here; the mutant `join-after-vote` is the text, and harmless.

use super::synod::{Mutation, Quorums, Rules};
use super::{Bounds, Entry, Expected, Mutant, Setup};
use crate::qtree::Law;

const SMALL: Bounds = Bounds::new(3, 2, 2, 1);
/// A third round hears of two votes.
const LARGER: Bounds = Bounds::new(3, 3, 2, 1);

pub(super) const ENTRY: Entry = Entry {
    name: "paxos",
    what: "Single-decree Paxos: one value, rounds with fixed leaders, majorities.",
    bounds: Bounds::new(3, 3, 2, 1),
    mutants: &[
        Mutant {
            name: "ignores-votes",
            what: "The leader proposes its own value although it learns of a vote.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "own-value",
            what: "The leader continues the highest vote, but with its own value.",
            expected: Expected::Law(Law::P3a),
            bounds: SMALL,
        },
        Mutant {
            name: "votes-in-old-rounds",
            what: "A process votes in a round that it has left.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "join-without-promise",
            what: "A process that joins a round does not leave the lower ones.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "proposes-twice",
            what: "The leader proposes two values in its round.",
            expected: Expected::Law(Law::P1),
            bounds: Bounds::new(3, 1, 2, 1),
        },
        Mutant {
            name: "amnesia",
            what: "A process restarts without what it has promised and voted for.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "decides-on-joins",
            what: "The leader decides when a quorum has joined, without votes.",
            expected: Expected::Law(Law::P2),
            bounds: Bounds::new(3, 1, 1, 1),
        },
        Mutant {
            name: "one-vote",
            what: "The leader decides with a single vote.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "invents-value",
            what: "The leader proposes what no client asked for.",
            expected: Expected::Validity,
            bounds: Bounds::new(3, 1, 1, 1),
        },
        Mutant {
            name: "one-join",
            what: "The leader proposes as soon as one process has joined.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "lowest-vote",
            what: "The leader continues the lowest vote that it learns of.",
            expected: Expected::Law(Law::P4),
            bounds: LARGER,
        },
        Mutant {
            name: "value-of-any-vote",
            what: "The leader continues the highest vote, with the value of any vote it learns of.",
            expected: Expected::Law(Law::P3a),
            bounds: LARGER,
        },
        Mutant {
            name: "vote-without-promise",
            what: "A process that votes in a round does not leave the lower ones.",
            expected: Expected::Law(Law::P3),
            bounds: SMALL,
        },
        Mutant {
            name: "counts-votes-of-all-rounds",
            what: "The leader counts votes for its value that were cast in other rounds.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "forgets-vote-on-join",
            what: "A process that has told a leader of its vote does not tell the next one.",
            expected: Expected::Law(Law::P4),
            bounds: LARGER,
        },
        Mutant {
            name: "keeps-first-vote",
            what: "A process tells of the first vote that it has cast, not of the last.",
            expected: Expected::Law(Law::P4),
            bounds: LARGER,
        },
        Mutant {
            name: "joins-of-other-rounds",
            what: "The leader counts who has joined a lower round, and what it said then.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "votes-for-unproposed",
            what: "A process votes for what nobody has proposed.",
            expected: Expected::Law(Law::P2),
            bounds: SMALL,
        },
        Mutant {
            name: "forgets-promise",
            what: "A process restarts without its promise, but with its vote.",
            expected: Expected::Law(Law::P3),
            bounds: SMALL,
        },
        Mutant {
            name: "forgets-vote",
            what: "A process restarts without its vote, but with its promise.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "leader-counts-itself",
            what: "The leader counts itself among the voters, also if it has left the round.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "joins-old-rounds",
            what: "A process joins a round that it has left, and turns back to it.",
            expected: Expected::Law(Law::P3),
            bounds: SMALL,
        },
        Mutant {
            name: "answers-old-rounds",
            what: "A process answers the start of a round that it has left, and keeps its promise.",
            expected: Expected::Law(Law::P3),
            bounds: SMALL,
        },
        Mutant {
            name: "reports-promise",
            what: "A process tells of its vote as one of the round that it has joined last.",
            expected: Expected::Law(Law::P3),
            bounds: LARGER,
        },
        Mutant {
            name: "every-round-at-once",
            what: "The leader of a round proposes before anybody has joined.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "joins-count-as-votes",
            what: "The leader counts who has joined as a voter.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "leader-joins-silently",
            what: "The leader counts itself among those who have joined, without a vote to tell of.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "first-round-at-once",
            what: "The leader of the first round proposes before anybody has joined: there is nothing to hear of.",
            expected: Expected::Harmless,
            bounds: SMALL,
        },
        Mutant {
            name: "any-value-counts",
            what: "The leader counts votes of its round for any value: there is only one.",
            expected: Expected::Harmless,
            bounds: SMALL,
        },
        Mutant {
            name: "votes-once",
            what: "A process votes once, and never again: nothing may be decided, but nothing wrong.",
            expected: Expected::Harmless,
            bounds: SMALL,
        },
        Mutant {
            name: "join-after-vote",
            what: "A process joins a round in which it has voted (the text of the thesis).",
            expected: Expected::Harmless,
            bounds: SMALL,
        },
    ],
};

pub(super) fn rules(setup: &Setup<'_>) -> Rules {
    let bounds = setup.bounds;
    let majority = bounds.majority();
    let (joins, votes) = bounds.quorums.unwrap_or((majority, majority));
    let votes = if setup.mutant == Some("one-vote") { 1 } else { votes };
    let joins = if setup.mutant == Some("one-join") { 1 } else { joins };
    Rules {
        acceptors: bounds.processes,
        rounds: bounds.rounds,
        values: bounds.values,
        slots: 1,
        join_quorums: Quorums::AtLeast(joins as u32),
        vote_quorums: Quorums::AtLeast(votes as u32),
        pipelined: false,
        has_stop: false,
        leader_stops: false,
        loses_state: setup.loses_state
            || matches!(setup.mutant, Some("amnesia" | "forgets-promise" | "forgets-vote")),
        start_is_a_step: setup.start_is_a_step,
        symmetry: setup.symmetry,
        reduction: setup.reduction,
        mutation: match setup.mutant {
            Some("ignores-votes") => Some(Mutation::IgnoresVotes),
            Some("own-value") => Some(Mutation::OwnValue),
            Some("votes-in-old-rounds") => Some(Mutation::VotesInOldRounds),
            Some("join-without-promise") => Some(Mutation::JoinWithoutPromise),
            Some("proposes-twice") => Some(Mutation::ProposesTwice),
            Some("decides-on-joins") => Some(Mutation::DecidesOnJoins),
            Some("invents-value") => Some(Mutation::InventsValue),
            Some("lowest-vote") => Some(Mutation::LowestVote),
            Some("value-of-any-vote") => Some(Mutation::ValueOfAnyVote),
            Some("vote-without-promise") => Some(Mutation::VoteWithoutPromise),
            Some("counts-votes-of-all-rounds") => Some(Mutation::CountsVotesOfAllRounds),
            Some("forgets-vote-on-join") => Some(Mutation::ForgetsVoteOnJoin),
            Some("keeps-first-vote") => Some(Mutation::KeepsFirstVote),
            Some("joins-of-other-rounds") => Some(Mutation::JoinsOfOtherRounds),
            Some("votes-for-unproposed") => Some(Mutation::VotesForUnproposed),
            Some("forgets-promise") => Some(Mutation::ForgetsPromise),
            Some("forgets-vote") => Some(Mutation::ForgetsVote),
            Some("leader-counts-itself") => Some(Mutation::LeaderCountsItself),
            Some("joins-old-rounds") => Some(Mutation::JoinsOldRounds),
            Some("answers-old-rounds") => Some(Mutation::AnswersOldRounds),
            Some("reports-promise") => Some(Mutation::ReportsPromise),
            Some("every-round-at-once") => Some(Mutation::EveryRoundAtOnce),
            Some("joins-count-as-votes") => Some(Mutation::JoinsCountAsVotes),
            Some("leader-joins-silently") => Some(Mutation::LeaderJoinsSilently),
            Some("first-round-at-once") => Some(Mutation::FirstRoundAtOnce),
            Some("any-value-counts") => Some(Mutation::AnyValueCounts),
            Some("votes-once") => Some(Mutation::VotesOnce),
            Some("join-after-vote") => Some(Mutation::JoinsAfterVoting),
            _ => None,
        },
    }
}
