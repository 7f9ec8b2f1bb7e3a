//! Places in source files.

use std::{fmt, ops::Range};

use serde::{Deserialize, Serialize};

/// A stretch of a source file.
///
/// Lines and columns count from 1; columns count Unicode code points; the end
/// column is exclusive. Byte code knows lines only: such a span has no columns
/// and covers whole lines. The constructors raise zeros to 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The path as the user knows it, usually relative to the project, with `/`.
    pub file: String,
    /// First line.
    pub line: u32,
    /// First column, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Last line, if it is not the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The column after the last one, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

impl Span {
    /// A whole line.
    pub fn line(file: impl Into<String>, line: u32) -> Span {
        Span {
            file: file.into(),
            line: line.max(1),
            column: None,
            end_line: None,
            end_column: None,
        }
    }

    /// Whole lines, both included.
    pub fn lines(file: impl Into<String>, first: u32, last: u32) -> Span {
        Span { end_line: (last > first).then_some(last), ..Span::line(file, first) }
    }

    /// From `start` to `end`, each a line and a column; `end` is exclusive.
    pub fn between(file: impl Into<String>, start: (u32, u32), end: (u32, u32)) -> Span {
        Span {
            column: Some(start.1.max(1)),
            end_column: Some(end.1.max(1)),
            ..Span::lines(file, start.0, end.0)
        }
    }

    /// The last line covered.
    pub fn last_line(&self) -> u32 {
        self.end_line.unwrap_or(self.line)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        Ok(())
    }
}

/// A span with what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Where.
    #[serde(flatten)]
    pub span: Span,
    /// What is to be said, as a short phrase; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

impl Label {
    /// A span with a short phrase.
    pub fn new(span: Span, message: impl Into<String>) -> Label {
        Label { span, message: message.into() }
    }
}

/// Turns byte offsets into lines and columns.
///
/// ```
/// use aplomb_report::{LineIndex, Span};
///
/// let index = LineIndex::new("let a = 1;\nlet é = a;\n");
/// assert_eq!(index.span("a.js", 15..17), Span::between("a.js", (2, 5), (2, 6)));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'text> {
    text: &'text str,
    starts: Vec<usize>,
}

impl<'text> LineIndex<'text> {
    /// Indexes one file.
    pub fn new(text: &'text str) -> LineIndex<'text> {
        let after_newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(after_newlines.map(|(at, _)| at + 1)).collect();
        LineIndex { text, starts }
    }

    /// The span of a byte range. Offsets beyond the text, or inside a character,
    /// are moved back to the nearest valid place.
    pub fn span(&self, file: impl Into<String>, bytes: Range<usize>) -> Span {
        Span::between(file, self.position(bytes.start), self.position(bytes.end.max(bytes.start)))
    }

    fn position(&self, offset: usize) -> (u32, u32) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset);
        let column = self.text[self.starts[line - 1]..offset].chars().count() + 1;
        (line as u32, column as u32)
    }
}
