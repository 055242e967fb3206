import type { Readable } from 'node:stream';
import type { RequestFacts } from '../../context.ts';
import { refusal } from '../../refusal.ts';
import type { ByteRange } from '../../storage/storage.ts';
import { RawAnswer } from '../route.ts';

export const RangeNotSatisfiable = refusal(
  'range_not_satisfiable',
  'The requested range is beyond the end of the file: ask for one within its size.',
  416,
);

const RANGE = /^bytes=(\d*)-(\d*)$/;

/** The part that is asked for; null: all of it. Of several parts the whole is sent, as HTTP allows. */
export function rangeOf({ headers }: Pick<RequestFacts, 'headers'>, tag: string, size: number): ByteRange | null {
  const { range, 'if-range': ifRange } = headers;
  const [, first = '', last = ''] = RANGE.exec(String(range ?? '')) ?? [];
  if ((first === '' && last === '') || (ifRange !== undefined && ifRange !== tag)) return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end || start >= size)
    throw RangeNotSatisfiable(undefined, { headers: { 'content-range': `bytes */${size}` } });
  return { start, end };
}

/** The bytes of a range of a file, or of all of it. */
export function rangeAnswer(
  stream: Readable,
  headers: Record<string, string>,
  size: number,
  range: ByteRange | null,
): RawAnswer {
  if (!range) return new RawAnswer(stream, { ...headers, 'content-length': String(size) });
  const part = {
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
    'content-length': String(range.end - range.start + 1),
  };
  return new RawAnswer(stream, { ...headers, ...part }, 206);
}
