//! What the renderers show, on every story. `UPDATE_EXPECT=1 cargo test` accepts
//! what they show now.

mod stories;
mod told;

use aplomb_report::{Report, render};
use expect_test::expect_file;

fn check(kind: &str, render: impl Fn(&Report) -> String) {
    for (name, report) in stories::all() {
        let path = format!("{}/tests/golden/{name}.{kind}", env!("CARGO_MANIFEST_DIR"));
        expect_file![path].assert_eq(&render(&report));
    }
}

/// A page without its style sheet, which is the same in all of them.
fn without_style(page: &str) -> String {
    let (before, rest) = page.split_once("<style>").expect("a style sheet");
    let (_, after) = rest.split_once("</style>").expect("its end");
    format!("{before}<style></style>{after}")
}

#[test]
fn terminal() {
    check("txt", |report| render::terminal::render(report, &Default::default()));
}

#[test]
fn terminal_with_colours() {
    let options = render::terminal::Options { color: true, width: 80, quiet: false };
    check("ansi", |report| render::terminal::render(report, &options));
}

#[test]
fn html() {
    check("html", |report| without_style(&render::html::render(report)));
}

#[test]
fn sarif() {
    check("sarif", render::sarif::render);
}

#[test]
fn json() {
    check("json", render::json::render);
}
