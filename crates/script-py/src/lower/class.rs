//! Classes.

use super::Lowering;
use aplomb_script::{
    Block, Class, ClassId, Expr, ExprKind, Key, Member, MemberKind, Name, Span, StatementKind,
};
use ruff_python_ast as py;
use std::collections::HashSet;

impl Lowering<'_, '_> {
    /// `class`, or an assignment of what the decorators make of it.
    pub(super) fn class_definition(&mut self, class: &py::StmtClassDef) -> StatementKind {
        let name = self.name(&class.name.id);
        let id = self.class(class);
        if class.decorator_list.is_empty() && self.class_names.is_none() {
            return StatementKind::Class { name, class: id };
        }
        let span = self.of(class);
        let value = Expr::new(ExprKind::Class(id), span);
        let value = self.decorated(value, &class.decorator_list);
        let target = self.named_target(&name, self.of(&class.name));
        StatementKind::Expression(Expr::assign(target, value, span))
    }

    fn class(&mut self, class: &py::StmtClassDef) -> ClassId {
        let mut parents = Vec::new();
        if let Some(arguments) = &class.arguments {
            parents.extend(arguments.args.iter().map(|parent| self.expr(parent)));
            for keyword in &arguments.keywords {
                if !is_abstract_metaclass(keyword) {
                    let span = self.of(keyword);
                    match keyword.arg.as_ref().map(|name| name.as_str()) {
                        Some("metaclass") => {
                            parents.push(self.unsupported("a metaclass", span));
                        }
                        _ => self.warn(span, "keywords of a class are ignored"),
                    }
                }
            }
        }
        let outer = self.class_names.take();
        let (mut members, mut assigned) = (Vec::new(), HashSet::new());
        for statement in &class.body {
            self.class_statement(statement, &mut members, &mut assigned);
        }
        self.class_names = outer;
        let (name, span) = (self.name(&class.name.id), self.of(class));
        self.builder.add_class(Class { name: Some(name), parents, members, span })
    }

    fn class_statement(
        &mut self,
        statement: &py::Stmt,
        members: &mut Vec<Member>,
        assigned: &mut HashSet<Name>,
    ) {
        let span = self.of(statement);
        if !self.builder.enter() {
            let statement = self.unsupported_statement("a class nested too deeply", span);
            members.push(self.initializer(vec![statement], span));
            return;
        }
        match statement {
            py::Stmt::FunctionDef(function) => members.extend(self.method(function)),
            py::Stmt::ClassDef(class) => members.push(self.nested_class(class)),
            py::Stmt::Assign(assignment)
                if assignment.targets.iter().all(py::Expr::is_name_expr) =>
            {
                self.class_fields(assignment, members);
            }
            py::Stmt::AnnAssign(py::StmtAnnAssign { target, value, .. })
                if target.is_name_expr() =>
            {
                let name = target.as_name_expr().map_or("", |name| name.id.as_str());
                let name = self.name(name);
                let value = value.as_ref().map(|value| self.named_expr(value, Some(&name)));
                members.push(field(name, value));
            }
            py::Stmt::Pass(_) => {}
            py::Stmt::Expr(expr)
                if expr.value.is_string_literal_expr() || expr.value.is_ellipsis_literal_expr() => {
            }
            _ => {
                let body = self.class_block(statement, members, assigned);
                members.push(self.initializer(body, span));
            }
        }
        self.builder.leave();
    }

    /// `a = b = value`: the later fields take the value of the first.
    fn class_fields(&mut self, assignment: &py::StmtAssign, members: &mut Vec<Member>) {
        let span = self.of(assignment);
        let mut first: Option<Name> = None;
        for target in assignment.targets.iter().filter_map(py::Expr::as_name_expr) {
            let name = self.name(&target.id);
            let value = match &first {
                None => self.named_expr(&assignment.value, Some(&name)),
                Some(first) => Expr::variable(first.clone(), span),
            };
            first.get_or_insert_with(|| name.clone());
            members.push(field(name, Some(value)));
        }
    }

    fn nested_class(&mut self, class: &py::StmtClassDef) -> Member {
        let name = self.name(&class.name.id);
        let id = self.class(class);
        if class.decorator_list.is_empty() {
            return Member { key: Key::Static(name), kind: MemberKind::Class(id), is_static: true };
        }
        let value = Expr::new(ExprKind::Class(id), self.of(class));
        let value = self.decorated(value, &class.decorator_list);
        field(name, Some(value))
    }

    /// Any other statement: what it assigns become members of the class, like
    /// the `assigned` names of the statements before it.
    fn class_block(
        &mut self,
        statement: &py::Stmt,
        members: &[Member],
        assigned: &mut HashSet<Name>,
    ) -> Block {
        assigned.extend(members.iter().filter(|member| member.is_static).filter_map(
            |m| match &m.key {
                Key::Static(name) => Some(name.clone()),
                Key::Computed(_) => None,
            },
        ));
        let outer = self.class_names.replace(std::mem::take(assigned));
        let mut body = Vec::new();
        self.statement(statement, &mut body);
        *assigned = std::mem::replace(&mut self.class_names, outer).unwrap_or_default();
        body
    }

    fn initializer(&mut self, body: Block, span: Span) -> Member {
        let function = self.builder.add_thunk(body, false, span);
        let key = Key::Static(self.name("%class"));
        Member { key, kind: MemberKind::Initializer(function), is_static: true }
    }

    /// A method; `@property` and `@name.setter` make accessors of it.
    fn method(&mut self, method: &py::StmtFunctionDef) -> Option<Member> {
        let name = self.member_name(&method.name.id);
        let accessor = method.decorator_list.iter().find_map(accessor);
        if accessor == Some(Accessor::Delete) {
            let span = self.of(method);
            self.warn(span, "deleters are ignored");
            return None;
        }
        let function = self.function(method, None);
        let is_static = method.decorator_list.iter().any(|decorator| {
            is_named(&decorator.expression, "staticmethod")
                || is_named(&decorator.expression, "classmethod")
        });
        let kind = match accessor {
            Some(Accessor::Set) => MemberKind::Setter(function),
            Some(_) => MemberKind::Getter(function),
            None => {
                let decorators = method.decorator_list.iter();
                let decorators = decorators.map(|d| self.expr(&d.expression)).collect();
                MemberKind::Method(function, decorators)
            }
        };
        if accessor.is_some() {
            self.ignore_decorators(&method.decorator_list);
        }
        Some(Member { key: Key::Static(name), kind, is_static })
    }

    /// An accessor has no place for further decorators.
    fn ignore_decorators(&mut self, decorators: &[py::Decorator]) {
        for decorator in decorators {
            let expr = &decorator.expression;
            if accessor(decorator).is_none() && !is_named(expr, "abstractmethod") {
                let span = self.of(decorator);
                self.warn(span, "further decorators of a property are ignored");
            }
        }
    }
}

fn field(name: Name, value: Option<Expr>) -> Member {
    Member { key: Key::Static(name), kind: MemberKind::Field(value), is_static: true }
}

#[derive(Clone, Copy, PartialEq)]
enum Accessor {
    Get,
    Set,
    Delete,
}

/// `@property`, `@name.getter`, `@name.setter`, `@name.deleter`.
fn accessor(decorator: &py::Decorator) -> Option<Accessor> {
    match &decorator.expression {
        py::Expr::Name(name) if name.id.as_str() == "property" => Some(Accessor::Get),
        py::Expr::Attribute(access) if access.value.is_name_expr() => match access.attr.as_str() {
            "getter" => Some(Accessor::Get),
            "setter" => Some(Accessor::Set),
            "deleter" => Some(Accessor::Delete),
            _ => None,
        },
        _ => None,
    }
}

/// `name` or `module.name`.
fn is_named(expr: &py::Expr, name: &str) -> bool {
    match expr {
        py::Expr::Name(variable) => variable.id.as_str() == name,
        py::Expr::Attribute(access) => access.attr.as_str() == name,
        _ => false,
    }
}

fn is_abstract_metaclass(keyword: &py::Keyword) -> bool {
    keyword.arg.as_ref().is_some_and(|name| name.as_str() == "metaclass")
        && is_named(&keyword.value, "ABCMeta")
}
