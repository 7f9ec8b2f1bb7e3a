//! The moves on the stack, by the objects that they touch.

use rustc_hash::FxHashMap;

use crate::pending::{Access, Footprint, ObjectId};
use crate::process::ProcessId;

/// A move on the stack that touches an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PastAccess {
    depth: u32,
    /// Who moved.
    pub(crate) process: ProcessId,
}

impl PastAccess {
    /// The depth of the state from which the move was taken.
    pub(crate) fn depth(self) -> usize {
        self.depth as usize
    }
}

/// The accesses of one process to one object: the depths of its moves.
struct Accesses {
    process: ProcessId,
    depths: Vec<(u32, Access)>,
}

/// The moves on the stack, by the objects that they touch.
#[derive(Default)]
pub(crate) struct ExecutionIndex {
    by_object: FxHashMap<ObjectId, Vec<Accesses>>,
    /// The accesses of all moves in their order: the depth and the object.
    added: Vec<(u32, ObjectId)>,
    /// The process that moves from each state on the stack.
    moving: Vec<ProcessId>,
}

impl ExecutionIndex {
    /// `process` moves from the state at `depth`, the highest so far.
    pub(crate) fn push(&mut self, depth: usize, process: ProcessId) {
        debug_assert_eq!(self.moving.len(), depth);
        self.moving.push(process);
    }

    /// The process that was pushed last may touch what is in `footprint`.
    pub(crate) fn touch(&mut self, footprint: &Footprint) {
        let depth = self.moving.len() as u32 - 1;
        let process = self.moving[depth as usize];
        for &(object, access) in footprint {
            let accesses = self.by_object.entry(object).or_default();
            let index = accesses.iter().position(|by| by.process == process);
            let index = index.unwrap_or_else(|| {
                accesses.push(Accesses { process, depths: Vec::new() });
                accesses.len() - 1
            });
            accesses[index].depths.push((depth, access));
            self.added.push((depth, object));
        }
    }

    /// The move that was pushed last is undone.
    pub(crate) fn pop(&mut self) {
        let process = self.moving.pop().expect("a move to undo");
        let depth = self.moving.len() as u32;
        while let Some((_, object)) = self.added.pop_if(|&mut (at, _)| at == depth) {
            let accesses = self.by_object.get_mut(&object).expect("it was touched");
            let by_process = accesses.iter_mut().find(|by| by.process == process);
            by_process.expect("the process touched it").depths.pop();
        }
    }

    /// The process that moves from the state at `depth`.
    pub(crate) fn moving(&self, depth: usize) -> ProcessId {
        self.moving[depth]
    }

    /// The accesses by other processes than `process` that conflict with `footprint`.
    pub(crate) fn conflicting<'a>(
        &'a self,
        process: ProcessId,
        footprint: &'a Footprint,
    ) -> impl Iterator<Item = PastAccess> + 'a {
        footprint.iter().flat_map(move |&(object, access)| {
            let accesses = self.by_object.get(&object).map_or(&[][..], Vec::as_slice);
            accesses.iter().filter(move |by| by.process != process).flat_map(move |by| {
                by.depths
                    .iter()
                    .filter(move |(_, past)| access == Access::Write || *past == Access::Write)
                    .map(|&(depth, _)| PastAccess { depth, process: by.process })
            })
        })
    }
}
