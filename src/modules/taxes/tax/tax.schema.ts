import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { decimalWithin } from '#platform/money.ts';
import { taxBases, taxCredits, taxKinds } from './tax.sql.ts';

export const TaxKind = z
  .enum(taxKinds)
  .describe(
    '`itbis`, `isc` (selective taxes), `tip` (the legal tip) and `other` are added to the net. `withheld-itbis` and `withheld-isr` are withheld from payments.',
  );

const Percent = decimalWithin({ min: 0, max: 100, decimals: 4 }).meta({ example: '18' });

export const GivenRate = z.strictObject({
  validFrom: CalendarDate.describe('The first day on which it holds.'),
  validUntil: CalendarDate.nullable().optional().describe('The last day; default: until the next rate begins.'),
  rate: Percent.describe('Percent of the base.'),
});

const fields = {
  name: z.string().trim().min(1).max(100).describe('As printed on documents.'),
  fiscalCode: z
    .string()
    .regex(/^\d{1,3}$/, 'must have one to three digits')
    .nullable()
    .describe(
      'Its code in filings: for ITBIS the e-CF indicator, which distinguishes zero rate (3) from exempt (4); for withheld income tax its type in the 606; for other taxes their e-CF code.',
    ),
  chartAccountId: z
    .uuid()
    .nullable()
    .describe('The ledger account it is posted to. Default: the posting rule of its kind.'),
  rates: z.array(GivenRate).max(50).describe('By the day from which they hold.'),
  credit: z
    .enum(taxCredits)
    .describe(
      'The share of ITBIS on purchases that the IT-1 deducts: `full`, `proportional` to the taxed sales of the month (art. 349), or `none`, which makes it a cost.',
    ),
};

export const NewTax = z
  .strictObject({
    ...fields,
    code: z
      .string()
      .trim()
      .regex(/^[A-Z0-9-]{1,30}$/, 'must have up to 30 capital letters, digits and dashes')
      .describe('Unique; lines of documents show it.'),
    kind: TaxKind,
    rates: fields.rates.min(1),
  })
  .partial({ fiscalCode: true, chartAccountId: true, credit: true });

export const TaxChange = changeOf({ ...fields, archived: z.boolean() });

export const Tax = z.object({
  id: z.uuid(),
  code: z.string().describe('Unique; lines of documents show it.'),
  name: z.string().describe('As printed on documents.'),
  kind: TaxKind,
  base: z.enum(taxBases).describe('The base of the rate: the net, or the ITBIS on it.'),
  rate: z.string().nullable().describe('Percent, on the requested day. Null: not in force on that day.'),
  rates: z
    .array(
      z.object({
        validFrom: CalendarDate.describe('The first day on which it holds.'),
        validUntil: CalendarDate.nullable().describe('The last day; null: until the law or you change it.'),
        rate: z.string().describe('Percent.'),
      }),
    )
    .describe('By the day from which they hold.'),
  ofLaw: z.boolean().describe('Defined by law; every organization has it.'),
  ratesOfLaw: z.boolean().describe('The rates are those of the law and change with it.'),
  fiscalCode: z.string().nullable().describe('Its code in filings; null: it has none there.'),
  chartAccountId: z.uuid().nullable().describe('Where it is posted; null: as the posting rule of its kind says.'),
  credit: fields.credit,
  archived: z.boolean(),
  version: z.number().int(),
  createdAt: Timestamp,
});

export const exampleTax = {
  id: exampleId,
  code: 'RET-ISR-HON',
  name: 'Retención de ISR: honorarios por servicios',
  kind: 'withheld-isr' as const,
  base: 'net' as const,
  rate: '15',
  rates: [
    { validFrom: '2012-01-01', validUntil: '2026-06-30', rate: '10' },
    { validFrom: '2026-07-01', validUntil: null, rate: '15' },
  ],
  ofLaw: true,
  ratesOfLaw: true,
  fiscalCode: '02',
  chartAccountId: null,
  credit: 'full' as const,
  archived: false,
  version: 1,
  createdAt: '2026-11-15T13:45:00.000Z',
};
