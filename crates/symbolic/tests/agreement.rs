//! The trace of a function, instantiated with inputs and a store, is what a run
//! with these inputs and this store does.
//!
//! Programs are random: branches, loops, exceptions, early returns, closures,
//! objects and lists that change, reads and writes of a store. `SEEDS` sets how
//! many.

mod toy;

use aplomb_symbolic::{
    Action, Draw, Ended, Limits, Machine, Outcome, Problem, Reply, Step, Term, Terms, Trace, World,
    execute, run,
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A generator of pseudo-random numbers, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.roll(choices.len())]
    }
}

/// Writes random programs.
struct Author {
    dice: Dice,
    out: String,
    indent: usize,
    in_loop: bool,
    in_closure: bool,
    budget: usize,
}

impl Author {
    fn line(&mut self, text: &str) {
        writeln!(self.out, "{}{text}", "  ".repeat(self.indent)).unwrap();
    }

    fn atom(&mut self) -> String {
        let atoms = [
            "event.a",
            "event.b",
            "event.c",
            "x",
            "y",
            "z",
            "o.p",
            "o.q",
            "list.length",
            "0",
            "1",
            "2",
            "7",
            "found.n",
            "f(x)",
            "list[0]",
        ];
        self.dice.pick(&atoms).to_string()
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom();
        }
        match self.dice.roll(6) {
            0 => format!("({} + {})", self.number(depth - 1), self.number(depth - 1)),
            1 => format!("({} - {})", self.number(depth - 1), self.number(depth - 1)),
            2 => format!(
                "({} ? {} : {})",
                self.condition(1),
                self.number(depth - 1),
                self.number(depth - 1)
            ),
            3 => format!("({} * 2)", self.number(depth - 1)),
            4 => format!("({} || {})", self.atom(), self.number(depth - 1)),
            _ => self.atom(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.dice.roll(if depth == 0 { 4 } else { 7 }) {
            0 => format!("{} === {}", self.atom(), self.atom()),
            1 => format!("{} < {}", self.atom(), self.atom()),
            2 => self
                .dice
                .pick(&[
                    "event.s === 'u'",
                    "event.t",
                    "found",
                    "typeof event.a === 'number'",
                    "list.includes(2)",
                ])
                .into(),
            3 => self.atom(),
            4 => format!("!({})", self.condition(depth - 1)),
            5 => format!("({} && {})", self.condition(depth - 1), self.condition(depth - 1)),
            _ => format!("({} || {})", self.condition(depth - 1), self.condition(depth - 1)),
        }
    }

    fn key(&mut self) -> String {
        self.dice.pick(&["'k'", "event.s", "`k${event.a}`", "'k' + x", "event.s + '#1'"]).into()
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.dice.roll(3) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        let nested = depth > 0 && self.budget > 0;
        match self.dice.roll(if nested { 20 } else { 12 }) {
            0 | 1 => {
                let (name, value) = (self.dice.pick(&["x", "y", "z"]), self.number(2));
                self.line(&format!("{name} = {value};"));
            }
            2 => {
                let (field, value) = (self.dice.pick(&["p", "q", "r"]), self.number(1));
                self.line(&format!("o.{field} = {value};"));
            }
            3 => {
                let value = self.number(1);
                self.line(&format!("list.push({value});"));
            }
            4 => self.line("delete o.r;"),
            5 | 6 => {
                let (key, value) = (self.key(), self.number(1));
                self.line(&format!("await db.put('t', {key}, {{ n: {value}, o, s: event.s }});"));
            }
            7 => {
                let key = self.key();
                self.line(&format!("found = (await db.get('t', {key})) || found;"));
            }
            8 => {
                let (key, value) = (self.key(), self.number(1));
                self.line(&format!("await db.create('t', {key}, {{ n: {value} }});"));
            }
            9 => {
                let key = self.key();
                self.line(&format!("await db.remove('t', {key});"));
            }
            10 if self.in_loop => {
                let (test, jump) = (self.condition(0), self.dice.pick(&["break", "continue"]));
                self.line(&format!("if ({test}) {jump};"));
            }
            10 => {
                let (test, value) = (self.condition(0), self.number(1));
                self.line(&format!("if ({test}) return {value};"));
            }
            11 => {
                let (test, value) = (self.condition(0), self.number(0));
                self.line(&format!("if ({test}) throw new Error('e' + {value});"));
            }
            12..=14 => {
                let test = self.condition(2);
                self.line(&format!("if ({test}) {{"));
                self.block(depth - 1);
                if self.dice.roll(2) == 0 {
                    self.line("} else {");
                    self.block(depth - 1);
                }
                self.line("}");
            }
            15 => {
                let head = self.dice.pick(&[
                    "for (const i of [1, 2, 3])",
                    "for (let i = 0; i < 2; i++)",
                    "for (const i of [...list])",
                ]);
                let outside = std::mem::replace(&mut self.in_loop, true);
                self.line(&format!("{head} {{ x += i;"));
                self.block(depth - 1);
                self.line("}");
                self.in_loop = outside;
            }
            16 | 17 => {
                self.line("try {");
                self.block(depth - 1);
                self.line("} catch (e) { z += 1; o.m = e.message;");
                self.block(depth - 1);
                if self.dice.roll(2) == 0 {
                    let value = self.number(0);
                    self.line(&format!("}} finally {{ y = {value};"));
                }
                self.line("}");
            }
            18 => {
                let subject = self.atom();
                self.line(&format!("switch ({subject}) {{ case 0:"));
                let outside = std::mem::replace(&mut self.in_loop, false);
                self.block(depth - 1);
                self.line("case 1: break; default:");
                self.block(depth - 1);
                self.line("}");
                self.in_loop = outside;
            }
            _ if self.in_closure => self.line("z += 2;"),
            _ => {
                let outside = std::mem::replace(&mut self.in_loop, false);
                self.in_closure = true;
                self.line("const g = async () => {");
                self.block(depth - 1);
                self.line("};");
                self.line("x += (await g()) || 0;");
                self.in_closure = false;
                self.in_loop = outside;
            }
        }
    }
}

fn program(seed: u64) -> String {
    let mut author = Author {
        dice: Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        out: String::new(),
        indent: 1,
        in_loop: false,
        in_closure: false,
        budget: 24,
    };
    author.out.push_str(
        "const db = require('db');\nexports.handler = async (event) => {\n  let x = 1, y = 2, z = event.c, found = { n: 5 };\n  const o = { p: 1, q: 3, r: event.b }, list = [event.a];\n  const f = (v) => (v ? v + y : event.b);\n",
    );
    for _ in 0..6 {
        author.statement(3);
    }
    author.out.push_str("  return [x, y, z, o, list];\n};\n");
    author.out
}

type Store = BTreeMap<String, Term>;

/// A world with a store of constants.
struct Memory {
    event: Term,
    store: Store,
    log: Vec<String>,
}

/// What a step with constant terms does to a store; the old contents.
fn perform(terms: &mut Terms, store: &mut Store, step: &Step, log: &mut Vec<String>) -> Vec<Term> {
    let Action::Access { accesses, .. } = &step.action else { panic!("only accesses") };
    let absent = terms.absent();
    let mut old = Vec::new();
    for access in accesses {
        let cell = format!("{}[{}]", terms.show(access.store), terms.show(access.key));
        let content = store.get(&cell).copied().unwrap_or(absent);
        old.push(content);
        let symbol = terms.of_symbol(access.old);
        let known = [(symbol, content)].into_iter().collect();
        let holds = terms.substitute(access.condition, &known);
        let new = access.new.map(|new| terms.substitute(new, &known));
        let shown = new.map_or("-".into(), |new| terms.show(new).to_string());
        log.push(format!("{} {cell} {} {shown}", step.label, terms.show(holds)));
        if let (true, Some(new)) = (terms.is_true(holds), new) {
            store.insert(cell, new);
        }
    }
    old
}

impl World for Memory {
    fn input(&mut self, _: &mut Terms, _: &str) -> Term {
        self.event
    }
    fn perform(&mut self, terms: &mut Terms, step: &Step) -> Reply {
        Reply::Old(perform(terms, &mut self.store, step, &mut self.log))
    }
    fn fresh(&mut self, _: &mut Terms, draw: &Draw<'_>) -> Option<Term> {
        panic!("nothing is fresh here: {}", draw.label)
    }
    fn decide(&mut self, terms: &mut Terms, condition: Term) -> Option<bool> {
        panic!("left open: {}", terms.show(condition))
    }
}

/// Instantiates a trace: what it does and how it ends.
fn instantiate(terms: &mut Terms, trace: &Trace, event: Term) -> Vec<String> {
    let input = terms.of_symbol(trace.inputs[0]);
    let mut known: rustc_hash::FxHashMap<Term, Term> = [(input, event)].into_iter().collect();
    let mut store = Store::new();
    let mut log = Vec::new();
    let decided = |terms: &mut Terms, guard: Term, known: &_| {
        let guard = terms.substitute(guard, known);
        terms.as_bool(guard).unwrap_or_else(|| panic!("left open: {}", terms.show(guard)))
    };
    for step in &trace.steps {
        if !decided(terms, step.guard, &known) {
            continue;
        }
        let mut step = step.clone();
        let Action::Access { accesses, .. } = &mut step.action else { panic!("only accesses") };
        for access in accesses.iter_mut() {
            for term in [&mut access.store, &mut access.key, &mut access.condition] {
                *term = terms.substitute(*term, &known);
            }
            access.new = access.new.map(|new| terms.substitute(new, &known));
        }
        let symbols: Vec<_> = accesses.iter().map(|access| access.old).collect();
        let old = perform(terms, &mut store, &step, &mut log);
        for (symbol, content) in symbols.into_iter().zip(old) {
            known.insert(terms.of_symbol(symbol), content);
        }
    }
    let mut ends = 0;
    for completion in &trace.completions {
        if decided(terms, completion.guard, &known) {
            let value = terms.substitute(completion.value, &known);
            log.push(format!("{} {}", completion.failed, shown(terms, value)));
            ends += 1;
        }
    }
    assert_eq!(ends, 1, "exactly one end is reached");
    log
}

/// A value without what only describes an exception.
fn shown(terms: &mut Terms, value: Term) -> String {
    let message = terms.field(value, "message");
    match terms.as_str(message) {
        Some(message) => message.to_string(),
        None => terms.show(value).to_string(),
    }
}

fn events(terms: &mut Terms) -> Vec<Term> {
    let texts = [
        r#"{"a": 0, "b": 1, "c": 2, "s": "u", "t": true}"#,
        r#"{"a": 1, "b": 0, "c": 7, "s": "v", "t": false}"#,
        r#"{"a": 2, "b": 2, "c": 0, "s": "k", "t": true}"#,
        r#"{"a": 7, "b": 1, "c": 1, "s": "u", "t": false}"#,
    ];
    texts.iter().map(|text| terms.from_json(&serde_json::from_str(text).unwrap())).collect()
}

/// Compares the trace of a program with its runs, unless the program is refused.
fn check(seed: u64) -> bool {
    let source = program(seed);
    let (program, module) = toy::load(&[("app.js", &source)]);
    let entry = toy::handler(module);
    let entry: &dyn Fn(&mut Machine<'_>) -> Outcome = &entry;
    let mut terms = Terms::new();
    let trace = execute(&program, &toy::Toy, &mut terms, Limits::default(), entry);
    // A handler around what cannot fail as far as is known: such a program is refused.
    let is_refused = |problem: &Problem| problem.message.starts_with("what raises the exception");
    if trace.problems.iter().any(is_refused) {
        return false;
    }
    assert!(
        trace.problems.is_empty() && trace.loops.is_empty(),
        "{seed}: {:?}\n{source}",
        trace.problems
    );
    for event in events(&mut terms) {
        let mut memory = Memory { event, store: Store::new(), log: Vec::new() };
        let done = run(&program, &toy::Toy, &mut terms, Limits::default(), &mut memory, entry);
        let Ended::Completed(end) = done.ended else {
            panic!("{seed}: {:?}\n{source}", done.ended)
        };
        let mut expected = memory.log;
        expected.push(format!("{} {}", end.failed, shown(&mut terms, end.value)));
        let actual = instantiate(&mut terms, &trace, event);
        assert_eq!(actual, expected, "seed {seed}, event {}\n{source}", terms.show(event));
    }
    true
}

#[test]
fn of_traces_and_runs() {
    let seeds: u64 = std::env::var("SEEDS").map_or(300, |n| n.parse().unwrap());
    let compared = (0..seeds).filter(|&seed| check(seed)).count() as u64;
    assert!(compared * 2 > seeds, "only {compared} of {seeds} programs are compared");
}
