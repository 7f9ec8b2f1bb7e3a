"use strict";
// Hides secrets. A rule is a name (of a member, header, parameter or variable,
// in any case) or a pattern between slashes that is matched against texts.
//
// What stands under a secret name is hidden where it stands, and then
// everywhere else it appears in the same invocation: a password that a handler
// copies into another request is hidden there too.

const { TAG } = require("./snapshot");

const HIDDEN = "[redacted]";
const HIDDEN_IN_ADDRESS = encodeURIComponent(HIDDEN);
// Shorter secrets are hidden where they are named, but not searched for: every
// "a" in a recording would go.
const SHORTEST_TO_SEARCH = 4;

/** Rules as written in the settings: names, and `/patterns/`. */
function parseRules(rules) {
  const names = [];
  const patterns = [];
  for (const rule of rules) {
    const pattern = /^\/(.*)\/([a-z]*)$/s.exec(rule);
    if (pattern) patterns.push(new RegExp(pattern[1], [...new Set(`${pattern[2]}g`)].join("")));
    else names.push(rule.toLowerCase());
  }
  const any = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return {
    names: new Set(names),
    patterns,
    // A cheap first look: most texts mention no secret name at all.
    mention: names.length > 0 ? new RegExp(any, "i") : undefined,
    // `name=value` in query strings, forms and headers; a value in quotes ends with them.
    assignment: new RegExp(`(^|[?&;,\\s"'])(${any})=("[^"]*"|(?:[^&;\\s"\\\\]|\\\\(?!"))*)`, "gi"),
  };
}

/** What one invocation hides; it remembers the secrets that it has seen. */
class Redaction {
  #rules;
  // Each secret with all its spellings, the longest first.
  #secrets = new Map();
  #inherited;

  /** `inherited`: what the process has seen before, which every invocation hides too. */
  constructor(rules, inherited) {
    this.#rules = rules;
    this.#inherited = inherited;
  }

  hides(name) {
    return this.#rules.names.size > 0 && this.#rules.names.has(String(name).toLowerCase());
  }

  /** Takes note of a secret value and gives what is shown instead. */
  hide(value) {
    this.#remember(value, 0);
    return HIDDEN;
  }

  // `value` may be a snapshot, whose tags are no secrets.
  #remember(value, depth) {
    if (typeof value === "string" || typeof value === "number") {
      const secret = String(value);
      if (secret !== HIDDEN && secret.length >= SHORTEST_TO_SEARCH) this.#learn(secret);
    } else if (value instanceof Uint8Array) {
      this.#remember(Buffer.from(value).toString("utf8"), depth);
    } else if (value && typeof value === "object" && depth < 16) {
      for (const [name, item] of Object.entries(value)) if (name !== TAG) this.#remember(item, depth + 1);
    }
  }

  /** A text without what the rules name: JSON inside it, assignments, patterns. */
  text(text) {
    const { mention, patterns, assignment } = this.#rules;
    if (mention?.test(text)) {
      text =
        this.#json(text) ??
        text.replace(assignment, (_, before, name, value) => {
          this.#remember(decodeQuietly(value.replace(/^"|"$/g, "")), 0);
          return `${before}${name}=${HIDDEN}`;
        });
    }
    for (const pattern of patterns) text = text.replace(pattern, (secret) => this.hide(secret));
    text = this.scrub(text);
    // In a replay the application puts what is shown into addresses.
    return text.includes(HIDDEN_IN_ADDRESS) ? text.replaceAll(HIDDEN_IN_ADDRESS, HIDDEN) : text;
  }

  // The text, if it is JSON, with each of its own texts shown; undefined, if it is not.
  #json(text) {
    if (!/^\s*[[{"]/.test(text)) return undefined;
    let parsed;
    try {
      parsed = JSON.parse(text);
    } catch {
      return undefined;
    }
    let changed = false;
    const shown = JSON.stringify(parsed, (name, value) => {
      if (name !== "" && this.hides(name)) {
        changed = true;
        return this.hide(value);
      }
      if (typeof value !== "string") return value;
      const inner = this.text(value);
      changed ||= inner !== value;
      return inner;
    });
    return changed ? shown : text;
  }

  #learn(secret) {
    if (this.#secrets.has(secret)) return;
    this.#secrets.set(secret, spellings(secret));
    // Long before short: a short one may be a part of a long one.
    if (this.#secrets.size > 1) {
      this.#secrets = new Map([...this.#secrets].sort(([a], [b]) => b.length - a.length));
    }
  }

  /** A text, also serialised JSON, without any secret that was seen, wherever it was copied to. */
  scrub(text) {
    for (const written of this.#secrets.values()) {
      for (const spelling of written) text = text.replaceAll(spelling, HIDDEN);
    }
    return this.#inherited ? this.#inherited.scrub(text) : text;
  }
}

// How programs write a text into other texts: in JSON, in addresses, in forms.
const WRITINGS = [
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => quietly(() => encodeURIComponent(text), text),
  (text) => quietly(() => encodeURI(text), text),
  (text) => new URLSearchParams({ "": text }).toString().slice(1),
  (text) => quietly(() => encodeURIComponent(text), text).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
];

// A secret stands in a recording as such, written in one of these ways, or in one after
// the other, and in the base64 of bytes (at three possible offsets).
function spellings(secret) {
  const once = new Set([secret, ...WRITINGS.map((write) => write(secret))]);
  const found = new Set();
  for (const text of once) {
    for (const write of WRITINGS) found.add(write(text));
    found.add(text);
    for (const written of base64Spellings(text)) found.add(written);
  }
  return [...found].sort((a, b) => b.length - a.length);
}

function quietly(compute, otherwise) {
  try {
    return compute();
  } catch {
    return otherwise;
  }
}

function base64Spellings(secret) {
  const result = [];
  for (let offset = 0; offset < 3; offset += 1) {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const complete = Math.floor(bytes.length / 3) * 4;
    const begin = offset === 0 ? 0 : 4;
    const middle = bytes.toString("base64").slice(begin, complete);
    if (middle.length >= 8) result.push(middle);
  }
  return result;
}

function decodeQuietly(value) {
  return quietly(() => decodeURIComponent(value.replace(/\+/g, " ")), value);
}

module.exports = { Redaction, parseRules, HIDDEN };
