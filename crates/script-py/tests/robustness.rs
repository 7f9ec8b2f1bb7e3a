//! Inputs that no handler contains: no panic, no overflow, no hang.

use aplomb_script::testing;
use aplomb_script_py::Python;
use std::path::Path;

fn parse(text: &str) -> String {
    testing::parse(&Python, Path::new("strange.py"), text)
}

#[test]
fn deep_nesting_is_bounded() {
    let shapes = [
        ("[", "", "]"),
        ("(", "a", ")"),
        ("{a: ", "1", "}"),
        ("f(", "", ")"),
        ("f'{", "a", "}'"),
        ("lambda: ", "a", ""),
        ("not ", "a", ""),
        ("-", "a", ""),
        ("a = ", "a", ""),
        ("a if b else ", "c", ""),
        ("a + ", "a", ""),
        ("a and ", "a", ""),
        ("a < ", "a", ""),
        ("a.b", "", ""),
        ("a ** ", "a", ""),
        ("await ", "a", ""),
        ("@a\n", "def f(): pass", ""),
        ("if a: pass\nel", "if b: pass", ""),
        ("'a' ", "'b'", ""),
    ];
    for (open, middle, close) in shapes {
        // At each depth there is an answer; the larger ones are not parsed.
        for depth in [100, 1_000, 9_000, 100_000] {
            parse(&format!("{}{middle}{}", open.repeat(depth), close.repeat(depth)));
        }
    }
}

#[test]
fn deep_indentation_is_bounded() {
    for depth in [50, 300, 2_000] {
        let mut text = String::new();
        for level in 0..depth {
            text.push_str(&format!("{}if a:\n", " ".repeat(level)));
        }
        text.push_str(&format!("{}pass\n", " ".repeat(depth)));
        parse(&text);
    }
}

#[test]
fn long_matches_are_bounded() {
    let cases: String = (0..1_000).map(|n| format!("    case {n}: pass\n")).collect();
    assert!(parse(&format!("match a:\n{cases}")).contains("a large match"));
    let items = vec!["b"; 1_000].join(", ");
    assert!(parse(&format!("match a:\n    case [{items}]: pass\n")).contains("a large match"));
}

#[test]
fn long_chains_say_where_they_were_cut() {
    assert!(parse(&vec!["a"; 5_000].join("+")).contains("nested too deeply"));
    assert!(parse(&vec!["a"; 100_000].join("+")).contains("not parsed"));
}

#[test]
fn long_files_are_parsed() {
    let line =
        "def f(event, context):\n    table.put_item(Item={'id': event['id'], 'l': [1, 2]})\n";
    let shown = parse(&line.repeat(20_000));
    assert!(!shown.contains("error"), "{}", &shown[shown.len() - 200..]);
}

#[test]
fn empty_and_strange_files() {
    for text in ["", "\n", " ", "\t", "\u{feff}", "#", "\\", "\u{0}\u{1}", "'''", "f'{", "\u{2028}"]
    {
        parse(text);
    }
}

#[test]
fn byte_order_mark_shebang_and_carriage_returns_keep_spans() {
    for start in ["\u{feff}", "#!/usr/bin/env python\r\n", ""] {
        let text = format!("{start}a = 'é'\r\nf(a)\r\n");
        testing::check_statement_spans(&Python, Path::new("a.py"), &text, &["a = 'é'", "f(a)"]);
    }
}
