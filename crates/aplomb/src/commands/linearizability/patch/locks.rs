//! Locks that Java source takes: which ones, and on which lines they are held.

use aplomb_linearizability::class::CodeBlock;

use super::java::{self, Source};

/// How a lock is taken and given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `synchronized (lock) { ... }`
    Monitor,
    /// `lock.lock(); try { ... } finally { lock.unlock(); }`
    Explicit,
}

/// A lock by the expression that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The expression.
    pub expression: String,
    /// How it is taken.
    pub form: Form,
}

/// Lines that hold a lock, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The lock; of a lock for readers and writers, the one for writers.
    pub lock: Lock,
    /// The line that takes it.
    pub first: usize,
    /// The line that gives it back.
    pub last: usize,
    /// The first and the last line in between, if taking and giving back have lines of their own.
    body: Option<(usize, usize)>,
    /// Whether it is held for reading only, which keeps out those who hold it.
    pub is_shared: bool,
}

impl Lock {
    fn monitor(expression: impl Into<String>) -> Lock {
        Lock { expression: expression.into(), form: Form::Monitor }
    }

    /// The lock that is held by most of the lines that need one, if it can be named everywhere.
    pub fn choose(source: &Source, held: &[Held], lines: &[(usize, usize)]) -> Option<Lock> {
        let mut best: Option<(usize, &Lock)> = None;
        for Held { lock, .. } in held.iter().filter(|it| it.lock.is_known_everywhere(source)) {
            let is_near = |wanted: (usize, usize)| {
                held.iter().any(|it| {
                    it.lock == *lock
                        && (it.first <= wanted.1 && wanted.0 <= it.last
                            || it.can_grow(source, wanted))
                })
            };
            let count = lines.iter().filter(|&&wanted| is_near(wanted)).count();
            if count > best.map_or(0, |(count, _)| count) {
                best = Some((count, lock));
            }
        }
        best.map(|(_, lock)| lock.clone())
    }

    /// The object itself, or its class if some of the lines are in a static method.
    pub fn of_object(source: &Source, lines: &[(usize, usize)]) -> Lock {
        match lines.iter().any(|&(first, _)| is_static(source, first)) {
            true => Lock::monitor(class_object(source)),
            false => Lock::monitor("this"),
        }
    }

    /// Whether the expression names the same object in every method: the object itself, the class,
    /// or a field.
    fn is_known_everywhere(&self, source: &Source) -> bool {
        let name = self.expression.trim_start_matches("this.");
        let name = name.strip_suffix(".writeLock()").unwrap_or(name);
        let is_field = (0..source.code.len()).any(|line| {
            source.depth_before(line) == 1 && java::declared(&source.code[line]) == Some(name)
        });
        self.expression == "this" || name.ends_with(".class") || is_field
    }

    /// The lines that take it.
    pub fn opening(&self, indent: &str) -> Vec<String> {
        let lock = &self.expression;
        match self.form {
            Form::Monitor => vec![format!("{indent}synchronized ({lock}) {{")],
            Form::Explicit => vec![format!("{indent}{lock}.lock();"), format!("{indent}try {{")],
        }
    }

    /// The lines that give it back.
    pub fn closing(&self, indent: &str, step: &str) -> Vec<String> {
        let end = format!("{indent}}}");
        match self.form {
            Form::Monitor => vec![end],
            Form::Explicit => vec![
                format!("{indent}}} finally {{"),
                format!("{indent}{step}{}.unlock();", self.expression),
                end,
            ],
        }
    }
}

impl Held {
    /// Whether this is the lock that a line takes.
    pub fn takes_at(&self, line: u32) -> bool {
        self.first == line as usize
    }

    /// Whether a line is one between taking and giving back.
    pub fn is_in_body(&self, line: usize) -> bool {
        self.body.is_some_and(|(first, last)| (first..=last).contains(&line))
    }

    /// Whether the lock can be taken earlier or given back later so that it is held on these lines:
    /// they are statements of the same block, and have this one among them or beside them.
    pub fn can_grow(&self, source: &Source, (first, last): (usize, usize)) -> bool {
        let has_code = |line: usize| !source.code[line - 1].trim().is_empty();
        let is_beside = |from: usize, to: usize| from < to && !(from + 1..to).any(has_code);
        let is_near = first <= self.first && self.last <= last
            || is_beside(last, self.first)
            || is_beside(self.last, first);
        let depth = |line: usize| source.depth_before(line - 1);
        self.body.is_some() && !self.is_shared && is_near && depth(first) == depth(self.first)
    }

    /// The whole statements that hold the lock when it is held on these lines too.
    pub fn grown(&self, source: &Source, (first, last): (usize, usize)) -> (usize, usize) {
        let all = (first.min(self.first), last.max(self.last));
        source.closed(all.0, all.1).unwrap_or(all)
    }
}

/// Whether a lock that is held on these `regions` could deadlock with `others`, which are held from
/// line to line: somebody takes one of those inside of a region, and somebody enters a region with
/// one of them. A line where that happens.
pub fn inverted(regions: &[(usize, usize)], others: &[&CodeBlock]) -> Option<usize> {
    let lines = |it: &CodeBlock| (it.first_line() as usize, it.last as usize);
    let enters_with_one = |first: usize| {
        others.iter().map(|it| lines(it)).any(|(taken, given)| taken < first && first <= given)
    };
    let takes_one = |&(first, last): &(usize, usize)| {
        others.iter().map(|it| lines(it)).any(|(taken, _)| (first..=last).contains(&taken))
    };
    regions.iter().any(takes_one).then_some(())?;
    regions.iter().map(|&(first, _)| first).find(|&first| enters_with_one(first))
}

/// All lines that hold locks.
pub fn held(source: &Source) -> Vec<Held> {
    let mut held = Vec::new();
    for (line, code) in source.code.iter().enumerate() {
        for (at, word) in code.match_indices("synchronized") {
            held.extend(monitor(source, line, at, &code[at + word.len()..]));
        }
        for (at, _) in code.match_indices(".lock()") {
            held.extend(explicit(source, line, name_before(&code[..at])));
        }
    }
    held
}

/// What a `synchronized` at a place holds: a statement has its lock in parentheses, of a method it
/// is the object.
fn monitor(source: &Source, line: usize, at: usize, rest: &str) -> Option<Held> {
    let is_statement = rest.trim_start().starts_with('(');
    let (opens, column) = (line..source.code.len()).find_map(|number| {
        let skipped = if number == line { at } else { 0 };
        let column = source.code[number][skipped..].find('{')? + skipped;
        Some((number, source.code[number][..column].chars().count()))
    })?;
    let closes = source.close(opens, column)?;
    let code = source.code[line].trim();
    let lock = match is_statement {
        true => {
            let inside = rest.trim_start().strip_prefix('(')?;
            inside[..closing_parenthesis(inside)?].trim().to_owned()
        }
        false if is_word(code, "static") => class_object(source),
        false => "this".to_owned(),
    };
    let stands_alone = is_statement
        && code.starts_with("synchronized")
        && code.ends_with('{')
        && source.code[closes].trim() == "}";
    Some(Held {
        lock: Lock::monitor(lock),
        first: line + 1,
        last: closes + 1,
        body: stands_alone.then_some((line + 2, closes)),
        is_shared: false,
    })
}

/// What a call of `lock` in a line holds: the `try` that follows and gives the lock back in the
/// end, or the lines up to the next `unlock`.
fn explicit(source: &Source, line: usize, name: &str) -> Option<Held> {
    let (take, give) = (format!("{name}.lock();"), format!("{name}.unlock();"));
    let is_alone = source.code[line].trim() == take;
    let is_shared = name.ends_with(".readLock()");
    let expression = name.replace(".readLock()", ".writeLock()");
    let held = |last: usize, body: Option<(usize, usize)>| Held {
        lock: Lock { expression, form: Form::Explicit },
        first: line + 1,
        last: last + 1,
        body: body.filter(|_| is_alone),
        is_shared,
    };
    let next = (line + 1..source.code.len()).find(|&it| !source.code[it].trim().is_empty())?;
    let tries = [line, next].into_iter().find_map(|number| {
        let at = source.code[number].find("try {")?;
        Some((number, source.code[number][..at + 4].chars().count()))
    });
    if let Some((tries, column)) = tries {
        let ends = source.close(tries, column)?;
        let brace = source.code[ends].find("finally {")? + "finally ".len();
        let closes = source.close(ends, source.code[ends][..brace].chars().count())?;
        let mut inside = (ends..=closes).map(|number| source.code[number].trim());
        inside.clone().any(|code| code.contains(&give)).then_some(())?;
        let stands_alone = source.code[tries].trim() == "try {"
            && inside.next() == Some("} finally {")
            && inside.all(|code| ["", "}", &*give].contains(&code));
        return Some(held(closes, stands_alone.then_some((tries + 2, ends))));
    }
    let depth = source.depth_before(line);
    let gives = (line + 1..source.code.len())
        .take_while(|&it| source.depth_before(it) >= depth)
        .find(|&it| source.depth_before(it) == depth && source.code[it].contains(&give))?;
    let stands_alone = source.code[gives].trim() == give;
    Some(held(gives, stands_alone.then_some((line + 2, gives))))
}

/// The expression that ends a text: `lock.writeLock()`.
fn name_before(code: &str) -> &str {
    let is_part = |it: char| it.is_alphanumeric() || "_$.()[]".contains(it);
    let start = code.char_indices().rev().take_while(|(_, it)| is_part(*it)).last();
    start.map_or("", |(at, _)| &code[at..])
}

fn closing_parenthesis(text: &str) -> Option<usize> {
    let mut open = 1;
    text.char_indices().find_map(|(at, character)| {
        match character {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(at)
    })
}

fn is_word(code: &str, word: &str) -> bool {
    code.split(|it: char| !it.is_alphanumeric()).any(|it| it == word)
}

/// Whether a line is in a static method: the nearest line above that is not as deep says so.
fn is_static(source: &Source, line: usize) -> bool {
    let header = (0..line).rev().find(|&it| source.depth_before(it) < 2);
    header.is_some_and(|header| is_word(&source.code[header], "static"))
}

/// The object of the class that a file declares: `Name.class`.
fn class_object(source: &Source) -> String {
    let name = source.code.iter().find_map(|code| {
        let mut words = code.split(|it: char| !(it.is_alphanumeric() || "_$".contains(it)));
        words.find(|word| *word == "class")?;
        words.find(|word| !word.is_empty())
    });
    format!("{}.class", name.unwrap_or("Object"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASS: &str = "public class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private final Object[] guards = {};
    synchronized int total() {
        return first + second;
    }
    void deposit(int amount) {
        lock.lock();
        try {
            first += amount;
        } finally {
            lock.unlock();
        }
        synchronized (guards[0]) { second += amount; }
    }
    static synchronized void all() {
        Node node = null;
        node.lock();
        count++;
        node.unlock();
    }
}";

    #[test]
    fn lines_that_hold_locks() {
        let source = Source::new(CLASS);
        let held = held(&source);
        let shown: Vec<_> =
            held.iter().map(|it| (&*it.lock.expression, it.first, it.last, it.body)).collect();
        assert_eq!(
            shown,
            [
                ("this", 4, 6, None),
                ("lock", 8, 13, Some((10, 10))),
                ("guards[0]", 14, 14, None),
                ("Account.class", 16, 21, None),
                ("node", 18, 20, Some((19, 19))),
            ]
        );
        let known: Vec<bool> = held.iter().map(|it| it.lock.is_known_everywhere(&source)).collect();
        assert_eq!(known, [true, true, false, true, false]);
    }

    #[test]
    fn the_lock_of_most_lines_is_chosen() {
        let source = Source::new(CLASS);
        let held = held(&source);
        let choose = |lines: &[(usize, usize)]| {
            Lock::choose(&source, &held, lines).map(|lock| lock.expression)
        };
        assert_eq!(choose(&[(10, 10), (14, 14)]).as_deref(), Some("lock"));
        assert_eq!(choose(&[(5, 5)]).as_deref(), Some("this"));
        assert_eq!(choose(&[(19, 19)]).as_deref(), Some("Account.class"));
        assert_eq!(choose(&[(14, 14)]), Some("lock".to_owned()), "it is the next statement");
        assert_eq!(choose(&[(2, 2)]), None);
    }
}
