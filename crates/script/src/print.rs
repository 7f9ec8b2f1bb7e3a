//! Programs as text, for people who debug a front end or an analysis.
//!
//! The text says everything but the spans: every operation is parenthesised,
//! scopes and hoisting are spelled out.

use crate::{
    Argument, BinaryOperator, Block, Class, ClassId, ComprehensionKind, Element, Expr, ExprKind,
    Field, Function, FunctionId, Imported, Key, Literal, LogicalOperator, Member, MemberKind,
    Module, Parameter, ParameterKind, Pattern, Program, Scope, Statement, StatementKind,
    UnaryOperator, UpdateOperator,
};
use std::fmt::{self, Display, Write};

impl Module {
    /// The module as text; functions and classes are taken from the program.
    pub fn display<'a>(&'a self, program: &'a Program) -> impl Display + 'a {
        Printed { program, body: &self.body }
    }
}

struct Printed<'a> {
    program: &'a Program,
    body: &'a Block,
}

impl Display for Printed<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer { program: self.program, out, indent: 0 };
        self.body.iter().try_for_each(|statement| printer.statement(statement))
    }
}

struct Printer<'p, 'o, 'f> {
    program: &'p Program,
    out: &'o mut fmt::Formatter<'f>,
    indent: usize,
}

impl Printer<'_, '_, '_> {
    fn line_start(&mut self) -> fmt::Result {
        write!(self.out, "{:width$}", "", width = 2 * self.indent)
    }

    /// `{`, the statements one to a line, `}`.
    fn block(&mut self, block: &Block) -> fmt::Result {
        if block.is_empty() {
            return self.out.write_str("{}");
        }
        self.out.write_str("{\n")?;
        self.indent += 1;
        block.iter().try_for_each(|statement| self.statement(statement))?;
        self.indent -= 1;
        self.line_start()?;
        self.out.write_char('}')
    }

    fn optional_block(&mut self, word: &str, block: &Block) -> fmt::Result {
        if block.is_empty() {
            return Ok(());
        }
        write!(self.out, " {word} ")?;
        self.block(block)
    }

    fn statement(&mut self, statement: &Statement) -> fmt::Result {
        self.line_start()?;
        self.statement_kind(&statement.kind)?;
        self.out.write_char('\n')
    }

    fn statement_kind(&mut self, kind: &StatementKind) -> fmt::Result {
        match kind {
            StatementKind::Expression(expr) => self.unparenthesised(expr),
            StatementKind::Declare { scope, pattern, value } => {
                self.out.write_str(scope_word(Some(*scope)))?;
                self.pattern(pattern)?;
                self.prefixed(" = ", value)
            }
            StatementKind::Function { name, function, hoisted } => {
                self.out.write_str(if *hoisted { "hoisted " } else { "" })?;
                self.function(*function, |printer| write!(printer.out, "function {name}"))
            }
            StatementKind::Class { class, .. } => self.class(*class),
            StatementKind::If { test, then, otherwise } => {
                self.out.write_str("if ")?;
                self.expr(test)?;
                self.out.write_char(' ')?;
                self.block(then)?;
                self.optional_block("else", otherwise)
            }
            StatementKind::While { .. }
            | StatementKind::For { .. }
            | StatementKind::ForEach { .. }
            | StatementKind::ForKeys { .. } => self.repetition(kind),
            StatementKind::Switch { subject, cases } => {
                self.out.write_str("switch ")?;
                self.expr(subject)?;
                for case in cases {
                    self.out.write_char('\n')?;
                    self.line_start()?;
                    match &case.test {
                        Some(test) => self.prefixed("case ", [test])?,
                        None => self.out.write_str("default")?,
                    }
                    self.out.write_char(' ')?;
                    self.block(&case.body)?;
                }
                Ok(())
            }
            StatementKind::Return(value) => {
                self.out.write_str("return")?;
                self.prefixed(" ", value)
            }
            StatementKind::Throw(value) => {
                self.out.write_str("throw")?;
                self.prefixed(" ", value)
            }
            StatementKind::Try { body, handlers, otherwise, finally } => {
                self.out.write_str("try ")?;
                self.block(body)?;
                for handler in handlers {
                    self.out.write_str(" catch")?;
                    self.prefixed(" ", &handler.types)?;
                    if let Some(binding) = &handler.binding {
                        self.out.write_str(" as ")?;
                        self.pattern(binding)?;
                    }
                    self.out.write_char(' ')?;
                    self.block(&handler.body)?;
                }
                self.optional_block("else", otherwise)?;
                self.optional_block("finally", finally)
            }
            StatementKind::Break(label) => self.jump("break", label.as_deref()),
            StatementKind::Continue(label) => self.jump("continue", label.as_deref()),
            StatementKind::Block(block) => self.block(block),
            StatementKind::Labelled(label, statement) => {
                write!(self.out, "{label}: ")?;
                self.statement_kind(&statement.kind)
            }
            StatementKind::With { items, body } => {
                self.out.write_str("with ")?;
                self.separated(items, |printer, (context, target)| {
                    printer.expr(context)?;
                    let Some(target) = target else { return Ok(()) };
                    printer.out.write_str(" as ")?;
                    printer.pattern(target)
                })?;
                self.out.write_char(' ')?;
                self.block(body)
            }
            StatementKind::Delete(target) => self.prefixed("delete ", [target]),
            StatementKind::Import { .. }
            | StatementKind::Export { .. }
            | StatementKind::ExportDefault(_)
            | StatementKind::ExportFrom { .. } => self.linkage(kind),
            StatementKind::Outer(names) => write!(self.out, "outer {}", names.join(", ")),
            StatementKind::Assert { test, message } => {
                self.prefixed("assert ", [test])?;
                self.prefixed(", ", message)
            }
            StatementKind::Unsupported(name) => write!(self.out, "<unsupported: {name}>"),
        }
    }

    fn repetition(&mut self, kind: &StatementKind) -> fmt::Result {
        match kind {
            StatementKind::While { test, body, body_first: true, .. } => {
                self.out.write_str("do ")?;
                self.block(body)?;
                self.prefixed(" while ", [test])
            }
            StatementKind::While { test, body, otherwise, .. } => {
                self.prefixed("while ", [test])?;
                self.out.write_char(' ')?;
                self.block(body)?;
                self.optional_block("else", otherwise)
            }
            StatementKind::For { init, test, update, body } => {
                self.out.write_str("for (")?;
                if let Some(init) = init {
                    self.statement_kind(&init.kind)?;
                }
                self.out.write_char(';')?;
                self.prefixed(" ", test)?;
                self.out.write_char(';')?;
                self.prefixed(" ", update)?;
                self.out.write_str(") ")?;
                self.block(body)
            }
            StatementKind::ForEach { scope, pattern, iterable, body, awaits, otherwise } => {
                write!(self.out, "for {}", if *awaits { "await " } else { "" })?;
                self.out.write_str(scope_word(*scope))?;
                self.pattern(pattern)?;
                self.prefixed(" of ", [iterable])?;
                self.out.write_char(' ')?;
                self.block(body)?;
                self.optional_block("else", otherwise)
            }
            StatementKind::ForKeys { scope, pattern, object, body } => {
                write!(self.out, "for {}", scope_word(*scope))?;
                self.pattern(pattern)?;
                self.prefixed(" in ", [object])?;
                self.out.write_char(' ')?;
                self.block(body)
            }
            _ => Ok(()),
        }
    }

    fn linkage(&mut self, kind: &StatementKind) -> fmt::Result {
        match kind {
            StatementKind::Import { source, bindings } => {
                self.out.write_str("import { ")?;
                self.separated(bindings, |printer, binding| match &binding.imported {
                    Imported::Default => write!(printer.out, "default as {}", binding.local),
                    Imported::Module => write!(printer.out, "* as {}", binding.local),
                    Imported::Named(name) => write!(printer.out, "{name} as {}", binding.local),
                    Imported::Everything => printer.out.write_str("everything"),
                })?;
                write!(self.out, " }} from {source:?}")
            }
            StatementKind::Export { names } => {
                self.out.write_str("export ")?;
                self.renamings(names)
            }
            StatementKind::ExportDefault(value) => self.prefixed("export default ", [value]),
            StatementKind::ExportFrom { source, names } => {
                self.out.write_str("export ")?;
                match names {
                    Some(names) => self.renamings(names)?,
                    None => self.out.write_char('*')?,
                }
                write!(self.out, " from {source:?}")
            }
            _ => Ok(()),
        }
    }

    fn renamings(&mut self, names: &[(crate::Name, crate::Name)]) -> fmt::Result {
        self.out.write_str("{ ")?;
        self.separated(names, |printer, (from, to)| write!(printer.out, "{from} as {to}"))?;
        self.out.write_str(" }")
    }

    fn jump(&mut self, word: &str, label: Option<&str>) -> fmt::Result {
        self.out.write_str(word)?;
        label.map_or(Ok(()), |label| write!(self.out, " {label}"))
    }

    fn prefixed<'e>(
        &mut self,
        prefix: &str,
        exprs: impl IntoIterator<Item = &'e Expr>,
    ) -> fmt::Result {
        exprs.into_iter().try_for_each(|expr| {
            self.out.write_str(prefix)?;
            self.expr(expr)
        })
    }

    fn separated<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut print: impl FnMut(&mut Self, T) -> fmt::Result,
    ) -> fmt::Result {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.out.write_str(", ")?;
            }
            print(self, item)?;
        }
        Ok(())
    }

    /// What the result of a function is, `head`, the parameters, the body.
    fn function(
        &mut self,
        id: FunctionId,
        head: impl FnOnce(&mut Self) -> fmt::Result,
    ) -> fmt::Result {
        let program = self.program;
        let function: &Function = program.function(id);
        self.out.write_str(if function.is_async { "async " } else { "" })?;
        self.out.write_str(if function.is_generator { "generator " } else { "" })?;
        head(self)?;
        self.out.write_char('(')?;
        self.separated(&function.parameters, Self::parameter)?;
        self.out.write_str(if function.inherits_this { ") => " } else { ") " })?;
        self.block(&function.body)
    }

    fn function_value(&mut self, id: FunctionId) -> fmt::Result {
        let program = self.program;
        let function = program.function(id);
        let name = function.name.as_deref().unwrap_or("");
        let is_arrow = function.inherits_this;
        self.function(id, |printer| match is_arrow {
            true => Ok(()),
            false => write!(printer.out, "function {name}"),
        })
    }

    fn parameter(&mut self, parameter: &Parameter) -> fmt::Result {
        self.out.write_str(match parameter.kind {
            ParameterKind::Ordinary => "",
            ParameterKind::PositionalOnly => "unnamed ",
            ParameterKind::NamedOnly => "named ",
            ParameterKind::Rest => "...",
            ParameterKind::NamedRest => "**",
        })?;
        self.pattern(&parameter.pattern)
    }

    fn class(&mut self, id: ClassId) -> fmt::Result {
        let program = self.program;
        let class: &Class = program.class(id);
        write!(self.out, "class {}", class.name.as_deref().unwrap_or("_"))?;
        if !class.parents.is_empty() {
            self.out.write_str(" extends ")?;
            self.separated(&class.parents, Self::expr)?;
        }
        self.out.write_str(" {\n")?;
        self.indent += 1;
        for member in &class.members {
            self.line_start()?;
            self.member(member)?;
            self.out.write_char('\n')?;
        }
        self.indent -= 1;
        self.line_start()?;
        self.out.write_char('}')
    }

    fn member(&mut self, member: &Member) -> fmt::Result {
        self.out.write_str(if member.is_static { "static " } else { "" })?;
        match &member.kind {
            MemberKind::Method(function, decorators) => {
                for decorator in decorators {
                    self.prefixed("@", [decorator])?;
                    self.out.write_char(' ')?;
                }
                self.function(*function, |printer| printer.key(&member.key))
            }
            MemberKind::Getter(function) => self.accessor("get ", &member.key, *function),
            MemberKind::Setter(function) => self.accessor("set ", &member.key, *function),
            MemberKind::Field(value) => {
                self.key(&member.key)?;
                self.prefixed(" = ", value)
            }
            MemberKind::Class(class) => self.class(*class),
            MemberKind::Initializer(function) => self.function(*function, |_| Ok(())),
        }
    }

    fn accessor(&mut self, word: &str, key: &Key, function: FunctionId) -> fmt::Result {
        self.out.write_str(word)?;
        self.function(function, |printer| printer.key(key))
    }

    fn key(&mut self, key: &Key) -> fmt::Result {
        match key {
            Key::Static(name) if is_plain(name) => self.out.write_str(name),
            Key::Static(name) => write!(self.out, "{name:?}"),
            Key::Computed(expr) => {
                self.prefixed("[", [&**expr])?;
                self.out.write_char(']')
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) -> fmt::Result {
        match pattern {
            Pattern::Variable(name, _) => self.out.write_str(name),
            Pattern::Member(object, name, _) => {
                self.expr(object)?;
                write!(self.out, ".{name}")
            }
            Pattern::Item(object, index, _) => {
                self.expr(object)?;
                self.prefixed("[", [&**index])?;
                self.out.write_char(']')
            }
            Pattern::List { items, rest } => {
                self.out.write_char('[')?;
                let rest_at = rest.as_ref().map(|(at, rest)| (*at, &**rest));
                self.list_items(items, rest_at)?;
                self.out.write_char(']')
            }
            Pattern::Record { fields, rest } => {
                self.out.write_char('{')?;
                self.separated(fields, |printer, (key, field)| {
                    printer.key(key)?;
                    printer.out.write_str(": ")?;
                    printer.pattern(field)
                })?;
                if let Some(rest) = rest {
                    self.out.write_str(if fields.is_empty() { "..." } else { ", ..." })?;
                    self.pattern(rest)?;
                }
                self.out.write_char('}')
            }
            Pattern::Default(target, default) => {
                self.pattern(target)?;
                self.prefixed(" = ", [&**default])
            }
        }
    }

    fn list_items(
        &mut self,
        items: &[Option<Pattern>],
        rest: Option<(usize, &Pattern)>,
    ) -> fmt::Result {
        let mut all: Vec<(&str, Option<&Pattern>)> =
            items.iter().map(|item| ("", item.as_ref())).collect();
        if let Some((at, rest)) = rest {
            all.insert(at.min(all.len()), ("...", Some(rest)));
        }
        self.separated(all, |printer, (prefix, item)| {
            printer.out.write_str(prefix)?;
            match item {
                Some(item) => printer.pattern(item),
                None => printer.out.write_str("<hole>"),
            }
        })
    }

    /// Assignments that are statements need no parentheses.
    fn unparenthesised(&mut self, expr: &Expr) -> fmt::Result {
        match &expr.kind {
            ExprKind::Assign { target, value } => {
                self.pattern(target)?;
                self.out.write_str(" = ")?;
                self.unparenthesised(value)
            }
            ExprKind::Update { target, operator, value, .. } => {
                self.pattern(target)?;
                write!(self.out, " {}= ", update_text(*operator))?;
                self.expr(value)
            }
            _ => self.expr(expr),
        }
    }

    fn expr(&mut self, expr: &Expr) -> fmt::Result {
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Variable(name) => self.out.write_str(name),
            ExprKind::Template(pieces) => self.template(pieces),
            ExprKind::List(elements) => self.elements("[", elements, "]"),
            ExprKind::Tuple(elements) => self.elements("tuple[", elements, "]"),
            ExprKind::Set(elements) => self.elements("set{", elements, "}"),
            ExprKind::Record(fields) => {
                self.out.write_char('{')?;
                self.separated(fields, Self::field)?;
                self.out.write_char('}')
            }
            ExprKind::Member { object, name, optional } => {
                self.expr(object)?;
                write!(self.out, "{}.{name}", if *optional { "?" } else { "" })
            }
            ExprKind::Item { object, index, optional } => {
                self.expr(object)?;
                self.prefixed(if *optional { "?.[" } else { "[" }, [&**index])?;
                self.out.write_char(']')
            }
            ExprKind::Slice { object, start, end, step } => {
                self.expr(object)?;
                self.prefixed("[", start.as_deref())?;
                self.out.write_str(if start.is_some() { ":" } else { "[:" })?;
                self.prefixed("", end.as_deref())?;
                self.prefixed(":", step.as_deref())?;
                self.out.write_char(']')
            }
            ExprKind::Call { callee, arguments, optional } => {
                self.expr(callee)?;
                self.out.write_str(if *optional { "?." } else { "" })?;
                self.arguments(arguments)
            }
            ExprKind::New { callee, arguments } => {
                self.prefixed("new ", [&**callee])?;
                self.arguments(arguments)
            }
            ExprKind::Require(source) => write!(self.out, "require({source:?})"),
            ExprKind::Function(function) => self.function_value(*function),
            ExprKind::Class(class) => self.class(*class),
            ExprKind::Await(operand) => {
                self.prefixed("(await ", [&**operand])?;
                self.out.write_char(')')
            }
            ExprKind::Yield { value, delegate } => {
                self.out.write_str(if *delegate { "(yield*" } else { "(yield" })?;
                self.prefixed(" ", value.as_deref())?;
                self.out.write_char(')')
            }
            ExprKind::Delete(target) => {
                self.prefixed("(delete ", [&**target])?;
                self.out.write_char(')')
            }
            ExprKind::Sequence(exprs) => {
                self.out.write_char('(')?;
                self.separated(exprs, Self::expr)?;
                self.out.write_char(')')
            }
            ExprKind::This => self.out.write_str("this"),
            ExprKind::Super => self.out.write_str("super"),
            ExprKind::Unsupported(name) => write!(self.out, "<unsupported: {name}>"),
            ExprKind::Comprehension { .. } => self.comprehension(expr),
            _ => self.operation(expr),
        }
    }

    fn operation(&mut self, expr: &Expr) -> fmt::Result {
        match &expr.kind {
            ExprKind::Unary { operator, operand } => {
                self.prefixed(unary_text(*operator), [&**operand])
            }
            ExprKind::Binary { operator, left, right } => {
                self.infix(left, binary_text(*operator), right)
            }
            ExprKind::Logical { operator, left, right } => {
                self.infix(left, logical_text(*operator), right)
            }
            ExprKind::Conditional { test, then, otherwise } => {
                self.prefixed("(", [&**test])?;
                self.prefixed(" ? ", [&**then])?;
                self.prefixed(" : ", [&**otherwise])?;
                self.out.write_char(')')
            }
            ExprKind::Assign { .. } => {
                self.out.write_char('(')?;
                self.unparenthesised(expr)?;
                self.out.write_char(')')
            }
            ExprKind::Update { gives_old, .. } => {
                self.out.write_char('(')?;
                self.unparenthesised(expr)?;
                self.out.write_str(if *gives_old { ").old" } else { ")" })
            }
            _ => Ok(()),
        }
    }

    fn infix(&mut self, left: &Expr, operator: &str, right: &Expr) -> fmt::Result {
        self.prefixed("(", [left])?;
        write!(self.out, " {operator} ")?;
        self.expr(right)?;
        self.out.write_char(')')
    }

    fn comprehension(&mut self, expr: &Expr) -> fmt::Result {
        let ExprKind::Comprehension { kind, clauses, element, value } = &expr.kind else {
            return Ok(());
        };
        self.out.write_str(match kind {
            ComprehensionKind::List => "list[",
            ComprehensionKind::Set => "set[",
            ComprehensionKind::Record => "record[",
            ComprehensionKind::Generator => "generator[",
        })?;
        self.expr(element)?;
        self.prefixed(": ", value.as_deref())?;
        for clause in clauses {
            self.out.write_str(if clause.awaits { " for await " } else { " for " })?;
            self.pattern(&clause.pattern)?;
            self.prefixed(" of ", [&clause.iterable])?;
            self.prefixed(" if ", &clause.conditions)?;
        }
        self.out.write_char(']')
    }

    fn template(&mut self, pieces: &[Expr]) -> fmt::Result {
        self.out.write_char('`')?;
        for piece in pieces {
            if let ExprKind::Literal(Literal::String(text)) = &piece.kind {
                write!(self.out, "{}", text.escape_debug())?;
            } else {
                self.prefixed("${", [piece])?;
                self.out.write_char('}')?;
            }
        }
        self.out.write_char('`')
    }

    fn elements(&mut self, open: &str, elements: &[Element], close: &str) -> fmt::Result {
        self.out.write_str(open)?;
        self.separated(elements, |printer, element| match element {
            Element::Item(item) => printer.expr(item),
            Element::Spread(items) => printer.prefixed("...", [items]),
            Element::Hole => printer.out.write_str("<hole>"),
        })?;
        self.out.write_str(close)
    }

    fn field(&mut self, field: &Field) -> fmt::Result {
        match field {
            Field::Named(key, value) => {
                self.key(key)?;
                self.prefixed(": ", [value])
            }
            Field::Spread(value) => self.prefixed("...", [value]),
            Field::Getter(key, function) => self.accessor("get ", key, *function),
            Field::Setter(key, function) => self.accessor("set ", key, *function),
        }
    }

    fn arguments(&mut self, arguments: &[Argument]) -> fmt::Result {
        self.out.write_char('(')?;
        self.separated(arguments, |printer, argument| match argument {
            Argument::Positional(value) => printer.expr(value),
            Argument::Spread(values) => printer.prefixed("...", [values]),
            Argument::Named(name, value) => printer.prefixed(&format!("{name}: "), [value]),
            Argument::NamedSpread(values) => printer.prefixed("**", [values]),
        })?;
        self.out.write_char(')')
    }

    fn literal(&mut self, literal: &Literal) -> fmt::Result {
        match literal {
            Literal::Undefined => self.out.write_str("undefined"),
            Literal::Null => self.out.write_str("null"),
            Literal::Bool(value) => write!(self.out, "{value}"),
            Literal::Number(f64::INFINITY) => self.out.write_str("Infinity"),
            Literal::Number(value) => write!(self.out, "{value}"),
            Literal::String(value) => write!(self.out, "{value:?}"),
            Literal::Bytes(value) => write!(self.out, "b{value:?}"),
            Literal::Regex(pattern, flags) => write!(self.out, "/{pattern}/{flags}"),
        }
    }
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_$#".contains(c))
}

fn scope_word(scope: Option<Scope>) -> &'static str {
    match scope {
        Some(Scope::Block) => "let ",
        Some(Scope::Constant) => "const ",
        Some(Scope::Function) => "var ",
        None => "",
    }
}

fn unary_text(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Not => "!",
        UnaryOperator::Negate => "-",
        UnaryOperator::Number => "+",
        UnaryOperator::BitNot => "~",
        UnaryOperator::TypeOf => "typeof ",
        UnaryOperator::Void => "void ",
    }
}

fn update_text(operator: UpdateOperator) -> &'static str {
    match operator {
        UpdateOperator::Binary(operator) => binary_text(operator),
        UpdateOperator::Logical(operator) => logical_text(operator),
    }
}

fn logical_text(operator: LogicalOperator) -> &'static str {
    match operator {
        LogicalOperator::And => "&&",
        LogicalOperator::Or => "||",
        LogicalOperator::Coalesce => "??",
    }
}

fn binary_text(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::FloorDivide => "//",
        BinaryOperator::Remainder => "%",
        BinaryOperator::Format => "format",
        BinaryOperator::Power => "**",
        BinaryOperator::Equal => "===",
        BinaryOperator::NotEqual => "!==",
        BinaryOperator::LooseEqual => "==",
        BinaryOperator::LooseNotEqual => "!=",
        BinaryOperator::Identical => "is",
        BinaryOperator::NotIdentical => "is not",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::In => "in",
        BinaryOperator::NotIn => "not in",
        BinaryOperator::InstanceOf => "instanceof",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitOr => "|",
        BinaryOperator::BitXor => "^",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::ShiftRightUnsigned => ">>>",
    }
}
