//! The pages of the registry: one Markdown file for each code.

use std::fmt::Write;

use serde::Serialize;

use super::Code;

/// What a code means, in Markdown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Page {
    /// The code.
    pub code: Code,
    /// Its name: `fresh-key-on-retry`.
    pub name: &'static str,
    /// One line that says what is found.
    pub title: &'static str,
    /// What it means.
    pub what: &'static str,
    /// Why it is bad (or good to know).
    pub why: &'static str,
    /// A small example.
    pub example: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
}

impl Page {
    /// Takes a page apart: front matter with `name` and `title`, then the four
    /// sections in this order.
    ///
    /// # Panics
    ///
    /// If the page does not have this form. The pages are part of the program,
    /// and a test reads every one of them.
    pub(super) fn parse(code: Code, text: &'static str) -> Page {
        let malformed = |missing: &str| -> ! { panic!("page of {code}: no {missing:?}") };
        let after = |text: &'static str, mark: &'static str| match text.split_once(mark) {
            Some((before, rest)) => (before.trim(), rest),
            None => malformed(mark),
        };
        let (_, text) = after(text, "---\nname: ");
        let (name, text) = after(text, "\ntitle: ");
        let (title, text) = after(text, "\n---\n");
        let (_, text) = after(text, "\n## What\n");
        let (what, text) = after(text, "\n## Why\n");
        let (why, text) = after(text, "\n## Example\n");
        let (example, remedy) = after(text, "\n## Remedy\n");
        Page { code, name, title, what, why, example, remedy: remedy.trim() }
    }

    /// The four sections, each under its heading.
    pub fn sections(&self) -> [(&'static str, &'static str); 4] {
        [
            ("What it means", self.what),
            ("Why it matters", self.why),
            ("Example", self.example),
            ("What to do", self.remedy),
        ]
    }

    /// The page as Markdown, under a heading of the given level.
    pub fn markdown(&self, level: usize) -> String {
        let hashes = "#".repeat(level);
        let mut page = format!("{hashes} {}: {}\n\n{}.\n", self.code, self.name, self.title);
        for (heading, text) in self.sections() {
            let _ = write!(page, "\n{hashes}# {heading}\n\n{text}\n");
        }
        page
    }

    /// All pages as one Markdown document: the book's reference of codes.
    pub fn reference() -> String {
        let mut document = String::from(
            "# Codes\n\nEvery finding has a code that never changes its meaning. \
             `aplomb explain CODE` prints the same text.\n",
        );
        let mut family = "";
        for code in Code::ALL {
            if code.family() != family {
                family = code.family();
                let _ = write!(document, "\n## {family}\n");
            }
            document.push('\n');
            document.push_str(&code.page().markdown(3));
        }
        document
    }
}
