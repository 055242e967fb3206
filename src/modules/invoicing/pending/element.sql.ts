import { sql } from 'kysely';
import { correctedUnits, type UnitCorrection } from '#modules/inventory/index.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { AppliedTax } from '../pricing/pricing.ts';

/** A tax of a line, as it was used. */
export interface ElementTax {
  taxId: string;
  code: string;
  name: string;
  kind: AppliedTax['kind'];
  rate: string;
  appliesTo: AppliedTax['base'];
  fiscalCode: string | null;
  chartAccountId: string | null;
  base: bigint;
  amount: bigint;
}

/** A line of a document. Amounts are minor units of the document's currency. */
export interface PendingElement {
  id: string;
  resourceId: string | null;
  /** A pack that is sold as one. */
  resourceListId: string | null;
  description: string;
  quantity: string;
  unit: string | null;
  unitPrice: string;
  priceLabel: string | null;
  discountKind: 'amount' | 'percent' | null;
  discountValue: string | null;
  /** The discount that was offered, and why. */
  discountOfferId: string | null;
  discountReason: string | null;
  chartAccountId: string | null;
  serialNumbers: string[];
  amount: bigint;
  discount: bigint;
  net: bigint;
  tax: bigint;
  withheld: bigint;
  total: bigint;
  /** What the goods that left had cost, in minor units of the organization's currency. */
  cost: bigint;
  sourceElementId: string | null;
  /** How much of it is in later documents. */
  converted: string;
  taxes: ElementTax[];
}

/** Writes the lines of a document as they shall be: those that are known change, the others are new. */
export async function upsertElements(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
  elements: Omit<PendingElement, 'converted'>[],
): Promise<void> {
  if (elements.length === 0) return;
  const column = <K extends keyof (typeof elements)[number]>(name: K) => elements.map((element) => element[name]);
  await sql`
    INSERT INTO pending_elements AS known (organization_id, pending_record_id, position, id, resource_id, description, quantity,
      unit, unit_price, price_label, discount_kind, discount_value, chart_account_id, serial_numbers, amount, discount, net,
      tax, withheld, total, cost, source_element_id, resource_list_id, discount_offer_id, discount_reason)
    SELECT ${organizationId}::uuid, ${pendingRecordId}::uuid, place - 1, id, resource_id, description, quantity,
      unit, unit_price, price_label, discount_kind, discount_value, chart_account_id,
      ARRAY (SELECT jsonb_array_elements_text(serial_numbers)), amount, discount, net, tax, withheld, total, cost,
      source_element_id, resource_list_id, discount_offer_id, discount_reason
    FROM unnest(
      ${column('id')}::uuid[], ${column('resourceId')}::uuid[], ${column('description')}::text[],
      ${column('quantity')}::numeric[], ${column('unit')}::text[], ${column('unitPrice')}::numeric[],
      ${column('priceLabel')}::text[], ${column('discountKind')}::text[], ${column('discountValue')}::numeric[],
      ${column('chartAccountId')}::uuid[], ${column('serialNumbers').map((serials) => JSON.stringify(serials))}::jsonb[],
      ${column('amount')}::bigint[], ${column('discount')}::bigint[], ${column('net')}::bigint[], ${column('tax')}::bigint[],
      ${column('withheld')}::bigint[], ${column('total')}::bigint[], ${column('cost')}::bigint[],
      ${column('sourceElementId')}::uuid[], ${column('resourceListId')}::uuid[], ${column('discountOfferId')}::uuid[],
      ${column('discountReason')}::text[]
    ) WITH ORDINALITY AS given (id, resource_id, description, quantity, unit, unit_price, price_label, discount_kind,
      discount_value, chart_account_id, serial_numbers, amount, discount, net, tax, withheld, total, cost,
      source_element_id, resource_list_id, discount_offer_id, discount_reason, place)
    ON CONFLICT (organization_id, id) DO UPDATE SET
      position = excluded.position, resource_id = excluded.resource_id, description = excluded.description,
      quantity = excluded.quantity, unit = excluded.unit, unit_price = excluded.unit_price,
      price_label = excluded.price_label, discount_kind = excluded.discount_kind, discount_value = excluded.discount_value,
      chart_account_id = excluded.chart_account_id, serial_numbers = excluded.serial_numbers, amount = excluded.amount,
      discount = excluded.discount, net = excluded.net, tax = excluded.tax, withheld = excluded.withheld,
      total = excluded.total, cost = excluded.cost, resource_list_id = excluded.resource_list_id,
      discount_offer_id = excluded.discount_offer_id, discount_reason = excluded.discount_reason`.execute(tx);
}

export async function insertElementTaxes(
  { tx, organizationId }: Tenant,
  elements: Pick<PendingElement, 'id' | 'taxes'>[],
): Promise<void> {
  const taxes = elements.flatMap(({ id, taxes: own }) =>
    own.map((tax, position) => ({ ...tax, elementId: id, position })),
  );
  if (taxes.length === 0) return;
  const column = <K extends keyof (typeof taxes)[number]>(name: K) => taxes.map((tax) => tax[name]);
  await sql`
    INSERT INTO pending_element_taxes (organization_id, element_id, tax_id, position, code, name, kind, rate, applies_to,
      fiscal_code, chart_account_id, base, amount)
    SELECT ${organizationId}::uuid, given.* FROM unnest(
      ${column('elementId')}::uuid[], ${column('taxId')}::uuid[], ${column('position')}::int[], ${column('code')}::text[],
      ${column('name')}::text[], ${column('kind')}::text[], ${column('rate')}::numeric[], ${column('appliesTo')}::text[],
      ${column('fiscalCode')}::text[], ${column('chartAccountId')}::uuid[], ${column('base')}::bigint[],
      ${column('amount')}::bigint[]) AS given`.execute(tx);
}

/** Makes room for the taxes of the document's lines to be written anew, and takes lines away that are no more. */
export async function deleteElementsBut(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
  kept: string[],
): Promise<void> {
  await sql`
    DELETE FROM pending_element_taxes t USING pending_elements e
    WHERE t.organization_id = ${organizationId} AND e.organization_id = t.organization_id AND e.id = t.element_id
      AND e.pending_record_id = ${pendingRecordId}`.execute(tx);
  await sql`
    DELETE FROM pending_elements
    WHERE organization_id = ${organizationId} AND pending_record_id = ${pendingRecordId}
      AND id <> ALL (${kept}::uuid[])`.execute(tx);
}

/** The lines of documents with their taxes, in their order, by document. */
export async function selectElements(
  { tx, organizationId }: Tenant,
  pendingRecordIds: string[],
): Promise<Map<string, PendingElement[]>> {
  const [elements, taxes] = await Promise.all([
    sql<PendingElement & { pendingRecordId: string }>`
      SELECT pending_record_id, ${elementColumns} FROM pending_elements e
      WHERE e.organization_id = ${organizationId} AND e.pending_record_id = ANY (${pendingRecordIds}::uuid[])
      ORDER BY e.pending_record_id, e.position`.execute(tx),
    sql<ElementTax & { elementId: string }>`
      SELECT ${taxColumns} FROM pending_elements e
      JOIN pending_element_taxes t ON t.organization_id = e.organization_id AND t.element_id = e.id
      WHERE e.organization_id = ${organizationId} AND e.pending_record_id = ANY (${pendingRecordIds}::uuid[])
      ORDER BY t.element_id, t.position`.execute(tx),
  ]);
  const whole = withTaxes(elements.rows, taxes.rows);
  const byDocument = Map.groupBy(whole, ({ pendingRecordId }) => pendingRecordId);
  return new Map([...byDocument].map(([id, own]) => [id, own.map(({ pendingRecordId: _, ...element }) => element)]));
}

export function withTaxes<E extends { id: string }>(elements: E[], taxes: (ElementTax & { elementId: string })[]) {
  const taxesOf = Map.groupBy(taxes, ({ elementId }) => elementId);
  return elements.map((element) => ({
    ...element,
    taxes: (taxesOf.get(element.id) ?? []).map(({ elementId: _, ...tax }): ElementTax => tax),
  }));
}

/** The taxes of lines, in their order. */
export async function selectElementTaxes(
  { tx, organizationId }: Tenant,
  elementIds: string[],
): Promise<(ElementTax & { elementId: string })[]> {
  const { rows } = await sql<ElementTax & { elementId: string }>`
    SELECT ${taxColumns} FROM pending_element_taxes t
    WHERE t.organization_id = ${organizationId} AND t.element_id = ANY (${elementIds}::uuid[])
    ORDER BY t.element_id, t.position`.execute(tx);
  return rows;
}

const taxColumns = sql`t.element_id, t.tax_id, t.code, t.name, t.kind, trim_scale(t.rate) AS rate, t.applies_to,
  t.fiscal_code, t.chart_account_id, t.base, t.amount`;

/** Of `pending_elements e`; without zeros behind the last decimal of what people entered. */
export const elementColumns = sql`e.id, e.resource_id, e.resource_list_id, e.description, trim_scale(e.quantity) AS quantity, e.unit,
  trim_scale(e.unit_price) AS unit_price, e.price_label, e.discount_kind, trim_scale(e.discount_value) AS discount_value,
  e.discount_offer_id, e.discount_reason, e.chart_account_id, e.serial_numbers, e.amount, e.discount, e.net, e.tax, e.withheld, e.total, e.cost, e.source_element_id,
  trim_scale(e.converted) AS converted`;

/** The document that a line is in. */
export async function selectDocumentOfElement({ tx, organizationId }: Tenant, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('pendingElements')
    .select('pendingRecordId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.pendingRecordId;
}

/** Says how much more, or less, of these lines is in later documents. */
export async function addConverted(
  { tx, organizationId }: Tenant,
  changes: { id: string; quantity: string }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    UPDATE pending_elements e SET converted = e.converted + given.quantity
    FROM unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ quantity }) => quantity)}::numeric[])
      AS given (id, quantity)
    WHERE e.organization_id = ${organizationId} AND e.id = given.id`.execute(tx);
}

/** What goods that left later had cost; what came back, taken off. In minor units of the organization's currency. */
export async function addElementCosts(
  { tx, organizationId }: Tenant,
  costs: { id: string; cost: bigint }[],
): Promise<void> {
  if (costs.length === 0) return;
  await sql`
    UPDATE pending_elements e SET cost = e.cost + given.cost
    FROM (
      SELECT id, sum(cost)::bigint AS cost
      FROM unnest(${costs.map(({ id }) => id)}::uuid[], ${costs.map(({ cost }) => cost)}::bigint[]) AS g (id, cost)
      GROUP BY id) AS given
    WHERE e.organization_id = ${organizationId} AND e.id = given.id`.execute(tx);
}

/** How much of these lines is in no later document yet. */
export async function selectLeft(
  { tx, organizationId }: Tenant,
  ids: string[],
): Promise<{ id: string; pendingRecordId: string; left: string }[]> {
  const { rows } = await sql<{ id: string; pendingRecordId: string; left: string }>`
    SELECT id, pending_record_id, trim_scale(quantity - converted) AS left FROM pending_elements
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])`.execute(tx);
  return rows;
}

/** The lines of a document that are of a resource, or of a pack or combo with it in it. */
export async function selectElementsWith(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
  resourceId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM pending_elements
    WHERE organization_id = ${organizationId} AND pending_record_id = ${pendingRecordId} AND resource_id = ${resourceId}
    UNION
    SELECT element_id FROM sold_parts
    WHERE organization_id = ${organizationId} AND pending_record_id = ${pendingRecordId}
      AND resource_id = ${resourceId}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lines name the units that really moved. */
export const correctElementUnits = (
  { tx, organizationId }: Tenant,
  ids: string[],
  correction: UnitCorrection,
): Promise<unknown> =>
  tx
    .updateTable('pendingElements')
    .set({ serialNumbers: correctedUnits('serial_numbers', correction) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .where(sql<boolean>`serial_numbers && ${correction.wrong}::text[]`)
    .execute();
