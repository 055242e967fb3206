import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { CompiledQuery, QueryResult } from 'kysely';
import pg from 'pg';
import { TooComplex } from '../compute/computation.ts';
import { toTimestamp } from '../date.ts';
import { PageTooLarge, type RefusalKind } from '../refusal.ts';
import { assertScoped } from './scope.ts';
import { camelCase } from './snake-case.ts';

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

interface Answer {
  result: QueryResult<unknown>;
  tag: string;
}

/** Makes a row with the names that the code uses from the texts of its columns. */
type Shape = (fields: (string | null)[]) => unknown;

/** One row as texts, with the bytes that it takes in the answer of PostgreSQL. */
interface DataRow {
  fields: (string | null)[];
  length: number;
}

/** The connection that `pg` passes to a custom query; its types leave out these fields. */
type Connection = pg.Connection & {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};

const { prepareValue } = (pg as typeof pg & { utils: { prepareValue(value: unknown): unknown } }).utils;
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
    this.#values = parameters.map((value) => prepareValue(parameterOf(value)));
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

/**
 * Statements with one Sync: PostgreSQL answers them together, with one write instead of one for each. After a failure it skips
 * the rest. `pg` takes nothing but a `pg.Query`, and sees one with the name and text of the statement that is being answered.
 */
class Batch extends pg.Query {
  declare name: string | undefined;
  declare text: string | undefined;
  readonly #statements: Statement[];
  #place = 0;

  constructor(statements: Statement[]) {
    super('');
    this.#statements = statements;
  }

  get texts(): string[] {
    return this.#statements.map(({ text }) => text);
  }

  get #current(): Statement | undefined {
    return this.#statements[this.#place];
  }

  override submit = (connection: pg.Connection): void => {
    for (const statement of this.#statements) statement.write(connection);
    this.#showCurrent();
    connection.sync();
  };

  handleRowDescription(description: { fields: Field[] }): void {
    this.#current!.handleRowDescription(description);
  }

  handleDataRow(row: DataRow): void {
    this.#current!.handleDataRow(row);
  }

  handleCommandComplete(complete: { text: string }): void {
    this.#current!.handleCommandComplete(complete);
    this.#place++;
    this.#showCurrent();
  }

  #showCurrent(): void {
    this.name = this.#current?.name;
    this.text = this.#current?.text;
  }

  handleReadyForQuery(): void {
    for (const statement of this.#statements) statement.handleReadyForQuery();
  }

  handleError(error: unknown): void {
    for (const [place, statement] of this.#statements.entries()) {
      if (place < this.#place) statement.handleReadyForQuery();
      else if (place === this.#place) statement.handleError(error);
      else statement.skip(error);
    }
  }
}

/** A command in plain text, which may be several: BEGIN with settings. */
interface Command {
  command: string;
  resolve: (result: pg.QueryResult) => void;
  reject: (error: unknown) => void;
}

type Sent = Statement | Command;

const packets = new WeakMap<pg.ClientBase, Sent[]>();

/** Sends everything of one turn of the event loop in one packet, in its order: BEGIN, the tenant and the first queries. */
export function sendInPacket(client: pg.ClientBase, sent: Sent): void {
  const open = packets.get(client);
  if (open) {
    open.push(sent);
    return;
  }
  packets.set(client, [sent]);
  process.nextTick(() => sendPacket(client));
}

function sendPacket(client: pg.ClientBase): void {
  const packet = packets.get(client)!;
  packets.delete(client);
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection;
  stream.cork();
  for (let place = 0; place < packet.length; ) {
    const sent = packet[place]!;
    if (sent instanceof Statement) {
      const end = packet.findIndex((next, index) => index > place && !(next instanceof Statement));
      const together = packet.slice(place, end < 0 ? packet.length : end) as Statement[];
      client.query(new Batch(together));
      place += together.length;
    } else {
      client.query(sent.command).then(sent.resolve, sent.reject);
      place++;
    }
  }
  stream.uncork();
}

/** A command in plain text: BEGIN, a setting, ROLLBACK. */
export const send = (client: pg.ClientBase, command: string): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => sendInPacket(client, { command, resolve, reject }));

/**
 * Sends a statement. Neither it nor what awaits it keeps the query: with its parameters it would live as long as PostgreSQL takes,
 * and V8 would move it to its old generation.
 */
export const executeTagged = (client: pg.ClientBase, query: CompiledQuery): ReturnType<typeof traced> =>
  traced(
    Promise.try(() => {
      const statement = new Statement(query);
      sendInPacket(client, statement);
      return statement.answer;
    }),
  );

export const execute = <R>(client: pg.ClientBase, query: CompiledQuery): Promise<QueryResult<R>> =>
  executeTagged(client, query).then(resultOf<R>);

const resultOf = <R>({ result }: { result: QueryResult<unknown> }) => result as QueryResult<R>;

async function traced(answer: Statement['answer']): Statement['answer'] {
  try {
    return await answer;
  } catch (error) {
    // Its own trace ends at the socket; from here it leads back to who asked.
    Error.captureStackTrace(error as Error);
    throw error;
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

function parameterOf(value: unknown): unknown {
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Temporal.Instant) return toTimestamp(value);
  if (value instanceof Temporal.PlainDate) return value.toString();
  return value;
}

/** `pg` runs two regular expressions over every element of an array; most need none. */
const arrayText = (elements: readonly unknown[]): string => `{${elements.map(elementText).join(',')}}`;

function elementText(element: unknown): string {
  if (element === null || element === undefined) return 'NULL';
  if (typeof element === 'string') return SPECIAL.test(element) ? escaped(element) : `"${element}"`;
  if (typeof element !== 'object') return String(element);
  return Array.isArray(element) ? arrayText(element) : String(prepareValue([element])).slice(1, -1);
}

const SPECIAL = /["\\]/;
const escaped = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** Rows come out in the form in which they travel: text for times, dates and numerics, bigint for 64-bit integers. */
interface Field {
  name: string;
  dataTypeID: number;
  dataTypeModifier: number;
}

/** PostgreSQL's form of `(40,0)`. A sum of bigints can exceed a bigint: cast to `numeric(40,0)`, it is read as one. */
const SUM_MODIFIER = ((40 << 16) | 0) + 4;

/**
 * Compiled as an object literal: V8 turns an object that is filled name by name into a hash table when it is wide, and every
 * later copy of such a row takes several times longer.
 */
function shapeOf(fields: Field[]): Shape {
  const values = fields.map(
    ({ name }, place) =>
      `${JSON.stringify(camelCase(name))}: fields[${place}] === null ? null : parsers[${place}](fields[${place}])`,
  );
  return new Function('parsers', `return (fields) => ({ ${values.join(', ')} })`)(fields.map(parserOf)) as Shape;
}

const parserOf = ({ dataTypeID: oid, dataTypeModifier }: Field): ((text: string) => unknown) =>
  (oid === pg.types.builtins.NUMERIC && dataTypeModifier === SUM_MODIFIER ? BigInt : parsers.get(oid)) ??
  (pg.types.getTypeParser(oid, 'text') as (text: string) => unknown);

/** PostgreSQL's `2026-11-15 01:33:10.123456+00` becomes `2026-11-15T01:33:10.123Z`. */
const asTimestamp = (text: string): string =>
  text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${`${text.slice(20, -3)}000`.slice(0, 3)}Z`
    : new Date(text).toISOString();

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.TIMESTAMPTZ, asTimestamp],
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.NUMERIC, (text) => text],
]);
