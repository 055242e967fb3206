import { refuseLocked, selectChart, selectPostingRules, writeRecord } from '#modules/accounting/index.ts';
import {
  addElementCosts,
  announceStanding,
  type PendingRecord,
  settle,
  settledValue,
} from '#modules/invoicing/index.ts';
import { takeNumeral } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { least } from '#platform/decimal.ts';
import { beforeCreditNoteIssued } from '../hooks.ts';
import { refuseReturningLanded } from '../landed-cost/landed-cost.ts';
import { returnedElement } from './credit-note.ts';
import type { ReturnDraft } from './draft.ts';
import { moveReturned } from './goods.ts';
import { postingsOf, taxesOf } from './postings.ts';
import { refundRest } from './refund.ts';
import { type ReturnContent, type ReturnFacts, type ReturnLine, takeReturnNumber } from './return.sql.ts';
import { reverseWrittenOff } from './written-off.ts';

/**
 * Issues a return of a locked invoice as a credit note: goods move, the books reverse the sale, the invoice is settled by
 * it, and payments already made are refunded. The numbers come last, because other documents wait for them.
 */
export async function issueReturn(
  ctx: TenantContext,
  id: string,
  document: PendingRecord,
  draft: ReturnDraft,
): Promise<{ facts: ReturnFacts & Partial<ReturnContent>; lines: ReturnLine[] }> {
  const { content } = draft;
  await refuseLocked(ctx, { after: content.date });
  await checkCreditNote(ctx, document, draft);
  const [rules, balanceSheet] = await Promise.all([selectPostingRules(ctx), balanceSheetOf(ctx, draft)]);
  const due = content.total - content.withheld;
  const settled = least(document.balance, due);
  const settledBase = valueSettled(document, content, settled);
  const beyond = {
    amount: due - settled,
    value: content.baseTotal - content.baseWithheld - settledBase,
    before: draft.before,
  };
  const lost = await reverseWrittenOff(ctx, document, beyond, rules);
  const refund = await refundRest(
    ctx,
    content,
    { ...lost.rest, before: draft.before, keptItbis: draft.keptItbis },
    rules,
  );
  const moved = await moveReturned(ctx, id, draft, rules);
  // Money is in the division of its account, the rest in that of the invoice.
  const divisionId = refund.divisionId ?? document.divisionId;
  const own = [...postingsOf(draft, rules, balanceSheet), ...moved.transfers, ...lost.transfers].map((transfer) => ({
    divisionId: document.divisionId,
    ...transfer,
  }));
  const transfers = [...own, ...refund.transfers];
  const recordId =
    transfers.length > 0
      ? (
          await writeRecord(ctx, {
            ...recordOf(id, document, draft, transfers),
            accountId: refund.accountId,
            divisionId,
          })
        ).id
      : null;
  await refuseReturningLanded(ctx, document, recordId);
  if (recordId) await refund.keep({ id: recordId, date: content.date });
  await addElementCosts(
    ctx,
    moved.lines.map(({ elementId, cost }) => ({ id: elementId, cost: -cost })),
  );
  const paymentId =
    settled > 0n ? await settleInvoice(ctx, id, document, { ...content, settled, settledBase, recordId }) : null;
  return {
    lines: moved.lines,
    facts: {
      status: 'issued',
      settled: settled + lost.amount,
      refunded: lost.rest.amount,
      paymentId,
      recordId,
      issuedAt: ctx.now,
      refundAccountId: refund.accountId,
      ...refund.reversed,
      ...(await takeCreditNote(ctx, document, content)),
      number: await takeReturnNumber(ctx, content.direction),
    },
  };
}

/** The accounts of assets, debts and equity that lines name. */
async function balanceSheetOf(ctx: TenantContext, { elements }: ReturnDraft): Promise<ReadonlySet<string>> {
  const named = new Set([...elements.values()].flatMap(({ chartAccountId }) => chartAccountId ?? []));
  if (named.size === 0) return named;
  const chart = await selectChart(ctx);
  return new Set(chart.flatMap(({ id, kind }) => (named.has(id) && kind !== 'income' && kind !== 'expense' ? id : [])));
}

/** A note that is wholly set against an open rest takes exactly its own value from it, so that no exchange difference appears. */
function valueSettled(document: PendingRecord, content: ReturnContent, settled: bigint): bigint {
  const { total, withheld, baseTotal, baseWithheld } = content;
  if (settled === 0n) return 0n;
  const isPart = settled === total - withheld && settled < document.balance;
  const left = document.baseTotal - document.baseWithheld - document.basePaid;
  return isPart ? least(baseTotal - baseWithheld, left) : settledValue(document, settled);
}

interface SettledPart {
  settled: bigint;
  settledBase: bigint;
  date: string;
  recordId: string | null;
}

async function settleInvoice(
  ctx: TenantContext,
  id: string,
  before: PendingRecord,
  { settled, settledBase, date, recordId }: SettledPart,
): Promise<string> {
  const amounts = { amount: settled, baseAmount: settledBase };
  const payment = { source: 'return' as const, sourceId: id, ...amounts, date, method: 'return', recordId };
  const done = await settle(ctx, before, payment);
  announceStanding(ctx, before, done.document);
  return done.payment.id;
}

const recordOf = (
  id: string,
  document: PendingRecord,
  { content, lines, elements }: ReturnDraft,
  transfers: ReturnType<typeof postingsOf>,
) => ({
  kind: `${content.direction}-return`,
  date: content.date,
  description: `Devolución de la ${content.direction === 'sale' ? 'venta' : 'compra'} ${document.number}`,
  amount: content.total,
  currency: content.currency,
  baseAmount: content.baseTotal,
  rate: content.rate,
  projectId: document.projectId,
  contactId: content.contactId,
  sellerId: document.sellerId,
  paymentMethod: content.refundMethod,
  reference: content.fiscalNumber ?? content.modifiesFiscalNumber,
  taxes: taxesOf(lines, elements),
  sourceKind: 'return',
  sourceId: id,
  transfers,
});

/** Lets filings check the credit note while nothing of it is written. */
async function checkCreditNote(ctx: TenantContext, invoice: PendingRecord, { content, lines, elements }: ReturnDraft) {
  if (invoice.numeralsId === null || content.fiscalType === null) return;
  const { date, net, tax, total, withheld, baseNet, baseTax, baseTotal, baseWithheld } = content;
  const { modifiesFiscalNumber } = content;
  const amounts = { net, tax, total, withheld, baseNet, baseTax, baseTotal, baseWithheld };
  const sold = [...elements.values()];
  await beforeCreditNoteIssued(ctx, {
    type: content.fiscalType,
    invoice,
    document: { ...invoice, date, modifiesFiscalNumber, ...amounts },
    elements: lines.map((line) => returnedElement(line, sold)),
  });
}

/** The number of the credit note, if the invoice has a receipt of the organization. */
async function takeCreditNote(ctx: TenantContext, { numeralsId, divisionId }: PendingRecord, content: ReturnContent) {
  if (numeralsId === null || content.fiscalType === null) return {};
  const date = Temporal.PlainDate.from(content.date);
  const taken = await takeNumeral(ctx, { type: content.fiscalType, date, divisionId });
  return { numeralsId: taken.numeralsId, fiscalNumber: taken.number, fiscalExpiresOn: taken.expiresOn };
}
