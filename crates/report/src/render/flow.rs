//! What led to what, as SVG: one row for each box, the earliest on top, and a line from the
//! box that gave something to every box that took it.
//!
//! ```
//! use aplomb_report::render::flow::{Flow, Row};
//!
//! let mut flow = Flow::new("what led to it");
//! let placed = flow.row(Row::new("placeOrder", "7f3c, 12:00:01"));
//! let shipped = flow.row(Row::new("shipOrder", "91ab, 12:00:07").marked());
//! flow.link(placed, shipped, "getItem read orders[id: \"7\"]");
//! assert!(flow.render().starts_with("<svg"));
//! ```

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::{markup::Escaped, svg};

/// A picture of rows and links between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    title: String,
    rows: Vec<Row>,
    links: Vec<Link>,
}

/// A box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    name: String,
    note: String,
    address: Option<String>,
    marked: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    from: usize,
    to: usize,
    label: String,
}

impl Row {
    /// A box with its name and something about it.
    pub fn new(name: impl Into<String>, note: impl Into<String>) -> Row {
        Row { name: name.into(), note: note.into(), address: None, marked: false }
    }

    /// A click on the box leads there.
    pub fn address(mut self, address: impl Into<String>) -> Row {
        self.address = Some(address.into());
        self
    }

    /// The picture is about this one.
    pub fn marked(mut self) -> Row {
        self.marked = true;
        self
    }

    fn width(&self) -> f64 {
        self.name.width().max(self.note.width()) as f64 * CELL + 2.0 * INSET
    }
}

const CELL: f64 = 7.3;
const INSET: f64 = 14.0;
const MARGIN: f64 = 16.0;
const BOX: f64 = 44.0;
const GAP: f64 = 22.0;
const LINE: f64 = 20.0;
const LANE: f64 = 14.0;
const CORNER: f64 = 6.0;

/// Where things are.
struct Places {
    box_width: f64,
    /// The top of each row, and how high its box is.
    boxes: Vec<(f64, f64)>,
    /// Where each link ends.
    ends: Vec<f64>,
    /// How far to the right each link runs.
    lanes: Vec<usize>,
    labels: f64,
    width: f64,
    height: f64,
}

impl Flow {
    /// An empty picture.
    pub fn new(title: impl Into<String>) -> Flow {
        Flow { title: title.into(), ..Flow::default() }
    }

    /// Adds a row below the others; its number.
    pub fn row(&mut self, row: Row) -> usize {
        self.rows.push(row);
        self.rows.len() - 1
    }

    /// Adds a link; one that names a row that is not there is left out.
    pub fn link(&mut self, from: usize, to: usize, label: impl Into<String>) {
        if from.max(to) < self.rows.len() {
            self.links.push(Link { from, to, label: label.into() });
        }
    }

    /// Draws it as a file of its own.
    pub fn render(&self) -> String {
        let places = self.places();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"aplomb-timeline\" role=\"img\" \
             aria-label=\"{}\" viewBox=\"0 0 {w:.0} {h:.0}\" width=\"{w:.0}\" height=\"{h:.0}\">\
             <style>{}{FLOW_STYLE}</style>",
            Escaped(&self.title),
            svg::STYLE,
            w = places.width,
            h = places.height,
        );
        for (index, link) in self.links.iter().enumerate() {
            places.draw_link(index, link, &mut out);
        }
        for (index, row) in self.rows.iter().enumerate() {
            places.draw_row(index, row, &mut out);
        }
        out + "</svg>\n"
    }

    fn places(&self) -> Places {
        let box_width = self.rows.iter().map(Row::width).fold(120.0, f64::max);
        let (mut boxes, mut ends) = (Vec::new(), vec![0.0; self.links.len()]);
        let mut y = MARGIN;
        for row in 0..self.rows.len() {
            let mut lines = 0.0;
            for (_, end) in self.links.iter().zip(&mut ends).filter(|(link, _)| link.to == row) {
                *end = y + LINE * (lines + 0.5);
                lines += 1.0;
            }
            // Room for the links that begin here, too.
            let height = BOX.max((lines + 1.0) * LINE);
            boxes.push((y, height));
            y += height + GAP;
        }
        let lanes = self.lanes();
        let count = lanes.iter().max().map_or(0, |last| last + 1);
        let labels = MARGIN + box_width + LANE * (count as f64 + 1.0) + 12.0;
        let longest = self.links.iter().map(|link| link.label.width()).max().unwrap_or(0);
        let width = labels + longest as f64 * CELL + MARGIN;
        Places { box_width, boxes, ends, lanes, labels, width, height: y - GAP + MARGIN }
    }

    /// Links that pass by each other run side by side, short ones near the boxes.
    fn lanes(&self) -> Vec<usize> {
        let span = |link: &Link| (link.from.min(link.to), link.from.max(link.to));
        let mut order: Vec<usize> = (0..self.links.len()).collect();
        order.sort_by_key(|&index| {
            let (first, last) = span(&self.links[index]);
            (last - first, first, index)
        });
        let mut lanes = vec![0; self.links.len()];
        let mut taken: Vec<Vec<(usize, usize)>> = Vec::new();
        for index in order {
            let (first, last) = span(&self.links[index]);
            let apart = |other: &(usize, usize)| other.1 <= first || last <= other.0;
            let free = taken.iter().position(|lane| lane.iter().all(apart));
            let lane = free.unwrap_or(taken.len());
            if free.is_none() {
                taken.push(Vec::new());
            }
            taken[lane].push((first, last));
            lanes[index] = lane;
        }
        lanes
    }
}

impl Places {
    fn draw_link(&self, index: usize, link: &Link, out: &mut String) {
        let start = MARGIN + self.box_width;
        let (top, height) = self.boxes[link.from];
        let from = top + height - 10.0;
        let (to, lane) = (self.ends[index], start + LANE * (self.lanes[index] as f64 + 1.0));
        let turn = if to < from { -CORNER } else { CORNER };
        let tip = self.labels - 6.0;
        let _ = write!(
            out,
            "<g class=\"flow\" data-link=\"{index}\"><path d=\"M{start:.0} {from:.0}H{:.0}Q{lane:.0} \
             {from:.0} {lane:.0} {:.0}V{:.0}Q{lane:.0} {to:.0} {:.0} {to:.0}H{start:.0}\"/>\
             <path class=\"tip\" d=\"M{:.0} {:.0}l-7 4 7 4z\"/>\
             <path d=\"M{lane:.0} {to:.0}H{tip:.0}\" class=\"leader\"/>\
             <text class=\"small\" x=\"{:.0}\" y=\"{:.0}\">{}</text></g>",
            lane - CORNER,
            from + turn,
            to - turn,
            lane - CORNER,
            start + 7.0,
            to - 4.0,
            self.labels,
            to + 4.0,
            Escaped(&link.label)
        );
    }

    fn draw_row(&self, index: usize, row: &Row, out: &mut String) {
        let class = if row.marked { "row marked" } else { "row" };
        if let Some(address) = &row.address {
            let _ = write!(out, "<a href=\"{}\">", Escaped(address));
        }
        let (top, height) = self.boxes[index];
        let _ = write!(
            out,
            "<g class=\"{class}\" data-row=\"{index}\"><rect x=\"{MARGIN}\" y=\"{top:.0}\" \
             width=\"{:.0}\" height=\"{height:.0}\" rx=\"8\"/><text class=\"strong\" x=\"{:.0}\" \
             y=\"{:.0}\">{}</text><text class=\"soft small\" x=\"{:.0}\" y=\"{:.0}\">{}</text></g>",
            self.box_width,
            MARGIN + INSET,
            top + 19.0,
            Escaped(&row.name),
            MARGIN + INSET,
            top + 35.0,
            Escaped(&row.note)
        );
        if row.address.is_some() {
            out.push_str("</a>");
        }
    }
}

const FLOW_STYLE: &str = "\
.row rect { fill: var(--box); stroke: var(--soft); stroke-width: 1.5; }\
.row.marked rect { stroke: var(--bad); stroke-width: 2.5; }\
.flow path { fill: none; stroke: var(--soft); stroke-width: 1.5; }\
.flow .leader { stroke: var(--faint); stroke-dasharray: 2 3; }\
.flow .tip { fill: var(--soft); stroke: none; }\
a:hover .row rect { stroke: var(--read-from); }";
