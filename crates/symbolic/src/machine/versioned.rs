//! A growable array whose copies are free: they share what they have in common.

use std::rc::Rc;

const BITS: u32 = 5;
const WIDTH: usize = 1 << BITS;

enum Trie<T> {
    Leaf(Vec<Option<T>>),
    Inner(Vec<Option<Rc<Trie<T>>>>),
}

impl<T: Clone> Clone for Trie<T> {
    fn clone(&self) -> Self {
        match self {
            Trie::Leaf(items) => Trie::Leaf(items.clone()),
            Trie::Inner(children) => Trie::Inner(children.clone()),
        }
    }
}

impl<T> Trie<T> {
    fn empty(height: u32) -> Self {
        match height {
            0 => Trie::Leaf((0..WIDTH).map(|_| None).collect()),
            _ => Trie::Inner((0..WIDTH).map(|_| None).collect()),
        }
    }
}

/// A sparse array indexed by small numbers. Cloning is constant time, changing
/// one place copies a path of logarithmic length, and [`Versioned::join`] looks
/// only at places where two versions differ.
pub(crate) struct Versioned<T> {
    root: Option<Rc<Trie<T>>>,
    height: u32,
}

impl<T> Clone for Versioned<T> {
    fn clone(&self) -> Self {
        Versioned { root: self.root.clone(), height: self.height }
    }
}

impl<T> Default for Versioned<T> {
    fn default() -> Self {
        Versioned { root: None, height: 0 }
    }
}

impl<T: Clone> Versioned<T> {
    fn capacity(height: u32) -> u64 {
        1 << (BITS * (height + 1))
    }

    /// What stands at an index.
    pub(crate) fn get(&self, index: u32) -> Option<&T> {
        if u64::from(index) >= Self::capacity(self.height) {
            return None;
        }
        let mut node = self.root.as_ref()?;
        let mut height = self.height;
        loop {
            let slot = (index >> (BITS * height)) as usize % WIDTH;
            match &**node {
                Trie::Leaf(items) => return items[slot].as_ref(),
                Trie::Inner(children) => node = children[slot].as_ref()?,
            }
            height -= 1;
        }
    }

    /// Puts a value at an index.
    pub(crate) fn set(&mut self, index: u32, value: T) {
        *self.slot(index) = Some(value);
    }

    /// The value at an index, to be changed in place.
    pub(crate) fn get_mut(&mut self, index: u32) -> Option<&mut T> {
        self.get(index)?;
        self.slot(index).as_mut()
    }

    fn slot(&mut self, index: u32) -> &mut Option<T> {
        while u64::from(index) >= Self::capacity(self.height) {
            if let Some(root) = self.root.take() {
                let mut children: Vec<Option<Rc<Trie<T>>>> = (0..WIDTH).map(|_| None).collect();
                children[0] = Some(root);
                self.root = Some(Rc::new(Trie::Inner(children)));
            }
            self.height += 1;
        }
        let mut height = self.height;
        let mut node = Rc::make_mut(self.root.get_or_insert_with(|| Rc::new(Trie::empty(height))));
        loop {
            let slot = (index >> (BITS * height)) as usize % WIDTH;
            match node {
                Trie::Leaf(items) => return &mut items[slot],
                Trie::Inner(children) => {
                    height -= 1;
                    let child = children[slot].get_or_insert_with(|| Rc::new(Trie::empty(height)));
                    node = Rc::make_mut(child);
                }
            }
        }
    }

    /// The indices at which two versions differ. Places that were never
    /// written since the versions parted are not looked at.
    pub(crate) fn differences(&self, other: &Self, same: impl Fn(&T, &T) -> bool) -> Vec<u32> {
        let mut found = Vec::new();
        if self.height == other.height {
            let roots = (self.root.as_ref(), other.root.as_ref());
            collect(roots, self.height, 0, &same, &mut found);
        } else {
            let (low, high) =
                if self.height < other.height { (self, other) } else { (other, self) };
            let mut low = low.clone();
            low.slot((Self::capacity(high.height) - 1).min(u64::from(u32::MAX)) as u32);
            let roots = (low.root.as_ref(), high.root.as_ref());
            collect(roots, high.height, 0, &same, &mut found);
        }
        found
    }
}

type Side<'a, T> = Option<&'a Rc<Trie<T>>>;

fn leaf<T>(side: Side<'_, T>, slot: usize) -> Option<&T> {
    match side.map(|node| &**node) {
        Some(Trie::Leaf(items)) => items[slot].as_ref(),
        _ => None,
    }
}

fn child<T>(side: Side<'_, T>, slot: usize) -> Side<'_, T> {
    match side.map(|node| &**node) {
        Some(Trie::Inner(children)) => children[slot].as_ref(),
        _ => None,
    }
}

fn collect<T>(
    (left, right): (Side<'_, T>, Side<'_, T>),
    height: u32,
    base: u32,
    same: &impl Fn(&T, &T) -> bool,
    found: &mut Vec<u32>,
) {
    if let (Some(left), Some(right)) = (left, right)
        && Rc::ptr_eq(left, right)
    {
        return;
    }
    for slot in 0..WIDTH {
        let index = base | ((slot as u32) << (BITS * height));
        if height > 0 {
            let pair = (child(left, slot), child(right, slot));
            if pair.0.is_some() || pair.1.is_some() {
                collect(pair, height - 1, index, same, found);
            }
            continue;
        }
        let differs = match (leaf(left, slot), leaf(right, slot)) {
            (None, None) => false,
            (Some(left), Some(right)) => !same(left, right),
            _ => true,
        };
        if differs {
            found.push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn behaves_like_a_map_and_finds_differences() {
        let mut array = Versioned::default();
        let mut model = BTreeMap::new();
        let mut seed = 7u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 12
        };
        for _ in 0..500 {
            let (key, value) = (next() % 5000, next());
            array.set(key, value);
            model.insert(key, value);
        }
        let (before, model_before) = (array.clone(), model.clone());
        for _ in 0..200 {
            let (key, value) = (next() % 70_000, next());
            array.set(key, value);
            model.insert(key, value);
        }
        assert!((0..70_000).all(|key| array.get(key) == model.get(&key)));
        let expected: Vec<u32> = model
            .iter()
            .filter(|(key, value)| model_before.get(key) != Some(value))
            .map(|(key, _)| *key)
            .collect();
        assert_eq!(before.differences(&array, |a, b| a == b), expected);
        assert_eq!(array.differences(&before, |a, b| a == b), expected);
    }
}
