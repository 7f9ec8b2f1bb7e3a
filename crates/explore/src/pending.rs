//! What every process is about to do, and which shared objects that touches.

use crate::process::{ProcessId, ProcessSet};

/// The name of a shared object.
///
/// The name of a live object never changes along an execution. A name may be used again once its
/// object is gone: that only makes actions look dependent that are not.
///
/// Where equal states may have different names ([`System::names`](crate::System::names)), the upper
/// half of the number is the name, and the lower half says which part of the object is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u64);

/// How an action touches an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Access {
    /// The action depends on the object's value.
    Read,
    /// The action may change the object. Locking and unlocking are writes of the lock.
    Write,
}

/// The objects that an action touches.
pub type Footprint = [(ObjectId, Access)];

/// Whether two footprints touch a common object that one of them writes.
pub fn conflicts(left: &Footprint, right: &Footprint) -> bool {
    left.iter().any(|&(object, access)| {
        right.iter().any(|&(other, other_access)| {
            object == other && (access == Access::Write || other_access == Access::Write)
        })
    })
}

/// One possible next action of one process. See [`PendingActions::push`].
#[derive(Clone, Copy, Debug)]
pub struct Pending<'a, A> {
    /// Whose action it is.
    pub process: ProcessId,
    /// The action.
    pub action: &'a A,
    /// Whether it can be taken now; if not, the process waits for another one.
    pub enabled: bool,
    /// Whether another process could notice when it is taken.
    pub visible: bool,
    /// Whether it rules nothing out. See [`PendingEntry::urgent`].
    pub urgent: bool,
    /// What it touches.
    pub footprint: &'a Footprint,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry<A> {
    pub(crate) process: ProcessId,
    pub(crate) enabled: bool,
    pub(crate) visible: bool,
    pub(crate) urgent: bool,
    /// Where the footprint ends in `accesses`; it begins where that of the entry before ends.
    footprint_end: u32,
    pub(crate) action: A,
}

/// A list of pending actions that a [`System`](crate::System) fills in.
///
/// Footprints lie in one flat buffer, so that filling it in a search that runs for millions of
/// states allocates nothing.
#[derive(Clone, Debug)]
pub struct PendingActions<A> {
    entries: Vec<Entry<A>>,
    accesses: Vec<(ObjectId, Access)>,
}

impl<A> Default for PendingActions<A> {
    fn default() -> Self {
        Self { entries: Vec::new(), accesses: Vec::new() }
    }
}

impl<A> PendingActions<A> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a possible next action of `process`. It is enabled and touches nothing unless the
    /// returned entry is told otherwise:
    ///
    /// ```
    /// # use aplomb_explore::{ObjectId, PendingActions, ProcessId};
    /// # let mut pending = PendingActions::new();
    /// # let process = ProcessId::new(0).unwrap();
    /// # let (lock, lock_is_held) = (ObjectId(7), true);
    /// let entry = pending.push(process, "acquire the lock").writes(lock);
    /// if lock_is_held {
    ///     entry.blocked();
    /// }
    /// ```
    pub fn push(&mut self, process: ProcessId, action: A) -> PendingEntry<'_, A> {
        let footprint_end = self.accesses.len() as u32;
        let (enabled, visible, urgent) = (true, false, false);
        self.entries.push(Entry { process, enabled, visible, urgent, footprint_end, action });
        PendingEntry { list: self }
    }

    /// How many actions are in the list.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no action is in the list.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The actions in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = Pending<'_, A>> {
        self.range(0, self.entries.len())
    }

    /// Forgets all actions.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.entries.truncate(length);
        self.accesses.truncate(self.entries.last().map_or(0, |last| last.footprint_end as usize));
    }

    pub(crate) fn entry(&self, index: usize) -> &Entry<A> {
        &self.entries[index]
    }

    pub(crate) fn entries(&self, start: usize, end: usize) -> &[Entry<A>] {
        &self.entries[start..end]
    }

    pub(crate) fn footprint(&self, index: usize) -> &Footprint {
        let start = if index == 0 { 0 } else { self.entries[index - 1].footprint_end as usize };
        &self.accesses[start..self.entries[index].footprint_end as usize]
    }

    pub(crate) fn range(&self, start: usize, end: usize) -> impl Iterator<Item = Pending<'_, A>> {
        (start..end).map(|index| {
            let entry = &self.entries[index];
            Pending {
                process: entry.process,
                action: &entry.action,
                enabled: entry.enabled,
                visible: entry.visible,
                urgent: entry.urgent,
                footprint: self.footprint(index),
            }
        })
    }

    /// Whether some action is enabled.
    pub(crate) fn has_enabled(&self) -> bool {
        self.entries.iter().any(|entry| entry.enabled)
    }

    /// The processes with an enabled action among the actions from `start` on.
    pub(crate) fn enabled_from(&self, start: usize) -> ProcessSet {
        self.entries[start..].iter().filter(|entry| entry.enabled).map(|e| e.process).collect()
    }
}

/// The action that was just added to a list of [`PendingActions`], to say more about it.
#[derive(Debug)]
pub struct PendingEntry<'a, A> {
    list: &'a mut PendingActions<A>,
}

impl<A> PendingEntry<'_, A> {
    /// The action reads `object`.
    pub fn reads(self, object: ObjectId) -> Self {
        self.accesses(object, Access::Read)
    }

    /// The action may change `object`.
    pub fn writes(self, object: ObjectId) -> Self {
        self.accesses(object, Access::Write)
    }

    /// The action touches `object`. This makes it visible.
    pub fn accesses(mut self, object: ObjectId, access: Access) -> Self {
        self.list.accesses.push((object, access));
        let footprint_end = self.list.accesses.len() as u32;
        let entry = self.last_mut();
        entry.footprint_end = footprint_end;
        entry.visible = true;
        self
    }

    /// The action cannot be taken now: its process waits.
    pub fn blocked(mut self) -> Self {
        self.last_mut().enabled = false;
        self
    }

    /// Although it touches objects, no other process can touch them in a conflicting way before
    /// this action is taken (starting a thread, for instance), so that it may always be taken
    /// first. An action that touches nothing is invisible anyway.
    pub fn invisible(mut self) -> Self {
        self.last_mut().visible = false;
        self
    }

    /// Nothing is lost by taking this action, or another urgent one of its process, before all
    /// others: it rules nothing out.
    ///
    /// More exactly, consider any execution from here, up to the first urgent action of this
    /// process in it, or all of it if there is none. Everything in it can be done after that
    /// action too (after whichever, if there is none), and what follows likewise. Actions that
    /// commute with all others are such; so are those that only make more possible, even if they
    /// are not possible any more later. Only a search for a violation of a
    /// [`Property`](crate::Property) that does not mind makes use of this.
    pub fn urgent(mut self) -> Self {
        self.last_mut().urgent = true;
        self
    }

    fn last_mut(&mut self) -> &mut Entry<A> {
        self.list.entries.last_mut().expect("an entry was just added")
    }
}
