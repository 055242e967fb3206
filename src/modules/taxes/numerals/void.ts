import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { formatFiscalNumber, partsOf } from './fiscal-type.ts';
import { selectRange, skipNumbers } from './numerals.sql.ts';
import {
  insertVoided,
  isAnyInUse,
  selectVoided,
  selectVoidedNumbers,
  type VoidedFilter,
  type VoidedNumbers,
} from './void.sql.ts';

export const NumbersNotFree = refusal(
  409,
  'numbers_not_free',
  'Only numbers that nobody has taken can be voided, from the next one of the range on.',
);

/** Why a number is void, by its code in the 608. */
export const voidReasons = {
  '01': 'Deterioro de factura preimpresa',
  '02': 'Errores de impresión (factura preimpresa)',
  '03': 'Impresión defectuosa',
  '04': 'Corrección de la información',
  '05': 'Cambio de productos',
  '06': 'Devolución de productos',
  '07': 'Omisión de productos',
  '08': 'Errores en secuencia de NCF',
  '09': 'Por cese de operaciones',
  '10': 'Pérdida o hurto de talonarios',
} as const;
export type VoidReason = keyof typeof voidReasons;

/** Voids unused numbers of a range, from its next one on: they will never be on a document, and are declared so. */
export async function voidUnused(
  ctx: TenantContext,
  given: { numeralsId: string; from: number; to: number; reason: VoidReason; date?: string | undefined },
) {
  const range = await selectRange(ctx.tx, ctx.organizationId, given.numeralsId);
  if (!range) throw unknownReference('body.numeralsId', 'This range');
  const [first, last] = [BigInt(given.from), BigInt(given.to)];
  const skipped = last >= first && (await skipNumbers(ctx.tx, ctx.organizationId, range.id, { first, last }));
  if (!skipped) throw NumbersNotFree();
  const voided = await insertVoided(
    ctx.tx,
    ctx.organizationId,
    {
      id: newId(),
      type: range.type,
      firstNumber: first,
      lastNumber: last,
      voidedOn: given.date ?? ctx.today.toString(),
      reason: given.reason,
      numeralsId: range.id,
      voidedBy: ctx.userId,
    },
    ctx.now,
  );
  if (!voided) throw NumbersNotFree();
  return describe(voided);
}

/** The number of a document that is voided, for whoever voids it. Voided twice, it is void once. */
export async function voidNumber(
  ctx: TenantContext,
  given: { number: string; date: Temporal.PlainDate; reason: VoidReason },
): Promise<void> {
  const { type, number } = partsOf(given.number);
  await insertVoided(
    ctx.tx,
    ctx.organizationId,
    {
      id: newId(),
      type,
      firstNumber: number,
      lastNumber: number,
      voidedOn: given.date.toString(),
      reason: given.reason,
      numeralsId: null,
      voidedBy: ctx.userId,
    },
    ctx.now,
  );
}

/** Whether one of these numbers is on a document, or may still come to be on one: it is in a range and was not voided. */
export function areInUse(ctx: TenantContext, span: { from: string; to: string }): Promise<boolean> {
  const [{ type, number: first }, { number: last }] = [partsOf(span.from), partsOf(span.to)];
  return isAnyInUse(ctx.tx, ctx.organizationId, { type, first, last });
}

export async function listVoided(ctx: TenantContext, query: PageRequest & VoidedFilter) {
  const { rows, counted } = await selectVoided(ctx.tx, ctx.organizationId, query, pageWindow(query));
  return toPage(query, rows.map(describe), counted);
}

/** The voided numbers of a time, one by one and in order, a batch at a time. */
export async function voidedNumbersBetween(
  ctx: TenantContext,
  span: { from: string; to: string; after: string | null; limit: number },
): Promise<{ number: string; voidedOn: string; reason: string }[]> {
  const rows = await selectVoidedNumbers(ctx.tx, ctx.organizationId, {
    ...span,
    after: span.after === null ? null : partsOf(span.after),
  });
  return rows.map(({ type, number, ...rest }) => ({ ...rest, number: formatFiscalNumber(type, number) }));
}

const describe = (voided: VoidedNumbers) => ({
  id: voided.id,
  type: voided.type,
  from: formatFiscalNumber(voided.type, voided.firstNumber),
  to: formatFiscalNumber(voided.type, voided.lastNumber),
  count: Number(voided.lastNumber - voided.firstNumber + 1n),
  date: voided.voidedOn,
  reason: voided.reason as VoidReason,
  reasonText: voidReasons[voided.reason as VoidReason],
  numeralsId: voided.numeralsId,
  createdAt: voided.createdAt,
});
