import { notify } from '#modules/collaboration/index.ts';
import { selectPayment, selectPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { findOwner } from '#platform/owner.sql.ts';
import type { PaymentRefund } from '../tables.ts';

/** Notifications to the owner about refunds that need a person. */
const news = {
  failed: {
    title: 'No se pudo devolver',
    body: 'El procesador no devolvió el dinero a la tarjeta, así que el cobro sigue en pie. Inténtalo de nuevo o devuélvele el dinero al cliente por otra vía.',
  },
  unknown: {
    title: 'No sabemos si se devolvió',
    body: 'Llevamos un buen rato preguntando y la devolución sigue sin registrarse. Revisa en tu procesador si el dinero salió y vuelve a deshacer el cobro: no se devolverá dos veces.',
  },
  twice: {
    title: 'Parece que se devolvió dos veces',
    body: 'El procesador confirmó una devolución que ya dábamos por fallida, y ese cobro tiene otra. Revisa en tu procesador cuánto recibió el cliente.',
  },
  bounced: {
    title: 'El banco no aceptó que devolvieras',
    body: 'El dinero había salido hacia la tarjeta, pero el banco lo mandó de vuelta a tu procesador. El cobro vuelve a estar registrado: deshazlo otra vez, o devuélvele el dinero al cliente por otra vía.',
  },
  returnFailed: {
    title: 'No se pudo devolver a la tarjeta',
    body: 'El procesador no devolvió a la tarjeta el dinero de una devolución. El cliente lo tiene como saldo a favor o, si la factura no tiene cliente, se le sigue debiendo. Inténtalo de nuevo desde la devolución o devuélveselo por otra vía.',
  },
  returnUnknown: {
    title: 'No sabemos si se devolvió a la tarjeta',
    body: 'Llevamos un buen rato preguntando y no sabemos si el dinero de una devolución llegó a la tarjeta. Revísalo en tu procesador.',
  },
  returnBounced: {
    title: 'El banco no aceptó que devolvieras a la tarjeta',
    body: 'El dinero de una devolución había salido hacia la tarjeta, pero el banco lo mandó de vuelta a tu procesador. El cliente lo tiene como saldo a favor o, si la factura no tiene cliente, se le sigue debiendo. Inténtalo de nuevo desde la devolución o devuélveselo por otra vía.',
  },
  excess: {
    title: 'Devuelve lo que se pagó de más en',
    body: 'El procesador no devolvió a la tarjeta lo que el pagador pagó de más. Devuélvele ese dinero por otra vía.',
  },
};

export async function notifyOwner(ctx: TenantContext, refund: PaymentRefund, what: keyof typeof news): Promise<void> {
  const { paymentId } = refund;
  const { pendingRecordId } = (await selectPayment(ctx, paymentId))!;
  await notifyOwnerOf(ctx, pendingRecordId, what, { paymentId });
}

export async function notifyOwnerOf(
  ctx: TenantContext,
  pendingRecordId: string,
  what: keyof typeof news,
  data: Record<string, string> = {},
): Promise<void> {
  const { tx, organizationId } = ctx;
  const [owner, document] = await Promise.all([
    findOwner(tx, organizationId),
    selectPendingRecord(ctx, pendingRecordId),
  ]);
  if (!owner) return;
  const { title, body } = news[what];
  await notify(ctx, [owner.userId], {
    kind: 'payment-refund',
    title: `${title} el cobro de la factura ${document!.number}`,
    body,
    data: { pendingRecordId, ...data },
  });
}
