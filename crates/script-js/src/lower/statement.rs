//! Statements.

use super::Lowering;
use aplomb_script::{
    Block, ExprKind, Handler, Pattern, Scope, Statement, StatementKind, SwitchCase,
};
use oxc_ast::ast as js;
use oxc_span::GetSpan;

impl Lowering<'_, '_> {
    pub(super) fn block(&mut self, statements: &[js::Statement<'_>]) -> Block {
        let mut out = Vec::new();
        for statement in statements {
            self.statement(statement, &mut out);
        }
        out
    }

    /// The statements of a branch or loop body.
    fn body(&mut self, statement: &js::Statement<'_>) -> Block {
        match statement {
            js::Statement::BlockStatement(block) => self.block(&block.body),
            _ => self.block(std::slice::from_ref(statement)),
        }
    }

    pub(super) fn statement(&mut self, statement: &js::Statement<'_>, out: &mut Block) {
        let span = self.at(statement.span());
        if !self.builder.enter() {
            out.push(self.unsupported_statement("a statement nested too deeply", span));
            return;
        }
        if let Some(declaration) = statement.as_declaration() {
            self.declaration(declaration, out);
        } else if let Some(declaration) = statement.as_module_declaration() {
            self.module_declaration(declaration, out);
        } else if let Some(kind) = self.control(statement, out) {
            out.push(Statement::new(kind, span));
        }
        self.builder.leave();
    }

    /// Statements that are not declarations; what must stand before goes to `out`.
    fn control(&mut self, statement: &js::Statement<'_>, out: &mut Block) -> Option<StatementKind> {
        use js::Statement as Js;
        Some(match statement {
            Js::BlockStatement(block) => StatementKind::Block(self.block(&block.body)),
            Js::ExpressionStatement(statement) => {
                let expr = self.expr(&statement.expression);
                match expr.kind {
                    ExprKind::Delete(target) => StatementKind::Delete(*target),
                    _ => StatementKind::Expression(expr),
                }
            }
            Js::IfStatement(statement) => StatementKind::If {
                test: self.expr(&statement.test),
                then: self.body(&statement.consequent),
                otherwise: statement.alternate.as_ref().map_or(Vec::new(), |s| self.body(s)),
            },
            Js::WhileStatement(statement) => StatementKind::While {
                test: self.expr(&statement.test),
                body: self.body(&statement.body),
                body_first: false,
                otherwise: Vec::new(),
            },
            Js::DoWhileStatement(statement) => StatementKind::While {
                body: self.body(&statement.body),
                test: self.expr(&statement.test),
                body_first: true,
                otherwise: Vec::new(),
            },
            Js::ForStatement(statement) => return self.three_part_for(statement, None, out),
            Js::ForOfStatement(statement) => {
                let (scope, pattern) = self.loop_variable(&statement.left);
                StatementKind::ForEach {
                    scope,
                    pattern,
                    iterable: self.expr(&statement.right),
                    body: self.body(&statement.body),
                    awaits: statement.r#await,
                    otherwise: Vec::new(),
                }
            }
            Js::ForInStatement(statement) => {
                let (scope, pattern) = self.loop_variable(&statement.left);
                StatementKind::ForKeys {
                    scope,
                    pattern,
                    object: self.expr(&statement.right),
                    body: self.body(&statement.body),
                }
            }
            Js::SwitchStatement(statement) => StatementKind::Switch {
                subject: self.expr(&statement.discriminant),
                cases: statement.cases.iter().map(|case| self.case(case)).collect(),
            },
            Js::ReturnStatement(statement) => {
                StatementKind::Return(statement.argument.as_ref().map(|value| self.expr(value)))
            }
            Js::ThrowStatement(statement) => {
                StatementKind::Throw(Some(self.expr(&statement.argument)))
            }
            Js::TryStatement(statement) => self.try_statement(statement),
            Js::BreakStatement(statement) => {
                StatementKind::Break(statement.label.as_ref().map(|label| self.name(&label.name)))
            }
            Js::ContinueStatement(statement) => {
                let label = statement.label.as_ref();
                StatementKind::Continue(label.map(|label| self.name(&label.name)))
            }
            Js::LabeledStatement(statement) => return self.labelled(statement, out),
            Js::WithStatement(statement) => {
                let span = self.at(statement.span);
                self.unsupported_statement("with", span).kind
            }
            Js::EmptyStatement(_) | Js::DebuggerStatement(_) => return None,
            _ => {
                let span = self.at(statement.span());
                self.unsupported_statement("this statement", span).kind
            }
        })
    }

    /// All but the last of several declarations stand in front of the loop.
    fn three_part_for(
        &mut self,
        statement: &js::ForStatement<'_>,
        label: Option<&str>,
        out: &mut Block,
    ) -> Option<StatementKind> {
        let span = self.at(statement.span);
        let mut before = Vec::new();
        match &statement.init {
            Some(js::ForStatementInit::VariableDeclaration(declaration)) => {
                self.variables(declaration, &mut before);
            }
            Some(init) => {
                let init = self.expr(init.to_expression());
                let at = init.span;
                before.push(Statement::new(StatementKind::Expression(init), at));
            }
            None => {}
        }
        let mut kind = StatementKind::For {
            init: before.pop().map(Box::new),
            test: statement.test.as_ref().map(|test| self.expr(test)),
            update: statement.update.as_ref().map(|update| self.expr(update)),
            body: self.body(&statement.body),
        };
        if let Some(label) = label {
            kind = StatementKind::Labelled(self.name(label), Box::new(Statement::new(kind, span)));
        }
        if before.is_empty() {
            return Some(kind);
        }
        before.push(Statement::new(kind, span));
        out.push(Statement::new(StatementKind::Block(before), span));
        None
    }

    fn labelled(
        &mut self,
        statement: &js::LabeledStatement<'_>,
        out: &mut Block,
    ) -> Option<StatementKind> {
        if let js::Statement::ForStatement(inner) = &statement.body {
            return self.three_part_for(inner, Some(&statement.label.name), out);
        }
        let label = self.name(&statement.label.name);
        let span = self.at(statement.body.span());
        let mut body = self.block(std::slice::from_ref(&statement.body));
        let inner = match body.len() {
            1 => body.remove(0),
            _ => Statement::new(StatementKind::Block(body), span),
        };
        Some(StatementKind::Labelled(label, Box::new(inner)))
    }

    fn loop_variable(&mut self, left: &js::ForStatementLeft<'_>) -> (Option<Scope>, Pattern) {
        match left {
            js::ForStatementLeft::VariableDeclaration(declaration) => {
                let span = self.at(declaration.span);
                let pattern = match declaration.declarations.first() {
                    Some(declarator) => self.pattern(&declarator.id),
                    None => Pattern::Variable(self.name("_"), span),
                };
                (Some(scope_of(declaration.kind)), pattern)
            }
            _ => (None, self.target(left.to_assignment_target())),
        }
    }

    fn case(&mut self, case: &js::SwitchCase<'_>) -> SwitchCase {
        SwitchCase {
            test: case.test.as_ref().map(|test| self.expr(test)),
            body: self.block(&case.consequent),
        }
    }

    fn try_statement(&mut self, statement: &js::TryStatement<'_>) -> StatementKind {
        let body = self.block(&statement.block.body);
        let handler = statement.handler.as_ref().map(|clause| Handler {
            types: None,
            binding: clause.param.as_ref().map(|param| self.pattern(&param.pattern)),
            body: self.block(&clause.body.body),
        });
        let finally = statement.finalizer.as_ref().map_or(Vec::new(), |f| self.block(&f.body));
        StatementKind::Try {
            body,
            handlers: handler.into_iter().collect(),
            otherwise: Vec::new(),
            finally,
        }
    }

    pub(super) fn declaration(&mut self, declaration: &js::Declaration<'_>, out: &mut Block) {
        use js::Declaration as Js;
        match declaration {
            Js::VariableDeclaration(declaration) => self.variables(declaration, out),
            Js::FunctionDeclaration(function) => {
                self.function_declaration(function, out);
            }
            Js::ClassDeclaration(class) => {
                self.class_declaration(class, out);
            }
            Js::TSEnumDeclaration(declaration) => self.enumeration(declaration, out),
            Js::TSNamespaceDeclaration(declaration) => self.namespace(declaration, out),
            Js::TSImportEqualsDeclaration(declaration) => self.import_equals(declaration, out),
            Js::TSTypeAliasDeclaration(alias) => {
                let name = self.name(&alias.id.name);
                self.types.insert(name);
            }
            Js::TSInterfaceDeclaration(interface) => {
                let name = self.name(&interface.id.name);
                self.types.insert(name);
            }
            Js::TSExternalModuleDeclaration(_) | Js::TSGlobalDeclaration(_) => {}
        }
    }

    fn variables(&mut self, declaration: &js::VariableDeclaration<'_>, out: &mut Block) {
        if declaration.declare {
            return;
        }
        let scope = scope_of(declaration.kind);
        for declarator in &declaration.declarations {
            let span = self.at(declarator.span);
            let pattern = self.pattern(&declarator.id);
            let name = match &pattern {
                Pattern::Variable(name, _) => Some(name.clone()),
                _ => None,
            };
            let value = declarator.init.as_ref().map(|value| self.named_expr(value, name.as_ref()));
            out.push(Statement::new(StatementKind::Declare { scope, pattern, value }, span));
        }
        if declaration.kind.is_using() {
            let span = self.at(declaration.span);
            out.push(self.unsupported_statement("using", span));
        }
    }

    /// The body of an arrow function that is an expression.
    pub(super) fn returned(&mut self, expr: &js::Expression<'_>) -> Block {
        vec![Statement::returns(self.expr(expr))]
    }
}

fn scope_of(kind: js::VariableDeclarationKind) -> Scope {
    match kind {
        js::VariableDeclarationKind::Var => Scope::Function,
        js::VariableDeclarationKind::Let => Scope::Block,
        _ => Scope::Constant,
    }
}
