//! How long after it is due is a violation known, with everything in the way: HTTP, the disk,
//! the checker?
//!
//! `cargo bench -p aplomb-server --bench latency [EVENTS_PER_SECOND [SECONDS]]` starts a server
//! with an embedded store, posts batches of events at a steady rate, and prints how long
//! after event time plus delay each violation was known. `bench/runtime/README.md` has the
//! figures.

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use aplomb_monitor::{Delay, PropertyFile};
use aplomb_server::{Access, Server, Watching};
use aplomb_store::Embedded;
use tokio::runtime::Runtime;

const CONSENT: &str = "
name: consent
quantifiedVariables: [user]
stateMachine:
  CONSENT: {params: [user], INITIAL: {to: consented}}
  REVOKED: {params: [user], consented: {to: INITIAL}}
  PROCESSED: {params: [user], INITIAL: {to: FAILURE}, consented: {to: SUCCESS, continue: true}}
";
/// The logging delay.
const DELAY: Duration = Duration::from_millis(500);
/// A batch goes out so often.
const BEAT: Duration = Duration::from_millis(10);
/// One event in so many is a violation.
const ONE_IN: u64 = 500;
const USERS: u64 = 10_000;
/// So many clients send.
const CLIENTS: u64 = 2;

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The events of one beat, all at this moment.
fn batch(first: u64, count: u64) -> String {
    let time = now().as_nanos() as f64 / 1e6;
    let mut text = String::new();
    for number in first..first + count {
        let (name, user) = match number {
            _ if number % ONE_IN == 7 => ("PROCESSED", format!("culprit {number}")),
            _ if number < USERS => ("CONSENT", format!("user {number}")),
            _ => ("PROCESSED", format!("user {}", number.wrapping_mul(0x9e37_79b9) % USERS)),
        };
        text.push_str(&format!(
            "{{\"id\":\"e{number}\",\"name\":\"{name}\",\"params\":{{\"user\":\"{user}\"}},\
             \"time\":{time:.3},\"invocation\":\"i{number}\"}}\n"
        ));
    }
    text
}

/// Sends at a steady rate; how many events.
fn send(address: &str, client: u64, per_second: u64, seconds: u64) -> u64 {
    let agent = ureq::Agent::new_with_defaults();
    let count = (per_second / CLIENTS * BEAT.as_millis() as u64 / 1000).max(1);
    let start = Instant::now();
    let beats = seconds * 1000 / BEAT.as_millis() as u64;
    let mut sent = 0;
    for beat in 0..beats {
        let due = start + BEAT * u32::try_from(beat).unwrap_or(u32::MAX);
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let first = (beat * CLIENTS + client) * count;
        let text = batch(first, count);
        while agent.post(address).send(&text).is_err() {
            std::thread::sleep(BEAT);
        }
        sent += count;
    }
    sent
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).filter_map(|it| it.parse::<u64>().ok());
    let per_second = numbers.next().unwrap_or(100_000);
    let seconds = numbers.next().unwrap_or(20);
    let file = PropertyFile::parse(CONSENT).map_err(|problems| format!("{problems:?}"))?;
    let mut watching = Watching::new(vec![("consent.yaml".into(), file)]);
    watching.delay = Delay::fixed(DELAY);
    let folder = tempfile::tempdir()?;
    let store = Arc::new(Embedded::open(folder.path())?);
    let runtime = Runtime::new()?;
    let access = Access::local(([127, 0, 0, 1], 0).into());
    let server = runtime.block_on(Server::start(watching, access, store))?;
    let mut violations = server.violations();
    let measured = runtime.spawn(async move {
        let mut late = Vec::new();
        while let Some(violation) = violations.next().await {
            let known = now();
            let last = violation.story.last().map_or(0, |last| last.time.nanos());
            let due = Duration::from_nanos(last.unsigned_abs()) + DELAY;
            late.push(known.as_secs_f64() * 1e3 - due.as_secs_f64() * 1e3);
        }
        late
    });
    let address = format!("http://{}/v1/events", server.address());
    let start = Instant::now();
    let sent: u64 = std::thread::scope(|scope| {
        let address = &address;
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| scope.spawn(move || send(address, client, per_second, seconds)))
            .collect();
        clients.into_iter().map(|client| client.join().unwrap_or(0)).sum()
    });
    let rate = sent as f64 / start.elapsed().as_secs_f64();
    std::thread::sleep(2 * DELAY);
    runtime.block_on(server.stop());
    let mut late = runtime.block_on(measured)?;
    late.sort_by(f64::total_cmp);
    let at =
        |share: f64| late.get((late.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    println!(
        "{rate:.0} events/s for {seconds} s, {} violations; known after they were due: median \
         {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, last {:.1} ms",
        late.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        late.last().copied().unwrap_or(f64::NAN),
    );
    Ok(())
}
