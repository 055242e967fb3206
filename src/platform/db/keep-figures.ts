import { sql } from 'kysely';
import { exponentOf } from '../money.ts';
import type { Tenant } from './table.ts';

/** Keeps the figures of amounts in minor units when the organization changes to a currency with more or fewer decimals. */
export async function keepFigures(
  { tx, organizationId }: Tenant,
  { table, column }: { table: string; column: string },
  currency: string,
  before: string,
): Promise<void> {
  const moreDecimals = exponentOf(currency) - exponentOf(before);
  if (moreDecimals === 0) return;
  const amount = sql.ref(column);
  await sql`
    UPDATE ${sql.table(table)} SET ${amount} = round(${amount} * 10::numeric ^ ${moreDecimals}::int)
    WHERE organization_id = ${organizationId} AND ${amount} IS NOT NULL`.execute(tx);
}
