//! The crate `raft` of TiKV.
//!
//! The log of a node is a path of the quorum tree: the entry with index `i` of term `t` is the
//! node `t.i`, and its parent is the entry before it. A leader adds what it appends in its
//! term. It commits the entries of its term when its commit index passes them; should the
//! commit index stop at an entry of an earlier term, that entry is committed, since then the
//! decision rests on it (Figure 8 of the Raft paper).

use aplomb_consensus::qtree::{Event, TermIndex};
use raft::{
    Config, GetEntriesContext, RawNode, StateRole, Storage,
    prelude::{ConfState, Entry, HardState, Message},
    storage::MemStorage,
};
use slog::Logger;

use crate::{Bug, Chance, Library, Seen};

/// A node of the crate `raft`.
pub struct Raft {
    number: u64,
    bug: Option<Bug>,
    node: RawNode<MemStorage>,
    /// What survives a restart.
    storage: MemStorage,
    members: Vec<u64>,
    watched: Watched,
}

/// What was seen of the node as a leader.
#[derive(Default)]
struct Watched {
    term: u64,
    /// The last index whose entry was added.
    added: u64,
    committed: u64,
}

const ELECTION_TICK: usize = 10;

/// A node on top of durable storage. The configuration is fixed, so the library accepts it.
fn start(number: u64, storage: &MemStorage) -> RawNode<MemStorage> {
    let config = Config {
        id: number,
        election_tick: ELECTION_TICK,
        heartbeat_tick: 3,
        max_inflight_msgs: 64,
        ..Config::default()
    };
    let logger = Logger::root(slog::Discard, slog::o!());
    RawNode::new(&config, storage.clone(), &logger).expect("the configuration is valid")
}

impl Library for Raft {
    const NAME: &'static str = "raft";
    const BUGS: &'static [Bug] = &Bug::ALL;
    const SESSIONS: bool = false;
    type Message = Message;
    type Round = TermIndex;

    fn start(number: u64, size: u64, bug: Option<Bug>) -> Raft {
        let members = Bug::members(bug, number, size);
        let storage = MemStorage::new_with_conf_state(ConfState::from((members.clone(), vec![])));
        let node = start(number, &storage);
        Raft { number, bug, node, storage, members, watched: Watched::default() }
    }

    fn deliver(&mut self, message: Message) {
        if self.members.contains(&message.from) {
            // A message that is out of date is refused; that is what networks are like.
            let _ = self.node.step(message);
        }
    }

    fn tick(&mut self) {
        self.node.tick();
    }

    fn campaign(&mut self) {
        let _ = self.node.campaign();
    }

    fn propose(&mut self, value: u64) {
        let _ = self.node.propose(Vec::new(), value.to_le_bytes().to_vec());
    }

    fn restart(&mut self) {
        if self.bug == Some(Bug::LosesLastEntry) {
            self.lose_last_entry();
        }
        self.node = start(self.number, &self.storage);
        self.watched = Watched::default();
    }

    fn observe(&mut self, chance: &mut Chance, seen: &mut Seen<Raft>) {
        // The library draws its timeouts from the thread's generator.
        let timeout = ELECTION_TICK + chance.below(ELECTION_TICK as u64) as usize;
        self.node.raft.set_randomized_election_timeout(timeout);
        self.add(seen);
        while self.node.has_ready() {
            self.ready(seen);
            self.add(seen);
        }
        self.commit(seen);
    }
}

impl Raft {
    /// Makes durable what must be, sends and applies, as the library's documentation says.
    fn ready(&mut self, seen: &mut Seen<Raft>) {
        let mut ready = self.node.ready();
        send(ready.take_messages(), seen);
        if !ready.snapshot().is_empty() {
            let snapshot = ready.snapshot().clone();
            self.storage.wl().apply_snapshot(snapshot).expect("a snapshot is newer");
        }
        apply(&ready.take_committed_entries(), seen);
        self.storage.wl().append(ready.entries()).expect("entries follow each other");
        if let Some(state) = ready.hs() {
            let vote = if self.bug == Some(Bug::ForgetsVote) { 0 } else { state.vote };
            self.storage.wl().set_hardstate(HardState { vote, ..state.clone() });
        }
        send(ready.take_persisted_messages(), seen);
        let mut rest = self.node.advance(ready);
        if let Some(commit) = rest.commit_index() {
            self.storage.wl().mut_hard_state().commit = commit;
        }
        send(rest.take_messages(), seen);
        apply(&rest.take_committed_entries(), seen);
        self.node.advance_apply();
    }

    fn term_of(&self, index: u64) -> u64 {
        self.node.raft.raft_log.term(index).unwrap_or(0)
    }

    fn round(&self, index: u64) -> TermIndex {
        TermIndex { term: self.term_of(index), index }
    }

    /// The events of what a leader has appended since it was last seen.
    fn add(&mut self, seen: &mut Seen<Raft>) {
        if self.node.raft.state != StateRole::Leader {
            return;
        }
        let (term, last) = (self.node.raft.term, self.node.raft.raft_log.last_index());
        if self.watched.term != term {
            let own = (1..=last).rev().take_while(|index| self.term_of(*index) == term).count();
            let committed = self.node.raft.raft_log.committed;
            self.watched = Watched { term, added: last - own as u64, committed };
            seen.elections += 1;
        }
        for index in self.watched.added + 1..=last {
            let context = GetEntriesContext::empty(false);
            let entries = self.node.raft.raft_log.slice(index, index + 1, None, context);
            let value = entries.ok().and_then(|it| it.first().map(value)).unwrap_or_default();
            let parent = (index > 1).then(|| self.round(index - 1));
            seen.events.push(Event::add(self.round(index), value, parent));
        }
        self.watched.added = last;
    }

    /// The events of what a leader has decided since it was last seen.
    fn commit(&mut self, seen: &mut Seen<Raft>) {
        let raft = &self.node.raft;
        if raft.state != StateRole::Leader || raft.term != self.watched.term {
            return;
        }
        let (before, now) = (self.watched.committed, raft.raft_log.committed);
        self.watched.committed = now;
        let own = (before + 1..=now).filter(|index| self.term_of(*index) == raft.term);
        let earlier = (now > before && self.term_of(now) != raft.term).then_some(now);
        let decided: Vec<u64> = own.chain(earlier).collect();
        let rounds = decided.into_iter().map(|index| self.round(index));
        seen.events.extend(rounds.map(Event::commit));
    }

    fn lose_last_entry(&mut self) {
        let last = self.storage.last_index().unwrap_or(0);
        if last == 0 {
            return;
        }
        let kept = self.storage.entries(1, last, None, GetEntriesContext::empty(false));
        let members = ConfState::from((self.members.clone(), vec![]));
        let storage = MemStorage::new_with_conf_state(members);
        storage.wl().append(&kept.unwrap_or_default()).expect("entries follow each other");
        let state = self.storage.rl().hard_state().clone();
        let commit = state.commit.min(last - 1);
        storage.wl().set_hardstate(HardState { commit, ..state });
        self.storage = storage;
    }
}

fn send(messages: Vec<Message>, seen: &mut Seen<Raft>) {
    seen.messages.extend(messages.into_iter().map(|message| (message.to, message)));
}

fn apply(entries: &[Entry], seen: &mut Seen<Raft>) {
    seen.applied.extend(entries.iter().map(|entry| (entry.index, value(entry))));
}

/// What an entry asks for; that of a new leader asks for nothing.
fn value(entry: &Entry) -> u64 {
    entry.data.as_ref().try_into().map_or(0, u64::from_le_bytes)
}
