/** Where a handler comes from, for `aplomb replay`. */
export interface Where {
  /** The name of the function; by default the one that the platform gives. */
  name?: string;
  /** The file that exports the handler. */
  file?: string;
  /** The name under which it is exported. */
  exported?: string;
}

/**
 * The handler with its recorder, for bundled applications. Elsewhere load
 * `@aplomb/recorder/register` before the application and change nothing.
 * Without APLOMB_ENDPOINT and APLOMB_DIRECTORY the handler is returned as it is.
 */
export function wrap<Handler extends (...args: any[]) => any>(handler: Handler, where?: Where): Handler;

/** Records the calls of SDK clients that are part of a bundle. */
export function instrument(...clients: object[]): void;
