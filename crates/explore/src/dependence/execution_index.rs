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
    access: Access,
}

impl PastAccess {
    /// The depth of the state from which the move was taken.
    pub(crate) fn depth(self) -> usize {
        self.depth as usize
    }
}

/// The moves on the stack, by the objects that they touch.
#[derive(Default)]
pub(crate) struct ExecutionIndex {
    by_object: FxHashMap<ObjectId, Vec<PastAccess>>,
    /// What was added, in this order: the depth and the object.
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
            accesses.push(PastAccess { depth, process, access });
            self.added.push((depth, object));
        }
    }

    /// The move that was pushed last is undone.
    pub(crate) fn pop(&mut self) {
        self.moving.pop();
        let depth = self.moving.len() as u32;
        while let Some((_, object)) = self.added.pop_if(|&mut (at, _)| at == depth) {
            self.by_object.get_mut(&object).expect("it was added").pop();
        }
    }

    /// The process that moves from the state at `depth`.
    pub(crate) fn moving(&self, depth: usize) -> ProcessId {
        self.moving[depth]
    }

    /// The accesses by other processes than `process` that conflict with `footprint`, first those
    /// of one object, then those of the next, each from the bottom of the stack to its top.
    pub(crate) fn conflicting<'a>(
        &'a self,
        process: ProcessId,
        footprint: &'a Footprint,
    ) -> impl Iterator<Item = PastAccess> + 'a {
        footprint.iter().flat_map(move |&(object, access)| {
            let past = self.by_object.get(&object).map_or(&[][..], Vec::as_slice);
            past.iter().copied().filter(move |past| {
                past.process != process && (access == Access::Write || past.access == Access::Write)
            })
        })
    }
}
