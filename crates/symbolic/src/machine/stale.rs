//! What an iterator would read only when somebody asks for its items. All items are computed
//! where it is made; if what they were made of has changed by the time they are read, they
//! would be others.

use super::Machine;
use super::heap::{Body, List, ListKind, Object, Segment, State};
use super::library::Outcome;
use super::touch::Place;
use crate::Term;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Variables and objects, or what an object has under a key.
pub(super) type Reads = FxHashSet<(Place, Option<Term>)>;

/// What the items of an iterator were made of.
pub(super) struct Watch {
    /// All there was when it was made, and the numbers of the next object and variable.
    made: State,
    bounds: (u32, u32),
    reads: Reads,
    /// Lists whose items it gives one after the other, as they were.
    sources: Vec<(Term, Vec<Segment>)>,
    /// Dictionaries and sets whose keys it gives, or what they have under them.
    keyed: Vec<(Term, Vec<Term>)>,
    /// How many of its items were asked for by themselves.
    asked: usize,
}

impl Machine<'_> {
    /// Notes that something is read, for the iterators that are being made.
    pub(super) fn note_read_by_iterators(&mut self, place: Place, key: Option<Term>) {
        if let Some(reads) = self.reads.last_mut() {
            reads.insert((place, key));
        }
    }

    /// The same of what a value refers to.
    pub(super) fn note_object_read_by_iterators(&mut self, value: Term, key: Option<Term>) {
        if !self.reads.is_empty()
            && let Some(id) = self.object_id(value)
        {
            self.note_read_by_iterators(Place::Object(id), key);
        }
    }

    /// Makes an iterator whose items are computed by this.
    pub(super) fn watching(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let (made, bounds) = (self.state.clone(), (self.next_object, self.next_variable));
        self.reads.push(Reads::default());
        let outcome = body(self);
        let reads = self.reads.pop().unwrap_or_default();
        if let Some(outer) = self.reads.last_mut() {
            outer.extend(reads.iter().copied());
        }
        if let Ok(iterator) = outcome {
            let (sources, keyed) = (Vec::new(), Vec::new());
            let watch = Watch { made, bounds, reads, sources, keyed, asked: 0 };
            self.watched.insert(iterator, watch);
        }
        outcome
    }

    /// Notes that an iterator gives the items of these lists, or of those that these iterators
    /// give the items of.
    pub(crate) fn watch_items(&mut self, iterator: Term, given: &[Term]) {
        let mut sources: Vec<(Term, Vec<Segment>)> = Vec::new();
        let mut keyed: Vec<(Term, Vec<Term>)> = Vec::new();
        let mut reads = Reads::default();
        for &value in given {
            let value = self.resolve(value);
            if let Some(inner) = self.watched.get(&value) {
                sources.extend(inner.sources.iter().cloned());
                keyed.extend(inner.keyed.iter().cloned());
                reads.extend(inner.reads.iter().copied());
            }
            match self.object(value).map(|object| &object.body) {
                Some(Body::List(list)) if list.kind == ListKind::List => {
                    sources.push((value, list.segments.clone()));
                }
                Some(Body::Record(record)) => {
                    keyed.push((value, record.fields.keys().copied().collect()));
                }
                _ => {}
            }
        }
        match self.watched.get_mut(&iterator) {
            Some(watch) => {
                watch.sources.extend(sources);
                watch.keyed.extend(keyed);
            }
            None => {
                let (made, bounds) = (self.state.clone(), (self.next_object, self.next_variable));
                let watch = Watch { made, bounds, reads, sources, keyed, asked: 0 };
                self.watched.insert(iterator, watch);
            }
        }
    }

    /// Notes that an iterator gives the items of a list in another order.
    pub(crate) fn watch_whole(&mut self, iterator: Term, list: Term) {
        let (made, bounds) = (self.state.clone(), (self.next_object, self.next_variable));
        let reads = self.object_id(list).map(|id| (Place::Object(id), None)).into_iter().collect();
        let (sources, keyed) = (Vec::new(), Vec::new());
        let watch = Watch { made, bounds, reads, sources, keyed, asked: 0 };
        self.watched.insert(iterator, watch);
    }

    /// Forgets what an iterator is made of, whose name another one had before.
    pub(crate) fn forget_watched(&mut self, iterator: Term) {
        self.watched.remove(&iterator);
    }

    /// Notes that a pattern that remembers where it stopped is asked; says how often it was
    /// before.
    pub(crate) fn ask_pattern(&mut self, pattern: Term) -> u32 {
        let asked = self.asked_patterns.entry(pattern).or_default();
        *asked += 1;
        *asked - 1
    }

    /// How often a pattern was asked.
    pub(crate) fn times_asked(&self, pattern: Term) -> u32 {
        self.asked_patterns.get(&pattern).copied().unwrap_or_default()
    }

    /// Notes that an item of an iterator is asked for.
    pub(crate) fn ask_iterator(&mut self, iterator: Term) {
        self.refuse_stale(iterator, 0);
        if let Some(watch) = self.watched.get_mut(&iterator) {
            watch.asked += 1;
        }
    }

    /// Says so if what an iterator is made of has changed, so many items behind those that were
    /// asked for by themselves.
    pub(super) fn refuse_stale(&mut self, iterator: Term, read: usize) {
        if self.world.is_some() {
            return;
        }
        let Some(watch) = self.watched.get(&iterator) else { return };
        let is_iterator = self.list(iterator).is_some_and(|list| list.kind == ListKind::Iterator);
        if (is_iterator || !self.is_python()) && self.is_stale(watch, watch.asked + read) {
            let span = self.span;
            self.problem(
                "what an iterator gives is made of something that changed before it was read",
                span,
            );
            self.watched.remove(&iterator);
        }
    }

    /// Says so if a list has got other items behind those that a loop over an iterator had.
    pub(super) fn refuse_grown(&mut self, iterator: Term) {
        let Some(watch) = self.watched.get(&iterator).filter(|_| self.world.is_none()) else {
            return;
        };
        let grown = watch.sources.iter().any(|(source, before)| {
            self.list(*source).is_some_and(|list| list.segments.len() != before.len())
        });
        if grown {
            let span = self.span;
            self.problem("a list that grows while a loop runs through it is not supported", span);
        }
    }

    fn is_stale(&self, watch: &Watch, read: usize) -> bool {
        let ids: Vec<u32> =
            watch.sources.iter().filter_map(|(source, _)| self.object_id(*source)).collect();
        let changed = |&(place, key): &(Place, Option<Term>)| match place {
            Place::Variable(slot) => {
                let before = watch.made.variables.get(slot).filter(|_| slot < watch.bounds.1);
                before.is_some_and(|before| self.state.variables.get(slot) != Some(before))
            }
            Place::Object(id) if ids.contains(&id) || id >= watch.bounds.0 => false,
            Place::Object(id) => match (watch.made.objects.get(id), self.state.objects.get(id)) {
                (Some(before), Some(now)) => differ(before, now, key),
                _ => false,
            },
        };
        let other_keys = |(source, before): &(Term, Vec<Term>)| {
            self.record(*source).is_some_and(|now| !now.fields.keys().eq(before.iter()))
        };
        watch.reads.iter().any(changed)
            || watch.keyed.iter().any(other_keys)
            || watch.sources.iter().any(|(source, before)| {
                let rest = |segments: &[Segment]| segments.get(read..).map(<[Segment]>::to_vec);
                let now = self.list(*source).map(|List { segments, .. }| segments);
                now.is_some_and(|now| now.len() != before.len() || rest(now) != rest(before))
            })
    }
}

/// Whether an object has changed, or what it has under a key.
fn differ(before: &Rc<Object>, now: &Rc<Object>, key: Option<Term>) -> bool {
    if Rc::ptr_eq(before, now) {
        return false;
    }
    match (&before.body, &now.body) {
        // What was read of another iterator is no change.
        (Body::List(list), _) if list.kind == ListKind::Iterator => false,
        (Body::Promise(_), _) => false,
        (Body::Record(before), Body::Record(now)) if let Some(key) = key => {
            before.fields.get(&key) != now.fields.get(&key) || before.base != now.base
        }
        (Body::List(before), Body::List(now)) => before.segments != now.segments,
        _ => true,
    }
}
