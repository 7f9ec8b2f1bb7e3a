//! Where in the program the steps of executions are, as the repair sees it.
//!
//! What a method does through others happens at its own line: a block of the method covers it. A
//! method that only hands on to another one is looked through, so that blocks are found where there
//! is more than one line to choose from.

use std::{collections::BTreeSet, sync::Arc};

use aplomb_jvm::{Access, ActionKind, Location};
use aplomb_repair::{Access as Touch, Action, Execution, Position};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use super::super::SourceLine;
use super::CodeBlock;
use super::observed::{Seen, Trace, TraceStep};

/// A method, by its class and name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Routine {
    pub class: String,
    pub method: String,
    pub file: Option<String>,
}

impl Routine {
    fn of(location: &Location) -> Routine {
        let Location { class, method, file, .. } = location.clone();
        Routine { class, method, file }
    }

    fn has(&self, location: &Location) -> bool {
        self.class == location.class && self.method == location.method && self.file == location.file
    }
}

/// Which call of a stack is the routine that blocks are sought in.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub routines: IndexSet<Routine>,
    /// For each method that clients call, how far to look through.
    levels: FxHashMap<Routine, usize>,
    /// What was found out about steps, by their addresses, which stay theirs as long as they are
    /// kept here. Executions have most steps in common.
    known: FxHashMap<*const Seen, (Arc<Seen>, Known)>,
}

/// Where a step is, as the repair sees it.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// How far to look through.
    level: usize,
    /// Where it touches data, if it does.
    position: Option<Position>,
}

/// The class of a method has no line numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WithoutLines(pub String);

impl Program {
    /// Finds out how far to look through the methods that clients call.
    pub fn new<'t>(traces: impl Iterator<Item = &'t Trace> + Clone) -> Program {
        let mut program = Program::default();
        let mut outermost: Vec<Routine> = Vec::new();
        for first in traces.clone().flat_map(data).filter_map(|seen| seen.stack.first()) {
            if !outermost.iter().any(|routine| routine.has(first)) {
                outermost.push(Routine::of(first));
            }
        }
        for routine in outermost {
            let mut level = 0;
            while hands_on(traces.clone(), &routine, level) {
                level += 1;
            }
            program.levels.insert(routine, level);
        }
        program
    }

    /// Looks as far through the methods as it takes to find these blocks.
    pub fn of_blocks<'t>(traces: impl Iterator<Item = &'t Trace>, blocks: &[CodeBlock]) -> Program {
        let is_in_block = |location: &Location| blocks.iter().any(|block| block.has(location));
        let mut program = Program::default();
        for seen in traces.flat_map(data) {
            let level = seen.stack.iter().position(is_in_block);
            if let (Some(outermost), Some(level)) = (seen.stack.first(), level) {
                let known = program.levels.entry(Routine::of(outermost)).or_insert(level);
                *known = level.min(*known);
            }
        }
        program
    }

    /// The routine of a block, if something happens in it.
    pub fn routine(&self, block: &CodeBlock) -> Option<usize> {
        let is_it = |routine: &Routine| {
            routine.class == block.first.class && routine.method == block.first.method
        };
        self.routines.iter().position(is_it)
    }

    /// Whether something that was seen is an action of the execution.
    pub fn is_action(&self, seen: &Seen) -> bool {
        seen.kind.is_data() && seen.stack.len() > self.level(seen)
    }

    fn level(&self, seen: &Seen) -> usize {
        let outermost = seen.stack.first();
        let mut levels = self.levels.iter();
        let found = levels.find(|(routine, _)| outermost.is_some_and(|it| routine.has(it)));
        found.map_or(0, |(_, level)| *level)
    }

    fn know(&mut self, seen: &Arc<Seen>) -> Result<Known, WithoutLines> {
        if let Some((_, known)) = self.known.get(&Arc::as_ptr(seen)) {
            return Ok(*known);
        }
        let level = self.level(seen);
        let position = match seen.stack.get(level).filter(|_| seen.kind.is_data()) {
            Some(location) => {
                let line = location.line.ok_or_else(|| WithoutLines(location.class.clone()))?;
                let routine = self.routines.insert_full(Routine::of(location)).0;
                Some(Position::new(routine, usize::from(line)))
            }
            None => None,
        };
        let known = Known { level, position };
        self.known.insert(Arc::as_ptr(seen), (seen.clone(), known));
        Ok(known)
    }

    /// The execution of a trace: its accesses to data. Locks are not part of it, because a repair
    /// says what must be atomic, however that is brought about.
    pub fn execution(&mut self, trace: &Trace) -> Result<Execution, WithoutLines> {
        let mut actions: Vec<Action> = Vec::new();
        // Lines passed since the last access of each operation.
        let mut passed: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
        let mut ends = Ends::default();
        for TraceStep { seen, places } in &trace.steps {
            let operation = seen.call.unwrap_or(usize::MAX);
            match seen.kind {
                // A call is seen before it has begun.
                ActionKind::Call => {
                    ends.called(seen.thread, seen.call.map_or(0, |before| before + 1));
                }
                ActionKind::Return => ends.returned(seen.thread, operation),
                _ => {}
            }
            let Known { level, position } = self.know(seen)?;
            if let Some(position) = position {
                let mut action = Action::new(seen.thread, operation, position);
                if let Some((low, high)) = passed.remove(&seen.thread) {
                    action = action.passing(low, high);
                }
                for &(place, access) in places {
                    let touch = match access {
                        Access::Read => Touch::Read,
                        Access::Write => Touch::Write,
                    };
                    action = action.touching(place, touch);
                }
                ends.acted(seen.thread, operation, actions.len());
                actions.push(action);
            }
            if let Some((low, high)) = seen.trail.passed(level) {
                let (low, high) = (usize::from(low), usize::from(high));
                let all = passed.entry(seen.thread).or_insert((low, high));
                *all = (all.0.min(low), all.1.max(high));
            }
        }
        let execution = Execution::new(actions).unwrap_or_else(|error| unreachable!("{error}"));
        if trace.against_time {
            let ordered = ends.precedence();
            return Ok(execution.keeping(ordered).unwrap_or_else(|error| unreachable!("{error}")));
        }
        Ok(execution)
    }
}

/// Where a lock is held: the routine, the line that takes it, and the line that gives it back.
pub(super) type Held = (usize, usize, usize);

impl Program {
    /// Where a thread of a trace holds locks, in the routines that blocks are sought in.
    pub fn locks_held(&mut self, trace: &Trace, held: &mut BTreeSet<Held>) {
        // The locks that each thread holds, and where it took them.
        let mut taken: FxHashMap<(usize, u64), (usize, usize)> = FxHashMap::default();
        for TraceStep { seen, places } in &trace.steps {
            let Some(&(lock, _)) = places.first() else { continue };
            match seen.kind {
                ActionKind::MonitorEnter | ActionKind::Lock => {
                    if let Some(place) = self.place(seen) {
                        taken.entry((seen.thread, lock)).or_insert(place);
                    }
                }
                ActionKind::MonitorExit | ActionKind::Unlock => {
                    let from = taken.remove(&(seen.thread, lock));
                    if let (Some((routine, first)), Some((here, last))) = (from, self.place(seen))
                        && routine == here
                    {
                        held.insert((routine, first, last));
                    }
                }
                _ => {}
            }
        }
    }

    /// The routine and the line of a step.
    fn place(&mut self, seen: &Seen) -> Option<(usize, usize)> {
        let location = seen.stack.get(self.level(seen))?;
        let line = usize::from(location.line?);
        Some((self.routines.insert_full(Routine::of(location)).0, line))
    }
}

/// The accesses to data of a trace.
fn data(trace: &Trace) -> impl Iterator<Item = &Seen> {
    trace.steps.iter().map(|step| &*step.seen).filter(|seen| seen.kind.is_data())
}

/// Whether `routine` does all that matters in one call, from one line at `level` of the stack, of a
/// method that people can change.
fn hands_on<'t>(traces: impl Iterator<Item = &'t Trace>, routine: &Routine, level: usize) -> bool {
    let mut call: Option<(&Location, &Location)> = None;
    for trace in traces {
        // Since its last access to data, each thread has stayed in that call.
        let mut inside: FxHashMap<usize, (Option<usize>, bool)> = FxHashMap::default();
        let of_routine = trace
            .steps
            .iter()
            .map(|step| &*step.seen)
            .filter(|seen| seen.stack.first().is_some_and(|first| routine.has(first)));
        for seen in of_routine {
            let stays = seen.trail.least_depth.is_none_or(|least| least >= level + 2);
            if seen.kind.is_data() {
                let [from, to] = [seen.stack.get(level), seen.stack.get(level + 1)];
                let (Some(from), Some(to)) = (from, to) else { return false };
                let known = *call.get_or_insert((from, to));
                let is_same = known.0 == from && Routine::of(known.1).has(to);
                let is_foreign = || {
                    SourceLine::new(to).is_of_jdk() && !SourceLine::new(&seen.stack[0]).is_of_jdk()
                };
                if !is_same || to.line.is_none() || is_foreign() {
                    return false;
                }
                let before = inside.insert(seen.thread, (seen.call, stays));
                if before.is_some_and(|(call, stayed)| call == seen.call && !stayed) {
                    return false;
                }
            } else if let Some((_, stayed)) = inside.get_mut(&seen.thread) {
                *stayed &= stays;
            }
        }
    }
    call.is_some()
}

/// An operation, by its thread and its place among the calls of the thread.
type Operation = (usize, usize);

/// When operations begin and end, in real time.
#[derive(Default)]
struct Ends {
    /// First and last action of each operation.
    actions: FxHashMap<Operation, (usize, usize)>,
    returned: Vec<Operation>,
    /// For each call, the operations that had returned.
    called: Vec<(Operation, Vec<Operation>)>,
}

impl Ends {
    fn called(&mut self, thread: usize, operation: usize) {
        self.called.push(((thread, operation), self.returned.clone()));
    }

    fn returned(&mut self, thread: usize, operation: usize) {
        self.returned.push((thread, operation));
    }

    fn acted(&mut self, thread: usize, operation: usize, action: usize) {
        self.actions.entry((thread, operation)).or_insert((action, action)).1 = action;
    }

    /// The last action of each operation before the first of those called after its return.
    fn precedence(&self) -> Vec<(usize, usize)> {
        let mut ordered = Vec::new();
        for (later, earlier) in &self.called {
            let Some((first, _)) = self.actions.get(later) else { continue };
            for (_, last) in earlier.iter().filter_map(|operation| self.actions.get(operation)) {
                ordered.push((*last, *first));
            }
        }
        ordered
    }
}
