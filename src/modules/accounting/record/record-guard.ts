import type { TenantContext } from '#platform/context.ts';
import type { RecordRow } from '../tables.ts';
import type { RecordContent } from './record.sql.ts';

/** A record before and after a change; null where there is none. */
interface RecordChange {
  before: RecordRow | null;
  after: RecordContent | null;
}

/** Refuses a change of a record that is final. */
export type RecordGuard = (ctx: TenantContext, change: RecordChange) => Promise<void>;
