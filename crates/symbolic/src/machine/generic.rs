//! Loops over collections of unknown length, and loops without a visible bound.
//!
//! The body is executed once, for an element that stands for all. What it
//! changes is, before it, any value an earlier iteration may have left (the
//! carried symbols) and, after the loop, an unknown function of everything
//! that went in: equal inputs give equal results (case 1 of the paper).

use super::Machine;
use super::flow::{Arm, Exit};
use super::heap::{Body, Field, Flavour, Generic, List, ListKind, Record, Segment, State};
use super::library::{Outcome, Stop};
use super::task::Task;
use super::without_order;
use crate::{
    Action, Loop, LoopId, Node, Operator, Origin, PureFunction, Reference, Step, Term, Terms,
};
use aplomb_script::{Name, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How often the body is executed to find out what it changes.
const ROUNDS: usize = 5;

/// A part of the state that the body of a loop changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Variable(u32),
    Field(u32, Term),
    /// All fields of a record.
    Record(u32),
    List(u32),
    Promise(u32),
}

/// A place with the symbol for what earlier iterations left there.
struct Carried {
    place: Place,
    symbol: Term,
    /// What is there before and after it was made, if it is made once and the same for all.
    made: Option<(Term, Term)>,
}

/// How far a recording had come.
pub(crate) struct Mark {
    state: State,
    path: Term,
    steps: usize,
    completions: usize,
    sources: usize,
    loops: usize,
    problems: usize,
    assumptions: usize,
    kept: usize,
    open: Vec<Rc<Task>>,
}

impl Mark {
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    pub(crate) fn sources(&self) -> usize {
        self.sources
    }

    pub(crate) fn completions(&self) -> usize {
        self.completions
    }

    pub(crate) fn problems(&self) -> usize {
        self.problems
    }
}

impl Machine<'_> {
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            state: self.state.clone(),
            path: self.path,
            steps: self.trace.steps.len(),
            completions: self.trace.completions.len(),
            sources: self.trace.sources.len(),
            loops: self.trace.loops.len(),
            problems: self.trace.problems.len(),
            assumptions: self.trace.assumptions.len(),
            kept: self.trace.kept.len(),
            open: self.tasks.open.clone(),
        }
    }

    /// Forgets what was done since the mark, in the same region.
    pub(crate) fn rewind(&mut self, mark: &Mark) {
        if self.world.is_some() {
            return;
        }
        self.state = mark.state.clone();
        self.path = mark.path;
        self.trace.steps.truncate(mark.steps);
        self.trace.completions.truncate(mark.completions);
        self.trace.sources.truncate(mark.sources);
        self.trace.loops.truncate(mark.loops);
        self.trace.problems.truncate(mark.problems);
        self.trace.assumptions.truncate(mark.assumptions);
        self.trace.kept.truncate(mark.kept);
        self.tasks.open.clone_from(&mark.open);
    }

    /// Goes back to where a mark was set, and forgets nothing that was recorded.
    pub(crate) fn return_to(&mut self, mark: &Mark) {
        self.state = mark.state.clone();
        self.path = mark.path;
    }

    /// Executes a loop body once for all iterations. Without a collection the
    /// body ends the loop itself, by `break`.
    pub(crate) fn generic(
        &mut self,
        collection: Option<Term>,
        element: Option<Term>,
        label: Option<&Name>,
        span: Span,
        body: &mut dyn FnMut(&mut Self, Term) -> Outcome,
    ) -> Result<Option<Segment>, Stop> {
        if self.world.is_some() {
            let Some(collection) = collection.filter(|&list| is_result(self.terms, list)) else {
                let message = "a loop over a collection whose items are not known in this run";
                self.problem(message, span);
                return Ok(None);
            };
            // What a function of unknown meaning gives may be an empty list, or one with an
            // item.
            let has_items = self.terms.apply(Operator::NotEmpty, &[collection]);
            if self.decided(has_items)? == Some(true) {
                let first = self.terms.number(0.0);
                let item = self.terms.apply(Operator::Select, &[collection, first]);
                self.iteration(label, |m| body(m, item))?;
            }
            return Ok(None);
        }
        let collection = collection.map(|collection| self.freeze(collection));
        let element = match (element, collection) {
            (Some(element), _) => Some(element),
            (None, Some(collection)) => Some(self.terms.element_of(collection)),
            (None, None) => None,
        };
        if let (Some(element), Some(collection)) = (element, collection) {
            self.inherit_instances(element, collection);
            self.note_element(element, collection);
        }
        let id = LoopId(self.trace.loops.len() as u32);
        let record = Loop {
            collection,
            element: element.and_then(|element| self.terms.as_symbol(element)),
            parent: self.loops.last().copied(),
            carries: false,
            counters: Vec::new(),
            inputs: Vec::new(),
            leaves: Vec::new(),
            together: false,
            span,
        };
        let mark = self.mark();
        let before = self.before();
        let mut carried: Vec<Carried> = Vec::new();
        let item = element.unwrap_or_else(|| self.terms.undefined());
        for round in 0.. {
            self.rewind(&mark);
            self.trace.loops.push(record.clone());
            for c in &carried {
                let value = self.entering(c);
                self.put(c.place, value);
            }
            let entering = self.state.clone();
            let born = self.terms.symbol_count();
            self.loops.push(id);
            let everywhere = self.terms.bool(true);
            let arm = self.region(everywhere, |m| {
                m.iteration_of_many(element, &before, |m| m.iteration(label, |m| body(m, item)))
            });
            self.loops.pop();
            let arm = arm?;
            let places = self.changed(&mark.state, &entering, &arm, element, born);
            let new: Vec<Place> =
                places.into_iter().filter(|p| !carried.iter().any(|c| c.place == *p)).collect();
            if !new.is_empty() && round == ROUNDS {
                self.problem("a loop that changes too many things to follow", span);
            }
            let unsettled = self.unsettle(&mut carried, &arm)
                | self.carry_instances(&carried, &mark, &arm)
                | self.carry_shared(&carried, &mark, &arm, before.bounds().0);
            if new.is_empty() && !unsettled || round == ROUNDS {
                if unsettled {
                    self.problem("a loop that changes too many things to follow", span);
                }
                let from = before.bounds().0;
                return self.silently(|m| m.leave_loop(id, &mark, (element, from), carried, arm));
            }
            for place in new {
                let symbol = self.terms.fresh_symbol("carried", Origin::Element);
                let made = self.made_once(&mark, &arm, place);
                carried.push(Carried { place, symbol, made });
            }
        }
        Ok(None)
    }

    /// What an iteration leaves may be, or contain, an object that is more than its fields: so
    /// may what the next one finds. Says whether that was not known.
    fn carry_instances(&mut self, carried: &[Carried], mark: &Mark, arm: &Arm) -> bool {
        let mut found = false;
        let ends = arm.exits.iter().map(|(_, pending)| &pending.state);
        let ends = ends.chain([&arm.state, &mark.state]);
        for state in ends {
            for c in carried {
                let left = self.silently(|m| m.at(state, c.place));
                found |= left.is_some_and(|left| self.inherit_instances(c.symbol, left));
            }
        }
        found
    }

    /// What an iteration leaves may contain objects that lie elsewhere as well: in what another
    /// place holds, or in what was there before. Says whether that was not known.
    fn carry_shared(&mut self, carried: &[Carried], mark: &Mark, arm: &Arm, from: u32) -> bool {
        if self.is_concrete() {
            return false;
        }
        let mut found = false;
        for c in carried {
            let before = self.silently(|m| m.at(&mark.state, c.place));
            found |= before.is_some_and(|before| self.share_with(c.symbol, before));
        }
        let ends = arm.exits.iter().map(|(_, pending)| &pending.state).chain([&arm.state]);
        for state in ends {
            let held: Vec<_> = carried.iter().map(|c| self.held_at(state, c)).collect();
            for (index, c) in carried.iter().enumerate().filter(|(i, _)| !held[*i].is_empty()) {
                let others = held.iter().enumerate().filter(|(other, _)| *other != index);
                let elsewhere: Vec<_> = others.map(|(_, held)| held).collect();
                let is_elsewhere = |object: Term| {
                    let is_new = matches!(self.terms.node(object),
                        Node::Reference(Reference::Object(id)) if *id >= from);
                    !is_new || elsewhere.iter().any(|held| held.contains_key(&object))
                };
                let shared = held[index].iter().filter(|(object, _)| is_elsewhere(**object));
                let shared = shared.map(|(_, depth)| *depth).min();
                found |= self.note_holding(c.symbol, shared);
            }
        }
        found
    }

    /// The objects at a place, with how deep they lie.
    fn held_at(&mut self, state: &State, carried: &Carried) -> FxHashMap<Term, usize> {
        let whole = match carried.place {
            Place::Variable(index) => state.variables.get(index).copied(),
            Place::Field(index, key) => match state.objects.get(index).map(|it| &it.body) {
                Some(Body::Record(record)) => record.fields.get(&key).map(|field| field.value),
                _ => None,
            },
            Place::Record(index) | Place::List(index) => {
                Some(self.terms.reference(Reference::Object(index)))
            }
            Place::Promise(_) => None,
        };
        let Some(whole) = whole else { return FxHashMap::default() };
        let is_entry = matches!(carried.place, Place::Variable(_) | Place::Field(..));
        let current = std::mem::replace(&mut self.state, state.clone());
        let mut held = self.objects_held(whole, is_entry);
        self.state = current;
        held.remove(&carried.symbol);
        held
    }

    /// What is at a place when an iteration begins.
    fn entering(&mut self, carried: &Carried) -> Term {
        match carried.made {
            Some((before, after)) => {
                let was_made = self.terms.apply(Operator::Truthy, &[carried.symbol]);
                self.terms.ite(was_made, after, before)
            }
            None => carried.symbol,
        }
    }

    /// What is made by the first iteration that needs it, and is the same whichever that is: a
    /// client of a service. The value before and after.
    fn made_once(&mut self, mark: &Mark, arm: &Arm, place: Place) -> Option<(Term, Term)> {
        let Place::Variable(index) = place else { return None };
        let before = *mark.state.variables.get(index)?;
        let after = *arm.state.variables.get(index)?;
        let is_nothing = matches!(self.terms.node(before), Node::Undefined | Node::Null);
        let is_fixed = self.is_external(after)
            && !self
                .terms
                .depends(after, |symbol| self.terms.symbol(symbol).origin != Origin::Setting);
        (is_nothing && is_fixed).then_some((before, after))
    }

    /// Forgets what was taken to be made once, and becomes something else after all. Says
    /// whether there was such.
    fn unsettle(&mut self, carried: &mut [Carried], arm: &Arm) -> bool {
        let mut found = false;
        for c in carried {
            let (Some((before, after)), Place::Variable(index)) = (c.made, c.place) else {
                continue;
            };
            let ends = arm.exits.iter().map(|(_, pending)| &pending.state).chain([&arm.state]);
            let mut values = ends.filter_map(|state| state.variables.get(index).copied());
            if !values.all(|value| is_one_of(self.terms, value, [before, after])) {
                c.made = None;
                found = true;
            }
        }
        found
    }

    /// The places that differ between the start of the body and its ends, among
    /// those that existed before the loop.
    fn changed(
        &self,
        before: &State,
        entering: &State,
        arm: &Arm,
        element: Option<Term>,
        born: u32,
    ) -> Vec<Place> {
        let own = self.objects_of(element);
        let mut places = Vec::new();
        let ends = arm.exits.iter().map(|(_, pending)| &pending.state);
        let ends = ends.chain(arm.value.is_some().then_some(&arm.state));
        for end in ends {
            for index in entering.variables.differences(&end.variables, |a, b| a == b) {
                if before.variables.get(index).is_some() {
                    places.push(Place::Variable(index));
                }
            }
            for index in entering.objects.differences(&end.objects, Rc::ptr_eq) {
                if own.contains(&index) {
                    continue;
                }
                let (Some(old), Some(new)) = (entering.objects.get(index), end.objects.get(index))
                else {
                    // Thawed in the body: an unknown value that the body changes.
                    let new = end.objects.get(index).filter(|object| object.untouched.is_some());
                    if let Some(new) = new
                        && let Body::Record(record) = &new.body
                        // What this iteration read is its own.
                        && !record.base.is_some_and(|base| {
                            self.terms.depends(base, |symbol| symbol.0 >= born)
                        })
                    {
                        places.extend(record.fields.keys().map(|&key| Place::Field(index, key)));
                    }
                    continue;
                };
                if before.objects.get(index).is_none() && old.untouched.is_none() {
                    continue;
                }
                match (&old.body, &new.body) {
                    (Body::Record(old), Body::Record(new)) => {
                        if old.base != new.base {
                            places.push(Place::Record(index));
                            continue;
                        }
                        let keys = old.fields.keys().chain(new.fields.keys());
                        for &key in keys {
                            if old.fields.get(&key) != new.fields.get(&key) {
                                // Other iterations have other keys.
                                places.push(match self.terms.is_constant(key) {
                                    true => Place::Field(index, key),
                                    false => Place::Record(index),
                                });
                            }
                        }
                    }
                    (Body::List(old), Body::List(new)) if old.segments != new.segments => {
                        places.push(Place::List(index));
                    }
                    (Body::Promise(_), _) => places.push(Place::Promise(index)),
                    _ => {}
                }
            }
        }
        let mut unique: Vec<Place> = Vec::new();
        for place in places {
            if !unique.contains(&place) {
                unique.push(place);
            }
        }
        unique
    }

    /// The objects that stand for the element of a loop and parts of it: each
    /// iteration has its own.
    pub(super) fn objects_of(&self, element: Option<Term>) -> Vec<u32> {
        let Some(term) = element else { return Vec::new() };
        let Some(element) = self.terms.as_symbol(term) else { return Vec::new() };
        self.thawed
            .iter()
            .filter(|(term, _)| self.terms.depends(**term, |symbol| symbol == element))
            .map(|(_, index)| *index)
            .chain(self.objects_made_of(term))
            .collect()
    }

    /// What stands at a place, as an immutable term.
    fn at(&mut self, state: &State, place: Place) -> Option<Term> {
        let object = |index: u32| state.objects.get(index).cloned();
        let term = match place {
            Place::Variable(index) => *state.variables.get(index)?,
            Place::Field(index, key) => match &object(index)?.body {
                Body::Record(record) => record.field(self.terms, key).value,
                _ => return None,
            },
            Place::Record(index) | Place::List(index) | Place::Promise(index) => {
                self.terms.reference(Reference::Object(index))
            }
        };
        let current = std::mem::replace(&mut self.state, state.clone());
        let frozen = self.freeze(term);
        self.state = current;
        Some(frozen)
    }

    /// Puts an unknown value at a place.
    fn put(&mut self, place: Place, value: Term) {
        let present = self.terms.bool(true);
        let maybe = self.terms.apply(Operator::Truthy, &[value]);
        let index = match place {
            Place::Variable(index) => {
                self.state.variables.set(index, value);
                return;
            }
            Place::Field(index, _)
            | Place::Record(index)
            | Place::List(index)
            | Place::Promise(index) => index,
        };
        let Some(object) = self.state.objects.get_mut(index) else { return };
        let object = Rc::make_mut(object);
        match (&mut object.body, place) {
            (Body::Record(record), Place::Field(_, key)) => {
                let present = match record.fields.get(&key) {
                    Some(field) => field.present,
                    None => maybe,
                };
                record.fields.insert(key, Field { value, present });
            }
            (Body::Record(record), _) => {
                record.base = Some(value);
                record.fields.clear();
            }
            (Body::List(list), _) => {
                list.segments = vec![Segment::Many { list: value, present, generic: None }];
            }
            (Body::Promise(promise), _) => promise.value = value,
        }
    }

    /// What a loop computes of what goes into it.
    fn of_loop(&mut self, name: &str, inputs: &[Term]) -> Term {
        self.terms.apply(Operator::Pure(PureFunction::of_loop(name)), inputs)
    }

    /// Goes on after a loop.
    fn leave_loop(
        &mut self,
        id: LoopId,
        mark: &Mark,
        (element, from): (Option<Term>, u32),
        carried: Vec<Carried>,
        arm: Arm,
    ) -> Result<Option<Segment>, Stop> {
        let collection = self.trace.loops[id.0 as usize].collection;
        let span = self.trace.loops[id.0 as usize].span;
        self.judge_loop(id, mark, &carried, &arm);
        self.note_altered(&mark.state, &arm, element);
        let inputs = self.loop_inputs(collection, mark, element, &carried, &arm);
        self.trace.loops[id.0 as usize].inputs.clone_from(&inputs);
        let leaves = arm.exits.iter().filter(|(exit, _)| !matches!(exit, Exit::Continue(_)));
        let leaves: Vec<Term> = leaves.map(|(_, pending)| pending.condition).collect();
        self.trace.loops[id.0 as usize].leaves =
            leaves.into_iter().map(|condition| self.freeze(condition)).collect();
        let name = format!("loop at {}", self.place_name(span));
        let ended = arm.value.is_some();
        let end = if ended { arm.state.clone() } else { mark.state.clone() };
        // What new objects the body made stays; what it changed is unknown.
        self.state = end.clone();
        for (index, Carried { place, symbol, made }) in carried.iter().enumerate() {
            let value = self.of_loop(&format!("{name} #{index}"), &inputs);
            self.inherit_instances(value, *symbol);
            self.inherit_shares(value, *symbol);
            if let Some((before, after)) = *made {
                let was_made = self.terms.apply(Operator::Truthy, &[value]);
                let value = self.terms.ite(was_made, after, before);
                self.put(*place, value);
            } else if !self.keep_appended(
                mark,
                &end,
                (*place, *symbol),
                (collection, element, from),
                value,
            ) {
                self.put(*place, value);
            }
        }
        let changed = self.changed_items(&name, &inputs, mark, (collection, element), &carried);
        // A loop that does nothing to the world is only a computation.
        if self.trace.steps.len() == mark.steps {
            self.trace.loops.truncate(mark.loops);
            let around = self.loops.last().copied();
            for source in &mut self.trace.sources[mark.sources..] {
                source.in_loop = around;
            }
            let element = element.and_then(|element| self.terms.as_symbol(element));
            self.trace.elements.extend(element.zip(collection));
        }
        let decisive = self.decisive(collection, &inputs, &carried, &arm);
        self.leave_early(&name, (&inputs, &decisive), element, &carried, arm)?;
        Ok(changed)
    }

    /// Whether iterations depend on each other, and what to say about it.
    fn judge_loop(&mut self, id: LoopId, mark: &Mark, carried: &[Carried], arm: &Arm) {
        let steps: Vec<Step> = self.trace.steps[mark.steps..].to_vec();
        let counters: Vec<Term> =
            carried.iter().filter(|c| self.counts(c, mark, arm)).map(|c| c.symbol).collect();
        let symbols: Vec<_> = carried
            .iter()
            .filter(|c| !counters.contains(&c.symbol))
            .filter_map(|c| self.terms.as_symbol(c.symbol))
            .collect();
        let uses = steps.iter().any(|step| {
            let used = self.terms.symbols_of(&step_terms(step));
            used.iter().any(|symbol| symbols.contains(symbol))
        });
        let writes = steps.iter().any(is_write);
        let leaves =
            arm.exits.iter().any(|(exit, _)| matches!(exit, Exit::Break(_) | Exit::Return));
        let counting = counters.iter().filter_map(|&counter| self.terms.as_symbol(counter));
        let counting = counting.collect();
        let record = &mut self.trace.loops[id.0 as usize];
        record.counters = counting;
        let unbounded = record.collection.is_none();
        record.carries = writes && (uses || leaves || unbounded);
        if writes && unbounded {
            let span = record.span;
            self.problem(
                "a loop whose iterations depend on what it reads: bound it, or move the writes \
                 out of it",
                span,
            );
        }
    }

    /// A variable or a field to which every iteration adds the same amount, from the same
    /// beginning in all attempts.
    fn counts(&mut self, carried: &Carried, mark: &Mark, arm: &Arm) -> bool {
        if !matches!(carried.place, Place::Variable(_) | Place::Field(..)) {
            return false;
        }
        let begin = self.at(&mark.state, carried.place);
        let may_differ = |symbol| {
            let origin = &self.terms.symbol(symbol).origin;
            matches!(origin, Origin::Fresh { .. } | Origin::Old | Origin::Reply | Origin::Unknown)
        };
        if begin.is_none_or(|begin| self.terms.depends(begin, may_differ)) {
            return false;
        }
        let Some(after) = self.at(&arm.state, carried.place) else { return false };
        match self.terms.node(after) {
            Node::Apply(Operator::Add, parts) => {
                matches!(self.terms.node(parts[0]), Node::Number(_))
                    && parts[1..] == [carried.symbol]
            }
            _ => false,
        }
    }

    /// Everything that the results of a loop are a function of.
    fn loop_inputs(
        &mut self,
        collection: Option<Term>,
        mark: &Mark,
        element: Option<Term>,
        carried: &[Carried],
        arm: &Arm,
    ) -> Vec<Term> {
        let mut inputs: Vec<Term> = collection.into_iter().collect();
        for c in carried {
            if let Some(entering) = self.at(&mark.state, c.place)
                && !self.may_be_unbound(entering)
            {
                inputs.push(entering);
            }
        }
        let mut results: Vec<Term> = Vec::new();
        for c in carried {
            results.extend(self.at(&arm.state, c.place));
        }
        for (_, pending) in &arm.exits {
            let current = std::mem::replace(&mut self.state, pending.state.clone());
            let value = self.freeze(pending.value);
            self.state = current;
            results.extend([pending.condition, value]);
        }
        if !self.trace.stamps.is_empty() {
            self.trace.made_in_loops.extend(&results);
        }
        let internal: Vec<Term> = carried.iter().map(|c| c.symbol).chain(element).collect();
        for symbol in self.terms.symbols_of(&results) {
            let symbol = self.terms.of_symbol(symbol);
            if !internal.contains(&symbol) && !inputs.contains(&symbol) {
                inputs.push(symbol);
            }
        }
        inputs
    }

    /// A list to which each iteration appends one item keeps what is known of
    /// the items.
    fn keep_appended(
        &mut self,
        mark: &Mark,
        end: &State,
        (place, symbol): (Place, Term),
        (collection, element, from): (Option<Term>, Option<Term>, u32),
        value: Term,
    ) -> bool {
        let (Place::List(index), Some(collection), Some(element)) = (place, collection, element)
        else {
            return false;
        };
        let (Some(before), Some(after)) = (mark.state.objects.get(index), end.objects.get(index))
        else {
            return false;
        };
        let (Body::List(before), Body::List(after)) = (&before.body, &after.body) else {
            return false;
        };
        let [Segment::Many { list, .. }, Segment::Item(item)] = after.segments.as_slice() else {
            return false;
        };
        let depends = |m: &Self, term: Term| {
            let carried = m.terms.as_symbol(symbol);
            m.terms.depends(term, |s| Some(s) == carried)
        };
        if *list != symbol || depends(self, item.value) || depends(self, item.present) {
            return false;
        }
        // Objects stay objects if they are more than data.
        let made =
            match self.is_more_than_data(item.value) || self.holds_changeable(item.value, from) {
                true => item.value,
                false => self.freeze(item.value),
            };
        self.note_made_of(made, element, from);
        let generic = Rc::new(Generic { collection, element, value: made, present: item.present });
        let present = self.terms.bool(true);
        // All elements, as they are: the collection itself.
        let whole = made == element && self.terms.is_true(item.present);
        let list = if whole { collection } else { value };
        let mut segments = before.segments.clone();
        segments.push(Segment::Many { list, present, generic: Some(generic) });
        if let Some(object) = self.state.objects.get_mut(index)
            && let Body::List(list) = &mut Rc::make_mut(object).body
        {
            list.segments = segments;
        }
        true
    }

    /// A body that changes its element changes the collection; gives the items
    /// as they are then.
    fn changed_items(
        &mut self,
        name: &str,
        inputs: &[Term],
        mark: &Mark,
        (collection, element): (Option<Term>, Option<Term>),
        carried: &[Carried],
    ) -> Option<Segment> {
        let (collection, element) = (collection?, element?);
        let object = self.object(element)?;
        let before = self.object_id(element).and_then(|id| mark.state.objects.get(id));
        if before.is_some_and(|before| Rc::ptr_eq(before, object)) {
            return None;
        }
        let value = self.freeze(element);
        let present = self.terms.bool(true);
        let generic = Rc::new(Generic { collection, element, value, present });
        // What was written into the items is a part of what they are.
        let mut inputs = inputs.to_vec();
        for symbol in self.terms.symbols_of(&[value]) {
            let symbol = self.terms.of_symbol(symbol);
            let internal = symbol == element || carried.iter().any(|c| c.symbol == symbol);
            if !internal && !inputs.contains(&symbol) {
                inputs.push(symbol);
            }
        }
        let list = self.of_loop(&format!("{name} items"), &inputs);
        let segment = Segment::Many { list, present, generic: Some(generic) };
        if !self.terms.is_constant(collection) && self.object(collection).is_none() {
            let original = Segment::Many { list: collection, present, generic: None };
            let list = List { segments: vec![original], kind: ListKind::List };
            self.thaw_unknown(collection, Body::List(list));
        }
        if self.record(collection).is_some() {
            let span = self.span;
            self.problem("a loop changes items of which others are changed, too", span);
        }
        self.replace_items_of(collection, collection, &segment);
        self.change_aliases(collection, list);
        Some(segment)
    }

    /// Items that were taken out of a collection before a loop changed all of them are those of
    /// the collection behind it.
    fn change_aliases(&mut self, collection: Term, changed: Term) {
        let taken = self.terms.items_of(collection);
        for (alias, index) in taken {
            let mut record = Record::new(Flavour::Plain);
            record.base = Some(self.terms.apply(Operator::Select, &[changed, index]));
            self.thaw_unknown(alias, Body::Record(record.clone()));
            if let Some(object) = self.record_mut(alias) {
                object.base = record.base;
                object.fields.clear();
            }
        }
    }

    /// Puts other items in the place of those of a collection in a list.
    pub(crate) fn replace_items_of(&mut self, list: Term, collection: Term, by: &Segment) {
        let Some(list) = self.list_inside(list) else { return };
        for segment in &mut list.segments {
            if matches!(segment, Segment::Many { list, .. } if *list == collection) {
                *segment = by.clone();
            }
        }
    }

    /// Leaves of the body that end more than the loop: whether one is taken is
    /// an unknown function of what went in.
    fn leave_early(
        &mut self,
        name: &str,
        (inputs, decisive): (&[Term], &[Term]),
        element: Option<Term>,
        carried: &[Carried],
        arm: Arm,
    ) -> Result<(), Stop> {
        let mut found: FxHashMap<Term, Term> = FxHashMap::default();
        for (index, symbol) in
            element.into_iter().chain(carried.iter().map(|c| c.symbol)).enumerate()
        {
            let last = self.of_loop(&format!("{name} last #{index}"), inputs);
            self.inherit_instances(last, symbol);
            found.insert(symbol, last);
        }
        let undefined = self.terms.undefined();
        for (exit, pending) in arm.exits {
            if matches!(exit, Exit::Break(None) | Exit::Continue(None)) {
                continue;
            }
            let kind = match &exit {
                Exit::Return => "returns",
                Exit::Throw => "raises",
                Exit::Break(_) | Exit::Continue(_) => "leaves",
            };
            let whether = self.of_loop(&format!("{name} {kind}"), decisive);
            let whether = self.terms.apply(Operator::Truthy, &[whether]);
            // Objects of the body that the value refers to come along.
            let after = self.state.clone();
            self.adopt(&pending.state);
            let value = self.terms.substitute(pending.value, &found);
            let with_objects = std::mem::replace(&mut self.state, after);
            self.branch(
                whether,
                |m| {
                    m.state = with_objects;
                    Err(m.exit(exit, value))
                },
                |_| Ok(undefined),
            )?;
        }
        Ok(())
    }

    /// What decides whether a leave is taken: when an iteration takes one. What only
    /// the value depends on does not matter.
    fn decisive(
        &mut self,
        collection: Option<Term>,
        inputs: &[Term],
        carried: &[Carried],
        arm: &Arm,
    ) -> Vec<Term> {
        let conditions = arm.exits.iter().map(|(_, pending)| pending.condition);
        let conditions: Vec<Term> = conditions.map(|condition| self.freeze(condition)).collect();
        let passed_on = self.terms.symbols_of(&conditions).into_iter().any(|symbol| {
            let symbol = self.terms.of_symbol(symbol);
            carried.iter().any(|c| c.symbol == symbol)
        });
        match collection {
            Some(collection) if !passed_on => {
                let collection = without_order(self.terms, collection);
                [&[collection], &conditions[..]].concat()
            }
            _ => inputs.to_vec(),
        }
    }

    /// Takes over objects that this state does not have.
    fn adopt(&mut self, other: &State) {
        for index in self.state.objects.differences(&other.objects, Rc::ptr_eq) {
            if self.state.objects.get(index).is_none()
                && let Some(object) = other.objects.get(index)
            {
                self.state.objects.set(index, object.clone());
            }
        }
    }

    /// `file:line:column`, a name for a place in the program.
    pub(crate) fn place_name(&self, span: Span) -> String {
        match self.program.file(span.file) {
            Some(file) => {
                let (line, column) = file.line_column(span.start);
                format!("{}:{line}:{column}", file.path.display())
            }
            None => format!("?:{}", span.start),
        }
    }
}

/// Whether a term is one of two, whatever decides which.
fn is_one_of(terms: &Terms, term: Term, two: [Term; 2]) -> bool {
    match terms.node(term) {
        Node::Apply(Operator::Ite, parts) => {
            is_one_of(terms, parts[1], two) && is_one_of(terms, parts[2], two)
        }
        _ => two.contains(&term),
    }
}

/// Whether a term is what a function of unknown meaning gives, or a part of that.
fn is_result(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Apply(Operator::Pure(_) | Operator::Called | Operator::Constructed, _) => true,
        Node::Apply(Operator::Select | Operator::Member(_) | Operator::JsonParse, parts) => {
            is_result(terms, parts[0])
        }
        _ => false,
    }
}

/// The terms a step consists of.
fn step_terms(step: &Step) -> Vec<Term> {
    let mut terms = vec![step.guard];
    terms.extend(step.kept);
    match &step.action {
        Action::Access { accesses, token } => {
            for access in accesses {
                terms.extend([access.store, access.key, access.condition]);
                terms.extend(access.new);
            }
            terms.extend(*token);
        }
        Action::Scan { store, filter, .. } => terms.extend([*store, *filter]),
        Action::Sweep { store, filter, new, .. } => terms.extend([*store, *filter, *new]),
        Action::Effect { arguments, key, .. } => {
            terms.push(*arguments);
            terms.extend(*key);
        }
        Action::Unknown { .. } => {}
    }
    terms
}

/// Whether a step changes anything.
pub(super) fn is_write(step: &Step) -> bool {
    match &step.action {
        Action::Access { accesses, .. } => accesses.iter().any(|access| access.new.is_some()),
        Action::Scan { .. } => false,
        Action::Sweep { .. } | Action::Effect { .. } | Action::Unknown { .. } => true,
    }
}
