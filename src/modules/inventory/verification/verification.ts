import { isDeepStrictEqual } from 'node:util';
import { selectPostingRules } from '#modules/accounting/index.ts';
import { notifyOwner } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { allowLongStatements } from '#platform/db/long-statements.ts';
import type { Tenant } from '#platform/db/table.ts';
import { toMillionths } from '#platform/decimal.ts';
import { everyOrganization } from '#platform/jobs/every-organization.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { stockVerifications } from '../tables.ts';
import type { Difference } from './verification.schema.ts';
import { recountStock } from './verification.sql.ts';

/** Recalculates the stock of an organization. Differences are kept, logged, and notified to the owner once. */
async function verifyStock(ctx: TenantContext): Promise<void> {
  const { tx, organizationId } = ctx;
  await allowLongStatements(tx);
  const rules = await selectPostingRules(ctx);
  const before = await stockVerifications.find(ctx, {}, { lock: 'FOR UPDATE' });
  const { movements, differences } = await recountStock(ctx, rules.get('inventory')!);
  const verifiedAt = differences.length === 0 ? ctx.now : (before?.verifiedAt ?? null);
  await stockVerifications.upsert(ctx, { checkedAt: ctx.now, verifiedAt, movements, differences }, []);
  if (differences.length === 0) return;
  ctx.log.error({ organizationId, differences }, 'the stock differs from its movements or from the ledger');
  if (isDeepStrictEqual(gapsOf(differences), gapsOf(before?.differences ?? []))) return;
  await notifyOwner(ctx, {
    kind: 'stock',
    es: {
      title: 'Encontramos una diferencia en tu inventario',
      body: 'Al recontar tus movimientos de inventario, algo no coincide con tus existencias o con tus libros. Ningún movimiento se ha perdido; la diferencia quedó registrada y la ves junto al valor de tu inventario.',
    },
    en: {
      title: 'We found a difference in your stock',
      body: 'When your stock movements were counted again, something did not match your stock or your books. No movement is lost; the difference is recorded and shown with the value of your stock.',
    },
  });
}

/** The size of each difference. Found and expected quantities change with every sale, so they are not compared. */
const gapsOf = (differences: Difference[]) =>
  differences
    .map(({ what, resourceId, divisionId, found, expected }) =>
      [what, resourceId, divisionId, toMillionths(found) - toMillionths(expected)].join(' '),
    )
    .toSorted();

export const verifyStockOf = tenantJob({
  name: 'inventory/verify-stock',
  timeoutSeconds: 1_800,
  run: (ctx) => ctx.transaction(verifyStock),
});

/** After the check of the books. */
export const verifyAllStock = everyOrganization('inventory/verify-all-stock', '30 8 * * *', verifyStockOf);

const isMoney = new Set(['value', 'layers-value', 'ledger']);

export async function describeVerification(ctx: TenantContext) {
  const { checkedAt = null, verifiedAt = null, differences = [] } = (await stockVerifications.find(ctx, {})) ?? {};
  return {
    checkedAt,
    verifiedAt,
    differences: differences.map(({ found, expected, ...difference }) => {
      const format = (number: string) =>
        isMoney.has(difference.what) ? fromMinor(BigInt(number), ctx.currency) : number;
      return { ...difference, found: format(found), expected: format(expected) };
    }),
  };
}

export async function recountPositions(tenant: Tenant): Promise<{ counted: bigint; differences: number }> {
  await allowLongStatements(tenant.tx);
  const rules = await selectPostingRules(tenant);
  const { movements, differences } = await recountStock(tenant, rules.get('inventory')!);
  return { counted: movements, differences: differences.length };
}
