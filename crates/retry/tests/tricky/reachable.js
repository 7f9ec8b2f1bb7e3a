// Conditions that are true when they are evaluated, one in each line: `if (condition) effect` is
// reachable, so that nobody may call it safe. A line `x = value | condition` is about an input.

// Bindings.
(() => { const fs = []; for (let i = 0; i < 2; i++) fs.push(() => i); return fs[0]() === 0; })()
(() => { const fs = []; for (let i = 0; i < 2; i++) fs.push(() => i); return fs[1]() === 1; })()
(() => { const fs = []; for (var i = 0; i < 2; i++) fs.push(() => i); return fs[0]() === 2; })()
(() => { const fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i); i++; } return fs[0]() === 1 && fs[1]() === 3; })()
(() => { const fs = []; for (let i = 0, f = () => i; i < 2; i++) fs.push(f); return fs[1]() === 0; })()
(() => { const fs = []; for (const i of [5, 6]) fs.push(() => i); return fs[0]() === 5; })()
(() => { const fs = []; for (const k in { a: 1, b: 2 }) fs.push(() => k); return fs[0]() === "a"; })()
(() => { const fs = []; let n = 0; while (n < 2) { const m = n; fs.push(() => m); n++; } return fs[0]() === 0; })()
(() => { try { y; let y = 1; return false; } catch (e) { return e instanceof ReferenceError; } })()
(() => { const r = v === undefined; var v = 1; return r; })()
(() => { const y = 1; try { y = 2; return false; } catch (e) { return e instanceof TypeError; } })()
(() => { let a = 1, b = 2; [a, b] = [b, a]; return a === 2 && b === 1; })()
(() => { const f = (a, b = a + 1) => b; return f(1) === 2; })()
(() => { let n = 0; const f = (a = ++n) => a; f(); f(); f(9); return n === 2; })()
(() => { function f(a) { arguments[0] = 9; return a === 1; } return f(1); })()
(() => { function f() { return [...arguments].join("-"); } return f(1, 2) === "1-2"; })()
(() => { const f = function g(n) { return n ? g(n - 1) : "end"; }; return f(3) === "end"; })()
(() => { const { length } = "abc"; return length === 3; })()
(() => { const { a = 1, ...rest } = { b: 2, c: 3 }; return a === 1 && Object.keys(rest).length === 2; })()
(() => { const [a, ...rest] = [1, 2, 3]; return rest.length === 2 && rest[0] === 2; })()
(() => { const f = ({ a, b: [c] }) => a + c; return f({ a: 1, b: [2] }) === 3; })()
typeof undeclared === "undefined"
(() => { try { undeclared; return false; } catch (e) { return e.name === "ReferenceError"; } })()
(() => { if (true) { function inner() { return 1; } } return typeof inner === "undefined" || inner() === 1; })()

// Control flow.
(() => { outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; } } return true; })()
(() => { let n = 0; outer: for (const a of [1, 2]) { for (const b of [1, 2]) { if (b === 2) continue outer; n++; } } return n === 2; })()
(() => { let n = 0; a: { n++; if (n) break a; n = 9; } return n === 1; })()
(() => { let r = ""; switch (3) { case 1: r += 1; default: r += "d"; case 2: r += 2; break; case 4: r += 4; } return r === "d2"; })()
(() => { switch (true) { case 1 > 2: return false; case 2 > 1: return true; } return false; })()
(() => { let r = 0; switch (1) { case 1: { r = 1; break; } case 2: r = 2; } return r === 1; })()
(() => { const f = () => { try { return 1; } finally { return 2; } }; return f() === 2; })()
(() => { const f = () => { for (;;) { try { return 1; } finally { break; } } return 2; }; return f() === 2; })()
(() => { const f = () => { try { throw 1; } catch { return 1; } finally { return 2; } }; return f() === 2; })()
(() => { let n = 1; const f = () => { try { return n; } finally { n = 2; } }; return f() === 1 && n === 2; })()
(() => { let n = 0; for (const x of [1, 2, 3]) { try { if (x === 2) continue; n += x; } finally { n += 10; } } return n === 34; })()
(() => { let i = 5; do { i = 1; } while (i > 3); return i === 1; })()
(() => { let n = 0; for (let i = 0, j = 3; i < j; i++, j--) n++; return n === 2; })()
(() => { let n = 0; for (;;) { if (++n === 3) break; } return n === 3; })()
(() => { let n = 0; false && n++; true || n++; null ?? n++; return n === 1; })()
(() => { let a = null; a ??= 5; let b = 0; b ??= 5; return a === 5 && b === 0; })()
(() => { let a = 1; a &&= 0; a ||= 3; return a === 3; })()
(() => { let o = { n: 0 }; o.n ||= 4; o.m ??= 5; return o.n === 4 && o.m === 5; })()
(() => { let o = { get n() { return 1; }, set n(v) { throw v; } }; try { o.n ||= 2; return true; } catch { return false; } })()
(1, 2, 3) === 3
void "x" === undefined
(() => { const o = null; return o?.a.b.c === undefined; })()
(() => { const o = {}; return o.f?.() === undefined; })()
(() => { const o = {}; try { o.f(); return false; } catch (e) { return e instanceof TypeError; } })()
(() => { let n = 0; null?.[n++]; return n === 0; })()
(() => { const o = { a: { f() { return this.v; }, v: 3 } }; return o?.a?.f() === 3; })()
(() => { try { null.f; return false; } catch { return true; } })()
(() => { try { (void 0)(); return false; } catch { return true; } })()
(() => { try { const [a] = null; return false; } catch { return true; } })()
(() => { try { const { a } = undefined; return false; } catch { return true; } })()
(() => { try { for (const a of 5) return false; } catch { return true; } })()
(() => { try { for (const a of {}) return false; } catch { return true; } })()
(() => { try { new (() => {})(); return false; } catch { return true; } })()
(() => { try { class A {} A(); return false; } catch { return true; } })()
(() => { try { [...{}]; return false; } catch { return true; } })()
(() => { try { "x" in "y"; return false; } catch { return true; } })()
(() => { try { 1 instanceof 2; return false; } catch { return true; } })()
(() => { try { Symbol() + ""; return false; } catch { return true; } })()
(() => { try { new Array(-1); return false; } catch (e) { return e instanceof RangeError; } })()
(() => { try { "a".repeat(-1); return false; } catch { return true; } })()
(() => { try { (1).toFixed(101); return false; } catch { return true; } })()
(() => { try { decodeURIComponent("%"); return false; } catch { return true; } })()
(() => { try { BigInt(1.5); return false; } catch { return true; } })()
(() => { try { 1n + 1; return false; } catch { return true; } })()
(() => { try { const o = {}; o.o = o; JSON.stringify(o); return false; } catch { return true; } })()
(() => { try { new Date(NaN).toISOString(); return false; } catch { return true; } })()
(() => { try { Object.defineProperty(1, "a", {}); return false; } catch { return true; } })()
(() => { try { [].reduce((a, b) => a); return false; } catch { return true; } })()
(() => { try { [].reduceRight((a, b) => a); return false; } catch { return true; } })()
(() => { try { Object.keys(null); return false; } catch { return true; } })()
(() => { try { Object.entries(undefined); return false; } catch { return true; } })()
(() => { try { new Map([1]); return false; } catch { return true; } })()
(() => { try { [1].map(undefined); return false; } catch { return true; } })()
(() => { try { [1].forEach(3); return false; } catch { return true; } })()
(() => { try { new Set(5); return false; } catch { return true; } })()
(() => { try { null[Symbol.iterator]; return false; } catch { return true; } })()
(() => { try { JSON.parse(undefined); return false; } catch { return true; } })()
(() => { try { JSON.parse(""); return false; } catch { return true; } })()
(() => { const e = (() => { try { null.x; } catch (e) { return e; } })(); return typeof e.message === "string" && e.constructor === TypeError; })()
(() => { const e = new Error("a", { cause: 5 }); return e.cause === 5 && String(e) === "Error: a"; })()

// Objects.
(() => { const o = Object.freeze({ a: 1 }); try { o.a = 2; return false; } catch { return true; } })()
(() => { const o = Object.freeze({ a: 1 }); try { o.b = 2; return false; } catch { return true; } })()
(() => { const o = Object.freeze({ a: 1 }); try { delete o.a; return false; } catch { return true; } })()
(() => { const o = Object.freeze([1]); try { o.push(2); return false; } catch { return true; } })()
(() => { const o = Object.seal({ a: 1 }); try { o.b = 2; return false; } catch { return o.b === undefined; } })()
(() => { const o = Object.seal({ a: 1 }); o.a = 2; return o.a === 2; })()
(() => { const o = Object.preventExtensions({}); try { o.b = 2; return false; } catch { return true; } })()
Object.isFrozen(Object.freeze({}))
(() => { class A { constructor() { Object.freeze(this); } } try { new A().x = 1; return false; } catch { return true; } })()
(() => { const o = { get a() { return 1; } }; try { o.a = 2; return false; } catch { return true; } })()
(() => { const o = Object.defineProperty({}, "a", { value: 1 }); try { o.a = 2; return false; } catch { return o.a === 1; } })()
(() => { const o = Object.defineProperty({}, "a", { value: 1 }); return Object.keys(o).length === 0 && JSON.stringify(o) === "{}"; })()
(() => { const o = Object.defineProperty({}, "a", { value: 1, enumerable: true }); return Object.keys(o).length === 1; })()
(() => { let n = 0; const o = { set a(v) { n = v; } }; o.a = 5; return n === 5 && o.a === undefined; })()
(() => { let n = 0; const o = { get a() { return ++n; } }; o.a; o.a; return n === 2; })()
Object.keys({ 2: 1, 1: 1 })[0] === "1"
Object.keys({ b: 1, a: 1, 1: 1 }).join() === "1,b,a"
Object.entries({ b: 1, 10: 2, 9: 3 })[0][0] === "9"
Object.values({ 2: "two", 1: "one" })[0] === "one"
(() => { for (const k in { x: 1, 0: 2 }) return k === "0"; return false; })()
JSON.stringify({ 2: 1, 1: 1 }) === '{"1":1,"2":1}'
(() => { const o = { a: 1, b: 2 }; delete o.a; o.a = 3; return Object.keys(o).join() === "b,a"; })()
(() => { const o = { a: 1, b: 2 }; o.a = 3; return Object.keys(o)[0] === "a"; })()
(() => { const o = { ...{ a: 1 }, b: 2, ...{ a: 3 } }; return Object.keys(o).join() === "a,b" && o.a === 3; })()
({ ..."ab" })[1] === "b"
({ ...[7, 8] })[1] === 8
Object.keys({ ...null, ...undefined }).length === 0
Object.keys([4, 5]).join() === "0,1"
Object.keys("ab").length === 2
"constructor" in {}
"toString" in {}
"length" in []
"a" in { a: undefined }
!("a" in {})
!Object.hasOwn({}, "toString")
1 in [4, 5] && !(2 in [4, 5])
!(0 in [, 1])
(() => { const o = {}; o.__proto__ = { z: 1 }; return o.z === 1; })()
({ __proto__: { z: 1 } }).z === 1
Object.keys({ __proto__: { z: 1 } }).length === 0
(() => { const o = Object.create({ z: 1 }); for (const k in o) return k === "z"; return false; })()
Object.getPrototypeOf({}) === Object.prototype
Object.getPrototypeOf([]) === Array.prototype
Object.getPrototypeOf(Object.create(null)) === null
({}).constructor === Object
(5).constructor === Number
"a".constructor === String
(() => { class A {} return new A().constructor === A; })()
(() => { class A {} return new A().constructor.name === "A"; })()
(() => { const o = { a: 1 }; const p = Object.assign({}, o, null, { b: 2 }); return p.a === 1 && p.b === 2; })()
(() => { const o = {}; o[{}] = 1; return o["[object Object]"] === 1; })()
(() => { const o = {}; o[[1, 2]] = 1; return o["1,2"] === 1; })()
(() => { const o = { 1: "a" }; return o[1] === "a" && o["1"] === "a" && o[1.0] === "a"; })()
(() => { const o = { 0x10: 1 }; return o[16] === 1; })()
(() => { const s = Symbol("a"), o = { [s]: 1, a: 2 }; return o[s] === 1 && Object.keys(o).length === 1; })()
Symbol("a") !== Symbol("a")
Symbol.for("a") === Symbol.for("a")
typeof Symbol() === "symbol"
Symbol("a").toString() === "Symbol(a)"
Symbol("d").description === "d"
(() => { const s = Symbol(); return s === s; })()
(() => { const o = { *[Symbol.iterator]() { yield 1; yield 2; } }; return [...o].length === 2; })()
(() => { const o = { [Symbol.toPrimitive]: () => 5 }; return o * 2 === 10; })()
(() => { const o = { toString() { return "t"; } }; return `${o}` === "t" && o + "" === "t"; })()
(() => { const o = { valueOf() { return 3; } }; return o + 1 === 4; })()
(() => { const o = { valueOf() { return 3; } }; return o > 2 && o * 2 === 6; })()
(() => { const o = { valueOf() { return 3; } }; return o == 3; })()
(() => { const o = { toJSON() { return 1; } }; return JSON.stringify({ o }) === '{"o":1}'; })()
(() => { const p = new Proxy({}, { get: () => 7 }); return p.anything === 7; })()
Reflect.ownKeys({ a: 1 }).length === 1
(() => { const o = { a: 1 }; return Reflect.has(o, "a") && Reflect.get(o, "a") === 1; })()
(() => { const a = { n: 1 }, b = a; b.n++; return a.n === 2; })()
(() => { const a = { d: new Date(0) }; return structuredClone(a).d.getTime() === 0 && structuredClone(a).d !== a.d; })()
(() => { const o = { a: 1, f() { return Object.keys(this).length; } }; return o.f() === 2; })()

// Classes.
(() => { class A { #x = 1; static has(o) { return #x in o; } } return A.has(new A()) && !A.has({}); })()
(() => { class A { #x = 1; inc() { return ++this.#x; } } const a = new A(); a.inc(); return a.inc() === 3; })()
(() => { class A { #p() { return 4; } q() { return this.#p(); } } return new A().q() === 4; })()
(() => { class A { static n = 1; static { A.n = 2; } } return A.n === 2; })()
(() => { class A { static #c = 0; static next() { return ++A.#c; } } A.next(); return A.next() === 2; })()
(() => { class A { x = 1; y = this.x + 1; } return new A().y === 2; })()
(() => { class A { constructor() { this.k = this.name(); } name() { return "a"; } } class B extends A { name() { return "b"; } } return new B().k === "b"; })()
(() => { class A { v = 1; constructor() { this.seen = this.v; } } class B extends A { v = 2; } return new B().seen === 1 && new B().v === 2; })()
(() => { class A { get x() { return 1; } } class B extends A { get x() { return super.x + 1; } } return new B().x === 2; })()
(() => { class A { static m() { return "s"; } } class B extends A {} return B.m() === "s"; })()
(() => { class A { f = () => this.v; v = 3; } const { f } = new A(); return f() === 3; })()
(() => { class A { set v(x) { this._v = x * 2; } get v() { return this._v; } } const a = new A(); a.v = 2; return a.v === 4; })()
(() => { class A { constructor() { return { other: 1 }; } } return new A().other === 1; })()
(() => { class A {} return new A() instanceof A && !({} instanceof A); })()
(() => { class A { static [Symbol.hasInstance](x) { return x === 1; } } return 1 instanceof A; })()
(() => { class A extends Array {} const a = new A(); a.push(1); return a.length === 1 && a instanceof A; })()
(() => { class A { toString() { return "A!"; } } return `${new A()}` === "A!"; })()
(() => { class A { m() {} } return Object.keys(new A()).length === 0 && typeof A.prototype.m === "function"; })()
(() => { const mix = (B) => class extends B { z() { return 1; } }; class A extends mix(Object) {} return new A().z() === 1; })()
(() => { class A extends Map { get2() { return this.get(2); } } const a = new A([[2, 3]]); return a.get2() === 3; })()
(() => { class E extends Error {} const e = new E("m"); return e.name === "Error" && e.message === "m" && e instanceof Error; })()
(() => { function F() { if (!new.target) return new F(); this.a = 1; } return F().a === 1; })()
(() => { class A { async f() { return 1; } } return new A().f() instanceof Promise; })()

// Equality and conversion.
NaN != NaN
NaN !== NaN
!(NaN === NaN)
!(NaN == NaN)
0 / 0 !== 0 / 0
Number("abc") !== Number("abc")
(() => { const n = parseInt("x"); return n !== n; })()
(() => { const n = undefined + 1; return n !== n; })()
[NaN].includes(NaN)
[NaN].indexOf(NaN) === -1
[NaN].findIndex((n) => n === NaN) === -1
Object.is(NaN, NaN)
Object.is(-0, 0) === false
1 / -0 === -Infinity
1 / (0 * -1) === -Infinity
-0 === 0
(() => { switch (NaN) { case NaN: return false; default: return true; } })()
new Set([NaN, NaN]).size === 1
new Set([0, -0]).size === 1
[] == false
[] == ""
[] == 0
[1] == 1
[1, 2] == "1,2"
({}) == "[object Object]"
!([] == [])
null == undefined
!(null == 0)
!(null == false)
!(undefined == 0)
"1" == 1
true == "1"
!(true == "true")
"0" == false
"" == 0
" \n" == 0
"a" != 0
1n == 1
1n !== 1
2n > 1
"2" > "12"
2 < "12"
!("a" < 1)
!("a" >= 1)
null >= 0
!(undefined >= 0)
!(NaN < 1)
!(NaN >= 1)
"B" < "a"
"a" < "b"
"" < "a"
[2] > 1
true + 1 === 2
"5" - 2 === 3
"5" + 2 === "52"
1 + null === 1
isNaN(1 + undefined)
[] + [] === ""
[] + {} === "[object Object]"
1 + [2] === "12"
+"" === 0
+"12" === 12
+true === 1
+null === 0
isNaN(+undefined)
+[5] === 5
isNaN(+{})
+new Date(5) === 5
-"3" === -3
!!"false"
!!{}
!!-1
!""
!0
!NaN
!null
!0n
!!Symbol()
isNaN("abc")
!Number.isNaN("abc")
Number.isNaN(NaN)
isFinite("5")
!Number.isFinite("5")
isFinite(null)
!isFinite(Infinity)
!Number.isInteger("5")
Number.isSafeInteger(9007199254740991) && !Number.isSafeInteger(9007199254740992)
typeof NaN === "number"
typeof [] === "object"
typeof class {} === "function"
typeof 1n === "bigint"
typeof new String("a") === "object"
typeof String(1) === "string"
typeof Math === "object"
typeof JSON.stringify === "function"
typeof /a/ === "object"
typeof (async () => {})() === "object"
new String("a") !== "a"
new Number(1) == 1
!!new Boolean(false)
Boolean([]) === true
String(undefined) === "undefined"
String([null]) === ""
String([1, [2, 3]]) === "1,2,3"
String(-0) === "0"
String(1e21) === "1e+21"
String(0.000001) === "0.000001"
String(1e-7) === "1e-7"
`${1.0}` === "1"
`${[]}` === ""
`${null} ${undefined}` === "null undefined"
`a${1}b${"c"}` === "a1bc"
String(() => 1) === "() => 1"
String(123n) === "123"
Number([]) === 0
Number([7]) === 7
Number("1e3") === 1000
Number("-") !== 0
isNaN(Number("1,000"))
Number("  12\n") === 12
Number("0b101") === 5
Number(true) === 1
Number(new Date(7)) === 7
isNaN(Number("12px"))
isNaN(Number("e5"))
isNaN(Number("inf"))
isNaN(Number("1_000"))

// Numbers.
["1", "2"].map(parseInt)[1] !== 2
isNaN(["1", "2"].map(parseInt)[1])
["10", "10", "10"].map(parseInt)[2] === 2
["1", "2"].map(Number)[1] === 2
["a", ""].filter(Boolean).length === 1
[0, 1].map(String)[1] === "1"
parseInt("0x1f") === 31
parseInt("08") === 8
parseInt("1e3") === 1
parseInt(" 42abc") === 42
parseInt("3.9") === 3
isNaN(parseInt(""))
isNaN(parseInt("abc"))
parseInt("z", 36) === 35
parseInt("12", 3) === 5
isNaN(parseInt("9", 8))
isNaN(parseInt("1", 1))
parseInt("11", 0) === 11
parseInt(0.0000005) === 5
parseInt(null, 36) === 1112745
parseInt("-0x10") === -16
parseInt("123", "5") === 38
parseFloat(".5") === 0.5
parseFloat("1.2.3") === 1.2
parseFloat("1e2x") === 100
isNaN(parseFloat("inf"))
isNaN(parseFloat("nan"))
parseFloat("Infinityx") === Infinity
parseFloat("-.5e-1") === -0.05
(1.005).toFixed(2) === "1.00"
(2.5).toFixed(0) === "3"
(-2.5).toFixed(0) === "-3"
(0.5).toFixed(0) === "1" || (0.5).toFixed(0) === "0"
(1.45).toFixed(1) === "1.4"
(8.345).toFixed(2) === "8.35" || (8.345).toFixed(2) === "8.34"
(1e21).toFixed(2) === "1e+21"
(-1.5).toFixed(0) === "-2"
(-0.0000001).toFixed(2) === "-0.00"
(1234.5678).toPrecision(6) === "1234.57"
(255).toString(16) === "ff"
(0.5).toString(2) === "0.1"
(-255).toString(36) === "-73"
(1000000).toLocaleString("en-US") === "1,000,000"
Math.round(0.49999999999999994) === 0
Math.round(-1.5) === -1
Math.round(2.5) === 3
Math.max(1, "3", 2) === 3
isNaN(Math.max(1, undefined))
Math.min() === Infinity
Math.max(...[1, 5, 3]) === 5
Math.abs("-3") === 3
Math.sign(-0) === 0
Math.log2(8) === 3
Math.cbrt(27) === 3
Math.clz32(1) === 31
Math.imul(3, 4) === 12
Math.fround(0.5) === 0.5
Math.pow(2, 0.5) === Math.SQRT2
isNaN(Math.pow(1, Infinity))
isNaN(1 ** Infinity)
2 ** -1 === 0.5
2 ** 3 ** 2 === 512
(-2) ** 2 === 4
7 % -3 === 1
-7 % 3 === -1
5.5 % 2 === 1.5
isNaN(5 % 0)
1 / 0 === Infinity
0.1 + 0.2 !== 0.3
9007199254740992 + 1 === 9007199254740992
5 & 3 === 3 || (5 & 3) === 1
(5 & 3) === 1
(5 | 3) === 7
(5 ^ 3) === 6
~5 === -6
~"5" === -6
~~"7.9" === 7
~null === -1
(1 << 31) === -2147483648
(1 << 32) === 1
(-1 >>> 0) === 4294967295
(-1 >>> 28) === 15
(-9 >> 1) === -5
(2 ** 32 | 0) === 0
(2 ** 31 | 0) === -2147483648
(3.7 | 0) === 3
("12" | 0) === 12
(NaN | 0) === 0
(undefined | 0) === 0
10n ** 20n === 100000000000000000000n
7n / 2n === 3n
-7n / 2n === -3n
-7n % 3n === -1n
BigInt("9007199254740993") === 9007199254740993n
9007199254740993n !== 9007199254740992n
typeof (1n + 2n) === "bigint"
5n > 4 && 5n == 5
BigInt.asUintN(8, 257n) === 1n
Number(5n) === 5
1_000 === 1000
0b11 === 3 && 0o17 === 15
.5 + .5 === 1
Number.MAX_SAFE_INTEGER === 2 ** 53 - 1
Number.MIN_VALUE > 0
Number.EPSILON > 0
Number.NEGATIVE_INFINITY === -Infinity
(() => { let i = 1; i += i++ + ++i; return i === 5; })()
(() => { let i = "5"; i++; return i === 6; })()
(() => { let s = "a"; s += 1; s += 2; return s === "a12"; })()
(() => { let i = 3; const a = [i--, i--, i]; return a.join() === "3,2,1"; })()
(() => { let x = 5; x **= 2; x %= 7; x <<= 2; x |= 1; return x === 17; })()

// Arrays.
(() => { const a = [1, 2]; delete a[0]; return a[0] === undefined; })()
(() => { const a = [1, 2]; delete a[0]; return a.length === 2; })()
(() => { const a = [1, 2]; delete a[1]; return a.length === 2 && !(1 in a); })()
(() => { const a = [1, 2, 3]; a.length = 1; return a.length === 1 && a[1] === undefined; })()
(() => { const a = [1]; a.length = 3; return a.length === 3; })()
(() => { const a = [1, 2, 3]; a.length = 0; return a.length === 0; })()
(() => { const a = []; a[3] = 1; return a.length === 4; })()
(() => { const a = [1]; a[-1] = 5; return a.length === 1 && a[0] === 1; })()
(() => { const a = [1, 2]; a["0"] = 9; return a[0] === 9; })()
(() => { const a = [1]; a.x = 5; return a.length === 1 && a.x === 5; })()
(() => { const a = [1]; a[1.5] = 5; return a.length === 1 && a[1.5] === 5; })()
(() => { let n = 0; [, 1, ,].forEach(() => n++); return n === 1; })()
(() => { let n = 0; for (const x of [, 1]) n++; return n === 2; })()
[, 1].map(() => 5)[0] === undefined
[, 1].filter(() => true).length === 1
[, 1].findIndex((x) => x === undefined) === 0
[1, , 3].join("-") === "1--3"
[1, , 3].flat().length === 2
Object.keys([, 1]).length === 1
[...[, 1]].length === 2
[undefined, null].join("-") === "-"
Array(3).join("x") === "xx"
new Array(3).map(() => 1)[0] === undefined
[...Array(2).keys()].join() === "0,1"
Array.from({ length: 2 }, (_, i) => i * 2)[1] === 2
Array.from("abc", (c) => c + c)[1] === "bb"
Array.from(new Set([1, 1, 2])).length === 2
Array.from(new Map([[1, 2]]))[0][1] === 2
Array.from({ length: 2, 0: "a", 1: "b" })[1] === "b"
Array.of(7).length === 1
[3, 1, 2].sort().join() === "1,2,3"
[10, 9, 1].sort().join() === "1,10,9"
[3, undefined, 1].sort()[2] === undefined
["b", "a", "C"].sort().join("") === "Cab"
[1, 2, 3].sort((a, b) => b - a)[0] === 3
[1, 2, 3].sort(() => 0).join() === "1,2,3"
[{ k: 1, v: "a" }, { k: 0, v: "b" }, { k: 1, v: "c" }].sort((a, b) => a.k - b.k).map((o) => o.v).join("") === "bac"
[true, false].sort()[0] === false
[-1, -2, 5].sort().join() === "-1,-2,5"
["é", "z"].sort()[0] === "z"
[2, 1].toSorted()[0] === 1
(() => { const a = [2, 1]; a.toSorted(); return a[0] === 2; })()
(() => { const a = [1, 2]; return a.toReversed()[0] === 2 && a[0] === 1; })()
[1, 2, 3].with(1, 9)[1] === 9
[1, 2, 3].toSpliced(0, 1).length === 2
(() => { const a = [1, 2, 3, 4]; return a.splice(1, 2).join() === "2,3" && a.join() === "1,4"; })()
(() => { const a = [1, 2, 3]; a.splice(-1); return a.length === 2; })()
(() => { const a = [1, 2, 3]; a.splice(1, 0, 8, 9); return a.join() === "1,8,9,2,3"; })()
(() => { const a = [1, 2, 3]; return a.splice(0).length === 3 && a.length === 0; })()
(() => { const a = [1, 2, 3]; return a.splice().length === 0 && a.length === 3; })()
(() => { const a = [1, 2, 3]; a.splice(1, undefined); return a.length === 3; })()
(() => { const a = [1, 2, 3]; a.splice(NaN, 1); return a[0] === 2; })()
[1, 2, 3, 4].copyWithin(0, 2).join() === "3,4,3,4"
[1, 2, 3].fill(0, 1).join() === "1,0,0"
[1, 2, 3].fill(0, 1, 2).join() === "1,0,3"
[1, 2, 3].fill(9, -1).join() === "1,2,9"
[1, [2, [3]]].flat().length === 3
[1, [2, [3, [4]]]].flat(2).length === 4
[1, [2, [3]]].flat(0).length === 2
[[1, [2]], [3]].flatMap((x) => x).length === 3
[1, 2].flatMap((x) => [x, x]).length === 4
[1, 2].flatMap((x) => x * 2)[1] === 4
[1, 2, 3, 2].findLast((x) => x === 2) === 2
[1, 2, 3, 4].findLast((x) => x % 2 === 1) === 3
[1, 2, 1].findLastIndex((x) => x === 1) === 2
[1, 2, 1].lastIndexOf(1) === 2
[1, 2, 1].indexOf(1, 1) === 2
[1, 2, 3].includes(1, 1) === false
[1, 2, 3].indexOf("1") === -1
[1, 2, 3].at(-1) === 3
[1, 2, 3].at(-4) === undefined
[1, 2, 3].at(1.7) === 2
[1, 2, 3].slice(-2).join() === "2,3"
[1, 2, 3].slice(1, -1).join() === "2"
[1, 2, 3].slice(2, 1).length === 0
[1, 2, 3].slice("1").length === 2
[1].concat([2, [3]], 4).length === 4
[1].concat("ab").length === 2
[].concat(...[[1], [2]]).length === 2
[1, 2, 3].reduce((a, b) => a + b) === 6
[1, 2, 3].reduceRight((a, b) => a + "" + b) === "321"
[[1, 2], [3]].reduce((a, b) => a.concat(b), []).length === 3
[5].reduce((a, b) => 9) === 5
[1, 2, 3].reduce((a, x, i) => a + i) === 4
[1, 2, 3].reduceRight((a, x, i) => a + i, "") === "210"
[1, 2, 3].every((x, i, a) => a[i] === x)
(() => { let n = 0; [1, 2, 3].some((x) => { n++; return x === 2; }); return n === 2; })()
(() => { let n = 0; [1, 2, 3].find((x) => { n++; return x === 2; }); return n === 2; })()
(() => { let n = 0; [1, 2, 3].findLast((x) => { n++; return x === 3; }); return n === 1; })()
(() => { const a = []; return a.push(1, 2) === 2 && a.unshift(0) === 3 && a.pop() === 2 && a.shift() === 0; })()
[].pop() === undefined
(() => { const a = [1, 2, 3]; for (const x of a) { if (x === 1) a.push(4); } return a.length === 4; })()
(() => { const seen = []; const a = [1, 2]; for (const x of a) { seen.push(x); if (x < 3) a.push(x + 2); } return seen.join() === "1,2,3,4"; })()
(() => { const seen = []; const a = [1, 2, 3]; for (const x of a) { seen.push(x); if (x === 1) a.shift(); } return seen.join() === "1,3"; })()
(() => { const seen = []; const a = [1, 2]; a.forEach((x) => { seen.push(x); a.push(9); }); return seen.length === 2; })()
(() => { const seen = []; const a = [1, 2, 3]; a.forEach((x) => { seen.push(x); a.pop(); }); return seen.length === 2; })()
(() => { const a = [[1], [2]]; const b = [...a]; b[0].push(9); return a[0].length === 2; })()
[..."héllo"].length === 5
[...[1, 2].entries()][1][0] === 1
[1, 2, 3].toString() === "1,2,3"
[[1, 2], [3]].toString() === "1,2,3"
Array.isArray([]) && !Array.isArray({ length: 0 })
Array.isArray(new Array(2))
[1, 2, 3].some((x) => x > 2) && ![].some(() => true)
[1, 2] !== [1, 2]
(() => { const f = (...xs) => xs.length; return f(...[1, 2], 3, ..."ab") === 5; })()
Object.groupBy === undefined || Object.groupBy([1, 2, 3], (x) => x % 2 ? "odd" : "even").odd.length === 2
[1, 2, 3].keys().next().value === 0
(() => { const it = [1, 2][Symbol.iterator](); it.next(); return it.next().value === 2; })()
(() => { const [a, b] = new Map([[1, 2], [3, 4]]).values(); return a === 2 && b === 4; })()

// Maps and sets.
[...new Map([[2, "a"], [1, "b"]]).keys()][0] === 2
[...new Set([3, 1, 3, 2])].join() === "3,1,2"
(() => { const m = new Map(); m.set("a", 1).set("b", 2).set("a", 3); return m.size === 2 && [...m][0][1] === 3; })()
(() => { const m = new Map([["a", 1]]); m.delete("a"); return m.size === 0 && !m.has("a"); })()
(() => { const m = new Map([[1, "n"], ["1", "s"]]); return m.size === 2 && m.get("1") === "s"; })()
(() => { const m = new Map(); m.x = 1; return m.size === 0 && m.get("x") === undefined; })()
(() => { const m = new Map(); m.set(-0, 1); return m.get(0) === 1; })()
(() => { const m = new Map(); const k = {}; m.set(k, 1); return m.get({}) === undefined && m.get(k) === 1; })()
(() => { const s = new Set("hello"); return s.size === 4 && s.has("l"); })()
(() => { const s = new Set([1]); return s.delete(2) === false && s.add(1) === s; })()
(() => { const s = new Set([1, 2]); const seen = []; for (const x of s) { seen.push(x); if (x === 1) s.delete(2); } return seen.length === 1; })()
(() => { const s = new Set([1]); const seen = []; for (const x of s) { seen.push(x); if (x < 3) s.add(x + 1); } return seen.length === 3; })()
(() => { const s = new Set([1, 2]); s.delete(1); s.add(1); return [...s][0] === 2; })()
(() => { let k; new Map([["a", 1]]).forEach((v, key) => { k = key + v; }); return k === "a1"; })()
JSON.stringify(new Map([[1, 2]])) === "{}"
Object.fromEntries(new Map([["a", 1]])).a === 1
new Map(Object.entries({ a: 1 })).get("a") === 1
new Set([[1], [1]]).size === 2
(() => { const w = new WeakSet(); const k = {}; w.add(k); return w.has(k) && !w.has({}); })()

// Texts and patterns.
"abc".slice(-2) === "bc"
"abc".slice(2, 1) === ""
"abc".substring(-1, 2) === "ab"
"abc".substr(-2, 1) === "b"
"abc".at(-1) === "c"
"abc"[-1] === undefined
"abc".charAt(9) === ""
isNaN("abc".charCodeAt(9))
"abc".codePointAt(9) === undefined
"😀".length === 2
"😀".charCodeAt(0) === 55357
"😀".codePointAt(0) === 128512
"😀".slice(0, 1) !== "😀"
"😀a".indexOf("a") === 2
"😀".split("").length === 2
"é".normalize("NFD").length === 2
"a-b-c".split("-", 2).length === 2
"abc".split().length === 1
"a1b22c".split(/\d+/).join() === "a,b,c"
"a1b".split(/(\d)/).length === 3
"aXbX".replace("X", "") === "abX"
"abc".replace("b", "[$&]") === "a[b]c"
"abc".replace("b", (m) => m.toUpperCase()) === "aBc"
"a.b".replace(".", "$$") === "a$b"
"john smith".replace(/(\w+) (\w+)/, "$2 $1") === "smith john"
"aaa".replaceAll("a", (m, i) => i) === "012"
"abcabc".lastIndexOf("b") === 4
"abcabc".lastIndexOf("b", 3) === 1
"abc".indexOf("c", -5) === 2
"abc".indexOf("", 10) === 3
"abc".includes("a", 1) === false
"abc".startsWith("b", 1)
"abc".endsWith("b", 2)
"abc".includes("")
"undefined".includes(undefined)
"5".padStart(3, "ab") === "ab5"
"abc".padEnd(2) === "abc"
"\u00a0a\ufeff".trim() === "a"
"ß".toUpperCase() === "SS"
"a".localeCompare("B") < 0
"a".localeCompare("A") < 0
["b", "a", "C"].sort((x, y) => x.localeCompare(y)).join("") === "abC"
"a" + 1 + 2 === "a12"
1 + 2 + "a" === "3a"
"abc".concat(1, null) === "abc1null"
"%41" === "%41" && decodeURIComponent("%41") === "A"
encodeURIComponent("ä&") === "%C3%A4%26"
encodeURI("a b&c") === "a%20b&c"
escape("ä") === "%E4"
String.raw`a\n` === "a\\n"
((s, ...v) => s[0] + v[0])`a${1}b` === "a1"
String.fromCharCode(65, 66) === "AB"
"\x41\u{42}" === "AB"
"abc".search(/c/) === 2
/a/.test("cat")
!/^a/.test("cat")
/^\d{3}$/.test("123")
(() => { const r = /a/g; r.test("aa"); return r.lastIndex === 1; })()
(() => { const r = /a/g; r.test("a"); return r.test("a") === false; })()
(() => { const r = /a/g; r.test("ab"); r.test("ab"); return r.test("ab"); })()
(() => { const r = /a/y; return r.test("ba") === false; })()
"a1b2".match(/\d/g).length === 2
"a1b2".match(/(\w)(\d)/)[2] === "1"
"abc".match(/(z)?/)[1] === undefined
/(?<y>\d{4})/.exec("in 2020").groups.y === "2020"
[..."a1b2".matchAll(/\d/g)][1][0] === "2"
"abc".match(/z/g) === null
"aBc".replace(/b/i, "-") === "a-c"
/a.c/s.test("a\nc") && !/a.c/.test("a\nc")
/(?<!a)b/.test("cb")
new RegExp("a+").source === "a+"
"x".match(/x/).index === 0
"a,b;c".split(/[,;]/).length === 3
JSON.stringify("a\"b") === '"a\\"b"'

// JSON and dates.
JSON.stringify(undefined) === undefined
JSON.stringify(() => 1) === undefined
JSON.stringify({ a: undefined, b: () => 1 }) === "{}"
JSON.stringify([undefined, () => 1]) === "[null,null]"
JSON.stringify(NaN) === "null"
JSON.stringify({ n: Infinity }) === '{"n":null}'
JSON.stringify(new Date(0)) === '"1970-01-01T00:00:00.000Z"'
JSON.stringify({ d: new Date(0) }) === '{"d":"1970-01-01T00:00:00.000Z"}'
JSON.stringify({ a: [1, { b: 2 }] }, null, 2).includes("\n")
JSON.stringify({ a: 1, b: 2 }, ["b"]) === '{"b":2}'
JSON.stringify({ a: 1 }, (k, v) => (k === "a" ? 5 : v)) === '{"a":5}'
JSON.stringify(new Set([1])) === "{}"
JSON.stringify([-0]) === "[0]"
JSON.stringify(1e21) === "1e+21"
JSON.stringify({ a: 1, b: [] }) === '{"a":1,"b":[]}'
JSON.stringify("\u2028") === '"\u2028"'
JSON.stringify([new String("a"), new Number(1)]) === '["a",1]'
JSON.parse("[1,2]").length === 2
JSON.parse('{"a":1,"a":2}').a === 2
JSON.parse('{"__proto__":1}')["__proto__"] === 1
JSON.parse('{"a":1}', (k, v) => (k === "a" ? v + 1 : v)).a === 2
JSON.parse(" 1 ") === 1
JSON.parse("null") === null
JSON.parse('"\\u0041"') === "A"
(() => { try { JSON.parse("{a:1}"); return false; } catch { return true; } })()
(() => { try { JSON.parse("[1,]"); return false; } catch { return true; } })()
(() => { try { JSON.parse("01"); return false; } catch { return true; } })()
new Date(0).getTime() === 0
new Date(2020, 0, 31).getMonth() === 0
new Date(2020, 1, 31).getMonth() === 2
new Date("2020-01-01") < new Date("2020-01-02")
new Date("2020-01-02") - new Date("2020-01-01") === 86400000
new Date("2020-02-29T00:00:00Z").getUTCDate() === 29
new Date(Date.UTC(2020, 0, 1)).toISOString() === "2020-01-01T00:00:00.000Z"
new Date("2020-01-01T00:00:00Z").getUTCDay() === 3
isNaN(new Date("nonsense"))
isNaN(new Date("nonsense").getTime())
new Date(0) !== new Date(0)
!(new Date(0) == new Date(0))
new Date(0) <= new Date(0)
(() => { const d = new Date(0); d.setUTCDate(32); return d.getUTCMonth() === 1; })()
(() => { const d = new Date(0); const e = new Date(d); e.setTime(5); return d.getTime() === 0; })()
typeof (new Date(0) + 1) === "string"
new Date(0) - 1 === -1
new Date(0).toJSON() === "1970-01-01T00:00:00.000Z"
typeof Date.now() === "number"
new Date(86400000).toISOString().slice(0, 10) === "1970-01-02"
Date.parse("1970-01-01") === 0
new Date(2019, 12).getFullYear() === 2020
new Date(2020, 5, 0).getDate() === 31

// Generators and asynchronous code.
(() => { let n = 0; function* g() { n = 1; yield 1; } g(); return n === 0; })()
(() => { let n = 0; function* g() { yield 1; n = 2; } for (const x of g()) { break; } return n === 0; })()
(() => { let n = 0; function* g() { yield 1; n++; yield 2; n++; } const [a] = g(); return n === 0; })()
(() => { let n = 0; function* g() { n++; yield 1; } const i = g(); n += 10; i.next(); return n === 11; })()
(() => { function* g() { const x = yield 1; yield x * 2; } const i = g(); i.next(); return i.next(4).value === 8; })()
(() => { function* g() { yield 1; return 2; } return [...g()].length === 1; })()
(() => { function* g() { yield* [1, 2]; yield 3; } return [...g()].join() === "1,2,3"; })()
(() => { function* g() { let i = 0; while (true) yield i++; } for (const x of g()) { if (x === 3) return true; } return false; })()
(() => { let n = 0; function* g() { try { yield 1; } finally { n = 5; } } for (const x of g()) break; return n === 5; })()
(() => { function* g() { yield 1; } const i = g(); [...i]; return [...i].length === 0; })()
(() => { const log = []; function* g() { log.push("a"); yield 1; log.push("b"); } for (const x of g()) log.push("x"); return log.join("") === "axb"; })()
(() => { function* g() { yield 1; throw new Error("e"); } let n = 0; try { for (const x of g()) n += x; } catch { return n === 1; } return false; })()
(() => { let n = 0; const it = { [Symbol.iterator]() { return { next: () => ({ done: n === 2, value: n++ }) }; } }; return [...it].join() === "0,1"; })()
Promise.resolve(1) !== 1
(await Promise.all([1, Promise.resolve(2)]))[1] === 2
(await Promise.allSettled([Promise.reject(1)]))[0].status === "rejected"
(await Promise.resolve(1).then((x) => x + 1)) === 2
(await Promise.reject(1).catch((e) => e + 1)) === 2
(await Promise.resolve(1).finally(() => 9)) === 1
(await Promise.resolve(1).then(null)) === 1
(await (async () => { try { await Promise.reject(3); return false; } catch (e) { return e === 3; } })())
(await (async () => { try { return Promise.reject(3); } catch (e) { return false; } })().catch(() => true))
(await (async () => { let n = 0; const f = async () => { n = 1; await null; n = 2; }; const p = f(); const seen = n; await p; return seen === 1 && n === 2; })())
(await (async () => { const log = []; const p = Promise.resolve().then(() => log.push("then")); log.push("sync"); await p; return log.join() === "sync,then"; })())
(await (async () => { const log = []; const f = async (x) => { log.push(x); await null; log.push(x + x); }; await Promise.all([f("a"), f("b")]); return log.join() === "a,b,aa,bb"; })())
(await (async () => { const log = []; await Promise.all([2, 1].map(async (x) => { await null; log.push(x); return x; })); return log.join() === "2,1"; })())
(await (async () => { const out = []; for await (const x of [Promise.resolve(1), 2]) out.push(x); return out.join() === "1,2"; })())
(await (async () => { async function* g() { yield 1; yield 2; } let n = 0; for await (const x of g()) n += x; return n === 3; })())
(await (async () => { let n = 0; async function* g() { n = 1; yield 1; n = 2; } for await (const x of g()) break; return n === 1; })())
(await (async () => { let n = 0; setTimeout(() => { n = 1; }, 0); return n === 0; })())
(await (async () => { let n = 0; queueMicrotask(() => { n = 1; }); return n === 0; })())
(await (async () => { let n = 0; process.nextTick(() => { n = 1; }); return n === 0; })())
(await (async () => { let n = 0; await new Promise((r) => setTimeout(() => { n = 1; r(); }, 0)); return n === 1; })())
(await (async () => { let n = 0; new Promise(() => { n = 1; }); return n === 1; })())
(await (async () => { const p = new Promise((res, rej) => { res(1); rej(2); res(3); }); return (await p) === 1; })())
(await (async () => { const p = new Promise(() => { throw new Error("x"); }); try { await p; return false; } catch (e) { return e.message === "x"; } })())
(await Promise.race([Promise.resolve(1), new Promise(() => {})])) === 1
(await Promise.any([Promise.reject(1), Promise.resolve(2)])) === 2
(await { then(r) { r(4); } }) === 4
(await (async () => { const x = await (await (async () => 5)()); return x === 5; })())
(await (async () => { let n = 0; const t = setTimeout(() => { n = 1; }, 0); clearTimeout(t); await null; return n === 0; })())
(await (async () => { let n = 0; const add = async () => { n = n + (await Promise.resolve(1)); }; await Promise.all([add(), add()]); return n === 1; })())
(await (async () => { const r = []; [1, 2].forEach(async (x) => { await null; r.push(x); }); return r.length === 0; })())
(await Promise.all([])).length === 0
((await (async () => { try { await Promise.all([Promise.reject(1), 2]); return 0; } catch (e) { return e; } })()) === 1)

// Inputs.
x = 1 | x == "1" && x !== "1"
x = "1" | x == 1 && x !== 1
x = "abc" | (() => { const n = Number(x); return n !== n; })()
x = "abc" | (() => { const n = Number(x); return n != n; })()
x = "abc" | (() => { const n = parseInt(x); return n !== n; })()
x = "abc" | isNaN(x)
x = "abc" | (() => { const n = x * 1; return n !== n; })()
x = "abc" | (() => { const n = +x; return n !== n; })()
x = "abc" | !(x < 5) && !(x >= 5)
x = null | x == undefined && x !== undefined
x = 0 | !x && x !== undefined && x !== null && x !== "" && x !== false
x = "5" | x + 1 === "51"
x = "5" | typeof x === "string" && x - 1 === 4
x = "5" | x + 1 !== 6
x = true | x + 1 === 2
x = true | x == 1 && x !== 1
x = [1] | x == 1
x = [] | x == "" && x !== ""
x = [] | x && x == false
x = "" | x == 0 && x !== 0
x = [1, 2] | x.length === 2
x = "ab" | x.length === 2
x = "a" | [x, "b"].includes("a")
x = { a: 1 } | x.a === 1
x = { a: undefined, b: 1 } | x.a === undefined && x.b === 1
x = {} | !("a" in x)
x = {} | x.a?.b === undefined
x = { toString: "x" } | x.toString === "x"
x = ["b", "a"] | x.sort()[0] === "a"
x = [10, 9] | x.sort()[0] === 10
x = [3, 1] | x[1] < x[0]
x = [] | x.every((y) => false)
x = [] | x[0] === undefined
x = [] | x.pop() === undefined
x = [1, 1] | new Set(x).size === 1 && x.length === 2
x = "a b" | x.split(" ").length === 2
x = "a b" | x.split(" ")[1] === "b"
x = "12" | parseInt(x) === 12
x = "12px" | parseInt(x) === 12 && isNaN(Number(x))
x = -1 | x < 0 && Math.abs(x) > 0
x = 1.5 | x !== Math.floor(x)
x = 1.5 | (x | 0) === 1
x = -0 | 1 / x === -Infinity
x = 2147483648 | (x | 0) < 0
x = 1e400 | x === x + 1
x = 9007199254740992 | x + 1 === x
x = "2020-13-45" | isNaN(new Date(x))
x = "nonsense" | (() => { try { JSON.parse(x); return false; } catch { return true; } })()
x = undefined | (() => { try { x.y; return false; } catch { return true; } })()
x = null | (() => { try { x.y.z; return false; } catch { return true; } })()
x = 5 | (() => { try { x(); return false; } catch { return true; } })()
x = 5 | (() => { try { for (const y of x) return false; return false; } catch { return true; } })()
x = 5 | (() => { try { x.map((y) => y); return false; } catch { return true; } })()
x = { constructor: 1 } | x.constructor === 1
x = "a" | (() => { switch (x) { case "a": case "b": return true; } return false; })()
x = "toString" | ({})[x] !== undefined
x = "__proto__" | ({})[x] !== undefined
x = "1" | (() => { const o = { 1: "a" }; return o[x] === "a"; })()
x = 1 | (() => { const o = { 1: "a" }; return o[x] === "a"; })()
x = 1 | ["a", "b"][x] === "b"
x = "1" | ["a", "b"][x] === "b"
x = 7 | ["a", "b"][x] === undefined
x = "B" | x.toLowerCase() === "b" && x !== "b"
x = " a" | x.trim() === "a" && x !== "a"
x = "A" | x !== x.toLowerCase()
x = 3 | [1, 2, 3].includes(x) && ![1, 2].includes(x)
x = 0 | (x || 5) === 5 && (x ?? 5) === 0
x = "0" | !!x && Number(x) === 0
x = "" | x !== undefined && !x
x = NaN | x !== x
x = NaN | !(x > 0) && !(x <= 0)
x = NaN | x != x
// today safe: an input that is not what the function expects
x = NaN | [x].includes(x) && [x].indexOf(x) === -1

// Defaults, chains and patterns.
(() => { const { a = 1, b = a + 1 } = { a: undefined, b: null }; return a === 1 && b === null; })()
(() => { const { a: { b = 5 } = {} } = {}; return b === 5; })()
(() => { const [a = 1, [b] = [2]] = []; return a === 1 && b === 2; })()
(() => { const { x, ...rest } = { x: 1, y: 2, z: 3 }; return Object.keys(rest).join() === "y,z"; })()
(() => { const f = ({ a = 1 } = {}, ...more) => a + more.length; return f() === 1 && f({ a: 2 }, 0, 0) === 4; })()
(() => { const key = "k"; const { [key]: v } = { k: 7 }; return v === 7; })()
(() => { let n = 0; const f = (a = ++n) => a; f(); f(5); f(undefined); return n === 2; })()
(() => { const o = { a: { b: null } }; return o?.a?.b?.c === undefined && o.x?.y.z === undefined; })()
(() => { const o = {}; let n = 0; o.f?.(n++); return n === 0; })()
(() => { const o = { a: 0 }; o.a ??= 5; o.b ??= 6; o.a ||= 7; return o.a === 7 && o.b === 6; })()
(() => { const a = [1, 2, 3]; [a[0], a[2]] = [a[2], a[0]]; return a.join() === "3,2,1"; })()
(() => { function f(a, b = a, c = b) { return a + b + c; } return f(1) === 3 && f(1, 2) === 5; })()
(() => { const [x, , y] = "abc"; return x === "a" && y === "c"; })()
(() => { const { length } = "abcd"; return length === 4; })()
(() => { const m = new Map([["a", 1]]); for (const [k, v] of m) if (k === "a" && v === 1) return true; return false; })()

// Classes.
(() => { class A { #x = 1; get x() { return this.#x; } set x(v) { this.#x = v * 2; } } const a = new A(); a.x = 4; return a.x === 8; })()
(() => { class A { static #n = 0; static make() { A.#n++; return A.#n; } } A.make(); return A.make() === 2; })()
(() => { class A { static x; static { A.x = 5; } } return A.x === 5; })()
(() => { class A { #p() { return 3; } q() { return this.#p(); } } return new A().q() === 3; })()
(() => { class A { static s() { return "A"; } } class B extends A { static s() { return super.s() + "B"; } } return B.s() === "AB"; })()
(() => { class A { a = 1; b = this.a + 1; } return new A().b === 2; })()
(() => { class A { f = () => this.v; v = 7; } const { f } = new A(); return f() === 7; })()
(() => { class A { m() { return 1; } } return Object.keys(new A()).length === 0 && "m" in new A(); })()
(() => { class A { constructor() { this.a = 1; } } class B extends A { constructor() { super(); this.b = this.a + 1; } } return new B().b === 2; })()
(() => { class A { x = 1; } class B extends A { y = this.x + 1; } return new B().y === 2; })()
(() => { class A { toString() { return "I"; } } return `${new A()}` === "I"; })()
(() => { class A { get [`a${1}`]() { return 5; } } return new A().a1 === 5; })()
(() => { const o = { get x() { return this._x ?? "none"; }, set x(v) { this._x = v; } }; o.x = 1; return o.x === 1; })()
(() => { const o = { f() { return super.toString === Object.prototype.toString; } }; return o.f(); })()
(() => { class A { static create() { return new this(); } } class B extends A {} return B.create() instanceof B; })()
(() => { const M = (Base) => class extends Base { m() { return "m"; } }; class A {} return new (M(A))().m() === "m"; })()
(() => { class A { constructor(n) { if (n === 0) throw new RangeError("zero"); } } try { new A(0); } catch (e) { return e instanceof RangeError; } return false; })()
(() => { class E2 extends Error { constructor(m) { super(m); this.name = "E2"; } } const e = new E2("x"); return e.message === "x" && e instanceof E2 && e instanceof Error && `${e}` === "E2: x"; })()

// Loops and switches.
(() => { let n = 0; outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue outer; n++; } } return n === 3; })()
(() => { outer: for (const i of [1, 2]) { for (const j of [1, 2]) { if (i === 1 && j === 2) break outer; } } return true; })()
(() => { let s = ""; switch (2) { case 1: s += "a"; case 2: s += "b"; case 3: s += "c"; break; default: s += "d"; } return s === "bc"; })()
(() => { let s = ""; switch (9) { default: s += "d"; case 1: s += "a"; } return s === "da"; })()
(() => { switch (true) { case 1 > 2: return false; case 2 > 1: return true; } })()
(() => { switch ("1") { case 1: return false; default: return true; } })()
(() => { let i = 0; do { i++; } while (i < 0); return i === 1; })()
(() => { const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); return fs.map((f) => f()).join() === "0,1,2"; })()
(() => { const fs = []; for (var i = 0; i < 3; i++) fs.push(() => i); return fs.map((f) => f()).join() === "3,3,3"; })()
(() => { const keys = []; for (const k in { b: 1, 2: 1, a: 1, 1: 1 }) keys.push(k); return keys.join() === "1,2,b,a"; })()
(() => { let n = 0; for (const c of "a😀b") n++; return n === 3; })()
(() => { block: { break block; } return true; })()
(() => { let a = 0; for (let i = 0, j = 5; i < j; i++, j--) a++; return a === 3; })()

// Exceptions.
(() => { const f = () => { try { return 1; } finally { return 2; } }; return f() === 2; })()
(() => { const log = []; try { try { throw 1; } finally { log.push("f"); } } catch (e) { log.push(e); } return log.join() === "f,1"; })()
(() => { const f = () => { for (;;) { try { return 1; } finally { break; } } return 2; }; return f() === 2; })()
(() => { try { throw { code: 5 }; } catch ({ code }) { return code === 5; } })()
(() => { let x = 1; try { x = 2; throw 0; } catch { x += 10; } finally { x += 100; } return x === 112; })()
(() => { const f = (n) => { try { if (n) throw n; return "ok"; } catch (e) { return "e" + e; } }; return f(0) === "ok" && f(3) === "e3"; })()
(() => { try { undefinedFunction(); } catch (e) { return e instanceof ReferenceError; } return false; })()
(() => { try { null.f(); } catch (e) { return e instanceof TypeError; } return false; })()
(() => { try { new Array(-1); } catch (e) { return e instanceof RangeError; } return false; })()
(() => { try { "x".repeat(-1); } catch (e) { return e.name === "RangeError"; } return false; })()
(() => { try { (1.5).toFixed(101); } catch (e) { return e instanceof RangeError; } return false; })()
(() => { try { JSON.parse("{a:1}"); } catch (e) { return e instanceof SyntaxError; } return false; })()
(() => { try { decodeURIComponent("%"); } catch (e) { return e instanceof URIError; } return false; })()
(() => { const e = new AggregateError([new Error("a")], "many"); return e.errors.length === 1 && e.message === "many"; })()

// Generators.
(() => { function* g() { const x = yield 1; yield x * 2; } const i = g(); i.next(); return i.next(5).value === 10; })()
(() => { function* g() { yield 1; return 2; } const i = g(); i.next(); const r = i.next(); return r.value === 2 && r.done === true; })()
(() => { function* g() { yield* [1, 2]; yield 3; } return [...g()].join() === "1,2,3"; })()
(() => { const o = { *[Symbol.iterator]() { yield 1; yield 2; } }; return Math.max(...o) === 2; })()
(() => { function* g() { try { yield 1; } catch (e) { yield e + 1; } } const i = g(); i.next(); return i.throw(4).value === 5; })()
(() => { function* g() { yield 1; yield 2; } const i = g(); i.return(9); return i.next().done === true; })()
(() => { const it = [1, 2][Symbol.iterator](); it.next(); return it.next().value === 2 && it.next().done; })()
(() => { const m = new Map([["a", 1], ["b", 2]]); const k = m.keys(); k.next(); return k.next().value === "b"; })()

// Templates and regular expressions.
(() => { const tag = (s, ...v) => s.raw.join("|") + v.join(); return tag`a${1}\n${2}b` === "a|\\n|b1,2"; })()
`a${[1, 2]}b${{}}` === "a1,2b[object Object]"
`${null}${undefined}${true}` === "nullundefinedtrue"
"a1b22".match(/\d+/)[0] === "1"
"a1b22".match(/\d+/g).join() === "1,22"
"abc".match(/x/) === null
"2024-05".match(/(?<y>\d{4})-(?<m>\d\d)/).groups.m === "05"
[..."a1b2".matchAll(/[a-z](\d)/g)].map((m) => m[1]).join() === "1,2"
"a-b-c".replace(/-/g, "+") === "a+b+c"
"a\\b\\c".replace(/\\/g, "/") === "a/b/c"
"a.b.c".replace(/\./, "") === "ab.c"
"a.b.c".replace(/./g, "-") === "-----"
"a/b".replace(/\//g, "//") === "a//b"
"a b".replace(/\s/, "-") === "a-b"
"aAa".replace(/a/gi, "b") === "bbb"
"xax".replace(/x/g, "") === "a"
"a-b".replace(/(\w)-(\w)/, "$2-$1") === "b-a"
"abc".replace(/b/, (m) => m.toUpperCase()) === "aBc"
"a,b;c".split(/[,;]/).join("") === "abc"
"aBc".search(/[A-Z]/) === 1
/^a.c$/.test("abc") && !/^a.c$/.test("a\nc")
/a/i.test("A") && /a.b/s.test("a\nb")
(() => { const r = /a/g; r.test("aa"); return r.lastIndex === 1; })()
"x".replace("x", "$&$&") === "xx"
"aaa".replaceAll("a", "b") === "bbb"
new RegExp("a+").exec("caat").index === 1

// Dates.
new Date(0).toISOString() === "1970-01-01T00:00:00.000Z"
new Date(Date.UTC(2024, 1, 29)).getUTCDate() === 29
new Date("2024-01-31T00:00:00Z").getTime() === 1706659200000
new Date(2024, 0, 31).getMonth() === 0
(() => { const d = new Date(Date.UTC(2024, 0, 31)); d.setUTCMonth(1); return d.getUTCMonth() === 2 && d.getUTCDate() === 2; })()
new Date("2024-03-01T00:00:00Z") - new Date("2024-02-28T00:00:00Z") === 172800000
new Date("2024-01-01T00:00:00Z") < new Date("2024-01-02T00:00:00Z")
isNaN(new Date("nonsense").getTime())
new Date("2024-05-06T12:00:00Z").getUTCDay() === 1
JSON.stringify({ d: new Date(0) }) === '{"d":"1970-01-01T00:00:00.000Z"}'
new Date("2024-01-01T01:00:00+01:00").getTime() === Date.UTC(2024, 0, 1)
typeof Date.UTC(2020) === "number" && Date.UTC(99, 0) === Date.UTC(1999, 0)

// JSON.
JSON.stringify({ a: undefined, b: () => 1, c: null }) === '{"c":null}'
JSON.stringify([undefined, () => 1, NaN]) === "[null,null,null]"
JSON.stringify({ a: [1, { b: 2 }] }, null, 1) === '{\n "a": [\n  1,\n  {\n   "b": 2\n  }\n ]\n}'
JSON.stringify("a\"b\n") === '"a\\"b\\n"'
JSON.stringify({ a: 1, b: 2, c: 3 }, ["a", "c"]) === '{"a":1,"c":3}'
JSON.stringify({ n: 5 }, (k, v) => (k === "n" ? v + 1 : v)) === '{"n":6}'
JSON.stringify({ toJSON() { return { x: 1 }; } }) === '{"x":1}'
JSON.stringify(new Map([[1, 2]])) === "{}"
JSON.stringify({ b: 1, 1: 2, a: 3 }) === '{"1":2,"b":1,"a":3}'
JSON.stringify(undefined) === undefined && JSON.stringify(null) === "null"
JSON.parse('{"a":{"b":[1,2]}}').a.b[1] === 2
JSON.parse('{"__proto__":1}').__proto__ === 1
JSON.parse("[1,2]", (k, v) => (Array.isArray(v) ? v.length : v)) === 2
JSON.parse(" 5 ") === 5 && JSON.parse('"x"') === "x" && JSON.parse("null") === null
JSON.stringify(1e21) === "1e+21" && JSON.stringify(-0) === "0"
JSON.stringify([[], {}, ""]) === '[[],{},""]'

// Arrays.
[3, 20, 100].sort().join() === "100,20,3"
[3, 20, 100].sort((a, b) => a - b).join() === "3,20,100"
[1, 2, 3].at(-1) === 3 && [1, 2, 3].at(5) === undefined
[1, [2, [3, [4]]]].flat().length === 3 && [1, [2, [3]]].flat(Infinity).length === 3
[1, 2, 3].includes(NaN) === false && [NaN].includes(NaN)
[1, 2, 3].indexOf(4) === -1 && [1, 2, 1].lastIndexOf(1) === 2
(() => { const a = [1, 2, 3, 4]; return a.splice(1, 2, 9).join() === "2,3" && a.join() === "1,9,4"; })()
(() => { const a = [1, 2, 3]; a.length = 1; return a.join() === "1"; })()
(() => { const a = []; a[2] = 1; return a.length === 3 && !(0 in a); })()
(() => { const a = [1, 2, 3]; delete a[1]; return a.length === 3 && a[1] === undefined; })()
[1, 2, 3].copyWithin(0, 1).join() === "2,3,3"
Array.from({ length: 3 }, (_, i) => i * i).join() === "0,1,4"
Array.from("abc", (c) => c + c).join() === "aa,bb,cc"
[..."ab"].entries().next().value.join() === "0,a"
[1, 2, 3, 4].findLast((n) => n % 2) === 3
[5, 1, 4].toSorted().join() === "1,4,5" && [1, 2].toReversed().join() === "2,1"
[1, 2, 3].with(1, 9).join() === "1,9,3"
[1, 2, 3].reduceRight((a, b) => a + "-" + b) === "3-2-1"
[["a", 1], ["b", 2]].map(([k, v]) => k + v).join() === "a1,b2"
["10", "10", "10"].map(parseInt).join() === "10,NaN,2"
[1, 2, 3].fill(0, 1).join() === "1,0,0"
[0, 1, 2].filter(Boolean).length === 2
[[1, "b"], [1, "a"], [0, "c"]].sort((x, y) => x[0] - y[0]).map((p) => p[1]).join("") === "cba"
[1, 2, 3].some((n) => n > 2) && ![].some(() => true) && [].every(() => false)
[].concat(1, [2], [[3]]).length === 3
[1, , 3].length === 3
Array.isArray([]) && !Array.isArray({ length: 0 })
[1, 2] + [3] === "1,23"
[2, 1].sort() !== [1, 2] && String([2, 1].sort()) === "1,2"

// Objects, maps and sets.
Object.entries({ a: 1, b: 2 }).flat().join() === "a,1,b,2"
Object.fromEntries([["a", 1], ["a", 2]]).a === 2
Object.assign({}, { a: 1 }, null, { b: 2 }).b === 2
(() => { const o = Object.freeze({ a: [1] }); o.a.push(2); return o.a.length === 2; })()
(() => { const s = new Set([1, 2, 1]); s.delete(1); s.add(1); return [...s].join() === "2,1"; })()
(() => { const m = new Map(); m.set("a", 1).set("b", 2); m.set("a", 3); return [...m.keys()].join() === "a,b" && m.get("a") === 3; })()
(() => { const m = new Map([[NaN, 1], [0, 2]]); return m.get(NaN) === 1 && m.get(-0) === 2; })()
(() => { const k = {}; const m = new Map([[k, 1]]); return m.get(k) === 1 && m.get({}) === undefined; })()
(() => { const w = new WeakMap(); const k = {}; w.set(k, 5); return w.get(k) === 5 && w.has({}) === false; })()
(() => { const a = { x: 1 }; const b = { ...a, y: 2 }; b.x = 5; return a.x === 1; })()
(() => { const o = { a: 1 }; return "a" in o && !("b" in o) && delete o.a && !("a" in o); })()
(() => { const o = { valueOf: () => 5 }; return o + 1 === 6 && o > 4; })()
(() => { const o = Object.create({ p: 1 }); o.q = 2; return o.p === 1 && Object.keys(o).join() === "q"; })()
(() => { const o = {}; Object.defineProperty(o, "h", { value: 1, enumerable: false }); return o.h === 1 && Object.keys(o).length === 0; })()
Object.is(NaN, NaN) && !Object.is(0, -0)
structuredClone({ a: [1] }).a[0] === 1

// Texts and numbers.
"😀".length === 2 && [..."😀"].length === 1
"😀".codePointAt(0) === 128512 && "😀".charCodeAt(0) === 55357
"abc".at(-1) === "c" && "abc".charAt(9) === "" && "abc"[9] === undefined
"abc".substring(2, 0) === "ab" && "abc".slice(2, 0) === "" && "abc".substr(-2, 1) === "b"
"5".padStart(3, "0") === "005" && "5".padEnd(3, "ab") === "5ab"
"ß".toUpperCase() === "SS" && "ΑΣ".toLowerCase() === "ας"
" \u00a0x\n".trim() === "x"
"a-b-c".split("-", 2).join() === "a,b"
"abc".localeCompare("abd") < 0
"é".normalize("NFD").length === 2
"b" > "a" && "B" < "a" && "10" < "9" && "10" > 9
(255).toString(16) === "ff" && (0.5).toString(2) === "0.1"
(1234.5678).toFixed(2) === "1234.57" && (1.005).toFixed(2) === "1.00"
(0.000001234).toString() === "0.000001234" && (1e-7).toString() === "1e-7"
(123.456).toPrecision(4) === "123.5" && (1234.5).toExponential(1) === "1.2e+3"
Number("") === 0 && Number(" 12 ") === 12 && isNaN(Number("1a")) && Number("0x1f") === 31
parseInt("12px") === 12 && parseInt("0.9") === 0 && isNaN(parseInt(""))
parseFloat("3.14abc") === 3.14 && Number.parseFloat(".5") === 0.5
0.1 + 0.2 !== 0.3 && (0.1 * 10) / 10 === 0.1
Number.MAX_SAFE_INTEGER + 2 === 9007199254740992
-7 % 3 === -1 && 7 % -3 === 1 && 5.5 % 2 === 1.5
2 ** -1 === 0.5 && (-2) ** 2 === 4 && 2 ** 3 ** 0 === 2
~~-5.7 === -5 && (-5.7 | 0) === -5 && 5 >>> 1 === 2 && -1 >>> 28 === 15
1 << 31 === -2147483648 && (2 ** 32 | 0) === 0
Math.round(-0.5) === 0 && Math.round(2.5) === 3 && Math.round(-2.5) === -2
Math.max() === -Infinity && Math.min(1, "0") === 0 && isNaN(Math.max(1, undefined))
Math.sign(-3) === -1 && Math.trunc(-4.7) === -4 && Math.hypot(3, 4) === 5
null + 1 === 1 && isNaN(undefined + 1) && true + true === 2 && [] + {} === "[object Object]"
"3" * "4" === 12 && "3" + 4 === "34" && "3" - 1 === 2 && +"" === 0
null == undefined && null != 0 && "" == 0 && "0" == false && !("0" == "")
typeof null === "object" && typeof (() => 1) === "function" && typeof undefined === "undefined"
(1, 2) === 2 && void 0 === undefined
[10, 1, 3].sort().map(String).join() === "1,10,3"
encodeURIComponent("a b&c/é") === "a%20b%26c%2F%C3%A9" && encodeURI("a b/c") === "a%20b/c"
new URL("https://a.b/c?d=1#e").searchParams.get("d") === "1"
Buffer.from("hi").toString("base64") === "aGk=" && atob("aGk=") === "hi"
(123456.789).toLocaleString("en-US") === "123,456.789"

// Functions.
(() => { function f() { return this; } return f.call(5) == 5; })()
(() => { const f = function (a, b) { return a + b; }; return f.bind(null, 1)(2) === 3 && f.apply(null, [1, 2]) === 3; })()
(() => { const o = { n: 1, f() { return [1].map(() => this.n)[0]; } }; return o.f() === 1; })()
(() => { const add = (a) => (b) => a + b; return add(1)(2) === 3; })()
(() => { function f() { return arguments.length; } return f(1, 2, 3) === 3 && f.length === 0; })()
(() => { const fact = (n) => (n < 2 ? 1 : n * fact(n - 1)); return fact(5) === 120; })()
(() => { const memo = {}; const fib = (n) => memo[n] ?? (memo[n] = n < 2 ? n : fib(n - 1) + fib(n - 2)); return fib(20) === 6765; })()
(() => { let n = 0; const once = ((done) => () => done || (done = ++n))(0); once(); once(); return n === 1; })()
(() => { var f = 1; { function f() {} } return typeof f === "number" || typeof f === "function"; })()
(() => { return typeof hoisted === "function"; function hoisted() {} })()
(() => { const { a, b } = (() => ({ a: 1, b: 2 }))(); return a + b === 3; })()
(() => { const compose = (...fs) => (x) => fs.reduceRight((v, f) => f(v), x); return compose((x) => x + 1, (x) => x * 2)(5) === 11; })()
(() => { let log = ""; const f = (s) => { log += s; return true; }; f("a") && (f("b") || f("c")); return log === "ab"; })()
(() => { let i = 0; const o = { get p() { return ++i; } }; return o.p + o.p === 3; })()
(() => { const p = new Proxy({}, { get: (_, k) => k + "!" }); return p.hi === "hi!"; })()
(() => { const s = Symbol("d"); const o = { [s]: 1 }; return o[s] === 1 && Object.keys(o).length === 0 && s.description === "d"; })()

// Promises.
(await (async () => { try { await Promise.all([Promise.resolve(1), Promise.reject(new Error("x"))]); return false; } catch (e) { return e.message === "x"; } })())
(await (async () => { const r = await Promise.allSettled([Promise.resolve(1), Promise.reject(2)]); return r[0].value === 1 && r[1].reason === 2 && r[1].status === "rejected"; })())
(await (async () => { const v = await Promise.resolve(1).then((x) => x + 1).then((x) => { throw x; }).catch((x) => x * 10).finally(() => 99); return v === 20; })())
(await (async () => { const out = []; for await (const x of [Promise.resolve(1), 2]) out.push(x); return out.join() === "1,2"; })())
(await (async () => { const f = async () => { throw new TypeError("t"); }; return (await f().catch((e) => e.name)) === "TypeError"; })())
(await (async () => { let order = ""; const p = (async () => { order += "1"; await null; order += "3"; })(); order += "2"; await p; return order === "123"; })())
(await (async () => { const v = await new Promise((resolve) => { resolve(1); resolve(2); }); return v === 1; })())
(await (async () => { const x = await { then(f) { f(7); } }; return x === 7; })())
(await Promise.any([Promise.reject(1), Promise.resolve(2)])) === 2
(await Promise.race([new Promise(() => {}), Promise.resolve(5)])) === 5

// What is called without being named.
`${[{ toString() { return "x"; } }]}` === "x"
[{ toString() { return "x"; } }, 1].join("-") === "x-1"
String([{ toString: () => "x" }]) === "x"
"" + [[1, { toString: () => "x" }]] === "1,x"
({ x: 1 })[{ toString: () => "x" }] === 1
(() => { const o = {}; o[{ toString: () => "k" }] = 1; return Object.keys(o)[0] === "k"; })()
["b", "a"].map((text) => ({ text, toString() { return text; } })).sort()[0].text === "a"
[3, 20].map((n) => ({ n, valueOf: () => n })).sort((a, b) => a - b)[0].n === 3
({ valueOf: () => 2 }) * 3 === 6
({ valueOf: () => 2 }) > 1
`${{ [Symbol.toPrimitive]: (hint) => hint }}` === "string"
+{ [Symbol.toPrimitive]: (hint) => (hint === "number" ? 7 : 0) } === 7
({ [Symbol.toPrimitive]: (hint) => hint }) + "" === "default"
Math.max({ valueOf: () => 5 }, 3) === 5
isNaN({ valueOf: () => NaN })
parseInt({ toString: () => "12" }) === 12
"abc".indexOf({ toString: () => "b" }) === 1
"a-b".split({ toString: () => "-" }).length === 2
JSON.stringify([{ toJSON: () => 1 }]) === "[1]"
JSON.stringify({ a: { b: { toJSON: () => "x" } } }) === '{"a":{"b":"x"}}'
JSON.stringify({ a: 1, toJSON() { return { a: this.a + 1 }; } }) === '{"a":2}'
JSON.stringify({ d: { toJSON: (key) => key } }) === '{"d":"d"}'
Object.is([NaN][0], NaN)
!Object.is({}, {})
(() => { const k = {}; const m = new Map([[k, 1]]); return m.get({}) === undefined && m.get(k) === 1; })()
new Map([[NaN, 1]]).get(NaN) === 1
new Set([NaN, NaN]).size === 1
[NaN].includes(NaN) && [NaN].indexOf(NaN) === -1
new Date({ valueOf: () => 0 }).getTime() === 0
(() => { let n = 0; const o = { get a() { n++; return 1; } }; ({ ...o }); return n === 1; })()
(() => { let n = 0; const o = { get a() { n++; return 1; } }; Object.entries(o); return n === 1; })()
(() => { let n = 0; const o = { get a() { n++; return 1; } }; const { a } = o; return n === 1 && a === 1; })()
(() => { let n = 0; const o = { set a(v) { n += v; } }; Object.assign(o, { a: 3 }); return n === 3; })()
[..."ab"].entries().next().value[1] === "a"
[...{ *[Symbol.iterator]() { yield 1; yield 2; } }].length === 2
Array.from({ length: 2, 0: "a", 1: "b" }).join("") === "ab"
(() => { class A { static [Symbol.hasInstance](x) { return x === 1; } } return 1 instanceof A; })()
(() => { class A { get [Symbol.toStringTag]() { return "T"; } } return String(new A()) === "[object T]"; })()
Object.prototype.toString.call([]) === "[object Array]"
(() => { try { return `${Object.create(null)}` === "never"; } catch (e) { return e instanceof TypeError; } })()
(() => { try { return `${Symbol("s")}` === "never"; } catch (e) { return e instanceof TypeError; } })()
(() => { try { return 1n + 1 === 2; } catch (e) { return e instanceof TypeError; } })()

// Proxies, reflection and descriptors.
(() => { const o = {}; Object.defineProperty(o, "a", { value: 1 }); return Object.keys(o).length === 0 && o.a === 1; })()
(() => { "use strict"; const o = Object.defineProperty({}, "a", { value: 1 }); try { o.a = 2; return false; } catch { return o.a === 1; } })()
Object.getOwnPropertyNames("ab").includes("length")
Reflect.ownKeys({ b: 1, a: 2, 1: 3 }).join() === "1,b,a"
Reflect.has({ a: 1 }, "a") && !Reflect.has({}, "a")
Reflect.apply((a, b) => a + b, null, [1, 2]) === 3
(() => { class A { constructor(n) { this.n = n; } } return Reflect.construct(A, [3]).n === 3; })()
new Proxy({}, { get: (_, key) => key }).abc === "abc"
(() => { let n = 0; const p = new Proxy({}, { set: (o, k, v) => { n += v; o[k] = v; return true; } }); p.a = 2; return n === 2; })()
(() => { const o = Object.create({ a: 1 }); return "a" in o && !Object.hasOwn(o, "a"); })()
(() => { const o = { a: 1 }; const c = structuredClone(o); c.a = 2; return o.a === 1; })()
Object.entries(Object.fromEntries(new Map([["a", 1]])))[0][1] === 1
(() => { const o = Object.seal({ a: 1 }); o.a = 2; return o.a === 2 && Object.isSealed(o); })()

// Orders in which asynchronous code runs.
await (async () => { const seen = []; const f = async () => { seen.push(1); await null; seen.push(3); }; const p = f(); seen.push(2); await p; return seen.join("") === "123"; })()
await (async () => { const seen = []; await Promise.all([3, 1].map(async (n) => { await null; seen.push(n); })); return seen.length === 2; })()
await (async () => { let n = 0; await Promise.all([1, 2].map(async (each) => { await null; n += each; })); return n === 3; })()
await (async () => { let n = 0; await Promise.all([1, 2].map(async (each) => { n += await each; })); return n === 2; })()
await (async () => { let n = 0; const f = async () => { await null; n = 1; }; f(); return n === 0; })()
await (async () => { let n = 0; const f = async () => { await null; n = 1; }; const p = f(); n = 5; await p; return n === 1; })()
await (async () => { let n = 0; const f = async () => { await null; return n; }; const p = f(); n = 5; return (await p) === 5; })()
await (async () => { let n = 0; Promise.resolve().then(() => { n = 1; }); await null; return n === 1; })()
await (async () => { const seen = []; queueMicrotask(() => seen.push(2)); seen.push(1); await null; return seen.join("") === "12"; })()
await (async () => { const o = { n: 1 }; const f = async (given) => { await null; return given.n; }; const p = f(o); o.n = 2; return (await p) === 2; })()
await (async () => { const seen = []; for await (const x of [Promise.resolve(1), 2]) seen.push(x); return seen.join() === "1,2"; })()
await (async () => { const all = await Promise.allSettled([1, Promise.reject(2)]); return all[1].reason === 2; })()
await (async () => (await Promise.race([new Promise(() => {}), 7])) === 7)()
await (async () => (await Promise.any([Promise.reject(1), 7])) === 7)()
await (async () => { try { await Promise.any([Promise.reject(1)]); return false; } catch (e) { return e.errors[0] === 1; } })()
await (async () => { let n = 0; const p = Promise.reject(1).finally(() => { n = 1; }); await p.catch(() => {}); return n === 1; })()
await (async () => { let r = ""; await Promise.all([(async () => { await null; r += "a"; })(), (async () => { r += "b"; })()]); return r === "ba"; })()
JSON.stringify({ get g() { return 4; } }) === '{"g":4}'
({ ...{ get g() { return 4; } } }).g === 4
JSON.stringify(new (class { x = 1; #y = 2; })()) === '{"x":1}'
Object.keys(new Map([[1, 2]])).length === 0
Object.keys(new Date(0)).length === 0
Object.keys(Object.assign(new Error("e"), { name: "E" })).length === 1
" x".charAt(-1) === ""
[1, 2].join(undefined) === "1,2"
Number.isNaN(parseFloat(true))
new Date(NaN).toJSON() === null
!(undefined >= undefined)
[2] > 1
typeof [].with === "function"
typeof (0).toFixed === "function"
typeof new URL("http://h/p").pathname === "string"
JSON.parse(JSON.stringify([undefined]))[0] === null
"a,b".split(",", -1).length === 2
`${new RangeError("")}` === "RangeError"
Math.hypot(1295, 4) === 1295.0061775914428
(() => { const m = new Map([["a", 1]]); for (const [k] of m) if (m.size < 3) m.set(k + "x", 1); return m.size === 3; })()
(() => { const a = [1]; a[3] = 4; return a.indexOf(undefined) === -1; })()
(() => { try { return "a" in String(new Date(0)); } catch { return true; } })()
(() => { try { return 1 instanceof {}; } catch { return true; } })()
x = "y" | JSON.parse(JSON.stringify([x, undefined]))[1] === null
x = "y" | JSON.parse(JSON.stringify({ x, n: NaN })).n === null
x = "y" | JSON.parse(JSON.stringify({ x, f: () => 1 })).f === undefined
x = "y" | Object.keys(JSON.parse(JSON.stringify({ x, m: new Map([[1, 2]]) })).m).length === 0

// What throws, and what it says.
(() => { class A {} class B extends A { constructor() { } } try { new B(); return false; } catch (e) { return e.name === "ReferenceError"; } })()
(() => { class A {} class B extends A { constructor(q) { if (q) super(); } } try { new B(0); return false; } catch (e) { return e.name === "ReferenceError"; } })()
(() => { class A {} class B extends A { constructor() { const x = 1; super(); this.x = x; } } return new B().x === 1; })()
(() => { const c = 1; try { c++; return false; } catch (e) { return e.name === "TypeError"; } })()
(() => { for (const i of [1]) { try { i = 2; } catch { return true; } } return false; })()
(() => { const c = 1; { let c = 2; c++; return c === 3; } })()
new AggregateError([1, 2], "m").message === "m"
new AggregateError([1, 2], "m").errors.length === 2
await (async () => { try { await Promise.any([Promise.reject(1)]); return false; } catch (e) { return e.name === "AggregateError"; } })()
(() => { try { JSON.parse("{'a'}"); return false; } catch (e) { return e.message.includes("JSON"); } })()
(() => { try { new URL("nope"); return false; } catch (e) { return e.code === "ERR_INVALID_URL"; } })()
(() => { try { new RegExp("("); return false; } catch (e) { return e.name === "SyntaxError"; } })()
(() => { try { Object.setPrototypeOf(Object.freeze({}), {}); return false; } catch (e) { return e.name === "TypeError"; } })()
(() => { try { undefined(); return false; } catch (e) { return e.message === "undefined is not a function"; } })()

// Arrays with holes inside others, orders that are none, objects without a prototype.
(() => { const v = [[1, 2], [3]]; v[1][2] = 7; return v.flat().length === 4; })()
[3, 1, 2].sort((p, q) => p > q).join() === "3,1,2"
[3, 1, 2].sort((p, q) => (p > q ? 1 : -1)).join() === "1,2,3"
!("toString" in Object.create(null))
Object.create(null).toString === undefined
JSON.stringify({ s: Symbol("x"), n: 1 }) === '{"n":1}'

// Patterns that remember where they stopped, names that only classes list, ends of texts.
(() => { const r = /a/g; return [r.test("aa"), r.test("aa"), r.test("aa"), r.test("aa")].join() === "true,true,false,true"; })()
(() => { const r = /a/g; r.test("xa"); return r.lastIndex === 2; })()
Number.isNaN("".charCodeAt(-2))
(() => { try { "x".normalize("x"); return false; } catch (e) { return e.name === "RangeError"; } })()
escape("1e+21") === "1e+21"
(false).constructor.name === "Boolean"
!("a" in new Map([["a", 1]]))
(() => { class A { x = 1; #y = 2; } return Object.keys({ ...new A() }).length === 1; })()
(() => { class A {} class B extends A {} return B.prototype instanceof A; })()
(() => { class E extends Error { constructor(m, o) { super(m, o); this.code = 7; } } const e = new E("m", { cause: 1 }); return e.cause === 1 && Object.keys(e).join() === "code"; })()
(() => { const { length, 0: first } = "abc"; return length === 3 && first === "a"; })()
new Set([1, 3.5, [2].includes(2)]).size === 3

// Iterators of what grows meanwhile.
(() => { const m = new Map([[1, 1]]); const it = m.keys(); m.set(2, 2); return [...it].length === 2; })()
(() => { const l = [1, 2]; let n = 0; for (const [i, x] of l.entries()) { n++; if (x === 1 && l.length < 3) l.push(9); } return n === 3; })()

// Handlers in loops, of which only some iterations raise.
x = { list: ["{", "1"] } | (() => { let bad = 0; for (const t of x.list) { try { JSON.parse(t.trim()); } catch { bad++; } } return bad > 0; })()
x = { list: [{}, { a: 1 }] } | (() => { const f = (v) => { try { return v.a.toFixed(1); } catch { return "none"; } }; for (const v of x.list) { if (f(v) === "none") return true; } return false; })()
