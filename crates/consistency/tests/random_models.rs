//! Random programs mean the same in TypeScript as in the terse form of the
//! brute-force tests: same verdicts at every model.
//!
//! `APLOMB_PROGRAMS` says how many programs to try.

#[path = "brute/generate.rs"]
#[allow(dead_code, reason = "each test uses one of the two")]
mod generate;
#[path = "brute/random.rs"]
mod random;

mod files;

use aplomb_consistency::{Model, Options, Program, Verdict, check, fixture};
use random::Random;

#[test]
fn typescript_means_what_the_terse_form_means() {
    let wanted = std::env::var("APLOMB_PROGRAMS").ok().and_then(|count| count.parse().ok());
    let wanted: usize = wanted.unwrap_or(60);
    let (mut compared, mut violated, mut seed) = (0, 0, 0);
    while compared < wanted {
        seed += 1;
        let mut random = Random::new(seed);
        let count = 2 + random.below(2);
        let text = generate::program(&mut random, count);
        if text.contains("table") {
            // A read of a row reads all its columns there, and one here.
            continue;
        }
        let target = *random.pick(&["x", "y", "T1.r", "T2.r"]);
        if target.contains('.') && !text.contains("return") {
            continue;
        }
        let bound = random.below(4);
        let terse = format!("{text}inv {target} != {bound}\n");
        let Ok(expected) = fixture::parse(&terse) else { continue };
        let typescript = typescript(&text, target, bound);
        let summary = files::summarize("model.ts", &typescript);
        assert_eq!(summary.problems, [], "{terse}\n{typescript}");
        let (expected, found) = (verdicts(&expected), verdicts(&summary.program));
        assert_eq!(found, expected, "{terse}\n{typescript}");
        violated += found.matches('✗').count();
        compared += 1;
    }
    assert!(violated > wanted, "only {violated} violations");
}

/// Whatever a file says, it is understood or refused; what is understood is a
/// program that can be asked about.
#[test]
fn mutilated_models_do_no_harm() {
    let mut texts = Vec::new();
    for folder in [files::examples(), files::examples().join("bank")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            if extension == "ts" || extension == "py" {
                texts.push((extension, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    texts.sort();
    let rounds = std::env::var("APLOMB_PROGRAMS").ok().and_then(|it| it.parse().ok());
    let (mut understood, mut refused) = (0, 0);
    for seed in 0..rounds.unwrap_or(400) {
        let mut random = Random::new(seed + 5_000);
        let (extension, text) = random.pick(&texts).clone();
        let mutilated = mutilate(&mut random, &text, &texts);
        let file = format!("model.{extension}");
        let Some(summary) = files::summarize_anything(&file, &mutilated) else { continue };
        if summary.problems.is_empty() {
            understood += 1;
            assert!(summary.program.validate().is_ok(), "{mutilated}");
        } else {
            refused += 1;
        }
    }
    assert!(understood > 0 && refused > 0, "{understood} understood, {refused} refused");
}

/// Drops, swaps or replaces some words.
fn mutilate(random: &mut Random, text: &str, texts: &[(String, String)]) -> String {
    let mut words: Vec<String> =
        text.split_inclusive([' ', '(', ')', '.', ',', '\n']).map(Into::into).collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(words.len());
        match random.below(4) {
            0 => drop(words.remove(at)),
            1 => {
                let other = random.below(words.len());
                words.swap(at, other);
            }
            2 => {
                let (_, other) = random.pick(texts);
                let others: Vec<&str> = other.split_inclusive([' ', '(', ')', '.', ',']).collect();
                words[at] = random.pick(&others).to_string();
            }
            _ => {
                words[at] =
                    random.pick(&["null", "0", "-1", "[]", "{}", "''", "x", "True "]).to_string()
            }
        }
    }
    words.concat()
}

fn verdicts(program: &Program) -> String {
    let verdict = |&model: &Model| match check(program, model, &Options::default()).unwrap() {
        Verdict::Holds => '✓',
        Verdict::Violated(_) => '✗',
        other => panic!("{model}: {other:?}"),
    };
    Model::ALL.iter().map(verdict).collect()
}

/// The same program in TypeScript.
fn typescript(text: &str, target: &str, bound: usize) -> String {
    let mut code = String::from(
        "import { assume, concurrently, integer, invariant, transaction, variable } from \
         '@aplomb/consistency';\nconst x = variable('x', 0);\nconst y = variable('y', 0);\n",
    );
    let mut clients = Vec::new();
    for line in text.lines() {
        match line.split_once(':') {
            _ if line == "param p" => code.push_str("const p = integer('p');\n"),
            _ if line.starts_with("assume") => {
                code.push_str("assume(p === 0 || p === 1);\n");
            }
            Some((name, body)) if name.starts_with('T') => {
                let body = statements(body);
                code.push_str(&format!(
                    "const {name} = transaction('{name}', () => {{\n  let r0, r1, r2, v;\n{body}}});\n"
                ));
                clients.push(name.to_string());
            }
            _ => {}
        }
    }
    let results: Vec<String> = clients.iter().map(|name| format!("{name}r")).collect();
    code.push_str(&format!(
        "const [{}] = concurrently({});\n",
        results.join(", "),
        clients.join(", ")
    ));
    let value = match target.split_once('.') {
        Some((transaction, _)) => format!("{transaction}r"),
        None => format!("{target}.read()"),
    };
    code.push_str(&format!("invariant('differs', () => {value} !== {bound});\n"));
    code
}

/// Statements, one per line; blocks keep their braces.
fn statements(body: &str) -> String {
    let mut code = String::new();
    let spread = body.replace('{', "{;").replace('}', ";};");
    for statement in spread.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        code.push_str("  ");
        code.push_str(&statement_of(statement));
        code.push('\n');
    }
    code
}

fn statement_of(statement: &str) -> String {
    if statement == "}" {
        return "}".into();
    }
    if let Some(condition) = statement.strip_prefix("if ") {
        let condition = condition.trim_end_matches(['{', ' ']).replace("==", "===");
        return format!("if ({condition}) {{");
    }
    if statement == "else {" {
        return statement.into();
    }
    if let Some(value) = statement.strip_prefix("return r = ") {
        return format!("return {value};");
    }
    if let Some((cell, value)) =
        statement.strip_prefix("update ").and_then(|it| it.split_once(" := "))
    {
        return format!("{cell}.update((old) => {});", value.replace(cell, "old"));
    }
    if let Some((cell, value)) = statement.split_once(" := ") {
        return format!("{cell}.write({});", reads(value));
    }
    let (local, value) = statement.split_once(" = ").expect("a read");
    match value.strip_prefix("lock ") {
        Some(cell) => format!("{local} = {cell}.lock();"),
        None => format!("{local} = {};", reads(value)),
    }
}

/// An expression, with cells read.
fn reads(value: &str) -> String {
    let word = |word: &str| match word {
        "x" | "y" => format!("{word}.read()"),
        other => other.to_string(),
    };
    value.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
