//! Functions and their parameters.

use super::Lowering;
use super::expression::dotted_path;
use aplomb_script::{
    Block, Expr, ExprKind, Function, FunctionId, Name, Parameter, ParameterKind, Pattern, Span,
    Statement, StatementKind,
};
use ruff_python_ast as py;

impl Lowering<'_, '_> {
    /// `def`, or an assignment of what the decorators make of it.
    pub(super) fn function_definition(&mut self, function: &py::StmtFunctionDef) -> StatementKind {
        let name = self.name(&function.name.id);
        let span = self.of(function);
        let mut captured = Vec::new();
        let id = self.function(function, Some(&mut captured));
        let is_plain = captured.is_empty() && function.decorator_list.is_empty();
        if is_plain && self.class_names.is_none() {
            return StatementKind::Function { name, function: id, hoisted: false };
        }
        let value = self.capturing(captured, id, span);
        let value = self.decorated(value, &function.decorator_list);
        let target = self.named_target(&name, self.of(&function.name));
        StatementKind::Expression(Expr::assign(target, value, span))
    }

    /// A function; default values that must be computed at its definition go to
    /// `captured`, if there is a place to compute them.
    pub(super) fn function(
        &mut self,
        function: &py::StmtFunctionDef,
        captured: Option<&mut Block>,
    ) -> FunctionId {
        let parameters = self.parameters(Some(&function.parameters), captured);
        let (body, is_generator) = self.body(|lowering| lowering.block(&function.body));
        let name = self.name(&function.name.id);
        self.builder.add_function(Function {
            name: Some(name),
            parameters,
            body,
            is_async: function.is_async,
            is_generator,
            inherits_this: false,
            dialect: self.builder.dialect(),
            span: self.of(function),
        })
    }

    pub(super) fn lambda(
        &mut self,
        lambda: &py::ExprLambda,
        name: Option<Name>,
        span: Span,
    ) -> Expr {
        let mut captured = Vec::new();
        let parameters = self.parameters(lambda.parameters.as_deref(), Some(&mut captured));
        let (body, is_generator) =
            self.body(|lowering| vec![Statement::returns(lowering.expr(&lambda.body))]);
        let id = self.builder.add_function(Function {
            name,
            parameters,
            body,
            is_async: false,
            is_generator,
            inherits_this: false,
            dialect: self.builder.dialect(),
            span,
        });
        self.capturing(captured, id, span)
    }

    /// Lowers a body and says whether it contains a `yield`.
    fn body(&mut self, lower: impl FnOnce(&mut Self) -> Block) -> (Block, bool) {
        self.functions.push(false);
        let loops = std::mem::take(&mut self.loops);
        let class_names = self.class_names.take();
        let body = lower(self);
        self.class_names = class_names;
        self.loops = loops;
        let is_generator = self.functions.pop().unwrap_or(false);
        (body, is_generator)
    }

    /// A function value whose captured defaults are computed here and now:
    /// `(lambda: captured…; return function)()`.
    fn capturing(&mut self, mut captured: Block, function: FunctionId, span: Span) -> Expr {
        let function = Expr::new(ExprKind::Function(function), span);
        if captured.is_empty() {
            return function;
        }
        captured.push(Statement::returns(function));
        let scope = self.builder.add_thunk(captured, false, span);
        Expr::call(Expr::new(ExprKind::Function(scope), span), Vec::new(), span)
    }

    fn parameters(
        &mut self,
        parameters: Option<&py::Parameters>,
        mut captured: Option<&mut Block>,
    ) -> Vec<Parameter> {
        let Some(parameters) = parameters else { return Vec::new() };
        let names: Vec<&str> =
            parameters.iter_non_variadic_params().map(|p| p.name().as_str()).collect();
        let mut out = Vec::new();
        let by_position =
            parameters.posonlyargs.iter().map(|it| (it, ParameterKind::PositionalOnly));
        let ordinary = parameters.args.iter().map(|it| (it, ParameterKind::Ordinary));
        for (parameter, kind) in by_position.chain(ordinary) {
            let pattern = self.parameter(parameter, &names, captured.as_deref_mut());
            out.push(Parameter { pattern, kind });
        }
        if let Some(rest) = &parameters.vararg {
            let pattern = self.bound(&rest.name);
            out.push(Parameter { pattern, kind: ParameterKind::Rest });
        }
        for parameter in &parameters.kwonlyargs {
            let pattern = self.parameter(parameter, &names, captured.as_deref_mut());
            out.push(Parameter { pattern, kind: ParameterKind::NamedOnly });
        }
        if let Some(rest) = &parameters.kwarg {
            let pattern = self.bound(&rest.name);
            out.push(Parameter { pattern, kind: ParameterKind::NamedRest });
        }
        out
    }

    fn parameter(
        &mut self,
        parameter: &py::ParameterWithDefault,
        names: &[&str],
        captured: Option<&mut Block>,
    ) -> Pattern {
        let target = self.bound(parameter.name());
        let Some(default) = &parameter.default else { return target };
        let default = match captured {
            Some(captured) if self.must_be_captured(default, names) => {
                let value = self.expr(default);
                let (name, span) = (self.temporary(), value.span);
                let temporary = Pattern::Variable(name.clone(), span);
                captured.push(Statement::expression(Expr::assign(temporary, value, span)));
                Expr::variable(name, span)
            }
            _ => {
                if !is_constant(default) && reference(default).is_none() {
                    let span = self.of(&**default);
                    self.warn(span, "this default is taken as computed at each call");
                }
                self.expr(default)
            }
        };
        Pattern::Default(Box::new(target), Box::new(default))
    }

    /// Defaults are computed when a function is defined, in the scope around it.
    /// Constants are the same at each call; so is what a name of the module
    /// stands for, as long as no parameter has that name.
    fn must_be_captured(&self, default: &py::Expr, parameters: &[&str]) -> bool {
        let defined_once = self.functions.is_empty() && self.loops == 0;
        match reference(default) {
            _ if is_constant(default) => false,
            Some(name) => !defined_once || parameters.contains(&name),
            None => true,
        }
    }
}

/// The variable at the root of `a` or `a.b.c`.
fn reference(expr: &py::Expr) -> Option<&str> {
    match expr {
        py::Expr::Name(name) => Some(&name.id),
        py::Expr::Attribute(access) => {
            dotted_path(access)?;
            let mut object = &*access.value;
            while let py::Expr::Attribute(inner) = object {
                object = &inner.value;
            }
            object.as_name_expr().map(|name| name.id.as_str())
        }
        _ => None,
    }
}

fn is_constant(expr: &py::Expr) -> bool {
    match expr {
        py::Expr::UnaryOp(operation) => operation.operand.is_number_literal_expr(),
        py::Expr::Tuple(tuple) => tuple.elts.iter().all(|item| item.is_literal_expr()),
        _ => expr.is_literal_expr(),
    }
}
