//! What calls into packages mean.

mod aws;
mod caches;
mod cases;
mod couchdb;
mod dates;
mod decorated;
mod dynamodb;
mod faunadb;
mod functional;
mod mongo;
mod novelty;
mod operations;
mod packages;
mod promises;
mod pynamodb;
mod redis;
mod s3;
mod service;
mod sql;
mod stream;
mod transaction;
mod verbs;
mod web;
mod zod;

use crate::frameworks::{self, Framework};
use crate::{Application, Declarations, assumptions};
use aplomb_symbolic::{Call, Library, Machine, Node, Operator, Origin, Outcome, Path, Term, Terms};
use aws::{AwsCall, Recognised};
use rustc_hash::FxHashMap;
use service::Things;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// A model of libraries: what a call means, if it is one of theirs.
type Model = fn(&Models, &mut Machine<'_>, &Call) -> Option<Outcome>;

/// The models, in no order: no call is known to two of them, and a test asks them in the
/// opposite order. What none of them knows, the data about packages may.
const REGISTERED: [Model; 14] = [
    |_, machine, call| crate::entry::call(machine, call),
    |models, machine, call| frameworks::call(&models.frameworks, machine, call),
    |_, machine, call| s3::method(machine, call),
    |_, machine, call| mongo::call(machine, call),
    pynamodb::call,
    |models, machine, call| models.drivers.call(models, machine, call),
    |_, machine, call| couchdb::call(machine, call),
    |_, machine, call| redis::call(machine, call),
    |_, machine, call| caches::call(machine, call),
    |_, machine, call| faunadb::call(machine, call),
    |_, machine, call| web::call(machine, call),
    |_, machine, call| stream::call(machine, call),
    |_, machine, call| promises::call(machine, call),
    |_, machine, call| decorated::call(machine, call),
];

/// What calls into SDKs mean, in one application.
pub struct Models {
    /// The models that are asked.
    registered: Vec<Model>,
    /// The frameworks that are asked.
    frameworks: Vec<Framework>,
    /// Values of settings that the deployment fixes.
    settings: BTreeMap<String, String>,
    /// Settings without a known value that are the same as another one, with its name.
    same_settings: BTreeMap<String, String>,
    /// Settings that hold the ARN of a table, with the name of the table.
    table_arns: BTreeMap<String, String>,
    /// What the user says about calls.
    declarations: Declarations,
    /// Queues and topics that drop a message whose content they know.
    comparing_contents: BTreeSet<String>,
    /// Key attributes by table name.
    keys: BTreeMap<String, Vec<String>>,
    /// Key attributes seen in requests, by table, learnt while executing: what
    /// the second execution of an application uses where no template says.
    learnt: Mutex<BTreeMap<String, Vec<String>>>,
    /// Key attributes that were guessed, by table.
    guessed: Mutex<BTreeMap<String, Vec<String>>>,
    /// Tables whose items were taken for their keys altogether.
    whole: Mutex<BTreeSet<String>>,
    /// Tables that are listed.
    listed: Mutex<BTreeSet<String>>,
    /// The kinds of things of services that are looked at and that are changed.
    things: Mutex<Things>,
    /// What schemas and statements say about tables of relational databases.
    catalogue: Mutex<sql::Catalogue>,
    /// What is known of the calls into drivers of relational databases.
    drivers: aplomb_sql::Drivers,
}

impl Models {
    /// Models for an application.
    pub fn new(application: &Application) -> Self {
        Models {
            registered: REGISTERED.to_vec(),
            frameworks: frameworks::REGISTERED.to_vec(),
            settings: application.settings.clone(),
            same_settings: application.same_settings(),
            table_arns: application.table_arns(),
            declarations: application.declarations.clone(),
            comparing_contents: application.comparing_contents.clone(),
            keys: application
                .tables
                .iter()
                .map(|table| (table.name.clone(), table.key.clone()))
                .collect(),
            learnt: Mutex::default(),
            guessed: Mutex::default(),
            whole: Mutex::default(),
            listed: Mutex::default(),
            things: Mutex::default(),
            catalogue: Mutex::new(sql::Catalogue::of(&application.schemas)),
            drivers: aplomb_sql::Drivers::with_prisma(application.prisma.clone()),
        }
    }

    /// The same models, asked in the opposite order: nothing changes.
    pub fn in_opposite_order(mut self) -> Self {
        self.registered.reverse();
        self.frameworks.reverse();
        self
    }

    /// Arguments worth trying for functions whose meaning depends on texts that come
    /// from outside, by name of the function.
    pub fn examples(terms: &mut Terms) -> Vec<(Arc<str>, Vec<Option<Term>>)> {
        dynamodb::examples(terms)
    }

    /// The names of fields that hold whole numbers in tables of the application.
    pub fn whole_fields(&self) -> Vec<Arc<str>> {
        self.catalogue.lock().map(|catalogue| catalogue.whole_columns()).unwrap_or_default()
    }

    /// Whether an execution taught something about keys that a template did not say.
    pub fn learnt_something(&self) -> bool {
        self.learnt.lock().is_ok_and(|learnt| !learnt.is_empty())
            || self.catalogue.lock().is_ok_and(|catalogue| catalogue.has_seen_something())
            || self.things.lock().is_ok_and(|things| things.overlap())
            || self.whole.lock().is_ok_and(|whole| whole.iter().any(|table| self.is_listed(table)))
    }

    /// Notes that a table is listed.
    fn note_listed(&self, machine: &mut Machine<'_>, store: Term) {
        if !machine.is_concrete()
            && let Ok(mut listed) = self.listed.lock()
        {
            listed.insert(store_name(machine.terms(), store));
        }
    }

    fn is_listed(&self, table: &str) -> bool {
        self.listed.lock().is_ok_and(|listed| listed.contains(table))
    }

    /// The whole item as its key, where nothing says which attributes are: whichever
    /// it is, repeating a write of the same item changes nothing if nobody looks. All
    /// other requests would say what the key is, or list the table.
    fn whole_key(&self, machine: &mut Machine<'_>, name: &str, item: Term) -> Option<Vec<String>> {
        let terms = machine.terms();
        let Node::Record(names, _) = terms.node(item).clone() else { return None };
        let changes = terms.depends(item, |symbol| {
            matches!(terms.symbol(symbol).origin, Origin::Fresh { .. } | Origin::Unknown)
        });
        let mut whole = self.whole.lock().ok()?;
        // Concrete runs do as the execution for all inputs did.
        let allowed = match machine.is_concrete() {
            true => whole.contains(name),
            false => !changes,
        };
        if self.is_listed(name) || !allowed {
            return None;
        }
        whole.insert(name.into());
        Some(names.iter().map(|name| name.to_string()).collect())
    }

    /// The key attributes of a table, if they are known.
    fn key_of(&self, terms: &mut Terms, store: Term) -> Option<Vec<String>> {
        let name = store_name(terms, store);
        let known = self.keys.get(&name).cloned();
        known.or_else(|| self.learnt.lock().ok()?.get(&name).cloned()).or_else(|| {
            // A setting with a default that is a table of the deployment.
            let parts = terms.parts(&[store]).into_iter();
            let mut names = parts.filter_map(|part| terms.as_str(part).cloned());
            let key = names.find_map(|name| self.keys.get(&*name).cloned())?;
            // Concrete runs know the setting alone.
            self.learnt.lock().ok()?.insert(name, key.clone());
            Some(key)
        })
    }

    /// Notes which attributes a request uses as the key of a table. Concrete runs
    /// are to be repeated exactly, so nothing is learnt from them.
    fn learn_key(&self, machine: &mut Machine<'_>, store: Term, key: Term) {
        if !machine.is_concrete()
            && let Node::Record(names, _) = machine.view(key)
            && let Ok(mut learnt) = self.learnt.lock()
        {
            let names = names.iter().map(|name| name.to_string()).collect();
            learnt.entry(store_name(machine.terms(), store)).or_insert(names);
        }
    }

    /// The key of an item that is put into a table.
    fn key_in_item(
        &self,
        machine: &mut Machine<'_>,
        store: Term,
        item: Term,
        looks: Looks,
    ) -> Term {
        // A setting that names an attribute of every item names the key.
        if !machine.is_concrete()
            && let Some((setting, _)) = named_by_setting(machine.terms(), item)
            && let Ok(mut learnt) = self.learnt.lock()
        {
            let name = store_name(machine.terms(), store);
            learnt.entry(name).or_insert_with(|| vec![setting.to_string()]);
        }
        let attributes = match self.key_of(machine.terms(), store) {
            Some(known) => known,
            None => self.guessed_key(machine, store, item, looks),
        };
        let terms = machine.terms();
        let fields: Vec<(Arc<str>, Term)> = attributes
            .iter()
            .map(|name| {
                let value = match named_by_setting(terms, item) {
                    Some((setting, value)) if *setting == **name => value,
                    _ => terms.field(item, name),
                };
                (Arc::from(name.as_str()), value)
            })
            .collect();
        terms.record(fields)
    }

    /// The attributes that are taken for the key where nothing says so. The first
    /// guess about a table stands, so that all executions agree.
    fn guessed_key(
        &self,
        machine: &mut Machine<'_>,
        store: Term,
        item: Term,
        looks: Looks,
    ) -> Vec<String> {
        let name = store_name(machine.terms(), store);
        let known = self.guessed.lock().ok().and_then(|guessed| guessed.get(&name).cloned());
        let guess = known.or_else(|| guess_key(machine.terms(), item));
        if guess.is_none()
            && looks == Looks::No
            && let Some(whole) = self.whole_key(machine, &name, item)
        {
            return whole;
        }
        let Some(guess) = guess else {
            let span = machine.span();
            machine.problem(
                format!(
                    "which attributes are the key of the table {name}? Say so in aplomb.toml: \
                     [tables] then {name} = [\"...\"]"
                ),
                span,
            );
            return vec!["id".into()];
        };
        machine.assume(assumptions::KEY_OF_TABLE.of(&[&name, &guess.join(" and ")]));
        if !machine.is_concrete()
            && let Ok(mut guessed) = self.guessed.lock()
        {
            guessed.insert(name, guess.clone());
        }
        guess
    }

    /// `client.send(command)` where branches made different commands.
    fn either_command(&self, machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
        let path = Path::of(machine.terms(), call.callee)?;
        (path.root.starts_with("@aws-sdk/") && path.last() == "send").then_some(())?;
        let command = call.argument(0)?;
        let Node::Apply(Operator::Ite, parts) = machine.view(command).clone() else { return None };
        let send = |machine: &mut Machine<'_>, command: Term| {
            let mut call = call.clone();
            call.arguments[0] = command;
            let name = path.to_string();
            self.call(machine, &call).unwrap_or_else(|| machine.unknown_call(&name, call.span))
        };
        Some(machine.branch(
            parts[0],
            |machine| send(machine, parts[1]),
            |machine| send(machine, parts[2]),
        ))
    }

    fn aws(&self, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
        // A member by a name that is computed: `client[name](…)`, `getattr(client, name)(…)`.
        if call.operation == "[]" {
            let message = format!(
                "which operation of {} is called is not known here; write its name",
                call.service
            );
            // Others see that anything may be in the table.
            if let Some(table) = call.table.map(|table| machine.freeze(table)) {
                let nowhere = machine.terms().null();
                let cell = machine.cell(table, nowhere);
                let everything = machine.terms().record([]);
                let anything = machine.terms().fresh_symbol("anything", Origin::Unknown);
                machine.sweep(&call.label, call.span, cell, everything, anything)?;
            }
            return Ok(machine.problem(message, call.span));
        }
        let modelled = match call.service.as_str() {
            "dynamodb" => dynamodb::call(self, machine, call),
            "s3" | "s3storage" => s3::call(machine, call),
            "rdsdata" | "rdsdataservice" | "rds-data" => self.data_api(machine, call),
            _ => None,
        };
        modelled.unwrap_or_else(|| self.service(machine, call))
    }
}

/// Whether a value came with the request, by itself or as one of many, so that it has the
/// shape it should have.
fn is_given(machine: &mut Machine<'_>, term: Term) -> bool {
    if matches!(machine.view(term), Node::Null | Node::Undefined) {
        return false;
    }
    let symbols = machine.terms().symbols_of(&[term]);
    symbols.into_iter().all(|symbol| match machine.terms().symbol(symbol).origin {
        Origin::Input | Origin::Setting => true,
        Origin::Element => {
            let of = machine.collection_of(symbol);
            of.is_some_and(|collection| is_given(machine, collection))
        }
        _ => false,
    })
}

/// Whether a write depends on what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    Yes,
    No,
}

/// The attribute of an item whose name is a setting: the setting and the value.
fn named_by_setting(terms: &mut Terms, item: Term) -> Option<(Arc<str>, Term)> {
    let mut at = item;
    while let Node::Apply(Operator::With, parts) = terms.node(at).clone() {
        if terms.depends(parts[1], |id| terms.symbol(id).origin == Origin::Setting) {
            let name = with_names_of_settings(terms, parts[1]);
            if let Some(name) = terms.as_str(name) {
                return Some((name.clone(), parts[2]));
            }
        }
        at = parts[0];
    }
    None
}

/// The attributes that usually are the key, if an item has such.
fn guess_key(terms: &Terms, item: Term) -> Option<Vec<String>> {
    let Node::Record(names, values) = terms.node(item) else { return Some(vec!["id".into()]) };
    let has = |wanted: &str| names.iter().find(|name| name.eq_ignore_ascii_case(wanted));
    if let Some(id) = has("id") {
        return Some(vec![id.to_string()]);
    }
    if let (Some(pk), Some(sk)) = (has("pk"), has("sk")) {
        return Some(vec![pk.to_string(), sk.to_string()]);
    }
    if let Some(pk) = has("pk") {
        return Some(vec![pk.to_string()]);
    }
    // A new identifier is made for a new item.
    let new = names.iter().zip(values.iter()).find(|(_, value)| {
        terms.depends(**value, |s| terms.symbol(s).origin == Origin::Fresh { unique: true })
    });
    let like_id = names.iter().find(|name| name.to_lowercase().ends_with("id"));
    let only = if names.len() == 1 { names.first() } else { None };
    let name = new.map(|(name, _)| name).or(like_id).or(only)?;
    Some(vec![name.to_string()])
}

/// The name of a table. Settings are called by their own names, as concrete runs
/// have them, so that all executions agree.
fn store_name(terms: &mut Terms, store: Term) -> String {
    let store = with_names_of_settings(terms, store);
    match terms.as_str(store) {
        Some(name) => name.to_string(),
        None => terms.show(store).to_string(),
    }
}

/// A term in which settings have the values that they have in concrete runs: their names.
fn with_names_of_settings(terms: &mut Terms, term: Term) -> Term {
    let settings = terms.symbols_of(&[term]).into_iter().filter_map(|symbol| {
        let known = terms.symbol(symbol);
        (known.origin == Origin::Setting).then(|| (symbol, known.name.clone()))
    });
    let mut named = FxHashMap::default();
    for (symbol, name) in settings.collect::<Vec<_>>() {
        named.insert(terms.of_symbol(symbol), terms.string(name));
    }
    terms.substitute(term, &named)
}

/// Settings that are those of the instance, not of the deployment.
const INSTANCE: [&str; 8] = [
    "_X_AMZN_TRACE_ID",
    "AWS_LAMBDA_LOG_STREAM_NAME",
    "AWS_LAMBDA_INITIALIZATION_TYPE",
    "AWS_LAMBDA_RUNTIME_API",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "HOSTNAME",
];

impl Library for Models {
    fn settings_of_instance(&self) -> &[&'static str] {
        // These are there wherever AWS Lambda runs something.
        &INSTANCE[..2]
    }

    fn call(&self, machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
        if let Some(declared) = packages::declared(&self.declarations, machine, call) {
            return Some(declared);
        }
        if let Some(converted) = converted(machine, call) {
            return Some(Ok(converted));
        }
        if let Some(outcome) = self.either_command(machine, call) {
            return Some(outcome);
        }
        match aws::recognise(machine, call) {
            Some(Recognised::Builder) => {
                machine.escape_all(call);
                let chain = machine.chain(call);
                return Some(Ok(chain));
            }
            Some(Recognised::Listener) => {
                let event = call.argument(0).and_then(|event| machine.terms().as_str(event));
                let tells = event.is_some_and(|event| event.ends_with("Progress"));
                if !tells {
                    machine.escape_all(call);
                }
                return Some(Ok(call.receiver.unwrap_or(call.callee)));
            }
            Some(Recognised::Operation(operation)) => {
                refuse_callback(machine, call);
                let outcome = operation.deliver(machine, |machine| self.aws(machine, &operation));
                return Some(outcome);
            }
            None => {}
        }
        self.registered
            .iter()
            .find_map(|model| model(self, machine, call))
            .or_else(|| packages::call(self, machine, call))
    }

    fn is_pure(&self, path: &str) -> bool {
        packages::is_pure(path) || frameworks::makes_answer(path)
    }

    fn has_readers(&self) -> bool {
        true
    }

    fn draws(&self, path: &str) -> bool {
        packages::draws(path)
    }

    fn acts(&self, path: &str) -> bool {
        packages::acts(path)
    }

    fn is_silent(&self, path: &str) -> bool {
        packages::is_silent(path)
    }

    fn gives_function(&self, path: &str) -> bool {
        packages::gives_function(path)
    }

    fn changes(&self, path: &str, constructed: bool) -> bool {
        packages::changes(path, constructed)
    }

    fn lists_results(&self, function: &str) -> bool {
        packages::lists_results(function)
    }

    fn of_result(&self, machine: &mut Machine<'_>, call: &Call, path: &str) -> Option<Outcome> {
        zod::of_schema(machine, call, path)
            .or_else(|| packages::of_result(&self.declarations, machine, call, path))
    }

    fn global(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        // Promises of packages are promises.
        matches!(name, "bluebird" | "es6-promise" | "native-promise-only")
            .then(|| machine.terms().external("Promise"))
    }

    fn member(&self, machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
        frameworks::member(machine, object, name)
            .or_else(|| aws::member(machine, object, name))
            .or_else(|| caches::member(machine, object, name))
            .or_else(|| mongo::member(machine, object, name))
            .or_else(|| aplomb_sql::member(machine, object, name))
            .or_else(|| web::member(machine, object, name))
    }

    fn method(&self, machine: &mut Machine<'_>, data: Term, name: &str) -> Option<Outcome> {
        stream::method(machine, data, name)
            .or_else(|| web::method(machine, name))
            .or_else(|| faunadb::method(machine, data, name))
    }

    fn setting(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        if INSTANCE.contains(&name) {
            return Some(machine.of_instance(name));
        }
        // What other functions are given says nothing of this one.
        if !machine.is_setting_given(name) {
            return None;
        }
        if let Some(value) = self.settings.get(name) {
            return Some(machine.terms().string(value.as_str()));
        }
        if let Some(table) = self.table_arns.get(name) {
            return Some(table_arn(machine, table));
        }
        let same = self.same_settings.get(name)?;
        Some(machine.setting(same))
    }

    fn awaited(&self, machine: &mut Machine<'_>, value: Term) -> Option<Outcome> {
        mongo::awaited(machine, value)
            .or_else(|| web::awaited(machine, value))
            .or_else(|| self.drivers.awaited(self, machine, value))
            .or_else(|| stream::awaited(machine, value))
    }
}

/// The ARN of a table, in a region and an account that are not known.
fn table_arn(machine: &mut Machine<'_>, table: &str) -> Term {
    let region = machine.setting("AWS_REGION");
    let account = machine.setting("AWS_ACCOUNT_ID");
    let terms = machine.terms();
    let mut arn = terms.string("arn:aws:dynamodb:");
    let after = [terms.string(":"), account, terms.string(format!(":table/{table}"))];
    for part in [region].into_iter().chain(after) {
        arn = terms.apply(Operator::Concat, &[arn, part]);
    }
    arn
}

/// Says so if an operation is given a function that tells how far it is (`Callback`), or one
/// that lies in what it is given.
fn refuse_callback(machine: &mut Machine<'_>, call: &Call) {
    machine.escape_parts(call);
    if let Some(callback) = call.named("Callback") {
        let arguments = vec![callback];
        machine.escape_all(&Call { arguments, named: Vec::new(), ..call.clone() });
    }
}

/// Conversions between items with and without type descriptors.
fn converted(machine: &mut Machine<'_>, call: &Call) -> Option<Term> {
    let path = Path::of(machine.terms(), call.callee)?;
    let is_sdk = path.root.contains("aws-sdk")
        || path.root.starts_with("boto3.dynamodb")
        || &*path.root == "dynamodb-marshaler";
    if !is_sdk {
        return None;
    }
    let argument = call.argument(0)?;
    match path.last() {
        "unmarshall" | "output" | "unmarshalItem" | "deserialize" => {
            let item = machine.freeze(argument);
            let plain = dynamodb::marshal::unmarshalled(machine.terms(), item);
            Some(machine.thaw(plain))
        }
        "marshall" | "marshalItem" | "serialize" => Some(argument),
        "createSet" => Some(machine.new_record([("values", argument)])),
        _ => None,
    }
}

/// A pure function of its arguments.
fn pure(machine: &mut Machine<'_>, name: &str, call: &Call) -> Term {
    let path = Path::of(machine.terms(), call.callee);
    let mut arguments: Vec<Term> = path.map(|path| path.given()).unwrap_or_default();
    for &argument in &call.arguments {
        if !machine.is_function(argument) {
            let argument = machine.in_some_order(argument);
            arguments.push(machine.taken(name, argument));
        }
    }
    for (by_name, value) in &call.named {
        let value = machine.taken(name, *value);
        let record = machine.terms().record([(by_name.clone(), value)]);
        arguments.push(machine.terms().apply(Operator::Named, &[record]));
    }
    let named = call.named.iter().map(|(_, value)| *value);
    let given: Vec<Term> = call.arguments.iter().copied().chain(named).collect();
    arguments.extend(machine.given_files(name, &given));
    arguments.extend(machine.held_by(name, call.constructed));
    machine.terms().pure(name, &arguments)
}
