//! Definition 1 for one candidate: its run is made again, and compared with every run of the
//! same instances that has no crash.

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
    sync::Arc,
};

use aplomb_idempotence::definition::{Behaviour, Draw, Freshness, Move, Next};
use aplomb_script::Span;
use aplomb_symbolic::{Step, Term, Terms};

use super::{
    value::{Value, same, same_answer},
    world::{Cells, Done, Event, World, ground},
};

/// How many situations the runs without a crash may pass through.
const MOST_SITUATIONS: usize = 50_000;

/// What is to be judged: who runs, on what, and what happens in which order.
pub(super) struct Candidate<'a> {
    pub(super) instances: &'a [&'a dyn Behaviour],
    pub(super) start: Cells,
    pub(super) moves: &'a [Move],
    /// The fresh values that were drawn.
    pub(super) draws: &'a [Draw],
    /// What services answered, in order.
    pub(super) replies: Vec<Value>,
}

/// One move of the run, as it happened.
pub(crate) enum Moment {
    /// An instance was invoked.
    Invoked(usize),
    /// The function under test was lost, and started again.
    Crashed,
    /// An instance drew a fresh value: what it called, where, and the value.
    Drew {
        instance: usize,
        retries: usize,
        label: Arc<str>,
        span: Span,
        value: Term,
        /// It is an answer that the other attempt gets differently.
        changes: bool,
    },
    /// An instance did something.
    Performed { instance: usize, retries: usize, step: Rc<Step>, done: Done },
    /// An instance answered.
    Responded { instance: usize, retries: usize, value: Value },
    /// An instance ended without an answer.
    Failed { instance: usize, retries: usize },
}

impl Candidate<'_> {
    /// Makes the run again.
    pub(super) fn run(&self, terms: &mut Terms) -> Result<(World, Vec<Moment>), String> {
        self.are_fresh()?;
        let mut world = World::new(self.start.clone(), self.instances.len());
        let mut moments = Vec::new();
        let mut crashes = 0;
        for step in self.moves {
            match *step {
                Move::Invoke(instance) => {
                    if world.instances[instance].started {
                        return Err("an instance is invoked once".into());
                    }
                    world.invoke(instance);
                    moments.push(Moment::Invoked(instance));
                }
                Move::Crash => {
                    if !world.instances[0].started || world.instances[0].ended {
                        return Err("only what runs can crash".into());
                    }
                    crashes += 1;
                    world.crash(0);
                    moments.push(Moment::Crashed);
                }
                Move::Step(instance) => {
                    if !world.instances[instance].started || world.instances[instance].ended {
                        return Err("only what runs can take a step".into());
                    }
                    moments.extend(self.draw(terms, &mut world, instance)?);
                    let calls = world.events.iter().filter(|it| matches!(it, Event::Called(..)));
                    let reply = self.replies.get(calls.count()).unwrap_or(&Value::Undefined);
                    moments.push(self.act(terms, &mut world, instance, reply)?);
                }
            }
        }
        match crashes {
            1 => Ok((world, moments)),
            _ => Err(format!("there are {crashes} crashes")),
        }
    }

    /// Every value was drawn once, but what is kept is drawn again under its name, and a
    /// service that is only asked may give the retry the answer that it gave before.
    fn are_fresh(&self) -> Result<(), String> {
        let mut before: HashMap<Term, &Draw> = HashMap::new();
        let mut values: HashMap<Term, Term> = HashMap::new();
        for draw in self.draws {
            let Draw { value, kept, .. } = draw;
            let is_again = |known: &Draw| match kept {
                Some(_) => known.kept == *kept,
                None => {
                    let place = |draw: &Draw| (draw.kind, draw.instance, draw.source);
                    known.kept.is_none()
                        && draw.kind == Freshness::Answer
                        && place(known) == place(draw)
                        && known.attempt != draw.attempt
                }
            };
            if before.insert(*value, draw).is_some_and(|known| !is_again(known)) {
                return Err("a fresh value was drawn twice".into());
            }
            if kept.is_some_and(|name| *values.entry(name).or_insert(*value) != *value) {
                return Err("two values are kept under one name".into());
            }
        }
        Ok(())
    }

    /// The values that were drawn at a place of the source by an instance; of what is kept,
    /// the one that has the name.
    fn drawn(&self, instance: usize, source: usize, kept: Option<Term>) -> Vec<Term> {
        let here = self.draws.iter().filter(|draw| match kept {
            Some(_) => draw.kept == kept,
            None => (draw.instance, draw.source) == (instance, source),
        });
        let mut values: Vec<Term> = here.map(|draw| draw.value).collect();
        values.dedup();
        values
    }

    /// Gives an instance the fresh values that it draws before it does anything else.
    fn draw(
        &self,
        terms: &mut Terms,
        world: &mut World,
        instance: usize,
    ) -> Result<Vec<Moment>, String> {
        let retries = world.instances[instance].retries;
        let attempt = retries + 1;
        let mut moments = Vec::new();
        while let Next::Draw { source, label, span, kept, .. } = self.next(terms, world, instance) {
            let answers = &world.instances[instance].answers;
            let drawn = self.draws.iter().find(|draw| match kept {
                Some(_) => draw.kept == kept,
                None => {
                    (draw.instance, draw.attempt, draw.source) == (instance, attempt, source)
                        && !answers.contains(&draw.value)
                }
            });
            let Some(drawn) = drawn else {
                return Err("a fresh value is drawn that nobody has drawn before".into());
            };
            let value = drawn.value;
            let changes = drawn.kind == Freshness::Answer
                && self.draws.iter().any(|other| {
                    (other.instance, other.source) == (instance, source) && other.value != value
                });
            moments.push(Moment::Drew { instance, retries, label, span, value, changes });
            world.instances[instance].answers.push(value);
        }
        Ok(moments)
    }

    /// Performs what an instance does next; a service answers with `reply`.
    fn act(
        &self,
        terms: &mut Terms,
        world: &mut World,
        instance: usize,
        reply: &Value,
    ) -> Result<Moment, String> {
        let retries = world.instances[instance].retries;
        match self.next(terms, world, instance) {
            Next::Step { step, .. } => {
                let done = world.perform(terms, instance, &step, reply)?;
                let answer = done.answer.term(terms);
                world.instances[instance].answers.push(answer);
                Ok(Moment::Performed { instance, retries, step, done })
            }
            Next::Respond(value) => {
                let value = ground(terms, value)?;
                world.instances[instance].ended = true;
                world.events.push(Event::Responded(instance, value.clone()));
                Ok(Moment::Responded { instance, retries, value })
            }
            Next::Fail => {
                world.instances[instance].ended = true;
                Ok(Moment::Failed { instance, retries })
            }
            Next::Draw { .. } => Err("a fresh value is drawn out of turn".into()),
            Next::Stuck(why) => Err(why.to_string()),
        }
    }

    /// What an instance does next, as the interpreter says.
    fn next(&self, terms: &mut Terms, world: &World, instance: usize) -> Next {
        // The interpreter starts from the beginning each time. It may look ahead to where it
        // would be told something new, as if nobody else did anything.
        let mut ahead = world.clone();
        let mut guess = |terms: &mut Terms, next: &Next| match next {
            Next::Step { step, .. } if step.accesses().is_empty() => None,
            Next::Step { step, .. } => {
                let done = ahead.perform(terms, instance, step, &Value::Undefined).ok()?;
                Some(done.answer.term(terms))
            }
            _ => None,
        };
        self.instances[instance].next(terms, &world.instances[instance].answers, &mut guess)
    }

    /// Whether the function can fail without a crash, alone: every choice among the fresh
    /// values that were drawn at the same place is tried.
    pub(super) fn fails_without_crash(&self, terms: &mut Terms) -> Result<bool, String> {
        let mut first = World::new(self.start.clone(), 1);
        first.invoke(0);
        let mut open = vec![first];
        for _ in 0..MOST_SITUATIONS {
            let Some(mut world) = open.pop() else { return Ok(false) };
            match self.next(terms, &world, 0) {
                Next::Draw { source, kind, kept, .. } => {
                    let mut values = self.drawn(0, source, kept);
                    if values.is_empty() {
                        values.push(unseen(terms, 0, source, kind, kept));
                    }
                    open.extend(values.into_iter().map(|value| {
                        let mut next = world.clone();
                        next.instances[0].answers.push(value);
                        next
                    }));
                }
                Next::Fail => return Ok(true),
                Next::Respond(_) => {}
                _ => {
                    let calls = world.events.iter().filter(|it| matches!(it, Event::Called(..)));
                    let reply = match self.replies.get(calls.count()) {
                        Some(reply) => reply.clone(),
                        // The retry did not get as far as that.
                        None => {
                            let reply = terms.string(format!("reply-{}", world.events.len()));
                            ground(terms, reply)?
                        }
                    };
                    self.act(terms, &mut world, 0, &reply)?;
                    open.push(world);
                }
            }
        }
        Err("there are too many runs without a crash to compare with".into())
    }

    /// Whether some run without a crash shows the same events in the same order and leaves the
    /// same content. Every order of steps is tried, and every choice among the fresh values
    /// that were drawn at the same place.
    pub(super) fn is_shown_without_crash(
        &self,
        terms: &mut Terms,
        seen: &World,
    ) -> Result<bool, String> {
        let mut open = vec![World::new(self.start.clone(), self.instances.len())];
        let mut visited: HashSet<World> = HashSet::new();
        let mut doubt = false;
        while let Some(world) = open.pop() {
            if world.events.len() == seen.events.len() {
                match same_cells(&world.cells, &seen.cells) {
                    Some(true) => return Ok(true),
                    Some(false) => {}
                    None => doubt = true,
                }
            }
            if visited.len() == MOST_SITUATIONS {
                return Err("there are too many runs without a crash to compare with".into());
            }
            if !visited.insert(world.clone()) {
                continue;
            }
            let expected = seen.events.get(world.events.len());
            if let Some(Event::Invoked(instance)) = expected {
                let mut next = world.clone();
                next.invoke(*instance);
                open.push(next);
            }
            for instance in 0..self.instances.len() {
                let state = &world.instances[instance];
                if state.started && !state.ended {
                    doubt |= self.successors(terms, &world, instance, expected, &mut open)?;
                }
            }
        }
        match doubt {
            true => Err("whether a run without a crash shows the same is not known".into()),
            false => Ok(false),
        }
    }

    /// What one instance can do next; says whether it may have shown what is expected.
    fn successors(
        &self,
        terms: &mut Terms,
        world: &World,
        instance: usize,
        expected: Option<&Event>,
        open: &mut Vec<World>,
    ) -> Result<bool, String> {
        if let Next::Draw { source, kind, kept, .. } = self.next(terms, world, instance) {
            let mut values = self.drawn(instance, source, kept);
            if values.is_empty() {
                values.push(unseen(terms, instance, source, kind, kept));
            }
            for value in values {
                let mut next = world.clone();
                next.instances[instance].answers.push(value);
                open.push(next);
            }
            return Ok(false);
        }
        let reply = match expected {
            Some(Event::Called(.., reply)) => reply,
            _ => &Value::Undefined,
        };
        let mut next = world.clone();
        self.act(terms, &mut next, instance, reply)?;
        if next.events.len() == world.events.len() {
            open.push(next);
            return Ok(false);
        }
        let agrees = match (next.events.last(), expected) {
            (Some(shown), Some(expected)) => same_event(shown, expected),
            _ => Some(false),
        };
        if agrees == Some(true) {
            open.push(next);
        }
        Ok(agrees.is_none())
    }
}

/// A fresh value where the candidate drew none: one of its kind, because a program that counts
/// on a number fails with a text. Under one name, all instances get the same.
fn unseen(
    terms: &mut Terms,
    instance: usize,
    source: usize,
    kind: Freshness,
    kept: Option<Term>,
) -> Term {
    let owner = if kept.is_some() { 0 } else { instance };
    match kind {
        Freshness::Unique => {
            let place = match kept {
                Some(name) => terms.show(name).to_string(),
                None => format!("{owner}-{source}"),
            };
            terms.string(format!("unseen-{place}"))
        }
        Freshness::Number | Freshness::Order | Freshness::Answer => {
            terms.number(1700.0 + (owner * 20 + source) as f64)
        }
        Freshness::Fraction => terms.number(0.5 / (1 + owner) as f64),
    }
}

/// Whether two events are the same, if that can be told.
fn same_event(one: &Event, other: &Event) -> Option<bool> {
    match (one, other) {
        (Event::Responded(a, x), Event::Responded(b, y)) if a == b => same_answer(x, y),
        (Event::Called(a, service, x, _), Event::Called(b, other, y, _))
            if a == b && service == other =>
        {
            same(x, y)
        }
        _ => Some(one == other),
    }
}

/// Whether the stores hold the same, if that can be told.
fn same_cells(one: &Cells, other: &Cells) -> Option<bool> {
    if one == other {
        return Some(true);
    }
    let counterpart = |((store, key), content): (&(Value, Value), &Value)| {
        other.iter().any(|((there, other), held)| {
            store == there && same(key, other) != Some(false) && same(content, held) != Some(false)
        })
    };
    let possible = one.len() == other.len() && one.iter().all(counterpart);
    if possible { None } else { Some(false) }
}
