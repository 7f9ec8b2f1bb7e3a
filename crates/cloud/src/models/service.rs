//! Operations of AWS services that have no model of their own: they read, set or change
//! something, as the services' descriptions say.

use super::Models;
use super::aws::{AwsCall, Refusal, names};
use super::operations::{self, Created, Kind};
use super::packages::where_present;
use super::verbs;
use crate::{assumptions, mentions::has_word};
use aplomb_symbolic::{Change, Machine, Node, Operator, Outcome, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Parameters by which AWS services recognise a repetition.
const DEDUPLICATION: [&str; 8] = [
    "ClientRequestToken",
    "clientRequestToken",
    "ClientToken",
    "clientToken",
    "IdempotencyToken",
    "idempotencyToken",
    "CallerReference",
    "CreatorRequestId",
];

/// Operations that set what the request names to what the request says and that
/// succeed again: repeating one changes nothing.
const SETTING: [&str; 30] = [
    "createTopic",
    "createQueue",
    "setTopicAttributes",
    "setQueueAttributes",
    "adminUpdateUserAttributes",
    "adminSetUserPassword",
    "putBucketTagging",
    "deleteMessage",
    "deleteMessageBatch",
    "tagResource",
    "untagResource",
    "tagResources",
    "untagResources",
    "tagQueue",
    "untagQueue",
    "enableRule",
    "disableRule",
    "putRule",
    "putTargets",
    "putMetricAlarm",
    "putRetentionPolicy",
    "updateAccountSendingEnabled",
    "adminAddUserToGroup",
    "adminRemoveUserFromGroup",
    "adminEnableUser",
    "adminDisableUser",
    "attachUserPolicy",
    "attachGroupPolicy",
    "attachRolePolicy",
    "addUserToGroup",
];

/// Those of them that succeed again in one service only: others have operations of that name
/// that refuse, or make another one.
const SETTING_OF: [(&str, &str); 2] = [("createQueue", "sqs"), ("createTopic", "sns")];

/// The first words of setters that can only set one value: what they are about is there
/// afterwards, or gone.
const WITHOUT_VALUE: [&str; 8] =
    ["create", "delete", "enable", "disable", "add", "remove", "attach", "untag"];

/// Operations that compute something new each time and that nobody else sees: what
/// a model says, a session's credentials, a key for data.
const COMPUTING: [&str; 55] = [
    "sign",
    "verify",
    "generateMac",
    "verifyMac",
    "deriveSharedSecret",
    "translateText",
    "translateDocument",
    "analyzeDocument",
    "analyzeExpense",
    "analyzeId",
    "phoneNumberValidate",
    "getSessionToken",
    "getFederationToken",
    "getAuthorizationToken",
    "getOpenIdToken",
    "getCredentialsForIdentity",
    "getRandomPassword",
    "getChangeToken",
    "getCredentials",
    "getRoleCredentials",
    "getClusterCredentials",
    "getClusterCredentialsWithIAM",
    "getShardIterator",
    "getDashboardEmbedUrl",
    "getSessionEmbedUrl",
    "getIceServerConfig",
    "invokeModel",
    "invokeModelWithResponseStream",
    "converse",
    "converseStream",
    "invokeEndpoint",
    "invokeEndpointWithResponseStream",
    "retrieve",
    "retrieveAndGenerate",
    "retrieveAndGenerateStream",
    "rerank",
    "applyGuardrail",
    "countTokens",
    "synthesizeSpeech",
    "assumeRole",
    "assumeRoleWithWebIdentity",
    "assumeRoleWithSAML",
    "encrypt",
    "decrypt",
    "reEncrypt",
    "generateDataKey",
    "generateDataKeyWithoutPlaintext",
    "generateDataKeyPair",
    "generateRandom",
    "generateDbAuthToken",
    "generateDbConnectAuthToken",
    "generateDbConnectAdminAuthToken",
    "generatePresignedUrl",
    "generatePresignedPost",
    "selectObjectContent",
];

/// Operations that tell how a run went. Logs, metrics and traces are not observable, unless
/// the application itself looks at them.
const REPORTING: [&str; 4] =
    ["putMetricData", "putLogEvents", "putTraceSegments", "putTelemetryRecords"];

impl Models {
    /// An operation of a service without a model of its own: looking is a read of
    /// something outside, everything else is seen by others.
    pub(super) fn service(&self, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
        let operation = call.operation.as_str();
        let known = operations::service(&call.service);
        if COMPUTING.contains(&operation) {
            return machine.fresh(&call.label, call.span, false);
        }
        if REPORTING.contains(&operation) {
            self.note_report(machine, call);
            if !self.is_looked_at(&anything_of(call)) {
                return machine.fresh(&call.label, call.span, false);
            }
        }
        let sets = SETTING.contains(&operation)
            && SETTING_OF.iter().all(|(name, of)| *name != operation || *of == call.service);
        let sets = sets || only_upserts(machine, call) || Self::subscribes_once(machine, call);
        let kind = match sets {
            true => Kind::Set,
            false if only_selects(machine, call) => Kind::Read,
            false => known.map_or(Kind::Write, |service| service.kind(operation)),
        };
        // Who gets a message is the same as before.
        if kind != Kind::Read && !verbs::sends(operation) {
            self.note_change(machine, call);
        }
        match kind {
            // What it answers after the application's own change, nobody can tell.
            Kind::Read if self.is_changed(machine, call) && machine.is_concrete() => {
                let message = format!(
                    "what {} answers once the application has changed what it looks at is not \
                     known",
                    call.label
                );
                Ok(machine.problem(message, call.span))
            }
            // Nor what a job has come to meanwhile.
            Kind::Read
                if self.is_changed(machine, call)
                    || lives_by_itself(call) && !machine.is_concrete() =>
            {
                let request = [call.parameters];
                let label = format!("the reply of {}", call.label);
                let answer = machine.changing(&label, call.span, &request);
                answered(machine, call, answer)
            }
            Kind::Read => read(machine, call),
            Kind::Set => {
                self.note_setter(machine, call);
                if let Some(opposite) = self.opposite_of(call) {
                    let message = format!(
                        "the application also takes back what {} sets ({opposite}): a retry may \
                         set it again after that, which others see",
                        call.label
                    );
                    machine.problem(message, call.span);
                }
                if self.is_contested(call) {
                    let message = format!(
                        "the application looks at what {} sets, and somebody may set it to \
                         something else before a retry sets it again: what is seen then is not \
                         known",
                        call.label
                    );
                    machine.problem(message, call.span);
                }
                set(machine, call)
            }
            // A waiter looks until it finds, or gives up.
            Kind::Write if operation.starts_with("wait") => {
                let request = [call.parameters];
                let found =
                    machine.changing(&format!("what {operation} finds"), call.span, &request);
                answered(machine, call, found)
            }
            Kind::Write if operation == "startExecution" => {
                let name = call.written(machine, "name").filter(|_| !is_express(machine, call));
                where_present(machine, name, |machine, name| match name {
                    Some(name) => start_by_name(machine, call, name),
                    None => self.act(machine, call, None),
                })
            }
            Kind::Write => {
                let key = self.recognised_by(machine, call, known);
                let created = known.and_then(|service| service.created(operation));
                where_present(machine, key, |machine, key| {
                    if key.is_none() && self.needs_identifier(machine, call) {
                        return refused(
                            machine,
                            call,
                            "InvalidParameterValue",
                            "InvalidParameterValue",
                        );
                    }
                    if let Some(created) = created.filter(|_| key.is_none()) {
                        return self.create(machine, call, created);
                    }
                    self.act(machine, call, key)
                })
            }
        }
    }

    /// Does something that others see, once for each key.
    fn act(&self, machine: &mut Machine<'_>, call: &AwsCall, key: Option<Term>) -> Outcome {
        let service = format!("aws {}", call.service);
        machine.effect(&call.label, call.span, service, call.parameters, key)
    }

    /// What a request says by which its service recognises a repetition.
    fn recognised_by(
        &self,
        machine: &mut Machine<'_>,
        call: &AwsCall,
        known: Option<&'static operations::Service>,
    ) -> Option<Term> {
        if REFUSING.contains(&call.operation.as_str()) {
            return None;
        }
        let messages = match call.operation.as_str() {
            "sendMessage" => Some(("", "MessageBody")),
            "publish" => Some(("", "Message")),
            "sendMessageBatch" => Some(("Entries", "MessageBody")),
            "publishBatch" => Some(("PublishBatchRequestEntries", "Message")),
            _ => None,
        };
        if let Some((entries, content)) = messages {
            let by_name = names(machine.terms(), call.parameters, "MessageDeduplicationId");
            let compares = match by_name {
                true => self.is_said_to_compare(machine, call),
                false => self.compares_contents(machine, call),
            };
            let content = compares.then_some(content);
            let token = match entries {
                "" => token_of_message(machine, call.parameters, content),
                entries => tokens_of_messages(machine, call, entries, content),
            }?;
            machine.assume(&assumptions::DEDUPLICATION_ID);
            // Each queue remembers what it got.
            return Some(match destination(machine, call) {
                Some(to) => machine.terms().list([to, token]),
                None => token,
            });
        }
        let listed = known.map(|service| service.tokens.as_slice()).unwrap_or_default();
        let mut names = DEDUPLICATION.iter().chain(listed);
        let token = match call.operation.as_str() {
            "createInvalidation" => {
                let batch = call.written(machine, "InvalidationBatch")?;
                present(machine, batch, "CallerReference")
            }
            _ => names.find_map(|name| call.written(machine, name)),
        }?;
        machine.assume(&assumptions::IDEMPOTENCY_KEY);
        Some(token)
    }

    /// Whether a queue or topic drops a message whose content it knows: the description says
    /// so, or it is a FIFO queue, which otherwise refuses a message that has no identifier.
    fn compares_contents(&self, machine: &mut Machine<'_>, call: &AwsCall) -> bool {
        let name = name_of_destination(machine, call);
        name.is_some_and(|name| name.ends_with(".fifo")) || self.is_said_to_compare(machine, call)
    }

    /// Whether the description says that a queue or topic drops a message whose content it knows.
    fn is_said_to_compare(&self, machine: &mut Machine<'_>, call: &AwsCall) -> bool {
        let name = name_of_destination(machine, call);
        name.is_some_and(|name| self.comparing_contents.contains(&name))
    }

    /// Makes something that has a name, unless there is one of that name.
    fn create(&self, machine: &mut Machine<'_>, call: &AwsCall, created: &Created) -> Outcome {
        if self.is_removed(call) {
            let message = format!(
                "the application removes such things as {} makes, and a retry may make one again: \
                 what is there then is not known",
                call.label
            );
            machine.problem(message, call.span);
        }
        let store = machine.terms().string(format!("aws {}", call.service));
        let mut key = vec![machine.terms().string(call.operation.as_str())];
        key.extend(created.key.iter().map(|name| machine.terms().field(call.parameters, name)));
        let key = machine.terms().list(key);
        let cell = machine.cell(store, key);
        let absent = machine.terms().absent();
        let condition = machine.terms().equal(cell.old, absent);
        let change = Change { cell, condition, new: Some(call.parameters) };
        let accessed = machine.access(&call.label, call.span, vec![change], None)?;
        machine.branch(
            accessed.holds,
            // What it answers has identifiers and times.
            |machine| machine.fresh(&format!("the reply of {}", call.label), call.span, true),
            |machine| refused(machine, call, created.error, created.code),
        )
    }

    /// Whether a message goes to a FIFO queue or topic, as far as that is seen, by an identifier
    /// that the program writes: without that it is refused, unless contents are compared.
    fn needs_identifier(&self, machine: &mut Machine<'_>, call: &AwsCall) -> bool {
        let sends = matches!(call.operation.as_str(), "sendMessage" | "publish");
        let written =
            |machine: &mut Machine<'_>, name| names(machine.terms(), call.parameters, name);
        // Without a world, a program that says that there may be no identifier knows better.
        sends
            && machine.is_concrete()
            && written(machine, "MessageGroupId")
            && written(machine, "MessageDeduplicationId")
            && !self.is_said_to_compare(machine, call)
    }

    /// Whether a request subscribes an endpoint that need not confirm that, in a program that
    /// unsubscribes none: a topic has one subscription for each endpoint.
    fn subscribes_once(machine: &mut Machine<'_>, call: &AwsCall) -> bool {
        if call.service != "sns" || call.operation != "subscribe" {
            return false;
        }
        let protocol = machine.terms().field(call.parameters, "Protocol");
        let confirmed = ["sms", "lambda", "application", "firehose"];
        let is_silent =
            machine.terms().as_str(protocol).is_some_and(|it| confirmed.contains(&&**it));
        struct Unsubscribes;
        is_silent && !has_word::<Unsubscribes>(machine.program(), &["nsubscribe"])
    }

    /// Whether the application removes such things as an operation makes.
    fn is_removed(&self, call: &AwsCall) -> bool {
        let Ok(things) = self.things.lock() else { return true };
        things_of(call).iter().any(|thing| {
            let operations = things.changed.get(thing).into_iter().flatten();
            operations.into_iter().any(|operation| removes(operation))
        })
    }

    /// Notes which kinds of things an operation changes.
    fn note_change(&self, machine: &Machine<'_>, call: &AwsCall) {
        if !machine.is_concrete()
            && let Ok(mut things) = self.things.lock()
        {
            for thing in things_of(call) {
                things.changed.entry(thing).or_default().insert(call.operation.clone());
            }
        }
    }

    /// Notes that an operation reports something: whatever its service is asked may show it.
    fn note_report(&self, machine: &Machine<'_>, call: &AwsCall) {
        if !machine.is_concrete()
            && let Ok(mut things) = self.things.lock()
        {
            let operations = things.changed.entry(anything_of(call)).or_default();
            operations.insert(call.operation.clone());
        }
    }

    /// Notes that the application looks at what a client of a package knows.
    pub(super) fn note_looked_at(&self, machine: &Machine<'_>, package: &str) {
        if !machine.is_concrete()
            && let Ok(mut things) = self.things.lock()
        {
            things.looked_at.insert(format!("package {package}"));
        }
    }

    /// Notes that the application changes what a client of a package knows.
    pub(super) fn note_set(&self, machine: &Machine<'_>, package: &str, operation: &str) {
        if !machine.is_concrete()
            && let Ok(mut things) = self.things.lock()
        {
            let operations = things.changed.entry(format!("package {package}")).or_default();
            operations.insert(operation.to_string());
        }
    }

    /// Whether the application looks at what an operation of a package sets, or changes it by
    /// another operation.
    pub(super) fn is_seen_otherwise(&self, package: &str, operation: &str) -> bool {
        let Ok(things) = self.things.lock() else { return true };
        let package = format!("package {package}");
        let others = things
            .changed
            .get(&package)
            .is_some_and(|operations| operations.iter().any(|known| known != operation));
        others || things.looked_at.contains(&package)
    }

    /// Notes an operation that sets something.
    fn note_setter(&self, machine: &Machine<'_>, call: &AwsCall) {
        if !machine.is_concrete()
            && let Ok(mut things) = self.things.lock()
        {
            for thing in things_of(call) {
                things.setters.entry(thing).or_default().insert(call.operation.clone());
            }
        }
    }

    /// An operation of the application that takes back what another one sets.
    fn opposite_of(&self, call: &AwsCall) -> Option<String> {
        let things = self.things.lock().ok()?;
        let of_thing = things_of(call).into_iter().filter_map(|thing| things.setters.get(&thing));
        let mut known = of_thing.flatten();
        known.find(|other| are_opposite(&call.operation, other)).cloned()
    }

    /// Whether a retry may undo what was set in between, and somebody looks at that.
    fn is_contested(&self, call: &AwsCall) -> bool {
        let Ok(things) = self.things.lock() else { return true };
        let operation = call.operation.strip_prefix("admin").unwrap_or(&call.operation);
        let operation = operation.to_lowercase();
        let one_value = WITHOUT_VALUE.iter().any(|verb| operation.starts_with(verb));
        things_of(call).iter().any(|thing| {
            let setters = things.changed.get(thing).map_or(0, BTreeSet::len);
            things.looked_at.contains(thing) && (setters > 1 || !one_value)
        })
    }

    /// Whether the application looks at things of a kind, as far as it was seen.
    fn is_looked_at(&self, thing: &str) -> bool {
        let Ok(things) = self.things.lock() else { return true };
        things.looked_at.contains(thing)
    }

    /// Whether the application changes what an operation looks at, as far as it was seen.
    fn is_changed(&self, machine: &Machine<'_>, call: &AwsCall) -> bool {
        let Ok(mut things) = self.things.lock() else { return true };
        let mut looked_at = things_of(call);
        looked_at.push(anything_of(call));
        let changed = looked_at.iter().any(|thing| things.changed.contains_key(thing));
        if !machine.is_concrete() {
            things.looked_at.extend(looked_at);
        }
        changed
    }
}

/// The kinds of things of services, such as users and parameters, that an application
/// looks at and changes.
#[derive(Default)]
pub(super) struct Things {
    looked_at: BTreeSet<String>,
    /// With the operations that change them.
    changed: BTreeMap<String, BTreeSet<String>>,
    /// With the operations that set them, so that doing it again changes nothing.
    setters: BTreeMap<String, BTreeSet<String>>,
}

impl Things {
    /// Whether something is both, or is made and removed.
    pub(super) fn overlap(&self) -> bool {
        let is_removed = |(thing, operations): (&String, &BTreeSet<String>)| {
            let by_package = thing.starts_with("package ");
            operations.len() > 1
                && (by_package || operations.iter().any(|operation| removes(operation)))
        };
        let is_taken_back = |operations: &BTreeSet<String>| {
            operations.iter().any(|one| operations.iter().any(|other| are_opposite(one, other)))
        };
        self.looked_at.iter().any(|thing| self.changed.contains_key(thing))
            || self.changed.iter().any(is_removed)
            || self.setters.values().any(is_taken_back)
    }
}

/// Verbs of operations of which one takes back what the other does.
const OPPOSITES: [(&str, &str); 8] = [
    ("enable", "disable"),
    ("add", "remove"),
    ("attach", "detach"),
    ("tag", "untag"),
    ("create", "delete"),
    ("put", "delete"),
    ("put", "remove"),
    ("set", "remove"),
];

/// Whether one operation takes back what the other does, by their first words.
fn are_opposite(one: &str, other: &str) -> bool {
    let verb = |operation: &str| -> String {
        let name = operation.strip_prefix("admin").unwrap_or(operation);
        let mut letters = name.chars();
        let first = letters.next().into_iter().flat_map(char::to_lowercase);
        first.chain(letters.take_while(|letter| letter.is_lowercase())).collect()
    };
    let verbs = (verb(one), verb(other));
    OPPOSITES.iter().any(|&(does, undoes)| {
        verbs == (does.into(), undoes.into()) || verbs == (undoes.into(), does.into())
    })
}

/// Whether an operation removes something, by its first word.
fn removes(operation: &str) -> bool {
    let operation = operation.strip_prefix("admin").unwrap_or(operation).to_lowercase();
    let verbs = ["delete", "remove", "terminate", "stop", "cancel", "deregister", "batchdelete"];
    verbs.iter().any(|verb| operation.starts_with(verb))
}

/// Stands for everything that a service knows.
fn anything_of(call: &AwsCall) -> String {
    format!("{} anything", call.service)
}

/// The kinds of things that an operation is about: the words of its name after the verb.
fn things_of(call: &AwsCall) -> Vec<String> {
    words_of(&call.operation).map(|thing| format!("{} {thing}", call.service)).collect()
}

/// The words of an operation's name after the verb, as of one thing.
fn words_of(operation: &str) -> impl Iterator<Item = String> {
    let name = operation.strip_prefix("admin").unwrap_or(operation);
    let mut words: Vec<String> = vec![String::new()];
    for character in name.chars() {
        if character.is_uppercase() && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        words.last_mut().expect("one at least").extend(character.to_lowercase());
    }
    words.into_iter().skip(1).map(|word| word.trim_end_matches('s').to_string())
}

/// A service refuses a request.
fn refused(
    machine: &mut Machine<'_>,
    call: &AwsCall,
    class: &'static str,
    code: &'static str,
) -> Outcome {
    let message = machine.terms().pure("what a service says", &[call.parameters]);
    let refusal = Refusal { status: None, class, code, message };
    let error = call.refused(machine, refusal, &[]);
    machine.throw(error)
}

/// Whether a state machine is known to be an express one, which starts again by the same name.
fn is_express(machine: &mut Machine<'_>, call: &AwsCall) -> bool {
    let started = machine.terms().field(call.parameters, "stateMachineArn");
    machine.terms().as_str(started).is_some_and(|arn| arn.contains(":express:"))
}

/// Starts an execution of a state machine under a name: one that runs under that name with the
/// same input is it, and with another input the request is refused.
fn start_by_name(machine: &mut Machine<'_>, call: &AwsCall, name: Term) -> Outcome {
    machine.assume(&assumptions::EXECUTION_NAME);
    let reply = machine.fresh(&format!("the reply of {}", call.label), call.span, true)?;
    let terms = machine.terms();
    let store = terms.string(format!("aws {}", call.service));
    let started = terms.field(call.parameters, "stateMachineArn");
    let key = terms.list([started, name]);
    let cell = machine.cell(store, key);
    let terms = machine.terms();
    let absent = terms.absent();
    let execution = [("request", call.parameters), ("reply", reply)];
    let execution = terms.record(execution.map(|(name, value)| (Arc::from(name), value)));
    let is_new = terms.equal(cell.old, absent);
    let request = terms.field(cell.old, "request");
    let is_it = terms.equal(request, call.parameters);
    let condition = terms.or(is_new, is_it);
    let new = Some(terms.ite(is_new, execution, cell.old));
    let old = cell.old;
    let change = Change { cell, condition, new };
    let accessed = machine.access(&call.label, call.span, vec![change], None)?;
    let found = [(old, accessed.old[0])].into_iter().collect();
    let is_new = machine.terms().substitute(is_new, &found);
    machine.branch(
        accessed.holds,
        |machine| {
            let before = machine.terms().field(accessed.old[0], "reply");
            Ok(machine.terms().ite(is_new, reply, before))
        },
        |machine| {
            let message = machine.terms().pure("what a service says", &[call.parameters]);
            let (class, code) = ("ExecutionAlreadyExists", "ExecutionAlreadyExists");
            let refusal = Refusal { status: Some(400.0), class, code, message };
            let error = call.refused(machine, refusal, &[]);
            machine.throw(error)
        },
    )
}

/// Looks at something of a service.
fn read(machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let store = machine.terms().string(format!("aws {}", call.service));
    let key = machine.terms().string(call.operation.as_str());
    let key = machine.terms().list([key, call.parameters]);
    let cell = machine.cell(store, key);
    let read = cell.read(machine);
    let accessed = machine.access(&call.label, call.span, vec![read], None)?;
    answered(machine, call, accessed.old[0])
}

/// What a service answers that knows this. It may refuse as well: there is no such thing, or
/// the caller may not look at it. Why is not known, but the same as long as it knows the same.
fn answered(machine: &mut Machine<'_>, call: &AwsCall, known: Term) -> Outcome {
    let operation = machine.terms().string(call.operation.as_str());
    let depends_on = [operation, call.parameters, known];
    let found = machine.terms().pure("what a service finds", &depends_on);
    let absent = machine.terms().absent();
    let refused = machine.terms().equal(found, absent);
    machine.branch(
        refused,
        |machine| {
            let error = call.refused_somehow(machine, &depends_on);
            machine.throw(error)
        },
        |machine| {
            if machine.is_concrete() {
                return Ok(known);
            }
            let state = machine.changing(&format!("the reply of {}", call.label), call.span, &[]);
            let states = ["Status", "status", "State", "state", "JobStatus", "jobStatus"];
            // What is told of the request itself is added to a record.
            Ok(machine.new_record_over(known, states.map(|name| (name, state))))
        },
    )
}

/// Whether an operation looks at something that changes without the application: work under
/// way, and what is counted or measured.
fn lives_by_itself(call: &AwsCall) -> bool {
    let words: Vec<String> = words_of(&call.operation).collect();
    let is = |word: &str| words.iter().any(|of_name| of_name == word);
    let named = ["definition", "result", "tag", "policy"];
    LIVING.iter().any(|word| is(word)) && !named.iter().any(|word| is(word))
        || (is("queue") && is("attribute"))
        || (is("send") && is("quota"))
        || (is("table") && call.operation == "describeTable")
        || (is("log") && (is("event") || is("stream")))
        || (is("record") && call.service.contains("kinesis"))
        || (is("record") && call.service.contains("streams"))
}

/// Words in the names of operations that look at such things.
const LIVING: [&str; 20] = [
    "job",
    "execution",
    "task",
    "metric",
    "statistic",
    "statu",
    "state",
    "health",
    "cost",
    "usage",
    "instance",
    "cluster",
    "build",
    "deployment",
    "invocation",
    "run",
    "progres",
    "forecast",
    "spot",
    "shadow",
];

/// Operations that refuse a reference which they know: who asks again is told that there is one.
const REFUSING: [&str; 3] =
    ["createHostedZone", "createReusableDelegationSet", "createStreamingDistribution"];

/// A field that a record has.
fn present(machine: &mut Machine<'_>, record: Term, name: &str) -> Option<Term> {
    let value = machine.terms().field(record, name);
    (!matches!(machine.terms().node(value), Node::Undefined | Node::Null)).then_some(value)
}

/// What a message is recognised by: its identifier, else the content that is compared.
fn token_of_message(
    machine: &mut Machine<'_>,
    message: Term,
    content: Option<&str>,
) -> Option<Term> {
    let mut field = |name| {
        let is_there = names(machine.terms(), message, name);
        is_there.then(|| present(machine, message, name))?
    };
    let by_name = field("MessageDeduplicationId");
    let content = content.and_then(field);
    let (Some(token), Some(content)) = (by_name, content) else { return by_name.or(content) };
    let missing = machine.is_nothing(token);
    Some(machine.terms().ite(missing, content, token))
}

/// What all messages of a batch are recognised by, if all are.
fn tokens_of_messages(
    machine: &mut Machine<'_>,
    call: &AwsCall,
    entries: &str,
    content: Option<&str>,
) -> Option<Term> {
    let entries = call.written(machine, entries)?;
    let Node::List(entries) = machine.terms().node(entries).clone() else { return None };
    let tokens: Option<Vec<Term>> =
        entries.iter().map(|&entry| token_of_message(machine, entry, content)).collect();
    let tokens = tokens.filter(|tokens| !tokens.is_empty())?;
    Some(machine.terms().list(tokens))
}

/// The name of the queue or topic that a message is sent to, if it is known.
fn name_of_destination(machine: &mut Machine<'_>, call: &AwsCall) -> Option<String> {
    let to = destination(machine, call)?;
    let to = machine.terms().as_str(to)?;
    to.rsplit(['/', ':']).next().map(str::to_string)
}

/// Where a message is sent.
fn destination(machine: &mut Machine<'_>, call: &AwsCall) -> Option<Term> {
    ["QueueUrl", "TopicArn"].into_iter().find_map(|name| call.written(machine, name))
}

/// Whether a change of records sets each of them.
fn only_upserts(machine: &mut Machine<'_>, call: &AwsCall) -> bool {
    if call.operation != "changeResourceRecordSets" {
        return false;
    }
    let batch = machine.terms().field(call.parameters, "ChangeBatch");
    let changes = machine.terms().field(batch, "Changes");
    let Node::List(changes) = machine.terms().node(changes).clone() else { return false };
    !changes.is_empty()
        && changes.iter().all(|&change| {
            let action = machine.terms().field(change, "Action");
            machine.terms().as_str(action).is_some_and(|action| &**action == "UPSERT")
        })
}

/// Whether a query of Timestream looks, as far as its text is known: `UNLOAD` writes files.
fn only_selects(machine: &mut Machine<'_>, call: &AwsCall) -> bool {
    if !matches!(call.service.as_str(), "timestreamquery" | "timestream-query")
        || call.operation != "query"
    {
        return false;
    }
    let mut text = machine.terms().field(call.parameters, "QueryString");
    while let Node::Apply(Operator::Concat, parts) = machine.terms().node(text) {
        text = parts[0];
    }
    let Some(text) = machine.terms().as_str(text) else { return false };
    let first = text.split_whitespace().next().unwrap_or_default();
    ["select", "with", "show", "describe"].iter().any(|verb| first.eq_ignore_ascii_case(verb))
}

/// Sets something that the request names altogether.
fn set(machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let terms = machine.terms();
    let store = terms.string(format!("aws {}", call.service));
    let operation = terms.string(call.operation.as_str());
    let key = terms.list([operation, call.parameters]);
    let done = terms.bool(true);
    let cell = machine.cell(store, key);
    let change = cell.write(machine, done);
    machine.access(&call.label, call.span, vec![change], None)?;
    if NAMED_BY_REQUEST.contains(&call.operation.as_str()) {
        return Ok(machine.terms().pure(&format!("{} reply", call.operation), &[call.parameters]));
    }
    // Nothing says that a change of its own, or the time of it, is not part of the answer.
    let nothing = machine.new_record::<&str>([]);
    Ok(machine.open(nothing))
}

/// Setters that answer with an address, which is a function of what they are given.
const NAMED_BY_REQUEST: [&str; 3] = ["createTopic", "createQueue", "putRule"];
