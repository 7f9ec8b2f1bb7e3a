//! How deep can a parser recurse on this text?
//!
//! Recursive-descent parsers use stack in proportion to the nesting of their
//! input, and some take quadratic time on it. Before a text is parsed its
//! nesting is bounded from above by looking at its bytes alone, so that no
//! input, however strange, overflows a stack.

/// A text whose bound is larger than this is not parsed. The deepest file
/// people write by hand has a bound of some hundreds.
pub(crate) const DEEPEST_TEXT: usize = 10_000;

/// Stack for parsing and lowering a text with this bound. The parsers were seen
/// to take up to four kilobytes for a step; only what is used is ever touched.
pub(crate) fn stack_for(bound: usize) -> usize {
    (16 << 20) + bound * (20 << 10)
}

/// Words that continue an expression or statement after a closing brace.
const CONTINUING: [&str; 14] = [
    "and",
    "as",
    "catch",
    "else",
    "finally",
    "for",
    "if",
    "in",
    "instanceof",
    "is",
    "not",
    "of",
    "or",
    "satisfies",
];

/// How a language lays out its statements, as far as nesting is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Separators and brackets structure the text; lines mean nothing. Strings
    /// and comments are not recognised (where a regular expression begins
    /// depends on the grammar): their bytes count like all others.
    Free,
    /// A statement ends with its line unless a bracket is open, indentation
    /// nests, and `#` begins a comment (Python).
    Lines,
}

/// An upper bound, good enough in practice, on how many constructs of the text
/// are open at one place: the open brackets, and for each of them the operators
/// and adjacent words (`new x`, `not x`, `else if`) since the last separator.
pub(crate) fn bound(text: &str, layout: Layout) -> usize {
    let bytes = text.as_bytes();
    let mut count = Count { levels: vec![0], open: 0, last: Last::Separator };
    let (mut at, mut deepest) = (0, 0);
    while at < bytes.len() {
        let length = match layout {
            Layout::Lines => count.line_structure(&bytes[at..]),
            Layout::Free => None,
        };
        at += length.unwrap_or_else(|| count.token(&bytes[at..]));
        deepest = deepest.max(count.open);
    }
    deepest
}

struct Count {
    /// For each open bracket, and outside of all, what was counted there.
    levels: Vec<usize>,
    /// The sum of the levels.
    open: usize,
    last: Last,
}

impl Count {
    fn add(&mut self, steps: usize) {
        if let Some(level) = self.levels.last_mut() {
            *level += steps;
            self.open += steps;
        }
    }

    fn separate(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            self.open -= std::mem::take(level);
        }
        self.last = Last::Separator;
    }

    /// Counts what stands first and gives its length.
    fn token(&mut self, bytes: &[u8]) -> usize {
        let first = bytes[0];
        match first {
            b'(' | b'[' | b'{' => {
                self.levels.push(0);
                self.add(1);
                self.last = Last::Separator;
                1
            }
            b')' | b']' | b'}' => {
                if self.levels.len() > 1 {
                    self.open -= self.levels.pop().unwrap_or(0);
                }
                self.last = if first == b'}' { Last::Brace } else { Last::Word };
                1
            }
            b',' | b';' => {
                self.separate();
                1
            }
            b'\'' | b'"' | b'`' => {
                self.last = Last::Separator;
                1
            }
            _ if is_word(first) => {
                let length = run(bytes, is_word);
                let continues = CONTINUING.iter().any(|word| word.as_bytes() == &bytes[..length]);
                match self.last {
                    Last::Brace if !continues => self.separate(),
                    Last::Separator => {}
                    Last::Brace | Last::Word => self.add(1),
                }
                self.last = Last::Word;
                length
            }
            _ if first.is_ascii_whitespace() => 1,
            _ => {
                let length = run(bytes, |byte| byte == first);
                // Only `!` and `~` nest when they are repeated without a space.
                self.add(if matches!(first, b'!' | b'~') { length } else { length.min(3) });
                self.last = Last::Separator;
                length
            }
        }
    }

    /// Comments, strings and ends of lines, where lines structure the text.
    fn line_structure(&mut self, bytes: &[u8]) -> Option<usize> {
        match bytes[0] {
            b'#' => Some(run(bytes, |byte| byte != b'\n')),
            quote @ (b'\'' | b'"') => {
                self.last = Last::Separator;
                Some(string_length(bytes, quote))
            }
            b'\n' if self.levels.len() == 1 => {
                self.separate();
                let indentation = run(&bytes[1..], |byte| matches!(byte, b' ' | b'\t'));
                self.add(indentation);
                Some(1 + indentation)
            }
            _ => None,
        }
    }
}

/// The length of a string literal; one that is not closed ends with its line.
fn string_length(bytes: &[u8], quote: u8) -> usize {
    let triple = bytes.len() >= 3 && bytes[1] == quote && bytes[2] == quote;
    let mut at = if triple { 3 } else { 1 };
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' if !triple => return at,
            byte if byte == quote && (!triple || bytes[at..].starts_with(&[quote; 3])) => {
                return at + if triple { 3 } else { 1 };
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

fn run(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| !belongs(byte)).unwrap_or(bytes.len())
}

/// What stood before, apart from blanks.
enum Last {
    Word,
    Brace,
    Separator,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_is_counted_for_brackets_prefixes_and_chains() {
        let both = ["[", "(", "{", "f(", "- ", "a=", "a**", "a.", "not ", "await "];
        let free = [
            "!",
            "new ",
            "a?b:",
            "if(a)",
            "if(a){}else ",
            "a=>",
            "`${",
            "<a>",
            "A<",
            "keyof ",
            "a:",
        ];
        let lines = ["lambda:", "a if b else "];
        for (units, layout) in [
            (both.as_slice(), Layout::Free),
            (&free, Layout::Free),
            (&both, Layout::Lines),
            (&lines, Layout::Lines),
        ] {
            for unit in units {
                assert!(bound(&(unit.repeat(1000) + "x"), layout) >= 1000, "{unit:?}");
            }
        }
        let indented: String = (0..1000).map(|n| format!("{}if a:\n", " ".repeat(n))).collect();
        assert!(bound(&indented, Layout::Lines) >= 999);
    }

    #[test]
    fn ordinary_texts_are_shallow() {
        let free = [
            "const x = require('x')\n;",
            "function f(a, b) { return a + b }\n",
            "// ----------------------------------------\n;",
            "{ \"a\": [1, 2, {}] },\n",
            "call(x);",
        ];
        let lines = [
            "def f(a, b):\n    return {'a': a}, b\n",
            "x = '(' + \"it's [\" # a ( smile\n",
            "\"\"\"Text with \"quotes\" ( and\nlines\"\"\"\n",
        ];
        for (units, layout) in [(free.as_slice(), Layout::Free), (&lines, Layout::Lines)] {
            for unit in units {
                assert!(bound(&unit.repeat(20_000), layout) < 100, "{unit:?}");
            }
        }
    }
}
