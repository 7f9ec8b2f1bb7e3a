//! Random expressions of a grammar: kinds of expressions at the left, and below each kind what
//! one may look like, with `$kind` where another one stands.

use proptest::{prelude::Rng, test_runner::TestRng};
use std::collections::BTreeMap;

pub struct Grammar<'t> {
    kinds: BTreeMap<&'t str, Kind<'t>>,
}

#[derive(Default)]
struct Kind<'t> {
    /// What contains nothing random.
    simple: Vec<&'t str>,
    all: Vec<&'t str>,
}

pub fn pick<T: Copy>(random: &mut TestRng, from: &[T]) -> T {
    from[random.next_u32() as usize % from.len()]
}

impl<'t> Grammar<'t> {
    pub fn parse(text: &'t str) -> Self {
        let mut kinds: BTreeMap<&str, Kind<'_>> = BTreeMap::new();
        let mut at = "";
        for line in text.lines() {
            match line.strip_prefix("  ") {
                Some(template) => {
                    let kind = kinds.entry(at).or_default();
                    kind.all.push(template);
                    if !template.contains('$') {
                        kind.simple.push(template);
                    }
                }
                None => at = line,
            }
        }
        Self { kinds }
    }

    /// A random expression of any kind, so many levels deep at most.
    pub fn expression(&self, random: &mut TestRng, depth: u32) -> String {
        // Kinds that look like many things come up more often.
        let kinds = self.kinds.iter().flat_map(|(&kind, of)| of.all.iter().map(move |_| kind));
        let kind = pick(random, &kinds.collect::<Vec<_>>());
        self.of_kind(random, kind, depth)
    }

    fn of_kind(&self, random: &mut TestRng, kind: &str, depth: u32) -> String {
        if kind == "any" {
            return self.expression(random, depth);
        }
        let kind = &self.kinds[kind];
        let templates = match depth == 0 && !kind.simple.is_empty() {
            true => &kind.simple,
            false => &kind.all,
        };
        let mut rest = pick(random, templates);
        let mut made = String::new();
        while let Some((before, behind)) = rest.split_once('$') {
            made += before;
            let end = behind.find(|c: char| !c.is_ascii_lowercase() && c != '_');
            let (name, after) = behind.split_at(end.unwrap_or(behind.len()));
            if name == "any" || self.kinds.contains_key(name) {
                let part = self.of_kind(random, name, depth.saturating_sub(1));
                let word = part.chars().all(|c| c.is_ascii_alphabetic());
                made += &if word { part } else { format!("({part})") };
                rest = after;
            } else {
                made.push('$');
                rest = behind;
            }
        }
        made + rest
    }
}
