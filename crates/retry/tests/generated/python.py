import ast, base64, binascii, bisect, calendar, collections, collections.abc, copy, csv, dataclasses, datetime, decimal, difflib, enum, fnmatch, fractions, functools, hashlib, heapq, hmac, html, io, ipaddress, itertools, json, math, numbers, operator, os, os.path, posixpath, re, shlex, statistics, string, struct, textwrap, types, unicodedata, urllib.parse, uuid, zlib


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Name(str, enum.Enum):
    ABC = "abc"
    A = "a"


class Perm(enum.Flag):
    R = 1
    W = 2


def enum_text(t): return str(Color.RED) + Color.BLUE.name + f"{Name.A.value}{t}"
def enum_value(n): return Color(abs(n)).value
def int_enum(n): return Level.HIGH + n if Level.LOW < n else Level(n) * 10
def flags(n): return (Perm.R | Perm.W).value + (1 if Perm.R in Perm(abs(n) % 4) else 0)
def enum_checks(n): return Color.RED is Color(1) and Color.RED != 1 and len(Color) == 2 and n in [c.value for c in Color]
def string_enum(t): return Name.ABC == t


class Animal:
    legs = 4

    def __init__(self, name="x"):
        self.name = name

    def __str__(self): return f"<{self.name}>"
    def speak(self): return "..." + self.sound()
    def sound(self): return "?"

    @classmethod
    def build(cls, name): return cls(name)

    @staticmethod
    def count(n): return n + 1

    @property
    def title(self): return self.name.title()


class Dog(Animal):
    def __init__(self, name):
        super().__init__(name + "!")
        self.tricks = 2

    def sound(self): return "woof" * self.tricks


def class_text(n): return str(Dog.build(str(n))) + f"{Animal('q')}"
def inherit_text(n): return Dog("rex").speak() + Animal("y").title * n
def static_count(n): return Animal.count(n) + Dog.legs + Dog("z").count(1)
def class_attribute(n):
    Dog.legs = n
    got = Dog.legs + Animal.legs
    del Dog.legs
    return got


def properties(n):
    class P:
        def __init__(self): self._v = 0
        @property
        def v(self): return self._v
        @v.setter
        def v(self, x): self._v = x * 2
    p = P()
    p.v = n
    p.v += 1
    return str(p.v)


def descriptor_text(a):
    class D:
        def __get__(self, obj, owner=None): return "got"
    class H:
        d = D()
    return H().d + H.d


@dataclasses.dataclass
class Point:
    x: object
    y: object = 2
    z: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True, order=True)
class Fixed:
    a: int
    b: int = 0


def dataclass_text(a, b): return repr(Point(a, b))
def dataclass_dict(n): return dataclasses.asdict(Point(n))
def dataclass_equal(n): return Point(n) == Point(n, 2) and Point(n) != Point(n, 3) and Fixed(1, n) < Fixed(2, n)


def finally_text(t):
    out = []
    try:
        out.append("t" + t)
        raise ValueError(t)
    except ValueError as e:
        out.append(str(e))
    else:
        out.append("else")
    finally:
        out.append("f")
    return "".join(out)


def nested_text(l):
    out = ""
    for x in l:
        try:
            out += str(10 // x)
        except ZeroDivisionError:
            out += "z"
            continue
        finally:
            out += "."
    return out


def raise_text(a):
    try:
        return a.upper()
    except AttributeError as e:
        return "no " + type(e).__name__


def match_text(a):
    match a:
        case None: return "none"
        case True | False: return "bool"
        case int(): return "int"
        case str() as s if s.startswith("a"): return "a-text"
        case str(): return "text"
        case []: return "empty"
        case [x]: return "one"
        case [x, *rest]: return f"many{len(rest)}"
        case {"a": v}: return f"a={v}"
        case _: return "other"


def match_value(a):
    match a:
        case 0 | 1: return 1
        case (1, y): return y
        case {"b": b, **rest}: return len(rest)
        case -1: return 2
        case "abc": return 3
        case float(): return 4
    return -1


def error_text(a):
    try:
        {}[a]
    except KeyError as e:
        return str(e)
    except TypeError:
        return "unhashable"


def closure_text(n):
    def outer(k):
        total = k
        def add(x):
            nonlocal total
            total += x
            return total
        return add
    a, b = outer(n), outer(0)
    a(1)
    return f"{a(2)} {b(5)}"


def generator_text(l):
    def g():
        for x in l:
            if x == 1: continue
            yield f"<{x}>"
        yield "end"
    return "".join(g())


class Manager:
    def __init__(self, log, swallow=False): self.log, self.swallow = log, swallow
    def __enter__(self): self.log.append("in"); return self
    def __exit__(self, kind, value, tb): self.log.append(kind.__name__ if kind else "out"); return self.swallow


def with_text(t):
    log = []
    with Manager(log, True), Manager(log) as m:
        int(t)
    return ",".join(log)


def context_order(n):
    log = []
    try:
        with Manager(log):
            with Manager(log, n > 1):
                raise KeyError(n)
    except KeyError:
        log.append("caught")
    return log


def walrus_text(t):
    out = []
    i = 0
    while (c := t[i:i + 1]) and c != "b":
        out.append(c)
        i += 1
    return "|".join(out)


def star_text(l):
    first, *middle, last = l
    return f"{first}{middle}{last}"


def loop_text(l):
    s = ""
    for i, x in enumerate(l):
        if i % 2: s += str(x)
        else: s = str(x) + s
    return s


def default_text(a=None, *, b="k"): return (a if isinstance(a, str) else "d") + b


def global_text(n):
    state = {"n": 0}
    state["n"] = n
    state.setdefault("m", "q")
    return f"{state['n']}{state['m']}{'n' in state}"


class AppError(Exception):
    code = 7
    def __init__(self, message, extra=None):
        super().__init__(message)
        self.extra = extra


class SubError(AppError, ValueError):
    code = 8


def exception_text(n):
    try:
        if n > 1: raise SubError("s", n)
        if n < 0: raise AppError("a")
        raise RuntimeError("r", n)
    except ValueError as e: return f"{e} {e.extra} {e.code} {e.args}"
    except AppError as e: return repr(e)
    except Exception as e: return str(e.args)


def reraise(n):
    try:
        try:
            raise ValueError("v")
        except ValueError as e:
            raise KeyError("k") from e
    except LookupError as e:
        return n + len(str(e.__cause__)) + (e.__context__ is e.__cause__)


def exception_group(n):
    try:
        [][n]
    except (KeyError, IndexError): return 1
    except: return 2
    else: return 3


def finally_return(n):
    try:
        if n: raise ValueError
        return 1
    except ValueError:
        return 2
    finally:
        if n == 3: return 4


def break_finally(l):
    n = 0
    for x in l:
        try:
            if x > 1: break
            n += x
        finally:
            n += 100
    return n


def while_else(l):
    i = 0
    while i < len(l):
        if l[i] == 2: break
        i += 1
    else:
        return -1
    return i


def for_else(l):
    for x in l:
        if x < 0: return x
    else:
        x = 5
    return x


def try_value(n):
    try: v = 10 / n
    except ZeroDivisionError: return 0
    else: return int(v)


def try_order(n):
    x = 1
    try:
        x = 2
        if n > 2: raise KeyError
        x = 3
    except KeyError:
        x += 10
    return x


def nonlocal_count(n):
    c = 0
    def bump():
        nonlocal c
        c += 1
        return c
    return sum([bump() for _ in range(abs(n))]) + c


def recursive(n): return 1 if n <= 1 else n * recursive(n - 1)
def kwargs_count(*a, **k): return len(a) * 10 + len(k) + k["a"]
def args_of(*a, **k): return a


class Slots:
    __slots__ = ("a",)


def slots(n):
    s = Slots()
    s.a = n
    try: s.b = 1
    except AttributeError: return s.a + 1
    return 0


class Money:
    def __init__(self, n): self.n = n
    def __add__(self, o): return Money(self.n + (o.n if isinstance(o, Money) else o))
    def __radd__(self, o): return Money(self.n + o)
    def __mul__(self, k): return Money(self.n * k)
    def __neg__(self): return Money(-self.n)
    def __eq__(self, o): return isinstance(o, Money) and self.n == o.n
    def __hash__(self): return hash(self.n)
    def __lt__(self, o): return self.n < o.n
    def __int__(self): return self.n
    def __bool__(self): return self.n != 0
    def __iadd__(self, o): self.n += 1000; return self
    def __len__(self): return 3
    def __getitem__(self, i): return i * 2
    def __contains__(self, i): return i == self.n
    def __call__(self, x): return self.n + x
    def __iter__(self): return iter([self.n, 1])


def operators(n):
    m = Money(n) + Money(1) * 2
    m = sum([m, Money(1)], 0 + Money(0)) if n else -m
    m += 5
    return int(m)


def comparisons(n): return (Money(n) == Money(n)) + (Money(n) < Money(3)) * 2 + len({Money(1), Money(1)}) * 10
def container_class(l): return len(Money(1)) + Money(2)[4] + (3 in Money(3)) + sum(Money(5))
def iterate_class(n): return sum(x for x in Money(n))
def call_class(n): return Money(n)(4)
def equality_class(n): return Money(n) == Money(n) and Money(n) in [Money(n)] and Money(n) != n
def ordered_class(a, b): return max(Money(a), Money(b)).n == max(a, b)
def hash_class(n): return {Money(n): 1}[Money(n)] == 1
def bool_class(n): return bool(Money(n)) == (n != 0)


def generator_return(l):
    def g():
        yield from l
        return 5
    def h():
        r = yield from g()
        yield r
    return list(h())[-1]


def send_generator(n):
    def g():
        x = yield 1
        yield x + 1
    it = g()
    next(it)
    return it.send(n)


def mutable_default(n, acc=[]):
    acc = acc + [n]
    return len(acc)


def aliasing(l):
    a = l
    b = l[:]
    a.append(1)
    return len(l) * 10 + len(b)


def shadow(n):
    len = n
    return len


def del_item(l):
    d = {"a": 1, "b": 2}
    del d["a"]
    del l[0]
    return len(d) * 100 + sum(l)


def slice_assign(l):
    l[1:2] = [7, 8]
    l[:0] = [5]
    del l[-1:]
    return sum(l)


def unpack(l):
    (a, b), *c = [l[:2], 3, 4]
    a, b = b, a
    return a * 100 + b * 10 + len(c)


def chained(n):
    a = b = [n]
    b.append(2)
    return len(a) + (1 < len(a) < 3)


def ternary(a): return 1 if a else 2 if a is None else 3
def short_circuit(a): return (a and 5) == 5 or (len([a]) and 9)


def comprehension_scope(n):
    x = n
    [x for x in range(3)]
    return x


class Base:
    def who(self): return 1
    def call(self): return self.who()


class Left(Base):
    def who(self): return super().who() + 10


class Right(Base):
    def who(self): return super().who() + 100


class Both(Left, Right):
    def who(self): return super().who() + 1000


def super_chain(n): return Both().call() + n
def mro(): return [c.__name__ for c in Both.__mro__]


def new_method(n):
    class One:
        made = None
        def __new__(cls, *a):
            if cls.made is None: cls.made = super().__new__(cls)
            return cls.made
        def __init__(self, n): self.n = n
    a = One(n)
    One(n + 1)
    return a.n


def getattr_class(t):
    class G:
        known = 1
        def __getattr__(self, name): return len(name)
    return G().known * 10 + getattr(G(), t or "q") + G().missing


def lru(n):
    calls = []
    @functools.lru_cache(maxsize=None)
    def f(x):
        calls.append(x)
        return x
    f(n); f(n); f(1)
    return len(calls)


def singledispatch(a):
    @functools.singledispatch
    def kind_of(a): return 0
    @kind_of.register
    def _(a: int): return 1
    @kind_of.register(str)
    def _(a): return 2
    return kind_of(a)


def csv_rows(t): return list(csv.reader(io.StringIO(t + "\nx,y")))


def string_io(l):
    f = io.StringIO()
    for t in l: f.write(t)
    print("p", file=f)
    return f.getvalue().split("\n")


def gen_pipeline(l):
    a = (x + 1 for x in l)
    b = (x * 2 for x in a if x % 2 == 0)
    return list(b) + list(a)


def gen_close(l):
    log = []
    def g():
        try:
            for x in l: yield x
        finally: log.append("closed")
    for x in g():
        if x == 2: break
    return log[:0] + [len(log) >= 0]


def zip_iterators(l):
    it = iter(l)
    return list(zip(it, it))


def shared_iterator(l):
    it = iter(l)
    a = next(it, None)
    return [a, list(it), list(it)]


def exhausted(l):
    m = map(abs, l)
    return [sum(m), sum(m), 1 in m]


def stack(l):
    s = []
    for x in l:
        if x > 1: s.append(x)
        elif s: s.pop()
    return s


def matrix(n):
    rows = [[0] * 2 for _ in range(2)]
    same = [[0] * 2] * 2
    rows[0][1] = same[0][1] = n
    return [rows, same]


def multi_key(l): return sorted(l, key=lambda t: (-len(t), t))


def bubble(l):
    for i in range(len(l)):
        for j in range(len(l) - 1 - i):
            if l[j] > l[j + 1]: l[j], l[j + 1] = l[j + 1], l[j]
    return l


def while_continue(l):
    out = []
    while l:
        x = l.pop()
        if x % 2: continue
        out.append(x)
    return out


def nested_break(l):
    out = []
    for x in l:
        for y in l:
            if y > x: break
            out.append((x, y))
    return out


def closures_in_loop(n): return [f() for f in [lambda: i for i in range(abs(n))]]
def default_closures(n): return [f() for f in [lambda i=i: i for i in range(abs(n))]]


def del_in_loop(l):
    for x in list(l):
        if x > 1: l.remove(x)
    return l


def mutate_while_iterating(l):
    for x in l:
        if len(l) < 8: l.append(x)
    return l


def decorated(n):
    log = []
    def deco(name):
        log.append(name)
        def wrap(f):
            @functools.wraps(f)
            def inner(*a): log.append(f.__name__); return f(*a) + 1
            return inner
        return wrap
    @deco("a")
    @deco("b")
    def g(x): return x
    return [g(n), g.__name__, *log]


def order_of_evaluation(n):
    log = []
    def s(x): log.append(x); return x
    {s(1): s(2)}[s(1)]
    s(3) if s(0) else s(4)
    s(5) < s(6) < s(2) < s(9)
    [s(7), s(8)][s(1)] = s(10)
    return log


def class_order(l):
    log = []
    class A:
        log.append("body")
        x = len(log)
        def __init_subclass__(cls, **k): log.append(cls.__name__)
    class B(A): pass
    return log + [A.x]


def group_by(l):
    out = {}
    for t in l: out.setdefault(len(t), []).append(t)
    return out


def nested_default(l):
    d = collections.defaultdict(lambda: collections.defaultdict(int))
    for t in l: d[len(t)][t] += 1
    return {k: dict(v) for k, v in d.items()}


def invert(d): return {str(v): k for k, v in d.items()}


def merge_deep(d):
    base = {"a": {"x": 1}, "k": 0}
    for k, v in d.items():
        if isinstance(v, dict) and isinstance(base.get(k), dict): base[k].update(v)
        else: base[k] = v
    return base


def count_words(l):
    c = {}
    for t in l: c[t] = c.get(t, 0) + 1
    return c


def platform_free(n): return (n, types.SimpleNamespace(a=n).a, hash(()) == hash(()))


def swap(a, b):
    a, b = b, a
    return a, b


def multiple_assign(n):
    a, (b, *c) = n, "xyz"
    return a, b, c


def two_results(l):
    evens, odds = [x for x in l if x % 2 == 0], [x for x in l if x % 2]
    return evens, odds


def hmac_equal(t): return hmac.compare_digest(hmac.new(b"k", t.encode(), "sha256").hexdigest(), hmac.new(b"k", t.encode(), hashlib.sha256).hexdigest())
def identity(l): return l is l and l is not l[:] and l == l[:]
def no_return(a):
    if a == "never": return 1
