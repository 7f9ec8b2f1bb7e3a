//! Calls that go a way through the class which others do not, and what leads to it.
//!
//! What goes wrong on a way that few calls go, as in a tree the removal of a node with two children,
//! is hardly ever met by clients drawn at random: they would have to make the right calls before, and
//! then the right one. Running calls alone is cheap, so all ways within a few calls are found first.

use std::collections::BTreeMap;

use aplomb_jvm::{Completion, Machine, Path, State};
use rustc_hash::FxHashSet;

use super::{ClassUnderTest, Seen, convert};
use crate::{Call, Client, Value, random::Random};

/// A call that goes a certain way through the class, because of what was called before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// What was called before.
    pub before: Vec<Call>,
    /// The call.
    pub call: Call,
}

/// How many calls are made before at most.
const LONGEST_PAST: usize = 4;

/// Of how many different objects the next calls are tried, for each number of calls before.
const MOST_OBJECTS: usize = 60;

/// How many calls are run at most.
const MOST_CALLS: usize = 6_000;

/// How many leads are kept for a way: what another thread has to do may be possible with some only.
const LEADS_PER_WAY: usize = 4;

/// The way of a call, and whether what it answered looks different.
type Way = (String, Path, Answer);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    Truth(bool),
    Nothing,
    Exception(String),
    Other,
}

impl Answer {
    fn of(value: &Value) -> Answer {
        match value {
            Value::Boolean(truth) => Answer::Truth(*truth),
            Value::Null => Answer::Nothing,
            Value::Exception(class) => Answer::Exception(class.to_string()),
            _ => Answer::Other,
        }
    }
}

/// An object that some calls lead to.
struct Reached {
    state: State,
    /// The calls, by their places.
    past: Vec<usize>,
}

/// What is known of a way.
#[derive(Default)]
struct Known {
    /// How often it was gone.
    calls: usize,
    leads: Vec<(Vec<usize>, usize)>,
}

impl ClassUnderTest {
    /// Leads to all ways that calls go, a few calls after the object was made: one to each way,
    /// the rarest first, then another one to each, and so on.
    pub fn leads(&self, calls: &[Call]) -> Vec<Lead> {
        let client = Client::of(vec![calls.to_vec()]);
        let Ok(machine) = self.machine_without_names(&client, Seen::Nothing) else {
            return Vec::new();
        };
        let mut ways: Vec<Known> = ways(&machine, calls).into_values().collect();
        ways.sort_by(|one, other| (one.calls, &one.leads).cmp(&(other.calls, &other.leads)));
        let lead = |(past, call): &(Vec<usize>, usize)| Lead {
            before: past.iter().map(|place| calls[*place].clone()).collect(),
            call: calls[*call].clone(),
        };
        (0..LEADS_PER_WAY)
            .flat_map(|round| ways.iter().filter_map(move |way| way.leads.get(round)))
            .map(lead)
            .collect()
    }
}

/// Runs calls alone, breadth first, and notes which way they go.
fn ways(machine: &Machine, calls: &[Call]) -> BTreeMap<Way, Known> {
    let mut ways: BTreeMap<Way, Known> = BTreeMap::new();
    let start = machine.sequential_start().about_to_call(0, 0);
    let mut seen: FxHashSet<State> = FxHashSet::from_iter([start.clone()]);
    let mut objects = vec![Reached { state: start, past: Vec::new() }];
    let mut left = MOST_CALLS;
    for length in 0..=LONGEST_PAST {
        let (mut by_new_ways, mut others) = (Vec::new(), Vec::new());
        for Reached { state, past } in &objects {
            for (place, call) in calls.iter().enumerate() {
                let Some(less) = left.checked_sub(1) else { return ways };
                left = less;
                let (completion, path) = machine.run_call_along(&state.about_to_call(0, place), 0);
                // What waits or fails alone leads nowhere.
                let Completion::Returned(outcome, after) = completion else { continue };
                let answer = Answer::of(&convert::value(&outcome));
                let way = ways.entry((call.method.to_string(), path, answer)).or_default();
                way.calls += 1;
                if way.leads.len() < LEADS_PER_WAY {
                    way.leads.push((past.clone(), place));
                }
                let after = after.about_to_call(0, 0);
                let starts_threads = after.thread_count() > state.thread_count();
                if length < LONGEST_PAST && !starts_threads && seen.insert(after.clone()) {
                    let past = past.iter().copied().chain([place]).collect();
                    let reached = Reached { state: after, past };
                    if way.calls == 1 { by_new_ways.push(reached) } else { others.push(reached) }
                }
            }
        }
        objects = some(by_new_ways, others, length as u64);
    }
    ways
}

/// Those that were reached by new ways, and some of the others.
fn some(mut first: Vec<Reached>, mut others: Vec<Reached>, seed: u64) -> Vec<Reached> {
    let mut random = Random::new(seed);
    first.truncate(MOST_OBJECTS);
    while first.len() < MOST_OBJECTS && !others.is_empty() {
        first.push(others.swap_remove(random.below(others.len())));
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::{alphabet, compiled::jvm};

    #[test]
    fn ways_that_need_several_calls_before_are_found() {
        let class = ClassUnderTest::new(jvm().clone(), "java.util.TreeMap");
        let methods: Vec<_> =
            ["put/2", "remove/1"].iter().map(|it| it.parse().expect("a method")).collect();
        let calls = alphabet(jvm(), &class.class, &methods, 3, |_| true).expect("calls");
        let leads = class.leads(&calls);
        assert_eq!(leads, class.leads(&calls), "the same every time");
        // A node with two children takes three entries.
        let is_removal = |lead: &&Lead| &*lead.call.method == "remove" && lead.before.len() >= 3;
        let removal = leads.iter().find(is_removal).expect("a removal of an inner node");
        let puts = removal.before.iter().filter(|call| &*call.method == "put");
        assert!(puts.count() >= 3, "{removal:?}");
    }

    #[test]
    fn what_cannot_be_called_leads_nowhere() {
        let class = ClassUnderTest::new(jvm().clone(), "java.util.TreeMap");
        assert_eq!(class.leads(&[Call::new("noSuchMethod", Vec::new())]), []);
    }
}
