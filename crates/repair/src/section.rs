//! Sections, sets of them, and which set asks for more than another.

use std::fmt;

/// A contiguous stretch that is to be atomic: of a routine of the program, from one point to
/// another; or of an operation of an execution, from one action to another, by their places in the
/// execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Section {
    /// The routine, or the operation.
    pub within: usize,
    /// Its first point or action.
    pub first: usize,
    /// Its last point or action.
    pub last: usize,
}

impl Section {
    /// The section of `within` from `first` to `last`, both included.
    #[must_use]
    pub fn new(within: usize, first: usize, last: usize) -> Self {
        Self { within, first: first.min(last), last: first.max(last) }
    }

    /// Whether `other` lies within this one.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        self.within == other.within && self.first <= other.first && other.last <= self.last
    }

    /// Whether they share a point.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.within == other.within && self.first <= other.last && other.first <= self.last
    }

    /// Whether it is a single point.
    #[must_use]
    pub fn is_point(&self) -> bool {
        self.first == self.last
    }
}

impl fmt::Debug for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}, {}]", self.within, self.first, self.last)
    }
}

/// A set of sections that are to be atomic. They are sorted and do not overlap, so that two repairs
/// are equal exactly if they ask for the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Repair {
    sections: Vec<Section>,
}

impl Repair {
    /// The smallest repair that covers all these sections: those that overlap are merged.
    #[must_use]
    pub fn new(sections: impl IntoIterator<Item = Section>) -> Self {
        let mut sorted: Vec<Section> = sections.into_iter().collect();
        sorted.sort_unstable();
        let mut sections: Vec<Section> = Vec::with_capacity(sorted.len());
        for section in sorted {
            match sections.last_mut() {
                Some(last) if last.overlaps(&section) => last.last = last.last.max(section.last),
                _ => sections.push(section),
            }
        }
        Self { sections }
    }

    /// The sections, in ascending order.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Whether nothing has to be atomic.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Definition 4: whether every section of `other` lies within one of this repair's, so that
    /// whatever `other` rules out, this one rules out too.
    #[must_use]
    pub fn subsumes(&self, other: &Self) -> bool {
        covers(&self.sections, &other.sections)
    }

    /// The smallest repair that subsumes both.
    #[must_use]
    pub fn flatten(&self, other: &Self) -> Self {
        Self::new(self.sections.iter().chain(&other.sections).copied())
    }

    /// How many points its sections have together.
    #[must_use]
    pub fn size(&self) -> usize {
        self.sections.iter().map(|section| section.last - section.first + 1).sum()
    }
}

/// Whether each of `inner` lies within one of `outer`.
pub(crate) fn covers(outer: &[Section], inner: &[Section]) -> bool {
    inner.iter().all(|inner| outer.iter().any(|outer| outer.contains(inner)))
}

impl fmt::Debug for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(&self.sections).finish()
    }
}

/// Repairs none of which subsumes another.
#[derive(Clone, Default, Debug)]
pub(crate) struct Minimal {
    repairs: Vec<Repair>,
}

impl Minimal {
    /// Whether some repair asks for no more than these sections do.
    pub(crate) fn has_below(&self, sections: &[Section]) -> bool {
        self.repairs.iter().any(|repair| covers(sections, repair.sections()))
    }

    /// Adds a repair unless one that is there already asks for no more; drops those that ask for
    /// more than it.
    pub(crate) fn insert(&mut self, repair: Repair) {
        if !self.has_below(repair.sections()) {
            self.repairs.retain(|other| !other.subsumes(&repair));
            self.repairs.push(repair);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.repairs.len()
    }

    /// The repairs in ascending order.
    pub(crate) fn into_sorted(mut self) -> Vec<Repair> {
        self.repairs.sort_unstable();
        self.repairs
    }
}
