//! `match`, as a chain of conditions.
//!
//! A chain and not a `switch`, because `break` inside a case leaves the loop
//! around the `match`, and because patterns test and bind.

use super::Lowering;
use super::expression::both;
use super::statement::{Branch, chain};
use aplomb_script::{
    BinaryOperator, Block, Element, Expr, ExprKind, Key, Literal, LogicalOperator, Pattern, Span,
    Statement,
};
use ruff_python_ast as py;

/// Classes whose single positional pattern is matched with the value itself.
const VALUE_CLASSES: [&str; 9] =
    ["bool", "bytes", "dict", "float", "int", "list", "set", "str", "tuple"];

impl Lowering<'_, '_> {
    pub(super) fn match_statement(&mut self, statement: &py::StmtMatch, out: &mut Block) {
        let span = self.of(statement);
        let value = self.expr(&statement.subject);
        let subject = match &value.kind {
            ExprKind::Variable(_) => value,
            _ => {
                let name = self.temporary();
                let target = Pattern::Variable(name.clone(), value.span);
                out.push(Statement::expression(Expr::assign(target, value, span)));
                Expr::variable(name, span)
            }
        };
        let largest = statement.cases.iter().map(|case| parts(&case.pattern)).max().unwrap_or(0);
        let branches = self.nested(statement.cases.len() + largest, |lowering| {
            statement.cases.iter().map(|case| lowering.case(case, &subject)).collect()
        });
        match branches {
            Some(branches) => out.append(&mut chain(branches)),
            None => out.push(self.unsupported_statement("a large match", span)),
        }
    }

    fn case(&mut self, case: &py::MatchCase, subject: &Expr) -> Branch {
        let span = self.at(case.range);
        let mut tests = Vec::new();
        self.tests(&case.pattern, subject, &mut tests);
        tests.extend(case.guard.as_ref().map(|guard| self.expr(guard)));
        Branch { test: all(tests, span), body: self.block(&case.body), span }
    }

    /// The tests that must all hold for a pattern to match, in order; those of
    /// names bind and hold.
    fn tests(&mut self, pattern: &py::Pattern, subject: &Expr, tests: &mut Vec<Expr>) {
        let span = self.of(pattern);
        if !self.builder.enter() {
            tests.push(self.unsupported("a pattern nested too deeply", span));
            return;
        }
        match pattern {
            py::Pattern::MatchValue(pattern) => {
                let value = self.expr(&pattern.value);
                tests.push(binary(BinaryOperator::Equal, subject.clone(), value, span));
            }
            py::Pattern::MatchSingleton(pattern) => {
                let value = match pattern.value {
                    py::Singleton::None => Literal::Null,
                    py::Singleton::True => Literal::Bool(true),
                    py::Singleton::False => Literal::Bool(false),
                };
                let value = Expr::literal(value, span);
                tests.push(binary(BinaryOperator::Identical, subject.clone(), value, span));
            }
            py::Pattern::MatchSequence(pattern) => self.sequence(pattern, subject, tests),
            py::Pattern::MatchMapping(pattern) => self.mapping(pattern, subject, tests),
            py::Pattern::MatchClass(pattern) => self.class_pattern(pattern, subject, tests),
            py::Pattern::MatchStar(_) => tests.push(self.unsupported("a star in this place", span)),
            py::Pattern::MatchAs(pattern) => {
                if let Some(inner) = &pattern.pattern {
                    self.tests(inner, subject, tests);
                }
                if let Some(name) = &pattern.name {
                    tests.push(self.binds(name, subject.clone()));
                }
            }
            py::Pattern::MatchOr(pattern) => {
                let mut alternatives = Vec::new();
                for alternative in &pattern.patterns {
                    let mut inner = Vec::new();
                    self.tests(alternative, subject, &mut inner);
                    alternatives.push(all(inner, span).unwrap_or(truth(span)));
                }
                let either = |left: Expr, right: Expr| {
                    let (left, right) = (Box::new(left), Box::new(right));
                    let kind = ExprKind::Logical { operator: LogicalOperator::Or, left, right };
                    Expr::new(kind, span)
                };
                tests.extend(alternatives.into_iter().reduce(either));
            }
        }
        self.builder.leave();
    }

    /// `(name := subject, True)`.
    fn binds(&mut self, name: &py::Identifier, subject: Expr) -> Expr {
        let span = self.of(name);
        let assignment = Expr::assign(self.bound(name), subject, span);
        Expr::new(ExprKind::Sequence(vec![assignment, truth(span)]), span)
    }

    fn is_instance(&mut self, subject: &Expr, class: Expr, span: Span) -> Expr {
        let function = self.variable("isinstance", span);
        Expr::call(function, vec![subject.clone(), class], span)
    }

    fn sequence(
        &mut self,
        pattern: &py::PatternMatchSequence,
        subject: &Expr,
        tests: &mut Vec<Expr>,
    ) {
        let span = self.of(pattern);
        let classes =
            ["list", "tuple"].map(|class| Element::Item(self.variable(class, span))).to_vec();
        let classes = Expr::new(ExprKind::List(classes), span);
        tests.push(self.is_instance(subject, classes, span));
        let star = pattern.patterns.iter().position(py::Pattern::is_match_star);
        let count = pattern.patterns.len();
        let (operator, least) = match star {
            Some(_) => (BinaryOperator::GreaterEqual, count - 1),
            None => (BinaryOperator::Equal, count),
        };
        let function = self.variable("len", span);
        let length = Expr::call(function, vec![subject.clone()], span);
        tests.push(binary(operator, length, Expr::number(least as f64, span), span));
        for (index, item) in pattern.patterns.iter().enumerate() {
            // What stands after the star is counted from the end.
            let place = match star {
                Some(star) if index > star => index as f64 - count as f64,
                _ => index as f64,
            };
            if let py::Pattern::MatchStar(rest) = item {
                let Some(name) = &rest.name else { continue };
                let behind = (index + 1 < count).then_some(index as f64 + 1.0 - count as f64);
                let kind = ExprKind::Slice {
                    object: Box::new(subject.clone()),
                    start: Some(Box::new(Expr::number(place, span))),
                    end: behind.map(|end| Box::new(Expr::number(end, span))),
                    step: None,
                };
                tests.push(self.binds(name, Expr::new(kind, span)));
            } else {
                let value = Expr::item(subject.clone(), Expr::number(place, span), span);
                self.tests(item, &value, tests);
            }
        }
    }

    fn mapping(
        &mut self,
        pattern: &py::PatternMatchMapping,
        subject: &Expr,
        tests: &mut Vec<Expr>,
    ) {
        let span = self.of(pattern);
        let class = self.variable("dict", span);
        tests.push(self.is_instance(subject, class, span));
        for (key, value) in pattern.keys.iter().zip(&pattern.patterns) {
            let key = self.expr(key);
            tests.push(binary(BinaryOperator::In, key.clone(), subject.clone(), span));
            let item = Expr::item(subject.clone(), key, span);
            self.tests(value, &item, tests);
        }
        if let Some(rest) = &pattern.rest {
            let rest = self.rest_of(pattern, rest);
            let taken = Expr::assign(rest, subject.clone(), span);
            tests.push(Expr::new(ExprKind::Sequence(vec![taken, truth(span)]), span));
        }
    }

    /// What takes the entries that a mapping pattern does not name.
    fn rest_of(&mut self, pattern: &py::PatternMatchMapping, rest: &py::Identifier) -> Pattern {
        let fields = pattern.keys.iter().map(|key| {
            let span = self.of(key);
            let key = Key::Computed(Box::new(self.expr(key)));
            (key, Pattern::Variable(self.temporary(), span))
        });
        let fields = fields.collect();
        Pattern::Record { fields, rest: Some(Box::new(self.bound(rest))) }
    }

    fn class_pattern(
        &mut self,
        pattern: &py::PatternMatchClass,
        subject: &Expr,
        tests: &mut Vec<Expr>,
    ) {
        let span = self.of(pattern);
        let class = self.expr(&pattern.cls);
        let is_value_class = matches!(
            &class.kind,
            ExprKind::Variable(name) if VALUE_CLASSES.contains(&&**name)
        );
        tests.push(self.is_instance(subject, class, span));
        match &pattern.arguments.patterns[..] {
            [] => {}
            [inner] if is_value_class => self.tests(inner, subject, tests),
            _ => tests.push(self.unsupported("positional patterns of a class", span)),
        }
        for keyword in &pattern.arguments.keywords {
            let name = self.name(&keyword.attr.id);
            let value = Expr::member(subject.clone(), name, span);
            self.tests(&keyword.pattern, &value, tests);
        }
    }
}

/// How many tests a pattern can become, each nested in the next: two for a
/// class, a key or a length, one for a value and for a name.
fn parts(pattern: &py::Pattern) -> usize {
    let inner: usize = match pattern {
        py::Pattern::MatchSequence(pattern) => pattern.patterns.iter().map(parts).sum(),
        py::Pattern::MatchMapping(pattern) => pattern.patterns.iter().map(parts).sum(),
        py::Pattern::MatchClass(pattern) => {
            let named = pattern.arguments.keywords.iter().map(|keyword| parts(&keyword.pattern));
            pattern.arguments.patterns.iter().map(parts).chain(named).sum()
        }
        py::Pattern::MatchAs(pattern) => pattern.pattern.as_deref().map_or(0, parts),
        py::Pattern::MatchOr(pattern) => pattern.patterns.iter().map(parts).sum(),
        py::Pattern::MatchValue(_) | py::Pattern::MatchSingleton(_) | py::Pattern::MatchStar(_) => {
            0
        }
    };
    inner + 2
}

fn truth(span: Span) -> Expr {
    Expr::literal(Literal::Bool(true), span)
}

fn binary(operator: BinaryOperator, left: Expr, right: Expr, span: Span) -> Expr {
    let (left, right) = (Box::new(left), Box::new(right));
    Expr::new(ExprKind::Binary { operator, left, right }, span)
}

/// The conjunction; `None` when there is nothing to test.
fn all(tests: Vec<Expr>, span: Span) -> Option<Expr> {
    tests.into_iter().reduce(|left, right| both(left, right, span))
}
