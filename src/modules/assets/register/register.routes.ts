import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { memoryQuery, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { TaxCategory } from '../asset/asset.schema.ts';
import { downloadRegister, readRegister } from './register.ts';

const filters = {
  from: CalendarDate.optional().describe('Default: the start of the fiscal year.'),
  to: CalendarDate.optional().describe('Default: today.'),
  category: z.string().max(100).optional().describe('Only assets of this category.'),
  divisionId: z.uuid().optional().describe('Only assets of this branch.'),
};

const amount = z.string();
const figures = {
  costBefore: amount.describe('On the day before the period.'),
  acquired: amount.describe('The cost of what was bought in the period.'),
  costDisposed: amount.describe('The cost of what left in the period.'),
  cost: amount.describe('At its end.'),
  depreciatedBefore: amount.describe('Depreciated until the day before the period.'),
  depreciated: amount.describe('Posted in the period.'),
  depreciationDisposed: amount.describe('The depreciation of what left in the period.'),
  accumulatedDepreciation: amount.describe('What was depreciated until its end, without what left.'),
  bookValue: amount.describe('The cost less the depreciation, at its end.'),
};
const Sums = z
  .object({ assets: z.number().int().describe('How many assets there are.'), ...figures })
  .meta({ id: 'AssetSums' });

export const registerRoutes = [
  route('GET', '/v1/asset/register', 'reports:read', {
    action: 'getRegister',
    summary: 'Read the register of fixed assets',
    description:
      'The assets of a period (cuadro de activos fijos) by category: cost, additions, disposals, depreciation and book value. `accounts` compares all assets with the balances of the ledger at its end; a difference was posted by hand, or is missing there.',
    query: z.strictObject({ ...memoryQuery, ...filters }).refine(isInOrder, outOfOrder),
    returns: pageOf(
      z.object({
        id: z.uuid(),
        name: z.string(),
        code: z.string().nullable().describe('Your own number of it; null: none.'),
        category: z.string().describe('The group in which it is.'),
        taxCategory: TaxCategory.nullable().describe('Of the tax code (art. 287); null: none of the three.'),
        divisionId: z.uuid().nullable().describe('The branch that it belongs to; null: none.'),
        acquiredOn: CalendarDate.describe('The day on which it was bought.'),
        disposedOn: CalendarDate.nullable().describe('The day on which it left; null: it is still there.'),
        ...figures,
      }),
    ).extend({
      from: CalendarDate.describe('The first day of the period.'),
      to: CalendarDate.describe('The last day of the period.'),
      currency: z.string(),
      categories: z
        .array(
          z.object({
            category: z.string().describe('The group in which it is.'),
            sums: Sums.describe('Of its assets.'),
          }),
        )
        .describe('The sums of each category.'),
      totals: Sums.describe('Of all assets of the period.'),
      accounts: z
        .array(
          z.object({
            id: z.uuid(),
            code: z.string().describe('Of the account of the chart.'),
            name: z.string(),
            register: amount.describe('Debit less credit.'),
            ledger: amount.describe('The balance of the account, debit less credit.'),
            difference: amount.describe('The ledger less the register.'),
          }),
        )
        .describe('All assets next to the ledger, by account of the chart.'),
    }),
    examples: { query: { from: '2026-01-01', to: '2026-12-31' } },
    handler: (ctx, { query }) => readRegister(ctx, query),
  }),
  route('GET', '/v1/asset/register/download', 'reports:read', {
    action: 'downloadRegister',
    summary: 'Download the register of fixed assets',
    description: 'The assets of the register as CSV or as a spreadsheet.',
    query: z.strictObject({ ...filters, format: TableFormat.default('csv') }).refine(isInOrder, outOfOrder),
    returns: tableAnswer,
    downloads: true,
    examples: { query: { to: '2026-12-31', format: 'xlsx' } },
    handler: (ctx, { query }) => downloadRegister(ctx, query),
  }),
];
