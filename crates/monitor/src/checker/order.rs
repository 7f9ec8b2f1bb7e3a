//! The order of the events of an instance, as far as it is known, in a form that
//! does not grow with the number of permutations.
//!
//! An event comes before another one if both belong to one invocation and it has the
//! smaller place there, or if it is earlier by more than the clocks can be apart.
//! Events with the same effect whose order is not known are interchangeable: in every
//! order two of them can swap places, so it is enough to look at the orders in which
//! the earlier one comes first. The same is true of two invocations whose events
//! close together have the same effects in the same sequence, if each event of one is
//! no later than its counterpart of the other. Interchangeable events form a *track*,
//! which is consumed from front to back; how far each track is consumed is all that
//! there is to know about a prefix of an order.

use rustc_hash::FxHashMap;

use super::{
    Observation,
    steps::{Count, Steps},
    zone::Requirements,
};
use crate::property::{LetterId, Machine};

/// Events whose mutual order is not completely known, ready for the search.
#[derive(Debug)]
pub(crate) struct Order {
    pub tracks: Vec<Track>,
    pub lengths: Vec<Count>,
    pub requires: Requirements,
}

/// Interchangeable events, from the first to the last.
#[derive(Debug)]
pub(crate) struct Track {
    /// A letter with the effect of all of them.
    pub letter: LetterId,
    /// Indices of observations.
    pub events: Vec<u32>,
    /// Their times, never decreasing.
    times: Vec<i64>,
    /// What events have to be later than, by more than the skew, to come after them.
    stamps: Vec<i64>,
    group: usize,
    rank: u32,
}

impl Order {
    /// How many events of each track are not later than `until`.
    /// Nothing if a clock was set back there, so that an event up to `until` comes after one
    /// that is later.
    pub fn front_at(&self, until: i64) -> Option<Vec<Count>> {
        let count = |track: &Track| {
            let count = track.times.partition_point(|time| *time <= until);
            let same = track.stamps.partition_point(|stamp| *stamp <= until) == count;
            same.then_some(count as Count)
        };
        self.tracks.iter().map(count).collect()
    }
}

impl Track {
    /// What sorts an event after those that come before it: time, rank, and itself.
    pub fn at(&self, index: usize) -> (i64, u32, u32) {
        (self.times[index], self.rank, self.events[index])
    }
}

/// An event of a run of events of one invocation.
#[derive(Clone, Copy)]
struct Member {
    event: u32,
    effect: LetterId,
    /// The place in the run; events with the same rank have no known order.
    rank: u32,
    /// Not earlier than any event that comes before it in the invocation: what comes before
    /// those comes before it too.
    time: i64,
    /// What its clock said. Where a clock is set back during an invocation by more than the
    /// skew, the order of the invocation counts.
    stamp: i64,
}

impl Order {
    /// Finds out what is known about the order of events. Unless `closed`, events may
    /// follow; then invocations with several events are not interchangeable, because
    /// nobody knows how they go on.
    pub fn new(events: &[&Observation], machine: &Machine, skew: i64, closed: bool) -> Order {
        let mut runs = runs(events, machine, skew);
        runs.sort_by(|a, b| {
            let key = |member: &Member| (member.time, member.stamp);
            a.iter().map(key).cmp(b.iter().map(key)).then_with(|| a[0].event.cmp(&b[0].event))
        });
        let tracks = tracks(&runs, closed);
        let lengths = tracks.iter().map(|track| track.events.len() as Count).collect();
        let requires = requirements(&tracks, skew);
        Order { tracks, lengths, requires }
    }
}

/// The events of each invocation, cut where more than the skew lies between two:
/// there the times say the order.
fn runs(events: &[&Observation], machine: &Machine, skew: i64) -> Vec<Vec<Member>> {
    // Whoever has no place in its invocation and whoever has one are known by their times only.
    let mut by_invocation: FxHashMap<(&str, bool), Vec<u32>> = FxHashMap::default();
    let mut runs = Vec::new();
    let member = |event: u32, rank: u32, time: i64| Member {
        event,
        effect: machine.effect(events[event as usize].letter),
        rank,
        time,
        // With this, no order of invocations and times is a circle: along it times never
        // decrease, and they grow where they are the reason.
        stamp: events[event as usize].time.max(time.saturating_sub(skew)),
    };
    for (index, event) in events.iter().enumerate() {
        match &event.origin.invocation {
            Some(invocation) => {
                let run = (&**invocation, event.order.is_some());
                by_invocation.entry(run).or_default().push(index as u32);
            }
            None => runs.push(vec![member(index as u32, 0, event.time)]),
        }
    }
    for mut indices in by_invocation.into_values() {
        let event = |index: &u32| events[*index as usize];
        let placed = indices.iter().all(|index| event(index).order.is_some());
        let place = |index: &u32| match placed {
            true => (event(index).order, 0),
            false => (None, event(index).time),
        };
        indices.sort_by_key(|index| (place(index), event(index).time, *index));
        let mut run: Vec<Member> = Vec::new();
        let (mut rank, mut latest_before, mut latest) = (0, i64::MIN, i64::MIN);
        for (position, index) in indices.iter().enumerate() {
            if position > 0 && place(index) != place(&indices[position - 1]) {
                rank += 1;
                latest_before = latest;
            }
            let time = event(index).time.max(latest_before);
            if time.saturating_sub(latest) > skew && !run.is_empty() {
                runs.push(std::mem::take(&mut run));
            }
            latest = latest.max(time);
            run.push(member(*index, rank, time));
        }
        runs.push(run);
    }
    for run in &mut runs {
        let first = run[0].rank;
        run.iter_mut().for_each(|member| member.rank -= first);
    }
    runs
}

/// Puts runs with the same effects into groups in which every run is nowhere later than
/// the next, and the events at each place of a group onto a track.
fn tracks(runs: &[Vec<Member>], closed: bool) -> Vec<Track> {
    let mut groups: FxHashMap<Vec<(LetterId, u32)>, Vec<usize>> = FxHashMap::default();
    let mut last_of_group: Vec<&[Member]> = Vec::new();
    let mut first_track: Vec<usize> = Vec::new();
    let mut tracks: Vec<Track> = Vec::new();
    for run in runs {
        let shape = run.iter().map(|member| (member.effect, member.rank)).collect();
        let candidates = groups.entry(shape).or_default();
        let interchangeable = closed || run.len() == 1;
        let not_later = |group: &&usize| {
            let mut pairs = last_of_group[**group].iter().zip(run);
            interchangeable
                && pairs.all(|(earlier, later)| {
                    earlier.time <= later.time && earlier.stamp <= later.stamp
                })
        };
        let group = match candidates.iter().find(not_later) {
            Some(group) => *group,
            None => {
                let group = last_of_group.len();
                candidates.push(group);
                last_of_group.push(run);
                first_track.push(tracks.len());
                tracks.extend(run.iter().map(|member| Track {
                    letter: member.effect,
                    events: Vec::new(),
                    times: Vec::new(),
                    stamps: Vec::new(),
                    group,
                    rank: member.rank,
                }));
                group
            }
        };
        last_of_group[group] = run;
        for (member, track) in run.iter().zip(&mut tracks[first_track[group]..]) {
            track.events.push(member.event);
            track.times.push(member.time);
            track.stamps.push(member.stamp);
        }
    }
    tracks
}

fn requirements(tracks: &[Track], skew: i64) -> Requirements {
    let requirement = |of: &Track, on: &Track| {
        let mut steps = Steps::default();
        let mut before = 0;
        for (index, time) in of.times.iter().enumerate() {
            let limit = time.saturating_sub(skew);
            while on.stamps.get(before).is_some_and(|earlier| *earlier < limit) {
                before += 1;
            }
            let same_run = of.group == on.group && on.rank < of.rank;
            let needed = if same_run { before.max(index + 1) } else { before };
            steps.push(index as Count + 1, needed as Count);
        }
        steps
    };
    let row = |(c, of): (usize, &Track)| {
        let entry = |(d, on): (usize, &Track)| match c == d {
            true => Steps::default(),
            false => requirement(of, on),
        };
        tracks.iter().enumerate().map(entry).collect()
    };
    tracks.iter().enumerate().map(row).collect()
}
