//! Limits, stops, progress, livelocks, parallel search, portfolio, random walks, deep state spaces.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::language::Instruction::*;
use crate::language::{Operand, Program, ends};
use aplomb_explore::{
    Limits, ObjectId, Options, Order, Outcome, PendingActions, ProcessId, Statistics, StopReason,
    Strategy, System, Terminal, Visit, explore, on_terminal, portfolio, replay,
};

/// Processes that count to `end`, each on its own.
struct Counters {
    processes: usize,
    end: u32,
}

impl System for Counters {
    type State = Vec<u32>;
    type Action = usize;

    fn initial_states(&self) -> Vec<Vec<u32>> {
        vec![vec![0; self.processes]]
    }

    fn pending(&self, state: &Vec<u32>, pending: &mut PendingActions<usize>) {
        for (index, &value) in state.iter().enumerate() {
            if value < self.end {
                let process = ProcessId::new(index).expect("a small number");
                pending.push(process, index).writes(ObjectId(index as u64));
            }
        }
    }

    fn next(&self, state: &Vec<u32>, &index: &usize) -> Vec<u32> {
        let mut next = state.clone();
        next[index] += 1;
        next
    }
}

const ENDLESS: Counters = Counters { processes: 3, end: u32::MAX };

fn stop_reason(strategy: Strategy, options: &Options<'_>) -> (StopReason, Statistics) {
    let exploration = explore(&ENDLESS, strategy, options, &mut ());
    match exploration.outcome {
        Outcome::Stopped(reason) => (reason, exploration.statistics),
        Outcome::Complete => panic!("{strategy} has completed an endless search"),
    }
}

#[test]
fn limits_on_states_are_exact() {
    let limits = Limits { states: Some(1234), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    for strategy in Strategy::COMPLETE {
        let (reason, statistics) = stop_reason(strategy, &options);
        assert_eq!((reason, statistics.states), (StopReason::States, 1234), "{strategy}");
    }
}

#[test]
fn limits_on_time_and_memory_stop_a_search() {
    let time = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let memory = Limits { memory: Some(1), ..Limits::default() };
    for strategy in Strategy::COMPLETE {
        for (limits, reason) in [(time, StopReason::Time), (memory, StopReason::Memory)] {
            let options = Options { limits, ..Options::default() };
            assert_eq!(stop_reason(strategy, &options).0, reason, "{strategy}");
        }
    }
}

#[test]
fn searches_can_be_cancelled_and_report_progress() {
    let reports = AtomicUsize::new(0);
    let progress = |progress: &aplomb_explore::Progress| {
        assert!(progress.rate() > 0.0);
        reports.fetch_add(1, Ordering::Relaxed);
    };
    let cancelled = || reports.load(Ordering::Relaxed) > 0;
    for strategy in Strategy::COMPLETE {
        reports.store(0, Ordering::Relaxed);
        let options = Options {
            progress: Some(&progress),
            cancelled: Some(&cancelled),
            ..Options::default()
        };
        assert_eq!(stop_reason(strategy, &options).0, StopReason::Cancelled, "{strategy}");
    }
}

#[test]
fn visitors_stop_a_search() {
    let system = Counters { processes: 2, end: 3 };
    for strategy in Strategy::COMPLETE {
        let mut seen = 0;
        let mut visitor = on_terminal(|terminal, _: &Visit<'_, Counters>| {
            assert_eq!(terminal, Terminal::Final);
            seen += 1;
            ControlFlow::Break(())
        });
        let exploration = explore(&system, strategy, &Options::default(), &mut visitor);
        assert_eq!(exploration.outcome, Outcome::Stopped(StopReason::Visitor), "{strategy}");
        assert_eq!(seen, 1);
    }
}

#[test]
fn long_executions_do_not_overflow_the_stack() {
    let system = Counters { processes: 1, end: 300_000 };
    for strategy in Strategy::COMPLETE {
        let options = Options { livelocks: true, ..Options::default() };
        let exploration = explore(&system, strategy, &options, &mut ());
        assert_eq!(exploration.outcome, Outcome::Complete, "{strategy}");
        assert_eq!(exploration.statistics.depth, 300_000);
        assert_eq!(exploration.livelock, None);
    }
}

#[test]
fn several_threads_visit_the_same_states() {
    let system = Counters { processes: 3, end: 40 };
    let full = explore(&system, Strategy::Full, &Options::default(), &mut ()).statistics;
    assert_eq!(full.states, 41 * 41 * 41);
    for threads in [1, 4] {
        for hash_compaction in [false, true] {
            let options =
                Options { threads, hash_compaction, livelocks: true, ..Options::default() };
            let parallel = explore(&system, Strategy::BreadthFirst, &options, &mut ());
            assert_eq!(parallel.outcome, Outcome::Complete);
            assert_eq!(parallel.livelock, None);
            let Statistics { states, transitions, final_states, depth, .. } = parallel.statistics;
            assert_eq!((states, transitions), (full.states, full.transitions));
            assert_eq!((final_states, depth), (1, 120));
        }
    }
}

#[test]
fn hash_compaction_is_reported_with_its_risk() {
    let system = Counters { processes: 2, end: 30 };
    let options = Options { hash_compaction: true, ..Options::default() };
    for strategy in Strategy::COMPLETE {
        let exact = explore(&system, strategy, &Options::default(), &mut ()).statistics;
        let compact = explore(&system, strategy, &options, &mut ()).statistics;
        assert_eq!(exact.states, compact.states, "{strategy}");
        assert_eq!(exact.collision_probability, None);
        assert!(compact.collision_probability.is_some_and(|risk| risk > 0.0 && risk < 1e-30));
    }
}

/// From some state on only fingerprints are kept; the states are the same, and the risk is told.
#[test]
fn many_states_are_compacted_on_the_way() {
    let system = Counters { processes: 3, end: 12 };
    let exact = Options { livelocks: true, ..Options::default() };
    for strategy in [Strategy::Full, Strategy::SafeSet, Strategy::Eager, Strategy::Lazy] {
        let expected = explore(&system, strategy, &exact, &mut ());
        assert!(expected.statistics.states > 30, "{strategy}");
        for beyond in [1, 2, 20, 30] {
            let options = Options { compact_beyond: Some(beyond), ..exact.clone() };
            let found = explore(&system, strategy, &options, &mut ());
            assert_eq!(found.outcome, expected.outcome);
            assert_eq!(found.livelock, expected.livelock);
            let [one, other] = [&found, &expected].map(|it| {
                let Statistics { states, transitions, final_states, depth, .. } = it.statistics;
                (states, transitions, final_states, depth)
            });
            assert_eq!(one, other, "{strategy}, {beyond}");
            assert!(found.statistics.collision_probability.is_some());
        }
        let options = Options { compact_beyond: Some(1_000_000), ..exact.clone() };
        let few = explore(&system, strategy, &options, &mut ());
        assert_eq!(few.statistics.collision_probability, None);
    }
}

/// Thread 0 spins until x is 1. Thread 1 writes 1 or 2, as the order decides.
#[test]
fn livelocks_are_found_with_a_schedule() {
    let write = |value| Write { variable: 0, value: Operand::Constant(value) };
    let spin = vec![
        Read { variable: 0, register: 0 },
        Jump { register: 0, equals: 2, target: 0 },
        Jump { register: 0, equals: 0, target: 0 },
    ];
    let program = Program { threads: vec![spin, vec![write(1)], vec![write(2)]] };
    let options = Options { livelocks: true, ..Options::default() };
    for strategy in Strategy::COMPLETE {
        let (exploration, ends) = ends(&program, strategy, &options);
        assert!(!ends.is_empty());
        let livelock = exploration.livelock.unwrap_or_else(|| panic!("{strategy} finds it"));
        let stuck = *replay(&program, &livelock.schedule).expect("it replays").last_state();
        assert_eq!((stuck.variables[0], stuck.counters[1], stuck.counters[2]), (2, 1, 1));
        // Other threads can only spin from here: the search from there never ends.
        assert!(livelock.states >= 1);
    }
    let fine = Program { threads: program.threads[..2].to_vec() };
    for strategy in Strategy::COMPLETE {
        assert_eq!(ends(&fine, strategy, &options).0.livelock, None, "{strategy}");
    }
}

#[test]
fn a_portfolio_returns_what_its_winner_found() {
    let system = Counters { processes: 3, end: 8 };
    let strategies =
        [(Strategy::SafeSet, Options::default()), (Strategy::Lazy, Options::default())];
    #[derive(Default)]
    struct Finals(Vec<Vec<u32>>);
    impl aplomb_explore::Visitor<Counters> for Finals {
        fn terminal(&mut self, _: Terminal, visit: &Visit<'_, Counters>) -> ControlFlow<()> {
            self.0.push(visit.state.clone());
            ControlFlow::Continue(())
        }
    }
    let winner = portfolio(&system, &strategies, Finals::default).expect("somebody wins");
    assert_eq!(winner.exploration.outcome, Outcome::Complete);
    assert_eq!(winner.visitor.0, [vec![8; 3]]);
    assert!(portfolio(&system, &[], Finals::default).is_none());
    let limits = Limits { states: Some(10), ..Limits::default() };
    let hopeless = [(Strategy::Full, Options { limits, ..Options::default() })];
    let winner = portfolio(&system, &hopeless, Finals::default).expect("what there is");
    assert_eq!(winner.exploration.outcome, Outcome::Stopped(StopReason::States));
}

#[test]
fn random_walks_depend_on_their_seed_alone() {
    let program = Program {
        threads: (0..4)
            .map(|_| {
                vec![
                    Read { variable: 0, register: 0 },
                    Write { variable: 0, value: Operand::Register(0) },
                ]
            })
            .collect(),
    };
    let walk = |seed| {
        let mut schedules = Vec::new();
        let mut visitor = on_terminal(|_, visit: &Visit<'_, Program>| {
            schedules.push(visit.schedule().to_string());
            ControlFlow::Continue(())
        });
        let options = Options { order: Order::Random(seed), ..Options::default() };
        let strategy = Strategy::RandomWalk { walks: 5, longest: 100 };
        let exploration = explore(&program, strategy, &options, &mut visitor);
        assert_eq!(exploration.outcome, Outcome::Stopped(StopReason::Sampling));
        schedules
    };
    assert_eq!(walk(1), walk(1));
    assert_ne!(walk(1), walk(2));
    assert_eq!(walk(1).len(), 5);
}

#[test]
fn strategies_are_chosen_by_name() {
    for strategy in Strategy::COMPLETE {
        assert_eq!(strategy.to_string().parse(), Ok(strategy));
    }
    assert!(matches!("random".parse(), Ok(Strategy::RandomWalk { .. })));
    let unknown = "best".parse::<Strategy>().expect_err("there is no such strategy");
    assert!(unknown.to_string().contains("dl-s-por"), "{unknown}");
}

/// A system without initial states, and one whose initial state is final.
#[test]
fn trivial_systems() {
    struct Empty;
    impl System for Empty {
        type State = ();
        type Action = ();
        fn initial_states(&self) -> Vec<()> {
            Vec::new()
        }
        fn pending(&self, (): &(), _: &mut PendingActions<()>) {}
        fn next(&self, (): &(), (): &()) {}
    }
    let random = Strategy::RandomWalk { walks: 3, longest: 3 };
    for strategy in Strategy::COMPLETE.into_iter().chain([random]) {
        let options = Options { livelocks: true, ..Options::default() };
        let nothing = explore(&Empty, strategy, &options, &mut ()).statistics;
        assert_eq!((nothing.states, nothing.final_states), (0, 0), "{strategy}");
        let finished = Counters { processes: 0, end: 0 };
        let finished = explore(&finished, strategy, &options, &mut ()).statistics;
        assert!(finished.final_states >= 1, "{strategy}");
    }
}
