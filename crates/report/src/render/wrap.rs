//! Breaking text into lines, measured in cells: the widths of one character of
//! a fixed-width font.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Breaks text into lines of at most `width` cells: at spaces where possible,
/// inside words where not. Line breaks of the text are kept.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(10);
    text.split('\n').flat_map(|line| wrap_line(line, width)).collect()
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut current = String::new();
    let mut filled = 0;
    for word in line.split_inclusive(' ') {
        let visible = word.trim_end().width();
        if filled > 0 && filled + visible > width {
            lines.push(std::mem::take(&mut current).trim_end().to_owned());
            filled = 0;
        }
        for c in word.chars() {
            let cells = c.width().unwrap_or(0);
            if filled + cells > width && c != ' ' {
                let rest = current.split_off(break_inside(&current));
                lines.push(std::mem::replace(&mut current, rest));
                filled = current.width();
            }
            current.push(c);
            filled += cells;
        }
    }
    lines.push(current.trim_end().to_owned());
    lines
}

/// Where to break a word that is too long: after the last mark in its second
/// half, else at its end.
fn break_inside(word: &str) -> usize {
    let marks = word.rmatch_indices(['.', '/', ':', '_', '-', ',', ']', ')']);
    let after = marks.map(|(at, mark)| at + mark.len()).next();
    after.filter(|at| *at > word.len() / 2).unwrap_or(word.len())
}

/// Like [`wrap`], but no more than `most` lines; an ellipsis says that there
/// would be more.
pub(super) fn clip(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines = wrap(text, width);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while last.width() >= width.max(10) {
                last.pop();
            }
            last.push('…');
        }
    }
    lines
}

/// Fills text up with spaces to `width` cells.
pub(super) fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_inside_long_words() {
        for (text, lines) in [
            ("", vec![""]),
            ("one two three four", vec!["one two", "three four"]),
            ("abcdefghijklmnop q", vec!["abcdefghij", "klmnop q"]),
            ("user[\"u1\"].balance", vec!["user[\"u1\"]", ".balance"]),
            ("漢字漢字漢字", vec!["漢字漢字漢", "字"]),
            ("a\nb", vec!["a", "b"]),
        ] {
            assert_eq!(wrap(text, 10), lines, "{text:?}");
        }
    }

    #[test]
    fn clipped_text_ends_with_an_ellipsis() {
        assert_eq!(clip("one two three four", 10, 1), ["one two…"]);
        assert_eq!(clip("abcdefghijklmnop", 10, 1), ["abcdefghi…"]);
        assert_eq!(clip("one two", 10, 1), ["one two"]);
    }

    #[test]
    fn nothing_is_wider_than_asked_for() {
        let text = "a bb  ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii jjjjjjjjjjjjjjjjjjjjjj";
        for width in 10..40 {
            assert!(wrap(text, width).iter().all(|line| line.width() <= width), "{width}");
        }
    }
}
