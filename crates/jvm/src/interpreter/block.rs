//! Atomic blocks, and the lines that a thread passes.

use std::collections::BTreeSet;

use super::Interpreter;
use crate::world::{Method, MethodId};

/// Visible actions that a block may have before it is taken for one that never ends.
const MOST_ACTIONS: u32 = 10_000;

/// The atomic block that a thread is in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inside {
    /// How many frames are on the stack up to the one that is in the block.
    depth: usize,
    section: u32,
    /// Visible actions done in it.
    actions: u32,
}

/// Lines that a thread passes between two visible actions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trail {
    /// The smallest number of method calls that were on the stack, the client's own not counted.
    pub least_depth: Option<usize>,
    /// For each of those calls, outermost first, the lowest and the highest line passed.
    pub lines: Vec<Option<(u16, u16)>>,
}

impl Trail {
    /// The lowest and the highest line passed in the call at `depth`, counted from 0.
    #[must_use]
    pub fn passed(&self, depth: usize) -> Option<(u16, u16)> {
        *self.lines.get(depth)?
    }

    fn pass(&mut self, depth: usize, line: Option<u16>) {
        self.least_depth = Some(self.least_depth.map_or(depth, |least| least.min(depth)));
        let (Some(index), Some(line)) = (depth.checked_sub(1), line) else { return };
        if self.lines.len() <= index {
            self.lines.resize(index + 1, None);
        }
        let passed = self.lines[index].get_or_insert((line, line));
        *passed = (passed.0.min(line), passed.1.max(line));
    }
}

/// Which instructions a call executed, however often. Two calls that executed the same ones went the
/// same way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Path {
    /// Whether the instructions of the JDK's classes count.
    with_jdk: bool,
    instructions: BTreeSet<(MethodId, u32)>,
}

impl Path {
    pub(crate) fn new(with_jdk: bool) -> Self {
        Self { with_jdk, instructions: BTreeSet::new() }
    }

    fn pass(&mut self, class: &str, method: MethodId, pc: u32) {
        if self.with_jdk || !is_of_jdk(class) {
            self.instructions.insert((method, pc));
        }
    }
}

/// Whether a class, named with slashes, comes with the JDK.
pub(crate) fn is_of_jdk(class: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/"].iter().any(|package| class.starts_with(package))
}

impl Interpreter<'_> {
    /// Whether somebody wants to know of every instruction of a method.
    pub(super) fn is_watched(&self, method: &Method) -> bool {
        self.wants_trace
            || self.path.is_some()
            || self.inside.is_some()
            || self.sections.is_some_and(|sections| sections.of(method.id).is_some())
    }

    /// Notices that the innermost frame is at an instruction.
    pub(super) fn watch(&mut self, method: &Method, pc: u32) {
        let depth = self.thread.frames.len();
        if self.wants_trace {
            let line = method.code.as_ref().and_then(|code| code.line(pc));
            // Frame 0 is the client's own call.
            self.trail.pass(depth - 1, line);
        }
        if let Some(path) = &mut self.path {
            path.pass(&self.world.class(method.class).name, method.id, pc);
        }
        let Some(sections) = self.sections else { return };
        if self.inside.is_some_and(|inside| depth > inside.depth) {
            return;
        }
        let section = sections.at(method.id, pc);
        let same = |inside: Inside| depth == inside.depth && section == Some(inside.section);
        if !self.inside.is_some_and(same) {
            self.inside = section.map(|section| Inside { depth, section, actions: 0 });
        }
    }

    /// Finds out in which block the thread stands before it goes on: in front of its first action.
    pub(super) fn find_block(&mut self) {
        let Some(sections) = self.sections else { return };
        self.inside = (0..self.thread.frames.len()).find_map(|index| {
            let section = sections.at(self.thread.frames[index].method, self.current_pc(index))?;
            Some(Inside { depth: index + 1, section, actions: 0 })
        });
    }

    /// Whether the thread is in the middle of a block, and must not stop.
    pub(super) fn is_in_the_middle(&self) -> bool {
        self.inside
            .is_some_and(|inside| inside.actions > 0 && inside.depth <= self.thread.frames.len())
    }

    /// Counts an action of the block that the thread is in; `false` if they seem not to end.
    pub(super) fn count_action(&mut self) -> bool {
        match &mut self.inside {
            Some(inside) => {
                inside.actions += 1;
                inside.actions <= MOST_ACTIONS
            }
            None => true,
        }
    }
}
