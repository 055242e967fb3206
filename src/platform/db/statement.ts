import { createHash } from 'node:crypto';
import type { CompiledQuery, QueryResult } from 'kysely';
import type pg from 'pg';
import { TooComplex } from '../compute/computation.ts';
import { PageTooLarge, type RefusalKind } from '../refusal.ts';
import { assertScoped } from './scope.ts';
import { type Field, parameterText, type Shape, shapeOf } from './wire-text.ts';

/**
 * PostgreSQL holds prepared statements for the whole life of a connection. One with this many prepares no more, and makes room for a new
 * connection after its transaction.
 */
const PREPARED_MAX = 1000;
const NAMES_MAX = 5000;
/** Writing a page of this size as JSON takes about half of the time for which the event loop may be held. */
const PAGE_BYTES_MAX = 8_000_000;

/** The most that any other statement may bring into memory at once: larger work is done in batches. */
const ROWS_BYTES_MAX = 64_000_000;

const BATCH_BYTES_MAX = 32_000_000;

/** A statement with its own limit of bytes. */
interface SizedQuery extends CompiledQuery {
  bytesMax?: number;
  /** The first rows count, instead of none. */
  isCut?: boolean;
}
/** A statement that reads one page, which is refused if it has too many bytes. */
export const pageQueryOf = (query: CompiledQuery): SizedQuery => ({ ...query, bytesMax: PAGE_BYTES_MAX });
/** A statement that reads the next rows of a stream: fewer where they are large, and at least one. */
export const batchQueryOf = (query: CompiledQuery): SizedQuery => ({
  ...query,
  bytesMax: BATCH_BYTES_MAX,
  isCut: true,
});

export interface Answer {
  result: QueryResult<unknown>;
  tag: string;
}

/** One row as texts, with the bytes that it takes in the answer of PostgreSQL. */
export interface DataRow {
  fields: (string | null)[];
  length: number;
}

/** The connection that `pg` passes to a custom query; its types leave out these fields. */
type Connection = pg.Connection & {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};

const NO_COLUMNS: Shape = () => ({});

/** `pg` asks its connections to forget nothing: what a prepared statement answers with is fixed until the connection ends. */
const shapesOf = new WeakMap<pg.Connection, Map<string, Shape>>();

const isFull = (connection: pg.Connection): boolean => (shapesOf.get(connection)?.size ?? 0) >= PREPARED_MAX;

/** Whether a connection has prepared so many statements that another one should take its place. */
export const hasPreparedMany = (client: pg.ClientBase): boolean =>
  isFull((client as pg.ClientBase & { connection: pg.Connection }).connection);

/**
 * One statement with its parameters on a pipelined connection. The columns of a prepared statement are asked for once per
 * connection, and rows become objects with the names that the code uses in one step.
 */
export class Statement {
  readonly text: string;
  name: string | undefined;
  /** Its result, and the tag that says what it did: `INSERT 0 5`, `COMMIT`. */
  readonly answer: Promise<Answer>;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  #values: unknown[];
  readonly #rows: unknown[] = [];
  readonly #refused: RefusalKind;
  readonly #isCut: boolean;
  #bytesLeft: number;
  #connection: Connection | undefined;
  #shape: Shape | undefined;
  #tag = '';
  #broken: unknown;

  constructor({ sql, parameters, bytesMax, isCut = false }: SizedQuery) {
    this.text = sql;
    this.#refused = bytesMax === undefined ? TooComplex : PageTooLarge;
    this.#bytesLeft = bytesMax ?? ROWS_BYTES_MAX;
    this.#isCut = isCut;
    this.name = nameOf(sql);
    // Before anything is sent: a value that cannot be written fails alone.
    this.#values = parameters.map((value) => parameterText(value));
    ({ promise: this.answer, resolve: this.#resolve, reject: this.#reject } = Promise.withResolvers<Answer>());
  }

  /** Writes its messages, without the Sync that asks for the answers. */
  write(given: pg.Connection): void {
    const connection = given as Connection;
    const { text } = this;
    const values = this.#values;
    // They may be large, and the answer may take long: until then V8 would move them to its old generation.
    this.#values = [];
    this.#connection = connection;
    const isPrepared =
      this.name !== undefined &&
      (this.name in connection.parsedStatements || this.name in connection.submittedNamedStatements);
    if (!isPrepared && isFull(connection)) this.name = undefined;
    const { name } = this;
    if (!isPrepared) {
      connection.parse({ text, name: name ?? '', types: [] } as never, true);
      if (name) connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ portal: '', statement: name ?? '', values } as never, true);
    this.#shape = name === undefined ? undefined : shapesOf.get(connection)?.get(name);
    if (!this.#shape) connection.describe({ type: 'P', name: '' }, true);
    connection.execute(null, true);
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#learn(shapeOf(fields));
  }

  handleDataRow({ fields, length }: DataRow): void {
    this.#bytesLeft -= length;
    if (this.#isCut && this.#bytesLeft < 0 && this.#rows.length > 0) return;
    try {
      if (this.#bytesLeft < 0 && !this.#isCut) {
        this.#rows.length = 0;
        throw this.#refused();
      }
      this.#rows.push(this.#shape!(fields));
    } catch (error) {
      this.#broken ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (!this.#shape) this.#learn(NO_COLUMNS);
    this.#tag = text;
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    const rows = this.#rows;
    const tag = this.#tag;
    deliver(() => {
      if (this.#broken) this.#reject(this.#broken);
      else if (tag.startsWith('SELECT')) this.#resolve({ result: { rows }, tag });
      else this.#resolve({ result: { rows, numAffectedRows: BigInt(/\d+$/.exec(tag)?.[0] ?? 0) }, tag });
    });
  }

  handleError(error: unknown): void {
    deliver(() => this.#reject(error));
  }

  /** PostgreSQL skipped it because one before it failed, so it is not prepared either. A lost connection never got it. */
  skip(error: unknown): void {
    const connection = this.#connection;
    if (connection && this.name && !(this.name in connection.parsedStatements))
      delete connection.submittedNamedStatements[this.name];
    this.handleError(error);
  }

  #learn(shape: Shape): void {
    this.#shape = shape;
    if (this.name === undefined) return;
    const connection = this.#connection!;
    const known = shapesOf.get(connection) ?? new Map<string, Shape>();
    shapesOf.set(connection, known.set(this.name, shape));
  }
}

let hasDelivered = false;
let waiting = 0;

/**
 * Delivers answers that arrive in one packet one at a time: the continuations of one run before the next is delivered, as if
 * each had arrived alone. So the first failing check of several is always the one reported, however packets are split.
 */
function deliver(answer: () => void): void {
  if (hasDelivered || waiting > 0) {
    waiting++;
    setImmediate(() => {
      waiting--;
      answer();
    });
    return;
  }
  hasDelivered = true;
  queueMicrotask(() => {
    hasDelivered = false;
  });
  answer();
}

const statementNames = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  assertScoped(text);
  // The tenant is a literal in its text: preparing it would keep one statement per organization.
  if (/^SET .*'/.test(text)) return undefined;
  if (statementNames.size >= NAMES_MAX) statementNames.clear();
  const name = `s${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
  statementNames.set(text, name);
  return name;
}
