//! The checker against an exhaustive enumeration of all orders, on random machines and
//! random logs.
//!
//! `APLOMB_ORACLE_LOGS=100000 cargo test -p aplomb-monitor --test all oracle` tries more;
//! with `APLOMB_ORACLE_SEED=1` (or another number) they are others.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use aplomb_monitor::{
    Answer, Event, Monitor, Origin, Partitions, Property, PropertyFile, Settings, Time, Verdict,
};
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Map, Value, json};

const SKEW: i64 = 10;

fn logs() -> u32 {
    std::env::var("APLOMB_ORACLE_LOGS").ok().and_then(|n| n.parse().ok()).unwrap_or(4000)
}

/// A machine over events A, B, ... whose event `i` binds the variables in `binds[i]`.
#[derive(Clone, Debug)]
struct Machine {
    /// By event and state: the next state, where 1 is FAILURE and 2 is SUCCESS.
    next: Vec<Vec<usize>>,
    binds: Vec<Vec<&'static str>>,
}

/// An event of a log.
#[derive(Clone, Debug)]
struct Logged {
    letter: usize,
    x: u8,
    y: u8,
    time: i64,
    invocation: u8,
    order: Option<u64>,
}

fn state_name(state: usize) -> String {
    match state {
        0 => "INITIAL".into(),
        1 => "FAILURE".into(),
        2 => "SUCCESS".into(),
        n => format!("s{n}"),
    }
}

fn event_name(letter: usize) -> String {
    char::from(b'A' + letter as u8).to_string()
}

impl Machine {
    /// The property, or nothing if the machine has states that are not reachable.
    fn property(&self) -> Option<Property> {
        let mut events = Map::new();
        for (letter, next) in self.next.iter().enumerate() {
            let mut event = Map::new();
            event.insert("params".into(), json!(self.binds[letter]));
            for (from, to) in next.iter().enumerate() {
                if from != *to {
                    event.insert(state_name(from), json!({"to": state_name(*to)}));
                }
            }
            if event.len() > 1 {
                events.insert(event_name(letter), event.into());
            }
        }
        let property = json!({
            "name": "random", "quantifiedVariables": ["x", "y"], "stateMachine": events,
        });
        Some(PropertyFile::parse(&property.to_string()).ok()?.properties.remove(0))
    }
}

fn machines() -> impl Strategy<Value = Machine> {
    let binds = prop_oneof![
        4 => Just(vec!["x", "y"]), 1 => Just(vec!["x"]), 1 => Just(vec!["y"]), 1 => Just(vec![]),
    ];
    (4..7usize, 2..5usize).prop_flat_map(move |(states, letters)| {
        let row = proptest::collection::vec((any::<bool>(), 0..states), states);
        let rows = proptest::collection::vec(row, letters);
        let binds = proptest::collection::vec(binds.clone(), letters);
        (rows, binds).prop_map(move |(rows, binds)| {
            let next = rows
                .iter()
                .zip(&binds)
                .map(|(row, binds)| {
                    let go = |(from, (moves, to)): (usize, &(bool, usize))| {
                        // FAILURE and SUCCESS are final, and only events that bind all
                        // variables lead there.
                        let ends = *to == 1 || *to == 2;
                        let stays = from == 1 || from == 2 || !moves || (ends && binds.len() < 2);
                        if stays { from } else { *to }
                    };
                    row.iter().enumerate().map(go).collect()
                })
                .collect();
            Machine { next, binds }
        })
    })
}

fn logs_of(letters: usize, values: u8) -> impl Strategy<Value = Vec<Logged>> {
    let event = (0..letters, 0..values, 0..values, 0..1000i64, 0..4u8);
    let events = proptest::collection::vec(event, 2..7);
    (events, prop_oneof![Just(8), Just(30), Just(200)], 0..4u8).prop_map(
        move |(events, gap, placed)| {
            let mut time = 0;
            let mut log = Vec::new();
            for (place, (letter, x, y, step, invocation)) in events.into_iter().enumerate() {
                time += step % gap;
                let order = match placed {
                    0 => None,
                    1 => Some(place as u64),
                    // Two at the same place, or only some with one.
                    2 => Some(place as u64 / 2),
                    _ => (place % 3 > 0).then_some(place as u64),
                };
                log.push(Logged { letter, x, y, time, invocation, order });
            }
            log
        },
    )
}

fn before(a: &Logged, b: &Logged) -> bool {
    let in_invocation = match (a.order, b.order) {
        (Some(a), Some(b)) => a < b,
        (None, None) => a.time < b.time,
        _ => false,
    };
    (a.invocation == b.invocation && in_invocation) || b.time - a.time > SKEW
}

/// Which of two events is known to come first.
type Before = fn(&[&Logged], &Logged, &Logged) -> bool;

/// The same where clocks are set back by any amount: an event is as late as the latest that comes
/// before it in its invocation. What comes before that one comes before it, and what is later than
/// that one comes after it.
fn before_with_clocks_set_back(events: &[&Logged], a: &Logged, b: &Logged) -> bool {
    let late = |event: &Logged| {
        let earlier = |it: &&&Logged| it.invocation == event.invocation && it.order < event.order;
        events.iter().filter(earlier).map(|it| it.time).fold(event.time, i64::max)
    };
    let in_invocation = a.invocation == b.invocation && a.order < b.order;
    in_invocation || late(b) - a.time.max(late(a) - SKEW) > SKEW
}

/// All states that some order of the events of instance (x, y) ends in.
fn all_orders(machine: &Machine, log: &[Logged], x: u8, y: u8, before: Before) -> BTreeSet<usize> {
    let concerns = |event: &&Logged| {
        let binds = &machine.binds[event.letter];
        (!binds.contains(&"x") || event.x == x) && (!binds.contains(&"y") || event.y == y)
    };
    let events: Vec<&Logged> = log.iter().filter(concerns).collect();
    let mut ends = BTreeSet::new();
    extend(machine, &events, &mut vec![false; events.len()], 0, &mut ends, before);
    ends
}

fn extend(
    machine: &Machine,
    events: &[&Logged],
    done: &mut Vec<bool>,
    state: usize,
    ends: &mut BTreeSet<usize>,
    before: Before,
) {
    if done.iter().all(|done| *done) {
        ends.insert(state);
    }
    for next in 0..events.len() {
        let free = |other: usize| done[other] || !before(events, events[other], events[next]);
        if !done[next] && (0..events.len()).all(|other| other == next || free(other)) {
            done[next] = true;
            extend(machine, events, done, machine.next[events[next].letter][state], ends, before);
            done[next] = false;
        }
    }
}

fn event(logged: &Logged, machine: &Machine) -> Event {
    let mut event = Event::new(event_name(logged.letter), Time::from_millis(logged.time));
    for variable in &machine.binds[logged.letter] {
        let value = if *variable == "x" { logged.x } else { logged.y };
        event.params.insert((*variable).into(), value.into());
    }
    event.order = logged.order;
    let invocation = Some(logged.invocation.to_string().into());
    event.origin = Arc::new(Origin { invocation, ..Origin::default() });
    event
}

fn check_instances(
    monitor: &Monitor,
    property: &Property,
    machine: &Machine,
    log: &[Logged],
    values: u8,
) -> Result<(), TestCaseError> {
    let plain: Before = |_, a, b| before(a, b);
    check_instances_by(monitor, property, machine, log, values, plain)
}

fn check_instances_by(
    monitor: &Monitor,
    property: &Property,
    machine: &Machine,
    log: &[Logged],
    values: u8,
    before: Before,
) -> Result<(), TestCaseError> {
    for x in 0..values {
        for y in 0..values {
            let instance = json!({"x": x, "y": y}).as_object().cloned().unwrap();
            let (verdict, states) = monitor.inspect(0, &instance).unwrap();
            let name = |state: u16| property.states()[usize::from(state)].clone();
            let found: BTreeSet<String> = states.into_iter().map(name).collect();
            let expected = all_orders(machine, log, x, y, before);
            let names: BTreeSet<String> = expected.iter().map(|s| state_name(*s)).collect();
            prop_assert_eq!(&found, &names, "instance {} {}", x, y);
            let truth = match (expected.contains(&1), expected.contains(&2)) {
                (true, _) if expected.len() == 1 => Verdict::Violated,
                (true, _) => Verdict::PossiblyViolated,
                (false, true) => Verdict::Holds,
                _ => Verdict::Open,
            };
            prop_assert_eq!(verdict, truth);
        }
    }
    Ok(())
}

fn run(
    cases: u32,
    values: u8,
    check: impl FnMut(Machine, Property, Vec<Logged>) -> Result<(), TestCaseError>,
) {
    run_over(cases, move |letters| logs_of(letters, values).boxed(), check);
}

fn run_over(
    cases: u32,
    log: impl Fn(usize) -> BoxedStrategy<Vec<Logged>> + 'static,
    check: impl FnMut(Machine, Property, Vec<Logged>) -> Result<(), TestCaseError>,
) {
    let rejects = 100 * cases + 1000;
    let config = Config {
        cases,
        max_global_rejects: rejects,
        max_local_rejects: rejects,
        ..Config::default()
    };
    let rng = match std::env::var("APLOMB_ORACLE_SEED").ok().and_then(|n| n.parse::<u64>().ok()) {
        None => TestRng::deterministic_rng(RngAlgorithm::ChaCha),
        Some(seed) => {
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&seed.to_le_bytes());
            TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
        }
    };
    let machines = machines().prop_filter_map("has unreachable states", |machine| {
        machine.property().map(|property| (machine, property))
    });
    let strategy = machines.prop_flat_map(move |(machine, property)| {
        let log = log(machine.next.len());
        // Only events that the property listens to.
        let heard: Vec<String> = property.events().map(str::to_owned).collect();
        log.prop_map(move |log| {
            let known = |event: &Logged| heard.contains(&event_name(event.letter));
            let log: Vec<Logged> = log.into_iter().filter(known).collect();
            (machine.clone(), property.clone(), log)
        })
    });
    let check = std::cell::RefCell::new(check);
    TestRunner::new_with_rng(config, rng)
        .run(&strategy, |(machine, property, log)| (check.borrow_mut())(machine, property, log))
        .unwrap();
}

#[test]
fn the_states_are_those_of_all_orders() {
    run(logs(), 1, |machine, property, log| {
        let mut monitor = Monitor::new([property.clone()], Settings::default());
        for logged in &log {
            monitor.observe(&event(logged, &machine)).unwrap();
        }
        monitor.finish();
        check_instances(&monitor, &property, &machine, &log, 1)
    });
}

#[test]
fn answers_given_along_the_way_end_at_the_same_states() {
    run(logs(), 2, |machine, property, log| {
        // Answers are given after every event, and instances are settled as early as
        // possible; every second event comes late, but not too late.
        let settings = Settings { lateness: Duration::from_millis(60), ..Settings::default() };
        let mut monitor = Monitor::new([property.clone()], settings);
        let mut arrivals = log.clone();
        for pair in arrivals.chunks_exact_mut(2) {
            if pair[1].time - pair[0].time < 50 {
                pair.swap(0, 1);
            }
        }
        let mut last = BTreeMap::new();
        for logged in &arrivals {
            monitor.observe(&event(logged, &machine)).unwrap();
            for answer in monitor.advance(Time::from_millis(logged.time)) {
                last.insert(Value::from(answer.instance).to_string(), answer.verdict);
            }
        }
        for answer in monitor.finish() {
            last.insert(Value::from(answer.instance).to_string(), answer.verdict);
        }
        for (instance, verdict) in last {
            let instance: Value = serde_json::from_str(&instance).unwrap();
            let now = monitor.inspect(0, instance.as_object().unwrap()).unwrap().0;
            prop_assert_eq!(verdict, now, "the last answer for {}", instance);
        }
        check_instances(&monitor, &property, &machine, &log, 2)
    });
}

#[test]
fn a_monitor_that_restarts_after_every_event_gives_the_same_answers() {
    run(logs() / 2, 2, |machine, property, log| {
        let settings = Settings { lateness: Duration::from_millis(20), ..Settings::default() };
        let mut steady = Monitor::new([property.clone()], settings.clone());
        let mut restarted = Monitor::new([property.clone()], settings.clone());
        let mut store: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
        let mut restart = |monitor: &mut Monitor| {
            for entry in monitor.checkpoint() {
                match entry.value {
                    Some(value) => store.insert(entry.key, value),
                    None => store.remove(&entry.key),
                };
            }
            let entries = store.clone();
            *monitor = Monitor::restore([property.clone()], settings.clone(), entries).unwrap();
        };
        let shown = |answers: Vec<Answer>| -> BTreeSet<String> {
            let show = |it: Answer| format!("{:?} {} {:?}", it.instance, it.verdict, it.story);
            answers.into_iter().map(show).collect()
        };
        for (place, logged) in log.iter().enumerate() {
            let mut event = event(logged, &machine);
            let id = Some(place.to_string().into());
            event.origin = Arc::new(Origin { id, ..Origin::clone(&event.origin) });
            let observed = steady.observe(&event).unwrap();
            prop_assert_eq!(restarted.observe(&event).unwrap(), observed);
            restart(&mut restarted);
            let now = Time::from_millis(logged.time - 15);
            prop_assert_eq!(shown(restarted.advance(now)), shown(steady.advance(now)));
            restart(&mut restarted);
        }
        prop_assert_eq!(shown(restarted.finish()), shown(steady.finish()));
        check_instances(&restarted, &property, &machine, &log, 2)
    });
}

/// A checkpoint says what is new since the one before: many of them, with garbage collected in
/// between, are worth as much as one.
#[test]
fn a_monitor_that_restarts_after_many_checkpoints_gives_the_same_answers() {
    run(logs() / 2, 2, |machine, property, log| {
        let settings = Settings { lateness: Duration::from_millis(20), ..Settings::default() };
        let mut steady = Monitor::new([property.clone()], settings.clone());
        let mut kept = Monitor::new([property.clone()], settings.clone());
        let mut store: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
        let shown = |answers: Vec<Answer>| -> BTreeSet<String> {
            let show = |it: Answer| format!("{:?} {} {:?}", it.instance, it.verdict, it.story);
            answers.into_iter().map(show).collect()
        };
        for (place, logged) in log.iter().enumerate() {
            let event = event(logged, &machine);
            steady.observe(&event).unwrap();
            kept.observe(&event).unwrap();
            let now = Time::from_millis(logged.time - 15);
            prop_assert_eq!(shown(kept.advance(now)), shown(steady.advance(now)));
            if place % 2 == 1 {
                // An explanation does not name what is forgotten, so both forget.
                kept.collect_garbage();
                steady.collect_garbage();
            }
            for entry in kept.checkpoint() {
                match entry.value {
                    Some(value) => store.insert(entry.key, value),
                    None => store.remove(&entry.key),
                };
            }
            if place == log.len() / 2 {
                kept =
                    Monitor::restore([property.clone()], settings.clone(), store.clone()).unwrap();
            }
        }
        let mut kept = Monitor::restore([property.clone()], settings, store).unwrap();
        prop_assert_eq!(shown(kept.finish()), shown(steady.finish()));
        check_instances(&kept, &property, &machine, &log, 2)
    });
}

/// Clocks that are set back within an invocation, by up to the skew: the order counts.
#[test]
fn clocks_that_are_set_back_are_no_order() {
    let mut back = 0;
    let set_back = |letters| {
        let steps = proptest::collection::vec(0..=SKEW, 7);
        let set_back = |(mut log, steps): (Vec<Logged>, Vec<i64>)| {
            for (place, (logged, step)) in log.iter_mut().zip(steps).enumerate() {
                logged.order = Some(place as u64);
                logged.time -= step;
                // Few invocations, so that events of one are often about one instance.
                logged.invocation %= 2;
            }
            log
        };
        (logs_of(letters, 2), steps).prop_map(set_back).boxed()
    };
    run_over(logs(), set_back, |machine, property, log| {
        let later = |a: &Logged, b: &Logged| a.invocation == b.invocation && b.time < a.time;
        back += usize::from(log.windows(2).any(|pair| later(&pair[0], &pair[1])));
        let mut monitor = Monitor::new([property.clone()], Settings::default());
        for logged in &log {
            monitor.observe(&event(logged, &machine)).unwrap();
        }
        monitor.finish();
        check_instances(&monitor, &property, &machine, &log, 2)
    });
    assert!(back > 100, "{back} logs have a clock that is set back");
}

/// By any amount: whatever comes before an event in its invocation makes it late.
#[test]
fn clocks_that_are_set_back_far_leave_the_order_of_invocations() {
    let mut back = 0;
    let set_back = |letters| {
        let steps = proptest::collection::vec(0..8 * SKEW, 7);
        let set_back = |(mut log, steps): (Vec<Logged>, Vec<i64>)| {
            for (place, (logged, step)) in log.iter_mut().zip(steps).enumerate() {
                logged.order = Some(place as u64);
                logged.time -= step;
                logged.invocation %= 3;
            }
            log
        };
        (logs_of(letters, 2), steps).prop_map(set_back).boxed()
    };
    run_over(logs(), set_back, |machine, property, log| {
        let far = |a: &Logged, b: &Logged| {
            a.invocation == b.invocation && a.order < b.order && b.time + SKEW < a.time
        };
        back += usize::from(log.iter().any(|a| log.iter().any(|b| far(a, b))));
        let mut monitor = Monitor::new([property.clone()], Settings::default());
        for logged in &log {
            monitor.observe(&event(logged, &machine)).unwrap();
        }
        monitor.finish();
        let before = before_with_clocks_set_back;
        check_instances_by(&monitor, &property, &machine, &log, 2, before)
    });
    assert!(back > 100, "{back} logs have a clock that is set back far");
}

/// A clock that is set back by more than the skew: the order within the invocation counts, in
/// whichever order events arrive, and whether or not answers are given along the way.
#[test]
fn a_clock_that_is_set_back_far_changes_no_order_of_an_invocation() {
    let text = "
name: consent
quantifiedVariables: [user]
stateMachine:
  CONSENT: {params: [user], INITIAL: {to: consented}}
  REVOKED: {params: [user], consented: {to: INITIAL}}
  PROCESSED: {params: [user], INITIAL: {to: FAILURE}, consented: {to: SUCCESS, continue: true}}
  LOGIN: {params: [], INITIAL: {to: consented}}
";
    let property = PropertyFile::parse(text).unwrap().properties.remove(0);
    // Names, times, invocations and orders.
    type Case = (&'static [(&'static str, i64, &'static str, u64)], Verdict);
    let cases: [Case; 5] = [
        (&[("CONSENT", 1000, "a", 1), ("PROCESSED", 500, "a", 2)], Verdict::Open),
        (&[("PROCESSED", 1000, "a", 1), ("CONSENT", 500, "a", 2)], Verdict::Violated),
        (
            &[("CONSENT", 1000, "a", 1), ("PROCESSED", 500, "a", 2), ("REVOKED", 700, "b", 1)],
            Verdict::Open,
        ),
        (
            &[("CONSENT", 400, "b", 1), ("REVOKED", 1000, "a", 1), ("PROCESSED", 500, "a", 2)],
            Verdict::Violated,
        ),
        (&[("LOGIN", 1000, "a", 1), ("PROCESSED", 500, "a", 2)], Verdict::Open),
    ];
    for (case, expected) in cases {
        for rotate in 0..case.len() {
            for step in [10_000, 10] {
                let mut monitor = Monitor::new([property.clone()], Settings::default());
                let mut arrivals = case.to_vec();
                arrivals.rotate_left(rotate);
                for (name, time, invocation, order) in arrivals {
                    let mut event = Event::new(name, Time::from_millis(time));
                    event.params.insert("user".into(), "u".into());
                    event.order = Some(order);
                    let invocation = Some(invocation.into());
                    event.origin = Arc::new(Origin { invocation, ..Origin::default() });
                    monitor.observe(&event).unwrap();
                }
                let mut last = Verdict::Open;
                for time in (0..20_000).step_by(step) {
                    for answer in monitor.advance(Time::from_millis(time)) {
                        last = answer.verdict;
                    }
                }
                assert_eq!(last, expected, "{case:?} {rotate} {step}");
            }
        }
    }
}

/// The work of one monitor, shared by several that see only what concerns their partition.
#[test]
fn partitions_give_the_answers_of_the_whole() {
    let mut spread = 0;
    run(logs(), 3, |machine, property, log| {
        let partitions = Partitions::new([&property], 5);
        let monitor = || Monitor::new([property.clone()], Settings::default());
        let mut whole = monitor();
        let mut parts: Vec<Monitor> = (0..5).map(|_| monitor()).collect();
        for logged in &log {
            let event = event(logged, &machine);
            whole.observe(&event).unwrap();
            let concerned = partitions.concerned(&event);
            spread += usize::from((1..5).contains(&concerned.len()));
            for partition in concerned {
                parts[usize::from(partition)].observe(&event).unwrap();
            }
        }
        let shown = |answers: Vec<Answer>| {
            let show = |it: Answer| format!("{:?} {} {:?}", it.instance, it.verdict, it.story);
            let mut shown: Vec<String> = answers.into_iter().map(show).collect();
            shown.sort();
            shown
        };
        let together = parts.iter_mut().flat_map(Monitor::finish).collect();
        prop_assert_eq!(shown(together), shown(whole.finish()));
        Ok(())
    });
    assert!(spread > 1000, "{spread} events did not go to all");
}

/// A long log without a gap: an event every few milliseconds.
fn crowd(letters: usize) -> impl Strategy<Value = Vec<Logged>> {
    let event = (0..letters, 0..2u8, 0..9i64, prop_oneof![9 => Just(0u8), 1 => 1..3u8]);
    proptest::collection::vec(event, 300..600).prop_map(|events| {
        let mut time = 0;
        let mut log = Vec::new();
        for (place, (letter, y, step, invocation)) in events.into_iter().enumerate() {
            time += step;
            // Most invocations have one event, some have several.
            let invocation = if invocation == 0 { 100 + (place % 150) as u8 } else { invocation };
            let order = Some(place as u64);
            log.push(Logged { letter, x: 0, y, time, invocation, order });
        }
        log
    })
}

#[test]
fn a_crowd_of_events_is_settled_along_the_way_with_the_same_states() {
    let mut kept = Vec::new();
    run_over(
        logs() / 40,
        |letters| crowd(letters).boxed(),
        |machine, property, log| {
            let states = |monitor: &Monitor, y: u8| {
                let instance = json!({"x": 0, "y": y}).as_object().cloned().unwrap();
                monitor.inspect(0, &instance).unwrap()
            };
            let settings = Settings { lateness: Duration::ZERO, ..Settings::default() };
            let mut at_once = Monitor::new([property.clone()], settings.clone());
            let mut along = Monitor::new([property.clone()], settings);
            let mut most = 0;
            for (place, logged) in log.iter().enumerate() {
                at_once.observe(&event(logged, &machine)).unwrap();
                along.observe(&event(logged, &machine)).unwrap();
                if place % 20 == 19 {
                    along.advance(Time::from_millis(logged.time - 11));
                    along.collect_garbage();
                    most = most.max(along.load().events);
                }
            }
            at_once.finish();
            along.finish();
            for y in 0..2 {
                prop_assert_eq!(states(&along, y), states(&at_once, y));
            }
            kept.push(most);
            Ok(())
        },
    );
    kept.sort_unstable();
    assert!(kept[kept.len() / 2] < 300, "half of the runs keep more than {}", kept[kept.len() / 2]);
}
