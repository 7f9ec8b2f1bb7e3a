//! The heap: who owns which object, what is garbage, what is equal.
//!
//! Objects made before the clients start form an immutable base that all
//! states share; a state holds only the base objects that were *changed* since
//! and the objects its threads allocated. An allocation takes the smallest
//! number that no live object of the thread has, and garbage is dropped after
//! every step, so that a state does not remember how it came about.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::object::{Body, Object};
use crate::value::{Arena, ObjectId, Value};
use crate::world::{ClassId, World};

#[derive(Debug, Clone)]
pub(crate) struct Heap {
    base: Arc<Base>,
    /// Objects of the setup, until they are frozen into the base.
    setup: Vec<Option<Arc<Object>>>,
    /// Objects of each thread; an arena is copied when it changes.
    arenas: Vec<Arc<ArenaObjects>>,
    /// Changed objects of the base, statics and constants, sorted by name.
    changed: Vec<(ObjectId, Arc<Object>)>,
}

/// The objects that one thread allocated.
#[derive(Debug, Clone, Default)]
struct ArenaObjects {
    slots: Vec<Option<Arc<Object>>>,
    /// Whether all objects have their fingerprints.
    is_sealed: bool,
}

/// What all states of one machine share.
#[derive(Debug, Default)]
pub(crate) struct Base {
    objects: Vec<Arc<Object>>,
    /// Whether an object was reachable from static fields; such objects are never collected.
    permanent: Vec<bool>,
    statics: Vec<Option<Arc<Object>>>,
}

impl Base {
    fn get(&self, id: ObjectId) -> Option<&Arc<Object>> {
        match id.arena() {
            Arena::Setup => self.objects.get(id.index()),
            Arena::Statics => self.statics.get(id.index())?.as_ref(),
            Arena::Thread(_) | Arena::Constants => None,
        }
    }
}

impl Heap {
    pub fn new() -> Self {
        Self { base: Arc::default(), setup: Vec::new(), arenas: Vec::new(), changed: Vec::new() }
    }

    /// The object called `id`, if it exists. Statics that nobody wrote yet do not.
    #[inline]
    pub fn get<'a>(&'a self, world: &'a World, id: ObjectId) -> Option<&'a Object> {
        match id.arena() {
            Arena::Thread(thread) => self.arenas.get(thread)?.slots.get(id.index())?.as_deref(),
            Arena::Setup if !self.setup.is_empty() => self.setup.get(id.index())?.as_deref(),
            arena => {
                if let Ok(found) = self.changed.binary_search_by_key(&id, |entry| entry.0) {
                    return Some(&self.changed[found].1);
                }
                if arena == Arena::Constants {
                    world.constant_object(id)
                } else {
                    self.base.get(id).map(|object| &**object)
                }
            }
        }
    }

    /// As [`Heap::get`], without constants that nobody changed.
    pub fn own(&self, id: ObjectId) -> Option<&Object> {
        if let Arena::Thread(thread) = id.arena() {
            return self.arenas.get(thread)?.slots.get(id.index())?.as_deref();
        }
        match self.changed.binary_search_by_key(&id, |entry| entry.0) {
            Ok(found) => Some(&self.changed[found].1),
            Err(_) => self.base.get(id).map(|object| &**object),
        }
    }

    /// Names of changed statics, constants and objects of the setup.
    pub fn changed_ids(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.changed.iter().map(|entry| entry.0)
    }

    /// Changed statics, constants and objects of the setup.
    pub fn changed(&self) -> &[(ObjectId, Arc<Object>)] {
        &self.changed
    }

    /// The object called `id`, for change.
    pub fn get_mut(&mut self, world: &World, id: ObjectId) -> Option<&mut Object> {
        let object = match id.arena() {
            Arena::Thread(thread) => {
                let arena = Arc::make_mut(self.arenas.get_mut(thread)?);
                arena.is_sealed = false;
                arena.slots.get_mut(id.index())?.as_mut()?
            }
            Arena::Setup if !self.setup.is_empty() => self.setup.get_mut(id.index())?.as_mut()?,
            arena => match self.changed.binary_search_by_key(&id, |entry| entry.0) {
                Ok(found) => &mut self.changed[found].1,
                Err(place) => {
                    let original = if arena == Arena::Constants {
                        Arc::new(world.constant_object(id)?.clone())
                    } else {
                        self.base.get(id)?.clone()
                    };
                    self.changed.insert(place, (id, original));
                    &mut self.changed[place].1
                }
            },
        };
        let object = Arc::make_mut(object);
        object.touch();
        Some(object)
    }

    /// Adds an object under the smallest free number of the arena.
    pub fn allocate(&mut self, arena: Arena, object: Object) -> ObjectId {
        let slots = match arena {
            Arena::Thread(thread) => {
                // Before the heap is frozen, clients run only on copies that are thrown away.
                if self.arenas.len() <= thread {
                    self.arenas.resize(thread + 1, Arc::default());
                }
                let arena = Arc::make_mut(&mut self.arenas[thread]);
                arena.is_sealed = false;
                &mut arena.slots
            }
            _ => &mut self.setup,
        };
        // Nothing is freed during the setup, so the first free place is at the end.
        let free = match arena {
            Arena::Thread(_) => slots.iter().position(Option::is_none),
            _ => None,
        };
        let index = free.unwrap_or(slots.len());
        if index == slots.len() {
            slots.push(None);
        }
        slots[index] = Some(Arc::new(object));
        ObjectId::new(arena, index)
    }

    /// Objects of threads that a later heap does not have any more; their names may be given again.
    pub fn dropped(&self, later: &Self) -> Vec<ObjectId> {
        let mut dropped = Vec::new();
        for (thread, (before, after)) in self.arenas.iter().zip(&later.arenas).enumerate() {
            if Arc::ptr_eq(before, after) {
                continue;
            }
            for (index, _) in before.slots.iter().enumerate().filter(|(_, slot)| slot.is_some()) {
                if after.slots.get(index).is_none_or(Option::is_none) {
                    dropped.push(ObjectId::new(Arena::Thread(thread), index));
                }
            }
        }
        dropped
    }

    /// Room for the objects of one more thread.
    pub fn add_arena(&mut self) {
        self.arenas.push(Arc::default());
    }

    /// Whether `class` has a record of its statics in this state.
    pub fn statics(&self, class: ClassId) -> Option<&Object> {
        let id = ObjectId::new(Arena::Statics, class.0 as usize);
        match self.changed.binary_search_by_key(&id, |entry| entry.0) {
            Ok(found) => Some(&self.changed[found].1),
            Err(_) => self.base.get(id).map(|object| &**object),
        }
    }

    /// The statics of a class, for change; made from `prepared` if they do not exist yet.
    pub fn statics_mut(
        &mut self,
        world: &World,
        class: ClassId,
        prepared: &[Value],
    ) -> &mut Object {
        let id = ObjectId::new(Arena::Statics, class.0 as usize);
        if self.statics(class).is_none() {
            let mut object = Object::new(class, Body::Fields(prepared.into()));
            object.marks.shared = true;
            let place = self.changed.partition_point(|entry| entry.0 < id);
            self.changed.insert(place, (id, Arc::new(object)));
        }
        match self.get_mut(world, id) {
            Some(object) => object,
            None => unreachable!("the statics were just made"),
        }
    }

    /// Makes everything that exists now the shared base of all later states.
    ///
    /// What static fields reach is kept for ever; the rest is collected as usual.
    pub fn freeze(&mut self, threads: usize) {
        self.arenas.resize(threads, Arc::default());
        let mut statics: Vec<Option<Arc<Object>>> = Vec::new();
        for (id, object) in std::mem::take(&mut self.changed) {
            if id.arena() == Arena::Statics {
                if statics.len() <= id.index() {
                    statics.resize(id.index() + 1, None);
                }
                let mut object = object;
                Arc::make_mut(&mut object).seal();
                statics[id.index()] = Some(object);
            } else {
                self.changed.push((id, object));
            }
        }
        let mut objects: Vec<Arc<Object>> =
            std::mem::take(&mut self.setup).into_iter().flatten().collect();
        for object in &mut objects {
            let object = Arc::make_mut(object);
            object.marks.shared = true;
            object.touch();
            object.seal();
        }
        let mut permanent = vec![false; objects.len()];
        let mut work: Vec<ObjectId> = Vec::new();
        statics.iter().flatten().for_each(|object| object.references(|id| work.push(id)));
        while let Some(id) = work.pop() {
            if id.arena() == Arena::Setup && !std::mem::replace(&mut permanent[id.index()], true) {
                objects[id.index()].references(|next| work.push(next));
            }
        }
        self.base = Arc::new(Base { objects, permanent, statics });
    }

    /// Whether everything that existed `before` is still as it was, but for the statics of `initialised`.
    pub fn extends(&self, before: &Self, initialised: &[ClassId]) -> bool {
        let is_new = |id: ObjectId| {
            id.arena() == Arena::Statics
                && initialised.iter().any(|class| class.0 as usize == id.index())
        };
        let statics = before.changed.iter().all(|(id, object)| {
            let now = self.changed.binary_search_by_key(id, |entry| entry.0);
            is_new(*id) || now.is_ok_and(|now| same(&self.changed[now].1, object))
        });
        let added = self.changed.iter().all(|(id, _)| {
            is_new(*id) || before.changed.binary_search_by_key(id, |entry| entry.0).is_ok()
        });
        let objects = before.setup.iter().zip(&self.setup).all(|pair| match pair {
            (Some(one), Some(two)) => same(one, two),
            (one, two) => one.is_none() && two.is_none(),
        });
        statics && added && objects
    }

    /// All objects to which `roots` lead, these included.
    pub fn reached_from(
        &self,
        world: &World,
        roots: impl Iterator<Item = ObjectId>,
    ) -> FxHashSet<ObjectId> {
        let mut work: Vec<ObjectId> = roots.collect();
        let mut reached = FxHashSet::default();
        while let Some(id) = work.pop() {
            if reached.insert(id)
                && let Some(object) = self.get(world, id)
            {
                object.references(|next| work.push(next));
            }
        }
        reached
    }

    /// Drops what `roots` do not reach, and changes that undid themselves.
    pub fn collect(
        &mut self,
        world: &World,
        scratch: &mut Scratch,
        roots: impl FnOnce(&mut Vec<ObjectId>),
    ) {
        scratch.begin(self);
        roots(&mut scratch.work);
        for (id, object) in &self.changed {
            let kept = match id.arena() {
                Arena::Setup => self.base.permanent[id.index()],
                _ => true,
            };
            if kept {
                object.references(|next| scratch.work.push(next));
            }
        }
        while let Some(id) = scratch.work.pop() {
            if scratch.mark(&self.base, id)
                && let Some(object) = self.get(world, id)
            {
                object.references(|next| scratch.work.push(next));
            }
        }
        for (arena, marks) in self.arenas.iter_mut().zip(&scratch.threads) {
            arena_without_garbage(arena, marks);
        }
        let base = &self.base;
        self.changed.retain(|(id, object)| match id.arena() {
            Arena::Setup => {
                (base.permanent[id.index()] || scratch.setup[id.index()])
                    && !same(&base.objects[id.index()], object)
            }
            Arena::Statics => base.get(*id).is_none_or(|original| !same(original, object)),
            _ => world.constant_object(*id).is_none_or(|original| *original != **object),
        });
    }

    /// Seals all objects.
    pub fn seal(&mut self) {
        for arena in self.arenas.iter_mut().filter(|arena| !arena.is_sealed) {
            let arena = Arc::make_mut(arena);
            arena.slots.iter_mut().flatten().for_each(seal);
            arena.is_sealed = true;
        }
        self.changed.iter_mut().for_each(|(_, object)| seal(object));
    }

    /// How many places the objects of each thread take.
    pub fn arena_lengths(&self) -> impl ExactSizeIterator<Item = usize> {
        self.arenas.iter().map(|arena| arena.slots.len())
    }
}

impl PartialEq for Heap {
    /// Two states are compared only within one machine, where the base is the same.
    fn eq(&self, other: &Self) -> bool {
        self.changed.len() == other.changed.len()
            && self
                .changed
                .iter()
                .zip(&other.changed)
                .all(|(one, two)| one.0 == two.0 && same(&one.1, &two.1))
            && self.arenas.len() == other.arenas.len()
            && self
                .arenas
                .iter()
                .zip(&other.arenas)
                .all(|(one, two)| Arc::ptr_eq(one, two) || one.equals(two))
            && self.setup == other.setup
    }
}

fn seal(object: &mut Arc<Object>) {
    if object.fingerprint() == 0 {
        Arc::make_mut(object).seal();
    }
}

fn same(one: &Arc<Object>, two: &Arc<Object>) -> bool {
    Arc::ptr_eq(one, two) || one == two
}

impl ArenaObjects {
    fn equals(&self, other: &Self) -> bool {
        self.slots.len() == other.slots.len()
            && self.slots.iter().zip(&other.slots).all(|pair| match pair {
                (None, None) => true,
                (Some(one), Some(two)) => same(one, two),
                _ => false,
            })
    }
}

fn arena_without_garbage(arena: &mut Arc<ArenaObjects>, marks: &[bool]) {
    let is_garbage = |(slot, mark): (&Option<Arc<Object>>, &bool)| slot.is_some() && !mark;
    let has_free_end = matches!(arena.slots.last(), Some(None));
    if !has_free_end && !arena.slots.iter().zip(marks).any(is_garbage) {
        return;
    }
    let arena = Arc::make_mut(arena);
    for (slot, mark) in arena.slots.iter_mut().zip(marks) {
        if !mark {
            *slot = None;
        }
    }
    while matches!(arena.slots.last(), Some(None)) {
        arena.slots.pop();
    }
}

/// Marks of the collector, kept between steps to save allocations.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    work: Vec<ObjectId>,
    setup: Vec<bool>,
    threads: Vec<Vec<bool>>,
}

impl Scratch {
    fn begin(&mut self, heap: &Heap) {
        self.work.clear();
        self.setup.clear();
        self.setup.resize(heap.base.objects.len(), false);
        self.threads.resize(heap.arenas.len().max(self.threads.len()), Vec::new());
        for (marks, arena) in self.threads.iter_mut().zip(&heap.arenas) {
            marks.clear();
            marks.resize(arena.slots.len(), false);
        }
    }

    /// Whether `id` is met for the first time and must be looked into.
    fn mark(&mut self, base: &Base, id: ObjectId) -> bool {
        let index = id.index();
        match id.arena() {
            Arena::Thread(thread) => {
                match self.threads.get_mut(thread).and_then(|marks| marks.get_mut(index)) {
                    Some(mark) => !std::mem::replace(mark, true),
                    None => false,
                }
            }
            // Permanent objects are either unchanged, and lead to nothing that
            // could be collected, or changed, and looked into anyway.
            Arena::Setup => {
                !base.permanent[index] && !std::mem::replace(&mut self.setup[index], true)
            }
            Arena::Statics | Arena::Constants => false,
        }
    }
}
