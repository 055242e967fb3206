import type { z } from 'zod';
import { requireDivisions } from '#modules/accounting/index.ts';
import { requireResources } from '#modules/catalog/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import { lockStock, positionKey, type StockKey } from '#modules/inventory/index.ts';
import { createManyRecurrent, NewPendingRecord, PriceMissing } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { Late } from '#platform/late.ts';
import { type FieldError, type RefusalKind, refusal } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import type { Suggestion } from '../suggestion/suggestion.schema.ts';
import { type Planning, suggestionList } from '../suggestion/suggestion.sql.ts';
import { describeSuggestions, planningOf } from '../suggestion/suggestion.ts';
import { type GivenReplenishment, type GivenRow, ROWS_MAX, type SkipReason } from './order.schema.ts';

export const NothingToOrder = refusal(
  'nothing_to_order',
  'This is not on the list of what to order: goods that are ordered count. Read the list again.',
);
export const SupplierMissing = refusal(
  'supplier_missing',
  'No supplier is known for this product: give a `supplierId`, or set that of the product.',
);
export const QuantityMissing = refusal(
  'quantity_missing',
  'No quantity is suggested for this product: give a `quantity`.',
);
export const TooManySuggestions = refusal(
  'too_many_suggestions',
  'More than 1,000 rows match: order by branch or by supplier.',
);

/** A row with all that an order needs. */
type Row = z.output<typeof Suggestion> & Pick<GivenRow, 'unitPrice'>;

/** Makes purchase orders of rows of the list, one for each supplier, division and currency. They change neither stock nor books. */
export async function orderGoods(ctx: TenantContext, { rows, filter, notes }: GivenReplenishment) {
  const plan = await planningOf(ctx);
  const wanted = rows ? await chosenRows(plan, rows) : await matchingRows(plan, filter!);
  const failures = wanted.flatMap((row, place) => {
    const failure = failureOf(row);
    return failure ? [{ row, place, failure }] : [];
  });
  if (rows && failures.length > 0) throw refusalOf(failures);
  const failed = new Set(failures.map(({ row }) => row));
  const orders = Map.groupBy(
    wanted.filter((row) => !failed.has(row)),
    ({ supplierId, divisionId, currency }) => `${supplierId} ${divisionId} ${currency}`,
  );
  const given = [...orders.values()].map((lines) => ({ ctx, given: documentOf(lines, notes) }));
  const skipped = failures.map(({ row, failure }) => ({
    resourceId: row.resourceId,
    divisionId: row.divisionId,
    name: row.resource.name,
    reason: failure.reason,
  }));
  return Late.all(await createManyRecurrent(given)).map((written) => ({ orders: written.map(describeOrder), skipped }));
}

type Written = Awaited<ReturnType<typeof createManyRecurrent>>[number]['value'];

const describeOrder = ({
  id,
  number,
  contactId,
  contactName,
  divisionId,
  elements,
  net,
  total,
  currency,
}: Written) => ({
  id,
  number: number!,
  contactId: contactId!,
  contactName: contactName!,
  divisionId: divisionId!,
  lines: elements.length,
  net,
  total,
  currency,
});

/** All rows that match a filter. */
async function matchingRows(plan: Planning, filter: NonNullable<GivenReplenishment['filter']>): Promise<Row[]> {
  const query = { ...filter, sort: 'name', itemsPerPage: ROWS_MAX } as const;
  const { data, nextCursor } = await suggestionList.next(plan, query);
  if (nextCursor) throw TooManySuggestions();
  return heldRows(plan, data, query);
}

/** The chosen rows, in their order. They must be on the list still, so that the same goods are not ordered twice. */
async function chosenRows(plan: Planning, given: GivenRow[]): Promise<Row[]> {
  const ids = (name: 'resourceId' | 'divisionId') => given.map((row) => row[name]);
  const resources = await requireResources(plan, ids('resourceId'), 'body.rows[].resourceId');
  await requireDivisions(plan, ids('divisionId'), 'body.rows[].divisionId');
  const suppliers = await chosenSuppliers(plan, given);
  const query = { outOfStock: true, sort: 'name', itemsPerPage: ROWS_MAX } as const;
  const listed = await heldRows(plan, given, query, suppliers);
  const byKey = new Map(listed.map((row) => [positionKey(row), row]));
  const errors = given.flatMap((key, place): FieldError[] => {
    if (byKey.has(positionKey(key))) return [];
    const message = `${resources.get(key.resourceId)!.name} is not to be ordered: its stock with what is ordered is not below the minimum.`;
    return [{ path: `body.rows[${place}]`, code: 'not_listed', message }];
  });
  if (errors.length > 0) throw NothingToOrder(errors[0]!.message, { errors });
  return given.map((row) => {
    const found = byKey.get(positionKey(row))!;
    return { ...found, suggested: row.quantity ?? found.suggested, unitPrice: row.unitPrice };
  });
}

/** The chosen supplier of each position that has one. Each supplier is read once, however many rows name it. */
async function chosenSuppliers(plan: Planning, given: GivenRow[]): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  await mapInTurns(given, async ({ supplierId }, place) => {
    if (!supplierId || known.has(supplierId)) return;
    known.set(supplierId, (await requireContact(plan, supplierId, `body.rows[${place}].supplierId`)).id);
  });
  return new Map(given.flatMap((row) => (row.supplierId ? [[positionKey(row), known.get(row.supplierId)!]] : [])));
}

/** Reads rows after locking their positions: of two orders of the same goods, the second one sees what the first has ordered. */
async function heldRows(
  plan: Planning,
  keys: StockKey[],
  query: Parameters<typeof suggestionList.next>[1],
  suppliers?: Map<string, string>,
): Promise<z.output<typeof Suggestion>[]> {
  await lockStock(plan, keys);
  const { data } = await suggestionList.next(plan, { ...query, keys });
  return describeSuggestions(plan, data, suppliers);
}

interface Failure {
  reason: SkipReason;
  kind: RefusalKind;
  field: string;
  message: string;
}

/** Why a row cannot be ordered; null if it can. */
function failureOf({ resource: { name }, supplierId, unitPrice, unitCost, suggested }: Row): Failure | null {
  if (!supplierId) {
    const message = `${name} has no supplier: give one, or set that of the product.`;
    return { reason: 'no_supplier', kind: SupplierMissing, field: 'supplierId', message };
  }
  if ((unitPrice ?? unitCost) === null) {
    const message = `${name} was never bought and has no cost: give a price, or set the cost of the product.`;
    return { reason: 'no_cost', kind: PriceMissing, field: 'unitPrice', message };
  }
  if (suggested === '0') {
    const message = `${name} has no minimum and was not sold in the last 30 days: give a quantity.`;
    return { reason: 'no_quantity', kind: QuantityMissing, field: 'quantity', message };
  }
  return null;
}

function refusalOf(failures: { place: number; failure: Failure }[]) {
  const { kind, message } = failures[0]!.failure;
  const errors = failures.map(({ place, failure }) => ({
    path: `body.rows[${place}].${failure.field}`,
    code: 'required',
    message: failure.message,
  }));
  return kind(message, { errors });
}

const documentOf = (lines: Row[], notes: string | undefined) =>
  NewPendingRecord.parse({
    kind: 'order',
    direction: 'purchase',
    contactId: lines[0]!.supplierId,
    divisionId: lines[0]!.divisionId,
    currency: lines[0]!.currency,
    notes,
    elements: lines.map(({ resourceId, suggested, unitPrice, unitCost }) => ({
      resourceId,
      quantity: suggested,
      unitPrice: unitPrice ?? unitCost!,
    })),
  });
