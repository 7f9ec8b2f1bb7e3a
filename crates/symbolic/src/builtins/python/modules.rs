//! The standard library, as far as it computes, tells the time or draws lots.

use super::super::json::{self, Layout};
use super::super::strings::{percent_decoded, percent_encoded};
use super::super::{argument, number, string};
use super::{concurrency, heap, tools};
use crate::base64::{from_base64, to_base64};
use crate::machine::{Arguments, Body, CLOSING, Flavour, Guise, Machine, NULL_CONTEXT, Segment};
use crate::{Call, Node, Operator, Outcome, Path, Term};

/// Modules whose functions apply the functions they are given at once.
const APPLYING: [&str; 4] = ["re", "itertools", "heapq", "bisect"];

/// What calls the functions it is given later, or enters and leaves contexts.
const DEFERRING: [&str; 4] =
    ["atexit", "contextlib.ExitStack()", "contextlib.AsyncExitStack()", "weakref.finalize"];

/// What gives something else of the same items in another order.
const ORDERED: [&str; 11] = [
    "itertools",
    "heapq",
    "bisect",
    "difflib",
    "pickle",
    "pprint",
    "collections.deque",
    "collections.Counter",
    "collections.OrderedDict",
    "functools.reduce",
    "statistics.mode",
];

/// Modules all of whose functions only compute.
const PURE: &[&str] = &[
    "datetime",
    "calendar",
    "decimal",
    "fractions",
    "math",
    "statistics",
    "hashlib",
    "hmac",
    "base64",
    "binascii",
    "re",
    "string",
    "textwrap",
    "urllib.parse",
    "html",
    "collections",
    "itertools",
    "functools",
    "operator",
    "typing",
    "abc",
    "enum",
    "dataclasses",
    "copy",
    "io",
    "glob",
    "fcntl",
    "os.path",
    "posixpath",
    "pathlib",
    "traceback",
    "inspect",
    "types",
    "zoneinfo",
    "struct",
    "zlib",
    "gzip",
    "codecs",
    "ipaddress",
    "numbers",
    "heapq",
    "bisect",
    "array",
    "bytearray",
    "random.Random",
    "csv",
    "pprint",
    "timedelta",
    "Decimal",
    "contextlib",
    "warnings",
    "locale",
    "unicodedata",
    "http.HTTPStatus",
    "email",
    "mimetypes",
    "difflib",
    "open",
    "keyword",
    "weakref",
    "gc",
    "signal",
    "atexit",
    "threading.Lock",
    "asyncio.Lock",
    "asyncio.Semaphore",
    "sys",
    "ssl",
    "xml",
    "configparser",
    "pickle",
    "secrets.compare_digest",
    "typing_extensions",
    "unittest",
    "argparse",
    "shlex",
    "__future__",
    "importlib.metadata",
    "uuid.UUID",
    "uuid.uuid5",
    "uuid.uuid3",
];

/// What makes objects that change, by how its path begins.
pub(in crate::builtins) const CHANGING: &[&str] = &[
    "hashlib.",
    "hmac.new",
    "io.",
    "csv.",
    "zlib.compressobj",
    "zlib.decompressobj",
    "zipfile.ZipFile",
    "zipfile.ZipInfo",
    "array.array",
    "bytearray",
    "xml.",
    "email.message",
    "email.mime",
    "configparser.",
    "random.Random",
    "collections.ChainMap",
    "weakref.Weak",
];

/// Modules and objects whose functions leave no trace that matters.
const SILENT: &[&str] = &[
    "logging",
    "logger",
    "warnings",
    "traceback.print_exc",
    "gc",
    "sys.stdout",
    "sys.stderr",
    "faulthandler",
];

/// A call of a member of a standard module.
pub(super) fn call(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
    call: &Call,
) -> Option<Outcome> {
    let (arguments, call) = &in_order(machine, name, arguments, call);
    let first = argument(machine, arguments, 0);
    if let Some(outcome) = freshness(machine, name, arguments, call) {
        return Some(outcome);
    }
    if let Some(outcome) = tools::of_functions(machine, name, arguments) {
        return Some(outcome);
    }
    if let Some(outcome) = tools::of_containers(machine, name, arguments) {
        return Some(outcome);
    }
    if let Some(outcome) = concurrency::call(machine, name, arguments, call) {
        return Some(outcome);
    }
    let is_alone = arguments.positional.len() == 1 && arguments.named.is_empty();
    match name {
        "json.load" => {
            let span = call.span;
            let read = machine.invoke_method(first, "read", Arguments::default(), span);
            return Some(read.and_then(|text| json::parse(machine, text)));
        }
        "heapq.heappop"
        | "heapq.heappush"
        | "heapq.heappushpop"
        | "heapq.heapreplace"
        | "heapq.heapify"
        | "bisect.insort"
        | "bisect.insort_left"
        | "bisect.insort_right" => return Some(heap::change(machine, name, arguments)),
        "operator.methodcaller" | "contextlib.redirect_stdout" | "contextlib.redirect_stderr" => {
            let span = call.span;
            return Some(Ok(machine.problem(format!("{name} is not supported"), span)));
        }
        // What a container of a library does with the items of the program's subclass.
        _ if name.ends_with(".__setitem__") || name.ends_with(".__delitem__") => {
            let span = call.span;
            let parent = name.rsplit_once('.').map_or(name, |(parent, _)| parent);
            return Some(Ok(
                machine.problem(format!("items of a {parent} are not supported"), span)
            ));
        }
        "json.dump" => {
            let file = argument(machine, arguments, 1);
            let span = call.span;
            let text = dumps(machine, first, arguments);
            return Some(text.and_then(|text| {
                machine.invoke_method(file, "write", Arguments::of(&[text]), span)
            }));
        }
        "contextlib.closing" => return Some(Ok(machine.native_function(CLOSING, vec![first]))),
        "contextlib.nullcontext" => {
            return Some(Ok(machine.native_function(NULL_CONTEXT, vec![first])));
        }
        "json.loads" => {
            machine.escape_acting(call);
            if !parses_as_usual(machine, first, call) {
                let given: Vec<Term> = call.named.iter().map(|(_, value)| *value).collect();
                return Some(Ok(machine.frozen_pure(name, &[&[first], &given[..]].concat())));
            }
            return Some(json::parse(machine, first));
        }
        "json.dumps" => {
            if let Some(encoder) = call.named("cls") {
                machine.escape_class(name, encoder);
            }
            return Some(dumps(machine, first, arguments));
        }
        "os.getenv" | "os.environ.get" => return Some(setting(machine, first, arguments.at(1))),
        "os.environ.setdefault" | "os.environ.update" | "os.putenv" => {
            return Some(Ok(machine.terms().null()));
        }
        "copy.copy" if machine.list(first).is_some() => {
            let copy = machine.object(first).map(|object| object.body.clone());
            return Some(Ok(copy.map_or(first, |body| machine.allocate(body))));
        }
        "copy.copy" if machine.is_dictionary(first) => {
            return Some(Ok(match machine.record(first).cloned() {
                Some(record) => machine.allocate(Body::Record(record)),
                None => first,
            }));
        }
        "copy.copy" => return Some(Ok(copied(machine, first))),
        "copy.deepcopy" => return Some(Ok(deeply_copied(machine, first, &mut Vec::new()))),
        "asyncio.sleep" if arguments.at(1).is_some() => {
            return Some(Ok(argument(machine, arguments, 1)));
        }
        "time.sleep" | "asyncio.sleep" | "sys.exit" if name != "sys.exit" => {
            return Some(Ok(machine.terms().null()));
        }
        "decimal.Decimal" | "Decimal" => {
            // Of nothing it is zero.
            let first = match arguments.positional.is_empty() {
                true => machine.terms().number(0.0),
                false => first,
            };
            let value = machine.number_of(first);
            // What is no integer is no float either, and is written as it was given.
            let exact = string(machine, first).is_none_or(|text| !text.contains(['.', 'e', 'E']));
            return Some(Ok(match number(machine, value) {
                // It equals nothing and has no order, and infinities have no JSON.
                Some(odd) if !odd.is_finite() && !machine.is_concrete() => {
                    machine.problem("a Decimal that is no number is not supported", call.span)
                }
                Some(_) if machine.is_concrete() => value,
                Some(whole) if exact && whole.fract() == 0.0 => {
                    machine.disguise(value, Guise::Decimal);
                    value
                }
                _ => {
                    let text = string(machine, first);
                    if machine.is_guarded() && text.is_some_and(|text| text.parse::<f64>().is_err())
                    {
                        machine.problem("whether Decimal raises is not known", call.span);
                    }
                    machine.frozen_pure("Decimal", &[first])
                }
            }));
        }
        "base64.b64encode" | "base64.standard_b64encode" if is_alone => {
            if let Some(text) = string(machine, first) {
                let encoded = machine.terms().string(to_base64(text.as_bytes()));
                machine.disguise(encoded, Guise::Bytes);
                return Some(Ok(encoded));
            }
            return Some(Ok(machine.frozen_pure(name, &[first])));
        }
        "base64.b64decode" | "base64.standard_b64decode" | "base64.urlsafe_b64decode"
            if is_alone =>
        {
            let Some(text) = string(machine, first) else {
                return Some(Ok(machine.frozen_pure(name, &[first])));
            };
            let text = from_base64(&text).and_then(|bytes| String::from_utf8(bytes).ok());
            let Some(text) = text else {
                let message = "base64 of what is no text, or that raises";
                return Some(Ok(machine.problem(message, call.span)));
            };
            let decoded = machine.terms().string(text);
            machine.disguise(decoded, Guise::Bytes);
            return Some(Ok(decoded));
        }
        "urllib.parse.quote"
        | "urllib.parse.quote_plus"
        | "urllib.parse.unquote"
        | "urllib.parse.unquote_plus" => {
            if let Some(text) = string(machine, first) {
                let plus = name.ends_with("plus");
                let changed = match name.contains("unquote") {
                    true => percent_decoded(&text, plus),
                    false if plus => Some(percent_encoded(&text, "-_.~").replace("%20", "+")),
                    false => Some(percent_encoded(&text, "-_.~/")),
                };
                if let Some(changed) = changed {
                    return Some(Ok(machine.terms().string(changed)));
                }
            }
        }
        "os.path.join" => {
            let separator = machine.terms().string("/");
            let list = machine.new_list(arguments.positional.iter().copied());
            return Some(super::super::sequence::join(machine, list, separator));
        }
        _ => {}
    }
    if let Some(function) = name.strip_prefix("math.") {
        let numbers: Option<Vec<f64>> =
            arguments.positional.iter().map(|&a| number(machine, a)).collect();
        if let Some(numbers) = numbers
            && let Some(value) = super::super::javascript::compute(function, &numbers)
        {
            if !value.is_finite() && numbers.iter().all(|number| number.is_finite()) {
                return Some(machine.throw_error("ValueError", "math domain error"));
            }
            let value = machine.terms().number(value);
            if !matches!(function, "floor" | "ceil" | "trunc" | "gcd" | "lcm" | "isqrt") {
                machine.disguise(value, Guise::Float);
            }
            return Some(Ok(value));
        }
    }
    silent_or_pure(machine, name, call)
}

/// The same call, with the sets that it is given as lists where their order makes a difference.
fn in_order(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
    call: &Call,
) -> (Arguments, Call) {
    let (mut arguments, mut call) = (arguments.clone(), call.clone());
    if ORDERED.iter().any(|module| is_under(name, module)) {
        for given in arguments.positional.iter_mut().chain(&mut call.arguments) {
            *given = machine.in_some_order(*given);
        }
    }
    (arguments, call)
}

/// Whether a path leads into a module.
fn is_under(name: &str, module: &str) -> bool {
    name.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(']))
}

/// Whether a member of a standard module only computes.
pub(in crate::builtins) fn is_pure(name: &str) -> bool {
    PURE.iter().any(|module| is_under(name, module))
}

/// Whether nobody sees what a function is given.
pub(in crate::builtins) fn is_silent(name: &str) -> bool {
    name == "print" || SILENT.iter().any(|module| is_under(name, module))
}

/// Whether a function gives something else every time it is called.
pub(in crate::builtins) fn draws(name: &str) -> bool {
    let told = matches!(
        name,
        "uuid.uuid1"
            | "uuid.uuid4"
            | "os.urandom"
            | "time.time"
            | "time.time_ns"
            | "time.monotonic"
            | "time.monotonic_ns"
            | "time.perf_counter"
            | "time.perf_counter_ns"
            | "time.process_time"
            | "time.gmtime"
            | "time.localtime"
            | "time.ctime"
            | "time.asctime"
    );
    let module = name.starts_with("random.") || name.starts_with("secrets.");
    let clock = is_under(name, "datetime") || is_under(name, "date");
    let member = name.rsplit('.').next().unwrap_or(name);
    told || module && !matches!(member, "Random" | "seed" | "compare_digest")
        || clock && matches!(member, "now" | "utcnow" | "today")
}

/// Says so if a function of the standard library is given constants of which it refuses some,
/// and a handler of the program sees that.
fn refuse_constants(machine: &mut Machine<'_>, name: &str, call: &Call) {
    if !machine.is_tried() || machine.is_concrete() {
        return;
    }
    let constant = |machine: &mut Machine<'_>, value: Term| machine.terms().is_constant(value);
    let all = !call.arguments.is_empty()
        && call.arguments.iter().all(|&argument| constant(machine, argument));
    let pattern = call.arguments.first().and_then(|&first| string(machine, first));
    let doubtful = match name {
        "datetime.date" | "datetime.datetime" | "datetime.time" => {
            all && !is_date(machine, &call.arguments)
        }
        "datetime.datetime.strptime"
        | "datetime.datetime.fromisoformat"
        | "datetime.date.fromisoformat"
        | "uuid.UUID"
        | "ipaddress.ip_address"
        | "struct.unpack"
        | "binascii.unhexlify"
        | "bytes.fromhex"
        | "zoneinfo.ZoneInfo" => all,
        _ if is_under(name, "re") => {
            pattern.is_some_and(|pattern| !is_balanced(&pattern))
                || (all && call.arguments.len() > 1)
        }
        _ => false,
    };
    if doubtful {
        let span = call.span;
        machine.problem(format!("whether {name} raises is not known"), span);
    }
}

/// Whether numbers are those of a day, as far as that is seen without a calendar.
fn is_date(machine: &Machine<'_>, numbers: &[Term]) -> bool {
    let limits = [(1.0, 9999.0), (1.0, 12.0), (1.0, 28.0), (0.0, 23.0), (0.0, 59.0), (0.0, 59.0)];
    numbers.iter().zip(limits).all(|(&value, (low, high))| {
        number(machine, value).is_some_and(|value| value >= low && value <= high)
    })
}

/// Whether the brackets of a regular expression are in pairs.
fn is_balanced(pattern: &str) -> bool {
    let (mut round, mut square, mut escaped) = (0i32, false, false);
    for c in pattern.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ']' => square = false,
            _ if square => {}
            '[' => square = true,
            '(' => round += 1,
            ')' => round -= 1,
            _ => {}
        }
        if round < 0 {
            return false;
        }
    }
    round == 0 && !square && !escaped && !pattern.starts_with(['*', '+', '?'])
}

fn silent_or_pure(machine: &mut Machine<'_>, name: &str, call: &Call) -> Option<Outcome> {
    refuse_constants(machine, name, call);
    if SILENT.iter().any(|module| is_under(name, module)) {
        // Loggers are chains, so that their members are known to be silent.
        let makes = name.rsplit('.').next().is_some_and(|last| {
            last.starts_with("get") || last.starts_with(|c: char| c.is_uppercase())
        });
        return Some(Ok(if makes { machine.chain(call) } else { machine.terms().null() }));
    }
    let given: Vec<Term> =
        call.arguments.iter().copied().chain(call.named.iter().map(|(_, value)| *value)).collect();
    if APPLYING.iter().any(|module| is_under(name, module))
        && given.iter().any(|&value| machine.is_function(value))
    {
        return Some(Ok(machine.frozen_pure(name, &given)));
    }
    if is_pure(name)
        && let Some(outcome) = machine.file_call(name, call)
    {
        return Some(outcome);
    }
    is_pure(name).then(|| {
        if DEFERRING.iter().any(|module| is_under(name, module)) {
            defer(machine, name, &given);
        }
        machine.escape_all(call);
        Ok(machine.chain(call))
    })
}

/// A method of a client that is given away is called in the end, as a function of the
/// program is.
fn defer(machine: &mut Machine<'_>, name: &str, given: &[Term]) {
    let matters = |machine: &mut Machine<'_>, value: Term| {
        let path = Path::of(machine.terms(), value).map(|path| path.to_string());
        machine.is_external(value) && !path.is_some_and(|path| is_pure(&path))
    };
    if given.iter().any(|&value| matters(machine, value)) {
        let span = machine.span();
        machine.problem(
            format!("{name} is given something that it calls or leaves later; call it directly"),
            span,
        );
    }
}

/// Clocks, random numbers and identifiers.
fn freshness(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
    call: &Call,
) -> Option<Outcome> {
    let unique = match name {
        "uuid.uuid4"
        | "uuid.uuid1"
        | "secrets.token_hex"
        | "secrets.token_urlsafe"
        | "secrets.token_bytes"
        | "os.urandom"
        | "secrets.token_urlsafe()" => true,
        "datetime.datetime.now"
        | "datetime.datetime.utcnow"
        | "datetime.datetime.today"
        | "datetime.now"
        | "datetime.utcnow"
        | "datetime.date.today"
        | "date.today"
        | "datetime.today"
        | "time.time"
        | "time.time_ns"
        | "time.monotonic"
        | "time.monotonic_ns"
        | "time.perf_counter"
        | "time.perf_counter_ns"
        | "time.gmtime"
        | "time.localtime"
        | "time.process_time"
        | "gc.get_count"
        | "gc.get_stats"
        | "gc.get_objects"
        | "gc.collect"
        | "gc.get_referrers"
        | "gc.get_freeze_count"
        | "sys.getallocatedblocks"
        | "sys._current_frames"
        | "sys.getrefcount" => false,
        _ if name.starts_with("random.") || name.starts_with("secrets.") => {
            if matches!(name, "random.seed" | "secrets.compare_digest") || is_seeded(machine, call)
            {
                return None;
            }
            if name == "random.shuffle" {
                let list = argument(machine, arguments, 0);
                let order = machine.fresh(name, call.span, false);
                return Some(order.map(|order| {
                    super::super::sequence::become_unknown(machine, list, "shuffle", &[order]);
                    machine.terms().null()
                }));
            }
            let source = machine.fresh(name, call.span, false);
            return Some(source.map(|source| {
                let mut all = vec![source];
                all.extend_from_slice(&arguments.positional);
                if machine.is_concrete() { source } else { machine.frozen_pure(name, &all) }
            }));
        }
        _ => return None,
    };
    let gmtime_of_something = name.ends_with("time.gmtime") && arguments.at(0).is_some();
    if gmtime_of_something {
        return None;
    }
    Some(machine.fresh(name, call.span, unique))
}

/// Whether a call makes or asks a generator that was given where to begin: what it draws is a
/// function of that.
fn is_seeded(machine: &mut Machine<'_>, call: &Call) -> bool {
    let Some(path) = Path::of(machine.terms(), call.callee) else { return false };
    let made = match path.to_string().as_str() {
        "random.Random" => return true,
        name if name.starts_with("random.Random().") => path.arguments(0),
        _ => None,
    };
    let seed = made.and_then(|given| given.first().copied());
    seed.is_some_and(|seed| !matches!(machine.view(seed), Node::Null | Node::Undefined))
}

fn setting(machine: &mut Machine<'_>, name: Term, default: Option<Term>) -> Outcome {
    let value = match string(machine, name) {
        Some(text) => machine.setting(&text),
        None => {
            let value = machine.frozen_pure("os.environ", &[name]);
            machine.unless_of_instance(name, value)
        }
    };
    // A default is used where the deployment does not set the variable, and
    // stays the same as long as the deployment does.
    match default {
        Some(default) => {
            let undefined = machine.terms().undefined();
            let missing = machine.terms().equal(value, undefined);
            Ok(machine.terms().ite(missing, default, value))
        }
        None => Ok(value),
    }
}

fn dumps(machine: &mut Machine<'_>, value: Term, arguments: &Arguments) -> Outcome {
    let mut layout = Layout::python();
    let named = |name: &str| {
        arguments.named.iter().find(|(given, _)| &**given == name).map(|(_, value)| *value)
    };
    if let Some(indent) = named("indent").and_then(|i| number(machine, i)) {
        layout.indent = Some(" ".repeat(indent.clamp(0.0, 16.0) as usize));
    }
    if let Some(flag) = named("ensure_ascii") {
        layout.ascii = machine.terms().as_bool(flag) != Some(false);
    }
    if let Some(flag) = named("sort_keys") {
        layout.sorted = machine.terms().as_bool(flag) == Some(true);
    }
    if let Some(items) = named("separators").and_then(|pair| machine.items(pair))
        && let [item, key] = items.as_slice()
        && let (Some(item), Some(key)) = (string(machine, *item), string(machine, *key))
    {
        layout.separators = (item.to_string(), key.to_string());
    }
    if let Some(default) = named("default").filter(|&default| machine.is_function(default)) {
        machine.applied(default);
    }
    layout.adapts = named("default").is_some() || named("cls").is_some();
    // What the hook makes of an object is not looked at.
    if layout.adapts && json::needs_hook(machine, value, 0) {
        return Ok(machine.frozen_pure("json.dumps", &[value]));
    }
    json::text(machine, value, &layout)
}

/// Whether what `json.loads` is told by name shows in no more than the type of numbers that are
/// not known, or are as a run has them: a fraction that is known is no float as a Decimal.
fn parses_as_usual(machine: &mut Machine<'_>, text: Term, call: &Call) -> bool {
    let text = machine.resolve(text);
    let open = !matches!(machine.view(text), Node::String(_) | Node::Apply(Operator::Ite, _));
    call.named.iter().all(|(name, parser)| {
        let parser = machine.resolve(*parser);
        let parser = Path::of(machine.terms(), parser).map(|path| path.to_string());
        &**name == "parse_float"
            && match parser.as_deref() {
                Some("float") => true,
                Some("decimal.Decimal") => open || machine.is_concrete(),
                _ => false,
            }
    })
}

/// A copy with all that is in it; what is in it twice is so in the copy.
fn deeply_copied(machine: &mut Machine<'_>, value: Term, done: &mut Vec<(Term, Term)>) -> Term {
    let value = machine.resolve(value);
    if let Some((_, copy)) = done.iter().find(|(of, _)| *of == value) {
        return *copy;
    }
    let Some(object) = machine.object(value).cloned() else { return copied(machine, value) };
    let is_data = match &object.body {
        Body::List(_) => true,
        Body::Record(record) => {
            matches!(record.flavour, Flavour::Plain | Flavour::Instance | Flavour::Set)
        }
        Body::Promise(_) => false,
    };
    if !is_data || machine.is_external(value) {
        return copied(machine, value);
    }
    let copy = machine.allocate(object.body.clone());
    done.push((value, copy));
    let inside: Vec<Term> = match &object.body {
        Body::List(list) => list.segments.iter().filter_map(Segment::item).collect(),
        Body::Record(record) => record.fields.values().map(|field| field.value).collect(),
        Body::Promise(_) => Vec::new(),
    };
    let copies: Vec<(Term, Term)> =
        inside.into_iter().map(|it| (it, deeply_copied(machine, it, done))).collect();
    let copied = |of: Term| copies.iter().find(|(it, _)| *it == of).map_or(of, |(_, copy)| *copy);
    if let Some(list) = machine.list_mut(copy) {
        for segment in &mut list.segments {
            if let Segment::Item(field) = segment {
                field.value = copied(field.value);
            }
        }
    } else if let Some(record) = machine.record_mut(copy) {
        for field in record.fields.values_mut() {
            field.value = copied(field.value);
        }
    }
    copy
}

fn copied(machine: &mut Machine<'_>, value: Term) -> Term {
    let value = machine.resolve(value);
    match machine.record(value).map(|record| record.flavour.clone()) {
        Some(Flavour::Plain) | None => {
            let frozen = machine.freeze(value);
            machine.thaw(frozen)
        }
        Some(_) => match machine.record(value).cloned() {
            Some(record) => machine.allocate(Body::Record(record)),
            None => value,
        },
    }
}
