//! What makes two states equal, and what a step tells about itself.

use std::collections::{HashMap, HashSet};

use crate::support::{explored, jvm, program, shared};
use aplomb_explore::{Strategy, explore};
use aplomb_jvm::{Action, ActionKind, Machine, Options, State, ThreadId, races};

fn machine(class: &str, client: &str) -> Machine {
    shared().machine(&program(class, client)).expect("the program can be set up")
}

/// Follows a schedule such as `0011`.
fn follow(machine: &Machine, schedule: &str) -> State {
    schedule.bytes().fold(machine.initial_state().clone(), |state, digit| {
        let thread = usize::from(digit - b'0');
        assert!(machine.is_enabled(&state, thread), "thread {thread} in {schedule}");
        machine.step(&state, ThreadId::new(thread).expect("a small number"))
    })
}

fn states(machine: &Machine) -> u64 {
    explore(machine, Strategy::Full, &aplomb_explore::Options::default(), &mut ()).statistics.states
}

#[test]
fn independent_steps_commute() {
    // Each thread allocates and publishes; names do not depend on the order.
    let machine = machine("Publication", "publishSafely(1) publish(1) | publish(2)");
    assert_eq!(follow(&machine, "01"), follow(&machine, "10"));
    assert_eq!(follow(&machine, "01").fingerprint(), follow(&machine, "10").fingerprint());
    assert_ne!(follow(&machine, "001"), follow(&machine, "010"));
    assert!(!follow(&machine, "001").is_isomorphic(&follow(&machine, "010")));
}

#[test]
fn garbage_does_not_tell_states_apart() {
    // What was published and forgotten leaves nothing behind but the count of calls.
    let machine = machine("Publication", "churn() churn() churn()");
    let after_one = follow(&machine, "00").without_outcomes();
    let after_two = follow(&machine, "0000").without_outcomes();
    assert_ne!(after_one, after_two, "the number of calls differs");
    assert_eq!(states(&machine), 7);
}

#[test]
fn a_lock_that_was_given_back_leaves_no_trace() {
    let machine = machine("Counters", "readLocked() | readLocked()");
    let before = machine.initial_state();
    let locked = follow(&machine, "0");
    assert_ne!(*before, locked);
    let all: HashSet<State> =
        [before.clone(), locked, follow(&machine, "01"), follow(&machine, "10")].into();
    assert_eq!(all.len(), 3, "readers come in any order");
}

/// Equal states have the same future: in particular, their threads are about to do the same, even
/// if one was about to initialise a class that another has initialised meanwhile.
#[test]
fn what_a_thread_does_next_follows_from_the_state() {
    let real = jvm(Options { model_locks: false, ..Options::default() });
    for (jvm, class, client) in [
        (shared(), "Meetings", "enter() | enter()"),
        (&real, "Counters", "reentrant() | locked()"),
        (&real, "Signals", "guarded() | guarded()"),
    ] {
        let machine = jvm.machine(&program(class, client)).expect("the program can be set up");
        let next = |state: &State| -> Vec<_> {
            let of = |thread| state.pending(thread);
            let told = |action: &Action| (action.kind(), action.accesses().collect::<Vec<_>>());
            (0..2).map(|thread| of(thread).map(told)).collect()
        };
        let initial = machine.initial_state().clone();
        let mut seen = HashMap::from([(initial.clone(), next(&initial))]);
        let mut work = vec![initial];
        let mut again = 0;
        while let Some(state) = work.pop() {
            for thread in (0..2).filter(|thread| machine.is_enabled(&state, *thread)) {
                let after = machine.step(&state, ThreadId::new(thread).expect("small"));
                let (now, is_new) = (next(&after), !seen.contains_key(&after));
                if is_new && seen.len() < 3_000 {
                    seen.insert(after.clone(), now);
                    work.push(after);
                } else if let Some(before) = seen.get(&after) {
                    again += 1;
                    assert_eq!(now, *before, "{class} {client}");
                }
            }
        }
        assert!(again > 10, "{class} {client}: {again} states were reached again");
    }
}

#[test]
fn local_work_takes_no_steps() {
    // Objects that no other thread can see are touched without a visible action.
    assert_eq!(states(&machine("Publication", "garbage(50) | garbage(50)")), 1);
    assert_eq!(states(&machine("Publication", "local() | local()")), 1);
}

#[test]
fn steps_say_what_they_do_and_where() {
    let machine = machine("Counters", "locked()");
    let mut state = machine.initial_state().clone();
    let mut told = Vec::new();
    while let (next, Some(event)) = machine.explain(&state, ThreadId::new(0).expect("small")) {
        let location = event.location().cloned().expect("a line");
        let line = event.operation_location().and_then(|location| location.line).expect("a line");
        let member = event.member.clone().unwrap_or_default();
        let value = event.value.clone().unwrap_or_default();
        told.push((event.kind, member, value, location.method, line));
        state = next;
    }
    let line = told[0].4;
    let row = |kind, member: &str, value: &str| {
        (kind, member.to_owned(), value.to_owned(), "locked".to_owned(), line)
    };
    assert_eq!(
        told,
        [
            row(ActionKind::Lock, "", ""),
            row(ActionKind::Read, ".plain", "0"),
            row(ActionKind::Write, ".plain", "1"),
            row(ActionKind::Unlock, "", ""),
        ]
    );
    assert!(state.all_finished());
}

#[test]
fn races_are_found_with_both_lines() {
    let race_free = |client: &str, schedule: &[usize]| {
        let machine = machine("Counters", client);
        let schedule: Vec<ThreadId> =
            schedule.iter().filter_map(|thread| ThreadId::new(*thread)).collect();
        let found = races(&machine, &schedule);
        for race in &found {
            assert!(race.first.location().is_some() && race.second.location().is_some());
        }
        found.is_empty()
    };
    assert!(!race_free("plain() | plain()", &[0, 0, 1, 1]));
    assert!(!race_free("monitor() | plain()", &[0, 0, 0, 0, 1, 1]));
    assert!(race_free("monitor() | monitor()", &[0, 0, 0, 0, 1, 1, 1, 1]));
    assert!(race_free("locked() | locked()", &[0, 0, 0, 0, 1, 1, 1, 1]));
    assert!(race_free("atomic() | atomic()", &[0, 1]));
}

#[test]
fn strict_mode_records_what_preceded_each_call() {
    let strict = shared().with_options(Options { strict: true, ..Options::default() });
    let machine = strict.machine(&program("Counters", "atomic() | atomic()")).expect("set up");
    // Thread 0 calls, increments, returns; then thread 1 does.
    let one_after_the_other = follow(&machine, "000111");
    assert_eq!(one_after_the_other.precedence(0), [[0, 0]]);
    assert_eq!(one_after_the_other.precedence(1), [[1, 0]]);
    let overlapping = follow(&machine, "010101");
    assert_eq!(overlapping.precedence(1), [[0, 0]]);
    assert_ne!(one_after_the_other, overlapping);
    // Two calls, or two returns, commute.
    assert_eq!(follow(&machine, "01"), follow(&machine, "10"));
    assert_eq!(follow(&machine, "010101"), follow(&machine, "010110"));
    assert_eq!(explored(&machine, Strategy::Lazy), explored(&machine, Strategy::Full));
}

#[test]
fn methods_are_listed() {
    let methods =
        shared().methods("java.util.concurrent.ConcurrentLinkedQueue").expect("in the JDK");
    let poll = methods.iter().find(|method| method.name == "poll").expect("a queue");
    assert_eq!(
        (poll.descriptor.as_str(), poll.result.as_str()),
        ("()Ljava/lang/Object;", "java.lang.Object")
    );
    assert!(methods.iter().all(|method| !method.name.starts_with('<')));
}
