//! Stores whose events a function gets: it learns their names from the event, but the
//! deployment fixes them. A function that is called for what it stores itself would call
//! itself for ever, so such a store is none that the function names.

use crate::app::{App, FunctionModel, map_step, terms_of};
use crate::events::Events;
use crate::refute::Inputs;
use aplomb_symbolic::{Action, Node, Operator, Origin, Step, Term, Terms};
use rustc_hash::FxHashMap;

impl App {
    /// Gives the store of each function's events one name, as settings have one.
    pub(crate) fn name_event_stores(&mut self) {
        for index in 0..self.functions.len() {
            let steps = &self.functions[index].trace.steps;
            let mut found: Vec<Term> = steps.iter().flat_map(stores).collect();
            let names = self.functions[index].events.store_names;
            found.retain(|&store| is_event_store(&self.terms, names, store));
            if found.is_empty() {
                continue;
            }
            let name = format!("store of the events of {}", self.functions[index].name);
            let store = self.terms.fresh_symbol(name, Origin::Setting);
            self.event_stores.insert(store, index);
            let names = FxHashMap::from_iter(found.into_iter().map(|found| (found, store)));
            let mut trace = self.functions[index].named.clone();
            for step in &mut trace.steps {
                map_step(step, &mut |term| self.terms.substitute(term, &names));
            }
            for completion in &mut trace.completions {
                completion.guard = self.terms.substitute(completion.guard, &names);
                completion.value = self.terms.substitute(completion.value, &names);
            }
            self.functions[index].named = trace;
        }
    }

    /// Whether the store of a function's events may be a store: not one that the
    /// function names itself. A name that it computes from its input may be any.
    pub(crate) fn may_be_event_store(&self, function: usize, store: Term) -> bool {
        let named = (self.terms.as_str(store), &self.functions[function].events.store);
        if matches!(named, (Some(name), Some(own)) if name != own) {
            return false;
        }
        let mut names = self.functions[function].named.steps.iter().flat_map(stores);
        let is_other = self.is_fixed(store) && names.any(|named| named == store);
        !is_other && !self.is_table(store)
    }

    /// Whether the events of two functions may come from one store.
    pub(crate) fn may_share_events(&self, function: usize, other: usize) -> bool {
        let store = |function: usize| self.functions[function].events.store.as_ref();
        !matches!((store(function), store(other)), (Some(one), Some(other)) if one != other)
    }

    /// Whether a function may be called with these inputs: what they say of the store of its
    /// events is what the deployment says.
    pub(crate) fn tells_of_its_store(&mut self, function: usize, inputs: &Inputs) -> bool {
        let Events { store_names, store: Some(store), .. } =
            self.functions[function].events.clone()
        else {
            return true;
        };
        let given: Vec<Term> = inputs.values().copied().collect();
        self.terms.parts(&given).into_iter().all(|part| {
            store_names.iter().all(|path| {
                let name = path.iter().fold(part, |at, field| self.terms.field(at, field));
                self.terms.as_str(name).is_none_or(|name| *name == store)
            })
        })
    }

    /// The functions that may be called because somebody writes to a store: their events tell
    /// of its changes. Those of a stream do not name the store.
    pub(crate) fn called_by_writes(&self, store: Term) -> impl Iterator<Item = usize> + '_ {
        (0..self.functions.len()).filter(move |&function| {
            let mut stores = self.event_stores.iter().filter(move |(_, of)| **of == function);
            stores.any(|(&events, _)| self.same_store(events, store))
                || self.is_told_of_changes(function)
        })
    }

    /// Whether a function looks at what its messages tell of a change.
    fn is_told_of_changes(&self, function: usize) -> bool {
        let FunctionModel { named, events, .. } = &self.functions[function];
        let Some(change) = events.change else { return false };
        let mentioned = terms_of(named).into_iter().chain(named.parts.iter().copied());
        let mentioned: Vec<Term> = mentioned.collect();
        self.terms.parts(&mentioned).into_iter().any(|part| match self.terms.node(part) {
            Node::Apply(Operator::Select, of) => {
                self.terms.as_str(of[1]).is_some_and(|name| &**name == change)
            }
            _ => false,
        })
    }

    /// Whether all accesses to a store find what they look for by attributes.
    fn is_table(&self, store: Term) -> bool {
        let steps = self.functions.iter().flat_map(|function| &function.named.steps);
        let mut accesses = steps
            .filter_map(|step| match &step.action {
                Action::Access { accesses, .. } => Some(accesses),
                _ => None,
            })
            .flatten()
            .filter(|access| access.store == store)
            .peekable();
        accesses.peek().is_some()
            && accesses.all(|access| {
                matches!(self.terms.node(access.key), Node::Record(..) | Node::List(_))
            })
    }
}

fn stores(step: &Step) -> Vec<Term> {
    match &step.action {
        Action::Access { accesses, .. } => accesses.iter().map(|access| access.store).collect(),
        Action::Scan { store, .. } | Action::Sweep { store, .. } => vec![*store],
        Action::Effect { .. } | Action::Unknown { .. } => Vec::new(),
    }
}

/// Whether a term is what an event says of a store's name, or one of two such, as
/// an expression that looks first whether there is one gives.
fn is_event_store(terms: &Terms, names: &[&[&str]], term: Term) -> bool {
    if let Node::Apply(Operator::Ite, parts) = terms.node(term) {
        return parts[1..].iter().all(|&part| is_event_store(terms, names, part));
    }
    names.iter().filter_map(|path| whole(terms, term, path)).any(|event| {
        !terms.depends(event, |symbol| {
            !matches!(terms.symbol(symbol).origin, Origin::Input | Origin::Element)
        })
    })
}

/// What a term is a part of, if the names of fields lead from there to it.
pub(crate) fn whole(terms: &Terms, term: Term, path: &[&str]) -> Option<Term> {
    path.iter().rev().try_fold(term, |at, name| match terms.node(at) {
        Node::Apply(Operator::Select, parts) => {
            let same = terms.as_str(parts[1]).is_some_and(|field| &**field == *name);
            same.then_some(parts[0])
        }
        _ => None,
    })
}
