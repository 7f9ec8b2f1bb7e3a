//! Whether two states differ only in the names of objects.
//!
//! A thread's next object gets the smallest number that no live object of the thread has. Another
//! thread may decide what is still alive, so two orders of independent steps can lead to states
//! that are the same but for names. Such states have the same future.

use rustc_hash::FxHashMap;

use crate::heap::Heap;
use crate::object::{Body, Object};
use crate::state::{Phase, State, Thread};
use crate::value::{Arena, ObjectId, Value};

impl State {
    /// Whether the states are equal up to names of objects. Both must come from one machine.
    #[must_use]
    pub fn is_isomorphic(&self, other: &Self) -> bool {
        let mut pairs = Pairs::default();
        self.threads.len() == other.threads.len()
            && self.threads.iter().zip(&other.threads).all(|(one, two)| pairs.threads(one, two))
            && pairs.fixed(&self.heap, &other.heap)
            && pairs.objects(&self.heap, &other.heap)
    }
}

/// Which object of one state stands for which of the other.
#[derive(Default)]
struct Pairs {
    forward: FxHashMap<ObjectId, ObjectId>,
    backward: FxHashMap<ObjectId, ObjectId>,
    work: Vec<(ObjectId, ObjectId)>,
}

impl Pairs {
    fn ids(&mut self, one: ObjectId, two: ObjectId) -> bool {
        let is_renamed = |id: ObjectId| matches!(id.arena(), Arena::Thread(_));
        if one != two && !(is_renamed(one) && is_renamed(two)) {
            return false;
        }
        match (self.forward.get(&one), self.backward.get(&two)) {
            (Some(known), _) => *known == two,
            (None, Some(_)) => false,
            (None, None) => {
                self.forward.insert(one, two);
                self.backward.insert(two, one);
                self.work.push((one, two));
                true
            }
        }
    }

    fn optional(&mut self, one: Option<ObjectId>, two: Option<ObjectId>) -> bool {
        match (one, two) {
            (Some(one), Some(two)) => self.ids(one, two),
            (one, two) => one == two,
        }
    }

    fn values(&mut self, one: &[Value], two: &[Value]) -> bool {
        one.len() == two.len()
            && one.iter().zip(two).all(|pair| match pair {
                (Value::Ref(one), Value::Ref(two)) => self.ids(*one, *two),
                (one, two) => one == two,
            })
    }

    fn threads(&mut self, one: &Thread, two: &Thread) -> bool {
        let frames = one.frames.len() == two.frames.len()
            && one.frames.iter().zip(&two.frames).all(|(one, two)| {
                (one.method, one.pc, one.base) == (two.method, two.pc, two.base)
                    && self.optional(one.monitor, two.monitor)
            });
        let locals = one.locals.len() == two.locals.len()
            && one
                .locals
                .iter()
                .zip(&two.locals)
                .all(|(one, two)| self.ids(one.0, two.0) && self.values(&[one.1], &[two.1]));
        let waiting = self.optional(one.waiting.map(|w| w.object), two.waiting.map(|w| w.object))
            && one.waiting.map(|w| w.depth) == two.waiting.map(|w| w.depth);
        frames
            && locals
            && waiting
            && self.values(&one.values, &two.values)
            && self.optional(one.object, two.object)
            && self.optional(one.throwing, two.throwing)
            && (one.calls_begun, &one.outcomes, &one.precedence)
                == (two.calls_begun, &two.outcomes, &two.precedence)
            && one.status == two.status
            && match (&one.phase, &two.phase) {
                (Phase::Rendering(one), Phase::Rendering(two)) => self.ids(*one, *two),
                (one, two) => one == two,
            }
            && (one.permit, one.interrupted, one.is_entering, one.random_draws)
                == (two.permit, two.interrupted, two.is_entering, two.random_draws)
    }

    /// Statics, constants and objects of the setup have the same names everywhere.
    fn fixed(&mut self, one: &Heap, two: &Heap) -> bool {
        one.changed().iter().chain(two.changed()).all(|(id, _)| self.ids(*id, *id))
    }

    fn objects(&mut self, one: &Heap, two: &Heap) -> bool {
        while let Some((first, second)) = self.work.pop() {
            let equal = match (one.own(first), two.own(second)) {
                (Some(first), Some(second)) => self.contents(first, second),
                // Constants that nobody changed.
                (None, None) => true,
                _ => false,
            };
            if !equal {
                return false;
            }
        }
        true
    }

    fn contents(&mut self, one: &Object, two: &Object) -> bool {
        (one.class, one.marks, one.identity) == (two.class, two.marks, two.identity)
            && one.synchronization == two.synchronization
            && match (&one.body, &two.body) {
                (Body::Fields(one), Body::Fields(two)) => self.values(one, two),
                (Body::References(one), Body::References(two)) => {
                    one.len() == two.len()
                        && one.iter().zip(two).all(|(one, two)| self.optional(*one, *two))
                }
                (one, two) => one == two,
            }
    }
}
