import { selectPostingRules } from '#modules/accounting/index.ts';
import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { allowLongStatements } from '#platform/db/long-statements.ts';
import { everyOrganization } from '#platform/jobs/every-organization.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { recountStock, selectVerification, upsertVerification } from './verification.sql.ts';

/** Counts the stock of an organization anew. What does not agree is kept, logged, and told to the owner once. */
export async function verifyStock(ctx: TenantContext): Promise<void> {
  const { tx, organizationId } = ctx;
  await allowLongStatements(tx);
  const rules = await selectPostingRules(ctx);
  const found = await recountStock(tx, organizationId, rules.get('inventory')!);
  const { isNews } = await upsertVerification(tx, organizationId, ctx.now, found);
  if (found.differences.length === 0) return;
  ctx.log.error(
    { organizationId, differences: found.differences },
    'the stock is not what its movements and the ledger say',
  );
  const owner = await findOwner(tx, organizationId);
  if (!isNews || !owner) return;
  await notify(ctx, [owner.userId], {
    kind: 'stock',
    title: 'Encontramos una diferencia en tu inventario',
    body: 'Al recontar tus movimientos de inventario, algo no coincide con tus existencias o con tus libros. Ningún movimiento se ha perdido; la diferencia quedó registrada y la ves junto al valor de tu inventario.',
  });
}

export const verifyStockOf = tenantJob({
  name: 'inventory/verify-stock',
  timeoutSeconds: 1_800,
  run: (ctx) => ctx.transaction(verifyStock),
});

/** Behind the books, which are counted first. */
export const verifyAllStock = everyOrganization('inventory/verify-all-stock', '30 8 * * *', verifyStockOf);

const isMoney = new Set(['value', 'layers-value', 'ledger']);

/** When stock was last counted anew, and what was not as it should be. */
export async function describeVerification(ctx: TenantContext, currency: string) {
  const { differences, ...times } = await selectVerification(ctx.tx, ctx.organizationId);
  return {
    ...times,
    differences: differences.map(({ found, expected, ...difference }) => {
      const told = (number: string) => (isMoney.has(difference.what) ? fromMinor(BigInt(number), currency) : number);
      return { ...difference, found: told(found), expected: told(expected) };
    }),
  };
}
