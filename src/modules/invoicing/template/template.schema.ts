import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const PaperFormat = z.enum(['letter', 'receipt']).describe('A US letter page, or a receipt roll of 80 mm.');

const Line = z.string().trim().min(1).max(500);

const fields = {
  name: z.string().trim().min(1).max(100),
  format: PaperFormat,
  language: z.enum(['es', 'en']).nullable().describe('Null: the language of the organization’s documents.'),
  accentColor: z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #0f766e'),
  title: z.string().trim().min(1).max(100).nullable().describe('Instead of the usual name of the document.'),
  header: Line.nullable(),
  footer: Line.nullable(),
  showLogo: z.boolean(),
  showCodes: z.boolean(),
  showDiscounts: z.boolean(),
  showPayments: z.boolean(),
  isDefault: z.boolean().describe('For documents that choose none.'),
};

export const PrintTemplateChange = z.strictObject({
  id: z.uuid().optional().describe('Left out to create a template.'),
  version: z.number().int().optional(),
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
