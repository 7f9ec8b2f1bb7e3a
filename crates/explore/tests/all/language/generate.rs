//! Random programs of several classes.

use super::{Instruction, Instruction::*, Operand, Program};

/// A small generator of random numbers, the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// What the programs of a class are made of.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    pub name: &'static str,
    pub threads: (usize, usize),
    pub blocks: (usize, usize),
    pub variables: usize,
    /// Critical sections, properly nested.
    pub locks: bool,
    /// Locks taken and released anywhere, several at once: deadlocks.
    pub nested_locks: bool,
    /// Jumps backwards: cycles.
    pub loops: bool,
    /// Processes that wait for values, or may go on in several ways.
    pub waits: bool,
}

const PLAIN: Class = Class {
    name: "acyclic, no locks",
    threads: (2, 4),
    blocks: (1, 3),
    variables: 3,
    locks: false,
    nested_locks: false,
    loops: false,
    waits: false,
};

pub const CLASSES: [Class; 8] = [
    PLAIN,
    Class { name: "acyclic, few conflicts", variables: 7, blocks: (1, 4), ..PLAIN },
    Class { name: "acyclic, locks", locks: true, threads: (2, 3), ..PLAIN },
    Class { name: "nested locks, deadlocks", nested_locks: true, threads: (2, 3), ..PLAIN },
    Class { name: "spin loops", loops: true, threads: (2, 3), ..PLAIN },
    Class { name: "spin loops and locks", loops: true, locks: true, threads: (2, 3), ..PLAIN },
    Class { name: "waiting, several alternatives", waits: true, threads: (2, 3), ..PLAIN },
    Class {
        name: "everything",
        locks: true,
        nested_locks: true,
        loops: true,
        waits: true,
        threads: (2, 3),
        ..PLAIN
    },
];

/// A random program of a class.
pub fn program(class: &Class, random: &mut Random) -> Program {
    let threads = random.between(class.threads.0, class.threads.1);
    let thread = |random: &mut Random| {
        let mut code = Vec::new();
        for _ in 0..random.between(class.blocks.0, class.blocks.1) {
            block(class, random, &mut code);
        }
        code
    };
    Program { threads: (0..threads).map(|_| thread(random)).collect() }
}

fn block(class: &Class, random: &mut Random, code: &mut Vec<Instruction>) {
    let mut kinds = vec![0, 0, 1];
    if class.locks {
        kinds.extend([2, 2]);
    }
    if class.nested_locks {
        kinds.extend([3, 3, 3]);
    }
    if class.loops {
        kinds.extend([4, 5]);
    }
    if class.waits {
        kinds.extend([6, 6]);
    }
    match kinds[random.below(kinds.len())] {
        0 => code.push(access(class, random)),
        1 => branch(class, random, code),
        2 => critical_section(class, random, code),
        3 => code.push(lock_operation(random)),
        4 => spin(class, random, code),
        5 => spin_lock(class, random, code),
        _ => code.push(wait(class, random)),
    }
}

fn access(class: &Class, random: &mut Random) -> Instruction {
    let variable = random.below(class.variables);
    let register = random.below(super::REGISTERS);
    match random.below(8) {
        0..3 => Read { variable, register },
        3..5 => Write { variable, value: Operand::Constant(random.below(3) as u8) },
        5 => Write { variable, value: Operand::Register(register) },
        6 => CompareAndSet {
            variable,
            expected: random.below(2) as u8,
            new: random.between(1, 2) as u8,
            register,
        },
        _ => Set { register, value: random.below(3) as u8 },
    }
}

/// An access that happens only if a register, read just before or not, has some value.
fn branch(class: &Class, random: &mut Random, code: &mut Vec<Instruction>) {
    let register = random.below(super::REGISTERS);
    if !random.one_in(3) {
        code.push(Read { variable: random.below(class.variables), register });
    }
    code.push(Jump { register, equals: random.below(2) as u8, target: code.len() + 2 });
    code.push(access(class, random));
}

fn critical_section(class: &Class, random: &mut Random, code: &mut Vec<Instruction>) {
    let lock = random.below(2);
    code.push(Lock(lock));
    for _ in 0..random.between(1, 2) {
        if random.one_in(3) {
            branch(class, random, code);
        } else {
            code.push(access(class, random));
        }
    }
    code.push(Unlock(lock));
}

fn lock_operation(random: &mut Random) -> Instruction {
    let lock = random.below(super::LOCKS);
    match random.below(7) {
        0..3 => Lock(lock),
        3..5 => Unlock(lock),
        5 => LockBoth([lock, random.below(super::LOCKS)]),
        _ => TryLock { lock, register: random.below(super::REGISTERS) },
    }
}

/// Reads until the variable has (or no longer has) some value, now and then with another access in
/// the loop.
fn spin(class: &Class, random: &mut Random, code: &mut Vec<Instruction>) {
    let register = random.below(super::REGISTERS);
    let start = code.len();
    if random.one_in(8) {
        // A loop that touches nothing.
        code.push(Set { register, value: random.below(3) as u8 });
    } else {
        code.push(Read { variable: random.below(class.variables), register });
    }
    if random.one_in(3) {
        code.push(access(class, random));
    }
    code.push(Jump { register, equals: random.below(2) as u8, target: start });
}

/// A lock made of compare-and-set, or of trying a lock.
fn spin_lock(class: &Class, random: &mut Random, code: &mut Vec<Instruction>) {
    let register = random.below(super::REGISTERS);
    let start = code.len();
    let variable = random.below(class.variables);
    let lock = random.below(super::LOCKS);
    let with_variable = random.one_in(2);
    code.push(if with_variable {
        CompareAndSet { variable, expected: 0, new: 1, register }
    } else {
        TryLock { lock, register }
    });
    code.push(Jump { register, equals: 0, target: start });
    code.push(access(class, random));
    code.push(if with_variable {
        Write { variable, value: Operand::Constant(0) }
    } else {
        Unlock(lock)
    });
}

fn wait(class: &Class, random: &mut Random) -> Instruction {
    let variables = [random.below(class.variables), random.below(class.variables)];
    let register = random.below(super::REGISTERS);
    match random.below(4) {
        0 => Await { variable: variables[0], value: random.below(2) as u8 },
        1 => AwaitDifferent { variables },
        2 => TakeEither { variables, register },
        _ => Flip { register },
    }
}
