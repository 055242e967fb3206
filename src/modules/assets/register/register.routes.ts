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
  category: z.string().max(100).optional(),
  divisionId: z.uuid().optional(),
};

const amount = z.string();
const figures = {
  costBefore: amount.describe('On the day before the period.'),
  acquired: amount,
  costDisposed: amount,
  cost: amount.describe('At its end.'),
  depreciatedBefore: amount,
  depreciated: amount.describe('Posted in the period.'),
  depreciationDisposed: amount,
  accumulatedDepreciation: amount,
  bookValue: amount,
};
const Sums = z.object({ assets: z.number().int(), ...figures }).meta({ id: 'AssetSums' });

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
        code: z.string().nullable(),
        category: z.string(),
        taxCategory: TaxCategory.nullable(),
        divisionId: z.uuid().nullable(),
        acquiredOn: CalendarDate,
        disposedOn: CalendarDate.nullable(),
        ...figures,
      }),
    ).extend({
      from: CalendarDate,
      to: CalendarDate,
      currency: z.string(),
      categories: z.array(z.object({ category: z.string(), sums: Sums })),
      totals: Sums,
      accounts: z.array(
        z.object({
          id: z.uuid(),
          code: z.string(),
          name: z.string(),
          register: amount.describe('Debit less credit.'),
          ledger: amount,
          difference: amount,
        }),
      ),
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
