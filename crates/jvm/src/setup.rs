//! What happens before the clients start: the object is made and prepared, and classes are
//! initialised.

use std::sync::Arc;

use crate::classfile::Type;
use crate::error::{JvmError, Result};
use crate::heap::Heap;
use crate::interpreter::{Call, Interpreter, Mode, SETUP_THREAD, Stop, Trap};
use crate::options::Options;
use crate::outcome::Outcome;
use crate::program::{self, Argument, Factory, Invocation, Program};
use crate::state::{Status, Thread};
use crate::trampoline;
use crate::value::{Arena, ObjectId, Value};
use crate::world::{ClassId, Method, World};

/// What the clients start with.
pub(crate) struct Prepared {
    pub heap: Heap,
    /// The calls of each client thread.
    pub calls: Vec<Vec<Call>>,
    pub threads: Vec<Arc<Thread>>,
}

/// Construction and setup calls, one thread alone.
pub(crate) struct Setup<'m> {
    world: &'m World,
    options: &'m Options,
    heap: Heap,
    class: ClassId,
    receiver: Value,
    /// Objects that were made for arguments, by class and argument.
    made: Vec<(Arc<str>, Argument, Value)>,
}

impl<'m> Setup<'m> {
    /// Makes the object of a program and runs its setup.
    pub fn run_program(
        world: &'m World,
        options: &'m Options,
        program: &Program,
    ) -> Result<Prepared> {
        let class = world.load(&program.class.replace('.', "/"))?;
        let (heap, receiver) = (Heap::new(), Value::Null);
        let mut setup = Self { world, options, heap, class, receiver, made: Vec::new() };
        setup.boot()?;
        match &program.factory {
            Some(factory) => setup.produce(factory)?,
            None => setup.construct(program)?,
        }
        for invocation in &program.setup {
            setup.call(invocation)?;
        }
        let calls = setup.client_calls(program)?;
        let threads = setup.client_threads(calls.len())?;
        setup.warm_up(&calls, &threads)?;
        Ok(Prepared { heap: setup.heap, calls, threads })
    }

    /// What a JVM does at its start and library code relies on.
    fn boot(&mut self) -> Result<()> {
        let system = self.world.load("java/lang/System")?;
        let methods = self.world.class(system).methods.iter().map(|id| self.world.method(*id));
        if let Some(method) =
            methods.into_iter().find(|method| &*method.name == "setJavaLangAccess")
        {
            let trampoline = trampoline::for_method(self.world, system, method)?;
            self.run(trampoline, &[], "System.setJavaLangAccess()")?;
        }
        Ok(())
    }

    fn construct(&mut self, program: &Program) -> Result<()> {
        self.receiver = self.new_object(self.class, &program.constructor)?;
        Ok(())
    }

    /// `new Class(arguments)`.
    fn new_object(&mut self, class: ClassId, arguments: &[Argument]) -> Result<Value> {
        let class = self.world.class(class);
        let label = format!("new {}", class.java_name());
        if class.is_abstract() {
            return Err(JvmError::SetupFailed {
                call: label,
                reason: "is not possible: the class is abstract or an interface".into(),
            });
        }
        let invocation = Invocation::new("<init>", arguments.to_vec());
        let constructors = class.methods.iter().map(|id| self.world.method(*id)).collect();
        let constructor = program::choose(self.world, class, constructors, &invocation)?;
        let trampoline = trampoline::for_constructor(self.world, class.id, constructor)?;
        let arguments = self.arguments(constructor, &invocation)?;
        self.run(trampoline, &arguments, &label)
    }

    /// The object that a chain of calls leads to.
    fn produce(&mut self, factory: &Factory) -> Result<()> {
        let class = self.world.load(&factory.class.replace('.', "/"))?;
        let mut current = Value::Null;
        for (place, invocation) in factory.calls.iter().enumerate() {
            current = match place {
                0 if invocation.method == "<init>" => {
                    self.new_object(class, &invocation.arguments)?
                }
                0 => self.static_call(class, invocation)?,
                _ => self.chained_call(current, invocation)?,
            };
        }
        let wanted = self.world.class(self.class);
        let fits = current.as_ref().and_then(|id| self.heap.get(self.world, id));
        if !fits.is_some_and(|object| self.world.is_subtype(object.class, wanted.id)) {
            return Err(JvmError::SetupFailed {
                call: format!("the factory {}", factory.class),
                reason: format!("does not return a {}", wanted.java_name()),
            });
        }
        self.receiver = current;
        Ok(())
    }

    fn static_call(&mut self, class: ClassId, invocation: &Invocation) -> Result<Value> {
        let loaded = self.world.class(class);
        let methods = program::callable(self.world, loaded);
        let statics = methods.into_iter().filter(|method| method.is_static()).collect();
        let method = program::choose(self.world, loaded, statics, invocation)?;
        let trampoline = trampoline::for_method(self.world, class, method)?;
        let arguments = self.arguments(method, invocation)?;
        self.run(trampoline, &arguments, &invocation.to_string())
    }

    fn chained_call(&mut self, receiver: Value, invocation: &Invocation) -> Result<Value> {
        let object = receiver.as_ref().and_then(|id| self.heap.get(self.world, id));
        let Some(class) = object.map(|object| object.class) else {
            let reason = "is not possible: there is no object to call it on".into();
            return Err(JvmError::SetupFailed { call: invocation.to_string(), reason });
        };
        let loaded = self.world.class(class);
        let methods = program::callable(self.world, loaded);
        let method = program::choose(self.world, loaded, methods, invocation)?;
        let trampoline = trampoline::for_method(self.world, class, method)?;
        let mut arguments = self.arguments(method, invocation)?;
        if !method.is_static() {
            arguments.insert(0, receiver);
        }
        self.run(trampoline, &arguments, &invocation.to_string())
    }

    fn call(&mut self, invocation: &Invocation) -> Result<()> {
        let call = self.prepare(invocation)?;
        self.run(call.trampoline, &call.arguments, &call.label).map(|_| ())
    }

    fn arguments(&mut self, method: &Method, invocation: &Invocation) -> Result<Vec<Value>> {
        let parameters = method.signature.parameters.iter().zip(&invocation.arguments);
        parameters.map(|(parameter, argument)| self.argument(parameter, argument)).collect()
    }

    /// The value that is passed for an argument; the same object whenever the same is asked for.
    fn argument(&mut self, parameter: &Type, argument: &Argument) -> Result<Value> {
        let is_object =
            matches!(argument, Argument::Constant(_) | Argument::List(_) | Argument::Object { .. });
        if !is_object {
            return program::value(self.world, parameter, argument);
        }
        let is_known = |(class, known, _): &&(Arc<str>, Argument, Value)| {
            *class == parameter.name && known == argument
        };
        if let Some((_, _, value)) = self.made.iter().find(is_known) {
            return Ok(*value);
        }
        let value = self.make(parameter, argument)?;
        self.made.push((parameter.name.clone(), argument.clone(), value));
        Ok(value)
    }

    fn make(&mut self, parameter: &Type, argument: &Argument) -> Result<Value> {
        match argument {
            Argument::Constant(name) => {
                let class = self.world.load(&parameter.name)?;
                let named = Invocation::new("valueOf", [Argument::Text(name.clone())]);
                self.static_call(class, &named)
            }
            Argument::Object { class, arguments } => {
                let name = match class {
                    Some(class) => class.replace('.', "/"),
                    None => parameter.name.to_string(),
                };
                let class = self.world.load(&name)?;
                self.new_object(class, arguments)
            }
            Argument::List(elements) => match program::collection(&parameter.name) {
                Some(holder) => {
                    let array = self.array("[Ljava/lang/Object;", elements)?;
                    self.collection_of(holder, array)
                }
                None => self.array(&parameter.name, elements),
            },
            _ => program::value(self.world, parameter, argument),
        }
    }

    fn array(&mut self, name: &str, elements: &[Argument]) -> Result<Value> {
        let malformed = |reason| JvmError::MalformedClass { name: name.to_owned(), reason };
        let component = Type::parse(name.strip_prefix('[').unwrap_or(name)).map_err(malformed)?;
        let values: Vec<Value> = elements
            .iter()
            .map(|element| self.argument(&component, element))
            .collect::<Result<_>>()?;
        let class = self.world.load(name)?;
        let mut interpreter = self.interpreter(&[]);
        let array = interpreter.new_array(class, values.len() as i32);
        let made = array.and_then(|array| {
            for (index, value) in values.into_iter().enumerate() {
                interpreter.write_element(array, index, value)?;
            }
            Ok(Value::Ref(array))
        });
        self.heap = interpreter.heap;
        made.map_err(|trap| match trap {
            Trap::Fail(error) => *error,
            _ => JvmError::SetupFailed { call: name.to_owned(), reason: "cannot be made".into() },
        })
    }

    /// `List.of(elements)` or `Set.of(elements)`.
    fn collection_of(&mut self, holder: &str, array: Value) -> Result<Value> {
        let class = self.world.load(holder)?;
        let methods = self.world.class(class).methods.iter().map(|id| self.world.method(*id));
        let takes_array = |method: &&Method| {
            &*method.name == "of" && method.descriptor.starts_with("([Ljava/lang/Object;)")
        };
        let Some(of) = methods.into_iter().find(takes_array) else {
            let what = format!("this JDK's {}", holder.replace('/', "."));
            return Err(JvmError::Unsupported { what, called_from: Vec::new() });
        };
        let trampoline = trampoline::for_method(self.world, class, of)?;
        self.run(trampoline, &[array], "a collection")
    }

    fn prepare(&mut self, invocation: &Invocation) -> Result<Call> {
        let class = self.world.class(self.class);
        let method =
            program::choose(self.world, class, program::callable(self.world, class), invocation)?;
        let trampoline = trampoline::for_method(self.world, self.class, method)?;
        let mut arguments = self.arguments(method, invocation)?;
        if !method.is_static() {
            arguments.insert(0, self.receiver);
        }
        let receiver = self.receiver;
        Ok(Call { trampoline, arguments, receiver, label: invocation.to_string() })
    }

    fn client_calls(&mut self, program: &Program) -> Result<Vec<Vec<Call>>> {
        let mut threads = Vec::new();
        for calls in &program.threads {
            let prepared: Result<Vec<Call>> = calls.iter().map(|it| self.prepare(it)).collect();
            threads.push(prepared?);
        }
        Ok(threads)
    }

    /// Each client thread with its `java.lang.Thread` object.
    fn client_threads(&mut self, count: usize) -> Result<Vec<Arc<Thread>>> {
        let mut interpreter = self.interpreter(&[]);
        let thread = self.world.known().thread;
        let threads = (0..count).map(|number| {
            let id: ObjectId = interpreter.new_instance(thread);
            if let Ok(object) = interpreter.object_mut(id) {
                object.synchronization_mut().thread = Some(number as u8);
            }
            Arc::new(Thread::of(id))
        });
        let threads = threads.collect();
        self.heap = interpreter.heap;
        Ok(threads)
    }

    fn interpreter(&mut self, calls: &'m [Vec<Call>]) -> Interpreter<'m> {
        let heap = std::mem::replace(&mut self.heap, Heap::new());
        Interpreter::new(
            self.world,
            self.options,
            calls,
            heap,
            Vec::new(),
            SETUP_THREAD,
            Mode::Alone,
        )
    }

    fn run(
        &mut self,
        trampoline: crate::world::MethodId,
        arguments: &[Value],
        label: &str,
    ) -> Result<Value> {
        let mut interpreter = self.interpreter(&[]);
        interpreter.begin(trampoline, arguments);
        let stop = interpreter.run();
        let failed = |reason: String| JvmError::SetupFailed { call: label.to_owned(), reason };
        let Interpreter { heap, thread, result, .. } = interpreter;
        self.heap = heap;
        match (stop, thread.status, thread.outcomes.last()) {
            (_, Status::Failed(error), _) => Err(JvmError::clone(&error)),
            (Stop::Blocked | Stop::Pending, ..) => Err(failed("waits for ever".into())),
            (_, _, Some(Outcome::Thrown(exception))) => Err(failed(format!("throws {exception}"))),
            _ => Ok(result),
        }
    }

    /// Runs the clients once, one after the other, on a copy, to learn which
    /// classes they initialise; then initialises these before the clients start.
    fn warm_up(&mut self, calls: &[Vec<Call>], threads: &[Arc<Thread>]) -> Result<()> {
        let mut heap = self.heap.clone();
        let mut classes = Vec::new();
        for number in 0..calls.len() {
            let mut interpreter = Interpreter::new(
                self.world,
                self.options,
                calls,
                heap.clone(),
                threads.to_vec(),
                number as u8,
                Mode::Alone,
            );
            let stop = interpreter.run();
            classes.append(&mut interpreter.initialised);
            if stop == Stop::Finished {
                heap = interpreter.heap;
            }
        }
        for class in classes {
            self.initialise(class);
        }
        Ok(())
    }

    /// A class whose initialisation fails, has effects on others, or may turn out differently or
    /// get stuck when clients run, is left for the client that needs it.
    fn initialise(&mut self, class: ClassId) {
        let before = self.heap.clone();
        let mut interpreter = self.interpreter(&[]);
        let is_of_jdk = self.world.class(class).is_of_jdk();
        if !is_of_jdk {
            interpreter.mode = Mode::Observe;
        }
        loop {
            match interpreter.is_initialised_or_begin(class) {
                Ok(true) => break,
                Ok(false) if interpreter.run() == Stop::Finished => {}
                _ => {
                    self.heap = before;
                    return;
                }
            }
        }
        let threw =
            interpreter.thread.outcomes.iter().any(|outcome| matches!(outcome, Outcome::Thrown(_)));
        let harmless = !threw
            && interpreter.heap.extends(&before, &interpreter.initialised)
            && (is_of_jdk || self.is_independent(&before, &interpreter));
        self.heap = if harmless { interpreter.heap } else { before };
    }

    /// Whether initialisers read nothing that clients may change before, and none waits for
    /// another that waits for it: two clients could then get stuck, each in one of them.
    fn is_independent(&self, before: &Heap, interpreter: &Interpreter<'_>) -> bool {
        let class_of = |id: ObjectId| ClassId(id.index() as u32);
        let of_program = |id: &ObjectId| {
            id.arena() == Arena::Statics && !self.world.class(class_of(*id)).is_of_jdk()
        };
        let roots = before.changed_ids().filter(of_program).chain(self.receiver.as_ref());
        let theirs = before.reached_from(self.world, roots);
        let reads_theirs = interpreter.seen().any(|id| match id.arena() {
            Arena::Statics => of_program(&id) && !interpreter.initialised.contains(&class_of(id)),
            _ => theirs.contains(&id),
        });
        !interpreter.meets_itself && !reads_theirs
    }
}
