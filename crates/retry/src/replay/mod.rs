//! Judges what a search claims, from scratch and with concrete values.
//!
//! The judge asks the interpreter what each instance does next, given what it was told so far,
//! and that is all it has in common with the search: the reading of the source, the interpreter,
//! and the models of what SDK calls ask of stores and services. What stores answer and hold
//! ([`world`]), what terms mean for values ([`evaluate`]), when two values are the same
//! ([`value`]), what a crash does and which runs without a crash there are ([`definition`]) is
//! written here a second time, without terms that simplify themselves, without a solver, and
//! without anything that the search remembers.

mod definition;
mod evaluate;
mod value;
mod world;

use aplomb_idempotence::{
    definition::{Behaviour, Difference, Event as Claimed},
    refute::{Refutation, Subjects},
};
use aplomb_report::{Replay, Replayed, Unconfirmed, Witness};
use aplomb_symbolic::{Term, Terms};

use crate::{Loaded, Programs, witness};
use definition::Candidate;
use world::{Cells, ground};

pub(crate) use definition::Moment;
pub(crate) use value::Value;
pub(crate) use world::{Done, Event, World};

impl Loaded {
    /// Judges what a search claims to have found about functions of this application. The
    /// witness tells the run as it happens here.
    pub fn confirm(&mut self, claim: &Refutation) -> Result<Replayed<Witness>, Unconfirmed> {
        Judge { loaded: self }.confirm(claim)
    }
}

/// Runs the functions of an application once more.
struct Judge<'a> {
    loaded: &'a mut Loaded,
}

impl Replay for Judge<'_> {
    type Candidate = Refutation;

    fn judge(&mut self, claim: &Refutation) -> Result<Witness, Unconfirmed> {
        let (world, moments) = self.judged(claim).map_err(Unconfirmed::new)?;
        Ok(witness::tell(self.loaded, claim, &world, &moments))
    }
}

impl Judge<'_> {
    /// The run that breaks the definition, as it really happens.
    fn judged(&mut self, claim: &Refutation) -> Result<(World, Vec<Moment>), String> {
        let Loaded { app, program, models, functions, .. } = &mut *self.loaded;
        let subjects = Programs::new(program, models, functions);
        let instances: Vec<Box<dyn Behaviour + '_>> = claim
            .actors
            .iter()
            .map(|actor| subjects.instance(app, actor.function, &actor.inputs, claim.variant))
            .collect();
        let instances: Vec<&dyn Behaviour> = instances.iter().map(|it| &**it).collect();
        let terms = &mut app.terms;
        let candidate = Candidate {
            instances: &instances,
            start: cells(terms, claim)?,
            moves: &claim.violation.moves,
            draws: &claim.violation.draws,
            replies: replies(terms, claim)?,
        };
        let (world, moments) = candidate.run(terms)?;
        if claim.violation.difference == Difference::RetryFails {
            let is_retry = |retries: usize| retries > 0 && claim.actors.len() == 1;
            return match moments.last() {
                Some(Moment::Failed { instance: 0, retries }) if is_retry(*retries) => {
                    match candidate.fails_without_crash(terms)? {
                        true => Err("the function fails without a crash too".into()),
                        false => Ok((world, moments)),
                    }
                }
                _ => Err("the retry does not fail, alone".into()),
            };
        }
        match candidate.is_shown_without_crash(terms, &world)? {
            true => Err("a run without a crash shows the same".into()),
            false => Ok((world, moments)),
        }
    }
}

/// What the stores hold in the beginning.
fn cells(terms: &Terms, claim: &Refutation) -> Result<Cells, String> {
    let cell = |(store, key, content): (Term, Term, Term)| {
        Ok(((ground(terms, store)?, ground(terms, key)?), ground(terms, content)?))
    };
    claim.start.cells().map(cell).collect()
}

/// What services answered, in order.
fn replies(terms: &Terms, claim: &Refutation) -> Result<Vec<Value>, String> {
    let replies = claim.violation.events.iter().filter_map(|event| match event {
        Claimed::Called(.., reply) => Some(*reply),
        Claimed::Invoked(_) | Claimed::Responded(..) => None,
    });
    replies.map(|reply| ground(terms, reply)).collect()
}
