//! When which instance has to be evaluated: a calendar of milliseconds.

use std::collections::BTreeMap;

/// Evaluations that are due at some time.
#[derive(Debug, Default)]
pub(super) struct Due {
    /// By millisecond: time, property and slot.
    days: BTreeMap<i64, Vec<(i64, u32, u32)>>,
}

fn day(time: i64) -> i64 {
    time.div_euclid(1_000_000)
}

impl Due {
    /// An instance has to be evaluated when answers for `time` are due.
    pub fn add(&mut self, time: i64, property: u32, slot: u32) {
        self.days.entry(day(time)).or_default().push((time, property, slot));
    }

    /// The time of the first evaluation.
    pub fn first(&self) -> Option<i64> {
        let (_, entries) = self.days.first_key_value()?;
        entries.iter().map(|(time, ..)| *time).min()
    }

    /// Takes out what is due for times up to `watermark`, in the order of the times.
    pub fn until(&mut self, watermark: i64) -> Vec<(u32, u32)> {
        let mut taken: Vec<(i64, u32, u32)> = Vec::new();
        while let Some(first) = self.days.first_entry()
            && *first.key() <= day(watermark)
        {
            let (when, entries) = first.remove_entry();
            if when < day(watermark) {
                taken.extend(entries);
            } else {
                let (now, later) = entries.into_iter().partition(|(time, ..)| *time <= watermark);
                taken.extend::<Vec<_>>(now);
                if !later.is_empty() {
                    self.days.insert(when, later);
                }
                break;
            }
        }
        taken.sort_by_key(|(time, ..)| *time);
        taken.into_iter().map(|(_, property, slot)| (property, slot)).collect()
    }
}
