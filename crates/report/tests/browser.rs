//! The HTML report in a real browser: what was given is drawn, inside its box,
//! and nothing sticks out of the page, on a desk and on a phone.

mod chromium;
mod random;
mod stories;
mod told;

use aplomb_report::{
    ArrowKind, Code, Finding, LaneKind, Outcome, Report, Span, Step, Suggestion, Witness,
    render::html,
};
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use serde_json::Value;

use chromium::{WIDTHS, measured};
use told::told;

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
        let drawn = witnesses.iter().map(|witness| 1 + witness.trees().len()).sum::<usize>();
        assert_eq!(pictures.len(), drawn, "{context}: one visible picture each, and its trees");
        let mut pictures = pictures.iter();
        for witness in witnesses {
            let picture = pictures.next().expect("they were counted");
            // Trees follow the execution that they belong to.
            pictures.by_ref().take(witness.trees().len()).for_each(drop);
            let arrows: Vec<Value> = witness
                .arrows()
                .iter()
                .map(|arrow| format!("{}-{}", arrow.from.index(), arrow.to.index()).into())
                .collect();
            assert_eq!(picture["lanes"], witness.lanes().len(), "{context}");
            assert_eq!(picture["steps"], witness.steps().len(), "{context}");
            assert_eq!(picture["calls"], witness.calls().len(), "{context}");
            assert_eq!(picture["markers"], witness.markers().len(), "{context}");
            assert_eq!(picture["stretches"], witness.stretches().len(), "{context}");
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
