import { sql } from 'kysely';
import { z } from 'zod';
import { dates, filter, isOneOf, listOf, oneOf, several } from '#platform/db/list.ts';
import { landedCostLines, landedCosts } from '../tables.ts';
import { LandedCostStatus } from './landed-cost.schema.ts';

export const landedCostList = listOf(landedCosts, {
  filters: {
    status: oneOf('status', LandedCostStatus),
    pendingRecordId: oneOf('pendingRecordId', z.uuid(), 'Costs of this bill.'),
    purchaseId: filter(
      several(z.uuid()).optional().describe('Costs of the goods of this purchase.'),
      (value, ctx) => sql`t.id IN (
        SELECT l.landed_cost_id FROM ${landedCostLines.of(ctx)} l WHERE ${isOneOf(sql`l.pending_record_id`, value)})`,
    ),
    ...dates('date'),
  },
  sort: { date: 'date' },
  order: '-date',
});
