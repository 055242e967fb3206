import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { allowLongStatements } from '#platform/db/long-statements.ts';
import { everyOrganization } from '#platform/jobs/every-organization.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { recountBooks, upsertVerification } from './verification.sql.ts';

/** Counts the books of an organization anew. What does not agree is kept, logged, and told to the owner once. */
export async function verifyBooks(ctx: TenantContext): Promise<void> {
  await allowLongStatements(ctx.tx);
  const found = await recountBooks(ctx);
  const { isNews } = await upsertVerification(ctx, ctx.now, found);
  if (found.differences.length === 0) return;
  ctx.log.error(
    { organizationId: ctx.organizationId, differences: found.differences },
    'the totals of the ledger are not what its transfers say',
  );
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  if (!isNews || !owner) return;
  await notify(ctx, [owner.userId], {
    kind: 'books',
    title: 'Encontramos una diferencia en tus libros',
    body: 'Al recontar tus movimientos, algunos totales no coinciden. Tus movimientos están completos y nada se ha perdido; la diferencia quedó registrada para corregir los totales.',
  });
}

export const verifyLedger = tenantJob({
  name: 'accounting/verify-ledger',
  timeoutSeconds: 1_800,
  run: (ctx) => ctx.transaction(verifyBooks),
});

export const verifyLedgers = everyOrganization('accounting/verify-ledgers', '0 8 * * *', verifyLedger);
