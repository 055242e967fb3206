import { sql } from 'kysely';
import type { TaxIdKind } from '#modules/contacts/index.ts';
import { columnOf, onlyRowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { pendingElements, pendingElementTaxes, pendingPayments, pendingRecords } from '../tables.ts';

/** A document with a fiscal number, as filings read it. Amounts are minor units of its currency; `base…` of the organization's. */
export interface FiscalDocument {
  id: string;
  direction: 'sale' | 'purchase';
  date: string;
  /** Empty where it has none. */
  fiscalNumber: string;
  modifiesFiscalNumber: string | null;
  /** The document that it reverses; null unless it is a return. */
  reversed: FiscalDocument | null;
  /** The day of the document that it modifies, where that is ours or known. */
  modifiedOn: string | null;
  contactId: string | null;
  contactName: string | null;
  contactTaxId: string | null;
  contactTaxIdKind: TaxIdKind | null;
  expenseType: string | null;
  incomeType: string | null;
  paymentForm: string | null;
  currency: string;
  rate: string | null;
  net: bigint;
  baseNet: bigint;
  baseTax: bigint;
  baseTotal: bigint;
  /** The net by item; free text has none. */
  items: { resourceId: string | null; net: bigint }[];
  taxes: FiscalTax[];
  /** Its payments, oldest first, without voided ones. */
  payments: FiscalPayment[];
  /** The day of the last payment, not before its own; null as long as something is due. */
  settledOn: string | null;
}

export interface FiscalTax {
  taxId: string;
  kind: string;
  rate: string;
  fiscalCode: string | null;
  /** Its own account in the books; left out or null: that of the posting rules. */
  chartAccountId?: string | null;
  /** The net of the lines that it applies to. */
  net: bigint;
  base: bigint;
  amount: bigint;
  /** The amount in the books; left out: it follows from that of all taxes of the document. */
  baseAmount?: bigint;
}

export interface FiscalPayment {
  date: string;
  source: string;
  method: string | null;
  accountId: string | null;
  baseAmount: bigint;
}

export interface FiscalSpan {
  direction: 'sale' | 'purchase';
  from: string;
  to: string;
  /** Those without a fiscal number instead of those with one. */
  unnumbered?: boolean | undefined;
}

/** The fields that decide in which form a document is declared, without the rest: there may be many documents. */
export type FiscalKey = Pick<FiscalDocument, 'id' | 'date' | 'fiscalNumber' | 'baseTotal'>;

const keyColumns = sql`d.id, d.date, d.fiscal_number, d.base_total`;

/** The document that a note modifies. */
const original = (tenant: Tenant) => sql`
  LEFT JOIN ${pendingRecords.of(tenant)} o ON o.fiscal_number = d.modifies_fiscal_number
    AND o.direction = d.direction AND o.contact_id IS NOT DISTINCT FROM d.contact_id AND o.status = 'issued'`;

const isDeclared = (direction: string, unnumbered = false) => sql`
  d.kind = 'invoice' AND d.direction = ${direction} AND d.status = 'issued'
    AND d.fiscal_number ${unnumbered ? sql`IS NULL` : sql`IS NOT NULL`}`;

/** The documents of a period, by date, after the given one. */
export async function selectFiscalKeys(
  tenant: Tenant,
  span: FiscalSpan & { after: Pick<FiscalKey, 'date' | 'id'> | null; limit: number },
): Promise<FiscalKey[]> {
  const { direction, from, to, unnumbered, after, limit } = span;
  const behind = after ? sql`AND (d.date, d.id) > (${after.date}::date, ${after.id}::uuid)` : sql``;
  return rowsOf<FiscalKey>(tenant.tx)`
    SELECT ${keyColumns} FROM ${pendingRecords.of(tenant)} d
    WHERE ${isDeclared(direction, unnumbered)} AND d.date BETWEEN ${from}::date AND ${to}::date ${behind}
    ORDER BY d.date, d.id LIMIT ${limit}`;
}

/**
 * Older documents that are declared again, by date: those with withholdings that were settled in the period, and those whose
 * payments in the period had something withheld.
 */
export const selectSettledKeys = (tenant: Tenant, { direction, from, to, unnumbered }: FiscalSpan) =>
  rowsOf<FiscalKey>(tenant.tx)`
    SELECT ${keyColumns} FROM ${pendingRecords.of(tenant)} d
    WHERE ${isDeclared(direction, unnumbered)} AND d.date < ${from}::date AND d.id IN (
      SELECT s.id FROM ${pendingRecords.of(tenant)} s
      WHERE s.date < ${from}::date AND s.withheld > 0 AND s.balance = 0 AND EXISTS (
        SELECT FROM ${pendingPayments.of(tenant)} p
        WHERE p.pending_record_id = s.id AND p.voided_at IS NULL
        HAVING max(p.date) BETWEEN ${from}::date AND ${to}::date)
      UNION
      SELECT p.pending_record_id FROM ${pendingPayments.of(tenant)} p
      WHERE p.source IN ('withheld-itbis', 'withheld-isr') AND p.voided_at IS NULL
        AND p.date BETWEEN ${from}::date AND ${to}::date)
    ORDER BY d.date, d.id`;

/** The purchases from a contact that were settled in a period with tax withheld from it. */
export const selectWithheldPurchases = (
  tenant: Tenant,
  { contactId, from, to, limit }: { contactId: string; from: string; to: string; limit: number },
) =>
  columnOf<string>(tenant.tx)`
    SELECT d.id FROM ${pendingRecords.of(tenant)} d
    WHERE d.kind = 'invoice' AND d.direction = 'purchase' AND d.status = 'issued'
      AND d.contact_id = ${contactId} AND d.date <= ${to}::date
      AND d.withheld > 0 AND d.balance = 0 AND greatest(d.date, (
        SELECT max(p.date) FROM ${pendingPayments.of(tenant)} p
        WHERE p.pending_record_id = d.id AND p.voided_at IS NULL)) BETWEEN ${from}::date AND ${to}::date
    ORDER BY d.date, d.id LIMIT ${limit}`;

/** The purchases with receipts of these types that were paid in full in a period, by date; not those that were only returned or written off. */
export const selectSettledPurchases = (
  tenant: Tenant,
  { types, from, to, limit }: { types: string[]; from: string; to: string; limit: number },
) =>
  columnOf<string>(tenant.tx)`
    SELECT d.id FROM ${pendingRecords.of(tenant)} d
    JOIN LATERAL (
      SELECT max(p.date) AS day, bool_or(p.source NOT IN ('return', 'write-off')) AS is_paid FROM ${pendingPayments.of(tenant)} p
      WHERE p.pending_record_id = d.id AND p.voided_at IS NULL) AS payments ON payments.is_paid
    WHERE ${isDeclared('purchase')} AND left(d.fiscal_number, 3) = ANY (${types}) AND d.balance = 0
      AND greatest(d.date, payments.day) BETWEEN ${from}::date AND ${to}::date AND d.id IN (
        SELECT s.id FROM ${pendingRecords.of(tenant)} s
        WHERE s.direction = 'purchase' AND s.date BETWEEN ${from}::date AND ${to}::date
        UNION
        SELECT p.pending_record_id FROM ${pendingPayments.of(tenant)} p WHERE p.date BETWEEN ${from}::date AND ${to}::date)
    ORDER BY d.date, d.id LIMIT ${limit}`;

interface Row extends Omit<FiscalDocument, 'reversed' | 'items' | 'taxes' | 'payments'> {
  items: { resourceId: string | null; net: string }[];
  taxes: (Omit<FiscalTax, 'net' | 'base' | 'amount'> & { net: string; base: string; amount: string })[];
  payments: (Omit<FiscalPayment, 'baseAmount'> & { baseAmount: string })[];
}

/** These documents, in the order of the ids. */
export async function selectFiscalDocuments(tenant: Tenant, ids: string[]): Promise<FiscalDocument[]> {
  const rows = await rowsOf<Row>(tenant.tx)`
    SELECT d.id, d.direction, d.date, coalesce(d.fiscal_number, '') AS fiscal_number, d.modifies_fiscal_number,
           o.date AS modified_on, d.contact_id, d.contact_name, d.contact_tax_id, d.contact_tax_id_kind,
           d.expense_type, d.income_type, d.payment_form, d.currency, d.rate, d.net, d.base_net, d.base_tax, d.base_total,
           items.list AS items, taxes.list AS taxes, payments.list AS payments,
           CASE WHEN d.balance = 0 THEN greatest(payments.last_day, d.date) END AS settled_on
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given (id, place)
    JOIN ${pendingRecords.of(tenant)} d ON d.id = given.id
    ${original(tenant)}
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('resourceId', i.resource_id, 'net', i.net::text)), '[]') AS list
      FROM (SELECT e.resource_id, sum(e.net) AS net FROM ${pendingElements.of(tenant)} e
            WHERE e.pending_record_id = d.id GROUP BY e.resource_id) AS i
    ) AS items
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('taxId', t.tax_id, 'kind', t.kind, 'rate', trim_scale(t.rate)::text,
               'fiscalCode', t.fiscal_code, 'chartAccountId', t.chart_account_id, 'net', t.net::text, 'base', t.base::text, 'amount', t.amount::text) ORDER BY t.tax_id), '[]') AS list
      FROM (SELECT tax_id, kind, rate, fiscal_code, x.chart_account_id, sum(CASE WHEN x.base <> 0 THEN e.net ELSE 0 END) AS net,
                   sum(x.base) AS base, sum(x.amount) AS amount
            FROM ${pendingElements.of(tenant)} e JOIN ${pendingElementTaxes.of(tenant)} x ON x.element_id = e.id
            WHERE e.pending_record_id = d.id
            GROUP BY tax_id, kind, rate, fiscal_code, x.chart_account_id) AS t
    ) AS taxes
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('date', p.date, 'source', p.source, 'method', p.method,
               'accountId', p.account_id, 'baseAmount', p.base_amount::text) ORDER BY p.date, p.id), '[]') AS list,
             max(p.date) AS last_day
      FROM ${pendingPayments.of(tenant)} p
      WHERE p.pending_record_id = d.id AND p.voided_at IS NULL
    ) AS payments
    ORDER BY given.place`;
  return rows.map((row) => ({
    ...row,
    reversed: null,
    items: row.items.map((item) => ({ ...item, net: BigInt(item.net) })),
    taxes: row.taxes.map((tax) => ({
      ...tax,
      net: BigInt(tax.net),
      base: BigInt(tax.base),
      amount: BigInt(tax.amount),
    })),
    payments: row.payments.map((payment) => ({ ...payment, baseAmount: BigInt(payment.baseAmount) })),
  }));
}

/** The issued invoices of a period without a fiscal number. */
export const selectUnnumbered = (tenant: Tenant, { direction, from, to }: FiscalSpan) =>
  onlyRowOf<{ count: number; ids: string[] }>(tenant.tx)`
    SELECT count(*)::int AS count, coalesce((array_agg(d.id ORDER BY d.date, d.id))[1:100], '{}') AS ids
    FROM ${pendingRecords.of(tenant)} d
    WHERE ${isDeclared(direction, true)} AND d.date BETWEEN ${from}::date AND ${to}::date`;
