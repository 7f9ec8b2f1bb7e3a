//! Functions and their parameters.

use super::Lowering;
use aplomb_script::{
    Block, ClassId, Expr, ExprKind, Function, FunctionId, Name, Parameter, ParameterKind, Span,
    Statement, StatementKind,
};
use oxc_ast::ast as js;

/// What an expression with a name of its own defines.
pub(super) enum Definition {
    Function(FunctionId),
    Class(ClassId),
}

impl Definition {
    fn value(self) -> ExprKind {
        match self {
            Definition::Function(function) => ExprKind::Function(function),
            Definition::Class(class) => ExprKind::Class(class),
        }
    }

    fn declaration(self, name: Name) -> StatementKind {
        match self {
            Definition::Function(function) => {
                StatementKind::Function { name, function, hoisted: true }
            }
            Definition::Class(class) => StatementKind::Class { name, class },
        }
    }
}

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

    pub(super) fn function_expression(
        &mut self,
        function: &js::Function<'_>,
        inferred: Option<&Name>,
        span: Span,
    ) -> Expr {
        self.self_named(&function.id, inferred, span, |lowering, name| {
            Definition::Function(lowering.function(function, name))
        })
    }

    /// A function or class expression; one that mentions itself by its own name
    /// gets a scope in which that name is declared:
    /// `(() => { function own() { … own … }; return own })()`.
    pub(super) fn self_named(
        &mut self,
        own: &Option<js::BindingIdentifier<'_>>,
        inferred: Option<&Name>,
        span: Span,
        lower: impl FnOnce(&mut Self, Option<Name>) -> Definition,
    ) -> Expr {
        let Some(own) = own.as_ref().map(|own| self.name(&own.name)) else {
            return Expr::new(lower(self, inferred.cloned()).value(), span);
        };
        let read_elsewhere = self.referenced.remove(&own);
        let definition = lower(self, Some(own.clone()));
        let mentions_itself = self.referenced.contains(&own);
        if read_elsewhere {
            self.referenced.insert(own.clone());
        }
        if !mentions_itself {
            return Expr::new(definition.value(), span);
        }
        let value = Expr::variable(own.clone(), span);
        let declaration = Statement::new(definition.declaration(own), span);
        self.called_at_once(vec![declaration, Statement::returns(value)], span)
    }

    /// `(() => { body })()`.
    pub(super) fn called_at_once(&mut self, body: Block, span: Span) -> Expr {
        let function = self.builder.add_thunk(body, true, span);
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
