//! Functions and their parameters.

use super::Lowering;
use aplomb_script::{
    Block, Expr, ExprKind, Function, FunctionId, Name, Parameter, ParameterKind, Span, Statement,
    StatementKind,
};
use oxc_ast::ast as js;

impl Lowering<'_, '_> {
    /// `function f() {}`; gives the name. Overloads and `declare` leave no trace.
    pub(super) fn function_declaration(
        &mut self,
        function: &js::Function<'_>,
        out: &mut Block,
    ) -> Option<Name> {
        function.body.as_ref()?;
        let name = self.binding(&function.id.as_ref()?.name);
        let span = self.at(function.span);
        let kind = StatementKind::Function {
            name: name.clone(),
            function: self.function(function, Some(name.clone())),
            hoisted: true,
        };
        out.push(Statement::new(kind, span));
        Some(name)
    }

    /// A function expression; one that calls itself by its own name gets a scope
    /// in which that name is declared.
    pub(super) fn function_expression(
        &mut self,
        function: &js::Function<'_>,
        inferred: Option<&Name>,
        span: Span,
    ) -> Expr {
        let own = function.id.as_ref().map(|id| self.name(&id.name));
        let Some(own) = own else {
            let id = self.function(function, inferred.cloned());
            return Expr::new(ExprKind::Function(id), span);
        };
        let (id, recursive) =
            self.using(&own, |lowering| lowering.function(function, Some(own.clone())));
        if !recursive {
            return Expr::new(ExprKind::Function(id), span);
        }
        let kind = StatementKind::Function { name: own.clone(), function: id, hoisted: true };
        self.scoped(&own, kind, span)
    }

    /// Runs `lower` and says whether it read `name`.
    pub(super) fn using<T>(
        &mut self,
        name: &Name,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> (T, bool) {
        let before = self.referenced.remove(name);
        let result = lower(self);
        let read = self.referenced.contains(name);
        if before {
            self.referenced.insert(name.clone());
        }
        (result, read)
    }

    /// `(() => { declaration; return name })()`.
    pub(super) fn scoped(&mut self, name: &Name, declaration: StatementKind, span: Span) -> Expr {
        let value = Expr::variable(name.clone(), span);
        let body = vec![Statement::new(declaration, span), Statement::returns(value)];
        self.called_at_once(body, span)
    }

    /// `(() => { body })()`.
    pub(super) fn called_at_once(&mut self, body: Block, span: Span) -> Expr {
        let function = self.builder.add_function(Function {
            name: None,
            parameters: Vec::new(),
            body,
            is_async: false,
            is_generator: false,
            inherits_this: true,
            dialect: self.builder.dialect(),
            span,
        });
        Expr::call(Expr::new(ExprKind::Function(function), span), Vec::new(), span)
    }

    pub(super) fn function(
        &mut self,
        function: &js::Function<'_>,
        name: Option<Name>,
    ) -> FunctionId {
        self.function_with(function, name, |_, _| {})
    }

    /// A function whose lowered body is changed by `amend`.
    pub(super) fn function_with(
        &mut self,
        function: &js::Function<'_>,
        name: Option<Name>,
        amend: impl FnOnce(&mut Self, &mut Block),
    ) -> FunctionId {
        let parameters = self.parameters(&function.params);
        let mut body =
            function.body.as_ref().map_or(Vec::new(), |body| self.block(&body.statements));
        amend(self, &mut body);
        self.builder.add_function(Function {
            name,
            parameters,
            body,
            is_async: function.r#async,
            is_generator: function.generator,
            inherits_this: false,
            dialect: self.builder.dialect(),
            span: self.at(function.span),
        })
    }

    pub(super) fn arrow(
        &mut self,
        arrow: &js::ArrowFunctionExpression<'_>,
        name: Option<Name>,
    ) -> FunctionId {
        let parameters = self.parameters(&arrow.params);
        let body = match &arrow.body {
            js::ArrowFunctionBody::FunctionBody(body) => self.block(&body.statements),
            body => self.returned(body.to_expression()),
        };
        self.builder.add_function(Function {
            name,
            parameters,
            body,
            is_async: arrow.r#async,
            is_generator: false,
            inherits_this: true,
            dialect: self.builder.dialect(),
            span: self.at(arrow.span),
        })
    }

    fn parameters(&mut self, parameters: &js::FormalParameters<'_>) -> Vec<Parameter> {
        let mut out = Vec::new();
        for parameter in &parameters.items {
            self.ignore_decorators(&parameter.decorators, "parameters");
            let mut pattern = self.pattern(&parameter.pattern);
            if let Some(default) = &parameter.initializer {
                pattern = self.defaulted(pattern, default);
            }
            out.push(Parameter { pattern, kind: ParameterKind::Ordinary });
        }
        if let Some(rest) = &parameters.rest {
            let pattern = self.pattern(&rest.rest.argument);
            out.push(Parameter { pattern, kind: ParameterKind::Rest });
        }
        out
    }
}
