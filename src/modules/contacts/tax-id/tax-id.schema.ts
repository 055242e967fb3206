import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { taxIdKinds } from './tax-id.ts';

export const TaxIdKind = z.enum(taxIdKinds).describe('Which number it is; `foreign` is a number of another country.');
export type TaxIdKind = z.infer<typeof TaxIdKind>;
export const TaxStatus = z
  .enum(['unchecked', 'active', 'inactive', 'unregistered'])
  .describe('`unregistered`: the registry does not have it. `inactive`: suspended or closed.');
export const TaxWarning = z.object({
  code: z.string().describe('The doubt, for programs.'),
  message: z.string().describe('The doubt, for people.'),
});

export const Taxpayer = z.object({
  taxId: z.string().describe('The RNC or cédula, digits only.'),
  name: z.string().describe('The legal name.'),
  tradeName: z.string().nullable().describe('Null: the registry has none.'),
  activity: z.string().nullable().describe('What they do, as the registry says; null: not known.'),
  status: z.string().describe('In the words of the registry: ACTIVO, SUSPENDIDO, …'),
  regime: z.string().nullable().describe('The tax regime, as the registry says; null: not known.'),
  startedOn: CalendarDate.nullable().describe('Since when they are registered; null: not known.'),
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
  warnings: z.array(TaxWarning).describe('Doubts about the number; they block nothing.'),
  beneficiaries: z
    .array(z.object({ id: z.uuid(), name: z.string() }))
    .describe('Contacts (beneficiaries) with this number: at most 20.'),
});

export const TaxCheck = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'done', 'failed']).describe('How far the run is.'),
  progress: z.number().describe('From 0 to 1.'),
  totalCount: z.number().int().describe('Contacts with an RNC or a cédula.'),
  checkedCount: z.number().int().describe('Contacts that were compared so far.'),
  activeCount: z.number().int().describe('Contacts whose number is active.'),
  inactiveCount: z.number().int().describe('Contacts whose number is suspended or closed.'),
  unregisteredCount: z.number().int().describe('Contacts whose number the registry does not have.'),
  changedCount: z.number().int().describe('Contacts whose status changed or whose legal name was filled in.'),
  startedAt: Timestamp.describe('When the run began.'),
  finishedAt: Timestamp.nullable().describe('When it ended; null: it runs.'),
});
