//! What a step did, and where in the source.

use std::fmt;

use crate::action::{Access, Action, ActionKind, Place};
use crate::interpreter::{Interpreter, Trail};
use crate::value::{Arena, ObjectId, Value};
use crate::world::World;

/// A place in the source.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Location {
    /// Class, with dots.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Source file, if the class file names it.
    pub file: Option<String>,
    /// Line, if the class file has line numbers.
    pub line: Option<u16>,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, self.method)?;
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, " ({file}:{line})"),
            (Some(file), None) => write!(f, " ({file})"),
            _ => Ok(()),
        }
    }
}

/// One visible action that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Number of the thread.
    pub thread: usize,
    /// Which operation of the thread's client it belongs to.
    pub call: Option<usize>,
    /// What was done.
    pub kind: ActionKind,
    /// Class of the object that was touched, with dots.
    pub class: String,
    /// Name of the object for people: `Set@s0` is the object under test, `Node@s2` was made by its
    /// constructor or the setup, `Node@t0.1` by thread 0. Static fields have their class.
    pub label: String,
    /// Name of the object in this run.
    pub object: ObjectId,
    /// Field or element, if it was one.
    pub member: Option<String>,
    /// What was read or written, if it was a field or element.
    pub value: Option<String>,
    /// All places that were touched, with how.
    pub accesses: Vec<(Place, Access)>,
    /// Where it happened, and the calls that led there, innermost first. The outermost is the
    /// method that the client called.
    pub stack: Vec<Location>,
    /// The lines that the thread passed afterwards, up to its next visible action.
    pub trail: Trail,
}

impl Event {
    /// Where it happened.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        self.stack.first()
    }

    /// Where the operation itself stood: the line of the method that the client called.
    #[must_use]
    pub fn operation_location(&self) -> Option<&Location> {
        self.stack.last()
    }

    /// Whether it changed something: a compare-and-set may not.
    #[must_use]
    pub fn writes(&self) -> bool {
        self.accesses.iter().any(|(_, access)| *access == Access::Write)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {} {:?} {}@{}", self.thread, self.kind, self.class, self.object)?;
        if let Some(member) = &self.member {
            write!(f, "{member}")?;
        }
        if let Some(value) = &self.value {
            write!(f, " = {value}")?;
        }
        if let Some(location) = self.location() {
            write!(f, " at {location}")?;
        }
        Ok(())
    }
}

/// What is known of an action when it is done.
#[derive(Debug, Clone)]
pub(crate) struct Performed {
    action: Action,
    call: Option<usize>,
    stack: Vec<Location>,
}

impl Interpreter<'_> {
    pub(crate) fn describe(&self, mut action: Action) -> Performed {
        let object = self.heap.get(self.world, action.place.object);
        let current = object.and_then(|object| object.get(action.place.slot as usize));
        action.access = action.access_given(current);
        let frames = self.thread.frames.len();
        // Frame 0 is the client's own call.
        Performed {
            action,
            call: self.thread.calls_begun.checked_sub(1),
            stack: (1..frames)
                .rev()
                .filter(|index| {
                    !self.world.method(self.thread.frames[*index].method).is_trampoline()
                })
                .map(|index| self.location(index))
                .collect(),
        }
    }

    fn location(&self, index: usize) -> Location {
        let method = self.world.method(self.thread.frames[index].method);
        let class = self.world.class(method.class);
        Location {
            class: class.java_name(),
            method: method.name.to_string(),
            file: class.source_file.as_ref().map(ToString::to_string),
            line: method.code.as_ref().and_then(|code| code.line(self.current_pc(index))),
        }
    }

    /// Writes down what was done last, with the value as it is now.
    pub(crate) fn finish_event(&mut self) {
        let event = self.event();
        self.events.extend(event);
    }

    fn event(&mut self) -> Option<Event> {
        let performed = self.performed.take()?;
        let trail = std::mem::take(&mut self.trail);
        let place = performed.action.place;
        let world = self.world;
        let object = self.heap.get(world, place.object);
        let class = match place.object.arena() {
            Arena::Statics => Some(world.class(crate::world::ClassId(place.object.index() as u32))),
            _ => object.map(|object| world.class(object.class)),
        };
        let value = object.and_then(|object| object.get(place.slot as usize));
        let is_cell = performed.action.kind.is_data();
        Some(Event {
            thread: usize::from(self.number),
            call: performed.call,
            kind: performed.action.kind,
            class: class.map_or_else(String::new, |class| class.java_name()),
            label: match (class, place.object.arena()) {
                (Some(class), Arena::Statics) => class.simple_name(),
                (Some(class), _) => format!("{}@{}", class.simple_name(), self.name(place.object)),
                (None, _) => String::new(),
            },
            object: place.object,
            member: is_cell.then(|| member(world, place, class)),
            value: if is_cell {
                let is_boolean = field(world, place, class)
                    .is_some_and(|field| field.kind == crate::classfile::Kind::Boolean);
                value.map(|value| match value {
                    Value::Int(truth) if is_boolean => (truth != 0).to_string(),
                    value => self.shown(value),
                })
            } else {
                None
            },
            accesses: performed.action.accesses().collect(),
            stack: performed.stack,
            trail,
        })
    }

    fn shown(&self, value: Value) -> String {
        match value {
            Value::Unset => "nothing".into(),
            Value::Null => "null".into(),
            Value::Int(value) => value.to_string(),
            Value::Long(value) => value.to_string(),
            Value::Float(bits) => f32::from_bits(bits).to_string(),
            Value::Double(bits) => f64::from_bits(bits).to_string(),
            Value::Ref(id) => self.shown_object(id),
        }
    }

    fn shown_object(&self, id: ObjectId) -> String {
        let Some(object) = self.heap.get(self.world, id) else {
            return format!("@{}", self.name(id));
        };
        let class = self.world.class(object.class);
        let boxed = matches!(
            &*class.name,
            "java/lang/Integer"
                | "java/lang/Long"
                | "java/lang/Short"
                | "java/lang/Byte"
                | "java/lang/Boolean"
        );
        if class.id == self.world.known().string {
            return self.text(id).map_or_else(|_| "?".into(), |text| format!("{text:?}"));
        }
        if boxed && let Ok(value) = self.field(id, "value") {
            return self.shown(value);
        }
        format!("{}@{}", class.simple_name(), self.name(id))
    }

    /// The name of an object. Those of the setup are counted from the object under test, because
    /// what the JDK makes before that is nobody's concern.
    fn name(&self, id: ObjectId) -> String {
        let receiver =
            self.calls.iter().flatten().find_map(|call| call.arguments.first()?.as_ref());
        match (id.arena(), receiver.map(|receiver| receiver.index())) {
            (Arena::Setup, Some(first)) if id.index() >= first => {
                format!("s{}", id.index() - first)
            }
            _ => id.to_string(),
        }
    }
}

fn member(world: &World, place: Place, class: Option<&crate::world::Class>) -> String {
    if class.is_some_and(|class| class.component.is_some()) {
        return format!("[{}]", place.slot);
    }
    field(world, place, class).map_or_else(String::new, |field| format!(".{}", field.name))
}

fn field<'w>(
    world: &'w World,
    place: Place,
    class: Option<&'w crate::world::Class>,
) -> Option<&'w crate::world::Field> {
    let slot = place.slot as usize;
    match place.object.arena() {
        Arena::Statics => world.class(class?.id).statics.get(slot.checked_sub(1)?),
        _ => class?.fields.get(slot),
    }
}
