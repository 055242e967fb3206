import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { correctedUnits, type UnitCorrection } from '#modules/inventory/index.ts';
import type { Direction } from '#modules/invoicing/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Portion, Returned } from '../portion.ts';

export const dispositions = ['restock', 'scrap', 'undelivered'] as const;
export type Disposition = (typeof dispositions)[number];

/** What a return says, beside its lines. Amounts are minor units. */
export interface ReturnContent {
  direction: Direction;
  pendingRecordId: string;
  contactId: string | null;
  contactName: string | null;
  contactTaxId: string | null;
  date: string;
  reason: string;
  notes: string;
  fiscalType: string | null;
  fiscalNumber: string | null;
  modifiesFiscalNumber: string | null;
  divisionId: string | null;
  currency: string;
  rate: string | null;
  net: bigint;
  tax: bigint;
  total: bigint;
  withheld: bigint;
  baseNet: bigint;
  baseTax: bigint;
  baseTotal: bigint;
  baseWithheld: bigint;
  refundAccountId: string | null;
  refundMethod: string | null;
}

export interface ReturnRow extends ReturnContent {
  id: string;
  version: number;
  status: 'draft' | 'issued' | 'void';
  number: bigint | null;
  fiscalExpiresOn: string | null;
  numeralsId: string | null;
  settled: bigint;
  refunded: bigint;
  paymentId: string | null;
  recordId: string | null;
  issuedAt: string | null;
  voidedAt: string | null;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}

export const returnColumns = [
  'id',
  'version',
  'status',
  'direction',
  'pendingRecordId',
  'number',
  'contactId',
  'contactName',
  'contactTaxId',
  'date',
  'reason',
  'notes',
  'fiscalType',
  'fiscalNumber',
  'fiscalExpiresOn',
  'numeralsId',
  'modifiesFiscalNumber',
  'divisionId',
  'currency',
  'rate',
  'net',
  'tax',
  'total',
  'withheld',
  'baseNet',
  'baseTax',
  'baseTotal',
  'baseWithheld',
  'settled',
  'refunded',
  'refundAccountId',
  'refundMethod',
  'paymentId',
  'recordId',
  'issuedAt',
  'voidedAt',
  'createdBy',
  'createdAt',
  'updatedAt',
] as const;

/** A line of a return: so much of a line of the invoice. */
export interface ReturnLine extends Portion {
  id: string;
  elementId: string;
  quantity: string;
  disposition: Disposition;
  reason: string;
  serialNumbers: string[];
  /** What the goods had cost, in minor units of the organization's currency. */
  cost: bigint;
}

export type ReturnFacts = Partial<
  Pick<
    ReturnRow,
    'status' | 'number' | 'fiscalExpiresOn' | 'numeralsId' | 'settled' | 'refunded' | 'paymentId' | 'recordId'
  >
> & { issuedAt?: Temporal.Instant; voidedAt?: Temporal.Instant };

export async function insertReturn(
  tx: Tx,
  organizationId: string,
  given: ReturnContent & ReturnFacts & { id: string; status: string; createdBy: string | null },
  at: Temporal.Instant,
): Promise<ReturnRow> {
  const row = await tx
    .insertInto('returns')
    .values({ ...given, organizationId, createdAt: at, updatedAt: at })
    .returning(returnColumns)
    .executeTakeFirstOrThrow();
  return row as ReturnRow;
}

/** Every change makes a new version. */
export async function updateReturn(
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<ReturnContent> & ReturnFacts,
  at: Temporal.Instant,
): Promise<ReturnRow> {
  const row = await tx
    .updateTable('returns')
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(returnColumns)
    .executeTakeFirstOrThrow();
  return row as ReturnRow;
}

export async function selectReturn(tx: Tx, organizationId: string, id: string): Promise<ReturnRow | undefined> {
  const row = await tx
    .selectFrom('returns')
    .select(returnColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as ReturnRow | undefined;
}

/** The next number of a direction. The row is held until the transaction ends, so there is no gap: call it late. */
export async function takeReturnNumber(tx: Tx, organizationId: string, direction: Direction): Promise<bigint> {
  const { rows } = await sql<{ number: bigint }>`
    INSERT INTO return_counters AS c (organization_id, direction, number) VALUES (${organizationId}, ${direction}, 1)
    ON CONFLICT (organization_id, direction) DO UPDATE SET number = c.number + 1
    RETURNING number`.execute(tx);
  return rows[0]!.number;
}

export async function insertLines(
  tx: Tx,
  organizationId: string,
  returnId: string,
  lines: ReturnLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const column = <K extends keyof ReturnLine>(name: K) => lines.map((line) => line[name]);
  const taxes = lines.flatMap(({ id, taxes: own }) => own.map((tax) => ({ ...tax, lineId: id })));
  await sql`
    INSERT INTO return_lines (organization_id, return_id, position, id, element_id, quantity, disposition, reason,
      serial_numbers, net, tax, withheld, total, cost)
    SELECT ${organizationId}::uuid, ${returnId}::uuid, place - 1, id, element_id, quantity, disposition, reason,
      ARRAY (SELECT jsonb_array_elements_text(serial_numbers)), net, tax, withheld, total, cost
    FROM unnest(
      ${column('id')}::uuid[], ${column('elementId')}::uuid[], ${column('quantity')}::numeric[],
      ${column('disposition')}::text[], ${column('reason')}::text[],
      ${column('serialNumbers').map((serials) => JSON.stringify(serials))}::jsonb[], ${column('net')}::bigint[],
      ${column('tax')}::bigint[], ${column('withheld')}::bigint[], ${column('total')}::bigint[],
      ${column('cost')}::bigint[]
    ) WITH ORDINALITY AS given (id, element_id, quantity, disposition, reason, serial_numbers, net, tax, withheld, total,
      cost, place)`.execute(tx);
  if (taxes.length === 0) return;
  await sql`
    INSERT INTO return_line_taxes (organization_id, line_id, tax_id, base, amount)
    SELECT ${organizationId}::uuid, given.* FROM unnest(
      ${taxes.map(({ lineId }) => lineId)}::uuid[], ${taxes.map(({ taxId }) => taxId)}::uuid[],
      ${taxes.map(({ base }) => base)}::bigint[], ${taxes.map(({ amount }) => amount)}::bigint[]) AS given`.execute(tx);
}

export async function deleteLines(tx: Tx, organizationId: string, returnId: string): Promise<void> {
  await sql`
    DELETE FROM return_line_taxes t USING return_lines l
    WHERE t.organization_id = ${organizationId} AND l.organization_id = t.organization_id AND l.id = t.line_id
      AND l.return_id = ${returnId}`.execute(tx);
  await sql`
    DELETE FROM return_lines WHERE organization_id = ${organizationId} AND return_id = ${returnId}`.execute(tx);
}

/** The lines of returns with their taxes, in their order, by return. */
export async function selectLines(
  tx: Tx,
  organizationId: string,
  returnIds: string[],
): Promise<Map<string, ReturnLine[]>> {
  const [lines, taxes] = await Promise.all([
    sql<Omit<ReturnLine, 'taxes'> & { returnId: string }>`
      SELECT l.return_id, l.id, l.element_id, trim_scale(l.quantity) AS quantity, l.disposition, l.reason,
        l.serial_numbers, l.net, l.tax, l.withheld, l.total, l.cost
      FROM return_lines l
      WHERE l.organization_id = ${organizationId} AND l.return_id = ANY (${returnIds}::uuid[])
      ORDER BY l.return_id, l.position`.execute(tx),
    sql<{ lineId: string; taxId: string; base: bigint; amount: bigint }>`
      SELECT t.line_id, t.tax_id, t.base, t.amount
      FROM return_lines l
      JOIN return_line_taxes t ON t.organization_id = l.organization_id AND t.line_id = l.id
      WHERE l.organization_id = ${organizationId} AND l.return_id = ANY (${returnIds}::uuid[])`.execute(tx),
  ]);
  const taxesOf = Map.groupBy(taxes.rows, ({ lineId }) => lineId);
  const whole = lines.rows.map((line) => ({
    ...line,
    taxes: (taxesOf.get(line.id) ?? []).map(({ lineId: _, ...tax }) => tax),
  }));
  const byReturn = Map.groupBy(whole, ({ returnId }) => returnId);
  return new Map([...byReturn].map(([id, own]) => [id, own.map(({ returnId: _, ...line }) => line)]));
}

/** What of an invoice has come back, in returns that stand. */
export interface DocumentReturns {
  ids: string[];
  net: bigint;
  tax: bigint;
  withheld: bigint;
  baseNet: bigint;
  baseTax: bigint;
  baseWithheld: bigint;
  /** By line of the invoice. */
  elements: Map<string, Returned & { undelivered: string; serialNumbers: string[] }>;
}

export async function selectStandingReturns(
  tx: Tx,
  organizationId: string,
  pendingRecordId: string,
): Promise<DocumentReturns> {
  const [heads, lines, taxes] = await Promise.all([
    sql<Omit<DocumentReturns, 'elements'>>`
      SELECT coalesce(array_agg(id ORDER BY id), '{}') AS ids, coalesce(sum(net), 0)::bigint AS net,
        coalesce(sum(tax), 0)::bigint AS tax, coalesce(sum(withheld), 0)::bigint AS withheld,
        coalesce(sum(base_net), 0)::bigint AS base_net, coalesce(sum(base_tax), 0)::bigint AS base_tax,
        coalesce(sum(base_withheld), 0)::bigint AS base_withheld
      FROM returns
      WHERE organization_id = ${organizationId} AND pending_record_id = ${pendingRecordId} AND status = 'issued'`.execute(
      tx,
    ),
    sql<{ elementId: string; quantity: string; undelivered: string; net: bigint; serials: string[][] }>`
      SELECT l.element_id, trim_scale(sum(l.quantity)) AS quantity, sum(l.net)::bigint AS net,
        trim_scale(coalesce(sum(l.quantity) FILTER (WHERE l.disposition = 'undelivered'), 0)) AS undelivered,
        jsonb_agg(to_jsonb(l.serial_numbers)) AS serials
      FROM returns r
      JOIN return_lines l ON l.organization_id = r.organization_id AND l.return_id = r.id
      WHERE r.organization_id = ${organizationId} AND r.pending_record_id = ${pendingRecordId} AND r.status = 'issued'
      GROUP BY l.element_id`.execute(tx),
    sql<{ elementId: string; taxId: string; base: bigint; amount: bigint }>`
      SELECT l.element_id, t.tax_id, sum(t.base)::bigint AS base, sum(t.amount)::bigint AS amount
      FROM returns r
      JOIN return_lines l ON l.organization_id = r.organization_id AND l.return_id = r.id
      JOIN return_line_taxes t ON t.organization_id = l.organization_id AND t.line_id = l.id
      WHERE r.organization_id = ${organizationId} AND r.pending_record_id = ${pendingRecordId} AND r.status = 'issued'
      GROUP BY l.element_id, t.tax_id`.execute(tx),
  ]);
  const taxesOf = Map.groupBy(taxes.rows, ({ elementId }) => elementId);
  const elements = lines.rows.map(({ elementId, serials, ...line }) => {
    const own = (taxesOf.get(elementId) ?? []).map(({ taxId, base, amount }) => [taxId, { base, amount }] as const);
    return [elementId, { ...line, serialNumbers: serials.flat(), taxes: new Map(own) }] as const;
  });
  return { ...heads.rows[0]!, elements: new Map(elements) };
}

export async function hasStandingReturn(tx: Tx, organizationId: string, pendingRecordId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('returns')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .where('status', '=', 'issued')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const moveReturnsOfContacts = (tx: Tx, organizationId: string, { from, into }: ContactMerge): Promise<unknown> =>
  tx
    .updateTable('returns')
    .set({ contactId: into })
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', sql<string>`ANY (${from}::uuid[])`)
    .execute();

/** The lines of a return name the units that really came back. */
export const correctReturnUnits = (
  tx: Tx,
  organizationId: string,
  returnId: string,
  elementIds: string[],
  correction: UnitCorrection,
): Promise<unknown> =>
  tx
    .updateTable('returnLines')
    .set({ serialNumbers: correctedUnits('serial_numbers', correction) })
    .where('organizationId', '=', organizationId)
    .where('returnId', '=', returnId)
    .where('elementId', '=', sql<string>`ANY (${elementIds}::uuid[])`)
    .execute();
