//! What a patch does, in words of the runtime: which handlers are wrapped, which operations
//! are protected, and how. Patches of several functions can be put together.

use std::collections::{BTreeMap, BTreeSet};

use aplomb_script::{FileId, ModuleId, Span};

use crate::{handler::Exported, identity::Identity};

/// How one operation is protected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Protected {
    pub(crate) how: How,
    /// The name of the step, a literal of the source.
    pub(crate) site: String,
    /// Expressions that tell executions of it apart.
    pub(crate) key: Vec<String>,
}

/// The ways to protect an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// A write in one transaction with its log row.
    Once,
    /// A write that leaves a mark in its item.
    InItem,
    /// What it gives is kept.
    Keep,
    /// The same, where the call gives its value at once: `await` has to wait for the log.
    KeepAwaited,
    /// An effect is left out rather than repeated.
    AtMostOnce,
    /// An effect is repeated rather than left out.
    AtLeastOnce,
    /// A fresh identifier is derived.
    Uuid,
    /// A random number is derived.
    Random,
    /// The clock is that of the request; the text around `startedAt()`.
    Clock { before: String, behind: String },
    /// A parameter by which the service recognises the repetition.
    Parameter { at: usize, before: String, behind: String },
    /// Another expression, which needs nothing of the runtime.
    Replaced(String),
}

impl How {
    /// Whether it needs the time of the request.
    pub(crate) fn is_clock(&self) -> bool {
        matches!(self, How::Clock { .. })
    }

    /// How many write units it costs a request.
    pub(crate) fn cost(&self) -> usize {
        match self {
            How::Once => 4,
            How::InItem | How::Keep | How::KeepAwaited | How::AtLeastOnce => 1,
            How::AtMostOnce => 2,
            How::Uuid
            | How::Random
            | How::Clock { .. }
            | How::Parameter { .. }
            | How::Replaced(_) => 0,
        }
    }
}

/// A handler that is wrapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrapped {
    pub(crate) exported: Exported,
    pub(crate) identity: Identity,
    /// The runtime keeps the time of the first attempt.
    pub(crate) time: bool,
    /// The runtime refuses to run two attempts at the same time.
    pub(crate) lease: bool,
}

/// What is to be changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patch {
    pub(crate) handlers: BTreeMap<(ModuleId, String), Wrapped>,
    pub(crate) operations: BTreeMap<Span, Protected>,
    /// Collections of records that are requests of their own.
    pub(crate) records: BTreeSet<Span>,
    /// Statements that change places.
    pub(crate) swaps: BTreeSet<(Span, Span)>,
    /// Puts that only take place if an attribute is not there yet.
    pub(crate) conditions: BTreeMap<Span, String>,
}

impl Patch {
    /// Both patches; where both protect an operation, the first does.
    pub(crate) fn with(&self, other: &Patch) -> Patch {
        let mut both = self.clone();
        for (name, wrapped) in &other.handlers {
            let known = both.handlers.entry(name.clone()).or_insert_with(|| wrapped.clone());
            known.time |= wrapped.time;
            known.lease |= wrapped.lease;
        }
        for (span, protected) in &other.operations {
            both.operations.entry(*span).or_insert_with(|| protected.clone());
        }
        both.records.extend(&other.records);
        both.swaps.extend(&other.swaps);
        both.conditions.extend(other.conditions.clone());
        both
    }

    /// The same with another protection of one operation.
    pub(crate) fn protecting(&self, span: Span, how: How) -> Patch {
        let mut other = self.clone();
        if let Some(protected) = other.operations.get_mut(&span) {
            protected.how = how;
        }
        other
    }

    /// The same, with handlers whose attempts do not overlap; none if no handler is wrapped.
    pub(crate) fn with_lease(&self) -> Option<Patch> {
        let mut leased = self.clone();
        leased.handlers.values_mut().for_each(|wrapped| wrapped.lease = true);
        (!self.handlers.is_empty()).then_some(leased)
    }

    /// What it costs a request, in write units.
    pub(crate) fn cost(&self) -> usize {
        // The row of a lease has the time as well.
        let head = self.handlers.values().map(|wrapped| match wrapped {
            Wrapped { lease: true, .. } => 2,
            Wrapped { time: true, .. } => 1,
            _ => 0,
        });
        let operations = self.operations.values().map(|protected| protected.how.cost());
        operations.sum::<usize>() + head.max().unwrap_or(0)
    }

    /// Whether rows are written to a log.
    pub(crate) fn needs_log(&self) -> bool {
        self.cost() > 0
    }

    /// The sites that are taken in a file.
    pub(crate) fn has_site(&self, site: &str) -> bool {
        self.operations.values().any(|protected| protected.site == site)
    }

    /// The expressions of a file in whose place others come.
    pub(crate) fn replaced(&self, file: FileId) -> Vec<Span> {
        let gone = |protected: &Protected| {
            matches!(protected.how, How::Uuid | How::Random | How::Clock { .. } | How::Replaced(_))
        };
        let here = self.operations.iter().filter(|(span, _)| span.file == file);
        here.filter(|(_, protected)| gone(protected)).map(|(span, _)| *span).collect()
    }

    /// The files that it changes.
    pub(crate) fn files(&self) -> BTreeSet<FileId> {
        let swapped = self.swaps.iter().map(|(one, _)| one.file);
        let spans = self.operations.keys().chain(&self.records).map(|span| span.file);
        spans.chain(swapped).collect()
    }
}
