import pg from 'pg';

/** A statement as sent. */
export interface Sent {
  name?: string;
  text: string;
  values: unknown[];
}

type Query = { name?: string; text: string; values?: unknown[] } | string;

/** Records the transaction of `work` that contains a statement text, from BEGIN to COMMIT. */
export async function recordTransaction(having: string, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: { client: unknown; statement: Sent }[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
    const query = given[0] as Query;
    const { name, text, values = [] } = typeof query === 'string' ? { text: query } : query;
    sent.push({ client: this, statement: { ...(name && { name }), text, values } });
    return (original as (...parameters: unknown[]) => unknown).apply(this, given);
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  const client = sent.find(({ statement }) => statement.text.includes(having))?.client;
  const own = sent.filter((each) => each.client === client).map(({ statement }) => statement);
  const middle = own.findIndex(({ text }) => text.includes(having));
  const begin = own.findLastIndex(({ text }, place) => place < middle && text.startsWith('BEGIN'));
  const commit = own.findIndex(({ text }, place) => place > middle && text === 'COMMIT');
  return own.slice(begin, commit + 1);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Marks for values that differ between runs: new ids and the document number. */
export const FRESH = '~fresh-';
export const FRESH_ID = `${FRESH}id:`;
export const FRESH_NUMBER = `${FRESH}number`;

/** The statements of the second run, with marks for values that differ from the first. */
export function markFresh(first: Sent[], second: Sent[]): Sent[] {
  if (first.length !== second.length) throw new Error('Two runs of the same work sent different statements.');
  const ids = new Map<string, string>();
  const mark = (before: unknown, after: unknown): unknown => {
    if (Array.isArray(after)) return after.map((value, place) => mark((before as unknown[])[place], value));
    if (String(before) === String(after)) return typeof after === 'bigint' ? String(after) : after;
    const text = String(after);
    if (UUID.test(text)) {
      if (!ids.has(text)) ids.set(text, `${FRESH_ID}${ids.size}`);
      return ids.get(text);
    }
    if (/^\d+$/.test(text)) return FRESH_NUMBER;
    // Text that contains ids: the content of a version, the payload of an event.
    return [...ids].reduce((marked, [id, name]) => marked.replaceAll(id, name), text);
  };
  return second.map((statement, place) => ({
    ...statement,
    values: statement.values.map((value, index) => mark(first[place]!.values[index], value)),
  }));
}
