//! Random histories: mostly what a correct object might do, sometimes wrong.

use aplomb_linearizability::{
    Call, Completion, History, HistoryBuilder, Specification, Stamp, Value,
};

/// Which calls a history makes.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    methods: Vec<(&'static str, usize)>,
    values: Values,
}

#[derive(Clone, Copy, Debug)]
enum Values {
    /// From a small set.
    Repeating(u64),
    /// The last argument is new each time.
    Distinct,
    /// The first argument is one of two keys, the last a text that is new each
    /// time.
    KeysAndTexts,
}

impl Vocabulary {
    /// Methods as `name/arity`, with `values` different arguments.
    pub fn repeating(methods: &[&'static str], values: u64) -> Vocabulary {
        Vocabulary { methods: parse(methods), values: Values::Repeating(values) }
    }

    /// Methods as `name/arity`, whose last argument is new each time.
    pub fn distinct(methods: &[&'static str]) -> Vocabulary {
        Vocabulary { methods: parse(methods), values: Values::Distinct }
    }

    /// Methods as `name/arity`, whose first argument is a key and whose last
    /// is a new text each time.
    pub fn distinct_texts(methods: &[&'static str]) -> Vocabulary {
        Vocabulary { methods: parse(methods), values: Values::KeysAndTexts }
    }
}

fn parse(methods: &[&'static str]) -> Vec<(&'static str, usize)> {
    let parse = |method: &&'static str| {
        let (name, arity) = method.split_once('/').expect("name/arity");
        (name, arity.parse().expect("a number"))
    };
    methods.iter().map(parse).collect()
}

/// How histories look.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub operations: u64,
    pub threads: u64,
    /// Per hundred: calls that never return, results not recorded, results
    /// replaced by those of another operation, and operations that take effect
    /// outside their interval.
    pub pending: u64,
    pub unrecorded: u64,
    pub wrong: u64,
    pub displaced: u64,
}

impl Shape {
    pub const ALL: [Shape; 5] = [
        Shape { operations: 7, threads: 3, pending: 0, unrecorded: 0, wrong: 0, displaced: 8 },
        Shape { operations: 7, threads: 4, pending: 0, unrecorded: 0, wrong: 9, displaced: 0 },
        Shape { operations: 6, threads: 6, pending: 15, unrecorded: 0, wrong: 7, displaced: 7 },
        Shape { operations: 7, threads: 3, pending: 10, unrecorded: 15, wrong: 9, displaced: 9 },
        Shape { operations: 8, threads: 2, pending: 4, unrecorded: 4, wrong: 7, displaced: 3 },
    ];
}

/// A small generator of random numbers (Steele et al.'s SplitMix).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }
}

struct Running {
    call: Call,
    result: Option<Value>,
    /// How many more events of the history it is open.
    thread: u64,
}

/// A history of an object that lets every operation take effect at some moment
/// of its interval, except where the shape asks for mistakes.
pub fn history<S: Specification>(
    specification: &S,
    vocabulary: &Vocabulary,
    shape: Shape,
    seed: u64,
) -> History {
    let mut random = Random::new(seed);
    let mut builder = HistoryBuilder::default();
    let mut state = specification.initial();
    let mut open: Vec<Running> = Vec::new();
    let mut results: Vec<Value> = Vec::new();
    let (mut calls, mut lost_threads) = (0, 0);
    let stamp = Stamp::default();
    while calls < shape.operations || !open.is_empty() {
        let may_call = calls < shape.operations && (open.len() as u64) < shape.threads;
        if may_call && (open.is_empty() || random.percent(45)) {
            let call = call(vocabulary, calls, &mut random);
            let free = (0..).find(|t| open.iter().all(|running| running.thread != *t));
            let thread = free.expect("threads are unlimited");
            calls += 1;
            if random.percent(shape.pending) {
                if random.percent(50)
                    && let Some((next, _)) = specification.apply(&state, &call)
                {
                    state = next;
                }
                builder.call(&format!("lost {lost_threads}"), call, stamp);
                lost_threads += 1;
                continue;
            }
            builder.call(&thread.to_string(), call.clone(), stamp);
            let mut result = None;
            // An effect before the call: the state was already passed on.
            if random.percent(shape.displaced)
                && let Some((_, answer)) = specification.apply(&specification.initial(), &call)
            {
                result = Some(answer);
            }
            open.push(Running { call, result, thread });
            continue;
        }
        let index = random.below(open.len() as u64) as usize;
        if open[index].result.is_none() {
            // It takes effect now; it may return later.
            if let Some((next, answer)) = specification.apply(&state, &open[index].call) {
                state = next;
                open[index].result = Some(answer);
                if random.percent(40) {
                    continue;
                }
            }
        }
        let running = open.remove(index);
        let mut result = running.result;
        if let Some(answer) = &result {
            results.push(answer.clone());
        }
        if random.percent(shape.wrong) && !results.is_empty() {
            result = Some(results[random.below(results.len() as u64) as usize].clone());
        }
        if random.percent(shape.unrecorded) {
            result = None;
        }
        builder.complete(&running.thread.to_string(), Completion::Returned(result), stamp);
    }
    builder.finish().expect("calls and returns alternate")
}

fn call(vocabulary: &Vocabulary, number: u64, random: &mut Random) -> Call {
    let methods = &vocabulary.methods;
    let (method, arity) = methods[random.below(methods.len() as u64) as usize];
    let arguments = (0..arity).map(|argument| match vocabulary.values {
        Values::Repeating(values) => Value::from(random.below(values) as i64),
        // Distinct where it is put in, something earlier where it is compared.
        Values::Distinct if argument + 1 == arity => Value::from(number as i64 + 1),
        Values::Distinct => Value::from(random.below(number + 1) as i64),
        Values::KeysAndTexts if argument == 0 => Value::from(random.below(2) as i64),
        Values::KeysAndTexts => Value::text(format!("{number};")),
    });
    let arguments: Vec<Value> = arguments.collect();
    Call::new(method, arguments)
}
