"use strict";
// Wraps a handler: each invocation gets a tape, and what was taped leaves when
// it is over. The handler's own behaviour is untouched: it gets the same
// arguments, and its result, error and `this` are passed on.

const { randomUUID } = require("node:crypto");
const { within, isWithin, apart, setLoading, loaded } = require("./invocation");
const environment = require("./hooks/environment");
const { Recorder } = require("./recorder");
const { snapshot } = require("./snapshot");

const { now } = Date;
// What a context has that is data; the rest are functions.
const CONTEXT = [
  "awsRequestId",
  "functionName",
  "functionVersion",
  "invokedFunctionArn",
  "memoryLimitInMB",
  "logGroupName",
  "logStreamName",
  "identity",
  "clientContext",
];

// An invocation with more events than this sends them in parts.
const EVENTS_KEPT = 1000;

/** Everything that the process shares: settings, outbox, and what happened while modules loaded. */
class Recording {
  #settings;
  #outbox;
  #loading;
  #invocations = 0;
  #sharedVersion;

  constructor(settings, outbox) {
    this.#settings = settings;
    this.#outbox = outbox;
    this.#loading = new Recorder(settings);
    setLoading(this.#loading);
  }

  /** The handler with its recorder; `where` says which file exports it under which name. */
  wrap(handler, where) {
    const shared = this;
    if (typeof handler !== "function") return handler;
    const wrapped = function (event, context, callback) {
      // One handler that calls another is one invocation.
      if (isWithin()) return handler.call(this, event, context, callback);
      return shared.#invoke(this, handler, where, event, context, callback);
    };
    // Some runtimes look at the number of parameters to tell callbacks from promises.
    Object.defineProperty(wrapped, "length", { value: handler.length });
    Object.defineProperty(wrapped, "name", { value: handler.name });
    return Object.assign(wrapped, handler);
  }

  #nameOf({ names = [], exported }, context) {
    const given = context?.functionName ?? this.#settings.functionName;
    if (names.includes(given)) return given;
    return names[0] ?? given ?? exported;
  }

  #invoke(self, handler, where, event, context, callback) {
    let invocation;
    try {
      invocation = this.#begin(where, event, context, callback);
    } catch {
      return handler.call(self, event, context, callback);
    }
    return invocation.run((reported) => handler.call(self, event, context, reported), context, callback);
  }

  #begin(where, event, context, callback) {
    loaded();
    const { root, recordingLimit } = this.#settings;
    const invocation = new Invocation({
      head: {
        id: context?.awsRequestId ?? apart(randomUUID),
        function: this.#nameOf(where, context),
        runtime: `node ${process.versions.node}`,
        root,
        handler: { file: where.file, export: where.exported, takesCallback: typeof callback === "function" },
        began: now(),
        earlierInvocations: this.#invocations,
      },
      recordingLimit,
      post: (kind, message) => this.#post(kind, message),
      sent: () => this.#outbox.ended(),
    });
    this.#invocations += 1;
    invocation.begin(event, context);
    this.#outbox.began();
    return invocation;
  }

  // What all recordings share goes ahead of the first, and again when it has changed.
  #post(kind, message) {
    const version = `${this.#loading.entries.length} ${environment.versionOf()}`;
    if (version !== this.#sharedVersion) {
      this.#sharedVersion = version;
      const { entries, incomplete, size } = this.#loading;
      this.#outbox.post("process", { loading: entries, incomplete, environment: snapshot(environment.read()), size });
    }
    this.#outbox.post(kind, message);
  }
}

class Invocation {
  #head;
  #tape;
  #post;
  #sent;
  #input;
  #context = {};
  #events = [];
  #order = 0;

  /** `post` hands over what is to be written; `sent()` says when it may be thought to have left. */
  constructor({ head, recordingLimit, post, sent }) {
    this.#head = head;
    this.#post = post;
    this.#sent = sent;
    const observe = (finished) => {
      if (isEvent(finished.call)) this.#event(finished);
    };
    this.#tape = new Recorder({ recordingLimit, observe });
  }

  begin(event, context) {
    this.#input = this.#tape.snapshot(event);
    for (const name of CONTEXT) {
      if (context?.[name] !== undefined) this.#context[name] = this.#tape.snapshot(context[name]);
    }
    this.#event({ input: this.#input, time: this.#head.began });
  }

  /** Runs the handler; returns what it returns, once everything has left. */
  run(handle, context, callback) {
    // A handler with a callback is over when the first of callback and promise is.
    let over;
    const finish = (outcome) => (over ??= this.#finish(outcome));
    if (callback) endWithContext(context, finish);
    const reported =
      callback &&
      ((error, result) => {
        const done = () => callback(error, result);
        finish(error ? { error } : { result }).then(done, done);
      });
    let returned;
    try {
      returned = within(this.#tape, () => handle(reported));
    } catch (error) {
      return finish({ error }).then(() => {
        throw error;
      });
    }
    if (typeof returned?.then !== "function") {
      // Without a promise, the callback says when it is over, and what is returned does
      // not count; without one of these either, it is over now.
      if (!callback) finish({ result: returned });
      return returned;
    }
    return returned.then(
      (result) => finish({ result }).then(() => result),
      (error) =>
        finish({ error }).then(() => {
          throw error;
        }),
    );
  }

  #event(event) {
    this.#order += 1;
    event.order = this.#order;
    this.#events.push(event);
    if (this.#events.length < EVENTS_KEPT) return;
    const { id, function: name } = this.#head;
    this.#post("events", { id, function: name, events: this.#events.splice(0), size: this.#tape.size });
  }

  // Events of calls are told by the places of their entries, where these are sent with them.
  #placed() {
    return this.#events.map((event) => {
      if (event.result?.at === undefined) return event;
      const { call, result, time, order } = event;
      return { call: call.at, result: result.at, time, order };
    });
  }

  #finish(outcome) {
    return apart(() => {
      try {
        const given = this.#tape.snapshot(outcome);
        this.#tape.close();
        const ended = now();
        this.#event({ outcome: given, time: ended });
        const { entries, incomplete, size } = this.#tape;
        const head = { ...this.#head, ended };
        const [input, context, events] = [this.#input, this.#context, this.#placed()];
        this.#post("invocation", { head, entries, incomplete, input, context, outcome: given, events, size });
        return this.#sent();
      } catch {
        // A recorder that fails is silent: the application goes first.
        return Promise.resolve();
      }
    });
  }
}

// The old way to end an invocation: context.succeed, fail and done.
function endWithContext(context, finish) {
  const ends = {
    succeed: (result) => ({ result }),
    fail: (error) => ({ error }),
    done: (error, result) => (error ? { error } : { result }),
  };
  for (const [name, outcomeOf] of Object.entries(ends)) {
    const real = context?.[name];
    if (typeof real !== "function" || Object.isFrozen(context)) continue;
    context[name] = function (...args) {
      const done = () => real.apply(this, args);
      finish(outcomeOf(...args)).then(done, done);
    };
  }
}

// Bodies of web responses are calls of their own, but no events.
function isEvent({ kind, name }) {
  return kind === "aws" || (kind === "http" && !name.endsWith(" body"));
}

module.exports = { Recording };
