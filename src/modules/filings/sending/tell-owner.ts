import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { findOwner } from '#platform/owner.sql.ts';
import type { IssuedEcf } from '../tables.ts';

/** Notifies the owner of a document that needs attention. */
export async function tellOwner(
  ctx: TenantContext,
  { id, number }: Pick<IssuedEcf, 'id' | 'number'>,
  what: string,
  why: string,
): Promise<void> {
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  if (!owner) return;
  await notify(ctx, [owner.userId], {
    kind: 'einvoice',
    title: `El comprobante ${number} ${what}`,
    body: `${why} La factura sigue guardada; puedes corregir la causa y reenviarlo.`,
    data: { ecfDocumentId: id },
  });
}
