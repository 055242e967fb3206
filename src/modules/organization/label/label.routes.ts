import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Colour } from '#platform/pages/colour.ts';
import { labels } from '../tables.ts';
import { labelList } from './label.sql.ts';
import { removeLabel } from './label.ts';
import { labelKinds } from './label-kind.ts';

const LabelView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    colour: z.string().nullable().describe('`#rrggbb`; null: none was chosen.'),
    usedFor: z.array(z.enum(labelKinds)).describe('The kinds of things that have had it.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Label' });

const describe = (label: Omit<z.input<typeof LabelView>, 'usedFor'> & { usedFor: string[] }) => ({
  ...label,
  usedFor: label.usedFor as (typeof labelKinds)[number][],
});

export const labelRoutes = [
  route('GET', '/v1/label', 'organization:read', {
    summary: 'List labels',
    description:
      'The labels of contacts, files, documents, tasks and conversations. A label is made where it is first used.',
    query: labelList.query,
    returns: pageOf(LabelView),
    handler: (ctx, { query }) => labelList.page(ctx, query, (rows) => rows.map(describe)),
  }),
  route('PATCH', '/v1/label', 'organization:write', {
    summary: 'Colour a label',
    description: 'Sets the colour in which programs show a label.',
    body: z.strictObject({
      id: z.uuid(),
      colour: Colour.nullable().describe('`#rrggbb`; null: none.'),
    }),
    returns: LabelView,
    examples: { body: { id: exampleId, colour: '#0b6e4f' } },
    handler: async (ctx, { body: { id, colour } }) =>
      describe(await labels.change(ctx, { id, removedAt: null }, { colour })),
  }),
  route('DELETE', '/v1/label/:labelId', 'organization:write', {
    summary: 'Delete a label',
    description:
      'Takes a label off every contact, file, document, task and conversation, off boards and off recurring tasks. It is gone from the list at once; very many things lose it within seconds. The things announce no change.',
    handler: (ctx, { params }) => removeLabel(ctx, params.labelId),
  }),
];
