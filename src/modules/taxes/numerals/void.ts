import type { z } from 'zod';
import { refuseLocked } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { InvalidRequest, refusal, unknownReference } from '#platform/refusal.ts';
import { numerals, type VoidedNumbers, voidedNumbers } from '../tables.ts';
import { formatFiscalNumber, partsOf } from './fiscal-type.ts';
import type { NumbersToVoid } from './numerals.schema.ts';
import { skipNumbers } from './numerals.sql.ts';
import { isAnyInUse, selectVoidedNumbers } from './void.sql.ts';
import { type VoidReason, voidReasons } from './void-reason.ts';

export const NumbersNotFree = refusal(
  'numbers_not_free',
  'Only unused numbers can be voided, starting with the next one of the range.',
  409,
);

/** Voids unused numbers of a range, starting with its next one. They are declared in the 608. */
export async function voidUnused(ctx: TenantContext, given: z.output<typeof NumbersToVoid>) {
  const range = await numerals.find(ctx, given.numeralsId);
  if (!range) throw unknownReference('body.numeralsId', 'This range');
  const voidedOn = given.date ?? ctx.today.toString();
  if (voidedOn > ctx.today.toString())
    throw InvalidRequest(undefined, {
      errors: [{ path: 'body.date', code: 'in_future', message: 'must be today or an earlier day' }],
    });
  await refuseLocked(ctx, { after: voidedOn });
  const [first, last] = [BigInt(given.from), BigInt(given.to)];
  const skipped = last >= first && (await skipNumbers(ctx, range.id, { first, last }));
  const voided =
    skipped &&
    (await insertVoided(ctx, {
      type: range.type,
      firstNumber: first,
      lastNumber: last,
      voidedOn,
      reason: given.reason,
      numeralsId: range.id,
    }));
  if (!voided) throw NumbersNotFree();
  return describeVoided(voided);
}

/** Voids the number of a document, as of the document's date: the 608 lists it in that month. Voiding it again changes nothing. */
export async function voidNumber(
  ctx: TenantContext,
  { number, date, reason }: { number: string; date: string; reason: VoidReason },
): Promise<void> {
  const parts = partsOf(number);
  const span = { type: parts.type, firstNumber: parts.number, lastNumber: parts.number };
  await insertVoided(ctx, { ...span, voidedOn: date, reason, numeralsId: null });
}

const insertVoided = (ctx: TenantContext, voided: Omit<VoidedNumbers, 'id' | 'voidedBy' | 'createdAt'>) =>
  voidedNumbers.insertUnlessTaken(ctx, { ...voided, voidedBy: ctx.userId });

/** Whether one of these numbers is, or may still be, on a document that counts: it belongs to a range and was not voided. */
export function areInUse(ctx: TenantContext, span: { from: string; to: string }): Promise<boolean> {
  const [{ type, number: first }, { number: last }] = [partsOf(span.from), partsOf(span.to)];
  return isAnyInUse(ctx, { type, first, last });
}

/** The voided numbers of a period, one by one in order. */
export async function voidedNumbersBetween(
  ctx: TenantContext,
  span: { from: string; to: string; limit: number },
): Promise<{ number: string; voidedOn: string; reason: VoidReason }[]> {
  const rows = await selectVoidedNumbers(ctx, span);
  return rows.map(({ type, number, ...rest }) => ({ ...rest, number: formatFiscalNumber(type, number) }));
}

export const describeVoided = (voided: VoidedNumbers) => ({
  id: voided.id,
  type: voided.type,
  from: formatFiscalNumber(voided.type, voided.firstNumber),
  to: formatFiscalNumber(voided.type, voided.lastNumber),
  count: Number(voided.lastNumber - voided.firstNumber + 1n),
  date: voided.voidedOn,
  reason: voided.reason,
  reasonText: voidReasons[voided.reason],
  numeralsId: voided.numeralsId,
  createdAt: voided.createdAt,
});
