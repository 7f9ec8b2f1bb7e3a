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
    Arrow, Lane, MarkerKind, Outcome, OutcomeKind, Row, Step, StepId, Witness,
    render::{visible::on_one_line, wrap::wrap},
};

const INDENT: &str = "    ";

pub(super) fn timeline(witness: &Witness, options: &Options) -> String {
    let rails = Rails::of(witness, options);
    let mut text = String::new();
    for (index, lane) in witness.lanes().iter().enumerate() {
        let _ = writeln!(text, "{INDENT}{}  {}", rails.letter(index), lane_name(lane));
    }
    if witness.steps().iter().any(|step| step.offending) {
        let paint = Paint { color: options.color };
        let _ = writeln!(text, "{INDENT}{}  breaks the property", paint.with(BAD, "◆"));
    }
    text.push('\n');
    text.push_str(&rails.header());
    for (number, row) in rails.rows.iter().enumerate() {
        text.push_str(&rails.row(number, row));
    }
    text
}

fn lane_name(lane: &Lane) -> String {
    let name = match &lane.group {
        Some(group) => format!("{group}, {}", lane.name),
        None => format!("{} {}", lane.kind.word(), lane.name),
    };
    on_one_line(&name).into_owned()
}

/// The columns on the left that say who does something.
struct Rails<'w> {
    witness: &'w Witness,
    rows: Vec<Row<'w>>,
    /// First and last row of each lane.
    extent: Vec<Option<(usize, usize)>>,
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
        Rails {
            witness,
            rows,
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
        let (glyph, mut text) = self.event(row);
        let notes = match row {
            Row::Step(step, _) => self.notes(*step),
            _ => Vec::new(),
        };
        text.extend(notes.iter().flat_map(|note| self.wrapped(note, "↖ ")));
        let step_number = match row {
            Row::Step(step, _) => (step.index() + 1).to_string(),
            _ => String::new(),
        };
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
        if runs { self.paint.with(QUIET, "│") } else { " ".to_owned() }
    }

    fn event(&self, row: &Row<'_>) -> (String, Vec<String>) {
        let paint = self.paint;
        match row {
            Row::CallStart(call) => {
                let text = self.wrapped(&call.name, "");
                (paint.with(QUIET, "╭"), self.painted(text, HEADING))
            }
            Row::CallEnd(call) => {
                let outcome = call.outcome.as_ref().map_or(String::new(), returned);
                (paint.with(QUIET, "╰"), self.wrapped(&outcome, ""))
            }
            Row::Marker(marker) => {
                let (glyph, style) = match marker.kind {
                    MarkerKind::Crash => ("↯", BAD),
                    MarkerKind::Retry => ("↻", DOUBTFUL),
                    MarkerKind::Concurrent => ("»", ACCENT),
                };
                let text = match marker.text.as_str() {
                    "" => marker.kind.words().to_owned(),
                    text => format!("{}: {text}", marker.kind.words()),
                };
                (paint.with(style, glyph), self.painted(self.wrapped(&text, ""), style))
            }
            Row::Step(_, step) => {
                let text = self.wrapped(&step_text(step), "");
                if step.offending {
                    (paint.with(BAD, "◆"), self.painted(text, BAD))
                } else {
                    ("●".to_owned(), text)
                }
            }
        }
    }

    /// What the arrows say about the later one of their two steps.
    fn notes(&self, step: StepId) -> Vec<String> {
        let latest = |arrow: &&Arrow| arrow.from.max(arrow.to) == step;
        self.witness.arrows().iter().filter(latest).map(arrow_text).collect()
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

/// `put Receipt["r1"] = 90 → ok  (payment.js:9)`
fn step_text(step: &Step) -> String {
    let mut text = step.operation.clone();
    if let Some(key) = &step.key {
        let _ = write!(text, " {key}");
    }
    if let Some(value) = &step.value {
        let _ = match step.key {
            Some(_) => write!(text, " = {value}"),
            None => write!(text, " {value}"),
        };
    }
    if let Some(outcome) = &step.outcome {
        let _ = write!(text, " {}", outcome_text(outcome));
    }
    if let Some(span) = &step.span {
        let _ = write!(text, "  ({}:{})", span.file, span.line);
    }
    text
}

fn outcome_text(Outcome { kind, text }: &Outcome) -> String {
    let (mark, word) = match kind {
        OutcomeKind::Ok => ("→", "ok"),
        OutcomeKind::Failed => ("✗", "failed"),
        OutcomeKind::Lost => ("?", "answer lost"),
    };
    format!("{mark} {}", if text.is_empty() { word } else { text })
}

fn returned(outcome: &Outcome) -> String {
    match outcome.kind {
        OutcomeKind::Ok if outcome.text.is_empty() => "returns".to_owned(),
        OutcomeKind::Ok => format!("returns {}", outcome.text),
        OutcomeKind::Failed => format!("throws {}", outcome.text),
        OutcomeKind::Lost => format!("answer lost {}", outcome.text),
    }
}

fn arrow_text(Arrow { kind, from, to, text }: &Arrow) -> String {
    let (from_number, to_number) = (from.index() + 1, to.index() + 1);
    let verb = kind.words();
    let fact = if from <= to {
        format!("{verb} step {from_number}")
    } else {
        format!("step {to_number} {verb} this")
    };
    if text.is_empty() { fact } else { format!("{fact}: {text}") }
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
