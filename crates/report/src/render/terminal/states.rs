//! Final states, side by side.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::{
    Options,
    paint::{BAD, GOOD, HEADING, Paint, QUIET},
};
use crate::{
    Alternative, FinalStates,
    render::{
        visible::on_one_line,
        wrap::{pad, wrap},
    },
};

/// More columns than this are counted, not shown.
const MOST_ALTERNATIVES: usize = 4;
const WIDEST_CELL: usize = 40;

pub(super) fn final_states(states: &FinalStates, options: &Options) -> String {
    let paint = Paint { color: options.color };
    let shown = &states.allowed[..states.allowed.len().min(MOST_ALTERNATIVES)];
    let names = Column::new("final state", &states.names);
    let observed = Column::of('✗', &states.observed);
    let allowed: Vec<Column> = shown.iter().map(|state| Column::of('✓', state)).collect();

    let mut text = format!("    {}", paint.with(HEADING, names.cell(None)));
    let _ = write!(text, "  {}", paint.with(BAD, observed.cell(None)));
    for column in &allowed {
        let _ = write!(text, "  {}", paint.with(GOOD, column.cell(None)));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for index in 0..states.names.len() {
        let wrong = (0..states.allowed.len()).all(|allowed| states.differs(allowed, index))
            && !states.allowed.is_empty();
        let seen = observed.cell(Some(index));
        let seen = if wrong { paint.with(BAD, seen) } else { seen };
        let _ = write!(text, "    {}  {seen}", names.cell(Some(index)));
        for column in &allowed {
            let _ = write!(text, "  {}", column.cell(Some(index)));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let more = states.more + states.allowed.len() - shown.len();
    if more > 0 {
        let line = format!("and {more} more allowed states");
        let _ = writeln!(text, "    {}", paint.with(QUIET, line));
    }
    if !states.claim.is_empty() {
        for line in wrap(&on_one_line(&states.claim), options.width.saturating_sub(4)) {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

struct Column {
    heading: String,
    cells: Vec<String>,
    width: usize,
}

impl Column {
    /// A state under its title, marked as wrong or right.
    fn of(mark: char, state: &Alternative) -> Column {
        Column::new(&format!("{mark} {}", state.title), &state.values)
    }

    fn new(heading: &str, cells: &[String]) -> Column {
        let heading = shortened(heading);
        let cells: Vec<String> = cells.iter().map(|cell| shortened(cell)).collect();
        let widest = cells.iter().map(|cell| cell.width()).max().unwrap_or(0);
        Column { width: widest.max(heading.width()), heading, cells }
    }

    /// The heading, or a cell, filled up to the width of the column.
    fn cell(&self, index: Option<usize>) -> String {
        pad(index.map_or(&self.heading, |index| &self.cells[index]), self.width)
    }
}

fn shortened(text: &str) -> String {
    let text = on_one_line(text);
    match wrap(&text, WIDEST_CELL).as_slice() {
        [only] => only.clone(),
        lines => format!("{} …", lines[0]),
    }
}
