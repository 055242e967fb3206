import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { bulkCounts, RowResult } from '#platform/http/bulk.schema.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { ContactDatum, NewContactDatum } from '../contact-data/contact-data.schema.ts';
import { TaxIdKind, TaxStatus, TaxWarning } from '../tax-id/tax-id.schema.ts';

const CREDIT_LIMIT_MAX = 1_000_000_000_000;
const BULK_MAX = 1_000;
const BULK_DATA_MAX = 5_000;
const MERGED_MAX = 50;

const TaxId = z
  .string()
  .trim()
  .max(30)
  .regex(/^[0-9A-Za-z][0-9A-Za-z ./-]*$/, 'must be letters and digits, with dashes, dots or blanks between them');

export const BeneficiaryKind = z.enum(['person', 'company']).describe('A person, or a company or other body.');

/** The details of services in form 609; the first digit is the type of service. */
const servicesAbroad = '11 12 21 22 23 24 31 32 33 41 42 51 52 53 54 61 62 63 64 65 71 81 82 83 84'.split(' ');

const Abroad = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
      .describe('Two letters, ISO 3166: `US`.'),
    service: z
      .enum(servicesAbroad)
      .describe('The detail of the service in form 609: `21` fees of a company, for example.'),
    related: z.boolean().default(false).describe('A related party (art. 281).'),
  })
  .meta({ id: 'SupplierAbroad' });

const name = z.string().trim().min(1).max(200).describe('As documents and lists show it.');
const fields = {
  kind: BeneficiaryKind.describe('Default: `company` with a valid RNC, else `person`.'),
  isCustomer: z.boolean().describe('Buys from you. Default of a new contact: true.'),
  isSupplier: z.boolean().describe('Sells to you. Default of a new contact: false.'),
  legalName: z.string().trim().min(1).max(200).nullable().describe('Filled in from the tax registry if left empty.'),
  taxId: TaxId.nullable().describe('RNC, cédula, passport or foreign number; dashes do not matter.'),
  taxIdKind: TaxIdKind.describe('Derived from the number if left out.'),
  fiscalType: z
    .enum(['consumer', 'fiscal-credit', 'special-regime', 'government', 'export'])
    .describe(
      'The fiscal receipt that their invoices get unless an invoice says another one. Default of a new contact: `fiscal-credit` with a valid RNC, else `consumer`, which the buyer cannot deduct.',
    ),
  notes: z.string().trim().max(10_000).describe('For your own people.'),
  labels: uniqueList(z.string().trim().min(1).max(60), { max: 50 }).describe(
    'Your own words, to group and find them by.',
  ),
  priceTier: z.string().trim().min(1).max(60).nullable().describe('They buy at the prices of this tier.'),
  creditLimit: decimalWithin({ min: 0, max: CREDIT_LIMIT_MAX })
    .nullable()
    .describe(
      'The most that they may owe, in the organization’s currency. A sale on credit that would exceed it is refused. Null: no limit.',
    ),
  paymentTermsDays: z
    .number()
    .int()
    .min(0)
    .max(3650)
    .nullable()
    .describe('Days until an invoice is due. Null: those of the settings `accounting`.'),
  sellerId: z.uuid().nullable().describe('The member who looks after them.'),
  paymentReminders: z.boolean().describe('Whether they get planned e-mails about what they owe. Default: true.'),
  abroad: Abroad.nullable().describe('A supplier abroad, as form 609 declares payments to them.'),
};

export const NewBeneficiary = z.strictObject({
  name,
  ...z.object(fields).partial().shape,
  contactData: z.array(NewContactDatum).max(50).optional().describe('Telephones, addresses and dates.'),
});
export const BeneficiaryChange = changeOf({ name, ...fields, archived: z.boolean() });

export const Beneficiary = z.object({
  id: z.uuid(),
  name,
  ...fields,
  taxIdKind: fields.taxIdKind.nullable(),
  taxStatus: TaxStatus.describe('According to the tax registry at the last check.'),
  taxCheckedAt: Timestamp.nullable().describe('When the number was last looked up in the registry; null: never.'),
  creditLimit: z.string().nullable().describe('The most that they may owe; null: no limit.'),
  currency: z.string().describe('The currency of the credit limit.'),
  contactData: z.array(ContactDatum).describe('Telephones, addresses and dates.'),
  warnings: z.array(TaxWarning).describe('Doubts, for example about a check digit. They never block anything.'),
  archivedAt: Timestamp.nullable(),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const PossibleDuplicates = z
  .array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      reasons: z.array(z.enum(['taxId', 'phone', 'email'])).describe('What they have in common.'),
    }),
  )
  .describe('Other contacts with the same tax id, telephone or e-mail address: at most 20.');

export const BeneficiaryDetail = Beneficiary.extend({
  possibleDuplicates: PossibleDuplicates,
  mergedIds: z.array(z.uuid()).describe('The ids of contacts that were merged into this one. They lead here too.'),
});

export const BeneficiaryRow = z.strictObject({
  id: z.uuid().optional().describe('The contact to change. Without it: a new one, which needs a name.'),
  version: z.number().int().optional().describe('As read: the row fails if it has changed since.'),
  ...NewBeneficiary.partial({ name: true }).shape,
  contactData: NewBeneficiary.shape.contactData.describe('Replaces the data of the kinds that it has.'),
  archived: z.boolean().optional().describe('`true` takes it out of lists; its documents stay.'),
});

export const NewBeneficiaries = z.strictObject({
  beneficiaries: z
    .array(BeneficiaryRow)
    .min(1)
    .max(BULK_MAX)
    .refine((list) => list.reduce((sum, { contactData = [] }) => sum + contactData.length, 0) <= BULK_DATA_MAX, {
      error: `have at most ${BULK_DATA_MAX} contact data in all`,
      params: { code: 'too_big' },
    })
    .describe('A row with an `id` changes that contact, one without adds one.'),
  validRowsOnly: z
    .boolean()
    .default(false)
    .describe('Write the valid rows and answer the errors of the others, instead of writing none.'),
});
export const BeneficiariesAdded = z.object({
  ...bulkCounts,
  results: z
    .array(RowResult.extend({ possibleDuplicates: PossibleDuplicates }))
    .describe('One for each row, in the order given.'),
});

export const BeneficiariesArchived = z.strictObject({
  ids: uniqueList(z.uuid(), { min: 1, max: BULK_MAX }).describe('The contacts.'),
  archived: z.boolean().default(true).describe('`false` brings them back.'),
});

export const BeneficiaryMerge = z.strictObject({
  id: z.uuid().describe('The contact that remains.'),
  fromIds: uniqueList(z.uuid(), { min: 1, max: MERGED_MAX }).describe('The contacts that are merged into it.'),
  version: z.number().int().optional().describe('The version of the contact that remains.'),
});
