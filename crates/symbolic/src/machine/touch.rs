//! What tasks that run at the same time do to one place: whether their order shows.
//!
//! Numbers may be added in any order, items may be put under different keys, and all may say
//! the same. A list to which they append has its items in the order in which they came so far,
//! which is drawn ([`super::order`]). Everything else is not known.

use super::Machine;
use super::heap::Flavour;
use super::lazy::Before;
use super::library::Outcome;
use super::task::Task;
use crate::{Access, Action, Node, Operator, Origin, Step, Term};
use aplomb_script::{BinaryOperator, Span, UpdateOperator};
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Variable(u32),
    Object(u32),
}

/// What is done to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Read,
    /// It becomes something else: this constant, if it is one.
    Write(Option<Term>),
    /// A number is added to it.
    Add,
    /// Something is put after what is there.
    Append,
    /// The same before anybody waits: that is done in the order of the program.
    AppendAtOnce,
}

/// Something that is done to a place, or to what an object has under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Touch {
    pub(super) place: Place,
    pub(super) key: Option<Term>,
    pub(super) kind: Kind,
}

/// What shows of the order of two steps.
enum Race {
    /// One of them sees it.
    Seen,
    /// What is left in this store.
    Left(Term),
}

impl Machine<'_> {
    /// Something is done to a place.
    fn touch(&mut self, touch: Touch) {
        if self.tasks.silent > 0 || self.tasks.is_quiet() {
            return;
        }
        let concrete = self.is_concrete();
        if concrete && touch.kind != Kind::Append {
            return;
        }
        for index in 0..self.tasks.open.len() {
            let touch = self.tasks.seen_from(touch, self.tasks.open[index].depth());
            let rival = |it: &Touch| self.are_rivals(it, &touch);
            if !concrete && self.tasks.open[index].touches.iter().any(rival) {
                let task = self.tasks.open[index].clone();
                if self.is_open(&task) {
                    self.refuse_order();
                    break;
                }
            }
        }
        // An unknown value that became an object when somebody changed it was there before.
        let thawed = matches!(touch.place, Place::Object(id)
            if self.state.objects.get(id).is_some_and(|object| object.untouched.is_some()));
        for running in &mut self.tasks.running {
            running.note(touch, thawed);
        }
        for index in 0..self.tasks.iterations.len() {
            let touch = self.tasks.seen_from(touch, self.tasks.iterations[index].0);
            self.tasks.iterations[index].1.insert(touch);
        }
    }

    /// Whether it shows which of two comes first.
    fn are_rivals(&self, a: &Touch, b: &Touch) -> bool {
        let apart = |a, b| a != b && self.terms.is_constant(a) && self.terms.is_constant(b);
        if a.place != b.place || matches!((a.key, b.key), (Some(a), Some(b)) if apart(a, b)) {
            return false;
        }
        match (a.kind, b.kind) {
            (Kind::Read, Kind::Read)
            | (Kind::Add, Kind::Add)
            | (Kind::Append, Kind::Append)
            | (Kind::AppendAtOnce, Kind::AppendAtOnce) => false,
            (Kind::Write(Some(a)), Kind::Write(Some(b))) => a != b,
            _ => true,
        }
    }

    fn refuse_order(&mut self) {
        let span = self.span;
        self.problem(
            "what runs at the same time changes and looks at the same thing, and which comes \
             first is not known",
            span,
        );
    }

    /// Says so if it shows in which order the iterations of a loop come to what a task does that
    /// each of them starts.
    pub(super) fn refuse_rivals(
        &mut self,
        touched: &FxHashSet<Touch>,
        task: &Task,
        (element, born): (Option<Term>, u32),
        before: &Before,
    ) {
        if self.is_concrete() {
            return;
        }
        let own = self.objects_of(element);
        let element = element.and_then(|element| self.terms.as_symbol(element));
        let of_element = |m: &Self, term| m.terms.depends(term, |it| Some(it) == element);
        let shared = |m: &Self, place| match place {
            Place::Variable(slot) => slot < before.bounds().1,
            Place::Object(id) => !own.contains(&id) && m.was_there(id, before, born),
        };
        let mut late: Vec<Touch> =
            task.touches.iter().filter(|touch| shared(self, touch.place)).copied().collect();
        late.retain(|touch| !touch.key.is_some_and(|key| of_element(self, key)));
        let added = late.iter().filter(|touch| touch.kind == Kind::Add);
        let texts = added.filter(|touch| match touch.place {
            Place::Variable(slot) => {
                let value = before.state().variables.get(slot);
                value.is_some_and(|&value| self.is_text(value))
            }
            Place::Object(_) => false,
        });
        let mixes_texts = texts.count() > 0;
        let meets = late.iter().any(|a| touched.iter().any(|b| self.are_rivals(a, b)));
        if mixes_texts || meets {
            self.refuse_order();
        }
        for race in self.races_with_itself(task, born) {
            self.refuse(race);
        }
    }

    /// Whether an object was there before a loop, for all iterations.
    fn was_there(&self, id: u32, before: &Before, born: u32) -> bool {
        if id < before.bounds().0 {
            return true;
        }
        // An unknown value that became an object when somebody changed it.
        let object = self.state.objects.get(id);
        let untouched = object.and_then(|object| object.untouched.as_ref());
        untouched.is_some()
            && !self.thawed.iter().any(|(term, known)| {
                *known == id && self.terms.depends(*term, |symbol| symbol.0 >= born)
            })
    }

    pub(super) fn touch_variable(&mut self, slot: u32, kind: Kind) {
        if kind == Kind::Read {
            self.note_read_by_iterators(Place::Variable(slot), None);
        }
        self.touch(Touch { place: Place::Variable(slot), key: None, kind });
    }

    /// Something is done to what a value refers to, whichever object that is.
    pub(super) fn touch_object(&mut self, value: Term, key: Option<Term>, kind: Kind) {
        if self.tasks.is_quiet() && self.reads.is_empty() {
            return;
        }
        match self.terms.node(value) {
            Node::Apply(Operator::Ite, parts) => {
                let (then, otherwise) = (parts[1], parts[2]);
                self.touch_object(then, key, kind);
                self.touch_object(otherwise, key, kind);
            }
            _ => {
                self.note_object_read_by_iterators(value, key);
                if self.promise_of(value).is_none()
                    && let Some(id) = self.object_id(value)
                {
                    self.touch(Touch { place: Place::Object(id), key, kind });
                }
            }
        }
    }

    /// An expression gives a value, and what that refers to is looked at unless the expression
    /// only says whose member is meant.
    pub(super) fn note_seen(&mut self, value: Term, span: Span) {
        if self.owner != Some(span) {
            self.touch_object(value, None, Kind::Read);
        }
    }

    /// What is assigned, if all may assign it.
    pub(super) fn written(&self, value: Term) -> Kind {
        Kind::Write(Some(value).filter(|&value| self.terms.is_constant(value)))
    }

    /// Changes a place to what an operator makes of its old value.
    pub(super) fn updating(
        &mut self,
        place: Option<(Place, Option<Term>)>,
        operator: UpdateOperator,
        old: Term,
        is_unused: bool,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let waits = self.tasks.waits;
        let new = body(self)?;
        if let Some((place, key)) = place {
            use BinaryOperator::{Add, Subtract};
            let adds = matches!(operator, UpdateOperator::Binary(Add | Subtract))
                // Who waits in between takes away what others have added meanwhile.
                && waits == self.tasks.waits
                && !self.is_text(old)
                && !self.is_text(new);
            if !adds || !is_unused {
                self.touch(Touch { place, key, kind: Kind::Read });
            }
            let kind = if adds { Kind::Add } else { Kind::Write(None) };
            self.touch(Touch { place, key, kind });
        }
        Ok(new)
    }

    /// Does what the machine does for itself.
    pub(super) fn silently<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.tasks.silent += 1;
        let value = body(self);
        self.tasks.silent -= 1;
        value
    }

    /// A member of an object is looked at.
    pub(super) fn touch_member(&mut self, object: Term, key: Term) {
        self.note_field_read(object, key);
        self.touch_object(object, Some(key), Kind::Read);
    }

    fn is_text(&self, value: Term) -> bool {
        matches!(self.terms.node(value), Node::String(_) | Node::Apply(Operator::Concat, _))
    }

    /// A method of a collection of the language is called. Says whether it is known what that
    /// does to the collection.
    pub(super) fn touch_by_method(&mut self, object: Term, method: &str, given: &[Term]) -> bool {
        let object = self.resolve(object);
        if let ("has" | "get" | "setdefault" | "pop" | "delete", [key, ..]) = (method, given) {
            self.note_field_read(object, *key);
        }
        if self.tasks.is_quiet() {
            self.note_object_read_by_iterators(object, None);
            return false;
        }
        let is_list = self.list(object).is_some();
        let is_keyed = self.record(object).is_some_and(|record| {
            matches!(record.flavour, Flavour::Map | Flavour::Set)
                || matches!(record.flavour, Flavour::Plain) && self.is_python()
        });
        let kind = match (method, given) {
            ("push" | "append" | "extend", _) if is_list => Some((None, Kind::Append)),
            ("set", [key, value, ..]) if is_keyed => Some((Some(*key), self.written(*value))),
            ("add", [key, ..]) if is_keyed => Some((Some(*key), Kind::Write(Some(*key)))),
            ("has" | "get", [key, ..]) if is_keyed => Some((Some(*key), Kind::Read)),
            _ => None,
        };
        match kind {
            Some((key, kind)) => self.touch_object(object, key, kind),
            // A method of the program says itself what it does.
            None if !is_list && !is_keyed && self.record(object).is_some() => {}
            None => self.touch_object(object, None, Kind::Read),
        }
        kind.is_some()
    }

    /// Says so if a step races with one of a task that is open.
    pub(super) fn refuse_race(&mut self, step: &Step) {
        if self.tasks.open.is_empty() || self.is_concrete() || step.accesses().is_empty() {
            return;
        }
        for index in 0..self.tasks.open.len() {
            let task = self.tasks.open[index].clone();
            for other in task.steps.0..task.steps.1 {
                let Some(other) = self.trace.steps.get(other as usize).cloned() else { continue };
                if let Some(race) = self.race(step, &other, None)
                    && self.is_open(&task)
                {
                    self.refuse(race);
                }
            }
        }
    }

    fn refuse(&mut self, race: Race) {
        match race {
            Race::Seen => self.refuse_order(),
            Race::Left(store) => {
                let span = self.span;
                self.tasks.overwritten.push((store, span));
            }
        }
    }

    /// Says so if the program looks at a store in which it is not known what was written last.
    pub(super) fn refuse_overwritten(&mut self) {
        for (store, span) in std::mem::take(&mut self.tasks.overwritten) {
            let looks = self.trace.steps.iter().any(|step| match &step.action {
                Action::Access { accesses, .. } => accesses.iter().any(|access| {
                    access.store == store
                        && (!self.terms.is_true(access.condition)
                            || access.new.is_none_or(|new| {
                                self.terms.depends(new, |symbol| symbol == access.old)
                            }))
                }),
                Action::Scan { store: other, .. } | Action::Sweep { store: other, .. } => {
                    *other == store
                }
                Action::Effect { .. } | Action::Unknown { .. } => false,
            });
            if looks {
                self.span = span;
                self.refuse_order();
            }
        }
    }

    /// How the steps of a task race with those of the same task in another iteration.
    fn races_with_itself(&mut self, task: &Task, born: u32) -> Vec<Race> {
        let (first, last) = task.steps;
        let steps = self.trace.steps.get(first as usize..last as usize).unwrap_or_default();
        let steps: Vec<Step> = steps.to_vec();
        let mut races = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            let others = steps[index..].iter();
            races.extend(others.filter_map(|other| self.race(step, other, Some(born))));
        }
        races
    }

    /// How it shows in which order two steps access one cell. Cells whose keys an iteration
    /// makes of its element, or of something that was born in it, are its own.
    fn race(&mut self, a: &Step, b: &Step, iteration: Option<u32>) -> Option<Race> {
        let mut found = None;
        for x in a.accesses() {
            for y in b.accesses() {
                let own = iteration.is_some_and(|born| {
                    self.terms.depends(x.key, |symbol| {
                        symbol.0 >= born || self.terms.symbol(symbol).origin == Origin::Element
                    })
                });
                let reads = |it: &Access| it.new.is_none();
                if x.store != y.store || x.key != y.key || own || reads(x) && reads(y) {
                    continue;
                }
                if reads(x) || reads(y) {
                    return Some(Race::Seen);
                }
                if !self.commute(x, y, iteration.is_some()) {
                    found = Some(Race::Left(x.store));
                }
            }
        }
        found
    }

    /// Whether two writes of one cell leave the same, whichever comes first.
    fn commute(&mut self, x: &Access, y: &Access, in_loop: bool) -> bool {
        let (Some(new_x), Some(new_y)) = (x.new, y.new) else { return true };
        let old_x = self.terms.of_symbol(x.old);
        let old_y = self.terms.of_symbol(y.old);
        let unconditional = self.terms.is_true(x.condition) && self.terms.is_true(y.condition);
        if in_loop && x.old == y.old {
            // The same write in two iterations.
            let over_old = self.terms.depends(new_x, |symbol| symbol == x.old);
            let varies = self.terms.symbols_of(&[new_x]).into_iter().any(|symbol| {
                symbol != x.old && self.terms.symbol(symbol).origin == Origin::Element
            });
            return !varies && (unconditional || !over_old);
        }
        let after = |m: &mut Self, new, old, first| {
            m.terms.substitute(new, &FxHashMap::from_iter([(old, first)]))
        };
        let x_then_y = after(self, new_y, old_y, new_x);
        let y_then_x = after(self, new_x, old_x, new_y);
        let y_then_x = after(self, y_then_x, old_y, old_x);
        unconditional && x_then_y == y_then_x
    }
}
