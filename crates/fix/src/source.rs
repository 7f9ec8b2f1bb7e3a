//! Finding things in the source: the expression at a place, what is around it, what a file
//! calls its own.

use aplomb_script::{
    Argument, Expr, ExprKind, Field, FileId, FunctionId, Key, Language, Literal, ModuleId, Node,
    Pattern, Program, Span, Statement, StatementKind,
};

/// The sources of an application.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) program: &'a Program,
}

/// Functions of arrays that call what they are given for every item.
const FOR_ALL: [&str; 5] = ["map", "forEach", "flatMap", "filter", "each"];

impl<'a> Source<'a> {
    /// The text of a stretch.
    pub(crate) fn text(self, span: Span) -> &'a str {
        let file = self.program.file(span.file);
        file.and_then(|file| file.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// The whole text of a file.
    pub(crate) fn file(self, file: FileId) -> &'a str {
        self.program.file(file).map_or("", |file| &file.text)
    }

    pub(crate) fn language(self, file: FileId) -> Language {
        let module = self.program.modules.iter().find(|module| module.file == file);
        module.map_or(Language::JavaScript, |module| module.dialect.language)
    }

    /// The module of a file.
    pub(crate) fn module(self, file: FileId) -> Option<ModuleId> {
        let at = self.program.modules.iter().position(|module| module.file == file)?;
        Some(ModuleId(at as u32))
    }

    /// The call, or the construction, that is written at a place.
    pub(crate) fn call_at(self, span: Span) -> Option<&'a Expr> {
        let is_call =
            |expr: &&Expr| matches!(expr.kind, ExprKind::Call { .. } | ExprKind::New { .. });
        self.exprs().filter(|expr| expr.span == span).find(is_call)
    }

    fn exprs(self) -> impl Iterator<Item = &'a Expr> {
        self.program.nodes().filter_map(|node| match node {
            Node::Expr(expr) => Some(expr),
            _ => None,
        })
    }

    pub(crate) fn statements(self) -> impl Iterator<Item = &'a Statement> {
        self.program.nodes().filter_map(|node| match node {
            Node::Statement(statement) => Some(statement),
            _ => None,
        })
    }

    /// The functions around a place, the innermost first.
    pub(crate) fn functions_around(self, span: Span) -> Vec<FunctionId> {
        let all = self.program.functions.iter().enumerate();
        let mut around: Vec<(u32, FunctionId)> = all
            .filter(|(_, function)| contains(function.span, span))
            .map(|(id, function)| (function.span.end - function.span.start, FunctionId(id as u32)))
            .collect();
        around.sort_by_key(|(length, _)| *length);
        around.into_iter().map(|(_, id)| id).collect()
    }

    /// Whether `await` may be written at a place.
    pub(crate) fn is_async(self, span: Span) -> bool {
        let innermost = self.functions_around(span).first().copied();
        innermost.is_some_and(|id| self.program.function(id).is_async)
    }

    /// The loops over items around a place, the innermost first: what they go over, and the
    /// names of an item.
    pub(crate) fn loops_around(self, span: Span) -> Vec<Loop<'a>> {
        let mut loops: Vec<(u32, Loop<'a>)> = Vec::new();
        for statement in self.statements().filter(|statement| contains(statement.span, span)) {
            if let StatementKind::ForEach { pattern, iterable, .. } = &statement.kind
                && !contains(iterable.span, span)
            {
                let length = statement.span.end - statement.span.start;
                loops.push((length, Loop { over: iterable, item: Some(pattern) }));
            }
        }
        for expr in self.exprs().filter(|expr| contains(expr.span, span)) {
            if let Some(found) = self.for_all(expr, span) {
                loops.push((expr.span.end - expr.span.start, found));
            }
        }
        loops.sort_by_key(|(length, _)| *length);
        loops.into_iter().map(|(_, found)| found).collect()
    }

    /// `list.map((item) => …)` around a place.
    fn for_all(self, expr: &'a Expr, span: Span) -> Option<Loop<'a>> {
        let ExprKind::Call { callee, arguments, .. } = &expr.kind else { return None };
        let ExprKind::Member { object, name, .. } = &callee.kind else { return None };
        FOR_ALL.contains(&&**name).then_some(())?;
        let [Argument::Positional(given), ..] = arguments.as_slice() else { return None };
        let ExprKind::Function(id) = given.kind else { return None };
        let function = self.program.function(id);
        contains(function.span, span).then(|| Loop {
            over: object,
            item: function.parameters.first().map(|parameter| &parameter.pattern),
        })
    }

    /// Everything in a file that is gone through item by item.
    pub(crate) fn gone_through(self, file: FileId) -> Vec<&'a Expr> {
        let mut found: Vec<&Expr> = Vec::new();
        for statement in self.statements().filter(|statement| statement.span.file == file) {
            if let StatementKind::ForEach { iterable, .. } = &statement.kind {
                found.push(iterable);
            }
        }
        for expr in self.exprs().filter(|expr| expr.span.file == file) {
            if let ExprKind::Call { callee, .. } = &expr.kind
                && let ExprKind::Member { object, name, .. } = &callee.kind
                && FOR_ALL.contains(&&**name)
            {
                found.push(object);
            }
        }
        found
    }

    /// The parts of a variable that a stretch of text uses (`item.id`, `item["id"]`), with what
    /// they are called.
    pub(crate) fn parts_of(self, variable: &str, within: Span) -> Vec<(Span, &'a str)> {
        let is_it =
            |object: &Expr| matches!(&object.kind, ExprKind::Variable(name) if &**name == variable);
        let part = |expr: &'a Expr| match &expr.kind {
            ExprKind::Member { object, name, .. } if is_it(object) => Some((expr.span, &**name)),
            ExprKind::Item { object, index, .. } if is_it(object) => match &index.kind {
                ExprKind::Literal(Literal::String(name)) => Some((expr.span, &**name)),
                _ => None,
            },
            _ => None,
        };
        self.exprs().filter(|expr| contains(within, expr.span)).filter_map(part).collect()
    }

    /// Whether a file gives a meaning of its own to a name.
    pub(crate) fn declares(self, file: FileId, name: &str) -> bool {
        let patterns = self.program.nodes().filter_map(|node| match node {
            Node::Pattern(Pattern::Variable(known, span)) => Some((known, *span)),
            _ => None,
        });
        let mut patterns = patterns.filter(|(_, span)| span.file == file);
        let mut statements = self.statements().filter(|statement| statement.span.file == file);
        let declared = |statement: &Statement| match &statement.kind {
            StatementKind::Function { name: known, .. }
            | StatementKind::Class { name: known, .. } => &**known == name,
            StatementKind::Import { source, bindings } => {
                !is_runtime(source) && bindings.iter().any(|binding| &*binding.local == name)
            }
            StatementKind::Declare { pattern, value, .. } => {
                let required = value.as_ref().is_some_and(requires_runtime);
                !required && pattern.names().iter().any(|known| &***known == name)
            }
            _ => false,
        };
        statements.any(declared) || patterns.any(|(known, _)| &**known == name)
    }
}

/// A loop over items.
#[derive(Clone, Copy)]
pub(crate) struct Loop<'a> {
    /// What it goes over.
    pub(crate) over: &'a Expr,
    /// What it calls an item.
    pub(crate) item: Option<&'a Pattern>,
}

impl Loop<'_> {
    /// Whether it goes over the records of an event.
    pub(crate) fn is_over_records(&self) -> bool {
        is_records(self.over)
    }
}

/// `event.Records`, `event["Records"]`, or a variable of that name.
pub(crate) fn is_records(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Member { name, .. } | ExprKind::Variable(name) => &**name == "Records",
        ExprKind::Item { index, .. } => {
            matches!(&index.kind, ExprKind::Literal(Literal::String(name)) if &**name == "Records")
        }
        _ => false,
    }
}

/// Whether something is the runtime itself.
pub(crate) fn is_runtime(source: &str) -> bool {
    matches!(source, "@aplomb/retry" | "aplomb.retry")
}

pub(crate) fn requires_runtime(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Require(source) if is_runtime(source))
}

pub(crate) fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// The field of a record that is written out.
pub(crate) fn field<'e>(record: &'e Expr, wanted: &str) -> Option<&'e Expr> {
    let ExprKind::Record(fields) = &record.kind else { return None };
    fields.iter().find_map(|field| match field {
        Field::Named(Key::Static(name), value) if &**name == wanted => Some(value),
        _ => None,
    })
}

/// The values of the fields of a record that is written out.
pub(crate) fn values(record: &Expr) -> Vec<&Expr> {
    let ExprKind::Record(fields) = &record.kind else { return Vec::new() };
    let named = fields.iter().filter_map(|field| match field {
        Field::Named(_, value) => Some(value),
        _ => None,
    });
    named.collect()
}
