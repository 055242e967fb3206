import { sql } from 'kysely';
import { z } from 'zod';
import { ofContacts } from '#modules/contacts/index.ts';
import { correctedUnits, type UnitCorrection } from '#modules/inventory/index.ts';
import type { Direction, FiscalKey, FiscalSpan, ReturnQueries } from '#modules/invoicing/index.ts';
import { dates, filter, listOf, oneOf } from '#platform/db/list.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { columnOf, onlyRowOf, type Row, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import type { Portion, Returned } from '../portion.ts';
import { type Return, returnLines, returnLineTaxes, returns } from '../tables.ts';

export const dispositions = ['restock', 'scrap', 'undelivered'] as const;
export type Disposition = (typeof dispositions)[number];

/** The fields of a return that its draft determines. Amounts are minor units. */
export type ReturnContent = Pick<
  Return,
  | 'direction'
  | 'pendingRecordId'
  | 'contactId'
  | 'contactName'
  | 'contactTaxId'
  | 'date'
  | 'reason'
  | 'notes'
  | 'fiscalType'
  | 'fiscalNumber'
  | 'modifiesFiscalNumber'
  | 'divisionId'
  | 'currency'
  | 'rate'
  | 'net'
  | 'tax'
  | 'total'
  | 'withheld'
  | 'baseNet'
  | 'baseTax'
  | 'baseTotal'
  | 'baseWithheld'
  | 'refundAccountId'
  | 'refundMethod'
  | 'refundToCard'
>;

/** The fields that issuing and voiding set. */
export type ReturnFacts = Partial<
  Pick<
    Return,
    | 'status'
    | 'number'
    | 'fiscalExpiresOn'
    | 'numeralsId'
    | 'settled'
    | 'refunded'
    | 'paymentId'
    | 'recordId'
    | 'reversedItbis'
    | 'reversedIsr'
    | 'baseReversedItbis'
    | 'baseReversedIsr'
  >
> & { issuedAt?: Temporal.Instant };

/** The returned part of one invoice line. */
export type ReturnLine = Portion &
  Pick<
    Row<typeof returnLines>,
    'id' | 'elementId' | 'quantity' | 'disposition' | 'reason' | 'serialNumbers' | 'lots' | 'cost'
  >;

/** The issued returns and their lines, for reports of the documents that they belong to. */
export const returnQueries = (tenant: Tenant): ReturnQueries => ({
  returns: sql`
    SELECT r.pending_record_id, r.date, r.base_net, r.base_tax, r.base_total,
           coalesce(r.base_net::numeric * r.refunded / nullif(r.settled + r.refunded, 0), 0) AS base_refunded
    FROM ${returns.of(tenant)} r WHERE r.status = 'issued'`,
  lines: sql`
    SELECT l.element_id, r.date, l.quantity, l.net, l.tax, l.total
    FROM ${returnLines.of(tenant)} l
    CROSS JOIN ${lookedUp(returns.of(tenant), 'r', sql`r.id = l.return_id AND r.status = 'issued'`)}`,
});

export const returnList = listOf(returns, {
  filters: {
    status: oneOf('status', z.enum(['draft', 'issued', 'void'])),
    direction: oneOf('direction', z.enum(['sale', 'purchase'])),
    pendingRecordId: oneOf('pendingRecordId', z.uuid(), 'Returns of this document.'),
    contactId: ofContacts(),
    divisionId: oneOf('divisionId', z.uuid()),
    fiscalNumber: oneOf('fiscalNumber', z.string().max(20), 'The number of the credit note.'),
    number: filter(
      z.number().int().min(1).optional().describe('Exactly this number.'),
      (value) => sql`t.number = ${value}::bigint`,
    ),
    ...dates('date'),
  },
  sort: { date: 'date' },
  order: '-date',
});

/** The next number of a direction. The counter row stays locked until commit, so numbers have no gaps: call it late. */
export const takeReturnNumber = ({ tx, organizationId }: Tenant, direction: Direction) =>
  scalarOf<bigint>(tx)`
    INSERT INTO return_counters AS c (organization_id, direction, number) VALUES (${organizationId}, ${direction}, 1)
    ON CONFLICT (organization_id, direction) DO UPDATE SET number = c.number + 1
    RETURNING number`;

export async function insertLines(tenant: Tenant, returnId: string, lines: ReturnLine[]): Promise<void> {
  await returnLines.insertMany(
    tenant,
    lines.map(({ taxes: _, ...line }, position) => ({ ...line, returnId, position })),
  );
  await returnLineTaxes.insertMany(
    tenant,
    lines.flatMap(({ id, taxes }) => taxes.map((tax) => ({ ...tax, lineId: id }))),
  );
}

export async function deleteLines(tenant: Tenant, returnId: string): Promise<void> {
  const lines = await returnLines.all(tenant, { returnId }, { columns: ['id'] });
  await returnLineTaxes.delete(tenant, { lineId: lines.map(({ id }) => id) });
  await returnLines.delete(tenant, { returnId });
}

/** The lines of returns with their taxes, in order, by return. */
export async function selectLines(tenant: Tenant, returnIds: string[]): Promise<Map<string, ReturnLine[]>> {
  const [lines, taxes] = await Promise.all([
    sql<Omit<ReturnLine, 'taxes'> & { returnId: string }>`
      SELECT l.return_id, l.id, l.element_id, trim_scale(l.quantity) AS quantity, l.disposition, l.reason,
        l.serial_numbers, l.lots, l.net, coalesce(l.base_net, 0) AS base_net, l.tax, l.withheld, l.total, l.cost
      FROM ${returnLines.of(tenant)} l WHERE l.return_id = ANY (${returnIds}::uuid[])
      ORDER BY l.return_id, l.position`.execute(tenant.tx),
    sql<{ lineId: string; taxId: string; base: bigint; amount: bigint; baseAmount: bigint | null }>`
      SELECT t.line_id, t.tax_id, t.base, t.amount, t.base_amount
      FROM ${returnLines.of(tenant)} l JOIN ${returnLineTaxes.of(tenant)} t ON t.line_id = l.id
      WHERE l.return_id = ANY (${returnIds}::uuid[])`.execute(tenant.tx),
  ]);
  const taxesOf = Map.groupBy(taxes.rows, ({ lineId }) => lineId);
  const whole = lines.rows.map((line) => ({
    ...line,
    taxes: (taxesOf.get(line.id) ?? []).map(({ lineId: _, ...tax }) => tax),
  }));
  const byReturn = Map.groupBy(whole, ({ returnId }) => returnId);
  return new Map([...byReturn].map(([id, own]) => [id, own.map(({ returnId: _, ...line }) => line)]));
}

/** The sums of an invoice's issued returns. */
export interface DocumentReturns {
  ids: string[];
  recordIds: string[];
  net: bigint;
  tax: bigint;
  withheld: bigint;
  baseNet: bigint;
  baseTax: bigint;
  baseWithheld: bigint;
  settled: bigint;
  refunded: bigint;
  reversedItbis: bigint;
  reversedIsr: bigint;
  baseReversedItbis: bigint;
  baseReversedIsr: bigint;
  /** By invoice line. */
  elements: Map<string, Returned & { undelivered: string; serialNumbers: string[] }>;
}

export async function selectIssuedReturns(
  tenant: Tenant,
  pendingRecordId: string,
  lastDayWithItbis: string,
): Promise<DocumentReturns> {
  const issued = sql`(
    SELECT * FROM ${returns.of(tenant)} i WHERE i.pending_record_id = ${pendingRecordId} AND i.status = 'issued') r`;
  const [heads, lines, taxes] = await Promise.all([
    sql<Omit<DocumentReturns, 'elements'>>`
      SELECT coalesce(array_agg(id ORDER BY id), '{}') AS ids,
        coalesce(array_agg(record_id) FILTER (WHERE record_id IS NOT NULL), '{}') AS record_ids, coalesce(sum(net), 0)::numeric(40,0) AS net,
        coalesce(sum(tax), 0)::numeric(40,0) AS tax, coalesce(sum(withheld), 0)::numeric(40,0) AS withheld,
        coalesce(sum(base_net), 0)::numeric(40,0) AS base_net, coalesce(sum(base_tax), 0)::numeric(40,0) AS base_tax,
        coalesce(sum(base_withheld), 0)::numeric(40,0) AS base_withheld,
        coalesce(sum(settled), 0)::numeric(40,0) AS settled, coalesce(sum(refunded), 0)::numeric(40,0) AS refunded,
        coalesce(sum(reversed_itbis), 0)::numeric(40,0) AS reversed_itbis,
        coalesce(sum(reversed_isr), 0)::numeric(40,0) AS reversed_isr,
        coalesce(sum(base_reversed_itbis), 0)::numeric(40,0) AS base_reversed_itbis,
        coalesce(sum(base_reversed_isr), 0)::numeric(40,0) AS base_reversed_isr
      FROM ${issued}`.execute(tenant.tx),
    sql<Omit<Returned, 'taxes'> & { elementId: string; undelivered: string; serials: string[][] }>`
      SELECT l.element_id, trim_scale(sum(l.quantity)) AS quantity, sum(l.net)::numeric(40,0) AS net,
        sum(coalesce(l.base_net, round(l.net::numeric * r.base_total / nullif(r.total, 0)), 0))::numeric(40,0) AS base_net,
        trim_scale(coalesce(sum(l.quantity) FILTER (WHERE r.date <= ${lastDayWithItbis}), 0)) AS with_itbis,
        trim_scale(coalesce(sum(l.quantity) FILTER (WHERE l.disposition = 'undelivered'), 0)) AS undelivered,
        jsonb_agg(to_jsonb(l.serial_numbers)) AS serials
      FROM ${issued} JOIN ${returnLines.of(tenant)} l ON l.return_id = r.id
      GROUP BY l.element_id`.execute(tenant.tx),
    sql<{ elementId: string; taxId: string; base: bigint; amount: bigint; baseAmount: bigint }>`
      SELECT l.element_id, t.tax_id, sum(t.base)::numeric(40,0) AS base, sum(t.amount)::numeric(40,0) AS amount,
        sum(coalesce(t.base_amount, round(t.amount::numeric * r.base_total / nullif(r.total, 0)), 0))::numeric(40,0) AS base_amount
      FROM ${issued} JOIN ${returnLines.of(tenant)} l ON l.return_id = r.id
      JOIN ${returnLineTaxes.of(tenant)} t ON t.line_id = l.id
      GROUP BY l.element_id, t.tax_id`.execute(tenant.tx),
  ]);
  const taxesOf = Map.groupBy(taxes.rows, ({ elementId }) => elementId);
  const elements = lines.rows.map(({ elementId, serials, ...line }) => {
    const own = (taxesOf.get(elementId) ?? []).map(({ taxId, ...tax }) => [taxId, tax] as const);
    return [elementId, { ...line, serialNumbers: serials.flat(), taxes: new Map(own) }] as const;
  });
  return { ...heads.rows[0]!, elements: new Map(elements) };
}

/** The withheld taxes that issued returns of an invoice have reversed, in its currency. */
export const selectReversed = (tenant: Tenant, pendingRecordId: string): Promise<{ itbis: bigint; isr: bigint }> =>
  onlyRowOf<{ itbis: bigint; isr: bigint }>(tenant.tx)`
    SELECT coalesce(sum(reversed_itbis), 0)::numeric(40,0) AS itbis, coalesce(sum(reversed_isr), 0)::numeric(40,0) AS isr
    FROM ${returns.of(tenant)} r WHERE pending_record_id = ${pendingRecordId} AND status = 'issued'`;

export const hasIssuedReturn = (tenant: Tenant, pendingRecordId: string): Promise<boolean> =>
  returns.exists(tenant, { pendingRecordId, status: 'issued' });

/** Replaces serial numbers in the lines of a return with the units that really came back. */
export const correctReturnUnits = (
  { tx, organizationId }: Tenant,
  returnId: string,
  elementIds: string[],
  correction: UnitCorrection,
): Promise<unknown> =>
  sql`
    UPDATE return_lines SET serial_numbers = ${correctedUnits('serial_numbers', correction)}
    WHERE organization_id = ${organizationId} AND return_id = ${returnId}
      AND element_id = ANY (${elementIds}::uuid[])`.execute(tx);

const keyColumns = sql`r.id, r.date, r.fiscal_number, r.base_total`;

const isNumbered = sql`r.fiscal_number IS NOT NULL`;
/** Also of an invoice without a number: a return of a numbered receipt needs a numbered note. */
const isUnnumbered = sql`r.fiscal_number IS NULL AND r.modifies_fiscal_number IS NULL`;

/** The credit notes of a period by date, after the given one, in the form of `selectFiscalKeys`. */
export async function selectCreditNoteKeys(
  tenant: Tenant,
  span: FiscalSpan & { after: Pick<FiscalKey, 'date' | 'id'> | null; limit: number },
): Promise<FiscalKey[]> {
  const { direction, from, to, unnumbered, after, limit } = span;
  const behind = after ? sql`AND (r.date, r.id) > (${after.date}::date, ${after.id}::uuid)` : sql``;
  return rowsOf<FiscalKey>(tenant.tx)`
    SELECT ${keyColumns} FROM ${returns.of(tenant)} r
    WHERE r.direction = ${direction} AND r.status = 'issued'
      AND ${unnumbered ? isUnnumbered : isNumbered} AND r.date BETWEEN ${from}::date AND ${to}::date ${behind}
    ORDER BY r.date, r.id LIMIT ${limit}`;
}

/** The returns of a period to suppliers whose credit notes are not known yet; as many as a report lists. */
export const selectUnnumberedNotes = (tenant: Tenant, { from, to }: Pick<FiscalSpan, 'from' | 'to'>) =>
  rowsOf<{ id: string }>(tenant.tx)`
    SELECT r.id FROM ${returns.of(tenant)} r
    WHERE r.direction = 'purchase' AND r.status = 'issued' AND r.fiscal_number IS NULL
      AND r.modifies_fiscal_number IS NOT NULL AND r.date BETWEEN ${from}::date AND ${to}::date
    ORDER BY r.date, r.id LIMIT 100`;

/** Older credit notes of these invoices that reverse withheld tax: they are declared again when the invoices are settled. */
export const selectSettledNoteKeys = (
  tenant: Tenant,
  { pendingRecordIds, before }: { pendingRecordIds: string[]; before: string },
) =>
  rowsOf<FiscalKey>(tenant.tx)`
    SELECT ${keyColumns} FROM ${returns.of(tenant)} r
    WHERE r.pending_record_id = ANY (${pendingRecordIds}::uuid[])
      AND r.status = 'issued' AND (${isNumbered} OR ${isUnnumbered}) AND r.withheld > 0 AND r.date < ${before}::date`;

/** The notes over purchases from a contact, until a day, that reverse withheld tax. */
export const selectWithheldNotesOf = (tenant: Tenant, contactId: string, until: string) =>
  columnOf<string>(tenant.tx)`
    SELECT r.id FROM ${returns.of(tenant)} r
    WHERE r.contact_id = ${contactId} AND r.direction = 'purchase' AND r.status = 'issued'
      AND (${isNumbered} OR ${isUnnumbered}) AND r.withheld > 0 AND r.date <= ${until}::date
    ORDER BY r.date, r.id`;
