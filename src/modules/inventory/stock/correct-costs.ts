import type { TenantContext } from '#platform/context.ts';
import { sum } from '#platform/decimal.ts';
import { afterCostsChanged, type CostChange } from '../hooks.ts';
import { positionKey, type StockKey, stockMovements } from '../tables.ts';
import { passOn } from './change-stock.ts';
import type { Stock } from './open-stock.ts';
import { selectDepartures } from './stock.sql.ts';

/** A movement whose value in the books is corrected. */
export interface CorrectedMovement extends StockKey {
  id: string;
  counterAccountId: string | null;
  documentId: string | null;
  /** Signed: goods that left have a negative value. */
  booked: bigint;
  value: bigint;
}

/**
 * Posts the changed cost of movements against the accounts that they were posted against, in one transfer for each account
 * and position. Movements without one leave the difference in the adjustments account.
 */
export function correctCosts(stock: Stock, movements: CorrectedMovement[]): CorrectedMovement[] {
  const corrected = movements.filter(({ counterAccountId }) => counterAccountId !== null);
  const byAccount = Map.groupBy(corrected, (movement) => `${positionKey(movement)} ${movement.counterAccountId}`);
  for (const same of byAccount.values()) {
    const { counterAccountId } = same[0]!;
    passOn(stock, same[0]!, counterAccountId!, sum(same.map(({ value, booked }) => value - booked)));
  }
  return corrected;
}

/** Stores the new values and passes them on to the documents. */
export async function keepCosts(ctx: TenantContext, corrected: CorrectedMovement[]): Promise<void> {
  if (corrected.length === 0) return;
  await stockMovements.updateMany(
    ctx,
    corrected.map(({ id, value }) => ({ id, revalued: value })),
  );
  await announceCosts(ctx, corrected);
}

export async function announceCosts(ctx: TenantContext, corrected: Omit<CorrectedMovement, 'id'>[]): Promise<void> {
  const changes = corrected.flatMap(({ documentId, resourceId, booked, value }): CostChange[] =>
    documentId === null ? [] : [{ documentId, resourceId, amount: booked - value }],
  );
  if (changes.length > 0) await afterCostsChanged(ctx, changes);
}

export interface CoveredMovement extends CorrectedMovement {
  type: string;
  causeKind: string;
}

/** The departures that lacked goods which have arrived now, with their real cost. */
export async function coveredDepartures(ctx: TenantContext, stock: Stock): Promise<CoveredMovement[]> {
  if (stock.covered.length === 0) return [];
  const key = (movement: StockKey & { number: number }) => `${positionKey(movement)} ${movement.number}`;
  const byKey = Map.groupBy(stock.covered, key);
  const stored = await selectDepartures(ctx, stock.covered);
  const own = stock.movements.map((movement) => ({
    ...movement,
    causeKind: stock.cause.kind,
    documentId: stock.documentId,
    booked: movement.value,
  }));
  return [...stored, ...own].flatMap((movement) => {
    const covered = byKey.get(key(movement));
    if (!covered || movement.type === 'ADJUSTMENT') return [];
    return [{ ...movement, value: movement.booked - sum(covered.map(({ more }) => more)) }];
  });
}
