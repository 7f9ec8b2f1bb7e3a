//! What the text of a program mentions. It is looked at once for a program, which runs many times.

use std::sync::Arc;

use aplomb_script::Program;
use rustc_hash::FxHashSet;

/// The members that a program names, as far as its text tells: in `event.id`, `event["id"]`,
/// `{ id }` and the like.
pub(crate) struct Members(FxHashSet<String>);

impl Members {
    /// Those of this program.
    pub(crate) fn of(program: &Program) -> Arc<Members> {
        program.remember(|program| {
            let mut members = Members(FxHashSet::default());
            for file in &program.files {
                members.read(&file.text);
            }
            members
        })
    }

    /// Whether the program names this one.
    pub(crate) fn contains(&self, member: &str) -> bool {
        self.0.contains(member)
    }

    fn read(&mut self, text: &str) {
        for (at, _) in text.match_indices(['.', '"', '\'', '{', ',']) {
            self.read_name(text[at + 1..].trim_start());
        }
    }

    /// Notes what the text begins with. A name may have dashes in it, as those of headers do;
    /// it may also end before one, where the program subtracts.
    fn read_name(&mut self, text: &str) {
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        let end = text.find(|character| !is_part(character) && character != '-');
        let name = &text[..end.unwrap_or(text.len())];
        let dashes = name.match_indices('-').map(|(at, _)| at);
        for end in dashes.chain([name.len()]).filter(|&end| end > 0) {
            if !self.0.contains(&name[..end]) {
                self.0.insert(name[..end].to_string());
            }
        }
    }
}

/// Whether the text of a program has one of `words` in it. `Question` stands for them: what it
/// was answered is remembered by its type.
pub(crate) fn has_word<Question: 'static>(program: &Program, words: &[&str]) -> bool {
    struct Answer<Question>(bool, std::marker::PhantomData<fn() -> Question>);
    let answer = program.remember(|program| {
        let has = |word: &&str| program.files.iter().any(|file| file.text.contains(*word));
        Answer::<Question>(words.iter().any(has), std::marker::PhantomData)
    });
    answer.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_what_stands_behind_a_dot_a_quote_or_a_brace() {
        let mut members = Members(FxHashSet::default());
        members
            .read("const { id, name } = event.detail; headers['x-forwarded-for'] = a.b-c; plain");
        for named in ["id", "name", "detail", "x-forwarded-for", "x-forwarded", "b"] {
            assert!(members.contains(named), "{named}");
        }
        for other in ["plain", "const", "event", "forwarded", ""] {
            assert!(!members.contains(other), "{other}");
        }
    }
}
