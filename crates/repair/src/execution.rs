//! Executions: who did what to which object, where in the program, in which order.

use rustc_hash::FxHashMap;

use crate::decomposition::Decomposition;
use crate::section::{Repair, Section};

/// How an object is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// Two reads of an object commute.
    Read,
    /// Commutes with nothing on the same object.
    Write,
}

/// A place in the program: a point (a line, a statement) of a routine (a method, a transaction, a
/// handler).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The routine.
    pub routine: usize,
    /// The point within it. What lies between two points of a routine has a number between theirs.
    pub point: usize,
}

impl Position {
    /// Point `point` of `routine`.
    #[must_use]
    pub fn new(routine: usize, point: usize) -> Self {
        Self { routine, point }
    }
}

/// Something that a process did to objects, in one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// Who did it.
    pub process: usize,
    /// As part of which operation. The number may be used again by another process.
    pub operation: usize,
    /// Where in the program.
    pub position: Position,
    /// The lowest and the highest point that the operation passed since its last action, this one
    /// included. A block is left if that reaches beyond it.
    pub passed: (usize, usize),
    /// What it touched, and how.
    pub accesses: Vec<(u64, Access)>,
}

impl Action {
    /// An action that touches nothing yet, reached without a detour.
    #[must_use]
    pub fn new(process: usize, operation: usize, position: Position) -> Self {
        let passed = (position.point, position.point);
        Self { process, operation, position, passed, accesses: Vec::new() }
    }

    /// The same action, which also touches `object`.
    #[must_use]
    pub fn touching(mut self, object: u64, access: Access) -> Self {
        self.accesses.push((object, access));
        self
    }

    /// The same action, reached by way of these points of its routine.
    #[must_use]
    pub fn passing(mut self, lowest: usize, highest: usize) -> Self {
        self.passed =
            (self.passed.0.min(lowest).min(highest), self.passed.1.max(highest).max(lowest));
        self
    }
}

/// Why a sequence of actions is not an execution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExecutionError {
    /// An operation goes on after its process has begun another.
    #[error("action {action}: process {process} goes back to operation {operation}")]
    Resumed {
        /// The place of the action.
        action: usize,
        /// Who takes it.
        process: usize,
        /// The operation.
        operation: usize,
    },
    /// An operation has actions in two routines.
    #[error("action {action}: operation {operation} of process {process} changes its routine")]
    Moved {
        /// The place of the action.
        action: usize,
        /// Who takes it.
        process: usize,
        /// The operation.
        operation: usize,
    },
    /// Something is said to come before what comes before it.
    #[error("action {0} cannot come before action {1} and after it")]
    Reversed(usize, usize),
}

/// A sequence of actions with what they have to do with each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    actions: Vec<Action>,
    /// The operation of each action, numbered through.
    operations: Vec<usize>,
    /// Pairs that must keep their order though they do not conflict.
    ordered: Vec<(usize, usize)>,
}

impl Execution {
    /// The execution of these actions, in this order.
    ///
    /// # Errors
    /// If a process goes back to an operation that it has left, or an operation changes its routine.
    pub fn new(actions: Vec<Action>) -> Result<Self, ExecutionError> {
        let mut numbers: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        // The last action of each process.
        let mut last: FxHashMap<usize, usize> = FxHashMap::default();
        let mut operations = Vec::with_capacity(actions.len());
        for (index, action) in actions.iter().enumerate() {
            let Action { process, operation, .. } = *action;
            let next = numbers.len();
            let known = numbers.get(&(process, operation)).copied();
            let number = *numbers.entry((process, operation)).or_insert(next);
            let before = last.insert(process, index);
            if let (Some(_), Some(before)) = (known, before) {
                if operations[before] != number {
                    return Err(ExecutionError::Resumed { action: index, process, operation });
                }
                if actions[before].position.routine != action.position.routine {
                    return Err(ExecutionError::Moved { action: index, process, operation });
                }
            }
            operations.push(number);
        }
        Ok(Self { actions, operations, ordered: Vec::new() })
    }

    /// The same execution, in which these pairs of actions must keep their order for another reason
    /// than a conflict: because one operation had returned before the other was called, say.
    ///
    /// # Errors
    /// If the first of a pair is not before the second.
    pub fn keeping(
        mut self,
        ordered: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Self, ExecutionError> {
        for (first, second) in ordered {
            if first >= second || second >= self.actions.len() {
                return Err(ExecutionError::Reversed(first, second));
            }
            self.ordered.push((first, second));
        }
        Ok(self)
    }

    /// What happened, in order.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The operation that an action belongs to; operations are numbered by their first action.
    #[must_use]
    pub fn operation(&self, action: usize) -> usize {
        self.operations[action]
    }

    /// All pairs of actions of different processes whose order counts, the earlier one first:
    /// conflicts, and those that must [keep](Self::keeping) it.
    #[must_use]
    pub fn conflicts(&self) -> Vec<(usize, usize)> {
        let mut pairs = self.ordered.clone();
        for touched in self.by_object() {
            for (place, &(second, how)) in touched.iter().enumerate() {
                let earlier = touched[..place]
                    .iter()
                    .filter(|(_, other)| how == Access::Write || *other == Access::Write);
                pairs.extend(earlier.map(|&(first, _)| (first, second)));
            }
        }
        let process = |action: usize| self.actions[action].process;
        pairs.retain(|&(first, second)| process(first) != process(second));
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Pairs of actions from which the order of all conflicting and ordered pairs follows: a number
    /// of them that grows with the number of accesses alone.
    pub(crate) fn dependencies(&self) -> Vec<(usize, usize)> {
        let mut pairs = self.ordered.clone();
        for touched in self.by_object() {
            let mut writer = None;
            let mut readers: Vec<usize> = Vec::new();
            for (action, how) in touched {
                match how {
                    Access::Read => {
                        pairs.extend(writer.map(|writer| (writer, action)));
                        readers.push(action);
                    }
                    Access::Write => {
                        pairs.extend(writer.map(|writer| (writer, action)));
                        pairs.extend(readers.drain(..).map(|reader| (reader, action)));
                        writer = Some(action);
                    }
                }
            }
        }
        pairs
    }

    /// For each object the actions that touch it, in order, each once: one that reads and writes
    /// writes.
    fn by_object(&self) -> Vec<Vec<(usize, Access)>> {
        let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
        let mut objects: Vec<Vec<(usize, Access)>> = Vec::new();
        for (index, action) in self.actions.iter().enumerate() {
            for &(object, access) in &action.accesses {
                let number = *numbers.entry(object).or_insert(objects.len());
                if number == objects.len() {
                    objects.push(Vec::new());
                }
                match objects[number].last_mut() {
                    Some((last, how)) if *last == index => {
                        if access == Access::Write {
                            *how = Access::Write;
                        }
                    }
                    _ => objects[number].push((index, access)),
                }
            }
        }
        objects
    }

    /// Equal for two executions exactly if they differ only in the order of actions that need not
    /// keep it: for every action what it is, and for every object who touched it in which order.
    #[must_use]
    pub fn class(&self) -> Vec<usize> {
        let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
        let mut names = Vec::with_capacity(self.actions.len());
        let mut described = Vec::with_capacity(self.actions.len());
        for action in &self.actions {
            let count = counts.entry(action.process).or_default();
            names.push([action.process, *count]);
            *count += 1;
            let Position { routine, point } = action.position;
            let (low, high) = action.passed;
            let name = names[names.len() - 1];
            described.push([name[0], name[1], action.operation, routine, point, low, high]);
        }
        described.sort_unstable();
        let mut class: Vec<usize> = described.into_iter().flatten().collect();
        let mut pairs: Vec<[usize; 2]> = self
            .ordered
            .iter()
            .flat_map(|&(first, second)| [names[first], names[second]])
            .collect();
        let mut objects: Vec<Vec<usize>> = Vec::new();
        for touched in self.by_object() {
            let mut runs: Vec<Vec<[usize; 2]>> = Vec::new();
            let mut reading = false;
            for (action, how) in touched {
                match (how, runs.last_mut()) {
                    (Access::Read, Some(run)) if reading => run.push(names[action]),
                    _ => runs.push(vec![names[action]]),
                }
                reading = how == Access::Read;
            }
            // Reads between two writes have no order among themselves.
            runs.iter_mut().for_each(|run| run.sort_unstable());
            let separated = runs.into_iter().map(|run| [vec![[usize::MAX; 2]], run].concat());
            objects.push(separated.flatten().flatten().collect());
        }
        objects.sort_unstable();
        class.extend(objects.into_iter().flatten());
        class.extend(pairs.drain(..).flatten());
        class
    }

    /// The block of the program that a stretch of an operation lies in: all points that the
    /// operation passes from the first action of the stretch to the last.
    #[must_use]
    pub fn block(&self, segment: &Section) -> Section {
        let first = &self.actions[segment.first];
        let (mut lowest, mut highest) = (first.position.point, first.position.point);
        let inside = segment.first + 1..=segment.last;
        for index in inside.filter(|&index| self.operations[index] == segment.within) {
            let (low, high) = self.actions[index].passed;
            lowest = lowest.min(low);
            highest = highest.max(high);
        }
        Section::new(first.position.routine, lowest, highest)
    }

    /// The blocks of the program that a set of stretches asks for. What the program has as one
    /// point is taken for atomic as long as that leaves something to be done: a stretch within one
    /// point counts only where there is no other.
    #[must_use]
    pub fn blocks(&self, segments: &Repair) -> Repair {
        let blocks = self.all_blocks(segments);
        if blocks.sections().iter().all(Section::is_point) {
            return blocks;
        }
        Repair::new(blocks.sections().iter().filter(|block| !block.is_point()).copied())
    }

    /// As [`Execution::blocks`], but what is one point of the program is not taken for atomic.
    #[must_use]
    pub fn all_blocks(&self, segments: &Repair) -> Repair {
        Repair::new(segments.sections().iter().map(|segment| self.block(segment)))
    }

    /// Whether this execution, and all that differ from it only in the order of what does not
    /// conflict, cannot happen in a program in which the blocks of `repair` are atomic (Theorem 3).
    #[must_use]
    pub fn is_eliminated_by(&self, repair: &Repair) -> bool {
        !Decomposition::by_blocks(self, repair).is_serializable(self)
    }
}
