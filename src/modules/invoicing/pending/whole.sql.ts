import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { nested, readNested } from '#platform/db/nested.ts';
import { rowsOf } from '#platform/db/table.ts';
import { type PendingPayment, type PendingRecord, pendingPayments, pendingRecords } from '../tables.ts';
import { costsOf, type DescribedCost } from '../ties/cost.sql.ts';
import { type Link, linksOf } from '../ties/link.sql.ts';
import { returnedNetOf, returnQueries } from '../ties/returned.sql.ts';
import {
  type ElementOfDocument,
  elementsOf,
  type PendingElement,
  type TaxOfElement,
  taxesOf,
  withTaxes,
} from './element.sql.ts';

interface WholeDocument {
  document: PendingRecord;
  elements: PendingElement[];
  payments: PendingPayment[];
  links: Link[];
  costs: DescribedCost[];
  /** The net of what came back, in minor units of the organization's currency. */
  returnedNet: bigint;
  /** The nested rows of the query that was read with it. */
  alongside: string | null;
}

type Parts = Record<'elements' | 'taxes' | 'payments' | 'links' | 'costs' | 'alongside', string | null>;

/** A document with its lines, payments, links and costs, and with the rows of another query about it, in one statement. */
export async function selectWhole(
  ctx: TenantContext,
  id: string,
  alongside: RawBuilder<unknown>,
): Promise<WholeDocument | null> {
  const only = sql`= ${id}`;
  const paymentsOf = sql`
    SELECT ${pendingPayments.columns('p')} FROM ${pendingPayments.of(ctx)} p
    WHERE p.pending_record_id = ${id} ORDER BY p.created_at, p.id`;
  const rows = await rowsOf<PendingRecord & Parts & { returnedNet: bigint }>(ctx.tx)`
    SELECT ${pendingRecords.columns('t')}, ${nested(elementsOf(ctx, only))} AS elements,
      ${nested(taxesOf(ctx, only))} AS taxes, ${nested(paymentsOf)} AS payments,
      ${nested(linksOf(ctx, id))} AS links, ${nested(costsOf(ctx, id))} AS costs, ${nested(alongside)} AS alongside,
      (${returnedNetOf(await returnQueries(ctx), id)}) AS returned_net
    FROM ${pendingRecords.of(ctx)} t WHERE t.id = ${id}`;
  const [row] = rows;
  if (!row) return null;
  const { elements, taxes, payments, links, costs, returnedNet, alongside: others, ...document } = row;
  return {
    document: document as PendingRecord,
    elements: withTaxes(
      readNested<ElementOfDocument>(elements, ['pendingElements'], ['lots']),
      readNested<TaxOfElement>(taxes, ['pendingElementTaxes']),
    ).map(({ pendingRecordId: _, ...element }) => element),
    payments: readNested<PendingPayment>(payments, ['pendingPayments']),
    links: readNested<Link>(links, ['pendingLinks']),
    costs: readNested<DescribedCost>(costs, ['pendingCosts', 'pendingElements']),
    returnedNet,
    alongside: others,
  };
}
