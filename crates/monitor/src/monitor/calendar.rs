//! Things that belong to points in time, and are taken out when time has come that far.

use std::collections::BTreeMap;

/// Lists by day, where a day is whatever unit of time the owner counts in.
#[derive(Debug)]
pub(super) struct Calendar<T> {
    days: BTreeMap<i64, Vec<T>>,
    /// Days to which something was added lately. Most events are of the same few days, so
    /// these are not looked up in the tree.
    open: [(i64, Vec<T>); OPEN],
    /// An empty list with room, for the next day.
    spare: Vec<T>,
}

const OPEN: usize = 8;

impl<T> Default for Calendar<T> {
    fn default() -> Calendar<T> {
        let open = std::array::from_fn(|_| (0, Vec::new()));
        Calendar { days: BTreeMap::new(), open, spare: Vec::new() }
    }
}

impl<T> Calendar<T> {
    /// Adds something to a day.
    #[inline]
    pub fn add(&mut self, day: i64, item: T) {
        let place = day.rem_euclid(OPEN as i64) as usize;
        if self.open[place].0 != day {
            self.turn(place, day);
        }
        self.open[place].1.push(item);
    }

    /// Has one of the open places show another day.
    fn turn(&mut self, place: usize, day: i64) {
        let next = self.days.remove(&day).unwrap_or_else(|| std::mem::take(&mut self.spare));
        let (before, items) = std::mem::replace(&mut self.open[place], (day, next));
        if !items.is_empty() {
            self.days.insert(before, items);
        }
    }

    /// The first day that has something, and what it has.
    pub fn first(&self) -> Option<&[T]> {
        let open = self.open.iter().filter(|(_, items)| !items.is_empty());
        let all = open.map(|(day, items)| (day, items)).chain(self.days.first_key_value());
        all.min_by_key(|(day, _)| **day).map(|(_, items)| items.as_slice())
    }

    /// How much there is.
    pub fn len(&self) -> usize {
        let open = self.open.iter().map(|(_, items)| items);
        open.chain(self.days.values()).map(Vec::len).sum()
    }

    /// Takes out the first day, if it is not after `last`.
    pub fn take_until(&mut self, last: i64) -> Option<(i64, Vec<T>)> {
        for (day, items) in &mut self.open {
            if *day <= last && !items.is_empty() {
                self.days.insert(*day, std::mem::take(items));
            }
        }
        let first = self.days.first_entry().filter(|first| *first.key() <= last)?;
        Some(first.remove_entry())
    }

    /// Takes back the room of a day whose things were used.
    pub fn reuse(&mut self, mut items: Vec<T>) {
        items.clear();
        self.spare = items;
    }
}

/// The time of an evaluation, the property and the slot of the instance.
pub(super) type Evaluation = (i64, u32, u32);

/// Evaluations that are due at some time.
#[derive(Debug, Default)]
pub(super) struct Due {
    by_millisecond: Calendar<Evaluation>,
}

fn millisecond(time: i64) -> i64 {
    time.div_euclid(1_000_000)
}

impl Due {
    /// An instance has to be evaluated when answers for `time` are due.
    #[inline]
    pub fn add(&mut self, time: i64, property: u32, slot: u32) {
        self.by_millisecond.add(millisecond(time), (time, property, slot));
    }

    /// The time of the first evaluation.
    pub fn first(&self) -> Option<i64> {
        self.by_millisecond.first()?.iter().map(|(time, ..)| *time).min()
    }

    /// How many evaluations there are.
    pub fn len(&self) -> usize {
        self.by_millisecond.len()
    }

    /// Takes out what is due for times up to `watermark`, in the order of the times.
    pub fn take_until(&mut self, watermark: i64, taken: &mut Vec<Evaluation>) {
        let last = millisecond(watermark);
        while let Some((day, mut entries)) = self.by_millisecond.take_until(last) {
            if day == last {
                let later = |(time, ..): &mut Evaluation| *time > watermark;
                let later: Vec<Evaluation> = entries.extract_if(.., later).collect();
                taken.append(&mut entries);
                later.into_iter().for_each(|it| self.by_millisecond.add(day, it));
                break;
            }
            taken.append(&mut entries);
            self.by_millisecond.reuse(entries);
        }
        taken.sort_by_key(|(time, ..)| *time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_due_comes_once_and_in_the_order_of_time() {
        let mut due = Due::default();
        // Days that share an open place, come back, and lie before 1970.
        let times = [5, 8_000_005, 3, 16_000_001, -7_500_000, 8_000_004, 5, 900_000_000, 2];
        for (slot, time) in (0..).zip(times) {
            due.add(time, 0, slot);
        }
        let mut expected: Vec<(i64, u32, u32)> =
            (0..).zip(times).map(|(slot, time)| (time, 0, slot)).collect();
        expected.sort();
        let mut found = Vec::new();
        for watermark in [i64::MIN, -8_000_000, 2, 8_000_004, 8_000_004, 800_000_000, i64::MAX] {
            let first = due.first().unwrap();
            let mut taken = Vec::new();
            due.take_until(watermark, &mut taken);
            assert_eq!(taken.is_empty(), first > watermark);
            assert!(taken.iter().all(|(time, ..)| *time <= watermark));
            found.extend(taken);
            if due.first().is_none() {
                break;
            }
        }
        assert_eq!(found, expected);
    }
}
