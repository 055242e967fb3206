import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';

const limits = { digits: 13, decimals: 4 };
export const Money = decimalWithin({ min: 0, ...limits });

export const AssetState = z.enum(['active', 'depreciated', 'disposed']);
export const TaxCategory = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const text = (max: number) => z.string().trim().min(1).max(max);

const fields = {
  name: text(200),
  code: text(60).nullable().describe('A number of your own, or a licence plate.'),
  serialNumber: text(100).nullable(),
  category: z.string().trim().max(100).describe('Default: the name of the tax category.'),
  taxCategory: TaxCategory.nullable().describe(
    'Of the tax code (art. 287): 1 buildings, 5 %; 2 light vehicles, computers and office equipment, 25 %; 3 others, 15 %. Presets the life (240, 48 or 80 months) or the rate.',
  ),
  location: z.string().trim().max(200),
  custodian: z.string().trim().max(200).describe('Who is responsible for it.'),
  note: z.string().trim().max(5000),
  acquiredOn: CalendarDate,
  inServiceOn: CalendarDate.describe('From this day on it is depreciated. Default: `acquiredOn`.'),
  cost: decimalWithin({ above: 0, ...limits }).describe('Without recoverable taxes, in the organization’s currency.'),
  salvageValue: Money.describe('What it will still be worth. That of land is its cost: it is not depreciated.'),
  openingDepreciation: Money.describe('Depreciated in another system before.'),
  openingThrough: CalendarDate.nullable().describe(
    'The last month that `openingDepreciation` includes; depreciation here begins with the next one. Default: the month before this one.',
  ),
  method: z
    .enum(['straight-line', 'declining'])
    .describe(
      '`declining`: `yearlyRate` percent of the book value at the start of each fiscal year, and even amounts once they are more.',
    ),
  lifeMonths: z.number().int().min(1).max(1200),
  yearlyRate: decimalWithin({ above: 0, max: 100, decimals: 6 })
    .nullable()
    .describe('Only for `declining`. Default: that of the tax category, or twice the even rate.'),
  assetAccountId: z.uuid().describe('Has the cost. Default: the posting rule `fixedAssets`.'),
  accumulatedAccountId: z.uuid().describe('Default: the posting rule `accumulatedDepreciation`.'),
  expenseAccountId: z.uuid().describe('Default: the posting rule `depreciation`.'),
  divisionId: z.uuid().nullable(),
  projectId: z.uuid().nullable(),
  pendingRecordId: z.uuid().nullable().describe('The issued purchase invoice with which it was bought.'),
};

export const NewAsset = z.strictObject(fields).partial().required({ name: true, acquiredOn: true, cost: true });
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
          'Posted with it, for the days of its last month. Negative: later days were posted before.',
        ),
        gain: amount.describe('The proceeds less the book value; negative: a loss.'),
        recordId: z.uuid(),
        pendingRecordId: z.uuid().nullable(),
      })
      .nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Asset' });

export const AssetDetail = AssetView.extend({
  schedule: z.array(
    z.object({
      month: CalendarDate.describe('Its first day.'),
      amount,
      accumulated: amount.describe('After it.'),
      postedOn: CalendarDate.nullable().describe('Null: planned.'),
      recordId: z.uuid().nullable(),
    }),
  ),
}).meta({ id: 'AssetDetail' });
