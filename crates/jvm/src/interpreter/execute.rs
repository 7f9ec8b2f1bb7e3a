//! The instruction loop.

use super::arithmetic::holds;
use super::{Interpreter, Trap};
use crate::classfile::Op;
use crate::object::{Body, Object};
use crate::state::Frame;
use crate::value::Value;
use crate::world::{Class, Method, Resolved};

impl Interpreter<'_> {
    pub(super) fn floor_of(&self, frame: &Frame) -> usize {
        let locals =
            self.world.method(frame.method).code.as_ref().map_or(0, |code| code.max_locals);
        frame.base as usize + usize::from(locals)
    }

    /// Executes the innermost frame until the frame changes.
    pub(super) fn execute(&mut self) -> Result<(), Trap> {
        let Some(frame) = self.thread.frames.last().copied() else { return Ok(()) };
        let world = self.world;
        let method = world.method(frame.method);
        let class = world.class(method.class);
        let Some(code) = &method.code else {
            return Err(self.invalid("it has no code"));
        };
        self.floor = frame.base as usize + usize::from(code.max_locals);
        let depth = self.thread.frames.len();
        let mut pc = frame.pc;
        let watched = self.is_watched(method);
        loop {
            self.thread.frames[depth - 1].pc = pc;
            if watched {
                self.watch(method, pc);
            }
            self.spend()?;
            let Some(op) = code.ops.get(pc as usize) else {
                return Err(self.invalid("control runs off the code"));
            };
            match self.simple(op, frame.base as usize, pc)? {
                Next::Goto(target) => pc = target,
                Next::NotSimple => {
                    self.complex(op, class, method)?;
                    // After the outermost return, another frame may have taken this one's place.
                    let returned = matches!(op, Op::Return | Op::ReturnValue);
                    if returned || self.thread.frames.len() != depth {
                        return Ok(());
                    }
                    pc = self.thread.frames[depth - 1].pc;
                }
            }
        }
    }

    /// Instructions that touch nothing but the frame.
    #[inline(always)]
    fn simple(&mut self, op: &Op, base: usize, pc: u32) -> Result<Next, Trap> {
        let mut next = pc + 1;
        let mut jump = |taken: bool, target: u32| {
            if taken {
                next = target;
            }
        };
        match op {
            Op::Nop => {}
            Op::Push(value) => self.push(*value),
            Op::Load(index) => {
                let value = self.thread.values[base + usize::from(*index)];
                self.push(value);
            }
            Op::Store(index) => {
                let value = self.pop()?;
                self.thread.values[base + usize::from(*index)] = value;
            }
            Op::Increment(index, by) => {
                let place = base + usize::from(*index);
                let Value::Int(value) = self.thread.values[place] else {
                    return Err(self.invalid("iinc of something else than an int"));
                };
                self.thread.values[place] = Value::Int(value.wrapping_add(*by));
            }
            Op::If(condition, target) => {
                let value = self.pop_int()?;
                jump(holds(*condition, value, 0), *target);
            }
            Op::IfInts(condition, target) => {
                let (right, left) = (self.pop_int()?, self.pop_int()?);
                jump(holds(*condition, left, right), *target);
            }
            Op::IfReferences(equal, target) => {
                let (right, left) = (self.pop()?, self.pop()?);
                jump((left == right) == *equal, *target);
            }
            Op::IfNull(null, target) => {
                let value = self.pop()?;
                jump((value == Value::Null) == *null, *target);
            }
            Op::Goto(target) => next = *target,
            Op::Switch(table) => next = table.target(self.pop_int()?),
            Op::Int(operation) => self.int_arithmetic(*operation)?,
            Op::Long(operation) => self.long_arithmetic(*operation)?,
            Op::Float(operation) => self.float_arithmetic(*operation)?,
            Op::Double(operation) => self.double_arithmetic(*operation)?,
            Op::Convert(conversion) => self.convert(*conversion)?,
            Op::CompareLong => self.compare_longs()?,
            Op::CompareFloat(with_nan) => self.compare_floats(*with_nan)?,
            Op::CompareDouble(with_nan) => self.compare_doubles(*with_nan)?,
            Op::Pop => {
                self.pop()?;
            }
            Op::Dup => {
                let top = self.peek(0)?;
                self.push(top);
            }
            Op::Pop2 | Op::DupX1 | Op::DupX2 | Op::Dup2 | Op::Dup2X1 | Op::Dup2X2 | Op::Swap => {
                self.shuffle(op)?;
            }
            _ => return Ok(Next::NotSimple),
        }
        Ok(Next::Goto(next))
    }

    /// A long or double is one operand here, so the forms depend on what lies on the stack.
    fn shuffle(&mut self, op: &Op) -> Result<(), Trap> {
        let top = self.pop()?;
        // How many operands are copied, and how many are jumped over.
        let pair = |value: Value| if value.is_wide() { 1 } else { 2 };
        let (copied, below) = match op {
            Op::Pop2 => {
                if !top.is_wide() {
                    self.pop()?;
                }
                return Ok(());
            }
            Op::Swap => {
                let second = self.pop()?;
                self.push(top);
                self.push(second);
                return Ok(());
            }
            Op::DupX1 => (1, 1),
            Op::DupX2 => (1, pair(self.peek(0)?)),
            Op::Dup2 => (pair(top), 0),
            Op::Dup2X1 => (pair(top), 1),
            _ => {
                let copied = pair(top);
                (copied, pair(self.peek(copied - 1)?))
            }
        };
        self.push(top);
        self.peek(copied + below - 1)?;
        let length = self.thread.values.len();
        for offset in 0..copied {
            // Every insertion moves the originals up by one.
            let value = self.thread.values[length - copied + 2 * offset];
            self.thread.values.insert(length - copied - below + offset, value);
        }
        Ok(())
    }

    /// Instructions that touch the heap or other frames. They leave the frame's
    /// program counter where execution goes on.
    fn complex(&mut self, op: &Op, class: &Class, method: &Method) -> Result<(), Trap> {
        match op {
            Op::GetField(constant) => self.get_field(class, *constant)?,
            Op::PutField(constant) => self.put_field(class, *constant)?,
            Op::Invoke(kind, constant) => return self.invoke(class, *kind, *constant),
            Op::InvokeDynamic(constant) => return self.invoke_dynamic(class, *constant),
            Op::Return => return self.return_from(method, Value::Unset),
            Op::ReturnValue => {
                let value = self.peek(0)?;
                return self.return_from(method, value);
            }
            Op::GetStatic(constant) => {
                if !self.get_static(class, *constant)? {
                    return Ok(());
                }
            }
            Op::PutStatic(constant) => {
                if !self.put_static(class, *constant)? {
                    return Ok(());
                }
            }
            Op::New(constant) => {
                let new = self.world.resolve_class(class, *constant)?;
                if !self.is_initialised_or_begin(new)? {
                    return Ok(());
                }
                if self.world.class(new).is_abstract() {
                    return Err(self.exception("java/lang/InstantiationError", ""));
                }
                let id = self.new_instance(new);
                self.push(Value::Ref(id));
            }
            Op::PushConstant(constant) => self.push_constant(class, *constant)?,
            Op::ArrayLoad(_) => self.array_load()?,
            Op::ArrayStore(_) => self.array_store()?,
            Op::ArrayLength => self.array_length()?,
            Op::NewArray(element) => self.new_primitive_array(*element)?,
            Op::NewReferenceArray(constant) => self.new_reference_array(class, *constant)?,
            Op::NewMultiArray(constant, dimensions) => {
                self.new_multi_array(class, *constant, usize::from(*dimensions))?;
            }
            Op::CheckCast(constant) => {
                if let Value::Ref(id) = self.peek(0)? {
                    let target = self.world.resolve_class(class, *constant)?;
                    let actual = self.object(id)?.class;
                    if !self.world.is_subtype(actual, target) {
                        let message = format!(
                            "class {} cannot be cast to class {}",
                            self.world.class(actual).java_name(),
                            self.world.class(target).java_name()
                        );
                        return Err(self.exception("java/lang/ClassCastException", &message));
                    }
                }
            }
            Op::InstanceOf(constant) => {
                let target = self.world.resolve_class(class, *constant)?;
                let is = match self.pop()? {
                    Value::Ref(id) => self.world.is_subtype(self.object(id)?.class, target),
                    _ => false,
                };
                self.push(Value::boolean(is));
            }
            Op::Throw => {
                return Err(match self.pop()? {
                    Value::Ref(exception) => Trap::Throw(exception),
                    _ => self.null_pointer(),
                });
            }
            Op::MonitorEnter => self.monitor_enter_instruction()?,
            Op::MonitorExit => self.monitor_exit_instruction()?,
            _ => return Err(self.unsupported("the instruction jsr or ret")),
        }
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.pc += 1;
        }
        Ok(())
    }

    fn push_constant(&mut self, class: &Class, constant: u16) -> Result<(), Trap> {
        let id = match self.world.resolve(class, constant)? {
            Resolved::Object(id) => *id,
            Resolved::Class(class) => self.world.mirror(*class)?,
            _ => return Err(self.invalid("a constant of the wrong kind")),
        };
        self.push(Value::Ref(id));
        Ok(())
    }

    /// Copy of an object for `Object.clone`.
    pub fn shallow_copy(&mut self, original: &Object) -> Value {
        let body = match &original.body {
            Body::Mirror(_) | Body::Handle(_) => Body::Fields(Box::default()),
            body => body.clone(),
        };
        let id = self.allocate(Object::new(original.class, body));
        Value::Ref(id)
    }
}

/// Where control goes after an instruction.
enum Next {
    Goto(u32),
    NotSimple,
}
