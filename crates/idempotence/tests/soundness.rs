//! Random small applications, judged by the prover and by an explicit-state check
//! of Definition 1: what the prover calls safe, no run with a crash may contradict.
//! `APLOMB_RANDOM_APPS` says how many; use a release build for thousands.

use aplomb_idempotence::definition::{
    Behaviour, Difference, Grain, Outcome, Search, Stores, TraceBehaviour, Violation,
};
use aplomb_idempotence::refute::Traces;
use aplomb_idempotence::{
    App, Delivery, Environment, Events, Options, Protections, Verdict, check, simulate,
};
use aplomb_script::Span;
use aplomb_symbolic::{
    Access, Action, Completion, Operator, Origin, Source, Step, StepId, SymbolId, Term, Terms,
    Trace,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A small generator of random numbers (SplitMix64), so that a seed names an application.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A function being put together.
struct Builder {
    terms: Terms,
    trace: Trace,
    id: Term,
    value: Term,
    flag: Term,
    /// Another one for every instance.
    request: Term,
    /// Whether a log keeps some of what it does.
    keeps: bool,
    /// Contents read so far.
    read: Vec<Term>,
    /// Outcomes of conditional writes so far.
    succeeded: Vec<Term>,
    /// When the function has not failed yet.
    running: Term,
}

impl Builder {
    fn new(keeps: bool) -> Self {
        let mut terms = Terms::new();
        let id = terms.input("id");
        let value = terms.input("value");
        let flag = terms.input("flag");
        let request = terms.input("request");
        let inputs =
            [id, value, flag, request].iter().map(|&t| terms.as_symbol(t).unwrap()).collect();
        let trace = Trace { inputs, ..Trace::default() };
        let running = terms.bool(true);
        let (read, succeeded) = (Vec::new(), Vec::new());
        Builder { terms, trace, id, value, flag, request, keeps, read, succeeded, running }
    }

    /// The name under which the next thing is kept, if it is: mostly one that is the same on
    /// the retry.
    fn name(&mut self, random: &mut Random) -> Option<Term> {
        if !self.keeps || random.below(2) == 0 {
            return None;
        }
        let place = self.trace.steps.len() + 10 * self.trace.sources.len();
        let place = self.terms.number(place as f64);
        let request = match random.below(6) {
            0 => self.fresh(true, None),
            1 => self.fresh(false, None),
            2 if !self.read.is_empty() => random.pick(&self.read),
            _ => self.request,
        };
        Some(self.terms.list([self.request, request, place]))
    }

    fn fresh(&mut self, unique: bool, kept: Option<Term>) -> Term {
        let symbol = self.terms.fresh_symbol("fresh", Origin::Fresh { unique });
        self.trace.sources.push(Source {
            symbol: self.terms.as_symbol(symbol).unwrap(),
            label: "fresh".into(),
            span: Span::unknown(),
            before: StepId(self.trace.steps.len() as u32),
            in_loop: None,
            unlisted: false,
            foreign: false,
            kept,
        });
        symbol
    }

    fn old(&mut self) -> (SymbolId, Term) {
        let old = self.terms.fresh_symbol("old", Origin::Old);
        (self.terms.as_symbol(old).unwrap(), old)
    }

    fn push(&mut self, guard: Term, label: &str, action: Action, kept: Option<Term>) {
        self.trace.steps.push(Step {
            guard,
            action,
            label: label.into(),
            span: Span::unknown(),
            called_from: None,
            in_loop: None,
            batch: None,
            kept,
            marked: false,
        });
    }

    fn key(&mut self, random: &mut Random) -> Term {
        match random.below(10) {
            0 => {
                let kept = self.name(random);
                self.fresh(true, kept)
            }
            1 | 2 => self.terms.string("k"),
            3 => {
                let end = self.terms.string(".x");
                let id = self.id;
                self.terms.apply(Operator::Concat, &[id, end])
            }
            _ => self.id,
        }
    }

    fn content(&mut self, random: &mut Random) -> Term {
        let value = match random.below(8) {
            0 => {
                let kept = self.name(random);
                self.fresh(false, kept)
            }
            1 | 2 => self.terms.string("c"),
            3 if !self.read.is_empty() => random.pick(&self.read),
            4 if !self.read.is_empty() => {
                // One thing or the other, whichever it is not now.
                let read = random.pick(&self.read);
                let field = self.terms.field(read, "v");
                let (value, other) = (self.value, self.terms.string("c"));
                let same = self.terms.equal(field, value);
                self.terms.ite(same, other, value)
            }
            _ => self.value,
        };
        self.terms.record([(Arc::from("v"), value)])
    }

    fn guard(&mut self, random: &mut Random) -> Term {
        let guard = self.test(random);
        self.terms.and(self.running, guard)
    }

    /// An exception that nobody catches, if `test` holds.
    fn fail_if(&mut self, test: Term) {
        let guard = self.terms.and(self.running, test);
        let value = self.terms.string("error");
        self.complete(guard, value, true);
        let goes_on = self.terms.not(guard);
        self.running = self.terms.and(self.running, goes_on);
    }

    fn complete(&mut self, guard: Term, value: Term, failed: bool) {
        self.trace.completions.push(Completion {
            guard,
            value,
            failed,
            after: StepId(self.trace.steps.len() as u32),
            span: Span::unknown(),
        });
    }

    fn test(&mut self, random: &mut Random) -> Term {
        match random.below(6) {
            0 => self.flag,
            1 if !self.read.is_empty() => {
                let read = random.pick(&self.read);
                let absent = self.terms.absent();
                let test = self.terms.equal(read, absent);
                if random.below(2) == 0 { test } else { self.terms.not(test) }
            }
            2 if !self.succeeded.is_empty() => {
                let done = random.pick(&self.succeeded);
                if random.below(2) == 0 { done } else { self.terms.not(done) }
            }
            2 => {
                let end = self.terms.string(".x");
                let id = self.id;
                let ends = self.terms.pure("endsWith", &[id, end]);
                let ends = self.terms.apply(Operator::Truthy, &[ends]);
                self.terms.not(ends)
            }
            3 if !self.read.is_empty() => {
                let read = random.pick(&self.read);
                let field = self.terms.field(read, "v");
                let value = self.value;
                let test = self.terms.equal(field, value);
                if random.below(2) == 0 { test } else { self.terms.not(test) }
            }
            _ => self.terms.bool(true),
        }
    }

    fn step(&mut self, random: &mut Random) {
        let guard = self.guard(random);
        let store = self.terms.string(if random.below(4) == 0 { "U" } else { "T" });
        let key = self.key(random);
        if random.below(8) == 0 {
            return self.step_on_many(random, guard, store);
        }
        let (old, old_term) = self.old();
        let yes = self.terms.bool(true);
        let absent = self.terms.absent();
        let (label, condition, new) = match random.below(10) {
            0 | 1 => ("get", yes, None),
            2 | 3 => ("put", yes, Some(self.content(random))),
            4 => ("delete", yes, Some(absent)),
            5 => {
                let free = self.terms.equal(old_term, absent);
                ("insert", free, Some(self.content(random)))
            }
            6 => {
                let count = self.terms.field(old_term, "n");
                let some = self.terms.undefined();
                let missing = self.terms.equal(count, some);
                let zero = self.terms.number(0.0);
                let count = self.terms.ite(missing, zero, count);
                let one = self.terms.number(1.0);
                let sum = self.terms.apply(Operator::Add, &[count, one]);
                let name = self.terms.string("n");
                ("add", yes, Some(self.terms.apply(Operator::With, &[old_term, name, sum])))
            }
            7 => {
                let name = self.terms.string(if random.below(2) == 0 { "v" } else { "w" });
                let value = self.value;
                ("set", yes, Some(self.terms.apply(Operator::With, &[old_term, name, value])))
            }
            8 => {
                let there = self.terms.equal(old_term, absent);
                let there = self.terms.not(there);
                ("replace", there, Some(self.content(random)))
            }
            _ => {
                let reply = self.terms.fresh_symbol("reply", Origin::Reply);
                let arguments = self.content(random);
                let reply = self.terms.as_symbol(reply).unwrap();
                let key = (random.below(3) == 0).then_some(self.id);
                let service = "mail".into();
                let kept = self.name(random);
                self.push(guard, "send", Action::Effect { service, arguments, reply, key }, kept);
                return;
            }
        };
        let access = Access { store, key, old, condition, new };
        let kept = self.name(random);
        self.push(guard, label, Action::Access { accesses: vec![access], token: None }, kept);
        if new.is_none() {
            let no = self.terms.absent();
            let seen = self.terms.ite(guard, old_term, no);
            self.read.push(seen);
            if random.below(4) == 0 {
                let missing = self.terms.equal(old_term, absent);
                let missing = self.terms.and(guard, missing);
                self.fail_if(missing);
            }
        } else if !self.terms.is_true(condition) {
            let done = self.terms.and(guard, condition);
            self.succeeded.push(done);
            if random.below(2) == 0 {
                let refused = self.terms.not(condition);
                let refused = self.terms.and(guard, refused);
                self.fail_if(refused);
            }
        } else if random.below(4) == 0 {
            // Some stores return the content before or after.
            let no = self.terms.absent();
            let content = if random.below(2) == 0 { old_term } else { new.unwrap_or(old_term) };
            let seen = self.terms.ite(guard, content, no);
            self.read.push(seen);
        }
    }

    /// Reads, changes or deletes all that match.
    fn step_on_many(&mut self, random: &mut Random, guard: Term, store: Term) {
        let filter = match random.below(3) {
            0 => self.terms.bool(true),
            1 => self.terms.record([(Arc::from("w"), self.value)]),
            _ => self.terms.record([(Arc::from("v"), self.value)]),
        };
        let (old, old_term) = self.old();
        let reply = self.terms.fresh_symbol("reply", Origin::Reply);
        let symbol = self.terms.as_symbol(reply).unwrap();
        let name = self.terms.string(if random.below(2) == 0 { "v" } else { "w" });
        let value = if random.below(2) == 0 { self.value } else { self.terms.string("c") };
        let set = self.terms.apply(Operator::With, &[old_term, name, value]);
        let new = match random.below(4) {
            0 => self.terms.absent(),
            _ => set,
        };
        let action = match random.below(3) {
            0 => Action::Scan { store, filter, reply: symbol, whole: true },
            _ => Action::Sweep { store, filter, old, new, reply: symbol },
        };
        let kept = self.name(random);
        self.push(guard, "many", action, kept);
        if random.below(2) == 0 {
            let no = self.terms.absent();
            let seen = self.terms.ite(guard, reply, no);
            self.read.push(seen);
        }
    }

    fn finish(mut self, random: &mut Random) -> (Terms, Trace) {
        let ok = self.terms.string("ok");
        let value = match random.below(5) {
            0 if !self.read.is_empty() => random.pick(&self.read),
            1 if !self.succeeded.is_empty() => random.pick(&self.succeeded),
            2 if !self.trace.sources.is_empty() => {
                let symbol = self.trace.sources[random.below(self.trace.sources.len())].symbol;
                self.terms.of_symbol(symbol)
            }
            _ => ok,
        };
        if random.below(6) == 0 {
            let test = self.test(random);
            self.fail_if(test);
        }
        let guard = self.running;
        self.complete(guard, value, false);
        (self.terms, self.trace)
    }
}

fn random_app(random: &mut Random, keeps: bool) -> App {
    let count = 2 + random.below(2);
    App::new((0..count).map(|index| {
        let mut builder = Builder::new(keeps);
        for _ in 0..1 + random.below(3) {
            builder.step(random);
        }
        let (terms, trace) = builder.finish(random);
        (format!("f{index}").into(), terms, trace, Events::of(Delivery::Request))
    }))
}

fn random_instance(
    app: &mut App,
    random: &mut Random,
    function: usize,
    request: usize,
) -> TraceBehaviour {
    let trace = app.functions[function].trace.clone();
    let terms = &mut app.terms;
    let id = terms.string(random.pick(&["k", "k", "m", "k.x"]));
    let value = terms.string(random.pick(&["a", "b", "c"]));
    let flag = terms.bool(random.below(2) == 0);
    let request = terms.string(format!("request {request}"));
    let inputs: FxHashMap<Term, Term> = trace
        .inputs
        .iter()
        .zip([id, value, flag, request])
        .map(|(&symbol, value)| (terms.of_symbol(symbol), value))
        .collect();
    TraceBehaviour::new(trace, inputs)
}

fn random_stores(app: &mut App, random: &mut Random) -> Stores {
    let terms = &mut app.terms;
    let mut stores = Stores::default();
    for store in ["T", "U"] {
        for key in ["k", "m", "k.x"] {
            if random.below(2) == 0 {
                let value = terms.string(random.pick(&["a", "c", "z"]));
                let content = terms.record([(Arc::from("v"), value)]);
                let (store, key) = (terms.string(store), terms.string(key));
                stores.set(terms, store, key, content);
            }
        }
    }
    stores
}

/// Looks for a violation in random situations.
fn refuted(
    app: &mut App,
    random: &mut Random,
    function: usize,
    tries: usize,
) -> Option<Box<Violation>> {
    for _ in 0..tries {
        let others = random.pick(&[0, 1, 1, 2, 2, 3]);
        let mut instances = vec![random_instance(app, random, function, 0)];
        for request in 1..=others {
            let other = random.below(app.functions.len());
            instances.push(random_instance(app, random, other, request));
        }
        let start = random_stores(app, random);
        let behaviours: Vec<&dyn Behaviour> =
            instances.iter().map(|i| i as &dyn Behaviour).collect();
        let grain = if others < 2 && random.below(3) == 0 { Grain::Steps } else { Grain::Whole };
        let search = Search { behaviours: &behaviours, start, grain, crashes: &[], limit: 1_000 };
        if let Outcome::Violated(violation) = search.run(&mut app.terms) {
            return Some(violation);
        }
    }
    None
}

fn print(app: &App) -> String {
    let mut text = String::new();
    for function in &app.functions {
        text += &format!("{}:\n", function.name);
        for step in &function.trace.steps {
            let kept = step.kept.map(|name| format!(" kept as {}", app.terms.show(name)));
            let kept = kept.unwrap_or_default();
            text += &format!("  if {}: {}{kept} ", app.terms.show(step.guard), step.label);
            match &step.action {
                Action::Access { accesses, .. } => {
                    for a in accesses {
                        text += &format!(
                            "{}[{}] old={} when {} := {}\n",
                            app.terms.show(a.store),
                            app.terms.show(a.key),
                            a.old.0,
                            app.terms.show(a.condition),
                            a.new.map(|n| app.terms.show(n).to_string()).unwrap_or_default()
                        );
                    }
                }
                Action::Effect { arguments, key, .. } => {
                    text += &format!("{} key {key:?}\n", app.terms.show(*arguments));
                }
                other => text += &format!("{other:?}\n"),
            }
        }
        for completion in &function.trace.completions {
            let how = if completion.failed { "fail" } else { "respond" };
            let (guard, value) = (completion.guard, completion.value);
            text += &format!("  if {}: {how} {}\n", app.terms.show(guard), app.terms.show(value));
        }
    }
    text
}

#[test]
fn what_is_called_safe_is_never_refuted() {
    never_refuted(false);
}

#[test]
fn what_is_called_safe_on_top_of_a_log_is_never_refuted() {
    never_refuted(true);
}

fn never_refuted(keeps: bool) {
    let count: u64 =
        std::env::var("APLOMB_RANDOM_APPS").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let (mut safe, mut refuted_count, mut open) = (0, 0, 0);
    let (mut found, mut unknown, mut fails) = (0, 0, 0);
    for seed in 0..count {
        let mut random = Random(seed);
        let mut app = random_app(&mut random, keeps);
        for function in 0..app.functions.len() {
            let alone = simulate(&mut app, function, Environment::Alone, &Protections::new());
            let unmet = simulate(&mut app, function, Environment::Concurrent, &Protections::new());
            assert!(unmet.len() >= alone.len().min(1), "seed {seed}: concurrency cannot help");
            let verdict = check(&mut app, &Traces, function, Options::default()).verdict;
            let missed = matches!(verdict, Verdict::Unknown(_));
            match verdict {
                Verdict::Safe => {}
                Verdict::Unsafe(_) | Verdict::UnsafeConcurrent(_) => found += 1,
                Verdict::Unknown(_) => unknown += 1,
            }
            let violation = refuted(&mut app, &mut random, function, 8);
            let difference = violation.as_ref().map(|violation| violation.difference);
            fails += usize::from(difference == Some(Difference::RetryFails));
            match (unmet.is_empty(), violation) {
                (true, Some(violation)) => {
                    panic!(
                        "seed {seed}, f{function} was called safe\n{}\n{violation:?}",
                        print(&app)
                    )
                }
                (true, None) => safe += 1,
                (false, Some(violation)) => {
                    if missed && std::env::var_os("APLOMB_SHOW_MISSED").is_some() {
                        println!("seed {seed}, f{function} missed\n{}{violation:?}", print(&app));
                    }
                    refuted_count += 1;
                }
                (false, None) => open += 1,
            }
        }
    }
    println!("{safe} safe, {refuted_count} refuted ({fails} retries fail), {open} neither");
    println!("check: {found} unsafe, {unknown} unknown");
    // A retry that fails is rare where a log keeps refusals.
    let kinds = safe > 0 && refuted_count > fails && (fails > 0 || keeps);
    assert!(kinds, "the generator must produce all kinds");
}
