import type { TenantContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { fillInRefunds, type RefundFacts } from '../hooks.ts';
import { type PendingPayment, selectPayments } from '../settlement/payment.sql.ts';
import { marginOf } from '../ties/cost.ts';
import { selectLinks } from '../ties/link.sql.ts';
import { describePayment, describeWhole } from './describe.ts';
import { draftDocument } from './draft.ts';
import { selectElements } from './element.sql.ts';
import { lockPendingRecord } from './lock.ts';
import type { GivenDocument } from './pending.schema.ts';
import { selectPendingRecord } from './pending.sql.ts';
import { type WrittenDocument, writeDocument } from './write.ts';

/** Writes a document: a draft, or one that is issued at once. */
export const createPendingRecord = async (
  ctx: TenantContext,
  { status, ...given }: GivenDocument,
): Promise<WrittenDocument> => writeDocument(ctx, await draftDocument(ctx, given), status);

/** A document with its lines, held until the transaction ends. */
export async function readWritten(
  ctx: TenantContext,
  id: string,
  version: number | undefined,
): Promise<WrittenDocument> {
  const document = await lockPendingRecord(ctx, id, version);
  const [elements, baseCurrency] = await Promise.all([selectElements(ctx, [id]), ctx.currency]);
  return { document, elements: elements.get(id) ?? [], baseCurrency };
}

/** A document with everything about it. */
export async function readPendingRecord(ctx: TenantContext, id: string) {
  const [document, elementsOf, payments, links, baseCurrency] = await Promise.all([
    selectPendingRecord(ctx, id),
    selectElements(ctx, [id]),
    selectPayments(ctx, id),
    selectLinks(ctx, id),
    ctx.currency,
  ]);
  if (!document) throw NotFound();
  const elements = elementsOf.get(id) ?? [];
  const refunds = await refundsOf(ctx, payments);
  return {
    ...describeWhole(document, elements, baseCurrency),
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
