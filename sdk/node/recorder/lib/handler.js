"use strict";
// Wraps a handler: each invocation gets a tape, and what was taped leaves when
// it is over. The handler's own behaviour is untouched: it gets the same
// arguments, and its result, error and `this` are passed on.

const { randomUUID } = require("node:crypto");
const { within, isWithin, apart, setLoading, loaded } = require("./invocation");
const { Recorder } = require("./recorder");
const { Redaction } = require("./redaction");
const environment = require("./hooks/environment");
const recording = require("./recording");
const { plain } = require("./values");

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

/** Everything that the process shares: settings, sink, and what happened while modules loaded. */
class Recording {
  #settings;
  #sink;
  #loading;
  #invocations = 0;

  constructor(settings, sink) {
    this.#settings = settings;
    this.#sink = sink;
    this.#loading = this.#tape(new Redaction(settings.redaction));
    setLoading(this.#loading);
  }

  #tape(redaction, observe) {
    const { valueLimit, recordingLimit } = this.#settings;
    return new Recorder({ redaction, valueLimit, recordingLimit, observe });
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
      invocation = this.#begin(where, event, context);
    } catch {
      return handler.call(self, event, context, callback);
    }
    return invocation.run((reported) => handler.call(self, event, context, reported), callback);
  }

  #begin(where, event, context) {
    loaded();
    const redaction = new Redaction(this.#settings.redaction);
    const invocation = new Invocation({
      id: context?.awsRequestId ?? apart(randomUUID),
      function: this.#nameOf(where, context),
      where,
      settings: this.#settings,
      sink: this.#sink,
      redaction,
      loading: this.#loading,
      earlier: this.#invocations,
    });
    this.#invocations += 1;
    invocation.begin((observe) => this.#tape(redaction, observe), event, context);
    return invocation;
  }
}

class Invocation {
  #parts;
  #tape;
  #input;
  #context;
  #events = [];
  #began = now();
  #order = 0;

  constructor(parts) {
    this.#parts = parts;
  }

  begin(tapeWith, event, context) {
    this.#tape = tapeWith((call) => this.#observed(call));
    this.#input = this.#tape.encode(event);
    this.#context = {};
    for (const name of CONTEXT) {
      if (context?.[name] !== undefined) this.#context[name] = this.#tape.encode(context[name]);
    }
    this.#event("handler.input", { input: this.#input });
  }

  /** Runs the handler; returns what it returns, once everything has left. */
  run(handle, callback) {
    // A handler with a callback is over when the first of callback and promise is.
    let over;
    const finish = (outcome) => (over ??= this.#finish(outcome));
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
      // Without a promise, the callback says when it is over; without one of
      // these either, it is over now.
      if (!callback || returned !== undefined) finish({ result: returned });
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

  // Raw events: what the application asked of a service and what it got.
  #observed({ kind, name, request, response, error }) {
    if (kind === "aws") {
      const [service, operation] = name.split(".");
      this.#event(name, { service, operation, table: request?.TableName, request, response, error });
    } else if (kind === "http" && !name.endsWith(" body")) {
      const [operation, url] = name.split(" ");
      this.#event("http.request", { service: "http", operation, url, request, response, error });
    }
  }

  #event(name, params) {
    const { id, function: functionName } = this.#parts;
    this.#order += 1;
    this.#events.push({
      id: `${id}/${this.#order}`,
      name,
      params: plain(params),
      time: now(),
      invocation: id,
      order: this.#order,
      function: functionName,
    });
  }

  #finish(outcome) {
    return apart(() => {
      try {
        this.#send(outcome);
        const { settings, sink } = this.#parts;
        // On the platform the process freezes with the answer.
        if (settings.frozenAfterAnswer) return sink.flush(settings.flushMilliseconds);
      } catch {
        // A recorder that fails is silent: the application goes first.
      }
      return Promise.resolve();
    });
  }

  #send(outcome) {
    const { id, function: name, where, sink, redaction, loading, earlier, settings } = this.#parts;
    const encoded =
      "error" in outcome ? { error: this.#tape.encode(outcome.error) } : { result: this.#tape.encode(outcome.result) };
    this.#tape.close();
    this.#event("handler.result", encoded);
    const lines = this.#events.map((event) => JSON.stringify(event) + "\n").join("");
    sink.events(redaction.scrub(lines));
    const head = {
      id,
      function: name,
      runtime: `node ${process.versions.node}`,
      root: settings.root,
      handler: { file: where.file, export: where.exported },
      began: this.#began,
      ended: now(),
      earlierInvocations: earlier,
      incomplete: this.#tape.incomplete ?? loading.incomplete,
      environment: this.#tape.encode(environment.read()),
      event: this.#input,
      context: this.#context,
    };
    const text = recording.write(
      { head, loading: loading.entries, entries: this.#tape.entries, outcome: encoded },
      (body) => redaction.scrub(body),
    );
    sink.recording(id, text);
  }
}

module.exports = { Recording };
