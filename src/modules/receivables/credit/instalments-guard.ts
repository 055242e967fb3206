import { DocumentInInstalments } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { remembered } from '#platform/db/remembered.ts';
import { credits } from '../tables.ts';

/** Whether locked documents are in instalments: only who has locked a document gives it instalments. */
const known = remembered(() => new Map<string, boolean>());

/** Looks at many locked documents at once, for `refuseInstalments`. */
export async function preloadInstalments(ctx: TenantContext, pendingRecordIds: string[]): Promise<void> {
  const found = await credits.all(
    ctx,
    { pendingRecordId: pendingRecordIds, status: 'active' },
    { columns: ['pendingRecordId'] },
  );
  const planned = new Set(found.map(({ pendingRecordId }) => pendingRecordId));
  for (const id of pendingRecordIds) known(ctx.tx).set(id, planned.has(id));
}

/** A document in instalments is paid, changed and voided only through its credit. */
export async function refuseInstalments(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  const isPlanned =
    known(ctx.tx).get(pendingRecordId) ?? (await credits.exists(ctx, { pendingRecordId, status: 'active' }));
  if (isPlanned) throw DocumentInInstalments();
}
