//! A reduced search shows every conflict: two actions that can both be next and touch the same
//! object, one of them writing, are both next in some state that it visits. So whoever looks for
//! data races need not look elsewhere.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::language::generate::{CLASSES, Random, program};
use crate::language::{Move, Program};
use aplomb_explore::{
    Access, Limits, ObjectId, Options, Order, Outcome, Pending, PendingActions, Strategy, System,
    Terminal, Visit, Visitor, conflicts, explore,
};

/// How many programs of each class are tried (`APLOMB_PROGRAMS`).
fn programs() -> u64 {
    std::env::var("APLOMB_PROGRAMS").ok().and_then(|number| number.parse().ok()).unwrap_or(150)
}

/// A thread, where it stands, and what it is about to touch there.
type Place = (usize, u8, Vec<(ObjectId, Access)>);
type Conflict = (Place, Place);

struct Conflicts<'a> {
    program: &'a Program,
    found: BTreeSet<Conflict>,
}

impl Visitor<Program> for Conflicts<'_> {
    fn terminal(&mut self, _terminal: Terminal, _visit: &Visit<'_, Program>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_every_state(&self) -> bool {
        true
    }

    fn state(&mut self, visit: &Visit<'_, Program>) -> ControlFlow<()> {
        let mut pending = PendingActions::new();
        self.program.pending(visit.state, &mut pending);
        let enabled: Vec<_> = pending.iter().filter(|action| action.enabled).collect();
        for one in &enabled {
            for other in enabled.iter().filter(|other| one.process < other.process) {
                if conflicts(one.footprint, other.footprint) {
                    let place = |action: &Pending<'_, Move>| {
                        let thread = action.action.thread;
                        (thread, visit.state.counters[thread], action.footprint.to_vec())
                    };
                    self.found.insert((place(one), place(other)));
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn found(
    program: &Program,
    strategy: Strategy,
    options: &Options<'_>,
) -> Option<BTreeSet<Conflict>> {
    let mut visitor = Conflicts { program, found: BTreeSet::new() };
    let exploration = explore(program, strategy, options, &mut visitor);
    (exploration.outcome == Outcome::Complete).then_some(visitor.found)
}

#[test]
fn reduced_searches_meet_all_conflicts() {
    let (mut compared, mut with_conflicts) = (0, 0);
    for class in CLASSES {
        for seed in 0..programs() {
            let program = program(&class, &mut Random(seed));
            let limits = Limits { states: Some(1500), ..Limits::default() };
            let options = Options { limits, ..Options::default() };
            let Some(full) = found(&program, Strategy::Full, &options) else { continue };
            for strategy in [Strategy::Eager, Strategy::Lazy, Strategy::HappensBefore] {
                for order in [Order::Guided, Order::ASCENDING, Order::Random(seed)] {
                    let options = Options { order: order.clone(), ..Options::default() };
                    let reduced = found(&program, strategy, &options);
                    assert_eq!(
                        reduced.as_ref(),
                        Some(&full),
                        "{}, program {seed}: {strategy} with {order:?} on {program:#?}",
                        class.name
                    );
                    compared += 1;
                }
            }
            with_conflicts += usize::from(!full.is_empty());
        }
    }
    assert!(compared > 1000 && with_conflicts > 200, "{compared}, {with_conflicts}");
}
