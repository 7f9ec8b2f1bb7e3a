//! The functions that share stores, in one arena of terms.

use crate::Events;
use crate::entail::Answers;
use crate::rely::{Rely, Writer};
use crate::replies::Replies;
use crate::settings::Settings;
use crate::settled::Settled;
use crate::silent::Observing;
use crate::simulation::Environment;
use crate::simulation::observe::Touching;
use aplomb_symbolic::{Access, Action, Node, Origin, Problem, SymbolId, Term, Terms, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// One function of an application.
#[derive(Clone, Debug)]
pub struct FunctionModel {
    /// Its name.
    pub name: Arc<str>,
    /// What it does, in the terms of [`App::terms`].
    pub trace: Trace,
    /// The same with the contents of stores that nobody writes named by their keys.
    pub(crate) named: Trace,
    /// The events that it gets.
    pub events: Events,
}

/// Which steps of a function mention each symbol.
#[derive(Debug)]
pub(crate) struct Mentions {
    steps: FxHashMap<SymbolId, Vec<usize>>,
}

impl Mentions {
    /// The steps that mention a symbol, in order.
    pub(crate) fn of(&self, symbol: SymbolId) -> &[usize] {
        self.steps.get(&symbol).map_or(&[], Vec::as_slice)
    }
}

/// The functions that run against the same stores.
#[derive(Clone)]
pub struct App {
    /// The arena of all traces.
    pub terms: Terms,
    /// The functions.
    pub functions: Vec<FunctionModel>,
    /// The names of functions that run against these stores and could not be read at all.
    pub unread: Vec<Arc<str>>,
    /// Stores that somebody outside the application reads.
    pub observed_outside: FxHashSet<Term>,
    /// Arguments worth trying for functions whose meaning depends on texts in the
    /// input, by name of the function.
    pub examples: FxHashMap<Arc<str>, Vec<Option<Term>>>,
    /// The names of fields that hold whole numbers, whatever programs do with them.
    pub whole_fields: FxHashSet<Arc<str>>,
    /// The values that settings have in concrete runs.
    pub settings: Settings,
    /// What services answer in concrete runs.
    pub replies: Replies,
    /// What was proved about the terms.
    pub(crate) answers: Answers,
    /// What all functions can do to the stores, once it was asked for.
    pub(crate) rely: Option<Rely>,
    /// Who may touch a cell, by function, environment, store and key: every crash
    /// point of every proof asks.
    pub(crate) touching: FxHashMap<(usize, Environment, Term, Term), Arc<Touching>>,
    /// Unknowns that proofs use, the same ones in every proof.
    pub(crate) unknowns: Vec<Term>,
    /// Which steps of each function mention a symbol, once it was asked for.
    pub(crate) mentions: FxHashMap<usize, Arc<Mentions>>,
    /// Whether a function can tell what cells hold, once it was asked for.
    pub(crate) observing: FxHashMap<Observing, bool>,
    /// Stand for whatever is not known of a writer, the same ones in every writer.
    pub(crate) writer_unknowns: Vec<Term>,
    /// What a fresh value is when it is drawn again.
    pub(crate) drawn_again: FxHashMap<Term, Term>,
    /// The stores whose events functions get, with the function of each.
    pub(crate) event_stores: FxHashMap<Term, usize>,
    /// The stores whose cells settle.
    pub(crate) settled: FxHashMap<Term, Settled>,
    /// The stores whose stamps functions look at, with the function.
    pub(crate) stamps: Vec<(Term, usize)>,
}

impl App {
    /// Gathers functions whose traces were built in arenas of their own.
    pub fn new(functions: impl IntoIterator<Item = (Arc<str>, Terms, Trace, Events)>) -> Self {
        let mut terms = Terms::new();
        let functions: Vec<FunctionModel> = functions
            .into_iter()
            .map(|(name, arena, trace, events)| {
                let trace = move_trace(&mut terms, &arena, &trace);
                FunctionModel { name, named: trace.clone(), trace, events }
            })
            .collect();
        let settings = Settings::of(&mut terms, functions.iter().map(|f| &f.trace));
        let replies = Replies::of(&mut terms, functions.iter().map(|f| &f.trace));
        let mut app = App {
            terms,
            functions,
            unread: Vec::new(),
            observed_outside: FxHashSet::default(),
            examples: FxHashMap::default(),
            whole_fields: FxHashSet::default(),
            settings,
            replies,
            answers: Answers::default(),
            rely: None,
            unknowns: Vec::new(),
            touching: FxHashMap::default(),
            mentions: FxHashMap::default(),
            observing: FxHashMap::default(),
            writer_unknowns: Vec::new(),
            drawn_again: FxHashMap::default(),
            event_stores: FxHashMap::default(),
            settled: FxHashMap::default(),
            stamps: Vec::new(),
        };
        app.find_stamps();
        app.name_event_stores();
        app.name_read_only_content();
        app.settle();
        // The traces have changed since.
        app.mentions.clear();
        app.observing.clear();
        app
    }

    /// Which steps of a function mention a symbol.
    pub(crate) fn mentions(&mut self, function: usize) -> Arc<Mentions> {
        if let Some(known) = self.mentions.get(&function) {
            return known.clone();
        }
        let mut steps: FxHashMap<SymbolId, Vec<usize>> = FxHashMap::default();
        for (index, step) in self.functions[function].named.steps.iter().enumerate() {
            for symbol in self.terms.symbols_of(&terms_of_step(step)) {
                steps.entry(symbol).or_default().push(index);
            }
        }
        let found = Arc::new(Mentions { steps });
        self.mentions.insert(function, found.clone());
        found
    }

    /// Stands for the content of some cell, whichever.
    pub(crate) fn some_content(&mut self) -> Term {
        if self.unknowns.is_empty() {
            let unknown = self.terms.fresh_symbol("cell", Origin::Any);
            self.unknowns.push(unknown);
        }
        self.unknowns[0]
    }

    /// Whether two store terms can denote the same store. Different names and
    /// different settings are taken to be different stores.
    pub fn same_store(&self, left: Term, right: Term) -> bool {
        if let (Node::String(left), Node::String(right)) =
            (self.terms.node(left), self.terms.node(right))
        {
            return left == right;
        }
        if left == right {
            return true;
        }
        match (self.event_stores.get(&left), self.event_stores.get(&right)) {
            (None, None) => !(self.is_fixed(left) && self.is_fixed(right)),
            (Some(&function), None) => self.may_be_event_store(function, right),
            (None, Some(&function)) => self.may_be_event_store(function, left),
            (Some(&one), Some(&other)) => self.may_share_events(one, other),
        }
    }

    /// The name of a store for people.
    pub(crate) fn name_of_store(&self, store: Term) -> String {
        match self.terms.as_str(store) {
            Some(name) => name.to_string(),
            None => self.terms.show(store).to_string(),
        }
    }

    /// Whether a store is named by constants and settings only.
    pub(crate) fn is_fixed(&self, store: Term) -> bool {
        self.terms.parts(&[store]).into_iter().all(|part| match self.terms.node(part) {
            Node::Symbol(id) => self.terms.symbol(*id).origin == Origin::Setting,
            _ => true,
        })
    }

    /// Whether any function writes the store.
    fn is_written(&self, store: Term) -> bool {
        self.functions.iter().flat_map(|f| &f.named.steps).any(|step| match &step.action {
            Action::Access { accesses, .. } => {
                accesses.iter().any(|a| a.new.is_some() && self.same_store(a.store, store))
            }
            Action::Sweep { store: swept, .. } => self.same_store(*swept, store),
            _ => false,
        })
    }

    /// The content of cells that nobody writes is a function of the key: the rely
    /// condition "read-only". Said as a term, it makes two reads of one key equal,
    /// in all functions and attempts.
    fn name_read_only_content(&mut self) {
        let rely = Rely::of_all(self);
        for index in 0..self.functions.len() {
            let mut content = FxHashMap::default();
            let mut trace = self.functions[index].named.clone();
            for step in &mut trace.steps {
                rewrite_step(&mut self.terms, step, &content);
                match &step.action {
                    Action::Access { accesses, .. } => {
                        for access in accesses {
                            if self.is_read_only(&rely, access, step.guard) {
                                let old = symbol_term(&mut self.terms, access.old);
                                let named = self.terms.pure("content", &[access.store, access.key]);
                                content.insert(old, named);
                            }
                        }
                    }
                    Action::Scan { store, filter, reply, .. } if !self.is_written(*store) => {
                        let reply = symbol_term(&mut self.terms, *reply);
                        let named = self.terms.pure("contents", &[*store, *filter]);
                        content.insert(reply, named);
                    }
                    _ => {}
                }
                rewrite_step(&mut self.terms, step, &content);
            }
            for each in &mut trace.loops {
                for term in each.collection.iter_mut().chain(&mut each.leaves) {
                    *term = self.terms.substitute(*term, &content);
                }
            }
            self.note_outdated(index, &content);
            for completion in &mut trace.completions {
                completion.guard = self.terms.substitute(completion.guard, &content);
                completion.value = self.terms.substitute(completion.value, &content);
            }
            self.functions[index].named = trace;
        }
        // What writers do may be said in these terms now.
        self.rely = None;
    }

    /// A warm instance may hold what a cell held before somebody wrote it, even the
    /// function itself: what it keeps may only be what nobody writes.
    fn note_outdated(&mut self, function: usize, read_only: &FxHashMap<Term, Term>) {
        let kept = self.functions[function].trace.kept.clone();
        for (symbol, span) in kept {
            let term = self.terms.of_symbol(symbol);
            if !read_only.contains_key(&term) {
                let message = "a warm instance keeps what it has read, and the application \
                               writes it: a retry may see what was there before; read it in \
                               every invocation";
                let guard = self.terms.bool(true);
                let problem = Problem { guard, message: message.into(), span };
                self.functions[function].trace.problems.push(problem);
                break;
            }
        }
    }

    /// Whether nobody writes the cell that an access is about, given when it happens.
    fn is_read_only(&mut self, rely: &Rely, access: &Access, guard: Term) -> bool {
        if !self.is_written(access.store) {
            return true;
        }
        if access.new.is_some() {
            return false;
        }
        let writers: Vec<Writer> = rely.writing(self, access.store).cloned().collect();
        writers.iter().all(|writer| writer.misses(self, access.store, access.key, guard))
    }
}

/// The term of a symbol.
pub(crate) fn symbol_term(terms: &mut Terms, symbol: SymbolId) -> Term {
    terms.of_symbol(symbol)
}

/// Replaces symbols in everything a step says.
pub(crate) fn rewrite_step(
    terms: &mut Terms,
    step: &mut aplomb_symbolic::Step,
    replacements: &FxHashMap<Term, Term>,
) {
    if replacements.is_empty() {
        return;
    }
    let mut done = FxHashMap::default();
    map_step(step, &mut |term| terms.replace_symbols(term, replacements, &mut done));
}

/// Every term that a trace mentions outright.
pub(crate) fn terms_of(trace: &Trace) -> Vec<Term> {
    let mut mentioned: Vec<Term> = trace.steps.iter().flat_map(terms_of_step).collect();
    mentioned.extend(trace.completions.iter().flat_map(|c| [c.guard, c.value]));
    mentioned.extend(trace.loops.iter().filter_map(|each| each.collection));
    mentioned
}

/// Every term that a step mentions outright.
pub(crate) fn terms_of_step(step: &aplomb_symbolic::Step) -> Vec<Term> {
    let mut mentioned = Vec::new();
    map_step(&mut step.clone(), &mut |term| {
        mentioned.push(term);
        term
    });
    mentioned
}

/// Applies a function to every term of a step.
pub(crate) fn map_step(step: &mut aplomb_symbolic::Step, change: &mut impl FnMut(Term) -> Term) {
    step.guard = change(step.guard);
    step.kept = step.kept.map(&mut *change);
    match &mut step.action {
        Action::Access { accesses, token } => {
            for access in accesses {
                access.store = change(access.store);
                access.key = change(access.key);
                access.condition = change(access.condition);
                access.new = access.new.map(&mut *change);
            }
            *token = token.map(&mut *change);
        }
        Action::Scan { store, filter, .. } => {
            *store = change(*store);
            *filter = change(*filter);
        }
        Action::Sweep { store, filter, new, .. } => {
            *store = change(*store);
            *filter = change(*filter);
            *new = change(*new);
        }
        Action::Effect { arguments, key, .. } => {
            *arguments = change(*arguments);
            *key = key.map(&mut *change);
        }
        Action::Unknown { .. } => {}
    }
}

/// Applies a function to every symbol that a step binds.
fn map_bound(step: &mut aplomb_symbolic::Step, change: &mut impl FnMut(SymbolId) -> SymbolId) {
    match &mut step.action {
        Action::Access { accesses, .. } => {
            for access in accesses {
                access.old = change(access.old);
            }
        }
        Action::Scan { reply, .. } | Action::Effect { reply, .. } => *reply = change(*reply),
        Action::Sweep { old, reply, .. } => {
            *old = change(*old);
            *reply = change(*reply);
        }
        Action::Unknown { .. } => {}
    }
}

fn move_trace(terms: &mut Terms, arena: &Terms, trace: &Trace) -> Trace {
    let mut symbols = FxHashMap::default();
    let mut done = FxHashMap::default();
    let mut moved = trace.clone();
    let mut term = |terms: &mut Terms, t: Term| terms.import(arena, t, &mut symbols, &mut done);
    for step in &mut moved.steps {
        map_step(step, &mut |t| term(terms, t));
        map_bound(step, &mut |id| {
            let moved = arena.find_symbol(id).map(|t| term(terms, t));
            symbol_of(terms, moved)
        });
    }
    for completion in &mut moved.completions {
        completion.guard = term(terms, completion.guard);
        completion.value = term(terms, completion.value);
    }
    for source in &mut moved.sources {
        let found = arena.find_symbol(source.symbol).map(|t| term(terms, t));
        source.symbol = symbol_of(terms, found);
        source.kept = source.kept.map(|name| term(terms, name));
    }
    for input in &mut moved.inputs {
        let found = arena.find_symbol(*input).map(|t| term(terms, t));
        *input = symbol_of(terms, found);
    }
    for each in &mut moved.loops {
        each.collection = each.collection.map(|t| term(terms, t));
        for part in each.inputs.iter_mut().chain(&mut each.leaves) {
            *part = term(terms, *part);
        }
        for counter in &mut each.counters {
            let found = arena.find_symbol(*counter).map(|t| term(terms, t));
            *counter = symbol_of(terms, found);
        }
        if let Some(element) = each.element {
            let found = arena.find_symbol(element).map(|t| term(terms, t));
            each.element = Some(symbol_of(terms, found));
        }
    }
    for part in &mut moved.parts {
        *part = term(terms, *part);
    }
    for (element, collection) in &mut moved.elements {
        let found = arena.find_symbol(*element).map(|t| term(terms, t));
        *element = symbol_of(terms, found);
        *collection = term(terms, *collection);
    }
    for (kept, _) in &mut moved.kept {
        let found = arena.find_symbol(*kept).map(|t| term(terms, t));
        *kept = symbol_of(terms, found);
    }
    for made in &mut moved.made_in_loops {
        *made = term(terms, *made);
    }
    for stamp in &mut moved.stamps {
        let found = arena.find_symbol(stamp.of).map(|t| term(terms, t));
        stamp.of = symbol_of(terms, found);
        stamp.store = term(terms, stamp.store);
    }
    for problem in &mut moved.problems {
        problem.guard = term(terms, problem.guard);
    }
    moved
}

fn symbol_of(terms: &mut Terms, term: Option<Term>) -> SymbolId {
    let term = term.unwrap_or_else(|| terms.fresh_symbol("unused", Origin::Any));
    terms.as_symbol(term).expect("the copy of a symbol is a symbol")
}
