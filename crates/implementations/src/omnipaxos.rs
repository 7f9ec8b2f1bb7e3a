//! The crate `omnipaxos` (Sequence Paxos).
//!
//! A leader first adopts the most recent log that a quorum reports, then appends to it. What
//! it adopts becomes a node of the quorum tree, named after its ballot and the length of the
//! log; its parent is the node that the reporter had accepted. Every entry that the leader
//! appends is a child of what was there before. A node is committed when the leader's decided
//! index reaches it in its ballot.

use std::{cell::RefCell, fmt, rc::Rc};

use aplomb_consensus::qtree::Event;
use omnipaxos::{
    ClusterConfig, OmniPaxosConfig, ServerConfig,
    ballot_leader_election::Ballot,
    messages::{Message, sequence_paxos::PaxosMsg},
    storage::{Entry, NoSnapshot, StopSign, Storage, StorageOp, StorageResult},
};

use crate::{Bug, Chance, Library, Seen};

/// What a client asks for.
#[derive(Clone, Debug)]
pub struct Request(u64);

impl Entry for Request {
    type Snapshot = NoSnapshot;
}

/// A node of the quorum tree: the log of this length in this ballot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BallotLength {
    ballot: (u32, u32, u64),
    length: usize,
}

impl BallotLength {
    fn new(ballot: Ballot, length: usize) -> BallotLength {
        BallotLength { ballot: (ballot.n, ballot.priority, ballot.pid), length }
    }
}

/// `3:1.7` is the log of length 7 in ballot 3 of node 1.
impl fmt::Display for BallotLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, _, node) = self.ballot;
        write!(f, "{number}:{node}.{}", self.length)
    }
}

/// A node of the crate `omnipaxos`.
pub struct OmniPaxos {
    number: u64,
    bug: Option<Bug>,
    members: Vec<u64>,
    node: omnipaxos::OmniPaxos<Request, Durable>,
    /// What survives a restart.
    durable: Durable,
    leading: Option<Leading>,
    /// How many entries were applied.
    applied: usize,
}

/// What was seen of the node in a ballot of its own.
struct Leading {
    ballot: Ballot,
    /// The most recent log that was reported: when it was accepted, and its length.
    reported: (Ballot, usize),
    /// The lengths of the logs that were added and committed last, once a log was adopted.
    grown: Option<(usize, usize)>,
}

fn start(
    number: u64,
    members: &[u64],
    durable: &Durable,
) -> omnipaxos::OmniPaxos<Request, Durable> {
    let cluster_config =
        ClusterConfig { configuration_id: 1, nodes: members.to_vec(), flexible_quorum: None };
    let server_config =
        ServerConfig { pid: number, election_tick_timeout: 5, ..Default::default() };
    let config = OmniPaxosConfig { cluster_config, server_config };
    config.build(durable.clone()).expect("the configuration is valid")
}

impl Library for OmniPaxos {
    const NAME: &'static str = "omnipaxos";
    const BUGS: &'static [Bug] = &Bug::ALL;
    const SESSIONS: bool = true;
    type Message = Message<Request>;
    type Round = BallotLength;

    fn start(number: u64, size: u64, bug: Option<Bug>) -> OmniPaxos {
        let members = Bug::members(bug, number, size);
        let durable = Durable::default();
        let node = start(number, &members, &durable);
        OmniPaxos { number, bug, members, node, durable, leading: None, applied: 0 }
    }

    fn deliver(&mut self, message: Message<Request>) {
        if !self.members.contains(&message.get_sender()) {
            return;
        }
        if let (Message::SequencePaxos(it), Some(leading)) = (&message, &mut self.leading)
            && let PaxosMsg::Promise(promise) = &it.msg
            && promise.n == leading.ballot
            && leading.grown.is_none()
        {
            let report = (promise.n_accepted, promise.accepted_idx);
            leading.reported = later(leading.reported, report);
        }
        self.node.handle_incoming(message);
    }

    fn tick(&mut self) {
        self.node.tick();
    }

    fn campaign(&mut self) {
        self.node.try_become_leader();
    }

    fn propose(&mut self, value: u64) {
        // A node that knows no leader refuses.
        let _ = self.node.append(Request(value));
    }

    fn restart(&mut self) {
        match self.bug {
            Some(Bug::ForgetsVote) => self.durable.0.borrow_mut().promise = None,
            Some(Bug::LosesLastEntry) => {
                let mut kept = self.durable.0.borrow_mut();
                kept.log.pop();
                kept.decided = kept.decided.min(kept.log.len());
            }
            _ => {}
        }
        self.node = start(self.number, &self.members, &self.durable);
        self.leading = None;
        self.applied = 0;
    }

    fn reconnect(&mut self, other: u64) {
        if self.members.contains(&other) {
            self.node.reconnected(other);
        }
    }

    fn observe(&mut self, _: &mut Chance, seen: &mut Seen<OmniPaxos>) {
        self.lead();
        self.events(seen);
        let mut messages = Vec::new();
        self.node.take_outgoing_messages(&mut messages);
        seen.messages.extend(messages.into_iter().map(|it| (it.get_receiver(), it)));
        let kept = self.durable.0.borrow();
        let new = self.applied..kept.decided.min(kept.log.len());
        seen.applied.extend(new.clone().map(|index| (index as u64 + 1, kept.log[index].0)));
        self.applied = self.applied.max(new.end);
    }
}

/// The more recent of two logs.
fn later(a: (Ballot, usize), b: (Ballot, usize)) -> (Ballot, usize) {
    match (a.0.cmp(&b.0)).then(a.1.cmp(&b.1)).is_lt() {
        true => b,
        false => a,
    }
}

impl OmniPaxos {
    /// Notices a new ballot of this node, whose first report is its own log.
    fn lead(&mut self) {
        let ballot = self.node.get_promise();
        if ballot.pid != self.number {
            self.leading = None;
        } else if self.leading.as_ref().is_none_or(|leading| leading.ballot != ballot) {
            let kept = self.durable.0.borrow();
            let reported = (kept.accepted.unwrap_or_default(), kept.log.len());
            self.leading = Some(Leading { ballot, reported, grown: None });
        }
    }

    /// The events of what a leader has adopted, appended and decided since it was last seen.
    fn events(&mut self, seen: &mut Seen<OmniPaxos>) {
        let Some(leading) = &mut self.leading else { return };
        let kept = self.durable.0.borrow();
        // A log that was recovered is not one that was adopted in the ballot again.
        if kept.accepted != Some(leading.ballot)
            || self.node.get_current_leader() != Some((self.number, true))
        {
            return;
        }
        let round = |length| BallotLength::new(leading.ballot, length);
        let (added, committed) = *leading.grown.get_or_insert_with(|| {
            let (accepted, length) = leading.reported;
            let parent = (accepted.n > 0).then(|| BallotLength::new(accepted, length));
            seen.elections += 1;
            seen.events.push(Event::add(round(length), 0, parent));
            // What was decided before was decided in earlier ballots.
            (length, length.max(kept.decided + 1))
        });
        let length = kept.log.len();
        for length in added + 1..=length {
            let value = kept.log[length - 1].0;
            seen.events.push(Event::add(round(length), value, Some(round(length - 1))));
        }
        // The next length to commit; the adopted log itself is the first.
        let decided = kept.decided + 1;
        seen.events.extend((committed..decided).map(|length| Event::commit(round(length))));
        leading.grown = Some((length.max(added), committed.max(decided)));
    }
}

/// What a node has made durable.
#[derive(Clone, Default)]
struct Durable(Rc<RefCell<Kept>>);

#[derive(Default)]
struct Kept {
    log: Vec<Request>,
    promise: Option<Ballot>,
    accepted: Option<Ballot>,
    decided: usize,
}

impl Storage<Request> for Durable {
    fn write_atomically(&mut self, operations: Vec<StorageOp<Request>>) -> StorageResult<()> {
        for operation in operations {
            match operation {
                StorageOp::AppendEntry(entry) => self.append_entry(entry)?,
                StorageOp::AppendEntries(entries) => self.append_entries(entries)?,
                StorageOp::AppendOnPrefix(from, entries) => self.append_on_prefix(from, entries)?,
                StorageOp::SetPromise(ballot) => self.set_promise(ballot)?,
                StorageOp::SetDecidedIndex(index) => self.set_decided_idx(index)?,
                StorageOp::SetAcceptedRound(ballot) => self.set_accepted_round(ballot)?,
                StorageOp::SetCompactedIdx(index) => self.set_compacted_idx(index)?,
                StorageOp::Trim(index) => self.trim(index)?,
                StorageOp::SetStopsign(sign) => self.set_stopsign(sign)?,
                StorageOp::SetSnapshot(snapshot) => self.set_snapshot(snapshot)?,
            }
        }
        Ok(())
    }

    fn append_entry(&mut self, entry: Request) -> StorageResult<()> {
        self.0.borrow_mut().log.push(entry);
        Ok(())
    }

    fn append_entries(&mut self, entries: Vec<Request>) -> StorageResult<()> {
        self.0.borrow_mut().log.extend(entries);
        Ok(())
    }

    fn append_on_prefix(&mut self, from: usize, entries: Vec<Request>) -> StorageResult<()> {
        let mut kept = self.0.borrow_mut();
        kept.log.truncate(from);
        kept.log.extend(entries);
        Ok(())
    }

    fn set_promise(&mut self, ballot: Ballot) -> StorageResult<()> {
        self.0.borrow_mut().promise = Some(ballot);
        Ok(())
    }

    fn set_decided_idx(&mut self, index: usize) -> StorageResult<()> {
        self.0.borrow_mut().decided = index;
        Ok(())
    }

    fn get_decided_idx(&self) -> StorageResult<usize> {
        Ok(self.0.borrow().decided)
    }

    fn set_accepted_round(&mut self, ballot: Ballot) -> StorageResult<()> {
        self.0.borrow_mut().accepted = Some(ballot);
        Ok(())
    }

    fn get_accepted_round(&self) -> StorageResult<Option<Ballot>> {
        Ok(self.0.borrow().accepted)
    }

    fn get_entries(&self, from: usize, to: usize) -> StorageResult<Vec<Request>> {
        Ok(self.0.borrow().log.get(from..to).map(<[Request]>::to_vec).unwrap_or_default())
    }

    fn get_log_len(&self) -> StorageResult<usize> {
        Ok(self.0.borrow().log.len())
    }

    fn get_suffix(&self, from: usize) -> StorageResult<Vec<Request>> {
        Ok(self.0.borrow().log.get(from..).map(<[Request]>::to_vec).unwrap_or_default())
    }

    fn get_promise(&self) -> StorageResult<Option<Ballot>> {
        Ok(self.0.borrow().promise)
    }

    // The simulation neither reconfigures a cluster nor compacts a log.

    fn set_stopsign(&mut self, _: Option<StopSign>) -> StorageResult<()> {
        Ok(())
    }

    fn get_stopsign(&self) -> StorageResult<Option<StopSign>> {
        Ok(None)
    }

    fn trim(&mut self, _: usize) -> StorageResult<()> {
        Ok(())
    }

    fn set_compacted_idx(&mut self, _: usize) -> StorageResult<()> {
        Ok(())
    }

    fn get_compacted_idx(&self) -> StorageResult<usize> {
        Ok(0)
    }

    fn set_snapshot(&mut self, _: Option<NoSnapshot>) -> StorageResult<()> {
        Ok(())
    }

    fn get_snapshot(&self) -> StorageResult<Option<NoSnapshot>> {
        Ok(None)
    }
}
