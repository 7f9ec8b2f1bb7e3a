//! Cells that settle: the rely condition "written once and for all".
//!
//! A program that reads an item, changes it and puts it back writes what others may
//! have changed meanwhile. But if all programs change it in the same way, and changing
//! it twice is changing it once, a cell holds its first content or that content
//! changed, never anything else. Said as a term of the first content, all writes of a
//! cell are the same, and what a program reads is one of two things.

use crate::app::{App, symbol_term, terms_of};
use aplomb_symbolic::{Access, Action, Node, Operator, Origin, Step, SymbolId, Term, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// How the cells of a store settle.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// Stands for the first content.
    first: Term,
    /// Stand for the parts of the key.
    parts: Vec<Term>,
    /// What the cell becomes.
    changed: Term,
    /// Nobody writes a cell that holds nothing.
    only_present: bool,
    /// Fields that programs look at and that stay what they are.
    kept: Vec<Arc<str>>,
}

/// A write, as far as it matters whether its cell settles.
struct Change {
    key: Term,
    guard: Term,
    new: Term,
    /// The content that is changed.
    of: Term,
    /// It was read by another step.
    read_before: bool,
}

impl App {
    /// Finds the stores whose cells settle, and says what is written there in terms of
    /// the first content.
    pub(crate) fn settle(&mut self) {
        for store in self.written_stores() {
            let Some(settled) = self.settles(store) else { continue };
            for function in 0..self.functions.len() {
                let mut trace = self.functions[function].named.clone();
                for access in accesses_mut(&mut trace).filter(|a| a.store == store) {
                    if access.new.is_some() {
                        access.new = Some(self.when_settled(&settled, store, access.key));
                    }
                }
                self.functions[function].named = trace;
            }
            self.settled.insert(store, settled);
        }
        self.rely = None;
    }

    /// What is known about the content of a cell at any time: it is the first, or that
    /// changed.
    pub(crate) fn known_content(&mut self, store: Term, key: Term, content: Term) -> Term {
        let Some(settled) = self.settled.get(&store).cloned() else {
            return self.terms.bool(true);
        };
        let first = self.first_content(store, key);
        let changed = self.when_settled(&settled, store, key);
        let terms = &mut self.terms;
        let mut is_changed = terms.equal(content, changed);
        if settled.only_present {
            let absent = terms.absent();
            let nothing = terms.equal(first, absent);
            let something = terms.not(nothing);
            is_changed = terms.and(something, is_changed);
        }
        let is_first = terms.equal(content, first);
        let mut known = terms.or(is_first, is_changed);
        if settled.only_present {
            // That follows, but is easier to use.
            let absent = terms.absent();
            let (now, then) = (terms.equal(content, absent), terms.equal(first, absent));
            let same = terms.equal(now, then);
            known = terms.and(known, same);
            for field in &settled.kept {
                let (now, then) = (terms.field(content, field), terms.field(first, field));
                let same = terms.equal(now, then);
                known = terms.and(known, same);
            }
        }
        known
    }

    fn first_content(&mut self, store: Term, key: Term) -> Term {
        self.terms.pure("first content", &[store, key])
    }

    fn when_settled(&mut self, settled: &Settled, store: Term, key: Term) -> Term {
        let first = self.first_content(store, key);
        let mut values = FxHashMap::from_iter([(settled.first, first)]);
        values.extend(settled.parts.iter().copied().zip(self.key_parts(key).1));
        self.terms.substitute(settled.changed, &values)
    }

    /// The stores that some program writes after it has read them.
    fn written_stores(&self) -> Vec<Term> {
        let mut stores = Vec::new();
        for step in self.functions.iter().flat_map(|f| &f.named.steps) {
            let Action::Access { accesses, .. } = &step.action else { continue };
            for access in accesses {
                if let Some(new) = access.new
                    && !stores.contains(&access.store)
                    && self.terms.depends(new, |symbol| symbol != access.old)
                {
                    stores.push(access.store);
                }
            }
        }
        stores
    }

    fn settles(&mut self, store: Term) -> Option<Settled> {
        let changes = self.changes_of(store)?;
        if !changes.iter().any(|change| change.read_before) {
            return None;
        }
        let names = self.key_parts(changes[0].key).0;
        let first = self.terms.fresh_symbol("first", Origin::Any);
        let parts: Vec<Term> =
            names.iter().map(|name| self.terms.fresh_symbol(name.clone(), Origin::Any)).collect();
        let mut same = None;
        let mut only_present = true;
        for change in &changes {
            let (own_names, own_parts) = self.key_parts(change.key);
            if own_names != names {
                return None;
            }
            let mut general: FxHashMap<Term, Term> =
                own_parts.into_iter().zip(parts.clone()).collect();
            general.insert(change.of, first);
            let new = self.terms.substitute(change.new, &general);
            let known: FxHashSet<Term> = parts.iter().copied().chain([first]).collect();
            let foreign = self.terms.symbols_of(&[new]).into_iter().any(|symbol| {
                self.terms.symbol(symbol).origin != Origin::Setting
                    && !known.contains(&symbol_term(&mut self.terms, symbol))
            });
            if foreign || same.is_some_and(|same| same != new) {
                return None;
            }
            same = Some(new);
            let absent = self.terms.absent();
            let nothing = self.terms.equal(change.of, absent);
            let something = self.terms.not(nothing);
            only_present &= self.entails(change.guard, something);
        }
        let changed = same?;
        let twice = self.terms.substitute(changed, &FxHashMap::from_iter([(first, changed)]));
        let once = self.terms.equal(twice, changed);
        let always = self.terms.bool(true);
        if !self.entails(always, once) {
            return None;
        }
        let kept = self.kept_fields(store, first, changed);
        Some(Settled { first, parts, changed, only_present, kept })
    }

    /// The fields of a store's items that programs look at and that the change keeps,
    /// where there is an item.
    fn kept_fields(&mut self, store: Term, first: Term, changed: Term) -> Vec<Arc<str>> {
        let mut fields: Vec<Arc<str>> = Vec::new();
        for function in 0..self.functions.len() {
            let trace = &self.functions[function].named;
            let contents: FxHashSet<SymbolId> = trace
                .steps
                .iter()
                .flat_map(Step::accesses)
                .filter(|access| access.store == store)
                .map(|access| access.old)
                .collect();
            for part in self.terms.parts(&terms_of(trace)) {
                if let Node::Apply(Operator::Select, of) = self.terms.node(part)
                    && self.terms.as_symbol(of[0]).is_some_and(|old| contents.contains(&old))
                    && let Node::String(field) = self.terms.node(of[1])
                    && !fields.contains(field)
                {
                    fields.push(field.clone());
                }
            }
        }
        let absent = self.terms.absent();
        let nothing = self.terms.equal(first, absent);
        let something = self.terms.not(nothing);
        fields.retain(|field| {
            let (now, then) = (self.terms.field(changed, field), self.terms.field(first, field));
            let same = self.terms.equal(now, then);
            self.entails(something, same)
        });
        fields
    }

    /// All writes to a store, if each changes one content of its cell.
    fn changes_of(&mut self, store: Term) -> Option<Vec<Change>> {
        let mut changes = Vec::new();
        for function in 0..self.functions.len() {
            let trace = self.functions[function].named.clone();
            for step in &trace.steps {
                match &step.action {
                    Action::Access { accesses, .. } => {
                        for access in accesses {
                            let Some(new) = access.new else { continue };
                            if access.store == store {
                                changes.push(self.change(&trace, step, access, new)?);
                            } else if self.same_store(access.store, store) {
                                return None;
                            }
                        }
                    }
                    Action::Sweep { store: swept, .. } if self.same_store(*swept, store) => {
                        return None;
                    }
                    _ => {}
                }
            }
        }
        Some(changes)
    }

    fn change(&mut self, trace: &Trace, step: &Step, access: &Access, new: Term) -> Option<Change> {
        let (key, guard) = (access.key, step.guard);
        let reads: Vec<SymbolId> = trace
            .steps
            .iter()
            .filter(|read| read.in_loop == step.in_loop)
            .flat_map(Step::accesses)
            .filter(|read| read.store == access.store && read.key == key)
            .map(|read| read.old)
            .collect();
        let used = self.terms.symbols_of(&[new]);
        let mut contents = used.iter().filter(|symbol| reads.contains(symbol));
        let of = *contents.next()?;
        if contents.next().is_some() {
            return None;
        }
        let read_before = of != access.old;
        Some(Change { key, guard, new, of: symbol_term(&mut self.terms, of), read_before })
    }

    /// The names and values of a key's parts; a key that is one value has no name.
    fn key_parts(&self, key: Term) -> (Vec<Arc<str>>, Vec<Term>) {
        match self.terms.node(key) {
            Node::Record(names, values) => (names.to_vec(), values.to_vec()),
            _ => (vec!["key".into()], vec![key]),
        }
    }
}

fn accesses_mut(trace: &mut Trace) -> impl Iterator<Item = &mut Access> {
    trace
        .steps
        .iter_mut()
        .filter_map(|step| match &mut step.action {
            Action::Access { accesses, .. } => Some(accesses),
            _ => None,
        })
        .flatten()
}
