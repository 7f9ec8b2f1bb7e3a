//! A violation: what happened, the machine with the path that was taken, the events that
//! mattered, the invocations behind them, and what led to these.

use std::fmt::Write as _;

use aplomb_replay::{Cause, Recording, causes, picture};
use aplomb_report::{
    Finding,
    render::{Escaped, html},
};
use aplomb_store::Store;

use super::{overview::verdict, page::time};
use crate::{Moved, Violation};

/// The page of a violation.
pub(super) fn render(violation: &Violation, store: &dyn Store) -> String {
    let mut page = format!(
        "<h1>{} {}</h1><h2>{}</h2>",
        verdict(violation.verdict),
        Escaped(&violation.property),
        Escaped(&violation.subject()),
    );
    if let Some(finding) = &violation.finding {
        for paragraph in finding.explanation() {
            let _ = write!(page, "<p>{}</p>", Escaped(paragraph));
        }
        if let Some(witness) = finding.witness() {
            page.push_str(&html::witness(witness, "How it happened", "witness"));
        }
    }
    let _ = write!(
        page,
        "<h3>The events that mattered</h3>{}<p><a href=\"/violations/{}/causes\">What led to \
         these invocations</a></p>",
        events(&violation.story, store),
        address(&violation.id),
    );
    if let Some(otherwise) = &violation.otherwise {
        let heading = "In another order nothing is violated";
        let _ = write!(page, "<h3>{heading}</h3>{}", events(otherwise, store));
    }
    if let Some(machine) = violation.finding.as_ref().and_then(Finding::machine) {
        let drawing = machine.render();
        let _ = write!(page, "<h3>The property</h3><div class=\"scroll\">{drawing}</div>");
    }
    page.push_str("<h3>What was answered</h3><ul>");
    for (at, given) in &violation.history {
        let _ = write!(page, "<li>{}: {given}</li>", time(*at));
    }
    let _ = write!(
        page,
        "</ul><p class=\"soft\">Found at {}. <a href=\"/v1/violations/{}\">as JSON</a></p>",
        time(violation.found),
        Escaped(&violation.id),
    );
    page
}

fn events(moves: &[Moved], store: &dyn Store) -> String {
    let mut table = "<div class=\"scroll\"><table class=\"list\"><thead><tr><th>time</th><th>event</th><th>state</th>\
         <th>invocation</th></tr></thead><tbody>"
        .to_owned();
    for step in moves {
        let _ = write!(
            table,
            "<tr><td>{}</td><td>{}</td><td>{} → {}</td><td>{}</td></tr>",
            time(step.time),
            Escaped(&step.event),
            Escaped(&step.from),
            Escaped(&step.to),
            invocation_link(step, store),
        );
    }
    table + "</tbody></table></div>"
}

/// The invocation, with a link if there is a recording of it.
fn invocation_link(step: &Moved, store: &dyn Store) -> String {
    let function = step.function.as_deref().unwrap_or("");
    let Some(invocation) = &step.invocation else { return Escaped(function).to_string() };
    let name = format!("{function} {invocation}");
    match store.recording(invocation) {
        Ok(Some(_)) => {
            format!("<a href=\"/invocations/{}\">{}</a>", address(invocation), Escaped(name.trim()))
        }
        _ => Escaped(name.trim()).to_string(),
    }
}

/// A text as a part of an address.
fn address(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                address.push(char::from(byte));
            }
            other => {
                let _ = write!(address, "%{other:02X}");
            }
        }
    }
    address
}

/// The page of an invocation: how to replay it, and what led to it; nothing if it was not
/// recorded.
pub(super) fn invocation(
    invocation: &str,
    store: &dyn Store,
) -> Result<Option<(String, String)>, String> {
    let Some(text) = store.recording(invocation).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let recording = Recording::parse(&text).map_err(|error| error.to_string())?;
    let title = format!("{} {invocation}", recording.head.function);
    let mut page = format!("<h1>{}</h1>", Escaped(&title));
    if let Some(reason) = &recording.head.incomplete {
        let _ = write!(page, "<p>It cannot be replayed: {}</p>", Escaped(reason));
    }
    let command = format!("aplomb replay {invocation} --store STORE");
    let _ = write!(
        page,
        "<h3>Run it again</h3><pre>{}</pre><p><a href=\"/v1/recordings/{}\">the recording</a></p>\
         <h3>What it called</h3><table class=\"list\"><tbody>",
        Escaped(&command),
        address(invocation),
    );
    for call in &recording.calls {
        let outcome = if call.failed { "failed" } else { "" };
        let _ = write!(
            page,
            "<tr><td>{} {}</td><td class=\"mono\">{}</td><td>{outcome}</td></tr>",
            Escaped(&call.kind),
            Escaped(&call.name),
            Escaped(&shortened(&call.request.to_string())),
        );
    }
    page.push_str("</tbody></table><h3>What led to it</h3>");
    page.push_str(&what_led_to(&[invocation], store)?);
    Ok(Some((title, page)))
}

/// The page with what led to the invocations of a violation.
pub(super) fn causes_page(violation: &Violation, store: &dyn Store) -> Result<String, String> {
    let mut invocations: Vec<&str> =
        violation.story.iter().filter_map(|step| step.invocation.as_deref()).collect();
    invocations.sort_unstable();
    invocations.dedup();
    Ok(format!(
        "<h1>What led to it</h1><h2><a href=\"/violations/{}\">{}</a> {}</h2>{}",
        address(&violation.id),
        Escaped(&violation.property),
        Escaped(&violation.subject()),
        what_led_to(&invocations, store)?,
    ))
}

/// The drawing of what led to these invocations, as far as they were recorded.
fn what_led_to(invocations: &[&str], store: &dyn Store) -> Result<String, String> {
    let recordings = store.recordings(MOST_RECORDINGS).map_err(|error| error.to_string())?;
    let parsed: Vec<Recording> =
        recordings.iter().filter_map(|text| Recording::parse(text).ok()).collect();
    let found: Vec<Cause> =
        invocations.iter().filter_map(|invocation| causes(invocation, &parsed)).collect();
    if found.is_empty() {
        return Ok("<p class=\"soft\">None of these invocations was recorded.</p>".to_owned());
    }
    if found.iter().all(|cause| cause.links.is_empty()) {
        return Ok("<p class=\"soft\">No recorded invocation wrote what was read.</p>".to_owned());
    }
    let drawing = picture(&found, |cause| Some(format!("/invocations/{}", address(&cause.id))));
    Ok(format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"What led to it\">{}</div>",
        drawing.render()
    ))
}

/// Causes are looked for among so many recordings, the latest ones.
const MOST_RECORDINGS: usize = 2000;

fn shortened(text: &str) -> String {
    const LONGEST: usize = 300;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
