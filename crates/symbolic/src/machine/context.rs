//! Context managers: `with` blocks, and generators that stand around them.
//!
//! A generator under `@contextmanager` runs to its `yield` when a block is entered, waits
//! there, and goes on when the block is left: with the exception that leaves it, if there
//! is one.

use super::function::{Arguments, FunctionValue};
use super::library::{Call, Outcome, Stop};
use super::scope::{Scope, ScopeKind};
use super::{Activation, Exit, Machine};
use crate::{Term, builtins};
use aplomb_script::{Block, Expr, ExprKind, Node, Pattern, Span, Statement, StatementKind, nodes};
use rustc_hash::FxHashMap;

/// What `@contextmanager` makes of a generator.
pub(crate) const CONTEXT_MANAGER: &str = "context manager";

/// What a call of that gives: the call, which a `with` block makes.
pub(crate) const GENERATOR_CONTEXT: &str = "context of a generator";

/// What `closing(thing)` gives: leaving it closes the thing, and does nothing else to it (a
/// connection that is closed does not commit).
pub(crate) const CLOSING: &str = "context that closes";

/// What `nullcontext(thing)` gives: leaving it does nothing.
pub(crate) const NULL_CONTEXT: &str = "context that does nothing";

/// The items of a `with` statement.
type Items = [(Expr, Option<Pattern>)];

/// A generator that waits at its `yield`.
pub(super) struct Waiting {
    activation: Activation,
    body: Term,
    /// What it has entered itself, by the place in the source.
    entered: FxHashMap<Span, Term>,
}

impl<'a> Machine<'a> {
    pub(super) fn execute_with(&mut self, items: &Items, body: &Block) -> Result<(), Stop> {
        let Some(((context, binding), others)) = items.split_first() else {
            return self.execute_scoped(body);
        };
        let span = context.span;
        let context = self.evaluate(context)?;
        self.enter(context, binding.as_ref(), span)?;
        let undefined = self.terms.undefined();
        if let Some(suppressed) = builtins::suppressed(self, context) {
            return self
                .handled(
                    |m| m.guarded(|m| m.execute_with(others, body).map(|()| undefined)),
                    |_, value| Ok(value),
                    |m, exception| {
                        let taken = m.is_instance(exception, suppressed);
                        m.branch(taken, |_| Ok(undefined), |m| m.throw(exception))
                    },
                )
                .map(drop);
        }
        let decides = !self.is_external(context);
        self.finally_or_swallow(
            |m| match decides {
                true => m.guarded(|m| m.execute_with(others, body).map(|()| undefined)),
                false => m.execute_with(others, body).map(|()| undefined),
            },
            |m, raised| m.leave(context, raised, span),
        )
    }

    /// Enters a context, and binds what it gives.
    fn enter(&mut self, context: Term, binding: Option<&Pattern>, span: Span) -> Result<(), Stop> {
        let entered = self.context_method(context, "__enter__", &[], span)?;
        match binding {
            Some(pattern) => {
                let scope = Some(aplomb_script::Scope::Function);
                self.bind_pattern(scope, pattern, entered.unwrap_or(context))
            }
            None => Ok(()),
        }
    }

    /// Leaves a context with the exception that leaves its block, or `null`; gives whether the
    /// context swallows it.
    fn leave(&mut self, context: Term, raised: Term, span: Span) -> Outcome {
        let null = self.terms.null();
        if builtins::waits_at_end(self.terms, context) {
            self.close_all()?;
        }
        let calm = self.terms.equal(raised, null);
        let kind = self.branch(calm, |_| Ok(null), |m| builtins::kind_of_error(m, raised))?;
        let answer = self.context_method(context, "__exit__", &[kind, raised, null], span)?;
        let Some(answer) = answer.filter(|_| !self.is_external(context)) else {
            return Ok(self.terms.bool(false));
        };
        let (raises, swallows) = (self.terms.not(calm), self.truth(answer));
        Ok(self.terms.and(raises, swallows))
    }

    /// Whether somebody may notice that something is raised.
    pub fn is_guarded(&self) -> bool {
        self.guarding > 0
    }

    /// Executes what an exception may leave without the program hearing of it.
    fn guarded(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        self.guarding += 1;
        let outcome = body(self);
        self.guarding -= 1;
        outcome
    }

    /// Calls a method of a context manager, if it has one that matters.
    fn context_method(
        &mut self,
        context: Term,
        name: &str,
        arguments: &[Term],
        span: Span,
    ) -> Result<Option<Term>, Stop> {
        let context = self.resolve(context);
        if self.is_external(context) {
            let callee = self.external_member(context, name);
            let call = Call {
                callee,
                receiver: Some(context),
                arguments: arguments.to_vec(),
                named: Vec::new(),
                constructed: false,
                span,
            };
            let library = self.library;
            return library.call(self, &call).transpose();
        }
        if let Some(FunctionValue::Native { name: of, data }) =
            self.function_value(context).as_deref()
        {
            let thing = data.first().copied();
            let outcome = match (&**of, arguments, thing) {
                (GENERATOR_CONTEXT, [_, raised, ..], _) => self.go_on(context, *raised, span),
                (GENERATOR_CONTEXT, [], Some(call)) => self.begin(context, call, span),
                (CLOSING | NULL_CONTEXT, [], Some(thing)) => Ok(thing),
                (CLOSING, _, Some(thing)) => {
                    self.context_method(thing, "close", &[], span)?;
                    return Ok(None);
                }
                _ => return Ok(None),
            };
            return outcome.map(Some);
        }
        if self.record(context).is_some() && self.lookup(context, name)?.is_some() {
            return self.invoke_method(context, name, Arguments::of(arguments), span).map(Some);
        }
        Ok(None)
    }

    /// Runs a generator to its `yield`; gives what it yields.
    fn begin(&mut self, context: Term, call: Term, span: Span) -> Outcome {
        let Some(FunctionValue::Bound { target, arguments, .. }) =
            self.function_value(call).as_deref().cloned()
        else {
            return Ok(self.terms.undefined());
        };
        let closure = self.function_value(target);
        let Some(FunctionValue::Closure { function, scope, this, home, defaults }) =
            closure.as_deref()
        else {
            return Ok(self.problem("a context manager of a library is not supported", span));
        };
        let body = &self.program.function(*function).body;
        if nodes(body).filter(is_yield).count() != 1 {
            let message = "a context manager whose generator yields at several places is not \
                           supported";
            return Ok(self.problem(message, span));
        }
        let scope = Scope::inside(scope, ScopeKind::Function);
        let (this, home) = (*this, *home);
        let activation = Activation { scope, this, home, yields: None, handled: Vec::new() };
        let waiting =
            Waiting { activation: activation.clone(), body: target, entered: FxHashMap::default() };
        self.waiting.insert(context, waiting);
        let (id, defaults) = (*function, defaults.clone());
        self.in_generator(activation, span, |m| {
            m.bind_parameters(id, arguments, &defaults)?;
            m.hoist_function(id);
            m.begin_block(context, body)
        })
    }

    /// Goes on after the `yield` at which a generator waits.
    fn go_on(&mut self, context: Term, raised: Term, span: Span) -> Outcome {
        let Some(waiting) = self.waiting.get(&context) else {
            return Ok(self.terms.undefined());
        };
        let activation = waiting.activation.clone();
        let closure = self.function_value(waiting.body);
        let Some(FunctionValue::Closure { function, .. }) = closure.as_deref() else {
            return Ok(self.terms.undefined());
        };
        let body = &self.program.function(*function).body;
        self.in_generator(activation, span, |m| {
            m.finish_block(context, body, raised)?;
            // It has ended: whatever was raised, it was swallowed.
            Ok(m.terms.bool(true))
        })
    }

    fn in_generator(
        &mut self,
        activation: Activation,
        span: Span,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        self.calls.push(span);
        let outcome = self.within(activation, |m| {
            let everywhere = m.terms.bool(true);
            let mut arm = m.region(everywhere, body)?;
            m.land(&mut arm, &Exit::Return);
            m.resume(arm)
        });
        self.calls.pop();
        self.span = span;
        outcome
    }

    /// The statements up to the one that yields, and that one as far as the `yield`.
    fn begin_block(&mut self, context: Term, block: &'a Block) -> Outcome {
        let Some((before, yielding, _)) = around_yield(block) else {
            return Ok(self.terms.undefined());
        };
        for statement in before {
            self.execute_statement(statement)?;
        }
        if let Some(value) = yielded(yielding) {
            return match value {
                Some(value) => self.evaluate(value),
                None => Ok(self.terms.null()),
            };
        }
        match &yielding.kind {
            StatementKind::Try { body, handlers, otherwise, finally } => self.handled(
                |m| m.begin_block(context, body),
                |_, value| Ok(value),
                |m, exception| {
                    m.attempt(|m| m.throw(exception), handlers, otherwise, finally)?;
                    m.throw_error("RuntimeError", "generator didn't yield")
                },
            ),
            StatementKind::With { items, body } => {
                for (expr, binding) in items {
                    let inner = self.evaluate(expr)?;
                    self.enter(inner, binding.as_ref(), expr.span)?;
                    if let Some(waiting) = self.waiting.get_mut(&context) {
                        waiting.entered.insert(expr.span, inner);
                    }
                }
                self.begin_block(context, body)
            }
            _ => Ok(self.yields_elsewhere(yielding.span)),
        }
    }

    /// What is behind the `yield`, with the exception that is raised there, or `null`.
    fn finish_block(&mut self, context: Term, block: &'a Block, raised: Term) -> Result<(), Stop> {
        let Some((_, yielding, after)) = around_yield(block) else { return Ok(()) };
        let undefined = self.terms.undefined();
        if yielded(yielding).is_some() {
            let null = self.terms.null();
            let calm = self.terms.equal(raised, null);
            self.branch(calm, |_| Ok(undefined), |m| m.throw(raised))?;
        } else {
            match &yielding.kind {
                StatementKind::Try { body, handlers, otherwise, finally } => self.attempt(
                    |m| m.finish_block(context, body, raised).map(|()| undefined),
                    handlers,
                    otherwise,
                    finally,
                )?,
                StatementKind::With { items, body } => {
                    self.finish_with(context, items, body, raised)?;
                }
                _ => drop(self.yields_elsewhere(yielding.span)),
            }
        }
        for statement in after {
            self.execute_statement(statement)?;
        }
        Ok(())
    }

    fn finish_with(
        &mut self,
        context: Term,
        items: &'a Items,
        body: &'a Block,
        raised: Term,
    ) -> Result<(), Stop> {
        let Some(((expr, _), others)) = items.split_first() else {
            return self.finish_block(context, body, raised);
        };
        let undefined = self.terms.undefined();
        let entered = self.waiting.get(&context).and_then(|w| w.entered.get(&expr.span)).copied();
        let Some(entered) = entered else { return Ok(()) };
        self.finally_or_swallow(
            |m| m.finish_with(context, others, body, raised).map(|()| undefined),
            |m, raised| m.leave(entered, raised, expr.span),
        )
    }

    fn yields_elsewhere(&mut self, span: Span) -> Term {
        let message = "a context manager whose generator yields in a loop or under a condition is \
                       not supported";
        self.problem(message, span)
    }
}

fn is_yield(node: &Node<'_>) -> bool {
    matches!(node, Node::Expr(Expr { kind: ExprKind::Yield { .. }, .. }))
}

/// The statement that yields, with those before and after it.
fn around_yield(block: &Block) -> Option<(&[Statement], &Statement, &[Statement])> {
    let yields = |statement: &Statement| Node::Statement(statement).nodes().any(|n| is_yield(&n));
    let at = block.iter().position(yields)?;
    Some((&block[..at], &block[at], &block[at + 1..]))
}

/// What a statement yields that does nothing else: `yield value`, `sent = yield value`.
fn yielded(statement: &Statement) -> Option<Option<&Expr>> {
    let expr = match &statement.kind {
        StatementKind::Expression(expr) => expr,
        StatementKind::Declare { value: Some(value), .. } => value,
        _ => return None,
    };
    let expr = match &expr.kind {
        ExprKind::Assign { value, .. } => value,
        _ => expr,
    };
    match &expr.kind {
        ExprKind::Yield { value, delegate: false } => Some(value.as_deref()),
        _ => None,
    }
}
