//! The time that the command may take.

use std::time::{Duration, Instant};

/// A limit of time that questions share: what one does not need is there for those after it.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    deadline: Instant,
}

impl Limit {
    /// A limit that begins now.
    pub fn of(time: Duration) -> Limit {
        Limit { deadline: Instant::now() + time }
    }

    /// When it ends.
    pub fn deadline(self) -> Instant {
        self.deadline
    }

    /// What is left of it.
    pub fn left(self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// The part of the next one of so many questions.
    pub fn share(self, questions: usize) -> Limit {
        let (now, questions) = (Instant::now(), u32::try_from(questions).unwrap_or(u32::MAX));
        let left = self.deadline.saturating_duration_since(now);
        Limit { deadline: now + left / questions.max(1) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Limit;

    #[test]
    fn what_is_not_needed_is_there_for_others() {
        let limit = Limit::of(Duration::from_secs(600));
        let minutes = |limit: Limit| limit.left().as_secs_f64() / 60.0;
        assert!((minutes(limit.share(5)) - 2.0).abs() < 0.2);
        assert!((minutes(limit.share(1)) - 10.0).abs() < 0.2);
        // No part ends later than the whole.
        assert!(limit.share(1).deadline() <= limit.deadline());
    }
}
