//! Timelines as SVG: lanes are columns, time runs down.
//!
//! The picture is made to be embedded: it needs [`STYLE`] once in the page that
//! holds it, follows the reader's light or dark preference, and marks everything
//! that it draws: `data-lane`, `data-step`, `data-call`, `data-marker`,
//! `data-stretch` and `data-arrow` are the positions in the witness, and with the prefix given in
//! [`Options::id`] they make element ids (`w1-step-3`). Nothing else about the
//! markup is promised.
//!
//! ```
//! use aplomb_report::{LaneKind, Step, Witness, render::svg};
//!
//! let mut story = Witness::builder("one write");
//! let thread = story.lane(LaneKind::Thread, "T1");
//! story.step(Step::new(thread, "write").key("x").value("1"));
//! let picture = svg::render(&story.finish(), &svg::Options { id: "w1", size: svg::Size::Wide });
//! assert!(picture.contains("id=\"w1-step-0\" data-step=\"0\""));
//! ```

mod draw;
mod layout;
mod route;
mod tree;

use crate::Witness;

pub use tree::render_tree;

/// The style sheet that the pictures need.
pub const STYLE: &str = include_str!("style.css");

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options<'a> {
    /// The prefix of element ids: letters, digits and dashes, different for each
    /// picture of a page.
    pub id: &'a str,
    /// For which screen.
    pub size: Size,
}

/// For which screen a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A window on a desk.
    Wide,
    /// A phone: two lanes fit.
    Compact,
}

impl Size {
    fn gap(self) -> f64 {
        match self {
            Size::Wide => 60.0,
            Size::Compact => 32.0,
        }
    }

    fn lane_width(self, lanes: usize) -> f64 {
        match self {
            Size::Wide => {
                let lanes = lanes.max(1) as f64;
                ((960.0 - (lanes - 1.0) * self.gap()) / lanes).clamp(200.0, 270.0)
            }
            Size::Compact => 156.0,
        }
    }
}

/// Draws a witness as one `<svg>` element.
pub fn render(witness: &Witness, options: &Options<'_>) -> String {
    draw::Drawing::of(witness, options).finish()
}

/// Draws a witness as a file of its own, with its style sheet.
pub fn standalone(witness: &Witness) -> String {
    let picture = render(witness, &Options { id: "witness", size: Size::Wide });
    let end = picture.find('>').map_or(picture.len(), |end| end + 1);
    let (start, rest) = picture.split_at(end);
    format!("{start}<style>{STYLE}</style>{rest}\n")
}
