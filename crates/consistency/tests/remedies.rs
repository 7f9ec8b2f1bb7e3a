//! What is suggested suffices, is minimal, and knows where promotion fails.

use std::time::{Duration, Instant};

use aplomb_consistency::remedy::{Change, apply, remedies};
use aplomb_consistency::{
    Database, Isolation, Model, Options, Program, check, check_levels, fixture,
};

const SKEW: &str = "free x, y\nassume x + y >= 0\n\
    T1(a): p = x; q = y; if p + q >= a { x := p - a }\n\
    T2(b): p = x; q = y; if p + q >= b { y := q - b }\ninv x + y >= 0";

const COUNTER: &str = "x = 0\nT1: r = x; x := r + 1\nT2: r = x; x := r + 1\ninv x == 2";

fn suggestions(text: &str, isolation: impl Into<Isolation>) -> (Program, Vec<Vec<Change>>) {
    let program = fixture::parse(text).unwrap();
    let isolation = isolation.into();
    let options = Options::default();
    assert!(check(&program, isolation, &options).unwrap().violation().is_some());
    let found = remedies(&program, isolation, &options).unwrap().remedies;
    for remedy in &found {
        let holds = |changes: &[Change]| {
            let (changed, levels) = apply(&program, isolation, changes);
            check_levels(&changed, &levels, &options).unwrap().holds()
        };
        assert!(holds(&remedy.changes));
        for left_out in 0..remedy.changes.len() {
            let mut fewer = remedy.changes.clone();
            fewer.remove(left_out);
            assert!(!holds(&fewer), "{:?} is not minimal", remedy.changes);
        }
    }
    (program, found.into_iter().map(|remedy| remedy.changes).collect())
}

fn database(name: &str) -> Isolation {
    name.parse::<Database>().unwrap().isolation
}

#[test]
fn write_skew_under_snapshot_isolation() {
    let (_, found) = suggestions(SKEW, Model::SI);
    assert!(found.iter().any(|c| matches!(c[..], [Change::Promote { .. }])), "{found:?}");
    // Serializability needs both sides.
    assert!(found.iter().any(|c| matches!(c[..], [Change::Raise { .. }, Change::Raise { .. }])));
}

/// PostgreSQL: SELECT FOR UPDATE at REPEATABLE READ needs both sides, because
/// a writer may come after the lock is released.
#[test]
fn locks_at_repeatable_read() {
    let (_, found) = suggestions(SKEW, database("postgres:repeatable-read"));
    assert!(found.iter().any(|c| matches!(c[..], [Change::Lock { .. }, Change::Lock { .. }])));
    assert!(!found.iter().any(|c| matches!(c[..], [Change::Lock { .. }])), "{found:?}");
    assert!(found.iter().any(|c| matches!(c[..], [Change::Promote { .. }])));
}

/// InnoDB makes no version for an unchanged value, so nothing is promoted.
#[test]
fn promotion_does_not_work_in_innodb() {
    let isolation = database("mariadb:snapshot-isolation");
    let (program, found) = suggestions(SKEW, isolation);
    assert!(!found.iter().flatten().any(|change| matches!(change, Change::Promote { .. })));
    let caveats = remedies(&program, isolation, &Options::default()).unwrap().caveats;
    assert!(caveats.iter().any(|caveat| caveat.contains("InnoDB makes no new version")));
    // And indeed: what suffices in PostgreSQL does not suffice here.
    let postgres = database("postgres:repeatable-read");
    let (_, found) = suggestions(SKEW, postgres);
    let one = found.iter().find(|changes| matches!(changes[..], [Change::Promote { .. }]));
    let one = one.expect("one promotion suffices in PostgreSQL");
    let holds = |isolation| {
        let (promoted, levels) = apply(&program, isolation, one);
        check_levels(&promoted, &levels, &Options::default()).unwrap().holds()
    };
    assert!(holds(postgres) && !holds(isolation));
}

/// At InnoDB's REPEATABLE READ there is no conflict to promote to: reads are
/// locked, one by one or by running at SERIALIZABLE.
#[test]
fn repeatable_read_of_innodb() {
    let isolation = database("mysql:repeatable-read");
    let (program, found) = suggestions(SKEW, isolation);
    assert!(!found.iter().flatten().any(|change| matches!(change, Change::Promote { .. })));
    assert!(found.iter().any(|c| c.iter().all(|it| matches!(it, Change::Lock { .. }))));
    assert!(found.iter().any(|c| matches!(c[..], [Change::Raise { .. }, Change::Raise { .. }])));
    let caveats = remedies(&program, isolation, &Options::default()).unwrap().caveats;
    assert!(caveats.iter().any(|caveat| caveat.contains("writing back an unchanged value")));
}

#[test]
fn a_counter_under_read_committed() {
    for level in ["postgres:read-committed", "mysql:repeatable-read"] {
        let (_, found) = suggestions(COUNTER, database(level));
        assert!(found.iter().any(|c| matches!(c[..], [Change::Lock { .. }, Change::Lock { .. }])));
    }
    let (_, found) = suggestions(COUNTER, database("postgres:read-committed"));
    let at_si = |change: &Change| matches!(change, Change::Raise { model: Model::SI, .. });
    assert!(found.iter().any(|changes| changes.iter().all(at_si)));
}

/// Where there are hundreds of changes to choose from, the search for remedies
/// ends long before the time given for it.
#[test]
fn many_transactions() {
    let doctors: Vec<String> = (1..=24).map(|i| format!("c{i}")).collect();
    let sum = doctors.join(" + ");
    let on_call: String = doctors.iter().map(|c| format!("{c} = 1\n")).collect();
    let leave = |c| format!("leave_{c}: if {sum} >= 2 {{ {c} := 0 }}\n");
    let leaves: String = doctors.iter().map(leave).collect();
    let program = fixture::parse(&format!("{on_call}{leaves}inv {sum} >= 1")).unwrap();
    let options = Options { timeout: Duration::from_secs(300), ..Options::default() };
    for model in [Model::SI, Model::PC, Model::PGRC, Model::MYRR] {
        let start = Instant::now();
        remedies(&program, model, &options).unwrap();
        assert!(start.elapsed() < options.timeout / 10, "{model}: {:?}", start.elapsed());
    }
}
