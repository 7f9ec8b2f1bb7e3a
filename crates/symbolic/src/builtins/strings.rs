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

/// A text made as long as `width` by repeating `filler` before or behind it.
pub(super) fn pad(text: &str, width: usize, filler: &str, front: bool) -> String {
    let missing = width.saturating_sub(text.chars().count());
    let padding: String =
        filler.chars().cycle().take(if filler.is_empty() { 0 } else { missing }).collect();
    if front { format!("{padding}{text}") } else { format!("{text}{padding}") }
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

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes in base 64.
pub(super) fn to_base64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let mut group = [0u8; 3];
        group[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from(group[0]) << 16 | u32::from(group[1]) << 8 | u32::from(group[2]);
        for index in 0..4 {
            if index <= chunk.len() {
                out.push(char::from(BASE64[(bits >> (18 - 6 * index)) as usize & 63]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

/// The bytes behind a text in base 64, if it is well-formed.
pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes().filter(|b| !b.is_ascii_whitespace() && *b != b'=') {
        let byte = match byte {
            b'-' => b'+',
            b'_' => b'/',
            other => other,
        };
        let value = BASE64.iter().position(|&b| b == byte)?;
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    // What is left of a last digit is no byte.
    (count < 6).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_go_there_and_back() {
        for text in ["", "a", "ab", "abc", "größe + 100 %", "日本"] {
            assert_eq!(from_base64(&to_base64(text.as_bytes())).as_deref(), Some(text.as_bytes()));
            assert_eq!(
                percent_decoded(&percent_encoded(text, "-_.~"), false).as_deref(),
                Some(text)
            );
        }
        assert_eq!(to_base64(b"hello"), "aGVsbG8=");
        assert_eq!(percent_decoded("%zz", false), None);
    }
}
