//! Loops whose iterations are executed one by one, and the statements that
//! loop. What cannot be unrolled goes to [`super::generic`].

use super::flow::Exit;
use super::function::Arguments;
use super::guise::Guise;
use super::heap::{Body, Field, Flavour, Generic, List, ListKind, Segment};
use super::library::{Outcome, Stop};
use super::scope::{Scope, ScopeKind};
use super::{MARK_OF_MODULES, Machine};
use crate::{Node, Operator, Term};
use aplomb_script::{
    BinaryOperator, Block, ComprehensionClause, ComprehensionKind, Expr, ExprKind, Language,
    Literal, Name, Node as Syntax, Pattern, Scope as Reach, Span, Statement, StatementKind,
    UpdateOperator, nodes,
};
use std::rc::Rc;

/// Items of one list that are looked at one by one when values are unknown.
const LONGEST_UNROLLED: usize = 1_000;

/// A variable that the machine uses for itself, on all paths.
#[derive(Clone, Copy)]
pub(crate) struct Hidden(u32);

impl Machine<'_> {
    /// A variable that no name of the program stands for.
    pub(crate) fn hidden(&mut self, value: Term) -> Hidden {
        let slot = self.next_variable;
        self.next_variable += 1;
        self.state.variables.set(slot, value);
        Hidden(slot)
    }

    pub(crate) fn read_hidden(&mut self, hidden: Hidden) -> Term {
        match self.state.variables.get(hidden.0) {
            Some(&value) => value,
            None => self.terms.undefined(),
        }
    }

    pub(crate) fn write_hidden(&mut self, hidden: Hidden, value: Term) {
        self.state.variables.set(hidden.0, value);
    }

    /// The items of a value, as stretches of a list.
    pub(crate) fn segments(&mut self, value: Term) -> Vec<Segment> {
        let value = self.resolve(value);
        let present = self.terms.bool(true);
        if let Some(object) = self.object(value).cloned()
            && !self.is_external(value)
        {
            return match &object.body {
                Body::List(list) => list.segments.clone(),
                Body::Record(record) => self.record_segments(value, record),
                Body::Promise(_) => Vec::new(),
            };
        }
        match self.terms.node(value).clone() {
            Node::List(items) => {
                let item = |&value: &Term| Segment::Item(Field { value, present });
                items.iter().map(item).collect()
            }
            Node::String(_) if self.is_disguised(value, Guise::Bytes) => {
                match self.doubt(value, Guise::Bytes, "the items") {
                    Some(list) => vec![Segment::Many { list, present, generic: None }],
                    None => Vec::new(),
                }
            }
            Node::String(text) => text
                .chars()
                .map(|c| {
                    let value = self.terms.string(c.to_string());
                    Segment::Item(Field { value, present })
                })
                .collect(),
            Node::Undefined | Node::Null | Node::Absent => Vec::new(),
            Node::Apply(Operator::Ite, parts) if self.must_distribute(value) => {
                let negated = self.terms.not(parts[0]);
                let then = self.segments(parts[1]);
                let otherwise = self.segments(parts[2]);
                let then: Vec<_> = then.iter().map(|s| s.under(self.terms, parts[0])).collect();
                let rest = otherwise.iter().map(|s| s.under(self.terms, negated));
                then.into_iter().chain(rest.collect::<Vec<_>>()).collect()
            }
            // The characters of a text are a list, which the text is not.
            _ if self.terms.is_text(value) => {
                let list = self.terms.pure("characters", &[value]);
                vec![Segment::Many { list, present, generic: None }]
            }
            _ => vec![Segment::Many { list: value, present, generic: None }],
        }
    }

    fn record_segments(&mut self, value: Term, record: &super::heap::Record) -> Vec<Segment> {
        self.refuse_disorder(value);
        let mut segments = Vec::new();
        if let Some(base) = record.base {
            let list = match record.flavour {
                Flavour::Set => base,
                _ => self.terms.pure("keys", &[base]),
            };
            let present = self.terms.bool(true);
            segments.push(Segment::Many { list, present, generic: None });
        }
        let pairs = matches!(record.flavour, Flavour::Map)
            && self.dialect().language == Language::JavaScript;
        if !self.is_dictionary(value) {
            // A tuple whose items have names.
            if self.is_python() && self.is_disguised(value, Guise::Special) {
                segments.extend(record.fields.values().copied().map(Segment::Item));
                return segments;
            }
            if record.base.is_none()
                && let Some(items) = self.items_by_method(value)
            {
                let present = self.terms.bool(true);
                segments.push(Segment::Many { list: items, present, generic: None });
            }
            return segments;
        }
        for (&key, field) in &record.fields {
            let item = if pairs { self.new_list([key, field.value]) } else { key };
            segments.push(Segment::Item(Field { value: item, present: field.present }));
        }
        segments
    }

    /// What an object gives one by one, by a method of its class; that is some list, if the
    /// method only computes.
    fn items_by_method(&mut self, value: Term) -> Option<Term> {
        for name in ["__next__", "__getitem__", "__iter__"] {
            let Ok(Some(method)) = self.lookup(value, name) else { continue };
            if self.only_computes(method) && !self.is_concrete() {
                return Some(self.frozen_pure("items", &[value]));
            }
            let span = self.span;
            return Some(self.problem(format!("an object that is iterated over by {name}"), span));
        }
        None
    }

    /// The value as a list object; lists stay what they are.
    pub(crate) fn as_sequence(&mut self, value: Term) -> Term {
        let value = self.resolve(value);
        let segments = match self.read_iterator(value) {
            Some(segments) => segments,
            None if self.list(value).is_some() => return value,
            None => self.segments(value),
        };
        self.allocate(Body::List(List { segments, kind: ListKind::List }))
    }

    /// Runs the body for every item of a value: one by one, or once for an item
    /// that stands for all. Leaves by `break` end the loop.
    pub(crate) fn iterate(
        &mut self,
        value: Term,
        label: Option<&Name>,
        span: Span,
        body: &mut dyn FnMut(&mut Self, Term) -> Outcome,
    ) -> Result<(), Stop> {
        let undefined = self.terms.undefined();
        let value = self.resolve(value);
        let segments = self.iterable_segments(value)?;
        let everywhere = self.terms.bool(true);
        let mut arm = self.region(everywhere, |m| {
            m.iterate_segments(value, segments, label, span, body)?;
            Ok(undefined)
        })?;
        self.land(&mut arm, &Exit::Break(None));
        self.resume(arm).map(drop)
    }

    fn iterable_segments(&mut self, value: Term) -> Result<Vec<Segment>, Stop> {
        let value = self.resolve(value);
        if matches!(self.terms.node(value), Node::Undefined | Node::Null | Node::Absent) {
            self.throw_error("TypeError", "object is not iterable")?;
        }
        if self.record(value).is_some() && !self.is_dictionary(value) && !self.is_external(value) {
            for name in ["__iter__", "@@iterator", "@@asyncIterator"] {
                if self.lookup(value, name)?.is_some() {
                    let span = self.span;
                    let items = self.invoke_method(value, name, Arguments::default(), span)?;
                    let items = self.resolve(items);
                    if !self.is_python()
                        && self.record(items).is_some()
                        && !self.is_dictionary(items)
                    {
                        self.problem("an iterator with a `next` of its own is not supported", span);
                    }
                    return Ok(self.segments(items));
                }
            }
        }
        for name in ["__iter__", "@@iterator", "@@asyncIterator"] {
            if self.record(value).is_none() && self.refuse_lost_member(value, name).is_some() {
                return Ok(Vec::new());
            }
        }
        if self.is_external(value) {
            let library = self.library;
            if let Some(items) = library.awaited(self, value) {
                let items = items?;
                return Ok(self.segments(items));
            }
        }
        self.require_iterable(value)?;
        self.refuse_stale(value, 0);
        let segments = match self.read_iterator(value) {
            Some(segments) => segments,
            None => self.segments(value),
        };
        if segments.len() > LONGEST_UNROLLED && self.world.is_none() {
            let list = self.freeze(value);
            let present = self.terms.bool(true);
            return Ok(vec![Segment::Many { list, present, generic: None }]);
        }
        Ok(segments)
    }

    /// The items of a value that is spread.
    pub(super) fn spread_segments(&mut self, value: Term) -> Result<Vec<Segment>, Stop> {
        let own = !self.is_python()
            && self.record(value).is_some()
            && !self.is_dictionary(value)
            && !self.is_external(value);
        self.refuse_stale(value, 0);
        if let Some(segments) = self.read_iterator(value) {
            return Ok(segments);
        }
        if own { self.iterable_segments(value) } else { Ok(self.segments(value)) }
    }

    /// Throws if a value surely cannot be iterated.
    pub(crate) fn require_iterable(&mut self, value: Term) -> Result<(), Stop> {
        let plain = !self.is_python()
            && self.record(value).is_some_and(|record| {
                matches!(record.flavour, Flavour::Plain) && record.base.is_none()
            });
        if self.is_part_of_input(value) {
            self.may_raise("TypeError", |m| {
                let refused = m.terms.pure("is not iterable", &[value]);
                m.terms.apply(Operator::Truthy, &[refused])
            })?;
        }
        let scalar = matches!(self.terms.node(value), Node::Number(_) | Node::Bool(_));
        if scalar || plain && !self.is_external(value) {
            self.throw_error("TypeError", "object is not iterable")?;
        }
        Ok(())
    }

    /// Says so if a collection changes while a loop runs through it: the loop sees that.
    fn refuse_changed(&mut self, value: Term, segments: &[Segment]) {
        let changed = match self.object(value).map(|object| &object.body) {
            Some(Body::List(list)) if list.kind == ListKind::Iterator => false,
            Some(Body::List(list)) => list.segments != segments,
            Some(Body::Record(record))
                if matches!(record.flavour, Flavour::Set | Flavour::Map) || self.is_python() =>
            {
                record.fields.len() != segments.len()
            }
            _ => false,
        };
        if changed {
            let span = self.span;
            self.problem(
                "a collection that changes while a loop runs through it is not supported",
                span,
            );
        }
    }

    /// Runs the body for every item of the stretches of a list that `value` is.
    fn iterate_segments(
        &mut self,
        value: Term,
        segments: Vec<Segment>,
        label: Option<&Name>,
        span: Span,
        body: &mut dyn FnMut(&mut Self, Term) -> Outcome,
    ) -> Result<(), Stop> {
        let undefined = self.terms.undefined();
        let announced = self.announced.get(&value).cloned();
        let mut announcing = |m: &mut Self, item: Term| match &announced {
            Some((name, data)) => {
                let told = m.terms.list([item, *data]);
                m.inside(name, told, |m| body(m, item))
            }
            None => body(m, item),
        };
        let body = &mut announcing;
        let plain = segments.iter().all(|segment| matches!(segment, Segment::Item(_)));
        let before = if plain && !segments.is_empty() { segments.clone() } else { Vec::new() };
        for (index, segment) in segments.into_iter().enumerate() {
            self.spend()?;
            if index > 0 {
                self.refuse_stale(value, index);
                if !before.is_empty() {
                    self.refuse_changed(value, &before);
                }
            }
            match segment {
                Segment::Item(Field { value: item, present }) => {
                    self.branch(
                        present,
                        |m| m.iteration(label, |m| body(m, item)),
                        |_| Ok(undefined),
                    )?;
                }
                Segment::Many { list, present, generic } => {
                    self.branch(
                        present,
                        |m| {
                            let changed = m.iterate_generic(list, generic, label, span, body)?;
                            if let Some(changed) = changed {
                                m.replace_items_of(value, list, &changed);
                            }
                            Ok(undefined)
                        },
                        |_| Ok(undefined),
                    )?;
                }
            }
        }
        if !before.is_empty() {
            self.refuse_changed(value, &before);
        }
        self.refuse_grown(value);
        Ok(())
    }

    fn iterate_generic(
        &mut self,
        list: Term,
        generic: Option<Rc<Generic>>,
        label: Option<&Name>,
        span: Span,
        body: &mut dyn FnMut(&mut Self, Term) -> Outcome,
    ) -> Result<Option<Segment>, Stop> {
        let undefined = self.terms.undefined();
        match generic {
            // What an earlier loop made of the elements of its collection.
            Some(generic) => {
                let element = Some(generic.element);
                self.generic(Some(generic.collection), element, label, span, &mut |m, _| {
                    m.branch(generic.present, |m| body(m, generic.value), |_| Ok(undefined))
                })
            }
            None => self.generic(Some(list), None, label, span, body),
        }
    }

    /// One iteration: `continue` ends it.
    pub(crate) fn iteration(
        &mut self,
        label: Option<&Name>,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let everywhere = self.terms.bool(true);
        let mut arm = self.region(everywhere, body)?;
        self.land(&mut arm, &Exit::Continue(None));
        if let Some(label) = label {
            self.land(&mut arm, &Exit::Continue(Some(label.clone())));
        }
        self.resume(arm)
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn execute_for_each(
        &mut self,
        label: Option<&Name>,
        reach: Option<Reach>,
        pattern: &Pattern,
        iterable: &Expr,
        body: &Block,
        awaits: bool,
        otherwise: &Block,
    ) -> Result<(), Stop> {
        let span = iterable.span;
        self.consumes_in_loop(span, body);
        let value = self.evaluate(iterable)?;
        let value = if awaits { self.settle(value)? } else { value };
        let value = self.in_some_order(value);
        let undefined = self.terms.undefined();
        // An object makes its generator here.
        let here = self.span;
        self.consumes_in_loop(here, body);
        let segments = self.iterable_segments(value)?;
        if self.consumed.take().is_none() {
            self.leave_iterator(value);
        }
        let everywhere = self.terms.bool(true);
        let mut arm = self.region(everywhere, |m| {
            m.iterate_segments(value, segments, label, span, &mut |m, item| {
                let item = if awaits { m.settle(item)? } else { item };
                m.in_block(|m| {
                    m.bind_pattern(reach, pattern, item)?;
                    m.execute_block(body)
                })?;
                Ok(undefined)
            })?;
            m.execute_scoped(otherwise)?;
            Ok(undefined)
        })?;
        self.land(&mut arm, &Exit::Break(None));
        self.resume(arm).map(drop)
    }

    pub(crate) fn execute_for_keys(
        &mut self,
        label: Option<&Name>,
        reach: Option<Reach>,
        pattern: &Pattern,
        object: &Expr,
        body: &Block,
    ) -> Result<(), Stop> {
        let span = object.span;
        let object = self.evaluate(object)?;
        let object = self.resolve(object);
        let parent = self.record(object).and_then(|record| record.parent);
        let inherits = parent.and_then(|parent| self.record(parent)).is_some_and(|parent| {
            matches!(parent.flavour, Flavour::Plain | Flavour::Instance)
                && !parent.fields.is_empty()
        });
        if inherits && matches!(self.record(object).map(|r| &r.flavour), Some(Flavour::Plain)) {
            self.problem("a loop over the keys that an object inherits is not supported", span);
        }
        let keys = self.keys_of(object)?;
        let undefined = self.terms.undefined();
        self.iterate(keys, label, span, &mut |m, key| {
            m.in_block(|m| {
                m.bind_pattern(reach, pattern, key)?;
                m.execute_block(body)
            })?;
            Ok(undefined)
        })
    }

    /// The fields of a record in the order in which the language lists them: JavaScript begins
    /// with the keys that are integers, and leaves symbols out.
    pub(crate) fn in_key_order(&self, record: &super::heap::Record) -> Vec<(Term, Field)> {
        let mut fields: Vec<(Term, Field)> =
            record.fields.iter().map(|(&key, &field)| (key, field)).collect();
        if self.is_python() || matches!(record.flavour, Flavour::Map | Flavour::Set) {
            return fields;
        }
        let integer = |key: Term| {
            let text = self.terms.as_str(key)?;
            text.parse::<u32>().ok().filter(|index| index.to_string() == **text)
        };
        let is_private = |key: Term| {
            let name = self.terms.as_str(key);
            let of_class = matches!(record.flavour, Flavour::Instance | Flavour::Class(_));
            let is_mark = name.is_some_and(|name| **name == *MARK_OF_MODULES);
            is_mark || of_class && name.is_some_and(|name| name.starts_with('#'))
        };
        fields
            .retain(|&(key, _)| self.mark_of(key) != Some(super::Mark::Symbol) && !is_private(key));
        fields.sort_by_key(|&(key, _)| integer(key).map_or((1, 0), |index| (0, index)));
        fields
    }

    /// Says so if the keys of an array with holes are asked for.
    fn refuse_holes(&mut self, object: Term) {
        if let Some(told) = self.doubt(object, Guise::Holes, "the keys") {
            self.terms.apply(Operator::Truthy, &[told]);
        }
    }

    /// The keys of an object, as a list object.
    pub(crate) fn keys_of(&mut self, object: Term) -> Outcome {
        let object = self.resolve(object);
        self.refuse_disorder(object);
        let mut segments = Vec::new();
        let everywhere = self.terms.bool(true);
        self.refuse_holes(object);
        let record = self.record(object).cloned();
        if let Some(record) = record.filter(|_| !self.is_external(object)) {
            // Of the fields of an error, those that the language gave it are not listed, but
            // those that the program assigned again are.
            if self.is_listed_error(object) {
                let list = self.frozen_pure("keys", &[object]);
                let all = Segment::Many { list, present: everywhere, generic: None };
                return Ok(
                    self.allocate(Body::List(List { segments: vec![all], kind: ListKind::List }))
                );
            }
            if let Some(base) = record.base {
                let list = self.terms.pure("keys", &[base]);
                segments.push(Segment::Many { list, present: everywhere, generic: None });
            }
            let fields = self.in_key_order(&record);
            for (value, field) in fields {
                segments.push(Segment::Item(Field { value, present: field.present }));
            }
        } else if let Some(text) = self.terms.as_str(object).cloned() {
            for index in 0..text.encode_utf16().count() {
                let value = self.terms.string(index.to_string());
                segments.push(Segment::Item(Field { value, present: everywhere }));
            }
        } else if let Some(items) = self.is_list(object).then(|| self.items(object)).flatten() {
            for index in 0..items.len() {
                let value = self.terms.string(index.to_string());
                segments.push(Segment::Item(Field { value, present: everywhere }));
            }
        } else if let Node::Apply(Operator::Ite, parts) = self.terms.node(object).clone()
            && self.must_distribute(object)
        {
            return self.branch(parts[0], |m| m.keys_of(parts[1]), |m| m.keys_of(parts[2]));
        } else if self.is_list(object) || !self.terms.is_constant(object) {
            let frozen = self.freeze(object);
            let list = self.terms.pure("keys", &[frozen]);
            segments.push(Segment::Many { list, present: everywhere, generic: None });
        }
        Ok(self.allocate(Body::List(List { segments, kind: ListKind::List })))
    }

    pub(crate) fn execute_while(
        &mut self,
        label: Option<&Name>,
        test: &Expr,
        body: &Block,
        body_first: bool,
        otherwise: &Block,
    ) -> Result<(), Stop> {
        let endless = matches!(test.kind, ExprKind::Literal(Literal::Bool(true)));
        let span = test.span;
        self.execute_tested(
            label,
            endless,
            span,
            body_first,
            &mut |m| m.test(test),
            &mut |m| m.execute_scoped(body),
            &mut |_| Ok(()),
            &mut |m| m.execute_scoped(otherwise),
        )
    }

    pub(crate) fn execute_for(
        &mut self,
        label: Option<&Name>,
        init: Option<&Statement>,
        test: Option<&Expr>,
        update: Option<&Expr>,
        body: &Block,
    ) -> Result<(), Stop> {
        let span = self.span;
        let declares = init.is_some_and(|init| {
            matches!(
                init.kind,
                StatementKind::Declare { scope: Reach::Block | Reach::Constant, .. }
            )
        });
        let captures = declares && nodes(body).any(makes_function);
        let elsewhere = init.into_iter().flat_map(|init| Syntax::Statement(init).nodes());
        let elsewhere = elsewhere
            .chain(test.into_iter().flat_map(|test| Syntax::Expr(test).nodes()))
            .chain(update.into_iter().flat_map(|update| Syntax::Expr(update).nodes()));
        if declares && elsewhere.into_iter().any(makes_function) {
            self.problem("a function in the head of a loop is not supported", span);
        }
        let own = std::cell::RefCell::new(None);
        let mark = self.mark();
        if let Some((name, bound, step)) = index_loop(init, test, update)
            && let Some(range) = self.unknown_range(&name, bound, step, test)?
        {
            let undefined = self.terms.undefined();
            return self.iterate(range, label, span, &mut |m, index| {
                m.write_variable(&name, index);
                let (_, done) = m.with_own_bindings(captures, body);
                done?;
                Ok(undefined)
            });
        }
        self.rewind(&mark);
        self.execute_tested(
            label,
            test.is_none(),
            span,
            false,
            &mut |m| match test {
                Some(test) => m.test(test),
                None => Ok(m.terms.bool(true)),
            },
            &mut |m| {
                let (scope, done) = m.with_own_bindings(captures, body);
                own.replace(scope);
                done
            },
            &mut |m| {
                if let Some(scope) = own.take() {
                    m.take_over(&scope);
                }
                match update {
                    Some(update) => m.evaluate(update).map(drop),
                    None => Ok(()),
                }
            },
            &mut |_| Ok(()),
        )
    }

    /// Runs the body of a loop with variables of its own for those of the loop, if functions
    /// capture them: each iteration has its own.
    fn with_own_bindings(
        &mut self,
        captures: bool,
        body: &Block,
    ) -> (Option<Rc<Scope>>, Result<(), Stop>) {
        if !captures {
            return (None, self.execute_scoped(body));
        }
        let outside = self.activation.scope.clone();
        let own = Scope::inside(&outside, ScopeKind::Block);
        for (name, slot) in outside.names() {
            let copy = self.next_variable;
            self.next_variable += 1;
            if let Some(&value) = self.state.variables.get(slot) {
                self.state.variables.set(copy, value);
            }
            own.bind(name, copy);
        }
        self.activation.scope = own.clone();
        let done = self.execute_scoped(body);
        self.activation.scope = outside;
        (Some(own), done)
    }

    /// Gives the variables of a loop the values that an iteration left in its own.
    fn take_over(&mut self, own: &Scope) {
        for (name, slot) in own.names() {
            let value = self.state.variables.get(slot).copied();
            if let (Some(outer), Some(value)) = (self.activation.scope.own(&name), value) {
                self.state.variables.set(outer, value);
            }
        }
    }

    /// The indices `start … bound` as a list of unknown length, if it is unknown.
    fn unknown_range(
        &mut self,
        name: &Name,
        bound: &Expr,
        step: &Expr,
        test: Option<&Expr>,
    ) -> Result<Option<Term>, Stop> {
        if self.world.is_some() {
            return Ok(None);
        }
        let start = self.read_variable(name)?;
        let step = self.evaluate(step)?;
        let Node::Number(by) = self.terms.node(step) else { return Ok(None) };
        let by = by.get();
        if by <= 0.0 {
            return Ok(None);
        }
        let mut bound = self.evaluate(bound)?;
        if matches!(self.terms.node(bound), Node::Number(_)) {
            return Ok(None);
        }
        let inclusive = BinaryOperator::LessEqual;
        if matches!(test.map(|t| &t.kind), Some(ExprKind::Binary { operator, .. }) if *operator == inclusive)
        {
            let one = self.terms.number(1.0);
            bound = self.terms.apply(Operator::Add, &[bound, one]);
        }
        let range = match by == 1.0 {
            true => self.terms.pure("range", &[start, bound]),
            false => self.terms.pure("range", &[start, bound, step]),
        };
        Ok(Some(range))
    }

    /// A loop with a test: unrolled while the test is decided, else generic.
    #[allow(clippy::too_many_arguments)]
    fn execute_tested(
        &mut self,
        label: Option<&Name>,
        endless: bool,
        span: Span,
        body_first: bool,
        test: &mut dyn FnMut(&mut Self) -> Outcome,
        body: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
        update: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
        otherwise: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let undefined = self.terms.undefined();
        let everywhere = self.terms.bool(true);
        let mark = self.mark();
        let mut unbounded = false;
        let mut arm = self.region(everywhere, |m| {
            let mut count = 0;
            loop {
                m.spend()?;
                if count > 0 || !body_first {
                    let condition = test(m)?;
                    if count > 0 && m.goes_on_for_rest(condition) {
                        break;
                    }
                    match m.decided(condition)? {
                        Some(true) => {}
                        Some(false) => break,
                        // Once, or not at all, if it goes on for a rest only.
                        None if count == 0 && m.world.is_none() => {
                            let mut goes_on = false;
                            let once = |m: &mut Self| {
                                m.iteration(label, |m| body(m).map(|()| undefined))?;
                                update(m)?;
                                let condition = test(m)?;
                                goes_on = !m.goes_on_for_rest(condition);
                                Ok(undefined)
                            };
                            m.branch(condition, once, |_| Ok(undefined))?;
                            if goes_on {
                                unbounded = true;
                                return Ok(undefined);
                            }
                            break;
                        }
                        None => {
                            unbounded = true;
                            return Ok(undefined);
                        }
                    }
                }
                let before = m.path;
                m.iteration(label, |m| body(m).map(|()| undefined))?;
                update(m)?;
                count += 1;
                let open = m.path != before && endless;
                if m.world.is_none() && (open || count >= m.limits.unroll) {
                    unbounded = true;
                    return Ok(undefined);
                }
            }
            otherwise(m)?;
            Ok(undefined)
        })?;
        if unbounded {
            self.rewind(&mark);
            return self.execute_unbounded(label, span, body_first, test, body, update, otherwise);
        }
        self.land(&mut arm, &Exit::Break(None));
        self.resume(arm).map(drop)
    }

    #[allow(clippy::too_many_arguments)]
    fn execute_unbounded(
        &mut self,
        label: Option<&Name>,
        span: Span,
        body_first: bool,
        test: &mut dyn FnMut(&mut Self) -> Outcome,
        body: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
        update: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
        otherwise: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let undefined = self.terms.undefined();
        self.generic(None, None, label, span, &mut |m, _| {
            if !body_first {
                let condition = test(m)?;
                m.branch(
                    condition,
                    |_| Ok(undefined),
                    |m| Err(m.exit(Exit::Break(None), undefined)),
                )?;
            }
            m.iteration(label, |m| body(m).map(|()| undefined))?;
            update(m)?;
            Ok(undefined)
        })?;
        otherwise(self)
    }

    pub(crate) fn comprehension(
        &mut self,
        kind: ComprehensionKind,
        clauses: &[ComprehensionClause],
        element: &Expr,
        value: Option<&Expr>,
        span: Span,
    ) -> Outcome {
        let made = value.unwrap_or(element);
        if makes_function(Syntax::Expr(made)) && self.is_python() {
            self.problem("a function that a comprehension makes is not supported", span);
        }
        let record = kind == ComprehensionKind::Record;
        let result = if record { self.new_record::<&str>([]) } else { self.new_list([]) };
        let ordered = kind == ComprehensionKind::List;
        self.comprehend(clauses, ordered, span, &mut |m| {
            let item = m.evaluate(element)?;
            match value {
                Some(value) if record => {
                    let value = m.evaluate(value)?;
                    let key = m.field_key(item);
                    m.store_field(result, key, value)?;
                }
                _ => m.push(result, item),
            }
            Ok(())
        })?;
        if kind == ComprehensionKind::Set { self.new_set(result) } else { Ok(result) }
    }

    fn comprehend(
        &mut self,
        clauses: &[ComprehensionClause],
        ordered: bool,
        span: Span,
        body: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Some((clause, others)) = clauses.split_first() else { return body(self) };
        let iterable = self.evaluate(&clause.iterable)?;
        let iterable = if ordered { self.in_some_order(iterable) } else { iterable };
        let awaits = clause.awaits;
        let undefined = self.terms.undefined();
        self.iterate(iterable, None, span, &mut |m, item| {
            let item = if awaits { m.settle(item)? } else { item };
            m.in_block(|m| {
                m.bind_pattern(Some(Reach::Block), &clause.pattern, item)?;
                m.filtered(&clause.conditions, &mut |m| m.comprehend(others, ordered, span, body))
            })?;
            Ok(undefined)
        })
    }

    fn filtered(
        &mut self,
        conditions: &[Expr],
        body: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Some((condition, others)) = conditions.split_first() else { return body(self) };
        let condition = self.test(condition)?;
        let undefined = self.terms.undefined();
        self.branch(condition, |m| m.filtered(others, body).map(|()| undefined), |_| Ok(undefined))
            .map(drop)
    }
}

fn makes_function(node: Syntax<'_>) -> bool {
    matches!(node, Syntax::Expr(Expr { kind: ExprKind::Function(_) | ExprKind::Class(_), .. }))
}

/// `for (let i = start; i < bound; i += step)`: the index, its bound and the step, which is a
/// number or the name of one.
fn index_loop<'e>(
    init: Option<&Statement>,
    test: Option<&'e Expr>,
    update: Option<&'e Expr>,
) -> Option<(Name, &'e Expr, &'e Expr)> {
    let declared = match &init?.kind {
        StatementKind::Declare { pattern: Pattern::Variable(name, _), value: Some(_), .. } => name,
        StatementKind::Expression(Expr { kind: ExprKind::Assign { target, .. }, .. }) => {
            match &**target {
                Pattern::Variable(name, _) => name,
                _ => return None,
            }
        }
        _ => return None,
    };
    let ExprKind::Binary { operator, left, right } = &test?.kind else { return None };
    let compares = matches!(operator, BinaryOperator::Less | BinaryOperator::LessEqual);
    let ExprKind::Update { target, operator, value, .. } = &update?.kind else { return None };
    let counts = matches!(&**target, Pattern::Variable(name, _) if name == declared)
        && *operator == UpdateOperator::Binary(BinaryOperator::Add)
        && matches!(value.kind, ExprKind::Literal(Literal::Number(_)) | ExprKind::Variable(_));
    let tested = matches!(&left.kind, ExprKind::Variable(name) if name == declared);
    (compares && counts && tested).then(|| (declared.clone(), &**right, &**value))
}
