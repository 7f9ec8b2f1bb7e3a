//! One key of a key-value store to which no piece is written twice.
//!
//! A `put` begins a new value, an `append` continues it, and a `get` tells of
//! which pieces the value consisted, in which order. So what was read fixes for
//! each `put` the chain of its appends, up to the longest value read: a
//! [`Block`]. Updates that nobody read are blocks of their own.

use rustc_hash::FxHashMap;

use super::{
    MonitorAnswer,
    blocks::{Block, find_conflict},
};
use crate::{History, Operation, Value, specification::KeyValueMethod};

/// Decides a history of a single key.
pub(crate) fn check(history: &History) -> MonitorAnswer {
    let decided = Pieces::new(history).and_then(|pieces| {
        let chains = pieces.chains()?;
        find_conflict(pieces.blocks(&chains)?)
    });
    match decided {
        Ok(()) => MonitorAnswer::Linearizable,
        Err(answer) => answer,
    }
}

/// What was written, piece by piece.
struct Pieces<'history> {
    history: &'history History,
    /// Who wrote each piece.
    writers: FxHashMap<&'history Value, u32>,
    /// The same for texts, sorted, if values grow.
    texts: Vec<(&'history str, u32)>,
    gets: Vec<(u32, &'history Value)>,
    updates: Vec<Update<'history>>,
}

struct Update<'history> {
    index: u32,
    piece: &'history Value,
    is_put: bool,
}

/// A value that grew: the updates that wrote its pieces, and who read it when
/// it consisted of 0, 1, ... pieces.
#[derive(Default)]
struct Chain<'history> {
    text: &'history str,
    writers: Vec<u32>,
    /// The length of the text after each piece.
    lengths: Vec<usize>,
    readers: Vec<Vec<u32>>,
}

impl<'history> Pieces<'history> {
    fn new(history: &'history History) -> Result<Self, MonitorAnswer> {
        let mut pieces = Pieces {
            history,
            writers: FxHashMap::default(),
            texts: Vec::new(),
            gets: Vec::new(),
            updates: Vec::new(),
        };
        for (index, operation) in history.operations().iter().enumerate() {
            pieces.add(index as u32, operation).ok_or(MonitorAnswer::NotApplicable)?;
        }
        if pieces.updates.iter().any(|update| !update.is_put) {
            pieces.sort_texts().ok_or(MonitorAnswer::NotApplicable)?;
        }
        Ok(pieces)
    }

    /// Nothing if the operation is beyond the monitor.
    fn add(&mut self, index: u32, operation: &Operation) -> Option<()> {
        let (piece, is_put) = match KeyValueMethod::of(self.history.call(operation))? {
            KeyValueMethod::Get => {
                if let Some(value) = self.history.result(operation) {
                    self.gets.push((index, value));
                }
                return Some(());
            }
            KeyValueMethod::Put(value) => (value, true),
            KeyValueMethod::Append(suffix) => (suffix, false),
            KeyValueMethod::CompareAndSet(..) | KeyValueMethod::Delete => return None,
        };
        let is_new = self.writers.insert(piece, index).is_none();
        self.updates.push(Update { index, piece, is_put });
        (is_new && !is_missing(piece)).then_some(())
    }

    /// Nothing if some piece is no text, or the beginning of another, so that
    /// what was read could be taken apart in several ways.
    fn sort_texts(&mut self) -> Option<()> {
        for update in &self.updates {
            let Value::Text(text) = update.piece else { return None };
            self.texts.push((text, update.index));
        }
        self.texts.sort_unstable();
        let ambiguous = self.texts.windows(2).any(|pair| pair[1].0.starts_with(pair[0].0));
        (!ambiguous).then_some(())
    }

    /// The chains that were read, by the update with which they begin; the one
    /// that begins with nothing has no such update.
    fn chains(&self) -> Result<FxHashMap<Option<u32>, Chain<'history>>, MonitorAnswer> {
        let mut chains: FxHashMap<Option<u32>, Chain<'history>> = FxHashMap::default();
        chains.entry(None).or_default();
        for &(get, value) in &self.gets {
            let unexplained = |reason: &str| {
                let described = self.history.describe(&self.history.operations()[get as usize]);
                Err(MonitorAnswer::violated(format!("`{described}`, but {reason}"), [get]))
            };
            let text = match value {
                missing if is_missing(missing) => "",
                Value::Text(text) if !self.texts.is_empty() => text,
                whole => {
                    let Some(&writer) = self.writers.get(whole) else {
                        return unexplained("nobody wrote that");
                    };
                    let chain = chains.entry(Some(writer)).or_default();
                    chain.writers = vec![writer];
                    chain.lengths = vec![0];
                    chain.read_by(get, 1);
                    continue;
                }
            };
            let Some(begin) = self.beginning(text) else {
                return unexplained("nobody wrote what it begins with");
            };
            let chain = chains.entry(begin).or_default();
            if let Err(reason) = self.read(chain, get, text) {
                return unexplained(reason);
            }
        }
        Ok(chains)
    }

    /// The `put` with which a text begins, if it does not begin with nothing.
    fn beginning(&self, text: &str) -> Option<Option<u32>> {
        if text.is_empty() {
            return Some(None);
        }
        let (_, writer) = self.first_piece(text)?;
        Some(self.is_put(writer).then_some(writer))
    }

    fn is_put(&self, writer: u32) -> bool {
        let call = self.history.call(&self.history.operations()[writer as usize]);
        matches!(KeyValueMethod::of(call), Some(KeyValueMethod::Put(_)))
    }

    fn first_piece(&self, text: &str) -> Option<(&'history str, u32)> {
        let place = self.texts.partition_point(|(piece, _)| *piece <= text);
        let candidate = self.texts[place.checked_sub(1)?];
        text.starts_with(candidate.0).then_some(candidate)
    }

    /// Adds a read to the chain, which it may lengthen.
    fn read(
        &self,
        chain: &mut Chain<'history>,
        get: u32,
        text: &'history str,
    ) -> Result<(), &'static str> {
        if chain.text.starts_with(text) {
            let pieces = chain.lengths.partition_point(|length| *length <= text.len());
            let ends_with_piece =
                text.is_empty() || chain.lengths[..pieces].last() == Some(&text.len());
            if !ends_with_piece {
                return Err("another read has it in other pieces");
            }
            chain.read_by(get, pieces);
            return Ok(());
        }
        if !text.starts_with(chain.text) {
            return Err("another read has its pieces in another order");
        }
        let mut length = chain.text.len();
        while length < text.len() {
            let Some((piece, writer)) = self.first_piece(&text[length..]) else {
                return Err("nobody wrote part of it");
            };
            if length > 0 && self.is_put(writer) {
                return Err("a put replaces what was there");
            }
            length += piece.len();
            chain.writers.push(writer);
            chain.lengths.push(length);
        }
        chain.text = text;
        chain.read_by(get, chain.writers.len());
        Ok(())
    }

    /// A block for each chain, and one for each update that nobody read.
    fn blocks(
        &self,
        chains: &FxHashMap<Option<u32>, Chain<'history>>,
    ) -> Result<Vec<Block<'history>>, MonitorAnswer> {
        let mut read = vec![false; self.history.len()];
        let mut blocks = Vec::with_capacity(chains.len());
        // In the order of the history, so that the first contradiction is always the same.
        let mut begins: Vec<&Option<u32>> = chains.keys().collect();
        begins.sort_unstable();
        for begin in begins {
            let chain = &chains[begin];
            let mut block = match begin {
                Some(put) => Block::new(self.history, self.piece(*put)),
                None => Block::new(self.history, &Value::Null),
            };
            if begin.is_none() {
                block.begin_before_all();
            }
            block.extend(chain.readers.first().map_or(&[], |readers| readers))?;
            for (place, &writer) in chain.writers.iter().enumerate() {
                if std::mem::replace(&mut read[writer as usize], true) {
                    let reason =
                        format!("{} was read twice in one value, or in two", self.piece(writer));
                    return Err(MonitorAnswer::violated(reason, [writer]));
                }
                block.extend(&[writer])?;
                block.extend(chain.readers.get(place + 1).map_or(&[], |readers| readers))?;
            }
            blocks.push(block);
        }
        for update in self.updates.iter().filter(|update| !read[update.index as usize]) {
            let mut block = Block::new(self.history, update.piece);
            block.extend(&[update.index])?;
            if !block.is_pending() {
                blocks.push(block);
            }
        }
        Ok(blocks)
    }

    fn piece(&self, writer: u32) -> &'history Value {
        let call = self.history.call(&self.history.operations()[writer as usize]);
        &call.arguments[1]
    }
}

impl Chain<'_> {
    fn read_by(&mut self, get: u32, pieces: usize) {
        if self.readers.len() <= pieces {
            self.readers.resize(pieces + 1, Vec::new());
        }
        self.readers[pieces].push(get);
    }
}

/// Whether a value says that there is none.
fn is_missing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Text(text) => text.is_empty(),
        _ => false,
    }
}
