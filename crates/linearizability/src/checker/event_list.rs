//! The events that are still to be explained, as a doubly linked list from
//! which operations are lifted and into which they are put back.

/// Calls and returns in order. The call of completed operation `i` is node
/// `2 i`, its return node `2 i + 1`. Lifting and putting back take constant
/// time if done in last-in first-out order (Knuth's dancing links, as Lowe and
/// Porcupine use them).
pub(super) struct EventList {
    next: Vec<u32>,
    previous: Vec<u32>,
    head: u32,
}

/// An event of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Call(u32),
    Return(u32),
    End,
}

impl EventList {
    /// The list of `events`, which hold each of the `operations` twice.
    pub(super) fn new(operations: usize, events: impl Iterator<Item = Event>) -> EventList {
        let head = 2 * operations as u32;
        let mut list = EventList {
            next: vec![head; head as usize + 1],
            previous: vec![head; head as usize + 1],
            head,
        };
        let mut last = head;
        for event in events {
            let node = match event {
                Event::Call(operation) => 2 * operation,
                Event::Return(operation) => 2 * operation + 1,
                Event::End => continue,
            };
            list.next[last as usize] = node;
            list.previous[node as usize] = last;
            last = node;
        }
        list.next[last as usize] = head;
        list.previous[head as usize] = last;
        list
    }

    /// A cursor before the first event.
    pub(super) fn start(&self) -> u32 {
        self.head
    }

    /// Moves the cursor to the next event and says what it is. The cursor may
    /// stand on an event that was lifted just now.
    pub(super) fn advance(&self, cursor: &mut u32) -> Event {
        let mut node = self.next[*cursor as usize];
        // The return of an operation whose call the cursor stands on may have
        // been lifted with it.
        if node != self.head && self.previous[node as usize] != *cursor && node == *cursor + 1 {
            node = self.next[node as usize];
        }
        *cursor = node;
        if node == self.head {
            Event::End
        } else if node.is_multiple_of(2) {
            Event::Call(node / 2)
        } else {
            Event::Return(node / 2)
        }
    }

    /// Takes both events of an operation out.
    pub(super) fn lift(&mut self, operation: u32) {
        self.unlink(2 * operation);
        self.unlink(2 * operation + 1);
    }

    /// Puts back the operation that was lifted last.
    pub(super) fn put_back(&mut self, operation: u32) {
        self.link(2 * operation + 1);
        self.link(2 * operation);
    }

    fn unlink(&mut self, node: u32) {
        let (previous, next) = (self.previous[node as usize], self.next[node as usize]);
        self.next[previous as usize] = next;
        self.previous[next as usize] = previous;
    }

    fn link(&mut self, node: u32) {
        let (previous, next) = (self.previous[node as usize], self.next[node as usize]);
        self.next[previous as usize] = node;
        self.previous[next as usize] = node;
    }
}
