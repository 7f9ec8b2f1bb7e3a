"use strict";
// Turns what was taped into what is kept: events for rules, and a recording.
// Here secrets are hidden, large values are cut and JSON is written, none of
// which an application should wait for; see outbox.js for where it runs.

const recording = require("./recording");
const { Redaction } = require("./redaction");
const { seal, plain, isCut } = require("./values");

class Writer {
  #settings;
  #sink;
  #shared;
  // Of invocations that send their events in parts.
  #redactions = new Map();

  constructor(settings, sink) {
    this.#settings = settings;
    this.#sink = sink;
  }

  /** What all invocations from now on have in their recordings: the load phase and the environment. */
  process({ loading, incomplete, environment }) {
    const redaction = new Redaction(this.#settings.redaction);
    const sealing = new Sealing(redaction, this.#settings.valueLimit);
    const lines = recording.loadingLines(loading.map((entry) => sealing.entry(entry)));
    this.#shared = {
      redaction,
      lines,
      environment: sealing.value(environment),
      incomplete: incomplete ?? sealing.incomplete,
      place: placeOf(environment),
    };
  }

  /** Events of an invocation that is not over yet. */
  events({ id, function: name, events }) {
    const redaction = this.#redactionOf(id);
    this.#redactions.set(id, redaction);
    this.#writeEvents({ id, name, events, redaction, sealing: new Sealing(redaction, this.#settings.valueLimit) });
  }

  /** An invocation that is over. */
  invocation({ head, entries, incomplete, input, context, outcome, events }) {
    const { id, function: name } = head;
    const redaction = this.#redactionOf(id);
    this.#redactions.delete(id);
    const sealing = new Sealing(redaction, this.#settings.valueLimit);
    const entryAt = (place) => (typeof place === "number" ? entries[place] : place);
    const whole = events.map((event) => ({ ...event, call: entryAt(event.call), result: entryAt(event.result) }));
    this.#writeEvents({ id, name, events: whole, redaction, sealing });
    const sealed = entries.map((entry) => sealing.entry(entry));
    const given = sealing.value(input);
    const recorded = {
      head: {
        ...head,
        incomplete: incomplete ?? sealing.incomplete ?? this.#shared.incomplete ?? incompleteInput(given),
        environment: this.#shared.environment,
        ...this.#shared.place,
        event: given,
        context: sealing.value(context),
      },
      loading: this.#shared.lines,
      entries: sealed,
      outcome: sealing.value(outcome),
    };
    this.#sink.recording(id, recording.write(recorded, (body) => redaction.scrub(body)));
  }

  #redactionOf(id) {
    return this.#redactions.get(id) ?? new Redaction(this.#settings.redaction, this.#shared?.redaction);
  }

  #writeEvents({ id, name: functionName, events, redaction, sealing }) {
    let lines = "";
    for (const { time, order, ...event } of events) {
      const [name, params] = said(event, sealing);
      const members = { id: `${id}/${order}`, name, params: plain(params), time, invocation: id, order };
      lines += JSON.stringify({ ...members, function: functionName }) + "\n";
    }
    this.#sink.events(redaction.scrub(lines));
  }
}

/** How the snapshots of one invocation are written. */
class Sealing {
  #options;
  /** Why the recording cannot be replayed, if a result had to be cut. */
  incomplete;

  constructor(redaction, limit) {
    this.#options = { redaction, limit };
  }

  value(taken) {
    return seal(taken, this.#options);
  }

  /** An entry of the tape; the same for the event and for the recording. */
  entry(entry) {
    return (entry.written ??= this.#written(entry));
  }

  #written({ what, n, kind, name, request, given }) {
    if (what === "call") return [what, n, kind, this.#options.redaction.text(name), this.value(request)];
    const result = this.value(given);
    if (isCut(result)) this.incomplete ??= `The result of ${kind} ${name} is larger than APLOMB_VALUE_LIMIT.`;
    return n === undefined ? [what, kind, name, this.value(request), result] : [what, n, result];
  }
}

// Zone and language of the machine, which dates are written in.
function placeOf({ TZ }) {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return { timeZone: TZ ?? timeZone, locale };
}

function incompleteInput(given) {
  return isCut(given) ? "The input is larger than APLOMB_VALUE_LIMIT, or has no end." : undefined;
}

// Name and parameters of a raw event: what the application asked of a service
// and what it got.
function said({ input, outcome, call, result }, sealing) {
  if (outcome) return ["handler.result", sealing.value(outcome)];
  if (!call) return ["handler.input", { input: sealing.value(input) }];
  const [, , kind, name, request] = sealing.entry(call);
  const [how, , given] = sealing.entry(result);
  const answer = { request, [how === "fail" ? "error" : "response"]: given };
  if (kind === "aws") {
    const [service, operation] = name.split(".");
    return [name, { service, operation, table: request?.TableName, ...answer }];
  }
  const [operation, url] = name.split(" ");
  return ["http.request", { service: "http", operation, url, ...answer }];
}

module.exports = { Writer };
