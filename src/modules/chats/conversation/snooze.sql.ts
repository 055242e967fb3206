import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Conversation, conversations } from '../tables.ts';

export const lockSnoozed = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<Conversation>(tenant.tx)`
    SELECT ${conversations.columns('c')} FROM ${conversations.of(tenant)} c
    WHERE c.state = 'snoozed' AND c.snoozed_until <= ${now}::timestamptz
    ORDER BY c.snoozed_until, c.id LIMIT ${limit} FOR UPDATE OF c`;
