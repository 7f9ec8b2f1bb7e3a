//! The addresses that functions answer at, as descriptions write them.

use serde_json::Value;

/// An address of a function behind a gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The name of the function.
    pub function: String,
    /// `GET`, `POST` ..., or `ANY`.
    pub method: String,
    /// Such as `/articles/{slug}`.
    pub path: String,
    /// The version of the events that the gateway makes: `1.0` or `2.0`.
    pub payload: &'static str,
}

/// What the events of a function in `serverless.yml` say: `- http: GET /articles`, or with
/// its members written out.
pub(super) fn of_serverless(function: &str, events: &Value) -> Vec<Route> {
    let route = |event: &Value| {
        let (event, payload) = match (event.get("http"), event.get("httpApi")) {
            (Some(event), _) => (event, "1.0"),
            (_, Some(event)) => (event, "2.0"),
            _ => return None,
        };
        let (method, path) = match event {
            Value::String(text) => text.split_once(' ').unwrap_or(("ANY", text)),
            _ => (event["method"].as_str()?, event["path"].as_str()?),
        };
        Some(made(function, method, path, payload))
    };
    events.as_array().into_iter().flatten().filter_map(route).collect()
}

/// What the events of a function in a SAM template say.
pub(super) fn of_template(function: &str, events: &Value) -> Vec<Route> {
    let route = |event: &Value| {
        let payload = match event["Type"].as_str()? {
            "Api" => "1.0",
            "HttpApi" => "2.0",
            _ => return None,
        };
        let properties = &event["Properties"];
        let method = properties["Method"].as_str().unwrap_or("ANY");
        Some(made(function, method, properties["Path"].as_str()?, payload))
    };
    events.as_object().into_iter().flat_map(|events| events.values()).filter_map(route).collect()
}

fn made(function: &str, method: &str, path: &str, payload: &'static str) -> Route {
    let method = if matches!(method, "*" | "any") { "ANY".into() } else { method.to_uppercase() };
    let path = format!("/{}", path.trim().trim_start_matches('/'));
    Route { function: function.into(), method, path, payload }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_in_all_spellings() {
        let events = "- http: GET /articles\n- http: {method: post, path: articles}\n\
                      - httpApi: '*'\n- httpApi: PUT /articles/{slug}\n- sqs: arn\n";
        let events = super::super::yaml::parse(events).unwrap();
        let found: Vec<String> = of_serverless("f", &events)
            .iter()
            .map(|route| format!("{} {} {}", route.method, route.path, route.payload))
            .collect();
        assert_eq!(
            found,
            ["GET /articles 1.0", "POST /articles 1.0", "ANY /* 2.0", "PUT /articles/{slug} 2.0"]
        );
        let events = "A: {Type: Api, Properties: {Path: /orders, Method: get}}\n\
                      B: {Type: HttpApi, Properties: {Path: '/{proxy+}', Method: any}}\n\
                      C: {Type: SQS, Properties: {Queue: q}}\n";
        let found = of_template("f", &super::super::yaml::parse(events).unwrap());
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], made("f", "GET", "/orders", "1.0"));
        assert_eq!(found[1], made("f", "ANY", "/{proxy+}", "2.0"));
    }
}
