//! Programs with known verdicts, each under all thirteen models.

use aplomb_consistency::{Model, Options, Verdict, check, fixture};

/// The models in the order of the expectations.
const ORDER: [Model; 13] = [
    Model::SER,
    Model::US,
    Model::SI,
    Model::PSI,
    Model::PC,
    Model::CC,
    Model::UA,
    Model::RA,
    Model::PGRC,
    Model::MYRR,
    Model::MAV,
    Model::RC,
    Model::EC,
];

fn assert_verdicts(name: &str, text: &str, expected: &str) {
    let program = fixture::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let verdict = |&model: &Model| match check(&program, model, &Options::default()).unwrap() {
        Verdict::Holds => '✓',
        Verdict::Violated(_) => '✗',
        other => panic!("{name} {model}: {other:?}"),
    };
    let found: String = ORDER.iter().map(verdict).collect();
    let wanted: String = expected.chars().filter(|c| !c.is_whitespace()).collect();
    assert_eq!(found, wanted, "{name} under {ORDER:?}");
}

#[test]
fn classic_anomalies() {
    //                        SER US  SI PSI PC CC  UA RA  PGRC MYRR MAV RC EC
    assert_verdicts(
        "lost update",
        "x = 0\nT1: r = x; x := r + 1\nT2: r = x; x := r + 1\ninv x == 2",
        "✓ ✓  ✓✓✗✗  ✓✗  ✗✗✗✗✗",
    );
    assert_verdicts(
        "write skew",
        "x = 1\ny = 1\nT1: a = x; b = y; if a + b == 2 { x := 0 }\n\
         T2: a = x; b = y; if a + b == 2 { y := 0 }\ninv x + y >= 1",
        "✓ ✓  ✗✗✗✗  ✗✗  ✗✗✗✗✗",
    );
    assert_verdicts(
        "long fork",
        "x = 0\ny = 0\nT1: x := 1\nT2: y := 1\n\
         R1: a = x; b = y; return a = a; return b = b\n\
         R2: b = y; a = x; return a = a; return b = b\n\
         inv !(R1.a == 1 && R1.b == 0 && R2.a == 0 && R2.b == 1)",
        "✓ ✗  ✓✗✓✗  ✗✗  ✓✓✗✗✗",
    );
    assert_verdicts(
        "read-only anomaly",
        "x = 0\ny = 0\n\
         T1: r = x; s = y; if r + s < 10 { x := r - 11 } else { x := r - 10 }\n\
         T2: r = y; y := r + 20\nT3: a = x; b = y; return a = a; return b = b\n\
         inv !(x == -11 && T3.a == 0 && T3.b == 20)",
        "✓ ✓  ✗✗✗✗  ✗✗  ✗✗✗✗✗",
    );
    assert_verdicts(
        "fractured read",
        "x = 0\ny = 0\nT1: x := 1; y := 1\nT2: a = y; b = x; return a = a; return b = b\n\
         inv T2.a == 1 => T2.b == 1",
        "✓ ✓  ✓✓✓✓  ✓✓  ✓✓✓✗✗",
    );
    assert_verdicts(
        "causality",
        "x = 0\ny = 0\nT1: x := 1\nT2: r = x; if r == 1 { y := 1 }\n\
         T3: b = y; a = x; return a = a; return b = b\ninv T3.b == 1 => T3.a == 1",
        "✓ ✓  ✓✓✓✓  ✗✗  ✓✓✗✗✗",
    );
    assert_verdicts(
        "a plain read after a lock",
        "x = 0\ny = 0\nT1: a = y; g = lock x; b = y; return g = g; return b = b\n\
         T2: x := 1; y := 1\ninv T1.g == 1 => T1.b == 1",
        "✓ ✓  ✓✓✓✓  ✓✓  ✓✗✓✗✗",
    );
}

/// The order of reads: bids before tokens loses a bid as soon as two reads may
/// see different sets.
#[test]
fn auction_with_tokens() {
    let bids_first = include_str!("programs/table2/auction_v2.txt");
    assert_verdicts("bids before tokens", bids_first, "✓ ✓  ✓✓✓✓  ✓✓  ✗✓✗✗✗");
    let tokens_first = bids_first.replace(
        "close: a = bid1; b = bid2; if status == 1 && winner == 0 && (a > 0 || b > 0) && token1 == 0 && token2 == 0",
        "close: p = token1; q = token2; a = bid1; b = bid2; if status == 1 && winner == 0 && (a > 0 || b > 0) && p == 0 && q == 0",
    );
    assert_ne!(bids_first, tokens_first);
    assert_verdicts("tokens before bids", &tokens_first, "✓ ✓  ✓✓✓✓  ✓✓  ✓✓✓✗✗");
}

/// Two withdrawals from one account: a lost update keeps the sum.
#[test]
fn withdrawals_from_the_same_account() {
    let text = "free x, y\nassume x + y >= 0\n\
                T1(a): p = x; q = y; if p + q >= a { x := p - a }\n\
                T2(b): p = x; q = y; if p + q >= b { x := p - b }\ninv x + y >= 0";
    assert_verdicts("same account", text, "✓ ✓  ✓✓✓✓  ✓✓  ✓✓✓✓✓");
}

/// A lock on a mutex row protects other rows in a database with row locks; the
/// bare model only promises to see earlier writers of the row.
#[test]
fn a_mutex_row() {
    let text = "m = 0\nx = 0\nT1: g = lock m; r = x; x := r + 1\nT2: g = lock m; r = x; x := r + 1\n\
                inv x == 2";
    let program = fixture::parse(text).unwrap();
    let holds = |name: &str| {
        let database: aplomb_consistency::Database = name.parse().unwrap();
        check(&program, database.isolation, &Options::default()).unwrap().holds()
    };
    assert!(!check(&program, Model::PGRC, &Options::default()).unwrap().holds());
    assert!(holds("postgres:read-committed") && holds("mysql:read-committed"));
    assert!(holds("mysql:repeatable-read"));
}
