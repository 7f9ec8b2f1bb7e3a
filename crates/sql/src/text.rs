//! The text of a statement, however the program puts it together: constants,
//! placeholders of the driver, and values that stand in the text itself.
//!
//! What the program binds or embeds becomes a *mark*, a literal (or name) that no
//! program contains, so that every dialect of the parser understands the text.

use crate::driver::Placeholders;
use aplomb_symbolic::{Machine, Node, Operator, Term};
use std::sync::Arc;

/// What marks begin with.
const MARK: char = '\u{E000}';

/// A value that a driver has quoted for a text.
pub(crate) const ESCAPED: &str = "sql.escape";

/// Words in front of the name of a table.
const BEFORE_TABLES: [&str; 6] = ["FROM", "INTO", "UPDATE", "TABLE", "JOIN", "TRUNCATE"];

/// A value in a statement.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The value.
    pub value: Term,
    /// It may be a list that the driver writes out.
    pub several: bool,
    /// Its number for people, who read `$1`.
    pub number: usize,
}

/// A piece of a statement, as it is sent to the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// What stands in the program.
    Text(String),
    /// The value that is bound under this number.
    Bound(usize),
    /// A name that is put together at run time.
    Name,
}

/// A text that the parser understands.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub(crate) sql: String,
    /// What the program binds to it.
    pub bound: Vec<Bound>,
    /// The text for people, as the program writes it.
    pub shown: String,
    /// Whether values stand in the text itself.
    pub(crate) embeds: bool,
}

impl Text {
    /// A text to which nothing is bound.
    pub fn constant(sql: &str) -> Text {
        let sql = sql.replace(MARK, " ");
        Text { shown: sql.clone(), sql, ..Text::default() }
    }

    /// A text that was made from this one, as it is sent.
    pub(crate) fn written(made: &str) -> Vec<Written> {
        let mut pieces = Vec::new();
        let mut parts = made.split(MARK);
        let mut text = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (index, rest) = part.split_at(digits);
            let index = index.parse().unwrap_or_default();
            let quote = text.pop();
            pieces.push(Written::Text(std::mem::take(&mut text)));
            pieces.push(match quote {
                Some('\'') => Written::Bound(index),
                _ => Written::Name,
            });
            text.push_str(rest.get(1..).unwrap_or_default());
        }
        pieces.push(Written::Text(text));
        pieces.retain(|piece| *piece != Written::Text(String::new()));
        pieces
    }

    /// A text that was made from this one, for people.
    pub(crate) fn show(&self, made: &str) -> String {
        without_marks(made, &|index| match self.bound.get(index) {
            Some(bound) => format!("${}", bound.number),
            None => "?".into(),
        })
    }
}

/// A text for people, who do not read marks.
pub(crate) fn readable(text: &str) -> String {
    without_marks(text, &|_| "?".into())
}

/// Says something else in place of marks and of the quotes around them.
fn without_marks(text: &str, instead: &dyn Fn(usize) -> String) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut parts = text.split(MARK);
    shown.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (index, rest) = part.split_at(digits);
        if shown.ends_with(['\'', '"', '`']) {
            shown.pop();
        }
        shown.push_str(&index.parse().map_or_else(|_| "?".into(), instead));
        shown.push_str(rest.strip_prefix(['\'', '"', '`']).unwrap_or(rest));
    }
    shown
}

/// What the program gives for the placeholders.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    Listed(Vec<Term>),
    /// A record, or something of unknown shape.
    Whole(Term),
}

/// The mark with this text, if it is one.
pub(crate) fn marked(text: &str) -> Option<usize> {
    text.strip_prefix(MARK)?.parse().ok()
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(Arc<str>),
    Value(Term),
}

/// The pieces of a text that a term is; `None` if nothing of it is known.
pub(crate) fn pieces(machine: &Machine<'_>, text: Term) -> Option<Vec<Piece>> {
    let piece = |term: Term| match machine.view(term) {
        Node::String(text) => Piece::Text(text.clone()),
        _ => Piece::Value(term),
    };
    match machine.view(text) {
        Node::String(_) => Some(vec![piece(text)]),
        Node::Apply(Operator::Concat, parts) => {
            Some(parts.iter().map(|&part| piece(part)).collect())
        }
        _ => None,
    }
}

/// A question that the text depends on, if there is one: `ok ? "a" : "b"` inside it.
pub(crate) fn question(machine: &mut Machine<'_>, text: Term) -> Option<(Term, Term, Term)> {
    let parts = match machine.view(text).clone() {
        Node::Apply(Operator::Ite, parts) => return Some((parts[0], parts[1], parts[2])),
        Node::Apply(Operator::Concat, parts) => parts,
        _ => return None,
    };
    let is_text = |machine: &Machine<'_>, term: Term| pieces(machine, term).is_some();
    for (index, &part) in parts.iter().enumerate() {
        let Node::Apply(Operator::Ite, sides) = machine.view(part).clone() else { continue };
        if !is_text(machine, sides[1]) || !is_text(machine, sides[2]) {
            continue;
        }
        let mut with = |side: Term| {
            let mut all = parts.to_vec();
            all[index] = side;
            machine.terms().apply(Operator::Concat, &all)
        };
        return Some((sides[0], with(sides[1]), with(sides[2])));
    }
    None
}

#[derive(Clone, Copy, Debug)]
enum Unit {
    Letter(char),
    Value(Term),
}

/// Reads a text from its beginning to its end.
struct Reader<'m, 'a> {
    machine: &'m mut Machine<'a>,
    units: Vec<Unit>,
    at: usize,
    given: &'m Given,
    placeholders: Placeholders,
    /// How many placeholders without a name were read.
    count: usize,
    /// The number of the placeholder that is read, if it has one.
    number: Option<usize>,
    text: Text,
}

/// Puts a text together for the parser.
pub(crate) fn read(
    machine: &mut Machine<'_>,
    pieces: &[Piece],
    given: &Given,
    placeholders: Placeholders,
) -> Result<Text, String> {
    let mut units = Vec::new();
    let mut shown = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                // A program that writes marks itself does not mean ours.
                let letters = text.chars().map(|c| if c == MARK { ' ' } else { c });
                units.extend(letters.map(Unit::Letter));
                shown.push_str(text);
            }
            Piece::Value(value) => {
                units.push(Unit::Value(*value));
                shown.push('…');
            }
        }
    }
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = Text { shown, ..Text::default() };
    let mut reader =
        Reader { machine, units, at: 0, given, placeholders, count: 0, number: None, text };
    while let Some(unit) = reader.next() {
        match unit {
            Unit::Letter(letter) => reader.letter(letter)?,
            Unit::Value(value) => reader.embedded(value)?,
        }
    }
    Ok(reader.text)
}

impl Reader<'_, '_> {
    fn next(&mut self) -> Option<Unit> {
        self.at += 1;
        self.units.get(self.at - 1).copied()
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        match self.units.get(self.at + ahead) {
            Some(Unit::Letter(letter)) => Some(*letter),
            _ => None,
        }
    }

    fn letter(&mut self, letter: char) -> Result<(), String> {
        match letter {
            '\'' => self.quoted('\'', true),
            // MySQL writes texts so, the others names; a value inside can be either.
            '"' | '`' => self.quoted(letter, false),
            '-' if self.peek(0) == Some('-') => {
                while !matches!(self.next(), None | Some(Unit::Letter('\n'))) {}
                self.text.sql.push(' ');
            }
            // MySQL executes what stands in such a comment.
            '/' if self.peek(0) == Some('*') && self.peek(1) == Some('!') => {
                return Err("a comment that MySQL executes is not supported".into());
            }
            '/' if self.peek(0) == Some('*') => {
                self.at += 1;
                while self.at < self.units.len()
                    && !(self.peek(0) == Some('*') && self.peek(1) == Some('/'))
                {
                    self.at += 1;
                }
                self.at += 2;
                self.text.sql.push(' ');
            }
            // MySQL's other word for AND, which the parser takes for an operator that binds closer.
            '&' if self.peek(0) == Some('&') && self.placeholders.escapes_by_backslash() => {
                self.at += 1;
                self.text.sql.push_str(" AND ");
            }
            ':' if self.peek(0) == Some(':') => {
                self.at += 1;
                self.text.sql.push_str("::");
            }
            _ => return self.placeholder(letter),
        }
        Ok(())
    }

    /// A text or name in quotes, from its beginning.
    fn quoted(&mut self, quote: char, is_text: bool) {
        let mut parts: Vec<Term> = Vec::new();
        let mut letters = String::new();
        let mut raw = String::from(quote);
        let mut holds_value = false;
        while let Some(unit) = self.next() {
            match unit {
                Unit::Letter(letter) if letter == quote => {
                    raw.push(quote);
                    if self.peek(0) != Some(quote) {
                        break;
                    }
                    self.at += 1;
                    raw.push(quote);
                    letters.push(quote);
                }
                Unit::Letter('\\') if self.placeholders.escapes_by_backslash() => {
                    raw.push('\\');
                    if let Some(Unit::Letter(escaped)) = self.next() {
                        raw.push(escaped);
                        letters.push(escaped);
                    }
                }
                Unit::Letter('%') if self.placeholders.doubles_percent() => {
                    if self.peek(0) == Some('%') {
                        self.at += 1;
                    }
                    raw.push('%');
                    letters.push('%');
                }
                Unit::Letter(letter) => {
                    raw.push(letter);
                    letters.push(letter);
                }
                Unit::Value(value) => {
                    holds_value = true;
                    let before = self.machine.terms().string(std::mem::take(&mut letters));
                    parts.extend([before, value]);
                }
            }
        }
        if !holds_value {
            self.text.sql.push_str(&raw);
            return;
        }
        self.text.embeds = true;
        let rest = self.machine.terms().string(letters);
        parts.push(rest);
        let empty = self.machine.terms().string("");
        parts.retain(|&part| part != empty);
        let value = match parts.as_slice() {
            // As in `'${id}'`: the driver's quotes say that it is written as a text.
            [only] => *only,
            _ => self.machine.terms().apply(Operator::Concat, &parts),
        };
        let before = self.last_word();
        let names_table = BEFORE_TABLES.contains(&before.as_str());
        match is_text || (quote == '"' && !names_table && self.placeholders.escapes_by_backslash())
        {
            true => self.bind(value, false),
            false => self.name(value),
        }
    }

    /// A value in the text itself.
    fn embedded(&mut self, value: Term) -> Result<(), String> {
        if let Node::Apply(Operator::Pure(function), parts) = self.machine.view(value).clone()
            && **function.name() == *ESCAPED
        {
            self.bind(parts[0], false);
            return Ok(());
        }
        self.text.embeds = true;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let prefix: String = {
            let reversed: String =
                self.text.sql.chars().rev().take_while(|&c| is_part(c)).collect();
            reversed.chars().rev().collect()
        };
        let kept = self.text.sql.len() - prefix.len();
        let before = self.text.sql[..kept].to_string();
        let word = last_word(&before);
        if BEFORE_TABLES.contains(&word.as_str()) || before.ends_with('.') {
            self.text.sql.truncate(kept);
            let mut parts = vec![self.machine.terms().string(prefix), value];
            while let Some(unit) = self.units.get(self.at).copied() {
                match unit {
                    Unit::Letter(letter) if is_part(letter) => {
                        parts.push(self.machine.terms().string(letter.to_string()));
                    }
                    Unit::Value(value) => parts.push(value),
                    Unit::Letter(_) => break,
                }
                self.at += 1;
            }
            let empty = self.machine.terms().string("");
            parts.retain(|&part| part != empty);
            let name = match parts.as_slice() {
                [only] => *only,
                _ => self.machine.terms().apply(Operator::Concat, &parts),
            };
            self.name(name);
            return Ok(());
        }
        if !prefix.is_empty() || self.peek(0).is_some_and(is_part) {
            return Err("a word of the statement is put together at run time".into());
        }
        self.value(value);
        Ok(())
    }

    /// A placeholder of the driver, or any other letter.
    fn placeholder(&mut self, letter: char) -> Result<(), String> {
        let starts_name = |c: char| c.is_alphabetic() || c == '_';
        match (letter, self.peek(0)) {
            ('?', Some('?')) if self.placeholders.question() && self.placeholders.formats() => {
                self.at += 1;
                let value = self.positional()?;
                self.name(value);
            }
            ('?', _) if self.placeholders.question() => {
                let value = self.positional()?;
                self.value(value);
            }
            ('%', Some('%')) if self.placeholders.doubles_percent() => {
                self.at += 1;
                self.text.sql.push('%');
            }
            ('%', Some('s')) if self.placeholders.percent() => {
                self.at += 1;
                let value = self.positional()?;
                self.value(value);
            }
            ('%', Some('(')) if self.placeholders.percent() => {
                self.at += 1;
                let name = self.word(|c| c != ')');
                self.at += 2;
                let value = self.named(&name)?;
                self.value(value);
            }
            ('$', Some(digit)) if digit.is_ascii_digit() && self.placeholders.dollar() => {
                let number = self.word(|c| c.is_ascii_digit());
                let position: usize = number.parse().unwrap_or(0);
                let value = self.at_position(position.wrapping_sub(1))?;
                self.number = Some(position);
                self.value(value);
                self.number = None;
            }
            (':' | '@', Some(first)) if starts_name(first) && self.placeholders.colon() => {
                let name = self.word(|c| c.is_alphanumeric() || c == '_');
                let value = self.named(&name)?;
                self.value(value);
            }
            _ => self.text.sql.push(letter),
        }
        Ok(())
    }

    fn word(&mut self, part: impl Fn(char) -> bool) -> String {
        let mut word = String::new();
        while let Some(letter) = self.peek(0).filter(|&c| part(c)) {
            word.push(letter);
            self.at += 1;
        }
        word
    }

    fn positional(&mut self) -> Result<Term, String> {
        self.count += 1;
        self.at_position(self.count - 1)
    }

    fn at_position(&mut self, index: usize) -> Result<Term, String> {
        match self.given {
            Given::Listed(values) => values.get(index).copied().ok_or_else(|| {
                format!("no value is bound to placeholder {}", index.wrapping_add(1))
            }),
            // mysql takes a single value as a list of one.
            Given::Whole(value) if self.placeholders.formats() && index == 0 => Ok(*value),
            Given::Whole(values) => {
                let index = self.machine.terms().number(index as f64);
                Ok(self.machine.terms().apply(Operator::Select, &[*values, index]))
            }
        }
    }

    fn named(&mut self, name: &str) -> Result<Term, String> {
        match self.given {
            Given::Whole(values) => Ok(self.machine.terms().field(*values, name)),
            Given::Listed(_) => Err(format!("no value is bound to {name}")),
        }
    }

    fn last_word(&self) -> String {
        last_word(&self.text.sql)
    }

    /// A value, written as the driver would: lists and records item by item.
    fn value(&mut self, value: Term) {
        let in_list = self.last_word() == "IN";
        let in_brackets = {
            let text = self.text.sql.trim_end();
            text.ends_with('(') && last_word(text.trim_end_matches('(')) == "IN"
        };
        match self.machine.view(value).clone() {
            Node::Record(names, values) if self.placeholders.formats() => {
                for (index, (name, &value)) in names.iter().zip(values.iter()).enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    self.text.sql.push_str(&format!("{comma}`{name}` = "));
                    self.bind(value, false);
                }
            }
            Node::List(items) if self.placeholders.formats() || in_list => {
                let open = in_list && !in_brackets;
                self.text.sql.push_str(if open { "(" } else { "" });
                for (index, &item) in items.iter().enumerate() {
                    self.text.sql.push_str(if index == 0 { "" } else { ", " });
                    match self.machine.view(item).clone() {
                        Node::List(_) if !in_list => {
                            self.text.sql.push('(');
                            self.value(item);
                            self.text.sql.push(')');
                        }
                        _ => self.bind(item, false),
                    }
                }
                self.text.sql.push_str(if open { ")" } else { "" });
            }
            node => {
                let single = matches!(node, Node::Number(_) | Node::String(_) | Node::Bool(_));
                let alone = in_brackets && self.peek(0) == Some(')');
                if in_list && !in_brackets {
                    self.text.sql.push('(');
                    self.bind(value, true);
                    self.text.sql.push(')');
                } else {
                    let several = alone && !single && !self.placeholders.dollar();
                    self.bind(value, several || (alone && self.text.embeds && !single));
                }
            }
        }
    }

    fn bind(&mut self, value: Term, several: bool) {
        let index = self.text.bound.len();
        let number = self.number.unwrap_or(index + 1);
        self.text.bound.push(Bound { value, several, number });
        self.text.sql.push_str(&format!("'{MARK}{index}'"));
    }

    /// The name of a table or column.
    fn name(&mut self, value: Term) {
        let quote = if self.placeholders.escapes_by_backslash() { '`' } else { '"' };
        if let Some(name) = self.machine.terms().as_str(value).cloned() {
            self.text.sql.push_str(&format!("{quote}{name}{quote}"));
            return;
        }
        let index = self.text.bound.len();
        self.text.bound.push(Bound { value, several: false, number: index + 1 });
        self.text.sql.push_str(&format!("{quote}{MARK}{index}{quote}"));
    }
}

/// The last word of a text, in upper case.
fn last_word(text: &str) -> String {
    let reversed: String =
        text.trim_end().chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    reversed.chars().rev().collect::<String>().to_uppercase()
}
