"""Work that runs side by side: tasks of pools, and event loops."""

import collections
import threading
import zlib

from aplomb.recorder import _tape


def install_futures(module):
    """`module` is concurrent.futures._base. It puts futures into sets and sorts them by their
    addresses, which are chance: they get a number of their own."""
    kind = module.Future
    real = kind.__init__

    def init(self, *arguments, **named):
        real(self, *arguments, **named)
        name = _tape.next_future()
        if name is not None:
            self._aplomb = zlib.crc32(name.encode())

    kind.__init__ = init
    kind.__hash__ = lambda self: getattr(self, "_aplomb", None) or object.__hash__(self)

    class AcquireFutures:
        """The conditions of several futures at once, always in the same order."""

        def __init__(self, futures):
            self.futures = sorted(futures, key=lambda future: (hash(future), id(future)))

        def __enter__(self):
            for future in self.futures:
                future._condition.acquire()

        def __exit__(self, *_):
            for future in self.futures:
                future._condition.release()

    module._AcquireFutures = AcquireFutures


def install_asyncio_tasks(module):
    """`module` is asyncio.tasks. It puts what it is given into sets, too."""
    real_as_completed, real_wait = module.as_completed, module.wait

    def as_completed(awaitables, **named):
        if _tape.current() is None:
            return real_as_completed(awaitables, **named)
        return real_as_completed([module.ensure_future(awaitable) for awaitable in awaitables], **named)

    async def wait(awaitables, **named):
        if _tape.current() is None:
            return await real_wait(awaitables, **named)
        given = list(awaitables)
        done, pending = await real_wait(given, **named)
        return _InOrder(done, given), _InOrder(pending, given)

    module.as_completed, module.wait = as_completed, wait


class _InOrder(set):
    """A set whose elements come in the order in which they were given."""

    def __init__(self, elements, given):
        super().__init__(elements)
        self._given = [element for element in given if element in elements]

    def __iter__(self):
        return (element for element in self._given if element in self)

    __hash__ = None


def name_again(asyncio):
    """The package has copied the names of its modules."""
    asyncio.as_completed, asyncio.wait = asyncio.tasks.as_completed, asyncio.tasks.wait


def install_loops(module):
    """`module` is asyncio.selector_events. Where a loop stops to look at the world, the
    recording says how many callbacks of other threads it found there."""
    kind = module.BaseSelectorEventLoop
    real_init, real_call = kind.__init__, kind.call_soon_threadsafe

    def init(self, *arguments, **named):
        real_init(self, *arguments, **named)
        self._selector = _Selector(self._selector, self)

    def call_soon_threadsafe(self, callback, *arguments, context=None):
        selector = self._selector
        if not isinstance(selector, _Selector) or self._thread_id in (None, threading.get_ident()):
            return real_call(self, callback, *arguments, context=context)
        self._check_closed()
        handle = module.events.Handle(callback, arguments, self, context)
        selector.put(handle)
        self._write_to_self()
        return handle

    kind.__init__, kind.call_soon_threadsafe = init, call_soon_threadsafe


class _Selector:
    """The selector of a loop, and the callbacks that other threads have left for it."""

    def __init__(self, selector, loop):
        self._selector, self._loop, self._left = selector, loop, collections.deque()

    def put(self, handle):
        """A callback of another thread."""
        tape = _tape.current()
        if tape is None:
            self._left.append(handle)
        else:
            tape.ordered("call_soon_threadsafe", lambda: self._left.append(handle))

    def select(self, timeout=None):
        """What is ready, after `timeout` seconds at most."""
        tape, events = _tape.current(), []

        def look():
            events.extend(self._selector.select(timeout))
            return len(self._left)

        count = look() if tape is None else tape.agreed("select", look, lambda count: None)
        for _ in range(count):
            self._loop._ready.append(self._left.popleft())
        return events

    def __getattr__(self, name):
        return getattr(self._selector, name)
