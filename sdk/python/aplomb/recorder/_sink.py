"""Where events and recordings go: to a collector over HTTP, or into a folder. Memory is
bounded, nothing is ever raised into the application, and a collector that is down or slow
costs an invocation at most the deadline."""

import collections
import http.client
import os
import threading
import time
import urllib.parse

from aplomb.recorder import _tape

ANSWER_SECONDS = 5
# After a failure the collector is left alone for this long, so that a dead one is not
# asked by every invocation.
PAUSE_SECONDS = 1

# The real ones: hooks replace the originals.
_monotonic, _open, _replace, _makedirs = time.monotonic, open, os.replace, os.makedirs


class Nowhere:
    """Takes nothing."""

    def events(self, lines):
        """Events as NDJSON."""

    def recording(self, identity, text):
        """One recording."""

    def flush(self, seconds):
        """Waits until everything has left, or the time is over."""


class Folder(Nowhere):
    """Writes into a folder, at once: the process may be frozen next."""

    def __init__(self, directory):
        self._directory, self.dropped = directory, 0
        self._quietly(lambda: _makedirs(directory, exist_ok=True))

    def events(self, lines):
        def append():
            # In one piece: other processes append to it, too.
            with _open(os.path.join(self._directory, "events.ndjson"), "ab", buffering=0) as file:
                file.write(lines.encode("utf-8", "surrogatepass"))

        self._quietly(append)

    def recording(self, identity, text):
        safe = "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in identity)
        path = os.path.join(self._directory, f"{safe}.recording")

        def write():
            # Under its name only when it is whole.
            with _open(f"{path}.part", "w", encoding="utf-8") as file:
                file.write(text)
            _replace(f"{path}.part", path)

        self._quietly(write)

    def _quietly(self, perform):
        try:
            with _tape.apart():
                perform()
        except (OSError, ValueError):
            self.dropped += 1


class Collector(Nowhere):
    """Sends from a thread of its own."""

    def __init__(self, endpoint, token, queue_limit):
        parts = urllib.parse.urlsplit(endpoint)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"APLOMB_ENDPOINT={endpoint} is not an http or https address")
        self._parts, self._token, self._limit = parts, token, queue_limit
        self._queue, self._bytes, self.dropped = collections.deque(), 0, 0
        self._changed, self._busy, self._paused_until = threading.Condition(), False, 0.0
        self._connection = self._thread = None
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self):
        """This is a child of the process: thread, connection and queue stay with the parent."""
        self._queue.clear()
        self._changed, self._busy, self._bytes = threading.Condition(), False, 0
        self._connection = self._thread = None

    def events(self, lines):
        self._put("/v1/events", lines)

    def recording(self, identity, text):
        self._put(f"/v1/recordings/{urllib.parse.quote(identity, safe='')}", text)

    def flush(self, seconds):
        deadline = _monotonic() + seconds
        with self._changed:
            while (self._queue or self._busy) and _monotonic() >= self._paused_until:
                left = deadline - _monotonic()
                if left <= 0 or not self._changed.wait(left):
                    return

    def _put(self, path, text):
        body = text.encode("utf-8", "surrogatepass")
        with self._changed:
            self._queue.append((path, body))
            self._bytes += len(body)
            while self._bytes > self._limit and self._queue:
                self._bytes -= len(self._queue.popleft()[1])
                self.dropped += 1
            self._changed.notify_all()
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="aplomb-recorder", daemon=True)
            with _tape.apart():
                self._thread.start()

    def _run(self):
        with _tape.apart():
            while True:
                with self._changed:
                    while not self._queue or _monotonic() < self._paused_until:
                        self._changed.wait(max(0.01, self._paused_until - _monotonic()) if self._queue else None)
                    path, body = self._queue.popleft()
                    self._bytes -= len(body)
                    self._busy = True
                status = self._send(path, body)
                with self._changed:
                    self._busy = False
                    # Busy or broken: it goes again later. Refused: it would be refused again.
                    if status is None or status == 429 or status >= 500:
                        self._queue.appendleft((path, body))
                        self._bytes += len(body)
                        self._paused_until = _monotonic() + PAUSE_SECONDS
                    elif status >= 400:
                        self.dropped += 1
                    self._changed.notify_all()

    def _send(self, path, body):
        headers = {"content-type": "application/x-ndjson"}
        if self._token:
            headers["authorization"] = f"Bearer {self._token}"
        try:
            if self._connection is None:
                kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
                self._connection = kind(self._parts.hostname, self._parts.port, timeout=ANSWER_SECONDS)
            self._connection.request("POST", path, body, headers)
            response = self._connection.getresponse()
            response.read()
            return response.status
        except (OSError, http.client.HTTPException):
            if self._connection is not None:
                self._connection.close()
            self._connection = None
            return None
