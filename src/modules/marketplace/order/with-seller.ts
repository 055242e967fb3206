import { DiscountUsedUp, discoverPrices } from '#modules/catalog/index.ts';
import { notify } from '#modules/collaboration/index.ts';
import { changeBeneficiary, upsertDatum } from '#modules/contacts/index.ts';
import { StockInsufficient } from '#modules/inventory/index.ts';
import { changePendingRecord, createRecurrent, draftDocument, NewPendingRecord } from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import { createPage, revokePage } from '#modules/paypages/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { Steps, TenantContext, TenantSteps } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { Refusal, refusal } from '#platform/refusal.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { addressText, isCollected } from '../cart/address.ts';
import { type CartRefusal, type CartRow, lockCart, selectItems } from '../cart/cart.sql.ts';
import { bySeller } from '../cart/describe.ts';
import { offerIn } from '../cart/offer-in.ts';
import { shownMethods } from '../delivery-method/offered.ts';
import { asksFor, type OfferedProduct } from '../listing/offer.ts';
import { marketOrders, type OrderedDelivery } from '../tables.ts';
import { endOrder } from './end-order.ts';
import { payByOf } from './unpaid.ts';

const PriceMoved = refusal(
  'price_moved',
  'A price changed while the order was placed: read the cart and order again.',
  409,
);

const DeliveryMoved = refusal(
  'delivery_moved',
  'The chosen delivery method changed while the order was placed: read the cart and choose again.',
  409,
);

/** The cart, locked, while it is in this state: so that no other process works on this attempt with any seller. */
async function holdAttempt(
  ctx: TenantContext,
  { id, attempt }: CartRow,
  status: CartRow['status'],
): Promise<CartRow | null> {
  const cart = await lockCart(ctx.tx, id);
  return cart?.status === status && cart.attempt === attempt ? cart : null;
}

/** Makes the seller's invoice, once. Answers why the seller refused. */
export const placeWithSeller = (steps: Steps, seller: string, given: CartRow): Promise<CartRefusal | null> =>
  steps
    .enter(seller)
    .transaction(async (ctx) => {
      const cart = await holdAttempt(ctx, given, 'ordering');
      const { id: cartId, attempt } = given;
      if (!cart || (await marketOrders.exists(ctx, { cartId, attempt }))) return null;
      const { invoiceId, fiscalType, delivery } = await makeInvoice(ctx, cart);
      const { pageId } = await createPage(ctx, { kind: 'document', pendingRecordId: invoiceId });
      const made = { cartId, attempt, invoiceId, pageId, fiscalType, delivery };
      await marketOrders.insert(ctx, { ...made, state: 'placed' });
      return null;
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || error.kind.status >= 500) throw error;
      steps.log.info({ code: error.kind.code, detail: error.message }, 'A seller refused an order of the marketplace.');
      const { name } = await steps.transaction(({ tx }) => findOrganization(tx, seller));
      return { ...shownReason(error), seller: name };
    });

/** The part of an order that buyers may read: neither stock levels nor data of the contact whose address they gave. */
function shownReason(error: Refusal): Pick<CartRefusal, 'code' | 'message'> {
  if (isRefusal(error, StockInsufficient)) return { code: 'out_of_stock', message: 'There is not enough left.' };
  if (isRefusal(error, DiscountUsedUp)) return { code: 'discount_used_up', message: DiscountUsedUp.title };
  if (isRefusal(error, PriceMoved)) return { code: 'price_moved', message: PriceMoved.title };
  if (isRefusal(error, DeliveryMoved)) return { code: 'delivery_moved', message: DeliveryMoved.title };
  return { code: 'refused_by_seller', message: 'The seller cannot accept this order now.' };
}

/**
 * Issues the invoice without a fiscal receipt and reserves its goods, so that it can be void without a trace at the tax authority
 * if another seller refuses. The receipt follows when all have accepted.
 */
async function makeInvoice(ctx: TenantContext, cart: CartRow) {
  const items = bySeller(await selectItems(ctx.tx, cart.id)).get(ctx.organizationId)!;
  const offer = await offerIn(cart, ctx, items);
  const { divisionId, method } = offer;
  const isGone = cart.deliveredBy.includes(ctx.organizationId) && method === null;
  if (offer.deliveryProblem !== null || isGone) throw DeliveryMoved();
  const products = [...offer.products, ...(offer.isCharged ? [offer.delivery!] : [])];
  const [delivery = null] = method ? await shownMethods(ctx, [method]) : [];
  const contactId = await contactOf(ctx, cart.buyer!);
  const given = {
    contactId,
    dueOn: ctx.today.toString(),
    ...(divisionId && { divisionId }),
    deliverLater: products.some(({ isGoods }) => isGoods),
    reference: `${placeOf(cart)} ${cart.id.slice(-12)}`,
    notes: notesOf(cart, delivery),
    elements: await elementsOf(ctx, products, { coupon: cart.coupon, divisionId: method?.divisionId ?? null }),
  };
  const { content } = await draftDocument(ctx, { kind: 'invoice', direction: 'sale', ...given });
  const { id, total } = await (
    await createRecurrent(ctx, NewPendingRecord.parse({ ...given, fiscalType: null }))
  ).now();
  const expected = sumOf(products, (product) => product.total);
  if (products.some(({ problem }) => problem !== null) || toMinor(total, offer.currency) !== expected)
    throw PriceMoved();
  return { invoiceId: id, fiscalType: content.fiscalType, delivery };
}

const placeOf = ({ shopId }: CartRow): string => (shopId === null ? 'Marketplace' : 'Tienda en línea');

/** The lines at the prices for everyone, with the discounts of the coupon as offers. */
async function elementsOf(
  ctx: TenantContext,
  products: OfferedProduct[],
  { coupon, divisionId }: { coupon: string | null; divisionId: string | null },
) {
  const offered =
    coupon === null ? [] : await discoverPrices(ctx, await asksFor(ctx, products, divisionId), { coupon });
  return products.map(({ resourceId, quantity, unitPrice }, place) => {
    const discountOfferId = offered[place]?.discount?.offerId;
    return { resourceId, quantity, unitPrice: unitPrice ?? '0', ...(discountOfferId && { discountOfferId }) };
  });
}

/** The contact with the buyer's address, or a new one. Anyone can type an address, so a known contact stays as it is. */
async function contactOf(ctx: TenantContext, { name, email, phone, taxId }: NonNullable<CartRow['buyer']>) {
  const { beneficiary, beneficiaryCreated } = await upsertDatum(ctx, { kind: 'email', value: email, name });
  const { id } = beneficiary;
  if (!beneficiaryCreated) return id;
  if (phone) await upsertDatum(ctx, { beneficiaryId: id, kind: 'phone', value: phone });
  if (taxId) await changeBeneficiary(ctx, { id, taxId, fiscalType: 'fiscal-credit' });
  return id;
}

function notesOf({ buyer, delivery: address, notes }: CartRow, method: OrderedDelivery | null): string {
  const isTakenAway = isCollected(method, address);
  const lines = [
    `${buyer!.name}, ${[buyer!.phone, buyer!.email].filter(Boolean).join(', ')}`,
    method?.name,
    isTakenAway ? collectedAt(method) : `Entrega: ${addressText(address!)}`,
    isTakenAway ? null : address!.instructions,
    notes,
  ];
  return lines.filter(Boolean).join('\n');
}

function collectedAt(method: OrderedDelivery | null): string {
  const place = [method?.branch?.name, method?.branch?.address].filter(Boolean).join(', ');
  return place ? `Lo recoge el comprador en ${place}.` : 'Lo recoge el comprador.';
}

/** Voids the seller's invoice of an attempt that another seller refused. A seller who has closed since keeps no invoice of it. */
export const undoWithSeller = (steps: Steps, seller: string, given: CartRow): Promise<void> =>
  steps.transaction(async (work) => {
    const ctx = await work.enter(seller, undefined, { whileClosed: true });
    const cart = await holdAttempt(ctx, given, 'undoing');
    const key = { cartId: given.id, attempt: given.attempt };
    const order = cart && (await marketOrders.find(ctx, { ...key, state: 'placed' }));
    if (!order) return;
    // If the seller has already delivered or collected on it, the seller decides what to do.
    await endOrder(ctx, order);
    await revokePage(ctx, order.pageId);
    await marketOrders.update(ctx, key, { state: 'undone' });
  });

/** Gives the invoice of an accepted order its receipt, and notifies the seller. */
export const confirmWithSeller = (steps: TenantSteps, given: CartRow): Promise<void> =>
  steps.transaction(async (ctx) => {
    const key = { cartId: given.id, attempt: given.attempt };
    const order = await marketOrders.find(ctx, { ...key, state: 'placed' }, { lock: 'FOR UPDATE' });
    if (!order) return;
    const isReceipted = await issueReceipt(ctx, order);
    await marketOrders.update(ctx, key, { state: 'confirmed', payBy: await payByOf(ctx) });
    const { name } = given.buyer!;
    await notify(ctx, [await actingUser(ctx)], {
      kind: 'marketplace-order',
      es: {
        title: `Pedido en línea de ${name}`,
        body: isReceipted
          ? 'La factura está emitida y la mercancía reservada. Prepara la entrega.'
          : 'La factura está emitida sin comprobante fiscal, porque fue rechazado. Emítelo tú.',
      },
      en: {
        title: `Online order of ${name}`,
        body: isReceipted
          ? 'The invoice is issued and the goods are reserved. Prepare the delivery.'
          : 'The invoice is issued without a fiscal number, because it was refused. Issue it yourself.',
      },
      data: { invoiceId: order.invoiceId },
    });
  });

async function issueReceipt(
  ctx: TenantContext,
  { invoiceId, fiscalType }: { invoiceId: string; fiscalType: string | null },
): Promise<boolean> {
  if (fiscalType === null) return true;
  const change = NewPendingRecord.pick({ fiscalType: true }).parse({ fiscalType });
  const issued = await unlessRefused(ctx, (inside) => changePendingRecord(inside, invoiceId, undefined, change));
  return !(issued instanceof Refusal);
}
