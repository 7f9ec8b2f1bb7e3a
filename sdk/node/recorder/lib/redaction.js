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
    // `name=value` in query strings, forms and headers.
    assignment: new RegExp(`(^|[?&;\\s])(${any})=([^&;\\s]*)`, "gi"),
  };
}

/** What one invocation hides; it remembers the secrets that it has seen. */
class Redaction {
  #rules;
  #secrets = new Set();
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
      if (secret !== HIDDEN && secret.length >= SHORTEST_TO_SEARCH) this.#secrets.add(secret);
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
      text = this.#json(text);
      text = text.replace(assignment, (_, before, name, value) => {
        this.#remember(decodeQuietly(value), 0);
        return `${before}${name}=${HIDDEN}`;
      });
    }
    for (const pattern of patterns) text = text.replace(pattern, (secret) => this.hide(secret));
    // In a replay the application puts what is shown into addresses.
    return text.includes(HIDDEN_IN_ADDRESS) ? text.replaceAll(HIDDEN_IN_ADDRESS, HIDDEN) : text;
  }

  #json(text) {
    if (!/^\s*[[{"]/.test(text)) return text;
    let parsed;
    try {
      parsed = JSON.parse(text);
    } catch {
      return text;
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

  /** Serialised JSON without any secret that was seen, wherever it was copied to. */
  scrub(serialised) {
    for (const secret of this.#secrets) {
      for (const written of spellings(secret)) serialised = serialised.replaceAll(written, HIDDEN);
    }
    return this.#inherited ? this.#inherited.scrub(serialised) : serialised;
  }
}

// A text stands in serialised JSON as such, escaped once per level of nesting,
// in URLs, and in the base64 of bytes (at three possible offsets).
function spellings(secret) {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(escaped).slice(1, -1);
  return new Set([secret, escaped, twice, encodeURIComponent(secret), ...base64Spellings(secret)]);
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
  try {
    return decodeURIComponent(value.replace(/\+/g, " "));
  } catch {
    return value;
  }
}

module.exports = { Redaction, parseRules, HIDDEN };
