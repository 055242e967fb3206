import type { z } from 'zod';
import { beginImport, finishImport } from '#modules/organization/index.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { lockAccount } from '../account/account.sql.ts';
import { accounts, statementLines } from '../tables.ts';
import type { NewStatement } from './conciliation.schema.ts';
import { insertStatementLines } from './conciliation.sql.ts';
import type readStatement from './read-statement.compute.ts';

export const StatementOtherCurrency = refusal(
  'statement_other_currency',
  'The statement is in another currency than the account: import it to an account in its currency.',
);

export const StatementConciliated = refusal(
  'statement_conciliated',
  'Lines of this statement are in a conciliation: cancel the conciliation first.',
  409,
);

type GivenStatement = z.output<typeof NewStatement>;

const reading = computation<typeof readStatement>(import.meta.resolve('./read-statement.compute.ts'));

/** Reads a bank statement of an account. */
export async function parseStatement(steps: TenantSteps, accountId: string, given: GivenStatement) {
  const { currency, accountNumber } = await steps.transaction((ctx) => accounts.get(ctx, accountId));
  return steps.compute(reading, { ...given, currency, accountNumber });
}

/** Stores the lines of a bank statement. Known lines are skipped, so importing a file again changes nothing. */
export async function importStatement(
  ctx: TenantContext,
  accountId: string,
  { lines, errors, errorCount, currencies }: Awaited<ReturnType<typeof parseStatement>>,
  fileName: string | undefined,
) {
  const account = await accounts.get(ctx, accountId);
  const other = currencies.find((currency) => currency !== account.currency);
  if (other) throw StatementOtherCurrency(`The statement is in ${other} and the account in ${account.currency}.`);
  const importId = await beginImport(ctx, { kind: 'statement', fileName: fileName ?? null });
  const createdCount = await insertStatementLines(ctx, { accountId, importId }, lines);
  await finishImport(ctx, importId, { createdCount, failedCount: errorCount, errors });
  return {
    importId,
    lineCount: lines.length,
    createdCount,
    knownCount: lines.length - createdCount,
    failedCount: errorCount,
    errors,
  };
}

/** Removes the lines that an import has added. The account is locked, as conciliations lock it. */
export async function undoImport(ctx: TenantContext, accountId: string, importId: string): Promise<void> {
  await lockAccount(ctx, accountId);
  const removed = await statementLines.delete(ctx, { accountId, importId, conciliationId: null });
  if (await statementLines.exists(ctx, { accountId, importId })) throw StatementConciliated();
  if (removed === 0) throw NotFound();
}
