//! Recognising calls into the AWS SDKs, whatever their style: v2 with callbacks
//! and `.promise()`, v3 clients and commands, boto3 clients and resources.

use super::stream;
use aplomb_script::{Language, Span};
use aplomb_symbolic::{
    Call, Machine, Node, OPEN_CLASS, Operator, Outcome, Path, PathSegment as Segment, Term, Terms,
};
use std::sync::Arc;

/// A call to an AWS service.
#[derive(Clone)]
pub(crate) struct AwsCall {
    /// The service in lower case: `dynamodb`, `s3`, `sqs`.
    pub(crate) service: String,
    /// The operation in camel case: `putItem`, `sendMessage`.
    pub(crate) operation: String,
    /// The operation as the program writes it.
    pub(crate) label: Arc<str>,
    /// The parameters, as a frozen record.
    pub(crate) parameters: Term,
    /// The parameters as the program gives them.
    pub(crate) given: Option<Term>,
    /// The client, as the program makes it.
    pub(crate) client: Term,
    /// The table of a boto3 resource.
    pub(crate) table: Option<Term>,
    /// Items are written with type descriptors: `{"id": {"S": "a"}}`.
    pub(crate) typed: bool,
    /// Where the call stands.
    pub(crate) span: Span,
    sdk: Sdk,
    style: Style,
    /// The reply comes as a list of pages.
    paged: bool,
}

/// The SDKs, which show errors differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sdk {
    /// `aws-sdk`.
    Version2,
    /// `@aws-sdk/…`.
    Version3,
    /// boto3.
    Boto3,
}

/// How the result is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// To a Node-style callback.
    Callback(Term),
    /// As a promise.
    Promise,
    /// Directly (Python).
    Direct,
    /// As a stream of its body.
    Stream,
}

/// What a call into an AWS SDK is.
pub(crate) enum Recognised {
    /// It builds a client, command or request: the chain goes on.
    Builder,
    /// It listens to a request, which stays what it is.
    Listener,
    /// It performs an operation.
    Operation(AwsCall),
}

/// Recognises a call; `None` if it does not belong to an AWS SDK.
pub(crate) fn recognise(machine: &mut Machine<'_>, call: &Call) -> Option<Recognised> {
    let path = Path::of(machine.terms(), call.callee)?;
    let root: &str = &path.root;
    if root == "boto3" || root.starts_with("boto3.") {
        return boto3(machine, call, &path);
    }
    if root.starts_with("@aws-sdk/") {
        return version3(machine, call, &path);
    }
    if root == "aws-sdk"
        || root.starts_with("aws-sdk/")
        || root == "aws-xray-sdk"
        || root == "aws-xray-sdk-core"
        || root == "dynamodb-doc"
    {
        return version2(machine, call, &path);
    }
    None
}

/// `new AWS.DynamoDB.DocumentClient().put(params, callback)` or `.promise()`.
fn version2(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Recognised> {
    let service = version2_service(path)?;
    if call.constructed {
        return Some(Recognised::Builder);
    }
    let last = path.last();
    // `request.promise()` and `request.send(callback)`: the operation is the call before.
    if matches!(last, "promise" | "send" | "createReadStream")
        && let Some(Segment::Called { arguments, .. }) =
            path.segments.iter().rev().nth(1).filter(|_| path.segments.len() >= 2)
        && let Some(operation) = member_before(path)
    {
        let parameters = arguments.first().copied();
        let style = match call.argument(0) {
            _ if last == "createReadStream" => Style::Stream,
            Some(callback) if machine.is_function(callback) => Style::Callback(callback),
            _ => Style::Promise,
        };
        return Some(operation_call(machine, call, service, &operation, parameters, style));
    }
    let on_instance = path.segments.iter().any(|s| matches!(s, Segment::Called { .. }));
    if !on_instance {
        return Some(Recognised::Builder);
    }
    if last == "on" {
        return Some(Recognised::Listener);
    }
    let callback = call.arguments.last().copied().filter(|&last| machine.is_function(last));
    match callback {
        Some(callback) => {
            let parameters = (call.arguments.len() > 1).then(|| call.arguments[0]);
            let style = Style::Callback(callback);
            Some(operation_call(machine, call, service, last, parameters, style))
        }
        None if SIGNS.contains(&last) => {
            let style = if last.ends_with("Promise") { Style::Promise } else { Style::Direct };
            Some(operation_call(machine, call, service, last, None, style))
        }
        None => Some(Recognised::Builder),
    }
}

/// Methods of version 2 that need no callback to do their work: they sign something, with the
/// time at which they do.
const SIGNS: [&str; 6] = [
    "getSignedUrl",
    "getSignedUrlPromise",
    "createPresignedPost",
    "presign",
    "getAuthToken",
    "getSynthesizeSpeechUrl",
];

/// The member called before the last one: `put` in `….put(params).promise`.
fn member_before(path: &Path) -> Option<String> {
    let mut members = path.segments.iter().rev().filter_map(|segment| match segment {
        Segment::Member(name) => Some(name.to_string()),
        Segment::Called { .. } => None,
    });
    members.nth(1)
}

fn version2_service(path: &Path) -> Option<String> {
    if let Some(service) = path.root.strip_prefix("aws-sdk/clients/") {
        return Some(service.to_lowercase());
    }
    if &*path.root == "dynamodb-doc" {
        return Some("dynamodb".into());
    }
    let mut names = path.segments.iter().filter_map(|segment| match segment {
        Segment::Member(name) => Some(name.to_string()),
        Segment::Called { .. } => None,
    });
    names.find(|name| name.chars().next().is_some_and(char::is_uppercase)).map(|n| n.to_lowercase())
}

/// `client.send(new PutCommand(params))`, `DynamoDBDocument.from(client).put(params)`.
fn version3(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Recognised> {
    let service = path
        .root
        .trim_start_matches("@aws-sdk/")
        .trim_start_matches("client-")
        .trim_start_matches("lib-")
        .trim_start_matches("util-")
        .replace('-', "");
    if call.constructed {
        return Some(Recognised::Builder);
    }
    let last = path.last().to_string();
    if matches!(last.as_str(), "marshall" | "unmarshall") {
        return None;
    }
    // `(input, callback)` or `(input, options, callback)`.
    let style = match call.arguments.iter().skip(1).find(|&&given| machine.is_function(given)) {
        Some(&callback) => Style::Callback(callback),
        None => Style::Promise,
    };
    if last == "send" {
        let command = call.argument(0)?;
        let command = Path::of(machine.terms(), command)?;
        let name = command.segments.iter().rev().find_map(|segment| match segment {
            Segment::Member(name) => Some(name.to_string()),
            Segment::Called { .. } => None,
        })?;
        let service = command
            .root
            .strip_prefix("@aws-sdk/")
            .map(|root| {
                root.trim_start_matches("client-").trim_start_matches("lib-").replace('-', "")
            })
            .unwrap_or(service);
        let parameters = command.arguments(0).and_then(|arguments| arguments.first().copied());
        let operation = name.strip_suffix("Command").unwrap_or(&name).to_string();
        return Some(operation_call(machine, call, service, &operation, parameters, style));
    }
    // `new Upload({ client, params }).done()` puts an object, in parts if it is large.
    if service == "storage" && last == "done" {
        let given = path.arguments(0).and_then(|given| given.first().copied())?;
        let parameters = machine.get(given, "params").ok()?;
        let (service, parameters) = ("s3".to_string(), Some(parameters));
        return Some(operation_call(machine, call, service, "upload", parameters, style));
    }
    // `paginateScan(configuration, parameters)` gives pages.
    if let Some(operation) = last.strip_prefix("paginate").filter(|name| !name.is_empty()) {
        let parameters = call.argument(1);
        let paged = operation_call(machine, call, service, operation, parameters, Style::Direct);
        return Some(in_pages(paged));
    }
    let on_instance = path.segments.iter().any(|s| matches!(s, Segment::Called { .. }));
    // `waitUntilTableExists(configuration, parameters)` looks until it finds.
    if !on_instance && last.starts_with("waitUntil") {
        let parameters = call.argument(1);
        return Some(operation_call(machine, call, service, &last, parameters, style));
    }
    let makes = last.starts_with("from") || last.starts_with(char::is_uppercase);
    if !on_instance {
        return makes.then_some(Recognised::Builder);
    }
    if makes || matches!(last.as_str(), "use" | "destroy" | "add" | "addRelativeTo") {
        return Some(Recognised::Builder);
    }
    let parameters = call.argument(0);
    Some(operation_call(machine, call, service, &last, parameters, style))
}

/// `boto3.client("sqs").send_message(...)`, `boto3.resource("dynamodb").Table(t).put_item(...)`.
fn boto3(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Recognised> {
    // Hooks of the client itself are none of its operations.
    if path.root.starts_with("boto3.dynamodb") || path.to_string().contains(".meta.events.") {
        return None;
    }
    let calls = path.segments.iter().filter(|s| matches!(s, Segment::Called { .. })).count();
    let last = path.last().to_string();
    // Functions of the package itself.
    let sets_up = ["setup_default_session", "set_stream_logger"].contains(&last.as_str());
    let makes = matches!(last.as_str(), "client" | "resource" | "Session" | "session");
    if calls == 0 && !makes && !sets_up && !last.starts_with(char::is_uppercase) {
        return None;
    }
    if makes
        || sets_up
        || last.chars().next().is_some_and(char::is_uppercase)
        || matches!(last.as_str(), "batch_writer" | "__enter__" | "__exit__")
        || matches!(last.as_str(), "get_paginator" | "get_waiter" | "close")
    {
        return Some(Recognised::Builder);
    }
    let collection = path.to_string().contains(".objects");
    let last = match (collection, last.as_str()) {
        // A collection is asked when it is gone through.
        (true, "all" | "filter" | "limit" | "page_size") => "list_collection".to_string(),
        (true, "delete") => "delete_collection".to_string(),
        _ => last,
    };
    let client = called_with(machine, path, &["client", "resource"], "service_name");
    let Some(client) = client else {
        // What a session tells of itself: credentials, its region.
        return Some(Recognised::Builder);
    };
    let service = machine.terms().as_str(client)?.to_string();
    let table = resource_table(machine, path);
    let mut fields: Vec<(String, Term)> =
        call.named.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let object = object_of(machine, path);
    // What the object stands for is not given again.
    let known = |name: &&&str| !object.iter().any(|(known, _)| known == **name);
    let names = positional(&last).iter().filter(known).zip(&call.arguments);
    let given: Vec<(String, Term)> =
        names.map(|(name, value)| (name.to_string(), *value)).collect();
    fields.extend(given);
    let object_operation = match last.as_str() {
        // Of the table itself, not of what is in it.
        "delete" if table.is_some() => Some("delete_table"),
        "update" if table.is_some() => Some("update_table"),
        "load" | "reload" if table.is_some() => Some("describe_table"),
        _ if object.is_empty() => None,
        "put" => Some("put_object"),
        "get" => Some("get_object"),
        "load" => Some("head_object"),
        "delete" if object.len() == 2 => Some("delete_object"),
        "copy_from" => Some("copy_object"),
        _ => None,
    };
    fields.extend(object);
    let parameters = machine.new_record(fields);
    // `get_paginator("scan").paginate(...)` performs the operation that it names.
    let paged = if last == "paginate" {
        called_with(machine, path, &["get_paginator"], "operation_name")
    } else {
        None
    };
    let paged = paged.and_then(|name| machine.terms().as_str(name).map(|name| name.to_string()));
    let label = paged.clone().unwrap_or(last);
    let operation = camel_case(object_operation.unwrap_or(&label));
    let found = operation_call(machine, call, service, &operation, Some(parameters), Style::Direct);
    let found = if paged.is_some() { in_pages(found) } else { found };
    Some(match found {
        Recognised::Operation(mut found) => {
            found.table = table;
            found.label = label.into();
            Recognised::Operation(found)
        }
        builder => builder,
    })
}

/// The same operation, with its reply as a list of pages. One page stands for all.
fn in_pages(recognised: Recognised) -> Recognised {
    match recognised {
        Recognised::Operation(call) => Recognised::Operation(AwsCall { paged: true, ..call }),
        builder => builder,
    }
}

/// The names of the arguments that an operation of boto3 takes by position.
fn positional(operation: &str) -> &'static [&'static str] {
    match operation {
        "upload_file" => &["Filename", "Bucket", "Key"],
        "upload_fileobj" => &["Fileobj", "Bucket", "Key"],
        "download_file" => &["Bucket", "Key", "Filename"],
        "download_fileobj" => &["Bucket", "Key", "Fileobj"],
        "copy" => &["CopySource", "Bucket", "Key"],
        _ => &[],
    }
}

/// The name given to `Table(…)` in the chain.
fn resource_table(machine: &mut Machine<'_>, path: &Path) -> Option<Term> {
    called_with(machine, path, &["Table"], "name")
}

/// What a resource of boto3 tells of what it stands for, which changes when that does.
const ATTRIBUTES: [&str; 22] = [
    "accept_ranges",
    "archive_status",
    "attributes",
    "cache_control",
    "content_disposition",
    "content_encoding",
    "content_length",
    "content_type",
    "delete_marker",
    "e_tag",
    "expiration",
    "item_count",
    "last_modified",
    "metadata",
    "parts_count",
    "replication_status",
    "restore",
    "size",
    "storage_class",
    "table_size_bytes",
    "table_status",
    "version_id",
];

/// An attribute of a resource: `bucket.Object(key).content_length` asks the service.
pub(super) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    ATTRIBUTES.contains(&name).then_some(())?;
    let path = Path::of(machine.terms(), object)?;
    let is_resource = path.root.starts_with("boto3") && path.to_string().contains("resource(");
    let is_made = matches!(path.segments.last(), Some(Segment::Called { .. }));
    (is_resource && is_made).then_some(())?;
    let (span, given) = (machine.span(), path.given());
    let label = format!("{name} of a resource");
    let object = object_of(machine, &path);
    let bucket = object.iter().find(|(parameter, _)| parameter == "Bucket");
    // What is told of an object may be another thing whenever somebody writes to the bucket.
    Some(match bucket {
        Some(&(_, bucket)) => machine.stamp(&label, span, bucket, &given),
        None => machine.changing(&label, span, &given),
    })
}

/// The bucket and the key that an object of the S3 resource stands for:
/// `Object(bucket, key)`, `Bucket(bucket)`, `Bucket(bucket).Object(key)`.
fn object_of(machine: &mut Machine<'_>, path: &Path) -> Vec<(String, Term)> {
    let mut found = Vec::new();
    let bucket = called_with(machine, path, &["Bucket"], "name");
    let mut previous = "";
    for segment in &path.segments {
        match segment {
            Segment::Member(name) => previous = name,
            Segment::Called { arguments, named, .. }
                if matches!(previous, "Object" | "ObjectSummary") =>
            {
                let names: &[&str] = match bucket {
                    Some(_) => &["key"],
                    None => &["bucket_name", "key"],
                };
                for (index, name) in names.iter().enumerate() {
                    let given = arguments.get(index).copied();
                    let given = given.or_else(|| Some(machine.terms().field((*named)?, name)));
                    let parameter = if *name == "key" { "Key" } else { "Bucket" };
                    found.extend(given.map(|given| (parameter.to_string(), given)));
                }
            }
            Segment::Called { .. } => {}
        }
    }
    found.extend(bucket.map(|bucket| ("Bucket".to_string(), bucket)));
    found
}

/// What one of these members of the chain was called with: its first argument, or
/// the one of that name.
fn called_with(
    machine: &mut Machine<'_>,
    path: &Path,
    members: &[&str],
    parameter: &str,
) -> Option<Term> {
    let root = path.root.rsplit('.').next();
    let mut previous = root;
    for segment in &path.segments {
        match segment {
            Segment::Member(name) => previous = Some(name),
            Segment::Called { arguments, named, .. }
                if previous.is_some_and(|name| members.contains(&name)) =>
            {
                let given = arguments.first().copied();
                return given.or_else(|| {
                    let named = (*named)?;
                    Some(machine.terms().field(named, parameter))
                });
            }
            Segment::Called { .. } => {}
        }
    }
    None
}

fn operation_call(
    machine: &mut Machine<'_>,
    call: &Call,
    service: String,
    operation: &str,
    parameters: Option<Term>,
    style: Style,
) -> Recognised {
    let given = parameters;
    let parameters = match parameters {
        Some(parameters) => machine.freeze(parameters),
        None => machine.terms().record([]),
    };
    let sdk = match (machine.dialect().language, Path::of(machine.terms(), call.callee)) {
        (Language::Python, _) => Sdk::Boto3,
        (_, Some(path)) if path.root.starts_with("@aws-sdk/") => Sdk::Version3,
        _ => Sdk::Version2,
    };
    Recognised::Operation(AwsCall {
        service: service.to_lowercase(),
        operation: lower_first(operation),
        label: operation.into(),
        parameters,
        given,
        client: call.callee,
        table: None,
        typed: is_typed(machine, call),
        span: call.span,
        sdk,
        style,
        paged: false,
    })
}

/// Whether the client is one that shows DynamoDB's type descriptors.
fn is_typed(machine: &mut Machine<'_>, call: &Call) -> bool {
    let parts = [Some(call.callee), call.argument(0)];
    let plain = ["dynamodb-doc", "DocumentClient", "DynamoDBDocument", "lib-dynamodb", "resource"];
    !parts.into_iter().flatten().any(|term| {
        let path = Path::of(machine.terms(), term).map(|path| path.to_string());
        path.is_some_and(|path| plain.iter().any(|name| path.contains(name)))
    })
}

/// Whether a record has a field for certain.
pub(super) fn names(terms: &Terms, record: Term, name: &str) -> bool {
    match terms.node(record) {
        Node::Record(names, _) => names.iter().any(|known| &**known == name),
        Node::Apply(Operator::With, parts) => {
            terms.as_str(parts[1]).is_some_and(|known| &**known == name)
                || names(terms, parts[0], name)
        }
        Node::Apply(Operator::Merge, parts) => parts.iter().any(|part| names(terms, *part, name)),
        Node::Apply(Operator::Ite, parts) => {
            parts[1..].iter().all(|part| names(terms, *part, name))
        }
        _ => false,
    }
}

fn upper_first(name: &str) -> String {
    let mut characters = name.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

fn lower_first(name: &str) -> String {
    let mut characters = name.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}

fn camel_case(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |mut all, part| {
        let mut characters = part.chars();
        all.extend(characters.next().into_iter().flat_map(char::to_uppercase));
        all.push_str(characters.as_str());
        all
    })
}

/// Why a service did not do what it was asked for.
pub(crate) struct Refusal<'a> {
    /// The status of the answer, if it is known.
    pub status: Option<f64>,
    /// The name of the exception's class.
    pub class: &'a str,
    /// Its code, which often is the same.
    pub code: &'a str,
    /// What it says.
    pub message: Term,
}

impl AwsCall {
    /// Delivers the outcome of what the operation does, in the SDK's style.
    pub(crate) fn deliver(
        &self,
        machine: &mut Machine<'_>,
        body: impl FnOnce(&mut Machine<'_>) -> Outcome,
    ) -> Outcome {
        let body = |machine: &mut Machine<'_>| {
            let reply = body(machine)?;
            let reply = machine.open(reply);
            self.with_status(machine, reply);
            Ok(reply)
        };
        match self.style {
            Style::Callback(callback) => machine.call_back(callback, body),
            Style::Promise => machine.promise(body),
            Style::Stream => {
                let reply = body(machine)?;
                let content = machine.get(reply, "Body")?;
                let content = machine.freeze(content);
                Ok(stream::of(machine, content))
            }
            Style::Direct if self.paged => {
                let page = body(machine)?;
                Ok(machine.new_list([page]))
            }
            Style::Direct => body(machine),
        }
    }

    /// A reply that was put together here says that all went well, as all replies do.
    fn with_status(&self, machine: &mut Machine<'_>, reply: Term) {
        match machine.view(reply).clone() {
            Node::Apply(Operator::Ite, parts) => {
                self.with_status(machine, parts[1]);
                self.with_status(machine, parts[2]);
            }
            Node::Reference(_) if !machine.is_list(reply) && !machine.is_function(reply) => {
                let status = match self.operation.as_str() {
                    "deleteObject" => 204.0,
                    // Of a part of an object it is another one.
                    "getObject" if self.parameter(machine, "Range").is_some() => return,
                    _ => 200.0,
                };
                let name = match self.sdk {
                    Sdk::Boto3 => "ResponseMetadata",
                    Sdk::Version3 => "$metadata",
                    Sdk::Version2 => return,
                };
                let status = self.status(machine, Some(status));
                // An assignment would look for a setter among what is not listed.
                let always = machine.terms().bool(true);
                machine.may_have(reply, name, always, status);
            }
            _ => {}
        }
    }

    /// What an SDK says about a reply.
    fn status(&self, machine: &mut Machine<'_>, status: Option<f64>) -> Term {
        let name = match self.sdk {
            Sdk::Boto3 => "HTTPStatusCode",
            Sdk::Version2 | Sdk::Version3 => "httpStatusCode",
        };
        let status = status.map(|status| (name, machine.terms().number(status)));
        let status = machine.new_record(status);
        machine.open(status)
    }

    /// A service exception that says nothing but its code.
    pub(crate) fn error(
        &self,
        machine: &mut Machine<'_>,
        status: f64,
        code: &str,
        message: &str,
    ) -> Term {
        let message = machine.terms().string(message);
        let status = Some(status);
        self.refused(machine, Refusal { status, class: code, code, message }, &[])
    }

    /// A service exception, as each SDK shows it, with what it says besides.
    pub(crate) fn refused(
        &self,
        machine: &mut Machine<'_>,
        Refusal { status, class, code, message }: Refusal<'_>,
        details: &[(&str, Term)],
    ) -> Term {
        let code_term = machine.terms().string(code);
        let answered = self.status(machine, status);
        let error = match self.sdk {
            Sdk::Boto3 => {
                let inner = machine.new_record([("Code", code_term), ("Message", message)]);
                let inner = machine.open(inner);
                let known = [("Error", inner), ("ResponseMetadata", answered)];
                let response = machine.new_record(known.into_iter().chain(details.iter().copied()));
                let response = machine.open(response);
                let called = upper_first(&self.operation);
                let text =
                    format!("An error occurred ({code}) when calling the {called} operation: ");
                let (text, called) = (machine.terms().string(text), machine.terms().string(called));
                let text = machine.terms().apply(Operator::Concat, &[text, message]);
                let fields = [("response", response), ("operation_name", called)];
                machine.error(&[class, "ClientError", "Exception"], text, &fields)
            }
            Sdk::Version2 => {
                let mut known = vec![("code", code_term)];
                known.extend(status.map(|status| ("statusCode", machine.terms().number(status))));
                machine.error(&[code, "Error"], message, &[&known, details].concat())
            }
            Sdk::Version3 => {
                let service = match self.service.as_str() {
                    "dynamodb" => "DynamoDBServiceException".to_string(),
                    service => format!("{}ServiceException", service.to_uppercase()),
                };
                let fault = machine.terms().string("client");
                let classes = [class, service.as_str(), "ServiceException", "Error"];
                let known = [("$fault", fault), ("$metadata", answered)];
                let error = machine.error(&classes, message, &[&known, details].concat());
                // That is how version 2 called it.
                machine.lacks(error, "code");
                machine.lacks(error, "statusCode");
                error
            }
        };
        machine.open(error)
    }

    /// A service exception of which nothing is known but what it depends on: its class and its
    /// code may be any. A waiter gives up with an exception that is none of a service.
    pub(crate) fn refused_somehow(&self, machine: &mut Machine<'_>, depends_on: &[Term]) -> Term {
        let code = machine.terms().pure("the code of a service's error", depends_on);
        let code = machine.terms().apply(Operator::Concat, &[code]);
        let message = machine.terms().pure("what a service's error says", depends_on);
        let error = match self.sdk {
            Sdk::Boto3 => {
                let inner = machine.new_record([("Code", code), ("Message", message)]);
                let inner = machine.open(inner);
                let response = machine.new_record([("Error", inner)]);
                let response = machine.open(response);
                let called = machine.terms().string(upper_first(&self.operation));
                let fields = [("response", response), ("operation_name", called)];
                let classes = match self.operation.starts_with("wait") {
                    true => &[OPEN_CLASS, "Exception"][..],
                    false => &[OPEN_CLASS, "ClientError", "Exception"],
                };
                machine.error(classes, message, &fields)
            }
            Sdk::Version2 => {
                let fields = [("code", code), ("name", code)];
                machine.error(&[OPEN_CLASS, "Error"], message, &fields)
            }
            Sdk::Version3 => {
                let error = machine.error(&[OPEN_CLASS, "Error"], message, &[("name", code)]);
                machine.lacks(error, "code");
                machine.lacks(error, "statusCode");
                error
            }
        };
        machine.open(error)
    }

    /// Whether it is called through version 3 of the SDK for JavaScript.
    pub(crate) fn is_version3(&self) -> bool {
        self.sdk == Sdk::Version3
    }

    /// Whether it is called through `aws-sdk`.
    pub(crate) fn is_version2(&self) -> bool {
        self.sdk == Sdk::Version2
    }

    /// A parameter that the program itself writes: what comes from outside as a whole
    /// need not have it.
    pub(crate) fn written(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        names(machine.terms(), self.parameters, name).then(|| self.parameter(machine, name))?
    }

    /// One parameter.
    pub(crate) fn parameter(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        let value = machine.terms().field(self.parameters, name);
        (!matches!(machine.terms().node(value), Node::Undefined)).then_some(value)
    }
}
