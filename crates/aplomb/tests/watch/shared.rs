//! Processes that share the work through a NATS server. Processes are killed, and so is the
//! server.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use super::{
    Watch, agent, audit, await_violations, broker::Broker, events_of, folder_with_property, kills,
    send, undisturbed,
};

#[test]
fn kills_of_workers_and_restarts_of_the_broker_change_no_verdict() {
    let kills = kills();
    let folder = folder_with_property();
    let mut broker = Broker::start();
    let engine = broker.address("shop");
    // What a broker that was killed has not acknowledged is sent again when it is back.
    let options = ["--engine", &engine, "--delay", "0.5", "--lateness", "120", "--partitions", "4"];
    // The first one decides how many partitions there are.
    let first = Watch::start(folder.path(), "127.0.0.1:0", &options);
    let mut workers = vec![first];
    for _ in 0..2 {
        workers.push(Watch::start(folder.path(), "127.0.0.1:0", &options[..6]));
    }
    let addresses: Vec<String> = workers.iter().map(|it| it.address.clone()).collect();
    let (sent, done, users) = (Mutex::new(Vec::new()), AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let agent = agent();
                while !done.load(SeqCst) {
                    let user = users.fetch_add(1, SeqCst);
                    let events = events_of(user);
                    let mut order = addresses.clone();
                    order.rotate_left(user % 3);
                    // Each event comes twice, as from clients that are impatient.
                    send(&agent, &order, &events);
                    send(&agent, &order[1..], &events[2..]);
                    sent.lock().unwrap().extend(events);
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
        }
        for kill in 0..kills {
            // Something has come in since the last kill, however busy the machine is.
            let before = users.load(SeqCst);
            while users.load(SeqCst) < before + 8 {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(61 * kill as u64 % 200));
            if kill % 3 == 1 {
                broker.kill();
                std::thread::sleep(Duration::from_millis(300));
                broker.start_again();
            } else {
                let worker = kill % workers.len();
                workers[worker].kill();
                let address = addresses[worker].clone();
                workers[worker] = Watch::start(folder.path(), &address, &options[..6]);
            }
        }
        std::thread::sleep(Duration::from_millis(200));
        done.store(true, SeqCst);
    });
    let sent = sent.into_inner().unwrap();
    let expected = undisturbed(&sent);
    assert!(expected.len() >= kills, "{} violations", expected.len());
    for address in &addresses {
        await_violations(address, &expected, Duration::from_secs(60));
    }
    audit(folder.path(), &engine, sent.len(), &expected);
    for worker in workers {
        assert!(matches!(worker.end(), Some(0 | 1)), "it ends by itself, whatever it has found");
    }
}
