import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { recountChain } from '#platform/events/events.sql.ts';
import { ledgerTransfers } from '../tables.ts';

/** Computes the hash chain over the events and the ledger entries again. */
export const recountLedgerChain = (tenant: Tenant) =>
  recountChain(
    tenant,
    sql`SELECT encode(sha256(convert_to(string_agg(
          concat_ws('|', t.line, t.debit_account_id, t.credit_account_id, t.amount, t.debit_amount, t.credit_amount, t.date),
          chr(10) ORDER BY t.line), 'UTF8')), 'hex')
        FROM ${ledgerTransfers.of(tenant)} t WHERE t.entry_id = sealed.id`,
  );
