# What is always true in Python. Each comment `true: …` is a condition; the test makes a
# handler of it that counts where the condition holds, asks Python whether it does, and
# fails if Aplomb says that the handler is safe: the count would have been taken for
# unreachable. What Aplomb does not understand may be unknown. `today safe, a defect` marks
# those that are not mended yet.

import base64
import collections
import contextlib
import copy
import dataclasses
import datetime
import enum
import functools
import itertools
import json
import math
import re
from decimal import Decimal


# true: ignores_division_by_zero()
def ignores_division_by_zero():
    try:
        return 1 / 0
    except ZeroDivisionError:
        return True


# true: floor_division_by_zero()
def floor_division_by_zero():
    try:
        1 // 0
    except ZeroDivisionError:
        return True
    return False


# true: remainder_by_zero()
def remainder_by_zero():
    total = 0
    try:
        5 % total
    except ArithmeticError:
        return True
    return False


# true: divmod_by_zero()
def divmod_by_zero():
    try:
        divmod(3, 0)
    except ZeroDivisionError:
        return True
    return False


# true: modf_by_zero()
def modf_by_zero():
    total = 7
    try:
        total /= 0
    except ZeroDivisionError:
        return total == 7
    return False


class Basket:
    def __init__(self, *things):
        self.things = list(things)

    def __len__(self):
        return len(self.things)

    def __getitem__(self, place):
        return self.things[place]


# true: not Basket()
# true: bool(Basket(1))
# true: (Basket() or 5) == 5
# true: [thing for thing in Basket(1, 2)] == [1, 2]
# true: sum(Basket(3, 4)) == 7
# true: list(Basket(1, 2)) == [1, 2]
# true: 2 in Basket(1, 2)
# true: Basket(1, 2)[1] == 2
# true: Basket(1, 2, 3)[0:2] == [1, 2]
# true: counts_basket()
def counts_basket():
    count = 0
    for _ in Basket("a", "b"):
        count += 1
    return count == 2


class Down:
    def __init__(self, start):
        self.at = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.at == 0:
            raise StopIteration
        self.at -= 1
        return self.at


# true: list(Down(2)) == [1, 0]
# true: counts_down()
def counts_down():
    seen = []
    for at in Down(3):
        seen.append(at)
    return seen == [2, 1, 0]


# true: removes_while_iterating()
def removes_while_iterating():
    numbers = [1, 2, 3, 4]
    for number in numbers:
        numbers.remove(number)
    return len(numbers) == 2


# true: appends_while_iterating()
def appends_while_iterating():
    numbers = [1]
    for number in numbers:
        if number < 4:
            numbers.append(number + 1)
    return numbers == [1, 2, 3, 4]


# true: pops_while_iterating()
def pops_while_iterating():
    numbers, rounds = [1, 2, 3, 4], 0
    for _ in numbers:
        numbers.pop()
        rounds += 1
    return rounds == 2


# true: grows_while_iterating()
def grows_while_iterating():
    names = {"a": 1}
    try:
        for name in names:
            names[name + "x"] = 1
    except RuntimeError:
        return True
    return False


# true: overwrites_while_iterating()
def overwrites_while_iterating():
    numbers, seen = [1, 2], []
    for number in numbers:
        numbers[1] = 9
        seen.append(number)
    return seen == [1, 9]


# true: 1 == True
# true: 0 == False
# true: True in [1]
# true: 1 in [True]
# true: {1: "a"}[True] == "a"
# true: {True: "a"}[1] == "a"
# true: True * 3 == 3
# true: [False, True][True] is True
# true: sum([True, False, True]) == 2
# true: True + 1 == 2
# true: -True == -1
# true: True < 2
# true: "abc"[True] == "b"
# true: 1.0 == 1
# true: {1: "a"}[1.0] == "a"
# true: (1, True) == (True, 1)
# true: [1, 0] == [True, False]
# true: {"a": 1} == {"a": True}
# true: {1, True} == {1}
# true: isinstance(True, int)
# true: not isinstance(1, bool)
# true: not isinstance(1.0, int)
# true: type(1.0) is float
# true: type(2 / 1) is float
# true: isinstance(4 // 2, int)
# true: issubclass(ValueError, Exception)
# true: issubclass(KeyError, LookupError)
# true: issubclass(bool, int)
# true: issubclass(Down, object)
# true: issubclass(ZeroDivisionError, (KeyError, ArithmeticError))
# true: not issubclass(KeyError, ValueError)
# true: 10**18 + 1 != 10**18
# true: 2**53 + 1 > 2**53
# true: 9007199254740993 == 9007199254740992 + 1
# true: 9007199254740993 % 2 == 1
# true: 12345678901234567890 % 10 == 0
# true: int("9007199254740993") - 9007199254740992 == 1
# true: str(2**64) == "18446744073709551616"
# true: 2**64 - 1 == 18446744073709551615
# true: (2**62) // 3 == 1537228672809129301
# true: 1 << 40 == 1099511627776
# true: 2**31 | 1 == 2147483649
# true: ~2**40 == -1099511627777
# true: (2**40) & (2**40) == 2**40
# true: -1 >> 1 == -1
# true: -1 & 255 == 255
# true: 99999999999 * 99999999999 == 9999999999800000000001
# true: Decimal("0.1") + Decimal("0.2") == Decimal("0.3")
# true: str(Decimal("1.0")) == "1.0"
# true: str(Decimal("1.10") + Decimal("1.10")) == "2.20"
# true: Decimal("0.1") != 0.1
# true: Decimal("10") / Decimal("4") == Decimal("2.5")
# true: Decimal("7") % Decimal("-4") == Decimal("3")
# true: Decimal("-7") % Decimal("4") == Decimal("-3")
# true: str(1.0) == "1.0"
# true: str(1e16) == "1e+16"
# true: str(10 / 5) == "2.0"
# true: f"{1.0}" == "1.0"
# true: str(0.5 + 0.5) == "1.0"
# true: str([1.0]) == "[1.0]"
# true: repr(1e-7) == "1e-07"
# true: str(float(3)) == "3.0"
# true: json.dumps(1.0) == "1.0"
# true: "%s" % 2.0 == "2.0"
# true: str(round(2.6)) == "3"
# true: str(round(2.0, 1)) == "2.0"
# true: str(7 // 2) == "3"
# true: str(7.0 // 2) == "3.0"
# true: str(2**-1) == "0.5"
# true: str(math.floor(2.5)) == "2"
# true: str(math.sqrt(4)) == "2.0"
# true: str(sum([0.5, 0.5])) == "1.0"
# true: str(float("inf")) == "inf"
# true: str(float("nan")) == "nan"
# true: json.dumps(float("nan")) == "NaN"
# true: str(-0.0) == "-0.0"
# true: "{}".format(3.0) == "3.0"
# true: str(abs(-1.0)) == "1.0"
# true: str(max(1.0, 0)) == "1.0"
# true: str(json.loads("1.0")) == "1.0"
# true: str({"a": 2.0}) == "{'a': 2.0}"
# true: never_consumed()
def never_consumed():
    seen = []

    def numbers():
        seen.append(1)
        yield 1

    numbers()
    return seen == []


# true: partly_consumed()
def partly_consumed():
    seen = []

    def numbers():
        seen.append(1)
        yield 1
        seen.append(2)
        yield 2

    for _ in numbers():
        break
    return seen == [1]


# true: interleaved()
def interleaved():
    seen = []

    def numbers():
        for number in range(2):
            seen.append(number)
            yield number

    for number in numbers():
        seen.append("x")
    return seen == [0, "x", 1, "x"]


# true: one_at_a_time()
def one_at_a_time():
    seen = []

    def numbers():
        seen.append("first")
        yield 1
        seen.append("second")

    made = numbers()
    next(made)
    return seen == ["first"]


# true: lazy_expression()
def lazy_expression():
    seen = []
    (seen.append(number) for number in [1, 2])
    return seen == []


# true: lazy_map()
def lazy_map():
    seen = []
    map(seen.append, [1, 2])
    return seen == []


# true: lazy_filter()
def lazy_filter():
    seen = []
    filter(lambda number: seen.append(number), [1, 2])
    return not seen


# true: short_any()
def short_any():
    seen = []

    def look(number):
        seen.append(number)
        return True

    any(look(number) for number in [1, 2])
    return seen == [1]


# true: consumed_once()
def consumed_once():
    numbers = (number for number in [1, 2])
    return list(numbers) == [1, 2] and list(numbers) == []


# true: mapped_once()
def mapped_once():
    numbers = map(str, [1, 2])
    list(numbers)
    return list(numbers) == []


# true: zipped_once()
def zipped_once():
    pairs = zip([1], [2])
    first = list(pairs)
    return len(first) == 1 and not list(pairs)


# true: always_truthy_generator()
def always_truthy_generator():
    return bool(number for number in [])


# true: bool(map(str, []))
# true: bool(zip([], []))
# true: bool(iter([]))
# true: bool(reversed([]))
# true: returns_from_generator()
def returns_from_generator():
    def inner():
        yield 1
        return 5

    def outer():
        got = yield from inner()
        yield got

    return list(outer()) == [1, 5]


# true: sends()
def sends():
    def echo():
        got = yield 1
        yield got * 2

    running = echo()
    next(running)
    return running.send(4) == 8


# true: finally_of_generator()
def finally_of_generator():
    seen = []

    def numbers():
        try:
            yield 1
        finally:
            seen.append("closed")

    for _ in numbers():
        pass
    return seen == ["closed"]


# true: "abcdef"[1:4] == "bcd"
# true: "abcdef"[-3:] == "def"
# true: "abcdef"[:-2] == "abcd"
# true: "abcdef"[::2] == "ace"
# true: "abcdef"[4:1:-1] == "edc"
# true: [1, 2, 3][-1] == 3
# true: [1, 2, 3][5:] == []
# true: [1, 2, 3, 4][1::2] == [2, 4]
# true: [1, 2, 3][-2:] == [2, 3]
# true: (1, 2, 3)[:2] == (1, 2)
# true: (1, 2) != [1, 2]
# true: [1, 2] != (1, 2)
# true: list(range(5, 0, -2)) == [5, 3, 1]
# true: len(range(10)) == 10
# true: 3 in range(5)
# true: range(5)[2] == 2
# true: range(0) != []
# true: not range(0)
# true: list({"b": 1, "a": 2}.values()) == [1, 2]
# true: list(dict.fromkeys(["b", "a", "b"])) == ["b", "a"]
# true: "a" in {"a": 1}.keys()
# true: 1 in {"a": 1}.values()
# true: ("a", 1) in {"a": 1}.items()
# true: {"a": 1, "b": 2} == {"b": 2, "a": 1}
# true: list(reversed({"a": 1, "b": 2})) == ["b", "a"]
# true: {"a": 1}.keys() == {"a"}
# true: {"a": 1, "b": 2}.keys() & {"a", "c"} == {"a"}
# true: live_view()
def live_view():
    known = {}
    names = known.keys()
    known["a"] = 1
    return len(names) == 1


# true: pops_last()
def pops_last():
    known = {"a": 1, "b": 2}
    return known.popitem() == ("b", 2)


# true: keeps_place()
def keeps_place():
    known = {"a": 1, "b": 2}
    known["a"] = 3
    return list(known) == ["a", "b"]


# true: moves_to_end()
def moves_to_end():
    known = {"a": 1, "b": 2}
    del known["a"]
    known["a"] = 3
    return list(known) == ["b", "a"]


# true: {1: "a"} != {"1": "a"}
# true: 1 not in {"1": "a"}
# true: {1: "a", "1": "b"}[1] == "a"
# true: len({1: "a", "1": "b"}) == 2
# true: list({1: "a"})[0] == 1
# true: json.dumps({1: 2}) == '{"1": 2}'
# true: {(1, 2): "a"}[(1, 2)] == "a"
# true: {None: 1}[None] == 1
# true: None not in {"None": 1}
# true: {1, 2} ^ {2, 3} == {1, 3}
# true: {1, 2} | {3} == {1, 2, 3}
# true: {1, 2} > {1}
# true: {1}.isdisjoint({2})
# true: not ({1} < {1})
# true: {1, 2}.issuperset([1])
# true: frozenset([1]) == {1}
# true: set("aab") == {"a", "b"}
# true: "1" not in {1}
# true: 1 not in {"1"}
# true: len({1, "1"}) == 2
# true: discards()
def discards():
    seen = {1, 2}
    seen.discard(3)
    seen.remove(1)
    return seen == {2}


# true: removes_missing()
def removes_missing():
    try:
        {1}.remove(2)
    except KeyError:
        return True
    return False


# true: sorted(["bb", "a", "cc"], key=len) == ["a", "bb", "cc"]
# true: sorted([1, 2, 3], key=lambda n: -n) == [3, 2, 1]
# true: sorted([("a", 2), ("b", 1), ("c", 2)], key=lambda p: p[1], reverse=True)[0] == ("a", 2)
# true: sorted(["B", "a"]) == ["B", "a"]
# true: sorted(["10", "9"]) == ["10", "9"]
# true: sorted([10, 9]) == [9, 10]
# true: sorted([(1, "b"), (1, "a")]) == [(1, "a"), (1, "b")]
# true: sorted({"b": 1, "a": 2}) == ["a", "b"]
# true: sorted([True, False]) == [False, True]
# true: sorts_in_place()
def sorts_in_place():
    numbers = [3, 1, 2]
    numbers.sort(reverse=True)
    return numbers == [3, 2, 1]


# true: (1, 2) < (1, 2, 0)
# true: (2,) > (1, 9)
# true: [1, "a"] < [2, 0]
# true: "Z" < "a"
# true: "10" < "9"
# true: "" < "a"
# true: 1 < 2 > 1
# true: not 1 < 3 < 2
# true: 1 == 1.0 == True
# true: 3 > 2 == 2
# true: not (1 == 2 is False)
# true: ("" or "b") == "b"
# true: ("a" and "b") == "b"
# true: ([] or {} or 0) == 0
# true: (None and 1) is None
# true: not (0 or [])
# true: (1 or undefined_name) == 1
# true: unordered()
def unordered():
    try:
        1 < "a"
    except TypeError:
        return True
    return False


# true: none_unordered()
def none_unordered():
    try:
        return None < 1
    except TypeError:
        return True


# true: indexes_none()
def indexes_none():
    nothing = None
    try:
        nothing["a"]
    except TypeError:
        return True
    return False


# true: calls_none()
def calls_none():
    nothing = None
    try:
        nothing()
    except TypeError:
        return True
    return False


# true: iterates_number()
def iterates_number():
    try:
        for _ in 5:
            pass
    except TypeError:
        return True
    return False


# true: adds_list_and_tuple()
def adds_list_and_tuple():
    try:
        [1] + (2,)
    except TypeError:
        return True
    return False


# true: adds_number_and_text()
def adds_number_and_text():
    try:
        1 + "a"
    except TypeError:
        return True
    return False


# true: adds_none()
def adds_none():
    try:
        1 + None
    except TypeError:
        return True
    return False


# true: subtracts_text()
def subtracts_text():
    try:
        "3" - 1
    except TypeError:
        return True
    return False


# true: multiplies_texts()
def multiplies_texts():
    try:
        "3" * "2"
    except TypeError:
        return True
    return False


# true: negates_text()
def negates_text():
    try:
        -"3"
    except TypeError:
        return True
    return False


# true: joins_numbers()
def joins_numbers():
    try:
        ",".join([1])
    except TypeError:
        return True
    return False


# true: lists_as_keys()
def lists_as_keys():
    try:
        {}[[1]] = 2
    except TypeError:
        return True
    return False


# true: unhashable()
def unhashable():
    try:
        {[]}
    except TypeError:
        return True
    return False


# true: too_few()
def too_few():
    try:
        a, b = [1]
    except ValueError:
        return True
    return False


# true: too_many()
def too_many():
    try:
        a, b = 1, 2, 3
    except ValueError:
        return True
    return False


# true: missing_argument()
def missing_argument():
    def needs(a):
        return a

    try:
        needs()
    except TypeError:
        return True
    return False


# true: extra_argument()
def extra_argument():
    def needs(a):
        return a

    try:
        needs(1, 2)
    except TypeError:
        return True
    return False


# true: unknown_keyword()
def unknown_keyword():
    def needs(a):
        return a

    try:
        needs(b=1)
    except TypeError:
        return True
    return False


# true: assigns_to_tuple()
def assigns_to_tuple():
    pair = (1, 2)
    try:
        pair[0] = 3
    except TypeError:
        return True
    return False


# true: assigns_to_text()
def assigns_to_text():
    text = "abc"
    try:
        text[0] = "x"
    except TypeError:
        return True
    return False


# true: assigns_behind_the_end()
def assigns_behind_the_end():
    numbers = []
    try:
        numbers[0] = 1
    except IndexError:
        return True
    return False


# true: text_behind_the_end()
def text_behind_the_end():
    try:
        "abc"[3]
    except IndexError:
        return True
    return False


# true: pops_nothing()
def pops_nothing():
    try:
        [].pop()
    except IndexError:
        return True
    return False


# true: pops_missing_key()
def pops_missing_key():
    try:
        {}.pop("a")
    except KeyError:
        return True
    return False


# true: deletes_missing_key()
def deletes_missing_key():
    try:
        del {}["a"]
    except KeyError:
        return True
    return False


# true: removes_missing_item()
def removes_missing_item():
    try:
        [1].remove(2)
    except ValueError:
        return True
    return False


# true: index_of_missing()
def index_of_missing():
    try:
        [1].index(2)
    except ValueError:
        return True
    return False


# true: index_in_text()
def index_in_text():
    try:
        "abc".index("z")
    except ValueError:
        return True
    return False


# true: largest_of_nothing()
def largest_of_nothing():
    try:
        max([])
    except ValueError:
        return True
    return False


# true: next_of_nothing()
def next_of_nothing():
    try:
        next(iter([]))
    except StopIteration:
        return True
    return False


# true: float_of_text()
def float_of_text():
    try:
        float("x")
    except ValueError:
        return True
    return False


# true: int_of_fraction()
def int_of_fraction():
    try:
        int("1.5")
    except ValueError:
        return True
    return False


# true: int_of_none()
def int_of_none():
    try:
        int(None)
    except TypeError:
        return True
    return False


# true: length_of_number()
def length_of_number():
    try:
        len(5)
    except TypeError:
        return True
    return False


# true: no_such_attribute()
def no_such_attribute():
    try:
        "abc".no_such_thing
    except AttributeError:
        return True
    return False


# true: no_such_method()
def no_such_method():
    try:
        [].push(1)
    except AttributeError:
        return True
    return False


# true: attribute_of_dictionary()
def attribute_of_dictionary():
    try:
        {"a": 1}.a
    except AttributeError:
        return True
    return False


# true: no_field()
def no_field():
    class Empty:
        pass

    try:
        Empty().field
    except AttributeError:
        return True
    return False


# true: unbound_name()
def unbound_name():
    try:
        there_is_no_such_name
    except NameError:
        return True
    return False


# true: unbound_local()
def unbound_local():
    try:
        later
        later = 1
    except UnboundLocalError:
        return True
    return False


# true: deleted_local()
def deleted_local():
    value = 1
    del value
    try:
        value
    except NameError:
        return True
    return False


# true: name_of_exception_is_gone()
def name_of_exception_is_gone():
    try:
        raise ValueError
    except ValueError as error:
        pass
    try:
        error
    except NameError:
        return True
    return False


# true: bad_json()
def bad_json():
    try:
        json.loads("{")
    except ValueError:
        return True
    return False


# true: bad_json_by_its_name()
def bad_json_by_its_name():
    try:
        json.loads("nope")
    except json.JSONDecodeError:
        return True
    return False


# true: unserializable()
def unserializable():
    try:
        json.dumps({1, 2})
    except TypeError:
        return True
    return False


# true: dumps_decimal()
def dumps_decimal():
    try:
        json.dumps(Decimal("1"))
    except TypeError:
        return True
    return False


# true: bad_base64()
def bad_base64():
    try:
        base64.b64decode("a")
    except ValueError:
        return True
    return False


# true: bad_date()
def bad_date():
    try:
        datetime.date(2021, 2, 29)
    except ValueError:
        return True
    return False


# true: bad_date_text()
def bad_date_text():
    try:
        datetime.datetime.strptime("x", "%Y")
    except ValueError:
        return True
    return False


# true: bad_enum()
def bad_enum():
    try:
        Colour(9)
    except ValueError:
        return True
    return False


# true: bad_enum_name()
def bad_enum_name():
    try:
        Colour["PINK"]
    except KeyError:
        return True
    return False


# true: frozen()
def frozen():
    point = Fixed(1)
    try:
        point.x = 2
    except dataclasses.FrozenInstanceError:
        return True
    return False


# true: abstract()
def abstract():
    import abc

    class Shape(abc.ABC):
        @abc.abstractmethod
        def area(self): ...

    try:
        Shape()
    except TypeError:
        return True
    return False


# true: negative_root()
def negative_root():
    try:
        math.sqrt(-1)
    except ValueError:
        return True
    return False


# true: bad_pattern()
def bad_pattern():
    try:
        re.compile("(")
    except re.error:
        return True
    return False


# true: no_group()
def no_group():
    try:
        re.match("a", "b").group()
    except AttributeError:
        return True
    return False


# true: endless_recursion()
def endless_recursion():
    def again():
        return again()

    try:
        again()
    except RecursionError:
        return True
    return False


# true: for_else()
def for_else():
    for number in [1, 2]:
        if number == 3:
            break
    else:
        return True
    return False


# true: while_else()
def while_else():
    number = 0
    while number < 2:
        number += 1
    else:
        return True
    return False


# true: while_else_skipped()
def while_else_skipped():
    number = 0
    while True:
        number += 1
        if number == 2:
            break
    else:
        return False
    return True


# true: try_else()
def try_else():
    seen = []
    try:
        seen.append(1)
    except ValueError:
        seen.append(2)
    else:
        seen.append(3)
    finally:
        seen.append(4)
    return seen == [1, 3, 4]


# true: finally_overrides() == "finally"
def finally_overrides():
    try:
        return "try"
    finally:
        return "finally"


# true: finally_swallows()
def finally_swallows():
    def fails():
        try:
            raise ValueError
        finally:
            return True

    return fails()


# true: finally_breaks()
def finally_breaks():
    for _ in [1]:
        try:
            raise ValueError
        finally:
            break
    return True


# true: return_was_evaluated()
def return_was_evaluated():
    def counted():
        number = 1
        try:
            return number
        finally:
            number = 2

    return counted() == 1


# true: else_is_not_covered()
def else_is_not_covered():
    try:
        try:
            pass
        except ValueError:
            return False
        else:
            raise ValueError
    except ValueError:
        return True


# true: raises_again()
def raises_again():
    try:
        try:
            raise KeyError("a")
        except LookupError:
            raise
    except KeyError as error:
        return error.args == ("a",)


# true: has_cause()
def has_cause():
    try:
        try:
            raise KeyError("a")
        except KeyError as inner:
            raise ValueError("b") from inner
    except ValueError as outer:
        return isinstance(outer.__cause__, KeyError)


# true: text_of_key_error()
def text_of_key_error():
    try:
        {}["a"]
    except KeyError as error:
        return str(error) == "'a'"


# true: first_handler_wins()
def first_handler_wins():
    try:
        {}["a"]
    except LookupError:
        return True
    except KeyError:
        return False


# true: os_errors_are_one()
def os_errors_are_one():
    try:
        raise IOError("x")
    except OSError:
        return True


# true: timeouts_are_os_errors()
def timeouts_are_os_errors():
    try:
        raise TimeoutError
    except OSError:
        return True


# true: exit_is_no_exception()
def exit_is_no_exception():
    try:
        try:
            raise SystemExit
        except Exception:
            return False
    except BaseException:
        return True


# true: swallowed()
def swallowed():
    class Quiet:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, trace):
            return True

    with Quiet():
        raise ValueError
    return True


# true: suppressed()
def suppressed():
    with contextlib.suppress(KeyError):
        {}["a"]
        return False
    return True


# true: managed()
def managed():
    seen = []

    @contextlib.contextmanager
    def manager():
        seen.append("in")
        yield 5
        seen.append("out")

    with manager() as value:
        seen.append(value)
    return seen == ["in", 5, "out"]


# true: asserted()
def asserted():
    try:
        assert 1 > 2, "no"
    except AssertionError as error:
        return str(error) == "no"


# true: counts_calls()
def counts_calls():
    count = 0

    def more():
        nonlocal count
        count += 1
        return count

    more()
    return more() == 2


# true: late_binding()
def late_binding():
    made = [lambda: number for number in range(3)]
    return made[0]() == 2


# true: early_binding()
def early_binding():
    made = [lambda number=number: number for number in range(3)]
    return made[0]() == 0


# true: late_loop()
def late_loop():
    made = []
    for number in range(3):
        def show():
            return number

        made.append(show)
    return made[0]() == 2


# true: shared_default()
def shared_default():
    def collect(item, into=[]):
        into.append(item)
        return into

    collect(1)
    return collect(2) == [1, 2]


# true: default_is_evaluated_once()
def default_is_evaluated_once():
    value = 1

    def show(shown=value):
        return shown

    value = 2
    return show() == 1


# true: loop_variable_stays()
def loop_variable_stays():
    for number in [1, 2]:
        pass
    return number == 2


# true: comprehension_has_its_own()
def comprehension_has_its_own():
    number = 5
    [number for number in [1, 2]]
    return number == 5


# true: walrus_leaks()
def walrus_leaks():
    [last := number for number in [1, 2]]
    return last == 2


# true: walrus_in_while()
def walrus_in_while():
    rest, seen = [1, 2, 3], []
    while rest and (first := rest.pop(0)) < 3:
        seen.append(first)
    return seen == [1, 2]


total_of_module = 1


# true: changes_global()
def changes_global():
    global total_of_module
    total_of_module = 7
    return read_global() == 7


def read_global():
    return total_of_module


# true: spread(1, *[2, 3], d=4, **{"e": 5}) == 15
def spread(a, b, *rest, d, **more):
    return a + b + sum(rest) + d + sum(more.values())


# true: keyword_only()
def keyword_only():
    def only(*, a=1):
        return a

    try:
        only(2)
    except TypeError:
        return only(a=3) == 3
    return False


# true: positional_only()
def positional_only():
    def only(a, /, **rest):
        return (a, rest)

    return only(1, a=2) == (1, {"a": 2})


# true: arguments_are_a_tuple()
def arguments_are_a_tuple():
    def take(*rest):
        return rest

    return take(1, 2) == (1, 2) and take() == ()


# true: star_in_the_middle()
def star_in_the_middle():
    first, *middle, last = [1, 2, 3, 4]
    return middle == [2, 3] and last == 4


# true: nested_unpacking()
def nested_unpacking():
    (a, (b, c)), d = (1, (2, 3)), 4
    return a + b + c + d == 10


# true: swap()
def swap():
    a, b = 1, 2
    a, b = b, a
    return (a, b) == (2, 1)


# true: chained_assignment()
def chained_assignment():
    a = b = []
    a.append(1)
    return b == [1]


# true: in_place_addition()
def in_place_addition():
    a = [1]
    b = a
    a += [2]
    return b == [1, 2]


# true: new_list_by_addition()
def new_list_by_addition():
    a = [1]
    b = a
    a = a + [2]
    return b == [1]


# true: in_place_union()
def in_place_union():
    a = {1}
    b = a
    a |= {2}
    return b == {1, 2}


# true: in_place_dictionary()
def in_place_dictionary():
    a = {"x": 1}
    b = a
    a |= {"y": 2}
    return "y" in b


# true: shallow_copy()
def shallow_copy():
    a = [[1]]
    b = a.copy()
    b[0].append(2)
    return a == [[1, 2]]


# true: deep_copy()
def deep_copy():
    a = [[1]]
    b = copy.deepcopy(a)
    b[0].append(2)
    return a == [[1]]


# true: deletes_slice()
def deletes_slice():
    numbers = [1, 2, 3, 4]
    del numbers[1:3]
    return numbers == [1, 4]


# true: inserts()
def inserts():
    numbers = [1, 3]
    numbers.insert(1, 2)
    numbers.insert(-1, 9)
    return numbers == [1, 2, 9, 3]


# true: pops_middle()
def pops_middle():
    numbers = [1, 2, 3]
    return numbers.pop(0) == 1 and numbers.pop(-2) == 2


class Animal:
    legs = 4
    names = []

    def __init__(self, name="x"):
        self.name = name

    @property
    def loud(self):
        return self.name.upper()

    @loud.setter
    def loud(self, value):
        self.name = value.lower()

    @classmethod
    def make(cls, name):
        return cls(name)

    @staticmethod
    def add(a, b):
        return a + b

    def __eq__(self, other):
        return isinstance(other, Animal) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __lt__(self, other):
        return self.name < other.name

    def __add__(self, other):
        return Animal(self.name + other.name)

    def __str__(self):
        return "<" + self.name + ">"

    def __repr__(self):
        return "Animal"

    def __contains__(self, letter):
        return letter in self.name

    def __call__(self, number):
        return number + 1

    def __format__(self, specification):
        return specification + "!"

    def __int__(self):
        return 42

    def __neg__(self):
        return "minus"

    def __rmul__(self, other):
        return "right"

    def speak(self):
        return "animal"


class Bird(Animal):
    legs = 2

    def speak(self):
        return super().speak() + " bird"


# true: Animal("a") == Animal("a")
# true: Animal("a") != Animal("b")
# true: Animal("a") in [Animal("a")]
# true: len({Animal("a"), Animal("a")}) == 1
# true: sorted([Animal("b"), Animal("a")])[0].name == "a"
# true: min(Animal("b"), Animal("a")).name == "a"
# true: (Animal("a") + Animal("b")).name == "ab"
# true: str(Animal("a")) == "<a>"
# true: f"{Animal('a')}" == "!"
# true: f"{Animal('a'):xy}" == "xy!"
# true: repr([Animal("a")]) == "[Animal]"
# true: "a" in Animal("cat")
# true: Animal("a")(1) == 2
# true: int(Animal("a")) == 42
# true: -Animal("a") == "minus"
# true: 3 * Animal("a") == "right"
# true: Bird("b").legs == 2 and Animal.legs == 4
# true: Bird.make("b").speak() == "animal bird"
# true: isinstance(Bird.make("b"), Bird)
# true: Animal.add(1, 2) == 3
# true: Animal("a").loud == "A"
# true: issubclass(Bird, Animal)
# true: type(Bird()) is Bird and type(Bird()) is not Animal
# true: Bird.__name__ == "Bird"
# true: Animal("a") > Animal("A")
# true: sets_property()
def sets_property():
    animal = Animal()
    animal.loud = "CAT"
    return animal.name == "cat"


# true: shadows_class_attribute()
def shadows_class_attribute():
    animal = Animal()
    animal.legs = 3
    return Animal.legs == 4 and animal.legs == 3


# true: shares_class_attribute()
def shares_class_attribute():
    first, second = Animal(), Animal()
    Animal.legs = 5
    seen = first.legs == 5 and second.legs == 5
    Animal.legs = 4
    return seen


# true: diamond()
def diamond():
    class A:
        def who(self):
            return "A"

    class B(A):
        def who(self):
            return "B" + super().who()

    class C(A):
        def who(self):
            return "C" + super().who()

    class D(B, C):
        pass

    return D().who() == "BCA"


# true: identity()
def identity():
    class Thing:
        pass

    return Thing() != Thing()


# true: only_equal()
def only_equal():
    class Same:
        def __eq__(self, other):
            return True

    return not (Same() != 1) and Same() is not Same()


# true: set_item()
def set_item():
    class Box:
        def __init__(self):
            self.inside = {}

        def __setitem__(self, key, value):
            self.inside[key] = value * 2

        def __delitem__(self, key):
            self.inside.clear()

    box = Box()
    box["a"] = 2
    kept = box.inside == {"a": 4}
    del box["a"]
    return kept and not box.inside


# true: sub_dictionary()
def sub_dictionary():
    class Known(dict):
        def __missing__(self, key):
            return key * 2

    return Known()["a"] == "aa"


# true: sub_list()
def sub_list():
    class Stack(list):
        def peek(self):
            return self[-1]

    return Stack([1, 2]).peek() == 2


# true: private_names()
def private_names():
    class Safe:
        def __init__(self):
            self.__secret = 1

        def show(self):
            return self.__secret

    return Safe().show() == 1 and not hasattr(Safe(), "__secret")


# true: new_decides()
def new_decides():
    class Single:
        made = None

        def __new__(cls):
            if cls.made is None:
                cls.made = super().__new__(cls)
            return cls.made

    return Single() is Single()


# true: init_subclass()
def init_subclass():
    seen = []

    class Base:
        def __init_subclass__(cls):
            seen.append(1)

    class Child(Base):
        pass

    return seen == [1]


# true: descriptor()
def descriptor():
    class Ten:
        def __get__(self, instance, owner):
            return 10

    class Holder:
        ten = Ten()

    return Holder().ten == 10


# true: set_attribute_hook()
def set_attribute_hook():
    class Loud:
        def __setattr__(self, name, value):
            object.__setattr__(self, name, value + 1)

    loud = Loud()
    loud.x = 1
    return loud.x == 2


# true: decorated() == 6
def twice(function):
    @functools.wraps(function)
    def inner(*arguments):
        return 2 * function(*arguments)

    return inner


@twice
def decorated():
    return 3


# true: cached()
def cached():
    count = []

    @functools.lru_cache
    def slow(number):
        count.append(number)
        return number

    slow(1)
    slow(1)
    return count == [1]


@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = 2
    tags: list = dataclasses.field(default_factory=list, compare=False)

    def __post_init__(self):
        self.sum = self.x + self.y


@dataclasses.dataclass(frozen=True)
class Fixed:
    x: int


class Colour(enum.Enum):
    RED = 1
    BLUE = 2
    CRIMSON = 1


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Kind(str, enum.Enum):
    NEW = "new"


Pair = collections.namedtuple("Pair", ["a", "b"])


# true: Point(1) == Point(1, 2)
# true: Point(1) < Point(2)
# true: Point(1).sum == 3
# true: Point(1).tags is not Point(1).tags
# true: dataclasses.asdict(Point(1))["y"] == 2
# true: dataclasses.replace(Point(1), y=5).y == 5
# true: repr(Fixed(1)) == "Fixed(x=1)"
# true: Fixed(1) in {Fixed(1)}
# true: Point(1) != (1, 2)
# true: Colour.RED is Colour.CRIMSON
# true: Colour(2) is Colour.BLUE
# true: Colour["RED"].value == 1
# true: Colour.RED != 1
# true: Colour.RED.name == "RED"
# true: len(Colour) == 2
# true: [colour.name for colour in Colour] == ["RED", "BLUE"]
# true: str(Colour.RED) == "Colour.RED"
# true: Level.LOW < Level.HIGH
# true: Level.LOW == 1
# true: Kind.NEW == "new"
# true: Pair(1, 2) == (1, 2)
# true: Pair(1, 2).b == 2 and Pair(1, 2)[0] == 1
# true: Pair(1, 2)._replace(a=3) == (3, 2)
# true: Pair(b=1, a=2)._asdict() == {"a": 2, "b": 1}
# true: None is None and not (None is False)
# true: (True is True) and (1 is not True)
# true: [] == [] and [] is not []
# true: None != 0 and None != ""
# true: None != False
# true: not None == 0
# true: "a-b-c".rsplit("-", 1) == ["a-b", "c"]
# true: "a-b-c".split("-", 1) == ["a", "b-c"]
# true: "abc".center(7, "*") == "**abc**"
# true: "7".zfill(3) == "007"
# true: "-7".zfill(4) == "-007"
# true: "aXbX".count("X") == 2
# true: "hello world".capitalize() == "Hello world"
# true: "abc".upper().swapcase() == "abc"
# true: "a\tb".expandtabs(4) == "a   b"
# true: "xxabxx".strip("x") == "ab"
# true: "abcab".rfind("ab") == 3
# true: "a\nb\n".splitlines() == ["a", "b"]
# true: "prefix-x".removeprefix("prefix-") == "x"
# true: "ab".ljust(4, ".") == "ab.."
# true: "abc".translate(str.maketrans("a", "z")) == "zbc"
# true: "aaa".replace("a", "b", 2) == "bba"
# true: "ß".casefold() == "ss"
# true: " \t\n".isspace()
# true: not "".isdigit()
# true: "Ab1".isalnum()
# true: "a b  c".split() == ["a", "b", "c"]
# true: "a b  c".split(" ") == ["a", "b", "", "c"]
# true: "é".encode() == b"\xc3\xa9"
# true: len("é".encode()) == 2
# true: len("😀") == 1
# true: b"abc"[0] == 97
# true: list(b"ab") == [97, 98]
# true: b"abc"[0:1] == b"a"
# true: b"a" != "a"
# true: b"a" + b"b" == b"ab"
# true: "a".encode("utf-8").hex() == "61"
# true: str(b"a") == "b'a'"
# true: bytes(2) == b"\x00\x00"
# true: f"{5:>3}" == "  5"
# true: f"{'a':<3}|" == "a  |"
# true: f"{'a':>3}" == "  a"
# true: f"{5:^5}" == "  5  "
# true: f"{1234567:,}" == "1,234,567"
# true: f"{0.256:.1%}" == "25.6%"
# true: f"{255:x}" == "ff" and f"{255:#X}" == "0XFF"
# true: f"{5:b}" == "101"
# true: f"{5:+d}" == "+5"
# true: f"{-5:06d}" == "-00005"
# true: f"{'a'!r}" == "'a'"
# true: f"{3!s:>3}" == "  3"
# true: f"{2.5:g}" == "2.5"
# true: f"{1e10:e}" == "1.000000e+10"
# true: f"{True}" == "True"
# true: f"{True:d}" == "1"
# true: f"{None}" == "None"
# true: f"{1 + 1=}" == "1 + 1=2"
# true: "{0}{1}{0}".format("a", "b") == "aba"
# true: "{a[x]}".format(a={"x": 1}) == "1"
# true: "%05.1f" % 2.25 == "002.2"
# true: "%(a)s" % {"a": 1} == "1"
# true: "%x" % 255 == "ff"
# true: "%r" % "a" == "'a'"
# true: "%5s|" % "ab" == "   ab|"
# true: "%%" % () == "%"
# true: -7 % -3 == -1
# true: 7 % -3 == -2
# true: -7.5 % 2 == 0.5
# true: 7 // -2 == -4
# true: -7 // -2 == 3
# true: divmod(-7, 2) == (-4, 1)
# true: -2**2 == -4
# true: 2**3**2 == 512
# true: round(1.5) == 2 and round(3.5) == 4
# true: round(-2.5) == -2
# true: round(2.675, 2) == 2.67
# true: round(1250, -2) == 1200
# true: int(2.9) == 2 and int(-2.9) == -2
# true: int(" 12 ") == 12
# true: int("0x1f", 16) == 31
# true: int("-101", 2) == -5
# true: float("1e3") == 1000
# true: 1e308 * 10 == float("inf")
# true: 0.1 + 0.2 != 0.3
# true: math.isclose(0.1 + 0.2, 0.3)
# true: math.ceil(1.2) == 2 and math.trunc(-1.7) == -1
# true: math.gcd(12, 18) == 6
# true: 5 & 6 == 4 and 5 | 6 == 7 and 5 ^ 6 == 3
# true: list(zip([1, 2, 3], "ab")) == [(1, "a"), (2, "b")]
# true: list(enumerate("ab", 1)) == [(1, "a"), (2, "b")]
# true: list(map(lambda a, b: a + b, [1, 2], [3, 4])) == [4, 6]
# true: list(filter(lambda n: n % 2, [1, 2, 3])) == [1, 3]
# true: any([]) is False and all([0]) is False
# true: max([], default=7) == 7
# true: max("a", "bb", key=len) == "bb"
# true: max({"a": 1, "b": 3}, key={"a": 1, "b": 3}.get) == "b"
# true: min([3, 1, 2], key=lambda n: -n) == 3
# true: sum([[1], [2]], []) == [1, 2]
# true: sum([1, 2], 10) == 13
# true: list(itertools.islice(itertools.count(5), 2)) == [5, 6]
# true: [k for k, g in itertools.groupby("aab")] == ["a", "b"]
# true: list(itertools.accumulate([1, 2, 3])) == [1, 3, 6]
# true: list(itertools.product([1, 2], "a")) == [(1, "a"), (2, "a")]
# true: list(itertools.combinations([1, 2, 3], 2))[1] == (1, 3)
# true: list(itertools.takewhile(lambda n: n < 2, [1, 2, 1])) == [1]
# true: list(itertools.zip_longest([1], [2, 3]))[1] == (None, 3)
# true: functools.reduce(lambda a, b: a * b, [2, 3], 4) == 24
# true: functools.partial(int, base=2)("11") == 3
# true: collections.Counter("abca").most_common(1) == [("a", 2)]
# true: collections.Counter("ab")["z"] == 0
# true: collections.Counter("aab") - collections.Counter("a") == {"a": 1, "b": 1}
# true: collections.deque([1, 2, 3], maxlen=2)[0] == 2
# true: rotates()
def rotates():
    queue = collections.deque([1, 2, 3])
    queue.rotate(1)
    queue.appendleft(0)
    return list(queue) == [0, 3, 1, 2]


# true: defaults_are_made()
def defaults_are_made():
    groups = collections.defaultdict(list)
    groups["a"].append(1)
    groups["b"]
    return len(groups) == 2 and groups.get("z") is None


# true: counts_defaults()
def counts_defaults():
    counts = collections.defaultdict(int)
    for letter in "aab":
        counts[letter] += 1
    return dict(counts) == {"a": 2, "b": 1}


# true: ordered_by_order()
def ordered_by_order():
    first = collections.OrderedDict([("a", 1), ("b", 2)])
    second = collections.OrderedDict([("b", 2), ("a", 1)])
    return first != second


# true: moved_to_end()
def moved_to_end():
    known = collections.OrderedDict([("a", 1), ("b", 2)])
    known.move_to_end("a")
    return list(known) == ["b", "a"]


# true: collections.ChainMap({"a": 1}, {"a": 2, "b": 3})["b"] == 3
# true: matched(("point", 1, 2)) == 3
# true: matched({"kind": "x", "more": 1}) == {"more": 1}
# true: matched(Point(4)) == 4
# true: matched("b") == "letter"
# true: matched(True) == "bool"
# true: matched([1, [2, 3]]) == [3]
# true: matched(None) == "none"
# true: matched(99) == "other"
def matched(value):
    match value:
        case ("point", x, y):
            return x + y
        case {"kind": "x", **rest}:
            return rest
        case Point(x=x):
            return x
        case "a" | "b":
            return "letter"
        case bool():
            return "bool"
        case [_, [_, *rest]]:
            return rest
        case None:
            return "none"
        case int(number) if number < 50:
            return "small"
        case _:
            return "other"


# true: datetime.date(2024, 2, 28) + datetime.timedelta(days=2) == datetime.date(2024, 3, 1)
# true: datetime.date(2024, 1, 1) < datetime.date(2024, 1, 2)
# true: datetime.timedelta(hours=25).days == 1
# true: datetime.timedelta(hours=25).seconds == 3600
# true: datetime.timedelta(minutes=2).total_seconds() == 120
# true: datetime.datetime(2024, 1, 2, 3, 4).isoformat() == "2024-01-02T03:04:00"
# true: datetime.datetime(2024, 1, 2).strftime("%d.%m.%Y") == "02.01.2024"
# true: datetime.datetime.strptime("2024-01-02", "%Y-%m-%d").day == 2
# true: datetime.date.fromisoformat("2024-05-06").weekday() == 0
# true: datetime.datetime(2024, 1, 2, 23).date() == datetime.date(2024, 1, 2)
# true: datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc).timestamp() == 1704067200
# true: str(datetime.timedelta(minutes=61)) == "1:01:00"
# true: json.dumps([1, None, True, "é"]) == '[1, null, true, "\\u00e9"]'
# true: json.dumps({"b": 1, "a": 2}, sort_keys=True) == '{"a": 2, "b": 1}'
# true: json.dumps([1, 2], separators=(",", ":")) == "[1,2]"
# true: json.dumps("é", ensure_ascii=False) == '"é"'
# true: json.dumps((1, 2)) == "[1, 2]"
# true: json.loads('{"a": [1, 2.5, null]}') == {"a": [1, 2.5, None]}
# true: json.loads('{"a": 1, "a": 2}')["a"] == 2
# true: json.dumps([]) == "[]" and json.dumps({}) == "{}"
# true: json.loads("9007199254740993") == 9007199254740993
# true: re.fullmatch("a+", "aab") is None
# true: re.match("b", "ab") is None and re.search("b", "ab") is not None
# true: re.findall(r"\d+", "1 22 x") == ["1", "22"]
# true: re.findall(r"(\w)=(\d)", "a=1 b=2") == [("a", "1"), ("b", "2")]
# true: re.split(r"[,;]", "a,b;c") == ["a", "b", "c"]
# true: re.sub(r"(a)(b)", r"\2\1", "ab") == "ba"
# true: re.sub("a", lambda found: found.group().upper(), "banana") == "bAnAnA"
# true: re.match(r"(?P<year>\d{4})", "2024-01")["year"] == "2024"
# true: re.search("A", "ba", re.I).start() == 1
# true: bool(re.compile("^a").match("abc"))
# true: re.escape("a.b") == "a\\.b"
# true: base64.b64decode("aGk=") == b"hi"
# true: str((1,)) == "(1,)"
# true: str(()) == "()"
# true: str({"a": None}) == "{'a': None}"
# true: str({1}) == "{1}" and str(set()) == "set()"
# true: repr("it's") == '"it\'s"'
# true: str([True, None, "a"]) == "[True, None, 'a']"
# true: str(ValueError("x")) == "x" and repr(ValueError("x")) == "ValueError('x')"
# true: str(type(1)) == "<class 'int'>"
# true: [[0] * 2 for _ in range(2)] == [[0, 0], [0, 0]]
# true: [x * y for x in [1, 2] for y in [3, 4] if x != y] == [3, 4, 6, 8]
# true: {k: v for k, v in zip("ab", [1, 2])} == {"a": 1, "b": 2}
# true: {n % 2 for n in range(5)} == {0, 1}
# true: sum(n for n in range(4)) == 6
# true: (lambda *a, k=2: len(a) * k)(1, 2) == 4
# true: [*range(2), *"ab"] == [0, 1, "a", "b"]
# true: {**{"a": 1}, **{"a": 2}} == {"a": 2}
# true: hasattr("a", "upper") and not hasattr(1, "upper")
# true: getattr(Animal, "legs") == 4 and getattr(Animal, "wings", 0) == 0
# true: callable(len) and not callable(5)
# true: [1, 2, 3].count(2) == 1 and [1, True].count(1) == 2
# true: [1, 2] * 2 == [1, 2, 1, 2] and 0 * [1] == []
# true: [1, [2]] == [1, [2]] and not [1] == [2]
# true: "b" not in ["a"] and "" in "a"
# true: list("abc")[::-1] == ["c", "b", "a"]
# true: slice_of_unknown_length()
def slice_of_unknown_length():
    return [1, 2, 3][slice(1, None)] == [2, 3]


# true: assigns_slice()
def assigns_slice():
    numbers = [1, 2, 3]
    numbers[:2] = [9]
    return numbers == [9, 3]


# true: ternary_is_lazy()
def ternary_is_lazy():
    return (1 if True else 1 / 0) == 1


# true: evaluates_left_first()
def evaluates_left_first():
    seen = []

    def note(number):
        seen.append(number)
        return number

    note(1) + note(2) * note(3)
    return seen == [1, 2, 3]


# true: awaits()
def awaits():
    import asyncio

    async def one():
        return 1

    async def both():
        return await asyncio.gather(one(), one())

    return asyncio.run(both()) == [1, 1]


# true: never_awaited()
def never_awaited():
    seen = []

    async def one():
        seen.append(1)

    made = one()
    made.close()
    return seen == []


# true: "abcdef"[-4:-1:2] == "ce"
# true: "abc"[10:] == "" and "abc"[-10:2] == "ab"
# true: [0, 1, 2, 3, 4][::-2] == [4, 2, 0]
# true: (1, 2, 3)[::-1] == (3, 2, 1)
# true: [1, 2, 3][1:1] == []
# true: "a,b,,c".split(",") == ["a", "b", "", "c"]
# true: " a b ".split() == ["a", "b"] and " a ".split(" ") == ["", "a", ""]
# true: "a b c d".split(None, 2) == ["a", "b", "c d"]
# true: "abc".partition("x") == ("abc", "", "")
# true: "a.b.c".rpartition(".") == ("a.b", ".", "c")
# true: "it's".title() == "It'S"
# true: "hello"[1:3].join(["<", ">"]) == "<el>"
# true: "x".join("abc") == "axbxc"
# true: "%s-%s" % ("a", 1) == "a-1"
# true: "%-5s|" % "ab" == "ab   |"
# true: "%03d" % 7 == "007" and "%+d" % 7 == "+7"
# true: "%.2f" % 2.005 == "2.00"
# true: "%5.1f|" % 3.14159 == "  3.1|"
# true: "%c" % 65 == "A"
# true: "%o" % 8 == "10"
# true: "{:>8.2f}".format(3.14159) == "    3.14"
# true: "{:*^9}".format("mid") == "***mid***"
# true: "{:08.3f}".format(-3.14159) == "-003.142"
# true: "{:,.2f}".format(1234567.891) == "1,234,567.89"
# true: "{:_}".format(1000000) == "1_000_000"
# true: "{!r:>5}".format("a") == "  'a'"
# true: "{0[1]}".format([1, 2]) == "2"
# true: "{a.real}".format(a=5) == "5"
# true: "{{}}".format() == "{}"
# true: f"{3.0}" == "3.0" and f"{3.0:.0f}" == "3"
# true: f"{1/3:.3}" == "0.333"
# true: f"{12345.678:.2e}" == "1.23e+04"
# true: f"{0.00001}" == "1e-05"
# true: f"{10**6:,}" == "1,000,000"
# true: f"{'x':-<4}" == "x---"
# true: f"{7:=+5}" == "+   7"
# true: f"{255:08b}" == "11111111" and f"{255:#o}" == "0o377"
# true: f"{'abcdef':.3}" == "abc"
# true: f"{True:>6}" == "     1"
# true: f"{'a':{5}}|" == "a    |"
# true: "Straße".upper() == "STRASSE"
# true: "ǆ".title() == "ǅ"
# true: "İ".lower() == "i̇"
# true: "½".isnumeric() and not "½".isdigit()
# true: "²".isdigit() and not "²".isdecimal()
# true: "a_1".isidentifier() and not "1a".isidentifier()
# true: "\u00a0".isspace() and "\u00a0x".strip() == "x"
# true: "ab\x0bcd".splitlines() == ["ab", "cd"]
# true: "a\r\nb".splitlines(True) == ["a\r\n", "b"]
# true: "banana".replace("a", "", 1) == "bnana"
# true: "banana".find("an", 2) == 3
# true: "banana".count("a", 2) == 2
# true: "banana".startswith("nan", 2)
# true: "abc".endswith(("x", "c"))
# true: "b" < "ba" < "c" and "Z" < "a"
# true: "10" < "9"
# true: ord("€") == 8364 and chr(8364) == "€"
# true: "a" * 3 + "b" == "aaab" and "ab" * 0 == ""
# true: "\N{BULLET}" == "\u2022"
# true: r"\n" != "\n" and len(r"\n") == 2
# true: "é" != "e\u0301"
# true: b"abc".decode() == "abc"
# true: b"abc".upper() == b"ABC"
# true: bytes([104, 105]) == b"hi"
# true: bytes("hi", "utf-8") == b"hi"
# true: b"\x00\xff"[1] == 255
# true: b"hi".hex() == "6869" and bytes.fromhex("6869") == b"hi"
# true: int.from_bytes(b"\x01\x00", "big") == 256
# true: (258).to_bytes(2, "big") == b"\x01\x02"
# true: bytearray(b"ab")[0] == 97
# true: not isinstance(b"a", str) and isinstance(b"a", bytes)
# true: repr(b"a\n") == "b'a\\n'"
# true: {"a": 1} | {"b": 2} == {"a": 1, "b": 2}
# true: list({"b": 1, "a": 2}) == ["b", "a"]
# true: list({**{"a": 1, "b": 2}, "a": 3}) == ["a", "b"]
# true: dict([("a", 1), ("b", 2)])["b"] == 2
# true: dict(a=1, **{"b": 2}) == {"a": 1, "b": 2}
# true: {"a": 1}.items() >= {("a", 1)}
# true: dict.fromkeys("ab", 0) == {"a": 0, "b": 0}
# true: {1: "a", 1.0: "b", True: "c"} == {1: "c"}
# true: {"a": 1}.setdefault("a", 2) == 1
# true: "a" in {"a": None} and {"a": None}.get("a", 5) is None
# true: frozenset([1, 2]) == {1, 2}
# true: {frozenset([1]): "x"}[frozenset([1])] == "x"
# true: {1, 2, 3} - {2} == {1, 3} and {1, 2} & {2, 3} == {2}
# true: {1, 2}.issubset({1, 2, 3}) and {1} <= {1}
# true: len({(1, 2), (1, 2), (2, 1)}) == 2
# true: set("aab") == {"a", "b"}
# true: sorted({3, 1, 2}, reverse=True) == [3, 2, 1]
# true: 7 // 2 == 3 and -7 // 2 == -4 and 7 // -2 == -4
# true: -7 % 3 == 2 and 7 % -3 == -2
# true: 7.5 // 2 == 3.0 and isinstance(7.5 // 2, float)
# true: divmod(7, -2) == (-4, -1)
# true: round(0.5) == 0 and round(1.5) == 2 and round(2.5) == 2
# true: round(2.5, 0) == 2.0
# true: round(1.005, 2) == 1.0
# true: isinstance(round(2.7), int) and isinstance(round(2.7, 1), float)
# true: int(-3.7) == -3 and math.floor(-3.7) == -4
# true: 3 / 2 == 1.5 and 4 / 2 == 2
# true: isinstance(4 / 2, float) and not isinstance(4 / 2, int)
# true: type(1) is int and type(True) is bool and type("") is str
# true: type(1.5) is float and type(None) is type(None)
# true: isinstance(True, int) and not isinstance("1", int)
# true: 0.1 + 0.2 > 0.3 and 0.1 * 3 != 0.3
# true: float("inf") > 10**300 and float("-inf") < 0
# true: float("nan") != float("nan")
# true: 1_000 == 1000 and 0x10 == 16 and 0b11 == 3 and 0o17 == 15
# true: 10**20 // 10**19 == 10
# true: pow(2, 10, 1000) == 24 and pow(3, -1, 7) == 5
# true: abs(-5) == 5 and abs(-2.5) == 2.5
# true: (5).bit_length() == 3
# true: int("0b101", 0) == 5 and int("ff", 16) == 255
# true: complex(1, 2).imag == 2
# true: (0.5).as_integer_ratio() == (1, 2)
# true: (2.0).is_integer() and not (2.5).is_integer()
# true: math.isnan(float("nan")) and math.inf == float("inf")
# true: math.hypot(3, 4) == 5 and math.prod([2, 3, 4]) == 24
# true: math.comb(5, 2) == 10 and math.factorial(5) == 120
# true: sum([0.1] * 10) != 1.0
# true: max(1, 2.0) == 2 and max("b", "a") == "b"
# true: max([1, 3, 2], key=lambda n: -n) == 1
# true: min("b", "a", "c") == "a"
# true: min([(2, "a"), (1, "b")]) == (1, "b")
# true: sorted("bca") == ["a", "b", "c"]
# true: sorted(["b", "A", "a"], key=str.lower) == ["A", "a", "b"]
# true: sorted([3, 1, 2], key=lambda n: n % 2) == [2, 3, 1]
# true: sorted([(1, "b"), (1, "a")]) == [(1, "a"), (1, "b")]
# true: sorted([(1, "b"), (1, "a")], key=lambda p: p[0]) == [(1, "b"), (1, "a")]
# true: list(reversed([1, 2, 3])) == [3, 2, 1]
# true: [*map(str, [1, 2])] == ["1", "2"]
# true: list(zip(*[(1, "a"), (2, "b")])) == [(1, 2), ("a", "b")]
# true: dict(zip("ab", range(2))) == {"a": 0, "b": 1}
# true: all([]) and not any([])
# true: any(n > 1 for n in [1, 2]) and all(n > 0 for n in [1, 2])
# true: next(iter([]), "none") == "none"
# true: next(n for n in range(10) if n > 3) == 4
# true: list(itertools.chain([1], [2, 3])) == [1, 2, 3]
# true: list(itertools.repeat("a", 2)) == ["a", "a"]
# true: list(itertools.permutations([1, 2])) == [(1, 2), (2, 1)]
# true: [list(g) for _, g in itertools.groupby([1, 1, 2])] == [[1, 1], [2]]
# true: list(itertools.starmap(pow, [(2, 3)])) == [8]
# true: list(itertools.dropwhile(lambda n: n < 2, [1, 2, 1])) == [2, 1]
# true: list(itertools.pairwise([1, 2, 3])) == [(1, 2), (2, 3)]
# true: list(itertools.compress("abc", [1, 0, 1])) == ["a", "c"]
# true: functools.reduce(lambda a, b: a + b, ["a", "b"]) == "ab"
# true: functools.cmp_to_key(lambda a, b: b - a)(1) > functools.cmp_to_key(lambda a, b: b - a)(2)
# true: collections.Counter("aab") == {"a": 2, "b": 1}
# true: collections.Counter("aab") + collections.Counter("b") == {"a": 2, "b": 2}
# true: collections.Counter(a=1).most_common() == [("a", 1)]
# true: collections.deque([1, 2]).popleft() == 1
# true: list(collections.OrderedDict(a=1, b=2)) == ["a", "b"]
# true: collections.ChainMap({"a": 1}, {"b": 2})["b"] == 2
# true: collections.defaultdict(int)["x"] == 0
# true: json.loads("[1, 2.0]")[1] == 2.0
# true: json.dumps({"a": 1.5, "b": [True, None]}) == '{"a": 1.5, "b": [true, null]}'
# true: json.dumps("a\"b\\") == '"a\\"b\\\\"'
# true: json.dumps({"a": 1}, indent=2) == '{\n  "a": 1\n}'
# true: json.dumps({None: 1, True: 2, 3: 4}) == '{"null": 1, "true": 2, "3": 4}'
# true: json.loads('"\\u00e9"') == "é"
# true: json.loads(" true ") is True
# true: json.loads("1e2") == 100 and isinstance(json.loads("1e2"), float)
# true: json.dumps(1e100) == "1e+100" and json.dumps(0.1) == "0.1"
# true: re.sub(r"\s+", " ", "a  b\n c") == "a b c"
# true: re.match(r"(\d+)-(\d+)", "10-20").groups() == ("10", "20")
# true: re.split(r"(,)", "a,b") == ["a", ",", "b"]
# true: re.findall("a|b", "cab") == ["a", "b"]
# true: re.search(r"\bfoo\b", "a foo b").span() == (2, 5)
# true: re.sub("x*", "-", "abc") == "-a-b-c-"
# true: datetime.date(2024, 2, 29) - datetime.date(2024, 1, 31) == datetime.timedelta(days=29)
# true: datetime.date(2024, 12, 31).timetuple().tm_yday == 366
# true: datetime.timedelta(days=-1, hours=1).days == -1
# true: datetime.timedelta(seconds=90) // datetime.timedelta(minutes=1) == 1
# true: datetime.datetime(2024, 1, 31).replace(day=1).day == 1
# true: datetime.datetime.fromisoformat("2024-01-02T03:04:05").hour == 3
# true: datetime.datetime(2024, 1, 1).isoformat() == "2024-01-01T00:00:00"
# true: str(datetime.date(2024, 1, 2)) == "2024-01-02"
# true: base64.b64encode(b"hi").decode() == "aGk="
# true: a_walrus()
def a_walrus():
    values = [n for n in range(5) if (last := n) > 2]
    return last == 4 and values == [3, 4]


# true: comprehension_scope()
def comprehension_scope():
    n = "outer"
    [n for n in range(3)]
    return n == "outer"


# true: loop_variable_stays()
def loop_variable_stays():
    for n in range(3):
        pass
    return n == 2


# true: else_of_a_loop()
def else_of_a_loop():
    for n in [1, 2]:
        if n == 3:
            break
    else:
        return True
    return False


# true: else_of_try()
def else_of_try():
    seen = []
    try:
        seen.append("try")
    except ValueError:
        seen.append("except")
    else:
        seen.append("else")
    finally:
        seen.append("finally")
    return seen == ["try", "else", "finally"]


# true: finally_returns() == 2
def finally_returns():
    try:
        return 1
    finally:
        return 2


# true: finally_swallows()
def finally_swallows():
    for _ in [1]:
        try:
            raise ValueError
        finally:
            break
    return True


# true: finally_after_return() == [1, 2]
def finally_after_return():
    seen = [1]

    def inner():
        try:
            return seen
        finally:
            seen.append(2)

    return inner()


# true: value_before_finally() == 1
def value_before_finally():
    n = 1
    try:
        return n
    finally:
        n = 2


# true: nested_handlers()
def nested_handlers():
    try:
        try:
            raise KeyError("k")
        except KeyError:
            raise ValueError("v")
    except ValueError as error:
        return str(error) == "v"
    return False


# true: handler_order()
def handler_order():
    try:
        raise KeyError
    except LookupError:
        return True
    except KeyError:
        return False


# true: several_types()
def several_types():
    try:
        int("x")
    except (TypeError, ValueError):
        return True


# true: own_exception()
def own_exception():
    class Broken(Exception):
        def __init__(self, code):
            super().__init__("broken")
            self.code = code

    try:
        raise Broken(5)
    except Exception as error:
        return error.code == 5 and str(error) == "broken"


# true: exception_arguments()
def exception_arguments():
    try:
        raise ValueError("a", 1)
    except ValueError as error:
        return error.args == ("a", 1)


# true: suppresses()
def suppresses():
    with contextlib.suppress(KeyError):
        {}["a"]
        return False
    return True


# true: exit_order()
def exit_order():
    seen = []

    @contextlib.contextmanager
    def stage(name):
        seen.append("in " + name)
        yield name
        seen.append("out " + name)

    with stage("a"), stage("b"):
        seen.append("body")
    return seen == ["in a", "in b", "body", "out b", "out a"]


# true: exit_sees_exception()
def exit_sees_exception():
    class Guard:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, trace):
            self.kind = kind
            return True

    guard = Guard()
    with guard:
        raise ValueError
    return guard.kind is ValueError


# true: mutable_default()
def mutable_default():
    def collect(item, into=[]):
        into.append(item)
        return into

    collect(1)
    return collect(2) == [1, 2]


# true: closure_cell()
def closure_cell():
    def counter():
        count = 0

        def step():
            nonlocal count
            count += 1
            return count

        return step

    step = counter()
    step()
    return step() == 2 and counter()() == 1


# true: loops_share_a_variable()
def loops_share_a_variable():
    made = []
    for n in range(3):
        made.append(lambda: n)
    return [f() for f in made] == [2, 2, 2]


# true: class_attributes()
def class_attributes():
    class Shared:
        items = []
        count = 0

    a, b = Shared(), Shared()
    a.items.append(1)
    a.count += 1
    return b.items == [1] and b.count == 0 and Shared.count == 0


# true: resolution_order()
def resolution_order():
    class A:
        def who(self):
            return "A"

    class B(A):
        def who(self):
            return "B" + super().who()

    class C(A):
        def who(self):
            return "C" + super().who()

    class D(B, C):
        def who(self):
            return "D" + super().who()

    return D().who() == "DBCA"


# true: properties()
def properties():
    class Celsius:
        def __init__(self):
            self._degrees = 0

        @property
        def degrees(self):
            return self._degrees

        @degrees.setter
        def degrees(self, value):
            self._degrees = max(value, -273)

    thing = Celsius()
    thing.degrees = -500
    return thing.degrees == -273


# true: class_and_static_methods()
def class_and_static_methods():
    class Base:
        @classmethod
        def make(cls):
            return cls()

        @staticmethod
        def double(n):
            return 2 * n

    class Child(Base):
        pass

    return isinstance(Child.make(), Child) and Child().double(2) == 4


# true: getattr_fallback()
def getattr_fallback():
    class Open:
        def __getattr__(self, name):
            return name.upper()

    return Open().abc == "ABC"


# true: slots_refuse()
def slots_refuse():
    class Tight:
        __slots__ = ("a",)

    thing = Tight()
    try:
        thing.b = 1
    except AttributeError:
        return True
    return False


# true: equality_and_hash()
def equality_and_hash():
    class Money:
        def __init__(self, amount):
            self.amount = amount

        def __eq__(self, other):
            return self.amount == other.amount

        def __hash__(self):
            return hash(self.amount)

    return Money(1) == Money(1) and len({Money(1), Money(1)}) == 1


# true: total_order()
def total_order():
    @functools.total_ordering
    class Size:
        def __init__(self, n):
            self.n = n

        def __eq__(self, other):
            return self.n == other.n

        def __lt__(self, other):
            return self.n < other.n

    return Size(2) >= Size(1)


# true: reflected_operator()
def reflected_operator():
    class Meters:
        def __init__(self, n):
            self.n = n

        def __rmul__(self, times):
            return Meters(self.n * times)

    return (3 * Meters(2)).n == 6


# true: iterator_protocol()
def iterator_protocol():
    class Twice:
        def __iter__(self):
            yield 1
            yield 2

    first, second = Twice()
    return first == 1 and second == 2 and list(Twice()) == [1, 2]


# true: generator_state()
def generator_state():
    def numbers():
        yield 1
        yield 2

    running = numbers()
    return next(running) == 1 and next(running) == 2 and next(running, None) is None


# true: generator_closes()
def generator_closes():
    seen = []

    def numbers():
        try:
            yield 1
            yield 2
        finally:
            seen.append("closed")

    running = numbers()
    next(running)
    running.close()
    return seen == ["closed"]


# true: enumerated() == [(1, "a"), (2, "b")]
def enumerated():
    return [(place, letter) for place, letter in enumerate("ab", start=1)]


# true: matches_classes()
def matches_classes():
    match {"type": "order", "lines": [1, 2, 3]}:
        case {"type": "order", "lines": [first, *rest]} if len(rest) > 1:
            return first == 1 and rest == [2, 3]
    return False


# true: matches_or_binds()
def matches_or_binds():
    match (1, 0):
        case (0, x) | (x, 0):
            return x == 1


# true: ordered_data()
def ordered_data():
    @dataclasses.dataclass(order=True)
    class Version:
        major: int
        minor: int = 0

    return Version(1) < Version(1, 1) < Version(2) and Version(1) == Version(1, 0)


# true: data_defaults()
def data_defaults():
    @dataclasses.dataclass
    class Bag:
        items: list = dataclasses.field(default_factory=list)

    a, b = Bag(), Bag()
    a.items.append(1)
    return b.items == [] and repr(b) == "data_defaults.<locals>.Bag(items=[])"


class Permission(enum.Flag):
    READ = 1
    WRITE = 2


class Planet(enum.Enum):
    EARTH = "earth"
    MARS = "mars"

    @property
    def shout(self):
        return self.value.upper()


# true: Permission.READ | Permission.WRITE == Permission(3)
# true: Permission.READ in (Permission.READ | Permission.WRITE)
# true: Planet.EARTH.shout == "EARTH" and Planet("mars").name == "MARS"
# true: Planet.EARTH in Planet and list(Planet)[1] is Planet.MARS
# true: Planet.EARTH is Planet["EARTH"] and Planet.EARTH != "earth"
# true: repr(Planet.MARS) == "<Planet.MARS: 'mars'>"
# true: star_arguments(1, 2, 3, key=4) == (1, (2, 3), {"key": 4})
def star_arguments(first, *rest, **named):
    return first, rest, named


# true: unpacks_dictionary(**{"a": 1, "b": 2}) == 3
def unpacks_dictionary(a, b):
    return a + b


# true: counts_calls() == 3
def counts_calls():
    def count(function):
        def inner(*arguments):
            inner.calls += 1
            return function(*arguments)

        inner.calls = 0
        return inner

    @count
    def work(n):
        return n

    for n in range(3):
        work(n)
    return work.calls


# true: parametrised_decorator() == "<<x>>"
def parametrised_decorator():
    def wrap(times):
        def decorate(function):
            def inner(text):
                for _ in range(times):
                    text = "<" + function(text) + ">"
                return text

            return inner

        return decorate

    @wrap(2)
    def same(text):
        return text

    return same("x")


# true: is_and_equal()
def is_and_equal():
    a, b = [1], [1]
    return a == b and a is not b and a is a


# true: aliases_and_copies()
def aliases_and_copies():
    rows = [[0] * 2] * 2
    rows[0][0] = 1
    return rows[1][0] == 1


# true: deletes_slices()
def deletes_slices():
    numbers = [1, 2, 3, 4]
    del numbers[1:3]
    return numbers == [1, 4]


# true: extends_in_place()
def extends_in_place():
    def add(numbers):
        numbers += [2]

    mine = [1]
    add(mine)
    return mine == [1, 2]


# true: rebinds_locally()
def rebinds_locally():
    def change(numbers):
        numbers = numbers + [2]
        return numbers

    mine = [1]
    change(mine)
    return mine == [1]


# true: sorts_in_place()
def sorts_in_place():
    numbers = [3, 1, 2]
    return numbers.sort() is None and numbers == [1, 2, 3]


# true: inserts_and_removes()
def inserts_and_removes():
    numbers = [1, 2, 3]
    numbers.insert(-1, 9)
    numbers.remove(2)
    return numbers == [1, 9, 3] and numbers.pop(0) == 1 and numbers.index(3) == 1


class Shown:
    def __init__(self, name="x", n=1):
        self.name = name
        self.n = n

    def __repr__(self):
        return f"<{self.name}>"


class Worded(Shown):
    def __str__(self):
        return "worded"


class Keyed(Shown):
    def __eq__(self, other):
        return isinstance(other, Keyed) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class Ordered(Shown):
    def __lt__(self, other):
        return self.n < other.n


class Loud(Shown):
    def __format__(self, spec):
        return f"loud{spec}"


class Truthless(Shown):
    def __bool__(self):
        return False


class Indexed(Shown):
    def __index__(self):
        return 2


class Caught(Shown):
    def __contains__(self, thing):
        return thing == "in"

    def __getattr__(self, name):
        return name.upper()


class Counting:
    seen = 0

    def __repr__(self):
        Counting.seen += 1
        return "c"

    def __eq__(self, other):
        Counting.seen += 1
        return True

    __hash__ = None


# true: str([Shown()]) == "[<x>]"
# true: f"{[Shown()]}" == "[<x>]"
# true: "%s" % (Shown(),) == "<x>"
# true: "%s" % [Worded()] == "[<x>]"
# true: "%s" % Worded() == "worded"
# true: "%r" % (Worded(),) == "<x>"
# true: repr({"a": Shown()}) == "{'a': <x>}"
# true: str((Shown(),)) == "(<x>,)"
# true: str({Keyed("k")}) == "{<k>}"
# true: "{}".format(Worded()) == "worded"
# true: "{0!r}".format(Worded()) == "<x>"
# true: f"{Worded()!r}" == "<x>"
# true: f"{Loud():abc}" == "loudabc"
# true: format(Loud(), "z") == "loudz"
# true: str(Worded()) == "worded" and repr(Worded()) == "<x>"
# true: " ".join(str(x) for x in [Worded(), Shown()]) == "worded <x>"
# true: " ".join(map(str, [Shown("a"), Shown("b")])) == "<a> <b>"
# true: json.dumps({"a": Shown()}, default=str) == '{"a": "<x>"}'
# true: json.dumps([Worded()], default=repr) == '["<x>"]'
# true: json.dumps(Shown(), default=lambda o: o.__dict__) == '{"name": "x", "n": 1}'
# true: json.dumps({"a": {1, 2}}, default=sorted) == '{"a": [1, 2]}'
# true: {Keyed("a"): 1}[Keyed("a")] == 1
# true: {Keyed("a"): 1}.get(Keyed("b")) is None
# true: Keyed("a") in {Keyed("a")}
# true: Keyed("a") in [Keyed("b"), Keyed("a")]
# true: [Keyed("a"), Keyed("a")].count(Keyed("a")) == 2
# true: [Keyed("b"), Keyed("a")].index(Keyed("a")) == 1
# true: (Keyed("a"), 1) == (Keyed("a"), 1)
# true: {"k": Keyed("a")} == {"k": Keyed("a")}
# true: len({Keyed("a"), Keyed("a"), Keyed("b")}) == 2
# true: sorted([Ordered("b", 2), Ordered("a", 1)])[0].name == "a"
# true: min([Ordered("b", 2), Ordered("a", 1)]).name == "a"
# true: max(Ordered("b", 2), Ordered("a", 1), key=lambda o: -o.n).name == "a"
# true: not Truthless()
# true: not any([Truthless()])
# true: [x for x in [Truthless(), 1] if x] == [1]
# true: (Truthless() or 5) == 5
# true: list(filter(None, [Truthless(), 3])) == [3]
# true: ["a", "b", "c"][Indexed()] == "c"
# true: list(range(Indexed())) == [0, 1]
# true: "abc"[: Indexed()] == "ab"
# true: "in" in Caught()
# true: Caught().anything == "ANYTHING"
# true: getattr(Caught(), "other") == "OTHER"
# true: hasattr(Caught(), "whatever")
# true: Keyed("a") != Keyed("b")
# true: Shown() != Shown()
# true: [Shown()] != [Shown()]
# true: counts_repr()
# true: counts_eq()
# true: repr_of_exception() == "ValueError(<x>)"
# true: str(ValueError(Shown())) == "<x>"
# true: collections.Counter([Keyed("a"), Keyed("a")])[Keyed("a")] == 2
# true: dict.fromkeys([Keyed("a"), Keyed("a")], 0) == {Keyed("a"): 0}
# true: f"{Shown()!s:>5}" == "  <x>"
# true: f"{Shown()}{Shown('y')}" == "<x><y>"
# true: str(collections.deque([Shown()])) == "deque([<x>])"
# true: str(collections.OrderedDict(a=Shown())).endswith("<x>})") or "<x>" in str(collections.OrderedDict(a=Shown()))
# true: "<x>" in f"{dict(a=[Shown()])}"
# true: hash(Keyed("a")) == hash(Keyed("a"))
# true: "abc".replace("b", str(Worded())) == "awordedc"
def counts_repr():
    Counting.seen = 0
    str([Counting(), Counting()])
    return Counting.seen == 2


def counts_eq():
    Counting.seen = 0
    return 1 in [Counting()] and Counting.seen == 1


def repr_of_exception():
    return repr(ValueError(Shown()))


# true: order_of_gather()
def order_of_gather():
    import asyncio

    seen = []

    async def add(n):
        await asyncio.sleep(0.3 * (2 - n))
        seen.append(n)

    async def work():
        await asyncio.gather(*[add(n) for n in (1, 2)])

    asyncio.run(work())
    return seen == [2, 1]


# true: coroutines_wait()
def coroutines_wait():
    import asyncio

    seen = []

    async def add():
        seen.append(1)

    async def work():
        coroutine = add()
        before = len(seen)
        await coroutine
        return before == 0 and len(seen) == 1

    return asyncio.run(work())


# true: tasks_start_later()
def tasks_start_later():
    import asyncio

    seen = []

    async def add():
        seen.append(1)

    async def work():
        task = asyncio.create_task(add())
        before = len(seen)
        await asyncio.sleep(0)
        after = len(seen)
        await task
        return before == 0 and after == 1

    return asyncio.run(work())


# true: exceptions_of_gather()
def exceptions_of_gather():
    import asyncio

    async def fail():
        raise ValueError("x")

    async def work():
        results = await asyncio.gather(fail(), return_exceptions=True)
        return isinstance(results[0], ValueError)

    return asyncio.run(work())


# true: futures_in_any_order()
def futures_in_any_order():
    from concurrent.futures import ThreadPoolExecutor, as_completed
    import time

    def wait(n):
        time.sleep(0.25 * n)
        return n

    with ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(wait, 2), pool.submit(wait, 0)]
        return [task.result() for task in as_completed(tasks)] == [0, 2]


# true: last_thread_wins()
def last_thread_wins():
    from concurrent.futures import ThreadPoolExecutor
    import time

    last = []

    def wait(n):
        time.sleep(0.25 * n)
        last[:] = [n]

    with ThreadPoolExecutor(2) as pool:
        pool.submit(wait, 2)
        pool.submit(wait, 0)
    return last == [2]


# true: str(bool("x".strip())) == "True"
# true: repr({"a"} <= {1, 2}) == "False"
# true: repr(False ^ True) == "True"
# true: list(itertools.zip_longest([], ["x"])) == [(None, "x")]
# true: list(itertools.islice([5, -5, 2, 0], 1, None, 2)) == [-5, 0]
# true: dict(collections.Counter({"b": 2, "a": 1})) == {"b": 2, "a": 1}
# true: collections.Counter("a")["b"] == 0
# true: counted_again() == {"a": 5, "b": 1}
# true: len(collections.defaultdict(list, a=[1])["a"]) == 1
# true: collections.deque([1]) != [1]
# true: list(collections.namedtuple("P", "x y")(1, y=2)) == [1, 2]
# true: collections.namedtuple("P", "x y", defaults=[5])(1).y == 5
# true: "a".encode("utf-16-le") == b"a\x00"
# true: type(frozenset([1])).__name__ == "frozenset"
# true: isinstance(True, int | str)
# true: {1: 2} == {True: 2}
# true: math.log(8, 2) == 3.0
# true: "%x" % -2 == "-2"
# true: format(-1, "b") == "-1"
# true: ascii("a") == "'a'"
# true: int("0x1f", 16) == 31
# true: ValueError("s").args == ("s",)
# true: tuple(str(len("abcd"))) == ("4",)
# true: Decimal(1) / 3 != 1 / 3
# true: "aa".replace("a", "b", -1) == "bb"
# true: shared_copy() == [1, 2]
def counted_again():
    counts = collections.Counter("aab")
    counts.update({"a": 3})
    return dict(counts)


def shared_copy():
    outer = {"list": [1]}
    copy.copy(outer)["list"].append(2)
    return outer["list"]


# What leaves a block that swallows some exceptions.
class Swallowing:
    def __init__(self, kinds):
        self.kinds = kinds

    def __enter__(self):
        return 5

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.kinds)


# true: swallowed_lookup() == [5, "after"]
def swallowed_lookup():
    seen = []
    with Swallowing(LookupError) as entered:
        seen.append(entered)
        raise KeyError("k")
    seen.append("after")
    return seen


class SwallowingOne:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is ValueError


# true: swallows_one()
def swallows_one():
    with SwallowingOne():
        raise ValueError("v")
    return True


# true: does_not_swallow() == "'k'"
def does_not_swallow():
    try:
        with SwallowingOne():
            raise KeyError("k")
    except KeyError as error:
        return str(error)


# true: swallows_and_returns() == 1
def swallows_and_returns():
    for attempt in [1, 2]:
        with SwallowingOne():
            if attempt == 2:
                raise ValueError("v")
            return attempt


# What exceptions say.
# true: said_by(lambda: unpacked([1, 2, 3])) == "too many values to unpack (expected 2)"
# true: said_by(lambda: {1}.remove(2)) == "2"
# true: said_by(lambda: {}["k"]) == "'k'"
# true: said_by(lambda: "{a}".format(b=1)) == "'a'"
# true: said_by(lambda: "a" + 1) == 'can only concatenate str (not "int") to str'
# true: str(ValueError("a", "b")) == "('a', 'b')"
# true: str(KeyError("k")) == "'k'"
# true: KeyError("k").args[0] == "k"
# true: said_by(lambda: json.loads("{'a'}")).startswith("Expecting property name")
def said_by(function):
    try:
        function()
    except Exception as error:
        return str(error)


def unpacked(values):
    first, second = values
    return first


# Who refuses what it is given.
# true: refused(lambda: [] < {}) == "TypeError"
# true: refused(lambda: {} < {}) == "TypeError"
# true: refused(lambda: sorted([1, "a"])) == "TypeError"
# true: refused(lambda: "%d" % "a") == "TypeError"
# true: refused(lambda: by_place(first=1)) == "TypeError"
# true: refused(lambda: by_name(1, first=2)) == "TypeError"
# true: refused(lambda: by_name(second=2)) == "TypeError"
# true: refused(lambda: range(0, 1, 0)) == "ValueError"
# true: refused(lambda: Decimal(1) + 1.5) == "TypeError"
# true: refused(lambda: Place()) == "TypeError"
# true: refused(lambda: hash(Place(1))) == "TypeError"
# true: refused(read_too_early) == "UnboundLocalError"
# true: refused(lambda: setattr(Halved(), "half", 1)) == "AttributeError"
# true: refused(lambda: setattr(collections.namedtuple("P", ["x"])(1), "x", 2)) == "AttributeError"
# true: IOError is OSError
# true: "%i" % 3.9 == "3"
# true: "{:{width}}".format(1, width=4) == "   1"
# true: sorted([2, 1, 3], reverse=len("ab") > 1) == [3, 2, 1]
def refused(function):
    try:
        function()
    except Exception as error:
        return type(error).__name__


def by_place(first, /):
    return first


def by_name(first):
    return first


def read_too_early():
    print(later)
    later = 1


class Halved:
    @property
    def half(self):
        return 0.5


@dataclasses.dataclass
class Place:
    x: int
    y: list = dataclasses.field(default_factory=list)


# true: collects(1, first=2) == {"first": 2}
def collects(first, /, **others):
    return others


# true: dataclasses.astuple(Place(1, [2])) == (1, [2])
# true: dataclasses.replace(Doubled(1), plain=5).twice == 10
@dataclasses.dataclass
class Doubled:
    plain: int
    twice: int = 0

    def __post_init__(self):
        self.twice = self.plain * 2


# Enumerations.
class Globe(enum.Enum):
    EARTH = (3, "blue")

    def __init__(self, place, colour):
        self.place, self.colour = place, colour


class Rights(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()
    RUN = enum.auto()


class Answer(str, enum.Enum):
    YES = "yes"


class Height(enum.IntEnum):
    LOW = 1


class Lenient(enum.Enum):
    ONE = 1

    @classmethod
    def _missing_(cls, value):
        return cls.ONE


# true: Globe.EARTH.colour == "blue"
# true: Globe((3, "blue")).name == "EARTH"
# true: (Rights.READ | Rights.WRITE).value == 3
# true: Rights.RUN.value == 4
# true: Rights(3) == Rights.READ | Rights.WRITE
# true: str(Answer.YES) == "Answer.YES"
# true: Answer.YES + "!" == "yes!"
# true: repr(Height.LOW) == "<Height.LOW: 1>"
# true: Lenient(9) is Lenient.ONE
# true: refused(lambda: Answer.NO) == "AttributeError"
# true: refused(lambda: Globe["MARS"]) == "KeyError"


# Functions and classes.
# true: wrapped_name() == "inside"
# true: (lambda: 1).__name__ == "<lambda>"
# true: documented.__doc__ == "Says so."
# true: Left.who(Both()) == "lrb"
# true: super(Left, Both()).who() == "rb"
# true: Both.__mro__[1].__name__ == "Left"
# true: type("Made", (Left,), {}).__name__ == "Made"
def wrapped_name():
    def inside():
        return 1

    @functools.wraps(inside)
    def outside():
        return inside()

    return outside.__name__


def documented():
    """Says so."""


class Root:
    def who(self):
        return "b"


class Left(Root):
    def who(self):
        return "l" + super().who()


class Right(Root):
    def who(self):
        return "r" + super().who()


class Both(Left, Right):
    pass


# true: deleted_property() == [4, None]
class Deletable:
    @property
    def x(self):
        return self.kept

    @x.setter
    def x(self, value):
        self.kept = value * 2

    @x.deleter
    def x(self):
        self.kept = None


def deleted_property():
    it = Deletable()
    it.x = 2
    seen = [it.x]
    del it.x
    return [*seen, it.x]


# true: computed_once() == [1, 1]
def computed_once():
    count = 0

    class Once:
        @functools.cached_property
        def x(self):
            nonlocal count
            count += 1
            return count

    it = Once()
    return [it.x, it.x]


# Copies, and what shares its items.
# true: copied_together() == 2
def copied_together():
    shared = [1]
    copied = copy.deepcopy({"a": shared, "b": [shared]})
    copied["a"].append(2)
    return len(copied["b"][0])


# true: copied_instance() == 1
def copied_instance():
    point = Place(1, [2])
    copied = copy.deepcopy(point)
    copied.y.append(3)
    return len(point.y)


# true: taken_in_pairs() == [(1, 2)]
def taken_in_pairs():
    items = iter([1, 2, 3])
    return list(zip(items, items))


# true: json.loads("1", parse_int=str) == "1"
# true: json.loads("[NaN]")[0] != 1
# true: json.dumps("\x7f") == '"\\u007f"'


# true: two_pairs() == (1, 2, 5)
def two_pairs():
    Pair = collections.namedtuple("Pair", "a b")
    pair = Pair(1, b=2)
    return pair[0], pair[-1], pair._replace(a=5).a


# true: kept_while_it_grows() == 2
def kept_while_it_grows():
    items = [1]
    found = map(abs, items)
    items.append(2)
    return len(list(found))


# true: made_of_another_value() == 23
def made_of_another_value():
    by = 1
    found = map(lambda item: item + by, [1, 2])
    by = 10
    return sum(found)


# true: read_while_it_fills() == [1, 2]
def read_while_it_fills():
    seen, found = [], []
    for item in (item for item in [1, 1, 2] if item not in seen):
        found.append(item)
        seen.append(item)
    return found


# true: smallest_first() == ([1, 2, 3], [4, 9])
def smallest_first():
    import heapq

    items = [9, 2, 4, 1, 3]
    heapq.heapify(items)
    return [heapq.heappop(items) for _ in range(3)], items


# true: no_number_equals_itself()
def no_number_equals_itself():
    return Decimal("NaN") != Decimal("NaN")


# true: filled_up("") == "ValueError"
def filled_up(text):
    try:
        return int("{:*^7}".format(text))
    except ValueError as error:
        return type(error).__name__


# true: not hasattr(dict(collections.ChainMap({"a": 1}, {"b": 2})), "nope")
# true: hasattr("aaa".count("a"), "real")
# true: callable(re.sub("a", "b", "banana")) is False
# true: type(str(datetime.date(2024, 1, 1)).partition("-")) is tuple
# true: len({1, 3.5, [1, 2] < [1, 2, 0]}) == 2
# true: "%05.1f" % float("nan") == "00nan"
# true: json.dumps(collections.namedtuple("P", "x y")(1, 2)) == "[1, 2]"
# true: "-".join(["a"]) * 2 == "aa" and str(Decimal("1.10") + Decimal("2.2")) * 1 == "3.30"
# true: str(frozenset([1])) == "frozenset({1})"
