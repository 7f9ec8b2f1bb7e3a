//! The first page: how much comes in, what is watched, and what was found.

use std::{collections::VecDeque, fmt::Write as _, sync::Arc};

use aplomb_monitor::{Property, Verdict};
use aplomb_report::render::Escaped;

use super::page::time;
use crate::{
    Violation,
    http::State,
    watch::{Status, clock::wall},
};

/// So many violations and problems are on the first page.
const MOST: usize = 12;

/// The part of the page that changes.
pub(super) fn render(state: &State) -> String {
    let status = state.shared.status().clone();
    let mut html = String::new();
    if let Some(trouble) = state.shared.current_trouble() {
        let _ = write!(html, "<p class=\"violated badge\">{}</p>", Escaped(&trouble));
    }
    html.push_str(&tiles(&status, state));
    html.push_str(&rates(&status.rates.seconds));
    let shown: Vec<_> = status.violations.iter().take(MOST).cloned().collect();
    let _ = write!(html, "<section><h2>Latest violations</h2>{}</section>", violations(&shown));
    let _ = write!(html, "<section><h2>Properties</h2>{}</section>", properties(&status, state));
    html.push_str(&problems(state));
    html
}

fn tiles(status: &Status, state: &State) -> String {
    let metrics = &state.shared.metrics;
    let violated: u64 = status.properties.iter().map(|it| it.violated + it.possibly_violated).sum();
    let behind = status.watermark.map_or_else(String::new, |watermark| {
        format!("; answered up to {:.1} s ago", wall().since(watermark).as_secs_f64())
    });
    let rate = status.rates.seconds.back().copied().unwrap_or(0.0);
    let mut html = "<div class=\"tiles\">".to_owned();
    for (class, value, label) in [
        ("", format!("{rate:.0}"), "events per second".to_owned()),
        ("", metrics.accepted.get().to_string(), "events since the start".to_owned()),
        ("", status.load.live.to_string(), "live instances".to_owned()),
        (
            if violated > 0 { " bad" } else { "" },
            violated.to_string(),
            "violated instances".to_owned(),
        ),
        ("", format!("{:.1} s", status.delay.as_secs_f64()), format!("delay{behind}")),
    ] {
        let _ = write!(
            html,
            "<div class=\"tile{class}\"><b>{value}</b><span class=\"soft\">{}</span></div>",
            Escaped(&label)
        );
    }
    html + "</div>"
}

/// Events per second as a line.
fn rates(rates: &VecDeque<f64>) -> String {
    let highest = rates.iter().copied().fold(0.0, f64::max);
    let mut line = String::new();
    let first = 120 - rates.len().min(120);
    for (index, rate) in rates.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        let _ =
            write!(line, "{command}{} {:.1}", first + index, 78.0 - 70.0 * rate / highest.max(1.0));
    }
    let area = match rates.len() {
        0 => String::new(),
        _ => format!("{line}L119 80L{first} 80z"),
    };
    format!(
        "<figure class=\"rates\"><svg viewBox=\"0 0 119 80\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"Events per second, at most {highest:.0}\"><path class=\"area\" d=\"{area}\"/>\
         <path d=\"{line}\"/></svg><figcaption class=\"soft\">events per second in the last {} \
         seconds, at most {highest:.0}</figcaption></figure>",
        rates.len(),
    )
}

/// Violations as a table.
pub(super) fn violations(violations: &[Arc<Violation>]) -> String {
    if violations.is_empty() {
        return "<p class=\"soft\">No violation was found.</p>".to_owned();
    }
    let mut html =
        "<div class=\"scroll\"><table class=\"list\"><thead><tr><th>verdict</th><th>property</th>\
         <th>instance</th><th>last event</th><th>found</th></tr></thead><tbody>"
            .to_owned();
    for violation in violations {
        let last = violation.story.last().map_or_else(String::new, |last| {
            format!("{} {}", Escaped(&last.event), time(last.time))
        });
        let _ = write!(
            html,
            "<tr><td>{}</td><td><a href=\"/violations/{}\">{}</a></td><td class=\"long\">{}</td>\
             <td>{}</td><td>{}</td></tr>",
            verdict(violation.verdict),
            Escaped(&violation.id),
            Escaped(&violation.property),
            Escaped(&violation.subject()),
            last,
            time(violation.found),
        );
    }
    html + "</tbody></table></div>"
}

/// A verdict in its colour.
pub(super) fn verdict(verdict: Verdict) -> String {
    let words = match verdict {
        Verdict::Open | Verdict::Holds => "not violated after all".to_owned(),
        other => other.to_string(),
    };
    let class = verdict.to_string().replace(' ', "-");
    format!("<span class=\"verdict {class}\">{words}</span>")
}

fn properties(status: &Status, state: &State) -> String {
    let mut html = "<div class=\"scroll\"><table class=\"list\"><thead><tr><th>property</th><th>one instance for each</th>\
         <th class=\"number\">violated</th><th class=\"number\">possibly</th>\
         <th class=\"number\">holds</th><th class=\"number\">events not checked</th></tr></thead><tbody>"
        .to_owned();
    let rows = state.watching.properties().zip(&status.properties).enumerate();
    for (index, ((_, property), counts)) in rows {
        let _ = write!(
            html,
            "<tr><td><a href=\"/properties/{index}\">{}</a></td><td>{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td></tr>",
            Escaped(property.name()),
            Escaped(&property.variables().join(", ")),
            counts.violated,
            counts.possibly_violated,
            counts.holds,
            counts.unchecked,
        );
    }
    html + "</tbody></table></div>"
}

fn problems(state: &State) -> String {
    let problems = state.shared.problems();
    if problems.is_empty() {
        return String::new();
    }
    let mut html = "<section><h2>Events that were not checked</h2><ul>".to_owned();
    for problem in problems.iter().take(MOST) {
        let (at, what) = (time(problem.at), Escaped(&problem.what));
        let _ = write!(html, "<li>{what} <span class=\"soft\">{at}</span></li>");
    }
    html + "</ul></section>"
}

/// A property: what it is about, and its machine.
pub(super) fn property(file: &str, property: &Property) -> String {
    let description = property.description().unwrap_or("");
    let place = format!("{file}:{}", property.place().line);
    format!(
        "<h1>{}</h1><p>{}</p><p class=\"soft mono\">{}</p><div class=\"scroll\">{}</div>",
        Escaped(property.name()),
        Escaped(description),
        Escaped(&place),
        property.diagram(&[]).render(),
    )
}
