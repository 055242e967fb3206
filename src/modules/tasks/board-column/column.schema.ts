import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { Colour } from '#platform/pages/colour.ts';
import { oneNeighbour, place } from '../shapes.ts';

export const columnFields = {
  name: z.string().trim().min(1).max(100).describe('What people see above its tasks.'),
  colour: Colour.nullable().describe('`#rrggbb`; null: none.'),
  done: z.boolean().describe('Tasks that enter it are completed; tasks that leave it are open again.'),
  limit: z.number().int().min(1).max(100_000).nullable().describe('The most tasks that it takes, archived ones aside.'),
};

export const NewColumn = z
  .strictObject({ boardId: z.uuid(), ...columnFields, ...place })
  .partial()
  .required({ boardId: true, name: true })
  .check(oneNeighbour);

export const ColumnChange = changeOf(columnFields);

export const ColumnMove = z
  .strictObject({ id: z.uuid(), version: z.number().int().describe('As read: a stale one is refused.'), ...place })
  .check(oneNeighbour);

export const Column = z
  .object({
    ...columnFields,
    id: z.uuid(),
    boardId: z.uuid(),
    position: z.string().describe('Sorts the columns, compared as bytes.'),
    tasks: z.number().int().describe('How many tasks it has, archived ones aside.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.number().int(),
  })
  .meta({ id: 'BoardColumn' });
