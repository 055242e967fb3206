import { sql } from 'kysely';
import { listOf, oneOf } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { EcfEnvironment, EcfType } from '../ecf/ecf.schema.ts';
import { ecfAnnulments } from '../tables.ts';

export const annulmentList = listOf(ecfAnnulments, {
  filters: { environment: oneOf('environment', EcfEnvironment), type: oneOf('type', EcfType) },
  sort: { annulled: 'annulledAt' },
  order: '-annulled',
});

/** Whether some of these numbers have been annulled, or may have been. */
export async function isAnyAnnulled(
  tenant: Tenant,
  environment: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${ecfAnnulments.of(tenant)} a
    WHERE a.environment = ${environment} AND a.first_number <= ${to} AND a.last_number >= ${from}
      AND a.state <> 'refused'
    LIMIT 1`.execute(tenant.tx);
  return rows.length > 0;
}
