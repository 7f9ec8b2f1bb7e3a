/** Models of concurrent transactions: ordinary code for `aplomb consistency`. */

type Scalar = number | boolean | string;
type Widened<T> = T extends number ? number : T extends boolean ? boolean : string;

/** Any value of a type, as the content of a variable or column at the start. */
interface Any<T extends Scalar> {
  readonly example: T;
}

/** A parameter: any integer for the check, the example when the model runs. */
export const integer: ((name: string, example?: number) => number) & Any<number>;
/** A parameter: true or false for the check, the example when the model runs. */
export const boolean: ((name: string, example?: boolean) => boolean) & Any<boolean>;
/** A parameter: any text for the check, the example when the model runs. */
export const text: ((name: string, example?: string) => string) & Any<string>;

/** Content of a column that may be null: `nullable(integer)`, `nullable(0)`. */
export function nullable<T extends Scalar>(content: T | Any<T>): Any<Widened<T>> & { readonly orNull: true };

/** What is taken for granted of parameters. */
export function assume(condition: boolean): void;

/** One value. */
export interface Variable<T> {
  /** Reads it. */
  read(): T;
  /** Reads what is current and keeps others from writing it: `SELECT ... FOR SHARE`. */
  share(): T;
  /** Reads what is current and keeps others from changing it: `SELECT ... FOR UPDATE`. */
  lock(): T;
  /** Writes it. */
  write(value: T): void;
  /** Reads and writes in one statement: `UPDATE ... SET x = f(x)`. */
  update(change: (value: T) => T): void;
}

/** Declares a variable; `integer`, `boolean` or `text` stand for any initial value. */
export function variable(name: string, initial: number | Any<number>): Variable<number>;
export function variable(name: string, initial: boolean | Any<boolean>): Variable<boolean>;
export function variable(name: string, initial: string | Any<string>): Variable<string>;

type Nullable = { readonly orNull: true };
type Columns = { [column: string]: Scalar | Any<Scalar> };
type Content = Scalar | Any<Scalar> | Columns;
type Cell<C> = C extends Any<infer T> & Nullable
  ? Widened<T> | null
  : C extends Any<infer T>
    ? Widened<T>
    : Widened<C>;
type Row<C> = C extends Scalar | Any<Scalar> ? Cell<C> : { [K in keyof C]: Cell<C[K]> };
type Change<R> = R extends Scalar ? R : Partial<R>;

/** Rows by their keys. */
export interface Table<K, R, Found = R> {
  /** Reads a row. */
  read(key: K): Found;
  /** Reads the current row and keeps others from writing it. */
  share(key: K): Found;
  /** How many rows there are that satisfy a condition; the table declares its `rows`. */
  count(holds?: (row: R, key: K) => boolean): number;
  /** Whether there is a row that satisfies a condition. */
  exists(holds?: (row: R, key: K) => boolean): boolean;
  /** The sum of a value over all rows. */
  sum(value: (row: R, key: K) => number): number;
  /** Reads the current row and keeps others from changing it. */
  lock(key: K): Found;
  /** Writes the columns given, if the row is there. */
  write(key: K, change: Change<R>): void;
  /** Reads and writes in one statement, if the row is there. */
  update(key: K, change: (row: R) => Change<R>): void;
  /** Adds a row; the transaction is rolled back if there is one already. */
  insert(key: K, row: R): void;
  /** Removes a row. */
  remove(key: K): void;
}

/**
 * Declares a table in which every row exists and holds this at the start.
 * `key` is the column of the key in SQL, `id` if it is not given.
 */
export function table<K extends Scalar, C extends Content>(
  name: string,
  initial: C,
  options?: { key?: string; where?: (row: Row<C>, key: K) => boolean },
): Table<K, Row<C>>;
/**
 * Declares a table with these rows at the start, and no others: an object from keys to rows, or a
 * list of keys whose rows hold `initial`.
 */
export function table<K extends Scalar, C extends Content>(
  name: string,
  initial: C,
  options: {
    key?: string;
    rows: { [key: string]: Row<C> } | readonly K[];
    /** Columns, or groups of them, of which no two rows have the same values. */
    unique?: (string | string[])[];
    /** What the database checks of every row that is added or changed. */
    check?: (row: Row<C>) => boolean;
    /** Columns that hold keys of another table, by its name. */
    references?: { [column: string]: string };
  },
): Table<K, Row<C>, Row<C> | null>;

/** A transaction: the body commits as a whole, or is rolled back if it throws. */
export function transaction<A extends unknown[], R>(
  name: string,
  body: (...parameters: A) => R,
): (...parameters: A) => R | undefined;
export function transaction<A extends unknown[], R>(
  body: (...parameters: A) => R,
): (...parameters: A) => R | undefined;

/** Rolls the running transaction back. */
export function abort(reason?: string): never;
/** What `abort` throws. */
export class Abort extends Error {}

/** What must hold when the transactions have run. */
export function invariant(what: string, holds: () => boolean): void;
export function invariant(holds: () => boolean): void;

/**
 * Runs clients at the same time. Each calls transactions, one after the other:
 * its session. Gives what the clients return; the check awaits promises.
 */
export function concurrently<C extends (() => unknown)[]>(
  ...clients: C
): { [K in keyof C]: C[K] extends () => infer R ? Awaited<R> : never };
