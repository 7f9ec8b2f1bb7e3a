//! What led to some invocations, as a picture.

use std::collections::BTreeMap;

use aplomb_report::render::flow::{Flow, Row};

use crate::Cause;

/// Draws what led to these invocations: one box for each invocation, the earliest on top.
/// `address` says where a click on one leads.
pub fn picture(causes: &[Cause], address: impl Fn(&Cause) -> Option<String>) -> Flow {
    let mut found = BTreeMap::new();
    for cause in causes {
        collect(cause, &mut found);
    }
    let marked = |id: &str| causes.iter().any(|cause| cause.id == id);
    let mut order: Vec<&Cause> = found.into_values().collect();
    order.sort_by_key(|cause| (cause.began, marked(&cause.id), cause.id.as_str()));
    let mut flow = Flow::new("what led to it");
    let mut rows = BTreeMap::new();
    for cause in &order {
        let note = format!("{}, {}", cause.id, time(cause.began));
        let row = Row::new(&cause.function, note);
        let row = if marked(&cause.id) { row.marked() } else { row };
        let row = match address(cause) {
            Some(address) => row.address(address),
            None => row,
        };
        rows.insert(cause.id.as_str(), flow.row(row));
    }
    for cause in &order {
        for link in &cause.links {
            let label =
                format!("{} read {}, which {} wrote", link.read_by, link.what, link.written_by);
            flow.link(rows[link.cause.id.as_str()], rows[cause.id.as_str()], label);
        }
    }
    flow
}

/// Every invocation once, where its links are told.
fn collect<'a>(cause: &'a Cause, found: &mut BTreeMap<&'a str, &'a Cause>) {
    let kept = found.entry(cause.id.as_str()).or_insert(cause);
    if kept.links.is_empty() {
        *kept = cause;
    }
    for link in &cause.links {
        collect(&link.cause, found);
    }
}

/// The time of day, in UTC: `12:00:01.250`.
fn time(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}.{rest:03}", seconds % 60)
}
