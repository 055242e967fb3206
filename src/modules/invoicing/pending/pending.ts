import { findBaseCurrency } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { fillInRefunds, type RefundFacts } from '../hooks.ts';
import { selectRecurrencyOf } from '../recurrence/recurrency.sql.ts';
import { describeRecurrency, startRecurrency } from '../recurrence/recurrency.ts';
import { type PendingPayment, selectPayments } from '../settlement/payment.sql.ts';
import { marginOf } from '../ties/cost.ts';
import { selectLinks } from '../ties/link.sql.ts';
import { describePayment, describeWhole } from './describe.ts';
import { draftDocument } from './draft.ts';
import { selectElements } from './element.sql.ts';
import type { GivenDocument } from './pending.schema.ts';
import { selectPendingRecord } from './pending.sql.ts';
import { type WrittenDocument, writeDocument } from './write.ts';

/** Writes a document: a draft, or one that is issued at once. */
export async function createPendingRecord(ctx: TenantContext, { status, recurrency, ...given }: GivenDocument) {
  const written = await writeDocument(ctx, await draftDocument(ctx, given), status);
  const comesAgain = recurrency && (await startRecurrency(ctx, written.document, recurrency));
  return { ...described(written), recurrency: comesAgain ? describeRecurrency(comesAgain) : null };
}

/** A document with everything about it. */
export async function readPendingRecord(ctx: TenantContext, id: string) {
  const { tx, organizationId } = ctx;
  const [document, recurrency, elementsOf, payments, links, baseCurrency] = await Promise.all([
    selectPendingRecord(tx, organizationId, id),
    selectRecurrencyOf(tx, organizationId, id),
    selectElements(tx, organizationId, [id]),
    selectPayments(tx, organizationId, id),
    selectLinks(tx, organizationId, id),
    findBaseCurrency(tx, organizationId),
  ]);
  if (!document) throw NotFound();
  const elements = elementsOf.get(id) ?? [];
  const refunds = await refundsOf(ctx, payments);
  return {
    ...describeWhole(document, elements, baseCurrency),
    recurrency: recurrency ? describeRecurrency(recurrency) : null,
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

/** A document as it was just written; nothing comes again of it yet. */
export const described = ({ document, elements, baseCurrency }: WrittenDocument) => ({
  ...describeWhole(document, elements, baseCurrency),
  recurrency: null,
});
