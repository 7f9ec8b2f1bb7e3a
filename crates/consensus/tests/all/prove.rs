//! Unbounded proofs: the protocols are proved, and what is broken is not.

use aplomb_consensus::prove::{
    Description, Effort, System, Tree,
    protocols::{self, Protocol},
    prove, run, undecidable,
};
use aplomb_report::VerdictKind;

fn system(protocol: &Protocol) -> System {
    (protocol.system)().expect("a protocol is well-formed")
}

fn named(name: &str) -> &'static Protocol {
    Protocol::named(name).expect("a protocol of this name")
}

#[test]
fn every_protocol_is_proved_by_decidable_questions() {
    for protocol in protocols::ALL {
        let system = system(protocol);
        assert_eq!(undecidable(&system), None, "{}", protocol.name);
        let proof = prove(&system, &Effort::default(), &|| ());
        let findings = proof.findings(protocol.assumptions, "");
        assert!(proof.succeeded(), "{}: {findings:#?}", protocol.name);
        assert_eq!(findings[0].verdict().kind(), VerdictKind::Holds);
    }
}

/// Explores small universes state by state: a wrong translation to Z3 would show here.
#[test]
fn no_reachable_state_contradicts_a_proof() {
    for protocol in protocols::ALL {
        let contradiction = run::contradiction(&system(protocol), &Effort::default());
        assert!(contradiction.is_none(), "{}: {contradiction:?}", protocol.name);
    }
}

/// Rules that safety does not need in these models: they serve progress, say what cannot be
/// otherwise, or follow from others.
const NOT_NEEDED: &[(&str, &[&str])] = &[
    (
        "hotstuff",
        &[
            "quorum-not-empty",
            "ROUND-CHANGE.moves-on",
            "JOIN.not-left",
            "PRECOMMIT_VOTE.not-left",
            "PRECOMMIT_VOTE.moves-on",
            "COMMIT_VOTE.moves-on",
        ],
    ),
    (
        "pbft",
        &[
            "quorum-not-empty",
            "ROUND-CHANGE.not-left",
            "ROUND-CHANGE.once",
            "ROUND-CHANGE.not-joined",
            "ROUND-CHANGE.not-voted",
            "JOIN.not-left",
            "JOIN.moves-on",
        ],
    ),
    (
        "raft",
        &[
            "vote-quorum-not-empty",
            "log-quorum-not-empty",
            "one-term",
            "VOTEREQ.end-of-log",
            "VOTERESP.not-left",
            "LOGRESP.request",
            "LOGRESP.log",
            "DECIDE.own-term",
        ],
    ),
    ("quorum-tree", &["COMMIT.P1"]),
];

/// Leaves out every rule of every protocol, one after the other.
#[test]
fn without_a_rule_the_proof_fails_or_the_rule_is_known_to_be_unnecessary() {
    for (name, not_needed) in NOT_NEEDED {
        let protocol = system(named(name));
        let still_proved = protocol.rules().into_iter().filter(|rule| {
            let broken = protocol.without(rule).expect("a rule of the protocol");
            // Only the transition that the rule belongs to has changed; an axiom concerns all.
            let (transition, _) = rule.split_once('.').unwrap_or_default();
            let concerned = broken.obligations().into_iter().filter(|obligation| {
                obligation.transition().is_none_or(|it| it.name.contains(transition))
            });
            concerned.into_iter().all(|it| it.is_proved(&broken, &Effort::default()))
        });
        assert_eq!(still_proved.collect::<Vec<_>>(), *not_needed, "{name}");
    }
}

/// What every rule of the Paxos family is good for: the law that a run breaks without it, or
/// that the proof succeeds or fails without it. Where it fails, the last three rules keep what
/// the proof is about and no law: a JOIN that follows a VOTE of its round, a proposal of round
/// 0, and a VOTE that promises nothing harm nobody, because a JOIN reports all votes.
const PAXOS_WITHOUT: &[(&str, &str)] = &[
    ("quorum-intersection", "P4"),
    ("join-quorum-not-empty", "proved"),
    ("vote-quorum-not-empty", "proved"),
    ("one-instance", "proved"),
    ("same-quorums", "proved"),
    ("JOIN.round", "proved"),
    ("JOIN.once", "proved"),
    ("JOIN.not-left", "P3"),
    ("JOIN.report", "P4"),
    ("JOIN.promise", "P4"),
    ("PROPOSE.once", "P1"),
    ("PROPOSE.quorum", "P4"),
    ("PROPOSE.a-vote", "P3"),
    ("PROPOSE.highest-vote", "P4"),
    ("PROPOSE.value-of-vote", "P3a"),
    ("VOTE.proposal", "P2"),
    ("VOTE.not-left", "P4"),
    ("DECIDE.quorum", "P2"),
    ("DECIDE.once", "P1"),
    ("JOIN.not-voted", "refuted"),
    ("PROPOSE.round", "refuted"),
    ("VOTE.promise", "refuted"),
];

/// Leaves out every rule of the Paxos family: the answer comes within the bounds, and where
/// the proof fails there is a counterexample to induction.
#[test]
fn every_rule_of_paxos_is_proved_unnecessary_or_refuted() {
    for name in ["paxos", "flexible-paxos", "multi-paxos"] {
        let protocol = system(named(name));
        for rule in protocol.rules() {
            let broken = protocol.without(&rule).expect("a rule of the protocol");
            let proof = prove(&broken, &Effort::default(), &|| ());
            let data = proof.data();
            assert_eq!(data["undecided"], 0, "{name} without {rule}");
            let answer = match (proof.violation(), data["refuted"].as_u64()) {
                (Some(violation), _) => violation.broken.name.as_str(),
                (None, Some(0)) if proof.succeeded() => "proved",
                _ => "refuted",
            };
            let expected = PAXOS_WITHOUT.iter().find(|(known, _)| *known == rule);
            assert_eq!(Some(answer), expected.map(|it| it.1), "{name} without {rule}");
        }
    }
}

/// A proof is worth nothing if nothing can happen: nobody decides, and no law is broken.
#[test]
fn a_proof_about_nothing_does_not_hold() {
    let mut silent = Description::of(system(named("multi-paxos")));
    silent.amend("DECIDE", |step| {
        step.requires("never", "r = 0");
    });
    let silent = silent.finish().expect("a system");
    let effort = Effort { states: 2_000, ..Effort::default() };
    let proof = prove(&silent, &effort, &|| ());
    assert_eq!(proof.data()["proved"], silent.obligations().len());
    assert!(!proof.succeeded());
    let findings = proof.findings(&[], "");
    let [finding] = &findings[..] else { panic!("{findings:#?}") };
    assert_eq!(finding.verdict().kind(), VerdictKind::Unknown);
    assert_eq!(finding.title(), "nothing shows that the proof is about anything");
}

/// Broken variants, and what a run from the initial state breaks in them. Where that is
/// nothing, the small universes are too small for a run: the answer is *unknown*.
const BROKEN: &[(&str, &str, Option<&str>)] = &[
    ("paxos", "quorum-intersection", Some("P4")),
    ("flexible-paxos", "quorum-intersection", Some("P4")),
    ("multi-paxos", "quorum-intersection", Some("P4")),
    ("paxos", "PROPOSE.once", Some("P1")),
    ("paxos", "PROPOSE.highest-vote", Some("P4")),
    ("paxos", "PROPOSE.value-of-vote", Some("P3a")),
    ("paxos", "VOTE.not-left", Some("P4")),
    ("paxos", "JOIN.promise", Some("P4")),
    ("paxos", "decides-on-joins", Some("P2")),
    ("paxos", "amnesia", Some("P3")),
    ("hotstuff", "JOIN.lock", Some("P4")),
    ("hotstuff", "JOIN.once", Some("P1")),
    ("hotstuff", "quorum-intersection", Some("P4")),
    ("pbft", "JOIN.highest-vote", Some("P4")),
    ("pbft", "quorum-intersection", Some("P4")),
    ("raft", "vote-quorums-intersect", Some("P1")),
    ("raft", "vote-and-log-quorums-intersect", Some("P4")),
    ("quorum-tree", "ADD.P4", Some("LIVE")),
    ("quorum-tree", "ADD.P3a", Some("AGREEMENT")),
    ("quorum-tree", "highest-committed-only", None),
];

fn broken(name: &str, change: &str) -> System {
    let protocol = named(name);
    match protocol.mutants.iter().find(|mutant| mutant.name == change) {
        Some(mutant) => protocol.mutated(mutant).expect("a mutant is well-formed"),
        None => system(protocol).without(change).expect("a rule of the protocol"),
    }
}

#[test]
fn broken_variants_are_rejected() {
    for (name, change, expected) in BROKEN {
        let system = broken(name, change);
        let proof = prove(&system, &Effort::default(), &|| ());
        let findings = proof.findings(&[], "");
        let what = format!("{name} without {change}");
        assert!(!proof.succeeded(), "{what}");
        assert_eq!(proof.violation().map(|it| it.broken.name.as_str()), *expected, "{what}");
        let verdict = findings.iter().map(|it| it.verdict().kind()).max();
        let expected = match expected {
            Some(_) => VerdictKind::Violated,
            None => VerdictKind::Unknown,
        };
        assert_eq!(verdict, Some(expected), "{what}: {findings:#?}");
    }
}

#[test]
fn mutants_are_not_proved() {
    for protocol in protocols::ALL {
        for mutant in protocol.mutants {
            let system = protocol.mutated(mutant).expect("a mutant is well-formed");
            let obligations = system.obligations();
            let proved = obligations.iter().all(|it| it.is_proved(&system, &Effort::default()));
            assert!(!proved, "{} with {}", protocol.name, mutant.name);
        }
    }
}

#[test]
fn work_is_bounded() {
    let paxos = system(named("paxos"));
    let little = Effort { steps: 1, ..Effort::default() };
    let proved = paxos.obligations().iter().filter(|it| it.is_proved(&paxos, &little)).count();
    assert!(proved < paxos.obligations().len() / 2, "{proved} with one step");
}

/// A counterexample to induction can be read.
#[test]
fn a_counterexample_to_induction_is_shown() {
    let system = broken("paxos", "VOTE.not-left");
    let proof = prove(&system, &Effort::default(), &|| ());
    let findings = proof.findings(&[], "");
    let open = findings.iter().find(|it| it.title() == "not proved: EDGE after VOTE");
    let told = open.expect("EDGE is not preserved").explanation().join("\n");
    for part in
        ["the universe: ", "before: ", "the step: VOTE(", "after: also voted(", "EDGE is false"]
    {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn quantifiers_that_go_in_circles_are_found() {
    let mut circular = Description::new("circular");
    circular
        .sort("process", &["n"])
        .ordered("round", &["r"])
        .sort("value", &["v"])
        .relation("knows", &["process", "process"])
        .tree(Tree::of("value"))
        .axiom("everybody-knows-somebody", "exists n2. knows(n1, n2)")
        .invariant("SOMETHING", "knows(n, n)");
    let circular = circular.finish().expect("a system");
    assert_eq!(undecidable(&circular), Some(vec!["process".to_owned()]));
}

#[test]
fn malformed_systems_are_refused() {
    let refused = |invariant: &str| {
        let mut system = Description::new("malformed");
        system
            .sort("process", &["n"])
            .ordered("round", &["r"])
            .relation("voted", &["process", "round"])
            .invariant("WRONG", invariant);
        system.finish().expect_err("malformed").reason
    };
    for (text, reason) in [
        ("", "a formula is expected at ``"),
        ("voted(n, r", "`)` is expected at ``"),
        ("voted(n)", "`,` is expected at `)`"),
        ("voted(r, n)", "`r` is a round, not a process"),
        ("elected(n)", "there is no relation `elected`"),
        ("n = x", "no sort has variables named `x`"),
        ("n = 0", "`0` stands where no ordered sort is"),
        ("n &", "`n` is compared with nothing"),
        ("voted(n, r) voted(n, r)", "`voted(n, r)` is left over"),
        ("forall n voted(n, r)", "`.` is expected at `voted(n, r)`"),
    ] {
        assert_eq!(refused(text), reason, "{text}");
    }
}
