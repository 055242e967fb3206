import { notifyOwner } from '#modules/collaboration/index.ts';
import type { PendingRecord } from '#modules/invoicing/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatInstant } from '#platform/format.ts';
import { formatMinor } from '#platform/money.ts';
import type { PaymentDispute } from '../tables.ts';

const words = {
  es: {
    what: (number: string | null) => (number ? `el cobro de la factura ${number}` : 'un cobro en línea'),
    asked: 'Un cliente disputa',
    won: 'Ganaste la disputa por',
    lost: 'Perdiste la disputa por',
    amount: (money: string, reason: string) => `El banco reclama ${money} (${reason}).`,
    answer: (until: string | null) =>
      `Responde con tus pruebas en el panel del procesador de pagos${until ? ` antes del ${until}` : ''}.`,
    taken: 'El procesador retiró el dinero: mientras tanto la factura vuelve a estar pendiente.',
    loss: (money: string) => `${money} no se pudieron cargar a la factura ni al saldo del cliente y son un gasto.`,
    back: 'El procesador devuelve el dinero, que paga la factura otra vez.',
    owed: 'El dinero queda con el cliente, y lo que debía sigue pendiente.',
  },
  en: {
    what: (number: string | null) => (number ? `the payment of invoice ${number}` : 'an online payment'),
    asked: 'A customer disputes',
    won: 'You won the dispute of',
    lost: 'You lost the dispute of',
    amount: (money: string, reason: string) => `The bank claims ${money} (${reason}).`,
    answer: (until: string | null) =>
      `Answer with your evidence on the dashboard of the payment processor${until ? ` before ${until}` : ''}.`,
    taken: 'The processor has withdrawn the money: meanwhile the invoice is due again.',
    loss: (money: string) =>
      `${money} could not be charged to the invoice or to the balance of the customer and are an expense.`,
    back: 'The processor returns the money, which pays the invoice again.',
    owed: 'The customer keeps the money, and what they owed is still due.',
  },
};

/** Notifies the owner of a dispute that is new or has changed. */
export async function reportDispute(ctx: TenantContext, document: PendingRecord | null, dispute: PaymentDispute) {
  const notation = await readSettings(ctx, generalSettings);
  const { id, state, reason, amount, currency, evidenceDueAt, reopened, lost } = dispute;
  const money = (minor: bigint) => formatMinor(minor, currency, notation);
  const until = evidenceDueAt && formatInstant(evidenceDueAt, ctx.timeZone, notation);
  const compose = (say: (typeof words)['es']) => {
    const outcome = { won: say.won, lost: say.lost }[state as string] ?? say.asked;
    const body = [
      say.amount(money(amount), reason),
      ...(state === 'won' ? [say.back] : state === 'lost' ? [say.owed] : [say.answer(until)]),
      ...(reopened > 0n && state !== 'lost' ? [say.taken] : []),
      ...(lost > 0n ? [say.loss(money(lost))] : []),
    ];
    return { title: `${outcome} ${say.what(document && String(document.number))}`, body: body.join(' ') };
  };
  await notifyOwner(ctx, {
    kind: 'payment-dispute',
    es: compose(words.es),
    en: compose(words.en),
    data: { disputeId: id, ...(document && { pendingRecordId: document.id }) },
  });
}
