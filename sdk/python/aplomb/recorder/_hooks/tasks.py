"""Work that runs side by side: in which order tasks end."""

from aplomb.recorder import _tape


def install_futures(module):
    """`module` is concurrent.futures._base."""
    for name in ("set_result", "set_exception"):
        _ends(module.Future, name)


def _ends(kind, name):
    real = getattr(kind, name)

    def end(self, given):
        tape = _tape.current()
        # Only tasks that the invocation has submitted have a name.
        if tape is None or not _tape.thread():
            return real(self, given)
        return tape.ordered(name, lambda: real(self, given))

    setattr(kind, name, end)


def install_asyncio(module):
    """`module` is asyncio.tasks. It puts what it is given into a set, whose order is chance."""
    real = module.as_completed

    def as_completed(awaitables, **named):
        if _tape.current() is None:
            return real(awaitables, **named)
        return real([module.ensure_future(awaitable) for awaitable in awaitables], **named)

    module.as_completed = as_completed
