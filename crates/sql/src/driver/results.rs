//! Whether a program looks at what a write gives: where it does not, a transaction
//! need not lock the row before the commit.

use aplomb_script::{
    ExprKind, Field, Key, Language, Literal, Node, Pattern, Program, Span, StatementKind,
};
use aplomb_symbolic::{Call, Machine};
use rustc_hash::FxHashSet;

/// What a program does with results.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// Calls that are statements of their own.
    ignored: FxHashSet<Span>,
    /// Calls whose promise is kept or dropped: what follows does not wait for them.
    pending: FxHashSet<Span>,
    /// Calls in functions that ask a cursor how many rows there were.
    counted: FxHashSet<Span>,
    /// Calls in functions that take rows by their number, and in those that take anything
    /// by a number.
    numbered: FxHashSet<Span>,
    indexed: FxHashSet<Span>,
    /// The program asks how many rows hold something else than before (`changedRows`).
    names_changed: bool,
    /// The program tells a driver how to show values.
    names_parsers: bool,
}

impl Results {
    /// Looks through a program.
    pub(super) fn of(program: &Program) -> Self {
        let mut results = Results::default();
        for node in program.nodes() {
            results.names_changed |= names(node, &["changedRows"]);
            results.names_parsers |= names(node, &PARSERS);
            let Node::Statement(statement) = node else { continue };
            results.pending.extend(kept_or_dropped(&statement.kind));
            let StatementKind::Expression(expr) = &statement.kind else { continue };
            let called = match &expr.kind {
                ExprKind::Await(inner) => inner,
                _ => expr,
            };
            if matches!(called.kind, ExprKind::Call { .. }) {
                // What is sent when it is awaited stands where `await` does.
                results.ignored.extend([called.span, expr.span]);
            }
        }
        for function in &program.functions {
            results.look(function.nodes());
        }
        for module in &program.modules {
            results.look(aplomb_script::nodes(&module.body));
        }
        results
    }

    /// Notes the calls of a body in which `rowcount` is read, or rows are taken by number.
    fn look<'p>(&mut self, body: impl Iterator<Item = Node<'p>>) {
        let mut calls = Vec::new();
        let (mut counts, mut numbers, mut indexes) = (false, false, false);
        for node in body {
            let Node::Expr(expr) = node else { continue };
            numbers |= is_numbered_row(&expr.kind);
            indexes |= is_numbered(&expr.kind);
            match &expr.kind {
                // What is sent when it is awaited stands where `await` does.
                ExprKind::Call { .. } | ExprKind::Await(_) => calls.push(expr.span),
                ExprKind::Member { name, .. } => counts |= &**name == "rowcount",
                _ => {}
            }
        }
        if numbers {
            self.numbered.extend(&calls);
        }
        if indexes {
            self.indexed.extend(&calls);
        }
        if counts {
            self.counted.extend(calls);
        }
    }

    /// Whether the program may take a row of a call by its number. In Python, a number may
    /// as well be that of a column.
    pub(super) fn are_numbered(&self, call: &Call, language: Language) -> bool {
        match language {
            Language::JavaScript => self.indexed.contains(&call.span),
            Language::Python => self.numbered.contains(&call.span),
        }
    }

    /// Whether the program asks how many rows hold something else than before.
    pub(super) fn names_changed(&self) -> bool {
        self.names_changed
    }

    /// Whether the program tells a driver how to show values.
    pub(super) fn names_parsers(&self) -> bool {
        self.names_parsers
    }

    /// Whether a call is a statement of its own, so that nobody sees what it gives.
    pub(super) fn is_ignored(&self, call: &Call) -> bool {
        self.ignored.contains(&call.span)
    }

    /// Whether what follows a call does not wait for its promise.
    pub(super) fn is_pending(&self, call: &Call) -> bool {
        self.pending.contains(&call.span)
    }

    /// Whether the program may look at how many rows a call changed. A cursor that is
    /// asked elsewhere says that it does not know.
    pub(super) fn are_looked_at(
        &self,
        machine: &mut Machine<'_>,
        call: &Call,
        cursor: bool,
    ) -> bool {
        if cursor {
            return self.counted.contains(&call.span);
        }
        let callback = call.arguments.last().copied().filter(|&last| machine.is_function(last));
        let takes_result = callback.is_some_and(|callback| {
            let parameters = machine.get(callback, "length").ok();
            let one = machine.terms().number(1.0);
            parameters != Some(one)
        });
        takes_result || !self.ignored.contains(&call.span)
    }
}

/// A call that stands alone, or whose value is given a name, without `await`.
fn kept_or_dropped(statement: &StatementKind) -> Option<Span> {
    let value = match statement {
        StatementKind::Expression(expr) => expr,
        StatementKind::Declare { value: Some(value), .. } => value,
        _ => return None,
    };
    matches!(value.kind, ExprKind::Call { .. }).then_some(value.span)
}

/// Whether an expression takes something by a number: `rows[0]`.
fn is_numbered(expression: &ExprKind) -> bool {
    matches!(expression, ExprKind::Item { index, .. }
        if matches!(index.kind, ExprKind::Literal(Literal::Number(_))))
}

/// Whether an expression takes something of what it takes by a number: `rows[0][0]`.
fn is_numbered_row(expression: &ExprKind) -> bool {
    match expression {
        ExprKind::Member { object, .. } | ExprKind::Item { object, .. } => {
            is_numbered(&object.kind)
        }
        _ => false,
    }
}

/// By what a program tells a driver how to show values.
const PARSERS: [&str; 9] = [
    "setTypeParser",
    "getTypeParser",
    "parseInt8",
    "typeCast",
    "decimalNumbers",
    "supportBigNumbers",
    "bigNumberStrings",
    "fetch_types",
    "types",
];

/// Whether one of these members is named here.
fn names(node: Node<'_>, members: &[&str]) -> bool {
    let is_one = |name: &str| members.contains(&name);
    match node {
        Node::Expr(expr) => match &expr.kind {
            ExprKind::Member { name, .. } => is_one(name),
            ExprKind::Literal(Literal::String(text)) => is_one(text),
            ExprKind::Record(fields) => fields.iter().any(|field| match field {
                Field::Named(Key::Static(name), _) => is_one(name),
                _ => false,
            }),
            _ => false,
        },
        Node::Pattern(Pattern::Record { fields, .. }) => {
            fields.iter().any(|(key, _)| matches!(key, Key::Static(name) if is_one(name)))
        }
        _ => false,
    }
}
