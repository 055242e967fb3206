import type { WorkContext } from '#platform/context.ts';
import { takeServiceLetter } from '#platform/mail/quota.ts';
import type { Language } from '#platform/pages/language.ts';
import { addressText } from '../cart/address.ts';
import type { CartView } from '../cart/cart.schema.ts';
import { type CartRow, selectItems } from '../cart/cart.sql.ts';
import { cartPurpose } from '../cart/cart.ts';
import { bySeller, cartUrl, describeCart } from '../cart/describe.ts';
import { money } from '../page/parts.ts';

const letters = {
  es: {
    subject: 'Tu pedido está hecho',
    text: (name: string, url: string, summary: string) =>
      `Hola, ${name}:\n\nTodos los vendedores aceptaron tu pedido. Míralo y págalo aquí:\n${url}\n\n${summary}\n\nGuarda este enlace: abre tu pedido.\n`,
  },
  en: {
    subject: 'Your order is placed',
    text: (name: string, url: string, summary: string) =>
      `Hello ${name},\n\nAll sellers have accepted your order. See it and pay it here:\n${url}\n\n${summary}\n\nKeep this link: it opens your order.\n`,
  },
};

const shopLetters = {
  es: {
    subject: 'Recibimos tu pedido',
    text: (name: string, url: string, summary: string) =>
      `Hola, ${name}:\n\nRecibimos tu pedido. Míralo y págalo aquí:\n${url}\n\n${summary}\n\nGuarda este enlace: abre tu pedido.\n`,
  },
  en: {
    subject: 'We received your order',
    text: (name: string, url: string, summary: string) =>
      `Hello ${name},\n\nWe received your order. See it and pay it here:\n${url}\n\n${summary}\n\nKeep this link: it opens your order.\n`,
  },
};

const cancellations = {
  es: {
    subject: 'Tu pedido se canceló',
    text: (name: string, what: string, url: string) => `Hola, ${name}:\n\n${what} No tienes que pagar nada.\n${url}\n`,
    unpaid: (seller: string, isShop: boolean) =>
      `${isShop ? 'Tu pedido en' : 'La parte de'} ${seller} no se pagó a tiempo, así que se canceló.`,
    'by-seller': (seller: string, isShop: boolean) =>
      `${seller} canceló ${isShop ? 'tu pedido' : 'su parte de tu pedido'}.`,
  },
  en: {
    subject: 'Your order was canceled',
    text: (name: string, what: string, url: string) => `Hello ${name},\n\n${what} You owe nothing.\n${url}\n`,
    unpaid: (seller: string, isShop: boolean) =>
      `${isShop ? 'Your order at' : 'The part of'} ${seller} was not paid in time, so it was canceled.`,
    'by-seller': (seller: string, isShop: boolean) =>
      `${seller} has canceled ${isShop ? 'your order' : 'their part of your order'}.`,
  },
};

const summaries = {
  es: { delivery: 'Entrega', pickup: 'Recogida', free: 'gratis' },
  en: { delivery: 'Delivery', pickup: 'Pickup', free: 'free' },
};

/** Sends the buyer the link of the ordered cart with its delivery and total, in the transaction that orders it. */
export async function sendConfirmation(work: WorkContext, cart: CartRow): Promise<void> {
  const { subject, text } = (cart.shopId ? shopLetters : letters)[cart.language];
  const view = await describeCart(work, secretOf(work, cart), cart);
  const chosen = bySeller(await selectItems(work.tx, cart.id));
  const summary = [
    ...view.sellers.flatMap((part) => deliveryLine(part, view, chosen.get(part.seller.id)!.length, cart.language)),
    ...view.totals.map(({ currency, total }) => `Total: ${money(total, currency)}`),
  ];
  await sendLetter(work, cart, subject, text(cart.buyer!.name, view.url, summary.join('\n')));
}

/** How the goods of a seller reach the buyer, where, and what it costs. The charge follows the products that were chosen. */
function deliveryLine(
  { seller, currency, items, order }: CartView['sellers'][number],
  { shop, delivery }: CartView,
  products: number,
  language: Language,
): string | [] {
  const say = summaries[language];
  const charge = items[products];
  const method = order!.delivery;
  const name = method?.name ?? charge?.name;
  if (name === undefined) return [];
  const isPickup = method?.kind === 'pickup';
  const branch = method?.branch;
  const place = isPickup
    ? branch && [branch.name, branch.address].filter(Boolean).join(', ')
    : delivery && addressText(delivery);
  const what = [shop ? null : seller.name, name, place].filter(Boolean).join(' – ');
  return `${isPickup ? say.pickup : say.delivery}: ${what} (${charge ? money(charge.total, currency) : say.free})`;
}

/** Why a part of an order ended: nobody paid it in time, or its seller canceled it. */
export type Cancellation = 'unpaid' | 'by-seller';

export const sendCancellation = (work: WorkContext, cart: CartRow, seller: string, why: Cancellation) => {
  const { subject, text, [why]: what } = cancellations[cart.language];
  return sendLetter(
    work,
    cart,
    subject,
    text(cart.buyer!.name, what(seller, cart.shopId !== null), linkOf(work, cart)),
  );
};

/** Anyone can order in somebody else's name: beyond the quota of the address there is no e-mail, and the cart shows the same. */
export async function sendLetter(work: WorkContext, { buyer }: CartRow, subject: string, text: string): Promise<void> {
  const to = buyer!.email;
  if (await takeServiceLetter(work, to)) work.mail({ to, subject, text });
}

const secretOf = (work: WorkContext, { id, sealedId }: CartRow): string =>
  work.secrets.decrypt(sealedId, cartPurpose(id)).toString();

/** The page of the order. */
export const linkOf = (work: WorkContext, cart: CartRow): string => cartUrl(work, secretOf(work, cart));
