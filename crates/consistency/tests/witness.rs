//! Anomalies have their names, and violations make readable findings.

use aplomb_consistency::witness::{Anomaly, Kind, finding};
use aplomb_consistency::{Model, Options, Program, Verdict, check, fixture};

fn violation(text: &str, model: Model) -> (Program, Verdict) {
    let program = fixture::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let verdict = check(&program, model, &Options::default()).unwrap();
    (program, verdict)
}

fn name(text: &str, model: Model) -> Kind {
    let (program, verdict) = violation(text, model);
    Anomaly::of(&program, verdict.violation().expect("violated")).kind
}

#[test]
fn anomalies_are_named() {
    let counter = "x = 0\nT1: r = x; x := r + 1\nT2: r = x; x := r + 1\ninv x == 2";
    assert_eq!(name(counter, Model::PC), Kind::LostUpdate);
    assert_eq!(name(counter, Model::PGRC), Kind::LostUpdate);
    let skew = "x = 1\ny = 1\nT1: r = y; if r == 1 { x := 0 }\nT2: r = x; if r == 1 { y := 0 }\n\
                inv x + y >= 1";
    assert_eq!(name(skew, Model::SI), Kind::WriteSkew);
    let fork = "x = 0\ny = 0\nT1: x := 1\nT2: y := 1\nR1: a = x; b = y; return a = a; return b = b\n\
                R2: a = x; b = y; return a = a; return b = b\n\
                inv !(R1.a == 1 && R1.b == 0 && R2.a == 0 && R2.b == 1)";
    assert_eq!(name(fork, Model::PSI), Kind::LongFork);
    let reader = "x = 0\ny = 0\nT1: r = x; s = y; if r + s < 10 { x := r - 11 } else { x := r - 10 }\n\
                  T2: r = y; y := r + 20\nT3: a = x; b = y; return a = a; return b = b\n\
                  inv !(x == -11 && T3.a == 0 && T3.b == 20)";
    assert_eq!(name(reader, Model::SI), Kind::ReadOnlyAnomaly);
    let fractured = "x = 0\ny = 0\nT1: x := 1; y := 1\nT2: a = x; b = y; return a = a; return b = b\n\
                     inv T2.a == T2.b";
    assert_eq!(name(fractured, Model::RC), Kind::FracturedRead);
    let twice = "x = 0\nT1: x := 1\nT2: a = x; b = x; return a = a; return b = b\ninv T2.a == T2.b";
    assert_eq!(name(twice, Model::MAV), Kind::NonRepeatableRead);
    let cause = "x = 0\ny = 0\nT1: x := 1\nT2: r = x; if r == 1 { y := 1 }\n\
                 T3: b = y; a = x; return a = a; return b = b\ninv T3.b == 1 => T3.a == 1";
    assert_eq!(name(cause, Model::RA), Kind::CausalityViolation);
    let serial = "x = 0\nT1: x := 1\nT2: x := 2\ninv x == 1";
    assert_eq!(name(serial, Model::SI), Kind::Serial);
    let between = "x = 0\nR1: r = x; return r = r\nW1: x := R1.r + 1\n\
                   R2: r = x; return r = r\nW2: x := R2.r + 1\n\
                   session R1 W1\nsession R2 W2\ninv x == 2";
    assert_eq!(name(between, Model::SER), Kind::BetweenTransactions);
}

/// Every violation of every gap and benchmark program, under every model, can
/// be told: a lane per transaction, steps in time order.
#[test]
fn every_violation_is_a_story() {
    let programs = [
        include_str!("programs/table2/auction_v1.txt"),
        include_str!("programs/table2/courseware_b2.txt"),
        include_str!("programs/table2/fusionticket_b1.txt"),
        include_str!("programs/table2/simplebank_b1.txt"),
        "x = 0\nT1: update x := x + 1\nT2: x := 5\ninv x == 6",
    ];
    for text in programs {
        for model in Model::ALL {
            let (program, verdict) = violation(text, model);
            let finding = finding(&program, &model.to_string(), &verdict);
            let Some(violation) = verdict.violation() else { continue };
            let witness = finding.witness().expect("a violated finding has a witness");
            assert_eq!(witness.lanes().len(), program.transactions.len());
            let happened: usize = (0..program.transactions.len())
                .map(|t| violation.outcome.happened(t).count())
                .sum();
            assert_eq!(witness.steps().len(), happened + program.transactions.len());
            assert!(witness.final_states().is_some());
        }
    }
}

#[test]
fn a_story_says_who_missed_what() {
    let (program, verdict) =
        violation("x = 0\nT1: r = x; x := r + 1\nT2: r = x; x := r + 1\ninv x == 2", Model::PC);
    let finding = finding(&program, "PC", &verdict);
    assert_eq!(finding.title(), "violated under PC: lost update");
    let caption = finding.witness().unwrap().caption().to_string();
    assert!(caption.contains("without having seen"), "{caption}");
}
