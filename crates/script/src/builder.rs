//! What a front end fills while it lowers one file.

use crate::nesting::{self, Layout};
use crate::{
    Block, Class, ClassId, Diagnostic, Dialect, FileId, Function, FunctionId, Module, Name, Parsed,
    Program, Severity, Span, Statement, StatementKind,
};
use std::collections::{HashMap, HashSet};

/// No expression, statement or pattern of a program is nested deeper than this
/// (functions count with the place where they are written), so that analyses
/// may recurse. What lies deeper is `Unsupported`.
pub const NESTING_LIMIT: usize = 400;

/// A file full of problems says so; it does not list them all.
const MOST_DIAGNOSTICS: usize = 50;

/// Collects the functions, imports and diagnostics of one file.
pub struct ModuleBuilder<'p> {
    program: &'p mut Program,
    file: FileId,
    text: &'p str,
    dialect: Dialect,
    names: HashSet<Name>,
    imports: Vec<(String, Span)>,
    diagnostics: Vec<Diagnostic>,
    left_off: usize,
    depth: usize,
}

impl<'p> ModuleBuilder<'p> {
    /// Lowers a text with `lower`, which gives the module's statements.
    ///
    /// `lower` runs on a stack large enough for any text that passes the check
    /// of its nesting; one that does not becomes a module that is `Unsupported` as
    /// a whole, and so does a text on which `lower` panics.
    pub fn build(
        program: &'p mut Program,
        file: FileId,
        text: &'p str,
        dialect: Dialect,
        layout: Layout,
        lower: impl FnOnce(&mut ModuleBuilder<'_>) -> Block + Send,
    ) -> Parsed {
        let whole = Span::new(file, 0, u32::try_from(text.len()).unwrap_or(u32::MAX));
        let failed = |message: String| Parsed {
            module: Module {
                file,
                dialect,
                body: vec![unparsed("a file that was not parsed", whole)],
                imports: HashMap::new(),
            },
            imports: Vec::new(),
            diagnostics: vec![Diagnostic { severity: Severity::Error, span: whole, message }],
        };
        let depth = nesting::bound(text, layout);
        if depth > nesting::DEEPEST_TEXT {
            return failed(format!(
                "not parsed: {depth} constructs may be open at one place; point at the sources, not at generated code"
            ));
        }
        let on_large_stack = || {
            let mut builder = ModuleBuilder::new(program, file, text, dialect);
            let body = lower(&mut builder);
            builder.finish(body)
        };
        std::thread::scope(|scope| {
            std::thread::Builder::new()
                .name("parse".into())
                .stack_size(nesting::stack_for(depth))
                .spawn_scoped(scope, on_large_stack)
                .map_err(|error| format!("not parsed: no thread for the parser ({error})"))
                .and_then(|thread| {
                    thread.join().map_err(|_| {
                        "not parsed: the parser failed on this file, which is a defect in it".into()
                    })
                })
                .unwrap_or_else(failed)
        })
    }

    fn new(program: &'p mut Program, file: FileId, text: &'p str, dialect: Dialect) -> Self {
        ModuleBuilder {
            program,
            file,
            text,
            dialect,
            names: HashSet::new(),
            imports: Vec::new(),
            diagnostics: Vec::new(),
            left_off: 0,
            depth: 0,
        }
    }

    /// What a file that cannot be parsed (to its end) begins with: it does not
    /// run, and nothing may be concluded from what is missing in it.
    pub fn unparsed(&self) -> Statement {
        unparsed("a file with syntax errors", self.span(0, 0))
    }

    /// The text that is lowered.
    pub fn text(&self) -> &'p str {
        self.text
    }

    /// The meaning switches of the module.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// A span of this file, moved to character boundaries within the text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let start = self.text.floor_char_boundary(start);
        let end = self.text.ceil_char_boundary(end.max(start));
        Span::new(self.file, start as u32, end as u32)
    }

    /// Enters a nested construct; `false` means that it lies too deep and must
    /// not be entered. Every `true` is followed by [`ModuleBuilder::leave`].
    #[must_use]
    pub fn enter(&mut self) -> bool {
        self.enter_many(1)
    }

    /// Leaves a construct that was entered.
    pub fn leave(&mut self) {
        self.leave_many(1);
    }

    /// Enters a construct whose parts will be nested in each other, like the
    /// links of a chain that is written flat.
    #[must_use]
    pub fn enter_many(&mut self, levels: usize) -> bool {
        let enters = self.depth + levels <= NESTING_LIMIT;
        self.depth += if enters { levels } else { 0 };
        enters
    }

    /// Leaves a construct with that many levels.
    pub fn leave_many(&mut self, levels: usize) {
        self.depth -= levels;
    }

    /// Says something about a place.
    pub fn report(&mut self, severity: Severity, span: Span, message: impl Into<String>) {
        if self.diagnostics.len() < MOST_DIAGNOSTICS {
            self.diagnostics.push(Diagnostic { severity, span, message: message.into() });
        } else {
            self.left_off += 1;
        }
    }

    /// Reports a construct that the front end does not express, and gives the
    /// name to put into the `Unsupported` node.
    pub fn unsupported(&mut self, construct: &str, span: Span) -> String {
        self.report(Severity::Error, span, format!("not supported: {construct}"));
        construct.to_string()
    }

    /// Notes that the module imports `source`.
    pub fn import(&mut self, source: &str, span: Span) {
        if !self.imports.iter().any(|(known, _)| known == source) {
            self.imports.push((source.to_string(), span));
        }
    }

    /// A name; equal names share their text.
    pub fn name(&mut self, text: &str) -> Name {
        match self.names.get(text) {
            Some(known) => known.clone(),
            None => {
                let name: Name = text.into();
                self.names.insert(name.clone());
                name
            }
        }
    }

    /// Adds a function to the program.
    pub fn add_function(&mut self, function: Function) -> FunctionId {
        self.program.add_function(function)
    }

    /// Adds a function that only groups statements: without name and parameters,
    /// with the `this` of the place where it stands if `inherits_this`.
    pub fn add_thunk(&mut self, body: Block, inherits_this: bool, span: Span) -> FunctionId {
        self.add_function(Function {
            name: None,
            parameters: Vec::new(),
            body,
            is_async: false,
            is_generator: false,
            inherits_this,
            dialect: self.dialect,
            span,
        })
    }

    /// Adds a class to the program.
    pub fn add_class(&mut self, class: Class) -> ClassId {
        self.program.add_class(class)
    }

    fn finish(mut self, body: Block) -> Parsed {
        if self.left_off > 0 {
            self.diagnostics.push(Diagnostic {
                severity: Severity::Error,
                span: self.span(0, 0),
                message: format!("{} more problems in this file", self.left_off),
            });
        }
        Parsed {
            module: Module {
                file: self.file,
                dialect: self.dialect,
                body,
                imports: HashMap::new(),
            },
            imports: self.imports,
            diagnostics: self.diagnostics,
        }
    }
}

fn unparsed(construct: &str, span: Span) -> Statement {
    Statement::new(StatementKind::Unsupported(construct.into()), span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(text: &str, lower: impl FnOnce(&mut ModuleBuilder<'_>) -> Block + Send) -> Parsed {
        ModuleBuilder::build(
            &mut Program::default(),
            FileId(0),
            text,
            Dialect::JAVASCRIPT,
            Layout::Free,
            lower,
        )
    }

    #[test]
    fn a_deep_text_is_not_parsed() {
        let parsed = build(&"(".repeat(20_000), |_| panic!("not called"));
        assert!(parsed.diagnostics[0].message.starts_with("not parsed: 20000 constructs"));
    }

    #[test]
    fn a_failing_parser_is_a_diagnostic() {
        let parsed = build("x", |_| panic!("expected by the test"));
        assert!(parsed.diagnostics[0].message.contains("defect"));
        assert_eq!(
            parsed.module.body,
            [unparsed("a file that was not parsed", parsed.diagnostics[0].span)]
        );
    }

    #[test]
    fn spans_move_to_character_boundaries() {
        build("añb", |builder| {
            assert_eq!(builder.span(2, 2), Span::new(FileId(0), 1, 3));
            assert_eq!(builder.span(3, 99), Span::new(FileId(0), 3, 4));
            Vec::new()
        });
    }

    #[test]
    fn only_the_first_problems_are_listed() {
        let parsed = build("x", |builder| {
            for _ in 0..60 {
                builder.unsupported("thing", builder.span(0, 1));
            }
            Vec::new()
        });
        assert_eq!(parsed.diagnostics.len(), 51);
        assert_eq!(parsed.diagnostics[50].message, "10 more problems in this file");
    }
}
