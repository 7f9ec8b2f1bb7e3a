//! Inputs that no handler contains: no panic, no overflow, no hang.

use aplomb_script::testing;
use aplomb_script_js::JavaScript;
use std::path::Path;

fn parse(name: &str, text: &str) -> String {
    testing::parse(&JavaScript, Path::new(name), text)
}

#[test]
fn deep_nesting_is_bounded() {
    let shapes = [
        ("[", "", "]"),
        ("(", "a", ")"),
        ("{", "", "}"),
        ("f(", "", ")"),
        ("x = {a: ", "1", "}"),
        ("function f() {", "", "}"),
        ("(a) => {", "a", "}"),
        ("a => ", "a", ""),
        ("class A { static x = class { m() {", "", "}}}"),
        ("!", "a", ""),
        ("a = ", "a", ""),
        ("a ? b : ", "c", ""),
        ("if (a) ", "b", ""),
        ("if (a) {} else ", "b", ""),
        ("new ", "a", ""),
        ("a + ", "a", ""),
        ("a.b", "", ""),
        ("a ** ", "a", ""),
        ("`${", "a", "}`"),
        ("<a>", "", "</a>"),
        ("l: ", "a", ""),
        ("let {a: ", "b", "} = 1"),
        ("await ", "a", ""),
    ];
    for (open, middle, close) in shapes {
        // At each depth there is an answer; the larger ones are not parsed.
        for depth in [100, 1_000, 9_000, 100_000] {
            let text = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
            parse("deep.jsx", &text);
        }
    }
}

#[test]
fn long_chains_say_where_they_were_cut() {
    let sum = vec!["a"; 5_000].join("+");
    assert!(parse("sum.js", &sum).contains("nested too deeply"));
    let sum = vec!["a"; 100_000].join("+");
    assert!(parse("sum.js", &sum).contains("not parsed"));
}

#[test]
fn comparisons_that_look_like_type_arguments_take_no_quadratic_time() {
    parse("less.ts", &"a<".repeat(2_000));
}

#[test]
fn long_files_are_parsed() {
    let line =
        "exports.f = async (event) => { await table.put({ id: event.id, list: [1, 2] }) };\n";
    let shown = parse("long.js", &line.repeat(20_000));
    assert!(!shown.contains("error"), "{}", &shown[shown.len() - 200..]);
}

#[test]
fn minified_bundles_are_parsed() {
    let piece = r#"function e(t,n){var r=n?t[n]:void 0;return r&&"("!==r?r.call(t,/[)"']/g):(t=[],{a:!0,b:1e3})}"#;
    let shown = parse("bundle.js", &format!("!{{f(){{{}}}}};", piece.repeat(10_000)));
    assert!(!shown.contains("not parsed"), "{shown}");
}

#[test]
fn empty_and_strange_files() {
    for text in [
        "",
        "\n",
        " ",
        "\u{feff}",
        "//",
        "/*",
        "#!/usr/bin/env node",
        "\u{0}\u{1}\u{2}",
        "\u{2028}",
    ] {
        parse("strange.js", text);
        parse("strange.ts", text);
        parse("strange.json", text);
    }
}

#[test]
fn byte_order_mark_shebang_and_carriage_returns_keep_spans() {
    for start in ["\u{feff}", "#!/usr/bin/env node\r\n", ""] {
        let text = format!("{start}const a = 'é';\r\nf(a);\r\n");
        testing::check_statement_spans(
            &JavaScript,
            Path::new("a.js"),
            &text,
            &["a = 'é'", "f(a);"],
        );
    }
}
