//! A stream that does not end: answers along the way, late events, and what is kept.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use aplomb_monitor::{
    Entry, Event, Load, Monitor, Observed, Origin, PropertyFile, Settings, Time, Verdict,
};

const REALWORLD: &str = include_str!("../../../../examples/realworld/properties.yaml");

fn monitor(names: &[&str], settings: Settings) -> Monitor {
    let file = PropertyFile::parse(REALWORLD).unwrap();
    let chosen = file.properties.into_iter().filter(|it| names.contains(&it.name()));
    Monitor::new(chosen, settings)
}

fn event(name: &str, params: &[(&str, &str)], millis: i64) -> Event {
    let mut event = Event::new(name, Time::from_millis(millis));
    for (name, value) in params {
        event.params.insert((*name).into(), (*value).into());
    }
    event
}

fn verdicts(monitor: &mut Monitor, millis: i64) -> Vec<(Verdict, Option<Verdict>)> {
    let answers = monitor.advance(Time::from_millis(millis));
    answers.into_iter().map(|answer| (answer.verdict, answer.revises)).collect()
}

#[test]
fn a_late_event_revises_the_answer_until_it_is_too_late() {
    let settings = Settings { lateness: Duration::from_secs(5), ..Settings::default() };
    let mut monitor = monitor(&["gdpr-7"], settings);
    monitor.observe(&event("PROCESSING_DATA", &[("user", "ada")], 2000)).unwrap();
    assert_eq!(verdicts(&mut monitor, 3000), [(Verdict::Violated, None)]);
    // The consent was there; its event was slow.
    let consent = event("GOT_CONSENT", &[("user", "ada")], 1000);
    assert_eq!(monitor.observe(&consent), Ok(Observed::Accepted));
    assert_eq!(verdicts(&mut monitor, 3100), [(Verdict::Open, Some(Verdict::Violated))]);
    // A revocation in between comes after all that is final.
    monitor.advance(Time::from_millis(20_000));
    let revoked = event("REVOKED_CONSENT", &[("user", "ada")], 1500);
    assert_eq!(monitor.observe(&revoked), Ok(Observed::TooLate));
    assert_eq!(monitor.unchecked(0), 1);
}

#[test]
fn a_late_event_of_a_projection_revises_every_instance_it_concerns() {
    let settings = Settings { lateness: Duration::from_secs(5), ..Settings::default() };
    let mut monitor = monitor(&["article-created"], settings);
    for slug in ["a", "b", "c"] {
        let published = event("PUBLISHED_ARTICLE", &[("slug", slug), ("user", "ada")], 2000);
        monitor.observe(&published).unwrap();
    }
    assert_eq!(verdicts(&mut monitor, 3000).len(), 3);
    monitor.observe(&event("LOGGED_IN", &[("user", "ada")], 1000)).unwrap();
    let revised = verdicts(&mut monitor, 3001);
    assert_eq!(revised, [(Verdict::Holds, Some(Verdict::Violated)); 3]);
}

/// The monitor as it is after a restart.
fn restarted(mut monitor: Monitor) -> Monitor {
    let entries = monitor.checkpoint().into_iter();
    let entries = entries.filter_map(|entry| Some((entry.key, entry.value?)));
    let properties: Vec<_> = monitor.properties().cloned().collect();
    Monitor::restore(properties, monitor.settings().clone(), entries).unwrap()
}

#[test]
fn a_checkpoint_of_an_earlier_build_is_refused() {
    let properties: Vec<_> =
        monitor(&["gdpr-7"], Settings::default()).properties().cloned().collect();
    let entry = (b"m".to_vec(), br#"{"watermark":0}"#.to_vec());
    let restored = Monitor::restore(properties, Settings::default(), [entry]);
    assert_eq!(restored.unwrap_err(), aplomb_monitor::RestoreError::Earlier);
}

#[test]
fn a_restart_does_not_ask_again_what_was_answered() {
    let mut monitor = monitor(&["gdpr-7"], Settings::default());
    monitor.observe(&event("GOT_CONSENT", &[("user", "ada")], 0)).unwrap();
    monitor.observe(&event("PROCESSING_DATA", &[("user", "ada")], 100)).unwrap();
    assert_eq!(verdicts(&mut monitor, 105), []);
    let mut monitor = restarted(monitor);
    monitor.observe(&event("REVOKED_CONSENT", &[("user", "ada")], 130)).unwrap();
    monitor.observe(&event("PROCESSING_DATA", &[("user", "ada")], 150)).unwrap();
    // The second one is near enough to be seen at 142, but its answer is not due yet.
    assert_eq!(verdicts(&mut monitor, 142), []);
    assert_eq!(verdicts(&mut monitor, 150), [(Verdict::Violated, None)]);
}

#[test]
fn what_was_forgotten_does_not_come_back_by_its_events() {
    let settings = Settings { time_to_live: Some(Duration::from_secs(60)), ..Settings::default() };
    let mut store = BTreeMap::new();
    let mut kept = monitor(&["gdpr-7"], settings.clone());
    let mut keep = |monitor: &mut Monitor| {
        for Entry { key, value } in monitor.checkpoint() {
            match value {
                Some(value) => _ = store.insert(key, value),
                None => _ = store.remove(&key),
            }
        }
        store.clone()
    };
    // The consent is not settled when everything about ada is forgotten.
    kept.observe(&event("GOT_CONSENT", &[("user", "ada")], 0)).unwrap();
    keep(&mut kept);
    kept.advance(Time::from_millis(100_000));
    kept.observe(&event("PROCESSING_DATA", &[("user", "ada")], 100_001)).unwrap();
    let properties: Vec<_> = kept.properties().cloned().collect();
    let mut restored = Monitor::restore(properties, settings, keep(&mut kept)).unwrap();
    let answers = [(Verdict::Violated, None)];
    assert_eq!(verdicts(&mut kept, 101_000), answers);
    assert_eq!(verdicts(&mut restored, 101_000), answers);
}

#[test]
fn checkpoints_keep_no_more_than_is_needed() {
    let settings = Settings { lateness: Duration::from_secs(1), ..Settings::default() };
    let mut monitor = monitor(&["gdpr-7"], settings);
    let mut store = BTreeMap::new();
    let mut most = 0;
    for second in 0..200 {
        for number in 0..100 {
            let user = format!("user {}", number % 10);
            let name = if second == 0 { "GOT_CONSENT" } else { "PROCESSING_DATA" };
            let time = second * 1000 + number * 10;
            monitor.observe(&event(name, &[("user", &user)], time)).unwrap();
        }
        // One clock is far ahead: its events are not settled for long.
        let ahead = second * 1000 + 150_000;
        monitor.observe(&event("PROCESSING_DATA", &[("user", "ada")], ahead)).unwrap();
        monitor.advance(Time::from_millis(second * 1000 + 500));
        monitor.collect_garbage();
        for Entry { key, value } in monitor.checkpoint() {
            match value {
                Some(value) => _ = store.insert(key, value),
                None => _ = store.remove(&key),
            }
        }
        most = most.max(store.values().map(Vec::len).sum());
    }
    // 100 events and those that are ahead, some more of which wait to be deleted.
    assert!(most < 60_000, "{most} bytes");
}

#[test]
fn a_restart_remembers_the_answers_that_late_events_ask_for() {
    let mut monitor = monitor(&["gdpr-7", "article-created"], Settings::default());
    monitor.observe(&event("PROCESSING_DATA", &[("user", "ada")], 2000)).unwrap();
    let published = event("PUBLISHED_ARTICLE", &[("slug", "a"), ("user", "ada")], 2000);
    monitor.observe(&published).unwrap();
    assert_eq!(verdicts(&mut monitor, 3000), [(Verdict::Violated, None); 2]);
    monitor.observe(&event("GOT_CONSENT", &[("user", "ada")], 1000)).unwrap();
    monitor.observe(&event("LOGGED_IN", &[("user", "ada")], 1000)).unwrap();
    let revised = verdicts(&mut restarted(monitor), 3001);
    let before = Some(Verdict::Violated);
    assert_eq!(revised, [(Verdict::Open, before), (Verdict::Holds, before)]);
}

#[test]
fn an_answer_after_the_checkpoint_is_not_given_again_but_revised() {
    let mut before = monitor(&["gdpr-7"], Settings::default());
    let ada = serde_json::json!({"user": "ada"}).as_object().cloned().unwrap();
    let processed = event("PROCESSING_DATA", &[("user", "ada")], 2000);
    before.observe(&event("PROCESSING_DATA", &[("user", "bob")], 10)).unwrap();
    // The checkpoint is made here; then the violation is found and published, and the process
    // dies. The same events are observed again.
    let mut same = restarted(before);
    assert!(same.note_answer(0, &ada, Verdict::Violated));
    same.observe(&processed).unwrap();
    assert_eq!(verdicts(&mut same, 3000).len(), 1, "bob's only");
    let mut other = restarted(monitor(&["gdpr-7"], Settings::default()));
    assert!(other.note_answer(0, &ada, Verdict::Violated));
    other.observe(&processed).unwrap();
    other.observe(&event("GOT_CONSENT", &[("user", "ada")], 1000)).unwrap();
    assert_eq!(verdicts(&mut other, 3000), [(Verdict::Open, Some(Verdict::Violated))]);
}

#[test]
fn duplicates_count_once() {
    let mut monitor = monitor(&["article-deleted"], Settings::default());
    let both = [("slug", "s"), ("user", "ada")];
    let with_id = |mut event: Event, id: &str| {
        event.origin = Arc::new(Origin { id: Some(id.into()), ..Origin::default() });
        event
    };
    for (event, id) in [
        (event("LOGGED_IN", &both[1..], 0), "1"),
        (event("PUBLISHED_ARTICLE", &both, 1000), "2"),
        (event("DELETED_ARTICLE", &both, 2000), "3"),
    ] {
        assert_eq!(monitor.observe(&with_id(event.clone(), id)), Ok(Observed::Accepted));
        assert_eq!(monitor.observe(&with_id(event, id)), Ok(Observed::Duplicate));
    }
    assert!(monitor.finish().is_empty());
}

/// The first event with an id counts; another one with the same id is not the same again.
#[test]
fn different_events_with_one_id_are_told_apart() {
    let both = [("slug", "s"), ("user", "ada")];
    let first = event("PUBLISHED_ARTICLE", &both, 1000);
    let named = |mut event: Event, id: &str, invocation: &str| {
        let (id, invocation) = (Some(id.into()), Some(invocation.into()));
        event.origin = Arc::new(Origin { id, invocation, function: None });
        event
    };
    for (other, invocation, expected) in [
        (event("PUBLISHED_ARTICLE", &both, 1000), "a", Observed::Duplicate),
        (event("DELETED_ARTICLE", &both, 1000), "a", Observed::Contradicts),
        (event("PUBLISHED_ARTICLE", &both, 1001), "a", Observed::Contradicts),
        (event("PUBLISHED_ARTICLE", &both, 1000), "b", Observed::Contradicts),
        (
            event("PUBLISHED_ARTICLE", &[("slug", "t"), ("user", "ada")], 1000),
            "a",
            Observed::Contradicts,
        ),
    ] {
        let mut monitor = monitor(&["article-deleted"], Settings::default());
        assert_eq!(monitor.observe(&named(first.clone(), "1", "a")), Ok(Observed::Accepted));
        let observed = monitor.observe(&named(other.clone(), "1", invocation));
        assert_eq!(observed, Ok(expected), "{other:?}");
    }
}

#[test]
fn events_that_a_property_cannot_judge_are_refused_by_it_alone() {
    let mut monitor = monitor(&["article-created", "article-retrieved"], Settings::default());
    let refusals = monitor.observe(&event("PUBLISHED_ARTICLE", &[("slug", "s")], 0)).unwrap_err();
    assert_eq!(refusals.len(), 1);
    assert_eq!(refusals[0].reason, "PUBLISHED_ARTICLE lacks the parameter `user`");
    assert_eq!((monitor.unchecked(0), monitor.unchecked(1)), (1, 0));
}

/// Ten users who log in and out, consent and revoke, for hours: what is kept does not grow.
#[test]
fn memory_is_bounded_by_the_live_instances() {
    let settings = Settings { lateness: Duration::from_secs(1), ..Settings::default() };
    let mut monitor = monitor(&["gdpr-7", "article-faved", "article-in-feed"], settings);
    let users: Vec<String> = (0..10).map(|user| format!("user-{user}")).collect();
    let mut most = 0;
    for round in 0..6000_i64 {
        let now = round * 500;
        let user = users[(round % 10) as usize].as_str();
        let reader = users[(round * 7 % 10) as usize].as_str();
        let even = round / 10 % 2 == 0;
        let names = match even {
            true => ["GOT_CONSENT", "LOGGED_IN", "FOLLOWED"],
            false => ["REVOKED_CONSENT", "LOGGED_OUT", "UNFOLLOWED"],
        };
        monitor.observe(&event(names[0], &[("user", user)], now)).unwrap();
        monitor.observe(&event(names[1], &[("user", user)], now + 20)).unwrap();
        monitor.observe(&event(names[2], &[("user", user), ("reader", reader)], now)).unwrap();
        if round == 3000 {
            // From now on there is an instance that looks at the logins.
            let both = [("slug", "s"), ("user", user)];
            monitor.observe(&event("PUBLISHED_ARTICLE", &both, now + 100)).unwrap();
            monitor.observe(&event("FAVED", &both, now + 200)).unwrap();
        }
        monitor.advance(Time::from_millis(now - 1000));
        most = most.max(monitor.load().events);
    }
    assert!(most < 10_000, "{most} events were kept of 18000");
    monitor.collect_garbage();
    assert!(monitor.load().events < 200, "{:?}", monitor.load());
}

/// Fifty users for hours: however long it lasts, no count of what is kept grows. Answers are
/// final after two seconds; every kind of event is there, some come late, and some twice.
#[test]
fn nothing_that_is_kept_grows_with_time() {
    let settings = Settings { lateness: Duration::from_secs(2), ..Settings::default() };
    let names =
        ["gdpr-7", "article-created", "article-deleted", "article-faved", "comment-deleted"];
    let mut monitor = monitor(&names, settings);
    let mut most = [Load::default(); 2];
    const BEATS: i64 = 60_000;
    for beat in 0..BEATS {
        let now = beat * 100;
        let user = format!("user-{}", beat * 7 % 50);
        let slug = format!("slug-{}", beat * 11 % 20);
        let comment = format!("comment-{}", beat * 13 % 30);
        let all = [("user", &*user), ("slug", &*slug), ("comment", &*comment)];
        let kind = [
            "GOT_CONSENT",
            "PROCESSING_DATA",
            "LOGGED_IN",
            "PUBLISHED_ARTICLE",
            "FAVED",
            "COMMENTED",
            "DELETED_COMMENT",
            "DELETED_ARTICLE",
            "LOGGED_OUT",
            "REVOKED_CONSENT",
        ][(beat / 3 % 10) as usize];
        let late = if beat % 17 == 0 { 1500 } else { 0 };
        let mut event = event(kind, &all, now - late);
        event.origin = Arc::new(Origin {
            id: Some(format!("{}", beat - beat % 2).into()),
            invocation: Some(format!("{}", beat / 3).into()),
            ..Origin::default()
        });
        let _ = monitor.observe(&event);
        if beat % 10 == 0 {
            monitor.advance(Time::from_millis(now - 500));
        }
        if beat % 10 != 9 {
            continue;
        }
        let load = monitor.load();
        let half = &mut most[usize::from(beat >= BEATS / 2)];
        half.live = half.live.max(load.live);
        half.discharged = half.discharged.max(load.discharged);
        half.events = half.events.max(load.events);
        half.ids = half.ids.max(load.ids);
        half.due = half.due.max(load.due);
    }
    let [first, second] = most;
    let grown = |count: fn(&Load) -> usize| count(&second) > count(&first).max(1) * 11 / 10;
    let counts: [fn(&Load) -> usize; 4] =
        [|it| it.live + it.discharged, |it| it.events, |it| it.ids, |it| it.due];
    assert!(!counts.into_iter().any(grown), "{first:?}, then {second:?}");
    assert!(second.events > 0 && second.ids > 0 && second.due > 0 && second.live > 0);
}

#[test]
fn what_is_silent_for_long_is_forgotten() {
    let settings = Settings { time_to_live: Some(Duration::from_secs(60)), ..Settings::default() };
    let mut monitor = monitor(&["gdpr-7"], settings);
    for second in 0..10_000 {
        let user = format!("user-{second}");
        monitor.observe(&event("GOT_CONSENT", &[("user", &user)], second * 1000)).unwrap();
        monitor
            .observe(&event("PROCESSING_DATA", &[("user", &user)], second * 1000 + 500))
            .unwrap();
        monitor.advance(Time::from_millis(second * 1000 - 1000));
        assert!(monitor.load().live < 100, "{:?} at {second}", monitor.load());
    }
}

/// Thousands of events that no clock can order.
#[test]
fn thousands_of_concurrent_events_are_routine() {
    let mut monitor = monitor(&["gdpr-7"], Settings::default());
    for number in 0..3000_i64 {
        let name = ["GOT_CONSENT", "REVOKED_CONSENT", "PROCESSING_DATA"][(number % 3) as usize];
        let mut event = event(name, &[("user", "ada")], 1000 + number % 9);
        let invocation = Some(number.to_string().into());
        event.origin = Arc::new(Origin { invocation, ..Origin::default() });
        monitor.observe(&event).unwrap();
    }
    let answers = monitor.finish();
    assert_eq!(answers[0].verdict, Verdict::PossiblyViolated);
    assert_eq!(answers[0].states.len(), 3);
}
