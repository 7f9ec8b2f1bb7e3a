"use strict";
// Time: Date, performance.now, process.hrtime.

const { current } = require("../invocation");

function install() {
  const RealDate = globalThis.Date;
  const realNow = RealDate.now;
  const now = () => {
    const tape = current();
    return tape ? tape.plain("clock", "Date.now", realNow) : realNow();
  };

  function Date(...args) {
    if (!new.target) return new RealDate(now()).toString();
    if (new.target !== Date) return Reflect.construct(RealDate, args.length === 0 ? [now()] : args, new.target);
    return args.length === 0 ? new RealDate(now()) : new RealDate(...args);
  }
  Object.defineProperties(Date, {
    prototype: { value: RealDate.prototype },
    now: { value: now, writable: true, configurable: true },
    parse: { value: RealDate.parse, writable: true, configurable: true },
    UTC: { value: RealDate.UTC, writable: true, configurable: true },
    length: { value: 7, configurable: true },
  });
  Object.defineProperty(RealDate.prototype, "constructor", { value: Date, writable: true, configurable: true });
  globalThis.Date = Date;

  formatsOfNow(now);
  replace(performance, "performance.now", "now");
  const hrtime = process.hrtime;
  const realBig = hrtime.bigint;
  const bigint = () => {
    const tape = current();
    // JSON has no big integers: the tape keeps text.
    return tape ? BigInt(tape.plain("clock", "hrtime.bigint", () => String(realBig()))) : realBig();
  };
  process.hrtime = Object.assign(
    (previous) => {
      const tape = current();
      const [seconds, nanoseconds] = tape ? tape.plain("clock", "hrtime", () => hrtime()) : hrtime();
      if (!previous) return [seconds, nanoseconds];
      const difference = (seconds - previous[0]) * 1e9 + (nanoseconds - previous[1]);
      return [Math.floor(difference / 1e9), ((difference % 1e9) + 1e9) % 1e9];
    },
    { bigint },
  );
  replace(process, "process.uptime", "uptime");
  marks();
}

// Marks and measures that are given no time take it from the clock.
function marks() {
  const { mark, measure } = performance;
  const own = (name, value) => Object.defineProperty(performance, name, { value, writable: true, configurable: true });
  own("mark", function (name, options) {
    if (!current() || options?.startTime !== undefined) return mark.call(this, name, options);
    return mark.call(this, name, { ...options, startTime: performance.now() });
  });
  own("measure", function (name, from, to) {
    const options = from !== null && typeof from === "object" ? from : { start: from ?? 0, end: to };
    const isFixed = options.end !== undefined || (options.start !== undefined && options.duration !== undefined);
    if (!current() || isFixed) return measure.call(this, name, from, to);
    return measure.call(this, name, { ...options, end: performance.now() });
  });
}

// A format of dates that is given none takes the time from the machine.
function formatsOfNow(now) {
  const { prototype } = Intl.DateTimeFormat;
  const { get } = Object.getOwnPropertyDescriptor(prototype, "format");
  const formats = new WeakMap();
  Object.defineProperty(prototype, "format", {
    // The same function every time, as the real one.
    get() {
      const format = get.call(this);
      if (!formats.has(format)) formats.set(format, (date) => format(date === undefined ? now() : date));
      return formats.get(format);
    },
    configurable: true,
  });
  const { formatToParts } = prototype;
  prototype.formatToParts = function (date) {
    return formatToParts.call(this, date === undefined ? now() : date);
  };
}

function replace(owner, name, member) {
  const real = owner[member].bind(owner);
  Object.defineProperty(owner, member, {
    value: () => {
      const tape = current();
      return tape ? tape.plain("clock", name, real) : real();
    },
    writable: true,
    configurable: true,
  });
}

module.exports = { install };
