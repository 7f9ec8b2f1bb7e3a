//! Small programs on which the printed algorithms, or obvious simplifications of them, lose
//! executions. Every strategy under every order of threads finds all of them.

use crate::language::Instruction::*;
use crate::language::{Instruction, Operand, Program, ends, process};
use aplomb_explore::{Options, Order, Outcome, Strategy, Terminal};

fn write(variable: usize, value: u8) -> Instruction {
    Write { variable, value: Operand::Constant(value) }
}

fn read(variable: usize) -> Instruction {
    Read { variable, register: 0 }
}

fn permutations(threads: usize) -> Vec<Vec<usize>> {
    if threads == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for rest in permutations(threads - 1) {
        for at in 0..threads {
            all.push([&rest[..at], &[threads - 1], &rest[at..]].concat());
        }
    }
    all
}

/// Checks that all strategies find this many final states and deadlocks.
fn expect(program: &Program, finals: usize, deadlocks: usize) {
    for strategy in Strategy::COMPLETE {
        for order in permutations(program.threads.len()) {
            let order = Order::Sequential(order.into_iter().map(process).collect());
            let options = Options { order, ..Options::default() };
            let (exploration, ends) = ends(program, strategy, &options);
            assert_eq!(exploration.outcome, Outcome::Complete);
            let count = |wanted| ends.iter().filter(|(terminal, _)| *terminal == wanted).count();
            let found = (count(Terminal::Final), count(Terminal::Deadlock));
            assert_eq!(found, (finals, deadlocks), "{strategy} with {:?}", options.order);
        }
    }
}

/// The write of x is charged to the second read, although it must be tried before the first.
#[test]
fn the_last_conflicting_move_is_not_enough() {
    let [x, f] = [0, 1];
    let program = Program {
        threads: vec![
            vec![read(x)],
            vec![read(x), write(f, 1)],
            vec![read(f), Jump { register: 0, equals: 0, target: 3 }, write(x, 1)],
        ],
    };
    // Thread 2 sees f or not; if it does, thread 0 reads x before or after the write.
    expect(&program, 3, 0);
}

/// A lock is charged to the unlock before it, where the waiting thread cannot move.
#[test]
fn locks_are_taken_in_every_order() {
    let x = 0;
    let section = |value| vec![Lock(0), read(x), write(x, value), Unlock(0)];
    expect(&Program { threads: vec![section(1), section(2), section(3)] }, 6, 0);
}

/// Whoever takes the second lock first decides where the others get stuck.
#[test]
fn blocked_threads_count_although_they_never_move() {
    let philosophers = vec![
        vec![Lock(0), Lock(1), Unlock(1), Unlock(0)],
        vec![Lock(1), Lock(2), Unlock(2), Unlock(1)],
        vec![Lock(2), Lock(0), Unlock(0), Unlock(2)],
    ];
    expect(&Program { threads: philosophers }, 1, 1);
    // Thread 1 never executes its lock if thread 0 does not unlock.
    let forgetful = vec![vec![Lock(0), write(0, 1)], vec![Lock(0), write(0, 2)]];
    expect(&Program { threads: forgetful }, 0, 2);
}

/// While one thread spins, what the other does must not be forgotten.
#[test]
fn spinning_threads_do_not_starve_others() {
    let [x, f] = [0, 1];
    let program = Program {
        threads: vec![
            vec![read(f), Jump { register: 0, equals: 0, target: 0 }, read(x)],
            vec![write(x, 1), write(f, 1), write(x, 2)],
        ],
    };
    expect(&program, 2, 0);
}

/// A thread that spins without touching anything must not starve others either; the third thread
/// ends, or is stuck with the first spinning for ever.
#[test]
fn invisible_loops_do_not_starve_others() {
    let x = 0;
    let program = Program {
        threads: vec![
            vec![
                read(x),
                Jump { register: 0, equals: 1, target: 4 },
                Set { register: 1, value: 0 },
                Jump { register: 1, equals: 0, target: 2 },
            ],
            vec![write(x, 1)],
        ],
    };
    expect(&program, 1, 0);
}

/// Thread 1 waits for ever for the lock of thread 0, which spins for ever unless thread 1 was
/// first: nothing ends after the wrong first step, but what waits there matters.
#[test]
fn what_is_awaited_in_a_livelock_counts() {
    let x = 0;
    let program = Program {
        threads: vec![
            vec![Lock(0), read(x), Jump { register: 0, equals: 0, target: 1 }, Unlock(0)],
            vec![Lock(0), write(x, 1), Unlock(0)],
        ],
    };
    expect(&program, 1, 0);
}

/// A blocked alternative is one that others may set free.
#[test]
fn blocked_alternatives_count() {
    let [a, b] = [0, 1];
    let program = Program {
        threads: vec![
            vec![write(a, 1)],
            vec![write(b, 1)],
            vec![TakeEither { variables: [a, b], register: 0 }],
        ],
    };
    expect(&program, 2, 0);
}

/// Each of two moves blocks the third thread, both together set it free again.
#[test]
fn actions_on_several_objects_may_be_blocked_and_set_free_by_others() {
    let [a, b] = [0, 1];
    let program = Program {
        threads: vec![
            vec![write(a, 0), write(a, 1)],
            vec![write(b, 1), write(b, 0)],
            vec![write(a, 1), AwaitDifferent { variables: [a, b] }, read(b)],
        ],
    };
    let (_, full) = ends(&program, Strategy::Full, &Options::default());
    let deadlocks = full.iter().filter(|(terminal, _)| *terminal == Terminal::Deadlock).count();
    expect(&program, full.len() - deadlocks, deadlocks);
}
