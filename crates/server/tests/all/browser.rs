//! The dashboard in a real browser.

#[path = "../../../report/tests/chromium/mod.rs"]
mod chromium;

use std::{path::Path, time::Duration};

use crate::support::{CONSENT, Running, eventually};
use chromium::{WIDTHS, dump_dom, measured};
use serde_json::Value;

fn event(id: u32, name: &str, user: &str, time: i64) -> String {
    format!(
        "{{\"id\": \"{id}\", \"name\": \"{name}\", \"params\": {{\"user\": \"{user}\"}}, \
         \"time\": {time}, \"invocation\": \"i{id}\", \"function\": \"mailer\"}}"
    )
}

fn viewers(server: &Running) -> bool {
    !server.get("/metrics").text.contains("aplomb_viewers 0\n")
}

#[test]
fn an_open_dashboard_shows_what_happens_later() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    let address = format!("{}/", server.address);
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-live");
    let browser = std::thread::spawn(move || dump_dom(&address, &profile));
    eventually("somebody looks on", || viewers(&server), |looks| *looks);
    server.post("/v1/events", event(1, "PROCESSED", "ada &lt; <b>", 1000));
    server.violations(1);
    // The next update comes within a second.
    std::thread::sleep(Duration::from_millis(2500));
    drop(server);
    let page = browser.join().unwrap();
    assert!(page.contains("data-updates="), "the page was updated: {page}");
    assert!(page.contains("data-latest="), "the violation was announced: {page}");
    assert!(page.contains("ada &amp;lt; &lt;b&gt;"), "the violation is shown: {page}");
}

#[test]
fn the_pages_are_drawn_inside_their_window() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    let events = [
        event(1, "CONSENT", "ada", 1000),
        event(2, "REVOKED", "ada", 2000),
        event(3, "PROCESSED", "ada", 2004),
    ];
    server.post("/v1/events", events.join("\n"));
    server.post("/v1/events", "nonsense");
    let violation = server.violations(1).remove(0);
    assert_eq!(violation["verdict"], "possibly-violated");
    let id = violation["id"].as_str().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let paths = ["/".to_owned(), format!("/violations/{id}"), "/properties/0".to_owned()];
    let pages: Vec<String> = paths.iter().map(|path| server.get(path).text).collect();
    let frames = measured("browser-dashboard", &pages);
    assert_eq!(frames.len(), pages.len() * WIDTHS.len());
    for (index, frame) in frames.iter().enumerate() {
        let (path, width) = (&paths[index / WIDTHS.len()], WIDTHS[index % WIDTHS.len()]);
        assert_eq!(frame["width"], width, "{path}: nothing sticks out of the page");
        assert_eq!(frame["problems"], Value::Array(Vec::new()), "{path} at {width}");
    }
    let drawn = &frames[WIDTHS.len()]["pictures"];
    assert_eq!(drawn[0]["steps"], 3, "the timeline of the violation: {drawn}");
}
