//! Random reports, made of text that wants to break out of its place.

#![allow(dead_code, reason = "not every test binary uses all of it")]

use aplomb_report::{
    ArrowKind, Code, Diagnostic, FinalStates, Finding, LaneKind, Outcome, Report, Span, Step,
    StepId, Suggestion, Witness,
};
use proptest::{collection::vec, prelude::*, sample::select};

use crate::told::told;

const HOSTILE: &[&str] = &[
    "",
    "x",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "</style></svg><iframe src=\"http://example.org\">",
    "' onload='alert(1)",
    "]]><!--",
    "&lt;&amp;&#0;",
    "\u{1b}[2J\u{1b}]0;title\u{7}",
    "line\r\nbreak\0",
    "\u{202e}txet desrever\u{2066}",
    "`code` *emphasis* `open",
    "${jndi}",
    "漢字 🦀 e\u{301}",
    "a rather long sentence that has to be broken into several lines wherever it is shown",
    "averylongwordwithoutanyplacetobreakitthatgoesonandonandonandonandonandonandonandonandon",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => select(HOSTILE).prop_map(str::to_owned),
        1 => "\\PC{0,30}",
        1 => any::<String>(),
    ]
}

fn span() -> impl Strategy<Value = Span> {
    let file = prop_oneof![Just("a.js".to_owned()), text()];
    (file, 1u32..9, 1u32..30, 0u32..4, 1u32..30).prop_map(|(file, line, column, more, end)| {
        if column % 5 == 0 {
            Span::lines(file, line, line + more)
        } else {
            Span::between(file, (line, column), (line + more, end))
        }
    })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    (text(), 0..3).prop_map(|(text, kind)| match kind {
        0 => Outcome::ok(text),
        1 => Outcome::failed(text),
        _ => Outcome::lost(text),
    })
}

/// What happens next: enough random numbers to make any event of them.
type Event = (u8, usize, usize, usize, String, Option<String>, Option<Outcome>, Option<Span>);

fn event() -> impl Strategy<Value = Event> {
    let optional = |strategy| proptest::option::of(strategy);
    (
        0u8..16,
        any::<usize>(),
        any::<usize>(),
        any::<usize>(),
        text(),
        optional(text().boxed()),
        proptest::option::of(outcome()),
        proptest::option::of(span()),
    )
}

/// A random witness.
pub fn witness() -> impl Strategy<Value = Witness> {
    let lane = (0usize..5, text(), proptest::option::of(text()));
    (text(), vec(lane, 1..6), vec(event(), 0..30), vec(text(), 0..4), proptest::option::of(text()))
        .prop_map(|(caption, lanes, events, names, replay)| {
            let kinds = [
                LaneKind::Instance,
                LaneKind::Attempt,
                LaneKind::Thread,
                LaneKind::Transaction,
                LaneKind::Process,
            ];
            let mut story = Witness::builder(caption);
            let lanes: Vec<_> = lanes
                .into_iter()
                .map(|(kind, name, group)| match group {
                    Some(group) => story.lane_in(group, kinds[kind], name),
                    None => story.lane(kinds[kind], name),
                })
                .collect();
            let mut steps: Vec<(StepId, usize)> = Vec::new();
            for (what, a, b, c, text, more, outcome, span) in events {
                let lane = a % lanes.len();
                match what {
                    0 => story.crash(lanes[lane], text),
                    1 => story.retry(lanes[lane], text),
                    2 => story.concurrent(lanes[lane], text),
                    3..=5 if !steps.is_empty() => {
                        let (from, to) = (steps[b % steps.len()].0, steps[c % steps.len()].0);
                        story.arrow(ArrowKind::ALL[a % 5], from, to, text);
                    }
                    6..=7 if !steps.is_empty() => {
                        let (first, lane) = steps[b % steps.len()];
                        let later = steps.iter().filter(|(id, l)| *l == lane && *id >= first);
                        let later: Vec<_> = later.collect();
                        let last = later[c % later.len()].0;
                        match what {
                            6 => story.call(first, last, text, outcome),
                            _ => story.stretch(first, last),
                        }
                    }
                    _ => {
                        let mut step = Step::new(lanes[lane], text);
                        if let Some(key) = more {
                            step = step.key(key.clone()).value(key);
                        }
                        if let Some(outcome) = outcome {
                            step = step.outcome(outcome);
                        }
                        if let Some(span) = span {
                            step = step.at(span);
                        }
                        if b % 4 == 0 {
                            step = step.offending();
                        }
                        steps.push((story.step(step), lane));
                    }
                }
            }
            let states =
                FinalStates::observed("seen", names.iter().map(|n| (n.clone(), n.clone())));
            story.final_states(states.allowed("allowed", names.clone()).claim(names.join(" ")));
            if let Some(replay) = replay {
                story.replay(replay);
            }
            story.finish()
        })
}

fn finding() -> impl Strategy<Value = Finding> {
    let texts = (text(), text(), text(), text());
    let spans = (proptest::option::of(span()), vec(span(), 0..4));
    (select(Code::ALL), 0..4, texts, spans, witness()).prop_map(
        |(code, verdict, (subject, title, more, last), (primary, secondary), witness)| {
            let mut finding = match verdict {
                0 => Finding::violated(code, subject, title, told(&witness)),
                1 => Finding::unknown(code, subject, title, more.clone())
                    .help(last.clone())
                    .candidate(witness),
                2 => Finding::holds(code, subject, title).assuming(more.clone()),
                _ => Finding::holds_within_bounds(code, subject, title, more.clone())
                    .assuming(last.clone()),
            };
            let mut suggestion = Suggestion::new(more.clone());
            for span in secondary {
                suggestion = suggestion.edit(span.clone(), last.clone());
                finding = finding.also(span, last.clone());
            }
            if let Some(span) = primary {
                finding = finding.at(span, more.clone());
            }
            finding.because(more).because(last).suggest(suggestion)
        },
    )
}

/// A random report, with random source for one of its files.
pub fn report() -> impl Strategy<Value = Report> {
    let diagnostic = (text(), text(), span());
    (vec(finding(), 0..4), vec(diagnostic, 0..3), text(), vec(text(), 0..12)).prop_map(
        |(findings, diagnostics, command, source)| {
            let mut report = Report::new(command);
            findings.into_iter().for_each(|finding| report.push(finding));
            for (message, help, span) in diagnostics {
                report.diagnose(Diagnostic::warning(message.clone()).at(span, message).help(help));
            }
            report.attach_sources(&|file: &str| (file == "a.js").then(|| source.join("\n")));
            report
        },
    )
}
