//! A tree as it stands at the end, with lines for its branches.

use std::fmt::Write;

use super::{
    Options,
    paint::{BAD, GOOD, HEADING, Paint, QUIET},
};
use crate::{Frame, NodeStatus, Tree, render::visible::on_one_line};

pub(super) fn tree(tree: &Tree, options: &Options) -> String {
    let paint = Paint { color: options.color };
    let Some(frame) = tree.frames.last() else { return String::new() };
    let mut text = format!("    {}\n", paint.with(HEADING, on_one_line(&tree.title)));
    text.push_str("    root\n");
    // A stack of nodes with what stands before them.
    let mut stack = below(frame, None, "    ");
    while let Some((index, line, indent)) = stack.pop() {
        let node = &frame.nodes[index];
        let style = match node.status {
            NodeStatus::Settled => GOOD,
            NodeStatus::Offending => BAD,
            NodeStatus::Open | NodeStatus::Lost => QUIET,
        };
        let word = paint.with(style, node.status.word());
        let (name, content) = (on_one_line(&node.name), on_one_line(&node.text));
        let _ = writeln!(text, "{line}{name}: {content}  {word}");
        stack.extend(below(frame, Some(index), &indent));
    }
    text
}

/// The children of a node, last one first, each with its line and the indent of its own children.
fn below(frame: &Frame, parent: Option<usize>, indent: &str) -> Vec<(usize, String, String)> {
    let children: Vec<usize> = frame.children(parent).collect();
    let last = children.len().saturating_sub(1);
    let lines = children.into_iter().enumerate().map(|(position, index)| {
        let (corner, rest) =
            if position == last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        (index, format!("{indent}{corner}"), format!("{indent}{rest}"))
    });
    let mut lines: Vec<_> = lines.collect();
    lines.reverse();
    lines
}
