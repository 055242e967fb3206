import { notifyOwner } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { IssuedEcf } from '../tables.ts';

const words = {
  rejected: { es: 'fue rechazado', en: 'was rejected' },
  unsent: { es: 'no se pudo enviar a la DGII', en: 'could not be sent to the DGII' },
  undelivered: { es: 'no llegó al comprador', en: 'did not reach the buyer' },
};

/** Notifies the owner of a document that needs attention. */
export async function notifyOwnerOfDocument(
  ctx: TenantContext,
  { id, number }: Pick<IssuedEcf, 'id' | 'number'>,
  what: keyof typeof words,
  why: string,
): Promise<void> {
  await notifyOwner(ctx, {
    kind: 'einvoice',
    es: {
      title: `El comprobante ${number} ${words[what].es}`,
      body: `${why} La factura sigue guardada; puedes corregir la causa y reenviarlo.`,
    },
    en: {
      title: `The electronic document ${number} ${words[what].en}`,
      body: `${why} The invoice is still stored; you can correct the cause and send it again.`,
    },
    data: { ecfDocumentId: id },
  });
}
