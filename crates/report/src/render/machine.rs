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

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthStr;

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

const HEIGHT: f64 = 36.0;
const ROW: f64 = 130.0;
const CELL: f64 = 7.3;
const MARGIN: f64 = 30.0;
const LINE: f64 = 14.0;

struct Place {
    x: f64,
    y: f64,
    width: f64,
}

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
        let (places, width, height) = self.layout(&arrows);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"aplomb-timeline\" role=\"img\" \
             aria-label=\"{}\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\"><style>{}{MACHINE_STYLE}</style>\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" \
             markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path class=\"tip\" \
             d=\"M0 0 8 4 0 8z\"/></marker></defs>",
            Escaped(&self.title),
            svg::STYLE
        );
        // Labels lie above all lines.
        let mut labels = String::new();
        for arrow in &arrows {
            if let (Some(from), Some(to)) = (&places[arrow.from], &places[arrow.to]) {
                draw_arrow(arrow, from, to, &arrows, &mut out, &mut labels);
            }
        }
        for (index, (name, tone)) in self.states.iter().enumerate() {
            let Some(place) = &places[index] else { continue };
            let class = match tone {
                Tone::Plain => "plain",
                Tone::Good => "good",
                Tone::Bad => "bad",
            };
            let _ = write!(
                out,
                "<g class=\"state {class}\" data-state=\"{index}\"><rect x=\"{:.0}\" y=\"{:.0}\" \
                 width=\"{:.0}\" height=\"{HEIGHT}\" rx=\"18\"/><text x=\"{:.0}\" y=\"{:.0}\" \
                 text-anchor=\"middle\" class=\"strong\">{}</text></g>",
                place.x - place.width / 2.0,
                place.y - HEIGHT / 2.0,
                place.width,
                place.x,
                place.y + 4.0,
                Escaped(name)
            );
        }
        out + &labels + "</svg>\n"
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

    fn layout(&self, arrows: &[Arrow]) -> (Vec<Option<Place>>, f64, f64) {
        let layers = self.layers(arrows);
        let count = layers.iter().flatten().max().map_or(0, |last| last + 1);
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| text.width() as f64 * CELL).fold(60.0, f64::max)
        };
        let gap = widest(&mut arrows.iter().flat_map(|a| a.labels.iter().map(String::as_str)));
        let mut places: Vec<Option<Place>> = (0..self.states.len()).map(|_| None).collect();
        let rows_of = |layer: usize| layers.iter().filter(|it| **it == Some(layer)).count();
        let rows = (0..count).map(rows_of).max().unwrap_or(1);
        let mut left = MARGIN;
        for layer in 0..count {
            let members = (0..self.states.len()).filter(|state| layers[*state] == Some(layer));
            let members: Vec<usize> = members.collect();
            let width = widest(&mut members.iter().map(|it| self.states[*it].0.as_str())) + 36.0;
            let offset = (rows - members.len()) as f64 * ROW / 2.0;
            for (row, state) in members.iter().enumerate() {
                let y = MARGIN + 60.0 + offset + row as f64 * ROW;
                places[*state] = Some(Place { x: left + width / 2.0, y, width });
            }
            left += width + gap + 50.0;
        }
        let width = left - gap - 50.0 + MARGIN + 40.0;
        (places, width.max(240.0), rows as f64 * ROW + 2.0 * MARGIN + 40.0)
    }
}

fn draw_arrow(
    arrow: &Arrow,
    from: &Place,
    to: &Place,
    arrows: &[Arrow],
    lines: &mut String,
    labels: &mut String,
) {
    let class = if arrow.taken { "edge taken" } else { "edge" };
    let (path, label_x, label_y) = if arrow.from == arrow.to {
        let (x, top) = (from.x, from.y - HEIGHT / 2.0);
        let path = format!(
            "M{:.0} {top:.0}C{:.0} {:.0} {:.0} {:.0} {:.0} {top:.0}",
            x - 14.0,
            x - 34.0,
            top - 42.0,
            x + 34.0,
            top - 42.0,
            x + 14.0
        );
        (path, x, top - 38.0)
    } else {
        // Arrows in both directions bend away from each other, and those that skip a layer
        // or go back make room for what lies between.
        let both = arrows.iter().any(|it| (it.from, it.to) == (arrow.to, arrow.from));
        let forward = to.x > from.x;
        let same_column = (to.x - from.x).abs() < 1.0;
        let far = (to.x - from.x).abs() > 420.0 && (to.y - from.y).abs() < 1.0;
        let bend = match (both || !forward, far) {
            (_, true) => 70.0,
            (true, _) => 34.0,
            _ => 0.0,
        };
        let bend = if forward { -bend } else { bend };
        let (start, end) = if same_column {
            let down = (to.y - from.y).signum() * HEIGHT / 2.0;
            ((from.x, from.y + down), (to.x, to.y - down))
        } else {
            let side = (to.x - from.x).signum() / 2.0;
            ((from.x + side * from.width, from.y), (to.x - side * to.width, to.y))
        };
        let middle = ((start.0 + end.0) / 2.0, (start.1 + end.1) / 2.0);
        let control = match same_column {
            true => (middle.0 + if both { bend * 2.0 } else { 0.0 }, middle.1),
            false => (middle.0, middle.1 + bend * 2.0),
        };
        let path = format!(
            "M{:.0} {:.0}Q{:.0} {:.0} {:.0} {:.0}",
            start.0, start.1, control.0, control.1, end.0, end.1
        );
        (path, (middle.0 + control.0) / 2.0, (middle.1 + control.1) / 2.0)
    };
    let _ = write!(lines, "<path class=\"{class}\" marker-end=\"url(#tip)\" d=\"{path}\"/>");
    let widest = arrow.labels.iter().map(|label| label.width()).max().unwrap_or(0) as f64 * CELL;
    let height = arrow.labels.len() as f64 * LINE;
    let top = label_y - height / 2.0;
    let _ = write!(
        labels,
        "<rect class=\"behind\" x=\"{:.0}\" y=\"{top:.0}\" width=\"{widest:.0}\" \
         height=\"{height:.0}\"/>",
        label_x - widest / 2.0
    );
    for (line, label) in arrow.labels.iter().enumerate() {
        let y = top + (line as f64 + 0.8) * LINE;
        let _ = write!(
            labels,
            "<text class=\"small label\" x=\"{label_x:.0}\" y=\"{y:.0}\" \
             text-anchor=\"middle\">{}</text>",
            Escaped(label)
        );
    }
}

const MACHINE_STYLE: &str = "\
.state rect { fill: var(--box); stroke: var(--soft); stroke-width: 1.5; }\
.state.bad rect { fill: var(--bad-box); stroke: var(--bad); stroke-width: 2; }\
.state.good rect { stroke: var(--visibility); stroke-width: 2; }\
.edge { fill: none; stroke: var(--soft); stroke-width: 1.5; }\
.edge.taken { stroke: var(--bad); stroke-width: 3; }\
.tip { fill: var(--soft); }";
