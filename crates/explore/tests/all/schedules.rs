//! Schedules are printed, parsed and replayed.

use std::ops::ControlFlow;

use crate::language::Instruction::*;
use crate::language::generate::{CLASSES, Random, program};
use crate::language::{Operand, Program, process};
use aplomb_explore::{
    Choice, Options, ProcessId, ReplayError, Schedule, ScheduleError, Strategy, Visit, explore,
    on_terminal, replay,
};
use proptest::prelude::*;
use proptest::strategy::Strategy as Generate;

fn schedules() -> impl Generate<Value = Schedule> {
    let choice = (0..ProcessId::LIMIT, prop_oneof![9 => Just(0), 1 => any::<u32>()]);
    let choice =
        choice.prop_map(|(index, alternative)| Choice { process: process(index), alternative });
    let runs = prop::collection::vec((choice, 1..5_usize), 0..20);
    let initial = prop_oneof![3 => Just(0), 1 => any::<usize>()];
    (initial, runs).prop_map(|(initial, runs)| Schedule {
        initial,
        steps: runs.into_iter().flat_map(|(choice, n)| std::iter::repeat_n(choice, n)).collect(),
    })
}

proptest! {
    #[test]
    fn what_is_printed_is_parsed_again(schedule in schedules()) {
        prop_assert_eq!(schedule.to_string().parse(), Ok(schedule));
    }

    #[test]
    fn any_text_is_parsed_or_refused(text in "[0-9:.^/ax-]{0,24}") {
        if let Ok(schedule) = text.parse::<Schedule>() {
            prop_assert_eq!(schedule.to_string().parse(), Ok(schedule));
        }
    }

    /// A schedule for another program is refused or replayed, but never panics.
    #[test]
    fn any_schedule_is_replayed_or_refused(schedule in schedules(), seed in 0..100_u64) {
        let _ = replay(&program(&CLASSES[7], &mut Random(seed)), &schedule);
    }
}

#[test]
fn notation() {
    let choice = |index, alternative| Choice { process: process(index), alternative };
    let schedule = Schedule {
        initial: 1,
        steps: vec![choice(0, 0), choice(0, 0), choice(12, 0), choice(0, 2), choice(0, 2)],
    };
    assert_eq!(schedule.to_string(), "1/0^2.12.0:2^2");
    assert_eq!("".parse(), Ok(Schedule::default()));
    assert_eq!("0.x".parse::<Schedule>(), Err(ScheduleError::Number("x".into())));
    assert_eq!("64".parse::<Schedule>(), Err(ScheduleError::Process(64)));
    assert_eq!("0^4000000000".parse::<Schedule>(), Err(ScheduleError::TooLong));
    assert!("0..1".parse::<Schedule>().is_err());
}

/// Whatever the strategy, the schedule of a terminal state leads to that state.
#[test]
fn the_schedules_of_all_strategies_replay() {
    let random = Strategy::RandomWalk { walks: 20, longest: 50 };
    for (seed, class) in (0..40).flat_map(|seed| CLASSES.iter().map(move |class| (seed, class))) {
        let program = program(class, &mut Random(seed));
        for strategy in Strategy::COMPLETE.into_iter().chain([random]) {
            let mut visitor = on_terminal(|_, visit: &Visit<'_, Program>| {
                let schedule: Schedule = visit.schedule().to_string().parse().expect("a schedule");
                let execution = replay(&program, &schedule).expect("it replays");
                assert_eq!(execution.last_state(), visit.state);
                assert_eq!(execution.steps.len(), visit.depth);
                ControlFlow::Continue(())
            });
            explore(&program, strategy, &Options::default(), &mut visitor);
        }
    }
}

#[test]
fn breadth_first_schedules_are_shortest() {
    let program = Program {
        threads: vec![
            vec![Read { variable: 0, register: 0 }, Jump { register: 0, equals: 0, target: 0 }],
            vec![Set { register: 0, value: 1 }, Write { variable: 0, value: Operand::Constant(1) }],
        ],
    };
    let mut length = None;
    let mut visitor = on_terminal(|_, visit: &Visit<'_, Program>| {
        length = Some(visit.schedule().steps.len());
        ControlFlow::Break(())
    });
    explore(&program, Strategy::BreadthFirst, &Options::default(), &mut visitor);
    assert_eq!(length, Some(4));
}

#[test]
fn schedules_that_do_not_fit_are_refused() {
    let program = Program { threads: vec![vec![Lock(0)], vec![Lock(0)]] };
    let refuse = |schedule: &str| replay(&program, &schedule.parse().expect("a schedule")).err();
    assert_eq!(refuse("1/0"), Some(ReplayError::Initial { initial: 1, states: 1 }));
    let choice = Choice { process: process(1), alternative: 0 };
    assert_eq!(refuse("0.1"), Some(ReplayError::Blocked { step: 1, choice }));
    let choice = Choice { process: process(0), alternative: 0 };
    assert_eq!(refuse("0.0"), Some(ReplayError::NotPending { step: 1, choice }));
    assert_eq!(refuse("0"), None);
}
