//! Source files, spans and diagnostics.

use std::path::PathBuf;
use std::sync::Arc;

/// Index of a file in [`crate::Program::files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A stretch of a source file, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// A span.
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        Span { file, start, end }
    }

    /// The span of something that stands in no file.
    pub fn unknown() -> Self {
        Span { file: FileId(u32::MAX), start: 0, end: 0 }
    }

    /// Whether the span points into a file.
    pub fn is_known(&self) -> bool {
        self.file.0 != u32::MAX
    }
}

/// A file that was read, with what is needed to turn offsets into lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Where it was found.
    pub path: PathBuf,
    /// Its text.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Wraps a text.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.match_indices('\n').map(|(i, _)| i as u32 + 1));
        SourceFile { path: path.into(), text, line_starts }
    }

    /// The one-based line and column of an offset.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset).max(1) - 1;
        (line as u32 + 1, offset - self.line_starts[line] + 1)
    }
}

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; the meaning of the program is still understood.
    Warning,
    /// Part of the program was not supported.
    Error,
    /// The text is no program of its language.
    Syntax,
}

/// What a front end has to say about a place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What is wrong and, where possible, what to do.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns() {
        let file = SourceFile::new("a.js", "ab\ncd\n");
        let places: Vec<_> = [0, 1, 2, 3, 4, 6].iter().map(|&o| file.line_column(o)).collect();
        assert_eq!(places, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)]);
    }
}
