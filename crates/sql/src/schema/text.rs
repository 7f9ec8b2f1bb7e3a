//! The text of schema files: its statements, and what those are about that cannot be read.

use crate::read::check_size;
use sqlparser::ast::Statement;
use sqlparser::dialect::{Dialect, GenericDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;

/// The definition that a statement of a schema file is, whichever database it is
/// written for. What cannot be read is no definition or belongs to another tool.
pub(super) fn definitions(statement: &str) -> Vec<Statement> {
    let dialects: [&dyn Dialect; 4] =
        [&PostgreSqlDialect {}, &MySqlDialect {}, &SQLiteDialect {}, &GenericDialect {}];
    let statement = after_block(statement);
    let start = statement.trim_start().to_lowercase();
    let defines = ["create", "alter table", "drop index", "rename table"]
        .iter()
        .any(|word| start.starts_with(word));
    if !defines || check_size(statement).is_err() {
        return Vec::new();
    }
    let parse = |dialect: &&dyn Dialect| Parser::parse_sql(*dialect, statement).ok();
    dialects.iter().find_map(parse).unwrap_or_default()
}

/// What a block without a name begins with (`DO $$ BEGIN ALTER TABLE ...`).
fn after_block(statement: &str) -> &str {
    let words = words(statement);
    match words.iter().position(|(word, _)| word == "begin") {
        Some(begin) if words[0].0 == "do" => {
            let after = words[begin].1 + "begin".len();
            statement.get(after..).unwrap_or_default()
        }
        _ => statement,
    }
}

/// What a statement is about that cannot be read.
pub(super) enum Unread {
    /// A table, in lower case.
    Table(String),
    /// A view, in lower case.
    View(String),
}

/// Statements that change rows, or nothing of a schema; what they say is a text to them.
const OTHERS: [&str; 12] = [
    "insert", "update", "delete", "select", "values", "comment", "grant", "revoke", "set", "copy",
    "perform", "raise",
];

/// What `ALTER TABLE` says of how rows are kept, and by whom.
const HARMLESS: [&str; 11] = [
    "owner to",
    "replica identity",
    "cluster on",
    "set (",
    "set without",
    "set tablespace",
    "set logged",
    "set unlogged",
    "validate constraint",
    "set statistics",
    "set storage",
];

/// The tables and views that a statement that cannot be read defines or changes.
pub(super) fn unread(statement: &str) -> Vec<Unread> {
    let words: Vec<String> = words(statement).into_iter().map(|(word, _)| word).collect();
    let publishes = words.get(1).is_some_and(|second| second == "publication");
    if publishes || words.first().is_none_or(|first| OTHERS.contains(&&**first)) {
        return Vec::new();
    }
    let spaced = words.join(" ");
    let harmless = words[0] == "alter" && HARMLESS.iter().any(|it| spaced.contains(it));
    if harmless && !spaced.contains(',') {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let before = |most: usize, wanted: &[&str]| {
            words[place.saturating_sub(most)..place].iter().any(|it| wanted.contains(&&**it))
        };
        let after = &words[place + 1..];
        match word.as_str() {
            "table" if before(4, &["create", "alter"]) => {
                found.extend(name(after).map(Unread::Table));
            }
            "view" if before(12, &["create"]) => found.extend(name(after).map(Unread::View)),
            "index" if before(2, &["unique"]) => {
                let on = after.iter().position(|it| it == "on");
                let name = on.and_then(|on| name(&after[on + 1..]));
                found.extend(name.map(Unread::Table));
            }
            _ => {}
        }
    }
    found
}

/// The name that follows, without its schema.
fn name(words: &[String]) -> Option<String> {
    const SKIPPED: [&str; 5] = ["if", "not", "exists", "only", "concurrently"];
    let name = words.iter().find(|word| !SKIPPED.contains(&&***word))?;
    Some(name.rsplit('.').next()?.trim_matches(['"', '`', '[', ']']).to_string())
}

/// The words of a statement in lower case, and where they begin.
fn words(statement: &str) -> Vec<(String, usize)> {
    let between = |letter: char| letter.is_whitespace() || matches!(letter, '(' | '\'' | ',');
    let mut words = Vec::new();
    let mut start = None;
    for (place, letter) in statement.char_indices().chain([(statement.len(), ' ')]) {
        match (start, between(letter)) {
            (None, false) => start = Some(place),
            (Some(begin), true) => {
                words.push((statement[begin..place].to_lowercase(), begin));
                start = None;
            }
            _ => {}
        }
        if matches!(letter, '(' | ',') {
            words.push((letter.to_string(), place));
        }
    }
    words
}

/// The table that a statement gives a trigger, or a rule.
pub(super) fn trigger(statement: &str) -> Option<String> {
    let words: Vec<String> = statement.split_whitespace().map(str::to_lowercase).collect();
    let makes = |what: &str| words[0] == "create" && words.iter().take(5).any(|w| w == what);
    let before = match words.first() {
        Some(_) if makes("trigger") => "on",
        Some(_) if makes("rule") => "to",
        _ => return None,
    };
    let before = words.iter().position(|word| word == before)?;
    let table = words.get(before + 1)?.rsplit('.').next()?;
    Some(table.trim_matches(['"', '`', '(', ')']).to_string())
}

/// Statements without their comments, split at semicolons outside of quotes. A statement that
/// stands in MySQL's comments (`/*!50001 CREATE VIEW ... */`) is one.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut quote: Option<char> = None;
    // Whether what is read stands in such a comment, and whether the statement began in one.
    let (mut inside, mut coded) = (false, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = all.last_mut().expect("there is one");
        let next = letters.peek().copied();
        match (quote, letter) {
            (None, '-') if next == Some('-') => {
                while letters.peek().is_some_and(|&c| c != '\n') {
                    letters.next();
                }
            }
            (None, '*') if inside && next == Some('/') => {
                letters.next();
                inside = false;
                last.push(' ');
            }
            (None, '/') if next == Some('*') => {
                letters.next();
                let is_code = letters.peek() == Some(&'!');
                if is_code && (coded || last.trim().is_empty()) {
                    letters.next();
                    while letters.peek().is_some_and(char::is_ascii_digit) {
                        letters.next();
                    }
                    (inside, coded) = (true, true);
                    continue;
                }
                let mut before = ' ';
                for letter in letters.by_ref() {
                    if before == '*' && letter == '/' {
                        break;
                    }
                    before = letter;
                }
                last.push(' ');
            }
            (None, ';') => {
                coded = inside;
                all.push(String::new());
            }
            (None, '\'' | '"' | '`') => {
                quote = Some(letter);
                last.push(letter);
            }
            (Some(open), _) if open == letter => {
                quote = None;
                last.push(letter);
            }
            _ => last.push(letter),
        }
    }
    all
}
