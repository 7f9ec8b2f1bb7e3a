//! Skills for Alexa: request handlers that are asked in turn whether they can handle
//! a request.

use aplomb_symbolic::{Call, Cell, Machine, Operator, Outcome, Path, Stop, Term};

/// How skills are named; the place where one is built follows.
const SKILL: &str = "aplomb:alexa:skill:";
const HANDLE: &str = "aplomb:alexa:handle";
/// What builds a response; what it was told is data.
const RESPONSE: &str = "aplomb:alexa:response";
/// What keeps attributes of the session, which are part of the response.
const ATTRIBUTES: &str = "aplomb:alexa:attributes";

/// What a call into the kit for skills means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    if path.root.starts_with("ask-sdk") && matches!(path.last(), "custom" | "standard") {
        let name = format!("{SKILL}{}:{}", call.span.file.0, call.span.start);
        return Some(Ok(machine.terms().external(name)));
    }
    if path.root.starts_with("ask-sdk")
        && let Some(asked) = asked(machine, call, path.last())
    {
        return Some(Ok(asked));
    }
    match &*path.root {
        HANDLE => {
            let skill = call.argument(0)?;
            return Some(handle(machine, skill, call.argument(1), call.argument(2)));
        }
        RESPONSE => return Some(respond(machine, call, path)),
        ATTRIBUTES => return attributes(machine, call, path),
        _ => {}
    }
    path.root.strip_prefix(SKILL)?;
    let skill = machine.terms().external(path.root.clone());
    Some(match path.last() {
        "addRequestHandlers" | "addRequestHandler" => {
            add(machine, skill, "handlers", &call.arguments).map(|()| skill)
        }
        "addErrorHandlers" | "addErrorHandler" => {
            add(machine, skill, "error handlers", &call.arguments).map(|()| skill)
        }
        "addRequestInterceptors" | "addRequestInterceptor" => {
            add(machine, skill, "interceptors", &call.arguments).map(|()| skill)
        }
        "lambda" => Ok(machine.function(HANDLE, &[skill])),
        // The skill itself, for other platforms: it is asked by `invoke`.
        "create" => Ok(skill),
        "invoke" => machine.promise(|machine| handle(machine, skill, call.argument(0), None)),
        "withSkillId"
        | "withApiClient"
        | "withCustomUserAgent"
        | "withTableName"
        | "withAutoCreateTable" => Ok(skill),
        _ => {
            machine.escape_all(call);
            Ok(skill)
        }
    })
}

/// What the kit reads in the envelope of a request.
fn asked(machine: &mut Machine<'_>, call: &Call, name: &str) -> Option<Term> {
    let route: &[&str] = match name {
        "getRequestType" => &["request", "type"],
        "getRequest" => &["request"],
        "getIntentName" => &["request", "intent", "name"],
        "getLocale" => &["request", "locale"],
        "getDialogState" => &["request", "dialogState"],
        "getUserId" => &["context", "System", "user", "userId"],
        "getDeviceId" => &["context", "System", "device", "deviceId"],
        "getSlot" | "getSlotValue" => &["request", "intent", "slots"],
        "isNewSession" => &["session", "new"],
        _ => return None,
    };
    let envelope = call.argument(0)?;
    let envelope = machine.freeze(envelope);
    let slot = call.argument(1);
    let terms = machine.terms();
    let part = route.iter().fold(envelope, |part, field| terms.field(part, field));
    Some(match (name, slot) {
        ("getSlot" | "getSlotValue", Some(slot)) => {
            let slot = terms.apply(Operator::Select, &[part, slot]);
            if name == "getSlot" { slot } else { terms.field(slot, "value") }
        }
        _ => part,
    })
}

fn add(machine: &mut Machine<'_>, skill: Term, kind: &str, handlers: &[Term]) -> Result<(), Stop> {
    let known = machine.get(skill, kind)?;
    let mut all = machine.items(known).unwrap_or_default();
    all.extend_from_slice(handlers);
    let all = machine.new_list(all);
    machine.set(skill, kind, all)
}

/// A skill gets a request.
fn handle(
    machine: &mut Machine<'_>,
    skill: Term,
    event: Option<Term>,
    context: Option<Term>,
) -> Outcome {
    let nothing = machine.terms().undefined();
    let (event, context) = (event.unwrap_or(nothing), context.unwrap_or(nothing));
    let builder = machine.terms().external(RESPONSE);
    let session = machine.get(event, "session")?;
    let attributes = machine.get(session, "attributes")?;
    let manager = machine.terms().external(ATTRIBUTES);
    machine.set(manager, "session", attributes)?;
    let request = machine.new_record::<&str>([]);
    machine.set(manager, "request", request)?;
    let envelope = machine.freeze(event);
    machine.set(manager, "envelope", envelope)?;
    let input = machine.new_record([
        ("requestEnvelope", event),
        ("context", context),
        ("responseBuilder", builder),
        ("attributesManager", manager),
    ]);
    let known = machine.get(skill, "handlers")?;
    let handlers = machine.items(known).unwrap_or_default();
    let known = machine.get(skill, "interceptors")?;
    let interceptors = machine.items(known).unwrap_or_default();
    machine.catch(
        |machine| {
            for &interceptor in &interceptors {
                let done = match machine.is_function(interceptor) {
                    true => machine.call(interceptor, None, &[input])?,
                    false => machine.call_method(interceptor, "process", &[input])?,
                };
                machine.settle(done)?;
            }
            ask(machine, &handlers, input)
        },
        |machine, error| {
            let known = machine.get(skill, "error handlers")?;
            let handlers = machine.items(known).unwrap_or_default();
            match handlers.first() {
                Some(&first) => {
                    let answer = machine.call_method(first, "handle", &[input, error])?;
                    machine.settle(answer)
                }
                None => machine.throw(error),
            }
        },
    )
}

/// The first handler that can handle the request does.
fn ask(machine: &mut Machine<'_>, handlers: &[Term], input: Term) -> Outcome {
    let Some((&first, rest)) = handlers.split_first() else {
        let message = machine.terms().string("no handler for the request");
        let error = machine.error(&["Error"], message, &[]);
        return machine.throw(error);
    };
    let can = machine.call_method(first, "canHandle", &[input])?;
    let can = machine.settle(can)?;
    let can = machine.truth(can);
    machine.branch(
        can,
        |machine| {
            let answer = machine.call_method(first, "handle", &[input])?;
            machine.settle(answer)
        },
        |machine| ask(machine, rest, input),
    )
}

/// `responseBuilder.speak(text).getResponse()`.
fn respond(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Outcome {
    if path.last() != "getResponse" {
        machine.escape_all(call);
        return Ok(machine.chain(call));
    }
    let mut told = path.given();
    let manager = machine.terms().external(ATTRIBUTES);
    let session = machine.get(manager, "session")?;
    told.push(machine.freeze(session));
    Ok(machine.terms().pure("alexa.response", &told))
}

/// Attributes of the request, of the session, and of the user, which a table keeps.
fn attributes(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let manager = machine.terms().external(ATTRIBUTES);
    let kind = match path.last() {
        "getRequestAttributes" | "setRequestAttributes" => "request",
        "getSessionAttributes" | "setSessionAttributes" => "session",
        _ => "persistent",
    };
    Some(match path.last() {
        "getRequestAttributes" | "getSessionAttributes" => machine.get(manager, kind),
        "setRequestAttributes" | "setSessionAttributes" | "setPersistentAttributes" => {
            let given = call.argument(0)?;
            machine.set(manager, kind, given).map(|()| manager)
        }
        "getPersistentAttributes" => machine.promise(|machine| load(machine, call, manager)),
        "savePersistentAttributes" => machine.promise(|machine| {
            let kept = machine.get(manager, kind)?;
            let kept = machine.freeze(kept);
            let cell = of_user(machine, manager)?;
            let change = cell.write(machine, kept);
            machine.access("savePersistentAttributes", call.span, vec![change], None)?;
            Ok(machine.terms().undefined())
        }),
        _ => return None,
    })
}

/// What the table keeps for the user who asks.
fn of_user(machine: &mut Machine<'_>, manager: Term) -> Result<Cell, Stop> {
    let envelope = machine.get(manager, "envelope")?;
    let terms = machine.terms();
    let mut user = envelope;
    for name in ["context", "System", "user", "userId"] {
        user = terms.field(user, name);
    }
    let store = terms.string("attributes of users");
    Ok(machine.cell(store, user))
}

/// The attributes of the user; a new user has none.
fn load(machine: &mut Machine<'_>, call: &Call, manager: Term) -> Outcome {
    let cell = of_user(machine, manager)?;
    let read = cell.read(machine);
    let accessed = machine.access("getPersistentAttributes", call.span, vec![read], None)?;
    let old = accessed.old[0];
    let absent = machine.terms().absent();
    let missing = machine.terms().equal(old, absent);
    let found = machine.branch(
        missing,
        |machine| Ok(machine.new_record::<&str>([])),
        |machine| Ok(machine.thaw(old)),
    )?;
    machine.set(manager, "persistent", found)?;
    Ok(found)
}
