import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { pendingPayments } from '../tables.ts';

/** Whether the payments that a record has made are all undone. One that was refunded in part goes on as another with its record. */
export const paymentIsUndone = (tenant: Tenant, recordId: RawBuilder<unknown>): RawBuilder<unknown> => sql`EXISTS (
  SELECT FROM ${pendingPayments.of(tenant)} p WHERE p.record_id = ${recordId} HAVING bool_and(p.voided_at IS NOT NULL))`;

/** Whether a record has paid a document with this amount, undone or not. */
export const isPaidBy = (
  tenant: Tenant,
  { recordId, amount }: { recordId: RawBuilder<unknown>; amount: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`EXISTS (
  SELECT FROM ${pendingPayments.of(tenant)} p WHERE p.record_id = ${recordId} AND p.amount = ${amount})`;
