//! Changes to Java source that make blocks atomic.
//!
//! A lock that these lines hold in part is held longer; if there is none, the lines become a
//! `synchronized` block. So does every line that must not come in between. Java is read just far
//! enough for that: lines, braces, statements that go over several lines, variables that are used
//! after the block, and locks that are fields. Where that is not enough there is no change, only
//! words.

mod java;
mod locks;

use aplomb_linearizability::class::{CodeBlock, RankedRepair};
use aplomb_report::{
    Span,
    render::unified::{self, LineChange},
};

use super::sources::SourceFolders;
use java::Source;
use locks::{Held, Lock};

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
    /// A lock for reading would have to become one for writing.
    #[error("the lines may hold {0} for reading, and who does cannot take it")]
    Shared(String),
    /// Locks would be taken in two orders.
    #[error(
        "line {0} would take a lock while it holds another one, and other lines in the opposite order: that can deadlock"
    )]
    Deadlock(usize),
    /// The lines hold a lock, but not all the time: they wait, or hold another one.
    #[error("the lines hold {0} already, but give it up in between")]
    Held(String),
}

/// What to change in a file.
pub struct Plan {
    file: String,
    source: Source,
    changes: Vec<LineChange>,
    /// What makes the lines atomic.
    pub lock: String,
    /// Whether that lock is one that some of the lines hold today.
    pub is_known: bool,
    /// Where that lock is held longer: the line that takes it today, and the lines that hold it
    /// afterwards. Elsewhere it is taken anew.
    pub held_longer: Option<(usize, (usize, usize))>,
    /// Lines outside of the blocks that do not hold the lock yet.
    pub unlocked: Vec<CodeBlock>,
}

impl Plan {
    /// What to change so that the blocks of a repair are atomic; `taken` are lines from where
    /// executions took a lock to where they gave it back.
    pub fn new(
        repair: &RankedRepair,
        taken: &[CodeBlock],
        sources: &SourceFolders,
    ) -> Result<Plan, NoChange> {
        let (file, source) = read(repair, sources)?;
        let closed = |block: &CodeBlock| {
            let (first, last) = (block.first_line() as usize, block.last as usize);
            let closed = source.closed(first, last);
            closed.ok_or_else(|| NoChange::NotStatements(file.clone(), first, last))
        };
        let blocks: Vec<_> = repair.blocks.iter().map(closed).collect::<Result<_, _>>()?;
        let guards: Vec<_> = repair.guards.iter().map(closed).collect::<Result<_, _>>()?;
        let all: Vec<(usize, usize)> = blocks.iter().chain(&guards).copied().collect();
        let held = locks::held(&source);
        let known = Lock::choose(&source, &held, &all);
        let is_known = known.is_some();
        let lock = known.unwrap_or_else(|| Lock::of_object(&source, &all));
        let around = |&(first, last): &(usize, usize)| {
            held.iter().find(|it| it.lock == lock && it.first <= first && last <= it.last)
        };
        if blocks.iter().filter_map(around).any(|it| it.is_shared) {
            return Err(NoChange::Shared(lock.expression));
        }
        let unlocked = repair.guards.iter().zip(&guards);
        let unlocked = unlocked.filter(|(_, lines)| around(lines).is_none());
        let unlocked = unlocked.map(|(guard, _)| guard.clone()).collect();
        let regions = merged(all.into_iter().filter(|lines| around(lines).is_none()).collect());
        if regions.is_empty() {
            return Err(NoChange::Held(lock.expression));
        }
        let class = repair.blocks.first().map(|block| &block.first.class);
        let is_other = |it: &&CodeBlock| {
            let is_this = held.iter().any(|own| own.lock == lock && own.takes_at(it.first_line()));
            Some(&it.first.class) == class && !is_this
        };
        let others: Vec<&CodeBlock> = taken.iter().filter(is_other).collect();
        if let Some(line) = locks::inverted(&regions, &others) {
            return Err(NoChange::Deadlock(line));
        }
        let mut changes = Vec::new();
        let mut held_longer = None;
        for wanted in regions {
            let longer = held.iter().find(|it| it.lock == lock && it.can_grow(&source, wanted));
            let region = longer.map_or(wanted, |it| it.grown(&source, wanted));
            if let Some(longer) = longer {
                held_longer.get_or_insert((longer.first, region));
            }
            let new = locked(&source, region, &lock, longer);
            changes.push(LineChange { first: region.0, last: region.1, new });
        }
        Ok(Plan { file, source, changes, lock: lock.expression, is_known, held_longer, unlocked })
    }

    /// The changes as replacements of spans.
    pub fn edits(&self) -> Vec<(Span, String)> {
        let line = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let edit = |change: &LineChange| {
            let (first, last) = ((line(change.first), 1), (line(change.last), u32::MAX));
            (Span::between(&self.file, first, last), change.new.join("\n"))
        };
        self.changes.iter().map(edit).collect()
    }

    /// The changes as a unified diff.
    pub fn unified(&self) -> String {
        let lines = &self.source.lines;
        let changes: Vec<LineChange> =
            self.changes.iter().flat_map(|change| small(lines, change)).collect();
        unified::unified(&self.file, lines, &changes)
    }
}

/// The same change without the lines that stay: as many as can be, in their order.
fn small(lines: &[String], change: &LineChange) -> Vec<LineChange> {
    let (old, new) = (&lines[change.first - 1..change.last], &change.new);
    // The longest common sequence of what is left of both from each place on.
    let mut longest = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for from in (0..old.len()).rev() {
        for to in (0..new.len()).rev() {
            longest[from][to] = match old[from] == new[to] {
                true => longest[from + 1][to + 1] + 1,
                false => longest[from + 1][to].max(longest[from][to + 1]),
            };
        }
    }
    let mut changes: Vec<LineChange> = Vec::new();
    let (mut from, mut to) = (0, 0);
    while from < old.len() || to < new.len() {
        let stays = from < old.len() && to < new.len() && old[from] == new[to];
        if stays {
            (from, to) = (from + 1, to + 1);
            continue;
        }
        let line = change.first + from;
        if changes.last().is_none_or(|before| before.last + 1 != line) {
            changes.push(LineChange { first: line, last: line - 1, new: Vec::new() });
        }
        let Some(current) = changes.last_mut() else { continue };
        let goes =
            to == new.len() || from < old.len() && longest[from + 1][to] >= longest[from][to + 1];
        if goes {
            current.last += 1;
            from += 1;
        } else {
            current.new.push(new[to].clone());
            to += 1;
        }
    }
    changes
}

/// The columns at which the first line of a block begins and its last line has ended.
pub fn columns(block: &CodeBlock, sources: &SourceFolders) -> Option<(usize, usize)> {
    let span = sources.span(&block.first)?;
    let source = Source::new(&std::fs::read_to_string(span.file).ok()?);
    let first = block.first_line() as usize;
    source.mentions_above(&block.first.method, first).then_some(())?;
    Some((source.columns(first)?.0, source.columns(block.last as usize)?.1))
}

/// The file that a repair speaks of.
fn read(repair: &RankedRepair, sources: &SourceFolders) -> Result<(String, Source), NoChange> {
    let first = repair.blocks.first().map(|block| &block.first);
    let class = first.map_or("", |first| &first.class);
    // A field, or the object itself, is the lock: all must be methods of one class.
    let mut all = repair.blocks.iter().chain(&repair.guards);
    if all.any(|block| block.first.class != *class) {
        return Err(NoChange::SeveralClasses);
    }
    let missing = || NoChange::NoSource(class.to_owned());
    let file = first.and_then(|first| sources.span(first)).ok_or_else(missing)?.file;
    let source = Source::new(&std::fs::read_to_string(&file).map_err(|_| missing())?);
    for block in &repair.blocks {
        let (method, line) = (block.first.method.clone(), block.first_line());
        if !source.mentions_above(&method, line as usize) {
            return Err(NoChange::OtherSource { file, method, line });
        }
    }
    Ok((file, source))
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

/// Lines of a file, counted from 1, under a lock. What held the lock for some of them goes.
fn locked(
    source: &Source,
    (first, last): (usize, usize),
    lock: &Lock,
    held: Option<&Held>,
) -> Vec<String> {
    let lines = &source.lines[first - 1..last];
    let indent: String =
        lines[0].chars().take_while(|character| character.is_whitespace()).collect();
    let step = if indent.ends_with('\t') { "\t" } else { "    " };
    let mut new = lock.opening(&indent);
    for (number, line) in (first..).zip(lines) {
        let in_body = held.is_some_and(|held| held.is_in_body(number));
        if held.is_some_and(|held| (held.first..=held.last).contains(&number) && !in_body) {
            continue;
        }
        new.push(match line.trim().is_empty() {
            true => String::new(),
            false if in_body => line.clone(),
            false => format!("{step}{line}"),
        });
    }
    new.extend(lock.closing(&indent, step));
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, wanted: (usize, usize)) -> (String, String) {
        let source = Source::new(text);
        let held = locks::held(&source);
        let known = Lock::choose(&source, &held, &[wanted]);
        let lock = known.unwrap_or_else(|| Lock::of_object(&source, &[wanted]));
        let longer = held.iter().find(|it| it.lock == lock && it.can_grow(&source, wanted));
        let region = longer.map_or(wanted, |it| it.grown(&source, wanted));
        (lock.expression.clone(), locked(&source, region, &lock, longer).join("\n"))
    }

    #[test]
    fn a_stretch_is_indented_in_its_block() {
        let text = "class A {\n    void f() {\n        a = b;\n\n        c = a;\n    }\n}";
        let expected = "        synchronized (this) {
            a = b;

            c = a;
        }";
        assert_eq!(changed(text, (3, 5)), ("this".to_owned(), expected.to_owned()));
        let text = text.replace("void", "static void");
        assert_eq!(changed(&text, (3, 5)).0, "A.class");
    }

    #[test]
    fn a_monitor_is_held_longer() {
        let text = "class A {
    final Object guard = new Object();
    void f() {
        int a = b;
        synchronized (guard) {
            b = a;
        }
    }
}";
        let expected = "        synchronized (guard) {
            int a = b;
            b = a;
        }";
        assert_eq!(changed(text, (4, 7)), ("guard".to_owned(), expected.to_owned()));
    }

    #[test]
    fn lines_that_stay_are_left_out() {
        let lines: Vec<String> = "a b c d e".split(' ').map(str::to_owned).collect();
        let new = "b c x d b".split(' ').map(str::to_owned).collect();
        let changes = small(&lines, &LineChange { first: 1, last: 5, new });
        let shown: Vec<_> =
            changes.iter().map(|it| (it.first, it.last, it.new.join(" "))).collect();
        let expected = [(1, 1, ""), (4, 3, "x"), (5, 5, "b")];
        assert_eq!(shown, expected.map(|(first, last, new)| (first, last, new.to_owned())));
    }

    #[test]
    fn an_explicit_lock_is_held_longer() {
        let text = "class A {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    void f() {
        lock.writeLock().lock();
        try {
            b = a;
        } finally {
            lock.writeLock().unlock();
        }
        c = b;
    }
}";
        let expected = "        lock.writeLock().lock();
        try {
            b = a;
            c = b;
        } finally {
            lock.writeLock().unlock();
        }";
        // It is the next statement, too.
        for wanted in [(4, 10), (10, 10)] {
            assert_eq!(changed(text, wanted).1, expected);
        }
    }
}
