//! How long to wait before an answer: events take a while to arrive.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Time;

/// Decides from the clock up to which time answers are due.
///
/// The default is the paper's: a fixed delay of seven seconds, chosen from what the
/// logging service promises. [`Delay::adaptive`] starts with it and learns from how late
/// events really arrive.
///
/// ```
/// use aplomb_monitor::{Delay, Time};
///
/// let mut delay = Delay::adaptive();
/// assert_eq!(delay.watermark(Time::from_millis(10_000)), Time::from_millis(3_000));
/// for i in 0..5_000 {
///     delay.arrived(Time::from_millis(i), Time::from_millis(i + 20));
/// }
/// // Events arrive after 20 ms, so seven seconds are not needed.
/// assert!(delay.watermark(Time::from_millis(10_000)) > Time::from_millis(9_900));
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Delay {
    start: Duration,
    lags: Option<Lags>,
}

/// How late events arrive: a histogram whose classes grow by a quarter.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Lags {
    counts: Vec<u32>,
    total: u32,
}

/// The paper's delay.
const FIXED: Duration = Duration::from_secs(7);
/// A learned delay is never shorter.
const SHORTEST: Duration = Duration::from_millis(20);
/// A learned delay is never longer.
const LONGEST: Duration = Duration::from_secs(600);
/// So many events before anything is learned.
const FEWEST: u32 = 1000;
/// After so many events old ones count half.
const MEMORY: u32 = 100_000;
/// One event in so many may arrive after the learned delay, before the margin.
const ONE_IN: u32 = 10_000;
const CLASSES: usize = 160;

impl Default for Delay {
    fn default() -> Delay {
        Delay::fixed(FIXED)
    }
}

impl Delay {
    /// Always the same delay.
    pub fn fixed(delay: Duration) -> Delay {
        Delay { start: delay, lags: None }
    }

    /// Starts with the paper's delay, and then waits one and a half times as long as all
    /// but one event in ten thousand take.
    pub fn adaptive() -> Delay {
        Delay { start: FIXED, lags: Some(Lags { counts: vec![0; CLASSES], total: 0 }) }
    }

    /// An event has arrived. Both times should come from clocks that are in step.
    pub fn arrived(&mut self, happened: Time, now: Time) {
        let Some(lags) = &mut self.lags else { return };
        lags.counts[class(now.since(happened))] += 1;
        lags.total += 1;
        if lags.total >= MEMORY {
            lags.counts.iter_mut().for_each(|count| *count /= 2);
            lags.total = lags.counts.iter().sum();
        }
    }

    /// The delay now.
    pub fn current(&self) -> Duration {
        match &self.lags {
            Some(lags) if lags.total >= FEWEST => {
                let within = lags.most();
                (within + within / 2).clamp(SHORTEST, LONGEST)
            }
            _ => self.start,
        }
    }

    /// The time up to which answers are due.
    pub fn watermark(&self, now: Time) -> Time {
        now - self.current()
    }
}

impl Lags {
    /// What nearly all events stay within.
    fn most(&self) -> Duration {
        let mut exceeding = 0;
        for (class, count) in self.counts.iter().enumerate().rev() {
            exceeding += count;
            if exceeding > self.total / ONE_IN {
                return upper(class);
            }
        }
        Duration::ZERO
    }
}

/// Classes grow by a quarter, from a tenth of a millisecond.
fn class(lag: Duration) -> usize {
    let tenths = lag.as_secs_f64() * 10_000.0;
    let class = if tenths <= 1.0 { 0.0 } else { tenths.ln() / 1.25_f64.ln() };
    (class.ceil() as usize).min(CLASSES - 1)
}

fn upper(class: usize) -> Duration {
    let seconds = 1.25_f64.powi(class as i32) / 10_000.0;
    Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(lags: impl Iterator<Item = u64>) -> Duration {
        let mut delay = Delay::adaptive();
        for (i, lag) in lags.enumerate() {
            let happened = Time::from_millis(i as i64);
            delay.arrived(happened, happened + Duration::from_millis(lag));
        }
        delay.current()
    }

    #[test]
    fn little_experience_changes_nothing() {
        assert_eq!(learned((0..999).map(|_| 1)), FIXED);
    }

    #[test]
    fn the_delay_covers_what_is_usual() {
        let delay = learned((0..20_000).map(|i| i % 100));
        assert!(delay >= Duration::from_millis(100) && delay < Duration::from_millis(250));
    }

    #[test]
    fn it_grows_when_events_are_late() {
        assert!(learned((0..20_000).map(|_| 30_000)) >= Duration::from_secs(30));
    }

    #[test]
    fn one_straggler_is_left_to_revision() {
        assert!(learned((0..50_000).map(|i| if i == 7 { 60_000 } else { 10 })) < FIXED);
    }

    #[test]
    fn clocks_that_run_ahead_are_no_lag() {
        let mut delay = Delay::adaptive();
        (0..2000).for_each(|_| delay.arrived(Time::from_millis(500), Time::from_millis(0)));
        assert_eq!(delay.current(), SHORTEST);
    }
}
