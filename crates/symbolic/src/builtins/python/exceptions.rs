//! The hierarchy of built-in exceptions.

/// The class that a built-in exception extends.
pub(in crate::builtins) fn parent(name: &str) -> Option<&'static str> {
    Some(match name {
        "Exception" | "SystemExit" | "KeyboardInterrupt" | "GeneratorExit" => "BaseException",
        "ArithmeticError" | "AssertionError" | "AttributeError" | "BufferError" | "EOFError"
        | "ImportError" | "LookupError" | "MemoryError" | "NameError" | "OSError"
        | "ReferenceError" | "RuntimeError" | "StopIteration" | "StopAsyncIteration"
        | "SyntaxError" | "SystemError" | "TypeError" | "ValueError" | "Warning" => "Exception",
        "FloatingPointError" | "OverflowError" | "ZeroDivisionError" => "ArithmeticError",
        "ModuleNotFoundError" => "ImportError",
        "IndexError" | "KeyError" => "LookupError",
        "UnboundLocalError" => "NameError",
        "IOError" | "EnvironmentError" | "BlockingIOError" | "ChildProcessError"
        | "ConnectionError" | "FileExistsError" | "FileNotFoundError" | "InterruptedError"
        | "IsADirectoryError" | "NotADirectoryError" | "PermissionError" | "ProcessLookupError"
        | "TimeoutError" => "OSError",
        "BrokenPipeError"
        | "ConnectionAbortedError"
        | "ConnectionRefusedError"
        | "ConnectionResetError" => "ConnectionError",
        "NotImplementedError" | "RecursionError" => "RuntimeError",
        "IndentationError" => "SyntaxError",
        "UnicodeError" | "JSONDecodeError" => "ValueError",
        "UnicodeDecodeError" | "UnicodeEncodeError" => "UnicodeError",
        "DeprecationWarning" | "UserWarning" | "RuntimeWarning" => "Warning",
        _ => return None,
    })
}
