"""Update expressions, evaluated here. A transaction returns no values, so the reply of a
write in one is computed from the item before it, which the transaction requires to be
unchanged. All operands refer to the item as it was before."""

from __future__ import annotations

import copy
import re
from typing import Any, List, NamedTuple, Optional, Set, Tuple

from . import forms
from .client import not_supported

_TOKEN = re.compile(r"\s*(?:([#:]?[A-Za-z_][\w-]*|[#:][\w-]+|\d+|[.\[\](),=+-]))")
_VERBS = ("SET", "REMOVE", "ADD", "DELETE")


class Operand(NamedTuple):
    """A value by name, a path, or a function of two operands."""

    value: Optional[str] = None
    path: Optional[list] = None
    call: str = ""
    left: Any = None
    right: Any = None


class Action(NamedTuple):
    """One action; paths are lists of names and indices."""

    verb: str
    path: list
    value: Any  # an operand; None for REMOVE


class _Reader:
    def __init__(self, text: str, names: dict):
        self.text, self.names, self.at, self.tokens = text, names, 0, []
        position = 0
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if not match:
                raise self.unreadable()
            self.tokens.append(match.group(1))
            position = match.end()

    def unreadable(self) -> Exception:
        return not_supported(f"this update expression is not supported: {self.text}")

    def peek(self, ahead: int = 0) -> str:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else ""

    def next(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def expect(self, token: str) -> None:
        if self.next() != token:
            raise self.unreadable()

    def name(self) -> str:
        token = self.next()
        if not token or token[0] in ":.[](),=+-":
            raise self.unreadable()
        return self.names.get(token, token) if token.startswith("#") else token

    def path(self) -> list:
        steps: List[Any] = [self.name()]
        while self.peek() in (".", "["):
            if self.next() == ".":
                steps.append(self.name())
            else:
                index = self.next()
                if not index.isdigit():
                    raise self.unreadable()
                steps.append(int(index))
                self.expect("]")
        return steps

    def operand(self) -> Operand:
        if self.peek().startswith(":"):
            return Operand(value=self.next())
        if self.peek() == "(":
            self.next()
            inner = self.sum()
            self.expect(")")
            return inner
        if self.peek(1) != "(":
            return Operand(path=self.path())
        call = self.next().lower()
        self.next()
        left = Operand(path=self.path()) if call == "if_not_exists" else self.operand()
        self.expect(",")
        right = self.operand()
        self.expect(")")
        return Operand(call=call, left=left, right=right)

    def sum(self) -> Operand:
        left = self.operand()
        if self.peek() not in ("+", "-"):
            return left
        return Operand(call=self.next(), left=left, right=self.operand())

    def action(self, verb: str) -> Action:
        path = self.path()
        if verb == "SET":
            self.expect("=")
            return Action(verb, path, self.sum())
        return Action(verb, path, None if verb == "REMOVE" else self.operand())

    def actions(self) -> List[Action]:
        found = []
        while self.at < len(self.tokens):
            verb = self.next().upper()
            if verb not in _VERBS:
                raise self.unreadable()
            found.append(self.action(verb))
            while self.peek() == ",":
                self.next()
                found.append(self.action(verb))
        return found


def parse(text: str, names: dict) -> List[Action]:
    """Reads an update expression."""
    return _Reader(text, names).actions()


def attributes_of(actions: List[Action]) -> Tuple[Set[str], Set[str]]:
    """The names of the attributes that the actions change, and of those that they read."""
    operands: Set[str] = set()

    def visit(operand: Optional[Operand]) -> None:
        if operand is None:
            return
        if operand.path:
            operands.add(operand.path[0])
        visit(operand.left)
        visit(operand.right)

    for action in actions:
        visit(action.value)
    return {action.path[0] for action in actions}, operands


def applied(actions: List[Action], before: dict, values: dict, document: bool) -> dict:
    """The item after the actions."""
    form = forms.NATIVE if document else forms.ATTRIBUTE_VALUES
    item = copy.deepcopy(before)

    def at(root: dict, path: list) -> Any:
        value: Any = form.root(root)
        for step in path:
            inside = form.inside(value)
            known = step in inside if isinstance(inside, dict) else isinstance(inside, list) and step < len(inside)
            if not known:
                return None
            value = inside[step]
        return value

    def evaluate(operand: Operand) -> Any:
        if operand.value is not None:
            return values[operand.value]
        if operand.path is not None:
            return at(before, operand.path)
        if operand.call == "if_not_exists":
            known = at(before, operand.left.path)
            return evaluate(operand.right) if known is None else known
        return form.functions[operand.call](evaluate(operand.left), evaluate(operand.right))

    removals = []
    for verb, path, value in actions:
        holder = form.inside(at(item, path[:-1]))
        last = path[-1]
        if verb == "REMOVE":
            removals.append((holder, last))
        elif verb == "SET":
            _assign(holder, last, copy.deepcopy(evaluate(value)))
        else:
            changed = form.functions[verb](at(before, path), evaluate(value))
            if changed is None:
                holder.pop(last, None)
            else:
                holder[last] = changed
    # From the end, so that indices stay what they were.
    for holder, last in sorted(removals, key=lambda removal: -removal[1] if isinstance(removal[1], int) else 0):
        if isinstance(holder, list):
            del holder[last : last + 1]
        else:
            holder.pop(last, None)
    return item


# A position behind the end of a list means its end.
def _assign(holder: Any, last: Any, value: Any) -> None:
    if isinstance(holder, list) and last >= len(holder):
        holder.append(value)
    else:
        holder[last] = value
