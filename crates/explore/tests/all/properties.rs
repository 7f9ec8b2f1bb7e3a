//! Properties of every state and every step, with and without symmetry.

use crate::language::generate::{CLASSES, Random, program};
use crate::language::{Program, State};
use aplomb_explore::{
    Limits, Options, Order, Outcome, PendingActions, ProcessId, Property, StopReason, Strategy,
    System, Visit, Visitor, check, check_walks, explore, replay,
};
use std::ops::ControlFlow;

/// Processes that count, and of which nobody cares which is which.
struct Counters {
    processes: usize,
    end: u8,
    symmetry: bool,
    /// Counting of one process changes nothing for the others, so each may come first.
    urgent: bool,
}

impl System for Counters {
    type State = Vec<u8>;
    type Action = usize;

    fn initial_states(&self) -> Vec<Vec<u8>> {
        vec![vec![0; self.processes]]
    }

    fn pending(&self, state: &Vec<u8>, pending: &mut PendingActions<usize>) {
        for (index, _) in state.iter().enumerate().filter(|(_, value)| **value < self.end) {
            let entry = pending.push(ProcessId::new(index).expect("a small number"), index);
            if self.urgent {
                entry.urgent();
            }
        }
    }

    fn next(&self, state: &Vec<u8>, &index: &usize) -> Vec<u8> {
        let mut next = state.clone();
        next[index] += 1;
        next
    }

    fn canonical(&self, state: &Vec<u8>) -> Option<Vec<u8>> {
        let mut sorted = state.clone();
        sorted.sort_unstable();
        (self.symmetry && sorted != *state).then_some(sorted)
    }
}

/// The counters are never these, in whichever order.
struct Never(Vec<u8>);

impl Property<Counters> for Never {
    fn state(&self, state: &Vec<u8>) -> bool {
        let mut sorted = state.clone();
        sorted.sort_unstable();
        sorted != self.0
    }
}

/// No process gets from 2 to 3 while another is at 0.
struct NoStep;

impl Property<Counters> for NoStep {
    fn step(&self, before: &Vec<u8>, &index: &usize, _after: &Vec<u8>) -> bool {
        before[index] != 2 || !before.contains(&0)
    }
}

const WITHOUT: Counters = Counters { processes: 4, end: 9, symmetry: false, urgent: false };
const WITH: Counters = Counters { symmetry: true, ..WITHOUT };

#[test]
fn symmetric_states_are_visited_once() {
    for threads in [1, 3] {
        for hash_compaction in [false, true] {
            let options = Options { threads, hash_compaction, ..Options::default() };
            let plain = check(&WITHOUT, &(), &options);
            assert_eq!(plain.exploration.statistics.states, 10_000);
            let reduced = check(&WITH, &(), &options);
            // Multisets of 4 out of 10.
            assert_eq!(reduced.exploration.statistics.states, 715);
            assert!(plain.holds() && reduced.holds());
            assert_eq!(reduced.exploration.statistics.depth, 36);
        }
    }
}

#[test]
fn violations_are_shortest_executions_of_the_system_itself() {
    for system in [&WITHOUT, &WITH] {
        for threads in [1, 3] {
            for hash_compaction in [false, true] {
                let options = Options { threads, hash_compaction, ..Options::default() };
                let bad = vec![1, 2, 5, 8];
                let checked = check(system, &Never(bad.clone()), &options);
                let schedule = checked.violation.expect("the state can be reached");
                assert_eq!(schedule.steps.len(), 16);
                let replayed = replay(system, &schedule).expect("it replays");
                let mut last = replayed.last_state().clone();
                last.sort_unstable();
                assert_eq!(last, bad);

                let checked = check(system, &NoStep, &options);
                let schedule = checked.violation.expect("the step can be taken");
                assert_eq!(schedule.to_string().split('.').count(), 1, "{schedule}");
                assert_eq!(schedule.steps.len(), 3);
            }
        }
    }
}

#[test]
fn the_answer_does_not_depend_on_threads() {
    let options = |threads| Options { threads, ..Options::default() };
    let one = check(&WITHOUT, &Never(vec![3, 4, 4, 9]), &options(1));
    for _ in 0..5 {
        let several = check(&WITHOUT, &Never(vec![3, 4, 4, 9]), &options(4));
        assert_eq!(several.violation, one.violation);
        let states = |checked: &aplomb_explore::Checked| checked.exploration.statistics.states;
        assert_eq!(states(&several), states(&one));
    }
}

#[test]
fn what_is_not_seen_is_not_said_to_hold() {
    let limits = Limits { states: Some(100), ..Limits::default() };
    let checked = check(&WITHOUT, &(), &Options { limits, ..Options::default() });
    assert!(!checked.holds());
    assert_eq!(checked.gave_up(), Some(StopReason::States));
    let walks = check_walks(&WITHOUT, &(), 10, 1000, &Options::default());
    assert!(!walks.holds());
    assert_eq!(walks.gave_up(), Some(StopReason::Sampling));
}

#[test]
fn an_initial_state_can_be_the_violation() {
    let checked = check(&WITHOUT, &Never(vec![0; 4]), &Options::default());
    assert_eq!(checked.violation.map(|schedule| schedule.steps.len()), Some(0));
    let walks = check_walks(&WITHOUT, &Never(vec![0; 4]), 1, 10, &Options::default());
    assert_eq!(walks.violation.map(|schedule| schedule.steps.len()), Some(0));
}

#[test]
fn random_walks_find_what_is_not_rare() {
    let options = Options { order: Order::Random(7), ..Options::default() };
    let checked = check_walks(&WITHOUT, &NoStep, 100, 100, &options);
    let schedule = checked.violation.expect("most walks pass by it");
    let replayed = replay(&WITHOUT, &schedule).expect("it replays");
    assert!(replayed.last_state().contains(&3));
    assert_eq!(check_walks(&WITHOUT, &NoStep, 100, 100, &options).violation, Some(schedule));
}

/// The variables of a program are never as in one state of it.
struct Avoids(State);

impl Property<Program> for Avoids {
    fn state(&self, state: &State) -> bool {
        *state != self.0
    }
}

/// Remembers every state, and how deep it is.
#[derive(Default)]
struct Everything(Vec<(State, usize)>);

impl Visitor<Program> for Everything {
    fn terminal(&mut self, _: aplomb_explore::Terminal, _: &Visit<'_, Program>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_every_state(&self) -> bool {
        true
    }

    fn state(&mut self, visit: &Visit<'_, Program>) -> ControlFlow<()> {
        self.0.push((*visit.state, visit.depth));
        ControlFlow::Continue(())
    }
}

/// On random programs: exactly the reachable states are found, and at their depth.
#[test]
fn every_reachable_state_is_found_at_its_depth() {
    for class in CLASSES {
        for seed in 0..20 {
            let program = program(&class, &mut Random(seed));
            let limits = Limits { states: Some(2000), ..Limits::default() };
            let options = Options { limits, threads: 1, ..Options::default() };
            let mut all = Everything::default();
            let full = explore(&program, Strategy::BreadthFirst, &options, &mut all);
            if full.outcome != Outcome::Complete {
                continue;
            }
            for (state, depth) in all.0.iter().step_by(all.0.len().div_ceil(10)) {
                let found = check(&program, &Avoids(*state), &options);
                let schedule = found.violation.expect("the state is reachable");
                assert_eq!(schedule.steps.len(), *depth);
                assert_eq!(replay(&program, &schedule).expect("it replays").last_state(), state);
            }
        }
    }
}

/// The last process counts to less than this; counting further makes that no better.
struct LastBelow(u8);

impl Property<Counters> for LastBelow {
    fn state(&self, state: &Vec<u8>) -> bool {
        state.last().is_none_or(|&last| last < self.0)
    }

    fn allows_urgency(&self) -> bool {
        true
    }
}

#[test]
fn urgent_actions_come_first_and_hide_nothing() {
    let urgent = Counters { urgent: true, ..WITHOUT };
    for threads in [1, 3] {
        let options = Options { threads, ..Options::default() };
        let holds = check(&urgent, &LastBelow(10), &options);
        assert!(holds.holds());
        assert_eq!(holds.exploration.statistics.states, 4 * 9 + 1);
        // Only a property that does not mind gets fewer states to see.
        let never = check(&urgent, &Never(vec![10; 4]), &options);
        assert_eq!(never.exploration.statistics.states, 10_u64.pow(4));
        // What is found is still as short as can be.
        let broken = check(&urgent, &LastBelow(3), &options).violation;
        assert_eq!(broken, check(&WITHOUT, &LastBelow(3), &options).violation);
        assert_eq!(broken.map(|schedule| schedule.steps.len()), Some(3));
    }
}

/// Two processes of which nobody cares which is which. The one with 0 can swap the values, the
/// one with 1 can leave; a third process does what it must not.
struct Swapping;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Swapped {
    values: [u8; 2],
    left: bool,
    wrong: bool,
}

#[derive(Clone, Copy, Debug)]
enum Move {
    Swap,
    Leave,
    Wrong,
}

impl System for Swapping {
    type State = Swapped;
    type Action = Move;

    fn initial_states(&self) -> Vec<Swapped> {
        vec![Swapped { values: [0, 1], left: false, wrong: false }]
    }

    fn pending(&self, state: &Swapped, pending: &mut PendingActions<Move>) {
        for (index, value) in state.values.into_iter().enumerate() {
            let process = ProcessId::new(index).expect("a small number");
            match (value, state.left) {
                (0, false) => _ = pending.push(process, Move::Swap).urgent(),
                (0, true) => _ = pending.push(process, Move::Swap),
                (_, false) => _ = pending.push(process, Move::Leave).urgent(),
                (_, true) => {}
            }
        }
        if !state.wrong {
            pending.push(ProcessId::new(2).expect("a small number"), Move::Wrong);
        }
    }

    fn next(&self, state: &Swapped, action: &Move) -> Swapped {
        let [one, other] = state.values;
        match action {
            Move::Swap => Swapped { values: [other, one], ..*state },
            Move::Leave => Swapped { left: true, ..*state },
            Move::Wrong => Swapped { wrong: true, ..*state },
        }
    }

    fn canonical(&self, state: &Swapped) -> Option<Swapped> {
        let mut sorted = *state;
        sorted.values.sort_unstable();
        (sorted != *state).then_some(sorted)
    }
}

struct NeverWrong;

impl Property<Swapping> for NeverWrong {
    fn state(&self, state: &Swapped) -> bool {
        !state.wrong
    }

    fn allows_urgency(&self) -> bool {
        true
    }
}

/// The urgent move leads back to the same state, up to names. Under the other names another one
/// would be taken first, but nobody goes that way.
#[test]
fn urgent_circles_up_to_names_keep_nobody_waiting() {
    let found = check(&Swapping, &NeverWrong, &Options::default());
    assert_eq!(found.violation.map(|schedule| schedule.steps.len()), Some(1));
}

/// A process chooses where to go, and another counts. Nothing depends on who comes first.
struct Choosing {
    urgent: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Chosen {
    choice: Option<u8>,
    count: u8,
}

impl System for Choosing {
    type State = Chosen;
    type Action = Option<u8>;

    fn initial_states(&self) -> Vec<Chosen> {
        vec![Chosen { choice: None, count: 0 }]
    }

    fn pending(&self, state: &Chosen, pending: &mut PendingActions<Option<u8>>) {
        let process = |index| ProcessId::new(index).expect("a small number");
        if state.count < 9 {
            pending.push(process(0), None);
        }
        for choice in (0..3).filter(|_| state.choice.is_none()) {
            let entry = pending.push(process(1), Some(choice));
            if self.urgent {
                entry.urgent();
            }
        }
    }

    fn next(&self, state: &Chosen, action: &Option<u8>) -> Chosen {
        match action {
            None => Chosen { count: state.count + 1, ..*state },
            choice => Chosen { choice: *choice, ..*state },
        }
    }
}

/// The choice is never this one once the count is full.
struct NeverEnds(u8);

impl Property<Choosing> for NeverEnds {
    fn state(&self, state: &Chosen) -> bool {
        state.count < 9 || state.choice != Some(self.0)
    }

    fn allows_urgency(&self) -> bool {
        true
    }
}

/// All urgent actions of a process are taken: each is a choice.
#[test]
fn every_urgent_choice_is_taken() {
    for threads in [1, 3] {
        let options = Options { threads, ..Options::default() };
        let states = |urgent, never| {
            let checked = check(&Choosing { urgent }, &NeverEnds(never), &options);
            checked.holds().then_some(checked.exploration.statistics.states)
        };
        assert_eq!((states(false, 3), states(true, 3)), (Some(40), Some(31)));
        assert_eq!([0, 1, 2].map(|never| states(true, never)), [None; 3]);
    }
}
