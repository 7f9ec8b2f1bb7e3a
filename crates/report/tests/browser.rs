//! The HTML report in a real browser: what was given is drawn, inside its box,
//! and nothing sticks out of the page, on a desk and on a phone.

mod random;
mod stories;
mod told;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use aplomb_report::{
    ArrowKind, Code, Finding, LaneKind, Outcome, Report, Span, Step, Suggestion, Witness,
    render::html,
};
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use serde_json::Value;

use told::told;

/// The width of a window on a desk and that of a phone.
const WIDTHS: [u32; 2] = [1280, 390];

/// Where the browser is.
fn chromium() -> PathBuf {
    if let Some(path) = std::env::var_os("APLOMB_CHROMIUM") {
        return path.into();
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|candidate| candidate.is_file())
        .unwrap_or_else(|| {
            panic!(
                "no browser: none of {names:?} is on the PATH. Install one (Debian: apt-get \
                 install chromium) or say where it is with APLOMB_CHROMIUM=/path/to/chromium"
            )
        })
}

/// Opens each page in a frame of each width and returns what `measure.js` found,
/// page by page and width by width.
fn measured(test: &str, pages: &[String]) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the page");
    let file = folder.join("page.html");
    fs::write(&file, frames(pages)).expect("a page");
    let dom = dump_dom(&file, &folder.join("profile"));
    let start =
        dom.find("<pre id=\"result\">").expect("the script ran") + "<pre id=\"result\">".len();
    let end = start + dom[start..].find("</pre>").expect("the result ends");
    let json = dom[start..end].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let result: Value =
        serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    result.as_array().expect("one result for each frame").clone()
}

/// A page that holds the reports, unchanged, in frames.
fn frames(pages: &[String]) -> String {
    let mut html = "<!DOCTYPE html><meta charset=\"utf-8\"><body>".to_owned();
    for page in pages {
        let source = page.replace('&', "&amp;").replace('"', "&quot;");
        for width in WIDTHS {
            html += &format!(
                "<iframe style=\"border: 0\" width=\"{width}\" height=\"800\" srcdoc=\"{source}\"></iframe>"
            );
        }
    }
    html + "<pre id=\"result\"></pre><script>" + include_str!("measure.js") + "</script>"
}

fn dump_dom(page: &Path, profile: &Path) -> String {
    let mut browser = Command::new(chromium());
    browser.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--hide-scrollbars",
        "--virtual-time-budget=20000",
        "--dump-dom",
    ]);
    browser.arg(format!("--user-data-dir={}", profile.display()));
    browser.arg(format!("file://{}", page.canonicalize().expect("a path").display()));
    let output = output_in_time(browser, Duration::from_secs(120));
    String::from_utf8(output).expect("the page in UTF-8")
}

/// What a program writes, if it ends in time.
fn output_in_time(mut command: Command, patience: Duration) -> Vec<u8> {
    use std::io::Read;

    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
    let program = format!("{command:?}");
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut stdout = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut output = Vec::new();
        stdout.read_to_end(&mut output).map(|_| output)
    });
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > patience {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{program} did not end within {patience:?}");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    reader.join().expect("a reader").expect("the output")
}

fn witnesses(report: &Report) -> Vec<&Witness> {
    report.findings().iter().filter_map(|finding| finding.witness()).collect()
}

#[test]
fn the_browser_draws_what_it_was_given() {
    let reports = stories::all();
    let frames = assert_drawn("browser-stories", &reports);
    // On a phone, two lanes fit without scrolling.
    assert_eq!(frames[1]["pictures"][0]["scrolls"], false, "two lanes fit a phone");
}

#[test]
fn the_browser_draws_any_witness() {
    let mut runner = TestRunner::deterministic();
    let reports: Vec<(&str, Report)> = (0..12)
        .map(|_| {
            let witness = random::witness().new_tree(&mut runner).expect("a witness").current();
            let mut report = Report::new("check");
            report.push(Finding::violated(Code::DATA_RACE, "any", "any", told(&witness)));
            ("random", report)
        })
        .collect();
    assert_drawn("browser-random", &reports);
}

/// Asserts that a browser draws all that the reports have.
fn assert_drawn(test: &str, reports: &[(&str, Report)]) -> Vec<Value> {
    let pages: Vec<String> = reports.iter().map(|(_, report)| html::render(report)).collect();
    let frames = measured(test, &pages);
    assert_eq!(frames.len(), reports.len() * WIDTHS.len());
    for (index, frame) in frames.iter().enumerate() {
        let (name, report) = &reports[index / WIDTHS.len()];
        let width = WIDTHS[index % WIDTHS.len()];
        let context = format!("{name} at {width} px");
        assert_eq!(frame["problems"], Value::Array(Vec::new()), "{context}");
        assert_eq!(frame["width"], width, "{context}: nothing sticks out of the page");

        let pictures = frame["pictures"].as_array().expect("pictures");
        let witnesses = witnesses(report);
        assert_eq!(pictures.len(), witnesses.len(), "{context}: one visible picture each");
        for (picture, witness) in pictures.iter().zip(witnesses) {
            let arrows: Vec<Value> = witness
                .arrows()
                .iter()
                .map(|arrow| format!("{}-{}", arrow.from.index(), arrow.to.index()).into())
                .collect();
            assert_eq!(picture["lanes"], witness.lanes().len(), "{context}");
            assert_eq!(picture["steps"], witness.steps().len(), "{context}");
            assert_eq!(picture["calls"], witness.calls().len(), "{context}");
            assert_eq!(picture["markers"], witness.markers().len(), "{context}");
            assert_eq!(picture["arrows"], Value::Array(arrows), "{context}");
        }
    }
    frames
}

#[test]
fn the_browser_runs_nothing_from_outside() {
    let hostile =
        "</style><script>parent.hacked = 1</script><img src=x onerror=\"parent.hacked = 1\">";
    let mut story = Witness::builder(hostile);
    let lane = story.lane_in(hostile, LaneKind::Process, hostile);
    let step = Step::new(lane, hostile).key(hostile).value(hostile);
    let step = story.step(step.outcome(Outcome::failed(hostile)));
    story.crash(lane, hostile);
    story.arrow(ArrowKind::Message, step, step, hostile);
    let mut report = Report::new(hostile);
    let code = Code::DEADLOCK;
    let span = Span::line(hostile, 1);
    report.push(
        Finding::violated(code, hostile, hostile, told(&story.finish()))
            .at(span, hostile)
            .because(hostile)
            .suggest(Suggestion::new(hostile)),
    );
    report.attach_sources(&|_: &str| Some(hostile.to_owned()));
    for frame in measured("browser-hostile", &[html::render(&report)]) {
        assert_eq!(frame["problems"], Value::Array(Vec::new()));
        assert_eq!(frame["foreign"], 0, "no script, image or frame");
        assert_eq!(frame["hacked"], false);
        assert_eq!(frame["pictures"][0]["steps"], 1);
    }
}
