import type { z } from 'zod';
import {
  type Account,
  AmountOutOfRange,
  divisionOfMoney,
  requireAccount,
  requireDivisions,
  selectPostingRules,
  valueOn,
  writeRecord,
} from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { cardMovements, type GiftCard, giftCards } from '../tables.ts';
import { newCode, printedCode } from './code.ts';
import type { NewGiftCard } from './gift-card.schema.ts';
import { wakeForExpiry } from './last-day.ts';
import { hashOf, keepCardMovement } from './movement.ts';

export const ExpiresInPast = refusal(
  'expires_in_past',
  'A gift card cannot expire before it is issued: use a later date.',
);

const MOVEMENTS_SHOWN = 200;

/** Sells a card into an account, or gives it away. Only this answer has its code. */
export async function issueGiftCard(ctx: TenantContext, given: z.output<typeof NewGiftCard>) {
  const today = ctx.today.toString();
  if (given.expiresOn && given.expiresOn < today) throw ExpiresInPast();
  const [contact, account] = await Promise.all([
    given.beneficiaryId ? requireContact(ctx, given.beneficiaryId, 'body.beneficiaryId') : null,
    given.accountId ? requireAccount(ctx, given.accountId, 'body.accountId') : null,
    given.divisionId ? requireDivisions(ctx, [given.divisionId], 'body.divisionId') : null,
  ]);
  const currency = account?.currency ?? given.currency ?? ctx.currency;
  const amount = toMinor(given.amount, currency);
  if (amount === 0n) throw AmountOutOfRange();
  const baseAmount = await valueOn(ctx, amount, currency, today);
  const code = newCode();
  const card = await giftCards.insert(ctx, {
    codeHash: hashOf(ctx, code),
    last4: code.slice(-4),
    origin: account ? 'sold' : 'given',
    status: 'active',
    currency,
    amount,
    balance: amount,
    baseAmount,
    baseBalance: baseAmount,
    contactId: contact?.id ?? null,
    divisionId: await divisionOfMoney(ctx, account, given.divisionId),
    note: given.note ?? '',
    expiresOn: given.expiresOn ?? null,
  });
  await postIssue(ctx, card, account, given);
  if (card.expiresOn) wakeForExpiry(ctx, card.expiresOn);
  return { ...describeGiftCard(card), code: printedCode(code) };
}

async function postIssue(
  ctx: TenantContext,
  { id: giftCardId, last4, currency, amount, baseAmount, divisionId, contactId }: GiftCard,
  account: Account | null,
  given: z.output<typeof NewGiftCard>,
): Promise<void> {
  const rules = await selectPostingRules(ctx);
  const liability = rules.get('giftCards')!;
  const transfer = account
    ? { debit: account.chartAccountId, credit: liability, debitAmount: amount }
    : { debit: rules.get('promotions')!, credit: liability };
  const record = await writeRecord(ctx, {
    kind: 'gift-card-issue',
    date: ctx.today.toString(),
    description: `Tarjeta de regalo …${last4}`,
    amount,
    currency,
    baseAmount,
    accountId: account?.id ?? null,
    chartAccountId: liability,
    divisionId,
    contactId,
    paymentMethod: given.paymentMethod ?? null,
    reference: given.reference ?? null,
    sourceKind: 'gift-card',
    sourceId: giftCardId,
    transfers: [{ ...transfer, amount: baseAmount, purpose: 'gift-card' }],
  });
  await keepCardMovement(ctx, { id: newId(), giftCardId, kind: 'issue', currency, amount, baseAmount }, record);
}

/** A card with its history. */
export async function readGiftCard(ctx: TenantContext, id: string) {
  const [card, movements] = await Promise.all([
    giftCards.get(ctx, id),
    cardMovements.all(ctx, { giftCardId: id }, { orderBy: ['-id'], limit: MOVEMENTS_SHOWN }),
  ]);
  return {
    ...describeGiftCard(card),
    movements: movements.map((movement) => ({ ...movement, amount: fromMinor(movement.amount, card.currency) })),
  };
}

export const describeGiftCard = ({ codeHash: _, contactId, ...card }: GiftCard) => ({
  ...card,
  beneficiaryId: contactId,
  status: card.status === 'active' && card.balance === 0n ? ('spent' as const) : card.status,
  amount: fromMinor(card.amount, card.currency),
  balance: fromMinor(card.balance, card.currency),
});
