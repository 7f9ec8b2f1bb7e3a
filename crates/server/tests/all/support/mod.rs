//! A server on a free port, and a client that asks it.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use aplomb_monitor::{Delay, PropertyFile};
use aplomb_server::{Access, Server, Watching};
use aplomb_store::{Embedded, Store};
use serde_json::Value;
use tokio::runtime::Runtime;

pub mod broker;

pub const CONSENT: &str = r#"
properties:
  - name: consent
    description: Data is processed only with consent.
    quantifiedVariables: [user]
    stateMachine:
      CONSENT: {params: [user], INITIAL: {to: consented}}
      REVOKED: {params: [user], consented: {to: INITIAL}}
      PROCESSED: {params: [user], INITIAL: {to: FAILURE}, consented: {to: SUCCESS, continue: true}}
translate:
  - on: otlp.span
    when: operation == "process"
    emit: {PROCESSED: {user: 'params.attributes["user.id"]'}}
"#;

/// A server that runs until it is dropped.
pub struct Running {
    runtime: Option<Runtime>,
    server: Option<Server>,
    pub address: String,
    agent: ureq::Agent,
    token: Option<String>,
}

/// An answer of the server.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub retry_after: Option<String>,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

/// Watches over a property file, with answers soon after the events.
pub fn watching(properties: &str) -> Watching {
    let file = PropertyFile::parse(properties).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut watching = Watching::new(vec![("properties.yaml".into(), file)]);
    watching.delay = Delay::fixed(Duration::from_millis(50));
    watching
}

pub fn local() -> Access {
    Access::local(([127, 0, 0, 1], 0).into())
}

impl Running {
    pub fn start(properties: &str, folder: &Path) -> Running {
        let store = Arc::new(Embedded::open(folder).unwrap());
        Running::with(watching(properties), local(), store)
    }

    pub fn with(watching: Watching, access: Access, store: Arc<dyn Store>) -> Running {
        let token = access.token.clone();
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(Server::start(watching, access, store)).unwrap();
        let address = format!("http://{}", server.address());
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        let agent = ureq::Agent::new_with_config(config);
        Running { runtime: Some(runtime), server: Some(server), address, agent, token }
    }

    pub fn get(&self, path: &str) -> Reply {
        let mut request = self.agent.get(format!("{}{path}", self.address));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        reply(request.call().unwrap())
    }

    pub fn post(&self, path: &str, body: impl AsRef<[u8]>) -> Reply {
        self.post_with(path, &[], body)
    }

    pub fn post_with(&self, path: &str, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Reply {
        let mut request = self.agent.post(format!("{}{path}", self.address));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        reply(request.send(body.as_ref()).unwrap())
    }

    /// All violations, when there are so many.
    pub fn violations(&self, count: usize) -> Vec<Value> {
        let get = || self.get("/v1/violations?limit=1000").json()["violations"].clone();
        let enough = |it: &Value| it.as_array().is_some_and(|list| list.len() >= count);
        eventually("violations", get, enough).as_array().unwrap().clone()
    }

    /// Lets everything that was sent be answered.
    pub fn settle(&self) {
        let waiting = || {
            let text = self.get("/metrics").text;
            let line = text.lines().find_map(|line| line.strip_prefix("aplomb_queue_bytes "));
            line.and_then(|it| it.parse::<f64>().ok())
        };
        eventually("nothing waits", waiting, |waiting| *waiting == Some(0.0));
        // The delay, and some time to write answers down.
        std::thread::sleep(Duration::from_millis(300));
    }
}

fn reply(response: ureq::http::Response<ureq::Body>) -> Reply {
    let status = response.status().as_u16();
    let header = response.headers().get("retry-after").and_then(|it| it.to_str().ok());
    let retry_after = header.map(str::to_owned);
    Reply { status, retry_after, text: response.into_body().read_to_string().unwrap() }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let (Some(runtime), Some(server)) = (self.runtime.take(), self.server.take()) {
            runtime.block_on(server.stop());
        }
    }
}

/// Asks until the answer is right.
pub fn eventually<T: std::fmt::Debug>(
    what: &str,
    mut ask: impl FnMut() -> T,
    right: impl Fn(&T) -> bool,
) -> T {
    let start = Instant::now();
    loop {
        let answer = ask();
        if right(&answer) {
            return answer;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{what}: {answer:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
