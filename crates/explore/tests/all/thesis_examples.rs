//! The examples of the thesis: which processes are explored from the initial state.

use std::ops::ControlFlow;

use crate::language::Instruction::{Read, Set, Write};
use crate::language::{Instruction, Operand, Program, State, process};
use aplomb_explore::{
    Options, Order, ProcessSet, Strategy, System, Terminal, Visit, Visitor, explore,
};

fn write(variable: usize) -> Instruction {
    Write { variable, value: Operand::Constant(1) }
}

fn read(variable: usize) -> Instruction {
    Read { variable, register: 0 }
}

/// The states visited.
#[derive(Default)]
struct Visited(Vec<State>);

impl<S: System<State = State>> Visitor<S> for Visited {
    fn terminal(&mut self, _: Terminal, _: &Visit<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_every_state(&self) -> bool {
        true
    }

    fn state(&mut self, visit: &Visit<'_, S>) -> ControlFlow<()> {
        self.0.push(*visit.state);
        ControlFlow::Continue(())
    }
}

/// The threads, numbered from 1 as in the thesis, that move from the initial state.
fn first_moves(program: &Program, strategy: Strategy) -> Vec<usize> {
    let mut visited = Visited::default();
    let options = Options { order: Order::ASCENDING, ..Options::default() };
    explore(program, strategy, &options, &mut visited);
    let threads = 0..program.threads.len();
    let moved_alone = |thread: &usize| {
        visited.0.iter().any(|state| {
            threads.clone().all(|other| (state.counters[other] == 1) == (other == *thread))
                && state.counters.iter().all(|&counter| counter <= 1)
        })
    };
    threads.clone().filter(moved_alone).map(|thread| thread + 1).collect()
}

const SOURCE_SETS: [Strategy; 4] =
    [Strategy::Eager, Strategy::Lazy, Strategy::Retraversal, Strategy::HappensBefore];

/// Figure 2.1: a writer of x and two readers that do something else first. The only persistent set
/// with thread 1 has all threads; {1, 2} and {1, 3} are source sets.
#[test]
fn figure_2_1_a_source_set_that_is_not_persistent() {
    let [x, y, z] = [0, 1, 2];
    let program =
        Program { threads: vec![vec![write(x)], vec![read(y), read(x)], vec![read(z), read(x)]] };
    for strategy in SOURCE_SETS {
        assert_eq!(first_moves(&program, strategy), [1, 2], "{strategy}");
    }
    assert_eq!(first_moves(&program, Strategy::SafeSet), [1, 2, 3]);
}

/// Figure 2.1 has four classes of executions, told apart by what the readers read.
#[test]
fn figure_2_1_all_classes_of_executions() {
    let [x, y, z] = [0, 1, 2];
    let program =
        Program { threads: vec![vec![write(x)], vec![read(y), read(x)], vec![read(z), read(x)]] };
    for strategy in Strategy::COMPLETE {
        let (_, ends) = crate::language::ends(&program, strategy, &Options::default());
        assert_eq!(ends.len(), 4, "{strategy}");
    }
}

/// Figure 2.2: if all moves are invisible, one execution is explored.
#[test]
fn figure_2_2_invisible_moves_are_not_interleaved() {
    let local = vec![Set { register: 0, value: 1 }; 3];
    let program = Program { threads: vec![local; 3] };
    let states =
        |strategy| explore(&program, strategy, &Options::default(), &mut ()).statistics.states;
    assert_eq!(states(Strategy::Full), 4 * 4 * 4);
    for strategy in [Strategy::SafeSet, Strategy::SafeSetBreadthFirst, Strategy::Lazy] {
        assert_eq!(states(strategy), 3 * 3 + 1, "{strategy}");
    }
}

/// Figure 2.4: thread 1 writes o1, which threads 2 and 3 access later; the first move of thread 2
/// is independent of everything that follows, so thread 3 does not have to move first.
#[test]
fn figure_2_4_exploration_stops_after_threads_1_and_2() {
    let [o1, o2, o3] = [0, 1, 2];
    let program = Program {
        threads: vec![vec![write(o1)], vec![read(o2), read(o1)], vec![read(o3), write(o1)]],
    };
    for strategy in SOURCE_SETS {
        assert_eq!(first_moves(&program, strategy), [1, 2], "{strategy}");
    }
}

/// Figure 2.5: current[1] = {1, 2, 3, 4, 5}, current[2] = {2, 3}, current[3] = {3, 4} and
/// current[4] = {2, 3, 4}; so {2, 3, 4} is persistent and thread 5 does not have to move first.
#[test]
fn figure_2_5_exploration_stops_after_threads_1_to_4() {
    let [a, b, c, d, e] = [0, 1, 2, 3, 4];
    let program = Program {
        threads: vec![
            vec![write(a)],
            vec![write(b), read(d), read(a)],
            vec![write(c), read(b), read(d), read(a)],
            vec![write(d), read(c), read(a)],
            vec![write(e), read(a)],
        ],
    };
    for strategy in [Strategy::Eager, Strategy::Lazy, Strategy::Retraversal] {
        assert_eq!(first_moves(&program, strategy), [1, 2, 3, 4], "{strategy}");
    }
}

/// The order of the processes decides which source set is found.
#[test]
fn orders_lead_to_different_source_sets() {
    let [x, y, z] = [0, 1, 2];
    let program =
        Program { threads: vec![vec![write(x)], vec![read(y), read(x)], vec![read(z), read(x)]] };
    let mut visited = Visited::default();
    let order = Order::Sequential(vec![process(2)]);
    let options = Options { order, ..Options::default() };
    explore(&program, Strategy::Lazy, &options, &mut visited);
    let moved: ProcessSet = visited
        .0
        .iter()
        .filter(|state| state.counters.iter().sum::<u8>() == 1)
        .filter_map(|state| state.counters.iter().position(|&counter| counter == 1))
        .map(process)
        .collect();
    assert_eq!(moved, ProcessSet::only(process(2)), "its first move is persistent alone");
}
