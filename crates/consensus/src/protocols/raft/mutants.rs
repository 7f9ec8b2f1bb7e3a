//! What Raft is, and the mistakes that one could make in it.

use crate::protocols::{Bounds, Entry, Expected, Mutant};
use crate::qtree::Law;

const SMALL: Bounds = Bounds::new(3, 2, 1, 1);
const ONE_TERM: Bounds = Bounds::new(3, 1, 1, 1);
/// Terms 1 and 3 belong to the first process, 2 and 4 to the last: enough for Figure 8.
const FIGURE_8: Bounds = Bounds::new(3, 4, 1, 1);

pub(in crate::protocols) const ENTRY: Entry = Entry {
    name: "raft",
    what: "Raft: terms with elected leaders, and a log of which a prefix is decided.",
    bounds: Bounds::new(3, 2, 1, 1),
    mutants: &[
        Mutant {
            name: "as-printed",
            what: "A leader decides entries of earlier terms, and nobody labels that (Figure 8).",
            expected: Expected::Agreement,
            bounds: FIGURE_8,
        },
        Mutant {
            name: "decides-earlier-terms",
            what: "A leader decides entries of earlier terms because a majority has them.",
            expected: Expected::Law(Law::P4),
            bounds: FIGURE_8,
        },
        Mutant {
            name: "adds-again",
            what: "Correct, but undecided entries are labelled as new whenever they are sent.",
            expected: Expected::Law(Law::P1),
            bounds: Bounds::new(3, 1, 1, 2),
        },
        Mutant {
            name: "votes-for-any-log",
            what: "A process votes for a candidate whose log is not up to date.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "reversed-comparison",
            what: "A process votes for candidates whose log is behind (the prose of the thesis).",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "votes-twice",
            what: "A process votes for two candidates in a term.",
            expected: Expected::Law(Law::P1),
            bounds: ONE_TERM,
        },
        Mutant {
            name: "forgets-vote",
            what: "A process restarts without its vote.",
            expected: Expected::Law(Law::P1),
            bounds: ONE_TERM,
        },
        Mutant {
            name: "forgets-log",
            what: "A process restarts without its log.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "accepts-old-terms",
            what: "A process accepts the log of a leader whose term is over.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(3, 3, 1, 1),
        },
        Mutant {
            name: "accepts-shorter-log",
            what: "A process replaces its log by a shorter one of the same term.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(3, 2, 1, 2),
        },
        Mutant {
            name: "overwrites-entry",
            what: "The leader replaces an entry of its own.",
            expected: Expected::Law(Law::P1),
            bounds: Bounds::new(3, 1, 2, 1),
        },
        Mutant {
            name: "log-quorum-of-one",
            what: "The leader decides what it has itself.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL.with_quorums(2, 1),
        },
        Mutant {
            name: "vote-quorums-miss-each-other",
            what: "Two candidates of a term can both be elected.",
            expected: Expected::Law(Law::P1),
            bounds: Bounds::new(4, 1, 1, 1).with_quorums(2, 3),
        },
        Mutant {
            name: "compares-lengths-only",
            what: "A process votes for a candidate with a log that is long enough, whatever its last term.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(3, 3, 1, 2),
        },
        Mutant {
            name: "compares-terms-only",
            what: "A process votes for a candidate with the same last term, however short its log.",
            expected: Expected::Law(Law::P4),
            bounds: Bounds::new(3, 2, 1, 2),
        },
        Mutant {
            name: "votes-without-entering-term",
            what: "A process that votes stays in its term, and remembers nothing.",
            expected: Expected::Law(Law::P1),
            bounds: ONE_TERM,
        },
        Mutant {
            name: "candidate-votes-for-others",
            what: "A candidate that has voted for itself votes for another one, too.",
            expected: Expected::Law(Law::P1),
            bounds: ONE_TERM,
        },
        Mutant {
            name: "answers-without-storing",
            what: "A process confirms entries before they are on its disk.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "forgets-term",
            what: "A process restarts without its term and its vote.",
            expected: Expected::Law(Law::P1),
            bounds: ONE_TERM,
        },
        Mutant {
            name: "counts-votes-of-all-terms",
            what: "A candidate counts votes that it got in earlier terms.",
            expected: Expected::Law(Law::P1),
            bounds: SMALL,
        },
        Mutant {
            name: "claims-own-term",
            what: "A candidate says that its last entry is of its new term.",
            expected: Expected::Law(Law::P4),
            bounds: SMALL,
        },
        Mutant {
            name: "vote-quorum-of-one",
            what: "A candidate is elected by its own vote.",
            expected: Expected::Law(Law::P1),
            bounds: ONE_TERM.with_quorums(1, 2),
        },
        Mutant {
            name: "log-quorums-miss-each-other",
            what: "Two quorums of the log need not have a common member.",
            expected: Expected::Harmless,
            bounds: Bounds::new(4, 1, 1, 1).with_quorums(3, 2),
        },
        Mutant {
            name: "own-entry-first",
            what: "A new leader adds an entry first, and a majority for anything counts.",
            expected: Expected::Harmless,
            bounds: Bounds::new(3, 2, 1, 2),
        },
    ],
};

/// What a mutant changes, beyond its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mutation {
    AsPrinted,
    DecidesEarlierTerms,
    AddsAgain,
    VotesForAnyLog,
    ReversedComparison,
    VotesTwice,
    ForgetsVote,
    ForgetsLog,
    AcceptsOldTerms,
    AcceptsShorterLog,
    OverwritesEntry,
    OwnEntryFirst,
    ComparesLengthsOnly,
    ComparesTermsOnly,
    VotesWithoutEnteringTerm,
    CandidateVotesForOthers,
    AnswersWithoutStoring,
    ForgetsTerm,
    CountsVotesOfAllTerms,
    ClaimsOwnTerm,
}

/// What the mutant of that name changes.
pub(super) fn mutation(name: Option<&str>) -> Option<Mutation> {
    Some(match name? {
        "as-printed" => Mutation::AsPrinted,
        "decides-earlier-terms" => Mutation::DecidesEarlierTerms,
        "adds-again" => Mutation::AddsAgain,
        "votes-for-any-log" => Mutation::VotesForAnyLog,
        "reversed-comparison" => Mutation::ReversedComparison,
        "votes-twice" => Mutation::VotesTwice,
        "forgets-vote" => Mutation::ForgetsVote,
        "forgets-log" => Mutation::ForgetsLog,
        "accepts-old-terms" => Mutation::AcceptsOldTerms,
        "accepts-shorter-log" => Mutation::AcceptsShorterLog,
        "overwrites-entry" => Mutation::OverwritesEntry,
        "own-entry-first" => Mutation::OwnEntryFirst,
        "compares-lengths-only" => Mutation::ComparesLengthsOnly,
        "compares-terms-only" => Mutation::ComparesTermsOnly,
        "votes-without-entering-term" => Mutation::VotesWithoutEnteringTerm,
        "candidate-votes-for-others" => Mutation::CandidateVotesForOthers,
        "answers-without-storing" => Mutation::AnswersWithoutStoring,
        "forgets-term" => Mutation::ForgetsTerm,
        "counts-votes-of-all-terms" => Mutation::CountsVotesOfAllTerms,
        "claims-own-term" => Mutation::ClaimsOwnTerm,
        _ => return None,
    })
}
