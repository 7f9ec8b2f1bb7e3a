//! Rely conditions: what other instances can do to a cell between an attempt
//! and its retry.
//!
//! The paper distinguishes read-only, constant and arbitrary cells. Here the
//! writers themselves are the condition: each is kept as the transformer it
//! applies, with all its unknowns quantified. A predicate is *stable* if no
//! writer that can reach the cell makes it false. Read-only, constant,
//! function-of-key, insert-once and grow-only cells are all instances of that.

use crate::app::{App, symbol_term};
use crate::events::Delivery;
use crate::unique::Of;
use aplomb_symbolic::{Action, Node, Operator, Origin, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// One write of some function, as an environment sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Writer {
    /// Index of the function in the application.
    pub function: usize,
    /// Index of its step.
    pub step: usize,
    /// The store.
    pub store: Term,
    /// The cell; `None` if it can be any cell of the store.
    pub key: Option<Term>,
    /// The content before.
    old: Term,
    /// When the write happens at all.
    guard: Term,
    /// When it changes the cell; over `old`.
    condition: Term,
    /// The content after; over `old`.
    new: Term,
    /// The key was drawn by the writer and equals no key drawn or given before.
    new_key: bool,
    /// The key is made of what the writer was given.
    given_key: bool,
    /// The identifiers that the platform gave to the writer.
    ids: Vec<(Of, Term)>,
    /// That the writer is another instance than the one it is looked at from.
    apart: Term,
}

/// What the environment of a function can do.
#[derive(Clone, Debug, Default)]
pub struct Rely {
    writers: Vec<Writer>,
}

impl Rely {
    /// No environment: the function runs alone.
    pub fn alone() -> Self {
        Rely::default()
    }

    /// What other instances do, as an instance of a function sees it.
    ///
    /// Nothing overtakes a batch of a stream in its shard, so its own kind does not interfere
    /// where cells belong to shards: where their keys come from the batch.
    pub fn around(app: &mut App, function: usize) -> Self {
        let mut rely = Rely::of_all(app);
        if app.functions[function].events.delivery == Delivery::Stream {
            rely.writers.retain(|writer| writer.function != function || !writer.given_key);
        }
        let own = app.unique_ids(function);
        for writer in &mut rely.writers {
            writer.apart = app.apart((function, &own), (writer.function, &writer.ids));
        }
        rely
    }

    /// Whether a function gets batches of a stream and writes under keys that come from them, so
    /// that another shard could bring the same key.
    pub(crate) fn needs_shards_of_its_own(app: &mut App, function: usize) -> bool {
        let own = Rely::only(app, function);
        app.functions[function].events.delivery == Delivery::Stream
            && own.writers().any(|writer| writer.given_key && !writer.names_its_message(app))
    }

    /// The writes of one function.
    pub fn only(app: &mut App, function: usize) -> Self {
        let mut rely = Rely::of_all(app);
        rely.writers.retain(|writer| writer.function == function);
        rely
    }

    /// All writes of all functions.
    pub fn of_all(app: &mut App) -> Self {
        if app.rely.is_none() {
            app.rely = Some(Rely::find(app));
        }
        app.rely.clone().unwrap_or_default()
    }

    fn find(app: &mut App) -> Self {
        let mut writers: Vec<Writer> = Vec::new();
        for function in 0..app.functions.len() {
            let steps = app.functions[function].named.steps.clone();
            let ids = app.unique_ids(function);
            for (index, step) in steps.iter().enumerate() {
                for write in writes_of(step) {
                    let writer = generalise(app, (function, index), step.guard, write, &ids);
                    let is_known = |known: &Writer| {
                        known.function == function
                            && (known.what(), &known.ids) == (writer.what(), &writer.ids)
                    };
                    if !writers.iter().any(is_known) {
                        writers.push(writer);
                    }
                }
            }
        }
        Rely { writers }
    }

    /// All writers.
    pub fn writers(&self) -> impl Iterator<Item = &Writer> {
        self.writers.iter()
    }

    /// The writers that can reach a cell which already exists or was named
    /// before the writer ran.
    pub fn reaching<'a>(
        &'a self,
        app: &'a App,
        store: Term,
    ) -> impl Iterator<Item = &'a Writer> + 'a {
        self.writers.iter().filter(move |w| !w.new_key && app.same_store(w.store, store))
    }

    /// All writers to a store, those of new cells included.
    pub fn writing<'a>(
        &'a self,
        app: &'a App,
        store: Term,
    ) -> impl Iterator<Item = &'a Writer> + 'a {
        self.writers.iter().filter(move |w| app.same_store(w.store, store))
    }
}

impl Writer {
    /// Whether the key was drawn by the writer, so that nobody else can mean it.
    pub(crate) fn makes_its_key(&self) -> bool {
        self.new_key
    }

    /// Whether the key has the identifier of the writer's message, so that no other instance
    /// means it.
    fn names_its_message(&self, app: &App) -> bool {
        let parts = self.key.map(|key| app.terms.parts(&[key])).unwrap_or_default();
        self.ids.iter().any(|(_, id)| parts.contains(id))
    }

    /// Leaves out those that do the same as an earlier one.
    pub(crate) fn without_repetition(writers: &mut Vec<Writer>) {
        let mut known = FxHashSet::default();
        writers.retain(|writer| known.insert(writer.what()));
    }

    /// What it does, and to whom. All writers use the same unknowns, so those that do the
    /// same say so in the same terms.
    fn what(&self) -> [Option<Term>; 6] {
        let [store, guard, condition] = [self.store, self.guard, self.condition].map(Some);
        [store, self.key, guard, condition, Some(self.new), Some(self.apart)]
    }

    /// When it changes its cell, as far as the content decides; over the old content.
    pub(crate) fn happens(&self) -> Term {
        self.condition
    }

    /// Whether it makes the new content of the old one.
    pub(crate) fn changes_what_is_there(&self, app: &App) -> bool {
        let old = app.terms.as_symbol(self.old);
        app.terms.depends(self.new, |symbol| Some(symbol) == old)
    }

    /// Whether all it does is deleting.
    pub(crate) fn deletes(&self, app: &App) -> bool {
        matches!(app.terms.node(self.new), Node::Absent)
    }

    /// Whether the key of a read cannot be the one that is written, because of
    /// what must hold for the read (`premise`) and for the write.
    pub(crate) fn misses(&self, app: &mut App, store: Term, key: Term, premise: Term) -> bool {
        let Some(own) = self.key else { return false };
        let same_store = app.terms.equal(self.store, store);
        let same_key = app.terms.equal(own, key);
        let same = app.terms.and(same_store, same_key);
        if app.terms.is_false(same) {
            return true;
        }
        let both = app.terms.apply(Operator::And, &[premise, self.guard, self.apart]);
        let other = app.terms.not(same);
        !app.terms.is_true(both) && app.entails(both, other)
    }

    /// Whether the predicate stays true when this writer changes the cell:
    /// `predicate(x)` and the write imply `predicate(new(x))`. The predicate is a
    /// term over the symbol `x`.
    pub(crate) fn keeps(
        &self,
        app: &mut App,
        store: Term,
        key: Term,
        premise: Term,
        predicate: Term,
        x: Term,
    ) -> bool {
        let terms = &mut app.terms;
        let mut bindings = FxHashMap::default();
        let mut equation = terms.bool(true);
        for (own, other) in [(Some(self.store), store), (self.key, key)] {
            let Some(own) = own else { continue };
            let same = terms.equal(own, other);
            if terms.is_false(same) {
                return true;
            }
            if !unify(terms, own, other, &mut bindings) {
                equation = terms.and(equation, same);
            }
        }
        // What one equation bound the other is about too.
        equation = terms.substitute(equation, &bindings);
        bindings.insert(self.old, x);
        let guard = terms.substitute(self.guard, &bindings);
        let condition = terms.substitute(self.condition, &bindings);
        let new = terms.substitute(self.new, &bindings);
        let apart = terms.substitute(self.apart, &bindings);
        if new == x {
            return true;
        }
        let after = terms.substitute(predicate, &FxHashMap::from_iter([(x, new)]));
        let assumed =
            terms.apply(Operator::And, &[premise, equation, apart, guard, condition, predicate]);
        app.entails(assumed, after)
    }
}

struct Write {
    store: Term,
    key: Option<Term>,
    old: aplomb_symbolic::SymbolId,
    condition: Option<Term>,
    new: Term,
}

fn writes_of(step: &aplomb_symbolic::Step) -> Vec<Write> {
    match &step.action {
        Action::Access { accesses, .. } => accesses
            .iter()
            .filter_map(|a| {
                Some(Write {
                    store: a.store,
                    key: Some(a.key),
                    old: a.old,
                    condition: Some(a.condition),
                    new: a.new?,
                })
            })
            .collect(),
        Action::Sweep { store, old, new, .. } => {
            vec![Write { store: *store, key: None, old: *old, condition: None, new: *new }]
        }
        _ => Vec::new(),
    }
}

/// Replaces every unknown of the writer by one that stands for anything, so that
/// it speaks of all instances, those of the function under test included. All writers use
/// the same unknowns, so that those that do the same are known to be alike.
fn generalise(
    app: &mut App,
    (function, step): (usize, usize),
    guard: Term,
    write: Write,
    ids: &[(Of, Term)],
) -> Writer {
    let new_key = write.key.is_some_and(|key| {
        app.terms.depends(key, |s| app.terms.symbol(s).origin == Origin::Fresh { unique: true })
    });
    let given_key = write.key.is_some_and(|key| {
        let is_given = |origin: &Origin| matches!(origin, Origin::Input | Origin::Element);
        app.terms.depends(key, |symbol| is_given(&app.terms.symbol(symbol).origin))
    });
    let terms = &mut app.terms;
    let condition = write.condition.unwrap_or_else(|| terms.bool(true));
    let mut roots = vec![write.store, guard, condition, write.new];
    roots.extend(write.key);
    roots.extend(ids.iter().map(|id| id.1));
    let mut symbols = terms.symbols_of(&roots);
    symbols.retain(|&symbol| terms.symbol(symbol).origin != Origin::Setting);
    symbols.retain(|&symbol| symbol != write.old);
    symbols.insert(0, write.old);
    while app.writer_unknowns.len() < symbols.len() {
        app.writer_unknowns.push(terms.fresh_symbol("other", Origin::Any));
    }
    let rename: FxHashMap<Term, Term> = symbols
        .iter()
        .zip(&app.writer_unknowns)
        .map(|(&symbol, &unknown)| (symbol_term(terms, symbol), unknown))
        .collect();
    let rename = &rename;
    let old = app.writer_unknowns[0];
    Writer {
        function,
        step,
        store: terms.substitute(write.store, rename),
        key: write.key.map(|key| terms.substitute(key, rename)),
        old,
        guard: terms.substitute(guard, rename),
        condition: terms.substitute(condition, rename),
        new: terms.substitute(write.new, rename),
        new_key,
        given_key,
        ids: ids.iter().map(|&(of, id)| (of, terms.substitute(id, rename))).collect(),
        apart: terms.bool(true),
    }
}

/// Binds the writer's unknowns so that its key becomes the given one.
/// Gives up (and leaves an equation to the caller) where keys are computed.
fn unify(terms: &Terms, pattern: Term, target: Term, bindings: &mut FxHashMap<Term, Term>) -> bool {
    if pattern == target {
        return true;
    }
    if let Some(&bound) = bindings.get(&pattern) {
        return bound == target;
    }
    match (terms.node(pattern), terms.node(target)) {
        (Node::Record(keys, values), Node::Record(others, targets)) if keys == others => values
            .iter()
            .zip(targets.iter())
            .all(|(&value, &target)| unify(terms, value, target, bindings)),
        (Node::List(items), Node::List(targets)) if items.len() == targets.len() => items
            .iter()
            .zip(targets.iter())
            .all(|(&item, &target)| unify(terms, item, target, bindings)),
        _ if is_accessor(terms, pattern) => {
            bindings.insert(pattern, target);
            true
        }
        _ => match differing_part(terms, pattern, target)
            .or_else(|| digested(terms, pattern, target))
        {
            Some((part, other)) => unify(terms, part, other, bindings),
            None => false,
        },
    }
}

/// The one part in which two texts differ that are put together. Of two parts, what the one has
/// more the other may have less.
fn differing_part(terms: &Terms, pattern: Term, target: Term) -> Option<(Term, Term)> {
    let (Node::Apply(Operator::Concat, parts), Node::Apply(Operator::Concat, others)) =
        (terms.node(pattern), terms.node(target))
    else {
        return None;
    };
    let mut differing = parts.iter().zip(others.iter()).filter(|(one, other)| one != other);
    let (&part, &other) = differing.next()?;
    (parts.len() == others.len() && differing.next().is_none()).then_some((part, other))
}

/// What two digests are digests of, if the ways to it are alike: nobody finds two values with
/// one digest.
fn digested(terms: &Terms, pattern: Term, target: Term) -> Option<(Term, Term)> {
    let mut open = vec![(pattern, target)];
    let mut values = Vec::new();
    let mut is_digest = false;
    while let Some((one, other)) = open.pop() {
        if one == other || values.contains(&(one, other)) {
            continue;
        }
        match (terms.node(one), terms.node(other)) {
            (Node::Apply(Operator::Pure(function), parts), Node::Apply(also, others))
                if *also == Operator::Pure(function.clone())
                    && function.is_part_of_digest()
                    && parts.len() == others.len() =>
            {
                is_digest |= function.begins_digest();
                open.extend(parts.iter().copied().zip(others.iter().copied()));
            }
            (Node::List(items), Node::List(others)) if items.len() == others.len() => {
                open.extend(items.iter().copied().zip(others.iter().copied()));
            }
            _ => values.push((one, other)),
        }
    }
    match values[..] {
        [value] if is_digest => Some(value),
        _ => None,
    }
}

/// A symbol that stands for anything, or a part of one.
fn is_accessor(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Symbol(id) => terms.symbol(*id).origin == Origin::Any,
        Node::Apply(Operator::Select | Operator::JsonParse, arguments) => {
            is_accessor(terms, arguments[0])
        }
        _ => false,
    }
}
