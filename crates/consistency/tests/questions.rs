//! Tables, weakest levels, repetition, induction, bad input.

use aplomb_consistency::question::idle::idle;
use aplomb_consistency::question::inductive::{Inductive, inductive};
use aplomb_consistency::question::repeat::{RepeatError, repeat};
use aplomb_consistency::question::table::table;
use aplomb_consistency::remedy::remedies;
use aplomb_consistency::{Model, Options, Program, SessionGuarantees, Verdict, check, fixture};

fn parse(text: &str) -> Program {
    fixture::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn weakest(text: &str) -> Vec<Model> {
    let none = SessionGuarantees::default();
    let table = table(&parse(text), &Model::ALL, none, &Options::default()).unwrap();
    assert_eq!(table.contradictions(), []);
    table.weakest_sufficient()
}

#[test]
fn weakest_sufficient_levels() {
    // A counter needs conflict detection; an update that locks needs none.
    let increments = "x = 0\nT1: x := x + 1\nT2: x := x + 1\ninv x == 2";
    assert_eq!(weakest(increments), [Model::UA]);
    let updates = "x = 0\nT1: update x := x + 1\nT2: update x := x + 1\ninv x == 2";
    assert_eq!(weakest(updates), [Model::UA, Model::PGRC, Model::MYRR]);
    // Write skew needs serializability, of the writers at least.
    let skew = "free x, y\nassume x + y >= 0\nT1(a): if x + y >= a { x := x - a }\n\
                T2(b): if x + y >= b { y := y - b }\ninv x + y >= 0";
    assert_eq!(weakest(skew), [Model::US]);
    // A blind constant needs nothing.
    assert_eq!(weakest("x = 0\nT1: x := 1\ninv x == 1"), [Model::EC]);
    // What fails serially fails everywhere.
    assert_eq!(weakest("x = 0\nT1: x := 1\nT2: x := 2\ninv x == 1"), []);
}

/// Reading the version before the data makes optimistic locking work under
/// statement snapshots; the other way round it does not.
#[test]
fn the_order_of_reads_matters_below_read_atomic() {
    let program = |reads: &str| {
        let body = format!(
            "{reads}; w = lock version; if w == v {{ update version := v + 1; data := d + 1; \
             }} return ok = w == v"
        );
        format!(
            "data = 0\nversion = 0\nT1: {body}\nT2: {body}\n\
             inv data == (T1.ok ? 1 : 0) + (T2.ok ? 1 : 0)"
        )
    };
    let holds =
        |text: &str, model| check(&parse(text), model, &Options::default()).unwrap().holds();
    let version_first = program("v = version; d = data");
    let data_first = program("d = data; v = version");
    assert!(holds(&version_first, Model::PGRC) && holds(&version_first, Model::MYRR));
    assert!(!holds(&data_first, Model::PGRC));
}

#[test]
fn sessions() {
    let text = "x = 0\nT1: x := 1\nT2: r = x; return r = r\nsession T1 T2\ninv T2.r == 1";
    let program = parse(text);
    // Without a promise not even serializability gives read-your-writes.
    assert!(!check(&program, Model::SER, &Options::default()).unwrap().holds());
    for model in Model::ALL {
        for session in [
            SessionGuarantees::STRONG,
            SessionGuarantees { read_your_writes: true, ..Default::default() },
        ] {
            let isolation = aplomb_consistency::Isolation {
                session,
                ..aplomb_consistency::Isolation::from(model)
            };
            assert!(
                check(&program, isolation, &Options::default()).unwrap().holds(),
                "{isolation}"
            );
        }
    }
}

#[test]
fn every_multiset_up_to_a_bound() {
    let text = "stock = 3\nbuy: s = stock; if s > 0 { stock := s - 1 }\n\
                restock: update stock := stock + 1\ninv stock >= 0";
    let answer = repeat(&parse(text), Model::SI, 4, &Options::default()).unwrap();
    assert!(answer.verdict.holds());
    assert_eq!(answer.multisets, 5);
    // Three instances are needed: two alone stay below the bound.
    let text = "x = 0\nT: x := x + 1\ninv x <= 2";
    assert!(repeat(&parse(text), Model::SER, 2, &Options::default()).unwrap().verdict.holds());
    let answer = repeat(&parse(text), Model::SER, 3, &Options::default()).unwrap();
    assert_eq!(answer.program.unwrap().transactions.len(), 3);
    assert!(answer.verdict.violation().is_some());
    // Each instance has its own argument.
    let text = "x = 0\nT(a): if x == a { x := x + 1 }\nassume a >= 0 && a <= 1\ninv x <= 1";
    assert!(!repeat(&parse(text), Model::SER, 2, &Options::default()).unwrap().verdict.holds());
}

#[test]
fn what_cannot_be_repeated_is_refused() {
    let text = "x = 0\nT1: r = x; return r = r\ninv T1.r == 0";
    let error = repeat(&parse(text), Model::SER, 2, &Options::default()).unwrap_err();
    assert!(matches!(error, RepeatError::NotRepeatable(_)), "{error}");
}

/// Induction must never succeed where a bounded check finds a violation.
#[test]
fn induction_agrees_with_bounded_checks() {
    let programs = [
        "free b\nassume b >= 0\nP(a): o = b; if o >= a { b := o - a }\ninv b >= 0",
        "free b\nassume b >= 0\nP(a): if b >= a { b := b - a }\ninv b >= 0",
        "free x, y\nassume x + y >= 0\nX(a): p = x; q = y; if p + q >= a { x := p - a }\n\
         Y(b): p = x; q = y; if p + q >= b { y := q - b }\ninv x + y >= 0",
        "x = 0\ny = 0\nX: r = y; if r == 0 { x := 1 }\nY: r = x; if r == 0 { y := 1 }\n\
         inv x == 0 || y == 0",
        "x = 0\ny = 0\nA: update x := x + 1; update y := y + 1\ninv x == y",
        "x = 0\ny = 0\nA: r = x; x := r + 1; y := r + 1\ninv x == y",
        "lead = 0\nA: l = lock lead; if l == 0 { lead := 1 }\nB: lead := 0\ninv lead <= 1",
        "m = 0\nx = 0\ny = 0\nA: g = lock m; r = x; s = y; if r + s < 2 { x := r + 1 }\n\
         B: g = lock m; r = x; s = y; if r + s < 2 { y := s + 1 }\ninv x + y <= 2",
        "table t[int] = 0\nparam k\nA(i): r = t[i]; if r < 3 { t[i] := r + 1 }\ninv t[k] <= 3",
        "table t[int] = 0\nparam k\nA(i): update t[i] := t[i] + 1\ninv t[k] >= 0",
    ];
    let mut proved = 0;
    for text in programs {
        let program = parse(text);
        for model in Model::ALL {
            let induction = inductive(&program, model, &Options::default()).unwrap();
            if induction == Inductive::Holds {
                proved += 1;
                let bounded = repeat(&program, model, 3, &Options::default()).unwrap();
                assert!(bounded.verdict.holds(), "{model}:\n{text}");
            }
        }
    }
    assert!(proved >= 50, "only {proved} proofs");
}

#[test]
fn induction_proves_what_it_should() {
    let proves = |text: &str, model: Model| {
        inductive(&parse(text), model, &Options::default()).unwrap() == Inductive::Holds
    };
    let skew = "x = 0\ny = 0\nX: r = y; if r == 0 { x := 1 }\nY: r = x; if r == 0 { y := 1 }\n\
                inv x == 0 || y == 0";
    assert!(proves(skew, Model::SER) && !proves(skew, Model::SI));
    let counter = "x = 0\ny = 0\nA: update x := x + 1; update y := y + 1\ninv x == y";
    assert!(proves(counter, Model::PSI) && proves(counter, Model::PGRC));
    // A lost update loses both; but a view that is no execution proves nothing.
    assert!(proves(counter, Model::CC) && !proves(counter, Model::RA));
}

#[test]
fn contradictory_assumptions_are_vacuous() {
    let program = parse("free x\nassume x > 1\nassume x < 1\nT1: x := 0\ninv x == 5");
    let verdict = check(&program, Model::SER, &Options::default()).unwrap();
    assert!(matches!(verdict, Verdict::Vacuous), "{verdict:?}");
}

#[test]
fn a_solver_without_time_is_unknown() {
    // Squares are hard enough not to be decided in a millisecond.
    let text = "free x, y, z\nassume x > 2 && y > 2 && z > 2\n\
                T1: x := x * x * x + y * y * y\nT2: y := z * z * z\ninv x != y * 7 + 3";
    let options = Options { timeout: std::time::Duration::from_millis(1), ..Options::default() };
    match check(&parse(text), Model::EC, &options).unwrap() {
        Verdict::Unknown { cause, reason } => {
            assert_eq!(cause, aplomb_report::Cause::LimitReached, "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_is_decided_after_the_limit() {
    let transactions = (0..12).map(|n| format!("T{n}(a{n}): r{n} = x; x := r{n} + a{n}\n"));
    let transactions = transactions.collect::<String>();
    let program = parse(&format!("x = 0\n{transactions}inv x >= 0"));
    let options = Options { timeout: std::time::Duration::ZERO, ..Options::default() };
    let late = |verdict: &Verdict| {
        matches!(verdict, Verdict::Unknown { cause: aplomb_report::Cause::LimitReached, .. })
    };
    for model in Model::ALL {
        let verdict = check(&program, model, &options).unwrap();
        assert!(late(&verdict), "{model}: {verdict:?}");
        let induction = inductive(&program, model, &options).unwrap();
        assert!(
            matches!(induction, Inductive::Unknown { .. } | Inductive::NotApplicable { .. }),
            "{model}: {induction:?}"
        );
        let found = remedies(&program, model, &options).unwrap();
        assert!(found.remedies.is_empty(), "{model}: {:?}", found.remedies);
    }
    let rows = table(&program, &Model::ALL, Default::default(), &options).unwrap().rows;
    assert!(rows.iter().all(|row| late(&row.verdict)), "{rows:?}");
    assert!(idle(&program, &options).unwrap().is_empty());
    // There are 4,457,400 combinations; they are not even counted.
    let repeated = repeat(&program, Model::SER, 14, &options).unwrap();
    assert!(late(&repeated.verdict), "{:?}", repeated.verdict);
    assert_eq!(repeated.multisets, 0);
    // What holds holds for the wrong reason if the assumptions contradict each other.
    let empty = parse("free x\nassume x > 1\nassume x < 1\nT1: x := 0\ninv 1 == 1");
    let verdict = check(&empty, Model::SER, &options).unwrap();
    assert!(late(&verdict), "{verdict:?}");
}
