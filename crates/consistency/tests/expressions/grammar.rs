//! Texts that a grammar gives at random.

use super::random::Random;

/// A way to write something of a kind.
struct Way {
    kind: &'static str,
    written: &'static str,
}

/// The ways that one database has.
pub struct Grammar(Vec<Way>);

impl Grammar {
    /// Reads `kind: way`, or `product kind: way`, line by line.
    pub fn of(text: &'static str, product: &str) -> Grammar {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let ways = lines.filter_map(|line| {
            let (head, written) = line.split_once(": ").expect("a kind and a way");
            match head.split_once(' ') {
                None => Some(Way { kind: head, written }),
                Some((only, kind)) => (only == product).then_some(Way { kind, written }),
            }
        });
        Grammar(ways.collect())
    }

    /// Something of a kind, `depth` ways deep at most.
    pub fn draw(&self, random: &mut Random, kind: &str, depth: usize) -> String {
        let of_kind = self.0.iter().filter(|way| way.kind == kind);
        let ends = |way: &&Way| depth > 0 || !way.written.contains('{');
        let ways: Vec<&Way> = of_kind.filter(ends).collect();
        let mut rest = random.pick(&ways).written;
        let mut drawn = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            let (inner, after) = after.split_once('}').expect("a closing brace");
            drawn.push_str(before);
            match inner {
                // What the program binds.
                "bound" => drawn.push_str("{}"),
                _ => drawn.push_str(&self.draw(random, inner, depth.saturating_sub(1))),
            }
            rest = after;
        }
        drawn + rest
    }
}
