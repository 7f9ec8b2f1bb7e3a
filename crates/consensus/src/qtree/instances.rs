//! Protocols that decide many things, each on a tree of its own.

use std::collections::BTreeMap;

use super::laws::Laws;
use super::past::Violation;
use super::{Event, Version};

/// Independent quorum trees, one for each sequence number: Multi-Paxos, PBFT.
#[derive(Clone, Debug)]
pub struct Instances<K, R, V> {
    version: Version,
    instances: BTreeMap<K, Laws<R, V>>,
}

impl<K: Ord + Clone, R: Ord + Clone, V: Eq + Clone> Instances<K, R, V> {
    /// Nothing has happened yet.
    pub fn new(version: Version) -> Self {
        Self { version, instances: BTreeMap::new() }
    }

    /// Takes note of an event of the instance `key`, provided that it may happen now.
    pub fn observe(&mut self, key: K, event: Event<R, V>) -> Result<(), Violation<R, V>> {
        self.entry(key).observe(event)
    }

    /// The instance `key`, which is new unless something has happened to it.
    pub fn entry(&mut self, key: K) -> &mut Laws<R, V> {
        self.instances.entry(key).or_insert_with(|| Laws::new(self.version))
    }

    /// The instance `key`, if something has happened to it.
    pub fn get(&self, key: &K) -> Option<&Laws<R, V>> {
        self.instances.get(key)
    }

    /// Every instance to which something has happened, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &Laws<R, V>)> {
        self.instances.iter()
    }

    /// Forgets an instance, and tells whether there was one.
    pub fn remove(&mut self, key: &K) -> bool {
        self.instances.remove(key).is_some()
    }
}
