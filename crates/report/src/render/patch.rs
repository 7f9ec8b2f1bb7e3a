//! Suggested edits as lines that go and lines that come.

use super::visible::visible;
use crate::{Edit, Excerpt, Span};

/// Consecutive lines that edits replace.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Hunk {
    pub(super) file: String,
    /// The number of the first line.
    pub(super) line: u32,
    pub(super) removed: Vec<String>,
    pub(super) added: Vec<String>,
}

/// What the edits do to the source that is at hand. Edits elsewhere, and edits
/// that overlap an earlier one, are left out.
pub(super) fn hunks(edits: &[Edit], sources: &[Excerpt]) -> Vec<Hunk> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (&edit.span.file, edit.span.line, edit.span.column));
    let mut hunks = Vec::new();
    for edits in edits.chunk_by(|a, b| touches(&a.span, &b.span)) {
        hunks.extend(hunk(edits, sources));
    }
    hunks
}

fn touches(first: &Span, second: &Span) -> bool {
    first.file == second.file && second.line <= first.last_line()
}

/// What edits do to the lines that they share.
fn hunk(edits: &[&Edit], sources: &[Excerpt]) -> Option<Hunk> {
    let (file, line) = (&edits[0].span.file, edits[0].span.line);
    let last = edits.iter().map(|edit| edit.span.last_line()).max()?.max(line);
    let excerpt = sources.iter().find(|excerpt| {
        excerpt.file == *file && excerpt.line <= line && last <= excerpt.last_line()
    })?;
    let index = |line: u32| (line - excerpt.line) as usize;
    let removed = excerpt.lines.get(index(line)..=index(last))?;

    let mut text = String::new();
    let (mut row, mut column) = (line, 1);
    for edit in edits {
        let start = (edit.span.line, edit.span.column.unwrap_or(1).max(1));
        if start < (row, column) {
            continue;
        }
        text.push_str(&between(excerpt, (row, column), start));
        text.push_str(&edit.replacement);
        row = edit.span.last_line().max(start.0);
        column = edit.span.end_column.unwrap_or(u32::MAX).max(1);
    }
    text.push_str(&between(excerpt, (row, column), (last, u32::MAX)));
    Some(Hunk {
        file: file.clone(),
        line,
        removed: removed.iter().map(|line| visible(line).into_owned()).collect(),
        added: visible(&text).lines().map(str::to_owned).collect(),
    })
}

/// The text from one line and column to another, which lies after it.
fn between(excerpt: &Excerpt, from: (u32, u32), to: (u32, u32)) -> String {
    let mut text = String::new();
    for row in from.0..=to.0 {
        let line = excerpt.lines.get((row - excerpt.line) as usize).map_or("", String::as_str);
        let skip = if row == from.0 { from.1 as usize - 1 } else { 0 };
        let end = if row == to.0 { to.1 as usize - 1 } else { usize::MAX };
        text.extend(line.chars().take(end).skip(skip));
        if row < to.0 {
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: (u32, u32), end: (u32, u32), replacement: &str) -> Edit {
        Edit { span: Span::between("f", start, end), replacement: replacement.to_owned() }
    }

    #[test]
    fn edits_of_the_same_lines_are_one_hunk() {
        let lines = ["let a = b;", "let c = d;", "e();", "f();"].map(str::to_owned).to_vec();
        let sources = [Excerpt { file: "f".into(), line: 10, lines }];
        let cases: [(Vec<Edit>, &str, &str); 5] = [
            (vec![edit((10, 9), (10, 10), "x")], "let a = b;", "let a = x;"),
            (
                vec![edit((10, 9), (10, 10), "y"), edit((10, 5), (10, 6), "x")],
                "let a = b;",
                "let x = y;",
            ),
            (vec![edit((11, 5), (12, 2), "x\ny")], "let c = d;|e();", "let x|y();"),
            (vec![edit((12, 1), (12, 1), "await ")], "e();", "await e();"),
            (vec![edit((12, 1), (12, 4), "x"), edit((12, 2), (12, 3), "y")], "e();", "x;"),
        ];
        for (edits, removed, added) in cases {
            let found = hunks(&edits, &sources);
            assert_eq!(found.len(), 1);
            assert_eq!(
                (found[0].removed.join("|"), found[0].added.join("|")),
                (removed.to_owned(), added.to_owned())
            );
        }
        let apart = [edit((10, 1), (10, 4), "var"), edit((13, 1), (13, 2), "g")];
        assert_eq!(hunks(&apart, &sources).len(), 2);
        assert_eq!(hunks(&[edit((99, 1), (99, 2), "x")], &sources), []);
        assert_eq!(hunks(&[edit((9, 1), (10, 2), "x")], &sources), []);
    }
}
