//! Monotone step functions from how many events of one track are consumed to how
//! many of another must be.

use smallvec::SmallVec;

/// How many events of a track.
pub(crate) type Count = u32;

/// A monotone function: from `at` on, its value is `value`; before the first step
/// it is 0. Thresholds and values strictly increase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Steps(SmallVec<[(Count, Count); 2]>);

impl Steps {
    /// The value at `count`.
    pub fn at(&self, count: Count) -> Count {
        let after = self.0.partition_point(|(at, _)| *at <= count);
        after.checked_sub(1).map_or(0, |last| self.0[last].1)
    }

    /// The value before anything is consumed.
    pub fn least(&self) -> Count {
        self.0.first().filter(|(at, _)| *at == 0).map_or(0, |(_, value)| *value)
    }

    /// Adds a step after the others; one that does not raise the value is none.
    pub fn push(&mut self, at: Count, value: Count) {
        match self.0.last_mut() {
            Some((_, last)) if *last >= value => {}
            Some((there, last)) if *there == at => *last = value,
            None if value == 0 => {}
            _ => self.0.push((at, value)),
        }
    }

    /// The largest count at which the value is at most `bound`.
    pub fn last_within(&self, bound: Count) -> Option<Count> {
        let exceeding = self.0.partition_point(|(_, value)| *value <= bound);
        match self.0.get(exceeding) {
            Some((at, _)) => at.checked_sub(1),
            None => Some(Count::MAX),
        }
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The same from `first` to `last`, and as at `first` before: what there is to say about
    /// counts of which no other ones occur.
    pub fn between(&self, first: Count, last: Count) -> Steps {
        let start = self.0.partition_point(|(at, _)| *at <= first);
        let end = self.0.partition_point(|(at, _)| *at <= last);
        let mut part = Steps::default();
        part.push(0, start.checked_sub(1).map_or(0, |step| self.0[step].1));
        part.0.extend_from_slice(&self.0[start..end.max(start)]);
        part
    }

    /// Forgets what is said about counts beyond `last`.
    pub fn cut_after(&mut self, last: Count) {
        let end = self.0.partition_point(|(at, _)| *at <= last);
        self.0.truncate(end);
    }

    /// Pointwise the larger of both.
    pub fn max(&self, other: &Steps) -> Steps {
        let mut merged = Steps::default();
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut value = 0;
        loop {
            let step = match (left.peek(), right.peek()) {
                (Some(l), Some(r)) if l.0 <= r.0 => left.next(),
                (_, Some(_)) => right.next(),
                (Some(_), None) => left.next(),
                (None, None) => return merged,
            };
            if let Some((at, raised)) = step {
                value = value.max(*raised);
                merged.push(*at, value);
            }
        }
    }

    /// First `self`, then `then`.
    pub fn then(&self, then: &Steps) -> Steps {
        let mut composed = Steps::default();
        composed.push(0, then.least());
        // Values increase, so the steps of both are walked along once.
        let (mut rest, mut reached) = (then.0.iter().peekable(), 0);
        for (at, value) in &self.0 {
            while let Some((_, next)) = rest.next_if(|(at, _)| at <= value) {
                reached = *next;
            }
            composed.push(*at, reached);
        }
        composed
    }

    /// Everywhere at least `value`.
    pub fn raise(&mut self, value: Count) {
        if self.least() >= value {
            return;
        }
        let mut raised = Steps::default();
        raised.push(0, value);
        for (at, step) in &self.0 {
            raised.push(*at, (*step).max(value));
        }
        *self = raised;
    }

    /// The function whose argument is larger by one.
    pub fn shift_argument(&mut self) {
        for (at, _) in &mut self.0 {
            *at += 1;
        }
    }

    /// The function whose value is larger by one wherever it says something.
    pub fn shift_value(&mut self) {
        for (_, value) in &mut self.0 {
            *value += 1;
        }
    }

    /// Whether this is at least `other` at every count from `first` to `last`.
    pub fn dominates(&self, other: &Steps, first: Count, last: Count) -> bool {
        let after_first = |steps: &Steps| steps.0.partition_point(|(at, _)| *at <= first);
        let before = |steps: &Steps, step: usize| step.checked_sub(1).map_or(0, |it| steps.0[it].1);
        let (mut own, next) = (after_first(self), after_first(other));
        if before(self, own) < before(other, next) {
            return false;
        }
        other.0[next..].iter().take_while(|(at, _)| *at <= last).all(|(at, value)| {
            while self.0.get(own).is_some_and(|(there, _)| there <= at) {
                own += 1;
            }
            before(self, own) >= *value
        })
    }
}
