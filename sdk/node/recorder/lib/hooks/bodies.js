"use strict";
// Bodies of responses. A body is a call of its own that ends when all of it is
// here; then the application gets it in one piece. A body beyond `LIMIT` is
// passed on as it comes, and the recording says that it cannot be replayed.

const { Readable } = require("node:stream");

const LIMIT = 4 * 1024 * 1024;

/**
 * Tapes a body. `listen(chunk, end, fail)` begins to read the source (a replay
 * never calls it); `hand({ chunk } | { end: true } | { error })` gives it to
 * the application.
 */
function tapeBody(tape, call, listen, hand) {
  let passing = false;
  tape.asynchronous(
    call,
    (done) => {
      const chunks = [];
      let size = 0;
      const chunk = (piece) => {
        const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
        if (passing) {
          hand({ chunk: bytes });
          return;
        }
        chunks.push(bytes);
        size += bytes.length;
        if (size <= LIMIT) return;
        passing = true;
        tape.unsupported(`The body of ${call.name} is larger than ${LIMIT} bytes.`);
        for (const early of chunks.splice(0)) hand({ chunk: early });
      };
      const end = () => (passing ? hand({ end: true }) : done({ value: Buffer.concat(chunks) }));
      const fail = (error) => (passing ? hand({ error }) : done({ error }));
      listen(chunk, end, fail);
    },
    ({ error, value }) => {
      if (error) {
        hand({ error });
        return;
      }
      if (value.length > 0) hand({ chunk: value });
      hand({ end: true });
    },
  );
}

/** A readable stream with the taped content of `source`, with the methods that bodies of SDK version 3 have. */
function tapedReadable(tape, call, source) {
  const readable = new Readable({ read() {} });
  tapeBody(
    tape,
    call,
    (chunk, end, fail) => source.on("data", chunk).on("end", end).on("error", fail),
    ({ chunk, end, error }) => {
      if (error) readable.destroy(error);
      else readable.push(end ? null : chunk);
    },
  );
  const bytes = async () => Buffer.concat(await readable.toArray());
  return Object.assign(readable, {
    transformToByteArray: async () => new Uint8Array(await bytes()),
    transformToString: async (encoding) => (await bytes()).toString(encoding),
    transformToWebStream: () => Readable.toWeb(readable),
  });
}

/** The same for the web's streams. `source` is a reader, or undefined in a replay. */
function tapedWebStream(tape, call, source) {
  return new ReadableStream({
    start(controller) {
      tapeBody(
        tape,
        call,
        (chunk, end, fail) => {
          const next = () =>
            source.read().then(({ done, value }) => {
              if (done) return end();
              chunk(Buffer.from(value));
              return next();
            }, fail);
          next();
        },
        ({ chunk, end, error }) => {
          if (error) controller.error(error);
          else if (end) controller.close();
          else controller.enqueue(new Uint8Array(chunk));
        },
      );
    },
  });
}

module.exports = { tapeBody, tapedReadable, tapedWebStream };
