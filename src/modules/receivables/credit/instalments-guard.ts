import { DocumentInInstalments } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectActiveCreditOf } from './credit.sql.ts';

/** A document with a plan is paid, changed and voided through its credit only. */
export async function refuseInstalments(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  if (await selectActiveCreditOf(ctx.tx, ctx.organizationId, pendingRecordId)) throw DocumentInInstalments();
}
