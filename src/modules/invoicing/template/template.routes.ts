import { archived, listOf } from '#platform/db/list.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { documentTemplates } from '../tables.ts';
import { PrintTemplate, PrintTemplateChange } from './template.schema.ts';
import { DefaultArchived, saveTemplate, TemplateIncomplete, TooManyTemplates } from './template.ts';

const templateList = listOf(documentTemplates, {
  filters: { archived },
  sort: { name: 'name', created: 'createdAt' },
  order: 'name',
});

export const templateRoutes = [
  route('PATCH', '/v1/record/pending/template', 'invoicing:write', {
    summary: 'Create or change a print template',
    description:
      'Changes the print template with this `id`, or creates one without an `id`, and gives it to the documents named in `pendingRecordIds`. The first template becomes the default: it is used for documents that choose none.',
    body: PrintTemplateChange,
    returns: PrintTemplate,
    refusals: [TooManyTemplates, TemplateIncomplete, DefaultArchived, ReferenceNotFound],
    examples: {
      body: { name: 'Ticket de caja', format: 'receipt', footer: 'Gracias por su compra. Cambios: 7 días.' },
    },
    handler: (ctx, { body }) => saveTemplate(ctx, body),
  }),
  route('GET', '/v1/record/pending/template', 'invoicing:read', {
    summary: 'List print templates',
    description: 'The layouts of printed documents, by name.',
    query: templateList.query,
    returns: pageOf(PrintTemplate),
    handler: (ctx, { query }) => templateList.page(ctx, query),
  }),
];
