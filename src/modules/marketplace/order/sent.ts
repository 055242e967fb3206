import { deliveryStateOf, type SentGoods } from '#modules/fulfilment/index.ts';
import { selectElements, selectPendingRecord } from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { branchText, isCollected } from '../cart/address.ts';
import { selectCart } from '../cart/cart.sql.ts';
import { marketOrders } from '../tables.ts';
import { linkOf, sendLetter } from './letter.ts';

const words = {
  es: {
    greeting: (name: string) => `Hola, ${name}:`,
    whole: 'Tu pedido',
    part: 'Una parte de tu pedido',
    at: 'en',
    sent: 'va en camino',
    ready: 'ya se puede recoger',
    tracked: 'ya se puede seguir',
    collectAt: 'Lo recoges en',
    address: 'Dirección',
    carrier: 'Transportista',
    trackingNumber: 'Número de guía',
    trackingUrl: 'Seguir el envío',
    order: 'Tu pedido completo',
  },
  en: {
    greeting: (name: string) => `Hello ${name},`,
    whole: 'Your order',
    part: 'A part of your order',
    at: 'at',
    sent: 'is on its way',
    ready: 'is ready to collect',
    tracked: 'can be followed now',
    collectAt: 'Collect it at',
    address: 'Address',
    carrier: 'Carrier',
    trackingNumber: 'Tracking number',
    trackingUrl: 'Follow the parcel',
    order: 'Your whole order',
  },
};

/** Writes to the buyer of an online order that goods of it have left, and how to follow them. */
export async function tellSent(ctx: TenantContext, sent: SentGoods): Promise<void> {
  const { pendingRecordId: invoiceId, news } = sent;
  const order = await marketOrders.find(ctx, { invoiceId, state: 'confirmed' });
  const cart = order && (await selectCart(ctx.tx, order.cartId));
  if (!cart) return;
  const [document, elements, { name: seller }] = await Promise.all([
    selectPendingRecord(ctx, invoiceId),
    selectElements(ctx, [invoiceId]),
    findOrganization(ctx.tx, ctx.organizationId),
  ]);
  const state = await deliveryStateOf(ctx, document!);
  const isTakenAway = isCollected(order.delivery, cart.delivery);
  const say = words[cart.language];
  const extent = say[state === 'partial' ? 'part' : 'whole'];
  const what = say[news === 'sent' && isTakenAway ? 'ready' : news];
  const nameOf = new Map((elements.get(invoiceId) ?? []).map(({ id, description }) => [id, description]));
  const { branch = null, details = '' } = (isTakenAway && order.delivery) || {};
  const place = [branch && `${say.collectAt}: ${branchText(branch)}`, details];
  const facts = (['address', 'carrier', 'trackingNumber', 'trackingUrl'] as const).flatMap((fact) =>
    sent[fact] && !(isTakenAway && fact === 'address') ? `${say[fact]}: ${sent[fact]}` : [],
  );
  const paragraphs = [
    say.greeting(cart.buyer!.name),
    `${extent} ${say.at} ${seller} ${what}.`,
    sent.lines.map(({ elementId, quantity }) => `${quantity} × ${nameOf.get(elementId!)}`).join('\n'),
    [...place, ...facts].filter(Boolean).join('\n'),
    `${say.order}:\n${linkOf(ctx, cart)}`,
  ];
  await sendLetter(ctx, cart, `${extent} ${what}`, `${paragraphs.filter(Boolean).join('\n\n')}\n`);
}
