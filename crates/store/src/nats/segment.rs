//! What a commit says, as bytes in pieces that fit into messages.

use serde::{Deserialize, Serialize};

use crate::{Commit, Violation};

/// Where a commit is kept: under its name and the numbers of its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Segment {
    pub name: String,
    pub pieces: u32,
    pub bytes: u64,
}

impl Segment {
    /// The keys of its pieces.
    pub fn keys(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.pieces).map(|piece| format!("{}.{piece}", self.name))
    }
}

/// The length of a piece.
pub(super) const PIECE: usize = 512 << 10;

/// A commit as bytes; the position is in the entry.
pub(super) fn encode(commit: &Commit) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_count(commit.state.len(), &mut bytes);
    for (key, value) in &commit.state {
        push(key, &mut bytes);
        bytes.push(u8::from(value.is_some()));
        push(value.as_deref().unwrap_or_default(), &mut bytes);
    }
    push_count(commit.violations.len(), &mut bytes);
    for Violation { id, found, text } in &commit.violations {
        push(id.as_bytes(), &mut bytes);
        bytes.extend(found.to_le_bytes());
        push(text, &mut bytes);
    }
    push_count(commit.notices.len(), &mut bytes);
    commit.notices.iter().for_each(|notice| push(notice, &mut bytes));
    bytes
}

/// The commit that was encoded; nothing if the bytes are damaged.
pub(super) fn decode(mut bytes: &[u8]) -> Option<Commit> {
    let bytes = &mut bytes;
    let mut commit = Commit::default();
    for _ in 0..take_count(bytes)? {
        let key = take(bytes)?.to_vec();
        let there = take_exactly(bytes, 1)? == [1];
        let value = take(bytes)?;
        commit.state.push((key, there.then(|| value.to_vec())));
    }
    for _ in 0..take_count(bytes)? {
        let id = String::from_utf8(take(bytes)?.to_vec()).ok()?;
        let found = i64::from_le_bytes(take_exactly(bytes, 8)?.try_into().ok()?);
        commit.violations.push(Violation { id, found, text: take(bytes)?.to_vec() });
    }
    for _ in 0..take_count(bytes)? {
        commit.notices.push(take(bytes)?.to_vec());
    }
    bytes.is_empty().then_some(commit)
}

fn push_count(count: usize, bytes: &mut Vec<u8>) {
    bytes.extend((count as u64).to_le_bytes());
}

fn push(data: &[u8], bytes: &mut Vec<u8>) {
    push_count(data.len(), bytes);
    bytes.extend(data);
}

fn take_exactly<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

fn take_count(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(take_exactly(bytes, 8)?.try_into().ok()?)).ok()
}

fn take<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let count = take_count(bytes)?;
    take_exactly(bytes, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded_and_damage_is_seen() {
        let commit = Commit {
            position: None,
            state: vec![(b"a".to_vec(), Some(vec![1, 2, 3])), (b"b".to_vec(), None)],
            violations: vec![Violation { id: "v".into(), found: -5, text: b"{}".to_vec() }],
            notices: vec![b"hear".to_vec(), Vec::new()],
        };
        let bytes = encode(&commit);
        let decoded = decode(&bytes).unwrap();
        assert_eq!(decoded.state, commit.state);
        assert_eq!(decoded.violations, commit.violations);
        assert_eq!(decoded.notices, commit.notices);
        for length in 0..bytes.len() {
            assert!(decode(&bytes[..length]).is_none());
        }
        assert!(decode(&[bytes, vec![0]].concat()).is_none());
    }
}
