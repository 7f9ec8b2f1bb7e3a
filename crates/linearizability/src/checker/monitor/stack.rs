//! Stacks of distinct elements.
//!
//! An element is certainly inside from the return of its `push` to the call of
//! its `pop`; one whose `push` and `pop` overlap can be pushed and popped in
//! one moment and does not matter. Elements whose certain stays overlap (and
//! so on, transitively) must be nested, hence one of them is below all others:
//! its `push` was called before any other's returned, and its `pop` returned
//! after any other's was called. If there is such an element, it can be the
//! lowest in some linearization if there is one at all; it is removed, and what
//! remains falls into independent groups. If there is none, the history is not
//! linearizable. Groups never overlap, so that the stack can be empty exactly
//! where no element is certainly inside.

use super::{
    MonitorAnswer,
    copies::Leaving,
    element::{Access, Element, Lives, NEVER, NoLives, never_empty},
    tournament::{Coverage, Tournament},
};
use crate::{
    History, Operation, Value,
    specification::{StackMethod, means_empty},
};

/// Decides a history of a stack whose elements can be told apart.
pub(crate) fn check(history: &History) -> MonitorAnswer {
    let access = |operation| access(history, operation);
    let Some(accesses) = history.operations().iter().map(access).collect::<Option<Vec<_>>>() else {
        return MonitorAnswer::NotApplicable;
    };
    let lives = match Lives::new(history, &accesses, Leaving::LastIn) {
        Ok(lives) => lives,
        Err(NoLives::Repeated) => return MonitorAnswer::NotApplicable,
        Err(NoLives::Violated { reason, operations }) => {
            return MonitorAnswer::violated(reason, operations);
        }
    };
    let wrong = |lives: &Lives<'_>| not_nested(lives).or_else(|| seen_empty(history, lives));
    let Some(violated) = wrong(&lives) else { return MonitorAnswer::Linearizable };
    if lives.pending.is_empty() {
        return violated;
    }
    // The pending operations may have taken what stands in the way: of all completions, those are
    // tried in which they take what must be gone, or the first what was pushed last, or first.
    let explains = |completed: Lives<'_>| wrong(&completed).is_none();
    if explains(lives.completed_in_time(history))
        || explains(lives.completed(|element| -element.put_returned))
        || explains(lives.completed(|element| element.put_returned))
    {
        return MonitorAnswer::Linearizable;
    }
    wrong(&lives.most_lenient()).unwrap_or(MonitorAnswer::NotApplicable)
}

fn access<'history>(history: &'history History, operation: &Operation) -> Option<Access<'history>> {
    Some(match (StackMethod::of(history.call(operation))?, history.result(operation)) {
        (StackMethod::Push(element), _) => Access::Put(element),
        (StackMethod::Pop, None) if operation.returned.is_none() => Access::MayTake,
        (StackMethod::Pop, Some(result)) if means_empty(result) => Access::SawEmpty,
        (StackMethod::Pop, Some(element)) if !matches!(element, Value::Exception(_)) => {
            Access::Take(element)
        }
        (StackMethod::IsEmpty, Some(Value::Boolean(true))) => Access::SawEmpty,
        (StackMethod::IsEmpty | StackMethod::Peek | StackMethod::Size, None) => Access::Nothing,
        _ => return None,
    })
}

/// The elements whose `push` and `pop` do not overlap, by the returns of their
/// pushes, with the ends of their certain stays numbered.
struct Stays<'a> {
    elements: Vec<&'a (&'a Value, Element)>,
    /// For each element, where its stay begins and ends among all ends.
    ends: Vec<(usize, usize)>,
    /// When each end is.
    times: Vec<i64>,
}

impl<'a> Stays<'a> {
    fn new(lives: &'a Lives<'a>) -> Stays<'a> {
        let mut elements: Vec<_> = lives
            .elements
            .iter()
            .filter(|(_, element)| element.put_returned < element.take_called)
            .collect();
        elements.sort_unstable_by_key(|(_, element)| element.put_returned);
        let mut order: Vec<(i64, usize, bool)> = Vec::with_capacity(2 * elements.len());
        for (index, (_, element)) in elements.iter().enumerate() {
            order.push((element.put_returned, index, false));
            order.push((element.take_called, index, true));
        }
        order.sort_unstable();
        let mut ends = vec![(0, 0); elements.len()];
        for (place, (_, index, is_end)) in order.iter().enumerate() {
            if *is_end {
                ends[*index].1 = place;
            } else {
                ends[*index].0 = place;
            }
        }
        let times = order.into_iter().map(|(time, _, _)| time).collect();
        Stays { elements, ends, times }
    }
}

/// A group of elements of which none can be below all others.
fn not_nested(lives: &Lives<'_>) -> Option<MonitorAnswer> {
    let stays = Stays::new(lives);
    let count = stays.elements.len();
    let element = |index: usize| &stays.elements[index].1;
    let mut covered = Coverage::new(stays.times.len());
    for &(begin, end) in &stays.ends {
        covered.add(begin..end, 1);
    }
    // Elements not yet known to begin early enough, by the call of `push`;
    // those that do, by the return of `pop`, last first.
    let mut early = Tournament::new((0..count).map(|index| element(index).put_called).collect());
    let mut late = Tournament::new(vec![NEVER; count]);
    let mut next = NextLeft::new(count);

    let mut ranges = Vec::new();
    ranges.push(0..count);
    while let Some(range) = ranges.pop() {
        let first = next.from(range.start);
        if first >= range.end {
            continue;
        }
        let begin = stays.ends[first].0;
        let end = covered.first_zero(begin).unwrap_or(stays.times.len() - 1);
        let group_end = stays.ends.partition_point(|&(stay_begin, _)| stay_begin < end);
        let group = first..group_end.min(range.end);
        ranges.push(group.end..range.end);
        loop {
            let index = early.least(group.clone());
            if early.key(index) >= stays.times[begin] {
                break;
            }
            early.set(index, NEVER);
            late.set(index, -element(index).take_returned);
        }
        let lowest = late.least(group.clone());
        if late.key(lowest) == NEVER || -late.key(lowest) <= stays.times[end] {
            return Some(no_lowest(&stays, &mut next, group));
        }
        late.set(lowest, NEVER);
        next.remove(lowest);
        let (stay_begin, stay_end) = stays.ends[lowest];
        covered.add(stay_begin..stay_end, -1);
        ranges.push(group);
    }
    None
}

fn no_lowest(
    stays: &Stays<'_>,
    next: &mut NextLeft,
    group: std::ops::Range<usize>,
) -> MonitorAnswer {
    let mut left = Vec::new();
    let mut index = next.from(group.start);
    while index < group.end {
        left.push(stays.elements[index]);
        index = next.from(index + 1);
    }
    let names: Vec<String> = left.iter().take(6).map(|(value, _)| value.to_string()).collect();
    let more = if left.len() > 6 { format!(" and {} more", left.len() - 6) } else { String::new() };
    let reason = format!(
        "the elements {}{more} were on the stack together, but in no order of pushes and pops \
         is one of them pushed before and popped after the others",
        names.join(", ")
    );
    let operations =
        left.iter().flat_map(|(_, element)| [Some(element.put), element.taken]).flatten();
    MonitorAnswer::violated(reason, operations)
}

fn seen_empty(history: &History, lives: &Lives<'_>) -> Option<MonitorAnswer> {
    let elements = lives.elements.iter().map(|(_, element)| element);
    let index = never_empty(history, elements, &lives.empty)?;
    let described = history.describe(&history.operations()[index as usize]);
    let reason = format!("`{described}`, but the stack was not empty at any moment of that call");
    Some(MonitorAnswer::violated(reason, [index]))
}

/// Which elements are left: a union-find forest that points to the right.
struct NextLeft(Vec<u32>);

impl NextLeft {
    fn new(count: usize) -> NextLeft {
        NextLeft((0..=count as u32).collect())
    }

    /// The first element from `index` on that is left.
    fn from(&mut self, index: usize) -> usize {
        let mut found = index;
        while self.0[found] as usize != found {
            let further = self.0[self.0[found] as usize];
            self.0[found] = further;
            found = further as usize;
        }
        found
    }

    fn remove(&mut self, index: usize) {
        self.0[index] = index as u32 + 1;
    }
}
