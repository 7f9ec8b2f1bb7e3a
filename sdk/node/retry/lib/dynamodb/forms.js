"use strict";
// The two ways to write values: native ones of document clients, and attribute
// values. Each has the arithmetic that update expressions need.

const uniteSets = (left, right) => new Set([...(left ?? []), ...right]);
const subtractSets = (left, right) => new Set([...(left ?? [])].filter((element) => !right.has(element)));
const unlessEmpty = (set, size) => (size > 0 ? set : undefined);

/** Values of document clients. */
const native = {
  root: (item) => item,
  inside: (value) => value,
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  list_append: (left, right) => [...left, ...right],
  ADD: (old, value) => (value instanceof Set ? uniteSets(old, value) : (old ?? 0) + value),
  DELETE(old, value) {
    const rest = subtractSets(old, value);
    return unlessEmpty(rest, rest.size);
  },
};

const SETS = ["SS", "NS", "BS"];
const setOf = (value) => SETS.find((kind) => value?.[kind]);
const comparable = (kind) => (element) => (kind === "BS" ? Buffer.from(element).toString("base64") : kind === "NS" ? decimal(element, "0", 1n) : element);

/** Attribute values: { S: "text" }, { N: "1" }, { M: { ... } }. */
const attributeValues = {
  root: (item) => ({ M: item }),
  inside: (value) => value.M ?? value.L,
  "+": (left, right) => ({ N: decimal(left.N, right.N, 1n) }),
  "-": (left, right) => ({ N: decimal(left.N, right.N, -1n) }),
  list_append: (left, right) => ({ L: [...left.L, ...right.L] }),
  ADD(old, value) {
    const kind = setOf(value);
    if (!kind) return { N: decimal(old?.N ?? "0", value.N, 1n) };
    const have = new Set((old?.[kind] ?? []).map(comparable(kind)));
    return { [kind]: [...(old?.[kind] ?? []), ...value[kind].filter((element) => !have.has(comparable(kind)(element)))] };
  },
  DELETE(old, value) {
    const kind = setOf(value);
    const gone = new Set(value[kind].map(comparable(kind)));
    const rest = (old?.[kind] ?? []).filter((element) => !gone.has(comparable(kind)(element)));
    return unlessEmpty({ [kind]: rest }, rest.length);
  },
};

/** `left + sign * right` of numbers as text, exactly. */
function decimal(left, right, sign) {
  const [first, second] = [scaled(left), scaled(right)];
  const scale = Math.max(first.scale, second.scale);
  const at = ({ digits, scale: own }) => digits * 10n ** BigInt(scale - own);
  return unscaled(at(first) + sign * at(second), scale);
}

function scaled(text) {
  const [, sign, whole, fraction = "", exponent = "0"] = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}` || "0") * (sign === "-" ? -1n : 1n);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function unscaled(digits, scale) {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, "");
  return `${sign}${whole}${fraction ? `.${fraction}` : ""}`;
}

module.exports = { formOf: ({ document }) => (document ? native : attributeValues) };
