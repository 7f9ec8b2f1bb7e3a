//! Algorithm 4: the quorum tree as an object.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Bound;

use super::Version;
use super::event::Event;

/// What has become of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It can still commit.
    Added,
    /// It can never commit: a higher round on another branch has passed by it. It can still have
    /// children.
    Ghost,
    /// It has committed.
    Committed,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Added => "ADDED",
            Self::Ghost => "GHOST",
            Self::Committed => "COMMITTED",
        })
    }
}

/// On which part of the tree a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Branch {
    /// Between the root and the last committed node, both included.
    Trunk,
    /// Above the last committed node: it may still grow.
    Alive,
    /// Beside the trunk: only ghosts are there.
    Dead,
}

/// A node. `None` as a parent is the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<R, V> {
    /// What the round proposed.
    pub value: V,
    /// The round that it continues.
    pub parent: Option<R>,
    /// What has become of it.
    pub status: Status,
}

/// The condition of Algorithm 4 that an operation does not meet: it returns `FAIL`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Refused {
    /// `link`: the parent is in the tree, and of a lower round.
    #[error("the parent is not in the tree, or not below the node")]
    Link,
    /// `newRound`: no node has that round.
    #[error("the round is in the tree already")]
    NewRound,
    /// `extendsTrunk`: the node extends every committed node of a lower round.
    #[error("the node does not extend the trunk")]
    ExtendsTrunk,
    /// `valueConstraint`: the node has the value of its parent.
    #[error("the node has another value than its parent")]
    ValueConstraint,
    /// The node to commit is not in the tree, or it is not `ADDED`.
    #[error("only an added node can commit")]
    NotAdded,
}

/// The quorum tree: Algorithm 4, with `extendsTrunk` over all committed nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QTree<R, V> {
    version: Version,
    nodes: BTreeMap<R, Node<R, V>>,
}

impl<R: Ord + Clone, V: Eq> QTree<R, V> {
    /// The tree with nothing but its root.
    pub fn new(version: Version) -> Self {
        Self { version, nodes: BTreeMap::new() }
    }

    /// Performs an operation.
    pub fn apply(&mut self, event: Event<R, V>) -> Result<(), Refused> {
        match event {
            Event::Add { round, value, parent } => self.add(round, value, parent),
            Event::Commit { round } => self.commit(&round),
        }
    }

    /// Adds a node for `round`, as a child of `parent`.
    pub fn add(&mut self, round: R, value: V, parent: Option<R>) -> Result<(), Refused> {
        self.valid(&round, &value, parent.as_ref())?;
        // A new leaf conflicts with exactly those lower rounds that are not among its ancestors.
        let ancestors: BTreeSet<R> = self.path(parent.as_ref()).cloned().collect();
        for (other, node) in self.nodes.range_mut(..&round) {
            if !ancestors.contains(other) {
                node.status = Status::Ghost;
            }
        }
        let is_last =
            self.nodes.range((Bound::Excluded(&round), Bound::Unbounded)).next().is_none();
        let status = if is_last { Status::Added } else { Status::Ghost };
        self.nodes.insert(round, Node { value, parent, status });
        Ok(())
    }

    /// Commits the node of `round`.
    pub fn commit(&mut self, round: &R) -> Result<(), Refused> {
        match self.nodes.get_mut(round) {
            Some(node) if node.status == Status::Added => {
                node.status = Status::Committed;
                Ok(())
            }
            _ => Err(Refused::NotAdded),
        }
    }

    /// `valid(n) ∧ valueConstraint(n)`.
    fn valid(&self, round: &R, value: &V, parent: Option<&R>) -> Result<(), Refused> {
        if parent >= Some(round) {
            return Err(Refused::Link);
        }
        let parent_node = parent.map(|parent| self.nodes.get(parent).ok_or(Refused::Link));
        let parent_node = parent_node.transpose()?;
        if self.nodes.contains_key(round) {
            return Err(Refused::NewRound);
        }
        let mut lower = self.nodes.range(..round).filter(|(_, n)| n.status == Status::Committed);
        if !lower.all(|(committed, _)| self.path(parent).any(|ancestor| ancestor == committed)) {
            return Err(Refused::ExtendsTrunk);
        }
        match parent_node {
            Some(node) if self.version == Version::SingleDecree && node.value != *value => {
                Err(Refused::ValueConstraint)
            }
            _ => Ok(()),
        }
    }

    /// The nodes from `round` down to, but without, the root.
    pub fn path<'a>(&'a self, round: Option<&'a R>) -> impl Iterator<Item = &'a R> {
        let parent = |round: &&'a R| self.nodes.get(*round).and_then(|node| node.parent.as_ref());
        std::iter::successors(round, move |round| parent(round))
    }

    /// The node of `round`.
    pub fn node(&self, round: &R) -> Option<&Node<R, V>> {
        self.nodes.get(round)
    }

    /// All nodes but the root, in ascending order.
    pub fn nodes(&self) -> impl Iterator<Item = (&R, &Node<R, V>)> {
        self.nodes.iter()
    }

    /// The last committed node, where the trunk ends; `None` is the root.
    pub fn trunk_end(&self) -> Option<&R> {
        let mut committed = self.nodes.iter().filter(|(_, n)| n.status == Status::Committed);
        committed.next_back().map(|(round, _)| round)
    }

    /// On which part of the tree the node of `round` is.
    pub fn branch(&self, round: &R) -> Branch {
        let end = self.trunk_end();
        if self.path(end).any(|trunk| trunk == round) {
            Branch::Trunk
        } else if end.is_none_or(|end| self.path(Some(round)).any(|ancestor| ancestor == end)) {
            Branch::Alive
        } else {
            Branch::Dead
        }
    }
}
