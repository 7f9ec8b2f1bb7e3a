//! Systems whose equal states call their objects by different names: what is found is the same as
//! when states with different names are different.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use aplomb_explore::{
    ObjectId, Options, Outcome, PendingActions, ProcessId, Strategy, System, Visit, explore,
    on_terminal,
};

const CELLS: usize = 2;

/// What a process does next. Boxes are made by processes, which give them the smallest number that
/// is free, so that their names tell who made them and when.
#[derive(Clone, Copy, Debug)]
enum Instruction {
    /// Puts a new box into a cell.
    Replace(usize),
    /// Remembers the box in a cell.
    Take(usize),
    /// Adds to what is in the remembered box.
    Bump,
    /// Writes down what is in the remembered box.
    Look,
    /// Begins anew if the remembered box is empty.
    Repeat,
}

struct Boxes {
    programs: Vec<Vec<Instruction>>,
    /// Whether states with different names are different.
    names_matter: bool,
}

#[derive(Clone, Debug)]
struct State {
    cells: [u32; CELLS],
    processes: Vec<Process>,
    /// The boxes that somebody can get at, by name, with what is in them.
    boxes: Vec<(u32, u8)>,
    names_matter: bool,
}

#[derive(Clone, Debug, Default)]
struct Process {
    next: usize,
    remembered: Option<u32>,
    log: Vec<u8>,
}

impl State {
    /// The boxes in the order in which they are met.
    fn names(&self) -> Vec<u32> {
        let mut names = Vec::new();
        let remembered = self.processes.iter().filter_map(|process| process.remembered);
        for name in self.cells.iter().copied().chain(remembered) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn content(&self, name: u32) -> u8 {
        self.boxes.iter().find(|it| it.0 == name).expect("the box is there").1
    }

    /// All there is, with numbers in the place of names.
    fn unnamed(&self) -> Vec<u32> {
        let names = self.names();
        let number = |name: u32| names.iter().position(|it| *it == name).expect("met") as u32;
        let mut all: Vec<u32> = self.cells.iter().map(|name| number(*name)).collect();
        for process in &self.processes {
            all.push(process.next as u32);
            all.push(process.remembered.map_or(u32::MAX, number));
            all.push(process.log.len() as u32);
            all.extend(process.log.iter().map(|value| u32::from(*value)));
        }
        all.extend(names.iter().map(|name| u32::from(self.content(*name))));
        if self.names_matter {
            all.extend(names);
        }
        all
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.unnamed() == other.unnamed()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.unnamed().hash(hasher);
    }
}

/// Cells have names that never change.
fn cell(cell: usize) -> ObjectId {
    ObjectId(u64::from(u32::MAX) << 32 | cell as u64)
}

fn content_of(name: u32) -> ObjectId {
    ObjectId(u64::from(name) << 32)
}

impl System for Boxes {
    type State = State;
    type Action = usize;

    fn initial_states(&self) -> Vec<State> {
        let cells = std::array::from_fn(|cell| cell as u32);
        vec![State {
            cells,
            processes: vec![Process::default(); self.programs.len()],
            boxes: cells.iter().map(|name| (*name, 0)).collect(),
            names_matter: self.names_matter,
        }]
    }

    fn pending(&self, state: &State, pending: &mut PendingActions<usize>) {
        for (index, process) in state.processes.iter().enumerate() {
            let Some(instruction) = self.programs[index].get(process.next) else { continue };
            let entry = pending.push(ProcessId::new(index).expect("few processes"), index);
            match (instruction, process.remembered) {
                (Instruction::Replace(at), _) => _ = entry.writes(cell(*at)),
                (Instruction::Take(at), _) => _ = entry.reads(cell(*at)),
                (_, None) => {}
                (Instruction::Bump, Some(name)) => _ = entry.writes(content_of(name)),
                (_, Some(name)) => _ = entry.reads(content_of(name)),
            }
        }
    }

    fn next(&self, state: &State, &index: &usize) -> State {
        let mut state = state.clone();
        let remembered = state.processes[index].remembered;
        let next = state.processes[index].next;
        state.processes[index].next += 1;
        match (self.programs[index][next], remembered) {
            (Instruction::Replace(at), _) => {
                let mut names = (16 * (index as u32 + 1)..)
                    .filter(|name| state.boxes.iter().all(|it| it.0 != *name));
                let name = names.next().expect("there are many names");
                state.boxes.push((name, 0));
                state.cells[at] = name;
            }
            (Instruction::Take(at), _) => {
                state.processes[index].remembered = Some(state.cells[at]);
            }
            (Instruction::Bump, Some(name)) => {
                for it in state.boxes.iter_mut().filter(|it| it.0 == name) {
                    it.1 = (it.1 + 1).min(2);
                }
            }
            (Instruction::Look, Some(name)) => {
                let seen = state.content(name);
                state.processes[index].log.push(seen);
            }
            (Instruction::Repeat, Some(name)) if state.content(name) == 0 => {
                state.processes[index] = Process::default();
            }
            _ => {}
        }
        let names = state.names();
        state.boxes.retain(|it| names.contains(&it.0));
        state
    }

    fn names(&self, state: &State, names: &mut Vec<u32>) {
        if !self.names_matter {
            names.extend(state.names());
        }
    }
}

fn random(seed: u64) -> Vec<Vec<Instruction>> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = move |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % bound
    };
    (0..2 + below(2))
        .map(|_| {
            (0..2 + below(4))
                .map(|_| match below(9) {
                    0 | 1 => Instruction::Replace(below(CELLS as u64) as usize),
                    2 | 3 => Instruction::Take(below(CELLS as u64) as usize),
                    4 | 5 => Instruction::Bump,
                    6 | 7 => Instruction::Look,
                    _ => Instruction::Repeat,
                })
                .collect()
        })
        .collect()
}

/// What can be seen at the ends of executions, and how many states there are.
fn found(system: &Boxes, strategy: Strategy) -> (BTreeSet<Vec<u32>>, u64) {
    let mut ends = BTreeSet::new();
    let mut visitor = on_terminal(|_, visit: &Visit<'_, Boxes>| {
        ends.insert(State { names_matter: false, ..visit.state.clone() }.unnamed());
        ControlFlow::Continue(())
    });
    let exploration = explore(system, strategy, &Options::default(), &mut visitor);
    assert_eq!(exploration.outcome, Outcome::Complete);
    (ends, exploration.statistics.states)
}

#[test]
fn states_without_names_show_the_same_ends() {
    let (mut with_names, mut without_names) = (0, 0);
    for seed in 0..3_000 {
        let programs = random(seed);
        let named = Boxes { programs: programs.clone(), names_matter: true };
        let system = Boxes { programs, names_matter: false };
        let (expected, states) = found(&named, Strategy::Full);
        with_names += states;
        for strategy in Strategy::COMPLETE {
            let (ends, states) = found(&system, strategy);
            assert_eq!(ends, expected, "seed {seed}, {strategy}: {:?}", system.programs);
            if strategy == Strategy::Full {
                without_names += states;
            }
        }
    }
    assert!(without_names < with_names * 9 / 10, "{without_names} of {with_names} states");
}
