//! Programs on which a published encoding differs from the axioms: the
//! regression tests for exactness.

use aplomb_consistency::{Model, Options, Verdict, check, fixture};

fn verdicts(text: &str, models: &[Model], options: &Options) -> String {
    let program = fixture::parse(text).unwrap();
    let verdict = |&model: &Model| match check(&program, model, options).unwrap() {
        Verdict::Holds => '✓',
        Verdict::Violated(_) => '✗',
        other => panic!("{model}: {other:?}"),
    };
    models.iter().map(verdict).collect()
}

fn all_commit(text: &str, models: &[Model]) -> String {
    verdicts(text, models, &Options::default())
}

const SNAPSHOT: [Model; 5] = [Model::SER, Model::SI, Model::PSI, Model::PC, Model::CC];

/// G1: transactions must not be left unconstrained; a true invariant is
/// provable at all.
#[test]
fn transactions_are_constrained() {
    let text = "x = 0\nT1: x := x + 1\nT2: x := x + 1\ninv x == 2";
    assert_eq!(all_commit(text, &SNAPSHOT), "✓✓✓✗✗");
}

/// G2: a silent write makes two states equal by value; who was read decides.
#[test]
fn silent_write() {
    let text = "x = 0\nT1: x := 0\nT2: x := x + 1\ninv x == 0";
    assert_eq!(all_commit(text, &SNAPSHOT), "✗✗✗✗✗");
}

/// G2b: the same through a value that changes and changes back.
#[test]
fn value_that_returns() {
    let text = "x = 0\nT1: x := 1\nT2: if x == 1 { x := 0 }\nT3: x := x + 5\ninv x != 5";
    assert_eq!(all_commit(text, &SNAPSHOT), "✗✗✗✗✗");
}

/// G3: a conflicting writer before the one that was read counts.
#[test]
fn conflict_before_the_transaction_read() {
    let text = "x = 0\ny = 0\nT1: x := x + 1\nT2: y := 1\nT3: x := x + 1\ninv x == 2";
    assert_eq!(all_commit(text, &SNAPSHOT), "✓✓✓✗✗");
}

/// G4: a conflict counts also if a merged state was read.
#[test]
fn conflict_over_a_merged_state() {
    let text = "x = 0\ny = 0\nz = 0\nT1: x := 1\nT2: y := 1\nT3: z := z + 1\nT4: z := z + 1\n\
                inv z == 2";
    assert_eq!(all_commit(text, &SNAPSHOT), "✓✓✓✗✗");
}

/// G5: a view need be no prefix of arbitration.
#[test]
fn view_that_is_no_prefix() {
    let text = "x = 0\ny = 0\nw = 0\no1 = 0\no3 = 0\nox = 0\noy = 0\now = 0\n\
                T1: o1 := 1 + w; x := 1\nT2: w := 2; y := 1\nT3: o3 := 1 + x + 2*y; w := 3\n\
                T4: ox := 1 + x; oy := 1 + y; ow := w\n\
                inv !(w == 3 && o1 == 1 && o3 == 1 && ox == 2 && oy == 1 && ow == 3)";
    assert_eq!(all_commit(text, &SNAPSHOT), "✓✓✓✓✗");
}

/// G6: two readers may see different, overlapping sets.
#[test]
fn overlapping_views() {
    let text = "x = 0\ny = 0\nz = 0\noa = 0\nob = 0\noc = 0\np = 0\nq = 0\n\
                Ta: oa := 1 + y + z; x := 1\nTb: ob := 1 + x + z; y := 1\n\
                Tc: oc := 1 + x + y; z := 1\nR1: p := 1 + x + 2*y + 4*z\n\
                R2: q := 1 + x + 2*y + 4*z\n\
                inv !(oa == 1 && ob == 1 && oc == 1 && p == 4 && q == 7)";
    assert_eq!(all_commit(text, &SNAPSHOT), "✓✓✗✓✗");
}

/// G7: an invariant that holds at the end may fail on the way.
#[test]
fn transient_violation() {
    let text = "x = 0\nT1: x := x + 1\nT2: x := x + 1\nT3: x := x - 1\ninv x <= 1";
    assert_eq!(all_commit(text, &[Model::SER]), "✓");
    let every_subset = Options { every_subset: true, ..Options::default() };
    assert_eq!(verdicts(text, &[Model::SER], &every_subset), "✗");
}

/// Unrelated transactions change no verdict.
#[test]
fn unrelated_transactions_do_not_matter() {
    let benchmark = include_str!("programs/table2/courseware_b2.txt");
    let text = format!("log = 0\n{benchmark}\nL1: log := 1\nL2: log := 1");
    assert_eq!(all_commit(&text, &SNAPSHOT), "✓✓✓✗✗");
}
