import type { Tx } from '../db/database.ts';

export const selectConnection = (tx: Tx, organizationId: string, port: string) =>
  tx
    .selectFrom('providerConnections')
    .select(['adapter', 'config', 'updatedAt'])
    .where('organizationId', '=', organizationId)
    .where('port', '=', port)
    .executeTakeFirst();

export const upsertConnection = (
  tx: Tx,
  row: { organizationId: string; port: string; adapter: string; config: Buffer; updatedAt: Temporal.Instant },
) =>
  tx
    .insertInto('providerConnections')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'port'])
        .doUpdateSet({ adapter: row.adapter, config: row.config, updatedAt: row.updatedAt }),
    )
    .execute();
