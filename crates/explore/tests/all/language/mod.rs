//! A small language of multi-threaded programs, to compare strategies on.

#![allow(dead_code, reason = "each test file uses its own part of the language")]

pub mod generate;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use aplomb_explore::{
    Exploration, ObjectId, Options, PendingActions, ProcessId, Strategy, System, Terminal, Visit,
    explore, on_terminal,
};

pub const THREADS: usize = 5;
pub const VARIABLES: usize = 8;
pub const LOCKS: usize = 3;
pub const REGISTERS: usize = 2;

/// What is written or compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    Constant(u8),
    Register(usize),
}

/// One atomic instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// A local step: invisible.
    Set {
        register: usize,
        value: u8,
    },
    /// A local step with two results: invisible, but not deterministic.
    Flip {
        register: usize,
    },
    /// A local step: jumps if the register has the value.
    Jump {
        register: usize,
        equals: u8,
        target: usize,
    },
    Read {
        variable: usize,
        register: usize,
    },
    Write {
        variable: usize,
        value: Operand,
    },
    /// Compare and set; the register tells whether it succeeded.
    CompareAndSet {
        variable: usize,
        expected: u8,
        new: u8,
        register: usize,
    },
    /// Waits until the variable has the value.
    Await {
        variable: usize,
        value: u8,
    },
    /// Waits until exactly one of two variables is 0.
    AwaitDifferent {
        variables: [usize; 2],
    },
    /// Takes from whichever of two variables is not 0, and waits while both are.
    TakeEither {
        variables: [usize; 2],
        register: usize,
    },
    Lock(usize),
    /// Takes two locks at once.
    LockBoth([usize; 2]),
    /// Takes the lock if it is free; the register tells whether it did.
    TryLock {
        lock: usize,
        register: usize,
    },
    Unlock(usize),
}

use Instruction::*;

/// A multi-threaded program: a list of instructions for each thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub threads: Vec<Vec<Instruction>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct State {
    pub counters: [u8; THREADS],
    pub registers: [[u8; REGISTERS]; THREADS],
    pub variables: [u8; VARIABLES],
    /// One more than the thread that holds the lock.
    pub locks: [u8; LOCKS],
}

/// The thread that moves, and which of its alternatives it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub thread: usize,
    pub alternative: u8,
}

pub fn process(index: usize) -> ProcessId {
    ProcessId::new(index).expect("a small number")
}

fn variable(index: usize) -> ObjectId {
    ObjectId(index as u64)
}

fn lock(index: usize) -> ObjectId {
    ObjectId(1000 + index as u64)
}

impl System for Program {
    type State = State;
    type Action = Move;

    fn initial_states(&self) -> Vec<State> {
        vec![State::default()]
    }

    fn pending(&self, state: &State, pending: &mut PendingActions<Move>) {
        for (thread, code) in self.threads.iter().enumerate() {
            let Some(&instruction) = code.get(state.counters[thread] as usize) else {
                continue;
            };
            let action = Move { thread, alternative: 0 };
            let entry = pending.push(process(thread), action);
            let value = |variable: usize| state.variables[variable];
            let free = |lock: usize| state.locks[lock] == 0;
            let (entry, enabled) = match instruction {
                Set { .. } | Jump { .. } => (entry, true),
                Flip { .. } => {
                    (pending.push(process(thread), Move { thread, alternative: 1 }), true)
                }
                Read { variable: v, .. } => (entry.reads(variable(v)), true),
                Write { variable: v, .. } => (entry.writes(variable(v)), true),
                CompareAndSet { variable: v, expected, .. } if value(v) == expected => {
                    (entry.writes(variable(v)), true)
                }
                CompareAndSet { variable: v, .. } => (entry.reads(variable(v)), true),
                Await { variable: v, value: wanted } => {
                    (entry.reads(variable(v)), value(v) == wanted)
                }
                AwaitDifferent { variables: [v, w] } => (
                    entry.reads(variable(v)).reads(variable(w)),
                    (value(v) == 0) != (value(w) == 0),
                ),
                TakeEither { variables: [v, w], .. } => {
                    let entry = entry.writes(variable(v));
                    if value(v) == 0 {
                        entry.blocked();
                    }
                    let other = Move { thread, alternative: 1 };
                    (pending.push(process(thread), other).writes(variable(w)), value(w) != 0)
                }
                Lock(l) => (entry.writes(lock(l)), free(l)),
                LockBoth([l, m]) => (entry.writes(lock(l)).writes(lock(m)), free(l) && free(m)),
                TryLock { lock: l, .. } | Unlock(l) => (entry.writes(lock(l)), true),
            };
            if !enabled {
                entry.blocked();
            }
        }
    }

    fn next(&self, state: &State, &Move { thread, alternative }: &Move) -> State {
        let mut next = *state;
        let registers = &mut next.registers[thread];
        let mut counter = state.counters[thread] as usize + 1;
        match self.threads[thread][counter - 1] {
            Set { register, value } => registers[register] = value,
            Flip { register } => registers[register] = alternative,
            Jump { register, equals, target } => {
                if registers[register] == equals {
                    counter = target;
                }
            }
            Read { variable, register } => registers[register] = state.variables[variable],
            Write { variable, value } => {
                next.variables[variable] = match value {
                    Operand::Constant(value) => value,
                    Operand::Register(register) => registers[register],
                };
            }
            CompareAndSet { variable, expected, new, register } => {
                let equal = state.variables[variable] == expected;
                registers[register] = u8::from(equal);
                if equal {
                    next.variables[variable] = new;
                }
            }
            Await { .. } | AwaitDifferent { .. } => {}
            TakeEither { variables, register } => {
                let taken = &mut next.variables[variables[alternative as usize]];
                registers[register] = std::mem::take(taken);
            }
            Lock(lock) => next.locks[lock] = thread as u8 + 1,
            LockBoth(locks) => {
                for lock in locks {
                    next.locks[lock] = thread as u8 + 1;
                }
            }
            TryLock { lock, register } => {
                let free = state.locks[lock] == 0;
                registers[register] = u8::from(free);
                if free {
                    next.locks[lock] = thread as u8 + 1;
                }
            }
            Unlock(lock) => {
                if state.locks[lock] == thread as u8 + 1 {
                    next.locks[lock] = 0;
                }
            }
        }
        next.counters[thread] = counter as u8;
        next
    }
}

/// How the executions of a program end.
pub type Ends = BTreeSet<(Terminal, State)>;

/// Explores a program and collects how its executions end.
pub fn ends(program: &Program, strategy: Strategy, options: &Options<'_>) -> (Exploration, Ends) {
    let mut ends = Ends::new();
    let mut visitor = on_terminal(|terminal, visit: &Visit<'_, Program>| {
        ends.insert((terminal, *visit.state));
        ControlFlow::Continue(())
    });
    let exploration = explore(program, strategy, options, &mut visitor);
    (exploration, ends)
}
