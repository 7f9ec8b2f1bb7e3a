//! Redis: keys are cells of one store. The content of a hash is a record of its fields, that
//! of a sorted set a record of the scores of its members, so that what is done to the key
//! (`DEL`, `EXISTS`) is done to all of them. What has no meaning here is not known.

mod client;
mod sorted;

use super::packages::{arguments, deliver_closed, effect};
use crate::assumptions;
use aplomb_script::Language;
use aplomb_symbolic::{Call, Cell, Change, Machine, Meaning, Node, Operator, Outcome, Path, Term};
use client::Client;

/// Packages of clients.
const PACKAGES: [&str; 7] = [
    "redis",
    "ioredis",
    "@redis/client",
    "aioredis",
    "redis.asyncio",
    "@upstash/redis",
    "@vercel/kv",
];

/// What makes a client.
const CLIENTS: [&str; 12] = [
    "createClient",
    "createCluster",
    "createClientPool",
    "Redis",
    "StrictRedis",
    "RedisCluster",
    "Cluster",
    "ConnectionPool",
    "from_url",
    "fromEnv",
    "Valkey",
    "duplicate",
];

/// What nobody sees: connecting, listening to the connection, looking after it.
const CONNECTION: [&str; 14] = [
    "connect",
    "quit",
    "disconnect",
    "close",
    "aclose",
    "destroy",
    "ping",
    "auth",
    "on",
    "once",
    "off",
    "ref",
    "unref",
    "initialize",
];

/// A command of a client.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    PACKAGES.contains(&&*path.root).then_some(())?;
    let name = path.last().to_string();
    let is_class = name.is_empty() || name == "default" || path.segments.is_empty();
    if call.constructed || is_class || CLIENTS.contains(&name.as_str()) {
        machine.escape_all(call);
        return Some(Ok(machine.chain(call)));
    }
    if CONNECTION.contains(&name.as_str()) {
        let same = call.receiver.unwrap_or(call.callee);
        return Some(deliver_plain(machine, same));
    }
    let command = name.to_lowercase();
    if command == "pipeline" && is_plain_pipeline(machine, call) {
        return Some(Ok(machine.chain(call)));
    }
    let is_queued = path.to_string().contains(".pipeline()");
    if is_queued && matches!(command.as_str(), "exec" | "execute") {
        let request = [call.callee];
        let reply = machine.changing("the reply of a pipeline", call.span, &request);
        return Some(deliver_plain(machine, reply));
    }
    let given = arguments(machine, call);
    let Node::List(given) = machine.terms().node(given).clone() else { return None };
    let prefix = prefix(machine, &path);
    let client = Client::of(machine, &path, call.callee);
    let request = Request { call, label: name, given: given.to_vec(), prefix, client };
    // Who listens gets it.
    if command == "publish" && !is_queued {
        return Some(effect(machine, call, "redis", &request.label));
    }
    if command == "mget" && !is_queued {
        let keys = sorted::keys(machine, &request.given)?;
        return Some(deliver_closed(machine, call, |machine| request.several_keys(machine, &keys)));
    }
    let is_given = !request.given.is_empty()
        && (request.is_fields(machine, &command)
            || request.is_pairs(&command)
            || request.is_addition(machine, &command));
    (is_known(&command, &request.given) || is_given).then_some(())?;
    // Several keys at once.
    if !is_one(machine, request.given[0]) {
        return None;
    }
    // What is queued is sent with the rest, each command by itself.
    if is_queued {
        let same = call.receiver.unwrap_or(call.callee);
        return Some(request.perform(machine, &command).map(|_| same));
    }
    Some(deliver_closed(machine, call, |machine| request.perform(machine, &command)))
}

/// What a client that was made with `keyPrefix` puts in front of every key.
fn prefix(machine: &mut Machine<'_>, path: &Path) -> Option<Term> {
    path.given().into_iter().find_map(|given| {
        let given = machine.freeze(given);
        let Node::Record(..) = machine.terms().node(given) else { return None };
        let prefix = machine.terms().field(given, "keyPrefix");
        (!matches!(machine.terms().node(prefix), Node::Undefined | Node::Null)).then_some(prefix)
    })
}

/// Whether the commands of a pipeline are no transaction.
fn is_plain_pipeline(machine: &mut Machine<'_>, call: &Call) -> bool {
    match machine.dialect().language {
        Language::JavaScript => call.arguments.is_empty(),
        Language::Python => {
            let transaction = call.named_or("transaction", 0);
            transaction.is_some_and(|given| machine.terms().as_bool(given) == Some(false))
        }
    }
}

/// A promise of a value, in Python the value.
fn deliver_plain(machine: &mut Machine<'_>, value: Term) -> Outcome {
    match machine.dialect().language {
        Language::Python => Ok(value),
        Language::JavaScript => machine.promise(|_| Ok(value)),
    }
}

/// Whether a value is one key, as far as can be seen.
fn is_one(machine: &mut Machine<'_>, key: Term) -> bool {
    match machine.terms().node(key) {
        Node::List(_) | Node::Record(..) => false,
        Node::Apply(Operator::Append | Operator::Insert, _) => false,
        Node::Apply(Operator::Pure(function), _) => !function.is(Meaning::Loop),
        _ => true,
    }
}

/// Whether a command with so many arguments has a meaning here.
fn is_known(command: &str, given: &[Term]) -> bool {
    let wanted = match command {
        "get" | "exists" | "del" | "delete" | "unlink" | "incr" | "decr" | "smembers" | "ttl" => {
            1..=1
        }
        "set" => 2..=6,
        "hgetall" | "hkeys" | "hvals" | "hlen" | "scard" | "zcard" | "llen" => 1..=1,
        "setnx" | "hget" | "sadd" | "srem" | "sismember" | "lpush" | "rpush" | "hdel" => 2..=2,
        "hexists" | "zrank" | "zrevrank" => 2..=2,
        "lrange" | "zcount" => 3..=3,
        "zrevrange" | "zrangewithscores" => 3..=4,
        "zrange" | "zrangebyscore" | "zrevrangebyscore" => 3..=8,
        "strlen" | "getdel" | "type" => 1..=1,
        "lindex" | "getset" | "append" => 2..=2,
        "hmget" | "zmscore" => 2..=16,
        "incrby" | "decrby" | "incrbyfloat" => 2..=2,
        "expire" | "pexpire" | "expireat" => 2..=3,
        "setex" | "psetex" | "hset" | "hsetnx" | "hincrby" | "zincrby" | "hincrbyfloat" => 3..=3,
        "zscore" | "zrem" => 2..=2,
        _ => return false,
    };
    wanted.contains(&given.len())
}

/// A command with its arguments.
struct Request<'a> {
    call: &'a Call,
    label: String,
    given: Vec<Term>,
    /// What the client puts in front of every key.
    prefix: Option<Term>,
    client: Client,
}

impl Request<'_> {
    /// Whether it sets the fields of a hash that a record lists.
    fn is_fields(&self, machine: &mut Machine<'_>, command: &str) -> bool {
        matches!(command, "hset" | "hmset")
            && self.given.len() == 2
            && self.fields(machine).is_some()
    }

    /// Whether it sets several fields of a hash, each followed by its value.
    fn is_pairs(&self, command: &str) -> bool {
        let count = self.given.len();
        matches!(command, "hset" | "hmset") && count > 3 && count % 2 == 1
    }

    /// Sets several fields of a hash; says how many are new.
    fn set_pairs(&self, machine: &mut Machine<'_>) -> Outcome {
        let cell = self.cell(machine, self.given[0]);
        let mut new = or(machine, cell.old, |terms| terms.record([]));
        for pair in self.given[1..].chunks_exact(2) {
            let (name, value) = (named(machine, pair[0]), self.client.kept(machine, pair[1]));
            new = machine.terms().apply(Operator::With, &[new, name, value]);
        }
        let change = cell.write(machine, new);
        let old = self.access(machine, change)?;
        let mut parts = vec![old];
        parts.extend_from_slice(&self.given[1..]);
        Ok(machine.terms().pure("redis.hset", &parts))
    }

    fn fields(&self, machine: &mut Machine<'_>) -> Option<Term> {
        let given = self.given[1];
        let Node::Record(names, values) = machine.terms().node(given).clone() else { return None };
        // By name in Python.
        match (&names[..], &values[..]) {
            ([name], [fields]) if &**name == "mapping" => {
                matches!(machine.terms().node(*fields), Node::Record(..)).then_some(*fields)
            }
            _ => Some(given),
        }
    }

    /// What is kept of the fields that a record lists.
    fn kept_fields(&self, machine: &mut Machine<'_>, fields: Term) -> Term {
        let Node::Record(names, values) = machine.terms().node(fields).clone() else {
            return fields;
        };
        let values: Vec<Term> =
            values.iter().map(|&value| self.client.kept(machine, value)).collect();
        machine.terms().record(names.iter().cloned().zip(values).collect::<Vec<_>>())
    }

    /// Sets the fields of a hash that a record lists; says how many are new.
    fn set_fields(&self, machine: &mut Machine<'_>, fields: Term) -> Outcome {
        let cell = self.cell(machine, self.given[0]);
        let before = or(machine, cell.old, |terms| terms.record([]));
        let fields = self.kept_fields(machine, fields);
        let new = machine.terms().apply(Operator::Merge, &[before, fields]);
        let change = cell.write(machine, new);
        let old = self.access(machine, change)?;
        Ok(machine.terms().pure("redis.hset", &[old, fields]))
    }

    fn perform(&self, machine: &mut Machine<'_>, command: &str) -> Outcome {
        let key = self.given[0];
        let one = machine.terms().number(1.0);
        match command {
            "get" => self.get(machine, key),
            "hget" => {
                let old = self.read(machine, key)?;
                let name = named(machine, self.given[1]);
                let value = field(machine, old, name);
                let shown = self.client.shown(machine, value);
                let nothing = self.client.no_field(machine);
                Ok(if_there(machine, value, shown, nothing))
            }
            "zscore" => {
                let old = self.read(machine, key)?;
                let name = named(machine, self.given[1]);
                let score = field(machine, old, name);
                let shown = self.client.number(machine, score);
                let null = machine.terms().null();
                Ok(if_there(machine, score, shown, null))
            }
            "hexists" => {
                let old = self.read(machine, key)?;
                let name = named(machine, self.given[1]);
                let value = field(machine, old, name);
                let there = has(machine, value);
                Ok(self.client.flag(machine, there))
            }
            "hgetall" => {
                let old = self.read(machine, key)?;
                let all = or(machine, old, |terms| self.client.no_hash(terms));
                let all = self.client.shown_inside(machine, all);
                Ok(machine.thaw(all))
            }
            // A function of what the key holds.
            "hkeys" | "hvals" | "hlen" | "scard" | "zcard" | "llen" | "zrank" | "zrevrank"
            | "lrange" | "zrange" | "zrevrange" | "zrangewithscores" | "zrangebyscore"
            | "zrevrangebyscore" | "zcount" | "strlen" | "lindex" | "type" => {
                let mut parts = vec![self.read(machine, key)?];
                parts.extend_from_slice(&self.given[1..]);
                Ok(machine.terms().pure(&format!("redis.{command}"), &parts))
            }
            "exists" => {
                let old = self.read(machine, key)?;
                Ok(count(machine, old))
            }
            "smembers" => {
                let old = self.read(machine, key)?;
                let all = or(machine, old, |terms| terms.list([]));
                Ok(self.client.shown_inside(machine, all))
            }
            "sismember" => {
                let old = self.read(machine, key)?;
                let member = self.client.kept(machine, self.given[1]);
                let has = machine.terms().apply(Operator::Has, &[old, member]);
                Ok(self.client.flag(machine, has))
            }
            "hmget" | "zmscore" => self.several_fields(machine),
            "zadd" => self.add_scores(machine),
            "getset" => {
                let value = self.value(machine, self.given[1]);
                self.replace(machine, value)
            }
            "getdel" => {
                let absent = machine.terms().absent();
                self.replace(machine, absent)
            }
            "append" => self.append(machine),
            "set" => self.set(machine),
            "setex" | "psetex" => {
                machine.assume(&assumptions::EXPIRY);
                let value = self.value(machine, self.given[2]);
                self.put(machine, key, value)
            }
            "setnx" => {
                let value = self.value(machine, self.given[1]);
                let is_new = self.put_new(machine, key, value)?;
                Ok(self.client.flag(machine, is_new))
            }
            "hset" | "hmset" if self.given.len() == 2 => match self.fields(machine) {
                Some(fields) => self.set_fields(machine, fields),
                None => machine.unknown_call(&self.label, self.call.span),
            },
            "hset" | "hmset" if self.given.len() > 3 => self.set_pairs(machine),
            "hset" | "hsetnx" => self.set_field(machine, command == "hsetnx"),
            "del" | "delete" | "unlink" => self.remove(machine, key),
            "hdel" | "zrem" => self.remove_field(machine),
            "incr" => self.add(machine, key, one),
            "incrby" => self.add(machine, key, self.given[1]),
            "incrbyfloat" => {
                let sum = self.add(machine, key, self.given[1])?;
                Ok(self.client.number(machine, sum))
            }
            "decr" | "decrby" => {
                let by = self.given.get(1).copied().unwrap_or(one);
                let minus = machine.terms().number(-1.0);
                let by = machine.terms().apply(Operator::Multiply, &[minus, by]);
                self.add(machine, key, by)
            }
            "hincrby" => self.add_to_field(machine, self.given[1], self.given[2]),
            "hincrbyfloat" => {
                let sum = self.add_to_field(machine, self.given[1], self.given[2])?;
                Ok(self.client.number(machine, sum))
            }
            "zincrby" => {
                let sum = self.add_to_field(machine, self.given[2], self.given[1])?;
                Ok(self.client.number(machine, sum))
            }
            "sadd" => self.change_set(machine, Operator::Insert),
            "srem" => self.change_set(machine, Operator::Pure(Meaning::SetDifference.into())),
            "lpush" | "rpush" => self.push(machine, command == "lpush"),
            "ttl" => machine.fresh(&self.label, self.call.span, false),
            // What expires later is there until then.
            _ => {
                machine.assume(&assumptions::EXPIRY);
                let old = self.read(machine, key)?;
                let there = is_there(machine, old);
                Ok(self.client.flag(machine, there))
            }
        }
    }

    fn cell(&self, machine: &mut Machine<'_>, key: Term) -> Cell {
        let store = machine.terms().string("redis");
        // Keys are texts, which some clients put something in front of.
        let key = match machine.terms().node(key) {
            Node::Number(_) => machine.terms().apply(Operator::Concat, &[key]),
            _ => key,
        };
        let key = match self.prefix {
            Some(prefix) => machine.terms().apply(Operator::Concat, &[prefix, key]),
            None => key,
        };
        machine.cell(store, key)
    }

    fn access(
        &self,
        machine: &mut Machine<'_>,
        change: Change,
    ) -> Result<Term, aplomb_symbolic::Stop> {
        let accessed = machine.access(&self.label, self.call.span, vec![change], None)?;
        Ok(accessed.old[0])
    }

    fn read(&self, machine: &mut Machine<'_>, key: Term) -> Outcome {
        let read = self.cell(machine, key).read(machine);
        self.access(machine, read)
    }

    fn get(&self, machine: &mut Machine<'_>, key: Term) -> Outcome {
        let old = self.read(machine, key)?;
        Ok(self.shown_or_null(machine, old))
    }

    /// What a key holds as the client shows it, `null` where there is nothing.
    fn shown_or_null(&self, machine: &mut Machine<'_>, old: Term) -> Term {
        let shown = self.client.shown(machine, old);
        let terms = machine.terms();
        let (absent, null) = (terms.absent(), terms.null());
        let missing = terms.equal(old, absent);
        terms.ite(missing, null, shown)
    }

    /// What a key holds of a value: a number stays one, so that it can be counted up, and is
    /// shown as its text.
    fn value(&self, machine: &mut Machine<'_>, value: Term) -> Term {
        let kept = self.client.kept(machine, value);
        if self.client == Client::Json { kept } else { value }
    }

    fn put(&self, machine: &mut Machine<'_>, key: Term, value: Term) -> Outcome {
        let change = self.cell(machine, key).write(machine, value);
        self.access(machine, change)?;
        Ok(self.client.done(machine))
    }

    /// Writes where there is nothing yet; says whether that was so.
    fn put_new(&self, machine: &mut Machine<'_>, key: Term, value: Term) -> Outcome {
        let cell = self.cell(machine, key);
        let absent = machine.terms().absent();
        let free = machine.terms().equal(cell.old, absent);
        let new = machine.terms().ite(free, value, cell.old);
        let change = cell.write(machine, new);
        let old = self.access(machine, change)?;
        let there = is_there(machine, old);
        Ok(machine.terms().not(there))
    }

    /// `SET`, where options say when: only where there is nothing (`NX`), for a time.
    fn set(&self, machine: &mut Machine<'_>) -> Outcome {
        let value = self.value(machine, self.given[1]);
        let options = Options::of(machine, &self.given[2..]);
        if options.expires {
            machine.assume(&assumptions::EXPIRY);
        }
        if options.unknown {
            return machine.unknown_call("SET of Redis with these options", self.call.span);
        }
        if !options.only_new {
            return self.put(machine, self.given[0], value);
        }
        let written = self.put_new(machine, self.given[0], value)?;
        let (done, null) = (self.client.done(machine), machine.terms().null());
        Ok(machine.terms().ite(written, done, null))
    }

    /// Writes a content, or none; gives what was there.
    fn replace(&self, machine: &mut Machine<'_>, content: Term) -> Outcome {
        let change = self.cell(machine, self.given[0]).write(machine, content);
        let old = self.access(machine, change)?;
        Ok(self.shown_or_null(machine, old))
    }

    /// Puts a text after the one that is there; gives the length.
    fn append(&self, machine: &mut Machine<'_>) -> Outcome {
        let cell = self.cell(machine, self.given[0]);
        let before = or(machine, cell.old, |terms| terms.string(""));
        let after = machine.terms().apply(Operator::Concat, &[before, self.given[1]]);
        let change = cell.write(machine, after);
        let old = self.access(machine, change)?;
        Ok(machine.terms().pure("redis.append", &[old, self.given[1]]))
    }

    fn remove(&self, machine: &mut Machine<'_>, key: Term) -> Outcome {
        let absent = machine.terms().absent();
        let change = self.cell(machine, key).write(machine, absent);
        let old = self.access(machine, change)?;
        Ok(count(machine, old))
    }

    fn add(&self, machine: &mut Machine<'_>, key: Term, by: Term) -> Outcome {
        let cell = self.cell(machine, key);
        let current = or(machine, cell.old, |terms| terms.number(0.0));
        let sum = machine.terms().apply(Operator::Add, &[current, by]);
        let change = cell.write(machine, sum);
        let old = self.access(machine, change)?;
        Ok(machine.terms().substitute(sum, &[(cell.old, old)].into_iter().collect()))
    }

    /// Sets a field of a hash, with `only_new` where there is none; says how many are new.
    fn set_field(&self, machine: &mut Machine<'_>, only_new: bool) -> Outcome {
        let cell = self.cell(machine, self.given[0]);
        let name = named(machine, self.given[1]);
        let value = self.client.kept(machine, self.given[2]);
        let had = field(machine, cell.old, name);
        let had = has(machine, had);
        let fields = or(machine, cell.old, |terms| terms.record([]));
        let terms = machine.terms();
        let with = terms.apply(Operator::With, &[fields, name, value]);
        let new = if only_new { terms.ite(had, cell.old, with) } else { with };
        let change = cell.write(machine, new);
        let old = self.access(machine, change)?;
        let is_new = machine.terms().not(had);
        let is_new = machine.terms().substitute(is_new, &[(cell.old, old)].into_iter().collect());
        if only_new {
            return Ok(self.client.flag(machine, is_new));
        }
        let (zero, one) = (machine.terms().number(0.0), machine.terms().number(1.0));
        Ok(machine.terms().ite(is_new, one, zero))
    }

    /// Removes a field of a hash, or a member of a sorted set; says how many were there. The
    /// content without fields is another one than none here, which only a look at the
    /// key itself tells apart, and [`count`] does not.
    fn remove_field(&self, machine: &mut Machine<'_>) -> Outcome {
        let cell = self.cell(machine, self.given[0]);
        let name = named(machine, self.given[1]);
        let had = field(machine, cell.old, name);
        let had = has(machine, had);
        let terms = machine.terms();
        let absent = terms.absent();
        let nothing = terms.equal(cell.old, absent);
        let without = terms.apply(Operator::Without, &[cell.old, name]);
        let new = terms.ite(nothing, absent, without);
        let (zero, one) = (terms.number(0.0), terms.number(1.0));
        let removed = terms.ite(had, one, zero);
        let change = cell.write(machine, new);
        let old = self.access(machine, change)?;
        Ok(machine.terms().substitute(removed, &[(cell.old, old)].into_iter().collect()))
    }

    /// Adds to a field of a hash, or to the score of a member; gives the sum. What is counted
    /// stays a number, which [`Client::shown_inside`] knows.
    fn add_to_field(&self, machine: &mut Machine<'_>, name: Term, by: Term) -> Outcome {
        let cell = self.cell(machine, self.given[0]);
        let name = named(machine, name);
        let current = field(machine, cell.old, name);
        let is_there = has(machine, current);
        let fields = or(machine, cell.old, |terms| terms.record([]));
        let terms = machine.terms();
        let zero = terms.number(0.0);
        // Of content that is not known, a field that is counted up is taken for a number.
        let current = match terms.is_text(current) {
            true => terms.compute(Meaning::ToNumber, &[current]),
            false => current,
        };
        let current = terms.ite(is_there, current, zero);
        let sum = terms.apply(Operator::Add, &[current, by]);
        let new = terms.apply(Operator::With, &[fields, name, sum]);
        let change = cell.write(machine, new);
        let old = self.access(machine, change)?;
        Ok(machine.terms().substitute(sum, &[(cell.old, old)].into_iter().collect()))
    }

    fn change_set(&self, machine: &mut Machine<'_>, operator: Operator) -> Outcome {
        let cell = self.cell(machine, self.given[0]);
        let current = or(machine, cell.old, |terms| terms.undefined());
        let member = self.client.kept(machine, self.given[1]);
        let terms = machine.terms();
        let element = match operator {
            Operator::Insert => member,
            _ => terms.list([member]),
        };
        let changed = terms.apply(operator.clone(), &[current, element]);
        let (undefined, absent) = (terms.undefined(), terms.absent());
        let empty = terms.equal(changed, undefined);
        let new = terms.ite(empty, absent, changed);
        let change = cell.write(machine, new);
        let old = self.access(machine, change)?;
        let terms = machine.terms();
        let had = terms.apply(Operator::Has, &[old, member]);
        let (one, zero) = (terms.number(1.0), terms.number(0.0));
        Ok(match operator {
            Operator::Insert => terms.ite(had, zero, one),
            _ => terms.ite(had, one, zero),
        })
    }

    fn push(&self, machine: &mut Machine<'_>, first: bool) -> Outcome {
        let cell = self.cell(machine, self.given[0]);
        let item = self.client.kept(machine, self.given[1]);
        let item = machine.terms().list([item]);
        let parts = if first { [item, cell.old] } else { [cell.old, item] };
        let list = machine.terms().apply(Operator::Append, &parts);
        let change = cell.write(machine, list);
        let old = self.access(machine, change)?;
        let list = machine.terms().substitute(list, &[(cell.old, old)].into_iter().collect());
        Ok(machine.terms().apply(Operator::Length, &[list]))
    }
}

/// What the arguments after the value of a `SET` say.
#[derive(Default)]
struct Options {
    only_new: bool,
    expires: bool,
    unknown: bool,
}

impl Options {
    fn of(machine: &mut Machine<'_>, given: &[Term]) -> Options {
        let mut options = Options::default();
        for &value in given {
            match machine.terms().node(value).clone() {
                Node::Record(names, values) => {
                    for (name, &value) in names.iter().zip(values.iter()) {
                        let value = machine.terms().apply(Operator::Truthy, &[value]);
                        let certain = machine.terms().as_bool(value);
                        options.note(name, certain);
                    }
                }
                Node::String(word) => options.note(&word, Some(true)),
                // How long.
                Node::Number(_) => {}
                _ => options.unknown = true,
            }
        }
        options
    }

    fn note(&mut self, name: &str, given: Option<bool>) {
        match (name.to_uppercase().as_str(), given) {
            (_, Some(false)) => {}
            ("NX", Some(true)) => self.only_new = true,
            ("EX" | "PX" | "EXAT" | "PXAT", _) => self.expires = true,
            _ => self.unknown = true,
        }
    }
}

/// The name of a field or a member, which is a text.
fn named(machine: &mut Machine<'_>, name: Term) -> Term {
    match machine.terms().is_number(name) {
        true => machine.terms().apply(Operator::Concat, &[name]),
        false => name,
    }
}

/// A content, or something else where there is none.
fn or(
    machine: &mut Machine<'_>,
    old: Term,
    otherwise: impl FnOnce(&mut aplomb_symbolic::Terms) -> Term,
) -> Term {
    let terms = machine.terms();
    let absent = terms.absent();
    let missing = terms.equal(old, absent);
    let otherwise = otherwise(terms);
    terms.ite(missing, otherwise, old)
}

/// A field of what a key holds, `undefined` if there is none.
fn field(machine: &mut Machine<'_>, old: Term, name: Term) -> Term {
    let terms = machine.terms();
    let (absent, undefined) = (terms.absent(), terms.undefined());
    let nothing = terms.equal(old, absent);
    let value = terms.apply(Operator::Select, &[old, name]);
    terms.ite(nothing, undefined, value)
}

/// Whether a field is there.
fn has(machine: &mut Machine<'_>, value: Term) -> Term {
    let terms = machine.terms();
    let undefined = terms.undefined();
    let missing = terms.equal(value, undefined);
    terms.not(missing)
}

/// A field as clients answer it.
fn if_there(machine: &mut Machine<'_>, value: Term, shown: Term, nothing: Term) -> Term {
    let is_there = has(machine, value);
    machine.terms().ite(is_there, shown, nothing)
}

/// Whether there is a content. A hash without fields is none.
fn is_there(machine: &mut Machine<'_>, old: Term) -> Term {
    let terms = machine.terms();
    let (absent, empty) = (terms.absent(), terms.record([]));
    let (missing, is_empty) = (terms.equal(old, absent), terms.equal(old, empty));
    let missing = terms.or(missing, is_empty);
    terms.not(missing)
}

/// One where there is a content, else none.
fn count(machine: &mut Machine<'_>, old: Term) -> Term {
    let there = is_there(machine, old);
    let terms = machine.terms();
    let (one, zero) = (terms.number(1.0), terms.number(0.0));
    terms.ite(there, one, zero)
}
