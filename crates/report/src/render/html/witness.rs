//! A witness as a figure: the picture, the same in words, and the final states.

use std::fmt::Write;

use crate::{
    FinalStates, Outcome, Row, Step, Witness,
    render::{
        markup::Escaped,
        svg::{self, Size},
    },
};

/// A witness; `id` is different for each one of a page.
pub(super) fn figure(witness: &Witness, heading: &str, id: &str) -> String {
    let mut html = format!(
        "<div class=\"witness\"><div class=\"story\"><h3>{heading}</h3>\
         <figure class=\"timeline\"><figcaption>{}</figcaption>",
        Escaped(witness.caption())
    );
    for (class, size) in [("wide", Size::Wide), ("compact", Size::Compact)] {
        let id = format!("{id}-{class}");
        let picture = svg::render(witness, &svg::Options { id: &id, size });
        let _ = write!(
            html,
            "<div class=\"scroll {class}\" tabindex=\"0\" role=\"region\" \
             aria-label=\"Timeline\">{picture}</div>"
        );
    }
    html.push_str("</figure>");
    html.push_str(&in_words(witness));
    html.push_str("</div>");
    for (index, tree) in witness.trees().iter().enumerate() {
        let picture = svg::render_tree(tree, &format!("{id}-tree-{index}"));
        let _ = write!(
            html,
            "<div class=\"ending\"><h3>{}</h3><div class=\"scroll\" tabindex=\"0\" role=\"region\" \
             aria-label=\"Tree\">{picture}</div></div>",
            Escaped(&tree.title)
        );
    }
    if let Some(states) = witness.final_states() {
        let _ = write!(html, "<div class=\"ending\">{}</div>", table(states));
    }
    html.push_str("</div>");
    if let Some(replay) = witness.replay() {
        let _ =
            write!(html, "<h3>To see it again</h3><pre class=\"replay\">{}</pre>", Escaped(replay));
    }
    html
}

fn in_words(witness: &Witness) -> String {
    let mut html = "<details><summary>The same in words</summary><ol class=\"steps\">".to_owned();
    for row in witness.rows() {
        let name = witness.lane(row.lane()).words();
        let name = Escaped(&name);
        let _ = match row {
            Row::Step(_, step) => write!(html, "<li>{name}: {}</li>", step_words(step)),
            Row::Marker(marker) => {
                write!(html, "<li class=\"event\">{name}: {}</li>", Escaped(&marker.words()))
            }
            Row::CallStart(_, call) => {
                write!(html, "<li class=\"event\">{name} calls {}</li>", Escaped(&call.name))
            }
            Row::CallEnd(_, call) => write!(
                html,
                "<li class=\"event\">{name} returns from {}{}</li>",
                Escaped(&call.name),
                call.outcome.as_ref().map_or(String::new(), outcome_words),
            ),
        };
    }
    html.push_str("</ol>");
    let arrows = witness.arrows().iter().map(|arrow| arrow.words());
    let stretches = witness.stretches().iter().map(|stretch| stretch.words(witness));
    let facts: Vec<String> = stretches.chain(arrows).collect();
    if !facts.is_empty() {
        html.push_str("<ul>");
        for fact in facts {
            let _ = write!(html, "<li>{}</li>", Escaped(&fact));
        }
        html.push_str("</ul>");
    }
    html.push_str("</details>");
    html
}

fn step_words(step: &Step) -> String {
    let mut words = format!("<strong>{}</strong>", Escaped(&step.operation));
    if let Some(key) = &step.key {
        let _ = write!(words, " <code>{}</code>", Escaped(key));
    }
    if let Some(value) = &step.value {
        let _ = write!(words, " = <code>{}</code>", Escaped(value));
    }
    words.push_str(&step.outcome.as_ref().map_or(String::new(), outcome_words));
    if let Some(span) = &step.span {
        let _ = write!(words, " <span class=\"soft\">{}:{}</span>", Escaped(&span.file), span.line);
    }
    words
}

fn outcome_words(outcome: &Outcome) -> String {
    format!(" {}", Escaped(&outcome.words()))
}

fn table(states: &FinalStates) -> String {
    let mut html = "<h3>How it ends</h3><div class=\"scroll\" tabindex=\"0\">\
                    <table class=\"states\"><thead><tr><th></th>"
        .to_owned();
    let heading = |class: &str, words: &str, title: &str| {
        format!("<th scope=\"col\" class=\"{class}\"><small>{words}</small>{}</th>", Escaped(title))
    };
    html.push_str(&heading("observed", "happened", &states.observed.title));
    for state in &states.allowed {
        html.push_str(&heading("allowed", "may happen", &state.title));
    }
    html.push_str("</tr></thead><tbody>");
    for (index, name) in states.names.iter().enumerate() {
        let mut allowed = 0..states.allowed.len();
        let differs =
            !states.allowed.is_empty() && allowed.all(|state| states.differs(state, index));
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td{}>{}</td>",
            Escaped(name),
            if differs { " class=\"differs\"" } else { "" },
            Escaped(&states.observed.values[index])
        );
        for state in &states.allowed {
            let _ = write!(html, "<td>{}</td>", Escaped(&state.values[index]));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    if states.more > 0 {
        let _ = write!(html, "<p class=\"soft\">and {} more allowed states</p>", states.more);
    }
    if !states.claim.is_empty() {
        let _ = write!(html, "<p class=\"claim\">{}</p>", Escaped(&states.claim));
    }
    html
}
