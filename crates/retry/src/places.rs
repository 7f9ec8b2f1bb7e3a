//! Source spans as reports write them.

use std::collections::BTreeMap;

use aplomb_script::{Program, Span};

/// The spans of a program, as reports write them.
pub struct Places<'a> {
    program: &'a Program,
    names: BTreeMap<u32, String>,
}

impl<'a> Places<'a> {
    /// Spans of a program.
    pub fn new(program: &'a Program) -> Self {
        let names = program
            .files
            .iter()
            .enumerate()
            .map(|(index, file)| (index as u32, file.path.display().to_string()))
            .collect();
        Places { program, names }
    }

    /// A span as a report writes it, if it stands in a file.
    pub fn span(&self, span: Span) -> Option<aplomb_report::Span> {
        let file = self.program.file(span.file)?;
        let start = file.line_column(span.start);
        let end = file.line_column(span.end);
        Some(aplomb_report::Span::between(self.names[&span.file.0].clone(), start, end))
    }
}
