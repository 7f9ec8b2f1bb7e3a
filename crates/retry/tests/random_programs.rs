//! Random small programs, judged by the prover and by an explicit-state check of
//! Definition 1 that executes their sources: what the prover calls safe, no run with
//! a crash may contradict. The tests of `aplomb-idempotence` do the same with traces;
//! here loops, exceptions and all that a front end makes of them take part.
//! `APLOMB_RANDOM_PROGRAMS` says how many; use a release build for thousands.

use std::{cell::Cell, fmt::Write, path::Path, sync::Arc};

use aplomb_idempotence::{
    Environment, Protections,
    definition::{Behaviour, Grain, Outcome, Search, Stores},
    refute::{Inputs, Subjects},
    simulate,
};
use aplomb_retry::{Application, Loaded, Programs, load};
use aplomb_symbolic::{Term, Terms};
use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};

/// Decisions taken from a list of bytes; when they are used up, the simplest.
/// A shorter list with smaller bytes is a simpler program, so that a
/// counterexample shrinks.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next().map_or(0, |&byte| usize::from(byte) % bound)
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

/// A function being written down.
struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    text: String,
    indent: usize,
    /// How many statements may still be written.
    left: usize,
    /// Variables that hold what was read, those in scope.
    read: Vec<String>,
    names: usize,
    /// The elements of the loops around, the innermost last.
    elements: Vec<&'static str>,
}

impl Writer<'_, '_> {
    fn line(&mut self, line: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{:width$}{line}", "", width = 2 * self.indent);
    }

    fn block(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(format_args!("{head} {{"));
        let known = self.read.len();
        self.indent += 1;
        body(self);
        self.indent -= 1;
        self.read.truncate(known);
        self.line("}");
    }

    fn key(&mut self) -> &'static str {
        match self.choices.below(6) {
            0..=2 if !self.elements.is_empty() => self.choices.pick(&self.elements),
            3 => "\"k\"",
            4 => "`${id}.x`",
            _ => "id",
        }
    }

    fn value(&mut self) -> String {
        match self.choices.below(9) {
            0 | 1 => "\"c\"".into(),
            2 | 3 => "value".into(),
            4 if !self.elements.is_empty() => self.choices.pick(&self.elements).into(),
            5 => "count".into(),
            6 if !self.read.is_empty() => format!("{}?.v", self.choices.pick(&self.read)),
            7 => "Date.now()".into(),
            _ => "flag".into(),
        }
    }

    fn condition(&mut self) -> String {
        let read = self.read.clone();
        let subject = |choices: &mut Choices<'_>| choices.pick(&read);
        match self.choices.below(7) {
            0 => "flag".into(),
            1 | 2 if !read.is_empty() => subject(self.choices),
            3 if !read.is_empty() => format!("!{}", subject(self.choices)),
            4 if !read.is_empty() => format!("{}?.v === value", subject(self.choices)),
            // Fails where there is nothing.
            5 if !read.is_empty() => format!("{}.v === \"c\"", subject(self.choices)),
            6 if !self.elements.is_empty() => {
                format!("{} === value", self.choices.pick(&self.elements))
            }
            _ => "value === \"c\"".into(),
        }
    }

    fn statements(&mut self, most: usize) {
        let count = 1 + self.choices.below(most);
        for _ in 0..count {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        let table = self.choices.pick(&["T", "T", "T", "U"]);
        let key = self.key();
        match self.choices.below(15) {
            0 | 1 => {
                let value = self.value();
                self.line(format_args!(
                    "await db.put({{ TableName: \"{table}\", Item: {{ id: {key}, v: {value} }} }});"
                ));
            }
            2 | 3 => {
                let name = format!("r{}", self.names);
                self.names += 1;
                self.line(format_args!(
                    "const {name} = (await db.get({{ TableName: \"{table}\", Key: {{ id: {key} }} }})).Item;"
                ));
                self.read.push(name);
            }
            4 | 5 => {
                let condition = self.condition();
                self.block(&format!("if ({condition})"), |w| w.statements(2));
            }
            6 | 7 if self.elements.len() < 2 => self.each(),
            8 if !self.read.is_empty() => {
                let (read, value) = (self.choices.pick(&self.read), self.value());
                self.line(format_args!(
                    "await db.put({{ TableName: \"{table}\", Item: {{ ...{read}, id: {key}, w: {value} }} }});"
                ));
            }
            9 => self.line(format_args!(
                "await db.delete({{ TableName: \"{table}\", Key: {{ id: {key} }} }});"
            )),
            10 => {
                let value = self.value();
                self.line(format_args!(
                    "await db.update({{ TableName: \"{table}\", Key: {{ id: {key} }}, UpdateExpression: \"SET v = :v\", ExpressionAttributeValues: {{ \":v\": {value} }} }});"
                ));
            }
            11 => self.line(format_args!(
                "await db.update({{ TableName: \"{table}\", Key: {{ id: {key} }}, UpdateExpression: \"ADD n :one\", ExpressionAttributeValues: {{ \":one\": 1 }} }});"
            )),
            12 => {
                let value = self.value();
                let insert = format!(
                    "await db.put({{ TableName: \"{table}\", Item: {{ id: {key}, v: {value} }}, ConditionExpression: \"attribute_not_exists(id)\" }});"
                );
                if self.choices.below(2) == 0 {
                    self.block("try", |w| w.line(insert));
                    self.block("catch (error)", |w| w.statements(1));
                } else {
                    self.line(insert);
                }
            }
            13 => self.line("count += 1;"),
            _ => {
                let leave: &[&str] = match !self.elements.is_empty() {
                    true => &["continue;", "break;", "return count;", "throw new Error(value);"],
                    false => &["return count;", "throw new Error(value);"],
                };
                let (condition, leave) = (self.condition(), self.choices.pick(leave));
                self.block(&format!("if ({condition})"), |w| w.line(leave));
            }
        }
    }

    fn each(&mut self) {
        let element = ["item", "part"][self.elements.len()];
        self.elements.push(element);
        let head = match self.choices.below(4) {
            3 => {
                let table = self.choices.pick(&["T", "U"]);
                let found = format!("(await db.scan({{ TableName: \"{table}\" }})).Items");
                format!("for (const {{ id: {element} }} of {found})")
            }
            _ => format!("for (const {element} of items)"),
        };
        self.block(&head, |w| w.statements(3));
        self.elements.pop();
    }

    fn function(&mut self, index: usize) {
        let head = format!("export const f{index} = async ({{ id, value, flag, items }}) =>");
        self.block(&head, |w| {
            w.line("let count = 0;");
            if index > 0 || w.choices.below(2) == 0 {
                w.statements(2);
            }
            if index == 0 {
                w.each();
                if w.choices.below(2) == 0 {
                    w.statements(2);
                }
            }
            let answer = match w.choices.below(4) {
                0 if !w.read.is_empty() => w.choices.pick(&w.read),
                1 => "count".into(),
                _ => "\"ok\"".into(),
            };
            w.line(format_args!("return {answer};"));
        });
    }
}

/// An application over two tables: a function that does several things, one that
/// does a few, and one that only looks.
fn random_program(choices: &mut Choices<'_>) -> String {
    let mut text = String::from(
        "import { DynamoDB } from \"@aws-sdk/client-dynamodb\";\n\
         import { DynamoDBDocument } from \"@aws-sdk/lib-dynamodb\";\n\
         const db = DynamoDBDocument.from(new DynamoDB());\n",
    );
    for (index, left) in [6, 2].into_iter().enumerate() {
        let mut writer = Writer {
            choices,
            text: String::new(),
            indent: 0,
            left,
            read: Vec::new(),
            names: 0,
            elements: Vec::new(),
        };
        writer.function(index);
        text += &writer.text;
    }
    let table = choices.pick(&["T", "U"]);
    text + &format!(
        "export const f2 = async ({{ id }}) =>\n  \
             (await db.get({{ TableName: \"{table}\", Key: {{ id }} }})).Item;\n"
    )
}

fn read(folder: &Path, source: &str) -> Loaded {
    let file = folder.join("app.mjs");
    std::fs::write(&file, source).expect("a temporary file can be written");
    let handlers: Vec<String> =
        (0..3).map(|index| format!("{}:f{index}", file.display())).collect();
    load(&Application::of_handlers(folder, &handlers).expect("the file is there"))
}

fn random_event(terms: &mut Terms, choices: &mut Choices<'_>) -> Term {
    let id = terms.string(choices.pick(&["k", "m"]));
    let value = terms.string(choices.pick(&["c", "a", "k"]));
    let flag = terms.bool(choices.below(2) == 0);
    // Elements of one collection are taken to be different.
    let items = choices.pick::<&[&str]>(&[&["k", "m"], &["m", "k"], &["k"], &[]]);
    let items: Vec<Term> = items.iter().map(|item| terms.string(*item)).collect();
    let items = terms.list(items);
    let fields = [("id", id), ("value", value), ("flag", flag), ("items", items)];
    terms.record(fields.map(|(name, field)| (Arc::from(name), field)))
}

fn random_stores(terms: &mut Terms, choices: &mut Choices<'_>) -> Stores {
    let mut stores = Stores::default();
    for store in ["T", "U"] {
        for key in ["k", "m", "k.x"] {
            if choices.below(2) == 0 {
                continue;
            }
            let key = terms.string(key);
            let value = terms.string(choices.pick(&["c", "a", "z"]));
            let content = terms.record([(Arc::from("id"), key), (Arc::from("v"), value)]);
            let key = terms.record([(Arc::from("id"), key)]);
            let store = terms.string(store);
            stores.set(terms, store, key, content);
        }
    }
    stores
}

/// Looks for a violation in a random situation.
fn refuted(loaded: &mut Loaded, function: usize, choices: &mut Choices<'_>) -> Outcome {
    let programs = Programs::new(&loaded.program, &loaded.models, &loaded.functions);
    let app = &mut loaded.app;
    let mut actors = vec![function];
    actors.extend(choices.pick::<&[usize]>(&[
        &[],
        &[0],
        &[1],
        &[1, 2],
        &[0, 2],
        &[1, 1],
        &[0, 1],
        &[1, 2, 2],
    ]));
    let mut instances = Vec::new();
    for &actor in &actors {
        let event = random_event(&mut app.terms, choices);
        let symbol = app.functions[actor].trace.inputs[0];
        let inputs = Inputs::from_iter([(app.terms.of_symbol(symbol), event)]);
        instances.push(programs.instance(app, actor, &inputs, 0));
    }
    let start = random_stores(&mut app.terms, choices);
    let behaviours: Vec<&dyn Behaviour> = instances.iter().map(AsRef::as_ref).collect();
    let grain = if actors.len() < 3 && choices.below(3) == 0 { Grain::Steps } else { Grain::Whole };
    let search = Search { behaviours: &behaviours, start, grain, crashes: &[], limit: 1_000 };
    search.run(&mut app.terms)
}

#[test]
fn what_is_called_safe_no_run_of_the_source_contradicts() {
    let cases = std::env::var("APLOMB_RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok());
    let config = Config {
        cases: cases.unwrap_or(40),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..Config::default()
    };
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, seed);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (safe, contradicted, open) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let outcome =
        runner.run(&(vec(any::<u8>(), 0..60), vec(any::<u8>(), 2000)), |(program, situations)| {
            let source = random_program(&mut Choices(program.iter()));
            let mut loaded = read(folder.path(), &source);
            let mut choices = Choices(situations.iter());
            for function in 0..2 {
                let trace = &loaded.app.functions[function].trace;
                let understood = trace.problems.is_empty();
                let unmet = simulate(
                    &mut loaded.app,
                    function,
                    Environment::Concurrent,
                    &Protections::new(),
                );
                let proved = understood && unmet.is_empty();
                let tries = if proved && loaded.app.functions[function].trace.steps.len() > 1 {
                    40
                } else {
                    4
                };
                let violation =
                    (0..tries).find_map(|_| match refuted(&mut loaded, function, &mut choices) {
                        Outcome::Violated(violation) => Some(violation),
                        _ => None,
                    });
                match (proved, violation) {
                    (true, Some(violation)) => {
                        return Err(TestCaseError::fail(format!(
                            "f{function} was called safe\n{source}\n{violation:?}"
                        )));
                    }
                    (true, None) => safe.set(safe.get() + 1),
                    (false, Some(_)) => contradicted.set(contradicted.get() + 1),
                    (false, None) => open.set(open.get() + 1),
                }
            }
            Ok(())
        });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    let (safe, contradicted, open) = (safe.get(), contradicted.get(), open.get());
    println!("{safe} safe, {contradicted} contradicted, {open} neither");
    assert!(safe > 0 && contradicted > 0, "the generator must produce both kinds");
}
