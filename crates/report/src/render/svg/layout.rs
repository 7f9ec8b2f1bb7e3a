//! Where everything goes: lanes are columns, time runs down, and every event has
//! a row of its own. So the space beside an event is free: arrows run there.

use super::Size;
use crate::{
    Call, LaneId, Marker, Row, Step, StepId, Stretch, Witness,
    render::{visible::on_one_line, wrap::clip},
};

/// The width of one character of the fixed-width font, rounded up so that text
/// fits whichever font the reader has.
pub(super) const CELL: f64 = 7.35;
/// The same for the small text.
pub(super) const SMALL_CELL: f64 = 6.75;
/// The height of a line of text.
pub(super) const LINE: f64 = 16.0;
/// The space between a box and its text.
pub(super) const PADDING: f64 = 9.0;
/// The space that the icon of a marker takes in its pill.
pub(super) const ICON: f64 = 26.0;
/// The margin of the picture.
pub(super) const MARGIN: f64 = 6.0;
const ROW_GAP: f64 = 12.0;
/// How far a stretch stands out around its steps.
const STRETCH_OUTSET: f64 = 4.0;
/// How far a call stands out to the left and right of its steps.
const CALL_OUTSET: f64 = 6.0;
/// Texts longer than this many lines are cut; the tooltip has all of it.
const MOST_LINES: usize = 4;

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    pub(super) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub(super) fn middle(&self) -> f64 {
        self.x + self.width / 2.0
    }
}

/// A line of text with the class that says how it looks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    pub(super) class: String,
    pub(super) text: String,
}

/// A step, with the lines of its box.
pub(super) struct StepBox<'w> {
    pub(super) id: StepId,
    pub(super) step: &'w Step,
    pub(super) area: Area,
    pub(super) lines: Vec<Text>,
}

/// A marker, with the lines of its pill.
pub(super) struct Pill<'w> {
    pub(super) marker: &'w Marker,
    pub(super) area: Area,
    pub(super) lines: Vec<String>,
}

/// A call, with its first and its last line.
pub(super) struct CallBox<'w> {
    /// The position in [`Witness::calls`].
    pub(super) position: usize,
    pub(super) call: &'w Call,
    pub(super) area: Area,
    pub(super) name: String,
    pub(super) returned: Option<Text>,
}

/// A lane, with the lines of its head and the time during which it runs.
pub(super) struct LaneColumn {
    pub(super) head: Area,
    pub(super) lines: Vec<Text>,
    pub(super) runs: Option<(f64, f64)>,
    /// Since when it is highlighted as a concurrent function.
    pub(super) other: Option<f64>,
}

/// Neighbouring lanes that belong together.
pub(super) struct Group {
    pub(super) area: Area,
    pub(super) name: String,
}

/// The whole picture.
pub(super) struct Layout<'w> {
    pub(super) gap: f64,
    pub(super) lanes: Vec<LaneColumn>,
    pub(super) groups: Vec<Group>,
    /// In the order of [`Witness::steps`].
    pub(super) steps: Vec<StepBox<'w>>,
    pub(super) calls: Vec<CallBox<'w>>,
    pub(super) pills: Vec<Pill<'w>>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl<'w> Layout<'w> {
    pub(super) fn of(witness: &'w Witness, size: Size) -> Layout<'w> {
        let gap = size.gap();
        let lane_width = size.lane_width(witness.lanes().len());
        let mut layout = Layout {
            gap,
            lanes: Vec::new(),
            groups: Vec::new(),
            steps: Vec::new(),
            calls: Vec::new(),
            pills: Vec::new(),
            width: 0.0,
            height: MARGIN,
        };
        layout.place_lanes(witness, lane_width);
        layout.place_rows(witness);
        let lanes = layout.lanes.len().max(1) as f64;
        layout.width = 2.0 * MARGIN + lanes * lane_width + (lanes - 1.0) * gap;
        // A single lane has nothing beside it: make room for arrows and their text.
        if layout.lanes.len() < 2 && !witness.arrows().is_empty() {
            layout.width += gap + lane_width;
        }
        layout
    }

    /// The step with this identifier.
    pub(super) fn step(&self, step: StepId) -> &StepBox<'w> {
        &self.steps[step.index()]
    }

    /// The area of steps that must be one, from the first to the last.
    pub(super) fn stretch(&self, stretch: &Stretch) -> Area {
        let (first, last) = (self.step(stretch.first).area, self.step(stretch.last).area);
        Area {
            x: first.x - STRETCH_OUTSET,
            y: first.y - STRETCH_OUTSET,
            width: first.width + 2.0 * STRETCH_OUTSET,
            height: last.bottom() - first.y + 2.0 * STRETCH_OUTSET,
        }
    }

    fn place_lanes(&mut self, witness: &Witness, width: f64) {
        let x = |index: usize| MARGIN + index as f64 * (width + self.gap);
        let lanes = witness.lanes();
        let mut first = 0;
        for group in lanes.chunk_by(|a, b| a.group.is_some() && a.group == b.group) {
            let last = first + group.len() - 1;
            if let Some(name) = &group[0].group {
                let span = x(last) + width - x(first);
                let area = Area { x: x(first), y: MARGIN, width: span, height: LINE + 10.0 };
                let name = clip(&on_one_line(name), cells(span - 2.0 * PADDING), 1).remove(0);
                self.groups.push(Group { area, name });
            }
            first += group.len();
        }
        let top = if self.groups.is_empty() { MARGIN } else { MARGIN + LINE + 14.0 };
        let texts: Vec<Vec<Text>> = lanes
            .iter()
            .map(|lane| {
                let word = lane.kind.word();
                let kind = Text { class: "soft small".into(), text: word.into() };
                // "attempt 1" says by itself that it is an attempt.
                let kind = (!lane.name.starts_with(word)).then_some(kind);
                let name = clip(&on_one_line(&lane.name), cells(width - 2.0 * PADDING), 2);
                let name = name.into_iter().map(|text| Text { class: "strong".into(), text });
                kind.into_iter().chain(name).collect()
            })
            .collect();
        let lines = texts.iter().map(Vec::len).max().unwrap_or(0);
        let tallest = lines as f64 * LINE + 2.0 * PADDING - 4.0;
        for (index, lines) in texts.into_iter().enumerate() {
            let height = lines.len() as f64 * LINE + 2.0 * PADDING - 4.0;
            let head = Area { x: x(index), y: top + tallest - height, width, height };
            self.lanes.push(LaneColumn { head, lines, runs: None, other: None });
        }
        self.height = top + tallest + ROW_GAP;
    }

    fn place_rows(&mut self, witness: &'w Witness) {
        let mut open: Vec<(usize, f64)> = Vec::new();
        for row in witness.rows() {
            let top = self.height;
            let lane = row.lane();
            match row {
                Row::Step(id, step) => {
                    self.place_step(id, step, lane);
                    // A call that never returns ends with its last step.
                    open.retain(|(position, from)| {
                        let call = &witness.calls()[*position];
                        let pending = call.last == id && call.outcome.is_none();
                        if pending {
                            self.place_call(*position, call, *from);
                        }
                        !pending
                    });
                }
                Row::Marker(marker) => self.place_pill(marker, lane),
                Row::CallStart(position, _) => {
                    open.push((position, top));
                    self.height += LINE + 10.0;
                }
                Row::CallEnd(position, call) => {
                    self.height += LINE - 4.0;
                    let at = open.iter().position(|(other, _)| *other == position);
                    let (_, from) = open.remove(at.expect("a call starts before it ends"));
                    self.place_call(position, call, from);
                    self.height += ROW_GAP;
                }
            }
            let bottom = self.height - ROW_GAP;
            let (_, last) = self.lanes[lane.index()].runs.get_or_insert((top, bottom));
            *last = bottom;
        }
        self.nest_calls();
    }

    /// Orders calls from the outside in, and makes those inside others narrower.
    fn nest_calls(&mut self) {
        self.calls.sort_by(|a, b| a.area.y.total_cmp(&b.area.y));
        let mut around: Vec<Vec<f64>> = vec![Vec::new(); self.lanes.len()];
        for call in &mut self.calls {
            let around = &mut around[call.call.lane.index()];
            around.retain(|bottom| *bottom > call.area.y);
            let inset = 3.0 * around.len().min(4) as f64;
            call.area.x += inset;
            call.area.width -= 2.0 * inset;
            around.push(call.area.bottom());
        }
    }

    fn place_step(&mut self, id: StepId, step: &'w Step, lane: LaneId) {
        let column = self.lanes[lane.index()].head;
        let lines = step_lines(step, self.steps.len(), column.width);
        let height = lines.len() as f64 * LINE + 2.0 * PADDING - 4.0;
        let area = Area { x: column.x, y: self.height, width: column.width, height };
        self.height = area.bottom() + ROW_GAP;
        self.steps.push(StepBox { id, step, area, lines });
    }

    fn place_pill(&mut self, marker: &'w Marker, lane: LaneId) {
        let column = self.lanes[lane.index()].head;
        let lines =
            clip(&on_one_line(&marker.words()), cells(column.width - ICON - 2.0 * PADDING), 3);
        let height = lines.len() as f64 * LINE + 10.0;
        let area = Area { x: column.x, y: self.height, width: column.width, height };
        if marker.kind == crate::MarkerKind::Concurrent {
            self.lanes[lane.index()].other.get_or_insert(self.height);
        }
        self.height = area.bottom() + ROW_GAP;
        self.pills.push(Pill { marker, area, lines });
    }

    /// Puts a call around its steps.
    fn place_call(&mut self, position: usize, call: &'w Call, from: f64) {
        let column = self.lanes[call.lane.index()].head;
        let area = Area {
            x: column.x - CALL_OUTSET,
            y: from,
            width: column.width + 2.0 * CALL_OUTSET,
            height: self.height - from,
        };
        let room = cells(column.width - PADDING);
        let name = clip(&on_one_line(&call.name), room, 1).remove(0);
        let returned = call.outcome.as_ref().map(|outcome| Text {
            class: format!("outcome {}", outcome.kind.slug()),
            text: clip(&on_one_line(&outcome.words()), room, 1).remove(0),
        });
        self.calls.push(CallBox { position, call, area, name, returned });
    }
}

/// How many characters fit.
pub(super) fn cells(width: f64) -> usize {
    (width / CELL) as usize
}

/// The width of the badge with the number of a step.
pub(super) fn badge_width(index: usize) -> f64 {
    let digits = (index + 1).to_string().len() as f64;
    (digits * SMALL_CELL + 10.0).max(18.0)
}

fn step_lines(step: &Step, index: usize, width: f64) -> Vec<Text> {
    let room = width - 2.0 * PADDING;
    let mut lines = Vec::new();
    let mut add = |class: &str, room: f64, text: &str| {
        for text in clip(&on_one_line(text), cells(room), MOST_LINES) {
            lines.push(Text { class: class.to_owned(), text });
        }
    };
    add("strong", room - badge_width(index) - 3.0, &step.operation);
    if let Some(key) = &step.key {
        add("key", room, key);
    }
    if let Some(value) = &step.value {
        add("value", room, &format!("= {value}"));
    }
    if let Some(outcome) = &step.outcome {
        add(&format!("outcome {}", outcome.kind.slug()), room, &outcome.words());
    }
    if let Some(span) = &step.span {
        let file = span.file.rsplit('/').next().unwrap_or(&span.file);
        let place = format!("{file}:{}", span.line);
        add("soft small", room, &place);
    }
    lines
}
