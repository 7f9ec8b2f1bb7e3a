//! Clients: how they are written, listed and drawn.

use std::collections::BTreeSet;

use aplomb_linearizability::{Bounds, Call, Client, Enumeration, Larger, Sampling, Value};
use proptest::prelude::*;

fn call(method: &str, arguments: &[i64]) -> Call {
    Call::new(method, arguments.iter().copied().map(Value::from))
}

#[test]
fn clients_are_read_as_people_write_them() {
    for (text, printed) in [
        ("add(0);add(1) || remove(1)", "add(0); add(1) || remove(1)"),
        ("  size( )  ", "size()"),
        (
            "put(-1, \"a b\"); || get( null ) || flip(true,false);",
            "put(-1, \"a b\") || get(null) || flip(true, false)",
        ),
        ("add(1);add(2) then add(3)||size()", "add(1); add(2) then add(3) || size()"),
        ("then(1) then then(2) || thenAdd()", "then(1) then then(2) || thenAdd()"),
        ("say(\"a \\\"quoted\\\" ; || word\")", "say(\"a \\\"quoted\\\" ; || word\")"),
    ] {
        let client: Client = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(client.to_string(), printed);
    }
}

#[test]
fn mistakes_are_pointed_at() {
    for (text, column, problem) in [
        ("", 0, "expected the name of a method"),
        ("add(0) | remove(0)", 7, "expected `;` and another call, or `||` and another thread"),
        ("add 0", 4, "expected `(` after `add`"),
        ("add(0", 5, "expected `,` or `)`"),
        ("add(?)", 4, "expected a value"),
        ("add(1.5)", 4, "expected a value"),
        ("add(0) || ", 10, "expected the name of a method"),
        ("7(0)", 0, "expected the name of a method"),
        ("add(\"x)", 5, "the text has no closing `\"`"),
        ("add(0); ; add(1)", 8, "expected the name of a method"),
        ("add(0) then", 7, "expected `;` and another call"),
        ("add(0) then add(1) then add(2)", 19, "expected `;` and another call"),
    ] {
        let error = text.parse::<Client>().expect_err(text);
        assert_eq!((error.column, error.problem.starts_with(problem)), (column, true), "{error}");
    }
    let error = "add(0) | remove(0)".parse::<Client>().expect_err("one bar");
    assert!(error.to_string().ends_with("\n  add(0) | remove(0)\n         ^"), "{error}");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "([a-z(),;|\"0-9 \\\\-]| then ){0,40}") {
        if let Ok(client) = text.parse::<Client>() {
            let again: Client = client.to_string().parse().expect("what was printed can be read");
            prop_assert_eq!(again, client);
        }
    }
}

/// Every client of the bounds, with its threads sorted.
fn all(alphabet: &[Call], threads: usize, operations: usize) -> BTreeSet<Client> {
    let mut sequences: Vec<Vec<Call>> = vec![Vec::new()];
    let mut longest = sequences.clone();
    for _ in 0..operations {
        longest = longest
            .iter()
            .flat_map(|sequence| {
                alphabet.iter().map(|call| {
                    let mut longer = sequence.clone();
                    longer.push(call.clone());
                    longer
                })
            })
            .collect();
        sequences.extend(longest.clone());
    }
    sequences.remove(0);
    let mut clients = vec![Vec::new()];
    for _ in 0..threads {
        clients = clients
            .iter()
            .flat_map(|client: &Vec<Vec<Call>>| {
                sequences.iter().map(|sequence| {
                    let mut larger = client.clone();
                    larger.push(sequence.clone());
                    larger
                })
            })
            .collect();
    }
    clients.into_iter().map(|threads| sorted(Client::of(threads))).collect()
}

fn sorted(mut client: Client) -> Client {
    client.threads.sort();
    client
}

#[test]
fn enumeration_lists_each_client_once_up_to_the_order_of_threads() {
    let alphabet = vec![call("add", &[0]), call("remove", &[0]), call("size", &[])];
    for (threads, operations) in [(1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)] {
        let bounds = Bounds { threads, operations, interchangeable_values: false };
        let enumeration = Enumeration::new(alphabet.clone(), bounds);
        let size = enumeration.size();
        let listed: Vec<Client> = enumeration.collect();
        let distinct: BTreeSet<Client> = listed.iter().cloned().map(sorted).collect();
        assert_eq!(distinct.len(), listed.len(), "{threads} x {operations}: one is listed twice");
        assert_eq!(distinct, all(&alphabet, threads, operations));
        assert_eq!(size, listed.len() as u128);
        let sizes: Vec<usize> = listed.iter().map(Client::operations).collect();
        assert!(sizes.is_sorted(), "small clients come first");
    }
}

#[test]
fn interchangeable_values_are_listed_once() {
    let values = 3;
    let mut alphabet: Vec<Call> = (0..values).map(|value| call("enqueue", &[value])).collect();
    alphabet.push(call("dequeue", &[]));
    let bounds = Bounds { threads: 2, operations: 2, interchangeable_values: true };
    let listed: Vec<Client> = Enumeration::new(alphabet.clone(), bounds).collect();
    let renamings: Vec<[i64; 3]> =
        vec![[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let class = |client: &Client| -> BTreeSet<Client> {
        let rename = |call: &Call, names: &[i64; 3]| Call {
            method: call.method.clone(),
            arguments: call
                .arguments
                .iter()
                .map(|value| Value::from(names[value.as_integer().expect("a number") as usize]))
                .collect(),
        };
        renamings
            .iter()
            .map(|names| {
                let threads = client.threads.iter();
                sorted(Client::of(
                    threads
                        .map(|calls| calls.iter().map(|call| rename(call, names)).collect())
                        .collect(),
                ))
            })
            .collect()
    };
    let classes: BTreeSet<BTreeSet<Client>> = listed.iter().map(class).collect();
    assert_eq!(classes.len(), listed.len(), "one class is listed twice");
    let covered: BTreeSet<Client> = classes.into_iter().flatten().collect();
    assert_eq!(covered, all(&alphabet, 2, 2));
}

/// Renaming 0 to 1 leads out of this alphabet, so nothing may be left out.
#[test]
fn values_that_cannot_be_exchanged_are_not() {
    let alphabet = vec![call("add", &[0]), call("add", &[1]), call("remove", &[1])];
    let bounds =
        |interchangeable_values| Bounds { threads: 2, operations: 2, interchangeable_values };
    let with = Enumeration::new(alphabet.clone(), bounds(true)).count();
    assert_eq!(with, Enumeration::new(alphabet, bounds(false)).count());
}

#[test]
fn samples_depend_on_their_seed_alone() {
    let alphabet = vec![call("add", &[0]), call("add", &[1]), call("remove", &[1])];
    let bounds = Bounds { threads: 3, operations: 4, interchangeable_values: false };
    let draw = |seed| -> Vec<Client> {
        Sampling::new(alphabet.clone(), bounds.clone(), seed).take(200).collect()
    };
    let sample = draw(1);
    assert_eq!(sample, draw(1));
    assert_ne!(sample, draw(2));
    let distinct: BTreeSet<Client> = sample.iter().cloned().map(sorted).collect();
    assert_eq!(distinct.len(), 200, "no client is drawn twice");
    let lengths: BTreeSet<usize> =
        sample.iter().flat_map(|client| client.threads.iter().map(Vec::len)).collect();
    assert_eq!(lengths, BTreeSet::from([1, 2, 3, 4]));
}

#[test]
fn sampling_ends_when_there_are_no_more_clients() {
    let bounds = Bounds { threads: 2, operations: 1, interchangeable_values: false };
    let alphabet = vec![call("add", &[0]), call("add", &[1])];
    assert_eq!(Sampling::new(alphabet, bounds.clone(), 0).count(), 3);
    assert_eq!(Sampling::new(Vec::new(), bounds, 0).count(), 0);
}

/// Every larger client exceeds the bounds in some way: a thread, a call, or a past.
#[test]
fn larger_clients_are_larger_and_drawn_again_for_the_same_seed() {
    let alphabet: Vec<Call> = (0..3)
        .flat_map(|value| [call("add", &[value]), call("remove", &[value])])
        .chain([call("size", &[])])
        .collect();
    let bounds = Bounds { threads: 2, operations: 2, interchangeable_values: false };
    let draw = |seed| -> Vec<Client> {
        Larger::new(alphabet.clone(), bounds.clone(), seed).take(300).collect()
    };
    let drawn = draw(0);
    assert_eq!(drawn, draw(0));
    assert_ne!(drawn, draw(1));
    assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), drawn.len());
    let counts = [
        drawn.iter().filter(|client| client.threads.len() == 3).count(),
        drawn.iter().filter(|client| client.threads.iter().any(|calls| calls.len() > 2)).count(),
        drawn.iter().filter(|client| !client.before.is_empty()).count(),
    ];
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}
