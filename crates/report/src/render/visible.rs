//! Text from outside, made safe to show.

use std::borrow::Cow;

/// Replaces characters that would move the cursor, change colours, reverse the
/// direction of the text, or be invalid in XML. What a program under test has
/// stored must not be able to draw on the terminal of the person who reads the
/// report.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| substitute(c).is_some()) {
        Cow::Owned(text.chars().map(|c| substitute(c).unwrap_or(c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

fn substitute(c: char) -> Option<char> {
    match c {
        '\n' | '\t' => None,
        // The "control pictures" of Unicode look like the names of the controls.
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32),
        '\x7f' => Some('\u{2421}'),
        '\u{80}'..='\u{9f}' => Some('\u{fffd}'),
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some('\u{fffd}')
        }
        '\u{2028}' | '\u{2029}' => Some('\u{2424}'),
        '\u{fffe}' | '\u{ffff}' => Some('\u{fffd}'),
        _ => None,
    }
}

/// Like [`visible`], and all on one line.
pub(super) fn on_one_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        text if !text.contains(['\n', '\t']) => text,
        text => Cow::Owned(text.replace('\n', "\u{2424}").replace('\t', " ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_become_visible() {
        for (given, shown) in [
            ("plain ünïcode 漢字\n\tindented", "plain ünïcode 漢字\n\tindented"),
            ("\x1b[31mred", "␛[31mred"),
            ("bell\x07\0", "bell␇␀"),
            ("\u{202e}desrever", "\u{fffd}desrever"),
            ("c1\u{9b}31m", "c1\u{fffd}31m"),
        ] {
            assert_eq!(visible(given), shown);
        }
        assert_eq!(on_one_line("a\r\n\tb"), "a␍␤ b");
    }
}
