//! What time is it where the events come from?
//!
//! Answers are due some delay after their events, so the watermark needs a clock. The clock
//! of this machine can be wrong, or jump; then events that are right would look too late.
//! So it is compared with the newest event: where the two are further apart than events may
//! be late, the sources are believed.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use aplomb_monitor::Time;

/// The time of the sources.
#[derive(Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// What this machine's clock showed at the start.
    wall: Time,
    /// The sources' time at the start, by the event that is furthest ahead.
    sources: Option<Time>,
    /// Events may be so late.
    tolerance: Duration,
    /// For so long after the start sources may have to send again what was not answered.
    grace: Duration,
}

/// The time of this machine's clock.
pub(crate) fn wall() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time::from_nanos(i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}

impl Clock {
    pub fn start(tolerance: Duration, grace: Duration) -> Clock {
        Clock { start: Instant::now(), wall: wall(), sources: None, tolerance, grace }
    }

    /// An event has arrived.
    pub fn arrived(&mut self, event: Time, at: Instant) {
        let at_start = event - at.saturating_duration_since(self.start);
        self.sources = Some(self.sources.map_or(at_start, |known| known.max(at_start)));
    }

    /// The time of the sources now; nothing before the first event.
    pub fn now(&self) -> Option<Time> {
        let elapsed = self.start.elapsed();
        // A clock that is set back does not stop time.
        self.judge(elapsed, (self.wall + elapsed).max(wall()))
    }

    /// The newest event, as if it had happened just now.
    pub fn sources(&self) -> Option<Time> {
        self.sources.map(|sources| sources + self.start.elapsed())
    }

    fn judge(&self, elapsed: Duration, own: Time) -> Option<Time> {
        let sources = self.sources? + elapsed;
        let doubtful = own.since(sources) > self.tolerance || elapsed < self.grace;
        Some(if doubtful { sources.min(own) } else { own })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clock(sources: Option<Time>) -> Clock {
        let grace = 7 * SECOND;
        let wall = Time::from_millis(1_000_000);
        Clock { start: Instant::now(), wall, sources, tolerance: 17 * SECOND, grace }
    }

    #[test]
    fn before_the_first_event_there_is_no_time() {
        assert_eq!(clock(None).judge(100 * SECOND, Time::from_millis(1_100_000)), None);
    }

    #[test]
    fn this_machine_is_right_where_the_sources_agree() {
        let own = Time::from_millis(1_100_000);
        let clock = clock(Some(Time::from_millis(995_000)));
        assert_eq!(clock.judge(100 * SECOND, own), Some(own));
    }

    #[test]
    fn a_clock_that_jumps_ahead_is_not_believed() {
        let clock = clock(Some(Time::from_millis(1_000_000)));
        let hour_ahead = Time::from_millis(1_100_000 + 3_600_000);
        assert_eq!(clock.judge(100 * SECOND, hour_ahead), Some(Time::from_millis(1_100_000)));
    }

    #[test]
    fn events_of_long_ago_are_in_time_among_themselves() {
        let clock = clock(Some(Time::from_millis(20)));
        let now = clock.judge(100 * SECOND, Time::from_millis(1_100_000));
        assert_eq!(now, Some(Time::from_millis(100_020)));
    }

    #[test]
    fn a_source_that_is_ahead_does_not_drag_the_others_along() {
        let own = Time::from_millis(1_100_000);
        let clock = clock(Some(Time::from_millis(9_000_000)));
        assert_eq!(clock.judge(100 * SECOND, own), Some(own));
    }

    #[test]
    fn after_a_start_sources_have_time_to_repeat_themselves() {
        let clock = clock(Some(Time::from_millis(990_000)));
        let now = clock.judge(2 * SECOND, Time::from_millis(1_002_000));
        assert_eq!(now, Some(Time::from_millis(992_000)));
    }
}
