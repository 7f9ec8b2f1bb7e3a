//! A list that another thread may read as it is now, while this one goes on changing it.

use std::{ops::Deref, sync::Arc};

/// A list, copied only if it is changed while somebody else has it. Nothing is shared most of
/// the time, and then it costs what a list costs.
#[derive(Clone, Debug)]
pub(crate) enum Shareable<T> {
    Own(Vec<T>),
    Shared(Arc<Vec<T>>),
}

impl<T: Clone> Shareable<T> {
    pub const fn new() -> Shareable<T> {
        Shareable::Own(Vec::new())
    }

    /// The list as it is now.
    pub fn share(&mut self) -> Shareable<T> {
        let shared = match std::mem::replace(self, Shareable::new()) {
            Shareable::Own(list) => Arc::new(list),
            Shareable::Shared(list) => list,
        };
        *self = Shareable::Shared(Arc::clone(&shared));
        Shareable::Shared(shared)
    }

    /// The list, to change it.
    pub fn to_mut(&mut self) -> &mut Vec<T> {
        if let Shareable::Shared(list) = self {
            *self = Shareable::Own(Arc::unwrap_or_clone(std::mem::take(list)));
        }
        match self {
            Shareable::Own(list) => list,
            Shareable::Shared(list) => Arc::make_mut(list),
        }
    }
}

impl<T> Deref for Shareable<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Shareable::Own(list) => list,
            Shareable::Shared(list) => list,
        }
    }
}

impl<T> From<Vec<T>> for Shareable<T> {
    fn from(list: Vec<T>) -> Shareable<T> {
        Shareable::Own(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_shared_stays_as_it_was() {
        let mut list = Shareable::from(vec![1, 2]);
        let (first, second) = (list.share(), list.share());
        list.to_mut().push(3);
        assert_eq!((&*first, &*second, &*list), (&[1, 2][..], &[1, 2][..], &[1, 2, 3][..]));
    }
}
