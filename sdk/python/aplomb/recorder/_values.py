"""Values as they are written into recordings and events: JSON, with a tag "$" for what
JSON cannot say. Encoding copies, so that what the application does to a value later does
not change what was recorded."""

import base64
import builtins
import datetime
import decimal
import hashlib
import importlib
import io
import math

TAG = "$"
DEPTH = 64

# The real classes: hooks replace the names in the module.
_datetime, _date = datetime.datetime, datetime.date


class Missing(Exception):
    """A value that the recording does not contain in full."""


def encode(value, redaction=None, limit=None):
    """A copy of `value` that JSON can carry. `redaction` hides secrets; text and bytes
    beyond `limit` are replaced by a marker with their length and digest."""
    return _Encoder(redaction, limit).copy(value, 0)


class _Encoder:
    def __init__(self, redaction, limit):
        self.redaction, self.limit, self.open = redaction, limit, set()

    def copy(self, value, depth):
        kind = type(value)
        if kind is str:
            return self.text(value)
        if value is None or kind is bool or kind is int:
            return value
        if isinstance(value, str):
            return self.text(str(value))
        if isinstance(value, int):
            return int(value)
        if isinstance(value, float):
            return float(value) if math.isfinite(value) else _tagged("number", text=repr(float(value)))
        if isinstance(value, (bytes, bytearray, memoryview)):
            return self.bytes(bytes(value))
        if isinstance(value, decimal.Decimal):
            return _tagged("decimal", text=str(value))
        if isinstance(value, _datetime):
            return _tagged("datetime", text=value.isoformat())
        if isinstance(value, _date):
            return _tagged("day", text=value.isoformat())
        if depth > DEPTH:
            return _tagged("deep")
        if id(value) in self.open:
            return _tagged("cycle")
        self.open.add(id(value))
        try:
            return self.reference(value, depth + 1)
        finally:
            self.open.discard(id(value))

    def reference(self, value, depth):
        if isinstance(value, dict):
            return self.members(value, depth)
        if isinstance(value, list):
            return [self.copy(item, depth) for item in value]
        if isinstance(value, tuple):
            return _tagged("tuple", items=[self.copy(item, depth) for item in value])
        if isinstance(value, (set, frozenset)):
            # Sets of texts are in another order in every process.
            items = sorted((self.copy(item, depth) for item in value), key=repr)
            return _tagged("set", items=items)
        if isinstance(value, BaseException):
            return self.error(value, depth)
        if hasattr(value, "read"):
            return _tagged("stream")
        if type(value).__module__ == "boto3.dynamodb.types" and isinstance(getattr(value, "value", None), (bytes, bytearray)):
            return _tagged("binary", bytes=self.bytes(bytes(value.value)))
        return _tagged("opaque", type=type(value).__name__)

    def members(self, value, depth):
        plain, result = all(isinstance(name, str) for name in value), {}
        for name, item in value.items():
            hidden = self.redaction is not None and self.redaction.hides(name)
            result[name] = self.redaction.hide(item) if hidden else self.copy(item, depth)
        if not plain or TAG in result:
            items = [[self.copy(name, depth), item] for name, item in result.items()]
            return _tagged("dict", items=items)
        return result

    def text(self, value):
        shown = self.redaction.text(value) if self.redaction else value
        return _cut(shown.encode("utf-8", "surrogatepass")) if self._too_long(len(shown)) else shown

    def bytes(self, value):
        if self.redaction:
            try:
                value = self.redaction.text(value.decode("utf-8")).encode("utf-8")
            except UnicodeDecodeError:
                pass
        if self._too_long(len(value)):
            return _cut(value)
        return _tagged("bytes", base64=base64.b64encode(value).decode("ascii"))

    def _too_long(self, length):
        return self.limit is not None and length > self.limit

    def error(self, value, depth):
        kind = type(value)
        response = getattr(value, "response", None)
        return _tagged(
            "error",
            module=kind.__module__,
            name=kind.__qualname__,
            message=self.text(str(value)),
            arguments=[self.copy(item, depth) for item in _arguments(value)],
            members={name: self.copy(item, depth) for name, item in vars(value).items()},
            # What botocore's ClientError is made of.
            response=self.copy(response, depth) if isinstance(response, dict) else None,
            operation=getattr(value, "operation_name", None),
        )


def _arguments(error):
    """What an error is made of; those of the system hide the name of the file."""
    if isinstance(error, OSError) and error.errno is not None and error.filename is not None:
        return [error.errno, error.strerror, error.filename]
    return error.args


def _tagged(tag, **members):
    return {TAG: tag, **members}


def _cut(value):
    return _tagged("cut", bytes=len(value), sha256=hashlib.sha256(value).hexdigest())


def is_cut(value):
    """Whether some part of an encoded value cannot be given back."""
    if isinstance(value, dict) and value.get(TAG) == "error":
        return False
    if isinstance(value, dict):
        return value.get(TAG) in ("cut", "deep", "cycle", "opaque") or any(map(is_cut, value.values()))
    return isinstance(value, list) and any(map(is_cut, value))


def decode(value):
    """The value that was encoded, as far as JSON and the tags can say it."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    tag = value.get(TAG)
    if tag is None:
        return {name: decode(item) for name, item in value.items()}
    decoder = _DECODERS.get(tag)
    if decoder is None:
        raise Missing(f"a value that the recording does not contain in full ({tag})")
    return decoder(value)


def _decode_error(value):
    try:
        kind = importlib.import_module(value["module"])
        for part in value["name"].split("."):
            kind = getattr(kind, part)
    except (ImportError, AttributeError):
        # Classes that botocore makes for a service, such as those of client.exceptions.
        kind = _client_error() if value["response"] is not None else None
    if value["response"] is not None and value["operation"] is not None:
        return kind(decode(value["response"]), value["operation"])
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        kind = getattr(builtins, "Exception")
    arguments = tuple(_known(item) for item in value["arguments"])
    if kind.__module__ == "builtins" and issubclass(kind, OSError):
        return kind(*arguments)
    error = kind.__new__(kind)
    error.args = arguments
    error.__dict__.update((name, _known(item)) for name, item in value["members"].items())
    return error


def _known(value):
    """What an error carries beside its message may be anything (a connection, a pool):
    what was not recorded is None."""
    return None if is_cut(value) else decode(value)


def _client_error():
    return importlib.import_module("botocore.exceptions").ClientError


_DECODERS = {
    "number": lambda value: float(value["text"]),
    "decimal": lambda value: decimal.Decimal(value["text"]),
    "bytes": lambda value: base64.b64decode(value["base64"]),
    "datetime": lambda value: datetime.datetime.fromisoformat(value["text"]),
    "day": lambda value: _date.fromisoformat(value["text"]),
    "tuple": lambda value: tuple(decode(value["items"])),
    "set": lambda value: {decode(item) for item in value["items"]},
    "dict": lambda value: {decode(name): decode(item) for name, item in value["items"]},
    "binary": lambda value: importlib.import_module("boto3.dynamodb.types").Binary(decode(value["bytes"])),
    "error": _decode_error,
    "stream": lambda value: io.BytesIO(),
}


def plain(value):
    """An encoded value as events show it: plain JSON that rules can walk through."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    tag = value.get(TAG)
    if tag is None:
        return {name: plain(item) for name, item in value.items()}
    if tag in ("tuple", "set"):
        return [plain(item) for item in value["items"]]
    if tag == "dict":
        return {str(plain(name)): plain(item) for name, item in value["items"]}
    if tag == "binary":
        return plain(value["bytes"])
    if tag == "decimal":
        number = float(value["text"])
        return int(number) if number.is_integer() else number
    if tag == "error":
        return {"name": value["name"], "message": value["message"], "response": plain(value["response"])}
    return value.get("text", value.get("base64"))
