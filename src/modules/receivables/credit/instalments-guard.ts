import { DocumentInInstalments } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { credits } from '../tables.ts';

/** A document in instalments is paid, changed and voided only through its credit. */
export async function refuseInstalments(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  if (await credits.exists(ctx, { pendingRecordId, status: 'active' })) throw DocumentInInstalments();
}
