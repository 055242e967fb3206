import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { ContactDatumView, DatumFields } from '../contact-data/contact-data.schema.ts';
import { taxIdKinds } from '../tax-id/tax-id.ts';
import { fiscalTypes } from './beneficiary.sql.ts';

const kinds = ['person', 'company'] as const;
export const taxStatuses = ['unchecked', 'active', 'inactive', 'unregistered'] as const;
const MONEY_MAX = 1_000_000_000_000;

const TaxId = z
  .string()
  .trim()
  .max(30)
  .regex(/^[0-9A-Za-z][0-9A-Za-z ./-]*$/, 'is letters and digits, with dashes, dots or blanks between them');

const CreditLimit = decimalWithin({ min: 0, max: MONEY_MAX });

export const BeneficiaryKind = z.enum(kinds);

/** What can be said and changed of a beneficiary. */
const fields = {
  kind: BeneficiaryKind,
  isCustomer: z.boolean(),
  isSupplier: z.boolean(),
  legalName: z.string().trim().min(1).max(200).nullable().describe('Where it is empty, the registry fills it.'),
  taxId: TaxId.nullable().describe('RNC, cédula, passport or foreign number; dashes do not matter.'),
  taxIdKind: z.enum(taxIdKinds).describe('Where it is not said, it follows from the number.'),
  fiscalType: z.enum(fiscalTypes).describe('Which fiscal receipt they are usually given.'),
  notes: z.string().trim().max(10_000),
  labels: uniqueList(z.string().trim().min(1).max(60), { max: 50 }),
  priceTier: z.string().trim().min(1).max(60).nullable(),
  creditLimit: CreditLimit.nullable().describe(
    'What it may owe for sales on credit, in the organization’s currency. A sale due after its day that would exceed it is refused. Null: no limit.',
  ),
  paymentTermsDays: z.number().int().min(0).max(3650).nullable(),
  sellerId: z.uuid().nullable().describe('The member who looks after them.'),
};
const name = z.string().trim().min(1).max(200);

export const NewBeneficiary = z.strictObject({
  name,
  ...z.object(fields).partial().shape,
  contactData: z.array(z.strictObject(DatumFields)).max(50).optional(),
});

export const BeneficiaryChange = z.strictObject({
  id: z.uuid(),
  version: z.number().int().optional(),
  ...z.object({ name, ...fields }).partial().shape,
  archived: z.boolean().optional(),
});

const Warning = z.object({ code: z.string(), message: z.string() });

export const BeneficiaryView = z.object({
  id: z.uuid(),
  name,
  ...fields,
  taxIdKind: fields.taxIdKind.nullable(),
  taxStatus: z.enum(taxStatuses).describe('What the registry of taxpayers said when it was last asked.'),
  taxCheckedAt: Timestamp.nullable(),
  creditLimit: z.string().nullable(),
  currency: z.string().describe('Of the credit limit.'),
  contactData: z.array(ContactDatumView),
  warnings: z.array(Warning).describe('What is doubtful, for example a check digit. Nothing is refused for it.'),
  archivedAt: Timestamp.nullable(),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const PossibleDuplicates = z
  .array(z.object({ id: z.uuid(), name: z.string(), reasons: z.array(z.enum(['taxId', 'phone', 'email'])) }))
  .describe('Others with the same tax id, telephone or e-mail address: at most 20.');

export const BeneficiaryDetail = BeneficiaryView.extend({
  possibleDuplicates: PossibleDuplicates,
  mergedIds: z.array(z.uuid()).describe('Of the beneficiaries that were merged into this one. They lead here too.'),
});

export type GivenBeneficiary = z.output<typeof NewBeneficiary>;
export type GivenChange = z.output<typeof BeneficiaryChange>;
