import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { DefaultArchived, listTemplates, saveTemplate, TemplateIncomplete, TooManyTemplates } from './template.ts';

const Line = z.string().trim().min(1).max(500);

const fields = {
  format: z.enum(['letter', 'receipt']).describe('A page of US letter paper, or a roll of 80 mm.'),
  language: z.enum(['es', 'en']).nullable().describe('Null: the language of the organization’s documents.'),
  accentColor: z.string().regex(/^#[0-9a-f]{6}$/, 'is a colour such as #0f766e'),
  title: z.string().trim().min(1).max(100).nullable().describe('Instead of the usual name of the document.'),
  header: Line.nullable(),
  footer: Line.nullable(),
  showLogo: z.boolean(),
  showCodes: z.boolean(),
  showDiscounts: z.boolean(),
  showPayments: z.boolean(),
  isDefault: z.boolean().describe('For documents that choose none.'),
};

const name = z.string().trim().min(1).max(100);

const TemplateView = z.object({
  id: z.uuid(),
  name,
  ...fields,
  archivedAt: Timestamp.nullable(),
  version: z.number().int(),
  createdAt: Timestamp,
});

export const templateRoutes = [
  route({
    method: 'PATCH',
    path: '/v1/record/pending/template',
    summary: 'Say how documents look on paper',
    description:
      'Changes the print template with this `id`, or makes one where there is none, and gives it to the documents named in `pendingRecordIds`. The first template becomes the default: it is used for documents that choose none.',
    access: { permission: 'invoicing:write' },
    body: z.strictObject({
      id: z.uuid().optional().describe('Without it, a new template is made.'),
      version: z.number().int().optional(),
      name: name.optional(),
      ...z.object(fields).partial().shape,
      archived: z.boolean().optional(),
      pendingRecordIds: uniqueList(z.uuid(), { max: 100 }).optional().describe('Documents that shall look so.'),
    }),
    returns: TemplateView,
    refusals: [TooManyTemplates, TemplateIncomplete, DefaultArchived, ReferenceNotFound],
    examples: {
      body: { name: 'Ticket de caja', format: 'receipt', footer: 'Gracias por su compra. Cambios: 7 días.' },
    },
    handler: (ctx, { body }) => saveTemplate(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/template',
    summary: 'The print templates',
    description: 'How documents can look on paper, by name.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({ archived: z.boolean().default(false) }),
    returns: z.object({ data: z.array(TemplateView) }),
    handler: (ctx, { query }) => listTemplates(ctx, query.archived),
  }),
];
