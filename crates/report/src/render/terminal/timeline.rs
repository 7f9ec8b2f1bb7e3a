//! A witness in text: one rail for each lane, one line for each event.
//!
//! ```text
//!      A  B
//!   1  ●     update balance = 90
//!      ↯     crash before the response
//!         ↻  retry
//!   2     ◆  update balance = 80
//! ```

use std::fmt::Write;

use super::{
    Options,
    paint::{ACCENT, BAD, DOUBTFUL, HEADING, Paint, QUIET},
};
use crate::{
    Arrow, MarkerKind, Outcome, OutcomeKind, Row, StepId, Stretch, Witness,
    render::{visible::on_one_line, wrap::wrap},
};

const INDENT: &str = "    ";

pub(super) fn timeline(witness: &Witness, options: &Options) -> String {
    let rails = Rails::of(witness, options);
    let mut text = String::new();
    for (index, lane) in witness.lanes().iter().enumerate() {
        let _ = writeln!(text, "{INDENT}{}  {}", rails.letter(index), on_one_line(&lane.words()));
    }
    let paint = Paint { color: options.color };
    if witness.steps().iter().any(|step| step.offending) {
        let _ = writeln!(text, "{INDENT}{}  breaks the property", paint.with(BAD, "◆"));
    }
    if !witness.stretches().is_empty() {
        let _ = writeln!(text, "{INDENT}{}  {}", paint.with(BAD, "◈"), Stretch::WORDS);
    }
    text.push('\n');
    text.push_str(&rails.header());
    for (number, row) in rails.rows.iter().enumerate() {
        text.push_str(&rails.row(number, row));
    }
    text
}

/// The columns on the left that say who does something.
struct Rails<'w> {
    rows: Vec<Row<'w>>,
    /// For each step, the arrows that are told below it.
    arrows: Vec<Vec<&'w Arrow>>,
    /// First and last row of each lane.
    extent: Vec<Option<(usize, usize)>>,
    /// Lane, first and last row of each stretch.
    stretches: Vec<(usize, usize, usize)>,
    letter_width: usize,
    number_width: usize,
    paint: Paint,
    width: usize,
}

impl<'w> Rails<'w> {
    fn of(witness: &'w Witness, options: &Options) -> Rails<'w> {
        let rows = witness.rows();
        let mut extent = vec![None; witness.lanes().len()];
        for (number, row) in rows.iter().enumerate() {
            let (_, last) = extent[row.lane().index()].get_or_insert((number, number));
            *last = number;
        }
        let row_of = |wanted: StepId| {
            rows.iter().position(|row| matches!(row, Row::Step(step, _) if *step == wanted))
        };
        let stretch = |it: &Stretch| Some((it.lane.index(), row_of(it.first)?, row_of(it.last)?));
        let stretches = witness.stretches().iter().filter_map(stretch).collect();
        Rails {
            stretches,
            rows,
            arrows: witness.arrows_by_later_step(),
            extent,
            letter_width: letters(witness.lanes().len().saturating_sub(1)).len(),
            number_width: witness.steps().len().to_string().len(),
            paint: Paint { color: options.color },
            width: options.width,
        }
    }

    fn letter(&self, lane: usize) -> String {
        let letter = format!("{:width$}", letters(lane), width = self.letter_width);
        self.paint.with(ACCENT, letter)
    }

    fn header(&self) -> String {
        let mut line = format!("{INDENT}{:width$}", "", width = self.number_width);
        for lane in 0..self.extent.len() {
            let _ = write!(line, "  {}", self.letter(lane));
        }
        line.trim_end().to_owned() + "\n"
    }

    /// One event: its text, wrapped, with the rails running on at the left.
    fn row(&self, number: usize, row: &Row<'_>) -> String {
        let (glyph, mut text) = self.event(number, row);
        let mut step_number = String::new();
        if let Row::Step(step, _) = row {
            step_number = (step.index() + 1).to_string();
            for arrow in &self.arrows[step.index()] {
                text.extend(self.wrapped(&arrow.words_at_later_step(), "↖ "));
            }
        }
        let mut lines = String::new();
        for (index, text) in text.iter().enumerate() {
            let step_number = if index == 0 { step_number.as_str() } else { "" };
            let _ = write!(lines, "{INDENT}{step_number:>width$}", width = self.number_width);
            for lane in 0..self.extent.len() {
                let here = index == 0 && lane == row.lane().index();
                let rail = if here { glyph.clone() } else { self.rail(lane, number, index > 0) };
                let _ = write!(lines, "  {rail}{:width$}", "", width = self.letter_width - 1);
            }
            let _ = writeln!(lines, "  {text}");
        }
        lines
    }

    fn rail(&self, lane: usize, row: usize, below: bool) -> String {
        let runs = self.extent[lane].is_some_and(|(first, last)| {
            first <= row && if below { row < last } else { row <= last }
        });
        match runs {
            true if self.is_in_a_stretch(lane, row, below) => self.paint.with(BAD, "┃"),
            true => self.paint.with(QUIET, "│"),
            false => " ".to_owned(),
        }
    }

    /// Whether a lane is in the middle of steps that must be one, at a row or below it.
    fn is_in_a_stretch(&self, lane: usize, row: usize, below: bool) -> bool {
        self.stretches.iter().any(|&(of, first, last)| {
            of == lane && first <= row && if below { row < last } else { row <= last }
        })
    }

    fn event(&self, number: usize, row: &Row<'_>) -> (String, Vec<String>) {
        let paint = self.paint;
        match row {
            Row::CallStart(_, call) => {
                let text = self.wrapped(&call.name, "");
                (paint.with(QUIET, "╭"), self.painted(text, HEADING))
            }
            Row::CallEnd(_, call) => {
                let outcome = call.outcome.as_ref().map_or(String::new(), returned);
                (paint.with(QUIET, "╰"), self.wrapped(&outcome, ""))
            }
            Row::Marker(marker) => {
                let (glyph, style) = match marker.kind {
                    MarkerKind::Crash => ("↯", BAD),
                    MarkerKind::Retry => ("↻", DOUBTFUL),
                    MarkerKind::Concurrent => ("»", ACCENT),
                };
                let text = self.wrapped(&marker.words(), "");
                (paint.with(style, glyph), self.painted(text, style))
            }
            Row::Step(_, step) => {
                let place = step.span.as_ref();
                let place = place.map(|span| format!("  ({}:{})", span.file, span.line));
                let text = self.wrapped(&(step.words() + &place.unwrap_or_default()), "");
                if step.offending {
                    (paint.with(BAD, "◆"), self.painted(text, BAD))
                } else if self.is_in_a_stretch(step.lane.index(), number, false) {
                    (paint.with(BAD, "◈"), self.painted(text, BAD))
                } else {
                    ("●".to_owned(), text)
                }
            }
        }
    }

    fn wrapped(&self, text: &str, mark: &str) -> Vec<String> {
        let rails = INDENT.len() + self.number_width + self.extent.len() * (2 + self.letter_width);
        let room = self.width.saturating_sub(rails + 2).max(24);
        let lines = wrap(&on_one_line(text), room - mark.chars().count());
        let indented = |(index, line): (usize, &String)| match index {
            0 => format!("{mark}{line}"),
            _ => format!("{:width$}{line}", "", width = mark.chars().count().max(2)),
        };
        lines.iter().enumerate().map(indented).collect()
    }

    fn painted(&self, lines: Vec<String>, style: anstyle::Style) -> Vec<String> {
        lines.into_iter().map(|line| self.paint.with(style, line)).collect()
    }
}

fn returned(outcome: &Outcome) -> String {
    match outcome.kind {
        OutcomeKind::Ok if outcome.text.is_empty() => "returns".to_owned(),
        OutcomeKind::Ok => format!("returns {}", outcome.text),
        OutcomeKind::Failed => format!("throws {}", outcome.text),
        OutcomeKind::Lost => format!("answer lost {}", outcome.text),
    }
}

/// `A` to `Z`, then `AA`, `AB` ...
fn letters(index: usize) -> String {
    let last = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => last.to_string(),
        more => letters(more - 1) + &last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lanes_have_letters() {
        let letters = [0, 25, 26, 27, 701, 702].map(super::letters);
        assert_eq!(letters, ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }
}
