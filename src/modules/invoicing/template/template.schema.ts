import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { Colour } from '#platform/pages/colour.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const PaperFormat = z.enum(['letter', 'receipt']).describe('A US letter page, or a receipt roll of 80 mm.');

const Line = z.string().trim().min(1).max(500);

const fields = {
  name: z.string().trim().min(1).max(100).describe('As users choose it; it is not printed.'),
  format: PaperFormat,
  language: z.enum(['es', 'en']).nullable().describe('Null: the language of the organization’s documents.'),
  accentColor: Colour.describe('Of titles and lines, as `#rrggbb`.'),
  title: z.string().trim().min(1).max(100).nullable().describe('Instead of the usual name of the document.'),
  header: Line.nullable().describe('Printed below the name of the business; null: nothing.'),
  footer: Line.nullable().describe('Printed at the end of the document; null: nothing.'),
  showLogo: z.boolean().describe('Prints the logo of the organization.'),
  showCodes: z.boolean().describe('Prints the code of each item.'),
  showDiscounts: z.boolean().describe('Prints the discount of each line.'),
  showPayments: z.boolean().describe('Prints the payments and what is still due.'),
  isDefault: z.boolean().describe('For documents that choose none.'),
};

export const PrintTemplateChange = z.strictObject({
  id: z.uuid().optional().describe('Left out to create a template.'),
  version: z.number().int().optional().describe('As read: refused with `version_conflict` if it has changed since.'),
  ...z.strictObject(fields).partial().shape,
  archived: z.boolean().optional(),
  pendingRecordIds: uniqueList(z.uuid(), { max: 100 }).optional().describe('Documents that get this template.'),
});

export const PrintTemplate = z.object({
  id: z.uuid(),
  ...fields,
  archivedAt: Timestamp.nullable(),
  version: z.number().int(),
  createdAt: Timestamp,
});
