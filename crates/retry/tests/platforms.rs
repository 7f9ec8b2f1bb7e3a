//! What platforms keep from one attempt to the next, and what they forget: small
//! applications with their triggers, all functions together.

use aplomb_retry::{Options, discover, load};

/// The verdicts on the functions of an application, in the order of their names.
fn verdicts(source: &str, functions: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("app.js"), source).unwrap();
    let mut description = "service: app\nprovider: { name: aws }\nfunctions:\n".to_string();
    for (name, events) in functions {
        description += &format!("  {name}: {{ handler: app.{name}, events: [{events}] }}\n");
    }
    std::fs::write(folder.path().join("serverless.yml"), description).unwrap();
    let application = discover(folder.path()).unwrap().remove(0);
    let loaded = load(&application);
    let all: Vec<usize> = (0..loaded.functions.len()).collect();
    let options = Options { exhaustive: false, ..Options::default() };
    let mut rows: Vec<(String, String)> = loaded
        .check_all(&all, options, |_| {})
        .into_iter()
        .map(|checked| (checked.row.name, checked.row.verdict.to_string()))
        .collect();
    rows.sort();
    rows.into_iter().map(|(_, verdict)| verdict).collect()
}

const SDK: &str = r#"
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");
const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const { SNS } = require("@aws-sdk/client-sns");
const db = DynamoDBDocument.from(new DynamoDB());
const sns = new SNS();
"#;

fn app(source: &str) -> String {
    format!("{SDK}{source}")
}

/// A transaction that was cancelled is forgotten with its token: after somebody has filled
/// the stock, the retry sells what the first attempt has called sold out.
#[test]
fn a_cancelled_transaction_is_forgotten() {
    let shop = app(r#"
exports.sell = async ({ request, article }) => {
  try {
    await db.transactWrite({
      ClientRequestToken: request,
      TransactItems: [{ Update: {
        TableName: "stock", Key: { article }, UpdateExpression: "SET pieces = pieces - :one",
        ConditionExpression: "pieces >= :one", ExpressionAttributeValues: { ":one": 1 },
      } }],
    });
  } catch (error) {
    await db.put({ TableName: "soldOut", Item: { request, article } });
  }
};
exports.fill = async ({ article, pieces }) => {
  await db.put({ TableName: "stock", Item: { article, pieces } });
};"#);
    let triggers = [("fill", "{ http: POST /fill }"), ("sell", "{ http: POST /sell }")];
    assert_eq!(verdicts(&shop, &triggers)[1], "unsafe-concurrent");
}

/// DynamoDB refuses another request under a token that it knows. With a time in it, the
/// request of a retry is another one, and the retry fails.
#[test]
fn a_token_stands_for_one_request() {
    for (issued, verdict) in [("new Date().toISOString()", "unsafe"), ("event.issued", "safe")] {
        let shop = app(&r#"
exports.issue = async (event) => {
  await db.transactWrite({
    ClientRequestToken: event.request,
    TransactItems: [
      { Put: { TableName: "invoices", Item: { id: event.request, issued: ISSUED } } },
      { Update: {
        TableName: "customers", Key: { id: event.customer }, UpdateExpression: "ADD due :cents",
        ExpressionAttributeValues: { ":cents": event.cents },
      } },
    ],
  });
};"#
        .replace("ISSUED", issued));
        let found = verdicts(&shop, &[("issue", "{ http: POST /invoices }")]);
        assert_eq!(found[0], verdict, "{issued}");
    }
}

/// The retry of an asynchronous invocation has its request id, and nobody else has it;
/// behind a queue it has another one, and so it has if a queue is one of several triggers.
#[test]
fn who_keeps_the_request_id() {
    let audit = app(r#"
exports.note = async (event, context) => {
  await db.put({ TableName: "audit", Item: { id: context.awsRequestId, text: event.text } });
};
exports.show = async ({ id }) => (await db.get({ TableName: "audit", Key: { id } })).Item;"#);
    for (events, verdict) in [
        ("{ sns: news }", "safe"),
        ("{ sqs: 'arn:aws:sqs:eu-west-1:1:news' }", "unsafe"),
        ("{ sns: news }, { sqs: 'arn:aws:sqs:eu-west-1:1:news' }", "unsafe"),
        ("{ http: POST /note }", "unsafe"),
    ] {
        let triggers = [("note", events), ("show", "{ http: GET /note }")];
        assert_eq!(verdicts(&audit, &triggers)[0], verdict, "{events}");
    }
}

/// Two messages of a queue have different ids, whatever else they have in common. An id
/// that is a part of the message is the client's.
#[test]
fn messages_of_a_queue_have_their_own_ids() {
    for (id, verdict) in
        [("record.messageId", "safe"), ("JSON.parse(record.body).messageId", "unsafe-concurrent")]
    {
        let inbox = app(&format!(
            r#"
exports.keep = async (event) => {{
  for (const record of event.Records) {{
    await db.put({{ TableName: "inbox", Item: {{ id: {id}, text: JSON.parse(record.body).text }} }});
  }}
}};
exports.show = async ({{ id }}) => (await db.get({{ TableName: "inbox", Key: {{ id }} }})).Item;"#
        ));
        let queue = "{ sqs: 'arn:aws:sqs:eu-west-1:1:inbox' }";
        let triggers = [("keep", queue), ("show", "{ http: GET /note }")];
        assert_eq!(verdicts(&inbox, &triggers)[0], verdict, "{id}");
    }
}

/// A durable execution that is invoked again resumes, and remembers what its steps drew;
/// behind a queue every delivery starts a new one.
#[test]
fn durable_executions_behind_a_queue_begin_anew() {
    let order = app(r#"
const { randomUUID } = require("node:crypto");
const { withDurableExecution } = require("@aws/durable-execution-sdk-js");
exports.order = withDurableExecution(async (event, context) => {
  const id = await context.step("id", async () => randomUUID());
  await context.step("put", async () => {
    await db.put({ TableName: "orders", Item: { id, text: event.text } });
  });
});"#);
    for (events, verdict) in
        [("{ http: POST /order }", "safe"), ("{ sqs: 'arn:aws:sqs:eu-west-1:1:orders' }", "unsafe")]
    {
        assert_eq!(verdicts(&order, &[("order", events)])[0], verdict, "{events}");
    }
}

/// What a warm instance keeps may be older than what the function itself has written.
#[test]
fn a_warm_instance_keeps_what_was_there_before() {
    for (writer, verdict) in [
        ("", "safe"),
        (
            r#"exports.set = async ({ mode }) => {
  await db.put({ TableName: "settings", Item: { id: "all", mode } });
};"#,
            "unknown",
        ),
    ] {
        let settings = app(&format!(
            r#"
let kept;
exports.order = async ({{ id }}) => {{
  kept = kept ?? (await db.get({{ TableName: "settings", Key: {{ id: "all" }} }})).Item;
  await db.put({{ TableName: "orders", Item: {{ id, mode: kept.mode }} }});
}};
{writer}"#
        ));
        let mut triggers = vec![("order", "{ http: POST /order }")];
        if !writer.is_empty() {
            triggers.push(("set", "{ http: POST /set }"));
        }
        assert_eq!(verdicts(&settings, &triggers)[0], verdict, "{writer}");
    }
}

/// The gateway gives each request an identifier and a time: the whole event, its context and
/// its headers are new when the client asks again, what the client says is not.
#[test]
fn requests_are_new_as_a_whole() {
    for (key, verdict) in [
        ("JSON.stringify(event)", "unsafe"),
        ("JSON.stringify({ ...event })", "unsafe"),
        ("JSON.stringify(event.requestContext)", "unsafe"),
        ("Object.values(event.requestContext).join()", "unsafe"),
        ("JSON.stringify(event.headers)", "unsafe"),
        ("event.headers['x-amzn-trace-id']", "unsafe"),
        ("event.headers['X-Amzn-Trace-Id']", "unsafe"),
        ("event.headers['idempotency-key']", "safe"),
        ("event.body", "safe"),
        ("event.requestContext.accountId", "safe"),
        ("JSON.stringify(event.pathParameters)", "safe"),
    ] {
        let shop = app(&r#"
exports.order = async (event) => {
  await db.put({ TableName: "orders", Item: { id: KEY } });
};"#
        .replace("KEY", key));
        assert_eq!(verdicts(&shop, &[("order", "{ httpApi: POST /order }")]), [verdict], "{key}");
    }
}

/// What a gateway says of a request and of the connection it came over, by trigger: an identifier
/// and a time are new when the client asks again, and nobody knows whether the client comes the
/// same way.
#[test]
fn what_gateways_say() {
    let mut wrong = Vec::new();
    for (events, key, verdict) in [
        ("{ http: POST order }", "event.requestContext.requestId", "unsafe"),
        ("{ http: POST order }", "event.requestContext.extendedRequestId", "unsafe"),
        ("{ http: POST order }", "String(event.requestContext.requestTimeEpoch)", "unsafe"),
        ("{ http: POST order }", "event.requestContext.requestTime", "unsafe"),
        ("{ http: POST order }", "event.requestContext[event.body]", "unknown"),
        ("{ http: POST order }", "event.headers[event.body]", "unknown"),
        ("{ http: POST order }", "event.requestContext.identity.sourceIp", "unknown"),
        ("{ http: POST order }", "JSON.stringify(event.requestContext.identity)", "unknown"),
        ("{ http: POST order }", "event.requestContext.identity.userAgent", "safe"),
        ("{ http: POST order }", "event.requestContext.identity.cognitoIdentityId", "safe"),
        ("{ http: POST order }", "event.requestContext.authorizer.claims.sub", "safe"),
        ("{ http: POST order }", "event.requestContext.authorizer.integrationLatency", "unknown"),
        ("{ http: POST order }", "event.headers['X-Forwarded-For']", "unknown"),
        ("{ http: POST order }", "event.headers['CloudFront-Viewer-Address']", "unknown"),
        ("{ http: POST order }", "event.headers['CloudFront-Viewer-Country']", "unknown"),
        ("{ http: POST order }", "event.headers['Date']", "unknown"),
        ("{ http: POST order }", "event.headers['User-Agent']", "safe"),
        ("{ http: POST order }", "event.multiValueHeaders['X-Forwarded-For'][0]", "unknown"),
        ("{ httpApi: POST /order }", "event.requestContext.http.sourceIp", "unknown"),
        ("{ httpApi: POST /order }", "JSON.stringify(event.requestContext.http)", "unknown"),
        ("{ httpApi: POST /order }", "event.requestContext.http.method", "safe"),
        ("{ httpApi: POST /order }", "String(event.requestContext.timeEpoch)", "unsafe"),
        ("{ httpApi: POST /order }", "event.headers['x-forwarded-for']", "unknown"),
        ("{ httpApi: POST /order }", "event.headers['traceparent']", "unknown"),
        ("{ websocket: $default }", "event.requestContext.messageId", "unsafe"),
        ("{ websocket: $default }", "String(event.requestContext.connectedAt)", "safe"),
        ("{ websocket: $default }", "event.requestContext.connectionId", "safe"),
        ("{ websocket: $default }", "event.requestContext.routeKey", "safe"),
        ("{ alb: { listenerArn: a } }", "event.headers['x-amzn-trace-id']", "unsafe"),
        ("{ alb: { listenerArn: a } }", "event.headers['x-forwarded-for']", "unknown"),
        ("{ alb: { listenerArn: a } }", "event.requestContext.elb.targetGroupArn", "safe"),
        ("{ alexaSkill: amzn1 }", "event.request.requestId", "unknown"),
        ("{ alexaSkill: amzn1 }", "event.request.timestamp", "unknown"),
        ("{ alexaSkill: amzn1 }", "event.session.user.userId", "safe"),
        ("", "event.requestContext.requestId", "unsafe"),
        ("", "event.requestContext.http.sourceIp", "unknown"),
        ("", "event.request.headers['x-forwarded-for']", "unknown"),
        ("", "event.request.headers['x-amzn-trace-id']", "unsafe"),
        ("", "event.identity.sourceIp[0]", "unknown"),
        ("", "event.identity.sub", "safe"),
    ] {
        let shop = app(&r#"
exports.order = async (event) => {
  await db.put({ TableName: "orders", Item: { id: KEY } });
};"#
        .replace("KEY", key));
        let found = verdicts(&shop, &[("order", events)]);
        if found != [verdict] {
            wrong.push(format!("{events}: {key} is {verdict}, not {}", found[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a part of an event is there is not decided by what is known of it.
#[test]
fn events_of_either_form() {
    let shop = app(r#"
exports.order = async (event) => {
  const ip = event.requestContext.http?.sourceIp ?? event.requestContext.identity?.sourceIp;
  if (!event.requestContext.http) await sns.publish({ TopicArn: "old", Message: event.body });
  if (!event.requestContext.identity) await sns.publish({ TopicArn: "new", Message: event.body });
  console.log(ip);
};"#);
    assert_eq!(verdicts(&shop, &[("order", "{ httpApi: POST /order }")]), ["unsafe"]);
    assert_eq!(verdicts(&shop, &[("order", "")]), ["unsafe"]);
}

/// Only who is known to be invoked asynchronously keeps the request id: those of the edge of a
/// network are asked by clients.
#[test]
fn kinds_of_events_that_wait() {
    let audit = app(r#"
exports.note = async (event, context) => {
  await db.put({ TableName: "audit", Item: { id: context.awsRequestId } });
};"#);
    for (events, verdict) in [
        ("{ cloudFront: viewer-request }", "unsafe"),
        ("{ alexaSmartHome: amzn1 }", "unsafe"),
        ("{ somethingNew: x }", "unsafe"),
        ("{ schedule: rate(1 hour) }", "safe"),
        ("{ eventBridge: { schedule: rate(1 hour) } }", "safe"),
        ("{ s3: bucket }", "safe"),
        ("{ iot: { sql: x } }", "safe"),
        ("{ cloudwatchLog: /aws }", "safe"),
    ] {
        assert_eq!(verdicts(&audit, &[("note", events)]), [verdict], "{events}");
    }
}

/// Runtimes add to the context what nobody knows here.
#[test]
fn the_context_is_open() {
    for (key, verdict) in [
        ("context.xRayTraceId", "unknown"),
        ("context[event.name]", "unknown"),
        ("context.functionName", "safe"),
        ("context.clientContext.client.installation_id", "safe"),
    ] {
        let shop = app(&r#"
exports.order = async (event, context) => {
  await db.put({ TableName: "orders", Item: { id: KEY } });
};"#
        .replace("KEY", key));
        assert_eq!(verdicts(&shop, &[("order", "{ sns: news }")]), [verdict], "{key}");
    }
}

/// The environment names the instance: who keeps all of it keeps something new, while its
/// other variables are those of the deployment.
#[test]
fn the_environment_is_new_as_a_whole() {
    for (key, verdict) in [
        ("JSON.stringify(process.env)", "unknown"),
        ("({ ...process.env }).AWS_LAMBDA_LOG_STREAM_NAME", "unsafe"),
        ("({ ...process.env }).TENANT", "safe"),
        ("process.env.TENANT", "safe"),
        ("process.env[event.name]", "unsafe"),
        ("({ ...process.env })[event.name]", "unknown"),
        ("process.env._X_AMZN_TRACE_ID", "unsafe"),
        ("process.env['TENANT_' + event.name]", "safe"),
    ] {
        let shop = app(&r#"
exports.order = async (event) => {
  await db.put({ TableName: "orders", Item: { id: KEY } });
};"#
        .replace("KEY", key));
        assert_eq!(verdicts(&shop, &[("order", "{ httpApi: POST /order }")]), [verdict], "{key}");
    }
}

/// What a text that is parsed as a date leaves out is that of today; files that were written
/// have the time.
#[test]
fn today_completes_dates() {
    for (key, verdict) in [
        ("moment(event.at, 'HH:mm').toISOString()", "unsafe"),
        ("moment(event.at, 'YYYY-MM-DD').toISOString()", "safe"),
        ("moment(event.at).toISOString()", "safe"),
        ("dayjs(event.at, 'DD.MM.').toISOString()", "unsafe"),
        ("DateTime.fromFormat(event.at, 'HH:mm').toISO()", "unsafe"),
        ("DateTime.fromFormat(event.at, 'yyyy-MM-dd').toISO()", "safe"),
        ("DateTime.fromISO(event.at).toISO()", "unknown"),
        ("(fs.writeFileSync('/tmp/a', event.at), String(fs.statSync('/tmp/a').mtimeMs))", "unsafe"),
        ("(fs.writeFileSync('/tmp/a', event.at), String(fs.statSync('/tmp/a').size))", "safe"),
    ] {
        let shop = app(&r#"
const moment = require("moment");
const dayjs = require("dayjs");
const fs = require("fs");
const { DateTime } = require("luxon");
exports.order = async (event) => {
  await db.put({ TableName: "orders", Item: { id: KEY } });
};"#
        .replace("KEY", key));
        assert_eq!(verdicts(&shop, &[("order", "{ httpApi: POST /order }")]), [verdict], "{key}");
    }
}

/// SQS delivers a message again with another receipt, and counts: what depends on that, or on
/// the whole message, is not the same on the retry.
#[test]
fn deliveries_are_counted() {
    for (body, verdict) in [
        ("await db.put({ TableName: 't', Item: { id: r.receiptHandle } })", "unknown"),
        ("await db.put({ TableName: 't', Item: { id: JSON.stringify(r) } })", "unknown"),
        ("await db.put({ TableName: 't', Item: { id: r.messageId, r } })", "unknown"),
        (
            "if (r.attributes.ApproximateReceiveCount < 2) \
             await db.put({ TableName: 't', Item: { id: r.messageId } })",
            "unknown",
        ),
        (
            "await db.put({ TableName: 't', Item: { id: r.messageId, body: r.body, \
             sent: r.attributes.SentTimestamp } })",
            "safe",
        ),
    ] {
        for around in
            ["for (const r of event.Records) { BODY; }", "const r = event.Records[0]; BODY;"]
        {
            let around = around.replace("BODY", body);
            let shop = app(&format!("exports.order = async (event) => {{ {around} }};"));
            let found = verdicts(&shop, &[("order", "{ sqs: 'arn:aws:sqs:x:1:jobs' }")]);
            assert_eq!(found, [verdict], "{around}");
        }
    }
}

/// Messages that are delivered again come in other batches.
#[test]
fn batches_are_put_together_anew() {
    for (body, verdict) in [
        ("await keep({ id: event.Records[0].messageId, n: event.Records.length })", "unknown"),
        ("await keep({ id: event.Records.map((r) => r.messageId).join() })", "unknown"),
        ("if (event.Records.length > 1) await keep({ id: event.Records[0].messageId })", "unknown"),
        (
            "for (let i = 0; i < event.Records.length; i++) \
             await keep({ id: event.Records[i].messageId, i })",
            "unknown",
        ),
        ("for (const r of event.Records) await keep({ id: r.messageId })", "safe"),
        (
            "for (let i = 0; i < event.Records.length; i++) \
             await keep({ id: event.Records[i].messageId })",
            "safe",
        ),
        (
            "if (!event.Records.length) return; \
             await Promise.all(event.Records.map((r) => keep({ id: r.messageId })))",
            "safe",
        ),
    ] {
        let shop = app(&format!(
            "const keep = (Item) => db.put({{ TableName: 't', Item }});\n\
             exports.order = async (event) => {{ {body}; }};"
        ));
        let found = verdicts(&shop, &[("order", "{ sqs: 'arn:aws:sqs:x:1:jobs' }")]);
        assert_eq!(found, [verdict], "{body}");
    }
}

/// A stream delivers the same batch again, unless it is told to split batches, or the function
/// says which records failed.
#[test]
fn batches_of_streams_are_split_where_somebody_says_so() {
    let of_all = "await keep(event.Records.map((r) => r.eventID).join())";
    let counted = "if (event.Records.length > 1) await keep(event.Records[0].eventID)";
    let of_each = "for (const r of event.Records) await keep(r.eventID)";
    for (options, body, verdict) in [
        ("", of_all, "safe"),
        ("", counted, "safe"),
        (", bisectBatchOnFunctionError: true", of_all, "unknown"),
        (", bisectBatchOnFunctionError: true", counted, "unknown"),
        (", bisectBatchOnFunctionError: true", of_each, "safe"),
        (", functionResponseType: ReportBatchItemFailures", of_all, "unknown"),
        (", functionResponseType: ReportBatchItemFailures", of_each, "safe"),
    ] {
        let shop = app(&format!(
            "const keep = (id) => db.put({{ TableName: 't', Item: {{ id }} }});\n\
             exports.order = async (event) => {{ {body}; }};"
        ));
        let events = format!("{{ stream: {{ type: kinesis, arn: a{options} }} }}");
        assert_eq!(verdicts(&shop, &[("order", &events)]), [verdict], "{options}: {body}");
    }
}

/// A state machine tells a task which attempt it is, under the names that it chooses; what a
/// request or a message says is the client's.
#[test]
fn state_machines_count_attempts() {
    for (events, key, verdict) in [
        ("", "`${event.id}-${event.State.RetryCount}`", "unknown"),
        ("", "`${event.id}-${event.context.State.EnteredTime}`", "unknown"),
        ("", "event.Execution.Id", "safe"),
        ("{ httpApi: POST /order }", "JSON.parse(event.body).RetryCount", "safe"),
    ] {
        let shop = app(&r#"
exports.order = async (event) => {
  await db.put({ TableName: "orders", Item: { id: KEY } });
};"#
        .replace("KEY", key));
        assert_eq!(verdicts(&shop, &[("order", events)]), [verdict], "{events}: {key}");
    }
}

/// FIFO queues and topics drop a message with an identifier that they know; one without is known
/// by its content, if they compare contents.
#[test]
fn queues_that_compare_contents() {
    let standard = "https://sqs.eu-west-1.amazonaws.com/1/jobs";
    let fifo = "https://sqs.eu-west-1.amazonaws.com/1/jobs.fifo";
    for (queue, body, verdict) in [
        (standard, "event.id", "unsafe"),
        (fifo, "event.id", "safe"),
        (fifo, "JSON.stringify({ id: event.id, at: Date.now() })", "unsafe"),
        (fifo, "event.id, MessageDeduplicationId: crypto.randomUUID()", "unsafe"),
        // Today unknown: services are taken to compare requests with the same identifier, as
        // those for payments do, which queues do not.
        (fifo, "String(Date.now()), MessageDeduplicationId: `job ${event.id}`", "unknown"),
        // An event without an identifier gives none, and contents are compared. Today unknown:
        // services are taken to refuse what lacks its identifier.
        (fifo, "String(Date.now()), MessageDeduplicationId: event.id", "unknown"),
    ] {
        let shop = app(&format!(
            r#"
const crypto = require("node:crypto");
const {{ SQS }} = require("@aws-sdk/client-sqs");
const sqs = new SQS();
exports.order = async (event) => {{
  await sqs.sendMessage({{ QueueUrl: "{queue}", MessageGroupId: "g", MessageBody: {body} }});
}};"#
        ));
        let found = verdicts(&shop, &[("order", "{ schedule: rate(1 hour) }")]);
        assert_eq!(found, [verdict], "{queue}: {body}");
    }
}

/// Brokers say of a message that they deliver it again.
#[test]
fn brokers_say_that_they_deliver_again() {
    for (events, body, verdict) in [
        (
            "activemq",
            "for (const m of event.messages) if (!m.redelivered) await keep(m.messageID)",
            "unknown",
        ),
        ("activemq", "for (const m of event.messages) await keep(m.messageID)", "safe"),
        ("activemq", "for (const m of event.messages) await keep(JSON.stringify(m))", "unknown"),
        (
            "rabbitmq",
            "for (const m of event.rmqMessagesByQueue['jobs::/']) \
             if (!m.redelivered) await keep(m.basicProperties.messageId)",
            "unknown",
        ),
    ] {
        let shop = app(&format!(
            "const keep = (id) => db.put({{ TableName: 't', Item: {{ id }} }});\n\
             exports.order = async (event) => {{ {body}; }};"
        ));
        let events = format!("{{ {events}: {{ arn: a, queue: jobs }} }}");
        assert_eq!(verdicts(&shop, &[("order", &events)]), [verdict], "{body}");
    }
}

/// A function that several kinds of events invoke has what is new in each of them.
#[test]
fn events_of_several_kinds() {
    let events = "{ httpApi: POST /order }, { sqs: 'arn:aws:sqs:x:1:jobs' }";
    for (key, verdict) in [
        ("event.requestContext.requestId", "unsafe"),
        ("JSON.stringify(event)", "unsafe"),
        ("event.Records[0].receiptHandle", "unknown"),
        ("event.id", "safe"),
    ] {
        let shop = app(&r#"
exports.order = async (event) => {
  await db.put({ TableName: "orders", Item: { id: KEY } });
};"#
        .replace("KEY", key));
        assert_eq!(verdicts(&shop, &[("order", events)]), [verdict], "{key}");
    }
}

/// Behind a REST API the headers come twice, and the trace of a request is in both.
#[test]
fn headers_with_several_values() {
    for (key, verdict) in [
        ("event.multiValueHeaders['X-Amzn-Trace-Id'][0]", "unsafe"),
        ("JSON.stringify(event.multiValueHeaders)", "unsafe"),
        ("event.multiValueHeaders['Idempotency-Key'][0]", "safe"),
    ] {
        let shop = app(&r#"
exports.order = async (event) => {
  await db.put({ TableName: "orders", Item: { id: KEY } });
};"#
        .replace("KEY", key));
        assert_eq!(verdicts(&shop, &[("order", "{ http: POST order }")]), [verdict], "{key}");
    }
}

/// Two settings are one table if the description has the same for both, whether its value is
/// known or not: a name, or the ARN, which DynamoDB takes as well.
#[test]
fn two_settings_are_one_table() {
    let shop = app(r#"
exports.create = async ({ id, owner }) => {
  try {
    await db.put({
      TableName: process.env.A, Item: { id, owner },
      ConditionExpression: "attribute_not_exists(id)",
    });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
};
exports.remove = async ({ id }) => {
  const { Attributes } = await db.delete({
    TableName: process.env.B, Key: { id }, ReturnValues: "ALL_OLD",
  });
  return { removed: !!Attributes };
};"#);
    for (a, b, verdict) in [
        ("${opt:table}", "${opt:table}", "unsafe-concurrent"),
        ("!Ref Given", "!Ref Given", "unsafe-concurrent"),
        ("!ImportValue t", "!ImportValue t", "unsafe-concurrent"),
        ("!Sub '${AWS::StackName}-orders'", "!Sub '${AWS::StackName}-orders'", "unsafe-concurrent"),
        ("!Ref Orders", "!Sub '${Orders}'", "unsafe-concurrent"),
        ("orders", "!Join ['', [!Select [1, !Split ['-', 'my-or']], ders]]", "unsafe-concurrent"),
        ("!Ref Orders", "!If [big, orders, !Ref Orders]", "unsafe-concurrent"),
        ("!Ref Orders", "!GetAtt Orders.Arn", "unsafe-concurrent"),
        ("!GetAtt [Orders, Arn]", "!GetAtt Orders.Arn", "unsafe-concurrent"),
        ("orders", "arn:aws:dynamodb:eu-west-1:1:table/orders", "unsafe-concurrent"),
        (
            "orders",
            "!Sub 'arn:aws:dynamodb:${AWS::Region}:${AWS::AccountId}:table/${Orders}'",
            "unsafe-concurrent",
        ),
        ("!Ref Orders", "!Ref Others", "safe"),
        ("!GetAtt Others.Arn", "!Ref Orders", "safe"),
        ("!Ref Orders", "!ImportValue t", "safe, if these are different: B, orders"),
        ("!ImportValue s", "!ImportValue t", "safe, if these are different: A, B"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("app.js"), &shop).unwrap();
        let table = |name: &str| {
            format!(
                "{{Type: 'AWS::DynamoDB::Table', Properties: {{TableName: {name}, \
                 KeySchema: [{{AttributeName: id, KeyType: HASH}}]}}}}"
            )
        };
        let description = format!(
            "service: app\nprovider:\n  name: aws\n  environment:\n    A: {a}\n    B: {b}\n\
             functions:\n  create: {{handler: app.create}}\n  remove: {{handler: app.remove}}\n\
             resources:\n  Resources:\n    Orders: {}\n    Others: {}\n",
            table("orders"),
            table("others"),
        );
        std::fs::write(folder.path().join("serverless.yml"), description).unwrap();
        let loaded = load(&discover(folder.path()).unwrap().remove(0));
        let found = loaded.clone().check(0, Options::default()).row;
        let listed = found
            .assumptions
            .iter()
            .find_map(|text| text.strip_prefix("these names stand for different stores: "));
        let of = listed.map_or(String::new(), |names| format!(", if these are different: {names}"));
        assert_eq!(format!("{}{of}", found.verdict), verdict, "{a} and {b}: {}", found.reason);
    }
}

/// Nothing overtakes a batch in its shard, but shards are worked on side by side: a key that
/// does not come from the records is written by all of them.
#[test]
fn shards_of_a_stream_run_side_by_side() {
    for (key, verdict) in [("r.dynamodb.Keys.id.S", "safe"), ("\"last\"", "unsafe-concurrent")] {
        let source = app(&r#"
exports.follow = async (event) => {
  for (const r of event.Records) {
    await db.put({ TableName: "views", Item: { id: KEY, seen: r.eventID } });
  }
};
exports.show = async ({ id }) => (await db.get({ TableName: "views", Key: { id } })).Item;"#
            .replace("KEY", key));
        let stream = "{ stream: \"arn:aws:dynamodb:us-east-1:1:table/t/stream/s\" }";
        let found = verdicts(&source, &[("follow", stream), ("show", "{ http: GET /views }")]);
        assert_eq!(found[0], verdict, "{key}");
    }
}

/// What whoever deploys an application chooses is not known: a stage that a description falls
/// back to is one of many.
#[test]
fn a_stage_that_is_chosen_later_is_open() {
    let source = app(r#"
exports.tell = async () => {
  if (process.env.STAGE === "prod") await sns.publish({ TopicArn: "t", Message: "m" });
};"#);
    let functions = "functions:\n  tell: { handler: app.tell }\n";
    let serverless = |stage: &str| {
        format!(
            "service: app\nprovider: {{ name: aws, environment: {{ STAGE: {stage} }} }}\n{functions}"
        )
    };
    let template = "Transform: AWS::Serverless-2016-10-31\nParameters: { Stage: { Type: String, Default: dev } }\n\
         Resources:\n  Tell:\n    Type: AWS::Serverless::Function\n    Properties:\n      Handler: app.tell\n      \
         Environment: { Variables: { STAGE: !Ref Stage } }\n";
    for (name, description, is_safe) in [
        ("serverless.yml", serverless("\"${opt:stage, 'dev'}\""), false),
        ("serverless.yml", serverless("\"${sls:stage}\""), false),
        ("serverless.yml", serverless("dev"), true),
        ("template.yaml", template.to_string(), false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("app.js"), &source).unwrap();
        std::fs::write(folder.path().join(name), &description).unwrap();
        let loaded = load(&discover(folder.path()).unwrap().remove(0));
        let checked = loaded.check_all(&[0], Options::default(), |_| {}).remove(0);
        assert_eq!(checked.row.verdict.to_string() == "safe", is_safe, "{description}");
    }
}

/// What one function is given as a setting says nothing of another one.
#[test]
fn settings_belong_to_their_function() {
    let folder = tempfile::tempdir().unwrap();
    let source = app(r#"
exports.send = async ({ text }) => {
  if (process.env.DRY_RUN === "yes") return;
  await sns.publish({ TopicArn: "news", Message: text });
};"#);
    std::fs::write(folder.path().join("app.js"), source).unwrap();
    let verdicts = |common: &str| {
        let description = format!(
            "service: app\nprovider: {{ name: aws{common} }}\nfunctions:\n  \
             real: {{ handler: app.send }}\n  \
             trial: {{ handler: app.send, environment: {{ DRY_RUN: 'yes' }} }}\n"
        );
        std::fs::write(folder.path().join("serverless.yml"), description).unwrap();
        let loaded = load(&discover(folder.path()).unwrap().remove(0));
        let options = Options { exhaustive: false, ..Options::default() };
        let checked = loaded.check_all(&[0, 1], options, |_| {}).into_iter();
        checked.map(|one| one.row.verdict.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(""), ["unsafe", "safe"]);
    assert_eq!(verdicts(", environment: { DRY_RUN: 'yes' }"), ["safe", "safe"]);
}
