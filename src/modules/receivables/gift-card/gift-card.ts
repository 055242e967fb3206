import { z } from 'zod';
import {
  AmountOutOfRange,
  requireAccount,
  selectPostingRules,
  valueOn,
  writeRecord,
} from '#modules/accounting/index.ts';
import { findContact, requireContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { newCode, printedCode } from './code.ts';
import {
  type GiftCard,
  type GiftCardFilter,
  insertGiftCard,
  selectCardMovements,
  selectGiftCard,
  selectGiftCards,
} from './gift-card.sql.ts';
import { wakeForExpiry } from './last-day.ts';
import { hashOf, keepCardMovement } from './movement.ts';

export const ExpiresInPast = refusal(422, 'expires_in_past', 'A gift card cannot end before it is issued.');

const MOVEMENTS_SHOWN = 200;

export interface NewGiftCard {
  amount: string;
  accountId?: string | undefined;
  given?: boolean | undefined;
  currency?: string | undefined;
  beneficiaryId?: string | undefined;
  divisionId?: string | undefined;
  paymentMethod?: string | undefined;
  reference?: string | undefined;
  expiresOn?: string | undefined;
  note?: string | undefined;
}

/** Issues a card: sold into an account, or given away. From now on the business owes what is on it. */
export async function issueGiftCard(ctx: TenantContext, given: NewGiftCard) {
  const today = ctx.today.toString();
  if (given.expiresOn && given.expiresOn < today) throw ExpiresInPast();
  const [contact, account, base] = await Promise.all([
    given.beneficiaryId ? requireContact(ctx, given.beneficiaryId, 'body.beneficiaryId') : null,
    given.accountId ? requireAccount(ctx, given.accountId, 'body.accountId') : null,
    ctx.currency,
  ]);
  const currency = account?.currency ?? given.currency ?? base;
  const amount = toMinor(given.amount, currency);
  if (amount === 0n) throw AmountOutOfRange();
  const code = newCode();
  const card = await insertGiftCard(
    ctx.tx,
    ctx.organizationId,
    {
      id: newId(),
      codeHash: hashOf(ctx, code),
      last4: code.slice(-4),
      origin: account ? 'sold' : 'given',
      currency,
      amount,
      baseAmount: await valueOn(ctx, amount, currency, today),
      contactId: contact?.id ?? null,
      divisionId: given.divisionId ?? account?.divisionId ?? null,
      note: given.note ?? '',
      expiresOn: given.expiresOn ?? null,
      createdBy: ctx.userId,
    },
    ctx.now,
  );
  await postIssue(ctx, card, { ...given, account });
  if (card.expiresOn) wakeForExpiry(ctx, card.expiresOn);
  return { ...describeGiftCard(card), code: printedCode(code) };
}

async function postIssue(
  ctx: TenantContext,
  card: GiftCard,
  {
    account,
    paymentMethod,
    reference,
  }: Pick<NewGiftCard, 'paymentMethod' | 'reference'> & { account: { id: string; chartAccountId: string } | null },
): Promise<void> {
  const rules = await selectPostingRules(ctx);
  const liability = rules.get('giftCards')!;
  const transfer = account
    ? { debit: account.chartAccountId, credit: liability, debitAmount: card.amount }
    : { debit: rules.get('promotions')!, credit: liability };
  const movementId = newId();
  const record = await writeRecord(ctx, {
    kind: 'gift-card-issue',
    date: ctx.today.toString(),
    description: `Tarjeta de regalo …${card.last4}`,
    amount: card.amount,
    currency: card.currency,
    baseAmount: card.baseAmount,
    accountId: account?.id ?? null,
    chartAccountId: liability,
    divisionId: card.divisionId,
    contactId: card.contactId,
    paymentMethod: paymentMethod ?? null,
    reference: reference ?? null,
    sourceKind: 'gift-card',
    sourceId: card.id,
    transfers: [{ ...transfer, amount: card.baseAmount, purpose: 'gift-card' }],
  });
  const { id: giftCardId, currency, amount, baseAmount } = card;
  await keepCardMovement(ctx, { id: movementId, giftCardId, kind: 'issue', currency, amount, baseAmount }, record);
}

/** One card with what happened to it. */
export async function readGiftCard(ctx: TenantContext, id: string) {
  const [card, movements] = await Promise.all([
    selectGiftCard(ctx.tx, ctx.organizationId, id),
    selectCardMovements(ctx.tx, ctx.organizationId, id, MOVEMENTS_SHOWN),
  ]);
  if (!card) throw NotFound();
  return {
    ...describeGiftCard(card),
    movements: movements.map((movement) => ({ ...movement, amount: fromMinor(movement.amount, card.currency) })),
  };
}

export async function listGiftCards(
  ctx: TenantContext,
  query: PageRequest & GiftCardFilter & { cursor?: string | undefined },
) {
  const before = query.cursor ? fromCursor(query.cursor, z.tuple([z.uuid()]))[0] : null;
  const beneficiaryId =
    query.beneficiaryId && ((await findContact(ctx, query.beneficiaryId))?.id ?? query.beneficiaryId);
  const { rows, counted } = await selectGiftCards(
    ctx.tx,
    ctx.organizationId,
    { ...query, beneficiaryId, timeZone: ctx.timeZone },
    { ...pageWindow(query), before },
  );
  const page = toPage(query, rows.map(describeGiftCard), counted);
  return { ...page, nextCursor: page.hasMore ? toCursor([page.data.at(-1)!.id]) : null };
}

export const describeGiftCard = ({ baseAmount: _, baseBalance: __, contactId, ...card }: GiftCard) => ({
  ...card,
  beneficiaryId: contactId,
  status: card.status === 'active' && card.balance === 0n ? ('spent' as const) : card.status,
  amount: fromMinor(card.amount, card.currency),
  balance: fromMinor(card.balance, card.currency),
});
