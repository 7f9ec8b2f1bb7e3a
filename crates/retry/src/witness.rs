//! A violation, told as a timeline.

use aplomb_idempotence::{
    definition::{Behaviour, Event, Move, Next, Run},
    refute::{Refutation, Subjects},
};
use aplomb_report::{FinalStates, LaneId, LaneKind, Outcome, Replay, Step, Unconfirmed, Witness};
use aplomb_symbolic::{Access, Action, Node, Term, Terms};

use crate::{Loaded, Places, Programs};

/// One step of a run, for the report.
struct Told {
    instance: usize,
    attempt: usize,
    operation: String,
    key: Option<String>,
    value: Option<String>,
    outcome: Option<String>,
    span: Option<aplomb_report::Span>,
}

/// Runs the functions once more along the moves that were found.
pub(crate) struct Rerun<'a> {
    pub(crate) loaded: &'a mut Loaded,
}

impl Replay for Rerun<'_> {
    type Candidate = Refutation;

    fn judge(&mut self, refutation: &Refutation) -> Result<Witness, Unconfirmed> {
        tell(self.loaded, refutation)
    }
}

fn tell(loaded: &mut Loaded, refutation: &Refutation) -> Result<Witness, Unconfirmed> {
    let subjects = Programs::new(&loaded.program, &loaded.models, &loaded.functions);
    let instances: Vec<Box<dyn Behaviour + '_>> = refutation
        .actors
        .iter()
        .map(|actor| {
            subjects.instance(&loaded.app, actor.function, &actor.inputs, refutation.variant)
        })
        .collect();
    let behaviours: Vec<&dyn Behaviour> = instances.iter().map(|b| &**b).collect();
    let places = Places::new(&loaded.program);
    let terms = &mut loaded.app.terms;
    let mut run = Run::new(&behaviours, refutation.start.clone());
    let names: Vec<String> =
        refutation.actors.iter().map(|a| loaded.functions[a.function].0.name.clone()).collect();
    let mut builder = Witness::builder(caption(&names));
    let first = builder.lane_in(names[0].clone(), LaneKind::Attempt, "attempt 1");
    let second = builder.lane_in(names[0].clone(), LaneKind::Attempt, "retry");
    let others: Vec<LaneId> =
        names[1..].iter().map(|name| builder.lane(LaneKind::Instance, name.clone())).collect();
    let lane = |instance: usize, attempt: usize| match (instance, attempt) {
        (0, 1) => first,
        (0, _) => second,
        (other, _) => others[other - 1],
    };
    for each in &refutation.violation.moves {
        match *each {
            Move::Invoke(instance) => {
                run.invoke(instance);
                if instance > 0 {
                    builder.concurrent(lane(instance, 1), format!("{} runs", names[instance]));
                }
                let input = input_of(terms, &refutation.actors[instance].inputs);
                builder.step(Step::new(lane(instance, 1), "invoked").value(input));
            }
            Move::Crash => {
                builder.crash(first, "the attempt is lost");
                run.retry(0);
                builder.retry(second, "the platform runs it again with the same input");
            }
            Move::Step(instance) => {
                let told = advance(terms, &mut run, instance, &places)
                    .ok_or_else(|| Unconfirmed::new("a function does something else"))?;
                let mut step = Step::new(lane(told.instance, told.attempt), told.operation);
                if let Some(key) = told.key {
                    step = step.key(key);
                }
                if let Some(value) = told.value {
                    step = step.value(value);
                }
                if let Some(outcome) = told.outcome {
                    step = step.outcome(Outcome::ok(outcome));
                }
                if let Some(span) = told.span {
                    step = step.at(span);
                }
                if told.instance == 0 && told.attempt == 2 {
                    step = step.offending();
                }
                builder.step(step);
            }
        }
    }
    if run.events != refutation.violation.events || run.stores != refutation.violation.stores {
        return Err(Unconfirmed::new("other events, or other content in the end"));
    }
    builder.final_states(final_states(terms, &run, &names));
    Ok(builder.finish())
}

fn caption(names: &[String]) -> String {
    match names {
        [only] => format!("{only} is interrupted and retried"),
        [first, others @ ..] => {
            let mut others = others.to_vec();
            others.dedup();
            format!("{first} is interrupted and retried while {} runs", others.join(" and "))
        }
        [] => String::new(),
    }
}

/// Performs one move and says what it was.
fn advance(
    terms: &mut Terms,
    run: &mut Run<'_>,
    instance: usize,
    places: &Places<'_>,
) -> Option<Told> {
    let attempt = run.instances[instance].attempt;
    let next = run.drawing(terms, instance);
    let mut told = Told {
        instance,
        attempt,
        operation: String::new(),
        key: None,
        value: None,
        outcome: None,
        span: None,
    };
    match &next {
        Next::Step { step, .. } => {
            told.operation = step.label.to_string();
            told.span = places.span(step.span);
            describe(terms, &step.action, &mut told);
        }
        Next::Respond(value) => {
            told.operation = "responds".into();
            told.value = Some(show(terms, *value));
        }
        Next::Fail => told.operation = "fails".into(),
        Next::Draw { .. } | Next::Stuck(_) => return None,
    }
    run.advance(terms, instance, |terms, count| terms.string(format!("reply-{count}"))).ok()?;
    if let Next::Step { step, .. } = &next {
        let answer = *run.instances[instance].answers.last()?;
        match &step.action {
            Action::Access { accesses, .. } => found(terms, accesses, answer, &mut told),
            Action::Scan { .. } => told.outcome = Some(format!("found {}", show(terms, answer))),
            _ => {}
        }
    }
    Some(told)
}

/// What an access found in its first cell, and what it wrote there.
fn found(terms: &mut Terms, accesses: &[Access], answer: Term, told: &mut Told) {
    let (Some(access), Node::List(contents)) = (accesses.first(), terms.node(answer).clone())
    else {
        return;
    };
    let bound = accesses
        .iter()
        .zip(contents.iter())
        .map(|(access, &content)| (terms.of_symbol(access.old), content))
        .collect();
    let conditions: Vec<Term> =
        accesses.iter().map(|a| terms.substitute(a.condition, &bound)).collect();
    let refused = conditions.iter().any(|&condition| terms.is_false(condition));
    told.value = match access.new {
        Some(new) if !refused => {
            let new = terms.substitute(new, &bound);
            Some(match terms.node(new) {
                Node::Absent => "nothing".into(),
                _ => show(terms, new),
            })
        }
        _ => None,
    };
    let before = match contents.first().map(|&content| (content, terms.node(content))) {
        None | Some((_, Node::Absent)) => "nothing".to_string(),
        Some((content, _)) => show(terms, content),
    };
    told.outcome = Some(match refused {
        true => format!("refused, found {before}"),
        false => format!("found {before}"),
    });
}

fn describe(terms: &Terms, action: &Action, told: &mut Told) {
    match action {
        Action::Access { accesses, .. } => {
            if let Some(access) = accesses.first() {
                told.key = Some(cell(terms, access.store, access.key));
            }
        }
        Action::Scan { store, .. } | Action::Sweep { store, .. } => {
            told.key = Some(name(terms, *store));
        }
        Action::Effect { service, arguments, .. } => {
            told.key = Some(service.to_string());
            told.value = Some(show(terms, *arguments));
        }
        Action::Unknown { callee } => told.key = Some(callee.to_string()),
    }
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

fn input_of(terms: &Terms, inputs: &aplomb_idempotence::refute::Inputs) -> String {
    let mut parts: Vec<String> = inputs.values().map(|&value| show(terms, value)).collect();
    parts.sort();
    parts.join(", ")
}

/// What is seen in the end, which no run without a retry can show.
fn final_states(terms: &Terms, run: &Run<'_>, names: &[String]) -> FinalStates {
    let mut observed: Vec<(String, String)> = Vec::new();
    for (store, key, content) in run.stores.cells() {
        observed.push((cell(terms, store, key), show(terms, content)));
    }
    for event in &run.events {
        match event {
            Event::Invoked(_) => {}
            Event::Responded(instance, value) => {
                observed.push((format!("{} responds", names[*instance]), show(terms, *value)));
            }
            Event::Called(_, service, arguments, _) => {
                observed.push((format!("{service} receives"), show(terms, *arguments)));
            }
        }
    }
    FinalStates::observed("with the retry", observed)
        .claim("no run without a crash shows these events and this content together")
}
