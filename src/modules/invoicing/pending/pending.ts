import type { TenantContext } from '#platform/context.ts';
import { fillInRefunds, type RefundFacts } from '../hooks.ts';
import { selectPayments } from '../settlement/payments.ts';
import { type PendingPayment, pendingRecords } from '../tables.ts';
import { marginOf } from '../ties/cost.ts';
import { selectLinks } from '../ties/link.sql.ts';
import { describePayment, describeWhole } from './describe.ts';
import { draftDocument } from './draft.ts';
import { selectElements } from './element.sql.ts';
import type { GivenDocument } from './pending.schema.ts';
import { type WrittenDocument, writeDocument } from './write.ts';

/** Writes a document: a draft, or one that is issued at once. */
export const createPendingRecord = async (
  ctx: TenantContext,
  { status, ...given }: GivenDocument,
): Promise<WrittenDocument> => writeDocument(ctx, await draftDocument(ctx, given), status);

/** Locks a document and reads its lines. */
export async function readWritten(
  ctx: TenantContext,
  id: string,
  version: number | undefined,
): Promise<WrittenDocument> {
  const document = await pendingRecords.lock(ctx, id, version);
  return { document, elements: (await selectElements(ctx, [id])).get(id) ?? [] };
}

/** A document with everything about it. */
export async function readPendingRecord(ctx: TenantContext, id: string) {
  const [document, elementsOf, payments, links] = await Promise.all([
    pendingRecords.get(ctx, id),
    selectElements(ctx, [id]),
    selectPayments(ctx, id),
    selectLinks(ctx, id),
  ]);
  const elements = elementsOf.get(id) ?? [];
  const refunds = await refundsOf(ctx, payments);
  return {
    ...describeWhole(ctx, { document, elements }),
    payments: payments.map((payment) => describePayment(payment, document.currency, refunds.get(payment.id))),
    links,
    margin: document.direction === 'sale' ? await marginOf(ctx, document, elements) : null,
  };
}

async function refundsOf(ctx: TenantContext, payments: PendingPayment[]): Promise<Map<string, RefundFacts>> {
  const refunds = new Map<string, RefundFacts>();
  const ids = payments.map(({ id }) => id);
  if (ids.length > 0) await fillInRefunds(ctx, ids, refunds);
  return refunds;
}
