import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';

const limits = { digits: 13, decimals: 4 };
export const Money = decimalWithin({ min: 0, ...limits });

export const AssetState = z
  .enum(['active', 'depreciated', 'disposed'])
  .describe('`depreciated`: nothing is left to depreciate. `disposed`: sold or scrapped.');
export const TaxCategory = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const text = (max: number) => z.string().trim().min(1).max(max);
const line = (max: number) => z.string().trim().max(max);

const fields = {
  name: text(200).describe('As the register shows it.'),
  code: text(60).nullable().describe('A number of your own, or a licence plate; null: none.'),
  serialNumber: text(100).nullable().describe('Of the maker; null: none.'),
  category: line(100).describe('The group in which the register shows it.'),
  taxCategory: TaxCategory.nullable().describe('Of the tax code (art. 287); null: none of the three.'),
  location: line(200).describe('Where it is.'),
  custodian: line(200).describe('Who is responsible for it.'),
  note: line(5000).describe('For your own people.'),
  acquiredOn: CalendarDate.describe('The day on which it was bought.'),
  inServiceOn: CalendarDate.describe('From this day on it is depreciated.'),
  cost: decimalWithin({ above: 0, ...limits }).describe('Without recoverable taxes, in the organization’s currency.'),
  salvageValue: Money.describe('What it will still be worth: this part is not depreciated.'),
  openingDepreciation: Money.describe('Depreciated in another system before.'),
  openingThrough: CalendarDate.nullable().describe('The last month that `openingDepreciation` includes; null: none.'),
  method: z
    .enum(['straight-line', 'declining'])
    .describe('`declining`: a percent of the book value; `straight-line`: even amounts.'),
  lifeMonths: z.number().int().min(1).max(1200).describe('How many months it is depreciated over.'),
  yearlyRate: decimalWithin({ above: 0, max: 100, decimals: 6 })
    .nullable()
    .describe('Percent of the book value, of `declining` only; null: even amounts.'),
  assetAccountId: z.uuid().describe('The account of the chart that has the cost.'),
  accumulatedAccountId: z.uuid().describe('The account of the chart that has the depreciation so far.'),
  expenseAccountId: z.uuid().describe('The account of the chart that the depreciation is an expense of.'),
  divisionId: z.uuid().nullable().describe('The branch that its postings count for; null: none.'),
  projectId: z.uuid().nullable().describe('The project that its postings count for; null: none.'),
  pendingRecordId: z.uuid().nullable().describe('The purchase invoice with which it was bought; null: none.'),
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
    state: AssetState.describe('`depreciated`: nothing is left to depreciate. `disposed`: sold or scrapped.'),
    currency: z.string().describe('The organization’s: every amount is in it.'),
    cost: amount.describe('Without recoverable taxes, in the organization’s currency.'),
    salvageValue: amount.describe('What it will still be worth: this part is not depreciated.'),
    openingDepreciation: amount.describe('Depreciated in another system before.'),
    yearlyRate: z.string().nullable().describe('Percent of the book value, of `declining` only; null: even amounts.'),
    accumulatedDepreciation: amount.describe('What was depreciated so far.'),
    bookValue: amount.describe('Zero after its disposal.'),
    nextMonth: CalendarDate.nullable().describe('The first day of the month that is depreciated next.'),
    disposal: z
      .object({
        date: CalendarDate.describe('Its last day.'),
        kind: z.enum(['sold', 'scrapped']).describe('Sold, or thrown away.'),
        proceeds: amount.describe('What it was sold for, without taxes.'),
        depreciation: amount.describe(
          'Posted with it for its last month. Negative: the whole month was posted before.',
        ),
        gain: amount.describe('The proceeds less the book value; negative: a loss.'),
        recordId: z.uuid().describe('The record of the books.'),
        pendingRecordId: z.uuid().nullable().describe('The sales invoice; null: none.'),
      })
      .nullable()
      .describe('How it left; null: it is still there.'),
    schedule: z
      .array(
        z.object({
          month: CalendarDate.describe('Its first day.'),
          amount: amount.describe('The depreciation of the month.'),
          accumulated: amount.describe('After it.'),
          postedOn: CalendarDate.nullable().describe('Null: planned.'),
          recordId: z.uuid().nullable().describe('The record of the books; null: planned, or less than a cent.'),
        }),
      )
      .optional()
      .describe('Only where one asset is read.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Asset' });
