import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { fromCursor, toCursor } from '#platform/http/page.ts';

/** Lists go from the newest day back; within a day from the newest id. */
export interface ListKey {
  date: string;
  id: string;
}

const Key = z.tuple([CalendarDate, z.uuid()]);

export function keyOf(cursor: string | undefined): ListKey | null {
  if (cursor === undefined) return null;
  const [date, id] = fromCursor(cursor, Key);
  return { date, id };
}

export const cursorOf = ({ date, id }: ListKey): string => toCursor([date, id]);

export const cursorPageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    data: z.array(item),
    nextCursor: z.string().nullable().describe('Send it as `cursor` to go on; null on the last page.'),
  });
