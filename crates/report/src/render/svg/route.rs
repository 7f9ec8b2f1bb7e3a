//! The ways of the arrows.
//!
//! An arrow leaves its source sideways, runs along the source's row (where
//! nothing else is) to the gap beside the target's lane, and bends there to the
//! target. It never crosses a box.

use std::collections::HashMap;

use super::layout::{Area, LINE, Layout, PADDING, SMALL_CELL};
use crate::{
    Arrow, StepId, Witness,
    render::{visible::on_one_line, wrap::clip},
};

/// The side of a box at which an arrow leaves or arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Left,
    Right,
}

/// An arrow with its way.
pub(super) struct Route<'w> {
    pub(super) arrow: &'w Arrow,
    /// Path data.
    pub(super) path: String,
    /// Lines of text with their place, and whether they end there.
    pub(super) label: Vec<(f64, f64, String)>,
    pub(super) label_ends: bool,
}

pub(super) fn routes<'w>(witness: &'w Witness, layout: &Layout<'_>) -> Vec<Route<'w>> {
    let plans: Vec<Plan> = witness.arrows().iter().map(|arrow| Plan::of(arrow, witness)).collect();
    let ports = Ports::of(witness.arrows(), &plans, layout);
    let mut bends = Bends::default();
    let mut labels = Labels::default();
    let mut routes = Vec::new();
    for (index, (arrow, plan)) in witness.arrows().iter().zip(&plans).enumerate() {
        let (start, end) = ports.of_arrow(index);
        let bend = bends.next(plan.gap);
        let (label, label_ends) = labels.place(arrow, plan, start, layout);
        let path = plan.path(arrow, layout, start, end, bend);
        routes.push(Route { arrow, path, label, label_ends });
    }
    routes
}

/// Which way an arrow goes.
struct Plan {
    leaves: Side,
    arrives: Side,
    /// The gap in which it bends: to the right of the lane with this number;
    /// -1 is the left margin.
    gap: isize,
}

impl Plan {
    fn of(arrow: &Arrow, witness: &Witness) -> Plan {
        let lane = |step: StepId| witness.step(step).lane.index() as isize;
        let (from, to) = (lane(arrow.from), lane(arrow.to));
        let last = witness.lanes().len() as isize - 1;
        if from < to {
            Plan { leaves: Side::Right, arrives: Side::Left, gap: to - 1 }
        } else if from > to {
            Plan { leaves: Side::Left, arrives: Side::Right, gap: to }
        } else if from < last || last == 0 {
            Plan { leaves: Side::Right, arrives: Side::Right, gap: to }
        } else {
            Plan { leaves: Side::Left, arrives: Side::Left, gap: to - 1 }
        }
    }

    /// Path data: sideways out of the source, along its row, round the bend, and
    /// straight into the target so that the head points at it.
    fn path(&self, arrow: &Arrow, layout: &Layout<'_>, start: f64, end: f64, bend: f64) -> String {
        let from = edge(&layout.step(arrow.from).area, self.leaves);
        let to = edge(&layout.step(arrow.to).area, self.arrives);
        let away = if self.arrives == Side::Left { -1.0 } else { 1.0 };
        let before = to + away * STRAIGHT;
        let (begin, turn) = if self.leaves == self.arrives {
            // A cubic curve reaches three quarters of the way to its controls.
            (from + away * STRAIGHT, before + away * (layout.gap - STRAIGHT) * bend * 4.0 / 3.0)
        } else {
            (to + away * (layout.gap - STRAIGHT), to + away * layout.gap * bend)
        };
        format!(
            "M{from:.1} {start:.1}H{begin:.1}C{turn:.1} {start:.1} {turn:.1} {end:.1} \
             {before:.1} {end:.1}H{to:.1}"
        )
    }
}

/// How far an arrow goes straight at either end.
const STRAIGHT: f64 = 9.0;

fn edge(area: &Area, side: Side) -> f64 {
    match side {
        Side::Left => area.x,
        Side::Right => area.right(),
    }
}

/// One of the two ends of an arrow.
struct End {
    arrow: usize,
    starts: bool,
    /// The step at the other end.
    other: StepId,
}

/// Spreads the ends of the arrows over the sides of the boxes.
struct Ports(Vec<(f64, f64)>);

impl Ports {
    fn of(arrows: &[Arrow], plans: &[Plan], layout: &Layout<'_>) -> Ports {
        let mut sides: HashMap<(StepId, Side), Vec<End>> = HashMap::new();
        for (index, (arrow, plan)) in arrows.iter().zip(plans).enumerate() {
            let Arrow { from, to, .. } = *arrow;
            let start = End { arrow: index, starts: true, other: to };
            sides.entry((from, plan.leaves)).or_default().push(start);
            let end = End { arrow: index, starts: false, other: from };
            sides.entry((to, plan.arrives)).or_default().push(end);
        }
        let mut ports = vec![(0.0, 0.0); arrows.len()];
        #[expect(clippy::iter_over_hash_type, reason = "every end has a port of its own")]
        for ((step, _), mut ends) in sides {
            // Those that come from above end above those that come from below.
            ends.sort_by_key(|end| (end.other, end.arrow));
            let area = layout.step(step).area;
            let count = ends.len() as f64;
            for (position, end) in ends.into_iter().enumerate() {
                let y = area.y + area.height * (position as f64 + 1.0) / (count + 1.0);
                let port = &mut ports[end.arrow];
                *(if end.starts { &mut port.0 } else { &mut port.1 }) = y;
            }
        }
        Ports(ports)
    }

    fn of_arrow(&self, index: usize) -> (f64, f64) {
        self.0[index]
    }
}

/// Lets arrows that bend in the same gap bend at different places.
#[derive(Default)]
struct Bends(HashMap<isize, usize>);

impl Bends {
    const PLACES: [f64; 5] = [0.5, 0.68, 0.34, 0.8, 0.24];

    fn next(&mut self, gap: isize) -> f64 {
        let used = self.0.entry(gap).or_default();
        *used += 1;
        Bends::PLACES[(*used - 1) % Bends::PLACES.len()]
    }
}

/// Puts the texts of arrows beside the source, in the column after the gap.
#[derive(Default)]
struct Labels(HashMap<(StepId, isize), usize>);

impl Labels {
    /// The lines of the text, and whether they end (rather than begin) there.
    fn place(
        &mut self,
        arrow: &Arrow,
        plan: &Plan,
        start: f64,
        layout: &Layout<'_>,
    ) -> (Vec<(f64, f64, String)>, bool) {
        if arrow.text.is_empty() {
            return (Vec::new(), false);
        }
        let rightwards = plan.leaves == Side::Right;
        // The text begins after the bend, above the empty part of the column
        // on the far side of the gap.
        let column = if rightwards { plan.gap + 1 } else { plan.gap };
        let source = layout.step(arrow.from).area;
        let width = source.width;
        let beside = match layout.lanes.get(column.max(0) as usize) {
            Some(lane) if rightwards => lane.head.x,
            Some(lane) => lane.head.right(),
            None => source.right() + layout.gap,
        };
        let inwards = layout.gap * 0.3;
        let x = if rightwards { beside - inwards } else { beside + inwards };
        let taken = self.0.entry((arrow.from, column)).or_default();
        let room = ((width + inwards - PADDING) / SMALL_CELL) as usize;
        let most = ((source.height / LINE) as usize).saturating_sub(*taken).max(1);
        let lines = clip(&on_one_line(&arrow.text), room, most);
        let top = if *taken == 0 { start } else { source.y + LINE * *taken as f64 };
        *taken += lines.len();
        let placed = lines
            .into_iter()
            .enumerate()
            .map(|(index, text)| (x, top + 4.0 + LINE * index as f64, text));
        (placed.collect(), !rightwards)
    }
}
