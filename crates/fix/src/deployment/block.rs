//! YAML as people write it, line by line: where the block of a key is, and how far what is below
//! it is indented. What is written in another way (in brackets, by an alias, as a text) is not
//! found here.

use std::ops::Range;

/// The text of a document.
pub(super) struct Document<'t> {
    lines: Vec<&'t str>,
}

/// What is below a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The lines, without what separates it from the next.
    pub(super) lines: Range<usize>,
    /// How far its entries are indented.
    pub(super) indent: usize,
    /// Whether it is a list.
    pub(super) is_list: bool,
}

impl<'t> Document<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Document { lines: text.split('\n').collect() }
    }

    /// The document as a whole.
    pub(super) fn whole(&self) -> Block {
        self.block(0, self.lines.len(), 0).unwrap_or(Block {
            lines: 0..0,
            indent: 0,
            is_list: false,
        })
    }

    /// How far what is below an entry is indented.
    pub(super) fn step(&self) -> usize {
        let depths = self.lines.iter().filter_map(|line| indent(line));
        depths.filter(|depth| *depth > 0).min().unwrap_or(2)
    }

    /// Whether an entry with this key is in a block, however its value is written.
    pub(super) fn has(&self, block: &Block, key: &str) -> bool {
        self.entry(block, key).is_some()
    }

    /// The block of an entry; none if there is no such entry, or if its value is written in
    /// another way.
    pub(super) fn child(&self, block: &Block, key: &str) -> Option<Block> {
        let at = self.entry(block, key)?;
        let value = self.lines[at].split_once(':')?.1.trim();
        if !value.is_empty() && !value.starts_with('#') {
            return None;
        }
        self.block(at + 1, block.lines.end, block.indent + 1).or_else(|| {
            // Lists may stand as far left as their key.
            self.block(at + 1, block.lines.end, block.indent).filter(|block| block.is_list)
        })
    }

    /// The byte offset at which a line begins.
    pub(super) fn offset(&self, line: usize) -> usize {
        self.lines[..line].iter().map(|line| line.len() + 1).sum()
    }

    /// The line of an entry.
    fn entry(&self, block: &Block, key: &str) -> Option<usize> {
        let is_key = |line: &str| {
            let line = line.trim_start();
            let quoted = [format!("{key}:"), format!("\"{key}\":"), format!("'{key}':")];
            quoted.iter().any(|start| {
                line.strip_prefix(start.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\r']))
            })
        };
        block
            .lines
            .clone()
            .find(|&at| indent(self.lines[at]) == Some(block.indent) && is_key(self.lines[at]))
    }

    /// The entries from a line on that are indented at least so far.
    fn block(&self, from: usize, to: usize, least: usize) -> Option<Block> {
        let first = (from..to).find(|&at| indent(self.lines[at]).is_some())?;
        let depth = indent(self.lines[first]).filter(|depth| *depth >= least)?;
        let is_list = self.lines[first].trim_start().starts_with('-');
        let ends = |at: &usize| {
            let line = self.lines[*at];
            let ends_list =
                is_list && indent(line) == Some(depth) && !line.trim_start().starts_with('-');
            indent(line).is_some_and(|it| it < depth) || ends_list
        };
        let end = (first..to).find(ends).unwrap_or(to);
        let last = (first..end).rev().find(|&at| indent(self.lines[at]).is_some())?;
        Some(Block { lines: first..last + 1, indent: depth, is_list })
    }
}

/// How far a line is indented; none if nothing stands in it.
fn indent(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(' ');
    let empty = text.trim().is_empty() || text.starts_with('#') || text.trim_end() == "---";
    (!empty).then_some(line.len() - text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
a: 1
b:
  c:
    # first
    - x: 1
      y: 2

    - x: 3

  d: {}
e:
- one
- two
f: # nothing inline
   g: h
";

    #[test]
    fn blocks_are_found_by_their_keys() {
        let document = Document::new(TEXT);
        let whole = document.whole();
        let b = document.child(&whole, "b").unwrap();
        let lists = [document.child(&b, "c"), document.child(&whole, "e")];
        let expected = [
            Block { lines: 4..8, indent: 4, is_list: true },
            Block { lines: 11..13, indent: 0, is_list: true },
        ];
        assert_eq!(lists, expected.map(Some));
        assert_eq!(document.child(&b, "d"), None);
        assert!(document.has(&b, "d") && !document.has(&b, "e"));
        let f = document.child(&whole, "f").unwrap();
        assert_eq!((f.lines, f.indent), (14..15, 3));
        assert_eq!(&TEXT[document.offset(13)..][..2], "f:");
    }
}
