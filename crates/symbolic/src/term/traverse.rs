//! Walking, rewriting and moving terms. Arguments are always older than the
//! term they stand in, so the order of ids is a bottom-up order and nothing
//! here recurses.

use super::{Node, SymbolId, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// How many symbols of a term are kept with it.
const FEW: usize = 6;

impl Terms {
    /// The direct arguments of a term.
    pub fn arguments(&self, term: Term) -> &[Term] {
        match self.node(term) {
            Node::Record(_, values) => values,
            Node::List(items) => items,
            Node::Apply(_, arguments) => arguments,
            _ => &[],
        }
    }

    /// The terms that the given ones are made of, themselves included, oldest first.
    pub fn parts(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen: FxHashSet<Term> = roots.iter().copied().collect();
        let mut open: Vec<Term> = seen.iter().copied().collect();
        while let Some(term) = open.pop() {
            for &argument in self.arguments(term) {
                if seen.insert(argument) {
                    open.push(argument);
                }
            }
        }
        let mut parts: Vec<Term> = seen.into_iter().collect();
        parts.sort_unstable();
        parts
    }

    /// The symbols a new term depends on, oldest first, unless they are many. Those
    /// of its arguments are known already.
    pub(super) fn few_symbols(&self, term: Term) -> Option<Arc<[Term]>> {
        if let Node::Symbol(_) = self.node(term) {
            return Some([term].into());
        }
        let mut found: Vec<Term> = Vec::new();
        let mut whole: Option<&Arc<[Term]>> = None;
        for &argument in self.arguments(term) {
            let few = self.few[argument.0 as usize].as_ref()?;
            if found.is_empty() {
                found.extend_from_slice(few);
                whole = Some(few);
                continue;
            }
            for &symbol in few.iter() {
                if let Err(at) = found.binary_search(&symbol) {
                    found.insert(at, symbol);
                    whole = None;
                }
            }
            if found.len() > FEW {
                return None;
            }
        }
        Some(whole.cloned().unwrap_or_else(|| found.into()))
    }

    /// The symbols a term depends on, oldest first.
    pub fn symbols_of(&self, roots: &[Term]) -> Vec<SymbolId> {
        if let [root] = roots
            && let Some(few) = &self.few[root.0 as usize]
        {
            return few.iter().filter_map(|&symbol| self.as_symbol(symbol)).collect();
        }
        self.parts(roots).into_iter().filter_map(|part| self.as_symbol(part)).collect()
    }

    /// Whether the term depends on a symbol that satisfies the predicate.
    pub fn depends(&self, term: Term, mut on: impl FnMut(SymbolId) -> bool) -> bool {
        self.symbols_of(&[term]).into_iter().any(&mut on)
    }

    /// Replaces terms by others, everywhere below `root`, and folds again.
    pub fn substitute(&mut self, root: Term, replacements: &FxHashMap<Term, Term>) -> Term {
        let done = &mut FxHashMap::default();
        let mut open = vec![root];
        while let Some(&term) = open.last() {
            if done.contains_key(&term) {
                open.pop();
                continue;
            }
            if let Some(&replacement) = replacements.get(&term) {
                done.insert(term, replacement);
                open.pop();
                continue;
            }
            let before = open.len();
            for &argument in self.arguments(term) {
                if !done.contains_key(&argument) {
                    open.push(argument);
                }
            }
            if open.len() > before {
                continue;
            }
            open.pop();
            let node = self.node(term).clone();
            let rebuilt = self.rebuild(term, node, done);
            done.insert(term, rebuilt);
        }
        done[&root]
    }

    /// As [`Terms::substitute`], for replacements of symbols only: what depends on
    /// none of them is not looked at. Calls share work through `done`, which must
    /// only be used with the same replacements.
    pub fn replace_symbols(
        &mut self,
        root: Term,
        replacements: &FxHashMap<Term, Term>,
        done: &mut FxHashMap<Term, Term>,
    ) -> Term {
        let untouched = |few: &Arc<[Term]>| !few.iter().any(|s| replacements.contains_key(s));
        let mut open = vec![root];
        while let Some(&term) = open.last() {
            if done.contains_key(&term) {
                open.pop();
                continue;
            }
            if self.few[term.0 as usize].as_ref().is_some_and(untouched) {
                done.insert(term, term);
                continue;
            }
            if let Some(&replacement) = replacements.get(&term) {
                done.insert(term, replacement);
                continue;
            }
            let before = open.len();
            for &argument in self.arguments(term) {
                if !done.contains_key(&argument) {
                    open.push(argument);
                }
            }
            if open.len() == before {
                let node = self.node(term).clone();
                let rebuilt = self.rebuild(term, node, done);
                done.insert(term, rebuilt);
            }
        }
        done[&root]
    }

    fn rebuild(&mut self, term: Term, node: Node, done: &FxHashMap<Term, Term>) -> Term {
        let moved = |items: &Arc<[Term]>| -> Vec<Term> { items.iter().map(|t| done[t]).collect() };
        match node {
            Node::Record(keys, values) => {
                let values = moved(&values);
                self.record(keys.iter().cloned().zip(values))
            }
            Node::List(items) => {
                let items = moved(&items);
                self.list(items)
            }
            Node::Apply(operator, arguments) => {
                let arguments = moved(&arguments);
                self.apply(operator, &arguments)
            }
            _ => term,
        }
    }

    /// Copies a term from another arena. `symbols` says which symbol each of the
    /// other arena's becomes; symbols not in it are copied, and settings with the
    /// same name become one.
    pub fn import(
        &mut self,
        other: &Terms,
        root: Term,
        symbols: &mut FxHashMap<SymbolId, Term>,
        done: &mut FxHashMap<Term, Term>,
    ) -> Term {
        for part in other.parts(&[root]) {
            if done.contains_key(&part) {
                continue;
            }
            let moved = match other.node(part).clone() {
                Node::Symbol(id) => match symbols.get(&id) {
                    Some(&known) => known,
                    None => {
                        let info = other.symbol(id).clone();
                        let copy = if info.origin == super::Origin::Setting {
                            self.setting(&info.name)
                        } else {
                            self.fresh_symbol(info.name, info.origin)
                        };
                        symbols.insert(id, copy);
                        copy
                    }
                },
                node @ (Node::Record(..) | Node::List(_) | Node::Apply(..)) => {
                    self.rebuild(part, node, done)
                }
                leaf => self.intern(leaf),
            };
            done.insert(part, moved);
        }
        done[&root]
    }
}
