import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { taxIdKinds } from './tax-id.ts';

export const TaxIdKind = z.enum(taxIdKinds);
export type TaxIdKind = z.infer<typeof TaxIdKind>;
export const TaxStatus = z.enum(['unchecked', 'active', 'inactive', 'unregistered']);
export const TaxWarning = z.object({ code: z.string(), message: z.string() });

export const Taxpayer = z.object({
  taxId: z.string(),
  name: z.string(),
  tradeName: z.string().nullable(),
  activity: z.string().nullable(),
  status: z.string().describe('In the words of the registry: ACTIVO, SUSPENDIDO, …'),
  regime: z.string().nullable(),
  startedOn: CalendarDate.nullable(),
});

export const TaxIdLookUp = z.object({
  taxId: z.string().describe('Letters and digits only.'),
  formatted: z.string().describe('As people write it.'),
  kind: TaxIdKind,
  status: TaxStatus.describe(
    '`unchecked`: the registry does not contain this kind of number, or it was not imported yet.',
  ),
  checkDigitValid: z.boolean().nullable().describe('Null: this kind has no check digit.'),
  taxpayer: Taxpayer.nullable().describe('The entry of the registry.'),
  warnings: z.array(TaxWarning),
  beneficiaries: z
    .array(z.object({ id: z.uuid(), name: z.string() }))
    .describe('Contacts (beneficiaries) with this number: at most 20.'),
});

export const TaxCheck = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'done', 'failed']),
  progress: z.number().describe('From 0 to 1.'),
  totalCount: z.number().int(),
  checkedCount: z.number().int(),
  activeCount: z.number().int(),
  inactiveCount: z.number().int(),
  unregisteredCount: z.number().int(),
  changedCount: z.number().int().describe('Contacts whose status changed or whose legal name was filled in.'),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});
