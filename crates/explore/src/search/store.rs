//! The states visited so far, each stored once and named by a small number.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::process::ProcessId;
use crate::schedule::{Choice, Schedule};
use crate::search::fingerprint::{fingerprint, folded_multiply};
use crate::search::numbers::Numbers;

/// The number of a stored state.
pub(crate) type StateId = u32;

/// How many states a store can hold; the two highest bits are left to those who use the numbers.
pub(crate) const MOST_STATES: u64 = 1 << 30;

/// The step by which a state was first reached.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    parent: StateId,
    process: u8,
    /// Alternatives beyond 2^24 cannot be told apart, nor explored in a lifetime.
    alternative: [u8; 3],
}

/// In place of the parent of an initial state.
const NO_PARENT: StateId = StateId::MAX;

impl Origin {
    pub(crate) const INITIAL: Self = Self { parent: NO_PARENT, process: 0, alternative: [0; 3] };

    pub(crate) fn step(parent: StateId, choice: Choice) -> Self {
        let [a, b, c, _] = choice.alternative.to_le_bytes();
        Self { parent, process: choice.process.index() as u8, alternative: [a, b, c] }
    }

    pub(crate) fn parent(self) -> StateId {
        self.parent
    }

    pub(crate) fn choice(self) -> Choice {
        let [a, b, c] = self.alternative;
        Choice {
            process: ProcessId::new(self.process as usize).expect("it was a process before"),
            alternative: u32::from_le_bytes([a, b, c, 0]),
        }
    }
}

/// The steps by which a state was first reached. `roots` are the initial states.
pub(crate) fn schedule(
    state: StateId,
    roots: &[StateId],
    origin: impl Fn(StateId) -> Origin,
) -> Schedule {
    let path = path(state, &origin);
    let initial = roots.iter().position(|root| path.first() == Some(root)).unwrap_or(0);
    Schedule { initial, steps: path[1..].iter().map(|&state| origin(state).choice()).collect() }
}

/// The states through which a state was first reached, from an initial one to the state itself.
pub(crate) fn path(state: StateId, origin: impl Fn(StateId) -> Origin) -> Vec<StateId> {
    let parent = |&state: &StateId| Some(origin(state).parent).filter(|&id| id != NO_PARENT);
    let mut path: Vec<StateId> = std::iter::successors(Some(state), parent).collect();
    path.reverse();
    path
}

/// What a state is looked up by: its fingerprint or, if the state itself is stored, a hash.
pub(crate) fn key<T: Hash>(state: &T, hash_compaction: bool) -> u128 {
    if hash_compaction {
        fingerprint(state)
    } else {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        // Shards and tables look at different bits of the key, and those of this fast hash differ
        // in quality: a multiplication lets each depend on all.
        u128::from(folded_multiply(hasher.finish(), 0x9e37_79b9_7f4a_7c15))
    }
}

enum Keys<T> {
    /// All states.
    Exact(Vec<T>),
    /// Fingerprints of all states, and those states that are still needed.
    Compact { fingerprints: Vec<u128>, live: FxHashMap<StateId, T> },
}

/// The states visited so far.
pub(crate) struct Store<T> {
    numbers: Numbers,
    keys: Keys<T>,
    origins: Vec<Origin>,
}

/// The part of a key that the table of numbers makes use of.
fn tag(key: u128) -> u32 {
    key as u32
}

impl<T: Eq + Hash> Store<T> {
    pub(crate) fn new(hash_compaction: bool) -> Self {
        let keys = if hash_compaction {
            Keys::Compact { fingerprints: Vec::new(), live: FxHashMap::default() }
        } else {
            Keys::Exact(Vec::new())
        };
        Self { numbers: Numbers::new(), keys, origins: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.origins.len()
    }

    /// The number of `state`, if it is stored.
    pub(crate) fn find(&self, key: u128, state: &T) -> Option<StateId> {
        match &self.keys {
            Keys::Exact(states) => self.numbers.find(tag(key), |id| states[id as usize] == *state),
            Keys::Compact { fingerprints, .. } => {
                self.numbers.find(tag(key), |id| fingerprints[id as usize] == key)
            }
        }
    }

    /// Reads where a state with that key would be found. Asked for many states before these are
    /// looked up, it saves waiting for each.
    pub(crate) fn touch(&self, key: u64) {
        self.numbers.touch(tag(key.into()));
    }

    /// The key of a state, of which the lower half is given.
    pub(crate) fn whole_key(&self, key: u64, state: &T) -> u128 {
        match self.keys {
            Keys::Exact(_) => key.into(),
            Keys::Compact { .. } => fingerprint(state),
        }
    }

    /// The number of `state`, which is kept until it is [retired](Self::retire), and whether it is
    /// new. A new state without a step that leads to it is an initial one.
    pub(crate) fn intern(
        &mut self,
        key: u128,
        state: T,
        from: Option<(StateId, Choice)>,
    ) -> (StateId, bool) {
        let origin = from.map_or(Origin::INITIAL, |(parent, choice)| Origin::step(parent, choice));
        let (id, new) = self.enter(key, &state, origin);
        if new {
            match &mut self.keys {
                Keys::Exact(states) => states.push(state),
                Keys::Compact { live, .. } => _ = live.insert(id, state),
            }
        }
        (id, new)
    }

    /// The number of `state`, and whether it is new. Nobody will ask for the state itself.
    pub(crate) fn number(&mut self, key: u128, state: &T, origin: Origin) -> (StateId, bool)
    where
        T: Clone,
    {
        let (id, new) = self.enter(key, state, origin);
        if new && let Keys::Exact(states) = &mut self.keys {
            states.push(state.clone());
        }
        (id, new)
    }

    /// Gives a state a number, unless it has one. What is to be kept of a new one is up to others.
    fn enter(&mut self, key: u128, state: &T, origin: Origin) -> (StateId, bool) {
        let new = self.origins.len() as StateId;
        let known = match &mut self.keys {
            Keys::Exact(states) => {
                self.numbers.find_or_insert(tag(key), |id| states[id as usize] == *state, new)
            }
            Keys::Compact { fingerprints, .. } => {
                let same = |id: StateId| fingerprints[id as usize] == key;
                let known = self.numbers.find_or_insert(tag(key), same, new);
                if known.is_none() {
                    fingerprints.push(key);
                }
                known
            }
        };
        if let Some(known) = known {
            return (known, false);
        }
        self.origins.push(origin);
        (new, true)
    }

    /// Replaces all states by their fingerprints, but for those that are still needed.
    pub(crate) fn compact(&mut self, needed: impl IntoIterator<Item = StateId>) {
        let Keys::Exact(states) = &mut self.keys else { return };
        let states = std::mem::take(states);
        let fingerprints: Vec<u128> = states.iter().map(fingerprint).collect();
        let mut states: Vec<Option<T>> = states.into_iter().map(Some).collect();
        let live = needed
            .into_iter()
            .filter_map(|id| states[id as usize].take().map(|state| (id, state)))
            .collect();
        self.numbers.clear();
        for (id, print) in fingerprints.iter().enumerate() {
            // All are different, or were taken for one.
            self.numbers.find_or_insert(tag(*print), |_| false, id as StateId);
        }
        self.keys = Keys::Compact { fingerprints, live };
    }

    /// How a state was first reached.
    pub(crate) fn origin(&self, id: StateId) -> Origin {
        self.origins[id as usize]
    }

    /// A state that is still needed.
    pub(crate) fn state(&self, id: StateId) -> &T {
        match &self.keys {
            Keys::Exact(states) => &states[id as usize],
            Keys::Compact { live, .. } => &live[&id],
        }
    }

    /// All states, if they were stored as they are.
    pub(crate) fn into_states(self) -> Vec<T> {
        match self.keys {
            Keys::Exact(states) => states,
            Keys::Compact { .. } => Vec::new(),
        }
    }

    /// Says that nobody will ask for the state again, only whether it was visited.
    pub(crate) fn retire(&mut self, id: StateId) {
        if let Keys::Compact { live, .. } = &mut self.keys {
            live.remove(&id);
        }
    }

    /// Roughly how many bytes are stored, not counting what states own on the heap.
    pub(crate) fn bytes(&self) -> u64 {
        let keys = match &self.keys {
            Keys::Exact(states) => states.capacity() * size_of::<T>(),
            Keys::Compact { fingerprints, live } => {
                fingerprints.capacity() * 16 + live.capacity() * (size_of::<T>() + 8)
            }
        };
        (self.origins.capacity() * size_of::<Origin>() + self.numbers.bytes() + keys) as u64
    }
}
