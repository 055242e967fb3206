import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { selectActiveCreditOf } from './credit.sql.ts';

export const DocumentInInstalments = refusal(
  422,
  'document_in_instalments',
  'This document is paid in instalments: pay or cancel its credit.',
);

/** A document with a plan is paid, and made void, through its credit. */
export async function refuseInstalments(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  if (await selectActiveCreditOf(ctx.tx, ctx.organizationId, pendingRecordId)) throw DocumentInInstalments();
}
