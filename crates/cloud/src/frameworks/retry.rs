//! Aplomb's own runtime, `@aplomb/retry` and `aplomb.retry`: what stands below a handler so
//! that a retry finds again what the attempt has drawn, read and written.
//!
//! Everything that is kept has a name: the identity of the request, the site (a literal of the
//! source), and keys. A value is drawn once for its name and stays as fresh and as unique as it
//! was; a step has the outcome of the first one. If the identity is another one on every
//! attempt so are the names, and nothing is recognised.

use super::retry_identity::{self as identity, Attempt};
use crate::assumptions;
use aplomb_symbolic::{Action, Assumption, Call, Machine, Node, Outcome, Path, Step, Term};

/// How the packages are called.
const PACKAGES: [&str; 2] = ["@aplomb/retry.", "aplomb.retry."];

/// A handler that was made safe, and what makes one so in Python.
const WRAPPED: &str = "aplomb:retry-safe";
const DECORATOR: &str = "aplomb:retry-safe decorator";

/// What a call into the runtime means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let name = path.to_string();
    match name.as_str() {
        WRAPPED => return Some(attempt(machine, call)),
        DECORATOR => {
            let [identity, options, place, handler, ..] = call.arguments[..] else { return None };
            return Some(Ok(machine.function(WRAPPED, &[identity, handler, options, place])));
        }
        _ => {}
    }
    let function = PACKAGES.iter().find_map(|package| name.strip_prefix(package))?;
    Some(match function {
        "retrySafe" => {
            let (identity, handler) = (call.argument(0)?, call.argument(1)?);
            let options = call.argument(2).unwrap_or_else(|| machine.new_record::<&str>([]));
            let place = place(machine, call);
            Ok(machine.function(WRAPPED, &[identity, handler, options, place]))
        }
        "retry_safe" => {
            let identity = call.named_or("identity", 0)?;
            let options = call.named.iter().map(|(name, value)| (name.to_string(), *value));
            let options = machine.new_record(options.collect::<Vec<_>>());
            let place = place(machine, call);
            Ok(machine.function(DECORATOR, &[identity, options, place]))
        }
        "records" => identity::records(machine, call),
        "configure" => Ok(machine.terms().undefined()),
        "startedAt" | "started_at" => identity::started_at(machine, call),
        "derivedUuid" | "derived_uuid" | "idempotencyKey" | "idempotency_key" | "derivedBytes"
        | "derived_bytes" => drawn(machine, call, function, true),
        "derivedRandom" | "derived_random" => drawn(machine, call, "derived.random", false),
        "once" => step(machine, call, Kind::Once),
        "onceInItem" | "once_in_item" => step(machine, call, Kind::OnceInItem),
        "keep" => step(machine, call, Kind::Keep),
        "atMostOnce" | "at_most_once" => step(machine, call, Kind::AtMostOnce),
        "atLeastOnce" | "at_least_once" => step(machine, call, Kind::AtLeastOnce),
        _ => return None,
    })
}

/// What tells a function from others that serve the same request: the runtime takes its name,
/// here it is where it is made safe.
fn place(machine: &mut Machine<'_>, call: &Call) -> Term {
    machine.terms().string(format!("{}:{}", call.span.file.0, call.span.start))
}

/// A call of the handler: one attempt.
fn attempt(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let [identity, handler, options, place, given @ ..] = &call.arguments[..] else {
        return Ok(machine.terms().undefined());
    };
    let attempt = Attempt::begin(machine, *identity, *options, *place, given)?;
    attempt.inside(machine, |machine| machine.call_with(*handler, given, &call.named))
}

/// The name of a step or a value, unless something is wrong with it.
fn name(machine: &mut Machine<'_>, call: &Call) -> Option<Term> {
    let nothing = machine.terms().undefined();
    let site = call.named_or("site", 0).unwrap_or(nothing);
    let Some(name) = identity::name(machine, site) else {
        machine.problem(
            "a step of the retry runtime outside of a handler that is made safe to retry: wrap \
             the handler in retrySafe",
            call.span,
        );
        return None;
    };
    let site = machine.freeze(site);
    if !is_site(machine, site) {
        machine.problem(
            "a site is a text, or a text with keys that are texts or numbers; the runtime refuses \
             any other: name what tells the calls apart",
            call.span,
        );
        return None;
    }
    if !machine.is_name_free(name) {
        machine.problem(
            "two steps of one attempt may have the same site, which the runtime refuses: give \
             them keys that tell them apart, [site, key]",
            call.span,
        );
        return None;
    }
    Some(name)
}

/// Whether a site is a text or a text with keys, as far as can be seen.
fn is_site(machine: &Machine<'_>, site: Term) -> bool {
    let is_key = |term: Term| {
        !matches!(
            machine.view(term),
            Node::Record(..) | Node::List(_) | Node::Null | Node::Undefined | Node::Bool(_)
        )
    };
    match machine.view(site) {
        Node::List(parts) => !parts.is_empty() && parts.iter().all(|&part| is_key(part)),
        _ => is_key(site),
    }
}

/// A fresh value that is the same for every attempt.
fn drawn(machine: &mut Machine<'_>, call: &Call, label: &str, unique: bool) -> Outcome {
    match name(machine, call) {
        Some(name) => machine.keeping(name, |machine| machine.fresh(label, call.span, unique)),
        None => machine.fresh(label, call.span, unique),
    }
}

/// What is kept of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A write, together with its log row.
    Once,
    /// An update, with a mark in the item.
    OnceInItem,
    /// What something gives that changes nothing.
    Keep,
    /// An effect, after a row that says it is about to happen.
    AtMostOnce,
    /// An effect, before the row that says it has happened.
    AtLeastOnce,
}

fn step(machine: &mut Machine<'_>, call: &Call, kind: Kind) -> Outcome {
    let Some(name) = name(machine, call) else { return Ok(machine.terms().undefined()) };
    let Some((request, callback)) = Request::of(machine, call) else {
        return Ok(machine.problem("a step of the retry runtime of this form", call.span));
    };
    if callback.is_some() && !request.is_of_aws(machine) {
        let why = "the runtime answers callbacks for clients of the AWS SDK only: give it a \
                   function that returns a promise";
        return Ok(machine.problem(why, call.span));
    }
    if let (Kind::Once | Kind::OnceInItem, Some(why)) = (kind, request.not_for_once(machine, kind))
    {
        return Ok(machine.problem(why, call.span));
    }
    let body = |machine: &mut Machine<'_>| {
        let before = machine.recorded();
        let path = machine.path();
        let result = match kind {
            Kind::OnceInItem => machine.marking(name, |machine| request.perform(machine))?,
            _ => machine.keeping(name, |machine| request.perform(machine))?,
        };
        if let Some(why) = unsuitable(kind, path, machine.recorded_since(before)) {
            machine.problem(why, call.span);
        }
        let by_value = machine.class_of(result).is_none()
            && (kind != Kind::Keep || Path::of(machine.terms(), result).is_none());
        if !by_value && !matches!(kind, Kind::Once | Kind::OnceInItem) {
            let why = "an object of a class or of a library is not kept by value: keep what you \
                       take from it";
            machine.problem(why, call.span);
        }
        if let (Kind::AtMostOnce | Kind::AtLeastOnce, Some(assumption)) =
            (kind, gap(kind, machine.recorded_since(before)))
        {
            machine.assume(assumption);
        }
        Ok(result)
    };
    match callback {
        Some(callback) => machine.call_back(callback, body),
        None if request.is_javascript() => machine.promise(body),
        None => body(machine),
    }
}

/// What an effect without an idempotency key leaves open.
fn gap(kind: Kind, steps: &[Step]) -> Option<Assumption> {
    let effect = steps.iter().find(|step| matches!(step.action, Action::Effect { .. }))?;
    let assumption = match kind {
        Kind::AtMostOnce => &assumptions::AT_MOST_ONCE,
        _ => &assumptions::AT_LEAST_ONCE,
    };
    Some(assumption.of(&[&effect.label]))
}

/// Why the runtime cannot keep what happened, if it cannot.
fn unsuitable(kind: Kind, path: Term, steps: &[Step]) -> Option<&'static str> {
    let writes = |step: &Step| match &step.action {
        Action::Access { accesses, .. } => accesses.iter().any(|access| access.new.is_some()),
        Action::Sweep { .. } => true,
        _ => false,
    };
    let reads = |step: &Step| match &step.action {
        Action::Access { .. } => !writes(step),
        Action::Scan { .. } => true,
        _ => false,
    };
    let branches = steps.len() > 1 && steps.iter().any(|step| step.guard != path);
    match kind {
        Kind::Once | Kind::OnceInItem if !steps.iter().all(writes) => {
            Some("once is supported for writes to DynamoDB and for queries of pg")
        }
        Kind::Keep if !steps.iter().all(reads) => Some(
            "keep runs its function again on every attempt, so it must not change anything: use \
             once for a write and atMostOnce or atLeastOnce for an effect",
        ),
        _ if branches => Some("a step that decides what to do is not supported: keep each part"),
        _ => None,
    }
}

/// What a step is to do.
enum Request {
    /// `step(site, function, …)`.
    Function { function: Term, arguments: Vec<Term>, named: Vec<(std::sync::Arc<str>, Term)> },
    /// `step(site, client, "method", …)`.
    Method { client: Term, method: String, arguments: Vec<Term> },
    /// `step(site, client, command)`.
    Command { client: Term, command: Term },
}

/// The writes of DynamoDB that the runtime puts into a transaction with its log row.
const WRITES: [&str; 13] = [
    "put",
    "update",
    "delete",
    "transactwrite",
    "batchwrite",
    "putitem",
    "updateitem",
    "deleteitem",
    "transactwriteitems",
    "batchwriteitem",
    "save",
    "query",
    "execute",
];

impl Request {
    /// The request of a call, and the callback that wants its outcome.
    fn of(machine: &mut Machine<'_>, call: &Call) -> Option<(Request, Option<Term>)> {
        let [_, target, rest @ ..] = &call.arguments[..] else { return None };
        let path = Path::of(machine.terms(), call.callee)?;
        if path.root.starts_with("aplomb") {
            let named = call.named.iter().filter(|(name, _)| &**name != "site").cloned().collect();
            let arguments = rest.to_vec();
            return Some((Request::Function { function: *target, arguments, named }, None));
        }
        if machine.is_function(*target) {
            let (arguments, named) = (rest.to_vec(), Vec::new());
            let request = Request::Function { function: *target, arguments, named };
            return rest.is_empty().then_some((request, None));
        }
        let callback = rest.last().copied().filter(|&last| machine.is_function(last));
        let rest = &rest[..rest.len() - usize::from(callback.is_some())];
        let (first, others) = rest.split_first()?;
        let client = *target;
        let request = match machine.terms().as_str(*first).map(|name| name.to_string()) {
            Some(method) => Request::Method { client, method, arguments: others.to_vec() },
            None => Request::Command { client, command: *first },
        };
        Some((request, callback))
    }

    fn is_javascript(&self) -> bool {
        !matches!(self, Request::Function { named, .. } if !named.is_empty())
    }

    /// Whether its client is one of the AWS SDK.
    fn is_of_aws(&self, machine: &mut Machine<'_>) -> bool {
        let (Request::Method { client, .. } | Request::Command { client, .. }) = self else {
            return false;
        };
        let path = Path::of(machine.terms(), *client);
        path.is_some_and(|path| is_version2(&path.root) || path.root.starts_with("@aws-sdk/"))
    }

    fn perform(&self, machine: &mut Machine<'_>) -> Outcome {
        let result = match self {
            Request::Function { function, arguments, named } => {
                machine.call_with(*function, arguments, named)?
            }
            Request::Method { client, method, arguments } => {
                let result = machine.call_method(*client, method, arguments)?;
                // The requests of version 2 are sent by this.
                match Path::of(machine.terms(), *client) {
                    Some(path) if is_version2(&path.root) => {
                        machine.call_method(result, "promise", &[])?
                    }
                    _ => result,
                }
            }
            Request::Command { client, command } => {
                machine.call_method(*client, "send", &[*command])?
            }
        };
        machine.settle(result)
    }

    /// Why this cannot be put into one transaction with a log row, if it cannot.
    fn not_for_once(&self, machine: &mut Machine<'_>, kind: Kind) -> Option<&'static str> {
        let (callee, operation) = match self {
            Request::Function { function, .. } => {
                let path = Path::of(machine.terms(), *function);
                let operation = path.as_ref().map(|path| path.last().to_string());
                (path, operation)
            }
            Request::Method { client, method, .. } => {
                (Path::of(machine.terms(), *client), Some(method.clone()))
            }
            Request::Command { command, .. } => {
                let path = Path::of(machine.terms(), *command);
                let operation = path.as_ref().map(|path| path.last().replace("Command", ""));
                (path, operation)
            }
        };
        let supported = match (&callee, &operation) {
            // An object of a class of the program: a model of pynamodb.
            (None, _) => !machine_is_javascript(machine),
            (Some(path), Some(operation)) => {
                let operation = operation.replace('_', "").to_lowercase();
                has_log(path) && WRITES.contains(&operation.as_str())
            }
            (Some(_), None) => false,
        };
        if !supported {
            return Some("once is supported for writes to DynamoDB and for queries of pg");
        }
        let operation = operation.unwrap_or_default().replace('_', "").to_lowercase();
        if kind == Kind::OnceInItem {
            let updates = matches!(operation.as_str(), "update" | "updateitem");
            let condition = self.parameter(machine, "ConditionExpression");
            if !updates || condition.is_some() {
                return Some("onceInItem is for updates without a condition: use once");
            }
        }
        if LEGACY.iter().any(|name| self.parameter(machine, name).is_some()) {
            return Some(
                "once does not take Expected, AttributeUpdates and ConditionalOperator; write \
                 expressions",
            );
        }
        let returned = self.parameter(machine, "ReturnValues")?;
        let returned = machine.terms().as_str(returned).map(|text| text.to_string());
        let expression = self.parameter(machine, "UpdateExpression");
        let expression = expression.and_then(|text| machine.terms().as_str(text));
        let nested = expression.is_none_or(|text| text.contains(['.', '[']));
        match returned.as_deref() {
            Some("NONE") => None,
            _ if matches!(operation.as_str(), "put" | "putitem") => {
                Some("once does not tell what a put has replaced: leave out ReturnValues")
            }
            Some("UPDATED_NEW" | "UPDATED_OLD") if nested => {
                Some("once does not tell parts of nested attributes: use ALL_NEW or ALL_OLD")
            }
            _ => None,
        }
    }

    /// A parameter of the request to DynamoDB, if it is written out.
    fn parameter(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        let parameters = match self {
            Request::Function { named, .. } => {
                return named.iter().find(|(known, _)| &**known == name).map(|(_, value)| *value);
            }
            Request::Method { arguments, .. } => arguments.first().copied(),
            Request::Command { command, .. } => {
                let path = Path::of(machine.terms(), *command)?;
                path.arguments(0).and_then(|arguments| arguments.first().copied())
            }
        };
        let parameters = machine.freeze(parameters?);
        let value = machine.terms().field(parameters, name);
        let known = matches!(machine.view(parameters), Node::Record(..));
        (known && !matches!(machine.view(value), Node::Undefined)).then_some(value)
    }
}

/// Parameters that transactions do not have.
const LEGACY: [&str; 3] = ["Expected", "AttributeUpdates", "ConditionalOperator"];

fn machine_is_javascript(machine: &Machine<'_>) -> bool {
    machine.dialect().language == aplomb_script::Language::JavaScript
}

fn is_version2(root: &str) -> bool {
    root == "aws-sdk" || root.starts_with("aws-sdk/") || root.starts_with("aws-xray-sdk")
}

/// Whether the runtime can write its rows where this client writes, and gives the reply that
/// the client gives. (Of other drivers than `pg` the reply has another form.)
fn has_log(path: &Path) -> bool {
    const DRIVERS: [&str; 3] = ["pg", "@aws-sdk/lib-dynamodb", "@aws-sdk/client-dynamodb"];
    let root = &*path.root;
    let text = path.to_string();
    DRIVERS.contains(&root)
        || (is_version2(root) && text.to_lowercase().contains("dynamodb"))
        || (root.starts_with("boto3") && !text.contains(".Object()") && !text.contains(".Bucket()"))
}
