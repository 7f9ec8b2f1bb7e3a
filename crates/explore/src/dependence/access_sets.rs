//! Sets of accesses, each stored once, with unions that are computed once.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxHashMap, FxHasher};

use crate::pending::{Access, Footprint, ObjectId};

/// The number of a stored slice.
pub(crate) type SliceId = u32;

/// Slices, each stored once and numbered in the order of their arrival. The empty slice is 0.
pub(crate) struct Slices<T> {
    numbers: HashTable<SliceId>,
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Eq + Hash> Slices<T> {
    pub(crate) const EMPTY: SliceId = 0;

    pub(crate) fn new() -> Self {
        let mut slices = Self { numbers: HashTable::new(), ends: Vec::new(), items: Vec::new() };
        slices.intern(&[]);
        slices
    }

    pub(crate) fn get(&self, id: SliceId) -> &[T] {
        slice(&self.ends, &self.items, id)
    }

    pub(crate) fn intern(&mut self, content: &[T]) -> SliceId {
        let (ends, items) = (&self.ends, &self.items);
        let same = |&id: &SliceId| slice(ends, items, id) == content;
        let rehash = |&id: &SliceId| hash(slice(ends, items, id));
        match self.numbers.entry(hash(content), same, rehash) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let id = self.ends.len() as SliceId;
                entry.insert(id);
                self.items.extend_from_slice(content);
                self.ends.push(self.items.len() as u32);
                id
            }
        }
    }
}

fn slice<'a, T>(ends: &[u32], items: &'a [T], id: SliceId) -> &'a [T] {
    let start = if id == 0 { 0 } else { ends[id as usize - 1] };
    &items[start as usize..ends[id as usize] as usize]
}

fn hash<T: Hash>(content: &[T]) -> u64 {
    let mut hasher = FxHasher::default();
    content.hash(&mut hasher);
    hasher.finish()
}

/// Sets of accesses of one process: sorted by object, a write where there is also a read.
pub(crate) struct AccessSets {
    sets: Slices<(ObjectId, Access)>,
    unions: FxHashMap<(SliceId, SliceId), SliceId>,
    scratch: Vec<(ObjectId, Access)>,
}

impl AccessSets {
    pub(crate) fn new() -> Self {
        Self { sets: Slices::new(), unions: FxHashMap::default(), scratch: Vec::new() }
    }

    /// What is in either set.
    pub(crate) fn union(&mut self, left: SliceId, right: SliceId) -> SliceId {
        const EMPTY: SliceId = Slices::<(ObjectId, Access)>::EMPTY;
        let (left, right) = (left.min(right), left.max(right));
        if left == right || left == EMPTY {
            return right;
        }
        if let Some(&union) = self.unions.get(&(left, right)) {
            return union;
        }
        self.scratch.clear();
        self.scratch.extend_from_slice(self.sets.get(left));
        for &(object, access) in self.sets.get(right) {
            add(&mut self.scratch, object, access);
        }
        let union = self.sets.intern(&self.scratch);
        self.unions.insert((left, right), union);
        union
    }

    /// The set with the accesses of `footprint` added.
    pub(crate) fn include(&mut self, set: SliceId, footprint: &Footprint) -> SliceId {
        let present = self.sets.get(set);
        let contained = footprint
            .iter()
            .all(|&(object, access)| find(present, object).is_ok_and(|at| present[at].1 >= access));
        if contained {
            return set;
        }
        self.scratch.clear();
        self.scratch.extend_from_slice(present);
        for &(object, access) in footprint {
            add(&mut self.scratch, object, access);
        }
        self.sets.intern(&self.scratch)
    }

    /// The set with other names of objects.
    pub(crate) fn renamed(&mut self, set: SliceId, rename: impl Fn(u32) -> u32) -> SliceId {
        self.scratch.clear();
        for &(ObjectId(object), access) in self.sets.get(set) {
            let name = rename((object >> 32) as u32);
            let renamed = ObjectId(u64::from(name) << 32 | object & u64::from(u32::MAX));
            add(&mut self.scratch, renamed, access);
        }
        self.sets.intern(&self.scratch)
    }

    /// The set, and what it has of one of `names` also for all others.
    pub(crate) fn blurred(&mut self, set: SliceId, names: &[u32]) -> SliceId {
        self.scratch.clear();
        self.scratch.extend_from_slice(self.sets.get(set));
        for &(ObjectId(object), access) in self.sets.get(set) {
            if names.contains(&((object >> 32) as u32)) {
                for &name in names {
                    let other = ObjectId(u64::from(name) << 32 | object & u64::from(u32::MAX));
                    add(&mut self.scratch, other, access);
                }
            }
        }
        self.sets.intern(&self.scratch)
    }

    /// Whether some access of the set conflicts with some access of `footprint`.
    pub(crate) fn conflicts(&self, set: SliceId, footprint: &Footprint) -> bool {
        let present = self.sets.get(set);
        footprint.iter().any(|&(object, access)| {
            find(present, object)
                .is_ok_and(|at| access == Access::Write || present[at].1 == Access::Write)
        })
    }

    pub(crate) fn get(&self, set: SliceId) -> &Footprint {
        self.sets.get(set)
    }
}

fn find(set: &Footprint, object: ObjectId) -> Result<usize, usize> {
    set.binary_search_by_key(&object, |&(object, _)| object)
}

fn add(set: &mut Vec<(ObjectId, Access)>, object: ObjectId, access: Access) {
    match find(set, object) {
        Ok(at) => set[at].1 = set[at].1.max(access),
        Err(at) => set.insert(at, (object, access)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: ObjectId = ObjectId(1);
    const Y: ObjectId = ObjectId(2);

    #[test]
    fn unions_are_interned_and_writes_win() {
        let mut sets = AccessSets::new();
        let empty = sets.include(0, &[]);
        let read = sets.include(empty, &[(X, Access::Read)]);
        let write = sets.include(empty, &[(X, Access::Write)]);
        assert_eq!(sets.union(read, write), write);
        assert_eq!(sets.include(write, &[(X, Access::Read)]), write);
        let both = sets.include(read, &[(Y, Access::Read)]);
        let other = sets.include(empty, &[(Y, Access::Read)]);
        assert_eq!(sets.union(other, read), both);
        assert_eq!(sets.union(read, other), both);
    }

    #[test]
    fn only_writes_conflict() {
        let mut sets = AccessSets::new();
        let set = sets.include(0, &[(X, Access::Read), (Y, Access::Write)]);
        assert!(!sets.conflicts(set, &[(X, Access::Read)]));
        assert!(sets.conflicts(set, &[(X, Access::Write)]));
        assert!(sets.conflicts(set, &[(Y, Access::Read)]));
        assert!(!sets.conflicts(set, &[(ObjectId(3), Access::Write)]));
    }
}
