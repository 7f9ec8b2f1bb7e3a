//! Fields and statics, and how objects become shared.

use super::{Interpreter, Trap};
use crate::action::{Access, Action, ActionKind};
use crate::object::Object;
use crate::value::{Arena, ObjectId, Value};
use crate::world::{Class, ClassId, FieldTarget};

impl Interpreter<'_> {
    pub(super) fn get_field(&mut self, class: &Class, constant: u16) -> Result<(), Trap> {
        let target = self.world.resolve_field(class, constant)?;
        let Value::Ref(id) = self.peek(0)? else {
            return Err(self.null_pointer());
        };
        if !self.is_alone() && self.is_field_visible(self.object(id)?, &target) {
            let kind = if target.is_volatile { ActionKind::VolatileRead } else { ActionKind::Read };
            self.gate(Action::new(kind, id, target.slot, Access::Read))?;
        }
        let Some(value) = self.object(id)?.get(target.slot as usize) else {
            return Err(self.unsupported("a field of a modelled object"));
        };
        self.drop_operands(1);
        self.push(value);
        Ok(())
    }

    pub(super) fn put_field(&mut self, class: &Class, constant: u16) -> Result<(), Trap> {
        let target = self.world.resolve_field(class, constant)?;
        let value = self.peek(0)?.narrowed(target.kind);
        let Value::Ref(id) = self.peek(1)? else {
            return Err(self.null_pointer());
        };
        let object = self.object(id)?;
        let shared = object.marks.shared;
        if shared && !self.is_alone() && object.class != self.world.known().string {
            let kind =
                if target.is_volatile { ActionKind::VolatileWrite } else { ActionKind::Write };
            self.gate(Action::new(kind, id, target.slot, Access::Write))?;
        }
        let string = self.world.known().string;
        let is_string_content =
            target.class == string && target.slot as usize == self.world.known().string_value;
        let object = self.object_mut(id)?;
        // A final field that others can see changing must be watched from now on.
        object.marks.leaked |= shared && target.is_final;
        if !object.set(target.slot as usize, value) {
            return Err(self.unsupported("a field of a modelled object"));
        }
        self.drop_operands(2);
        match value {
            Value::Ref(array) if is_string_content => {
                self.object_mut(array)?.marks.immutable = true
            }
            _ if shared => self.publish(value),
            _ => {}
        }
        Ok(())
    }

    /// Final fields do not change once others can see the object; strings never do.
    fn is_field_visible(&self, object: &Object, target: &FieldTarget) -> bool {
        object.marks.shared
            && (!target.is_final || object.marks.leaked)
            && object.class != self.world.known().string
    }

    /// Whether other threads can notice an access to this cell.
    pub fn is_cell_visible(&self, id: ObjectId) -> Result<bool, Trap> {
        let marks = self.object(id)?.marks;
        Ok(marks.shared && !marks.immutable && !self.is_alone())
    }

    /// `false` if the class has to be initialised first.
    pub(super) fn get_static(&mut self, class: &Class, constant: u16) -> Result<bool, Trap> {
        let target = self.world.resolve_field(class, constant)?;
        if !self.is_initialised_or_begin(target.class)? {
            return Ok(false);
        }
        self.announce_static(&target, Access::Read)?;
        let value = self.static_value(target.class, target.slot as usize);
        self.push(value);
        Ok(true)
    }

    /// `false` if the class has to be initialised first.
    pub(super) fn put_static(&mut self, class: &Class, constant: u16) -> Result<bool, Trap> {
        let target = self.world.resolve_field(class, constant)?;
        if !self.is_initialised_or_begin(target.class)? {
            return Ok(false);
        }
        self.announce_static(&target, Access::Write)?;
        let value = self.pop()?.narrowed(target.kind);
        self.set_static(target.class, target.slot as usize, value);
        Ok(true)
    }

    fn announce_static(&mut self, target: &FieldTarget, access: Access) -> Result<(), Trap> {
        // While a class is being initialised, only the initialising thread gets at its statics.
        if self.is_alone() || target.is_final || self.is_initialising(target.class) {
            return Ok(());
        }
        let kind = match (access, target.is_volatile) {
            (Access::Read, false) => ActionKind::Read,
            (Access::Read, true) => ActionKind::VolatileRead,
            (Access::Write, false) => ActionKind::Write,
            (Access::Write, true) => ActionKind::VolatileWrite,
        };
        self.gate(Action::new(kind, statics_of(target.class), target.slot, access))
    }

    pub fn static_value(&self, class: ClassId, slot: usize) -> Value {
        let stored = self.heap.statics(class).and_then(|object| object.get(slot));
        let prepared = || self.world.class(class).prepared.get(slot).copied();
        stored.or_else(prepared).unwrap_or(Value::Unset)
    }

    /// Makes the record of a class's statics if nobody wrote to it yet.
    pub fn prepare_statics(&mut self, class: ClassId, slot: usize) {
        if self.heap.statics(class).is_none() {
            let value = self.static_value(class, slot);
            self.set_static(class, slot, value);
        }
    }

    pub fn set_static(&mut self, class: ClassId, slot: usize, value: Value) {
        self.publish(value);
        let prepared = &self.world.class(class).prepared;
        self.heap.statics_mut(self.world, class, prepared).set(slot, value);
    }

    /// Makes an object, and all it leads to, visible to other threads.
    pub fn publish(&mut self, value: Value) {
        let Value::Ref(id) = value else { return };
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            let is_new = self.heap.get(self.world, id).is_some_and(|object| !object.marks.shared);
            if !is_new {
                continue;
            }
            let leaked = self.is_under_construction(id);
            if let Some(object) = self.heap.get_mut(self.world, id) {
                object.marks.shared = true;
                object.marks.leaked |= leaked;
                object.references(|next| work.push(next));
            }
        }
    }

    fn is_under_construction(&self, id: ObjectId) -> bool {
        self.thread.frames.iter().any(|frame| {
            self.world.method(frame.method).is_constructor()
                && self.thread.values.get(frame.base as usize) == Some(&Value::Ref(id))
        })
    }
}

/// Name of the record that holds a class's static fields.
pub(crate) fn statics_of(class: ClassId) -> ObjectId {
    ObjectId::new(Arena::Statics, class.0 as usize)
}
