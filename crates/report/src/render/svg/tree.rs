//! A tree that grows, as a strip of pictures: one for each change, the root on top.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use crate::{Frame, NodeStatus, Tree, render::markup::Escaped};

const NODE_HEIGHT: f64 = 26.0;
const ROW: f64 = 52.0;
const GAP: f64 = 14.0;
const MARGIN: f64 = 12.0;
const HEAD: f64 = 40.0;
const CHARACTER: f64 = 7.3;

/// Draws a tree as one `<svg>` element; it needs [`STYLE`](super::STYLE) in the page. Frames carry
/// `data-frame`, nodes `data-node`.
pub fn render_tree(tree: &Tree, id: &str) -> String {
    let mut body = String::new();
    let (mut x, mut height) = (MARGIN, 0.0_f64);
    for (index, frame) in tree.frames.iter().enumerate() {
        let picture = Picture::of(frame);
        let _ = write!(body, "<g id=\"{id}-frame-{index}\" data-frame=\"{index}\">");
        picture.draw(frame, x, &mut body);
        body.push_str("</g>");
        x += picture.width + 2.0 * GAP;
        height = height.max(picture.height);
    }
    let (width, height) = (x.max(60.0), height + HEAD + 2.0 * MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"aplomb-timeline aplomb-tree\" \
         role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\">{body}</svg>",
        Escaped(&tree.title)
    )
}

/// Where the nodes of a frame are.
struct Picture {
    width: f64,
    height: f64,
    /// The middle of each node; the root is last.
    places: Vec<(f64, f64)>,
    node_width: f64,
}

impl Picture {
    fn of(frame: &Frame) -> Picture {
        let labels = frame.nodes.iter().map(|node| label(&node.name, &node.text).width());
        let widest = labels.max().unwrap_or(0).max(4) as f64;
        let node_width = widest * CHARACTER + 14.0;
        let mut picture = Picture {
            width: 0.0,
            height: 0.0,
            places: vec![(0.0, 0.0); frame.nodes.len() + 1],
            node_width,
        };
        picture.place(frame);
        let caption = caption_lines(frame).iter().map(|line| line.width()).max().unwrap_or(0);
        picture.width = picture.width.max(caption as f64 * CHARACTER);
        picture
    }

    /// Leaves stand side by side; a parent stands above the middle of its children. Parents come
    /// before their children, so going backwards meets children first.
    fn place(&mut self, frame: &Frame) {
        let root = frame.nodes.len();
        let mut depth = vec![1_usize; frame.nodes.len()];
        for (index, node) in frame.nodes.iter().enumerate() {
            depth[index] = node.parent.map_or(1, |parent| depth[parent] + 1);
        }
        let mut leaves = 0.0;
        let mut order = Vec::new();
        let mut stack: Vec<usize> = frame.children(None).collect();
        stack.reverse();
        while let Some(index) = stack.pop() {
            order.push(index);
            let children: Vec<usize> = frame.children(Some(index)).collect();
            if children.is_empty() {
                self.places[index].0 = leaves * (self.node_width + GAP) + self.node_width / 2.0;
                leaves += 1.0;
            }
            stack.extend(children.into_iter().rev());
        }
        for &index in order.iter().rev() {
            self.centre(index, frame.children(Some(index)).collect());
            self.places[index].1 = depth[index] as f64 * ROW;
        }
        self.places[root].0 = self.node_width / 2.0;
        self.centre(root, frame.children(None).collect());
        self.width = (leaves * (self.node_width + GAP) - GAP).max(self.node_width);
        let deepest = depth.iter().max().copied().unwrap_or(0);
        self.height = deepest as f64 * ROW + NODE_HEIGHT;
    }

    fn centre(&mut self, index: usize, children: Vec<usize>) {
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            self.places[index].0 = f64::midpoint(self.places[first].0, self.places[last].0);
        }
    }

    fn draw(&self, frame: &Frame, x: f64, body: &mut String) {
        for (line, text) in caption_lines(frame).iter().enumerate() {
            let y = MARGIN + 12.0 + 15.0 * line as f64;
            let class = if line == 0 { "soft small" } else { "strong" };
            let text = Escaped(text);
            let _ = write!(body, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{text}</text>");
        }
        let root = frame.nodes.len();
        let top = HEAD + MARGIN + NODE_HEIGHT / 2.0;
        let place = |index: usize| (self.places[index].0 + x, self.places[index].1 + top);
        for (index, node) in frame.nodes.iter().enumerate() {
            let ((x1, y1), (x2, y2)) = (place(node.parent.unwrap_or(root)), place(index));
            let class = if node.trunk { "edge trunk" } else { "edge" };
            let _ = write!(
                body,
                "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{:.1}\" x2=\"{x2:.1}\" y2=\"{:.1}\"/>",
                y1 + NODE_HEIGHT / 2.0,
                y2 - NODE_HEIGHT / 2.0
            );
        }
        self.node(place(root), "root", "node settled", None, body);
        for (index, node) in frame.nodes.iter().enumerate() {
            let class = format!("node {}", node.status.slug());
            let text = label(&node.name, &node.text);
            let double = (node.status == NodeStatus::Lost).then_some(3.0);
            let _ = write!(body, "<g data-node=\"{index}\">");
            self.node(place(index), &text, &class, double, body);
            body.push_str("</g>");
        }
    }

    /// A box with text, with a second border inside for a ghost.
    fn node(
        &self,
        (x, y): (f64, f64),
        text: &str,
        class: &str,
        double: Option<f64>,
        body: &mut String,
    ) {
        let mut frame = |inset: f64| {
            let _ = write!(
                body,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" \
                 height=\"{:.1}\" rx=\"6\"/>",
                x - self.node_width / 2.0 + inset,
                y - NODE_HEIGHT / 2.0 + inset,
                self.node_width - 2.0 * inset,
                NODE_HEIGHT - 2.0 * inset
            );
        };
        frame(0.0);
        double.into_iter().for_each(&mut frame);
        let _ = write!(
            body,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            y + 4.0,
            Escaped(text)
        );
    }
}

fn label(name: &str, text: &str) -> String {
    format!("{name}: {text}")
}

fn caption_lines(frame: &Frame) -> [String; 2] {
    [format!("after step {}", frame.after), frame.caption.clone()]
}
