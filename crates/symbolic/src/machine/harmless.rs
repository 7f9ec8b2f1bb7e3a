//! Functions of the languages that compute and do nothing else, by their names: whoever calls
//! nothing but these does nothing either.

/// Those of Python and of JavaScript.
const COMPUTING: [&str; 35] = [
    "abs",
    "all",
    "any",
    "bool",
    "callable",
    "dict",
    "enumerate",
    "float",
    "frozenset",
    "getattr",
    "hasattr",
    "hash",
    "int",
    "isinstance",
    "issubclass",
    "len",
    "list",
    "max",
    "min",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "sorted",
    "str",
    "sum",
    "tuple",
    "type",
    "zip",
    "Boolean",
    "Number",
    "String",
    "parseFloat",
    "parseInt",
];

/// Whether the function of this name computes and does nothing else.
pub(super) fn computes(name: &str) -> bool {
    COMPUTING.contains(&name)
}
