//! All clients up to a size, smallest first.

use super::Client;
use crate::{Call, Value};

/// How large clients may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How many threads a client has.
    pub threads: usize,
    /// How many calls a thread makes at most; it makes at least one.
    pub operations: usize,
    /// Whether the object treats all values alike, so that clients that differ
    /// only in which values they use behave the same. That is a promise about
    /// the object: a sorted list does not keep it, a queue usually does.
    pub interchangeable_values: bool,
}

/// The clients of an object up to a size.
///
/// Threads are interchangeable, so only one client of those that differ in the
/// order of their threads is listed. Clients with fewer calls come first: what
/// they show is easier to understand.
#[derive(Clone, Debug)]
pub struct Enumeration {
    alphabet: Vec<Call>,
    bounds: Bounds,
    /// How many calls the current clients make together.
    total: usize,
    /// The call sequences of the current client, as numbers; never ascending
    /// in length, and ascending among equals.
    threads: Option<Vec<Sequence>>,
    /// The numbers among the arguments, if they may be renamed.
    values: Option<Vec<i64>>,
}

/// A sequence of calls, by its place among those of its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sequence {
    length: usize,
    place: u128,
}

impl Enumeration {
    /// The clients that make calls of the alphabet.
    pub fn new(mut alphabet: Vec<Call>, bounds: Bounds) -> Enumeration {
        // Sorted, so that places of sequences are ordered as the sequences.
        alphabet.sort();
        alphabet.dedup();
        let values = if bounds.interchangeable_values { renamable(&alphabet) } else { None };
        let total = bounds.threads;
        let mut clients = Enumeration { alphabet, bounds, total, threads: None, values };
        let Bounds { threads, operations, .. } = clients.bounds;
        if threads > 0 && operations > 0 && !clients.alphabet.is_empty() {
            clients.threads = clients.first_of_total(total);
        }
        clients
    }

    /// How many clients there are without regard to interchangeable values.
    pub fn size(&self) -> u128 {
        let sequences: u128 =
            (1..=self.bounds.operations).map(|length| self.sequences(length)).sum();
        multisets(sequences, self.bounds.threads)
    }

    /// How many sequences of a length there are.
    fn sequences(&self, length: usize) -> u128 {
        (self.alphabet.len() as u128).saturating_pow(length as u32)
    }

    fn first_of_total(&self, total: usize) -> Option<Vec<Sequence>> {
        let threads = self.bounds.threads;
        if total > threads * self.bounds.operations {
            return None;
        }
        // As even as possible comes last; begin with the longest threads.
        let mut left = total - threads;
        let lengths = (0..threads).map(|_| {
            let more = left.min(self.bounds.operations - 1);
            left -= more;
            Sequence { length: 1 + more, place: 0 }
        });
        Some(lengths.collect())
    }

    /// Moves on to the next client of the same or the next total.
    fn advance(&mut self) {
        let Some(mut threads) = self.threads.take() else { return };
        // Count up from the last thread; equal lengths stay ascending.
        for index in (0..threads.len()).rev() {
            let Sequence { length, place } = threads[index];
            if place + 1 < self.sequences(length) {
                threads[index].place = place + 1;
                for later in &mut threads[index + 1..] {
                    later.place = if later.length == length { place + 1 } else { 0 };
                }
                self.threads = Some(threads);
                return;
            }
        }
        let lengths: Vec<usize> = threads.iter().map(|sequence| sequence.length).collect();
        self.threads = match next_lengths(&lengths) {
            Some(lengths) => {
                Some(lengths.into_iter().map(|length| Sequence { length, place: 0 }).collect())
            }
            None => {
                self.total += 1;
                self.first_of_total(self.total)
            }
        };
    }

    fn client(&self, threads: &[Sequence]) -> Client {
        let calls = |sequence: &Sequence| {
            let size = self.alphabet.len() as u128;
            let mut place = sequence.place;
            let mut calls = vec![self.alphabet[0].clone(); sequence.length];
            for call in calls.iter_mut().rev() {
                *call = self.alphabet[(place % size) as usize].clone();
                place /= size;
            }
            calls
        };
        Client::of(threads.iter().map(calls).collect())
    }
}

impl Iterator for Enumeration {
    type Item = Client;

    fn next(&mut self) -> Option<Client> {
        loop {
            let client = self.client(self.threads.as_ref()?);
            self.advance();
            match &self.values {
                Some(values) if !is_first_among_renamed(&client, values) => {}
                _ => return Some(client),
            }
        }
    }
}

/// The next descending list of lengths with the same sum, if there is one.
fn next_lengths(lengths: &[usize]) -> Option<Vec<usize>> {
    // Shorten the last thread that can give to later ones, and refill those.
    for index in (0..lengths.len()).rev() {
        let shorter = lengths[index] - 1;
        let after = lengths.len() - index - 1;
        let mut left: usize = 1 + lengths[index + 1..].iter().sum::<usize>();
        if shorter == 0 || left > after * shorter || after == 0 {
            continue;
        }
        let mut next = lengths[..index].to_vec();
        next.push(shorter);
        for place in 0..after {
            let still = after - place - 1;
            let length = shorter.min(left - still);
            next.push(length);
            left -= length;
        }
        return Some(next);
    }
    None
}

/// How many multisets of a size there are.
fn multisets(kinds: u128, size: usize) -> u128 {
    let mut count: u128 = 1;
    for index in 0..size as u128 {
        count = count.saturating_mul(kinds.saturating_add(index)) / (index + 1);
    }
    count
}

/// The numbers among the arguments, if every renaming of them leads from calls
/// of the alphabet to calls of the alphabet.
fn renamable(alphabet: &[Call]) -> Option<Vec<i64>> {
    let mut values: Vec<i64> = alphabet
        .iter()
        .flat_map(|call| call.arguments.iter().filter_map(Value::as_integer))
        .collect();
    values.sort_unstable();
    values.dedup();
    let neighbours_exchanged = |pair: &[i64]| {
        let exchange = |number: i64| match number {
            number if number == pair[0] => pair[1],
            number if number == pair[1] => pair[0],
            number => number,
        };
        alphabet.iter().all(|call| alphabet.contains(&with_numbers(call, exchange)))
    };
    values.windows(2).all(neighbours_exchanged).then_some(values)
}

fn with_numbers(call: &Call, mut rename: impl FnMut(i64) -> i64) -> Call {
    let arguments = call.arguments.iter().map(|value| match value {
        Value::Integer(number) => Value::Integer(rename(*number)),
        other => other.clone(),
    });
    Call { method: call.method.clone(), arguments: arguments.collect() }
}

/// Whether no renaming of values and order of threads gives an earlier client.
fn is_first_among_renamed(client: &Client, values: &[i64]) -> bool {
    let mut order: Vec<usize> = (0..client.threads.len()).collect();
    loop {
        let is_same_shape = order
            .iter()
            .enumerate()
            .all(|(to, &from)| client.threads[to].len() == client.threads[from].len());
        if is_same_shape && renamed(client, &order, values) < *client {
            return false;
        }
        if !next_permutation(&mut order) {
            return true;
        }
    }
}

/// The client with its threads in another order, and with its numbers renamed
/// so that they first occur in ascending order.
fn renamed(client: &Client, order: &[usize], values: &[i64]) -> Client {
    let mut known: Vec<i64> = Vec::new();
    let mut rename = |number: i64| {
        let place = known.iter().position(|other| *other == number).unwrap_or_else(|| {
            known.push(number);
            known.len() - 1
        });
        values[place]
    };
    let threads = order.iter().map(|&thread| {
        client.threads[thread].iter().map(|call| with_numbers(call, &mut rename)).collect()
    });
    Client::of(threads.collect())
}

/// Moves to the next permutation in lexicographic order.
fn next_permutation(order: &mut [usize]) -> bool {
    let Some(pivot) = (1..order.len()).rev().find(|&index| order[index - 1] < order[index]) else {
        return false;
    };
    let successor =
        (pivot..order.len()).rev().find(|&index| order[index] > order[pivot - 1]).unwrap_or(pivot);
    order.swap(pivot - 1, successor);
    order[pivot..].reverse();
    true
}
