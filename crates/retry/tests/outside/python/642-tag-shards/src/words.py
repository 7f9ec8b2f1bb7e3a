import re

STOP = frozenset({"the", "and", "of", "a", "to", "in"})


class Word:
    """A word without its case."""

    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return isinstance(other, Word) and self.text.lower() == other.text.lower()

    def __hash__(self):
        return hash(self.text.lower())

    def __str__(self):
        return self.text.lower()


def words(text):
    return {Word(w) for w in re.findall(r"[A-Za-z]+", text) if w.lower() not in STOP}
