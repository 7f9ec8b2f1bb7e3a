//! How deep can a parser recurse on this text?
//!
//! Recursive-descent parsers use stack in proportion to the nesting of their
//! input, and some take quadratic time on it. Before a text is parsed its
//! nesting is bounded from above by looking at its bytes alone, so that no
//! input, however strange, overflows a stack.

/// A text whose bound is larger than this is not parsed. The deepest file
/// people write by hand has a bound of some hundreds.
pub(crate) const DEEPEST_TEXT: usize = 10_000;

/// Stack for parsing and lowering one file: the parsers take at most four
/// kilobytes for each step of [`bound`]; only what is used is ever touched.
pub(crate) const STACK: usize = 256 << 20;

/// Words that continue an expression or statement behind a closing brace.
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

/// An upper bound, good enough in practice, on how many constructs of the text
/// are open at one place: the open brackets, and for each of them the operators
/// and adjacent words (`new x`, `not x`, `else if`) since the last separator.
///
/// Strings and comments are not recognised (where a regular expression begins
/// depends on the grammar): their bytes count like all others.
pub(crate) fn bound(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut levels: Vec<usize> = vec![0];
    let (mut open, mut deepest) = (0, 0);
    let mut last = Last::Separator;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let level = levels.last_mut().expect("the outermost level is never closed");
        let mut end = at + 1;
        match byte {
            b'(' | b'[' | b'{' => {
                levels.push(1);
                open += 1;
                last = Last::Separator;
            }
            b')' | b']' | b'}' => {
                if levels.len() > 1 {
                    open -= levels.pop().unwrap_or(0);
                }
                last = if byte == b'}' { Last::Brace } else { Last::Word };
            }
            b',' | b';' => {
                open -= std::mem::take(level);
                last = Last::Separator;
            }
            b'\'' | b'"' | b'`' => last = Last::Separator,
            _ if is_word(byte) => {
                while end < bytes.len() && is_word(bytes[end]) {
                    end += 1;
                }
                if last == Last::Brace
                    && !CONTINUING.iter().any(|w| w.as_bytes() == &bytes[at..end])
                {
                    open -= std::mem::take(level);
                } else if last != Last::Separator {
                    *level += 1;
                    open += 1;
                }
                last = Last::Word;
            }
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                while end < bytes.len() && bytes[end] == byte {
                    end += 1;
                }
                // Only `!` and `~` nest when they are repeated without a space.
                let steps = if matches!(byte, b'!' | b'~') { end - at } else { (end - at).min(3) };
                *level += steps;
                open += steps;
                last = Last::Separator;
            }
        }
        deepest = deepest.max(open);
        at = end;
    }
    deepest
}

/// What stood before, apart from blanks.
#[derive(PartialEq)]
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
        for unit in [
            "[",
            "(",
            "{",
            "f(",
            "!",
            "- ",
            "new ",
            "not ",
            "a=",
            "a?b:",
            "if(a)",
            "if(a){}else ",
            "a=>",
            "a**",
            "a.",
            "`${",
            "<a>",
            "A<",
            "keyof ",
            "a:",
            "lambda:",
            "a if b else ",
        ] {
            assert!(bound(&(unit.repeat(1000) + "x")) >= 1000, "{unit:?}");
        }
    }

    #[test]
    fn ordinary_texts_are_shallow() {
        for unit in [
            "const x = require('x')\n;",
            "function f(a, b) { return a + b }\n",
            "def f(a, b):\n    return {'a': a}, b\n",
            "// ----------------------------------------\n;",
            "{ \"a\": [1, 2, {}] },\n",
            "call(x);",
        ] {
            assert!(bound(&unit.repeat(20_000)) < 100, "{unit:?} {}", bound(&unit.repeat(1000)));
        }
    }
}
