//! Expressions.

use super::function::{Arguments, FunctionValue};
use super::guise::Guise;
use super::heap::{Body, Field, Flavour, List, ListKind, Record, Segment};
use super::library::{Outcome, Stop};
use super::touch::{Kind, Place};
use super::{Machine, Mark, without_order};
use crate::builtins;
use crate::{Node, Operator, Origin, Term};
use aplomb_script::{
    Argument, BinaryOperator, ComprehensionKind, Element, Expr, ExprKind, Field as FieldSyntax,
    FunctionId, Key, Language, Literal, LogicalOperator, Pattern, Span, UnaryOperator,
    UpdateOperator,
};
use std::rc::Rc;

/// Longer lists are not written out.
const MOST_ITEMS: usize = 65_536;
const TOO_MANY_ITEMS: &str = "a list of more than 65536 items is not supported";

impl Machine<'_> {
    /// Evaluates an expression.
    pub(crate) fn evaluate(&mut self, expression: &Expr) -> Outcome {
        self.spend()?;
        stacker::maybe_grow(128 << 10, 2 << 20, || self.evaluate_kind(expression))
    }

    /// Evaluates an expression that only says whose member is meant.
    pub(super) fn evaluate_owner(&mut self, expression: &Expr) -> Outcome {
        let outside = self.owner.replace(expression.span);
        let value = self.evaluate(expression);
        self.owner = outside;
        value
    }

    fn evaluate_kind(&mut self, expression: &Expr) -> Outcome {
        let span = expression.span;
        match &expression.kind {
            ExprKind::Literal(literal) => Ok(self.literal(literal)),
            ExprKind::Variable(name) => {
                let value = self.read_variable(name)?;
                self.note_seen(value, span);
                Ok(value)
            }
            ExprKind::Template(pieces) => self.template(pieces),
            ExprKind::List(elements) => self.list_literal(elements, ListKind::List),
            ExprKind::Tuple(elements) => self.list_literal(elements, ListKind::Tuple),
            ExprKind::Set(elements) => self.set_literal(elements),
            ExprKind::Record(fields) => self.record_literal(fields),
            ExprKind::Member { object, name, optional } => {
                if let Some(outcome) = self.through_super(object, name) {
                    return outcome;
                }
                let cut = *optional || self.may_be_cut(object);
                let object = self.evaluate_owner(object)?;
                self.span = span;
                self.unless_null(object, cut, |m| {
                    let key = m.terms.string(name.clone());
                    m.touch_member(object, key);
                    let value = m.get_attribute(object, name)?;
                    m.note_seen(value, span);
                    Ok(value)
                })
            }
            ExprKind::Item { object, index, optional } => {
                let cut = *optional || self.may_be_cut(object);
                let object = self.evaluate_owner(object)?;
                self.unless_null(object, cut, |m| {
                    let index = m.evaluate(index)?;
                    m.span = span;
                    m.touch_member(object, index);
                    let value = m.get_index(object, index)?;
                    m.note_seen(value, span);
                    Ok(value)
                })
            }
            ExprKind::Slice { object, start, end, step } => {
                let object = self.evaluate(object)?;
                let mut bounds = Vec::new();
                for bound in [start, end, step] {
                    bounds.push(match bound {
                        Some(bound) => self.evaluate(bound)?,
                        None => self.terms.null(),
                    });
                }
                self.span = span;
                builtins::slice(self, object, bounds[0], bounds[1], bounds[2])
            }
            ExprKind::Call { callee, arguments, optional } => {
                self.call_expression(callee, arguments, *optional, span)
            }
            ExprKind::New { callee, arguments } => {
                let class = self.evaluate(callee)?;
                let arguments = self.arguments(arguments)?;
                self.span = span;
                self.construct(class, arguments, span)
            }
            ExprKind::Require(source) => self.require(source),
            ExprKind::Function(function) => self.closure(*function),
            ExprKind::Class(class) => self.define_class(*class),
            ExprKind::Unary { operator: UnaryOperator::TypeOf, operand }
                if self.is_undeclared(operand) =>
            {
                Ok(self.terms.string("undefined"))
            }
            ExprKind::Unary { operator, operand } => {
                let operand = self.evaluate(operand)?;
                self.span = span;
                self.unary(*operator, operand)
            }
            ExprKind::Binary { operator, left, right } => {
                let written = matches!(right.kind, ExprKind::Literal(Literal::Number(number))
                    if number.is_sign_positive());
                let sides = (&left.kind, &right.kind);
                let left = self.evaluate(left)?;
                let right = self.evaluate(right)?;
                self.span = span;
                // A zero that is written has no sign.
                if let (ExprKind::Variable(a), ExprKind::Variable(b)) = sides
                    && a == b
                    && !self.terms.is_constant(left)
                    && self.object(left).is_none()
                    && self.may_be_nan(left)
                {
                    use BinaryOperator::{Equal, LooseEqual, LooseNotEqual, NotEqual};
                    let is_nan = self.terms.pure("Number.isNaN", &[left]);
                    let is_nan = self.terms.apply(Operator::Truthy, &[is_nan]);
                    match operator {
                        NotEqual | LooseNotEqual => return Ok(is_nan),
                        Equal | LooseEqual => return Ok(self.terms.not(is_nan)),
                        _ => {}
                    }
                }
                if written && *operator == BinaryOperator::Divide && !self.is_python() {
                    return Ok(self.arithmetic(Operator::Divide, left, right));
                }
                self.binary(*operator, left, right)
            }
            ExprKind::Logical { operator, left, right } => {
                let left = self.evaluate(left)?;
                self.logical(*operator, left, |m| m.evaluate(right))
            }
            ExprKind::Conditional { test, then, otherwise } => {
                let condition = self.test(test)?;
                self.branch(condition, |m| m.evaluate(then), |m| m.evaluate(otherwise))
            }
            ExprKind::Assign { target, value } if self.finds_target_first() => {
                let place = self.place(target)?;
                let value = self.evaluate(value)?;
                self.span = span;
                self.assign_at(place, target, value)?;
                Ok(value)
            }
            ExprKind::Assign { target, value } => {
                let written = value;
                let value = self.evaluate(written)?;
                self.span = span;
                self.note_viewed(written, value);
                self.assign(target, value)?;
                Ok(value)
            }
            ExprKind::Update { target, operator, value, gives_old } => {
                self.update(target, *operator, value, *gives_old, span)
            }
            ExprKind::Await(inner) => {
                let value = self.evaluate(inner)?;
                self.span = span;
                self.note_wait();
                self.settle(value)
            }
            ExprKind::Yield { value, delegate } => self.yield_value(value.as_deref(), *delegate),
            ExprKind::Sequence(expressions) => {
                let mut value = self.terms.undefined();
                for expression in expressions {
                    value = self.evaluate(expression)?;
                }
                Ok(value)
            }
            ExprKind::Comprehension { kind, clauses, element, value } => {
                self.span = span;
                let value = value.as_deref();
                match kind {
                    ComprehensionKind::Generator => {
                        self.lazily(|m| m.comprehension(*kind, clauses, element, value, span))
                    }
                    _ => self.comprehension(*kind, clauses, element, value, span),
                }
            }
            ExprKind::Delete(target) => {
                self.execute_delete(target)?;
                Ok(self.terms.bool(true))
            }
            ExprKind::This => {
                let this = self.activation.this.unwrap_or_else(|| self.terms.undefined());
                self.note_seen(this, span);
                Ok(this)
            }
            ExprKind::Super => match self.activation.home {
                Some(home) => {
                    let parents = self.class_info(home).map(|info| info.parents.clone());
                    let first = parents.and_then(|parents| parents.first().copied());
                    Ok(first.unwrap_or_else(|| self.terms.undefined()))
                }
                None => Ok(self.terms.undefined()),
            },
            ExprKind::Unsupported(what) => {
                Ok(self.problem(format!("{what} is not supported"), span))
            }
        }
    }

    pub(super) fn literal(&mut self, literal: &Literal) -> Term {
        match literal {
            Literal::Undefined => self.terms.undefined(),
            Literal::Null => self.terms.null(),
            Literal::Bool(value) => self.terms.bool(*value),
            Literal::Number(value) => self.terms.number(*value),
            Literal::String(text) => self.terms.string(text.clone()),
            Literal::Bytes(text) => {
                let bytes = self.terms.string(text.clone());
                self.disguise(bytes, Guise::Bytes);
                bytes
            }
            Literal::Regex(pattern, flags) => {
                let pattern = self.terms.string(pattern.clone());
                let goes_on = flags.contains(['g', 'y']);
                let flags = self.terms.string(flags.clone());
                let literal = self.terms.pure("RegExp", &[pattern, flags]);
                if goes_on && !self.is_loaded() {
                    self.patterns.insert(literal);
                }
                literal
            }
        }
    }

    /// A function of the program, closing over what it can see.
    pub(crate) fn closure(&mut self, function: FunctionId) -> Outcome {
        let value = FunctionValue::Closure {
            function,
            scope: self.activation.scope.clone(),
            this: self.activation.this,
            home: self.activation.home,
            defaults: self.defaults(function)?,
        };
        Ok(self.new_function(value))
    }

    /// The defaults of a function's parameters, in languages that evaluate them once.
    fn defaults(&mut self, function: FunctionId) -> Result<Rc<[Option<Term>]>, Stop> {
        let function = self.program.function(function);
        if !function.dialect.missing_raises {
            return Ok(Rc::default());
        }
        let mut defaults = Vec::with_capacity(function.parameters.len());
        for parameter in &function.parameters {
            defaults.push(match &parameter.pattern {
                Pattern::Default(_, default) => Some(self.evaluate(default)?),
                _ => None,
            });
        }
        Ok(defaults.into())
    }

    fn template(&mut self, pieces: &[Expr]) -> Outcome {
        let mut parts = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let value = self.evaluate(piece)?;
            if self.mark_of(value) == Some(Mark::Symbol) {
                self.throw_error("TypeError", "Cannot convert a Symbol value to a string")?;
            }
            parts.push(self.text_of(value)?);
        }
        Ok(self.terms.apply(Operator::Concat, &parts))
    }

    fn list_literal(&mut self, elements: &[Element], kind: ListKind) -> Outcome {
        let list = self.allocate(Body::List(List { segments: Vec::new(), kind }));
        for element in elements {
            match element {
                Element::Item(expression) => {
                    let value = self.evaluate(expression)?;
                    self.push(list, value);
                }
                Element::Spread(expression) => {
                    self.consumes_whole(expression);
                    let value = self.evaluate(expression)?;
                    let value = self.in_some_order(value);
                    self.append_all(list, value)?;
                }
                Element::Hole => {
                    let span = self.span;
                    self.problem("an array with holes is not supported", span);
                    let hole = self.terms.undefined();
                    self.push(list, hole);
                }
            }
        }
        Ok(list)
    }

    /// Adds an item to a list object.
    pub(crate) fn push(&mut self, list: Term, value: Term) {
        self.note_pushed(list, value);
        let present = self.terms.bool(true);
        if self.list(list).is_some_and(|list| list.segments.len() >= MOST_ITEMS) {
            self.problem(TOO_MANY_ITEMS, self.span);
            return;
        }
        if let Some(list) = self.list_inside(list) {
            list.segments.push(Segment::Item(Field { value, present }));
        }
    }

    /// Adds all items of a value to a list object.
    pub(crate) fn append_all(&mut self, list: Term, value: Term) -> Result<(), Stop> {
        let value = self.resolve(value);
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(value).clone()
            && self.must_distribute(value)
        {
            self.branch(
                parts[0],
                |m| m.append_all(list, parts[1]).map(|()| list),
                |m| m.append_all(list, parts[2]).map(|()| list),
            )?;
            return Ok(());
        }
        let segments = self.spread_segments(value)?;
        let count = self.list(list).map_or(0, |list| list.segments.len());
        if count + segments.len() > MOST_ITEMS {
            self.problem(TOO_MANY_ITEMS, self.span);
            return Ok(());
        }
        if let Some(list) = self.list_mut(list) {
            list.segments.extend(segments);
        }
        Ok(())
    }

    fn set_literal(&mut self, elements: &[Element]) -> Outcome {
        let items = self.list_literal(elements, ListKind::List)?;
        self.new_set(items)
    }

    /// A set of the items of a list.
    pub(crate) fn new_set(&mut self, items: Term) -> Outcome {
        let set = self.allocate(Body::Record(Record::new(Flavour::Set)));
        let items = self.resolve(items);
        for segment in self.spread_segments(items)? {
            self.insert_segment(set, &segment);
        }
        Ok(set)
    }

    /// Adds the items of a stretch of a list to a set.
    pub(crate) fn insert_segment(&mut self, set: Term, segment: &Segment) {
        match segment {
            Segment::Item(field) => {
                let key = self.set_key(field.value);
                self.refuse_equal_key(set, key);
                let present = match self.record(set).and_then(|set| set.fields.get(&key)) {
                    Some(known) => self.terms.or(known.present, field.present),
                    None => self.unless_in(set, key, field.present),
                };
                if let Some(record) = self.record_mut(set) {
                    record.fields.insert(key, Field { value: key, present });
                }
                let beside = self
                    .record(set)
                    .is_some_and(|set| set.fields.len() + usize::from(set.base.is_some()) > 1);
                if beside {
                    self.settle_items(set);
                }
            }
            Segment::Many { list, present, .. } => {
                let frozen = self.freeze(set);
                let list = without_order(self.terms, *list);
                let all = self.terms.pure("union", &[frozen, list]);
                let base = self.terms.ite(*present, all, frozen);
                if let Some(record) = self.record_mut(set) {
                    record.base = Some(base);
                    record.fields.clear();
                }
            }
        }
    }

    /// A set of items that may be equal, which depends on values that are not known, is a value
    /// of which the items are not told apart.
    pub(crate) fn settle_items(&mut self, set: Term) {
        let Some(record) = self.record(set) else { return };
        let is_known = |&key: &Term| {
            self.terms.is_constant(key) || matches!(self.terms.node(key), Node::Reference(_))
        };
        if !matches!(record.flavour, Flavour::Set) || record.fields.keys().all(is_known) {
            return;
        }
        let whole = self.freeze(set);
        if let Some(record) = self.record_mut(set) {
            record.base = Some(whole);
            record.fields.clear();
        }
    }

    /// When an element is new to a set: where it equals none that is there.
    fn unless_in(&mut self, set: Term, key: Term, present: Term) -> Term {
        let others: Vec<(Term, Field)> = match self.record(set) {
            Some(record) => record.fields.iter().map(|(&key, &field)| (key, field)).collect(),
            None => Vec::new(),
        };
        let mut present = present;
        for (other, field) in others {
            if self.terms.is_constant(other) && self.terms.is_constant(key) {
                continue;
            }
            let (a, b) = match self.is_python() {
                true => self.with_numbers(other, key),
                false => (other, key),
            };
            let equal = self.terms.equal(a, b);
            let twice = self.terms.and(equal, field.present);
            let new = self.terms.not(twice);
            present = self.terms.and(present, new);
        }
        present
    }

    /// How a value is written as an element of a set or a key of a map.
    pub(crate) fn set_key(&mut self, value: Term) -> Term {
        match self.dialect().language {
            Language::Python => {
                self.refuse_unhashable(value);
                self.freeze(value)
            }
            Language::JavaScript => value,
        }
    }

    fn record_literal(&mut self, fields: &[FieldSyntax]) -> Outcome {
        let record = self.allocate(Body::Record(Record::new(Flavour::Plain)));
        if self.is_python() {
            self.disguise(record, Guise::Written);
        }
        for field in fields {
            match field {
                FieldSyntax::Named(key, value) => {
                    let key = self.key(key)?;
                    let value = self.evaluate(value)?;
                    let key = self.field_key(key);
                    self.refuse_special_member(key, value);
                    if !self.is_python()
                        && self.terms.as_str(key).is_some_and(|k| &**k == "__proto__")
                    {
                        self.set_attribute(record, "__proto__", value)?;
                        continue;
                    }
                    self.store_field(record, key, value)?;
                }
                FieldSyntax::Spread(value) => {
                    let value = self.evaluate(value)?;
                    self.spread_into(record, value)?;
                }
                FieldSyntax::Getter(key, function) => {
                    let key = self.key(key)?;
                    let name = self.key_text(key);
                    let get = self.closure(*function)?;
                    self.refuse_special_member(key, get);
                    self.define_accessor(record, &name, Some(get), None);
                }
                FieldSyntax::Setter(key, function) => {
                    let key = self.key(key)?;
                    let name = self.key_text(key);
                    let set = self.closure(*function)?;
                    self.define_accessor(record, &name, None, Some(set));
                }
            }
        }
        Ok(record)
    }

    fn key(&mut self, key: &Key) -> Outcome {
        match key {
            Key::Static(name) => Ok(self.terms.string(name.clone())),
            Key::Computed(expression) => self.evaluate(expression),
        }
    }

    /// Whether an optional member further left may have cut the chain short.
    fn may_be_cut(&self, expression: &Expr) -> bool {
        let mut at = expression;
        loop {
            at = match &at.kind {
                ExprKind::Member { optional: true, .. }
                | ExprKind::Item { optional: true, .. }
                | ExprKind::Call { optional: true, .. } => return true,
                ExprKind::Member { object, .. } | ExprKind::Item { object, .. } => object,
                ExprKind::Call { callee, .. } => callee,
                _ => return false,
            }
        }
    }

    fn unless_null(
        &mut self,
        object: Term,
        optional: bool,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        if !optional {
            return body(self);
        }
        let object = self.resolve(object);
        let nothing = self.is_nothing(object);
        // An unknown value without members has no members either way.
        if self.terms.as_bool(nothing).is_none() && !self.must_distribute(object) {
            self.doubted.insert(object);
            return body(self);
        }
        self.branch(nothing, |m| Ok(m.terms.undefined()), body)
    }

    /// Members of `super` (and of Python's `super()`).
    fn through_super(&mut self, object: &Expr, name: &str) -> Option<Outcome> {
        is_super(object).then(|| self.super_member(name))
    }

    /// Whether a value is a generator function of the program.
    fn is_generator(&self, function: Term) -> bool {
        match self.function_value(function).as_deref() {
            Some(FunctionValue::Closure { function, .. }) => {
                self.program.function(*function).is_generator
            }
            _ => false,
        }
    }

    fn call_expression(
        &mut self,
        callee: &Expr,
        arguments: &[Argument],
        optional: bool,
        span: Span,
    ) -> Outcome {
        // Before the arguments are computed: functions that do that have statements of their own.
        let is_unused = self.unused == Some(span);
        match &callee.kind {
            ExprKind::Member { object, name, .. } if is_super(object) => {
                let arguments = self.arguments(arguments)?;
                if matches!(&**name, "constructor" | "__init__") {
                    return self.super_construct(arguments, span);
                }
                let method = self.super_member(name)?;
                let this = self.activation.this;
                self.invoke(method, this, arguments, span)
            }
            ExprKind::Member { object, name, optional: cut } => {
                let cut = *cut || self.may_be_cut(object);
                let object = self.evaluate_owner(object)?;
                self.unless_null(object, cut, |m| {
                    if optional {
                        m.touch_object(object, None, Kind::Read);
                        let function = m.get_attribute(object, name)?;
                        return m.unless_null(function, true, |m| {
                            let arguments = m.arguments(arguments)?;
                            m.invoke(function, Some(object), arguments, span)
                        });
                    }
                    m.note_reading(name, true, arguments);
                    let arguments = m.arguments(arguments)?;
                    m.span = span;
                    m.refuse_filling(object, name, &arguments, is_unused);
                    match m.touch_by_method(object, name, &arguments.positional) {
                        true => m.silently(|m| m.invoke_method(object, name, arguments, span)),
                        false => m.invoke_method(object, name, arguments, span),
                    }
                })
            }
            ExprKind::Item { object, index, .. } => {
                let object = self.evaluate(object)?;
                let index = self.evaluate(index)?;
                let method = self.terms.as_str(index).cloned();
                if let (Some(name), Language::JavaScript) = (method, self.dialect().language) {
                    let arguments = self.arguments(arguments)?;
                    return self.invoke_method(object, &name, arguments, span);
                }
                let function = self.get_index(object, index)?;
                let arguments = self.arguments(arguments)?;
                self.invoke(function, Some(object), arguments, span)
            }
            ExprKind::Super => {
                let arguments = self.arguments(arguments)?;
                self.super_construct(arguments, span)
            }
            _ => {
                let cut = optional || self.may_be_cut(callee);
                let function = self.evaluate(callee)?;
                // Nothing of a generator runs before somebody asks for its items.
                if is_unused && self.is_generator(function) {
                    self.arguments(arguments)?;
                    return Ok(self.terms.undefined());
                }
                self.unless_null(function, cut, |m| {
                    if let ExprKind::Variable(name) = &callee.kind {
                        m.note_reading(name, false, arguments);
                    }
                    let arguments = m.arguments(arguments)?;
                    m.span = span;
                    m.invoke(function, None, arguments, span)
                })
            }
        }
    }

    pub(crate) fn arguments(&mut self, arguments: &[Argument]) -> Result<Arguments, Stop> {
        let mut all = Arguments::default();
        for argument in arguments {
            match argument {
                Argument::Positional(value) => {
                    let value = self.evaluate(value)?;
                    match all.rest {
                        // Behind a list of unknown length.
                        Some(rest) => {
                            let value = self.freeze(value);
                            let one = self.terms.list([value]);
                            all.rest = Some(self.terms.apply(Operator::Append, &[rest, one]));
                        }
                        None => all.positional.push(value),
                    }
                }
                Argument::Spread(value) => {
                    self.consumes_whole(value);
                    let value = self.evaluate(value)?;
                    let value = self.resolve(value);
                    // An object may say itself what its items are.
                    let value = match self.record(value).is_some() && !self.is_python() {
                        true => {
                            let items = self.new_list([]);
                            self.append_all(items, value)?;
                            items
                        }
                        false => self.as_sequence(value),
                    };
                    match (self.items(value), all.rest) {
                        (Some(items), None) if all.positional.len() + items.len() > MOST_ITEMS => {
                            let span = self.span;
                            self.problem("more than 65536 arguments are not supported", span);
                        }
                        (Some(items), None) => all.positional.extend(items),
                        (_, rest) => {
                            let list = self.freeze(value);
                            all.rest = Some(match rest {
                                Some(rest) => self.terms.apply(Operator::Append, &[rest, list]),
                                None => list,
                            });
                        }
                    }
                }
                Argument::Named(name, value) => {
                    let value = self.evaluate(value)?;
                    all.named.push((name.clone(), value));
                }
                Argument::NamedSpread(value) => {
                    let value = self.evaluate(value)?;
                    match self.fields(value) {
                        Some(fields) => all.named.extend(fields),
                        None => all.named_rest = Some(self.freeze(value)),
                    }
                }
            }
        }
        Ok(all)
    }

    /// `left && right` and so on; `right` is evaluated where it is needed.
    pub(crate) fn logical(
        &mut self,
        operator: LogicalOperator,
        left: Term,
        right: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let left = self.resolve(left);
        match operator {
            LogicalOperator::And => {
                let condition = self.truth(left);
                self.branch(condition, right, |_| Ok(left))
            }
            LogicalOperator::Or => {
                let condition = self.truth(left);
                self.branch(condition, |_| Ok(left), right)
            }
            LogicalOperator::Coalesce => {
                let nothing = self.is_nothing(left);
                self.branch(nothing, right, |_| Ok(left))
            }
        }
    }

    fn update(
        &mut self,
        target: &Pattern,
        operator: UpdateOperator,
        value: &Expr,
        gives_old: bool,
        span: Span,
    ) -> Outcome {
        // Object and index are evaluated once. `x++` makes a number of what it is applied to.
        let counts = value.span == span && !self.is_python();
        let is_unused = self.unused == Some(span);
        match target {
            Pattern::Variable(name, _) => {
                let old = self.silently(|m| m.read_variable(name))?;
                let old = if counts { self.counted(old) } else { old };
                let place =
                    self.activation.scope.lookup(name).map(|it| (Place::Variable(it), None));
                let new = self.updating(place, operator, old, is_unused, |m| {
                    m.updated(old, operator, value, span, |m, new| {
                        m.silently(|m| m.write_variable(name, new));
                        Ok(())
                    })
                })?;
                Ok(if gives_old { old } else { new })
            }
            Pattern::Member(object, name, _) => {
                let object = self.evaluate_owner(object)?;
                let old = self.get_attribute(object, name)?;
                let old = if counts { self.counted(old) } else { old };
                let key = self.terms.string(name.clone());
                let place = self.object_id(object).map(|it| (Place::Object(it), Some(key)));
                let new = self.updating(place, operator, old, is_unused, |m| {
                    m.updated(old, operator, value, span, |m, new| {
                        m.set_attribute(object, name, new)
                    })
                })?;
                Ok(if gives_old { old } else { new })
            }
            Pattern::Item(object, index, _) => {
                let object = self.evaluate_owner(object)?;
                let index = self.evaluate(index)?;
                let old = self.get_index(object, index)?;
                let old = if counts { self.counted(old) } else { old };
                let place = self.object_id(object).map(|it| (Place::Object(it), Some(index)));
                let new = self.updating(place, operator, old, is_unused, |m| {
                    m.updated(old, operator, value, span, |m, new| m.set_index(object, index, new))
                })?;
                Ok(if gives_old { old } else { new })
            }
            _ => Ok(self.problem("an update of a pattern is not supported", span)),
        }
    }

    /// What `++` and `--` start from, as far as it is known that it is no number.
    fn counted(&mut self, value: Term) -> Term {
        let value = self.resolve(value);
        match self.terms.node(value) {
            Node::String(_) | Node::Bool(_) | Node::Null | Node::Undefined => self.number_of(value),
            _ => value,
        }
    }

    fn updated(
        &mut self,
        old: Term,
        operator: UpdateOperator,
        value: &Expr,
        span: Span,
        write: impl Fn(&mut Self, Term) -> Result<(), Stop>,
    ) -> Outcome {
        match operator {
            UpdateOperator::Binary(operator) => {
                let value = self.evaluate(value)?;
                self.span = span;
                // `list += …` changes the list itself.
                if self.dialect().explicit_self
                    && self.list(old).is_some_and(|list| list.kind == ListKind::List)
                {
                    let value = self.in_some_order(value);
                    let value = self.as_sequence(value);
                    self.append_all(old, value)?;
                    return Ok(old);
                }
                if self.changes_in_place(operator, old, value)? {
                    return Ok(old);
                }
                let new = self.binary(operator, old, value)?;
                // `set |= …` changes the set itself, as it does a dictionary.
                if self.is_python()
                    && self.is_dictionary(old)
                    && let Some(made) = self.record(new).cloned()
                    && let Some(record) = self.record_mut(old)
                {
                    record.base = made.base;
                    record.fields = made.fields;
                    return Ok(old);
                }
                write(self, new)?;
                Ok(new)
            }
            UpdateOperator::Logical(operator) => self.logical(operator, old, |m| {
                let new = m.evaluate(value)?;
                write(m, new)?;
                Ok(new)
            }),
        }
    }

    /// `list += [...]` and `dictionary |= {...}` of Python change what came from outside itself,
    /// whoever else has it.
    fn changes_in_place(
        &mut self,
        operator: BinaryOperator,
        old: Term,
        value: Term,
    ) -> Result<bool, Stop> {
        let old = self.resolve(old);
        let unknown = matches!(self.terms.node(old), Node::Symbol(_) | Node::Apply(..))
            && !self.is_external(old)
            && self.world.is_none();
        if !self.is_python() || !unknown {
            return Ok(false);
        }
        let value = self.resolve(value);
        match operator {
            BinaryOperator::Add
                if self.object(old).is_none()
                    && self.list(value).is_some()
                    && builtins::changeable(self, old).is_some() =>
            {
                self.append_all(old, value)?;
                Ok(true)
            }
            BinaryOperator::BitOr if self.list(old).is_none() && self.is_dictionary(value) => {
                let Some(fields) = self.fields(value) else { return Ok(false) };
                for (name, field) in fields {
                    let key = self.terms.string(name);
                    self.store_field(old, key, field)?;
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn yield_value(&mut self, value: Option<&Expr>, delegate: bool) -> Outcome {
        let value = match value {
            Some(value) => {
                if delegate {
                    self.consumes_whole(value);
                }
                self.evaluate(value)?
            }
            None => self.terms.null(),
        };
        if let Some(yields) = self.activation.yields {
            if delegate {
                let value = self.as_sequence(value);
                self.append_all(yields, value)?;
                // What the other generator returns.
                return Ok(self.terms.fresh_symbol("result", Origin::Unknown));
            } else {
                self.push(yields, value);
            }
        }
        Ok(self.terms.undefined())
    }
}

/// `super`, or Python's `super()` and `super(Class, self)`.
fn is_super(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Super => true,
        ExprKind::Call { callee, .. } => match &callee.kind {
            ExprKind::Super => true,
            ExprKind::Variable(name) => &**name == "super",
            _ => false,
        },
        _ => false,
    }
}
