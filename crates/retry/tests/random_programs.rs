//! Random small programs, judged by the prover and by an explicit-state check of
//! Definition 1 that executes their sources: what the prover calls safe, no run with
//! a crash may contradict. The tests of `aplomb-idempotence` do the same with traces;
//! here loops, exceptions and all that a front end makes of them take part. Every violation
//! that the check finds must be confirmed by the judge, who knows nothing of either, and no
//! crash of a function that was proved safe.
//! `APLOMB_RANDOM_PROGRAMS` says how many; use a release build for thousands.

use std::{cell::Cell, fmt::Write, iter, path::Path, sync::Arc};

use aplomb_idempotence::{
    Environment, Protections,
    definition::{
        Behaviour, Difference, Draw, Freshness, Grain, Move, Outcome, Search, Stores, Violation,
    },
    refute::{Actor, Inputs, Refutation, Subjects},
    simulate,
};
use aplomb_retry::{Application, Loaded, Programs, load};
use aplomb_symbolic::{Term, Terms};
use proptest::{
    collection::vec,
    prelude::{any, prop_assert},
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
        match self.choices.below(17) {
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
            // Whoever comes first decides, and everybody answers with what is stored.
            15 | 16 => {
                let (value, name) = (self.value(), format!("r{}", self.names));
                self.names += 1;
                let item = format!("{{ id: {key}, v: {value} }}");
                self.line(format_args!("let {name} = {item};"));
                self.block("try", |w| {
                    w.line(format_args!(
                        "await db.put({{ TableName: \"{table}\", Item: {name}, ConditionExpression: \"attribute_not_exists(id)\" }});"
                    ));
                });
                self.block("catch (error)", |w| {
                    w.line(format_args!(
                        "{name} = (await db.get({{ TableName: \"{table}\", Key: {{ id: {key} }} }})).Item;"
                    ));
                });
                self.read.push(name);
            }
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
        let head = match self.choices.below(5) {
            3 => {
                let table = self.choices.pick(&["T", "U"]);
                let found = format!("(await db.scan({{ TableName: \"{table}\" }})).Items");
                format!("for (const {{ id: {element} }} of {found})")
            }
            4 => {
                let table = self.choices.pick(&["T", "U"]);
                let found = format!(
                    "(await db.scan({{ TableName: \"{table}\", FilterExpression: \"v < :v\", ExpressionAttributeValues: {{ \":v\": value }} }})).Items"
                );
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

/// A random situation: who runs with which input, on which content. Nothing happened yet.
fn situation(loaded: &mut Loaded, function: usize, choices: &mut Choices<'_>) -> Refutation {
    let app = &mut loaded.app;
    let mut functions = vec![function];
    functions.extend(choices.pick::<&[usize]>(&[
        &[],
        &[0],
        &[1],
        &[1, 2],
        &[0, 2],
        &[1, 1],
        &[0, 1],
        &[1, 2, 2],
    ]));
    let mut actors = Vec::new();
    for function in functions {
        let event = random_event(&mut app.terms, choices);
        let symbol = app.functions[function].trace.inputs[0];
        let inputs = Inputs::from_iter([(app.terms.of_symbol(symbol), event)]);
        actors.push(Actor { function, inputs });
    }
    let start = random_stores(&mut app.terms, choices);
    let nothing = Violation {
        difference: Difference::Behaviour,
        moves: Vec::new(),
        events: Vec::new(),
        stores: start.clone(),
        draws: Vec::new(),
    };
    Refutation { actors, start, violation: nothing, variant: 0 }
}

/// Looks for a violation in a situation.
fn refuted(loaded: &mut Loaded, situation: &Refutation, choices: &mut Choices<'_>) -> Outcome {
    let programs = Programs::new(&loaded.program, &loaded.models, &loaded.functions);
    let app = &mut loaded.app;
    let actors = situation.actors.iter();
    let instances: Vec<_> = actors
        .map(|actor| programs.instance(app, actor.function, &actor.inputs, situation.variant))
        .collect();
    let behaviours: Vec<&dyn Behaviour> = instances.iter().map(AsRef::as_ref).collect();
    let few = behaviours.len() < 3;
    let grain = if few && choices.below(3) == 0 { Grain::Steps } else { Grain::Whole };
    let start = situation.start.clone();
    let search = Search { behaviours: &behaviours, start, grain, crashes: &[], limit: 1_000 };
    search.run(&mut app.terms)
}

/// Has a crash of a function that was proved safe judged, at every place and with every
/// number of steps before and after it: none may be confirmed. Says how many were executed and
/// found to show nothing new.
fn crashes_show_nothing_new(
    loaded: &mut Loaded,
    situation: &Refutation,
) -> Result<usize, TestCaseError> {
    let mut harmless = 0;
    let terms = &mut loaded.app.terms;
    // Enough fresh values for both attempts.
    let draws: Vec<Draw> = (0..16)
        .map(|index| Draw {
            instance: 0,
            attempt: 1 + index % 2,
            source: index / 2,
            kind: Freshness::Number,
            value: terms.number(1000.0 + index as f64),
            kept: None,
        })
        .collect();
    for (before, after) in (1..4).flat_map(|before| (1..6).map(move |after| (before, after))) {
        let moves = [Move::Invoke(0)].into_iter();
        let moves = moves.chain(iter::repeat_n(Move::Step(0), before)).chain([Move::Crash]);
        let moves = moves.chain(iter::repeat_n(Move::Step(0), after)).collect();
        let draws = draws.clone();
        let violation = Violation { moves, draws, ..situation.violation.clone() };
        match loaded.confirm(&Refutation { violation, ..situation.clone() }) {
            Ok(witness) => {
                return Err(TestCaseError::fail(format!("a crash was confirmed: {witness:?}")));
            }
            Err(why) => harmless += usize::from(why.to_string().contains("shows the same")),
        }
    }
    Ok(harmless)
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
    let harmless = Cell::new(0);
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
                let violation = (0..tries).find_map(|_| {
                    let situation = situation(&mut loaded, function, &mut choices);
                    match refuted(&mut loaded, &situation, &mut choices) {
                        Outcome::Violated(found) => {
                            Some(Refutation { violation: *found, ..situation })
                        }
                        _ => None,
                    }
                });
                if let Some(claim) = &violation {
                    let judged = loaded.confirm(claim);
                    prop_assert!(judged.is_ok(), "{judged:?}\n{source}\n{claim:?}");
                    let mut tampered = claim.clone();
                    tampered.violation.moves.retain(|it| *it != Move::Crash);
                    prop_assert!(loaded.confirm(&tampered).is_err(), "without a crash");
                } else if proved {
                    let situation = situation(&mut loaded, function, &mut choices);
                    let shown = crashes_show_nothing_new(&mut loaded, &situation)?;
                    harmless.set(harmless.get() + shown);
                }
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
    let harmless = harmless.get();
    println!("{safe} safe, {contradicted} contradicted, {open} neither, {harmless} crashes");
    assert!(safe > 0 && contradicted > 0, "the generator must produce both kinds");
    assert!(harmless > safe, "crashes of safe functions were judged");
}
