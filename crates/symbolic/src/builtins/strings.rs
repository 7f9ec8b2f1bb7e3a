//! Strings of constants: what both languages do with them.

/// The index of a part, in characters, searching from `from`.
pub(super) fn find(text: &str, part: &str, from: usize) -> Option<usize> {
    let start = text.char_indices().nth(from).map_or(text.len(), |(byte, _)| byte);
    let byte = text[start..].find(part)? + start;
    Some(text[..byte].chars().count())
}

/// The index of the last occurrence of a part, in characters.
pub(super) fn find_last(text: &str, part: &str) -> Option<usize> {
    text.rfind(part).map(|byte| text[..byte].chars().count())
}

/// Characters `start … end` of a text.
pub(super) fn substring(text: &str, start: usize, end: usize) -> String {
    text.chars().skip(start).take(end.saturating_sub(start)).collect()
}

/// Texts longer than this are not computed.
pub(super) const LONGEST: usize = 1 << 16;

/// A text made as long as `width` by repeating `filler` before or after it.
pub(super) fn pad(text: &str, width: usize, filler: &str, front: bool) -> Option<String> {
    let missing = width.saturating_sub(text.chars().count());
    if missing > LONGEST {
        return None;
    }
    let padding: String =
        filler.chars().cycle().take(if filler.is_empty() { 0 } else { missing }).collect();
    Some(if front { format!("{padding}{text}") } else { format!("{text}{padding}") })
}

/// A text in which a part is replaced, the first `most` times.
pub(super) fn replaced(text: &str, part: &str, by: &str, most: usize) -> Option<String> {
    let times = text.matches(part).take(most).count();
    let fits = by.len() <= part.len() || times.saturating_mul(by.len()) <= LONGEST;
    fits.then(|| text.replacen(part, by, most))
}

/// The first letter large, the others small.
pub(super) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => {
            first.to_uppercase().chain(characters.flat_map(char::to_lowercase)).collect()
        }
        None => String::new(),
    }
}

/// As in a URL: everything but `kept` is written as `%XX`.
pub(super) fn percent_encoded(text: &str, kept: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || (c.is_ascii() && kept.contains(c)) {
            encoded.push(c);
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// The inverse of [`percent_encoded`], where the text is well-formed.
pub(super) fn percent_decoded(text: &str, plus_is_space: bool) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        match first {
            b'%' => {
                let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                rest = &rest[2..];
            }
            b'+' if plus_is_space => bytes.push(b' '),
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_go_there_and_back() {
        for text in ["", "a", "ab", "abc", "größe + 100 %", "日本"] {
            assert_eq!(
                percent_decoded(&percent_encoded(text, "-_.~"), false).as_deref(),
                Some(text)
            );
        }
        assert_eq!(percent_decoded("%zz", false), None);
    }
}
