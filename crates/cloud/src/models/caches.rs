//! Classes of packages that the language has under another name: caches in memory are maps of
//! their instance, and fields of models are those of data classes.

use aplomb_symbolic::{Call, Machine, Outcome, Path, Term};

/// Classes that are maps as far as `get`, `set`, `has` and `delete` go. When an entry leaves,
/// it is as on another instance.
const MAPS: [&str; 5] =
    ["lru-cache", "lru-cache.LRUCache", "quick-lru", "tiny-lru.lru", "@isaacs/ttlcache"];

/// Classes that are dictionaries.
const DICTIONARIES: [&str; 5] = [
    "cachetools.Cache",
    "cachetools.TTLCache",
    "cachetools.LRUCache",
    "cachetools.LFUCache",
    "cachetools.FIFOCache",
];

/// What makes a cache.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?.to_string();
    if call.constructed && MAPS.contains(&path.as_str()) {
        machine.escape_all(call);
        return Some(Ok(machine.new_map()));
    }
    if DICTIONARIES.contains(&path.as_str()) {
        machine.escape_all(call);
        return Some(Ok(machine.new_record::<&str>([])));
    }
    None
}

/// What a package calls otherwise.
pub(super) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    let path = Path::of(machine.terms(), object)?.to_string();
    matches!((path.as_str(), name), ("pydantic", "Field"))
        .then(|| machine.terms().external("dataclasses.field"))
}
