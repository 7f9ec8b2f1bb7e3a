//! The states visited so far, in parts that threads lock one at a time.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::level::Position;
use crate::search::store::{Origin, StateId, Store};

/// How many parts there are, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// How many states are looked up together: while one is compared, others are on their way from
/// memory.
const TOGETHER: usize = 64;

/// The states visited so far. State number n is number n / SHARDS of shard n % SHARDS.
pub(super) struct Shards<T> {
    shards: Vec<Shard<T>>,
    /// How many states each shard had when the level began.
    before_level: Vec<StateId>,
}

/// Apart from its neighbours: two threads that work on two shards share no line of the cache, nor
/// one that comes with it.
#[repr(align(128))]
struct Shard<T>(Mutex<Store<T>>);

/// What a step leads to.
pub(super) struct Reached<T> {
    /// The lower half of the key by which the state is looked up.
    key: u64,
    pub(super) state: T,
    pub(super) origin: Origin,
    /// Where the source is in its level, if the step is taken before all others, and alone.
    pub(super) first: Option<Position>,
}

impl<T> Reached<T> {
    pub(super) fn new(key: u128, state: T, origin: Origin, first: Option<Position>) -> Self {
        Self { key: key as u64, state, origin, first }
    }
}

/// What a thread has reached, and the numbers of that once it was looked up.
pub(super) struct Batch<T> {
    reached: Vec<Reached<T>>,
    /// The places of that in the list, sorted by shard, and where each shard ends.
    by_shard: Vec<u32>,
    ends: [usize; SHARDS],
    /// Numbers of the states reached; those of new ones have a mark.
    numbers: Vec<StateId>,
    new_states: usize,
}

/// Marks the number of a state that is new.
const NEW: StateId = 1 << 31;

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self {
            reached: Vec::new(),
            by_shard: Vec::new(),
            ends: [0; SHARDS],
            numbers: Vec::new(),
            new_states: 0,
        }
    }
}

impl<T> Batch<T> {
    pub(super) fn len(&self) -> usize {
        self.reached.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.reached.is_empty()
    }

    pub(super) fn push(&mut self, reached: Reached<T>) {
        self.reached.push(reached);
    }

    /// Sorts by shard, and leaves what is in the same shard in its order.
    fn sort(&mut self) {
        let mut starts = [0; SHARDS];
        self.reached.iter().for_each(|reached| starts[shard(reached.key)] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += std::mem::replace(start, end);
        }
        self.ends = starts;
        self.by_shard.resize(self.reached.len(), 0);
        for (index, reached) in self.reached.iter().enumerate() {
            let end = &mut self.ends[shard(reached.key)];
            self.by_shard[*end] = index as u32;
            *end += 1;
        }
    }

    /// Gives numbers to what belongs to a shard.
    fn number(&mut self, shard: usize, store: &mut Store<T>)
    where
        T: Clone + Eq + Hash,
    {
        let before = store.len();
        let start = if shard == 0 { 0 } else { self.ends[shard - 1] };
        for members in self.by_shard[start..self.ends[shard]].chunks(TOGETHER) {
            members.iter().for_each(|&member| store.touch(self.reached[member as usize].key));
            for member in members.iter().map(|&member| member as usize) {
                let Reached { key, state, origin, .. } = &self.reached[member];
                let key = store.whole_key(*key, state);
                let (local, new) = store.number(key, state, *origin);
                let mark = if new { NEW } else { 0 };
                self.numbers[member] = global(local, shard) | mark;
            }
        }
        self.new_states += store.len() - before;
    }

    /// How many of the states are new.
    pub(super) fn new_states(&self) -> u64 {
        self.new_states as u64
    }

    /// Hands out what was looked up, in the order in which it was reached: the number of each
    /// state, and whether it is new.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = (Reached<T>, StateId, bool)> {
        let numbered = self.reached.drain(..).zip(&self.numbers);
        numbered.map(|(reached, number)| (reached, number & !NEW, number & NEW != 0))
    }
}

impl<T: Clone + Eq + Hash> Shards<T> {
    pub(super) fn new(hash_compaction: bool) -> Self {
        let shard = |_| Shard(Mutex::new(Store::new(hash_compaction)));
        Self { shards: (0..SHARDS).map(shard).collect(), before_level: vec![0; SHARDS] }
    }

    fn lock(&self, shard: usize) -> MutexGuard<'_, Store<T>> {
        lock(&self.shards[shard].0)
    }

    /// The states so far belong to this level, or to earlier ones; what comes is of the next.
    pub(super) fn begin_level(&mut self) {
        for (shard, before) in self.shards.iter_mut().zip(&mut self.before_level) {
            let store = shard.0.get_mut().unwrap_or_else(PoisonError::into_inner);
            *before = store.len() as StateId;
        }
    }

    /// Whether a state was there when the level began.
    pub(super) fn is_older(&self, id: StateId) -> bool {
        id / (SHARDS as StateId) < self.before_level[id as usize % SHARDS]
    }

    /// The number of an initial state, and whether it is new.
    pub(super) fn number(&self, key: u128, state: &T) -> (StateId, bool) {
        let shard = shard(key as u64);
        let (local, new) = self.lock(shard).number(key, state, Origin::INITIAL);
        (global(local, shard), new)
    }

    /// Gives numbers to what was reached, shard by shard: each is locked once for many states, and
    /// what is read of it stays in the cache. Threads had better not all begin with the same one.
    pub(super) fn number_all(&self, batch: &mut Batch<T>, first: usize) {
        batch.sort();
        batch.new_states = 0;
        batch.numbers.resize(batch.len(), 0);
        let mut busy = [false; SHARDS];
        let in_turn = || (0..SHARDS).map(|shard| (first + shard) % SHARDS);
        for shard in in_turn() {
            match self.shards[shard].0.try_lock() {
                Ok(mut store) => batch.number(shard, &mut store),
                Err(TryLockError::Poisoned(store)) => batch.number(shard, &mut store.into_inner()),
                Err(TryLockError::WouldBlock) => busy[shard] = true,
            }
        }
        // A shard that grows keeps others waiting for long.
        for shard in in_turn().filter(|&shard| busy[shard]) {
            batch.number(shard, &mut self.lock(shard));
        }
    }

    /// Where the thread with that number of so many had better begin.
    pub(super) fn first_of(thread: usize, threads: usize) -> usize {
        thread * SHARDS / threads
    }

    /// The number of a state that is known.
    pub(super) fn find(&self, key: u128, state: &T) -> Option<StateId> {
        let shard = shard(key as u64);
        let local = self.lock(shard).find(key, state)?;
        Some(global(local, shard))
    }

    pub(super) fn origin(&self, id: StateId) -> Origin {
        self.lock(id as usize % SHARDS).origin(id / SHARDS as StateId)
    }

    pub(super) fn bytes(&self) -> u64 {
        (0..SHARDS).map(|shard| self.lock(shard).bytes()).sum()
    }

    /// Numbers without gaps for all states.
    pub(super) fn dense(&self) -> Dense {
        let mut offsets = vec![0];
        for shard in 0..SHARDS {
            offsets.push(offsets[offsets.len() - 1] + self.lock(shard).len() as StateId);
        }
        Dense { offsets }
    }
}

/// States numbered without gaps, shard after shard.
pub(super) struct Dense {
    offsets: Vec<StateId>,
}

impl Dense {
    pub(super) fn len(&self) -> usize {
        self.offsets[SHARDS] as usize
    }

    pub(super) fn of(&self, id: StateId) -> StateId {
        self.offsets[id as usize % SHARDS] + id / SHARDS as StateId
    }

    /// The state with that number.
    pub(super) fn back(&self, dense: StateId) -> StateId {
        let shard = self.offsets.partition_point(|&offset| offset <= dense) - 1;
        global(dense - self.offsets[shard], shard)
    }
}

/// Where a state with that key is looked up.
fn shard(key: u64) -> usize {
    // Bits that the table of the shard makes no use of.
    (key >> 40) as usize % SHARDS
}

/// The number of a state that has the number `local` in its shard.
fn global(local: StateId, shard: usize) -> StateId {
    local * SHARDS as StateId + shard as StateId
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
