//! Statements.

use super::expression::is_type_checking;
use super::{Lowering, operator};
use aplomb_script::{
    Block, Expr, ExprKind, Handler, Span, Statement, StatementKind, UpdateOperator,
};
use ruff_python_ast as py;

/// A test, what runs when it is the first that holds, and where it stands.
pub(super) struct Branch {
    /// `None` always holds.
    pub(super) test: Option<Expr>,
    pub(super) body: Block,
    pub(super) span: Span,
}

/// Each branch is an `if` in the `else` of the one before it.
pub(super) fn chain(branches: Vec<Branch>) -> Block {
    branches.into_iter().rev().fold(Vec::new(), |otherwise, Branch { test, body, span }| match test
    {
        None => body,
        Some(test) => {
            let kind = StatementKind::If { test, then: body, otherwise };
            vec![Statement::new(kind, span)]
        }
    })
}

impl Lowering<'_, '_> {
    pub(super) fn block(&mut self, statements: &[py::Stmt]) -> Block {
        let mut out = Vec::new();
        for statement in statements {
            self.statement(statement, &mut out);
        }
        out
    }

    pub(super) fn statement(&mut self, statement: &py::Stmt, out: &mut Block) {
        let span = self.of(statement);
        if !self.builder.enter() {
            out.push(self.unsupported_statement("a statement nested too deeply", span));
            return;
        }
        if let Some(kind) = self.kind(statement, out) {
            out.push(Statement::new(kind, span));
        }
        self.builder.leave();
    }

    /// What a statement does; what it expands to besides goes to `out`.
    fn kind(&mut self, statement: &py::Stmt, out: &mut Block) -> Option<StatementKind> {
        use py::Stmt as Py;
        Some(match statement {
            Py::Import(_) | Py::ImportFrom(_) if self.class_names.is_some() => {
                let span = self.of(statement);
                self.unsupported_statement("an import in a class", span).kind
            }
            Py::Expr(statement) => match &*statement.value {
                // Documentation and placeholders.
                py::Expr::StringLiteral(_) | py::Expr::EllipsisLiteral(_) => return None,
                value => StatementKind::Expression(self.expr(value)),
            },
            Py::Assign(statement) => StatementKind::Expression(self.assign(statement)),
            Py::AnnAssign(statement) => {
                let value = self.expr(statement.value.as_ref()?);
                let target = self.target(&statement.target);
                let span = self.of(statement);
                StatementKind::Expression(Expr::assign(target, value, span))
            }
            Py::AugAssign(statement) => StatementKind::Expression(self.update(statement)),
            Py::FunctionDef(function) => self.function_definition(function),
            Py::ClassDef(class) => self.class_definition(class),
            Py::Return(statement) => {
                StatementKind::Return(statement.value.as_ref().map(|value| self.expr(value)))
            }
            Py::Raise(statement) => {
                StatementKind::Throw(statement.exc.as_ref().map(|value| self.expr(value)))
            }
            Py::Delete(statement) => {
                for target in &statement.targets {
                    self.delete(target, out);
                }
                return None;
            }
            Py::If(statement) => {
                self.condition(statement, out);
                return None;
            }
            Py::While(statement) => StatementKind::While {
                test: self.expr(&statement.test),
                body: self.loop_body(&statement.body),
                body_first: false,
                otherwise: self.block(&statement.orelse),
            },
            Py::For(statement) => StatementKind::ForEach {
                scope: None,
                iterable: self.expr(&statement.iter),
                pattern: self.target(&statement.target),
                body: self.loop_body(&statement.body),
                awaits: statement.is_async,
                otherwise: self.block(&statement.orelse),
            },
            Py::With(statement) => StatementKind::With {
                items: statement
                    .items
                    .iter()
                    .map(|item| {
                        let context = self.expr(&item.context_expr);
                        let target = item.optional_vars.as_ref().map(|vars| self.target(vars));
                        (context, target)
                    })
                    .collect(),
                body: self.block(&statement.body),
            },
            Py::Try(statement) => self.try_statement(statement),
            Py::Match(statement) => {
                self.match_statement(statement, out);
                return None;
            }
            Py::Assert(statement) => StatementKind::Assert {
                test: self.expr(&statement.test),
                message: statement.msg.as_ref().map(|message| self.expr(message)),
            },
            Py::Import(statement) => {
                self.import(statement, out);
                return None;
            }
            Py::ImportFrom(statement) => return self.import_from(statement),
            Py::Global(statement) => StatementKind::Outer(self.outer(&statement.names)),
            Py::Nonlocal(statement) => StatementKind::Outer(self.outer(&statement.names)),
            Py::Break(_) => StatementKind::Break(None),
            Py::Continue(_) => StatementKind::Continue(None),
            Py::Pass(_) | Py::TypeAlias(_) => return None,
            Py::IpyEscapeCommand(command) => {
                let span = self.of(command);
                self.unsupported_statement("a notebook command", span).kind
            }
        })
    }

    fn outer(&mut self, names: &[py::Identifier]) -> Vec<aplomb_script::Name> {
        names.iter().map(|name| self.name(&name.id)).collect()
    }

    /// `a = b = value` assigns the value to each target.
    fn assign(&mut self, statement: &py::StmtAssign) -> Expr {
        let span = self.of(statement);
        let name = match statement.targets.as_slice() {
            [py::Expr::Name(variable)] => Some(self.name(&variable.id)),
            _ => None,
        };
        let value = self.named_expr(&statement.value, name.as_ref());
        let assigned = self.nested(statement.targets.len(), |lowering| {
            statement.targets.iter().rev().fold(value, |value, target| {
                let target = lowering.target(target);
                Expr::assign(target, value, span)
            })
        });
        assigned.unwrap_or_else(|| self.unsupported("many targets", span))
    }

    fn update(&mut self, statement: &py::StmtAugAssign) -> Expr {
        let span = self.of(statement);
        let Some(operator) = operator::binary(statement.op) else {
            return self.unsupported("matrix multiplication", span);
        };
        let kind = ExprKind::Update {
            target: Box::new(self.target(&statement.target)),
            operator: UpdateOperator::Binary(operator),
            value: Box::new(self.expr(&statement.value)),
            gives_old: false,
        };
        Expr::new(kind, span)
    }

    fn delete(&mut self, target: &py::Expr, out: &mut Block) {
        match target {
            py::Expr::Tuple(tuple) => tuple.elts.iter().for_each(|t| self.delete(t, out)),
            py::Expr::List(list) => list.elts.iter().for_each(|t| self.delete(t, out)),
            _ => {
                let target = self.expr(target);
                let span = target.span;
                out.push(Statement::new(StatementKind::Delete(target), span));
            }
        }
    }

    fn loop_body(&mut self, body: &[py::Stmt]) -> Block {
        self.loops += 1;
        let body = self.block(body);
        self.loops -= 1;
        body
    }

    fn condition(&mut self, statement: &py::StmtIf, out: &mut Block) {
        let mut tested = vec![(Some(&*statement.test), &statement.body, self.of(statement))];
        for clause in &statement.elif_else_clauses {
            tested.push((clause.test.as_ref(), &clause.body, self.of(clause)));
        }
        // What only type checkers see does not run.
        tested.retain(|(test, ..)| !test.is_some_and(is_type_checking));
        let branches = self.nested(tested.len(), |lowering| {
            let branch = |&(test, body, span): &(Option<&py::Expr>, &py::Suite, Span)| Branch {
                test: test.map(|test| lowering.expr(test)),
                body: lowering.block(body),
                span,
            };
            tested.iter().map(branch).collect()
        });
        match branches {
            Some(branches) => out.append(&mut chain(branches)),
            None => {
                let span = self.of(statement);
                out.push(self.unsupported_statement("a long chain of elif", span));
            }
        }
    }

    fn try_statement(&mut self, statement: &py::StmtTry) -> StatementKind {
        if statement.is_star {
            let span = self.of(statement);
            return self.unsupported_statement("except*", span).kind;
        }
        let body = self.block(&statement.body);
        let mut handlers = Vec::new();
        for py::ExceptHandler::ExceptHandler(handler) in &statement.handlers {
            handlers.push(Handler {
                types: handler.type_.as_ref().map(|types| self.expr(types)),
                binding: handler.name.as_ref().map(|name| self.bound(name)),
                body: self.block(&handler.body),
            });
        }
        StatementKind::Try {
            body,
            handlers,
            otherwise: self.block(&statement.orelse),
            finally: self.block(&statement.finalbody),
        }
    }
}
