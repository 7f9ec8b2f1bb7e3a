//! A `console` block: commands after `$ `, each followed by what it prints.

use std::fmt::Write as _;

/// One command of a `console` block and the output the reader is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    pub command: String,
    pub output: String,
}

/// Splits a `console` block. A command goes on after a line that ends in `\`.
pub fn parse(block: &str) -> Result<Vec<Exchange>, String> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    let mut lines = block.lines();
    while let Some(line) = lines.next() {
        if let Some(first) = line.strip_prefix("$ ") {
            let mut command = first.to_owned();
            while command.ends_with('\\') {
                let next = lines.next().ok_or("the block ends in the middle of a command")?;
                write!(command, "\n{next}").expect("writing to a string");
            }
            exchanges.push(Exchange { command, output: String::new() });
        } else {
            let last = exchanges.last_mut().ok_or("a console block begins with `$ command`")?;
            last.output.push_str(line);
            last.output.push('\n');
        }
    }
    Ok(exchanges)
}

/// The text of a `console` block with these exchanges.
pub fn print(exchanges: &[Exchange]) -> String {
    exchanges.iter().fold(String::new(), |mut text, exchange| {
        writeln!(text, "$ {}", exchange.command).expect("writing to a string");
        text + &exchange.output
    })
}

/// Whether `actual` is what `expected` promises. In `expected`, a line `...`
/// stands for any lines and `[..]` for any text within a line. Durations are
/// equal whatever their figures, so that a reader sees real ones.
pub fn matches(expected: &str, actual: &str) -> bool {
    let expected: Vec<String> = expected.trim_end().lines().map(without_durations).collect();
    let actual: Vec<String> = actual.trim_end().lines().map(without_durations).collect();
    matches_lines(&expected, &actual)
}

fn matches_lines(expected: &[String], actual: &[String]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=actual.len()).any(|skip| matches_lines(rest, &actual[skip..]))
        }
        Some((first, rest)) => actual.split_first().is_some_and(|(head, tail)| {
            let pieces: Vec<&str> = first.split("[..]").collect();
            matches_pieces(&pieces, head) && matches_lines(rest, tail)
        }),
    }
}

/// Whether `line` consists of these pieces with any text between two of them.
fn matches_pieces(pieces: &[&str], line: &str) -> bool {
    let [first, middle @ .., last] = pieces else {
        return pieces.first().is_some_and(|only| *only == line);
    };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    for piece in middle {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// The line with every duration (`3 ms`, `1.25s`) reduced to its unit.
fn without_durations(line: &str) -> String {
    const UNITS: [&str; 6] = ["ns", "µs", "us", "ms", "s", "min"];
    let mut result = String::new();
    let mut rest = line.trim_end();
    while let Some(start) = rest.find(|it: char| it.is_ascii_digit()) {
        let digits = rest[start..]
            .find(|it: char| !it.is_ascii_digit() && it != '.')
            .unwrap_or(rest.len() - start);
        let (number, after) = rest[start..].split_at(digits);
        let unit_text = after.trim_start_matches(' ');
        let word = unit_text.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
        if UNITS.contains(&word) {
            result.push_str(rest[..start].trim_end());
            result.push_str(" # ");
            result.push_str(word);
            rest = &unit_text[word.len()..];
        } else {
            result.push_str(&rest[..start]);
            result.push_str(number);
            rest = after;
        }
    }
    result + rest
}

#[test]
fn transcripts_are_split_and_printed() {
    let block = "$ one \\\n    more\nfirst\nsecond\n$ two\n";
    let exchanges = parse(block).unwrap();
    assert_eq!(exchanges.len(), 2);
    assert_eq!(exchanges[0].command, "one \\\n    more");
    assert_eq!(exchanges[0].output, "first\nsecond\n");
    assert_eq!(print(&exchanges), block);
    assert!(parse("output without a command\n").is_err());
    assert!(parse("$ one \\\n").is_err());
}

#[test]
fn expected_output_may_leave_things_out() {
    for (expected, actual, verdict) in [
        ("a\nb\n", "a\nb", true),
        ("a\nb\n", "a\nc", false),
        ("a\n", "a\nb", false),
        ("a\n...\nd\n", "a\nb\nc\nd", true),
        ("a\n...\nd\n", "a\nd", true),
        ("a\n...\nd\n", "a\nb", false),
        ("version [..], built [..]", "version 1.2, built today", true),
        ("version [..], built", "version 1.2, built today", false),
        ("checked in 3 ms", "checked in 12.5 ms", true),
        ("checked in   3 ms.", "checked in 12.5 ms.", true),
        ("checked in 3 ms", "checked in 12.5 min", false),
        ("checked 3 models", "checked 4 models", false),
        ("", "something", false),
    ] {
        assert_eq!(matches(expected, actual), verdict, "{expected:?} against {actual:?}");
    }
}
