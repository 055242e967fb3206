import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';

const connection = (tx: Tx, organizationId: string, port: string) =>
  tx
    .selectFrom('providerConnections')
    .select(['adapter', 'config', 'version', 'updatedAt'])
    .where('organizationId', '=', organizationId)
    .where('port', '=', port);

export const selectConnection = (tx: Tx, organizationId: string, port: string) =>
  connection(tx, organizationId, port).executeTakeFirst();

export const lockConnection = (tx: Tx, organizationId: string, port: string) =>
  connection(tx, organizationId, port).forUpdate().executeTakeFirst();

/** Writes the choice if its version is still the one that was read; 0 is none yet. */
export async function upsertConnection(
  tx: Tx,
  row: { organizationId: string; port: string; adapter: string; config: Buffer; updatedAt: Temporal.Instant },
  version: number,
): Promise<boolean> {
  const written = await tx
    .insertInto('providerConnections')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'port'])
        .doUpdateSet({
          adapter: row.adapter,
          config: row.config,
          updatedAt: row.updatedAt,
          version: sql<number>`provider_connections.version + 1`,
        })
        .where('providerConnections.version', '=', version),
    )
    .executeTakeFirst();
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const selectAnyConnection = (tx: Tx, organizationId: string) =>
  tx
    .selectFrom('providerConnections')
    .select(['port', 'config'])
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst();
