import { type RawBuilder, sql } from 'kysely';
import { correctedUnits, type UnitCorrection } from '#modules/inventory/index.ts';
import { batchedWrite } from '#platform/db/batched.ts';
import { columnOf, type Row, rowsOf, type Tenant } from '#platform/db/table.ts';
import { sendLater } from '#platform/db/transaction.ts';
import { pendingElements, pendingElementTaxes, soldParts } from '../tables.ts';

/** A tax of a line at the rate that was applied. */
export type ElementTax = Omit<Row<typeof pendingElementTaxes>, 'elementId' | 'position'>;

/** A line of a document. Amounts are minor units of the document's currency; `cost` of the organization's. */
export interface PendingElement extends Omit<Row<typeof pendingElements>, 'pendingRecordId' | 'position' | 'itemKey'> {
  taxes: ElementTax[];
}

/** The lines of a document, in their order. */
interface NewLines {
  pendingRecordId: string;
  elements: Omit<PendingElement, 'converted'>[];
}

/** Inserts the lines of a new document with their taxes; those of several documents in one statement. */
export function insertElements(tenant: Tenant, pendingRecordId: string, elements: NewLines['elements']): void {
  if (elements.length > 0) insertLines(tenant, { pendingRecordId, elements });
}

const insertLines = batchedWrite<NewLines>((tenant, documents) =>
  linesWithTaxes(tenant, linesToInsert(tenant, documents), documents).compile(tenant.tx),
);

/** Inserts the lines of a document with their taxes, or replaces those that exist, in one statement. */
export function upsertElements(tenant: Tenant, pendingRecordId: string, elements: NewLines['elements']): void {
  if (elements.length === 0) return;
  const documents = [{ pendingRecordId, elements }];
  const lines = sql`${linesToInsert(tenant, documents)} ${replaceKnown}`;
  sendLater(tenant.tx, linesWithTaxes(tenant, lines, documents).compile(tenant.tx));
}

function linesWithTaxes(tenant: Tenant, lines: RawBuilder<unknown>, documents: NewLines[]): RawBuilder<unknown> {
  const taxes = taxesToInsert(
    tenant,
    documents.flatMap(({ elements }) => elements),
  );
  return taxes ? sql`WITH lines AS (${lines}) ${taxes}` : lines;
}

function linesToInsert({ organizationId }: Tenant, documents: NewLines[]): RawBuilder<unknown> {
  const lines = documents.flatMap(({ pendingRecordId, elements }) =>
    elements.map((element, position) => ({ ...element, pendingRecordId, position })),
  );
  const column = <K extends keyof (typeof lines)[number]>(name: K) => lines.map((line) => line[name]);
  return sql`
    INSERT INTO pending_elements AS known (organization_id, pending_record_id, position, id, resource_id, description, quantity,
      unit, unit_price, price_label, discount_kind, discount_value, chart_account_id, serial_numbers, lots, amount, discount, net,
      tax, withheld, total, cost, source_element_id, resource_list_id, discount_offer_id, discount_reason)
    SELECT c.organization_id, pending_record_id, position, id, resource_id, description, quantity,
      unit, unit_price, price_label, discount_kind, discount_value, chart_account_id,
      ARRAY (SELECT jsonb_array_elements_text(serial_numbers)), lots, amount, discount, net, tax, withheld, total, cost,
      source_element_id, resource_list_id, discount_offer_id, discount_reason
    FROM event_counters c, unnest(
      ${column('pendingRecordId')}::uuid[], ${column('position')}::int[], ${column('id')}::uuid[], ${column('resourceId')}::uuid[], ${column('description')}::text[],
      ${column('quantity')}::numeric[], ${column('unit')}::text[], ${column('unitPrice')}::numeric[],
      ${column('priceLabel')}::text[], ${column('discountKind')}::text[], ${column('discountValue')}::numeric[],
      ${column('chartAccountId')}::uuid[], ${column('serialNumbers').map((serials) => JSON.stringify(serials))}::jsonb[],
      ${column('lots').map((lots) => JSON.stringify(lots))}::jsonb[],
      ${column('amount')}::bigint[], ${column('discount')}::bigint[], ${column('net')}::bigint[], ${column('tax')}::bigint[],
      ${column('withheld')}::bigint[], ${column('total')}::bigint[], ${column('cost')}::bigint[],
      ${column('sourceElementId')}::uuid[], ${column('resourceListId')}::uuid[], ${column('discountOfferId')}::uuid[],
      ${column('discountReason')}::text[]
    ) AS given (pending_record_id, position, id, resource_id, description, quantity, unit, unit_price, price_label, discount_kind,
      discount_value, chart_account_id, serial_numbers, lots, amount, discount, net, tax, withheld, total, cost,
      source_element_id, resource_list_id, discount_offer_id, discount_reason)
    WHERE c.organization_id = ${organizationId}`;
}

const replaceKnown = sql`ON CONFLICT (organization_id, id) DO UPDATE SET
      position = excluded.position, resource_id = excluded.resource_id, description = excluded.description,
      quantity = excluded.quantity, unit = excluded.unit, unit_price = excluded.unit_price,
      price_label = excluded.price_label, discount_kind = excluded.discount_kind, discount_value = excluded.discount_value,
      chart_account_id = excluded.chart_account_id, serial_numbers = excluded.serial_numbers, lots = excluded.lots, amount = excluded.amount,
      discount = excluded.discount, net = excluded.net, tax = excluded.tax, withheld = excluded.withheld,
      total = excluded.total, cost = excluded.cost, resource_list_id = excluded.resource_list_id,
      discount_offer_id = excluded.discount_offer_id, discount_reason = excluded.discount_reason`;

function taxesToInsert(
  { organizationId }: Tenant,
  elements: Pick<PendingElement, 'id' | 'taxes'>[],
): RawBuilder<unknown> | null {
  const taxes = elements.flatMap(({ id, taxes: own }) =>
    own.map((tax, position) => ({ ...tax, elementId: id, position })),
  );
  if (taxes.length === 0) return null;
  const column = <K extends keyof (typeof taxes)[number]>(name: K) => taxes.map((tax) => tax[name]);
  return sql`
    INSERT INTO pending_element_taxes (organization_id, element_id, tax_id, position, code, name, kind, rate, applies_to,
      fiscal_code, chart_account_id, base, amount)
    SELECT c.organization_id, given.* FROM event_counters c, unnest(
      ${column('elementId')}::uuid[], ${column('taxId')}::uuid[], ${column('position')}::int[], ${column('code')}::text[],
      ${column('name')}::text[], ${column('kind')}::text[], ${column('rate')}::numeric[], ${column('appliesTo')}::text[],
      ${column('fiscalCode')}::text[], ${column('chartAccountId')}::uuid[], ${column('base')}::bigint[],
      ${column('amount')}::bigint[]) AS given
    WHERE c.organization_id = ${organizationId}`;
}

/** Deletes the taxes of all lines of a document, and the lines that are not kept. */
export async function deleteElementsBut({ tx, organizationId }: Tenant, pendingRecordId: string, kept: string[]) {
  await sql`
    DELETE FROM pending_element_taxes t USING ${pendingElements.of({ organizationId })} e
    WHERE t.organization_id = ${organizationId} AND e.id = t.element_id
      AND e.pending_record_id = ${pendingRecordId}`.execute(tx);
  await sql`
    DELETE FROM pending_elements
    WHERE organization_id = ${organizationId} AND pending_record_id = ${pendingRecordId}
      AND id <> ALL (${kept}::uuid[])`.execute(tx);
}

/** The lines of documents with their taxes, in their order, by document. */
export async function selectElements(
  tenant: Tenant,
  pendingRecordIds: string[],
): Promise<Map<string, PendingElement[]>> {
  const documents = sql`= ANY (${pendingRecordIds}::uuid[])`;
  const [elements, taxes] = await Promise.all([
    sql<ElementOfDocument>`${elementsOf(tenant, documents)}`.execute(tenant.tx),
    sql<TaxOfElement>`${taxesOf(tenant, documents)}`.execute(tenant.tx),
  ]);
  const byDocument = Map.groupBy(withTaxes(elements.rows, taxes.rows), ({ pendingRecordId }) => pendingRecordId);
  return new Map([...byDocument].map(([id, own]) => [id, own.map(({ pendingRecordId: _, ...element }) => element)]));
}

export type ElementOfDocument = Omit<PendingElement, 'taxes'> & { pendingRecordId: string };
export type TaxOfElement = ElementTax & { elementId: string };

/** The lines of the documents whose id fulfils a condition, in their order. */
export const elementsOf = (tenant: Tenant, documents: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT e.pending_record_id, ${elementColumns} FROM ${pendingElements.of(tenant)} e
  WHERE e.pending_record_id ${documents} ORDER BY e.pending_record_id, e.position`;

/** The taxes of these lines. */
export const taxesOf = (tenant: Tenant, documents: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT ${taxColumns} FROM ${pendingElements.of(tenant)} e
  JOIN ${pendingElementTaxes.of(tenant)} t ON t.element_id = e.id
  WHERE e.pending_record_id ${documents} ORDER BY t.element_id, t.position`;

/** Adds their taxes to lines. */
export async function readTaxes<E extends { id: string }>(tenant: Tenant, elements: E[]) {
  const rows = await rowsOf<TaxOfElement>(tenant.tx)`
    SELECT ${taxColumns} FROM ${pendingElementTaxes.of(tenant)} t
    WHERE t.element_id = ANY (${elements.map(({ id }) => id)}::uuid[])
    ORDER BY t.element_id, t.position`;
  return withTaxes(elements, rows);
}

export function withTaxes<E extends { id: string }>(elements: E[], taxes: TaxOfElement[]) {
  const byElement = Map.groupBy(taxes, ({ elementId }) => elementId);
  return elements.map((element) => ({
    ...element,
    taxes: (byElement.get(element.id) ?? []).map(({ elementId: _, ...tax }): ElementTax => tax),
  }));
}

const taxColumns = sql`t.element_id, t.tax_id, t.code, t.name, t.kind, trim_scale(t.rate) AS rate, t.applies_to,
  t.fiscal_code, t.chart_account_id, t.base, t.amount`;

/** The columns of lines with the alias `e`, decimals without trailing zeros. */
export const elementColumns = sql`e.id, e.resource_id, e.resource_list_id, e.description, trim_scale(e.quantity) AS quantity, e.unit,
  trim_scale(e.unit_price) AS unit_price, e.price_label, e.discount_kind, trim_scale(e.discount_value) AS discount_value,
  e.discount_offer_id, e.discount_reason, e.chart_account_id, e.serial_numbers, e.lots, e.amount, e.discount, e.net, e.tax, e.withheld, e.total, e.cost, e.source_element_id,
  trim_scale(e.converted) AS converted`;

/** Adds to the quantities of lines that are in later documents. */
export async function addConverted({ tx, organizationId }: Tenant, changes: { id: string; quantity: string }[]) {
  if (changes.length === 0) return;
  await sql`
    UPDATE pending_elements e SET converted = e.converted + given.quantity
    FROM unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ quantity }) => quantity)}::numeric[])
      AS given (id, quantity)
    WHERE e.organization_id = ${organizationId} AND e.id = given.id`.execute(tx);
}

/** Adds the cost of goods that left later, and subtracts that of goods that came back. */
export async function addElementCosts({ tx, organizationId }: Tenant, costs: { id: string; cost: bigint }[]) {
  if (costs.length === 0) return;
  await sql`
    UPDATE pending_elements e SET cost = e.cost + given.cost
    FROM (
      SELECT id, sum(cost)::numeric(40,0) AS cost
      FROM unnest(${costs.map(({ id }) => id)}::uuid[], ${costs.map(({ cost }) => cost)}::bigint[]) AS g (id, cost)
      GROUP BY id) AS given
    WHERE e.organization_id = ${organizationId} AND e.id = given.id`.execute(tx);
}

interface SoldQuantity {
  id: string;
  pendingRecordId: string;
  resourceId: string;
  quantity: string;
}

/** How much of each item is in the lines of documents. A line of a pack or a combo has that of its parts. */
export const selectSoldQuantities = (tenant: Tenant, pendingRecordIds: string[]) =>
  rowsOf<SoldQuantity>(tenant.tx)`
    SELECT e.id, e.pending_record_id, coalesce(p.resource_id, e.resource_id) AS resource_id,
           trim_scale(round(e.quantity * coalesce(p.quantity, 1), 6)) AS quantity
    FROM ${pendingElements.of(tenant)} e LEFT JOIN ${soldParts.of(tenant)} p ON p.element_id = e.id
    WHERE e.pending_record_id = ANY (${pendingRecordIds}::uuid[])
      AND coalesce(p.resource_id, e.resource_id) IS NOT NULL
    ORDER BY e.pending_record_id, e.position, e.id`;

/** The quantities of lines that are in no later document yet. */
export const selectLeft = (tenant: Tenant, ids: string[]) =>
  rowsOf<{ id: string; pendingRecordId: string; left: string }>(tenant.tx)`
    SELECT e.id, e.pending_record_id, trim_scale(e.quantity - e.converted) AS left
    FROM ${pendingElements.of(tenant)} e WHERE e.id = ANY (${ids}::uuid[])`;

/** The lines of a document with a resource, itself or in a pack or combo. */
export const selectElementsWith = (tenant: Tenant, pendingRecordId: string, resourceId: string) =>
  columnOf<string>(tenant.tx)`
    SELECT e.id FROM ${pendingElements.of(tenant)} e
    WHERE e.pending_record_id = ${pendingRecordId} AND e.resource_id = ${resourceId}
    UNION
    SELECT p.element_id FROM ${soldParts.of(tenant)} p
    WHERE p.pending_record_id = ${pendingRecordId} AND p.resource_id = ${resourceId}`;

/** Replaces wrong serial numbers of lines by those that moved. */
export const correctElementUnits = ({ tx, organizationId }: Tenant, ids: string[], correction: UnitCorrection) =>
  sql`
    UPDATE pending_elements SET serial_numbers = ${correctedUnits('serial_numbers', correction)}
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])
      AND serial_numbers && ${correction.wrong}::text[]`.execute(tx);
