//! S3: objects are cells of their bucket. The content of a cell is what the request that
//! wrote it said: its body, its metadata, its type.

mod source;

use super::aws::AwsCall;
use crate::assumptions;
use aplomb_script::Language;
use aplomb_symbolic::{Call, Change, Machine, Node, Operator, Outcome, Path, Term, Terms};
use std::sync::Arc;

/// What an S3 operation does.
pub(super) fn call(machine: &mut Machine<'_>, call: &AwsCall) -> Option<Outcome> {
    let bucket = call.parameter(machine, "Bucket");
    let key = call.parameter(machine, "Key");
    let operation = call.operation.as_str();
    let (bucket, key) = match (operation, bucket, key) {
        // A link holds the time at which it was made.
        (
            "getSignedUrl"
            | "getSignedUrlPromise"
            | "createPresignedPost"
            | "presign"
            | "generatePresignedUrl"
            | "generatePresignedPost",
            ..,
        ) => return Some(machine.fresh(&call.label, call.span, false)),
        ("listObjects" | "listObjectsV2", Some(bucket), _) => {
            return Some(list(machine, call, bucket));
        }
        // What `Bucket(name).objects` goes through.
        ("listCollection", Some(bucket), _) => return Some(collection(machine, call, bucket)),
        // Whoever writes an object again adds a version.
        ("listObjectVersions", ..) => {
            let message = "a list of versions is not supported: each write of an object adds one";
            return Some(Ok(machine.problem(message, call.span)));
        }
        ("deleteObjects", Some(bucket), _) => return Some(delete_all(machine, call, bucket)),
        (_, Some(bucket), Some(key)) => (bucket, key),
        _ => return None,
    };
    let object = Object { call, bucket, key: versioned(machine, call, key) };
    Some(match operation {
        "getObject" | "headObject" => object.read(machine),
        "waitUntilObjectExists" => object.wait(machine, true),
        "waitUntilObjectNotExists" => object.wait(machine, false),
        "downloadFile" | "downloadFileobj" => object.read(machine).and_then(|content| {
            let buffer = machine.terms().field(call.parameters, "Fileobj");
            if !machine.fill("write", Some(buffer), &[content]) {
                machine.write_file(&[content])?;
            }
            Ok(machine.terms().null())
        }),
        // What else is told of an object changes when the object does.
        "getObjectAttributes" => {
            let label = format!("the reply of {}", call.label);
            Ok(machine.stamp(&label, call.span, bucket, &[call.parameters]))
        }
        "putObject" | "upload" => {
            if call.parameter(machine, "WriteOffsetBytes").is_some() {
                machine.problem("a write past the end of an object is not supported", call.span);
            }
            let content = content(machine, call.parameters);
            object.write(machine, content)
        }
        "uploadFile" | "uploadFileobj" => {
            machine.assume(&assumptions::LOCAL_FILES);
            let written = match machine.written_files() {
                Ok(written) => written,
                Err(stop) => return Some(Err(stop)),
            };
            let terms = machine.terms();
            let name = terms.field(call.parameters, "Filename");
            let handle = terms.field(call.parameters, "Fileobj");
            let extra = terms.field(call.parameters, "ExtraArgs");
            let left = machine.left_in(&[name]);
            let depends: Vec<Term> =
                [name, handle].into_iter().chain(written).chain(left).collect();
            let terms = machine.terms();
            let body = terms.pure("local file", &depends);
            let content = terms.record([("Body".into(), body)]);
            let content = match terms.node(extra) {
                Node::Undefined | Node::Null => content,
                _ => terms.apply(Operator::Merge, &[extra, content]),
            };
            let content = stored(machine, content);
            object.write(machine, content)
        }
        "deleteObject" => {
            let absent = machine.terms().absent();
            object.write(machine, absent)
        }
        "copyObject" | "copy" => object.copy(machine),
        "getObjectTagging" => object.part("tags").get(machine, "TagSet"),
        "putObjectTagging" => object.part("tags").put(machine, "Tagging"),
        "deleteObjectTagging" => object.part("tags").remove(machine),
        "getObjectAcl" => object.part("access").get(machine, "Grants"),
        "putObjectAcl" => object.part("access").put(machine, "AccessControlPolicy"),
        _ => return None,
    })
}

/// The methods of a body in Python; the content is data.
const BODY: &str = "aplomb:s3:body:";

/// Calls of methods of a body.
pub(super) fn method(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let name = path.root.strip_prefix(BODY)?.to_string();
    let content = call.argument(0)?;
    Some(Ok(match name.as_str() {
        "read" => content,
        "close" => machine.terms().null(),
        _ => machine.terms().pure(&name, &[content]),
    }))
}

/// The body as the SDK gives it: in Python a stream, elsewhere the content.
fn body(machine: &mut Machine<'_>, content: Term) -> Term {
    if machine.dialect().language == Language::JavaScript {
        return content;
    }
    let methods = ["read", "close", "iter_lines", "iter_chunks"]
        .map(|name| (name, machine.function(&format!("{BODY}{name}"), &[content])));
    let body = machine.new_record(methods);
    machine.open(body)
}

/// Parameters that are about the request, not about the object.
const REQUEST: [&str; 12] = [
    "Bucket",
    "Key",
    "IfMatch",
    "IfNoneMatch",
    "CopySource",
    "CopySourceIfMatch",
    "CopySourceIfNoneMatch",
    "CopySourceIfModifiedSince",
    "CopySourceIfUnmodifiedSince",
    "ContentMD5",
    "ExpectedBucketOwner",
    "RequestPayer",
];

/// The object that a request describes.
fn content(machine: &mut Machine<'_>, parameters: Term) -> Term {
    let content = REQUEST.iter().fold(parameters, |content, name| {
        let name = machine.terms().string(*name);
        machine.terms().apply(Operator::Without, &[content, name])
    });
    stored(machine, content)
}

/// An object as S3 keeps it: the names of its metadata are in small letters.
fn stored(machine: &mut Machine<'_>, content: Term) -> Term {
    let given = machine.terms().field(content, "Metadata");
    let is_number = |machine: &mut Machine<'_>, value| machine.terms().is_number(value);
    let values = machine.values_in(given).unwrap_or_default();
    if machine.dialect().language == Language::Python
        && values.into_iter().any(|value| is_number(machine, value))
    {
        let span = machine.span();
        machine.problem("boto3 refuses metadata that is no text; write it as one", span);
    }
    let terms = machine.terms();
    let small = match terms.node(given).clone() {
        Node::Undefined | Node::Null => return content,
        Node::Record(names, values) => {
            let names = names.iter().map(|name| Arc::from(name.to_lowercase()));
            let texts: Vec<Term> = values.iter().map(|&value| header(terms, value)).collect();
            terms.record(names.zip(texts).collect::<Vec<_>>())
        }
        _ => terms.pure("s3.metadata", &[given]),
    };
    if small == given {
        return content;
    }
    let name = terms.string("Metadata");
    terms.apply(Operator::With, &[content, name, small])
}

/// A value as a header says it, which is a text.
fn header(terms: &mut Terms, value: Term) -> Term {
    match terms.is_number(value) || terms.is_truth(value) {
        true => terms.apply(Operator::Concat, &[value]),
        false => value,
    }
}

/// What S3 says of an object, or something else where whoever wrote it said nothing.
fn described(
    machine: &mut Machine<'_>,
    content: Term,
    name: &str,
    otherwise: impl FnOnce(&mut Terms) -> Term,
) -> Term {
    let terms = machine.terms();
    let (said, undefined) = (terms.field(content, name), terms.undefined());
    let is_silent = terms.equal(said, undefined);
    let otherwise = otherwise(terms);
    terms.ite(is_silent, otherwise, said)
}

/// The key of a cell: versions of an object are cells of their own.
fn versioned(machine: &mut Machine<'_>, call: &AwsCall, key: Term) -> Term {
    let Some(version) = call.parameter(machine, "VersionId") else { return key };
    let terms = machine.terms();
    let (undefined, null) = (terms.undefined(), terms.null());
    let (no_field, empty) = (terms.equal(version, undefined), terms.equal(version, null));
    let current = terms.or(no_field, empty);
    let versioned = terms.list([key, version]);
    terms.ite(current, key, versioned)
}

/// The tag of an object, in quotes: different bodies have different ones, so the body itself
/// will do.
fn tag_of(machine: &mut Machine<'_>, content: Term) -> Term {
    let terms = machine.terms();
    let body = terms.field(content, "Body");
    let (begin, end) = (terms.string("\"tag of "), terms.string("\""));
    let body = terms.apply(Operator::JsonText, &[body]);
    terms.apply(Operator::Concat, &[begin, body, end])
}

/// What S3 says of an object that every write changes, also one of the same content.
const STAMPS: [&str; 2] = ["LastModified", "VersionId"];

/// An object that a request is about.
struct Object<'a> {
    call: &'a AwsCall,
    bucket: Term,
    key: Term,
}

impl Object<'_> {
    fn read(&self, machine: &mut Machine<'_>) -> Outcome {
        let call = self.call;
        let cell = machine.cell(self.bucket, self.key);
        let read = cell.read(machine);
        let accessed = machine.access(&call.label, call.span, vec![read], None)?;
        let content = accessed.old[0];
        self.require(machine, content)?;
        self.require_modified(machine, (self.bucket, content), "")?;
        let asked = self.asked_part(machine, content);
        let length = machine.terms().pure("s3.length", &[asked]);
        let tag = tag_of(machine, content);
        let kind = described(machine, content, "ContentType", |terms| terms.pure("s3.type", &[]));
        let metadata = described(machine, content, "Metadata", |terms| terms.record([]));
        let reply = machine.new_record([
            ("ETag", tag),
            ("ContentLength", length),
            ("ContentType", kind),
            ("Metadata", metadata),
        ]);
        for name in STAMPS {
            let label = format!("{name} of {}", call.label);
            let stamp = machine.stamp(&label, call.span, self.bucket, &[self.bucket, self.key]);
            machine.set(reply, name, stamp)?;
        }
        for name in ["CacheControl", "ContentEncoding"] {
            let said = machine.terms().field(content, name);
            machine.set(reply, name, said)?;
        }
        if call.operation != "headObject" {
            let body = body(machine, asked);
            machine.set(reply, "Body", body)?;
        }
        Ok(reply)
    }

    /// The part of an object's body that a request asks for.
    fn asked_part(&self, machine: &mut Machine<'_>, content: Term) -> Term {
        let whole = machine.terms().field(content, "Body");
        let places = ["Range", "PartNumber"].map(|name| self.call.parameter(machine, name));
        let places: Vec<Term> = places.into_iter().flatten().collect();
        match places.is_empty() {
            true => whole,
            false => machine.terms().pure("s3.part", &[&[whole], &places[..]].concat()),
        }
    }

    /// Waits until there is an object, or none; gives up where that does not come.
    fn wait(&self, machine: &mut Machine<'_>, wanted: bool) -> Outcome {
        let call = self.call;
        let read = machine.cell(self.bucket, self.key).read(machine);
        let accessed = machine.access(&call.label, call.span, vec![read], None)?;
        let content = accessed.old[0];
        let absent = machine.terms().absent();
        let missing = machine.terms().equal(content, absent);
        let in_vain = if wanted { missing } else { machine.terms().not(missing) };
        machine.branch(
            in_vain,
            |machine| {
                let error = call.refused_somehow(machine, &[call.parameters]);
                machine.throw(error)
            },
            |machine| Ok(machine.new_record::<&str>([])),
        )
    }

    /// Raises where there is no object.
    fn require(&self, machine: &mut Machine<'_>, content: Term) -> Outcome {
        let absent = machine.terms().absent();
        let missing = machine.terms().equal(content, absent);
        // Without a body there is no room for a code.
        let bare = matches!(self.call.operation.as_str(), "headObject" | "downloadFile" | "copy");
        let (code, message) = match (bare, machine.dialect().language) {
            (false, _) => ("NoSuchKey", "The specified key does not exist."),
            (true, Language::Python) => ("404", "Not Found"),
            (true, Language::JavaScript) => ("NotFound", "NotFound"),
        };
        self.refuse_if(machine, missing, 404.0, code, message)
    }

    /// Raises where a request reads an object of a bucket, and asks for something newer or
    /// other; of copies the parameters that say so begin with `CopySource`.
    fn require_modified(
        &self,
        machine: &mut Machine<'_>,
        (bucket, content): (Term, Term),
        prefix: &str,
    ) -> Outcome {
        let call = self.call;
        for name in ["IfNoneMatch", "IfModifiedSince", "IfMatch", "IfUnmodifiedSince"] {
            let parameter = format!("{prefix}{name}");
            let Some(given) = call.parameter(machine, &parameter) else { continue };
            let (question, asked) = (format!("s3.{name}"), [content, given]);
            let refused = match name.contains("Since") {
                true => machine.stamp(&question, call.span, bucket, &asked),
                false => machine.terms().pure(&question, &asked),
            };
            let refused = machine.terms().apply(Operator::Truthy, &[refused]);
            let (status, code) = match name {
                "IfNoneMatch" | "IfModifiedSince" if prefix.is_empty() => (304.0, "NotModified"),
                _ => (412.0, "PreconditionFailed"),
            };
            self.refuse_if(machine, refused, status, code, code)?;
        }
        Ok(machine.terms().undefined())
    }

    fn refuse_if(
        &self,
        machine: &mut Machine<'_>,
        refused: Term,
        status: f64,
        code: &str,
        message: &str,
    ) -> Outcome {
        machine.branch(
            refused,
            |machine| {
                let error = self.call.error(machine, status, code, message);
                machine.throw(error)
            },
            |machine| Ok(machine.terms().undefined()),
        )
    }

    /// When a write takes place: `IfNoneMatch: "*"` where there is no object yet,
    /// `IfMatch: tag` where the object still has that tag.
    fn condition(&self, machine: &mut Machine<'_>, old: Term) -> Term {
        let mut condition = machine.terms().bool(true);
        let absent = machine.terms().absent();
        let missing = machine.terms().equal(old, absent);
        if let Some(given) = self.call.parameter(machine, "IfMatch") {
            let tag = tag_of(machine, old);
            let same = machine.terms().equal(tag, given);
            let there = machine.terms().not(missing);
            let same = machine.terms().and(there, same);
            condition = machine.terms().and(condition, same);
        }
        if let Some(given) = self.call.parameter(machine, "IfNoneMatch") {
            let free = match machine.terms().as_str(given).is_some_and(|given| &**given == "*") {
                true => missing,
                false => {
                    let free = machine.terms().pure("s3.free", &[old, given]);
                    machine.terms().apply(Operator::Truthy, &[free])
                }
            };
            condition = machine.terms().and(condition, free);
        }
        condition
    }

    fn write(&self, machine: &mut Machine<'_>, content: Term) -> Outcome {
        let call = self.call;
        let cell = machine.cell(self.bucket, self.key);
        let condition = self.condition(machine, cell.old);
        let change = Change { cell, condition, new: Some(content) };
        let accessed = machine.access(&call.label, call.span, vec![change], None)?;
        let refused = machine.terms().not(accessed.holds);
        let message = "At least one of the pre-conditions you specified did not hold";
        self.refuse_if(machine, refused, 412.0, "PreconditionFailed", message)?;
        self.written(machine, content)
    }

    /// What a write answers.
    fn written(&self, machine: &mut Machine<'_>, content: Term) -> Outcome {
        let call = self.call;
        let operation = call.operation.as_str();
        // Transfers of boto3 answer nothing.
        if matches!(operation, "uploadFile" | "uploadFileobj" | "copy") {
            return Ok(machine.terms().null());
        }
        let reply = machine.new_record::<&str>([]);
        let version = machine.fresh("VersionId", call.span, true)?;
        let versioned = machine.terms().pure("s3.versioned", &[self.bucket]);
        let versioned = machine.terms().apply(Operator::Truthy, &[versioned]);
        machine.may_have(reply, "VersionId", versioned, version);
        if matches!(operation, "putObject" | "upload") {
            let tag = self.new_tag(machine, content)?;
            machine.set(reply, "ETag", tag)?;
        }
        if operation == "upload" {
            let location = machine.terms().pure("s3.location", &[self.bucket, self.key]);
            for (name, value) in
                [("Location", location), ("Key", self.key), ("Bucket", self.bucket)]
            {
                machine.set(reply, name, value)?;
            }
        }
        Ok(reply)
    }

    /// The tag of an object that was just written: of one that is encrypted by a key of its own
    /// it is another one each time.
    fn new_tag(&self, machine: &mut Machine<'_>, content: Term) -> Outcome {
        let encrypted = self.call.parameter(machine, "ServerSideEncryption");
        let by_bucket = encrypted
            .is_none_or(|how| machine.terms().as_str(how).is_some_and(|how| &**how == "AES256"));
        match by_bucket && self.call.parameter(machine, "SSECustomerKey").is_none() {
            true => Ok(tag_of(machine, content)),
            false => machine.fresh("ETag", self.call.span, false),
        }
    }

    /// A copy reads its source, then writes its target.
    fn copy(&self, machine: &mut Machine<'_>) -> Outcome {
        let call = self.call;
        let named = machine.terms().field(call.parameters, "CopySource");
        let (bucket, key) = source::of(machine.terms(), named);
        let cell = machine.cell(bucket, key);
        let read = cell.read(machine);
        let accessed = machine.access(&call.label, call.span, vec![read], None)?;
        let copied = accessed.old[0];
        self.require(machine, copied)?;
        self.require_modified(machine, (bucket, copied), "CopySource")?;
        let changed = content(machine, call.parameters);
        let content = match machine.terms().node(changed) {
            Node::Record(names, _) if names.is_empty() => copied,
            _ => machine.terms().apply(Operator::Merge, &[copied, changed]),
        };
        self.write(machine, content)
    }

    /// What is kept beside an object: its tags, who has access.
    fn part(&self, name: &'static str) -> Part<'_> {
        Part { object: self, name }
    }
}

/// Something kept beside an object, in a cell of its own.
struct Part<'a> {
    object: &'a Object<'a>,
    name: &'static str,
}

impl Part<'_> {
    fn cell(&self, machine: &mut Machine<'_>) -> aplomb_symbolic::Cell {
        let name = machine.terms().string(self.name);
        let key = machine.terms().list([self.object.key, name]);
        machine.cell(self.object.bucket, key)
    }

    fn get(&self, machine: &mut Machine<'_>, field: &str) -> Outcome {
        let call = self.object.call;
        let read = self.cell(machine).read(machine);
        let accessed = machine.access(&call.label, call.span, vec![read], None)?;
        let shown = machine.terms().field(accessed.old[0], field);
        Ok(machine.new_record([(field, shown)]))
    }

    fn put(&self, machine: &mut Machine<'_>, parameter: &str) -> Outcome {
        let call = self.object.call;
        let given = machine.terms().field(call.parameters, parameter);
        let whole = content(machine, call.parameters);
        let new = machine.terms().apply(Operator::Merge, &[whole, given]);
        self.change(machine, new)
    }

    fn remove(&self, machine: &mut Machine<'_>) -> Outcome {
        let absent = machine.terms().absent();
        self.change(machine, absent)
    }

    fn change(&self, machine: &mut Machine<'_>, new: Term) -> Outcome {
        let call = self.object.call;
        let change = self.cell(machine).write(machine, new);
        machine.access(&call.label, call.span, vec![change], None)?;
        Ok(machine.new_record::<&str>([]))
    }
}

/// Each object of a batch is deleted by itself.
fn delete_all(machine: &mut Machine<'_>, call: &AwsCall, bucket: Term) -> Outcome {
    let objects = machine.terms().field(call.parameters, "Delete");
    let objects = machine.terms().field(objects, "Objects");
    machine.together(|machine| {
        machine.for_each(objects, &mut |machine, named| {
            let named = machine.freeze(named);
            let key = machine.terms().field(named, "Key");
            let version = machine.terms().field(named, "VersionId");
            let cell = match machine.terms().node(version) {
                Node::Undefined | Node::Null => machine.cell(bucket, key),
                _ => {
                    let versioned = machine.terms().list([key, version]);
                    machine.cell(bucket, versioned)
                }
            };
            let absent = machine.terms().absent();
            let change = cell.write(machine, absent);
            machine.access(&call.label, call.span, vec![change], None)?;
            Ok(key)
        })
    })?;
    Ok(machine.new_record::<&str>([]))
}

/// The objects of a bucket that a request lists.
fn collection(machine: &mut Machine<'_>, call: &AwsCall, bucket: Term) -> Outcome {
    let filter = match call.parameter(machine, "Prefix") {
        Some(prefix) => machine.terms().pure("s3.prefix", &[prefix]),
        None => machine.terms().undefined(),
    };
    let in_parts = PAGING.iter().any(|name| call.parameter(machine, name).is_some());
    let listed = match in_parts {
        true => machine.scan(&call.label, call.span, bucket, filter),
        false => machine.scan_all(&call.label, call.span, bucket, filter),
    };
    machine.stamped_items(&[STAMPS[0], STAMPS[1], "last_modified", "version_id"]);
    listed
}

/// Parameters that make a listing a part of what there is.
const PAGING: [&str; 6] =
    ["MaxKeys", "StartAfter", "Marker", "ContinuationToken", "KeyMarker", "VersionIdMarker"];

fn list(machine: &mut Machine<'_>, call: &AwsCall, bucket: Term) -> Outcome {
    let contents = collection(machine, call, bucket)?;
    let found = machine.freeze(contents);
    let count = machine.terms().apply(Operator::Length, &[found]);
    let zero = machine.terms().number(0.0);
    let some = machine.terms().apply(Operator::Less, &[zero, count]);
    let rest = machine.rest_of(&[found]);
    let is_part = machine.terms().apply(Operator::Truthy, &[rest]);
    let reply = machine.new_record([("KeyCount", count), ("IsTruncated", is_part)]);
    // An empty listing has no field for its objects, but in version 2 of the SDK.
    match call.is_version2() {
        true => machine.set(reply, "Contents", contents)?,
        false => machine.may_have(reply, "Contents", some, contents),
    }
    for name in ["NextContinuationToken", "NextMarker"] {
        machine.may_have(reply, name, is_part, rest);
    }
    Ok(reply)
}
