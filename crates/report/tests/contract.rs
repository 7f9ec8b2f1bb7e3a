//! What every renderer promises, on the stories and on random reports made of
//! hostile text.

mod random;
mod stories;
mod told;

use std::sync::LazyLock;

use aplomb_report::{
    Code, Finding, LaneKind, Report, Span, Step, Suggestion, Witness,
    render::{html, json, sarif, svg, terminal},
};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::Value;

use told::told;

static REPORT_SCHEMA: LazyLock<Validator> = LazyLock::new(|| schema(json::JSON_SCHEMA));
static SARIF_RULES: LazyLock<Validator> =
    LazyLock::new(|| schema(include_str!("sarif-rules.schema.json")));

fn schema(text: &str) -> Validator {
    let schema: Value = serde_json::from_str(text).expect("a schema is JSON");
    jsonschema::meta::validate(&schema).expect("a schema follows its own schema");
    jsonschema::validator_for(&schema).expect("a schema can be used")
}

fn assert_valid(validator: &Validator, text: &str) {
    let value: Value = serde_json::from_str(text).expect("renderers write JSON");
    let errors: Vec<String> = validator
        .iter_errors(&value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{}\n{text}", errors.join("\n"));
}

#[test]
fn the_stories_follow_the_schemas() {
    for (_, report) in stories::all() {
        assert_valid(&REPORT_SCHEMA, &json::render(&report));
        assert_valid(&SARIF_RULES, &sarif::render(&report));
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let (_, report) = &stories::all()[0];
    let good: Value = serde_json::from_str(&json::render(report)).unwrap();
    let spoilt = |path: &str, value: Value| {
        let mut report = good.clone();
        *report.pointer_mut(path).expect(path) = value;
        report
    };
    for (path, value, why) in [
        ("/schema", 2.into(), "schema 2"),
        ("/findings/0/verdict", "maybe".into(), "unknown variant `maybe`"),
        ("/findings/0/code", "XX103".into(), "there is no code `XX103`"),
        ("/findings/0/witness", Value::Null, "violated but has no witness"),
        ("/findings/0/witness/arrows/0/kind", "love".into(), "unknown variant `love`"),
        ("/findings/0/witness/steps/0/lane", (-1).into(), "invalid value"),
        ("/findings/0/primary/line", "7".into(), "invalid type"),
        ("/diagnostics/0/severity", "bad".into(), "unknown variant `bad`"),
    ] {
        let spoilt = spoilt(path, value);
        assert!(!REPORT_SCHEMA.is_valid(&spoilt), "the schema accepts another {path}");
        let error = json::read(&spoilt.to_string()).expect_err(path).to_string();
        assert!(error.contains(why), "{path}: {error}");
    }
}

#[test]
fn what_is_not_a_report_is_refused_with_a_reason() {
    for (text, why) in [
        ("", "not a JSON file: EOF while parsing a value at line 1"),
        ("{", "not a JSON file"),
        ("[]", "has no \"schema\" number"),
        ("{\"schema\": \"1\"}", "has no \"schema\" number"),
        ("{\"schema\": 7}", "schema 7, but this version of aplomb reads schema 1"),
        ("{\"schema\": 1}", "not a correct report: missing field"),
    ] {
        let error = json::read(text).expect_err(text).to_string();
        assert!(error.contains(why), "{text:?}: {error}");
    }
    let deep = format!("{{\"schema\": 1, \"data\": {}", "[".repeat(100_000));
    assert!(json::read(&deep).unwrap_err().to_string().contains("recursion limit"));
}

#[test]
fn references_to_what_does_not_exist_are_refused() {
    let (_, report) = &stories::all()[2];
    let good: Value = serde_json::from_str(&json::render(report)).unwrap();
    for (path, value, why) in [
        ("/findings/0/witness/steps/0/lane", 9, "a step names lane 9"),
        ("/findings/0/witness/arrows/0/to", 99, "an arrow names step 99"),
        ("/findings/0/witness/calls/0/last", 12, "a call names step 12"),
        ("/findings/0/witness/calls/0/last", 5, "call `add(2)` must begin and end"),
        ("/findings/0/witness/stretches/0/last", 12, "a stretch names step 12"),
        ("/findings/0/witness/stretches/0/last", 5, "the stretch of lane 0 must begin and end"),
    ] {
        let mut report = good.clone();
        *report.pointer_mut(path).expect(path) = value.into();
        let error = json::read(&report.to_string()).expect_err(path).to_string();
        assert!(error.contains(why), "{path} = {value}: {error}");
    }
}

#[test]
fn a_summary_from_outside_is_counted_anew() {
    let (_, report) = &stories::all()[0];
    let mut value: Value = serde_json::from_str(&json::render(report)).unwrap();
    value["summary"]["violated"] = 0.into();
    value["summary"]["verdict"] = "holds".into();
    let read = json::read(&value.to_string()).unwrap();
    assert_eq!(read.summary(), report.summary());
}

#[test]
fn places_without_source_are_named() {
    let mut report = Report::new("check");
    report.push(
        Finding::unknown(Code::RETRY_SAFETY_UNKNOWN, "f", "not known", "no reason")
            .at(Span::between("gone.js", (3, 5), (3, 9)), "was here"),
    );
    report.attach_sources(&|_: &str| None);
    let text = terminal::render(&report, &Default::default());
    assert!(text.contains("gone.js:3:5") && text.contains("was here"), "{text}");
    let page = html::render(&report);
    assert!(page.contains("gone.js:3") && page.contains("was here"), "{page}");
}

#[test]
fn spans_that_do_not_fit_the_source_do_no_harm() {
    for span in [
        Span::between("a.js", (1, 90), (1, 95)),
        Span::between("a.js", (2, 9), (2, 3)),
        Span::between("a.js", (2, 1), (900, 1)),
        Span::between("a.js", (3, 1), (1, 1)),
        Span { line: 0, ..Span::line("a.js", 1) },
        Span { column: Some(0), end_column: Some(0), ..Span::line("a.js", 2) },
        Span { line: 2, end_line: Some(0), ..Span::line("a.js", 2) },
        Span::line("a.js", u32::MAX),
        Span::lines("a.js", 1, u32::MAX),
    ] {
        let mut report = Report::new("check");
        report.push(
            Finding::unknown(Code::RETRY_SAFETY_UNKNOWN, "f", "not known", "no reason")
                .at(span.clone(), "here")
                .suggest(Suggestion::new("do").edit(span, "something")),
        );
        report.attach_sources(&|_: &str| Some("a\n\tbé\n".to_owned()));
        assert!(terminal::render(&report, &Default::default()).contains("a.js"));
        assert!(html::render(&report).contains("a.js"));
        assert_valid(&SARIF_RULES, &sarif::render(&report));
    }
}

#[test]
fn a_report_without_findings_says_that_nothing_was_checked() {
    let report = Report::new("check");
    assert_eq!(report.summary().verdict.exit_code(), 3);
    assert!(terminal::render(&report, &Default::default()).contains("nothing was checked"));
    assert!(html::render(&report).contains("nothing was checked"));
}

#[test]
fn quiet_output_has_one_line_for_each_problem() {
    let (_, report) = &stories::all()[0];
    let options = terminal::Options { quiet: true, ..Default::default() };
    let text = terminal::render(report, &options);
    assert_eq!(
        text,
        "src/payment.js:7:19: violated[AP103]: payment: a retry deducts the price again\n\
         src/payment.js:5:30: violated[AP107]: payment: a retry writes a receipt that does not \
         match the deduction\n\
         src/payment.js:26:40: unknown[AP190]: report: the effect of `audit.send` is not known\n"
    );
}

#[test]
fn an_empty_witness_can_be_drawn() {
    let mut story = Witness::builder("");
    assert!(svg::standalone(&story.clone().finish()).contains("<svg"));
    story.lane(LaneKind::Process, "idle");
    assert!(svg::standalone(&story.finish()).contains("data-lane=\"0\""));
}

#[test]
fn a_long_witness_is_drawn_in_time() {
    let mut story = Witness::builder("many steps");
    let lanes = [0, 1, 2].map(|n| story.lane(LaneKind::Thread, format!("T{n}")));
    let mut previous = None;
    for n in 0..5_000 {
        let step = story.step(Step::new(lanes[n % 3], "read").key("x"));
        if let Some(previous) = previous.replace(step) {
            story.arrow(aplomb_report::ArrowKind::ReadFrom, previous, step, "x");
        }
    }
    let finding = Finding::violated(Code::DATA_RACE, "C", "long", told(&story.finish()));
    let mut report = Report::new("linearizability");
    report.push(finding);
    let start = std::time::Instant::now();
    let text = terminal::render(&report, &Default::default());
    let page = html::render(&report);
    let log = sarif::render(&report);
    assert!(text.len() > 5_000 && page.len() > 5_000 && log.len() > 5_000);
    assert!(start.elapsed().as_secs() < 10, "took {:?}", start.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn json_is_read_as_it_was_written(report in random::report()) {
        let text = json::render(&report);
        assert_valid(&REPORT_SCHEMA, &text);
        prop_assert_eq!(json::read(&text).expect("what was written can be read"), report);
    }

    #[test]
    fn sarif_follows_the_standard(report in random::report()) {
        assert_valid(&SARIF_RULES, &sarif::render(&report));
    }

    #[test]
    fn the_terminal_receives_no_control_characters(report in random::report(), width in 0usize..200) {
        let options = terminal::Options { color: false, width, quiet: false };
        let text = terminal::render(&report, &options);
        let strange = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
        prop_assert_eq!(strange, None);
    }

    #[test]
    fn html_contains_no_markup_from_outside(report in random::report()) {
        let page = html::render(&report).to_lowercase();
        for tag in ["<script", "<img", "<iframe", "<a href=\"http", "src=\"", "@import", "url(http"] {
            prop_assert!(!page.contains(tag), "{} in the page", tag);
        }
    }

    #[test]
    fn pictures_are_well_formed_and_complete(witness in random::witness()) {
        for size in [svg::Size::Wide, svg::Size::Compact] {
            let picture = svg::render(&witness, &svg::Options { id: "w", size });
            let document = roxmltree::Document::parse(&picture).expect("well-formed XML");
            let count = |attribute| document.descendants().filter(|n| n.has_attribute(attribute)).count();
            prop_assert_eq!(count("data-lane"), witness.lanes().len());
            prop_assert_eq!(count("data-step"), witness.steps().len());
            prop_assert_eq!(count("data-marker"), witness.markers().len());
            prop_assert_eq!(count("data-call"), witness.calls().len());
            prop_assert_eq!(count("data-arrow"), witness.arrows().len());
        }
        let standalone = svg::standalone(&witness);
        prop_assert!(roxmltree::Document::parse(&standalone).is_ok());
    }
}
