//! A violation, told as a timeline.

use aplomb_idempotence::{
    definition::Difference,
    refute::{Inputs, Refutation},
};
use aplomb_report::{FinalStates, LaneId, LaneKind, Outcome, Step, Witness};
use aplomb_symbolic::{Action, Term, Terms};

use crate::{
    Loaded, Places,
    replay::{Done, Event, Moment, Value, World},
};

/// Tells a run as it happened.
pub(crate) fn tell(
    loaded: &mut Loaded,
    claim: &Refutation,
    world: &World,
    moments: &[Moment],
) -> Witness {
    let places = Places::new(&loaded.program);
    let terms = &mut loaded.app.terms;
    let names: Vec<String> =
        claim.actors.iter().map(|actor| loaded.functions[actor.function].0.name.clone()).collect();
    let mut builder = Witness::builder(caption(&names));
    let first = builder.lane_in(names[0].clone(), LaneKind::Attempt, "attempt 1");
    let second = builder.lane_in(names[0].clone(), LaneKind::Attempt, "retry");
    let others: Vec<LaneId> =
        names[1..].iter().map(|name| builder.lane(LaneKind::Instance, name.clone())).collect();
    let lane = |instance: usize, retries: usize| match (instance, retries) {
        (0, 0) => first,
        (0, _) => second,
        (other, _) => others[other - 1],
    };
    // Fresh values that no step has shown yet.
    let mut drawn: Vec<(Term, Step)> = Vec::new();
    for moment in moments {
        let shown = shown_by(terms, moment);
        let is_shown = |terms: &Terms, value: Term| {
            let text = show(terms, value);
            shown.contains(text.trim_matches('"'))
        };
        for (_, step) in drawn.extract_if(.., |(value, _)| is_shown(terms, *value)) {
            builder.step(step);
        }
        let (instance, retries, mut step) = match moment {
            Moment::Drew { instance, retries, label, span, value, changes } => {
                let step = Step::new(lane(*instance, *retries), &**label);
                let step = step.value(show(terms, *value));
                let step = match places.span(*span) {
                    Some(span) => step.at(span),
                    None => step,
                };
                if *changes {
                    builder.step(step);
                } else {
                    drawn.push((*value, step));
                }
                continue;
            }
            Moment::Invoked(instance) => {
                if *instance > 0 {
                    builder.concurrent(lane(*instance, 0), format!("{} runs", names[*instance]));
                }
                let input = input_of(terms, &claim.actors[*instance].inputs);
                builder.step(Step::new(lane(*instance, 0), "invoked").value(input));
                continue;
            }
            Moment::Crashed => {
                builder.crash(first, "the attempt is lost");
                builder.retry(second, "the platform runs it again with the same input");
                continue;
            }
            Moment::Performed { instance, retries, step, done } => {
                let told = Step::new(lane(*instance, *retries), step.label.to_string());
                let told = describe(terms, &step.action, done, told);
                let told = match places.span(step.span) {
                    Some(span) => told.at(span),
                    None => told,
                };
                (*instance, *retries, told)
            }
            Moment::Responded { instance, retries, value } => {
                let told = Step::new(lane(*instance, *retries), "responds");
                (*instance, *retries, told.value(written(terms, value)))
            }
            Moment::Failed { instance, retries } => {
                (*instance, *retries, Step::new(lane(*instance, *retries), "fails"))
            }
        };
        if instance == 0 && retries > 0 {
            step = step.offending();
        }
        builder.step(step);
    }
    let difference = claim.violation.difference;
    builder.final_states(final_states(terms, world, &names, difference));
    builder.finish()
}

fn caption(names: &[String]) -> String {
    match names {
        [only] => format!("{only} is interrupted and retried"),
        [first, others @ ..] => {
            let mut others = others.to_vec();
            others.dedup();
            let run = if others.len() == 1 { "runs" } else { "run" };
            format!("{first} is interrupted and retried while {} {run}", others.join(" and "))
        }
        [] => String::new(),
    }
}

/// What a moment shows to others, in one text.
fn shown_by(terms: &mut Terms, moment: &Moment) -> String {
    match moment {
        Moment::Performed { step, done, .. } => {
            let mut shown: Vec<String> = match &step.action {
                Action::Access { accesses, .. } => {
                    accesses.iter().map(|access| show(terms, access.key)).collect()
                }
                Action::Effect { arguments, .. } => vec![show(terms, *arguments)],
                _ => Vec::new(),
            };
            shown.extend(done.wrote.as_ref().map(|new| written(terms, new)));
            shown.join(" ")
        }
        Moment::Responded { value, .. } => written(terms, value),
        _ => String::new(),
    }
}

/// What an action asked for, and what came of it.
fn describe(terms: &mut Terms, action: &Action, done: &Done, step: Step) -> Step {
    match action {
        Action::Access { accesses, .. } => {
            let step = match accesses.first() {
                Some(access) => step.key(cell(terms, access.store, access.key)),
                None => return step,
            };
            let step = match &done.wrote {
                Some(new) => step.value(content(terms, new)),
                None => step,
            };
            let before = match &done.answer {
                Value::List(found) => found.first().map(|found| content(terms, found)),
                _ => None,
            };
            let before = before.unwrap_or_else(|| "nothing".into());
            step.outcome(Outcome::ok(match done.refused {
                true => format!("refused, found {before}"),
                false => format!("found {before}"),
            }))
        }
        Action::Scan { store, .. } => {
            let found = written(terms, &done.answer);
            step.key(name(terms, *store)).outcome(Outcome::ok(format!("found {found}")))
        }
        Action::Sweep { store, .. } => step.key(name(terms, *store)),
        Action::Effect { service, arguments, .. } => {
            step.key(service.to_string()).value(show(terms, *arguments))
        }
        Action::Unknown { callee } => step.key(callee.to_string()),
    }
}

/// What a cell holds.
fn content(terms: &mut Terms, content: &Value) -> String {
    match content {
        Value::Absent => "nothing".into(),
        content => written(terms, content),
    }
}

fn written(terms: &mut Terms, value: &Value) -> String {
    let term = value.term(terms);
    show(terms, term)
}

fn cell(terms: &Terms, store: Term, key: Term) -> String {
    let key = show(terms, key);
    let key = key.strip_prefix('{').and_then(|key| key.strip_suffix('}')).unwrap_or(&key);
    format!("{}[{key}]", name(terms, store))
}

fn name(terms: &Terms, store: Term) -> String {
    match terms.as_str(store) {
        Some(name) => name.to_string(),
        None => terms.show(store).to_string(),
    }
}

fn show(terms: &Terms, value: Term) -> String {
    let text = terms.show(value).to_string();
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn input_of(terms: &Terms, inputs: &Inputs) -> String {
    let mut parts: Vec<String> = inputs.values().map(|&value| show(terms, value)).collect();
    parts.sort();
    parts.join(", ")
}

/// What is seen in the end, which no run without a crash can show.
fn final_states(
    terms: &mut Terms,
    world: &World,
    names: &[String],
    difference: Difference,
) -> FinalStates {
    let mut cells: Vec<(Term, Term, Term)> = Vec::new();
    for ((store, key), content) in &world.cells {
        cells.push((store.term(terms), key.term(terms), content.term(terms)));
    }
    cells.sort_unstable();
    let mut observed: Vec<(String, String)> = cells
        .into_iter()
        .map(|(store, key, content)| (cell(terms, store, key), show(terms, content)))
        .collect();
    for event in &world.events {
        match event {
            Event::Invoked(_) => {}
            Event::Responded(instance, value) => {
                observed.push((format!("{} responds", names[*instance]), written(terms, value)));
            }
            Event::Called(_, service, sent, _) => {
                observed.push((format!("{service} receives"), written(terms, sent)));
            }
        }
    }
    let claim = match difference {
        Difference::Behaviour => {
            "no run without a crash shows these events and this content together"
        }
        Difference::RetryFails => {
            observed.push((names[0].clone(), "fails".into()));
            "without a crash the function succeeds"
        }
    };
    FinalStates::observed("with the retry", observed).claim(claim)
}
