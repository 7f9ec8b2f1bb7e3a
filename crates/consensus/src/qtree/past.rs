//! The laws of Theorem 8, judged against whatever remembers the events so far.

use std::fmt;

use smallvec::SmallVec;

use super::Version;
use super::event::Event;

/// A law of Theorem 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Law {
    /// A round adds at most once, and commits at most once.
    P1,
    /// A round commits only after it has added.
    P2,
    /// A parent that is not the root was added before, and is of a lower round.
    P3,
    /// A node has the value of its parent, unless that is the root (single-decree only).
    P3a,
    /// No edge passes by a round that commits: whoever comes later has heard of it.
    P4,
}

impl Law {
    /// All laws.
    pub const ALL: [Self; 5] = [Self::P1, Self::P2, Self::P3, Self::P3a, Self::P4];

    /// What the law demands, in one sentence.
    pub fn statement(self) -> &'static str {
        match self {
            Self::P1 => "a round adds at most one value and commits at most once",
            Self::P2 => "a round commits only what it has added before",
            Self::P3 => "a parent was added before its child, in a lower round",
            Self::P3a => "a child has the value of its parent",
            Self::P4 => "no later round passes by a round that commits",
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::P1 => "P1",
            Self::P2 => "P2",
            Self::P3 => "P3",
            Self::P3a => "P3a",
            Self::P4 => "P4",
        })
    }
}

/// How an event breaks a law. `None` as a parent is the root.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Violation<R, V> {
    /// The round has added already, the value that is given.
    AddedTwice {
        /// The round.
        round: R,
        /// What it proposes now.
        value: V,
        /// What it proposed before.
        before: V,
    },
    /// The round has committed already.
    CommittedTwice {
        /// The round.
        round: R,
    },
    /// The round commits what it has not added.
    CommittedUnadded {
        /// The round.
        round: R,
    },
    /// The parent is not below the child.
    ParentNotBelow {
        /// The child.
        round: R,
        /// Its parent.
        parent: R,
    },
    /// Nobody has added the parent.
    ParentNotAdded {
        /// The child.
        round: R,
        /// Its parent.
        parent: R,
    },
    /// The child has another value than its parent.
    ValueDiffers {
        /// The child.
        round: R,
        /// Its value.
        value: V,
        /// Its parent.
        parent: R,
        /// The value of that.
        inherited: V,
    },
    /// The edge to a new node passes by a round that has committed.
    PassesByCommitted {
        /// The new node.
        round: R,
        /// Its parent.
        parent: Option<R>,
        /// What lies between.
        committed: R,
    },
    /// A round commits although an edge passes by it.
    CommitsPassedBy {
        /// What commits.
        round: R,
        /// The upper end of the edge.
        child: R,
        /// Its lower end.
        parent: Option<R>,
    },
}

impl<R, V> Violation<R, V> {
    /// The law that is broken.
    pub fn law(&self) -> Law {
        match self {
            Self::AddedTwice { .. } | Self::CommittedTwice { .. } => Law::P1,
            Self::CommittedUnadded { .. } => Law::P2,
            Self::ParentNotBelow { .. } | Self::ParentNotAdded { .. } => Law::P3,
            Self::ValueDiffers { .. } => Law::P3a,
            Self::PassesByCommitted { .. } | Self::CommitsPassedBy { .. } => Law::P4,
        }
    }

    /// Whether something is missing, so that an event which nobody has seen would mend it.
    pub fn is_of_absence(&self) -> bool {
        matches!(self, Self::CommittedUnadded { .. } | Self::ParentNotAdded { .. })
    }

    /// The rounds that it is about. Their events alone show the violation.
    pub fn rounds(&self) -> Vec<&R> {
        match self {
            Self::AddedTwice { round, .. }
            | Self::CommittedTwice { round }
            | Self::CommittedUnadded { round } => vec![round],
            Self::ParentNotBelow { round, parent }
            | Self::ParentNotAdded { round, parent }
            | Self::ValueDiffers { round, parent, .. } => vec![round, parent],
            Self::PassesByCommitted { round, parent, committed: other }
            | Self::CommitsPassedBy { round, parent, child: other } => {
                [Some(round), parent.as_ref(), Some(other)].into_iter().flatten().collect()
            }
        }
    }
}

/// One sentence about what happened.
impl<R: fmt::Display, V: fmt::Display> fmt::Display for Violation<R, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AddedTwice { round, value, before } => {
                write!(f, "round {round} adds {value}, although it has added {before} already")
            }
            Self::CommittedTwice { round } => write!(f, "round {round} commits a second time"),
            Self::CommittedUnadded { round } => {
                write!(f, "round {round} commits, although it has added nothing")
            }
            Self::ParentNotBelow { round, parent } => {
                write!(f, "round {round} continues round {parent}, which is not below it")
            }
            Self::ParentNotAdded { round, parent } => {
                write!(f, "round {round} continues round {parent}, which has added nothing")
            }
            Self::ValueDiffers { round, value, parent, inherited } => write!(
                f,
                "round {round} adds {value}, although it continues round {parent}, which added \
                 {inherited}"
            ),
            Self::PassesByCommitted { round, parent, committed } => write!(
                f,
                "round {round} continues {} and passes by round {committed}, which has committed",
                of_round(parent)
            ),
            Self::CommitsPassedBy { round, child, parent } => write!(
                f,
                "round {round} commits, although round {child} continues {} and passes by it",
                of_round(parent)
            ),
        }
    }
}

impl<R, V> std::error::Error for Violation<R, V>
where
    R: fmt::Display + fmt::Debug,
    V: fmt::Display + fmt::Debug,
{
}

fn of_round<R: fmt::Display>(round: &Option<R>) -> impl fmt::Display {
    fmt::from_fn(move |f| match round {
        Some(round) => write!(f, "round {round}"),
        None => f.write_str("the root"),
    })
}

/// What the laws need to know of the events so far, which have kept the laws.
pub trait Past<R, V> {
    /// The value and the parent of `round`, if it has added.
    fn added(&self, round: &R) -> Option<(&V, Option<&R>)>;

    /// Whether `round` has committed.
    fn committed(&self, round: &R) -> bool;

    /// A round strictly between `parent` and `round` that has committed.
    fn committed_between(&self, parent: Option<&R>, round: &R) -> Option<&R>;

    /// An edge that passes by `round`: its lower and its upper end.
    fn passing_by(&self, round: &R) -> Option<(Option<&R>, &R)>;
}

/// Whether the laws of Theorem 8 allow `event` after `past`.
pub fn judge<R, V, P>(
    past: &P,
    version: Version,
    event: &Event<R, V>,
) -> Result<(), Violation<R, V>>
where
    R: Ord + Clone,
    V: Eq + Clone,
    P: Past<R, V> + ?Sized,
{
    match event {
        Event::Add { round, value, parent } => judge_add(past, version, round, value, parent),
        Event::Commit { round } => judge_commit(past, round),
    }
}

fn judge_add<R, V, P>(
    past: &P,
    version: Version,
    round: &R,
    value: &V,
    parent: &Option<R>,
) -> Result<(), Violation<R, V>>
where
    R: Ord + Clone,
    V: Eq + Clone,
    P: Past<R, V> + ?Sized,
{
    let owned = || round.clone();
    if let Some((before, _)) = past.added(round) {
        let (value, before) = (value.clone(), before.clone());
        return Err(Violation::AddedTwice { round: owned(), value, before });
    }
    if let Some(parent) = parent {
        if parent >= round {
            return Err(Violation::ParentNotBelow { round: owned(), parent: parent.clone() });
        }
        let Some((inherited, _)) = past.added(parent) else {
            return Err(Violation::ParentNotAdded { round: owned(), parent: parent.clone() });
        };
        if version == Version::SingleDecree && inherited != value {
            let (value, inherited) = (value.clone(), inherited.clone());
            let parent = parent.clone();
            return Err(Violation::ValueDiffers { round: owned(), value, parent, inherited });
        }
    }
    if let Some(committed) = past.committed_between(parent.as_ref(), round) {
        let (parent, committed) = (parent.clone(), committed.clone());
        return Err(Violation::PassesByCommitted { round: owned(), parent, committed });
    }
    Ok(())
}

fn judge_commit<R, V, P>(past: &P, round: &R) -> Result<(), Violation<R, V>>
where
    R: Ord + Clone,
    P: Past<R, V> + ?Sized,
{
    if past.committed(round) {
        return Err(Violation::CommittedTwice { round: round.clone() });
    }
    if past.added(round).is_none() {
        return Err(Violation::CommittedUnadded { round: round.clone() });
    }
    if let Some((parent, child)) = past.passing_by(round) {
        let (parent, child) = (parent.cloned(), child.clone());
        return Err(Violation::CommitsPassedBy { round: round.clone(), child, parent });
    }
    Ok(())
}

/// The past of a few rounds, read off a state.
///
/// Which rounds have added and committed is a function of the messages that a protocol has sent,
/// so a model checker keeps no monitor in its states: it makes a snapshot where an event happens.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snapshot<R, V> {
    nodes: SmallVec<[(R, V, Option<R>); 8]>,
    committed: SmallVec<[R; 8]>,
}

impl<R, V> Snapshot<R, V> {
    /// Nothing has happened.
    pub fn new() -> Self {
        Self { nodes: SmallVec::new(), committed: SmallVec::new() }
    }

    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.committed.clear();
    }

    /// `round` has added `value` below `parent`.
    #[inline]
    pub fn add(&mut self, round: R, value: V, parent: Option<R>) {
        self.nodes.push((round, value, parent));
    }

    /// `round` has committed.
    #[inline]
    pub fn commit(&mut self, round: R) {
        self.committed.push(round);
    }

    /// The rounds that have added, with their values and parents.
    pub fn nodes(&self) -> &[(R, V, Option<R>)] {
        &self.nodes
    }

    /// Takes note of an event.
    pub fn push(&mut self, event: Event<R, V>) {
        match event {
            Event::Add { round, value, parent } => self.add(round, value, parent),
            Event::Commit { round } => self.commit(round),
        }
    }
}

impl<R: Ord, V> Past<R, V> for Snapshot<R, V> {
    fn added(&self, round: &R) -> Option<(&V, Option<&R>)> {
        let (_, value, parent) = self.nodes.iter().find(|(added, _, _)| added == round)?;
        Some((value, parent.as_ref()))
    }

    fn committed(&self, round: &R) -> bool {
        self.committed.contains(round)
    }

    fn committed_between(&self, parent: Option<&R>, round: &R) -> Option<&R> {
        self.committed.iter().find(|&other| parent < Some(other) && other < round)
    }

    fn passing_by(&self, round: &R) -> Option<(Option<&R>, &R)> {
        let edges = self.nodes.iter().map(|(child, _, parent)| (parent.as_ref(), child));
        edges.into_iter().find(|&(parent, child)| parent < Some(round) && round < child)
    }
}
