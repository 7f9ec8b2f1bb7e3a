//! Every node of a program, one after the other.

use crate::{
    Argument, Block, Class, Element, Expr, ExprKind, Field, Function, Key, Member, MemberKind,
    Name, Pattern, Program, Span, Statement, StatementKind,
};

/// A node of the syntax.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A statement.
    Statement(&'a Statement),
    /// An expression.
    Expr(&'a Expr),
    /// A pattern.
    Pattern(&'a Pattern),
}

impl<'a> Node<'a> {
    /// Where it stands; list and record patterns do not say.
    pub fn span(self) -> Option<Span> {
        match self {
            Node::Statement(statement) => Some(statement.span),
            Node::Expr(expr) => Some(expr.span),
            Node::Pattern(
                Pattern::Variable(_, span)
                | Pattern::Member(_, _, span)
                | Pattern::Item(_, _, span),
            ) => Some(*span),
            Node::Pattern(_) => None,
        }
    }

    /// The construct that was not supported, if this node stands for one.
    pub fn unsupported(self) -> Option<&'a str> {
        match self {
            Node::Statement(Statement { kind: StatementKind::Unsupported(name), .. })
            | Node::Expr(Expr { kind: ExprKind::Unsupported(name), .. }) => Some(name),
            _ => None,
        }
    }

    /// Itself and all nodes inside it.
    pub fn nodes(self) -> Nodes<'a> {
        Nodes { open: vec![self] }
    }

    /// The nodes directly inside it, in the order in which they are written.
    /// Functions and classes are not entered: they are nodes of the program.
    pub fn children(self) -> Vec<Node<'a>> {
        let mut children = Children(Vec::new());
        match self {
            Node::Statement(statement) => children.of_statement(&statement.kind),
            Node::Expr(expr) => children.of_expr(&expr.kind),
            Node::Pattern(pattern) => children.of_pattern(pattern),
        }
        children.0
    }
}

/// Nodes and all nodes inside them, outer ones first, without recursion.
pub struct Nodes<'a> {
    open: Vec<Node<'a>>,
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.open.pop()?;
        self.open.extend(node.children().into_iter().rev());
        Some(node)
    }
}

impl Program {
    /// All nodes of all modules, functions and classes.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        let modules = self.modules.iter().flat_map(|module| nodes(&module.body));
        let functions = self.functions.iter().flat_map(Function::nodes);
        let classes = self.classes.iter().flat_map(Class::nodes);
        modules.chain(functions).chain(classes)
    }
}

impl Function {
    /// All nodes of its parameters and its body.
    pub fn nodes(&self) -> Nodes<'_> {
        let mut children = Children(Vec::new());
        for parameter in &self.parameters {
            children.pattern(&parameter.pattern);
        }
        children.block(&self.body);
        children.into_nodes()
    }
}

impl Class {
    /// All nodes of its parents, keys, decorators and initial values.
    pub fn nodes(&self) -> Nodes<'_> {
        let mut children = Children(Vec::new());
        children.exprs(&self.parents);
        for Member { key, kind, .. } in &self.members {
            children.key(key);
            match kind {
                MemberKind::Method(_, decorators) => children.exprs(decorators),
                MemberKind::Field(value) => children.exprs(value),
                MemberKind::Getter(_)
                | MemberKind::Setter(_)
                | MemberKind::Class(_)
                | MemberKind::Initializer(_) => {}
            }
        }
        children.into_nodes()
    }
}

impl Pattern {
    /// The variables it binds, in the order in which they are written.
    pub fn names(&self) -> Vec<&Name> {
        match self {
            Pattern::Variable(name, _) => vec![name],
            Pattern::Member(..) | Pattern::Item(..) => Vec::new(),
            Pattern::Default(target, _) => target.names(),
            Pattern::List { items, rest } => {
                let rest = rest.iter().map(|(_, rest)| &**rest);
                items.iter().flatten().chain(rest).flat_map(Pattern::names).collect()
            }
            Pattern::Record { fields, rest } => {
                let fields = fields.iter().map(|(_, field)| field);
                fields.chain(rest.as_deref()).flat_map(Pattern::names).collect()
            }
        }
    }
}

/// All nodes of a block.
pub fn nodes(block: &Block) -> Nodes<'_> {
    let mut children = Children(Vec::new());
    children.block(block);
    children.into_nodes()
}

struct Children<'a>(Vec<Node<'a>>);

impl<'a> Children<'a> {
    fn into_nodes(mut self) -> Nodes<'a> {
        self.0.reverse();
        Nodes { open: self.0 }
    }

    fn block(&mut self, block: &'a Block) {
        self.0.extend(block.iter().map(Node::Statement));
    }

    fn exprs(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) {
        self.0.extend(exprs.into_iter().map(Node::Expr));
    }

    fn boxed(&mut self, exprs: impl IntoIterator<Item = &'a Box<Expr>>) {
        self.0.extend(exprs.into_iter().map(|expr| Node::Expr(expr)));
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
        self.0.push(Node::Pattern(pattern));
    }

    fn key(&mut self, key: &'a Key) {
        if let Key::Computed(expr) = key {
            self.boxed([expr]);
        }
    }

    fn elements(&mut self, elements: &'a [Element]) {
        for element in elements {
            match element {
                Element::Item(expr) | Element::Spread(expr) => self.exprs([expr]),
                Element::Hole => {}
            }
        }
    }

    fn arguments(&mut self, arguments: &'a [Argument]) {
        for argument in arguments {
            match argument {
                Argument::Positional(expr)
                | Argument::Spread(expr)
                | Argument::Named(_, expr)
                | Argument::NamedSpread(expr) => self.exprs([expr]),
            }
        }
    }

    fn of_statement(&mut self, kind: &'a StatementKind) {
        match kind {
            StatementKind::Expression(expr)
            | StatementKind::Delete(expr)
            | StatementKind::ExportDefault(expr) => self.exprs([expr]),
            StatementKind::Declare { pattern, value, .. } => {
                self.pattern(pattern);
                self.exprs(value);
            }
            StatementKind::If { test, then, otherwise } => {
                self.exprs([test]);
                self.block(then);
                self.block(otherwise);
            }
            StatementKind::While { test, body, otherwise, .. } => {
                self.exprs([test]);
                self.block(body);
                self.block(otherwise);
            }
            StatementKind::For { init, test, update, body } => {
                self.0.extend(init.iter().map(|init| Node::Statement(init)));
                self.exprs(test);
                self.exprs(update);
                self.block(body);
            }
            StatementKind::ForEach { pattern, iterable, body, otherwise, .. } => {
                self.pattern(pattern);
                self.exprs([iterable]);
                self.block(body);
                self.block(otherwise);
            }
            StatementKind::ForKeys { pattern, object, body, .. } => {
                self.pattern(pattern);
                self.exprs([object]);
                self.block(body);
            }
            StatementKind::Switch { subject, cases } => {
                self.exprs([subject]);
                for case in cases {
                    self.exprs(&case.test);
                    self.block(&case.body);
                }
            }
            StatementKind::Return(value) | StatementKind::Throw(value) => self.exprs(value),
            StatementKind::Try { body, handlers, otherwise, finally } => {
                self.block(body);
                for handler in handlers {
                    self.exprs(&handler.types);
                    self.0.extend(handler.binding.iter().map(Node::Pattern));
                    self.block(&handler.body);
                }
                self.block(otherwise);
                self.block(finally);
            }
            StatementKind::Block(block) => self.block(block),
            StatementKind::Labelled(_, statement) => self.0.push(Node::Statement(statement)),
            StatementKind::With { items, body } => {
                for (context, target) in items {
                    self.exprs([context]);
                    self.0.extend(target.iter().map(Node::Pattern));
                }
                self.block(body);
            }
            StatementKind::Assert { test, message } => {
                self.exprs([test]);
                self.exprs(message);
            }
            StatementKind::Function { .. }
            | StatementKind::Class { .. }
            | StatementKind::Break(_)
            | StatementKind::Continue(_)
            | StatementKind::Import { .. }
            | StatementKind::Export { .. }
            | StatementKind::ExportFrom { .. }
            | StatementKind::Outer(_)
            | StatementKind::Unsupported(_) => {}
        }
    }

    fn of_expr(&mut self, kind: &'a ExprKind) {
        match kind {
            ExprKind::Template(exprs) | ExprKind::Sequence(exprs) => self.exprs(exprs),
            ExprKind::List(elements) | ExprKind::Tuple(elements) | ExprKind::Set(elements) => {
                self.elements(elements)
            }
            ExprKind::Record(fields) => {
                for field in fields {
                    match field {
                        Field::Named(key, value) => {
                            self.key(key);
                            self.exprs([value]);
                        }
                        Field::Spread(value) => self.exprs([value]),
                        Field::Getter(key, _) | Field::Setter(key, _) => self.key(key),
                    }
                }
            }
            ExprKind::Member { object, .. } => self.boxed([object]),
            ExprKind::Item { object, index, .. } => self.boxed([object, index]),
            ExprKind::Slice { object, start, end, step } => {
                self.boxed([object]);
                self.boxed(start);
                self.boxed(end);
                self.boxed(step);
            }
            ExprKind::Call { callee, arguments, .. } | ExprKind::New { callee, arguments } => {
                self.boxed([callee]);
                self.arguments(arguments);
            }
            ExprKind::Unary { operand, .. }
            | ExprKind::Await(operand)
            | ExprKind::Delete(operand) => self.boxed([operand]),
            ExprKind::Binary { left, right, .. } | ExprKind::Logical { left, right, .. } => {
                self.boxed([left, right]);
            }
            ExprKind::Conditional { test, then, otherwise } => {
                self.boxed([test, then, otherwise]);
            }
            ExprKind::Assign { target, value } | ExprKind::Update { target, value, .. } => {
                self.pattern(target);
                self.boxed([value]);
            }
            ExprKind::Yield { value, .. } => self.boxed(value),
            ExprKind::Comprehension { clauses, element, value, .. } => {
                for clause in clauses {
                    self.pattern(&clause.pattern);
                    self.exprs([&clause.iterable]);
                    self.exprs(&clause.conditions);
                }
                self.boxed([element]);
                self.boxed(value);
            }
            ExprKind::Literal(_)
            | ExprKind::Variable(_)
            | ExprKind::Require(_)
            | ExprKind::Function(_)
            | ExprKind::Class(_)
            | ExprKind::This
            | ExprKind::Super
            | ExprKind::Unsupported(_) => {}
        }
    }

    fn of_pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::Variable(..) => {}
            Pattern::Member(object, _, _) => self.boxed([object]),
            Pattern::Item(object, index, _) => self.boxed([object, index]),
            Pattern::List { items, rest } => {
                self.0.extend(items.iter().flatten().map(Node::Pattern));
                self.0.extend(rest.iter().map(|(_, rest)| Node::Pattern(rest)));
            }
            Pattern::Record { fields, rest } => {
                for (key, field) in fields {
                    self.key(key);
                    self.pattern(field);
                }
                self.0.extend(rest.iter().map(|rest| Node::Pattern(rest)));
            }
            Pattern::Default(target, default) => {
                self.pattern(target);
                self.boxed([default]);
            }
        }
    }
}
