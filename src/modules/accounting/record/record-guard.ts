import type { TenantContext } from '#platform/context.ts';
import type { RecordContent, RecordRow } from './record.sql.ts';

/** A record before and after a change; null where there is none. */
export interface RecordChange {
  before: RecordRow | null;
  after: (RecordContent & { id: string }) | null;
}

/** Refuses a change of what must not change any more. */
export type RecordGuard = (ctx: TenantContext, change: RecordChange) => Promise<void>;
