"""Hides secrets. A rule is a name (of a member, header, parameter or variable, in any
case) or a pattern between slashes that is matched against texts.

What stands under a secret name is hidden where it stands, and then everywhere else it
appears in the same invocation."""

import base64
import json
import re
import urllib.parse

HIDDEN = "[redacted]"
# Shorter secrets are hidden where they are named, but not searched for: every "a" in a
# recording would go.
SHORTEST_TO_SEARCH = 4


class Rules:
    """Rules as written in the settings: names, and `/patterns/`."""

    def __init__(self, written):
        self.names, self.patterns = set(), []
        for rule in written:
            pattern = re.fullmatch(r"/(.*)/", rule, re.DOTALL)
            if pattern:
                self.patterns.append(re.compile(pattern.group(1)))
            else:
                self.names.add(rule.lower())
        names = "|".join(re.escape(name) for name in sorted(self.names))
        self.assignment = re.compile(rf"(^|[?&;\s])({names})=([^&;\s]*)", re.IGNORECASE) if names else None


class Redaction:
    """What one invocation hides; it remembers the secrets that it has seen."""

    def __init__(self, rules):
        self._rules, self._secrets = rules, set()

    def hides(self, name):
        """Whether what stands under this name is secret."""
        return isinstance(name, str) and name.lower() in self._rules.names

    def hide(self, value):
        """Takes note of a secret and gives what is shown instead."""
        self._remember(value, 0)
        return HIDDEN

    def _remember(self, value, depth):
        if isinstance(value, (bytes, bytearray)):
            value = bytes(value).decode("utf-8", "replace")
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            secret = str(value)
            if secret != HIDDEN and len(secret) >= SHORTEST_TO_SEARCH:
                self._secrets.add(secret)
        elif depth < 16 and isinstance(value, dict):
            for item in value.values():
                self._remember(item, depth + 1)
        elif depth < 16 and isinstance(value, (list, tuple, set)):
            for item in value:
                self._remember(item, depth + 1)

    def text(self, text):
        """A text without what the rules name: JSON inside it, assignments, patterns."""
        if self._rules.names:
            text = self._json(text)
            text = self._rules.assignment.sub(self._assignment, text)
        for pattern in self._rules.patterns:
            text = pattern.sub(lambda found: self.hide(found.group()), text)
        return text

    def _assignment(self, found):
        self._remember(urllib.parse.unquote_plus(found.group(3)), 0)
        return f"{found.group(1)}{found.group(2)}={HIDDEN}"

    def _json(self, text):
        lower = text.lower()
        if text.lstrip()[:1] not in ("{", "[", '"') or not any(name in lower for name in self._rules.names):
            return text
        try:
            parsed = json.loads(text)
        except ValueError:
            return text
        shown = self._walk(parsed)
        return json.dumps(shown) if shown != parsed else text

    def _walk(self, value):
        if isinstance(value, dict):
            return {name: self.hide(item) if self.hides(name) else self._walk(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self._walk(item) for item in value]
        return self.text(value) if isinstance(value, str) else value

    def scrub(self, serialised):
        """Serialised JSON without any secret that was seen, wherever it was copied to."""
        for secret in sorted(self._secrets, key=len, reverse=True):
            for written in _spellings(secret):
                serialised = serialised.replace(written, HIDDEN)
        return serialised


def _spellings(secret):
    escaped = json.dumps(secret)[1:-1]
    twice = json.dumps(escaped)[1:-1]
    raw = json.dumps(secret, ensure_ascii=False)[1:-1]
    return {secret, escaped, twice, raw, urllib.parse.quote(secret), urllib.parse.quote_plus(secret), *_base64(secret)}


def _base64(secret):
    """How a text stands in the base64 of bytes around it, at three possible offsets."""
    for offset in range(3):
        data = b"\0" * offset + secret.encode("utf-8", "surrogatepass")
        complete = len(data) // 3 * 4
        middle = base64.b64encode(data).decode("ascii")[4 if offset else 0 : complete]
        if len(middle) >= 8:
            yield middle
