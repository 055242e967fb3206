import { deliveryStateOf, type SentGoods } from '#modules/fulfilment/index.ts';
import { selectElements, selectPendingRecord } from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { bilingual } from '#platform/pages/language.ts';
import { branchText, isCollected } from '../cart/address.ts';
import { selectCart } from '../cart/cart.sql.ts';
import { marketOrders } from '../tables.ts';
import { linkOf, sendLetter } from './letter.ts';

const words = bilingual({
  greeting: [(name: string) => `Hola, ${name}:`, (name: string) => `Hello ${name},`],
  whole: ['Tu pedido', 'Your order'],
  part: ['Una parte de tu pedido', 'A part of your order'],
  at: ['en', 'at'],
  sent: ['va en camino', 'is on its way'],
  ready: ['ya se puede recoger', 'is ready to collect'],
  tracked: ['ya se puede seguir', 'can be followed now'],
  collectAt: ['Lo recoges en', 'Collect it at'],
  address: ['Dirección', 'Address'],
  carrier: ['Transportista', 'Carrier'],
  trackingNumber: ['Número de guía', 'Tracking number'],
  trackingUrl: ['Seguir el envío', 'Follow the parcel'],
  order: ['Tu pedido completo', 'Your whole order'],
});

/** Writes to the buyer of an online order that goods of it have left, and how to follow them. */
export async function notifySent(ctx: TenantContext, sent: SentGoods): Promise<void> {
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
