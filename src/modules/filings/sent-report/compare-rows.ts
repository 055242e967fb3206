import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Form } from '../report/report.ts';
import type { RowChanges } from './sent-report.schema.ts';

type Changes = z.output<typeof RowChanges>;
const SHOWN_MAX = 500;

/** The fields that identify a row, the number first: two suppliers may use the same one. */
const identifying: Record<Form, number[]> = { '606': [3, 0], '607': [2], '608': [0], '609': [7] };

/** Compares the rows of two files of a form. Only the rows of the first are held. */
export async function compareRows(form: Form, sent: Readable, now: Readable): Promise<Changes> {
  const keyOf = (row: string): string => {
    const fields = row.split('|');
    return identifying[form].map((place) => fields[place]).join(' ');
  };
  const left = new Map<string, string[]>();
  for await (const row of rowsIn(sent)) {
    const key = keyOf(row);
    left.set(key, [...(left.get(key) ?? []), row]);
  }
  const counts = { added: 0, removed: 0, changed: 0 };
  const data: Changes['data'] = [];
  const add = (change: keyof typeof counts, before: string | null, after: string | null) => {
    counts[change]++;
    if (data.length === SHOWN_MAX) return;
    const number = (after ?? before)!.split('|')[identifying[form][0]!]!;
    data.push({ number, change, sent: before, now: after, fields: before && after ? differing(before, after) : [] });
  };
  for await (const row of rowsIn(now)) {
    const before = left.get(keyOf(row))?.shift() ?? null;
    if (before === null) add('added', null, row);
    else if (before !== row) add('changed', before, row);
  }
  for (const rows of left.values()) for (const row of rows) add('removed', row, null);
  return { counts, data };
}

function differing(before: string, after: string): number[] {
  const fields = after.split('|');
  return before.split('|').flatMap((field, place) => (field === fields[place] ? [] : place + 1));
}

/** The lines after the first, which names form, company and month. */
async function* rowsIn(text: Readable): AsyncGenerator<string> {
  let isFirst = true;
  for await (const row of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!isFirst && row) yield row;
    isFirst = false;
  }
}
