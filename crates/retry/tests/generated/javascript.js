"use strict";
class Animal {
  legs = 4;
  #secret = 7;
  constructor(name) { this.name = name; }
  speak() { return `${this.name} ${this.sound()}`; }
  sound() { return "?"; }
  get title() { return this.name.toUpperCase(); }
  set title(v) { this.name = v + "!"; }
  static of(...names) { return names.map((n) => new this(n)); }
  reveal() { return this.#secret; }
  has(o) { return #secret in o; }
  toString() { return `<${this.name}>`; }
  toJSON() { return { n: this.name }; }
  [Symbol.toPrimitive](hint) { return hint === "number" ? 42 : `p:${this.name}`; }
}
class Dog extends Animal {
  constructor(name) { super(name + "+"); this.tricks = 2; }
  sound() { return "woof".repeat(this.tricks) + super.sound(); }
  get [Symbol.toStringTag]() { return "Dog"; }
}
class AppError extends Error {
  constructor(message, options) { super(message, options); this.name = "AppError"; this.code = 7; }
}
const speak = (t) => new Dog(t).speak();
const titled = (t) => { const a = new Animal("x"); a.title = t; return a.title; };
const statics = (n) => Animal.of("a", "b").map((a) => a.legs + n).join();
const secret = (t) => [new Animal(t).reveal(), new Animal(t).has(new Dog("q")), new Animal(t).has({})].join();
const spoken = (t) => `${new Animal(t)}` + new Animal(t) + String(new Animal("z")) + +new Animal(t) + JSON.stringify([new Animal(t)]);
const thrown = (a) => { try { throw new AppError("bad", { cause: a }); } catch (e) { return [e.name, e.message, e.code, e instanceof AppError, e instanceof Error, e.cause === a, String(e), Object.keys(e).join()].join("|"); } };
const rethrown = (n) => { try { try { if (n > 1) throw new TypeError("t"); return "none"; } finally { n++; } } catch ({ name, message }) { return name + message + n; } };
const finals = (n) => { try { if (n) return 1; throw 2; } catch (e) { return e; } finally { if (n === 3) return 4; } };
const labels = (l) => { let s = 0; outer: for (const x of l) { for (const y of l) { if (y > x) continue outer; if (y === 9) break outer; s += y; } } return s; };
const switched = (a) => { let r = ""; switch (a) { case 1: r += "one"; case 2: r += "two"; break; case "a": case "abc": r += "text"; break; case null: r += "null"; break; default: r += "d"; case NaN: r += "n"; } return r; };
const hoisted = (n) => { const v = typeof later; var later = n; return v + f() + later; function f() { return typeof later; } };
const zoned = () => { try { return early; } catch (e) { return e.name; } let early = 1; };
const closures = (n) => { const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i + n); return fs.map((f) => f()).join(); };
const vars = (n) => { var fs = []; for (var i = 0; i < 3; i++) fs.push(() => i); return fs.map((f) => f()).join() + n; };
const counter = (n) => { let c = 0; const up = () => ++c; up(); up(); return c++ + n + c; };
const gen = (l) => { function* g() { let got = 0; for (const x of l) { if (x === 2) continue; got += (yield x) || 0; } return got; } const it = g(); const out = [it.next().value, it.next(5).value, ...it]; return out.join() + it.next().done; };
const delegated = (l) => { function* a() { const r = yield* b(); yield r; } function* b() { yield* l; return "end"; } return [...a()]; };
const iterated = (n) => { const o = { *[Symbol.iterator]() { for (let i = 0; i < 3; i++) yield i * n; } }; const [x, ...rest] = o; return [x, rest, Math.max(...o), Array.from(o, (v) => v + 1)]; };
const manual = (n) => { let i = 0; const o = { [Symbol.iterator]: () => ({ next: () => ({ done: i >= 2, value: i++ + n }) }) }; return [...o]; };
const proto = (o) => { const p = Object.create(o); p.own = 1; const ks = []; for (const k in p) ks.push(k); return ks.join() + Object.keys(p).length + ("a" in p) + Object.hasOwn(p, "a"); };
const thisless = function () { return typeof this; };
const bound = (n) => { const o = { n, get() { return this.n; }, arrow: () => typeof this }; const { get } = o; return [o.get(), get.call({ n: 5 }), get.bind({ n: 6 })(), get.apply({ n: 7 }, [])].join() + thisless(); };
const args = function () { return arguments.length + [...arguments].join(); };
const defaults = (a = 1, { b = 2, c: { d = 3 } = {} } = {}, ...r) => [a, b, d, r.length].join();
const destructured = (o) => { const { a, b: renamed = "rb", ["n"]: n = null, ...rest } = o; return JSON.stringify([a, renamed, n, rest]); };
const swapped = (l) => { let [a, , b = 9] = l; [a, b] = [b, a]; return [a, b]; };
const chain = (o) => [o?.a?.b?.c, o.zz?.(), o?.["x"], o.a?.b ?? "n", delete o?.a].map(String).join();
const accessors = (n) => { const o = { _v: n, get v() { return this._v * 2; }, set v(x) { this._v = x; } }; o.v += 1; return JSON.stringify(o) + o.v; };
const defined = (n) => { const o = {}; Object.defineProperty(o, "x", { value: n }); Object.defineProperty(o, "y", { get: () => n + 1, enumerable: true }); try { o.x = 100; } catch (e) { return e.name + Object.keys(o) + o.y; } return "quiet"; };
const frozen = (n) => { const o = Object.freeze({ a: { b: 1 } }); o.a.b = n; try { o.c = 1; } catch (e) { return e.name + o.a.b; } };
const proxied = (n) => { const p = new Proxy({}, { get: (t, k) => (k in t ? t[k] : k.length + n), has: () => true }); p.abc = 1; return [p.abc, p.zzzz, "q" in p].join(); };
const tagged = (n) => { const t = (s, ...v) => s.raw.join("|") + v.join(); return t`a${n}b\n${1}`; };
const symbols = () => { const s = Symbol("d"); const o = { [s]: 1, a: 2 }; return [Object.keys(o).length, o[s], s.description, JSON.stringify(o), typeof s, Symbol.for("k") === Symbol.for("k")].join(); };
const weak = () => { const m = new WeakMap(); const k = {}; m.set(k, 1); return m.get(k) + (m.has({}) ? 1 : 0); };
const mapped = (l) => { const m = new Map(l.map((x, i) => [x, i])); m.set(NaN, "n").set("1", "t"); m.delete(1); return JSON.stringify([...m]) + m.get(NaN) + m.size; };
const grouped = (l) => { const o = {}; for (const x of l) (o[typeof x] ??= []).push(x); return JSON.stringify(o); };
const counted = (t) => { const c = {}; for (const ch of t) c[ch] = (c[ch] ?? 0) + 1; return Object.entries(c).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map((e) => e.join("")).join(); };
const ordered = () => { const o = { b: 1, 2: 1, a: 1, 1: 1, "-1": 1 }; return Object.keys(o).join(); };
const holes = () => { const a = [1, , 3]; const seen = []; a.forEach((x) => seen.push(x)); return [a.length, seen.length, 1 in a, a.map((x) => 1).join(), a.findIndex((x) => x === undefined), JSON.stringify(a)].join(";"); };
const lengths = () => { const a = [1, 2, 3]; a.length = 1; a[3] = 4; return [a.length, a.indexOf(undefined), a.includes(undefined), Object.keys(a).length].join(); };
const arrayLike = () => { const o = { 0: "a", 1: "b", length: 2 }; return Array.from(o).join() + Array.prototype.map.call(o, (x) => x + x).join() + [].slice.call(o, 1).length; };
const coerced = () => [[] + [], [] + {}, 1 + null, 1 + undefined, "3" * "4", true + true, [] == false, null == 0, "b" + "a" + +"a", [10, 9, 1].sort().join(), 1 < 2 < 3, 3 > 2 > 1, "2" > "12", 2 > "12"].join("|");
const bits = (n) => [n | 0, n >>> 0, n << 1, n >> 1, ~n, n & 6, n ^ 3, ~~n].join();
const big = (n) => [typeof 1n, 2n ** 64n, 7n / 2n, 1n == 1, 1n === 1, String(5n), BigInt(3) + 1n].join();
const dates = () => { const d = new Date(Date.UTC(2024, 0, 31)); d.setUTCMonth(1); return [d.getUTCMonth(), d.getUTCDate(), d.toISOString(), d.getUTCDay(), new Date("2024-02-30").getTime(), JSON.stringify({ d })].join(); };
const regexes = (t) => { const r = /a(.)?/g; const out = []; let m; while ((m = r.exec(t))) out.push(m.index, m[1], r.lastIndex); return JSON.stringify(out) + t.replace(/(?<x>[a-c])/g, "[$<x>$&]") + /^a/i.test(t) + r.lastIndex; };
const sticky = () => { const r = /a/g; return [r.test("aa"), r.test("aa"), r.test("aa"), r.test("aa")].join(); };
const replaced = (t) => t.replace(/(\w)(\w)/, (m, a, b, at) => b + a + at) + t.replace("a", "$$") + t.replace(/b/, "$`");
const nested = (l) => l.map((x) => { if (x > 2) return; return { x }; }).filter(Boolean).reduce((a, { x }) => a + x, 0);
const forIn = (l) => { const out = []; for (const i in l) out.push(i + l[i]); return out; };
const whiles = (n) => { let i = 0, s = ""; do { s += i; } while (++i < n); while (true) { if (i-- < 0) break; s += "w"; } return s; };
const comma = (n) => { let a = (n++, n * 2); for (let i = 0, j = 3; i < j; i++, j--) a += j; return a; };
const assigns = (o) => { o.a ||= 1; o.b ??= 2; o.c &&= 3; o.n = o.m = 4; return JSON.stringify(o); };
const aliased = (l) => { const a = l, b = [...l]; a.push(1); return a.length * 10 + b.length; };
const cloned = (o) => { const a = { ...o }, b = structuredClone(o); if (a.a && typeof a.a === "object") a.a.b = 9; return JSON.stringify([o, a, b]); };
const sortStable = () => [[1, "b"], [0, "z"], [1, "a"]].sort((x, y) => x[0] - y[0]).join();
const sortSpecial = () => [3, undefined, 1, null, "b"].sort().map(String).join();
const argumentsKept = (n) => { function f(a) { a = 5; return arguments[0]; } return f(n); };
const kept = (n) => { const k = ((x) => ({ get: () => x, set: (v) => (x = v) }))(1); k.set(n); return k.get(); };
const recursive = (n) => (n <= 1 ? 1 : n * recursive(n - 1));
const memo = (n) => { const c = new Map(); let calls = 0; const f = (k) => { if (c.has(k)) return c.get(k); calls++; c.set(k, k * 2); return k * 2; }; f(n); f(n); f(1); return calls; };
const pipeline = (...fs) => (x) => fs.reduce((v, f) => f(v), x);
const curried = (n) => pipeline((x) => x + 1, (x) => x * 2)(n) + ((a) => (b) => a - b)(n)(2);
const inherited = (n) => { function A(x) { this.x = x; } A.prototype.get = function () { return this.x; }; function B(x) { A.call(this, x + 1); } B.prototype = Object.create(A.prototype); const b = new B(n); return [b.get(), b instanceof A, b.constructor === A].join(); };
const mixins = (n) => { const M = (B) => class extends B { extra() { return super.legs + n; } }; const o = new (M(Animal))("m"); return String(o.extra()) + o.legs; };
const fields = (n) => { class F { a = n; b = this.a + 1; static s = n * 2; static { F.t = F.s + 1; } arrow = () => this.b; } return [new F().arrow(), F.s, F.t].join(); };
const typeofs = () => [typeof undefined, typeof null, typeof [], typeof (() => 1), typeof 1, typeof "s", typeof Symbol(), typeof class {}, typeof missing, typeof new Date(), typeof /x/].join();
const voided = (a) => { if (a) return; };
const jsonAll = (a) => JSON.stringify({ a, u: undefined, f: () => 1, n: NaN, d: new Date(0), i: -0, l: [undefined, () => 1], s: new Set([1]), m: new Map() });
const reviver = () => JSON.stringify(JSON.parse('{"a":1,"b":[2]}', (k, v) => (typeof v === "number" ? v + 1 : v)));
const replacer = (o) => JSON.stringify(o, (k, v) => (v === null ? undefined : v), "-");
