import { sql } from 'kysely';
import type { FiscalDocument, FiscalKey, FiscalSpan, FiscalTax } from '#modules/invoicing/index.ts';
import type { Tx } from '#platform/db/database.ts';

const keyColumns = sql`
  r.id, r.date, r.fiscal_number, r.modifies_fiscal_number, r.base_total, o.base_total AS modified_base_total`;

const declared = (organizationId: string, direction: string) => sql`
  FROM returns r
  JOIN pending_records o ON o.organization_id = r.organization_id AND o.id = r.pending_record_id
  WHERE r.organization_id = ${organizationId} AND r.direction = ${direction} AND r.status = 'issued'
    AND r.fiscal_number IS NOT NULL`;

/** The day on which the last of the invoice was paid. */
const lastPaidOn = (organizationId: string) => sql`(
  SELECT max(p.date) FROM pending_payments p
  WHERE p.organization_id = ${organizationId} AND p.pending_record_id = o.id AND p.voided_at IS NULL)`;

/** The credit notes of a time, by date, from behind the one given: as `selectFiscalKeys` tells documents. */
export async function selectCreditNoteKeys(
  tx: Tx,
  organizationId: string,
  span: FiscalSpan & { after: Pick<FiscalKey, 'date' | 'id'> | null; limit: number },
): Promise<FiscalKey[]> {
  const { direction, from, to, after, limit } = span;
  const behind = after ? sql`AND (r.date, r.id) > (${after.date}::date, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<FiscalKey>`
    SELECT ${keyColumns} ${declared(organizationId, direction)}
      AND r.date BETWEEN ${from}::date AND ${to}::date ${behind}
    ORDER BY r.date, r.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Older credit notes that take back what was withheld from an invoice that was settled in a time: they are declared again. */
export async function selectSettledNoteKeys(
  tx: Tx,
  organizationId: string,
  { direction, from, to }: FiscalSpan,
): Promise<FiscalKey[]> {
  const { rows } = await sql<FiscalKey>`
    SELECT ${keyColumns} ${declared(organizationId, direction)}
      AND r.date < ${from}::date AND r.withheld > 0 AND o.balance = 0
      AND ${lastPaidOn(organizationId)} BETWEEN ${from}::date AND ${to}::date
    ORDER BY r.date, r.id`.execute(tx);
  return rows;
}

interface Row extends Omit<FiscalDocument, 'items' | 'taxes' | 'payments'> {
  items: { resourceId: string | null; net: string }[];
  taxes: (Omit<FiscalTax, 'base' | 'amount'> & { base: string; amount: string })[];
  refundAccountId: string | null;
  refundMethod: string | null;
  baseSettled: bigint;
  baseRefunded: bigint;
}

/**
 * These credit notes as filings read documents, in the order of the ids. One is settled on its own day; where it takes back
 * what was withheld, not before its invoice is: until then nothing was withheld.
 */
export async function selectCreditNotes(tx: Tx, organizationId: string, ids: string[]): Promise<FiscalDocument[]> {
  const { rows } = await sql<Row>`
    SELECT r.id, r.direction, r.date, r.fiscal_type, r.fiscal_number, r.modifies_fiscal_number, o.date AS modified_on,
           o.base_total AS modified_base_total, r.contact_name, r.contact_tax_id, o.expense_type, o.income_type,
           NULL AS payment_form, r.currency, r.rate, r.net, r.base_net, r.base_tax, r.base_total,
           items.list AS items, taxes.list AS taxes, r.refund_account_id, r.refund_method,
           coalesce(s.base_amount, 0) AS base_settled,
           r.base_total - r.base_withheld - coalesce(s.base_amount, 0) AS base_refunded,
           CASE WHEN r.withheld = 0 THEN r.date
                WHEN o.balance = 0 THEN greatest(r.date, ${lastPaidOn(organizationId)}) END AS settled_on
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given (id, place)
    JOIN returns r ON r.organization_id = ${organizationId} AND r.id = given.id
    JOIN pending_records o ON o.organization_id = ${organizationId} AND o.id = r.pending_record_id
    LEFT JOIN pending_payments s ON s.organization_id = ${organizationId} AND s.id = r.payment_id
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('resourceId', i.resource_id, 'net', i.net::text)), '[]') AS list
      FROM (SELECT e.resource_id, sum(l.net) AS net FROM return_lines l
            JOIN pending_elements e ON e.organization_id = l.organization_id AND e.id = l.element_id
            WHERE l.organization_id = ${organizationId} AND l.return_id = r.id GROUP BY e.resource_id) AS i
    ) AS items
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('taxId', t.tax_id, 'kind', t.kind, 'rate', trim_scale(t.rate)::text,
               'fiscalCode', t.fiscal_code, 'base', t.base::text, 'amount', t.amount::text) ORDER BY t.tax_id), '[]') AS list
      FROM (SELECT x.tax_id, x.kind, x.rate, x.fiscal_code, sum(b.base) AS base, sum(b.amount) AS amount
            FROM return_lines l
            JOIN return_line_taxes b ON b.organization_id = l.organization_id AND b.line_id = l.id
            JOIN pending_element_taxes x ON x.organization_id = l.organization_id AND x.element_id = l.element_id
              AND x.tax_id = b.tax_id
            WHERE l.organization_id = ${organizationId} AND l.return_id = r.id
            GROUP BY x.tax_id, x.kind, x.rate, x.fiscal_code) AS t
    ) AS taxes
    ORDER BY given.place`.execute(tx);
  return rows.map(({ refundAccountId, refundMethod, baseSettled, baseRefunded, ...row }) => ({
    ...row,
    items: row.items.map((item) => ({ ...item, net: BigInt(item.net) })),
    taxes: row.taxes.map((tax) => ({ ...tax, base: BigInt(tax.base), amount: BigInt(tax.amount) })),
    payments: [
      { date: row.date, source: 'return', method: null, accountId: null, baseAmount: baseSettled },
      {
        date: row.date,
        source: refundAccountId ? 'account' : 'return',
        method: refundMethod,
        accountId: refundAccountId,
        baseAmount: baseRefunded,
      },
    ].filter(({ baseAmount }) => baseAmount > 0n),
  }));
}

/** What came back of invoices without a fiscal number, so many days after them at most, in the organization's currency. */
export async function selectUnnumberedReturns(
  tx: Tx,
  organizationId: string,
  { direction, from, to, days }: FiscalSpan & { days: number },
): Promise<{ net: bigint; tax: bigint }> {
  const { rows } = await sql<{ net: bigint; tax: bigint }>`
    SELECT coalesce(sum(r.base_net), 0)::bigint AS net, coalesce(sum(r.base_tax), 0)::bigint AS tax
    FROM returns r
    JOIN pending_records o ON o.organization_id = r.organization_id AND o.id = r.pending_record_id
    WHERE r.organization_id = ${organizationId} AND r.direction = ${direction} AND r.status = 'issued'
      AND r.fiscal_number IS NULL AND o.fiscal_number IS NULL AND r.date BETWEEN ${from}::date AND ${to}::date
      AND r.date - o.date <= ${days}::int`.execute(tx);
  return rows[0]!;
}
