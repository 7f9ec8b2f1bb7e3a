// Runs a model as ordinary code: one client after the other, in memory.
// `aplomb consistency` reads the same file and considers all other executions.

const committed = new Map();
const invariants = [];
let running = false;
let ran = false;

const parameter = (example) =>
  Object.assign((_name, value = example) => value, { example });
export const integer = parameter(0);
export const boolean = parameter(false);
export const text = parameter("");
export const nullable = (content) => content;

const start = (content) => (typeof content === "function" ? content.example : content);
const isRow = (content) => typeof content === "object" && content !== null;
const startRow = (content) =>
  isRow(content)
    ? Object.fromEntries(Object.entries(content).map(([name, value]) => [name, start(value)]))
    : start(content);

export class Abort extends Error {}
export function abort(reason) {
  throw new Abort(reason);
}

export function assume(condition) {
  if (!condition) throw new Error("the examples do not satisfy an assumption");
}

export function table(name, initial, options = {}) {
  const address = (key) => JSON.stringify([name, key]);
  const declared = startRow(initial);
  const rowsAtStart = Array.isArray(options.rows)
    ? options.rows.map((key) => [key, declared])
    : Object.entries(options.rows ?? {});
  for (const [key, row] of rowsAtStart) {
    committed.set(address(String(key)), row);
  }
  const total = options.rows === undefined;
  const place = (key) => address(total ? key : String(key));
  const read = (key) => {
    const found = committed.get(place(key)) ?? (total ? declared : null);
    return isRow(found) ? { ...found } : found;
  };
  const write = (key, change) => {
    if (!running) throw new Error("data is written inside transactions");
    const row = read(key);
    if (row !== null) committed.set(place(key), isRow(row) ? { ...row, ...change } : change);
  };
  const rows = () => {
    if (total) throw new Error("a table in which every row exists cannot be counted");
    const own = [...committed.keys()].map((place) => JSON.parse(place)).filter(([of]) => of === name);
    return own.map(([, key]) => [read(key), key]);
  };
  const where = (holds = () => true) => rows().filter(([row, key]) => holds(row, key));
  return {
    read,
    share: read,
    lock: read,
    count: (holds) => where(holds).length,
    exists: (holds) => where(holds).length > 0,
    sum: (value) => rows().reduce((total, [row, key]) => total + value(row, key), 0),
    write,
    update: (key, change) => {
      const row = read(key);
      if (row !== null) write(key, change(row));
    },
    insert: (key, row) => {
      if (read(key) !== null) abort("duplicate key");
      committed.set(place(key), row);
    },
    remove: (key) => {
      committed.delete(place(key));
    },
  };
}

export function variable(name, initial) {
  const only = table(name, initial);
  return {
    read: () => only.read(null),
    share: () => only.read(null),
    lock: () => only.read(null),
    write: (value) => only.write(null, value),
    update: (change) => only.update(null, change),
  };
}

export function transaction(name, body = name) {
  return (...parameters) => {
    const before = new Map(committed);
    running = true;
    try {
      return body(...parameters);
    } catch (error) {
      committed.clear();
      before.forEach((row, key) => committed.set(key, row));
      if (!(error instanceof Abort)) throw error;
      return undefined;
    } finally {
      running = false;
    }
  };
}

export function invariant(what, holds = what) {
  invariants.push([typeof what === "string" ? what : "invariant", holds]);
  if (ran) check();
}

export function concurrently(...clients) {
  const results = clients.map((client) => client());
  ran = true;
  check();
  return results;
}

function check() {
  // Those stated before `concurrently` may use what it returns.
  queueMicrotask(() => {
    for (const [what, holds] of invariants.splice(0)) {
      if (!holds()) throw new Error(`violated even one after the other: ${what}`);
    }
  });
}
