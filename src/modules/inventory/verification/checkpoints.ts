import { isDeepStrictEqual } from 'node:util';
import { selectPostingRules } from '#modules/accounting/index.ts';
import { allowLongStatements } from '#platform/db/long-statements.ts';
import type { Tenant } from '#platform/db/table.ts';
import { mapInTurns } from '#platform/turns.ts';
import { stored } from '../stock/checkpoints.ts';
import { type Checkpoint, replay } from '../stock/replay.ts';
import { replayed } from '../stock/revalue-stock.ts';
import { selectHistory } from '../stock/stock.sql.ts';
import { type StockCheckpoint, type StoredHolding, stockCheckpoints } from '../tables.ts';
import { selectCheckpointed } from './verification.sql.ts';

/** Compares the checkpoints of each product with a replay of its movements from the first one. */
export async function recountCheckpoints(tenant: Tenant): Promise<{ counted: bigint; differences: number }> {
  await allowLongStatements(tenant.tx);
  const betweenDivisions = (await selectPostingRules(tenant)).get('betweenDivisions')!;
  let counted = 0n;
  let differences = 0;
  for (const resourceId of await selectCheckpointed(tenant)) {
    const kept = await stockCheckpoints.all(tenant, { resourceId }, { orderBy: ['date'] });
    const holdingsAt = await replayUntil(tenant, resourceId, kept.at(-1)!.date, betweenDivisions);
    counted += BigInt(kept.length);
    differences += kept.filter(
      (checkpoint) => !isDeepStrictEqual(byDivision(checkpoint), holdingsAt(checkpoint)),
    ).length;
  }
  return { counted, differences };
}

/** The holdings of a product at the ends of its months. */
async function replayUntil(tenant: Tenant, resourceId: string, until: string, betweenDivisions: string) {
  const history = (await selectHistory(tenant, [resourceId])).filter(({ date }) => date <= until);
  const { holdings, monthEnds } = await replay(await mapInTurns(history, (row) => replayed(row, betweenDivisions)));
  const ends: Checkpoint[] = [...monthEnds, { date: history.at(-1)?.date ?? until, holdings }];
  return ({ date }: StockCheckpoint): StoredHolding[] =>
    inOrder([...(ends.findLast((end) => end.date <= date)?.holdings ?? [])].map(stored));
}

const byDivision = ({ holdings }: StockCheckpoint): StoredHolding[] => inOrder(holdings);

const inOrder = (holdings: StoredHolding[]): StoredHolding[] =>
  holdings.toSorted((a, b) => (a.divisionId < b.divisionId ? -1 : 1));
