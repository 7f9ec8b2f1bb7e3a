//! What an operation returned, as a value that stays what it was.
//!
//! A result is looked at in the moment of its return, all at once: whatever others do to it later
//! does not count. If others could see (part of) it before, that look is a visible action.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use super::{Interpreter, Mode, Stop, Trap};
use crate::action::{Access, Action, ActionKind, Place};
use crate::classfile::{Kind, Type};
use crate::outcome::Outcome;
use crate::state::Phase;
use crate::value::{ObjectId, Value};
use crate::world::Class;

/// A result with more objects than this is not looked at to its end.
const MOST_OBJECTS: usize = 500;

/// A text that stands for an object, and what it took to draw it.
#[derive(Default)]
struct Picture {
    text: String,
    /// Classes of objects that are only known by their class.
    opaque: BTreeSet<Arc<str>>,
    /// Cells that others can see.
    seen: Vec<(Place, Access)>,
    /// Objects that are being drawn, outermost first.
    open: Vec<ObjectId>,
    objects: usize,
}

impl Interpreter<'_> {
    /// The outermost method returned an object: takes a look at it, as soon as it may.
    pub(super) fn look_at_result(&mut self, id: ObjectId) -> Result<(), Trap> {
        self.thread.phase = Phase::Rendering(id);
        let mut picture = Picture::default();
        let known = self.outcome_of_value_object(id)?;
        let outcome = match known {
            Some(outcome) => outcome,
            None if self.receiver() == Some(Value::Ref(id)) => Outcome::Itself,
            None => {
                self.draw_object(id, &mut picture)?;
                let opaque: Vec<Arc<str>> = picture.opaque.into_iter().collect();
                Outcome::Object { text: picture.text.into(), opaque: opaque.into() }
            }
        };
        if let Some((first, access)) = picture.seen.first().copied() {
            let action = Action::new(ActionKind::Result, first.object, first.slot, access);
            self.gate(action.also(picture.seen.into_iter().skip(1)))?;
        }
        self.thread.phase = Phase::Returning(outcome);
        Ok(())
    }

    /// The object under test, while one of its operations runs.
    fn receiver(&self) -> Option<Value> {
        let calls = self.calls.get(usize::from(self.number))?;
        calls.get(self.thread.calls_begun.checked_sub(1)?).map(|call| call.receiver)
    }

    /// Texts, boxes and enum constants are what they say; anything else has to be looked at.
    fn outcome_of_value_object(&self, id: ObjectId) -> Result<Option<Outcome>, Trap> {
        let class = self.world.class(self.object(id)?.class);
        let value = || self.field(id, "value");
        Ok(Some(match &*class.name {
            "java/lang/String" => Outcome::Text(self.text(id)?.into()),
            "java/lang/Boolean" => Outcome::Boolean(value()? == Value::Int(1)),
            "java/lang/Byte" | "java/lang/Short" | "java/lang/Integer" | "java/lang/Long" => {
                outcome_of_primitive(value()?, Kind::Long)
            }
            "java/lang/Character" => outcome_of_primitive(value()?, Kind::Char),
            "java/lang/Float" | "java/lang/Double" => outcome_of_primitive(value()?, Kind::Double),
            _ if self.is_enum(class)? => match self.field(id, "name")? {
                Value::Ref(name) => Outcome::Constant(self.text(name)?.into()),
                _ => Outcome::Constant("?".into()),
            },
            _ => return Ok(None),
        }))
    }

    fn is_enum(&self, class: &Class) -> Result<bool, Trap> {
        let base = self.world.load("java/lang/Enum")?;
        Ok(self.world.is_subtype(class.id, base))
    }

    /// An object that has no `toString` of its own, as its parts say.
    pub fn structure(&mut self, id: ObjectId) -> Result<String, Trap> {
        let mut picture = Picture::default();
        self.draw_structure(id, &mut picture)?;
        self.seen.append(&mut picture.seen);
        self.opaque.append(&mut picture.opaque);
        Ok(picture.text)
    }

    fn draw(&mut self, value: Value, kind: Kind, picture: &mut Picture) -> Result<(), Trap> {
        let Value::Ref(id) = value else {
            write!(picture.text, "{}", outcome_of_primitive(value, kind)).ok();
            return Ok(());
        };
        if self.receiver() == Some(value) {
            picture.text.push_str("this");
        } else if let Some(depth) = picture.open.iter().rev().position(|open| *open == id) {
            write!(picture.text, "^{}", depth + 1).ok();
        } else if let Some(outcome) = self.outcome_of_value_object(id)? {
            write!(picture.text, "{outcome}").ok();
        } else {
            self.draw_object(id, picture)?;
        }
        Ok(())
    }

    fn draw_object(&mut self, id: ObjectId, picture: &mut Picture) -> Result<(), Trap> {
        let to_string = self.virtual_method(id, "toString", "()Ljava/lang/String;")?;
        if self.world.method(to_string).class == self.world.known().object {
            return self.draw_structure(id, picture);
        }
        let mut observer = Interpreter::new(
            self.world,
            self.options,
            self.calls,
            self.heap.clone(),
            self.threads.clone(),
            self.number,
            Mode::Observe,
        );
        observer.thread = self.thread.observer();
        observer.begin(to_string, &[Value::Ref(id)]);
        let is_over = observer.run() == Stop::Finished;
        if let Some(class) = observer.waits_for {
            // The look has to wait as well: it must not depend on when it is taken.
            self.gate(self.initialisation(class))?;
        }
        match (observer.thread.outcomes.last(), observer.result) {
            (Some(Outcome::Thrown(exception)), _) if is_over => {
                write!(picture.text, "toString throws {exception}").ok();
            }
            (_, Value::Ref(text)) if is_over => picture.text.push_str(&observer.text(text)?),
            _ => return self.draw_opaque(id, picture),
        }
        picture.seen.append(&mut observer.seen);
        picture.opaque.append(&mut observer.opaque);
        Ok(())
    }

    fn draw_opaque(&self, id: ObjectId, picture: &mut Picture) -> Result<(), Trap> {
        let name: Arc<str> = self.world.class(self.object(id)?.class).java_name().into();
        picture.text.push_str(&name);
        picture.opaque.insert(name);
        Ok(())
    }

    fn draw_structure(&mut self, id: ObjectId, picture: &mut Picture) -> Result<(), Trap> {
        picture.objects += 1;
        let object = self.object(id)?;
        let class = self.world.class(object.class);
        let length = object.array_length();
        if picture.objects + length.unwrap_or(0) > MOST_OBJECTS || self.is_closed(id)? {
            return self.draw_opaque(id, picture);
        }
        picture.open.push(id);
        match length {
            Some(length) => self.draw_elements(id, length, picture)?,
            None => {
                picture.text.push_str(&class.simple_name());
                picture.text.push('{');
                for (slot, field) in class.fields.iter().enumerate() {
                    let separator = if slot > 0 { ", " } else { "" };
                    write!(picture.text, "{separator}{}=", field.name).ok();
                    let value = self.object(id)?.get(slot).unwrap_or(Value::Null);
                    self.draw(value, field.kind, picture)?;
                }
                picture.text.push('}');
            }
        }
        picture.open.pop();
        Ok(())
    }

    /// Whether an object is known by its class alone: one of the JDK whose parts mean nothing to
    /// its users, or one that others may be changing right now.
    fn is_closed(&self, id: ObjectId) -> Result<bool, Trap> {
        let object = self.object(id)?;
        let class = self.world.class(object.class);
        let is_mutable = || class.fields.iter().any(|field| !field.is_final());
        Ok(object.array_length().is_none()
            && (class.is_of_jdk() || (object.marks.shared && is_mutable())))
    }

    fn draw_elements(
        &mut self,
        id: ObjectId,
        length: usize,
        picture: &mut Picture,
    ) -> Result<(), Trap> {
        let class = self.world.class(self.object(id)?.class);
        let kind = Type::parse(class.name.strip_prefix('[').unwrap_or_default())
            .map_or(Kind::Reference, |element| element.kind);
        if self.is_cell_visible(id)? {
            let cells = (0..length).map(|index| (Place::new(id, index as u32), Access::Read));
            picture.seen.extend(cells);
        }
        picture.text.push('[');
        for index in 0..length {
            if index > 0 {
                picture.text.push_str(", ");
            }
            let value = self.object(id)?.get(index).unwrap_or(Value::Null);
            self.draw(value, kind, picture)?;
        }
        picture.text.push(']');
        Ok(())
    }
}

pub(super) fn outcome_of_primitive(value: Value, kind: Kind) -> Outcome {
    match (value, kind) {
        (Value::Int(value), Kind::Boolean) => Outcome::Boolean(value != 0),
        (Value::Int(value), Kind::Char) => Outcome::Character(value as u16),
        (Value::Int(value), _) => Outcome::Integer(i64::from(value)),
        (Value::Long(value), _) => Outcome::Integer(value),
        (Value::Float(bits), _) => Outcome::Decimal(f32::from_bits(bits).to_string().into()),
        (Value::Double(bits), _) => Outcome::Decimal(f64::from_bits(bits).to_string().into()),
        (Value::Null, _) => Outcome::Null,
        _ => Outcome::Void,
    }
}
