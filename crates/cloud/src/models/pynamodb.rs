//! pynamodb: classes of the program whose instances are items of a table.

use super::Models;
use aplomb_symbolic::{Call, Change, Machine, Node, Operator, Outcome, Path, Stop, Term, Terms};
use std::sync::Arc;

/// The option of an attribute that says where it is declared. No program gives it.
const DECLARED_AT: &str = "declared at";

/// What a call of something inherited from `pynamodb.models.Model` means.
pub(super) fn call(models: &Models, machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let name = path.to_string();
    if let Some(rest) = name.strip_prefix("pynamodb.attributes.") {
        let is_pure = matches!(path.last(), "serialize" | "deserialize") && rest.contains("()");
        return Some(Ok(match is_pure {
            true => super::pure(machine, &name, call),
            false => {
                // Those that are declared alike are told apart by where that is.
                let mut call = call.clone();
                let place = machine.terms().string(format!("{:?}", call.span));
                call.named.push((DECLARED_AT.into(), place));
                machine.chain(&call)
            }
        }));
    }
    let method = name.strip_prefix("pynamodb.models.Model")?;
    let receiver = call.receiver?;
    if call.constructed || method.is_empty() {
        let class = machine.class_of(receiver)?;
        return Some(initialise(machine, call, receiver, class));
    }
    let class = machine.class_of(receiver).unwrap_or(receiver);
    let table = match Table::of(models, machine, class) {
        Ok(table) => table?,
        Err(stop) => return Some(Err(stop)),
    };
    if !machine.is_concrete() && table.is_counted(machine) {
        let message = "an attribute that counts the versions of an item is not supported";
        machine.problem(message, call.span);
    }
    let mut call = call.clone();
    // `super().save()` hands on the instance as receiver only.
    call.arguments.retain(|&argument| argument != receiver);
    table.call(machine, &call, receiver, class, method.strip_prefix('.')?)
}

/// A table as its class describes it.
struct Table {
    store: Term,
    /// Names of attributes with what they are made by.
    attributes: Vec<(Arc<str>, Term)>,
    /// Names of the key attributes.
    key: Vec<Arc<str>>,
}

impl Table {
    /// Whether an attribute counts how often an item was saved.
    fn is_counted(&self, machine: &mut Machine<'_>) -> bool {
        self.attributes.iter().any(|(_, made)| {
            let path = Path::of(machine.terms(), *made);
            path.is_some_and(|path| path.to_string().contains("VersionAttribute"))
        })
    }

    fn of(models: &Models, machine: &mut Machine<'_>, class: Term) -> Result<Option<Self>, Stop> {
        let meta = machine.get(class, "Meta")?;
        let store = machine.get(meta, "table_name")?;
        if matches!(machine.view(store), Node::Undefined) {
            return Ok(None);
        }
        let attributes = attributes(machine, class);
        let mut key: Vec<Arc<str>> = Vec::new();
        for wanted in ["hash_key", "range_key"] {
            for (name, made) in &attributes {
                let flag = option(machine, *made, wanted);
                if flag.is_some_and(|flag| machine.terms().is_true(flag)) {
                    key.push(name.clone());
                }
            }
        }
        if key.is_empty() {
            let known = models.key_of(machine.terms(), store).unwrap_or_default();
            key = known.iter().map(|name| Arc::from(name.as_str())).collect();
        }
        Ok(Some(Table { store, attributes, key }))
    }

    fn call(
        &self,
        machine: &mut Machine<'_>,
        call: &Call,
        receiver: Term,
        class: Term,
        method: &str,
    ) -> Option<Outcome> {
        Some(match method {
            "get" => self.get(machine, call, class),
            "save" => self.save(machine, call, receiver),
            "delete" => self.delete(machine, call, receiver),
            "update" => self.update(machine, call, receiver),
            "refresh" => self.refresh(machine, call, receiver),
            "scan" | "query" => self.scan(machine, call, class, method),
            "count" => {
                let filter = super::pure(machine, "pynamodb.filter", call);
                machine
                    .scan(method, call.span, self.store, filter)
                    .map(|items| machine.terms().apply(Operator::Length, &[items]))
            }
            "exists" => Ok(machine.terms().bool(true)),
            "create_table" | "delete_table" => Ok(machine.terms().undefined()),
            "_get_attributes" | "get_attributes" => {
                let fields = self.attributes.iter().map(|(n, v)| (n.to_string(), *v));
                Ok(machine.new_record(fields.collect::<Vec<_>>()))
            }
            _ => return None,
        })
    }

    fn key_of(&self, machine: &mut Machine<'_>, item: Term) -> Term {
        let fields: Vec<(Arc<str>, Term)> =
            self.key.iter().map(|name| (name.clone(), machine.terms().field(item, name))).collect();
        machine.terms().record(fields)
    }

    /// The attributes of an instance as an item.
    fn item(&self, machine: &mut Machine<'_>, instance: Term) -> Outcome {
        let mut fields = Vec::new();
        for (name, _) in &self.attributes {
            let value = machine.get(instance, name)?;
            let value = machine.freeze(value);
            if !matches!(machine.view(value), Node::Null | Node::Undefined) {
                fields.push((name.clone(), value));
            }
        }
        Ok(machine.terms().record(fields))
    }

    /// An instance that shows an item.
    fn instance(&self, machine: &mut Machine<'_>, class: Term, item: Term) -> Outcome {
        let instance = machine.instance(class);
        self.show(machine, instance, item)?;
        Ok(instance)
    }

    fn show(&self, machine: &mut Machine<'_>, instance: Term, item: Term) -> Result<(), Stop> {
        for (name, _) in &self.attributes {
            let value = machine.terms().field(item, name);
            machine.set(instance, name, value)?;
        }
        Ok(())
    }

    fn get(&self, machine: &mut Machine<'_>, call: &Call, class: Term) -> Outcome {
        let names = ["hash_key", "range_key"];
        let mut fields = Vec::new();
        for (index, name) in self.key.iter().enumerate() {
            let given = names.get(index).and_then(|argument| call.named_or(argument, index));
            if let Some(given) = given {
                let given = machine.freeze(given);
                fields.push((name.clone(), given));
            }
        }
        let key = machine.terms().record(fields);
        let cell = machine.cell(self.store, key);
        let read = cell.read(machine);
        let accessed = machine.access("get", call.span, vec![read], None)?;
        let item = accessed.old[0];
        let absent = machine.terms().absent();
        let missing = machine.terms().equal(item, absent);
        machine.branch(
            missing,
            |machine| {
                let message = machine.terms().string("Item does not exist");
                let error = machine.error(
                    &["DoesNotExist", "PynamoDBException", "Exception"],
                    message,
                    &[],
                );
                machine.throw(error)
            },
            |machine| {
                // Every item has the key by which it was found.
                let item = machine.terms().apply(Operator::Merge, &[item, key]);
                self.instance(machine, class, item)
            },
        )
    }

    fn save(&self, machine: &mut Machine<'_>, call: &Call, instance: Term) -> Outcome {
        let item = self.item(machine, instance)?;
        self.write(machine, call, "save", item, item)
    }

    fn delete(&self, machine: &mut Machine<'_>, call: &Call, instance: Term) -> Outcome {
        let item = self.item(machine, instance)?;
        let absent = machine.terms().absent();
        self.write(machine, call, "delete", item, absent)
    }

    fn write(
        &self,
        machine: &mut Machine<'_>,
        call: &Call,
        label: &str,
        item: Term,
        new: Term,
    ) -> Outcome {
        let key = self.key_of(machine, item);
        let cell = machine.cell(self.store, key);
        let condition = self.condition(machine, call.named_or("condition", 0), cell.old);
        let change = Change { cell, condition, new: Some(new) };
        self.change(machine, call, label, change, |machine, _| Ok(machine.terms().null()))
    }

    /// The condition that a request gives, about an item.
    fn condition(&self, machine: &mut Machine<'_>, given: Option<Term>, old: Term) -> Term {
        let Some(given) = given.filter(|&given| !matches!(machine.view(given), Node::Null)) else {
            return machine.terms().bool(true);
        };
        let given = machine.freeze(given);
        let holds = self.holds(machine, given, old);
        let holds =
            holds.unwrap_or_else(|| machine.terms().pure("pynamodb.condition", &[old, given]));
        machine.terms().apply(Operator::Truthy, &[holds])
    }

    /// When a condition holds of an item, if that is known.
    fn holds(&self, machine: &mut Machine<'_>, condition: Term, old: Term) -> Option<Term> {
        let (parts, is_either) = match machine.view(condition).clone() {
            Node::Apply(Operator::And, parts) => (parts, false),
            Node::Apply(Operator::Or, parts) => (parts, true),
            Node::Apply(Operator::Pure(function), parts) => match &**function.name() {
                "&" => (parts, false),
                "|" => (parts, true),
                _ => return None,
            },
            _ => {
                return existence(machine, condition, old)
                    .or_else(|| self.existence(machine, condition, old))
                    .or_else(|| self.comparison(machine, condition, old));
            }
        };
        let mut all = Vec::with_capacity(parts.len());
        for &part in parts.iter() {
            all.push(self.holds(machine, part, old)?);
        }
        let operator = if is_either { Operator::Or } else { Operator::And };
        Some(machine.terms().apply(operator, &all))
    }

    /// `Model.attribute.exists()`, `Model.attribute.does_not_exist()`.
    fn existence(&self, machine: &mut Machine<'_>, condition: Term, old: Term) -> Option<Term> {
        let Node::Apply(Operator::Called, parts) = machine.view(condition).clone() else {
            return None;
        };
        let Node::Apply(Operator::Member(asked), of) = machine.view(parts[0]).clone() else {
            return None;
        };
        let (name, _) = self.attributes.iter().find(|(_, made)| *made == of[0])?;
        let terms = machine.terms();
        let name = terms.string(name.clone());
        let current = terms.apply(Operator::Select, &[old, name]);
        let undefined = terms.undefined();
        let missing = terms.equal(current, undefined);
        match &*asked {
            "does_not_exist" => Some(missing),
            "exists" => Some(terms.not(missing)),
            _ => None,
        }
    }

    /// `Model.attribute >= value`: an attribute that is not there is neither smaller nor larger.
    fn comparison(&self, machine: &mut Machine<'_>, condition: Term, old: Term) -> Option<Term> {
        let terms = machine.terms();
        let Node::Apply(Operator::Less | Operator::LessEqual, sides) = terms.node(condition) else {
            return None;
        };
        let sides = sides.to_vec();
        let declared = |side: &Term| self.attributes.iter().find(|(_, made)| made == side);
        let (name, made) = sides.iter().find_map(declared)?;
        let name = terms.string(name.clone());
        let current = terms.apply(Operator::Select, &[old, name]);
        let nothing = terms.undefined();
        let missing = terms.equal(current, nothing);
        let there = terms.not(missing);
        let holds = terms.substitute(condition, &[(*made, current)].into_iter().collect());
        Some(terms.and(there, holds))
    }

    /// Changes an item, or raises if the condition does not hold.
    fn change(
        &self,
        machine: &mut Machine<'_>,
        call: &Call,
        label: &str,
        change: Change,
        done: impl FnOnce(&mut Machine<'_>, Term) -> Outcome,
    ) -> Outcome {
        let accessed = machine.access(label, call.span, vec![change], None)?;
        let old = accessed.old[0];
        let class = match label {
            "delete" => "DeleteError",
            "update" => "UpdateError",
            _ => "PutError",
        };
        machine.branch(
            accessed.holds,
            |machine| done(machine, old),
            |machine| {
                let message = machine.terms().string("The conditional request failed");
                let code = machine.terms().string("ConditionalCheckFailedException");
                let cause = [("cause_response_code", code), ("cause_response_message", message)];
                let classes = [class, "PynamoDBException", "Exception"];
                let error = machine.error(&classes, message, &cause);
                machine.throw(error)
            },
        )
    }

    /// `instance.update(actions=[Model.attribute.set(value)])`.
    fn update(&self, machine: &mut Machine<'_>, call: &Call, instance: Term) -> Outcome {
        let item = self.item(machine, instance)?;
        let key = self.key_of(machine, item);
        let cell = machine.cell(self.store, key);
        let mut new = machine.terms().apply(Operator::Merge, &[cell.old, key]);
        let actions = call.named_or("actions", 0);
        let Some(actions) = actions.and_then(|actions| machine.items(actions)) else {
            machine
                .problem("the actions of an update are not known; write them as a list", call.span);
            return Ok(machine.terms().null());
        };
        for action in actions {
            match self.action(machine, cell.old, new, action) {
                Some(changed) => new = changed,
                None => {
                    machine.problem("an action of an update is not supported", call.span);
                }
            }
        }
        let condition = self.condition(machine, call.named_or("condition", 1), cell.old);
        let before = cell.old;
        let change = Change { cell, condition, new: Some(new) };
        self.change(machine, call, "update", change, |machine, old| {
            let new = machine.terms().substitute(new, &[(before, old)].into_iter().collect());
            self.show(machine, instance, new)?;
            Ok(machine.terms().null())
        })
    }

    /// The item after one action.
    fn action(
        &self,
        machine: &mut Machine<'_>,
        old: Term,
        new: Term,
        action: Term,
    ) -> Option<Term> {
        let Node::Apply(Operator::Called, parts) = machine.view(action).clone() else {
            return None;
        };
        let value = parts.get(1).copied();
        let Node::Apply(Operator::Member(kind), inner) = machine.view(parts[0]).clone() else {
            return None;
        };
        let mut named = self.attributes.iter().filter(|(_, made)| *made == inner[0]);
        let (name, _) = named.next()?;
        // Attributes that are declared alike cannot be told apart here.
        if named.next().is_some() {
            return None;
        }
        let terms = machine.terms();
        let key = terms.string(name.clone());
        let current = terms.apply(Operator::Select, &[old, key]);
        let made = inner[0];
        let value = value
            .map(|value| terms.substitute(value, &[(made, current)].into_iter().collect()))
            .filter(|&value| !self.mentions_attributes(terms, value));
        Some(match (&*kind, value) {
            ("set", Some(value)) => terms.apply(Operator::With, &[new, key, value]),
            ("remove", _) => terms.apply(Operator::Without, &[new, key]),
            ("add", Some(value)) => {
                let sum = terms.apply(Operator::Add, &[current, value]);
                terms.apply(Operator::With, &[new, key, sum])
            }
            ("append", Some(value)) => {
                let longer = terms.apply(Operator::Append, &[current, value]);
                terms.apply(Operator::With, &[new, key, longer])
            }
            _ => return None,
        })
    }

    /// Whether a value is computed of attributes of the item.
    fn mentions_attributes(&self, terms: &Terms, value: Term) -> bool {
        let parts = terms.parts(&[value]);
        self.attributes.iter().any(|(_, made)| parts.contains(made))
    }

    fn refresh(&self, machine: &mut Machine<'_>, call: &Call, instance: Term) -> Outcome {
        let item = self.item(machine, instance)?;
        let key = self.key_of(machine, item);
        let cell = machine.cell(self.store, key);
        let read = cell.read(machine);
        let accessed = machine.access("refresh", call.span, vec![read], None)?;
        self.show(machine, instance, accessed.old[0])?;
        Ok(machine.terms().null())
    }

    fn scan(&self, machine: &mut Machine<'_>, call: &Call, class: Term, label: &str) -> Outcome {
        let filter = match call.arguments.is_empty() && call.named.is_empty() {
            true => machine.terms().record([]),
            false => super::pure(machine, "pynamodb.filter", call),
        };
        let items = machine.scan(label, call.span, self.store, filter)?;
        machine.for_each(items, &mut |machine, item| {
            let item = machine.freeze(item);
            self.instance(machine, class, item)
        })
    }
}

/// The attributes that a class and its ancestors declare.
fn attributes(machine: &mut Machine<'_>, class: Term) -> Vec<(Arc<str>, Term)> {
    let mut found = Vec::new();
    let mut open = vec![class];
    while let Some(class) = open.pop() {
        for (name, value) in machine.fields(class).unwrap_or_default() {
            let made = Path::of(machine.terms(), value)
                .is_some_and(|path| path.to_string().starts_with("pynamodb.attributes."));
            if made && !found.iter().any(|(known, _)| *known == name) {
                found.push((name, value));
            }
        }
        if let Some(view) = machine.class(class) {
            open.extend(view.parents);
        }
    }
    found
}

/// An option given to the constructor of an attribute.
fn option(machine: &mut Machine<'_>, attribute: Term, name: &str) -> Option<Term> {
    let path = Path::of(machine.terms(), attribute)?;
    let named = path.named(0)?;
    let value = machine.terms().field(named, name);
    (!matches!(machine.view(value), Node::Undefined)).then_some(value)
}

/// `Model(hash_key, range_key, **attributes)`.
fn initialise(machine: &mut Machine<'_>, call: &Call, instance: Term, class: Term) -> Outcome {
    let attributes = attributes(machine, class);
    for (name, made) in &attributes {
        let default = option(machine, *made, "default");
        let default = default.or_else(|| option(machine, *made, "default_for_new"));
        let value = match call.named(name) {
            Some(value) => value,
            None => match default {
                Some(default) if machine.is_function(default) => {
                    machine.call(default, None, &[])?
                }
                Some(default) => default,
                None => machine.terms().null(),
            },
        };
        machine.set(instance, name, value)?;
    }
    for (index, wanted) in ["hash_key", "range_key"].into_iter().enumerate() {
        let Some(given) = call.argument(index) else { continue };
        for (name, made) in &attributes {
            if option(machine, *made, wanted).is_some() {
                machine.set(instance, name, given)?;
            }
        }
    }
    Ok(instance)
}

/// `Model.id.exists()` and `Model.id.does_not_exist()` of the hash key, which every item has.
fn existence(machine: &mut Machine<'_>, condition: Term, old: Term) -> Option<Term> {
    let path = Path::of(machine.terms(), condition)?;
    let is_key = path.named(0).is_some_and(|options| {
        let flag = machine.terms().field(options, "hash_key");
        machine.terms().as_bool(flag) == Some(true)
    });
    let absent = machine.terms().absent();
    let missing = machine.terms().equal(old, absent);
    match path.last() {
        "does_not_exist" if is_key => Some(missing),
        "exists" if is_key => Some(machine.terms().not(missing)),
        _ => None,
    }
}
