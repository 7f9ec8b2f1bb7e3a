"""Hides secrets. A rule is a name (of a member, header, parameter or variable, in any
case) or a pattern between slashes that is matched against texts.

What stands under a secret name is hidden where it stands, and then everywhere else it
appears in the same invocation."""

import base64
import json
import re
import urllib.parse

HIDDEN = "[redacted]"
_HIDDEN_IN_ADDRESS = urllib.parse.quote(HIDDEN)
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
        # `name=value` in query strings, forms and headers; a value in quotes ends with them.
        value = r'"[^"]*"|(?:[^&;\s"\\]|\\(?!"))*'
        self.assignment = re.compile(rf"(^|[?&;,\s\"'])({names})=({value})", re.IGNORECASE)


class Redaction:
    """What one invocation hides; it remembers the secrets that it has seen."""

    def __init__(self, rules, inherited=None):
        """`inherited`: what the process has seen before, which every invocation hides too."""
        self._rules, self._inherited = rules, inherited
        # Each secret with all its spellings, the longest first.
        self._secrets = {}

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
                self._secrets.setdefault(secret, None)
        elif depth < 16 and isinstance(value, dict):
            for item in value.values():
                self._remember(item, depth + 1)
        elif depth < 16 and isinstance(value, (list, tuple, set)):
            for item in value:
                self._remember(item, depth + 1)

    def text(self, text):
        """A text without what the rules name: JSON inside it, assignments, patterns."""
        # A cheap first look: most texts mention no secret name at all.
        lower = text.lower()
        if any(name in lower for name in self._rules.names):
            shown = self._json(text)
            text = self._rules.assignment.sub(self._assignment, text) if shown is None else shown
        for pattern in self._rules.patterns:
            text = pattern.sub(lambda found: self.hide(found.group()), text)
        text = self.scrub(text)
        # In a replay the application puts what is shown into addresses.
        return text.replace(_HIDDEN_IN_ADDRESS, HIDDEN)

    def _assignment(self, found):
        self._remember(urllib.parse.unquote_plus(found.group(3).strip('"')), 0)
        return f"{found.group(1)}{found.group(2)}={HIDDEN}"

    def _json(self, text):
        """The text, if it is JSON, with each of its own texts shown; None, if it is not."""
        if text.lstrip()[:1] not in ("{", "[", '"'):
            return None
        try:
            parsed = json.loads(text)
        except ValueError:
            return None
        shown = self._walk(parsed)
        return json.dumps(shown) if shown != parsed else text

    def _walk(self, value):
        if isinstance(value, dict):
            return {name: self.hide(item) if self.hides(name) else self._walk(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self._walk(item) for item in value]
        return self.text(value) if isinstance(value, str) else value

    def scrub(self, text):
        """A text, also serialised JSON, without any secret that was seen, wherever it was
        copied to."""
        for secret in sorted(self._secrets, key=len, reverse=True):
            if self._secrets[secret] is None:
                self._secrets[secret] = _spellings(secret)
            for written in self._secrets[secret]:
                if written in text:
                    text = text.replace(written, HIDDEN)
        return self._inherited.scrub(text) if self._inherited else text


# How programs write a text into other texts: in JSON, in addresses, in forms.
_WRITINGS = [
    lambda text: json.dumps(text)[1:-1],
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    lambda text: _quoted(urllib.parse.quote, text),
    lambda text: _quoted(urllib.parse.quote, text, safe=""),
    lambda text: _quoted(urllib.parse.quote, text, safe=";,/?:@&=+$-_.!~*'()#"),
    lambda text: _quoted(urllib.parse.quote_plus, text),
    lambda text: re.sub("%[0-9A-F]{2}", lambda code: code.group().lower(), _quoted(urllib.parse.quote, text, safe="")),
    # As messages of errors have it.
    lambda text: repr(text)[1:-1],
]


def _quoted(quote, text, **options):
    return quote(text, errors="surrogatepass", **options)


def _spellings(secret):
    """A secret stands in a recording as such, written in one of these ways, or in one after
    the other, and in the base64 of bytes. Long before short: a short one may be a part of a
    long one."""
    once, found = {secret, *(write(secret) for write in _WRITINGS)}, set()
    for text in once:
        found |= {text, *(write(text) for write in _WRITINGS), *_base64(text)}
    return sorted(found, key=len, reverse=True)


def _base64(secret):
    """How a text stands in the base64 of bytes around it, at three possible offsets."""
    for offset in range(3):
        data = b"\0" * offset + secret.encode("utf-8", "surrogatepass")
        complete = len(data) // 3 * 4
        middle = base64.b64encode(data).decode("ascii")[4 if offset else 0 : complete]
        if len(middle) >= 8:
            yield middle
