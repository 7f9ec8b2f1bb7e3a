//! Arrays.

use super::{Interpreter, Trap};
use crate::action::{Access, Action, ActionKind};
use crate::classfile::Element;
use crate::object::{Body, Object};
use crate::value::{ObjectId, Value};
use crate::world::{Class, ClassId};

impl Interpreter<'_> {
    /// The array and index that an instruction works on; checked, not yet taken from the stack.
    fn element_operands(&mut self, array: Value, index: Value) -> Result<(ObjectId, usize), Trap> {
        let Value::Ref(id) = array else {
            return Err(self.null_pointer());
        };
        let Value::Int(index) = index else {
            return Err(self.invalid("an array index is not an int"));
        };
        self.check_index(id, index).map(|index| (id, index))
    }

    pub fn check_index(&mut self, array: ObjectId, index: i32) -> Result<usize, Trap> {
        let Some(length) = self.object(array)?.array_length() else {
            return Err(self.invalid("an array instruction on something else"));
        };
        match usize::try_from(index) {
            Ok(index) if index < length => Ok(index),
            _ => {
                let message = format!("Index {index} out of bounds for length {length}");
                Err(self.exception("java/lang/ArrayIndexOutOfBoundsException", &message))
            }
        }
    }

    pub(super) fn array_load(&mut self) -> Result<(), Trap> {
        let (array, index) = (self.peek(1)?, self.peek(0)?);
        let (id, index) = self.element_operands(array, index)?;
        if self.is_cell_visible(id)? {
            self.gate(Action::new(ActionKind::Read, id, index as u32, Access::Read))?;
        }
        let value = self.object(id)?.get(index).unwrap_or(Value::Unset);
        self.drop_operands(2);
        self.push(value);
        Ok(())
    }

    pub(super) fn array_store(&mut self) -> Result<(), Trap> {
        let (array, index, value) = (self.peek(2)?, self.peek(1)?, self.peek(0)?);
        let (id, index) = self.element_operands(array, index)?;
        self.check_store(id, value)?;
        if self.is_cell_visible(id)? {
            self.gate(Action::new(ActionKind::Write, id, index as u32, Access::Write))?;
        }
        self.write_element(id, index, value)?;
        self.drop_operands(3);
        Ok(())
    }

    pub fn write_element(&mut self, id: ObjectId, index: usize, value: Value) -> Result<(), Trap> {
        let object = self.object_mut(id)?;
        let shared = object.marks.shared;
        let is_boolean = matches!(object.body, Body::Bytes(_));
        let class = object.class;
        if !object.set(index, value) {
            return Err(self.invalid("a value does not fit into an array"));
        }
        if is_boolean && self.world.class(class).element() == Some(Element::Boolean) {
            let narrowed = value.narrowed(crate::classfile::Kind::Boolean);
            self.object_mut(id)?.set(index, narrowed);
        }
        if shared {
            self.publish(value);
        }
        Ok(())
    }

    /// Arrays of references refuse what is not of their element type.
    pub fn check_store(&mut self, array: ObjectId, value: Value) -> Result<(), Trap> {
        let Value::Ref(element) = value else { return Ok(()) };
        let Some(component) = self.world.class(self.object(array)?.class).component else {
            return Ok(());
        };
        let actual = self.object(element)?.class;
        if self.world.is_subtype(actual, component) {
            return Ok(());
        }
        let name = self.world.class(actual).java_name();
        Err(self.exception("java/lang/ArrayStoreException", &name))
    }

    pub(super) fn array_length(&mut self) -> Result<(), Trap> {
        let Value::Ref(id) = self.peek(0)? else {
            return Err(self.null_pointer());
        };
        let Some(length) = self.object(id)?.array_length() else {
            return Err(self.invalid("arraylength of something else"));
        };
        self.drop_operands(1);
        self.push(Value::Int(length as i32));
        Ok(())
    }

    pub(super) fn new_primitive_array(&mut self, element: Element) -> Result<(), Trap> {
        let name = match element {
            Element::Boolean => "[Z",
            Element::Byte => "[B",
            Element::Char => "[C",
            Element::Short => "[S",
            Element::Int => "[I",
            Element::Long => "[J",
            Element::Float => "[F",
            Element::Double => "[D",
            Element::Reference => "[Ljava/lang/Object;",
        };
        let length = self.pop_int()?;
        let class = self.world.load(name)?;
        let id = self.new_array(class, length)?;
        self.push(Value::Ref(id));
        Ok(())
    }

    pub(super) fn new_reference_array(&mut self, class: &Class, constant: u16) -> Result<(), Trap> {
        let component = self.world.resolve_class(class, constant)?;
        let length = self.pop_int()?;
        let class = self.array_class(component)?;
        let id = self.new_array(class, length)?;
        self.push(Value::Ref(id));
        Ok(())
    }

    /// The class of arrays of `component`.
    pub fn array_class(&self, component: ClassId) -> Result<ClassId, Trap> {
        let component = self.world.class(component);
        let name = match &*component.name {
            "boolean" => "[Z".to_owned(),
            "byte" => "[B".to_owned(),
            "char" => "[C".to_owned(),
            "short" => "[S".to_owned(),
            "int" => "[I".to_owned(),
            "long" => "[J".to_owned(),
            "float" => "[F".to_owned(),
            "double" => "[D".to_owned(),
            array if array.starts_with('[') => format!("[{array}"),
            class => format!("[L{class};"),
        };
        Ok(self.world.load(&name)?)
    }

    pub fn new_array(&mut self, class: ClassId, length: i32) -> Result<ObjectId, Trap> {
        let Ok(length) = usize::try_from(length) else {
            let message = length.to_string();
            return Err(self.exception("java/lang/NegativeArraySizeException", &message));
        };
        let Some(element) = self.world.class(class).element() else {
            return Err(self.invalid("an array of no array class"));
        };
        self.charge_memory(length)?;
        Ok(self.allocate(Object::new(class, Body::array(element, length))))
    }

    pub(super) fn new_multi_array(
        &mut self,
        class: &Class,
        constant: u16,
        dimensions: usize,
    ) -> Result<(), Trap> {
        let array = self.world.resolve_class(class, constant)?;
        let mut lengths = Vec::with_capacity(dimensions);
        for _ in 0..dimensions {
            lengths.push(self.pop_int()?);
        }
        lengths.reverse();
        if lengths.iter().any(|length| *length < 0) {
            return Err(self.exception("java/lang/NegativeArraySizeException", ""));
        }
        let total = lengths.iter().try_fold(1usize, |product, length| {
            product
                .checked_mul((*length).max(1) as usize)
                .filter(|total| *total <= self.options.elements_per_step)
        });
        if total.is_none() {
            self.charge_memory(usize::MAX)?;
        }
        let id = self.nested_array(array, &lengths)?;
        self.push(Value::Ref(id));
        Ok(())
    }

    /// At most 255 levels deep, as descriptors are.
    fn nested_array(&mut self, class: ClassId, lengths: &[i32]) -> Result<ObjectId, Trap> {
        let id = self.new_array(class, lengths[0])?;
        if let (Some(component), [_, _, ..]) = (self.world.class(class).component, lengths) {
            for index in 0..lengths[0] as usize {
                let inner = self.nested_array(component, &lengths[1..])?;
                self.object_mut(id)?.set(index, Value::Ref(inner));
            }
        }
        Ok(id)
    }
}
