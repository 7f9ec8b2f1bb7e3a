//! Statements.

use super::Machine;
use super::flow::{Arm, Exit};
use super::function::{Arguments, FunctionValue};
use super::generic::Mark;
use super::library::{Outcome, Stop};
use super::scope::{Scope, ScopeKind};
use crate::{Node, Operator, Origin, Term};
use aplomb_script::{
    Block, Element, Expr, ExprKind, Handler, Language, Pattern, Statement, StatementKind,
    SwitchCase,
};

impl Machine<'_> {
    /// Executes statements in order, in the scope there is.
    pub(crate) fn execute_block(&mut self, block: &Block) -> Result<(), Stop> {
        self.hoist_functions(block)?;
        for statement in block {
            self.execute_statement(statement)?;
        }
        Ok(())
    }

    fn hoist_functions(&mut self, block: &Block) -> Result<(), Stop> {
        for statement in block {
            if let StatementKind::Function { name, function, hoisted: true } = &statement.kind {
                let value = self.closure(*function)?;
                let scope = self.activation.scope.clone();
                self.declare_in(&scope, name, value);
            }
        }
        Ok(())
    }

    /// Executes statements in a scope of their own.
    pub(crate) fn execute_scoped(&mut self, block: &Block) -> Result<(), Stop> {
        self.in_block(|m| m.execute_block(block))
    }

    /// Runs in a new block scope.
    pub(crate) fn in_block<T>(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let inner = Scope::inside(&self.activation.scope, ScopeKind::Block);
        let outside = std::mem::replace(&mut self.activation.scope, inner);
        let outcome = body(self);
        self.activation.scope = outside;
        outcome
    }

    pub(super) fn execute_statement(&mut self, statement: &Statement) -> Result<(), Stop> {
        self.span = statement.span;
        self.spend()?;
        self.may_raise_expected(statement)?;
        self.span = statement.span;
        stacker::maybe_grow(128 << 10, 2 << 20, || self.execute_kind(statement))
    }

    fn execute_kind(&mut self, statement: &Statement) -> Result<(), Stop> {
        match &statement.kind {
            StatementKind::Expression(expression) => self.evaluate_statement(expression),
            StatementKind::Declare { scope, pattern, value } => match value {
                Some(value) => {
                    let value = self.evaluate(value)?;
                    self.bind_pattern(Some(*scope), pattern, value)
                }
                None => self.declare_empty(*scope, pattern),
            },
            StatementKind::Function { hoisted: true, .. } => Ok(()),
            StatementKind::Function { name, function, .. } => {
                let value = self.closure(*function)?;
                self.bind_name(name, value);
                Ok(())
            }
            StatementKind::Class { name, class } => {
                let value = self.define_class(*class)?;
                self.bind_name(name, value);
                Ok(())
            }
            StatementKind::If { test, then, otherwise } => {
                let condition = self.test(test)?;
                let undefined = self.terms.undefined();
                if let Some(taken) = self.leaves_for_want_of_rest(statement, condition)? {
                    return self.execute_scoped(if taken { then } else { otherwise });
                }
                self.branch(
                    condition,
                    |m| m.execute_scoped(then).map(|()| undefined),
                    |m| m.execute_scoped(otherwise).map(|()| undefined),
                )
                .map(drop)
            }
            StatementKind::While { test, body, body_first, otherwise } => {
                self.execute_while(None, test, body, *body_first, otherwise)
            }
            StatementKind::For { init, test, update, body } => self.in_block(|m| {
                if let Some(init) = init {
                    m.execute_statement(init)?;
                }
                m.execute_for(None, init.as_deref(), test.as_ref(), update.as_ref(), body)
            }),
            StatementKind::ForEach { scope, pattern, iterable, body, awaits, otherwise } => {
                self.execute_for_each(None, *scope, pattern, iterable, body, *awaits, otherwise)
            }
            StatementKind::ForKeys { scope, pattern, object, body } => {
                self.execute_for_keys(None, *scope, pattern, object, body)
            }
            StatementKind::Switch { subject, cases } => self.execute_switch(subject, cases),
            StatementKind::Return(value) => {
                let value = match value {
                    Some(value) => self.evaluate(value)?,
                    None => self.nothing(),
                };
                Err(self.exit(Exit::Return, value))
            }
            StatementKind::Throw(value) => self.execute_throw(value.as_ref()),
            StatementKind::Try { body, handlers, otherwise, finally } => {
                self.execute_try(body, handlers, otherwise, finally)
            }
            StatementKind::Break(label) => {
                let undefined = self.terms.undefined();
                Err(self.exit(Exit::Break(label.clone()), undefined))
            }
            StatementKind::Continue(label) => {
                let undefined = self.terms.undefined();
                Err(self.exit(Exit::Continue(label.clone()), undefined))
            }
            StatementKind::Block(block) => self.execute_scoped(block),
            StatementKind::Labelled(label, inner) => self.execute_labelled(label, inner),
            StatementKind::With { items, body } => self.execute_with(items, body),
            StatementKind::Delete(target) => self.execute_delete(target),
            StatementKind::Import { source, bindings } => self.execute_import(source, bindings),
            StatementKind::Export { names } => self.execute_export(names),
            StatementKind::ExportDefault(value) => {
                let value = self.evaluate(value)?;
                self.export("default", value)
            }
            StatementKind::ExportFrom { source, names } => {
                self.execute_export_from(source, names.as_deref())
            }
            StatementKind::Outer(names) => {
                let function = self.activation.scope.function();
                names.iter().for_each(|name| function.declare_outer(name.clone()));
                Ok(())
            }
            StatementKind::Assert { test, message } => self.execute_assert(test, message.as_ref()),
            StatementKind::Unsupported(what) => {
                let message = format!("{what} is not supported; what it does is not seen");
                self.problem(message, statement.span);
                Ok(())
            }
        }
    }

    fn bind_name(&mut self, name: &aplomb_script::Name, value: Term) {
        let function = self.activation.scope.function();
        if function.is_outer(name) {
            self.write_variable(name, value);
        } else {
            let scope = match self.dialect().explicit_self {
                true => function,
                false => self.activation.scope.clone(),
            };
            self.declare_in(&scope, name, value);
        }
    }

    fn declare_empty(
        &mut self,
        reach: aplomb_script::Scope,
        pattern: &Pattern,
    ) -> Result<(), Stop> {
        // `var x;` keeps the value x may have.
        if let (aplomb_script::Scope::Function, Pattern::Variable(name, _)) = (reach, pattern) {
            let function = self.activation.scope.function();
            if let Some(slot) = function.own(name)
                && self.state.variables.get(slot).is_some()
            {
                return Ok(());
            }
            if self.dialect().missing_raises {
                return Ok(());
            }
        }
        let undefined = self.terms.undefined();
        self.bind_pattern(Some(reach), pattern, undefined)
    }

    /// What a function without `return` gives: `undefined`, or `None`.
    pub fn nothing(&mut self) -> Term {
        if self.dialect().explicit_self { self.terms.null() } else { self.terms.undefined() }
    }

    fn execute_labelled(
        &mut self,
        label: &aplomb_script::Name,
        inner: &Statement,
    ) -> Result<(), Stop> {
        let everywhere = self.terms.bool(true);
        let undefined = self.terms.undefined();
        let mut arm = self.region(everywhere, |m| {
            m.spend()?;
            match &inner.kind {
                StatementKind::While { test, body, body_first, otherwise } => {
                    m.execute_while(Some(label), test, body, *body_first, otherwise)
                }
                StatementKind::For { init, test, update, body } => m.in_block(|m| {
                    if let Some(init) = init {
                        m.execute_statement(init)?;
                    }
                    let init = init.as_deref();
                    m.execute_for(Some(label), init, test.as_ref(), update.as_ref(), body)
                }),
                StatementKind::ForEach { scope, pattern, iterable, body, awaits, otherwise } => {
                    let label = Some(label);
                    m.execute_for_each(label, *scope, pattern, iterable, body, *awaits, otherwise)
                }
                StatementKind::ForKeys { scope, pattern, object, body } => {
                    m.execute_for_keys(Some(label), *scope, pattern, object, body)
                }
                _ => m.execute_statement(inner),
            }
            .map(|()| undefined)
        })?;
        self.land(&mut arm, &Exit::Break(Some(label.clone())));
        self.resume(arm).map(drop)
    }

    fn execute_switch(&mut self, subject: &Expr, cases: &[SwitchCase]) -> Result<(), Stop> {
        let subject = self.evaluate(subject)?;
        let mut matches = Vec::with_capacity(cases.len());
        let mut any = self.terms.bool(false);
        for case in cases {
            let Some(test) = &case.test else {
                matches.push(None);
                continue;
            };
            let test = self.evaluate(test)?;
            let equal = self.equals(subject, test);
            any = self.terms.or(any, equal);
            matches.push(Some(equal));
        }
        let none = self.terms.not(any);
        let everywhere = self.terms.bool(true);
        let undefined = self.terms.undefined();
        let mut arm = self.region(everywhere, |m| {
            m.in_block(|m| {
                // Control falls from one case into the next unless it breaks out.
                let mut entered = m.terms.bool(false);
                for (case, matched) in cases.iter().zip(matches) {
                    entered = m.terms.or(entered, matched.unwrap_or(none));
                    m.branch(
                        entered,
                        |m| m.execute_block(&case.body).map(|()| undefined),
                        |_| Ok(undefined),
                    )?;
                }
                Ok(undefined)
            })
        })?;
        self.land(&mut arm, &Exit::Break(None));
        self.resume(arm).map(drop)
    }

    fn execute_throw(&mut self, value: Option<&Expr>) -> Result<(), Stop> {
        let value = match value {
            Some(value) => self.evaluate(value)?,
            None => match self.activation.handled.last() {
                Some(&handled) => handled,
                None => return self.throw_error("RuntimeError", "No active exception").map(drop),
            },
        };
        let exception = self.instantiate_exception(value)?;
        self.throw(exception).map(drop)
    }

    /// `raise Class` raises an instance of it.
    fn instantiate_exception(&mut self, value: Term) -> Outcome {
        let value = self.resolve(value);
        let is_made = matches!(
            self.terms.node(value),
            Node::Apply(Operator::Called | Operator::Constructed, _)
        );
        let is_class = self.is_class(value) || (self.is_external(value) && !is_made);
        if self.dialect().explicit_self && is_class {
            let span = self.span;
            return self.invoke(value, None, Arguments::default(), span);
        }
        Ok(value)
    }

    fn execute_try(
        &mut self,
        body: &Block,
        handlers: &[Handler],
        otherwise: &Block,
        finally: &Block,
    ) -> Result<(), Stop> {
        let before = self.mark();
        let everywhere = self.terms.bool(true);
        let mut only_computes = true;
        // Whether this execution reaches them, not another one.
        let place = |handler: &Handler| std::ptr::from_ref(handler) as usize;
        let known: Vec<usize> =
            handlers.iter().map(place).filter(|place| self.entered.remove(place)).collect();
        let arm = self.region(everywhere, |m| {
            let body = |m: &mut Self| m.execute_scoped(body).map(|()| m.terms.undefined());
            let outcome;
            (outcome, only_computes) = m.attempt_once(body, handlers, otherwise, finally);
            outcome.map(|()| m.terms.undefined())
        })?;
        let may_refuse = only_computes && !self.library.knows_kinds();
        let expected: Vec<&Handler> =
            handlers.iter().filter(|handler| may_refuse && self.is_unreached(handler)).collect();
        self.entered.extend(known);
        if expected.is_empty() {
            self.resume(arm)?;
            self.refuse_all_unreached(handlers, &before, only_computes);
            return Ok(());
        }
        // Whoever writes a handler knows that what it takes is raised.
        self.rewind(&before);
        let arm = self.region(everywhere, |m| {
            let body = |m: &mut Self| {
                m.expecting(&expected, |m| m.execute_scoped(body).map(|()| m.terms.undefined()))
            };
            let (outcome, _) = m.attempt_once(body, handlers, otherwise, finally);
            outcome.map(|()| m.terms.undefined())
        })?;
        self.resume(arm)?;
        self.refuse_all_unreached(handlers, &before, only_computes);
        Ok(())
    }

    /// Runs `body` as the body of a `try` statement.
    pub(super) fn attempt(
        &mut self,
        body: impl FnOnce(&mut Self) -> Outcome,
        handlers: &[Handler],
        otherwise: &Block,
        finally: &Block,
    ) -> Result<(), Stop> {
        let before = self.mark();
        let (outcome, only_computes) = self.attempt_once(body, handlers, otherwise, finally);
        self.refuse_all_unreached(handlers, &before, only_computes);
        outcome
    }

    /// The same without asking which handlers were reached; says whether the body only computes.
    fn attempt_once(
        &mut self,
        body: impl FnOnce(&mut Self) -> Outcome,
        handlers: &[Handler],
        otherwise: &Block,
        finally: &Block,
    ) -> (Result<(), Stop>, bool) {
        let before = self.trace.steps.len();
        let mut only_computes = true;
        let body = |m: &mut Self| {
            let handles = u32::from(!handlers.is_empty());
            m.guarding += handles;
            let risked = m.risked;
            m.risked = if handles == 0 { risked } else { 0 };
            let outcome = body(m);
            m.risked = risked;
            m.guarding -= handles;
            only_computes = m.trace.steps.len() == before;
            outcome
        };
        let handled = |m: &mut Self| {
            let body = |m: &mut Self| {
                let around = m.tried;
                m.tried += usize::from(!handlers.is_empty());
                let outcome = body(m);
                m.tried = around;
                outcome
            };
            m.handled(
                body,
                |m, _| m.execute_scoped(otherwise).map(|()| m.terms.undefined()),
                |m, exception| m.handle(handlers, exception),
            )
        };
        let outcome = match finally.is_empty() {
            true => handled(self).map(drop),
            false => self.finally(handled, |m, _| m.execute_scoped(finally)),
        };
        (outcome, only_computes)
    }

    /// Whether nothing reaches a handler, as far as is known.
    fn is_unreached(&self, handler: &Handler) -> bool {
        let place = std::ptr::from_ref(handler) as usize;
        self.world.is_none() && !self.entered.contains(&place)
    }

    fn refuse_all_unreached(&mut self, handlers: &[Handler], before: &Mark, only_computes: bool) {
        for handler in handlers {
            self.refuse_unreached(handler, before, only_computes);
        }
    }

    /// A handler that nothing reaches, as far as is known, although it takes what any
    /// computation may raise (a text that is no JSON, a field that is not there): if it does
    /// more than compute, nobody looked at what it does.
    fn refuse_unreached(&mut self, handler: &Handler, before: &Mark, only_computes: bool) {
        if !self.is_unreached(handler) {
            return;
        }
        let raised = match &handler.types {
            Some(types) => names_in(types).iter().any(|name| COMPUTATIONS_RAISE.contains(name)),
            None => only_computes,
        } || only_computes;
        let Some(first) = handler.body.first() else { return };
        if !raised {
            return;
        }
        let span = first.span;
        let after = self.mark();
        self.return_to(before);
        let everywhere = self.terms.bool(true);
        let unknown = self.terms.fresh_symbol("exception", Origin::Unknown);
        let _ = self.region(everywhere, |m| m.take_exception(handler, unknown));
        let acts = self.trace.steps.len() > after.steps();
        self.rewind(&after);
        if acts {
            self.problem("what raises the exception that this handler takes is not known", span);
        }
    }

    /// Runs the body of a handler.
    fn take_exception(&mut self, handler: &Handler, exception: Term) -> Outcome {
        self.activation.handled.push(exception);
        let outcome = self.in_block(|m| {
            if let Some(pattern) = &handler.binding {
                let scope = match m.dialect().explicit_self {
                    true => m.activation.scope.function(),
                    false => m.activation.scope.clone(),
                };
                m.declare(&scope, pattern, exception)?;
            }
            m.execute_block(&handler.body)?;
            // The name is gone after the handler.
            if let (Some(Pattern::Variable(name, _)), Some(unbound)) =
                (&handler.binding, m.unbound())
            {
                let scope = m.activation.scope.function();
                m.declare_in(&scope, name, unbound);
            }
            Ok(())
        });
        self.activation.handled.pop();
        outcome?;
        Ok(self.terms.undefined())
    }

    /// Runs `body`, then `last` on every path that leaves it, whichever way; `last`
    /// gets the exception that leaves, or `null`.
    pub(super) fn finally(
        &mut self,
        body: impl FnOnce(&mut Self) -> Outcome,
        last: impl FnOnce(&mut Self, Term) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.finally_or_swallow(body, |m, raised| {
            last(m, raised)?;
            Ok(m.terms.bool(false))
        })
    }

    /// The same; where what `last` gives is true, the exception that leaves `body` is swallowed.
    pub(super) fn finally_or_swallow(
        &mut self,
        body: impl FnOnce(&mut Self) -> Outcome,
        last: impl FnOnce(&mut Self, Term) -> Outcome,
    ) -> Result<(), Stop> {
        let everywhere = self.terms.bool(true);
        let mut arm = self.region(everywhere, body)?;
        let mut state = arm.value.is_some().then(|| arm.state.clone());
        for (_, pending) in &arm.exits {
            state = Some(match state {
                Some(state) => self.join_states(pending.condition, &pending.state, &state),
                None => pending.state.clone(),
            });
        }
        self.state = state.unwrap_or_else(|| arm.state.clone());
        let mut raised = self.terms.null();
        if let Some((_, thrown)) = arm.exits.iter().find(|(exit, _)| *exit == Exit::Throw) {
            raised = self.terms.ite(thrown.condition, thrown.value, raised);
        }
        let swallows = last(self, raised)?;
        for (exit, pending) in &mut arm.exits {
            pending.state = self.state.clone();
            if *exit == Exit::Throw {
                let swallowed = self.terms.and(pending.condition, swallows);
                let raises = self.terms.not(swallows);
                pending.condition = self.terms.and(pending.condition, raises);
                if !self.terms.is_false(swallowed) {
                    arm.live = self.terms.or(arm.live, swallowed);
                    arm.value.get_or_insert_with(|| self.terms.undefined());
                }
            }
        }
        arm.exits.retain(|(_, pending)| !self.terms.is_false(pending.condition));
        arm.state = self.state.clone();
        self.resume(arm).map(drop)
    }

    /// Runs `body`; where it ends, `normally`; where it raises, `handler`.
    pub(crate) fn handled(
        &mut self,
        body: impl FnOnce(&mut Self) -> Outcome,
        normally: impl FnOnce(&mut Self, Term) -> Outcome,
        handler: impl FnOnce(&mut Self, Term) -> Outcome,
    ) -> Outcome {
        let everywhere = self.terms.bool(true);
        let mut arm = self.region(everywhere, body)?;
        let thrown = arm.take(&Exit::Throw);
        let arm = self.extend(arm, normally)?;
        let Some(thrown) = thrown else { return self.resume(arm) };
        let before = std::mem::replace(&mut self.state, thrown.state);
        let handled = self.region(thrown.condition, |m| handler(m, thrown.value));
        self.state = before;
        self.join(thrown.condition, handled?, arm)
    }

    /// Goes on after a region as part of it.
    fn extend(
        &mut self,
        arm: Arm,
        body: impl FnOnce(&mut Self, Term) -> Outcome,
    ) -> Result<Arm, Stop> {
        let Some(value) = arm.value else { return Ok(arm) };
        let before = std::mem::replace(&mut self.state, arm.state);
        let inner = self.region(arm.live, |m| body(m, value));
        self.state = before;
        let inner = inner?;
        let mut exits = arm.exits;
        for (exit, mut pending) in inner.exits {
            pending.condition = self.terms.and(arm.live, pending.condition);
            match exits.iter_mut().find(|(known, _)| *known == exit) {
                Some((_, known)) => {
                    let condition = known.condition;
                    known.value = self.terms.ite(condition, known.value, pending.value);
                    known.state = self.join_states(condition, &known.state, &pending.state);
                    known.condition = self.terms.or(condition, pending.condition);
                }
                None => exits.push((exit, pending)),
            }
        }
        let live = self.terms.and(arm.live, inner.live);
        Ok(Arm { value: inner.value, live, state: inner.state, exits })
    }

    fn handle(&mut self, handlers: &[Handler], exception: Term) -> Outcome {
        let Some((handler, others)) = handlers.split_first() else {
            return self.throw(exception);
        };
        let taken = match &handler.types {
            Some(types) => {
                let types = self.evaluate(types)?;
                self.is_instance(exception, types)
            }
            None => self.terms.bool(true),
        };
        self.branch(
            taken,
            |m| {
                m.entered.insert(std::ptr::from_ref(handler) as usize);
                m.take_exception(handler, exception)
            },
            |m| m.handle(others, exception),
        )
    }

    pub(crate) fn execute_delete(&mut self, target: &Expr) -> Result<(), Stop> {
        match &target.kind {
            ExprKind::Member { object, name, .. } => {
                let object = self.evaluate(object)?;
                if self.is_python()
                    && let Some(found) = self.lookup(object, name)?
                    && let Some(FunctionValue::Accessor { .. }) =
                        self.function_value(found).as_deref()
                {
                    let span = target.span;
                    self.problem("deleting a property is not supported", span);
                }
                let key = self.terms.string(name.clone());
                self.delete_index(object, key)
            }
            ExprKind::Item { object, index, .. } => {
                let object = self.evaluate(object)?;
                let index = self.evaluate(index)?;
                self.delete_index(object, index)
            }
            ExprKind::Slice { .. } => {
                let span = target.span;
                self.problem("del of a slice is not supported", span);
                Ok(())
            }
            ExprKind::Variable(name) => {
                if let Some(unbound) = self.unbound() {
                    self.read_variable(name)?;
                    self.write_variable(name, unbound);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn execute_assert(&mut self, test: &Expr, message: Option<&Expr>) -> Result<(), Stop> {
        let condition = self.test(test)?;
        let undefined = self.terms.undefined();
        self.branch(
            condition,
            |_| Ok(undefined),
            |m| {
                let message = match message {
                    Some(message) => m.evaluate(message)?,
                    None => m.terms.string(""),
                };
                let exception = m.error(&["AssertionError"], message, &[]);
                m.throw(exception)
            },
        )
        .map(drop)
    }

    /// Evaluates a condition to a truth value.
    pub(crate) fn test(&mut self, test: &Expr) -> Outcome {
        // `!`, `&&` and `||` of conditions are conditions, whatever their values.
        match &test.kind {
            ExprKind::Unary { operator: aplomb_script::UnaryOperator::Not, operand } => {
                let condition = self.test(operand)?;
                Ok(self.terms.not(condition))
            }
            ExprKind::Logical { operator, left, right } => {
                use aplomb_script::LogicalOperator::{And, Coalesce, Or};
                if *operator == Coalesce {
                    let value = self.evaluate(test)?;
                    return Ok(self.truth(value));
                }
                let left = self.test(left)?;
                let stop = self.terms.bool(*operator == Or);
                if *operator == And {
                    self.branch(left, |m| m.test(right), |_| Ok(stop))
                } else {
                    self.branch(left, |_| Ok(stop), |m| m.test(right))
                }
            }
            _ => {
                let value = self.evaluate(test)?;
                Ok(self.truth(value))
            }
        }
    }

    /// Uses up a little of the budget.
    pub(crate) fn spend(&mut self) -> Result<(), Stop> {
        self.spend_on_value().ok_or(Stop(super::library::Why::Run))
    }

    /// Uses up a little of the budget for a part of a value that is gone through: values that
    /// share their parts (`x = [x, x]`, many times) are larger than anybody could go through.
    /// Where nothing is left, the run ends with the next step.
    pub(crate) fn spend_on_value(&mut self) -> Option<()> {
        if self.fuel == 0 || self.terms.len() > self.most_terms {
            if self.ended.is_none() {
                self.give_up(
                    "the function does too much to follow (budget used up); \
                     check a smaller part of it"
                        .into(),
                );
            }
            return None;
        }
        self.fuel -= 1;
        Some(())
    }

    /// The logical value of an equality that is decided in a program.
    pub(crate) fn equals(&mut self, left: Term, right: Term) -> Term {
        if let Some(told) = self.equals_either(left, right) {
            return told;
        }
        if let Some(told) = self.refuse_comparison(left, right) {
            return told;
        }
        if let Some(told) = self.refuse_sum(left, right) {
            return told;
        }
        let (left, right) = (self.comparable(left), self.comparable(right));
        if left == right && matches!(self.terms.node(left), Node::Number(n) if n.get().is_nan()) {
            return self.terms.bool(false);
        }
        if left == right && self.is_python() && self.comes_from_nan(left) {
            let is_nan = self.terms.pure("isNaN", &[left]);
            let is_nan = self.terms.apply(Operator::Truthy, &[is_nan]);
            return self.terms.not(is_nan);
        }
        if left == right {
            return self.equals_itself(left);
        }
        let (left, right) = match self.dialect().language {
            Language::Python => self.with_numbers(left, right),
            _ => (left, right),
        };
        self.terms.apply(Operator::Equal, &[left, right])
    }
}

impl Machine<'_> {
    /// In Python, where objects are equal that hold the same, the answer for each of the objects
    /// that one side may be.
    fn equals_either(&mut self, left: Term, right: Term) -> Option<Term> {
        if !self.is_python() {
            return None;
        }
        for (side, other) in [(left, right), (right, left)] {
            let side = self.resolve(side);
            if let Node::Apply(Operator::Ite, parts) = self.terms.node(side).clone()
                && self.must_distribute(side)
            {
                let then = self.equals(parts[1], other);
                let otherwise = self.equals(parts[2], other);
                return Some(self.terms.ite(parts[0], then, otherwise));
            }
        }
        None
    }

    /// The number that a truth value is in Python.
    pub(super) fn number_of_truth(&mut self, truth: Term) -> Term {
        let (one, zero) = (self.terms.number(1.0), self.terms.number(0.0));
        self.terms.ite(truth, one, zero)
    }

    /// Two values that Python compares, truth values as the numbers they are where the other
    /// side has a number.
    pub(super) fn with_numbers(&mut self, left: Term, right: Term) -> (Term, Term) {
        match (self.terms.node(left).clone(), self.terms.node(right).clone()) {
            _ if self.terms.is_truth(left) && self.terms.is_number(right) => {
                (self.number_of_truth(left), right)
            }
            _ if self.terms.is_number(left) && self.terms.is_truth(right) => {
                (left, self.number_of_truth(right))
            }
            (Node::List(items), Node::List(others)) if items.len() == others.len() => {
                let pairs: Vec<(Term, Term)> = items
                    .iter()
                    .zip(others.iter())
                    .map(|(&a, &b)| self.with_numbers(a, b))
                    .collect();
                let (items, others): (Vec<Term>, Vec<Term>) = pairs.into_iter().unzip();
                (self.terms.list(items), self.terms.list(others))
            }
            (Node::Record(keys, values), Node::Record(names, others)) if keys == names => {
                let pairs: Vec<(Term, Term)> = values
                    .iter()
                    .zip(others.iter())
                    .map(|(&a, &b)| self.with_numbers(a, b))
                    .collect();
                let fields = |side: Vec<Term>| keys.iter().cloned().zip(side).collect::<Vec<_>>();
                let (values, others): (Vec<Term>, Vec<Term>) = pairs.into_iter().unzip();
                (self.terms.record(fields(values)), self.terms.record(fields(others)))
            }
            _ => (left, right),
        }
    }
}

/// What computations raise by themselves.
const COMPUTATIONS_RAISE: [&str; 13] = [
    "ValueError",
    "TypeError",
    "KeyError",
    "IndexError",
    "LookupError",
    "AttributeError",
    "ArithmeticError",
    "ZeroDivisionError",
    "OverflowError",
    "UnicodeError",
    "UnicodeDecodeError",
    "JSONDecodeError",
    "InvalidOperation",
];

/// What of the types of a handler computations raise by themselves.
pub(super) fn raised_by_computations(types: &Expr) -> Option<&'static str> {
    let names = names_in(types);
    match names.iter().any(|name| matches!(*name, "Exception" | "BaseException")) {
        true => Some("Exception"),
        false => COMPUTATIONS_RAISE.into_iter().find(|known| names.contains(known)),
    }
}

/// The names that an expression for the types of a handler mentions.
fn names_in(types: &Expr) -> Vec<&str> {
    match &types.kind {
        ExprKind::Variable(name) | ExprKind::Member { name, .. } => vec![name],
        ExprKind::List(elements) | ExprKind::Tuple(elements) => {
            let items = elements.iter().filter_map(|element| match element {
                Element::Item(item) => Some(item),
                _ => None,
            });
            items.flat_map(names_in).collect()
        }
        _ => Vec::new(),
    }
}
