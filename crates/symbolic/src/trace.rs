//! Guarded traces: what a function does, for all inputs at once.

use crate::{Assumption, Node, SymbolId, Term, Terms};
use aplomb_script::Span;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Index of a step in [`Trace::steps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StepId(pub u32);

/// Index of a loop in [`Trace::loops`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

/// One access to one cell of a store, as a transformer of its content:
/// if `condition` holds of the old content, the cell becomes `new`.
///
/// Everything a store does to one item has this form. A read has no `new`; a
/// blind write has the condition `true` and a `new` without `old`; a delete
/// writes [`crate::Node::Absent`]; an increment writes `old` with one field
/// replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// Which store: a table, collection, bucket …
    pub store: Term,
    /// Which cell of it.
    pub key: Term,
    /// The symbol that stands for the content before the step
    /// ([`crate::Origin::Old`], [`crate::Node::Absent`] if there is no item).
    pub old: SymbolId,
    /// When the access takes place; over `old`. If it is false nothing is
    /// written (in any cell of the same step) and the program sees an error.
    pub condition: Term,
    /// The content after the step; over `old`. `None` for a read.
    pub new: Option<Term>,
}

impl Access {
    /// Whether this cell of a step remembers which request its token stands for: the token
    /// is then that of the caller together with the request.
    pub fn remembers(&self, terms: &Terms, token: Term) -> bool {
        let (Node::List(parts), Some(new)) = (terms.node(token), self.new) else { return false };
        **parts == [self.key, new]
    }
}

/// What a step does to the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Accesses to one or several cells, as one atomic unit.
    Access {
        /// The cells.
        accesses: Vec<Access>,
        /// A token by which the store recognises and skips a repetition; the
        /// repetition gets the reply of the first execution.
        token: Option<Term>,
    },
    /// Reads all cells of a store that match.
    Scan {
        /// The store.
        store: Term,
        /// What must hold of the cells: a record of fields, a condition
        /// ([`crate::Terms::items_where`]), or an opaque description (equal descriptions
        /// select the same cells).
        filter: Term,
        /// What the program receives.
        reply: SymbolId,
        /// Everything that matches is listed; else it may be a part of it.
        whole: bool,
    },
    /// Writes all cells of a store that match (`UPDATE … WHERE`, `deleteMany`, `truncate`).
    /// `new` is over `old`, and the content of each matching cell becomes `new`.
    Sweep {
        /// The store.
        store: Term,
        /// Which cells, as in [`Action::Scan`].
        filter: Term,
        /// Content of a matching cell before the step.
        old: SymbolId,
        /// Content after the step.
        new: Term,
        /// What the program receives (e.g. a count).
        reply: SymbolId,
    },
    /// Something others see: a message, a mail, a charge.
    Effect {
        /// The service.
        service: Arc<str>,
        /// What is sent.
        arguments: Term,
        /// What the program receives.
        reply: SymbolId,
        /// A key by which the service recognises and skips a repetition.
        key: Option<Term>,
    },
    /// A call whose meaning is not known: it may do anything.
    Unknown {
        /// What was called.
        callee: Arc<str>,
    },
}

impl Action {
    pub(crate) fn mention(&self, mentioned: &mut Vec<Term>) {
        match self {
            Action::Access { accesses, token } => {
                for access in accesses {
                    mentioned.extend([access.store, access.key, access.condition]);
                    mentioned.extend(access.new);
                }
                mentioned.extend(token);
            }
            Action::Scan { store, filter, .. } => mentioned.extend([store, filter]),
            Action::Sweep { store, filter, new, .. } => mentioned.extend([store, filter, new]),
            Action::Effect { arguments, key, .. } => {
                mentioned.push(*arguments);
                mentioned.extend(key);
            }
            Action::Unknown { .. } => {}
        }
    }
}

/// One operation of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// When it happens: over inputs, fresh values and the `old`/`reply` symbols
    /// of earlier steps.
    pub guard: Term,
    /// What it does.
    pub action: Action,
    /// The operation as the program calls it: `put`, `update_item`, `SendMessage`.
    pub label: Arc<str>,
    /// Where it is called.
    pub span: Span,
    /// Where the function that was invoked calls what leads there, if the operation
    /// stands in another one.
    pub called_from: Option<Span>,
    /// The innermost loop it stands in, if the loop was not unrolled: the step
    /// then stands for one execution per element.
    pub in_loop: Option<LoopId>,
    /// Steps with the same batch number were started together and may take
    /// place in any order (`Promise.all`).
    pub batch: Option<u32>,
    /// The name under which a log keeps the outcome, if one does: a step with the same
    /// name is not executed but gets what the first one got, also where that was refused.
    pub kept: Option<Term>,
    /// What is kept is a mark in the item that is written: it goes when the item goes.
    pub marked: bool,
}

impl Step {
    /// Whether both are executions of one operation of the program.
    pub fn is_like(&self, other: &Step) -> bool {
        self.span == other.span && self.label == other.label
    }

    /// The cells that it accesses one by one.
    pub fn accesses(&self) -> &[Access] {
        match &self.action {
            Action::Access { accesses, .. } => accesses,
            _ => &[],
        }
    }
}

/// A loop that was not unrolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// What it runs over; `None` if it is not a loop over a collection.
    pub collection: Option<Term>,
    /// The element that stands for all of them.
    pub element: Option<SymbolId>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// Variables that carry values from one iteration to the next are used in
    /// steps of the body, so iterations are not alike.
    pub carries: bool,
    /// What numbers the iterations: variables to which each adds the same amount.
    pub counters: Vec<SymbolId>,
    /// What the values that are carried, and the end of the loop, are a function of.
    pub inputs: Vec<Term>,
    /// When an iteration is the last one: it leaves the loop, or more than that.
    pub leaves: Vec<Term>,
    /// The iterations are started together: none waits for the one before it.
    pub together: bool,
    /// Where it stands.
    pub span: Span,
}

/// A place where a fresh value comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The value.
    pub symbol: SymbolId,
    /// What the program calls: `uuid.v4`, `Date.now`.
    pub label: Arc<str>,
    /// Where.
    pub span: Span,
    /// How many steps were recorded before it was drawn.
    pub before: StepId,
    /// The loop that draws it, a new one in every iteration.
    pub in_loop: Option<LoopId>,
    /// It stands for fields of an answer that a model does not list.
    pub unlisted: bool,
    /// It is what somebody outside answers who is only asked: it may stay the same.
    pub foreign: bool,
    /// The name under which the value is kept, if it is: it is drawn once, and whoever asks
    /// under the same name gets it again.
    pub kept: Option<Term>,
}

impl Source {
    /// Whether it is a random number.
    pub fn is_random(&self) -> bool {
        matches!(&*self.label, "Math.random" | "random.random")
    }

    /// Whether it is the present time.
    pub fn is_clock(&self) -> bool {
        matches!(
            self.label.rsplit('.').next(),
            Some("now" | "utcnow" | "today" | "time" | "new Date")
        )
    }
}

/// Something that a store says of its cells and that every write changes, whatever is written:
/// the time of the last one.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    /// The store.
    pub store: Term,
    /// The value; or what a listing gives, some of whose fields are such.
    pub of: SymbolId,
    /// These fields of what is listed; empty where the value itself is the stamp.
    pub fields: Vec<Arc<str>>,
}

/// How a function ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// When it ends this way.
    pub guard: Term,
    /// The response, or the exception.
    pub value: Term,
    /// It ends by an exception nobody caught.
    pub failed: bool,
    /// How many steps were recorded before the response was given; steps after
    /// it happen after the client has its answer.
    pub after: StepId,
    /// Where.
    pub span: Span,
}

/// Something that was not supported, so that the trace may lack something.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// When it is reached.
    pub guard: Term,
    /// What it is, and what would help.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// What a function does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The input symbol(s), in the order of the parameters.
    pub inputs: Vec<SymbolId>,
    /// Operations in program order.
    pub steps: Vec<Step>,
    /// The ways it ends; their guards exclude each other.
    pub completions: Vec<Completion>,
    /// Fresh values.
    pub sources: Vec<Source>,
    /// Loops that were not unrolled.
    pub loops: Vec<Loop>,
    /// Parts of unknown values that the program reads, whether or not it then uses
    /// them: without them it would fail. Also what loops decide by.
    pub parts: Vec<Term>,
    /// The elements of loops that only compute, with the collections they are from.
    pub elements: Vec<(SymbolId, Term)>,
    /// Contents of cells that a warm instance keeps, and where it was told to.
    pub kept: Vec<(SymbolId, Span)>,
    /// What it was told that every write to a store changes, whether or not it looks there.
    pub stamps: Vec<Stamp>,
    /// What its loops make of their elements, if it was told stamps: their results do not show
    /// at which fields they look.
    pub made_in_loops: Vec<Term>,
    /// What was not supported.
    pub problems: Vec<Problem>,
    /// What was taken for granted.
    pub assumptions: Vec<Assumption>,
    /// The function sees to it that no attempt runs beside its retry.
    pub excludes_overlap: bool,
}

impl Trace {
    /// Every term that decides what the function does, answers or looks at.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let mut mentioned = self.terms_beside_loops();
        for each in &self.loops {
            mentioned.extend(each.collection.iter().chain(&each.inputs));
        }
        mentioned
    }

    /// The same, without what its loops begin with.
    pub(crate) fn terms_beside_loops(&self) -> Vec<Term> {
        let mut mentioned = self.parts.clone();
        for step in &self.steps {
            mentioned.push(step.guard);
            mentioned.extend(step.kept);
            step.action.mention(&mut mentioned);
        }
        let answers = self.completions.iter().filter(|completion| !completion.failed);
        mentioned.extend(answers.map(|completion| completion.value));
        mentioned.extend(self.completions.iter().map(|completion| completion.guard));
        mentioned.extend(self.problems.iter().map(|problem| problem.guard));
        mentioned.extend(self.sources.iter().filter_map(|source| source.kept));
        mentioned
    }

    /// Places that give fresh values on which nothing depends: neither what the function does nor
    /// what it answers. What somebody answers is not among them: its shape counts too. Without a complete trace there are none.
    pub fn idle_sources(&self, terms: &Terms) -> FxHashSet<(Arc<str>, Span)> {
        if !self.problems.is_empty() {
            return FxHashSet::default();
        }
        let mut mentioned = self.terms();
        mentioned.extend(self.elements.iter().map(|(_, collection)| *collection));
        let used: FxHashSet<SymbolId> = terms.symbols_of(&mentioned).into_iter().collect();
        let place = |source: &Source| (source.label.clone(), source.span);
        let busy: FxHashSet<(Arc<str>, Span)> = self
            .sources
            .iter()
            .filter(|it| it.foreign || used.contains(&it.symbol))
            .map(place)
            .collect();
        self.sources.iter().map(place).filter(|place| !busy.contains(place)).collect()
    }

    /// The step with this id.
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.0 as usize]
    }
}
