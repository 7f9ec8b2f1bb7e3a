//! `serverless.yml` of the Serverless Framework.

use super::{Application, Handler, Invoked, Trigger, handler_file, routes, sam};
use serde_json::Value;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Reads functions, settings and tables.
pub(super) fn read(document: &Value, application: &mut Application) {
    let variables = Variables::new(document, application.root.clone());
    let provider = &document["provider"];
    let template = template(variables.resolve(&document["resources"], 0));
    sam::tables(&template["Resources"], application);
    sam::queues(&template["Resources"], application);
    application.common = settings(&variables, &provider["environment"], &template, application);
    let functions = variables.resolve(&document["functions"], 0);
    let lists: Vec<&Value> = match &functions {
        Value::Array(parts) => parts.iter().collect(),
        other => vec![other],
    };
    constructs(&variables, application);
    let layers = variables.resolve(&document["layers"], 0);
    for layer in layers.as_object().into_iter().flat_map(|layers| layers.values()) {
        let folder = layer["path"].as_str().map(|path| application.root.join(path));
        application.shared.extend(folder);
    }
    for functions in lists {
        let Some(functions) = functions.as_object() else {
            if !functions.is_null() {
                let why = format!("functions that are listed elsewhere: {functions}");
                application.not_read("functions", &why);
            }
            continue;
        };
        for (name, function) in functions {
            self::function(&variables, name, function, &template, application);
        }
    }
    if variables.left.get() == 0 {
        let source = application.source.display();
        let name = application.source.file_name().unwrap_or(application.source.as_os_str());
        application.missing.push((
            name.to_string_lossy().into_owned(),
            format!("{source}: its variables stand for too much text; some were not resolved"),
        ));
    }
}

/// Constructs (of the Lift plugin) bring workers of their own.
fn constructs(variables: &Variables<'_>, application: &mut Application) {
    let constructs = variables.resolve(&variables.document["constructs"], 0);
    for (name, construct) in constructs.as_object().into_iter().flatten() {
        let Some(handler) = construct["worker"]["handler"].as_str() else { continue };
        if let Some((file, export)) = handler_file(&application.root, handler) {
            application.handlers.push(Handler {
                name: format!("{name}Worker"),
                file,
                export,
                trigger: Trigger::Queue,
                event: Some("sqs".into()),
                bucket: None,
                one_record: false,
                splits_batches: false,
                settings: Some(application.common.clone()),
            });
        }
    }
}

fn function(
    variables: &Variables<'_>,
    name: &str,
    function: &Value,
    template: &Value,
    application: &mut Application,
) {
    let settings = settings(variables, &function["environment"], template, application);
    let Some(handler) = function["handler"].as_str() else {
        let why = match function {
            Value::String(elsewhere) => format!("a function that stands elsewhere: {elsewhere}"),
            _ if function.get("image").is_some() => "a function in a container image".into(),
            _ => "a function without a handler".into(),
        };
        application.not_read(name, &why);
        return;
    };
    application.routes.extend(routes::of_serverless(name, &function["events"]));
    let found = handler_file(&application.root, handler).or_else(|| {
        // The handler of serverless-wsgi serves the application named elsewhere.
        let app = variables.document["custom"]["wsgi"]["app"].as_str()?;
        handler.contains("wsgi").then(|| handler_file(&application.root, app))?
    });
    let events = &function["events"];
    let (trigger, event) = trigger(events, is_set(&function["url"]));
    let (one_record, splits_batches) = (has_one_record(events), splits_batches(events));
    let bucket = bucket(variables, function);
    let invoked = Invoked { trigger, event, bucket, one_record, splits_batches, settings };
    application.note(name, handler, found, invoked);
}

/// Notes what the description says of settings; their names.
fn settings(
    variables: &Variables<'_>,
    environment: &Value,
    template: &Value,
    application: &mut Application,
) -> BTreeSet<String> {
    // Settings that are listed elsewhere are as open as the list.
    variables.is_open.set(false);
    let list = match environment {
        Value::Object(_) => environment.clone(),
        elsewhere => variables.resolve(elsewhere, 0),
    };
    let is_open = variables.is_open.get();
    for (name, written) in list.as_object().into_iter().flatten() {
        variables.is_open.set(is_open);
        let value = variables.resolve(written, 0);
        match variables.is_open.get() {
            true => sam::note_default(name, &value, written, template, application),
            false => sam::note_setting(name, &value, template, application),
        }
    }
    list.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

/// The template of the resources, which can be written in several parts.
fn template(resources: Value) -> Value {
    let Value::Array(parts) = resources else { return resources };
    let mut all = serde_json::Map::new();
    for part in parts {
        all.extend(part["Resources"].as_object().cloned().unwrap_or_default());
    }
    serde_json::json!({ "Resources": all })
}

/// Whether an option is given: `true`, or how it is set.
fn is_set(option: &Value) -> bool {
    !matches!(option, Value::Null | Value::Bool(false))
}

/// What invokes a function: all its events, and their kind if it is one.
fn trigger(events: &Value, has_url: bool) -> (Trigger, Option<String>) {
    let events = events.as_array().into_iter().flatten();
    let kinds = events.map(|event| match event {
        Value::String(kind) => kind.as_str(),
        Value::Object(fields) => fields.keys().next().map_or("", String::as_str),
        _ => "",
    });
    let kinds: Vec<&str> = kinds.chain(has_url.then_some("url")).collect();
    let trigger = Trigger::whichever(kinds.iter().filter_map(|kind| {
        Some(match *kind {
            "sqs" | "rabbitmq" | "activemq" => Trigger::Queue,
            "stream" | "kinesis" | "kafka" | "msk" => Trigger::Stream,
            "s3" | "sns" | "schedule" | "eventBridge" | "cloudwatchEvent" | "cloudwatchLog"
            | "iot" => Trigger::Asynchronous,
            "" => return None,
            // `http`, `websocket`, `cloudFront`; of others it is not known that they keep the
            // request id.
            _ => Trigger::Request,
        })
    }));
    (trigger, super::kinds_of_events(&kinds))
}

/// The bucket whose changes invoke a function, if nothing else does and its name stands there.
fn bucket(variables: &Variables<'_>, function: &Value) -> Option<String> {
    let events = function["events"].as_array().into_iter().flatten();
    let named = events.map(|event| {
        let name = event["s3"].as_str().or_else(|| event["s3"]["bucket"].as_str())?;
        // Settings of buckets have names of their own.
        let is_setting = !variables.document["provider"]["s3"][name].is_null();
        (!is_setting).then(|| name.to_string())
    });
    super::only_bucket(named).filter(|_| !is_set(&function["url"]))
}

/// Whether some event of a function comes again in parts.
fn splits_batches(events: &Value) -> bool {
    let events = events.as_array().into_iter().flatten();
    let mut sources = events.filter_map(Value::as_object).flat_map(|event| event.values());
    sources.any(|source| {
        source["bisectBatchOnFunctionError"] == true
            || source["functionResponseType"] == "ReportBatchItemFailures"
    })
}

/// Whether all that invokes a function are queues that hand over messages one by one.
fn has_one_record(events: &Value) -> bool {
    let events = events.as_array().map(Vec::as_slice).unwrap_or_default();
    !events.is_empty() && events.iter().all(|event| event["sqs"]["batchSize"] == 1)
}

/// The variable syntax: `${self:custom.x}`, `${opt:stage, 'dev'}`, `${file(x.yml):y}`.
struct Variables<'a> {
    document: &'a Value,
    root: std::path::PathBuf,
    /// How much may still be read: a few lines that name each other twice stand for more
    /// text than any computer holds.
    left: Cell<usize>,
    /// Whether what was resolved is something else where whoever deploys says so: a stage, a
    /// region, or what an option or the environment falls back to.
    is_open: Cell<bool>,
}

/// Variables refer to each other at most this deep.
const DEEPEST: usize = 24;

/// How many values, and bytes of text, are read until no more variables are resolved.
const MOST_READ: usize = 4 << 20;

impl<'a> Variables<'a> {
    fn new(document: &'a Value, root: std::path::PathBuf) -> Variables<'a> {
        Variables { document, root, left: Cell::new(MOST_READ), is_open: Cell::new(false) }
    }
}

impl Variables<'_> {
    /// Pays for reading something of this size; false if that is too much by now.
    fn read(&self, size: usize) -> bool {
        let left = self.left.get().saturating_sub(1 + size);
        self.left.set(left);
        left > 0
    }

    fn resolve(&self, value: &Value, depth: usize) -> Value {
        let size = value.as_str().map_or(0, str::len);
        if depth > DEEPEST || !self.read(size) {
            return value.clone();
        }
        match value {
            Value::String(text) => self.text(text, depth),
            Value::Array(items) => items.iter().map(|item| self.resolve(item, depth + 1)).collect(),
            Value::Object(fields) => fields
                .iter()
                .map(|(key, value)| (key.clone(), self.resolve(value, depth + 1)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
            other => other.clone(),
        }
    }

    /// Replaces variables in a text, innermost first; what is not known stays.
    fn text(&self, text: &str, depth: usize) -> Value {
        let Some((start, end)) = innermost(text) else { return Value::String(text.into()) };
        let Some(found) = self.variable(&text[start + 2..end], depth) else {
            return Value::String(text.into());
        };
        if start == 0 && end + 1 == text.len() {
            return found;
        }
        let replacement = match &found {
            Value::String(inner) => inner.clone(),
            other => other.to_string(),
        };
        let replaced = format!("{}{replacement}{}", &text[..start], &text[end + 1..]);
        self.resolve(&Value::String(replaced), depth + 1)
    }

    /// The value of a variable, resolved.
    fn variable(&self, expression: &str, depth: usize) -> Option<Value> {
        for alternative in expression.split(',') {
            let alternative = alternative.trim();
            let is_written =
                ["self:", "file(", "'", "\""].iter().any(|it| alternative.starts_with(it));
            if !is_written {
                self.is_open.set(true);
            }
            if let Some(quoted) = alternative
                .strip_prefix(['\'', '"'])
                .and_then(|rest| rest.strip_suffix(['\'', '"']))
            {
                return Some(quoted.into());
            }
            if let Some(path) = alternative.strip_prefix("self:") {
                let found = lookup(self.document, path);
                if !found.is_null() {
                    return Some(self.resolve(found, depth + 1));
                }
            }
            if let Some(rest) = alternative.strip_prefix("file(")
                && let Some(found) = self.file(rest)
            {
                return Some(self.resolve(&found, depth + 1));
            }
            if matches!(alternative, "sls:stage" | "opt:stage") && !expression.contains(',') {
                return Some("dev".into());
            }
            if matches!(alternative, "aws:region" | "opt:region") {
                return Some("us-east-1".into());
            }
        }
        None
    }

    fn file(&self, rest: &str) -> Option<Value> {
        let (path, after) = rest.split_once(')')?;
        let text = std::fs::read_to_string(self.root.join(path.trim())).ok()?;
        let document = super::yaml::parse(&text).ok()?;
        Some(match after.strip_prefix(':') {
            Some(inner) => lookup(&document, inner).clone(),
            None => document,
        })
    }
}

/// The innermost `${…}`: where it starts and where its brace closes.
fn innermost(text: &str) -> Option<(usize, usize)> {
    let end_of = |start: usize| text[start..].find('}').map(|i| start + i);
    let mut start = text.find("${")?;
    loop {
        let end = end_of(start)?;
        match text[start + 2..end].rfind("${") {
            Some(inner) => start += 2 + inner,
            None => {
                // CloudFormation's own references are not variables.
                let inner = &text[start + 2..end];
                if inner.starts_with("AWS::") || !inner.contains([':', '(', ',']) {
                    let next = text[end..].find("${")?;
                    start = end + next;
                    continue;
                }
                return Some((start, end));
            }
        }
    }
}

fn lookup<'v>(document: &'v Value, path: &str) -> &'v Value {
    path.split('.').filter(|part| !part.is_empty()).fold(document, |at, part| {
        match part.parse::<usize>() {
            Ok(index) if at.is_array() => &at[index],
            _ => &at[part],
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_resolved() {
        let document = super::super::yaml::parse(
            "service: shop\ncustom:\n  stage: ${opt:stage, 'dev'}\n  table: ${self:service}-orders-${self:custom.stage}\n",
        )
        .unwrap();
        let variables = Variables::new(&document, ".".into());
        for (text, expected) in [
            ("${self:custom.table}", "shop-orders-dev"),
            ("x-${self:custom.stage}-${self:service}", "x-dev-shop"),
            ("${env:HOME}", "${env:HOME}"),
            ("${AWS::Region}-${self:service}", "${AWS::Region}-shop"),
            ("${self:custom.missing, 'fallback'}", "fallback"),
        ] {
            assert_eq!(variables.text(text, 0), Value::from(expected), "{text}");
        }
    }

    #[test]
    fn a_reference_to_a_table_is_known_by_its_name() {
        for resources in ["resources:\n  Resources:\n", "resources:\n  - Resources:\n"] {
            let text = format!(
                "provider:\n  environment:\n    ORDERS: !Ref Orders\n    STAGED: !Ref Staged\n    \
                 TOKEN: !Ref Secret\n{resources}      \
                 Orders: {{Type: AWS::DynamoDB::Table, Properties: {{TableName: shop-orders}}}}\n      \
                 Staged: {{Type: AWS::DynamoDB::Table, Properties: {{TableName: 'a-${{env:STAGE}}'}}}}\n      \
                 Secret: {{Type: AWS::SecretsManager::Secret}}\n"
            );
            let document = super::super::yaml::parse(&text).unwrap();
            let mut application = Application::default();
            read(&document, &mut application);
            let settings = Vec::from_iter(&application.settings);
            assert_eq!(
                format!("{settings:?}"),
                r#"[("ORDERS", "shop-orders"), ("STAGED", "Staged")]"#
            );
        }
    }

    #[test]
    fn an_empty_setting_is_filled_in_by_whoever_deploys() {
        let document = super::super::yaml::parse(
            "provider:\n  environment:\n    TOKEN: ${file(./mine.yml):token, ''}\n    STAGE: dev\n",
        )
        .unwrap();
        let mut application = Application::default();
        read(&document, &mut application);
        let names: Vec<&str> = application.settings.keys().map(String::as_str).collect();
        assert_eq!(names, ["STAGE"]);
    }

    #[test]
    fn a_function_that_is_not_read_is_said() {
        let document = super::super::yaml::parse(
            "functions:\n  far: ${file(./gone.yml):far}\n  boxed: {image: shop}\n  odd: {handler: 5}\n  \
             none:\n  lost: {handler: gone.handler}\n",
        )
        .unwrap();
        let mut application = Application::default();
        read(&document, &mut application);
        let names: Vec<&str> = application.missing.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["far", "boxed", "odd", "none", "lost"]);
        let document = super::super::yaml::parse("functions: ${file(./gone.yml)}\n").unwrap();
        let mut application = Application::default();
        read(&document, &mut application);
        assert_eq!(application.missing[0].0, "functions");
    }

    #[test]
    fn circular_variables_end() {
        let document =
            super::super::yaml::parse("custom:\n  a: ${self:custom.b}\n  b: ${self:custom.a}\n")
                .unwrap();
        let variables = Variables::new(&document, ".".into());
        variables.text("${self:custom.a}", 0);
    }

    /// Each line names the one before it twice: 32 lines are four thousand million texts.
    #[test]
    fn variables_that_multiply_are_given_up() {
        use std::fmt::Write;
        let mut text = String::from("custom:\n  a0: some text\n  l0: [some, text]\n");
        for line in 1..32 {
            let before = line - 1;
            let name = format!("${{self:custom.a{before}}}");
            let list = format!("'${{self:custom.l{before}}}'");
            writeln!(text, "  a{line}: {name}{name}\n  l{line}: [{list}, {list}]").unwrap();
        }
        text += "provider:\n  environment:\n    TEXT: ${self:custom.a31}\n    \
                 LIST: ${self:custom.l31}\n";
        let document = super::super::yaml::parse(&text).unwrap();
        let mut application =
            Application { source: "shop/serverless.yml".into(), ..Application::default() };
        let start = std::time::Instant::now();
        read(&document, &mut application);
        assert!(start.elapsed().as_secs() < 20, "took {:?}", start.elapsed());
        assert_eq!(application.missing[0].0, "serverless.yml", "somebody says so");
        assert!(application.settings.is_empty(), "what was not resolved is not known");
    }

    /// A variable that contains itself becomes a text of megabytes, which names no file.
    #[test]
    fn a_handler_that_never_ends_is_given_up() {
        let nested = format!("{}a{}", "${self:custom.".repeat(300), "}".repeat(300));
        let text = format!(
            "custom:\n  a: {nested}\nfunctions:\n  far: {{handler: \"${{self:custom.a}}\"}}\n"
        );
        let document = super::super::yaml::parse(&text).unwrap();
        let mut application =
            Application { source: "shop/serverless.yml".into(), ..Application::default() };
        let start = std::time::Instant::now();
        read(&document, &mut application);
        assert!(start.elapsed().as_secs() < 20, "took {:?}", start.elapsed());
        assert_eq!(application.missing[0].0, "far");
        assert!(application.missing[0].1.len() < 2000, "the reason can be read");
    }
}
