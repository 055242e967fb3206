import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';

const limits = { digits: 13, decimals: 4 };
export const Money = decimalWithin({ min: 0, ...limits });

export const AssetState = z.enum(['active', 'depreciated', 'disposed']);
export const TaxCategory = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const text = (max: number) => z.string().trim().min(1).max(max);
const line = (max: number) => z.string().trim().max(max);

const fields = {
  name: text(200),
  code: text(60).nullable(),
  serialNumber: text(100).nullable(),
  category: line(100),
  taxCategory: TaxCategory.nullable(),
  location: line(200),
  custodian: line(200),
  note: line(5000),
  acquiredOn: CalendarDate,
  inServiceOn: CalendarDate,
  cost: decimalWithin({ above: 0, ...limits }),
  salvageValue: Money,
  openingDepreciation: Money,
  openingThrough: CalendarDate.nullable(),
  method: z.enum(['straight-line', 'declining']),
  lifeMonths: z.number().int().min(1).max(1200),
  yearlyRate: decimalWithin({ above: 0, max: 100, decimals: 6 }).nullable(),
  assetAccountId: z.uuid(),
  accumulatedAccountId: z.uuid(),
  expenseAccountId: z.uuid(),
  divisionId: z.uuid().nullable(),
  projectId: z.uuid().nullable(),
  pendingRecordId: z.uuid().nullable(),
};

/** Only here the fields are described: the contract would repeat it. */
export const NewAsset = z
  .strictObject({
    ...fields,
    code: fields.code.describe('A number of your own, or a licence plate.'),
    category: fields.category.describe('Default: the name of the tax category.'),
    taxCategory: fields.taxCategory.describe(
      'Of the tax code (art. 287): 1 buildings, 5 %; 2 light vehicles, computers and office equipment, 25 %; 3 others, 15 %. Presets the life (240, 48 or 80 months) or the rate.',
    ),
    custodian: fields.custodian.describe('Who is responsible for it.'),
    inServiceOn: fields.inServiceOn.describe('From this day on it is depreciated. Default: `acquiredOn`.'),
    cost: fields.cost.describe('Without recoverable taxes, in the organization’s currency.'),
    salvageValue: fields.salvageValue.describe('What it will still be worth. Land is not depreciated: its cost.'),
    openingDepreciation: fields.openingDepreciation.describe('Depreciated in another system before.'),
    openingThrough: fields.openingThrough.describe(
      'The last month that `openingDepreciation` includes. Default: the month before this one.',
    ),
    method: fields.method.describe(
      'Default: `straight-line`. `declining`: `yearlyRate` percent of the book value at the start of each fiscal year, and even amounts once they are more.',
    ),
    yearlyRate: fields.yearlyRate.describe('Default: that of the tax category, or twice the even rate.'),
    assetAccountId: fields.assetAccountId.describe('Has the cost. Default: the posting rule `fixedAssets`.'),
    accumulatedAccountId: fields.accumulatedAccountId.describe('Default: the posting rule `accumulatedDepreciation`.'),
    expenseAccountId: fields.expenseAccountId.describe('Default: the posting rule `depreciation`.'),
    pendingRecordId: fields.pendingRecordId.describe('The issued purchase invoice with which it was bought.'),
  })
  .partial()
  .required({ name: true, acquiredOn: true, cost: true });

export const AssetChange = changeOf(fields);

const amount = z.string();

export const AssetView = z
  .object({
    ...fields,
    id: z.uuid(),
    version: z.number().int(),
    state: AssetState,
    currency: z.string(),
    cost: amount,
    salvageValue: amount,
    openingDepreciation: amount,
    yearlyRate: z.string().nullable(),
    accumulatedDepreciation: amount,
    bookValue: amount.describe('Zero after its disposal.'),
    nextMonth: CalendarDate.nullable().describe('The first day of the month that is depreciated next.'),
    disposal: z
      .object({
        date: CalendarDate,
        kind: z.enum(['sold', 'scrapped']),
        proceeds: amount,
        depreciation: amount.describe(
          'Posted with it for its last month. Negative: the whole month was posted before.',
        ),
        gain: amount.describe('The proceeds less the book value; negative: a loss.'),
        recordId: z.uuid(),
        pendingRecordId: z.uuid().nullable(),
      })
      .nullable(),
    schedule: z
      .array(
        z.object({
          month: CalendarDate.describe('Its first day.'),
          amount,
          accumulated: amount.describe('After it.'),
          postedOn: CalendarDate.nullable().describe('Null: planned.'),
          recordId: z.uuid().nullable(),
        }),
      )
      .optional()
      .describe('Only where one asset is read.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Asset' });
