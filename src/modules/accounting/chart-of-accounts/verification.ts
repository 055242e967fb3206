import { isDeepStrictEqual } from 'node:util';
import { notifyOwner } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { allowLongStatements } from '#platform/db/long-statements.ts';
import type { Tenant } from '#platform/db/table.ts';
import { everyOrganization } from '#platform/jobs/every-organization.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { recountLedgerChain } from '../ledger/ledger.sql.ts';
import { ledgerVerifications } from '../tables.ts';
import { recountBooks } from './verification.sql.ts';

const WRONG_TOTALS = {
  es: 'Al recontar tus movimientos, algunos totales no coinciden. Tus movimientos están completos y nada se ha perdido; la diferencia quedó registrada para corregir los totales.',
  en: 'When your transactions were counted again, some totals did not match. Your transactions are complete and nothing is lost; the difference is recorded so that the totals can be corrected.',
};
const WRONG_CHAIN = {
  es: 'Al verificar la cadena de tus asientos y eventos, algo fue cambiado o borrado fuera del servicio, o falta después de restaurar una copia. Compara con una copia de respaldo completa.',
  en: 'When the chain of your entries and events was verified, something had been changed or deleted outside the service, or is missing after a backup was restored. Compare with a complete backup.',
};
const BROKEN_CHAIN = { period: 'chain' as const };

/** Compares the totals of the ledger with its transfers, and both it and the events with the hash chain. Differences are stored and logged; the owner is notified once. */
async function verifyBooks(ctx: TenantContext): Promise<void> {
  await allowLongStatements(ctx.tx);
  const { transfers, differences: totals } = await recountBooks(ctx);
  const chain = await recountLedgerChain(ctx);
  const differences = chain.differences === 0 ? totals : [...totals, BROKEN_CHAIN];
  // Outside the database, the head shows later whether the chain was computed again.
  ctx.log.info({ organizationId: ctx.organizationId, head: chain.head }, 'the hash chain was verified');
  const before = await ledgerVerifications.find(ctx, {});
  const verifiedAt = differences.length === 0 ? ctx.now : before?.verifiedAt;
  await ledgerVerifications.upsert(ctx, { checkedAt: ctx.now, verifiedAt, transfers, differences }, []);
  if (differences.length === 0) return;
  const { organizationId } = ctx;
  ctx.log.error({ organizationId, differences }, 'the ledger differs from its totals or from its hash chain');
  if (isDeepStrictEqual(before?.differences, differences)) return;
  const body = chain.differences === 0 ? WRONG_TOTALS : WRONG_CHAIN;
  await notifyOwner(ctx, {
    kind: 'books',
    es: { title: 'Encontramos una diferencia en tus libros', body: body.es },
    en: { title: 'We found a difference in your books', body: body.en },
  });
}

export const verifyLedger = tenantJob({
  name: 'accounting/verify-ledger',
  timeoutSeconds: 1_800,
  run: (ctx) => ctx.transaction(verifyBooks),
});

export const verifyLedgers = everyOrganization('accounting/verify-ledgers', '0 8 * * *', verifyLedger);

export async function recountLedger(tenant: Tenant): Promise<{ counted: bigint; differences: number }> {
  await allowLongStatements(tenant.tx);
  const { transfers, differences } = await recountBooks(tenant);
  return { counted: transfers, differences: differences.length };
}
