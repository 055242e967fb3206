import { selectRanges } from '#modules/taxes/index.ts';
import { allowLongStatements } from '#platform/db/long-statements.ts';
import type { Tenant } from '#platform/db/table.ts';
import { selectHighestFiscalNumbers, selectNumberGaps } from './recount-numbers.sql.ts';

/** Every number of a document has been counted, and every fiscal number was taken from its sequence (NCF). */
export async function recountNumbers(tenant: Tenant): Promise<{ counted: bigint; differences: number }> {
  await allowLongStatements(tenant.tx);
  const [{ counted, wrong }, highest, ranges] = await Promise.all([
    selectNumberGaps(tenant),
    selectHighestFiscalNumbers(tenant),
    selectRanges(tenant),
  ]);
  const nextOf = new Map(ranges.map(({ id, nextNumber }) => [id, nextNumber]));
  const beyond = highest.filter(({ numeralsId, number }) => number >= (nextOf.get(numeralsId) ?? 0n));
  return { counted, differences: wrong + beyond.length };
}
