//! What the paper says about Figure 1 besides the verdict: which operations have
//! to be protected, and that no others have.

use crate::fixture::Fixture;
use aplomb_idempotence::{Protections, simulate};
use aplomb_retry::{Environment, Options, Protection, ProtectionKind};
use aplomb_symbolic::{Action, StepId, Trace};

/// The two languages of Figure 1.
fn payments() -> Vec<Fixture> {
    Fixture::all("figures").into_iter().filter(|f| f.name() == "01-payment").collect()
}

/// What Figure 1 calls `get`, `cond_update` and `generateId`: everything but the
/// last `put`.
fn all_but_the_last_put(trace: &Trace) -> Protections {
    let mut protections = Protections::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let id = StepId(index as u32);
        let Action::Access { accesses, .. } = &step.action else { continue };
        let access = &accesses[0];
        if access.new.is_none() {
            protections.insert(Protection::LogRead(id));
        } else if step.label.to_lowercase().contains("update") {
            protections.insert(Protection::Once(id));
        }
    }
    let sources = trace.sources.iter().enumerate();
    let identifiers = sources.filter(|(_, source)| source.label.to_lowercase().contains("uuid"));
    protections.extend(identifiers.map(|(index, _)| Protection::LogSource(index)));
    protections
}

#[test]
fn payment_with_all_but_the_last_put_protected_verifies() {
    for fixture in payments() {
        // `payment` is the first function.
        let mut app = fixture.load().app;
        let protections = all_but_the_last_put(&app.functions[0].trace);
        assert_eq!(protections.len(), 3, "{}", fixture.path.display());
        let unmet = simulate(&mut app, 0, Environment::Concurrent, &protections);
        assert!(unmet.is_empty(), "{}: {unmet:?}", fixture.path.display());
        for left_out in &protections {
            let mut fewer = protections.clone();
            fewer.remove(left_out);
            let unmet = simulate(&mut app, 0, Environment::Concurrent, &fewer);
            assert!(!unmet.is_empty(), "{} without {left_out:?}", fixture.path.display());
        }
    }
}

#[test]
fn the_advisor_finds_exactly_what_the_paper_says() {
    for fixture in payments() {
        for exhaustive in [true, false] {
            let row = fixture.row(Options { exhaustive, ..Options::default() });
            let mut protect: Vec<(String, ProtectionKind)> = row
                .protect
                .iter()
                .map(|protect| (protect.operation.to_lowercase(), protect.kind))
                .collect();
            protect.sort_by_key(|(_, kind)| format!("{kind:?}"));
            let [(get, read), (identifier, source), (update, once)] = &protect[..] else {
                panic!("{}: {protect:?}", fixture.path.display())
            };
            let kinds = [ProtectionKind::LogRead, ProtectionKind::LogSource, ProtectionKind::Once];
            assert_eq!([*read, *source, *once], kinds);
            assert!(
                get.contains("get") && identifier.contains("uuid") && update.contains("update")
            );
        }
    }
}

/// Without concurrency, the discount can be read again.
#[test]
fn alone_the_read_of_the_discount_needs_no_protection() {
    for fixture in payments() {
        let options = Options { environment: Environment::Alone, ..Options::default() };
        let kinds: Vec<_> = fixture.row(options).protect.iter().map(|it| it.kind).collect();
        let expected = [ProtectionKind::LogSource, ProtectionKind::Once];
        assert_eq!(kinds, expected, "{}", fixture.path.display());
    }
}
