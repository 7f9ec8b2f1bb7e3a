//! Which request is this an attempt of? Identities of the retry runtime, of whole events and
//! of the records of a batch.

use crate::assumptions;
use aplomb_symbolic::{Call, Machine, Node, Outcome, Path, Stop, Term};

/// What models are told inside of an attempt, and inside of a loop over records.
const ATTEMPT: &str = "attempt";
const RECORD: &str = "record of a batch";

/// One attempt of a request.
pub(super) struct Attempt {
    /// What names the request: the ready-made identity or the program's function.
    of: Term,
    /// The name of the request.
    request: Term,
    /// Whether the time of the request is known.
    timed: Term,
    /// What tells the function from others.
    place: Term,
}

impl Attempt {
    /// An attempt begins: a handler is called with these arguments.
    pub(super) fn begin(
        machine: &mut Machine<'_>,
        of: Term,
        options: Term,
        place: Term,
        given: &[Term],
    ) -> Result<Attempt, Stop> {
        machine.assume(&assumptions::IDENTITY);
        machine.assume(&assumptions::LOG_EXPIRY);
        let request = match Ready::of(machine, of) {
            Some(ready) => ready.whole(machine, given)?,
            None => machine.call(of, None, given)?,
        };
        let request = machine.freeze(request);
        let lease = machine.get(options, "lease")?;
        if machine.terms().is_true(lease) {
            machine.exclude_overlap();
        }
        let time = machine.get(options, "time")?;
        let wanted = machine.terms().is_true(time);
        let timed = wanted || Ready::of(machine, of).is_some_and(Ready::has_time);
        let timed = machine.terms().bool(timed);
        Ok(Attempt { of, request, timed, place })
    }

    /// What the attempt does.
    pub(super) fn inside(
        self,
        machine: &mut Machine<'_>,
        body: impl FnOnce(&mut Machine<'_>) -> Outcome,
    ) -> Outcome {
        let told = machine.terms().list([self.of, self.request, self.timed, self.place]);
        machine.inside(ATTEMPT, told, body)
    }
}

/// Identities that the runtime has ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ready {
    Sqs,
    Sns,
    S3,
    Stream,
    EventBridge,
    Invocation,
    Http,
    StepFunctions,
}

impl Ready {
    fn of(machine: &mut Machine<'_>, identity: Term) -> Option<Ready> {
        let path = Path::of(machine.terms(), identity)?;
        let text = path.to_string();
        text.contains("aplomb").then_some(())?;
        Some(match text.rsplit_once("identities.")?.1 {
            "sqs" => Ready::Sqs,
            "sns" => Ready::Sns,
            "s3" => Ready::S3,
            "stream" => Ready::Stream,
            "eventBridge" | "event_bridge" => Ready::EventBridge,
            "invocation" => Ready::Invocation,
            "http" => Ready::Http,
            "stepFunctions" | "step_functions" => Ready::StepFunctions,
            _ => return None,
        })
    }

    /// Whether events say when they happened.
    fn has_time(self) -> bool {
        !matches!(self, Ready::Invocation | Ready::Http | Ready::StepFunctions)
    }

    /// What names the request that an event is.
    fn whole(self, machine: &mut Machine<'_>, given: &[Term]) -> Outcome {
        let nothing = machine.terms().undefined();
        let event = given.first().copied().unwrap_or(nothing);
        let context = given.get(1).copied().unwrap_or(nothing);
        let parts = match self {
            Ready::Invocation => {
                let id = machine.get(context, "awsRequestId")?;
                return Ok(machine.freeze(id));
            }
            Ready::Sqs | Ready::Sns | Ready::S3 | Ready::Stream => {
                vec![machine.get(event, "Records")?]
            }
            Ready::EventBridge => vec![machine.get(event, "source")?, machine.get(event, "id")?],
            // Of the headers only this one: others are new on every attempt.
            Ready::Http => {
                let headers = machine.get(event, "headers")?;
                let headers = machine.freeze(headers);
                let key = machine.terms().field(headers, "idempotency-key");
                vec![key, machine.get(event, "path")?]
            }
            Ready::StepFunctions => {
                vec![machine.get(event, "execution")?, machine.get(event, "state")?]
            }
        };
        let parts: Vec<Term> = parts.into_iter().map(|part| machine.freeze(part)).collect();
        Ok(machine.terms().pure("identity", &parts))
    }

    /// What names the request that a record is.
    fn of_record(self, machine: &mut Machine<'_>, record: Term) -> Outcome {
        match self {
            Ready::Sqs => machine.get(record, "messageId"),
            Ready::Sns => {
                let message = machine.get(record, "Sns")?;
                machine.get(message, "MessageId")
            }
            Ready::Stream => machine.get(record, "eventID"),
            _ => machine.get(record, "s3"),
        }
    }
}

/// `records(list, identity?)`: a list whose items are requests of their own.
pub(super) fn records(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let nothing = machine.terms().undefined();
    let list = call.argument(0).unwrap_or(nothing);
    let own = call.named_or("identity", 1).unwrap_or(nothing);
    Ok(machine.announced(list, RECORD, own))
}

/// The name of what has this site, in the attempt that is running.
pub(super) fn name(machine: &mut Machine<'_>, site: Term) -> Option<Term> {
    let site = machine.freeze(site);
    let request = request(machine)?.ok()?;
    let (_, attempt) = machine.around(ATTEMPT)?;
    let place = machine.items(attempt)?.get(3).copied()?;
    Some(machine.terms().list([place, request, site]))
}

/// What names the request that is being served, a record of a batch or the whole event.
fn request(machine: &mut Machine<'_>) -> Option<Outcome> {
    let (depth, attempt) = machine.around(ATTEMPT)?;
    let [of, whole, ..] = machine.items(attempt)?[..] else { return None };
    let record = machine.around(RECORD).filter(|(at, _)| *at > depth);
    let Some((_, record)) = record else {
        if matches!(
            Ready::of(machine, of),
            Some(Ready::Sqs | Ready::Sns | Ready::S3 | Ready::Stream)
        ) {
            machine.assume(&assumptions::ONE_RECORD);
        }
        return Some(Ok(whole));
    };
    let [record, own] = machine.items(record)?[..] else { return None };
    let ready = Ready::of(machine, of);
    let named = match (machine.view(own), ready) {
        (Node::Undefined | Node::Null, Some(ready)) => ready.of_record(machine, record),
        (Node::Undefined | Node::Null, None) => Ok(record),
        _ => machine.call(own, None, &[record]),
    };
    Some(named.map(|named| machine.freeze(named)))
}

/// `startedAt()`: the time of the request, the same for every attempt.
pub(super) fn started_at(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let attempt = machine.around(ATTEMPT).and_then(|(_, attempt)| machine.items(attempt));
    let timed = attempt.and_then(|parts| parts.get(2).copied());
    let timed = timed.is_some_and(|timed| machine.terms().is_true(timed));
    match request(machine) {
        Some(Ok(request)) if timed => {
            let time = machine.terms().string("time");
            let name = machine.terms().list([request, time]);
            machine.keeping(name, |machine| machine.fresh("startedAt", call.span, false))
        }
        known => {
            machine.problem(
                match known {
                    Some(_) => "the time of the request is not known: retrySafe needs time: true",
                    None => "the time of a request outside of a handler that retrySafe wraps",
                },
                call.span,
            );
            machine.fresh("startedAt", call.span, false)
        }
    }
}
