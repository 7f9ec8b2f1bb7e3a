//! State machines as SVG: layers from left to right by distance from the first state.
//!
//! ```
//! use aplomb_report::render::machine::{Diagram, Edge, Tone};
//!
//! let mut diagram = Diagram::new("consent");
//! diagram.state("INITIAL", Tone::Plain);
//! diagram.state("FAILURE", Tone::Bad);
//! diagram.edge(Edge::new(0, 1, "PROCESSED").taken());
//! assert!(diagram.render().starts_with("<svg"));
//! ```

mod layout;

use std::{cmp::Ordering, fmt::Write as _};

use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthStr;

use layout::{Item, Layout};

use super::{markup::Escaped, svg};

/// A state machine to be drawn. States that nothing leads to are left out, except the
/// first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagram {
    title: String,
    states: Vec<(String, Tone)>,
    edges: Vec<Edge>,
}

/// What a state means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Nothing special.
    Plain,
    /// The end that is wanted.
    Good,
    /// The end that is not.
    Bad,
}

/// A transition; states are positions in the order in which they were added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    from: usize,
    to: usize,
    label: String,
    #[serde(default)]
    taken: bool,
}

impl Edge {
    /// A transition.
    pub fn new(from: usize, to: usize, label: impl Into<String>) -> Edge {
        Edge { from, to, label: label.into(), taken: false }
    }

    /// Marks it as part of the path that was taken.
    pub fn taken(mut self) -> Edge {
        self.taken = true;
        self
    }
}

/// One arrow: all transitions between two states.
struct Arrow {
    from: usize,
    to: usize,
    labels: Vec<String>,
    taken: bool,
}

impl Arrow {
    fn width(&self) -> f64 {
        self.labels.iter().map(|label| label.width()).max().unwrap_or(0) as f64 * CELL + 8.0
    }

    fn height(&self) -> f64 {
        self.labels.len() as f64 * LINE
    }

    fn is_loop(&self) -> bool {
        self.from == self.to
    }
}

/// A machine with a place for everything.
struct Drawing {
    layout: Layout,
    /// The item of each state; none for those that are left out.
    states: Vec<Option<usize>>,
    /// The items that each arrow passes from the state that it leaves to the one that it
    /// enters, both included; nothing for loops.
    ways: Vec<Vec<usize>>,
    /// The item of each arrow's label.
    labels: Vec<Option<usize>>,
    /// How wide the box of each state's item is; its loop may take more room.
    boxes: Vec<f64>,
}

const HEIGHT: f64 = 36.0;
const CELL: f64 = 7.3;
const MARGIN: f64 = 24.0;
const LINE: f64 = 14.0;
/// How high a loop is above its state.
const LOOP: f64 = 32.0;
/// An arrow that passes a column takes so much above and below.
const PASSING: f64 = 3.0;

impl Diagram {
    /// An empty diagram.
    pub fn new(title: impl Into<String>) -> Diagram {
        Diagram { title: title.into(), states: Vec::new(), edges: Vec::new() }
    }

    /// Adds a state.
    pub fn state(&mut self, name: impl Into<String>, tone: Tone) {
        self.states.push((name.into(), tone));
    }

    /// Adds a transition; one that names a state that is not there is left out.
    pub fn edge(&mut self, edge: Edge) {
        self.edges.push(edge);
    }

    /// Draws the machine as a file of its own.
    pub fn render(&self) -> String {
        let arrows = self.arrows();
        let drawing = self.drawing(&arrows);
        let (width, height) = (drawing.layout.width(MARGIN), drawing.layout.height);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"aplomb-timeline\" role=\"img\" \
             aria-label=\"{}\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\"><style>{}{MACHINE_STYLE}</style>\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" \
             markerUnits=\"userSpaceOnUse\" markerWidth=\"10\" markerHeight=\"10\" orient=\"auto\"><path class=\"tip\" \
             d=\"M0 0 8 4 0 8z\"/></marker></defs>",
            Escaped(&self.title),
            svg::STYLE
        );
        for (index, arrow) in arrows.iter().enumerate() {
            let class = if arrow.taken { "edge taken" } else { "edge" };
            if let Some(path) = drawing.path(index, arrow) {
                let tip = "marker-end=\"url(#tip)\"";
                let _ = write!(out, "<path class=\"{class}\" {tip} d=\"{path}\"/>");
            }
        }
        for (index, (name, tone)) in self.states.iter().enumerate() {
            let Some(item) = drawing.states[index] else { continue };
            let class = match tone {
                Tone::Plain => "plain",
                Tone::Good => "good",
                Tone::Bad => "bad",
            };
            let (x, y) = drawing.layout.middle(item);
            let width = width_of(name);
            let _ = write!(
                out,
                "<g class=\"state {class}\" data-state=\"{index}\"><rect x=\"{:.0}\" y=\"{:.0}\" \
                 width=\"{width:.0}\" height=\"{HEIGHT}\" rx=\"18\"/><text x=\"{x:.0}\" \
                 y=\"{:.0}\" text-anchor=\"middle\" class=\"strong\">{}</text></g>",
                x - width / 2.0,
                y - HEIGHT / 2.0,
                y + 4.0,
                Escaped(name)
            );
        }
        // Labels lie above all lines.
        for (index, arrow) in arrows.iter().enumerate() {
            drawing.label(index, arrow, &mut out);
        }
        out + "</svg>\n"
    }

    fn arrows(&self) -> Vec<Arrow> {
        let mut arrows: Vec<Arrow> = Vec::new();
        let known = |edge: &&Edge| edge.from.max(edge.to) < self.states.len();
        for edge in self.edges.iter().filter(known) {
            let same = |arrow: &&mut Arrow| (arrow.from, arrow.to) == (edge.from, edge.to);
            match arrows.iter_mut().find(same) {
                Some(arrow) => {
                    arrow.labels.push(edge.label.clone());
                    arrow.taken |= edge.taken;
                }
                None => arrows.push(Arrow {
                    from: edge.from,
                    to: edge.to,
                    labels: vec![edge.label.clone()],
                    taken: edge.taken,
                }),
            }
        }
        arrows
    }

    /// How many transitions each state is from the first; ends come last.
    fn layers(&self, arrows: &[Arrow]) -> Vec<Option<usize>> {
        let mut layers: Vec<Option<usize>> = vec![None; self.states.len()];
        if let Some(first) = layers.first_mut() {
            *first = Some(0);
        }
        for distance in 0..self.states.len() {
            for arrow in arrows {
                if layers[arrow.from] == Some(distance) && layers[arrow.to].is_none() {
                    layers[arrow.to] = Some(distance + 1);
                }
            }
        }
        let inner = self.states.iter().zip(&layers).filter(|((_, tone), _)| *tone == Tone::Plain);
        let last = inner.filter_map(|(_, layer)| *layer).max().unwrap_or(0) + 1;
        for ((_, tone), layer) in self.states.iter().zip(&mut layers) {
            if *tone != Tone::Plain && layer.is_some() {
                *layer = Some(last);
            }
        }
        layers
    }

    /// Gives everything a place. States lie in the even columns.
    fn drawing(&self, arrows: &[Arrow]) -> Drawing {
        let layers = self.layers(arrows);
        let mut layout = Layout::default();
        let (mut states, mut boxes) = (Vec::new(), Vec::new());
        for (index, (name, _)) in self.states.iter().enumerate() {
            let around = arrows.iter().find(|it| it.is_loop() && it.from == index);
            let above = HEIGHT / 2.0 + around.map_or(0.0, |it| LOOP + it.height());
            let width = width_of(name).max(around.map_or(0.0, Arrow::width));
            let add = |layer: usize| {
                boxes.push(width_of(name));
                layout.add(2 * layer, width, above, HEIGHT / 2.0)
            };
            states.push(layers[index].map(add));
        }
        let (mut ways, mut labels) = (Vec::new(), Vec::new());
        for arrow in arrows {
            let (mut way, mut label) = (Vec::new(), None);
            if let (Some(from), Some(to), false) =
                (states[arrow.from], states[arrow.to], arrow.is_loop())
            {
                let (start, end) = (layout.items[from].column, layout.items[to].column);
                way.push(from);
                for column in passed(start, end) {
                    way.push(if label.is_none() {
                        let half = arrow.height() / 2.0;
                        *label.insert(layout.add(column, arrow.width(), half, half))
                    } else {
                        layout.add(column, 0.0, PASSING, PASSING)
                    });
                }
                way.push(to);
                way.windows(2).for_each(|pair| layout.link(pair[0], pair[1]));
            }
            ways.push(way);
            labels.push(label);
        }
        layout.arrange(MARGIN);
        Drawing { layout, states, ways, labels, boxes }
    }
}

fn width_of(state: &str) -> f64 {
    (state.width() as f64 * CELL).max(40.0) + 32.0
}

/// The columns between two, the one next to the first one first. An arrow between two states of
/// one column goes through the next.
fn passed(start: usize, end: usize) -> Vec<usize> {
    match start.cmp(&end) {
        Ordering::Less => (start + 1..end).collect(),
        Ordering::Equal => vec![start + 1],
        Ordering::Greater => (end + 1..start).rev().collect(),
    }
}

impl Drawing {
    /// The line of an arrow: straight through each column, and bent between columns.
    fn path(&self, index: usize, arrow: &Arrow) -> Option<String> {
        if arrow.is_loop() {
            let (x, y) = self.layout.middle(self.states[arrow.from]?);
            let (top, high) = (y - HEIGHT / 2.0, y - HEIGHT / 2.0 - LOOP * 1.3);
            let (left, right) = (x - 14.0, x + 14.0);
            return Some(format!(
                "M{left:.0} {top:.0}C{:.0} {high:.0} {:.0} {high:.0} {right:.0} {top:.0}",
                left - 20.0,
                right + 20.0
            ));
        }
        let way = &self.ways[index];
        let (first, last) = (*way.first()?, *way.last()?);
        let start = self.end(first, way[1], index);
        let end = self.end(last, way[way.len() - 2], index);
        let mut points = start.to_vec();
        for item in &way[1..way.len() - 1] {
            let Item { column, width, y, .. } = self.layout.items[*item];
            let (left, right) = self.layout.columns[column];
            if self.layout.items[first].column == self.layout.items[last].column {
                // To the label and back.
                points.push(((left + right - width) / 2.0, y));
            } else if points.last().is_some_and(|(x, _)| *x < left) {
                points.extend([(left, y), (right, y)]);
            } else {
                points.extend([(right, y), (left, y)]);
            }
        }
        points.extend(end.iter().rev());
        // A tip has no direction where the last stretch has no length.
        points.dedup_by_key(|(x, y)| (x.round() as i64, y.round() as i64));
        let mut path = format!("M{:.0} {:.0}", start[0].0, start[0].1);
        for pair in points.windows(2) {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            let middle = (x + to_x) / 2.0;
            let _ = write!(path, "C{middle:.0} {y:.0} {middle:.0} {to_y:.0} {to_x:.0} {to_y:.0}");
        }
        Some(path)
    }

    /// Where an arrow leaves or enters a state, on the side of the next item and apart from the
    /// others there; and where it leaves or enters the state's column.
    fn end(&self, state: usize, next: usize, arrow: usize) -> [(f64, f64); 2] {
        let (column, beside) = (self.layout.items[state].column, self.layout.items[next].column);
        let mut others: Vec<(f64, usize)> = Vec::new();
        for (index, way) in self.ways.iter().enumerate() {
            let first = way.first().filter(|first| **first == state).map(|_| way[1]);
            let last = way.last().filter(|last| **last == state).map(|_| way[way.len() - 2]);
            for item in first.into_iter().chain(last) {
                if (self.layout.items[item].column > column) == (beside > column) {
                    others.push((self.layout.items[item].y, index));
                }
            }
        }
        others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let place = others.iter().position(|(_, index)| *index == arrow).unwrap_or(0);
        let apart = (HEIGHT - 14.0) / others.len().max(3) as f64;
        let offset = (place as f64 - (others.len() - 1) as f64 / 2.0) * apart;
        let (x, y) = self.layout.middle(state);
        // The ends of a box are round.
        let radius = HEIGHT / 2.0;
        let inside = radius - (radius * radius - offset * offset).max(0.0).sqrt();
        let half = self.boxes[state] / 2.0 - inside;
        let (left, right) = self.layout.columns[column];
        let (x, edge) = if beside > column { (x + half, right) } else { (x - half, left) };
        [(x, y + offset), (edge, y + offset)]
    }

    fn label(&self, index: usize, arrow: &Arrow, out: &mut String) {
        let (x, top) = if let Some(label) = self.labels[index] {
            let (x, y) = self.layout.middle(label);
            (x, y - arrow.height() / 2.0)
        } else if let Some(state) = self.states[arrow.from].filter(|_| arrow.is_loop()) {
            let (x, y) = self.layout.middle(state);
            (x, y - HEIGHT / 2.0 - LOOP - arrow.height())
        } else {
            return;
        };
        let (width, height) = (arrow.width(), arrow.height());
        let _ = write!(
            out,
            "<rect class=\"behind\" x=\"{:.0}\" y=\"{top:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\"/>",
            x - width / 2.0
        );
        for (line, label) in arrow.labels.iter().enumerate() {
            let y = top + (line as f64 + 0.8) * LINE;
            let _ = write!(
                out,
                "<text class=\"small label\" x=\"{x:.0}\" y=\"{y:.0}\" \
                 text-anchor=\"middle\">{}</text>",
                Escaped(label)
            );
        }
    }
}

const MACHINE_STYLE: &str = "\
.state rect { fill: var(--box); stroke: var(--soft); stroke-width: 1.5; }\
.state.bad rect { fill: var(--bad-box); stroke: var(--bad); stroke-width: 2; }\
.state.good rect { stroke: var(--visibility); stroke-width: 2; }\
.edge { fill: none; stroke: var(--soft); stroke-width: 1.5; }\
.edge.taken { stroke: var(--bad); stroke-width: 3; }\
.tip { fill: var(--soft); }";

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine with arrows between any states, in both directions, and several labels each.
    fn machine(states: usize, seed: usize) -> Diagram {
        let mut diagram = Diagram::new("any");
        for state in 0..states {
            let tone = [Tone::Plain, Tone::Bad, Tone::Good][if state < 3 { state } else { 0 }];
            diagram.state(format!("state-{}", "x".repeat(state * seed % 11)), tone);
        }
        for number in 0..2 * states + seed % 7 {
            let from = number * (seed + 3) % states;
            let to = (number * number + seed * number / 2 + 1) % states;
            let label = format!("EVENT_{number} [{}]", "y".repeat(number * seed % 17));
            diagram.edge(Edge::new(if from == 1 { 0 } else { from }, to, label));
        }
        diagram
    }

    #[test]
    fn nothing_covers_anything_else() {
        for (states, seed) in (3..12).flat_map(|states| (0..20).map(move |seed| (states, seed))) {
            let diagram = machine(states, seed);
            let drawing = diagram.drawing(&diagram.arrows());
            let items = &drawing.layout.items;
            for (index, one) in items.iter().enumerate() {
                for other in items[index + 1..].iter().filter(|it| it.column == one.column) {
                    let below = other.y - other.above >= one.y + one.below;
                    let above = one.y - one.above >= other.y + other.below;
                    assert!(below || above, "{states} {seed}: {one:?} and {other:?}");
                }
                let (left, right) = drawing.layout.columns[one.column];
                assert!(one.width <= right - left + 1e-9, "{one:?}");
                assert!(one.y - one.above >= 0.0 && one.y + one.below <= drawing.layout.height);
            }
            let columns = drawing.layout.columns.windows(2);
            columns.for_each(|pair| assert!(pair[0].1 < pair[1].0, "columns lie apart"));
        }
    }

    /// An arrow keeps its height inside columns, and so passes beside what else lies there.
    #[test]
    fn arrows_pass_beside_what_is_not_theirs() {
        for (states, seed) in (3..9).flat_map(|states| (0..20).map(move |seed| (states, seed))) {
            let diagram = machine(states, seed);
            let arrows = diagram.arrows();
            let drawing = diagram.drawing(&arrows);
            for (index, arrow) in arrows.iter().enumerate().filter(|(_, it)| !it.is_loop()) {
                let way = &drawing.ways[index];
                let Some(path) = drawing.path(index, arrow) else { continue };
                assert_eq!(way.is_empty(), drawing.labels[index].is_none());
                let ends = [way[0], way[way.len() - 1]].map(|it| drawing.layout.items[it].column);
                let between = ends[0].abs_diff(ends[1]).max(2) - 1;
                assert_eq!(way.len() - 2, between, "one place in each column: {path}");
            }
        }
    }
}
