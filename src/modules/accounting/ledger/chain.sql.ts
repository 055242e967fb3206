import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { recountChain } from '#platform/events/events.sql.ts';
import { ledgerEntries, ledgerTransfers } from '../tables.ts';

/** Computes the hash chain over the events and the ledger entries again. The texts are those of `digest.ts`. */
export const recountLedgerChain = (tenant: Tenant) =>
  recountChain(
    tenant,
    sql`SELECT encode(sha256(convert_to(
          CASE e.digest_version
            WHEN 1 THEN string_agg(concat_ws('|', t.line, t.debit_account_id, t.credit_account_id, t.amount, t.debit_amount,
              t.credit_amount, t.date), chr(10) ORDER BY t.line)
            ELSE string_agg(array_to_string(ARRAY[t.line::text, t.debit_account_id::text, t.credit_account_id::text,
                t.amount::text, t.debit_amount::text, t.credit_amount::text, t.debit_currency, t.credit_currency, t.date::text,
                t.division_id::text, t.project_id::text, t.contact_id::text, t.tax_id::text, t.resource_id::text, t.purpose],
                '|', ''), chr(10) ORDER BY t.line) || chr(10) ||
              array_to_string(ARRAY[e.record_id::text, e.version::text, e.date::text, e.reverses_id::text, e.posted_by::text,
                e.description], '|', '')
          END, 'UTF8')), 'hex')
        FROM ${ledgerEntries.of(tenant)} e JOIN ${ledgerTransfers.of(tenant)} t ON t.entry_id = e.id
        WHERE e.id = sealed.id GROUP BY e.id, e.digest_version, e.record_id, e.version, e.date, e.reverses_id, e.posted_by,
          e.description`,
  );
