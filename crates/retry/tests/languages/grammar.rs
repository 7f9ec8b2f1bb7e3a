//! Random programs of a language, from a list of what its parts may be.
//!
//! A section `== name` has an alternative in each line; `== name, in blocks` has alternatives of
//! several lines, with empty lines between them. `$name` stands for one of a section, `$block`
//! in a line of its own for some statements, and `$v` for a variable that is new in its
//! alternative.

use std::collections::BTreeMap;

use proptest::prelude::Rng;
use proptest::test_runner::TestRng;

/// What the parts of programs may be.
pub struct Grammar(BTreeMap<String, Vec<String>>);

/// How deep statements and expressions lie in each other.
const DEPTH: usize = 2;

impl Grammar {
    pub fn parse(text: &str) -> Self {
        let mut sections = BTreeMap::new();
        for section in format!("\n{text}").split("\n== ").skip(1) {
            let (title, body) = section.split_once('\n').expect("a title");
            let (name, separator) = match title.strip_suffix(", in blocks") {
                Some(name @ ("prelude" | "program")) => (name, "\0"),
                Some(name) => (name, "\n\n"),
                None => (title, "\n"),
            };
            let alternatives = body.trim_end().split(separator).map(str::to_string);
            sections.insert(name.to_string(), alternatives.collect());
        }
        Self(sections)
    }

    /// What all programs share.
    pub fn prelude(&self) -> &str {
        &self.0["prelude"][0]
    }

    /// The body of a random program.
    pub fn program(&self, random: &mut TestRng) -> String {
        let mut author = Author { grammar: self, random, names: 0 };
        author.lines(&self.0["program"][0], "", DEPTH)
    }
}

struct Author<'a> {
    grammar: &'a Grammar,
    random: &'a mut TestRng,
    names: usize,
}

impl Author<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.random.next_u32() as usize % bound
    }

    /// One of a section; one without parts if it must not lie deeper.
    fn pick(&mut self, name: &str, depth: usize) -> &str {
        let grammar = self.grammar;
        let all = &grammar.0[name];
        let flat: Vec<&String> = all.iter().filter(|it| !it.contains('$')).collect();
        if depth == 0 && !flat.is_empty() {
            return flat[self.below(flat.len())];
        }
        &all[self.below(all.len())]
    }

    /// Some statements, each line of which begins like this.
    fn block(&mut self, indent: &str, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..1 + self.below(2) {
            let kind = if depth == 0 { "simple" } else { "statement" };
            let alternatives = &self.grammar.0[kind];
            let template = &alternatives[self.below(alternatives.len())];
            text += &self.lines(template, indent, depth.saturating_sub(1));
        }
        text
    }

    /// Fills in the parts of a statement.
    fn lines(&mut self, template: &str, indent: &str, depth: usize) -> String {
        self.names += 1;
        let variable = format!("v{}", self.names);
        let mut text = String::new();
        for line in template.lines() {
            let own = &line[..line.len() - line.trim_start().len()];
            let inner = format!("{indent}{own}");
            match line.trim() {
                "" => text.push('\n'),
                "$block" => text += &self.block(&inner, depth),
                "$simple" => text += &self.block(&inner, 0),
                other => text += &format!("{inner}{}\n", self.filled(other, &variable, DEPTH)),
            }
        }
        text
    }

    /// Fills in the parts of a line.
    fn filled(&mut self, template: &str, variable: &str, depth: usize) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('$') {
            text += before;
            let end = after.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(after.len());
            let (name, behind) = after.split_at(end);
            match name {
                // `${x}` in a template of JavaScript.
                "" => text.push('$'),
                "v" => text += variable,
                _ => {
                    let part = self.pick(name, depth).to_string();
                    text += &self.filled(&part, variable, depth.saturating_sub(1));
                }
            }
            rest = behind;
        }
        text + rest
    }
}
