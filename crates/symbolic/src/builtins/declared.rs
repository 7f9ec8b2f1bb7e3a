//! Names that a language or its runtime declares, whether or not their meaning is known
//! here, and the modules that come with it. Any other name that no module declares throws where
//! it is read.

use aplomb_script::Language;

/// Whether a language declares a name for every module.
pub(super) fn is_declared(language: Language, name: &str) -> bool {
    match language {
        Language::JavaScript => JAVASCRIPT.contains(&name),
        Language::Python => PYTHON.contains(&name),
    }
}

/// Whether a module belongs to the language, so that it is always there.
pub(super) fn is_module(language: Language, name: &str) -> bool {
    match language {
        Language::JavaScript => {
            let root = name.split('/').next().unwrap_or(name);
            name.starts_with("node:") || OF_NODE.contains(&root)
        }
        Language::Python => OF_PYTHON.contains(&name.split('.').next().unwrap_or(name)),
    }
}

/// ECMAScript's globals, those of Node.js and of its modules, and what AWS Lambda adds.
#[rustfmt::skip]
const JAVASCRIPT: &[&str] = &[
    "AbortController", "AbortSignal", "AggregateError", "Array", "ArrayBuffer",
    "AsyncDisposableStack", "Atomics", "BigInt", "BigInt64Array", "BigUint64Array", "Blob",
    "Boolean", "BroadcastChannel", "Buffer", "ByteLengthQueuingStrategy", "CloseEvent",
    "CompressionStream", "CountQueuingStrategy", "Crypto", "CryptoKey", "CustomEvent",
    "DOMException", "DataView", "Date", "DecompressionStream", "DisposableStack", "Error",
    "EvalError", "Event", "EventSource", "EventTarget", "File", "FinalizationRegistry",
    "Float16Array", "Float32Array", "Float64Array", "FormData", "Function", "Headers",
    "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map",
    "Math", "MessageChannel", "MessageEvent", "MessagePort", "NaN", "Navigator", "Number",
    "Object", "Performance", "PerformanceEntry", "PerformanceMark", "PerformanceMeasure",
    "PerformanceObserver", "PerformanceObserverEntryList", "PerformanceResourceTiming",
    "Promise", "Proxy", "RangeError", "ReadableByteStreamController", "ReadableStream",
    "ReadableStreamBYOBReader", "ReadableStreamBYOBRequest",
    "ReadableStreamDefaultController", "ReadableStreamDefaultReader", "ReferenceError",
    "Reflect", "RegExp", "Request", "Response", "Set", "SharedArrayBuffer", "Storage",
    "String", "SubtleCrypto", "SuppressedError", "Symbol", "SyntaxError", "TextDecoder",
    "TextDecoderStream", "TextEncoder", "TextEncoderStream", "TransformStream",
    "TransformStreamDefaultController", "TypeError", "URIError", "URL", "URLSearchParams",
    "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef",
    "WeakSet", "WebAssembly", "WebSocket", "WritableStream",
    "WritableStreamDefaultController", "WritableStreamDefaultWriter", "__dirname",
    "__filename", "arguments", "atob", "awslambda", "btoa", "clearImmediate",
    "clearInterval", "clearTimeout", "console", "crypto", "decodeURI", "decodeURIComponent",
    "encodeURI", "encodeURIComponent", "escape", "eval", "exports", "fetch", "global",
    "globalThis", "isFinite", "isNaN", "localStorage", "module", "navigator", "parseFloat",
    "parseInt", "performance", "process", "queueMicrotask", "require", "self",
    "sessionStorage", "setImmediate", "setInterval", "setTimeout", "structuredClone",
    "undefined", "unescape", "window",
];

/// Python's built-in names, and those of every module.
#[rustfmt::skip]
const PYTHON: &[&str] = &[
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException",
    "BaseExceptionGroup", "BlockingIOError", "BrokenPipeError", "BufferError",
    "BytesWarning", "ChildProcessError", "ConnectionAbortedError", "ConnectionError",
    "ConnectionRefusedError", "ConnectionResetError", "DeprecationWarning", "EOFError",
    "Ellipsis", "EncodingWarning", "EnvironmentError", "Exception", "ExceptionGroup",
    "False", "FileExistsError", "FileNotFoundError", "FloatingPointError", "FutureWarning",
    "GeneratorExit", "IOError", "ImportError", "ImportWarning", "IndentationError",
    "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt",
    "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "None",
    "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError",
    "OverflowError", "PendingDeprecationWarning", "PermissionError", "ProcessLookupError",
    "RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning",
    "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning", "SystemError",
    "SystemExit", "TabError", "TimeoutError", "True", "TypeError", "UnboundLocalError",
    "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError",
    "UnicodeWarning", "UserWarning", "ValueError", "Warning", "WindowsError",
    "ZeroDivisionError", "__annotations__", "__build_class__", "__builtins__", "__class__",
    "__debug__", "__doc__", "__file__", "__import__", "__loader__", "__name__",
    "__package__", "__path__", "__spec__", "abs", "aiter", "all", "anext", "any", "ascii",
    "bin", "bool", "breakpoint", "bytearray", "bytes", "callable", "chr", "classmethod",
    "compile", "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod",
    "enumerate", "eval", "exec", "exit", "filter", "float", "format", "frozenset",
    "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input", "int",
    "isinstance", "issubclass", "iter", "len", "license", "list", "locals", "map", "max",
    "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print", "property",
    "quit", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted",
    "staticmethod", "str", "sum", "super", "tuple", "type", "vars", "zip",
];

/// The modules of Node.js.
#[rustfmt::skip]
const OF_NODE: &[&str] = &[
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants",
    "crypto", "dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http",
    "http2", "https", "inspector", "module", "net", "os", "path", "perf_hooks", "process",
    "punycode", "querystring", "readline", "repl", "stream", "string_decoder", "sys",
    "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi",
    "worker_threads", "zlib",
];

/// The modules of Python's library that all its versions in use have.
#[rustfmt::skip]
const OF_PYTHON: &[&str] = &[
    "abc", "argparse", "array", "ast", "asyncio", "atexit", "base64", "binascii", "bisect",
    "builtins", "bz2", "calendar", "cmath", "codecs", "collections", "colorsys",
    "concurrent", "configparser", "contextlib", "contextvars", "copy", "csv", "ctypes",
    "dataclasses", "datetime", "decimal", "difflib", "dis", "email", "encodings", "enum",
    "errno", "fcntl", "filecmp", "fnmatch", "fractions", "ftplib", "functools", "gc",
    "getopt", "getpass", "gettext", "glob", "grp", "gzip", "hashlib", "heapq", "hmac",
    "html", "http", "imaplib", "importlib", "inspect", "io", "ipaddress", "itertools",
    "json", "keyword", "linecache", "locale", "logging", "lzma", "mailbox", "marshal",
    "math", "mimetypes", "mmap", "multiprocessing", "numbers", "operator", "optparse", "os",
    "pathlib", "pickle", "pkgutil", "platform", "plistlib", "posixpath", "pprint",
    "profile", "pstats", "pwd", "queue", "quopri", "random", "re", "resource", "sched",
    "secrets", "select", "selectors", "shelve", "shlex", "shutil", "signal", "site",
    "smtplib", "socket", "socketserver", "sqlite3", "ssl", "stat", "statistics", "string",
    "struct", "subprocess", "sys", "sysconfig", "syslog", "tarfile", "tempfile", "textwrap",
    "threading", "time", "timeit", "token", "tokenize", "traceback", "tracemalloc", "types",
    "typing", "unicodedata", "unittest", "urllib", "uuid", "venv", "warnings", "wave",
    "weakref", "wsgiref", "xml", "xmlrpc", "zipfile", "zipimport", "zlib",
];
