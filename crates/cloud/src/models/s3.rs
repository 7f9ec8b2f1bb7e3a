//! S3: objects are cells of their bucket.

use super::aws::AwsCall;
use aplomb_script::Language;
use aplomb_symbolic::{Call, Change, Machine, Outcome, Path, Term};

/// What an S3 operation does.
pub(super) fn call(machine: &mut Machine<'_>, call: &AwsCall) -> Option<Outcome> {
    let bucket = call.parameter(machine, "Bucket");
    let key = call.parameter(machine, "Key");
    Some(match (call.operation.as_str(), bucket, key) {
        ("getObject" | "headObject" | "getObjectTagging", Some(bucket), Some(key)) => {
            read(machine, call, bucket, key)
        }
        ("putObject" | "upload", Some(bucket), Some(key)) => {
            let body = machine.terms().field(call.parameters, "Body");
            write(machine, call, bucket, key, body)
        }
        ("uploadFile" | "uploadFileobj", Some(bucket), Some(key)) => {
            machine.assume("local files hold the same on every attempt");
            let terms = machine.terms();
            let name = terms.field(call.parameters, "Filename");
            let object = terms.field(call.parameters, "Fileobj");
            let content = terms.pure("local file", &[name, object]);
            write(machine, call, bucket, key, content)
        }
        ("downloadFile" | "downloadFileobj", Some(bucket), Some(key)) => {
            read(machine, call, bucket, key).map(|_| machine.terms().null())
        }
        ("deleteObject", Some(bucket), Some(key)) => {
            let absent = machine.terms().absent();
            write(machine, call, bucket, key, absent)
        }
        ("copyObject", Some(bucket), Some(key)) => copy(machine, call, bucket, key),
        ("listObjects" | "listObjectsV2", Some(bucket), _) => list(machine, call, bucket),
        (
            "getSignedUrl" | "getSignedUrlPromise" | "createPresignedPost" | "generatePresignedUrl",
            ..,
        ) => {
            let parameters = call.parameters;
            Ok(machine.terms().pure("s3.signed_url", &[parameters]))
        }
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
    machine.new_record(methods)
}

fn read(machine: &mut Machine<'_>, call: &AwsCall, bucket: Term, key: Term) -> Outcome {
    let cell = machine.cell(bucket, key);
    let read = cell.read(machine);
    let accessed = machine.access(&call.label, call.span, vec![read], None)?;
    let content = accessed.old[0];
    let terms = machine.terms();
    let kind = terms.pure("s3.content_type", &[content]);
    let tag = terms.pure("s3.etag", &[content]);
    let absent = terms.absent();
    let missing = terms.equal(content, absent);
    let there = terms.not(missing);
    machine.branch(
        there,
        |machine| {
            let body = body(machine, content);
            Ok(machine.new_record([("Body", body), ("ContentType", kind), ("ETag", tag)]))
        },
        |machine| {
            let error = call.error(machine, "NoSuchKey", "The specified key does not exist.");
            machine.throw(error)
        },
    )
}

fn write(
    machine: &mut Machine<'_>,
    call: &AwsCall,
    bucket: Term,
    key: Term,
    content: Term,
) -> Outcome {
    let cell = machine.cell(bucket, key);
    let condition = machine.terms().bool(true);
    let change = Change { cell, condition, new: Some(content) };
    machine.access(&call.label, call.span, vec![change], None)?;
    let version = machine.fresh("VersionId", call.span, true)?;
    let terms = machine.terms();
    let location = terms.pure("s3.location", &[bucket, key]);
    let tag = terms.pure("s3.etag", &[content]);
    Ok(machine.new_record([
        ("VersionId", version),
        ("Location", location),
        ("Key", key),
        ("Bucket", bucket),
        ("ETag", tag),
    ]))
}

/// A copy reads its source, then writes its target.
fn copy(machine: &mut Machine<'_>, call: &AwsCall, bucket: Term, key: Term) -> Outcome {
    let source = machine.terms().field(call.parameters, "CopySource");
    let from = machine.terms().string("s3 copy source");
    let cell = machine.cell(from, source);
    let read = cell.read(machine);
    let accessed = machine.access(&call.label, call.span, vec![read], None)?;
    machine.assume("the source of an S3 copy is not written by this application");
    write(machine, call, bucket, key, accessed.old[0])
}

fn list(machine: &mut Machine<'_>, call: &AwsCall, bucket: Term) -> Outcome {
    let filter = match call.parameter(machine, "Prefix") {
        Some(prefix) => machine.terms().pure("s3.prefix", &[prefix]),
        None => machine.terms().undefined(),
    };
    let contents = machine.scan(&call.label, call.span, bucket, filter)?;
    Ok(machine.new_record([("Contents", contents)]))
}
