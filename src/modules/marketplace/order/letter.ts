import type { WorkContext } from '#platform/context.ts';
import type { CartRow } from '../cart/cart.sql.ts';
import { cartPurpose } from '../cart/cart.ts';
import { cartUrl } from '../cart/describe.ts';

const letters = {
  es: {
    subject: 'Tu pedido está hecho',
    text: (name: string, url: string) =>
      `Hola, ${name}:\n\nTodos los vendedores aceptaron tu pedido. Míralo y págalo aquí:\n${url}\n\nGuarda este enlace: abre tu pedido.\n`,
  },
  en: {
    subject: 'Your order is placed',
    text: (name: string, url: string) =>
      `Hello ${name},\n\nAll sellers have accepted your order. See it and pay it here:\n${url}\n\nKeep this link: it opens your order.\n`,
  },
};

/** Sends the buyer the link of the ordered cart, in the transaction that orders it. */
export function sendConfirmation(work: WorkContext, { id, sealedId, buyer, language }: CartRow): void {
  const { subject, text } = letters[language];
  const url = cartUrl(work, work.secrets.decrypt(sealedId, cartPurpose(id)).toString());
  work.mail({ to: buyer!.email, subject, text: text(buyer!.name, url) });
}
