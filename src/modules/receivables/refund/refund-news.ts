import { notifyOwner } from '#modules/collaboration/index.ts';
import { selectPayment, selectPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { PaymentRefund } from '../tables.ts';

/** Notifications to the owner about refunds that need a person. */
const news = {
  failed: {
    es: {
      title: 'No se pudo devolver',
      body: 'El procesador no devolvió el dinero a la tarjeta, así que el cobro sigue en pie. Inténtalo de nuevo o devuélvele el dinero al cliente por otra vía.',
    },
    en: {
      title: 'Could not refund',
      body: 'The processor did not return the money to the card, so the payment still counts. Try again or return the money to the customer another way.',
    },
  },
  unknown: {
    es: {
      title: 'No sabemos si se devolvió',
      body: 'Llevamos un buen rato preguntando y la devolución sigue sin registrarse. Revisa en tu procesador si el dinero salió y vuelve a deshacer el cobro: no se devolverá dos veces.',
    },
    en: {
      title: 'We do not know whether it was refunded:',
      body: 'We have asked for a good while and the refund is still not recorded. Check with your processor whether the money left, and undo the payment again: it will not be refunded twice.',
    },
  },
  twice: {
    es: {
      title: 'Parece que se devolvió dos veces',
      body: 'El procesador confirmó una devolución que ya dábamos por fallida, y ese cobro tiene otra. Revisa en tu procesador cuánto recibió el cliente.',
    },
    en: {
      title: 'Probably refunded twice:',
      body: 'The processor confirmed a refund that we had counted as failed, and this payment has another one. Check with your processor how much the customer received.',
    },
  },
  bounced: {
    es: {
      title: 'El banco no aceptó que devolvieras',
      body: 'El dinero había salido hacia la tarjeta, pero el banco lo mandó de vuelta a tu procesador. El cobro vuelve a estar registrado: deshazlo otra vez, o devuélvele el dinero al cliente por otra vía.',
    },
    en: {
      title: 'The bank did not accept the refund of',
      body: 'The money had left for the card, but the bank sent it back to your processor. The payment is recorded again: undo it once more, or return the money to the customer another way.',
    },
  },
  returnFailed: {
    es: {
      title: 'No se pudo devolver a la tarjeta',
      body: 'El procesador no devolvió a la tarjeta el dinero de una devolución. El cliente lo tiene como saldo a favor o, si la factura no tiene cliente, se le sigue debiendo. Inténtalo de nuevo desde la devolución o devuélveselo por otra vía.',
    },
    en: {
      title: 'Could not refund to the card',
      body: 'The processor did not return the money of a return to the card. The customer has it as a credit balance or, if the invoice has no customer, it is still owed. Try again from the return, or return it another way.',
    },
  },
  returnUnknown: {
    es: {
      title: 'No sabemos si se devolvió a la tarjeta',
      body: 'Llevamos un buen rato preguntando y no sabemos si el dinero de una devolución llegó a la tarjeta. Revísalo en tu procesador.',
    },
    en: {
      title: 'We do not know whether it was refunded to the card:',
      body: 'We have asked for a good while and do not know whether the money of a return reached the card. Check with your processor.',
    },
  },
  returnBounced: {
    es: {
      title: 'El banco no aceptó que devolvieras a la tarjeta',
      body: 'El dinero de una devolución había salido hacia la tarjeta, pero el banco lo mandó de vuelta a tu procesador. El cliente lo tiene como saldo a favor o, si la factura no tiene cliente, se le sigue debiendo. Inténtalo de nuevo desde la devolución o devuélveselo por otra vía.',
    },
    en: {
      title: 'The bank did not accept the refund to the card of',
      body: 'The money of a return had left for the card, but the bank sent it back to your processor. The customer has it as a credit balance or, if the invoice has no customer, it is still owed. Try again from the return, or return it another way.',
    },
  },
  excess: {
    es: {
      title: 'Devuelve lo que se pagó de más en',
      body: 'El procesador no devolvió a la tarjeta lo que el pagador pagó de más. Devuélvele ese dinero por otra vía.',
    },
    en: {
      title: 'Return the excess of',
      body: 'The processor did not return to the card the amount that was paid in excess. Return that money another way.',
    },
  },
};

export async function reportRefund(ctx: TenantContext, refund: PaymentRefund, what: keyof typeof news): Promise<void> {
  const { paymentId } = refund;
  const { pendingRecordId } = (await selectPayment(ctx, paymentId))!;
  await reportRefundOf(ctx, pendingRecordId, what, { paymentId });
}

export async function reportRefundOf(
  ctx: TenantContext,
  pendingRecordId: string,
  what: keyof typeof news,
  data: Record<string, string> = {},
): Promise<void> {
  const document = await selectPendingRecord(ctx, pendingRecordId);
  const { es, en } = news[what];
  await notifyOwner(ctx, {
    kind: 'payment-refund',
    es: { title: `${es.title} el cobro de la factura ${document!.number}`, body: es.body },
    en: { title: `${en.title} the payment of invoice ${document!.number}`, body: en.body },
    data: { pendingRecordId, ...data },
  });
}
