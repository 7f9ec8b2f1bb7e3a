//! Variables and patterns: declaring, reading, assigning, taking apart.

use super::Machine;
use super::heap::{Body, Field, Flavour, List, ListKind, Record, Segment};
use super::library::{Outcome, Stop};
use super::scope::{Scope, ScopeKind};
use super::touch::Kind;
use crate::builtins;
use crate::{Node, Operator, Term};
use aplomb_script::{
    Block, Dialect, Expr, ExprKind, FunctionId, Key, Language, Name, Pattern, Scope as Reach,
    Statement, StatementKind,
};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Stands for the value of a variable that has none.
const UNBOUND: &str = "an unbound variable";

impl Machine<'_> {
    /// Gives a name declared in a scope a value.
    pub(crate) fn declare_in(&mut self, scope: &Scope, name: &Name, value: Term) {
        let slot = match scope.own(name) {
            Some(slot) => slot,
            None => {
                let slot = self.next_variable;
                self.next_variable += 1;
                scope.bind(name.clone(), slot);
                self.note_declared(slot, name);
                slot
            }
        };
        self.state.variables.set(slot, value);
    }

    /// The value of a name.
    pub(crate) fn read_variable(&mut self, name: &Name) -> Outcome {
        if let Some(slot) = self.activation.scope.lookup(name) {
            self.note_read(slot);
            self.touch_variable(slot, Kind::Read);
            return match self.state.variables.get(slot) {
                Some(&value) if self.may_be_unbound(value) => {
                    let value = self.bound(name, value)?;
                    self.state.variables.set(slot, value);
                    Ok(value)
                }
                Some(&value) => Ok(self.inherited(slot, name, value)),
                None if self.dialect().missing_raises => self.throw_unbound(name),
                None => Ok(self.terms.undefined()),
            };
        }
        if let Some(value) = builtins::global(self, name) {
            return Ok(value);
        }
        let library = self.library;
        match library.global(self, name) {
            Some(value) => Ok(value),
            None => {
                if !builtins::is_declared(self, name) {
                    let span = self.span;
                    self.problem(
                        format!("no module declares `{name}`, and reading it throws"),
                        span,
                    );
                }
                Ok(self.terms.external(name.clone()))
            }
        }
    }

    /// Whether an expression is a name that stands for nothing at all.
    pub(crate) fn is_undeclared(&mut self, expr: &Expr) -> bool {
        let ExprKind::Variable(name) = &expr.kind else { return false };
        let library = self.library;
        self.activation.scope.lookup(name).is_none()
            && builtins::global(self, name).is_none()
            && library.global(self, name).is_none()
            && !builtins::is_declared(self, name)
    }

    /// What a variable holds on paths that never gave it a value, in languages where
    /// reading it then fails.
    pub(crate) fn unbound(&mut self) -> Option<Term> {
        self.dialect().missing_raises.then(|| self.terms.external(UNBOUND))
    }

    pub(crate) fn may_be_unbound(&self, value: Term) -> bool {
        let mut open = vec![value];
        let mut seen = FxHashSet::default();
        while let Some(at) = open.pop() {
            match self.terms.node(at) {
                Node::External(name) if &**name == UNBOUND => return true,
                Node::Apply(Operator::Ite, parts) if seen.insert(at) => {
                    open.extend_from_slice(&parts[1..]);
                }
                _ => {}
            }
        }
        false
    }

    /// Raises what Python does where a variable has no value.
    fn throw_unbound(&mut self, name: &Name) -> Outcome {
        let function = self.activation.scope.function();
        let is_local = function.kind != ScopeKind::Module && function.own(name).is_some();
        let class = if is_local { "UnboundLocalError" } else { "NameError" };
        self.throw_error(class, &format!("name '{name}' has no value"))
    }

    /// The value of a variable; where it has none, reading it raises.
    fn bound(&mut self, name: &Name, value: Term) -> Outcome {
        match self.terms.node(value).clone() {
            Node::External(marker) if &*marker == UNBOUND => self.throw_unbound(name),
            Node::Apply(Operator::Ite, parts) if self.may_be_unbound(value) => {
                self.branch(parts[0], |m| m.bound(name, parts[1]), |m| m.bound(name, parts[2]))
            }
            _ => Ok(value),
        }
    }

    /// Gives an existing name a value, or makes a new one.
    pub(crate) fn write_variable(&mut self, name: &Name, value: Term) {
        let scope = self.activation.scope.clone();
        let function = scope.function();
        let python = self.dialect().language == Language::Python;
        if python && function.kind != ScopeKind::Module {
            let slot = if function.is_outer(name) {
                function.parent.as_ref().and_then(|parent| parent.lookup(name))
            } else {
                scope.own(name)
            };
            match slot {
                Some(slot) => {
                    self.note_assigned(slot, name, value);
                    self.touch_variable(slot, self.written(value));
                    self.state.variables.set(slot, value);
                }
                None if function.is_outer(name) => {
                    let module = self.module_scope(&scope);
                    self.declare_in(&module, name, value);
                }
                None => self.declare_in(&function, name, value),
            }
            return;
        }
        if scope.is_fixed(name) {
            let span = self.span;
            self.problem(format!("`{name}` is a constant, and assigning it throws"), span);
        }
        match scope.lookup(name) {
            Some(slot) => {
                self.note_assigned(slot, name, value);
                self.touch_variable(slot, self.written(value));
                self.state.variables.set(slot, value);
            }
            None => {
                // A strict program throws here, and a handler of its own sees that.
                if !python && self.guarding > 0 {
                    let span = self.span;
                    self.problem(format!("no module declares `{name}`, which is assigned"), span);
                }
                let module = self.module_scope(&scope);
                self.declare_in(&module, name, value);
            }
        }
    }

    fn module_scope(&self, scope: &Rc<Scope>) -> Rc<Scope> {
        let mut scope = scope.clone();
        while let Some(parent) = scope.parent.clone() {
            scope = parent;
        }
        scope
    }

    /// Declares the names of a pattern and gives them the parts of a value.
    pub(crate) fn declare(
        &mut self,
        scope: &Rc<Scope>,
        pattern: &Pattern,
        value: Term,
    ) -> Result<(), Stop> {
        let scope = scope.clone();
        self.take_apart(pattern, value, &mut |m, name, value| m.declare_in(&scope, name, value))
    }

    /// Assigns the parts of a value to the places of a pattern.
    pub(crate) fn assign(&mut self, pattern: &Pattern, value: Term) -> Result<(), Stop> {
        self.take_apart(pattern, value, &mut |m, name, value| m.write_variable(name, value))
    }

    /// Binds by a declaration with this reach, or assigns if it has none.
    pub(crate) fn bind_pattern(
        &mut self,
        reach: Option<Reach>,
        pattern: &Pattern,
        value: Term,
    ) -> Result<(), Stop> {
        let scope = self.activation.scope.clone();
        match reach {
            Some(Reach::Block) => self.declare(&scope, pattern, value),
            Some(Reach::Constant) => {
                self.declare(&scope, pattern, value)?;
                for name in pattern.names() {
                    scope.fix(name.clone());
                }
                Ok(())
            }
            Some(Reach::Function) => {
                let function = scope.function();
                self.take_apart(pattern, value, &mut |m, name, value| match function.is_outer(name)
                {
                    true => m.write_variable(name, value),
                    false => m.declare_in(&function, name, value),
                })
            }
            None => self.assign(pattern, value),
        }
    }

    /// Whether an assignment finds out where it writes before it computes what: JavaScript's
    /// does, Python's does not.
    pub(super) fn finds_target_first(&self) -> bool {
        !self.is_python()
    }

    /// The object and the key that a target names, if it names some.
    pub(super) fn place(&mut self, target: &Pattern) -> Result<Option<(Term, Option<Term>)>, Stop> {
        Ok(match target {
            Pattern::Member(object, ..) => Some((self.evaluate_owner(object)?, None)),
            Pattern::Item(object, index, _) => {
                let object = self.evaluate_owner(object)?;
                Some((object, Some(self.evaluate(index)?)))
            }
            _ => None,
        })
    }

    /// Assigns to a place that was found before.
    pub(super) fn assign_at(
        &mut self,
        place: Option<(Term, Option<Term>)>,
        target: &Pattern,
        value: Term,
    ) -> Result<(), Stop> {
        match (place, target) {
            (Some((object, _)), Pattern::Member(_, name, span)) => {
                self.span = *span;
                let key = self.terms.string(name.clone());
                self.touch_object(object, Some(key), self.written(value));
                self.set_attribute(object, name, value)
            }
            (Some((object, Some(index))), Pattern::Item(_, _, span)) => {
                self.span = *span;
                self.touch_object(object, Some(index), self.written(value));
                self.set_index(object, index, value)
            }
            _ => self.assign(target, value),
        }
    }

    fn take_apart(
        &mut self,
        pattern: &Pattern,
        value: Term,
        bind: &mut dyn FnMut(&mut Self, &Name, Term),
    ) -> Result<(), Stop> {
        match pattern {
            Pattern::Variable(name, _) => bind(self, name, value),
            Pattern::Member(..) | Pattern::Item(..) => {
                let place = self.place(pattern)?;
                self.assign_at(place, pattern, value)?;
            }
            Pattern::List { items, rest } => self.take_list_apart(items, rest, value, bind)?,
            Pattern::Record { fields, rest } => {
                self.take_record_apart(fields, rest, value, bind)?
            }
            Pattern::Default(inner, default) => {
                let value = self.or_default(value, default)?;
                self.take_apart(inner, value, bind)?;
            }
        }
        Ok(())
    }

    /// The value, or where it is undefined a default.
    fn or_default(&mut self, value: Term, default: &Expr) -> Outcome {
        let undefined = self.terms.undefined();
        let missing = self.terms.equal(value, undefined);
        // An unknown value is taken to be there unless it visibly may not be.
        if self.terms.as_bool(missing).is_none() && !self.may_be_undefined(value) {
            let fallback = self.branch(missing, |m| m.evaluate(default), |_| Ok(value))?;
            return Ok(fallback);
        }
        self.branch(missing, |m| m.evaluate(default), |_| Ok(value))
    }

    fn take_list_apart(
        &mut self,
        items: &[Option<Pattern>],
        rest: &Option<(usize, Box<Pattern>)>,
        value: Term,
        bind: &mut dyn FnMut(&mut Self, &Name, Term),
    ) -> Result<(), Stop> {
        let value = self.in_some_order(value);
        if matches!(self.terms.node(value), Node::Undefined | Node::Null) {
            self.throw_error("TypeError", "object is not iterable")?;
        }
        self.require_iterable(value)?;
        let value = self.as_sequence(value);
        let known = self.items(value);
        let before = rest.as_ref().map_or(items.len(), |(index, _)| *index);
        if let Some(known) = &known
            && self.dialect().missing_raises
            && (known.len() < items.len() || (rest.is_none() && known.len() > items.len()))
        {
            let message = format!(
                "not enough or too many values to unpack (expected {}, got {})",
                items.len(),
                known.len()
            );
            self.throw_error("ValueError", &message)?;
        }
        for (index, item) in items.iter().enumerate() {
            let Some(item) = item else { continue };
            let from_end = index >= before;
            let part = match &known {
                Some(known) => {
                    let place = if from_end { known.len() + index - items.len() } else { index };
                    known.get(place).copied().unwrap_or_else(|| self.terms.undefined())
                }
                None => {
                    let place =
                        if from_end { index as f64 - items.len() as f64 } else { index as f64 };
                    let place = self.terms.number(place);
                    let part = self.get_index(value, place)?;
                    self.looks_at(part);
                    part
                }
            };
            self.take_apart(item, part, bind)?;
        }
        if let Some((index, pattern)) = rest {
            let behind = items.len() - index;
            let part = match &known {
                Some(known) => {
                    let end = known.len().saturating_sub(behind).max(*index);
                    let middle = known.get(*index..end).unwrap_or_default().to_vec();
                    self.new_list(middle)
                }
                None => {
                    let frozen = self.freeze(value);
                    let from = self.terms.number(*index as f64);
                    let to = self.terms.number(-(behind as f64));
                    let slice = self.terms.pure("slice", &[frozen, from, to]);
                    self.list_of(slice)
                }
            };
            self.take_apart(pattern, part, bind)?;
        }
        Ok(())
    }

    /// A list object for a list term of unknown length.
    pub(crate) fn list_of(&mut self, list: Term) -> Term {
        let present = self.terms.bool(true);
        let segments = match self.terms.node(list).clone() {
            Node::List(items) => {
                let item = |&value: &Term| Segment::Item(Field { value, present });
                items.iter().map(item).collect()
            }
            _ => vec![Segment::Many { list, present, generic: None }],
        };
        self.allocate(Body::List(List { segments, kind: ListKind::List }))
    }

    fn take_record_apart(
        &mut self,
        fields: &[(Key, Pattern)],
        rest: &Option<Box<Pattern>>,
        value: Term,
        bind: &mut dyn FnMut(&mut Self, &Name, Term),
    ) -> Result<(), Stop> {
        let mut taken = Vec::new();
        for (key, pattern) in fields {
            let key = match key {
                Key::Static(name) => self.terms.string(name.clone()),
                Key::Computed(expression) => self.evaluate(expression)?,
            };
            taken.push(key);
            let part = self.get_index(value, key)?;
            self.take_apart(pattern, part, bind)?;
        }
        if let Some(pattern) = rest {
            let record = Record::new(Flavour::Plain);
            let copy = self.allocate(Body::Record(record));
            self.spread_into(copy, value)?;
            for key in taken {
                self.remove_field(copy, key);
            }
            self.take_apart(pattern, copy, bind)?;
        }
        Ok(())
    }

    /// Copies all fields of a value into a record (`{...value}`).
    pub fn spread_into(&mut self, record: Term, value: Term) -> Result<(), Stop> {
        let value = self.resolve(value);
        if self.attributes.contains(&record) {
            let span = self.span;
            self.problem(
                "changing the dictionary of an object's attributes is not supported",
                span,
            );
        }
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(value).clone()
            && self.must_distribute(value)
        {
            self.branch(
                parts[0],
                |m| m.spread_into(record, parts[1]).map(|()| record),
                |m| m.spread_into(record, parts[2]).map(|()| record),
            )?;
            return Ok(());
        }
        if let Some(source) = self.record(value).cloned() {
            let inside = matches!(source.flavour, Flavour::Map | Flavour::Set | Flavour::Date);
            if inside && !self.is_python() {
                let span = self.span;
                self.problem("a Map, a Set or a Date that is spread is not supported", span);
            }
            // Which fields of an error are its own, and listed, is not followed.
            if self.is_listed_error(value) {
                let own = self.frozen_pure("own fields", &[value]);
                self.merge_base(record, own);
                return Ok(());
            }
            if let Some(base) = source.base {
                self.merge_base(record, base);
            }
            for (key, field) in self.in_key_order(&source) {
                self.refuse_getter(field.value);
                self.merge_field(record, key, field);
            }
            return Ok(());
        }
        if let Some(items) = self.is_list(value).then(|| self.items(value)).flatten() {
            for (index, item) in items.into_iter().enumerate() {
                let key = self.terms.string(index.to_string());
                let present = self.terms.bool(true);
                self.merge_field(record, key, Field { value: item, present });
            }
            return Ok(());
        }
        match self.terms.node(value) {
            Node::Undefined | Node::Null | Node::Absent | Node::Bool(_) | Node::Number(_) => {}
            _ => {
                let frozen = self.freeze(value);
                self.merge_base(record, frozen);
            }
        }
        Ok(())
    }

    /// Gives a record the fields of a value that it does not have yet.
    pub(crate) fn spread_under(&mut self, record: Term, value: Term) -> Result<(), Stop> {
        let own = self.record(record).map(|record| record.fields.clone()).unwrap_or_default();
        self.spread_into(record, value)?;
        for (key, field) in own {
            self.merge_field(record, key, field);
        }
        Ok(())
    }

    fn merge_base(&mut self, record: Term, base: Term) {
        let frozen = self.freeze(record);
        let merged = self.terms.apply(Operator::Merge, &[frozen, base]);
        self.note_filled(record);
        if let Some(record) = self.record_mut(record) {
            record.base = Some(merged);
            record.fields.clear();
        }
    }

    fn merge_field(&mut self, record: Term, key: Term, field: Field) {
        let Some(target) = self.record(record) else { return };
        let field = match self.terms.is_true(field.present) {
            true => field,
            false => {
                let old = target.clone().field(self.terms, key);
                let value = self.terms.ite(field.present, field.value, old.value);
                let present = self.terms.or(field.present, old.present);
                Field { value, present }
            }
        };
        self.note_stored(record, key, field.value);
        if let Some(record) = self.record_mut(record) {
            record.fields.insert(key, field);
        }
    }

    /// Declares what a function declares at its start: hoisted functions by
    /// their block, JavaScript's `var` names, and the names that a function of
    /// Python assigns, which have no value yet.
    pub(crate) fn hoist_function(&mut self, id: FunctionId) {
        let function = self.program.function(id);
        let names = match self.hoisted.get(&id) {
            Some(names) => names.clone(),
            None => {
                let mut names = Names::of(&function.dialect);
                names.block(&function.body);
                names.found.retain(|name| !names.outer.contains(name));
                let names: Rc<[Name]> = names.found.into();
                self.hoisted.insert(id, names.clone());
                names
            }
        };
        let scope = self.activation.scope.clone();
        // Loops change them too, so that they must have been there before.
        let nothing = self.unbound().unwrap_or_else(|| self.terms.undefined());
        for name in names.iter().filter(|name| scope.own(name).is_none()) {
            self.declare_in(&scope, name, nothing);
        }
    }
}

/// The names declared with function scope in a block, not in inner functions.
struct Names {
    found: Vec<Name>,
    /// Names that belong to an outer scope.
    outer: Vec<Name>,
    /// Whether assigning a name declares it.
    by_assignment: bool,
}

impl Names {
    fn of(dialect: &Dialect) -> Self {
        let by_assignment = dialect.assignment_declares;
        Names { found: Vec::new(), outer: Vec::new(), by_assignment }
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Declare { scope: Reach::Function, pattern, .. } => {
                pattern_names(pattern, &mut self.found);
            }
            StatementKind::Expression(expression) => self.assigned(expression),
            StatementKind::Outer(names) => self.outer.extend_from_slice(names),
            StatementKind::If { then, otherwise, .. } => {
                self.block(then);
                self.block(otherwise);
            }
            StatementKind::While { body, otherwise, .. } => {
                self.block(body);
                self.block(otherwise);
            }
            StatementKind::For { init, body, .. } => {
                if let Some(init) = init {
                    self.statement(init);
                }
                self.block(body);
            }
            StatementKind::ForEach { scope, pattern, body, otherwise, .. } => {
                self.item(*scope, pattern);
                self.block(body);
                self.block(otherwise);
            }
            StatementKind::ForKeys { scope, pattern, body, .. } => {
                self.item(*scope, pattern);
                self.block(body);
            }
            StatementKind::Switch { cases, .. } => {
                for case in cases {
                    self.block(&case.body);
                }
            }
            StatementKind::Try { body, handlers, otherwise, finally } => {
                self.block(body);
                for handler in handlers {
                    self.block(&handler.body);
                }
                self.block(otherwise);
                self.block(finally);
            }
            StatementKind::With { items, body } => {
                for pattern in items.iter().filter_map(|(_, pattern)| pattern.as_ref()) {
                    self.item(None, pattern);
                }
                self.block(body);
            }
            StatementKind::Block(block) => self.block(block),
            StatementKind::Labelled(_, inner) => self.statement(inner),
            _ => {}
        }
    }

    /// The name that a loop or a context gives a value.
    fn item(&mut self, scope: Option<Reach>, pattern: &Pattern) {
        if scope == Some(Reach::Function) || (scope.is_none() && self.by_assignment) {
            pattern_names(pattern, &mut self.found);
        }
    }

    /// The names that a statement assigns, `a = b = 1` both.
    fn assigned(&mut self, expression: &Expr) {
        let mut at = expression;
        while let ExprKind::Assign { target, value } = &at.kind
            && self.by_assignment
        {
            pattern_names(target, &mut self.found);
            at = value;
        }
    }
}

fn pattern_names(pattern: &Pattern, names: &mut Vec<Name>) {
    match pattern {
        Pattern::Variable(name, _) => names.push(name.clone()),
        Pattern::Member(..) | Pattern::Item(..) => {}
        Pattern::List { items, rest } => {
            for item in items.iter().flatten() {
                pattern_names(item, names);
            }
            if let Some((_, rest)) = rest {
                pattern_names(rest, names);
            }
        }
        Pattern::Record { fields, rest } => {
            for (_, pattern) in fields {
                pattern_names(pattern, names);
            }
            if let Some(rest) = rest {
                pattern_names(rest, names);
            }
        }
        Pattern::Default(inner, _) => pattern_names(inner, names),
    }
}
