import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { Colour } from '#platform/pages/colour.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Column, columnFields } from '../board-column/column.schema.ts';
import { Person } from '../shapes.ts';

export const BoardLabel = z.strictObject({
  name: z.string().trim().min(1).max(60).describe('What tasks are labelled with.'),
  colour: Colour,
});
export type BoardLabel = z.output<typeof BoardLabel>;

export const CustomField = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-zA-Z0-9]{0,39}$/)
      .describe('Names the value in `fields` of a task.'),
    name: z.string().trim().min(1).max(100).describe('What people see above the value.'),
    type: z
      .enum(['text', 'number', 'date', 'boolean', 'choice', 'url', 'person'])
      .describe('Which values it takes; a `person` is a member of the board.'),
    options: uniqueList(z.string().trim().min(1).max(100), { max: 50 })
      .default([])
      .describe('The values of a `choice`.'),
    required: z.boolean().default(false).describe('Every new task must have a value.'),
    shared: z.boolean().default(false).describe('Shown on the shared board; by default it is private.'),
  })
  .refine(({ type, options }) => (type === 'choice') === options.length > 0, {
    path: ['options'],
    message: 'a choice has options, and nothing else has',
  });
export type CustomField = z.output<typeof CustomField>;

export const Member = z.strictObject({
  userId: z.uuid().describe('A member of the organization.'),
  role: z
    .enum(['admin', 'editor', 'viewer'])
    .describe('`admin` changes the board, its columns and members; `editor` its tasks; `viewer` reads.'),
});

const fields = {
  name: z.string().trim().min(1).max(200).describe('What people see in the list of boards.'),
  description: z.string().trim().max(5000).describe('What the board is for.'),
  colour: Colour.nullable().describe('`#rrggbb`; null: none.'),
  labels: uniqueList(BoardLabel, { max: 100, by: ({ name }) => name }).describe('Labels to choose from.'),
  fields: uniqueList(CustomField, { max: 50, by: ({ key }) => key }).describe(
    'Custom fields of its tasks. Tasks lose the values of a field that is left out.',
  ),
  template: z.boolean().describe('Boards can be created from a template.'),
};

export const NewBoard = z
  .strictObject({
    ...fields,
    members: uniqueList(Member, { max: 200, by: ({ userId }) => userId }).describe(
      'The caller becomes an admin in any case.',
    ),
    columns: z
      .array(z.strictObject(columnFields).partial().required({ name: true }))
      .min(1)
      .max(50)
      .describe('Left out: three columns, of which the last completes tasks.'),
    templateId: z
      .uuid()
      .describe('Copies columns, labels, custom fields and tasks of this template, without people and dates.'),
  })
  .partial()
  .required({ name: true })
  .refine(({ columns, templateId }) => !columns || !templateId, {
    path: ['templateId'],
    message: 'a template brings its own columns',
  });

export const BoardChange = changeOf({
  ...fields,
  archived: z.boolean(),
  members: uniqueList(Member, { min: 1, max: 200, by: ({ userId }) => userId }).describe(
    'All members. A person who leaves the board leaves its tasks.',
  ),
});

export const BoardSummary = z.object({
  ...fields,
  labels: z.array(BoardLabel).describe('Labels to choose from.'),
  fields: z.array(CustomField).describe('Custom fields of its tasks.'),
  id: z.uuid(),
  archived: z.boolean(),
  role: z.enum(['admin', 'editor', 'viewer']).nullable().describe('The caller’s own role; null: not a member.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: z.number().int(),
});

export const Board = BoardSummary.extend({
  members: z.array(Person.extend({ role: Member.shape.role })).describe('Who sees the board, with what they may do.'),
  columns: z.array(Column).describe('In their order.'),
}).meta({ id: 'Board' });

export const BoardShare = z.object({
  shareId: z.string().describe('The part of the address that opens the board.'),
  url: z.string().describe('Where anybody reads the board.'),
  descriptions: z.boolean().describe('Whether it shows the descriptions of tasks.'),
});
