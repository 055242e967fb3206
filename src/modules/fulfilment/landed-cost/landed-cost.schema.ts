import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { uniqueList } from '#platform/unique-list.ts';

const PURCHASES_MAX = 20;

export const LandedCostBasis = z
  .enum(['value', 'quantity'])
  .describe('How goods share the cost: by what they were bought for, or by quantity.');
export const LandedCostStatus = z
  .enum(['posted', 'void'])
  .describe('`void`: it is out of the cost of the goods again.');

export const NewLandedCost = z.strictObject({
  pendingRecordId: z
    .uuid()
    .describe('The bill with the costs: of the carrier, the customs or the insurer. It may be one of the purchases.'),
  purchases: uniqueList(z.uuid(), { min: 1, max: PURCHASES_MAX }).describe('The purchases whose goods it brought.'),
  amount: Amount.optional().describe(
    'In the organization’s currency. Default: what the bill says without taxes, goods and fixed assets, less what was added before.',
  ),
  basis: LandedCostBasis.default('value').describe(
    'Goods share the cost by what they were bought for, or by quantity.',
  ),
  notes: z.string().trim().max(5000).default('').describe('For your own people.'),
});

export interface GivenLandedCost extends z.output<typeof NewLandedCost> {}

export const LandedCostSummary = z.object({
  id: z.uuid(),
  version: z.number().int(),
  status: LandedCostStatus,
  pendingRecordId: z.uuid().describe('The bill.'),
  date: CalendarDate.describe('The day of its record.'),
  basis: LandedCostBasis,
  amount: z.string().describe('What was added to the cost of the goods.'),
  currency: z.string(),
  recordId: z.uuid().nullable().describe('The record in the books.'),
  notes: z.string().describe('For your own people.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  voidedAt: Timestamp.nullable().describe('When it was voided; null: it holds.'),
});

export const LandedCostView = LandedCostSummary.extend({
  lines: z
    .array(
      z.object({
        pendingRecordId: z.uuid().describe('The purchase.'),
        movementId: z.uuid().describe('The stock movement with which the goods came.'),
        resourceId: z.uuid().describe('The product.'),
        divisionId: z.uuid().describe('Where the goods came.'),
        quantity: z.string().describe('What came.'),
        value: z.string().describe('What the goods were bought for.'),
        amount: z.string().describe('The share of this cost.'),
        unitCost: z.string().describe('The cost of one unit as it came, with all landed costs that are posted.'),
      }),
    )
    .describe('The goods that share the cost.'),
});
