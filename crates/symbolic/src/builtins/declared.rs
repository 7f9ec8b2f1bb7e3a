//! Names that a language or its runtime declares, whether or not their meaning is known
//! here. Any other name that no module declares throws where it is read.

use aplomb_script::Language;

/// Whether a language declares a name for every module.
pub(super) fn is_declared(language: Language, name: &str) -> bool {
    match language {
        Language::JavaScript => JAVASCRIPT.contains(&name),
        Language::Python => PYTHON.contains(&name),
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
