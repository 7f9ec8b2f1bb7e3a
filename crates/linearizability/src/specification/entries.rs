//! The state of maps: entries sorted by key.

use smallvec::SmallVec;

use crate::Value;

/// A sorted association list. Histories are checked key by key, so a state has
/// one entry nearly always, and is copied for every step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entries(SmallVec<[(Value, Value); 1]>);

impl Entries {
    pub(super) fn get(&self, key: &Value) -> Option<&Value> {
        self.find(key).ok().map(|index| &self.0[index].1)
    }

    /// Binds the key and returns what it was bound to.
    pub(super) fn insert(&mut self, key: &Value, value: Value) -> Option<Value> {
        match self.find(key) {
            Ok(index) => Some(std::mem::replace(&mut self.0[index].1, value)),
            Err(index) => {
                self.0.insert(index, (key.clone(), value));
                None
            }
        }
    }

    pub(super) fn remove(&mut self, key: &Value) -> Option<Value> {
        self.find(key).ok().map(|index| self.0.remove(index).1)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn describe(&self) -> String {
        let entries: Vec<String> =
            self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        format!("{{{}}}", entries.join(", "))
    }

    fn find(&self, key: &Value) -> Result<usize, usize> {
        self.0.binary_search_by(|(present, _)| present.cmp(key))
    }
}
