//! Cost grows slowly with the size of a function: what is measured is the number
//! of terms and steps, not time.

mod toy;

/// How many terms and steps the trace of a handler with this body has.
fn size(body: &str) -> (usize, usize) {
    let source =
        format!("const db = require('db');\nexports.handler = async (event) => {{\n{body}\n}};");
    let (terms, trace, _) = toy::traced(&[("app.js", &source)]);
    assert!(trace.problems.is_empty(), "{:?}", trace.problems);
    (terms.len(), trace.steps.len())
}

/// Asserts that doubling the size multiplies the number of terms by less than
/// `factor`, and that there are `steps` steps for each unit.
fn grows(bodies: impl Fn(usize) -> String, sizes: [usize; 3], factor: f64, steps: usize) {
    let measured = sizes.map(|n| (n, size(&bodies(n))));
    for (n, (_, count)) in measured {
        assert_eq!(count, n * steps, "steps of {n}");
    }
    for pair in measured.windows(2) {
        let ((_, (before, _)), (_, (after, _))) = (pair[0], pair[1]);
        let growth = after as f64 / before as f64;
        assert!(growth < factor, "{before} terms become {after}");
    }
}

fn repeated(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn branches_in_a_row() {
    grows(
        |n| repeated(n, |i| format!("if (event.a{i}) await db.put('t', 'k{i}', event.b{i});")),
        [16, 32, 64],
        2.5,
        1,
    );
}

#[test]
fn branches_that_change_one_variable_and_one_object() {
    grows(
        |n| {
            let lines = repeated(n, |i| {
                format!(
                    "if (event.a{i}) {{ x = event.b{i}; o.f{i} = x; o.g = x; list.push(x); }} await db.put('t', 'k', [x, o.f0, o.g]);"
                )
            });
            format!("let x = 0; const o = {{}}; const list = [];\n{lines}\nreturn [o, list];")
        },
        [16, 32, 64],
        5.0,
        1,
    );
}

#[test]
fn branches_that_return() {
    grows(
        |n| repeated(n, |i| format!("if (event.a{i}) return {i}; await db.put('t', 'k{i}', {i});")),
        [16, 32, 64],
        5.0,
        1,
    );
}

#[test]
fn reads_that_decide() {
    grows(
        |n| {
            repeated(n, |i| {
                format!(
                    "const r{i} = await db.get('t', event.k{i}); if (r{i} && r{i}.ok) {{ r{i}.n = 1; await db.put('t', event.k{i}, r{i}); }}"
                )
            })
        },
        [16, 32, 64],
        2.6,
        2,
    );
}

#[test]
fn failures_that_are_caught_or_not() {
    grows(
        |n| {
            repeated(n, |i| {
                format!(
                    "try {{ await db.create('t', 'k{i}', event.b{i}); }} catch (e) {{ if (event.strict) throw e; }}"
                )
            })
        },
        [16, 32, 64],
        5.0,
        1,
    );
}

#[test]
fn many_operations() {
    grows(
        |n| repeated(n, |i| format!("await db.put('t', 'k{i}', {{ v: event.v }});")),
        [250, 500, 1000],
        2.2,
        1,
    );
}

#[test]
fn calls_in_calls() {
    grows(
        |n| {
            let functions = repeated(n, |i| {
                let next = if i == 0 { "0".into() } else { format!("await f{}(x)", i - 1) };
                format!(
                    "const f{i} = async (x) => {{ if (x.a{i}) {{ await db.put('t', 'k{i}', x); }} return {next}; }};"
                )
            });
            format!("{functions}\nreturn f{}(event);", n - 1)
        },
        [16, 32, 64],
        3.0,
        1,
    );
}

#[test]
fn branches_in_branches() {
    grows(
        |n| {
            let open = repeated(n, |i| {
                format!("if (event.a{i}) {{ await db.put('t', 'k{i}', x); x = {i};")
            });
            format!("let x = 0;\n{open}{}", "}".repeat(n))
        },
        [16, 32, 64],
        5.0,
        1,
    );
}

#[test]
fn statements_in_a_row() {
    grows(
        |n| {
            let lines = repeated(n, |i| match i % 4 {
                0 => format!("const v{i} = event.a{i};"),
                1 => format!("total += v{};", i - 1),
                2 => format!("o.f{i} = v{};", i - 2),
                _ => format!("list.push(v{});", i - 3),
            });
            format!("let total = 0; const o = {{}}; const list = [];\n{lines}\nreturn list.length;")
        },
        [1000, 2000, 4000],
        2.2,
        0,
    );
}

/// A list that doubles is given up before it has more items than anybody can look at.
#[test]
fn lists_that_double() {
    let doubled = |n: usize| {
        let lines = repeated(n, |_| "x = [...x, ...x];".into());
        let body = format!("let x = [event.a];\n{lines}\nreturn x.length;");
        let source = format!("exports.handler = async (event) => {{\n{body}\n}};");
        let (terms, trace, _) = toy::traced(&[("app.js", &source)]);
        (terms.len(), trace.problems.len())
    };
    let (few, none) = doubled(8);
    let (many, given_up) = doubled(64);
    assert_eq!((none, given_up > 0), (0, true));
    assert!(many < few + 200, "{few} terms become {many}");
}

/// What a list of so many items is made of is one list, not one for each of its beginnings.
#[test]
fn a_long_list_that_is_returned() {
    let body = format!("let x = [event.a];\n{}\nreturn x;", "x = [...x, ...x];\n".repeat(14));
    let (terms, _) = size(&body);
    assert!(terms < 20_000, "{terms} terms for a list of 16,384 items");
}

/// A value that has itself twice, again and again, is larger than anybody can go through.
#[test]
fn values_that_share_their_parts() {
    let (record, list) = ("x = { a: x, b: x };\n", "x = [x, x];\n");
    for (begins, doubles, ends) in [
        ("let x = event;", record, "return x;"),
        ("let x = event;", record, "return JSON.stringify(x);"),
        ("let x = 1;", record, "return JSON.stringify(x);"),
        ("let x = 1;", list, "return String(x);"),
    ] {
        let body = format!("{begins}\n{}{ends}", doubles.repeat(30));
        let source = format!("exports.handler = async (event) => {{\n{body}\n}};");
        let (_, trace, _) = toy::traced(&[("app.js", &source)]);
        let told = trace.problems.iter().any(|it| it.message.contains("too much to follow"));
        assert!(told, "{begins} {doubles} {ends}: {:?}", trace.problems);
    }
}

/// A list to which loops in loops add one item after the other.
#[test]
fn a_list_that_loops_fill() {
    let loops = "for (const a of ten) ".repeat(6);
    let body =
        format!("const ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];\nconst x = [];\n{loops}x.push(a);");
    let source = format!("exports.handler = async (event) => {{\n{body}\nreturn x;\n}};");
    let (_, trace, _) = toy::traced(&[("app.js", &source)]);
    assert!(!trace.problems.is_empty());
}

/// Every step has twice as many ends as the one before it.
#[test]
fn a_tree_that_is_walked() {
    let steps = "x = x.a ? x.b : x.c;\n".repeat(40);
    let source =
        format!("exports.handler = async (event) => {{\nlet x = event;\n{steps}return x;\n}};");
    let (_, trace, _) = toy::traced(&[("app.js", &source)]);
    assert!(trace.problems.iter().any(|it| it.message.contains("too much to follow")));
}

/// Texts that would be very long are not computed; none is taken for a shorter one.
#[test]
fn texts_that_are_too_long() {
    for text in [
        "'a'.padStart(100000)",
        "'a'.repeat(60000).replaceAll('a', 'ab')",
        "'a'.repeat(60000).replaceAll('a', 'a'.repeat(60000))",
    ] {
        let source = format!("exports.handler = async (event) => ({text}).length === 65536;");
        let (terms, trace, _) = toy::traced(&[("app.js", &source)]);
        let value = trace.completions[0].value;
        assert!(!terms.is_true(value) && !terms.is_false(value), "{text}");
    }
}
