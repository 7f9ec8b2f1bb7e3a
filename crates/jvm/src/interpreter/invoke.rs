//! Calls and returns.

use super::{Interpreter, Trap};
use crate::classfile::{Descriptor, InvokeKind, access};
use crate::error::JvmError;
use crate::natives::Native;
use crate::state::Frame;
use crate::value::{ObjectId, Value};
use crate::world::{Class, Method, MethodId};

/// A call of a modelled method.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NativeCall<'a> {
    pub method: &'a Method,
    /// The receiver first, if there is one.
    pub arguments: &'a [Value],
    /// What the call passes and expects; differs from the method's own for polymorphic signatures.
    pub signature: &'a Descriptor,
}

/// What a modelled method does in the end.
#[derive(Debug)]
pub(crate) enum Flow {
    /// Returns a value; `Value::Unset` for nothing.
    Return(Value),
    /// Goes on with another method, whose result becomes its own.
    Call(MethodId, Vec<Value>),
    /// The model does not fit here: runs the method's own code.
    OwnCode,
    /// A class initializer was begun; the call is made again after it.
    Again,
}

/// No modelled method takes more arguments than this.
const MAX_NATIVE_ARGUMENTS: usize = 12;

impl NativeCall<'_> {
    pub fn argument(&self, index: usize) -> Value {
        self.arguments.get(index).copied().unwrap_or(Value::Unset)
    }

    pub fn int(&self, index: usize) -> i32 {
        match self.argument(index) {
            Value::Int(value) => value,
            _ => 0,
        }
    }

    pub fn long(&self, index: usize) -> i64 {
        match self.argument(index) {
            Value::Long(value) => value,
            _ => 0,
        }
    }

    /// A reference that must not be null.
    pub fn object(
        &self,
        interpreter: &mut Interpreter<'_>,
        index: usize,
    ) -> Result<ObjectId, Trap> {
        match self.argument(index) {
            Value::Ref(id) => Ok(id),
            _ => Err(interpreter.null_pointer()),
        }
    }
}

impl Interpreter<'_> {
    pub(super) fn invoke(
        &mut self,
        class: &Class,
        kind: InvokeKind,
        constant: u16,
    ) -> Result<(), Trap> {
        let target = self.world.resolve_method(class, constant)?;
        let resolved = self.world.method(target.method);
        let receiver = match target.arguments {
            0 => Value::Unset,
            count => self.peek(count - 1)?,
        };
        let selected = match kind {
            InvokeKind::Static => {
                if !self.is_initialised_or_begin(resolved.class)? {
                    return Ok(());
                }
                resolved
            }
            _ => {
                let Value::Ref(receiver) = receiver else {
                    return Err(self.null_pointer());
                };
                if kind == InvokeKind::Special || resolved.is_private() {
                    resolved
                } else {
                    let class = self.world.class(self.object(receiver)?.class);
                    match class.virtuals.get(&target.selector) {
                        Some(method) => self.world.method(*method),
                        None => resolved,
                    }
                }
            }
        };
        let signature = target.polymorphic.as_deref().unwrap_or(&selected.signature);
        self.call(selected, target.arguments, signature)
    }

    pub(super) fn invoke_dynamic(&mut self, class: &Class, constant: u16) -> Result<(), Trap> {
        let target = self.world.resolve_method(class, constant)?;
        let method = self.world.method(target.method);
        if target.arguments > 0 {
            self.peek(target.arguments - 1)?;
        }
        self.call(method, target.arguments, &method.signature)
    }

    /// Calls a method whose arguments lie on the operand stack.
    fn call(
        &mut self,
        method: &Method,
        arguments: usize,
        signature: &Descriptor,
    ) -> Result<(), Trap> {
        if let Some(native) = &method.native
            && self.call_native(method, native, arguments, signature)?
        {
            return Ok(());
        }
        let Some(code) = &method.code else {
            if method.flags & access::NATIVE != 0 {
                return Err(self.unmodelled(method));
            }
            let message = self.world.method_label(method.id);
            return Err(self.exception("java/lang/AbstractMethodError", &message));
        };
        if self.thread.frames.len() >= self.options.call_depth {
            return Err(self.exception("java/lang/StackOverflowError", ""));
        }
        let base = self.thread.values.len() - arguments;
        let monitor = self.monitor_of_call(method, base)?;
        if let Some(monitor) = monitor {
            self.enter_monitor(monitor)?;
        }
        if let Some(caller) = self.thread.frames.last_mut() {
            caller.pc += 1;
        }
        if method.has_wide_arguments {
            self.spread_wide_arguments(method, base);
        }
        let locals = usize::from(code.max_locals).max(self.thread.values.len() - base);
        self.thread.values.resize(base + locals, Value::Unset);
        self.thread.frames.push(Frame { method: method.id, pc: 0, base: base as u32, monitor });
        Ok(())
    }

    fn monitor_of_call(&self, method: &Method, base: usize) -> Result<Option<ObjectId>, Trap> {
        if !method.is_synchronized() {
            return Ok(None);
        }
        if method.is_static() {
            return Ok(Some(self.world.mirror(method.class)?));
        }
        Ok(self.thread.values[base].as_ref())
    }

    /// Operands take one place, but longs and doubles take two local variables.
    fn spread_wide_arguments(&mut self, method: &Method, base: usize) {
        let mut place = base + usize::from(!method.is_static());
        for parameter in &method.signature.parameters {
            place += 1;
            if parameter.kind.is_wide() {
                self.thread.values.insert(place, Value::Unset);
                place += 1;
            }
        }
    }

    /// `false` if the method's own code has to run.
    fn call_native(
        &mut self,
        method: &Method,
        native: &Native,
        arguments: usize,
        signature: &Descriptor,
    ) -> Result<bool, Trap> {
        let mut buffer = [Value::Unset; MAX_NATIVE_ARGUMENTS];
        if arguments > MAX_NATIVE_ARGUMENTS {
            return Err(
                self.unsupported(format!("a call of {} with so many arguments", method.name))
            );
        }
        let first = self.thread.values.len() - arguments;
        buffer[..arguments].copy_from_slice(&self.thread.values[first..]);
        let invocation = NativeCall { method, arguments: &buffer[..arguments], signature };
        match native.run(self, &invocation)? {
            Flow::Return(value) => {
                self.thread.values.truncate(first);
                if value != Value::Unset {
                    self.push(value);
                }
                if let Some(frame) = self.thread.frames.last_mut() {
                    frame.pc += 1;
                }
                Ok(true)
            }
            Flow::OwnCode => Ok(false),
            Flow::Again => Ok(true),
            Flow::Call(next, passed) => {
                self.thread.values.truncate(first);
                self.thread.values.extend_from_slice(&passed);
                let next = self.world.method(next);
                let called = self.call(next, passed.len(), &next.signature);
                if called.is_err() {
                    // The call will be made again: its operands must be there.
                    self.thread.values.truncate(first);
                    self.thread.values.extend_from_slice(&buffer[..arguments]);
                }
                called.map(|()| true)
            }
        }
    }

    fn unmodelled(&self, method: &Method) -> Trap {
        JvmError::UnmodelledNative {
            method: format!("{}{}", self.world.method_label(method.id), method.descriptor),
            called_from: self.call_chain(),
        }
        .into()
    }

    pub(super) fn return_from(&mut self, method: &Method, value: Value) -> Result<(), Trap> {
        let monitor = self.thread.frames.last().and_then(|frame| frame.monitor);
        if let Some(monitor) = monitor {
            self.exit_monitor(monitor)?;
        }
        if method.is_initializer() {
            self.finish_initialisation(method.class)?;
        }
        self.pop_frame();
        if self.thread.frames.is_empty() {
            return self.completed(method, value);
        }
        if value != Value::Unset {
            self.push(value);
        }
        Ok(())
    }

    /// Which method runs when `name` is called on an object.
    pub fn virtual_method(
        &self,
        receiver: ObjectId,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodId, Trap> {
        let class = self.object(receiver)?.class;
        let (name, descriptor) = (name.into(), descriptor.into());
        let selector = self.world.selector(&name, &descriptor);
        match self.world.class(class).virtuals.get(&selector) {
            Some(method) => Ok(*method),
            None => Ok(self.world.find_method(class, &name, &descriptor)?.method),
        }
    }
}
