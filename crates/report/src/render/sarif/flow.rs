//! A witness as a code flow: one thread flow for each lane.

use serde_json::{Value, json};

use super::location;
use crate::{Arrow, Outcome, Row, Witness, render::visible::visible};

/// The code flow of a witness; none if nothing happens in it.
pub(super) fn code_flows(witness: &Witness) -> Vec<Value> {
    let mut flows: Vec<Vec<Value>> = vec![Vec::new(); witness.lanes().len()];
    let arrows = witness.arrows_by_later_step();
    for (index, row) in witness.rows().iter().enumerate() {
        flows[row.lane().index()].push(event(witness, row, index + 1, &arrows));
    }
    let thread_flows: Vec<Value> = flows
        .into_iter()
        .zip(witness.lanes())
        .filter(|(events, _)| !events.is_empty())
        .map(|(events, lane)| {
            let name = lane.words();
            json!({ "id": name, "message": { "text": visible(&name) }, "locations": events })
        })
        .collect();
    if thread_flows.is_empty() {
        return Vec::new();
    }
    let mut text = witness.caption().to_owned();
    if let Some(states) = witness.final_states().filter(|states| !states.claim.is_empty()) {
        text = format!("{text} {}", states.claim);
    }
    vec![json!({ "message": { "text": visible(&text) }, "threadFlows": thread_flows })]
}

fn event(witness: &Witness, row: &Row<'_>, order: usize, arrows: &[Vec<&Arrow>]) -> Value {
    let mut text = match row {
        Row::CallStart(_, call) => format!("calls {}", call.name),
        Row::CallEnd(_, call) => {
            let outcome = call.outcome.as_ref().map(Outcome::words).unwrap_or_default();
            format!("returns from {} {outcome}", call.name)
        }
        Row::Marker(marker) => marker.words(),
        Row::Step(_, step) => step.words(),
    };
    let mut importance = "important";
    let mut place = json!({});
    if let Row::Step(id, step) = row {
        if step.offending || witness.is_in_a_stretch(*id) {
            importance = "essential";
        }
        if let Some(span) = &step.span {
            place["physicalLocation"] = location::physical(span);
        }
        for arrow in &arrows[id.index()] {
            text = format!("{text}; {}", arrow.words_at_later_step());
        }
    }
    place["message"] = json!({ "text": visible(&text) });
    json!({ "location": place, "executionOrder": order, "importance": importance })
}
