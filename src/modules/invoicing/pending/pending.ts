import type { TenantContext } from '#platform/context.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import type { Late } from '#platform/late.ts';
import { NotFound } from '#platform/refusal.ts';
import { fillInReversals, type Reversals } from '../hooks.ts';
import { type PendingPayment, pendingRecords } from '../tables.ts';
import { describeMargin } from '../ties/cost.ts';
import { describePayment, describeWhole } from './describe.ts';
import { draftDocument } from './draft.ts';
import { selectElements } from './element.sql.ts';
import type { GivenDocument } from './pending.schema.ts';
import { selectWhole } from './whole.sql.ts';
import { type OpenPayments, type WrittenDocument, writeDocuments } from './write.ts';

/** A document as it is given, by whom, and its payments where it is paid at once. */
export interface DocumentToCreate<G = GivenDocument> {
  ctx: TenantContext;
  given: G;
  openPayments?: OpenPayments | undefined;
}

/** Writes documents in one transaction: drafts, or issued at once. They are drafted together, so that their queries are shared. */
export async function createPendingRecords(documents: DocumentToCreate[]): Promise<Late<WrittenDocument>[]> {
  const toWrite = documents.map(async ({ ctx, given: { status, ...given }, openPayments }) => ({
    ctx,
    draft: await draftDocument(ctx, given),
    status,
    openPayments,
  }));
  return writeDocuments(await Promise.all(toWrite));
}

/** Locks a document and reads its lines. */
export async function readWritten(
  ctx: TenantContext,
  id: string,
  version: number | undefined,
): Promise<WrittenDocument> {
  const document = await pendingRecords.lock(ctx, id, version);
  return { document, elements: (await selectElements(ctx, [id])).get(id) ?? [] };
}

/** A document with everything about it, and with the rows of another query about it. */
export async function readPendingRecord(ctx: TenantContext, id: string, alongside: RowsQuery) {
  const whole = await selectWhole(ctx, id, alongside);
  if (!whole) throw NotFound();
  const { document, elements, payments, links } = whole;
  const reversals = await reversalsOf(ctx, payments);
  const described = {
    ...describeWhole(ctx, { document, elements }),
    payments: payments.map((payment) => describePayment(payment, document.currency, reversals.get(payment.id))),
    links,
    margin: document.direction === 'sale' ? await describeMargin(ctx, whole) : null,
  };
  return { document: described, alongside: whole.alongside };
}

/** The refunds and disputes of these payments, by payment. */
export async function reversalsOf(ctx: TenantContext, payments: PendingPayment[]): Promise<Map<string, Reversals>> {
  const reversals = new Map<string, Reversals>();
  const byCard = payments.filter(({ source }) => source === 'card');
  if (byCard.length > 0) await fillInReversals(ctx, byCard, reversals);
  return reversals;
}
