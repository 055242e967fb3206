import type { Socket } from 'node:net';
import type { CompiledQuery, QueryResult } from 'kysely';
import pg from 'pg';
import { type Answer, type DataRow, Statement } from './statement.ts';
import type { Field } from './wire-text.ts';

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

async function traced(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    // Its own trace ends at the socket; from here it leads back to who asked.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}
