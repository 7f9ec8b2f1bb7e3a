//! Small histories in, the chain of causes out.

use aplomb_replay::{Call, Cause, Head, RecordedHandler, Recording, causes, picture};
use serde_json::{Value, json};

fn invocation(id: &str, began: u64, event: Value, calls: Vec<Call>) -> Recording {
    Recording {
        head: Head {
            id: id.to_owned(),
            function: format!("f-{id}"),
            runtime: "node 20.1.0".to_owned(),
            root: "/app".to_owned(),
            handler: RecordedHandler { file: None, exported: "handler".to_owned() },
            began,
            ended: began + 10,
            earlier_invocations: 0,
            incomplete: None,
            event,
        },
        calls,
    }
}

fn call(name: &str, request: Value, response: Value) -> Call {
    Call {
        kind: "aws".to_owned(),
        name: name.to_owned(),
        request,
        response: Some(response),
        failed: false,
    }
}

/// The chain as text: `reader <what- writer(...)`.
fn shown(cause: &Cause) -> String {
    let links = cause.links.iter().map(|link| format!("{} <- {}", link.what, shown(&link.cause)));
    let links: Vec<String> = links.collect();
    let again = if cause.seen_before { "!" } else { "" };
    if links.is_empty() {
        format!("{}{again}", cause.id)
    } else {
        format!("{}({})", cause.id, links.join("; "))
    }
}

fn chain(id: &str, recordings: &[Recording]) -> String {
    shown(&causes(id, recordings).unwrap())
}

#[test]
fn an_item_that_was_put_leads_to_the_one_that_got_it() {
    let put = |id: &str, began| {
        let item = json!({"TableName": "orders", "Item": {"id": "7", "by": id}});
        invocation(id, began, json!({}), vec![call("dynamodb.putItem", item, json!({}))])
    };
    let get = json!({"TableName": "orders", "Key": {"id": "7"}});
    let history = [
        put("old", 0),
        put("new", 100),
        invocation("reader", 200, json!({}), vec![call("dynamodb.getItem", get, json!({}))]),
        put("later", 300),
    ];
    // What was read is what was written last, and nothing that came afterwards.
    assert_eq!(chain("reader", &history), r#"reader(orders[id: "7"] <- new)"#);
    assert_eq!(chain("old", &history), "old");
    assert!(causes("nobody", &history).is_none());
}

#[test]
fn both_spellings_of_attributes_are_one() {
    let put = json!({"TableName": "t", "Item": {"id": {"N": "7"}, "name": {"S": "x"}}});
    let get = json!({"TableName": "t", "Key": {"id": 7}});
    let history = [
        invocation("w", 0, json!({}), vec![call("dynamodb.putItem", put, json!({}))]),
        invocation("r", 50, json!({}), vec![call("dynamodb.getItem", get, json!({}))]),
    ];
    assert_eq!(chain("r", &history), "r(t[id: 7] <- w)");
}

#[test]
fn queries_batches_and_transactions() {
    let write = json!({"RequestItems": {"t": [{"PutRequest": {"Item": {"id": "a", "n": 1}}}]}});
    let transact = json!({"TransactItems": [{"Update": {"TableName": "t", "Key": {"id": "b"}}}]});
    let query = json!({"TableName": "t", "KeyConditionExpression": "x"});
    let found = json!({"Items": [{"id": "a", "n": 1}, {"id": "b", "n": 2}, {"id": "c"}]});
    let key = json!({"TableName": "t", "Key": {"id": "z"}});
    let history = [
        invocation("batch", 0, json!({}), vec![call("dynamodb.batchWriteItem", write, json!({}))]),
        invocation(
            "both",
            20,
            json!({}),
            vec![call("dynamodb.transactWriteItems", transact, json!({}))],
        ),
        invocation("key", 30, json!({}), vec![call("dynamodb.deleteItem", key, json!({}))]),
        invocation("r", 50, json!({}), vec![call("dynamodb.query", query, found)]),
    ];
    assert_eq!(chain("r", &history), r#"r(t[id: "a"] <- batch; t[id: "b"] <- both)"#);
}

#[test]
fn messages_objects_and_payloads_link_through_the_input() {
    let send = call("sqs.sendMessage", json!({"QueueUrl": "q"}), json!({"MessageId": "m1"}));
    let store = call("s3.putObject", json!({"Bucket": "b", "Key": "k"}), json!({}));
    let invoke =
        call("lambda.invoke", json!({"FunctionName": "f-3", "Payload": "{\"a\": 1}"}), json!({}));
    let history = [
        invocation("0", 0, json!({}), vec![send]),
        invocation("1", 20, json!({"Records": [{"messageId": "m1"}]}), vec![store]),
        invocation(
            "2",
            40,
            json!({"Records": [{"s3": {"bucket": {"name": "b"}, "object": {"key": "k"}}}]}),
            vec![invoke],
        ),
        invocation("3", 60, json!({"a": 1}), vec![]),
    ];
    assert_eq!(
        chain("3", &history),
        "3(the invocation of f-3 <- 2(object b/k <- 1(message m1 <- 0)))"
    );
}

#[test]
fn an_invocation_that_is_reached_twice_is_told_once() {
    let item = |id: &str| json!({"TableName": "t", "Item": {"id": id}});
    let key = |id: &str| json!({"TableName": "t", "Key": {"id": id}});
    let put = |id: &str| call("dynamodb.putItem", item(id), json!({}));
    let get = |id: &str| call("dynamodb.getItem", key(id), json!({}));
    let history = [
        invocation("a", 0, json!({}), vec![put("1")]),
        invocation("b", 20, json!({}), vec![get("1"), put("2")]),
        invocation("c", 40, json!({}), vec![get("2"), get("1")]),
    ];
    assert_eq!(chain("c", &history), r#"c(t[id: "2"] <- b(t[id: "1"] <- a); t[id: "1"] <- a!)"#);
}

#[test]
fn calls_that_failed_wrote_nothing() {
    let put = json!({"TableName": "t", "Item": {"id": "1"}});
    let failed = Call { failed: true, ..call("dynamodb.putItem", put, json!({})) };
    let get = call("dynamodb.getItem", json!({"TableName": "t", "Key": {"id": "1"}}), json!({}));
    let history =
        [invocation("w", 0, json!({}), vec![failed]), invocation("r", 20, json!({}), vec![get])];
    assert_eq!(chain("r", &history), "r");
}

#[test]
fn the_picture_has_every_invocation_once_and_every_link() {
    let put = |key: &str| {
        call("dynamodb.putItem", json!({"TableName": "t", "Item": {"id": key}}), json!({}))
    };
    let get = |key: &str| {
        call("dynamodb.getItem", json!({"TableName": "t", "Key": {"id": key}}), json!({}))
    };
    let history = [
        invocation("a", 1000, json!({}), vec![put("1")]),
        invocation("b", 2000, json!({}), vec![get("1"), put("2")]),
        invocation("<c>", 3000, json!({}), vec![get("1"), get("2")]),
    ];
    let cause = causes("<c>", &history).unwrap();
    let drawing = picture(&[cause], |cause| Some(format!("/invocations/{}", cause.id))).render();
    assert_eq!(drawing.matches("data-row=").count(), 3, "{drawing}");
    assert_eq!(drawing.matches("data-link=").count(), 3, "{drawing}");
    assert_eq!(drawing.matches("class=\"row marked\"").count(), 1);
    assert!(drawing.contains("a, 00:00:01.000") && drawing.contains("href=\"/invocations/b\""));
    // Names come from outside.
    assert!(drawing.contains("&lt;c&gt;") && !drawing.contains("<c>"));
}
