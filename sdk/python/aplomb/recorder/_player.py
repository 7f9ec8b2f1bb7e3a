"""A tape that plays: every call is answered from the recording, and results are handed
over in the recorded order, whichever thread they are for.

Strict (the default): every thread must do exactly what was recorded, in that order; the
first difference ends the replay. Lenient, for code that was edited: calls are matched by
what they ask, differences are collected, and the replay goes on as long as there is an
answer."""

import json
import threading

from aplomb.recorder import _tape, _values

# When no thread has got any further for so long, one of them does not do what it did.
PATIENCE_SECONDS = 20


class Divergence(BaseException):
    """What the application did, and what the recording has in its place. Not an
    Exception: the application must not handle it."""

    def __init__(self, what, expected=None, actual=None, position=None):
        super().__init__(what)
        self.difference = {"what": what, "expected": expected, "actual": actual, "position": position}


class _Step:
    def __init__(self, entry, position):
        self.position, self.used = position, False
        if entry[0] == "call":
            _, self.number, self.kind, self.name, self.request, self.thread = entry
            self.value = self.failed = None
        else:
            how, self.kind, self.name, self.request, self.value, self.thread = entry
            self.number, self.failed = None, how == "throw"

    def shown(self):
        return {"kind": self.kind, "name": self.name, "request": self.request}


class Player:
    """`redaction` and `value_limit` are those of the recording: requests are compared as
    they were recorded. With `perform_unknown`, what was not recorded and takes no time is
    done for real."""

    def __init__(self, entries, redaction, value_limit, lenient=False, perform_unknown=False):
        self.differences = []
        self._redaction, self._value_limit = redaction, value_limit
        self._lenient, self._perform_unknown = lenient, perform_unknown
        steps = [_Step(entry, index) for index, entry in enumerate(entries) if entry[0] not in ("done", "fail")]
        self._steps, self._next = {}, {}
        for step in steps:
            self._steps.setdefault(step.thread, []).append(step)
        self._results = {entry[1]: entry for entry in entries if entry[0] in ("done", "fail")}
        self._order = [entry[1] for entry in entries if entry[0] in ("done", "fail")]
        self._turn, self._condition = 0, threading.Condition()

    def encode(self, value):
        return _values.encode(value, self._redaction, self._value_limit)

    def unsupported(self, reason):
        self._diverge(reason)

    def instant(self, kind, name, request, perform):
        step = self._match(kind, name, request, optional=self._perform_unknown)
        if step is None:
            with _tape.apart():
                return perform()
        value = _values.decode(step.value)
        if step.failed:
            raise value
        return value

    def call(self, kind, name, request, _perform, recorded=None):
        step = self._match(kind, name, request)
        result = self._results.get(step.number)
        if result is None:
            # The invocation was over before this call was.
            self._diverge("a call that did not end in the recording", actual=step.shown())
        self._await(step)
        value = _values.decode(result[2])
        if result[0] == "fail":
            raise value
        return value

    def ordered(self, name, perform):
        """Something that happens for real, when it is its turn."""
        step = self._match("order", name, None, optional=True)
        if step is None or self._lenient:
            return perform()
        self._await(step, perform)

    def agreed(self, name, perform, repeat):
        """Something that depends on other threads: `repeat(value)` makes it come out as it did."""
        step = self._match("order", name, None, optional=True)
        with _tape.apart():
            if step is None or self._lenient:
                return perform()
            value = _values.decode(self._results[step.number][2])
            self._await(step, lambda: repeat(value))
        return value

    def finish(self):
        """What was recorded and did not happen is a difference."""
        for steps in self._steps.values():
            for step in steps:
                if not step.used and step.kind not in ("clock", "order"):
                    self._differ("a recorded call did not happen", expected=step.shown(), position=step.position)
                    if not self._lenient:
                        return

    def _match(self, kind, name, request, optional=False):
        asked = json.loads(json.dumps(self.encode(request)))
        actual = {"kind": kind, "name": self._redaction.text(name), "request": asked}
        with self._condition:
            steps = self._steps.get(_tape.thread(), [])
            step = self._similar(steps, actual, optional) if self._lenient else self._expect(steps, actual)
            if step is not None:
                step.used = True
            return step

    def _expect(self, steps, actual):
        index = self._next.get(_tape.thread(), 0)
        if actual["kind"] == "order" and (index >= len(steps) or steps[index].kind != "order"):
            # The invocation was over before this task was.
            return None
        if index >= len(steps):
            self._diverge("a call that the recording does not have", actual=actual)
        step = steps[index]
        if step.shown() != actual:
            self._diverge("another call than the recorded one", step.shown(), actual, step.position)
        self._next[_tape.thread()] = index + 1
        return step

    def _similar(self, steps, actual, optional):
        same = [step for step in steps if (step.kind, step.name) == (actual["kind"], actual["name"])]
        unused = [step for step in same if not step.used]
        for step in unused:
            if step.request == actual["request"]:
                return step
        if optional:
            return None
        if unused:
            self._differ("a call with another request", unused[0].shown(), actual, unused[0].position)
            return unused[0]
        # More readings of the clock or of chance than were recorded: go on from the last.
        if same and same[-1].number is None:
            return same[-1]
        return self._diverge("a call that the recording does not have", actual=actual)

    def _await(self, step, perform=lambda: None):
        """Waits until all results that were handed over earlier have been; what `perform`
        does is over before the next one is."""
        position = self._order.index(step.number)
        with self._condition:
            if self._lenient:
                return
            while self._turn < position:
                turn = self._turn
                if not self._condition.wait(PATIENCE_SECONDS) and turn == self._turn:
                    missing = self._order[self._turn]
                    expected = next(s for steps in self._steps.values() for s in steps if s.number == missing)
                    self._diverge("a recorded call did not happen", expected.shown(), None, expected.position)
        perform()
        with self._condition:
            self._turn = position + 1
            self._condition.notify_all()

    def _differ(self, what, expected=None, actual=None, position=None):
        self.differences.append({"what": what, "expected": expected, "actual": actual, "position": position})

    def _diverge(self, what, expected=None, actual=None, position=None):
        self._differ(what, expected, actual, position)
        raise Divergence(what, expected, actual, position)
