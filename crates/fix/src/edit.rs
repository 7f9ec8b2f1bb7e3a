//! Replacements of text at byte offsets.

use std::{collections::BTreeMap, ops::Range};

use aplomb_report::render::unified::{line_changes, unified};
use aplomb_script::{FileId, Span};

/// A replacement; an empty range inserts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

/// What is to be replaced, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edits {
    by_file: BTreeMap<FileId, Vec<Edit>>,
}

impl Edits {
    pub(crate) fn replace(&mut self, file: FileId, range: Range<usize>, text: impl Into<String>) {
        let edit = Edit { range, text: text.into() };
        let edits = self.by_file.entry(file).or_default();
        if edit.range.is_empty() || !edits.contains(&edit) {
            edits.push(edit);
        }
    }

    pub(crate) fn insert(&mut self, file: FileId, at: usize, text: impl Into<String>) {
        self.replace(file, at..at, text);
    }

    /// Puts something before and after a stretch of text.
    pub(crate) fn around(&mut self, span: Span, before: impl Into<String>, behind: &str) {
        self.insert(span.file, span.start as usize, before);
        self.insert(span.file, span.end as usize, behind);
    }

    /// The edits of each file in the order of the text; insertions at one place stay in the
    /// order in which they were made.
    pub(crate) fn files(&self) -> impl Iterator<Item = (FileId, Vec<Edit>)> + '_ {
        self.by_file.iter().map(|(file, edits)| {
            let mut edits = edits.clone();
            edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
            (*file, edits)
        })
    }
}

/// A text with edits made, which are in order; none if they overlap.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> Option<String> {
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        new.push_str(text.get(at..edit.range.start)?);
        new.push_str(&edit.text);
        at = edit.range.end;
    }
    new.push_str(text.get(at..)?);
    Some(new)
}

/// Stretches of whole lines with what edits make of them: lines from 0, the end excluded.
pub(crate) fn pieces(text: &str, edits: &[Edit]) -> Vec<(Range<usize>, String)> {
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line_of = |offset: usize| starts.partition_point(|&start| start <= offset) - 1;
    let end_of = |line: usize| starts.get(line + 1).map_or(text.len(), |next| next - 1);
    let lines = |edit: &Edit| line_of(edit.range.start)..line_of(edit.range.end) + 1;
    let mut pieces = Vec::new();
    for edits in edits.chunk_by(|one, other| lines(other).start < lines(one).end) {
        let first = lines(&edits[0]).start;
        let last = edits.iter().map(|edit| lines(edit).end).max().unwrap_or(first + 1);
        let (from, to) = (starts[first], end_of(last - 1));
        let inner: Vec<Edit> = edits
            .iter()
            .map(|edit| Edit {
                range: edit.range.start - from..edit.range.end - from,
                text: edit.text.clone(),
            })
            .collect();
        pieces.extend(apply(&text[from..to], &inner).map(|new| (first..last, new)));
    }
    pieces
}

/// The edits of a file as a unified diff.
pub(crate) fn diff(file: &str, text: &str, edits: &[Edit]) -> String {
    let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut changes = line_changes(&lines, &pieces(text, edits));
    // What follows the last line break is no line.
    let shown = match lines.split_last() {
        Some((last, before)) if last.is_empty() => before,
        _ => &lines,
    };
    // So an empty line that comes at the end is not the one that was there.
    for change in changes.iter_mut().filter(|change| change.first > shown.len() + 1) {
        change.first -= 1;
        change.last -= 1;
        change.new.rotate_right(1);
    }
    unified(file, shown, &changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(range: Range<usize>, text: &str) -> Edit {
        Edit { range, text: text.into() }
    }

    #[test]
    fn edits_are_made_in_the_order_of_the_text() {
        let mut edits = Edits::default();
        let file = FileId(0);
        edits.replace(file, 4..5, "X");
        edits.insert(file, 0, "<");
        edits.insert(file, 0, "-");
        let (_, edits) = edits.files().next().unwrap();
        assert_eq!(apply("abcdefg", &edits).unwrap(), "<-abcdXfg");
        assert_eq!(apply("abc", &[edit(0..2, ""), edit(1..3, "")]), None);
    }

    #[test]
    fn a_diff_has_whole_lines() {
        let text = "one\ntwo\nthree\n";
        let edits = [edit(0..0, "zero\n"), edit(5..6, "W"), edit(12..13, "E")];
        let expected = "--- f\n+++ f\n@@ -1,3 +1,4 @@\n+zero\n one\n-two\n+tWo\n-three\n+threE\n";
        assert_eq!(diff("f", text, &edits), expected);
        let added = [edit(14..14, "\nfour\n")];
        let expected = "--- f\n+++ f\n@@ -1,3 +1,5 @@\n one\n two\n three\n+\n+four\n";
        assert_eq!(diff("f", text, &added), expected);
    }
}
