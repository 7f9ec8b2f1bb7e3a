//! Commands that can be pasted into a shell.

/// The word, in quotes if it needs them.
pub fn quoted(word: &str) -> String {
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "_-./:,=@%+^".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_back_what_was_quoted() {
        for (word, expected) in [
            ("samples.LazyList", "samples.LazyList"),
            ("add(0) || remove(1)", "'add(0) || remove(1)'"),
            ("say(\"it's\")", "'say(\"it'\\''s\")'"),
            ("samples.Queue$Node", "'samples.Queue$Node'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
