//! Exceptions that a handler of the program expects and that nothing is seen to raise: a text
//! that is no number, a key that is not there, where it takes a computation on unknown values to
//! tell. Whoever writes a handler for them says that they happen. So the body of the `try`
//! statement is followed once more, and each of its statements may raise what the handler takes,
//! as a function of the values that it looks at.

use super::Machine;
use super::exception::OPEN_CLASS;
use super::library::Stop;
use super::statement::raised_by_computations;
use crate::{Node, Operator, Term};
use aplomb_script::{BinaryOperator, Expr, ExprKind, Handler, Node as Syntax, Pattern, Statement};

/// What the statements of a `try` block may raise.
pub(super) struct Expected {
    /// The classes of which each handler takes one.
    classes: Vec<&'static str>,
    /// How many functions were being executed around it.
    depth: usize,
    /// How many statements were followed so far.
    followed: usize,
}

/// As many statements that may raise are followed in one `try` block.
const MOST_STATEMENTS: usize = 24;

/// Values nested deeper than this are taken for unknown.
const DEEPEST: usize = 16;

impl Machine<'_> {
    /// Runs a body whose statements may raise what these handlers take, if that is known by
    /// name.
    pub(super) fn expecting<T>(
        &mut self,
        handlers: &[&Handler],
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let depth = self.active.len();
        // What this statement does not take goes to those around it.
        let around = self.expected.last().filter(|around| around.depth == depth);
        let mut classes = around.map(|around| around.classes.clone()).unwrap_or_default();
        for handler in handlers {
            for class in taken(handler, self.is_python()) {
                if !classes.contains(&class) {
                    classes.push(class);
                }
            }
        }
        self.expected.push(Expected { classes, depth, followed: 0 });
        let outcome = body(self);
        self.expected.pop();
        outcome
    }

    /// Follows what happens if a statement raises what a handler around it expects.
    pub(super) fn may_raise_expected(&mut self, statement: &Statement) -> Result<(), Stop> {
        let depth = self.active.len();
        let Some(expected) = self.expected.last_mut().filter(|it| it.depth == depth) else {
            return Ok(());
        };
        if expected.classes.is_empty()
            || expected.followed >= MOST_STATEMENTS
            || self.world.is_some()
            || !computes(statement)
        {
            return Ok(());
        }
        let classes = expected.classes.clone();
        let values = self.looked_at(statement);
        if !values.iter().any(|&value| self.may_be_refused(value, 0)) {
            return Ok(());
        }
        if let Some(expected) = self.expected.last_mut() {
            expected.followed += 1;
        }
        let place = self.place_name(statement.span);
        let nothing = self.terms.undefined();
        for class in classes {
            let about = [self.terms.string(place.clone()), self.terms.string(class)];
            let about = [&about[..], &values].concat();
            let raises = self.terms.pure("raises", &about);
            let raises = self.terms.apply(Operator::Truthy, &[raises]);
            let message = self.terms.pure("the message", &about);
            let raised: &[&str] = match class {
                "Error" => &[OPEN_CLASS, "Error"],
                "Exception" => &[OPEN_CLASS, "Exception", "BaseException"],
                known => &[known],
            };
            self.branch(
                raises,
                |m| {
                    let error = m.error(raised, message, &[]);
                    m.throw(error)
                },
                |_| Ok(nothing),
            )?;
        }
        Ok(())
    }

    /// The values of the variables that a statement mentions outside of its blocks.
    fn looked_at(&mut self, statement: &Statement) -> Vec<Term> {
        let mut values = Vec::new();
        for node in heads(statement) {
            if let Syntax::Expr(Expr { kind: ExprKind::Variable(name), .. }) = node
                && let Some(slot) = self.activation.scope.lookup(name)
                && let Some(&value) = self.state.variables.get(slot)
                && !self.may_be_unbound(value)
                && !self.is_function(value)
                && !self.is_external(value)
            {
                let value = self.freeze(value);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        if let Some(this) = self.activation.this.filter(|&this| self.record(this).is_some()) {
            let mentioned = heads(statement)
                .into_iter()
                .any(|node| matches!(node, Syntax::Expr(Expr { kind: ExprKind::This, .. })));
            if mentioned {
                values.push(self.freeze(this));
            }
        }
        values
    }

    /// Whether it is not seen what a value is, so that it may be one that is refused. Of what
    /// is one constant or another, all are looked at where it is used.
    fn may_be_refused(&self, value: Term, depth: usize) -> bool {
        if depth > DEEPEST {
            return true;
        }
        if self.terms.is_truth(value) {
            return false;
        }
        match self.terms.node(value) {
            Node::Symbol(_) => true,
            Node::Apply(Operator::Ite, parts) => {
                parts[1..].iter().any(|&part| self.may_be_refused(part, depth + 1))
            }
            Node::Apply(
                Operator::Add
                | Operator::Multiply
                | Operator::Divide
                | Operator::Remainder
                | Operator::Concat
                | Operator::Append
                | Operator::Length,
                parts,
            )
            | Node::Record(_, parts)
            | Node::List(parts) => parts.iter().any(|&part| self.may_be_refused(part, depth + 1)),
            Node::Apply(Operator::Member(_), _) => false,
            Node::Apply(..) => true,
            _ => false,
        }
    }
}

/// What of that which computations raise a handler takes, by one name each unless it tells
/// them apart.
fn taken(handler: &Handler, python: bool) -> Vec<&'static str> {
    let asks = aplomb_script::nodes(&handler.body).any(|node| match node {
        Syntax::Expr(expr) => match &expr.kind {
            ExprKind::Binary { operator: BinaryOperator::InstanceOf, .. } => true,
            ExprKind::Variable(name) => matches!(&**name, "isinstance" | "type"),
            ExprKind::Member { name, .. } => {
                matches!(&**name, "name" | "constructor" | "__class__")
            }
            _ => false,
        },
        _ => false,
    });
    let all = match (&handler.types, python) {
        (_, false) => "Error",
        (None, true) => "Exception",
        (Some(types), true) => match raised_by_computations(types) {
            Some(class) => class,
            None => return Vec::new(),
        },
    };
    match (asks, python) {
        (true, true) if all == "Exception" => {
            vec![all, "ValueError", "KeyError", "TypeError", "IndexError", "AttributeError"]
        }
        (true, false) => vec![all, "TypeError", "SyntaxError", "RangeError"],
        _ => vec![all],
    }
}

/// The nodes of a statement that are evaluated before its blocks are entered; of one that has
/// none, all.
fn heads(statement: &Statement) -> Vec<Syntax<'_>> {
    Syntax::Statement(statement)
        .children()
        .into_iter()
        .filter(|child| !matches!(child, Syntax::Statement(_)))
        .flat_map(Syntax::nodes)
        .collect()
}

/// Whether a statement does something that may raise.
fn computes(statement: &Statement) -> bool {
    heads(statement).into_iter().any(|node| match node {
        Syntax::Expr(expr) => matches!(
            expr.kind,
            ExprKind::Call { .. }
                | ExprKind::New { .. }
                | ExprKind::Member { .. }
                | ExprKind::Item { .. }
                | ExprKind::Binary { .. }
                | ExprKind::Unary { .. }
                | ExprKind::Update { .. }
        ),
        Syntax::Pattern(pattern) => {
            matches!(pattern, Pattern::List { .. } | Pattern::Record { .. })
        }
        Syntax::Statement(_) => false,
    })
}
