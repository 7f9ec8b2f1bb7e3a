//! Clients beyond the bounds within which all were explored.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Bounds, Client};
use crate::{Call, Value, class::Lead, random::Random};

/// Random clients that are larger than some bounds: more threads, longer threads, an object that
/// was used before, arguments that smaller clients did not have. Each is drawn at most once, and
/// the same are drawn for the same seed.
///
/// Where ways through the class are known that only some calls go, every other client has such a call
/// beside any other one, as long as there are such pairs.
///
/// What goes wrong only in a larger client mostly needs little of each kind of size, so that most
/// clients exceed the bounds in one way and stay small in the others.
#[derive(Clone, Debug)]
pub struct Larger {
    /// The calls of each method: a method is as likely as any other, however many arguments it has.
    methods: Vec<Vec<Call>>,
    bounds: Bounds,
    random: Random,
    drawn: FxHashSet<Client>,
    leads: Vec<Lead>,
    /// How many pairs of a lead and another call there were.
    pairs: usize,
    /// Whether a pair is next.
    is_turn_of_pairs: bool,
}

/// How often a client that was drawn before is drawn again before there are taken to be no more.
const PATIENCE: usize = 1_000;

/// How many calls are made at most before the threads start.
const LONGEST_PAST: usize = 4;

/// How much larger a client is.
struct Shape {
    threads: usize,
    operations: usize,
    /// Calls before the threads start, at least and at most.
    before: (usize, usize),
}

impl Larger {
    /// Clients that make calls of the alphabet and exceed the bounds; the same for the same seed.
    pub fn new(mut alphabet: Vec<Call>, bounds: Bounds, seed: u64) -> Larger {
        alphabet.sort();
        alphabet.dedup();
        let name = |call: &Call| Arc::clone(&call.method);
        let methods = alphabet
            .chunk_by(|one, other| name(one) == name(other))
            .map(<[Call]>::to_vec)
            .collect();
        Larger {
            methods,
            bounds,
            random: Random::new(seed),
            drawn: FxHashSet::default(),
            leads: Vec::new(),
            pairs: 0,
            is_turn_of_pairs: true,
        }
    }

    /// The same, with calls that go ways through the class which others do not, in the order in
    /// which they are to be tried.
    #[must_use]
    pub fn along(self, leads: Vec<Lead>) -> Larger {
        Larger { leads, ..self }
    }

    /// The calls that clients make.
    pub fn alphabet(&self) -> impl Iterator<Item = &Call> {
        self.methods.iter().flatten()
    }

    /// The next pair of a lead and another call.
    fn pair(&mut self) -> Option<Client> {
        let calls = self.alphabet().count();
        let lead = self.leads.get(self.pairs / calls)?;
        let other = self.alphabet().nth(self.pairs % calls)?.clone();
        let client = Client {
            before: lead.before.clone(),
            threads: vec![vec![lead.call.clone()], vec![other]],
        };
        self.pairs += 1;
        Some(client)
    }

    fn shape(&mut self) -> Shape {
        let Bounds { threads, operations, .. } = self.bounds;
        let (threads, operations, before) = match self.random.below(8) {
            0 => (threads + 1, 1, (0, 0)),
            1 => (threads, operations + 1, (0, 0)),
            2 => (threads, operations + 2, (0, 1)),
            3 => (threads + 1, operations, (0, 2)),
            4 | 5 => (threads, operations, (1, LONGEST_PAST)),
            6 => (threads + 1, 1, (1, LONGEST_PAST)),
            _ => (threads + 1, operations + 1, (0, 2)),
        };
        Shape { threads, operations, before }
    }

    fn draw(&mut self) -> Client {
        let Shape { threads, operations, before } = self.shape();
        let values = self.values();
        let (least, most) = before;
        let past = least + self.random.below(most - least + 1);
        let before = match self.random.below(2) {
            0 => self.calls(past, &values),
            _ => self.filling(past),
        };
        let mut threads: Vec<Vec<Call>> = (0..threads)
            .map(|_| {
                let length = 1 + self.random.below(operations);
                self.calls(length, &values)
            })
            .collect();
        // Threads are interchangeable.
        threads.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
        Client { before, threads }
    }

    /// The numbers among the arguments that this client uses: few, so that its calls meet.
    fn values(&mut self) -> Vec<Value> {
        let mut values: Vec<Value> =
            self.methods.iter().flatten().flat_map(|call| call.arguments.to_vec()).collect();
        values.sort();
        values.dedup();
        for _ in 0..self.random.below(3) {
            let numbers = values.iter().filter(|value| is_key(value)).count();
            if numbers > 1 {
                let unwanted = self.random.below(values.len());
                if is_key(&values[unwanted]) {
                    values.remove(unwanted);
                }
            }
        }
        values
    }

    /// One method with different arguments: most objects are filled so.
    fn filling(&mut self, length: usize) -> Vec<Call> {
        let mut calls = self.methods[self.random.below(self.methods.len())].clone();
        let mut past: Vec<Call> = Vec::new();
        while past.len() < length && !calls.is_empty() {
            let call = calls.swap_remove(self.random.below(calls.len()));
            // Of a map, every key once.
            calls.retain(|other| other.arguments.first() != call.arguments.first());
            past.push(call);
        }
        past
    }

    fn calls(&mut self, length: usize, values: &[Value]) -> Vec<Call> {
        (0..length)
            .map(|_| {
                let calls = &self.methods[self.random.below(self.methods.len())];
                let fits = |call: &&Call| call.arguments.iter().all(|it| values.contains(it));
                let fitting: Vec<&Call> = calls.iter().filter(fits).collect();
                let choice = if fitting.is_empty() { calls.iter().collect() } else { fitting };
                choice[self.random.below(choice.len())].clone()
            })
            .collect()
    }
}

/// Whether there are several of the kind to choose from, as of numbers and texts.
fn is_key(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::Text(_))
}

impl Iterator for Larger {
    type Item = Client;

    fn next(&mut self) -> Option<Client> {
        if self.methods.is_empty() {
            return None;
        }
        (0..PATIENCE).find_map(|_| {
            self.is_turn_of_pairs = !self.is_turn_of_pairs;
            let pair = if self.is_turn_of_pairs { None } else { self.pair() };
            let client = pair.unwrap_or_else(|| self.draw());
            self.drawn.insert(client.clone()).then_some(client)
        })
    }
}
