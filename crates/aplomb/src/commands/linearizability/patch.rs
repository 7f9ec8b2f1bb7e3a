//! Changes to Java source that make blocks atomic.
//!
//! A block becomes a `synchronized` block, and so does every line that must not come in between.
//! Java is read just far enough for that: lines, braces, statements that go over several lines, and
//! variables that are used after the block. Where that is not enough there is no change, only words.

use std::collections::BTreeMap;

use aplomb_linearizability::class::{CodeBlock, RankedRepair};
use aplomb_report::{
    Span,
    render::unified::{self, LineChange},
};

use super::sources::SourceFolders;

/// Lines of a file that become others.
struct Change {
    file: String,
    /// Counted from 1, both included.
    first: usize,
    last: usize,
    new: Vec<String>,
}

/// Why the source is not changed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoChange {
    /// The source is not there.
    #[error("the source of {0} was not found (--sources says where to look)")]
    NoSource(String),
    /// No object is known to all methods.
    #[error("the lines are in several classes, which have no lock in common")]
    SeveralClasses,
    /// The source is that of other classes.
    #[error("{file} has no method {method} above line {line}: is it the source of these classes?")]
    OtherSource {
        /// The file.
        file: String,
        /// The method.
        method: String,
        /// The line that should be in it.
        line: u32,
    },
    /// The lines cannot be put between braces.
    #[error("lines {1}-{2} of {0} cannot be put between braces")]
    NotStatements(String, usize, usize),
}

/// The changes as replacements of spans.
pub fn edits(
    repair: &RankedRepair,
    sources: &SourceFolders,
) -> Result<Vec<(Span, String)>, NoChange> {
    let edit = |change: Change| {
        let line = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let span =
            Span::between(&change.file, (line(change.first), 1), (line(change.last), u32::MAX));
        (span, change.new.join("\n"))
    };
    Ok(changes(repair, sources)?.into_iter().map(|(change, _)| edit(change)).collect())
}

/// The changes as a unified diff.
pub fn unified(repair: &RankedRepair, sources: &SourceFolders) -> Result<String, NoChange> {
    let changes = changes(repair, sources)?;
    let mut diff = String::new();
    for of_file in changes.chunk_by(|(one, _), (other, _)| one.file == other.file) {
        let (Change { file, .. }, lines) = &of_file[0];
        let line_change = |(change, _): &(Change, Vec<String>)| LineChange {
            first: change.first,
            last: change.last,
            new: change.new.clone(),
        };
        let changes: Vec<LineChange> = of_file.iter().map(line_change).collect();
        diff += &unified::unified(file, lines, &changes);
    }
    Ok(diff)
}

/// What to change, by file and line, with all lines of the file.
fn changes(
    repair: &RankedRepair,
    sources: &SourceFolders,
) -> Result<Vec<(Change, Vec<String>)>, NoChange> {
    let class = repair.blocks.first().map_or("", |block| &block.first.class);
    let mut regions: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    for block in repair.blocks.iter().chain(&repair.guards) {
        // The object itself is the lock, so all must be methods of the same class.
        if block.first.class != *class {
            return Err(NoChange::SeveralClasses);
        }
        let span = sources.span(&block.first);
        let file = span.ok_or_else(|| NoChange::NoSource(class.to_owned()))?.file;
        let lines = (block.first_line() as usize, block.last as usize);
        regions.entry(file).or_default().push(lines);
    }
    let mut found = Vec::new();
    for (file, regions) in regions {
        let text = std::fs::read_to_string(&file);
        let source = Source::new(&text.map_err(|_| NoChange::NoSource(class.to_owned()))?);
        repair.blocks.iter().try_for_each(|block| source.has(block, &file))?;
        let closed = |(first, last): (usize, usize)| {
            let closed = source.closed(first, last);
            closed.ok_or_else(|| NoChange::NotStatements(file.clone(), first, last))
        };
        let wanted: Vec<(usize, usize)> =
            regions.into_iter().map(closed).collect::<Result<_, _>>()?;
        for (first, last) in merged(wanted) {
            let new = source.synchronised(first, last);
            found.push((Change { file: file.clone(), first, last, new }, source.lines.clone()));
        }
    }
    Ok(found)
}

fn merged(mut regions: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    regions.sort_unstable();
    let mut merged: Vec<(usize, usize)> = Vec::new();
    for (first, last) in regions {
        match merged.last_mut() {
            Some(before) if first <= before.1 => before.1 = before.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    merged
}

/// Java source, line by line.
struct Source {
    lines: Vec<String>,
    /// The lines without comments and without what is in quotes.
    code: Vec<String>,
}

impl Source {
    fn new(text: &str) -> Source {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        Source { code: without_comments(&lines), lines }
    }

    /// Sources that do not belong to the classes have other methods at these lines.
    fn has(&self, block: &CodeBlock, file: &str) -> Result<(), NoChange> {
        let (method, line) = (block.first.method.clone(), block.first_line());
        let above = self.code.get(..line as usize).unwrap_or_default();
        let call = format!("{method}(");
        if above.iter().any(|code| code.replace(' ', "").contains(&call)) {
            return Ok(());
        }
        Err(NoChange::OtherSource { file: file.to_owned(), method, line })
    }

    /// The smallest stretch of whole statements, all of one block, that has these lines and the
    /// last use of every variable that it declares.
    fn closed(&self, first: usize, last: usize) -> Option<(usize, usize)> {
        let (mut first, mut last) = (first.checked_sub(1)?, last.checked_sub(1)?);
        (last < self.code.len()).then_some(())?;
        // A method's body is within its class, so it is two braces deep at least.
        for _ in 0..2 * self.code.len() {
            let depth = self.depth_before(first);
            if self.continues(first) {
                first = self.code_line_before(first)?;
            } else if (first..=last).any(|line| self.lowest_depth(line) < depth) {
                first = first.checked_sub(1)?;
            } else if depth < 2 {
                return None;
            } else if self.depth_before(last + 1) > depth || !self.ends(last) || self.goes_on(last)
            {
                last += 1;
                (last < self.code.len()).then_some(())?;
            } else if let Some(use_at) = self.last_use_of_declared(first, last, depth) {
                last = use_at;
            } else {
                return Some((first + 1, last + 1));
            }
        }
        None
    }

    /// How many braces are open before a line.
    fn depth_before(&self, line: usize) -> isize {
        self.code[..line.min(self.code.len())].iter().flat_map(|code| code.chars()).map(brace).sum()
    }

    /// The smallest number of braces that are open somewhere in a line.
    fn lowest_depth(&self, line: usize) -> isize {
        let start = self.depth_before(line);
        let mut depth = start;
        let depths = self.code[line].chars().map(|character| {
            depth += brace(character);
            depth
        });
        depths.min().unwrap_or(start).min(start)
    }

    /// Whether a line belongs to a statement that begins before it.
    fn continues(&self, line: usize) -> bool {
        let Some(before) = self.code_line_before(line) else { return false };
        !self.ends(before) && !self.code[before].trim_end().ends_with([':', '{'])
    }

    fn ends(&self, line: usize) -> bool {
        let code = self.code[line].trim_end();
        code.is_empty() || code.ends_with([';', '}', '{'])
    }

    /// Whether what follows belongs to what ends here: `else`, `catch`, `finally`.
    fn goes_on(&self, line: usize) -> bool {
        let next = self.code[line + 1..].iter().find(|code| !code.trim().is_empty());
        let word = next.map(|code| code.trim().split(|it: char| !it.is_alphanumeric()).next());
        matches!(word.flatten(), Some("else" | "catch" | "finally"))
    }

    fn code_line_before(&self, line: usize) -> Option<usize> {
        (0..line).rev().find(|&before| !self.code[before].trim().is_empty())
    }

    /// The last line, within the same block, that uses a variable declared in the stretch.
    fn last_use_of_declared(&self, first: usize, last: usize, depth: isize) -> Option<usize> {
        let declared: Vec<&str> = (first..=last)
            .filter(|&line| self.depth_before(line) == depth)
            .filter_map(|line| declared(&self.code[line]))
            .collect();
        let after =
            (last + 1..self.code.len()).take_while(|&line| self.lowest_depth(line) >= depth);
        after.filter(|&line| declared.iter().any(|name| mentions(&self.code[line], name))).last()
    }

    fn synchronised(&self, first: usize, last: usize) -> Vec<String> {
        let lines = &self.lines[first - 1..last];
        let indent: String =
            lines[0].chars().take_while(|character| character.is_whitespace()).collect();
        let step = if indent.ends_with('\t') { "\t" } else { "    " };
        let inside = lines.iter().map(|line| match line.trim().is_empty() {
            true => String::new(),
            false => format!("{step}{line}"),
        });
        std::iter::once(format!("{indent}synchronized (this) {{"))
            .chain(inside)
            .chain([format!("{indent}}}")])
            .collect()
    }
}

fn brace(character: char) -> isize {
    match character {
        '{' => 1,
        '}' => -1,
        _ => 0,
    }
}

/// The variable that a line declares: `final Node pred = head;`.
fn declared(code: &str) -> Option<&str> {
    let before = code.split(['=', ';']).next()?.trim();
    let (kind, name) = before.rsplit_once([' ', '\t', '>', ']'])?;
    let kind = kind.trim().trim_start_matches("final ");
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|it| it.is_alphanumeric() || "_$".contains(it))
    };
    let is_statement = ["return", "throw", "new", "else", "case", "break", "continue", "assert"];
    let first = kind.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    (is_name(name) && !is_statement.contains(&first) && !kind.contains(['(', '{', '.']))
        .then_some(name)
}

fn mentions(code: &str, name: &str) -> bool {
    code.split(|it: char| !(it.is_alphanumeric() || "_$".contains(it))).any(|word| word == name)
}

/// The lines with comments, texts and characters left out.
fn without_comments(lines: &[String]) -> Vec<String> {
    let mut in_comment = false;
    lines
        .iter()
        .map(|line| {
            let mut code = String::new();
            let mut rest = line.chars().peekable();
            while let Some(character) = rest.next() {
                match (character, rest.peek()) {
                    ('*', Some('/')) if in_comment => {
                        rest.next();
                        in_comment = false;
                    }
                    _ if in_comment => {}
                    ('/', Some('/')) => break,
                    ('/', Some('*')) => {
                        rest.next();
                        in_comment = true;
                    }
                    (quote @ ('"' | '\''), _) => {
                        code.push(quote);
                        while let Some(inside) = rest.next() {
                            if inside == '\\' {
                                rest.next();
                            } else if inside == quote {
                                break;
                            }
                        }
                        code.push(quote);
                    }
                    _ => code.push(character),
                }
            }
            code
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: &str = "class Stack {
    void push(Object x) {
        int i = range.getAndIncrement(); // it's {
        items[i] = x;
    }

    Object pop() {
        Object x = null;
        for (int i = range.get() - 1; i >= 0; i--) {
            x = items[i];
            items[i] = null;
            if (x != null) {
                break;
            } else {
                x = null;
            }
        }
        return x;
    }

    int size() {
        int read = count;
        count =
            read + 1;
        log(\"}\");
        return read;
    }
}";

    #[test]
    fn stretches_are_made_of_whole_statements() {
        let source = Source::new(STACK);
        for (wanted, closed) in [
            ((10, 11), Some((10, 11))),
            // Into the loop.
            ((8, 10), Some((8, 18))),
            ((11, 12), Some((11, 16))),
            // An else belongs to its if.
            ((15, 16), Some((12, 16))),
            // The variable is used later, and a statement goes over two lines.
            ((22, 23), Some((22, 26))),
            ((24, 24), Some((23, 24))),
            ((4, 4), Some((4, 4))),
            ((3, 4), Some((3, 4))),
            // Two methods.
            ((4, 8), None),
            ((4, 400), None),
        ] {
            assert_eq!(source.closed(wanted.0, wanted.1), closed, "{wanted:?}");
        }
    }

    #[test]
    fn a_stretch_is_indented_in_its_block() {
        let source = Source::new(STACK);
        let expected = "            synchronized (this) {
                x = items[i];
                items[i] = null;
            }";
        assert_eq!(source.synchronised(10, 11).join("\n"), expected);
    }

    #[test]
    fn declarations() {
        for (code, name) in [
            ("int i = 0;", Some("i")),
            ("final Node<K, V> pred = head;", Some("pred")),
            ("int[] items;", Some("items")),
            ("items[i] = x;", None),
            ("return x;", None),
            ("this.x = y;", None),
            ("count = read + 1;", None),
            ("call(x);", None),
        ] {
            assert_eq!(declared(code), name, "{code}");
        }
    }
}
