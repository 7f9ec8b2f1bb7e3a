//! Changes to files as a unified diff.

/// Unchanged lines that a diff shows around a change.
const CONTEXT: usize = 3;

/// Lines of a file that become others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// The first line that goes, counted from 1.
    pub first: usize,
    /// The last line that goes; the one before the first if lines only come.
    pub last: usize,
    /// What comes instead.
    pub new: Vec<String>,
}

/// The diff of one file, whose changes are in order and apart from each other.
pub fn unified(file: &str, lines: &[String], changes: &[LineChange]) -> String {
    let mut diff = format!("--- {file}\n+++ {file}\n");
    let mut grown = 0;
    // Changes whose contexts meet are told together.
    let meet = |one: &LineChange, other: &LineChange| other.first <= one.last + 2 * CONTEXT;
    for hunk in changes.chunk_by(meet) {
        diff += &shown(hunk, lines, &mut grown);
    }
    diff
}

/// Changes that are near each other. `grown` is by how many lines the file is longer before them.
fn shown(changes: &[LineChange], lines: &[String], grown: &mut isize) -> String {
    let start = changes[0].first.saturating_sub(CONTEXT + 1);
    let end = (changes[changes.len() - 1].last + CONTEXT).min(lines.len());
    let mut body = String::new();
    let mut add = |sign: char, lines: &[String]| {
        lines.iter().for_each(|line| body += &format!("{sign}{line}\n"));
    };
    let mut place = start;
    let mut more = 0;
    for change in changes {
        add(' ', &lines[place..change.first - 1]);
        add('-', &lines[change.first - 1..change.last]);
        add('+', &change.new);
        more += change.new.len() as isize - (change.last + 1 - change.first) as isize;
        place = change.last;
    }
    add(' ', &lines[place..end]);
    let (old, size) = (start + 1, end - start);
    let (new, new_size) = (old as isize + *grown, size as isize + more);
    *grown += more;
    format!("@@ -{old},{size} +{new},{new_size} @@\n{body}")
}

/// The lines that differ between two texts, of which the second was made of the first by
/// replacements within the given ranges of lines (from 0, the end excluded).
pub fn line_changes(
    old: &[String],
    pieces: &[(std::ops::Range<usize>, String)],
) -> Vec<LineChange> {
    let mut changes = Vec::new();
    for (lines, text) in pieces {
        let new: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let before = &old[lines.clone()];
        let same = |pairs: &mut dyn Iterator<Item = (&String, &String)>| {
            pairs.take_while(|(old, new)| old == new).count()
        };
        let head = same(&mut before.iter().zip(&new));
        let rest = before.len().min(new.len()) - head;
        let tail = same(&mut before.iter().rev().zip(new.iter().rev())).min(rest);
        if head + tail < before.len() || head + tail < new.len() {
            changes.push(LineChange {
                first: lines.start + head + 1,
                last: lines.end - tail,
                new: new[head..new.len() - tail].to_vec(),
            });
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_diff_says_where_lines_go_and_come() {
        let old = lines("a b c d e f g h i j k l m n o p");
        let pieces = [(1..2, "b\nnew".to_owned()), (14..15, "O\nP".to_owned())];
        let changes = line_changes(&old, &pieces);
        let expected = "--- f\n+++ f\n@@ -1,5 +1,6 @@\n a\n b\n+new\n c\n d\n e\n\
                        @@ -12,5 +13,6 @@\n l\n m\n n\n-o\n+O\n+P\n p\n";
        assert_eq!(unified("f", &old, &changes), expected);
    }

    #[test]
    fn a_file_may_get_shorter() {
        let old = lines("a b c");
        let changes = [LineChange { first: 2, last: 3, new: vec![] }];
        assert_eq!(unified("f", &old, &changes), "--- f\n+++ f\n@@ -1,3 +1,1 @@\n a\n-b\n-c\n");
    }
}
